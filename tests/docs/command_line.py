"""The reference of the command line, made from its parser: ``python tests/docs/command_line.py`` writes it anew.

What an example prints is run like any other of the documentation; of long answers the first lines are shown.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

import click

from docs.examples import ROOT, at_home, printed
from nomorebets.cli import nomorebets
from nomorebets.cli.examples import EXAMPLES

PAGE = ROOT / "docs" / "command-line.md"
NOT_RUN = ("play", "mcp", "serve", "replay", "petition", "audit", "archive put", "archive restore", "archive read")
NOT_RUN += ("fairness test", "report")
"""They go on until somebody ends them, read a file or a book that has to be there, or print too much: the page has no
answer of theirs, and a test of their own runs them."""
MOST_LINES = 12
_MEASURED = re.compile(r"in [\d.]+ s( \(.* a second\))?")

INTRODUCTION = """# The command line

Made from the parser; `nomorebets COMMAND --help` prints the same. Games, wagers, options, paragraphs and dates are
taken in any case, and a name that is not known is answered with the nearest ones. Counts may be written `1e6`, a file
`-` is what comes in, and `--json` has one shape whatever the count. Exit status: 0 done, 1 not compliant or ruled
against, 2 the request cannot be carried out.

`nomorebets --version` says which version this is. To complete names with the tab key, once for each shell:

```sh
eval "$(_NOMOREBETS_COMPLETE=bash_source nomorebets)"      # in ~/.bashrc
eval "$(_NOMOREBETS_COMPLETE=zsh_source nomorebets)"       # in ~/.zshrc
_NOMOREBETS_COMPLETE=fish_source nomorebets | source       # in ~/.config/fish/config.fish
```
"""


def commands(group: click.Group, before: str = "") -> Iterator[tuple[str, click.Command]]:
    """Every command by its whole name."""
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from commands(command, f"{before}{name} ")
        else:
            yield before + name, command


def page() -> str:
    """The page, without what the examples print."""
    return "\n".join([INTRODUCTION, *(_section(name, command) for name, command in commands(nomorebets))])


def in_all() -> click.Context:
    """Where every command stands: of its help it keeps the names that it is given first, ``-h`` among them."""
    return click.Context(nomorebets, **nomorebets.context_settings)


def _section(name: str, command: click.Command) -> str:
    ctx = click.Context(command, in_all(), info_name=f"nomorebets {name}")
    usage = " ".join([f"nomorebets {name}", *command.collect_usage_pieces(ctx)])
    parts = [f"## {name}", f"```text\n{usage}\n```", _plain(inspect.cleandoc(command.help or ""))]
    rows = [row for option in command.params if (row := option.get_help_record(ctx)) and row[1]]
    if rows:
        table = "\n".join(f"| `{_cell(names)}` | {_cell(_plain(words))} |" for names, words in rows)
        parts.append(f"| option | what it does |\n|---|---|\n{table}")
    examples = [f"nomorebets {example}" for example in EXAMPLES[name]]
    if name in NOT_RUN:
        parts.append("```sh\n" + "\n".join(examples) + "\n```")
    else:
        parts += [f"```console\n$ {example}\n```" for example in examples]
    return "\n\n".join(parts) + "\n"


def _plain(text: str) -> str:
    """Words that Markdown takes as they are."""
    return re.sub(r"([<>*_])", r"\\\1", text)


def _cell(text: str) -> str:
    return text.replace("|", r"\|")


def without_answers(text: str) -> str:
    """A page as the parser makes it."""
    return re.sub(r"(^```console\n\$ [^\n]*\n).*?(?=^```$)", r"\1", text, flags=re.MULTILINE | re.DOTALL)


def _answered(example: re.Match[str]) -> str:
    lines = printed(example[1]).splitlines()
    shown = [*lines[:MOST_LINES], "…"] if len(lines) > MOST_LINES else lines
    return f"$ {example[1]}\n" + "".join(_MEASURED.sub("…", line) + "\n" for line in shown)


if __name__ == "__main__":
    with at_home():
        PAGE.write_text(re.sub(r"^\$ (nomorebets .*)\n", _answered, page(), flags=re.MULTILINE), encoding="utf-8")
