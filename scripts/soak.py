"""Soak test: kills, Ctrl-C, full disks and closed streams at random instants: python scripts/soak.py --seconds 600

Every command of the table in `cli/commands.py` is run again and again, and something happens to it:

    kill        it is killed (SIGKILL) at a random instant
    interrupt   Ctrl-C: on a terminal the key, else SIGINT
    terminate   SIGTERM
    full        no file may grow beyond a random size, or standard output is a full disk
    closed      one of its three streams is closed, or nobody reads what it writes

It must then end with an exit code of its own, without a traceback, and all its children with it; what it wrote must be
whole or not there, no temporary file left, and every move that its screen has shown must be in the store. Games go on
over several rounds in one home. What was lost is printed with the number of its round, and the exit code is 1. The same
seed tries the same things, at instants that the machine decides. It needs Linux, for /proc.
"""

import argparse
import contextlib
import fcntl
import json
import os
import pty
import random
import re
import resource
import shlex
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import termios
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.request import HTTPCookieProcessor, build_opener

import pyte
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect
from websockets.typing import Origin

from tessella.cli.commands import TESSELLA, Command
from tessella.errors import TessellaError
from tessella.game2048.endgame.construction import make
from tessella.game2048.endgame.formations import EndGame
from tessella.play.session import Session
from tessella.play.store import FILE, Store
from tessella.play.stored_game import StoredGame
from tessella.sudoku.datasets.build import begin
from tessella.sudoku.datasets.directory import Directory
from tessella.sudoku.datasets.parts import write_part
from tessella.sudoku.datasets.recipe import Made

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src"
RANDOM_PLAYER = ROOT / "examples" / "referee_random.py"
PATIENCE = 600.0
"""Seconds after which a process hangs that has not ended: a busy machine is slow, and `warm` compiles for minutes."""
SIGNALS = {"kill": signal.SIGKILL, "interrupt": signal.SIGINT, "terminate": signal.SIGTERM}
ENDS = {"kill": {-9}, "interrupt": {-2, 130}, "terminate": {-15, 130, 143}, "full": {2}, "closed": {2}}
"""Exit codes that a fault may lead to, besides 0 and 1, with which commands end; -2 when all has been said and done."""
ROUNDS_A_HOME = 6
MOVES_A_ROUND = 12

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
PUZZLES = f"{PUZZLE}\n" * 300
OLD = b"what stood here before\n"
RULES = f"{'.' * 81};anti_king;killer:sum=11:r1c1r1c2r1c3;killer:sum=9:r1c4r2c4"
END_GAME, OTHER_END_GAME, THIRD_END_GAME = "L3-8", "L3-16", "L3-64"
GAME, SUDOKU, VARIANT = "2048:8x8/classic#42", f"sudoku:{PUZZLE}", f"sudoku:{RULES}"  # not over after a hundred moves
LINES = {GAME: ("a", "s", "d", "w")} | dict.fromkeys((SUDOKU, VARIANT), ("r1c3=4", "r1c3-"))
KEYS = {GAME: ("\x1b[D", "\x1b[B", "\x1b[C", "\x1b[A")} | dict.fromkeys((SUDOKU, VARIANT), ("4", "\x7f"))
STEP = re.compile(r"(?:Step|Moves) +(\d+)")
UNSAVED = re.compile(r"unsaved|not saved|not be saved|cannot (?:save|write|read) \S+sqlite3|another window")
WRONG = re.compile(r"Traceback \(most recent call last\)|Exception ignored|Fatal Python error")


class Example(NamedTuple):
    """A way to run a command: its arguments, what it reads, how it is spoken to, and the game that is played."""

    arguments: str = ""
    typed: str = ""
    how: str = "pipe"  # or "terminal", "page"
    game: str = ""
    seconds: float = 3  # about how long it takes


def _file(arguments: str) -> Example:
    return Example(f"{arguments} --out {{out}}", PUZZLES)


