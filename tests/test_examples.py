"""Do the learner's programs work on a real terminal?"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from support.processes import CHECKOUT, PATIENCE, hang_up
from tessella.game2048 import RULES, Board, open_id

pexpect = pytest.importorskip("pexpect", reason="Windows has no pseudo-terminals for pexpect")
pyte = pytest.importorskip("pyte")
pytest.importorskip("curses", reason="this Python has no curses")

EXAMPLES = Path(__file__).parents[1] / "examples"
KEYS = {"left": "a", "right": "d", "up": "w", "down": "s"}
TUTORIALS = ["curses_2048.py", "oop_2048.py"]
ON_SCREEN = [*TUTORIALS, "numpy_2048.py"]


class Terminal:
    """A program on a terminal of its own, and what is on its screen."""

    def __init__(self, name: str, *arguments: str, rows: int = 24, cols: int = 80, **environment: str) -> None:
        self.screen = pyte.Screen(cols, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.child = pexpect.spawn(
            sys.executable,
            [str(EXAMPLES / name), *arguments],
            env=os.environ | CHECKOUT | {"TERM": "linux", "LC_ALL": "C.UTF-8"} | environment,
            dimensions=(rows, cols),
            timeout=PATIENCE,
        )

    @property
    def text(self) -> str:
        """What is on the screen, without the blanks at the ends of lines; a wide character is followed by no blank."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    def wait(self, seen: Callable[[str], bool]) -> str:
        """Read until the screen shows what is waited for, and return it."""
        while not seen(self.text):
            try:
                self.stream.feed(self.child.read_nonblocking(4096, timeout=PATIENCE))
            except (pexpect.EOF, pexpect.TIMEOUT):
                pytest.fail(f"this is all there is to see:\n{self.text}")
        return self.text

    def see(self, *texts: str) -> str:
        """Read until the screen shows all of these texts, and return it."""
        return self.wait(lambda shown: all(text in shown for text in texts))

    def press(self, keys: str) -> None:
        """Press keys."""
        self.child.send(keys)

    def ends(self) -> int:
        """Wait for the end of the program and return its exit code."""
        self.child.expect(pexpect.EOF)
        self.child.wait()
        code: int = self.child.exitstatus
        return code


@contextmanager
def on_terminal(name: str, *arguments: str, rows: int = 24, cols: int = 80, **environment: str) -> Iterator[Terminal]:
    """Give a program a terminal of its own, and take it away at the end."""
    terminal = Terminal(name, *arguments, rows=rows, cols=cols, **environment)
    try:
        yield terminal
    finally:
        hang_up(terminal.child)


def boxed(board: Board) -> str:
    """Return the board as the tutorials draw it."""
    rule = "+------" * len(board.rows[0]) + "+"
    rows = ["|" + "|".join(f"{tile or '':^6}" for tile in row) + "|" for row in board.rows]
    return f"{rule}\n" + f"\n{rule}\n".join(rows) + f"\n{rule}"


def in_dashes(board: Board) -> str:
    """Return the board as the numpy program draws it."""
    rows = ["|" + "".join(f"{tile or '':^5}" for tile in row) + "|" for row in board.rows]
    return "-" * 22 + "\n" + ("\n" + "-" * 22 + "\n").join(rows) + "\n" + "-" * 22


def played(board: Board, n: int) -> tuple[Board, str]:
    """Return the board after `n` moves, and the keys that lead there."""
    keys = ""
    for _ in range(n):
        move = board.moves()[0]
        board, keys = board.play(move), keys + KEYS[move]
    return board, keys


def to_loss(board: Board) -> tuple[Board, str]:
    """Return a lost board, and the keys that lead there."""
    keys = ""
    while moves := board.moves():
        move = moves[len(keys) % len(moves)]
        board, keys = board.play(move), keys + KEYS[move]
    assert not board.is_won()
    return board, keys


