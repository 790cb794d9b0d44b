"""The real program on a terminal of its own, as a player starts it."""

import contextlib
import itertools
import os
import re
import signal
import time
from collections.abc import Callable
from functools import cache, partial
from typing import Any

import pexpect
import pyte
import pytest

from support.end_games import best, make_table, twin_of
from support.endless import LONG_TO_GENERATE
from support.processes import PATIENCE, children, has_ended, on_terminal, until
from tessella.game2048 import open_id
from tessella.game2048.endgame.formations import EndGame
from tessella.palette import THEMES
from tessella.play.coach.endgame import Trainer
from tessella.play.session import Session
from tessella.play.store import Store

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
COLOUR = re.compile(r"\x1b\[[0-9;]*?\b(?:38|48|3[0-7]|4[0-7]|9[0-7]|10[0-7])(?:;[0-9;]*)?m")


class Terminal:
    """What a terminal shows of a process."""

    def __init__(self, child: "pexpect.spawn[str]", cols: int = 80, rows: int = 24) -> None:
        self.child = child
        self.screen = pyte.Screen(cols, rows)
        self.stream = pyte.Stream(self.screen)
        self.sent = ""

    @property
    def text(self) -> str:
        """What stands on the screen."""
        return "\n".join(self.screen.display)

    def until(self, done: Callable[[str], bool]) -> str:
        """Read until the screen is as wanted, and return it."""
        end = time.monotonic() + PATIENCE
        while not done(self.text):
            assert time.monotonic() < end, self.text
            self._read(0.2)
        return self.text

    def until_end(self) -> int:
        """Read until the process ends, and return its exit code."""
        while True:
            try:
                self._feed(self.child.read_nonblocking(65536, timeout=PATIENCE))
            except pexpect.EOF:
                break
        self.child.wait()
        return self.child.exitstatus if self.child.exitstatus is not None else -(self.child.signalstatus or 0)

    def _read(self, seconds: float) -> None:
        with contextlib.suppress(pexpect.TIMEOUT):
            self._feed(self.child.read_nonblocking(65536, timeout=seconds))

    def _feed(self, data: str) -> None:
        self.sent += data
        # pyte knows neither the Kitty keyboard protocol nor mode queries; a terminal passes over what it does not know.
        self.stream.feed(re.sub(r"\x1b\[[<>=?][0-9;]*u|\x1b\[\?[0-9;]*\$p", "", data))


def test_playing_and_quitting() -> None:
    """The first frame shows the board, keys are answered, q leaves the terminal as it was and the game stored."""
    with on_terminal("2048", "--seed", "42", COLORTERM="truecolor") as child:
        terminal = Terminal(child)
        terminal.until(lambda text: "Score" in text and "q Quit" in text)
        child.send("a\x1b[Aｓ")
        terminal.until(lambda text: re.search(r"Moves +3", text) is not None)
        child.send("左")
        terminal.until(lambda text: "switch the input" in text)
        child.send("q")
        assert terminal.until_end() == 0
        assert "\x1b[?1049l" in terminal.sent
        assert "Keep it up!" in terminal.sent
    expected = Session.open("2048:classic#42")
    for move in ("left", "up", "down"):
        expected.play(move)
    kept = Store.open().export()
    assert kept.position == expected.position
    assert [entry.event for entry in kept.journal] == ["left", "up", "down", "pause"]


