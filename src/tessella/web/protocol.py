"""Messages between a page or a notebook cell and Python, declared as types that parse, check and document them.

A client sends one `Request` as JSON and the next one when it has its `Answer`. Its `n` comes back with the answer; `at`
and `of` say what the client has seen, so that nothing is played on a position that is gone. A request whose answer got
lost is sent again as it was, with `again`, and counts once. An answer without `n` was not asked for: another tab,
another process or something that was computed in the background has changed the game. `PING` comes back at once, also
while a request is answered.

>>> read_request('{"n": 1, "do": "play", "move": "left", "at": 0}').move
'left'

Cells are numbered row by row from 0; their names ("r3c5") count from 1. Texts come ready to be shown, in the language
of the client.
"""

from collections.abc import Sequence
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from tessella.errors import ParseError
from tessella.game2048.sliding import Rows, Slide
from tessella.i18n import _

MAX_MESSAGE_BYTES = 64 << 10  # limit on a message of the page; a longer one closes the connection with code 1009
PING = "ping"  # what a page sends, and gets back, to learn whether the server is there
MAX_TEXT = 5000  # characters of a text in a request: a move on all cells of a 25x25 board; one with its marks is longer
MAX_PUZZLE_TEXT = 60_000  # characters of a puzzle that is read, such as a long link
MAX_SAVE = 4_000_000  # bytes of a save; the longest game on 4x4 with a hint at each move has 131,068 times 29
MAX_CELLS = 625  # cells that are selected
MAX_FRAMES = 200  # positions of a replay in one answer
MAX_NAME = 30  # characters of a name on the leaderboard
MIN_SPEED, MAX_SPEED = 0.2, 20.0  # moves a second at which a player can be watched

Count: TypeAlias = Annotated[int, Meta(ge=0, le=2**53)]  # the largest whole number that JavaScript holds exactly
Text: TypeAlias = Annotated[str, Meta(max_length=MAX_TEXT)]
PuzzleText: TypeAlias = Annotated[str, Meta(max_length=MAX_PUZZLE_TEXT)]
Speed: TypeAlias = Annotated[float, Meta(ge=MIN_SPEED, le=MAX_SPEED)]
Motion: TypeAlias = Literal["auto", "on", "off"]
Candidate: TypeAlias = tuple[int, int]  # the number of a cell, and a digit


# --- Requests -------------------------------------------------------------------------------------------------------


class Request(Struct, tag_field="do", tag=str.lower, kw_only=True):
    """What a client asks for."""

    n: Count | None = None  # the client's own number of the request
    at: Count | None = None  # `State.at` of the state that the client has seen last
    of: Text | None = None  # `State.id` of that state
    again: bool = False  # whether it may have been sent before

    @property
    def verb(self) -> str:
        """What `do` says."""
        return str(self.__struct_config__.tag)


class Change(Request):
    """A request that changes the game; it is refused where the client has not seen the position as it is."""


class Play(Change):
    """Play a move: "left", "r3c5=7", "r3c5-" (erase), "r3c5,r3c6~7" (mark), "~" (mark all); see `sudoku/moves.py`."""

    move: Text


class Undo(Change):
    """Take back the last move, or a new game."""


class Redo(Change):
    """Play again what was taken back."""


class Back(Change):
    """Take back until `step` moves lead to the position, each of them an undo."""

    step: Count


class Options2048(Struct, tag_field="game", tag="2048", frozen=True):
    """What a new game of 2048 should be like; an empty text stands for the usual."""

    rules: Text = "classic"
    size: Text = ""
    target: Text = ""
    fours: Text = ""


class OptionsSudoku(Struct, tag_field="game", tag="sudoku", frozen=True):
    """What a new Sudoku should be like; an empty text stands for any."""

    level: Text = ""
    size: Text = ""
    symmetry: Text = ""
    clues: Text = ""
    variant: Text = ""


GameOptions: TypeAlias = Options2048 | OptionsSudoku


class New(Change):
    """Begin another game: of the same kind, of an id, or as a form asks for. Undo brings the old one back."""

    id: Text = ""
    options: GameOptions | None = None


