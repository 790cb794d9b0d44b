"""Pages: which there are, what changes in them for the site, and that translations have the shape of theirs."""

import re

import pytest

from tessella import i18n
from tessella.errors import TessellaError
from tessella.web.docs import pages

TRANSLATED = [name for name in pages.names() if pages.source(name, "zh")]


def text_of(name: str, lang: str) -> str:
    """Return the Markdown of a page."""
    path = pages.source(name, lang)
    assert path is not None
    return path.read_text(encoding="utf-8")


def targets(text: str) -> list[str]:
    """Return what a page links to."""
    prose = "".join(piece for is_prose, piece in pages.pieces(text) if is_prose)
    return [found[3] for found in pages._LINK.finditer(re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", "", prose))]


def test_the_sidebar_has_every_page() -> None:
    """No page of the folder is left out, in either language, and none is listed that is not there."""
    assert {path.stem for path in pages.folder().glob("*.md")} == set(pages.names()) - set(pages.ABOVE)
    assert {path.stem for path in (pages.folder() / "zh").glob("*.md")} <= set(pages.names())
    assert len(set(pages.names())) == len(pages.names())


def test_the_first_page_leads_to_all_others() -> None:
    """Who reads on a code host finds every page, as who has the sidebar does."""
    linked = {target.rpartition("/")[2].removesuffix(".md").lower() for target in targets(text_of("index", "en"))}
    assert linked == set(pages.names()) - {"index"}


@pytest.mark.parametrize("name", TRANSLATED)
def test_a_translation_has_the_shape_of_its_page(name: str) -> None:
    """Headings, examples, tables, pictures and live boards are the same: what one page lacks is noticed."""

    def shape(lang: str) -> dict[str, object]:
        text = text_of(name, lang)
        prose = "".join(piece for is_prose, piece in pages.pieces(text) if is_prose)
        fences = [piece for is_prose, piece in pages.pieces(text) if not is_prose]
        return {
            "headings": [depth for depth, _words in pages.headings(text)],
            "fences": fences,
            "rows": len(re.findall(r"^\|", prose, re.MULTILINE)),
            "items": len(re.findall(r"^ *(?:[-*]|\d+\.) ", prose, re.MULTILINE)),
            "live": re.findall(r"^<!-- (?:live|play).*-->$", prose, re.MULTILINE),
            "leads": sorted(target.partition("#")[0].rpartition("/")[2] for target in targets(text)),
        }

    assert shape("zh") == shape("en")


@pytest.mark.parametrize("name", TRANSLATED)
def test_links_of_a_translation_lead_somewhere_on_a_code_host(name: str) -> None:
    """Each file that it names is there, and each heading."""
    path = pages.source(name, "zh")
    assert path is not None
    for target in targets(path.read_text(encoding="utf-8")):
        if ":" in target:
            continue
        file, _hash, anchor = target.partition("#")
        at = (path.parent / file) if file else path
        assert at.exists(), target
        if anchor:
            heads = [pages.slug(words) for _depth, words in pages.headings(at.read_text(encoding="utf-8"))]
            assert anchor in heads, target


def test_links_are_those_of_the_site() -> None:
    """Pages stand side by side, programs on one page; what is no page is named, and code stays as it is."""
    text = "[a](../CHANGELOG.md) [b](../examples/line_2048.py) [c](../benchmarks/RESULTS.md) [d](https://e.org)\n"
    changed = pages.in_site(text + "```text\n[a](../CHANGELOG.md)\n```\n", "en", {}, "")
    assert changed.startswith("[a](changelog.md) [b](examples.md#line_2048py) c [d](https://e.org)\n")
    assert "[a](../CHANGELOG.md)" in changed


def test_anchors_are_the_same_in_both_languages() -> None:
    """A link to a heading of a translated page leads there from a page that is not translated."""
    changed = pages.in_site("[a](sudoku.md#提示) [b](#提示)", "zh", {"提示": "hints"}, "../")
    assert changed == "[a](sudoku.md#hints) [b](#hints)"


def test_a_break_between_chinese_characters_is_no_space() -> None:
    """Neither in a paragraph nor in a list; code keeps its lines, and so do words beside Latin letters."""
    assert pages.in_site("- 一句\n  话\n", "zh", {}, "") == "- 一句话\n"
    assert pages.in_site("一句\n话\n\n    左\n    右\n", "zh", {}, "") == "一句话\n\n    左\n    右\n"
    assert pages.in_site("用\nPython\n", "zh", {}, "") == "用\nPython\n"


def test_the_first_page_leads_to_the_app_in_its_language() -> None:
    """From `zh/` one folder up."""
    with i18n.speaking("zh"):
        html = pages.in_site("<!-- play -->", "zh", {}, "../")
    assert html == '<p><a class="play" href="../play/?lang=zh">在浏览器里玩</a></p>'
    assert all("\n<!-- play -->\n" in text_of("index", lang) for lang in i18n.LANGUAGES)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_what_is_emphasized_is_shown_so(lang: str) -> None:
    """No stars are left in a text: beside Chinese punctuation they are no emphasis."""
    markdown_it = pytest.importorskip("markdown_it")
    for name in pages.names():
        if pages.source(name, lang):
            tokens = markdown_it.MarkdownIt("commonmark").enable("table").parse(text_of(name, lang))
            texts = [child.content for token in tokens for child in token.children or () if child.type == "text"]
            assert [text for text in texts if "**" in text] == []


def test_a_live_board_is_a_link_until_it_is_asked_for() -> None:
    """A comment that a code host does not show becomes a place for a game, without any frame in it."""
    html = pages.in_site("<!-- live: sudoku:easy#42 -->", "zh", {}, "../")
    assert 'href="../play/?g=sudoku:easy%2342&amp;lang=zh"' in html
    assert "iframe" not in html


def test_a_copy_without_pages_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: pytest.TempPathFactory) -> None:
    """Where the Markdown is neither in a checkout nor in the package, one sentence tells."""
    monkeypatch.setattr(pages, "_HERE", tmp_path / "a" / "b" / "c" / "d")  # type: ignore[operator]
    with pytest.raises(TessellaError, match="expected the pages of the documentation in"):
        pages.folder()
