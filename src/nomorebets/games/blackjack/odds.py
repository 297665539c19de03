"""Blackjack: exact odds and the best play, from the analysis of the shoe and the table's own settlement."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache, partial

from msgspec.structs import replace

from nomorebets.errors import unknown
from nomorebets.games.blackjack.game import GAME
from nomorebets.games.blackjack.side_odds import (
    COUNTED,
    RoundEnds,
    shoe_at,
    side_gains,
    side_lines,
    streak_line,
)
from nomorebets.games.blackjack.side_terms import STREAK_SURRENDER, STREAKS
from nomorebets.games.blackjack.strategies import NAMES
from nomorebets.games.blackjack.terms import (
    DECKS,
    EVEN_MONEY,
    hand_fee,
    main_kinds,
    rules_of,
)
from nomorebets.games.twenty_one.analysis.chart import Exceptional, chart_rules, exceptional, play_chart
from nomorebets.games.twenty_one.analysis.dealer import dealer_ends
from nomorebets.games.twenty_one.analysis.exact import Price, price
from nomorebets.games.twenty_one.analysis.hands import all_hands
from nomorebets.games.twenty_one.analysis.many_hands import many_hands
from nomorebets.games.twenty_one.analysis.moments import BUSTED, Distribution, End, distribution, gain_of, second_moment
from nomorebets.games.twenty_one.analysis.named import Way, play_of
from nomorebets.games.twenty_one.lines import EVEN_CENTS, effects_on, insurance_gain, insurance_line, plain_line
from nomorebets.games.twenty_one.outcome import HandOutcome
from nomorebets.games.twenty_one.rules import Rules, with_shoe
from nomorebets.games.twenty_one.shoe_counts import ShoeCounts
from nomorebets.games.twenty_one.weighing import Weighed, cell_of, choice_values
from nomorebets.pricing.facet import Advice, GameOdds, PlayRule, Pricing, StrategyEdge
from nomorebets.pricing.lines import Ending, ending
from nomorebets.pricing.sheet import Line, Outcome
from nomorebets.regulation import Citation, cite, law, reading
from nomorebets.table import House, Result, Table, Wager
from nomorebets.table.money import dollars

# what a hand counts against the dealer, where it ends so
HANDS = {
    "win": HandOutcome(20, dealer=19),
    "lose": HandOutcome(18, dealer=19),
    "push": HandOutcome(19, dealer=19),
    "blackjack": HandOutcome(21, is_blackjack=True, dealer=20),
    "blackjack-push": HandOutcome(21, is_blackjack=True, dealer=21, dealer_has_blackjack=True),
    "dealer-blackjack": HandOutcome(20, dealer=21, dealer_has_blackjack=True),
    "surrender": HandOutcome(16, ended="surrender"),
    "five-card-21": HandOutcome(21, cards=5, dealer=20),
}
WORDS = {
    "blackjack-push": "push: both have blackjack",
    "dealer-blackjack": "lose: dealer's blackjack",
    "five-card-21": "win: five cards that total 21",
}
MANY_HANDS = "split again: three hands or more"


@lru_cache(maxsize=64)
def priced(rules: Rules, way: Way) -> Price:
    """What a way to play gains."""
    return price(rules, play_of(rules, way))


@lru_cache(maxsize=32)
def spread(rules: Rules, way: Way) -> Distribution:
    """How boxes end by a way to play."""
    return distribution(rules, play_of(rules, way))


@lru_cache(maxsize=32)
def many(rules: Rules, way: Way) -> Mapping[Fraction, Fraction]:
    """How likely boxes of three hands and more come to each gain; simulated, but for what all of them come to."""
    known, play = spread(rules, way), play_of(rules, way)
    if not known.many:
        return {}
    gains = known.gains(rules)
    mean = priced(rules, way).mean - sum((net * p for net, p in gains.items()), Fraction(0))
    square = second_moment(rules, play) - sum((net**2 * p for net, p in gains.items()), Fraction(0))
    return many_hands(rules, play, known.many, mean, square)


def rules_at(table: Table, pricing: Pricing) -> Rules:
    """What decides the price of a table, with the cards that have left its shoe."""
    return rules_of(table.house).without(pricing.removed)


# --- the main wager --------------------------------------------------------------------------------------------------


def even_stake(house: House) -> int:
    """A stake in cents that all odds of the house pay, and surrender halves, without a broken cent."""
    place = GAME.betting.layout(house).places[main_kinds(house)[0]]
    return 2 * EVEN_CENTS * GAME.betting.unit(house, place)


def settled(table: Table, end: End, stake: int) -> list[Result]:
    """The wagers of a box at an end, by the table's own settlement."""
    house, main = table.house, main_kinds(table.house)[0]
    results: list[Result] = []
    for at, how in enumerate(end):
        doubled = how.endswith("-2") and how[:-2] in HANDS
        outcome = HANDS[how[:-2] if doubled else how]
        outcome = replace(outcome, is_whole=outcome.is_whole and len(end) == 1 and not doubled)
        wagers = [Wager(1, "split" if at else main, stake, hand=at + 1)]
        wagers += [Wager(1, "double", stake, hand=at + 1)] if doubled else []
        results += table.game.settle(wagers, outcome, house)
    return results


