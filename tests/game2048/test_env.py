"""Are 2048's environments what Gymnasium asks for, and do they play by the law?"""

import itertools
import math
import os
import pickle
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv

from support.processes import CHECKOUT
from tessella.errors import TessellaError
from tessella.game2048 import DIRECTIONS, RULES, Board, Rules, slide
from tessella.game2048.env import ID, OBSERVATIONS, Game2048Env, Game2048VectorEnv, make_env
from tessella.game2048.sliding import Rows
from tessella.io.extras import install_command
from tessella.rng import SplitMix64, fold

MODES = [mode.value for mode in AutoresetMode]


def make(**options: Any) -> Game2048Env:
    """Return the environment without Gymnasium's wrappers, but with its spec."""
    env = gymnasium.make(ID, **options).unwrapped
    assert isinstance(env, Game2048Env)
    return env


def make_vec(n: int, **options: Any) -> Game2048VectorEnv:
    """Return the vector environment that `make_vec` gives."""
    envs = gymnasium.make_vec(ID, num_envs=n, **options)
    assert isinstance(envs, Game2048VectorEnv)
    return envs


# --- One game ---


@pytest.mark.parametrize("observation", OBSERVATIONS)
@pytest.mark.parametrize("rules", [*RULES, "2x2", "5x5", "8x8/cascade", "3x6/fours=50"])
def test_check_env(rules: str, observation: str) -> None:
    """Gymnasium's own check finds nothing, for any rules and form of observation."""
    check_env(make(rules=rules, observation=observation, render_mode="ansi"))


@pytest.mark.parametrize("rules", ["classic", "cascade", "5x4/64/sprint"])
def test_a_game_is_the_one_of_its_seed(rules: str) -> None:
    """The environment plays the game that an id names: the same tiles, points and end."""
    env = make(rules=rules, observation="board")
    seen, info = env.reset(seed=42)
    board = Board.start(Rules.parse(rules), 42)
    rng = np.random.default_rng(1)
    terminated = False
    while not terminated:
        assert seen.tolist() == [[*row] for row in board.rows]
        assert [DIRECTIONS[k] for k in np.flatnonzero(info["action_mask"])] == [*board.moves()]
        assert env.action_masks().tolist() == info["action_mask"].astype(bool).tolist()
        action = env.action_space.sample(info["action_mask"]) if rng.random() < 0.7 else rng.integers(4)
        after = board.play(DIRECTIONS[action]) if DIRECTIONS[action] in board.moves() else board
        seen, reward, terminated, truncated, info = env.step(action)
        assert reward == after.score - board.score
        assert not truncated
        board = after
    assert board.is_over()
    assert env.board == board


def test_resets_without_a_seed_go_on() -> None:
    """A seed decides about all games that follow, until another is given."""
    env, other = make(), make()

    def seeds(env: Game2048Env) -> list[int]:
        env.reset(seed=5)
        return [env.board.seed, *(env.reset() and env.board.seed for _ in range(3))]

    assert seeds(env) == seeds(other)
    assert len(set(seeds(env))) == 4
    assert seeds(env)[0] == 5


def test_a_position_to_begin_from() -> None:
    """`options["board"]` is where the episode begins, and must be of the same rules."""
    env = make(observation="board")
    board = Board.parse("2048:classic:2,2,4,8/.,.,.,./.,.,.,./.,.,.,65536#7/score=100/ply=9")
    for given in (board, board.to_text()):
        seen, _info = env.reset(options={"board": given})
        assert seen[3, 3] == 65536
        _seen, reward, *_others = env.step(0)
        assert reward == 4
        assert env.board == board.play("left")
    with pytest.raises(TessellaError, match="expected a board of classic, got one of 2x2/classic"):
        env.reset(options={"board": "2. / .2"})


def test_an_illegal_action_changes_nothing_and_costs_the_penalty() -> None:
    """The board stays as it is, the reward is less by the penalty, and the game goes on."""
    for penalty in (0.0, 1.5):
        env = make(penalty=penalty)
        env.reset(options={"board": "2... / 4... / 8... / 2..."})
        before = env.board
        _seen, reward, terminated, truncated, info = env.step(0)
        assert env.board == before
        assert (reward, terminated, truncated) == (-penalty, False, False)
        assert math.copysign(1, reward) == (-1 if penalty else 1)
        assert info["action_mask"].tolist() == [0, 1, 0, 0]


