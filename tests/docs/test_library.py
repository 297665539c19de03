"""The page on the library: every example is run, and every extra stands in its table."""

import doctest
import tomllib
from pathlib import Path

from nomorebets.mcp_tools import TOOLS

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "library.md"


def test_every_example_gives_what_it_says():
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried > 8
    assert not failed


def test_every_extra_and_every_tool_is_named():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    text = PAGE.read_text()
    assert all(f"[{extra}]" in text for extra in extras if extra not in ("build", "dev"))
    assert all(f"`{tool.__name__}`" in text for tool in TOOLS)