def named_end(end: End) -> str:
    """An end in words."""
    words = []
    for how in end:
        doubled = how.endswith("-2") and how[:-2] in HANDS
        words.append(f"{how[:-2]} doubled" if doubled else WORDS.get(how, how))
    return f"split: {', '.join(words)}" if len(end) > 1 else words[0]


def ending_of(table: Table, end: End, stake: int) -> Ending:
    """How a box ends, and by which paragraph."""
    if end[0].startswith(BUSTED):
        lost = int(end[0].removeprefix(BUSTED))
        by = reading("R-2.11-busted-plus-one")
        return Ending(f"lose {lost}: busted hands and dealer's blackjack", Fraction(-lost), by)
    return ending(named_end(end), settled(table, end, stake), stake)


def main_line(table: Table, wager: str, rules: Rules, pricing: Pricing, way: Way) -> Line:
    """The wager of a box with its doubles, splits and surrender, per unit of it."""
    stake = even_stake(table.house)
    fee = Fraction(hand_fee(table.house), pricing.stake) if pricing.stake else Fraction(0)
    ends = spread(rules, way)
    endings = [(ending_of(table, end, stake), chance, "exact") for end, chance in ends.ends.items()]
    by = cite("2.11(e)")
    endings += [(Ending(MANY_HANDS, net, by), chance, "simulated") for net, chance in many(rules, way).items()]
    outcomes = sorted(
        (Outcome(end.name, end.net - fee, chance, end.by, method) for end, chance, method in endings),
        key=lambda outcome: (-outcome.net, outcome.outcome),
    )
    rests_on = [outcome.by for outcome in outcomes] + [table.places(wager)[0].by, reading("R-2.7-pays")]
    basis = law.weakest([law.basis(by, table.as_of) for by in rests_on])
    note = "; ".join(_notes(table, rules, pricing))
    return Line(wager, tuple(outcomes), basis, priced(rules, way).average_wager, note=note)


def _notes(table: Table, rules: Rules, pricing: Pricing) -> Iterator[str]:
    yield rules.shorthand
    fee = hand_fee(table.house)
    if fee and pricing.stake:
        yield f"the hand fee of {dollars(fee)} is counted, for a wager of {dollars(pricing.stake)}"
    elif fee:
        yield f"the hand fee of {dollars(fee)} is not counted; name a stake for it"
    if rules.most_hands > 2:
        yield f"'{MANY_HANDS}': these chances are simulated, but together their mean and spread are exact"
    if rules.busted_stay_lost:
        yield "busted hands stay lost to a dealer's blackjack"


# --- insurance and even money ----------------------------------------------------------------------------------------


