"""Drawings that every page shares, as files a browser keeps: all cards, all tiles, all chips."""

from __future__ import annotations

from litestar import Response, get

from nomorebets import drawing

_KEPT = {"Cache-Control": "public, max-age=86400"}
_SVG = "image/svg+xml"


@get("/art/cards.svg", sync_to_thread=False, act="read", forms=False)
def cards() -> Response[str]:
    """Every card as a symbol: ``<use href="/art/cards.svg#As"/>``, its back as ``#back``."""
    return Response(drawing.cards_sprite(), media_type=_SVG, headers=_KEPT)


@get("/art/tiles.svg", sync_to_thread=False, act="read", forms=False)
def tiles() -> Response[str]:
    """Every tile as a symbol by its two ends: ``#t6-5``, its back as ``#back``."""
    return Response(drawing.tiles_sprite(), media_type=_SVG, headers=_KEPT)


@get("/art/chips.svg", sync_to_thread=False, act="read", forms=False)
def chips() -> Response[str]:
    """Every chip as a symbol by its value in cents: ``#c2500``."""
    return Response(drawing.chips_sprite(), media_type=_SVG, headers=_KEPT)


ROUTES = [cards, tiles, chips]
