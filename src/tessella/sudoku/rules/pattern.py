"""Patterns: a safe part of regular expressions, as automata of positions.

A pattern is written of signs, `.`, `[...]`, `(...)`, `|`, `*`, `+`, `?` and `{n}`, `{n,}`, `{n,m}`; a backslash takes
the next sign as it is. It is matched in time that grows with its length alone, after Glushkov, "The abstract theory of
automata" (1961): a state is a set of positions of the pattern, as a mask; bit 0 stands before all of them.

    (12|2.3).*      positions 1 and 2, 3 . 3, .      follow[0] = {1, 3}
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

MAX_POSITIONS = 1_000
MAX_DEPTH = 20  # brackets within brackets


class Signs(NamedTuple):
    """The signs that may stand at a position, or with `others` all but these."""

    signs: frozenset[str]
    others: bool = False

    def include(self, sign: str) -> bool:
        """Whether that sign may stand there."""
        return (sign in self.signs) != self.others


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern that was read; states are masks of positions."""

    positions: tuple[Signs, ...]
    """The signs of each position; that of bit 0 has none."""
    follow: tuple[int, ...]
    accepting: int

    def step(self, states: int, sign: str) -> int:
        """Return the state after one more sign, 0 where nothing can match any more.

        >>> pattern = compiled("1(2|3)*")
        >>> pattern.matches("1323"), pattern.matches("31")
        (True, False)
        """
        after = here = 0
        while states:
            here |= self.follow[states.bit_length() - 1]
            states ^= 1 << states.bit_length() - 1
        while here:
            position = here.bit_length() - 1
            here ^= 1 << position
            if self.positions[position].include(sign):
                after |= 1 << position
        return after

    def matches(self, text: str) -> bool:
        """Whether the pattern matches the whole text."""
        states = 1
        for sign in text:
            states = self.step(states, sign)
        return bool(states & self.accepting)


@lru_cache(maxsize=64)
def compiled(text: str) -> Pattern:
    """Return the pattern that a text says; raises ValueError where it is none, or one too large."""
    reader = _Reader(text)
    tree = reader.choice(0)
    if reader.at < len(text):
        raise ValueError(text)
    builder = _Builder()
    part = builder.build(tree)
    builder.follow[0] = part.first
    return Pattern(tuple(builder.positions), tuple(builder.follow), part.last | part.empty)


# A tree is Signs, or a tuple of a word and what belongs to it:
#     ("choice", trees), ("row", trees), ("repeat", tree, least, most or None)


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def next(self) -> str:
        return self.text[self.at : self.at + 1]

    def take(self) -> str:
        if self.at >= len(self.text):
            raise ValueError(self.text)
        self.at += 1
        return self.text[self.at - 1]

    def choice(self, depth: int) -> Any:
        if depth > MAX_DEPTH:
            raise ValueError(self.text)
        rows = [self.row(depth)]
        while self.next() == "|":
            self.at += 1
            rows.append(self.row(depth))
        return ("choice", rows)

    def row(self, depth: int) -> Any:
        trees: list[Any] = []
        while self.next() not in ("", "|", ")"):
            tree = self.single(depth)
            if self.next() in ("*", "+", "?", "{"):
                tree = ("repeat", tree, *self.times())
                if self.next() in ("*", "+", "?", "{"):
                    raise ValueError(self.text)
            trees.append(tree)
        return ("row", trees)

    def single(self, depth: int) -> Any:
        sign = self.take()
        if sign == "(":
            if self.next() == "?":
                if self.text[self.at : self.at + 2] != "?:":
                    raise ValueError(self.text)
                self.at += 2
            tree = self.choice(depth + 1)
            if self.take() != ")":
                raise ValueError(self.text)
            return tree
        if sign == "[":
            return self.signs()
        if sign in "*+?{}]^$":
            raise ValueError(self.text)
        return Signs(frozenset(), others=True) if sign == "." else Signs(frozenset(self.plain(sign)))

    def plain(self, sign: str) -> str:
        """Return the sign that is meant, which may stand behind a backslash."""
        if sign != "\\":
            return sign
        if (sign := self.take()).isalnum():  # \d and the like, which mean something else
            raise ValueError(self.text)
        return sign

    def signs(self) -> Signs:
        others = self.next() == "^"
        self.at += others
        found: set[str] = set()
        while (sign := self.take()) != "]" or not found:
            low = self.plain(sign)
            high = low
            if self.next() == "-" and self.text[self.at + 1 : self.at + 2] not in ("", "]"):
                self.at += 1
                high = self.plain(self.take())
                if not low <= high < "\x7f":
                    raise ValueError(self.text)
            found.update(map(chr, range(ord(low), ord(high) + 1)))
        return Signs(frozenset(found), others)

    def times(self) -> tuple[int, int | None]:
        sign = self.take()
        if sign != "{":
            return (1 if sign == "+" else 0), (1 if sign == "?" else None)
        inside, closed, rest = self.text[self.at :].partition("}")
        self.at = len(self.text) - len(rest)
        low, comma, high = inside.partition(",")
        if not closed or not low.isdecimal() or not (high.isdecimal() or not high) or len(inside) > 9:
            raise ValueError(self.text)
        least = int(low)
        most = (int(high) if high else None) if comma else least
        if most is not None and most < least:
            raise ValueError(self.text)
        return least, most


class _Part(NamedTuple):
    """A part of a pattern: whether it may be empty (1 or 0), and the positions that it begins and ends with."""

    empty: int
    first: int
    last: int


class _Builder:
    def __init__(self) -> None:
        self.positions = [Signs(frozenset())]
        self.follow = [0]
        self.built = 0  # parts, empty ones too: a repetition of repetitions of nothing has no end otherwise

    def build(self, tree: Any) -> _Part:
        self.built += 1
        if self.built > 10 * MAX_POSITIONS or len(self.positions) > MAX_POSITIONS:
            raise ValueError
        if isinstance(tree, Signs):
            self.positions.append(tree)
            self.follow.append(0)
            bit = 1 << len(self.positions) - 1
            return _Part(0, bit, bit)
        if tree[0] == "choice":
            parts = [self.build(one) for one in tree[1]]
            empty = first = last = 0
            for part in parts:
                empty, first, last = empty | part.empty, first | part.first, last | part.last
            return _Part(empty, first, last)
        if tree[0] == "row":
            return self.row([self.build(one) for one in tree[1]])
        _word, one, least, most = tree
        parts = [self.build(one) for _time in range(least)]
        if most is None:
            part = parts[-1] if parts else self.build(one)
            self.join(part, part)
            parts = [*parts[:-1], part._replace(empty=part.empty if parts else 1)]
        else:
            parts += [self.build(one)._replace(empty=1) for _time in range(most - least)]
        return self.row(parts)

    def row(self, parts: list[_Part]) -> _Part:
        whole = _Part(1, 0, 0)
        for part in parts:
            self.join(whole, part)
            whole = _Part(
                whole.empty & part.empty,
                whole.first | (part.first if whole.empty else 0),
                part.last | (whole.last if part.empty else 0),
            )
        return whole

    def join(self, before: _Part, after: _Part) -> None:
        """Let what ends one part be followed by what another begins with."""
        last = before.last
        while last:
            position = last.bit_length() - 1
            last ^= 1 << position
            self.follow[position] |= after.first
