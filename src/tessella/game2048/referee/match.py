"""Matches: programs that play many games by questions and answers, and whatever they do wrong on the way.

A game is a course of questions, each answered by one line. A program that errs loses the game, which counts with the
score that it had; one that ends, hangs or floods ends the match.
"""

import time
from collections.abc import Collection, Generator, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import chain
from queue import Empty, SimpleQueue
from statistics import fmean
from threading import Lock, Thread
from typing import IO, Self

from tessella.errors import TessellaError
from tessella.game2048.board import Board
from tessella.game2048.referee import protocol
from tessella.game2048.referee.program import Program, ProgramError
from tessella.game2048.referee.spawn_tests import Dealt, Tally
from tessella.game2048.rules import Rules
from tessella.game2048.sliding import Rows, slide, with_tile
from tessella.i18n import _
from tessella.io.worker_threads import POLL
from tessella.rng import fold

EVERY, MOST = 16, 32  # a program is asked what it expects after each sixteenth move, at most so often a game
RESIGNED = "resigned"


@dataclass(frozen=True, slots=True)
class Terms:
    """What is agreed before a match."""

    rules: Rules
    games: int
    seed: int
    seconds: float = 60.0  # for an answer
    minutes: float | None = None  # for the match
    jobs: int = 1  # how many programs play side by side
    at_once: int = 1  # how many games each of them plays at a time


@dataclass(frozen=True, slots=True)
class Statement:
    """What a program said of the tile that a move would bring, or of what the board was worth before it came."""

    ply: int  # of the board on which the tile lies
    chances: list[float] | None = None  # `protocol.read_chances`
    worth: tuple[float, float, float] | None = None  # its value, and the means after a 2 and after a 4


@dataclass(slots=True)
class Game:
    """A game in progress: its next question, and what came of it so far."""

    rules: Rules
    number: int
    seed: int  # of the match; `evaluate` plays the same game by it
    topics: Collection[str] = ("move",)
    board: Board = field(init=False)
    moves: list[str] = field(default_factory=list)
    statements: list[Statement] = field(default_factory=list)
    tally: Tally = field(init=False)
    sampled: dict[int, Dealt] = field(default_factory=dict)  # the tiles on which a program is asked, by ply
    end: str = ""  # why it ended before its last move
    question: str = field(init=False)  # "" once it has ended
    _course: Generator[str, str, None] = field(init=False)

    def __post_init__(self) -> None:
        self.board = Board.start(self.rules, fold((self.seed, self.number)))
        self.tally = Tally(self.rules)
        self._course = self._questions()
        self.question = next(self._course, "")

    def take(self, answer: str) -> None:
        """Take the answer to the question, and go on to the next one."""
        try:
            self.question = self._course.send(answer)
        except StopIteration:
            self.question = ""
        except TessellaError as error:
            self.stop(str(error))

    def stop(self, why: str) -> None:
        """End the game as it stands."""
        self.end, self.question = why, ""

    def _questions(self) -> Generator[str, str, None]:
        while not self.board.is_over():
            before = self.board
            move = protocol.read_move((yield protocol.question("move", self.number, before.rows)))
            if move == protocol.RESIGN:
                self.stop(RESIGNED)
                return
            self.board = before.play(move)
            self.moves.append(move[0])
            rows, _merged = slide(before.rows, move, before.rules.merging)
            tile = _dealt(rows, self.board.rows)
            self.tally.add(tile)
            if self.board.ply % EVERY == 1 and self.board.ply < EVERY * MOST:
                self.sampled[self.board.ply] = tile
                if len(self.topics) > 1:
                    yield from self._statement(rows)

    def _statement(self, rows: Rows) -> Generator[str, str, None]:
        """Ask what the program expects of tiles on a board after a move: before it can see the one that came."""
        chances = worth = None
        if "spawn" in self.topics:
            chances = protocol.read_chances((yield protocol.question("spawn", self.number, rows)), rows)
        if "value" in self.topics:
            value = yield from self._value(rows)
            twos = yield from self._after(rows, 2)
            fours = yield from self._after(rows, 4)
            worth = value, twos, fours
        self.statements.append(Statement(self.board.ply, chances, worth))

    def _value(self, rows: Rows) -> Generator[str, str, float]:
        (value,) = protocol.read_numbers((yield protocol.question("value", self.number, rows)), 1)
        return value

    def _after(self, rows: Rows, tile: int) -> Generator[str, str, float]:
        """Return the mean, over the empty cells, of the best that can follow a new tile; nothing follows the end."""
        found = []
        for cell, value in enumerate(chain.from_iterable(rows)):
            if not value:
                board = Board(self.rules, with_tile(rows, divmod(cell, self.rules.cols), tile))
                best = 0.0
                for number, move in enumerate(board.moves()):
                    after, merged = slide(board.rows, move, self.rules.merging)
                    worth = self.rules.points_of(merged) + (yield from self._value(after))
                    best = max(best, worth) if number else worth
                found.append(best)
        return fmean(found)


