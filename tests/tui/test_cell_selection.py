"""The selected cells of a Sudoku."""

from tessella.tui.cell_selection import Selection


def test_steps_select_one_cell_more_cells_or_none() -> None:
    """A step selects one cell, with shift one more, with ctrl it leads the cursor away; the edges are open."""
    one = Selection.of(0)
    assert one.moved("left", 9) == Selection.of(8)
    assert one.moved("up", 9, "shift") == Selection(72, frozenset({0, 72}))
    away = one.moved("down", 9, "ctrl").moved("down", 9, "ctrl")
    assert away == Selection(18, frozenset({0}))
    assert away.moved("right", 9, "shift").cells == {0, 18, 19}
    assert away.added(40) == Selection(40, frozenset({0, 40}))


def test_a_cell_is_selected_and_left_out() -> None:
    """What is toggled comes and goes, but the last selected cell stays."""
    two = Selection.of(0).toggled(5)
    assert two == Selection(5, frozenset({0, 5}))
    assert two.toggled(5) == Selection(5, frozenset({0}))
    assert Selection.of(5).toggled(5) == Selection.of(5)
