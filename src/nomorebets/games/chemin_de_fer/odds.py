"""How chemin de fer is priced, advised and simulated: by the equilibrium of its optional draws."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from nomorebets.games.baccarat.rules import chosen
from nomorebets.games.chemin_de_fer.bank import BANK, bank_of
from nomorebets.games.chemin_de_fer.hands import CALLS, CHOICES, drawing_table_of, with_open
from nomorebets.hands.baccarat import NO_CARD, DrawingTable, point_count, value
from nomorebets.pricing.facet import Advice, ChoiceValue, GameOdds, PlayRule, Pricing, StrategyEdge
from nomorebets.procedures.vigorish import vigorish
from nomorebets.regulation import Citation, cite, reading
from nomorebets.table import Round, Table, Wager
from nomorebets.table.areas import seat_area
from nomorebets.table.decisions import Ask

if TYPE_CHECKING:
    from nomorebets.games.chemin_de_fer.equilibrium import Situations, Solution
    from nomorebets.pricing.sheet import Line
    from nomorebets.sim.simulate import Simulator

EVEN_STAKE = 50_000  # cents: no vigorish needs rounding on it


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
    return lines_of(table, pricing, solve(table, pricing).ends)


def lines_of(table: Table, pricing: Pricing, ends: tuple[Fraction, Fraction, Fraction]) -> list[Line]:
    """The lines of the Bank and of wagers against it, from how often the Player's Hand wins, ties and loses."""
    from nomorebets.errors import unknown
    from nomorebets.games.baccarat.lines import line_of

    if pricing.wager is not None and pricing.wager not in table.layout:
        raise unknown("wager", pricing.wager, table.layout)
    stake = pricing.stake or EVEN_STAKE
    won, tied, lost = ends
    to_multiple = 25 if chosen(table.house, "vig-rounding") == "up-to-25c" else 1
    due = vigorish(stake, int(chosen(table.house, "vig-rate")), to_multiple)
    lines = []
    for place in table.layout:
        if pricing.wager not in (None, place):
            continue
        found: dict[tuple[str, int, Citation], Fraction] = {
            ("void", 0, reading("R-4.10-tie")): tied,
        }
        if place == BANK:
            found["win", stake - due, reading("R-4.10-vigorish")] = lost
            found["lose", -stake, reading("R-4.10-payment")] = won
        else:
            found["win", stake, reading("R-4.10-payment")] = won
            found["lose", -stake, cite("4.10")] = lost
        lines.append(line_of(table, Wager(1, place, stake), found, 1))
    return lines


def simulator(table: Table, pricing: Pricing) -> Simulator:
    """Whole shoes, both sides drawing as in equilibrium."""
    from nomorebets.games.baccarat.coups import coup_with
    from nomorebets.games.baccarat.simulation import shoe_kernel
    from nomorebets.sim.simulate import Simulated, Simulator, estimate_of

    solution = solve(table, pricing)
    after = 1 if chosen(table.house, "last-hand-rule") == "finish-current-plus-one" else 0
    kernel = shoe_kernel(table.house.options, drawing_table_of(table.house), solution, after)

    def lines(counts: list[int], rounds: int) -> list[Simulated]:
        shares = {"player": 0, "tie": 0, "banker": 0}
        for code, number in enumerate(counts):
            shares[coup_with(code).winner] += number
        won, tied, lost = (Fraction(shares[end], rounds) for end in ("player", "tie", "banker"))
        return [estimate_of(line, rounds) for line in lines_of(table, pricing, (won, tied, lost))]

    return Simulator(kernel, lines)


# --- one decision ----------------------------------------------------------------------------------------------------

WEIGHED_AGAINST = "the other side's equilibrium play from a full shoe, before vigorish"


def weigh(request: Ask, table: Round) -> dict[str, ChoiceValue]:
    """A card and staying, where the table leaves the choice: by the own count, and the third card that lies open.

    Nothing is said of a hand that was dealt wrongly: the equilibrium knows no such hand.
    """
    from nomorebets.games.chemin_de_fer.equilibrium import banker_worths, player_worths

    bank, area = bank_of(table), seat_area(request.seat)
    own = table.felt.hand(area)
    others = [laid for at, lying in table.felt.cards.items() if at.startswith("seat:") and at != area for laid in lying]
    third = [laid.card for laid in others if laid.up]
    is_choice = request.choices == tuple(CALLS) and not request.if_untold
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
    costs = [StrategyEdge("optimal", -best.value)]
    for name in ("always-draw", "never-draw"):
        costs.append(StrategyEdge(name, -solve(table, replace(pricing, strategy=name), deals).value))
    note = f"value to the Player's side {best.value}; " + vigorish_note(table, deals, drawing_table)
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
                after = 'after "Stay"' if column == NO_CARD else f"against a third card of {column - 1}"
                yield PlayRule("the Banker", in_words(share), f"with {own} {after}"), share


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
    rate = Fraction(int(chosen(table.house, "vig-rate")), 100)
    bent = with_vigorish(deals, drawing_table, rate)
    at_five = (
        f"the Dominant Player draws with 5 with probability {bent.player[5]}, " if "O" in drawing_table.player else ""
    )
    gains = f"a unit of the Bank gains {float(bent.banker_value(rate)):.4%}"
    return f"with vigorish taken into account by both, {at_five}and {gains} after it"


ODDS = GameOdds(lines=price, advice=advise, choices=weigh, against=WEIGHED_AGAINST, takes_removed=True)
