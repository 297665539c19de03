"""A wheel of somebody's own: every wager is decided by one spin."""

from __future__ import annotations

from nomorebets.errors import UnknownName
from nomorebets.games.own_wheel.definition import game_at
from nomorebets.procedures.spinning import UprightRules, upright_irregularities, valid_spin
from nomorebets.regulation import cite
from nomorebets.regulation.options import option
from nomorebets.table import Game, House, Result, Round, Script, Table, Wager, collect, pay
from nomorebets.table.acceptance import refusal
from nomorebets.table.betting_areas import area_finder, areas_for
from nomorebets.table.game import Betting, ChanceKind, Terms, least_unit
from nomorebets.table.game_file import OWN
from nomorebets.table.variation import RULES, file_option
from nomorebets.table.wagers import lost

MADE, SPUN, WRONG, PAID = cite("D.4(a)"), cite("D.5(g)"), cite("D.7(a)"), cite("D.6(b)")
BETWEEN = option(
    "clapper-between-two", SPUN, "What happens when the clapper stops between two sections.", ["void-respin"]
)
SPIN = UprightRules(
    spin=SPUN, wagers=MADE, call=cite("D.5(a)"), few=SPUN, between=BETWEEN, void=SPUN, passed=SPUN, obstructed=WRONG
)
IRREGULARITIES = upright_irregularities(SPIN)


def settle(wager: Wager, section: str, house: House) -> Result:
    """A wager by the section under the clapper."""
    if section in game_at(house).wagers[wager.kind].covers:
        return Result(wager, "win", house.pays[wager.kind].of(wager.amount), PAID)
    return lost(wager, PAID)


def wheel_game(table: Round) -> Script[None]:
    """One round of play, from the first wager to the last payment."""
    section = yield from valid_spin(table, game_at(table.house).wheel, SPIN)
    results = table.settle(table.wagers, section)
    yield from collect((r for r in results if r.outcome == "lose"), by=cite("D.6(c)"))
    yield from pay((r for r in results if r.outcome == "win"), by=cite("D.6(c)"))


def verify(table: Round, wager: Wager) -> None:
    if wager.verbal or wager.coupon or wager.call or wager.fee or wager.late:
        raise refusal(table, wager, "nothing but chips on the layout is taken", MADE, "chips or plaques")


def read_section(token: str, table: Table) -> dict[str, object]:
    """A section as somebody lists it."""
    sections = game_at(table.house).sections
    if token not in sections:
        raise UnknownName(
            f"the wheel has no section {token[:20]!r}", SPUN, table.as_of, ", ".join(dict.fromkeys(sections))
        )
    return {"symbol": token}


GAME = Game(
    id=f"{OWN}wheel",
    terms=Terms(
        options=(BETWEEN, file_option(cite("D.1(a)")), RULES),
        dealt_by=SPUN,
        late_by=MADE,
        no_decision="nothing is decided after the wagers are made",
    ),
    bets=(),
    betting=Betting(layout=areas_for(()), place=area_finder(MADE), unit=least_unit, verify=verify),
    script=wheel_game,
    chance=ChanceKind(words="spins", read=read_section),
    irregularities=IRREGULARITIES,
)