class Hint(Change):
    """Show a hint; of Sudoku where to look, then the technique, then the reason, of 2048 with a later state."""

    stage: Count | None = None  # which of these; a request sent again shows the same


class Follow(Change):
    """Play what the hint on show says."""


class Check(Change):
    """Compare a Sudoku with its solution; asked again with mistakes on show, go back to before the first of them."""


class Clue(Change):
    """Put a constraint into a draft, or take it away where it stands there: see `sudoku.setting.tools.change`."""

    type: Text
    cells: Annotated[list[Count], Meta(max_length=MAX_CELLS)] = []
    values: dict[Text, Text] = {}


class Load(Change):
    """Put another puzzle, in any format, or an empty grid such as "6x6", in the place of a draft."""

    text: PuzzleText


class Open(Request):
    """Go on with the game of an id, a position or a link as a person types it, or begin it; "": the one played last."""

    id: Annotated[str, Meta(max_length=MAX_SAVE)] = ""  # or a save
    number: Count = 0  # `MenuEntry.number` of a game to continue, in place of an id


class Practise(Request):
    """Go on to the next puzzle of a technique; without one, of the technique that the game practises."""

    technique: Text = ""


class Watch(Request):
    """Let the AI play 2048, or pause it; each of its moves counts as a hint."""

    running: bool = True
    speed: Speed | None = None


class Step(Request):
    """Let the AI play one move of 2048."""

    speed: Speed | None = None


class Review(Request):
    """Review the game: the moves of 2048 that cost most, with a later state, or the slips of a Sudoku."""


class KeepPlaying(Request, tag="keep_playing"):
    """Put the news of a win away; without this it stays, whatever is played."""


class Pause(Request):
    """Stop the clock."""


class Resume(Request):
    """Let the clock run."""


class Get(Request):
    """Ask for the state and something besides: what is typed as `Result`."""

    what: Literal["state", "candidates", "share", "statistics", "lessons", "menu", "scores", "tools", "formats"] = (
        "state"
    )


class Replay(Request):
    """Ask for `count` positions of the game, from the one after `first` moves on."""

    first: Count = 0
    count: Count = MAX_FRAMES


class SetName(Request, tag="name"):
    """Choose the name that the leaderboard shows."""

    name: Text


class ChangeSettings(Request, tag="settings"):
    """Change what is given."""

    lang: Text | None = None
    theme: Text | None = None
    motion: Motion | None = None
    sudoku: dict[Text, Text] = {}


AnyRequest: TypeAlias = (
    Play | Clue | Load | Undo | Redo | Back | New | Hint | Follow | Check | Open | Practise | Watch | Step | Review
    | KeepPlaying | Pause | Resume | Get | Replay | SetName | ChangeSettings
)  # fmt: skip
_decoder = msgspec.json.Decoder[Any](AnyRequest)


def read_request(message: str | bytes | object) -> Request:
    """Return a request that came as JSON, or as what JSON stands for; raise ParseError where it is none."""
    try:
        if not isinstance(message, str | bytes):
            message = msgspec.json.encode(message)
        request: Request = _decoder.decode(message)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise ParseError(
            _("expected a request such as {example}, got {text} ({why})"),
            example='{"do": "play", "move": "left"}',
            text=message,
            why=error,
        ) from None
    return request


# --- The state of a game --------------------------------------------------------------------------------------------


class State(Struct, tag_field="game", kw_only=True):
    """All there is to see of a game of any kind."""

    id: str  # what the client calls the game: its id, or for one that a server has dealt a name of the server's
    shared_id: str  # the id in full, "" as long as the server keeps it secret
    title: str
    at: int  # entries of the journal without pauses, nor hints that come later than their answer
    step: int  # moves that lead from the start to the position
    score: int
    undos: int
    hints: int
    assisted: bool  # whether the game has had help
    over: bool
    can_undo: bool
    can_redo: bool
    elapsed_ms: int  # the clock when the state was made
    running: bool  # whether the clock goes on
    announcement: str  # what the last event did, for the live region; "" where nothing was done
    outcome: str  # a sentence on a game won or over, shown as long as the state has it
    notices: list[str]  # what the person should see: another window was quicker, the disk is full
    unsaved: bool  # whether the last event is not stored yet
    counts: list[tuple[str, str]]  # labels and values, clock left out


