"""Automated craps: N.J.A.C. 13:69F-1A, since 2012. Craps without odds and commission, from a machine shaker.

Only the headings were read; everything here is reconstructed from craps and mini-dice.
"""

from __future__ import annotations

from dataclasses import replace

import msgspec

from nomorebets.equipment.dice import Roll
from nomorebets.errors import WagerRefused, unknown
from nomorebets.games.craps import game as craps
from nomorebets.games.craps.acceptance import accepts_now, meant
from nomorebets.games.craps.layout import MINIMUM_ODDS as CRAPS_ODDS
from nomorebets.games.craps.layout import place_of, unit
from nomorebets.games.craps.removal import allowed, why
from nomorebets.games.craps.settlement import PASSES, point_of, settle_all, travellers
from nomorebets.games.craps.terms import CHIP, FIELD_2, FIELD_12, HARDWAYS_COME_OUT, PLACE_LOSE_COME_OUT, ROUNDING
from nomorebets.games.craps.wagers import BOX, next_point, wagers
from nomorebets.procedures.shaker import ShakerRules, mishaps, shaken, uncovered
from nomorebets.regulation import HouseOption, Odds, Pays, PayTable, choice, cite, pay_table, reading
from nomorebets.table import (
    Game,
    House,
    Irregularity,
    Layout,
    Place,
    Round,
    Script,
    Wager,
    announce,
    checkpoint,
    collect,
    mark,
    note,
    offer_dice,
    pay,
    remedy,
    take_wagers,
    travel,
)
from nomorebets.table.acceptance import refusal
from nomorebets.table.cards import give_back
from nomorebets.table.dice import SOMEBODY
from nomorebets.table.game import Betting, ChanceKind, Memory, Terms, scaffold_bets

FAMILIES = ("pass", "dont-pass", "come", "dont-come", "place-win", "place-lose", "hardway")
KINDS = tuple(bet.id for bet in wagers().values() if bet.family in FAMILIES or bet.id in ("field", "any-seven"))
MINIMUM_ODDS: PayTable = pay_table(
    "1A.6", {kind: odds for kind, odds in CRAPS_ODDS.items() if kind in (*KINDS, "field-2", "field-12")}
)


def _here(option: HouseOption, read: str) -> HouseOption:
    """An option of craps under the heading of subchapter 1A that it falls under."""
    by = reading(read)
    choices = {value: choice("1A.2", since=None, read=by) for value in option.choices}
    return replace(option, by=by, choices=choices, since=None)


IRREGULARITIES: dict[str, Irregularity] = {
    **{
        what: mishap
        for what, mishap in mishaps(reading("R-1A.8-void"), reading("R-1A.8-void"), reading("R-1A.5-procedure")).items()
        if what in ("machine-fails", "die-not-flat", "dice-stacked", "tampering", "wrong-total-called")
    },
    **{
        what: Irregularity(
            says,
            "offer-dice",
            {"relinquished": how},
            "another player goes on with the same point; no wager is affected",
            by=reading("R-1A.7-passes"),
            more=("to", "refused"),
            may_list_outcome=False,
        )
        for what, says, how in (
            ("shaker-relinquished", "the holder gives the shaker up", "voluntary"),
            ("shaker-taken-by-order", "a supervisor orders the shaker passed on", "ordered"),
        )
    },
}
RULES = ShakerRules(
    2,
    reading("R-1A.5-procedure"),
    reading("R-1A.5-procedure"),
    lambda table: reading("R-1A.8-void"),
    IRREGULARITIES,
)


def automated_craps(table: Round) -> Script[None]:
    """One shake, from the wagers before it to the puck after it."""
    roll = yield from valid_shake(table)
    total, by = sum(roll), reading("R-1A.5-procedure")
    yield from announce(str(total), by=by)
    as_craps = reading("R-1A.2-as-craps")
    results = [msgspec.structs.replace(result, by=as_craps) for result in settle_all(table, roll)]
    moving = travellers(table, roll)
    yield from collect((r for r in results if r.outcome == "lose"), by=by)  # all losing wagers first
    yield from pay((r for r in results if r.outcome == "win"), by=by)
    yield from give_back([r for r in results if r.outcome == "void"], by=by)
    for wager, to in moving:
        yield from travel(wager, to, by=as_craps)
    point, after = point_of(table), next_point(point_of(table), total)
    if after != point:
        yield from mark("puck", str(after or "off"), by=by)
        yield from note("point", str(after or ""), by=by)
    if point and total == 7:  # the loser 7: the shaker passes on
        yield from note("last-shooter", table.felt.state.get("shooter", ""), by=reading("R-1A.7-passes"))
        yield from note("shooter", "", by=reading("R-1A.7-passes"))


