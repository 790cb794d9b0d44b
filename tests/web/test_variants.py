"""Sudoku with rules of its own on the page."""

from collections.abc import Callable
from pathlib import Path

from support.browser import Browser, until
from support.page_client import PageClient
from support.variant_puzzles import puzzles
from tessella.palette import THEMES
from tessella.play.store import Store
from tessella.sudoku import Board, solve
from tessella.sudoku.generation import MAX_RULES
from tessella.sudoku.rules.drawing import shapes
from tessella.web.player_games import PlayerGames

Play = Callable[[str], Browser]

RULES = "jigsaw:regions=1112143243324432;anti_knight;killer:sum=5:r1c1r1c2;sandwich:sum=3:r1c1r2c1r3c1r4c1"
PUZZLE = f"sudoku:{'.' * 16};{RULES}"


def test_rules_are_drawn_told_and_kept(play: Play) -> None:
    """A link with rules opens: regions, cages and clues are drawn, a digit that breaks a rule is marked and told."""
    browser = play(PUZZLE)
    drawn = len(shapes(Board.parse(PUZZLE.removeprefix("sudoku:")).rules))
    until(lambda: len(browser.texts(".rules > *")) == drawn, "the shapes")
    assert browser.texts(".rules text") == ["5", "3"]
    assert "killer cage: r1c1 and r1c2 differ and add up to 5" in browser.texts(".told li")
    assert "killer cage" in browser.js("return document.querySelector(arguments[0]).ariaLabel", browser.cell(1, 1))
    peers = browser.js("return [...document.querySelectorAll('.cell.peer')].map(e => +e.dataset.cell)")
    board = Board.parse(PUZZLE.removeprefix("sudoku:"))
    assert peers == [cell for cell, mask in enumerate(board.play("r1c1=1").candidates()) if cell and not mask & 1]
    browser.press("1", "ArrowRight", "2")
    until(lambda: browser.texts(".cell.wrong") == ["1", "2"], "two wrong cells")
    assert "Killer cage is broken by r1c1 and r1c2" in browser.text(".message")
    assert not browser.errors()


def test_a_hint_is_in_sight_while_the_rules_are_open(play: Play) -> None:
    """On a desk a long list of rules scrolls by itself, and the hint stands below it without a scroll of the page."""
    givens = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    row = solve(Board.parse(givens)).rows[0]
    ends = ((n, n + 1) if row[n - 1] > row[n] else (n + 1, n) for n in range(1, 9))
    browser = play(f"sudoku:{givens};" + ";".join(f"greater_than:r1c{more}r1c{less}" for more, less in ends))
    browser.js("document.querySelector('details.told').open = true")
    browser.press("t")
    until(lambda: browser.text(".steps"), "a hint")
    script = "return document.querySelector('.steps').getBoundingClientRect().top + 60 < innerHeight && scrollY === 0"
    assert browser.js(script)


def test_dots_are_white_and_black_in_every_theme(play: Play) -> None:
    """A white dot is drawn white and a black one black, however dark the page is."""
    browser = play(f"sudoku:{'.' * 16};kropki_white:r1c1r1c2;kropki_black:ratio=3:r2c1r2c2")
    fill = "return getComputedStyle(document.querySelector(arguments[0])).fill"
    for theme in THEMES:
        browser.js("document.documentElement.dataset.theme = arguments[0]", theme)
        for role, colour in (("white", (255, 255, 255)), ("black", (0, 0, 0)), ("on_black", (255, 255, 255))):
            assert browser.js(fill, f".signs .{role}") == f"rgb{colour}", theme


def test_every_puzzle_of_the_collection_opens(variant_data: Path) -> None:
    """Each puzzle whose rules an id can carry opens on a page, and takes a digit of its solution without conflict."""
    games = PlayerGames(Store.in_memory())
    for one in puzzles(variant_data, "std_generated.jsonl"):
        text = one.rules.to_text()
        if len(text) > MAX_RULES:
            continue
        tab = PageClient(games, f"sudoku:{one.givens};{text}" if text else f"sudoku:{one.givens}")
        assert (tab.state["rules"] is not None) == bool(text), one.name
        blank = one.givens.index(".")
        digit = one.solution[blank] if one.solution else "1"
        state = tab.ask("play", move=f"r{blank // one.rules.size + 1}c{blank % one.rules.size + 1}={digit}")["state"]
        assert state["conflicts"] == [], one.name
