"""The clock of searches."""

import time

from tessella.sudoku.variants import clock


def test_own_time_does_not_run_while_a_thread_waits() -> None:
    """Waiting takes no processor time; outside, the clock of the wall runs on."""
    with clock.own_time():
        own, wall = clock.now(), time.monotonic()
        time.sleep(0.2)
        assert clock.now() - own < (time.monotonic() - wall) / 2
    begun = clock.now()
    time.sleep(0.01)
    assert clock.now() - begun >= 0.01
