"""The trainer of end games: questions, verdicts, mistakes that come back, and accuracy."""

import datetime as dt
import random
from pathlib import Path

import pytest

from tessella.game2048.endgame.construction import make
from tessella.game2048.endgame.formations import EndGame
from tessella.game2048.endgame.table import Table
from tessella.play.coach.endgame import APART, TWICE, Question, Trainer, Verdict
from tessella.play.store import Store

MONDAY = dt.date(2026, 11, 23)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """Return a small table."""
    path = tmp_path_factory.mktemp("tables") / "L3-16.table"
    make(EndGame.parse("L3-16"), path)
    return Table(path)


def trainer(store: Store, table: Table, day: dt.date = MONDAY) -> Trainer:
    """Return a trainer whose luck is always the same."""
    return Trainer(store, table, luck=random.Random(1), today=lambda: day)


def best(question: Question) -> str:
    """Return the best move."""
    return max(question.chances, key=question.chances.__getitem__)


def worst(question: Question) -> str:
    """Return the worst move."""
    return min(question.chances, key=question.chances.__getitem__)


def test_questions_leave_a_choice_and_the_table_judges(table: Table) -> None:
    """Two moves at least have a chance, and they differ; a verdict tells what the table says of both."""
    ours = trainer(Store.in_memory(), table)
    for _ in range(20):
        question = ours.question()
        assert question.chances == table.chances(question.rows)
        alive = [chance for chance in question.chances.values() if chance > 0]
        assert max(alive) > min(alive)
        verdict = ours.answer(question, worst(question))
        assert (verdict.chance, verdict.best_chance) == (min(question.chances.values()), max(alive))
        assert not verdict.is_right


def test_a_mistake_comes_back_until_it_is_decided_right_twice(table: Table) -> None:
    """Some questions later the same position is asked again, in another process too, and then no more."""
    store = Store.in_memory()
    missed = trainer(store, table).question()
    trainer(store, table).answer(missed, worst(missed))
    again = 0
    for _ in range(10 * APART):
        ours = trainer(store, table)
        ours._luck.seed(ours.record().asked)
        question = ours.question()
        if question.rows == missed.rows:
            assert question.is_again
            again += 1
        ours.answer(question, best(question))
    assert again == TWICE
    assert trainer(store, table).record().mistakes == []


def test_accuracy_is_kept_by_days(table: Table) -> None:
    """Each day has its own count, and the summary tells today's and all."""
    store = Store.in_memory()
    assert trainer(store, table).summary() == "Nothing has been practised yet."
    for day, choose in ((MONDAY, best), (MONDAY, worst), (MONDAY + dt.timedelta(1), best)):
        ours = trainer(store, table, day)
        question = ours.question()
        ours.answer(question, choose(question))
    record = trainer(store, table).record()
    assert [(day, one.asked, one.right) for day, one in record.days.items()] == [
        ("2026-11-23", 2, 1),
        ("2026-11-24", 1, 1),
    ]
    said = trainer(store, table, MONDAY + dt.timedelta(1)).summary()
    assert said.startswith("Today: 1 of 1 right (100%), 0.00 points lost a move. In all: 2 of 3 right (67%).")
    assert said.endswith("Mistakes to be asked again: 1.")


def test_what_is_damaged_in_the_store_counts_for_nothing(table: Table, tmp_path: Path) -> None:
    """A record that is no JSON, and positions that are none, do no harm."""
    store = Store.in_memory()
    for text in ("{", '{"mistakes": [{"position": "zz", "due": 0}], "days": {}}', "[]"):
        store.choose("endgame:L3-16", text)
        assert trainer(store, table).question().chances


def test_verdicts_read_well() -> None:
    """A sentence for a move that is as good as the best, and one for a worse one."""
    assert str(Verdict("left", 0.5, "left", 0.5)) == "Right: left, 50.00%."
    assert str(Verdict("up", 0.4, "left", 0.5)) == "left is best, 50.00%; up has 40.00%, 10.00 points less."
