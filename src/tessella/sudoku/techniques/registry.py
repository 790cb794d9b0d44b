"""Which techniques are there, what are they called, and in which order does a person try them?

The names are ours, the codes those of HoDoKu's library. A code may carry a variant, such as 0402-1.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial

from tessella.errors import ParseError, quote
from tessella.i18n import _
from tessella.sudoku.board import Board
from tessella.sudoku.explainer import chain_steps
from tessella.sudoku.techniques import (
    aligned_exclusion,
    als,
    chains,
    colouring,
    deadly_patterns,
    direct,
    fish,
    locked_candidates,
    nice_loops,
    single_digit,
    singles,
    subsets,
    sue_de_coq,
    templates,
    trial_and_error,
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
    solution for granted.
    """

    name: str
    code: str
    find: Finder
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
        for kind, finned in (
            ("basic", False), ("basic", True), ("sashimi", True), ("franken", False), ("franken", True),
            ("mutant", False), ("mutant", True),
        ):  # fmt: skip
            finder = partial(fish.fish, size=size, kind=kind, finned=finned)
            name, code = fish.name_of(size, kind, finned=finned)
            yield Technique(name, code, finder)
            if kind != "basic" or finned:  # without fins the covers of a basic fish follow from its base
                name, code = fish.name_of(size, kind, finned=finned, siamese=True)
                yield Technique(name, code, partial(finder, siamese=True))


def _rectangles() -> Iterator[Technique]:
    for kind in range(1, 8):
        name, code = uniqueness.TYPE[kind] if kind < 7 else uniqueness.HIDDEN
        strict = partial(uniqueness.rectangles, kind=kind)
        wide = partial(strict, missing=True)
        both = partial(_narrow_first, narrow=strict, wide=wide)
        yield Technique(name, code, both, needs_unique=True, variants=(("1", strict), ("2", wide)))
    for kind in (1, 2):
        name, code = uniqueness.AVOIDABLE[kind]
        yield Technique(name, code, partial(uniqueness.avoidable_rectangles, kind=kind), needs_unique=True)


def _with_overlap(name: str, code: str, find: Callable[..., Iterator[Step]]) -> Iterator[Technique]:
    wide = partial(find, overlap=True)
    both = partial(_narrow_first, narrow=find, wide=wide)
    yield Technique(name, code, both, variants=(("1", find), ("2", wide)))


def _nice_loops() -> Iterator[Technique]:
    for (form, grouped), (name, code) in nice_loops.NAMES.items():
        finder = partial(nice_loops.chains, form=form, grouped=grouped)
        if not grouped:
            yield Technique(name, code, finder)
            continue
        wide = partial(finder, sets=True)
        last = 3 if form != "continuous" else 2
        variants = [(str(n), finder if n < last else wide) for n in range(1, 2 * last - 1)]
        both = partial(_narrow_first, narrow=finder, wide=wide)
        yield Technique(name, code, both, variants=tuple(variants))


