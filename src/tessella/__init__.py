"""2048 and Sudoku: to play, to learn, to make and to study.

Importing this package costs nothing; take what you need from `tessella.game2048` and `tessella.sudoku`.
"""

__all__ = ["__version__"]

__version__ = "0.1.0"
