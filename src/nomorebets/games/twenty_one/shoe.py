"""The shoe of the blackjack family: how it is opened, and what may go wrong with its cards and the card reader."""

from __future__ import annotations

from msgspec.structs import replace

from nomorebets.games.twenty_one.cutting import cards_behind
from nomorebets.games.twenty_one.dealing import DealRules, deal_irregularities
from nomorebets.games.twenty_one.entry import let_all_in
from nomorebets.games.twenty_one.reader import ReaderRules, reader_irregularities
from nomorebets.procedures.shoe import ShoeRules, must_shuffle, open_shoe
from nomorebets.regulation import Citation
from nomorebets.table import Irregularity, Round, Script
from nomorebets.table.cards import size_of_pack

BEHIND = "1/4"  # of the stack lies behind the cutting card, where the house has no choice


def family_shoe(
    shoe: ShoeRules, deal: DealRules, reader: ReaderRules, more: dict[str, Irregularity] | None = None
) -> ShoeRules:
    """One card is burned, two found face up make a round void, and the discards are shuffled when the cards run out."""
    return replace(
        shoe,
        burn_unseen=1,
        hands_after=0,
        second_face_up_voids=True,
        run_out="shoe-exhausted",
        refill=1,  # of as many decks as the table has
        more={**deal_irregularities(deal), **reader_irregularities(reader), **(more or {})},
    )


def open_cards(table: Round, shoe: ShoeRules, decks: int, method: str, by: Citation) -> Script[ShoeRules]:
    """Take up the shoe in use, or shuffle, cut, mark and burn; then everybody may wager again. Returns its rules."""
    rules, fresh = replace(shoe, refill=decks), must_shuffle(table)
    behind = cards_behind(BEHIND, size_of_pack(table.felt, decks, table.game.chance.pack))
    yield from open_shoe(table, rules, decks, behind, method)
    if fresh:
        yield from let_all_in(table, by=by)
    return rules
