"""Coach of 2048: advice, a player to watch, and a review."""

import contextlib
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, cast

from tessella.game2048.advice.reasons import chance_text, move_name, player_name
from tessella.game2048.board import Board
from tessella.game2048.endgame import practice
from tessella.game2048.rules import Rules
from tessella.i18n import _, joined
from tessella.play.coach import Choose, Coach, Outcome
from tessella.play.coach.endgame import Trainer, Verdict
from tessella.play.scores import Table, best_text
from tessella.play.session import Session, clock
from tessella.play.stored_game import StoredGame

if TYPE_CHECKING:  # they are fetched with the first advice
    from collections.abc import Callable

    from tessella.game2048.advice.advisor import Advice
    from tessella.game2048.game_review import Review
    from tessella.play.advisor import Advisor
    from tessella.play.tasks import Task


class Coach2048(Coach):
    """Coach of a game of 2048, with an `advisor`, by default the process's own, and a `reviewer` that opens one."""

    position: Board
    verbs: ClassVar = frozenset({"hint", "follow", "watch", "review"})

    def __init__(
        self,
        game: StoredGame,
        *,
        advisor: "Advisor | None" = None,
        reviewer: "Callable[[], contextlib.AbstractContextManager[Advisor]] | None" = None,
    ) -> None:
        super().__init__(game)
        self._advisor = advisor
        self._reviewer = reviewer or (lambda: contextlib.nullcontext(self.advisor))
        self._is_dismissed = False
        self._win: tuple[Session, bool] | None = None  # a session, and whether its win is yet to be answered

    @property
    def trainer(self) -> Trainer | None:
        """The trainer of the end game that is practised, None in any other game."""
        id = self.game.session.id
        return Trainer(self.game.store, practice.end_game_of(id)) if practice.is_practice(id) else None

    @property
    def verdict(self) -> Verdict | None:
        """What the last move was worth, where an end game is practised, the table knows that and no hint is on show."""
        session, trainer = self.game.session, self.trainer
        if trainer is None or not session.step or self.shown:
            return None
        before = cast("Board", session.position_after(session.step - 1))
        return trainer.verdict(before.rows, session.moves[-1], self.position.rows)

    @property
    def task(self) -> str:
        """What is to be done in a practice, as long as neither a move nor a hint was asked for; "" anywhere else."""
        session, trainer = self.game.session, self.trainer
        return trainer.task(self.position.rows) if trainer and not session.step and not session.hints else ""

    def _count_in_practice(self, move: str | None) -> None:
        """Keep how the position is decided, None for a hint, where nothing has helped before."""
        session = self.game.session
        if self.trainer and not session.undos and not session.hints:
            self.trainer.count(self.position.rows, move)

    def play(self, move: str) -> None:
        """Play a move of the person, who takes over; raise MoveError where it cannot be played."""
        self._refuse_over()
        if move in self.position.moves():
            self._count_in_practice(move)
        super().play(move)

    def next_id(self) -> str:
        """Return the id that New game opens: in practice that of a mistake that is due, or of a fresh position."""
        return self.trainer.next_id(self.position.rows) if self.trainer else super().next_id()

    @property
    def advisor(self) -> "Advisor":
        """The advisor."""
        if self._advisor:
            return self._advisor
        from tessella.play import advisor  # noqa: PLC0415 - the door to the process that works

        return advisor.shared_advisor()

    @property
    def is_ready(self) -> bool:
        """Whether the advisor has answered before."""
        return self.advisor.is_warm

    def pending_text(self, kind: str) -> str:
        """Return what is said while something of a kind is worked out, or while the AI is started for it."""
        if kind == "hint" and self.shown:
            return _("This is a first answer; the AI is looking further ahead ...")
        if not self.is_ready:
            return _("Starting the AI (about 20 s the first time) ...")
        return super().pending_text(kind)

    @property
    def shown(self) -> "Advice | None":
        """The advice on show for the position now, the last or else the first; nothing as long as a player plays."""
        return None if self._is_dismissed or self.is_watched else self._recall("hint") or self._recall("first hint")

    def hint(self, _stage: int | None = None) -> "Task[Any] | Advice | None":
        """Return advice on the position now; it counts as a hint when it is there, once a position.

        Where the AI has to be started or compiled first, a first answer is on show while the task is worked out.
        """
        self._refuse_over()
        if self.watching:
            self.watching.pause()
        self._is_dismissed = False
        if advice := self._recall("hint"):
            return cast("Advice", advice)
        board = self.position
        if self.trainer and (exact := self.trainer.exact(board.rows)):
            from tessella.game2048.advice.advisor import exact_advice  # noqa: PLC0415 - fetched with the first advice

            return self._count("hint", exact_advice(board, exact))
        advisor = self.advisor
        task = self._start("hint", partial(advisor.advise, board), self._take_advice)
        if task and not self.shown and not advisor.answers_at_once(board):
            from tessella.game2048.advice.advisor import first_advice  # noqa: PLC0415 - fetched with the first advice

            self._count("first hint", first_advice(board))
        return task

    def _take_advice(self, advice: "Advice") -> "Advice | None":
        return self._keep("hint", advice) if self._recall("first hint") else self._count("hint", advice)

    def _count(self, kind: str, advice: "Advice") -> "Advice | None":
        self._count_in_practice(None)
        self.game.count_hint()
        is_current = self.position == advice.board  # else another window was quicker
        return cast("Advice", self._keep(kind, advice)) if is_current else None

    def hint_or_follow(self) -> Any:
        """Return advice; where it is on show, play it."""
        return self.follow() if self.shown else self.hint()

    def _shown_moves(self) -> tuple[str, ...]:
        return (self.shown.best,) if self.shown else ()

    def dismiss(self) -> bool:
        """Put the advice away, or else the news of a win; return whether there was either."""
        if self.shown is not None:
            self._is_dismissed = True
            self._pending.pop("hint", None)  # nobody waits for more of it
            return True
        was_news = self._has_news() and not self.position.is_over()
        self.keep_playing()
        return was_news

    def keep_playing(self) -> None:
        """Put the news of a win away; moves alone do not."""
        if self.position.is_won():
            self._win = self.game.session, False

    def _has_news(self) -> bool:
        """Return whether the target was reached and nobody has answered that; a watched player's win holds one move."""
        board, session = self.position, self.game.session
        if not board.is_won():
            self._win = None
        elif self._win is None or self._win[0] is not session:
            if not session.step or session.position_after(session.step - 1).is_won():
                return False
            if self.is_watched:
                return True
            self._win = session, True
        return self._win == (session, True)

    def _chooser(self, player: Any) -> Choose:
        if callable(player):
            return super()._chooser(player)
        advisor = self.advisor
        return advisor.best_move if player is None else lambda board: advisor.best_move(board, player)

    def _reviewer_of(self, most: int) -> "Callable[[], Review]":
        return partial(_reviewed, self._reviewer, self.game.session.to_text(), most)

    def counts(self) -> list[tuple[str, object]]:
        """Return score, best score, moves, undos and hints; in practice the accuracy, undos and hints."""
        if self.trainer:
            return [*self.trainer.counts(), *super().counts()]
        game = self.game
        numbers = [(_("Score"), self.position.score), (_("Best"), game.best), (_("Moves"), game.session.step)]
        return [*numbers, *super().counts()]

    def outcome(self, *, was_won: bool | None = None) -> Outcome | None:
        """Return that the target was reached, as long as that is news; that no move is left; or None."""
        board = self.position
        if self.trainer:
            return Outcome((_("Game over"),), is_won=False) if board.is_over() else None
        is_news, is_over = self._has_news() if was_won is None else not was_won, board.is_over()
        if board.is_won() and (board.rules.ends if is_over and not is_news else is_news):
            won = _("You win! Your score is {score}").format(score=board.score)
            return Outcome((won,), is_won=True)
        return Outcome((_("Game over"), self.farewell()), is_won=False) if is_over else None

    def farewell(self) -> str:
        """Return the score, which counts for nothing in practice."""
        return "" if self.trainer else _("You scored {score} points. Keep it up!").format(score=self.position.score)

    def parting(self) -> list[str]:
        """Return the same; in practice the accuracy, after the end of a game and before its first move too."""
        return [
            *([self.trainer.summary()] if self.trainer and self.trainer.record().days else ()),
            *super().parting(),
        ]

    def statistics(self) -> Table:
        """Return what was played under each set of rules, the latest first; in practice the accuracy of each day."""
        if self.trainer:
            return self.trainer.accuracy()
        head = (_("Rules"), _("Games"), _("Won"), _("Best"), _("With help"), _("Moves"), _("Time"))
        rows = [
            (
                *(row.score_table, row.games, row.won, best_text(row.best), best_text(row.best_assisted)),
                *(row.moves, clock(row.ms)),
            )
            for row in self.game.store.scores.statistics(game="2048")
        ]
        return Table(_("Statistics"), head, [tuple(map(str, row)) for row in rows])


