"""The screen of 2048: tiles, score, and an AI that advises and can be watched."""

import asyncio
import contextlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, cast

from textual import on, work

from tessella.game2048.board import Board
from tessella.game2048.sliding import Slide
from tessella.i18n import _, ngettext
from tessella.play.coach import Followed, WatchedMove, Watching
from tessella.play.coach.game2048 import Coach2048
from tessella.play.stored_game import StoredGame
from tessella.tui import dialogs
from tessella.tui.background import run_in_thread
from tessella.tui.keys import ARROW_KEYS, NUMBER_PAD, Command
from tessella.tui.messages import Swiped
from tessella.tui.screens.game import GameScreen
from tessella.tui.theme import ThemeStyles
from tessella.tui.widgets.score_panel import ScorePanel, advice_line, advice_rows, explanation
from tessella.tui.widgets.text_lines import Piece, Row, wrap
from tessella.tui.widgets.tile_board import TILE_SIZES, Picture, TileBoard, TileSize

if TYPE_CHECKING:
    from tessella.game2048.advice.advisor import Advice


REASON_COLUMNS = 150  # columns that the reason of a hint may take, all its lines together
NO_MOTION_SPEED = 8.0  # moves a second of the AI from which the tiles are drawn without motion
WATCH_SPEED = 5.0  # moves a second of the AI at first


class WatchableScreen(GameScreen):
    """A game that an AI can play while the player watches."""

    PACE_ACTIONS: ClassVar = frozenset({"faster", "slower", "pause", "resume", "step"})  # methods of `Watching`
    VIEW_ACTIONS: ClassVar = frozenset({"theme", "help", "statistics", "quit"})
    """The actions that let the AI play on; before all the others the player takes over."""

    def __init__(self, game: StoredGame, theme: ThemeStyles, *, motion: bool = True) -> None:
        super().__init__(game, theme, motion=motion)
        self._wake = asyncio.Event()  # set when the AI may have to move earlier, or can be seen again

    def watching_commands(self) -> list[Command]:
        """Return what can be done by keys as long as the AI plays."""
        watching = self.coach.watching
        if watching is None:
            return []
        return [
            Command("take_over", "escape v", _("Take over")),
            Command("faster", "+ =", _("Faster")),
            Command("slower", "- _", _("Slower")),
            Command(*(("resume", "space p", _("Resume")) if watching.is_paused else ("pause", "space p", _("Pause")))),
            Command("step", ".", _("Step")),
        ]

    def key_row(self) -> list[Command]:
        """Return the commands in the row of keys."""
        watching = self.watching_commands()
        return [*watching, *self.pick(("help", "quit"))] if watching else super().key_row()

    def watching_text(self, watching: Watching) -> str:
        """Return how fast the AI plays, and how to take over."""
        if not watching.moves and not self.coach.is_ready:
            state = self.coach.pending_text("move")
        elif watching.is_paused:
            state = _("Watching the AI: paused")
        else:
            state = ngettext(
                "Watching the AI: {speed:g} move per second",
                "Watching the AI: {speed:g} moves per second",
                1 if watching.speed == 1 else 2,
            ).format(speed=watching.speed)
        return "\n".join([state, _("Make a move or press Esc to take over."), _("Each of its moves counts as a hint.")])

    def run_command(self, name: str) -> None:
        """Do an action by its name; most of them take over from the AI."""
        if self.coach.watching and name in self.PACE_ACTIONS:
            self.attempt(getattr(self.coach.watching, name))
            return
        if name not in self.VIEW_ACTIONS:
            self.coach.take_over()
        super().run_command(name)

    def on_mount(self) -> None:
        """Begin to watch, where that was asked for."""
        if self.coach.watching:
            self.start_watching(self.coach.watching)

    def on_screen_resume(self) -> None:
        """Let the AI go on when no dialog covers the board any more."""
        self._wake.set()

    def place_all(self, columns: int, lines: int) -> None:
        """Place everything; let the AI go on where the board can be seen again."""
        super().place_all(columns, lines)
        self._wake.set()

    def action_watch(self) -> None:
        """Let the AI play on from here, each move a hint, until the player takes over."""
        self.start_watching(self.coach.watch(speed=WATCH_SPEED))

    @work(exclusive=True, group="watch")
    async def start_watching(self, watching: Watching) -> None:
        """Play the moves of a player that the coach lets play."""
        watching.on_change = self._wake.set
        time = asyncio.get_running_loop().time
        last_move = time() - 1 / watching.speed
        while self.coach.watching is watching:
            task = self.coach.next_move()
            if task is None:
                await self._sleep(None)
                continue
            await run_in_thread(task.run)
            while self.coach.watching is watching:
                # None as long as the AI rests, or nobody sees the board
                delay = watching.delay(time() - last_move) if self.is_on_top and self.regions else None
                if delay == 0:
                    break
                await self._sleep(delay)
            last_move = time()
            self.complete(task)

    async def _sleep(self, seconds: float | None) -> None:
        """Return after some seconds, or when something changes that a move may have waited for."""
        self._wake.clear()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._wake.wait(), seconds)

    def action_take_over(self) -> None:
        """Play on by hand."""
        self.coach.take_over()


