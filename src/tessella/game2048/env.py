"""Gymnasium environments of 2048 (the extra `rl`).

Importing this module registers `tessella/2048-v0`: one game, with the luck that it has for a person, or many at once,
which on 4x4 boards are stepped by a kernel. See `docs/environments.md`.

    >>> import gymnasium, tessella.game2048.env
    >>> env = gymnasium.make("tessella/2048-v0", rules="5x5")
    >>> cells, info = env.reset(seed=42)
    >>> cells.shape, info["action_mask"].shape
    ((5, 5), (4,))
    >>> envs = gymnasium.make_vec("tessella/2048-v0", num_envs=64)
    >>> cells, infos = envs.reset(seed=42)
    >>> cells.shape, infos["action_mask"].shape
    ((64, 4, 4), (64, 4))
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from tessella.errors import RulesError, TessellaError, one_of
from tessella.game2048 import rendering, vector_env
from tessella.game2048.board import Board
from tessella.game2048.rules import Rules, read_rules
from tessella.game2048.sliding import DIRECTIONS, exponents
from tessella.i18n import _
from tessella.io.environment import MODES, AnyEnv, Array, BoardEnv, Info, grid, gymnasium, make, read_action
from tessella.palette import DEFAULT, THEMES
from tessella.rng import MASK

ID = "tessella/2048-v0"
OBSERVATIONS = ("exponents", "board", "planes")

MAX_TILE = 1 << 62  # the largest tile that is observed as such: the next one is more than int64 holds
TILES = np.array([0, *(min(1 << power, MAX_TILE) for power in range(1, 66))], np.int64)

AutoresetMode = gymnasium.vector.AutoresetMode
AUTORESET = {
    AutoresetMode.NEXT_STEP: vector_env.NEXT_STEP,
    AutoresetMode.SAME_STEP: vector_env.SAME_STEP,
    AutoresetMode.DISABLED: vector_env.DISABLED,
}


def _space(rules: Rules, observation: str) -> gymnasium.spaces.Box:
    shape = (rules.rows, rules.cols)
    powers = rules.largest.bit_length() - 1
    if observation == "exponents":
        return gymnasium.spaces.Box(0, powers, shape, np.uint8)
    if observation == "board":
        return gymnasium.spaces.Box(0, min(rules.largest, MAX_TILE), shape, np.int64)
    return gymnasium.spaces.Box(0, 1, (powers + 1, *shape), np.uint8)


def _observed(cells: Array, observation: str, rules: Rules) -> Array:
    if observation == "exponents":
        return cells
    if observation == "board":
        return TILES.take(cells)
    return vector_env.planes(cells, rules.largest.bit_length())


def _drawn(tiles: list[list[int]], render_mode: str) -> Any:
    if render_mode == "ansi":
        return rendering.text(tuple(map(tuple, tiles)))
    theme = THEMES[DEFAULT]
    blank = (theme.empty_tile, theme.text)
    return grid(tiles, [[theme.tile(tile) if tile else blank for tile in row] for row in tiles], theme.board)


class Game2048Env(BoardEnv[Board]):
    """A game of 2048: `reset(seed=42)` is the game that 2048:classic#42 names.

    Actions are 0 to 3, for `DIRECTIONS`. One that changes nothing is not legal: the board stays as it is, and the
    reward is less by `penalty`. The reward of a move is its points. The episode terminates when no move is left, or at
    the target where the rules end there; it is never truncated.

    `rules` is a text such as "classic", "cascade" or "5x5/fours=25", or `Rules`. `observation` is one of:

        exponents   (rows, cols) uint8     powers of two, 0 for an empty cell
        board       (rows, cols) int64     the tiles, 0 for an empty cell
        planes      (rows * cols + 2, rows, cols) uint8     plane k holds 1 where the power is k, plane 0 where none is

    `info["action_mask"]` holds an int8 for each action, 1 where it is legal; `action_masks()` gives the same as bool.
    """

    def __init__(
        self,
        rules: str | Rules = "classic",
        observation: str = "exponents",
        penalty: float = 0.0,
        render_mode: str | None = None,
    ) -> None:
        super().__init__(observation, OBSERVATIONS, penalty, render_mode)
        self.rules = read_rules(rules)
        self.observation_space = _space(self.rules, self.observation)
        self.action_space = gymnasium.spaces.Discrete(len(DIRECTIONS))

    def reset(self, *, seed: int | None = None, options: Mapping[str, Any] | None = None) -> tuple[Array, Info]:
        """Return the first observation of a new game, and its info.

        Without a seed the game's own is drawn from `np_random`. `options["board"]`, a `Board` or its text, is a
        position to begin from instead.
        """
        super().reset(seed=seed)
        if options and "board" in options:
            given = options["board"]
            position = given if isinstance(given, Board) else Board.parse(str(given))
            if position.rules != self.rules:
                message = _("expected a board of {expected}, got one of {got}: {text}")
                raise RulesError(message, expected=self.rules, got=position.rules, text=position.to_text())
            self._board = position
        else:
            self._board = Board.start(self.rules, self._seed_or_draw(seed))
        return self._seen(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Array, float, bool, bool, Info]:
        """Return what a move leads to: observation, reward, terminated, truncated and info."""
        board = self.board
        move = DIRECTIONS[read_action(action, len(DIRECTIONS), ", ".join(DIRECTIONS))]
        reward = -self.penalty if self.penalty else 0.0
        if move in board.moves():
            self._board = board.play(move)
            reward = float(self._board.score - board.score)
        info = self._info()
        return self._seen(), reward, not info["action_mask"].any(), False, info

    def _seen(self) -> Array:
        cells = np.array(exponents(self.board.rows), np.uint8).reshape(1, self.rules.rows, self.rules.cols)
        seen: Array = _observed(cells, self.observation, self.rules)[0]
        return seen

    def _info(self) -> Info:
        moves = self.board.moves()
        return {"action_mask": np.array([move in moves for move in DIRECTIONS], np.int8)}

    def _draw(self, mode: str) -> Any:
        return _drawn([[*row] for row in self.board.rows], mode)


class Game2048VectorEnv(gymnasium.vector.VectorEnv[Array, Array, Array]):
    """Many games of 2048 at once: those on 4x4 boards where tiles merge once by a kernel, others in plain Python.

    Rules, observations, rewards and masks are those of `Game2048Env`, one row a board. Luck is not: each board has a
    stream of its own, which follows from the seed and the board's number alone (see `vector_env`).

    A board that the kernel steps holds tiles up to 32768. Where a move would make 65536, the board stays as it is and
    its episode is truncated; `info["limit"]` then counts, by board, how many of its episodes ended so.

    `autoreset_mode` is one of Gymnasium's: "NextStep", "SameStep" or "Disabled". `threads` share the boards of the
    kernel. Without `copy`, a step overwrites the arrays that the last one returned.
    """

    def __init__(  # noqa: PLR0913 - as Gymnasium hands them in
        self,
        num_envs: int = 1,
        rules: str | Rules = "classic",
        observation: str = "exponents",
        penalty: float = 0.0,
        *,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        threads: int = 1,
        copy: bool = True,
        render_mode: str | None = None,
    ) -> None:
        self.rules = read_rules(rules)
        self.observation = one_of(OBSERVATIONS, observation)
        self.render_mode = None if render_mode is None else one_of(MODES, render_mode)
        name = autoreset_mode.value if isinstance(autoreset_mode, AutoresetMode) else autoreset_mode
        self.autoreset_mode = AutoresetMode(one_of([mode.value for mode in AutoresetMode], name))
        self.metadata = {**Game2048Env.metadata, "autoreset_mode": self.autoreset_mode}
        mode = AUTORESET[self.autoreset_mode]
        self._games = vector_env.games(
            self.rules, num_envs, mode=mode, penalty=float(penalty), threads=threads, copy=copy
        )
        self.num_envs = self._games.n
        self.single_observation_space = _space(self.rules, self.observation)
        self.single_action_space = gymnasium.spaces.Discrete(len(DIRECTIONS))
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, self.num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, self.num_envs)
        self._limits = np.zeros(self.num_envs, np.int64)
        self._legal: Array | None = None  # until the first reset

    def reset(self, *, seed: int | None = None, options: Mapping[str, Any] | None = None) -> tuple[Array, Info]:
        """Return the first observations of new games, and their info.

        Board i draws from stream i of the seed; without a seed the streams go on. `options["reset_mask"]`, (n,) bool,
        has only some boards begin anew.
        """
        super().reset(seed=seed)
        which = (options or {}).get("reset_mask", np.ones(self.num_envs, np.bool_))
        if not isinstance(which, np.ndarray) or which.shape != (self.num_envs,) or which.dtype != np.bool_:
            message = _("expected a reset_mask of {n} truth values (bool), got {text}")
            raise TessellaError(message, n=self.num_envs, text=which)
        if self._legal is None and not which.all():
            raise gymnasium.error.ResetNeeded(_("expected reset() of all boards before a reset of some"))
        if seed is not None or self._legal is None:
            # Gymnasium takes longer seeds than a stream does; then what it draws from them counts.
            fits = seed is not None and seed <= MASK
            self._games.seed(int(seed if fits and seed is not None else self.np_random.integers(1 << 63)), which)
        self._games.begin(which)
        cells, self._legal = self._games.look()
        mask = np.where(which[:, None], self._legal, 0).astype(np.int8)
        infos = {"action_mask": mask, "_action_mask": which.copy()}
        return _observed(cells, self.observation, self.rules), infos

    def step(self, actions: Any) -> tuple[Array, Array, Array, Array, Info]:
        """Return what a move on each board leads to: observations, rewards, terminated, truncated and infos."""
        if self._legal is None:
            raise gymnasium.error.ResetNeeded(_("expected reset() before the first step"))
        if self.autoreset_mode is AutoresetMode.DISABLED and self._games.over:
            message = _("expected reset() of the boards that are over, {n} of {total}, as autoreset is disabled")
            raise TessellaError(message, n=self._games.over, total=self.num_envs)
        step = self._games.step(actions)
        self._legal = step.legal
        infos: Info = {"action_mask": step.legal, "_action_mask": np.ones(self.num_envs, np.bool_)}
        if len(step.ended):
            self._tell_of_ends(infos, step)
        if step.truncated.any():
            self._limits += step.truncated
            infos |= {"limit": np.where(step.truncated, self._limits, 0), "_limit": step.truncated.copy()}
        cells = _observed(step.cells, self.observation, self.rules)
        return cells, step.points, step.terminated, step.truncated, infos

    def _tell_of_ends(self, infos: Info, step: vector_env.Step) -> None:
        """Add what Gymnasium wants to know of episodes that ended and began anew in the same step."""
        ended = np.zeros(self.num_envs, np.bool_)
        ended[step.ended] = True
        last = np.empty(self.num_envs, object)  # None, until something else comes
        for i, cells in zip(step.ended.tolist(), _observed(step.last_cells, self.observation, self.rules), strict=True):
            last[i] = cells
        masks = np.zeros((self.num_envs, len(DIRECTIONS)), np.int8)
        masks[step.ended] = step.last_legal
        infos |= {"final_obs": last, "_final_obs": ended}
        infos |= {"final_info": {"action_mask": masks, "_action_mask": ended.copy()}, "_final_info": ended.copy()}

    def action_masks(self) -> Array:
        """Return for each board and action whether it is legal: (n, 4) bool."""
        if self._legal is None:
            raise gymnasium.error.ResetNeeded(_("expected reset() before the first step"))
        return self._legal.astype(np.bool_)

    def close_extras(self, **_kwargs: Any) -> None:
        """Let go of the threads."""
        self._games.close()

    def render(self) -> tuple[Any, ...] | None:
        """Return every board as the render mode has it."""
        if self.render_mode is None:
            return None
        tiles = _observed(self._games.look()[0], "board", self.rules)
        return tuple(_drawn(board.tolist(), self.render_mode) for board in tiles)


if ID not in gymnasium.registry:
    gymnasium.register(
        ID,
        entry_point="tessella.game2048.env:Game2048Env",
        vector_entry_point="tessella.game2048.env:Game2048VectorEnv",
    )


def make_env(num_envs: int | None = None, **options: Any) -> AnyEnv:
    """Return an environment of one game, or of `num_envs` games at once; `options` are those of its class.

    >>> make_env(rules="5x5").observation_space.shape
    (5, 5)
    """
    return make(ID, num_envs, options)
