"""Store: the games in progress, and settings, in one SQLite file or a PostgreSQL database.

A game is a row and its journal; a *slot* is a place for one game in progress (`2048:classic`, `2048:daily/2026-11-20`)
and says which game lies in it. Everything has an owner: "" for who plays on this machine, a visitor's name on a server;
a Store shows one owner's things alone, but for the leaderboard.

    slot 2048:classic ---> game 7   2048:classic#42    journal  0 left | 1 up | 2 undo | ...
                              |  before / after: the games that New game left and opened, so that undo finds back
                           game 5   2048:classic#17

Every event is committed, and on the disk, before the next key is read. An event is stored only if it follows the last
stored one, so that two processes on one game never tear it.
"""

import contextlib
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from tessella import games, ids
from tessella.errors import StoreError
from tessella.i18n import _
from tessella.io.interrupts import uninterrupted
from tessella.io.own_process import home
from tessella.play.database import (
    Database,
    NewerError,
    OwnedRows,
    Sqlite,
    cannot_save,
    file_lock,
    read_as,
    set_aside,
)
from tessella.play.scores import PUBLIC, Scores
from tessella.play.session import Entry, Session, age, clock, save_text

FILE = "tessella.sqlite3"
CHECKPOINT_INTERVAL = 64  # entries between two stored positions


class MovedElsewhereError(StoreError):
    """Another process has moved in this game first."""


class SavedGame(NamedTuple):
    """A game that can be continued."""

    number: int  # its row: an id can have been begun twice
    id: str
    score: int
    ms: int
    moves: int
    used: float  # when it was played or opened last, in seconds since 1970
    position: str

    @property
    def title(self) -> str:
        """What it is called."""
        return games.GAMES[self.id].title(self.id)

    @property
    def about(self) -> str:
        """How far it has come, and how long ago it was played."""
        game = games.GAMES[self.id]
        has_clock = game.RANKS_BY_CLOCK and self.ms
        text = _("{standing}, {clock}, {age}") if has_clock else _("{standing}, {age}")
        standing, ago = game.standing(self.score, self.position), age(time.time() - self.used)
        return text.format(standing=standing, clock=clock(self.ms), age=ago)

    def __str__(self) -> str:
        return _("Continue {title} ({about})").format(title=self.title, about=self.about)


@dataclass(slots=True)
class GameRow:
    """A session, and where it is kept."""

    session: Session
    slot: str
    table: str  # the score table that it counts in
    again: str  # the id that New game opens after it
    number: int = 0  # its row, 0 until it has one
    saved: int = 0  # how many entries of its journal are stored
    before: int | None = None  # the row of the game that New game left for this one
    after: int | None = None  # the row of the game that it was left for, until a move is played here
    left: "GameRow | None" = None  # the game that New game left for this one, until both are stored
    dealt: int = 0  # 1 where a server keeps the seed secret until the end, 2 once such a game is played on after it

    @property
    def is_done(self) -> bool:
        """Whether the game has come to a good end, so that who asks for one like it wants another."""
        return self.session.position.is_over() and self.session.position.is_won()

    @property
    def is_secret(self) -> bool:
        """Whether the server alone knows the seed, and so the id: until the end of the game is stored."""
        is_stored = self.saved == len(self.session.journal)
        return self.dealt == 1 and not (is_stored and self.session.position.is_over())

    @property
    def public_id(self) -> str:
        """The id, or as long as that is secret its score table."""
        return self.table if self.is_secret else self.session.id

    @property
    def handle(self) -> str:
        """What clients call the game: its id, or for one that was dealt what opens it for its player alone."""
        return f"{ids.split(self.table)[0]}:game={self.number}" if self.dealt else self.session.id

    @classmethod
    def fresh(cls, opening: ids.Opening[games.Position], left: "GameRow | None" = None) -> "GameRow":
        """Return a game that begins, not yet stored, in place of the one that is left."""
        session = Session(opening.id, opening.start, edited=opening.edited)
        return cls(session, opening.slot, opening.table, opening.again, left=left, dealt=int(opening.dealt))


def number_of(handle: str) -> int:
    """Return the row that the handle of a game names, 0 for an id.

    >>> number_of("2048:game=17"), number_of("2048:classic#42")
    (17, 0)
    """
    match = re.fullmatch(r"\w+:game=([0-9]{1,15})", handle, re.ASCII)
    return int(match[1]) if match else 0


