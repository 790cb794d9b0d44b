"""How many steps a second do the 2048 environments take, with observation and legal moves?

    python benchmarks/game2048_batch.py [--boards N] [--rounds N] [--peer LIBRARY.so]

Uniformly random actions on one thread, called from Python. The contestants take turns, a round each, and the best round
counts, in processor time (what other programs do in between is not in it; what they push out of the caches is).

LIBRARY is another environment as a shared library with two functions: `void peer_make(int n, unsigned char *cells, int
*actions, float *rewards, unsigned char *terminals)`, which takes arrays of n boards (16 cells each), and `void
peer_step(void)`, which steps them all.
"""

import argparse
import ctypes
import time
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np

import tessella.game2048.env  # registers it
from tessella.game2048 import vector_env
from tessella.game2048.rules import Rules

Steps = Callable[[int], None]
"""Takes step number i."""

ACTIONS = 64
"""How many sets of actions are drawn beforehand."""


def vector(boards: int, actions: Any, **options: Any) -> Steps:
    """Return what steps the vector environment."""
    envs = gymnasium.make_vec(tessella.game2048.env.ID, num_envs=boards, **options)
    envs.reset(seed=1)
    return lambda i: (envs.step(actions[i]), None)[1]


def bare(boards: int, actions: Any) -> Steps:
    """Return what steps the games below the vector environment."""
    some = vector_env.games(Rules(), boards, copy=False)
    everyone = np.ones(boards, np.bool_)
    some.seed(1, everyone)
    some.begin(everyone)
    return lambda i: (some.step(actions[i]), None)[1]


def peer(library: str, boards: int, actions: Any) -> Steps:
    """Return what steps another environment."""
    code = ctypes.CDLL(library)
    cells, rewards = np.zeros((boards, 16), np.uint8), np.zeros(boards, np.float32)
    chosen, terminals = np.zeros(boards, np.int32), np.zeros(boards, np.uint8)
    code.peer_make(boards, *(array.ctypes.data_as(ctypes.c_void_p) for array in (cells, chosen, rewards, terminals)))

    def step(i: int) -> None:
        chosen[:] = actions[i]
        code.peer_step()
        _keep = cells, rewards, terminals

    return step


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=int, default=16384)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--peer", help="a shared library, see above")
    told = parser.parse_args()
    n = told.boards
    actions = np.random.default_rng(1).integers(0, 4, (ACTIONS, n))
    few = min(n, 64)
    contestants: dict[str, tuple[int, int, Steps]] = {}
    if told.peer:
        contestants["the peer, no legal moves"] = (n, 4, peer(told.peer, n, actions))
    contestants |= {
        "VectorEnv, next step": (n, ACTIONS, vector(n, actions)),
        "VectorEnv, same step": (n, ACTIONS, vector(n, actions, autoreset_mode="SameStep")),
        "VectorEnv, not copied": (n, ACTIONS, vector(n, actions, copy=False)),
        "the games below it": (n, ACTIONS, bare(n, actions)),
        "VectorEnv, board": (n, 8, vector(n, actions, observation="board")),
        "VectorEnv, planes": (n, 2, vector(n, actions, observation="planes")),
        "VectorEnv, 5x5 by law": (few, 8, vector(few, actions[:, :few], rules="5x5")),
        "Env in SyncVectorEnv": (few, 8, vector(few, actions[:, :few], vectorization_mode="sync")),
    }
    best = dict.fromkeys(contestants, float("inf"))
    for _round in range(told.rounds):
        for name, (_boards, steps, step) in contestants.items():
            start = time.thread_time()
            for i in range(steps):
                step(i)
            best[name] = min(best[name], time.thread_time() - start)
    speeds = {name: boards * steps / best[name] for name, (boards, steps, _step) in contestants.items()}
    first = next(iter(speeds.values()))
    print(f"{'':26} {'boards':>7} {'steps a second':>15} {'ratio':>8}")
    for name, speed in speeds.items():
        print(f"{name:26} {contestants[name][0]:7,} {speed:15,.0f} {speed / first:8.3f}")


if __name__ == "__main__":
    main()
