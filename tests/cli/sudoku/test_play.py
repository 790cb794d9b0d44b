"""The commands that play Sudoku."""

import pytest

from support.program import run


@pytest.mark.parametrize("words", [["sudoku"], ["sudoku", "play"]])
def test_both_commands_play(words: list[str]) -> None:
    """`tessella sudoku` and `tessella sudoku play` open the same puzzle."""
    assert "sudoku:#3" in run(*words, "--seed", "3", "--ascii", typed="i\nq\n").stdout


def test_a_level_is_known_in_any_case_and_remembered() -> None:
    """`--level Easy` opens an easy puzzle; an unknown level is refused with the nearest one."""
    assert "sudoku:easy#3" in run("sudoku", "--level", "Easy", "--seed", "3", "--ascii", typed="i\nq\n").stdout
    refused = run("sudoku", "--level", "hart")
    assert refused.returncode == 2
    assert "hard" in refused.stderr


def test_practice_opens_a_puzzle_of_its_technique() -> None:
    """`--practice` opens the next puzzle of that technique's course."""
    assert "sudoku:technique=" in run("sudoku", "--practice", "naked-pair", "--ascii", typed="i\nq\n").stdout
