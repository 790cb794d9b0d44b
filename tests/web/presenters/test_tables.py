"""Menu, statistics and leaderboard in texts."""

import pytest

from support.page_client import PageClient
from support.page_messages import PUZZLE
from tessella.play.store import Store
from tessella.web.player_games import PlayerGames


@pytest.fixture
def games() -> PlayerGames:
    """Return the games of a store in memory."""
    return PlayerGames(Store.in_memory())


def test_the_menu_has_games_in_progress_first(games: PlayerGames) -> None:
    """A game that was begun can be continued by its id, and there are new ones of both kinds, and drafts."""
    tab = PageClient(games)
    assert tab.ask("get", what="menu")["result"]["in_progress"] == []
    while not tab.state["score"]:
        tab.ask("play", move=tab.state["moves"][0])
    menu = tab.ask("get", what="menu")["result"]
    about = f"{tab.state['score']} points, just now"
    going = {"id": "2048:classic#42", "label": "2048 classic", "about": about, "is_new": False, "number": 1}
    assert menu["in_progress"] == [going]
    assert {entry["id"].partition(":")[0] for entry in menu["new"]} == {"2048", "sudoku", "setting"}
    assert [entry["id"] for entry in menu["new"] if entry["is_new"]] == ["sudoku"]


def test_statistics(games: PlayerGames) -> None:
    """What was played stands in tables whose rows are as wide as their head."""
    tab = PageClient(games)
    nothing = {"title": "Statistics", "tables": [], "notes": ["No games yet."], "name": ""}
    assert tab.ask("get", what="statistics")["result"] == nothing
    while not tab.state["score"]:
        tab.ask("play", move=tab.state["moves"][0])
    [table, *best] = tab.ask("get", what="statistics")["result"]["tables"]
    assert table["rows"][0][:2] == ["2048:classic", "1"]
    assert best
    assert all(len(one["head"]) == len(row) for one in (table, *best) for row in one["rows"])
    sudoku = PageClient(games, PUZZLE)
    sudoku.ask("play", move="r1c3=4")
    assert sudoku.ask("get", what="statistics")["result"]["tables"][0]["rows"][0][:3] == ["no level", "1", "0"]


def test_the_leaderboard(games: PlayerGames) -> None:
    """Everybody stands there once by name, what was forged does not, and the own row is known."""
    store = games.store
    for owner, moves in (("ann", 20), ("bob", 30)):
        tab = PageClient(PlayerGames(store.of(owner)), "2048:classic#42")
        tab.ask("name", name=f" {owner}  A.")
        for _move in range(moves):
            tab.ask("play", move=tab.state["moves"][0])
    store._db.execute("UPDATE game SET fair_score = 99999 WHERE owner = 'ann'")
    scores = tab.ask("get", what="scores")["result"]
    assert scores["name"] == "bob A."
    [table] = [one for one in scores["tables"] if "2048:classic, without help" in one["title"]]
    assert [row[1] for row in table["rows"]] == ["bob A."]
    assert table["mine"] == 0