def _plays(game: str) -> tuple[Example, ...]:
    typed = "\n".join(LINES[game] * MOVES_A_ROUND)
    plain = Example(f"--id {game} --plain", typed, game=game)
    return plain, plain._replace(how="terminal"), Example(f"--id {game}", how="terminal", game=game)


EXAMPLES: dict[str, tuple[Example, ...]] = {
    "": (Example(), Example(how="terminal")),
    "2048": _plays(GAME),
    "2048 hint": (Example("'2 4 2 4/. . . ./. . . ./. . . .'"),),
    "2048 review": (Example("{save} --player heuristic"),),
    "2048 evaluate": (Example("--games 20 --player heuristic --ply 1"), Example("--games 3")),
    "2048 train": (Example("{out}.training --moves 200k"),),
    "2048 referee": (Example(f"--games 20 --out {{out}}.jsonl --log {{out}}.log -- {sys.executable} {RANDOM_PLAYER}"),),
    "2048 practice": (
        Example(END_GAME, "left\nright\nup\ndown\n" * MOVES_A_ROUND),
        Example(f"{END_GAME} --accuracy"),
    ),
    "2048 tables": (Example(),),
    "2048 tables list": (Example("--json"),),
    "2048 tables make": (Example(END_GAME), Example(THIRD_END_GAME)),
    "2048 tables show": (Example("'4 2 2 0/0 0 0 0/0 16 32 64/0 128 256 512'"),),
    "2048 tables remove": (Example(OTHER_END_GAME),),
    "2048 watch": (Example("--player heuristic --ply 1 --id 2048:3x3/sprint#1"),),
    "sudoku": _plays(SUDOKU),
    "sudoku play": (*_plays(SUDOKU), *_plays(VARIANT)),
    "sudoku new": (
        *(_file("-n 300 --seed 1"), _file("-n 20 --level hard --seed 1"), Example("-n 50")),
        _file("-n 3 --variant killer --seed 1"),
    ),
    "sudoku solve": (_file(""), Example("", PUZZLES), Example("--all --limit 20 --out {out}", f"{RULES}\n" * 9)),
    "sudoku check": (_file(""),),
    "sudoku show": (Example(PUZZLE), Example("", PUZZLES)),
    "sudoku convert": (_file("--format sdk"), Example("--format rows", PUZZLES)),
    "sudoku rate": (_file("--format csv"), Example("", PUZZLES)),
    "sudoku hint": (Example(PUZZLE),),
    "sudoku explain": (Example(PUZZLE),),
    "sudoku lesson": (Example("xy-wing"), Example("")),
    "sudoku review": (Example(SUDOKU),),
    "sudoku dataset": (Example("--help"),),
    "sudoku dataset make": (
        Example("{out}.set -n 200 --part 20 --level easy --seed 1 --workers 1", seconds=15),
        Example("{out}.set -n 200 --part 20 --seed 1 --workers 2 --distinct", how="terminal", seconds=15),
    ),
    "sudoku dataset rate": (Example("{out}.set --from {puzzles} --part 100 --workers 1", seconds=15),),
    "sudoku dataset describe": (Example("{set}"), Example("{set} --json --workers 1", seconds=6)),
    "sudoku dataset verify": (Example("{set} --workers 1", seconds=15),),
    "sudoku print": (_file("-n 4 --seed 1 --format pdf"),),
    "continue": (Example(), Example(f"{GAME} --plain", "\n".join(LINES[GAME] * MOVES_A_ROUND), game=GAME)),
    "web": (Example("--no-browser --port 0", how="page", game=GAME),),
    "site": (Example("--help"),),
    "export": (Example(GAME), Example(f"{GAME} --out {{out}}")),
    "replay": (Example("{save}"),),
    "scores": (Example(),),
    "completion": (Example("bash"),),
    "bench": (Example(),),
    "warm": (Example(),),
}


