"""Which game does an id stand for?

2048                                     a fresh classic game
2048:5x4/cascade#42                      rules and seed
2048:daily/2026-11-20                    the classic game of a day
2048:classic:..2./..../.4../....#42      a whole position
"""

import datetime as dt
import secrets

from tessella import ids
from tessella.errors import ParseError, quote
from tessella.game2048.board import RULES, Board, Rules
from tessella.i18n import _

__all__ = ["NAME", "open_id"]

NAME = "2048"


def open_id(text: str, *, today: dt.date | None = None) -> ids.Opening[Board]:
    """Return the game that an id names, with a seed and a date filled in where it leaves them open.

    >>> opening = open_id("2048:5x4/fours=25#42")
    >>> opening.id, opening.slot, opening.start.seed
    ('2048:5x4/fours=25/classic#42', '2048:5x4/fours=25/classic', 42)
    >>> open_id("2048:daily/2026-11-20").start == open_id("2048:classic#20261120").start
    True
    """
    name, rest = ids.split(text)
    if name != NAME:
        raise ParseError(_("expected an id such as 2048:classic#42, got {text}").format(text=quote(text)))
    if ":" in rest:
        board = Board.parse(text)
        return ids.Opening(str(board), board, str(board), f"{NAME}:{board.rules}", again=str(board), edited=True)
    if day := ids.daily(rest, today):
        daily = f"{NAME}:{ids.DAILY}/{day}"
        return ids.Opening(daily, Board.start(RULES["classic"], ids.daily_seed(day)), daily, daily, again=daily)
    named, hash_sign, seed_text = rest.partition("#")
    rules = Rules.parse(named)
    # Nine digits are enough to be lucky with, and short enough to tell a friend.
    seed = ids.parse_seed(seed_text) if hash_sign else secrets.randbelow(10**9)
    table = f"{NAME}:{rules}"
    start = Board.start(rules, seed)
    return ids.Opening(f"{table}#{seed}", start, table, table, again=table, drawn=not hash_sign)
