"""Pictures of the screens, in both languages, every theme, and the smallest terminals."""

import datetime as dt
import unicodedata
from pathlib import Path

import pytest

from support.screens import (
    MIDDLE,
    ONE_FROM_WON,
    POSITIONS,
    PUZZLE_ID,
    columns,
    compare,
    frame,
    game,
    lines,
    playing,
    stored,
)
from support.variant_puzzles import puzzles
from tessella import ids
from tessella.ids import daily

DAY = dt.date(2026, 11, 23)  # the menu names the variant of the day
GRID_16 = "sudoku:" + "1...5...9...D..." + "." * 224 + "...4...8...C...G"

SAMPLE = puzzles(Path(__file__).parents[1] / "data" / "variants", "std_generated.jsonl")
[KILLER] = (f"{one.givens};{one.rules}" for one in SAMPLE if one.name == "gen-killer_jigsaw-2")

VARIANTS = ";".join(
    [
        *("thermo:r1c1r2c2r3c2", "arrow:r1c4r1c5r2c6", "whisper:r1c7r2c8r3c8", "renban:r4c1r5c1r5c2", "odd:r9c1r9c2"),
        *("palindrome:r4c4r5c5r6c5", "between:r4c7r4c8r5c9", "region_sum_line:r7c1r6c1r6c2", "even:r9c3"),
        *("kropki_white:r7c4r7c5", "kropki_black:r8c4r9c4", "xv_x:r8c5r8c6", "xv_v:r9c5r9c6", "greater_than:r7c7r7c8"),
        *(
            "quadruple:values=1,2:r8c8r8c9r9c8r9c9",
            "killer:sum=12:r2c4r3c4r3c5",
            "little_killer:sum=20:r1c4r2c3r3c2r4c1",
        ),
        *(
            "sandwich:sum=8:r1c9r2c9r3c9r4c9r5c9r6c9r7c9r8c9r9c9",
            "skyscraper:count=3:r5c9r5c8r5c7r5c6r5c5r5c4r5c3r5c2r5c1",
        ),
    ]
)

CHAIN, FORCED = (f"sudoku:{POSITIONS[code]}" for code in ("0707", "f2r"))

# Corner marks, centre marks and colours in two cells, a colour of a candidate and one of the row.
MARKS = ["shift+right", "space", "4", "2", "space", "1", "2", "space", "3", "5", "left_square_bracket", "7"]
MARKS += ["down", "w", "f3", "4", "f3", "up", "right", "shift+down"]

SCENES = {
    "game": (MIDDLE, (80, 24), ["left", "up"]),
    "won": (ONE_FROM_WON, (80, 24), ["left"]),
    "over": ("2048:2x2/classic:2,8/.,2#2", (80, 24), ["up", "left", "right", "up", "down", "left"]),
    "wide": ("2048:8x8/classic#5", (80, 24), ["left", "up", "right", "down"]),
    "large": (MIDDLE, (120, 40), ["left"]),
    "narrow": (MIDDLE, (44, 16), ["left"]),
    "small": (MIDDLE, (36, 8), []),
    "help": (MIDDLE, (80, 24), ["f1"]),
    "new": (MIDDLE, (80, 24), ["n"]),
    "id": (MIDDLE, (80, 24), ["i", "f", "o", "o", "enter"]),
    "sudoku": (PUZZLE_ID, (80, 24), ["3", "right", "6", "left", "x"]),
    "sudoku-large": (PUZZLE_ID, (80, 37), ["w", "4", "down", "down"]),
    "sudoku-wide": (PUZZLE_ID, (120, 40), ["w", "m", "1"]),
    "sudoku-16": (GRID_16, (80, 24), ["a", "down", "f"]),
    "sudoku-marks": (PUZZLE_ID, (80, 24), MARKS),
    "sudoku-marks-large": (PUZZLE_ID, (120, 40), MARKS),
    "sudoku-marks-16": (GRID_16, (80, 24), MARKS),
    "sudoku-filter": (PUZZLE_ID, (80, 24), ["shift+tab", "5", "f5"]),
    "sudoku-options": (PUZZLE_ID, (80, 24), ["comma"]),
    "sudoku-paused": (PUZZLE_ID, (80, 24), ["p"]),
    "sudoku-new": (PUZZLE_ID, (80, 24), ["n"]),
    "sudoku-help": (PUZZLE_ID, (80, 24), ["f1"]),
    "sudoku-hint": (CHAIN, (80, 24), ["t", "t", "t"]),
    "sudoku-hint-large": (CHAIN, (110, 37), ["t", "t", "t", "right"]),
    "sudoku-hint-narrow": (CHAIN, (40, 20), ["t", "t", "t"]),
    "sudoku-hint-long": (FORCED, (80, 24), ["t", "t", "t", "pagedown", "right"]),
    "sudoku-hint-read": (FORCED, (80, 24), ["t", "t", "t", "t"]),
    "sudoku-killer": (f"sudoku:{KILLER}", (80, 24), ["right", "2", "down"]),
    "sudoku-variants": (f"sudoku:{'.' * 81};{VARIANTS}", (110, 44), ["right", "w", "down"]),
    "sudoku-practice": (PUZZLE_ID, (80, 24), ["s", "down", "down"]),
    "sudoku-statistics": (PUZZLE_ID, (80, 24), ["4", "o"]),
    "menu": (None, (80, 24), ["down"]),
}


