"""Coach of any game: hints, watching a player, going back, and the life of slow answers, the same for every front end.

A coach works on a stored game. Its methods run in the thread that owns game and store, and are never slow; what takes
long is a `Task`, which the front end runs where it likes and hands back:

    reply = coach.hint()                 Task | answer | None: the same is being worked out already
    reply.run()                          in any thread
    answer = coach.complete(reply)       None where nobody waits for it any more

The session may be exchanged under a coach (undo across New game, another window), so every result names the session and
the position that it holds for.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar, NamedTuple

from tessella.errors import MoveError, ParseError, StoppedError
from tessella.games import PerGame, Position
from tessella.i18n import _
from tessella.play.scores import Table
from tessella.play.stored_game import StoredGame
from tessella.play.tasks import Task

SPEEDS = (0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 200.0)  # moves a second that `faster` and `slower` go through

Choose = Callable[[Any], str]  # returns the move that a player makes on a board; may take long


def refuse(*_args: Any, **_options: Any) -> Any:
    """Raise MoveError: in place of a method that a kind of game does not have."""
    raise MoveError(_("That is not available in this game."))


class Outcome(NamedTuple):
    """Sentences on a game that was just won, or is over."""

    sentences: tuple[str, ...]
    is_won: bool


class WentBack(NamedTuple):
    """Moves were taken back, each of them an undo."""

    step: int  # how many moves lead to the position now
    is_before_mistake: bool = False  # whether the next move was the first mistake

    @property
    def text(self) -> str:
        """The sentence for the player."""
        if self.is_before_mistake:
            return _("Back to the position before the first mistake; redo restores it.")
        return _("Back to the position before move {number}; redo plays it again.").format(number=self.step + 1)


class Followed(NamedTuple):
    """The moves of a hint were played."""

    moves: tuple[str, ...]
    before: Position


class WatchedMove(NamedTuple):
    """A watched player has moved; that counts as a hint."""

    move: str
    before: Position
    after: Position
    is_step: bool  # whether this very move was asked for


class Watching:
    """A player that is watched, and its pace.

    >>> watching = Watching(lambda board: "left", speed=2.0)
    >>> watching.delay(elapsed=0.1)
    0.4
    >>> watching.pause()
    >>> watching.delay(elapsed=0.1) is None
    True
    """

    def __init__(self, choose: Choose, *, speed: float) -> None:
        self.choose = choose
        self.speed = speed  # moves a second
        self.is_paused = False
        self.moves = 0  # how many it has made
        self.on_change: Callable[[], None] = lambda: None  # called at a new pace, to wake the loop that waits
        self._steps = 0

    @property
    def rests(self) -> bool:
        """Whether no move is wanted now."""
        return self.is_paused and not self._steps

    def faster(self) -> None:
        """Go on at the next higher speed."""
        self.set_speed(next((speed for speed in SPEEDS if speed > self.speed), self.speed))

    def slower(self) -> None:
        """Go on at the next lower speed."""
        self.set_speed(next((speed for speed in reversed(SPEEDS) if speed < self.speed), self.speed))

    def set_speed(self, speed: float) -> None:
        """Go on at a speed in moves per second."""
        self.speed = speed
        self.on_change()

    def pause(self) -> None:
        """Rest."""
        self._set(is_paused=True)

    def resume(self) -> None:
        """Go on after a rest."""
        self._set(is_paused=False)

    def step(self) -> None:
        """Make one move at once, and rest."""
        self._set(is_paused=True, steps=self._steps + 1)

    def _set(self, *, is_paused: bool, steps: int = 0) -> None:
        self.is_paused, self._steps = is_paused, steps
        self.on_change()

    def moved(self) -> None:
        """Count a move."""
        self.moves += 1
        self._steps = max(0, self._steps - 1)

    def delay(self, elapsed: float) -> float | None:
        """Return in how many seconds the next move is due, `elapsed` after the last; None as long as it rests."""
        if self.rests:
            return None
        return 0.0 if self._steps else max(0.0, 1 / self.speed - elapsed)


class _Pending(NamedTuple):
    task: Task[Any]
    take: Callable[[Any], Any]  # takes what the task came to, and returns the answer
    is_current: Callable[[], bool]  # whether it is still about the position now


class Coach(ABC):
    """Coach of one stored game; each game adds its own kinds of help."""

    verbs: ClassVar[frozenset[str]] = frozenset()  # its help: hint, follow, watch, review, check, practice, rating
    runs_clock_from_start: ClassVar = False  # whether the clock runs before the first move

    def __init__(self, game: StoredGame, **_options: object) -> None:
        self.game = game
        self.watching: Watching | None = None  # None again after somebody took over, at the end, and when it failed
        self._pending: dict[str, _Pending] = {}
        self._results: dict[str, tuple[object, Position, Any]] = {}

    @property
    def position(self) -> Any:
        """The position now."""
        return self.game.session.position

    # --- Tasks ---

    def _start(
        self,
        kind: str,
        work: Callable[[], object],
        take: Callable[[Any], Any],
        *,
        about: Callable[[Any], object] = lambda position: position,
        cancel: Callable[[], None] = lambda: None,
    ) -> Task[Any] | None:
        """Return a task on the position now, or what `about` picks of it; None where one of its kind is under way."""
        if self.is_pending(kind):
            return None
        session, subject = self.game.session, about(self.position)
        task = Task(kind, work, cancel=cancel)
        self._pending[kind] = _Pending(
            task, take, lambda: self.game.session is session and about(self.position) == subject
        )
        return task

    def is_pending(self, kind: str) -> bool:
        """Return whether something of a kind is worked out for the position now."""
        return kind in self._pending and self._pending[kind].is_current()

    def complete(self, task: Task[Any]) -> Any:
        """Return the answer that a task came to, or raise why there is none.

        None where nobody waits for it: the position is another one by now, a newer task took its place, somebody took
        over, or it was cancelled.
        """
        pending = self._pending.get(task.kind)
        self.drop(task)
        if pending is None or pending.task is not task or not pending.is_current():
            return None
        try:
            value = task.result()
        except StoppedError:
            return None
        except Exception:
            if task.kind == "move":
                self.watching = None
            raise
        return pending.take(value)

    def drop(self, task: Task[Any]) -> None:
        """Forget a task that is not going to be run."""
        if task.kind in self._pending and self._pending[task.kind].task is task:
            del self._pending[task.kind]

    def wait_for(self, reply: Any, say: Callable[[str], object] = str) -> Any:
        """Return the answer of a reply; where that is a task, work it out here and now.

        `say` is told where an engine has to be started first.
        """
        if not isinstance(reply, Task):
            return reply
        if not self.is_ready:
            say(self.pending_text(reply.kind))
        try:
            reply.run()
        except BaseException:  # Ctrl-C: nobody waits for it any more
            self.drop(reply)
            raise
        return self.complete(reply)

    def _keep(self, kind: str, value: Any) -> Any:
        self._results[kind] = self.game.session, self.position, value
        return value

    def _recall(self, kind: str) -> Any:
        """Return the result of a kind that holds for the position now, None where there is none."""
        session, position, value = self._results.get(kind, (None, None, None))
        return value if session is self.game.session and position == self.position else None

    @property
    def is_ready(self) -> bool:
        """Whether an answer takes no longer than its work; False as long as an engine has to be started first."""
        return True

    def pending_text(self, kind: str) -> str:
        """Return what is said while something of a kind is worked out."""
        texts = {"review": _("Reviewing the game ..."), "check": _("Solving the puzzle ...")}
        return texts.get(kind, _("Thinking ..."))

    # --- Hints ---

    @property
    @abstractmethod
    def shown(self) -> Any:
        """The hint on show for the position now, None where there is none."""

    @abstractmethod
    def hint(self, _stage: int | None = None) -> Any:
        """Return what to do next: a task, or the hint on show."""

    def hint_or_follow(self) -> Any:
        """Return what the hint key does: a hint, more of it, or what it says."""
        return self.hint()

    def follow(self) -> Followed:
        """Play what the hint on show says; that it was shown has been counted."""
        moves = self._shown_moves()
        if not moves:
            raise MoveError(_("Get a hint first."))
        self.take_over()
        before = self.position
        for move in moves:
            self.game.play(move)
        return Followed(moves, before)

    @abstractmethod
    def _shown_moves(self) -> tuple[str, ...]: ...

    @abstractmethod
    def dismiss(self) -> bool:
        """Put the hint on show away; return whether there was one. Asked for again it is there, and is not counted."""

    # --- Watching ---

    def watch(self, player: Any = None, *, speed: float | None = None, running: bool = True) -> Watching:
        """Let a player play on from here, or pause one that does; every move that it makes counts as a hint.

        `player` is any function from a board to a move, and what else a game knows; by default the one that is watched,
        or the best there is.
        """
        self._refuse_over()
        watching = self.watching
        if watching is None or player is not None:
            self._pending.pop("move", None)
            watching = self.watching = Watching(self._chooser(player), speed=speed or 2.0)
        if speed:
            watching.set_speed(speed)
        if running:
            self._pending.pop("hint", None)  # nobody waits for it any more
            watching.resume()
        elif not watching.is_paused:
            watching.pause()
        return watching

    def _chooser(self, player: Any) -> Choose:
        """Return how a player chooses its moves."""
        choose: Choose = player if callable(player) else self._refuse()
        return choose

    @property
    def is_watched(self) -> bool:
        """Whether a player plays on by itself."""
        return self.watching is not None and not self.watching.is_paused

    def take_over(self) -> bool:
        """End the watching: the person plays; return whether somebody was playing."""
        was_watched, watching, self.watching = self.is_watched, self.watching, None
        if watching:
            watching.on_change()
        return was_watched

    def next_move(self) -> Task[Any] | None:
        """Return the task of finding the next move of the player that is watched; None where it makes none now."""
        watching, position = self.watching, self.position
        if watching is None or watching.rests or position.is_over():
            return None
        return self._start("move", partial(watching.choose, position), self._play_watched)

    def _play_watched(self, move: str) -> WatchedMove | None:
        watching = self.watching
        if watching is None or watching.rests:
            return None
        before, is_step = self.position, watching.is_paused
        self.game.play_advised(move)
        watching.moved()
        after = self.position
        if after.is_over():
            self.take_over()
        return WatchedMove(move, before, after, is_step)

    _refuse = check = rating = practice_id = keep_playing = refuse  # help that a game has where `verbs` says so

    # --- Review ---

    @property
    def reviewed(self) -> Any:
        """The review of the game as it stands now."""
        return self._recall("review")

    def review(self, most: int = 10) -> Any:
        """Return a review of the game that names so many places; before the end of the game that counts as a hint."""
        if not self.game.session.step:
            raise MoveError(_("No move has been played yet."))
        return self.reviewed or self._start("review", self._reviewer_of(most), self._take_review)

    @abstractmethod
    def _reviewer_of(self, most: int) -> Callable[[], object]:
        """Return what reviews the game as it stands now, in any thread."""

    def _take_review(self, review: Any) -> Any:
        if not self.position.is_over():
            self.game.count_hint()  # knowing better moves, with undo at hand, is help
        return self._keep("review", review)

    def back_to_mistake(self, number: int) -> WentBack:
        """Take back to before one of the places of the last review, counted from 1."""
        session = self.game.session
        owner, _position, review = self._results.get("review", (None, None, None))
        places = self._places(review) if review and owner is session else []
        step, board = places[number - 1] if 1 <= number <= len(places) else (None, None)
        if step is None or session.step <= step or session.position_after(step) != board:
            raise ParseError(_("expected the number of a place in the review, got {text}"), text=number)
        return self.back_to(step)

    def _places(self, review: Any) -> list[tuple[int | None, Position]]:
        """Return after how many moves each place of a review came, and the position there."""
        return [(move.ply, move.board) for move in review.moves]

    def back_to(self, step: int) -> WentBack:
        """Take back until `step` moves lead to the position; raise MoveError where there is nothing to take back."""
        if not 0 <= step < self.game.session.step:
            raise MoveError(_("nothing to undo"))
        self.take_over()
        self.game.back_to(step)
        return WentBack(step)

    # --- The game as a whole ---

    def play(self, move: str) -> None:
        """Play a move of the person, who takes over; raise MoveError where it cannot be played."""
        self.take_over()
        self.game.play(move)

    def counts(self) -> list[tuple[str, object]]:
        """Return the numbers of the game as labels and values, the ones that matter most first."""
        session = self.game.session
        return [(_("Undos"), session.undos), *([(_("Hints"), session.hints)] if session.hints else [])]

    @abstractmethod
    def outcome(self, *, was_won: bool | None = None) -> Outcome | None:
        """Return what is said where the last move has won, or the game is over; None anywhere else.

        `was_won` is whether the game was won before, by default one move before.
        """

    @abstractmethod
    def farewell(self) -> str:
        """Return a sentence for a player who leaves a game before its end."""

    def parting(self) -> list[str]:
        """Return the sentences for a player who leaves: how the game stands, and what was not saved."""
        farewell = self.farewell() if self.game.session.step and not self.position.is_over() else ""
        return [text for text in (farewell, self.game.loss) if text]

    @abstractmethod
    def statistics(self) -> Table:
        """Return what was played of this game, a row for each kind of it."""

    def notes(self) -> list[str]:
        """Return what else is told beside the statistics, in sentences."""
        return []

    def next_id(self) -> str:
        """Return the id that New game opens."""
        return self.game.again

    def resume_clock(self) -> None:
        """Let the clock run, where it should."""
        session = self.game.session
        if not session.position.is_over() and (self.runs_clock_from_start or session.step):
            session.resume()

    def _refuse_over(self) -> None:
        if self.position.is_over():
            raise MoveError(_("The game is over; no more moves can be made."))


COACHES: PerGame[type[Coach]] = PerGame(
    {"2048": "tessella.play.coach.game2048:Coach2048", "sudoku": "tessella.play.coach.sudoku:SudokuCoach"},
    {"setting": "tessella.play.coach.setting:SettingCoach"},
)


def coach_for(game: StoredGame, **options: Any) -> Coach:
    """Return the coach for a stored game; `options` are those of its class."""
    return COACHES[game.session.id](game, **options)
