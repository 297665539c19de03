"""How results show themselves in notebooks and go into frames; :mod:`.notebook` registers what each consists of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import singledispatch
from html import escape
from typing import Any

from nomorebets.errors import UnknownName

CELL = "padding:2px 10px;text-align:left;border-bottom:1px solid #8884"


@dataclass(frozen=True)
class Heading:
    words: str


@dataclass(frozen=True)
class Rows:
    """A table of text; whatever stands in it is text and nothing else."""

    columns: Sequence[str]
    rows: Iterable[Sequence[object]]


@dataclass(frozen=True)
class Picture:
    svg: str
    width: int = 0  # at most; 0: as it comes
    told: Rows | None = None  # the same where no picture is shown


Piece = Heading | Picture | Rows


@singledispatch
def pieces(thing: object) -> list[Piece]:
    """What a result consists of in a notebook; without anything better, its one line."""
    return [Heading(repr(thing))]


class InNotebooks:
    """A result that a notebook draws, or has as Markdown where it takes no HTML."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return "".join(map(_as_html, pieces(self)))

    def _repr_markdown_(self) -> str:
        told = (piece.told if isinstance(piece, Picture) else piece for piece in pieces(self))
        return "\n\n".join(_as_markdown(piece) for piece in told if piece is not None)


def _as_html(piece: Piece) -> str:
    if isinstance(piece, Heading):
        return f"<p><strong>{escape(piece.words)}</strong></p>"
    if isinstance(piece, Picture):
        return f'<div style="max-width:{piece.width}px">{piece.svg}</div>' if piece.width else piece.svg
    head = "".join(f'<th style="{CELL}">{escape(column)}</th>' for column in piece.columns)
    body = "".join(
        "<tr>" + "".join(f'<td style="{CELL}">{escape(str(cell))}</td>' for cell in row) + "</tr>" for row in piece.rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _as_markdown(piece: Heading | Rows) -> str:
    if isinstance(piece, Heading):
        return f"**{_plain(piece.words)}**"
    lines = [piece.columns, ["---"] * len(piece.columns), *([_plain(str(cell)) for cell in row] for row in piece.rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _plain(text: str) -> str:
    r"""Text that Markdown leaves alone.

    >>> print(_plain("*<b>* a|b\nc"))
    \*&lt;b&gt;\* a\|b c
    """
    return re.sub(r"([\\`*_\[\]|~$])", r"\\\1", escape(" ".join(text.split()), quote=False))


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
