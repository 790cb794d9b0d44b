"""Tests of players by name."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from support.players import greedy
from support.processes import CHECKOUT
from tessella.errors import NetworkError, ParseError
from tessella.game2048 import Board
from tessella.game2048.kernels.ntuple import STEM
from tessella.game2048.players.registry import PLAYERS, BestPlayer, player
from tessella.game2048.training.weights import Network, save, zeros


def test_a_network_of_ones_own(tmp_path: Path) -> None:
    """`network:PATH` plays with the weights in a file, and a file that is none is refused in a sentence."""
    save(Network(zeros(STEM, np.int16), 1.0, stems=1), tmp_path / "own.bin")
    who = player(f"network:{tmp_path / 'own.bin'}", ply=1)
    assert (who.name, who.values(MID)) == ("network 2x6, 1 ply", greedy().values(MID))
    (tmp_path / "other.bin").write_bytes(b"no network")
    with pytest.raises(NetworkError, match="expected a trained 2048 network, got '"):
        player(f"network:{tmp_path / 'other.bin'}")


@pytest.mark.parametrize("spec", ["", "deep blue", "network:", "Best"])
def test_unknown_players(spec: str) -> None:
    """A name that no player has is quoted beside the names that there are."""
    with pytest.raises(ParseError) as caught:
        player(spec)
    assert str(caught.value) == f"expected a player, one of {', '.join(PLAYERS)}, got {spec!r}"


def test_the_best_player_thinks_about_every_board() -> None:
    """Where the network cannot think, the heuristic does: other sizes, other merging, tiles that no network knows."""
    best = BestPlayer(greedy(), player("heuristic", ply=1))
    assert best.of(MID) is greedy()
    for text in ("2../.../..2", "2048:cascade:2.../..../..../...2#0", "65536,2,.,. / .,.,.,. / .,.,.,. / .,.,.,."):
        assert best.of(Board.parse(text)).name == "heuristic, 1 ply"
        assert best.accepts(Board.parse(text))


def test_no_kernel_is_loaded_for_a_player_that_does_not_think() -> None:
    """Who plays by `corner` or `random` waits for no compiler."""
    code = (
        "import sys; from tessella.game2048 import Board, best_move, evaluate, review;"
        "board = Board.parse('2.../..../..../...2');"
        "print(best_move(board, player='corner'), best_move(board, player='random') in board.moves(),"
        "'numba' in sys.modules)"
    )
    environment = os.environ | CHECKOUT
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    assert done.stdout.split() == ["down", "True", "False"]


MID = Board.parse("2048:classic:512,64,8,2/32,16,4,./2,.,.,./.,.,2,.#7/score=4800/ply=300")
