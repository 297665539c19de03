"""Pai gow, exactly: any method against any other, and the best answer to one, as player and as banker."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache

from nomorebets.equipment.dice import ordered, ways_to_total
from nomorebets.errors import unknown
from nomorebets.games.pai_gow.game import GAME
from nomorebets.games.pai_gow.holdings import AGAINST_EACH, NAMED, Numbers, chosen, hand_at, way_of
from nomorebets.games.pai_gow.house_ways import filed
from nomorebets.games.pai_gow.learning import groups_in_words, rows, split_pairs, ways_by_scores
from nomorebets.games.pai_gow.script import BANK_RULES
from nomorebets.games.pai_gow.settlement import LOSE, PAI_GOW, PUSH, WIN
from nomorebets.games.pai_gow.solver import TOTAL, Counted, against, best_ways
from nomorebets.games.pai_gow.strategies import ADD_UP, OPTIMAL, SOLVED
from nomorebets.games.pai_gow.terms import DEALER_SET_METHOD, DRAGONS_EYE
from nomorebets.hands.tiles import Split, in_order, splits
from nomorebets.pricing.ends import Ends
from nomorebets.pricing.facet import Advice, ChoiceValue, GameOdds, PlayRule, Pricing, StrategyEdge
from nomorebets.pricing.lines import ending, line_of
from nomorebets.pricing.sheet import Line
from nomorebets.procedures.banking import BANK, PLAYER_BANK, bank_at, ends_of, stake_of
from nomorebets.procedures.dragons_eye import DICE
from nomorebets.regulation import Citation
from nomorebets.table import House, Result, Round, Table, Wager
from nomorebets.table.areas import seat_area
from nomorebets.table.card_decisions import SetHand
from nomorebets.table.requests import PatronRequest

STAKE = 10_000  # cents: its vigorish needs no rounding
ENDS = {"win": WIN, "push": PUSH, "lose": LOSE}


def results_of(house: House, stake: int, banks: bool) -> dict[str, Result]:
    """What a win, a push and a loss bring on a stake: to a player, or to a bank with one player against it."""
    return ends_of(GAME, None if banks else Wager(1, PAI_GOW, stake), ENDS, house, stake)


def counted_at(house: House, banks: bool) -> Counted:
    """Every way to set every hand against the method of a house; of a bank, against a player who sets by it."""
    return against(filed(house[DEALER_SET_METHOD]), banks)


@cache
def _best(method: str, banks: bool, won: int, lost: int) -> Numbers:
    return best_ways(against(filed(method), banks), won, lost)


def best_at(house: House, banks: bool = False, stake: int = STAKE) -> Numbers:
    """The best way to set each hand at a table."""
    ends = results_of(house, stake, banks)
    return _best(house[DEALER_SET_METHOD], banks, ends["win"].net, -ends["lose"].net)


def ways_by(house: House, strategy: str | None, banks: bool = False, stake: int = STAKE) -> Numbers:
    """How a strategy sets each hand."""
    if strategy in (None, OPTIMAL):
        return best_at(house, banks, stake)
    if strategy == ADD_UP:
        return ways_by_scores(house[DEALER_SET_METHOD])
    if strategy not in NAMED:
        raise unknown("strategy", strategy, (*SOLVED, *NAMED), house.as_of)
    return chosen(NAMED[strategy](house[DEALER_SET_METHOD]))


def split_by(house: House, strategy: str, tiles: tuple[str, ...], banks: bool = False) -> Split:
    """How a strategy sets four tiles."""
    held = in_order(tiles)
    way = int(ways_by(house, strategy, banks)[hand_at(held)])
    return next(made for made in splits(held) if way_of(held, made) == way)


# --- lines -----------------------------------------------------------------------------------------------------------


def ends_by(house: House, strategy: str | None, banks: bool = False, stake: int = STAKE) -> Ends:
    """How often each end comes, of all deals to a player and the dealer."""
    counts = counted_at(house, banks).of(ways_by(house, strategy, banks, stake))
    return Ends({(end,): n for end, n in zip(ENDS, counts, strict=True)}, TOTAL)


def line_from(table: Table, wager: str, ends: Ends, stake: int | None) -> Line:
    """The line of a player or of the bank, from counts."""
    stake = stake or STAKE
    known = results_of(table.house, stake, banks=wager == BANK)
    counted = [(ending(end, [known[end]], stake), n) for (end,), n in ends.counts.items()]
    note = "against one player who sets by the house way" if wager == BANK else ""
    return line_of(table, wager, counted, ends.total, note=note, rests_on=(_method_by(table),))


def _method_by(table: Table) -> Citation:
    """What is known of the method by which the dealer sets."""
    name = table.house[DEALER_SET_METHOD].partition(";")[0]
    return DEALER_SET_METHOD.choices[name].by


def roll_line(table: Table, ends: Ends) -> Line:
    """The wager on the total of the dice, from counts of totals."""
    counted = []
    for (total,), n in ends.counts.items():
        roll = next(roll for roll in ordered(DICE) if sum(roll) == total)
        (result,) = table.settle([Wager(1, DRAGONS_EYE.id, STAKE)], roll)
        name = f"win: {total}" if result.outcome == "win" else result.outcome
        counted.append((ending(name, [result], STAKE), n))
    return line_of(table, DRAGONS_EYE.id, counted, ends.total)


def wanted(table: Table, wager: str | None) -> list[str]:
    """The lines that are asked for: by default those that every player may make."""
    kinds = list(table.layout.kinds())
    banks = [BANK] if table.house.options[PLAYER_BANK] == "on" else []
    if wager is not None and wager not in (*kinds, *banks):
        raise unknown("wager", wager, (*kinds, *banks), table.as_of)
    return kinds if wager is None else [wager]


def lines(table: Table, pricing: Pricing) -> list[Line]:
    """The pai gow wager by a strategy, the dragon's eye where it is offered, or the bank where it is asked for."""
    made = []
    for wager in wanted(table, pricing.wager):
        if wager == DRAGONS_EYE.id:
            totals = ways_to_total(DICE)
            made.append(roll_line(table, Ends({(t,): n for t, n in totals.items()}, sum(totals.values()))))
        else:
            stake = pricing.stake or STAKE
            ends = ends_by(table.house, pricing.strategy, wager == BANK, stake)
            made.append(line_from(table, wager, ends, stake))
    return made