class Game2048Screen(WatchableScreen):
    """2048."""

    MOVES: ClassVar[Mapping[str, str]] = ARROW_KEYS | NUMBER_PAD | {"w": "up", "a": "left", "s": "down", "d": "right"}
    KEY_ROW = ("undo", "hint", "watch", "choose_new", "redo", "id", "menu", "help", "quit")

    board: TileBoard
    coach: Coach2048
    position: Board
    _slide: Slide | None = None  # the move that is yet to be drawn
    _points = 0  # what the last move scored
    _drawn: Board | None = None
    _needs_reason_lines = False  # whether a reason was too long for the lines below the board

    @property
    def _advice(self) -> "Advice | None":
        return self.coach.shown

    # --- Board ---

    def make_board(self) -> TileBoard:
        """Return the board."""
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
        """Return the panel of scores, counts and the advice."""
        return ScorePanel(self.theme, self.coach, self._points, self._advice)

    def panel_line(self) -> list[list[Piece]]:
        """Return the numbers of the game, or of the advice, for one line."""
        if self._advice and not self._has_room_for_table(self._advice):
            return [list(advice_line(self._advice, self.theme, self.size.width - 2))]
        return super().panel_line()

    def message_rows(self) -> list[Row]:
        """Return a task and what was just said, and below it how to watch, or the reason of a hint."""
        assert self.regions
        room, theme = self.regions.text, self.theme
        task = self.coach.task
        rows: list[Row] = [[(line, theme.base)] for line in wrap(task, room.width)] if task else []
        rows += super().message_rows()
        if self.coach.watching:
            rows += [[(line, theme.accent)] for line in wrap(self.watching_text(self.coach.watching), room.width)]
        elif advice := self._advice:
            told = advice_rows(advice, theme) if self._has_room_for_table(advice) else []
            told += [[(line, theme.base)] for line in wrap(explanation(advice), room.width)]
            rows = told + rows if self.coach.is_pending("hint") else rows + told  # that more will come matters less
        return rows[: room.height]

    def _has_room_for_table(self, advice: "Advice") -> bool:
        """Return whether the table of the advice fits below the board, above its reason."""
        if self.regions is None or self.regions.is_beside:
            return False
        room = self.regions.message
        return len(advice.choices) + 1 + len(wrap(explanation(advice), room.width)) <= room.height

    def banner(self) -> tuple[str, str] | None:
        """Return what the coach says of a win, of the end, or in practice of the last move."""
        if (verdict := self.coach.verdict) is None:
            return super().banner()
        return str(verdict), "success" if verdict.is_right else "error"

    def key_row(self) -> list[Command]:
        """Return the commands in the row of keys; in practice there is a next position."""
        label = _("Next") if self.coach.trainer else _("New")
        return [one._replace(label=label) if one.action == "choose_new" else one for one in super().key_row()]

    def next_keys(self) -> str:
        """Return the keys that go on after the end, or from a win."""
        if not self.position.is_over():
            return _("Esc: keep playing")
        return _("u: undo, n: new, q: quit") + "\n" + _("x: review the game")

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
        """Show what was played."""
        self.app.push_screen(dialogs.statistics.game2048(self.coach, self.app.size.width))

    # --- Moves ---

    def play_key(self, name: str) -> bool:
        """Slide, if the key means a direction."""
        if move := self.MOVES.get(name):
            self._slide_to(move)
        return move is not None

    @on(Swiped)
    def _swiped(self, event: Swiped) -> None:
        if self.regions:
            self.attempt(lambda: self._slide_to(event.direction))

    def _slide_to(self, move: str) -> None:
        """Play a move, "" for a swipe that went nowhere; say why it changes nothing."""
        now = self.position
        if not move:
            self.say(_("Drag on the board to slide the tiles."))
        elif move in now.moves() or now.is_over():
            self.coach.play(move)
            self._moved(now, move)
        else:
            self.coach.take_over()
            self.say(_("Nothing moves that way."))

    def _moved(self, before: Board, move: str) -> None:
        if self.position.ply == before.ply + 1:
            self._slide = before.trace(move)

    def show_answer(self, kind: str, answer: Any) -> None:
        """Show what the coach has found or done."""
        if isinstance(answer, Followed | WatchedMove):
            move = answer.moves[0] if isinstance(answer, Followed) else answer.move
            self._moved(cast("Board", answer.before), move)
        elif kind == "hint":
            self.place_all(*self.size)
        elif self.is_on_top:
            dialog = dialogs.game2048.ReviewDialog(answer, self.app.size.width)
            self.open_dialog(dialog, lambda step: self.attempt(lambda: self.say(self.coach.back_to(step).text)))

    # --- Advice, review ---

    def place_all(self, columns: int, lines: int) -> None:
        """Place everything; once more where the reason of the advice is too long for the lines below the board."""
        super().place_all(columns, lines)
        if self._advice and self.regions and not self.regions.is_beside and not self._needs_reason_lines:
            message = self.regions.message
            if len(wrap(explanation(self._advice), message.width)) > message.height:
                self._needs_reason_lines = True
                super().place_all(columns, lines)

    def action_hint(self) -> None:
        """Ask what each move is worth; asked again, play the best."""
        self.ask("hint", self.coach.hint_or_follow())
        if self._advice:  # a first answer
            self.place_all(*self.size)

    def action_follow(self) -> None:
        """Play what the advice says; after the end, review the game."""
        if self.position.is_over():
            self.action_review()
        elif self._advice:
            self.ask("hint", self.coach.follow())

    def action_review(self) -> None:
        """Find the moves of this game that cost most."""
        # As many as leave the reason below them in sight.
        self.ask("review", self.coach.review(most=min(10, max(3, self.size.height - 16))))

    # --- Undo, new ---

    def action_redo(self) -> None:
        """Redo; a game that is won and over takes no move."""
        if self.position.is_over() and self.position.is_won():
            self.say(_("The game is over; no more moves can be made."))
        else:
            super().action_redo()

    def action_choose_new(self) -> None:
        """Ask for the rules of a new game; in practice go to the next position."""
        if self.coach.trainer:
            self.action_new()
            return
        dialog = dialogs.game2048.NewGameDialog(self.position.rules)
        self.open_dialog(dialog, lambda id_: self.attempt(lambda: self.start_new(id_)))