class Choice(Struct, frozen=True):
    """What can be expected of a move: `texts` for what is known of all moves."""

    move: str
    label: str
    texts: list[str]
    share: float  # the length of a bar


class Hint2048(Struct, frozen=True):
    """A hint of 2048, its choices best first."""

    best: str
    reason: str
    about: str  # what the numbers are
    player: str
    choices: list[Choice]


class Watched(Struct, frozen=True):
    """A player that is watched."""

    name: str
    running: bool
    speed: float


class ReviewedMove(Struct, frozen=True, omit_defaults=True):
    """A move that cost something, with the board before it: `rows`, or `digits` and `marks`."""

    step: int | None  # how many moves lead there, None where these were taken back
    label: str
    cost: str  # in points, in percent of the chance, or the kind of slip
    reason: str
    played: str = ""
    better: str = ""
    rows: Rows = ()
    digits: tuple[int, ...] = ()
    marks: tuple[tuple[int, ...], ...] = ()
    cell: int = -1


class Offer(Struct, frozen=True):
    """What a review offers: to practise a technique, or else a new game of an id."""

    label: str
    technique: str = ""
    id: str = ""


class ReviewState(Struct, frozen=True):
    """The review of a finished game; it has no moves as long as `thinking` says so."""

    thinking: str = ""
    title: str = ""
    moves: list[ReviewedMove] = []
    offers: list[Offer] = []


class State2048(State, tag="2048"):
    """What there is to see of 2048."""

    rows: Rows
    target: int
    size: tuple[int, int]
    moves: tuple[str, ...]  # the moves that can be played
    slide: Slide | None  # of the last move, to be animated by a client whose last state was at the one before
    thinking: str  # a sentence as long as a hint is computed
    hint: Hint2048 | None
    watch: Watched | None
    review: ReviewState | None
    practice: str | None  # where an end game is practised: its task, or what the last move was worth
    wrong: bool  # whether in practice another move was better


class Link(Struct, frozen=True):
    """A link of a chain."""

    start: Candidate
    end: Candidate
    strong: bool


class HintSudoku(Struct, frozen=True):
    """A hint of Sudoku: stage 1 has a sentence, 2 lights the cells, 3 has it all, 4 the notation of a chain too."""

    stage: int
    mistake: bool  # whether something on the board is wrong
    sentences: list[str]
    cells: tuple[int, ...] = ()
    secondary: tuple[int, ...] = ()  # those of the cells that are drawn in the second colour
    eliminations: tuple[Candidate, ...] = ()
    placements: tuple[Candidate, ...] = ()
    candidates: tuple[tuple[int, ...], ...] = ()  # the candidates of each cell that the step is seen in
    links: tuple[Link, ...] = ()
    moves: tuple[str, ...] = ()


class Drawn(Struct, frozen=True, omit_defaults=True):
    """What a person has drawn besides centre marks; cells are numbered from 0, colours from 1."""

    corners: dict[int, tuple[int, ...]] = {}  # the digits by the cell
    colours: dict[int, tuple[int, ...]] = {}  # the colours by the cell
    candidates: list[tuple[Candidate, tuple[int, ...]]] = []  # and those of single candidates
    lines: tuple[tuple[Candidate, Candidate], ...] = ()


class Lesson(Struct, frozen=True):
    """A lesson whose example the game is, or one of its drills, with what there is to say of it."""

    technique: str
    number: int  # of the drill; 0 for the example
    so_far: str  # how many drills are done
    id: str  # of the example
    next_id: str  # of the next drill, "" where all are done
    task: str = ""  # of a drill: what is to be done
    mode: str = "digit"  # what digit keys make at first: "centre" where marks are to be removed
    verdict: str = ""  # how the drill stands, where that was looked at
    is_done: bool = False
    idea: tuple[str, ...] = ()  # of the example: five sentences
    look: str = ""  # when to look for the technique


