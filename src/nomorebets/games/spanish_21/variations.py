"""What a game file may do with Spanish 21: decks, and wagers added on the first cards of a box and the dealer's."""

from nomorebets.equipment.packs import pack
from nomorebets.games.spanish_21.game import GAME
from nomorebets.games.spanish_21.terms import DECKS, MAIN, decks_of
from nomorebets.games.twenty_one.added_wagers import first_cards_event
from nomorebets.games.twenty_one.outcome import FirstCards
from nomorebets.games.twenty_one.shoe_counts import fresh_shoe
from nomorebets.table.variation import GameVariations, widened

VARIATIONS = GameVariations(
    terms=(widened(DECKS, "2", "4", "5", "7"),),
    on=first_cards_event(
        MAIN,
        lambda house: fresh_shoe(decks_of(house), pack(GAME.chance.pack)),
        lambda outcome: outcome if isinstance(outcome, FirstCards) else None,
    ),
)
