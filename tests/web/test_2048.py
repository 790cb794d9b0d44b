"""2048 on the page, held to the law of `game2048.board`."""

import re
from collections.abc import Callable

import pytest

from support.browser import SIZES, Browser, Server, until
from support.end_games import best, make_table, twin_of, worst
from tessella.game2048 import RULES, Board

Play = Callable[[str], Browser]

FULL = "131072,65536,32768,16384/8192,4096,2048,1024/512,256,128,64/2,4,8,8"


@pytest.mark.parametrize(
    "keys", [("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"), ("a", "w", "d", "s"), ("h", "k", "l", "j")]
)
def test_keys_slide_as_the_law_says(play: Play, keys: tuple[str, ...]) -> None:
    """Arrows, wasd and hjkl play the four moves, and every tile ends where the law puts it."""
    seed = 100 + ord(keys[0][0])
    browser, board = play(f"2048:classic#{seed}"), Board.start(RULES["classic"], seed)
    moves = dict(zip(keys, ("left", "up", "right", "down"), strict=True))
    browser.shows(board.rows)
    for key in keys * 3:
        if moves[key] in board.moves():
            board = board.play(moves[key])
        browser.press(key)
        browser.shows(board.rows)
    assert browser.texts("main .figure dd")[0] == str(board.score)


def test_quick_keys_are_all_played_in_order(play: Play) -> None:
    """Keys pressed faster than the motion are played one after the other, and leave no tile astray."""
    browser, board = play("2048:classic#7"), Board.start(RULES["classic"], 7)
    browser.shows(board.rows)
    for _burst in range(6):  # of as many as may wait for the server
        for move in ("left", "down", "right", "down", "left"):
            browser.press(f"Arrow{move.capitalize()}")
            board = board.play(move) if move in board.moves() else board
        browser.shows(board.rows)


def test_undo_and_redo_by_key_and_button(play: Play) -> None:
    """U and the button take back, y and the button play again; buttons that do nothing say so."""
    browser, start = play("2048:classic#8"), Board.start(RULES["classic"], 8)
    assert browser.js("return document.querySelector('[data-tool=undo]').ariaDisabled") == "true"
    browser.press("ArrowLeft", "ArrowDown")
    there = start.play("left").play("down")
    browser.shows(there.rows)
    browser.press("u")
    browser.shows(start.play("left").rows)
    browser.click("[data-tool=undo]")
    browser.shows(start.rows)
    browser.press("y")
    browser.shows(start.play("left").rows)
    browser.click("[data-tool=redo]")
    browser.shows(there.rows)
    assert browser.texts("main .figure dd")[3] == "2"


def test_a_swipe_slides_and_the_page_stays(play: Play) -> None:
    """A finger on the board slides the tiles the way it goes, and does not scroll the page."""
    browser, board = play("2048:classic#9"), Board.start(RULES["classic"], 9)
    browser.size(360, 480, phone=True)
    for move, right, down in (("up", 0, -90), ("left", -90, 0), ("down", 0, 90), ("right", 90, 0)):
        board = board.play(move)
        browser.swipe("main .tiles", right, down)
        browser.shows(board.rows)
        assert browser.js("return document.activeElement.className") == "tiles"
    scrolled = browser.js("return scrollY")
    browser.swipe("main .tiles", 0, -90)
    assert browser.js("return scrollY") == scrolled


def test_a_tap_at_once_after_a_swipe_is_a_click(play: Play) -> None:
    """The browser does not take it for the finger that ends a fling."""
    browser = play("2048:classic#9")
    browser.size(360, 640, phone=True)
    browser.swipe("main .tiles", -90, 0)
    browser.tap("main .footer button")
    until(lambda: browser.sees("dialog"), "what the button opens")


def test_dragging_with_the_mouse_slides(play: Play) -> None:
    """The mouse can drag the tiles, too."""
    browser, board = play("2048:classic#10"), Board.start(RULES["classic"], 10)
    x, y = browser.middle("main .tiles")
    browser.drag(x, y, x - 80, y + 10)
    browser.shows(board.play("left").rows)


