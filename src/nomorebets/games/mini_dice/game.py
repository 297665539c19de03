"""Mini-dice: N.J.A.C. 19:47-13 (since 2012, 13:69F-13). One round is one shake; place bets stand until decided.

13.2 and 13.6 were read; the procedure is reconstructed and cited by our readings.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from nomorebets.equipment.dice import Roll
from nomorebets.errors import WagerRefused, unknown
from nomorebets.games.craps.settlement import SEAT
from nomorebets.games.craps.terms import rounding_option, whole_dollar_chip
from nomorebets.games.craps.wagers import BOX, FIELD, PLACE_WIN
from nomorebets.procedures.shaker import ShakerRules, mishaps, shaken, uncovered
from nomorebets.regulation import Citation, Odds, Pays, choice, cite, house_option, law, pay_table, reading, to
from nomorebets.table import (
    Game,
    House,
    Layout,
    Place,
    Result,
    Round,
    Script,
    Wager,
    announce,
    checkpoint,
    collect,
    note,
    offer_dice,
    pay,
    remedy,
    take_wagers,
)
from nomorebets.table.acceptance import refusal
from nomorebets.table.dice import SOMEBODY
from nomorebets.table.game import DICE, Betting, Irregularity, Memory, Terms, scaffold_bets

MINIMUM_ODDS = pay_table(
    "13.6(b)",
    {
        **{
            f"place-{n}": odds for n, odds in PLACE_WIN.items()
        },  # the table of 13.6(b); craps has taken its odds from here
        **FIELD,
        "any-7": to(4),
        "over-7": to(1),
        "under-7": to(1),
    },
)
FIELD_WINS = (2, 3, 4, 9, 10, 11, 12)
WINS_ON: dict[str, tuple[int, ...]] = {
    "field": FIELD_WINS,
    "any-7": (7,),
    "over-7": (8, 9, 10, 11, 12),
    "under-7": (2, 3, 4, 5, 6),
}
PARAGRAPH = {"place": "13.2(a)1", "field": "13.2(a)2", "any-7": "13.2(a)3", "over-7": "13.2(a)4", "under-7": "13.2(a)5"}

SHAKER = house_option(
    "shaker",
    "13.5",
    "Whether a player shakes the shaker or starts a machine.",
    {value: choice("13.5", read=reading("R-13.5-procedure")) for value in ("manual", "automated")},
    "manual",
)
MATCH_PLAY = house_option(
    "match-play-accepted",
    "13.4",
    "Whether match play coupons are taken with over 7 and under 7.",
    {value: choice("13.4", read=reading("R-13.4-coupon")) for value in ("on", "off")},
    "off",
)
PLACE_REMOVAL = house_option(
    "place-removal",
    "13.4",
    "Whether an undecided place bet may be reduced or taken down.",
    {value: choice("13.4", read=reading("R-13.4-place-removal")) for value in ("allowed", "not-allowed")},
    "allowed",
)
ROTATION = house_option(
    "shaker-rotation",
    "13.7",
    "Whether the shaker passes on after a 7, or only when its holder gives it up.",
    {value: choice("13.7", read=reading("R-13.7-rotation")) for value in ("on-choice-only", "on-seven")},
    "on-choice-only",
)
ROUNDING = rounding_option("13.6(b)1", "R-13.6b-up")
CHIP = whole_dollar_chip("R-13.6b-up")

RELINQUISHED = {
    what: Irregularity(
        says,
        "offer-dice",
        {"relinquished": how},
        "the shaker is offered to the next player; no wager is affected",
        by=reading("R-13.7-rotation"),
        more=("to", "refused"),
        may_list_outcome=False,
    )
    for what, says, how in (
        ("shaker-relinquished", "the holder gives the shaker up", "voluntary"),
        ("shaker-taken-by-order", "a supervisor takes the shaker away for cause", "ordered"),
    )
}
IRREGULARITIES: dict[str, Irregularity] = {
    **mishaps(reading("R-13.5-void"), reading("R-13.5-tampering"), reading("R-13.5-wrong-call")),
    **RELINQUISHED,
}


def void_by(table: Round) -> Citation:
    """The section on irregularities, where the chapter of the day has it."""
    by = reading("R-13.8-void")
    return by if law.in_force(by, table.as_of) else reading("R-13.5-void")


RULES = ShakerRules(2, reading("R-13.5-procedure"), reading("R-13.5-procedure"), void_by, IRREGULARITIES)


def mini_dice(table: Round) -> Script[None]:
    """One shake, from the wagers before it to the last payment."""
    roll = yield from valid_shake(table)
    yield from announce(str(sum(roll)), by=reading("R-13.5-procedure"))
    results = [result for wager in table.wagers if (result := settle(wager, roll, table)) is not None]
    yield from collect((r for r in results if r.outcome == "lose"), by=reading("R-13.5-order"))  # losing wagers first
    yield from pay((r for r in results if r.outcome == "win"), by=reading("R-13.5-order"))
    if sum(roll) == 7 and table.house[ROTATION] == "on-seven":
        yield from note("holder", "", by=reading("R-13.7-rotation"))


def valid_shake(table: Round) -> Script[Roll]:
    """Take wagers and shake until a shake counts."""
    while True:
        yield from checkpoint("before the shake", by=cite("13.5"))
        yield from take_wagers("until the dealer calls", by=reading("R-13.4-until"))
        yield from give_the_shaker(table)
        yield from announce("No More Bets", by=reading("R-13.5-procedure"))
        counts = yield from shaken(table, RULES)
        if not counts:
            continue
        roll = yield from uncovered(table, RULES)
        if roll is not None:
            return roll


def give_the_shaker(table: Round) -> Script[None]:
    """Leave the shaker with its holder, or offer it on: the first player at the dealer's left, then clockwise."""
    known = table.felt.state.get("holder", "")
    holder = int(known) if known else -1
    seats = sorted({*table.seats, *(w.seat for w in table.wagers)})
    order = [s for s in seats if s > holder] + [s for s in seats if s <= holder]
    by = reading("R-13.5-offer") if holder < 0 else reading("R-13.7-rotation")
    taken = yield from offer_dice(holder, order, by=by)
    if taken.relinquished:
        what = "shaker-relinquished" if taken.relinquished == "voluntary" else "shaker-taken-by-order"
        yield from remedy(what, RELINQUISHED[what].remedy, by=RELINQUISHED[what].by)
    to = taken.to
    if to < SOMEBODY:
        rest = [seat for seat in order if seat not in (*taken.refused, holder)]
        to = holder if holder >= SOMEBODY and not taken.relinquished else (rest[0] if rest else SOMEBODY)
    if str(to) != known:
        yield from note("holder", str(to), by=by)