def _dealt(rows: Rows, after: Rows) -> Dealt:
    """Return the tile that makes one board of the other."""
    row = next(k for k, line in enumerate(after) if line != rows[k])
    col = next(k for k, tile in enumerate(after[row]) if tile != rows[row][k])
    return Dealt(rows, row * len(rows[0]) + col, after[row][col])


class Match:
    """A match of a program against chance; use `with`, which starts it and ends it."""

    def __init__(
        self, command: Sequence[str], terms: Terms, played: Collection[int] = (), log: IO[bytes] | None = None
    ) -> None:
        self.command, self.terms, self.log = command, terms, log
        self.name = ""  # of the program
        self.end = ""  # why the match ended before its last game
        self._waiting = iter([number for number in range(terms.games) if number not in played])
        self._next = Lock()
        self._programs: list[tuple[Program, Collection[str]]] = []
        self._until = float("inf")
        self._open = ExitStack()

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            for _job in range(self.terms.jobs):
                program = stack.enter_context(Program(self.command, self.terms.seconds, self.log))
                program.tell(protocol.hello(self.terms.rules, self.terms.seconds) + "\n")
                self.name, topics = protocol.read_hello(program.answer())
                self._programs.append((program, topics))
            self._open = stack.pop_all()
        return self

    def __exit__(self, *error: object) -> None:
        self._open.__exit__(*error)  # type: ignore[arg-type]  # kind, error and traceback

    def play(self) -> Iterator[Game]:
        """Yield the games as they end; after a fault of the program no other begins."""
        if self.terms.minutes is not None:
            self._until = time.monotonic() + 60 * self.terms.minutes
        ended: SimpleQueue[Game | None] = SimpleQueue()
        for program, topics in self._programs:
            Thread(target=self._serve, args=(program, topics, ended), daemon=True).start()
        running = len(self._programs)
        while running:
            try:
                game = ended.get(timeout=POLL)
            except Empty:
                if any(program.is_stuck() for program, _topics in self._programs):
                    message = _("the program cannot be ended: {text}")
                    raise TessellaError(message, text=self.command[0]) from None
                continue
            if game is None:
                running -= 1
            else:
                yield game

    def _serve(self, program: Program, topics: Collection[str], ended: "SimpleQueue[Game | None]") -> None:
        """Play some games at a time, a question for each and then the answers, until none is left."""
        playing: list[Game] = []
        try:
            while playing := self._dealt(playing, topics, ended):
                self._look_at_clock()
                program.tell("".join([game.question + "\n" for game in playing]))
                for game in playing:
                    game.take(program.answer())
        except ProgramError as error:
            self.end = self.end or str(error)
            for game in playing:
                if game.question:
                    game.stop(str(error))
                ended.put(game)
        finally:
            ended.put(None)

    def _dealt(self, playing: list[Game], topics: Collection[str], ended: "SimpleQueue[Game | None]") -> list[Game]:
        """Return the games that go on, and new ones in the place of those that have ended."""
        going = [game for game in playing if game.question]
        for game in playing:
            if not game.question:
                ended.put(game)
        while len(going) < self.terms.at_once:
            new = self._new(topics)
            if new is None:
                break
            if new.question:
                going.append(new)
            else:
                ended.put(new)
        return going

    def _look_at_clock(self) -> None:
        if time.monotonic() > self._until:
            raise ProgramError(_("the match has taken its {minutes:g} min").format(minutes=self.terms.minutes))

    def _new(self, topics: Collection[str]) -> Game | None:
        """Return the next game by number; None where none is left, or the match has ended."""
        with self._next:
            number = None if self.end else next(self._waiting, None)
        return None if number is None else Game(self.terms.rules, number, self.terms.seed, topics)