def test_a_move_is_said(play: Play) -> None:
    """The live region says what a move did, and each cell what it holds."""
    browser = play("2048:classic:2,2,.,./.,.,.,./.,.,.,./.,.,.,8#3")
    assert browser.labels()[0] == "row 1, column 1, 2"
    assert browser.labels()[2] == "row 1, column 3, empty"
    browser.press("ArrowLeft")
    assert browser.says("merged into 4").startswith("Left")
    until(lambda: browser.labels()[0] == "row 1, column 1, 4", "the new label")
    assert browser.js("return document.querySelector('main .only-read').getAttribute('aria-live')") == "polite"


def test_tiles_grow_where_they_lie(play: Play) -> None:
    """A tile that is new or merged has its middle in the middle of its cell as long as it grows."""
    browser = play("2048:classic:2,2,.,./.,.,.,./.,.,.,./4,.,.,4#3")
    browser.js(
        "window.held = []; const animate = Element.prototype.animate; Element.prototype.animate = function (...how) {"
        "const held = animate.apply(this, how); held.pause(); window.held.push(held); return held; }"
    )
    browser.press("ArrowRight")
    until(
        lambda: browser.js("return window.held.filter(one => one.effect.getKeyframes()[0].scale).length") == 3, "them"
    )
    astray = browser.js(
        "const cells = [...document.querySelectorAll('main [role=gridcell]')];"
        "const middle = e => { const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; };"
        "return window.held.filter(one => one.effect.getKeyframes()[0].scale).flatMap(one => [80, 110, 140, 190].map("
        "time => { one.currentTime = time; const tile = one.effect.target;"
        "const [row, col] = ['--r', '--c'].map(name => Number(tile.style.getPropertyValue(name)));"
        "const [[x, y], [u, v]] = [tile, cells[4 * row + col]].map(middle); return Math.hypot(x - u, y - v); }))"
    )
    assert len(astray) == 12
    assert max(astray) < 1


@pytest.mark.parametrize("size", ["4x4", "5x5", "8x8"])
def test_numbers_fit_their_tiles_on_a_phone(play: Play, size: str) -> None:
    """On a screen of 360 pixels every number lies inside its tile, six digits too, on boards of any size."""
    count = int(size[0])
    rows = [[2 ** ((row * count + col) % 19 + 1) for col in range(count)] for row in range(count)]
    text = "/".join(",".join(map(str, row)) for row in rows)
    browser = play(f"2048:{size}/classic:{text}#1" if count != 4 else f"2048:classic:{FULL}#1")
    browser.size(360, 740, phone=True)
    sticking_out = browser.js(
        "return [...document.querySelectorAll('main .tile')].filter(tile => { const range = document.createRange();"
        "range.selectNodeContents(tile); const a = range.getBoundingClientRect(), b = tile.getBoundingClientRect();"
        "return a.left < b.left || a.right > b.right; }).map(tile => tile.textContent)"
    )
    assert sticking_out == []
    assert browser.js("return document.documentElement.scrollWidth") <= 360


def test_the_end_is_said_and_is_no_trap(play: Play) -> None:
    """When no move is left the page says so; Escape shows the board again, and undo goes on."""
    browser = play(f"2048:classic:{FULL}#5")
    browser.press("ArrowLeft")
    browser.find("main .banner .title", "Game over")
    browser.press("Escape")
    until(lambda: not browser.sees("main .banner"), "the banner to go")
    browser.press("u")
    until(lambda: browser.rows()[3] == (2, 4, 8, 8), "the move to be taken back")
    browser.press("ArrowLeft")
    browser.find("main .banner .title", "Game over")
    browser.click(browser.find("main .banner button", "Undo"))
    until(lambda: browser.rows()[3] == (2, 4, 8, 8), "the move to be taken back")


