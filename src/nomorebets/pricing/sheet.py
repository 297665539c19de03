"""The odds of a table: per wager the edge, variance, hit frequency and every outcome, as exact fractions."""

from __future__ import annotations

import math
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from fractions import Fraction
from typing import Any, NoReturn

import msgspec

from nomorebets.drivers.bots import wagers_of
from nomorebets.drivers.enumeration import enumerate_round, wager_once
from nomorebets.drivers.facet import strategies_of
from nomorebets.drivers.seen import Player, decides
from nomorebets.equipment.cards import JOKER, RANKS, SUITS, read_cards, shown
from nomorebets.equipment.packs import pack
from nomorebets.errors import UnknownLine, UnknownName, WagerRefused, counted, unknown
from nomorebets.games import open_table
from nomorebets.pricing.facet import Pricing, TicketOdds, odds_of, usual_play
from nomorebets.pricing.rules_line import line_of_table
from nomorebets.procedures.meter import METER
from nomorebets.regulation import Citation, law
from nomorebets.showing import InNotebooks, frame
from nomorebets.table import Layout, Round, Settings, Table, Wager
from nomorebets.table.added_wagers import without_added
from nomorebets.table.house import limits_by
from nomorebets.table.money import cents, dollars
from nomorebets.table.requests import Answer, PatronRequest, Request

MOST_DEALT = 10_000  # rounds that are dealt for somebody's own way to play


class Outcome(msgspec.Struct, frozen=True):
    """One way a wager may end: ``net`` per unit of the stake, the stake not counted."""

    outcome: str
    net: Fraction
    probability: Fraction
    by: Citation
    method: str = "exact"  # how its chance was found, where that is otherwise than the edge

    @property
    def returned(self) -> Fraction:
        """Its part of what comes back of a unit; below nothing where more than the unit is lost."""
        return (1 + self.net) * self.probability


class Line(InNotebooks, msgspec.Struct, frozen=True):
    """The figures of one wager (or of wagers that live and die together), per unit of its initial stake."""

    wager: str
    outcomes: tuple[Outcome, ...]
    basis: law.Basis
    average_wager: Fraction = Fraction(1)
    method: str = "exact"
    note: str = ""  # for which stake or meter, where it depends on one
    extra: Mapping[str, Fraction] = {}  # further figures by name: expected rolls, …

    @property
    def outcomes_are_exact(self) -> bool:
        """Whether all chances of outcomes were counted, and none simulated."""
        return all(o.method == "exact" for o in self.outcomes)

    @property
    def worked_out(self) -> str:
        """How, in words: the edge, and the chances of outcomes where some of them were simulated."""
        if self.outcomes_are_exact or self.method == "simulated":
            return self.method
        return f"{self.method}, with simulated chances of outcomes"

    @property
    def edge(self) -> Fraction:
        """What a unit staked loses on average."""
        return -sum((o.net * o.probability for o in self.outcomes), Fraction(0))

    @property
    def edge_decimal(self) -> float:
        return float(self.edge)

    @property
    def element_of_risk(self) -> Fraction:
        """What a unit loses on average, of all that is staked in the end; nothing, where nothing is left at risk."""
        return self.edge / self.average_wager if self.average_wager else Fraction(0)

    @property
    def variance(self) -> Fraction:
        return sum((o.net**2 * o.probability for o in self.outcomes), Fraction(0)) - self.edge**2

    @property
    def hit_frequency(self) -> Fraction:
        """How often the wager gains something."""
        return sum((o.probability for o in self.outcomes if o.net > 0), Fraction(0))

    @property
    def deviation(self) -> float:
        """The standard deviation of what a unit gains."""
        return math.sqrt(float(self.variance))

    @property
    def skew(self) -> float:
        """How far the gains lean: the third moment about the mean, in standard deviations."""
        if not self.variance:
            return 0.0
        third = sum(((o.net + self.edge) ** 3 * o.probability for o in self.outcomes), Fraction(0))
        return float(third) / self.deviation**3

    @property
    def true_odds(self) -> Fraction | None:
        """How many times it loses for each time it gains; None for what never gains."""
        lost = sum((o.probability for o in self.outcomes if o.net < 0), Fraction(0))
        return lost / self.hit_frequency if self.hit_frequency else None

    @property
    def n0(self) -> Fraction | None:
        """After how many rounds the expected result is one standard deviation; never, where it is nothing."""
        return self.variance / self.edge**2 if self.edge else None

    def combinations(self, cycle: int = 1) -> tuple[int, ...]:
        """The chances of the outcomes as the smallest whole numbers that stand in their ratio, and add up to a cycle.

        >>> odds("roulette")["split"].combinations(), odds("roulette")["split"].combinations(38)
        ((1, 18), (2, 36))
        """
        total = math.lcm(cycle, *(o.probability.denominator for o in self.outcomes))
        return tuple(int(o.probability * total) for o in self.outcomes)

    def __repr__(self) -> str:
        return f"<{self.wager}: edge {self.edge} = {self.edge_decimal:.4%}, {counted(len(self.outcomes), 'outcome')}>"

    def to_frame(self) -> Any:
        """A row for each outcome, in pandas or polars."""
        return frame(
            {"outcome": o.outcome, "net": str(o.net), "probability": str(o.probability), "cite": str(o.by)}
            for o in self.outcomes
        )

    def to_dict(self, day: date) -> dict[str, Any]:
        return {
            "wager": self.wager,
            "edge": str(self.edge),
            "edge_decimal": self.edge_decimal,
            "average_wager": str(self.average_wager),
            "element_of_risk": str(self.element_of_risk),
            "variance": str(self.variance),
            "variance_decimal": float(self.variance),
            "hit_frequency": str(self.hit_frequency),
            "hit_frequency_decimal": float(self.hit_frequency),
            **{name: str(figure) for name, figure in self.extra.items()},
            **{f"{name}_decimal": float(figure) for name, figure in self.extra.items()},
            "method": self.method,
            **({} if self.outcomes_are_exact else {"outcomes_method": "simulated"}),
            "basis": self.basis,
            **({"note": self.note} if self.note else {}),
            "outcomes": [
                {
                    "outcome": o.outcome,
                    "net": str(o.net),
                    "probability": str(o.probability),
                    "cite": o.by.on(day),
                    "basis": law.basis(o.by, day),
                    **({"method": o.method} if o.method != "exact" else {}),
                    **({"reading": o.by.reading} if o.by.reading else {}),
                }
                for o in self.outcomes
            ],
        }


