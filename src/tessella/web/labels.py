"""Labels and colours of page and notebook: texts in the language that is spoken now, and themes as CSS."""

import html
import re
from dataclasses import fields
from functools import cache
from pathlib import Path

from tessella import i18n
from tessella.i18n import N_, _
from tessella.palette import DEFAULT, THEMES
from tessella.web.protocol import MAX_PUZZLE_TEXT, MAX_SAVE

STATIC = Path(__file__).parent / "static"  # the folder of the page's files

COLOUR_NAMES = (  # of a player's own colours, in their order
    *(N_("grey"), N_("red"), N_("orange"), N_("yellow"), N_("green")),
    *(N_("teal"), N_("blue"), N_("purple"), N_("pink")),
)
LABELS = {  # the labels of page and notebook by the names that the JavaScript uses
    "undo": N_("Undo"),
    "redo": N_("Redo"),
    "new": N_("New"),
    "new_game": N_("New game"),
    "new_puzzle": N_("New puzzle"),
    "another": N_("Play again"),
    "next_puzzle": N_("Next puzzle"),
    "next_position": N_("Next"),
    "hint": N_("Hint"),
    "more": N_("More"),
    "follow": N_("Apply"),
    "watch": N_("Watch"),
    "review": N_("Review"),
    "play_on": N_("Play on from here"),
    "check": N_("Check"),
    "mode": N_("What the digit keys enter"),
    "digit": N_("Digit"),
    "corner": N_("Corner"),
    "centre": N_("Centre"),
    "colour": N_("Colour"),
    "mark_all": N_("Mark all"),
    "erase": N_("Erase"),
    "pause": N_("Pause"),
    "continue": N_("Continue"),
    "keep_playing": N_("Keep playing"),
    "share": N_("Share"),
    "copy": N_("Copy"),
    "open": N_("Open"),
    "close": N_("Close"),
    "start": N_("Start"),
    "print": N_("Print"),
    "replay": N_("Replay"),
    "statistics": N_("Statistics"),
    "scores": N_("Leaderboard"),
    "settings": N_("Settings"),
    "help": N_("Help"),
    "save": N_("Save"),
    "install": N_("Install"),
    "play": N_("Play"),
    "play_draft": N_("Play puzzle"),
    "stop": N_("Stop"),
    "step": N_("Step"),
    "tessella": "Tessella",
    "subtitle": N_("2048 and Sudoku"),
    "sudoku": N_("Sudoku"),
    "menu": N_("Menu"),
    "more_choices": N_("More"),
    "more_games": N_("More games to continue: {n}"),
    "practise": N_("Sudoku lessons and practice"),
    "about_lessons": N_("A lesson has the idea, an example to step through, and ten drills."),
    "more_techniques": N_("More techniques, as puzzles that need them"),
    "lesson": N_("Lesson"),
    "rules": N_("Rules"),
    "idea": N_("The idea"),
    "look": N_("When to look for it"),
    "prior": N_("Back"),
    "next": N_("Next step"),
    "drills": N_("Drills"),
    "next_drill": N_("Next drill"),
    "puzzles": N_("Puzzles"),
    "language": N_("Language"),
    "theme": N_("Theme"),
    "motion": N_("Animation"),
    "motion_auto": N_("Same as system"),
    "motion_on": N_("On"),
    "motion_off": N_("Off"),
    "name": N_("Your name"),
    "assigned": N_("Assignments"),
    "speed": N_("Speed"),
    "replay_position": N_("Position in the replay"),
    "step_of": N_("Move {step} of {last}"),
    "step_back": N_("Previous move"),
    "step_forward": N_("Next move"),
    "link": N_("Link to this game"),
    "position_now": N_("Current position:"),
    "game_id": N_("Game id, the same on every device:"),
    "open_id": N_("Open another game by its id or position:"),
    "copied": N_("Copied."),
    "keyboard": N_("Keyboard shortcuts"),
    "help_2048": N_(
        "Slide the tiles with the arrow keys, w a s d, h j k l, or by swiping. u undoes, y redoes, n starts a new "
        "game. t shows a hint, Enter applies it. v lets the AI play."
    ),
    "help_sudoku": N_(
        "Select a cell with the arrow keys and type a digit; 0 or Backspace erases. A drag, Shift and "
        "the arrow keys, or Ctrl and a click select several cells; [ ] \\ select the row, column and box. "
        "Space goes through digits, corner marks, centre marks and colours; m changes between digits and "
        "centre marks, and w marks all. Alt and a digit show where it can go. In colour mode, click a "
        "pencil mark to colour it alone, and drag from one to another to draw a line. t shows a hint, f "
        "applies it, x checks the grid. u undoes, y redoes, p pauses, n starts a new puzzle. In a lesson "
        "t goes through the example, i shows the words, d goes to the next drill."
    ),
    "board_2048": N_("2048 board"),
    "board_sudoku": N_("Sudoku grid"),
    "tools": N_("Tools"),
    "pad": N_("Digit keys"),
    "moves": N_("Moves"),
    "time": N_("Time"),
    "left": N_("Left"),
    "right": N_("Right"),
    "up": N_("Up"),
    "down": N_("Down"),
    "empty": N_("empty"),
    "cell": N_("row {row}, column {col}"),
    "given": N_("given"),
    "entered": N_("entered"),
    "conflict": N_("conflict"),
    "mistake": N_("wrong"),
    "highlighted": N_("highlighted by the hint"),
    "marked": N_("marked {digits}"),
    "corner_marked": N_("in the corner {digits}"),
    "mark_digit": N_("mark {digit}"),
    "n_selected": N_("{n} cells selected"),
    "n_places": N_("{digit} can go into {n} cells"),
    "no_filter": N_("All digits are shown alike"),
    "n_left": N_("{n} left"),
    "click_to_play": N_("Click to play"),
    "paused": N_("Paused"),
    "skip_game": N_("Skip to the board"),
    "skip_menu": N_("Skip to the menu"),
    "connecting": N_("Connecting ..."),
    "needs_script": N_("This page needs JavaScript: it draws the board and sends your moves."),
    "offline": N_("Cannot reach the server. You can continue once it is back."),
    "dropped": N_("Moves that were not sent: {n}."),
    "waiting": N_("Waiting for the server ..."),
    "online": N_("Connected again."),
    "thinking": N_("Thinking ..."),
    "cancel": N_("Cancel"),
    "generating": N_("Generating the puzzle ..."),
    "save_game": N_("Save this game to a file"),
    "open_save": N_("Open a saved game …"),
    "all_games": N_("All games in this browser"),
    "save_all": N_("Save all to a file"),
    "replace_all": N_("Replace all with a file …"),
    "sure_replace": N_("The games of the file will replace all games in this browser. Replace them?"),
    "elsewhere": N_("Another tab has the games: close it first."),
    "no_answer": N_("The notebook's kernel does not answer: it is busy or has stopped."),
    "drafts": N_("Drafts"),
    "more_drafts": N_("More drafts: {n}"),
    "new_draft": N_("New draft"),
    "about_drafts": N_("The draft that you leave stays in the menu."),
    "set_on": N_("Edit from here"),
    "givens": N_("Givens"),
    "about_givens": N_("Select cells and type a digit; Backspace erases givens, then rules."),
    "whole_grid": N_("Rules of the whole grid"),
    "more_rules": N_("More rules"),
    "put": N_("Put"),
    "take_cells": N_("Use the selected cells"),
    "no_clues": N_("No rules besides those of every Sudoku."),
    "remove": N_("Remove: {clue}"),
    "clue_idle": N_("not needed"),
    "clue_bad": N_("without it there is a solution"),
    "solutions": N_("Solutions"),
    "solution": N_("Solution"),
    "solution_n": N_("Solution {n}"),
    "candidates": N_("Candidates"),
    "only_digit": N_("only {digit}"),
    "possible": N_("possible {digits}"),
    "open_puzzle": N_("Open a puzzle"),
    "paste_puzzle": N_("A puzzle or a link, in any format that Tessella reads:"),
    "puzzle_file": N_("Or a file:"),
    "too_long": N_("This file is too long: {n} kB is the limit."),
    "link_to_play": N_("Link to play:"),
    "link_to_set": N_("Link to edit this:"),
    "formats": N_("Other formats"),
    "board_setting": N_("Grid of the draft"),
    "help_setting": N_(
        "Take a tool by its key or button, then drag over cells, or select them with Shift and the arrow "
        "keys and press Enter. Do the same again to remove the rule. d is for givens, on large grids "
        "Shift and a letter for those above 9; with another tool 0 to 9 fill in the number that it asks "
        "for. [ ] \\ select the row, column and box, Backspace erases, m leads to more rules, Esc goes "
        "back to givens. u undoes, y redoes, n begins a new draft."
    ),
    "watching": N_("{name} is playing. Make a move to take over."),
}


