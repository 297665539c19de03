"""What a game is dealt from, by name; and pieces of any kind, read and printed alike.

>>> len(pack("")), len(pack("joker")), len(pack("spanish")), len(pack("tiles"))
(52, 53, 48, 32)
>>> read_pieces("As Jk, 3-2"), printed("As"), printed("Jk"), printed("2-3")
(('As', 'Jk', '2-3'), 'A♠', 'joker', '2-3')
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from nomorebets.equipment.balls import BALLS
from nomorebets.equipment.cards import DECK, JOKER, read_cards, shown
from nomorebets.equipment.tiles import TILES, looks_like_tile, read_tile
from nomorebets.errors import unknown

SPANISH = tuple(card for card in DECK if card[0] != "T")  # a deck without its four tens
PACKS: Mapping[str, tuple[str, ...]] = {"": DECK, "joker": (*DECK, JOKER), "spanish": SPANISH, "tiles": TILES}

_PRINTED = {card: shown(card) for card in (*DECK, JOKER)}
_KIND = {**dict.fromkeys(TILES, "tile"), **dict.fromkeys(BALLS, "ball")}


def pack(name: str) -> tuple[str, ...]:
    """The pieces of a pack: the deck where no name is given."""
    if name not in PACKS:
        raise unknown("pack", name, PACKS)
    return PACKS[name]


def printed(piece: str) -> str:
    """A card, tile or ball as it is printed for the reader."""
    return _PRINTED.get(piece, piece)


def kind_of(piece: str) -> str:
    """What a piece is called: a card, a tile, a ball."""
    return _KIND.get(piece, "card")


def read_pieces(text: str | Iterable[str]) -> tuple[str, ...]:
    """The cards or tiles that somebody writes."""
    words = re.split(r"[\s,;]+", text) if isinstance(text, str) else [str(word) for word in text]
    return tuple(
        piece for word in words if word for piece in ((read_tile(word),) if looks_like_tile(word) else read_cards(word))
    )
