"""Automated craps: N.J.A.C. 13:69F-1A, since 2012. Craps without odds and commission, from a machine shaker.

Only the headings were read; everything here is reconstructed from craps and mini-dice.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from nomorebets.errors import WagerRefused, unknown
from nomorebets.games.automated_craps.script import IRREGULARITIES, automated_craps
from nomorebets.games.automated_craps.terms import TERMS
from nomorebets.games.craps.acceptance import accepts_now
from nomorebets.games.craps.game import GAME as CRAPS
from nomorebets.games.craps.layout import place_of
from nomorebets.games.craps.memory import PASSES, point_of
from nomorebets.games.craps.removal import allowed, why
from nomorebets.games.craps.settlement import Rolled
from nomorebets.games.craps.settlement import off_before as off_before_at_craps
from nomorebets.games.craps.settlement import settle as settle_at_craps
from nomorebets.games.craps.wagers import wagers
from nomorebets.regulation import Citation, pay_table, reading
from nomorebets.table import Game, House, Layout, Place, Result, Round, Wager
from nomorebets.table.acceptance import refusal
from nomorebets.table.game import DICE, Memory

FAMILIES = ("pass", "dont-pass", "come", "dont-come", "place-win", "place-lose", "hardway")
PLACES = tuple(bet.id for bet in wagers().values() if bet.family in FAMILIES or bet.id in ("field", "any-seven"))


def settle(wager: Wager, rolled: Rolled, house: House) -> Result | None:
    """As at craps, by the one reading that says so."""
    result = settle_at_craps(wager, rolled, house)
    return None if result is None else msgspec.structs.replace(result, by=reading("R-1A.2-as-craps"))


def off_before(wager: Wager, state: Mapping[str, str], house: House) -> Citation | None:
    """Off on the same rolls as at craps."""
    return reading("R-1A.4-as-craps") if off_before_at_craps(wager, state, house) else None


BETS = tuple(
    replace(
        bet,
        by=reading("R-1A.2-as-craps"),
        settle=settle,
        pays=pay_table("1A.6", bet.pays),
        opens="before-shake",
        decided="shake",
        paid_by=reading("R-1A.6-as-craps"),
        off_by=off_before,
    )
    for bet in CRAPS.bets
    if bet.kind in PLACES
)


def layout(house: House) -> Layout:
    """The places of craps that 1A is taken to keep."""
    by = reading("R-1A.2-as-craps")
    return Layout({kind: replace(place_of(wagers()[kind]), by=by) for kind in PLACES})


def find(text: str, layout: Layout, house: House) -> Place:
    """The wager a patron names; odds, buy, lay and the other centre bets of craps are not among them."""
    words = text.strip().lower()
    if words in layout:
        return layout[words]
    near = unknown("wager of automated craps", words, layout)
    raise WagerRefused(near.text, reading("R-1A.2-others"), house.as_of, near.accepts)


def verify(table: Round, wager: Wager) -> None:
    """Chips without any fee."""
    if wager.fee or wager.coupon or wager.verbal:
        raise refusal(
            table, wager, "only chips are wagered, without any fee", reading("R-1A.6-as-craps"), "chips alone"
        )


def verify_act(table: Round, act: str, wager: Wager) -> None:
    """The removal matrix of craps."""
    bet, point, by = wagers()[wager.on], point_of(table), reading("R-1A.4-as-craps")
    making = act in ("make", "raise")
    if allowed(bet, point, hand_is_new=False).refused(act) is not None:
        accepts = accepts_now(bet, point) if making else "leaving it until it is decided"
        raise refusal(table, wager, why(bet, act, point), by, accepts)
    if making and wager.call:
        verify_act(table, wager.call, wager)


GAME = Game(
    id="automated-craps",
    terms=TERMS,
    bets=BETS,
    betting=replace(CRAPS.betting, layout=layout, place=find, verify=verify, verify_act=verify_act),
    script=automated_craps,
    chance=DICE,
    memory=Memory(remembers=PASSES, public=("point", "shooter")),
    irregularities=IRREGULARITIES,
)
