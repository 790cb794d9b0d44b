"""The notebook widget without a browser: the same games as the terminal, state both ways, players, still pictures."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from threading import Event, Thread
from typing import Any, cast
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given

import tessella
from support.advisers import Adviser
from support.processes import CHECKOUT
from support.strategies import boards_2048, sudoku_boards
from tessella import game2048, i18n, sudoku
from tessella.errors import MoveError, ParseError, PlayerError
from tessella.game2048.players import registry
from tessella.notebook.widget import PLAYERS, Widget
from tessella.play import advisor_process
from tessella.play.session import Session
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame
from tessella.sudoku.tutor import hints as teach

START = game2048.Board.start(game2048.RULES["classic"], 42)
SMALL = "1.....2..3.....4"


@pytest.fixture
def store() -> Iterator[Store]:
    """Return a store that forgets."""
    kept = Store.in_memory()
    yield kept
    kept.close()


def ask(widget: Widget, **message: object) -> dict[str, Any]:
    """Return what the cell is sent when it asks for something."""
    sent: list[dict[str, Any]] = []
    widget.send = lambda content, buffers=None: sent.append(content)
    widget._hear(widget, message, [])
    return sent[-1]


# --- One game, seen from both sides ---------------------------------------------------------------------------------


def test_a_move_from_python_is_drawn(store: Store) -> None:
    """A move made from Python is in the state that the cell draws, and observers of the board get the new one."""
    widget = tessella.play("2048:classic#42", store=store)
    assert widget.state["rows"] == [list(row) for row in START.rows]
    seen: list[object] = []
    widget.observe(lambda change: seen.append(change["new"]), "board")
    widget.play("left")
    widget.play("down")
    widget.undo()
    left = START.play("left")
    assert seen == [left, left.play("down"), left]
    assert widget.state["rows"] == [list(row) for row in left.rows]
    assert (widget.board, widget.session.moves, widget.session.undos) == (left, ("left",), 1)


def test_a_move_from_the_cell_is_seen_by_python(store: Store) -> None:
    """What the cell asks for is done on the same session, and its answer comes behind the new state."""
    widget = tessella.play("2048:classic#42", store=store)
    assert ask(widget, do="play", move="left") == {"n": None}
    assert (widget.board, widget.state["step"]) == (START.play("left"), 1)
    assert "error" in ask(widget, do="play", move="sideways")
    assert "error" in ask(widget, do=7)
    assert widget.board == START.play("left")


def test_a_move_that_cannot_be_played_is_refused(store: Store) -> None:
    """A move that the law refuses raises MoveError, and nothing changes."""
    widget = tessella.play("2048:classic:2.../..../..../....#1", store=store)
    with pytest.raises(MoveError, match="changes nothing"):
        widget.play("left")
    assert widget.session.step == 0


def test_two_widgets_at_one_game_show_the_same(store: Store) -> None:
    """What one widget does shows in every other one at that game."""
    one, other = (tessella.play("2048:classic#42", store=store) for _widget in range(2))
    one.play("left")
    assert other.board == START.play("left")
    ask(other, do="undo")
    assert one.state["rows"] == [list(row) for row in START.rows]


def test_the_game_is_the_terminals(tmp_path: Path) -> None:
    """A game goes on in the notebook where the terminal left it, and the other way, also while both look at it."""
    path = tmp_path / "games.sqlite3"
    terminal = StoredGame.open(Store.open(path), "2048:classic#42")
    terminal.play("left")
    widget = tessella.play("2048", store=Store.open(path))
    assert widget.session.moves == ("left",)
    widget.play("down")
    assert terminal.refresh()
    assert terminal.session.moves == ("left", "down")
    terminal.undo()
    ask(widget, do="resume")  # as the cell does when it gets the focus
    assert widget.session.moves == ("left",)


def test_the_players_own_store_is_the_usual_one() -> None:
    """Without a store the game lies where the terminal looks for it."""
    from tessella.notebook import widget as room  # noqa: PLC0415 - its cache is emptied here

    room._own_desk.cache_clear()
    tessella.play("2048:classic#42").play("left")
    assert StoredGame.open(Store.open(), "2048").session.moves == ("left",)
    room._own_desk.cache_clear()


def test_boards_are_played_on(store: Store) -> None:
    """A board is a start: of either game, with own digits, marks, score and luck."""
    board = START.play("left").play("down")
    assert tessella.play(board, store=store).board == board
    grid = sudoku.Board.parse(SMALL).play("r1c2=2").play("r1c3~3")
    widget = tessella.play(grid, store=store)
    assert widget.board == grid
    widget.play("r1c3=4")
    assert widget.board == grid.play("r1c3=4")


def test_new_and_back(store: Store) -> None:
    """New begins another game of the same kind, undo brings the old one back; another game needs its own widget."""
    widget = tessella.play("2048:classic#42", store=store)
    widget.play("left")
    widget.new("2048:classic#43")
    assert widget.session.id == "2048:classic#43"
    widget.undo()
    assert (widget.session.id, widget.session.step) == ("2048:classic#42", 1)
    with pytest.raises(ParseError, match="expected an id of 2048, got 'sudoku:easy'"):
        widget.new("sudoku:easy")
    ask(widget, do="open", id="sudoku:" + SMALL)
    assert widget.state["game"] == "2048"
    assert tessella.play("2048:classic#42", new=True, store=store).session.step == 0


def test_hints(store: Store) -> None:
    """A hint from Python is that of `teach`, is shown in the cell, and counts."""
    widget = tessella.play("sudoku:" + SMALL, store=store)
    hint = teach.hint(sudoku.Board.parse(SMALL))
    assert widget.hint(1) == hint.where
    assert widget.hint() == hint.reason
    assert widget.state["hint"]["moves"] == list(hint.moves)
    assert widget.session.hints == 1


@pytest.fixture
def adviser(monkeypatch: pytest.MonkeyPatch) -> Adviser:
    """Return who is asked for advice in place of the process that thinks."""
    stands_in = Adviser()
    monkeypatch.setattr(advisor_process, "shared", lambda: stands_in)
    return stands_in


def test_hints_of_2048(store: Store, adviser: Adviser) -> None:
    """A hint from Python waits for the thought, returns its reason, counts, and can be followed in the cell."""
    widget = tessella.play("2048:classic#42", store=store)
    reason = widget.hint()
    assert reason == widget.state["hint"]["reason"]
    assert (widget.session.hints, widget.state["hint"]["best"]) == (1, START.moves()[-1])
    ask(widget, do="follow")
    assert widget.board == START.play(START.moves()[-1])
    adviser.fails = True
    with pytest.raises(PlayerError, match="has no idea"):
        widget.hint()
    assert widget.session.hints == 1


def test_a_hint_in_the_cell_comes_later(store: Store) -> None:
    """The cell has its answer at once, plays on, and is sent the hint when it has been thought out."""
    with pytest.MonkeyPatch.context() as patch:
        adviser = Adviser(waits=True)
        patch.setattr(advisor_process, "shared", lambda: adviser)
        widget = tessella.play("2048:classic#42", store=store)
        told = Event()
        assert ask(widget, do="hint") == {"n": None}
        assert widget.state["thinking"]
        widget.send = lambda content, buffers=None: told.set()
        adviser.go()
        assert told.wait(60)
        assert (widget.state["thinking"], widget.state["hints"]) == ("", 1)


async def test_the_engine_takes_a_turn_in_ones_own_game(store: Store, adviser: Adviser) -> None:
    """V in the cell lets the engine play: its moves count as hints, and a move of one's own takes over."""
    widget = tessella.play("2048:classic#42", store=store)
    widget.speed = 20
    moved = asyncio.Event()
    loop = asyncio.get_running_loop()
    widget.observe(lambda _change: loop.call_soon_threadsafe(moved.set), "board")
    ask(widget, do="watch")
    assert (widget.player, widget.running) == ("The engine", True)
    await asyncio.wait_for(moved.wait(), 20)
    ask(widget, do="play", move=widget.board.moves()[0])
    steps, hints = widget.session.step, widget.session.hints
    assert not widget.running
    assert steps == hints + 1
    ask(widget, do="step")
    assert (widget.session.step, widget.session.hints) == (steps + 1, hints + 1)


