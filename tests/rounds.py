"""Random rounds of any game, for the tests that every game must pass."""

from __future__ import annotations

import msgspec

from nomorebets.drivers.chance import SeededChance, draw
from nomorebets.errors import RulesError
from nomorebets.games import can_be_dealt, entries, open_table
from nomorebets.regulation import Citation
from nomorebets.table import Play, Round, Settings, Table, Wager, play
from nomorebets.table.acceptance import can_wager
from nomorebets.table.card_decisions import Discard, SetHand
from nomorebets.table.decisions import Ask, AskAll, Chosen
from nomorebets.table.requests import Answer, Bets, Request
from nomorebets.table.stakes import BetweenRounds

SAMPLES = ["sample:fast-action-holdem"]  # games that a game file supplies the terms of
# games that a game file varies or defines: each is played live and shown, and tested at its own level elsewhere
FROM_FILES = [
    "sample:lucky-dice",
    "sample:quick-peace",
    "sample:royal-pairs",
    "sample:stars-and-moons",
    "sample:three-card-duel",
]
DEALT = [*(game for game in entries() if can_be_dealt(game)), *SAMPLES]


class RandomTable:
    """Seats that bet anything the layout has, chance as it falls, and now and then something that goes wrong."""

    def __init__(self, seed: int, accidents: bool = True) -> None:
        self.chance = SeededChance(seed)
        self.accidents = 3 if accidents else 0

    def __call__(self, request: Request, table: Round) -> Answer:
        if request.asks == "patrons":
            if isinstance(request, SetHand):
                ways = {seat: request.possible(seat, table) for seat in request.seats()}
                return request.join({seat: way[self.chance.below(len(way))] for seat, way in ways.items()})
            if isinstance(request, BetweenRounds):
                return request.usual()
            if isinstance(request, Discard):
                some = request.possible(request.seat, table)
                return some[self.chance.below(len(some))]
            return self.choose(request, table) if isinstance(request, Ask | AskAll) else self.bets(request, table)
        wrong = [i for i in table.game.irregularities.values() if i.may_be_reported_at(request)]
        if self.accidents and wrong and self.chance.below(3) == 0:
            self.accidents -= 1
            usual = draw(request, table, self.chance) if request.asks == "chance" else request.usual()
            told = {f: getattr(usual, f) for f in usual.__struct_fields__}
            cause = wrong[self.chance.below(len(wrong))]
            if cause.outcome_is:
                told[cause.outcome_is] = told[next(iter(told))]
            answer = request.answer(**{**told, **cause.facts})
            if accepted(request, table, answer):
                return answer
        return draw(request, table, self.chance) if request.asks == "chance" else request.usual()

    def choose(self, request: Ask | AskAll, table: Round) -> Answer:
        """Any of the decisions a patron is asked for, with any amount it may be made with."""
        if isinstance(request, AskAll):
            return request.join({seat: self.choose(request.ask_of(seat), table) for seat in request.seats()})
        choice = request.choices[self.chance.below(len(request.choices))]
        option = request.option(choice)
        if option is None or not option.takes_amount:
            return Chosen(choice)
        if choice != request.amount_for and (request.most_if_unsaid or option.least == option.most):
            return Chosen(choice)
        chip = table.house.smallest_chip
        steps = (option.most - option.least) // chip
        return Chosen(choice, option.least + chip * self.chance.below(steps + 1))

    def bets(self, request: Request, table: Round) -> Bets:
        """Up to four new wagers, and perhaps one taken down."""
        together = table.game.betting.bundles
        names = [*together, *(name for name in table.layout if name not in sum(together.values(), ()))]
        names += [
            ticket.id for alike in table.table.kinds().values() for ticket in alike if ticket.id not in table.layout
        ]
        lying = table.wagers
        removed = (lying[self.chance.below(len(lying))],) if lying and self.chance.below(4) == 0 else ()
        placed = []
        for _ in range(self.chance.below(5) if names else 0):
            places = table.table.places(names[self.chance.below(len(names))])
            unit = table.game.betting.unit(table.house, places[0])
            seat, amount = 1 + self.chance.below(3), unit * (1 + self.chance.below(20))
            wagers = [Wager(seat, place.id, amount) for place in places]
            if all(can_wager(table, wager) for wager in wagers):
                placed += wagers
        bets = Bets(tuple(placed), removed)
        return bets if accepted(request, table, bets) else Bets()


def accepted(request: Request, table: Round, answer: Answer) -> bool:
    try:
        request.verify(table, answer)
    except RulesError:
        return False
    return True


def random_round(game: str, seed: int, accidents: bool = True) -> Play:
    """A round at a table of random options."""
    chance = SeededChance(seed)
    table = random_table(game, chance)
    return play(Round(table, seats=random_stacks(table, chance)), RandomTable(seed, accidents))


def random_table(game: str, chance: SeededChance) -> Table:
    """A table whose options have any of their values that can be beside those of the others."""
    usual = open_table(game)
    possible = {option.id: option.possible(usual.as_of) for option in usual.game.terms.options}
    drawn = {name: values[chance.below(len(values))] for name, values in possible.items() if values}
    if (at_once := opened(game, drawn)) is not None:
        return at_once
    table, options = usual, dict[str, object]()
    for name, value in drawn.items():
        beside = {**options, name: value}
        if (found := opened(game, beside)) is not None:
            table, options = found, beside
    return table


def opened(game: str, options: dict[str, object]) -> Table | None:
    try:
        return open_table(game, settings=Settings(dict(options)))
    except RulesError:
        return None


def random_stacks(table: Table, chance: SeededChance) -> dict[int, int]:
    """Players with chips in front of them, deep and short, where they play for pots; elsewhere nobody counts chips."""
    if all(bet.bank != "pot" for bet in table.game.bets):
        return {}
    chip = table.house.smallest_chip
    most = 400 if chance.below(2) else 40
    return {seat: chip * (1 + chance.below(most)) for seat in range(1, 3 + chance.below(min(table.seats, 8) - 1))}


def citations_in(thing: object) -> list[Citation]:
    """Every citation anywhere inside a structure."""
    if isinstance(thing, Citation):
        return [thing]
    if isinstance(thing, msgspec.Struct):
        return [c for f in thing.__struct_fields__ for c in citations_in(getattr(thing, f))]
    if isinstance(thing, dict):
        return [c for item in thing.values() for c in citations_in(item)]
    if isinstance(thing, list | tuple):
        return [c for item in thing for c in citations_in(item)]
    return []
