"""Where the documentation is written: the papers and the pages of the repository, which a wheel carries with it."""

from __future__ import annotations

import json
import posixpath
import re
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
CARRIED = Path(__file__).parent / "carried"  # what a wheel brings of the repository; the names are in pyproject.toml
INDEX = "index"
CODE = "src/nomorebets/"
_COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)
_PLAIN = {".toml": "toml", ".py": "python", ".cff": "yaml", "": "text"}


def tree() -> Path:
    """The repository, or what a wheel carries of it."""
    return CARRIED if CARRIED.is_dir() else PACKAGE.parents[1]


def file_at(path: str) -> Path:
    """A file by its path in the repository."""
    return PACKAGE / path.removeprefix(CODE) if path.startswith(CODE) else tree() / path


def page_of(path: str) -> str:
    """The page that shows a file of the repository.

    >>> page_of("docs/library.md"), page_of("README.md"), page_of("docs"), page_of("examples/house.toml")
    ('library', 'readme', 'index', 'examples/house.toml')
    """
    if path.rstrip("/") == "docs":
        return INDEX
    stem, ending = posixpath.splitext(path)
    if ending == ".ipynb":
        return stem.removeprefix("docs/")
    if ending != ".md":
        return path
    return stem.removeprefix("docs/") if stem.startswith("docs/") else stem.lower()


@cache
def files() -> dict[str, str]:
    """Every page that somebody wrote, and its file."""
    root = tree()
    written = [path for path in sorted((root / "docs").rglob("*")) if path.suffix in (".md", ".ipynb")]
    written += [*sorted(root.glob("*.md")), *sorted((root / "examples").glob("*"))]
    written += [root / "LICENSE", root / "CITATION.cff", *sorted((root / "benchmarks").glob("*.md"))]
    named = [path.relative_to(root).as_posix() for path in written if path.is_file()]
    return {page_of(name): name for name in named}


def markdown_at(path: str) -> str:
    """A file of the repository as Markdown: a page as it is, a notebook cell by cell, any other in a fence."""
    file = file_at(path)
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".md":
        return _COMMENT.sub("", text)
    if file.suffix == ".ipynb":
        return "\n\n".join(_cell(cell) for cell in json.loads(text)["cells"])
    return f"# {file.name}\n\n```{_PLAIN.get(file.suffix, 'text')}\n{text.rstrip()}\n```\n"


def _cell(cell: dict[str, object]) -> str:
    source = cell["source"]
    text = "".join(source) if isinstance(source, list) else str(source)
    return text if cell["cell_type"] == "markdown" else f"```python\n{text}\n```"


def groups() -> dict[str, list[tuple[str, str]]]:
    """The pages as the index lists them, under its headings: the page, and what it is called there."""
    grouped: dict[str, list[tuple[str, str]]] = {}
    for part in re.split(r"^## ", markdown_at("docs/index.md"), flags=re.MULTILINE)[1:]:
        heading, _, rest = part.partition("\n")
        linked = re.findall(r"^\* \[([^\]]+)\]\(([^)#]+)\)", rest, re.MULTILINE)
        paths = [(posixpath.normpath(posixpath.join("docs", where)), words) for words, where in linked]
        grouped[heading] = [(page_of(path), words) for path, words in paths]
    return grouped
