"""Big six wheel: N.J.A.C. 19:47-5.5 and 5.6 (since 2012, 13:69F-5.5 and 5.6)."""

from __future__ import annotations

from nomorebets.equipment.wheels import BIG_SIX_SYMBOLS
from nomorebets.errors import HouseRuleError, WagerRefused
from nomorebets.regulation import Pays, choice, cite, house_option, pay_table, reading, to
from nomorebets.table import (
    Game,
    House,
    Irregularity,
    Layout,
    Place,
    Result,
    Round,
    Script,
    Wager,
    announce,
    checkpoint,
    collect,
    pay,
    remedy,
    spin_wheel,
    take_wagers,
)
from nomorebets.table.acceptance import refusal
from nomorebets.table.game import Betting, ChanceKind, Terms, least_unit, scaffold_bets

MINIMUM_ODDS = pay_table(
    "5.5(a)",
    {
        "bigsix-1": to(1),
        "bigsix-2": to(2),
        "bigsix-5": to(5),
        "bigsix-10": to(10),
        "bigsix-20": to(20),
        "bigsix-joker": to(45),
        "bigsix-flag": to(45),
    },
)

SYMBOL = dict(zip(MINIMUM_ODDS, BIG_SIX_SYMBOLS, strict=True))

CLAPPER_BETWEEN = house_option(
    "clapper-between-two",
    "5.6(c)",
    "What happens when the clapper stops between two sections.",
    {"previous-section-wins": choice("5.6(c)1"), "void-respin": choice("5.6(c)2")},
    "void-respin",
    sign="5.6(d)",
)


def _sections(text: str) -> str:
    """A wheel written out: 54 symbols, each of which the odds table knows."""
    sections = text.split()
    strange = [s for s in sections if s not in BIG_SIX_SYMBOLS]
    if strange or len(sections) != 54:
        raise HouseRuleError(
            f"a wheel of {len(sections)} sections" + (f" with {strange[0][:20]!r}" if strange else ""),
            reading("R-5.5a-wheel"),
            accepts=f"nj, las-vegas, or 54 of {' '.join(BIG_SIX_SYMBOLS)}, clockwise",
        )
    missing = [s for s in BIG_SIX_SYMBOLS if s not in sections]
    if missing:
        raise HouseRuleError(
            f"a wheel without {missing[0]}: its wager could never win",
            reading("R-5.5a-wheel"),
            accepts="every symbol at least once",
        )
    return " ".join(sections)


WHEEL = house_option(
    "wheel",
    "5.5(a)",
    "The 54 sections of the wheel, clockwise.",
    {
        "nj": choice("5.5(a)", read=reading("R-5.5a-wheel")),
        "las-vegas": choice("5.5(a)", read=reading("R-5.5a-wheel")),
    },
    "nj",
    parse=_sections,
    makes_the_odds=True,
)

IRREGULARITIES = {
    "fewer-than-three-revolutions": Irregularity(
        "the wheel did not turn three times",
        ask="spin-wheel",
        facts={"revolutions": 2},
        more=("revolutions",),
        remedy="no spin: the wheel is spun again; every wager stands",
        by=reading("R-5.6b-respin"),
    ),
    "clapper-between": Irregularity(
        "the clapper stopped between two sections",
        ask="spin-wheel",
        facts={"between": True},
        remedy="no spin: the spin is void and the wheel is spun again; every wager stands",
        by=cite("5.6(c)2"),
        more=("passed", "symbol"),
        outcome_is="passed",
    ),
    "wheel-obstructed": Irregularity(
        "the wheel was touched or obstructed",
        ask="spin-wheel",
        facts={"obstructed": True},
        remedy="no spin: the spin is void and the wheel is spun again; every wager stands",
        by=reading("R-5.6c-obstructed"),
    ),
}


