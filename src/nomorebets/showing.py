"""How results show themselves in notebooks and go into frames. What is drawn is registered by :mod:`.notebook`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import singledispatch
from html import escape
from typing import Any

from nomorebets.errors import UnknownName


@singledispatch
def as_html(thing: object) -> str:
    """A result as a piece of HTML; without anything better, its one line."""
    return f"<code>{escape(repr(thing))}</code>"


def frame(rows: Iterable[Mapping[str, Any]]) -> Any:
    """Rows as a frame of pandas, or of polars where that is what is installed."""
    listed = [dict(row) for row in rows]
    try:
        import pandas
    except ImportError:
        pass
    else:
        return pandas.DataFrame(listed)
    try:
        import polars
    except ImportError:
        raise UnknownName("a frame needs pandas or polars", accepts="pip install pandas") from None
    return polars.DataFrame(listed)