def commands(command: Command = TESSELLA, words: str = "") -> Iterator[str]:
    """Yield the words that ask for each command of the table."""
    yield words
    for below in command.commands:
        yield from commands(below, f"{words} {below.name}".strip())


class Fault(NamedTuple):
    """What happens to a process: a signal after so many seconds, or from the start the state of a disk or a stream."""

    kind: str
    instant: float = PATIENCE
    number: int = (
        0  # bytes that a file may have, -1 for a full standard output; or the stream that is closed, 3: unread
    )

    @classmethod
    def draw(cls, luck: random.Random, example: Example, start: float) -> "Fault":
        """Return a random fault; Ctrl-C comes when Python has started."""
        kind = luck.choice([*SIGNALS, "full", "closed"] if example.how == "pipe" else [*SIGNALS])
        if kind in SIGNALS:
            return cls(kind, start * (kind != "kill") + luck.choice([0.1, 0.3, 1.0]) * example.seconds * luck.random())
        return cls(kind, number=luck.choice([-1, 0, 1, 5000, 40_000]) if kind == "full" else luck.randrange(4))

    def prepare(self) -> None:
        """Be what happens from the start; called in the new process."""
        if self.kind == "full" and self.number >= 0:
            resource.setrlimit(resource.RLIMIT_FSIZE, (self.number, self.number))
        elif self.kind == "full":
            os.dup2(os.open("/dev/full", os.O_WRONLY), 1)
        elif self.kind == "closed" and self.number < 3:
            os.close(self.number)


# --- One process ------------------------------------------------------------------------------------------------------


class Screen(threading.Thread):
    """Who reads what a process shows until it ends, makes moves meanwhile, and counts those that are shown as kept."""

    def __init__(self, example: Example, descriptor: int) -> None:
        super().__init__(daemon=True)
        self.example = example
        self.descriptor = descriptor
        self.shown = b""
        self.moves = 0
        self._answered = -1
        self._sent = 0
        self._screen = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self._screen)

    def run(self) -> None:
        """Read to the end; a terminal tells it by an error."""
        with contextlib.suppress(OSError):
            if self.example.how == "page":
                with contextlib.suppress(WebSocketException, TimeoutError, ValueError):
                    self._play_page()
            while self._read():
                if self.example.how == "terminal":
                    self._look()
        if self.example.how == "pipe":
            self._count(self.shown.decode(errors="replace"))

    def _read(self) -> bytes:
        more = os.read(self.descriptor, 1 << 16)
        self.shown += more
        # pyte knows neither the Kitty keyboard protocol nor mode queries; a terminal passes over what it does not know.
        self._stream.feed(re.sub(rb"\x1b\[[<>=?][0-9;]*u|\x1b\[\?[0-9;]*\$p", b"", more))
        return more

    def _look(self) -> None:
        """Make a move whenever the screen shows another number of moves, as a player does."""
        text = "\n".join(self._screen.display)
        self._count(text)
        steps = [int(step) for step in STEP.findall(text)]
        if self.example.game and steps and steps[-1] != self._answered and self._sent < MOVES_A_ROUND:
            self._answered = steps[-1]
            keys, end = (LINES, "\r") if "--plain" in self.example.arguments else (KEYS, "")
            own = keys[self.example.game]
            os.write(self.descriptor, (own[self._sent % len(own)] + end).encode())
            self._sent += 1

    def _count(self, text: str) -> None:
        """Count the moves that are shown, up to where the process says that they are not kept."""
        if self.example.game:
            kept = UNSAVED.split(text)[0]
            self.moves = max([self.moves, *map(int, STEP.findall(kept))])

    def _play_page(self) -> None:
        """Play as the page does: take the token to a cookie, then send moves over a WebSocket."""
        while b"\n" not in self.shown:
            if not self._read():
                return
        address = self.shown.decode().partition("\n")[0].strip()
        base = address.partition("?")[0]
        cookies = HTTPCookieProcessor()
        build_opener(cookies).open(address, timeout=PATIENCE).close()
        cookie = "; ".join(f"{one.name}={one.value}" for one in cookies.cookiejar)
        path = f"{base.replace('http', 'ws', 1)}ws?g={self.example.game.replace('#', '%23')}"
        with connect(path, additional_headers={"Cookie": cookie}, origin=Origin(base.rstrip("/"))) as socket:
            state = json.loads(socket.recv(timeout=PATIENCE))["state"]
            while True:
                move = {"n": state["at"], "do": "play", "move": state["moves"][0], "at": state["at"], "of": state["id"]}
                socket.send(json.dumps(move))
                while (answer := json.loads(socket.recv(timeout=PATIENCE))).get("n") != move["n"]:
                    pass
                if "error" in answer or self._sent == MOVES_A_ROUND:
                    return
                state = answer["state"]
                self.moves = state["step"]
                self._sent += 1


