"""Sudoku as pages show it: the grid with its marks and conflicts, and the stages of a hint."""

from itertools import pairwise
from typing import Any

from tessella import ids, sudoku
from tessella.i18n import _, sentence
from tessella.play import progress
from tessella.play.coach.sudoku import SIZES, STAGES, ShownHint, SudokuCoach
from tessella.play.store import Store
from tessella.sudoku.generator.recipe import SYMMETRIES, symmetry_name
from tessella.sudoku.rules import SYMBOLS, digits_of
from tessella.sudoku.tutor import practice
from tessella.web import protocol
from tessella.web.live_game import LiveGame
from tessella.web.protocol import Candidate, FieldChoice, FormField, Frame, Link


class LiveSudoku(LiveGame):
    """A Sudoku that is shown."""

    coach: SudokuCoach
    position: sudoku.Board
    state_type = protocol.StateSudoku

    def details(self) -> dict[str, Any]:
        """Return the grid, what is wrong in it, the hint on show, and how a solved puzzle went."""
        board, practised, rest = self.position, practice.technique_of(self.id), ids.split(self.id)[1]
        problems, day = board.conflicts(), ids.daily(rest)
        title = _("Sudoku of {day}").format(day=day) if day else _("Sudoku") + (f" {rest}" if "#" in rest else "")
        return {
            "title": title,
            "size": board.size,
            "box": board.box,
            "symbols": SYMBOLS[: board.size + 1],
            "givens": board.givens,
            "digits": board.digits,
            "marks": [digits_of(mask) for mask in board.marks],
            "conflicts": sorted({cell for problem in problems for cell in problem.cells}),
            "problems": [sentence(problem) for problem in problems],
            "mistakes": self.coach.wrong_cells,
            "technique": practised.slug if practised else "",
            "facts": progress.facts(self.stored) if board.is_over() else [],
            "stages": self.coach.shown.stages if self.coach.shown else STAGES,
            "hint": hint(self.coach.shown) if self.coach.shown else None,
        }

    def frame(self, step: int, move: str, position: Any) -> Frame:
        """Return a position of a replay."""
        return Frame(step, move, 0, digits=position.digits, marks=tuple(map(digits_of, position.marks)))

    def text_of_move(self, before: Any, move: str, after: Any) -> str:
        """Return what was entered, marked or erased, and what clashes from now on."""
        if after.is_over():
            return _("Solved. Well done!")
        digits = [cell for cell in range(len(after.digits)) if before.digits[cell] != after.digits[cell]]
        marks = [cell for cell in range(len(after.digits)) if before.marks[cell] != after.marks[cell]]
        if not digits and (move.strip() == "~" or len(marks) != 1):
            return _("every candidate is marked")
        [cell] = digits[:1] or marks
        row, col = divmod(cell, after.size)
        place, digit = _("row {row}, column {col}").format(row=row + 1, col=col + 1), after.digits[cell]
        if digits and digit:
            known = set(map(str, before.conflicts()))
            clashes = [text for problem in after.conflicts() if (text := str(problem)) not in known]
            return "; ".join([_("{digit} in {place}").format(digit=SYMBOLS[digit], place=place), *clashes])
        old, new = before.marks[cell], after.marks[cell]
        if digits or (not new and move.endswith("-")):
            return _("{place} erased").format(place=place)
        text = _("{digit} marked in {place}") if new > old else _("{digit} no longer marked in {place}")
        return text.format(digit=SYMBOLS[(old ^ new).bit_length()], place=place)

    def text_of_followed(self, hint: ShownHint, *_move: Any) -> str:
        """Return the reason."""
        return hint.hint.reason

    def candidates(self) -> list[tuple[int, ...]]:
        """Return what fits each cell."""
        return list(map(digits_of, self.position.candidates()))

    @staticmethod
    def form(store: Store) -> list[FormField]:
        """Return the fields of the form for a new puzzle."""
        levels = [FieldChoice("", _("any")), *(FieldChoice(one, sudoku.level_name(one)) for one in sudoku.LEVELS)]
        return [
            FormField(
                *("level", _("Level"), progress.chosen_level(store), _("Levels are for 9x9.")),
                choices=levels,
                only_with=("size", "9x9"),
            ),
            FormField("size", _("Size"), "9x9", choices=[FieldChoice(size, size) for size in SIZES]),
            FormField(
                *("symmetry", _("Symmetry"), "none"),
                choices=[FieldChoice(one, symmetry_name(one)) for one in SYMMETRIES],
            ),
            FormField("clues", _("Clues"), "", _("a number, or minimal; leave empty for any")),
        ]


def hint(shown: ShownHint) -> protocol.HintSudoku:
    """Return what a hint shows at its stage: 1 where to look, 2 the technique with its cells, 3 all, 4 the notation."""
    found, step, size = shown.hint, shown.hint.step, shown.hint.board.size

    def candidates(places: tuple[tuple[int, int, int], ...]) -> tuple[Candidate, ...]:
        return tuple(((row - 1) * size + col - 1, digit) for digit, row, col in places)

    more: dict[str, Any] = {}
    if shown.stage >= 2:
        more |= {"cells": found.cells, "secondary": tuple(sorted(found.secondary))}
    if shown.is_full:
        more |= {"candidates": tuple(map(digits_of, found.grid.marks)), "moves": found.moves}
    if shown.is_full and step:
        more |= {
            "eliminations": candidates(step.eliminations),
            "placements": candidates(step.placements),
            "links": tuple(
                Link((start.cells[0], start.digit), (end.cells[0], end.digit), end.is_on)
                for start, end in pairwise(step.nodes)
            ),
        }
    return protocol.HintSudoku(
        stage=shown.stage, mistake=found.is_mistake, sentences=[sentence(text) for text in shown.sentences], **more
    )
