"""The card of a data set: a README.md that people and Hugging Face read, with histograms beside it.

It is English, and depends on nothing but the data set: whoever writes it writes the same bytes. No licence stands in
it: that is for whoever publishes the data set to say.
"""

import json
import shlex
from collections.abc import Iterable, Iterator

from tessella.io.chart import LABELS, histogram
from tessella.sudoku.datasets.columns import DESCRIPTIONS, TECHNIQUES
from tessella.sudoku.datasets.directory import DATA, MANIFEST, Directory, Manifest
from tessella.sudoku.datasets.duplicates import DUPLICATES, count_duplicates
from tessella.sudoku.datasets.recipe import Made, Rated
from tessella.sudoku.datasets.summary import Summary, spread
from tessella.sudoku.generator.recipe import MINIMAL, Recipe
from tessella.sudoku.generator.target import slug
from tessella.sudoku.rating.levels import LEVELS

CARD = "README.md"
PICTURES = {"levels.svg": "Levels", "ratings.svg": "Ratings (ER)", "clues.svg": "Clues"}
SIZES = ("1K", "10K", "100K", "1M", "10M", "100M", "1B", "10B", "100B", "1T")  # the ends of Hugging Face's categories
TASKS = ("question-answering", "tabular-regression")  # of those that Hugging Face knows: to solve, and to rate
TAGS = ("sudoku", "puzzles", "reasoning", "constraint-satisfaction")


def write_card(directory: Directory, manifest: Manifest, summary: Summary) -> None:
    """Write the card and its pictures; raises `TessellaError` where that cannot be done."""
    pictures = _pictures(summary)
    for name, picture in pictures.items():
        directory.write(name, picture.encode())
    text = "\n".join(_lines(manifest, summary, count_duplicates(directory, manifest), pictures))
    directory.write(CARD, text.encode() + b"\n")


def _lines(manifest: Manifest, summary: Summary, duplicates: int | None, pictures: Iterable[str]) -> Iterator[str]:
    title = f"Rated Sudoku puzzles: {manifest.recipe}"
    yield from _front_matter(title, summary.puzzles)
    yield from ("", f"# {title}", "")
    proper = "all" if summary.proper == summary.puzzles else f"{summary.proper:,}"
    yield f"{summary.puzzles:,} Sudoku puzzles, {proper} of them proper, that is with exactly one solution. These have"
    yield "their solutions, and are rated by the hardest step that people need, on the scale of Sudoku Explainer 1.2.1."
    if summary.inexact:
        yield f"{summary.inexact:,} ratings are lower bounds only; the column `exact` says which."
    if duplicates is not None:
        yield f"{duplicates:,} puzzles are essentially the same as an earlier one; `{DUPLICATES}` lists them."
    yield from ("", "## Making it again", "", "```shell", command(manifest, distinct=duplicates is not None), "```", "")
    versions = ", ".join(f"{name} {version}" for name, version in sorted(manifest.versions.items()))
    yield f"With the same versions ({versions}) every part has the same bytes,"
    yield f"whoever makes it and with however many workers. `{MANIFEST}` has the SHA-256 of each."
    if isinstance(manifest.recipe, Rated):
        yield from (
            "",
            *_table(("file", "SHA-256"), ((file.name, f"`{file.sha256}`") for file in manifest.recipe.files)),
        )
    yield from (
        "",
        "## Columns",
        "",
        *_table(("column", "holds"), ((_code(names), held) for names, held in DESCRIPTIONS.items())),
    )
    yield from ("", "## Counts")
    yield from _counted("status", summary.status.most_common(), summary.puzzles)
    levels = [(name, summary.levels[name]) for name in LEVELS if summary.levels[name]]
    yield from _counted("level", levels, summary.proper)
    yield from _counted("symmetry of the givens", summary.symmetries.most_common(), summary.puzzles)
    used = [(f"`{name}`", summary.techniques[name]) for name in TECHNIQUES.values() if summary.techniques[name]]
    yield from _counted("technique needed", used, summary.proper)
    for name in pictures:
        yield from ("", f"![{PICTURES[name]}]({name})")
    if summary.ratings:
        lowest, median, highest = (f"{tenths / 10:.1f}" for tenths in spread(summary.ratings))
        yield from ("", f"Ratings are from {lowest} to {highest}, the median is {median}.")
    if summary.clues:
        fewest, middle, most = spread(summary.clues)
        yield f"There are {fewest} to {most} clues, the median is {middle}."


