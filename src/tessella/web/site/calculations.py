"""Work that a second worker of a browser does, so that the one that takes the moves stays quick.

    browser_server                     second worker
    pack(partial(solve, board))  -->   perform(...)
    unpack(...)                  <--   the packed value, or the error

Work is anything that can be pickled: functions of modules with arguments that are values.
"""

import pickle
from collections.abc import Callable
from typing import Any

from tessella import i18n
from tessella.errors import TessellaError
from tessella.game2048.advice.advisor import first_advice
from tessella.game2048.board import Board as Board2048
from tessella.game2048.players import small_network
from tessella.io.child_process import Failed
from tessella.play.advisor import Advisor
from tessella.play.tasks import logged
from tessella.sudoku.board import Board
from tessella.sudoku.tutor import practice


def pack(work: Callable[[], object]) -> bytes | None:
    """Return work as bytes, to be done in the language that is spoken now; None where it cannot leave this worker.

    >>> unpack(perform(pack("Left".lower)))
    'left'
    >>> pack(lambda: 1) is None
    True
    """
    try:
        return pickle.dumps((i18n.language(), work))
    except (AttributeError, TypeError, pickle.PicklingError):
        return None


def perform(packed: bytes) -> bytes:
    """Return, as bytes, what work came to; whatever it raises is part of that."""
    lang, work = pickle.loads(packed)  # noqa: S301 - from the other worker of this page
    with i18n.speaking(lang):
        try:
            return pickle.dumps((work(), None))
        except TessellaError as error:
            return pickle.dumps((None, Failed.of(error)))
        except Exception as error:  # noqa: BLE001 - the player sees a sentence, the console the rest
            return pickle.dumps((None, Failed.of(logged(error))))


def asks_player(packed: Any) -> bool:
    """Return whether work asks a player of 2048, which may be the small network.

    >>> asks_player(pack("Left".lower))
    False
    """
    _lang, work = pickle.loads(bytes(packed))  # noqa: S301 - from the other worker of this page
    return isinstance(getattr(getattr(work, "func", work), "__self__", None), Advisor)


def warm_up() -> None:
    """Load what the first hint needs."""
    practice.hint(Board.parse("1... ..2. .3.. ...4"))
    first_advice(Board2048.parse("2... / .... / .... / ...."))


def add_network(content: Any) -> None:
    """Put the small network of 2048, which is fetched later than all else, where its player looks for it."""
    small_network.SHIPPED.write_bytes(bytes(content))


def unpack(packed: bytes) -> Any:
    """Return what work came to, or raise the TessellaError that it raised."""
    value, failed = pickle.loads(packed)  # noqa: S301 - from the other worker of this page
    if failed:
        raise failed.exception()
    return value
