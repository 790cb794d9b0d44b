"""Placement of the parts of a game's screen in a terminal of some size."""

from typing import NamedTuple

from textual.geometry import Region

PANEL_COLUMNS = 30
"""Columns of the panel beside a board, where there is room for them."""
MIN_PANEL_COLUMNS = 25
MIN_COLUMNS = 40
"""Columns that the panel needs where it is one line above the board."""
MESSAGE_LINES = 8


class Regions(NamedTuple):
    """Where board, panel and message stand."""

    board: Region
    panel: Region
    message: Region
    is_beside: bool
    """Whether the panel stands beside the board, or is one line above it."""

    @property
    def text(self) -> Region:
        """Where messages stand: their own region or, where it has no line, the panel's."""
        return self.message if self.message.height else self.panel


def arrange(
    board: tuple[int, int],
    terminal: tuple[int, int],
    panel_lines: int,
    *,
    beside: bool | None = None,
    message_lines: int = 0,
) -> Regions | None:
    """Return the regions for a board of some width and height, None where there is none as it is asked for.

        beside   [board] panel      above   panel
                 [board] message            [board]
                 keys                       message
                                            keys

    `beside` asks for one of the two; `panel_lines` are those of panel and message together beside the board, and
    `message_lines` the least below it. The last line of the terminal is for the keys.
    """
    (width, height), (columns, lines) = board, terminal
    lines -= 1
    room = min(PANEL_COLUMNS, columns - width - 4)
    if beside is not False and room >= MIN_PANEL_COLUMNS and max(height, panel_lines) <= lines:
        gap = max(2, min((columns - width - room) // 3, 6))
        left = (columns - width - room - gap) // 2
        top = (lines - height) // 2
        panel = Region(left + width + gap, max(0, min(top, lines - panel_lines)), room, panel_lines - MESSAGE_LINES)
        message = Region(panel.x, panel.bottom, room, min(MESSAGE_LINES, lines - panel.bottom))
        return Regions(Region(left, top, width, height), panel, message, is_beside=True)
    if beside is not True and width <= columns and height + 1 + message_lines <= lines and columns >= MIN_COLUMNS:
        # Where lines are short, the message takes the place of the panel above the board.
        below = min(MESSAGE_LINES if message_lines else 2, lines - height - 1)
        top = 1 + (lines - below - height) // 2
        board_region = Region((columns - width) // 2, top, width, height)
        return Regions(
            board_region, Region(1, 0, columns - 2, 1), Region(1, lines - below, columns - 2, below), is_beside=False
        )
    return None
