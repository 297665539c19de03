"""What the house takes: no edge, for players win of each other, but the rake of a pot."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from nomorebets.equipment.cards import deck_of
from nomorebets.errors import unknown
from nomorebets.games.poker_room.exposed import BOARD
from nomorebets.games.poker_room.posting import POT
from nomorebets.games.poker_room.strategies import CALLS
from nomorebets.games.poker_room.terms import (
    ALL_IN_HANDS,
    ANTE,
    ANTE_FROM,
    BRING_IN,
    amount,
    blinds_at,
    drop_at,
    rake_at,
    seats_at,
    streets_at,
    time_charge_at,
)
from nomorebets.games.poker_room.variants import Variant
from nomorebets.pricing.equities import Equities
from nomorebets.pricing.facet import GameOdds, PartialPlay, Pricing
from nomorebets.pricing.lines import Ending, line_of
from nomorebets.pricing.sheet import Line
from nomorebets.regulation import reading
from nomorebets.table import House, Round, Table
from nomorebets.table.areas import owner_of
from nomorebets.table.money import dollars


def pot_of_calls(house: House) -> int:
    """The pot of a full table where everybody calls what is forced, and nobody bets."""
    forced = blinds_at(house)[-1] if blinds_at(house) else amount(house, BRING_IN)
    antes = amount(house, ANTE) * (seats_at(house) if house.options.get(ANTE_FROM, "all") == "all" else 1)
    return seats_at(house) * forced + antes


def price_rake(table: Table, pricing: Pricing) -> list[Line]:
    """What a pot loses to the house; the stake is the whole of it, or what a full table that calls puts in."""
    require_pot(table, pricing)
    if pricing.stake is None and pricing.strategy not in (None, CALLS):
        return []  # what such a play puts in depends on the cards
    pot = pricing.stake or pot_of_calls(table.house)
    rake = rake_at(table.house).of(pot)
    note = f"players win of each other, and the house has no edge: it takes {dollars(rake)} of a pot of {dollars(pot)}"
    if drop := drop_at(table.house, pot):
        note += f"; {dollars(drop)} more goes to the jackpot, which players win"
    if charge := time_charge_at(table.house):
        every = charge.amount * seats_at(table.house)
        note += f"; beside it every player pays {dollars(charge.amount)} a half hour, a full table {dollars(every)}"
        note += f": as much as the rake of {Fraction(every, rake)} such pots" if rake else ""
    end = Ending("rake", -Fraction(rake, pot), reading("R-14.14-rake"))
    return [line_of(table, POT, [(end, 1)], 1, note=note)]


def require_pot(table: Table, pricing: Pricing) -> None:
    """Refuse another wager: there is none against the house but what it takes of the pot."""
    if pricing.wager not in (None, POT):
        raise unknown("wager", pricing.wager, [POT], table.as_of)


def all_in_at(table: Round, variant: Variant) -> tuple[dict[int, str], str] | None:
    """The hands that lie open and the board, where every hand in play lies open after a street that is not the last."""
    lying = {owner_of(area): cards for area, cards in table.felt.cards.items() if owner_of(area) and cards}
    board, due, stages = table.felt.hand(BOARD), (0, 0), set[tuple[int, int]]()
    for street in streets_at(variant, table.house)[:-1]:
        due = due[0] + street.down + street.up, due[1] + street.board
        stages.add(due)
    is_even = all((len(cards), len(board)) in stages for cards in lying.values())
    if len(lying) < 2 or not is_even or not all(laid.up for cards in lying.values() for laid in cards):
        return None
    return {seat: "".join(laid.card for laid in cards) for seat, cards in sorted(lying.items())}, "".join(board)


def example_at(table: Table, variant: Variant) -> tuple[str, str] | None:
    """Two hands and a board, where the house has hands turned up when nobody can bet any more."""
    if table.house.options.get(ALL_IN_HANDS) != "shown":
        return None
    first, later = streets_at(variant, table.house)[:2]
    own, deck = first.down + first.up, deck_of()
    hands = ("".join(deck[at : at + own]) for at in (0, own))
    return " ".join(hands), "".join(deck[2 * own : 2 * own + later.board])


def odds_for(variant: Variant, partly: Callable[[Table, Pricing], PartialPlay] | None = None) -> GameOdds:
    """What is known of the odds of a game of the poker room."""

    def equities(table: Table, hands: str, board: str, dead: str) -> Equities:
        from nomorebets.games.poker_room.equities import equities_at

        return equities_at(table, variant, hands, board, dead)

    return GameOdds(
        lines=price_rake,
        equities=equities,
        all_in=lambda table: all_in_at(table, variant),
        example=lambda table: example_at(table, variant),
        usual_play=CALLS,
        partly=partly,
    )
