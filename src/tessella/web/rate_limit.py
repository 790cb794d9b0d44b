"""Token bucket that limits the rate of requests."""

import time
from dataclasses import dataclass, field

__all__ = ["TokenBucket"]


@dataclass
class TokenBucket:
    """A bucket of `capacity` tokens, which is filled again by `rate` tokens a second.

    >>> bucket = TokenBucket(capacity=2, rate=0)
    >>> bucket.take(), bucket.take(), bucket.take()
    (True, True, False)
    """

    capacity: float
    rate: float
    _tokens: float = field(init=False)
    _filled: float = field(init=False, default_factory=time.monotonic)

    def __post_init__(self) -> None:
        self._tokens = self.capacity

    def take(self) -> bool:
        """Take a token; return whether there was one."""
        now = time.monotonic()
        self._tokens = min(self.capacity, self._tokens + (now - self._filled) * self.rate)
        self._filled = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True