class OddsSheet(InNotebooks, Mapping[str, Line]):
    """All lines of a table, by wager.

    >>> odds("roulette")["straight"].edge
    Fraction(1, 19)
    """

    def __init__(
        self, table: Table, lines: list[Line], seconds: float, strategy: str, ticket: TicketOdds | None = None
    ) -> None:
        self.table = table
        self.ticket = ticket
        self.lines: dict[str, Line] = {line.wager: line for line in lines}
        self.seconds = seconds
        self.strategy = strategy

    def __getitem__(self, wager: str) -> Line:
        if wager not in self.lines:
            raise unknown("wager", wager, self.lines, self.table.as_of, UnknownLine)
        return self.lines[wager]

    def __contains__(self, wager: object) -> bool:
        return wager in self.lines

    def __iter__(self) -> Iterator[str]:
        return iter(self.lines)

    def __len__(self) -> int:
        return len(self.lines)

    def __repr__(self) -> str:
        edges = ", ".join(f"{line.wager} {line.edge_decimal:.4%}" for line in list(self.values())[:4])
        return f"<odds of {self.table.game.id}: {edges}{', …' if len(self) > 4 else ''}>"

    def to_frame(self) -> Any:
        """A row for each wager, in pandas or polars; fractions as text, decimals beside them."""
        rows = (line.to_dict(self.table.as_of) for line in self.values())
        return frame({name: figure for name, figure in row.items() if name != "outcomes"} for row in rows)

    def to_dict(self) -> dict[str, Any]:
        """The object that ``nomorebets odds --json`` prints."""
        day = self.table.as_of
        return {
            **heading_of(self.table),
            **({"rules": line} if (line := line_of_table(self.table)) else {}),
            "options": dict(self.table.house.options),
            "strategy": self.strategy,
            **({"ticket": self.ticket.to_dict()} if self.ticket is not None else {}),
            "wagers": [line.to_dict(day) for line in self.values()],
            "seconds": round(self.seconds, 4),
        }


def heading_of(table: Table) -> dict[str, str]:
    """What every result begins with: the game, and which text it is priced by."""
    as_of = table.as_of.isoformat()
    return {"game": table.game.id, "chapter": law.chapter_on(table.as_of).number, "as_of": as_of}


