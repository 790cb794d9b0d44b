"""What would a slow and obvious program say?

Oracles for the tests: each is written from the rules as people tell them, shares no code with the package, and takes
all the time that it likes.
"""

from collections.abc import Iterator, Sequence
from ctypes import c_uint64
from itertools import permutations, product

import numpy as np

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


def trace_2048(rows: Rows, direction: str, merging: str) -> dict[tuple[int, int], tuple[int, int]]:
    """Return where each tile ends: piles of tiles walk over the grid, and equal ones become one pile."""
    piles = {(r, c): (tile, [(r, c)]) for r, row in enumerate(rows) for c, tile in enumerate(row) if tile}
    dr, dc = STEPS[direction]
    walking, done = True, set[tuple[int, int]]()
    while walking:
        walking = False
        for here in sorted(piles, key=lambda cell: -(cell[0] * dr + cell[1] * dc)):
            ahead = here[0] + dr, here[1] + dc
            if not (0 <= ahead[0] < len(rows) and 0 <= ahead[1] < len(rows[0])):
                continue
            if ahead not in piles:
                piles[ahead] = piles.pop(here)
                if here in done:
                    done = done - {here} | {ahead}
            elif piles[ahead][0] == piles[here][0] and not {here, ahead} & done:
                value, tiles = piles.pop(here)
                piles[ahead] = 2 * value, piles[ahead][1] + tiles
                done |= {ahead} if merging == "once" else set()
            else:
                continue
            walking = True
    return {tile: cell for cell, (_value, tiles) in piles.items() for tile in tiles}


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
    size = rows * cols
    grid, every = list(digits), set(range(1, size + 1))
    houses = [
        (r, size + c, 2 * size + r // rows * rows + c // cols) for r, c in (divmod(n, size) for n in range(size**2))
    ]
    used: list[set[int]] = [set() for _house in range(3 * size)]
    for cell, digit in enumerate(grid):
        for house in houses[cell] if digit else ():
            if digit in used[house]:
                return
            used[house].add(digit)

    def complete() -> Iterator[list[int]]:
        options = {
            cell: every - used[row] - used[column] - used[box]
            for cell, (row, column, box) in enumerate(houses)
            if not grid[cell]
        }
        if not options:
            yield list(grid)
            return
        cell = min(options, key=lambda blank: len(options[blank]))
        for digit in sorted(options[cell]):
            grid[cell] = digit
            for house in houses[cell]:
                used[house].add(digit)
            yield from complete()
            for house in houses[cell]:
                used[house].remove(digit)
        grid[cell] = 0

    yield from complete()


# --- Sudoku: the maker of docs/maker.md, word by word -----------------------------------------------------------------


class Luck:
    """The stream of one attempt."""

    def __init__(self, words: list[int]) -> None:
        self.state = fold(words)

    def below(self, n: int) -> int:
        """Return the next number from 0 to n - 1."""
        [bits] = splitmix64(self.state, 1)
        self.state = c_uint64(self.state + 0x9E3779B97F4A7C15).value
        return below(n, bits)

    def shuffled(self, items: Sequence[int]) -> list[int]:
        """Return the items in random order."""
        pile = list(items)
        for end in range(len(pile) - 1, 0, -1):
            pick = self.below(end + 1)
            pile[end], pile[pick] = pile[pick], pile[end]
        return pile


def deal(hands: list[set[int]], luck: Luck) -> list[int]:
    """Return a digit for every hand, all different: free ones by luck, else by the first shortest chain."""
    taken: dict[int, int] = {}  # digit: hand
    for hand, digits in enumerate(hands):
        free = sorted(digits - set(taken))
        if free:
            taken[free[luck.below(len(free))]] = hand
            continue
        # All chains digit by digit, the shortest first: hand takes chain[0] from its owner, who takes chain[1], ...
        chains = [[digit] for digit in sorted(digits)]
        seen = set(digits)
        for chain in chains:
            if chain[-1] not in taken:
                break
            news = sorted(hands[taken[chain[-1]]] - seen)
            seen |= set(news)
            chains += [[*chain, digit] for digit in news]
        takers = [hand, *(taken[digit] for digit in chain[:-1])]
        taken |= dict(zip(chain, takers, strict=True))
    return [digit for _hand, digit in sorted((hand, digit) for digit, hand in taken.items())]


def sudoku_grid(rows: int, cols: int, luck: Luck) -> list[list[int]]:
    """Return the maker's full grid."""
    size = rows * cols
    grid: list[list[int]] = []
    for _band in range(cols):
        held = [{row[column] for row in grid} for column in range(size)]
        hands: list[set[int]] = [set() for _column in range(size)]
        for stack in range(rows):
            seats = [stack * cols + column for column in range(cols) for _copy in range(rows)]
            for seat, digit in zip(seats, deal([set(range(size)) - held[seat] for seat in seats], luck), strict=True):
                hands[seat].add(digit)
        for _row in range(rows):
            grid.append(deal(hands, luck))
            hands = [hand - {digit} for hand, digit in zip(hands, grid[-1], strict=True)]

    def order(blocks: int, length: int) -> list[int]:
        return [
            line
            for block in luck.shuffled(range(blocks))
            for line in luck.shuffled(range(block * length, (block + 1) * length))
        ]

    down, across = order(cols, rows), order(rows, cols)
    names = luck.shuffled(range(1, size + 1))
    grid = [[names[grid[r][c]] for c in across] for r in down]
    if rows == cols and luck.below(2):
        grid = [list(column) for column in zip(*grid, strict=True)]
    return grid


def sudoku_orbits(size: int, symmetry: str, allowed: set[int]) -> list[set[int]]:
    """Return the sets of cells that are given together or not at all, by their first cells."""
    end = size - 1

    def images(r: int, c: int) -> list[tuple[int, int]]:
        turns = [(r, c), (c, end - r), (end - r, end - c), (end - c, r)]
        return {
            "none": turns[:1],
            "180": turns[::2],
            "90": turns,
            "mirror": [(r, c), (r, end - c)],
            "diagonal": [(r, c), (c, r)],
            "full": turns + [(a, end - b) for a, b in turns],
        }[symmetry]

    orbits: list[set[int]] = []
    for r in range(size):
        for c in range(size):
            orbit = {size * a + b for a, b in images(r, c)}
            if min(orbit) == size * r + c and orbit <= allowed:
                orbits.append(orbit)
    return orbits


def sudoku_by_singles(digits: list[int], rows: int, cols: int) -> bool:
    """Return whether naked and hidden singles fill the grid, one by one."""
    size = rows * cols
    mates = sudoku_house_mates(rows, cols)
    grid = list(digits)
    while 0 in grid:
        options = [
            set() if grid[cell] else set(range(1, size + 1)) - {grid[mate] for mate in mates[cell]}
            for cell in range(size * size)
        ]
        for cell in range(size * size):
            r, c = divmod(cell, size)
            houses = [
                {mate for mate in mates[cell] if mate // size == r},
                {mate for mate in mates[cell] if mate % size == c},
                {
                    mate
                    for mate in mates[cell]
                    if mate // size // rows == r // rows and mate % size // cols == c // cols
                },
            ]
            fitting = [
                d for d in options[cell] if any(all(d not in options[mate] for mate in house) for house in houses)
            ]
            if len(options[cell]) == 1 or fitting:
                grid[cell] = fitting[0] if fitting else min(options[cell])
                break
        else:
            return False
    return True


def make_sudoku(  # noqa: C901 - one text, from top to bottom
    seed: int,
    k: int = 0,
    *,
    box: tuple[int, int] = (3, 3),
    clues: int | str | None = "minimal",
    symmetry: str = "none",
    pattern: str | None = None,
) -> list[int] | None:
    """Return the maker's puzzle, None where it gives up; orbits go one by one, each with a proof of its own."""
    rows, cols = box
    size = rows * cols
    allowed = {cell for cell in range(size * size) if pattern is None or pattern[cell] not in ".0"}
    orbits = sudoku_orbits(size, symmetry, allowed)
    steps = 5000
    for attempt in range(1000):
        luck = Luck([1, rows, cols, seed, k, attempt])
        grid = [digit for row in sudoku_grid(rows, cols, luck) for digit in row]

        def good(given: set[int], grid: list[int] = grid) -> bool:
            puzzle = [digit if cell in given else 0 for cell, digit in enumerate(grid)]
            if clues is None or size > 12:
                return sudoku_by_singles(puzzle, rows, cols)
            answers = sudoku_solutions(puzzle, rows, cols)
            return next(answers) is not None and next(answers, None) is None

        def thin(given: set[int], order: list[set[int]]) -> set[int]:
            for place, orbit in enumerate(order):
                if isinstance(clues, int):
                    over = len(given) - len(orbit) - clues
                    sums = {0}
                    for other in order[place + 1 :]:
                        sums |= {total + len(other) for total in sums}
                    if over < 0 or (over not in sums and over <= max(sums)):
                        continue
                if good(given - orbit):
                    given = given - orbit
            return given

        given = set().union(*orbits)
        order = [orbits[i] for i in luck.shuffled(range(len(orbits)))]
        if not good(given):
            continue
        given = thin(given, order)
        for _step in range(1000):
            if clues in (None, "minimal", len(given)) or not steps:
                break
            steps -= 1
            order = [orbits[i] for i in luck.shuffled(range(len(orbits)))]
            back = [orbit for orbit in order if not orbit <= given][:2]
            other = thin(given.union(*back), [orbit for orbit in order if orbit <= given] + back)
            if len(other) <= len(given):
                given = other
        if clues in (None, "minimal", len(given)):
            return [digit if cell in given else 0 for cell, digit in enumerate(grid)]
        if not steps:
            break
    return None


# --- Sudoku: the smallest form, by trying all symmetries --------------------------------------------------------------


def smallest_forms(puzzle: Sequence[int]) -> tuple[list[int], int]:
    """Return the smallest form of a 9x9 puzzle and in how many of all 3,359,232 ways it comes about.

    Every order of the columns, turned or not, is carried along; a row is added at a time, and what is not smallest so
    far can only stay behind.
    """
    lines = [
        [3 * band + line for band, within in zip(bands, inner, strict=True) for line in within]
        for bands in permutations(range(3))
        for inner in product(permutations(range(3)), repeat=3)
    ]
    columns = np.array(lines)
    sides = np.array(puzzle, dtype=np.int64).reshape(9, 9)
    # What each way looks like: the grid with its columns in order, the rows still in theirs.
    grids = np.concatenate([sides[:, columns], sides.T[:, columns]], axis=1).transpose(1, 0, 2)
    way = np.arange(len(grids))
    used = np.zeros((len(grids), 0), dtype=np.int64)
    names = np.zeros((len(grids), 10), dtype=np.int64)
    form: list[int] = []
    for level in range(9):
        # Which rows may come next: any of a new band, or what is left of this one.
        free = np.array([[row not in taken for row in range(9)] for taken in used.tolist()] or [[True] * 9])
        band = np.arange(9) // 3
        if level % 3:
            free &= band == used[:, -1:] // 3
        else:
            free &= np.array([[row // 3 not in {r // 3 for r in taken} for row in range(9)] for taken in used.tolist()])
        parent, row = np.nonzero(np.broadcast_to(free, (len(way), 9)))
        named = names[parent]
        cells = grids[way[parent], row]
        shown = np.zeros_like(cells)
        every = np.arange(len(parent))
        for column in range(9):
            digit = cells[:, column]
            new = (digit > 0) & (named[every, digit] == 0)
            named[every[new], digit[new]] = named[new].max(axis=1) + 1
            shown[:, column] = named[every, digit]
        key = shown @ 10 ** np.arange(8, -1, -1)
        best = key == key.min()
        form += shown[best][0].tolist()
        way, used, names = way[parent[best]], np.column_stack([used[parent[best]], row[best]]), named[best]
    return form, len(way)
