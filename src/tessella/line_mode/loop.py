"""How is a game played a line at a time?

Line mode is for pipes, screen readers and dumb terminals: type a letter, press Enter. It works on the same sitting as
the full screen, so a game goes from one to the other. The transcript stands on standard output alone.
"""

import re
import time
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple, Protocol, TextIO, cast

from tessella import ids
from tessella.errors import ParseError, TessellaError, quote
from tessella.games import Position
from tessella.i18n import _, ngettext
from tessella.play.advisor_process import BEST, Who, shared
from tessella.play.puzzle_process import Making
from tessella.play.session import Session, clock
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame

if TYPE_CHECKING:
    from tessella import game2048, sudoku
    from tessella.game2048.advice.advisor import Advice
    from tessella.game2048.game_review import Review

__all__ = ["Front", "picture", "play", "sit", "watch"]

Say = Callable[[str], None]
"""Writes a line."""

LONGEST = 1000
"""Characters of a line that are looked at; no command is as long."""
PATIENCE = 10.0
"""Seconds that a check may take to solve the puzzle."""
WATCHED = 10
"""Moves that are watched where nobody says how many."""
MOST_WATCHED = 1_000_000

COMMANDS = {
    "b": "undo", "u": "undo", "undo": "undo", "back": "undo",
    "y": "redo", "redo": "redo",
    "n": "new", "r": "new", "new": "new",
    "i": "id", "id": "id",
    "?": "help", "help": "help",
    "q": "quit", "quit": "quit", "exit": "quit",
}  # fmt: skip


class Front(Protocol):
    """What line mode has to know of a game."""

    def picture(self, position: Position) -> str:
        """Return the position as lines of text."""

    def move(self, line: str) -> str | None:
        """Return the move that a line asks for, None where it asks for none."""

    def reply(self, line: str, sitting: StoredGame, say: Say) -> bool:
        """Answer a question of this game alone; return whether the line asks one."""

    def other(self, line: str, sitting: StoredGame) -> str | None:
        """Return the id of another game that a line asks for, None where it asks for none."""

    def standing(self, sitting: StoredGame) -> str:
        """Return the line above the prompt."""

    def outcome(self, sitting: StoredGame) -> str:
        """Return what is said of a game that was just won, or has ended."""

    def farewell(self, position: Position) -> str:
        """Return what is said when the player leaves an unfinished game."""

    def help(self) -> str:
        """Return the moves, explained."""


class Looks(NamedTuple):
    """How a position is shown."""

    ascii_only: bool = False
    spoken: bool = False


