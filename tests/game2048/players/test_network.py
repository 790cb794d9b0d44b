"""Does the player that a network guides choose well, by the law, and the same whoever asks?"""

import threading
from functools import lru_cache

import numpy as np
import pytest

from tessella.compiled.jit import kernel
from tessella.errors import MoveError, TessellaError
from tessella.game2048 import DIRECTIONS, RULES, Board, Rules, players
from tessella.game2048.kernels import ntuple as nw
from tessella.game2048.kernels.ntuple import STEM
from tessella.game2048.players.network import MAX_PLY, BulkGames, NetworkPlayer, downgrade, play_many
from tessella.game2048.sliding import Rows, slide
from tessella.game2048.training.weights import Network
from tessella.rng import GAMMA, MASK, below, fold, mix64

BOARD = Board.parse("2,4,.,4/64,16,256,2/8,512,32,1024/4096,8,128,.")


@lru_cache(maxsize=1)
def network() -> Network:
    """Return a network without any pattern, which plays badly."""
    run = np.random.default_rng(5).integers(-900, 900, 1_000_003, np.int16)
    return Network(np.resize(run, 2 * STEM), 0.5)


def teardown_module() -> None:
    """Let go of the network, which is large."""
    network.cache_clear()


@kernel
def _downgraded(boards: np.ndarray, least: int) -> None:
    for k in range(len(boards)):
        boards[k] = nw.downgrade(boards[k], least)


def tiles(bits: int) -> Rows:
    """Return the tiles of a board of four bits a cell."""
    powers = [bits >> 4 * i & 15 for i in range(16)]
    return tuple(tuple(1 << n if n else 0 for n in powers[k : k + 4]) for k in (0, 4, 8, 12))


# --- Choosing --------------------------------------------------------------------------------------------------------


def test_the_best_value_is_chosen_among_legal_moves() -> None:
    """Values are those of the legal moves, and the largest is the choice; over means an error."""
    player = NetworkPlayer(network())
    board = Board.start(RULES["classic"], 11)
    while not board.is_over():
        values = player.values(board)
        assert tuple(values) == board.moves()
        move = player.choose(board)
        assert values[move] == max(values.values())
        board = board.play(move)
    with pytest.raises(MoveError, match="the game is over; there is no move to choose"):
        player.choose(board)


def test_a_deeper_search_contains_a_shallower_one() -> None:
    """Two plies are the mean over new tiles of the best that one ply finds on each board."""
    one, two = NetworkPlayer(network(), ply=1), NetworkPlayer(network(), ply=2)
    for move, value in two.values(BOARD).items():
        rows, merged = slide(BOARD.rows, move)
        empty = [(r, c) for r in range(4) for c in range(4) if not rows[r][c]]
        total = 0.0
        for r, c in empty:
            for tile, chance in ((2, 0.9), (4, 0.1)):
                board = Board.from_rows(
                    [[tile if (i, j) == (r, c) else rows[i][j] for j in range(4)] for i in range(4)]
                )
                best = 0.0 if board.is_over() else max(0.0, *one.values(board).values())
                total += chance / len(empty) * best
        assert value == pytest.approx(sum(merged) + total, rel=1e-6, abs=0.01)


def test_getting_ready_takes_nothing_from_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time begins when the kernels are there: however long that took, the player looks ahead in it."""
    plies = []
    clock = 0.0
    monkeypatch.setattr(players.network, "perf_counter", lambda: clock)

    class Slow(NetworkPlayer):
        def _look(self, boards: list[int], fours: float = 0.0, ply: int = 1, end: float | None = None) -> list[float]:
            nonlocal clock
            plies.append(ply)
            clock += 20.0 if ply == 1 else 0.4
            return super()._look(boards, fours, ply, end)

    Slow(network(), seconds=1.0).choose(BOARD)
    assert plies == [1, 2, 3, 4]


def test_the_chance_of_fours_is_that_of_the_rules() -> None:
    """A board's own rules say how often a 4 comes, also when one player is asked about boards of several rules."""
    player = NetworkPlayer(network(), ply=3)
    found = {}
    for fours in (0, 10, 100):
        board = Board.from_rows(BOARD.rows, Rules(fours=fours))
        found[fours] = player.values(board)
        assert found[fours] == NetworkPlayer(network(), ply=3).values(board)
    assert found[0] != found[10] != found[100]


