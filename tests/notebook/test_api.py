"""Public functions of the notebook: which game, whose store, which language, which player, and what they import."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable
from typing import cast

import pytest

import tessella
from support.advisers import Adviser
from support.cells import SMALL, START, ask
from support.processes import CHECKOUT
from tessella import game2048, i18n, sudoku
from tessella.errors import MoveError, ParseError
from tessella.game2048.players import registry
from tessella.io.extras import install_command
from tessella.notebook import api
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame


def test_the_players_own_store_is_the_usual_one() -> None:
    """Without a store the game lies where the terminal looks for it."""
    api._own_games.cache_clear()
    tessella.play("2048:classic#42").play("left")
    assert StoredGame.open(Store.open(), "2048").session.moves == ("left",)
    api._own_games.cache_clear()


def test_boards_are_played_on(store: Store) -> None:
    """A board is a start: of either game, with own digits, marks, score and luck."""
    board = START.play("left").play("down")
    assert tessella.play(board, store=store).board == board
    grid = sudoku.Board.parse(SMALL).play("r1c2=2").play("r1c3~3")
    widget = tessella.play(grid, store=store)
    assert widget.board == grid
    widget.play("r1c3=4")
    assert widget.board == grid.play("r1c3=4")


def test_a_game_that_was_left_goes_on(store: Store) -> None:
    """Another id leaves the game in progress in the list, and `play` takes it from there or by its id."""
    tessella.play("2048:classic#42", store=store).play("left")
    other = tessella.play("2048:classic#7", store=store)
    assert other.state["notices"] == ["2048:classic#42 is kept among the games to continue"]
    assert [game.id for game in tessella.in_progress(store)] == ["2048:classic#7", "2048:classic#42"]
    assert tessella.play("2048:classic#42", store=store).session.moves == ("left",)
    other.close()
    assert tessella.play(tessella.in_progress(store)[0], store=store).session.moves == ("left",)


def test_each_widget_speaks_its_language(store: Store) -> None:
    """`lang` is for one widget alone, errors included."""
    one = tessella.play("2048:classic#42", store=store, lang="zh")
    other = tessella.play("2048:classic#42", store=store)
    with i18n.speaking("zh"):
        score = i18n._("Score")
    assert score != "Score"
    assert (one.labels["undo"], other.labels["undo"]) == ("撤销", "Undo")
    assert (one.state["counts"][0][0], other.state["counts"][0][0]) == (score, "Score")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda: tessella.play(cast("str", 3)), "expected a board, or an id such as 2048:classic#42, got '3'"),
        (lambda: tessella.play("2048", lang="fr"), "expected one of en, zh, got 'fr'"),
        (lambda: tessella.play("2048", theme="pink"), "expected one of auto, dark, .*, got 'pink'"),
        (
            lambda: tessella.watch("deep blue"),
            "expected a player, one of best, network, heuristic, random, corner, hints, got",
        ),
    ],
)
def test_what_nobody_can_play(wrong: Callable[[], object], said: str) -> None:
    """What is no game, language, theme or player is refused with a sentence that quotes it."""
    with pytest.raises(ParseError, match=said):
        wrong()


@pytest.mark.parametrize("name", ["random", "corner"])
def test_players_of_2048_play_to_the_end(name: str) -> None:
    """A named player plays moves that the law takes until there is none."""
    widget = tessella.watch(name, "2048:3x3/classic#5")
    while not widget.board.is_over():
        widget.step()
    assert widget.session.step > 6  # so many tiles fill the board
    widget.step()
    assert widget.board.is_over()


def test_the_player_of_hints_solves() -> None:
    """Who follows the hints solves the puzzle, and never asks for more than the board tells."""
    widget = tessella.watch("hints", "sudoku:" + SMALL)
    while not widget.board.is_over():
        widget.step()
    assert widget.board.is_won()


def test_any_function_is_a_player() -> None:
    """A player is a function from a board to a move; what it does wrong is said, and stops it."""

    def upwards(board: game2048.Board) -> str:
        return "up" if "up" in board.moves() else "left"

    widget = tessella.watch(upwards, "2048:classic#42")
    assert widget.player == "upwards"
    widget.step()
    assert widget.session.moves == (upwards(START),)
    broken = tessella.watch(lambda board: 1 // 0, "2048:classic#42")  # type: ignore[arg-type, return-value]
    assert "ZeroDivisionError" in ask(broken, do="step")["error"]
    assert broken.session.step == 0
    astray = tessella.watch(lambda board: "sideways", "2048:classic#42", running=False)
    with pytest.raises(MoveError, match="got 'sideways'"):  # a loop of steps would never end
        astray.step()


async def test_a_player_plays_by_itself_until_somebody_takes_over() -> None:
    """It plays while it runs; pause stops it, and so does a move of one's own."""
    widget = tessella.watch("corner", "2048:classic#42", speed=20)
    assert widget.running
    moved = asyncio.Event()
    widget.observe(lambda _change: moved.set(), "board")
    await asyncio.wait_for(moved.wait(), 600)
    ask(widget, do="play", move=widget.board.moves()[0])
    steps = widget.session.step
    assert (widget.running, steps >= 2) == (False, True)
    widget.running = True
    moved.clear()
    await asyncio.wait_for(moved.wait(), 600)
    widget.running = False
    assert widget.session.step > steps


async def test_a_player_stops_at_the_end() -> None:
    """When the game is over the player does not run any more."""
    widget = tessella.watch("corner", "2048:2x2/16/classic#1", speed=20)
    ended = asyncio.Event()
    widget.observe(lambda _change: ended.set(), "running")
    await asyncio.wait_for(ended.wait(), 600)
    assert widget.board.is_over()


def test_players_have_a_game(advisor: Adviser) -> None:
    """Each named player begins at a game that it can play, and its moves count as hints."""
    for name in api.PLAYERS:
        widget = tessella.watch(name, running=False)
        widget.step()
        assert (widget.session.step, widget.session.hints) == (1, 1)


def test_players_of_the_library_are_watched() -> None:
    """A player of `game2048.solve` is one here, and `network:` names weights of one's own."""
    widget = tessella.watch(registry.player("corner"), running=False)
    assert widget.player == "corner"
    while not widget.board.is_over():
        widget.step()
    assert widget.session.step > 10
    own = tessella.watch("network:nowhere.bin", running=False)
    assert "nowhere.bin" in ask(own, do="step")["error"]


def in_a_fresh_process(code: str) -> str:
    """Return what a program prints."""
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | CHECKOUT, capture_output=True, text=True, timeout=600, check=True
    )
    return done.stdout.strip()


def test_importing_tessella_brings_no_widget() -> None:
    """Importing the package imports nothing of a notebook's, and asking what it has does not either."""
    code = "import sys, tessella; dir(tessella); print(sorted({'anywidget', 'IPython', 'numba'} & set(sys.modules)))"
    assert in_a_fresh_process(code) == "[]"


def test_playing_brings_no_numba() -> None:
    """A widget starts without numba, with either game."""
    code = (
        "import sys, tessella; from tessella.play.store import Store; store = Store.in_memory();"
        f"tessella.play('2048', store=store); tessella.play('sudoku:{SMALL}', store=store); "
        "print('numba' in sys.modules)"
    )
    assert in_a_fresh_process(code) == "False"


def test_without_anywidget_a_sentence_says_what_to_install() -> None:
    """Where the extra is missing, `play` names the command that installs it."""
    code = (
        "import sys; sys.modules['anywidget'] = None\nimport tessella\n"
        "try: tessella.play\nexcept ImportError as error: print(error)"
    )
    assert install_command("notebook") in in_a_fresh_process(code)
