"""Markdown pages of the documentation: where they are, their order, and what a built site changes in them.

The pages are written for a code host, where links lead through the folders of the checkout. In the site all of them
stand side by side, and what is no page there is named instead of linked.
"""

import re
import shutil
from collections.abc import Iterator
from functools import cache
from html import escape
from pathlib import Path
from urllib.parse import quote

from tessella.errors import TessellaError
from tessella.i18n import N_, _

_HERE = Path(__file__).resolve().parent

SECTIONS = (
    (N_("Tours"), ("players", "learners", "makers", "researchers", "contributors")),
    (N_("Playing"), ("2048", "sudoku", "variants", "web", "notebook")),
    (N_("Learning"), ("lessons", "end-games", "ratings", "learn")),
    (N_("Making"), ("maker", "variant-formats", "datasets")),
    (N_("Research"), ("environments", "training", "2048-engine", "referee", "sudoku-engine", "luck")),
    (N_("Reference"), ("api", "reference/index", "glossary", "gallery")),
    (N_("Contributing"), ("contributing", "design", "changelog")),
)
"""The pages beside the first one, as the sidebar lists them."""

ABOVE = {"changelog": "CHANGELOG.md", "contributing": "CONTRIBUTING.md"}
"""Pages that stand above `docs/` in a checkout."""

NOT_RUN = frozenset({"environments", "training", "datasets"})
"""Pages on what a browser's Python lacks: Gymnasium, training, pyarrow."""

NEEDS_MORE = r"\b(?:numpy|make_env|canonical|\w+_many)\b|\btessella\.(?:play|watch)\("
"""What an example says that needs numpy, compiled code or a notebook, on the other pages."""

GENERATED = frozenset({"reference/index"})

