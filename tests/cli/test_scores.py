"""The command that shows scores."""

import json

from support.processes import run


def test_scores_as_text_and_as_json() -> None:
    """`scores` shows a line a game, `--json` one array of tables."""
    assert run("scores").stdout == "No game has been played yet.\n"
    run("2048", "--seed", "5", typed="a\ns\n")
    assert "2048:classic#5" in run("scores").stdout
    tables = json.loads(run("scores", "--json").stdout)
    assert [(t["score_table"], t["games"], t["best"], t["records"][0]["id"]) for t in tables] == [
        ("2048:classic", 1, 4, "2048:classic#5")
    ]
