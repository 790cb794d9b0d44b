"""Counts of how calm the source is, each beside its limit; `--check` fails where one is past it.

    python scripts/house.py                    the table: name, today, limit
    python scripts/house.py --where circles    what one number is made of
    python scripts/house.py --check            exit code 1 where a limit is passed

How each is counted, over `src/tessella` unless said otherwise:

lines, statements   lines of all files; nodes of `ast.stmt`, docstrings included.
folder              modules of the fullest folder, without `__init__` and folders inside it. Folders named kernels,
                    techniques, formats and cli, and those inside them, may have more.
top                 modules and packages at the top of the package, `__init__` and `__main__` too; not `locale`.
median, p90, most   lines a module, `__init__` files too: the middle one, what nine tenths do not exceed, the longest.
long functions      above 60 lines from `def` to the end, docstring included, outside kernels.
wide functions      above 7 positional parameters outside kernels, without self and cls; in a private function
                    keyword-only ones count too.
large classes       above 300 lines: reported only.
local imports       statements `import` and `from` inside functions.
dynamic imports     calls of `import_module` and `__import__` outside the seams (SEAMS).
game names          comparisons (==, in, startswith, match) with "2048" or "sudoku" in the packages above `games`.
noqa                comments `noqa` in 1,000 lines.
as above            comments `noqa` whose reason is "as above".
ruff ignores        entries of ruff's `ignore` in pyproject.toml.
circles             groups of modules that import each other, under `TYPE_CHECKING` and inside functions too.
untested            modules without tests/<path>/test_<name>.py, but `__init__` and those with a reason (UNMIRRORED).
first lines         module docstrings that begin with no noun phrase as far as a script can tell: that end in "?", begin
                    with a word of FIRST_WORDS, or are missing.
"""

import argparse
import ast
import re
import statistics
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "tessella"
GAMES = {"2048", "sudoku"}
ABOVE_GAMES = {"play", "line_mode", "tui", "web", "notebook", "cli"}
ROOMY = {"kernels", "techniques", "formats", "cli"}
SEAMS = {
    "__init__.py": "the lazy top",
    "cli/commands.py": "the table of commands",
    "compiled/warming.py": "the groups of kernels",
    "game2048/__init__.py": "a lazy package",
    "games.py": "the registry of games",
    "io/extras.py": "optional extras",
    "io/child_process.py": "the module that a child runs",
    "sudoku/__init__.py": "a lazy package",
    "sudoku/formats/base.py": "formats that a start does not need",
    "tui/dialogs/__init__.py": "a lazy package",
    "web/docs/reference.py": "the modules that the reference tells of",
}
UNMIRRORED = {  # patterns of paths
    "__main__.py": "one call of cli.main; tests/cli/test_main.py runs it",
    "sudoku/kernels/canonical.py": "tests/sudoku/test_canonical_form.py holds it against all 3,359,232 forms",
    "sudoku/kernels/generate.py": "tests/sudoku/generator/test_bulk.py holds it against its plain twin",
    "sudoku/kernels/rating/*.py": "test_path holds every finder against its plain twin, step by step",
    "sudoku/kernels/variants/*.py": "tests/sudoku/variants/test_bulk_solver.py holds them against stated solutions",
    "sudoku/techniques/*_arguments.py": "test_clue_steps checks what they say on puzzles of every type",
    "sudoku/techniques/*_words.py": "test_clue_steps and test_clue_chains read their sentences back",
    "sudoku/techniques/argued_case.py": "test_clue_steps checks what is argued with it",
    "sudoku/techniques/clue_net.py": "test_clue_chains and test_clue_conflicts check every fact in a chain",
    "sudoku/techniques/clues.py": "test_clue_steps, of the steps that it finds",
    "sudoku/variants/constraint_parts.py": "tests/sudoku/variants/test_bulk_solver.py solves puzzles of every type",
    "sudoku/variants/parts.py": "tests/sudoku/variants/test_encoding.py reads what they become",
    "sudoku/rating/bulk_rater.py": "tests/sudoku/rating/test_rater.py holds it against one puzzle at a time",
}
FIRST_WORDS = re.compile(
    "are|can|could|did|do|does|has|have|how|if|in|is|it|may|must|should|that|there|these|this|to|we|what|when|where|which"
    "|who|whose|why|will|would|you|your|add|build|check|choose|compute|draw|find|get|give|make|print|read|return|run|say"
    "|show|tell|write"
)
FUNCTION_LINES, CLASS_LINES, PARAMETERS = 60, 300, 7


class Row(NamedTuple):
    """A number of the table."""

    name: str
    today: float
    limit: float | None
    where: list[str]
    """What the number is made of, a line each."""


