"""Games of one player: those that are shown, one for each slot, and the answers to requests."""

import secrets
from collections.abc import Callable, Generator, Mapping
from functools import partial
from itertools import starmap
from typing import Any, NamedTuple, TypeAlias, TypeVar
from urllib.parse import unquote

from msgspec.structs import asdict

from tessella import games, i18n, ids
from tessella.errors import MoveError, ParseError, StoppedError, TessellaError, one_of
from tessella.games import Position
from tessella.i18n import N_, _, half_width, joined, sentence
from tessella.palette import THEMES
from tessella.play import progress
from tessella.play.coach import preferences as sudoku_preferences
from tessella.play.session import HEADER as SAVE
from tessella.play.session import Session
from tessella.play.store import Store, number_of
from tessella.play.stored_game import StoredGame
from tessella.play.tasks import OPEN_TIMEOUT, Task, open_task
from tessella.sudoku.tutor import practice
from tessella.web import protocol
from tessella.web.labels import labels, theme_names
from tessella.web.live_game import LIVE_GAMES, MAX_REVIEWED, LiveGame, live_game, moved_elsewhere
from tessella.web.presenters import tables
from tessella.web.protocol import Answer, Request


class Reply(NamedTuple):
    """What a request comes to."""

    answer: Answer
    game: LiveGame  # the one that the client is shown from now on
    is_news: bool  # whether others who are shown the game should be told
    task: Task[Any] | None = None  # what is to be computed in the background, for `LiveGame.complete` to take


Value = TypeVar("Value")
Slow: TypeAlias = Callable[[], object]
Steps: TypeAlias = Generator[Slow, Any, Reply]  # a request: yields what touches no game, takes what that came to
Outcome: TypeAlias = protocol.Result | LiveGame | Task[Any] | None  # what a handler tells besides the state
Handled: TypeAlias = Outcome | Generator[Slow, Any, Outcome]


def advance(steps: Generator[Slow, Any, Value], result: object = None) -> Slow | Value:
    """Return the next slow function of a request, to be given the result of the one before, or its reply."""
    try:
        return steps.throw(result) if isinstance(result, Exception) else steps.send(result)
    except StopIteration as stop:
        value: Value = stop.value
        return value


def attempt(function: Slow) -> object:
    """Return what a function returns, or the error that it raises: that is an answer too."""
    try:
        return function()
    except TessellaError as error:
        return error


def finish(steps: Generator[Slow, Any, Value]) -> Value:
    """Return what a request comes to, slow parts included."""
    step = advance(steps)
    while callable(step):
        step = advance(steps, attempt(step))
    return step


