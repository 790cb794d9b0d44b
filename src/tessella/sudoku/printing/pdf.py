"""How do drawn pages become a PDF or an SVG file, and in which font?

A page is a list of marks in points (1/72 inch) from its top left corner: strokes, frames and texts. English and digits
are set in Helvetica, which every reader of PDF has; what Helvetica has no signs for is set in a font of this machine,
or in the one that is asked for, and embedded: only the signs that are used. The same pages give the same bytes.
"""

import importlib
import logging
import os
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from tessella.errors import ParseError, TessellaError, quote
from tessella.i18n import _

__all__ = [
    "Font",
    "Frame",
    "Mark",
    "Page",
    "Stroke",
    "Text",
    "breadth",
    "choose_font",
    "lacking",
    "pdf",
    "ready",
    "svg",
]

MIDDLE = 0.355
"""The middle of a figure above its baseline, as a share of the size of Helvetica."""


class Stroke(NamedTuple):
    """A line from one point to another."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float


class Frame(NamedTuple):
    """A rectangle: its outline, or with a `width` of 0 its ground, in a grey from 0 (black) to 1."""

    x: float
    y: float
    w: float
    h: float
    width: float
    grey: float = 0


class Text(NamedTuple):
    """A line of text.

    It starts at `x`, ends there or has its middle there; `y` is the baseline, or the middle of its figures where it is
    `centred`. Turned, it stands on its head around the point.
    """

    x: float
    y: float
    text: str
    size: float
    anchor: str = "start"
    bold: bool = False
    grey: float = 0
    centred: bool = False
    turned: bool = False


Mark = Stroke | Frame | Text


class Page(NamedTuple):
    """A page of `width` by `height` points; with a `name` it is listed in the contents of a PDF."""

    width: float
    height: float
    marks: tuple[Mark, ...]
    name: str = ""

    @property
    def texts(self) -> Iterator[Text]:
        """The texts on it."""
        return (mark for mark in self.marks if isinstance(mark, Text))


def breadth(text: str) -> float:
    """Return about how wide a text is, as a multiple of its size, and not less.

    >>> breadth("r4c7") < breadth("第4行第7列")
    True
    """
    return sum(1.0 if unicodedata.east_asian_width(sign) in "WF" else 0.58 for sign in text)


# --- fonts ------------------------------------------------------------------------------------------------


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
    """Return where the fonts of this machine may be."""
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
_WANTED = (
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


def choose_font(text: str, file: str | None = None, places: Iterable[Path] | None = None) -> Font | None:
    """Return the font that a file holds, or one of this machine with all signs of `text`, or with most, or None.

    None is enough where Helvetica has the signs. Raises `TessellaError` for a file that is no font.
    """
    if file is not None:
        font = _open(Path(file))
        if not font.has("123456789"):
            raise ParseError(_("expected a font that has digits, got {text}").format(text=quote(file)))
        return font._replace(everywhere=True)
    if _is_latin(text):
        return None
    needed = {sign for sign in text if not _is_latin(sign)}
    best: Font | None = None
    for path in _found(_places() if places is None else places):
        try:
            font = _open(path)
        except TessellaError:
            continue
        if font.signs >= needed:
            return font
        if len(font.signs & needed) > (len(best.signs & needed) if best else 0):
            best = font
    return best


def lacking(texts: Iterable[str], font: Font | None) -> str:
    """Return the signs of some texts that neither Helvetica nor the font has, sorted."""
    signs = {sign for text in texts for sign in text if not _is_latin(sign)}
    return "".join(sorted(signs - (font.signs if font else frozenset())))


def _is_latin(text: str) -> bool:
    """Return whether Helvetica has all signs of a text."""
    return text.isascii() or all(sign.isprintable() and ord(sign) < 256 for sign in text)


def _found(places: Iterable[Path]) -> list[Path]:
    """Return the files of fonts that are wanted, the best ones first."""
    found: list[tuple[int, str, Path]] = []
    for place in places:
        for folder, _folders, names in os.walk(place):
            for name in names:
                low = name.lower()
                rank = next((rank for rank, start in enumerate(_WANTED) if low.startswith(start)), None)
                if rank is not None and low.endswith(_SUFFIXES):
                    found.append((rank, low, Path(folder, name)))
    return [path for *_order, path in sorted(found)]


def _open(path: Path) -> Font:
    """Return the font that a file holds: of several faces the one for simplified Chinese."""
    tools, pens = _load("fontTools.ttLib"), _load("fontTools.pens.boundsPen")
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
            middle = (pen.bounds[1] + pen.bounds[3]) / 2 / high if pen.bounds else MIDDLE
            return Font(path, number, frozenset(map(chr, signs)), middle)
    except OSError as error:
        message = _("expected a file that can be read, got {text} ({why})")
        raise ParseError(message.format(text=quote(path), why=error.strerror or error)) from None
    except Exception as error:  # noqa: BLE001 - a broken font breaks its reader in many ways
        message = _("expected a TrueType or OpenType font, got {text}")
        raise ParseError(message.format(text=quote(path)), hint=str(error)) from None


def _check_outlines(face: Any) -> None:
    """Raise where a font has no outlines that a PDF can hold, as the bitmaps and the newest fonts of some systems."""
    if not {"glyf", "CFF ", "CFF2"} & set(face.keys()):
        raise KeyError("glyf")


def _load(name: str) -> ModuleType:
    """Return a module that comes with fpdf2, or say how to get it."""
    try:
        # Only here: they are optional, and take longer to load than most commands.
        module = importlib.import_module(name)
    except ImportError:
        message = _('expected fpdf2 for a PDF, install it with: python -m pip install "tessella[pdf]"')
        raise TessellaError(message, hint=_("an SVG needs nothing: --format svg")) from None
    logging.getLogger("fontTools").setLevel(logging.ERROR)  # its talk about tables that are left out is for nobody
    return module


def ready() -> None:
    """Raise `TessellaError` where fpdf2 is missing, before there is any work."""
    _load("fpdf")


# --- PDF --------------------------------------------------------------------------------------------------

_NO_DAY = datetime(2000, 1, 1, tzinfo=UTC)
"""The creation date of every PDF, which has to have one: the same pages are the same file on every day."""


def pdf(
    pages: Sequence[Page],
    title: str,
    *,
    lang: str = "en",
    font: Font | None = None,
    flip: str = "",
    step: Any = None,
) -> bytes:
    """Return the pages as a PDF document; `step` is called after each page.

    `flip` is "short" or "long" where the sheets are to be printed on both sides and turned over that edge. Raises
    `TessellaError` where fpdf2 is missing.
    """
    pen = _Pen(_load("fpdf"), title, lang, font, flip)
    for page in pages:
        pen.draw(page)
        if step:
            step()
    return bytes(pen.document.output())


class _Pen:
    """Writes the marks of pages into a document."""

    def __init__(self, fpdf: Any, title: str, lang: str, font: Font | None, flip: str) -> None:
        prefs = _load("fpdf.prefs")
        self.document = document = fpdf.FPDF(unit="pt")
        document.set_auto_page_break(False)
        document.set_creation_date(_NO_DAY)
        document.set_title(title)
        document.set_lang("zh-CN" if lang == "zh" else "en-GB")
        document.set_creator("Tessella")
        duplex = {"short": "DUPLEX_FLIP_SHORT_EDGE", "long": "DUPLEX_FLIP_LONG_EDGE"}.get(flip)
        enums = _load("fpdf.enums")
        document.viewer_preferences = prefs.ViewerPreferences(
            display_doc_title=True, print_scaling="None", duplex=enums.Duplex[duplex] if duplex else None
        )
        self.font = font
        if font:
            document.add_font("own", "", font.path, collection_font_number=font.face)
        self.widths: dict[tuple[str, str, bool], float] = {}

    def draw(self, page: Page) -> None:
        """Add a page."""
        self.document.add_page(format=(page.width, page.height))
        if page.name:
            self.document.start_section(page.name)
        for mark in page.marks:
            if isinstance(mark, Text):
                self.write(mark)
            elif isinstance(mark, Stroke):
                self.document.set_line_width(mark.width)
                self.document.line(mark.x1, mark.y1, mark.x2, mark.y2)
            elif mark.width:
                self.document.set_line_width(mark.width)
                self.document.rect(mark.x, mark.y, mark.w, mark.h)
            else:
                self.document.set_fill_color(round(255 * mark.grey))
                self.document.rect(mark.x, mark.y, mark.w, mark.h, style="F")

    def write(self, mark: Text) -> None:
        """Write a text."""
        font, text = self.font, mark.text
        if missing := lacking([text], font):
            text = "".join("?" if sign in missing else sign for sign in text)
        own = font is not None and ((font.everywhere and font.has(text)) or not _is_latin(text))
        family = "own" if own else "helvetica"
        self.document.set_font(family, "B" if mark.bold and not own else "", mark.size)
        self.document.set_text_color(round(255 * mark.grey))
        shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[mark.anchor]
        left = mark.x - shift * self.width(text, family, bold=mark.bold) * mark.size if shift else mark.x
        middle = font.middle if own and font else MIDDLE
        base = mark.y + middle * mark.size if mark.centred else mark.y
        with ExitStack() as around:
            if mark.turned:
                around.enter_context(self.document.rotation(180, mark.x, mark.y))
            if mark.bold and own:  # one face is embedded: its strokes are made thicker
                width = 0.03 * mark.size
                around.enter_context(self.document.local_context(text_mode="FILL_STROKE", line_width=width))
            self.document.text(left, base, text)

    def width(self, text: str, family: str, *, bold: bool) -> float:
        """Return how wide a text is in the font that is set, as a multiple of its size."""
        key = (text, family, bold)
        if key not in self.widths:
            self.widths[key] = self.document.get_string_width(text) / self.document.font_size_pt
        return self.widths[key]


# --- SVG --------------------------------------------------------------------------------------------------

_FAMILIES = (
    "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', "
    "'Noto Sans CJK SC', 'PingFang SC', 'Microsoft YaHei', sans-serif"
)


def svg(page: Page, title: str, *, lang: str = "en") -> str:
    """Return a page as an SVG picture in its true size, in the fonts of whoever shows it.

    >>> svg(Page(72, 72, (Text(36, 36, "7", 20, "middle", centred=True),)), "Seven").splitlines()[3]
    '<text x="36" y="43.1" font-size="20" text-anchor="middle">7</text>'
    """
    size = f'width="{page.width / 72:.4f}in" height="{page.height / 72:.4f}in"'
    view = f'viewBox="0 0 {page.width:g} {page.height:g}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" xml:lang="{lang}" {size} {view}>',
        f"<title>{escape(title)}</title>",
        f'<g font-family="{_FAMILIES}"><rect width="{page.width:g}" height="{page.height:g}" fill="#fff"/>',
    ]
    for mark in page.marks:
        if isinstance(mark, Text):
            lines.append(_svg_text(mark))
        elif isinstance(mark, Stroke):
            path = f"M{_short(mark.x1)} {_short(mark.y1)}L{_short(mark.x2)} {_short(mark.y2)}"
            lines.append(f'<path d="{path}" stroke="#000" stroke-width="{_short(mark.width)}"/>')
        else:
            place = f'x="{_short(mark.x)}" y="{_short(mark.y)}" width="{_short(mark.w)}" height="{_short(mark.h)}"'
            edge = f'fill="none" stroke="#000" stroke-width="{_short(mark.width)}"'
            ground = f'fill="{_grey(mark.grey)}"'
            lines.append(f"<rect {place} {edge if mark.width else ground}/>")
    return "\n".join([*lines, "</g>", "</svg>", ""])


def _svg_text(mark: Text) -> str:
    base = mark.y + MIDDLE * mark.size if mark.centred else mark.y
    looks = [f'x="{_short(mark.x)}" y="{_short(base)}" font-size="{_short(mark.size)}"']
    if mark.anchor != "start":
        looks.append(f'text-anchor="{mark.anchor}"')
    if mark.bold:
        looks.append('font-weight="bold"')
    if mark.grey:
        looks.append(f'fill="{_grey(mark.grey)}"')
    if mark.turned:
        looks.append(f'transform="rotate(180 {_short(mark.x)} {_short(mark.y)})"')
    return f"<text {' '.join(looks)}>{escape(mark.text)}</text>"


def _short(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")


def _grey(grey: float) -> str:
    return "#" + f"{round(255 * grey):02x}" * 3
