"""The public names: there, documented, lazy, and alike in both games."""

import inspect
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import tessella
from support.processes import CHECKOUT
from tessella.errors import TessellaError

GAMES = [tessella.game2048, tessella.sudoku]
NAMES = [(game, name) for game in GAMES for name in game.__all__]

games = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.__name__)
names = pytest.mark.parametrize(("game", "name"), NAMES, ids=lambda value: getattr(value, "__name__", value))


def printed(code: str) -> str:
    """Return what a fresh Python prints."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=CHECKOUT)
    return done.stdout.strip()


def test_the_top_shows_the_games_and_nothing_else() -> None:
    """`dir(tessella)` has the games, play, watch and the version; none of them is imported yet."""
    code = "import tessella, sys; print(dir(tessella), [n for n in sys.modules if n.startswith('tessella')])"
    assert printed(code) == "['__version__', 'game2048', 'in_progress', 'play', 'sudoku', 'watch'] ['tessella']"
    with pytest.raises(AttributeError, match="module 'tessella' has no attribute 'chess'"):
        _ = tessella.chess


def test_help_works_after_importing_the_top_alone() -> None:
    """`help(tessella.sudoku.rate)` needs no other import."""
    code = "import tessella; help(tessella.sudoku.rate); help(tessella.game2048.advise)"
    assert "rate(" in printed(code)


@games
def test_importing_a_game_loads_nothing_heavy(game: ModuleType) -> None:
    """The package of a game imports neither numpy nor numba nor a front end; naming a function imports no numba."""
    heavy = "{'numba', 'numpy', 'textual', 'starlette', 'gymnasium'} & set(sys.modules)"
    assert printed(f"import sys, {game.__name__}; print({heavy})") == "set()"


@names
def test_every_public_name_is_there_and_explained(game: ModuleType, name: str) -> None:
    """Each name of `__all__` can be fetched and shown by `dir`; each function and class has a docstring of its own."""
    found = getattr(game, name)
    assert name in dir(game)
    if inspect.isclass(found) or inspect.isfunction(found):
        assert found.__doc__
        assert found.__doc__.strip().splitlines()[0].endswith((".", "?")), found.__doc__


@names
def test_every_public_name_has_an_example(game: ModuleType, name: str) -> None:
    """docs/api.md names each one in a heading and uses it in an example (test_docs runs them), and names no other."""
    page = (Path(__file__).parents[1] / "docs" / "api.md").read_text(encoding="utf-8")
    _before, _heading, section = page.partition(f"\n## `{game.__name__}`\n")
    section = re.split(r"\n## ", section)[0]
    headings = re.findall(r"`(\w+)`", "".join(re.findall(r"^### .*$", section, re.MULTILINE)))
    assert sorted(headings) == sorted(game.__all__)
    examples = "".join(re.findall(r"^>>> .*$", section, re.MULTILINE))
    assert re.search(rf"\b{game.__name__.partition('.')[2]}\.{name}\b|\.{name}\(", examples), name


@games
def test_no_public_function_has_the_name_of_a_module(game: ModuleType) -> None:
    """A module of a function's name would take the function's place as soon as it is imported."""
    modules = {name for name, found in vars(game).items() if inspect.ismodule(found)} - {"notation", "picture"}
    assert modules.isdisjoint(game.__all__)


@pytest.mark.parametrize("verb", ["Board", "generate", "make_env", "open_id", "render"])
def test_verbs_that_mean_the_same_have_one_name(verb: str) -> None:
    """What both games can do has the same name in both."""
    missing = [game.__name__ for game in GAMES if verb not in game.__all__]
    assert missing == []


SUDOKU = tessella.sudoku.generate(1)
GRIDS = np.zeros((1, 81), np.uint8)
BAD_VALUES: list[tuple[Callable[..., object], tuple[object, ...], dict[str, Any], str]] = [
    (tessella.game2048.evaluate, ("corner", 2.5), {}, "as games, got '2.5'"),
    (tessella.game2048.evaluate, ("corner", 1), {"seed": -1}, "as seed, got '-1'"),
    (tessella.game2048.evaluate, ("corner", 1), {"threads": -1}, "as threads, got '-1'"),
    (tessella.game2048.evaluate, ("heuristic", 1), {"ply": -1}, "as ply, got '-1'"),
    (tessella.game2048.player, ("heuristic",), {"ply": 2.5}, "as ply, got '2.5'"),
    (tessella.game2048.player, ("network",), {"ply": 2.5}, "as ply, got '2.5'"),
    (tessella.game2048.generate, ("classic",), {"seed": 1.5}, "expected a seed, a whole number from 0 to .* got '1.5'"),
    (tessella.game2048.render, (tessella.game2048.generate(), "svg"), {"theme": "zz"}, "expected one of .* got 'zz'"),
    (tessella.game2048.render, (tessella.game2048.generate(), "html"), {"theme": "zz"}, "expected one of .* got 'zz'"),
    (tessella.sudoku.count, (SUDOKU, -1), {}, "as limit, got '-1'"),
    (tessella.sudoku.generate, (1.5,), {}, "as seed, got '1.5'"),
    (tessella.sudoku.generate, (), {"clues": 3.5}, "as clues, got '3.5'"),
    (tessella.sudoku.generate, (), {"rating": (5,)}, "expected a range of ratings such as 4.2..4.6, got '\\(5,\\)'"),
    (tessella.sudoku.generate_many, (2.5,), {}, "as n, got '2.5'"),
    (tessella.sudoku.generate_many, (1,), {"seed": -1, "level": "easy"}, "as seed, got '-1'"),
    (tessella.sudoku.count_many, (GRIDS,), {"threads": -1}, "as threads, got '-1'"),
    (tessella.sudoku.review, ([],), {}, "expected a game with its moves, got '\\[\\]'"),
    (tessella.sudoku.shuffle, (SUDOKU, 1.5), {}, "as seed, got '1.5'"),
]


@pytest.mark.parametrize(("function", "values", "named", "message"), BAD_VALUES)
def test_a_value_that_cannot_be_is_refused_in_a_sentence(
    function: Callable[..., object], values: tuple[object, ...], named: dict[str, Any], message: str
) -> None:
    """Public functions raise an error of this package, which quotes the value, and no other."""
    with pytest.raises(TessellaError, match=message):
        function(*values, **named)


def test_numbers_of_numpy_are_numbers() -> None:
    """A whole number of numpy gives what that of Python does."""
    number: Any = np.int64(30)
    assert tessella.sudoku.generate(number, clues=number) == tessella.sudoku.generate(30, clues=30)
    assert tessella.game2048.generate(seed=number).to_text() == tessella.game2048.generate(seed=30).to_text()


@games
def test_a_board_prints_as_a_picture_and_round_trips_as_text(game: ModuleType) -> None:
    """`print(board)` draws it, its text is parsed again, and its repr stays short."""
    board = game.generate(seed=42)
    assert "\n" in str(board)
    assert game.Board.parse(board.to_text()) == board
    assert len(repr(board)) < 300
