"""Line protocol between the referee and a program, version 1: `docs/referee.md` shows a session.

    referee                                   program
    hello 1 4 4 60 classic             -->
                                       <--    hello 1 move,spawn My player 1.0
    move 0 0 0 0 0 0 2 0 0 ...         -->
                                       <--    left
    quit                               -->

Each question is a line, and so is its answer; tiles stand row by row, 0 for an empty cell.
"""

import math
import re
from itertools import chain

from tessella.errors import MoveError, ParseError
from tessella.game2048.rules import Rules
from tessella.game2048.sliding import DIRECTIONS, Rows
from tessella.i18n import _

VERSION = 1
TOPICS = ("move", "spawn", "value")  # what a program can be asked
RESIGN = "resign"
MAX_NAME = 80  # characters of a program's name
_HELLO = re.compile(r"hello ([0-9]{1,9}) ([a-z,]+) (\S.*)")


def hello(rules: Rules, seconds: float) -> str:
    """Return the first question: protocol version, rows, columns, seconds for an answer, rules.

    >>> hello(Rules(), 60)
    'hello 1 4 4 60 classic'
    """
    return f"hello {VERSION} {rules.rows} {rules.cols} {seconds:g} {rules}"


def read_hello(answer: str) -> tuple[str, frozenset[str]]:
    """Return the program's name and what it can be asked; raises `ParseError`.

    >>> read_hello("hello 1 move My player 1.0")
    ('My player 1.0', frozenset({'move'}))
    """
    match = _HELLO.fullmatch(answer.strip())
    topics = frozenset(match[2].split(",") if match else ())
    if not match or int(match[1]) != VERSION or "move" not in topics or not match[3].isprintable():
        message = _("expected an answer such as 'hello {version} move My player 1.0', got {text}")
        raise ParseError(message, version=VERSION, text=answer)
    return match[3][:MAX_NAME], topics.intersection(TOPICS)


def question(topic: str, game: int, rows: Rows) -> str:
    """Return a question about tiles.

    >>> question("move", 7, ((2, 0), (0, 4)))
    'move 7 2 0 0 4'
    """
    return f"{topic} {game} {' '.join(map(str, chain.from_iterable(rows)))}"


def read_move(answer: str) -> str:
    """Return the direction that an answer names, or `RESIGN`; raises `MoveError`."""
    move = answer.strip()
    if move not in DIRECTIONS and move != RESIGN:
        raise MoveError(_("expected one of {names}, got {text}"), names=", ".join((*DIRECTIONS, RESIGN)), text=answer)
    return move


def read_numbers(answer: str, n: int) -> list[float]:
    """Return the finite numbers that an answer lists; raises `ParseError` unless there are `n`.

    >>> read_numbers("0.5 -1", 2)
    [0.5, -1.0]
    """
    try:
        numbers = [float(word) for word in answer.split()]
    except ValueError:
        numbers = []
    if len(numbers) != n or not all(map(math.isfinite, numbers)):
        raise ParseError(_("expected {n} numbers, got {text}"), n=n, text=answer)
    return numbers


def read_chances(answer: str, rows: Rows) -> list[float]:
    """Return what a program expects of the next tile: the chance of a 2 in each cell, then of a 4; raises `ParseError`.

    Its numbers are weights, none below 0, and come back with the sum 1.

    >>> read_chances("0 9 0 1", ((2, 0),))
    [0.0, 0.9, 0.0, 0.1]
    """
    cells = [*chain.from_iterable(rows)]
    weights = read_numbers(answer, 2 * len(cells))
    total = math.fsum(weights)
    if (
        min(weights) < 0
        or not 0 < total < math.inf
        or any(weight for weight, tile in zip(weights, cells * 2, strict=True) if tile)
    ):
        raise ParseError(_("expected the chances of new tiles in empty cells, got {text}"), text=answer)
    return [weight / total for weight in weights]
