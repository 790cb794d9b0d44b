"""Games that pages or notebook cells show: a stored game, its coach, and what is told of the last event."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar

from tessella import games
from tessella.errors import TessellaError
from tessella.i18n import _, sentence
from tessella.play.advisor import Advisor
from tessella.play.coach import WatchedMove, coach_for, refuse
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame
from tessella.play.tasks import Task
from tessella.web.protocol import FormField, Frame, State

MAX_REVIEWED = 8  # places that a review names


class LiveGame(ABC):
    """A game that is shown: what can be seen of it, and what the last event did.

    >>> game = live_game(StoredGame.open(Store.in_memory(), "2048:classic#42"))
    >>> game.state().rows, game.state().moves
    (((0, 0, 0, 0), (0, 0, 0, 0), (2, 0, 0, 0), (0, 0, 0, 4)), ('left', 'right', 'up', 'down'))
    """

    state_type: ClassVar[type[State]]
    uncounted: ClassVar[tuple[str, ...]] = ("pause",)  # events that `at` leaves out: they come while a client plays on
    told_at_once: ClassVar[tuple[type, ...]] = ()  # answers that come with a move
    hints_later: ClassVar = False  # whether a hint comes with a state after the answer to its request

    def __init__(self, stored: StoredGame) -> None:
        self.slot = stored.slot
        self.coach = coach_for(stored, reviewer=Advisor)
        self.last_used = time.monotonic()
        self.last_move: tuple[Any, str] | None = None  # the position before and the move; None after any other event
        self._announce: Callable[[], str] = str
        self._notices: list[str] = []
        self._counted: tuple[object, int, list[str]] = (None, 0, [])

    @property
    def stored(self) -> StoredGame:
        """The game as it is stored; the coach may be given another one of its slot."""
        return self.coach.game

    @property
    def id(self) -> str:
        """The id of the game now; clients know it by its handle."""
        return self.stored.session.id

    @property
    def handle(self) -> str:
        """What clients call the game."""
        return self.stored.handle

    @property
    def position(self) -> Any:
        """The position now."""
        return self.stored.session.position

    @property
    def events(self) -> list[str]:
        """The events of the journal that `at` counts."""
        journal = self.stored.session.journal
        known, length, events = self._counted
        if known is not journal:
            length, events = 0, []
        events += [entry.event for entry in journal[length:] if entry.event not in self.uncounted]
        self._counted = journal, len(journal), events
        return events

    @property
    def at(self) -> int:
        """How many events have led here."""
        return len(self.events)

    def state(self) -> State:
        """Return what there is to see, in the language that is spoken now."""
        stored, session, outcome = self.stored, self.stored.session, self.coach.outcome()
        self._notices += stored.take_notices()
        return self.state_type(
            id=stored.handle,
            shared_id="" if stored.is_secret else session.id,
            title=games.GAMES[session.id].title(stored.table if stored.is_secret else session.id),
            at=self.at,
            step=session.step,
            score=session.position.score,
            undos=session.undos,
            hints=session.hints,
            assisted=session.is_assisted,
            over=session.position.is_over(),
            can_undo=stored.can_undo,
            can_redo=stored.can_redo,
            elapsed_ms=session.elapsed_ms,
            running=session.is_running,
            announcement=sentence(self._announce()),
            outcome=". ".join(outcome.sentences) if outcome else "",
            notices=[sentence(notice) for notice in self._notices],
            unsaved=stored.is_unsaved,
            counts=[(label, str(number)) for label, number in self.coach.counts()],
            **self.details(),
        )

    def pending_text(self, kind: str) -> str:
        """Return what is said while the coach works something out that was asked for last."""
        return self.coach.pending_text(kind)

    # --- What depends on the kind of game ---

    @abstractmethod
    def details(self) -> dict[str, Any]:
        """Return the fields of the state that depend on the kind of game."""

    @abstractmethod
    def frame(self, step: int, move: str, position: Any) -> Frame:
        """Return a position of a replay."""

    @abstractmethod
    def text_of_move(self, before: Any, move: str, after: Any) -> str:
        """Return what a move did, in a sentence."""

    def text_of(self, answer: Any) -> str:
        """Return what an answer of the coach says."""
        if isinstance(answer, WatchedMove):
            return self.text_of_move(answer.before, answer.move, answer.after)
        return str(answer.text)

    def text_of_followed(self, _hint: Any, before: Any, move: str, after: Any) -> str:
        """Return what is said when a hint has been played."""
        return self.text_of_move(before, move, after)

    def mistakes_at_once(self) -> Task[Any] | None:
        """Look for mistakes where the player wants to see them at once; return the task of it if it takes time."""
        return None

    def review_at_end(self) -> Task[Any] | None:
        """Return the task of the review that comes by itself with the end of a game; None for none."""
        return None

    def wanted(self) -> Task[Any] | None:
        """Return the task of finding out what is shown of the position by itself; None where nothing is looked for."""
        return None

    def tell_at_once(self, answer: object) -> None:
        """Tell what that has found, where it is more than mistakes, which the state has."""
        if isinstance(answer, self.told_at_once):
            self.announce(answer)

    def candidates(self) -> list[tuple[int, ...]]:
        """Return what fits each cell."""
        return []

    put = reading = tools = exports = refuse  # what a draft has

    @staticmethod
    @abstractmethod
    def form(store: Store) -> list[FormField]:
        """Return the fields of the form for a new game."""

    # --- Events ---

    def changed(self, announce: Callable[[], str] = str, *, last_move: tuple[Any, str] | None = None) -> None:
        """Forget what was told of the event before; `announce` tells of this one, in the language of each client."""
        self.last_used = time.monotonic()
        self.last_move = last_move
        self._announce = announce
        self._notices = []

    def announce(self, answer: object) -> None:
        """Tell an answer of the coach."""
        moved = (answer.before, answer.move) if isinstance(answer, WatchedMove) else None
        self.changed(lambda: self.text_of(answer), last_move=moved)

    def play(self, move: str) -> None:
        """Play a move, and remember how it went."""
        session, before = self.stored.session, self.position
        self.coach.play(move)
        after = self.position
        self._moved(session, (before, move), lambda: self.text_of_move(before, move, after))

    def follow(self) -> None:
        """Play what the hint on show says."""
        session, hint = self.stored.session, self.coach.shown
        followed = self.coach.follow()
        last, after = (followed.before, followed.moves[-1]), self.position
        self._moved(session, last, lambda: self.text_of_followed(hint, *last, after))

    def _moved(self, session: object, last: tuple[Any, str], announce: Callable[[], str]) -> None:
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

    def refresh(self) -> bool:
        """Take the game as another process left it; return whether that, or what is stored now, is new to see."""
        was_unsaved = self.stored.is_unsaved
        if self.stored.refresh():
            self.changed(moved_elsewhere)
            return True
        return was_unsaved and not self.stored.is_unsaved

    def step_watched(self, speed: float | None = None, player: Any = None) -> Task[Any] | None:
        """Let a player that is watched, by default the AI, make one move; return the task of finding it."""
        self.coach.watch(player, speed=speed, running=False).step()
        return self.coach.next_move()


def moved_elsewhere() -> str:
    """Return the sentence on a game that another window has changed."""
    return _("This game was changed in another window; here is its current state.")


LIVE_GAMES: games.PerGame[type[LiveGame]] = games.PerGame(
    {"2048": "tessella.web.presenters.game2048:Live2048", "sudoku": "tessella.web.presenters.sudoku:LiveSudoku"},
    {"setting": "tessella.web.presenters.setting:LiveSetting"},
)


def live_game(stored: StoredGame) -> LiveGame:
    """Return a stored game as it is shown."""
    return LIVE_GAMES[stored.session.id](stored)
