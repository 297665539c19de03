"""Pay this wager, and vigorish in the head."""

from __future__ import annotations

from nomorebets.drills.dealing import Watched, any_place, citation_of, rounds
from nomorebets.drills.question import NotAsked, Part, Question, exactly
from nomorebets.drivers.chance import SeededChance
from nomorebets.procedures.vigorish import QUARTER, ROUNDING, UP_TO_A_QUARTER, rate_at, vigorish_at
from nomorebets.regulation import names
from nomorebets.table import Place, Round, Table
from nomorebets.table.handed import Handed
from nomorebets.table.money import dollars, show

MOST_WON = 400  # in steps of a quarter or a dollar


def pays(table: Table) -> bool:
    """Whether the house pays at a game; where players play for pots, it does not."""
    return any(bet.bank != "pot" for bet in table.game.bets)


def pay(table: Table, seed: int) -> Question:
    """A wager that wins: how much is it paid? The wager is drawn first, so that rare ones come as often as others."""
    chance = SeededChance(seed)
    wanted = any_place(table, chance)
    best: tuple[Watched, int, Handed] | None = None
    for dealt in rounds(table, chance, wanted):
        for at, entry in enumerate(dealt.play.entries):
            for handed in entry.request.hands_over():
                if handed.paid and handed.seat and (handed.wager == wanted or best is None):
                    best = dealt, at, handed
        if best is not None and best[2].wager == wanted:
            break
    if best is None:
        raise NotAsked(f"nothing was paid in the rounds of this drill of {table.game.id}", accepts="another seed")
    dealt, at, handed = best
    by = citation_of(dealt, handed.seat, handed.wager, handed.hand) or dealt.play.entries[at].request.by
    before = dealt.before(at)
    lies = before.felt
    stake = sum(w.amount for w in lies.wagers if (w.seat, w.name, w.hand) == (handed.seat, handed.wager, handed.hand))
    what = names.wager(handed.wager) + (f", hand {handed.hand}" if handed.hand > 1 else "")
    staked = f"{dollars(stake)} on {what}" if stake else what
    asks = f"Seat {handed.seat} wins with {staked}. How much do you pay?"
    if handed.beside:
        fee = dollars(handed.beside)
        asks = f"Seat {handed.seat} wins with {staked}, and {fee} of commission lies beside it. How much do you pay?"
    part = Part(asks, "money", exactly(show(handed.paid)), lambda: by)
    shows = tuple(area for area in lies.hands_read if lies.cards.get(area))
    return Question("pay", seed, before, _outcome(before), (part,), shows)


def _outcome(at: Round) -> tuple[str, ...]:
    """What decided the round, in words."""
    felt = at.felt
    shown = [f"The wheel shows {felt.wheel}"] if felt.wheel else []
    shown += [f"The dice show {felt.dice}"] if felt.dice else []
    return (*(f"“{words}”" for words in felt.called[-2:]), *shown)


def vigorish_places(table: Table) -> list[Place]:
    """The places beside which a commission is put down with the wager."""
    fee = table.game.betting.fee
    return [place for place in table.layout.values() if fee(table.house, place, 100_00)]


def has_vigorish(table: Table) -> bool:
    """Whether a commission is taken at a game."""
    return ROUNDING in table.house.options or bool(vigorish_places(table))


def vigorish(table: Table, seed: int) -> Question:
    """A commission, worked out in the head."""
    chance, house = SeededChance(seed), table.house
    if ROUNDING in house.options:
        exact = house.options[ROUNDING] not in UP_TO_A_QUARTER
        won = (1 + chance.below(MOST_WON)) * (100 if exact else QUARTER * 2)
        by = next(option.by for option in table.game.terms.all_options if option.id == ROUNDING)
        rounding = "to the cent" if exact else "rounded up to a quarter"
        asks = f"A wager wins {dollars(won)}. At {rate_at(house)} percent, {rounding}: how much vigorish?"
        part = Part(asks, "money", exactly(show(vigorish_at(house, won))), lambda: by)
    else:
        places = vigorish_places(table)
        place = places[chance.below(len(places))]
        unit = table.game.betting.unit(house, place)
        amount = unit * (1 + chance.below(max(1, 500_00 // unit)))
        fee = table.game.betting.fee(house, place, amount)
        asks = f"{dollars(amount)} goes on {names.wager(place.id)}. How much vigorish goes with it?"
        part = Part(asks, "money", exactly(show(fee)), lambda: place.by)
    return Question("vigorish", seed, Round(table), (), (part,))
