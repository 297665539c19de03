"""Three card poker: exact odds and the best play, from the solver's counts and the game's own settlement."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction

import numpy as np

from nomorebets.errors import unknown
from nomorebets.games.stud.dealer import Outcome as End
from nomorebets.games.stud.dealer import worths
from nomorebets.games.three_card_poker import game, progressive, solver
from nomorebets.games.three_card_poker import terms as options
from nomorebets.games.three_card_poker.solver import Played
from nomorebets.games.three_card_poker.strategies import NAMED, RULES_OF_PLAY, weigh
from nomorebets.hands.poker import MINI_ROYAL
from nomorebets.hands.ranks import THREE_CARD_HANDS
from nomorebets.pricing.ends import Ends
from nomorebets.pricing.facet import Advice, ChoiceValue, GameOdds, PlayRule, Pricing, StrategyEdge
from nomorebets.pricing.sheet import Line, Outcome
from nomorebets.regulation import Citation, cite, law, reading
from nomorebets.table import House, Round, Table, Wager
from nomorebets.table.acceptance import verify_bets
from nomorebets.table.money import cents, dollars

USUAL_STAKE = 1000  # cents
DIAMONDS = f"{solver.SIX_CARD_ROYAL}-diamonds"
SETTLED_BY = {
    "fold": "R-20.10-folded",
    "no-hand": "R-20.10-no-qualifying",
    "win": "R-20.11-even-money",
    "push": "R-20.10-no-qualifying",
    "lose": "R-20.10-no-qualifying",
}


def net_of(house: House, ante: int, pay_class: str, end: End) -> tuple[int, Citation]:
    """What ante, play and ante bonus gain together, in cents, and the paragraph that decides it."""
    even, play = house.pays["ante"].of(ante), house.pays["play"].of(ante)
    if end == "fold":
        return -ante, reading(SETTLED_BY[end])
    bonus = game.ante_bonus(house, category_of(pay_class), ante)
    won = {"no-hand": even, "win": even + play}.get(end, 0) + bonus
    most = options.payout_limit(house)
    lost = 2 * ante if end == "lose" else 0
    if most is not None and won > most:
        return most - lost, reading("R-20.11-aggregate-limit")
    return won - lost, reading("R-20.10-ante-bonus" if bonus else SETTLED_BY[end])


def category_of(pay_class: str) -> str:
    return "straight-flush" if pay_class == MINI_ROYAL else pay_class


def played(house: House, ante: int, strategy: str | None) -> Played:
    """All rounds by a named strategy, or by the best one."""
    if strategy is None or strategy == "optimal":
        return solver.solve(lambda pay_class, end: net_of(house, ante, pay_class, end)[0])
    if strategy not in RULES_OF_PLAY:
        raise unknown("strategy", strategy, NAMED, house.as_of)
    rule = RULES_OF_PLAY[strategy]
    plays = np.array([rule(hand) for hand in THREE_CARD_HANDS])
    return solver.solve(lambda pay_class, end: 0, lambda rows: plays[rows.hand])


_solved: dict[tuple[object, ...], Played] = {}


def best_choice(house: House, ante: int, hand: tuple[str, ...]) -> bool:
    """Whether the best play goes on with a hand."""
    key = (tuple(sorted(house.pays.items())), options.payout_limit(house), ante)
    if key not in _solved:
        _solved[key] = played(house, ante, None)
    return solver.plays_with(_solved[key], hand)


def choice_values(house: House, ante: int, hand: tuple[str, ...]) -> dict[str, ChoiceValue]:
    """What ante, play and ante bonus gain on average, over all hands the dealer may have."""
    rows = solver.situations()
    fold, play = worths(rows, solver.row_of(rows, hand), lambda row, end: net_of(house, ante, row, end)[0])
    return {"play": ChoiceValue(play), "fold": ChoiceValue(fold)}


# --- lines -----------------------------------------------------------------------------------------------------------


def lines(table: Table, pricing: Pricing) -> list[Line]:
    """The line of the ante with play and bonus, and those of the other wagers this table offers."""
    kinds = [kind for kind in table.layout.kinds() if kind != "play"]
    wager = "ante" if pricing.wager in ("play", "ante-bonus") else pricing.wager
    if wager is not None and wager not in kinds:
        raise unknown("wager", wager, kinds, table.as_of)
    make = {
        "ante": _ante_line,
        "pair-plus": _pair_plus_line,
        "six-card-bonus": _six_card_line,
        "progressive": _progressive_line,
    }
    return [make[kind](table, pricing) for kind in kinds if wager in (None, kind)]


def _line(
    table: Table, wager: str, ends: dict[tuple[str, Fraction, Citation], int], total: int, others: Iterable[str] = ()
) -> Line:
    """A line from counted ends; it also rests on these other readings."""
    outcomes = [Outcome(name, net, Fraction(count, total), by) for (name, net, by), count in ends.items() if count]
    outcomes.sort(key=lambda outcome: (-outcome.net, outcome.outcome))
    resting_on = [o.by for o in outcomes] + [reading(name) for name in others]
    basis = law.weakest([law.basis(by, table.as_of) for by in resting_on])
    return Line(wager, tuple(outcomes), basis)


def ante_of(table: Table, pricing: Pricing) -> int:
    """The ante to price by, as the table takes it."""
    if pricing.stake is None:
        return USUAL_STAKE
    verify_bets(Round(table), (Wager(1, "ante", pricing.stake),), (), cite("20.6"))
    return pricing.stake


def _ante_line(table: Table, pricing: Pricing) -> Line:
    ante = ante_of(table, pricing)
    return ante_line(table, ante, played(table.house, ante, pricing.strategy).ends)


def ante_line(table: Table, ante: int, counted: Ends) -> Line:
    """The line of the ante with its play wager and bonus, from counts by pay class and end."""
    ends: defaultdict[tuple[str, Fraction, Citation], int] = defaultdict(int)
    folds = 0
    for (pay_class, end), count in counted.counts.items():
        net, by = net_of(table.house, ante, pay_class, end)
        bonus = end != "fold" and game.ante_bonus(table.house, category_of(str(pay_class)), ante)
        name = f"{end}: {category_of(str(pay_class))}" if bonus else str(end)
        ends[name, Fraction(net, ante), by] += count
        folds += count * (end == "fold")
    others = ("R-20.10-qualifying", "R-20.6-play-amount")
    line = _line(table, "ante", ends, counted.total, others)
    note = "" if options.payout_limit(table.house) is None else f"for an ante of {dollars(ante)}, made alone"
    return Line("ante", line.outcomes, line.basis, average_wager=2 - Fraction(folds, counted.total), note=note)


def _pair_plus_line(table: Table, pricing: Pricing) -> Line:
    return pair_plus_line(table, pricing.stake or USUAL_STAKE, solver.pay_class_counts())


def pair_plus_line(table: Table, stake: int, counted: Ends) -> Line:
    """The line of the pair plus wager, from counts by pay class: made alone, or with an ante that is not folded."""
    ends: defaultdict[tuple[str, Fraction, Citation], int] = defaultdict(int)
    for (pay_class,), count in counted.counts.items():
        pays = game.pair_plus_pays(table.house, str(pay_class))
        if pays is None:
            ends["lose", Fraction(-1), cite("20.10")] += count
        else:
            paid, by = _limited(table.house, options.paid_at(pays, stake), "R-20.11-pay-tables")
            ends[f"win: {pay_class}", Fraction(paid, stake), by] += count
    return _line(table, "pair-plus", ends, counted.total)


def _six_card_line(table: Table, pricing: Pricing) -> Line:
    if table.house[options.SIDE_WAGERS_SURVIVE] == "on":
        return six_card_line(table, pricing.stake or USUAL_STAKE, _royals_by_suit(solver.six_card_counts()))
    rounds = played(table.house, USUAL_STAKE, pricing.strategy)
    return six_card_line(table, pricing.stake or USUAL_STAKE, _royals_by_suit(six_cards_played(rounds)))


def _royals_by_suit(counted: Ends) -> Ends:
    """Six-card royals in diamonds counted apart from the others: one suit of four."""
    royals = counted.counts.get((solver.SIX_CARD_ROYAL,), 0)
    assert royals % 4 == 0
    suits = {(solver.SIX_CARD_ROYAL,): royals // 4 * 3, (DIAMONDS,): royals // 4}
    return Ends({**counted.counts, **suits} if royals else counted.counts, counted.total)


def six_card_line(table: Table, stake: int, counted: Ends) -> Line:
    """The line of the six-card bonus, from counts by the category of the best five cards, and fold."""
    ends: defaultdict[tuple[str, Fraction, Citation], int] = defaultdict(int)
    by = "R-20.6-six-card"
    fixed = f"six-card-bonus.{DIAMONDS}" in table.house.pays
    for (category,), count in counted.counts.items():
        name = str(category) if fixed or category not in (solver.SIX_CARD_ROYAL, DIAMONDS) else "royal-flush"
        pays = table.house.pays.get(f"six-card-bonus.{name}")
        if name == "fold":
            ends["fold", Fraction(-1), reading("R-20.6-side-wagers")] += count
        elif pays is None:
            ends["lose", Fraction(-1), reading(by)] += count
        else:
            paid, why = _limited(table.house, options.paid_at(pays, stake), by)
            ends[f"win: {name}", Fraction(paid, stake), why] += count
    line = _line(table, "six-card-bonus", ends, counted.total)
    return Line(line.wager, line.outcomes, line.basis, note=f"for a wager of {dollars(stake)}" if fixed else "")


def _progressive_line(table: Table, pricing: Pricing) -> Line:
    rounds = played(table.house, USUAL_STAKE, pricing.strategy)
    found: defaultdict[tuple[str, str], int] = defaultdict(int)
    for (pay_class, end), count in rounds.ends.counts.items():
        spades = count // 4 if pay_class == MINI_ROYAL else 0  # one suit of four
        assert pay_class != MINI_ROYAL or count % 4 == 0
        found[str(pay_class), str(end)] += count - spades
        found[progressive.SPADES, str(end)] += spades
    return progressive_line(table, Ends({end: n for end, n in found.items() if n}, rounds.ends.total), pricing.meter)


def progressive_line(table: Table, counted: Ends, meter: int | None) -> Line:
    """The line of the progressive wager, for one player, at what the meter shows before it is made."""
    house, stake = table.house, progressive.STAKE
    shows = cents(house[progressive.PROGRESSIVE_SEED]) if meter is None else meter
    jackpot = shows + progressive.added_to_meter(1, house)
    ends: defaultdict[tuple[str, Fraction, Citation], int] = defaultdict(int)
    for (pay_class, end), count in counted.counts.items():
        amount, _ = progressive.pays_for(house, str(pay_class), jackpot)
        if end == "fold" and house[options.SIDE_WAGERS_SURVIVE] == "off":
            ends["fold", Fraction(-1), reading("R-20.6-side-wagers")] += count
        else:
            name = f"win: {pay_class}" if amount else "lose"
            ends[name, Fraction(amount - stake, stake), reading("R-20.6-progressive")] += count
    line = _line(table, "progressive", ends, counted.total)
    return Line(line.wager, line.outcomes, line.basis, note=f"for one player, at a meter of {dollars(shows)}")


def _limited(house: House, paid: int, by: str) -> tuple[int, Citation]:
    most = options.payout_limit(house)
    return (most, reading("R-20.11-aggregate-limit")) if most is not None and paid > most else (paid, reading(by))


def six_cards_played(rounds: Played) -> Ends:
    """The best five of six cards, where a fold forfeits the bonus: every hand that is played is gone through."""
    from nomorebets.games.three_card_poker.six_cards import SIX_CARD_CLASSES, count_six_cards  # numba: only here

    counts = count_six_cards(rounds.situations.cards[rounds.bets])  # with the names of suits exchanged
    total = len(rounds.situations.hand) * rounds.situations.dealer_hands
    found = {(name,): int(n) for name, n in zip(SIX_CARD_CLASSES, counts, strict=True) if n}
    royals = {(solver.SIX_CARD_ROYAL,): found.pop((DIAMONDS,), 0) + found.pop((solver.SIX_CARD_ROYAL,), 0)}
    return Ends({**found, **royals, ("fold",): total - int(counts.sum())}, total)


# --- the best play in words ------------------------------------------------------------------------------------------


def advice(table: Table, pricing: Pricing) -> Advice:
    """When to play: the lowest hand that is worth it, and what other rules cost."""
    ante = ante_of(table, pricing)
    best = played(table.house, ante, None)
    named = ["optimal", *RULES_OF_PLAY]
    costs = [StrategyEdge(name, ante_line(table, ante, played(table.house, ante, name).ends).edge) for name in named]
    short = min(costs[1:], key=lambda costed: costed.edge).strategy
    decision = "with your three cards"
    words = {
        "queen-six-four": "Q-6-4 or better",
        "queen-or-better": "a queen or better",
        "pair-or-better": "a pair or better",
    }
    rules = (PlayRule(decision, "play", words.get(short, "always")), PlayRule(decision, "fold", "every other hand"))
    note = "pair plus and the six-card bonus leave nothing to decide; no hand that pair plus pays is worth folding"
    return Advice("ante", tuple(_exact_rules(best, decision)), short, rules, tuple(costs), note)


def _exact_rules(best: Played, decision: str) -> list[PlayRule]:
    """The lowest hand from which on everything is played, and every hand below it that is played in some suits."""
    numbers = best.situations.hand
    folded = numbers[~best.bets]
    lowest = int(folded.max()) + 1 if len(folded) else 0
    rules = [PlayRule(decision, "play", f"{THREE_CARD_HANDS[lowest]} or better" if lowest else "always")]
    for number in sorted({int(n) for n in numbers[best.bets & (numbers < lowest)]}, reverse=True):
        ours = numbers == number
        often = f"{int(best.bets[ours].sum())} of {int(ours.sum())} ways in which the suits may fall"
        rules.append(PlayRule(decision, "play", f"{THREE_CARD_HANDS[number]} in {often}"))
    return [*rules, PlayRule(decision, "fold", "every other hand")]


ODDS = GameOdds(lines=lines, advice=advice, choices=weigh)