def _reviewed(reviewer: "Callable[[], contextlib.AbstractContextManager[Advisor]]", save: str, most: int) -> "Review":
    with reviewer() as advisor:
        return advisor.review(save, most=most)


def new_id(rules: str = "classic", *, size: str = "", target: str = "", fours: str = "") -> str:
    """Return the id of a new game under rules as a person types them into a form; "" stands for the usual.

    >>> new_id("sprint", size="4×5", fours="25%")
    '2048:4x5/fours=25/sprint'
    """
    size = size.lower().replace("×", "x").replace("*", "x")
    return f"2048:{Rules.of(rules, size=size or None, target=target or None, fours=fours.rstrip('%') or None)}"


# --- Advice and review as texts ---------------------------------------------------------------------------------------


class AdviceColumn(NamedTuple):
    """One thing that is known of every move: a text each, the best move first."""

    kind: str  # `score`, `chance`, or `value` in the player's own measure
    head: str
    title: str  # the head in full
    cells: tuple[str, ...]


def advice_table(advice: "Advice") -> tuple[AdviceColumn, ...]:
    """Return what is known of all moves: the final score to expect, the chance of the next tile, or else the value."""
    choices, tile = advice.choices, str(advice.next_tile)
    scores = tuple(f"{one.score:,.0f}" for one in choices if one.score is not None)
    told = chance_text if advice.goal else percent
    chances = tuple(told(one.chance) for one in choices if one.chance is not None)
    columns = (
        AdviceColumn("score", _("score"), _("expected score"), scores),
        AdviceColumn("chance", tile, _("chance of {tile}").format(tile=tile), chances),
    )
    known = tuple(column for column in columns if len(column.cells) == len(choices))
    values = tuple(f"{one.value:,.0f}" for one in choices)
    return known or (AdviceColumn("value", _("value"), _("value"), values),)