def test_two_32768_are_merged() -> None:
    """Where two 32768 can merge, that is the best move; a board with a 65536 is not for this player."""
    board = Board.parse("32768,32768,2,4/16,64,8,16/4,128,256,8/2,8,1024,.")
    player = NetworkPlayer(network())
    values = player.values(board)
    assert player.accepts(board)
    assert player.choose(board) in ("left", "right")
    assert max(values.values()) == max(values["left"], values["right"])
    assert values["left"] - values["down"] < 40_000  # the same 65536 points, now or a move later
    merged = board.play("left")
    assert not player.accepts(merged)
    with pytest.raises(TessellaError, match="expected a board of 4x4 tiles up to 32768"):
        player.values(merged)


@pytest.mark.parametrize(("stages", "least"), [(1, 14), (2, 15), (3, 15)])
def test_downgraded_boards_move_alike(stages: int, least: int) -> None:
    """A downgraded board has every tile above a gap halved, moves as before, and is the same in the kernel."""
    luck = np.random.default_rng(3)
    powers = luck.choice([0, 0, 0, 1, 2, 3, 5, 8, 10, 11, 12, 13, 14, 15], (2000, 16))
    boards = np.array([sum(int(n) << 4 * i for i, n in enumerate(row)) for row in powers], np.uint64)
    before = [tiles(int(bits)) for bits in boards]
    _downgraded(boards, least)
    changed = 0
    for rows, bits in zip(before, boards, strict=True):
        lower = tiles(int(bits))
        assert downgrade(rows, stages) == lower
        pairs = zip(sum(rows, ()), sum(lower, ()), strict=True)
        assert all(tile in (low, 2 * low) for tile, low in pairs)
        for way in DIRECTIONS:
            moved, merged = slide(rows, way)
            like, like_merged = slide(lower, way)
            assert (moved != rows, len(merged)) == (like != lower, len(like_merged))
            assert [[bool(n) for n in row] for row in moved] == [[bool(n) for n in row] for row in like]
        changed += rows != lower
        assert rows == lower or max(map(max, rows)) >= 1 << least
    assert changed > 500


@pytest.mark.parametrize(
    "text", ["2 2 / 4 .", "2048:cascade:..2./..../.4../....#1", "2048:5x4:2.../..../..../..../...."]
)
def test_other_rules_are_left_to_others(text: str) -> None:
    """The player thinks about boards of four by four that merge once for the value of the tile."""
    assert not NetworkPlayer(network()).accepts(Board.parse(text))


def test_a_depth_that_no_search_has_is_refused() -> None:
    """A depth is a number of plies that the search has room for."""
    for ply in (0, MAX_PLY + 1):
        with pytest.raises(TessellaError, match="expected a whole number from 1 to 16 as ply"):
            NetworkPlayer(network(), ply=ply)


# --- Time and threads ------------------------------------------------------------------------------------------------


def test_without_time_one_ply_is_looked_at() -> None:
    """A player with no time still weighs the boards after its moves."""
    assert NetworkPlayer(network(), seconds=0).values(BOARD) == NetworkPlayer(network(), ply=1).values(BOARD)


def test_with_time_the_deepest_search_that_ended_counts() -> None:
    """A player with time finds what a player of some depth finds."""
    found = NetworkPlayer(network(), seconds=0.01).values(BOARD)
    assert found in [NetworkPlayer(network(), ply=ply).values(BOARD) for ply in range(1, 8)]


