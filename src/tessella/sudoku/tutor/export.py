"""Hints and whole paths as text, pictures, JSON with every field of the steps, or a page of HTML by itself."""

import dataclasses
import json
import re
import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from itertools import chain, islice
from typing import Any

from tessella import i18n
from tessella.i18n import _, ngettext
from tessella.palette import THEMES
from tessella.sudoku import rendering
from tessella.sudoku.board import Board
from tessella.sudoku.explainer.search_order import scale_name
from tessella.sudoku.geometry import cell_name, digits_of
from tessella.sudoku.rating.scale import RATINGS
from tessella.sudoku.rules.ruleset import CLASSIC
from tessella.sudoku.techniques.registry import technique_of
from tessella.sudoku.tutor.hints import Hint

FORMATS = ("text", "svg", "json", "html")
STAGES = (1, 2, 3, 4)


def rating(hint: Hint) -> float | None:
    """Return the rating of a step as in Sudoku Explainer 1.2.1, None where it depends on the case or is not known.

    Of variants only the techniques have one that are theirs alone: their place on that scale.
    """
    if hint.rating or hint.step is None:
        return hint.rating or None
    technique = technique_of(hint.step)
    if hint.board.rules != CLASSIC:
        return technique.difficulty / 10 or None
    tenths = None if technique.varies else RATINGS.get(scale_name(hint.step))
    return None if tenths is None else tenths / 10


def _heading(hint: Hint) -> str:
    if (found := rating(hint)) is None:
        return hint.technique
    return _("{technique} ({rating})").format(technique=hint.technique, rating=f"{found:.1f}")


def _signs(hint: Hint) -> str:
    signs = [_("=8 a digit"), _("[ ] the pattern")]
    if step := hint.step:
        signs += [_("8! is placed")] * bool(step.placements) + [_("8- is removed")] * bool(step.eliminations)
        signs += [_("8? is assumed; below, + means true and - false")] * bool(step.chains)
    return "   ".join(signs)


def as_text(hint: Hint, number: int | None = None, *, stage: int = 3, grid: bool = True) -> str:
    """Return a hint as text, its first stages only or with the grid that it is about, as step `number` of a path.

    >>> from tessella.sudoku.tutor.hints import hint
    >>> print(as_text(hint(Board.parse("1...|..2.|.3..|...4")), 7, grid=False))
    7. hidden single in a box
       Look at box 1.
       In box 1, 2 can only be in r1c2: r2c3 blocks the other cells. So r1c2 is 2.
    """
    drawn = [*hint.draw().split("\n"), ""] if grid and stage >= 3 else []
    if number is None:
        if drawn and hint.board.constraints:  # whose cages and lines no grid of candidates shows
            drawn = [*str(hint.board).split("\n"), "", *drawn]
        if drawn and not hint.is_plain:
            drawn[-1:] = ["", *textwrap.wrap(_signs(hint), 100), ""]
        return "\n".join([*drawn, *filter(None, [hint.where, _heading(hint), hint.reason, hint.notation][:stage])])
    margin = " " * len(f"{number}. ")
    lines = [f"{number}. {_heading(hint)}", margin + hint.where]
    lines += [(margin + line).rstrip() for line in ["", *drawn] if drawn]
    return "\n".join([*lines, textwrap.indent(hint.reason, margin)])


def as_json(hint: Hint, number: int | None = None) -> dict[str, Any]:
    """Return a hint as what JSON can hold: what it says, what it does, and every field of its step.

    Cells are named as in moves (`r4c7`), houses `r1` to `r9`, `c1` to `c9` and `b1` to `b9`; `grid` holds the digits
    that the step was found with, row by row, and `candidates` those of each blank cell.
    """
    size, grid, signs = hint.board.size, hint.grid, hint.board.rules.signs
    values: dict[str, Any] = {} if number is None else {"number": number}
    return values | {
        "technique": hint.technique,
        "rating": rating(hint),
        "where": hint.where,
        "reason": hint.reason,
        "notation": hint.notation,
        "moves": list(hint.moves),
        "mistakes": list(hint.mistakes),
        "cells": [cell_name(cell, size) for cell in hint.cells],
        "grid": Board.of_givens(grid.digits, hint.board.box, hint.board.constraints).to_text(),
        "candidates": {
            cell_name(cell, size): "".join(signs[digit] for digit in digits_of(mask))
            for cell, mask in enumerate(grid.marks)
            if not grid.digits[cell]
        },
        "step": None if hint.step is None else _plain(hint.step, "", signs),
    }


