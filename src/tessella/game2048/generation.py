"""Games of 2048 by id, or drawn at random.

2048                                     a fresh classic game
2048:5x4/cascade#42                      rules and seed
2048:daily/2026-11-20                    the classic game of a day
2048:classic:..2./..../.4../....#42      a whole position
2048:practice=L3-512                     a position of an end game to practise: see `endgame/practice.py`
"""

import datetime as dt

from tessella import ids
from tessella.errors import ParseError
from tessella.game2048.board import GAME, Board
from tessella.game2048.endgame import practice
from tessella.game2048.rules import RULES, Rules, read_rules
from tessella.i18n import _, ngettext

RANKS_BY_CLOCK = False


def takes_long(id: str) -> bool:  # noqa: ARG001 - every id is opened at once
    """Return False: a game of 2048 is there at once."""
    return False


def daily_table(day: dt.date) -> str:
    """Return the score table of a day's game: one of its own.

    >>> daily_table(dt.date(2026, 11, 20))
    '2048:daily/2026-11-20'
    """
    return f"{GAME}:{ids.DAILY}/{day}"


def is_unlisted(id: str) -> bool:
    """Return whether an id practises an end game."""
    return practice.is_practice(id)


def title(id: str) -> str:
    """Return the rules of a game, or its day.

    >>> title("2048:5x4/cascade#42"), title("2048:daily/2026-11-20")
    ('2048 5x4/cascade', '2048 of 2026-11-20')
    """
    rest = ids.split(id)[1]
    if day := ids.daily(rest):
        return _("2048 of {day}").format(day=day)
    if practice.is_practice(id):
        return _("2048 practice: {name}").format(name=practice.end_game_of(id).name)
    named, is_edited, _position = rest.partition("#")[0].partition(":")
    return _("2048 {rules}, edited").format(rules=named) if is_edited else f"2048 {named}"


def standing(score: int, _position: str) -> str:
    """Return the score.

    >>> standing(1284, "")
    '1,284 points'
    """
    return ngettext("{n:,} point", "{n:,} points", score).format(n=score)


def open_id(text: str, *, today: dt.date | None = None, seed: int | None = None) -> ids.Opening[Board]:
    """Return the game that an id names; where it leaves seed and date open, with these, by default drawn and today.

    >>> opening = open_id("2048:5x4/fours=25#42")
    >>> opening.id, opening.slot, opening.start.seed
    ('2048:5x4/fours=25/classic#42', '2048:5x4/fours=25/classic', 42)
    >>> open_id("2048:daily/2026-11-20").start == open_id("2048:classic#20261120").start
    True
    """
    name, rest = ids.split(text)
    if name != GAME:
        raise ParseError(_("expected an id such as 2048:classic#42, got {text}"), text=text)
    if practice.is_practice(text):
        return practice.open_id(text, seed)
    if ":" in rest:
        board = Board.parse(text)
        full = board.to_text()
        return ids.Opening(full, board, full, f"{GAME}:{board.rules}", again=full, edited=True)
    if day := ids.daily(rest, today):
        daily = daily_table(day)
        return ids.Opening(daily, Board.start(RULES["classic"], ids.daily_seed(day)), daily, daily, again=daily)
    named, hash_sign, seed_text = rest.partition("#")
    rules = Rules.parse(named)
    if hash_sign or seed is None:
        seed = ids.parse_seed(seed_text) if hash_sign else ids.random_seed()
    table = f"{GAME}:{rules}"
    return ids.Opening(f"{table}#{seed}", Board.start(rules, seed), table, table, again=table, drawn=not hash_sign)


def generate(rules: str | Rules = "classic", seed: int | None = None) -> Board:
    """Return the first position of a game: of the one that rules and seed name, or of a random one.

    >>> generate("5x4/cascade", seed=42).to_text()
    '2048:5x4/cascade:..../..../..../...4/....#42'
    """
    return Board.start(read_rules(rules), ids.random_seed() if seed is None else seed)
