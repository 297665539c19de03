"""A house in a process of its own, as a user would start it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

COMMAND = [sys.executable, "-c", "from nomorebets.cli import main; main()", "serve"]


def eventually(found: Callable[[], bool], what: str, seconds: float = 60) -> None:
    """Wait until something is so; a test fails for which it never is."""
    until = time.monotonic() + seconds
    while not found():
        assert time.monotonic() < until, f"after {seconds:g} seconds: {what}"
        time.sleep(0.05)


@contextmanager
def serving(folder: Path, *options: str, book: str = "", **environment: str) -> Iterator[str]:
    """The address of a house over a book, or over that of a folder; what it complained of ends in ``house.log``."""
    command = [*COMMAND, "--port", "0", "--db", book or f"sqlite:///{folder / 'house.db'}", *options]
    log, around = (folder / "house.log").open("w"), os.environ | environment
    with log, subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=around) as house:
        try:
            assert house.stdout is not None
            found = re.search(r"https?://127\.0\.0\.1:\d+", house.stdout.readline())
            assert found
            yield found[0]
        finally:
            house.terminate()
            house.wait(30)
