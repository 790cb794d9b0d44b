"""Base of the screens of both games: their commands, the coach, and the way to other games."""

from abc import abstractmethod
from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from textual import on, work

from tessella import ids
from tessella.errors import TessellaError
from tessella.games import Position
from tessella.i18n import _, sentence
from tessella.play.coach import coach_for
from tessella.play.stored_game import StoredGame
from tessella.play.tasks import Task
from tessella.tui import dialogs
from tessella.tui.background import run_in_thread
from tessella.tui.keys import Command
from tessella.tui.messages import OpenGame, Pressed, ShowMenu
from tessella.tui.screens.base import BoardScreen
from tessella.tui.theme import ThemeStyles


class GameScreen(BoardScreen):
    """One game on the full screen; it draws what its StoredGame and its coach answer."""

    KEY_ROW: ClassVar[tuple[str, ...]] = ()
    """The actions in the row of keys, the ones that matter least last but for help and quit."""

    def __init__(self, game: StoredGame, theme: ThemeStyles, *, motion: bool = True) -> None:
        self.game = game
        self.coach = coach_for(game)
        self.has_motion = motion
        super().__init__(theme)

    @property
    def position(self) -> Any:
        """The position now."""
        return self.game.session.position

    def on_mount(self) -> None:
        """Say what the store has to say."""
        self._take_notices()

    def _take_notices(self) -> None:
        if notices := self.game.take_notices():
            self.say("\n".join(map(sentence, notices)), "error" if self.game.is_unsaved else "")

    # --- What a game adds ---

    @abstractmethod
    def next_keys(self) -> str:
        """Return the keys that go on from a win, or from the end of a game."""

    @abstractmethod
    def play_key(self, name: str) -> bool:
        """Play what a key stands for; return whether it stands for anything."""

    @abstractmethod
    def show_answer(self, kind: str, answer: Any) -> None:
        """Show what the coach has found or done when it was asked for a hint, a check and so on."""

    # --- Commands ---

    def commands(self) -> list[Command]:
        """Return what can be done by keys; the first command that has a key is the one that it stands for."""
        return [
            Command("undo", "u", _("Undo"), _("undo and redo, without limit, even after the end"), "u  y"),
            Command("redo", "y ctrl+r", _("Redo")),
            Command("choose_new", "n", _("New"), _("new game: choose its kind, or one like this"), "n  r"),
            Command("new", "r"),
            Command("id", "i", _("Id"), _("game id: copy it, or open another game")),
            Command("statistics", "o", "", _("statistics")),
            Command("theme", "z", "", _("next theme; menu of games"), "z  Esc"),
            Command("menu", "escape", _("Menu")),
            Command("help", "? f1", _("Help")),
            Command("quit", "q", _("Quit"), _("quit; the game is saved")),
        ]

    def banner(self) -> tuple[str, str] | None:
        """Return what the coach says about a game that is won or over, with the keys that go on from there."""
        outcome = self.coach.outcome()
        if outcome is None:
            return None
        return "\n".join([*outcome.sentences, self.next_keys()]), "success" if outcome.is_won else "error"

    def key_row(self) -> list[Command]:
        """Return the commands in the row of keys."""
        return self.pick(self.KEY_ROW)

    def pick(self, actions: Iterable[str]) -> list[Command]:
        """Return the commands of these actions."""
        commands = {command.action: command for command in self.commands()}
        return [commands[action] for action in actions]

    def press(self, name: str) -> None:
        """Do what a key of this name stands for; a capital letter that means nothing else is a small one."""
        actions = {key: one.action for one in reversed(self.commands()) for key in one.keys.split()}
        plain = name.removeprefix("shift+")
        command = actions.get(name) or actions.get(plain)
        if self.regions is None:  # nobody plays what cannot be seen
            if command == "quit":
                self.run_command(command)
        elif command:
            self.run_command(command)
        else:
            self.attempt(lambda: self._play_or_explain(name, plain))

    def _play_or_explain(self, name: str, plain: str) -> None:
        if not (self.play_key(name) or self.play_key(plain)) and len(plain) == 1:
            self.say(_("{key} does nothing here; ? shows the keys.").format(key=plain))

    @on(Pressed)
    def _pressed(self, event: Pressed) -> None:
        event.stop()
        self.run_command(event.action)

    def run_command(self, name: str) -> None:
        """Do an action by its name."""
        self.attempt(getattr(self, f"action_{name}"))

    def attempt(self, do: Callable[[], None]) -> None:
        """Do something, and draw; say why it cannot be done."""
        self._said = None
        try:
            do()
        except TessellaError as error:
            self.say(sentence(error))
        self._take_notices()
        if self._said is None:
            self._said_before = ""
        self.draw()

    # --- The coach ---

    def ask(self, kind: str, reply: object) -> None:
        """Show what the coach replied; what takes time is shown when it is ready."""
        if reply is None or isinstance(reply, Task):
            self.say(self.coach.pending_text(kind))
            if reply:
                self.work_out(reply)
        else:
            self.show_answer(kind, reply)

    @work
    async def work_out(self, task: Task[object]) -> None:
        """Do what takes time meanwhile, and show its result."""
        await run_in_thread(task.run)
        self.complete(task)

    def complete(self, task: Task[object]) -> None:
        """Show the result of a task, or why it failed; drop what nobody waits for any more."""
        try:
            answer = self.coach.complete(task)
        except TessellaError as error:
            self.refuse(error)
        else:
            if answer is not None:
                self.attempt(lambda: self.show_answer(task.kind, answer))

    # --- Actions ---

    def action_undo(self) -> None:
        """Undo the last move."""
        self.game.undo()

    def action_redo(self) -> None:
        """Redo what was undone last."""
        self.game.redo()

    def action_new(self) -> None:
        """Start a new game of the same kind; undo comes back."""
        self.start_new(self.coach.next_id())

    def start_new(self, what: str | ids.Opening[Position] | None) -> None:
        """Start a new game, by default of the same kind; undo comes back."""
        self.game.new(what)
        self.coach.resume_clock()
        self.say(_("New game. Press u to go back to the previous one."))

    @abstractmethod
    def action_choose_new(self) -> None:
        """Ask what the new game should be like."""

    def action_help(self) -> None:
        """Show the keys."""
        self.open_dialog(dialogs.info.HelpDialog(self.commands()), self.run_command)

    @abstractmethod
    def action_statistics(self) -> None:
        """Show the statistics of this game."""

    def action_id(self) -> None:
        """Show the id of the game, and open another one by its id."""
        self.open_dialog(dialogs.info.GameIdDialog(self.game), lambda game: self.post_message(OpenGame(game)))

    def action_menu(self) -> None:
        """Put the hint or the news of a win away; else go to the menu and leave the game as it is."""
        if not self.coach.dismiss():
            self.post_message(ShowMenu())

    def action_quit(self) -> None:
        """Quit."""
        self.app.exit()
