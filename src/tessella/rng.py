"""Random numbers by SplitMix64, specified bit for bit, so that a seed names the same game on every machine.

Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014. `docs/luck.md` has
the specification with test vectors: state -> state + GAMMA -> mix64 -> 64 random bits.
"""

from collections.abc import Iterable

MASK = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15  # 2**64 divided by the golden ratio, made odd


def mix64(z: int) -> int:
    """Return the 64 bits of `z` scrambled one to one: SplitMix64's output function.

    >>> hex(mix64(GAMMA))
    '0xe220a8397b1dcdaf'
    """
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def fold(words: Iterable[int]) -> int:
    """Return 64 bits that depend on every word and on their order; words are taken modulo 2**64.

    >>> fold([1, 2]) == fold([2, 1])
    False
    >>> fold([]), hex(fold([0]))
    (0, '0xe220a8397b1dcdaf')
    """
    state = 0
    for word in words:  # mix64 written out: every spawn passes here, and a call costs half as much again
        z = ((state ^ word) + GAMMA) & MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        state = z ^ (z >> 31)
    return state


def below(n: int, bits: int) -> int:
    """Return a number from 0 to n - 1 out of 64 random bits: the high word of their product.

    Uneven by at most n / 2**64, which nobody can see; no second draw is ever needed.

    >>> below(10, 0), below(10, MASK)
    (0, 9)
    """
    return (bits * n) >> 64


class SplitMix64:
    """A stream of random numbers from a seed.

    >>> stream = SplitMix64(1234567)
    >>> [stream.bits() for _ in range(3)]
    [6457827717110365317, 3203168211198807973, 9817491932198370423]
    """

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        self.state = seed & MASK

    def bits(self) -> int:
        """Return the next 64 random bits."""
        self.state = (self.state + GAMMA) & MASK
        return mix64(self.state)

    def below(self, n: int) -> int:
        """Return a random number from 0 to n - 1."""
        return below(n, self.bits())

    def shuffle(self, items: list[int]) -> None:
        """Put `items` into random order, in place: Fisher and Yates, from the back."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]


def seed_of(text: str) -> int:
    """Return the seed that a text stands for: its UTF-8 bytes, eight a word, folded after their number.

    >>> seed_of("daily") == seed_of("daily"), seed_of("daily") == seed_of("Daily")
    (True, False)
    """
    data = text.encode()
    return fold([len(data), *(int.from_bytes(data[i : i + 8], "little") for i in range(0, len(data), 8))])
