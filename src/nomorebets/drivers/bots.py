"""Bots: seats that bet by a simple plan, and a dealer who makes no mistake."""

from __future__ import annotations

import math
from dataclasses import dataclass

from nomorebets.drivers.chance import Chance, draw
from nomorebets.drivers.facet import Strategy, strategies_of
from nomorebets.errors import RulesError, UnknownName, one_line, shown, unknown
from nomorebets.table import Place, Round, Table, Wager
from nomorebets.table.acceptance import MOST_SEATS, can_wager
from nomorebets.table.felt import begin_trial, end_trial
from nomorebets.table.house import limit_of, totals_of
from nomorebets.table.money import show
from nomorebets.table.requests import Answer, Bets, PatronRequest, Request, plain, usual

USUAL_STAKE = 1000  # cents
MOST_KNOWN = 64  # plans whose wagers a table keeps


def wagers_of(table: Table, strategy: str, seats: int, stake: int | None = None) -> tuple[Wager, ...]:
    """The wagers that each seat makes in every round, found once for a table.

    A strategy is one wager or several, as ``red`` or ``red+straight:17``, each with a stake behind an ``@`` where it is
    not the usual one: ``straight:17@5.00``. ``variety`` gives every seat another wager.
    """
    plans: dict[tuple[str, int, int | None], tuple[Wager, ...]] = table.known.setdefault("wagers of bots", {})
    key = strategy, seats, stake
    if key not in plans:
        made = _answers(table)
        if len(plans) >= MOST_KNOWN:
            plans.clear()
            made.clear()
        plans[key] = _wagers_of(table, *key)
        made[id(plans[key])] = plain(Bets(placed=plans[key]))
    return plans[key]


def _answers(table: Table) -> dict[int, Bets]:
    """The same as the answers that bots give round after round, by identity."""
    made: dict[int, Bets] = table.known.setdefault("answers of bots", {})
    return made


def _put_down(table: Table, wagers: tuple[Wager, ...]) -> Bets:
    made = _answers(table).get(id(wagers))
    return made if made is not None and made.placed is wagers else Bets(placed=wagers)


def _wagers_of(table: Table, strategy: str, seats: int, stake: int | None) -> tuple[Wager, ...]:
    if not 1 <= seats <= MOST_SEATS:
        raise UnknownName(f"{one_line(seats, 20)} seats", accepts=f"1 to {MOST_SEATS}")
    at = Round(table)
    if strategy == "variety":
        betting = table.game.betting
        some = [w for w in betting.varied if table.has_place(w)] or list(table.usual or table.layout)
        plans = [[some[seat % len(some)]] for seat in range(seats)]
    else:
        plans = [strategy.split("+")] * seats
    made = []
    for seat, plan in enumerate(plans, 1):
        for words in plan:
            on, _, amount = words.partition("@")
            try:
                for place in table.places(on):
                    made.append(
                        at.wager(seat, place.id, amount or show(usual_stake(table, place, stake or USUAL_STAKE)))
                    )
            except RulesError as fault:
                example = "+".join(list(table.layout)[:2])
                raise UnknownName(
                    f"{shown(strategy)} is no strategy here: {fault.text}",
                    fault.by,
                    fault.on,
                    f"{fault.accepts}; a strategy is variety, or wagers like {example}@5.00",
                ) from None
    return tuple(made)


def bots_at(table: Table, strategy: str, seats: int, chance: Chance) -> BotTable:
    """Bots for every game: where there are decisions a strategy names how they are made, elsewhere what is wagered."""
    named = strategies_of(table.game).named
    if not named:
        return BotTable(wagers_of(table, strategy, seats), chance)
    name = next(iter(named)) if strategy == "variety" else strategy
    if name not in named:
        raise unknown("strategy", name, named, table.as_of)
    return BotTable(wagers_of(table, "+".join(table.usual), seats), chance, named[name])


def ways_of(request: PatronRequest, seat: int, at: Round) -> dict[str, Answer]:
    """What a seat may answer; of a choice that may be made with several amounts, the least."""
    ways: dict[str, Answer] = {}
    for part in request.possible(seat, at):
        said = request.written(seat, part)
        ways.setdefault(str(said.get("choice", said)), part)
    return ways


def bot_for_seat(table: Table, seat: int, chance: Chance, way: str = "", stake: int | None = None) -> BotTable:
    """A bot for one seat: the usual wagers, or those that show what there is, and a named way to decide."""
    wagers = wagers_of(table, "+".join(table.usual) or "variety", seat, stake)
    decide = strategies_of(table.game).named[way] if way else None
    return BotTable(tuple(wager for wager in wagers if wager.seat == seat), chance, decide)


def live_ways(table: Table) -> list[str]:
    """The named ways in which bots play while others wait: none that takes seconds for a decision."""
    known = strategies_of(table.game)
    named = list(known.named)
    if len(named) > 1:
        slow = {*known.takes_long, *(() if known.is_at_hand(table) else named[:1])}
        named = [name for name in named if name not in slow]
    return named


def usual_stake(table: Table, place: Place, preferred: int = USUAL_STAKE) -> int:
    """The stake nearest to the preferred one that the table takes on a place."""
    if place.stake is not None:
        return place.stake.amount
    limit = limit_of(table.game, table.house, place.odds_of)
    step = math.lcm(table.game.betting.unit(table.house, place), place.parts * (limit.step or 1))
    low = max(step, -(-limit.min * place.parts // step) * step)
    preferred = max(preferred, totals_of(table.game, table.house, place.kind))  # one wager then makes it alone
    high = limit.max * place.parts or preferred
    return max(low, min(preferred, high) // step * step)


_DONE: dict[type[Request], Answer] = {}  # acts of a dealer that are answered alike whatever they are about


def _usual_act(request: Request) -> Answer:
    """That the dealer did what was asked; kept where it follows from the kind of act."""
    kind, answer = type(request), request.usual()
    if kind.usual is Request.usual:
        _DONE[kind] = answer
    return answer


@dataclass
class BotTable:
    """Answers a whole round: the bots' wagers first, then chance, and a dealer who does what the script asks."""

    wagers: tuple[Wager, ...]
    chance: Chance
    decide: Strategy | None = None

    def __call__(self, request: Request, table: Round) -> Answer:
        done = _DONE.get(type(request))
        if done is not None:
            return done
        if request.asks == "chance":
            return draw(request, table, self.chance)
        if not isinstance(request, PatronRequest):
            return _usual_act(request)
        if request.takes_wagers:
            due = self._due(request, table)
            return _put_down(table.table, due) if due else usual(Bets)
        return request.usual() if self.decide is None or request.is_pause else self.decide(request, table)

    def _due(self, request: Request, table: Round) -> tuple[Wager, ...]:
        """What the bots put down now; where wagers stand from round to round, whatever is missing and may be made."""
        if not table.game.betting.carries:
            lying = table.felt.wagers
            return () if lying and any(wager.seat for wager in lying) else self.wagers
        if getattr(request, "late", False):
            return ()
        missing = [wager for wager in self.wagers if not table.felt.on(wager.seat, wager.on)]
        due, trial = [], begin_trial(table.felt) if len(missing) > 1 else None  # one alone is tried beside no other
        try:
            for wager in missing:
                if can_wager(table, wager):
                    due.append(wager)
                    if trial is not None:
                        table.felt.put_down(wager, request.by)
        finally:
            if trial is not None:
                end_trial(table.felt, trial)
        return self.wagers if len(due) == len(self.wagers) else tuple(due)