def odds(
    game_id: str,
    *,
    as_of: date | None = None,
    options: Mapping[str, object] | None = None,
    pay_table: Mapping[str, object] | None = None,
    wager: str | None = None,
    stake: object | None = None,
    strategy: str | None = None,
    removed: str | Iterable[str] = (),
) -> OddsSheet:
    """The exact odds of every wager of a game (or of one), under these options, on that date.

    ``removed``: cards that have left the shoe, where the game is dealt from one.

    >>> odds("roulette", as_of=date(1998, 11, 16), options={"even-money-on-zero": "whole"})["red"].edge
    Fraction(1, 19)
    """
    settings = Settings(dict(options or {}), dict(pay_table or {}))
    table = open_table(game_id, as_of, settings)
    return odds_at(table, wager=wager, stake=stake, strategy=strategy, removed=removed)


def odds_at(
    table: Table,
    *,
    wager: str | None = None,
    stake: object | None = None,
    strategy: str | None = None,
    meter: object | None = None,
    removed: str | Iterable[str] = (),
) -> OddsSheet:
    """The exact odds at a table that is open."""
    require_strategy(table, strategy)
    gone = read_cards(removed)
    known = odds_of(table.game)
    if gone and not (known and known.takes_removed):
        refuse_removed(table)
    jackpot = meter_at(table, meter)
    start = time.perf_counter()
    if known is not None:
        added = _added(table, wager, gone)
        pricing = Pricing(wager, stake_at(table, stake), strategy, jackpot, gone)
        own = [] if wager in added else known.lines(without_added(table) if added else table, pricing)
        lines = [*own, *added.values()]
    else:
        single = wager is not None and wager not in table.kinds()
        asked = None if stake is None else cents(stake)
        lines = _enumerated(table, stakes(table, wager, asked), single)
    return OddsSheet(table, lines, time.perf_counter() - start, strategy or usual_play(table.game))


def refuse_removed(table: Table) -> NoReturn:
    """Say why a game is not priced without some cards: players meet each other, or no card is dealt."""
    known, name = odds_of(table.game), table.game.entry.name
    if known is not None and known.equities is not None:
        text = f"players of {name} bet against each other: cards that have left count in the equities of hands"
        raise UnknownName(text, accepts="the equities of hands, with these cards as dead")
    raise UnknownName(f"{name} is not dealt from cards", accepts="no cards that have left")


def _added(table: Table, wager: str | None, gone: tuple[str, ...]) -> dict[str, Line]:
    """The lines of wagers that a file has added on a hand or an event: of all, or of the one that is asked for."""
    from nomorebets.pricing.added_wagers import added_kinds, added_on, exact_line

    on = added_on(table)
    if on is None:
        return {}
    return {kind: exact_line(table, kind, on, gone) for kind in added_kinds(table) if wager in (None, kind)}


def odds_of_ticket(table: Table, ticket: str) -> OddsSheet:
    """The exact figures of one ticket, by the sizes of its groups and the ways that are played.

    >>> str(odds_of_ticket(open_table("keno"), "1,1 2/1").ticket.edge)
    '1/4'
    """
    known, start = odds_of(table.game), time.perf_counter()
    if known is None or known.ticket is None:
        raise UnknownName(f"{table.game.id} has no tickets", accepts="no --ticket")
    figures = known.ticket(table, ticket)
    lines = [] if figures.line is None else [figures.line]
    return OddsSheet(table, lines, time.perf_counter() - start, usual_play(table.game), figures)


def odds_of_player(table: Table, player: Player, *, wager: str | None, stake: object | None) -> OddsSheet:
    """The exact odds by somebody's own way to play, where every round can be dealt; per unit of the first wagers."""
    start = time.perf_counter()
    require_decisions(table)
    placed = wagers_of(table, wager or "+".join(table.usual), 1, stake_at(table, stake))
    begin, decide = wager_once(placed), decides(player)

    def choose(request: Request, at: Round) -> Answer:
        patrons = isinstance(request, PatronRequest) and not request.takes_wagers and not request.is_pause
        return decide(request, at) if patrons else begin(request, at)  # type: ignore[arg-type]

    unit, by = sum(one.amount for one in placed), law.weakest
    ends: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
    rests: dict[Fraction, Citation] = {}
    staked = Fraction(0)
    for probability, rulings in enumerate_round(table, choose, most=MOST_DEALT):
        net = Fraction(sum(ruling.net for ruling in rulings), unit)
        ends[net] += probability
        staked += probability * Fraction(sum(ruling.amount for ruling in rulings), unit)
        rests.setdefault(net, rulings[0].by)
    outcomes = tuple(
        Outcome("win" if net > 0 else "lose" if net < 0 else "push", net, p, rests[net])
        for net, p in sorted(ends.items(), reverse=True)
    )
    basis = by([law.basis(o.by, table.as_of) for o in outcomes])
    name = getattr(player, "__name__", type(player).__name__)
    line = Line(wager or "+".join(table.usual), outcomes, by([basis, *_equipment(table)]), staked)
    return OddsSheet(table, [line], time.perf_counter() - start, name)


