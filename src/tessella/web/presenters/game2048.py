"""Presenter of 2048: tiles and how they slide, advice, the player that is watched, and the review."""

from functools import lru_cache
from typing import Any, cast

from tessella import game2048, ids
from tessella.game2048.advice.advisor import Advice
from tessella.game2048.advice.reasons import move_name
from tessella.game2048.game_review import Review
from tessella.game2048.rules import preset_summary
from tessella.games import Position
from tessella.i18n import _, sentence
from tessella.play.coach import WatchedMove
from tessella.play.coach.game2048 import Coach2048, advice_shares, advice_table, advice_text, advice_title, percent
from tessella.play.session import clock
from tessella.play.store import Store
from tessella.web import protocol
from tessella.web.live_game import LastMove, LiveGame, Presenter, help_counts
from tessella.web.protocol import Choice, FieldChoice, FormField, Frame, GameOptions, Hint2048, Options2048, Table

MAX_ROWS = 12  # sets of rules in the statistics


class _Presenter2048(Presenter):
    state_type = protocol.State2048
    uncounted = ("pause", "hint")
    hints_later = True

    def details(self, game: LiveGame) -> dict[str, Any]:
        board, coach = _board(game.position), game.coach
        last, day = game.last_move, ids.daily(ids.split(game.id)[1])
        return {
            "title": _("2048 of {day}").format(day=day) if day else f"2048 {board.rules}",
            "outcome": _outcome(game, board),
            "counts": [
                (_("Score"), str(board.score)),
                (_("Best"), str(game.best())),
                (_("Moves"), str(game.stored.session.step)),
                *help_counts(game),
            ],
            "rows": board.rows,
            "target": board.rules.target,
            "rules": str(board.rules),
            "size": (board.rules.rows, board.rules.cols),
            "moves": board.moves(),
            "points": board.score - last.before.score if last else 0,
            "slide": slide(last) if last else None,
            "thinking": coach.pending_text("hint") if coach.is_pending("hint") else "",
            "hint": hint(coach.shown) if isinstance(coach.shown, Advice) else None,
            "watch": coach.watching
            and protocol.Watched(_("The AI"), running=not coach.watching.is_paused, speed=coach.watching.speed),
            "review": review(game),
        }

    def announce_move(self, last: LastMove) -> str:
        traced = _trace(_board(last.before), last.move)
        parts = [move_name(last.move)]
        if traced.merges:
            parts.append(_("merged into {tiles}").format(tiles=", ".join(str(tile.value) for tile in traced.merges)))
        row, col = traced.spawn.cell
        place = _("row {row}, column {col}").format(row=row + 1, col=col + 1)
        parts.append(_("new {tile} in {place}").format(tile=traced.spawn.value, place=place))
        parts.append(_("score {score}").format(score=last.after.score))
        return "; ".join(parts)

    def announce(self, answer: Any) -> str:
        if isinstance(answer, Advice):
            return advice_text(answer)
        if isinstance(answer, Review):
            return review_title(answer)
        if not isinstance(answer, WatchedMove) or answer.is_step:
            return super().announce(answer)
        highest = _board(answer.after).highest
        return _("{tile} is reached").format(tile=highest) if highest > _board(answer.before).highest else ""

    def frame(self, step: int, move: str, position: Position) -> Frame:
        board = _board(position)
        return Frame(step, move, board.score, board.rows)

    def form(self, _store: Store) -> list[FormField]:
        rules = [FieldChoice(name, name, preset_summary(name)) for name in game2048.RULES]
        return [
            FormField("rules", _("Rules"), "classic", choices=rules),
            FormField("size", _("Size"), "4x4", _("rows x columns, from 2x2 to 8x8")),
            FormField("target", _("Target"), "", _("a power of two, 8 or more")),
            FormField("fours", _("4s"), "", _("percentage of new tiles that are 4s")),
        ]

    def new_id(self, options: GameOptions) -> str:
        assert isinstance(options, Options2048)
        rules = game2048.Rules.of(
            options.rules or "classic",
            size=options.size.replace("×", "x").replace("*", "x").lower() or None,
            target=options.target or None,
            fours=options.fours.rstrip("%") or None,
        )
        return f"2048:{rules}"

    def statistics(self, store: Store) -> tuple[Table, list[str]]:
        head = [_("Rules"), _("Games"), _("Won"), _("Best"), _("With help"), _("Moves"), _("Time")]
        rows = [
            [
                *(row.score_table, str(row.games), str(row.won), str(row.best)),
                *(str(row.assisted), str(row.moves), clock(row.ms)),
            ]
            for row in store.scores.statistics(game="2048")
        ]
        return Table(_("Statistics"), head, rows[:MAX_ROWS]), []


def _board(position: Position) -> game2048.Board:
    return cast("game2048.Board", position)


@lru_cache(maxsize=64)  # a move is drawn and announced, for every tab
def _trace(board: game2048.Board, move: str) -> game2048.Slide:
    return board.trace(move)


def _outcome(game: LiveGame, board: game2048.Board) -> str:
    session = game.stored.session
    won = _("You win! Your score is {score}").format(score=board.score)
    if board.is_over():
        lost = _("Game over") + ". " + _("You scored {score} points. Keep it up!").format(score=board.score)
        return won if board.is_won() and board.rules.ends else lost
    if board.is_won() and session.step and not session.position_after(session.step - 1).is_won():
        return won + ". " + _("You can keep playing.")
    return ""


def slide(last: LastMove) -> protocol.Slide:
    """Return how the tiles of a move slide, as a client animates it.

    >>> board = game2048.Board.parse("2 2 4 . / . . . .")
    >>> slide(LastMove(0, board, "left", board.play("left"))).merges
    (PlacedTile(value=4, cell=(0, 0)),)
    """
    traced = _trace(_board(last.before), last.move)
    return protocol.Slide(last.at, traced.tiles, traced.merges, traced.spawn)


def hint(advice: Advice) -> Hint2048:
    """Return a hint as texts: the moves, best first, each with what can be expected of it."""
    texts = {column.kind: column.cells for column in advice_table(advice)}
    blank = ("",) * len(advice.choices)
    columns = zip(
        advice.choices, texts.get("score", blank), texts.get("chance", blank), advice_shares(advice), strict=True
    )
    return Hint2048(
        best=advice.best,
        reason=sentence(advice.reason),
        about=advice_title(advice),
        player=advice.player,
        choices=[
            Choice(choice.move, sentence(move_name(choice.move)), score, chance, round(share, 3))
            for choice, score, chance, share in columns
        ],
    )


def review(game: LiveGame) -> protocol.ReviewState | None:
    """Return the review of a game, that it is being computed, or None."""
    if game.coach.is_pending("review"):
        return protocol.ReviewState(thinking=game.coach.pending_text("review"))
    if (found := cast("Coach2048", game.coach).reviewed) is None:
        return None
    return protocol.ReviewState(
        title=review_title(found),
        moves=[
            protocol.ReviewedMove(
                step=mistake.ply,
                label=_("Move {step}: {move}").format(step=mistake.ply + 1, move=sentence(move_name(mistake.played))),
                played=mistake.played,
                better=mistake.better,
                cost=f"-{mistake.cost:,.0f}" if found.in_points else "",
                reason=sentence(mistake.reason),
                rows=mistake.board.rows,
            )
            for mistake in found.moves
        ],
    )


def review_title(found: Review) -> str:
    """Return how well a game was played."""
    if not found.moves or found.accuracy is None:
        return _("No move cost anything.")
    return _("{share} of the moves were as good as the best. The costliest ones:").format(share=percent(found.accuracy))


presenter = _Presenter2048()
