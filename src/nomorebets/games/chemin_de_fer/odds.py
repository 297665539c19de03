"""How chemin de fer is priced and advised: by the equilibrium of its optional draws."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from msgspec.structs import replace

from nomorebets.errors import unknown
from nomorebets.games.baccarat.terms import chosen
from nomorebets.games.chemin_de_fer.bank import bank_of
from nomorebets.games.chemin_de_fer.hands import CALLS, CHOICES, drawing_table_of, with_open
from nomorebets.games.chemin_de_fer.settlement import BANK, WINNERS, HandResult
from nomorebets.hands.baccarat import NO_CARD, DrawingTable, point_count, value
from nomorebets.pricing.facet import Advice, ChoiceValue, GameOdds, PlayRule, Pricing, StrategyEdge
from nomorebets.table import Result, Round, Table, Wager
from nomorebets.table.areas import seat_area
from nomorebets.table.decisions import Ask

if TYPE_CHECKING:
    from nomorebets.games.chemin_de_fer.equilibrium import Situations, Solution
    from nomorebets.pricing.sheet import Line

EVEN_STAKE = 50_000  # cents: no vigorish needs rounding on it
EQUILIBRIUM = "optimal"  # the play that is priced unless a strategy is named, under the name of best play in every game


def situations(table: Table, removed: tuple[str, ...] = ()) -> Situations:
    """Every deal of this table's shoe."""
    from nomorebets.games.baccarat.deals import count_deals, shoe_values
    from nomorebets.games.chemin_de_fer.equilibrium import Situations

    return Situations(count_deals(shoe_values(int(chosen(table.house, "decks")), removed)))


def bound(drawing_table: DrawingTable, action: str) -> DrawingTable:
    """The table with every choice made alike."""
    rows = tuple(row.replace("O", action) for row in drawing_table.banker)
    return replace(drawing_table, player=drawing_table.player.replace("O", action), banker=rows)


def solve(table: Table, pricing: Pricing, deals: Situations | None = None) -> Solution:
    """How both sides draw: in equilibrium, or by a named strategy on both sides."""
    from nomorebets.games.chemin_de_fer.equilibrium import equilibrium

    drawing_table = drawing_table_of(table.house)
    if pricing.strategy is not None:
        if chosen(table.house, "compulsory-play") == "free":
            drawing_table = with_open({*CHOICES})  # a strategy keeps to the table where it binds elsewhere
        drawing_table = bound(drawing_table, {"always-draw": "D", "never-draw": "S"}[pricing.strategy])
    return equilibrium(deals or situations(table, pricing.removed), drawing_table)


def price(table: Table, pricing: Pricing) -> list[Line]:
    """The Bank, and every wager against it, as both sides play in equilibrium."""
    ends = solve(table, pricing).ends
    whole = math.lcm(*(share.denominator for share in ends))
    return lines_of(table, pricing, dict(zip(WINNERS, (int(share * whole) for share in ends), strict=True)))


def settled(table: Table, place: str, winner: str, stake: int) -> Result:
    """What a stake on the Bank, or one against it that covers it, comes to."""
    result = table.game.bet[place].settle(Wager(1, place, stake), HandResult(winner, stake), table.house)
    assert result is not None
    return result


def lines_of(table: Table, pricing: Pricing, ways: Mapping[str, int]) -> list[Line]:
    """The lines of the Bank and of wagers against it, from how often each hand wins."""
    from nomorebets.pricing.lines import ending, line_of

    if pricing.wager is not None and pricing.wager not in table.layout:
        raise unknown("wager", pricing.wager, table.layout)
    stake = pricing.stake or EVEN_STAKE
    lines = []
    for place in table.layout if pricing.wager is None else (pricing.wager,):
        results = {winner: settled(table, place, winner, stake) for winner in WINNERS}
        counted = [(ending(result.outcome, [result], stake), ways[winner]) for winner, result in results.items()]
        bet = table.game.bet[place]
        rests_on = (bet.by, *map(bet.pays.by_for, bet.pays))
        lines.append(line_of(table, place, counted, sum(ways.values()), rests_on=rests_on))
    return lines


# --- one decision ----------------------------------------------------------------------------------------------------


