"""What does a browser or notebook get to see, and what may it ask for?

The page and the notebook widget draw and listen; every rule and every sentence is here. What goes between them is JSON,
each message one object. A `View` is a game that somebody looks at; a `Desk` is one person's views, one for each slot.

What a client sends
===================

    {"n": 17, "do": "play", "move": "left", "at": 42, "of": "2048:classic#42"}

`n` is the client's own count, which comes back with the answer. `at` and `of` say what the client has seen: the `at`
and `id` of its last state. Where they are given and the game stands elsewhere by now, nothing is done, and the answer
is an error with the state as it is. A client sends one request at a time and the next when it has its answer. A request
whose answer got lost is sent again as it was, with `"again": true`: where its event is the last one of the journal it
has counted, and is answered with the state alone.

    do         further fields
    play       move: text as the law has it: "left", "r3c5=7", "r3c5-" (erase), "r3c5~7" (mark), "~" (mark all)
    undo redo
    new        nothing: the same kind of game again; id: text ("2048:sprint", "sudoku:hard#42"); or wishes, an
               object of texts, empty where nothing is wished, that Python makes an id of:
               {"game": "2048", "rules", "size", "target", "fours"}, {"game": "sudoku", "level", "size", "symmetry",
               "clues"}. Undo brings the old game back.
    open       id: an id or position as a person types it: go on with that game, or begin it
    hint       Sudoku: where to look; asked again, the technique; once more, the full reason. stage: 1 to 3 asks for
               that stage (send it: a request sent again then shows the same). 2048: the answer comes at once, and
               the hint in a state that is pushed when it has been thought out, unless the board is another one by then
    follow     do what the hint on show says, move by move
    watch      2048: let the engine play. running: false pauses; speed: moves a second, 0.2 to 20. Each of its moves
               counts as a hint. A request of one's own that changes the game takes over
    step       2048: let the engine play one move
    review     2048, when the game is over: the moves that cost most, in a state that is pushed later
    back       step: take back until so many moves lead to the position, each of them an undo
    check      Sudoku: compare with the solution; counts as a hint. Asked again with mistakes on show: take back to
               before the first of them
    pause      stop the clock (page hidden, board covered)       resume     let it run
    state      nothing but the state
    candidates {"candidates": [[1, 2], ...]}: what fits each blank cell, no digit for a filled one
    replay     first, count (at most 200): {"replay": {"id", "last", "frames": [...]}}, the positions from the start to
               the one now, `last` the number of the last one; a frame is {"step", "move", "score", "rows"} or {"step",
               "move", "digits", "marks"}; move "" at step 0
    share      {"share": {"id", "position", "query", "text"}}: query is "?g=..." of the game's id
    stats      {"stats": {"title", "tables": [{"title", "head": [...], "rows": [[...]]}], "notes": [...]}}, texts ready
               to be shown; notes are sentences
    lessons    {"lessons": [{"technique", "label", "solved", "of"}]}: the techniques of Sudoku that can be practised
    practise   technique: one of those; the next puzzle of its course. Without it, the next one of the course that the
               game belongs to
    menu       {"menu": [{"id", "label", "new", "going"}]}: games in progress (`going`) first; choosing one sends
               `open` with its id or, where new is true, `new`
    scores     {"scores": {"title", "name", "tables": [{"title", "head", "rows", "mine": own row or null}]}}:
               everybody's best games under these rules, without help and with, and those of the day; each was
               replayed before it is believed
    name       name: what the leaderboard calls the person, at most 30 characters; {"name": ...}
    settings   any of lang, theme, motion ("auto", "on", "off"): remembered; {"settings": {...}, "words": {...}}

What a client gets
==================

    {"n": 17, "state": {...}}                                      and what was asked for, beside the state
    {"n": 17, "error": "sentence", "hint": "...", "state": {...}}  not done, and why; hint may be ""
    {"state": {...}}                                               pushed: another tab or process has moved

The first message after connecting, before anything is asked:

    {"hello": {"words": {...}, "settings": {"lang", "theme", "motion"}, "languages": {"en": "English", ...},
               "themes": {"dark": "Dark", ...}, "forms": {...}, "players": false}, "state": {...}}

`words` are all labels (`words`). `forms` is what a new game may be asked to be, ready to be shown:
{"2048": [field, ...], "sudoku": [field, ...]}, a field {"name", "label", "value", "about", "choices": [{"value",
"label", "about"}]}, without choices for a text field; the names are those of `wishes`.

The state of any game:

    game        "2048" or "sudoku"              id, title    the id in full; a title for headings
    at          entries of the journal, pauses   step         moves from the start to here
                left out, and hints of 2048
    score best  undos hints  assisted           numbers, and whether the game has had help
    over won    can_undo can_redo can_hint      whether that button does anything
    ms running  the clock in milliseconds when the state was made, and whether it goes on
    moves       2048: those that can be played; Sudoku: null, any of the law's
    say         what the last event did, a sentence for the live region; "" where nothing was done
    outcome     "" or a sentence on a game won or over, shown as long as the state is
    notices     sentences that the person should see (another window was quicker; the disk is full)
    unsaved     whether the last event is not stored yet
    counts      [["Score", "1204"], ...]: labels and values as the terminal shows them, clock left out

2048 adds

    rows        [[0, 2, 4, 0], ...], 0 for an empty cell         target, rules ("classic"), size [rows, cols]
    gained      points of the last move, 0 otherwise
    motion      null, or how the last move went, to be animated by a client whose last state was at `after`:
                {"after": 41, "tiles": [{"from": [r, c], "to": [r, c], "value": 2, "merged": true}, ...],
                 "merges": [{"at": [r, c], "value": 4}], "spawn": {"at": [r, c], "value": 2}}
                Every tile of the old board is in `tiles`, also one that stays; r and c count from 0.
    thinking    "", or a sentence as long as a hint is thought out
    hint        null, or {"best": "down", "reason": "sentence", "about": what the numbers are, "player": who says so,
                "choices": [{"move": "down", "label": "Down", "score": "152,300", "chance": "83 %", "part": 0.83},
                ...]}, best first; score is "" where the player reckons in no points, chance where it could not be told
                in time; part is the length of a bar
    watch       null, or {"name": who plays, "running": true, "speed": 2.0}
    review      null, or {"thinking": "sentence", "title": "sentence", "moves": [{"step": 811, "label": "Move 812:
                left", "played": "left", "better": "down", "cost": "-1,204", "reason": "sentence", "rows": the board
                before}, ...]}; no moves while it is thought out; `back` to a step plays on from there

Sudoku adds

    box [3, 3]  size 9                          symbols      ".123456789": the sign of each value
    givens      81 values, 0 for none           digits       81 values, 0 for a blank
    marks       81 lists of digits              blank        how many cells are blank
    clashes     cells whose digit stands twice in a house: [0, 5]    clash    the sentences on them
    wrong       cells that `check` found wrong in this position
    lesson      the technique whose course the puzzle belongs to, "" for none
    facts       once solved: [["Level", "hard"], ["Time", "3:12"], ...], what there is to tell of it
    hint        null, or {"stage": 2, "mistake": whether something is wrong, "sentences": ["where", "technique"],
                "cells": [lit], "apart": [cells drawn in the other colour], "struck": [[cell, digit]], "placed":
                [[cell, digit]], "marks": 81 lists (the candidates that the step is seen in, drawn where the person
                has none), "links": [{"from": [cell, digit], "to": [cell, digit], "strong": true}], "moves": [...]}
                Stage 1 has only the sentence; 2 lights the cells; 3 has it all. `stages` is 3.

Cells are numbered row by row from 0; their names ("r3c5") count from 1.
"""

import datetime as dt
import re
import threading
import time
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Protocol, cast
from urllib.parse import quote as percent

from tessella import games, i18n, ids
from tessella.errors import MoveError, ParseError, PuzzleError, RulesError, StoreError, TessellaError, quote
from tessella.games import Position
from tessella.i18n import _, ngettext
from tessella.palette import THEMES
from tessella.play import advisor_process
from tessella.play.puzzle_process import Making, StoppedError
from tessella.play.session import clock
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame
from tessella.web.labels import BOXES, forms, look, stylesheet, theme_names, words

