"""How a database of an earlier version is brought up to date, step by step (alembic, without its files).

A change of the schema is one file in ``versions/`` named ``rNNNN_what_it_is.py`` beside the change in ``schema.py``:

1. ``revision`` is the next number, ``down_revision`` the one before: the chain has no branches.
2. ``upgrade()`` uses ``op.create_table``, ``op.add_column`` and ``op.execute``, for SQLite and PostgreSQL alike; it
   writes its columns out (of ``schema`` only ``CENTS``: the rest will have changed when the step runs).
   What must be NOT NULL is added with a ``server_default``. Cents and other large numbers are ``schema.CENTS``.
3. All steps of an upgrade are one transaction, so a step must not commit; there is no way back.
4. ``tests/server/test_migrations.py`` compares the result with ``schema.py`` and upgrades the first schema's rows.

A database that was made before there were migrations says ``schema`` 1 in ``meta``; it is revision 0001.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext, RevisionStep
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text

FIRST = "0001"
_LOCK = 19_47  # two processes that open one PostgreSQL database upgrade it one after the other


class UnknownSchema(Exception):
    """The database was made by a newer version."""


class FailedUpgrade(Exception):
    """A step could not be done; whoever holds the transaction rolls it back."""


@cache
def _scripts(folder: str) -> ScriptDirectory:
    return ScriptDirectory(folder, version_locations=[f"{folder}/versions"])


def newest(folder: Path | None = None) -> str:
    """The revision this program works with."""
    return str(_scripts(str(folder or Path(__file__).parent)).get_current_head())


def revision_of(connection: Connection) -> str | None:
    """The revision of a database; None for an empty one."""
    tables = inspect(connection).get_table_names()
    if "alembic_version" in tables:
        revision = connection.scalar(text("SELECT version_num FROM alembic_version"))
        return None if revision is None else str(revision)
    if "meta" in tables and connection.scalar(text("SELECT value FROM meta WHERE name = 'schema'")) == "1":
        return FIRST
    return None


def upgrade(connection: Connection, folder: Path | None = None, to: str = "head") -> None:
    """Bring a database up to date inside the caller's transaction."""
    scripts = _scripts(str(folder or Path(__file__).parent))
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
    now = revision_of(connection)
    known = {script.revision for script in scripts.walk_revisions()}
    if now is not None and now not in known:
        raise UnknownSchema(now)
    if now == scripts.get_current_head():
        return
    under_way: list[str | None] = [now]

    def steps(_: object, context: MigrationContext) -> list[RevisionStep]:
        return scripts._upgrade_revs(to, now)  # type: ignore[arg-type]  # None is the beginning

    def reached(step: Any, **_: object) -> None:
        under_way.append(step.up_revision_id)

    context = MigrationContext.configure(
        connection, opts={"fn": steps, "transactional_ddl": True, "on_version_apply": (reached,)}
    )
    try:
        if now == FIRST and "alembic_version" not in inspect(connection).get_table_names():
            context._ensure_version_table()
            connection.execute(text("INSERT INTO alembic_version (version_num) VALUES (:now)"), {"now": FIRST})
        with Operations.context(context):
            context.run_migrations()
    except Exception as fault:
        at = f"behind {under_way[-1]}" if under_way[-1] else "at its beginning"
        raise FailedUpgrade(f"{at}: {str(getattr(fault, 'orig', None) or fault).splitlines()[0][:200]}") from fault
