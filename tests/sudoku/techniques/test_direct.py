"""Direct techniques: found, sound, told."""

import pytest

from support.techniques import check_technique
from tessella.sudoku.techniques import direct
from tessella.sudoku.techniques.technique import Technique


@pytest.mark.parametrize("technique", direct.TECHNIQUES, ids=lambda technique: technique.code)
def test_found_and_sound(technique: Technique) -> None:
    """Every direct technique is found in its example, and no step contradicts a solution."""
    check_technique(technique)