class Front2048:
    """2048 by letters."""

    MOVES: Mapping[str, str] = {
        "a": "left", "d": "right", "w": "up", "s": "down",
        "h": "left", "l": "right", "k": "up", "j": "down",
        "left": "left", "right": "right", "up": "up", "down": "down",
    }  # fmt: skip

    def __init__(self, looks: Looks) -> None:
        self._looks = looks
        self._advice: Advice | None = None
        self._advised: Session | None = None
        self._review: Review | None = None

    def picture(self, position: Position) -> str:
        """Return the board, boxed or in words."""
        from tessella.game2048 import rendering

        rows = cast("game2048.Board", position).rows
        return rendering.spoken(rows) if self._looks.spoken else rendering.text(rows, ascii_only=self._looks.ascii_only)

    def move(self, line: str) -> str | None:
        """Return the direction that a letter or word asks for."""
        return self.MOVES.get(line.lower())

    def reply(self, line: str, sitting: StoredGame, say: Say) -> bool:
        """Give a hint for `t`, watch for `v`, look back for `x`; the first two are counted as hints."""
        word, _blank, rest = line.lower().partition(" ")
        if word in ("t", "hint") and not rest:
            self._hint(sitting, say)
        elif word in ("v", "watch"):
            self._watch(sitting, _whole(rest) if rest else WATCHED, say)
        elif word in ("x", "review"):
            if rest:
                self._go_back(sitting, _whole(rest))
            else:
                self._look_back(sitting, say)
        else:
            return False
        return True

    def _hint(self, sitting: StoredGame, say: Say) -> None:
        """Tell what each move is worth, and why; asked again, play the best."""
        board = cast("game2048.Board", sitting.session.position)
        is_known = self._advised is sitting.session  # a new game with the same luck counts its own hints
        if not is_known or self._advice is None or self._advice.board != board:
            _say_getting_ready(say)
            self._advice = advice = shared().advise(board)
            sitting.count_hint()
            self._advised = sitting.session
            say(_told(advice))
            say(advice.reason + " " + _("(t plays it)"))
        else:
            sitting.play(self._advice.best)

    @staticmethod
    def _watch(sitting: StoredGame, moves: int, say: Say) -> None:
        """Let the player make so many moves, or what is left of them when somebody presses ctrl+c."""
        _say_getting_ready(say)
        try:
            for line in islice(_watched(sitting, BEST), moves):
                say(line)
        except KeyboardInterrupt:
            say(_("Given up."))

    def _look_back(self, sitting: StoredGame, say: Say) -> None:
        """Tell which moves cost most, and how to go back to one."""
        session = sitting.session
        _say_getting_ready(say)
        self._review = review = shared().review(session)
        if not session.position.is_over():
            sitting.count_hint()  # who knows better moves, and can take back, has had help
        if review.accuracy is not None:
            said = _("{percent:.0f} % of the moves were as good as the best.")
            say(said.format(percent=100 * review.accuracy))
        for number, one in enumerate(review.moves, 1):
            say(f"{number}. {one}")
        say(_("x 1 goes back before the first of these moves") if review.moves else _("No move cost anything."))

    def _go_back(self, sitting: StoredGame, number: int) -> None:
        """Go back before one of the costliest moves."""
        session = sitting.session
        moves = self._review.moves if self._review else ()
        one = moves[number - 1] if 1 <= number <= len(moves) else None
        if one is None or session.step <= one.ply or session.position_after(one.ply) != one.board:
            raise ParseError(_("expected the number of a move that x has told, got {text}").format(text=quote(number)))
        sitting.back_to(one.ply)

    def other(self, line: str, sitting: StoredGame) -> str | None:  # noqa: ARG002 - rules are chosen by id
        """Return None: another game of 2048 is asked for by its id."""
        return None

    def standing(self, sitting: StoredGame) -> str:
        """Return step, score and best."""
        session = sitting.session
        line = _("Step {step}  Score {score}  Best {best}").format(
            step=session.step, score=session.position.score, best=sitting.best
        )
        return line + _help_used(session)

    def outcome(self, sitting: StoredGame) -> str:
        """Return the sentence for a target reached, or for no move left."""
        board = cast("game2048.Board", sitting.session.position)
        if board.is_won():
            said = _("You win! Your score is {score}").format(score=board.score)
            return said if board.is_over() else said + "\n" + _("The next move plays on.")
        said = _("Game over") + "\n" + self.farewell(board)
        return said + "\n" + _("b takes back, n begins anew, x tells which moves cost most.")

    def farewell(self, position: Position) -> str:
        """Return the score, and a word for the road."""
        return _("You scored {score} points. Keep it up!").format(score=position.score)

    def help(self) -> str:
        """Return the keys that move."""
        return "\n".join(
            (
                _("w up, a left, s down, d right (or k h j l)"),
                _("t hints, v 20 lets the player make 20 moves, x tells which moves cost most"),
            )
        )


