"""Numbers in few characters."""

from tessella.io.numbers import short


def test_how_numbers_are_said() -> None:
    """Small numbers and large ones are said in few signs, and a unit is never left out or passed."""
    said = {0: "0", 0.2: "0.2", 1: "1", 820.4: "820", 999: "999", 999.6: "1k", 1000: "1k", 1500: "1.5k", 65536: "65.5k"}
    said |= {999_999: "1M", 2e6: "2M", 25e9: "25G", 2**40: "1100G"}
    assert {number: short(number) for number in said} == said
