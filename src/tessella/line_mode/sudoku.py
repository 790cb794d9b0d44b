"""Sudoku by coordinates: r3c5=7, or 357 for short."""

import re
from collections.abc import Iterable
from operator import or_
from typing import TYPE_CHECKING, Any

from tessella.errors import ParseError, nearest
from tessella.i18n import _, joined, ngettext
from tessella.line_mode.loop import Display, LineGame
from tessella.play import progress
from tessella.play.coach.sudoku import DrillResult, review_text
from tessella.play.session import clock
from tessella.sudoku import rendering
from tessella.sudoku.generator.layouts import VARIANTS, are_variants, variant_titles
from tessella.sudoku.geometry import cell_named, digits_of
from tessella.sudoku.rating.levels import level_name, read_level
from tessella.sudoku.rules import phrasing
from tessella.sudoku.rules.character_drawing import key
from tessella.sudoku.tutor import lessons
from tessella.sudoku.tutor.practice import LESSONS, LONG, drill_id, level_of_table, taught

if TYPE_CHECKING:  # the techniques are loaded with the first hint
    from tessella.sudoku.tutor.solve_review import Review


class SudokuLines(LineGame):
    """A Sudoku, played by coordinates."""

    @staticmethod
    def render(position: Any, display: Display) -> str:
        """Return the grid with its rows and columns numbered, and its marks if all cells have some; or in words."""
        if display.spoken:
            return rendering.spoken(position)
        if 0 in position.digits and all(map(or_, position.digits, position.marks)):
            return rendering.marked(position, ascii_only=display.ascii_only)
        return rendering.numbered(position, ascii_only=display.ascii_only)

    def read_move(self, line: str) -> str | None:
        """Return the move: as the rules write it, or row, column and digit as three figures."""
        if short := re.fullmatch(r"([1-9])[ ,]?([1-9])[ ,]?([0-9=:~^@-]?)([0-9a-g]?)", line.lower()):
            row, col, sign, digit = short.groups()
            if sign.isdigit() and not digit:
                return (
                    f"r{row}c{col}-"
                    if sign == "0" and self.board.rules.lowest
                    else f"r{row}c{col}{self.coach.digit_sign}{sign}"
                )
            if (sign == "-") != bool(digit) and sign in "=:~^@-" and sign:
                return f"r{row}c{col}{sign}{digit}"
        is_move = re.match(r"r[0-9]+c[0-9]+[-=:~^@,]", line.lower()) and not line.endswith("?")
        return line if line == "~" or is_move else None

    def answer(self, line: str) -> bool:
        """Give a hint for `t`, check for `x`, review the solve for `e`, and tell of statistics and practice."""
        if asked := re.fullmatch(r"r([0-9]+)c([0-9]+)\?|([1-9])[ ,]?([1-9])\?", line.lower()):
            row, col = (figures for figures in asked.groups() if figures)
            self._tell_cell(cell_named(f"r{row}c{col}", self.board.size, line))
            return True
        if reviewed := re.fullmatch(r"(?:e|review)(?: +(.*))?", line.lower()):
            self.tell_review(reviewed[1] or "")
            return True
        match line.lower():
            case "t" | "hint":
                if shown := self.coach.wait_for(self.coach.hint_or_follow()):
                    more = [_("(press t for more)")] if shown.has_more else []
                    self.say(joined([shown.text, *more]))
            case "x" | "check":
                if result := self.coach.wait_for(self.coach.check()):
                    self.say(result.text)
                if cells := self.coach.wrong_cells:
                    self.say(_("Wrong: {cells}").format(cells=_(", ").join(map(self.board.name, cells))))
            case word:
                return self._list(word)
        return True

    def _list(self, word: str) -> bool:
        """Tell of statistics, techniques to practise or lessons; return whether the word asks for any."""
        store = self.game.store
        match word:
            case "o" | "stats":
                self.say("\n".join(progress.told(store)) or _("No game has been played yet."))
            case "p" | "practice":
                self._tell(_("p TECHNIQUE: {n} puzzles that need it").format(n=LONG), progress.lessons(store))
            case "l" | "lesson":
                drills = [progress.drills(store, LESSONS[slug]) for slug in lessons.taught()]
                self._tell(_("l TECHNIQUE: the idea, an example, and ten drills"), drills)
            case "v" | "variants":
                self.say(_("n VARIANT: a new puzzle of that variant; join names with + to combine them"))
                self.say("\n".join(f"{name}  {title}" for name, title in variant_titles()))
            case "rules":
                self.say(
                    "\n".join(self._rules(in_general=False)) or _("Each row, column and box holds every digit once.")
                )
            case _other:
                return False
        return True

    def _rules(self, *, in_general: bool) -> list[str]:
        """Return the rules that not every puzzle has, in words: a sentence for each, or in general for each type."""
        rules = self.board.rules
        told = phrasing.summary(rules) if in_general else phrasing.told_in_full(rules)
        told += [f"{letter:4} {_(phrasing.TITLES[name])}" for letter, name in key(rules)] * in_general
        return [_("Rules, beside those of rows, columns and boxes:"), *told] if told else []

    def remark(self) -> str:
        """Return what is wrong, for those who want to see that at once, or what clashes; in a drill that it is done."""
        found = self.coach.wait_for(self.coach.instant_mistakes())
        return (
            str(found.text)
            if found and (found.wrong or isinstance(found, DrillResult))
            else "\n".join(self.board.conflicts())
        )

    def _tell_cell(self, cell: int) -> None:
        """Say what stands in a cell, or how many candidates it has and which, and what is marked there."""
        board, symbols = self.board, self.board.rules.signs
        digit = symbols[board.digits[cell]]
        candidates = digits_of(board.candidates()[cell])
        held = _("given {digit}") if board.givens[cell] else _("own {digit}")
        if not board.digits[cell]:
            held = ngettext("{n} candidate, {signs}", "{n} candidates, {signs}", len(candidates))
        signs = " ".join(map(symbols.__getitem__, candidates))
        told = [held.format(digit=digit, n=len(candidates), signs=signs), *rendering.noted(board, cell)]
        told += phrasing.told_of_cell(board.rules, cell)
        self.say(f"{board.name(cell)}: {'; '.join(told)}")

    def other_id(self, line: str) -> str | None:
        """Return the id of another puzzle that a line asks for: `n hard`, `p xy-wing`, `l xy-wing`."""
        word, _blank, rest = line.lower().partition(" ")
        if word in ("n", "r", "new") and rest and ":" not in rest:  # else it is an id in full
            if re.fullmatch(r"daily(/[\w+-]+)*", rest.strip()):
                return f"sudoku:{rest.strip()}"
            first, *others = rest.replace("/", " ").split()
            if are_variants(first):
                return "/".join([f"sudoku:{first}", *map(read_level, others)])
            try:
                level = read_level(rest.strip())
            except ParseError as error:
                message = _("expected a level or a variant, such as hard or killer, got {text}")
                like = nearest(first, VARIANTS)
                hint = error.hint or (_("did you mean {name}?").format(name=like) if like else "")
                raise ParseError(message, text=rest.strip(), hint=hint) from None
            progress.remember_level(self.game.store, level)
            return f"sudoku:{level}"
        if word in ("p", "practice") and rest:
            return str(self.coach.practice_id(rest.strip()))
        if word in ("l", "lesson") and rest:
            return drill_id(taught(rest), 0)
        return None

    def opening(self) -> list[str]:
        """Return the words of a lesson before its example, what is to be done in a drill, nothing for other puzzles."""
        course = progress.course_of(self.game.store, self.game.session.id)
        if not isinstance(course, progress.Drills):
            return self._rules(in_general=not self.display.spoken)
        if course.number:
            return [course.task]
        words, look = lessons.words(course.lesson.slug), _("When to look for it: {text}")
        return [*words.idea, look.format(text=words.look), _("t: next step of the example, n: the next drill")]

    def _tell(self, head: str, courses: Iterable[progress.Course]) -> None:
        """Say which techniques there are, and how much of each is done."""
        self.say(head)
        for one in courses:
            name = "" if one.lesson.name.lower() == one.lesson.slug else "  " + one.lesson.name
            self.say(one.lesson.slug + name + ("  " + one.so_far if one.solved else ""))

    def review_lines(self, review: "Review") -> list[str]:
        """Return how the solve went, its slips, the advice, and what to practise or to play next."""
        slips = [f"{number}. {slip}" for number, slip in enumerate(review.slips, 1)]
        told = [review_text(review), *slips, review.advice]
        if lesson := review.lesson:
            form = _("l {slug} teaches {technique}") if lesson.is_taught else _("p {slug} practises {technique}")
            told.append(form.format(slug=lesson.slug, technique=lesson.name))
        if self.coach.offered_id():
            told.append(_("n {level} starts a puzzle of that level").format(level=level_name(review.next_level)))
        if back := [number for number, slip in enumerate(review.slips, 1) if slip.step is not None]:
            told.append(_("e {number} goes back to just before place {number}").format(number=back[0]))
        return told

    def status(self) -> str:
        """Return the step, the number of blank cells, the clock, and the level or the course."""
        session = self.game.session
        line = _("Step {step}  Empty {blanks}  Time {time}").format(
            step=session.step, blanks=self.board.digits.count(0), time=clock(session.elapsed_ms)
        )
        if course := progress.course_of(self.game.store, session.id):
            return f"{line}  {course}"
        level = level_of_table(self.game.table)
        return line + "  " + _("Level {level}").format(level=level_name(level)) if level else line

    def closing(self) -> list[str]:
        """Return how the puzzle went, and what can be done now."""
        summary = "  ".join(f"{label} {value}" for label, value in progress.facts(self.game))
        return [summary, _("n starts the next one, e reviews this one.")]

    def help(self) -> list[str]:
        """Return the moves, and what can be asked."""
        return [
            _("r3c5=7 or 357 enters a digit, r3c5- erases, r3c5~7 marks a candidate, ~ marks all, x check, t hint"),
            _(
                "r3c5,r3c6~7 marks two cells, r3c5^7 corner mark, r3c5@2 colour, r3c5~7@2 of a candidate, r3c5? "
                "describes the cell"
            ),
            _(
                "n hard, n killer: a new puzzle of that kind, l lists lessons, p techniques to practise, o "
                "statistics, e review"
            ),
            _("v lists variants; n daily/variant: the one of the day"),
            *[_("rules: the rules of this puzzle, in words")] * bool(self.board.constraints),
        ]
