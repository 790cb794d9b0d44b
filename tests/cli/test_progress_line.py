"""The line that shows how far a training is."""

import io

from tessella.cli.progress_line import ProgressLine
from tessella.i18n import clock


def test_how_time_is_said() -> None:
    """Spans of time are said in few signs."""
    assert [clock(n) for n in (0, 59.6, 3599, 3600)] == ["0:00", "1:00", "59:59", "1:00:00"]


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        """Return that it is one."""
        return True


def test_a_job_is_shown_with_its_share_and_what_is_left() -> None:
    """The line has a bar, the share done, the details and, once it moves, the time left."""
    stream = Terminal()
    line = ProgressLine(stream)
    line.follow(lambda: 0.5, lambda: "20 games")
    assert line._line(10) == "[##########----------]  50%  20 games"  # where it began, nothing is left to guess from
    line.show(3, 4)
    assert line._line(30) == "[###############-----]  75%  3 / 4  0:30 left"