def test_forms_of_observation_tell_the_same() -> None:
    """Exponents, tiles and planes are three ways to write the same board."""
    board = "2048:classic:2,.,4,1024/.,.,.,./.,.,.,./.,.,.,131072#0"
    seen = {form: make(observation=form).reset(options={"board": board})[0] for form in OBSERVATIONS}
    assert seen["board"][0].tolist() == [2, 0, 4, 1024]
    assert seen["exponents"][0].tolist() == [1, 0, 2, 10]
    assert (np.where(seen["exponents"], 2 ** seen["exponents"].astype(int), 0) == seen["board"]).all()
    assert seen["planes"].shape == (18, 4, 4)
    assert (seen["planes"].argmax(0) == seen["exponents"]).all()
    assert (seen["planes"].sum(0) == 1).all()
    assert [seen[form].dtype for form in OBSERVATIONS] == [np.uint8, np.int64, np.uint8]


def test_tiles_beyond_sixty_four_bits() -> None:
    """The largest tile of the largest board is shown as the largest that there is a number for."""
    tile = 1 << 65
    env = make(rules="8x8", observation="board")
    seen, _info = env.reset(options={"board": Board.from_rows([[tile] + [0] * 7] + [[0] * 8] * 7)})
    assert seen[0, 0] == 1 << 62
    assert seen in env.observation_space


def test_frames() -> None:
    """A frame is the boxed text, or pixels in which tiles differ and numbers are drawn."""
    env = make(render_mode="ansi")
    env.reset(options={"board": "2... / 4... / .... / ...2"})
    text = env.render()
    assert "2" in text
    assert text.count("\n") == 8
    env = make(render_mode="rgb_array")
    env.reset(options={"board": "2,4,8,131072/.,.,.,./.,.,.,./.,.,.,."})
    pixels = env.render()
    assert pixels.shape == (4 * 32 + 2, 4 * 32 + 2, 3)
    assert pixels.dtype == np.uint8
    cells = [pixels[2:32, 32 * c + 2 : 32 * c + 32].reshape(-1, 3) for c in range(4)]
    assert len({cell.tobytes() for cell in cells}) == 4
    assert all(len(np.unique(cell, axis=0)) == 2 for cell in cells)
    assert len(np.unique(pixels[34:64, 2:32].reshape(-1, 3), axis=0)) == 1
    assert make().render() is None


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"rules": "clasic"}, "expected rules such as"),
        ({"rules": "9x9"}, "expected a size from 2x2 to 8x8"),
        ({"rules": 5}, "expected rules such as"),
        ({"observation": "bord"}, "expected one of exponents, board, planes, got 'bord'"),
        ({"render_mode": "human"}, "expected one of ansi, rgb_array, got 'human'"),
    ],
)
def test_what_no_environment_can_be(options: dict[str, Any], said: str) -> None:
    """Unknown rules and forms are refused in one sentence, by both environments."""
    for build in (Game2048Env, Game2048VectorEnv):
        with pytest.raises(TessellaError, match=said):
            build(**options)


@pytest.mark.parametrize("action", [4, -1, 1.0, None, "left", np.array([1, 2])])
def test_what_is_no_action(action: Any) -> None:
    """An action that is none of the four is refused in one sentence."""
    env = make()
    env.reset(seed=1)
    with pytest.raises(TessellaError, match="expected an action from 0 to 3"):
        env.step(action)


def test_a_step_before_the_first_reset() -> None:
    """Who steps first is told to reset, in Gymnasium's own kind of error."""
    for first in (lambda: make().step(0), lambda: make_vec(2).step([0, 0]), lambda: make_vec(2).action_masks()):
        with pytest.raises(gymnasium.error.ResetNeeded, match="expected reset"):
            first()


# --- An exact computation ---


@cache
def exact(rows: Rows, rules: Rules) -> dict[int, float]:
    """Return the distribution of further points for who plays legal moves at random from here: by enumeration."""
    total: dict[int, float] = {}
    slid = [slide(rows, move, rules.merging) for move in DIRECTIONS]
    legal = [(after, merged) for after, merged in slid if after != rows]
    if not legal or (rules.ends and max(map(max, rows)) >= rules.target):
        return {0: 1.0}
    for after, merged in legal:
        points = rules.points * len(merged) if rules.points else sum(merged)
        for new, chance in spawned(after, rules.fours):
            for further, share in exact(new, rules).items():
                total[points + further] = total.get(points + further, 0.0) + chance * share / len(legal)
    return total


