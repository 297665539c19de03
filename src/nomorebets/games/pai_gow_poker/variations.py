"""What a game file may do with pai gow poker: wagers added on what the seven cards of a seat hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nomorebets.games.pai_gow_poker.script import MAIN
from nomorebets.games.pai_gow_poker.settlement import settle_held
from nomorebets.games.pai_gow_poker.seven_cards import UNPAID
from nomorebets.games.pai_gow_poker.terms import ROYAL_MATCH, SEVEN_CARD, SEVEN_CARD_JOKER, THREE_PAIR, TOP_CARDS
from nomorebets.hands.joker import JOKER_HAND_CATEGORIES
from nomorebets.regulation import Pays
from nomorebets.table import House, Result, Wager
from nomorebets.table.added_wagers import ADDED, PAID
from nomorebets.table.game import Bet
from nomorebets.table.variation import GameVariations, paid_by_file

_MADE = (hand for hand in reversed(JOKER_HAND_CATEGORIES) if hand not in UNPAID)
OUTCOMES = (SEVEN_CARD, SEVEN_CARD_JOKER, ROYAL_MATCH, *_MADE, THREE_PAIR, *TOP_CARDS.values())


def side_bet(kind: str, rows: Mapping[str, Pays]) -> Bet:
    """A wager of a file, paid once for the row that pays most."""

    def settle(wager: Wager, outcome: Any, house: House) -> Result:
        result = settle_held(wager, outcome.holds, house, PAID)
        return result if result.outcome == "win" else Result(wager, "lose", result.net, ADDED)

    return Bet(kind=kind, by=ADDED, settle=settle, pays=paid_by_file(rows), beside=MAIN, own_limits=True)


VARIATIONS = GameVariations(outcomes={name: name.replace("-", " ") for name in OUTCOMES}, side_bet=side_bet)
