"""The tests of digits: whether digits, some of them unknown, may hold what a constraint asks of its cells.

A test is exact where no digit is unknown; else it fails only where that can be seen at once.
"""

from collections.abc import Callable, Sequence

from tessella.sudoku.geometry import DIGIT_SIGNS
from tessella.sudoku.rules import pattern
from tessella.sudoku.rules.constraint import Constraint
from tessella.sudoku.rules.ruleset import Rules

Digit = int | None
"""A digit, None where a cell is blank."""
Digits = Sequence[Digit]
Test = Callable[[Digits], bool]
WholeTest = Callable[[Digits, Constraint, Rules], bool]
"""The test of all digits of a constraint."""


# --- What many types share --------------------------------------------------------------------------------------------


def known(digits: Digits) -> list[int]:
    """Return the digits that are known."""
    return [digit for digit in digits if digit is not None]


def distinct(digits: Digits) -> bool:
    """Whether no digit is repeated."""
    held = known(digits)
    return len({*held}) == len(held)


def of_pair(relation: Callable[[int, int], bool]) -> Test:
    """Return the test of two digits."""

    def holds(digits: Digits) -> bool:
        one, other = digits
        return one is None or other is None or relation(one, other)

    return holds


def of_all(test: Callable[[list[int]], bool]) -> Test:
    """Return the test that passes while there is a blank."""

    def holds(digits: Digits) -> bool:
        held = known(digits)
        return len(held) < len(digits) or test(held)

    return holds


def linear(weights: Sequence[int], total: int, rules: Rules, *, apart: bool) -> Test:
    """Return the test of a weighted sum, of digits that all differ where they stand `apart`."""
    low, high = rules.lowest, rules.lowest + rules.size - 1
    ends = [sorted((weight * low, weight * high)) for weight in weights]

    def holds(digits: Digits) -> bool:
        if apart and not distinct(digits):
            return False
        least = most = 0
        for digit, weight, (small, large) in zip(digits, weights, ends, strict=True):
            least += small if digit is None else digit * weight
            most += large if digit is None else digit * weight
        if apart and least < most:
            held = known(digits)
            free = [digit for digit in range(low, high + 1) if digit not in held]
            blanks = len(digits) - len(held)
            if blanks > len(free):
                return False
            least, most = sum(held, sum(free[:blanks])), sum(held, sum(free[len(free) - blanks :]))
        return least <= total <= most

    return holds


def window(kind: Callable[[int], int]) -> Test:
    """Return the test that no two digits are of one kind."""
    return lambda digits: distinct([None if digit is None else kind(digit) for digit in digits])


def third(digit: int) -> int:
    """Return which of 123, 456, 789 a digit belongs to."""
    return (digit - 1) // 3


# --- Cages, lines and clues as a whole --------------------------------------------------------------------------------


def _circles(digits: Digits, _one: Constraint, _rules: Rules) -> bool:
    held = known(digits)
    blanks = len(digits) - len(held)
    return all(held.count(digit) <= digit <= held.count(digit) + blanks for digit in held)


def _contain(digits: Digits, one: Constraint, _rules: Rules) -> bool:
    values, held = one["values"], known(digits)
    missing = sum(max(0, values.count(value) - held.count(value)) for value in {*values})
    return bool(missing <= len(digits) - len(held))


def _look_and_say(digits: Digits, one: Constraint, _rules: Rules) -> bool:
    clue, held = one["clue"], known(digits)
    blanks = len(digits) - len(held)
    said = [(int(clue[n]), held.count(DIGIT_SIGNS.index(clue[n + 1]))) for n in range(0, len(clue), 2)]
    return all(have <= wanted <= have + blanks for wanted, have in said)


def _rellik(digits: Digits, one: Constraint, _rules: Rules) -> bool:
    sums: set[int] = set()
    for digit in known(digits):
        sums |= {digit + other for other in sums} | {digit}
    return distinct(digits) and one["sum"] not in sums


def _equality(digits: Digits, _one: Constraint, rules: Rules) -> bool:
    held, middle = known(digits), 2 * rules.lowest + rules.size - 1  # twice the middle digit
    odd, low = sum(digit % 2 for digit in held), sum(2 * digit < middle for digit in held)
    most = max(odd, len(held) - odd, low, len(held) - low)
    return distinct(digits) and all(2 * d != middle for d in held) and 2 * most <= len(digits)


def _lunchbox(digits: Digits, one: Constraint, _rules: Rules) -> bool:
    held = known(digits)
    if len(held) < len(digits) or not distinct(digits):
        return distinct(digits)
    start, end = sorted((held.index(min(held)), held.index(max(held))))
    return bool(sum(held[start + 1 : end]) == one["sum"])


