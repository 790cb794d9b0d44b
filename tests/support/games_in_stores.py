"""Games that are begun and played in a store."""

from tessella import games
from tessella.play.store import GameRow, Store

__all__ = ["CLASSIC", "begin", "do", "play_to"]

CLASSIC = "2048:classic"


def begin(store: Store, id: str, *events: str) -> GameRow:
    """Return a stored game after some moves, in place of the one in its slot; `undo` and `hint` count as such."""
    opening = games.open_id(id)
    kept = GameRow.fresh(opening, store.in_slot(opening.slot))
    store.append(kept)
    do(store, kept, *events)
    return kept


def do(store: Store, kept: GameRow, *events: str) -> None:
    """Do and store what the events say, one by one."""
    for event in events:
        if event == "undo":
            kept.session.undo()
        elif event == "hint":
            kept.session.record("hint")
        else:
            kept.session.play(event)
        store.append(kept)


def play_to(store: Store, kept: GameRow, score: int) -> None:
    """Play until the score is at least `score`."""
    while kept.session.position.score < score:
        do(store, kept, kept.session.position.moves()[0])
