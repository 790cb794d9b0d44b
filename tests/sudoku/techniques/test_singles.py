"""Singles: found, sound, told, and as HoDoKu has them."""

import re
from itertools import chain
from pathlib import Path

import pytest

from support.techniques import cell_of, check_library, check_technique, positions
from tessella import i18n
from tessella.sudoku import Board, find_all, hint
from tessella.sudoku.geometry import cell_name, houses, peers
from tessella.sudoku.techniques import singles
from tessella.sudoku.techniques.explanation import reason
from tessella.sudoku.techniques.grid import Grid
from tessella.sudoku.techniques.singles import blockers
from tessella.sudoku.techniques.technique import Technique


@pytest.mark.parametrize("technique", singles.TECHNIQUES, ids=lambda technique: technique.code)
def test_found_and_sound(technique: Technique) -> None:
    """Every single is found in its example, and no step contradicts a solution."""
    check_technique(technique)


@pytest.mark.parametrize("code", ["0000", "0002", "0003"])
def test_library(sudoku_data: Path, code: str) -> None:
    """HoDoKu's cases find what they should, and nothing else for the same digits."""
    check_library(sudoku_data, code)


def test_singles_are_told_by_what_blocks() -> None:
    """Every digit that is named stands where it blocks, all other cells (digits) are ruled out, and none is idle."""
    told = 0
    for board, _solution in positions(20, 0.2):
        grid = Grid.of(board)
        for step in chain(find_all(board, "hidden single"), find_all(board, "naked single")):
            [cell], [digit], near = step.cells, step.digits, peers((3, 3))
            found = blockers(step, grid)
            text = reason(step, grid)
            if step.code == "0003":
                assert all(cell in near[one] for one in found)
                held = {board.digits[one] for one in found}
                assert len(held) == len(found)
                later = re.search(r"earlier steps rule out (.*?)\. So", text)
                held |= {int(one) for one in re.findall(r"\d", later[1] if later else "")}
                assert held == {*range(1, 10)} - {digit}
                continue
            others = {one for one in houses((3, 3))[step.houses[0]] if not board.digits[one]} - {cell}
            seen = [others & {*near[one]} for one in found]
            assert all(board.digits[one] == digit for one in found)
            assert all(cell_name(one) in text for one in found)
            assert all(here - set().union(*seen[:n], *seen[n + 1 :]) for n, here in enumerate(seen))
            rest = {cell_of(name) for name in re.findall(r"r\dc\d", text.partition("rule out")[2].partition(". So")[0])}
            assert rest == others - set().union(*seen) if others else "last empty cell" in text
            told += 1
    assert told > 500


@pytest.mark.parametrize("language", list(i18n.LANGUAGES))
def test_blockers_are_in_the_picture(language: str) -> None:
    """What blocks is lit up in the second colour."""
    found = hint(Board.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"))
    with i18n.speaking(language):
        assert found.secondary
        assert found.secondary < {*found.cells}
        assert all(found.board.name(cell) in found.reason for cell in found.secondary)
