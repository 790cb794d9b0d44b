"""Preferences of Sudoku players: what a digit does to marks, when mistakes show, the clock, the keys.

They are settings of the store, so that the page, the notebook and the terminal have the same ones.
"""

from typing import NamedTuple

from tessella.errors import one_of
from tessella.i18n import N_, _
from tessella.play.store import Store


class Preference(NamedTuple):
    """One choice, with its values and what they mean; the first is the usual one."""

    name: str
    title: str
    values: dict[str, str]

    @property
    def default(self) -> str:
        """The usual value."""
        return next(iter(self.values))

    def labels(self) -> dict[str, str]:
        """Return what each value means, in the language spoken now."""
        return {value: _(text) for value, text in self.values.items()}


SUDOKU = {
    one.name: one
    for one in (
        Preference(
            "marks",
            N_("When I enter a digit"),
            {"strike": N_("remove it from marks"), "keep": N_("leave my marks alone")},
        ),
        Preference("mistakes", N_("Show mistakes"), {"late": N_("when I check"), "instant": N_("at once")}),
        Preference("entry", N_("Choose first"), {"cell": N_("the cell"), "digit": N_("the digit")}),
        Preference("clock", N_("Clock"), {"shown": N_("shown"), "hidden": N_("hidden")}),
        Preference("keys", N_("Keys"), {"tessella": "Tessella", "sudokupad": "SudokuPad (z x c v)"}),
    )
}


def chosen(store: Store, name: str) -> str:
    """Return the value of a preference.

    >>> chosen(Store.in_memory(), "clock")
    'shown'
    """
    value = store.setting(f"sudoku {name}")
    return value if value in SUDOKU[name].values else SUDOKU[name].default


def check(name: str, value: str) -> None:
    """Raise `ParseError` for a preference or a value that there is not."""
    one_of(SUDOKU, name)
    one_of(SUDOKU[name].values, value)


def choose(store: Store, name: str, value: str) -> None:
    """Remember a choice; raises `ParseError` as `check` does."""
    check(name, value)
    store.choose(f"sudoku {name}", value)


def all_chosen(store: Store) -> dict[str, str]:
    """Return the value of every preference by its name."""
    return {name: chosen(store, name) for name in SUDOKU}
