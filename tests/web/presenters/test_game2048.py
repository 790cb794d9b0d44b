"""What is shown of 2048: slides, sentences, advice, and the form for a new game."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.advisers import Adviser
from support.page_client import PageClient
from tessella import game2048, i18n
from tessella.game2048.advice.reasons import move_name
from tessella.play.store import Store
from tessella.web.player_games import PlayerGames, _asked_id
from tessella.web.presenters.game2048 import Live2048
from tessella.web.protocol import New, Options2048


@pytest.fixture
def games() -> PlayerGames:
    """Return the games of a store in memory."""
    return PlayerGames(Store.in_memory())


@given(st.integers(0, 10**6), st.sampled_from(["classic", "cascade", "3x5/fours=50/coinflip"]), st.data())
@settings(max_examples=60)
def test_a_slide_leads_from_board_to_board(seed: int, rules: str, data: st.DataObject) -> None:
    """Carried where the slide says, the old tiles and the new one make up the new board, and all go one way."""
    board = game2048.open_id(f"2048:{rules}#{seed}").start
    for _step in range(data.draw(st.integers(1, 40))):
        if not board.moves():
            break
        before, move = board, data.draw(st.sampled_from(board.moves()))
        board = board.play(move)
    else:
        shown = before.trace(move)
        height, width = len(board.rows), len(board.rows[0])
        made: dict[tuple[int, int], list[int]] = {}
        for value, (r, c), (y, x), _is_merged in shown.tiles:
            assert before.rows[r][c] == value
            steps = {
                "left": (y == r, x <= c),
                "right": (y == r, x >= c),
                "up": (x == c, y <= r),
                "down": (x == c, y >= r),
            }
            assert all(steps[move])
            made.setdefault((y, x), []).append(value)
        assert len({tile.start for tile in shown.tiles}) == sum(map(bool, sum(before.rows, ())))
        sums = {cell: sum(values) for cell, values in made.items()} | {shown.spawn.cell: shown.spawn.value}
        assert tuple(tuple(sums.get((r, c), 0) for c in range(width)) for r in range(height)) == board.rows
        merged = {cell for cell, values in made.items() if len(values) > 1}
        assert {placed.cell for placed in shown.merges} == merged
        assert {tile.end for tile in shown.tiles if tile.is_merged} == merged


def test_only_the_last_move_slides(games: PlayerGames) -> None:
    """A state after a move is one further and tells how it went; after an undo there is nothing to follow."""
    tab = PageClient(games)
    at = tab.state["at"]
    state = tab.ask("play", move="left")["state"]
    assert (state["at"], state["slide"]["direction"]) == (at + 1, "left")
    assert tab.ask("undo")["state"]["slide"] is None


def test_what_a_move_did_is_said(games: PlayerGames) -> None:
    """The live region gets a sentence on every event."""
    tab = PageClient(games, "2048:4x4/classic:22../..../..../....#1")
    announcement = tab.ask("play", move="left")["state"]["announcement"]
    assert announcement.startswith("Left; merged into 4; new ")
    assert announcement.endswith("; score 4")
    assert tab.ask("undo")["state"]["announcement"] == "Undone."


def test_a_win_is_told_until_it_is_answered(games: PlayerGames) -> None:
    """Reaching the target is said with the move that did it, and after later ones, until a client keeps playing."""
    tab = PageClient(games, "2048:2x2/8/classic:44/..#1")
    assert "You win!" in tab.ask("play", move="left")["state"]["outcome"]
    tab.ask("play", move=tab.state["moves"][0])
    assert "You win!" in tab.state["outcome"]
    assert not tab.ask("keep_playing")["state"]["outcome"]
    tab.ask("play", move=tab.state["moves"][0])
    assert not tab.state["outcome"]


def test_advice_has_a_row_for_each_move(games: PlayerGames, advisor: Adviser) -> None:
    """The moves stand best first, with score, chance and a bar; the reason is a sentence."""
    tab = PageClient(games)
    assert tab.complete(tab.task_of("hint"))
    hint, moves = tab.ask("get", what="state")["state"]["hint"], tab.game.position.moves()
    assert hint["best"] == moves[-1]
    assert [choice["move"] for choice in hint["choices"]] == list(moves[::-1])
    scores, chances = zip(*[choice["texts"] for choice in hint["choices"]], strict=True)
    assert scores == ("1,000", "900", "800", "700")
    assert set(chances) == {"50%"}
    assert {choice["share"] for choice in hint["choices"]} == {0.5}
    assert hint["about"].endswith("chance of 8")
    assert hint["reason"] in tab.state["announcement"]
    with i18n.speaking("zh"):  # it is told in the language that is spoken when it is looked at
        label = tab.ask("get", what="state")["state"]["hint"]["choices"][0]["label"]
        assert label == move_name(hint["best"]) != hint["best"]


def test_a_review_names_the_costliest_moves(games: PlayerGames, advisor: Adviser) -> None:
    """Each has a label, its cost and the board before it; going back there plays on."""
    tab = PageClient(games, "2048:2x2/classic#1")
    boards = [tab.state["rows"]]
    while not tab.state["over"]:
        boards.append(tab.ask("play", move=tab.state["moves"][0])["state"]["rows"])
    task = tab.task_of("review")
    assert (tab.state["review"]["thinking"], tab.state["review"]["moves"]) == ("Reviewing the game ...", [])
    assert tab.complete(task)
    [move] = tab.ask("get", what="state")["state"]["review"]["moves"]
    assert (move["step"], move["rows"], move["cost"]) == (1, boards[1], "-120")
    assert re.match("Move 2: [A-Z]", move["label"])
    assert "50%" in tab.state["review"]["title"]


@pytest.mark.parametrize(
    ("options", "id"),
    [
        (Options2048(rules="sprint", size="5x4", target="64"), "2048:5x4/64/sprint"),
        (Options2048(), "2048:classic"),
        (Options2048(size="5×4"), "2048:5x4/classic"),
        (Options2048(fours="25%"), "2048:fours=25/classic"),
    ],
)
def test_a_filled_form_is_an_id(options: Options2048, id: str) -> None:
    """What the form for a new game asks for is written as an id; what is empty is the usual."""
    assert _asked_id(New(options=options)) == id


def test_the_form_offers_all_rules() -> None:
    """Every preset can be chosen, with a sentence on it."""
    rules = Live2048.form(Store.in_memory())[0]
    assert {choice.value for choice in rules.choices} == set(game2048.RULES)
    assert all(choice.about for choice in rules.choices)
