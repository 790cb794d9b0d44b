"""Public functions of the notebook: which game, whose store, which language, and what they import."""

import os
import subprocess
import sys
from collections.abc import Callable
from typing import cast

import pytest

import tessella
from support.cells import SMALL, START
from support.processes import CHECKOUT
from tessella import i18n, sudoku
from tessella.errors import ParseError
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


def in_a_fresh_process(code: str) -> str:
    """Return what a program prints."""
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | CHECKOUT, capture_output=True, text=True, timeout=60, check=True
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
    assert "python -m pip install 'tessella[notebook]'" in in_a_fresh_process(code)
