"""The time from a key to the whole frame or prompt that answers it, in the real program on a pseudo-terminal.

    python benchmarks/pty_latency.py [--keys 200] [--write]

Prints a row as soon as it is measured; --write puts the table into benchmarks/RESULTS.md, with the commit and the
machine. The end of a frame is known because the benchmark answers for a terminal that can synchronize its output:
Textual then closes every frame with a mark. POSIX only.
"""

import argparse
import datetime as dt
import fcntl
import itertools
import os
import platform
import pty
import select
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "benchmarks" / "RESULTS.md"
HEADING = "## Key to answer on a pseudo-terminal"
HEAD = (
    "| | first frame or prompt | key to frame, median | p95 | bytes of it, median | most |\n|---|---|---|---|---|---|"
)
ASKS_FOR_SYNC, HAS_SYNC = b"\x1b[?2026$p", b"\x1b[?2026;2$y"
FRAME_END = b"\x1b[?2026l"
PROMPT = b"> "
SETTLED = 0.15  # seconds without a byte after which the tiles have settled


class Row(NamedTuple):
    """What was measured of one way to play."""

    what: str
    first: float  # seconds to the first frame or prompt
    keys: list[float]  # seconds from each key to the end of its answer
    sizes: list[int]  # bytes of each answer

    def __str__(self) -> str:
        keys = sorted(self.keys)
        p95 = keys[max(0, int(len(keys) * 0.95) - 1)]
        return (
            f"| {self.what} | {self.first:.2f} s | {statistics.median(keys) * 1000:.1f} ms | {p95 * 1000:.1f} ms "
            f"| {statistics.median(self.sizes):.0f} | {max(self.sizes)} |"
        )


@contextmanager
def program(home: str, *arguments: str) -> Iterator[tuple[int, float]]:
    """Give the program's terminal, 80x24, and the moment at which it was started."""
    environment = os.environ | {
        "PYTHONPATH": str(ROOT / "src"),
        "TESSELLA_HOME": home,
        "TESSELLA_LANG": "en",
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
    }
    begun = time.perf_counter()
    pid, terminal = pty.fork()
    if pid == 0:
        os.execve(sys.executable, [sys.executable, "-m", "tessella", *arguments], environment)  # noqa: S606 - our own
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    try:
        yield terminal, begun
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        os.close(terminal)


def read(terminal: int, seconds: float) -> bytes:
    """Return what is there within some seconds, b"" for nothing or the end."""
    if not select.select([terminal], [], [], seconds)[0]:
        return b""
    try:
        return os.read(terminal, 1 << 16)
    except OSError:  # the other end is closed
        return b""


def until(terminal: int, mark: bytes) -> int:
    """Read until a mark was shown, and return how many bytes came."""
    shown = b""
    while mark not in shown:
        data = read(terminal, 20)
        if not data:
            raise SystemExit(f"expected {mark!r} on the terminal, got {shown[-500:]!r}")
        if ASKS_FOR_SYNC in data:
            os.write(terminal, HAS_SYNC)
        shown += data
    return len(shown)


def drain(terminal: int, seconds: float) -> None:
    """Read until nothing comes for some seconds."""
    while read(terminal, seconds):
        pass


def play(what: str, home: str, keys: list[bytes], count: int, *arguments: str) -> Row:
    """Return what a game takes: its first frame or prompt, then some keys."""
    by_lines, has_motion = "--plain" in arguments, "2048" in arguments and "--no-motion" not in arguments
    end = PROMPT if by_lines else FRAME_END
    with program(home, *arguments) as (terminal, begun):
        settings = termios.tcgetattr(terminal)
        settings[3] &= ~termios.ECHO  # the echo of the terminal itself is no answer
        termios.tcsetattr(terminal, termios.TCSANOW, settings)
        until(terminal, PROMPT if by_lines else b"Quit")
        first = time.perf_counter() - begun
        drain(terminal, 1)
        waits, sizes = [], []
        for key in itertools.islice(itertools.cycle(keys), count):
            sent = time.perf_counter()
            os.write(terminal, key)
            sizes.append(until(terminal, end))
            waits.append(time.perf_counter() - sent)
            drain(terminal, 0 if by_lines or not has_motion else SETTLED)
    return Row(what, first, waits, sizes)


