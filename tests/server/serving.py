"""A house in a process of its own, as a user would start it."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

COMMAND = [sys.executable, "-c", "from nomorebets.cli import main; main()", "serve"]


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[str]:
    """The address of a house over the database of a folder; whatever it complained of ends in ``house.log``."""
    command = [*COMMAND, "--port", "0", "--db", f"sqlite:///{folder / 'house.db'}", *options]
    log = (folder / "house.log").open("w")
    with log, subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True) as house:
        try:
            assert house.stdout is not None
            found = re.search(r"https?://127\.0\.0\.1:\d+", house.stdout.readline())
            assert found
            yield found[0]
        finally:
            house.terminate()
            house.wait(30)
