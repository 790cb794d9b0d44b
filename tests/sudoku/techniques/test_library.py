"""HoDoKu's regression library: every technique finds what it should, and nothing else for the same digits."""

from pathlib import Path

import pytest

from tessella import i18n
from tessella.sudoku import Step, find_all
from tessella.sudoku.notation import read_library
from tessella.sudoku.rules import cell_name
from tessella.sudoku.techniques import explanation

CODES = (
    "0000", "0002", "0003", "0100", "0101", "0110", "0111", "0200", "0201", "0202", "0210", "0211", "0212", "0300",
    "0301", "0302", "0310", "0311", "03111", "0312", "03121", "0320", "0321", "03211", "0322", "03221", "0331", "0332",
    "0340", "0341", "03411", "0342", "03421", "0362", "03621", "0363", "0364", "0400", "0401", "0402", "0403", "0404",
    "0405", "0500", "0501", "0502", "0503", "0600", "0601", "0602", "0603", "0604", "0605", "0606", "0607", "0608",
    "0610", "0701", "0702", "0703", "0706", "0707", "0708", "0709", "0710", "0711", "0800", "0801", "0803", "0901",
    "0902", "0903", "0904", "1101", "1201", "1202",
)  # fmt: skip


@pytest.fixture(scope="module")
def library(sudoku_data: Path) -> dict[str, list[str]]:
    """Return the lines of the library by code."""
    found: dict[str, list[str]] = {}
    for line in (sudoku_data / "reglib_1.4_sample.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith(":"):
            found.setdefault(line.split(":")[1].partition("-")[0], []).append(line)
    return found


def _wrong(line: str, *, with_variant: bool) -> bool:
    """Return whether a case of the library fails."""
    board, case = read_library(line)
    asked = f"{case.code}-{case.variant}" if with_variant and case.variant not in ("", "x") else case.code
    steps = find_all(board, asked)
    assert all(isinstance(step, Step) and step.code == case.code for step in steps)
    if case.variant == "x":
        return bool(steps)
    matching = [step for step in steps if step.candidates == case.candidates]
    return not matching or any(
        (step.eliminations, step.placements) != (case.eliminations, case.placements) for step in matching
    )


@pytest.mark.parametrize("code", CODES)
def test_library(library: dict[str, list[str]], code: str) -> None:
    """Every case passes: among the steps for its digits there is one, and all do exactly what it says."""
    assert [line for line in library[code] if _wrong(line, with_variant=True)] == []


@pytest.mark.parametrize("code", ["0402", "0600", "0601", "0603", "0604", "0606", "0902", "0903", "0904"])
def test_library_without_variant(library: dict[str, list[str]], code: str) -> None:
    """A code without its variant finds what either form would."""
    assert [line for line in library[code] if _wrong(line, with_variant=False)] == []


def test_library_is_covered(library: dict[str, list[str]]) -> None:
    """No technique of the library is left out."""
    assert sorted(library) == sorted(CODES)


@pytest.mark.parametrize("language", list(i18n.LANGUAGES))
def test_every_step_can_be_said(library: dict[str, list[str]], language: str) -> None:
    """The three stages of every step of the library are sentences, and the reason names every cell it changes."""
    i18n.use(language)
    for lines in library.values():
        for line in lines[:4]:
            board, case = read_library(line)
            for step in find_all(board, case.code)[:3]:
                text = explanation.reason(step)
                for _digit, row, col in (*step.eliminations, *step.placements):
                    assert cell_name(9 * row + col - 10) in text
                assert explanation.where(step)
                assert explanation.name(step)
