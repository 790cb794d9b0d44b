"""Trial and error: found, sound, told."""

import pytest

from support.techniques import check_technique
from tessella.sudoku.techniques import trial_and_error
from tessella.sudoku.techniques.technique import Technique


@pytest.mark.parametrize("technique", trial_and_error.TECHNIQUES, ids=lambda technique: technique.code)
def test_found_and_sound(technique: Technique) -> None:
    """Every refutation is found in its example, and no step contradicts a solution."""
    check_technique(technique)