def test_a_game_that_is_won_can_be_played_on(play: Play) -> None:
    """At the target the page says so; a move plays on below the banner, which only its own button or Escape closes."""
    start = "2048:classic:1024,1024,.,./.,.,.,./.,.,.,./.,.,.,2#6"
    browser, won = play(start), Board.parse(start).play("left")
    browser.press("ArrowLeft")
    browser.find("main .banner .title", "You win!")
    browser.shows(won.rows)
    browser.find("main .only-read[role=status]", "You win!")
    browser.press("ArrowDown")
    browser.shows(won.play("down").rows)
    assert browser.sees("main .banner")
    browser.click(browser.find("main .banner button", "Keep playing"))
    until(lambda: not browser.sees("main .banner"), "the banner to go")
    browser.press("ArrowUp")
    browser.shows(won.play("down").play("up").rows)
    assert not browser.sees("main .banner")


HINTED = "2048:classic:2,.,4,8/4,16,32,64/8,2,128,256/2,4,16,1024#1"
LOST = "2048:classic:2,4,8,16/32,64,128,256/512,1024,2,4/4,2,8,8#5"
"""A board where left ends the game at once, and right does not."""


def move_of(browser: Browser) -> str:
    """Return where the arrow at the edge of the board points, once there is one."""
    script = "return document.querySelector('main .way.best')?.dataset.move ?? ''"
    return str(until(lambda: browser.js(script), "an arrow"))


@pytest.mark.usefixtures("_engine")
def test_a_hint_is_drawn_said_and_followed(play: Play) -> None:
    """T draws an arrow and four numbers and says the reason once; Enter plays the move, and the hint is counted."""
    browser, board = play(HINTED), Board.parse(HINTED)
    browser.js(
        "window.said = []; const live = document.querySelector('main .only-read');"
        "new MutationObserver(() => window.said.push(live.textContent)).observe(live, {childList: true})"
    )
    browser.press("t")
    best = move_of(browser)
    reason = browser.text("main .advice p")
    assert best in reason.lower()
    spoken = "return window.said.filter(text => text.includes(arguments[0])).length"
    until(lambda: browser.js(spoken, reason), "a voice")
    said = browser.js("return [...document.querySelectorAll('main .choices li')].map(e => e.ariaLabel)")
    moves = [text.split(",")[0].lower() for text in said]
    assert moves[0] == best
    assert set(moves) == set(board.moves())
    browser.press("Enter")
    browser.shows(board.play(best).rows)
    until(lambda: not browser.sees("main .advice"), "the hint to go")
    assert not browser.sees("main .way")
    assert browser.js(spoken, reason) == 1
    assert browser.texts("main .figure")[-1] == "Hints1"


@pytest.mark.usefixtures("_engine")
@pytest.mark.parametrize("size", SIZES)
def test_no_button_moves_when_a_hint_comes_and_goes(play: Play, size: tuple[int, int]) -> None:
    """Board and buttons stay where they are, on a phone, a tablet and a desk, whatever a hint has to say."""
    start = HINTED.replace("#1", f"#{size[0]}")
    browser = play(start)
    browser.size(*size, phone=size[0] < 500)
    before = browser.places()
    browser.press("t")
    best = move_of(browser)
    assert browser.places() == before
    browser.press("Enter")
    browser.shows(Board.parse(start).play(best).rows)
    assert browser.places() == before


@pytest.mark.usefixtures("_engine")
@pytest.mark.parametrize("size", [(768, 1024), (1024, 768)])
def test_a_tablet_shows_a_whole_hint_beside_the_board(play: Play, size: tuple[int, int]) -> None:
    """All four moves are in sight without scrolling, in a second column."""
    browser = play(HINTED.replace("#1", f"#{size[1]}"))
    browser.size(*size)
    browser.press("t")
    move_of(browser)
    board, advice, hidden = browser.js(
        "const [board, advice] = ['.tiles', '.advice'].map(one => document.querySelector('main ' + one));"
        "return [board.getBoundingClientRect().right, advice.getBoundingClientRect().left,"
        " advice.scrollHeight - advice.clientHeight]"
    )
    assert board < advice
    assert hidden <= 0


