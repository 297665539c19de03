"""What building adds: the pages that the documentation is made of, and a README that can be read outside of here."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

sys.path.insert(0, str(Path(__file__).parent / "src"))
from nomorebets.docs.sources import INDEX, page_of

CODE = ("src", Path(__file__).name)


class Pages(BuildHookInterface[Any]):
    """A wheel carries what the source archive has beside the code, for ``nomorebets docs`` and ``/docs``."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return  # the repository itself is there
        archive = self.metadata.hatch.build_targets["sdist"]["only-include"]
        carried = {path: f"nomorebets/docs/carried/{path}" for path in archive if path not in CODE}
        build_data["force_include"] |= {str(Path(self.root) / path): where for path, where in carried.items()}


class Readme(MetadataHookInterface):
    """The README of the package."""

    def update(self, metadata: dict[str, Any]) -> None:
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": read_outside(text)}


def read_outside(text: str) -> str:
    """A page whose links into the repository are the commands that show what they lead to.

    >>> read_outside("[the library](docs/library.md), [docs/](docs/)")
    'the library (`nomorebets docs library`), docs/ (`nomorebets docs`)'
    """

    def command(link: re.Match[str]) -> str:
        page = page_of(link[2])
        return f"{link[1]} (`nomorebets docs{'' if page == INDEX else f' {page}'}`)"

    return re.sub(r"\[([^\]]+)\]\((?!https?:)([^)#]+)[^)]*\)", command, text)
