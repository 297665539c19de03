"""The register of what files may do with games is in the docs. ``python tests/docs/test_game_files.py`` writes it."""

from __future__ import annotations

import re
from pathlib import Path

from nomorebets.compliance.variations import in_markdown

DOC = Path(__file__).parents[2] / "docs" / "game-files.md"
REGISTER = re.compile(r"(<!-- the register -->\n)(.*?)(<!-- end of the register -->)", re.DOTALL)


def test_the_register_of_the_documentation_is_that_of_the_games() -> None:
    written = REGISTER.search(DOC.read_text())
    assert written is not None
    assert written[2] == in_markdown()


if __name__ == "__main__":
    DOC.write_text(REGISTER.sub(lambda old: old[1] + in_markdown() + old[3], DOC.read_text()))
