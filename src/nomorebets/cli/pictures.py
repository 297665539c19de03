"""Pictures of the command line: bars of characters, and SVG or PNG files."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from nomorebets.cli.common import write_out
from nomorebets.errors import UnknownName

if TYPE_CHECKING:
    from rich.console import Console

BAR, BESIDE = 48, 37  # characters of the longest bar, and of what stands beside it


def draw_bar(share: float, width: int) -> str:
    """A bar of eighths of a character.

    >>> draw_bar(0.5, 4), draw_bar(0.03, 4)
    ('██', '▏')
    """
    eighths = max(round(share * width * 8), 1 if share else 0)
    return "█" * (eighths // 8) + ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉")[eighths % 8]


def show_bars(out: Console, bars: Iterable[tuple[float, float, float]]) -> None:
    """Money from, money to, and the share of it as a bar; in a narrow terminal a shorter one, or none."""
    bars = list(bars)
    most = max((share for _, _, share in bars), default=1)
    room = min(BAR, out.width - BESIDE)
    for low, high, share in bars:
        bar = f"{draw_bar(share / most, room)} " if room > 4 else ""
        out.print(f"{low:>12,.2f} to {high:>12,.2f}  {bar}{share:.2%}", markup=False)


def require_plot(path: str | None) -> None:
    """Refuse before the work is done what could not be written after it."""
    if path is None:
        return
    kind = Path(path).suffix.lower()
    if kind not in (".svg", ".png"):
        raise UnknownName(f"{path[-60:]!r} is not a picture file", accepts="a file name that ends in .svg or .png")
    if kind == ".png":
        try:
            import vl_convert  # noqa: F401
        except ImportError:
            raise UnknownName(
                "PNG pictures need the package vl-convert-python",
                accepts="pip install nomorebets[report], or an .svg file",
            ) from None


def write_plot(path: str | None, picture: str) -> None:
    """An SVG drawing as the file that its name asks for."""
    if path is None:
        return
    if Path(path).suffix.lower() == ".svg":
        write_out(path, picture.encode())
    else:
        import vl_convert

        write_out(path, vl_convert.svg_to_png(picture, scale=2))
    click.echo(f"wrote {path}", err=True)
