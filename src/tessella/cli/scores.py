"""The command `tessella scores`."""

import argparse
import json
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from tessella.cli.options import add
from tessella.cli.play import open_store
from tessella.games import PerGame, name_of
from tessella.i18n import _
from tessella.play.scores import BestGame
from tessella.play.store import Store

SUMMARIES: PerGame[Callable[[Store], list[str]]] = PerGame({"sudoku": "tessella.play.progress:told"})
"""What is printed for a game as a whole, instead of each of its score tables."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    add(parser, "--json", "--lang LANG")


def run(args: argparse.Namespace) -> int:
    """Print best scores and statistics."""
    store = open_store(args)
    if args.json:
        print(json.dumps(_tables(store), ensure_ascii=False, indent=2))
        return 0
    tables = store.scores.statistics()
    if not tables:
        print(_("No game has been played yet."))
    summary = _("games {games}, won {won}, best {best}, mean of finished games {mean:.0f}, played {minutes:.0f} min")
    for row in tables:
        if name_of(row.score_table) in SUMMARIES:
            continue
        print(row.score_table)
        numbers = {"games": row.games, "won": row.won, "best": row.best, "mean": row.mean, "minutes": row.ms / 60000}
        print("  " + summary.format(**numbers))
        _print_games(store.scores.best_games(row.score_table, limit=5), _("without help"))
        _print_games(store.scores.best_games(row.score_table, assisted=True, limit=5), _("with help"))
    for name in SUMMARIES:
        if any(name_of(row.score_table) == name for row in tables):
            print(name)
            print("\n".join(f"  {line}" for line in SUMMARIES[name](store)))
    return 0


def _tables(store: Store) -> list[dict[str, Any]]:
    return [
        asdict(row)
        | {
            "records": [record._asdict() for record in store.scores.best_games(row.score_table)],
            "assisted_records": [
                record._asdict() for record in store.scores.best_games(row.score_table, assisted=True)
            ],
        }
        for row in store.scores.statistics()
    ]


def _print_games(games: list[BestGame], heading: str) -> None:
    if games:
        print(f"  {heading}")
    for game in games:
        line = _("{score:>8}  {id}  undos {undos}, hints {hints}")
        print("    " + line.format(score=game.score, id=game.id, undos=game.undos, hints=game.hints))
