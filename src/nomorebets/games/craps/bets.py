"""The bets of craps: what provides for each, the least it is paid, the option that brings it (1.2(a), 1.4, 1.12)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from nomorebets.games.craps.settlement import off_before, paid_by, settle
from nomorebets.games.craps.terms import FIELD_2, FIELD_12, FIRE_PAYTABLE, OFFERED_BY
from nomorebets.games.craps.wagers import (
    ANY_SEVEN,
    BOX,
    EVEN_MONEY,
    FIELD,
    FIRE,
    HARDWAYS,
    HOPS,
    HORN_OF,
    ODDS_BETS,
    ONE_ROLL,
    PLACE_LOSE,
    PLACE_WIN,
    wagers,
)
from nomorebets.regulation import Odds, Pays, PayTable, pay_table
from nomorebets.table import House
from nomorebets.table.game import Bet

OF_KIND = {bet.id.partition(":")[0]: bet for bet in wagers().values()}
AT_TRUE_ODDS = PayTable({})  # no row: 1.5 and 1.6 leave nothing to choose


def field_pays(house: House) -> Mapping[str, Pays]:
    """The field pays more on 2 and 12, as the house has it."""
    return {**FIELD, "field-2": Odds.parse(house[FIELD_2]), "field-12": Odds.parse(house[FIELD_12])}


def fire_pays(house: House) -> Mapping[str, Pays]:
    """The fire bet by one of two tables."""
    return _fire_rows(FIRE[house[FIRE_PAYTABLE]])


def _fire_rows(odds: Mapping[int, Odds]) -> dict[str, Odds]:
    return {f"fire-{points}": pays for points, pays in odds.items()}


def _bet(
    kind: str,
    pays: PayTable,
    least: Callable[[House], Mapping[str, Pays]] | None = None,
    beside: str = "",
    own_limits: bool = False,
) -> Bet:
    listed = OF_KIND[kind if kind in OF_KIND else "hop"]
    return Bet(
        kind=kind,
        by=listed.by,
        settle=settle,
        pays=pays,
        least=least,
        opens="before-roll",
        decided="roll",
        offered=OFFERED_BY.get(kind),
        beside=beside,
        own_limits=own_limits,
        paid_by=paid_by(listed),
        off_by=off_before,
    )


def _each(odds: Mapping[str, Odds]) -> list[Bet]:
    """A bet of one row for each."""
    return [_bet(kind, pay_table("1.4", {kind: pays})) for kind, pays in odds.items()]


BETS = (
    *_each(EVEN_MONEY),
    *_each({f"place-win-{n}": odds for n, odds in PLACE_WIN.items()}),
    *_each({f"place-lose-{n}": odds for n, odds in PLACE_LOSE.items()}),
    *_each({f"hard-{n}": odds for n, odds in HARDWAYS.items()}),
    _bet("field", pay_table("1.4", FIELD), field_pays),
    *_each(ANY_SEVEN),
    *_each(ONE_ROLL),
    *_each(HOPS),  # how hops are paid is settled whether or not they are taken
    _bet("fire", pay_table("1.12", _fire_rows(FIRE["A"])), fire_pays, own_limits=True),
    _bet("hop", PayTable({})),  # each is paid as one of a pair or of two faces
    *(_bet(f"{kind}-{n}", AT_TRUE_ODDS) for kind in ("buy", "lay") for n in BOX),
    *(_bet(kind, AT_TRUE_ODDS, beside=parent, own_limits=True) for kind, parent in ODDS_BETS.items()),
    # several one-roll bets in one, each paid by its own row
    *(_bet(kind, PayTable({})) for kind in ("horn", *(f"horn-high-{n}" for n in HORN_OF), "c-and-e", "world")),
)