def even_money_line(table: Table, rules: Rules, tens: Fraction | None = None) -> Line | None:
    """What taking even money gives up, beside waiting for the hole card: given a blackjack against an ace."""
    left = list(rules.shoe)
    for place in (0, -1, 0):
        left[place] -= 1
    if table.house[EVEN_MONEY] != "on" or min(left) < 0 or not sum(left):
        return None
    tens = Fraction(left[-1], sum(left)) if tens is None else tens
    stake = even_stake(table.house)
    main = Wager(1, main_kinds(table.house)[0], stake)

    def net(outcome: HandOutcome) -> tuple[Fraction, Citation]:
        (result,) = table.game.settle([main], outcome, table.house)
        return Fraction(result.net, stake), result.by

    taken, _ = net(HandOutcome(21, is_blackjack=True, ended="even-money"))
    outcomes = []
    for how, chance in (("blackjack-push", tens), ("blackjack", 1 - tens)):
        waited, by = net(HANDS[how])
        words = "the dealer has blackjack too" if how == "blackjack-push" else "the dealer has no blackjack"
        outcomes.append(Outcome(words, taken - waited, chance, by))
    note = "beside waiting for the hole card, with a blackjack against an ace"
    return plain_line(table, "even-money", outcomes, note)


# --- rounds as streaks count them ------------------------------------------------------------------------------------


def counted_ends(
    table: Table, rules: Rules, ends: Iterable[tuple[End, Fraction]], many: Mapping[Fraction, Fraction] | None = None
) -> RoundEnds:
    """How often a box wins, ties and loses a round, as streaks count it; of many hands the gains are enough."""
    void = table.house[STREAK_SURRENDER] == "void"
    chances = {1: Fraction(0), 0: Fraction(0), -1: Fraction(0)}
    gains = [(Fraction(0) if void and "surrender" in end else gain_of(end, rules), chance) for end, chance in ends]
    for gain, chance in (*gains, *(many or {}).items()):
        chances[(gain > 0) - (gain < 0)] += chance
    return RoundEnds(chances[1], chances[0], chances[-1])


def other_lines(table: Table, rules: Rules, pricing: Pricing) -> list[Line]:
    """The side wagers of the table, or the one asked for."""
    strategy = pricing.strategy or "optimal"
    if not any(kind in STREAKS for kind in table.layout.kinds()):
        return side_lines(table, pricing)
    ends, dealt = spread(rules, strategy).ends, many(rules, strategy)
    found = side_lines(table, pricing, counted_ends(table, rules, ends.items(), dealt))
    whole = sum(dealt.values(), Fraction(0))
    extremes = [counted_ends(table, rules, ends.items(), {Fraction(gain): whole}) for gain in (1, -1)] if dealt else []
    return [_bounded(table, line, extremes) if extremes and line.wager in STREAKS else line for line in found]


def _bounded(table: Table, line: Line, extremes: list[RoundEnds]) -> Line:
    """A streak's line, and how far it can be off: as if boxes of three hands and more all won, or all lost."""
    off = max(abs(streak_line(table, line.wager, ends).edge - line.edge) for ends in extremes)
    note = f"boxes of three hands and more win as often as simulated ones: at most {float(off):.1e} off"
    return replace(line, method="bounded", note=f"{line.note}; {note}")


# --- all lines -------------------------------------------------------------------------------------------------------


def asked_for(table: Table, pricing: Pricing) -> str | None:
    """The line that was asked for; a double or a split is part of the main wager's."""
    mains = main_kinds(table.house)
    named = [*mains, "insurance", *(["even-money"] if table.house[EVEN_MONEY] == "on" else [])]
    named += [kind for kind in table.layout.kinds() if kind in COUNTED or kind in STREAKS]
    wanted = (pricing.wager or "").partition(":")[0] or None
    wanted = {"double": mains[0], "split": mains[0]}.get(wanted or "", wanted)
    if wanted is not None and wanted not in named:
        raise unknown("wager", wanted, named, table.as_of)
    return wanted


