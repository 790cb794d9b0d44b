"""SudokuPad: links with the puzzle in them, as f-puzzles has it or as a drawing.

    https://sudokupad.app/fpuzN4Ig...    what f-puzzles has
    https://sudokupad.app/sclN4Sw...     a drawing, `ctc` in older links

A drawing says what is seen, not what it means. Read are givens, regions, cages with sums and the text of the rules,
which must speak of nothing else; a drawing with lines or signs is refused. Short links name a puzzle on a server.
"""

import json
import re
from typing import Any
from urllib.parse import quote, unquote

from tessella.errors import ParseError
from tessella.i18n import _
from tessella.sudoku.formats.base import NOTHING_SAID, About
from tessella.sudoku.formats.variants import fpuzzles, lz_string, sudokupad_drawing
from tessella.sudoku.formats.variants.base import (
    VariantPuzzle,
    refusing,
)
from tessella.sudoku.rules.cells import Cells

URL = "https://sudokupad.app/"
_HOSTS = r"(?:https?://)?(?:(?:www\.|beta\.|alpha\.)?sudokupad\.app|app\.crackingthecryptic\.com)/(?:sudoku/)?(?:\?puzzleid=)?"
_LINK = re.compile(_HOSTS + r"([^?#\s]+)\S*")
_PACKED = re.compile(r"(scl|ctc|fpuzzles|fpuz)([A-Za-z0-9+/= ]{8,})")
_DEPTH = 40  # of objects in each other
_LONG_NAMES = {
    "c": "color",
    "ca": "cages",
    "ct": "center",
    "c1": "borderColor",
    "c2": "backgroundColor",
    "ce": "cells",
    "cs": "cellSize",
    "a": "arrows",
    "o": "overlays",
    "u": "underlays",
    "w": "width",
    "h": "height",
    "v": "value",
    "vd": "videos",
    "l": "lines",
    "r": "rounded",
    "re": "regions",
    "fs": "fontSize",
    "th": "thickness",
    "hl": "headLength",
    "wp": "wayPoints",
    "t": "title",
    "te": "text",
    "d": "duration",
}


def find(text: str) -> str:
    """Return the packed puzzle of a link, or of an id that stands alone; "" where there is none.

    >>> find("https://sudokupad.app/fpuzN4IgzglgXg%3D")
    'fpuzN4IgzglgXg='
    """
    text = text.strip()
    match = _LINK.fullmatch(text)
    name = unquote(match[1]) if match else text
    return name if match or (_PACKED.fullmatch(name) and len(name) > 80) else ""


def parse(packed: str) -> VariantPuzzle:
    """Return the puzzle of a packed text; raises `ParseError` or `RulesError`."""
    match = _PACKED.fullmatch(packed)
    if match is None:
        raise ParseError(_("expected a link that holds its puzzle, such as scl..., got {text}"), text=packed)
    if match[1].startswith("fpuz"):
        return fpuzzles.parse(match[2])
    text = lz_string.decompress(match[2])
    with refusing(_("expected a puzzle of SudokuPad, got {text}"), text):
        return sudokupad_drawing.read(_Zipped(text).value())


def write(cells: Cells, solution: Cells | None = None, about: About = NOTHING_SAID) -> str:
    """Return a puzzle as a link that SudokuPad opens as f-puzzles does; raises `ParseError` for other rules."""
    return URL + "fpuz" + quote(fpuzzles.pack(cells, solution, about), safe="")


def write_drawing(cells: Cells, solution: Cells | None = None, about: About = NOTHING_SAID) -> str:
    """Return a puzzle as a link that SudokuPad opens as a drawing, with its rules in words."""
    value = sudokupad_drawing.as_object(cells, solution, about)
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return URL + "scl" + quote(lz_string.compress(text), safe="")


# --- Reading ----------------------------------------------------------------------------------------------------------


class _Zipped:
    """Zipped JSON: names without quotes, strings in single ones, and nothing in place of an empty object in a list."""

    def __init__(self, text: str) -> None:
        self.text, self.place = text, 0

    def value(self, depth: int = 0) -> Any:
        """Return the value that begins here; raises ValueError or IndexError where there is none."""
        if depth > _DEPTH:
            raise ValueError
        self._skip()
        sign = self.text[self.place]
        if sign in "'\"":
            return self._string()
        if sign == "{":
            return self._object(depth)
        if sign == "[":
            return self._list(depth)
        return self._word()

    def _skip(self) -> None:
        while self.place < len(self.text) and self.text[self.place].isspace():
            self.place += 1

    def _take(self, signs: str) -> str:
        """Return the next sign, which is one of these."""
        self._skip()
        sign = self.text[self.place]
        if sign not in signs:
            raise ValueError
        self.place += 1
        return sign

    def _string(self) -> str:
        match = re.compile(r"""(['"])((?:[^\\]|\\.)*?)\1""", re.DOTALL).match(self.text, self.place)
        if match is None:
            raise ValueError
        self.place = match.end()
        names = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
        return re.sub(
            r"\\(u[0-9A-Fa-f]{4}|.)",
            lambda found: chr(int(found[1][1:], 16)) if len(found[1]) > 1 else names.get(found[1], found[1]),
            match[2],
            flags=re.DOTALL,
        )

    def _object(self, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        self._take("{")
        self._skip()
        if self.text[self.place] == "}":
            self.place += 1
            return found
        while True:
            self._skip()
            name = self._string() if self.text[self.place] in "'\"" else str(self._word(":"))
            self._take(":")
            found[_LONG_NAMES.get(name, name)] = self.value(depth + 1)
            if self._take(",}") == "}":
                return found

    def _list(self, depth: int) -> list[Any]:
        found: list[Any] = []
        self._take("[")
        self._skip()
        if self.text[self.place] == "]":
            self.place += 1
            return found
        while True:
            self._skip()
            found.append({} if self.text[self.place] in ",]" else self.value(depth + 1))
            if self._take(",]") == "]":
                return found

    def _word(self, ends: str = ",]}") -> Any:
        match = re.compile(rf"[^{re.escape(ends)}\s'\"]+").match(self.text, self.place)
        if match is None:
            raise ValueError
        self.place = match.end()
        word = match[0]
        if re.fullmatch(r"-?\d{1,9}", word, re.ASCII) and ends != ":":
            return int(word)
        if re.fullmatch(r"-?\d*\.\d{1,15}", word, re.ASCII):
            return float(word)
        return {"t": True, "f": False, "true": True, "false": False, "null": None}.get(word, word) if (
            ends != ":") else word  # fmt: skip