def big_six(table: Round) -> Script[None]:
    """One round of play, from the first wager to the last payment."""
    symbol = yield from valid_spin(table)
    results = [settle(wager, symbol, table) for wager in table.wagers]
    yield from collect((r for r in results if r.outcome == "lose"), by=cite("5.6(e)"))  # all losing wagers first
    yield from pay((r for r in results if r.outcome == "win"), by=cite("5.6(e)"))


def valid_spin(table: Round) -> Script[str]:
    """Spin until a spin counts; return the winning symbol."""
    while True:
        yield from checkpoint("before the spin", by=cite("5.6(b)"))
        yield from take_wagers("until the dealer calls", by=cite("5.6(a)"))
        yield from announce("No More Bets", by=cite("5.6(a)"))  # before the wheel is spun
        rest = yield from spin_wheel(table.house[WHEEL], by=cite("5.6(b)"))
        if rest.obstructed:
            yield from no_spin("wheel-obstructed")
        elif rest.revolutions < 3:
            yield from no_spin("fewer-than-three-revolutions")
        elif not rest.between:
            return rest.symbol
        elif table.house[CLAPPER_BETWEEN] == "previous-section-wins":
            yield from remedy("clapper-between", f"{rest.passed}, passed last, wins", by=cite("5.6(c)1"))
            return rest.passed  # in the direction of the final motion (R-5.6c1-direction)
        else:
            yield from no_spin("clapper-between")


def no_spin(what: str) -> Script[None]:
    """Call a spin off: nothing has won or lost, and wagers may be changed before the next."""
    cause = IRREGULARITIES[what]
    yield from announce("No Spin", by=cause.by)
    yield from remedy(what, cause.remedy, by=cause.by)


def settle(wager: Wager, symbol: str, table: Round) -> Result:
    """What one wager wins or loses; odds, simulation and disputes call it too."""
    if symbol not in table.place_of(wager).covers:
        return Result(wager, "lose", -wager.amount, by=cite("5.6(e)"))
    return Result(wager, "win", table.house.pays[wager.on].of(wager.amount), by=cite("5.5(a)"))


def layout(house: House) -> Layout:
    """One betting area per symbol."""
    places = (
        Place(kind, kind, (symbol,), cite("5.5(a)"), f"the area of {symbol}", at=(i, 0))
        for i, (kind, symbol) in enumerate(SYMBOL.items())
    )
    return Layout({place.id: place for place in places})


def find(text: str, layout: Layout, house: House) -> Place:
    """The area a patron names: ``bigsix-5``, ``$5`` or ``5``."""
    words = text.strip().lower()
    for place in layout.values():
        symbol = place.covers[0]
        if words in (place.id, symbol, symbol.removeprefix("$")):
            return place
    raise WagerRefused(f"{text[:60]!r} is no big six wager", cite("5.5(a)"), house.as_of, ", ".join(layout))


def minimum_odds(house: House) -> dict[str, Pays]:
    """The odds of each wager: all seven are always offered."""
    return dict(MINIMUM_ODDS)


def verify(table: Round, wager: Wager) -> None:
    """Chips on an area are all that the text knows."""
    if wager.coupon or wager.verbal:
        raise refusal(
            table,
            wager,
            "the big six rules know neither coupons nor spoken wagers",
            cite("5.6(a)"),
            "chips on the layout",
        )


GAME = Game(
    id="big-six",
    terms=Terms(
        options=(CLAPPER_BETWEEN, WHEEL),
        dealt_by=cite("5.6(b)"),
        late_by=reading("R-5.6a-late"),
        to_not_for=cite("5.5(b)"),
        no_decision="a big six wager is made before the wheel is spun and then left alone: there is nothing to decide",
    ),
    bets=scaffold_bets(
        minimum_odds=MINIMUM_ODDS,
        odds=minimum_odds,
        layout=layout,
    ),
    betting=Betting(
        layout=layout,
        place=find,
        unit=least_unit,
        verify=verify,
    ),
    script=big_six,
    chance=ChanceKind(words="spins", read=lambda token, table: {"symbol": table.place(token).covers[0]}),
    irregularities=IRREGULARITIES,
)
