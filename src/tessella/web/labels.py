"""Labels and colours of page and notebook: texts in the language that is spoken now, and themes as CSS."""

from tessella.i18n import _
from tessella.palette import DEFAULT, THEMES

__all__ = ["css_block", "labels", "stylesheet", "theme_names", "theme_variables"]


def theme_names() -> dict[str, str]:
    """Return the themes and what they are called, the one that goes by the system first."""
    names = {
        "auto": _("Same as system"),
        "dark": _("Dark"),
        "light": _("Light"),
        "contrast": _("High contrast"),
        "colorblind": _("Colour-blind friendly"),
    }
    return {name: names.get(name, name) for name in ("auto", *THEMES)}


def labels() -> dict[str, str]:
    """Return the labels of page and notebook by the names that the JavaScript uses."""
    return {**_button_labels(), **_dialog_labels(), **_board_labels(), **_status_labels()}


def _button_labels() -> dict[str, str]:
    return {
        "undo": _("Undo"),
        "redo": _("Redo"),
        "new": _("New"),
        "new_game": _("New game"),
        "new_puzzle": _("New puzzle"),
        "another": _("Play again"),
        "next_puzzle": _("Next puzzle"),
        "hint": _("Hint"),
        "more": _("More"),
        "follow": _("Apply"),
        "watch": _("Watch AI"),
        "review": _("Review"),
        "play_on": _("Play on from here"),
        "check": _("Check"),
        "marks": _("Marks"),
        "digits": _("Digits"),
        "mark_all": _("Mark all"),
        "erase": _("Erase"),
        "pause": _("Pause"),
        "continue": _("Continue"),
        "share": _("Share"),
        "copy": _("Copy"),
        "open": _("Open"),
        "close": _("Close"),
        "start": _("Start"),
        "print": _("Print"),
        "replay": _("Replay"),
        "statistics": _("Statistics"),
        "scores": _("Leaderboard"),
        "settings": _("Settings"),
        "help": _("Help"),
        "save": _("Save"),
        "install": _("Install"),
        "play": _("Play"),
        "stop": _("Stop"),
        "step": _("Step"),
    }


def _dialog_labels() -> dict[str, str]:
    return {
        "tessella": "Tessella",
        "subtitle": _("2048 and Sudoku"),
        "sudoku": _("Sudoku"),
        "menu": _("Menu"),
        "more_choices": _("More"),
        "practise": _("Practise a Sudoku technique"),
        "n_of": _("{n} of {of}"),
        "language": _("Language"),
        "theme": _("Theme"),
        "motion": _("Animation"),
        "motion_auto": _("Same as system"),
        "motion_on": _("On"),
        "motion_off": _("Off"),
        "name": _("Your name"),
        "speed": _("Speed"),
        "replay_position": _("Position in the replay"),
        "step_of": _("Move {step} of {last}"),
        "step_back": _("Previous move"),
        "step_forward": _("Next move"),
        "link": _("Link to this game"),
        "position_now": _("Current position:"),
        "game_id": _("Id of this game, the same on every device:"),
        "open_id": _("Open another game by its id or position:"),
        "copied": _("Copied."),
        "keyboard": _("Keyboard shortcuts"),
        "help_2048": _(
            "Slide the tiles with the arrow keys, w a s d, h j k l, or by swiping. u undoes, y redoes, n starts a new "
            "game. t shows a hint, Enter applies it. v lets the AI play."
        ),
        "help_sudoku": _(
            "Select a cell with the arrow keys and type a digit; 0 or Backspace erases. m switches between digits and "
            "pencil marks, w marks all. t shows a hint, f applies it, x checks the grid. u undoes, y redoes, p "
            "pauses, n starts a new puzzle."
        ),
    }


def _board_labels() -> dict[str, str]:
    return {
        "board_2048": _("2048 board"),
        "board_sudoku": _("Sudoku grid"),
        "tools": _("Tools"),
        "pad": _("Digit keys"),
        "moves": _("Moves"),
        "time": _("Time"),
        "left": _("Left"),
        "right": _("Right"),
        "up": _("Up"),
        "down": _("Down"),
        "empty": _("empty"),
        "cell": _("row {row}, column {col}"),
        "given": _("given"),
        "entered": _("entered"),
        "conflict": _("conflict"),
        "mistake": _("wrong"),
        "highlighted": _("highlighted by the hint"),
        "marked": _("marked {digits}"),
        "mark_digit": _("mark {digit}"),
        "n_left": _("{n} left"),
        "click_to_play": _("Click to play"),
        "paused": _("Paused"),
        "skip_game": _("Skip to the board"),
        "skip_menu": _("Skip to the menu"),
    }


def _status_labels() -> dict[str, str]:
    return {
        "connecting": _("Connecting ..."),
        "needs_script": _("This page needs JavaScript: it draws the board and sends your moves."),
        "offline": _("The server cannot be reached. You can play on as soon as it is back."),
        "online": _("Connected again."),
        "thinking": _("Thinking ..."),
        "generating": _("Generating the puzzle ..."),
        "no_answer": _("The notebook's kernel does not answer: it is busy or has stopped."),
        "watching": _("{name} is playing. Make a move to take over."),
    }


def theme_variables(theme: str) -> dict[str, str]:
    """Return a theme as CSS variables; `--tile-1` is the background of a 2, `--tile-1-text` its text, and so on.

    >>> theme_variables("dark")["--tile-1"], theme_variables("dark")["--background"]
    ('#363e46', '#101317')
    """
    chosen = THEMES[theme]
    names = (
        *("background", "surface", "text", "muted", "accent", "success", "error", "board", "empty_tile", "cell"),
        *("cell_peer", "cell_same_digit", "cell_selected", "box_border", "digit_given", "digit_entered"),
        *("pencil_mark", "digit_conflict"),
    )
    variables = {f"--{name.replace('_', '-')}": str(getattr(chosen, name)) for name in names}
    for power in range(1, len(chosen.tiles) + 1):
        variables[f"--tile-{power}"], variables[f"--tile-{power}-text"] = chosen.tile(1 << power)
    return variables | {"color-scheme": "dark" if chosen.is_dark else "light"}


def css_block(selectors: str, theme: str) -> str:
    """Return a CSS rule that sets the variables of a theme."""
    return selectors + "{" + "".join(f"{name}:{value};" for name, value in theme_variables(theme).items()) + "}"


def stylesheet(root: str = ":root") -> str:
    """Return every theme as CSS: `data-theme` on the root chooses one, without it the system does."""
    return "\n".join(
        [
            css_block(root, DEFAULT),
            "@media (prefers-color-scheme: light){" + css_block(root, "light") + "}",
            "@media (prefers-contrast: more){" + css_block(root, "contrast") + "}",
            *(css_block(f'{root}[data-theme="{name}"]', name) for name in THEMES),
            "",
        ]
    )