def _plain(value: Any, name: str, signs: str) -> Any:
    size = len(signs) - 1
    if dataclasses.is_dataclass(value) or hasattr(value, "_fields"):
        fields = value._fields if hasattr(value, "_fields") else [field.name for field in dataclasses.fields(value)]
        return {field: _plain(getattr(value, field), field, signs) for field in fields}
    if name in ("placements", "eliminations"):
        sign = "=" if name == "placements" else "<>"
        return [f"r{row}c{col}{sign}{signs[digit]}" for digit, row, col in value]
    if isinstance(value, tuple):
        return [_plain(one, name, signs) for one in value]
    if name in ("cells", "cell", "second", "fins"):
        return cell_name(value, size)
    if name in ("houses", "covers"):
        return f"{'rcb'[value // size]}{value % size + 1}"
    return value


def path_as_json(puzzle: Board, hints: Iterable[Hint]) -> Iterator[str]:
    """Yield a path as the text of one JSON object: puzzle and steps; nothing where the first step raises an error."""
    hints = iter(hints)
    first = list(islice(hints, 1))
    yield f'{{"puzzle": {json.dumps(puzzle.to_text())}, "steps": [\n'
    for number, hint in enumerate(chain(first, hints), 1):
        yield ",\n" * (number > 1) + json.dumps(as_json(hint, number), ensure_ascii=False)
    yield "\n]}\n"


def as_svg(hint: Hint) -> str:
    """Return a hint as one SVG picture, with the numbers of rows and columns at its sides."""
    cell = _cell_width(hint.board)
    return _numbered(hint.svg(cell=cell), hint.board.size, cell) + "\n"


def _cell_width(board: Board) -> int:
    return 48 if board.size <= 9 else 16 * max(board.box)


def _numbered(svg: str, size: int, cell: int) -> str:
    """Return a picture of a grid with the numbers of its rows and columns, as the sentences name them."""
    side, margin = size * cell, 20
    whole = side + margin + 2
    view = f'viewBox="-{margin} -{margin} {whole} {whole}" width="{whole}" height="{whole}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {view}>',
        f'<rect x="-{margin}" y="-{margin}" width="{whole}" height="{whole}" fill="#fff"/>',
        '<g font-family="sans-serif" font-size="12" fill="#666" text-anchor="middle">',
    ]
    for n in range(size):
        middle = n * cell + cell / 2
        lines.append(f'<text x="{middle:g}" y="-6">{n + 1}</text><text x="-10" y="{middle + 4:g}">{n + 1}</text>')
    return "\n".join(lines) + "\n</g>" + svg.partition(">")[2]


def path_as_svg(hints: Iterable[Hint]) -> Iterator[str]:
    """Yield the text of one SVG picture with the steps of a path one below the other, each under its name."""
    drawn = [(f"{number}. {_heading(hint)}", as_svg(hint)) for number, hint in enumerate(hints, 1)]
    sizes = [re.search(r' width="(\d+)" height="(\d+)"', one) for _title, one in drawn]
    wide, high = (max((int(size[n]) for size in sizes if size), default=0) for n in (1, 2))
    row = high + 48
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide + 32} {row * len(drawn) + 16}"'
        f' width="{wide + 32}" height="{row * len(drawn) + 16}">\n<rect width="100%" height="100%" fill="#fff"/>\n'
    )
    for number, (title, one) in enumerate(drawn):
        top = number * row
        yield f'<text x="18" y="{top + 34}" font-family="sans-serif" font-size="18">{escape(title)}</text>\n'
        yield one.replace("<svg ", f'<svg x="16" y="{top + 44}" ', 1)
    yield "</svg>\n"


_COLOURS = ("background", "surface", "text", "muted", "accent", "success", "error", "box_border")

_STYLE = """
:root { color-scheme: light dark; %(light)s }
@media (prefers-color-scheme: dark) { :root { %(dark)s } svg.grid { filter: invert(.93) hue-rotate(180deg); } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 64rem; padding: 1.5rem 1rem 4rem; background: var(--background); color: var(--text);
  font: 1rem/1.55 system-ui, sans-serif; }
h1 { font-size: 1.6rem; margin: 0 0 1rem; }
h2 { font-size: 1.15rem; margin: 0 0 .5rem; }
a { color: var(--accent); }
svg.grid { display: block; width: 100%%; height: auto; }
svg.grid > rect { fill: none; }
.top, .step { display: grid; grid-template-columns: minmax(0, %(wide)s) minmax(0, 1fr); gap: 1rem 2rem; }
.step { padding: 1.25rem 0; border-top: 1px solid var(--box-border); }
ol { list-style: none; margin: 1.5rem 0 0; padding: 0; }
.number { color: var(--muted); font-weight: normal; }
.rating { color: var(--muted); font-weight: normal; white-space: nowrap; }
.where { color: var(--muted); margin: 0 0 .5rem; }
.reason, .notation { margin: 0; overflow-wrap: anywhere; white-space: pre-line; }
.notation { margin-top: .5rem; font: .9rem/1.55 ui-monospace, monospace; }
.key { margin: 1rem 0 0; padding: 0; list-style: none; font-size: .9rem; color: var(--muted); }
.key svg { width: 1.1em; height: 1.1em; vertical-align: -.2em; margin-right: .5em; }
@media (max-width: 40rem) { .top, .step { grid-template-columns: 1fr; } }
@media print {
  :root { %(light)s } body { max-width: none; padding: 0; font-size: 10pt; } svg.grid { filter: none; }
  .top, .step { grid-template-columns: %(print)s 1fr; gap: .5rem 1rem; }
  .step { break-inside: avoid; padding: .5rem 0; }
}
"""


