"""Papers written out: HTML by a template, PDF by typst; text for Markdown."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import msgspec

from nomorebets.errors import UnknownName
from nomorebets.papers.document import Paper

if TYPE_CHECKING:
    from jinja2 import Template

TEMPLATES = Path(__file__).parent / "templates"
SCALES = (1, 1.06, 1.12, 1.18, 1.24, 1.3)  # of the letters of a leaflet
LIFTS = tuple(range(19))  # cm of a page that are left empty below


def has_package(name: str) -> bool:
    """Whether a package of the extra ``report`` is installed."""
    return find_spec(name) is not None


def require_package(name: str, what: str) -> None:
    """Refuse before the work is done what could not be written after it."""
    if not has_package(name):
        text = f"{what} needs the package {name.replace('_', '-')}, which is not installed"
        raise UnknownName(text, accepts="pip install 'nomorebets[report]'")


@cache
def _template(name: str) -> Template:
    from jinja2 import Environment, FileSystemLoader

    pages = Environment(loader=FileSystemLoader(TEMPLATES), autoescape=True, trim_blocks=True, lstrip_blocks=True)
    return pages.get_template(name)


def plain_markdown(text: object) -> str:
    """Text that Markdown is to take as it is."""
    return re.sub(r"([\\`*_{}\[\]<>#|~])", r"\\\1", " ".join(str(text).split()))


def html_of(paper: Paper, whole: bool = True) -> str:
    """The paper as one HTML file that stands alone, or as a part of another page."""
    return _template("paper.html" if whole else "body.html").render(paper=msgspec.to_builtins(paper))


def pdf_of(paper: Paper) -> bytes:
    """The paper as PDF; with the fonts that typst brings, so that it is the same everywhere."""
    return _typeset(paper, "pdf")[0]


def pages_of(paper: Paper) -> list[bytes]:
    """Its pages as PNG pictures."""
    return _typeset(paper, "png")


def _typeset(paper: Paper, form: Literal["pdf", "png"]) -> list[bytes]:
    require_package("typst", "a PDF")
    import typst

    content = {"paper": msgspec.json.encode(paper).decode()}
    if paper.columns > 1:
        content |= _fitted(content)
    made = typst.compile(
        str(TEMPLATES / "paper.typ"), format=form, sys_inputs=content, ignore_system_fonts=True, ppi=80
    )
    return made if isinstance(made, list) else [made]


def _fitted(content: dict[str, str]) -> dict[str, str]:
    """How a leaflet is set: on as few pages as can be read, as large as these let it be, its columns alike."""
    import typst

    @cache
    def pages(scale: float, lift: float = 0) -> int:
        inputs = content | {"scale": str(scale), "lift": str(lift)}
        file = str(TEMPLATES / "paper.typ")
        counted = typst.query(file, "<pages>", field="value", one=True, sys_inputs=inputs, ignore_system_fonts=True)
        return int(counted)

    least = pages(SCALES[0])
    scale = SCALES[bisect_right(SCALES, least, key=pages) - 1]
    lift = LIFTS[bisect_right(LIFTS, 1, key=lambda lift: pages(scale, lift)) - 1] if least == 1 else 0
    return {"scale": str(scale), "lift": str(lift)}