def _front_matter(title: str, count: int) -> Iterator[str]:
    """Yield the lines of YAML; a text of JSON is one of YAML too."""
    yield from ("---", f"pretty_name: {json.dumps(title)}")
    yield from ("size_categories:", f"- {size_category(count)}")
    yield from ("task_categories:", *(f"- {task}" for task in TASKS))
    yield from ("tags:", *(f"- {tag}" for tag in TAGS))
    yield from ("configs:", "- config_name: default", f"  data_files: {DATA}/*.parquet", "---")


def size_category(count: int) -> str:
    """Return how Hugging Face names the size of a data set.

    >>> size_category(999), size_category(1000), size_category(10**13)
    ('n<1K', '1K<n<10K', 'n>1T')
    """
    place = min(max(len(str(count)) - 4, -1), len(SIZES) - 1)  # the last end that is reached
    if place < 0:
        return f"n<{SIZES[0]}"
    return f"{SIZES[place]}<n<{SIZES[place + 1]}" if place + 1 < len(SIZES) else f"n>{SIZES[-1]}"


def command(manifest: Manifest, *, distinct: bool) -> str:
    """Return the command that makes a data set again."""
    recipe = manifest.recipe
    words = ["tessella", "sudoku", "dataset", "make" if isinstance(recipe, Made) else "rate", "DIR"]
    if isinstance(recipe, Made):
        words += ["-n", str(manifest.count), *_options(Recipe.parse(recipe.puzzles)), "--seed", str(recipe.seed)]
    else:
        words += ["--from", *(file.name for file in recipe.files)]
    if recipe.budget is not None:
        words += ["--budget", str(recipe.budget)]
    return shlex.join([*words, "--part", str(manifest.part_size), *["--distinct"] * distinct])


def _options(recipe: Recipe) -> Iterator[str]:
    """Yield the options of `tessella sudoku new` that ask for a recipe."""
    if recipe.level is not None:
        yield from ("--level", recipe.level)
    if recipe.rating is not None:
        yield from ("--rating", "{:.1f}..{:.1f}".format(*recipe.rating))
    if recipe.technique is not None:
        yield from ("--technique", slug(recipe.technique))
    if recipe.only:
        yield "--only"
    usual = MINIMAL if recipe.target is None else None
    if recipe.clues != usual:
        yield from ("--clues", "open" if recipe.clues is None else str(recipe.clues))
    if recipe.symmetry != "none":
        yield from ("--symmetry", recipe.symmetry)


def _counted(name: str, counts: Iterable[tuple[str, int]], total: int) -> Iterator[str]:
    """Yield a table of counts with their shares, nothing where there are none."""
    rows = [(kind, f"{count:,}", f"{count / total:.2%}") for kind, count in counts]
    if rows:
        yield from ("", *_table((name, "puzzles", "share"), rows))


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    """Yield the lines of a table in Markdown, its numbers to the right."""
    yield f"| {' | '.join(head)} |"
    yield "|" + "|".join(" ---: " if name in ("puzzles", "share") else " --- " for name in head) + "|"
    for row in rows:
        yield "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |"


def _code(names: str) -> str:
    return ", ".join(f"`{name}`" for name in names.split(", "))


def _pictures(summary: Summary) -> dict[str, str]:
    """Return the histograms by the names of their files, those of which there is something to show."""
    levels = [(name, summary.levels[name]) for name in LEVELS] if summary.levels else []
    drawn = dict(zip(PICTURES, (levels, _bars(summary.ratings, 10), _bars(summary.clues, 1)), strict=True))
    across = ("level", "ER", "clues")
    return {
        name: histogram(PICTURES[name], bars, across=below, up="puzzles")
        for (name, bars), below in zip(drawn.items(), across, strict=True)
        if bars
    }


def _bars(counts: dict[int, int], unit: int) -> list[tuple[str, int]]:
    """Return a bar for each number from the least to the greatest; where there are many, every fifth has its name."""
    if not counts:
        return []
    numbers = range(min(counts), max(counts) + 1)
    every = 5 if len(numbers) > LABELS else 1
    return [("" if number % every else f"{number / unit:.{unit > 1:d}f}", counts[number]) for number in numbers]
