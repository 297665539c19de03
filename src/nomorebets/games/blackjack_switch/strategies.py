"""Ways to decide at blackjack switch: the best play, the charts, and simple-minded ones.

None insures: that is a wager of its own, with odds of its own.
"""

from __future__ import annotations

from functools import partial

from nomorebets.drivers.facet import GameStrategies, Strategy
from nomorebets.games.blackjack_switch.terms import HANDS, spot_rules_of
from nomorebets.games.twenty_one.hand import value
from nomorebets.games.twenty_one.strategies import chosen_by, shown
from nomorebets.games.twenty_one.words import CHOICES
from nomorebets.table import Round
from nomorebets.table.areas import seat_area
from nomorebets.table.decisions import Ask, chosen
from nomorebets.table.requests import Answer, PatronRequest

# the best first; what each does is told by `named`, which is not loaded before somebody plays
NAMES = ("optimal", "basic", "never-switch", "never-bust", "mimic")


def decide(name: str, request: PatronRequest, table: Round) -> Answer:
    """What a way to play does."""
    if not isinstance(request, Ask) or not {"switch", "stand"} & set(request.choices):
        return request.usual()
    from nomorebets.games.blackjack_switch.named import play_beside, switches
    from nomorebets.games.blackjack_switch.spots import start_at

    spot = spot_rules_of(table.house)
    if "switch" in request.choices:
        cards = [card for hand in (1, 2) for card in table.felt.hand(seat_area(request.seat, hand))]
        five = tuple(value(card) - 1 for card in (*cards, shown(table)))
        return chosen("switch" if switches(spot, name, five) else "keep")
    own = table.felt.hand(seat_area(request.seat, request.hand))
    split = is_from_split(table, request.seat, request.hand)
    other = other_hand(table, request.seat, (own[0], own[0]) if split else own[:2])
    play = play_beside(spot, name, int(start_at()[other]))
    choice = chosen_by(play, own, shown(table), request.choices, split)
    option = request.option(choice)
    return chosen(choice, option.most if option is not None else 0)


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


NAMED: dict[str, Strategy] = {name: partial(decide, name) for name in NAMES}
STRATEGIES = GameStrategies(
    named=NAMED,
    takes_long=("optimal", "never-switch"),  # each hand is played as is best beside the other
    choices=(*CHOICES, "switch", "keep"),
)
