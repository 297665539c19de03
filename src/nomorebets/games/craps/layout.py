"""The craps layout: every place of it, how a patron names one, and in which steps it is wagered (1.2(a), 1.4)."""

from __future__ import annotations

import re
from typing import cast

from nomorebets.equipment.dice import read, written
from nomorebets.errors import EditionError, WagerRefused, unknown
from nomorebets.games.craps.terms import OFFERED_BY, ROUNDING
from nomorebets.games.craps.wagers import ODDS_BETS, CrapsWager, true_odds, wagers
from nomorebets.regulation import Odds, reading
from nomorebets.table import House, Layout, Place


def layout(house: House) -> Layout:
    """Every place on which a wager may lie at this table."""
    places = [place_of(bet) for bet in wagers().values()]
    optional = {kind: house.get(option) for kind, option in OFFERED_BY.items()}
    return Layout({p.id: p for p in places if optional.get(p.kind, "on") == "on"})


def place_of(bet: CrapsWager) -> Place:
    """A wager as a place of the layout."""
    kind = bet.id.split(":")[0]
    covers = tuple(written(roll) for roll in bet.wins_on) or ((str(bet.number),) if bet.number else ())
    paid_as = ""
    if kind == "hop":
        a, b = bet.wins_on[0]
        paid_as = "hop-pair" if a == b else "hop-mixed"
    return Place(bet.id, kind, covers, bet.by, bet.where, paid_as="fire-4" if kind == "fire" else paid_as)


NOT_OFFERED = {
    "big-6": "R-1.2a-big-six-eight",
    "big-8": "R-1.2a-big-six-eight",
    "over-7": "R-1.2a-over-under",
    "under-7": "R-1.2a-over-under",
}
SPELLINGS: dict[str, tuple[str, ...]] = {
    "dont-pass": ("don't-pass", "don't pass", "dont pass"),
    "dont-come": ("don't-come", "don't come", "dont come"),
    "any-seven": ("any-7", "any 7", "any seven"),
    "craps-12": ("boxcars",),
    "craps-2": ("aces", "snake-eyes"),
    "eleven": ("yo",),
    "c-and-e": ("c&e", "c & e"),
}
_SAME = {other: kind for kind, others in SPELLINGS.items() for other in others}


def find(text: str, layout: Layout, house: House) -> Place:
    """The wager a patron names, or the refusal: the list is closed."""
    words = _SAME.get(text.strip().lower(), text.strip().lower())
    hop = re.fullmatch(r"hop[-: ](.+)", words)
    roll = read(hop[1], 2) if hop else None
    words = f"hop:{written(roll)}" if roll else words
    if words in layout:
        return layout[words]
    if words in NOT_OFFERED:
        by = reading(NOT_OFFERED[words])
        raise WagerRefused(f"{words} is not offered", by, house.as_of, "wagers of the list, such as place-win-6")
    kind = words.split(":")[0]
    option = OFFERED_BY.get(kind)
    if words in wagers() and option is not None:
        if house.as_of < option.first_day():
            since = option.first_day()
            raise EditionError(
                f"{kind} was not yet a wager on {house.as_of}", option.by, since, f"dates from {since} on"
            )
        raise WagerRefused(
            f"{kind} is not offered at this table", option.by, house.as_of, f"a table with {option.id} = on"
        )
    near = unknown("wager", words, layout)
    raise WagerRefused(near.text, reading("R-1.2a-exclusive"), house.as_of, near.accepts)


def payable_unit(house: House, odds: Odds) -> int:
    """The step of an amount that is paid in whole chips; a house that pays up takes every chip."""
    chip = house.smallest_chip
    return chip if house[ROUNDING] == "up" else chip * odds.ratio.denominator


def unit(house: House, place: Place) -> int:
    """The step in which a wager can be made and paid (R-1.4-payable)."""
    bet = wagers()[place.id]
    if bet.parts:
        return sum(bet.parts.values()) * house.smallest_chip
    if bet.family in ("buy", "lay", *ODDS_BETS):
        return payable_unit(house, true_odds(bet, bet.number)) if bet.number else house.smallest_chip
    return payable_unit(house, cast(Odds, house.pays[place.odds_of]))
