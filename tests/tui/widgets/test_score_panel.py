"""The panel of 2048: its numbers, and the advice."""

import pytest

from support.screens import CLASSIC, MIDDLE, columns, game, lines, playing, said, screen2048
from tessella.game2048.advice.advisor import Advice, Choice
from tessella.tui.widgets.score_panel import explanation


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(
    ("id", "size"),
    [
        *((MIDDLE, size) for size in ((80, 24), (40, 20), (40, 12), (40, 8), (120, 40))),
        ("2048:8x8/classic#3", (80, 24)),
    ],
)
async def test_a_hint_fits(id: str, size: tuple[int, int], lang: str) -> None:
    """The numbers of all moves and the whole reason fit every terminal that has room for them, in both languages."""
    async with playing(id, size=size, lang=lang) as (app, pilot):
        screen = screen2048(app)
        scores = (326865.5, 263638.0, 240934.0, 199999.0)
        moves = screen.position.moves()
        choices = tuple(Choice(move, scores[n], scores[n], 1.0) for n, move in enumerate(moves))
        advice = Advice(screen.position, "network", choices, in_points=True)
        screen.coach._keep("hint", advice)
        screen.attempt(lambda: screen.show_answer("hint", advice))
        await pilot.pause()
        shown = lines(app)
        assert len(shown) == size[1]
        assert all(columns(line) <= size[0] for line in shown)
        if size[1] > 8:  # below that there is one line for the reason
            told = "".join(said(app).split())
            assert "".join(explanation(advice).split()) in told
        text = "\n".join(shown).replace(",", "")
        assert all(f"{choice.score:.0f}" in text for choice in advice.choices)


async def test_what_the_last_move_scored_is_shown_once() -> None:
    """The points of a move stand beside the score, and go with the next undo."""
    async with playing("2048:2x2/classic:2,2/.,.#1") as (app, pilot):
        await pilot.press("left")
        assert "+4" in game(app).panel.text
        await pilot.press("u")
        assert "+4" not in game(app).panel.text


async def test_only_what_was_used_is_counted() -> None:
    """Undos are always shown, hints only when there were any; the best score is the one without help."""
    async with playing(CLASSIC) as (app, pilot):
        await pilot.press("left", "u", "y")
        assert "Hints" not in game(app).panel.text
        game(app).game.count_hint()
        await pilot.press("left", "up", "right", "down")
        text = game(app).panel.text
        assert "Hints" in text
        assert "without help" in text
