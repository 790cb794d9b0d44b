"""Games that pages or notebook cells show: a stored game, its coach, and what is told of the last event."""

import time
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from tessella import games
from tessella.errors import MoveError, TessellaError
from tessella.games import Position
from tessella.i18n import _, sentence
from tessella.play.advisor import Advisor
from tessella.play.coach import Task, WatchedMove, coach_for
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame
from tessella.web.protocol import FormField, Frame, GameOptions, Lesson, State, Table


class LastMove(NamedTuple):
    """A move that has just been played, and `at` of the state before it."""

    at: int
    before: Position
    move: str
    after: Position


class LiveGame:
    """A game that is shown: what can be seen of it, and what the last event did.

    >>> game = LiveGame(StoredGame.open(Store.in_memory(), "2048:classic#42"))
    >>> game.state().rows, game.state().moves
    (((0, 0, 0, 0), (0, 0, 0, 0), (2, 0, 0, 0), (0, 0, 0, 4)), ('left', 'right', 'up', 'down'))
    """

    def __init__(self, stored: StoredGame) -> None:
        self.slot = stored.slot
        self.coach = coach_for(stored, reviewer=Advisor)
        self.presenter: Presenter = PRESENTERS[stored.session.id]
        self.last_used = time.monotonic()
        self.last_move: LastMove | None = None  # the move that led here; None after any other event
        self._announce: Callable[[], str] = str
        self._notices: list[str] = []
        self._best = (0, "", 0)
        self._counted: tuple[object, int, int] = (None, 0, 0)

    @property
    def stored(self) -> StoredGame:
        """The game as it is stored; it may be exchanged for another one of its slot."""
        return self.coach.game

    @stored.setter
    def stored(self, stored: StoredGame) -> None:
        self.coach.game = stored

    @property
    def id(self) -> str:
        """The id of the game now."""
        return self.stored.session.id

    @property
    def position(self) -> Position:
        """The position now."""
        return self.stored.session.position

    @property
    def at(self) -> int:
        """How many entries the journal has, without those that come while a client plays on.

        Who loses the connection stops the clock by a pause; a hint of 2048 comes after its answer.
        """
        journal = self.stored.session.journal
        known, length, count = self._counted
        if known is not journal or length > len(journal):
            length = count = 0
        count += sum(entry.event not in self.presenter.uncounted for entry in journal[length:])
        self._counted = journal, len(journal), count
        return count

    def event(self, at: int) -> str:
        """Return the event that `at` became `at + 1` by."""
        journal = self.stored.session.journal
        return [entry.event for entry in journal if entry.event not in self.presenter.uncounted][at]

    def best(self) -> int:
        """Return the best score under these rules; the store is asked once a game."""
        session = self.stored.session
        if self._best[:2] != (id(session), self.stored.table):
            self._best = id(session), self.stored.table, self.stored.best
        return max(self._best[2], session.fair_score)

    def state(self) -> State:
        """Return what there is to see, in the language that is spoken now."""
        stored, session = self.stored, self.stored.session
        position, over = session.position, session.position.is_over()
        self._notices += stored.take_notices()
        return self.presenter.state_type(
            id=session.id,
            at=self.at,
            step=session.step,
            score=position.score,
            best=self.best(),
            undos=session.undos,
            hints=session.hints,
            assisted=session.is_assisted,
            over=over,
            won=position.is_won(),
            can_undo=stored.can_undo,
            can_redo=stored.can_redo,
            can_hint=not over,
            elapsed_ms=session.elapsed_ms,
            running=session.is_running,
            announcement=sentence(self._announce()),
            notices=[sentence(notice) for notice in self._notices],
            unsaved=stored.is_unsaved,
            **self.presenter.details(self),
        )

    # --- Events ---

    def changed(self, announce: Callable[[], str] = str, *, last_move: LastMove | None = None) -> None:
        """Forget what was told of the event before; `announce` tells of this one, in the language of each client."""
        self.last_used = time.monotonic()
        self.last_move = last_move
        self._announce = announce
        self._notices = []

    def announce(self, answer: object) -> None:
        """Tell an answer of the coach."""
        last_move = None
        if isinstance(answer, WatchedMove):  # its hint is not counted by `at`
            last_move = LastMove(self.at - 1, answer.before, answer.move, answer.after)
        self.changed(lambda: self.presenter.announce(answer), last_move=last_move)

    def play(self, move: str) -> None:
        """Play a move, and remember how it went."""
        session, before, at = self.stored.session, self.position, self.at
        try:
            self.stored.play(move)
        except MoveError:
            if before.is_over():
                raise MoveError(_("The game is over; no more moves can be made.")) from None
            raise
        last = LastMove(at, before, move, self.position)
        self._moved(session, last, lambda: self.presenter.announce_move(last))

    def follow(self) -> None:
        """Play what the hint on show says."""
        session, at, shown = self.stored.session, self.at, self.coach.shown
        followed = self.coach.follow()
        last = LastMove(at, followed.before, followed.moves[-1], self.position)
        self._moved(session, last, lambda: self.presenter.announce_follow(last, shown))

    def _moved(self, session: object, last: LastMove, announce: Callable[[], str]) -> None:
        is_here = self.stored.session is session  # else another window was quicker: this is its game now
        self.changed(announce if is_here else str, last_move=last if is_here else None)

    def complete(self, task: Task[Any]) -> bool:
        """Take the result of a computation; return whether there is something new to see."""
        try:
            answer = self.coach.complete(task)
        except TessellaError as error:
            return self.give_up(task, error)
        if answer is not None:
            self.announce(answer)
        return answer is not None

    def give_up(self, task: Task[Any], error: TessellaError) -> bool:
        """Tell why a computation has no result, a watched move included; return that this is new to see."""
        self.coach.drop(task)
        if task.kind == "move":
            self.coach.take_over()
        self.changed()
        self._notices.append(str(error))
        return True

    # --- A player that is watched ---

    @property
    def is_watched(self) -> bool:
        """Whether a player plays by itself."""
        watching = self.coach.watching
        return watching is not None and not watching.is_paused

    def step_watched(self, speed: float | None = None, player: Any = None) -> Task[Any] | None:
        """Let a player that is watched, by default the AI, make one move; return the task of finding it."""
        self.coach.watch(player, speed=speed, running=False).step()
        return self.coach.next_move()

    def refresh(self) -> bool:
        """Take the game as another process left it; return whether that, or what is stored now, is new to see."""
        was_unsaved = self.stored.is_unsaved
        if self.stored.refresh():
            self.changed(moved_elsewhere)
            return True
        return was_unsaved and not self.stored.is_unsaved