def valid_shake(table: Round) -> Script[Roll]:
    """Take wagers and start the machine until a shake counts."""
    while True:
        yield from checkpoint("before the shake", by=cite("1A.3"))
        yield from take_wagers("until the dealer calls", by=reading("R-1A.4-as-craps"))
        yield from give_the_shaker(table)
        yield from announce("No More Bets", by=reading("R-1A.5-procedure"))
        counts = yield from shaken(table, RULES)
        if not counts:
            continue
        roll = yield from uncovered(table, RULES)
        if roll is not None:
            return roll


def give_the_shaker(table: Round) -> Script[None]:
    """Leave the shaker's button with its holder, or offer it on."""
    by = reading("R-1A.7-passes")
    known = table.felt.state.get("shooter", "")
    holder = int(known) if known else -1
    seats = sorted({*table.seats, *(w.seat for w in table.wagers)})
    last = holder if holder > SOMEBODY else int(table.felt.state.get("last-shooter") or SOMEBODY)
    order = craps.clockwise(seats, last)
    taken = yield from offer_dice(holder, order, by=by)
    if taken.relinquished:
        what = "shaker-relinquished" if taken.relinquished == "voluntary" else "shaker-taken-by-order"
        yield from remedy(what, IRREGULARITIES[what].remedy, by=by)
    to = taken.to
    if to < SOMEBODY:
        rest = [seat for seat in order if seat not in (*taken.refused, holder)]
        to = holder if holder >= SOMEBODY and not taken.relinquished else (rest[0] if rest else SOMEBODY)
    if str(to) != known:
        yield from note("shooter", str(to), by=by)


def layout(house: House) -> Layout:
    """The places of craps that 1A is taken to keep."""
    by = reading("R-1A.2-as-craps")
    return Layout({kind: replace(place_of(wagers()[kind]), by=by) for kind in KINDS})


def find(text: str, layout: Layout, house: House) -> Place:
    """The wager a patron names; odds, buy, lay and the other centre bets of craps are not among them."""
    words = text.strip().lower()
    if words in layout:
        return layout[words]
    near = unknown("wager of automated craps", words, layout)
    raise WagerRefused(near.text, reading("R-1A.2-others"), house.as_of, near.accepts)


def minimum_odds(house: House) -> dict[str, Pays]:
    return {**MINIMUM_ODDS, "field-2": Odds.parse(house[FIELD_2]), "field-12": Odds.parse(house[FIELD_12])}


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
    terms=Terms(
        options=(
            _here(FIELD_2, "R-1A.6-as-craps"),
            _here(FIELD_12, "R-1A.6-as-craps"),
            _here(ROUNDING, "R-1A.6-payable"),
            _here(HARDWAYS_COME_OUT, "R-1A.4-as-craps"),
            _here(PLACE_LOSE_COME_OUT, "R-1A.4-as-craps"),
            _here(CHIP, "R-1A.6-payable"),
        ),
        dealt_by=cite("1A.2"),
        late_by=reading("R-1A.4-late"),
        to_not_for=reading("R-1A.6-to"),
        unpayable_by=reading("R-1A.6-payable"),
        limit_groups={"place": tuple(f"place-{way}-{n}" for way in ("win", "lose") for n in BOX)},
        limits_in_chips=True,
        no_decision="what can be chosen at automated craps is what to have on the table: see odds --strategy FILE",
    ),
    bets=scaffold_bets(
        minimum_odds=MINIMUM_ODDS,
        odds=minimum_odds,
        layout=layout,
    ),
    betting=Betting(
        layout=layout,
        place=find,
        unit=unit,
        verify=verify,
        verify_act=verify_act,
        intended=meant,
        usual=("pass", "dont-pass", "place-win-6", "field", "hard-8"),
        carries=True,
    ),
    script=automated_craps,
    chance=ChanceKind(words="dice", read=craps.outcome),
    memory=Memory(remembers=PASSES, public=("point", "shooter")),
    irregularities=IRREGULARITIES,
)
