"""What the tables of the family look like alike: the shoe, which empties to its cutting card."""

from __future__ import annotations

from nomorebets.drawing.cards import ShoeLevel
from nomorebets.procedures.shoe import CUTTING_CARD, left_in_shoe
from nomorebets.table import Round
from nomorebets.table.cards import pack_of


def shoe_level(table: Round, decks: int) -> ShoeLevel | None:
    """How far a shoe of so many decks is dealt down; None as long as no cards are in it."""
    if not (left := left_in_shoe(table)):
        return None
    behind = table.felt.state.get(CUTTING_CARD, "")
    pack = pack_of(table.felt, decks, table.game.chance.pack)
    lying = sum(len(cards) for cards in table.felt.cards.values())
    return ShoeLevel(left, len(pack), int(behind) if behind.isdigit() else None, lying)
