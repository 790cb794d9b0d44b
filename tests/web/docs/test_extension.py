"""The extension of Sphinx: pairs of characters, the policy, and what is mended in the theme's pages."""

import re

import pytest

pytest.importorskip("sphinx")

from tessella.web.docs import extension


@pytest.mark.parametrize(
    ("text", "found"),
    [("XY-Wing 短链", ["短链", "XY", "Wing"]), ("余", ["余"]), ("唯余数 a1", ["唯余", "余数", "a1"]), ("", [])],
)
def test_chinese_is_indexed_by_pairs(text: str, found: list[str]) -> None:
    """Words of Latin letters stay whole beside them."""
    assert extension.SearchPairs({}).split(text) == found


def test_the_policy_allows_what_a_page_has_and_no_more() -> None:
    """Each script and style in a page has its digest; another one is not allowed."""
    html = extension.finished("<head><style>a{}</style></head><body><script>b()</script></body>", {})
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', html)
    assert policy
    assert len(re.findall("sha256-", policy[1])) == 2
    assert "unsafe-inline" not in policy[1]


def test_labels_speak_the_language_of_the_page() -> None:
    """What the theme says in English alone is translated; styles in attributes become classes."""
    html = extension.finished('<a aria-label="Toggle x" style="opacity: 50%">', {"Toggle x": "切换"})
    assert 'aria-label="切换" class="faint"' in html
