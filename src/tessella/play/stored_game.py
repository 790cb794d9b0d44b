"""Stored game: one person's game in progress, every event stored before the next.

What a player has seen happen is safe, and Ctrl-C waits until it is. New game is one undo step; where another window was
quicker the game is taken as it stands; and where the disk takes nothing, play goes on.
"""

from collections.abc import Iterable

from tessella import games, ids
from tessella.errors import MoveError, ReplayError, StoreError
from tessella.games import Position
from tessella.i18n import _, ngettext
from tessella.io.interrupts import uninterrupted
from tessella.play.session import Session
from tessella.play.store import GameRow, MovedElsewhereError, Store


class StoredGame:
    """One person at one game, every event stored before the next.

    >>> game = StoredGame.open(Store.in_memory(), "2048:classic#42")
    >>> game.play("left")
    >>> game.new("2048:classic#43")
    >>> game.undo()
    >>> game.session.id, game.session.moves
    ('2048:classic#42', ('left',))
    """

    def __init__(self, store: Store, row: GameRow) -> None:
        self.store = store
        self._row = row
        self._notices = store.notices
        self._is_unsaved = store.path is None
        self._best: tuple[GameRow | None, int] = (None, 0)

    @classmethod
    def open(cls, store: Store, text: str, *, new: bool = False) -> "StoredGame":
        """Return the game that `text` asks for: the one in progress, or else a fresh one.

        The name of a game alone (`2048`) asks for the one played last, rules alone (`2048:sprint`) for the last one
        under them, a whole id for that very game, also where it was left for another one. Where it would be begun and
        another game lies in its slot, unfinished, StoreError says so: only `new` leaves it, and undo brings it back.
        """
        if not new and (there := cls.resume(store, text)):
            return there
        if new and not ids.split(text)[1] and (last := cls.resume(store, text)):
            last.new()  # one more of the kind that was played last
            return last
        return cls.begin(store, games.open_id(text), new=new)

    @classmethod
    def resume(cls, store: Store, text: str, *, playing: Iterable["StoredGame"] = ()) -> "StoredGame | None":
        """Return the game in progress that `text` asks for; at once, also where it took seconds to make.

        None does not say that there is none: an id can be written in several ways, and only `open` knows them all.
        Those who are `playing` leave their game where it gives way.
        """
        if there := cls.in_slot(store, text):
            return there
        left = store.unfinished(text.strip())
        return None if left is None else cls.continued(store, left, playing=playing)

    @classmethod
    def continued(cls, store: Store, number: int, *, playing: Iterable["StoredGame"] = ()) -> "StoredGame":
        """Return the game of a row, in its slot again; raise StoreError where it cannot be read.

        The game that gives way can be continued later.
        """
        row = store.load(number)
        standing = store.standing(row.slot)
        if standing is None or standing[0] != number:
            _leave(playing, row.slot)
            kept = store.put_back(row)
            store.notices += [_kept(id) for id in kept]
        return cls(store, row)

    @classmethod
    def in_slot(cls, store: Store, text: str) -> "StoredGame | None":
        """Return the game that `text` asks for if it lies in a slot, None where it does not, or wants to be another."""
        text = text.strip()
        name, rest = ids.split(text)
        if rest:
            text = f"{name}:{ids.dated(rest)}"
        slot = None if "#" in text else store.last_slot(name, text if rest else None)
        row = store.in_slot(slot or text)
        if row is None or (slot is None and row.session.id != text) or (slot and rest and row.is_done):
            return None
        return cls(store, row)

    @classmethod
    def begin(
        cls,
        store: Store,
        opening: ids.Opening[Position],
        *,
        new: bool = False,
        replaces: bool = False,
        playing: Iterable["StoredGame"] = (),
    ) -> "StoredGame":
        """Return the game that an id stands for, as `open` does when it has found that out.

        With `replaces` it takes the place of another one in progress, which is then told of.
        """
        slot = store.last_slot(ids.split(opening.id)[0], opening.table) if opening.drawn else opening.slot
        if replaces:
            _leave(playing, opening.slot)
        row = store.in_slot(slot) if slot else None
        is_another = not opening.drawn and (row is None or row.session.id != opening.id)
        if is_another and not new and (left := store.unfinished(opening.id)) is not None:
            return cls.continued(store, left, playing=playing)
        if row is None:
            game = cls(store, GameRow.fresh(opening))
            game._save()
            return game
        game = cls(store, row)
        if is_another and replaces and not row.session.position.is_over():
            game.new(opening)
            if row.session.step:
                store.notices.append(_kept(row.public_id))
        elif new or (is_another and row.session.position.is_over()) or (opening.drawn and row.is_done):
            game.new(opening)
        elif is_another:
            raise StoreError(
                _("{slot} already holds a game in progress, {id}; {asked} would replace it"),
                slot=opening.slot,
                id=row.session.id,
                asked=opening.id,
                hint=_("add --new to start it anyway; undo goes back to the other one"),
            )
        return game

    @classmethod
    def of_save(
        cls,
        store: Store,
        session: Session,
        opening: ids.Opening[Position],
        *,
        playing: Iterable["StoredGame"] = (),
    ) -> "StoredGame":
        """Return a game that a save tells of, in the slot of its opening; the game that lies there gives way to it."""
        _leave(playing, opening.slot)
        left = store.in_slot(opening.slot)
        if left and left.session.to_text() == session.to_text():
            return cls(store, left)
        game = cls(store, GameRow(session, opening.slot, opening.table, opening.again, left=left))
        game._save()
        if left and left.session.step and not left.session.position.is_over():
            store.notices.append(_kept(left.public_id))
        return game

    @property
    def session(self) -> Session:
        """The game that is being played; another one after `new`, and after an undo that comes back from it."""
        return self._row.session

    @property
    def number(self) -> int:
        """The row of the game in the store, 0 until it has one."""
        return self._row.number

    @property
    def handle(self) -> str:
        """What clients call the game: its id, or what says nothing of the seed of one that was dealt."""
        return self._row.handle

    @property
    def is_secret(self) -> bool:
        """Whether a server keeps the seed, and so the id, secret until the game ends."""
        return self._row.is_secret

    @property
    def slot(self) -> str:
        """The place that the game lies in, shared with the games that New game leaves and opens there."""
        return self._row.slot

    @property
    def table(self) -> str:
        """The score table that the game counts in."""
        return self._row.table

    @property
    def again(self) -> str:
        """The id that New game opens."""
        return self._row.again

    @property
    def best(self) -> int:
        """The best score without help under these rules, this game included; the store is asked once a game."""
        if self._best[0] is not self._row:
            self._best = self._row, self.store.scores.best(self.table)
        return max(self._best[1], self.session.fair_score)

    @property
    def can_undo(self) -> bool:
        """Whether there is something to take back, a New game included."""
        return self.session.can_undo or self._follows_another

    @property
    def can_redo(self) -> bool:
        """Whether there is something to do again, a New game included."""
        return self.session.can_redo or self._row.after is not None

    @property
    def _follows_another(self) -> bool:
        return self._row.before is not None or self._row.left is not None

    def take_notices(self) -> list[str]:
        """Return the notices for the player, each once."""
        said, self._notices[:] = list(self._notices), []
        return said

    @property
    def is_unsaved(self) -> bool:
        """Whether something was done that is not stored yet."""
        return self._row.saved < len(self.session.journal) or not self._row.number

    @property
    def loss(self) -> str:
        """A sentence on what is not saved if the program ends here; "" where nothing is lost."""
        if self.store.path is None or not self._row.number:
            return _("This game was not saved.")
        lost = sum(entry.event != "pause" for entry in self.session.journal[self._row.saved :])
        lost_text = ngettext("The last step could not be saved.", "The last {n} steps could not be saved.", lost)
        return lost_text.format(n=lost) if lost else ""

    def branch(self) -> "StoredGame":
        """Return another stored game at the same row, which stays there where this one goes on to another slot."""
        return StoredGame(self.store, self._row)

    def save(self) -> None:
        """Store what could not be stored before, if there is anything."""
        if self.is_unsaved:
            self._save()

    def refresh(self) -> bool:
        """Take the game as another process left it; return whether one has moved. What is unsaved is stored first."""
        self.save()
        row = self._row
        if self.is_unsaved or self.store.standing(row.slot) in (None, (row.number, row.saved)):
            return False
        self._row = self.store.in_slot(row.slot) or row
        return self._row is not row

    @uninterrupted()
    def play(self, move: str) -> None:
        """Play a move and store it; raise MoveError where it cannot be played."""
        self.session.play(move)
        self._row.after = None
        self._save()

    @uninterrupted()
    def undo(self) -> None:
        """Take back the last move; at the start of a game that New game brought, the New game."""
        if self.session.can_undo or not self._follows_another:
            self._take_back()
            self._save()
        elif self._row.left:  # the file takes nothing, so the row before is still at hand
            self._row = self._row.left
            self._save()
        elif self._row.before is not None:
            self._cross(self._row.before)

    @uninterrupted()
    def redo(self) -> None:
        """Do again what was taken back last."""
        if self.session.can_redo or self._row.after is None:
            self.session.redo()
            self._save()
        else:
            self._cross(self._row.after)

    @uninterrupted()
    def count_hint(self) -> None:
        """Count a hint."""
        self.session.record("hint")
        self._save()

    @uninterrupted()
    def play_advised(self, move: str) -> None:
        """Play a move that was advised: it counts as a hint, and both are stored at once."""
        self.session.position.play(move)  # a move that cannot be played is no hint
        self.session.record("hint")
        self.play(move)

    @uninterrupted()
    def back_to(self, step: int) -> None:
        """Take back until `step` moves lead to the position, each an undo, and store it all at once."""
        while self.session.step > max(step, 0):
            self._take_back()
        self._save()

    def _take_back(self) -> None:
        was_secret = self.is_secret
        self.session.undo()
        if self._row.dealt and not was_secret:
            self._row.dealt = 2  # what is played from here on is played with the seed known

    def new(self, what: str | ids.Opening[Position] | None = None) -> None:
        """Leave the game for a new one of its kind or for what an id names; `undo` comes back."""
        opening = games.open_id(what or self.again) if what is None or isinstance(what, str) else what
        there = None if opening.slot == self._row.slot else self.store.in_slot(opening.slot)
        if there:
            self.leave()
        else:
            self.session.record("new")
        if there and there.session.id == opening.id:
            self._row = there
        else:  # a game that would lose its place in the slot is the one to come back to
            self._row = GameRow.fresh(opening, there or self._row)
        self._save()

    @uninterrupted()
    def leave(self) -> None:
        """Stop the clock and store how long the game was played, and what could not be stored before."""
        if self.session.is_running:
            self.session.record("pause")
        self.save()

    def _cross(self, number: int) -> None:
        try:
            self._row = self.store.cross(self._row, number)
        except MovedElsewhereError as error:
            self._reload(error)
        except (StoreError, ReplayError) as error:
            raise MoveError(_("cannot read the previous game: {why}"), why=error) from None

    def _save(self) -> None:
        """Store what is new. What cannot be stored now is tried again with the next event."""
        try:
            self.store.append(self._row)
        except MovedElsewhereError as error:
            self._reload(error)
        except StoreError as error:
            if not self._is_unsaved:
                self._is_unsaved = True
                self._notices.append(str(error))
        else:
            if self._is_unsaved and self.store.path:
                self._is_unsaved = False
                self._notices.append(_("the game is saved again"))

    def _reload(self, error: MovedElsewhereError) -> None:
        if row := self.store.in_slot(self._row.slot):
            self._row = row
            self._notices.append(str(error))


def _leave(playing: Iterable[StoredGame], slot: str) -> None:
    for game in playing:
        if game.slot == slot:
            game.leave()


def _kept(id: str) -> str:
    return _("{id} is kept among the games to continue").format(id=id)
