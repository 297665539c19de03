"""Spanish 21: exact odds, from the family's analysis of the shoe and the table's own settlement.

The play looks at the values and the number of the own cards and at the card shown, not at suits.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import perm

import numpy as np

from nomorebets.equipment.packs import pack
from nomorebets.errors import UnknownName, unknown
from nomorebets.games.spanish_21.game import GAME
from nomorebets.games.spanish_21.settlement import FirstCards
from nomorebets.games.spanish_21.strategies import NAMES
from nomorebets.games.spanish_21.terms import CARD_READER, REDOUBLE, decks_of, rules_of
from nomorebets.games.twenty_one.analysis.exact import PUSHES, WINS, Price, dealt_orders, price, split_pairs, stand_all
from nomorebets.games.twenty_one.analysis.hands import all_hands, cards_of
from nomorebets.games.twenty_one.analysis.named import play_named
from nomorebets.games.twenty_one.analysis.sums import Shoe, Sum, one_card
from nomorebets.games.twenty_one.lines import insurance_line
from nomorebets.games.twenty_one.outcome import HandOutcome
from nomorebets.games.twenty_one.rules import VALUES, Rules, suits_of
from nomorebets.pricing.facet import Advice, GameOdds, PlayRule, Pricing, StrategyEdge
from nomorebets.pricing.lines import ending
from nomorebets.pricing.sheet import Line, Outcome
from nomorebets.regulation import cite, law
from nomorebets.table import Table, Wager

ACE, TEN = 0, 9
BELOW_21 = 5  # classes of hands that stand, up to 16 and 17 to 20
SPLIT = "split: two hands or more"
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
DOUBLED = "{} doubled"


@lru_cache(maxsize=32)
def priced(rules: Rules, way: str) -> Price:
    """What a way to play gains."""
    return price(rules, play_named(way, rules))


@lru_cache(maxsize=32)
def spread(rules: Rules, way: str) -> dict[str, Fraction]:
    """How often boxes end so; those that are split together."""
    shoe, play = Shoe(rules), play_named(way, rules)
    sums: defaultdict[str, Sum] = defaultdict(lambda: Sum(shoe))
    hands = all_hands()
    for up in range(VALUES):
        for first, second, hand, orders in hands.starts():
            if (first, second) == (ACE, TEN):
                sums["blackjack"].add(orders, hands.counts[hand], up, no_blackjack=False)
            elif play.surrenders[hand, up]:
                sums["surrender"].add(orders, hands.counts[hand], up, no_blackjack=True)
        for pair in split_pairs(rules, play, up):
            sums[SPLIT].add(1, one_card(pair, 2), up, no_blackjack=True)
        dealt = dealt_orders(rules, play, up)
        for ends, doubled in ((dealt.single, False), (dealt.doubled, True)):
            for at in np.nonzero(ends)[0]:
                counts, times = hands.counts[at], int(ends[at])
                if hands.total[at] == 21:
                    row = DOUBLED.format("21") if doubled else cards_of(counts)
                    sums[row].add(times, counts, up, no_blackjack=True)
                elif doubled and play.rescues is not None and play.rescues[at, up]:
                    sums["rescue"].add(times, counts, up, no_blackjack=True)
            compared = np.where(hands.total == 21, 0, ends)
            if doubled and play.rescues is not None:
                compared = np.where(play.rescues[:, up], 0, compared)
            for how, pays in (("win", WINS), ("push", PUSHES)):
                stand_all(sums[DOUBLED.format(how) if doubled else how], compared, up, _below_21(pays))
        for at in np.nonzero(dealt.staked)[0]:
            sums["staked"].add(int(dealt.staked[at]), hands.counts[at], up, no_blackjack=True)
    return dict(_named(rules, {name: total.value() for name, total in sums.items()}))


def _below_21(pays: list[list[int]]) -> list[list[int]]:
    return [row if mine < BELOW_21 else [0] * len(row) for mine, row in enumerate(pays)]


def _named(rules: Rules, found: dict[str, Fraction]) -> Iterator[tuple[str, Fraction]]:
    """The ends by the names of their rows; what is left over has lost."""
    chances: defaultdict[str, Fraction] = defaultdict(Fraction)
    staked = found.pop("staked", Fraction(0))
    twice = [name for name in ("win doubled", "push doubled", "21 doubled", "rescue") if name in found]
    for name, chance in found.items():
        if name in HANDS or name == SPLIT or name in twice:
            chances[name] += chance
            continue
        for row, part in _rows_of_21(name, rules.decks):
            chances[row] += part * chance
    chances["lose doubled"] = staked - sum((found[name] for name in twice), Fraction(0))
    chances["lose"] = 1 - sum(chances.values(), Fraction(0))
    yield from chances.items()


def _rows_of_21(cards: str, decks: int) -> Iterator[tuple[str, Fraction]]:
    """The rows that a hand of 21 is paid by, with their shares."""
    number = {5: "five cards", 6: "six cards"}
    counts = [cards.count(name) for name in "A23456789T"]
    suits = suits_of(counts, decks)
    if suits is not None:
        for words, share in zip(("mixed", "of one suit", "of spades"), suits, strict=True):
            yield f"{cards} {words}", share
    elif len(cards) > 4:
        yield f"21 with {number.get(len(cards), 'seven cards or more')}", Fraction(1)
    else:
        yield "21", Fraction(1)


def even_stake(table: Table) -> int:
    """A stake in cents that all odds of the house pay without a broken cent."""
    return 200 * GAME.betting.unit(table.house, table.layout["main"])


def main_line(table: Table, rules: Rules, way: str) -> Line:
    """The wager of a box with its doubles, splits and surrender, per unit of it."""
    stake, whole = even_stake(table), priced(rules, way)
    outcomes = []
    for name, chance in spread(rules, way).items():
        if name == SPLIT or not chance:
            continue
        how, is_doubled = name.removesuffix(" doubled"), name.endswith(" doubled") or name == "rescue"
        wagers = [Wager(1, "main", stake), *([Wager(1, "double", stake)] if is_doubled else [])]
        end = ending(name, table.game.settle(wagers, HANDS[how], table.house), stake)
        outcomes.append(Outcome(name, end.net, chance, end.by))
    split = spread(rules, way).get(SPLIT, Fraction(0))
    if split:
        known = sum((o.net * o.probability for o in outcomes), Fraction(0))
        outcomes.append(Outcome(SPLIT, (whole.mean - known) / split, split, cite("19.10")))
    outcomes.sort(key=lambda outcome: (-outcome.net, outcome.outcome))
    basis = law.weakest([law.basis(outcome.by, table.as_of) for outcome in outcomes])
    note = (
        "suits are not looked at; without the super bonus, insurance and redoubling; "
        f"'{SPLIT}' is one row: its net is a mean, and its spread is not in the variance"
    )
    return Line("main", tuple(outcomes), basis, whole.average_wager, note=note)


def match_line(table: Table) -> Line:
    """Match-the-dealer: every pair of cards against one card shown, for all cards are alike."""
    decks, deck = decks_of(table.house), pack(table.game.chance.pack)
    left = {card: decks - (card == "Qd") for card in deck}
    unseen = sum(left.values())
    ways: defaultdict[int, int] = defaultdict(int)
    decided = {}
    for first in deck:
        for second in deck:
            cards = FirstCards((first, second), "Qd")
            (result,) = table.game.settle([Wager(1, "match-dealer", 100)], cards, table.house)
            ways[result.net] += left[first] * (left[second] - (first == second))
            decided[result.net] = result
    outcomes = []
    for net, orders in sorted(ways.items(), reverse=True):
        name = f"win {Fraction(net, 100)} to 1" if net > 0 else decided[net].outcome
        outcomes.append(Outcome(name, Fraction(net, 100), Fraction(orders, perm(unseen, 2)), decided[net].by))
    return Line("match-dealer", tuple(outcomes), law.weakest([law.basis(o.by, table.as_of) for o in outcomes]))


def lines(table: Table, pricing: Pricing) -> list[Line]:
    """The main wager with all that is added to it, insurance, and match-the-dealer."""
    named = ["main", "insurance", *(["match-dealer"] if "match-dealer" in table.layout else [])]
    part_of_main = {"double", "split", "redouble", "redouble-2"}
    wanted = "main" if pricing.wager in part_of_main else pricing.wager
    if wanted is not None and wanted not in named:
        raise unknown("wager", wanted, named, table.as_of)
    found = []
    if wanted in (None, "main"):
        found.append(main_line(table, priced_rules(table), pricing.strategy or NAMES[0]))
    if wanted in (None, "insurance") and (insured := insurance_line(table, rules_of(table.house))) is not None:
        found.append(insured)
    if wanted in (None, "match-dealer") and "match-dealer" in named:
        found.append(match_line(table))
    return found


def priced_rules(table: Table) -> Rules:
    """What decides the price of the main wager; refused where the analysis does not know the game."""
    if table.house[CARD_READER] == "off":
        raise UnknownName("a table without a card reader has no exact odds yet", accepts="card-reader = on")
    if table.house[REDOUBLE] != "0":
        raise UnknownName("redoubling has no exact odds yet", accepts="redouble-max = 0")
    return rules_of(table.house)


def advice(table: Table, pricing: Pricing) -> Advice:
    """What each way to play costs."""
    rules = priced_rules(table)
    costs = tuple(StrategyEdge(name, priced(rules, name).edge) for name in NAMES)
    every = (PlayRule("every hand", "as is best by the values and the number of its cards", "suits are not looked at"),)
    return Advice("main", every, NAMES[0], every, costs, "insurance is not taken")


ODDS = GameOdds(lines=lines, advice=advice, usual_play=NAMES[0])