class Room:
    """A folder with a home, in which several rounds are played."""

    def __init__(self, path: Path) -> None:
        self.path = path
        for name in ("home", "work", "temporary"):
            (path / name).mkdir()
        self.out = path / "work" / "out.txt"
        self.save, self.puzzles, self.dataset = path / "save.txt", path / "puzzles.txt", path / "data-set"
        self.puzzles.write_text(PUZZLES, encoding="utf-8")
        build = begin(Directory(str(self.dataset)), Made("easy", 1), 4, 2)
        for task in build.tasks():
            build.take(write_part(task))
        build.save()
        session = Session.open("2048:classic#42")
        while len(session.moves) < MOVES_A_ROUND:
            session.play(session.position.moves()[0])
        self.save.write_text(session.to_text(), encoding="utf-8")
        self.moves = {GAME: 1, SUDOKU: 1}  # that screens have shown, by the id of their game
        store = Store.open(path / "home" / FILE)
        StoredGame.open(store, GAME).play("left")
        StoredGame.open(store, SUDOKU).play("r1c3=4")
        store.close()
        self.tables = path / "home" / "tables"
        made = path / "table"
        make(EndGame.parse(END_GAME), made)
        self._table = made.read_bytes()
        self.tables.mkdir()

    def begin(self, words: str, example: Example, fault: Fault) -> "tuple[subprocess.Popen[bytes], Screen]":
        """Start a command, and read what it shows."""
        for file in self.out.parent.iterdir():
            shutil.rmtree(file) if file.is_dir() else file.unlink()
        self.out.write_bytes(OLD)
        for name in (END_GAME, OTHER_END_GAME):  # a table may have been removed
            (self.tables / f"{name}.table").write_bytes(self._table)
        arguments = example.arguments.format(out=self.out, save=self.save, puzzles=self.puzzles, set=self.dataset)
        command = [sys.executable, "-m", "tessella", *words.split(), *shlex.split(arguments)]
        (self.path / "typed").write_text(example.typed, encoding="utf-8")
        is_terminal = example.how == "terminal"
        reading, writing = pty.openpty() if is_terminal else os.pipe()

        def prepare() -> None:
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # which whoever works in the background is told to ignore
            if is_terminal:
                fcntl.ioctl(0, termios.TIOCSCTTY, 0)
            fault.prepare()

        if is_terminal:
            termios.tcsetwinsize(writing, (24, 80))
        with (self.path / "typed").open("rb") as typed, (self.path / "said").open("wb") as said:
            process = subprocess.Popen(  # noqa: S603 - our own program
                command,
                stdin=writing if is_terminal else typed,
                stdout=writing,
                stderr=writing if is_terminal else said,
                env=self._environment(),
                cwd=self.path / "work",
                start_new_session=True,
                preexec_fn=prepare,  # noqa: PLW1509 - no thread of this process holds a lock then
            )
        os.close(writing)
        screen = Screen(example, reading)
        if fault.kind == "closed" and fault.number == 3:
            os.close(reading)
        else:
            screen.start()
        return process, screen

    def _environment(self) -> dict[str, str]:
        """Return what a process is told; by TESSELLA_SOAK its children are known."""
        known = {name: value for name, value in os.environ.items() if name not in {"COLUMNS", "LINES", "TESSELLA_LANG"}}
        return known | {
            "TESSELLA_HOME": str(self.path / "home"),
            "TMPDIR": str(self.path / "temporary"),
            "LANG": "C.UTF-8",
            "TERM": "xterm-256color",
            "PYTHONPATH": str(SOURCE),
            "TESSELLA_SOAK": str(self.path),
        }

    def processes(self) -> list[int]:
        """Return the processes that were started here and live."""
        mark = f"TESSELLA_SOAK={self.path}".encode()
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if mark in (folder / "environ").read_bytes().split(b"\0"):
                    found.append(int(folder.name))
        return found

    def litter(self) -> list[str]:
        """Remove the files that nobody asked for, and return their names."""
        allowed = {f"{FILE}{end}" for end in ("", "-wal", "-shm", ".lock")} | {self.tables.name}
        allowed |= {f"{name}.table" for name in (END_GAME, OTHER_END_GAME, THIRD_END_GAME)}
        folders = (self.path / "temporary", self.path / "work", self.path / "home", self.tables)
        found = [
            one
            for folder in folders
            for one in folder.iterdir()
            if one.name not in allowed and not one.name.startswith(self.out.name)
        ]
        for one in found:
            shutil.rmtree(one) if one.is_dir() else one.unlink()
        return [one.name for one in found]

    def lost(self) -> list[str]:
        """Return what is not in the store of what screens have shown."""
        store = Store.open(self.path / "home" / FILE)
        try:
            kept = {id: len(store.export(id).moves) for id in self.moves}
        except TessellaError as error:
            return [f"the store has lost a game: {error}"]
        finally:
            store.close()
        shown, self.moves = self.moves, kept  # what is lost is told once
        return [
            f"{shown[id] - n} moves lost of {shown[id]} in {id}" for id, n in kept.items() if n < shown[id]
        ] + store.notices


