"""Pages as documents: PDF and SVG.

In a PDF, English and digits are set in Helvetica, which every reader has; other characters in a font that is embedded,
as far as it is used. The same pages give the same bytes.
"""

from collections.abc import Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from html import escape
from typing import Any

from tessella.sudoku.printing.fonts import Font, is_latin, load, missing_characters
from tessella.sudoku.printing.layout import FIGURE_MIDDLE, Line, Page, Path, Rectangle, Shape, Text

# the creation date of every PDF, which has to have one: the same pages are the same file on every day
CREATED = datetime(2000, 1, 1, tzinfo=UTC)


def pdf_document(
    pages: Sequence[Page], title: str, *, lang: str = "en", font: Font | None = None, flip: str = ""
) -> bytes:
    """Return the pages as a PDF document.

    `flip` is "short" or "long" where the sheets are to be printed on both sides and turned over that edge. Raises
    `TessellaError` where fpdf2 is missing.
    """
    pen = _Pen(load("fpdf"), title, lang, font, flip)
    for page in pages:
        pen.draw(page)
    return bytes(pen.document.output())


class _Pen:
    """Writes the marks of pages into a document."""

    def __init__(self, fpdf: Any, title: str, lang: str, font: Font | None, flip: str) -> None:
        prefs = load("fpdf.prefs")
        self.document = document = fpdf.FPDF(unit="pt")
        document.set_auto_page_break(False)
        document.set_creation_date(CREATED)
        document.set_title(title)
        document.set_lang("zh-CN" if lang == "zh" else "en-GB")
        document.set_creator("Tessella")
        duplex = {"short": "DUPLEX_FLIP_SHORT_EDGE", "long": "DUPLEX_FLIP_LONG_EDGE"}.get(flip)
        enums = load("fpdf.enums")
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
        for shape in page.shapes:
            if isinstance(shape, Text):
                self.write(shape)
            elif isinstance(shape, Line):
                self.document.set_line_width(shape.width)
                self.document.line(shape.x1, shape.y1, shape.x2, shape.y2)
            elif isinstance(shape, Path):
                self.trace(shape)
            elif shape.width:
                self.document.set_line_width(shape.width)
                self.document.rect(shape.x, shape.y, shape.w, shape.h)
            else:
                self.document.set_fill_color(round(255 * shape.grey))
                self.document.rect(shape.x, shape.y, shape.w, shape.h, style="F")

    def trace(self, shape: Path) -> None:
        """Draw a path."""
        grey = round(255 * shape.grey)
        if not shape.width:
            self.document.set_fill_color(grey)
            self.document.polygon(shape.points, style="F")
            return
        self.document.set_line_width(shape.width)
        self.document.set_draw_color(grey)
        if shape.dashes:
            self.document.set_dash_pattern(shape.dashes[0], shape.dashes[1])
        with self.document.local_context(stroke_join_style="round"):
            self.document.polyline(shape.points)
        self.document.set_dash_pattern()
        self.document.set_draw_color(0)

    def write(self, shape: Text) -> None:
        """Write a text."""
        font, text = self.font, shape.text
        if missing := missing_characters([text], font):
            text = "".join("?" if sign in missing else sign for sign in text)
        own = font is not None and ((font.everywhere and font.has(text)) or not is_latin(text))
        family = "own" if own else "helvetica"
        self.document.set_font(family, "B" if shape.bold and not own else "", shape.size)
        self.document.set_text_color(round(255 * shape.grey))
        share = {"start": 0.0, "middle": 0.5, "end": 1.0}[shape.anchor]
        left = shape.x - (share * self.width(text, family, bold=shape.bold) * shape.size if share else 0)
        middle = font.middle if own and font else FIGURE_MIDDLE
        base = shape.y + middle * shape.size if shape.centred else shape.y
        with ExitStack() as around:
            if shape.turned:
                around.enter_context(self.document.rotation(180, shape.x, shape.y))
            if shape.bold and own:  # one face is embedded: its strokes are made thicker
                width = 0.03 * shape.size
                around.enter_context(self.document.local_context(text_mode="FILL_STROKE", line_width=width))
            self.document.text(left, base, text)

    def width(self, text: str, family: str, *, bold: bool) -> float:
        """Return how wide a text is in the font that is set, as a multiple of its size."""
        key = (text, family, bold)
        if key not in self.widths:
            self.widths[key] = self.document.get_string_width(text) / self.document.font_size_pt
        return self.widths[key]


_FAMILIES = (
    "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', "
    "'Noto Sans CJK SC', 'PingFang SC', 'Microsoft YaHei', sans-serif"
)


def svg_page(page: Page, title: str, *, lang: str = "en") -> str:
    """Return a page as an SVG picture in its true size, in the fonts of whoever shows it.

    >>> svg_page(Page(72, 72, (Text(36, 36, "7", 20, "middle", centred=True),)), "Seven").splitlines()[3]
    '<text x="36" y="43.1" font-size="20" text-anchor="middle">7</text>'
    """
    size = f'width="{page.width / 72:.4f}in" height="{page.height / 72:.4f}in"'
    view = f'viewBox="0 0 {page.width:g} {page.height:g}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" xml:lang="{lang}" {size} {view}>',
        f"<title>{escape(title)}</title>",
        f'<g font-family="{_FAMILIES}"><rect width="{page.width:g}" height="{page.height:g}" fill="#fff"/>',
    ]
    return "\n".join([*lines, *map(_svg_shape, page.shapes), "</g>", "</svg>", ""])


def _svg_shape(shape: Shape) -> str:
    if isinstance(shape, Line):
        x1, y1, x2, y2, width = map(_short, shape)
        return f'<path d="M{x1} {y1}L{x2} {y2}" stroke="#000" stroke-width="{width}"/>'
    if isinstance(shape, Rectangle):
        x, y, w, h, width, _ground = map(_short, shape)
        looks = f'fill="none" stroke="#000" stroke-width="{width}"' if shape.width else f'fill="{_grey(shape.grey)}"'
        return f'<rect x="{x}" y="{y}" width="{w}" height="{h}" {looks}/>'
    if isinstance(shape, Path):
        path, grey = "L".join(f"{_short(x)} {_short(y)}" for x, y in shape.points), _grey(shape.grey)
        if not shape.width:
            return f'<path d="M{path}Z" fill="{grey}"/>'
        dashes = f' stroke-dasharray="{" ".join(map(_short, shape.dashes))}"' if shape.dashes else ""
        looks = f'stroke="{grey}" stroke-width="{_short(shape.width)}" stroke-linejoin="round"{dashes}'
        return f'<path d="M{path}" fill="none" {looks}/>'
    base = shape.y + FIGURE_MIDDLE * shape.size if shape.centred else shape.y
    marks = [f'x="{_short(shape.x)}" y="{_short(base)}" font-size="{_short(shape.size)}"']
    if shape.anchor != "start":
        marks.append(f'text-anchor="{shape.anchor}"')
    if shape.bold:
        marks.append('font-weight="bold"')
    if shape.grey:
        marks.append(f'fill="{_grey(shape.grey)}"')
    if shape.turned:
        marks.append(f'transform="rotate(180 {_short(shape.x)} {_short(shape.y)})"')
    return f"<text {' '.join(marks)}>{escape(shape.text)}</text>"


def _short(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")


def _grey(grey: float) -> str:
    return "#" + f"{round(255 * grey):02x}" * 3
