"""`python -m benchmarks [name ...]`: run the named benchmarks, or all in this folder, and print one table."""

from __future__ import annotations

import importlib
import pkgutil
import sys

import benchmarks
from benchmarks import Line

OWN_COMMANDS = {
    "attacks",
    "audit_book",
    "cluster_cost",
    "crowd",
    "fuzz",
    "fuzz_parsers",
    "growth",
    "house_load",
    "kill",
    "pages",
    "scripts",
    "soak",
}  # each is run by itself: python -m benchmarks.kill


def names_of_all() -> list[str]:
    """The benchmarks of the table."""
    found = {module.name for module in pkgutil.iter_modules(benchmarks.__path__) if module.name[0] != "_"}
    return sorted(found - OWN_COMMANDS)


def main(asked_for: list[str]) -> int:
    names = names_of_all()
    unknown = [name for name in asked_for if name not in names]
    if unknown:
        print(f"no benchmark is called {', '.join(unknown)}; there are: {', '.join(names)}", file=sys.stderr)
        return 2
    lines: list[Line] = []
    try:
        for name in asked_for or names:
            print(f"measuring {name} ...", file=sys.stderr)
            lines += importlib.import_module(f"benchmarks.{name}").measure()
    finally:  # minutes of measuring are not lost with one that fails
        print(table(lines))
    return 0


def table(lines: list[Line]) -> str:
    rows: list[tuple[str, ...]] = [("work", "peer", "ratio", "goal", "met")]
    for line in lines:
        goal = "—" if line.goal is None else f"{line.goal:,.2f}"
        met = "—" if line.goal is None else "yes" if line.met else "no"
        rows.append((line.work, line.peer, f"{line.ratio:,.2f}", goal, met))
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    rows.insert(1, tuple("-" * width for width in widths))
    missed = [line.work for line in lines if not line.met]
    foot = f"\n{len(lines)} lines; " + (f"not met: {', '.join(missed)}" if missed else "every goal is met")
    grid = "\n".join(
        f"{work:<{widths[0]}}  {peer:<{widths[1]}}  {ratio:>{widths[2]}}  {goal:>{widths[3]}}  {met}"
        for work, peer, ratio, goal, met in rows
    )
    return f"{grid}\n{foot}"


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
