"""What the choices at a table of the blackjack family are worth, by all cards that nobody has seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from nomorebets.games.twenty_one.analysis.chart import row_name, worth_of
from nomorebets.games.twenty_one.analysis.choices import blackjack_risk, choice_worths
from nomorebets.games.twenty_one.analysis.hands import NAMES, all_hands
from nomorebets.games.twenty_one.analysis.values import best
from nomorebets.games.twenty_one.hand import may_be_blackjack, value
from nomorebets.games.twenty_one.rules import VALUES, Rules, with_shoe
from nomorebets.games.twenty_one.strategies import shown
from nomorebets.pricing.facet import ChoiceValue
from nomorebets.table import Round
from nomorebets.table.areas import seat_area
from nomorebets.table.cards import pack_of
from nomorebets.table.decisions import Ask


def value_names(cards: Iterable[str]) -> str:
    """Cards as values without suits.

    >>> value_names(("Kd", "As", "7c"))
    'TA7'
    """
    return "".join(NAMES[value(card) - 1] for card in cards)


def hand_choices(
    request: Ask,
    table: Round,
    rules: Rules,
    unseen: Counter[int],
    stake: int,
    *,
    is_split: bool,
    hands: int,
    original: bool,
) -> Mapping[str, ChoiceValue]:
    """What each choice with a hand is worth, later draws played as well as may be.

    The box has so many hands by now; only on an ``original`` one lies the wager that a dealer's blackjack takes.
    """
    up, cards = shown(table), table.felt.hand(seat_area(request.seat, request.hand))
    own, column, left = value_names(cards), value_names((up,)), unseen.copy()
    left.update(value(card) - 1 for card in (*cards, up))
    here = with_shoe(
        replace(rules, most_hands=max(rules.most_hands - hands + 1, 1)), [left[place] for place in range(VALUES)]
    )
    worths = choice_worths(here, own, column, request.choices, from_split=is_split)
    known = rules.card_reader or not may_be_blackjack(up)
    risk = Fraction(0) if known else blackjack_risk(here, own, column)
    values = {}
    for choice, worth in worths.items():
        early = choice == "surrender" and rules.surrender == "early"
        whole = worth if early else (1 - risk) * worth - (risk if original else 0)
        option = request.option(choice)
        values[choice] = ChoiceValue(stake * whole, option.most if option is not None else 0)
    return values


def two_cards_worth(rules: Rules, own: str, up: str, is_blackjack: bool) -> Fraction:
    """What two cards are worth that are played as well as can be, the cards of ``rules`` gone besides."""
    known = rules.card_reader or not may_be_blackjack(up)
    risk = Fraction(0) if known else blackjack_risk(rules, own, up)
    if is_blackjack:
        return (1 - risk) * rules.blackjack_pays
    analysis = best(rules)
    hand = all_hands().of("".join(sorted(own, key=NAMES.index)))
    choice, _ = worth_of(analysis, analysis.play, hand, NAMES.index(up))
    return (1 - risk) * choice_worths(rules, own, up, [choice])[choice] - risk


def cell_of(request: Ask, table: Round) -> tuple[str, str] | None:
    """The row and the column of the chart that speak of the hand one is asked about."""
    if not isinstance(request, Ask) or "stand" not in request.choices:
        return None
    own = value_names(table.felt.hand(seat_area(request.seat, request.hand)))
    return row_name(own, may_split="split" in request.choices), value_names((shown(table),))


def unseen_cards(table: Round, decks: int) -> Counter[int]:
    """How many cards of each value nobody has seen: what is left in the shoe, and what lies face down."""
    felt = table.felt
    pack = pack_of(felt, decks)
    lying = [laid for laid_there in felt.cards.values() for laid in laid_there]
    if len(pack) == felt.shoe.total() + len(lying) + len(felt.rack):  # the first round of a shoe: all else was seen
        unseen = Counter(value(card) - 1 for card in pack)
        unseen.subtract(value(card) - 1 for card in (*felt.rack, *(laid.card for laid in lying if laid.up)))
        return unseen
    unseen = Counter(value(card) - 1 for card in felt.shoe.elements())
    unseen.update(value(laid.card) - 1 for laid in lying if not laid.up)
    return unseen