# --- what each setting is worth --------------------------------------------------------------------------------------


def setting_values(request: PatronRequest, seat: int, table: Round) -> Mapping[tuple[str, ...], ChoiceValue]:
    """Each way to set a hand against all hands that the other side may hold; for the bank, against each wager."""
    assert isinstance(request, SetHand)
    banks = seat == bank_at(table)
    held = in_order(table.felt.hand(seat_area(seat, request.hand)))
    ends = results_of(table.house, stake_of(table, seat, BANK_RULES) or STAKE, banks)
    counted, at = counted_at(table.house, banks), hand_at(held)
    worth: dict[tuple[str, ...], ChoiceValue] = {}
    for made in splits(held):
        way = way_of(held, made)
        gain = sum(int(part[at, way]) * ends[end].net for end, part in zip(ENDS, counted, strict=True))
        worth[made.low] = ChoiceValue(Fraction(gain, AGAINST_EACH))
    return worth


# --- the best play in words ------------------------------------------------------------------------------------------


def advice(table: Table, pricing: Pricing) -> Advice:
    """Which pairs the best play splits, a table to add up scores by, and what each way to set costs."""
    stake, method = pricing.stake or STAKE, table.house[DEALER_SET_METHOD]
    exact = [PlayRule(pair, "split", f"beside {beside}") for pair, beside in split_pairs(best_at(table.house))]
    exact += [
        PlayRule("any other pair", "keep", "always"),
        PlayRule("no pair", "the setting of the greatest worth", "which the help at a table lists for every hand"),
    ]
    short = [PlayRule(f"hand of {hand}", play, when) for hand, play, when in rows(method)]
    costs = [
        StrategyEdge(name, line_from(table, PAI_GOW, ends_by(table.house, name, stake=stake), stake).edge)
        for name in (*SOLVED, *NAMED)
    ]
    note = " ".join(("add up the scores of both hands and take the greatest sum.", groups_in_words()))
    return Advice(PAI_GOW, tuple(exact), ADD_UP, tuple(short), tuple(costs), note)


ODDS = GameOdds(lines=lines, advice=advice, banker=BANK, settings=setting_values)
