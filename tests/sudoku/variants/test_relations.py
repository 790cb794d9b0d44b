"""Relations between two digits."""

from tessella.sudoku.variants.relations import relation, table_of, transposed


def test_a_table_has_what_goes_with_each_set_of_digits() -> None:
    """What goes with a set is what goes with any of its digits, on both sides, of more than eight too."""
    rows = relation(lambda a, b: b == a + 1, 16, 1)
    table = table_of(rows).reshape(2, 2, 256)
    assert table[0, 0, 0b11] | table[0, 1, 0b1] == 0b1000000110
    assert table[1, 0, 0b110] | table[1, 1, 0b10] == 0b100000011
    assert transposed(transposed(rows)) == rows
