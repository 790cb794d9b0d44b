"""Techniques, each declared once: its code, its names, what finds it and what explains it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Concatenate, NamedTuple, ParamSpec, TypeAlias

from tessella.i18n import N_, _
from tessella.sudoku.geometry import digits_of
from tessella.sudoku.rating.scale import RATINGS
from tessella.sudoku.techniques.grid import BITS, Grid, Masks, Shape, cells_of, digits_text
from tessella.sudoku.techniques.phrasing import Words
from tessella.sudoku.techniques.step import Node, Set, Step

P = ParamSpec("P")
Finder: TypeAlias = Callable[[Grid], Iterator[Step]]
Explain: TypeAlias = Callable[[Words], str]
Notate: TypeAlias = Callable[[Step, Grid], str]

# How the sentence begins on what a step does.
SO = N_("So {parts}.")
EITHER_WAY = N_("Either way {parts}.")
IN_EVERY_CASE = N_("In every case {parts}.")


@dataclass(frozen=True, slots=True, eq=False)
class Technique:
    """A technique: its code and name, what finds its steps in a grid and what explains them.

    `explain` is a sentence (marked with `N_`) that names parts of `Words` in braces, or a function for what needs more.
    """

    code: str  # in HoDoKu's library, or ours
    name: str
    find: Finder  # for the code without a variant
    explain: str | Explain
    rated: str = ""  # its name on Sudoku Explainer's scale, where that is another one
    aliases: tuple[str, ...] = ()
    variants: tuple[tuple[str, Finder], ...] = ()  # finders by the variant of the code
    needs_unique: bool = False  # whether it takes for granted that the puzzle has one solution
    in_house: bool = False  # whether a hint first points to its houses
    varies: bool = False  # whether its rating depends on the step
    is_chain: bool = False  # whether the shortest of its steps is the one to show
    families: tuple[int, ...] = ()  # of forcing chains that are searched for: places in `branches.FAMILIES`
    translate: Callable[[], str] | None = None  # makes a name that is put together from others
    so: str = SO  # how the sentence begins on what a step does
    notate: Notate | None = None  # writes a step in Eureka notation, "" where that cannot be done
    difficulty: int = 0  # the place on the scale, in tenths, of a technique that Sudoku Explainer has not
    point: Callable[[Words], str] | None = None  # says where to look, where cells alone say less

    @property
    def title(self) -> str:
        """The name in the language spoken now."""
        return self.translate() if self.translate else _(self.name)

    @property
    def rating(self) -> int | None:
        """What Sudoku Explainer rates every step of the technique, in tenths; None where it varies or is not rated."""
        return None if self.varies else RATINGS.get(self.rated or self.name)

    def tell(self, words: Words) -> str:
        """Return the reason of a step in the language spoken now."""
        return words.fill(_(self.explain)) if isinstance(self.explain, str) else self.explain(words)

    def step(  # noqa: PLR0913 - a step has as many sides
        self,
        grid: Grid,
        digits: int,
        eliminated: Mapping[int, int] | None = None,
        placed: Mapping[int, int] | None = None,
        *,
        of_result: bool = False,
        cells: int = 0,
        second: int = 0,
        fins: int = 0,
        houses: Iterable[int] = (),
        covers: Iterable[int] = (),
        sets: Iterable[tuple[int, int]] = (),
        nodes: Iterable[Node] = (),
    ) -> Step:
        """Return the step of a pattern whose cells, digits and houses are given as sets.

        `eliminated` and `placed` are cells by digit; with `of_result` the digits of `candidates` are those that are
        eliminated, else the `digits` of the pattern.
        """
        eliminated, placed = eliminated or {}, placed or {}
        shown = sum(1 << digit - 1 for digit, where in eliminated.items() if where) if of_result else digits
        return Step(
            self.name,
            self.code,
            digits_text(shown),
            grid.shape.places_of(_candidates(eliminated, grid.size)),
            grid.shape.places_of(_candidates(placed, grid.size)),
            digits_of(digits),
            tuple(cells_of(cells)),
            tuple(cells_of(second)),
            tuple(cells_of(fins)),
            tuple(houses),
            tuple(covers),
            tuple(Set(tuple(cells_of(where)), digits_of(what)) for where, what in sets),
            tuple(nodes),
        )


def _candidates(found: Mapping[int, int], size: int) -> Iterator[int]:
    return (size * cell + digit - 1 for digit, where in found.items() for cell in cells_of(where))


class Pattern(NamedTuple):
    """A pattern found in masks: its technique, the candidates that it eliminates or places, and what it consists of.

    `digits` is a mask. What has to be gone for the pattern to be there is among `needs`: groups, each with the mask of
    what must not be in it.
    """

    technique: Technique
    eliminated: tuple[int, ...] = ()
    placed: int = -1
    digits: int = 0
    cells: tuple[int, ...] = ()
    houses: tuple[int, ...] = ()
    covers: tuple[int, ...] = ()
    second: tuple[int, ...] = ()
    fins: tuple[int, ...] = ()
    needs: tuple[tuple[int, int], ...] = ()

    def step(self, shape: Shape) -> Step:
        """Return the pattern as a step."""
        return Step(
            self.technique.name,
            self.technique.code,
            digits_text(self.digits),
            shape.places_of(self.eliminated),
            shape.places_of((self.placed,) if self.placed >= 0 else ()),
            tuple(d + 1 for d in BITS[self.digits]),
            self.cells,
            self.second,
            self.fins,
            self.houses,
            self.covers,
        )


def in_masks(
    search: Callable[Concatenate[Shape, Masks, P], Iterator[Pattern]], *args: P.args, **kwargs: P.kwargs
) -> Finder:
    """Return a search for patterns in masks as what finds a technique in a grid."""
    return lambda grid: (pattern.step(grid.shape) for pattern in search(grid.shape, grid.masks, *args, **kwargs))


def narrow_first(grid: Grid, narrow: Finder, wide: Finder) -> Iterator[Step]:
    """Yield what the narrow form of a technique finds, then what the wide one finds for other candidates."""
    found = set()
    for step in narrow(grid):
        found.add(step.candidates)
        yield step
    yield from (step for step in wide(grid) if step.candidates not in found)
