"""The house in the browser: serve."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

PORT = 8047


def data_folder() -> Path:
    """Where this user's programs keep their data."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "nomorebets"


@click.command()
@click.option("--db", "db_url", metavar="URL", help="The database; a file in your data folder if left out.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Who may come in: this machine only by default.")
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, show_default=True, help="0 takes a free one.")
def serve(db_url: str | None, host: str, port: int) -> None:
    """Open the house: tables to sit at in a browser, the rulebook, the records and the odds."""
    from nomorebets.server.run import run

    run(db_url or f"sqlite:///{data_folder() / 'house.db'}", host, port)


COMMANDS: tuple[click.Command, ...] = (serve,)