class PlayerGames:
    """One player's games, so that two tabs at a slot show the same one.

    >>> games = PlayerGames(Store.in_memory())
    >>> game = games.open("2048:classic#42")
    >>> reply = games.reply(game, {"n": 1, "do": "play", "move": "left", "at": 0})
    >>> reply.answer.state.step, reply.answer.state.announcement
    (1, 'Left; new 2 in row 1, column 4; score 0')
    """

    def __init__(
        self, store: Store, *, multi_user: bool = False, assigned: Mapping[str, ids.Opening[Position]] | None = None
    ) -> None:
        self.store = store
        self.assigned = assigned or {}  # the games that a class is given, by id, made once for all
        self.multi_user = multi_user  # whether visitors compete, so that the seeds that are drawn are secret
        self.live: dict[str, LiveGame] = {}  # the games that are shown, by slot

    def open(self, typed: str) -> LiveGame:
        """Return the game of an id, of what stands behind its colon, or of a position; another one is an undo away."""
        return finish(self.go_to(typed))

    def go_to(self, typed: str, name: str = "2048", *, is_back: bool = False) -> Generator[Slow, Any, LiveGame]:
        """Return the same, made by whoever runs what is yielded; what names no game is tried as one of `name` first."""
        _page, is_link, query = typed.partition("?g=")
        typed = unquote(query.partition("&")[0]) if is_link else typed
        if typed.lstrip().startswith(SAVE) and not self.multi_user:  # where people compete, nobody brings games along
            saved: tuple[Session, ids.Opening[Position]] = yield partial(_saved, typed.lstrip())
            return self._adopt(StoredGame.of_save(self.store, *saved, playing=self._playing))
        if found := self.find(typed, is_back=is_back):
            return found
        dealing = self.dealing(typed, name)
        # In a browser the first board would wait for a second Python otherwise.
        is_quick = games.name_of(typed) in games.GAMES and not games.takes_long(typed)
        opening = dealing() if is_quick else (yield dealing)
        return self.find(typed, is_back=is_back) or self.begin(opening, is_back=is_back)

    def find(self, typed: str, *, is_back: bool = False) -> LiveGame | None:
        """Return a game that need not be made first, None where there is none."""
        text = half_width(typed)
        # A game that is shown is not asked of the store, which may be out of reach just now.
        for game in sorted(self.live.values(), key=lambda game: -game.last_used):
            if text in (games.name_of(game.id), game.id, game.handle):
                return game
        if number := number_of(text):
            return self.go_on_with(number, is_back=is_back)
        if games.name_of(text) not in games.GAMES:
            return None
        if is_back:
            stored = StoredGame.in_slot(self.store, text)
        else:
            stored = StoredGame.resume(self.store, text, playing=self._playing)
        return self._adopt(stored) if stored else None

    def dealing(self, typed: str, name: str = "") -> Callable[[], ids.Opening[Position]]:
        """Return what makes the game that a text names, or as one of `name` an id in full.

        Among several visitors, a seed that it leaves open is secret. Such a seed has the full width of 64 bits: one of
        nine digits is found by trying all against the first tiles.
        """
        return partial(_dealt, typed, name, self.assigned, secrets.randbits(64) if self.multi_user else None)

    def go_on_with(self, number: int, *, is_back: bool = False) -> LiveGame:
        """Return the game of a row of the store, or with `is_back` the one that lies in its slot by now.

        Raises StoreError where it cannot be read.
        """
        if shown := next((game for game in self.live.values() if game.stored.number == number), None):
            return shown
        if is_back and (row := self.store.in_slot(slot := self.store.load(number).slot)):
            return self.live.get(slot) or self._adopt(StoredGame(self.store, row))
        return self._adopt(StoredGame.continued(self.store, number, playing=self._playing))

    @property
    def _playing(self) -> list[StoredGame]:
        return [game.stored for game in self.live.values()]

    def begin(self, opening: ids.Opening[Position], *, is_back: bool = False) -> LiveGame:
        """Return the game of an opening: resumed if it is in progress, begun otherwise.

        A client that `is_back` was at that game before, and gets what lies in its slot by now.
        """
        if is_back and opening.slot in self.live:
            return self.live[opening.slot]
        if is_back and (row := self.store.in_slot(opening.slot)):
            return self._adopt(StoredGame(self.store, row))
        return self._adopt(StoredGame.begin(self.store, opening, replaces=True, playing=self._playing))

    def _adopt(self, stored: StoredGame) -> LiveGame:
        """Return the live game of a slot, at that stored game from now on unless it is at the same one already."""
        game = self.live.get(stored.slot)
        if game is None:
            game = self.live[stored.slot] = live_game(stored)
        elif (game.id, game.stored.number) != (stored.session.id, stored.number):
            game.stored.save()
            if not game.stored.is_unsaved:  # while the disk takes nothing, nobody finds back to it from another
                game.coach.game = stored
                game.changed()
        return game

    def close(self, game: LiveGame) -> None:
        """Stop the clock of a game that nobody is shown any more, and forget it where it is stored."""
        game.stored.leave()
        if not game.stored.is_unsaved and self.live.get(game.slot) is game:
            del self.live[game.slot]

    def greet(self, typed: str, *, is_back: bool) -> Steps:
        """Return the first message to a client, on the game that it asks for or else the one played last."""
        failure, shown = TessellaError(""), {game: game.id for game in self.live.values()}
        try:
            game = yield from self.go_to(typed, is_back=is_back)
        except StoppedError:  # nobody waits for it any more
            raise
        except TessellaError as error:
            failure, game = error, (yield from self.go_to(""))
        hello = protocol.Hello(settings(self.store), i18n.LANGUAGES, self.multi_user)
        task = game.wanted()
        answer = Answer(hello=hello, state=game.state(), error=sentence(failure), hint=sentence(failure.hint))
        return Reply(answer, game, shown.get(game, game.id) != game.id, task)

    def reply(self, game: LiveGame, message: object) -> Reply:
        """Return the reply to a request, slow parts included."""
        return finish(self.respond(game, message))

    def respond(self, game: LiveGame, message: object) -> Steps:
        """Answer a request as JSON gave it; what cannot be done is an answer too, and raises nothing."""
        before = game.stored.session, game.at
        request, outcome, failure, is_shown = Request(), None, TessellaError(""), False
        try:
            request = protocol.read_request(message)
            is_shown = isinstance(request, SHOWN)
            if _takes_over(game, request):
                is_shown = True
            elif not _was_done(game, request):
                handled = HANDLERS[request.verb](self, game, request)
                outcome = (yield from handled) if isinstance(handled, Generator) else handled
        except TessellaError as error:
            game.changed()
            failure, is_shown = error, False
        shown = outcome if isinstance(outcome, LiveGame) else game
        task = outcome if isinstance(outcome, Task) else shown.wanted()
        result = None if isinstance(outcome, LiveGame | Task) else outcome
        is_news = is_shown or shown is not game or before != (game.stored.session, game.at)
        answer = Answer(
            n=request.n, error=sentence(failure), hint=sentence(failure.hint), result=result, state=shown.state()
        )
        return Reply(answer, shown, is_news, task)

    def go_on(self, game: LiveGame, do: Callable[[StoredGame], None], announce: Callable[[], str]) -> LiveGame:
        """Do what may lead to a game in another slot; others who are shown the one that is left stay with it."""
        stays, stored = game.stored.branch(), game.stored
        do(stored)
        if stored.slot != game.slot:
            game.coach.game = stays
            game = self._adopt(stored)
        game.changed(announce)
        return game


