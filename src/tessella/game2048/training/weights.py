r"""Trained n-tuple networks, and the file format of their weights.

A network that plays is 67 million small numbers a stage (`kernels.ntuple` draws how they lie). Most of them belong
to patterns that no game ever showed, so a file holds one value for all of those, `fill`, and of the others only which
they are and how far from it:

    b"tessella network 1\\n"
    one line of JSON         shape, unit, fill, what it was trained with, the lengths and the digest of what follows,
                             and its own
    which                    a bit for each weight, in order, lowest bit of a byte first: is it other than `fill`?
    low                      for each of those: (weight - fill + 128) modulo 256, one byte
    high                     for each of those: (weight - fill + 128) divided by 256, one signed byte

The last three are zlib streams: measured on a network of 15 million weights other than `fill`, zlib comes within 1 % of
the size of LZMA for `low`, which is most of the file, and is read ten times faster.

A pattern that two symmetries read alike, in the shape of two full rows of three in the middle, has two weights that are
always added up. `tie` makes them equal, and the file holds one of them.
"""

import contextlib
import hashlib
import json
import mmap
import os
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from io import BufferedReader
from itertools import accumulate
from pathlib import Path
from threading import Lock
from typing import Annotated, Any, TypeAlias

import msgspec
import numpy as np

from tessella.errors import NetworkError, TessellaError, cannot_read, cannot_write, quote
from tessella.game2048.kernels.bitboard import Numbers
from tessella.game2048.kernels.ntuple import STAGES, STEM, NTuples
from tessella.game2048.training.checkpoint import DAMAGE, no_constant
from tessella.i18n import _
from tessella.io.streams import atomic_file

MAGIC = b"tessella network 1\n"
SHIPPED = Path(__file__).parents[1] / "network.bin"
MAX_HEADER_BYTES = 1 << 16
PIECE = 1 << 16  # bytes of a stream that are read at once
BLOCK = 1 << 21  # weights that are unpacked together
LATER = 14  # the power of two of the smallest tile that only boards of later stages hold
SYMMETRIC = 1, 1  # the stem, and which of its shapes, that the other symmetries read turned upside down
CELLS = 16, 16, 16, 16, 16, 2, 16  # the weights of a stem with an axis for each cell; the sixth says which shape it is
PLACES = {0: 21, 1: 17, 2: 13, 3: 9, 4: 5, 6: 0}  # where in an offset the cell of each axis stands
_IMPOSSIBLE = {2: ((14, 15), (15,)), 3: ((14, 15), (13, 15), (15,))}  # the powers that no board of each stage holds
TURNED = 3, 4, 5, 0, 1, 2  # its cells, highest digit first, when its rows are exchanged


@dataclass(frozen=True, eq=False)
class Network:
    """The weights of an n-tuple network, and what they mean."""

    weights: Numbers  # float32, or int16 to play with: STEM for each stem of each stage
    unit: float  # how many points a weight of 1 stands for
    stems: int = 2
    stages: int = 1
    about: dict[str, str | int | float] = field(default_factory=dict)  # what it was trained with
    digest: str = ""  # of the weights as they stand in their file, where they come from one
    unpack: Callable[[int], None] = lambda _stages: None  # makes sure that the weights of so many stages are there

    @property
    def arrays(self) -> NTuples:
        """The network as kernels take it."""
        self.unpack(self.stages)
        return NTuples(self.weights, self.unit, self.stems, self.stages)

    @property
    def opening(self) -> NTuples:
        """The same for boards of smaller tiles than `LATER` alone: they are of the first stage."""
        self.unpack(1)
        return NTuples(self.weights, self.unit, self.stems, self.stages)

    @property
    def name(self) -> str:
        """How many tuples of how many cells the network has, such as 4x6; and its stages where it has several."""
        return f"{2 * self.stems}x6" + (f", {self.stages} stages" if self.stages > 1 else "")


def zeros(n: int, dtype: Any) -> Numbers:
    """Return n zeros, in huge pages where the system has them: random reads then cost a fifth less.

    >>> zeros(3, np.int16)
    array([0, 0, 0], dtype=int16)
    """
    memory = _memory(n, dtype)
    _use_huge_pages(memory)
    return np.frombuffer(memory, dtype, n)


def _memory(n: int, dtype: Any) -> mmap.mmap:
    ours = {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS} if hasattr(mmap, "MAP_ANONYMOUS") else {}
    size = max(1, n * np.dtype(dtype).itemsize)
    try:
        return mmap.mmap(-1, size, **ours)  # memory to be shared gets no huge pages
    except OSError as error:
        raise MemoryError(size) from error


