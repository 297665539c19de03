"""Histograms: as bars of characters, and as SVG or PNG files."""

from __future__ import annotations

from pathlib import Path

import click

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
        Path(path).write_text(picture, encoding="utf-8")
    else:
        import vl_convert

        Path(path).write_bytes(vl_convert.svg_to_png(picture, scale=2))
    click.echo(f"wrote {path}", err=True)


def histogram(title: str, under: str, bars: list[tuple[float, float, float, str]]) -> str:
    """Bars of dollars as SVG: from, to, how tall, and what to say of it; losses red, gains green."""
    from xml.sax.saxutils import escape

    most = max((tall for _, _, tall, _ in bars), default=1.0) or 1.0
    wide, high, left, base = 720, 400, 60, 340
    step = (wide - left - 20) / max(len(bars), 1)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="0 0 {wide} {high}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{wide}" height="{high}" fill="white"/>',
        f'<text x="{left}" y="24" font-size="15">{escape(title)}</text>',
        f'<text x="{left}" y="42">{escape(under)}</text>',
    ]
    for i, (low, above, share, says) in enumerate(bars):
        tall = (base - 60) * share / most
        x = left + i * step
        colour = "#b03a2e" if above <= 0 else "#1e8449" if low >= 0 else "#7f8c8d"
        lines.append(
            f'<rect x="{x:.2f}" y="{base - tall:.2f}" width="{max(step - 1, 0.5):.2f}" height="{tall:.2f}" '
            f'fill="{colour}"><title>${low:,.2f} to ${above:,.2f}: {escape(says)}</title></rect>'
        )
    lines.append(f'<line x1="{left}" y1="{base}" x2="{wide - 20}" y2="{base}" stroke="black"/>')
    for share in (0, 0.25, 0.5, 0.75, 1):
        i = min(int(share * len(bars)), max(len(bars) - 1, 0))
        if bars:
            x = left + share * (wide - left - 20)
            lines.append(f'<text x="{x:.1f}" y="{base + 18}" text-anchor="middle">${bars[i][0]:,.0f}</text>')
    lines.append(f'<text x="{left}" y="{base + 40}">result of a session in dollars</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"
