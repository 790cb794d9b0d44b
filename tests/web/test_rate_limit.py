"""The token bucket."""

import pytest

from tessella.web.rate_limit import TokenBucket


def test_a_bucket_is_emptied_and_filled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """So many tokens can be taken at once, then as many a second as the rate says, and never more than it holds."""
    now = 100.0
    monkeypatch.setattr("tessella.web.rate_limit.time.monotonic", lambda: now)
    bucket = TokenBucket(capacity=3, rate=2)
    bucket._filled = now
    assert [bucket.take() for _request in range(4)] == [True, True, True, False]
    now += 1.0
    assert [bucket.take() for _request in range(3)] == [True, True, False]
    now += 1000.0
    assert [bucket.take() for _request in range(4)] == [True, True, True, False]
