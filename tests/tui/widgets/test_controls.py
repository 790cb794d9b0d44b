"""Buttons, choices and lists in dialogs."""

import pytest

from support.screens import CLASSIC, PUZZLE_ID, playing
from tessella.tui.widgets.controls import Choice, ListBox


async def test_a_choice_goes_round() -> None:
    """Left and right go through the words and around their ends; l, h and the space bar do too."""
    async with playing(CLASSIC) as (app, pilot):
        await pilot.press("n")
        await pilot.pause()
        choice = app.screen.query_one(Choice)
        choice.focus()
        first = choice.chosen
        await pilot.press("right", "l", "h", "left")
        assert choice.chosen == first
        await pilot.press(*["space"] * 5)  # as many as there are presets
        assert choice.chosen == first


async def test_the_first_word_of_a_choice_can_be_clicked() -> None:
    """A click chooses a word, also the one that stands for nothing in particular."""
    async with playing(PUZZLE_ID) as (app, pilot):
        await pilot.press("n")
        await pilot.pause()
        level = app.screen.query_one("#level", Choice)
        await pilot.click("#level", offset=(8, 0))
        assert level.chosen
        await pilot.click("#level", offset=(1, 0))
        assert level.chosen == ""


@pytest.mark.parametrize(("keys", "moved"), [(["down"], 1), (["j", "k"], 0), (["pagedown"], 5), (["pageup"], 0)])
async def test_a_list_is_gone_through(keys: list[str], moved: int) -> None:
    """Arrows go line by line, PgUp and PgDn five at a time up to the ends."""
    async with playing(PUZZLE_ID) as (app, pilot):
        await pilot.press("s")
        await pilot.pause()
        lessons = app.screen.query_one(ListBox)
        await pilot.press(*keys)
        assert lessons.number == moved