def spawned(rows: Rows, fours: int) -> Iterator[tuple[Rows, float]]:
    """Yield the rows with each tile that may come, and its chance."""
    empty = [(r, c) for r, c in itertools.product(range(len(rows)), range(len(rows[0]))) if not rows[r][c]]
    for (row, col), (tile, chance) in itertools.product(empty, ((2, 100 - fours), (4, fours))):
        yield (
            tuple(
                tuple(tile if (r, c) == (row, col) else old for c, old in enumerate(line))
                for r, line in enumerate(rows)
            ),
            chance / 100 / len(empty),
        )


def exact_game(rules: Rules) -> dict[int, float]:
    """Return the distribution of final scores of a random player."""
    positions: dict[Rows, float] = {((0,) * rules.cols,) * rules.rows: 1.0}
    for _tile in range(rules.tiles):
        after: dict[Rows, float] = {}
        for rows, share in positions.items():
            for new, chance in spawned(rows, rules.fours):
                after[new] = after.get(new, 0.0) + share * chance
        positions = after
    total: dict[int, float] = {}
    for rows, share in positions.items():
        for points, chance in exact(rows, rules).items():
            total[points] = total.get(points, 0.0) + share * chance
    return total


def fits(scores: list[float], expected: dict[int, float]) -> bool:
    """Return whether scores may come from a distribution: chi square over its common values, at five sigma or so."""
    n = len(scores)
    common = [score for score, chance in expected.items() if chance * n >= 8]
    rest = 1 - sum(expected[score] for score in common)
    square = sum((scores.count(score) - n * expected[score]) ** 2 / (n * expected[score]) for score in common)
    others = n - sum(scores.count(score) for score in common)
    if rest * n >= 8:
        square += (others - n * rest) ** 2 / (n * rest)
    degrees = len(common)
    return set(scores) <= set(expected) and square < degrees + 5 * math.sqrt(2 * degrees)


@pytest.mark.parametrize(
    "rules", [Rules(2, 2), Rules(2, 2, fours=50), Rules(2, 3, target=16, tiles=1, ends=True)], ids=str
)
def test_a_random_player_does_as_exactly_computed(rules: Rules) -> None:
    """Final scores on small boards are distributed as the enumeration of all games says, for both environments."""
    expected = exact_game(rules)
    assert sum(expected.values()) == pytest.approx(1)
    env = make(rules=rules)
    env.action_space.seed(3)
    n = 500
    scores = []
    for seed in range(n):
        _seen, info = env.reset(seed=seed)
        while info["action_mask"].any():
            *_others, info = env.step(env.action_space.sample(info["action_mask"]))
        scores.append(float(env.board.score))
    assert fits(scores, expected)
    envs = make_vec(n, rules=rules)
    envs.reset(seed=1)
    rng = np.random.default_rng(2)
    total, over = np.zeros(n), np.zeros(n, np.bool_)
    while not over.all():
        actions = np.where(envs.action_masks(), rng.random((n, 4)), -1).argmax(1)
        _seen, rewards, ended, _truncated, _infos = envs.step(actions)
        total += np.where(over, 0, rewards)  # only the first game of each board counts
        over |= ended
    assert fits(total.tolist(), expected)


# --- Many games, as Gymnasium's own vector environment has them ---


