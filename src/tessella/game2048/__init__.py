"""Everything about 2048: the rules, and what is built on them.

>>> board = Board.start(RULES["classic"], seed=42).play("left")
>>> board.score, board.is_over()
(0, False)
"""

from tessella.game2048.board import DIRECTIONS, RULES, Board, Rules, slide
from tessella.game2048.generation import open_id

__all__ = ["DIRECTIONS", "RULES", "Board", "Rules", "open_id", "slide"]
