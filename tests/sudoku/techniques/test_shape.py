"""Houses, peers, groups and links of a box shape."""

import pytest

from tessella.sudoku.rules import houses, peers
from tessella.sudoku.techniques import shape as module
from tessella.sudoku.techniques.shape import BITS, cells_of, shape_of, union

BOXES = [(3, 3), (2, 3), (4, 2)]


@pytest.mark.parametrize("box", BOXES)
def test_sets_are_those_of_the_rules(box: tuple[int, int]) -> None:
    """Houses and peers are the same as sets and as lists."""
    shape = shape_of(box)
    assert [tuple(cells_of(house)) for house in shape.houses] == [tuple(sorted(house)) for house in houses(box)]
    assert [tuple(cells_of(mask)) for mask in shape.peers] == list(peers(box))
    assert [{*near} for near in shape.near] == [{*cells_of(mask)} for mask in shape.peers]


@pytest.mark.parametrize("box", BOXES)
def test_groups_and_members(box: tuple[int, int]) -> None:
    """A candidate is the member of its groups that its bit says, and links go to all that share a group."""
    shape = shape_of(box)
    for n, groups in enumerate(shape.groups):
        assert all(shape.members[group][bit.bit_length() - 1] == n for group, bit in groups)
        others = {m for group, _bit in groups for m in shape.members[group]} - {n}
        assert {m for m, _cause in shape.links[n]} == others
        assert shape.reach[n] == sum(1 << m for m in others)


def test_seen() -> None:
    """What sees all of some cells, and what sees one of them."""
    shape = shape_of((3, 3))
    cells = 1 << 0 | 1 << 10
    assert shape.seen_by(cells) == shape.peers[0] & shape.peers[10]
    assert shape.seen_by_any(cells) == shape.peers[0] | shape.peers[10]
    assert shape.shared(cells) == (18,)
    assert shape.seen_by(0) == shape.full == union(1 << cell for cell in range(81))


def test_what_is_kept_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """The members of masks are kept for a bounded number of masks."""
    monkeypatch.setattr(module, "_MAX_BITS", 100)
    kept = type(BITS)()
    for mask in range(1000):
        assert sum(1 << i for i in kept[mask]) == mask
        assert len(kept) <= 100
