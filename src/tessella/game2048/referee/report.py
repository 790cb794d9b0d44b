"""Reports of matches: JSON objects, a line each, that anybody can check.

    match       the terms, the program's name, and the commitment to a seed that is still secret
    statement   what the program said of a tile before it was dealt
    game        the moves of a game and how it ended
    end         the seed, and the figures that follow from the games

The commitment is the SHA-256 of "SEED NONCE". Game i has the luck of `Board.start(rules, fold((SEED, i)))`, so games
could not be chosen once the commitment was known. Until the end the seed is in a file of its own beside the report.
"""

import hashlib
import math
from collections.abc import Iterator
from typing import Any

import msgspec

from tessella.errors import ReplayError, TessellaError
from tessella.game2048.evaluation import Report, summarize
from tessella.game2048.players.base import GameResult
from tessella.game2048.referee.match import RESIGNED, Game, Statement
from tessella.game2048.referee.protocol import read_chances
from tessella.game2048.referee.spawn_tests import Believed, Implied, Tally
from tessella.game2048.rules import Rules
from tessella.game2048.sliding import DIRECTIONS
from tessella.i18n import _
from tessella.ids import parse_seed

_LETTERS = {name[0]: name for name in DIRECTIONS}


class Head(msgspec.Struct, frozen=True, tag_field="line", tag="match"):
    """The first line: what was agreed before the first game."""

    protocol: int
    program: str
    command: list[str]
    commitment: str
    chosen: bool  # whether the seed was chosen by whoever held the match, not drawn
    rules: str
    games: int
    seconds: float
    minutes: float | None
    at_once: int


class StatementLine(msgspec.Struct, frozen=True, tag_field="line", tag="statement", omit_defaults=True):
    """What a program said in a game: see `match.Statement`."""

    game: int
    ply: int
    spawn: list[float] | None = None
    value: tuple[float, float, float] | None = None


class GameLine(msgspec.Struct, frozen=True, tag_field="line", tag="game"):
    """A game: its moves by their first letters, and what came of it."""

    game: int
    score: int
    largest: int
    board: str
    moves: str
    end: str  # why it ended before its last move, "" where it did not


class End(msgspec.Struct, frozen=True, tag_field="line", tag="end"):
    """The last line."""

    seed: str  # a text, as not every reader of JSON takes 64 bits
    nonce: str
    end: str  # why the match ended before its last game, "" where it did not
    summary: dict[str, Any]


Line = Head | StatementLine | GameLine | End


def commitment(seed: int, nonce: str) -> str:
    """Return what binds to a seed without telling it.

    >>> commitment(42, "")[:16]
    '1f73d407d77b28be'
    """
    return hashlib.sha256(f"{seed} {nonce}".encode()).hexdigest()


def lines_of(game: Game) -> list[Line]:
    """Return the lines that tell of a game that has ended."""
    rows = "/".join(",".join(map(str, row)) for row in game.board.rows)
    said: list[Line] = [StatementLine(game.number, one.ply, one.chances, one.worth) for one in game.statements]
    board = game.board
    return [*said, GameLine(game.number, board.score, board.highest, rows, "".join(game.moves), game.end)]


class Figures:
    """The figures of a match, from one game after the other."""

    def __init__(self, rules: Rules, program: str) -> None:
        self.rules, self.program = rules, program
        self.results: list[GameResult] = []
        self.faults = 0
        self.tally, self.believed, self.implied = Tally(rules), Believed(rules), Implied(rules)

    def add(self, game: Game) -> None:
        """Take a game that has ended."""
        board = game.board
        self.results.append(GameResult(board.score, board.ply, board.highest))
        self.faults += game.end not in ("", RESIGNED)
        self.tally.include(game.tally)
        for one in game.statements:
            if one.chances:
                self.believed.add(one.chances, game.sampled[one.ply])
            if one.worth:
                self.implied.add(game.number, one.worth)

    @property
    def moves(self) -> int:
        """How many moves were played."""
        return sum(result.moves for result in self.results)

    def report(self, seed: int, seconds: float = 0.0, timed: int = 0) -> Report:
        """Return the report that `evaluate` would give."""
        return summarize(self.program, self.rules, seed, self.results, seconds=seconds, timed=timed)

    def to_json(self, seed: int) -> dict[str, Any]:
        """Return the figures as `evaluate --json` names them, but for times, and those of the spawns."""
        times = ("seconds", "timed", "moves_a_second")
        kept = {name: value for name, value in self.report(seed).to_json().items() if name not in times}
        spawns, believed, implied = self.tally.to_json(), self.believed.to_json(), self.implied.to_json()
        return kept | {"faults": self.faults, "spawns": spawns, "believed": believed, "implied": implied}


