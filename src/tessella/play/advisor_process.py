"""How does a front end ask the players of 2048 for advice, and draw meanwhile?

It asks a process of its own that is kept alive: there the compiler is loaded and the network held (400 MB), while the
one that draws stays small and never waits for a lock of the interpreter's. It is this very module, run without
arguments: a question is a line of JSON, and so is its answer.

    front end                     child
    {"do": "advise", ...}   -->   solve.advise
    advice, or an error     <--   what it returned, or raised
    (end of input)          -->   ends at once, also in the middle of a thought

One question is thought about at a time. A child that was killed is started anew, once a question; where no process can
be had, this one thinks.
"""

import atexit
import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import threading
from functools import cache
from typing import TYPE_CHECKING, Any, TextIO

from tessella import errors, i18n
from tessella.errors import TessellaError
from tessella.i18n import _
from tessella.play.advisor import DEFAULT_PLAYER as BEST
from tessella.play.advisor import PlayerOptions as Who

if TYPE_CHECKING:
    from tessella.game2048.advice.advisor import Advice
    from tessella.game2048.board import Board
    from tessella.game2048.game_review import Review
    from tessella.play.session import Session

__all__ = ["BEST", "Thinker", "Who", "shared"]

Message = dict[str, Any]
"""A question or an answer, as JSON writes it."""

PATIENCE = 0.5
"""Seconds between two looks for an interruption while an answer is waited for."""


class _Child:
    """The process that thinks, and a thread that waits for what it says."""

    def __init__(self) -> None:
        path = os.pathsep.join(filter(None, sys.path))  # it finds what this process finds, and nothing in between
        # In a group of its own it does not get the Ctrl-C that is meant for the game.
        apart: dict[str, Any] = {"start_new_session": True}
        if sys.platform == "win32":
            apart = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
        self.process = subprocess.Popen(  # noqa: S603 - our own interpreter
            [sys.executable, "-P", "-m", __name__],  # -P: nothing from the folder that one happens to be in
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"},
            encoding="utf-8",
            **apart,
        )
        self.has_answered = False
        self._said: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def _listen(self) -> None:
        """Pass on what the child says; when it has ended, bury it."""
        assert self.process.stdout
        with self.process.stdout as stdout:
            for line in stdout:
                self._said.put(line)
        self.process.wait()
        self._said.put(None)

    def ask(self, question: Message) -> Message | None:
        """Return the answer to a question, None where the child has ended without one."""
        assert self.process.stdin
        with contextlib.suppress(OSError, ValueError):  # it has ended; the listener will say so
            self.process.stdin.write(json.dumps(question) + "\n")
            self.process.stdin.flush()
        while True:
            try:
                line = self._said.get(timeout=PATIENCE)
            except queue.Empty:
                continue
            if line is None or not line.endswith("\n"):  # the end, also in the middle of a line
                return None
            self.has_answered = True
            answer: Message = json.loads(line)
            return answer

    def end(self) -> None:
        """End the process, whatever it does."""
        self.process.kill()
        self._listener.join()
        assert self.process.stdin
        with contextlib.suppress(OSError):  # what it was to be told was never taken
            self.process.stdin.close()


