"""How long does a key wait for its answer? Drives the real program on a pseudo-terminal.

    python benchmarks/pty_latency.py [--keys 200] [--write]

Prints a table; --write puts it into benchmarks/RESULTS.md, with the commit and the machine. POSIX only.
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
QUIET = 0.15  # seconds without a byte, after which an answer is taken to be whole: longer than the animation


class Row(NamedTuple):
    """What was measured of one way to play."""

    what: str
    first: float
    """Seconds to the first frame or prompt."""
    keys: list[float]
    """Seconds from a key to the first byte of its answer."""
    sizes: list[int]
    """Bytes of each answer, animation included."""


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


def until(terminal: int, mark: bytes) -> None:
    """Read until a mark was shown."""
    shown = b""
    while mark not in shown:
        data = read(terminal, 20)
        if not data:
            raise SystemExit(f"expected {mark!r} on the terminal, got {shown[-500:]!r}")
        shown += data


def quiet(terminal: int) -> int:
    """Read until nothing comes any more, and return how many bytes came."""
    size = 0
    while data := read(terminal, QUIET):
        size += len(data)
    return size


def play(what: str, home: str, keys: list[bytes], count: int, mark: bytes, *arguments: str) -> Row:
    """Return what a game takes: its first frame or prompt, then some keys."""
    with program(home, *arguments) as (terminal, begun):
        settings = termios.tcgetattr(terminal)
        settings[3] &= ~termios.ECHO  # the echo of the terminal itself is no answer
        termios.tcsetattr(terminal, termios.TCSANOW, settings)
        until(terminal, mark)
        first = time.perf_counter() - begun
        quiet(terminal)
        waits, sizes = [], []
        for key in itertools.islice(itertools.cycle(keys), count):
            sent = time.perf_counter()
            os.write(terminal, key)
            data = read(terminal, 5)
            waits.append(time.perf_counter() - sent)
            sizes.append(len(data) + quiet(terminal))
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


def table(rows: list[Row], helped: float) -> str:
    """Return the rows as a table in Markdown."""
    lines = [
        "| | first frame or prompt | key to first byte, median | p95 | bytes a key, median | most |",
        "|---|---|---|---|---|---|",
    ]
    for row in rows:
        keys = sorted(row.keys)
        p95 = keys[max(0, int(len(keys) * 0.95) - 1)]
        lines.append(
            f"| {row.what} | {row.first:.2f} s | {statistics.median(keys) * 1000:.1f} ms | {p95 * 1000:.1f} ms "
            f"| {statistics.median(row.sizes):.0f} | {max(row.sizes)} |"
        )
    lines.append(f"| `tessella --help` | {helped:.2f} s | | | | |")
    return "\n".join(lines)


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
    rows = []
    count = asked.keys
    slides = [b"w", b"a", b"s", b"d"]
    lines = [key + b"\n" for key in slides]
    walk = [b"\x1b[C", b"\x1b[B", b"5", b"\x1b[D", b"\x1b[A", b"m"]
    with tempfile.TemporaryDirectory() as home:
        with program(home, "2048") as (terminal, _begun):  # compiled files and disk caches are there
            until(terminal, b"Score")
        rows += [
            play("2048, full screen", home, slides, count, b"Score", "2048", "--new"),
            play("2048, full screen, no motion", home, slides, count, b"Score", "2048", "--new", "--no-motion"),
            play("2048, line mode", home, lines, count, b"> ", "2048", "--plain", "--new"),
            play("Sudoku, full screen", home, walk, count, b"Time", "sudoku", "--seed", "1"),
        ]
    with tempfile.TemporaryDirectory() as home:
        long_game(home, 10_000)
        rows += [
            play("2048 8x8 resumed at 10,000 moves, full screen", home, slides, count, b"Score", "2048"),
            play("the same, line mode", home, lines, count, b"> ", "2048", "--plain"),
        ]
    measured = table(rows, help_time())
    print(measured)
    if asked.write:
        write(measured)


if __name__ == "__main__":
    main()
