"""Ways to decide at blackjack switch. None insures: that is a wager of its own, with odds of its own."""

from __future__ import annotations

from nomorebets.drivers.facet import GameStrategies
from nomorebets.games.blackjack_switch import endless
from nomorebets.games.blackjack_switch.terms import SWITCHED_BLACKJACK, rules_of
from nomorebets.games.twenty_one.dealing import DEALER
from nomorebets.games.twenty_one.hand import count, value
from nomorebets.games.twenty_one.rules import Rules
from nomorebets.table import Round
from nomorebets.table.areas import seat_area
from nomorebets.table.decisions import Ask, Chosen
from nomorebets.table.requests import Answer, PatronRequest


def named(cards: tuple[str, ...]) -> str:
    """Cards as values."""
    return "".join(endless.CARDS[value(card) - 1] for card in cards)


def decide(request: PatronRequest, table: Round) -> Answer:
    """As is best from a shoe without end, for the cards of the own spot and the card that the dealer shows."""
    if not isinstance(request, Ask):
        return request.usual()
    rules, up = rules_of(table.house), named((table.felt.hand(DEALER)[0],))
    if "switch" in request.choices:
        first, second = (named(table.felt.hand(seat_area(request.seat, hand))) for hand in (1, 2))
        counts = table.house[SWITCHED_BLACKJACK] == "counts-as-blackjack"
        gained = endless.switches(first, second, up, rules, counts)
        return Chosen("switch" if gained > 0 else "keep")
    if "stand" not in request.choices:
        return request.usual()
    choice = play(named(table.felt.hand(seat_area(request.seat, request.hand))), up, request.choices, rules)
    option = request.option(choice)
    return Chosen(choice, option.most if option is not None else 0)


def play(cards: str, up: str, choices: tuple[str, ...], rules: Rules) -> str:
    """What is best with a hand, of what may be chosen."""
    total, soft = count(cards)
    worth = {"stand": endless.stand(total, up, rules)}
    if "draw" in choices:
        worth["draw"] = endless.draw(total, soft, up, rules)
    if "double" in choices:
        worth["double"] = endless.double(total, soft, up, rules)
    if "split" in choices:
        worth["split"] = endless.split(cards[0], up, rules, rules.splits_of(endless.CARDS.index(cards[0])))
    if "surrender" in choices:
        worth["surrender"] = endless.HALF
    return max(worth, key=lambda choice: worth[choice])


STRATEGIES = GameStrategies(named={"endless": decide})