if TYPE_CHECKING:
    from tessella import game2048, sudoku
    from tessella.game2048.advice.advisor import Advice
    from tessella.game2048.game_review import Review
    from tessella.play.session import Entry, Session
    from tessella.play.store import LeaderboardEntry

__all__ = [
    "Desk",
    "Reply",
    "Thought",
    "View",
    "Watch",
    "forms",
    "look",
    "made",
    "opening_of",
    "settings",
    "stylesheet",
    "theme_names",
    "words",
]

Json = dict[str, Any]

LONGEST = 2000
"""Characters of a text that is sent: a 25x25 board with its marks is typed, not played."""
FRAMES = 200
"""Positions of a replay in one answer."""
PATIENCE = 20.0
"""Seconds that a check may take to solve the puzzle."""
LONGEST_MAKING = 120.0
"""Seconds that a puzzle may take to be made; on a new machine the engine is compiled meanwhile."""
MOTIONS = ("auto", "on", "off")
SLOWEST, FASTEST = 0.2, 20.0
"""Moves a second that the engine can be watched at."""
COSTLIEST = 8
"""Moves that a review names."""


# --- Requests -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Request:
    """What a client asks for, checked: every field has the type that its name promises."""

    do: str
    n: int | None = None
    at: int | None = None
    of: str | None = None
    again: bool = False
    texts: Mapping[str, str] = field(default_factory=dict)
    numbers: Mapping[str, int] = field(default_factory=dict)
    wishes: Mapping[str, str] | None = None
    running: bool = True
    speed: float | None = None


_TEXTS = ("move", "id", "lang", "theme", "motion", "name", "technique")
_NUMBERS = ("stage", "first", "count", "step")
_MOST = 2**53  # the largest whole number that JavaScript holds exactly


def _number(message: Json, name: str) -> int | None:
    value = message.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= _MOST:
        raise ParseError(_("expected a whole number as {name}, got {text}").format(name=name, text=quote(value)))
    return value


def _text(message: Mapping[str, object], name: str) -> str | None:
    value = message.get(name)
    if value is None:
        return None
    if not isinstance(value, str) or len(value) > LONGEST:
        raise ParseError(
            _("expected a text of at most {most} characters as {name}, got {text}").format(
                most=LONGEST, name=name, text=quote(value)
            )
        )
    return value.encode("utf-8", "replace").decode()  # half of a surrogate pair is JSON, and no text


def _speed(message: Json) -> float | None:
    value = message.get("speed")
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not SLOWEST <= value <= FASTEST:
        raise ParseError(
            _("expected from {least} to {most} moves a second, got {text}").format(
                least=SLOWEST, most=FASTEST, text=quote(value)
            )
        )
    return float(value)


def _wishes(message: Json) -> dict[str, str] | None:
    wishes = message.get("wishes")
    if wishes is None:
        return None
    if not isinstance(wishes, dict):
        raise ParseError(_("expected an object as {name}, got {text}").format(name="wishes", text=quote(wishes)))
    names = ("game", "rules", "size", "target", "fours", "level", "symmetry", "clues")
    return {name: _half_width(_text(wishes, name) or "") for name in names}


def read(message: object) -> Request:
    """Return a request as JSON gave it, checked; raise ParseError where it has another shape.

    >>> read({"n": 1, "do": "play", "move": "left", "at": 0}).texts["move"]
    'left'
    """
    if not isinstance(message, dict) or not isinstance(message.get("do"), str):
        raise ParseError(_("expected a request such as {example}, got {text}").format(
            example='{"n": 1, "do": "play", "move": "left"}', text=quote(message)
        ))  # fmt: skip
    texts = {name: text for name in _TEXTS if (text := _text(message, name)) is not None}
    numbers = {name: number for name in _NUMBERS if (number := _number(message, name)) is not None}
    return Request(
        message["do"],
        _number(message, "n"),
        _number(message, "at"),
        _text(message, "of"),
        message.get("again") is True,
        texts,
        numbers,
        _wishes(message),
        message.get("running") is not False,
        _speed(message),
    )


# --- One game -------------------------------------------------------------------------------------------------------


class Face(Protocol):
    """What is to be known of a game to show it."""

    def state(self, view: "View") -> Json:
        """Return what the state has of this game alone."""

    def said(self, before: Position, move: str, after: Position) -> str:
        """Return what a move did, in a sentence."""

    def title(self, view: "View") -> str:
        """Return a title for the game."""

    def outcome(self, view: "View") -> str:
        """Return what is said of a game that is won or over, "" otherwise."""

    def counts(self, view: "View") -> list[tuple[str, str]]:
        """Return labels and values."""

    def frame(self, position: Position) -> Json:
        """Return what a frame of a replay shows."""


@dataclass(eq=False, frozen=True, slots=True)
class Thought:
    """Something that is thought out while play goes on.

    `think` touches nothing and may run in any thread; what it returns, or raises, is for `View.learn`.
    """

    kind: str
    """`hint`, `move` of the player that is watched, `step`: one move of it, or `review`."""
    view: "View"
    about: Position
    think: Callable[[], object]


@dataclass(eq=False, slots=True)
class Watch:
    """The engine plays by itself, and somebody watches."""

    speed: float = 2.0
    """Moves a second."""
    is_running: bool = True


