"""The counts of scripts/house.py on a small tree that holds one offence of each kind, and on a tree without any."""

from pathlib import Path

import pytest

import house

PROJECT = "[tool.ruff.lint]\nignore = [\n    'A', # reason\n    'B', # reason\n]\n"

CALM = '''"""A calm module."""

import os

here = os.curdir
'''

LOCAL_IMPORT = '''"""Prices."""


def price():
    import json

    return json
'''

ONE_MODULE = {
    "first lines": '"""What does it cost?"""\n',
    "local imports": LOCAL_IMPORT,
    "dynamic imports": '"""Prices."""\n\nfrom importlib import import_module\n\nmath = import_module("math")\n',
    "long functions": '"""Prices."""\n\n\ndef price():\n' + 60 * "    a = 1\n",
    "wide functions": '"""Prices."""\n\n\ndef price(a, b, c, d, e, f, g, h):\n    pass\n',
    "large classes": '"""Prices."""\n\n\nclass Price:\n' + 300 * "    a = 1\n",
    "noqa": '"""Prices."""\n\na = 1  # noqa: E741 - the price of a\n',
    "as above": '"""Prices."""\n\na = 1  # noqa: E741 - as above\n',
}


def grown(root: Path, files: dict[str, str]) -> Path:
    """Return a project with these modules, each with its test file."""
    (root / "pyproject.toml").write_text(PROJECT)
    for name, text in files.items():
        path = root / "src" / "tessella" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        test = root / "tests" / Path(name).with_name("test_" + path.name)
        test.parent.mkdir(parents=True, exist_ok=True)
        test.touch()
    return root


def found(root: Path, name: str) -> list[str]:
    """Return what a number of the table is made of."""
    [row] = [row for row in house.rows(root) if row.name == name]
    return row.where


def test_sizes_are_those_of_all_files(tmp_path: Path) -> None:
    """Lines, statements, median, p90 and longest are counted over every file."""
    root = grown(tmp_path, {"a.py": CALM, "io/b.py": CALM + "there = here\n", "io/c.py": CALM})
    today = {row.name: row.today for row in house.rows(root)}
    assert (today["lines"], today["statements"], today["top"], today["folder"]) == (16, 10, 2, 2)
    assert (today["median"], today["p90"], today["most"], today["ruff ignores"]) == (5, 6, 6, 2)


@pytest.mark.parametrize("name", ONE_MODULE)
def test_each_offence_is_found_where_it_stands(tmp_path: Path, name: str) -> None:
    """A module with one offence is named once; a calm one beside it never."""
    root = grown(tmp_path, {"calm.py": CALM, "play/loud.py": ONE_MODULE[name]})
    [line] = found(root, name)
    assert line.startswith("play/loud.py")


def test_kernels_may_be_long_and_wide(tmp_path: Path) -> None:
    """Functions in a folder of kernels have no limit of length and parameters."""
    root = grown(tmp_path, {f"sudoku/kernels/{n}.py": ONE_MODULE[f"{n} functions"] for n in ("long", "wide")})
    assert found(root, "long functions") == found(root, "wide functions") == []


def test_keyword_only_parameters_count_in_private_functions_alone(tmp_path: Path) -> None:
    """What a public function takes by keyword is free; a private one hides too much behind it."""
    text = '"""Prices."""\n\n\ndef {}(self, *, a, b, c, d, e, f, g, h):\n    pass\n'
    root = grown(tmp_path, {"public.py": text.format("price"), "private.py": text.format("_price")})
    assert found(root, "wide functions") == ["private.py:4 _price: 8 parameters"]


@pytest.mark.parametrize(
    "comparison",
    [
        'x == "2048"',
        '"sudoku" != x',
        'x in ("2048", "sudoku")',
        'x.startswith("sudoku:")',
        'x.startswith(("2048", "a"))',
    ],
)
def test_a_game_is_compared_by_name_only_below_games(tmp_path: Path, comparison: str) -> None:
    """Front ends may not ask which game it is; the registry of games may."""
    text = f'"""Prices."""\n\nx = ""\ny = {comparison}\n'
    root = grown(tmp_path, {"web/a.py": text, "games.py": text, "sudoku/a.py": text})
    assert [line.split(":")[0] for line in found(root, "game names")] == ["web/a.py"]


def test_circles_are_found_wherever_the_import_stands(tmp_path: Path) -> None:
    """An import under TYPE_CHECKING or inside a function closes a circle as one at the top does."""
    hidden = '"""Prices."""\n\nfrom typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from tessella.io.b import x\n'
    local = '"""Prices."""\n\n\ndef price():\n    from tessella.io import c\n    return c\n'
    files = {
        "io/__init__.py": CALM,
        "io/a.py": hidden,
        "io/b.py": local,
        "io/c.py": "import tessella.io.a\n",
        "d.py": CALM,
    }
    [circle] = found(grown(tmp_path, files), "circles")
    assert circle == "tessella.io.a <-> tessella.io.b <-> tessella.io.c"


def test_a_module_has_a_test_file_in_the_same_place(tmp_path: Path) -> None:
    """tests/io/test_b.py is for src/tessella/io/b.py; an `__init__` needs none."""
    root = grown(tmp_path, {"a.py": CALM, "io/b.py": CALM, "io/__init__.py": CALM})
    (root / "tests" / "io" / "test_b.py").unlink()
    (root / "tests" / "io" / "test___init__.py").unlink()
    assert found(root, "untested") == ["io/b.py"]


def test_a_table_of_reasons_names_modules_that_are_there() -> None:
    """What is excused exists: a reason for a module that is gone would hide the next one of that name."""
    source = house.ROOT / "src" / house.PACKAGE
    assert [name for name in (*house.UNMIRRORED, *house.SEAMS) if not list(source.glob(name))] == []


def test_check_fails_past_a_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`--check` exits with 1 where a number is past its limit and with 0 where none is; `--where` lists."""
    rows = [house.Row("calm", 3, 3, ["a", "b", "c"])]
    monkeypatch.setattr(house, "rows", lambda: rows)
    assert house.main(["--check"]) == 0
    assert capsys.readouterr().out.split() == ["calm", "3", "3"]
    rows.append(house.Row("loud", 4, 3, []))
    assert (house.main([]), house.main(["--check"])) == (0, 1)
    assert "past the limit" in capsys.readouterr().out
    assert house.main(["--where", "calm"]) == 0
    assert capsys.readouterr().out.split() == ["a", "b", "c"]
