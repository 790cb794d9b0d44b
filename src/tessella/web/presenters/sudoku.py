"""Presenter of Sudoku: the grid with its marks and conflicts, and the stages of a hint."""

from itertools import pairwise
from typing import Any, cast

from tessella import ids, sudoku
from tessella.games import Position
from tessella.i18n import _, sentence
from tessella.play import progress
from tessella.play.coach.sudoku import STAGES, ShownHint, SudokuCoach
from tessella.play.session import clock
from tessella.play.store import Store
from tessella.sudoku.generator.recipe import SYMMETRIES
from tessella.sudoku.rules import SYMBOLS, digits_of
from tessella.sudoku.tutor import practice
from tessella.web import protocol
from tessella.web.live_game import LastMove, LiveGame, Presenter, help_counts
from tessella.web.protocol import (
    Candidate,
    FieldChoice,
    FormField,
    Frame,
    GameOptions,
    HintSudoku,
    Link,
    OptionsSudoku,
    Table,
)

BOXES = {"4x4": "2x2", "6x6": "2x3", "9x9": "3x3", "12x12": "3x4", "16x16": "4x4"}
"""The sizes of grids that the form offers, each with its box."""


class _SudokuPresenter(Presenter):
    state_type = protocol.StateSudoku

    def details(self, game: LiveGame) -> dict[str, Any]:
        board, stored = _board(game.position), game.stored
        conflicts = board.conflicts()
        shown = game.coach.shown
        practised = practice.technique_of(game.id)
        is_over = board.is_over()
        return {
            "title": _title(game.id),
            "outcome": _("Solved. Well done!") if is_over else "",
            "counts": [(_("Blank"), str(board.digits.count(0))), *help_counts(game)],
            "size": board.size,
            "box": board.box,
            "symbols": SYMBOLS[: board.size + 1],
            "givens": board.givens,
            "digits": board.digits,
            "marks": [digits_of(mask) for mask in board.marks],
            "blank": board.digits.count(0),
            "conflicts": sorted({cell for problem in conflicts for cell in problem.cells}),
            "problems": [sentence(problem) for problem in conflicts],
            "mistakes": _coach(game).wrong_cells,
            "technique": practised.slug if practised else "",
            "facts": progress.facts(stored.store, stored.session, stored.table) if is_over else [],
            "stages": STAGES,
            "hint": hint(shown) if isinstance(shown, ShownHint) else None,
        }

    def ask_hint(self, game: LiveGame, stage: int | None) -> Any:
        return _coach(game).hint(stage)

    def announce_move(self, last: LastMove) -> str:
        before, after = _board(last.before), _board(last.after)
        if after.is_over():
            return _("Solved. Well done!")
        changed = [cell for cell in range(len(after.digits)) if before.digits[cell] != after.digits[cell]]
        if changed:
            return _announce_digit(before, after, changed[0])
        changed = [cell for cell in range(len(after.digits)) if before.marks[cell] != after.marks[cell]]
        if last.move.strip() == "~" or len(changed) != 1:
            return _("every candidate is marked")
        place, old, new = _place(changed[0], after), before.marks[changed[0]], after.marks[changed[0]]
        if not new and last.move.endswith("-"):
            return _("{place} erased").format(place=place)
        text = _("{digit} marked in {place}") if new > old else _("{digit} no longer marked in {place}")
        return text.format(digit=SYMBOLS[(old ^ new).bit_length()], place=place)

    def announce_follow(self, _last: LastMove, shown: Any) -> str:
        return str(shown.text)

    def frame(self, step: int, move: str, position: Position) -> Frame:
        board = _board(position)
        return Frame(step, move, 0, digits=board.digits, marks=tuple(digits_of(mask) for mask in board.marks))

    def candidates(self, game: LiveGame) -> list[tuple[int, ...]]:
        return [digits_of(mask) for mask in _board(game.position).candidates()]

    def form(self, store: Store) -> list[FormField]:
        levels = [FieldChoice("", _("any")), *(FieldChoice(one, sudoku.level_name(one)) for one in sudoku.LEVELS)]
        return [
            FormField("level", _("Level"), progress.chosen_level(store), choices=levels),
            FormField("size", _("Size"), "9x9", choices=[FieldChoice(size, size) for size in BOXES]),
            FormField("symmetry", _("Symmetry"), "none", choices=[FieldChoice(name, name) for name in SYMMETRIES]),
            FormField("clues", _("Clues"), "", _("a number, or minimal; leave empty for any")),
        ]

    def new_id(self, options: GameOptions) -> str:
        assert isinstance(options, OptionsSudoku)
        size = options.size or "9x9"
        clues = f"clues={options.clues}" if options.clues.isdecimal() else options.clues
        symmetry = "" if options.symmetry == "none" else options.symmetry
        parts = [options.level, "" if size == "9x9" else BOXES.get(size, size), clues, symmetry]
        return "sudoku:" + "/".join(part for part in parts if part)

    def remember(self, store: Store, options: GameOptions) -> None:
        assert isinstance(options, OptionsSudoku)
        progress.remember_level(store, options.level)

    def lessons(self, store: Store) -> list[protocol.Lesson]:
        return [
            protocol.Lesson(one.lesson.slug, sentence(one.lesson.name), one.solved, one.total)
            for one in progress.lessons(store)
        ]

    def practice_id(self, store: Store, technique: str) -> str:
        return progress.course(store, practice.lesson(technique)).next_id or ""

    def statistics(self, store: Store) -> tuple[Table, list[str]]:
        head = [_("Level"), _("Games"), _("Solved"), _("Without help"), _("Fastest"), _("Mean")]
        rows = [
            [
                *(sudoku.level_name(row.level) if row.level else _("other"), str(row.games), str(row.solved)),
                *(str(row.unaided), clock(row.best_ms) if row.best_ms else "-", clock(row.mean_ms)),
            ]
            for row in progress.standings(store)
        ]
        return Table(_("Statistics"), head, rows), progress.notes(store)