class View:
    """A game that somebody looks at: what may be seen of it, and what was shown last.

    >>> view = View(StoredGame.open(Store.in_memory(), "2048:classic#42"))
    >>> state = view.state()
    >>> state["rows"], state["moves"]
    ([[0, 0, 0, 0], [0, 0, 0, 0], [2, 0, 0, 0], [0, 0, 0, 4]], ['left', 'right', 'up', 'down'])
    """

    def __init__(self, sitting: StoredGame) -> None:
        self.sitting = sitting
        self.slot = sitting.slot
        self.used = time.monotonic()
        self.hint: sudoku.Hint | None = None
        self.stage = 0
        self.wrong: tuple[Position | None, tuple[int, ...]] = (None, ())
        self.solution: tuple[object, sudoku.Board] | None = None
        self.advice: tuple[Session, Advice] | None = None
        self.review: tuple[Position, Review] | None = None
        self.watch: Watch | None = None
        self.thoughts: dict[str, Thought] = {}
        self.motion: Json | None = None
        self.gained = 0
        self._say: Callable[[], str] = str
        self._notices: list[str] = []
        self._best = (0, "", 0)
        self._over: tuple[Position | None, bool] = (None, False)
        self._counted: tuple[list[Entry], int, int] = ([], 0, 0)

    @property
    def game(self) -> str:
        """The game's name."""
        return ids.split(self.sitting.session.id)[0]

    @property
    def position(self) -> Position:
        """The position now."""
        return self.sitting.session.position

    @property
    def is_over(self) -> bool:
        """Whether the game takes no move any more; worked out once a position."""
        position = self.position
        if self._over[0] is not position:
            self._over = position, position.is_over()
        return self._over[1]

    @property
    def face(self) -> Face:
        """What there is to know of its game."""
        return FACES[self.game]

    @property
    def at(self) -> int:
        """How many entries the journal has, without those that come while a client plays on.

        Who loses the connection stops the clock by a pause; a hint of 2048 comes when it has been thought out.
        """
        journal = self.sitting.session.journal
        known, read_, count = self._counted
        if known is not journal or read_ > len(journal):
            read_ = count = 0
        count += sum(entry.event not in self._uncounted for entry in journal[read_:])
        self._counted = journal, len(journal), count
        return count

    def event(self, at: int) -> str:
        """Return the event that `at` became `at + 1` by."""
        return [entry.event for entry in self.sitting.session.journal if entry.event not in self._uncounted][at]

    @property
    def _uncounted(self) -> tuple[str, ...]:
        return ("pause", "hint") if self.game == "2048" else ("pause",)

    def changed(self, say: Callable[[], str] = str) -> None:
        """Forget what was shown of the position before, and say what was done."""
        self.used = time.monotonic()
        self.motion, self.gained = None, 0
        self._say = say
        self._notices = []

    def best(self) -> int:
        """Return the best score under these rules; the store is asked once a game."""
        session = self.sitting.session
        if self._best[:2] != (id(session), self.sitting.table):
            self._best = id(session), self.sitting.table, self.sitting.best
        return max(self._best[2], session.fair_score)

    def state(self) -> Json:
        """Return what there is to see, in the language that is spoken now."""
        sitting, session, face = self.sitting, self.sitting.session, self.face
        position = session.position
        over = self.is_over
        self._notices += sitting.take_notices()
        return {
            "game": self.game,
            "id": session.id,
            "title": face.title(self),
            "at": self.at,
            "step": session.step,
            "score": position.score,
            "best": self.best(),
            "undos": session.undos,
            "hints": session.hints,
            "assisted": session.is_assisted,
            "over": over,
            "won": position.is_won(),
            "can_undo": sitting.can_undo,
            "can_redo": sitting.can_redo,
            "can_hint": not over,
            "ms": session.elapsed_ms,
            "running": session.is_running,
            "say": sentence(self._say()),
            "outcome": face.outcome(self),
            "notices": [sentence(notice) for notice in self._notices],
            "unsaved": sitting.is_unsaved,
            "counts": face.counts(self),
            **face.state(self),
        }

    # --- What can be done without leaving the game ---

    def play(self, move: str, *, is_advised: bool = False) -> None:
        """Play a move, and remember how it went; one that no person found counts as a hint."""
        if self.game == "2048" and self.is_over:
            raise MoveError(_("The game is over; it takes no move."))
        session, before, after = self.sitting.session, self.position, self.at
        (self.sitting.play_advised if is_advised else self.sitting.play)(move)
        now, face = self.position, self.face
        if self.sitting.session is not session:  # another window was quicker: this is its game now
            self.changed()
            return
        self.changed(lambda: face.said(before, move, now))
        if self.game == "2048":
            was, here = cast("game2048.Board", before), cast("game2048.Board", now)
            self.gained = here.score - was.score
            self.motion = {"after": after, **motion(was, move, here)}

    def ask_hint(self, stage: int | None, found: "sudoku.Hint | None") -> None:
        """Show a hint of Sudoku, or more of the one that is on show."""
        board = self.position
        if self.hint is None or self.hint.board != board:
            hint = found if found is not None and found.board == board else _find_hint(self)
            self.sitting.count_hint()
            self.hint, self.stage = hint, 0
        self.stage = min(max(stage or self.stage + 1, 1), 3)
        shown, number = self.hint, self.stage
        self.changed(lambda: (shown.where, shown.technique, shown.reason)[number - 1])

    def follow(self) -> None:
        """Do what the hint on show says."""
        if self.game == "2048":
            if (advice := self.advised()) is None:
                raise MoveError(_("Ask for a hint first."))
            self.play(advice.best)
            return
        if self.hint is None or self.hint.board != self.position:
            raise MoveError(_("Ask for a hint first."))
        hint = self.hint
        for move in hint.moves:
            self.sitting.play(move)
        self.changed(lambda: hint.reason)

    def check(self, found: "sudoku.Board | None") -> None:
        """Compare with the solution; asked again with mistakes on show, take back to before the first of them."""
        if self.game != "sudoku":
            raise MoveError(_("There is something to check in Sudoku alone."))
        board = cast("sudoku.Board", self.position)
        if board.is_over():
            raise MoveError(_("the puzzle is solved, nothing is left to find"))
        if self.solution is None or self.solution[0] != board.givens:
            self.solution = board.givens, found or _solve(board)
        solution = self.solution[1]
        if self.wrong[0] == board and self.wrong[1]:
            positions = cast("tuple[sudoku.Board, ...]", self.sitting.session.positions)
            first = next(step for step, position in enumerate(positions) if position.mistakes(solution))
            for _step in range(len(positions) - max(first, 1)):
                self.sitting.undo()
            self.changed(lambda: _("Back to before the first mistake; redo plays it again."))
            return
        self.sitting.count_hint()  # a look at the solution is one
        wrong = board.mistakes(solution)
        self.wrong = board, wrong
        self.changed(
            lambda: (
                ngettext(
                    "{n} digit is wrong. Check again to go back to before the first mistake.",
                    "{n} digits are wrong. Check again to go back to before the first mistake.",
                    len(wrong),
                ).format(n=len(wrong))
                if wrong
                else _("Everything is right so far.")
            )
        )

    # --- What is thought out while play goes on ---

    def advised(self) -> "Advice | None":
        """Return the hint of 2048 for the position now; one that another game has counted is none of this one."""
        session, advice = self.advice or (None, None)
        return advice if advice and session is self.sitting.session and advice.board == self.position else None

    def ask_advice(self) -> Thought | None:
        """Return what has to be thought out for a hint of 2048; None where it is on show, or on its way."""
        board = cast("game2048.Board", self.position)
        self._refuse_over()
        if advice := self.advised():
            self._say_advice(advice)
            return None
        thinker, lang = advisor_process.shared(), i18n.language()
        if not thinker.is_warm:
            self.changed(_thinking)
        return self._wonder("hint", lambda: _in(lang, lambda: thinker.advise(board)))

    def ask_review(self) -> Thought | None:
        """Return what has to be thought out to review a finished game; None where that is done, or on its way."""
        if self.game != "2048" or not self.is_over:
            raise MoveError(_("A game of 2048 is reviewed when it is over."))
        session, lang = self.sitting.session, i18n.language()
        if self.review and self.review[0] == self.position:
            return None
        text = session.to_text()
        return self._wonder("review", lambda: _in(lang, lambda: _review(text)))

    def ask_move(self, kind: str = "move") -> Thought | None:
        """Return what has to be thought out for the next move of the player that is watched; None where it rests."""
        board = cast("game2048.Board", self.position)
        if self.watch is None or self.is_over or (kind == "move" and not self.watch.is_running):
            return None
        thinker = advisor_process.shared()
        return self._wonder(kind, lambda: thinker.best_move(board))

    def _wonder(self, kind: str, think: Callable[[], object]) -> Thought | None:
        if self.is_wondering(kind):
            return None
        thought = self.thoughts[kind] = Thought(kind, self, self.position, think)
        return thought

    def is_wondering(self, kind: str) -> bool:
        """Return whether something of a kind is thought out for the position now."""
        return kind in self.thoughts and self.thoughts[kind].about == self.position

    def _refuse_over(self) -> None:
        if self.is_over:
            raise MoveError(_("The game is over; it takes no move."))

    def let_play(self, *, is_running: bool, speed: float | None) -> None:
        """Let the engine play, or pause it, at so many moves a second."""
        if self.game != "2048":
            raise MoveError(_("There is a player to watch in 2048 alone."))
        self._refuse_over()
        watch = self.watch or Watch()
        if is_running and not (self.watch and self.watch.is_running):
            ready = advisor_process.shared().is_warm
            self.changed(lambda: _("The engine plays; each of its moves counts as a hint.") if ready else _thinking())
        self.watch = watch
        watch.is_running, watch.speed = is_running, speed or watch.speed

    def learn(self, thought: Thought, found: object) -> bool:
        """Take what was thought out, or the error that it came to; return whether there is something new to see.

        A thought about a position that is gone is dropped, and so is one that nobody waits for any more.
        """
        if self.thoughts.get(thought.kind) is not thought:
            return False
        del self.thoughts[thought.kind]
        if self.position != thought.about:
            return False
        if isinstance(found, Exception):
            if thought.kind in ("move", "step"):
                self.watch = None
            self.changed()
            self._notices.append(str(found))
        elif thought.kind == "hint":
            self.sitting.count_hint()
            if self.position == thought.about:  # else another window was quicker
                advice = cast("Advice", found)
                self.advice = self.sitting.session, advice
                self._say_advice(advice)
        elif thought.kind == "review":
            self.review = self.position, cast("Review", found)
            said = _review_title(self.review[1])
            self.changed(lambda: said)
        elif self.watch and (self.watch.is_running or thought.kind == "step"):
            self._play_watched(str(found), is_said=thought.kind == "step")
        return True

    def _play_watched(self, move: str, *, is_said: bool) -> None:
        """Play a move of the engine's; what would be said at every one of many is not heard."""
        watch, before = self.watch, cast("game2048.Board", self.position)
        self.play(move, is_advised=True)
        now = cast("game2048.Board", self.position)
        if watch and self.is_over:
            watch.is_running = False
        elif not is_said and now.highest > before.highest:
            self._say = lambda: _("{tile} is reached").format(tile=now.highest)
        elif not is_said:
            self._say = str

    def _say_advice(self, advice: "Advice") -> None:
        def said() -> str:
            best, reason = _direction(advice.best), advice.reason
            return reason if reason.casefold().startswith(best.casefold()) else f"{best}: {reason}"

        self.changed(said)

    def resume(self) -> None:
        """Let the clock run; in 2048 only the first move starts it."""
        session = self.sitting.session
        if not session.position.is_over() and (self.game == "sudoku" or session.step):
            session.resume()

    def replay(self, first: int, count: int) -> Json:
        """Return some of the positions from the start to the one now."""
        session = self.sitting.session
        last = session.step
        moves = session.moves
        return {
            "id": session.id,
            "last": last,
            "frames": [
                {"step": step, "move": moves[step - 1] if step else "", **self.face.frame(session.position_after(step))}
                for step in range(min(first, last), min(first + min(count, FRAMES), last + 1))
            ],
        }

    def share(self) -> Json:
        """Return how to tell somebody of the game."""
        session = self.sitting.session
        text = _("Play the same game: {id}").format(id=session.id)
        query = "?g=" + percent(session.id, safe="/:,.")
        return {"id": session.id, "position": session.position.to_text(), "query": query, "text": text}


