"""Sudoku as pages show it: the grid with its marks and conflicts, and the stages of a hint."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, ClassVar

from tessella import i18n, sudoku
from tessella.i18n import _, joined, ngettext, sentence
from tessella.play import progress
from tessella.play.coach.sudoku import SIZES, STAGES, DrillResult, ShownHint, SudokuCoach, review_text
from tessella.play.session import clock
from tessella.play.store import Store
from tessella.play.tasks import Task
from tessella.sudoku import moves
from tessella.sudoku.generator.layouts import variant_titles
from tessella.sudoku.generator.recipe import SYMMETRIES, symmetry_name
from tessella.sudoku.geometry import cell_named, digits_of, miniature
from tessella.sudoku.rules import drawing, phrasing
from tessella.sudoku.rules.peers import distinct_sets, forbidden_steps
from tessella.sudoku.tutor import lessons, practice
from tessella.web import protocol
from tessella.web.labels import COLOUR_NAMES
from tessella.web.live_game import MAX_REVIEWED, LiveGame
from tessella.web.protocol import Candidate, FieldChoice, FormField, Frame, Link


class LiveSudoku(LiveGame):
    """A Sudoku that is shown."""

    coach: SudokuCoach
    position: sudoku.Board
    state_type = protocol.StateSudoku
    told_at_once: ClassVar = (DrillResult,)

    def details(self) -> dict[str, Any]:
        """Return the grid, what is wrong in it, the hint on show, and how a solved puzzle went."""
        board, practised, problems = self.position, practice.technique_of(self.id), self.position.conflicts()
        return {
            "size": board.size,
            "box": miniature(board.box),
            "rules": shown_rules(board.rules, i18n.language()) if board.constraints else None,
            "symbols": board.rules.signs,
            "givens": board.givens,
            "digits": board.digits,
            "marks": [digits_of(mask) for mask in board.marks],
            "drawn": _drawn(board),
            "candidates": board.candidates(),
            "conflicts": sorted({cell for problem in problems for cell in problem.cells}),
            "problems": [sentence(problem) for problem in problems],
            "mistakes": self.coach.wrong_cells,
            "technique": practised.slug if practised else "",
            "lesson": self._lesson(),
            "facts": progress.facts(self.stored) if board.is_over() else [],
            "stages": self.coach.shown.stages if self.coach.shown else STAGES,
            "hint": hint(self.coach.shown) if self.coach.shown else None,
            "review": review(self.coach),
        }

    def _lesson(self) -> protocol.Lesson | None:
        """Return what there is to say of a lesson or a drill, None for any other puzzle."""
        if (drilled := practice.drill_of(self.id)) is None:
            return None
        (lesson, number), judged = drilled, self.coach.judged
        so_far, more = progress.drills(self.stored.store, lesson, number), dict[str, Any]()
        if number:
            more |= {"task": so_far.task, "mode": "digit" if lesson.is_single else "centre"}
            more |= {"verdict": judged.text, "is_done": judged.is_done} if judged else {}
        else:
            more |= lessons.words(lesson.slug)._asdict()
        home = practice.drill_id(lesson, 0)
        return protocol.Lesson(lesson.name, number, so_far.so_far, home, so_far.next_id or "", **more)

    def frame(self, step: int, move: str, position: Any) -> Frame:
        """Return a position of a replay."""
        marks = tuple(map(digits_of, position.marks))
        return Frame(step, move, 0, digits=position.digits, marks=marks, drawn=_drawn(position))

    def text_of_move(self, before: Any, move: str, after: Any) -> str:
        """Return what was entered, marked, drawn or erased, and what clashes from now on."""
        if after.is_over():
            return _("Solved. Well done!")
        played = moves.parse(move, after.size, after.rules.lowest)
        if played.kind in ("=", ":"):
            known = set(map(str, before.conflicts()))
            clashes = [text for problem in after.conflicts() if (text := str(problem)) not in known]
            text = _("{digit} in {place}").format(
                digit=after.rules.signs[played.digit], place=place_text(played.cells, after.size)
            )
            return _("; ").join([text, *clashes])
        return _text_of_marking(before, played, after)

    def text_of_followed(self, hint: ShownHint, *_move: Any) -> str:
        """Return the reason."""
        return hint.hint.reason

    def mistakes_at_once(self) -> Task[Any] | None:
        """Look for mistakes where the player wants to see them at once; return the task of it if it takes time."""
        answer = self.coach.instant_mistakes()
        if isinstance(answer, Task):
            return answer
        self.tell_at_once(answer)
        return None

    def review_at_end(self) -> Task[Any] | None:
        """Return the task of reviewing the solve of a puzzle that was made to a level."""
        is_made = practice.level_of_table(self.stored.table)
        task = self.coach.review(MAX_REVIEWED) if is_made and self.position.is_over() else None
        return task if isinstance(task, Task) else None

    def text_of(self, answer: Any) -> str:
        """Return what an answer of the coach says; of a review the advice."""
        return str(getattr(answer, "advice", "")) or super().text_of(answer)

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
                *("variant", _("Variant"), "", _("Variants have 9 rows at most.")),
                choices=[FieldChoice("", _("none")), *(FieldChoice(name, title) for name, title in variant_titles())],
            ),
            FormField(
                *("symmetry", _("Symmetry"), "none"),
                choices=[FieldChoice(one, symmetry_name(one)) for one in SYMMETRIES],
            ),
            FormField("clues", _("Clues"), "", _("a number, or minimal; leave empty for any")),
        ]


@lru_cache(maxsize=64)
def shown_rules(rules: sudoku.Rules, _language: str) -> protocol.ShownRules:
    """Return what a page draws and says of rules."""
    found = drawing.shapes(rules)
    told = [(phrasing.told(one, rules), tuple(sorted(phrasing.all_cells(one)))) for one in rules.constraints]
    styles = {role: drawing.STYLES[role] for role in {shape.role for shape in found}}
    return protocol.ShownRules(
        told=told,
        general=[text for text in phrasing.summary(rules) if text not in dict(told)],
        regions=drawing.region_of(rules),
        sets=distinct_sets(rules),
        steps=forbidden_steps(rules),
        shapes=[protocol.RuleShape(*shape) for shape in found],
        dashes={role: style.dashes for role, style in styles.items() if style.dashes},
        colours={role: style.stroke or style.fill for role, style in styles.items()},
        has_margin=drawing.has_margin(rules),
        marks_top=drawing.marks_top(rules),
    )


def _drawn(board: sudoku.Board) -> protocol.Drawn:
    drawn = board.annotations
    return protocol.Drawn(
        {cell: digits_of(mask) for cell, mask in drawn.corners},
        {cell: digits_of(mask) for cell, mask in drawn.colours},
        [(place, digits_of(mask)) for place, mask in drawn.candidates],
        drawn.lines,
    )


def place_text(cells: Sequence[int], size: int) -> str:
    """Return where a move acts: the cell, or how many cells."""
    if len(cells) > 1:
        return ngettext("{n} cell", "{n} cells", len(cells)).format(n=len(cells))
    row, col = divmod(cells[0], size)
    return _("row {row}, column {col}").format(row=row + 1, col=col + 1)


def _text_of_marking(before: sudoku.Board, move: moves.Move, after: sudoku.Board) -> str:
    """Return what was marked, coloured, joined by a line, or erased."""
    if not move.kind:
        return _("every candidate is marked")
    place, digit = place_text(move.cells, after.size), after.rules.signs[move.digit]
    if move.kind.startswith("-"):
        return _("{place} erased").format(place=place)
    old, new = before.annotations, after.annotations
    if move.kind == "~-":
        assert move.end
        is_drawn = len(new.lines) > len(old.lines)
        text = (
            _("line from {digit} in {place} to {other}")
            if is_drawn
            else _("no line from {digit} in {place} to {other}")
        )
        other = _("{digit} in {place}").format(
            digit=after.rules.signs[move.end[1]], place=place_text([move.end[0]], after.size)
        )
        return text.format(digit=digit, place=place, other=other)
    if move.kind in ("@", "~@"):
        part = "colours" if move.kind == "@" else "candidates"
        is_more = _bits(dict(getattr(new, part)).values()) > _bits(dict(getattr(old, part)).values())
        what = place if move.kind == "@" else _("{digit} in {place}").format(digit=digit, place=place)
        text = _("{what} coloured {colour}") if is_more else _("{what} no longer {colour}")
        return text.format(what=what, colour=_(COLOUR_NAMES[move.colour - 1]))
    if move.kind == "^":
        is_more = _bits(dict(new.corners).values()) > _bits(dict(old.corners).values())
        text = _("{digit} in the corner of {place}") if is_more else _("{digit} no longer in the corner of {place}")
    else:
        is_more = _bits(after.marks) > _bits(before.marks)
        text = _("{digit} marked in {place}") if is_more else _("{digit} no longer marked in {place}")
    return text.format(digit=digit, place=place)


def _bits(masks: Iterable[int]) -> int:
    return sum(mask.bit_count() for mask in masks)


def review(coach: SudokuCoach) -> protocol.ReviewState | None:
    """Return the review of a solve, that it is being made, or None."""
    if coach.is_pending("review"):
        return protocol.ReviewState(thinking=coach.pending_text("review"))
    if (found := coach.reviewed) is None:
        return None
    offers = []
    if found.lesson:
        text = _("Study: {technique}").format(technique=found.lesson.name)
        id_ = practice.drill_id(found.lesson, 0) if found.lesson.is_taught else ""
        offers.append(protocol.Offer(text, technique="" if id_ else found.lesson.slug, id=id_))
    if id_ := coach.offered_id():
        offers.append(protocol.Offer(_("Next: {level}").format(level=sudoku.level_name(found.next_level)), id=id_))
    slips = [
        protocol.ReviewedMove(
            step=slip.step,
            label=f"{clock(slip.ms)} {slip.cell}",
            cost=slip.name,
            reason=slip.reason,
            digits=slip.board.digits,
            marks=tuple(map(digits_of, slip.board.marks)),
            cell=cell_named(slip.cell, slip.board.size) if slip.cell else -1,
        )
        for slip in found.slips
    ]
    return protocol.ReviewState(title=joined([review_text(found), found.advice]), moves=slips, offers=offers)


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
