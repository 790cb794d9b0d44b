"""What is written on a page, and in which colours?

The labels of the page and the notebook widget in the language that is spoken now, what a form for a new game asks, and
every theme as CSS.
"""

import re
from collections.abc import Mapping
from importlib import resources
from typing import Any, cast

from tessella.i18n import _
from tessella.palette import DEFAULT, THEMES

__all__ = ["BOXES", "forms", "look", "module", "stylesheet", "theme_names", "words"]

Json = dict[str, Any]

BOXES = {"4x4": "2x2", "6x6": "2x3", "9x9": "3x3", "12x12": "3x4", "16x16": "4x4"}
"""The sizes of grids that a form offers, each with its box."""


def theme_names() -> dict[str, str]:
    """Return the themes and what they are called, the one that goes by the system first."""
    named = {
        "auto": _("As the system has it"),
        "dark": _("Dark"),
        "light": _("Light"),
        "contrast": _("High contrast"),
        "colorblind": _("For colour-blind eyes"),
    }
    return {name: named.get(name, name) for name in ("auto", *THEMES)}


def forms(level: str = "easy") -> dict[str, list[Json]]:
    """Return what a new game of each kind may be asked to be, as fields of a form; `level` is the one on offer."""
    from tessella.game2048.rules import RULES  # noqa: PLC0415 - only a form needs them
    from tessella.sudoku.generator.recipe import SYMMETRIES  # noqa: PLC0415 - the same
    from tessella.sudoku.rating.rater import LEVELS, level_name  # noqa: PLC0415 - the same

    about = {
        "classic": _("One in ten new tiles is a 4. You can play on after the target."),
        "sprint": _("As classic, but the game ends at the target."),
        "cascade": _(
            "Merged tiles can merge again in the same move. Each merge is worth 100 points; the game ends at the target."
        ),
        "coinflip": _("Every second new tile is a 4; the game ends at the target."),
        "notebook": _("One in five new tiles is a 4; the game ends at the target."),
    }

    def one(name: str, label: str, value: str, about: str = "", choices: Mapping[str, str] | None = None) -> Json:
        listed = [{"value": value, "label": value or "-", "about": said} for value, said in (choices or {}).items()]
        return {"name": name, "label": label, "value": value, "about": about, "choices": listed}

    return {
        "2048": [
            one("rules", _("Rules"), "classic", choices={name: about.get(name, "") for name in RULES}),
            one("size", _("Size"), "4x4", _("rows x columns, from 2x2 to 8x8")),
            one("target", _("Target"), "", _("a power of two from 8")),
            one("fours", _("Fours"), "", _("how many in a hundred new tiles are a 4")),
        ],
        "sudoku": [
            {
                **one("level", _("Level"), level),
                "choices": [
                    {"value": one_, "label": level_name(one_) if one_ else _("any"), "about": ""}
                    for one_ in ("", *LEVELS)
                ],
            },
            one("size", _("Size"), "9x9", choices=dict.fromkeys(BOXES, "")),
            one("symmetry", _("Symmetry"), "none", choices=dict.fromkeys(SYMMETRIES, "")),
            one("clues", _("Clues"), "", _("a number, or minimal; nothing: as it comes")),
        ],
    }


