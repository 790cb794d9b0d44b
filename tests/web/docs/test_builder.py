"""The built documentation: pages, links, languages and the index of the search, as files."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from tessella.errors import TessellaError
from tessella.sudoku.tutor import lessons
from tessella.web.docs import builder, pages

pytest.importorskip("sphinx")
pytestmark = pytest.mark.slow


class Page(HTMLParser):
    """What leads out of a page, and what can be led to in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.unsafe: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note ids, links, what is loaded, and what a strict policy would refuse."""
        found = dict(attrs)
        self.ids |= {found.get("id") or "", found.get("name") or ""}
        if tag == "a" and found.get("href"):
            self.links.append(found["href"] or "")
        elif tag == "link" or "src" in found:
            self.loaded += [found.get("href") or found.get("src") or ""]
        self.unsafe += [name for name in found if name == "style" or name.startswith("on")]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the documentation, built once."""
    out = tmp_path_factory.mktemp("site")
    builder.build(out)
    return out


@pytest.fixture(scope="module")
def parsed(site: Path) -> dict[Path, Page]:
    """Return every page of the site."""
    return {path: Page(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}


def test_every_page_is_there_in_both_languages(site: Path) -> None:
    """Whatever there is in English is there in Chinese, which says where a page is not translated."""
    english = {str(path.relative_to(site)) for path in site.rglob("*.html")}
    chinese = {name.removeprefix("zh/") for name in english if name.startswith("zh/")}
    assert chinese == {name for name in english if not name.startswith("zh/")}
    assert {f"{name}.html" for name in pages.names()} <= english
    assert {f"lessons/{slug}.html" for slug in lessons.taught()} <= english
    for name in pages.names():
        untold = "本页还没有中文版" in (site / "zh" / f"{name}.html").read_text(encoding="utf-8")
        assert untold == (pages.source(name, "zh") is None), name


def test_no_link_is_broken(site: Path, parsed: dict[Path, Page]) -> None:
    """Links lead to pages and headings that are there, to the game beside them, or by https to elsewhere."""
    for path, page in parsed.items():
        for link in page.links + page.loaded:
            parts = urlsplit(link)
            if parts.scheme:
                assert re.fullmatch(r"https?://[\w.-]+(/\S*)?", link) or link.startswith("data:"), f"{path}: {link}"
                continue
            assert not link.startswith("/"), f"{path}: {link} would not work in a sub-folder"
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if target == (site / "play").resolve():
                assert re.match(r"(g=[\w:=%+/-]+&)?lang=(en|zh)$", parts.query), link
                continue
            assert target.is_file(), f"{path}: {link}"
            if parts.fragment and target in parsed:
                assert unquote(parts.fragment) in parsed[target].ids | {"top"}, f"{path}: {link}"


def test_nothing_is_loaded_from_elsewhere(parsed: dict[Path, Page]) -> None:
    """No page asks a third party for anything, and none has what a strict policy refuses."""
    for path, page in parsed.items():
        assert not [one for one in page.loaded if urlsplit(one).scheme not in ("", "data")], path
        assert page.unsafe == [], path
        policy = re.search(r'Content-Security-Policy" content="([^"]*)"', path.read_text(encoding="utf-8"))
        assert policy
        assert "unsafe-inline" not in policy[1]
        assert "'unsafe-eval'" not in policy[1]


def test_each_page_leads_to_itself_in_the_other_language(site: Path, parsed: dict[Path, Page]) -> None:
    """The switch of language keeps the page."""
    for path, page in parsed.items():
        name = path.relative_to(site)
        other = site / name.relative_to("zh") if name.parts[0] == "zh" else site / "zh" / name
        assert any((path.parent / link).resolve() == other.resolve() for link in page.links), path


@pytest.mark.parametrize(
    ("folder", "word", "page"),
    [
        (".", "skyscrap", "lessons/skyscraper"),
        ("zh", "摩天", "lessons/skyscraper"),
        ("zh", "余数", "lessons/naked-single"),
        (".", "solve_mani", "reference/sudoku"),
    ],
)
def test_the_search_finds(site: Path, folder: str, word: str, page: str) -> None:
    """The index knows words, in Chinese pairs of characters, and where they stand."""
    text = (site / folder / "searchindex.js").read_text(encoding="utf-8")
    index = json.loads(text.removeprefix("Search.setIndex(").removesuffix(")"))
    found = [index[kind].get(word, []) for kind in ("terms", "titleterms")]
    numbers = {number for one in found for number in (one if isinstance(one, list) else [one])}
    assert page in {index["docnames"][number] for number in numbers}


def test_a_fault_on_a_page_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A link that leads nowhere ends the build with a sentence that names it."""
    monkeypatch.setattr(
        builder, "stage", lambda _lang, target: builder._write(target / "index.md", "# A\n\n[b](c.md)\n")
    )
    with pytest.raises(TessellaError, match=r"the documentation has faults: .*c\.md"):
        builder.build(tmp_path)
