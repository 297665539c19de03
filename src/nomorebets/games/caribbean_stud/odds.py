"""Caribbean stud: exact odds and the best play, from the solver's counts and the game's own settlement."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import numpy as np

from nomorebets.equipment.cards import RANKS
from nomorebets.errors import unknown
from nomorebets.games.caribbean_stud import game, solver
from nomorebets.games.caribbean_stud import terms as options
from nomorebets.games.caribbean_stud.solver import Played
from nomorebets.games.caribbean_stud.strategies import NAMED, RULES_OF_PLAY, weigh
from nomorebets.games.stud.dealer import Outcome as End
from nomorebets.games.stud.dealer import worths
from nomorebets.hands.poker import FiveCardHand
from nomorebets.hands.ranks import FIVE_CARD_HANDS
from nomorebets.pricing.ends import Ends
from nomorebets.pricing.facet import Advice, ChoiceValue, GameOdds, PlayRule, Pricing, StrategyEdge
from nomorebets.pricing.sheet import Line, Outcome
from nomorebets.regulation import Citation, cite, law, reading
from nomorebets.table import House, Round, Table, Wager
from nomorebets.table.acceptance import verify_bets
from nomorebets.table.money import cents, dollars

USUAL_ANTE = 1000  # cents: no payout limit bites
SETTLED_BY = {"fold": "16.10(a)", "no-hand": "16.10(f)2", "push": "16.10(e)2", "lose": "16.10(e)1"}


def net_of(house: House, ante: int, category: str, end: End) -> tuple[int, Citation]:
    """What ante and bet gain together, in cents, and the paragraph that decides it."""
    bet = options.BET_TIMES * ante
    if end == "win":
        paid, by = game.bet_payout(category, bet, house)
        return house.pays["ante"].of(ante) + paid, by
    gain = {"fold": -ante, "no-hand": house.pays["ante"].of(ante), "push": 0, "lose": -ante - bet}
    return gain[end], cite(SETTLED_BY[end])


def played(house: House, ante: int, strategy: str | None) -> Played:
    """All rounds by a named strategy, or by the best one."""
    if strategy is None or strategy == "optimal":
        return _best(tuple(sorted(house.pays.items())), house, ante)
    if strategy not in RULES_OF_PLAY:
        raise unknown("strategy", strategy, NAMED, house.as_of)
    rule = RULES_OF_PLAY[strategy]
    bets = np.array([[rule(hand, rank) for rank in RANKS] for hand in FIVE_CARD_HANDS])
    return solver.solve(lambda category, end: 0, lambda rows: bets[rows.hand, rows.upcard])


_solved: dict[tuple[object, ...], Played] = {}


def _best(pays: tuple[object, ...], house: House, ante: int) -> Played:
    """The best play, solved once for each pay table and ante."""
    key = (pays, ante)
    if key not in _solved:
        _solved[key] = solver.solve(lambda category, end: net_of(house, ante, category, end)[0])
    return _solved[key]


def best_choice(house: House, ante: int, hand: tuple[str, ...], shown: str) -> bool:
    """Whether the best play bets with a hand against an upcard."""
    return solver.bets_with(played(house, ante, None), hand, shown)


def choice_values(house: House, ante: int, hand: tuple[str, ...], shown: str) -> dict[str, ChoiceValue]:
    """What ante and bet gain on average, over all hands the dealer may have."""
    rows = solver.situations()
    row = solver.row_of(rows, hand, shown)
    fold, bet = worths(rows, row, lambda category, end: net_of(house, ante, category, end)[0])
    return {"bet": ChoiceValue(bet), "fold": ChoiceValue(fold)}


def ante_of(table: Table, pricing: Pricing) -> int:
    """The ante to price by, as the table takes it. Without a stake, one that no payout limit touches."""
    if pricing.stake is None:
        return USUAL_ANTE
    verify_bets(Round(table), (Wager(1, "ante", pricing.stake),), (), cite("16.6(b)"))
    return pricing.stake


def lines(table: Table, pricing: Pricing) -> list[Line]:
    """The line of the ante with its bet, and that of the progressive wager."""
    return lines_of(table, played(table.house, ante_of(table, pricing), pricing.strategy).ends, pricing)


def lines_of(table: Table, ends: Ends, pricing: Pricing) -> list[Line]:
    """The same lines from counts, however they were counted."""
    ante = ante_of(table, pricing)
    found = {"ante": _ante_line(table, ends, ante), "progressive-payout": _progressive_line(table, ends, pricing)}
    if pricing.wager is None:
        return list(found.values())
    wager = "ante" if pricing.wager == "bet" else pricing.wager
    if wager not in found:
        raise unknown("wager", pricing.wager, found, table.as_of)
    return [found[wager]]


def _ante_line(table: Table, rounds: Ends, ante: int) -> Line:
    ends: defaultdict[tuple[str, Fraction, Citation], int] = defaultdict(int)
    for (category, end), count in rounds.counts.items():
        net, by = net_of(table.house, ante, category, end)
        name = f"win: {category}" if end == "win" else end
        ends[name, Fraction(net, ante), by] += count
    total = rounds.total
    outcomes = [Outcome(name, net, Fraction(count, total), by) for (name, net, by), count in ends.items()]
    outcomes.sort(key=lambda outcome: (-outcome.net, outcome.outcome))
    bets = 1 - sum((o.probability for o in outcomes if o.outcome == "fold"), Fraction(0))
    resting_on = [o.by for o in outcomes] + [reading("R-16.10a-bet-amount"), reading("R-16.1-qualifying")]
    basis = law.weakest([law.basis(by, table.as_of) for by in resting_on])
    note = f"for an ante of {dollars(ante)}"
    return Line("ante", tuple(outcomes), basis, average_wager=1 + options.BET_TIMES * bets, note=note)


def _progressive_line(table: Table, rounds: Ends, pricing: Pricing) -> Line:
    """Per dollar, for one player, at what the meter shows before the wager is made."""
    house = table.house
    shows = cents(house[options.INITIAL]) if pricing.meter is None else pricing.meter
    jackpot = shows + options.PROGRESSIVE_STAKE * cents(house[options.RATE]) // 100
    ends: defaultdict[tuple[str, int, Citation], int] = defaultdict(int)
    for (category, end), count in rounds.counts.items():
        amount = _award(category, house, jackpot)
        if end == "fold":
            ends["fold", 0, reading("R-16.10a-fold-progressive")] += count
        elif amount:
            ends[f"win: {category}", amount, cite("16.12(e)")] += count
        else:
            ends["lose", 0, cite("16.11(b)1")] += count
    stake, total = options.PROGRESSIVE_STAKE, rounds.total
    outcomes = sorted(
        (
            Outcome(name, Fraction(amount - stake, stake), Fraction(count, total), by)
            for (name, amount, by), count in ends.items()
        ),
        key=lambda outcome: (-outcome.net, outcome.outcome),
    )
    basis = law.weakest([law.basis(o.by, table.as_of) for o in outcomes])
    return Line("progressive-payout", tuple(outcomes), basis, note=f"for one player, at a meter of {dollars(shows)}")


def _award(category: str, house: House, jackpot: int) -> int:
    if category == "royal-flush":
        return jackpot
    hand = next(hand for hand in FIVE_CARD_HANDS if hand.category == category)
    return game.progressive_award(hand, house, jackpot)[0]


# --- the best play in words ------------------------------------------------------------------------------------------


THREE_RULES = (
    "the dealer shows one of your ranks, up to the queen",
    "the dealer shows an ace or a king, and you hold a queen or a jack",
    "the dealer shows none of your ranks, you hold a queen, and your fourth card is higher than the dealer's",
)


def advice(table: Table, pricing: Pricing) -> Advice:
    """When to bet: by hand and upcard exactly, and as short rules with what they cost."""
    ante = ante_of(table, pricing)
    best = played(table.house, ante, None)
    named = ["optimal", *RULES_OF_PLAY]
    costs = [StrategyEdge(name, _edge(table, name, ante)) for name in named]
    rules = [PlayRule("with a pair or better", "bet", "always")]
    rules += [PlayRule("with ace-king and no pair", "bet", when) for when in THREE_RULES]
    rules.append(PlayRule("otherwise", "fold", "every other hand"))
    note = "what is held in the suit of the dealer's card counts: fewer flushes are left for the dealer"
    return Advice("ante", tuple(_exact_rules(best)), "three-rules", tuple(rules), tuple(costs), note)


def _edge(table: Table, strategy: str, ante: int) -> Fraction:
    return _ante_line(table, played(table.house, ante, strategy).ends, ante).edge


def _exact_rules(best: Played) -> list[PlayRule]:
    """Every hand without a pair that is bet against some card but not all, by the dealer's card."""
    decision = "with no pair"
    decided = solver.decisions(best)
    always = _lowest_always(decided)
    rules = [PlayRule("with a pair or better", "bet", "always"), PlayRule(decision, "bet", f"{always} or better")]
    for rank in reversed(RANKS):
        against = [d for d in decided if d.upcard == rank and d.hand < always and d.bets != "never"]
        if against:
            rules.append(PlayRule(f"{decision}, against a dealer's {rank}", "bet", _words(against)))
    return [*rules, PlayRule("otherwise", "fold", "every other hand")]


def _lowest_always(decided: list[solver.Decision]) -> FiveCardHand:
    """From this hand up one bets against every card."""
    lowest = decided[-1].hand
    for decision in reversed(decided):
        if decision.bets != "always":
            return lowest
        lowest = decision.hand
    return lowest


def _words(decisions: list[solver.Decision]) -> str:
    """Hands in words: runs of hands that are always bet, and those that depend on the suit."""
    always = [d for d in decisions if d.bets == "always"]
    by_suit = len(decisions) - len(always)
    words = f"{len(always)} hands, the lowest {always[0].hand}" if always else "no hand whatever the suits"
    return words + (f"; {by_suit} more by what is held in the suit of the dealer's card" if by_suit else "")


ODDS = GameOdds(lines=lines, advice=advice, choices=weigh)
