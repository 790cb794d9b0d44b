"""Hints and ratings of the sample puzzles: the same program for this Python and for that of a browser."""

import csv
import json
from pathlib import Path

from tessella.sudoku.board import Board
from tessella.sudoku.rating.rater import rate_in_plain
from tessella.sudoku.tutor import practice


def answers(sample: str, highest: float = 7.5) -> str:
    """Return what is said of each puzzle up to a rating: its first hint in full, and ER, EP and ED, as JSON."""
    with Path(sample).open(encoding="utf-8", newline="") as file:
        puzzles = [Board.parse(row["puzzle"]) for row in csv.DictReader(file) if float(row["er"]) <= highest]
    told = []
    for puzzle in puzzles:
        hint, rating = practice.hint(puzzle), rate_in_plain(puzzle)
        words = (hint.where, hint.technique, hint.reason, hint.notation, hint.moves)
        told.append([puzzle.to_text(), words, rating and (rating.er, rating.ep, rating.ed)])
    return json.dumps(told)