def _count_distinct(digits: Digits, _one: Constraint, _rules: Rules) -> bool:
    wanted, *rest = digits
    kinds, blanks = len({*known(rest)}), rest.count(None)
    return wanted is None or max(kinds, min(1, len(rest))) <= wanted <= kinds + blanks


def _renban(digits: Digits, _one: Constraint, _rules: Rules) -> bool:
    held = known(digits)
    return distinct(digits) and (not held or max(held) - min(held) < len(digits))


def _between(digits: Digits, _one: Constraint, _rules: Rules) -> bool:
    one, *inner, other = digits
    if one is None or other is None:
        return True
    return all(min(one, other) < digit < max(one, other) for digit in known(inner))


def _lockout(digits: Digits, constraint: Constraint, _rules: Rules) -> bool:
    one, *inner, other = digits
    if one is None or other is None:
        return True
    low, high = min(one, other), max(one, other)
    return high - low >= constraint["difference"] and all(d < low or d > high for d in known(inner))


def _sum_line(digits: Digits, one: Constraint, _rules: Rules) -> bool:
    if not one["loop"]:
        return _cut(digits, one["sum"])
    return any(_cut([*digits[start:], *digits[:start]], one["sum"]) for start in range(len(digits)))


def _cut(digits: Digits, wanted: int) -> bool:
    """Whether a line may fall into parts of that sum, as far as its first blank."""
    total = 0
    for digit in digits:
        if digit is None:
            return True
        total += digit
        if total > wanted:
            return False
        total %= wanted or 1
    return not total


def _value_indexing(digits: Digits, _one: Constraint, _rules: Rules) -> bool:
    value, away = digits[:2]
    if away is None:
        return True
    if not 1 <= away <= len(digits) - 2:
        return False
    return value is None or digits[1 + away] in (None, value)


def _regex(digits: Digits, one: Constraint, _rules: Rules) -> bool:
    automaton, states = pattern.compiled(one["pattern"]), 1
    for digit in digits:
        if digit is None:
            return True
        states = automaton.step(states, DIGIT_SIGNS[digit])
        if not states:
            return False
    return bool(states & automaton.accepting)


def _sandwich(digits: Digits, one: Constraint, rules: Rules) -> bool:
    low, high = rules.lowest, rules.lowest + rules.size - 1
    if low not in digits or high not in digits:
        return None in digits
    start, end = sorted((digits.index(low), digits.index(high)))
    inner = digits[start + 1 : end]
    held = sum(known(inner))
    return bool(held <= one["sum"] and (None in inner or held == one["sum"]))


def _x_sum(digits: Digits, one: Constraint, _rules: Rules) -> bool:
    if digits[0] is None:
        return True
    first = digits[: digits[0]]
    held = sum(known(first))
    return bool(held <= one["sum"] and (None in first or held == one["sum"]))


def _skyscraper(digits: Digits, one: Constraint, _rules: Rules) -> bool:
    highest = seen = 0
    for digit in digits:
        if digit is None:
            return bool(seen <= one["count"])
        if digit > highest:
            highest, seen = digit, seen + 1
    return bool(seen == one["count"])


def _hidden_skyscraper(digits: Digits, one: Constraint, _rules: Rules) -> bool:
    highest = -1
    for digit in digits:
        if digit is None:
            return True
        if digit < highest:
            return bool(digit == one["value"])
        highest = digit
    return False


def _numbered_room(digits: Digits, one: Constraint, _rules: Rules) -> bool:
    place = digits[0]
    return place is None or (1 <= place <= len(digits) and digits[place - 1] in (None, one["value"]))


WHOLE: dict[str, WholeTest] = {
    "all_different": lambda digits, _one, _rules: distinct(digits),
    "counting_circles": _circles,
    "quadruple": _contain,
    "contain_at_least": _contain,
    "look_and_say": _look_and_say,
    "rellik_cage": _rellik,
    "equality_cage": _equality,
    "lunchbox": _lunchbox,
    "count_distinct": _count_distinct,
    "renban": _renban,
    "between": _between,
    "lockout": _lockout,
    "sum_line": _sum_line,
    "value_indexing": _value_indexing,
    "regex": _regex,
    "sandwich": _sandwich,
    "x_sum": _x_sum,
    "skyscraper": _skyscraper,
    "hidden_skyscraper": _hidden_skyscraper,
    "numbered_room": _numbered_room,
}
