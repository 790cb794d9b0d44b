"""Moves on several cells, corner marks, colours and lines."""

import re
from collections import defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.reference import sudoku_house_mates
from support.strategies import sudoku_boards
from tessella.errors import MoveError, ParseError
from tessella.sudoku import Board, explain, hint
from tessella.sudoku.geometry import SYMBOLS
from tessella.sudoku.rendering import spoken

Sheet = dict[str, dict[int, set[int]]]  # by kind and cell: the digits or colours there

PUZZLE = Board.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")


def _sheet(board: Board) -> Sheet:
    """Return all that stands on a board as sets."""

    def digits(mask: int) -> set[int]:
        return {bit + 1 for bit in range(25) if mask >> bit & 1}

    def of(pairs: tuple[tuple[int, int], ...]) -> dict[int, set[int]]:
        return {cell: digits(mask) for cell, mask in pairs if mask}

    return {
        "=": {cell: {digit} for cell, digit in enumerate(board.digits) if digit},
        "~": of(tuple(enumerate(board.marks))),
        "^": of(board.annotations.corners),
        "@": of(board.annotations.colours),
    }


def _erase(sheet: Sheet, action: str, reach: dict[str, list[int]]) -> None:
    """Empty the first kind, in the order of the action, that any cell in its reach shows."""
    for kind in {"-": "=~^@", "-~": "~=^@", "-^": "^=~@", "-@": "@=~^"}[action]:
        if any(sheet[kind][cell] for cell in reach[kind]):
            for cell in reach[kind]:
                sheet[kind][cell] = set()
            break


def _after(board: Board, cells: list[int], action: str, value: int) -> Sheet | None:
    """Return all that should stand there after a move, None where nothing changes: the rules in words, as sets."""
    before = _sheet(board)
    sheet: Sheet = {kind: defaultdict(set, {c: set(v) for c, v in part.items()}) for kind, part in before.items()}
    free = [cell for cell in cells if not board.givens[cell]]
    blank = [cell for cell in free if not board.digits[cell]]
    mates = sudoku_house_mates(*board.box)
    if action in ("=", ":"):
        for cell in free:
            if sheet["="][cell] == {value}:
                continue
            sheet["="][cell] = {value}
            if action == "=":
                sheet["~"][cell], sheet["^"][cell] = set(), set()
                for mate in mates[cell]:
                    sheet["~"][mate] -= {value}
                    sheet["^"][mate] -= {value}
    elif action in ("~", "^", "@"):
        chosen = cells if action == "@" else blank
        has_all = all(value in sheet[action][cell] for cell in chosen)
        for cell in chosen:
            sheet[action][cell] = sheet[action][cell] - {value} if has_all else sheet[action][cell] | {value}
    else:
        _erase(sheet, action, {"=": free, "~": blank, "^": blank, "@": cells})
    tidy = {kind: {cell: values for cell, values in part.items() if values} for kind, part in sheet.items()}
    return None if tidy == before else tidy


@given(sudoku_boards(st.sampled_from([(2, 2), (2, 3), (3, 3)])), st.data())
def test_moves_do_what_the_rules_say(board: Board, data: st.DataObject) -> None:
    """On any cells of any board, a move changes what its rule says and nothing else, or is refused."""
    cells = data.draw(st.lists(st.integers(0, len(board.digits) - 1), min_size=1, max_size=6, unique=True))
    action = data.draw(st.sampled_from(["=", ":", "~", "^", "@", "-", "-~", "-^", "-@"]))
    value = data.draw(st.integers(1, min(board.size, 9)))
    move = ",".join(map(board.name, cells)) + action + ("" if action[0] == "-" else SYMBOLS[value])
    drawn = board.annotations
    drawn_on = {place[0] for place, _mask in drawn.candidates} | {end[0] for line in drawn.lines for end in line}
    touches = drawn_on & set(cells)
    expected = None if board.is_over() else _after(board, cells, action, value)
    if expected is None and (board.is_over() or not (action[0] == "-" and touches)):
        with pytest.raises(MoveError):
            board.play(move)
        return
    after = board.play(move)
    assert Board.parse(after.to_text()) == after
    if not (action[0] == "-" and touches):
        assert _sheet(after) == expected
        assert after.annotations.candidates == drawn.candidates
        assert after.annotations.lines == drawn.lines


