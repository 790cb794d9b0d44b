"""Labels in every language, and themes as CSS."""

import pytest

from tessella import i18n
from tessella.palette import THEMES
from tessella.web.labels import labels, stylesheet, theme_names, theme_variables


@pytest.mark.parametrize("lang", list(i18n.LANGUAGES))
def test_every_label_has_a_text(lang: str) -> None:
    """Every label and theme has a name in every language."""
    with i18n.speaking(lang):
        assert len(labels()) > 50
        assert all(labels().values())
        assert set(theme_names()) == {"auto", *THEMES}


@pytest.mark.parametrize("theme", list(THEMES))
def test_a_theme_has_every_variable(theme: str) -> None:
    """The variables are the same in every theme; the tiles of 2 and 2048 have their colours."""
    variables = theme_variables(theme)
    assert variables.keys() == theme_variables("dark").keys()
    assert (variables["--tile-1"], variables["--tile-1-text"]) == THEMES[theme].tile(2)
    assert (variables["--tile-11"], variables["--tile-11-text"]) == THEMES[theme].tile(2048)
    assert f'[data-theme="{theme}"]' in stylesheet()
