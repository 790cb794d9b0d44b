"""Which techniques are there, what are they called, and in which order does a person try them?

The names are ours, the codes those of HoDoKu's library. A code may carry a variant, such as 0402-1.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial

from tessella.errors import ParseError, quote
from tessella.i18n import _
from tessella.sudoku.techniques import (
    als,
    chains,
    colours,
    fish,
    locked,
    nice_loops,
    single_digit,
    singles,
    subsets,
    sue_de_coq,
    templates,
    uniqueness,
    wings,
)
from tessella.sudoku.techniques.grid import Grid
from tessella.sudoku.techniques.step import Step

Finder = Callable[[Grid], Iterator[Step]]


@dataclass(frozen=True, slots=True)
class Technique:
    """A technique: its names, its code, and what finds it.

    `variants` holds finders by the variant of the code (without one, what is found in the wider form is added
    for candidates that the narrow form has nothing for); `needs_unique` says that it takes a puzzle with one
    solution for granted; `level` orders techniques as people learn them; 0 stands for what is found only
    when it is asked for.
    """

    name: str
    code: str
    find: Finder
    level: int = 0
    needs_unique: bool = False
    variants: tuple[tuple[str, Finder], ...] = ()


def _narrow_first(grid: Grid, narrow: Finder, wide: Finder) -> Iterator[Step]:
    """Yield what the narrow form of a technique finds, then what the wide one finds for other candidates."""
    found = set()
    for step in narrow(grid):
        found.add(step.candidates)
        yield step
    yield from (step for step in wide(grid) if step.candidates not in found)


def _fish() -> Iterator[Technique]:
    for size in range(2, 8):
        for kind, finned, level in (
            ("basic", False, 30), ("basic", True, 36), ("sashimi", True, 38), ("franken", False, 62),
            ("franken", True, 64), ("mutant", False, 66), ("mutant", True, 68),
        ):  # fmt: skip
            finder = partial(fish.fish, size=size, kind=kind, finned=finned)
            name, code = fish.name_of(size, kind, finned=finned)
            yield Technique(name, code, finder, level + size - 2 if size <= 4 else 0)
            if finned:
                name, code = fish.name_of(size, kind, finned=finned, siamese=True)
                yield Technique(name, code, partial(finder, siamese=True))


def _rectangles() -> Iterator[Technique]:
    for kind in range(1, 8):
        name, code = uniqueness.TYPE[kind] if kind < 7 else uniqueness.HIDDEN
        strict = partial(uniqueness.rectangles, kind=kind)
        wide = partial(strict, missing=True)
        both = partial(_narrow_first, narrow=strict, wide=wide)
        yield Technique(name, code, both, 42 + kind, needs_unique=True, variants=(("1", strict), ("2", wide)))
    for kind in (1, 2):
        name, code = uniqueness.AVOIDABLE[kind]
        yield Technique(name, code, partial(uniqueness.avoidable_rectangles, kind=kind), 45, needs_unique=True)


def _with_overlap(name: str, code: str, find: Callable[..., Iterator[Step]], level: int) -> Iterator[Technique]:
    wide = partial(find, overlap=True)
    both = partial(_narrow_first, narrow=find, wide=wide)
    yield Technique(name, code, both, level, variants=(("1", find), ("2", wide)))


def _nice_loops() -> Iterator[Technique]:
    for (form, grouped), (name, code) in nice_loops.NAMES.items():
        level = {"aic": 72, "discontinuous": 71, "continuous": 70}[form] + 4 * grouped
        finder = partial(nice_loops.chains, form=form, grouped=grouped)
        if not grouped:
            yield Technique(name, code, finder, level)
            continue
        wide = partial(finder, sets=True)
        last = 3 if form != "continuous" else 2
        variants = [(str(n), finder if n < last else wide) for n in range(1, 2 * last - 1)]
        both = partial(_narrow_first, narrow=finder, wide=wide)
        yield Technique(name, code, both, level, variants=tuple(variants))


TECHNIQUES = (
    Technique("full house", "0000", singles.full_houses, 1),
    Technique("hidden single", "0002", singles.hidden_singles, 2),
    Technique("naked single", "0003", singles.naked_singles, 3),
    Technique("pointing", "0100", locked.pointing, 10),
    Technique("claiming", "0101", locked.claiming, 11),
    Technique("locked pair", "0110", partial(subsets.locked, count=2), 12),
    Technique("locked triple", "0111", partial(subsets.locked, count=3), 13),
    Technique("naked pair", "0200", partial(subsets.naked, count=2), 14),
    Technique("hidden pair", "0210", partial(subsets.hidden, count=2), 15),
    Technique("naked triple", "0201", partial(subsets.naked, count=3), 16),
    Technique("hidden triple", "0211", partial(subsets.hidden, count=3), 17),
    Technique("naked quad", "0202", partial(subsets.naked, count=4), 18),
    Technique("hidden quad", "0212", partial(subsets.hidden, count=4), 19),
    *_fish(),
    Technique("skyscraper", "0400", single_digit.skyscrapers, 32),
    Technique("two-string kite", "0401", single_digit.kites, 33),
    Technique(
        "empty rectangle",
        "0402",
        partial(
            _narrow_first, narrow=single_digit.empty_rectangles, wide=partial(single_digit.empty_rectangles, two=True)
        ),
        35,
        variants=(("1", partial(single_digit.empty_rectangles, two=True)),),
    ),
    Technique("turbot fish", "0403", single_digit.turbot_fish, 34),
    Technique("dual two-string kite", "0404", partial(single_digit.dual, find=single_digit.kites)),
    Technique(
        "dual empty rectangle",
        "0405",
        partial(single_digit.dual, find=partial(single_digit.empty_rectangles, two=True)),
    ),
    Technique("simple colours trap", "0500", colours.simple_trap, 50),
    Technique("simple colours wrap", "0501", colours.simple_wrap, 51),
    Technique("multi-colours 1", "0502", colours.multi_colours_1, 52),
    Technique("multi-colours 2", "0503", colours.multi_colours_2, 53),
    *_rectangles(),
    Technique("BUG+1", "0610", uniqueness.bug_plus_1, 49, needs_unique=True),
    Technique("X-chain", "0701", chains.x_chains, 56),
    Technique("XY-chain", "0702", chains.xy_chains, 57),
    Technique("remote pairs", "0703", chains.remote_pairs, 55),
    *_nice_loops(),
    Technique("XY-wing", "0800", wings.xy_wings, 40),
    Technique("XYZ-wing", "0801", wings.xyz_wings, 41),
    Technique("WXYZ-wing", "0802", wings.wxyz_wings, 54),
    Technique("W-wing", "0803", wings.w_wings, 42),
    Technique("ALS-XZ", "0901", als.xz, 78),
    *_with_overlap("ALS-XY-wing", "0902", als.xy_wings, 79),
    *_with_overlap("ALS-XY-chain", "0903", als.xy_chains, 80),
    *_with_overlap("death blossom", "0904", als.death_blossoms, 81),
    Technique("Sue de Coq", "1101", sue_de_coq.sue_de_coq, 60),
    Technique("template set", "1201", templates.template_set),
    Technique("template delete", "1202", templates.template_delete),
)


# What else people, HoDoKu foremost, call some of them.
_OTHER_NAMES = {
    "locked candidate type 1": "0100",
    "locked candidates type 1": "0100",
    "locked candidates (pointing)": "0100",
    "locked candidate type 2": "0101",
    "locked candidates type 2": "0101",
    "locked candidates (claiming)": "0101",
    "naked quadruple": "0202",
    "hidden quadruple": "0212",
    "2-string kite": "0401",
    "dual 2-string kite": "0404",
    "simple colors trap": "0500",
    "simple colors wrap": "0501",
    "multi-colors 1": "0502",
    "multi-colors 2": "0503",
    **{f"uniqueness test type {n}": f"06{n - 1:02}" for n in range(1, 7)},
    **{f"uniqueness test {n}": f"06{n - 1:02}" for n in range(1, 7)},
    "bivalue universal grave + 1": "0610",
    "remote pair": "0703",
    "alternating interference chain": "0708",
    "grouped alternating interference chain": "0711",
    "ALS-XZ rule": "0901",
    "almost locked set XZ-rule": "0901",
    "ALS-XY-wing rule": "0902",
    "almost locked set XY-wing": "0902",
    "almost locked set XY-chain": "0903",
}


def _plain(text: str) -> str:
    return re.sub(r"[^0-9a-z+]", "", text.lower())


@cache
def _by_name() -> dict[str, tuple[Technique, Finder]]:
    known: dict[str, tuple[Technique, Finder]] = {}
    for technique in TECHNIQUES:
        known[_plain(technique.name)] = known[technique.code] = technique, technique.find
        for variant, finder in technique.variants:
            known[f"{technique.code}-{variant}"] = technique, finder
    known.update({_plain(name): known[code] for name, code in _OTHER_NAMES.items()})
    return known


def look_up(text: str) -> tuple[Technique, Finder]:
    """Return the technique that a name or a library code means, and what finds it; raises `ParseError`."""
    known = _by_name()
    wanted = text.strip()
    found = known.get(wanted) or known.get(_plain(wanted)) or known.get(wanted.partition("-")[0])
    if found is None:
        message = _("expected a technique's name or code such as X-wing or 0300, got {text}")
        raise ParseError(message.format(text=quote(text)))
    return found
