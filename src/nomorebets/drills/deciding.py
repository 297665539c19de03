"""Decisions of a player, with what each choice costs beside the best."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from nomorebets.drills.dealing import rounds
from nomorebets.drills.question import NotAsked, Part, Question
from nomorebets.drivers.chance import SeededChance
from nomorebets.drivers.facet import has_decisions
from nomorebets.pricing.facet import ChoiceValue, odds_of
from nomorebets.regulation import names
from nomorebets.table import Round, Table
from nomorebets.table.areas import owner_of
from nomorebets.table.card_decisions import SetHand
from nomorebets.table.decisions import Ask
from nomorebets.table.requests import PatronRequest

PASSED = 3  # decisions that may go by before one is asked about


def is_solved(table: Table) -> bool:
    """Whether it is known what each choice of a game is worth, whatever others do."""
    known = odds_of(table.game)
    if known is None or not has_decisions(table):
        return False
    return known.settings is not None or (known.choices is not None and not known.against)


def decide(table: Table, seed: int) -> Question:
    """A decision as a seat sees it: which choice is the best?"""
    chance = SeededChance(seed)
    passed = chance.below(PASSED)
    last: Question | None = None
    for dealt in rounds(table, chance):
        for at, entry in enumerate(dealt.play.entries):
            if isinstance(entry.request, PatronRequest):
                for seat in entry.request.seats():
                    question = _asked(entry.request, seat, dealt.before(at), seed)
                    if question is not None:
                        last = question if not passed or last is None else last
                        passed -= 1
        if last is not None and any(last.parts[0].known.values()):  # not what nobody can weigh, or what is all the same
            return last
        last = None
    raise NotAsked(f"nothing was to be decided in the rounds of this drill of {table.game.id}", accepts="another seed")


def _asked(request: PatronRequest, seat: int, at: Round, seed: int) -> Question | None:
    known = odds_of(at.game)
    assert known is not None
    ask = request.ask_of(seat)
    own = tuple(area for area in at.felt.cards if owner_of(area) == seat)
    if known.choices is not None and ask is not None and len(ask.choices) > 1:
        part = _choice(ask, at)
    elif known.settings is not None and isinstance(request, SetHand):
        part = _setting(request, seat, at)
    else:
        return None
    return Question("decide", seed, at, (), (part,), own)


def _choice(ask: Ask, at: Round) -> Part:
    known = odds_of(at.game)
    assert known is not None
    weigh = known.choices
    assert weigh is not None
    called = {choice: names.choice(choice) for choice in ask.choices}
    costs = lambda: _costs({called[c]: v for c, v in weigh(ask, at).items() if c in called})  # noqa: E731
    return Part(f"Seat {ask.seat}: what is the best play?", "choice", costs, lambda: ask.by, tuple(called.values()))


def _setting(request: SetHand, seat: int, at: Round) -> Part:
    known = odds_of(at.game)
    assert known is not None
    weigh = known.settings
    assert weigh is not None
    held = at.felt.hand(f"seat:{seat}")
    costs = lambda: _costs({" ".join(sorted(low)): v for low, v in weigh(request, seat, at).items()})  # noqa: E731
    asks = f"Seat {seat}: which {request.number} make the best low hand?"
    return Part(asks, "pieces", costs, lambda: request.by, pieces=held)


def _costs(values: Mapping[str, ChoiceValue]) -> dict[str, Fraction]:
    """What each choice loses beside the best."""
    best = max((value.worth for value in values.values()), default=Fraction(0))
    return {choice: best - value.worth for choice, value in values.items()}