def _in(lang: str, think: Callable[[], object]) -> object:
    """Return what is thought in a language: the thread that thinks speaks none of its own."""
    with i18n.speaking(lang):
        return think()


def _thinking() -> str:
    """Return what is said as long as a hint is thought out."""
    if advisor_process.shared().is_warm:
        return _("Thinking ...")
    return _("The player gets ready. The first time of all this takes some seconds ...")


def _review(text: str) -> object:
    """Return the review of a saved game, by a process of its own: it takes longer than those who play can wait."""
    thinker = advisor_process.Thinker()
    try:
        return thinker.review(text, most=COSTLIEST)
    finally:
        thinker.stop()


def sentence(text: str) -> str:
    """Return what is said with a capital letter in front; the name of a cell stays as it is."""
    return text[:1].upper() + text[1:] if text[:2].isalpha() else text


def _find_hint(view: View, board: "sudoku.Board | None" = None) -> "sudoku.Hint":
    """Return the hint for a position, by default the one now: of the technique that is practised where it applies."""
    from tessella.sudoku.tutor import practice  # noqa: PLC0415 - only who asks needs the techniques

    lesson = practice.technique_of(view.sitting.session.id)
    return practice.hint(board or cast("sudoku.Board", view.position), lesson)


def _solve(board: "sudoku.Board") -> "sudoku.Board":
    from tessella.sudoku import solve  # noqa: PLC0415 - only who checks needs a solve

    return solve(board.puzzle, timeout=PATIENCE)


# --- 2048 -----------------------------------------------------------------------------------------------------------


def motion(before: "game2048.Board", move: str, after: "game2048.Board") -> Json:
    """Return where every tile of a board goes in a move, what merges, and where the new one comes.

    >>> from tessella.game2048 import Board
    >>> board = Board.parse("2 2 4 . / . . . .")
    >>> motion(board, "left", board.play("left"))["merges"]
    [{'at': [0, 0], 'value': 4}]
    """
    from tessella.game2048 import slide  # noqa: PLC0415 - Sudoku needs no 2048

    slid = slide(before.rows, move, before.rules.merging)[0]
    height, width = len(slid), len(slid[0])
    across, backwards = move in ("left", "right"), move in ("right", "down")
    tiles, merges = [], []
    for line in range(height if across else width):
        cells = [(line, i) if across else (i, line) for i in range(width if across else height)]
        cells = cells[::-1] if backwards else cells
        waiting = [cell for cell in cells if before.rows[cell[0]][cell[1]]]
        # Tiles keep their order, so each new tile is made of the next few old ones that add up to it.
        for r, c in cells:
            value = rest = slid[r][c]
            group = []
            while rest:
                cell = waiting.pop(0)
                rest -= before.rows[cell[0]][cell[1]]
                group.append(cell)
            for y, x in group:
                tiles.append({"from": [y, x], "to": [r, c], "value": before.rows[y][x], "merged": len(group) > 1})
            if len(group) > 1:
                merges.append({"at": [r, c], "value": value})
    spawn = next(
        ({"at": [r, c], "value": tile} for r, row in enumerate(after.rows) for c, tile in enumerate(row)
         if tile != slid[r][c]),
        None,
    )  # fmt: skip
    return {"tiles": tiles, "merges": merges, "spawn": spawn}


def _direction(move: str) -> str:
    return {"left": _("Left"), "right": _("Right"), "up": _("Up"), "down": _("Down")}.get(move, move)


def _place(row: int, col: int) -> str:
    return _("row {row}, column {col}").format(row=row + 1, col=col + 1)


class Face2048:
    """How 2048 is shown."""

    def state(self, view: View) -> Json:
        """Return tiles, rules and motion."""
        board = cast("game2048.Board", view.position)
        return {
            "rows": [list(row) for row in board.rows],
            "target": board.rules.target,
            "rules": str(board.rules),
            "size": [board.rules.rows, board.rules.cols],
            "moves": list(board.moves()),
            "gained": view.gained,
            "motion": view.motion,
            "thinking": _thinking() if view.is_wondering("hint") else "",
            "hint": advice_json(advice) if (advice := view.advised()) else None,
            "watch": watch_json(view.watch) if view.watch else None,
            "review": review_json(view),
        }

    def said(self, before: Position, move: str, after: Position) -> str:
        """Return direction, merges, the new tile and the score."""
        was, now = cast("game2048.Board", before), cast("game2048.Board", after)
        how = motion(was, move, now)
        parts = [_direction(move)]
        if how["merges"]:
            made = ", ".join(str(one["value"]) for one in how["merges"])
            parts.append(_("merged into {tiles}").format(tiles=made))
        if how["spawn"]:
            row, col = how["spawn"]["at"]
            parts.append(_("new {tile} in {place}").format(tile=how["spawn"]["value"], place=_place(row, col)))
        parts.append(_("score {score}").format(score=now.score))
        return "; ".join(parts)

    def title(self, view: View) -> str:
        """Return the game's name and its rules."""
        _name, rest = ids.split(view.sitting.session.id)
        if day := ids.daily(rest):
            return _("2048 of {day}").format(day=day)
        return f"2048 {cast('game2048.Board', view.position).rules}"

    def outcome(self, view: View) -> str:
        """Return the sentence for a target reached, or for no move left."""
        board = cast("game2048.Board", view.position)
        if view.is_over:
            if board.is_won() and board.rules.ends:
                return _("You win! Your score is {score}").format(score=board.score)
            return _("Game over") + ". " + _("You scored {score} points. Keep it up!").format(score=board.score)
        session = view.sitting.session
        if board.is_won() and session.step and not session.position_after(session.step - 1).is_won():
            return _("You win! Your score is {score}").format(score=board.score) + ". " + _("The next move plays on.")
        return ""

    def counts(self, view: View) -> list[tuple[str, str]]:
        """Return score, best, moves and help."""
        session = view.sitting.session
        rows = [
            (_("Score"), str(session.position.score)),
            (_("Best"), str(view.best())),
            (_("Moves"), str(session.step)),
            (_("Undos"), str(session.undos)),
        ]
        return [*rows, (_("Hints"), str(session.hints))] if session.hints else rows

    def frame(self, position: Position) -> Json:
        """Return score and tiles."""
        board = cast("game2048.Board", position)
        return {"score": board.score, "rows": [list(row) for row in board.rows]}


