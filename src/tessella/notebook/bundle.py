"""Bundle of script and style that a notebook loads: one text each, made of the page's modules."""

import re
from functools import cache

from tessella.errors import ParseError
from tessella.i18n import _
from tessella.palette import THEMES
from tessella.web.labels import STATIC, css_block

IMPORT = re.compile(r'^import [^"]*"\./(\w+)\.js";\n', re.MULTILINE)
ENTRIES = {"2048": "game2048", "sudoku": "sudoku"}  # the module that draws each game
DARK = ('[data-jp-theme-light="false"]', ".vscode-dark", ".vscode-high-contrast", "html[theme=dark]", ".dark")
LIGHT = ('[data-jp-theme-light="true"]', ".vscode-light", ".vscode-high-contrast-light", "html[theme=light]", ".light")
"""Where the notebooks themselves are dark or light: JupyterLab, VS Code, marimo, Colab."""


@cache
def script(game: str) -> str:
    """Return the module that draws a game, with all that it imports.

    >>> script("2048").strip().endswith("export default { render };")
    True
    """
    texts: dict[str, str] = {}

    def add(name: str) -> None:
        if name in texts:
            return
        text = (STATIC / f"{name}.js").read_text(encoding="utf-8")
        texts[name] = ""  # two modules may name each other
        for imported in IMPORT.findall(text):
            add(imported)
        del texts[name]  # what it imports stands before it
        texts[name] = IMPORT.sub("", text)

    if game not in ENTRIES:
        raise ParseError(_("expected a game, one of {names}, got {text}"), names=", ".join(ENTRIES), text=game)
    add(ENTRIES[game])
    *imported, entry = texts.values()
    return "".join(re.sub(r"^export ", "", text, flags=re.MULTILINE) for text in imported) + entry


@cache
def style() -> str:
    """Return the style sheet: themes, games, and what a notebook adds; `auto` goes by the notebook's own theme."""
    root = ".tessella.stage:not([data-theme])"
    rules = [
        css_block(root, "light"),
        "@media (prefers-color-scheme: dark){" + css_block(root, "dark") + "}",
        *(css_block(f"{where} {root}", "dark") for where in DARK),
        *(css_block(f"{where} {root}", "light") for where in LIGHT),
        *(css_block(f'.tessella.stage[data-theme="{name}"]', name) for name in THEMES),
        *((STATIC / f"{name}.css").read_text(encoding="utf-8") for name in ("tessella", "notebook")),
    ]
    return "\n".join(rules)
