"""The errors that Tessella raises, and the words that their messages share.

Each message is one sentence that says what was expected and quotes the input.

    ValueError
    └── TessellaError        anything that Tessella refuses
        ├── ParseError       a text that is no board, move, id, rules or save
        ├── RulesError       rules that no game can have
        ├── MoveError        a move that cannot be played in this position
        ├── PlayerError      an AI that cannot play this position
        ├── PuzzleError      a Sudoku without exactly one solution, or that cannot be generated
        ├── ReplayError      a save whose moves or claims do not hold
        ├── NetworkError     a file of weights or of training that is damaged, or of another network
        ├── StoreError       a game that cannot be saved or found
        └── StoppedError     work that was cancelled
"""

import errno
import operator
from collections.abc import Iterable
from contextlib import suppress
from difflib import get_close_matches

from tessella.i18n import N_, _

_REASONS = {
    errno.ENOENT: N_("no such file"),
    errno.EACCES: N_("permission denied"),
    errno.EISDIR: N_("is a directory"),
    errno.ENOTDIR: N_("not a directory"),
    errno.EEXIST: N_("already exists"),
    errno.ENOSPC: N_("no space left on the disk"),
    errno.EROFS: N_("read-only file system"),
}


class TessellaError(ValueError):
    """Anything that Tessella refuses, with an optional hint on what to do instead.

    The message is formatted with the values, if there are any; `text` among them is the input, which is quoted.

    >>> TessellaError("expected a size, got {text}", text="huge")
    TessellaError("expected a size, got 'huge'")
    """

    def __init__(self, message: str, *, hint: str = "", **values: object) -> None:
        if "text" in values:
            values["text"] = quote(values["text"])
        super().__init__(message.format(**values) if values else message)
        self.hint = hint


class ParseError(TessellaError):
    """A text that is no board, move, id, rules or save."""


class RulesError(TessellaError):
    """Rules that no game can have."""


class MoveError(TessellaError):
    """A move that cannot be played in this position."""


class PlayerError(TessellaError):
    """An AI that cannot play this position."""


class PuzzleError(TessellaError):
    """A Sudoku without exactly one solution, or that cannot be generated."""


class ReplayError(TessellaError):
    """A save whose moves or claims do not hold."""


class NetworkError(TessellaError):
    """A file of weights, or of training, that is damaged or of another network."""


class StoreError(TessellaError):
    """A game that cannot be saved or found."""


class StoppedError(TessellaError):
    """Work that was cancelled."""


def one_of(names: Iterable[str], text: object, message: str = "", *, hint: str = "") -> str:
    """Return `text`, which is one of the names; raise ParseError with a message of {names} and {text} where it is not.

    Its hint is the name that was probably meant, where one is like it.

    >>> one_of(("easy", "hard"), "easy")
    'easy'
    """
    known = [*names]
    if text in known:
        return str(text)
    closest = nearest(str(text), known)
    hint = _("did you mean {name}?").format(name=closest) if closest else hint
    raise ParseError(message or _("expected one of {names}, got {text}"), names=", ".join(known), text=text, hint=hint)


def whole_number(
    value: object, name: str, least: int = 0, most: int | None = None, *, kind: type[TessellaError] = TessellaError
) -> int:
    """Return a whole number of any type as an int; raise the error where a value is none, or out of its range.

    >>> whole_number(3, "games", 1)
    3
    """
    with suppress(TypeError):
        number = operator.index(value)  # type: ignore[arg-type]
        if number >= least and (most is None or number <= most) and not isinstance(value, bool):
            return number
    message = _("expected a whole number of at least {least} as {name}, got {text}")
    if most is not None:
        message = _("expected a whole number from {least} to {most} as {name}, got {text}")
    raise kind(message, least=least, most=most, name=name, text=value)


def nearest(text: str, names: Iterable[str]) -> str:
    """Return the name that a mistyped text is most like, or "".

    >>> nearest("hart", ["easy", "hard"]), nearest("foo", ["easy", "hard"])
    ('hard', '')
    """
    return next(iter(get_close_matches(text.casefold(), [*names], 1, 0.65)), "")


def quote(text: object, limit: int = 60) -> str:
    """Return `text` in quotation marks, shortened so that a message stays one readable line.

    >>> quote("53..7")
    "'53..7'"
    >>> quote("x" * 1000, limit=5)
    "'xxxxx...'"
    """
    plain = str(text)
    return repr(plain if len(plain) <= limit else plain[:limit] + "...")


def cannot_read(name: object, error: Exception) -> str:
    """Return the sentence for a file that cannot be read.

    >>> cannot_read("x", FileNotFoundError(2, "No such file or directory"))
    "cannot read 'x': no such file"
    """
    return _("cannot read {name}: {why}").format(name=quote(name), why=os_reason(error))


def cannot_write(name: object, error: Exception) -> str:
    """Return the sentence for a file or folder that cannot be written.

    >>> cannot_write("x", PermissionError(13, "Permission denied"))
    "cannot write 'x': permission denied"
    """
    return _("cannot write {name}: {why}").format(name=quote(name), why=os_reason(error))


def os_reason(error: Exception) -> str:
    """Return why the operating system or a store refused, as the end of a sentence."""
    number, text = getattr(error, "errno", None), getattr(error, "strerror", None)
    return _(_REASONS[number]) if number in _REASONS else text or str(error) or type(error).__name__


def missing(name: str, error: ModuleNotFoundError) -> TessellaError:
    """Return the error that says which package a public name needs that is not installed.

    >>> missing("solve_many", ModuleNotFoundError(name="numpy.linalg"))
    TessellaError('solve_many needs numpy, which is not installed here')
    """
    package = (error.name or "").partition(".")[0]
    return TessellaError(_("{name} needs {package}, which is not installed here").format(name=name, package=package))