def advice_json(advice: "Advice") -> Json:
    """Return a hint of 2048 as texts: the moves, best first, each with what can be expected of it."""
    about = {
        (True, True): _("Final score to expect, and chance of {tile}"),
        (True, False): _("Final score to expect"),
        (False, True): _("Chance of {tile}"),
        (False, False): _("What {player} thinks of each move"),
    }[advice.in_points, advice.choices[0].chance is not None]
    values = [choice.value for choice in advice.choices]
    least, span = min(values), (max(values) - min(values)) or 1.0
    return {
        "best": advice.best,
        "reason": sentence(advice.reason),
        "about": about.format(tile=advice.next_tile, player=advice.player),
        "player": advice.player,
        "choices": [
            {
                "move": choice.move,
                "label": _direction(choice.move),
                "score": "" if choice.score is None else f"{choice.score:,.0f}",
                "chance": "" if choice.chance is None else percent_of(choice.chance),
                "part": round((choice.value - least) / span if choice.chance is None else choice.chance, 3),
            }
            for choice in advice.choices
        ],
    }


def percent_of(part: float) -> str:
    """Return a share in percent; what is not quite nothing or all is not called so.

    >>> percent_of(0.834), percent_of(0.9996), percent_of(1.0), percent_of(0.002)
    ('83 %', '>99 %', '100 %', '<1 %')
    """
    if 0 < part < 0.005:
        return "<1 %"
    if 0.995 <= part < 1:
        return ">99 %"
    return f"{100 * part:.0f} %"


def watch_json(watch: Watch) -> Json:
    """Return how the engine plays."""
    return {"name": _("The engine"), "running": watch.is_running, "speed": watch.speed}


def review_json(view: View) -> Json | None:
    """Return the review of a finished game, that it is being thought out, or None."""
    if view.is_wondering("review"):
        return {"thinking": _("Looking through the game ..."), "title": "", "moves": []}
    if view.review is None or view.review[0] != view.position:
        return None
    found = view.review[1]
    return {
        "thinking": "",
        "title": _review_title(found),
        "moves": [
            {
                "step": one.ply,
                "label": _("Move {step}: {move}").format(step=one.ply + 1, move=_direction(one.played)),
                "played": one.played,
                "better": one.better,
                "cost": f"-{one.cost:,.0f}" if found.in_points else "",
                "reason": sentence(one.reason),
                "rows": [list(row) for row in one.board.rows],
            }
            for one in found.moves
        ],
    }


def _review_title(found: "Review") -> str:
    if not found.moves or found.accuracy is None:
        return _("No move cost anything that could be seen.")
    said = _("{share} of the moves were as good as the best. Those that cost most:")
    return said.format(share=percent_of(found.accuracy))


# --- Sudoku ---------------------------------------------------------------------------------------------------------


class FaceSudoku:
    """How Sudoku is shown."""

    def state(self, view: View) -> Json:
        """Return the grid, what is wrong at first sight, and the hint on show."""
        from tessella.sudoku.rules import SYMBOLS, digits_of  # noqa: PLC0415 - 2048 needs no Sudoku

        board = cast("sudoku.Board", view.position)
        clashing = [problem for problem in board.problems() if problem.kind == "repeated"]
        return {
            "box": list(board.box),
            "size": board.size,
            "symbols": SYMBOLS[: board.size + 1],
            "givens": list(board.givens),
            "digits": list(board.digits),
            "marks": [list(digits_of(mask)) for mask in board.marks],
            "blank": board.digits.count(0),
            "moves": None,
            "clashes": sorted({cell for problem in clashing for cell in problem.cells}),
            "clash": [sentence(str(problem)) for problem in clashing],
            "facts": _facts(view.sitting) if view.is_over else [],
            "lesson": _lesson(view.sitting.session.id),
            "wrong": list(view.wrong[1]) if view.wrong[0] == board else [],
            "stages": 3,
            "hint": hint_json(view.hint, view.stage) if view.hint and view.hint.board == board else None,
        }

    def said(self, before: Position, move: str, after: Position) -> str:
        """Return what was written, marked or erased, and whether it clashes."""
        from tessella.sudoku.rules import SYMBOLS  # noqa: PLC0415 - see above

        was, now = cast("sudoku.Board", before), cast("sudoku.Board", after)
        if now.is_over():
            return _("Solved. Well done!")
        for cell, (old, new) in enumerate(zip(was.digits, now.digits, strict=True)):
            place = _place(*divmod(cell, now.size))
            if new and new != old:
                said = _("{digit} in {place}").format(digit=SYMBOLS[new], place=place)
                known = set(map(str, was.problems()))
                clashes = [str(one) for one in now.problems() if one.kind == "repeated" and str(one) not in known]
                return "; ".join([said, *clashes])
            if old and not new:
                return _("{place} erased").format(place=place)
        changed = [cell for cell, pair in enumerate(zip(was.marks, now.marks, strict=True)) if pair[0] != pair[1]]
        if move.strip() == "~" or len(changed) != 1:
            return _("every candidate is marked")
        place = _place(*divmod(changed[0], now.size))
        old, new = was.marks[changed[0]], now.marks[changed[0]]
        digit = SYMBOLS[(old ^ new).bit_length()]
        if not new and move.endswith("-"):
            return _("{place} erased").format(place=place)
        said = _("{digit} marked in {place}") if new > old else _("{digit} no longer marked in {place}")
        return said.format(digit=digit, place=place)

    def title(self, view: View) -> str:
        """Return the game's name, and what its id tells of it."""
        _name, rest = ids.split(view.sitting.session.id)
        if rest.startswith(ids.DAILY) and (day := ids.daily(rest)):
            return _("Sudoku of {day}").format(day=day)
        named = rest.partition("#")
        return _("Sudoku") + (" " + "".join(named) if named[1] else "")

    def outcome(self, view: View) -> str:
        """Return the sentence for a grid that is full and right."""
        return _("Solved. Well done!") if view.is_over else ""

    def counts(self, view: View) -> list[tuple[str, str]]:
        """Return blank cells and help."""
        session = view.sitting.session
        rows = [
            (_("Blank"), str(cast("sudoku.Board", session.position).digits.count(0))),
            (_("Undos"), str(session.undos)),
        ]
        return [*rows, (_("Hints"), str(session.hints))] if session.hints else rows

    def frame(self, position: Position) -> Json:
        """Return digits and marks."""
        from tessella.sudoku.rules import digits_of  # noqa: PLC0415 - see above

        board = cast("sudoku.Board", position)
        return {"digits": list(board.digits), "marks": [list(digits_of(mask)) for mask in board.marks]}


def _lesson(id: str) -> str:
    """Return the technique whose course a puzzle belongs to, "" for none."""
    from tessella.sudoku.tutor import practice  # noqa: PLC0415 - 2048 needs no Sudoku

    found = practice.technique_of(id)
    return found.slug if found else ""


def _facts(sitting: StoredGame) -> list[tuple[str, str]]:
    """Return what is told of a puzzle that was solved."""
    from tessella.play import progress  # noqa: PLC0415 - 2048 needs no Sudoku

    return progress.facts(sitting.store, sitting.session, sitting.table)


def hint_json(hint: "sudoku.Hint", stage: int) -> Json:
    """Return what a hint shows at a stage: 1 where to look, 2 the technique with its cells, 3 everything."""
    from tessella.sudoku.rules import digits_of  # noqa: PLC0415 - see above

    step, size, full = hint.step, hint.board.size, stage >= 3

    def spots(places: tuple[tuple[int, int, int], ...]) -> list[list[int]]:
        return [[(row - 1) * size + col - 1, digit] for digit, row, col in places] if full else []

    links = []
    if step and full and not step.code.startswith("t"):
        links = [
            {"from": [one.cells[0], one.digit], "to": [other.cells[0], other.digit], "strong": other.is_on}
            for one, other in pairwise(step.nodes)
        ]
    return {
        "stage": stage,
        "mistake": hint.is_mistake,
        "sentences": [sentence(text) for text in (hint.where, hint.technique, hint.reason)[:stage]],
        "cells": list(hint.cells) if stage >= 2 else [],
        "apart": sorted({*step.second, *step.fins}) if step and stage >= 2 else [],
        "struck": spots(step.eliminations) if step else [],
        "placed": spots(step.placements) if step else [],
        "marks": [list(digits_of(mask)) for mask in hint.grid.marks] if full else [],
        "links": links,
        "moves": list(hint.moves) if full else [],
    }


FACES: dict[str, Face] = {"2048": Face2048(), "sudoku": FaceSudoku()}


