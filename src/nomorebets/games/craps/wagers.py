"""The wagers of craps, and what a roll does to each: 1.2, 1.4, 1.5, 1.6 and 1.12 as tables and pure functions.

The live table, the exact odds, the simulation and disputes all settle by :func:`decide` and :func:`winnings`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Literal, NamedTuple

from nomorebets.equipment.dice import FACES, Roll
from nomorebets.regulation import Citation, Odds, cite, reading, to

BOX = (4, 5, 6, 8, 9, 10)  # the totals that can be a point (1.1)
CRAPS = (2, 3, 12)
NATURAL = (7, 11)
HARD = {4: (2, 2), 6: (3, 3), 8: (4, 4), 10: (5, 5)}
COME_OUT = 0  # the point while none is on

Outcome = Literal["win", "lose", "void", "travel", "stands"]


@dataclass(frozen=True)
class Bet:
    """One kind of wager, on its number where it has one."""

    id: str
    family: str
    by: Citation
    where: str
    area: int  # in the order of settlement: line, come, field, numbers, centre
    number: int = 0  # the box number, or the come point it has travelled to
    wins_on: tuple[Roll, ...] = ()  # of a one-roll wager
    parts: Mapping[str, int] | None = None  # of a wager that is several one-roll wagers in one


class Decision(NamedTuple):
    """What a roll does to a wager, and the clause of its paragraph that says so."""

    outcome: Outcome
    clause: str = ""


STANDS = Decision("stands")


# --- 1.2: how each wager is decided ----------------------------------------------------------------------------------


def decide(bet: Bet, roll: Roll, point: int, active: bool = True) -> Decision:
    """What one roll does to one wager while this point is on (0: a come-out roll)."""
    total = sum(roll)
    if bet.family in ("pass", "come"):
        return _right(bet.number or (point if bet.family == "pass" else 0), total, bet.family == "come")
    if bet.family in ("dont-pass", "dont-come"):
        return _wrong(bet.number or (point if bet.family == "dont-pass" else 0), total, bet.family == "dont-come")
    if bet.family == "one-roll":
        return Decision("win") if roll in bet.wins_on else Decision("lose")
    if not active or bet.family == "fire":  # a fire bet is decided with its hand: see fire_decision
        return STANDS
    number = bet.number or point
    if bet.family == "hardway":
        if total == number:
            return Decision("win" if roll == HARD[number] else "lose")
        return Decision("lose") if total == 7 else STANDS
    if bet.family in ("place-win", "buy", "pass-odds", "come-odds"):
        return Decision("win") if total == number else Decision("lose") if total == 7 else STANDS
    return Decision("win") if total == 7 else Decision("lose") if total == number else STANDS  # against the number


def _right(point: int, total: int, travels: bool) -> Decision:
    """Pass and Come: with the shooter."""
    if not point:
        if total in NATURAL:
            return Decision("win", "i(1)")
        if total in CRAPS:
            return Decision("lose", "ii(1)")
        return Decision("travel") if travels else STANDS
    if total == point:
        return Decision("win", "i(2)")
    return Decision("lose", "ii(2)") if total == 7 else STANDS


def _wrong(point: int, total: int, travels: bool) -> Decision:
    """Don't Pass and Don't Come: against the shooter, and void on 12."""
    if not point:
        if total in (2, 3):
            return Decision("win", "i(1)")
        if total in NATURAL:
            return Decision("lose", "ii(1)")
        if total == 12:
            return Decision("void", "iii")
        return Decision("travel") if travels else STANDS
    if total == 7:
        return Decision("win", "i(2)")
    return Decision("lose", "ii(2)") if total == point else STANDS


def next_point(point: int, total: int) -> int:
    """The point after a roll: set, kept, or gone with the decision of the line bets."""
    if point == COME_OUT:
        return total if total in BOX else COME_OUT
    return COME_OUT if total in (point, 7) else point


def fire_points(made: frozenset[int], point: int, total: int) -> frozenset[int]:
    """The different points a shooter has made, after a roll."""
    return made | {point} if point and total == point else made


def fire_decision(made: frozenset[int], point: int, total: int) -> tuple[Outcome, int]:
    """A fire bet after a roll, and how many different points were made: paid on the loser 7, six at once (1.12)."""
    points = len(fire_points(made, point, total))
    if points == len(BOX):
        return "win", points
    if point and total == 7:
        return ("win" if points >= 4 else "lose"), points
    return "stands", points


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
    "hop-pair": to(30),
    "hop-mixed": to(15),
}
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


def odds_of(bet: Bet, roll: Roll, point: int, pays: Mapping[str, Odds]) -> Odds:
    """The odds at which a simple wager that has won on this roll is paid."""
    number = bet.number or point
    if bet.family in ("buy", "pass-odds", "come-odds"):
        return TRUE_ODDS[number]
    if bet.family in ("lay", "dont-pass-odds", "dont-come-odds"):
        return TRUE_ODDS_AGAINST[number]
    if bet.id == "field":
        return pays.get(f"field-{sum(roll)}", pays["field"])
    if bet.id.startswith("hop:"):
        return pays["hop-pair" if roll[0] == roll[1] else "hop-mixed"]
    return pays[bet.family if bet.family in EVEN_MONEY else bet.id]


def winnings(bet: Bet, roll: Roll, point: int, amount: int, pays: Mapping[str, Odds], chip: int) -> int:
    """What a wager that has won is paid, in cents: never less than the odds, and up to the next chip (R-1.4-up).

    Of a wager in several parts, what the winning parts are paid less what the others lose.
    """
    if not bet.parts:
        return -(-odds_of(bet, roll, point, pays).of(amount) // chip) * chip
    part = amount // sum(bet.parts.values())
    net = 0
    for kind, share in bet.parts.items():
        single = wagers()[kind]
        stake = share * part
        net += winnings(single, roll, point, stake, pays, chip) if roll in single.wins_on else -stake
    return net


# --- the list -------------------------------------------------------------------------------------------------------


def _totals(*totals: int) -> tuple[Roll, ...]:
    return tuple((a, b) for a in FACES for b in FACES if a <= b and a + b in totals)


@cache
def wagers() -> dict[str, Bet]:
    """Every wager of the list by its id; come and odds bets once more for each number they may lie on."""
    found = [
        Bet("pass", "pass", cite("1.2(a)1"), "the Pass Line", 1),
        Bet("dont-pass", "dont-pass", cite("1.2(a)2"), "the Don't Pass Line", 1),
        Bet("pass-odds", "pass-odds", reading("R-1.6-odds"), "behind the Pass Bet", 1),
        Bet("dont-pass-odds", "dont-pass-odds", reading("R-1.6-odds"), "beside the Don't Pass Bet", 1),
        Bet("come", "come", cite("1.2(a)3"), "the Come Line", 2),
        Bet("dont-come", "dont-come", cite("1.2(a)4"), "the Don't Come area", 2),
    ]
    for n in BOX:
        found += [
            Bet(f"come:{n}", "come", cite("1.2(a)3"), f"a Come Bet in the box of {n}", 2, n),
            Bet(f"dont-come:{n}", "dont-come", cite("1.2(a)4"), f"a Don't Come Bet behind the box of {n}", 2, n),
            Bet(f"come-odds:{n}", "come-odds", reading("R-1.6-odds"), f"upon the Come Bet in the box of {n}", 2, n),
            Bet(
                f"dont-come-odds:{n}",
                "dont-come-odds",
                reading("R-1.6-odds"),
                f"beside the Don't Come Bet behind the box of {n}",
                2,
                n,
            ),
        ]
    found.append(_one_roll("field", "R-1.2a-field", "the field", _totals(2, 3, 4, 9, 10, 11, 12), area=3))
    for n in BOX:
        found += [
            Bet(f"place-win-{n}", "place-win", cite("1.2(a)5"), f"the place box of {n}", 4, n),
            Bet(f"place-lose-{n}", "place-lose", cite("1.2(a)6"), f"behind the place box of {n}", 4, n),
            Bet(f"buy-{n}", "buy", reading("R-1.5-buy-lay"), f"the place box of {n}, with a buy button", 4, n),
            Bet(f"lay-{n}", "lay", reading("R-1.5-buy-lay"), f"behind the place box of {n}, with a lay button", 4, n),
        ]
    for n in HARD:
        by = cite("1.2(a)7") if n == 4 else reading("R-1.2a-hardways")
        found.append(Bet(f"hard-{n}", "hardway", by, f"hard {n} in the centre", 5, n))
    found += [
        _one_roll("any-seven", "R-1.2a-any-seven", "any seven", _totals(7)),
        _one_roll("any-craps", "R-1.2a-any-craps", "any craps", _totals(*CRAPS)),
        _one_roll("craps-2", "R-1.2a-craps-two", "craps two", _totals(2)),
        _one_roll("craps-3", "R-1.2a-craps-three", "craps three", _totals(3)),
        _one_roll("craps-12", "R-1.2a-craps-twelve", "craps twelve", _totals(12)),
        _one_roll("eleven", "R-1.2a-eleven", "eleven", _totals(11)),
        _one_roll("horn", "R-1.2a-horn", "the horn", _totals(2, 3, 11, 12)),
    ]
    found += [_one_roll(f"horn-high-{n}", "R-1.2a-horn-high", f"horn high {n}", _totals(2, 3, 11, 12)) for n in HORN_OF]
    found += [
        _one_roll("c-and-e", "R-1.2a-c-and-e", "the circles of C and E", _totals(2, 3, 11, 12)),
        _one_roll("world", "R-1.2a-world", "the horn, called world", _totals(2, 3, 7, 11, 12)),
    ]
    for a, b in [*((n, n) for n in FACES), *combinations(FACES, 2)]:
        found.append(_one_roll(f"hop:{a}-{b}", "R-1.2a-hop", f"{a}-{b} on the hop", ((a, b),)))
    found.append(Bet("fire", "fire", cite("1.12"), "the fire bet circle", 6))
    return {bet.id: bet for bet in found}


def _one_roll(id: str, read: str, where: str, wins_on: tuple[Roll, ...], area: int = 5) -> Bet:
    return Bet(id, "one-roll", reading(read), where, area, wins_on=wins_on, parts=PARTS.get(id))


# wagers that are paid and stay up (R-1.10-stays)
STAY_UP = ("place-win", "place-lose", "buy", "lay", "hardway")
HORNS = ("horn", *(f"horn-high-{n}" for n in HORN_OF))
ODDS_BETS = {"pass-odds": "pass", "dont-pass-odds": "dont-pass", "come-odds": "come", "dont-come-odds": "dont-come"}


def stays_up(bet: Bet) -> bool:
    return bet.family in STAY_UP or bet.id in HORNS


def supports(bet: Bet) -> str:
    """The wager that odds are taken or laid beside; empty where a bet is none of the four."""
    parent = ODDS_BETS.get(bet.family, "")
    return f"{parent}:{bet.number}" if parent and bet.number else parent


CLAUSES = {
    "pass": {"i(1)": "1.2(a)1i(1)", "i(2)": "1.2(a)1i(2)", "ii(1)": "1.2(a)1ii(1)", "ii(2)": "1.2(a)1ii(2)"},
    "dont-pass": {
        "i(1)": "1.2(a)2i(1)",
        "i(2)": "1.2(a)2i(2)",
        "ii(1)": "1.2(a)2ii(1)",
        "ii(2)": "1.2(a)2ii(2)",
        "iii": "1.2(a)2iii",
    },
    "come": {"i(1)": "1.2(a)3i(1)", "i(2)": "1.2(a)3i(2)", "ii(1)": "1.2(a)3ii(1)", "ii(2)": "1.2(a)3ii(2)"},
    "dont-come": {
        "i(1)": "1.2(a)4i(1)",
        "i(2)": "1.2(a)4i(2)",
        "ii(1)": "1.2(a)4ii(1)",
        "ii(2)": "1.2(a)4ii(2)",
        "iii": "1.2(a)4iii",
    },
}


def decided_by(bet: Bet, decision: Decision) -> Citation:
    """The paragraph that commands a result."""
    if bet.family in CLAUSES:
        return cite(CLAUSES[bet.family][decision.clause])
    if bet.id == "hard-4" and decision.outcome == "lose":
        return reading("R-1.2a7-loses")
    return bet.by


def paid_by(bet: Bet) -> Citation:
    """The reading that gives a wager its odds."""
    by = {
        "place-win": "R-1.4-place-win",
        "place-lose": "R-1.4-place-lose",
        "buy": "R-1.5-true-odds",
        "lay": "R-1.5-true-odds",
        "hardway": "R-1.4-hardways",
        "fire": "R-1.12-pays",
    }
    if bet.family in EVEN_MONEY:
        return reading("R-1.4-even-money")
    if bet.family in ODDS_BETS:
        return reading("R-1.6-odds")
    special = {"field": "R-1.4-field", "any-seven": "R-1.4-any-seven"}
    return reading(by.get(bet.family) or special.get(bet.id, "R-1.4-one-roll"))