def odds_of_file(table: Table, source: bytes, name: str, *, removed: str | Iterable[str]) -> OddsSheet:
    """The exact odds at a table by a way to play that a file describes."""
    known, start = odds_of(table.game), time.perf_counter()
    if known is None or known.of_file is None:
        raise UnknownName(f"{table.game.id} has no odds by a file", accepts="a strategy by its name")
    lines = known.of_file(table, Pricing(removed=read_cards(removed)), source)
    return OddsSheet(table, lines, time.perf_counter() - start, name)


def effects_at(
    table: Table,
    *,
    wager: str | None = None,
    meter: object | None = None,
    removed: str | Iterable[str] = (),
    progress: Callable[[int, int], None] | None = None,
) -> Mapping[str, Mapping[str, Fraction]]:
    """What a card of each rank that has left the shoe adds to the gain of a unit, by wager.

    ``progress`` is told how many ranks are done, and of how many.
    """
    from nomorebets.pricing.added_wagers import added_kinds, added_on

    known, gone = odds_of(table.game), read_cards(removed)
    added = [kind for kind in added_kinds(table) if wager in (None, kind)] if added_on(table) is not None else []
    if known is not None and known.takes_removed and (known.effects is None or wager in added):
        return _effects(table, wager, meter, gone, progress)
    if known is None or known.effects is None:
        refuse_removed(table)
    jackpot = meter_at(table, meter)
    own = known.effects(without_added(table) if added else table, Pricing(wager, meter=jackpot, removed=gone))
    return {**own, **{kind: effects for one in added for kind, effects in _effects(table, one, meter, gone).items()}}


def _effects(
    table: Table,
    wager: str | None,
    meter: object | None,
    gone: tuple[str, ...],
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, dict[str, Fraction]]:
    """Priced with and without a card of each rank, and the joker where the pack has one.

    Of any suit, where all are there, else the mean of those left.
    """
    whole = odds_at(table, wager=wager, meter=meter, removed=gone)
    effects: dict[str, dict[str, Fraction]] = {line: {} for line in whole}
    known = odds_of(table.game)
    by_suit = known.by_suit if known else ()
    there = pack(table.game.chance.pack)
    alike_cards = {rank: [rank + suit for suit in SUITS] for rank in RANKS} | {shown(JOKER): [JOKER]}
    for done, (rank, held) in enumerate(alike_cards.items()):
        if progress is not None:
            progress(done, len(alike_cards))
        cards = [card for card in held if card in there and card not in gone]
        alike = cards if gone else cards[:1]
        less = [odds_at(table, wager=wager, meter=meter, removed=(*gone, card)) for card in alike]
        for line in whole if less else ():
            others = cards[len(alike) :] if line in by_suit else ()
            sheets = [odds_at(table, wager=line, meter=meter, removed=(*gone, card)) for card in others]
            each = [_edge(sheet, line) for sheet in (*less, *sheets)]
            effects[line][rank] = whole[line].edge - sum(each, Fraction(0)) / len(each)
    return {line: by_rank for line, by_rank in effects.items() if by_rank}


def _edge(sheet: OddsSheet, line: str) -> Fraction:
    """The edge of a line; where places of a wager are alike in one sheet and not in another, the mean of them."""
    kind = line.partition(":")[0]
    names = [name for name in (line, kind) if name in sheet][:1] or [n for n in sheet if n.startswith(f"{kind}:")]
    return sum((sheet[name].edge for name in names), Fraction(0)) / len(names)


def dealer_at(table: Table, *, removed: str | Iterable[str] = ()) -> Mapping[str, Mapping[str, Fraction]]:
    """How often the dealer's hand ends in each way, by the card he shows."""
    known = odds_of(table.game)
    if known is None or known.dealer is None:
        text = f"what the dealer of {table.game.id} ends with is not worked out"
        raise UnknownName(text, accepts="a game whose dealer draws by rule to the card he shows")
    return known.dealer(table, Pricing(removed=read_cards(removed)))


