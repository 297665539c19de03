"""The same complaint once in a while: what fails a thousand times a second is told in a few lines."""

from __future__ import annotations

import logging

from nomorebets.server import machine

OFTEN_ENOUGH = 10.0  # seconds between two lines of one kind


class Seldom:
    """Logs each kind of line at most once in ten seconds, and how often it was left out."""

    def __init__(self, log: logging.Logger) -> None:
        self._log = log
        self._last: dict[str, float] = {}
        self._left_out: dict[str, int] = {}

    def warning(self, text: str, *said: object) -> None:
        self._say(logging.WARNING, text, said)

    def error(self, text: str, *said: object) -> None:
        self._say(logging.ERROR, text, said)

    def _say(self, level: int, text: str, said: tuple[object, ...]) -> None:
        now = machine.seconds()
        if now - self._last.get(text, -OFTEN_ENOUGH) < OFTEN_ENOUGH:
            self._left_out[text] = self._left_out.get(text, 0) + 1
            return
        self._last[text] = now
        left_out = self._left_out.pop(text, 0)
        more = f" (and {left_out} like it before)" if left_out else ""
        self._log.log(level, f"{text}{more}", *said)