@pytest.mark.parametrize(("lang", "right"), [("en", "Right: "), ("zh", "正确：")])
def test_an_end_game_is_practised(lang: str, right: str) -> None:
    """A move is judged, n goes to the next puzzle, the accuracy is kept; without colour, and in both languages."""
    make_table("L3-16")
    chances = twin_of("L3-16").chances(open_id("2048:practice=L3-16#0").start.rows)
    with on_terminal("2048", "--id", "2048:practice=L3-16#0", NO_COLOR="1", TESSELLA_LANG=lang) as child:
        terminal = Terminal(child)
        terminal.until(lambda text: "16" in text and "0/0" in text.replace(" of ", "/"))
        child.send({"left": "a", "right": "d", "up": "w", "down": "s"}[best(chances)])
        terminal.until(lambda text: f"{right}" in text and f"{max(chances.values()):.2%}" in text)
        child.send("n")
        terminal.until(lambda text: right not in text and "1/1" in text.replace(" of ", "/"))
        child.send("q")
        assert terminal.until_end() == 0
        assert not COLOUR.search(terminal.sent)
    [row, day] = Trainer(Store.open(), EndGame.parse("L3-16")).accuracy().rows
    assert row[2] == day[2] == "100%"


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_game_is_found_where_it_was_left(lang: str) -> None:
    """A second start resumes the game, in either language; ctrl+c leaves like q."""
    moves = re.compile({"en": r"Moves +(\d)", "zh": r"步 *数 +(\d)"}[lang])
    seen = ""
    for keys in ("as", "wd"):
        with on_terminal("2048", "--seed", "42", TESSELLA_LANG=lang) as child:
            terminal = Terminal(child)
            shown = moves.search(terminal.until(lambda text: moves.search(text) is not None))
            assert shown
            assert shown[1] == (seen or "0")
            child.send(keys + "\x03")
            assert terminal.until_end() == 0
        seen = str(len(Store.open().export().moves))
        assert seen != "0"


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_signal_leaves_in_order(name: str) -> None:
    """When the system asks for an end, the clock is stopped, the game stored and the terminal put back."""
    with on_terminal("2048", "--seed", "42") as child:
        terminal = Terminal(child)
        terminal.until(lambda text: "Score" in text)
        child.send("a")
        terminal.until(lambda text: re.search(r"Moves +1", text) is not None)
        assert child.pid
        os.kill(child.pid, getattr(signal, name))
        assert terminal.until_end() == 0
        assert "\x1b[?1049l" in terminal.sent
    assert [entry.event for entry in Store.open().export().journal] == ["left", "pause"]


def test_ctrl_z_stops_and_fg_goes_on() -> None:
    """Ctrl-Z gives the terminal back and stops program and clock; what goes on shows the game again and takes keys."""
    with on_terminal("2048", "--seed", "42") as child:
        terminal = Terminal(child)
        terminal.until(lambda text: "Score" in text)
        child.send("a")
        terminal.until(lambda text: re.search(r"Moves +1", text) is not None)
        child.send("\x1a")
        assert child.pid
        stopped = partial(os.waitpid, child.pid, os.WUNTRACED | os.WNOHANG)
        terminal.until(lambda _text: os.WIFSTOPPED(stopped()[1]))
        terminal.until(lambda _text: "\x1b[?1049l" in terminal.sent)
        terminal.screen.reset()
        os.kill(child.pid, signal.SIGCONT)
        terminal.until(lambda text: re.search(r"Moves +1", text) is not None and "q Quit" in text)
        child.send("wq")
        assert terminal.until_end() == 0
    assert [entry.event for entry in Store.open().export().journal] == ["left", "pause", "up", "pause"]


def test_no_color_sends_none() -> None:
    """With NO_COLOR no escape sequence of the whole game asks for a colour."""
    with on_terminal("2048", "--seed", "42", NO_COLOR="1", COLORTERM="truecolor") as child:
        terminal = Terminal(child)
        terminal.until(lambda text: "Score" in text)
        child.send("asdwn")
        terminal.until(lambda text: "New game" in text)
        child.send("\x1b")
        terminal.until(lambda text: "New game" not in text)
        child.send("q")
        terminal.until_end()
        assert not COLOUR.findall(terminal.sent)
        assert re.search(r"\x1b\[(?:1;)?7[;m]", terminal.sent)


FEW_COLOURS: dict[str, dict[str, Any]] = {
    "256": {"TERM": "xterm-256color", "COLORTERM": ""},
    "16": {"TERM": "xterm", "COLORTERM": ""},
    "none": {"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"},
}
TILES = "2048:classic:2,4,8,16/32,64,128,256/512,1024,2048,4096/8192,16384,32768,.#0"


@cache
def tile_colours(theme: str, colours: str) -> list[str]:
    """Return the colours of the tiles from 2 to 32768 as a terminal shows them, each with a number that can be seen."""
    with on_terminal("2048", "--id", TILES, "--theme", theme, **FEW_COLOURS[colours]) as child:
        terminal = Terminal(child)
        terminal.until(lambda text: "q Quit" in text and "32768" in text)
        grounds = []
        for power in range(1, 16):
            found = next(
                (y, match.start())
                for y, line in enumerate(terminal.screen.display)
                if (match := re.search(rf"(?<![\d#:,]){2**power}\b(?!:)", line[:42]))
            )
            tile = terminal.screen.buffer[found[0]][found[1]]
            assert (tile.bg if tile.reverse else tile.fg) != (tile.fg if tile.reverse else tile.bg)
            grounds.append(tile.fg if tile.reverse else tile.bg)
    return grounds


