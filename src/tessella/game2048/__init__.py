"""Everything about 2048: the rules, and what is built on them.

>>> board = Board.start(RULES["classic"], seed=42).play("left")
>>> board.score, board.is_over()
(0, False)
"""

from tessella.game2048.board import Board
from tessella.game2048.generation import generate, open_id
from tessella.game2048.rules import RULES, Rules
from tessella.game2048.sliding import DIRECTIONS, Slide, slide

__all__ = ["DIRECTIONS", "RULES", "Board", "Rules", "Slide", "generate", "open_id", "slide"]