def words() -> dict[str, str]:
    """Return the labels of the page and the widget, in the language that is spoken now."""
    return {
        "tessella": "Tessella",
        "subtitle": _("2048 and Sudoku"),
        "sudoku": _("Sudoku"),
        # buttons
        "undo": _("Undo"),
        "redo": _("Redo"),
        "new": _("New"),
        "new_game": _("New game"),
        "new_puzzle": _("New puzzle"),
        "again": _("Another one"),
        "hint": _("Hint"),
        "more": _("Tell more"),
        "follow": _("Do it"),
        "watch": _("Watch"),
        "review": _("Review"),
        "play_on": _("Play on from here"),
        "check": _("Check"),
        "marks": _("Marks"),
        "digits": _("Digits"),
        "mark_all": _("Mark all"),
        "erase": _("Erase"),
        "pause": _("Pause"),
        "go_on": _("Go on"),
        "paused": _("Paused"),
        "menu": _("Menu"),
        "id": _("Game id"),
        "share": _("Share"),
        "copy": _("Copy"),
        "copied": _("Copied."),
        "open": _("Open"),
        "close": _("Close"),
        "cancel": _("Cancel"),
        "start": _("Start"),
        "print": _("Print"),
        "replay": _("Replay"),
        "statistics": _("Statistics"),
        "scores": _("Leaderboard"),
        "settings": _("Settings"),
        "help": _("Help"),
        "daily": _("Game of the day"),
        "install": _("Install"),
        "play": _("Play"),
        "stop": _("Stop"),
        "step": _("Step"),
        "speed": _("Speed"),
        # fields
        "score": _("Score"),
        "best": _("Best"),
        "moves": _("Moves"),
        "time": _("Time"),
        "blank": _("Blank"),
        "language": _("Language"),
        "theme": _("Theme"),
        "motion": _("Motion"),
        "motion_auto": _("As the system has it"),
        "motion_on": _("With motion"),
        "motion_off": _("No motion"),
        "name": _("Your name"),
        "save": _("Save"),
        "more_choices": _("More to choose from"),
        "practice": _("Practice"),
        "practise": _("Sudoku practice: choose a technique"),
        "next_one": _("Next puzzle"),
        "n_of": _("{n} of {of}"),
        "position": _("Position of the replay"),
        "step_of": _("Move {step} of {last}"),
        "back_one": _("One move back"),
        "on_one": _("One move on"),
        "link": _("Address of this game"),
        "position_now": _("Its position now:"),
        "skip_game": _("Skip to the board"),
        "skip_menu": _("Skip to the menu"),
        "go_to_id": _("Go to another game, by its id or a position:"),
        "this_game": _("This game, the same on every machine:"),
        # the board
        "board": _("Board"),
        "board_2048": _("2048 board"),
        "board_sudoku": _("Sudoku grid"),
        "tools": _("Tools"),
        "pad": _("Digits to write"),
        "left": _("Left"),
        "right": _("Right"),
        "up": _("Up"),
        "down": _("Down"),
        "empty": _("empty"),
        "cell": _("row {row}, column {col}"),
        "given": _("given"),
        "own": _("your digit"),
        "conflict": _("in conflict"),
        "wrong": _("wrong"),
        "lit": _("lit by the hint"),
        "marked": _("marked {digits}"),
        "mark_digit": _("mark {digit}"),
        "n_left": _("{n} left"),
        "with_help": _("with help"),
        "without_help": _("without help"),
        "click_to_play": _("Click to play"),
        # how it stands with the server
        "connecting": _("Connecting ..."),
        "needs_script": _("This page needs JavaScript: it draws the board and sends your moves."),
        "gone": _("The server cannot be reached. Moves wait until it is back."),
        "back": _("Connected again."),
        "refused": _("This page must be opened with the address that the server printed."),
        "thinking": _("Thinking ..."),
        "making": _("Making the puzzle ..."),
        # in a notebook
        "no_answer": _("The notebook's kernel does not answer: it is busy, or gone."),
        "watched": _("{name} plays. Your own move takes over."),
        # help
        "help_2048": _(
            "Arrow keys, w a s d or h j k l slide the tiles; so does a swipe. u undo, y redo, n new game. "
            "t gives a hint, Enter does what it says, v lets the engine play."
        ),
        "help_sudoku": _(
            "Arrow keys choose a cell, digits write, 0 or Backspace erases, m switches to pencil marks, w marks all, "
            "t gives a hint, x checks, u undo, y redo, n new puzzle."
        ),
        "keyboard": _("Keys"),
    }


def look(theme: str) -> dict[str, str]:
    """Return a theme as CSS variables; `--tile-1` is the ground of a 2, `--tile-1-ink` its ink, and so on.

    >>> look("dark")["--tile-1"], look("dark")["--background"]
    ('#363e46', '#101317')
    """
    ours = THEMES[theme]
    names = (
        *("background", "surface", "text", "muted", "accent", "success", "error", "board", "empty_tile"),
        *(
            "cell",
            "cell_peer",
            "cell_same_digit",
            "cell_selected",
            "box_border",
            "digit_given",
            "digit_entered",
            "pencil_mark",
            "digit_conflict",
        ),
    )
    found = {f"--{name.replace('_', '-')}": cast("str", getattr(ours, name)) for name in names}
    for step in range(1, len(ours.tiles) + 1):
        ground, ink = ours.tile(1 << step)
        found |= {f"--tile-{step}": ground, f"--tile-{step}-ink": ink}
    return found | {"color-scheme": "dark" if ours.is_dark else "light"}


def module(game: str) -> str:
    """Return the module that draws a game as one text, as a notebook loads it.

    >>> module("2048").strip().endswith("export default { render };")
    True
    """
    folder = resources.files("tessella.web") / "static"
    name = {"2048": "game2048"}.get(game, game)
    frame, drawn = ((folder / f"{file}.js").read_text(encoding="utf-8") for file in ("frame", name))
    return frame.replace("\nexport ", "\n") + re.sub(r"(?m)^import .*\n", "", drawn)


def stylesheet(root: str = ":root") -> str:
    """Return every theme as CSS: `data-theme` on the root chooses one, without it the system does."""

    def block(selector: str, theme: str) -> str:
        return selector + "{" + "".join(f"{name}:{value};" for name, value in look(theme).items()) + "}"

    parts = [block(root, DEFAULT), "@media (prefers-color-scheme: light){" + block(root, "light") + "}"]
    parts.append("@media (prefers-contrast: more){" + block(root, "contrast") + "}")
    parts += [block(f'{root}[data-theme="{name}"]', name) for name in THEMES]
    return "\n".join(parts) + "\n"
