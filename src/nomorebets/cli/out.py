"""Results for programs: JSON on standard output, or a .json, .csv or .parquet file by the end of its name."""

from __future__ import annotations

import csv
import errno
import io
import json
import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from nomorebets.cli.common import Decorator, F, file_named, write_out
from nomorebets.errors import UnknownName, one_line, shown

KINDS = (".json", ".csv", ".parquet")
Row = Mapping[str, Any]
_OUT = "nomorebets.out"  # where a command keeps the file of --out for the result it tells

json_flag: Decorator = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def _keep_out(context: click.Context, parameter: click.Parameter, path: str | None) -> None:
    require_out(path)
    context.meta[_OUT] = path


def json_option(command: F) -> F:
    """--json and --out, for every command that prints a result."""
    kept: Decorator = click.option(
        "-o",
        "--out",
        metavar="FILE",
        expose_value=False,
        callback=_keep_out,
        help="Write the result to a .json, .csv or .parquet file as well.",
    )
    return kept(json_flag(command))


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


def require_no_out(why: str) -> None:
    """Refuse --out where a command prints a line for each of several results."""
    if click.get_current_context().meta.get(_OUT) is not None:
        raise click.UsageError(f"--out does not go with the rulings {why}: they are printed, a line of JSON each")


def told(whole: Mapping[str, Any], as_json: bool, rows: str | Sequence[Row] | None = None) -> bool:
    """Write a result where --out says, and print it where --json is said; whether it was printed.

    ``rows``: what a table of it lists, or the name of that part; without it every list of objects.
    """
    path = click.get_current_context().meta.get(_OUT)
    if path is not None:
        _write(path, whole, rows if rows is not None and not isinstance(rows, str) else rows_of(whole, rows))
        click.echo(f"wrote {path}", err=True)
    if as_json:
        click.echo(json_text(whole))
    return as_json


def json_text(value: object) -> str:
    """A result as the text of a JSON file."""
    return json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False)


def rows_of(whole: Mapping[str, Any], name: str | None = None) -> list[dict[str, Any]]:
    """A result as the rows of a table, the single facts of its head in each; lists of objects within are left out.

    >>> rows_of({"game": "craps", "wagers": [{"wager": "pass", "ends": [1, 2], "at": {"edge": "7/495"}}]})
    [{'game': 'craps', 'wager': 'pass', 'ends': '1; 2', 'at.edge': '7/495'}]
    """
    parts = {key: part for key, part in whole.items() if _is_listed(part) and name in (None, key)}
    head = {key: value for key, value in whole.items() if not isinstance(value, list | dict)}
    rows = []
    for key, part in parts.items():
        listed = [{"of": of, **row} for of, row in part.items()] if isinstance(part, dict) else part
        which = {"part": key} if len(parts) > 1 else {}
        for row in map(_flat, listed):
            rows.append({**head, **which, **{f"{key}.{cell}" if cell in head else cell: row[cell] for cell in row}})
    return rows or [_flat(whole)]


def _is_listed(part: object) -> bool:
    items = list(part.values()) if isinstance(part, dict) else part
    return isinstance(items, list) and bool(items) and all(isinstance(item, dict) for item in items)


def _flat(row: Row) -> dict[str, Any]:
    """A row without anything in its cells but single facts."""
    cells: dict[str, Any] = {}
    for name, value in row.items():
        if isinstance(value, dict):
            cells |= {f"{name}.{part}": fact for part, fact in _flat(value).items()}
        elif not isinstance(value, list | tuple):
            cells[name] = value
        elif not _is_listed(value):
            cells[name] = "; ".join(map(str, value))
    return cells


def _write(path: str, whole: Mapping[str, Any], rows: Sequence[Row]) -> None:
    """The whole result as JSON, or its rows as a table."""
    kind = Path(path).suffix.lower()
    names = list(dict.fromkeys(name for row in rows for name in row))
    if kind == ".json":
        write_out(path, (json_text(whole) + "\n").encode())
    elif kind == ".csv":
        text = io.StringIO(newline="")
        table = csv.DictWriter(text, names)
        table.writeheader()
        table.writerows(rows)
        write_out(path, text.getvalue().encode())
    else:
        _write_parquet(path, names, rows)


# whole numbers are rounds and seeds, and a seed may need 64 bits without a sign
_TYPES = {bool: "BOOLEAN", int: "UBIGINT", float: "DOUBLE", str: "VARCHAR"}


def _kind(cells: list[Any]) -> str:
    kinds = {type(cell) for cell in cells if cell is not None}
    if kinds <= {int} and any(cell < 0 for cell in cells if cell is not None):
        return "BIGINT"
    return _TYPES[kinds.pop()] if len(kinds) == 1 else "DOUBLE" if kinds == {int, float} else "VARCHAR"


def _write_parquet(path: str, names: Sequence[str], rows: Sequence[Row]) -> None:
    import duckdb

    kinds = [_kind([row.get(name) for row in rows]) for name in names]
    with duckdb.connect() as database:
        columns = ", ".join(f'"{name}" {kind}' for name, kind in zip(names, kinds, strict=True))
        database.execute(f"CREATE TABLE result ({columns})")
        marks = ", ".join("?" * len(names))
        cells = [[_cell(row.get(name), kind) for name, kind in zip(names, kinds, strict=True)] for row in rows]
        database.executemany(f"INSERT INTO result VALUES ({marks})", cells)
        quoted = path.replace("'", "''")
        try:
            database.execute(f"COPY result TO '{quoted}' (FORMAT parquet)")
        except duckdb.Error as fault:  # its own error for a full disk, or a file that may not be written
            known = re.search(r'"errno":"(\d+)"', str(fault))
            number = int(known[1]) if known else errno.EIO
            raise OSError(number, os.strerror(number) if known else one_line(fault), path) from None


def _cell(value: Any, kind: str) -> Any:
    return str(value) if kind == "VARCHAR" and value is not None else value
