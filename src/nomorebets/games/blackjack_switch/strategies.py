"""Ways to decide at blackjack switch: the best play, the charts, and simple-minded ones.

None insures: that is a wager of its own, with odds of its own.
"""

from __future__ import annotations

from functools import partial

from nomorebets.drivers.facet import GameStrategies, Strategy
from nomorebets.games.blackjack_switch.terms import HANDS, spot_rules_of
from nomorebets.games.twenty_one.hand import value
from nomorebets.games.twenty_one.strategies import chosen_by, shown
from nomorebets.table import Round
from nomorebets.table.areas import seat_area
from nomorebets.table.decisions import Ask, Chosen
from nomorebets.table.requests import Answer, PatronRequest

# the best first; what each does is told by `named`, which is not loaded before somebody plays
NAMES = ("optimal", "basic", "never-switch", "never-bust", "mimic")


def decide(name: str, request: PatronRequest, table: Round) -> Answer:
    """What a way to play does."""
    if not isinstance(request, Ask) or not {"switch", "stand"} & set(request.choices):
        return request.usual()
    from nomorebets.games.blackjack_switch.named import spot_play
    from nomorebets.games.blackjack_switch.spots import start_at

    play, up = spot_play(spot_rules_of(table.house), name), value(shown(table)) - 1
    if "switch" in request.choices:
        four = (value(card) - 1 for hand in (1, 2) for card in table.felt.hand(seat_area(request.seat, hand)))
        return Chosen("switch" if play.switches[(*four, up)] else "keep")
    cards = table.felt.hand(seat_area(request.seat, request.hand))
    split = is_from_split(table, request.seat, request.hand)
    other = other_hand(table, request.seat, (cards[0], cards[0]) if split else cards[:2])
    choice = chosen_by(play.plays[start_at()[other]], cards, shown(table), request.choices, split)
    option = request.option(choice)
    return Chosen(choice, option.most if option is not None else 0)


def is_from_split(table: Round, seat: int, hand: int) -> bool:
    """Whether a hand was made by splitting: a card that was dealt to it has gone to another hand."""
    area = seat_area(seat, hand)
    return hand > len(HANDS) or len(table.felt.hand(area)) < len(table.felt.dealt.get(area, ()))


def other_hand(table: Round, seat: int, own: tuple[str, ...]) -> tuple[int, int]:
    """The values of the two cards that the other hand began with: of the four as dealt, what is not the own two."""
    four = [value(card) - 1 for hand in (1, 2) for card in table.felt.dealt.get(seat_area(seat, hand), ())[:2]]
    for card in own:
        if value(card) - 1 in four:
            four.remove(value(card) - 1)
    first, second = (*four, *(value(card) - 1 for card in own))[:2]  # as its own where the other hand is dead
    return first, second


# a bot plays by the charts: they are there in a second, and the best play takes ten
NAMED: dict[str, Strategy] = {name: partial(decide, name) for name in ("basic", *NAMES)}
STRATEGIES = GameStrategies(named=NAMED)
