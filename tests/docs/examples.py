"""The examples of the documentation: commands and what they print, Python and what it answers.

``python tests/docs/examples.py [FILE…]`` writes anew what commands print. In what a page shows, … stands for anything
within a line, and a line of … for any lines.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import os
import re
import shlex
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

from nomorebets.cli import main

ROOT = Path(__file__).parents[2]
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)
COMMAND = re.compile(r"^\$ (nomorebets .*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)


def pages() -> list[Path]:
    """Everything that may have examples."""
    return [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]


@contextlib.contextmanager
def at_home() -> Iterator[None]:
    """A folder of one's own beside the examples, to which commands may write."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        os.symlink(ROOT / "examples", "examples")
        yield


def printed(command: str) -> str:
    """What a command prints, without trailing spaces."""
    out = io.StringIO()
    with (
        mock.patch.object(sys, "argv", shlex.split(command)),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(out),
        contextlib.suppress(SystemExit),
    ):
        main()
    return "".join(f"{line.rstrip()}\n" for line in out.getvalue().rstrip().splitlines())


def agrees(shown: str, said: str) -> bool:
    """Whether a page shows what was said.

    >>> agrees("in … s\\n", "in 0.02 s\\n"), agrees("a\\n…\\n", "a\\nb\\nc\\n"), agrees("a\\n", "b\\n")
    (True, True, False)
    """
    lines = [".*\n(.*\n)*" if line == "…" else re.escape(line).replace("…", ".*") + "\n" for line in shown.splitlines()]
    return re.fullmatch("".join(lines), said) is not None


def commands(page: Path) -> Iterator[tuple[str, str]]:
    """Every command of a page, and what it is shown to print."""
    for block in CONSOLE.findall(page.read_text(encoding="utf-8")):
        yield from COMMAND.findall(block)


def python_of(page: Path) -> doctest.DocTest:
    """The Python of a page, as one session."""
    text = page.read_text(encoding="utf-8").replace("\n```", "\n\n")  # a fence ends what is expected
    return doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)


def write_anew(page: Path) -> None:
    """Put in what commands print; what already agrees stays as it is."""

    def answered(one: re.Match[str]) -> str:
        said = printed(one[1])
        return one[0] if agrees(one[2], said) else f"$ {one[1]}\n{said}"

    text = page.read_text(encoding="utf-8")
    with at_home():
        new = CONSOLE.sub(lambda block: f"```console\n{COMMAND.sub(answered, block[1])}```", text)
    if new != text:
        page.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    for page in [Path(name).resolve() for name in sys.argv[1:]] or pages():
        write_anew(page)
