"""Pokette: exact odds, every section of the wheel settled by the table; poker hands with every hand that opens them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

from nomorebets.equipment.cards import DECK
from nomorebets.equipment.wheels import section_counts
from nomorebets.games.pokette.hand import completing
from nomorebets.games.pokette.settlement import Spin
from nomorebets.games.pokette.terms import ACE_LOW, HANDS, JACER_IN_HAND, wheel_of
from nomorebets.pricing.facet import GameOdds, Pricing
from nomorebets.pricing.lines import Ending, ending, line_of
from nomorebets.pricing.sheet import Line
from nomorebets.regulation import Citation, names, reading
from nomorebets.regulation.options import HouseOption
from nomorebets.table import House, Place, Table, Wager
from nomorebets.table.wheels import wheel

WHEEL, HAND = reading("R-12.2-jacers"), reading("R-12.8-straights")


def opening_hands(house: House, kind: str) -> dict[tuple[str, ...], int]:
    """The hands that open a poker hand wager: one for each number of cards that complete it, and how many there are."""
    hands: dict[int, tuple[str, ...]] = {}
    times: Counter[tuple[str, ...]] = Counter()
    for hand in (*((card,) for card in DECK), *product(DECK, repeat=2)):
        cards = completing(house, hand).get(kind)
        if cards is not None:
            times[hands.setdefault(len(cards), hand)] += 1
    return dict(times)


def end_of(table: Table, place: Place, spin: Spin) -> Ending:
    """How a wager ends with a spin."""
    stake = table.game.betting.unit(table.house, place)
    results = table.settle([Wager(1, place.id, stake)], spin)
    return ending(results[0].outcome, results, stake)


def line(table: Table, name: str, place: Place) -> Line:
    """One wager over all sections of the wheel, with every hand that opens it."""
    hands: dict[tuple[str, ...], int] = opening_hands(table.house, place.kind) if place.kind in HANDS else {(): 1}
    ends: Counter[Ending] = Counter()
    for hand, times in hands.items():
        for section, sections in section_counts(wheel(wheel_of(table.house))).items():
            ends[end_of(table, place, Spin(section, hand))] += times * sections
    return line_of(table, name, ends.items(), ends.total(), note=note_of(table, hands), rests_on=rests_on(place))


def rests_on(place: Place) -> tuple[Citation, ...]:
    """The readings that a price rests on beside the odds that were read."""
    return (WHEEL, HAND) if place.kind in HANDS else (WHEEL,)


def _option(house: House, option: HouseOption) -> str:
    return f"{names.option(option.id).lower()}: {names.value(house[option]).lower()}"


def note_of(table: Table, hands: dict[tuple[str, ...], int]) -> str:
    """When a poker hand wager is open, and under which assumptions."""
    of, house = len(next(iter(hands))), table.house
    if not of:
        return ""
    share = Fraction(sum(hands.values()), len(DECK) ** of)
    when = "every first card" if of == 1 else f"{share.numerator} of {share.denominator} pairs of first cards"
    return f"open with {when}; {_option(house, ACE_LOW)}, {_option(house, JACER_IN_HAND)}"


def priced(table: Table, pricing: Pricing) -> dict[str, Place]:
    """The wagers that are priced: one of each kind, or the one that was asked for."""
    kinds = table.kinds()
    if pricing.wager is None:
        return {kind: places[0] for kind, places in kinds.items()}
    kind = pricing.wager.strip().lower()
    place = kinds[kind][0] if kind in kinds else table.place(pricing.wager)
    return {kind if kind in kinds else place.id: place}


def lines(table: Table, pricing: Pricing) -> list[Line]:
    """A line for each wager that is priced."""
    return [line(table, name, place) for name, place in priced(table, pricing).items()]


ODDS = GameOdds(lines=lines)
