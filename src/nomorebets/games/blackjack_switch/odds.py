"""Blackjack switch: exact odds and the best play, from the analysis of a spot and the table's own settlement."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache, partial
from itertools import combinations_with_replacement

from nomorebets.equipment.cards import RANKS
from nomorebets.errors import RulesError, unknown
from nomorebets.games.blackjack_switch.exact import price_spot
from nomorebets.games.blackjack_switch.loop import SPREAD, SpotEnd, spread
from nomorebets.games.blackjack_switch.match import FourCards
from nomorebets.games.blackjack_switch.named import priced, spot_play
from nomorebets.games.blackjack_switch.play import MATCH
from nomorebets.games.blackjack_switch.points import switch_chart
from nomorebets.games.blackjack_switch.strategies import NAMES, is_from_split
from nomorebets.games.blackjack_switch.terms import (
    BOTH,
    DEALER_22,
    DECKS,
    HANDS,
    SOFT_17,
    SpotRules,
    rules_of,
    spot_rules_of,
)
from nomorebets.games.twenty_one.analysis.chart import chart_rules, play_chart
from nomorebets.games.twenty_one.analysis.dealer import dealer_ends
from nomorebets.games.twenty_one.hand import is_ace_and_ten, value
from nomorebets.games.twenty_one.lines import EVEN_CENTS, effects_on, insurance_gain, insurance_line
from nomorebets.games.twenty_one.outcome import HandOutcome
from nomorebets.games.twenty_one.rules import Rules, with_shoe
from nomorebets.games.twenty_one.shoe_counts import ShoeCounts, fresh_shoe
from nomorebets.games.twenty_one.strategies import shown
from nomorebets.games.twenty_one.weighing import (
    cell_of,
    hand_choices,
    insurance_choices,
    two_cards_worth,
    unseen_cards,
    value_names,
    with_cards,
)
from nomorebets.pricing.facet import Advice, ChoiceValue, GameOdds, PlayRule, Pricing, StrategyEdge
from nomorebets.pricing.lines import Ending, ending, line_of
from nomorebets.pricing.sheet import Line, Outcome
from nomorebets.regulation import cite, law, reading
from nomorebets.table import Round, Table, Wager
from nomorebets.table.areas import Area, seat_area
from nomorebets.table.decisions import Ask
from nomorebets.table.variation import known_by

FOUR = 4
INSURANCE = "insurance"
OF_THE_HANDS = (BOTH, *HANDS, "double", "split")  # what is added belongs to the wagers it is added to
STAKE = 2 * EVEN_CENTS  # that surrender halves and all odds pay exactly, times what the house's own odds need
UNITS = {
    "won": HandOutcome(20, dealer=19),
    "lost": HandOutcome(18, dealer=19),
    "blackjacks": HandOutcome(21, is_blackjack=True),
    "surrendered": HandOutcome(16, ended="surrender"),
}


# --- the two hands ---------------------------------------------------------------------------------------------------


def ending_of(table: Table, end: SpotEnd) -> Ending:
    """What both wagers net together per unit of both, by the table's own settlement of each unit."""
    stake = STAKE * table.game.betting.unit(table.house, table.layout[HANDS[0]])
    results = []
    for how, outcome in UNITS.items():
        if units := getattr(end, how):
            results += table.game.settle([Wager(1, HANDS[0], units * stake)], outcome, table.house)
    if not results:
        results = table.game.settle([Wager(1, HANDS[0], stake)], HandOutcome(19, dealer=19), table.house)
    ended = ending("", results, 2 * stake)
    gain = 2 * ended.net
    word = "win" if gain > 0 else "lose" if gain < 0 else "nothing won or lost"
    return ended._replace(name=f"{word} {_units(abs(gain))}" if gain else word)


def _units(gain: Fraction) -> str:
    return f"{gain} wager" if gain == 1 else f"{gain} wagers"


def hands_line(table: Table, spot: SpotRules, way: str) -> Line:
    """Both wagers with their doubles, splits and surrenders, per unit of the two together."""
    outcomes: dict[Fraction, Outcome] = {}
    for end, chance in spread(spot, way).items():
        ended = ending_of(table, end)
        before = outcomes[ended.net].probability if ended.net in outcomes else Fraction(0)
        outcomes[ended.net] = Outcome(ended.name, ended.net, before + chance, ended.by, "simulated")
    rows = tuple(outcomes[net] for net in sorted(outcomes, reverse=True))
    rests_on = [row.by for row in rows] + [reading(name) for name in ("R-2A.2-decks", "R-2A.5-pushes", "R-2A.7-switch")]
    rests_on += [known_by(table.house, term, cite("2A.12(b)")) for term in (SOFT_17, DEALER_22)]
    basis = law.weakest([law.basis(by, table.as_of) for by in rests_on])
    note = (
        f"the edge and the average wager are exact; the rows come as often as in {SPREAD:,} rounds dealt, fitted to "
        "the exact mean; no hand looks at the cards that the other drew"
    )
    return Line(BOTH, rows, basis, priced(spot, way).average_wager, note=note)


