"""Script and style as a notebook loads them."""

import re

import pytest

from tessella.notebook.bundle import script, style
from tessella.palette import THEMES
from tessella.web.labels import STATIC


@pytest.mark.parametrize("game", ["2048", "sudoku"])
def test_a_script_has_all_that_it_imports(game: str) -> None:
    """Nothing is left to import, only `render` is exported, and nothing is defined twice or after its use."""
    text = script(game)
    assert not re.search(r"^import ", text, re.MULTILINE)
    assert re.findall(r"^export .*$", text, re.MULTILINE) == ["export default { render };"]
    names = re.findall(r"^(?:async )?(?:const|let|class|function) (\w+)", text, re.MULTILINE)
    assert len(names) == len(set(names)) > 20
    for derived, base in re.findall(r"^class (\w+) extends (\w+)", text, re.MULTILINE):
        assert names.index(base) < names.index(derived)


def test_every_import_is_written_on_one_line() -> None:
    """The bundle finds an import by its line, in the page's modules too."""
    for path in STATIC.iterdir():
        if path.name.endswith(".js"):
            text = path.read_text(encoding="utf-8")
            assert len(re.findall(r"^import\b", text, re.MULTILINE)) == len(
                re.findall(r'^import [^"\n]*"\./[\w/]+\.js";$', text, re.MULTILINE)
            )


def test_the_style_has_every_theme() -> None:
    """A theme that was chosen, and the notebook's own light and dark, have their variables."""
    text = style()
    assert all(f'.tessella.stage[data-theme="{name}"]{{' in text for name in THEMES)
    assert '[data-jp-theme-light="false"] .tessella.stage:not([data-theme]){' in text