# --- Handlers of requests ---------------------------------------------------------------------------------------------


def _new(player: PlayerGames, game: LiveGame, request: protocol.New) -> Generator[Slow, Any, LiveGame]:
    asked = _asked_id(request) or game.coach.next_id()
    dealing = player.dealing(asked)
    opening: ids.Opening[Position] = (yield dealing) if games.takes_long(asked) else dealing()
    if not _is_seen(game, request):
        raise MoveError(moved_elsewhere())
    if isinstance(request.options, protocol.OptionsSudoku):
        progress.remember_level(player.store, request.options.level)
    return player.go_on(
        game, lambda stored: stored.new(opening), lambda: _("New game. Undo goes back to the previous one.")
    )


def _open(player: PlayerGames, game: LiveGame, request: protocol.Open) -> Handled:
    name = games.name_of(game.id)
    return player.go_on_with(request.number) if request.number else player.go_to(request.id or name, name)


def _practise(player: PlayerGames, game: LiveGame, request: protocol.Practise) -> Handled:
    if not request.technique:
        return player.go_to(game.coach.practice_id(), "sudoku")
    course = progress.course(player.store, practice.lesson(request.technique))  # from any game
    return player.go_to(course.next_id or "", "sudoku")


def _hint(_player: PlayerGames, game: LiveGame, request: protocol.Hint) -> Handled:
    answer = game.coach.hint(request.stage)
    if isinstance(answer, Task) and game.hints_later:
        first = game.coach.shown
        game.changed(lambda: joined([*([game.text_of(first)] if first else []), game.pending_text("hint")]))
    return _coached(game, answer, later=game.hints_later)


def _watch(_player: PlayerGames, game: LiveGame, request: protocol.Watch) -> None:
    coach, was_running = game.coach, game.coach.is_watched
    coach.watch(speed=request.speed, running=request.running)
    if request.running and not was_running:
        playing = N_("The AI is playing; each of its moves counts as a hint.")
        game.changed(lambda: _(playing) if coach.is_ready else coach.pending_text("move"))


def _replay(_player: PlayerGames, game: LiveGame, request: protocol.Replay) -> Outcome:
    session = game.stored.session
    last, moves = session.step, session.moves
    first = min(request.first, last)
    frames = [
        game.frame(step, moves[step - 1] if step else "", session.position_after(step))
        for step in range(first, min(first + min(request.count, protocol.MAX_FRAMES), last + 1))
    ]
    return protocol.Frames(game.handle, last, frames)


def _get(player: PlayerGames, game: LiveGame, request: protocol.Get) -> Handled:
    if request.what == "menu":
        return tables.menu(player.store, player.assigned)
    return RESULTS[request.what](player.store, game)