def lines(table: Table, pricing: Pricing) -> list[Line]:
    """The main wager with all that is added to it, insurance, even money, and the side wagers."""
    rules, wanted = rules_at(table, pricing), asked_for(table, pricing)
    if wanted is not None and (wanted in COUNTED or wanted in STREAKS):
        return other_lines(table, rules, pricing)
    way, mains = pricing.strategy or "optimal", main_kinds(table.house)
    every = [main_line(table, wager, rules, pricing, way) for wager in mains if wanted in (None, wager)]
    every += [line for line in (insurance_line(table, rules), even_money_line(table, rules)) if line is not None]
    every += other_lines(table, rules, pricing) if wanted is None else []
    return [line for line in every if wanted in (None, line.wager)]


def lines_of_file(table: Table, pricing: Pricing, source: bytes) -> list[Line]:
    """The main wager by the chart of a file; plays that follow a count have no exact odds."""
    from nomorebets.games.twenty_one.count_file import play_of_file

    rules = rules_at(table, pricing)
    play = play_of_file(table, source, rules_of(table.house))
    return [main_line(table, wager, rules, pricing, play) for wager in main_kinds(table.house)]


def effects(table: Table, pricing: Pricing) -> Mapping[str, Mapping[str, Fraction]]:
    """What a card that has left the shoe adds to the gain of a unit: of the main wager, insurance, and side wagers.

    The main wager is played as is best without the card.
    """
    main = main_kinds(table.house)[0]
    rules, strategy = rules_at(table, pricing), pricing.strategy or "optimal"
    gains: dict[str, Callable[[ShoeCounts], Fraction]] = {
        main: lambda left: priced(with_shoe(rules, left.by_value), strategy).mean,
        "insurance": partial(insurance_gain, table, rules),
        **side_gains(table, pricing),
    }
    return effects_on(table, pricing, shoe_at(table, pricing), gains)


def edges_to_check(table: Table) -> dict[str, Fraction]:
    """The edges that options may turn in the players' favour: of the main wager, and of side wagers by their tables."""
    sides = {line.wager: line.edge for line in side_lines(table, Pricing())}
    return {main_kinds(table.house)[0]: priced(rules_of(table.house), "optimal").edge, **sides}


# --- the best play ---------------------------------------------------------------------------------------------------


def advice(table: Table, pricing: Pricing) -> Advice:
    """The chart, the hands that the best play treats otherwise, and what each way to play costs."""
    rules = rules_at(table, pricing)
    chart = play_chart(rules)
    costs = tuple(StrategyEdge(name, priced(rules, name).edge) for name in NAMES)
    note = (
        f"{rules.shorthand}; the best play looks at the cards of the own hand and the card shown. "
        "Insurance and even money are not taken"
    )
    exact = tuple(_exact_rules(rules))
    return Advice(main_kinds(table.house)[0], exact, "basic", tuple(chart_rules(chart)), costs, note, chart)


def _exact_rules(rules: Rules) -> Iterator[PlayRule]:
    """Where the best play departs from the chart, as often as it matters."""
    hands = all_hands()
    cells: dict[tuple[str, str], list[Exceptional]] = {}
    for exception in exceptional(rules):
        hand = hands.of(exception.cards)
        kind = "soft" if hands.soft[hand] else "hard"
        cell = f"{kind} {hands.total[hand]} against {exception.up}", exception.best
        cells.setdefault(cell, []).append(exception)
    yield PlayRule("every hand", "as the chart says", "but for these")
    for (decision, play), exceptions in cells.items():
        gain = sum(e.gain * e.chance for e in exceptions)
        held = ", ".join(e.cards for e in exceptions[:8]) + (" …" if len(exceptions) > 8 else "")
        yield PlayRule(
            decision, play, f"{len(exceptions)} hand{'s' * (len(exceptions) > 1)}: {held}; worth {gain:.2e} of a wager"
        )


WEIGHED = Weighed(
    rules_of=rules_of,
    mains=main_kinds,
    decks=lambda house: int(house[DECKS]),
)


ODDS = GameOdds(
    lines=lines,
    advice=advice,
    choices=partial(choice_values, WEIGHED),
    cell=cell_of,
    takes_removed=True,
    to_check=edges_to_check,
    of_file=lines_of_file,
    effects=effects,
    dealer=lambda table, pricing: dealer_ends(rules_at(table, pricing)),
)