def choice_values(request: Ask, table: Round) -> dict[str, ChoiceValue]:
    """A card and staying, where the table leaves the choice: by the own count, and the third card that lies open.

    Nothing is said of a hand that was dealt wrongly: the equilibrium knows no such hand.
    """
    from nomorebets.games.chemin_de_fer.equilibrium import banker_worths, player_worths

    bank, area = bank_of(table), seat_area(request.seat)
    own = table.felt.hand(area)
    others = [laid for at, lying in table.felt.cards.items() if at.startswith("seat:") and at != area for laid in lying]
    third = [laid.card for laid in others if laid.up]
    is_choice = request.choices == tuple(CALLS) and not request.default_choice
    if bank is None or not is_choice or len(own) != 2 or len(others) != 2 + len(third):
        return {}
    deals = situations(table.table)
    solution = solve(table.table, Pricing(), deals)
    if request.seat == bank.seat:
        staked = sum(wager.amount for wager in table.wagers if wager.kind != BANK)
        column = value(third[0]) + 1 if third else NO_CARD
        stay, card = banker_worths(deals, solution.player, (point_count(own), column))
    else:
        staked = sum(wager.amount for wager in table.wagers if wager.seat == request.seat)
        stay, card = player_worths(deals, solution.banker, point_count(own))
    return {"card": ChoiceValue(card * staked), "stay": ChoiceValue(stay * staked)}


# --- advice ----------------------------------------------------------------------------------------------------------


def advise(table: Table, pricing: Pricing) -> Advice:
    """The equilibrium in words, and what it costs either side to choose alike everywhere."""
    deals, drawing_table = situations(table, pricing.removed), drawing_table_of(table.house)
    best = solve(table, pricing, deals)
    costs = [StrategyEdge(EQUILIBRIUM, -best.value)]
    for name in ("always-draw", "never-draw"):
        costs.append(StrategyEdge(name, -solve(table, replace(pricing, strategy=name), deals).value))
    note = "; ".join((f"value to the Player's side {best.value}", vigorish_note(table, deals, drawing_table)))
    short = tuple(
        PlayRule(rule.decision, "card" if share >= Fraction(1, 2) else "stay", rule.when)
        for rule, share in advised(drawing_table, best)
    )
    return Advice(
        "punt", tuple(rule for rule, _ in advised(drawing_table, best)), "no mixing", short, tuple(costs), note
    )


def advised(drawing_table: DrawingTable, solution: Solution) -> Iterator[tuple[PlayRule, Fraction]]:
    """Every choice there is, with the probability of a card."""
    for count, action in enumerate(drawing_table.player):
        if action == "O":
            yield (
                PlayRule("the Dominant Player", in_words(solution.player[count]), f"with {count}"),
                solution.player[count],
            )
    for own, row in enumerate(drawing_table.banker):
        for column, action in enumerate(row):
            if action == "O":
                share = solution.banker[own, column]
                is_stay = column == NO_CARD
                when = f'with {own} after "Stay"' if is_stay else f"with {own} against a third card of {column - 1}"
                yield PlayRule("the Banker", in_words(share), when), share


def in_words(share: Fraction) -> str:
    """A probability of drawing as a way to play."""
    if share.denominator == 1:
        return "card" if share else "stay"
    return f"card with probability {share} ({float(share):.4%})"


def vigorish_note(table: Table, deals: Situations, drawing_table: DrawingTable) -> str:
    """The equilibrium of the game in which the Banker gives vigorish, where it is worked out."""
    from nomorebets.games.chemin_de_fer.equilibrium import with_vigorish

    if drawing_table.player.count("O") > 1:
        return "vigorish left out of account"
    rate = 1 - Fraction(settled(table, BANK, "banker", EVEN_STAKE).net, EVEN_STAKE)
    bent = with_vigorish(deals, drawing_table, rate)
    at_five = (
        f"the Dominant Player draws with 5 with probability {bent.player[5]}, " if "O" in drawing_table.player else ""
    )
    gains = f"a unit of the Bank gains {float(bent.banker_value(rate)):.4%}"
    return f"with vigorish taken into account by both, {at_five}and {gains} after it"


ODDS = GameOdds(
    lines=price,
    advice=advise,
    choices=choice_values,
    against="the other side's equilibrium play from a full shoe, before vigorish",
    usual_play=EQUILIBRIUM,
    takes_removed=True,
)
