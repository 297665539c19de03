"""Figures of a paper, drawn by Vega-Lite."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from nomorebets.papers.writing import require_package

FONT = "Libertinus Serif"
INK, WARM = "#1f3a5f", "#b4552d"
WIDE = 560
_LOOK: dict[str, Any] = {
    "font": FONT,
    "axis": {"labelFontSize": 11, "titleFontSize": 11, "titleFontWeight": "normal", "gridColor": "#dfe5ec"},
    "header": {"labelFontSize": 12, "labelFontWeight": "bold"},
    "view": {"stroke": None},
}


def _drawn(chart: dict[str, Any]) -> str:
    require_package("vl_convert", "a figure")
    import vl_convert

    return str(vl_convert.vegalite_to_svg({"config": _LOOK, "background": "transparent", **chart}))


def bars(rows: Sequence[tuple[str, float]], title: str, sign: str = "") -> str:
    """One bar a row, a share of one, in the order given; what is above nothing and what is below it in two colours."""
    assert rows
    values = [{"name": name, "value": value} for name, value in rows]
    below = any(value < 0 for _, value in rows)
    colour = {"condition": {"test": "datum.value < 0", "value": WARM}, "value": INK}
    digits = _digits([value for _, value in rows])
    form, ticks = f"{sign}.{digits}%", f"{sign}.{digits}~%"  # the axis has no zeros that say nothing
    figure = {
        "type": "text",
        "align": {"expr": "datum.value < 0 ? 'right' : 'left'"},
        "dx": {"expr": "datum.value < 0 ? -4 : 4"},
        "fontSize": 10,
    }
    return _drawn(
        {
            "width": WIDE,  # names and all, so that the print of every chart is of one size
            "autosize": {"type": "fit-x", "contains": "padding"},
            "height": {"step": 17},
            "data": {"values": values},
            "encoding": {
                "y": {
                    "field": "name",
                    "type": "nominal",
                    "sort": None,
                    "title": None,
                    "axis": {"labelLimit": 330, "domain": False, "ticks": False, "offset": 4},
                },
                "x": {
                    "field": "value",
                    "type": "quantitative",
                    "title": title,
                    "axis": {"format": ticks, "tickCount": 5},
                    "scale": {"padding": 44} if below else {},  # for the figures beside the bars
                },
            },
            "layer": [
                {"mark": {"type": "bar", "height": 11}, "encoding": {"color": colour}},
                {"mark": figure, "encoding": {"text": {"field": "value", "type": "quantitative", "format": form}}},
            ],
        }
    )


def _digits(shares: Sequence[float]) -> int:
    """Digits after the point of a percentage, so that the smallest is not printed as nothing.

    >>> _digits([0.0526, -0.01]), _digits([0.01, 0.000023, 0.0]), _digits([0.0])
    (2, 3, 2)
    """
    smallest = min((abs(share) for share in shares if share), default=1) * 100
    return min(6, max(2, math.ceil(-math.log10(smallest))))


def distributions(panels: Sequence[tuple[str, Sequence[tuple[float, float, float]]]], title: str) -> str:
    """Histograms beside each other, on one scale of how likely, so that they stand level: from, to, and how likely."""
    most = max(share for _, parts in panels for *_, share in parts)
    colour = {"condition": {"test": "datum.to <= 0", "value": WARM}, "value": INK}
    return _drawn(
        {
            "hconcat": [
                {
                    "title": {"text": name, "fontSize": 12, "anchor": "start"},
                    "width": 190,
                    "height": 130,
                    "data": {"values": [{"from": low, "to": high, "share": share} for low, high, share in parts]},
                    "mark": {"type": "bar"},
                    "encoding": {
                        "x": {
                            "field": "from",
                            "type": "quantitative",
                            "bin": {"binned": True},
                            "title": title,
                            "axis": {"tickCount": 5},
                        },
                        "x2": {"field": "to"},
                        "y": {
                            "field": "share",
                            "type": "quantitative",
                            "title": None,
                            "axis": {"format": ".1~%", "tickCount": 4},
                            "scale": {"domain": [0, most], "nice": True},
                        },
                        "color": colour,
                    },
                }
                for name, parts in panels
            ],
            "spacing": 24,
        }
    )
