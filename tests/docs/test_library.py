"""The page on the library names every extra and every tool."""

import tomllib
from pathlib import Path

from nomorebets.mcp_tools import TOOLS

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "library.md"


def test_every_extra_and_every_tool_is_named():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    text = PAGE.read_text()
    assert all(f"[{extra}]" in text for extra in extras if extra not in ("build", "dev"))
    assert all(f"`{tool.__name__}`" in text for tool in TOOLS)