class RuleShape(Struct, frozen=True):
    """Something that is drawn on a grid to show a rule: see `sudoku.rules.drawing.Shape`."""

    kind: str
    role: str
    points: tuple[tuple[float, float], ...]
    size: float
    text: str


class ShownRules(Struct, frozen=True):
    """The rules of a Sudoku that are not those of all: what is drawn and said of them."""

    told: list[tuple[str, tuple[int, ...]]]  # a sentence each, and the cells that it speaks of
    general: list[str]  # what a type asks for that has cells, beside the drawing of them
    regions: tuple[int, ...]  # the number of each cell's region
    sets: list[tuple[int, ...]]  # cells that all differ
    steps: list[tuple[int, int]]  # rows and columns that never lie between equal digits
    shapes: list[RuleShape]
    dashes: dict[str, tuple[float, ...]]  # of the lines of a role
    colours: dict[str, str]  # of each role
    has_margin: bool  # whether clues stand outside
    marks_top: float  # the share of a cell above its pencil marks


class StateSudoku(State, tag="sudoku"):
    """What there is to see of a Sudoku."""

    size: int
    box: tuple[int, int]  # the rows and columns of a box, and of the marks in a cell
    rules: ShownRules | None  # None where rows, columns and boxes are all
    symbols: str  # the sign of each value, "." for a blank cell
    givens: tuple[int, ...]
    digits: tuple[int, ...]
    marks: list[tuple[int, ...]]  # centre marks
    drawn: Drawn
    candidates: tuple[int, ...]  # for each blank cell the mask of the digits that no peer holds
    conflicts: list[int]  # cells whose digit stands twice in a house
    problems: list[str]  # the sentences on them
    mistakes: tuple[int, ...]  # cells that a check found wrong in this position
    technique: str  # the technique that the puzzle practises, "" for none
    lesson: Lesson | None
    facts: list[tuple[str, str]]  # labels and values of a solved puzzle
    stages: int  # stages of the hint on show
    hint: HintSudoku | None
    review: ReviewState | None


class ShownClue(Struct, frozen=True):
    """A constraint of a draft, as its tool made it; its sentence stands at the same place in `ShownRules.told`."""

    type: str
    text: str  # what takes it away behind a "-"
    cells: tuple[int, ...]
    values: dict[str, str]
    mark: str  # "idle" where the draft can do without it, "bad" where without it there were a solution, else ""


class StateSetting(State, tag="setting"):
    """What there is to see of a draft."""

    size: int
    box: tuple[int, int]  # as in `StateSudoku`
    rules: ShownRules | None
    symbols: str
    text: str  # the puzzle as `sudoku:` and a text opens it
    givens: tuple[int, ...]
    clues: list[ShownClue]
    marked: dict[int, str]  # the mark of a given, by the cell
    conflicts: list[int]  # cells of givens that clash
    problems: list[str]  # what is wrong at first sight
    summary: str  # how many solutions there are, as far as is known
    verdict: str  # what leaving clues out has shown
    busy: bool  # whether there is more to be found out
    examples: list[list[int]]  # two solutions that differ, or the only one
    candidates: list[tuple[int, ...]]  # those of each cell that some solution has, or might have; none without one
    complete: bool  # whether it is known that each of them stands in a solution


# --- Results and answers --------------------------------------------------------------------------------------------


class Frame(Struct, frozen=True, omit_defaults=True):
    """A position of a replay, and the move that led to it; "" at the start."""

    step: int
    move: str
    score: int
    rows: Rows = ()
    digits: tuple[int, ...] = ()
    marks: tuple[tuple[int, ...], ...] = ()
    drawn: Drawn | None = None


class Frames(Struct, frozen=True):
    """Positions of a game from the start to the one now, which is number `last`."""

    id: str
    last: int
    frames: list[Frame]


