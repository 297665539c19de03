"""Three card poker: exact odds and the best play, from the solver's counts and the table's own settlement."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from nomorebets.equipment.cards import DECK, index
from nomorebets.errors import unknown
from nomorebets.games.stud.dealer import Net, worths
from nomorebets.games.stud.showdown import ENDS, End
from nomorebets.games.three_card_poker import solver
from nomorebets.games.three_card_poker import terms as options
from nomorebets.games.three_card_poker.game import GAME
from nomorebets.games.three_card_poker.script import added_to_meter, lowest_of
from nomorebets.games.three_card_poker.settlement import (
    LIMITED_BY,
    SIX_CARD_ROYAL,
    SIX_CARD_ROYAL_DIAMONDS,
    Outcome,
    category_of,
    limited,
    six_card_row,
)
from nomorebets.games.three_card_poker.solver import Played
from nomorebets.games.three_card_poker.strategies import NAMED, RULES_OF_PLAY
from nomorebets.hands.poker import MINI_ROYAL, THREE_CARD_PAY_CLASSES
from nomorebets.hands.ranks import THREE_CARD_HANDS
from nomorebets.pricing.ends import Ends
from nomorebets.pricing.facet import Advice, ChoiceValue, GameOdds, PlayRule, Pricing, StrategyEdge
from nomorebets.pricing.lines import Ending, ending, line_of
from nomorebets.pricing.sheet import Line
from nomorebets.procedures.deck import wager_of
from nomorebets.regulation import cite, reading
from nomorebets.table import House, Result, Round, Table, Wager
from nomorebets.table.acceptance import verify_bets
from nomorebets.table.areas import seat_area
from nomorebets.table.decisions import Ask
from nomorebets.table.money import cents, dollars
from nomorebets.table.variation import known_by

USUAL_STAKE = 1000  # cents


def settled(house: House, ante: int, pay_class: str, end: End) -> list[Result]:
    """Ante, play and ante bonus at the end of a round, as far as there are any, before any payout limit."""
    wagers = Wager(1, "ante", ante), Wager(1, "play", ante), Wager(1, "ante-bonus", 0)
    return GAME.settle(wagers, Outcome(end, pay_class, ante), house)


def net_at(house: House, ante: int) -> Net:
    """What ante, play and ante bonus gain together, in cents, by pay class and end."""
    return lambda pay_class, end: sum(r.net for r in limited(settled(house, ante, pay_class, end), house))


def played(house: House, ante: int, strategy: str | None, gone: tuple[str, ...] = ()) -> Played:
    """All rounds by a named strategy, or by the best one."""
    if strategy is None or strategy == "optimal":
        return solver.solve(net_at(house, ante), qualifies_from=lowest_of(house), gone=gone)
    if strategy not in RULES_OF_PLAY:
        raise unknown("strategy", strategy, NAMED, house.as_of)
    rule = RULES_OF_PLAY[strategy]
    plays = np.array([rule(hand) for hand in THREE_CARD_HANDS])
    return solver.solve(
        lambda pay_class, end: 0, lambda rows: plays[rows.hand], qualifies_from=lowest_of(house), gone=gone
    )


_solved: dict[tuple[int, ...], Played] = {}


@lru_cache(1 << 8)
def _best(house: House, ante: int) -> Played:
    """The best play for an ante; solved once for all tables with the same payouts."""
    net = net_at(house, ante)
    gained = lowest_of(house), *(net(pay_class, end) for pay_class in THREE_CARD_PAY_CLASSES for end in ENDS)
    if gained not in _solved:
        _solved[gained] = solver.solve(net, qualifies_from=lowest_of(house))
    return _solved[gained]


def best_choice(house: House, ante: int, hand: tuple[str, ...]) -> bool:
    """Whether the best play goes on with a hand."""
    return solver.plays_with(_best(house, ante), hand)


def choice_values(request: Ask, table: Round) -> dict[str, ChoiceValue]:
    """What a play wager and a fold are worth with the hand of a seat, for its ante."""
    ante = wager_of(table, request.seat, "ante")
    assert ante is not None
    return hand_values(table.house, ante.amount, table.felt.hand(seat_area(request.seat)))


def hand_values(house: House, ante: int, hand: tuple[str, ...]) -> dict[str, ChoiceValue]:
    """What ante, play and ante bonus gain on average, over all hands the dealer may have."""
    rows = solver.situations(qualifies_from=lowest_of(house))
    fold, play = worths(rows, solver.row_of(rows, hand), net_at(house, ante))
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


def ante_of(table: Table, pricing: Pricing) -> int:
    """The ante to price, as the table takes it."""
    if pricing.stake is None:
        return USUAL_STAKE
    verify_bets(Round(table), (Wager(1, "ante", pricing.stake),), (), cite("20.6"))
    return pricing.stake


def _ante_line(table: Table, pricing: Pricing) -> Line:
    ante = ante_of(table, pricing)
    return ante_line(table, ante, played(table.house, ante, pricing.strategy, pricing.removed).ends)


def ante_line(table: Table, ante: int, counted: Ends) -> Line:
    """The line of the ante with its play wager and bonus, from counts by pay class and end."""

    def end_called(pay_class: str, end: End) -> Ending:
        due = settled(table.house, ante, pay_class, end)
        paid = limited(due, table.house)
        has_bonus = any(result.wager.kind == "ante-bonus" for result in due)
        called = ending(f"{end}: {category_of(pay_class)}" if has_bonus else end, paid, ante)
        return called if paid == due else called._replace(by=LIMITED_BY)

    return line_of(
        table,
        "ante",
        ((end_called(*end), count) for end, count in counted.counts.items()),
        counted.total,
        average_wager=1 + counted.mean(lambda pay_class, end: end != "fold"),
        note="" if options.payout_limit(table.house) is None else f"for an ante of {dollars(ante)}, made alone",
        rests_on=(
            known_by(table.house, options.QUALIFIES, reading("R-20.10-qualifying")),
            reading("R-20.6-play-amount"),
        ),
    )


def _pair_plus_line(table: Table, pricing: Pricing) -> Line:
    return pair_plus_line(table, pricing.stake or USUAL_STAKE, solver.pay_class_counts(gone=pricing.removed))


def pair_plus_line(table: Table, stake: int, counted: Ends) -> Line:
    """The line of the pair plus wager, from counts by pay class: made alone, or with an ante that is not folded."""

    def end_called(pay_class: str) -> Ending:
        return side_wager_ends(table.house, Wager(1, "pair-plus", stake), Outcome(hand=pay_class), pay_class)

    ends = ((end_called(*end), count) for end, count in counted.counts.items())
    return line_of(table, "pair-plus", ends, counted.total)


def side_wager_ends(house: House, wager: Wager, outcome: Outcome, row: str) -> Ending:
    """How a wager made alone ends, named after the row that pays it."""
    results = limited(GAME.settle([wager], outcome, house), house)
    if results[0].outcome == "win":
        return ending(f"win: {row}", results, wager.amount)
    return ending("fold" if outcome.end == "fold" else "lose", results, wager.amount)


def _six_card_line(table: Table, pricing: Pricing) -> Line:
    survives, stake = table.house[options.SIDE_WAGERS_SURVIVE] == "on", pricing.stake or USUAL_STAKE
    if survives and not pricing.removed:
        return six_card_line(table, stake, _royals_by_suit(solver.six_card_counts()))
    strategy = "always-play" if survives else pricing.strategy
    rounds = played(table.house, USUAL_STAKE, strategy, pricing.removed)
    return six_card_line(table, stake, six_cards_played(rounds))


def _royals_by_suit(counted: Ends) -> Ends:
    """Six-card royals in diamonds counted apart from the others: one suit of four."""
    royals = counted.counts.get((SIX_CARD_ROYAL,), 0)
    assert royals % 4 == 0
    suits = {(SIX_CARD_ROYAL,): royals // 4 * 3, (SIX_CARD_ROYAL_DIAMONDS,): royals // 4}
    return Ends({**counted.counts, **suits} if royals else counted.counts, counted.total)


def six_card_line(table: Table, stake: int, counted: Ends) -> Line:
    """The line of the six-card bonus, from counts by the class of the six cards, and fold."""
    house = table.house

    def end_called(six: str) -> Ending:
        outcome = Outcome("fold") if six == "fold" else Outcome(six=six)
        return side_wager_ends(house, Wager(1, "six-card-bonus", stake), outcome, six_card_row(six, house))

    ends = ((end_called(*end), count) for end, count in counted.counts.items())
    has_fixed_sums = f"six-card-bonus.{SIX_CARD_ROYAL_DIAMONDS}" in house.pays
    note = f"for a wager of {dollars(stake)}" if has_fixed_sums else ""
    return line_of(table, "six-card-bonus", ends, counted.total, note=note)


def _progressive_line(table: Table, pricing: Pricing) -> Line:
    rounds = played(table.house, USUAL_STAKE, pricing.strategy, pricing.removed)
    return progressive_line(table, spades_apart(rounds), pricing.meter)


def spades_apart(rounds: Played) -> Ends:
    """All rounds, those with the mini royal in spades by a name of its own."""
    rows = rounds.situations
    counts = dict(rounds.ends.counts)
    royal = [index(card) for card in DECK if card[0] in "QKA" and card[1] == "s"]
    found = np.flatnonzero((rows.cards == royal).all(axis=1))
    if not len(found):  # one of them has left the deck
        return rounds.ends
    at = int(found[0])
    by_end = {"no-hand": rows.no_hand, "win": rows.win, "push": rows.push, "lose": rows.lose}
    ends = {end: int(count[at]) for end, count in by_end.items()} if rounds.bets[at] else {"fold": rows.dealer_hands}
    for end, count in ends.items():
        counts[options.SPADES, end] = count
        counts[MINI_ROYAL, end] = counts.get((MINI_ROYAL, end), 0) - count
    return Ends({end: count for end, count in counts.items() if count}, rounds.ends.total)


def progressive_line(table: Table, counted: Ends, meter: int | None) -> Line:
    """The line of the progressive wager, for one player, at what the meter shows before it is made."""
    house = table.house
    shows = cents(house[options.PROGRESSIVE_SEED]) if meter is None else meter
    jackpot = shows + added_to_meter(1, house)

    def end_called(pay_class: str, end: End) -> Ending:
        results = GAME.settle([CHIP], Outcome(end, pay_class, jackpot=jackpot), house)
        won = results[0].outcome == "win"
        forfeited = end == "fold" and house[options.SIDE_WAGERS_SURVIVE] == "off"
        return ending(f"win: {pay_class}" if won else "fold" if forfeited else "lose", results, CHIP.amount)

    ends = ((end_called(*end), count) for end, count in counted.counts.items())
    note = f"for one player, at a meter of {dollars(shows)}"
    return line_of(table, "progressive", ends, counted.total, note=note)


CHIP = Wager(1, "progressive", options.PROGRESSIVE_STAKE)


def six_cards_played(rounds: Played) -> Ends:
    """The best five of six cards, where a fold forfeits the bonus: every six cards of the deck are gone through."""
    from nomorebets.games.three_card_poker.six_cards import SIX_CARD_CLASSES, count_six_cards  # numba: only here

    rows = rounds.situations
    counts = count_six_cards(np.unique(rows.cards), rows.cards[rounds.bets])
    total = len(rows.hand) * rows.dealer_hands
    counted = {(name,): int(n) for name, n in zip(SIX_CARD_CLASSES, counts, strict=True) if n}
    folded = total - int(counts.sum())
    return Ends({**counted, ("fold",): folded} if folded else counted, total)


# --- the best play in words ------------------------------------------------------------------------------------------


def advice(table: Table, pricing: Pricing) -> Advice:
    """When to play: the lowest hand that is worth it, and what other rules cost."""
    ante = ante_of(table, pricing)
    best = played(table.house, ante, None)
    named = ["optimal", *RULES_OF_PLAY]
    costs = [StrategyEdge(name, ante_line(table, ante, played(table.house, ante, name).ends).edge) for name in named]
    short = min(costs[1:], key=lambda priced: priced.edge).strategy
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


BY_SUIT = ("six-card-bonus", "progressive")  # royals of diamonds and of spades are paid by themselves

ODDS = GameOdds(lines=lines, advice=advice, choices=choice_values, takes_removed=True, by_suit=BY_SUIT)
