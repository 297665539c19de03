"""The diagram of ARCHITECTURE.md, drawn from the imports: ``make diagram`` writes it, a test keeps it true."""

from __future__ import annotations

import sys
from pathlib import Path

import grimp

ROOMS = "nomorebets.server."
BEGIN, END = "<!-- drawn from the imports: make diagram -->\n```mermaid\n", "```\n<!-- end of the diagram -->\n"
ALONE = {"__main__", "errors", "compiling", "untrusted"}  # what everybody may use tells nothing


def part_of(module: str) -> str:
    """The part of the house a module belongs to: a top folder, or a room of the server."""
    if module.startswith(ROOMS):
        return "server/" + module.removeprefix(ROOMS).split(".")[0]
    return module.split(".")[1]


def imports() -> dict[str, set[str]]:
    """Which part imports which; the finder of games, which knows none of them, counts for nobody."""
    graph = grimp.build_graph("nomorebets", exclude_type_checking_imports=True)
    found: dict[str, set[str]] = {}
    for module in graph.modules:
        if "." not in module or module in ("nomorebets.server", "nomorebets.games"):
            continue
        part = part_of(module)
        for imported in graph.find_modules_directly_imported_by(module):
            if "." in imported and imported not in ("nomorebets.games", "nomorebets.server"):
                other = part_of(imported)
                if other != part and not {part, other} & ALONE:
                    found.setdefault(part, set()).add(other)
                    found.setdefault(other, set())
    return found


def reduced(edges: dict[str, set[str]]) -> dict[str, set[str]]:
    """Only the arrows that do not follow from others."""
    reach: dict[str, set[str]] = {}

    def below(part: str) -> set[str]:
        if part not in reach:
            reach[part] = set()
            reach[part] = edges[part].union(*(below(other) for other in edges[part]))
        return reach[part]

    return {
        part: {other for other in others if not any(other in below(via) for via in others if via != other)}
        for part, others in edges.items()
    }


def mermaid() -> str:
    arrows = reduced(imports())
    lines = ["flowchart TD"]
    lines += [f"    {part.replace('/', '_')}[{part}]" for part in sorted(arrows)]
    lines += [
        f"    {part.replace('/', '_')} --> {other.replace('/', '_')}"
        for part in sorted(arrows)
        for other in sorted(arrows[part])
    ]
    return "\n".join(lines) + "\n"


def written(text: str) -> str:
    """A page with the diagram drawn anew."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + BEGIN + mermaid() + END + after


if __name__ == "__main__":
    page = Path(sys.argv[1])
    page.write_text(written(page.read_text(encoding="utf-8")), encoding="utf-8")
