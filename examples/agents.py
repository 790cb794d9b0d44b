"""Let three agents play 2048: by chance, by chance among what is legal, and one that learns.

    python examples/agents.py random
    python examples/agents.py masked --games 4096
    python examples/agents.py ppo --steps 200000 --rules 3x3

The first two play many games at once; `ppo` trains sb3-contrib's MaskablePPO and needs it installed, with PyTorch.
"""

import argparse
from typing import Any

import gymnasium
import numpy as np

import tessella.game2048.env  # noqa: F401 - registers it


def play(rules: str, games: int, seed: int, *, masked: bool) -> Any:
    """Return the points of so many games, each the first of its board."""
    envs = gymnasium.make_vec("tessella/2048-v0", num_envs=games, rules=rules)
    rng = np.random.default_rng(seed)
    _cells, infos = envs.reset(seed=seed)
    points, over = np.zeros(games), np.zeros(games, np.bool_)
    while not over.all():
        scores = rng.random((games, 4))
        if masked:
            scores[infos["action_mask"] == 0] = -1
        _cells, rewards, terminated, truncated, infos = envs.step(scores.argmax(axis=1))
        points += np.where(over, 0, rewards)
        over |= terminated | truncated
    return points


def learn(rules: str, games: int, seed: int, steps: int) -> Any:
    """Return the points of so many games after so many steps of training."""
    from sb3_contrib import MaskablePPO  # noqa: PLC0415 - only who learns needs it

    env = gymnasium.make("tessella/2048-v0", rules=rules, observation="planes")
    # Points grow with the tiles: learn from their logarithm.
    scaled = gymnasium.wrappers.TransformReward(env, lambda reward: float(np.log2(1 + float(reward))))
    model = MaskablePPO("MlpPolicy", scaled, seed=seed, verbose=1)
    model.learn(steps)
    points: Any = np.zeros(games)
    for game in range(games):
        seen, info = env.reset(seed=game)
        while info["action_mask"].any():
            action, _state = model.predict(seen, action_masks=info["action_mask"].astype(bool))
            seen, reward, _terminated, _truncated, info = env.step(action)
            points[game] += float(reward)
    return points


def main() -> None:
    """Read what is wanted, play, and say how it went."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("agent", choices=["random", "masked", "ppo"])
    parser.add_argument("--rules", default="classic")
    parser.add_argument("--games", type=int, default=256)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=100_000, help="how long ppo trains")
    args = parser.parse_args()
    try:
        if args.agent == "ppo":
            points = learn(args.rules, args.games, args.seed, args.steps)
        else:
            points = play(args.rules, args.games, args.seed, masked=args.agent == "masked")
    except (ValueError, ImportError) as fault:  # no such rules, or nothing to learn with
        raise SystemExit(str(fault)) from None
    error = points.std() / max(len(points) - 1, 1) ** 0.5
    print(f"{args.agent}, {args.rules}: {points.mean():.0f} points a game, give or take {error:.0f}")


if __name__ == "__main__":
    main()
