"""Frames of a wire (RFC 6455, 5.2) that need no parser: one whole text, as a visitor sends it and as the house does."""

from __future__ import annotations

from collections.abc import Iterable

try:
    from websockets.speedups import apply_mask
except ImportError:  # where it could not be compiled
    from websockets.utils import apply_mask

WHOLE_TEXT = 0x81  # the last frame of its message, which is text, without an extension
MASKED = 0x80  # as all frames of a visitor are


def text_in(data: bytes) -> str | None:
    """The text of what has come, where that is one whole frame of text and nothing else.

    >>> text_in(bytes.fromhex("818537fa213d7f9f4d5158"))
    'Hello'
    >>> text_in(bytes.fromhex("018537fa213d7f9f4d5158")) is None  # to be continued
    True
    """
    if len(data) < 6 or data[0] != WHOLE_TEXT:
        return None
    size = data[1] - MASKED
    if len(data) == 6 + size and size < 126:
        mask, masked = data[2:6], data[6:]
    elif size == 126 and len(data) == 8 + int.from_bytes(data[2:4]):
        mask, masked = data[4:8], data[8:]
    else:  # not masked, not whole, or so large that others may look at it
        return None
    try:
        return apply_mask(masked, mask).decode()
    except UnicodeDecodeError:
        return None


def head_of(text: bytes) -> bytes:
    """What comes before the bytes of a whole text frame of a server."""
    size = len(text)
    if size < 126:
        return b"\x81%c" % size
    return b"\x81\x7e" + size.to_bytes(2) if size < 65_536 else b"\x81\x7f" + size.to_bytes(8)


def framed(texts: Iterable[bytes]) -> bytes:
    """Texts as a server sends them, a whole frame each.

    >>> framed([b"Hello", b"you"])
    b'\\x81\\x05Hello\\x81\\x03you'
    """
    parts: list[bytes] = []
    for text in texts:
        parts += (_HEADS[len(text)] if len(text) < MIDDLE else head_of(text), text)
    return b"".join(parts)


MIDDLE = 1_024  # bytes: most of what a house says is shorter
_HEADS = [head_of(bytes(size)) for size in range(MIDDLE)]
