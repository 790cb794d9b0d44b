"""What is shown of a draft: clues, what is known of its solutions, formats; and what it refuses."""

import pytest

from support.page_client import PageClient
from support.page_messages import PUZZLE
from tessella.play.draft_solver import Look
from tessella.play.store import Store
from tessella.sudoku.formats.registry import FORMATS, read_one
from tessella.sudoku.setting.draft import Draft
from tessella.web.player_games import PlayerGames
from tessella.web.presenters.setting import LiveSetting


@pytest.fixture
def tab(monkeypatch: pytest.MonkeyPatch) -> PageClient:
    """Return a page with an empty draft, which is looked at in this process."""
    monkeypatch.setattr(Look, "__call__", lambda look: look._do(*look._args, 1000.0))
    return PageClient(PlayerGames(Store.in_memory()), "setting:4x4#1")


def settle(tab: PageClient) -> LiveSetting:
    """Find out all there is."""
    while tab.task:
        tab.complete(tab.task)
        tab.task = tab.game.wanted()
    assert isinstance(tab.game, LiveSetting)
    return tab.game


def test_a_change_is_told_and_looked_at(tab: PageClient) -> None:
    """A rule that is put is told at once, and what it does to the solutions when that is known."""
    tab.ask("clue", type="killer", cells=[1, 0], values={"sum": "5"})
    assert tab.state["announcement"] == "Killer cage: r1c1 and r1c2 differ and add up to 5"
    assert tab.state["clues"] == [
        {"type": "killer", "text": "killer:sum=5:r1c1r1c2", "cells": [0, 1], "values": {"sum": "5"}, "mark": ""}
    ]
    assert (tab.state["summary"], tab.state["busy"]) == ("Looking for solutions ...", True)
    assert (tab.state["complete"], tab.state["candidates"][5]) == (False, [1, 2, 3, 4])
    game = settle(tab)
    state = game.details()
    assert state["summary"].startswith("Several solutions: ")
    assert (state["busy"], state["complete"], state["candidates"][0]) == (False, True, (1, 2, 3, 4))
    assert len(state["examples"]) == 2
    tab.ask("clue", type="killer", cells=[0, 1], values={"sum": "5"})
    assert tab.state["announcement"] == "Gone: killer cage"
    tab.ask("undo")
    assert len(tab.state["clues"]) == 1


def test_what_is_not_needed_is_marked(tab: PageClient) -> None:
    """Of a puzzle with one solution, clues that it can do without are marked; a contradiction names its cells."""
    tab.ask("load", text="1...|..2.|.3..|...4")
    tab.ask("clue", type="odd", cells=[0])
    state = settle(tab).details()
    assert (state["summary"], state["clues"][0].mark) == ("One solution.", "idle")
    tab.ask("play", move="r1c2=1")
    assert tab.state["problems"][0] == "Row 1 holds 1 more than once: r1c1, r1c2"
    assert (tab.state["summary"], tab.state["conflicts"], tab.task) == ("No solution.", [0, 1], None)
    assert tab.state["candidates"] == []


def test_a_puzzle_comes_and_goes_in_every_format(tab: PageClient) -> None:
    """What is written in a format that holds rules is read again as the same draft."""
    tab.ask("load", text="6x6")
    tab.ask("clue", type="anti_king")
    tab.ask("play", move="r1c1=5")
    settle(tab)
    exports = tab.ask("get", what="formats")["result"]
    assert [one["format"] for one in exports] == [name for name, form in FORMATS.items() if form.holds_rules]
    written = {one["format"]: one["text"] for one in exports if one["text"]}
    assert {"line", "json", "fpuzzles", "sudokupad", "iss"} <= {*written}
    assert all(one.get("error") for one in exports if not one["text"])
    text = tab.state["text"]
    for name in ("line", "json", "fpuzzles", "sudokupad", "iss"):
        assert Draft(*read_one(written[name])).to_text() == text
        tab.ask("load", text="4x4")
        assert "error" not in tab.ask("load", text=written[name]), name
        assert tab.state["text"] == text
    tab.ask("load", text=PUZZLE)
    assert tab.state["text"] == PUZZLE


@pytest.mark.parametrize(
    ("do", "fields", "sentence"),
    [
        ("load", {"text": "hello"}, "'hello'"),
        ("load", {"text": "x" * 60_001}, "60000"),
        ("load", {"text": "https://www.f-puzzles.com/?load=N4Ig"}, "xpected"),
        ("clue", {"type": "foo"}, "expected a rule that is known"),
        ("clue", {"type": "thermo", "cells": [0, 99]}, "cells of the grid"),
        ("clue", {"type": "thermo", "cells": [0]}, "at least 2 cells"),
        ("play", {"move": "left"}, "expected a change such as r1c1=5"),
        ("hint", {}, "not available"),
        ("review", {}, "No move"),
        ("watch", {}, "not available"),
    ],
)
def test_what_cannot_be_is_a_sentence(tab: PageClient, do: str, fields: dict[str, object], sentence: str) -> None:
    """A text that is no puzzle, a tool without cells and what games alone have are refused; the draft stays."""
    answer = tab.ask(do, **fields)
    assert sentence.lower() in answer["error"].lower()
    assert tab.state["text"] == "." * 16


def test_a_game_takes_no_clues() -> None:
    """What is for drafts is refused elsewhere."""
    tab = PageClient(PlayerGames(Store.in_memory()), f"sudoku:{PUZZLE}")
    for do, fields in (("clue", {"type": "odd", "cells": [0]}), ("load", {"text": "6x6"}), ("get", {"what": "tools"})):
        assert tab.ask(do, **fields)["error"] == "That is not available in this game."


def test_drafts_are_in_the_menu_alone() -> None:
    """A draft that something was put into is offered in the menu, also where another was begun; not as a game."""
    games = PlayerGames(Store.in_memory())
    for number in (1, 2):
        tab = PageClient(games, f"setting:6x6#{number}")
        tab.ask("play", move=f"r1c1={number}")
    PageClient(games, "setting:6x6#3")
    menu = tab.ask("get", what="menu")["result"]
    assert {one["id"] for one in menu["drafts"]} == {"setting:6x6#1", "setting:6x6#2"}
    assert all(one["about"].startswith("1 given, ") for one in menu["drafts"])
    assert menu["in_progress"] == []
    assert games.store.scores.statistics() == []
