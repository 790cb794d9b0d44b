"""Houses, sets and counts of the engine against every small grid."""

from hypothesis import given, settings
from hypothesis import strategies as st

from support.small_grids import check, lines

BOXES = {4: (2, 2), 6: (2, 3)}
SETS = (
    *("killer", "all_different", "rellik_cage:sum={sum}", "equality_cage", "lunchbox:sum={sum}", "counting_circles"),
    *("digits:lowest=0;lunchbox:sum={sum}", "digits:lowest=0;sum_line:loop=yes:sum={sum}", "renban"),
    *("contain_at_least:values={n},2", "look_and_say:clue=1{n}", "look_and_say:clue=2{n}", "odd", "even"),
    *("minimum", "maximum", "column_indexer", "row_indexer"),
)
GRID = ("", "anti_king", "anti_taxicab", "global_mod3", "diagonal:which=both", "disjoint_groups", "non_consecutive")


@settings(max_examples=40)
@given(st.sampled_from(sorted(BOXES)).flatmap(lambda n: st.tuples(st.just(n), lines(n, 2, 4))), st.data())
def test_a_set_leaves_the_grids_that_obey_it(size_and_cells: tuple[int, str], data: st.DataObject) -> None:
    """A set of any type, on any cells, with a rule of the whole grid, allows just the grids that obey both."""
    size, cells = size_and_cells
    rule = data.draw(st.sampled_from(SETS)).replace("{n}", str(data.draw(st.integers(1, 4))))
    text = rule.replace("{sum}", str(data.draw(st.integers(0, 9)))) + ":" + cells
    check(";".join(filter(None, (data.draw(st.sampled_from(GRID)), text))), BOXES[size])


@given(lines(4, 2, 3), lines(4, 2, 3))
@settings(max_examples=10)
def test_sets_hold_the_same_digits(one: str, other: str) -> None:
    """Sets of as many cells hold the same digits, each as often; sets of other sizes never do."""
    check(f"same_values:sets={one},{other}", (2, 2))


@given(st.integers(0, 8), st.lists(st.integers(1, 4), min_size=1, max_size=4))
@settings(max_examples=20)
def test_blocks_hold_the_values_they_ask_for(place: int, values: list[int]) -> None:
    """A block of four cells holds each value as often as it is listed, or more often where there is room."""
    r, c = divmod(place, 3)
    cells = "".join(f"r{r + a + 1}c{c + b + 1}" for a in range(2) for b in range(2))
    check(f"quadruple:values={','.join(map(str, values))}:{cells}", (2, 2))
