"""The text that a puzzle has about its rules, against the rules that it is known to have.

Puzzles are set in apps where a rule may stand in words alone. A reader that went by the constraints only would solve
another puzzle, so a text is looked through sentence by sentence, and what it says beyond the constraints is refused:

- a name of a rule (`knight`, `thermometer`) whose constraint is not there, or that no constraint stands for;
- a sentence with a word of command (`must`, `sum`, `differ`) that names none of the rules that are there;
- all clues given, where the constraints do not say so.

A text in another language than English and Chinese numbers of rules is beyond this; a puzzle with such a text and no
drawing is taken as it stands.
"""

import re
from collections.abc import Iterable
from functools import cache
from typing import Any

from tessella.errors import RulesError
from tessella.i18n import _
from tessella.sudoku.formats.variants.base import unknown_rule
from tessella.sudoku.rules.constraint import Constraint
from tessella.sudoku.rules.constraint_types import LINES, TYPES, type_named
from tessella.sudoku.rules.phrasing import SENTENCES, SHOWN, TITLES, wording
from tessella.sudoku.rules.ruleset import Rules

MAX_TEXT = 20_000  # characters of a text of rules
_LINES = " ".join(name for name, one in TYPES.items() if one.group == LINES)

# Names of rules, and the constraints that stand for them
_NAMES = {
    r"knightmare": "knight_sums",
    r"knight": "anti_knight knight_sums",
    r"\bkings?\b|king's|king’s": "anti_king",
    r"thermo": "thermo slow_thermo",
    r"slow": "slow_thermo",
    r"bulb": "thermo slow_thermo",
    r"arrow(?!head)": "arrow pill_arrow double_arrow little_killer",
    r"little killer": "little_killer",
    r"\bkiller|\bcages?\b": "killer little_killer rellik_cage equality_cage lunchbox clone",
    r"renban|purple line": "renban",
    r"whisper": "whisper",
    r"palindrom": "palindrome",
    r"\bbetween lines?\b": "between",
    r"lockout": "lockout",
    r"entrop": "entropic global_entropy",
    r"modular": "modular global_mod3",
    r"zipper": "zipper",
    r"nabner": "pair_table_all",
    r"region.?sum": "region_sum_line",
    r"kropki|(white|black|grey|gray) dots? (?!are just)": "kropki_white kropki_black kropki_negative",
    r"\b[XV]s?\b(?! digits)": "xv_x xv_v xv_negative x_sum",
    r"first X digits|X-?sums?": "x_sum",
    r"sandwich": "sandwich",
    r"skyscraper": "skyscraper hidden_skyscraper",
    r"\bdiagonals?\b": "diagonal little_killer diagonal_non_consecutive",
    r"quad(?!iag)|quadruple": "quadruple",
    r"\b(odd|even)\b": "odd even equality_cage",
    r"non-?consecutive": "non_consecutive kropki_negative diagonal_non_consecutive",
    r"consecutive": "kropki_white kropki_negative renban non_consecutive diagonal_non_consecutive",
    r"ratio\b": "kropki_black kropki_negative",
    r"\bclones?\b|cloned": "clone same_values",
    r"disjoint": "disjoint_groups",
    r"windoku|hypersudoku|hyper sudoku": "windoku",
    r"\b159\b|1-5-9|index": "column_indexer row_indexer value_indexing",
    r"numbered room": "numbered_room",
    r"counting circle": "counting_circles",
    r"taxi-?cab": "anti_taxicab",
    r"look.and.say": "look_and_say",
    r"lunch.?box": "lunchbox",
    r"rellik": "rellik_cage",
    r"flatmate": "dutch_flatmates",
    r"\b15\b": "knight_sums killer little_killer sandwich x_sum",
    r"digit(al)?[ -]sum|sums? of (the|their|its) digits of|modulo|\bprimes?\b|\bproduct|parity|average|square numbers?"
    r"|doubler|multiplier|negative (digit|number|value)|schr[oö]dinger|\bloop\b|\bpath\b|star battle|chaos construction"
    r"|wrogn|\bliar|\bfalse\b|ten.lines?|10.lines?|battlefield|\bsnake\b|yin.?yang|nurikabe|fillomino|galax"
    r"|shad(e|ed|ing)\b|japanese|distance|divisib|unknown|deduce[ds]?\b|determine[ds]? (the|by)|wildcard|queen|bishop"
    r"|teleport|portal"
    r"|modif|factor|fuzzy|rotat|reflect|symmetr|maze|minesweep|rat\b|cell\w* value|counts? (as|twice)|hidden": "",
}
_KNOWN_NAMES = [(name, frozenset(types.split())) for name, types in _NAMES.items()]  # compiled at their first use

