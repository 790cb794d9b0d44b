"""Pairs, lines and automata of the engine against every small grid."""

from hypothesis import given, settings
from hypothesis import strategies as st

from support.small_grids import check, lines

BOXES = {4: (2, 2), 6: (2, 3)}
PAIRS = ("greater_than", "kropki_white:difference={n}", "kropki_black:ratio={n}", "xv_v")
LINES = (
    *("thermo", "slow_thermo", "whisper:difference={n}", "between", "lockout:difference={n}", "palindrome", "zipper"),
    *("modular:mod={n}", "entropic", "count_distinct", "value_indexing", "region_sum_line", "arrow", "double_arrow"),
    *("sum_line:sum={sum}", "sum_line:loop=yes:sum={sum}", "regex:pattern=.*[123]{n}.*", "sandwich:sum={sum}"),
    *("skyscraper:count={n}", "hidden_skyscraper:value={n}", "x_sum:sum={sum}", "numbered_room:value={n}"),
)


def _text(rule: str, cells: str, n: int, total: int) -> str:
    return rule.replace("{n}", str(n)).replace("{sum}", str(total)) + ":" + cells


@settings(max_examples=40)
@given(st.sampled_from(sorted(BOXES)).flatmap(lambda n: st.tuples(st.just(n), lines(n))), st.data())
def test_a_line_leaves_the_grids_that_obey_it(size_and_cells: tuple[int, str], data: st.DataObject) -> None:
    """A line of any type, on any cells, allows just the grids that the plain check lets pass."""
    size, cells = size_and_cells
    rule = data.draw(st.sampled_from(LINES))
    check(_text(rule, cells, data.draw(st.integers(1, 4)), data.draw(st.integers(1, 12))), BOXES[size])


@settings(max_examples=20)
@given(
    st.sampled_from(sorted(BOXES)).flatmap(lambda n: st.tuples(st.just(n), lines(n, 2, 2), lines(n, 2, 2))), st.data()
)
def test_pairs_leave_the_grids_that_obey_them(case: tuple[int, str, str], data: st.DataObject) -> None:
    """Two relations between pairs of cells, which may share some, allow just the grids that obey both."""
    size, *pairs = case
    rules = [_text(data.draw(st.sampled_from(PAIRS)), cells, data.draw(st.integers(1, 3)), 0) for cells in pairs]
    check(";".join(rules), BOXES[size])


OUTSIDE = (
    *("sandwich:sum={sum}", "x_sum:sum={sum}", "skyscraper:count={n}", "hidden_skyscraper:value={n}"),
    *("numbered_room:value={n}", "little_killer:sum={sum}", "digits:lowest=0;skyscraper:count={n}"),
    *(
        "digits:lowest=0;sandwich:sum={sum}",
        "digits:lowest=0;x_sum:sum={sum}",
        "digits:lowest=0;numbered_room:value={n}",
    ),
)


@settings(max_examples=40)
@given(st.data())
def test_a_clue_outside_leaves_the_grids_that_obey_it(data: st.DataObject) -> None:
    """A clue at a row or a column, or at a part of it, from either end, allows just the grids that obey it."""
    size = data.draw(st.sampled_from(sorted(BOXES)))
    length, line = data.draw(st.sampled_from((size, size, size - 1))), data.draw(st.integers(0, size - 1))
    cells = [(line, i) for i in range(length)]
    if data.draw(st.booleans()):
        cells = [(i, line) for line, i in cells]
    if data.draw(st.booleans()):
        cells = cells[::-1]
    named = "".join(f"r{r + 1}c{c + 1}" for r, c in cells)
    rule = data.draw(st.sampled_from(OUTSIDE))
    check(_text(rule, named, data.draw(st.integers(1, size)), data.draw(st.integers(0, 14))), BOXES[size])
