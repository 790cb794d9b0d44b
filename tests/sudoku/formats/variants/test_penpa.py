"""Links of Penpa+."""

import base64
import re
import zlib
from pathlib import Path
from typing import Any

import pytest

from support.variant_formats import board_of, check_round_trips
from support.variant_puzzles import VariantPuzzle as Collected
from support.variant_puzzles import puzzles
from tessella.errors import ParseError, TessellaError
from tessella.sudoku import Board, notation
from tessella.sudoku.formats.base import About
from tessella.sudoku.formats.variants import penpa
from tessella.sudoku.formats.variants.base import VariantPuzzle, values_of
from tessella.sudoku.formats.variants.penpa import find, parse, write
from tessella.sudoku.rules.ruleset import Rules

SAID = (
    *("jigsaw", "no_boxes", "diagonal", "killer", "thermo", "arrow", "kropki_white", "kropki_black", "greater_than"),
    *("odd", "even", "xv_x", "xv_v"),
    *("windoku", "disjoint_groups", "anti_knight", "anti_king", "non_consecutive", "diagonal_non_consecutive"),
    *("anti_taxicab", "global_entropy", "global_mod3", "dutch_flatmates", "xv_negative", "kropki_negative"),
    *("whisper", "renban", "palindrome", "between", "lockout", "region_sum_line", "entropic", "modular", "zipper"),
)
EMPTY = Board.parse("." * 15 + "1")


def of_link(link: str) -> VariantPuzzle:
    """Return the puzzle of a link."""
    return parse(find(link))


def text_of(link: str) -> str:
    """Return the packed text of a link, with its short signs."""
    packed = link.partition("p=")[2].partition("&")[0]
    return zlib.decompress(base64.b64decode(packed), -15).decode()


def link_of(text: str) -> str:
    """Return the link of a text."""
    stream = zlib.compressobj(9, zlib.DEFLATED, -15)
    return penpa.URL + base64.b64encode(stream.compress(text.encode()) + stream.flush()).decode()


def cannot(one: Collected) -> bool:
    """Return whether no tool says one of the rules, or lines are of several kinds."""
    kinds = {rule.type for rule in one.rules.constraints}
    odd_fields = [rule for rule in one.rules.constraints if rule.fields and rule.type in ("kropki_white", "jigsaw")]
    return not kinds <= {*SAID} or len(kinds & {*SAID[-9:]}) > 1 or bool(odd_fields)


def test_round_trips(variant_data: Path) -> None:
    """Every puzzle whose rules tools say is the same after a link, with its solution."""
    assert check_round_trips(variant_data, write, of_link, cannot) >= 46
    for one in puzzles(variant_data, "std_generated.jsonl"):
        if one.solution and not cannot(one):
            solution = Board.of_givens(values_of(one.solution, one.rules), one.rules.box, one.rules.constraints)
            assert of_link(write(board_of(one), solution)).solution == solution.digits, one.name


def test_a_published_link(variant_data: Path) -> None:
    """A link that another program has made is read: givens, boxes, title and author."""
    for path in variant_data.glob("formats.md"):
        for link in re.findall(r"https://swaroopg92\S*p=7V[^`\s]*", path.read_text(encoding="utf-8")):
            found = of_link(link)
            assert (found.rules, found.about.name) == (Rules((2, 3)), "Test 6x6")
            assert found.givens[:12] == (5, 0, 0, 0, 6, 0, 0, 4, 0, 1, 0, 3)


def test_a_link_of_the_app_itself() -> None:
    """What the app writes of each mark is read as what was drawn."""
    rules = (
        "anti_king;arrow:r7c1r7c2r8c3;diagonal:which=both;even:r3c9;greater_than:r8c6r9c6;greater_than:r9c5r9c4;"
        "killer:r6c4r7c4r7c5r7c6r8c5;killer:sum=10:r1c1r1c2r2c2;killer:sum=12:r4c1r4c2r5c1r5c2;killer:sum=3:r9c8;"
        "kropki_black:r1c5r2c5;kropki_white:r3c5r3c6;odd:r2c8;renban:r6c8r7c8r8c8;thermo:r4c4r4c5r5c6r6c6;"
        "xv_v:r2c5r2c6;xv_x:r5c1r5c2"
    )
    link = (Path(__file__).parents[3] / "data" / "variants" / "penpa_link.txt").read_text(encoding="utf-8").strip()
    found = of_link(link)
    assert found.rules == Rules.parse(rules)
    assert (found.givens[0], found.givens[80], found.about.name) == (1, 9, "Name, A")


def test_what_is_said_is_kept() -> None:
    """Title, author, source and text come back, with the signs that separate parts."""
    about = About("Fog, and more", "A & B", "forum", "Normal sudoku rules apply.\nHave fun = joy!")
    assert of_link(write(EMPTY, None, about)).about == about


@pytest.mark.parametrize(
    ("table", "held", "words"),
    [
        ("zS:{", 'zS:{"28":1', "surface"),
        ("zL:{", 'zL:{"28,29":2', "line"),
        ("z7:[", "z7:[[18,19]", "nobulbthermo"),
        ("zY:{", 'zY:{"18":[1,"star",1]', "star"),
        ("zY:{", 'zY:{"146":[3,"circle_SS",1]', "circle_SS 3"),
        ("zY:{", 'zY:{"18":[3,"circle_L",1]', "circle_L"),
        ("z1:{", 'z1:{"328":["7",1]', "number 7"),
        ("zN:{", 'zN:{"18":["5",6,"1"],', "number 5"),
        ("zN:{", 'zN:{"8":["5",1,"1"],', "that holds its puzzle"),
        ("zC:{", 'zC:{"330,334":10', "cage"),
        ("zE:{", 'zE:{"81,90":12,', "lineE"),
        ("\n[]\n", '\n["skyscrapers"]\n', "skyscrapers"),
        ("square,", "hex,", "hex"),
    ],
)
def test_what_is_not_known_is_refused_by_name(table: str, held: str, words: str) -> None:
    """A mark without a meaning of its own is refused."""
    text = text_of(write(EMPTY))
    assert table in text
    changed = text.replace(table, held) if table != "\n[]\n" else text.removesuffix("[]\n") + held[1:]
    with pytest.raises(TessellaError, match=re.escape(words)):
        of_link(link_of(changed))


def test_lines_of_one_kind() -> None:
    """The text names what lines are, and two kinds of them cannot be written."""
    board = Board.parse("." * 16 + ";renban:r1c1r1c2;renban:r2c1r2c2")
    assert of_link(write(board)).rules == board.rules
    with pytest.raises(ParseError, match="several kinds"):
        write(Board.parse("." * 16 + ";renban:r1c1r1c2;palindrome:r2c1r2c2"))


def test_a_bomb() -> None:
    """A short link that stands for a long text is refused."""
    link = link_of(" " * (1 << 24))
    assert len(link) < 1 << 16
    with pytest.raises(TessellaError, match="expected a packed text"):
        of_link(link)


def test_every_way_to_read_one() -> None:
    """A link is a board's text and a file's line."""
    link = write(EMPTY)
    assert Board.parse(link) == EMPTY
    assert notation.detect(link) == "penpa"
    assert find("https://example.org/") == ""


def test_a_bad_link() -> None:
    """What holds no puzzle is refused with a sentence."""
    bad: list[Any] = ["m=edit", "p=", "p=!!!", "p=AAAA"]
    for text in bad:
        with pytest.raises(TessellaError):
            parse(text)