def advice_title(advice: "Advice") -> str:
    """Return a heading for the table."""
    if advice.goal:
        return _("Exact chance of {tile}, by {player}").format(tile=advice.goal, player=player_name(advice.player))
    text = {
        ("score", "chance"): _("Expected final score, and chance of {tile}"),
        ("score",): _("Expected final score"),
        ("chance",): _("Chance of {tile}"),
    }.get(tuple(column.kind for column in advice_table(advice)), _("Value of each move, by {player}"))
    return text.format(tile=advice.next_tile, player=player_name(advice.player))


def advice_text(advice: "Advice") -> str:
    """Return the best move and the reason, in a sentence."""
    name, reason = move_name(advice.best), advice.reason
    return reason if reason.casefold().startswith(name.casefold()) else f"{name}: {reason}"


def advice_shares(advice: "Advice") -> tuple[float, ...]:
    """Return how each move compares, from 0 to 1, as long as bars: its chance, or its value between the extremes."""
    values = [one.value for one in advice.choices]
    least, span = min(values), (max(values) - min(values)) or 1.0
    return tuple((one.value - least) / span if one.chance is None else one.chance for one in advice.choices)


def review_text(review: "Review") -> str:
    """Return how well a game was played, in a sentence."""
    sentence = _("{share} of the moves were as good as the best.")
    sentences = [] if review.accuracy is None else [sentence.format(share=percent(review.accuracy))]
    return joined(sentences if review.moves else [*sentences, _("No move cost anything.")])


def percent(share: float) -> str:
    """Return a share in percent; what is not quite nothing or all is not called so.

    >>> percent(0.834), percent(0.9996), percent(1.0), percent(0.002)
    ('83%', '>99%', '100%', '<1%')
    """
    if 0 < share < 0.005:
        return "<1%"
    return ">99%" if 0.995 <= share < 1 else f"{100 * share:.0f}%"
