"""Every possible round of a script, with its exact probability.

A script cannot be copied half-way, so each branch is run again from the start. At a checkpoint only what lies on the
felt matters: equal states are joined there, and a round that may go on for ever becomes a small linear system.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice

from nomorebets.errors import ScriptError, UnknownName
from nomorebets.exact.linear import expected_visits
from nomorebets.table import Play, Round, Ruling, Table, Wager
from nomorebets.table.felt import Felt, Opening
from nomorebets.table.requests import Answer, Bets, PatronRequest, Request

Choose = Callable[[Request, Round], Answer]
State = tuple[object, ...]
MOST_STATES = 100_000


def wager_once(wagers: tuple[Wager, ...]) -> Choose:
    """Patrons who put their wagers down at the first call and then leave them alone."""

    def choose(request: Request, table: Round) -> Answer:
        if isinstance(request, PatronRequest) and not request.takes_wagers:
            return request.usual()
        return Bets() if table.felt.wagers else Bets(placed=wagers)

    return choose


def state_of(felt: Felt, at: str) -> State:
    """All that the rest of a round can depend on at a checkpoint."""
    cards = tuple((area, *lying) for area, lying in sorted(felt.cards.items()) if lying)
    shoe = tuple(sorted(felt.shoe.items()))
    return (at, *sorted(felt.state.items()), *felt.wagers, *felt.banked, cards, shoe)


@dataclass(frozen=True)
class Branch:
    """One way a round goes on from a state: it ends with rulings, or reaches a checkpoint again."""

    probability: Fraction
    rulings: tuple[Ruling, ...] = ()
    state: State | None = None
    answers: tuple[Answer, ...] = field(default=(), compare=False)
    opening: Opening | None = field(default=None, compare=False)  # at the end: what the next round begins with


def branches(
    table: Table, choose: Choose, start: tuple[Answer, ...], opening: Opening | None = None
) -> Iterator[Branch]:
    """All ways on from a checkpoint, which the answers so far lead to."""
    pending: list[tuple[tuple[Answer, ...], Fraction]] = [(start, Fraction(1))]
    while pending:
        answers, probability = pending.pop()
        reached: list[State] = []
        table_round = Round(table, Felt.opened(opening or Opening()))
        felt = table_round.felt
        game = Play(table_round, lambda at, felt=felt, reached=reached: reached.append(state_of(felt, at)))  # type: ignore[misc]
        for answer in answers:
            reached.clear()
            game.answer(answer, trusted=True)
        if answers == start:
            reached.clear()  # the checkpoint we start from
        while game.request is not None and not reached and game.request.asks != "chance":
            usual = game.request.usual() if game.request.asks == "dealer" else choose(game.request, table_round)
            answers = (*answers, usual)
            game.answer(usual, trusted=game.request.asks == "dealer")
        if reached:
            yield Branch(probability, state=reached[-1], answers=answers)
        elif game.request is None:
            yield Branch(probability, tuple(game.rulings), answers=answers, opening=game.next_opening)
        else:
            chances = game.request.chances(table_round)
            total = sum(weight for _, weight in chances)
            pending += [((*answers, a), probability * Fraction(weight, total)) for a, weight in reversed(chances)]


def _onward(ways: list[Branch]) -> dict[State, Fraction]:
    """With which probability each state follows."""
    onward: defaultdict[State, Fraction] = defaultdict(Fraction)
    for branch in ways:
        if branch.state is not None:
            onward[branch.state] += branch.probability
    return onward


def enumerate_round(
    table: Table, choose: Choose, opening: Opening | None = None, most: int | None = None
) -> list[tuple[Fraction, tuple[Ruling, ...]]]:
    """Every end of a round with its exact probability; the probabilities sum to one. ``most``: no more rounds than
    that are dealt."""
    first: State = ("start",)
    leads: dict[State, tuple[Answer, ...]] = {first: ()}
    onward: dict[State, list[Branch]] = {}
    dealt = 0
    while todo := [state for state in leads if state not in onward]:
        for state in todo:
            found = branches(table, choose, leads[state], opening)
            onward[state] = list(found if most is None else islice(found, most + 1 - dealt))
            dealt += len(onward[state])
            if most is not None and dealt > most:
                text = f"{table.game.id} has more than {most:,} rounds: they are not all dealt for this"
                raise UnknownName(text, on=table.as_of, accepts="simulate, or a strategy by its name")
            for branch in onward[state]:
                if branch.state is not None:
                    leads.setdefault(branch.state, branch.answers)
        if len(leads) > MOST_STATES:
            raise ScriptError(f"more than {MOST_STATES} states between checkpoints")
    visits = expected_visits({first: Fraction(1)}, {state: _onward(ways) for state, ways in onward.items()})
    ends: defaultdict[tuple[Ruling, ...], Fraction] = defaultdict(Fraction)
    for state, ways in onward.items():
        for branch in ways:
            if branch.state is None:
                ends[branch.rulings] += visits[state] * branch.probability
    return [(probability, rulings) for rulings, probability in ends.items()]
