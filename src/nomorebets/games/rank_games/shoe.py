"""The shoe of casino war and red dog: what both do alike with it. The paragraphs are each game's."""

from __future__ import annotations

from typing import Any

from nomorebets.procedures.opening import OpeningRules
from nomorebets.procedures.shoe import ShoeRules
from nomorebets.regulation import Citation
from nomorebets.table import Round
from nomorebets.table.cards import size_of_pack


def shoe_rules(
    *, inspect: Citation, not_right: Citation, idle: Citation, cut: Citation, shuffler: Citation, **more: Any
) -> ShoeRules:
    """The cutting card ends the shoe with its round; one card is burned unseen; a second face up voids the round."""
    return ShoeRules(
        opening=OpeningRules(inspect=inspect, replace=not_right, show=inspect, mix=inspect, idle=idle, nobody=idle),
        cut=cut,
        recut=cut,
        shuffler_jam=shuffler,
        other_method=shuffler,
        hands_after=0,
        burn_unseen=1,
        second_face_up_voids=True,
        refill=6,  # the discards serve when the cards run out, of as many decks as the table has
        **more,
    )


def behind_the_marker(table: Round, decks: int) -> int:
    """How many cards lie behind the cutting card: a quarter of the stack."""
    return -(-size_of_pack(table.felt, decks) // 4)
