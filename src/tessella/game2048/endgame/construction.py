"""Construction of a table: every position that can occur, forward; then its chance, backward.

A table holds the positions before a new tile that can follow from the formation with its free cells empty, or from its
usual start. The chance of one is the mean over new tiles (a 2 nine times in ten) of that of the best move: of success,
where each is the best.
"""

import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import pairwise
from pathlib import Path
from typing import IO, Any

import msgspec
import numpy as np

from tessella.compiled import warming
from tessella.errors import ParseError, cannot_write
from tessella.game2048.endgame.formations import EndGame
from tessella.game2048.endgame.indexing import Index, Layer, Numbers, index_of, memory
from tessella.game2048.endgame.table import BLOCK, MAGIC, TAIL, About, LayerFile, TableError
from tessella.game2048.kernels import endgame as kernels
from tessella.i18n import _
from tessella.io.streams import atomic_file
from tessella.io.worker_threads import cores, map_ahead

MEMORY = 8 << 30  # bytes
CHUNK = 1 << 17  # positions, marked or not, that a thread looks at before it could be stopped


def make(end_game: EndGame, path: Path, tell: Callable[[float], object] = lambda _share: None) -> None:
    """Write the table of an end game; `tell` gets how much of it is done, from 0 to 1, many times a second.

    Raises `TableError` where it cannot be written, and then what was there before still is; `ParseError` where it would
    take more than `MEMORY`.
    """
    if (needed := memory(end_game)) > MEMORY:
        message = _("expected an end game whose table takes at most {most} GB of memory to make, got {text}: {n} GB")
        smaller = [EndGame(end_game.formation, goal) for goal in (8 << n for n in range(9))]
        fits = [one.name for one in smaller if one.goal < end_game.goal and memory(one) <= MEMORY]
        hint = _("the largest of this formation that can be made is {name}").format(name=fits[-1]) if fits else ""
        raise ParseError(message, most=MEMORY >> 30, text=end_game.name, n=f"{needed / 2**30:,.0f}", hint=hint)
    warming.ensure("endgame")
    with TableWriter.to(path, end_game) as writer:
        index = index_of(end_game)
        reached = _reached(index, lambda share: tell(share / 2))
        chances = np.empty(0, np.uint32), np.empty(0, np.uint32)  # of the next two layers
        for number in reversed(range(index.layers)):
            layer = index.layer(number)
            marks = unpacked(reached[number], layer)
            found = np.zeros(len(marks), np.uint32)
            nexts = [(index.layer(number + 1), chances[0]), (index.layer(number + 2), chances[1])]
            run = _work(kernels.solve, index, layer, (marks, found), nexts)
            for _part in run:
                tell(1 - (number + 1) / index.layers / 2)
            writer.add(number, reached[number], found[marks.view(np.bool_)])
            reached[number] = None
            chances = found, chances[0]


def unpacked(bits: Numbers | None, layer: Layer) -> Numbers:
    """Return a byte for each position of a layer."""
    n = int(layer.starts[-1])
    return np.zeros(0, np.uint8) if bits is None else np.unpackbits(bits.view(np.uint8), count=n, bitorder="little")


def packed(marks: Numbers) -> Numbers:
    """Return a bit for each byte, in words of 64."""
    bits = np.packbits(marks, bitorder="little")
    words = np.zeros(-(-len(bits) // 8), np.uint64)
    words.view(np.uint8)[: len(bits)] = bits
    return words


def _reached(index: Index, tell: Callable[[float], object]) -> list[Any]:
    """Return the positions of each layer that can occur, packed."""
    sources = [
        index.place(index.digits_of({})),
        index.place(index.digits_of(dict(enumerate(index.end_game.formation.begin)))),
    ]

    def fresh(number: int) -> tuple[Layer, Numbers]:
        layer = index.layer(number)
        marks = np.zeros(int(layer.starts[-1]), np.uint8)
        for at, upper, rank in sources:
            if at == number:
                marks[layer.starts[upper] + rank] = 1
        return layer, marks

    window = [fresh(number) for number in range(3)]
    found: list[Any] = []
    for number in range(index.layers):
        layer, marks = window.pop(0)
        for _part in _work(kernels.reach, index, layer, (marks,), window):
            tell(number / index.layers)
        found.append(packed(marks))
        window.append(fresh(number + 3))
    return found


def _work(
    kernel: Callable[..., Any],
    index: Index,
    layer: Layer,
    arrays: tuple[Numbers, ...],
    nexts: list[tuple[Layer, Numbers]],
) -> Iterator[Any]:
    """Run a kernel on all upper halves of a layer, some at a time, on all cores."""
    bounds = np.searchsorted(layer.starts, np.arange(0, int(layer.starts[-1]), CHUNK), side="right") - 1
    edges = [0, *np.unique(bounds[1:]).tolist(), len(layer.counts)]
    rest = (*nexts[0], *nexts[1], index.halves, index.lines, len(index.cells))

    def part(edge: tuple[int, int]) -> Any:
        return kernel(*edge, layer, *arrays, *rest)

    with closing(map_ahead(part, pairwise(edges), cores())) as parts:  # type: ignore[type-var]
        yield from parts


def warm_up() -> None:
    """Call the kernels, so that they are compiled."""
    index = index_of(EndGame.parse("3x3-8"))
    layer = index.layer(0)
    nothing = np.zeros(int(layer.starts[-1]), np.uint8)
    nexts = [(layer, nothing)] * 2
    list(_work(kernels.reach, index, layer, (nothing,), nexts))
    chances = np.zeros(len(nothing), np.uint32)
    list(_work(kernels.solve, index, layer, (nothing, chances), [(layer, chances)] * 2))


# --- The file -------------------------------------------------------------------------------------------------------


class TableWriter:
    """A table that is written, layer by layer."""

    def __init__(self, file: IO[bytes], end_game: EndGame) -> None:
        self.file = file
        self.about = About(end_game.name, [])
        self.layers: dict[int, LayerFile] = {}
        self.at = file.write(MAGIC)

    @classmethod
    @contextmanager
    def to(cls, path: Path, end_game: EndGame) -> "Iterator[TableWriter]":
        """Give a table to write, which takes the place of `path` once it is complete; raises `TableError`."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with atomic_file(path) as file:
                writer = cls(file, end_game)
                yield writer
                writer.close()
        except OSError as error:
            raise TableError(cannot_write(path, error)) from None

    def add(self, number: int, words: Numbers, chances: Numbers) -> None:
        """Write a layer: which positions can occur, and their chances in this order."""
        self.layers[number] = LayerFile(self.at, len(words), len(chances))
        for array in (words, _counts(words), chances):
            data = np.ascontiguousarray(array).view(np.uint8).data
            self.file.write(data)
            self.at += len(data) + self.file.write(bytes(-len(data) % 8))

    def close(self) -> None:
        """Write what is known of the layers."""
        self.about.layers = [self.layers[number] for number in sorted(self.layers)]
        text = msgspec.json.encode(self.about)
        self.file.write(text + TAIL.pack(len(text), zlib.crc32(text)))


def _counts(words: Numbers) -> Numbers:
    counts = np.bitwise_count(words).astype(np.int64)
    before = np.cumsum(counts) - counts
    return before[::BLOCK].astype(np.uint32)
