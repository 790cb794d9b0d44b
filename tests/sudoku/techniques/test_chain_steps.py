"""Steps of chains made of nodes, and the length rule."""

from tessella.sudoku.techniques.chain_steps import XY, X, chain_step, fact_of, key_of, longest, tenths_of
from tessella.sudoku.techniques.grid import BOX, CELL, COLUMN, ROW, shape_of


def test_a_node_as_a_fact() -> None:
    """A node is twice its candidate, and one more if it is on; the cause says through which house it came."""
    shape = shape_of((3, 3))
    node = 2 * (9 * 40 + 6) + 1  # 7 in r5c5
    fact = fact_of(shape, node, BOX, (0,))
    assert (fact.digit, fact.cell, fact.is_on, fact.house) == (7, 40, True, 22)
    assert fact_of(shape, node, ROW, (0,)).house == 4
    assert fact_of(shape, node, COLUMN, (0,)).house == 13
    assert fact_of(shape, node - 1, CELL, (0,))[2::3] == (False, -1)


def test_a_step_shows_all_its_facts() -> None:
    """Digits and cells of a step are those of its facts; its candidates are what it eliminates."""
    shape = shape_of((3, 3))
    facts = tuple(fact_of(shape, 2 * n + n % 2, 0, ()) for n in (8, 9, 30))
    step = chain_step(shape, ("name", "code"), (facts,), complexity=3, eliminated=(13, 4), placed=())
    assert (step.digits, step.cells) == ((1, 4, 9), (0, 1, 3))
    assert (step.candidates, step.eliminations) == ("5", ((5, 1, 1), (5, 1, 2)))


def test_ratings_of_lengths() -> None:
    """The length rule: 0.1 more each time that the complexity less 2 passes 4, 6, 8, 12, 16, 24, 32, 48, 64."""
    limits = [4, 6, 8, 12, 16, 24, 32, 48, 64]
    for complexity in range(4, 80):
        extra = sum(complexity - 2 > limit for limit in limits)
        assert tenths_of(key_of(70, complexity, XY)) == 70 + extra
        assert tenths_of(key_of(65, complexity, X)) == 65 + extra


def test_the_longest_chain_that_goes_before() -> None:
    """A chain of the longest length goes before the best one, and of one node more it does not."""
    for complexity in range(6, 60):
        best = key_of(70, complexity, X)
        length = longest(70, XY, best)
        assert key_of(70, length, XY) < best <= key_of(70, length + 1, XY)