def require_lines(sheet: OddsSheet) -> None:
    """Refuse to go on with a sheet that has no line: how the game is played so can only be simulated."""
    if not sheet:
        game, way = sheet.table.game.id, sheet.strategy
        text = f"what {game} costs by {way} is not worked out"
        raise UnknownName(text, accepts=f"nomorebets simulate {game} --strategy {way}, or --stake")


def stake_at(table: Table, stake: object | None) -> int | None:
    """A stake in cents; one that is nothing, or less, is refused."""
    if stake is None:
        return None
    amount = cents(stake)
    if amount <= 0:
        by = limits_by(table.as_of)
        raise WagerRefused(f"{dollars(amount)} is no stake", by, table.as_of, "amounts from one chip on")
    return amount


def meter_at(table: Table, meter: object | None) -> int | None:
    """What a progressive meter shows, in cents; refused where the game has none, and below nothing."""
    if meter is None:
        return None
    if METER not in table.game.memory.remembers:
        raise UnknownName(f"{table.game.entry.name} has no progressive meter", accepts="no meter")
    shows = cents(meter)
    if shows < 0:
        raise UnknownName(f"no meter shows {dollars(shows)}", accepts='an amount like "25000.00"')
    return shows


def require_decisions(table: Table) -> None:
    """Refuse a way to play a game in which nothing is decided."""
    if table.game.terms.no_decision:
        text = f"{table.game.entry.name} has no strategy: {table.game.terms.no_decision}"
        raise UnknownName(text, accepts="no strategy")


def require_strategy(table: Table, strategy: str | None) -> None:
    """Refuse a way to decide that the game does not have."""
    if strategy is not None:
        require_decisions(table)
    named = strategies_of(table.game).named
    if strategy is not None and named and strategy not in named:
        raise unknown("strategy", strategy, named, table.as_of)


def stakes(table: Table, wager: str | None, stake: int | None) -> tuple[Wager, ...]:
    """One wager on every place asked for, of a stake in cents. Without one, what divides and is paid exactly."""
    kinds = table.kinds()
    if wager is None:
        places = [place for alike in kinds.values() for place in alike]
    elif wager in kinds:
        places = kinds[wager]
    else:
        places = [table.place(wager)]
    if stake is not None:
        return tuple(Wager(1, place.id, stake) for place in places)
    return tuple(Wager(1, place.id, 2 * table.game.betting.unit(table.house, place), accepted=True) for place in places)


def _enumerated(table: Table, wagers: tuple[Wager, ...], single: bool) -> list[Line]:
    """Every wager at once on the layout, over every round the script can deal."""
    ends: dict[str, defaultdict[tuple[str, Fraction, Citation], Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    for probability, rulings in enumerate_round(table, wager_once(wagers)):
        for ruling in rulings:
            ends[ruling.wager][ruling.result, Fraction(ruling.net, ruling.amount), ruling.by] += probability
    outcomes = {
        name: tuple(
            Outcome(result, net, p, by)
            for (result, net, by), p in sorted(ends_of_wager.items(), key=lambda f: (-f[0][1], f[0][2]))
        )
        for name, ends_of_wager in ends.items()
    }
    lines: list[Line] = []
    kinds = Layout({wager.on: table.place_of(wager) for wager in wagers}).kinds()
    for kind, places in kinds.items():
        named = [place for place in places if place.id in outcomes]
        if not named:
            continue
        alike = len({outcomes[place.id] for place in named}) == 1 and not single
        for place in named[:1] if alike else named:
            ways = outcomes[place.id]
            basis = law.weakest([law.basis(by, table.as_of) for by in (place.by, *(o.by for o in ways))])
            lines.append(Line(kind if alike else place.id, ways, law.weakest([basis, *_equipment(table)])))
    return lines


def _equipment(table: Table) -> list[law.Basis]:
    """What the figures rest on besides paragraphs: a wheel or deck that is itself an option with a basis."""
    chosen = ((option, table.house.get(option)) for option in table.game.terms.options if option.makes_the_odds)
    return [
        law.basis(option.choices[value].by, table.as_of) if value in option.choices else "text"  # the user's own wheel
        for option, value in chosen
        if value is not None
    ]
