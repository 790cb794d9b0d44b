"""Rules as numbers: records of propagators, cells that see each other, candidates."""

import pytest

from tessella.errors import RulesError
from tessella.sudoku.kernels.variants import search, state
from tessella.sudoku.rules.ruleset import Rules
from tessella.sudoku.variants.encoding import encoded


def _kinds(rules: str) -> list[int]:
    code = encoded(Rules.parse(rules)).code
    starts = {*code[code[state.RECORDS_AT] :][: code[state.PROPAGATORS]].tolist()}  # places left free repeat the first
    return [int(code[start + state.KIND]) for start in starts]


def test_each_constraint_becomes_propagators_of_its_kind() -> None:
    """Houses come first; a cage, a line and a clue outside have one propagator each; equal rules have equal codes."""
    assert _kinds("").count(search.HOUSE) == 27
    assert search.CAGE in _kinds("killer:sum=15:r1c1r1c2r2c1")
    assert search.RISING in _kinds("thermo:r1c1r1c2")
    row = "".join(f"r1c{c}" for c in range(1, 10))
    assert search.AUTOMATON in _kinds(f"skyscraper:count=3:{row}")
    assert search.LUNCHBOX in _kinds(f"sandwich:sum=5:{row}")
    assert search.X_SUM in _kinds(f"x_sum:sum=15:{row}")


def test_equal_cells_see_the_same_cells() -> None:
    """A clone sees what its original sees."""
    peers = encoded(Rules.parse("clone:clone_cells=r9c9:r1c1")).peers
    assert (peers[0] & ~peers[80] == [1 << 0 & 0, 0]).all()


def test_a_rule_without_propagator_is_refused_by_name() -> None:
    """Nothing is left out without a word."""
    line = "".join(f"r1c{c}" for c in range(1, 10)) + "".join(f"r2c{c}" for c in range(1, 10))
    with pytest.raises(RulesError, match="regex"):
        encoded(Rules.parse(f"regex:pattern=.*[12].............:{line}"))
