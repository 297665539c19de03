"""Every line of a table's odds dealt by the script itself: slow, and the check on everything fast.

The lines of a game are at the table together, each from the wagers that begin it; chance is seeded. Where there are
decisions every line has a seat of its own, so that what is wagered later belongs to the line it began.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field
from fractions import Fraction

from nomorebets.drivers.bots import USUAL_STAKE, BotTable, usual_stake
from nomorebets.drivers.chance import SeededChance
from nomorebets.drivers.facet import strategies_of
from nomorebets.errors import RulesError
from nomorebets.pricing.facet import odds_of
from nomorebets.table import Place, Play, Round, Ruling, Table, Wager, play
from nomorebets.table.acceptance import can_wager
from nomorebets.table.decisions import Chosen, Option
from nomorebets.table.felt import Felt, Opening
from nomorebets.table.money import show
from nomorebets.table.requests import Answer, PatronRequest, Request

EVEN_STAKE = 6000  # cents; where wagers stand from round to round: its commission needs no rounding
LARGEST_BESIDE = 20  # a wager beside another is at most so many times as large
WITH = "-with-"  # a line of two wagers: pass-with-odds is pass, and pass-odds beside it


@dataclass
class Played:
    """What the script gave for one line: the sum of what a unit won, over so many decisions."""

    line: str
    decided: int = 0
    won: Fraction = Fraction(0)

    @property
    def edge(self) -> float:
        return -float(self.won / self.decided)


@dataclass(frozen=True)
class LinePlan:
    """How a line is put on the table, and which rulings are its own."""

    line: str
    seat: int
    wagers: tuple[Wager, ...]
    decisions: Callable[[list[Ruling]], Iterator[Fraction]]  # what a unit won, for each decision in a round
    most: tuple[str, ...] = ()  # wagers that are made as large as may be
    takes: str = ""  # what its seat chooses wherever it is offered, by the word players say
    beside_not_taking: bool = False  # it is no wager: what it wins is what it wins more than not taking it
    alone: bool = False  # only its own seat decides by the strategy: the others do what is usual
    opening: Opening | None = None  # what its rounds begin with
    stacks: Mapping[int, int] = field(default_factory=dict)  # chips in front of seats, where they are played with


@dataclass
class LinesTable(BotTable):
    """Bots that put down every line whenever they may; in another order each round, for some stand in others' way."""

    plans: tuple[LinePlan, ...] = ()
    turn: int = field(default=0)
    taken: set[str] = field(default_factory=set)  # lines that were chosen in this round
    declined: str = ""  # a line that is not chosen, to see what comes of that

    def __call__(self, request: Request, table: Round) -> Answer:
        answer = super().__call__(request, table)
        if not isinstance(request, PatronRequest) or request.takes_wagers:
            return answer
        parts = request.parts(answer)
        if any(plan.alone for plan in self.plans):
            others = {seat: part for seat, part in request.parts(request.usual()).items() if seat not in self._deciding}
            parts |= others
            answer = request.join(parts)
        choosing = {plan.seat: plan for plan in self.plans if plan.seat in parts and self._option(plan, request, table)}
        for seat, plan in choosing.items():
            option = self._option(plan, request, table)
            assert option is not None
            self.taken.add(plan.line)
            parts[seat] = Chosen(option.name, option.most)
        return request.join(parts) if choosing else answer

    @property
    def _deciding(self) -> set[int]:
        return {plan.seat for plan in self.plans}

    def _option(self, plan: LinePlan, request: PatronRequest, table: Round) -> Option | None:
        """What a line chooses here, if it may."""
        asked = request.ask_of(plan.seat) if plan.takes and plan.line != self.declined else None
        return None if asked is None else asked.option(table.game.terms.choice_said(plan.takes, asked.choices))

    def _due(self, request: Request, table: Round) -> tuple[Wager, ...]:
        if not table.game.betting.carries:
            return self._missing(request, table) if table.felt.wagers else super()._due(request, table)
        if getattr(request, "late", False):
            return ()
        at = table.rehearsal()
        due: list[Wager] = []
        plans = self.plans[self.turn % len(self.plans) :] + self.plans[: self.turn % len(self.plans)]
        for plan in plans:
            if due and table.game.banked:
                break  # one kind a round: what covers the bank leaves nothing to the others
            for wager in plan.wagers:
                # one at a time: what the same throw decides together says the same twice
                lies = any(w.seat == wager.seat and wager.on in (w.on, w.made_as) for w in at.wagers)
                made = None if lies else _allowed(at, wager, wager.on in plan.most)
                if made is not None:
                    at.felt.put_down(made, request.by)
                    due.append(made)
        return tuple(due)

    def _missing(self, request: Request, table: Round) -> tuple[Wager, ...]:
        """What is put down where a wager of an earlier round still stands."""
        at, due = table.rehearsal(), []
        for wager in self.wagers:
            if not at.felt.on(wager.seat, wager.on) and can_wager(at, wager):
                at.felt.put_down(wager, request.by)
                due.append(wager)
        return tuple(due)


