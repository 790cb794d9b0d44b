"""The command `tessella 2048 practice`."""

from support.program import run


def test_practice_by_lines() -> None:
    """Positions are drawn, moves judged, what changes nothing is not taken, and the accuracy is there the next time."""
    refused = run("2048", "practice", "L3-16")
    assert refused.returncode == 2
    assert "tables make L3-16" in refused.stderr
    run("2048", "tables", "make", "L3-16")
    said = run("2048", "practice", "L3-16", "--questions", "2", typed="x\n" + "w\na\ns\nd\n" * 2)
    assert (said.returncode, said.stderr) == (0, "")
    assert said.stdout.startswith("L3-16: make 16, and move no large tile.")
    verdicts = [line for line in said.stdout.splitlines() if "best" in line or line.startswith("Right: ")]
    assert len(verdicts) == 2
    assert "of 2 right" in said.stdout
    told = run("2048", "practice", "L3-16", "--accuracy").stdout
    assert told.strip() == said.stdout.splitlines()[-1]


def test_practice_ends_with_the_input() -> None:
    """The end of the input, or q, ends it with the summary."""
    run("2048", "tables", "make", "L3-16")
    for typed in ("", "q\n"):
        said = run("2048", "practice", "L3-16", "--spoken", typed=typed)
        assert said.returncode == 0
        assert said.stdout.endswith("Nothing has been practised yet.\n")