class Store:
    """The file, or a stand-in in memory where there is none to be had.

    >>> store = Store.in_memory()
    >>> row = GameRow.fresh(games.open_id("2048:classic#42"))
    >>> row.session.play("left")
    >>> store.append(row)
    >>> store.in_slot("2048:classic").session.moves
    ('left',)
    """

    def __init__(self, database: Database, notices: list[str] | None = None, *, owner: str = "") -> None:
        self._db = database
        self.owner = owner
        # what the player should be told about the file, in whole sentences
        self.notices = [] if notices is None else notices
        self._rows = OwnedRows(database, owner, self.notices)
        self.scores = Scores(self._rows)  # score tables, statistics and the leaderboard
        self._unreadable: set[int] = set()

    @property
    def path(self) -> Path | str | None:
        """The file or the database's name, None where games are not kept."""
        return self._db.name

    def of(self, owner: str) -> "Store":
        """Return the same store as another owner sees it; what is to be told of the file is told to its own."""
        return Store(self._db, self.notices if owner == self.owner else None, owner=owner)

    # --- Opening the file ---

    @classmethod
    def open(cls, path: Path | None = None) -> "Store":
        """Return the store in `path`, by default the player's own; where that cannot be, one in memory that says so."""
        path = path or home() / FILE
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            return cls(Sqlite.open(path))
        except NewerError:
            why = _("{path} was written by a newer version of Tessella; this game will not be saved").format(path=path)
        except (*Sqlite.errors, UnicodeDecodeError) as error:
            if Sqlite.is_damage(error):
                return cls._beside_damaged(path)
            why = cannot_save(path, error)
        except OSError as error:
            why = cannot_save(path, error)
        return cls.in_memory([why])

    @classmethod
    def _beside_damaged(cls, path: Path) -> "Store":
        """Set a file that is none of ours aside, under another name, and begin a new one."""
        unreadable = _("cannot read {path}; this game will not be saved").format(path=path)
        try:
            with file_lock(path):
                try:
                    return cls(Sqlite.open(path))  # another process has been here since
                except (*Sqlite.errors, UnicodeDecodeError) as error:
                    if not Sqlite.is_damage(error):  # a healthy file that others keep locked is nothing to set aside
                        return cls.in_memory([cannot_save(path, error)])
                aside = set_aside(path)
                if aside is None:
                    return cls.in_memory([unreadable])
                said = _("cannot read {path}; it was renamed to {aside}, and a new file was started").format(
                    path=path, aside=aside.name
                )
                try:
                    return cls(Sqlite.open(path), [said])
                except (*Sqlite.errors, OSError) as error:
                    return cls.in_memory([said, cannot_save(path, error)])
        except OSError:
            return cls.in_memory([unreadable])

    @classmethod
    def in_memory(cls, notices: list[str] | None = None) -> "Store":
        """Return a store that forgets everything when the program ends."""
        return cls(Sqlite.in_memory(), notices)

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    def together(self) -> contextlib.AbstractContextManager[None]:
        """Store all that is stored in the block in one commit; raise StoreError, with nothing stored, where that fails.

        It holds for every owner. Games then know that they are unsaved, and storing them again is free to succeed.
        """
        return self._db.together()

    # --- Games in their slots ---

    def last_slot(self, game: str, table: str | None = None) -> str | None:
        """Return the slot of a game ("2048"), or of a score table, that was used last; None where there is none.

        The game of a day counts in the table of its rules too, but who asks for these wants neither that nor a lesson.
        """
        rows = self._rows.read(
            "SELECT s.slot FROM slot s JOIN game g USING (number) WHERE s.owner = :owner AND s.game = :game "
            "AND (CAST(:table AS TEXT) IS NULL OR g.score_table = :table AND substr(s.slot, 1, :n) != :daily) "
            "ORDER BY s.used DESC",
            {"game": game, "table": table, "n": len(game) + 7, "daily": f"{game}:{ids.DAILY}/"},
        )
        return next((row["slot"] for row in rows if not games.GAMES[game].is_unlisted(row["slot"])), None)

    def in_slot(self, slot: str) -> "GameRow | None":
        """Return the game that lies in a slot, None for an empty slot or a game that can no longer be read."""
        rows = self._rows.read("SELECT number FROM slot WHERE owner = :owner AND slot = :slot", {"slot": slot})
        if not rows:
            return None
        number = rows[0]["number"]
        try:
            return self._load(number)
        except ValueError as error:
            self._tell_unreadable(number, "slot", error)
            return None

    def _public(self, column: str, number: int) -> str:
        """Return a column of a game that may be told, "" where there is no such game."""
        rows = self._rows.read(_BY_NUMBER.format(f"{PUBLIC.format(column)} AS told"), {"number": number})
        return rows[0]["told"] if rows else ""

    def _tell_unreadable(self, number: int, column: str, error: Exception) -> None:
        self._unreadable.add(number)
        said = _("cannot read the game in {slot}; it was left as it is, and a new one was started ({why})")
        if (notice := said.format(slot=self._public(column, number), why=error)) not in self.notices:
            self.notices.append(notice)

    def standing(self, slot: str) -> tuple[int, int] | None:
        """Return the row of the game in a slot and how many entries it has, None for an empty slot."""
        rows = self._rows.read(STANDING, {"slot": slot})
        return (rows[0]["number"], rows[0]["entries"]) if rows else None

    def load(self, number: int) -> "GameRow":
        """Return a stored game; raise StoreError, which says how to get at it all the same, where it cannot be read."""
        try:
            return self._load(number)
        except ValueError as error:
            if not (id := self._public("id", number)):
                raise StoreError(
                    _("expected a game of your own, got number {text}"),
                    text=number,
                    hint=_("another player's game can be shared when it has ended"),
                ) from None
            hint = _("{command} writes it as it is").format(command=f"tessella export {id}")
            raise StoreError(_("cannot read the game {id} ({why})"), id=id, why=error, hint=hint) from None

    def _load(self, number: int) -> "GameRow":
        """Return a stored game; raise StoreError, or what its texts raise, where it cannot be read."""
        with self._db.snapshot():  # another process may be playing it
            columns = "slot, score_table, again, id, start, edited, before, after, entries, position, fair_score, dealt"
            found = self._rows.read(_BY_NUMBER.format(f"{columns}, best_score"), {"number": number})
            rows = self._rows.read(_JOURNAL, {"number": number})
        damaged = StoreError(_("the saved game in row {number} is incomplete").format(number=number))
        if not found or len(rows) != found[0]["entries"]:
            raise damaged
        game = found[0]
        start = games.GAMES[game["id"]].Board.parse(game["start"])
        session = Session(game["id"], start, edited=bool(game["edited"]))
        known = {entry: row["position"] for entry, row in enumerate(rows) if row["position"]}
        if rows:
            known[len(rows) - 1] = game["position"]
        journal = [Entry(row["ms"], row["event"]) for row in rows]
        session.restore(journal, known, fair_score=game["fair_score"], best_score=game["best_score"])
        if session.position.to_text() != game["position"]:  # read here, so that what cannot be read is found here
            raise damaged
        return GameRow(
            *(session, game["slot"], game["score_table"], game["again"], number, len(rows)),
            *(game["before"], game["after"], None, game["dealt"]),
        )

    def _point(self, slot: str, number: int) -> None:
        self._db.execute(
            "INSERT INTO slot (owner, slot, game, number, used) VALUES (?, ?, ?, ?, ?) "
            "ON CONFLICT (owner, slot) DO UPDATE SET number = excluded.number, used = excluded.used",
            (self.owner, slot, ids.split(slot)[0], number, time.time()),
        )

    def _check(self, row: "GameRow") -> None:
        """Raise MovedElsewhereError unless the slot and its game stand as this process left them."""
        rows = self._db.execute(STANDING, {"owner": self.owner, "slot": row.slot})
        standing = (rows[0]["number"], rows[0]["entries"]) if rows else None
        is_free = standing is None or standing[0] in self._unreadable
        if standing != (row.number, row.saved) if row.number else not is_free:
            raise MovedElsewhereError(_("this game was changed in another window; here is its current state"))

    def append(self, row: "GameRow") -> None:
        """Store what was done at a game since the last time, and first at the one that was left for it.

        All of it or nothing: raises MovedElsewhereError where another process has moved first, StoreError where the
        file takes nothing.
        """
        chain = [row]
        while chain[0].left:
            chain.insert(0, chain[0].left)
        numbers: list[int] = []
        with uninterrupted():  # what is stored, and what this process knows of it
            with self._db.transaction():
                for game in chain:
                    numbers.append(self._write(game, numbers[-1] if numbers else None))
            self._db.when_undone(*(_as_it_is(game) for game in chain))
            for game, number in zip(chain, numbers, strict=True):
                if game.left:
                    game.before, game.left.after, game.left = game.left.number, number, None
                game.number, game.saved = number, len(game.session.journal)

    def _write(self, row: "GameRow", before: int | None) -> int:
        standing = _standing(row.session) | {"after": row.after, "used": time.time(), "dealt": row.dealt}
        if row.number or row.left is None or row.left.slot != row.slot:
            self._check(row)
        if row.number:
            number = row.number
            self._update(number, standing)
        else:
            fixed = {
                "owner": self.owner,
                "slot": row.slot,
                "score_table": row.table,
                "again": row.again,
                "id": row.session.id,
                "start": row.session.start.to_text(),
                "edited": int(row.session.edited),
                "before": before,
                "started": time.time(),
            }
            names, marks = ", ".join(fixed | standing), ", ".join(f":{name}" for name in fixed | standing)
            query = f"INSERT INTO game ({names}) VALUES ({marks}) RETURNING number"  # noqa: S608 - our own names
            number = self._db.execute(query, fixed | standing)[0]["number"]
            if before:
                self._db.execute("UPDATE game SET after = ? WHERE number = ?", (number, before))
        self._extend_journal(number, row)
        self._point(row.slot, number)
        return number

    def _update(self, number: int, standing: dict[str, Any]) -> None:
        columns = ", ".join(f"{name} = :{name}" for name in standing)
        query = f"UPDATE game SET {columns} WHERE number = :number"  # noqa: S608 - our own names
        self._db.execute(query, standing | {"number": number})

    def _extend_journal(self, number: int, row: "GameRow") -> None:
        entries = len(row.session.journal)
        is_checkpoint = entries // CHECKPOINT_INTERVAL > row.saved // CHECKPOINT_INTERVAL
        for number_in_game, entry in enumerate(row.session.journal[row.saved :], row.saved):
            position = row.session.position.to_text() if is_checkpoint and number_in_game == entries - 1 else None
            self._db.execute(
                "INSERT INTO journal (number, entry, ms, event, position) VALUES (?, ?, ?, ?, ?)",
                (number, number_in_game, *entry, position),
            )

    def count_hint(self, number: int) -> None:
        """Count a hint in a game wherever it lies; which one is in progress, and was played last, stays as it is."""
        with self._db.transaction():
            row = self.load(number)
            row.session.record("hint", at_rest=True)
            row.session.record("pause")
            self._update(number, _standing(row.session))
            self._extend_journal(number, row)

    def cross(self, row: "GameRow", number: int) -> "GameRow":
        """Return the game before or after, back in its slot; in a slot of its own, whatever lies there by now."""
        other = self._load(number)
        if other.slot != row.slot:
            other = self.in_slot(other.slot) or other
        with self._db.transaction():
            self._check(row)
            self._point(other.slot, other.number)
        return other

    def put_back(self, row: "GameRow") -> list[str]:
        """Let a game lie in its slot again; return the id of the one that was left there after a move, if there is."""
        with self._db.transaction():
            query = "AND s.slot = :slot AND g.moves > 0"
            left = self._db.execute(_IN_PROGRESS.format(query), {"owner": self.owner, "slot": row.slot})
            self._point(row.slot, row.number)
        return [one["id"] for one in left]

    def unfinished(self, id: str) -> int | None:
        """Return the row of the unfinished game of an id, the latest where there are several, None where none is."""
        for row in self._rows.read(_IN_PROGRESS.format("AND g.id = :id"), {"id": id}):
            try:
                self._load(row["number"])
            except ValueError as error:
                self._tell_unreadable(row["number"], "id", error)
            else:
                return int(row["number"])
        return None

    # --- Lists of games ---

    def in_progress(self, name: str = "") -> list[SavedGame]:
        """Return the games that can be continued, the one played last first; those of one name, or all that are listed.

        Those are the unfinished ones that lie in slots, and all that were left after a move.
        """
        query = _IN_PROGRESS.format("AND (s.number IS NOT NULL OR g.moves + g.undos > 0)")
        found = [read_as(SavedGame, row) for row in self._rows.read(query)]
        if name:
            return [game for game in found if ids.split(game.id)[0] == name]
        return [game for game in found if not games.GAMES[game.id].is_unlisted(game.id)]

    def export(self, id: str | None = None) -> Session:
        """Return the session of an id, the latest where there are several; by default the one played last."""
        return self._load(self.number_of(id)).session

    def saved_text(self, number: int) -> str:
        """Return the save of a game as it is stored, whether it can be read or not."""
        with self._db.snapshot():
            [game] = self._rows.read(_BY_NUMBER.format("id, start, score, undos, hints"), {"number": number})
            rows = self._rows.read(_JOURNAL, {"number": number})
        return save_text(dict(game), [Entry(row["ms"], row["event"]) for row in rows])

    def number_of(self, id: str | None = None) -> int:
        """Return the row of the game of an id, the latest where there are several; by default the one played last."""
        if id is None:
            rows = self._rows.read("SELECT number FROM slot WHERE owner = :owner ORDER BY used DESC LIMIT 1")
            if not rows:
                raise StoreError(
                    _("there is no saved game yet"), hint=_("play one: {command}").format(command="tessella 2048")
                )
            return int(rows[0]["number"])
        by_id = "SELECT number FROM game WHERE owner = :owner AND id = :id ORDER BY used DESC LIMIT 1"
        if rows := self._rows.read(by_id, {"id": id.strip()}):
            return int(rows[0]["number"])
        if games.takes_long(id):
            full = slot = _FULL_IDS[id](id.strip())
        else:
            full, _start, slot, *_more = games.open_id(id)
        rows = self._rows.read(by_id, {"id": full})
        if not rows and "#" not in id:
            rows = self._rows.read("SELECT number FROM slot WHERE owner = :owner AND slot = :slot", {"slot": slot})
        if not rows:
            raise StoreError(_("expected the id of a saved game, got {text}"), text=id)
        return int(rows[0]["number"])

    # --- Settings ---

    def setting(self, name: str, default: str = "") -> str:
        """Return what the player has chosen, such as a theme."""
        rows = self._rows.read(_SETTING, {"name": name})
        return rows[0]["value"] if rows else default

    def kept(self, name: str, value: str) -> str:
        """Return a setting that never changes: the value of whichever process came first."""
        with contextlib.suppress(StoreError), self._db.transaction():
            self._db.execute(
                "INSERT INTO setting (owner, name, value) VALUES (?, ?, ?) ON CONFLICT (owner, name) DO NOTHING",
                (self.owner, name, value),
            )
        return self.setting(name) or value

    def owners(self, before: float) -> frozenset[str]:
        """Return everybody who had a game before an instant, in seconds since 1970."""
        rows = self._rows.read("SELECT DISTINCT owner FROM game WHERE started < :before", {"before": before})
        return frozenset(row["owner"] for row in rows)

    def choose(self, name: str, value: str) -> None:
        """Remember what the player has chosen."""
        self.update(name, lambda _before: value)

    def update(self, name: str, change: Callable[[str], str]) -> None:
        """Change a setting as it stands in the store, "" where it is not there: nobody else writes it meanwhile."""
        with contextlib.suppress(StoreError), self._db.transaction():
            rows = self._db.execute(_SETTING, {"owner": self.owner, "name": name})
            self._db.execute(
                "INSERT INTO setting (owner, name, value) VALUES (?, ?, ?) "
                "ON CONFLICT (owner, name) DO UPDATE SET value = excluded.value",
                (self.owner, name, change(rows[0]["value"] if rows else "")),
            )


