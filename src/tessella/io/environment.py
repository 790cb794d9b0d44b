"""The base of the Gymnasium environments of both games (the extra `rl`), and pixels of a grid of numbers.

Pixels are drawn without font or image library: a digit is three dots wide and five high.
"""

import operator
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

import numpy as np

from tessella.errors import MoveError, one_of, whole_number
from tessella.i18n import _
from tessella.io.extras import install_command
from tessella.palette import Colours

try:
    import gymnasium
except ImportError as missing:
    message = _("expected the package {package}, which environments need; install it with: {command}")
    raise ImportError(message.format(package=missing.name, command=install_command("rl"))) from None

__all__ = ["AnyEnv", "Array", "BoardEnv", "Info", "grid", "gymnasium", "make", "read_action"]

MODES = ("ansi", "rgb_array")  # the render modes

Array: TypeAlias = np.ndarray[Any, np.dtype[Any]]
Info: TypeAlias = dict[str, Any]
AnyEnv: TypeAlias = gymnasium.Env[Array, Any] | gymnasium.vector.VectorEnv[Array, Array, Array]
Pixels: TypeAlias = np.ndarray[Any, np.dtype[np.uint8]]
B = TypeVar("B")

CELL = 32  # how many pixels a cell is wide and high
GAP = 2

# Of every figure, an octal digit for each row of three dots: 7 is a whole row, 5 its ends, 2 its middle.
_GLYPHS = ("75557", "26227", "71747", "71717", "55711", "74717", "74757", "71111", "75757", "75717")


class BoardEnv(gymnasium.Env[Array, np.int64], ABC, Generic[B]):
    """A game on a board; `penalty` is what an action costs that is not legal."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": [*MODES], "render_fps": 4}  # type: ignore[misc]

    def __init__(
        self, observation: str, observations: tuple[str, ...], penalty: float, render_mode: str | None
    ) -> None:
        self.observation = one_of(observations, observation)
        self.penalty = float(penalty)
        self.render_mode = None if render_mode is None else one_of(MODES, render_mode)
        self._board: B | None = None

    @property
    def board(self) -> B:
        """The position."""
        if self._board is None:
            raise gymnasium.error.ResetNeeded(_("expected reset() before the first step"))
        return self._board

    @abstractmethod
    def _info(self) -> Info:
        """Return what goes with an observation; `action_mask` holds an int8 for each action, 1 where it is legal."""

    @abstractmethod
    def _draw(self, mode: str) -> Any:
        """Return the board in a render mode."""

    def _seed_or_draw(self, seed: int | None) -> int:
        """Return the seed, or one drawn from `np_random`: nine digits, as where a person draws a game."""
        return int(self.np_random.integers(10**9)) if seed is None else seed

    def action_masks(self) -> Array:
        """Return for each action whether it is legal, as bool, as sb3-contrib's MaskablePPO asks for it."""
        masks: Array = self._info()["action_mask"]
        return masks.astype(np.bool_)

    def render(self) -> Any:
        """Return the board as the render mode has it: a text, or pixels (height, width, 3) uint8."""
        return None if self.render_mode is None else self._draw(self.render_mode)


def read_action(action: Any, n: int, meaning: str) -> int:
    """Return one of `n` actions as a number; raises `MoveError`, which says what actions mean."""
    try:
        number = operator.index(action)
    except TypeError:
        number = -1
    if not 0 <= number < n:
        message = _("expected an action from 0 to {largest} ({meaning}), got {text}")
        raise MoveError(message, largest=n - 1, meaning=meaning, text=action)
    return number


def _rgb(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour.removeprefix("#")))


def _glyphs(text: str) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Return the dots of a number: (5, 4 * len(text) - 1) bool."""
    dots = np.zeros((5, 4 * len(text)), np.bool_)
    for at, sign in enumerate(text):
        for row, bits in enumerate(_GLYPHS[int(sign)]):
            for col in range(3):
                dots[row, 4 * at + col] = int(bits, 8) >> 2 - col & 1
    return dots[:, :-1]


def grid(numbers: Sequence[Sequence[int]], paints: Sequence[Sequence[Colours]], ground: str) -> Pixels:
    """Return a picture of numbers in cells, each on its own ground with its own ink, as (height, width, 3) uint8.

    A cell without a number holds 0. What is too long for its cell, from seven digits on, is left out.

    >>> grid([[2, 0]], [[("#ffffff", "#000000")] * 2], "#808080").shape
    (34, 66, 3)
    """
    height, width = len(numbers), len(numbers[0])
    pixels = np.empty((height * CELL + GAP, width * CELL + GAP, 3), np.uint8)
    pixels[:] = _rgb(ground)
    for r, (row, colours) in enumerate(zip(numbers, paints, strict=True)):
        for c, (number, (paper, ink)) in enumerate(zip(row, colours, strict=True)):
            cell = pixels[r * CELL + GAP : (r + 1) * CELL, c * CELL + GAP : (c + 1) * CELL]
            cell[:] = _rgb(paper)
            dots = _glyphs(str(number))
            times = min(3, (CELL - 2 * GAP) // dots.shape[1])
            if not number or not times:
                continue
            dots = dots.repeat(times, 0).repeat(times, 1)
            top, left = (CELL - GAP - dots.shape[0]) // 2, (CELL - GAP - dots.shape[1]) // 2
            cell[top : top + dots.shape[0], left : left + dots.shape[1]][dots] = _rgb(ink)
    return pixels


def make(id: str, num_envs: int | None, options: Mapping[str, Any]) -> AnyEnv:
    """Return a registered environment of one game, or of `num_envs` games at once; raises `TessellaError`."""
    if num_envs is None:
        return gymnasium.make(id, **options)
    return gymnasium.make_vec(id, whole_number(num_envs, "num_envs", 1), **options)
