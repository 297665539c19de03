"""Caribbean stud: exact odds and the best play, from the solver's counts and the table's own settlement."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

import numpy as np

from nomorebets.equipment.cards import RANKS
from nomorebets.errors import unknown
from nomorebets.games.caribbean_stud import solver
from nomorebets.games.caribbean_stud import terms as options
from nomorebets.games.caribbean_stud.game import GAME
from nomorebets.games.caribbean_stud.script import lowest_of
from nomorebets.games.caribbean_stud.settlement import Outcome
from nomorebets.games.caribbean_stud.solver import Played
from nomorebets.games.caribbean_stud.strategies import NAMED, RULES_OF_PLAY, dealers_card
from nomorebets.games.stud.dealer import Net, worths
from nomorebets.games.stud.showdown import ENDS, End
from nomorebets.hands.poker import FIVE_CARD_CATEGORIES, FiveCardHand
from nomorebets.hands.ranks import FIVE_CARD_HANDS
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

LINES = "ante", "progressive-payout"
USUAL_ANTE = 1000  # cents: no payout limit bites


def settled(house: House, ante: int, category: str, end: End) -> list[Result]:
    """Ante and bet at the end of a round, the bet where there is one."""
    wagers = Wager(1, "ante", ante), Wager(1, "bet", options.BET_TIMES * ante)
    return GAME.settle(wagers, Outcome(end, category), house)


def net_at(house: House, ante: int) -> Net:
    """What ante and bet gain together, in cents, by category and end."""
    return lambda category, end: sum(result.net for result in settled(house, ante, category, end))


def played(house: House, ante: int, strategy: str | None, gone: tuple[str, ...] = ()) -> Played:
    """All rounds by a named strategy, or by the best one."""
    if strategy is None or strategy == "optimal":
        if gone:
            return solver.solve(net_at(house, ante), gone=gone, qualifies_from=lowest_of(house))
        return _best(house, ante)
    if strategy not in RULES_OF_PLAY:
        raise unknown("strategy", strategy, NAMED, house.as_of)
    rule = RULES_OF_PLAY[strategy]
    bets = np.array([[rule(hand, rank) for rank in RANKS] for hand in FIVE_CARD_HANDS])
    return solver.solve(
        lambda category, end: 0,
        lambda rows: bets[rows.hand, rows.upcard],
        gone=gone,
        qualifies_from=lowest_of(house),
    )


_solved: dict[tuple[int, ...], Played] = {}


@lru_cache(64)
def _best(house: House, ante: int) -> Played:
    """The best play, solved once for all tables with the same payouts."""
    net = net_at(house, ante)
    gained = lowest_of(house), *(net(category, end) for category in FIVE_CARD_CATEGORIES for end in ENDS)
    if gained not in _solved:
        _solved[gained] = solver.solve(net, qualifies_from=lowest_of(house))
    return _solved[gained]


def best_choice(house: House, ante: int, hand: tuple[str, ...], shown: str) -> bool:
    """Whether the best play bets with a hand against an upcard."""
    return solver.bets_with(played(house, ante, None), hand, shown)


def choice_values(request: Ask, table: Round) -> dict[str, ChoiceValue]:
    """What a bet and a fold are worth with the hand of a seat, for its ante."""
    ante = wager_of(table, request.seat, "ante")
    assert ante is not None
    return hand_values(table.house, ante.amount, table.felt.hand(seat_area(request.seat)), dealers_card(table))


def hand_values(house: House, ante: int, hand: tuple[str, ...], shown: str) -> dict[str, ChoiceValue]:
    """What ante and bet gain on average, over all hands the dealer may have."""
    rows = solver.situations(qualifies_from=lowest_of(house))
    fold, bet = worths(rows, solver.row_of(rows, hand, shown), net_at(house, ante))
    return {"bet": ChoiceValue(bet), "fold": ChoiceValue(fold)}


def ante_of(table: Table, pricing: Pricing) -> int:
    """The ante to price, as the table takes it; without a stake, one that no payout limit touches."""
    if pricing.stake is None:
        return USUAL_ANTE
    verify_bets(Round(table), (Wager(1, "ante", pricing.stake),), (), cite("16.6(b)"))
    return pricing.stake


def lines(table: Table, pricing: Pricing) -> list[Line]:
    """The line of the ante with its bet, and that of the progressive wager."""
    require_line(table, pricing)
    rounds = played(table.house, ante_of(table, pricing), pricing.strategy, pricing.removed)
    return lines_of(table, rounds.ends, pricing)


def lines_of(table: Table, ends: Ends, pricing: Pricing) -> list[Line]:
    """The same lines from counts, however they were counted."""
    ante = ante_of(table, pricing)
    by_wager = {"ante": _ante_line(table, ends, ante), "progressive-payout": _progressive_line(table, ends, pricing)}
    wager = require_line(table, pricing)
    return list(by_wager.values()) if wager is None else [by_wager[wager]]


def require_line(table: Table, pricing: Pricing) -> str | None:
    """The line that is asked for, the bet being part of the ante's; another is refused before anything is solved."""
    wager = "ante" if pricing.wager == "bet" else pricing.wager
    if wager is not None and wager not in LINES:
        raise unknown("wager", pricing.wager, LINES, table.as_of)
    return wager


def _ante_line(table: Table, rounds: Ends, ante: int) -> Line:
    def end_called(category: str, end: End) -> Ending:
        name = f"win: {category}" if end == "win" else end
        return ending(name, settled(table.house, ante, category, end), ante)

    bets = rounds.mean(lambda category, end: end != "fold")
    return line_of(
        table,
        "ante",
        ((end_called(*end), count) for end, count in rounds.counts.items()),
        rounds.total,
        average_wager=1 + options.BET_TIMES * bets,
        note=f"for an ante of {dollars(ante)}",
        rests_on=(
            reading("R-16.10a-bet-amount"),
            known_by(table.house, options.QUALIFIES, reading("R-16.1-qualifying")),
        ),
    )


def _progressive_line(table: Table, rounds: Ends, pricing: Pricing) -> Line:
    """Per dollar, for one player, at what the meter shows before the wager is made."""
    house, stake = table.house, options.PROGRESSIVE_STAKE
    shows = cents(house[options.INITIAL]) if pricing.meter is None else pricing.meter
    jackpot = shows + stake * cents(house[options.RATE]) // 100

    def end_called(category: str, end: End) -> Ending:
        results = GAME.settle([Wager(1, "progressive-payout", stake)], Outcome(end, category, jackpot), house)
        won = results[0].outcome == "win"
        return ending(f"win: {category}" if won else "fold" if end == "fold" else "lose", results, stake)

    counted = ((end_called(*end), count) for end, count in rounds.counts.items())
    note = f"for one player, at a meter of {dollars(shows)}"
    return line_of(table, "progressive-payout", counted, rounds.total, note=note)


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
    """The hand from which up every upcard is bet against."""
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


ODDS = GameOdds(lines=lines, advice=advice, choices=choice_values, takes_removed=True)