class Record(msgspec.Struct):
    """A report that was read: its games with what was said in each, in the order of the file."""

    head: Head
    games: list[tuple[GameLine, list[StatementLine]]]
    end: End | None = None

    @property
    def rules(self) -> Rules:
        """The rules of its games."""
        return Rules.parse(self.head.rules)


def read(text: str) -> Record:
    """Return the report that a text is; raises `ReplayError` for a line that belongs to none."""
    record, said = None, list[StatementLine]()
    for number, line in enumerate(text.splitlines(), 1):
        found = _read_line(number, line)
        if isinstance(found, Head) == (record is not None) or (record and record.end):
            raise ReplayError(_("line {n} does not belong there: {text}"), n=number, text=line)
        if isinstance(found, Head):
            record = Record(found, [])
        elif isinstance(found, StatementLine):
            said.append(found)
        elif record and isinstance(found, GameLine):
            record.games.append((found, said))
            said = []
        elif record and isinstance(found, End):
            record.end = found
    if record is None:
        raise ReplayError(_("expected the report of a match, got {text}"), text=text)
    return record


def _read_line(number: int, line: str) -> Line:
    try:
        found: Line = msgspec.json.decode(line, type=Line)
    except (msgspec.DecodeError, UnicodeEncodeError) as error:
        raise ReplayError(_("line {n} is not a line of a report ({why})").format(n=number, why=error)) from None
    return found


def replayed(record: Record, seed: int) -> Iterator[Game]:
    """Yield the games of a report, played again with the luck of the seed; raises `ReplayError` where one differs."""
    rules = record.rules
    for line, said in record.games:
        try:
            yield _replayed(Game(rules, line.game, seed), line, said)
        except TessellaError as error:
            raise ReplayError(_("game {n}: {why}").format(n=line.game, why=error)) from None


def _replayed(game: Game, line: GameLine, said: list[StatementLine]) -> Game:
    for number, letter in enumerate(line.moves, 1):
        game.take(_LETTERS.get(letter, letter) if game.question else "")
        if game.end or game.board.ply < number:
            why = game.end or _("the game is over")
            raise ReplayError(_("move {n} cannot be played: {why}").format(n=number, why=why))
    if not line.end and game.question:
        raise ReplayError(_("expected moves to the end of the game, got {n}").format(n=len(line.moves)))
    game.end = line.end
    dealt = lines_of(game)[-1]
    for name in ("score", "largest", "board"):
        expected, got = getattr(dealt, name), getattr(line, name)
        if expected != got:
            message = _("expected {name} {value}, as the moves give, got {text}")
            raise ReplayError(message, name=name, value=expected, text=f"{name} {got}")
    for one in said:
        if one.game != line.game or one.ply not in game.sampled:
            raise ReplayError(_("expected a statement on one of its tiles, got {text}"), text=f"{one.game}/{one.ply}")
        rows = game.sampled[one.ply].rows
        chances = None if one.spawn is None else read_chances(" ".join(map(repr, one.spawn)), rows)
        game.statements.append(Statement(one.ply, chances, one.value))
    return game


def verify(record: Record) -> Iterator[Game]:
    """Yield the games of a report, each as soon as it is verified; raises `ReplayError` for whatever does not hold."""
    if (end := record.end) is None:
        hint = _("continue an interrupted match with --resume")
        raise ReplayError(_("the match has not ended, so its seed is still secret"), hint=hint)
    head, seed = record.head, parse_seed(end.seed)
    if commitment(seed, end.nonce) != head.commitment:
        message = _("expected a seed and nonce with the SHA-256 {hash}, got {text}")
        raise ReplayError(message, hash=head.commitment, text=f"{end.seed} {end.nonce}")
    numbers = sorted(line.game for line, _said in record.games)
    if numbers != [*range(len(numbers))] or (len(numbers) != head.games and not end.end) or len(numbers) > head.games:
        message = _("expected each game from 0 to {last} once, got {n} games")
        raise ReplayError(message.format(last=head.games - 1, n=len(numbers)))
    figures = Figures(record.rules, head.program)
    for game in replayed(record, seed):
        figures.add(game)
        yield game
    for name, value in figures.to_json(seed).items():
        if not _alike(value, end.summary.get(name)):
            message = _("expected {name} {value}, as the moves give, got {text}")
            raise ReplayError(message, name=name, value=value, text=f"{name} {end.summary.get(name)}")


def _alike(one: object, other: object) -> bool:
    """Return whether two values of JSON are the same but for rounding."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_alike(value, other[name]) for name, value in one.items())
    if isinstance(one, int | float) and isinstance(other, int | float):
        return math.isclose(one, other, rel_tol=1e-6, abs_tol=1e-9)
    return one == other