def theme_names() -> dict[str, str]:
    """Return the themes and what they are called, the one that goes by the system first."""
    return {
        "auto": _("Same as system"),
        "dark": _("Dark"),
        "light": _("Light"),
        "contrast": _("High contrast"),
        "colorblind": _("Colour-blind friendly"),
    }


def labels() -> dict[str, str]:
    """Return the labels in the language that is spoken now, and the limits of what a page sends."""
    others = {"colours": ",".join(map(_, COLOUR_NAMES)), "lang": i18n.language_tag()}
    limits = {"max_puzzle": str(MAX_PUZZLE_TEXT), "max_save": str(MAX_SAVE)}
    return {name: _(text) for name, text in LABELS.items()} | others | limits


def index_page(lang: str, theme: str, *, static: str) -> str:
    """Return the page in a language and a theme, by name or "auto"; `static` is the folder of its files.

    `static/index.html` has places for them: `{{theme}}`, `{{static}}` and `{{label:NAME}}`.
    """
    with i18n.speaking(lang):
        values = {f"label:{name}": label for name, label in labels().items()}
    values |= {"theme": theme, "static": static}
    return re.sub(r"\{\{([\w:]+)\}\}", lambda place: html.escape(values.get(place[1], "")), _template())


@cache
def _template() -> str:
    return (STATIC / "index.html").read_text(encoding="utf-8")


