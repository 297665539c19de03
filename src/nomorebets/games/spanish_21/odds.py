"""Spanish 21: exact odds, from the family's analysis of the shoe and the table's own settlement."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from math import perm

from msgspec.structs import replace

from nomorebets.equipment.packs import pack
from nomorebets.errors import unknown
from nomorebets.games.spanish_21.ends import RAISED, SPLIT, SUPER, exceptions, priced, spread
from nomorebets.games.spanish_21.game import GAME
from nomorebets.games.spanish_21.settlement import SuperBonus
from nomorebets.games.spanish_21.strategies import BY_VALUES, NAMES
from nomorebets.games.spanish_21.terms import MAIN, RAISES, decks_of, rules_of
from nomorebets.games.twenty_one.analysis.cards_chart import cards_chart, cost_of, number_exceptions
from nomorebets.games.twenty_one.analysis.chart import chart_rules
from nomorebets.games.twenty_one.analysis.dealer import dealer_ends
from nomorebets.games.twenty_one.analysis.hands import NAMES as VALUE_NAMES
from nomorebets.games.twenty_one.analysis.many_hands import fitted
from nomorebets.games.twenty_one.analysis.named import Way, play_of
from nomorebets.games.twenty_one.analysis.relief import most_kept
from nomorebets.games.twenty_one.analysis.suits import KINDS, most_off, suited_plays
from nomorebets.games.twenty_one.lines import EVEN_CENTS, effects_on, insurance_gain, insurance_line, plain_line
from nomorebets.games.twenty_one.outcome import FirstCards, HandOutcome
from nomorebets.games.twenty_one.rules import SUITS, Rules, with_shoe
from nomorebets.games.twenty_one.shoe_counts import ShoeCounts, fresh_shoe
from nomorebets.games.twenty_one.sides import match_ways
from nomorebets.games.twenty_one.weighing import Weighed, cell_of, choice_values
from nomorebets.pricing.facet import Advice, GameOdds, PlayRule, Pricing, StrategyEdge
from nomorebets.pricing.lines import ending
from nomorebets.pricing.sheet import Line, Outcome
from nomorebets.regulation import cite, law
from nomorebets.table import Result, Round, Table, Wager
from nomorebets.table.money import dollars

HANDS = {
    "win": HandOutcome(20, dealer=19),
    "push": HandOutcome(19, dealer=19),
    "lose": HandOutcome(18, dealer=19),
    "21": HandOutcome(21, hand=("5s", "6d", "Kc")),
    "blackjack": HandOutcome(21, is_blackjack=True),
    "surrender": HandOutcome(16, ended="surrender"),
    "rescue": HandOutcome(15, ended="rescue", doubles=1),
    "678 mixed": HandOutcome(21, hand=("6s", "7d", "8c")),
    "678 of one suit": HandOutcome(21, hand=("6d", "7d", "8d")),
    "678 of spades": HandOutcome(21, hand=("6s", "7s", "8s")),
    "777 mixed": HandOutcome(21, hand=("7s", "7d", "7c")),
    "777 of one suit": HandOutcome(21, hand=("7d", "7d", "7d")),
    "777 of spades": HandOutcome(21, hand=("7s", "7s", "7s")),
    "21 with five cards": HandOutcome(21, hand=("2s", "3s", "4d", "5c", "7h")),
    "21 with six cards": HandOutcome(21, hand=("2s", "2d", "3d", "3c", "4c", "7h")),
    "21 with seven cards or more": HandOutcome(21, hand=("As", "Ad", "2d", "2c", "3c", "5h", "7h")),
}


# --- the main wager --------------------------------------------------------------------------------------------------


def even_stake(table: Table) -> int:
    """A stake in cents that all odds of the house pay without a broken cent."""
    return 2 * EVEN_CENTS * GAME.betting.unit(table.house, table.layout["main"])


def settled(table: Table, name: str, stake: int) -> list[Result]:
    """The wagers of a box of one hand that ends so, by the table's own settlement."""
    units = next(units for units, words in reversed(RAISED.items()) if name.endswith(words))
    how = name.removesuffix(SUPER).removesuffix(RAISED[units])
    staked = 2 if name == "rescue" else units
    raises = RAISES[: staked.bit_length() - 1]
    wagers = [Wager(1, "main", stake), *(Wager(1, kind, stake << at) for at, kind in enumerate(raises))]
    return table.game.settle(wagers, replace(HANDS[how], doubles=len(raises)), table.house)


def rules_at(table: Table, pricing: Pricing) -> Rules:
    """What decides the price of a table: the cards in its shoe, and the super bonus where a stake is named."""
    rules = rules_of(table.house).without(pricing.removed)
    return rules if pricing.stake is None else with_super_bonus(table, rules, pricing.stake)


