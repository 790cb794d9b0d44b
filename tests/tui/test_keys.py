"""The names of keys, whatever the keyboard makes of them."""

import pytest

from support.screens import playing, said, stored, typed


@pytest.mark.parametrize("key", ["左", "你", "。", "が", "é"])
async def test_an_input_method_is_answered_by_one_line(key: str) -> None:
    """A character that no key of ours sends plays nothing and says to switch the input method."""
    async with playing(lang="zh") as (app, pilot):
        before = stored(app).session.position
        await typed(pilot, key)
        assert said(app) == "请把输入法切换到英文字母。"
        assert stored(app).session.position == before


@pytest.mark.parametrize("key", ["m", "g", "+", "1", "#"])
async def test_other_keys_play_nothing(key: str) -> None:
    """A key without a meaning is answered by a line and changes nothing."""
    async with playing() as (app, pilot):
        before = stored(app).session.position
        await pilot.press(key)
        assert said(app) == f"{key} does nothing here; ? shows the keys."
        assert stored(app).session.position == before