def long_game(home: str, moves: int) -> None:
    """Put a game of many moves into the store, as if it had been played."""
    os.environ["TESSELLA_HOME"] = home
    sys.path.insert(0, str(ROOT / "src"))
    from tessella import games  # noqa: PLC0415 - the path is only known now
    from tessella.play.store import GameRow, Store  # noqa: PLC0415 - the same

    store = Store.open()
    kept = GameRow.fresh(games.open_id("2048:8x8#7"))
    for turn in itertools.cycle(("down", "left", "down", "right", "up")):
        if len(kept.session.journal) >= moves:
            break
        if turn in kept.session.position.moves():
            kept.session.play(turn)
    store.append(kept)
    store.close()


def help_time() -> float:
    """Return the seconds that --help takes, the best of five."""
    times = []
    for _time in range(5):
        begun = time.perf_counter()
        environment = os.environ | {"PYTHONPATH": str(ROOT / "src")}
        subprocess.run([sys.executable, "-m", "tessella", "--help"], env=environment, capture_output=True, check=True)
        times.append(time.perf_counter() - begun)
    return min(times)


def write(measured: str) -> None:
    """Put the table under its heading in RESULTS.md, above the tables of earlier commits."""
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.strip()
    machine = (
        f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, "
        f"load average {os.getloadavg()[0]:.1f}"
    )
    entry = f"{HEADING}\n\nCommit {commit}, {dt.date.today()}, {machine}\n\n{measured}\n"  # noqa: DTZ011 - a date for people
    kept = RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else "# Results\n\n"
    above, heading, below = kept.partition(HEADING + "\n")
    kept = above.rstrip("\n") + "\n\n" + entry + (below if heading else "")
    RESULTS.write_text(kept, encoding="utf-8", newline="\n")


def main() -> None:
    """Measure, print, and write where asked."""
    parser = argparse.ArgumentParser(description="Key to answer on a pseudo-terminal.")
    parser.add_argument("--keys", type=int, default=200, help="keys a row")
    parser.add_argument("--write", action="store_true", help="put the table into benchmarks/RESULTS.md")
    asked = parser.parse_args()
    lines = [HEAD]
    print(HEAD, flush=True)

    def measured(row: object) -> None:
        print(row, flush=True)
        lines.append(str(row))

    count = asked.keys
    slides = [b"w", b"a", b"s", b"d"]
    typed = [key + b"\n" for key in slides]
    walk = [b"\x1b[C", b"\x1b[B", b"5", b"\x1b[D", b"\x1b[A", b"m"]
    with tempfile.TemporaryDirectory() as home:
        with program(home, "2048") as (terminal, _begun):  # compiled files and disk caches are there
            until(terminal, b"Score")
        measured(play("2048, full screen", home, slides, count, "2048", "--new", "--no-motion"))
        measured(play("2048, full screen, with motion", home, slides, count, "2048", "--new"))
        measured(play("2048, line mode", home, typed, count, "2048", "--plain", "--new"))
        measured(play("Sudoku, full screen", home, walk, count, "sudoku", "--seed", "1"))
    with tempfile.TemporaryDirectory() as home:
        long_game(home, 10_000)
        what = "2048 8x8 resumed at 10,000 moves"
        measured(play(f"{what}, full screen", home, slides, count, "2048", "--no-motion"))
        measured(play(f"{what}, line mode", home, typed, count, "2048", "--plain"))
    measured(f"| `tessella --help` | {help_time():.2f} s | | | | |")
    if asked.write:
        write("\n".join(lines))


if __name__ == "__main__":
    main()
