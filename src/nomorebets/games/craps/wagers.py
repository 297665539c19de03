"""The wagers of craps and the odds at which they are paid: 1.2, 1.4, 1.5, 1.6 and 1.12 as tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from nomorebets.equipment.dice import FACES, Roll
from nomorebets.regulation import Citation, Odds, cite, reading, to

BOX = (4, 5, 6, 8, 9, 10)  # the totals that can be a point (1.1)
CRAPS = (2, 3, 12)
BARRED = 12  # on which Don't Pass and Don't Come neither win nor lose
NATURAL = (7, 11)
HARD = {4: (2, 2), 6: (3, 3), 8: (4, 4), 10: (5, 5)}
COME_OUT = 0  # the point while none is on


@dataclass(frozen=True)
class CrapsWager:
    """One kind of wager, on its number where it has one."""

    id: str
    family: str
    by: Citation
    where: str
    area: int  # in the order of settlement: line, come, field, numbers, centre
    number: int = 0  # the box number, or the come point it has travelled to
    wins_on: tuple[Roll, ...] = ()  # of a one-roll wager
    parts: Mapping[str, int] | None = None  # of a wager that is several one-roll wagers in one


# --- 1.4, 1.5, 1.6: what a winning wager is paid ---------------------------------------------------------------------

EVEN_MONEY = {kind: to(1) for kind in ("pass", "dont-pass", "come", "dont-come")}
PLACE_WIN = {4: to(9, 5), 5: to(7, 5), 6: to(7, 6), 8: to(7, 6), 9: to(7, 5), 10: to(9, 5)}
PLACE_LOSE = {4: to(5, 11), 5: to(5, 8), 6: to(4, 5), 8: to(4, 5), 9: to(5, 8), 10: to(5, 11)}
HARDWAYS = {4: to(7), 6: to(9), 8: to(9), 10: to(7)}
FIELD = {"field": to(1), "field-2": to(2), "field-12": to(2)}
ANY_SEVEN = {"any-seven": to(4)}
ONE_ROLL = {
    "any-craps": to(7),
    "craps-2": to(30),
    "craps-3": to(15),
    "craps-12": to(30),
    "eleven": to(15),
}
HOPS = {"hop-pair": to(30), "hop-mixed": to(15)}
TRUE_ODDS = {4: to(2), 5: to(3, 2), 6: to(6, 5), 8: to(6, 5), 9: to(3, 2), 10: to(2)}  # on a number against a 7
TRUE_ODDS_AGAINST = {n: to(odds.on, odds.pays) for n, odds in TRUE_ODDS.items()}
FIRE = {"A": {4: to(24), 5: to(249), 6: to(999)}, "B": {4: to(10), 5: to(200), 6: to(2000)}}

HORN = {"craps-2": 1, "craps-3": 1, "eleven": 1, "craps-12": 1}
HORN_OF = {2: "craps-2", 3: "craps-3", 11: "eleven", 12: "craps-12"}
PARTS = {
    "horn": HORN,
    **{f"horn-high-{n}": {kind: 1 + (kind == high) for kind in HORN} for n, high in HORN_OF.items()},
    "c-and-e": {"any-craps": 1, "eleven": 1},
    "world": {**HORN, "any-seven": 1},
}


# --- the list -------------------------------------------------------------------------------------------------------


def _totals(*totals: int) -> tuple[Roll, ...]:
    return tuple((a, b) for a in FACES for b in FACES if a <= b and a + b in totals)


@cache
def wagers() -> dict[str, CrapsWager]:
    """Every wager of the list by its id; come and odds bets once more for each number they may lie on."""
    every = [
        CrapsWager("pass", "pass", cite("1.2(a)1"), "the Pass Line", 1),
        CrapsWager("dont-pass", "dont-pass", cite("1.2(a)2"), "the Don't Pass Line", 1),
        CrapsWager("pass-odds", "pass-odds", reading("R-1.6-odds"), "behind the Pass Bet", 1),
        CrapsWager("dont-pass-odds", "dont-pass-odds", reading("R-1.6-odds"), "beside the Don't Pass Bet", 1),
        CrapsWager("come", "come", cite("1.2(a)3"), "the Come Line", 2),
        CrapsWager("dont-come", "dont-come", cite("1.2(a)4"), "the Don't Come area", 2),
    ]
    for n in BOX:
        every += [
            CrapsWager(f"come:{n}", "come", cite("1.2(a)3"), f"a Come Bet in the box of {n}", 2, n),
            CrapsWager(f"dont-come:{n}", "dont-come", cite("1.2(a)4"), f"a Don't Come Bet behind the box of {n}", 2, n),
            CrapsWager(
                f"come-odds:{n}", "come-odds", reading("R-1.6-odds"), f"upon the Come Bet in the box of {n}", 2, n
            ),
            CrapsWager(
                f"dont-come-odds:{n}",
                "dont-come-odds",
                reading("R-1.6-odds"),
                f"beside the Don't Come Bet behind the box of {n}",
                2,
                n,
            ),
        ]
    every.append(_one_roll("field", "R-1.2a-field", "the field", _totals(2, 3, 4, 9, 10, 11, 12), area=3))
    for n in BOX:
        every += [
            CrapsWager(f"place-win-{n}", "place-win", cite("1.2(a)5"), f"the place box of {n}", 4, n),
            CrapsWager(f"place-lose-{n}", "place-lose", cite("1.2(a)6"), f"behind the place box of {n}", 4, n),
            CrapsWager(f"buy-{n}", "buy", reading("R-1.5-buy-lay"), f"the place box of {n}, with a buy button", 4, n),
            CrapsWager(
                f"lay-{n}", "lay", reading("R-1.5-buy-lay"), f"behind the place box of {n}, with a lay button", 4, n
            ),
        ]
    for n in HARD:
        by = cite("1.2(a)7") if n == 4 else reading("R-1.2a-hardways")
        every.append(CrapsWager(f"hard-{n}", "hardway", by, f"hard {n} in the centre", 5, n))
    every += [
        _one_roll("any-seven", "R-1.2a-any-seven", "any seven", _totals(7)),
        _one_roll("any-craps", "R-1.2a-any-craps", "any craps", _totals(*CRAPS)),
        _one_roll("craps-2", "R-1.2a-craps-two", "craps two", _totals(2)),
        _one_roll("craps-3", "R-1.2a-craps-three", "craps three", _totals(3)),
        _one_roll("craps-12", "R-1.2a-craps-twelve", "craps twelve", _totals(12)),
        _one_roll("eleven", "R-1.2a-eleven", "eleven", _totals(11)),
        _one_roll("horn", "R-1.2a-horn", "the horn", _totals(2, 3, 11, 12)),
    ]
    every += [_one_roll(f"horn-high-{n}", "R-1.2a-horn-high", f"horn high {n}", _totals(2, 3, 11, 12)) for n in HORN_OF]
    every += [
        _one_roll("c-and-e", "R-1.2a-c-and-e", "the circles of C and E", _totals(2, 3, 11, 12)),
        _one_roll("world", "R-1.2a-world", "the horn, called world", _totals(2, 3, 7, 11, 12)),
    ]
    for a, b in [*((n, n) for n in FACES), *combinations(FACES, 2)]:
        every.append(_one_roll(f"hop:{a}-{b}", "R-1.2a-hop", f"{a}-{b} on the hop", ((a, b),)))
    every.append(CrapsWager("fire", "fire", cite("1.12"), "the fire bet circle", 6))
    return {bet.id: bet for bet in every}


def _one_roll(id: str, read: str, where: str, wins_on: tuple[Roll, ...], area: int = 5) -> CrapsWager:
    return CrapsWager(id, "one-roll", reading(read), where, area, wins_on=wins_on, parts=PARTS.get(id))


# wagers that are paid and stay up (R-1.10-stays)
STAY_UP = ("place-win", "place-lose", "buy", "lay", "hardway")
HORNS = ("horn", *(f"horn-high-{n}" for n in HORN_OF))
ODDS_BETS = {"pass-odds": "pass", "dont-pass-odds": "dont-pass", "come-odds": "come", "dont-come-odds": "dont-come"}


AGAINST = ("lay", "dont-pass-odds", "dont-come-odds")  # of the wagers at true odds, those that a 7 wins


def true_odds(bet: CrapsWager, number: int) -> Odds:
    """The odds of a buy, lay or odds bet on a number: those at which nobody has an advantage."""
    return (TRUE_ODDS_AGAINST if bet.family in AGAINST else TRUE_ODDS)[number]


def supports(bet: CrapsWager) -> str:
    """The wager that odds are taken or laid beside; empty where a bet is none of the four."""
    parent = ODDS_BETS.get(bet.family, "")
    return f"{parent}:{bet.number}" if parent and bet.number else parent