def _key() -> Iterator[tuple[str, str]]:
    yield '<rect width="16" height="16" fill="#08c" fill-opacity=".25"/>', _("the cells of the pattern")
    yield (
        '<rect width="16" height="16" fill="#d80" fill-opacity=".25"/>',
        _("its fins or other half, or digits that block"),
    )
    yield '<circle cx="8" cy="8" r="6" fill="none" stroke="#070" stroke-width="2"/>', _("a digit that is placed")
    yield '<path d="M2 14L14 2" stroke="#c00" stroke-width="2"/>', _("a candidate that is removed")
    yield '<path d="M3 3H13V13H3Z" fill="none" stroke="#507" stroke-width="1.5"/>', _("the start of a chain")
    line = '<path d="M0 4H16" stroke="#507" stroke-width="2"/>'
    yield (
        f'{line}<path d="M0 12H16" stroke="#507" stroke-width="2" stroke-dasharray="4 3"/>',
        _("the links of a chain (weak links dashed)"),
    )


def as_page(puzzle: Board, hints: Sequence[Hint], *, title: str = "") -> str:
    """Return hints as one page of HTML, each with its picture and its sentences; it needs no script and no other file.

    It follows the reader's choice of light or dark, can be printed, and says which language it is in.
    """
    title = title or _("A Sudoku step by step")
    wide, printed = ("22rem", "6cm") if puzzle.size <= 9 else ("36rem", "11cm")
    colours = {
        theme: " ".join(f"--{name.replace('_', '-')}: {getattr(THEMES[theme], name)};" for name in _COLOURS)
        for theme in ("light", "dark")
    }
    style = _STYLE % {**colours, "wide": wide, "print": printed}
    cell = _cell_width(puzzle)
    drawn = rendering.svg(
        Board.of_givens(puzzle.digits, puzzle.box, puzzle.constraints), cell=cell, title=_("the puzzle")
    )
    lines = [
        "<!DOCTYPE html>",
        f'<html lang="{i18n.language_tag()}">',
        '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title><style>{style}</style></head>",
        f"<body><main><h1>{escape(title)}</h1>",
        f'<div class="top">{_inline(_numbered(drawn, puzzle.size, cell))}<div>',
        f"<p>{escape(_summary(hints))}</p>",
        '<ul class="key">',
        *(f'<li><svg viewBox="0 0 16 16" aria-hidden="true">{sign}</svg>{escape(text)}</li>' for sign, text in _key()),
        "</ul></div></div><ol>",
        *(_section(number, hint) for number, hint in enumerate(hints, 1)),
        "</ol></main></body></html>",
    ]
    return "\n".join(lines) + "\n"


def _inline(svg: str) -> str:
    """Return a picture for a page, which says to a screen reader what its title says."""
    return svg.replace("<svg ", '<svg class="grid" role="img" ', 1)


def _summary(hints: Sequence[Hint]) -> str:
    """Return how many steps there are, and of which techniques, the easiest first as they come."""
    times = Counter(hint.technique for hint in hints)
    used = _(", ").join(_("{technique} {n}x").format(technique=name, n=n) for name, n in times.items())
    count = ngettext("{n} step: {used}.", "{n} steps: {used}.", len(hints))
    return count.format(n=len(hints), used=used)


def _section(number: int, hint: Hint) -> str:
    found = rating(hint)
    notation = f'<p class="notation">{escape(hint.notation)}</p>' if hint.notation else ""
    mark = "" if found is None else f' <span class="rating">{found:.1f}</span>'
    return (
        f'<li class="step">{_inline(as_svg(hint))}<div>'
        f'<h2><span class="number">{number}.</span> {escape(hint.technique)}{mark}</h2>'
        f'<p class="where">{escape(hint.where)}</p><p class="reason">{escape(hint.reason)}</p>{notation}</div></li>'
    )


PATHS: dict[str, Callable[[Board, Iterable[Hint]], Iterable[str]]] = {  # a whole path as text, by its format
    "svg": lambda _puzzle, hints: path_as_svg(hints),
    "json": path_as_json,
    "html": lambda puzzle, hints: [as_page(puzzle, list(hints))],
}
