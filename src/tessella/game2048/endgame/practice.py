"""Positions of an end game to practise: how their ids read, and how one is drawn from a game played for it.

2048:practice=L3-512                     a fresh position, drawn by its table
2048:practice=L3-512#42                  the one that seed 42 draws
2048:practice=L3-512:2,.,.,./...#42      this very position
"""

import random
import re

from tessella import ids
from tessella.errors import ParseError, TessellaError
from tessella.game2048.board import GAME, Board
from tessella.game2048.endgame import library
from tessella.game2048.endgame.formations import EndGame, symmetries
from tessella.game2048.rules import Rules
from tessella.game2048.sliding import Rows, slide, with_tile
from tessella.i18n import _

WORTH_ASKING = 0.001  # how much the moves with a chance differ in a position that is drawn
LAPSE = 0.1  # the share of moves that are not the best, on the way to a position: people go astray
MOST_GAMES = 1000
PATIENCE = 20  # games after which a position is taken wherever it is worth asking

_PRACTICE = f"{GAME}:practice="


def is_practice(id: str) -> bool:
    """Return whether an id practises an end game."""
    return id.startswith(_PRACTICE)


def end_game_of(id: str) -> EndGame:
    """Return the end game that an id practises; raises `ParseError` where that is none.

    >>> end_game_of("2048:practice=L3-512#42").name
    'L3-512'
    """
    return EndGame.parse(re.split("[:#]", id.removeprefix(_PRACTICE))[0])


def id_of(end_game: EndGame, board: Board | None = None) -> str:
    """Return the id of a position of an end game; without one, that which draws a fresh one.

    >>> id_of(EndGame.parse("3x3-64"), Board.from_rows([[2, 0, 0], [0, 4, 0], [0, 0, 0]]))
    '2048:practice=3x3-64:2../.4./...#0'
    """
    return f"{_PRACTICE}{end_game.name}" + (":" + board.to_text().split(":", 2)[2] if board else "")


def rules_of(end_game: EndGame) -> Rules:
    """Return the rules that an end game is played by."""
    return Rules(*end_game.formation.shape, target=end_game.goal)


def open_id(text: str, seed: int | None = None) -> ids.Opening[Board]:
    """Return the position that an id names, or else draws; raises TessellaError where that needs a table.

    >>> open_id("2048:practice=3x3-64:2../.4./...#7").start.rows
    ((2, 0, 0), (0, 4, 0), (0, 0, 0))
    """
    end_game = end_game_of(text)
    shape, rules = text.partition(":")[2].partition(":")[2], rules_of(end_game)
    if shape:
        board = Board.parse(f"{GAME}:{rules}:{shape}")
        if not any(end_game.with_large(rows) for rows, _names in symmetries(board.rows)):
            message = _("expected a position of the end game {name}, got {text}")
            raise ParseError(message, name=end_game.name, text=text)
    else:
        _name, hash_sign, seed_text = text.partition("#")
        if hash_sign or seed is None:
            seed = ids.parse_seed(seed_text) if hash_sign else ids.random_seed()
        board = Board.from_rows(drawn(end_game, random.Random(seed)), rules, seed=seed)
    id = id_of(end_game, board)
    return ids.Opening(id, board, id, id_of(end_game), again=id_of(end_game), edited=True)


def drawn(end_game: EndGame, luck: random.Random) -> Rows:
    """Return a position worth asking: the first one after so many moves of a game from the usual start.

    The game is played well, but for some moves. Raises TessellaError where the table is not there or damaged.
    """
    table = library.open_table(end_game)
    for rounds in range(1, MOST_GAMES):
        rows = end_game.board(dict(enumerate(end_game.formation.begin)))
        # A move adds 2.2 on average. Where games end early, as in hard end games, earlier ones are taken as well.
        wait = luck.randrange(max(1, round(end_game.goal / 2.2 / (1 + rounds // 10))))
        while True:
            empty = [(r, c) for r, row in enumerate(rows) for c, tile in enumerate(row) if not tile]
            rows = with_tile(rows, luck.choice(empty), 4 if luck.random() < 0.1 else 2)
            # A move with no chance at all is seen at once: it is nothing to choose between.
            chances = {move: chance for move, chance in (table.chances(rows) or {}).items() if chance > 0}
            if not chances:
                break
            wait -= 1
            best, worst = max(chances, key=chances.__getitem__), min(chances.values())
            if (wait < 0 or rounds > PATIENCE) and chances[best] - worst >= WORTH_ASKING / rounds:
                return rows
            rows = slide(rows, luck.choice([*chances]) if luck.random() < LAPSE else best)[0]
            if any(sum(rows, ())[cell] == end_game.goal for cell in end_game.formation.goals):
                break
    raise TessellaError(_("no position of the end game {name} leaves a choice"), name=end_game.name)
