"""The documentation in a terminal, or written as a site: docs."""

from __future__ import annotations

from pathlib import Path

import click
from click.shell_completion import CompletionItem

from nomorebets.cli.common import console
from nomorebets.cli.naming import starting

STYLES = ("house.css", "rooms.css", "docs.css", "look.js", "docs.js")  # of the house's own pages


def _pages(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from nomorebets.docs.site import names

    return starting(incomplete, names())


@click.command()
@click.argument("page", required=False, shell_complete=_pages)
@click.option("-o", "--out", "folder", type=click.Path(file_okay=False, path_type=Path), help="Write all as a site.")
def docs(page: str | None, folder: Path | None) -> None:
    """The documentation: list its pages, read PAGE, or write all of it as a site of plain files.

    A house serves the same pages under /docs.
    """
    from nomorebets.docs import site, writing
    from nomorebets.docs.sources import PACKAGE

    if folder is not None:
        styles = PACKAGE / "server" / "web" / "static"
        many = writing.write(folder, (styles / name for name in STYLES))
        click.echo(f"wrote {many} pages; begin at {folder / 'index.html'}", err=True)
        return
    out = console()
    if page is None:
        for group in site.contents():
            out.print(f"{group.heading}:", style="bold", markup=False)
            for name, words in group.pages:
                out.print(f"  {name:<28}  {words}", markup=False, highlight=False)
        return
    text = site.markdown_of(page, writing.SHELF)
    if not out.is_terminal:
        click.echo(text, nl=False)
        return
    from rich.markdown import Markdown

    out.print(Markdown(text))


COMMANDS: tuple[click.Command, ...] = (docs,)
