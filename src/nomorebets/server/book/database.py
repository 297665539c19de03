"""The two databases a house may keep its book in: a SQLite file, or a PostgreSQL server for several processes."""

from __future__ import annotations

import importlib.util
import os
import re
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, NullPool, event, make_url
from sqlalchemy.exc import InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from nomorebets.server.book import migrations
from nomorebets.server.book.changes import StoreError

OUTAGES = (
    OperationalError,
    InterfaceError,
    PoolTimeout,
    ConnectionError,
)  # what reading raises while there is no database
ACCEPTS = "sqlite:///house.db, postgresql://user@host/database"
OLDEST_SQLITE = (3, 38)  # JSON without asking for it, and UPDATE … FROM
BUSY = 5_000  # milliseconds to wait for another writer
# durable at every commit; what was written is copied back in pieces of 16 MB, and so much of the book is kept at hand
SQLITE = ("journal_mode=WAL", "synchronous=FULL", "wal_autocheckpoint=4000", "cache_size=-16000")


def address_of(url: str) -> URL:
    """Where the database is, with the driver that speaks to it."""
    try:
        address = make_url(url)
    except (SQLAlchemyError, ValueError):
        said = repr(url) if re.fullmatch(r"[\w./\\ -]{1,200}", url) else "what was given"  # it may hold a password
        raise StoreError(f"{said} is no address of a database", accepts=ACCEPTS) from None
    kind = address.get_backend_name()
    if kind == "sqlite" and (address.host or address.username):
        raise StoreError("a SQLite file has no host and no user", accepts=ACCEPTS)
    if kind == "sqlite":
        return address.set(drivername="sqlite+aiosqlite")
    if kind in ("postgresql", "postgres"):
        if importlib.util.find_spec("psycopg") is None:
            raise StoreError("PostgreSQL needs psycopg", accepts='pip install "nomorebets[postgres]", or a SQLite file')
        return address.set(drivername="postgresql+psycopg")
    raise StoreError(f"no database of the kind {kind}", accepts=ACCEPTS)


def is_file(address: URL) -> bool:
    return address.get_backend_name() == "sqlite" and address.database not in (None, "", ":memory:")


def named(address: URL) -> str:
    """The database as a message names it, without a password."""
    if is_file(address):
        return str(address.database)
    shown = {name: value for name, value in address.query.items() if name in ("host", "port", "dbname", "sslmode")}
    return address.set(query=shown).render_as_string(hide_password=True)


def make_engine(address: URL, foreign_keys: str = "ON", **options: Any) -> AsyncEngine:
    """SQLite as a ledger needs it: durable at every commit, readers beside the writer, foreign keys kept."""
    if address.get_backend_name() == "postgresql":
        settings = {
            "synchronous_commit": "on",  # durable at every commit, whatever the server's default is
            "lock_timeout": BUSY,
            "idle_in_transaction_session_timeout": 2 * BUSY,  # a process that stands still holds nobody up
        }
        given = {"options": " ".join(f"-c {k}={v}" for k, v in settings.items()), "connect_timeout": 10}
        return create_async_engine(address, connect_args=given, **{"pool_pre_ping": True} | options)
    engine = create_async_engine(address, **options)

    @event.listens_for(engine.sync_engine, "connect")
    def _connected(connection: Any, _: object) -> None:
        connection.isolation_level = None  # BEGIN is ours: the driver's own comes too late
        cursor = connection.cursor()
        for setting in (*SQLITE, f"foreign_keys={foreign_keys}", f"busy_timeout={BUSY}"):
            cursor.execute(f"PRAGMA {setting}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def _begun(connection: Connection) -> None:
        writes = connection.get_execution_options().get("writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


async def prepare(address: URL, folder: Path | None = None, engines: Callable[..., AsyncEngine] = make_engine) -> None:
    """Make the database, or bring it up to date; whatever fails leaves it as it was."""
    engine = engines(address, foreign_keys="OFF", poolclass=NullPool)  # a step may make a table anew
    try:
        async with engine.connect() as connection:
            writing = await connection.execution_options(writes=True)
            async with writing.begin():
                await writing.run_sync(migrations.upgrade, folder)
    except migrations.UnknownSchema as fault:
        text = f"{named(address)} has schema {fault}; this program knows up to {migrations.newest(folder)}"
        raise StoreError(text, accepts="the later nomorebets that wrote it") from None
    except migrations.FailedUpgrade as fault:
        text = f"{named(address)} cannot be brought to schema {migrations.newest(folder)} ({fault}); it is as it was"
        raise StoreError(text, accepts="the program that wrote it, or a copy of it from before") from None
    except (SQLAlchemyError, OSError) as fault:
        raise StoreError(f"{named(address)}: {reason(fault)}", accepts=_wanted(address)) from None
    finally:
        await engine.dispose()


def _wanted(address: URL) -> str:
    if address.get_backend_name() == "sqlite":
        return "a file that can be written"
    return "a PostgreSQL server that runs, and a database on it that this user may write"


def require_file(path: Path) -> None:
    """Tried here first: the driver's own thread would complain."""
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        oldest = ".".join(map(str, OLDEST_SQLITE))
        raise StoreError(f"this Python has SQLite {sqlite3.sqlite_version}", accepts=f"SQLite {oldest} or later")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():  # a new book is its owner's alone, and what SQLite makes beside it too
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        connection = sqlite3.connect(path)
        try:
            connection.execute("PRAGMA user_version").fetchone()
        finally:
            connection.close()
    except (OSError, ValueError, sqlite3.Error) as fault:
        why = getattr(fault, "strerror", None) or fault  # without the path a second time
        raise StoreError(f"{path}: {why}", accepts="a file that can be written") from None


def reason(fault: BaseException) -> str:
    """The driver's own words, in one line."""
    said = str(getattr(fault, "orig", None) or fault).strip()
    return said.splitlines()[0][:200] if said else type(fault).__name__


class OnlyOne:
    """One process at a time serves a SQLite file: a lock beside it, which ends with the process."""

    def __init__(self, address: URL) -> None:
        self._path = Path(f"{address.database}.lock")
        self._open: int | None = None

    def take(self) -> None:
        try:
            opened = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as fault:
            text = f"{self._path}: {fault.strerror}"
            raise StoreError(text, accepts="a file in a folder that can be written") from None
        try:
            _lock(opened)
        except OSError:
            who = ""
            with suppress(OSError):
                who = os.read(opened, 40).decode("ascii", "replace").strip()
            os.close(opened)
            text = f"{self._path.with_suffix('')} is being served by another process ({who or 'unknown'})"
            raise StoreError(text, accepts="one process per file; several need --db postgresql://…") from None
        self._open = opened
        with suppress(OSError):  # only to be read by people
            os.ftruncate(opened, 0)
            os.write(opened, f"process {os.getpid()}\n".encode())

    def give_up(self) -> None:
        if self._open is not None:
            os.close(self._open)
            self._open = None


def _lock(opened: int) -> None:
    if os.name == "nt":
        import msvcrt

        msvcrt.locking(opened, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined, unused-ignore]
    else:
        import fcntl

        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
