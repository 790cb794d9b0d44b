"""Labels in every language, and themes as CSS."""

from pathlib import Path

import pytest

from tessella import i18n
from tessella.palette import THEMES
from tessella.web.labels import labels, stylesheet, theme_names, theme_variables

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("lang", list(i18n.LANGUAGES))
def test_every_label_has_a_text(lang: str) -> None:
    """Every label and theme has a name in every language."""
    with i18n.speaking(lang):
        assert len(labels()) > 50
        assert all(labels().values())
        assert set(theme_names()) == {"auto", *THEMES}


def test_the_setter_plays_a_draft_and_no_replay() -> None:
    """The button has the name that the docs give it, in Chinese another one than that of a replay."""
    with i18n.speaking("zh"):
        texts = labels()
    assert f"“{texts['play_draft']}”把它作为一局打开" in (ROOT / "docs/zh/variants.md").read_text(encoding="utf-8")
    assert texts["play_draft"] != texts["play"]


@pytest.mark.parametrize("theme", list(THEMES))
def test_a_theme_has_every_variable(theme: str) -> None:
    """The variables are the same in every theme; the tiles of 2 and 2048 have their colours."""
    variables = theme_variables(theme)
    assert variables.keys() == theme_variables("dark").keys()
    assert (variables["--tile-1"], variables["--tile-1-text"]) == THEMES[theme].tile(2)
    assert (variables["--tile-11"], variables["--tile-11-text"]) == THEMES[theme].tile(2048)
    assert f'[data-theme="{theme}"]' in stylesheet()