class FrontSudoku:
    """Sudoku by coordinates: r3c5=7, or 357 for short."""

    def __init__(self, looks: Looks) -> None:
        self._looks = looks
        self._hint: sudoku.Hint | None = None
        self._stages: list[str] = []

    def picture(self, position: Position) -> str:
        """Return the grid with its rows and columns numbered, or in words."""
        from tessella.sudoku import rendering

        board = cast("sudoku.Board", position)
        if self._looks.spoken:
            return rendering.spoken(board)
        return rendering.numbered(board, ascii_only=self._looks.ascii_only)

    def move(self, line: str) -> str | None:
        """Return the move: as the law writes it, or row, column and digit as three figures."""
        if short := re.fullmatch(r"([1-9])[ ,]?([1-9])[ ,]?([0-9=~-]?)([1-9a-g]?)", line.lower()):
            row, col, sign, digit = short.groups()
            if sign.isdigit() and not digit:
                return f"r{row}c{col}-" if sign == "0" else f"r{row}c{col}={sign}"
            if (sign == "-") != bool(digit) and sign in "=~-" and sign:
                return f"r{row}c{col}{sign}{digit}"
        return line if line == "~" or re.fullmatch(r"r[0-9]+c[0-9]+(-|[=~][0-9a-z]+)", line.lower()) else None

    def reply(self, line: str, sitting: StoredGame, say: Say) -> bool:
        """Give a hint for `t`, and tell what is wrong for `x`; a hint and a look at the solution are counted."""
        match line.lower():
            case "t" | "hint":
                say(self._next_stage(sitting))
            case "x" | "check":
                say(self._check(sitting))
            case "o" | "stats":
                say(_statistics(sitting.store))
            case "p" | "practice":
                say(_lessons(sitting.store))
            case _other:
                return False
        return True

    def other(self, line: str, sitting: StoredGame) -> str | None:
        """Return the id of another game that a line asks for: `n hard`, `p xy-wing`, or `n` in a course."""
        from tessella.play import progress
        from tessella.sudoku.rating.rater import read_level
        from tessella.sudoku.tutor import practice

        word, _blank, rest = line.lower().partition(" ")
        rest = rest.strip()
        if word in ("n", "r", "new") and rest:
            level = read_level(rest)
            progress.remember_level(sitting.store, level)
            return f"sudoku:{level}"
        if word in ("p", "practice") and rest:
            return progress.course(sitting.store, practice.lesson(rest)).next_id
        if word in ("n", "r", "new") and (course := progress.course_of(sitting.store, sitting.session.id)):
            return course.next_id or progress.course(sitting.store, course.lesson).next_id
        return None

    def _next_stage(self, sitting: StoredGame) -> str:
        """Return where to look, then which technique, then the full reason, as `t` is asked again."""
        from tessella.sudoku.tutor.practice import hint, lesson_of

        board = cast("sudoku.Board", sitting.session.position)
        if self._hint is None or self._hint.board != board:
            in_course = lesson_of(sitting.session.id)
            self._hint = hint(board, in_course[0] if in_course else None)
            self._stages = [self._hint.where, self._hint.technique, self._hint.reason]
            sitting.count_hint()
        stage = self._stages.pop(0) if len(self._stages) > 1 else self._stages[0]
        return stage + (" " + _("(t tells more)") if stage != self._hint.reason else "")

    def _check(self, sitting: StoredGame) -> str:
        from tessella.sudoku import solve

        board = cast("sudoku.Board", sitting.session.position)
        if wrong := board.problems():
            return "\n".join(wrong)
        solution = solve(board.puzzle, timeout=PATIENCE)
        sitting.count_hint()
        cells = board.mistakes(solution)
        if not cells:
            return _("everything is right so far")
        return _("not what the solution has: {cells}").format(cells=", ".join(map(board.name, cells)))

    def standing(self, sitting: StoredGame) -> str:
        """Return step, blank cells and clock."""
        session = sitting.session
        blanks = cast("sudoku.Board", session.position).digits.count(0)
        line = _("Step {step}  Blank {blanks}  Time {time}").format(
            step=session.step, blanks=blanks, time=clock(session.elapsed_ms)
        )
        return line + _kind_of(sitting) + _help_used(session)

    def outcome(self, sitting: StoredGame) -> str:
        """Return the sentence for a grid that is full and right, and how that went."""
        from tessella.play import progress

        facts = progress.facts(sitting.store, sitting.session, sitting.table)
        told = "  ".join(f"{label} {value}" for label, value in facts)
        return "\n".join((_("Solved. Well done!"), told, _("n begins the next one.")))

    def farewell(self, position: Position) -> str:  # noqa: ARG002 - the same for every puzzle
        """Return a word for the road."""
        return _("The puzzle is kept; come back when you like.")

    def help(self) -> str:
        """Return the moves, and what can be asked."""
        return "\n".join(
            (
                _("r3c5=7 or 357 writes, r3c5- erases, r3c5~7 marks, ~ marks all, x checks, t hints"),
                _("n hard begins another level, p lists techniques to practise, o shows statistics"),
            )
        )


def _told(advice: "Advice") -> str:
    """Return what each move is worth, the best first."""
    from tessella.game2048.advice.reasons import move_name

    told = []
    for choice in advice.choices:
        known = [] if choice.score is None else [_("expected {points} points").format(points=f"{choice.score:,.0f}")]
        if choice.chance is not None:
            chance = _("{percent:.0f} % for {tile}").format(percent=100 * choice.chance, tile=advice.next_tile)
            known.append(chance)
        known = known or [_("worth {value}").format(value=f"{choice.value:,.0f}")]
        told.append(f"{move_name(choice.move)}: {', '.join(known)}")
    return "; ".join(told)


def _say_getting_ready(say: Say) -> None:
    """Say why nothing is heard for a while."""
    if not shared().is_warm:
        say(_("The player gets ready. The first time of all this takes some seconds ..."))


def _whole(text: str) -> int:
    """Return a number that was typed."""
    if not re.fullmatch(r"[0-9]{1,7}", text.strip()) or not 1 <= int(text) <= MOST_WATCHED:
        raise ParseError(_("expected a whole number from 1, got {text}").format(text=quote(text)))
    return int(text)


