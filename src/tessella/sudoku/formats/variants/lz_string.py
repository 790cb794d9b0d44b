"""LZ-string, the compression of text that web apps put into links, in its form of base64.

A stream of codes: 0 and 1 bring a new character of 8 or 16 bits, 2 ends the text, every other code stands for a phrase
seen before. A code takes a bit more each time that the phrases have doubled; its lowest bit comes first.
"""

import re
from collections.abc import Iterator

from tessella.errors import ParseError
from tessella.i18n import _

_SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_VALUES = {sign: value for value, sign in enumerate(_SIGNS)}
_END = 2
MAX_CHARACTERS = 1 << 21  # of a text that is unpacked: a short link can stand for a very long one


class _Width:
    """How many bits the next code takes, and how many phrases there may be until it takes one more."""

    def __init__(self, bits: int, room: int) -> None:
        self.bits, self.room = bits, room

    def step(self) -> None:
        """Count a phrase."""
        self.room -= 1
        if not self.room:
            self.room = 1 << self.bits
            self.bits += 1


class _Reader:
    """A stream of bits, six in each sign of a text, the highest first."""

    def __init__(self, packed: str) -> None:
        self.packed, self.place, self.value, self.left = packed, 0, 0, 0

    def number(self, width: int) -> int:
        """Return the next number of so many bits; raises IndexError at the end and KeyError at another sign."""
        found = 0
        for bit in range(width):
            if not self.left:
                self.value, self.left = _VALUES[self.packed[self.place]], 6
                self.place += 1
            self.left -= 1
            found |= (self.value >> self.left & 1) << bit
        return found


def decompress(text: str) -> str:
    """Return the text that base64 holds, where a space stands for a plus sign; raises `ParseError`.

    >>> decompress(compress("Sudoku Sudoku"))
    'Sudoku Sudoku'
    """
    packed = re.sub(r"\s", "+", text.strip()).rstrip("=")
    try:
        units = "".join(_phrases(_Reader(packed)))
        return units.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    except (KeyError, IndexError):
        raise ParseError(_("expected a text packed by LZ-string, got {text}"), text=text) from None


def _phrases(stream: _Reader) -> Iterator[str]:
    """Yield the phrases of a stream."""
    code = stream.number(2)
    if code == _END:
        return
    if code > _END:
        raise IndexError
    last = chr(stream.number(8 * code + 8))
    yield last
    known, width, length = ["", "", "", last], _Width(3, 4), 1  # the first three codes stand for no phrase
    while (code := stream.number(width.bits)) != _END:
        if code < _END:
            known.append(chr(stream.number(8 * code + 8)))
            code = len(known) - 1
            width.step()
        phrase = last + last[0] if code == len(known) else known[code]
        yield phrase
        length += len(phrase)
        if length > MAX_CHARACTERS:
            raise ParseError(_("expected a packed text of at most {n} characters, got more"), n=MAX_CHARACTERS)
        known.append(last + phrase[0])
        width.step()
        last = phrase


def compress(text: str) -> str:
    """Return base64 that `decompress` reads, the same that the library of JavaScript gives.

    >>> compress("hello")
    'BYUwNmD2Q==='
    """
    bits: list[int] = []
    known: dict[str, int] = {}
    new: set[str] = set()  # characters that were met and not yet written
    width = _Width(2, 2)

    def put(number: int, count: int) -> None:
        bits.extend(number >> place & 1 for place in range(count))

    def write(phrase: str) -> None:
        if phrase in new:
            new.remove(phrase)
            wide = ord(phrase) > 255
            put(int(wide), width.bits)
            put(ord(phrase), 16 if wide else 8)
            width.step()
        else:
            put(known[phrase], width.bits)
        width.step()

    phrase = ""
    for sign in _units(text):
        if sign not in known:
            known[sign] = len(known) + 3
            new.add(sign)
        if phrase + sign in known:
            phrase += sign
        else:
            write(phrase)
            known[phrase + sign] = len(known) + 3
            phrase = sign
    if phrase:
        write(phrase)
    put(_END, width.bits)
    bits.extend([0] * (6 - len(bits) % 6))
    signs = "".join(_SIGNS[int("".join(map(str, bits[start : start + 6])), 2)] for start in range(0, len(bits), 6))
    return signs + "=" * (-len(signs) % 4)


def _units(text: str) -> str:
    """Return a text with each character beyond 16 bits as the two halves that JavaScript has of it."""
    wide = text.encode("utf-16-le", "surrogatepass")
    return "".join(chr(wide[place] | wide[place + 1] << 8) for place in range(0, len(wide), 2))