# --- the match wager -------------------------------------------------------------------------------------------------


def ways_of_four(ranks: Mapping[str, int]) -> dict[str, int]:
    """Every four ranks, in how many ways they can be dealt from a shoe.

    >>> sum(ways_of_four(dict.fromkeys(RANKS, 24)).values()) == math.comb(312, 4)
    True
    """
    return {
        "".join(four): math.prod(math.comb(ranks[rank], n) for rank, n in Counter(four).items())
        for four in combinations_with_replacement(RANKS, FOUR)
    }


def match_ending(table: Table, four: str) -> Ending:
    """How the match wager ends on four ranks, by the table's own settlement."""
    cards = FourCards(tuple(f"{rank}s" for rank in four))
    results = table.game.settle([Wager(1, MATCH, EVEN_CENTS)], cards, table.house)
    pays = results[0].net // EVEN_CENTS
    return ending(f"win: {pays} to 1" if pays > 0 else results[0].outcome, results, EVEN_CENTS)


def match_line(table: Table, shoe: ShoeCounts) -> Line:
    """The match wager, on every four ranks."""
    ways = ways_of_four(shoe.rank)
    counted = [(match_ending(table, four), count) for four, count in ways.items()]
    return line_of(table, MATCH, counted, sum(ways.values()), rests_on=(reading("R-2A.2-decks"),))


# --- all lines -------------------------------------------------------------------------------------------------------


def asked_for(table: Table, pricing: Pricing) -> str | None:
    """The line that was asked for; one hand, a double or a split is part of both hands'."""
    named = [BOTH, INSURANCE, *([MATCH] if MATCH in table.layout else [])]
    wanted = BOTH if pricing.wager in OF_THE_HANDS else pricing.wager
    if wanted is not None and wanted not in named:
        raise unknown("wager", wanted, named, table.as_of)
    return wanted


def spot_at(table: Table, pricing: Pricing) -> SpotRules:
    """What decides the price of a spot, with the cards that have left its shoe."""
    spot = spot_rules_of(table.house)
    return SpotRules(spot.rules.without(pricing.removed), spot.switched_counts)


def shoe_at(table: Table, pricing: Pricing) -> ShoeCounts:
    """The cards that may come at a table, less those that have left."""
    return fresh_shoe(rules_of(table.house).decks).without(pricing.removed)


def lines(table: Table, pricing: Pricing) -> list[Line]:
    """Both hands with all that is added to them, insurance, and the match wager."""
    wanted, spot = asked_for(table, pricing), spot_at(table, pricing)
    every: list[Line | None] = []
    if wanted in (None, BOTH):
        every.append(hands_line(table, spot, pricing.strategy or NAMES[0]))
    if wanted in (None, INSURANCE):
        every.append(insurance_line(table, spot.rules))
    if wanted in (None, MATCH) and MATCH in table.layout:
        every.append(match_line(table, shoe_at(table, pricing)))
    return [line for line in every if line is not None]


def effects(table: Table, pricing: Pricing) -> Mapping[str, Mapping[str, Fraction]]:
    """What a card that has left the shoe adds to the gain of a unit.

    Both hands are played as is best with it: looking for a better play in each shoe would add a second-order gain.
    """
    spot = spot_at(table, pricing)

    @cache
    def both(shoe: tuple[int, ...]) -> Fraction:
        left = SpotRules(with_shoe(spot.rules, shoe), spot.switched_counts)
        return price_spot(left, spot_play(spot, NAMES[0])).mean

    gains: dict[str, Callable[[ShoeCounts], Fraction]] = {
        BOTH: lambda left: both(left.by_value),
        INSURANCE: partial(insurance_gain, table, spot.rules),
    }
    if MATCH in table.layout:
        gains[MATCH] = lambda left: -match_line(table, left).edge
    return effects_on(table, pricing, shoe_at(table, pricing), gains)


