"""Links of f-puzzles."""

import contextlib
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.variant_formats import check_round_trips, meaning
from support.variant_puzzles import VariantPuzzle as Collected
from tessella.errors import TessellaError
from tessella.sudoku import Board
from tessella.sudoku.formats.variants import fpuzzles, lz_string
from tessella.sudoku.formats.variants.base import VariantPuzzle, text_of
from tessella.sudoku.formats.variants.fpuzzles import find, parse, read
from tessella.sudoku.rules.ruleset import Rules

UNSAID = (
    *(
        "digits",
        "windoku",
        "greater_than",
        "numbered_room",
        "global_entropy",
        "knight_sums",
        "value_indexing",
        "lunchbox",
    ),
    *(
        "equality_cage",
        "rellik_cage",
        "look_and_say",
        "counting_circles",
        "dutch_flatmates",
        "full_rank",
        "anti_taxicab",
    ),
    *("regex", "sum_line", "pair_table", "count_distinct", "hidden_skyscraper", "diagonal_non_consecutive"),
    "non_consecutive",
)
EMPTY: dict[str, Any] = {"size": 4, "grid": [[{} for _ in range(4)] for _ in range(4)]}


def of_link(link: str) -> VariantPuzzle:
    """Return the puzzle of a link."""
    return parse(find(link))


def cannot(puzzle: Collected) -> bool:
    """Return whether f-puzzles has no way to write one of the rules."""
    return any(one.type in UNSAID or (one.type == "jigsaw" and one["with_boxes"]) for one in puzzle.rules.constraints)


def test_round_trips(variant_data: Path) -> None:
    """Every puzzle whose rules f-puzzles has is the same after a link."""
    assert check_round_trips(variant_data, fpuzzles.write, of_link, cannot) >= 50


def test_links_say_what_their_translations_say(variant_data: Path) -> None:
    """Every link has the rules and givens of its translation; what its text alone says is refused."""
    refused = set()
    for path in variant_data.glob("dcl_relations.jsonl"):
        for line in path.read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            for number in "12":
                told = record[f"std{number}"]
                try:
                    found = parse(record[f"puzzle{number}"])
                except TessellaError:
                    refused.add(record["name"])
                    continue
                assert meaning(found.rules) == meaning(Rules.from_json(told["constraints"], told["size"]))
                assert text_of(found.givens, found.rules) == told["givens"]
    assert refused <= {"Basic params and smoke tests: 2 completely different grids"}


def test_puzzles_with_solutions(variant_data: Path) -> None:
    """Every puzzle of the collection is read, but for the one with a rule in its text."""
    for path in variant_data.glob("dcl_puzzles.jsonl"):
        for line in path.read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            if "!knightmare" in record["constraints"]:
                with pytest.raises(TessellaError, match="Knightmare"):
                    parse(record["fpuzzles"])
            else:
                parse(record["fpuzzles"])


def test_rules_in_words_alone_are_refused(variant_data: Path) -> None:
    """A puzzle whose rules stand in its text is not read as another one."""
    for path in variant_data.glob("fpuzzles_freetext.jsonl"):
        for line in path.read_text(encoding="utf-8").splitlines():
            with pytest.raises(TessellaError):
                parse(json.loads(line)["fpuzzles"])


@pytest.mark.parametrize(
    ("said", "rules"),
    [
        ({"killercage": [{"cells": ["R1C1", "R1C2"], "value": "5"}]}, "killer:sum=5:r1c1r1c2"),
        ({"extraregion": [{"cells": ["R1C1", "R2C2", "R3C3", "R4C4"]}]}, "extra_region:r1c1r2c2r3c3r4c4"),
        ({"arrow": [{"cells": ["R1C2", "R1C1"], "lines": [["R1C2", "R2C2"]]}]}, "pill_arrow:pill=r1c1r1c2:r2c2"),
        ({"sandwichsum": [{"cell": "R5C2", "value": "3"}]}, "sandwich:sum=3:r4c2r3c2r2c2r1c2"),
        ({"littlekillersum": [{"cell": "R0C3", "direction": "DL", "value": "3"}]}, "little_killer:sum=3:r1c2r2c1"),
        ({"nonconsecutive": True}, "non_consecutive"),
        ({"nonconsecutive": True, "negative": ["ratio"]}, "kropki_negative"),
        ({"diagonal+": True, "thermometer": [], "xv": [{"cells": ["R1C1", "R1C2"]}]}, "diagonal:which=anti"),
        ({"ruleset": "Normal sudoku rules apply. Have fun!"}, ""),
    ],
)
def test_keys(said: dict[str, Any], rules: str) -> None:
    """Each key says its rule."""
    assert read(EMPTY | said).rules == Rules.parse(rules, (2, 2))


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"boxindexer": [{"cells": ["R1C1"]}]}, "boxindexer"),
        ({"killercage": [{"cells": ["R1C1"], "value": "<5"}]}, "killercage <5"),
        ({"negative": ["difference"]}, "negative difference"),
        ({"ruleset": "Digits on the arrows have the same digit sum."}, "digit sum"),
        ({"ruleset": "Every 2x2 area has entropy."}, "entropy"),
        ({"line": [{"lines": [["R1C1", "R1C2"]], "fromConstraint": "Ripple"}]}, "Ripple"),
        ({"line": [{"lines": [["R1C1", "R1C2"]]}], "ruleset": "Guess."}, "Guess"),
        ({"ratio": [{"cells": ["R1C1", "R1C2"]}], "ruleset": "All dots are given."}, "All dots"),
    ],
)
def test_what_is_not_known_is_refused_by_name(said: dict[str, Any], words: str) -> None:
    """No rule is dropped."""
    with pytest.raises(TessellaError, match=words):
        read(EMPTY | said)


def test_what_a_person_has_written_is_kept() -> None:
    """Own digits and centre marks go into a link and come back."""
    board = Board.parse("1...|..2.|.3..|...4").play("r1c2=2").play("r1c3~4")
    found = of_link(fpuzzles.write(board))
    assert (found.givens, found.digits, found.marks) == (board.givens, board.digits, board.marks)


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.sampled_from(["R1C1", "R0C2", "X", "DL", "5"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(
        st.sampled_from(["cells", "cell", "value", "lines", "direction", "cloneCells", "values", "region", "given"]),
        inner, max_size=4,
    ),
    max_leaves=12,
)  # fmt: skip
_KEYS = ["killercage", "thermometer", "arrow", "clone", "quadruple", "xv", "ratio", "littlekillersum", "sandwichsum",
         "odd", "renban", "negative", "solution", "ruleset", "nonconsecutive", "extraregion"]  # fmt: skip


@given(st.dictionaries(st.sampled_from(_KEYS), _JSON, max_size=4), _JSON)
def test_any_json(said: dict[str, Any], cell: Any) -> None:
    """Whatever a link holds is read or refused with a sentence."""
    grid: list[list[dict[str, Any]]] = [[{} for _ in range(4)] for _ in range(4)]
    grid[0][0] = {"value": cell, "given": True, "givenPencilMarks": cell, "region": cell}
    for value in (EMPTY | said, EMPTY | {"grid": grid}):
        with contextlib.suppress(TessellaError):
            parse(lz_string.compress(json.dumps(value)))