def _name(player: PlayerGames, _game: LiveGame, request: protocol.SetName) -> None:
    name = " ".join(request.name.split())[: protocol.MAX_NAME]
    if not name.isprintable():
        raise ParseError(_("expected a name without control characters, got {text}"), text=name)
    player.store.choose("name", name)


def _settings(player: PlayerGames, _game: LiveGame, request: protocol.ChangeSettings) -> Outcome:
    check_preferences(request.lang, request.theme)
    for name, value in request.sudoku.items():
        sudoku_preferences.check(name, value)
    for name in ("lang", "theme", "motion"):
        if value := getattr(request, name):
            player.store.choose(f"web {name}", value)
    for name, value in request.sudoku.items():
        sudoku_preferences.choose(player.store, name, value)
    return settings(player.store)


def _play(_player: PlayerGames, game: LiveGame, request: protocol.Play) -> Handled:
    game.play(request.move)
    return game.review_at_end() or _with_mistakes(game)


def _clue(_player: PlayerGames, game: LiveGame, request: protocol.Clue) -> None:
    game.put(request.type, request.cells, request.values)


def _load(_player: PlayerGames, game: LiveGame, request: protocol.Load) -> Generator[Slow, Any, None]:
    move = yield lambda: game.reading(request.text)
    if not _is_seen(game, request):
        raise MoveError(moved_elsewhere())
    game.play(move)


def _follow(_player: PlayerGames, game: LiveGame, _request: protocol.Follow) -> Handled:
    game.follow()
    return game.review_at_end() or _with_mistakes(game)


HANDLERS: dict[str, Callable[[PlayerGames, LiveGame, Any], Handled]] = {  # what each verb does and tells
    "play": _play,
    "undo": lambda player, game, _request: _with_mistakes(
        player.go_on(game, StoredGame.undo, lambda: _("Undone.")),
    ),
    "redo": lambda player, game, _request: _with_mistakes(
        player.go_on(game, StoredGame.redo, lambda: _("Redone.")),
    ),
    "clue": _clue,
    "load": _load,
    "back": lambda _player, game, request: game.announce(game.coach.back_to(request.step)),
    "new": _new,
    "hint": _hint,
    "follow": _follow,
    "check": lambda _player, game, _request: _coached(game, game.coach.check()),
    "open": _open,
    "practise": _practise,
    "watch": _watch,
    "step": lambda _player, game, request: game.step_watched(request.speed),
    "review": lambda _player, game, _request: _coached(
        game, game.coach.review(most=MAX_REVIEWED), later=game.hints_later
    ),
    "keep_playing": lambda _player, game, _request: game.coach.keep_playing(),
    "pause": lambda _player, game, _request: game.stored.leave(),
    "resume": lambda _player, game, _request: game.coach.resume_clock(),
    "get": _get,
    "replay": _replay,
    "name": _name,
    "settings": _settings,
}
RESULTS: dict[str, Callable[[Store, LiveGame], Handled]] = {  # what a `Get` request is answered with
    "state": lambda _store, _game: None,
    "candidates": lambda _store, game: game.candidates(),
    "share": tables.share,
    "statistics": tables.statistics,
    "lessons": tables.lessons,
    "scores": tables.scores,
    "tools": lambda _store, game: game.tools(),
    "formats": lambda _store, game: game.exports(),
}
SHOWN = (  # news to others, too
    *(protocol.Hint, protocol.Check, protocol.Watch, protocol.Step, protocol.Review),
    protocol.KeepPlaying,
)


def _takes_over(game: LiveGame, request: Request) -> bool:
    """Let who changes the game take over from the AI; return whether that is all.

    A move for a board that the AI has left meanwhile is not played: it only stops the AI.
    """
    watching = game.coach.watching
    if watching is None or not isinstance(request, protocol.Change):
        return False
    if isinstance(request, protocol.Hint):
        watching.pause()
        return False
    was_running = game.coach.is_watched
    game.coach.take_over()
    if not was_running or request.again or request.of != game.handle or request.at in (None, game.at):
        return False
    game.changed(lambda: _("It is your turn now."))
    return True


