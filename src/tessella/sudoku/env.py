"""A Gymnasium environment of Sudoku (the extra `rl`).

Importing this module registers `tessella/Sudoku-v0`: a puzzle by the plain rules, generated from the seed. See
`docs/environments.md`.

    >>> import gymnasium, tessella.sudoku.env
    >>> env = gymnasium.make("tessella/Sudoku-v0", puzzle="1...|..2.|.3..|...4")
    >>> digits, info = env.reset()
    >>> digits.tolist()
    [[1, 0, 0, 0], [0, 0, 2, 0], [0, 3, 0, 0], [0, 0, 0, 4]]
    >>> digits, reward, terminated, truncated, info = env.step(4 * 1 + 2 - 1)  # a 2 in the second cell
    >>> print(round(reward * 12), terminated)
    1 False
"""

import operator
import re
from collections.abc import Mapping
from typing import Any, ClassVar, TypeAlias

import numpy as np

from tessella.errors import MoveError, ParseError, one_of, quote
from tessella.i18n import _
from tessella.io.pixels import MODES, grid
from tessella.palette import DEFAULT, THEMES
from tessella.sudoku import rendering
from tessella.sudoku.board import Board
from tessella.sudoku.generation import NAME, open_id, read_recipe
from tessella.sudoku.rules import SYMBOLS, box_of
from tessella.sudoku.solver import solve

try:
    import gymnasium
    from gymnasium import error, spaces
    from gymnasium.vector import VectorEnv
except ImportError as missing:
    raise ImportError(
        _("expected the package {package}, which environments need; install it with: {command}").format(
            package=missing.name, command="python -m pip install 'tessella[rl]'"
        )
    ) from None


ID = "tessella/Sudoku-v0"
OBSERVATIONS = ("board", "planes", "candidates")
MISTAKES = ("stay", "end")

Array: TypeAlias = np.ndarray[Any, np.dtype[Any]]
Info: TypeAlias = dict[str, Any]