def _use_huge_pages(memory: mmap.mmap) -> None:
    if hasattr(mmap, "MADV_HUGEPAGE"):
        with contextlib.suppress(OSError):  # a system without them
            memory.madvise(mmap.MADV_HUGEPAGE)


def quantize(  # noqa: PLR0913 - each is one decision
    weights: Numbers,
    errors: Numbers | None = None,
    *,
    start: float,
    unit: float = 24.0,
    least: float = 0.0,
    stems: int = 2,
    stages: int = 1,
    about: dict[str, str | int | float] | None = None,
) -> Network:
    """Return a network of int16 weights, in steps of `unit` points, of one that was learned.

    errors: what `kernels.training` keeps: two sums for each weight, or none. A weight whose absolute errors sum up to
    no more than `least` points has hardly been seen, and keeps the value it started from. So does a pattern that boards
    of its stage cannot show, though a guide would ask for it (`kernels.training`): it is a network of one stage.
    """
    small = zeros(len(weights), np.int16)
    block = 1 << 22
    base = round(start / unit)
    if abs(base) > 32767:
        message = _("expected a start value of at most {most} for a step of {unit}, got {text}")
        raise NetworkError(message, most=32767 * unit, unit=unit, text=start)
    for k in range(0, len(weights), block):
        steps = np.clip(np.rint(weights[k : k + block] / np.float32(unit)), -32768, 32767)
        if errors is not None:
            steps[errors[2 * k + 1 : 2 * (k + block) : 2] <= max(least, 1e-5)] = base
        small[k : k + block] = steps
    if stages > 1:
        powers = _powers().reshape(STEM)
        for stage, impossible in enumerate(_IMPOSSIBLE[stages]):
            never = powers & sum(1 << power for power in impossible) != 0
            small.reshape(stages, stems, STEM)[stage, :, never] = base
    return Network(small, unit, stems, stages, about or {})


def downgraded() -> np.ndarray[Any, np.dtype[np.int32]]:
    """Return which weight of a stem knows each pattern that has 16384 in it by a smaller one: (STEM,) indices.

    The pattern's largest tiles are halved, down to the largest that is missing in it, as `kernels.ntuple.downgrade`
    does it with a board; a pattern without 16384 is itself.

    >>> found = downgraded()
    >>> f"{14 << 21 | 13 << 17 | 11 << 13 | 2 << 9:x} -> {found[14 << 21 | 13 << 17 | 11 << 13 | 2 << 9]:x}"
    '1db6400 -> 1b96400'
    """
    held = np.arange(1 << 16)
    gap = np.full(1 << 16, 15, np.int8)
    gap[held & (1 << 14 | 1 << 15) != 0] = 14
    for power in range(14, 0, -1):
        gap[(gap == power) & (held >> power & 1 != 0)] = power - 1
    gaps = gap[_powers()]
    found = np.arange(STEM, dtype=np.int32).reshape(CELLS)
    for axis, place in PLACES.items():
        found -= (_along(axis, np.arange(16, dtype=np.int8)) > gaps).astype(np.int32) << place
    return found.reshape(STEM)


def _powers() -> np.ndarray[Any, np.dtype[np.uint16]]:
    """Return the powers in each pattern, a bit each: in the shape `CELLS`."""
    found = np.zeros(CELLS, np.uint16)
    for axis in PLACES:
        found |= _along(axis, np.left_shift(1, np.arange(16)).astype(np.uint16))
    return found