# Words of the rules that every Sudoku has, and of layouts
_CLASSIC = re.compile(
    r"(normal|standard|classic|regular|usual)\b.{0,20}\b(sudoku|suoku)|sudoku rules"
    r"|\b(row|column|box|region|3x3|block)",
    re.IGNORECASE,
)
_COMMAND = re.compile(
    r"\b(must|cannot|can't|can’t|can not|may not|sums?|add|total|increas\w*|decreas\w*|differ\w*|greater|less|larger"
    r"|smaller|higher|lower|multipl\w*|equal\w*|same|identical|contains?|between|neighbou?r\w*|adjacent|separated by"
    r"|indicates?|"
    r"gives? the|shows? the|at least|at most)\b",
    re.IGNORECASE,
)
# What sentences call that which they speak of, and the constraints that these words may stand for
_THINGS = {
    r"\blines?\b|stripe": _LINES,
    r"circle|\bround": "arrow pill_arrow double_arrow odd counting_circles quadruple between lockout kropki_white "
    "kropki_black slow_thermo",
    r"square": "even",
    r"\bdots?\b": "kropki_white kropki_black kropki_negative",
    r"clue|outside": "little_killer sandwich x_sum skyscraper numbered_room hidden_skyscraper full_rank quadruple",
    r"larger|greater|higher|smaller|less|lower|\bmin|\bmax": "maximum minimum greater_than",
    r"\bhouses?\b|building": "skyscraper",
}
_KNOWN_THINGS = [(name, frozenset(types.split())) for name, types in _THINGS.items()]
_ALL_GIVEN = re.compile(
    r"\ball\b(?: possible| the)?[^.]{0,40}\b(?:dots?|X'?s?|V'?s?|XVs?)\b[^.]{0,30}\bgiven", re.IGNORECASE
)
_NOT_ALL = re.compile(r"\bnot\b[^.]{0,30}\ball\b|\bnot necessarily", re.IGNORECASE)

_LINES_BY_TEXT = frozenset(("whisper", "renban", "palindrome", "between", "lockout", "region_sum_line", "entropic",
                            "modular", "zipper"))  # fmt: skip
_NUMBERS = {"three": 3, "four": 4, "five": 5, "German": 5, "Dutch": 4}
_NOT = r"(?:cannot|can ?not|can[’']t|may not|must not|never)"
_APART = r"(?:that are |which are )?(?:separated by |apart by )?(?:a |one |chess )*{piece}[’']s move(?: apart| away)?"
# As setters put what no drawing says
_USUAL_WORDS = {
    kind: re.compile(
        rf"(?:any )?(?:two )?(?:cells|digits) {apart} {_NOT} (?:contain |be |hold )?(?:the same|identical|equal)"
        rf"(?: digits?| numbers?)?[.!]?|(?:identical|equal|the same) (?:digits|numbers) {_NOT} be {apart}[.!]?",
        re.IGNORECASE,
    )
    for kind, apart in (("anti_knight", _APART.format(piece="knight")), ("anti_king", _APART.format(piece="king")))
}
_GRID_RULES: tuple[dict[str, Any], ...] = (  # what a text alone can say, for lack of cells
    *({"type": kind} for kind in ("windoku", "disjoint_groups", "anti_knight", "anti_king", "non_consecutive")),
    *({"type": kind} for kind in ("diagonal_non_consecutive", "anti_taxicab", "global_entropy", "global_mod3")),
    *({"type": kind} for kind in ("dutch_flatmates", "xv_negative", "kropki_negative")),
    {"type": "kropki_negative", "black": False},
    {"type": "kropki_negative", "white": False},
)


def is_named(kind: str, text: str) -> bool:
    """Return whether a text speaks of a type of rule, perhaps among others."""
    return any(kind in kinds and _is_named(name, text) for name, kinds in (*_KNOWN_NAMES, *_KNOWN_THINGS))


def types_named(text: str) -> set[str]:
    """Return the types that a text names, leaving out words that stand for many."""
    _check_length(text)
    names = [(name, kinds) for name, kinds in _KNOWN_NAMES if len(kinds) < 3]
    return {kind for name, kinds in names if _is_named(name, text) for kind in kinds}


