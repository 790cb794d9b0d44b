"""Pages as SVG."""

from html import escape

from tessella.sudoku.printing.shapes import FIGURE_MIDDLE, Line, Page, Text

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
    for shape in page.shapes:
        if isinstance(shape, Text):
            lines.append(_svg_text(shape))
        elif isinstance(shape, Line):
            path = f"M{_short(shape.x1)} {_short(shape.y1)}L{_short(shape.x2)} {_short(shape.y2)}"
            lines.append(f'<path d="{path}" stroke="#000" stroke-width="{_short(shape.width)}"/>')
        else:
            place = f'x="{_short(shape.x)}" y="{_short(shape.y)}" width="{_short(shape.w)}" height="{_short(shape.h)}"'
            edge = f'fill="none" stroke="#000" stroke-width="{_short(shape.width)}"'
            ground = f'fill="{_grey(shape.grey)}"'
            lines.append(f"<rect {place} {edge if shape.width else ground}/>")
    return "\n".join([*lines, "</g>", "</svg>", ""])


def _svg_text(shape: Text) -> str:
    base = shape.y + FIGURE_MIDDLE * shape.size if shape.centred else shape.y
    looks = [f'x="{_short(shape.x)}" y="{_short(base)}" font-size="{_short(shape.size)}"']
    if shape.anchor != "start":
        looks.append(f'text-anchor="{shape.anchor}"')
    if shape.bold:
        looks.append('font-weight="bold"')
    if shape.grey:
        looks.append(f'fill="{_grey(shape.grey)}"')
    if shape.turned:
        looks.append(f'transform="rotate(180 {_short(shape.x)} {_short(shape.y)})"')
    return f"<text {' '.join(looks)}>{escape(shape.text)}</text>"


def _short(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")


def _grey(grey: float) -> str:
    return "#" + f"{round(255 * grey):02x}" * 3