@dataclass
class Module:
    """A file of Python, read once."""

    path: Path
    source: Path

    def __post_init__(self) -> None:
        text = self.path.read_text(encoding="utf-8")
        self.lines = text.splitlines()
        self.tree = ast.parse(text)
        self.file = self.path.relative_to(self.source).as_posix()
        parts = (PACKAGE, *self.path.relative_to(self.source).with_suffix("").parts)
        self.name = ".".join(parts).removesuffix(".__init__")
        self.is_kernel = "kernels" in self.path.parts

    def at(self, node: ast.stmt | ast.expr, what: str = "") -> str:
        """Return where a node stands, and what it is."""
        return f"{self.file}:{node.lineno} {what}".rstrip()

    def functions(self) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
        """Yield all functions, methods and functions within functions."""
        return (n for n in ast.walk(self.tree) if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef)))


def rows(root: Path = ROOT) -> list[Row]:
    """Return the whole table."""
    source = root / "src" / PACKAGE
    modules = [Module(path, source) for path in sorted(source.rglob("*.py"))]
    lines = sum(len(module.lines) for module in modules)
    noqa = [hit for m in modules for hit in waivers(m)]
    ignores = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["ruff"]["lint"]["ignore"]
    return [
        # More than at first by what a first minute without waiting takes (kernels compiled beside plain answers, plain
        # work on all cores, Ctrl-C heard at any moment), by games and formats that are within reach now, and by
        # terminals with fewer colours; by data sets; by colours, several cells at once and hints that argue; then by
        # lessons, reviews of a solve and fair rankings; then by variants: rules of seventy types, their engine,
        # formats, makers, pictures and hints; their setter, levels and drawings in the terminal; then by a site of
        # files alone, with Python in the browser and the docs, and by hints on clues that argue digit by digit; then by
        # exact end games of 2048 with their practice, and by the referee
        Row(
            "lines",
            lines,
            39_000 + 2_900 + 2_600 + 2_400 + 2_600 + 9_500 + 6_500 + 4_000 + 2_700,
            by_folder(modules, lambda m: len(m.lines)),
        ),
        Row(
            "statements",
            sum(map(statements, modules)),
            27_000 + 1_920 + 1_500 + 1_700 + 6_200 + 4_600 + 2_600 + 2_000,
            by_folder(modules, statements),
        ),
        folder_row(modules),
        listed("top", top(source), 18),
        *size_rows(modules),
        listed("long functions", (hit for m in modules for hit in long_functions(m)), 0),
        listed("wide functions", (hit for m in modules for hit in wide_functions(m)), 0),
        listed("large classes", (hit for m in modules for hit in large_classes(m)), None),
        listed("local imports", (hit for m in modules for hit in local_imports(m)), 60),
        listed("dynamic imports", (hit for m in modules if m.file not in SEAMS for hit in dynamic_imports(m)), 0),
        listed("game names", (hit for m in modules if m.file.split("/")[0] in ABOVE_GAMES for hit in game_names(m)), 3),
        Row("noqa", 1000 * len(noqa) / lines, 3, noqa),
        listed("as above", (line for line in noqa if line.lower().rstrip(" .").endswith("as above")), 0),
        listed("ruff ignores", ignores, 22),
        listed("circles", (" <-> ".join(circle) for circle in circles(import_graph(modules))), 0),
        listed("untested", untested(modules, root / "tests"), 0),
        listed("first lines", (hit for m in modules for hit in first_lines(m)), 0),
    ]


def listed(name: str, found: Iterable[str], limit: float | None) -> Row:
    """Return a row whose number is how many things were found."""
    where = list(found)
    return Row(name, len(where), limit, where)


def statements(module: Module) -> int:
    """Return how many statements a module has."""
    return sum(isinstance(node, ast.stmt) for node in ast.walk(module.tree))


def by_folder(modules: list[Module], count: Callable[[Module], int]) -> list[str]:
    """Return the sum of each folder, the largest first."""
    sums: Counter[str] = Counter()
    for module in modules:
        sums[module.path.parent.relative_to(module.source).as_posix()] += count(module)
    return [f"{number:6,} {folder}" for folder, number in sums.most_common()]


def folder_row(modules: list[Module]) -> Row:
    """Return how many modules the fullest folder has, of those that have a limit."""
    counts = Counter(m.path.parent.relative_to(m.source) for m in modules if m.path.name != "__init__.py")
    limited = {str(folder): n for folder, n in counts.items() if not ROOMY.intersection(folder.parts)}
    where = [f"{n:3} {folder}" for folder, n in sorted(limited.items(), key=lambda item: -item[1])]
    return Row("folder", max(limited.values(), default=0), 12, where)


def top(source: Path) -> list[str]:
    """Return the modules and packages at the top."""
    return sorted(path.name for path in source.iterdir() if path.suffix == ".py" or any(path.glob("**/*.py")))


