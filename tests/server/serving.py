"""A house in a process of its own, as a user would start it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

COMMAND = [sys.executable, "-c", "from nomorebets.cli import main; main()", "serve"]


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