def _watched(sitting: StoredGame, who: Who, speed: float = 0) -> Iterator[str]:
    """Let a player make move after move to the end, `speed` a second or as fast as it can; tell of each in a line."""
    from tessella.game2048.advice.reasons import move_name

    while not (board := cast("game2048.Board", sitting.session.position)).is_over():
        began = time.monotonic()
        move = shared().best_move(board, **who._asdict())
        if speed:
            time.sleep(max(0.0, began + 1 / speed - time.monotonic()))
        sitting.play_advised(move)
        session = sitting.session
        yield _("{step}. {move}, score {score}").format(
            step=session.step, move=move_name(move), score=session.position.score
        )


def _help_used(session: Session) -> str:
    """Return the undos and hints of a game, as the end of a line; nothing where there are none."""
    undos = "  " + ngettext("{n} undo", "{n} undos", session.undos).format(n=session.undos)
    hints = "  " + ngettext("{n} hint", "{n} hints", session.hints).format(n=session.hints)
    return undos * bool(session.undos) + hints * bool(session.hints)


def _kind_of(sitting: StoredGame) -> str:
    """Return the level of a puzzle, or its course, as part of a line; nothing where it has none."""
    from tessella.play import progress
    from tessella.sudoku.rating.rater import level_name
    from tessella.sudoku.tutor.practice import level_of_table

    if course := progress.course_of(sitting.store, sitting.session.id):
        return f"  {course}"
    level = level_of_table(sitting.table)
    return "  " + _("Level {level}").format(level=level_name(level)) if level else ""


def _lessons(store: Store) -> str:
    """Return the techniques that can be practised, a line each, and how far each course has come."""
    from tessella.play import progress
    from tessella.sudoku.tutor.practice import LESSONS, LONG

    lines = [_("p TECHNIQUE: {n} puzzles that need it").format(n=LONG)]
    for one in LESSONS.values():
        solved = progress.solved_of(store, one)
        so_far = "  " + _("{solved} of {all}").format(solved=solved, all=LONG) if solved else ""
        lines.append(f"{one.slug}  {one.name}{so_far}" if one.name.lower() != one.slug else one.slug + so_far)
    return "\n".join(lines)


def _statistics(store: Store) -> str:
    from tessella.play import progress

    return "\n".join(progress.told(store)) or _("No game has been played yet.")