def test_the_cell_and_python_at_once(tmp_path: Path) -> None:
    """A kernel answers the cell in a thread of its own: whatever comes together, the stored game can be replayed."""
    path = tmp_path / "games.sqlite3"
    widget = tessella.play("2048:7x7/classic#42", store=Store.open(path))
    wrong: list[str] = []

    def play(choose: Callable[[tuple[str, ...]], str]) -> None:
        for _move in range(60):
            answer, _thought = widget._ask({"do": "play", "move": choose(widget.board.moves())})
            wrong.extend([answer["error"]] if "error" in answer and "changes nothing" not in answer["error"] else [])

    threads = [Thread(target=play, args=(choose,)) for choose in (min, max)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    stored = StoredGame.open(Store.open(path), "2048").session
    assert stored.step > 60
    assert Session.from_text(stored.to_text()).position == widget.board


def test_the_clock_is_for_who_sits_at_the_board(store: Store) -> None:
    """It runs while the board has the focus; a move from Python does not start it."""
    widget = tessella.play("2048:classic#42", store=store)
    widget.play("left")
    assert not widget.session.is_running
    assert not widget.state["running"]
    ask(widget, do="resume")
    widget.play("down")
    assert widget.session.is_running
    ask(widget, do="pause")
    assert not widget.state["running"]


def test_a_widget_that_is_closed_stops_the_clock(store: Store) -> None:
    """The clock runs as long as one widget shows the game; the game is kept."""
    one, other = (tessella.play("2048:classic#42", store=store) for _widget in range(2))
    ask(one, do="resume")
    ask(one, do="play", move="left")
    one.close()
    assert other.session.is_running
    other.close()
    assert not other.session.is_running
    assert tessella.play("2048:classic#42", store=store).session.step == 1


def test_each_widget_speaks_its_language(store: Store) -> None:
    """`lang` is for one widget alone, errors included."""
    one = tessella.play("2048:classic#42", store=store, lang="zh")
    other = tessella.play("2048:classic#42", store=store)
    with i18n.speaking("zh"):
        score = i18n._("Score")
    assert score != "Score"
    assert (one.words["score"], other.words["score"]) == (score, "Score")
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


# --- Players --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["random", "corner"])
def test_players_of_2048_play_to_the_end(name: str) -> None:
    """A named player plays moves that the law takes until there is none."""
    widget = tessella.watch(name, "2048:3x3/classic#5")
    while not widget.board.is_over():
        widget.step()
    assert widget.session.step > 10
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


async def test_a_player_plays_by_itself_until_somebody_takes_over() -> None:
    """It plays while it runs; pause stops it, and so does a move of one's own."""
    widget = tessella.watch("corner", "2048:classic#42", speed=20)
    assert widget.running
    moved = asyncio.Event()
    widget.observe(lambda _change: moved.set(), "board")
    await asyncio.wait_for(moved.wait(), 20)
    ask(widget, do="play", move=widget.board.moves()[0])
    steps = widget.session.step
    assert (widget.running, steps >= 2) == (False, True)
    widget.running = True
    moved.clear()
    await asyncio.wait_for(moved.wait(), 20)
    widget.running = False
    assert widget.session.step > steps


async def test_a_player_stops_at_the_end() -> None:
    """When the game is over the player does not run any more."""
    widget = tessella.watch("corner", "2048:2x2/16/classic#1", speed=20)
    ended = asyncio.Event()
    widget.observe(lambda _change: ended.set(), "running")
    await asyncio.wait_for(ended.wait(), 60)
    assert widget.board.is_over()


def test_players_have_a_game(adviser: Adviser) -> None:
    """Each named player begins at a game that it can play, and its moves count as hints."""
    for name in PLAYERS:
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


# --- Still pictures -------------------------------------------------------------------------------------------------

KEPT = {"table", "tbody", "tr", "td", "b", "i", "small", "span", "br", "div", "img"}
"""The elements that every sanitiser of a notebook lets through."""


class Reader(HTMLParser):
    """Reads a table as a browser would, and what it is made of."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.cells: list[str] = []
        self.styles: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element."""
        self.tags.add(tag)
        self.attributes |= {name for name, _value in attrs}
        if tag == "td":
            self.cells.append("")
            self.styles.append(dict(attrs)["style"] or "")

    def handle_data(self, data: str) -> None:
        """Note what stands in a cell."""
        if self.cells:
            self.cells[-1] += data.strip()


def texts_of(svg: str) -> list[str]:
    """Return the texts of an SVG picture."""
    root = ET.fromstring(svg)  # noqa: S314 - our own
    return [node.text or "" for node in root.iter("{http://www.w3.org/2000/svg}text")]


@given(boards_2048())
def test_2048_as_a_picture(board: game2048.Board) -> None:
    """The table has each tile in its cell with ground and ink beside it, and SVG and text have the same tiles."""
    shown = board._repr_mimebundle_()
    read = Reader(shown["text/html"])
    tiles = [str(tile or "") for row in board.rows for tile in row]
    assert read.cells == tiles
    assert all("background-color:#" in style and ";color:#" in style for style in read.styles)
    assert (read.tags <= KEPT, read.attributes) == (True, {"style"})
    assert texts_of(shown["image/svg+xml"]) == [tile for tile in tiles if tile]
    assert [
        part for line in shown["text/plain"].split("\n") for part in line.replace("│", " ").split() if part.isdigit()
    ] == [tile for tile in tiles if tile]


@given(sudoku_boards())
def test_sudoku_as_a_picture(board: sudoku.Board) -> None:
    """The table has each digit in its cell on a ground of its own, given digits in `<b>`; no script, no style sheet."""
    shown = board._repr_mimebundle_()
    read = Reader(shown["text/html"])
    assert [cell for cell, digit in zip(read.cells, board.digits, strict=True) if digit] == [
        ".123456789ABCDEFGHIJKLMNOP"[digit] for digit in board.digits if digit
    ]
    assert all("background-color:#" in style and ";color:#" in style for style in read.styles)
    assert (read.tags <= KEPT, read.attributes <= {"style", "class"}) == (True, True)
    assert shown["image/svg+xml"].startswith("<svg")


def test_a_step_as_a_picture() -> None:
    """A hint strikes through what goes and underlines what is placed, in a table, or is an image where it has links."""
    puzzle = sudoku.Board.parse("2.....7......5..4.7.6..45.8.6......98......151....9....53.4...7.7.8.6....1....4..")
    kinds = set()
    for hint in teach.explain(puzzle):
        shown = hint._repr_mimebundle_()
        read = Reader(shown["text/html"])
        assert read.tags <= KEPT
        assert str(hint).split()[0] in shown["text/plain"]
        assert hint.step
        if "img" in read.tags:
            kinds.add("image")
        else:
            kinds.add("table")
            assert shown["text/html"].count("line-through") == len(hint.step.eliminations)
            assert shown["text/html"].count("text-decoration:underline") == len(hint.step.placements)
    assert kinds == {"image", "table"}


def test_a_game_as_a_picture() -> None:
    """A session is the picture of its position with id, score and moves below."""
    session = Session.open("2048:classic:2,2,.,./.,.,.,./.,.,.,./.,.,.,.#1")
    session.play("left")
    shown = session._repr_mimebundle_()
    assert Reader(shown["text/html"]).cells[0] == "4"
    assert shown["text/html"].endswith(f"{session.id} · Score 4 · Moves 1</div></div>")
    assert shown["text/plain"].endswith(f"{session.id} · Score 4 · Moves 1")


def test_a_mistake_as_a_picture() -> None:
    """A digit that is wrong stands on a ground of its own."""
    hint = teach.hint(sudoku.Board.parse(SMALL).play("r1c2=3"))
    styles = Reader(hint._repr_html_()).styles
    assert [number for number, style in enumerate(styles) if "#fcdcd4" in style] == [1]


# --- What it costs --------------------------------------------------------------------------------------------------


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
