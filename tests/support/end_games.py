"""End games of 2048 by their definition, in a plain recursion that shares no code with the kernels."""

import functools
from pathlib import Path

from tessella.game2048.endgame import library
from tessella.game2048.endgame.construction import make
from tessella.game2048.endgame.formations import EndGame

Line = tuple[int, ...]
Grid = tuple[Line, ...]


@functools.cache
def squeezed(line: Line) -> Line:
    """Return a line slid to its start, where a tile below 0 meets no other."""
    tiles = [tile for tile in line if tile]
    out: list[int] = []
    while tiles:
        if len(tiles) > 1 and tiles[0] == tiles[1] > 0:
            out.append(2 * tiles.pop(0))
        else:
            out.append(tiles[0])
        tiles.pop(0)
    return (*out, *[0] * (len(line) - len(out)))


def moved(grid: Grid) -> dict[str, Grid]:
    """Return the boards after the moves that change it, by their names."""
    columns: Grid = tuple(zip(*grid, strict=True))
    left = tuple(squeezed(line) for line in grid)
    right = tuple(squeezed(line[::-1])[::-1] for line in grid)
    up = tuple(zip(*(squeezed(line) for line in columns), strict=True))
    down = tuple(zip(*(squeezed(line[::-1])[::-1] for line in columns), strict=True))
    afters = {"left": left, "right": right, "up": up, "down": down}
    return {move: after for move, after in afters.items() if after != grid}


class Twin:
    """The chance of success, and the positions before a new tile that have been seen, by the definition."""

    def __init__(self, end_game: EndGame) -> None:
        self.end_game = end_game
        self.layouts = [set(layout) for layout in end_game.formation.layouts]
        self.goals, self.goal, self.limit = end_game.formation.goals, end_game.goal, end_game.limit
        self.width = end_game.formation.shape[1]
        self.seen = dict[Grid, float]()
        cells = range(self.width * end_game.formation.shape[0])
        self.flat = [-1 - cell if cell in self.layouts[0] else 0 for cell in cells]

    def grid(self, flat: list[int]) -> Grid:
        """Return a board by its cells."""
        return tuple(tuple(flat[n : n + self.width]) for n in range(0, len(flat), self.width))

    def after_move(self, grid: Grid) -> float:
        """Return the chance of a board that waits for its new tile."""
        tiles = [tile for row in grid for tile in row]
        if {cell for cell, tile in enumerate(tiles) if tile < 0} not in self.layouts:
            return 0.0
        if any(tiles[cell] == self.goal for cell in self.goals):
            return 1.0
        if sum(tile for tile in tiles if tile > 0) > self.limit:
            return 0.0
        key = tuple(tuple(-1 if tile < 0 else tile for tile in row) for row in grid)
        if key not in self.seen:
            empty = [cell for cell, tile in enumerate(tiles) if not tile]
            total = sum(
                share * max(map(self.after_move, moved(self.with_tile(grid, cell, tile)).values()), default=0.0)
                for cell in empty
                for tile, share in ((2, 0.9), (4, 0.1))
            )
            self.seen[key] = total / len(empty) if empty else 0.0
        return self.seen[key]

    def with_tile(self, grid: Grid, cell: int, tile: int) -> Grid:
        """Return a board with a new tile."""
        r, c = divmod(cell, self.width)
        return tuple(
            tuple(tile if (i, j) == (r, c) else old for j, old in enumerate(row)) for i, row in enumerate(grid)
        )

    def chances(self, rows: Grid) -> dict[str, float]:
        """Return the chance after each move on a board whose large tiles lie as in the picture."""
        flat = [tile for row in rows for tile in row]
        grid = self.grid([-1 - cell if cell in self.layouts[0] else tile for cell, tile in enumerate(flat)])
        return {move: self.after_move(after) for move, after in moved(grid).items()}


@functools.cache
def twin_of(name: str) -> Twin:
    """Return the definition of an end game, which is worked out once in a process."""
    return Twin(EndGame.parse(name))


def worst(chances: dict[str, float]) -> str:
    """Return the worst move."""
    return min(chances, key=chances.__getitem__)


def best(chances: dict[str, float]) -> str:
    """Return the best move."""
    return max(chances, key=chances.__getitem__)


def make_table(name: str, home: Path | None = None) -> None:
    """Make the table of an end game where this process, or a program with that home, looks for it."""
    end_game = EndGame.parse(name)
    path = library.path_of(end_game)
    make(end_game, home / "tables" / path.name if home else path)