# --- One person's games ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Reply:
    """What a request is answered with."""

    message: Json
    view: View
    """The game that its client looks at from now on."""
    is_news: bool
    """Whether others who look at the game should be told."""
    thought: Thought | None = None
    """What is to be thought out now, for `View.learn` to take."""


class Desk:
    """One person's views, one for each slot, so that two tabs on a game see the same.

    >>> desk = Desk(Store.in_memory())
    >>> view = desk.open("2048:classic#42")
    >>> reply = desk.answer(view, {"n": 1, "do": "play", "move": "left", "at": 0})
    >>> reply.message["state"]["step"], reply.message["state"]["say"]
    (1, 'Left; new 2 in row 1, column 4; score 0')
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.views: dict[str, View] = {}

    def open(self, typed: str, *, name: str = "2048") -> View:
        """Return the view of a game: an id, what stands behind the colon of one, or a bare position.

        A game in progress is resumed. Where another one lies in its slot, that one is an undo away. `name` is the
        game that is meant where the text names none.
        """
        return self.at_hand(typed) or self.begin(opening_of(typed, name))

    def at_hand(self, typed: str) -> View | None:
        """Return the view of a game that need not be made first, None where there is none."""
        text = _half_width(typed)
        # A game that is looked at is not asked of the store: it may not be reached just now.
        for view in sorted(self.views.values(), key=lambda view: -view.used):
            if text in (view.game, view.sitting.session.id):
                return view
        if ids.split(text)[0] not in games.GAMES:
            return None
        sitting = StoredGame.resume(self.store, text)
        return self._adopt(sitting) if sitting else None

    def begin(self, opening: ids.Opening[Position], *, is_back: bool = False) -> View:
        """Return the view of what an id stands for: resumed if it is in progress, begun otherwise.

        Who `is_back` was at that game before, and gets what lies in its slot by now.
        """
        if is_back and opening.slot in self.views:
            return self.views[opening.slot]
        if is_back and (kept := self.store.in_slot(opening.slot)):
            return self._adopt(StoredGame(self.store, kept))
        try:
            sitting = StoredGame.begin(self.store, opening)
        except StoreError:
            sitting = StoredGame.begin(self.store, opening, new=True)
        return self._adopt(sitting)

    def _adopt(self, sitting: StoredGame) -> View:
        """Return the view of a sitting's slot, at that sitting from now on unless it is at the same game already."""
        view = self.views.get(sitting.slot)
        if view is None:
            view = self.views[sitting.slot] = View(sitting)
        elif view.sitting.session.id != sitting.session.id:
            view.sitting.save()
            if not view.sitting.is_unsaved:  # while the disk takes nothing, nobody finds back to it from another
                view.sitting = sitting
        return view

    def close(self, view: View) -> None:
        """Stop a game's clock and forget it where it is stored: nobody looks at it any more."""
        view.sitting.leave()
        if not view.sitting.is_unsaved and self.views.get(view.slot) is view:
            del self.views[view.slot]

    # --- Thinking ---

    def think(self, view: View, message: object) -> Callable[[], object] | None:
        """Return the slow part of answering a request, which touches nothing, None where there is none.

        It may run in a thread of its own; `answer` takes what it returns. What it raises is the answer too.
        """
        try:
            request = read(message)
            slow: Callable[[View, Request], Callable[[], object] | None] | None = {
                "hint": self._think_of_hint,
                "check": self._think_of_solution,
                "new": self._think_of_new,
                "open": self._think_of_open,
                "practise": self._think_of_practice,
                "scores": self._think_of_scores,
            }.get(request.do)
            return slow(view, request) if slow else None
        except TessellaError:
            return None  # the answer says why

    def _think_of_hint(self, view: View, _request: Request) -> Callable[[], object] | None:
        if view.game != "sudoku" or (view.hint is not None and view.hint.board == view.position):
            return None
        board = cast("sudoku.Board", view.position)
        return lambda: _find_hint(view, board)

    def _think_of_solution(self, view: View, _request: Request) -> Callable[[], object] | None:
        if view.game != "sudoku" or view.position.is_over():
            return None
        board = cast("sudoku.Board", view.position)
        return lambda: _solve(board)

    def _think_of_new(self, view: View, request: Request) -> Callable[[], object] | None:
        text = _asked_id(view, request) or view.sitting.again
        return None if ids.split(text)[0] == "2048" else lambda: made(text)

    def _think_of_open(self, view: View, request: Request) -> Callable[[], object] | None:
        name = view.game
        asked = request.texts.get("id", name)
        is_quick = ids.split(_half_width(asked))[0] == "2048" or self.at_hand(asked)
        return None if is_quick else lambda: opening_of(asked, name, made)

    def _think_of_practice(self, view: View, request: Request) -> Callable[[], object] | None:
        text = self._lesson_id(view, request)
        return None if self.at_hand(text) else lambda: made(text)

    def _think_of_scores(self, view: View, _request: Request) -> Callable[[], object]:
        boards = [(title, self.store.leaderboard(table, assisted=with_)) for title, table, with_ in _leaderboards(view)]
        return lambda: [(title, [(claim, claim.is_genuine()) for claim in claims]) for title, claims in boards]

    # --- Answering ---

    def answer(self, view: View, message: object, thought: object = None) -> Reply:
        """Return the answer to a request as JSON gave it; what cannot be done is an answer too, and raises nothing.

        `thought` is what `think` returned, or raised.
        """
        n = message.get("n") if isinstance(message, dict) else None
        n = n if isinstance(n, int) else None
        before, at = view, (view.sitting.session, view.at)
        told: Json = {}
        wonder: Thought | None = None
        is_shown = False
        try:
            request = read(message)
            if isinstance(thought, Exception):
                raise thought
            if request.do not in CHANGES | ASKS:
                names = ", ".join(sorted(CHANGES | ASKS))
                raise ParseError(_("expected one of {names}, got {text}").format(names=names, text=quote(request.do)))
            is_late = request.do in CHANGES and self._takes_over(view, request)
            if not is_late and (request.do not in CHANGES or not self._is_done(view, request)):
                outcome = getattr(self, f"do_{request.do}")(view, request, thought)
                if isinstance(outcome, Thought):
                    wonder = outcome
                else:
                    view, told = (outcome, {}) if isinstance(outcome, View) else (view, outcome or {})
            is_shown = is_late or request.do in SHOWN
        except TessellaError as error:
            view.changed()
            told = {"error": sentence(str(error)), "hint": error.hint}
        is_news = view is not before or at != (view.sitting.session, view.at) or is_shown
        return Reply({"n": n, **told, "state": view.state()}, view, is_news, wonder)

    @staticmethod
    def _takes_over(view: View, request: Request) -> bool:
        """Let who changes the game take over from the engine; return whether that is all.

        A move for a board that the engine has left meanwhile is not played: it only stops the engine.
        """
        watch, session = view.watch, view.sitting.session
        if watch is None:
            return False
        was_running = watch.is_running
        watch.is_running = False
        if request.do == "hint":
            return False
        view.watch = None
        if not was_running or request.again or request.of != session.id or request.at in (None, view.at):
            return False
        view.changed(lambda: _("It is your move now."))
        return True

    @staticmethod
    def _is_done(view: View, request: Request) -> bool:
        """Return whether a request that is sent again has counted; raise MoveError where the game stands elsewhere."""
        session = view.sitting.session
        is_here = request.of in (None, session.id)
        if is_here and request.at in (None, view.at):
            return False
        if request.again and request.do in ("undo", "redo", "new") and (not is_here or not view.at):
            return True
        if request.again and is_here and request.at is not None and request.at < view.at:
            event = {"play": request.texts.get("move", ""), "check": "hint", "back": "undo"}.get(request.do, request.do)
            if request.do == "follow" or view.event(request.at) == event:
                return True
        raise MoveError(_("this game went on in another window; here is how it stands now"))

    # Each `do_` answers the request of its name: with the view to go to, with what is told, or with the state alone.

    def do_play(self, view: View, request: Request, _thought: object) -> None:
        """Play a move."""
        if "move" not in request.texts:
            raise ParseError(_("expected a move, got {text}").format(text=quote("")))
        view.play(request.texts["move"])

    def do_undo(self, view: View, _request: Request, _thought: object) -> View:
        """Take back."""
        return self._go(view, StoredGame.undo, lambda: _("Taken back."))

    def do_redo(self, view: View, _request: Request, _thought: object) -> View:
        """Play again."""
        return self._go(view, StoredGame.redo, lambda: _("Played again."))

    def do_new(self, view: View, request: Request, thought: object) -> View:
        """Begin anew; undo comes back."""
        what = cast("ids.Opening[Position] | None", thought) or _asked_id(view, request)
        if request.wishes and request.wishes["level"]:
            from tessella.play import progress  # noqa: PLC0415 - only who chooses a level

            progress.remember_level(self.store, request.wishes["level"])
        return self._go(view, lambda sitting: sitting.new(what), lambda: _("A new game. Undo brings the old one back."))

    def _go(self, view: View, do: Callable[[StoredGame], None], says: Callable[[], str]) -> View:
        """Do what may lead to a game in another slot; those who look at the one that is left stay with it."""
        stays, sitting = view.sitting.branch(), view.sitting
        do(sitting)
        if sitting.slot != view.slot:
            view.sitting = stays
            view = self._adopt(sitting)
        view.changed(says)
        return view

    def do_open(self, view: View, request: Request, thought: object) -> View:
        """Go on with a game, or begin it."""
        asked = request.texts.get("id", view.game)
        opening = cast("ids.Opening[Position] | None", thought)
        return self.at_hand(asked) or self.begin(opening or opening_of(asked, view.game))

    def do_practise(self, view: View, request: Request, thought: object) -> View:
        """Go on with a course."""
        text = self._lesson_id(view, request)
        opening = cast("ids.Opening[Position] | None", thought)
        return self.at_hand(text) or self.begin(opening or made(text))

    def _lesson_id(self, view: View, request: Request) -> str:
        """Return the id of the next puzzle of a course: of a technique, or of the one that the game belongs to."""
        from tessella.play import progress  # noqa: PLC0415 - only who practises
        from tessella.sudoku.tutor import practice  # noqa: PLC0415 - the same

        asked = request.texts.get("technique")
        lesson = practice.lesson(asked) if asked else practice.technique_of(view.sitting.session.id)
        if lesson is None:
            raise ParseError(_("expected a technique to practise, got {text}").format(text=quote("")))
        # A course that is done begins anew.
        return progress.course(self.store, lesson).next_id or f"sudoku:technique={lesson.slug}"

    def do_hint(self, view: View, request: Request, thought: object) -> Thought | None:
        """Show a hint, or more of it; one of 2048 comes later."""
        if view.game == "2048":
            return view.ask_advice()
        view.ask_hint(request.numbers.get("stage"), cast("sudoku.Hint | None", thought))
        return None

    def do_watch(self, view: View, request: Request, _thought: object) -> None:
        """Let the engine play, or pause it; whoever runs the desk asks it for its moves."""
        view.let_play(is_running=request.running, speed=request.speed)

    def do_step(self, view: View, request: Request, _thought: object) -> Thought | None:
        """Let the engine play one move."""
        view.let_play(is_running=False, speed=request.speed)
        return view.ask_move("step")

    def do_review(self, view: View, _request: Request, _thought: object) -> Thought | None:
        """Look for the moves that cost most."""
        return view.ask_review()

    def do_back(self, view: View, request: Request, _thought: object) -> None:
        """Take back to a position of the game."""
        step = request.numbers.get("step", view.sitting.session.step)
        if step >= view.sitting.session.step:
            raise MoveError(_("nothing to take back"))
        view.sitting.back_to(step)
        view.changed(lambda: _("Back to before move {step}; redo plays it again.").format(step=step + 1))

    def do_follow(self, view: View, _request: Request, _thought: object) -> None:
        """Do what the hint says."""
        view.follow()

    def do_check(self, view: View, _request: Request, thought: object) -> None:
        """Compare with the solution."""
        view.check(cast("sudoku.Board | None", thought))

    def do_pause(self, view: View, _request: Request, _thought: object) -> None:
        """Stop the clock."""
        view.sitting.leave()

    def do_resume(self, view: View, _request: Request, _thought: object) -> None:
        """Let the clock run."""
        view.resume()

    def do_state(self, view: View, _request: Request, _thought: object) -> None:
        """Do nothing: every answer has the state."""

    def do_candidates(self, view: View, _request: Request, _thought: object) -> Json:
        """Tell what fits each cell."""
        return {"candidates": _candidates(view)}

    def do_replay(self, view: View, request: Request, _thought: object) -> Json:
        """Tell the positions of the game."""
        return {"replay": view.replay(request.numbers.get("first", 0), request.numbers.get("count", FRAMES))}

    def do_share(self, view: View, _request: Request, _thought: object) -> Json:
        """Tell the game's address."""
        return {"share": view.share()}

    def do_stats(self, view: View, _request: Request, _thought: object) -> Json:
        """Tell what was played."""
        return {"stats": statistics(self.store, view)}

    def do_menu(self, _view: View, _request: Request, _thought: object) -> Json:
        """Tell what can be played."""
        return {"menu": menu(self.store)}

    def do_lessons(self, _view: View, _request: Request, _thought: object) -> Json:
        """Tell what can be practised."""
        from tessella.play import progress  # noqa: PLC0415 - only who practises
        from tessella.sudoku.tutor import practice  # noqa: PLC0415 - the same

        return {
            "lessons": [
                {
                    "technique": lesson.slug,
                    "label": sentence(lesson.name),
                    "solved": progress.solved_of(self.store, lesson),
                    "of": practice.LONG,
                }
                for lesson in practice.LESSONS.values()
            ]
        }

    def do_scores(self, view: View, request: Request, thought: object) -> Json:
        """Tell everybody's best games, and remember what was replayed."""
        boards = cast(
            "list[tuple[str, list[tuple[LeaderboardEntry, bool]]]]", thought or self._think_of_scores(view, request)()
        )
        for claim, holds in [pair for _title, pairs in boards for pair in pairs]:
            if not holds or claim.verified_entries != claim.entries:
                self.store.mark_verified(claim, is_genuine=holds)
        held = [(title, [claim for claim, holds in pairs if holds]) for title, pairs in boards]
        tables = [_leaderboard(title, claims, self.store.owner) for title, claims in held if claims]
        title = _("Leaderboard") if tables else _("No game has been played yet.")
        return {"scores": {"title": title, "name": self.store.setting("name"), "tables": tables}}

    def do_name(self, _view: View, request: Request, _thought: object) -> Json:
        """Remember what the leaderboard calls the person."""
        name = " ".join(request.texts.get("name", "").split())[:30]
        if not name.isprintable():
            raise ParseError(_("expected a name in letters, got {text}").format(text=quote(name)))
        self.store.choose("name", name)
        return {"name": name}

    def do_settings(self, _view: View, request: Request, _thought: object) -> Json:
        """Remember language, theme and motion."""
        texts = request.texts
        choices = {"lang": tuple(i18n.LANGUAGES), "theme": ("auto", *THEMES), "motion": MOTIONS}
        for name, known in choices.items():
            if name in texts and texts[name] not in known:
                message = _("expected one of {names}, got {text}")
                raise ParseError(message.format(names=", ".join(known), text=quote(texts[name])))
        chosen = settings(self.store)
        for name in choices:
            if name in texts:
                chosen[name] = texts[name]
                self.store.choose(f"web {name}", texts[name])
        with i18n.speaking(chosen["lang"]):
            level = self.store.setting("level", "easy")
            return {"settings": chosen, "words": words(), "forms": forms(level), "themes": theme_names()}


