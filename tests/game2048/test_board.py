"""Tests of boards: moves and their traces, luck, and boards as text."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.reference import slide_2048, spawn_2048, trace_2048
from support.strategies import boards_2048, directions, rules_2048, scraps_2048, seeds, texts_2048
from tessella.errors import MoveError, ParseError, TessellaError
from tessella.game2048 import DIRECTIONS, RULES, Board, Rules, advise, best_move, render

# --- Playing ----------------------------------------------------------------------------------------------------------


@given(boards_2048(), directions)
def test_play(board: Board, move: str) -> None:
    """A move slides, scores what it merged and brings the tile that follows from seed, ply and tiles, or is refused."""
    slid, merged = slide_2048(board.rows, move, board.rules.merging)
    over = board.rules.ends and max(map(max, board.rows)) >= board.rules.target
    if over or slid == board.rows:
        assert move not in board.moves()
        with pytest.raises(MoveError, match=f"'{move}'$"):
            board.play(move)
        return
    after = board.play(move)
    assert move in board.moves()
    assert after.rows == spawn_2048(slid, board.seed, board.ply + 1, board.rules.fours)
    assert after.score - board.score == (board.rules.points * len(merged) if board.rules.points else sum(merged))
    assert (after.rules, after.seed, after.ply) == (board.rules, board.seed, board.ply + 1)


@given(boards_2048())
def test_a_slide_leads_to_the_next_board(board: Board) -> None:
    """Every tile is in the slide once; moved to their ends, added up and with the new tile they are the next board."""
    for move in board.moves():
        slide = board.trace(move)
        after = board.play(move)
        starts = {tile.start: tile.value for tile in slide.tiles}
        assert starts == {(r, c): tile for r, row in enumerate(board.rows) for c, tile in enumerate(row) if tile}
        assert len(starts) == len(slide.tiles)
        grid = [[0] * board.rules.cols for _row in board.rows]
        for tile in slide.tiles:
            grid[tile.end[0]][tile.end[1]] += tile.value
        for value, (row, col) in slide.merges:
            assert grid[row][col] == value
        assert grid[slide.spawn.cell[0]][slide.spawn.cell[1]] == 0
        grid[slide.spawn.cell[0]][slide.spawn.cell[1]] = slide.spawn.value
        assert tuple(map(tuple, grid)) == after.rows
        assert (slide.direction, slide.points) == (move, after.score - board.score)


@given(boards_2048())
def test_a_slide_agrees_with_the_oracle(board: Board) -> None:
    """Each tile goes where walking over the grid takes it, and those that meet are the ones told as merged."""
    for move in board.moves():
        slide = board.trace(move)
        ends = trace_2048(board.rows, move, board.rules.merging)
        assert {tile.start: tile.end for tile in slide.tiles} == ends
        meeting = {end for end, count in Counter(ends.values()).items() if count > 1}
        assert {tile.end for tile in slide.tiles if tile.is_merged} == meeting
        assert {tile.cell for tile in slide.merges} == meeting
        assert all(tile.is_merged == (tile.end in meeting) for tile in slide.tiles)


@given(boards_2048(), st.sampled_from([*DIRECTIONS, "north"]))
def test_tracing_refuses_what_playing_refuses(board: Board, move: str) -> None:
    """A move that cannot be played cannot be traced either, and the sentence is the same."""
    if move in board.moves():
        return
    with pytest.raises(MoveError) as played:
        board.play(move)
    with pytest.raises(MoveError) as traced:
        board.trace(move)
    assert str(traced.value) == str(played.value)


@given(boards_2048())
def test_play_leaves_the_old_board_alone(board: Board) -> None:
    """A board is a value: playing gives another one and changes nothing."""
    before = board.to_text(), hash(board), board.rows
    for move in board.moves():
        assert board.play(move) == board.play(move)
    assert (board.to_text(), hash(board), board.rows) == before


def test_cascade_scores_a_hundred_a_merge() -> None:
    """[2 2 4 8] is three merges in cascade: 300 points."""
    board = Board.parse("2048:cascade:2248/..../..../....#1")
    assert board.play("right").score == 300


def test_classic_scores_the_merged_tiles() -> None:
    """[2 2 4 4] makes a 4 and an 8 in classic: 12 points, on top of what there was."""
    board = Board.parse("2048:classic:2244/..../..../....#1/score=100")
    assert board.play("right").score == 112


def test_a_move_may_only_slide_or_only_merge() -> None:
    """Both a move that merges nothing and one that fills no gap count."""
    slides = Board.parse("2048:classic:2.../..../..../....#1")
    assert slides.play("right").score == 0
    merges = Board.parse("2048:2x2/classic:22/..#1")
    assert merges.play("left").score == 4


def test_a_move_that_changes_nothing_is_refused() -> None:
    """Nothing spawns and nothing is scored where nothing moves; the player is told."""
    board = Board.parse("2048:classic:2.../4.../..../....#1")
    with pytest.raises(MoveError, match=r"^nothing moves that way: 'left'$"):
        board.play("left")
    assert board.moves() == ("right", "down")


@pytest.mark.parametrize("preset", ["sprint", "cascade", "coinflip", "notebook"])
def test_these_games_end_at_the_target(preset: str) -> None:
    """At the target these presets take no move any more."""
    board = Board.parse(f"2048:{preset}:2048,2,.,./.,.,.,./.,.,.,./.,.,.,.#1")
    assert (board.is_won(), board.is_over(), board.moves()) == (True, True, ())
    with pytest.raises(MoveError, match=r"^the game is over; no move can be made: 'right'$"):
        board.play("right")


@given(boards_2048())
def test_over_is_without_a_move(board: Board) -> None:
    """A game is over when no move is left, whatever the rules and the tiles."""
    assert board.is_over() == (not board.moves())


def test_classic_plays_on_after_the_target() -> None:
    """In classic a won game takes the next move."""
    board = Board.parse("2048:classic:2048,2,.,./.,.,.,./.,.,.,./.,.,.,.#1")
    assert (board.is_won(), board.is_over()) == (True, False)
    assert board.play("right").is_won()


def test_a_tile_above_the_target_wins_too() -> None:
    """Won means a tile of at least the target."""
    assert Board.parse("2048:2x2/8/sprint:16,./.,.#1").is_won()
    assert not Board.parse("2048:2x2/16/sprint:8,./.,.#1").is_won()


def test_won_comes_before_lost() -> None:
    """A full board with the target on it is won, though no move is left."""
    board = Board.parse("2048:2x2/8/classic:82/28#1")
    assert (board.is_won(), board.is_over()) == (True, True)


def test_lost_is_a_full_board_without_equal_neighbours() -> None:
    """No move left is the end; one equal pair, up or across, is not."""
    assert Board.parse("24/42").is_over()
    assert Board.parse("22/48").moves() == ("left", "right")
    assert Board.parse("24/28").moves() == ("up", "down")


# --- Luck -------------------------------------------------------------------------------------------------------------


@given(rules_2048(), seeds)
def test_start(rules: Rules, seed: int) -> None:
    """A game begins with the tiles that its seed brings one after the other at ply 0."""
    rows: tuple[tuple[int, ...], ...] = ((0,) * rules.cols,) * rules.rows
    for _ in range(rules.tiles):
        rows = spawn_2048(rows, seed, 0, 0 if rules.twos else rules.fours)
    assert Board.start(rules, seed) == Board.from_rows(rows, rules, seed=seed)


def test_undo_cannot_reroll() -> None:
    """The same move at the same place brings the same tile, whatever was tried in between."""
    board = Board.start(RULES["classic"], 42)
    first = board.play("left")
    board.play("up").play("right")
    assert board.play("left") == first


@pytest.mark.parametrize("fours", [0, 10, 25, 50, 100])
def test_fours_come_as_often_as_the_rules_say(fours: int) -> None:
    """Over 4000 seeds the share of fours is within four standard deviations."""
    n = 4000
    rules = Rules(fours=fours, tiles=1)
    tiles = Counter(max(map(max, Board.start(rules, seed).rows)) for seed in range(n))
    assert set(tiles) <= {2, 4}
    share = fours / 100
    assert abs(tiles[4] - n * share) <= 4 * (n * share * (1 - share)) ** 0.5


def test_tiles_come_everywhere_alike() -> None:
    """Over 4000 seeds the first tile lies in each of the 16 cells as often as in another: chi-square below 37.7."""
    n = 4000
    cells = Counter(
        next(i for i, tile in enumerate(sum(Board.start(Rules(tiles=1), seed).rows, ())) if tile) for seed in range(n)
    )
    assert len(cells) == 16
    assert sum((seen - n / 16) ** 2 / (n / 16) for seen in cells.values()) < 37.7  # 15 degrees of freedom, p = 0.001


def test_ply_and_seed_both_decide() -> None:
    """Other plies and other seeds bring the tile elsewhere: over 100 of each, most of the 15 free cells are seen."""
    board = Board.parse("2048:classic:...2/..../..../....#0")
    by_seed = {Board(board.rules, board.rows, seed=seed).play("left").rows for seed in range(100)}
    by_ply = {Board(board.rules, board.rows, ply=ply).play("left").rows for ply in range(100)}
    assert len(by_seed) >= 12
    assert len(by_ply) >= 12


# --- Boards as text ---------------------------------------------------------------------------------------------------


@given(boards_2048())
def test_boards_print_and_parse(board: Board) -> None:
    """The text of a board parses to an equal board, and `repr` rebuilds it."""
    assert Board.parse(board.to_text()) == board
    assert Board.parse(board.to_text()).to_text() == board.to_text()
    assert eval(repr(board)) == board  # noqa: S307 - that is what repr promises
    assert hash(Board.parse(board.to_text())) == hash(board)


@given(boards_2048())
def test_a_board_is_drawn_by_print(board: Board) -> None:
    """`str` shows every tile in its row, in ASCII, and nothing of seed, score and ply."""
    lines = str(board).splitlines()
    assert str(board).isascii()
    assert [[int(cell) if cell.strip() else 0 for cell in line.split("|")[1:-1]] for line in lines[1::2]] == [
        list(row) for row in board.rows
    ]


def test_the_text_of_a_board_is_the_id_of_the_position() -> None:
    """Score and ply are appended where they are not 0."""
    board = Board.from_rows([[2, 0], [0, 4]], Rules(2, 2), score=8, seed=42, ply=3)
    assert board.to_text() == "2048:2x2/classic:2./.4#42/score=8/ply=3"
    assert Board.from_rows([[2, None], [0, 16]]).to_text() == "2048:2x2/classic:2,./.,16#0"


@pytest.mark.parametrize(
    "text", ["2./.8", "2 . / . 8", "2,.\n.,8", " 2 _ \n _ 8 ", "2./.8#0", "2048:2x2/classic:2./.8#0"]
)
def test_boards_are_read_in_several_spellings(text: str) -> None:
    """Rows stand on lines or between slashes; cells between blanks, commas, or bare."""
    assert Board.parse(text) == Board.from_rows([[2, 0], [0, 8]])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("23/..", "expected tiles that are powers of two from 2 to 32, got 3 in '23/..'"),
        ("1./..", "expected tiles that are powers of two from 2 to 32, got 1 in '1./..'"),
        ("64,./.,3", "expected tiles that are powers of two from 2 to 32, got 3, 64 in '64,./.,3'"),
        ("2./.16", "expected rows of one length, got '2./.16'"),
        ("2./...", "expected rows of one length, got '2./...'"),
        ("2x/..", "expected a row of tiles such as 2,.,16,. or ..2., got '2x' in '2x/..'"),
        ("", "expected a row of tiles such as 2,.,16,. or ..2., got '' in ''"),
        ("２./..", "expected a row of tiles such as 2,.,16,. or ..2., got '２.' in '２./..'"),
        ("2./..#", "expected a seed, as in #42 or #42/score=16/ply=3, got '2./..#'"),
        ("2./..#1/ply=0", "expected a seed, as in #42 or #42/score=16/ply=3, got '2./..#1/ply=0'"),
        ("2./..#1/ply=2/score=3", "expected a seed, as in #42 or #42/score=16/ply=3, got '2./..#1/ply=2/score=3'"),
        ("chess:2./..", "expected a 2048 board such as 2048:classic:..2./..../.4../....#42, got 'chess:2./..'"),
        ("2048:classic:2./..#1", "expected 4x4 rows x columns, got 2x2: '2./..'"),
    ],
)
def test_boards_that_do_not_parse(text: str, message: str) -> None:
    """A board with odd tiles or rows is refused by a sentence that quotes it."""
    with pytest.raises(TessellaError) as refused:
        Board.parse(text)
    assert str(refused.value) == message


def test_a_seed_too_large_is_refused() -> None:
    """Seeds are 64 bits, in text and by hand."""
    assert Board.parse(f"2./..#{2**64 - 1}").seed == 2**64 - 1
    expected = r"^expected a seed, a whole number from 0 to 18446744073709551615, got"
    with pytest.raises(ParseError, match=expected):
        Board.parse(f"2./..#{2**64}")
    for seed in (2**64, -1):
        with pytest.raises(ParseError, match=expected):
            Board.start(Rules(), seed)


@pytest.mark.parametrize(
    ("rows", "numbers", "message"),
    [
        ([[2, 0], [0, 0]], {"seed": -1}, "expected a seed, as in #42 or #42/score=16/ply=3, got '-1'"),
        ([[2, 0], [0, 0]], {"score": -5}, "expected a seed, as in #42 or #42/score=16/ply=3, got '0/score=-5'"),
        ([[2, 0], [0, 0]], {"ply": 1.5}, "expected a seed, as in #42 or #42/score=16/ply=3, got '0/ply=1.5'"),
        ([["2", 0], [0, 16]], {}, "expected tiles that are powers of two from 2 to 32, got 2 in '2,./.,16'"),
        ([[2.0, 0], [0, 0]], {}, "expected tiles that are powers of two from 2 to 32, got 2.0 in '2.0,./.,.'"),
    ],
)
def test_rows_and_numbers_that_no_board_has(rows: Any, numbers: dict[str, Any], message: str) -> None:
    """What `parse` would refuse in the text of a board is refused at once."""
    with pytest.raises(ParseError) as refused:
        Board.from_rows(rows, **numbers)
    assert str(refused.value) == message


@pytest.mark.parametrize("ask", [best_move, render, lambda board: str(advise(board, player="heuristic", ply=1))])
def test_a_board_can_be_given_as_text_or_rows(ask: Callable[[Any], str]) -> None:
    """Whatever is asked of a board can be asked of its text, of rows and of an array; anything else is refused."""
    board = Board.parse("2 4 8 2 / 4 16 32 4 / 8 64 128 8 / 512 256 . .")
    answer = ask(board)
    assert ask(board.to_text()) == ask(board.rows) == ask(np.array(board.rows)) == answer
    for value in (5, None, object(), [5], b"53"):
        with pytest.raises(ParseError, match="expected a board, its text or its rows, got "):
            ask(value)
    with pytest.raises(ParseError, match="expected a row of tiles"):
        ask("zz")


def test_numbers_of_numpy_are_plain_ones_in_a_board() -> None:
    """A board of an array is equal to that of lists, and its text can be parsed."""
    number: Any = np.int64(8)
    board = Board.from_rows(np.array([[2, 0], [0, 4]]), seed=number, score=number)
    assert Board.parse(board.to_text()) == board
    assert {type(number) for number in (*board.rows[0], board.seed, board.score)} == {int}


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """Draw a board's own text with a scrap put in, or a piece cut out: closest to what parses."""
    text = draw(boards_2048()).to_text()
    i, j = sorted((draw(st.integers(0, len(text))), draw(st.integers(0, len(text)))))
    return text[:i] + draw(scraps_2048 | st.just("")) + text[min(j, i + 3) :]


@given(texts_2048 | damaged())
def test_fuzz_board(text: str) -> None:
    """Any text is a board that prints back a text of the same board, or is refused with a TessellaError."""
    try:
        board = Board.parse(text)
    except TessellaError:
        return
    assert Board.parse(board.to_text()) == board
