"""Strategy files of craps: what to have on the table in which state, in TOML.

    name = "pass with full odds, two come bets, the six pressed twice"

    [[have]]
    wager = "pass"
    amount = "10.00"

    [[have]]
    wager = "pass-odds"
    amount = "max"              # as much as the house allows; or "2x" the bet it supports, or an amount

    [[have]]
    wager = "come"
    amount = "10.00"
    up_to = 2                   # only while fewer than two Come Bets lie on numbers

    [[have]]
    wager = "come-odds"
    amount = { 6 = "5x", 8 = "5x", else = "2x" }    # by number; other wagers by point, and come-out

    [[have]]
    wager = "place-win-6"
    amount = ["12.00", "18.00", "30.00"]    # one step further after each win, from the first again after a loss
    when = "point"              # always (the default), come-out, point, or points: [4, 5, 9, 10]
    unless = ["point", "come"]  # not while 6 is the point, or a Come Bet lies on 6
    call = "on"                 # also on come-out rolls, where it is usually off

Before every roll what is missing is put down and what should not be there is taken down, as far as 1.3 allows: line and
come bets stay until they are decided.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from nomorebets.errors import RulesError, shown, unknown
from nomorebets.games.craps.acceptance import ceiling
from nomorebets.games.craps.layout import payable_unit
from nomorebets.games.craps.plans import ALWAYS, Plan, PlanError, PlannedWager
from nomorebets.games.craps.wagers import BOX, COME_OUT, ODDS_BETS, CrapsWager, true_odds, wagers
from nomorebets.table import Round, Table
from nomorebets.table.acceptance import verify_wager
from nomorebets.table.money import cents, show
from nomorebets.untrusted import STRATEGY, read_toml

_EXAMPLE = '[[have]] with wager = "pass" and amount = "10.00"'
_KEYS = ("name", "game", "note", "have")
MOST_STEPS = 64


class PlannedWagerLine(msgspec.Struct, forbid_unknown_fields=True):
    """One wager of a strategy as it is written."""

    wager: str
    amount: Any
    when: Any = "always"
    unless: list[str] = []
    up_to: int | None = None
    call: str = ""
    after: str = "win"
    then: str = "stay"


def read_plan(table: Table, content: bytes) -> Plan:
    """A strategy from its TOML text, checked against the table's rules."""
    raw = read_toml(content, "the strategy", PlanError, _EXAMPLE, STRATEGY)
    for key in raw:
        if key not in _KEYS:
            strange = unknown("part of a strategy", key, _KEYS)
            raise PlanError(strange.text, accepts=strange.accepts)
    if raw.get("game", table.game.id) != table.game.id:
        raise PlanError(f"the strategy is for {shown(raw['game'], 40)}", accepts=table.game.id)
    rows = raw.get("have", [])
    if not isinstance(rows, list) or not rows:
        raise PlanError("the strategy makes no wager", accepts=_EXAMPLE)
    have: list[PlannedWager] = []
    for number, row in enumerate(rows, 1):
        try:
            line = msgspec.convert(row, PlannedWagerLine)
        except msgspec.ValidationError as fault:
            names = ", ".join(PlannedWagerLine.__struct_fields__)
            raise PlanError(f"wager {number} of the strategy: {' '.join(str(fault).split())}", accepts=names) from None
        made = _planned(table, line, have)
        if any(other.kind == made.kind for other in have):
            raise PlanError(f"{made.kind} is in the strategy twice", accepts="one line for each wager")
        have.append(made)
    return Plan(table, str(raw.get("name", "unnamed")), tuple(have), content)


def _planned(table: Table, line: PlannedWagerLine, before: list[PlannedWager]) -> PlannedWager:
    kind = line.wager.strip().lower()
    if kind not in ("come-odds", "dont-come-odds"):
        kind = table.place(kind).id
    elif f"{kind}:4" not in table.layout:
        table.place(f"{kind}:4")  # raises the refusal
    if kind.startswith(("come:", "dont-come:", "come-odds:", "dont-come-odds:")):
        raise PlanError(f"{kind} names a number that only the dice can choose", accepts=kind.split(":", 1)[0])
    bet = wagers()[kind] if kind in wagers() else wagers()[f"{kind}:4"]
    parent = ODDS_BETS.get(bet.family, "")
    supported = next((have for have in before if have.kind == parent), None)
    if parent and supported is None:
        raise PlanError(f"{kind} supports nothing in this strategy", accepts=f"a line for {parent} before it")
    _require_words(kind, bet, line)
    when = _when(line.when, kind)
    if bet.family in ("pass", "dont-pass", "fire") and when != ALWAYS:
        raise PlanError(f"{kind} is made on come-out rolls and then stays", accepts="no when")
    grows = isinstance(line.amount, list)
    return PlannedWager(
        kind,
        bet.family,
        _amounts(table, kind, bet, line, supported),
        when,
        tuple(line.unless),
        len(BOX) if line.up_to is None else line.up_to,
        line.call == "on",
        line.after if grows else "",
        line.then == "again",
    )