CHANGES = frozenset({"play", "undo", "back", "redo", "new", "hint", "follow", "check"})
"""What a request may not do to a game that stands elsewhere than its client has seen."""
ASKS = frozenset(
    {
        *("open", "practise", "state", "pause", "resume", "candidates", "replay", "share", "stats", "menu", "lessons"),
        *("scores", "name", "settings", "watch", "step", "review"),
    }
)
SHOWN = frozenset({"hint", "check", "watch", "step", "review"})
"""What others who look at the game should see, though it is no move."""


def _leaderboard(title: str, claims: "list[LeaderboardEntry]", owner: str) -> Json:
    """Return a leaderboard as texts, with the number of the owner's row."""
    rows = [
        [
            *(str(place), claim.name or _("visitor {name}").format(name=claim.owner[:4])),
            *(_best(claim.score, claim.ms), str(claim.moves), clock(claim.ms), claim.id),
        ]
        for place, claim in enumerate(claims, 1)
    ]
    mine = next((row for row, claim in enumerate(claims) if claim.owner == owner), None)
    head = ["", _("Name"), _("Best"), _("Moves"), _("Time"), _("Game")]
    return {"title": title, "head": head, "rows": rows, "mine": mine}


def _leaderboards(view: View) -> list[tuple[str, str, bool]]:
    """Return title, score table and whether with help, of each leaderboard beside a game."""
    table = view.sitting.table
    days = [games.open_id("2048:daily").id, f"sudoku:{ids.DAILY}/{dt.date.today()}"]  # noqa: DTZ011 - the player's day
    without, with_ = _("{table}, without help"), _("{table}, with help")
    boards = [(without.format(table=table), table, False), (with_.format(table=table), table, True)]
    return boards + [(without.format(table=day), day, False) for day in days if day != table]


