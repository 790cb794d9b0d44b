"""A game that is shown: what is told of each event, hints that come later, and the AI that is watched."""

import pytest

from support.advisers import Adviser
from support.page_client import PageClient
from tessella.i18n import sentence, speaking
from tessella.play.session import Session
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame
from tessella.web.live_game import live_game
from tessella.web.player_games import PlayerGames


@pytest.fixture
def games() -> PlayerGames:
    """Return the games of a store in memory."""
    return PlayerGames(Store.in_memory())


def test_an_event_is_told_once(games: PlayerGames) -> None:
    """The announcement and the slide are those of the last event; another one makes them forgotten."""
    tab = PageClient(games)
    played = tab.ask("play", move="left")["state"]
    assert played["announcement"].startswith("Left; ")
    assert (played["at"], played["slide"]["direction"]) == (1, "left")
    undone = tab.ask("undo")["state"]
    assert (undone["announcement"], undone["slide"]) == ("Undone.", None)


@pytest.mark.parametrize(("id", "move"), [("2048:classic#42", "left"), ("sudoku:1.....2..3.....4", "r1c2=1")])
def test_chinese_has_its_own_semicolon(games: PlayerGames, id: str, move: str) -> None:
    """The parts of what is told of a move stand apart as the language has it."""
    tab = PageClient(games, id)
    with speaking("zh"):
        told = tab.ask("play", move=move)["state"]["announcement"]
    assert "；" in told
    assert ";" not in told


def test_a_hint_of_2048_comes_later(games: PlayerGames, advisor: Adviser) -> None:
    """The answer comes at once and says so; the hint counts when it is there, and once for a board."""
    tab = PageClient(games)
    at = tab.state["at"]
    task = tab.task_of("hint")
    assert (tab.state["thinking"], tab.state["hint"], tab.state["hints"]) == ("Thinking ...", None, 0)
    assert tab.task_of("hint") is None  # it is on its way
    assert tab.complete(task)
    state = tab.ask("get", what="state")["state"]
    moves = tab.game.position.moves()
    assert (state["hint"]["best"], state["thinking"], state["hints"]) == (moves[-1], "", 1)
    assert (state["at"], state["assisted"]) == (at, True)  # a move that is on its way is not out of date
    assert tab.task_of("hint") is None
    assert (tab.state["hints"], tab.state["announcement"]) == (1, state["announcement"])
    assert tab.ask("follow")["state"]["step"] == 1
    assert tab.game.stored.session.moves == (moves[-1],)
    assert (tab.state["hint"], tab.state["hints"]) == (None, 1)


def test_a_hint_for_a_board_that_is_gone_is_dropped(games: PlayerGames, advisor: Adviser) -> None:
    """Who plays on while a hint is computed gets none, and none is counted."""
    tab = PageClient(games)
    task = tab.task_of("hint")
    tab.ask("play", move="left")
    assert tab.state["thinking"] == ""
    assert not tab.complete(task)
    assert (tab.ask("get", what="state")["state"]["hint"], tab.state["hints"]) == (None, 0)


def test_a_hint_counts_in_each_game_that_it_helps(games: PlayerGames, advisor: Adviser) -> None:
    """Who begins the same game anew has not asked there for the hint of the last one."""
    tab = PageClient(games)
    tab.complete(tab.task_of("hint"))
    again = tab.ask("new", id="2048:classic#42")["state"]
    assert (again["step"], again["hints"], again["hint"]) == (0, 0, None)
    assert tab.ask("follow")["error"] == "Get a hint first."
    tab.complete(tab.task_of("hint"))
    assert tab.ask("get", what="state")["state"]["hints"] == 1


def test_an_ai_that_cannot_play_says_so(games: PlayerGames, advisor: Adviser) -> None:
    """What goes wrong with a hint is a sentence to see, counts nothing, and stops a player that is watched."""
    advisor.fails = True
    tab = PageClient(games)
    assert tab.complete(tab.task_of("hint"))
    assert tab.ask("get", what="state")["state"]["notices"] == ["The player has no idea"]
    assert tab.state["hints"] == 0
    tab.ask("watch")
    assert tab.complete(tab.game.coach.next_move())
    assert (tab.ask("get", what="state")["state"]["watch"], tab.state["step"]) == (None, 0)