async def test_the_picture_in_the_readme() -> None:
    """The README shows 2048 as it looks now."""
    async with playing(MIDDLE) as (app, pilot):
        await pilot.press("left", "up")
        await pilot.pause()
        compare(app, "2048", Path(__file__).parents[2] / "docs")


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("scene", SCENES)
async def test_scenes(scene: str, lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each screen is as it was when somebody last looked at it, and no line is wider than the terminal."""
    monkeypatch.setattr(ids, "daily", lambda rest, today=None: daily(rest, today or DAY))
    text, size, keys = SCENES[scene]
    async with playing(text, size=size, lang=lang) as (app, pilot):
        if app.game:  # a picture knows no time
            clock = app.game.session
            clock._ms, clock._since, clock.now = 0, clock._since and 0.0, lambda: 0.0
        for key in keys:
            await pilot.press(key)
            await app.workers.wait_for_complete()
        await pilot.pause()
        assert all(columns(line) <= size[0] for line in lines(app))
        odd = {char for char in frame(app) if unicodedata.east_asian_width(char) == "A"}
        assert not odd, "a Chinese terminal draws these in two columns"
        compare(app, f"{scene}-{lang}")


@pytest.mark.parametrize("theme", ["dark", "light", "contrast", "colorblind"])
async def test_themes(theme: str) -> None:
    """Each theme draws the board in its own colours."""
    async with playing(MIDDLE, theme=theme) as (app, pilot):
        await pilot.press("left")
        await pilot.pause()
        compare(app, f"theme-{theme}")


@pytest.mark.parametrize("theme", ["light", "contrast", "colorblind"])
async def test_hints_in_themes(theme: str) -> None:
    """Each theme draws a hint in its own colours."""
    async with playing(CHAIN, theme=theme) as (app, pilot):
        clock = stored(app).session  # a picture knows no time
        clock._ms, clock._since, clock.now = 0, clock._since and 0.0, lambda: 0.0
        for _stage in range(3):
            await pilot.press("t")
            await app.workers.wait_for_complete()
        await pilot.pause()
        compare(app, f"theme-{theme}-hint")


@pytest.mark.parametrize("theme", ["light", "contrast", "colorblind"])
async def test_marks_in_themes(theme: str) -> None:
    """Each theme draws marks and colours in its own colours."""
    async with playing(PUZZLE_ID, theme=theme, size=(120, 40)) as (app, pilot):
        clock = stored(app).session  # a picture knows no time
        clock._ms, clock._since, clock.now = 0, clock._since and 0.0, lambda: 0.0
        await pilot.press(*MARKS)
        await pilot.pause()
        compare(app, f"theme-{theme}-marks")


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
@pytest.mark.parametrize(
    "scene", ["game", "won", "over", "wide", "narrow", "sudoku", "sudoku-large", "sudoku-16", "sudoku-paused"]
)
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
            assert all(command.label in screen.keys.text for command in screen.key_row())
