"""Pictures of the screens, in both languages, every theme, and the smallest terminals."""

import pytest

from screens import columns, compare, frame, game, lines, playing
from tessella.store import Store

MIDDLE = "2048:classic:2,4,8,16/32,64,128,256/512,1024,.,2/4096,.,.,4#7/score=31415/ply=2000"
WON = "2048:sprint:1024,1024,2,4/4,2,4,2/2,16,8,128/256,512,64,.#1"

SCENES = {
    "game": (MIDDLE, (80, 24), ["left", "up"]),
    "won": (WON, (80, 24), ["left"]),
    "over": ("2048:2x2/classic:2,8/.,2#2", (80, 24), ["up", "left", "right", "up", "down", "left"]),
    "wide": ("2048:8x8/classic#5", (80, 24), ["left", "up", "right", "down"]),
    "large": (MIDDLE, (120, 40), ["left"]),
    "narrow": (MIDDLE, (44, 16), ["left"]),
    "small": (MIDDLE, (36, 8), []),
    "help": (MIDDLE, (80, 24), ["f1"]),
    "new": (MIDDLE, (80, 24), ["n"]),
    "id": (MIDDLE, (80, 24), ["i", "f", "o", "o", "enter"]),
    "menu": (None, (80, 24), ["down"]),
}


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("scene", SCENES)
async def test_scenes(scene: str, lang: str) -> None:
    """Each screen is as it was when somebody last looked at it, and no line is wider than the terminal."""
    text, size, keys = SCENES[scene]
    async with playing(text, size=size, lang=lang) as (app, pilot):
        await pilot.press(*keys)
        await pilot.pause()
        assert all(columns(line) <= size[0] for line in lines(app))
        compare(app, f"{scene}-{lang}")


@pytest.mark.parametrize("theme", ["dark", "light", "contrast", "colorblind"])
async def test_themes(theme: str) -> None:
    """Each theme draws the board in its own colours."""
    async with playing(MIDDLE, theme=theme) as (app, pilot):
        await pilot.press("left")
        await pilot.pause()
        compare(app, f"theme-{theme}")


async def test_no_color(monkeypatch: pytest.MonkeyPatch) -> None:
    """With NO_COLOR tiles are reversed blocks, and a dialog covers the board."""
    monkeypatch.setenv("NO_COLOR", "1")
    async with playing(MIDDLE) as (app, pilot):
        await pilot.press("left")
        await pilot.pause()
        compare(app, "no-color")
        for strip in app.screen._compositor.render_strips():
            for _text, style, _control in strip:
                for colour in (style.color, style.bgcolor) if style else ():
                    assert colour is None or colour.is_default
        await pilot.press("n")
        await pilot.pause()
        compare(app, "no-color-new")


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("scene", ["game", "won", "over", "wide", "narrow"])
async def test_no_text_is_wider_than_its_place(scene: str, lang: str) -> None:
    """Every line of words fits its widget whole, and the row of keys shows all keys at 80 columns."""
    text, size, keys = SCENES[scene]
    async with playing(text, size=size, lang=lang) as (app, pilot):
        await pilot.press(*keys)
        await pilot.pause()
        screen = game(app)
        for widget in (screen.panel, screen.message, screen.keys):
            rows = widget.text.split("\n")
            assert len(rows) <= widget.size.height or not "".join(rows[widget.size.height :])
            assert max(columns(row.rstrip()) for row in rows) <= widget.size.width, widget.id
        if size[0] == 80:
            assert all(label in screen.keys.text for _key, label, _do in screen.key_row())


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("key", ["n", "i", "o", "f1"])
async def test_dialogs_fit(key: str, lang: str) -> None:
    """Each dialog fits the reference terminal without scrolling, and none of its words is cut."""
    async with playing("2048:classic#42", lang=lang) as (app, pilot):
        await pilot.press("left", "up", key)
        await pilot.pause()
        box = app.screen.query_one("#box")
        assert box.virtual_size.height <= box.size.height
        for widget in app.screen.query(".label, .key, Press"):
            content = str(widget.render())
            assert columns(content.rstrip()) <= widget.size.width, content


async def test_menu_opens_games() -> None:
    """The menu lists what is in progress first, and Enter, a digit or a click opens it; Esc comes back."""
    store = Store.in_memory()
    async with playing("2048:sprint#5", store=store) as (app, pilot):
        await pilot.press("left", "escape")
        await pilot.pause()
        assert "Go on with 2048:sprint#5" in frame(app)
        await pilot.press("enter")
        await pilot.pause()
        await pilot.pause()
        assert app.sitting
        assert app.sitting.session.id == "2048:sprint#5"
        await pilot.press("escape")
        await pilot.pause()
        await pilot.press("2")
        await pilot.pause()
        await pilot.pause()
        assert app.sitting.table == "2048:classic"
        await pilot.press("escape")
        await pilot.pause()
        rows = lines(app)
        y = next(y for y, row in enumerate(rows) if "cascade: merged" in row)
        await pilot.click("#menu", offset=(20, y))
        await pilot.pause()
        await pilot.pause()
        assert app.sitting.table == "2048:cascade"
