"""The house in the browser, the audit of its book, and its old records: serve, audit, archive."""

from __future__ import annotations

import os
import sys
from collections.abc import Awaitable, Callable
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from nomorebets.cli.out import json_option, told
from nomorebets.errors import counted

if TYPE_CHECKING:
    from nomorebets.server.book.store import Store

T = TypeVar("T")

PORT = 8047
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


def data_folder() -> Path:
    """Where this user's programs keep their data."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "nomorebets"


def _book(db_url: str | None) -> str:
    return db_url or f"sqlite:///{data_folder() / 'house.db'}"


@click.command()
@click.option("--db", "db_url", metavar="URL", help="The database; a file in your data folder if left out.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Who may come in: this machine only by default.")
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, show_default=True, help="0 takes a free one.")
@click.option("--reached-at", metavar="URL", default="", help="Where other processes on one PostgreSQL reach this one.")
@click.option("--allowed-host", "names", multiple=True, metavar="NAME", help="A name the house is called by.")
@click.option("--trusted-proxy", "proxies", multiple=True, metavar="IP", help="A proxy whose word is taken.")
@click.option("--certificate", type=FILE, metavar="FILE", help="For https: the certificate, in PEM.")
@click.option("--key", type=FILE, metavar="FILE", help="For https: its key.")
@click.option("--witness", "witnesses", multiple=True, metavar="FILE|URL", help="Where to note heads of the book.")
@click.option("--game", "game_files", type=FILE, multiple=True, metavar="FILE", help="Offer a game from its game file.")
@click.option("--licensee", metavar="NAME", default="", help="Whose house it is; or as --house has it.")
@click.option("--house", "house_file", type=FILE, metavar="FILE", help="The house file of the licensee.")
@click.option("--guests/--no-guests", default=None, help="Play without a name; by default on this machine only.")
def serve(
    db_url: str | None,
    host: str,
    port: int,
    names: tuple[str, ...],
    proxies: tuple[str, ...],
    certificate: Path | None,
    key: Path | None,
    guests: bool | None,
    reached_at: str,
    witnesses: tuple[str, ...],
    game_files: tuple[Path, ...],
    licensee: str,
    house_file: Path | None,
) -> None:
    """Open the house: tables to sit at in a browser, the rulebook, the records and the odds.

    By default it listens on this machine only and takes guests without a question. To open it to others, keep it on
    loopback behind a proxy with https (--trusted-proxy 127.0.0.1 --allowed-host play.example.org --no-guests), or give
    it a --host, a --certificate and a --key. While the house has no administrator, each start prints a link that makes
    one, once. SECURITY.md says what else holds.

    --witness FILE adds the head of the book to a file every ten seconds if it has grown, --witness https://… notes it
    at another house: what audit --witness later holds a book against.

    --game FILE offers a game from a game file (nomorebets sample NAME prints one): a game whose text is not available,
    a variation, or a game of one's own, that is tested or authorized. Tables keep their rules: one
    that was opened so is there again without the file.

    --licensee NAME, or the licensee of --house FILE, is whose house it is: pages and guides name it, and a game that is
    tested elsewhere is not offered.
    """
    from nomorebets.compliance.housefile import read_house_file
    from nomorebets.games import offer
    from nomorebets.server.tables.offering import serve_for
    from nomorebets.server.web.run import Address, run
    from nomorebets.untrusted import HOUSE_FILE, read_path

    if house_file is not None and not licensee:
        licensee = read_house_file(read_path(house_file, HOUSE_FILE)).licensee or ""
    serve_for(licensee)
    for path in game_files:
        offer(path, licensee)
    at = Address(host, port, names, proxies, certificate, key, guests, reached_at, witnesses)
    run(_book(db_url), at)


@click.command()
@click.option("--db", "db_url", metavar="URL", help="The database; the file in your data folder if left out.")
@click.option("--head", "noted", metavar="SEAL", help="A head printed before: it must still be in the chain.")
@click.option(
    "--witness", type=FILE, multiple=True, metavar="FILE", help="Heads that a witness kept: all must be in it."
)
@click.option("--checkpoint", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              help="Vouches for rounds replayed before; written, and gone on from.")  # fmt: skip
@click.option("--archive", "archives", type=FILE, multiple=True, metavar="FILE", help="Records put away, replayed too.")
@json_option
def audit(
    db_url: str | None,
    noted: str | None,
    witness: tuple[Path, ...],
    checkpoint: Path | None,
    archives: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Audit a house's book: every posting, balance, seal and record, from the first to the last.

    Follows the chain, adds every balance up anew, and replays every round: from its seal, by its script, from what the
    round before it left. Nothing is written to the book. Exit status: 0 all is in order, 1 it is not (each finding is
    named), 2 the database cannot be read. Note the head it prints elsewhere, or have it witnessed (serve --witness): a
    book rewritten as a whole is found by --head and --witness only.

    With --checkpoint the rounds that the file vouches for are read and not replayed again; an audit that was broken off
    goes on where it was. Where anything it vouches for has changed since, that is a finding and all is replayed.

    Rounds whose records were put away (nomorebets archive) are replayed from the files given with --archive; without
    their file they are counted, and only what the book itself has of them is examined.
    """
    from nomorebets.server.book.audit import audit as examine
    from nomorebets.server.book.witness import read_witness

    heads = [head for path in witness for head in read_witness(path)]
    done = examine(_book(db_url), noted, checkpoint, heads, archives)
    if not told(done.to_dict(), as_json):
        for finding in done.findings:
            click.echo(f"{finding.kind} {finding.where}: {' '.join(finding.text.split())}")
        counted = ", ".join(f"{count} {name}" for name, count in done.counts.items())
        verdict = f"{len(done.findings)} not in order" if done.findings else "in order"
        click.echo(f"{done.database} (schema {done.schema}): {counted}: {verdict}")
        click.echo(f"head {done.head}")
    if done.findings:
        sys.exit(1)