def _allowed(at: Round, wager: Wager, as_large_as_may_be: bool) -> Wager | None:
    """The wager as it can be made now, if it can."""
    amounts = [wager.amount, USUAL_STAKE]  # the less where the game has a limit of its own
    if as_large_as_may_be:
        amounts = [times * wager.amount for times in range(LARGEST_BESIDE, 0, -1)]
    elif at.game.banked:  # some are for all that is in the bank, or for half of it
        banks = [bank.amount for bank in at.wagers if bank.on == at.game.banked]
        amounts += [*banks, *(-(-bank // 2) for bank in banks)]
    for amount in amounts:
        made = wager if amount == wager.amount else at.wager(wager.seat, wager.on, show(amount))
        if can_wager(at, made):
            return made
    return None


def deal_lines(
    table: Table, lines: list[str], deals: int, seed: int, strategy: str | None, progress: Callable[[int], None]
) -> dict[str, Played]:
    """Deal so many rounds with every line on the table."""
    plans = plans_for(table, lines)
    wagers = tuple(dict.fromkeys(wager for plan in plans for wager in plan.wagers))
    decide = strategies_of(table.game).named[strategy] if strategy else None
    bots = LinesTable(wagers, SeededChance(seed), decide, plans)
    played = {line: Played(line) for line in lines}
    opening = first = next((plan.opening for plan in plans if plan.opening), None)
    for turn in range(deals):
        bots.turn, bots.taken = turn, set()
        before = copy(bots.chance)
        done = _deal(table, opening, bots)
        for plan in plans:
            if plan.beside_not_taking and plan.line not in bots.taken:
                continue
            nets = list(plan.decisions(done.rulings))
            if plan.beside_not_taking:  # the same cards again
                other = LinesTable(wagers, copy(before), decide, plans, turn, declined=plan.line)
                waited = plan.decisions(_deal(table, opening, other).rulings)
                nets = [taken - left for taken, left in zip(nets, waited, strict=True)]
            played[plan.line].decided += len(nets)
            played[plan.line].won += sum(nets, Fraction(0))
        standing = done.next_opening.wagers
        opening = done.next_opening if table.game.betting.carries or standing else first
        progress(turn + 1)
    return played


def _deal(table: Table, opening: Opening | None, bots: LinesTable) -> Play:
    stacks = next((dict(plan.stacks) for plan in bots.plans if plan.stacks), {})
    return play(Round(table, Felt() if opening is None else Felt.opened(opening), stacks), bots)


def plans_for(table: Table, lines: list[str]) -> tuple[LinePlan, ...]:
    """How each line is put on the table."""
    if any(bet.bank == "pot" for bet in table.game.bets):
        return tuple(_pot(table, line) for line in lines)
    priced = odds_of(table.game)
    if priced is not None and lines == [priced.banker]:
        return (_banks(table, priced.banker),)
    if strategies_of(table.game).named and not table.game.betting.carries:
        # what stands beside others may share the last seat: only its own rulings count
        begun = [line for line in lines if opens_before(table, line)]
        seats = {line: min(seat, table.seats) for seat, line in enumerate([*begun, *_later(lines, begun)], 1)}
        return tuple(
            _with_decisions(table, line, seats[line], lines)
            if line in begun
            else _chosen(table, line, seats[line], lines)
            for line in lines
        )
    plans = []
    seat = 1
    for line in lines:
        if WITH in line and line not in table.layout:
            seat += 1
            plans.append(_with_another(table, line, seat))
        else:
            plans.append(_alone(table, line))
    return tuple(plans)


def _wager(table: Table, seat: int, place: Place) -> Wager:
    """A wager on a place, of the amount nearest to the usual one that the table takes."""
    amount = usual_stake(table, place, EVEN_STAKE if table.game.betting.carries else USUAL_STAKE)
    return Round(table).wager(seat, place.id, show(amount))


def _alone(table: Table, line: str) -> LinePlan:
    """A line whose every ruling is a decision; of a kind with many places the first, or all that the dice may give."""
    places = [table.layout[line]] if line in table.layout else table.kinds().get(line) or [table.place(line)]
    places = places if table.game.betting.carries else places[:1]
    names = {line, *(place.id for place in places)}
    wagers = tuple(_wager(table, 1, place) for place in places)
    if table.game.banked:
        return _against_a_bank(table, line, wagers)

    def decisions(rulings: list[Ruling]) -> Iterator[Fraction]:
        for ruling in rulings:
            if ruling.seat == 1 and ruling.wager in names and ruling.result != "stands":
                yield Fraction(ruling.net, ruling.amount)

    return LinePlan(line, 1, wagers, decisions)


def _against_a_bank(table: Table, line: str, wagers: tuple[Wager, ...]) -> LinePlan:
    """Patrons against one of them: the Bank wins and loses, in every round, what the others wager."""
    seats = range(1, 5)
    everybody = tuple(Round(table).wager(seat, wager.on, show(wager.amount)) for wager in wagers for seat in seats)

    def decisions(rulings: list[Ruling]) -> Iterator[Fraction]:
        tied = all(ruling.net == 0 for ruling in rulings)
        # what was not covered is void; after a tie everything is
        faced = [r for r in rulings if r.wager != table.game.banked and (tied or r.result != "void")]
        own = [r for r in (rulings if line == table.game.banked else faced) if r.wager == line]
        if faced and own:  # one of them: the others end as it does
            staked = sum(r.amount for r in faced) if line == table.game.banked else own[0].amount
            yield Fraction(own[0].net, staked)

    return LinePlan(line, 1, () if line == table.game.banked else everybody, decisions)


def _pot(table: Table, line: str) -> LinePlan:
    """All seats of a table against each other: what a pot loses to the house."""
    assert table.game.terms.buy_in is not None
    chips = table.game.terms.buy_in(table.house).usual

    def decisions(rulings: list[Ruling]) -> Iterator[Fraction]:
        pot = sum(ruling.amount for ruling in rulings)
        if pot:
            yield Fraction(sum(ruling.net for ruling in rulings), pot)

    return LinePlan(line, 1, (), decisions, stacks=dict.fromkeys(range(1, table.seats + 1), chips))


def _banks(table: Table, line: str) -> LinePlan:
    """A player who takes the bank that is offered in turn, against one other who sets by the house way."""
    bank, other = 1, 2
    wagers = tuple(_wager(table, other, place) for name in table.usual for place in table.places(name))
    staked = sum(wager.amount for wager in wagers)

    def decisions(rulings: list[Ruling]) -> Iterator[Fraction]:
        return (Fraction(r.net, staked) for r in rulings if (r.seat, r.wager) == (bank, line))

    opening = Opening(dict(table.game.memory.assumed))
    return LinePlan(line, bank, wagers, decisions, takes=line, alone=True, opening=opening)


def _with_another(table: Table, line: str, seat: int) -> LinePlan:
    """A flat bet and the most that may be wagered beside it, decided together."""
    flat, _, other = line.partition(WITH)
    beside = f"{flat}-{other}"
    wagers = tuple(Round(table).wager(seat, on, show(EVEN_STAKE)) for on in (flat, beside))

    def decisions(rulings: list[Ruling]) -> Iterator[Fraction]:
        own = [ruling for ruling in rulings if ruling.seat == seat and ruling.result != "stands"]
        if any(ruling.wager == flat for ruling in own):
            yield Fraction(sum(ruling.net for ruling in own), EVEN_STAKE)

    return LinePlan(line, seat, wagers, decisions, most=(beside,))


def _beginning(table: Table, line: str, lines: list[str]) -> dict[str, Place]:
    """What must be wagered before a line: the usual, or all lines before it that go alone."""
    starting = [name for name in lines[: lines.index(line)] if name in table.layout and not table.game.bet[name].beside]
    return {place.id: place for name in table.usual or starting for place in table.places(name)}


def _with_decisions(table: Table, line: str, seat: int, lines: list[str]) -> LinePlan:
    """A line at a seat of its own. Where it stands beside others that are needed for it, only its own rulings count."""
    needed = _beginning(table, line, lines)
    places = {place.id: place for place in table.places(line)}
    for beside in ({}, needed):
        others = (_wager(table, seat, place) for name, place in beside.items() if name not in places)
        own = tuple(_wager(table, seat, place) for place in places.values())
        unit = sum(wager.amount for wager in own) if line in table.game.betting.per_all else own[0].amount
        wagers, begins = (*others, *own), not beside
        if _can_be_dealt(table, wagers):
            break

    def decisions(rulings: list[Ruling]) -> Iterator[Fraction]:
        nets = [
            ruling.net
            for ruling in rulings
            if ruling.seat == seat
            and ruling.result != "stands"
            and (begins or line in (ruling.wager, table.game.bonuses.get(ruling.wager)))
        ]
        if nets or begins:
            yield Fraction(sum(nets), unit)

    return LinePlan(line, seat, wagers, decisions)


def _later(lines: list[str], begun: list[str]) -> list[str]:
    return [line for line in lines if line not in begun]


def _chosen(table: Table, line: str, seat: int, lines: list[str]) -> LinePlan:
    """A line that is chosen in the round, at a seat that begins as usual and chooses it wherever it may."""
    wagers = tuple(_wager(table, seat, place) for place in _beginning(table, line, lines).values())
    names = {line} if line in table.game.bet else {wager.kind for wager in wagers}

    def decisions(rulings: list[Ruling]) -> Iterator[Fraction]:
        for ruling in rulings:
            if ruling.seat == seat and ruling.wager.partition(":")[0] in names:
                yield Fraction(ruling.net, ruling.amount)

    shared = seat == 1 and any(opens_before(table, other) for other in lines)  # whose seat it is has all its rulings
    return LinePlan(
        line, seat, wagers, decisions, takes="" if shared else line, beside_not_taking=line not in table.game.bet
    )


def opens_before(table: Table, line: str) -> bool:
    """Whether a line begins with a wager that is made before the deal."""
    try:
        places = table.places(line)
    except RulesError:
        return False
    bets = table.game.bet
    return all(bets[place.kind].opens == "before-deal" for place in places if place.kind in bets)


def _can_be_dealt(table: Table, wagers: tuple[Wager, ...]) -> bool:
    """Whether a round is dealt for these wagers alone."""
    try:
        decide = next(iter(strategies_of(table.game).named.values()))
        return play(Round(table), BotTable(wagers, SeededChance(0), decide)).over
    except RulesError:
        return False
