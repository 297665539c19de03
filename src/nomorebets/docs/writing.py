"""The site as files that any server, or none, can show; with the styles that it is given."""

from __future__ import annotations

import json
import posixpath
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from nomorebets.docs import site
from nomorebets.docs.sources import INDEX
from nomorebets.kept import write_whole

if TYPE_CHECKING:
    from jinja2 import Environment

STATIC = "static"
SEARCHED = "search.js"


def beside(here: str, to: str) -> str:
    """Where a page lies, seen from another.

    >>> beside("games/roulette", "library"), beside("index", "games/roulette")
    ('../library.html', 'games/roulette.html')
    """
    return posixpath.relpath(f"{to}.html", posixpath.dirname(here) or ".")


SHELF = site.Shelf(beside)


@cache
def _templates() -> Environment:
    from jinja2 import Environment, FileSystemLoader

    return Environment(loader=FileSystemLoader(site.TEMPLATES), autoescape=True, trim_blocks=True, lstrip_blocks=True)


def body_of(page: site.Page, shelf: site.Shelf, search: str) -> str:
    """A page between its list of contents and its headings; ``search`` is where what is searched comes from."""
    return (
        _templates()
        .get_template("body.html")
        .render(page=page, groups=site.contents(), to=lambda name: shelf.address(page.name, name), search=search)
    )


def searched(shelf: site.Shelf) -> str:
    """What is searched, as a script: files that no server serves may load one too."""
    return f"globalThis.searched = {json.dumps(site.search_index(shelf), ensure_ascii=False)};\n"


def write(folder: Path, styles: Iterable[Path]) -> int:
    """Write every page into a folder; how many there are."""
    (folder / STATIC).mkdir(parents=True, exist_ok=True)
    for style in styles:
        write_whole(folder / STATIC / style.name, style.read_bytes())
    write_whole(folder / SEARCHED, searched(SHELF).encode())
    frame = _templates().get_template("frame.html")
    for name in site.names():
        page = site.page(name, SHELF)
        up = posixpath.relpath(".", posixpath.dirname(name) or ".")
        file = folder / f"{name}.html"
        file.parent.mkdir(parents=True, exist_ok=True)
        body = body_of(page, SHELF, f"{up}/{SEARCHED}")
        write_whole(file, frame.render(page=page, body=body, up=up, home=beside(name, INDEX)).encode())
    return len(site.names())
