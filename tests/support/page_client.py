"""Client of a player's games, as a page is one: it remembers what it has seen, and sends one request at a time."""

from typing import Any

from tessella.play.tasks import Task
from tessella.web import protocol
from tessella.web.player_games import PlayerGames

__all__ = ["PageClient"]


class PageClient:
    """A page without a browser."""

    def __init__(self, games: PlayerGames, id: str = "2048:classic#42") -> None:
        self.games = games
        self.game = games.open(id)
        self.state = protocol.to_builtins(self.game.state())
        self.task: Task[Any] | None = None
        """What the last request has to have computed in the background."""

    def ask(self, do: str, **fields: object) -> dict[str, Any]:
        """Send a request with what was seen, and return the answer as its JSON stands for it."""
        request = {"n": 1, "do": do, "at": self.state["at"], "of": self.state["id"], **fields}
        reply = self.games.reply(self.game, request)
        answer = protocol.to_builtins(reply.answer)
        self.game, self.task, self.state = reply.game, reply.task, answer["state"]
        return answer

    def task_of(self, do: str, **fields: object) -> Task[Any] | None:
        """Send a request that can be done, and return what has to be computed for it."""
        assert "error" not in self.ask(do, **fields)
        return self.task

    def complete(self, task: Task[Any] | None) -> bool:
        """Compute something in the background; return whether there is something new to see."""
        assert task is not None
        task.run()
        return self.game.complete(task)