def test_a_game_near_its_end_is_looked_at_to_its_end() -> None:
    """Time that is not needed is not used: where every line ends soon, the search ends too."""
    board = Board.parse("2,2,128,64/256,64,512,32/1024,2048,4096,16/8192,16384,32768,64")
    player = NetworkPlayer(network(), seconds=3600)
    assert player.values(board) == NetworkPlayer(network(), ply=MAX_PLY).values(board)


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_change_no_value(threads: int) -> None:
    """A search on several cores finds what it finds on one."""
    for ply in (3, 4, 5):
        alone = NetworkPlayer(network(), ply=ply).values(BOARD)
        assert NetworkPlayer(network(), ply=ply, threads=threads).values(BOARD) == alone


def test_players_can_be_asked_from_many_threads() -> None:
    """Several threads ask one player, and another one, at once: each answer is what it is alone."""
    boards = [
        Board.start(RULES["classic"], seed).play("up")
        for seed in range(4)
        if "up" in Board.start(RULES["classic"], seed).moves()
    ]
    wanted = [NetworkPlayer(network(), ply=3).values(board) for board in boards]
    shared, found = NetworkPlayer(network(), ply=3), {}

    def ask(i: int, player: NetworkPlayer) -> None:
        for _ in range(20):
            found[i, id(player)] = player.values(boards[i])

    players = [shared, NetworkPlayer(network(), ply=3)]
    threads = [threading.Thread(target=ask, args=(i, player)) for i in range(len(boards)) for player in players]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(found[i, id(player)] == wanted[i] for i in range(len(boards)) for player in players)


# --- In bulk ---------------------------------------------------------------------------------------------------------


def spawned(rows: Rows, luck: int) -> Rows:
    """Return the rows with a new tile as games in bulk have it: its cell by luck's high half, a 4 by the low."""
    cells = [tile for row in rows for tile in row]
    empty = [i for i, tile in enumerate(cells) if not tile]
    cells[empty[below(len(empty), luck >> 32 << 32)]] = 4 if (luck & 0xFFFFFFFF) * 10 >> 32 == 0 else 2
    return tuple(tuple(cells[4 * r : 4 * r + 4]) for r in range(4))


def played(player: NetworkPlayer, luck: int) -> tuple[int, int, int]:
    """Play a game by the plain law and the player's choices; return score, moves and largest power of two."""
    first = mix64((luck + GAMMA) & MASK)
    rows = spawned(spawned(((0,) * 4,) * 4, first), mix64((first + GAMMA) & MASK))
    score = moves = 0
    while not (board := Board.from_rows(rows)).is_over():
        rows, merged = slide(rows, player.choose(board))
        score += sum(merged)
        moves += 1
        rows = spawned(rows, mix64((luck + GAMMA * (moves + 1)) & MASK))
    return score, moves, board.highest


@pytest.mark.parametrize("ply", [1, 2, 3])
def test_games_in_bulk_are_those_of_the_player(ply: int) -> None:
    """Games in bulk are the games that the player plays by the plain law with the same luck."""
    results = play_many(network(), 12, ply=ply, seed=3)
    player = NetworkPlayer(network(), ply=ply)
    for i in (0, 5, 11):
        assert results[i] == played(player, fold((3, i)))
    assert DIRECTIONS == ("left", "right", "up", "down")


@pytest.mark.parametrize("ply", [1, 2])
def test_threads_change_no_game(ply: int) -> None:
    """Game i depends on the seed and i alone: not on threads, nor on how many games are played."""
    games, seen = BulkGames(network(), range(23), ply=ply, seed=9), list[int]()
    games.play(lambda: seen.append(games.ended))
    alone = games.results()
    assert alone == play_many(network(), 23, ply=ply, seed=9, threads=3)
    assert alone[:5] == play_many(network(), 5, ply=ply, seed=9)
    assert alone != play_many(network(), 23, ply=ply, seed=10)
    assert seen == sorted(seen)
    assert seen[-1] == 23
    assert len(play_many(network(), 0, ply=ply, seed=1)) == 0
