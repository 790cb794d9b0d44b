"""Practice by letters."""

import io
import random
from pathlib import Path

from tessella.game2048.endgame.construction import make
from tessella.game2048.endgame.formations import EndGame
from tessella.game2048.endgame.table import Table
from tessella.line_mode.endgame import practise
from tessella.line_mode.loop import Display
from tessella.play.coach.endgame import Trainer
from tessella.play.store import Store


def test_a_wrong_word_tells_the_keys_and_a_move_is_judged(tmp_path: Path) -> None:
    """The board is drawn, what is no move is not taken, and the verdict names both chances."""
    make(EndGame.parse("L3-16"), tmp_path / "table")
    trainer = Trainer(Store.in_memory(), Table(tmp_path / "table"), luck=random.Random(3))
    question = Trainer(Store.in_memory(), trainer.table, luck=random.Random(3)).question()
    stuck = next((move for move in ("left", "right", "up", "down") if move not in question.chances), None)
    worst = min(question.chances, key=question.chances.__getitem__)
    typed = "\n".join(["what", *([stuck] if stuck else []), worst, "q", ""])
    out = io.StringIO()
    practise(trainer, io.StringIO(typed), out, Display(ascii_only=True))
    lines = out.getvalue().splitlines()
    assert lines.count("q ends the practice") == 2
    assert ("changes nothing here" in out.getvalue()) is bool(stuck)
    assert any("is best" in line and line.endswith("points less.") for line in lines)
    assert sum(line.startswith("+") for line in lines) == 10  # two boards of four rows
    assert "0 of 1 right (0%)" in lines[-1]
