"""What a game file may do with blackjack: wagers added on the first two cards of a box and the dealer's first card."""

from nomorebets.games.blackjack.outcome import BoxOutcome
from nomorebets.games.blackjack.side_terms import decks_of
from nomorebets.games.blackjack.side_wagers import MAIN
from nomorebets.games.blackjack.terms import MULTI
from nomorebets.games.twenty_one.added_wagers import first_cards_event
from nomorebets.games.twenty_one.outcome import FirstCards
from nomorebets.games.twenty_one.shoe_counts import fresh_shoe
from nomorebets.table.variation import GameVariations


def first_cards(outcome: object) -> FirstCards | None:
    """The first cards, from what is known of a box, or as they are counted."""
    if isinstance(outcome, BoxOutcome):
        return FirstCards(outcome.cards, outcome.up)
    return outcome if isinstance(outcome, FirstCards) else None


VARIATIONS = GameVariations(
    on=first_cards_event((MAIN, *MULTI), lambda house: fresh_shoe(int(decks_of(house))), first_cards),
    kept={"multi-3": "multiple action is played by three wagers"},
)
