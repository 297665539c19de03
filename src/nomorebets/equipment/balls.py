"""Numbered balls, written as their numbers: ``"1"`` to ``"80"``."""

from __future__ import annotations

from nomorebets.errors import UnknownName

MOST = 80
BALLS = tuple(str(number) for number in range(1, MOST + 1))


def read_ball(text: str) -> str:
    """A ball as somebody writes it.

    >>> read_ball("07"), read_ball("80")
    ('7', '80')
    """
    digits = text.strip()
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 4 and 1 <= int(digits) <= MOST):
        raise UnknownName(f"{text[:20]!r} is not a ball", accepts=f"1 to {MOST}")
    return str(int(digits))
