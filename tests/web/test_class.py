"""A class: thirty visitors, games that everybody is given, and their results as CSV."""

import contextlib
import csv
import io
from pathlib import Path

import pytest

from support import postgres_server
from support.browser import Browser, serving, until
from support.processes import run
from support.web_process import Tab, Web, web
from tessella.sudoku import generate, solve

PUZZLE, TILES = "sudoku:2x2#1", "2048:2x2/classic#7"


def results(home: Path, *options: str) -> list[dict[str, str]]:
    """Return the rows of the CSV."""
    done = run("scores", "--class", *options, TESSELLA_HOME=str(home))
    assert (done.returncode, done.stderr) == (0, "")
    return list(csv.DictReader(io.StringIO(done.stdout)))


def solve_all(tab: Tab) -> None:
    """Solve the Sudoku that a tab shows."""
    givens = tab.state["givens"]
    for cell, digit in enumerate(solve(generate(1, box=(2, 2))).digits):
        if not givens[cell]:
            assert "error" not in tab.ask("play", move=f"r{cell // 4 + 1}c{cell % 4 + 1}={digit}")
    assert tab.state["over"]


def sit_down(server: Web, stack: contextlib.ExitStack, number: int) -> Tab:
    """Return the tab of a pupil who has given a name and sees the assignments first."""
    tab = stack.enter_context(server.tab("g=2048", cookie=server.let_in()))
    menu = tab.ask("get", what="menu")["result"]
    assert [entry["label"] for entry in menu["assigned"]] == ["1. Sudoku · 4x4", "2. 2048 2x2/classic"]
    assert menu["asks_name"]
    tab.ask("name", name=f"Pupil {number:02}")
    assert not tab.ask("get", what="menu")["result"]["asks_name"]
    return tab


def test_a_class_of_30(tmp_path: Path) -> None:
    """Thirty pupils are there at once; the CSV has a row for each and each game: done or not, and with what help."""
    assign = ("--assign", PUZZLE, "--assign", "2048:2x2#7")
    with web(tmp_path, "--players", *assign) as server, contextlib.ExitStack() as stack:
        tabs = [sit_down(server, stack, number) for number in range(30)]
        for tab in tabs:
            tab.send("open", id=PUZZLE)
        for tab in tabs:
            while tab.receive().get("n") is None:
                pass
        for number, tab in enumerate(tabs):
            if number % 3 == 1:
                assert "error" not in tab.ask("hint", stage=3)
            if number % 3:
                solve_all(tab)
                assert tab.ask("get", what="menu")["result"]["assigned"][0]["about"] == "done"
        tabs[29].ask("open", id=TILES)
        tabs[29].ask("play", move=tabs[29].state["moves"][0])
        tabs[29].ask("undo")
        tabs[28].ask("name", name="=1+1")
        assert server.stop() == 0
    rows = results(tmp_path)
    assert len(rows) == 60
    assert {row["name"] for row in rows} == {*(f"Pupil {n:02}" for n in range(30) if n != 28), "'=1+1"}
    by_name = {(row["name"], row["id"]): row for row in rows}
    for number in range(28):
        row = by_name[f"Pupil {number:02}", PUZZLE]
        assert (row["done"], row["hints"]) == ("yes" if number % 3 else "no", str(int(number % 3 == 1)))
        assert (row["moves"] > "0") == (number % 3 > 0)
    assert by_name["Pupil 29", TILES]["undos"] == "1"
    assert by_name["Pupil 00", TILES] == by_name["Pupil 00", PUZZLE] | {"id": TILES}
    assert not results(tmp_path / "elsewhere")


def test_a_drill_is_done_when_it_is_judged_so(tmp_path: Path) -> None:
    """A drill ends before its puzzle is solved; and what is assigned twice is listed once."""
    drill = "sudoku:drill=xy-wing#3"
    with web(tmp_path, "--players", "--assign", drill, "--assign", "drill=XY wing#3") as server:
        with server.tab("g=sudoku:drill%3Dxy-wing%233", cookie=server.let_in()) as tab:
            tab.ask("hint", stage=3)
            tab.ask("follow")
            [entry] = tab.ask("get", what="menu")["result"]["assigned"]
            assert (entry["id"], entry["about"]) == (drill, "done")
        assert server.stop() == 0
    [row] = results(tmp_path)
    assert (row["id"], row["done"], row["hints"]) == (drill, "yes", "1")


def test_names_are_asked_for_on_the_page(browser: Browser, tmp_path: Path) -> None:
    """The menu has the assignments first, in any language, and a field for the name until it is known."""
    with serving(tmp_path, "--players", "--assign", TILES, "--lang", "zh") as own:
        browser.go(own.url())
        browser.find("main h2", "作业")
        assert browser.texts("main h2")[0] == "作业"
        browser.type("#name", "小明")
        browser.click("main .menu .field [type=submit]")
        until(lambda: not browser.sees("#name"), "the menu without the field")
        browser.click(browser.find("main .card", "2048 2x2/classic"))
        until(lambda: browser.sees("main .tiles"), "the board")
        browser.go("about:blank")


WRONG = [
    (["--assign", "2048:chess#1", "--players"], "expected rules such as"),
    (["--assign", PUZZLE], "expected --players with"),
]


@pytest.mark.parametrize(("options", "said"), WRONG)
def test_what_cannot_be_assigned_is_said(tmp_path: Path, options: list[str], said: str) -> None:
    """An id that is none, and assignments without visitors, are refused in a sentence."""
    done = run("web", "--no-browser", "--port", "0", *options, TESSELLA_HOME=str(tmp_path))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(said)


def test_the_database_is_named_by_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """TESSELLA_DATABASE says where games are kept, so that no password stands in the list of processes."""
    if why := postgres_server.missing():
        postgres_server.skip_or_fail(why)
    with postgres_server.server() as postgres:
        monkeypatch.setenv("TESSELLA_DATABASE", postgres.new_database("class"))
        query = "g=" + TILES.replace("#", "%23")
        with web(tmp_path, "--players", "--assign", TILES) as server, server.tab(query) as tab:
            tab.ask("play", move=tab.state["moves"][0])
            assert server.stop() == 0
        assert [(row["name"], row["id"], row["moves"]) for row in results(tmp_path)] == [("", TILES, "1")]
        assert not list(tmp_path.glob("*.sqlite3"))
