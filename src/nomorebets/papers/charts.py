"""Figures of a paper, drawn by Vega-Lite."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from nomorebets.papers.writing import require_package

FONT = "Libertinus Serif"
INK, WARM = "#1f3a5f", "#b4552d"
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


def bars(rows: Sequence[tuple[str, float]], title: str, form: str = ".2%") -> str:
    """One bar a row, in the order given; what is above nothing and what is below it in two colours."""
    assert rows
    values = [{"name": name, "value": value} for name, value in rows]
    colour = {"condition": {"test": "datum.value < 0", "value": WARM}, "value": INK}
    return _drawn(
        {
            "width": 420,
            "height": {"step": 17},
            "data": {"values": values},
            "encoding": {
                "y": {
                    "field": "name",
                    "type": "nominal",
                    "sort": None,
                    "title": None,
                    "axis": {"labelLimit": 330, "domain": False, "ticks": False},
                },
                "x": {
                    "field": "value",
                    "type": "quantitative",
                    "title": title,
                    "axis": {"format": form, "tickCount": 6},
                },
            },
            "layer": [
                {"mark": {"type": "bar", "height": 11}, "encoding": {"color": colour}},
                {
                    "mark": {"type": "text", "align": "left", "dx": 4, "fontSize": 10},
                    "encoding": {
                        "text": {"field": "value", "type": "quantitative", "format": form},
                        "x": {"datum": 0} if max(value for _, value in rows) <= 0 else {"field": "value"},
                    },
                },
            ],
        }
    )


def distributions(panels: Sequence[tuple[str, Sequence[tuple[float, float, float]]]], title: str) -> str:
    """Histograms beside each other, each with its own scales: from, to, and how likely."""
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
                        },
                        "color": colour,
                    },
                }
                for name, parts in panels
            ],
            "spacing": 24,
        }
    )