def with_super_bonus(table: Table | Round, rules: Rules, stake: int) -> Rules:
    """The same with the sum that a super bonus adds to a unit of such a stake."""
    results = table.game.settle([Wager(1, "super-bonus", 0)], SuperBonus(stake), table.house)
    assert rules.always_21 is not None
    paid = sum((Fraction(result.net, stake) for result in results), Fraction(0))
    return replace(rules, always_21=replace(rules.always_21, super_777=paid))


def main_line(table: Table, rules: Rules, pricing: Pricing, way: Way) -> Line:
    """The wager of a box with its doubles, splits and surrender, per unit of it."""
    stake, whole, chances = even_stake(table), priced(rules, way), spread(rules, way)
    outcomes = []
    for name, chance in chances.items():
        if name == SPLIT or not chance:
            continue
        end = ending(name, settled(table, name, stake), stake)
        more = rules.always_21.super_777 if rules.always_21 and name.endswith(SUPER) else 0
        outcomes.append(Outcome(name, end.net + more, chance, end.by))
    if chances.get(SPLIT):
        outcomes += list(_split_rows(rules, way, outcomes, whole.mean, chances[SPLIT]))
    outcomes.sort(key=lambda outcome: (-outcome.net, outcome.outcome))
    basis = law.weakest([law.basis(outcome.by, table.as_of) for outcome in outcomes])
    return Line(
        "main", tuple(outcomes), basis, whole.average_wager, _method(rules, way), "; ".join(_notes(rules, pricing, way))
    )


def _split_rows(rules: Rules, way: Way, others: list[Outcome], mean: Fraction, chance: Fraction) -> Iterator[Outcome]:
    """Boxes that are split: how likely each gain is was simulated, and fitted to their exact mean."""
    from nomorebets.games.spanish_21.simulation import split_gains

    known = sum((o.net * o.probability for o in others), Fraction(0))
    dealt = split_gains(rules, way)
    number = sum(dealt.values())
    simulated = {gain: chance * Fraction(count, number) for gain, count in dealt.items()}
    square = sum((gain**2 * part for gain, part in simulated.items()), Fraction(0))
    for gain, part in fitted(simulated, mean - known, square).items():
        yield Outcome(SPLIT, gain, part, cite("19.10"), "simulated")


def _method(rules: Rules, way: Way) -> str:
    return "bounded" if _is_kept(rules) or _sevens_off(rules, way) else "exact"


def _is_kept(rules: Rules) -> bool:
    """Whether a blackjack that is found late may leave more of split boxes than is counted."""
    return not rules.card_reader and rules.most_hands > 2


def _sevens_off(rules: Rules, way: Way) -> Fraction:
    return most_off(rules) if exceptions(way, rules) else Fraction(0)


def _notes(rules: Rules, pricing: Pricing, way: Way) -> Iterator[str]:
    if pricing.stake is None:
        yield "without the super bonus; name a stake for it"
    else:
        yield f"the super bonus is counted for a wager of {dollars(pricing.stake)}, not what others then are paid"
    yield f"'{SPLIT}': these chances are simulated, but together their mean is exact"
    if not rules.card_reader:
        yield "21 is paid before the dealer's hole card is known"
    if sevens := float(_sevens_off(rules, way)):
        yield f"split sevens are taken to make 7-7-7 of one suit as often as in all boxes: at most {sevens:.1e} off"
    if _is_kept(rules):
        off = float(most_kept(rules, play_of(rules, way)))
        yield f"of boxes of three hands and more a blackjack leaves more than is counted: at most {off:.1e} of a unit"


# --- match-the-dealer ------------------------------------------------------------------------------------------------


def match_line(table: Table, shoe: ShoeCounts) -> Line:
    """Match-the-dealer: how the first two cards match the dealer's, out of all three."""
    outcomes = []
    for cards, ways in match_ways(shoe).items():
        matched = FirstCards(tuple(cards.split()), "Kc")
        (result,) = table.game.settle([Wager(1, "match-dealer", EVEN_CENTS)], matched, table.house)
        net = Fraction(result.net, EVEN_CENTS)
        name = f"win {net} to 1" if net > 0 else result.outcome
        outcomes.append(Outcome(name, net, Fraction(ways, perm(shoe.total, 3)), result.by))
    return plain_line(table, "match-dealer", outcomes, "")


def shoe_at(table: Table, pricing: Pricing) -> ShoeCounts:
    """The cards that may come at a table, less those that have left."""
    return fresh_shoe(decks_of(table.house), pack(table.game.chance.pack)).without(pricing.removed)