def _board(position: Position) -> sudoku.Board:
    return cast("sudoku.Board", position)


def _coach(game: LiveGame) -> SudokuCoach:
    return cast("SudokuCoach", game.coach)


def _place(cell: int, board: sudoku.Board) -> str:
    row, col = divmod(cell, board.size)
    return _("row {row}, column {col}").format(row=row + 1, col=col + 1)


def _announce_digit(before: sudoku.Board, after: sudoku.Board, cell: int) -> str:
    place, digit = _place(cell, after), after.digits[cell]
    if not digit:
        return _("{place} erased").format(place=place)
    known = set(map(str, before.conflicts()))
    new = [text for problem in after.conflicts() if (text := str(problem)) not in known]
    return "; ".join([_("{digit} in {place}").format(digit=SYMBOLS[digit], place=place), *new])


def _title(id: str) -> str:
    rest = ids.split(id)[1]
    if rest.startswith(ids.DAILY) and (day := ids.daily(rest)):
        return _("Sudoku of {day}").format(day=day)
    return _("Sudoku") + (f" {rest}" if "#" in rest else "")


def hint(shown: ShownHint) -> HintSudoku:
    """Return what a hint shows at its stage: 1 where to look, 2 the technique with its cells, 3 everything."""
    found, step, size = shown.hint, shown.hint.step, shown.hint.board.size

    def candidates(places: tuple[tuple[int, int, int], ...]) -> tuple[Candidate, ...]:
        return tuple(((row - 1) * size + col - 1, digit) for digit, row, col in places)

    more: dict[str, Any] = {}
    if shown.stage >= 2:
        more |= {"cells": found.cells, "secondary": tuple(sorted({*step.second, *step.fins})) if step else ()}
    if shown.is_full:
        more |= {"candidates": tuple(digits_of(mask) for mask in found.grid.marks), "moves": found.moves}
    if shown.is_full and step:
        more |= {"eliminations": candidates(step.eliminations), "placements": candidates(step.placements)}
        if not step.code.startswith("t"):  # the steps of a proof by contradiction are no chain
            more["links"] = tuple(
                Link((start.cells[0], start.digit), (end.cells[0], end.digit), end.is_on)
                for start, end in pairwise(step.nodes)
            )
    return HintSudoku(
        stage=shown.stage,
        mistake=found.is_mistake,
        sentences=[sentence(text) for text in shown.sentences],
        **more,
    )


presenter = _SudokuPresenter()
