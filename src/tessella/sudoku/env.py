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

import re
from collections.abc import Mapping
from typing import Any

import numpy as np

from tessella.errors import ParseError, one_of
from tessella.i18n import _
from tessella.io.environment import AnyEnv, Array, BoardEnv, Info, grid, gymnasium, make, read_action
from tessella.palette import DEFAULT, THEMES
from tessella.sudoku import rendering
from tessella.sudoku.board import Board
from tessella.sudoku.generation import NAME, open_id, read_recipe
from tessella.sudoku.geometry import BLANK_MARKS, MARK_SIGNS, SYMBOLS, box_of, rows_of
from tessella.sudoku.solver import solve

ID = "tessella/Sudoku-v0"
OBSERVATIONS = ("board", "planes", "candidates")
MISTAKES = ("stay", "end")


class SudokuEnv(BoardEnv[Board]):
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

    def __init__(
        self,
        puzzle: str | Board = "easy",
        observation: str = "board",
        penalty: float = 0.0,
        mistakes: str = "stay",
        render_mode: str | None = None,
    ) -> None:
        super().__init__(observation, OBSERVATIONS, penalty, render_mode)
        self.mistakes = one_of(MISTAKES, mistakes)
        text = puzzle.to_text() if isinstance(puzzle, Board) else str(puzzle)
        self.puzzle = text.strip().removeprefix(f"{NAME}:")
        self._given = self._only(puzzle)
        if self._given is not None:
            self._solution = solve(self._given)
        self.box = self._given.box if self._given else read_recipe(self.puzzle).box
        self.size = self.box[0] * self.box[1]
        shape: tuple[int, ...] = (self.size, self.size)
        self.action_space = gymnasium.spaces.Discrete(self.size**3)
        planes = {"planes": self.size + 1, "candidates": self.size}.get(self.observation)
        high, shape = (self.size, shape) if planes is None else (1, (planes, *shape))
        self.observation_space = gymnasium.spaces.Box(0, high, shape, np.uint8)
        self._worth = 0.0

    def _only(self, puzzle: object) -> Board | None:
        """Return the puzzle where it is always the same, else None."""
        if isinstance(puzzle, Board):
            return puzzle
        if not isinstance(puzzle, str):
            raise ParseError(_("expected a puzzle such as easy, sudoku:hard#42 or a grid, got {text}"), text=puzzle)
        if "#" in self.puzzle or self.puzzle.startswith("daily"):
            return open_id(f"{NAME}:{self.puzzle}").start.puzzle
        # What a recipe cannot be: a line of cells, with the bars and breaks that a grid may have.
        if re.fullmatch(rf"(\d+x\d+:)?[0-9A-Za-z{MARK_SIGNS}|\s{BLANK_MARKS}]{{16,}}", self.puzzle):
            return Board.parse(self.puzzle)
        return None

    def reset(self, *, seed: int | None = None, options: Mapping[str, Any] | None = None) -> tuple[Array, Info]:
        """Return the first observation of a puzzle, and its info; without a seed its number comes from `np_random`."""
        super().reset(seed=seed, options=dict(options or {}))
        if self._given is not None:
            self._board = self._given
        else:
            self._board = open_id(f"{NAME}:{self.puzzle}#{self._seed_or_draw(seed)}").start.puzzle
            self._solution = solve(self._board)
        self._worth = 1 / max(self._board.digits.count(0), 1)
        return self._seen(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Array, float, bool, bool, Info]:
        """Return what an action leads to: observation, reward, terminated, truncated and info."""
        board, size = self.board, self.size
        cell, digit = divmod(read_action(action, size**3, _("cell * {size} + digit - 1").format(size=size)), size)
        reward, wrong = 0.0, False
        if board.candidates()[cell] >> digit & 1:
            self._board = board.play(f"{board.name(cell)}={SYMBOLS[digit + 1]}")
            wrong = self._solution.digits[cell] != digit + 1
            reward = -self._worth if wrong else self._worth
        elif self.penalty:
            reward = -self.penalty
        info = self._info()
        ends = not info["action_mask"].any() or (wrong and self.mistakes == "end")
        return self._seen(), reward, ends, False, info

    def _legal(self) -> Array:
        """Return for each cell and digit whether it is legal: (cells, size) int8."""
        masks = np.array(self.board.candidates(), np.int64)
        return (masks[:, None] >> np.arange(self.size) & 1).astype(np.int8)

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

    def _draw(self, mode: str) -> Any:
        board = self.board
        if mode == "ansi":
            return rendering.small(board)
        theme, height = THEMES[DEFAULT], self.box[0]
        grounds = [theme.cell_peer if sum(divmod(box, height)) % 2 else theme.cell for box in box_of(self.box)]
        colours = [theme.digit_given if given else theme.digit_entered for given in board.givens]
        paints = list(zip(grounds, colours, strict=True))
        return grid(board.rows, rows_of(paints, self.size), theme.box_border)


def make_env(num_envs: int | None = None, **options: Any) -> AnyEnv:
    """Return an environment of one puzzle, or of `num_envs` puzzles at once; `options` are those of `SudokuEnv`.

    >>> make_env(puzzle="2x3/minimal").observation_space.shape
    (6, 6)
    """
    return make(ID, num_envs, options)


if ID not in gymnasium.registry:
    gymnasium.register(ID, entry_point="tessella.sudoku.env:SudokuEnv")