# --- all lines -------------------------------------------------------------------------------------------------------


def lines(table: Table, pricing: Pricing) -> list[Line]:
    """The main wager with all that is added to it, insurance, and match-the-dealer."""
    named = ["main", "insurance", *(["match-dealer"] if "match-dealer" in table.layout else [])]
    wanted = "main" if pricing.wager in ("split", *RAISES) else pricing.wager
    if wanted is not None and wanted not in named:
        raise unknown("wager", wanted, named, table.as_of)
    rules, found = rules_at(table, pricing), []
    if wanted in (None, "main"):
        found.append(main_line(table, rules, pricing, pricing.strategy or NAMES[0]))
    if wanted in (None, "insurance") and (insured := insurance_line(table, rules)) is not None:
        found.append(insured)
    if wanted in (None, "match-dealer") and "match-dealer" in named:
        found.append(match_line(table, shoe_at(table, pricing)))
    return found


def lines_of_file(table: Table, pricing: Pricing, source: bytes) -> list[Line]:
    """The main wager by the chart of a file."""
    from nomorebets.games.twenty_one.count_file import play_of_file

    play = play_of_file(table, source, rules_of(table.house))
    return [main_line(table, rules_at(table, pricing), pricing, play)]


def effects(table: Table, pricing: Pricing) -> Mapping[str, Mapping[str, Fraction]]:
    """What a card that has left the shoe adds to the gain of a unit; the main wager is played by values."""
    full = rules_at(table, replace(pricing, removed=()))

    def main(left: ShoeCounts) -> Fraction:
        suits = tuple(tuple(left.of[rank + suit] for suit in SUITS) for rank in "678")
        return priced(with_shoe(full, left.by_value, suits), pricing.strategy or BY_VALUES).mean

    gains: dict[str, Callable[[ShoeCounts], Fraction]] = {
        "main": main,
        "insurance": partial(insurance_gain, table, full),
    }
    if "match-dealer" in table.layout:
        gains["match-dealer"] = lambda left: -match_line(table, left).edge
    return effects_on(table, pricing, shoe_at(table, pricing), gains)


def edges_to_check(table: Table) -> dict[str, Fraction]:
    """The edges that options and pay tables may turn in the players' favour."""
    edges = {"main": priced(rules_of(table.house), NAMES[0]).edge}
    if "match-dealer" in table.layout:
        edges["match-dealer"] = match_line(table, shoe_at(table, Pricing())).edge
    return edges


# --- the best play ---------------------------------------------------------------------------------------------------


def advice(table: Table, pricing: Pricing) -> Advice:
    """The chart, what the number of cards and their suits are worth, and what each way to play costs."""
    rules = rules_at(table, pricing)
    chart = cards_chart(rules)
    costs = tuple(StrategyEdge(name, priced(rules, name).edge) for name in NAMES)
    note = (
        "the best play looks at the cards of the own hand, their number and suits, and at the card shown; "
        "the chart at totals and the number of cards. Insurance is not taken"
    )
    return Advice("main", tuple(_exact_rules(rules)), "basic", tuple(chart_rules(chart)), costs, note, chart)


def _exact_rules(rules: Rules) -> Iterator[PlayRule]:
    """What the number of cards is worth in each cell of the chart, and suits beside the values of the cards."""
    yield PlayRule("every hand", "as the chart says", "with these numbers of cards, and these suits")
    for exception in number_exceptions(rules):
        up, cost = VALUE_NAMES[exception.up], float(cost_of(rules, exception))
        yield PlayRule(f"{exception.row} against {up}", exception.words, f"worth {cost:.2e} of a wager")
    for suited in suited_plays(rules):
        split = "" if suited.pair is None else f", split from {VALUE_NAMES[suited.pair] * 2}"
        hand = f"{'-'.join(suited.cards)} {KINDS[suited.kind]}{split} against {VALUE_NAMES[suited.up]}"
        yield PlayRule(hand, suited.does, f"not {suited.instead}: worth {float(suited.gain):.2e} of a wager")


WEIGHED = Weighed(
    rules_of=rules_of,
    mains=lambda house: MAIN,
    decks=decks_of,
    raises=RAISES,
    for_stake=with_super_bonus,
)


ODDS = GameOdds(
    lines=lines,
    advice=advice,
    choices=partial(choice_values, WEIGHED),
    cell=cell_of,
    usual_play=NAMES[0],
    takes_removed=True,
    to_check=edges_to_check,
    of_file=lines_of_file,
    effects=effects,
    dealer=lambda table, pricing: dealer_ends(rules_of(table.house).without(pricing.removed)),
)
