"""What was read from source files, kept from process to process: reading all syntax trees takes a second."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from nomorebets.kept import folder, write


def read_each(paths: Iterable[Path], read: Callable[[Path], list[Any]], reader: Path, keep_as: str) -> dict[Path, Any]:
    """What ``read``, a function in the file ``reader``, finds in each file, as plain values.

    What neither file nor reader has changed since is known already; ``keep_as`` names what is kept, nothing if empty.
    """
    known = _known(keep_as)
    how = reader.read_bytes()
    contents: dict[Path, Any] = {}
    keys: dict[str, Any] = {}
    for path in paths:
        key = hashlib.sha256(b"\0".join((how, path.as_posix().encode(), path.read_bytes()))).hexdigest()
        contents[path] = keys[key] = known[key] if key in known else read(path)
    if keys.keys() != known.keys():
        _keep(keep_as, keys)
    return contents


def _file(name: str) -> Path:
    """One file for each checkout or installation."""
    here = hashlib.sha256(str(Path(__file__).parent).encode()).hexdigest()[:12]
    return folder() / f"{name}-{here}.json"


def _known(name: str) -> dict[str, Any]:
    try:
        known = json.loads(_file(name).read_bytes()) if name else {}
    except (OSError, RuntimeError, ValueError):  # never kept, or damaged
        return {}
    return known if isinstance(known, dict) else {}


def _keep(name: str, keys: dict[str, Any]) -> None:
    with suppress(RuntimeError):  # where nothing can be kept, it is read again
        if name:
            write(_file(name), json.dumps(keys).encode())