def test_several_cells_are_one_move() -> None:
    """A mark is made in all the cells that miss it, and taken back where all of them have it."""
    one = PUZZLE.play("r1c3~4")
    both = one.play("r1c3,r1c4~4")
    assert [both.marks[cell] for cell in (2, 3)] == [8, 8]
    assert both.play("r1c3,r1c4~4") == PUZZLE
    assert PUZZLE.play("r1c1,r1c2,r1c3=4") == PUZZLE.play("r1c3=4")  # givens stay


def test_colons_keep_marks() -> None:
    """A digit written with a colon covers the marks of its cell, which come back, and strikes none."""
    marked = PUZZLE.play("r1c3,r1c4~2").play("r1c3^4")
    covered = marked.play("r1c3:2")
    assert covered.marks[3] == 2
    assert covered.play("r1c3-") == marked
    assert PUZZLE.play("r1c3,r1c4~2").play("r1c3=2").marks[3] == 0


def test_colours_of_candidates_and_lines() -> None:
    """Candidates are coloured and joined, again takes it back, and erasing colours takes both."""
    joined = PUZZLE.play("r1c3~4@2").play("r1c3~4-r9c1~2")
    assert joined == PUZZLE.play("r9c1~2-r1c3~4").play("r1c3~4@2")
    assert joined.play("r1c3~4-r9c1~2").play("r1c3~4@2") == PUZZLE
    assert joined.play("r1c3-@") == joined.play("r1c3-") == PUZZLE


@pytest.mark.parametrize(
    ("move", "message"),
    [
        ("r1c1,r1c2=4", "r1c1 is a given and stays 5"),
        ("r1c1,r1c2^4", "r1c1 is a given"),
        ("r1c3,r10c1=4", "expected a row and a column from 1 to 9, got 'r1c3,r10c1=4'"),
        ("r1c3~4-r1c3~4", "expected a line between two candidates, got 'r1c3~4-r1c3~4'"),
        ("r1c3,r1c4-", "r1c3 is already empty"),
        ("r1c3~A@1", "expected a digit from 1 to 9"),
    ],
)
def test_moves_that_cannot_be_played(move: str, message: str) -> None:
    """A move that changes nothing, or names what is not there, is refused with the reason."""
    with pytest.raises(MoveError, match=message):
        PUZZLE.play(move)


@pytest.mark.parametrize(
    "move", ["r1c3@0", "r1c3@10", "r1c3,", ",r1c3=4", "r1c3^", "r1c3~4@", "r1c3-x", "r1c3~4-r1c4", "r1c3,r1c4"]
)
def test_texts_that_are_no_moves(move: str) -> None:
    """A text that is no move is refused with examples of moves."""
    with pytest.raises(ParseError, match="expected a move such as r3c5=7"):
        PUZZLE.play(move)


def test_digits_from_0() -> None:
    """Where the rules begin at 0, moves, pictures and hints name digits as they stand there; a text counts from 1."""
    board = Board.parse("1.....2..3.....4;digits:lowest=0;killer:sum=3:r1c1r2c2")
    assert {move for move in board.moves() if move.startswith("r1c2=")} == {f"r1c2={digit}" for digit in range(4)}
    played = board.play("r1c2=0")
    assert played.digits[1] == 1
    assert Board.parse(played.to_text()) == played
    assert "own 0" in spoken(played)
    assert str(played.conflicts()[0]) == "row 1 holds 0 more than once: r1c1, r1c2"
    found = hint(board)
    assert str(found).endswith("So r1c2 is 1.")
    assert found.moves == ("r1c2=1",)
    with pytest.raises(MoveError, match="expected a digit from 0 to 3, got 'r1c2=4'"):
        board.play("r1c2=4")
    for step in explain(board):
        assert "4" not in re.sub(r"r\dc\d|(row|column|box) \d", "", step.reason)