class Streamed(gymnasium.Env[np.ndarray[Any, Any], np.int64]):
    """One board of the vector environment by itself: the plain law, with that board's luck."""

    def __init__(self, number: int, rules: Rules, penalty: float) -> None:
        model = Game2048Env(rules)
        self.observation_space, self.action_space = model.observation_space, model.action_space
        self.number, self.rules, self.penalty = number, rules, penalty

    def with_tile(self, rows: Rows, fours: int) -> Rows:
        """Return the rows with a tile more."""
        bits = self.luck.bits()
        empty = [(r, c) for r, row in enumerate(rows) for c, tile in enumerate(row) if not tile]
        where = empty[(bits >> 32) * len(empty) >> 32]
        tile = 4 if (bits & 0xFFFFFFFF) * 100 >> 32 < fours else 2
        return tuple(tuple(tile if (r, c) == where else old for c, old in enumerate(row)) for r, row in enumerate(rows))

    def seen(self) -> tuple[np.ndarray[Any, Any], dict[str, Any]]:
        """Return observation and info."""
        moves = Board(self.rules, self.rows).moves()
        cells = [[tile.bit_length() - 1 if tile else 0 for tile in row] for row in self.rows]
        return np.array(cells, np.uint8), {"action_mask": np.array([move in moves for move in DIRECTIONS], np.int8)}

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[np.ndarray[Any, Any], dict[str, Any]]:
        """Begin a game; SyncVectorEnv adds the number to the seed."""
        if seed is not None:
            self.luck = SplitMix64(fold([seed - self.number, self.number]))
        self.rows: Rows = ((0,) * self.rules.cols,) * self.rules.rows
        for _ in range(self.rules.tiles):
            self.rows = self.with_tile(self.rows, 0 if self.rules.twos else self.rules.fours)
        return self.seen()

    def step(self, action: np.int64) -> tuple[np.ndarray[Any, Any], float, bool, bool, dict[str, Any]]:
        """Play a move."""
        reward = -self.penalty
        if DIRECTIONS[action] in Board(self.rules, self.rows).moves():
            self.rows, merged = slide(self.rows, DIRECTIONS[action], self.rules.merging)
            reward = float(sum(merged) if not self.rules.points else self.rules.points * len(merged))
            self.rows = self.with_tile(self.rows, self.rules.fours)
        seen, info = self.seen()
        return seen, reward, not info["action_mask"].any(), False, info


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("rules", ["classic", "32/sprint", "2x3/coinflip", "3x3/64/cascade"])
def test_the_vector_environment_is_like_gymnasiums(rules: str, mode: str) -> None:
    """Spaces, metadata, results and infos are those of SyncVectorEnv over the same games, in every autoreset mode."""
    n, penalty, law = 9, 0.5, Rules.parse(rules)
    envs: VectorEnv[Any, Any, Any] = make_vec(n, rules=rules, penalty=penalty, autoreset_mode=mode)
    sync: VectorEnv[Any, Any, Any] = SyncVectorEnv(
        [lambda i=i: Streamed(i, law, penalty) for i in range(n)],  # type: ignore[misc]  # mypy knows no default there
        autoreset_mode=mode,
    )
    for name in ("single_observation_space", "single_action_space", "observation_space", "action_space", "num_envs"):
        assert getattr(envs, name) == getattr(sync, name)
    assert envs.metadata["autoreset_mode"] is sync.metadata["autoreset_mode"] is AutoresetMode(mode)
    got, expected = envs.reset(seed=11), sync.reset(seed=11)
    assert data_equivalence(got, expected, exact=True)
    assert got[0] in envs.observation_space
    rng = np.random.default_rng(4)
    ends = 0
    for _ in range(250):
        actions = rng.integers(0, 4, n)
        one, other = envs.step(actions), sync.step(actions)
        assert [type(part) for part in one] == [type(part) for part in other]
        for a, b in zip(one, other, strict=True):
            assert data_equivalence(a, b, exact=True), (a, b)
        assert one[0] in envs.observation_space
        over = one[2] | one[3]
        ends += over.sum()
        if mode == "Disabled" and over.any():
            with pytest.raises(TessellaError, match=f"expected reset.. of the boards that are over, {over.sum()} of 9"):
                envs.step(actions)
            assert data_equivalence(
                envs.reset(options={"reset_mask": over}), sync.reset(options={"reset_mask": over}), exact=True
            )
    assert ends > 5
    envs.close()
    envs.close()


@pytest.mark.parametrize("observation", OBSERVATIONS)
@pytest.mark.parametrize("rules", ["classic", "3x5"])
def test_forms_of_observation_by_boards(rules: str, observation: str) -> None:
    """Each board is observed as the single environment would, in the final observation too."""
    envs = make_vec(6, rules=rules, observation=observation, autoreset_mode="SameStep")
    plain = make_vec(6, rules=rules, autoreset_mode="SameStep")
    single = make(rules=rules, observation=observation)
    assert envs.single_observation_space == single.observation_space

    def as_seen(cells: Any) -> Any:
        rows = [[1 << int(power) if power else 0 for power in row] for row in cells]
        return single.reset(options={"board": Board.from_rows(rows, single.rules)})[0]

    envs.reset(seed=1)
    plain.reset(seed=1)
    rng = np.random.default_rng(1)
    ends = 0
    for _ in range(200):
        actions = rng.integers(0, 4, 6)
        seen, *_others, infos = envs.step(actions)
        cells, *_others, told = plain.step(actions)
        assert seen in envs.observation_space
        assert all((a == as_seen(b)).all() for a, b in zip(seen, cells, strict=True))
        if "final_obs" in told:
            for a, b in zip(infos["final_obs"], told["final_obs"], strict=True):
                assert (a is None and b is None) or (a == as_seen(b)).all()
                ends += a is not None
    assert ends


