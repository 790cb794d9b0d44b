"""2048 as pages show it: tiles and how they slide, advice, the player that is watched, and the review."""

from functools import lru_cache
from typing import Any, ClassVar, cast

from tessella import game2048
from tessella.game2048.advice.advisor import Advice
from tessella.game2048.advice.reasons import move_name, player_name
from tessella.game2048.game_review import Review
from tessella.game2048.rules import preset_summary
from tessella.i18n import _, joined, sentence
from tessella.play.coach import WatchedMove
from tessella.play.coach.game2048 import Coach2048, advice_shares, advice_table, advice_text, advice_title, review_text
from tessella.play.store import Store
from tessella.web import protocol
from tessella.web.live_game import LiveGame
from tessella.web.protocol import Choice, FieldChoice, FormField, Frame, Hint2048


class Live2048(LiveGame):
    """A game of 2048 that is shown."""

    coach: Coach2048
    position: game2048.Board
    state_type = protocol.State2048
    uncounted: ClassVar = ("pause", "hint")  # a hint comes after the answer to its request
    hints_later: ClassVar = True

    def details(self) -> dict[str, Any]:
        """Return the board, its last move, and what coach and AI have to say of it."""
        board, coach, verdict = self.position, self.coach, self.coach.verdict
        return {
            "rows": board.rows,
            "target": board.rules.target,
            "size": (board.rules.rows, board.rules.cols),
            "moves": board.moves(),
            "slide": _trace(*self.last_move) if self.last_move else None,
            "thinking": self.pending_text("hint") if coach.is_pending("hint") else "",
            "hint": hint(coach.shown) if coach.shown else None,
            "watch": coach.watching
            and protocol.Watched(_("The AI"), running=not coach.watching.is_paused, speed=coach.watching.speed),
            "review": review(coach),
            "practice": str(verdict or coach.task) if coach.trainer else None,
            "wrong": verdict is not None and not verdict.is_right,
        }

    def frame(self, step: int, move: str, position: Any) -> Frame:
        """Return a position of a replay."""
        return Frame(step, move, position.score, position.rows)

    def text_of_move(self, before: Any, move: str, after: Any) -> str:
        """Return where the move went, what it merged, and the new tile."""
        traced = _trace(before, move)
        row, col = traced.spawn.cell
        place = _("row {row}, column {col}").format(row=row + 1, col=col + 1)
        merged = _(", ").join(str(tile.value) for tile in traced.merges)
        parts = [
            move_name(move),
            _("merged into {tiles}").format(tiles=merged) if merged else "",
            _("new {tile} in {place}").format(tile=traced.spawn.value, place=place),
            _("score {score}").format(score=after.score),
        ]
        told = _("; ").join(filter(None, parts))
        return joined([f"{told}.", str(verdict)]) if (verdict := self.coach.verdict) else told

    def text_of(self, answer: Any) -> str:
        """Return what an answer of the coach says; of the moves of the AI, only what they reach."""
        if isinstance(answer, Advice):
            return advice_text(answer)
        if isinstance(answer, Review):
            return review_text(answer)
        if isinstance(answer, WatchedMove) and not answer.is_step:
            before, after = cast("game2048.Board", answer.before), cast("game2048.Board", answer.after)
            return _("{tile} is reached").format(tile=after.highest) if after.highest > before.highest else ""
        return super().text_of(answer)

    @staticmethod
    def form(_store: Store) -> list[FormField]:
        """Return the fields of the form for a new game."""
        rules = [FieldChoice(name, name, preset_summary(name)) for name in game2048.RULES]
        return [
            FormField("rules", _("Rules"), "classic", choices=rules),
            FormField("size", _("Size"), "4x4", _("rows x columns, from 2x2 to 8x8")),
            FormField("target", _("Target"), "", _("a power of two, 8 or more")),
            FormField("fours", _("4s"), "", _("percentage of new tiles that are 4s")),
        ]


_trace = lru_cache(maxsize=64)(game2048.Board.trace)  # a move is drawn and announced, for every tab


def hint(advice: Advice) -> Hint2048:
    """Return a hint as texts: the moves, best first, each with what can be expected of it."""
    table, shares = advice_table(advice), advice_shares(advice)
    return Hint2048(
        best=advice.best,
        reason=sentence(advice.reason),
        about=advice_title(advice),
        player=player_name(advice.player),
        choices=[
            Choice(one.move, sentence(move_name(one.move)), [column.cells[n] for column in table], round(shares[n], 3))
            for n, one in enumerate(advice.choices)
        ],
    )


def review(coach: Coach2048) -> protocol.ReviewState | None:
    """Return the review of a game, that it is being computed, or None."""
    if coach.is_pending("review"):
        return protocol.ReviewState(thinking=coach.pending_text("review"))
    if (found := coach.reviewed) is None:
        return None
    return protocol.ReviewState(
        title=review_text(found),
        moves=[
            protocol.ReviewedMove(
                step=mistake.ply,
                label=_("Move {step}: {move}").format(step=mistake.ply + 1, move=sentence(move_name(mistake.played))),
                played=mistake.played,
                better=mistake.better,
                cost=f"-{mistake.cost_text}" if found.in_points or mistake.goal else "",
                reason=sentence(mistake.reason),
                rows=mistake.board.rows,
            )
            for mistake in found.moves
        ],
    )