def _was_done(game: LiveGame, request: Request) -> bool:
    """Return whether a request that is sent again has counted; raise MoveError where the game has changed otherwise."""
    if not isinstance(request, protocol.Change) or _is_seen(game, request):
        return False
    is_here = request.of in (None, game.handle)
    leads_away = isinstance(request, protocol.Undo | protocol.Redo | protocol.New)
    if request.again and leads_away and (not is_here or not game.at):
        return True
    event = getattr(request, "move", "") or {"check": "hint", "back": "undo"}.get(request.verb, request.verb)
    later = game.events[request.at :] if is_here and request.at is not None else []
    if request.again and later and (request.verb in ("follow", "clue", "load") or event == later[0]):
        return True
    raise MoveError(moved_elsewhere())


def _is_seen(game: LiveGame, request: protocol.Change) -> bool:
    return request.of in (None, game.handle) and request.at in (None, game.at)


def _with_mistakes(game: LiveGame) -> Generator[Slow, Any, LiveGame]:
    """Look for mistakes after a change, where the player wants to see them at once; return the game."""
    task = game.mistakes_at_once()
    if task:
        try:
            yield task
            game.tell_at_once(game.coach.complete(task))
        except TessellaError as error:
            game.give_up(task, error)
        except BaseException:
            game.coach.drop(task)
            raise
    return game


def _coached(game: LiveGame, answer: object, *, later: bool = False) -> Generator[Slow, Any, Task[Any] | None]:
    """Announce an answer of the coach; a task is worked out first, or returned where that may be later."""
    if isinstance(answer, Task) and later:
        return answer
    if isinstance(answer, Task):
        try:
            yield answer
        except BaseException:
            game.coach.drop(answer)
            raise
        answer = game.coach.complete(answer)
    if answer is not None:
        game.announce(answer)
    return None


def _saved(text: str) -> tuple[Session, ids.Opening[Position]]:
    session = Session.from_text(text)
    return session, games.open_id(session.id)


def _dealt(
    typed: str, name: str, assigned: Mapping[str, ids.Opening[Position]], seed: int | None
) -> ids.Opening[Position]:
    text = games.find_id(typed, name) if name else typed
    if text in assigned:
        return assigned[text]
    if seed is None:
        return make(text)
    opening = make(text, seed)
    return opening._replace(dealt=opening.drawn)


def make(text: str, seed: int | None = None) -> ids.Opening[Position]:
    """Return what an id stands for; what takes long is made in a process of its own, for `OPEN_TIMEOUT` at most."""
    task = open_task(text, timeout=OPEN_TIMEOUT, seed=seed)
    task.run()
    return task.result()


NEW_IDS: games.PerGame[Callable[..., str]] = games.PerGame(  # write what a form asks for as an id
    {"2048": "tessella.play.coach.game2048:new_id", "sudoku": "tessella.play.coach.sudoku:new_id"}
)


def _asked_id(request: protocol.New) -> str:
    options = request.options
    if options is None:
        return half_width(request.id)
    values = {name: half_width(value) for name, value in asdict(options).items()}
    return NEW_IDS[str(options.__struct_config__.tag)](**values)


def check_preferences(lang: str | None, theme: str | None) -> None:
    """Refuse an unknown language or theme; None stands for no choice."""
    if lang is not None:
        one_of(i18n.LANGUAGES, lang)
    if theme is not None:
        one_of(("auto", *THEMES), theme)


def preferences(store: Store) -> protocol.Preferences:
    """Return what a player has chosen, or what stands for no choice."""
    lang, theme = store.setting("web lang"), store.setting("web theme") or store.setting("theme")
    return protocol.Preferences(
        lang if lang in i18n.LANGUAGES else i18n.language(),
        theme if theme in THEMES else "auto",
        store.setting("web motion", "auto"),
        sudoku_preferences.all_chosen(store),
    )


def settings(store: Store) -> protocol.Settings:
    """Return the preferences and the texts in the language that was chosen."""
    chosen = preferences(store)
    with i18n.speaking(chosen.lang):
        forms = {name: LIVE_GAMES[name].form(store) for name in games.GAMES}
        ways = [
            protocol.FormField(
                one.name,
                _(one.title),
                chosen.sudoku[one.name],
                choices=list(starmap(protocol.FieldChoice, one.labels().items())),
            )
            for one in sudoku_preferences.SUDOKU.values()
        ]
        return protocol.Settings(chosen, labels(), theme_names(), ways, forms)
