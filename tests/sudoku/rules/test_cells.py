"""Cells with rules: kept, compared and refused."""

import io
from pathlib import Path

import pytest

from support.variant_puzzles import puzzles
from tessella.errors import ParseError, PuzzleError, RulesError
from tessella.sudoku import notation
from tessella.sudoku.board import Board
from tessella.sudoku.generation import MAX_RULES, open_id
from tessella.sudoku.generator.clue_removal import is_minimal
from tessella.sudoku.generator.full_grid import shuffle
from tessella.sudoku.rating.rater import rate
from tessella.sudoku.rules.cells import rules_of

CAGE = "." * 81 + ";anti_knight;killer:sum=10:r1c1r1c2"


def test_text_keeps_rules_marks_and_annotations(variant_data: Path) -> None:
    """The board of every puzzle, with digits and marks of its own, is read again from its text and equal."""
    for one in puzzles(variant_data):
        if one.rules.lowest:
            board = Board.of_givens(_values(one.givens), one.rules.box, one.rules.constraints)
            assert rules_of(board) == one.rules == board.rules == board.puzzle.rules
            blank = board.digits.index(0)
            board = board.play(f"{board.name(blank)}@3").play("~")
            assert Board.parse(board.to_text(), board.box) == board, one.name
            if len(one.rules.to_text()) <= MAX_RULES:
                assert open_id(f"sudoku:{board.to_text()}").start == board


def _values(signs: str) -> list[int]:
    return [0 if sign == "." else int(sign, 36) for sign in signs]


def test_what_says_the_same_is_equal() -> None:
    """The order of constraints has no meaning; a constraint more makes another board."""
    board = Board.parse(CAGE)
    assert board == Board.parse("." * 81 + ";killer:sum=10:r1c2r1c1;anti_knight")
    assert hash(board) == hash(Board.parse(CAGE))
    assert board not in (Board.empty(), Board.parse("." * 81 + ";anti_knight"))


@pytest.mark.parametrize("size", [5, 7, 11, 13])
def test_sizes_without_boxes(size: int) -> None:
    """A grid of five, seven, eleven or thirteen rows has rows, columns and what its rules say."""
    board = Board.parse("." * size**2 + ";anti_knight")
    assert board.box == (1, size)
    assert Board.parse(board.to_text()) == board
    assert len(board.rules.houses) == 2 * size
    assert "r2c3" not in {board.name(cell) for cell in range(size**2) if board.play("r1c1=1").candidates()[cell] & 1}
    assert open_id(f"sudoku:{board.to_text()}").start == board


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("." * 81 + ";kiler:sum=3:r1c1r1c2", "'kiler'"),
        ("." * 81 + ";anti_queen", "'anti_queen'"),
        ("." * 81 + ";killer:sum=3:r1c1r1", "'r1c1r1'"),
        ("." * 81 + ";killer:sum=x:r1c1r1c2", "a whole number"),
        ("." * 81 + ";anti_knight;", None),
        ("." * 80 + ";anti_knight", "expected 81 cells, got 80"),
        ("." * 81 + ";thermo:r1c1", "cells"),
    ],
)
def test_damaged_rules_are_refused_in_a_sentence(text: str, said: str | None) -> None:
    """Rules that are not known or not whole are never dropped."""
    if said is None:
        assert Board.parse(text).rules.to_text() == "anti_knight"
        return
    with pytest.raises((ParseError, RulesError)) as error:
        Board.parse(text)
    assert said in str(error.value)
    with pytest.raises((ParseError, RulesError)):
        open_id(f"sudoku:{text}")


def test_rules_that_are_too_long_for_an_id() -> None:
    """An id holds rules up to a length that is named, and a file has no such limit."""
    cages = "".join(f";killer:sum={n}:{''.join(f'r{row}c{n}' for row in range(1, 10))}" for n in range(1, 10))
    text = "." * 81 + cages + "".join(f";sum:sum={n}:" + "r1c1r2c2" * 50 for n in range(1, 10))
    assert Board.parse(text)
    with pytest.raises(RulesError, match="expected rules of at most 4000 characters"):
        open_id(f"sudoku:{text}")


@pytest.mark.parametrize("form", notation.FORMATS)
def test_files_hold_rules_or_refuse_them(form: str) -> None:
    """A file gives back the rules of its puzzle, and a format that has no place for them says so."""
    board = Board.parse(CAGE + ";quadruple:values=1,2:r5c5r5c6r6c5r6c6")
    if form not in ("line", "csv", "json", "fpuzzles", "sudokupad", "scl", "iss", "small", "boxed"):
        with pytest.raises((ParseError, RulesError), match=r"anti_knight|quadruple"):
            notation.write(board, form)
        return
    found = notation.read_many(io.BytesIO(notation.write(board, form).encode()))
    assert [one.board for one in found] == [board]


@pytest.mark.parametrize("ask", [rate, is_minimal, lambda board: shuffle(board, 1)])
def test_what_knows_only_rows_columns_and_boxes_says_so(ask: object) -> None:
    """Nothing treats a puzzle with rules of its own as one without."""
    assert callable(ask)
    with pytest.raises((RulesError, PuzzleError)):
        ask(Board.parse(CAGE))