def _along(axis: int, values: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return sixteen values, one for each content of a cell, as numpy adds them to an array of the shape `CELLS`."""
    return values.reshape([16 if n == axis else 1 for n in range(len(CELLS))])


def tie(network: Network) -> None:
    """Make the two weights of every pattern that symmetries read alike equal: their mean, in place."""
    for cells in _symmetric(network):
        mean = (cells.astype(np.float32) + cells.transpose(TURNED)) / 2
        cells[:] = np.rint(mean) if cells.dtype == np.int16 else mean


def _symmetric(network: Network) -> list[Numbers]:
    """Return the weights of the symmetric shape in each stage: a view with an axis for each of its cells."""
    stem, shape = SYMMETRIC
    cells = network.weights.reshape(network.stages, network.stems, *CELLS)
    return [stage[stem, ..., shape, :] for stage in cells if network.stems > stem]


def _tied() -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Return which weights of the symmetric shape their twins stand for: where the lower row is the larger number."""
    row = np.arange(4096).reshape(16, 16, 16)
    lower = row.transpose(1, 2, 0).reshape(16, 16, 1, 1, 1, 16)  # cells 9, 8 and, last of all, 10
    upper = row.reshape(1, 1, 16, 16, 16, 1)  # cells 6, 5, 4
    return lower > upper


def save(network: Network, path: str | os.PathLike[str]) -> int:
    """Write a network of int16 weights to a file, whole or not at all; return its size in bytes.

    Weights that symmetries read alike are made equal first.
    """
    tie(network)
    weights = network.weights
    values, counts = np.unique(weights[:: max(1, len(weights) >> 20)], return_counts=True)
    fill = int(values[counts.argmax()])
    is_stored = weights != fill
    stored = Network(is_stored, 1, network.stems, network.stages)
    for cells in _symmetric(stored):
        cells[_tied()] = False
    apart = weights[is_stored].astype(np.int32) - fill + 128
    low, high = (apart & 255).astype(np.uint8), (apart >> 8).astype(np.int16)
    if len(high) and not -128 <= high.min() <= high.max() <= 127:
        message = _("expected weights within {most} steps of each other, got {text}")
        raise NetworkError(message, most=32767, text=network.unit)
    parts = np.packbits(is_stored, bitorder="little"), low, high.astype(np.int8)
    streams = [zlib.compress(part.tobytes(), 9) for part in parts]
    body = b"".join(streams)
    header = {
        "stems": network.stems,
        "stages": network.stages,
        "unit": network.unit,
        "fill": fill,
        "told": len(low),
        "lengths": [len(stream) for stream in streams],
        "digest": hashlib.sha256(body).hexdigest(),
        "about": network.about,
    }
    header["own digest"] = _digest(header)
    whole = MAGIC + json.dumps(header).encode() + b"\n" + body
    try:
        with atomic_file(Path(path)) as file:
            file.write(whole)
    except OSError as error:
        raise NetworkError(cannot_write(path, error)) from error
    return len(whole)


def load(path: str | os.PathLike[str]) -> Network:
    """Return the network in a file, its weights int16; raise NetworkError with what is wrong with the file."""
    network = open_network(path)
    network.unpack(network.stages)
    return network


def open_network(path: str | os.PathLike[str]) -> Network:
    """Return the network in a file, each of its stages unpacked when it is first asked for; raise NetworkError.

    What `weights` holds of other stages is not read yet: `arrays` and `opening` see to it.
    """
    with _speaking_of(path):
        file = Path(path).open("rb")  # noqa: SIM115 - open until all is unpacked
        with contextlib.ExitStack() as stack:
            stack.enter_context(file)
            if file.read(len(MAGIC)) != MAGIC:
                raise NetworkError(_("expected a trained 2048 network, got {path}"), path=quote(path))
            header = _read_header(file)
            memory = _memory(header.stages * header.stems * STEM, np.int16)
            weights = np.frombuffer(memory, np.int16)
            network = Network(
                *(weights, header.unit, header.stems, header.stages, header.about, header.digest),
                unpack=_Unpacking(path, memory, header.stages, _unpack(file, header, weights)),
            )
            stack.pop_all()
            return network


@contextlib.contextmanager
def _speaking_of(path: str | os.PathLike[str]) -> Iterator[None]:
    """Say what is wrong with a file in one sentence."""
    try:
        yield
    except TessellaError:
        raise
    except OSError as error:
        raise NetworkError(cannot_read(path, error)) from error
    except (*DAMAGE, StopIteration, msgspec.ValidationError, zlib.error) as error:
        raise NetworkError(_("the network in {path} is damaged"), path=quote(path)) from error
    except MemoryError as error:
        raise NetworkError(_("not enough memory for the network in {path}"), path=quote(path)) from error


class _Unpacking:
    """What unpacks the stages of a network, one after the other; any thread may ask.

    Who asks for all of them plays much, and gets huge pages; for one answer they would only take more memory.
    """

    def __init__(self, path: str | os.PathLike[str], memory: mmap.mmap, total: int, stages: Iterator[None]) -> None:
        self._path, self._memory, self._total, self._stages = path, memory, total, stages
        self._done = 0
        self._lock = Lock()

    def __call__(self, stages: int) -> None:
        with self._lock, _speaking_of(self._path):
            if self._done < stages == self._total:
                _use_huge_pages(self._memory)
            while self._done < stages:
                next(self._stages)  # after damage there is no next one
                self._done += 1


_Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]


