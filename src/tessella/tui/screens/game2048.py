"""The screen of 2048: tiles, score, and an AI that advises and can be watched."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, cast

from textual import on

from tessella.game2048.board import Board
from tessella.game2048.sliding import Slide
from tessella.i18n import _
from tessella.play.coach import Followed, WatchedMove
from tessella.play.coach.game2048 import Coach2048
from tessella.play.stored_game import StoredGame
from tessella.tui import dialogs
from tessella.tui.keys import ARROW_KEYS, NUMBER_PAD, Command
from tessella.tui.messages import Swiped
from tessella.tui.screens.watching import WatchableScreen
from tessella.tui.theme import ThemeStyles
from tessella.tui.widgets.score_panel import ScorePanel, advice_line, advice_rows, explanation
from tessella.tui.widgets.text_lines import Piece, Row, wrap
from tessella.tui.widgets.tile_board import TILE_SIZES, Picture, TileBoard, TileSize

if TYPE_CHECKING:
    from tessella.game2048.advice.advisor import Advice


REASON_COLUMNS = 150
"""Columns that the reason of a hint may take, all its lines together."""
NO_MOTION_SPEED = 8.0
"""Moves a second of the AI from which the tiles are drawn without motion."""


class Game2048Screen(WatchableScreen):
    """2048."""

    MOVES: ClassVar[Mapping[str, str]] = ARROW_KEYS | NUMBER_PAD | {"w": "up", "a": "left", "s": "down", "d": "right"}
    KEY_ROW = ("undo", "hint", "watch", "choose_new", "redo", "id", "menu", "help", "quit")

    board: TileBoard
    coach: Coach2048
    position: Board
    _slide: Slide | None = None
    """The move that is yet to be drawn."""

    def __init__(self, game: StoredGame, theme: ThemeStyles, *, motion: bool = True) -> None:
        super().__init__(game, theme, motion=motion)
        self._points = 0
        """What the last move scored."""
        self._drawn: Board | None = None
        self._has_just_won = False
        self._needs_reason_lines = False
        """Whether a reason was too long for the lines below the board."""

    @property
    def _advice(self) -> "Advice | None":
        return self.coach.shown

    # --- Board ---

    def make_board(self) -> TileBoard:
        return TileBoard(self.theme, motion=self.has_motion)

    def board_sizes(self, columns: int) -> list[tuple[TileSize, tuple[int, int], dict[str, Any]]]:
        """Return all sizes of tiles, first with lines for a whole reason below them where one needs it."""
        rules = self.position.rules
        reason_lines = -(-REASON_COLUMNS // max(columns - 2, 1))
        return [
            (size, size.board(rules.rows, rules.cols), {"message_lines": message_lines})
            for message_lines in ((reason_lines, 0) if self._needs_reason_lines else (0,))
            for size in TILE_SIZES
        ]

    def draw_board(self) -> None:
        """Show the tiles; after a move, with what it merged and spawned."""
        now, before, slide = self.position, self._drawn, self._slide
        self._drawn, self._slide = now, None
        if before and before is not now:
            self._has_just_won = now.ply == before.ply + 1 and now.is_won() and not before.is_won()
            self._points = slide.points if slide else 0
            if (before.rules.rows, before.rules.cols) != (now.rules.rows, now.rules.cols):
                self.place_all(*self.size)
                return
        picture = Picture(self.theme, now.rows, now.rules.target)
        if slide:
            merged = frozenset(tile.cell for tile in slide.merges)
            watching = self.coach.watching
            self.board.show_move(
                picture._replace(merged=merged, spawned=frozenset({slide.spawn.cell})),
                motion=watching is None or watching.speed < NO_MOTION_SPEED,
            )
        else:
            self.board.show(picture._replace(advised=self._advice.best if self._advice else ""))

    # --- Text ---

    def make_panel(self) -> ScorePanel:
        return ScorePanel(self.theme, self.game, self.position, self._points, self._advice)

    def panel_line(self) -> list[list[Piece]]:
        """Return the numbers of the game, or of the advice, for one line."""
        if self._advice and not self._has_room_for_table(self._advice):
            return [list(advice_line(self._advice, self.theme, self.size.width - 2))]
        return super().panel_line()

    def message_rows(self) -> list[Row]:
        """Return what was just said, and below it how to watch, or the reason of a hint."""
        rows = super().message_rows()
        assert self.regions
        room, theme = self.regions.text, self.theme
        if self.coach.watching:
            texts = self.watching_lines(self.coach.watching, room.width)
            rows += [[(line, theme.accent)] for line in texts]
        elif advice := self._advice:
            rows += advice_rows(advice, theme) if self._has_room_for_table(advice) else []
            rows += [[(line, theme.base)] for line in wrap(explanation(advice), room.width)]
        return rows[: room.height]

    def _has_room_for_table(self, advice: "Advice") -> bool:
        """Return whether the table of the advice fits below the board, above its reason."""
        if self.regions is None or self.regions.is_beside:
            return False
        room = self.regions.message
        return len(advice.choices) + 1 + len(wrap(explanation(advice), room.width)) <= room.height

    def banner(self) -> tuple[str, str] | None:
        """Return what is said of a game that was just won, or has ended."""
        now = self.position
        what_next = _("u: undo, n: new, q: quit") + "\n" + _("x: review the game")
        if now.is_won() and (self._has_just_won or (now.is_over() and now.rules.ends)):
            said = _("You win! Your score is {score}").format(score=now.score)
            return said + "\n" + (what_next if now.is_over() else _("Make a move to keep playing.")), "success"
        if now.is_over():
            said = _("You scored {score} points. Keep it up!").format(score=now.score)
            return _("Game over") + "\n" + said + "\n" + what_next, "error"
        return None

    def commands(self) -> list[Command]:
        """Return what can be done by keys."""
        moves = _("slide the tiles; so do the number pad and mouse swipes")
        return [
            *self.watching_commands(),
            Command("", "", "", moves, _("arrows  wasd  hjkl")),
            Command(
                "hint", "t", _("Hint"), _("hint: what each move is worth; again plays the best one"), _("t  Enter")
            ),
            Command("follow", "enter"),
            Command("watch", "v", _("Watch"), _("watch the AI continue until you take over")),
            Command("review", "x", "", _("review the costliest moves and go back to one")),
            *super().commands(),
        ]

    def action_statistics(self) -> None:
        game = self.game
        self.app.push_screen(dialogs.statistics.game2048(game.store, game.table, self.app.size.width))

    # --- Moves ---

    def play_key(self, name: str) -> bool:
        """Slide, if the key means a direction."""
        move = self.MOVES.get(name)
        if move is None:
            return False
        self._slide_to(move)
        return True

    @on(Swiped)
    def _swiped(self, event: Swiped) -> None:
        if self.regions:
            self.attempt(lambda: self._slide_to(event.direction))

    def _slide_to(self, move: str) -> None:
        """Play a move, "" for a swipe that went nowhere; say why it changes nothing."""
        now = self.position
        if not move:
            self.say(_("Drag on the board to slide the tiles."))
            return
        self.coach.take_over()
        if now.is_over():
            self.say(_("The game is over; no more moves can be made."))
        elif move not in now.moves():
            self.say(_("Nothing moves that way."))
        else:
            self.game.play(move)
            self._moved(now, move)

    def _moved(self, before: Board, move: str) -> None:
        if self.position.ply == before.ply + 1:
            self._slide = before.trace(move)

    def show_answer(self, kind: str, answer: Any) -> None:
        """Show what the coach has found or done."""
        if isinstance(answer, Followed):
            self._moved(cast("Board", answer.before), answer.moves[0])
        elif isinstance(answer, WatchedMove):
            self._moved(cast("Board", answer.before), answer.move)
        elif kind == "hint":
            self._make_room_for_reason(answer)
        elif self.is_on_top:
            dialog = dialogs.game2048.ReviewDialog(answer, self.app.size.width)
            self.open_dialog(dialog, lambda step: self.attempt(lambda: self.say(self.coach.back_to(step).text)))

    # --- Advice, review ---

    def _make_room_for_reason(self, advice: "Advice") -> None:
        """Place everything again where the reason is too long for the lines below the board."""
        if self.regions and not self.regions.is_beside and not self._needs_reason_lines:
            message = self.regions.message
            self._needs_reason_lines = len(wrap(explanation(advice), message.width)) > message.height
            self.place_all(*self.size)

    def action_hint(self) -> None:
        """Ask what each move is worth; asked again, play the best."""
        self.ask("hint", self.coach.hint_or_follow())

    def action_follow(self) -> None:
        """Play what the advice says; after the end, review the game."""
        if self.position.is_over():
            self.action_review()
        elif self._advice:
            self.ask("hint", self.coach.follow())

    def action_review(self) -> None:
        """Find the moves of this game that cost most."""
        # As many as leave the reason below them in sight.
        self.ask("review", self.coach.review(most=min(10, max(3, self.size.height - 15))))

    # --- Undo, new ---

    def action_redo(self) -> None:
        """Redo; a game that is won and over takes no move."""
        if self.position.is_over() and self.position.is_won():
            self.say(_("The game is over; no more moves can be made."))
        else:
            super().action_redo()

    def action_choose_new(self) -> None:
        """Ask for the rules of a new game."""
        dialog = dialogs.game2048.NewGameDialog(self.position.rules)
        self.open_dialog(dialog, lambda id_: self.attempt(lambda: self.start_new(id_)))