def line_rule(text: str) -> dict[str, Any] | None:
    """Return the rule of all lines of a drawing, where the text names one kind of line; None where it does not.

    >>> line_rule("Digits along German whispers differ by at least 5."), line_rule("Renban or palindrome?")
    ({'type': 'whisper', 'difference': 5}, None)
    """
    named = types_named(text) & _LINES_BY_TEXT
    if len(named) != 1:
        return None
    kind = named.pop()
    field = {"whisper": "difference", "lockout": "difference", "modular": "mod"}.get(kind)
    if not field:
        return {"type": kind}
    found = re.search(r"(?:at least|remainders? by|mod\w*) (\d|three|four|five)\b|\b(German|Dutch)\b", text)
    number = (found[1] or found[2]) if found else ""
    return {"type": kind, field: _NUMBERS.get(number) or int(number)} if number else None


def grid_rules(text: str) -> list[dict[str, Any]]:
    """Return the rules of the whole grid that sentences of a text say, as `text_of_rules` or as setters put them.

    >>> grid_rules("Identical digits cannot be a king's move apart. XV clues are not all given.")
    [{'type': 'anti_king'}]
    """
    found: list[dict[str, Any]] = []
    for line in _sentences(text):
        usual = next((kind for kind, pattern in _USUAL_WORDS.items() if pattern.fullmatch(line)), "")
        found += [{"type": usual}] if usual else _grid_sentences().get(line, [])
    return found


def is_in_words(one: Constraint) -> bool:
    """Return whether a constraint is a rule of the whole grid, which its sentence says in full."""
    return not one.cells and text_of_rules(Rules((3, 3), (one,))) in _grid_sentences()


@cache
def _grid_sentences() -> dict[str, list[dict[str, Any]]]:
    return {text_of_rules(Rules.from_json([data], 9)): [data] for data in _GRID_RULES}


def text_of_rules(rules: Rules) -> str:
    """Return what rules ask for, a sentence a line in English, for a drawing that shows cells and sums.

    >>> print(text_of_rules(Rules.parse("killer:sum=5:r1c1r1c2;killer:sum=6:r2c1r3c1;anti_king")))
    anti-king: equal digits never touch, not even at a corner.
    killer cage: its cells differ and add up to its number.
    """
    lines = []
    for one in rules.constraints:
        fields = {name: str(one[name]) for name in type_named(one.type).fields if name not in SHOWN}
        text = SENTENCES[wording(one)].format(**SHOWN | fields)
        lines.append(f"{TITLES[one.type].format(**fields)}: {text}.")
    return "\n".join(dict.fromkeys(lines))


def refuse_words(text: str, rules: Rules, *, has_drawing: bool = False) -> None:
    """Raise `RulesError` where a text speaks of rules beyond these.

    `has_drawing` says that something is drawn on the grid whose meaning no constraint tells.
    """
    types = {one.type for one in rules.constraints}
    _check_length(text)
    if has_drawing and (not text.strip() or not types):
        raise RulesError(_("expected rules for all that is drawn, got {text}"), text=text.strip())
    own = text_of_rules(rules).splitlines() if text else []
    for sentence in _sentences(text):
        if sentence not in own and not _is_covered(sentence, types):
            raise unknown_rule(sentence)


def _check_length(text: str) -> None:
    if len(text) > MAX_TEXT:
        raise RulesError(
            _("expected a text of the rules of at most {most} characters, got {n}"), most=MAX_TEXT, n=len(text)
        )


def _sentences(text: str) -> Iterable[str]:
    parts = re.split(r"(?<=[.!?;。])\s+|\n+", text)
    return [part.strip() for part in parts if part.strip()]


def _is_covered(sentence: str, types: set[str]) -> bool:
    named = [wanted for name, wanted in _KNOWN_NAMES if _is_named(name, sentence)]
    if any(not wanted & types for wanted in named):
        return False
    is_all = _ALL_GIVEN.search(sentence) and not _NOT_ALL.search(sentence)
    if is_all and not types & {"kropki_negative", "xv_negative", "non_consecutive"}:
        return False
    if named or _CLASSIC.search(sentence) or not _COMMAND.search(sentence):
        return True
    return any(_is_named(name, sentence) and wanted & types for name, wanted in _KNOWN_THINGS)


def _is_named(name: str, sentence: str) -> bool:
    flags = 0 if "[XV]" in name else re.IGNORECASE
    return re.search(name, sentence, flags) is not None