def decide(kind: str, roll: Roll) -> str:
    """What a shake does to a wager: ``win``, ``lose`` or ``stands``. No wager is ever off."""
    total = sum(roll)
    if kind in WINS_ON:
        return "win" if total in WINS_ON[kind] else "lose"
    number = int(kind.removeprefix("place-"))
    return "win" if total == number else "lose" if total == 7 else "stands"


def odds_for(kind: str, roll: Roll, pays: Mapping[str, Pays]) -> Odds:
    """The odds of a wager that has won; the field pays better on 2 and 12."""
    if kind == "field":
        return cast(Odds, pays.get(f"field-{sum(roll)}", pays["field"]))
    return cast(Odds, pays[kind])


def settle(wager: Wager, roll: Roll, table: Round) -> Result | None:
    """What a shake wins or loses for one wager; None where a place bet stands."""
    by, outcome = table.place_of(wager).by, decide(wager.on, roll)
    if outcome == "lose":
        return Result(wager, "lose", -wager.amount, by=by)
    if outcome == "stands":
        return None
    chip = table.house.smallest_chip
    odds = odds_for(wager.on, roll, table.house.pays)
    net = -(-odds.of(wager.amount) // chip) * chip  # up, never down (R-13.6b-up)
    net += odds.of(wager.coupon)  # paid like chips, and taken in either way (R-13.4-coupon)
    return Result(wager, "win", net, by=by, stays=wager.on not in WINS_ON)


def layout(house: House) -> Layout:
    """Six numbers and four areas."""
    places = [
        *(Place(f"place-{n}", f"place-{n}", (str(n),), cite(PARAGRAPH["place"]), f"the box of {n}") for n in BOX),
        *(
            Place(kind, kind, tuple(map(str, totals)), cite(PARAGRAPH[kind]), f'the area "{kind.replace("-", " ")}"')
            for kind, totals in WINS_ON.items()
        ),
    ]
    return Layout({place.id: place for place in places})


def find(text: str, layout: Layout, house: House) -> Place:
    """The wager a patron names; there are no others."""
    words = text.strip().lower().replace(" ", "-").replace("any-seven", "any-7").replace("place-win-", "place-")
    if words in layout:
        return layout[words]
    near = unknown("wager of mini-dice", words, layout)
    raise WagerRefused(near.text, cite("13.2(b)"), house.as_of, ", ".join(layout))


def minimum_odds(house: House) -> dict[str, Pays]:
    return dict(MINIMUM_ODDS)


def unit(house: House, place: Place) -> int:
    """The step in which a wager can be made and paid: 13.6(b)1."""
    chip = house.smallest_chip
    return chip if house[ROUNDING] == "up" else chip * cast(Odds, house.pays[place.odds_of]).ratio.denominator


def verify(table: Round, wager: Wager) -> None:
    """Chips on the layout; no fee, no call, nothing spoken, and a coupon only with over 7 and under 7."""
    if wager.fee:
        raise refusal(table, wager, "no fee is charged on a mini-dice wager", cite("13.6(b)2"), "the wager alone")
    if wager.call:
        raise refusal(table, wager, "no mini-dice wager is ever off", cite("13.2(a)1"), "a wager without a call")
    if wager.verbal:
        by = reading("R-13.4-no-cash")
        raise refusal(table, wager, "spoken wagers are not taken", by, "chips on the layout")
    if wager.coupon and (table.house[MATCH_PLAY] != "on" or wager.on not in ("over-7", "under-7")):
        by = reading("R-13.4-coupon")
        raise refusal(table, wager, "a match play coupon is not taken here", by, "chips on the layout")


def verify_act(table: Round, act: str, wager: Wager) -> None:
    """Place bets may be reduced or taken down unless the house does not allow it; nothing is called on or off."""
    if act in ("on", "off"):
        raise refusal(table, wager, "no mini-dice wager is ever off", cite("13.2(a)1"), "leaving it as it is")
    stood = wager.on.startswith("place-")
    if stood and act in ("reduce", "remove") and table.house[PLACE_REMOVAL] == "not-allowed":
        by = reading("R-13.4-place-removal")
        raise refusal(table, wager, "this house lets no place bet be taken down", by, "leaving it until it is decided")


GAME = Game(
    id="mini-dice",
    terms=Terms(
        options=(SHAKER, ROUNDING, MATCH_PLAY, PLACE_REMOVAL, ROTATION, CHIP),
        dealt_by=cite("13.2(b)"),
        late_by=reading("R-13.4-until"),
        to_not_for=cite("13.6(a)"),
        unpayable_by=cite("13.6(b)1"),
        limits_in_chips=True,
        no_decision="a mini-dice wager is made before the shake and then left alone: there is nothing to decide",
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
        usual=("place-6", "field", "under-7"),
        carries=True,
    ),
    script=mini_dice,
    chance=DICE,
    memory=Memory(remembers={"holder": SEAT}, public=("holder",)),
    irregularities=IRREGULARITIES,
)
