"""Fonts of this machine for characters that Helvetica lacks."""

import logging
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from tessella.errors import ParseError, TessellaError, cannot_read
from tessella.i18n import _
from tessella.io import extras
from tessella.sudoku.printing.layout import FIGURE_MIDDLE


class Font(NamedTuple):
    """A font file, which face of it, which signs it has, the middle of its figures, and whether it sets everything."""

    path: Path
    face: int
    signs: frozenset[str]
    middle: float
    everywhere: bool = False

    def has(self, text: str) -> bool:
        """Return whether it has every sign of a text."""
        return self.signs.issuperset(text)


def _places() -> list[Path]:
    home = Path.home()
    places = [
        *map(Path, ("/usr/share/fonts", "/usr/local/share/fonts", "/System/Library/Fonts", "/Library/Fonts")),
        home / ".local/share/fonts",
        home / ".fonts",
        home / "Library/Fonts",
        *sorted(Path("/System/Library").glob("AssetsV2/com_apple_MobileAsset_Font*")),
    ]
    for variable, below in (("WINDIR", "Fonts"), ("LOCALAPPDATA", "Microsoft/Windows/Fonts")):
        if folder := os.environ.get(variable):
            places.append(Path(folder) / below)
    return places


# How the files of fonts begin that are looked for: with Chinese signs, the best ones first, then with other letters.
_PREFERRED = (
    "notosanscjksc-regular",
    "notosanssc-regular",
    "sourcehansanssc-regular",
    "sourcehansanscn-regular",
    "notosanscjk-regular",
    "pingfang",
    "hiragino sans gb",
    "msyh.",
    "deng.",
    "stheiti light",
    "stheiti medium",
    "wqy-microhei",
    "wqy-zenhei",
    "notosanssc",
    "simhei",
    "simsun",
    "droidsansfallback",
    "notoserifcjk-regular",
    "notoserifsc",
    "songti",
    "uming",
    "arial unicode",
    "arialuni",
    "dejavusans.",
    "arial.",
    "segoeui.",
    "liberationsans-regular",
    "notosans-regular",
)
_SUFFIXES = (".ttf", ".otf", ".ttc", ".otc")


def choose_font(text: str, file: str | None = None) -> Font | None:
    """Return the font that a file holds, or one of this machine with all signs of `text`, or with most, or None.

    None is enough where Helvetica has the signs. Raises `TessellaError` for a file that is no font.
    """
    if file is not None:
        font = _open(Path(file))
        if not font.has("123456789"):
            raise ParseError(_("expected a font that has digits, got {text}"), text=file)
        return font._replace(everywhere=True)
    if is_latin(text):
        return None
    needed = {sign for sign in text if not is_latin(sign)}
    best: Font | None = None
    for path in _found(_places()):
        try:
            font = _open(path)
        except TessellaError:
            continue
        if font.signs >= needed:
            return font
        if len(font.signs & needed) > (len(best.signs & needed) if best else 0):
            best = font
    return best


def missing_characters(texts: Iterable[str], font: Font | None) -> str:
    """Return the signs of some texts that neither Helvetica nor the font has, sorted."""
    signs = {sign for text in texts for sign in text if not is_latin(sign)}
    return "".join(sorted(signs - (font.signs if font else frozenset())))


def is_latin(text: str) -> bool:
    """Return whether Helvetica has all signs of a text."""
    return text.isascii() or all(sign.isprintable() and ord(sign) < 256 for sign in text)


def _found(places: Iterable[Path]) -> list[Path]:
    """Return the files of fonts that are wanted, the best ones first."""
    found: list[tuple[int, str, Path]] = []
    for place in places:
        for folder, _folders, names in os.walk(place):
            for name in names:
                low = name.lower()
                rank = next((rank for rank, start in enumerate(_PREFERRED) if low.startswith(start)), None)
                if rank is not None and low.endswith(_SUFFIXES):
                    found.append((rank, low, Path(folder, name)))
    return [path for *_order, path in sorted(found)]


def _open(path: Path) -> Font:
    """Return the font that a file holds: of several faces the one for simplified Chinese."""
    tools, pens = load("fontTools.ttLib"), load("fontTools.pens.boundsPen")
    try:
        with path.open("rb") as file:
            many = file.read(4) == b"ttcf"
            file.seek(0)
            faces = tools.TTCollection(file, lazy=True).fonts if many else [tools.TTFont(file, lazy=True)]
            names = [str(face["name"].getDebugName(4)) for face in faces]
            number = next((n for n, name in enumerate(names) if {"SC", "GB", "CN"} & set(name.split())), 0)
            face = faces[number]
            _check_outlines(face)
            signs = dict(face.getBestCmap())
            pen = pens.BoundsPen(glyphs := face.getGlyphSet())
            if 56 in signs:
                glyphs[signs[56]].draw(pen)  # 8, the figure that fills all of its height
            high = face["head"].unitsPerEm
            middle = (pen.bounds[1] + pen.bounds[3]) / 2 / high if pen.bounds else FIGURE_MIDDLE
            return Font(path, number, frozenset(map(chr, signs)), middle)
    except OSError as error:
        raise ParseError(cannot_read(path, error)) from None
    except Exception as error:  # noqa: BLE001 - a broken font breaks its reader in many ways
        raise ParseError(_("expected a TrueType or OpenType font, got {text}"), text=path, hint=str(error)) from None


def _check_outlines(face: Any) -> None:
    """Raise where a font has no outlines that a PDF can hold, as the bitmaps and the newest fonts of some systems."""
    if not {"glyf", "CFF ", "CFF2"} & set(face.keys()):
        raise KeyError("glyf")


def load(module: str) -> Any:
    """Return a module that comes with fpdf2; raises `TessellaError`, which says how to get it."""
    found = extras.load(module, "pdf", _("a PDF"), hint=_("SVG needs no extra package: --format svg"))
    logging.getLogger("fontTools").setLevel(logging.ERROR)  # its talk about tables that are left out is for nobody
    return found
