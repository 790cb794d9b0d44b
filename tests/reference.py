"""What would a slow and obvious program say?

Oracles for the tests: each is written from the rules as people tell them, shares no code with the package, and takes
all the time that it likes.
"""

from collections.abc import Iterator, Sequence
from ctypes import c_uint64

Rows = tuple[tuple[int, ...], ...]


# --- 2048: sliding, cell by cell on a grid ----------------------------------------------------------------------------


STEPS = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}


def slide_2048(rows: Rows, direction: str, merging: str) -> tuple[Rows, list[int]]:
    """Return the tiles slid, and the values that merging made, smallest first."""
    height, width = len(rows), len(rows[0])
    grid = {(r, c): rows[r][c] for r in range(height) for c in range(width)}
    dr, dc = STEPS[direction]
    # From the leading edge back: what lies furthest in the direction comes first.
    cells = sorted(grid, key=lambda cell: -(cell[0] * dr + cell[1] * dc))
    merged = _slide_once_2048(grid, cells, (dr, dc)) if merging == "once" else _cascade_2048(grid, cells, (dr, dc))
    return tuple(tuple(grid[r, c] for c in range(width)) for r in range(height)), sorted(merged)


def _slide_once_2048(
    grid: dict[tuple[int, int], int], cells: list[tuple[int, int]], step: tuple[int, int]
) -> list[int]:
    """Let each tile walk until something stops it; two equal tiles become one, which is then done for this move."""
    merged: list[int] = []
    done: set[tuple[int, int]] = set()
    for cell in cells:
        here = cell
        while grid[here]:
            ahead = here[0] + step[0], here[1] + step[1]
            if grid.get(ahead) == 0:
                grid[ahead], grid[here] = grid[here], 0
                here = ahead
            elif grid.get(ahead) == grid[here] and ahead not in done:
                grid[ahead], grid[here] = 2 * grid[here], 0
                done.add(ahead)
                merged.append(grid[ahead])
                break
            else:
                break
    return merged


def _cascade_2048(grid: dict[tuple[int, int], int], cells: list[tuple[int, int]], step: tuple[int, int]) -> list[int]:
    """Sweep the board: a tile merges into an equal one ahead or takes one step, until a sweep changes nothing."""
    merged: list[int] = []
    while True:
        before = dict(grid)
        for cell in cells:
            ahead = cell[0] + step[0], cell[1] + step[1]
            if grid[cell] and ahead in grid:
                if grid[ahead] == grid[cell]:
                    merged.append(2 * grid[cell])
                    grid[ahead], grid[cell] = 2 * grid[cell], 0
                elif grid[ahead] == 0:
                    grid[ahead], grid[cell] = grid[cell], 0
        if grid == before:
            return merged


# --- Luck: SplitMix64 as a C program would compute it -----------------------------------------------------------------


def _mix(z: int) -> int:
    z = c_uint64((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9).value
    z = c_uint64((z ^ (z >> 27)) * 0x94D049BB133111EB).value
    return z ^ (z >> 31)


def splitmix64(state: int, n: int) -> list[int]:
    """Return the first `n` numbers of the stream that begins at `state`."""
    numbers = []
    for _ in range(n):
        state = c_uint64(state + 0x9E3779B97F4A7C15).value
        numbers.append(_mix(state))
    return numbers


def fold(words: list[int]) -> int:
    """Return the words folded: each is XORed into the state, and the next number of that stream is the new state."""
    state = 0
    for word in words:
        [state] = splitmix64(state ^ c_uint64(word).value, 1)
    return state


def below(n: int, bits: int) -> int:
    """Return the high 64 bits of `n * bits`, multiplied by halves as at school."""
    low, high = n * (bits % 2**32), n * (bits // 2**32)
    return (high + low // 2**32) // 2**32


def spawn_2048(rows: Rows, seed: int, ply: int, fours: int) -> Rows:
    """Return the rows with the new tile that seed, ply and tiles bring."""
    words = []
    for row in rows:
        word = 0
        for column, tile in enumerate(row):
            exponent = 0
            while 2**exponent < tile:
                exponent += 1
            word += exponent * 256**column
        words.append(word)
    where, which = splitmix64(fold([seed, ply, *words]), 2)
    grid = [list(row) for row in rows]
    empty = [(r, c) for r, row in enumerate(rows) for c, tile in enumerate(row) if tile == 0]
    r, c = empty[below(len(empty), where)]
    grid[r][c] = 4 if below(100, which) < fours else 2
    return tuple(tuple(row) for row in grid)


# --- Sudoku: all solutions, by trying ---------------------------------------------------------------------------------


def sudoku_house_mates(rows: int, cols: int) -> list[list[int]]:
    """Return for every cell of a grid with boxes of `rows` by `cols` the cells that must differ from it."""
    size = rows * cols
    cells = [(r, c) for r in range(size) for c in range(size)]
    return [
        [
            r2 * size + c2
            for r2, c2 in cells
            if (r2, c2) != (r, c) and (r2 == r or c2 == c or (r2 // rows == r // rows and c2 // cols == c // cols))
        ]
        for r, c in cells
    ]


def sudoku_solutions(digits: Sequence[int], rows: int = 3, cols: int = 3) -> Iterator[list[int]]:
    """Yield every completion of a grid: what fits is tried in the cell where the least fits."""
    mates = sudoku_house_mates(rows, cols)
    grid = list(digits)
    if any(grid[cell] and grid[cell] == grid[mate] for cell in range(len(grid)) for mate in mates[cell]):
        return

    def complete() -> Iterator[list[int]]:
        options = {
            cell: set(range(1, rows * cols + 1)) - {grid[mate] for mate in mates[cell]}
            for cell in range(len(grid))
            if not grid[cell]
        }
        if not options:
            yield list(grid)
            return
        cell = min(options, key=lambda blank: len(options[blank]))
        for digit in sorted(options[cell]):
            grid[cell] = digit
            yield from complete()
        grid[cell] = 0

    yield from complete()