def size_rows(modules: list[Module]) -> list[Row]:
    """Return the middle, the upper and the largest of the modules' lengths."""
    sizes = sorted(len(module.lines) for module in modules)
    where = [f"{len(m.lines):5,} {m.file}" for m in sorted(modules, key=lambda m: -len(m.lines))]
    return [
        Row("median", statistics.median(sizes), 180, where),
        Row("p90", sizes[-(-9 * len(sizes) // 10) - 1], 420, where),
        Row("most", sizes[-1], 650, where[:30]),
    ]


def long_functions(module: Module) -> Iterator[str]:
    """Yield the functions with too many lines."""
    for node in module.functions():
        size = (node.end_lineno or 0) - node.lineno + 1
        if size > FUNCTION_LINES and not module.is_kernel:
            yield module.at(node, f"{node.name}: {size} lines")


def wide_functions(module: Module) -> Iterator[str]:
    """Yield the functions with too many parameters."""
    for node in module.functions():
        names = [arg.arg for arg in (*node.args.posonlyargs, *node.args.args) if arg.arg not in {"self", "cls"}]
        if node.name.startswith("_") and not node.name.endswith("__"):
            names += [arg.arg for arg in node.args.kwonlyargs]
        if len(names) > PARAMETERS and not module.is_kernel:
            yield module.at(node, f"{node.name}: {len(names)} parameters")


def large_classes(module: Module) -> Iterator[str]:
    """Yield the classes with too many lines."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.ClassDef) and (size := (node.end_lineno or 0) - node.lineno + 1) > CLASS_LINES:
            yield module.at(node, f"{node.name}: {size} lines")


def local_imports(module: Module) -> Iterator[str]:
    """Yield the imports inside functions."""
    found = {node for f in module.functions() for node in ast.walk(f) if isinstance(node, (ast.Import, ast.ImportFrom))}
    return (module.at(node, ast.unparse(node)) for node in sorted(found, key=lambda node: node.lineno))


def dynamic_imports(module: Module) -> Iterator[str]:
    """Yield the imports by a name that is a value."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in {"import_module", "__import__"}:
            yield module.at(node, ast.unparse(node))


def game_names(module: Module) -> Iterator[str]:
    """Yield the comparisons with a game's name."""
    for node in ast.walk(module.tree):
        sides: list[ast.expr] = []
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "startswith":
            sides = node.args
        elif isinstance(node, ast.MatchValue):
            sides = [node.value]
        values = [node for side in sides for node in (getattr(side, "elts", None) or [side])]
        if any(isinstance(value, ast.Constant) and str(value.value).rstrip(":") in GAMES for value in values):
            yield module.at(sides[0], ast.unparse(node))


def import_graph(modules: list[Module]) -> dict[str, set[str]]:
    """Return which modules of the package each one imports, wherever it does."""
    names, graph = {module.name for module in modules}, dict[str, set[str]]()
    for module in modules:
        wanted: set[str] = set()
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Import):
                wanted |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:  # a name that is a module, else the module it is in
                inside = {f"{node.module}.{alias.name}" for alias in node.names}
                wanted |= inside & names | ({node.module} if inside - names else set())
        graph[module.name] = (wanted & names) - {module.name}
    return graph


def circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """Return the groups of two or more that reach each other."""

    def reached(name: str) -> set[str]:
        seen, waiting = set[str](), [name]
        while waiting:
            new = graph[waiting.pop()] - seen
            seen |= new
            waiting += new
        return seen

    reach = {name: reached(name) for name in graph}
    groups = {tuple(sorted(other for other in reach[name] if name in reach[other])) for name in graph}
    return [list(group) for group in sorted(groups) if group]


def waivers(module: Module) -> Iterator[str]:
    """Yield the comments that waive a rule of ruff."""
    for number, line in enumerate(module.lines, 1):
        if hit := re.search(r"#\s*noqa.*", line):
            yield f"{module.file}:{number} {hit[0]}"


def untested(modules: list[Module], tests: Path) -> Iterator[str]:
    """Yield the modules without a test file in the same place."""
    for module in modules:
        inside = module.path.relative_to(module.source)
        if inside.name == "__init__.py" or any(inside.match(pattern) for pattern in UNMIRRORED):
            continue
        if not (tests / inside.parent / f"test_{inside.name}").is_file():
            yield module.file


def first_lines(module: Module) -> Iterator[str]:
    """Yield the docstrings that begin with no noun phrase."""
    first = (ast.get_docstring(module.tree) or "").partition("\n")[0]
    if not first or first.endswith("?") or FIRST_WORDS.fullmatch(first.split()[0].strip(",.:").lower()):
        yield f"{module.file} {first or 'no docstring'}"


def main(arguments: list[str] | None = None) -> int:
    """Print the table, or what one number is made of; return 1 where `--check` finds one past its limit."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="exit with 1 where a limit is passed")
    table = rows()
    parser.add_argument("--where", choices=[row.name for row in table], help="list what a number is made of")
    args = parser.parse_args(arguments)
    if args.where:
        print("\n".join(line for row in table if row.name == args.where for line in row.where))
        return 0
    passed = [row for row in table if row.limit is not None and row.today > row.limit]
    for row in table:
        limit = "" if row.limit is None else f"{row.limit:,}"
        print(f"{row.name:16} {row.today:10,.6g} {limit:>8}{'  past the limit' if row in passed else ''}")
    return int(args.check and bool(passed))


if __name__ == "__main__":
    sys.exit(main())
