"""Booklets that fold."""

from hypothesis import given, settings
from hypothesis import strategies as st

from support.printed_sheets import half, printed, signs
from tessella.sudoku.printing.imposition import impose, signatures
from tessella.sudoku.printing.shapes import Page, Text


@given(st.integers(1, 300))
@settings(max_examples=60)
def test_a_booklet_folds(count: int) -> None:
    """Sheets that are printed on both sides and folded show the pages in order."""
    pages = [Page(100, 200, (Text(50, 100, str(n), 9),)) for n in range(1, count + 1)]
    sides = impose(pages)
    assert {(side.width, side.height) for side in sides} == {(200, 200)}
    read: list[str] = []
    for sheets in signatures(count):
        part, sides = sides[: 2 * sheets], sides[2 * sheets :]
        fronts, backs = part[::2], part[1::2]
        # Fold: the right half of each front, and the left half of its back, go from the outside to the middle.
        first = [
            half(side, right=right)
            for front, back in zip(fronts, backs, strict=True)
            for side, right in ((front, True), (back, False))
        ]
        last = [
            half(side, right=right)
            for front, back in zip(fronts, backs, strict=True)
            for side, right in ((front, False), (back, True))
        ]
        read += first + last[::-1]
    assert not sides
    assert [text for text in read if text] == [str(n) for n in range(1, count + 1)]
    assert len(read) - count < 4 * len(signatures(count))


def test_a_booklet_is_two_pages_to_a_side() -> None:
    """`--booklet` prints on sheets of the paper that was asked for, across."""
    book = printed("--daily", "2027-02-01..2027-02-06", "--cover", "--per-page", "1", "--booklet")
    assert {(round(page.mediabox.width), round(page.mediabox.height)) for page in book.pages} == {(842, 595)}
    assert len(book.pages) % 2 == 0
    cover = [sign for sign in signs(book.pages[0]) if sign.text == "Sudoku"]
    assert cover[0].x > 421
