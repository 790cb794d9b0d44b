"""The columns of a data set, and the rows that puzzles become."""

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from tessella.sudoku.bulk_solver import Puzzles, solve_many
from tessella.sudoku.canonical_form import canonical_many
from tessella.sudoku.generator.target import slug
from tessella.sudoku.rating.levels import LEVELS
from tessella.sudoku.rating.rater import rate_many
from tessella.sudoku.rating.scale import RATINGS

UNREADABLE = 255  # in all cells of what is no puzzle
STATUS = np.array(["none", "proper", "several", "unreadable"], object)
TECHNIQUES = {name: slug(name).replace("-", "_") for name in RATINGS}  # the name of each one's column

DESCRIPTIONS = {
    "id": "the puzzle's id, by which every front end opens it",
    "puzzle, solution": "81 signs: digits, and points for blanks; the solution null where there is not just one",
    "status": "proper, several (solutions), none, or unreadable",
    "clues": "how many givens there are",
    "level": "beginner to extreme, null where it is not known",
    "er, ep, ed": "the rating of the hardest step, up to the first digit, of the first step (Sudoku Explainer's scale)",
    "steps, bottlenecks": "how many steps the path has, and how many of them are as hard as the hardest",
    "techniques": "how often each technique is used",
    "canonical": "128 bits of BLAKE2b of the canonical form: equal for puzzles that are essentially the same",
    "symmetry": "of where the givens stand: full, 90, 180, mirror, diagonal or none",
    "work": "how many nodes of forcing chains the rating followed",
    "exact": "whether the rating is that of the whole path; else er, ep and ed are lower bounds",
}
"""What each column holds, as the card of a data set tells; columns of one kind stand together."""

SCHEMA = pa.schema(
    [
        pa.field("id", pa.string()),
        pa.field("puzzle", pa.string()),
        pa.field("solution", pa.string()),
        pa.field("status", pa.string(), nullable=False),
        pa.field("clues", pa.uint8()),
        pa.field("level", pa.string()),
        *(pa.field(name, pa.float64()) for name in ("er", "ep", "ed")),
        *(pa.field(name, pa.int32()) for name in ("steps", "bottlenecks")),
        pa.field("techniques", pa.struct([pa.field(name, pa.int16()) for name in TECHNIQUES.values()])),
        pa.field("canonical", pa.string()),
        pa.field("symmetry", pa.string()),
        pa.field("work", pa.int64()),
        pa.field("exact", pa.bool_()),
    ]
)


def rows(ids: Sequence[str] | None, puzzles: Puzzles, budget: int | None = None) -> pa.RecordBatch:
    """Return the rows of puzzles, (n, 81) uint8; their ids are the puzzles themselves where there are none.

    A row of `UNREADABLE` has nothing but its status.
    """
    solutions, status = solve(puzzles)
    rated = rate_many(puzzles, budget=budget, threads=1)
    readable, proper = status != "unreadable", status == "proper"
    texts = _texts(puzzles, readable)
    levels = np.array([*LEVELS, None], object)
    names = ids if ids is not None else [text.as_py() and f"sudoku:{text}" for text in texts]
    columns = {
        "id": pa.array(names, pa.string()),
        "puzzle": texts,
        "solution": _texts(solutions, proper),
        "status": pa.array(status),
        "clues": _array((puzzles > 0).sum(axis=1).astype(np.uint8), readable),
        "level": pa.array(levels[rated["level"]].tolist(), pa.string()),
        **{name: _array(rated[name].astype(pa_type), proper) for name, pa_type in _NUMBERS.items()},
        "techniques": pa.StructArray.from_arrays(
            [pa.array(np.ascontiguousarray(rated["techniques"][name])) for name in RATINGS],
            fields=list(SCHEMA.field("techniques").type),
            mask=pa.array(~proper),
        ),
        "canonical": pa.array(_hashes(puzzles, proper), pa.string()),
        "symmetry": _array(_symmetries(puzzles), readable),
        "exact": _array(rated["exact"], proper),
    }
    return pa.RecordBatch.from_arrays([columns[name] for name in SCHEMA.names], schema=SCHEMA)


def solve(puzzles: Puzzles) -> tuple[Puzzles, Any]:
    """Return the solutions of puzzles, `UNREADABLE` where there is not just one, and what is in the column `status`."""
    solutions, status = solve_many(puzzles, threads=1)
    solutions[status != 1] = UNREADABLE
    readable = (puzzles <= 9).all(axis=1)
    return solutions, STATUS[np.where(readable, np.maximum(status, 0), 3)]


_NUMBERS = {"er": "f8", "ep": "f8", "ed": "f8", "steps": "i4", "bottlenecks": "i4", "work": "i8"}


def _array(values: Any, known: Any) -> pa.Array:
    return pa.array(values, mask=~known)


def _texts(grids: Puzzles, known: Any) -> pa.Array:
    """Return rows of digits as text, null where they are not known."""
    signs = np.where(grids > 0, grids + ord("0"), ord(".")).astype(np.uint8)
    ends = np.arange(0, 81 * len(grids) + 1, 81, dtype=np.int32)
    texts = pa.Array.from_buffers(pa.utf8(), len(grids), [None, pa.py_buffer(ends), pa.py_buffer(signs.tobytes())])
    return texts if known.all() else pc.if_else(pa.array(known), texts, pa.scalar(None, pa.utf8()))


def _hashes(puzzles: Puzzles, known: Any) -> list[str | None]:
    forms, _transforms = canonical_many(np.where(known[:, None], puzzles, 0).astype(np.uint8))
    return [
        blake2b(form.tobytes(), digest_size=16).hexdigest() if one else None
        for form, one in zip(forms, known, strict=True)
    ]


def _symmetries(puzzles: Puzzles) -> Any:
    """Return the symmetry of each puzzle's givens, the one with the most turns where it has several."""
    given = puzzles.reshape(-1, 9, 9) > 0

    def stays(other: Any) -> Any:
        return (given == other).all(axis=(1, 2))

    quarter, mirror = stays(np.rot90(given, axes=(1, 2))), stays(given[:, :, ::-1])
    half, diagonal = stays(given[:, ::-1, ::-1]), stays(given.transpose(0, 2, 1))
    names = {"full": quarter & mirror, "90": quarter, "180": half, "mirror": mirror, "diagonal": diagonal}
    return np.select(list(names.values()), [np.array(name, object) for name in names], "none")


_DIGIT = np.full(256, UNREADABLE, np.uint8)  # of each sign
_DIGIT[ord("0") : ord("9") + 1] = range(10)
_DIGIT[ord(".")] = 0


def digits_of(texts: pa.Array) -> Puzzles:
    """Return a column of puzzles or solutions as digits, (n, 81) uint8; `UNREADABLE` for null, and for any other text.

    >>> digits_of(pa.array(["." * 80 + "7", None]))[:, 80].tolist()
    [7, 255]
    """
    blank = chr(UNREADABLE) * 81
    signs = [text if text is not None and len(text) == 81 and text.isascii() else blank for text in texts.to_pylist()]
    codes = np.frombuffer("".join(signs).encode("latin-1"), np.uint8).reshape(-1, 81)
    return _DIGIT[codes]