class Thinker:
    """Players of 2048 that think in a process of their own; any thread may ask.

    The process starts with the first question, and ends with this one or with `stop`. What a question raises there is
    raised here.
    """

    def __init__(self) -> None:
        self._asking = threading.Lock()
        self._child: _Child | None = None
        self._has_thought = False  # in this process, where no other can be had
        self._stops = 0

    # --- What can be asked ---

    def advise(
        self, board: "Board", *, player: str | None = None, ply: int | None = None, seconds: float | None = None
    ) -> "Advice":
        """Return what `solve.advise` says of a board."""
        from tessella.game2048.advice.advisor import Advice  # noqa: PLC0415 - only who asks

        told = self._ask("advise", board=board.to_text(), player=player, ply=ply, seconds=seconds)
        return Advice.from_json(told)

    def best_move(
        self, board: "Board", *, player: str | None = None, ply: int | None = None, seconds: float | None = None
    ) -> str:
        """Return the move that `solve.best_move` takes."""
        return str(self._ask("best_move", board=board.to_text(), player=player, ply=ply, seconds=seconds))

    def review(
        self,
        game: "Session | str",
        *,
        player: str | None = None,
        ply: int | None = None,
        seconds: float | None = None,
        most: int = 10,
    ) -> "Review":
        """Return what `rate.review` says of a game: a session, or the text of its save."""
        from tessella.game2048.game_review import Review  # noqa: PLC0415 - only who asks

        save = game if isinstance(game, str) else game.to_text()
        return Review.from_json(self._ask("review", save=save, player=player, ply=ply, seconds=seconds, most=most))

    def warm_up(self, board: "Board") -> None:
        """Begin to get ready for boards like this one, in the background: the first time of all it is compiled."""
        threading.Thread(target=self._warm_up, args=(i18n.language(), board.to_text()), daemon=True).start()

    def _warm_up(self, lang: str, board: str) -> None:
        with contextlib.suppress(TessellaError), i18n.speaking(lang):  # who asks in earnest is told
            self._ask("advise", board=board, player=None, ply=None, seconds=None)

    @property
    def is_warm(self) -> bool:
        """Whether a question has been answered, so that the next answer takes no longer than its thought."""
        child = self._child  # another thread may stop it at any moment
        return child.has_answered if child else self._has_thought

    def stop(self) -> None:
        """End the process; what it thinks about is given up. A later question starts another one."""
        self._stops += 1
        child, self._child = self._child, None
        if child:
            child.end()

    # --- Asking ---

    def _ask(self, do: str, **what: object) -> Any:
        """Return the answer to a question; raise what it raised there."""
        question = {"do": do, "lang": i18n.language(), **what}
        stops = self._stops
        with self._asking:
            answer = self._answer(question, stops)
        if "error" in answer:
            kind = getattr(errors, answer["error"], TessellaError)
            raise kind(answer["message"], hint=answer["hint"])
        return answer["answer"]

    def _begun(self, stops: int) -> _Child:
        """Return a new child; one that was told to stop while it began has ended."""
        child = self._child = _Child()
        if stops != self._stops:
            child.end()
        return child

    def _answer(self, question: Message, stops: int) -> Message:
        """Return a child's answer, of a second one where the first was killed; of this process where there is none."""
        code = 1
        for _child in range(2):
            if stops != self._stops:
                raise TessellaError(_("the player was told to stop"))
            try:
                child = self._child or self._begun(stops)
            except OSError:
                break
            try:
                answer = child.ask(question)
            except BaseException:  # Ctrl-C: nobody waits for the answer any more
                self.stop()
                raise
            if answer is not None:
                return answer
            code = child.process.returncode
            child.end()
            if self._child is child:
                self._child = None
        if stops != self._stops:
            raise TessellaError(_("the player was told to stop"))
        if code < 0:  # killed twice: for want of memory it would take this process along
            raise TessellaError(_("the player was ended by the system twice, perhaps for want of memory"))
        answer = _think(question)
        self._has_thought = True
        return answer


@cache
def shared() -> Thinker:
    """Return the Thinker of this process."""
    thinker = Thinker()
    atexit.register(thinker.stop)
    return thinker


# --- In the child ---------------------------------------------------------------------------------------------------


def _think(question: Message) -> Message:
    """Return the answer to a question, or the error that it raises."""
    try:
        with i18n.speaking(question["lang"]):
            return {"answer": _DOES[question["do"]](question)}
    except TessellaError as error:
        kind = next(kind for kind in type(error).__mro__ if hasattr(errors, kind.__name__))
        return {"error": kind.__name__, "message": str(error), "hint": error.hint}
    except MemoryError:
        message = _("there is not enough memory for this player")
        return {"error": "TessellaError", "message": message, "hint": ""}


def _who(question: Message) -> Message:
    """Return which player is asked, as the room that answers takes it."""
    return {name: question[name] for name in Who._fields}


def _advise(question: Message) -> object:
    from tessella.game2048.advice import advisor  # noqa: PLC0415 - players are loaded when they are asked
    from tessella.game2048.board import Board  # noqa: PLC0415 - the same

    return advisor.advise(Board.parse(question["board"]), **_who(question)).to_json()


def _best_move(question: Message) -> object:
    from tessella.game2048.advice import advisor  # noqa: PLC0415 - players are loaded when they are asked
    from tessella.game2048.board import Board  # noqa: PLC0415 - the same

    return advisor.best_move(Board.parse(question["board"]), **_who(question))


def _review(question: Message) -> object:
    from tessella.game2048 import game_review  # noqa: PLC0415 - players are loaded when they are asked
    from tessella.play.session import Session  # noqa: PLC0415 - the same

    session = Session.from_text(question["save"])
    return game_review.review(session, most=question["most"], **_who(question)).to_json()


_DOES = {"advise": _advise, "best_move": _best_move, "review": _review}


def _listen(questions: "queue.SimpleQueue[str]") -> None:
    """Pass on the questions; at the end of input, which is the end of who asks, end at once."""
    with contextlib.suppress(OSError, ValueError):
        for line in sys.stdin:
            questions.put(line)
    os._exit(0)


def main() -> None:
    """Answer question after question."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers: TextIO = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    sys.stdout = sys.stderr  # what else is printed is no answer
    questions: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(questions,), daemon=True).start()
    while True:
        answers.write(json.dumps(_think(json.loads(questions.get()))) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
