"""What a house takes from the machine it runs on: the time, and numbers that nobody can guess.

Whoever runs a house on a machine of his own (a clock that jumps, a whole evening in a second) says so with ``on``.
"""

from __future__ import annotations

import base64
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime


class Machine:
    """The one this program runs on."""

    _since = time.time() - time.monotonic()

    def today(self) -> datetime:
        """Day and time, as the machine has been set; only written down."""
        return datetime.now(UTC)

    def seconds(self) -> float:
        """Since 1970, by a clock that does not jump as long as the house runs."""
        return self._since + time.monotonic()

    def token_bytes(self, size: int) -> bytes:
        return secrets.token_bytes(size)


THIS_ONE = Machine()
_machine: ContextVar[Machine] = ContextVar("machine", default=THIS_ONE)


@contextmanager
def on(machine: Machine) -> Iterator[None]:
    """Run on another machine, with every task that is begun meanwhile."""
    before = _machine.set(machine)
    try:
        yield
    finally:
        _machine.reset(before)


def today() -> datetime:
    return _machine.get().today()


def seconds() -> float:
    return _machine.get().seconds()


def token_hex(size: int) -> str:
    return _machine.get().token_bytes(size).hex()


def token_urlsafe(size: int) -> str:
    return base64.urlsafe_b64encode(_machine.get().token_bytes(size)).rstrip(b"=").decode()


def below(bound: int) -> int:
    """A number for names, each as likely as the next to one part in 2^128 or so."""
    return int.from_bytes(_machine.get().token_bytes(20)) % bound
