"""Saved games of 2048 by id, slot or file."""

from pathlib import Path

from tessella import games, ids
from tessella.cli.text_input import MAX_SAVE_BYTES, read_text
from tessella.errors import ParseError, ReplayError, StoreError, quote
from tessella.game2048 import Board, open_id
from tessella.i18n import _
from tessella.play.session import Session
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame


def game_in_progress(text: str) -> tuple[StoredGame | None, Board]:
    """Return the game in progress that an id asks for, if there is one, and its board; raises `TessellaError`."""
    store = Store.open()
    game = StoredGame.resume(store, text)
    if game is None:
        if not ids.split(text)[1]:
            raise _no_game()
        opening = open_id(text)
        kept = store.in_slot(opening.slot)
        if kept is None or kept.session.id != opening.id:
            return None, opening.start
        game = StoredGame(store, kept)
    return game, _board_of(game.session)


def saved_session(text: str | None) -> Session:
    """Return the game that an id, a slot or a file names, by default the one played last; raises `TessellaError`."""
    if text is not None and (text == "-" or (ids.split(text)[0] not in games.GAMES and Path(text).is_file())):
        try:
            session = Session.from_text(read_text(text, MAX_SAVE_BYTES))
        except ReplayError as error:
            raise ReplayError(str(error), hint=_("tessella export writes such a file")) from None
    else:
        store = Store.open()
        text = (text or "2048").strip()
        name, rest = ids.split(text)
        slot = store.last_slot(name) if name in games.GAMES and not rest else text
        if slot is None:
            raise _no_game()
        kept = store.in_slot(slot)
        session = kept.session if kept else store.export(slot)
    _board_of(session)
    return session


def _board_of(session: Session) -> Board:
    if not isinstance(session.position, Board):
        raise ParseError(_("expected a game of 2048, got {text}").format(text=quote(session.id)))
    return session.position


def _no_game() -> StoreError:
    return StoreError(_("there is no saved game yet"), hint=_("play one: {command}").format(command="tessella 2048"))
