"""Pictures of the command line: bars of characters, and SVG or PNG files."""

from __future__ import annotations

from pathlib import Path

import click

from nomorebets.cli.common import write_out
from nomorebets.errors import UnknownName

BAR = 48  # characters of the longest bar


def draw_bar(share: float, width: int) -> str:
    """A bar of eighths of a character.

    >>> draw_bar(0.5, 4), draw_bar(0.03, 4)
    ('██', '▏')
    """
    eighths = max(round(share * width * 8), 1 if share else 0)
    return "█" * (eighths // 8) + ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉")[eighths % 8]


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