def _require_words(kind: str, bet: CrapsWager, line: PlannedWagerLine) -> None:
    """Refuse words that say nothing of this wager."""
    if line.call not in ("", "on"):
        raise PlanError(f"{kind}: call = {shown(line.call, 20)}", accepts='call = "on"')
    if line.call and bet.family not in ("place-win", "place-lose", "buy", "lay", "hardway", "come-odds"):
        raise PlanError(f"{kind} cannot be called on", accepts="no call")
    for word in line.unless:
        if word not in ("point", "come", "dont-come"):
            raise PlanError(f"{kind}: unless = {shown(word, 20)}", accepts="point, come, dont-come")
    if line.unless and bet.family not in ("place-win", "place-lose", "buy", "lay", "hardway"):
        raise PlanError(f"{kind}: unless is for wagers on a number", accepts="no unless")
    if line.up_to is not None and (bet.family not in ("come", "dont-come") or not 1 <= line.up_to <= len(BOX)):
        raise PlanError(f"{kind}: up_to = {line.up_to}", accepts="1 to 6, for come and dont-come")
    if line.after not in ("win", "lose"):
        raise PlanError(f"{kind}: after = {shown(line.after, 20)}", accepts="win or lose")
    if line.then not in ("stay", "again"):
        raise PlanError(f"{kind}: then = {shown(line.then, 20)}", accepts="stay or again")
    if (line.after, line.then) != ("win", "stay") and not isinstance(line.amount, list):
        raise PlanError(f"{kind}: after and then go with a list of amounts", accepts='amount = ["10.00", "20.00"]')


def _when(given: object, kind: str) -> tuple[int, ...]:
    named = {"always": ALWAYS, "come-out": (COME_OUT,), "point": BOX}
    if isinstance(given, str) and given in named:
        return named[given]
    points = given if isinstance(given, list) else [given]
    if not points or not all(type(n) is int and n in BOX for n in points):
        raise PlanError(f"{kind}: when = {shown(given, 40)}", accepts="always, come-out, point, or a list of points")
    return tuple(sorted(set(points)))


# --- amounts ---------------------------------------------------------------------------------------------------------


def _amounts(
    table: Table, kind: str, bet: CrapsWager, line: PlannedWagerLine, supported: PlannedWager | None
) -> Mapping[int, tuple[int, ...]]:
    """How much, by point or number and by step."""
    given = line.amount
    if isinstance(given, list):
        if bet.family in (*ODDS_BETS, "come", "dont-come", "fire"):
            raise PlanError(f"{kind} does not grow by steps", accepts="one amount; odds follow the bet they support")
        if not 1 <= len(given) <= MOST_STEPS:
            raise PlanError(f"{kind} has {len(given)} amounts", accepts=f"a list of 1 to {MOST_STEPS}")
        return {0: tuple(_amount(table, kind, one) for one in given)}
    if supported is not None:
        numbers = _by_number(kind, given, BOX) if isinstance(given, dict) else dict.fromkeys(BOX, given)
        parents = supported.amounts[0]
        return {n: tuple(_odds_amount(table, bet, n, one, p) for p in parents) for n, one in numbers.items()}
    if isinstance(given, dict):
        if bet.family in ("pass", "dont-pass", "come", "dont-come", "fire"):
            raise PlanError(f"{kind} is made once and then left", accepts="one amount")
        return {point: (_amount(table, kind, one),) for point, one in _by_number(kind, given, ALWAYS).items()}
    return {0: (_amount(table, kind, given),)}


def _by_number(kind: str, given: Mapping[str, object], numbers: tuple[int, ...]) -> dict[int, object]:
    """A table of amounts: by number, ``come-out``, and ``else`` for all that is not named."""
    names = {str(n) if n else "come-out": n for n in numbers}
    for name in given:
        if name not in (*names, "else"):
            raise PlanError(f"{kind}: amount for {shown(name, 20)}", accepts=f"{', '.join(names)} and else")
    amounts = {n: given.get(name, given.get("else")) for name, n in names.items()}
    missing = [name for name, n in names.items() if amounts[n] is None]
    if missing:
        raise PlanError(f"{kind}: no amount for {', '.join(missing)}", accepts="an amount for each, or for else")
    return amounts


def _amount(table: Table, kind: str, given: object) -> int:
    """A plain amount, as the table would take it."""
    try:
        amount = cents(given)
        state = {} if wagers()[kind].family not in ("come", "dont-come") else {"point": "6"}
        at = Round(table)
        at.felt.state.update(state)
        verify_wager(at, at.wager(1, kind, show(amount)))
    except RulesError as fault:
        raise PlanError(f"{kind}: {fault.text}", fault.by, table.as_of, fault.accepts) from None
    return amount


def _odds_amount(table: Table, bet: CrapsWager, number: int, given: object, parent: int) -> int:
    """Odds beside a bet on a number: the most the house allows, a multiple, or an amount; what is payable of it."""
    most = ceiling(table.house, bet, number, parent)
    unit = payable_unit(table.house, true_odds(bet, number))
    words = str(given).strip().lower()
    if words == "max":
        wanted = most
    elif words.endswith("x") and words[:-1].isascii() and words[:-1].isdigit():
        wanted = int(words[:-1]) * parent
    else:
        try:
            wanted = cents(given)
        except RulesError as fault:
            raise PlanError(f"{bet.family}: {fault.text}", accepts='"max", "2x" or an amount') from None
    if wanted > most:
        text = f"{bet.family} of {show(wanted)} on {number} is more than the posted multiple allows"
        raise PlanError(text, None, None, f"at most {show(most)}")
    return wanted // unit * unit