# How much of its colour a line or shape of a variant keeps, so that digits on it can be read; the rest is black.
TINTS = {"dark": "40%", "light": "100%", "contrast": "55%", "colorblind": "50%"}


def theme_variables(theme: str) -> dict[str, str]:
    """Return a theme as CSS variables; `--tile-1` is the background of a 2, `--tile-1-text` its text, and so on.

    >>> theme_variables("dark")["--tile-1"], theme_variables("dark")["--background"]
    ('#363e46', '#101317')
    """
    chosen = THEMES[theme]
    names = [
        field.name for field in fields(chosen) if field.name != "name" and isinstance(getattr(chosen, field.name), str)
    ]
    variables = {f"--{name.replace('_', '-')}": str(getattr(chosen, name)) for name in names}
    for power in range(1, len(chosen.tiles) + 1):
        variables[f"--tile-{power}"], variables[f"--tile-{power}-text"] = chosen.tile(1 << power)
    variables |= {f"--colour-{number}": colour for number, colour in enumerate(chosen.colours, 1)}
    variables["--blend"] = "screen" if chosen.is_dark else "multiply"  # of tints over digits
    variables["--tint"] = TINTS[theme]
    return variables | {"color-scheme": "dark" if chosen.is_dark else "light"}


def css_block(selectors: str, theme: str) -> str:
    """Return a CSS rule that sets the variables of a theme."""
    return selectors + "{" + "".join(f"{name}:{value};" for name, value in theme_variables(theme).items()) + "}"


def stylesheet(root: str = ":root") -> str:
    """Return every theme as CSS: `data-theme` on the root chooses one, without it the system does."""
    rules = [
        css_block(root, DEFAULT),
        "@media (prefers-color-scheme: light){" + css_block(root, "light") + "}",
        "@media (prefers-contrast: more){" + css_block(root, "contrast") + "}",
        *(css_block(f'{root}[data-theme="{name}"]', name) for name in THEMES),
    ]
    return "\n".join(rules) + "\n"