_FULL_IDS: games.PerGame[Callable[[str], str]] = games.PerGame({"sudoku": "tessella.sudoku.generation:full_id"})
_BY_NUMBER = "SELECT {} FROM game WHERE number = :number AND owner = :owner"
_SETTING = "SELECT value FROM setting WHERE owner = :owner AND name = :name"
_JOURNAL = "SELECT ms, event, position FROM journal WHERE number = :number ORDER BY entry"
_IN_PROGRESS = f"""
    SELECT g.number, {PUBLIC.format("id")} AS id, g.score, g.ms, g.moves, COALESCE(s.used, g.used) AS used, g.position
    FROM game g LEFT JOIN slot s ON s.owner = g.owner AND s.slot = g.slot AND s.number = g.number
    WHERE g.owner = :owner AND g.over = 0 {{}}
    ORDER BY COALESCE(s.used, g.used) DESC, g.number DESC"""  # noqa: S608 - our own names
STANDING = "SELECT s.number, g.entries FROM slot s JOIN game g USING (number) WHERE s.owner = :owner AND s.slot = :slot"


def _as_it_is(row: GameRow) -> Callable[[], None]:
    number, saved, before, after, left = row.number, row.saved, row.before, row.after, row.left

    def restore() -> None:
        row.number, row.saved, row.before, row.after, row.left = number, saved, before, after, left

    return restore


def _standing(session: Session) -> dict[str, Any]:
    position = session.position
    return {
        "entries": len(session.journal),
        "position": position.to_text(),
        "score": position.score,
        "best_score": session.best_score,
        "fair_score": session.fair_score,
        "undos": session.undos,
        "hints": session.hints,
        "moves": session.step,
        "ms": session.elapsed_ms,
        "won": int(position.is_won()),
        "over": int(position.is_over()),
    }