def _half_width(typed: str) -> str:
    """Return what was typed as if no input method had been on."""
    return unicodedata.normalize("NFKC", typed).strip()


def made(text: str) -> ids.Opening[Position]:
    """Return what an id stands for; what takes long is made in a process of its own, and given up in the end."""
    from tessella.sudoku.tutor.practice import is_slow  # noqa: PLC0415 - only who makes puzzles

    if not is_slow(text):
        return games.open_id(text)
    making = Making(text)
    alarm = threading.Timer(LONGEST_MAKING, making.stop)
    alarm.start()
    try:
        return making.wait()
    except StoppedError:
        raise PuzzleError(_("such a puzzle takes too long to make: {text}").format(text=quote(text))) from None
    finally:
        alarm.cancel()


def opening_of(
    typed: str, name: str = "2048", open_id: Callable[[str], ids.Opening[Position]] = games.open_id
) -> ids.Opening[Position]:
    """Return what a typed text stands for: an id, what stands behind the colon of one, or a bare position.

    Where no game is named, `name` is tried first, and then the others. `open_id` may be `made`.

    >>> opening_of("sprint#7").id, opening_of("1.....2..3.....4").id
    ('2048:sprint#7', 'sudoku:1.....2..3.....4')
    """
    text = _half_width(typed)
    if ids.split(text)[0] in games.GAMES:
        return open_id(text)
    names = sorted(games.GAMES, key=lambda one: one != name)
    first: TessellaError | None = None
    for full in [f"{one}{colon}{text}" for one in names for colon in (":", "::")]:
        try:
            return open_id(full)
        except (ParseError, RulesError) as error:
            first = first or error
    assert first is not None
    raise first


def _candidates(view: View) -> list[list[int]]:
    if view.game != "sudoku":
        return []
    from tessella.sudoku.rules import digits_of  # noqa: PLC0415 - 2048 needs no Sudoku

    return [list(digits_of(mask)) for mask in cast("sudoku.Board", view.position).candidates()]


def _asked_id(view: View, request: Request) -> str | None:
    """Return the id that a request for a new game asks for, None for the same kind again."""
    if request.wishes is None:
        asked = request.texts.get("id")
        return None if asked is None else _half_width(asked)
    wishes = request.wishes
    if (wishes["game"] or view.game) == "sudoku":
        size = wishes["size"] or "9x9"
        clues = f"clues={wishes['clues']}" if wishes["clues"].isdecimal() else wishes["clues"]
        symmetry = "" if wishes["symmetry"] == "none" else wishes["symmetry"]
        parts = [wishes["level"], "" if size == "9x9" else BOXES.get(size, size), clues, symmetry]
        return "sudoku:" + "/".join(part for part in parts if part)
    from tessella.game2048 import Rules  # noqa: PLC0415 - Sudoku needs no 2048

    size = re.sub("[×*X]", "x", wishes["size"])
    rules = Rules.of(
        wishes["rules"] or "classic",
        size=size or None,
        target=wishes["target"] or None,
        fours=wishes["fours"].rstrip("%") or None,
    )
    return f"2048:{rules}"


# --- What does not hang on a position -------------------------------------------------------------------------------


def settings(store: Store) -> dict[str, str]:
    """Return what a person has chosen: the language, a theme's name or "auto", and whether there is motion."""
    lang = store.setting("web lang")
    theme = store.setting("web theme") or store.setting("theme", "auto")
    motion_ = store.setting("web motion", "auto")
    return {
        "lang": lang if lang in i18n.LANGUAGES else i18n.language(),
        "theme": theme if theme in THEMES else "auto",
        "motion": motion_ if motion_ in MOTIONS else "auto",
    }


def menu(store: Store) -> list[Json]:
    """Return the games that can be gone on with, and those that can be begun."""
    going = [(id_, _("Go on with {id}").format(id=id_), False) for id_ in store.in_progress()[:5]]
    fresh = [
        ("2048:classic", "2048", False),
        ("2048:daily", _("2048 of the day"), False),
        ("2048:sprint", _("2048 sprint: the game ends at the target"), False),
        ("2048:cascade", _("2048 cascade: merged tiles merge on"), False),
        ("sudoku", _("A new Sudoku"), True),
        ("sudoku:daily", _("Sudoku of the day"), False),
    ]
    return [
        {"id": id_, "label": label, "new": new, "going": number < len(going)}
        for number, (id_, label, new) in enumerate([*going, *fresh])
    ]


def statistics(store: Store, view: View) -> Json:
    """Return what was played of the view's game, in tables of texts."""
    tables = [one for one in (_kinds(store, view.game), *_best_games(store, view.sitting.table)) if one["rows"]]
    notes: list[str] = []
    if view.game == "sudoku":
        from tessella.play import progress  # noqa: PLC0415 - 2048 needs no Sudoku

        days = progress.streak(store)
        if days.longest:
            said = _("Puzzles of the day in a row: {now}, at best {longest}")
            notes.append(said.format(now=days.now, longest=days.longest))
        notes += map(str, progress.courses(store))
    title = _("Statistics") if tables else _("No game has been played yet.")
    return {"title": title, "tables": tables, "notes": notes}


def _kinds(store: Store, game: str) -> Json:
    """Return a row for each set of rules, or each level."""
    if game == "sudoku":
        from tessella.play import progress  # noqa: PLC0415 - 2048 needs no Sudoku
        from tessella.sudoku.rating.rater import level_name  # noqa: PLC0415 - the same

        head = [_("Level"), _("Games"), _("Solved"), _("Without help"), _("Fastest"), _("Mean")]
        rows = [
            [
                *(level_name(row.level) if row.level else _("other"), str(row.games), str(row.solved)),
                *(str(row.unaided), clock(row.best_ms) if row.best_ms else "-", clock(row.mean_ms)),
            ]
            for row in progress.standings(store)
        ]
        return {"title": _("Statistics"), "head": head, "rows": rows}
    head = [_("Rules"), _("Games"), _("Won"), _("Best"), _("With help"), _("Moves"), _("Time")]
    rows = [
        [
            *(row.score_table, str(row.games), str(row.won), str(row.best)),
            *(str(row.assisted), str(row.moves), clock(row.ms)),
        ]
        for row in store.statistics()
        if ids.split(row.score_table)[0] == game
    ]
    return {"title": _("Statistics"), "head": head, "rows": rows[:12]}


def _best_games(store: Store, table: str) -> list[Json]:
    """Return the best games of a score table, without help and with."""
    head = [_("Best"), _("Moves"), _("Undos"), _("Hints"), _("Time"), _("Game")]
    return [
        {
            "title": title,
            "head": head,
            "rows": [
                [_best(one.score, one.ms), str(one.moves), str(one.undos), str(one.hints), clock(one.ms), one.id]
                for one in store.best_games(table, assisted=assisted)
            ],
        }
        for title, assisted in ((_("Best games without help"), False), (_("Best games with help"), True))
    ]


def _best(score: int, ms: int) -> str:
    return str(score) if score else clock(ms) if ms else "-"