@pytest.mark.parametrize(
    ("colours", "theme"),
    [
        ("256", "dark"),
        ("256", "contrast"),
        ("16", "light"),
        ("16", "colorblind"),
        ("none", "dark"),
        ("none", "contrast"),
    ],
)
def test_lines_divide_the_boxes(colours: str, theme: str) -> None:
    """However many colours the terminal has, two lines down and two across show the nine boxes of a Sudoku."""
    with on_terminal("sudoku", "--id", PUZZLE, "--theme", theme, **FEW_COLOURS[colours]) as child:
        terminal = Terminal(child)
        terminal.until(lambda text: "q Quit" in text and text.count("|") >= 30)
        down, across = (re.compile(sign) for sign in (r"\|", r"-+\+-+\+-+"))
        lines = terminal.screen.display
        assert [len(down.findall(line)) for line in lines if "|" in line] == [2] * 15
        assert [len(across.findall(line)) for line in lines if "-+-" in line] == [1] * 2
        y, x = next((y, line.index("|")) for y, line in enumerate(lines) if "|" in line)
        sign = terminal.screen.buffer[y][x]
        assert sign.fg != sign.bg or sign.fg == "default"


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("colours", ["256", "16"])
def test_neighbouring_tiles_differ_in_few_colours(colours: str, theme: str) -> None:
    """On a terminal with 256 or 16 colours no tile looks like the next one, and its number can be seen."""
    grounds = tile_colours(theme, colours)
    assert all(one != other for one, other in itertools.pairwise(grounds)), grounds


def test_every_theme_is_seen_in_16_colours() -> None:
    """On a terminal with 16 colours the board of each theme looks another way."""
    boards = {tuple(tile_colours(theme, "16")) for theme in THEMES}
    assert len(boards) == len(THEMES)


def test_an_empty_no_color_asks_for_nothing() -> None:
    """NO_COLOR without a value leaves the colours on."""
    with on_terminal("2048", "--seed", "42", NO_COLOR="", COLORTERM="truecolor") as child:
        terminal = Terminal(child)
        terminal.until(lambda text: "Score" in text)
        child.send("q")
        terminal.until_end()
        assert "38;2;232;184;75" in terminal.sent  # the accent of the dark theme


def test_a_mouse_swipe_moves() -> None:
    """A swipe that the terminal reports slides the tiles."""
    expected = Session.open("2048:classic#42")
    expected.play("left")
    with on_terminal("2048", "--seed", "42", "--no-motion") as child:
        terminal = Terminal(child)
        terminal.until(lambda text: "Score" in text)
        child.send("\x1b[<0;30;10M\x1b[<32;20;10M\x1b[<0;12;10m")
        terminal.until(lambda text: re.search(r"Moves +1", text) is not None)
        child.send("q")
        terminal.until_end()
    assert Store.open().export().position == expected.position


def test_a_bad_theme_is_one_sentence() -> None:
    """A theme that does not exist is refused before anything is drawn."""
    with on_terminal("2048", "--theme", "pink") as child:
        terminal = Terminal(child)
        assert terminal.until_end() == 2
        assert "expected a theme, one of dark, light, contrast, colorblind, got 'pink'" in terminal.text.replace(
            "\n", ""
        )
        assert "\x1b[?1049h" not in terminal.sent


def test_no_key_is_dropped() -> None:
    """Keys that come faster than any screen are all played, in their order, animation or not."""
    keys = "asdwassd" * 12
    moves = {"a": "left", "s": "down", "d": "right", "w": "up"}
    expected = Session.open("2048:classic#42")
    for key in keys:
        if moves[key] in expected.position.moves():
            expected.play(moves[key])
    with on_terminal("2048", "--seed", "42") as child:
        terminal = Terminal(child)
        terminal.until(lambda text: "Score" in text)
        child.send(keys + "q")
        assert terminal.until_end() == 0
    assert Store.open().export().moves == expected.moves


