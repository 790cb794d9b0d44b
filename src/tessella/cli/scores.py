"""The command `tessella scores`."""

import argparse
import json
from dataclasses import asdict
from typing import Any

from tessella.cli.options import add_json, add_lang
from tessella.cli.play import open_store
from tessella.i18n import _
from tessella.play.progress import told
from tessella.play.store import BestGame, Store

__all__ = ["add_options", "run"]


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `tessella scores`."""
    add_json(parser)
    add_lang(parser)


def run(asked: argparse.Namespace) -> int:
    """Print best scores and statistics."""
    store = open_store(asked)
    if asked.json:
        print(json.dumps(_tables(store), ensure_ascii=False, indent=2))
        return 0
    tables = store.statistics()
    if not tables:
        print(_("No game has been played yet."))
    by_level = [row for row in tables if row.score_table.startswith("sudoku")]
    summary = _("games {games}, won {won}, best {best}, mean of finished games {mean:.0f}, played {minutes:.0f} min")
    for row in tables:
        if row in by_level:
            continue
        print(row.score_table)
        numbers = {"games": row.games, "won": row.won, "best": row.best, "mean": row.mean, "minutes": row.ms / 60000}
        print("  " + summary.format(**numbers))
        _print_records(store.best_games(row.score_table, limit=5), _("without help"))
        _print_records(store.best_games(row.score_table, assisted=True, limit=5), _("with help"))
    if by_level:
        print("sudoku")
        print("\n".join(f"  {line}" for line in told(store)))
    return 0


def _tables(store: Store) -> list[dict[str, Any]]:
    """Return every score table as JSON has it."""
    return [
        asdict(row)
        | {
            "records": [record._asdict() for record in store.best_games(row.score_table)],
            "assisted_records": [record._asdict() for record in store.best_games(row.score_table, assisted=True)],
        }
        for row in store.statistics()
    ]


def _print_records(records: list[BestGame], heading: str) -> None:
    if records:
        print(f"  {heading}")
    for record in records:
        line = _("{score:>8}  {id}  undos {undos}, hints {hints}")
        print("    " + line.format(score=record.score, id=record.id, undos=record.undos, hints=record.hints))
