"""Access control of the server: the token of its address, cookies of devices, host names, and rate limits.

Identities are made here and nowhere else: the cookie of a visitor is a secret with a code that only the store's key
gives; that of a device has its digest in the store.
"""

import contextlib
import hashlib
import hmac
import ipaddress
import re
import secrets
import socket
import time
from typing import NamedTuple
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from tessella.errors import StoreError
from tessella.i18n import _
from tessella.play.store import Store

MAX_DEVICES = 50  # devices that are remembered
MAX_BUCKETS = 10_000  # buckets that are kept although they are full
PERSONS = 40  # persons whom one address may have as much as: a class sits behind one, and identities are cheap


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
        if self._fill() < 1:
            return False
        self._tokens -= 1
        return True

    @property
    def is_full(self) -> bool:
        """Whether it is as good as a new one."""
        return self._fill() >= self._capacity

    def _fill(self) -> float:
        now = time.monotonic()
        self._tokens = min(self._capacity, self._tokens + (now - self._filled) * self._rate)
        self._filled = now
        return self._tokens


class RateLimit:
    """A limit of each person, and of each address: that of so many persons as there may be behind one.

    >>> limit = RateLimit(capacity=1, rate=0)
    >>> limit.take(Person("ann", "192.0.2.1")), limit.take(Person("ann", "192.0.2.7"))
    (True, False)
    """

    def __init__(self, capacity: float, rate: float) -> None:
        self._capacity, self._rate = capacity, rate
        self._buckets: dict[object, TokenBucket] = {}
        self._most = MAX_BUCKETS

    def take(self, person: "Person") -> bool:
        """Take a token; return whether there was one."""
        return self._bucket(person.owner, 1).take() and self.take_at(person.address)

    def take_at(self, address: str) -> bool:
        """Take a token of an address, whoever it is there."""
        return self._bucket((address,), PERSONS).take()

    def _bucket(self, key: object, persons: int) -> TokenBucket:
        if len(self._buckets) > self._most:
            self._buckets = {known: bucket for known, bucket in self._buckets.items() if not bucket.is_full}
            self._most = max(MAX_BUCKETS, 2 * len(self._buckets))
        if key not in self._buckets:
            self._buckets[key] = TokenBucket(persons * self._capacity, persons * self._rate)
        return self._buckets[key]


class Person(NamedTuple):
    """Whom limits and turns are of."""

    owner: str
    address: str  # where the person comes from; of IPv6 the network of a site, which one person can use all of


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
        self._devices = set(store.setting("web devices").split())
        if multi_user:
            try:
                key, since = store.kept("web key", f"{secrets.token_hex(32)} {time.time()}").split()
                self._key, first_day = bytes.fromhex(key), float(since)
            except ValueError:
                hint = _("without it nobody can return to their games: restore it from a copy of the store")
                raise StoreError(_("the setting 'web key' of the store is damaged"), hint=hint) from None
            # Who came before there was a key has the secret alone as a cookie, which gets its code with the next page.
            self._first_visitors = store.owners(before=first_day)
        self._visits = RateLimit(500 / PERSONS, 5 / PERSONS)

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
        self._devices.add(device := _digest(secret))
        self._store.update("web devices", lambda known: " ".join([*known.split(), device][-MAX_DEVICES:]))
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
        return self._visits.take_at(address_of(connection))

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


def address_of(connection: HTTPConnection) -> str:
    """Return where somebody comes from, as limits count it."""
    host = connection.client.host if connection.client else ""
    with contextlib.suppress(ValueError):  # a server at "::" sees an address of IPv4 as ::ffff:192.0.2.1
        host = str(ipaddress.IPv6Address(host).ipv4_mapped or host)
    try:
        return str(ipaddress.ip_network(f"{host}/64", strict=False)) if ":" in host else host
    except ValueError:  # no address, as in tests
        return host


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()[:32]