_LINK = re.compile(r"(?<!\\)(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
_FENCE = re.compile(r"^( *)(`{3,}|~{3,}).*?^\1\2[ \t]*$\n?", re.DOTALL | re.MULTILINE)
_HEADING = re.compile(r"^(#{1,6}) +(.+?) *$", re.MULTILINE)
# A break between Chinese characters, in a list too, would be shown as a space.
_CHINESE_BREAK = re.compile(r"(?<=[\u3000-\u9fff\uff00-\uffef])\n {0,3}(?=[\u3400-\u9fff（“])")
_LIVE = re.compile(r"^<!-- live: (\S+) -->$", re.MULTILINE)
_PLAY = re.compile(r"^<!-- play -->$", re.MULTILINE)


def folder() -> Path:
    """Return the folder of the Markdown: that of the checkout, or what came with the wheel."""
    for found in (_HERE / "markdown", _HERE.parents[3] / "docs"):
        if (found / "index.md").is_file():
            return found
    raise TessellaError(_("expected the pages of the documentation in {text}"), text=_HERE / "markdown")


def names() -> tuple[str, ...]:
    """Return the names of all pages that are written by hand, the first one first."""
    return "index", *(name for _caption, listed in SECTIONS for name in listed if name not in GENERATED)


def source(name: str, lang: str) -> Path | None:
    """Return the file of a page in a language, None where it is not translated."""
    top = folder()
    if lang != "en":
        found = top / lang / f"{name}.md"
        return found if found.is_file() else None
    above = ABOVE.get(name)
    if above is None:
        return top / f"{name}.md"
    return next(path for path in (top / above, top.parent / above) if path.is_file())


def pieces(text: str) -> Iterator[tuple[bool, str]]:
    r"""Yield a page in pieces, and whether each is prose, not a block of code between fences.

    >>> list(pieces("a\n```text\n# b\n```\nc"))
    [(True, 'a\n'), (False, '```text\n# b\n```\n'), (True, 'c')]
    """
    end = 0
    for fence in _FENCE.finditer(text):
        yield True, text[end : fence.start()]
        yield False, fence[0]
        end = fence.end()
    yield True, text[end:]


def headings(text: str) -> list[tuple[int, str]]:
    r"""Return the headings of a page with their depth.

    >>> headings("# A\n\n```text\n# b\n```\n## C")
    [(1, 'A'), (2, 'C')]
    """
    prose = "".join(piece for is_prose, piece in pieces(text) if is_prose)
    return [(len(found[1]), found[2]) for found in _HEADING.finditer(prose)]


def slug(heading: str) -> str:
    """Return the anchor that code hosts give a heading.

    >>> slug("Multi-user: separate `games`"), slug("提示和难度")
    ('multi-user-separate-games', '提示和难度')
    """
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


@cache
def anchors(lang: str) -> dict[str, str]:
    """Return the English anchor of each heading of the translated pages, by the anchor that a code host gives it.

    Links from pages that are translated to those that are not, and back, then lead to the same place.
    """
    found: dict[str, str] = {}
    for name in names():
        english, translated = source(name, "en"), source(name, lang)
        if english and translated and lang != "en":
            # A translation that has fallen behind leads to what it has; a test tells of it.
            pairs = zip(*(headings(path.read_text(encoding="utf-8")) for path in (english, translated)), strict=False)
            found |= {slug(theirs): slug(ours) for (_depth, ours), (_same, theirs) in pairs}
    return found


def _at_home(link: re.Match[str], translated: dict[str, str]) -> str:
    """Return a link as it is in the site."""
    picture, words, target = link.groups()
    path, _hash, anchor = target.partition("#")
    if ":" in target or not path:
        return f"{picture}[{words}]({path}#{translated.get(anchor, anchor)})" if not path else link[0]
    page = {"CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md", "README.md": "index.md"}
    last = path.rpartition("/")[2]
    if "examples/" in path and last.endswith(".py"):
        return f"[{words}](examples.md#{slug(last)})"
    if path.endswith("examples"):
        return f"[{words}](examples.md)"
    if last.endswith(".md") and "benchmarks/" not in path:
        return f"[{words}]({page.get(last, last)}{'#' * bool(anchor)}{translated.get(anchor, anchor)})"
    if last.endswith((".svg", ".png")):
        return f"{picture}[{words}]({path.removeprefix('../')})"
    return words


def in_site(text: str, lang: str, translated: dict[str, str], root: str) -> str:
    """Return a page as the site has it: its links, and live boards or the way to the app where comments ask for them.

    `root` leads from the page to the top of the site, "" or "../".
    """

    def changed(prose: str) -> str:
        prose = _CHINESE_BREAK.sub("", prose)
        prose = _LINK.sub(lambda link: _at_home(link, translated), prose)
        prose = _PLAY.sub(lambda _found: _way_to_app(lang, root), prose)
        return _LIVE.sub(lambda found: live_board(found[1], lang, root), prose)

    # A session ends with a blank line, for doctest to see the end of what is printed; a reader need not.
    return "".join(
        changed(piece) if is_prose else piece.replace("\n\n```", "\n```") for is_prose, piece in pieces(text)
    )


def live_board(id: str, lang: str, root: str) -> str:
    """Return the HTML of a place where a game can be played, which loads nothing before it is asked for."""
    address, words = escape(play_address(id, lang, root)), escape(_("Play it here"))
    return f'<div class="live-board" data-game="{escape(id)}"><a href="{address}">{words}</a></div>'


def _way_to_app(lang: str, root: str) -> str:
    words = escape(_("Play in this browser"))
    return f'<p><a class="play" href="{root}play/?lang={lang}">{words}</a></p>'


def play_address(id: str, lang: str, root: str) -> str:
    """Return the address of a game in the site.

    >>> play_address("sudoku:easy#42", "zh", "../")
    '../play/?g=sudoku:easy%2342&lang=zh'
    """
    return f"{root}play/?g={quote(id, safe=':=,')}&lang={lang}"


def copy_pictures(target: Path) -> None:
    """Copy the pictures of the pages, with the folders that they stand in."""
    top = folder()
    for path in sorted((*top.rglob("*.svg"), *top.rglob("*.png"))):
        copy = target / path.relative_to(top)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)


def sidebar() -> str:
    """Return what puts all pages into the sidebar, as MyST."""
    parts = []
    for caption, listed in SECTIONS:
        more = ("examples",) if "learn" in listed else ()
        parts += ["", "```{toctree}", f":caption: {_(caption)}", ":hidden:", "", *listed, *more, "```"]
    return "\n".join([*parts, ""])