def edges_to_check(table: Table) -> Mapping[str, Fraction]:
    """The edges that a house's own options and pay table may turn in the patrons' favour."""
    sides = {MATCH: match_line(table, shoe_at(table, Pricing())).edge} if MATCH in table.layout else {}
    return {BOTH: priced(spot_rules_of(table.house), NAMES[0]).edge, **sides}


# --- the best play ---------------------------------------------------------------------------------------------------


def advice(table: Table, pricing: Pricing) -> Advice:
    """The charts of the switch and of the hands, and what each way to play costs."""
    spot = spot_at(table, pricing)
    chart = switch_chart(spot)
    costs = tuple(StrategyEdge(name, priced(spot, name).edge) for name in NAMES)
    short = PlayRule("the switch", "add up the points of both hands", "switch where they are more then")
    note = (
        "the best play looks at the four cards of the spot, the own hand and the card shown, and not at what the other "
        "hand drew. Insurance is not taken"
    )
    return Advice(
        BOTH, tuple(_exact_rules()), "basic", (short, *chart_rules(play_chart(spot.rules))), costs, note, chart
    )


def _exact_rules() -> Iterator[PlayRule]:
    yield PlayRule("the switch", "the two hands that are worth more together", "by all four cards and the card shown")
    yield PlayRule("every hand", "as is best for its cards", "with the two cards gone that the other hand began with")


def choice_values(request: Ask, table: Round) -> Mapping[str, ChoiceValue]:
    """What keeping and switching are worth, or each choice with a hand, by all cards that are not seen."""
    if not isinstance(request, Ask):
        return {}
    stake = max((w.amount for w in table.wagers if w.seat == request.seat and w.kind in HANDS), default=0)
    try:
        if "switch" in request.choices:
            return {name: ChoiceValue(stake * worth) for name, worth in switch_values(request, table).items()}
        if "stand" in request.choices:
            return _hand_values(request, table, stake)
        if "insure" in request.choices:
            unseen = unseen_cards(table, int(table.house[DECKS]))
            return insurance_choices(request, table, unseen, Wager(request.seat, HANDS[0], stake))
    except RulesError:
        pass  # a shoe that may run out within the round has no odds
    return {}


def _hand_values(request: Ask, table: Round, stake: int) -> Mapping[str, ChoiceValue]:
    cards = table.felt.hand(seat_area(request.seat, request.hand))
    split = is_from_split(table, request.seat, request.hand)
    areas = [(Area.read(area), table.felt.hand(area)) for area in table.felt.cards]
    made = [hand for area, hand in areas if area.owner == request.seat and area.hand > len(HANDS) and hand]
    hands = 1 + sum(value(hand[0]) == value(cards[0]) for hand in made) if split else 1
    original = request.hand <= len(HANDS)
    rules, unseen = rules_of(table.house), unseen_cards(table, int(table.house[DECKS]))
    return hand_choices(request, table, rules, unseen, stake, is_split=split, hands=hands, original=original)


def switch_values(request: Ask, table: Round) -> dict[str, Fraction]:
    """What both hands are worth together, kept and switched, per unit of one wager."""
    spot, up = spot_rules_of(table.house), value_names((shown(table),))
    first, second = (value_names(table.felt.hand(seat_area(request.seat, hand))) for hand in (1, 2))
    changed = first[0] + second[1], second[0] + first[1]
    cards = unseen_cards(table, int(table.house[DECKS]))
    for hand in (1, 2):
        cards.update(table.felt.hand(seat_area(request.seat, hand)))
    cards[shown(table)] += 1
    rules = with_cards(spot.rules, cards)
    return {
        "switch": _both(rules, changed, up, spot.switched_counts),
        "keep": _both(rules, (first, second), up, True),
    }


def _both(rules: Rules, hands: tuple[str, str], up: str, blackjacks_count: bool) -> Fraction:
    """Each hand as well as it can be played beside the other; what a dealer's blackjack takes where it is not known."""
    worth = Fraction(0)
    for own, other in (hands, hands[::-1]):
        here = rules.without(f"{name}s" for name in other)
        is_blackjack = blackjacks_count and is_ace_and_ten(own)
        worth += two_cards_worth(here, own, up, is_blackjack)
    return worth


ODDS = GameOdds(
    lines=lines,
    dealer=lambda table, pricing: dealer_ends(rules_of(table.house).without(pricing.removed)),
    advice=advice,
    choices=choice_values,
    cell=cell_of,
    takes_removed=True,
    to_check=edges_to_check,
    effects=effects,
)
