"""Logs of SudokuPad: replayed to the state that the app shows."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tessella.errors import MoveError, ParseError
from tessella.play.session import Session
from tessella.sudoku import Board
from tessella.sudoku.sudokupad import events

PUZZLE = Board.parse("1....2....3....4")
GIVEN = {0, 5, 10, 15}
KINDS = {"vl": "value", "cd": "centre", "pm": "corner", "co": "colour"}


class App:
    """SudokuPad's cells, as its users see them: an undo does all again but the last."""

    def __init__(self) -> None:
        self.clear()
        self.done: list[str] = []
        self.later: list[str] = []

    def clear(self) -> None:
        """Empty the grid."""
        self.cells = [{kind: set[str]() for kind in KINDS.values()} for _ in range(16)]
        self.selected: list[int] = []

    def visible(self, cell: int, kind: str) -> bool:
        """Return whether a kind of entry shows in a cell: given digits cover it, and digits cover marks."""
        if kind == "colour":
            return True
        return cell not in GIVEN and (kind == "value" or not self.cells[cell]["value"])

    def act(self, log: str) -> None:
        """Do one action."""
        action, _, argument = log.partition(":")
        if action == "ud":
            while self.done:
                last = self.done.pop()
                self.later.append(last)
                if not last.startswith("sl"):
                    break
            self.clear()
            for one in self.done:
                self.run(*one.split(":"))
        elif action == "rd":
            while self.later:
                self.done.append(self.later.pop())
                self.run(*self.done[-1].split(":"))
                if not self.done[-1].startswith("sl"):
                    break
        elif self.run(action, argument):
            self.done.append(log)
            self.later = []

    def run(self, action: str, argument: str) -> bool:
        """Change the cells; return whether the app takes note of it."""
        if action == "sl":
            place = (int(argument[1]) - 1) * 4 + int(argument[3]) - 1
            self.selected += [place] if place not in self.selected else []
            return True
        if action == "cl":
            order = {"0": "value centre corner colour", "1": "corner value centre colour"}
            order |= {"2": "centre value corner colour", "3": "colour value centre corner"}
            for kind in order[argument].split():
                cells = [self.cells[c] for c in self.selected if self.visible(c, kind) and self.cells[c][kind]]
                for cell in cells:
                    cell[kind] = set()
                if cells:
                    return True
            return False
        kind = KINDS[action]
        cells = [self.cells[cell] for cell in self.selected if self.visible(cell, kind)]
        has_all = all(argument in cell[kind] for cell in cells)
        for cell in cells:
            if kind == "value":
                cell[kind] = set() if has_all else {argument}
            else:
                cell[kind] = cell[kind] - {argument} if has_all else cell[kind] | {argument}
        return True


def shown(board: Board) -> list[dict[str, set[str]]]:
    """Return what stands in the cells, as `App` has it."""
    corners, colours = dict(board.annotations.corners), dict(board.annotations.colours)

    def signs(mask: int) -> set[str]:
        return {str(bit + 1) for bit in range(9) if mask >> bit & 1}

    return [
        {
            "value": {str(digit)} if digit and not board.givens[cell] else set(),
            "centre": signs(board.marks[cell]),
            "corner": signs(corners.get(cell, 0)),
            "colour": signs(colours.get(cell, 0)),
        }
        for cell, digit in enumerate(board.digits)
    ]


selections = st.tuples(st.integers(1, 4), st.integers(1, 4)).map(lambda place: f"sl:r{place[0]}c{place[1]}")
entries = st.tuples(st.sampled_from(list(KINDS)), st.integers(1, 4)).map(lambda it: f"{it[0]}:{it[1]}")
clears = st.integers(0, 3).map(lambda tool: f"cl:{tool}")


@given(st.lists(selections | entries | clears | st.sampled_from(["ud", "ud", "rd"]), max_size=40))
def test_a_log_ends_where_the_app_does(log: list[str]) -> None:
    """Whatever is selected, entered, cleared, undone and redone, a session shows the cells that the app shows."""
    app, session = App(), Session(f"sudoku:{PUZZLE.to_text()}", PUZZLE)
    board, acted = PUZZLE, list[str]()
    for one in log:
        if one.startswith("sl") and app.later:
            continue  # at a selection the app forgets what could be played again
        app.act(one)
        acted.append(one)
        if all(cell["value"] or place in GIVEN for place, cell in enumerate(app.cells)):
            return  # solved or full: the app goes on there, a solved game does not
    for event in events(acted, board):
        session.play(event) if event not in ("undo", "redo") else session.record(event)
    assert shown(session.position) == app.cells  # type: ignore[arg-type]


def test_words_of_every_kind() -> None:
    """Long names and short ones, with times or without, groups, pauses and the pen are understood."""
    log = [
        *("select:r1c2r1c3/20", "groupstart/0", "candidates:3/5", "corner:4/5", "groupend/0", "colour:2/9"),
        *("undo/3", "undo/4", "redo/1", "unpause/100", "wait/3", "pen:abc/3", "deselect/1", "value:2/4"),
    ]
    assert list(events(log, PUZZLE)) == [
        *("r1c2,r1c3~3", "r1c2,r1c3^4", "r1c2,r1c3@2", "undo", "undo", "undo", "redo", "redo"),
    ]


def test_a_deselection_is_undone_alone() -> None:
    """An undo right after a deselection selects the cells again, and changes no mark."""
    assert list(events(["sl:r1c2", "pm:1", "ds", "ud", "cd:2"], PUZZLE)) == ["r1c2^1", "r1c2~2"]


@pytest.mark.parametrize(
    ("log", "error", "message"),
    [
        ("hello", ParseError, "expected an action of SudokuPad such as vl:5/12, got 'hello'"),
        ("cl:7", ParseError, "got 'cl:7'"),
        ("vl", ParseError, "got 'vl'"),
        ("vl:5", MoveError, "expected a digit from 1 to 4, got 'vl:5'"),
        ("co:x", MoveError, "expected a digit from 1 to 9, got 'co:x'"),
        ("sl:r1c5", ParseError, "expected a row and a column from 1 to 4, got 'sl:r1c5'"),
    ],
)
def test_what_is_no_log(log: str, error: type[Exception], message: str) -> None:
    """What is no action, or no digit or cell of this board, is quoted with what was expected."""
    with pytest.raises(error, match=message):
        list(events(["sl:r1c2", log], PUZZLE))


def test_digits_of_a_log_are_those_of_the_grid() -> None:
    """Where the lowest digit is 0, a log writes 0 and not the number of rows, and writing it again clears the cell."""
    board = Board.parse(f"{PUZZLE.to_text()};digits:lowest=0")
    assert list(events(["sl:r1c2", "vl:3", "vl:3", "cd:0"], board)) == ["r1c2:3", "r1c2-", "r1c2~0"]
    with pytest.raises(MoveError, match="expected a digit from 0 to 3, got 'vl:4'"):
        list(events(["sl:r1c2", "vl:4"], board))