def help_counts(game: LiveGame) -> list[tuple[str, str]]:
    """Return how often help was taken, as labels and values: undos, and hints where there were any."""
    session = game.stored.session
    counts = [(_("Undos"), session.undos), (_("Hints"), session.hints)]
    return [(label, str(count)) for label, count in counts[: 2 if session.hints else 1]]


def moved_elsewhere() -> str:
    """Return the sentence on a game that another window has changed."""
    return _("This game was changed in another window; here is its current state.")


class Presenter(Protocol):
    """What there is to show of the games of one kind."""

    state_type: type[State]
    uncounted: tuple[str, ...] = ("pause",)  # events that `State.at` leaves out
    hints_later: bool = False  # whether a hint comes with a state after the answer to its request

    def details(self, game: LiveGame) -> dict[str, Any]:
        """Return the fields of the state that depend on the kind of game."""

    def ask_hint(self, game: LiveGame, _stage: int | None) -> Any:
        """Return what the coach replies to a request for a hint."""
        return game.coach.hint()

    def announce_move(self, last: LastMove) -> str:
        """Return what a move did, in a sentence."""

    def announce_follow(self, last: LastMove, _shown: Any) -> str:
        """Return what is said when the hint that was shown has been played."""
        return self.announce_move(last)

    def announce(self, answer: Any) -> str:
        """Return what an answer of the coach says."""
        if isinstance(answer, WatchedMove):
            return self.announce_move(LastMove(0, answer.before, answer.move, answer.after))
        return str(answer.text)

    def frame(self, step: int, move: str, position: Position) -> Frame:
        """Return a position of a replay."""

    def candidates(self, _game: LiveGame) -> list[tuple[int, ...]]:
        """Return what fits each cell."""
        return []

    def form(self, store: Store) -> list[FormField]:
        """Return the fields of the form for a new game."""

    def new_id(self, options: GameOptions) -> str:
        """Return the id that a filled form stands for."""

    def remember(self, _store: Store, _options: GameOptions) -> None:
        """Remember what a filled form asked for."""
        return

    def lessons(self, _store: Store) -> list[Lesson]:
        """Return what can be practised."""
        return []

    def practice_id(self, _store: Store, technique: str) -> str:
        """Return the id of the next puzzle of a technique."""
        return technique

    def statistics(self, store: Store) -> tuple[Table, list[str]]:
        """Return what was played, and sentences on it."""


PRESENTERS: games.PerGame[Presenter] = games.PerGame(
    {
        "2048": "tessella.web.presenters.game2048:presenter",
        "sudoku": "tessella.web.presenters.sudoku:presenter",
    }
)