class SudokuEnv(gymnasium.Env[Array, np.int64]):
    """A Sudoku by the plain rules: `reset(seed=42)` is the puzzle that sudoku:easy#42 names.

    Action `cell * size + digit - 1` writes a digit into a cell; cells count row by row. Legal is a digit in a blank
    cell whose peers do not hold it. What is not legal changes nothing, and costs `penalty`.

    The solution, which each puzzle has one of, decides about the reward: a digit that is right earns 1 / (blank cells
    at the start), so that a puzzle solved without a mistake is worth 1; a wrong one costs as much. A wrong digit
    stays, and nothing erases it; with `mistakes="end"` it ends the episode. The episode terminates when the puzzle is
    solved or no action is legal; it is never truncated.

    `puzzle` is a text: what an id holds, such as "easy", "2x3/minimal" or "hard/180", for a puzzle by the seed; or an
    id with its number, "sudoku:hard#42", or a grid, for one that is always the same. `observation` is one of:

        board         (size, size) uint8            the digits, 0 for a blank
        planes        (size + 1, size, size) uint8  plane d holds 1 where digit d stands, plane 0 where none does
        candidates    (size, size, size) uint8      plane d - 1 holds 1 where digit d stands, or could legally

    `info["action_mask"]` holds an int8 for each action, 1 where it is legal, and `info["solved"]` whether the puzzle
    is solved; `action_masks()` gives the mask as bool.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": [*MODES], "render_fps": 4}  # type: ignore[misc]

    def __init__(
        self,
        puzzle: str | Board = "easy",
        observation: str = "board",
        penalty: float = 0.0,
        mistakes: str = "stay",
        render_mode: str | None = None,
    ) -> None:
        self.observation = one_of(OBSERVATIONS, observation)
        self.mistakes = one_of(MISTAKES, mistakes)
        self.penalty = penalty
        self.render_mode = None if render_mode is None else one_of(MODES, render_mode)
        text = puzzle.to_text() if isinstance(puzzle, Board) else str(puzzle)
        self.puzzle = text.strip().removeprefix(f"{NAME}:")
        self._given = self._only(puzzle)
        if self._given is not None:
            self._solution = solve(self._given)
            self.box = self._given.box
        else:
            self.box = read_recipe(self.puzzle).box
        self.size = self.box[0] * self.box[1]
        cells = self.size**2
        self.action_space = spaces.Discrete(cells * self.size)
        planes = {"planes": self.size + 1, "candidates": self.size}
        if self.observation in planes:
            self.observation_space = spaces.Box(0, 1, (planes[self.observation], self.size, self.size), np.uint8)
        else:
            self.observation_space = spaces.Box(0, self.size, (self.size, self.size), np.uint8)
        self._board: Board | None = None
        self._worth = 0.0

    def _only(self, puzzle: object) -> Board | None:
        """Return the puzzle where it is always the same, else None."""
        if isinstance(puzzle, Board):
            return puzzle
        if not isinstance(puzzle, str):
            message = _("expected a puzzle such as easy, sudoku:hard#42 or a grid, got {text}")
            raise ParseError(message.format(text=quote(puzzle)))
        if "#" in self.puzzle or self.puzzle.startswith("daily"):
            return open_id(f"{NAME}:{self.puzzle}").start
        # What a recipe cannot be: a line of cells, with the bars and breaks that a grid may have.
        if re.fullmatch(r"(\d+x\d+:)?[0-9A-Za-z.*_+~|\s-]{16,}", self.puzzle):
            return Board.parse(self.puzzle)
        return None

    @property
    def board(self) -> Board:
        """The position."""
        if self._board is None:
            raise error.ResetNeeded(_("expected reset() before the first step"))
        return self._board

    def reset(self, *, seed: int | None = None, options: Mapping[str, Any] | None = None) -> tuple[Array, Info]:
        """Return the first observation of a puzzle, and its info; without a seed its number comes from `np_random`."""
        super().reset(seed=seed, options=dict(options or {}))
        if self._given is not None:
            self._board = self._given
        else:
            # Nine digits, as where a person draws a puzzle.
            chosen = int(self.np_random.integers(10**9)) if seed is None else seed
            self._board = open_id(f"{NAME}:{self.puzzle}#{chosen}").start
            self._solution = solve(self._board)
        self._worth = 1 / max(self._board.digits.count(0), 1)
        return self._seen(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Array, float, bool, bool, Info]:
        """Return what an action leads to: observation, reward, terminated, truncated and info."""
        board = self.board
        cell, digit = divmod(_action(action, self.size), self.size)
        reward, wrong = 0.0, False
        if board.candidates()[cell] >> digit & 1:
            self._board = board.play(f"{board.name(cell)}={SYMBOLS[digit + 1]}")
            wrong = self._solution.digits[cell] != digit + 1
            reward = -self._worth if wrong else self._worth
        elif self.penalty:
            reward = -float(self.penalty)
        info = self._info()
        ends = not info["action_mask"].any() or (wrong and self.mistakes == "end")
        return self._seen(), reward, ends, False, info

    def _legal(self) -> Array:
        """Return for each cell and digit whether it is legal: (cells, size) int8."""
        digits = np.arange(self.size)
        masks = np.array(self.board.candidates(), np.int64)
        return (masks[:, None] >> digits & 1).astype(np.int8)

    def _info(self) -> Info:
        return {"action_mask": self._legal().reshape(-1), "solved": self.board.is_won()}

    def _seen(self) -> Array:
        digits = np.array(self.board.rows, np.uint8)
        if self.observation == "board":
            return digits
        planes: Array = np.arange(self.size + 1, dtype=np.uint8)[:, None, None] == digits
        if self.observation == "planes":
            return planes.astype(np.uint8)
        candidates = self._legal().astype(np.uint8).T.reshape(self.size, self.size, self.size)
        return planes[1:] | candidates

    def action_masks(self) -> Array:
        """Return for each action whether it is legal, as bool, as sb3-contrib's MaskablePPO asks for it."""
        return self._legal().reshape(-1).astype(np.bool_)

    def render(self) -> Any:
        """Return the board as the render mode has it: a text, or pixels (height, width, 3) uint8."""
        if self.render_mode is None:
            return None
        board = self.board
        if self.render_mode == "ansi":
            return rendering.small(board)
        theme = THEMES[DEFAULT]
        size, height = self.size, self.box[0]
        boxes = box_of(self.box)
        paints = [
            (
                theme.cell_peer if (boxes[cell] // height + boxes[cell] % height) % 2 else theme.cell,
                theme.digit_given if given else theme.digit_entered,
            )
            for cell, given in enumerate(board.givens)
        ]
        rows = [paints[start : start + size] for start in range(0, size * size, size)]
        return grid(board.rows, rows, theme.box_border)


def _action(action: Any, size: int) -> int:
    """Return an action as a number; raises `MoveError`."""
    try:
        number = operator.index(action)
    except TypeError:
        number = -1
    if not 0 <= number < size**3:
        message = _("expected an action from 0 to {largest} (cell * {size} + digit - 1), got {text}")
        raise MoveError(message.format(largest=size**3 - 1, size=size, text=quote(action)))
    return number


def make_env(num_envs: int | None = None, **options: Any) -> gymnasium.Env[Array, Any] | VectorEnv[Array, Array, Array]:
    """Return an environment of one puzzle, or of `num_envs` puzzles at once; `options` are those of `SudokuEnv`.

    >>> make_env(puzzle="2x3/minimal").observation_space.shape
    (6, 6)
    """
    if num_envs is None:
        return gymnasium.make(ID, **options)
    return gymnasium.make_vec(ID, num_envs=num_envs, **options)


if ID not in gymnasium.registry:
    gymnasium.register(ID, entry_point="tessella.sudoku.env:SudokuEnv")
