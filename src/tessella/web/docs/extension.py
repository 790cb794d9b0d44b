"""Sphinx extension of the site: search in Chinese, the switch of language, the content security policy, live parts.

Chinese has no spaces, so its text is indexed by pairs of neighbouring characters, and so is what is searched for: no
dictionary of words is needed, neither to build nor to search.
"""

import base64
import hashlib
import json
import re
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.search.zh import SearchChinese

from tessella.web.docs import pages

_HAN = re.compile(r"[\u3400-\u9fff]+")

POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval' {scripts}; style-src 'self' {styles}; "
    "img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'"
)
"""The policy of each page. Furo writes a script and a style into pages, which are allowed by their digests."""


class SearchPairs(SearchChinese):
    """Search in Chinese by pairs of characters, in other words as in English."""

    language_name = "English"  # that of its stemmer, which Sphinx 9.0 looks for under the name of the language
    js_splitter_code = """
function splitQuery(query) {
  const found = [];
  for (const run of query.match(/[\\u3400-\\u9fff]+|[\\p{Letter}\\p{Number}_]+/gu) ?? []) {
    if (!/[\\u3400-\\u9fff]/.test(run) || run.length === 1) found.push(run);
    for (let i = 0; i + 1 < run.length && /[\\u3400-\\u9fff]/.test(run); i++) found.push(run.slice(i, i + 2));
  }
  return found;
}
"""

    def split(self, input: str) -> list[str]:  # noqa: A002 - Sphinx's name
        """Return the words and pairs of characters of a text."""
        return pairs(input) + self._latin(input)

    def _latin(self, text: str) -> list[str]:
        words = [word for word in self.latin1_letters.findall(text) if not _HAN.match(word)]
        self.latin_terms.update(words)
        return words

    def word_filter(self, stemmed_word: str) -> bool:
        """Return whether a word is indexed."""
        return len(stemmed_word) > 1 or bool(_HAN.match(stemmed_word))


def pairs(text: str) -> list[str]:
    """Return the pairs of neighbouring Chinese characters in a text.

    >>> pairs("唯一余数 in 格")
    ['唯一', '一余', '余数', '格']
    """
    return [pair for run in _HAN.findall(text) for pair in (map("".join, pairwise(run)) if len(run) > 1 else [run])]


def with_policy(html: str) -> str:
    r"""Return a page with a content security policy that allows what stands in it, by digests, and no more.

    >>> with_policy("<head><script>1</script></head>")[:80]
    '<head><meta http-equiv="Content-Security-Policy" content="default-src \'self\'; sc'
    """
    digests = {
        kind: " ".join(
            sorted({f"'sha256-{_digest(text)}'" for text in re.findall(rf"<{kind}>(.*?)</{kind}>", html, re.DOTALL)})
        )
        for kind in ("script", "style")
    }
    policy = POLICY.format(scripts=digests["script"], styles=digests["style"])
    return html.replace("<head>", f'<head><meta http-equiv="Content-Security-Policy" content="{policy}">', 1)


def _digest(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _describe(app: Sphinx, pagename: str, _template: str, context: dict[str, Any], _doctree: object) -> None:
    """Give the templates what leads to the same page in the other language, and scripts what they need."""
    chinese = app.config.language.startswith("zh")
    up = "../" * (pagename.count("/") + chinese)
    context["other_language"] = f"{up}{'' if chinese else 'zh/'}{pagename}.html"
    context["is_chinese"] = chinese
    runs = pages.NEEDS_MORE if pagename in pages.names() and pagename not in pages.NOT_RUN else ""
    words = escape(json.dumps(app.config.tessella_live | {"not_run": runs}, ensure_ascii=False))
    context["metatags"] = f'{context.get("metatags", "")}<meta name="tessella" content="{words}">'


def _speak(app: Sphinx) -> None:
    """Translate the words of the theme that Sphinx does not know."""
    words: dict[str, str] = app.config.tessella_words
    environment: Any = app.builder.templates.environment
    before, many = app.translator.gettext, app.translator.ngettext
    environment.install_gettext_callables(lambda text: words.get(text, before(text)), many)


_STYLES = {"display: none;": "unseen", "opacity: 50%": "faint", "width: 33%; vertical-align: top;": "third"}
"""Styles that Furo writes into attributes, and the classes of site.css in their place."""


def finished(html: str, words: dict[str, str]) -> str:
    """Return a page without styles in attributes, which a strict policy refuses, and with labels in its language."""
    for style, name in _STYLES.items():
        html = html.replace(f'style="{style}"', f'class="{name}"')
    html = html.replace(' style="width: 100%"', "")  # of tables that are as wide by their class
    for english, text in words.items():
        html = html.replace(f'aria-label="{english}', f'aria-label="{escape(text)}')
    return with_policy(html)


def without_eval(script: str) -> str:
    """Return Sphinx's script with the plural of Chinese, which has one form, in place of one that is compiled.

    >>> without_eval("PLURAL_EXPR = new Function('n', `return (${catalog.plural_expr})`);")
    'PLURAL_EXPR = () => 0;'
    """
    return re.sub(r"new Function\([^;]*plural_expr[^;]*\);", "() => 0;", script)


def _finish(app: Sphinx, error: Exception | None) -> None:
    if error is None:
        for path in sorted(Path(app.outdir).rglob("*.html")):
            html = finished(path.read_text(encoding="utf-8"), app.config.tessella_words)
            path.write_text(html, encoding="utf-8")
        doctools = Path(app.outdir) / "_static" / "doctools.js"
        doctools.write_text(without_eval(doctools.read_text(encoding="utf-8")), encoding="utf-8")


def setup(app: Sphinx) -> dict[str, Any]:
    """Tell Sphinx what there is."""
    app.add_config_value("tessella_words", {}, "html", dict)
    app.add_config_value("tessella_live", {}, "html", dict)
    app.add_search_language(SearchPairs)
    app.connect("builder-inited", _speak)
    app.connect("html-page-context", _describe)
    app.connect("build-finished", _finish)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