@pytest.mark.parametrize(("game", "key"), [("2048", "a"), ("sudoku", "m")])
def test_the_farewell_tells_that_a_game_was_not_saved(game: str, key: str) -> None:
    """Where nothing can be stored, that is said once more after the screen is gone."""
    with on_terminal(game, "--seed", "42", TESSELLA_HOME="/dev/null/home") as child:
        terminal = Terminal(child)
        terminal.until(lambda text: "q Quit" in text)
        child.send(key + "q")
        assert terminal.until_end() == 0
        assert "This game was not saved." in terminal.sent.partition("\x1b[?1049l")[2]


def test_sudoku_on_a_terminal() -> None:
    """A puzzle is played by keys and mouse, its clock is stopped on leaving, and it is found again."""
    with on_terminal("sudoku", "--id", PUZZLE) as child:
        terminal = Terminal(child)
        terminal.until(lambda text: "Empty" in text)
        child.send("4m\x1b[C2")
        terminal.until(lambda text: "centre 2" in text)
        child.send("q")
        assert terminal.until_end() == 0
    kept = Store.open().export()
    assert [entry.event for entry in kept.journal] == ["r1c3=4", "r1c4~2", "pause"]
    with on_terminal("sudoku") as child:
        terminal = Terminal(child)
        terminal.until(lambda text: re.search(r"Empty +50", text) is not None)
        child.send("q")
        assert terminal.until_end() == 0


@pytest.mark.parametrize(
    ("colours", "theme", "lang"), [("256", "dark", "en"), ("16", "colorblind", "zh"), ("none", "contrast", "en")]
)
def test_marks_and_colours_on_a_terminal(colours: str, theme: str, lang: str) -> None:
    """Double clicks, drags, Shift and Ctrl with arrows and clicks, Alt and function keys come through."""
    arguments = ["sudoku", "--id", PUZZLE, "--theme", theme]
    with on_terminal(*arguments, TESSELLA_LANG=lang, **FEW_COLOURS[colours]) as child:
        terminal = Terminal(child)
        terminal.until(lambda text: "r1c3: 3" in text or "r1c3：3" in text)
        row = next(y for y, line in enumerate(terminal.screen.display, 1) if "[.]" in line)
        column = terminal.screen.display[row - 1].index("[.]") + 2
        child.send(f"\x1b[<0;{column - 10};{row}M\x1b[<0;{column - 10};{row}m" * 2)  # a double click on a 5
        terminal.until(lambda text: "r1c1 +2" in text)
        drag = "\x1b[<0;{0};{1}M\x1b[<32;{0};{2}M\x1b[<32;{0};{3}M\x1b[<0;{0};{3}m"
        child.send(drag.format(column, row, row + 1, row + 2))
        terminal.until(lambda text: "r2c3 +1" in text)
        child.send("\x1b[1;2C\x1b[1;5C\x1b[2~ 4\x1b[Z5")
        terminal.until(lambda text: re.search(r"(Empty|空格) 49", text) is not None)
        child.send(f"u\x1b[<16;{column};{row + 2}M\x1b[<16;{column};{row + 2}m")
        terminal.until(lambda text: "r2c3 +2" in text)
        child.send("  3 3")
        terminal.until(lambda text: "(:)c" in text)
        child.send("\x1b54\x1bOS6q")
        assert terminal.until_end() == 0
        assert colours != "none" or not COLOUR.findall(terminal.sent)
    cells = "r1c3,r2c4,r2c5"
    assert Store.open().export().moves == (
        *("r1c3,r2c3,r2c4,r2c5^4", f"{cells}~3", f"{cells}@3", f"{cells}~5@4", f"{cells}~3@6"),
    )


def test_a_level_on_a_terminal() -> None:
    """A puzzle of a level is made on the screen, played, hinted at, and found again without being made."""
    with on_terminal("sudoku", "--level", "easy", "--seed", "7") as child:
        terminal = Terminal(child)
        terminal.until(lambda text: "Sudoku  easy" in text and "Empty" in text)
        child.send("t")
        terminal.until(lambda text: "(press t for" in text)
        child.send("tt")
        terminal.until(lambda text: "applies it." in text)
        child.send("\r")
        terminal.until(lambda text: "applies it." not in text)
        child.send("q")
        assert terminal.until_end() == 0
    kept = Store.open().export("sudoku:easy#7")
    assert kept.step == 1
    assert kept.hints == 1
    with on_terminal("sudoku", "--level", "easy") as child:
        terminal = Terminal(child)
        terminal.until(lambda text: "sudoku:easy#7" in text)
        child.send("q")
        assert terminal.until_end() == 0


