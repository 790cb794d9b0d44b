"""Access control of the server: the token of its address, cookies of devices, host names, and rate limits.

Identities are made here and nowhere else: the cookie of a visitor is a secret with a code that only the store's key
gives; that of a device has its digest in the store.
"""

import hashlib
import hmac
import ipaddress
import re
import secrets
import socket
import time
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from tessella.play.store import Store

MAX_DEVICES = 50  # devices that are remembered
MAX_ADDRESSES = 10_000  # addresses whose visits are counted


class TokenBucket:
    """A bucket of `capacity` tokens, which is filled again by `rate` tokens a second.

    >>> bucket = TokenBucket(capacity=2, rate=0)
    >>> bucket.take(), bucket.take(), bucket.take()
    (True, True, False)
    """

    def __init__(self, capacity: float, rate: float) -> None:
        self._capacity, self._rate = capacity, rate
        self._tokens, self._filled = capacity, time.monotonic()

    def take(self) -> bool:
        """Take a token; return whether there was one."""
        now = time.monotonic()
        self._tokens = min(self._capacity, self._tokens + (now - self._filled) * self._rate)
        self._filled = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


class Access:
    """Who may see which games: by the token of the address, then by a cookie; among several users each their own."""

    def __init__(
        self, store: Store, *, multi_user: bool, hosts: set[str], port: int = 0, token: str | None = None
    ) -> None:
        self.token = token or secrets.token_urlsafe(24)
        self.cookie = f"tessella_{port}"  # the cookies of two servers on one machine are told apart by the port alone
        self._store = store
        self._multi_user = multi_user
        self._hosts = hosts
        self._devices = dict.fromkeys(store.setting("web devices").split())
        if multi_user:
            key, since = store.kept("web key", f"{secrets.token_hex(32)} {time.time()}").split()
            self._key = bytes.fromhex(key)
            # Who came before there was a key has the secret alone as a cookie, which gets its code with the next page.
            self._first_visitors = store.owners(before=float(since))
        self._visits: dict[str, TokenBucket] = {}

    def owner(self, connection: HTTPConnection) -> str | None:
        """Return whose games a device may see: "" for the player's own, None for none."""
        secret, _dot, code = connection.cookies.get(self.cookie, "").partition(".")
        if not re.fullmatch(r"[\w-]{43}", secret, re.ASCII):
            return None
        digest = _digest(secret)
        if not self._multi_user:
            return "" if digest in self._devices else None
        is_ours = hmac.compare_digest(code.encode(), self._code(secret).encode())
        return digest if is_ours or (not code and digest in self._first_visitors) else None

    def may_enter(self, token: str | None) -> bool:
        """Return whether a device without a cookie is let in: by the token, or on a multi-user server."""
        return self._multi_user or (token is not None and secrets.compare_digest(token.encode(), self.token.encode()))

    def new_cookie(self) -> str:
        """Return the cookie of a new device, by which it is known from now on; touches the store."""
        secret = secrets.token_urlsafe(32)
        if self._multi_user:
            return self._signed(secret)
        self._devices[_digest(secret)] = None
        self._store.choose("web devices", " ".join(list(self._devices)[-MAX_DEVICES:]))
        return secret

    def renewed_cookie(self, connection: HTTPConnection) -> str | None:
        """Return the cookie that a visitor who is known should have, None where it is the one that it has."""
        cookie = connection.cookies[self.cookie]
        return self._signed(cookie) if self._multi_user and "." not in cookie else None

    def _signed(self, secret: str) -> str:
        return f"{secret}.{self._code(secret)}"

    def _code(self, secret: str) -> str:
        return hmac.new(self._key, secret.encode(), hashlib.sha256).hexdigest()[:32]

    def may_visit(self, connection: HTTPConnection) -> bool:
        """Return whether an address may have one more visitor now."""
        address = connection.client.host if connection.client else ""
        if len(self._visits) > MAX_ADDRESSES:
            self._visits.clear()
        return self._visits.setdefault(address, TokenBucket(500, 5)).take()

    def knows_host(self, host: str) -> bool:
        """Return whether a Host header names this server: a name that somebody else made point here does not."""
        name = ""
        try:
            name = urlsplit(f"//{host}").hostname or ""
            ipaddress.ip_address(name)
        except ValueError:
            machine = socket.gethostname().lower()
            return name in {"localhost", machine, f"{machine}.local"} | self._hosts
        return True


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()[:32]