def test_the_ai_is_watched(games: PlayerGames, advisor: Adviser) -> None:
    """Its moves count as hints; it can be paused, stepped, sped up, and no late move is played."""
    tab = PageClient(games)
    assert tab.ask("watch", speed=4)["state"]["watch"] == {"name": "The AI", "running": True, "speed": 4.0}
    for step in (1, 2):
        assert tab.complete(tab.game.coach.next_move())
        assert (tab.ask("get", what="state")["state"]["step"], tab.state["hints"]) == (step, step)
        assert (tab.state["at"], bool(tab.state["slide"])) == (step, True)
    task = tab.game.coach.next_move()
    tab.ask("watch", running=False, speed=8)
    tab.complete(task)
    assert tab.game.coach.next_move() is None
    assert (tab.ask("get", what="state")["state"]["step"], tab.state["watch"]["speed"]) == (2, 8.0)
    tab.complete(tab.task_of("step"))
    assert tab.ask("get", what="state")["state"]["step"] == 3
    assert "; new " in tab.state["announcement"]
    assert tab.state["watch"]["running"] is False
    assert Session.from_text(tab.game.stored.session.to_text()).hints == 3


def test_who_plays_takes_over(games: PlayerGames, advisor: Adviser) -> None:
    """A move for the board as it is is played, one for a board that the AI has left only stops it."""
    tab = PageClient(games)
    tab.ask("watch")
    seen = {"at": tab.state["at"], "of": tab.state["id"]}
    tab.complete(tab.game.coach.next_move())
    late = tab.ask("play", move="left", **seen)
    assert "error" not in late
    state = late["state"]
    assert (state["step"], state["watch"], state["announcement"]) == (1, None, "It is your turn now.")
    tab.ask("watch")
    assert tab.ask("play", move=tab.state["moves"][0])["state"]["step"] == 2
    assert (tab.state["watch"], tab.state["hints"]) == (None, 1)
    tab.ask("watch")
    tab.task_of("hint")
    assert tab.state["watch"]["running"] is False


def test_the_ai_stops_at_the_end(games: PlayerGames, advisor: Adviser) -> None:
    """When no move is left nobody plays any more."""
    tab = PageClient(games, "2048:2x2/classic#1")
    tab.ask("watch")
    while task := tab.game.coach.next_move():
        tab.complete(task)
    assert tab.ask("get", what="state")["state"]["over"]
    assert not tab.game.coach.is_watched


def test_a_finished_game_is_reviewed(games: PlayerGames, advisor: Adviser) -> None:
    """A review is computed once; one can go back to a move of it, each move an undo, and play on."""
    tab = PageClient(games, "2048:2x2/classic#1")
    assert tab.ask("review")["error"] == "No move has been played yet."
    boards = [tab.state["rows"]]
    while not tab.state["over"]:
        boards.append(tab.ask("play", move=tab.state["moves"][0])["state"]["rows"])
    task = tab.task_of("review")
    assert tab.task_of("review") is None
    assert tab.complete(task)
    assert len(tab.ask("get", what="state")["state"]["review"]["moves"]) == 1
    last, at = len(boards) - 1, tab.state["at"]
    back = tab.ask("back", step=1)["state"]
    assert (back["rows"], back["undos"], back["over"], back["review"]) == (boards[1], last - 1, False, None)
    again = tab.ask("back", step=1, at=at, again=True)
    assert "error" not in again
    assert again["state"]["undos"] == last - 1
    assert tab.ask("back", step=999)["error"] == "Nothing to undo"
    assert tab.state["undos"] == last - 1


def test_a_game_that_another_process_plays(games: PlayerGames) -> None:
    """A game that another process has moved in is taken over on refresh, and said to have changed."""
    tab = PageClient(games)
    elsewhere = live_game(StoredGame.open(games.store, "2048:classic#42"))
    elsewhere.play("left")
    assert tab.game.refresh()
    state = tab.game.state()
    assert isinstance(state, type(elsewhere.state()))
    assert tab.ask("get", what="state")["state"]["step"] == 1
    assert state.announcement.startswith("This game was changed in another window")
    assert not tab.game.refresh()


def test_a_sentence_begins_with_a_capital_letter() -> None:
    """The name of a cell stays as it is."""
    assert [sentence(text) for text in ("left", "r3c5 is 7", "2048")] == ["Left", "r3c5 is 7", "2048"]