@click.group(no_args_is_help=False)
def archive() -> None:
    """Put the records of old rounds away in a file, read them there, or bring them back.

    Only the records go: money, results, seals and the chain stay in the book, and the file's digest is a link of it.
    """


@archive.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--before", type=click.DateTime(["%Y-%m-%d"]), required=True, help="The first day that stays.")
@click.option("--db", "db_url", metavar="URL", help="The database; the file in your data folder if left out.")
def put(file: Path, before: datetime, db_url: str | None) -> None:
    """Move the records of rounds that were over before a day into a new FILE.

    The last hundred rounds of every open table stay. A house on a SQLite file must be closed meanwhile.
    """
    from nomorebets.server.book.archive_files import put_away

    done = _with_book(db_url, lambda store: put_away(store, before.date(), file))
    click.echo(f"{file} has {counted(done.rounds, 'record')}, archive {done.number} of the book; digest {done.digest}")


@archive.command()
@click.argument("file", type=FILE)
@click.option("--db", "db_url", metavar="URL", help="The database; the file in your data folder if left out.")
def restore(file: Path, db_url: str | None) -> None:
    """Bring the records of a FILE back into the book that put them away."""
    from nomorebets.server.book.archive_files import bring_back

    number = _with_book(db_url, lambda store: bring_back(store, file))
    click.echo(f"the book has {counted(number, 'record')} again")


@archive.command()
@click.argument("file", type=FILE)
@click.argument("round_id", metavar="ROUND")
def read(file: Path, round_id: str) -> None:
    """Print the record of one ROUND of a FILE, as JSON Lines: what replay and verify read."""
    from nomorebets.errors import UnknownName
    from nomorebets.server.book.archive_files import ArchiveFile

    with closing(ArchiveFile(file)) as opened:
        record = opened.record(round_id)
    if record is None:
        raise UnknownName(f"no round in {file} is called {round_id[:60]!r}", accepts="an id of a round put away there")
    click.echo(record, nl=False)


def _with_book(db_url: str | None, work: Callable[[Store], Awaitable[T]]) -> T:
    import asyncio

    from nomorebets.server.book.store import Store

    async def run() -> T:
        store = Store(_book(db_url))
        await store.open()
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


COMMANDS: tuple[click.Command, ...] = (serve, audit, archive)
