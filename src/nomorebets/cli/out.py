"""Results written to a file: JSON, CSV or Parquet, by the end of its name."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from nomorebets.cli.common import Decorator, file_named
from nomorebets.errors import UnknownName, shown

KINDS = (".json", ".csv", ".parquet")
Row = Mapping[str, Any]

out_option: Decorator = click.option(
    "-o", "--out", metavar="FILE", help="Write the result to a .json, .csv or .parquet file as well."
)


def require_out(path: str | None) -> None:
    """Refuse before the work is done what could not be written after it."""
    if path is None:
        return
    kind = file_named(path).suffix.lower()
    if kind not in KINDS:
        raise UnknownName(f"{shown(path)} is not a file for results", accepts=f"a name that ends in {', '.join(KINDS)}")
    if not Path(path).resolve().parent.is_dir():
        raise UnknownName(f"{shown(path)}: there is no such folder", accepts="a file in a folder that exists")
    if kind == ".parquet":
        try:
            import duckdb  # noqa: F401
        except ImportError:
            raise UnknownName(
                "Parquet files need the package duckdb",
                accepts="pip install 'nomorebets[parquet]', or a .csv or .json file",
            ) from None


def write_out(path: str | None, whole: Mapping[str, Any], rows: Sequence[Row]) -> None:
    """The whole result as JSON, or its rows as a table."""
    if path is None:
        return
    kind = Path(path).suffix.lower()
    if kind == ".json":
        Path(path).write_text(json.dumps(whole, indent=2, allow_nan=False) + "\n", encoding="utf-8")
    elif kind == ".csv":
        with Path(path).open("w", newline="", encoding="utf-8") as file:
            table = csv.DictWriter(file, list(rows[0]) if rows else [])
            table.writeheader()
            table.writerows(rows)
    else:
        _write_parquet(path, rows)
    click.echo(f"wrote {path}", err=True)


# whole numbers are rounds and seeds, and a seed may need 64 bits without a sign
_TYPES = {bool: "BOOLEAN", int: "UBIGINT", float: "DOUBLE", str: "VARCHAR"}


def _write_parquet(path: str, rows: Sequence[Row]) -> None:
    import duckdb

    names = list(rows[0])
    kinds = [next((_TYPES[type(row[name])] for row in rows if row[name] is not None), "VARCHAR") for name in names]
    with duckdb.connect() as database:
        columns = ", ".join(f'"{name}" {kind}' for name, kind in zip(names, kinds, strict=True))
        database.execute(f"CREATE TABLE result ({columns})")
        marks = ", ".join("?" * len(names))
        database.executemany(f"INSERT INTO result VALUES ({marks})", [[row[name] for name in names] for row in rows])
        quoted = path.replace("'", "''")
        database.execute(f"COPY result TO '{quoted}' (FORMAT parquet)")