def test_who_leaves_while_a_puzzle_is_made_leaves_at_once() -> None:
    """Esc while a puzzle is made goes to the menu, and the program ends without waiting for the maker."""
    with on_terminal("sudoku", "--id", LONG_TO_GENERATE) as child:
        terminal = Terminal(child)
        terminal.until(lambda text: "Esc cancels" in text)
        child.send("\x1b")
        terminal.until(lambda text: "New Sudoku: <" in text)
        child.send("q")
        assert terminal.until_end() == 0
    assert Store.open().in_progress() == []


def test_an_id_that_names_nothing_is_one_sentence() -> None:
    """What cannot be made is refused before anything is drawn."""
    with on_terminal("sudoku", "--id", "sudoku:hard/3x4#1") as child:
        terminal = Terminal(child)
        assert terminal.until_end() == 2
        assert "9x9" in terminal.text
        assert "\x1b[?1049h" not in terminal.sent


def test_levels_on_a_dumb_terminal() -> None:
    """TERM=dumb plays a level by lines."""
    with on_terminal("sudoku", "--level", "easy", "--seed", "7", TERM="dumb") as child:
        child.expect("Generating the puzzle")
        child.expect("Step 0  Empty")
        child.sendline("i")
        child.expect("sudoku:easy#7")
        child.sendeof()
        child.expect(pexpect.EOF)


def test_hints_and_watching_on_a_terminal() -> None:
    """A hint is asked for and followed, its process killed and asked again, the player watched and taken over from."""
    with on_terminal("2048", "--seed", "42") as child:
        terminal = Terminal(child)
        terminal.until(lambda text: "t Hint" in text)
        child.send("t")
        terminal.until(lambda text: "Press Enter" in text)
        child.send("\r")
        terminal.until(lambda text: "Press Enter" not in text and re.search(r"Moves +1", text) is not None)
        assert child.pid
        until(lambda: bool(children(child.pid or 0, "tessella.play.advisor")))
        (first,) = children(child.pid, "tessella.play.advisor")
        os.kill(first, signal.SIGKILL)
        child.send("t")
        terminal.until(lambda text: "Press Enter" in text)
        until(lambda: children(child.pid or 0, "tessella.play.advisor") not in ([], [first]))
        child.send("v+++")
        terminal.until(lambda text: re.search(r"Moves +1\d", text) is not None)
        terminal.until(lambda text: re.search(r"Watching the AI: 50 moves per\s+second", text) is not None)
        child.send("\x1b")
        terminal.until(lambda text: "t Hint" in text)
        child.send("q")
        assert terminal.until_end() == 0
        assert "Traceback" not in terminal.sent
        assert children(child.pid, "tessella.play.advisor") == []
    kept = Store.open().export()
    assert kept.step == kept.hints - 1  # of two hints one was followed; then each move was one
    assert kept.fair_score == 0


def test_watching_from_the_command_line() -> None:
    """`tessella 2048 watch` fills the screen, plays to the end, leaves in order and keeps nothing."""
    arguments = ["2048", "watch", "--player", "corner", "--size", "3x3", "--seed", "3", "--speed", "50"]
    with on_terminal(*arguments, TESSELLA_LANG="en") as child:
        terminal = Terminal(child)
        terminal.until(lambda text: "Game over" in text and "t Hint" in text)
        child.send("q")
        assert terminal.until_end() == 0
        assert re.search(r"Final score: \d+\s+2048:3x3/classic#3", terminal.sent)
    assert Store.open().scores.statistics() == []


def test_leaving_while_the_player_gets_ready() -> None:
    """Who leaves at once after asking leaves at once, and no process stays."""
    with on_terminal("2048", "--seed", "42") as child:
        terminal = Terminal(child)
        terminal.until(lambda text: "t Hint" in text)
        child.send("t")
        terminal.until(lambda text: "Starting" in text or "Press Enter" in text)
        assert child.pid
        there = children(child.pid, "tessella.play.advisor")
        child.send("q")
        assert terminal.until_end() == 0
        assert "Traceback" not in terminal.sent
    until(lambda: all(map(has_ended, there)))
