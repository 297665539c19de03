"""Pots: who may win which of the chips that players put in against each other, and how a pot is shared. Pure.

>>> pots_of({1: 50, 2: 100, 3: 100, 4: 30}, live={1, 2, 3})
(Pot(amount=180, seats=(1, 2, 3)), Pot(amount=100, seats=(2, 3)))
>>> shares(100, [3, 1, 5], chip=25)
{3: 50, 1: 25, 5: 25}
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple


class Pot(NamedTuple):
    """Chips, and the seats that may win them."""

    amount: int
    seats: tuple[int, ...]


class Share(NamedTuple):
    """What a seat gets of a pot, and by which of the rankings that the pot is divided by."""

    seat: int
    amount: int
    ranking: int = 0


def uncalled(put: Mapping[int, int], live: Collection[int]) -> tuple[int, int]:
    """The seat that put in more than anybody else, and how much more; nothing where others did as much.

    >>> uncalled({1: 50, 2: 80, 3: 60}, live={1, 2}), uncalled({1: 50, 2: 50}, live={1, 2})
    ((2, 20), (0, 0))
    """
    most = max(put.values(), default=0)
    first = [seat for seat, amount in put.items() if amount == most and seat in live]
    others = max((amount for seat, amount in put.items() if seat not in first), default=0)
    return (first[0], most - others) if len(first) == 1 and most > others else (0, 0)


def pots_of(put: Mapping[int, int], live: Collection[int], dead: int = 0) -> tuple[Pot, ...]:
    """The main pot and the side pots, by how far each seat that plays on matched the others.

    Chips of seats that do not stay in the pots they reached; those beyond everybody's reach are in the last. ``dead``
    are chips that match nothing, such as a blind that is made good: they are in the main pot.
    """
    pots: list[Pot] = []
    below, carried = 0, dead
    for level in sorted({put[seat] for seat in live}):
        amount = sum(min(chips, level) - min(chips, below) for chips in put.values()) + carried
        if amount:
            pots.append(Pot(amount, tuple(sorted(seat for seat in live if put[seat] >= level))))
        below, carried = level, 0
    beyond = sum(max(chips - below, 0) for chips in put.values())
    if beyond:
        last = pots.pop() if pots else Pot(0, tuple(sorted(live)))
        pots.append(last._replace(amount=last.amount + beyond))
    return tuple(pots)


def without(pots: Sequence[Pot], taken: int) -> tuple[Pot, ...]:
    """The pots when the house has taken its part, from the main pot first.

    >>> without([Pot(10, (1, 2, 3)), Pot(40, (2, 3))], 12)
    (Pot(amount=0, seats=(1, 2, 3)), Pot(amount=38, seats=(2, 3)))
    """
    left = []
    for pot in pots:
        part = min(taken, pot.amount)
        taken -= part
        left.append(pot._replace(amount=pot.amount - part))
    return tuple(left)


def shares(amount: int, among: Sequence[int], chip: int) -> dict[int, int]:
    """Equal shares in whole chips; odd chips go round from the first on, and what is less than a chip to the first."""
    each, left = divmod(amount // chip, len(among))
    shared = {seat: (each + (at < left)) * chip for at, seat in enumerate(among)}
    shared[among[0]] += amount % chip
    return shared


def award(
    pot: Pot, rankings: Sequence[Mapping[int, Any]], odd_chips: Sequence[Sequence[int]], chip: int
) -> tuple[Share, ...]:
    """A pot to the best hands: the whole of it by one ranking, or in halves by two.

    A ranking has what the hand of each seat is worth, a better one being greater, and lacks a seat that has no hand for
    it. A half for which nobody has a hand goes with the other; an odd chip goes with the first. ``odd_chips`` names for
    each ranking the seats in the order in which odd chips go to them.
    """
    held = [{seat: worth[seat] for seat in pot.seats if seat in worth} for worth in rankings]
    dividing = [at for at, hands in enumerate(held) if hands]
    parts = dict(zip(dividing, shares(pot.amount, dividing, chip).values(), strict=True))
    awarded: list[Share] = []
    for at, amount in parts.items():
        best = max(held[at].values())
        winners = [seat for seat in odd_chips[at] if held[at].get(seat) == best]
        awarded += [Share(seat, part, at) for seat, part in shares(amount, winners, chip).items() if part]
    return tuple(awarded)
