"""The README's commands print what it says they print. ``python tests/docs/test_readme.py`` writes it anew."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
BLOCK = re.compile(r"```console\n\$ (nomorebets [^\n]*)\n(.*?)```", re.DOTALL)


def printed(command: str) -> str:
    """What a command prints, without trailing spaces, the seconds it took, and a number that follows the law's data."""
    words = [re.sub(r'"', "", word) for word in command.split()[1:]]
    run = subprocess.run(
        [sys.executable, "-m", "nomorebets", *words], cwd=ROOT, capture_output=True, text=True, check=False
    )
    lines = [line.rstrip() for line in (run.stdout + run.stderr).rstrip().splitlines()]
    text = re.sub(r"ruling R-[0-9a-f]{16}", "ruling R-…", "\n".join(lines))
    return re.sub(r"in \d+\.\d+ s", "in 0.01 s", text) + "\n"


@pytest.mark.parametrize(("command", "shown"), BLOCK.findall(README.read_text()))
def test_the_readme_shows_what_is_printed(command: str, shown: str) -> None:
    assert shown == printed(command)


def test_the_library_example_runs() -> None:
    flags = doctest.IGNORE_EXCEPTION_DETAIL
    failed, tried = doctest.testfile(str(README), module_relative=False, optionflags=flags)
    assert (failed, tried > 2) == (0, True)


def test_every_file_the_docs_point_to_is_there() -> None:
    for page in (README, ROOT / "ARCHITECTURE.md", *(ROOT / "docs").glob("*.md")):
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
            assert (page.parent / target).exists(), f"{page.name} points to {target}"


if __name__ == "__main__":
    README.write_text(BLOCK.sub(lambda m: f"```console\n$ {m[1]}\n{printed(m[1])}```", README.read_text()))