@pytest.mark.usefixtures("_engine")
def test_the_next_answer_is_waited_for_below_the_first_on_a_phone(play: Play) -> None:
    """What is said while a hint is shown covers neither its reason nor its values."""
    browser = play("2048:classic#7")
    browser.size(360, 640, phone=True)
    browser.press("t")
    until(lambda: browser.sees(".advice .choices li") and not browser.text(".game > .message"), "the last hint")
    browser.js("document.querySelector('.game > .message').textContent = 'The AI is looking further ahead ...'")
    for selector in (".advice > p:first-child", ".advice .choices li"):
        x, y = browser.middle(selector)
        assert browser.js("return !!document.elementFromPoint(...arguments).closest('.advice')", x, y), selector
    x, y = browser.middle(".game > .message")
    assert browser.js("return document.elementFromPoint(...arguments).className", x, y).startswith("message")


@pytest.mark.usefixtures("_engine")
def test_a_hint_does_not_hide_the_board_on_a_phone(play: Play) -> None:
    """On a small phone sentence, numbers and the whole board are in sight together, and one tap more plays the move."""
    browser, board = play(HINTED.replace("#1", "#2")), Board.parse(HINTED.replace("#1", "#2"))
    browser.size(360, 640, phone=True)
    browser.tap("main [data-tool=hint]")
    best = move_of(browser)
    advice, tiles = browser.js(
        "scrollTo(0, 0); return ['.advice', '.tiles'].map(one => document.querySelector('main ' + one)"
        ".getBoundingClientRect().toJSON())"
    )
    assert advice["bottom"] <= tiles["top"]
    assert tiles["bottom"] <= 640
    assert browser.js("return document.documentElement.scrollWidth") <= 360
    browser.tap("main [data-tool=hint]")  # a second tap on the same place is no move
    browser.tap("main [data-tool=follow]")
    browser.shows(board.play(best).rows)


@pytest.mark.usefixtures("_engine")
def test_the_engine_is_watched_until_one_takes_over(play: Play) -> None:
    """V lets the AI play, v pauses, a button plays one move, and a move of one's own takes over."""
    browser = play("2048:classic#31")

    def steps() -> int:
        return int(browser.texts("main .figure dd")[2])

    browser.press("v")
    until(lambda: steps() >= 2, "moves")
    browser.press("v")
    until(lambda: browser.texts("main .watch button")[0] == "Play", "the pause")
    until(lambda: browser.js("return document.getAnimations().length") == 0, "rest")
    rested = steps()
    browser.click("main .watch [data-tool=step]")
    until(lambda: steps() == rested + 1, "a step")
    assert browser.texts("main .figure")[-1] == f"Hints{rested + 1}"
    browser.press("ArrowLeft", "ArrowDown", "ArrowRight", "ArrowUp")  # two may be impossible
    until(lambda: not browser.sees("main .watch"), "the bar to go")
    until(lambda: steps() >= rested + 2, "an own move")
    assert browser.texts("main .figure")[-1] == f"Hints{rested + 1}"


@pytest.mark.usefixtures("_engine")
@pytest.mark.parametrize("width", [320, 360, 400])
def test_watching_moves_nothing_on_a_phone(play: Play, width: int) -> None:
    """The controls of the player come into a room that was theirs: board, tools and footer stay where they are."""
    browser = play(f"2048:classic#{width}")
    browser.size(width, 640, phone=True)
    before = footer_and_board(browser)
    browser.press("v")
    until(lambda: browser.sees("main .watch"), "the controls")
    assert footer_and_board(browser) == before
    inside = "const [a, b] = [e, document.querySelector('main .watch')].map(x => x.getBoundingClientRect());"
    assert browser.js(
        "return [...document.querySelectorAll('main .watch :is(button, input)')].every(e => {"
        f"{inside} return a.left >= b.left - 1 && a.right <= b.right + 1 && a.top >= b.top && a.bottom <= b.bottom;"
        "})"
    )
    assert browser.js("return document.documentElement.scrollWidth") <= width
    browser.press("ArrowLeft", "ArrowDown", "ArrowRight", "ArrowUp")  # two may be impossible
    until(lambda: not browser.sees("main .watch"), "the controls to go")
    assert footer_and_board(browser) == before


def footer_and_board(browser: Browser) -> list[list[float]]:
    """Return where the board, the tools and the footer stand on the page."""
    place: list[list[float]] = browser.js(
        "return ['.tiles', '.tools', '.footer'].map(one => { const r = document.querySelector('main ' + one)"
        ".getBoundingClientRect(); return [r.x, r.y + scrollY, r.width, r.height].map(Math.round); })"
    )
    return place