TECHNIQUES = (
    Technique("full house", "0000", singles.full_houses),
    Technique("hidden single", "0002", singles.hidden_singles),
    Technique("naked single", "0003", singles.naked_singles),
    Technique("pointing", "0100", locked_candidates.pointing),
    Technique("claiming", "0101", locked_candidates.claiming),
    Technique("locked pair", "0110", partial(subsets.locked, count=2)),
    Technique("locked triple", "0111", partial(subsets.locked, count=3)),
    Technique("naked pair", "0200", partial(subsets.naked, count=2)),
    Technique("hidden pair", "0210", partial(subsets.hidden, count=2)),
    Technique("naked triple", "0201", partial(subsets.naked, count=3)),
    Technique("hidden triple", "0211", partial(subsets.hidden, count=3)),
    Technique("naked quad", "0202", partial(subsets.naked, count=4)),
    Technique("hidden quad", "0212", partial(subsets.hidden, count=4)),
    *_fish(),
    Technique("skyscraper", "0400", single_digit.skyscrapers),
    Technique("two-string kite", "0401", single_digit.kites),
    Technique(
        "empty rectangle",
        "0402",
        partial(
            _narrow_first, narrow=single_digit.empty_rectangles, wide=partial(single_digit.empty_rectangles, two=True)
        ),
        variants=(("1", partial(single_digit.empty_rectangles, two=True)),),
    ),
    Technique("turbot fish", "0403", single_digit.turbot_fish),
    Technique("dual two-string kite", "0404", partial(single_digit.dual, find=single_digit.kites)),
    Technique(
        "dual empty rectangle",
        "0405",
        partial(single_digit.dual, find=partial(single_digit.empty_rectangles, two=True)),
    ),
    Technique("simple colours trap", "0500", colouring.simple_trap),
    Technique("simple colours wrap", "0501", colouring.simple_wrap),
    Technique("multi-colours 1", "0502", colouring.multi_colours_1),
    Technique("multi-colours 2", "0503", colouring.multi_colours_2),
    *_rectangles(),
    Technique("BUG+1", "0610", uniqueness.bug_plus_1, needs_unique=True),
    *(
        Technique(*deadly_patterns.LOOP[n], partial(deadly_patterns.unique_loops, kind=n), needs_unique=True)
        for n in deadly_patterns.LOOP
    ),
    *(
        Technique(*deadly_patterns.BUG[n], partial(deadly_patterns.bugs, kind=n), needs_unique=True)
        for n in deadly_patterns.BUG
    ),
    *(
        Technique(*aligned_exclusion.ALIGNED[n], partial(aligned_exclusion.aligned_exclusions, count=n))
        for n in aligned_exclusion.ALIGNED
    ),
    Technique("X-chain", "0701", chains.x_chains),
    Technique("XY-chain", "0702", chains.xy_chains),
    Technique("remote pairs", "0703", chains.remote_pairs),
    *_nice_loops(),
    Technique("XY-wing", "0800", wings.xy_wings),
    Technique("XYZ-wing", "0801", wings.xyz_wings),
    Technique("WXYZ-wing", "0802", wings.wxyz_wings),
    Technique("W-wing", "0803", wings.w_wings),
    Technique("ALS-XZ", "0901", als.xz),
    *_with_overlap("ALS-XY-wing", "0902", als.xy_wings),
    *_with_overlap("ALS-XY-chain", "0903", als.xy_chains),
    *_with_overlap("death blossom", "0904", als.death_blossoms),
    Technique("Sue de Coq", "1101", sue_de_coq.sue_de_coq),
    Technique("template set", "1201", templates.template_set),
    Technique("template delete", "1202", templates.template_delete),
    *(Technique(*name, partial(direct.direct, technique=name)) for name in direct.DIRECT),
    *(
        Technique(name, code, partial(chain_steps.rings if code[0] == "c" else chain_steps.forced, code=code))
        for code, name in chain_steps.CHAINS.items()
    ),
    Technique("trial in full", "t2", trial_and_error.refuted),
)

# The codes in the order in which a person tries them, by looking and with pencil marks; what is left out here is for
# those who ask for it by name.
BY_LOOKING = ("0000", "0002", "d0100", "d0101", "d0210", "0003", "d0211")
WITH_CANDIDATES = (
    "0000", "0002", "0003", "0100", "0101", "0110", "0111", "0200", "0210", "0201", "0211", "0300", "0202", "0212",
    "0301", "0302", "0400", "0401", "0403", "0402", "0310", "0320", "0800", "0801", "0803", "0600", "0601", "0602",
    "0603", "0604", "0605", "0606", "0607", "0608", "ul1", "ul2", "ul3", "ul4", "0610", "bug1", "bug2", "bug3",
    "bug4", "0500", "0501", "0703", "0701", "0702", "0311", "0321", "0312", "0322", "0802", "0502", "0503", "1101",
    "ape", "0706", "0707", "0708", "0901", "ate", "0709-1", "0710-1", "0711-1", "0331", "0340", "0341", "0902-1",
    "0904-1", "0332", "0342", "0903-1", "f0", "f1c", "f1r", "f2x", "f2d", "f2c", "f2r", "f3x", "f3d", "f3c", "f3r",
    "0709-2", "0710-3", "0711-3", "f4x", "f4d", "f4c", "f4r", "t2",
)  # fmt: skip


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


def find_all(board: Board, technique: str) -> list[Step]:
    """Return every step of a technique in a position.

    `technique` is a name ("X-wing") or a code of HoDoKu's library ("0300", "0402-1"). Candidates are the
    board's pencil marks, or all that its digits leave where nothing is marked. Whether the puzzle has one
    solution is not checked here, not even for techniques that take it for granted. Raises `ParseError` for
    an unknown technique.
    """
    return list(look_up(technique)[1](Grid.of(board)))
