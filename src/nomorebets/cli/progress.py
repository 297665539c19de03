"""A line on the terminal while something long goes on: how far it is, how fast, and how long it will take."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nomorebets.sim.blocks import Progress


@contextmanager
def progress_line(what: str = "rounds") -> Iterator[Progress | None]:
    """Shows how far it is on standard error, where that is a terminal. The line is gone at the end."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn
    from rich.progress import Progress as Bar

    columns = (BarColumn(), TaskProgressColumn(), TextColumn("{task.fields[says]}"))
    with Bar(*columns, console=Console(stderr=True), transient=True, refresh_per_second=5) as bar:
        task = bar.add_task("", total=None, says="")
        first: tuple[float, int] | None = None

        def tell(done: int, total: int) -> None:
            nonlocal first
            now = time.monotonic()
            if first is None:
                first = now, done  # what a checkpoint brought was not played now
            seconds, played = now - first[0], done - first[1]
            says = rate_and_rest(played, seconds, total - done, what)
            bar.update(task, completed=done, total=total, says=says)

        yield tell


@contextmanager
def waiting(what: str, after: float = 2.0, every: float = 1.0) -> Iterator[None]:
    """Says on a terminal since when something is being worked out of which nobody knows how far it is.

    Nothing is said of what takes a moment, and nothing is imported for it. The line is gone at the end.
    """
    terminal = sys.stderr
    if terminal is None or not terminal.isatty():
        yield
        return
    over, began = threading.Event(), time.monotonic()

    def tell() -> None:
        wait, line = after, ""
        while not over.wait(wait):
            wait, line = every, f"working out {what}: {in_words(time.monotonic() - began)}"
            terminal.write(f"\r{line}")
            terminal.flush()
        if line:
            terminal.write(f"\r{' ' * len(line)}\r")
            terminal.flush()

    telling = threading.Thread(target=tell, daemon=True)
    telling.start()
    try:
        yield
    finally:
        over.set()
        telling.join()


def rate_and_rest(played: int, seconds: float, left: int, what: str) -> str:
    """How fast it goes and how long it will take, for people.

    >>> rate_and_rest(50_000_000, 2.0, 5_000_000_000, "rounds")
    '25.0 million rounds/s, 3 min 20 s left'
    >>> rate_and_rest(0, 0.0, 10, "rounds"), rate_and_rest(-5, 1.0, 10, "rounds")
    ('', '')
    >>> rate_and_rest(2, 60.0, 12, "ranks")
    '6 min 0 s left'
    """
    if seconds <= 0 or played <= 0:
        return ""
    rate = played / seconds
    shown = f"{rate / 1e6:,.1f} million" if rate >= 1e5 else f"{rate:,.0f}"
    return f"{f'{shown} {what}/s, ' if rate >= 1 else ''}{in_words(left / rate)} left"


def in_words(seconds: float) -> str:
    """A time for people.

    >>> in_words(42), in_words(3_700), in_words(200_000)
    ('42 s', '1 h 1 min', '2 d 7 h')
    """
    whole = int(seconds)
    for size, name, part, small in ((86_400, "d", 3_600, "h"), (3_600, "h", 60, "min"), (60, "min", 1, "s")):
        if whole >= size:
            return f"{whole // size} {name} {whole % size // part} {small}"
    return f"{whole} s"
