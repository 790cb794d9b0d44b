"""Steps as values."""

from tessella.sudoku.techniques.step import Fact, Node, Set, Step


def test_steps_are_values() -> None:
    """Steps with the same fields are equal and hash alike; an inner step takes part in that."""
    inner = Step("pointing", "0100", "5", ((5, 1, 9),))
    steps = [
        Step("x", "f0", "5", sets=(Set((1,), (2, 3)),), nodes=(Node(5, (8,), is_on=True),), chains=((fact,),))
        for fact in (Fact(5, 8, is_on=False, step=inner),) * 2
    ]
    assert steps[0] == steps[1]
    assert len({*steps, inner}) == 2
