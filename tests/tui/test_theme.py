"""The styles of a theme, with and without colour."""

import pytest

from tessella.palette import THEMES
from tessella.tui.theme import CANDIDATES, REVERSED, ThemeStyles


@pytest.mark.parametrize("name", THEMES)
def test_a_conflict_has_the_colour_of_the_theme(name: str) -> None:
    """A digit that clashes is written in the theme's `digit_conflict`, bold, whatever its background."""
    style = ThemeStyles(THEMES[name]).cell("digit_conflict", "cell_peer")
    assert style.bold
    assert style.color
    assert style.color.get_truecolor().hex == THEMES[name].digit_conflict


def test_without_colour_nothing_rests_on_it() -> None:
    """Without colour no style has any; tiles and highlighted cells are reversed, entered digits underlined."""
    styles = ThemeStyles(THEMES["dark"], colour=False)
    cells = [styles.cell("digit_entered", background) for background in ("cell", *REVERSED)]
    for style in (styles.base, styles.accent, styles.won, styles.tile(2), styles.tile_blank(2), *cells):
        assert style.color is None
        assert style.bgcolor is None
    assert styles.tile(2).reverse
    assert styles.won.reverse
    assert [bool(style.reverse) for style in cells] == [False] + [True] * len(REVERSED)
    assert all(style.underline for style in cells)


def test_the_roles_of_candidates_differ_without_colour() -> None:
    """What a hint says of a candidate shows in more than its colour."""
    styles = ThemeStyles(THEMES["dark"], colour=False)
    plain = styles.cell("pencil_mark", "cell")
    shown = {role: styles.candidate(role, "cell") for role in CANDIDATES}
    assert all(style != plain for style in shown.values())
    assert shown["elimination"].strike
    assert shown["true"] != shown["false"]