# --- Rounds -----------------------------------------------------------------------------------------------------------


class Soak:
    """Rounds of random commands and faults, and what they have come to."""

    def __init__(self, folder: Path, seed: int, only: str = "") -> None:
        self.folder = folder
        self.commands = [words for words in EXAMPLES if words.startswith(only)]
        self.luck = random.Random(seed)
        self.rounds: Counter[str] = Counter()
        self.waits: list[float] = []  # seconds from Ctrl-C to the end
        self.losses: list[str] = []
        self._whole: dict[tuple[str, Example, str], bytes] = {}
        begun = time.monotonic()
        subprocess.run([sys.executable, "-m", "tessella", "--help"], stdout=subprocess.DEVNULL, check=True)
        self.start = max(0.1, 2 * (time.monotonic() - begun))  # before that Python itself may be interrupted
        self._room = self._new_room()

    def _new_room(self) -> Room:
        path = self.folder / str(self.rounds.total())
        path.mkdir()
        return Room(path)

    def play_round(self) -> None:
        """Let something happen to some command, and note what is lost."""
        if self.rounds.total() % ROUNDS_A_HOME == 0 and self.rounds:
            shutil.rmtree(self._room.path)
            self._room = self._new_room()
        words = self.luck.choice(self.commands)
        example = self.luck.choice(EXAMPLES[words])
        fault = Fault.draw(self.luck, example, self.start)
        found = self._lost_by(words, example, fault)
        self.rounds[fault.kind] += 1
        where = f"round {self.rounds.total()}: {fault.kind} {fault.number or round(fault.instant, 3)}"
        asked = f"tessella {words} {example.arguments} ({example.how})"
        self.losses += [f"{where}, {asked}: {one}" for one in found]

    def _lost_by(self, words: str, example: Example, fault: Fault) -> list[str]:
        room = self._room
        process, screen = room.begin(words, example, fault)
        begun = time.monotonic()
        try:
            code = process.wait(fault.instant)
        except subprocess.TimeoutExpired:
            if fault.kind not in SIGNALS:
                return [self._hangs(process)]
            begun = time.monotonic()
            if example.how == "terminal" and fault.kind == "interrupt":
                os.write(screen.descriptor, b"\x03")
            else:
                process.send_signal(SIGNALS[fault.kind])
            try:
                code = process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                return [self._hangs(process)]
            if fault.kind == "interrupt":
                self.waits.append(time.monotonic() - begun)
        while left := room.processes():
            if time.monotonic() - begun > PATIENCE:
                return [f"{len(left)} of its processes outlive it"]
            time.sleep(0.01)
        if screen.ident:
            screen.join()
            os.close(screen.descriptor)
        if screen.moves:
            room.moves[example.game] = max(room.moves.get(example.game, 0), screen.moves)
        said = (screen.shown + (room.path / "said").read_bytes()).decode(errors="replace")
        return [
            *self._wrong(code, said, fault),
            *self._half_written(words, example, code),
            *self._left(fault),
            *room.lost(),
        ]

    def _hangs(self, process: "subprocess.Popen[bytes]") -> str:
        process.kill()
        process.wait()
        return f"does not end within {PATIENCE:.0f} s"

    @staticmethod
    def _wrong(code: int, said: str, fault: Fault) -> list[str]:
        found = [said[-800:]] if WRONG.search(said) else []
        return found + ([f"exit code {code}: {said[-300:]}"] if code not in {0, 1} | ENDS[fault.kind] else [])

    def _half_written(self, words: str, example: Example, code: int) -> list[str]:
        """Return what is wrong with the files that were to be written: each is as before, or whole."""
        files = [*sorted(self._room.out.parent.rglob("*.parquet")), *sorted(self._room.tables.glob("*.table"))]
        if "{out}" in example.arguments.split() and GAME not in example.arguments:
            files.append(self._room.out)
        found = []
        for file in files:
            data = file.read_bytes()
            if data == OLD:
                found += ["nothing was written"] * (code == 0)
            elif data != (whole := self._whole.setdefault((words, example, file.name), data)):
                found.append(f"{file.name}: {len(data)} bytes written of {len(whole)}")
        return found

    def _left(self, fault: Fault) -> list[str]:
        """Return what lies about; what is killed may leave the file that it was writing."""
        names = self._room.litter()
        return [f"left behind: {', '.join(names)}"] if names and fault.kind != "kill" else []

    def report(self) -> str:
        """Return what was tried and what was lost."""
        tried = ", ".join(f"{number} x {kind}" for kind, number in self.rounds.most_common())
        lines = [f"{self.rounds.total()} rounds: {tried}"]
        if self.waits:
            middle, worst = statistics.median(self.waits), max(self.waits)
            lines.append(f"from Ctrl-C to the end: median {middle:.2f} s, at worst {worst:.2f} s")
        return "\n".join([*lines, *self.losses, f"{len(self.losses)} losses"])


def main() -> int:
    """Soak for as long as is wished, and return 1 if anything was lost."""
    parser = argparse.ArgumentParser(description=__doc__.partition(":")[0])
    parser.add_argument("--seconds", type=float, default=60, help="how long (default: 60)")
    parser.add_argument("--seed", type=int, default=0, help="random seed (default: 0)")
    parser.add_argument("--only", default="", help="words that the commands begin with, such as 'sudoku dataset'")
    args = parser.parse_args()
    end = time.monotonic() + args.seconds
    with tempfile.TemporaryDirectory(prefix="tessella-soak-") as folder:
        soak = Soak(Path(folder), args.seed, args.only)
        told = 0
        while time.monotonic() < end:
            soak.play_round()
            for loss in soak.losses[told:]:
                print(loss, flush=True)
            told = len(soak.losses)
    print(soak.report())
    return 1 if soak.losses else 0


if __name__ == "__main__":
    sys.exit(main())
