"""SudokuPad: links with the puzzle in them, as f-puzzles has it or as a drawing.

    https://sudokupad.app/fpuzN4Ig...    what f-puzzles has
    https://sudokupad.app/sclN4Sw...     a drawing, `ctc` in older links

A drawing says what is seen, not what it means; see `sudokupad_drawing`. Short links name a puzzle on a server.
"""

import json
import re
from typing import Any
from urllib.parse import quote, unquote

from tessella.errors import ParseError
from tessella.i18n import _
from tessella.sudoku.formats.base import NOTHING_SAID, About
from tessella.sudoku.formats.variants import fpuzzles, lz_string, sudokupad_drawing
from tessella.sudoku.formats.variants.base import VariantPuzzle, refusing
from tessella.sudoku.rules.cells import Cells

URL = "https://sudokupad.app/"
_HOSTS = r"(?:https?://)?(?:(?:www\.|beta\.|alpha\.)?sudokupad\.app|app\.crackingthecryptic\.com)/(?:sudoku/)?(?:\?puzzleid=)?"
_LINK = re.compile(_HOSTS + r"([^?#\s]+)\S*")
_PACKED = re.compile(r"(scl|ctc|fpuzzles|fpuz)([A-Za-z0-9+/= ]{8,})")
_NAMES = (
    "c:color ca:cages ct:center c1:borderColor c2:backgroundColor ce:cells cs:cellSize a:arrows o:overlays u:underlays "
    "w:width h:height v:value vd:videos l:lines r:rounded re:regions fs:fontSize th:thickness hl:headLength "
    "wp:wayPoints t:title te:text d:duration"
)
_LONG_NAMES = dict(re.findall(r"(\w+):(\w+)", _NAMES))
_WORDS = {"t": "true", "f": "false"} | {word: word for word in ("true", "false", "null")}
_TOKEN = re.compile(r"""\s*(?:(['"])((?:[^\\]|\\.)*?)\1|([^\s{}\[\]:,'"]+)|([{}\[\]:,]))\s*""", re.DOTALL)
_ESCAPE = re.compile(r"\\(u[0-9A-Fa-f]{4}|.)", re.DOTALL)


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
        return sudokupad_drawing.read(_unzipped(text))


def write(cells: Cells, solution: Cells | None = None, about: About = NOTHING_SAID) -> str:
    """Return a puzzle as a link that SudokuPad opens as f-puzzles does; raises `ParseError` for other rules."""
    return URL + "fpuz" + quote(fpuzzles.pack(cells, solution, about), safe="")


def write_drawing(cells: Cells, solution: Cells | None = None, about: About = NOTHING_SAID) -> str:
    """Return a puzzle as a link that SudokuPad opens as a drawing, with its rules in words."""
    value = sudokupad_drawing.as_object(cells, solution, about)
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return URL + "scl" + quote(lz_string.compress(text), safe="")


def _unzipped(text: str) -> Any:
    """Return the value of zipped JSON; raises ValueError.

    Names stand without quotes, strings in single ones, and nothing in place of an empty object in a list.
    """
    found, place = [""], 0
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            raise ValueError
        place = match.end()
        quoted, held, word, sign = match.groups()
        if sign and sign in ",]" and found[-1] in ("[", ",")[sign == "]" :]:
            found.append("{}")
        if quoted:
            found.append(json.dumps(_ESCAPE.sub(_sign, held)))
        elif word:
            is_name = text[place : place + 1] == ":"
            found.append(json.dumps(word) if is_name else _WORDS.get(word) or _number(word) or json.dumps(word))
        else:
            found.append(sign)
    return json.loads("".join(found), object_pairs_hook=lambda held: {_LONG_NAMES.get(one, one): v for one, v in held})


def _sign(escape: re.Match[str]) -> str:
    held = escape[1]
    return chr(int(held[1:], 16)) if len(held) > 1 else {"n": "\n", "t": "\t", "r": "\r"}.get(held, held)


def _number(word: str) -> str:
    return word if re.fullmatch(r"-?(?:0|[1-9]\d{0,8})(?:\.\d{1,15})?", word, re.ASCII) else ""