@pytest.mark.parametrize("mode", MODES)
def test_the_limit_is_counted(mode: str) -> None:
    """Where 65536 would arise the episode is truncated, and info counts by board how often."""
    envs = make_vec(4, observation="board", autoreset_mode=mode)
    envs.reset(seed=1)
    stuck = 15 | 15 << 4
    for times in (1, 2):
        boards = envs._games._games.boards.reshape(-1)  # type: ignore[attr-defined]  # the kernel's own
        boards[:4] = [stuck, 1, stuck, 2]
        _seen, rewards, terminated, truncated, infos = envs.step([0, 3, 0, 3])
        assert truncated.tolist() == infos["_limit"].tolist() == [True, False, True, False]
        assert infos["limit"].tolist() == [times, 0, times, 0]
        assert not terminated.any()
        assert not rewards.any()
        if mode == "SameStep":
            assert infos["final_obs"][0][0, :2].tolist() == [32768, 32768]
        if mode == "Disabled":
            envs.reset(options={"reset_mask": truncated})
        _seen, _rewards, _terminated, truncated, infos = envs.step([0, 1, 2, 3])
        assert not truncated.any()
        assert "limit" not in infos


def test_action_masks_of_many() -> None:
    """A random agent that obeys the masks never makes an illegal move, and the masks are those of the info."""
    envs = make_vec(64, penalty=1.0)
    envs.reset(seed=2)
    envs.action_space.seed(1)
    infos: dict[str, Any] = {}
    waited = np.zeros(64, np.bool_)
    for _ in range(150):
        masks = envs.action_masks()
        if infos:
            assert (masks == infos["action_mask"].astype(bool)).all()
        actions = envs.action_space.sample(tuple(masks.astype(np.int8)))
        _seen, rewards, terminated, _truncated, infos = envs.step(actions)
        assert (rewards[~waited] >= 0).all()
        waited = terminated


def test_render_and_pickle() -> None:
    """Every board has its frame, and an environment's spec can be kept and made again."""
    envs = make_vec(3, render_mode="ansi")
    envs.reset(seed=1)
    frames = envs.render()
    assert frames is not None
    assert len(frames) == 3
    assert envs.spec is not None
    again = gymnasium.make_vec(pickle.loads(pickle.dumps(envs.spec)))  # noqa: S301 - our own
    assert again.num_envs == 3
    assert make_vec(2).render() is None


@pytest.mark.parametrize("n", [0, -1, 1.5, True, None])
def test_a_number_of_boards_that_is_none(n: Any) -> None:
    """No boards at all are refused in one sentence."""
    with pytest.raises(TessellaError, match="expected a whole number of at least 1 as num_envs"):
        Game2048VectorEnv(n)
    if n is not None:
        with pytest.raises(TessellaError, match="expected a whole number of at least 1 as num_envs"):
            make_env(n)


@pytest.mark.parametrize(
    ("mask", "first"),
    [(np.ones(3, np.bool_), False), (np.ones(4), False), ([True] * 4, False), (np.zeros(4, np.bool_), True)],
)
def test_a_reset_mask_that_is_none(mask: Any, first: bool) -> None:  # noqa: FBT001 - a parameter of the test
    """A mask of another shape or kind is refused, and so is one before the boards have begun."""
    envs = make_vec(4)
    if not first:
        envs.reset(seed=1)
    with pytest.raises(gymnasium.error.ResetNeeded if first else TessellaError, match="expected"):
        envs.reset(options={"reset_mask": mask})


def test_an_unknown_autoreset_mode() -> None:
    """A mode that Gymnasium has not is refused in one sentence."""
    with pytest.raises(TessellaError, match="expected one of NextStep, SameStep, Disabled, got 'Never'"):
        Game2048VectorEnv(2, autoreset_mode="Never")


@pytest.mark.parametrize("module", ["tessella.game2048.env", "tessella.sudoku.env"])
def test_without_gymnasium(module: str) -> None:
    """Where Gymnasium is not installed, the import says so and how to install it."""
    program = f"import sys; sys.modules['gymnasium'] = None; import {module}"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, encoding="utf-8", env=os.environ | CHECKOUT, check=False
    )
    said = done.stderr.splitlines()[-1]
    expected = "ImportError: expected the package gymnasium, which environments need; install it with: "
    assert said == expected + install_command("rl")
