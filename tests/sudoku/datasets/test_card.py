"""The cards of data sets: what Hugging Face reads, what people read, and pictures."""

import shlex
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
import yaml

from support.data_sets import easy, every_kind, in_each_place, rows_of
from tessella import i18n
from tessella.cli.commands import TESSELLA, CommandParser
from tessella.cli.sudoku.recipe_options import recipe_of, seed_of
from tessella.palette import THEMES, contrast
from tessella.sudoku.datasets.card import CARD, PICTURES, command, size_category, write_card
from tessella.sudoku.datasets.columns import DESCRIPTIONS, SCHEMA
from tessella.sudoku.datasets.directory import Directory, Manifest
from tessella.sudoku.datasets.duplicates import find_duplicates
from tessella.sudoku.datasets.recipe import Made
from tessella.sudoku.datasets.summary import Summary, summaries


def card(directory: Directory, manifest: Manifest) -> str:
    """Return the card that is written."""
    write_card(directory, manifest, sum(summaries(directory, manifest), Summary()))
    return (directory.read(CARD) or b"").decode()


@in_each_place
def test_front_matter(place: str, tmp_path: Path) -> None:
    """A card begins with YAML that says where the parts are, and claims no licence."""
    _empty, matter, _text = card(*every_kind(place, tmp_path)).split("---\n", 2)
    said = yaml.safe_load(matter)
    assert said["pretty_name"] == "Rated Sudoku puzzles: some.txt, two words.csv"
    assert said["configs"] == [{"config_name": "default", "data_files": "data/*.parquet"}]
    assert said["size_categories"] == ["n<1K"]
    assert "sudoku" in said["tags"]
    assert "license" not in said


def test_text(tmp_path: Path) -> None:
    """It says how to make the data set again, what is counted, and how many duplicates there are."""
    directory, manifest = every_kind("folder", tmp_path)
    assert "duplicates" not in card(directory, manifest)
    list(find_duplicates(directory, manifest))
    text = card(directory, manifest)
    assert "14 Sudoku puzzles, 11 of them proper" in text
    assert "4 puzzles are essentially the same" in text
    assert "dataset rate DIR --from some.txt 'two words.csv' --part 5 --distinct\n" in text
    assert f"| two words.csv | `{'cd' * 32}` |" in text
    assert "| several | 1 | 7.14% |" in text
    assert "| easy | 11 | 100.00% |" in text
    paths = [row["techniques"] or {} for row in rows_of(directory, manifest)]
    n = sum(path.get("full_house", 0) > 0 for path in paths)
    assert f"| `full_house` | {n} | {n / 11:.2%} |" in text


def test_each_column_is_explained() -> None:
    """What is told of the columns is told of all, in their order."""
    assert [name for names in DESCRIPTIONS for name in names.split(", ")] == SCHEMA.names


def test_the_same_bytes_in_any_language(tmp_path: Path) -> None:
    """A card is English, and nothing in it depends on where and when it is written."""
    one, other = easy(tmp_path / "one"), easy(tmp_path / "other")
    card(*one)
    i18n.use("zh")
    card(*other)
    for name in (CARD, *PICTURES):
        assert one[0].read(name) == other[0].read(name) != None  # noqa: E711 - it is there


def test_pictures(tmp_path: Path) -> None:
    """Each picture has a bar for each kind, as high as its count, and suits dark pages by colours that can be read."""
    directory, manifest = easy(tmp_path)
    text = card(directory, manifest)
    summary = sum(summaries(directory, manifest), Summary())
    for name, counts in (("ratings.svg", summary.ratings), ("clues.svg", summary.clues)):
        assert f"]({name})" in text
        root = ET.fromstring(directory.read(name) or b"")  # noqa: S314 - our own
        _ground, *bars = root.iter("{http://www.w3.org/2000/svg}rect")
        heights = [float(bar.attrib["height"]) for bar in bars]
        assert len(bars) == max(counts) - min(counts) + 1
        expected = [counts[number] / max(counts.values()) for number in range(min(counts), max(counts) + 1)]
        assert [height / max(heights) for height in heights] == pytest.approx(expected, abs=0.01)
        style = root.findtext("{http://www.w3.org/2000/svg}style") or ""
        colours = {
            element.attrib[key] for element in root.iter() for key in ("fill", "stroke") if key in element.attrib
        }
        assert all(f'"{colour}"]' in style for colour in colours)
    dark = THEMES["dark"]
    assert contrast(dark.accent, dark.background) > 4.5


def test_nothing_to_draw(tmp_path: Path) -> None:
    """Where no puzzle is rated there is no histogram of ratings."""
    directory, manifest = easy(tmp_path, 0)
    assert "svg" not in card(directory, manifest)


@pytest.mark.parametrize(
    "recipe",
    [
        "minimal",
        "",
        "hard",
        "hard/minimal/180",
        "rating=4.2..4.6/clues=26",
        "rating=4.2",
        "technique=xy-wing/only/mirror",
    ],
)
def test_the_command_asks_for_the_recipe(recipe: str) -> None:
    """The command in a card parses to the recipe, the seed and the parts that it was written for."""
    words = shlex.split(command(Manifest(Made(recipe, 42), 3000, 500, {}), distinct=False))
    args = CommandParser(prog=TESSELLA.name, command=TESSELLA).parse_args(words[1:])
    assert (str(recipe_of(args)), seed_of(args), args.number, args.part) == (recipe, 42, "3000", "500")


def test_sizes() -> None:
    """Each size is in the category whose ends are around it."""
    assert [size_category(n) for n in (0, 1000, 9999, 10_000, 999_999_999, 10**12)] == [
        *("n<1K", "1K<n<10K", "1K<n<10K", "10K<n<100K", "100M<n<1B", "n>1T"),
    ]