class Share(Struct, frozen=True):
    """How to tell somebody of a game: `query` is what the address of the page ends with, `save` the whole game."""

    id: str
    position: str
    query: str
    text: str
    save: str


class Table(Struct, frozen=True):
    """A table of texts; `mine` is the number of the player's own row."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    mine: int | None = None


class Tables(Struct, frozen=True):
    """What was played, with sentences on it; or everybody's best games, and what the player is called there."""

    title: str
    tables: list[Table]
    notes: list[str] = []
    name: str = ""


class MenuEntry(Struct, frozen=True):
    """A game on the menu."""

    id: str
    label: str
    about: str = ""  # how far a game to continue has come, and how long ago it was played
    is_new: bool = False  # whether choosing it sends `new` instead of `open`
    number: int = 0  # of a game to continue; an id can have been begun twice


class Menu(Struct, frozen=True):
    """The games that can be continued, and those that can be begun."""

    in_progress: list[MenuEntry]
    new: list[MenuEntry]
    drafts: list[MenuEntry] = []  # the puzzles that are being set
    assigned: list[MenuEntry] = []  # what a class is given
    asks_name: bool = False  # whether the player should say who it is


class FieldChoice(Struct, frozen=True):
    """A value that a field or a dialog offers."""

    value: str
    label: str
    about: str = ""


class ShownTool(Struct, frozen=True):
    """A tool of the setter: see `sudoku.setting.tools.Tool`."""

    name: str
    title: str
    group: str
    about: str
    key: str
    least: int
    most: int | None
    fields: list["ToolField"]


class ToolField(Struct, frozen=True):
    """A field of the form of a tool."""

    name: str
    label: str
    value: str
    choices: list[tuple[str, str]]
    takes_cells: bool
    is_asked: bool


class Export(Struct, frozen=True):
    """A puzzle in a format, or why that cannot be."""

    format: str
    text: str
    error: str = ""


class LessonEntry(Struct, frozen=True):
    """A technique that can be practised: `id` is that of the example of its lesson, "" where it has none."""

    technique: str
    label: str
    so_far: str  # how many drills or, without a lesson, puzzles are done; "" for none
    id: str = ""


class FormField(Struct, frozen=True):
    """A field of the form for a new game; without choices it is a text field."""

    name: str
    label: str
    value: str
    about: str = ""
    choices: list[FieldChoice] = []
    only_with: tuple[str, str] | None = None  # the field and its value that any choice but "" goes with


class Preferences(Struct, frozen=True):
    """What a player has chosen: language, a theme or "auto", whether there is motion, and how Sudoku is played."""

    lang: str
    theme: str
    motion: str
    sudoku: dict[str, str]  # the value of every preference of `play.coach.preferences`


class Settings(Struct, frozen=True):
    """The preferences, and all texts that depend on the language."""

    preferences: Preferences
    labels: dict[str, str]
    themes: dict[str, str]
    sudoku: list[FormField]  # the preferences of Sudoku with their values
    forms: dict[str, list[FormField]]


class Hello(Struct, frozen=True):
    """What a client is told first."""

    settings: Settings
    languages: dict[str, str]
    multi_user: bool  # whether there is a leaderboard of several players


Candidates: TypeAlias = list[tuple[int, ...]]
Result: TypeAlias = (
    Candidates | Frames | Share | Tables | list[LessonEntry] | list[ShownTool] | list[Export] | Menu | Settings
)


class Answer(Struct, kw_only=True, omit_defaults=True):
    """What a client gets: an answer if it has `n`, be it null where the request could not be read, else a new state."""

    n: int | UnsetType | None = UNSET
    hello: Hello | None = None
    error: str = ""  # why nothing was done
    hint: str = ""  # what could be done about it
    result: Result | None = None
    state: State | None = None
    generating: bool = (
        False  # whether the game that a new connection asks for has to be made first; `hello` comes later
    )


def to_builtins(message: Struct) -> dict[str, Any]:
    """Return a message as the dictionaries and lists that its JSON stands for."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(message))
    return found
