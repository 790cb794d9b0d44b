"""Setting as pages show it: the draft, its clues, what is known of its solutions, and the tools."""

from collections.abc import Mapping, Sequence
from typing import Any

from tessella import i18n
from tessella.errors import ParseError, TessellaError
from tessella.i18n import _, sentence
from tessella.play.coach.setting import SettingCoach
from tessella.play.store import Store
from tessella.play.tasks import Task
from tessella.sudoku.formats.registry import FORMATS
from tessella.sudoku.geometry import digits_of, miniature
from tessella.sudoku.rules import phrasing
from tessella.sudoku.rules.constraint import Constraint
from tessella.sudoku.rules.constraint_types import type_named
from tessella.sudoku.setting import tools
from tessella.sudoku.setting.draft import Draft
from tessella.web import protocol
from tessella.web.live_game import LiveGame
from tessella.web.presenters.sudoku import place_text, shown_rules
from tessella.web.protocol import Frame


class LiveSetting(LiveGame):
    """A draft that is shown."""

    coach: SettingCoach
    position: Draft
    state_type = protocol.StateSetting

    def details(self) -> dict[str, Any]:
        """Return the draft, and what is known of it."""
        draft, coach = self.position, self.coach
        problems, solutions, candidates = coach.problems, coach.solutions, coach.candidates
        bad = bool(problems) or (solutions is not None and solutions.number == 0)
        marked = {clue: "bad" if bad else "idle" for clue, is_marked in coach.judged if is_marked}
        by_number = {clue.constraint: mark for clue, mark in marked.items()}
        return {
            "size": draft.size,
            "box": miniature(draft.box),
            "rules": shown_rules(draft.rules, i18n.language()) if draft.constraints else None,
            "symbols": draft.rules.signs,
            "text": draft.to_text(),
            "givens": draft.givens,
            "clues": [_shown(one, draft.size, by_number.get(n, "")) for n, one in enumerate(draft.constraints)],
            "marked": {clue.cell: mark for clue, mark in marked.items() if clue.cell >= 0},
            "conflicts": sorted({cell for problem in draft.conflicts() for cell in problem.cells}),
            "problems": [sentence(problem) for problem in problems],
            "summary": coach.summary(),
            "verdict": coach.verdict(),
            "busy": coach.is_busy,
            "examples": solutions.examples if solutions else [],
            "candidates": [] if bad else [digits_of(mask) for mask in candidates.masks],
            "complete": candidates.is_complete,
        }

    def wanted(self) -> Task[Any] | None:
        """Return the task of finding out more of the draft as it stands."""
        return self.coach.analyse()

    def put(self, name: str, cells: Sequence[int], values: Mapping[str, str]) -> None:
        """Put a constraint of a type, or take it away."""
        if any(cell >= self.position.size**2 for cell in cells):
            raise ParseError(_("expected cells of the grid, got {text}"), text=[*cells])
        self.play(tools.change(self.position, name, cells, values))

    def reading(self, text: str) -> str:
        """Return the move that puts a puzzle in any format in the place of the draft; for any thread."""
        return f"!{Draft.of(text.strip()).to_text()}"

    def tools(self) -> list[protocol.ShownTool]:
        """Return the tools for a grid of this size."""
        return [
            protocol.ShownTool(**one._asdict() | {"fields": [protocol.ToolField(**f._asdict()) for f in one.fields]})
            for one in tools.tools(self.position.size)
        ]

    def exports(self) -> list[protocol.Export]:
        """Return the draft in each format that holds rules, with its solution where it has only one."""
        draft, solutions = self.position, self.coach.solutions
        solution = None
        if solutions and solutions.number == 1:
            solution = Draft.of_givens(solutions.examples[0], draft.box, draft.constraints)
        found = []
        for name, form in FORMATS.items():
            if form.holds_rules:
                text, error = "", ""
                try:
                    text = form.text(draft, solution)
                except TessellaError as refusal:
                    error = sentence(refusal)
                found.append(protocol.Export(name, text, error))
        return found

    def frame(self, step: int, move: str, position: Draft) -> Frame:
        """Return a position of a replay."""
        return Frame(step, move, 0, digits=position.givens)

    def text_of_move(self, before: Draft, move: str, after: Draft) -> str:
        """Return what came and what went."""
        size = after.size
        if move.startswith("!"):
            return _("Another puzzle; undo brings the draft back.")
        news = [one for one in after.constraints if one not in before.constraints]
        gone = [one for one in before.constraints if one not in after.constraints]
        parts = [phrasing.told(one, after.rules) for one in news]
        if gone and not news:
            parts.append(_("gone: {rules}").format(rules=_(", ").join(phrasing.title(one) for one in gone)))
        cells = [cell for cell, given in enumerate(after.givens) if given != before.givens[cell]]
        if size == before.size and cells:
            digit = after.rules.signs[after.givens[cells[0]]]
            text = _("{digit} in {place}") if digit != "." else _("{place} erased")
            parts.append(text.format(digit=digit, place=place_text(cells, size)))
        return _("; ").join(parts)

    @staticmethod
    def form(store: Store) -> list[protocol.FormField]:  # noqa: ARG004 - there is nothing to choose but the size
        """Return no fields."""
        return []


def _shown(one: Constraint, size: int, mark: str) -> protocol.ShownClue:
    kind = type_named(one.type)
    fields = ((name, one[name]) for name in kind.fields if one.type != "jigsaw")
    values = {name: kind.fields[name].to_text(value, size) for name, value in fields if value is not None}
    return protocol.ShownClue(one.type, one.to_text(size), one.cells, values, mark)