def to_win(board: Board) -> tuple[Board, str]:
    """Return a won board, and the keys that lead there: luck is known, so that a search wins always.

    Each round plays every move of the best positions known and keeps the best of what comes of it: few tiles, and in
    order along a snake from a corner.
    """
    snake = [0, 1, 2, 3, 7, 6, 5, 4, 8, 9, 10, 11, 15, 14, 13, 12]

    def worth(entry: tuple[Board, str]) -> float:
        tiles = [entry[0].rows[i // 4][i % 4] for i in snake]
        return sum(tile * 0.5**place for place, tile in enumerate(tiles)) + 20 * tiles.count(0)

    beam = [(board, "")]
    while True:
        found = {}
        for position, keys in beam:
            for move in position.moves():
                after = position.play(move)
                if after.is_won():
                    return after, keys + KEYS[move]
                found[after.rows] = after, keys + KEYS[move]
        beam = sorted(found.values(), key=worth)[-8:]


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.name)
def test_at_most_eighty_lines(path: Path) -> None:
    """Each program fits on a page or two: 80 lines."""
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 80


def test_four_programs() -> None:
    """There are four programs of 2048, and the page that walks through them names each."""
    names = sorted(path.name for path in EXAMPLES.glob("*_2048.py"))
    assert names == ["curses_2048.py", "line_2048.py", "numpy_2048.py", "oop_2048.py"]
    page = (EXAMPLES.parent / "docs" / "learn.md").read_text(encoding="utf-8")
    assert [name for name in names if name not in page] == []


# --- The state machine and the objects --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TUTORIALS)
def test_first_screen(name: str) -> None:
    """The board stands between rules, below the score and above two lines of help; there is no best score yet."""
    with on_terminal(name, "--seed", "42") as terminal:
        board = boxed(Board.start(RULES["sprint"], 42))
        shown = terminal.see("(R)Restart (Q)Exit")
        assert shown.rstrip() == f"SCORE: 0\n{board}\n(W)Up (S)Down (A)Left (D)Right\n     (R)Restart (Q)Exit"
        terminal.press("q")
        assert terminal.ends() == 0


@pytest.mark.parametrize("name", TUTORIALS)
def test_moves_count(name: str) -> None:
    """Keys move and score, capital letters as well; other keys and moves that change nothing do nothing."""
    board, keys = played(Board.start(RULES["sprint"], 42), 30)
    with on_terminal(name, "--seed", "42") as terminal:
        terminal.press("x1\t é" + keys[:10].upper() + "?\x1b[5~" + keys[10:])
        terminal.see(f"SCORE: {board.score}\n", boxed(board))
        stuck = [KEYS[move] for move in KEYS if move not in board.moves()]
        terminal.press("".join(stuck) + "z")
        after, key = played(board, 1)
        terminal.press(key)
        terminal.see(f"SCORE: {after.score}\n", boxed(after))
        terminal.press("Q")
        assert terminal.ends() == 0


@pytest.mark.parametrize("name", TUTORIALS)
def test_highscore_after_a_restart(name: str) -> None:
    """After a restart the best score stands on the screen; a worse game does not lower it."""
    board, keys = played(Board.start(RULES["sprint"], 42), 40)
    with on_terminal(name, "--seed", "42") as terminal:
        assert "HIGHSCORE" not in terminal.see("SCORE: 0\n")
        terminal.press(keys)
        assert "HIGHSCORE" not in terminal.see(f"SCORE: {board.score}\n", boxed(board))
        terminal.press("r")
        terminal.see("SCORE: 0\n", f"HIGHSCORE: {board.score}\n", boxed(Board.start(RULES["sprint"], 43)))
        terminal.press("r")
        terminal.see("SCORE: 0\n", f"HIGHSCORE: {board.score}\n", boxed(Board.start(RULES["sprint"], 44)))
        terminal.press("q")
        assert terminal.ends() == 0


@pytest.mark.parametrize("name", TUTORIALS)
def test_game_over(name: str) -> None:
    """A lost game says so and takes only `r` and `q`."""
    board, keys = to_loss(Board.start(RULES["sprint"], 42))
    with on_terminal(name, "--seed", "42") as terminal:
        terminal.press(keys)
        assert "(W)Up" not in terminal.see("GAME OVER", boxed(board), "(R)Restart (Q)Exit")
        terminal.press("wasdx" + "r")
        terminal.see(f"HIGHSCORE: {board.score}\n", "(W)Up", boxed(Board.start(RULES["sprint"], 43)))
        terminal.press("q")
        assert terminal.ends() == 0


@pytest.mark.parametrize("name", TUTORIALS)
def test_win(name: str) -> None:
    """A won game says so and takes only `r` and `q`."""
    board, keys = to_win(Board.start(RULES["sprint"], 42))
    with on_terminal(name, "--seed", "42") as terminal:
        terminal.press(keys)
        shown = terminal.see("YOU WIN!", boxed(board))
        assert "(W)Up" not in shown
        terminal.press("wasdx" + "q")
        assert terminal.ends() == 0


@pytest.mark.parametrize("name", TUTORIALS)
@pytest.mark.parametrize("rules", ["3x5/16", "coinflip"])
def test_any_size_target_and_start(name: str, rules: str) -> None:
    """`--rules` gives another size, target or start, and h j k l move as well."""
    board, keys = played(open_id(f"2048:{rules}#42").start, 8)
    with on_terminal(name, "--seed", "42", "--rules", rules) as terminal:
        terminal.press(keys.translate(str.maketrans("wasd", "khjl")))
        terminal.see(f"SCORE: {board.score}\n", boxed(board))
        terminal.press("q")
        assert terminal.ends() == 0


@pytest.mark.parametrize("name", ON_SCREEN)
def test_rules_that_are_none_and_ctrl_c(name: str) -> None:
    """Rules that no game has are one sentence; Ctrl-C ends the game."""
    with on_terminal(name, "--rules", "5x5/63", cols=120) as terminal:
        terminal.see("63'")
        assert terminal.ends() == 1
        assert "Traceback" not in terminal.text
    with on_terminal(name, "--seed", "42") as terminal:
        terminal.see("+---" if name in TUTORIALS else "历史最高")
        terminal.press("\x03")
        assert terminal.ends() == 0


@pytest.mark.parametrize("name", ON_SCREEN)
def test_small_and_resized_windows(name: str) -> None:
    """In a window too small the program goes on, and shows all again when the window grows."""
    with on_terminal(name, "--seed", "42", rows=3, cols=12) as terminal:
        terminal.wait(lambda shown: "0" in shown)
        for rows, cols in ((1, 1), (5, 200), (2, 8)):
            terminal.child.setwinsize(rows, cols)
            terminal.press("ad")
        terminal.screen.resize(24, 80)
        terminal.child.setwinsize(24, 80)
        if name == "numpy_2048.py":
            terminal.see("历史最高", "重新开始")
        else:
            terminal.see("SCORE: ", "(R)Restart (Q)Exit")
        terminal.press("q")
        assert terminal.ends() == 0


# --- Line by line -----------------------------------------------------------------------------------------------------


def by_pipe(typed: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Return what the line program says to what is typed."""
    return subprocess.run(
        [sys.executable, str(EXAMPLES / "line_2048.py"), *arguments],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        env=os.environ | CHECKOUT | {"PYTHONIOENCODING": "utf-8"},
        check=True,
    )


def in_lines(board: Board) -> str:
    """Return the board as the line program draws it."""
    rule = "+----+----+----+----+"
    rows = ["|" + "|".join(f"{tile or '':^4}" for tile in row) + "|" for row in board.rows]
    return f"{rule}\n" + f"\n{rule}\n".join(rows) + f"\n{rule}"


def test_lines_by_pipe() -> None:
    """Letter by letter the boards follow, with step and score below; the end of the input ends the program."""
    board = Board.start(RULES["classic"], 42)
    boards = [board]
    typed = ""
    for _ in range(20):
        board, key = played(board, 1)
        boards.append(board)
        typed += f"{key}\n"
    done = by_pipe(typed, "--seed", "42")
    expected = [f"{in_lines(board)}\nStep :{step} Score :{board.score} (" for step, board in enumerate(boards)]
    said = done.stdout
    for part in expected:
        assert part in said
        said = said.split(part, 1)[1]
    assert said.endswith(f"Your score is {board.score}\n")
    assert done.stderr == ""


def test_lines_answer_what_cannot_be_done() -> None:
    """Unknown commands, moves that change nothing and undo at the start are answered, and undo takes back."""
    board = Board.start(RULES["classic"], 42)
    once, key = played(board, 1)
    said = by_pipe(f"b\nfoo\n\n{key}\nB\nq\nw\n", "--seed", "42").stdout
    assert "nothing to undo" in said
    assert "unknown command: foo" in said
    steps = [line.split(" (")[0] for line in said.splitlines() if line.startswith("Step")]
    assert steps == [f"Step :{n} Score :{b.score}" for n, b in [(0, board)] * 4 + [(1, once), (0, board)]]
    keys = ""
    while len(board.moves()) == 4:
        board, key = played(board, 1)
        keys += f"{key}\n"
    stuck = next(KEYS[move] for move in KEYS if move not in board.moves())
    assert "nothing moves that way" in by_pipe(f"{keys}{stuck}\nq\n", "--seed", "42").stdout


def test_lines_with_other_rules() -> None:
    """Size and target are as asked for; what no game has is one sentence."""
    board, key = played(open_id("2048:3x5/16#42").start, 1)
    said = by_pipe(f"{key}\n", "--seed", "42", "--rules", "3x5/16").stdout
    assert all("|" + "".join(f"{tile or '':^4}|" for tile in row) in said for row in board.rows)
    command = [sys.executable, str(EXAMPLES / "line_2048.py"), "--rules", "9x9"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", env=os.environ | CHECKOUT, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "expected a size from 2x2 to 8x8 (rows x columns), got '9x9'\n"


def test_lines_tell_the_end() -> None:
    """Winning and losing are said."""
    won, keys = to_win(Board.start(RULES["classic"], 42))
    assert f"You win! Your score is {won.score}" in by_pipe("\n".join(keys), "--seed", "42").stdout
    _lost, keys = to_loss(Board.start(RULES["classic"], 42))
    assert "Game over" in by_pipe("\n".join(keys), "--seed", "42").stdout


def test_lines_on_a_terminal() -> None:
    """On a terminal the prompt waits on its line for a letter and Enter."""
    with on_terminal("line_2048.py", "--seed", "42") as terminal:
        board, keys = played(Board.start(RULES["classic"], 42), 3)
        for key in keys:
            terminal.press(f"{key}\r")
        terminal.wait(lambda shown: f"Step :3 Score :{board.score} (" in shown.rstrip().split("\n")[-1])
        terminal.press("q\r")
        assert terminal.ends() == 0


# --- numpy ------------------------------------------------------------------------------------------------------------


def test_numpy_screen() -> None:
    """Scores stand above a board between rules of 22 dashes; keys move by the cascade rules."""
    board, keys = played(Board.start(RULES["cascade"], 42), 25)
    with on_terminal("numpy_2048.py", "--seed", "42") as terminal:
        terminal.press("x?1" + keys)
        below = f"最大：{board.highest}空格：{sum(row.count(0) for row in board.rows)}"
        seen = terminal.wait(lambda shown: in_dashes(board) in shown and below in shown.replace(" ", ""))
        shown = seen.split("\n")
        assert shown[0].replace(" ", "") == f"得分：{board.score}"
        assert shown[1].replace(" ", "") == f"历史最高：{board.score}"
        assert (shown[2], shown[11].replace(" ", "")) == ("-" * 22, below)
        terminal.press("q")
        assert terminal.ends() == 0


def test_numpy_keeps_game_and_best_score() -> None:
    """The next time the game goes on, and after a restart the best score is still there."""
    board, keys = played(Board.start(RULES["cascade"], 42), 25)
    with on_terminal("numpy_2048.py", "--seed", "42") as terminal:
        terminal.press(keys)
        terminal.see(in_dashes(board))
        terminal.press("q")
        assert terminal.ends() == 0
    with on_terminal("numpy_2048.py") as terminal:
        terminal.see(in_dashes(board))
        terminal.press("r")
        terminal.wait(lambda shown: shown.replace(" ", "").startswith(f"得分：0\n历史最高：{board.score}\n"))
        terminal.press("q")
        assert terminal.ends() == 0
    with on_terminal("numpy_2048.py") as terminal:
        terminal.wait(lambda shown: shown.replace(" ", "").startswith(f"得分：0\n历史最高：{board.score}\n"))
        terminal.press("q")
        assert terminal.ends() == 0


def test_numpy_after_a_win() -> None:
    """After a win only `r` and `q` are left."""
    board, keys = to_win(Board.start(RULES["cascade"], 42))
    with on_terminal("numpy_2048.py", "--seed", "42") as terminal:
        terminal.press(keys)
        terminal.wait(lambda shown: f"恭喜你赢了！得分为{board.score}\n" in shown.replace(" ", ""))
        terminal.press("wasdu")
        terminal.press("r")
        terminal.wait(lambda shown: shown.replace(" ", "").startswith(f"得分：0\n历史最高：{board.score}\n"))
        terminal.press("q")
        assert terminal.ends() == 0


def test_numpy_after_a_loss() -> None:
    """A lost game says with which score."""
    board, keys = to_loss(Board.start(RULES["cascade"], 42))
    with on_terminal("numpy_2048.py", "--seed", "42") as terminal:
        terminal.press(keys)
        terminal.wait(lambda shown: f"你获得了{board.score}分，请再接再厉！" in shown.replace(" ", ""))
        terminal.press("q")
        assert terminal.ends() == 0


def test_numpy_where_chinese_cannot_be_drawn() -> None:
    """In a locale without Chinese the program shows what it can, and plays."""
    with on_terminal("numpy_2048.py", "--seed", "42", LC_ALL="C", PYTHONUTF8="0") as terminal:
        terminal.see("-" * 22)
        terminal.press("waq")
        assert terminal.ends() == 0
