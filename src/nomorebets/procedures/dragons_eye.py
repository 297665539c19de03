"""The dragon's eye variation: a wager on the total of the three dice. What it pays nobody has read.

So it is offered only where the house files a pay table, by total: ``"17: 25 to 1, 16: 6 to 1, 8: 3 to 1"``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from nomorebets.equipment.dice import Roll, ways_to_total
from nomorebets.errors import HouseRuleError
from nomorebets.regulation import Citation, HouseOption, Odds, Pays, PayTable
from nomorebets.regulation.options import option
from nomorebets.table.chips import give_back
from nomorebets.table.game import Bet, Script
from nomorebets.table.house import House
from nomorebets.table.round import Round
from nomorebets.table.steps import collect, pay
from nomorebets.table.wagers import Result, Wager, lost

DICE = 3
BY_DICE = "dice"  # the moment at which it is decided
_ROW = re.compile(r"\s*(\d{1,2})\s*:\s*([^,;]+?)\s*", re.ASCII)
_EXAMPLE = '"17: 25 to 1, 16: 6 to 1, 8: 3 to 1", or off'


def dragons_eye_option(id: str, by: Citation) -> HouseOption:
    """Off, or the pay table that the house has filed."""

    def parse(text: str) -> str:
        rows = {}
        for part in re.split(r"[,;]", text):
            row = _ROW.fullmatch(part)
            if row is None or int(row[1]) not in ways_to_total(DICE) or int(row[1]) in rows:
                raise HouseRuleError(f"{part[:30]!r} says of no total what it pays", by, accepts=_EXAMPLE)
            rows[int(row[1])] = Odds.parse(row[2])
        return ", ".join(f"{total}: {odds}" for total, odds in sorted(rows.items()))

    says = "Off, or what the dragon's eye wager pays on each total of the dice that wins."
    return option(id, by, says, ("off",), "off", parse=parse)


def _rows_of(house: House, id: str) -> Mapping[str, Pays]:
    """The filed pay table, row by row; none where the wager is not offered."""
    filed = house.options.get(id, "off")
    if filed == "off":
        return {}
    rows = (part.split(": ") for part in filed.split(", "))
    return {f"{id}.{total}": Odds.parse(odds) for total, odds in rows}


def dragons_eye_bet(offered: HouseOption, beside: str, by: Citation) -> Bet:
    """The wager, which a player makes beside another one."""

    def settle(wager: Wager, roll: Roll, house: House) -> Result:
        pays = house.pays.get(f"{offered.id}.{sum(roll)}")
        return lost(wager, by) if pays is None else Result(wager, "win", pays.of(wager.amount), by)

    no_least = PayTable({f"{offered.id}.{total}": (Odds(0), by) for total in ways_to_total(DICE)})
    return Bet(
        kind=offered.id,
        by=by,
        settle=settle,
        pays=no_least,
        least=lambda house: _rows_of(house, offered.id),
        own_odds=True,
        offered=offered,
        beside=beside,
        decided=BY_DICE,
    )


def settle_dragons_eye(table: Round, roll: Roll, by: Citation) -> Script[None]:
    """Decided by the dice alone, before anything is delivered; the house banks it, whoever banks the rest."""
    results = table.settle([wager for wager in table.wagers if table.game.bet[wager.kind].decided == BY_DICE], roll)
    yield from collect([r for r in results if r.outcome == "lose"], by=by)
    yield from give_back([r for r in results if r.outcome == "push"], by=by)
    yield from pay([r for r in results if r.outcome == "win"], by=by)