@pytest.mark.usefixtures("_engine")
def test_a_finished_game_is_looked_back_on(play: Play) -> None:
    """The button at the end names the costliest moves; one is shown on the board, and can be played on from."""
    browser, board = play(LOST), Board.parse(LOST)
    browser.press("ArrowLeft")
    if not (end := board.play("left")).is_over():
        pytest.fail("the board was to be lost")
    browser.click(browser.find("main .banner button", "Review"))
    until(lambda: browser.sees("main .review li button"), "the review")
    browser.click(browser.find("main .review li button", "Move 1: Left"))
    browser.shows(board.rows)
    assert browser.labels()[15] == "row 4, column 4, 8"
    assert move_of(browser) == "right"
    assert browser.js("return document.querySelector('main .way.played').dataset.move") == "left"
    browser.click("main .review li button")
    browser.shows(end.rows)
    browser.click("main .review li button")
    browser.click(browser.find("main .review button", "Play on from here"))
    browser.shows(board.rows)
    until(lambda: not browser.sees("main .review"), "the review to go")
    assert browser.texts("main .figure dd")[3] == "1"
    browser.press("ArrowRight")
    browser.shows(board.play("right").rows)


def test_nothing_moves_for_who_wants_it_so(play: Play) -> None:
    """With prefers-reduced-motion the position changes at once; without, tiles are on their way."""
    browser = play("2048:classic:2,.,.,./.,.,.,./.,.,.,./.,.,.,.#1")
    count = "return document.getAnimations().filter(a => a.playState === 'running').length"
    press = (
        "const done = arguments[0]; const said = document.querySelector('main .only-read');"
        "new MutationObserver(() => done(document.getAnimations().length)).observe(said, {childList: true});"
        "document.dispatchEvent(new KeyboardEvent('keydown', {key: '%s', bubbles: true}))"
    )
    assert browser.driver.execute_async_script(press % "ArrowRight") > 0
    until(lambda: browser.js(count) == 0, "the motion to end")
    browser.prefer(prefers_reduced_motion="reduce")
    browser.go(browser.driver.current_url)
    until(lambda: browser.sees("main [role=grid]"), "a board")
    assert browser.driver.execute_async_script(press % "ArrowDown") == 0


def test_an_end_game_is_practised(play: Play, server: Server) -> None:
    """The menu offers it, moves are judged as the definition says, `n` goes on, and the accuracy is kept."""
    make_table("L3-16", server.home)
    browser = play("2048:practice=L3-16")
    twin = twin_of("L3-16")
    for choose, share in ((worst, "0 of 1"), (best, "1 of 2")):
        browser.find("main .message", "Make 16 without moving a large tile.")
        chances = {move: chance for move, chance in twin.chances(browser.rows()).items() if chance > 0}
        move, most = choose(chances), max(chances.values())
        browser.press(f"Arrow{move.capitalize()}")
        browser.find("main .message", "Right: " if choose is best else " percentage points less.")
        verdict = browser.says(browser.text("main .message"))
        told = [most, chances[move], most - chances[move]] if choose is worst else [most]
        assert [float(said) for said in re.findall(r"\d+\.\d+", verdict)] == pytest.approx(
            [100 * chance for chance in told], abs=0.01
        )  # the position is random, and may lie between two hundredths
        assert browser.sees("main .message.bad") is (choose is worst)
        assert browser.texts("main .figure dd")[1] == share  # in total
        browser.press("n")
    browser.find("main .message", "Make 16 without moving a large tile.")
    browser.press("t")
    browser.find("main .advice", "by table L3-16")
    browser.go(server.url())
    browser.find("button", "2048 practice: L3-16")


def test_an_end_game_without_a_table_is_one_sentence(browser: Browser, server: Server) -> None:
    """The menu tells how the table is made."""
    browser.go(server.url("2048:practice=442-64"))
    browser.find("main .error", "There is no table of '442-64' yet")
    assert "tessella 2048 tables make 442-64" in browser.text("main .error")
