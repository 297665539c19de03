"""What the house may choose at blackjack switch, and under what it is offered (13:69F-2A)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from nomorebets.games.twenty_one.options import (
    card_reader,
    mid_shoe_excluded,
    places_per_player,
    players_per,
    surrender_offered,
)
from nomorebets.games.twenty_one.refusals import no_further_split
from nomorebets.games.twenty_one.rules import Rules
from nomorebets.games.twenty_one.words import SAID
from nomorebets.regulation import choice, cite, house_option, reading, switch, to
from nomorebets.regulation.odds import Odds
from nomorebets.regulation.options import Choice, option
from nomorebets.table import House
from nomorebets.table.game import Permitted, Terms
from nomorebets.table.variation import TERM

SPOTS = 5  # R-2A.1-spots
MOST_PLAYERS = 3  # on a spot: 2A.13(a)
HANDS = ("switch-hand-1", "switch-hand-2")
BOTH = "switch-hands"  # the two together
WIN, BLACKJACK = "switch-hand-1.win", "switch-hand-1.blackjack"
PUSHES_AT = 22  # R-2A.5-pushes

DECKS = option(
    "decks",
    reading("R-2A.2-decks"),
    "How many decks the shoe holds.",
    ("6", "8"),
    counts_cards=True,
)
SHUFFLE_METHOD = option(
    "shuffle-method",
    cite("2A.15(j)"),
    "Whether the dealer or a device shuffles the cards.",
    {"manual": cite("2A.4"), "automated": cite("2A.15(i)")},
)
CARD_READER = card_reader(cite("2A.15(k)"), on=choice("2A.15(k)"), off=choice("2A.15(l)"))
MATCH_WAGER = switch(
    "match-wager-offered",
    cite("2A.6"),
    "Whether a wager is offered on ranks that repeat among the four cards of a spot.",
    on=Choice(cite("2A.6"), sign=reading("R-2A.6-sign")),
    off=choice("2A.6"),
    default="on",
)
SURRENDER = surrender_offered(
    "Whether a player may give up half of the wager on either hand.",
    cite("2A.9(c)"),
    on=choice("2A.9(a)", sign="2A.9(c)"),
    off=choice("2A.9(c)"),
)
MAX_SPLITS = option(
    "max-splits",
    cite("2A.11(e)"),
    "How often each of the two hands may be split.",
    {"1": cite("2A.11"), "2": cite("2A.11(e)"), "3": cite("2A.11(e)")},
    "3",
)
RESPLIT_ACES = house_option(
    "resplit-aces",
    "2A.11(e)",
    "Whether aces may be split more than once where other pairs may.",
    {"not-allowed": choice("2A.11(e)", sign="2A.11(e)"), "allowed": choice("2A.11(e)")},
    "not-allowed",
    ruled_out=lambda settings, day: None if settings.get("max-splits") != "1" else cite("2A.11(e)"),
)
SWITCHED_BLACKJACK = option(
    "switched-blackjack",
    reading("R-2A.1-switched"),
    "Whether an ace and a ten that the switch brings together are a blackjack.",
    ("counts-as-21", "counts-as-blackjack"),
)
PLAYERS_PER_SPOT = players_per("spot", cite("2A.13(a)"), MOST_PLAYERS)
SPOTS_PER_PLAYER = places_per_player("spots", cite("2A.14"), reading("R-2A.14-several"), SPOTS)
MID_SHOE_ENTRY = mid_shoe_excluded(
    reading("R-2A.5-mid-shoe"),
    on=choice("2A.5", read=reading("R-2A.5-mid-shoe"), sign="8.3"),
    off=choice("2A.5", read=reading("R-2A.5-mid-shoe")),
)
# terms that only a game file sets
SOFT_17 = option("soft-17", TERM, "Whether the dealer draws to a soft 17 or stands on it.", ("hit", "stand"))
DEALER_22 = option("dealer-22", TERM, "Whether a dealer's 22 ties, or loses like any total over 21.", ("push", "lose"))
OPTIONS = (
    DECKS,
    SHUFFLE_METHOD,
    CARD_READER,
    MATCH_WAGER,
    SURRENDER,
    MAX_SPLITS,
    RESPLIT_ACES,
    SWITCHED_BLACKJACK,
    PLAYERS_PER_SPOT,
    SPOTS_PER_PLAYER,
    MID_SHOE_ENTRY,
)


def ratio(house: House, row: str) -> Fraction:
    """What a row pays at a table."""
    pays = house.pays.get(row, to(1))
    assert isinstance(pays, Odds)
    return pays.ratio


def loses_at_22(house: House) -> bool:
    """Whether a game file has the dealer lose with 22."""
    return house.get(DEALER_22) == "lose"


def rules_of(house: House) -> Rules:
    """What decides the play and price of one hand at a table."""
    return Rules(
        decks=int(house[DECKS]),
        hit_soft_17=house.get(SOFT_17) != "stand",  # 2A.12(b)
        card_reader=house[CARD_READER] == "on",
        surrender="late" if house[SURRENDER] == "on" else "none",
        blackjack_pays=ratio(house, BLACKJACK),
        most_hands=1 + int(house[MAX_SPLITS]),
        resplit_aces=house.get(RESPLIT_ACES) == "allowed",
        win_pays=ratio(house, WIN),
        pushes_at=0 if loses_at_22(house) else PUSHES_AT,
    )


@dataclass(frozen=True)
class SpotRules:
    """What decides the play and price of a spot."""

    rules: Rules  # of one hand
    switched_counts: bool  # an ace and a ten that the switch brings together are a blackjack


def spot_rules_of(house: House) -> SpotRules:
    """The same of a spot."""
    return SpotRules(rules_of(house), house[SWITCHED_BLACKJACK] == "counts-as-blackjack")


TERMS = Terms(
    options=OPTIONS,
    refused_by=no_further_split(lambda house: MAX_SPLITS.choices[house[MAX_SPLITS]].by),
    dealt_by=cite("2A.7"),
    late_by=reading("R-2A.5-late"),
    seats=lambda house: SPOTS,
    shared=Permitted(lambda house: int(house[PLAYERS_PER_SPOT]), cite("2A.13(a)")),
    several=Permitted(lambda house: int(house[SPOTS_PER_PLAYER]), cite("2A.14")),
    said=SAID,
)
