"""HMAC_DRBG with SHA-256, as in NIST SP 800-90A (10.1.2): the same seed gives the same bytes, and only it does."""

from __future__ import annotations

import hashlib

MOST_BYTES = 65_536  # of one call: the standard's 2**19 bits
BLOCK = 32
_INNER = bytes(byte ^ 0x36 for byte in range(256))
_OUTER = bytes(byte ^ 0x5C for byte in range(256))


class _Keyed:
    """HMAC-SHA-256 under one key; the key is hashed once, not for every message."""

    def __init__(self, key: bytes) -> None:
        block = key.ljust(64, b"\0")
        self._inner = hashlib.sha256(block.translate(_INNER))
        self._outer = hashlib.sha256(block.translate(_OUTER))

    def __call__(self, message: bytes) -> bytes:
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(message)
        outer.update(inner.digest())
        return outer.digest()


class HmacDrbg:
    """A generator begun from secret bytes: 384 bits are the 256 of entropy and the 128 of nonce of the standard."""

    def __init__(self, entropy: bytes, personalization: bytes = b"") -> None:
        self._hmac, self._value = _Keyed(bytes(BLOCK)), b"\1" * BLOCK
        self._update(entropy + personalization)

    def reseed(self, entropy: bytes) -> None:
        """Mix something further in; what comes from here on depends on both."""
        self._update(entropy)

    def generate(self, size: int) -> bytes:
        """The next bytes, of which one call gives at most ``MOST_BYTES``."""
        if not 0 <= size <= MOST_BYTES:
            raise ValueError(f"{size} bytes in one call; accepted: 0 to {MOST_BYTES}")
        hmac, value = self._hmac, self._value
        output = bytearray()
        while len(output) < size:
            value = hmac(value)
            output += value
        self._value = value
        self._update(b"")
        return bytes(output[:size])

    def _update(self, given: bytes) -> None:
        for mark in (b"\0", b"\1") if given else (b"\0",):
            self._hmac = _Keyed(self._hmac(self._value + mark + given))
            self._value = self._hmac(self._value)