class _Lines:
    """One sitting, line by line."""

    def __init__(self, sitting: StoredGame, stdin: TextIO, stdout: TextIO, looks: "Looks") -> None:
        self._sitting = sitting
        self._looks = looks
        self._front = front_for(sitting.session.id, looks)
        self._was_won = False
        self._in = stdin
        self._out = stdout

    def run(self) -> None:
        """Show, ask, do, until the end of input or a quit."""
        self._explain()
        self._show()
        while (line := self._ask()) is not None:
            typed = line.lower()
            if COMMANDS.get(typed) == "quit":
                break
            try:
                self._answer(line, typed)
            except TessellaError as error:
                self._say(str(error))
                if error.hint:
                    self._say(error.hint)
        self._sitting.leave()
        self._tell_notices()
        position = self._sitting.session.position
        if not position.is_over():
            self._say(self._front.farewell(position))

    def watch(self, who: Who, speed: float) -> None:
        """Let a player play to the end; show the board whenever a tile is made that is larger than all before."""
        sitting = self._sitting
        self._say(sitting.session.id)
        self._say(self._front.picture(sitting.session.position))
        highest = cast("game2048.Board", sitting.session.position).highest
        try:
            for line in _watched(sitting, who, speed):
                self._say(line)
                if (now := cast("game2048.Board", sitting.session.position)).highest > highest:
                    highest = now.highest
                    self._say(self._front.picture(now))
        finally:  # also where ctrl+c has ended it
            self._say(self._front.picture(sitting.session.position))
            self._say(_("It reached {score} points.").format(score=sitting.session.position.score))

    def _answer(self, line: str, typed: str) -> None:
        if move := self._front.move(line):
            self._sitting.play(move)
            self._show()
        elif other := self._front.other(line, self._sitting):
            self._go(other)
        elif self._asks(line):
            pass
        elif command := COMMANDS.get(typed):
            self._do(command)
        elif typed.startswith(("i ", "id ")):
            self._go(line.partition(" ")[2].strip())
        elif typed:
            self._say(_("unknown command: {typed}").format(typed=quote(line)))
            self._explain()

    def _asks(self, line: str) -> bool:
        """Answer a question of the game alone, and show where it led; return whether the line asks one."""
        before = self._sitting.session.position
        asks = self._front.reply(line, self._sitting, self._say)
        if self._sitting.session.position is not before:
            self._show()
        return asks

    def _do(self, command: str) -> None:
        match command:
            case "undo":
                self._sitting.undo()
            case "redo":
                self._sitting.redo()
            case "new":
                self._go(self._sitting.again)
                return
            case "id":
                self._say(self._sitting.session.id)
                return
            case _:
                self._explain()
                return
        self._show()

    def _go(self, id: str) -> None:
        """Go to another game; one that takes seconds to make can be given up with ctrl+c."""
        if "#" in id and is_slow(id) and (there := StoredGame.resume(self._sitting.store, id)):
            self._sitting.leave()
            self._sitting = there
        elif is_slow(id):
            self._say(_("Making the puzzle ..."))
            try:
                self._sitting.new(Making(id).wait())
            except KeyboardInterrupt:
                self._say(_("Given up."))
                return
        else:
            self._sitting.new(id)
        self._front = front_for(self._sitting.session.id, self._looks)
        self._show()

    def _show(self) -> None:
        self._tell_notices()
        position = self._sitting.session.position
        self._say(self._front.picture(position))
        if position.is_over() or (position.is_won() and not self._was_won):
            self._say(self._front.outcome(self._sitting))
        self._was_won = position.is_won()

    def _tell_notices(self) -> None:
        for notice in self._sitting.take_notices():
            self._say(notice)

    def _explain(self) -> None:
        self._say(self._front.help())
        self._say(_("b back, y again, n new game, i game id, ? help, q quit"))

    def _ask(self) -> str | None:
        """Return the next line, letters half width; None at the end of input."""
        prompt = self._front.standing(self._sitting) + "  > "
        # A pipe's commands are not echoed, so there the answer begins on a line of its own.
        self._out.write(prompt if self._in.isatty() else prompt.rstrip() + "\n")
        self._out.flush()
        line = self._in.readline(LONGEST)
        if not line:
            return None
        rest = line
        while rest and not rest.endswith("\n"):
            rest = self._in.readline(LONGEST)
        return unicodedata.normalize("NFKC", line).strip()

    def _say(self, text: str) -> None:
        self._out.write(text + "\n")
        self._out.flush()


def front_for(id: str, looks: Looks) -> Front:
    """Return what line mode knows of the game that an id names."""
    return (FrontSudoku if ids.split(id)[0] == "sudoku" else Front2048)(looks)


def is_slow(id: str) -> bool:
    """Return whether making what an id asks for may take seconds."""
    if not id.startswith("sudoku:"):
        return False
    from tessella.sudoku.tutor import practice

    return practice.is_slow(id)


def sit(store: Store, text: str, stderr: TextIO, *, new: bool = False) -> StoredGame:
    """Return a sitting at what an id asks for, as `StoredGame.open` does; say so where it takes seconds to make."""
    if not new and (there := StoredGame.resume(store, text)):
        return there
    if not is_slow(text):
        return StoredGame.open(store, text, new=new)
    stderr.write(_("Making the puzzle ...") + "\n")
    stderr.flush()
    return StoredGame.begin(store, Making(text).wait(), new=new)


def picture(id: str, position: Position, *, ascii_only: bool = False) -> str:
    """Return a position of the game that an id names as lines of text."""
    return front_for(id, Looks(ascii_only=ascii_only)).picture(position)


def play(sitting: StoredGame, stdin: TextIO, stdout: TextIO, *, ascii_only: bool = False, spoken: bool = False) -> None:
    """Play a sitting by lines, until the end of input or a quit.

    `ascii_only` draws with `+`, `-` and `|`; `spoken` says the board in words, a row a line.
    """
    _Lines(sitting, stdin, stdout, Looks(ascii_only=ascii_only, spoken=spoken)).run()


def watch(
    sitting: StoredGame, who: Who, stdout: TextIO, *, speed: float = 0, ascii_only: bool = False, spoken: bool = False
) -> None:
    """Let a player play a game of 2048 to its end: a line a move, and the board at the start, the end and new records.

    `speed` is in moves a second, 0 for as fast as the player can; ctrl+c ends it, with the board as it stands.
    """
    _Lines(sitting, stdout, stdout, Looks(ascii_only=ascii_only, spoken=spoken)).watch(who, speed)
