"""The command `tessella 2048`."""

from support.processes import run


def test_the_game_that_the_options_name_is_played() -> None:
    """Rules and seed make the game, whose id is the first line of line mode."""
    said = run("2048", "--rules", "sprint", "--seed", "7", "--ascii", typed="i\nq\n").stdout
    assert "2048:sprint#7" in said
    assert "Step 0  Score 0" in said
    assert run("2048", "--ascii", typed="i\nq\n").stdout.count("2048:sprint#7") > 0
