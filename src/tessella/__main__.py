"""The program `tessella`, also as `python -m tessella`."""

import _signal  # type: ignore[import-not-found]  # what `signal` is made of; that alone would take some milliseconds, in which Ctrl-C is a traceback
import os
import sys

if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:  # else it is to be ignored
    _signal.signal(_signal.SIGINT, lambda *_signal: os._exit(130))


def main() -> int:
    """Do what the command line asks for, and return the exit code; Ctrl-C ends it at any moment."""
    from tessella.io import interrupts  # noqa: PLC0415 - once Ctrl-C is heard

    try:
        from tessella.cli.main import main as run  # noqa: PLC0415 - once Ctrl-C is heard

        interrupts.heed()
        code = run()
    except KeyboardInterrupt:
        code = interrupts.EXIT_CODE
    if code > 128:  # by a signal
        interrupts.leave(code)  # threads that still compute are not waited for
    interrupts.finish()
    return code


if __name__ == "__main__":
    sys.exit(main())