class _Header(msgspec.Struct):
    """What stands in the first line."""

    stems: Annotated[int, msgspec.Meta(ge=1, le=3)]
    stages: Annotated[int, msgspec.Meta(ge=1, le=STAGES)]
    unit: Annotated[float, msgspec.Meta(gt=0, le=1e6)]
    fill: Annotated[int, msgspec.Meta(ge=128 - 32768, le=32767)]
    told: _Count
    lengths: tuple[_Count, _Count, _Count]
    digest: str
    about: dict[str, str | int | float]


def _digest(header: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(header).encode()).hexdigest()


def _read_header(file: BufferedReader) -> _Header:
    """Return the header of a file whose every byte is as it was written, and leave the file behind it."""
    line = file.readline(MAX_HEADER_BYTES)
    told = json.loads(line, parse_constant=no_constant)
    stated = told.pop("own digest", None)  # the first files had none
    if stated not in (None, _digest(told)):
        raise ValueError(told)
    header, begin = msgspec.convert(told, _Header), file.tell()
    if os.fstat(file.fileno()).st_size != begin + sum(header.lengths):
        raise ValueError(header.lengths)
    if hashlib.file_digest(file, "sha256").hexdigest() != header.digest:
        raise ValueError(header.digest)
    file.seek(begin)
    return header


class _Stream:
    """A zlib stream within a file, read as far as it is asked for."""

    def __init__(self, file: BufferedReader, begin: int, length: int) -> None:
        self._file, self._at, self._end = file, begin, begin + length
        self._zlib = zlib.decompressobj()

    def read(self, size: int) -> bytearray:
        """Return so many bytes; raise EOFError where there are fewer."""
        data = bytearray()
        while len(data) < size:
            data += self._some(size - len(data))
        return data

    def _some(self, size: int) -> bytes:
        if self._zlib.eof:
            raise EOFError
        packed = self._zlib.unconsumed_tail
        if not packed:
            self._file.seek(self._at)
            packed = self._file.read(min(PIECE, self._end - self._at))
            self._at += len(packed)
        some = self._zlib.decompress(packed, size)
        if not packed and not some:
            raise EOFError
        return some

    def end(self) -> None:
        """Raise ValueError where there is more."""
        with contextlib.suppress(EOFError):
            if self.read(1):
                raise ValueError(self._at)


def _unpack(file: BufferedReader, header: _Header, weights: Numbers) -> Iterator[None]:
    """Write the weights of one stage after the other: each time this is asked to go on, another one is there."""
    with file:
        begins = accumulate(header.lengths, initial=file.tell())
        which, low, high = streams = [_Stream(file, *part) for part in zip(begins, header.lengths, strict=False)]
        told = 0
        for number, part in enumerate(np.split(weights, header.stages), 1):
            if header.fill:
                part[:] = header.fill
            for begin in range(0, len(part), BLOCK):
                bits = np.frombuffer(which.read(BLOCK // 8), np.uint64)
                count = int(np.bitwise_count(bits).sum())
                lows, highs = np.frombuffer(low.read(count), np.uint8), np.frombuffer(high.read(count), np.int8)
                is_stored = np.unpackbits(bits.view(np.uint8), bitorder="little").view(np.bool_)
                part[begin : begin + BLOCK][is_stored] = (
                    (highs.astype(np.int16) << 8) + lows + np.int16(header.fill - 128)
                )
                told += count
                if begin // STEM == SYMMETRIC[0]:
                    _copy_twins(part[STEM * SYMMETRIC[0] :][:STEM], begin % STEM, bits)
            if number == header.stages:
                for stream in streams:
                    stream.end()
                if told != header.told:
                    raise ValueError(told)
            yield


def _copy_twins(stem: Numbers, begin: int, bits: Numbers) -> None:
    """Give the twins of the stored weights of the symmetric shape, a bit each from `begin` on, their values."""
    of_shape = bits & np.uint64(0xFFFF_0000_FFFF_0000 if SYMMETRIC[1] else 0x0000_FFFF_0000_FFFF)
    set_bits = np.unpackbits(of_shape.view(np.uint8), bitorder="little").view(np.bool_)
    at = begin + np.flatnonzero(set_bits).astype(np.uint32)
    # The cells, highest digit first, stand at 21, 17, 13, 9, 5 and 0: the first three change places with the others.
    upper, lower = at >> 13, (at >> 5 & 255) << 4 | at & 15
    stem[lower << 13 | (upper >> 4) << 5 | SYMMETRIC[1] << 4 | upper & 15] = stem[at]


@lru_cache(maxsize=1)
def shipped() -> Network:
    """Return the network that comes with Tessella, trained as `docs/training.md` says; see `open_network`."""
    return open_network(SHIPPED)
