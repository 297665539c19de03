"""What the house may choose at Spanish 21, and under what it is offered (19:47-19)."""

from __future__ import annotations

from fractions import Fraction

from nomorebets.games.spanish_21.cutting import GOES_ROUND
from nomorebets.games.twenty_one.options import (
    card_reader,
    mid_shoe_excluded,
    places_per_player,
    players_per,
    surrender_offered,
)
from nomorebets.games.twenty_one.refusals import no_further_split
from nomorebets.games.twenty_one.rules import Always21, Rules
from nomorebets.games.twenty_one.sides import MATCHES
from nomorebets.games.twenty_one.words import SAID
from nomorebets.procedures.shoe import DECKS as DECKS_ID
from nomorebets.regulation import Odds, Pays, PayTable, choice, cite, reading, switch, to, win
from nomorebets.regulation.options import Choice, option
from nomorebets.table import House
from nomorebets.table.game import Permitted, Terms

BOXES = 6  # R-19.2-boxes
MOST_PLAYERS = 3  # on a box: 19.13
RAISES = ("double", "redouble", "redouble-2")  # what doubling adds, one after the other
MAIN = ("main",)  # the wagers that start a box
WIN, BLACKJACK = "main.win", "main.blackjack"

# --- options ---------------------------------------------------------------------------------------------------------

DECKS = option(DECKS_ID, cite("19.2(a)"), "How many decks of 48 the shoe holds.", ("6", "8"), counts_cards=True)
SHUFFLE = option(
    "shuffle-method",
    cite("19.4(a)"),
    "Whether the cards are shuffled by hand and cut, or by a device and not cut.",
    {"manual": cite("19.4(b)2"), "automated": cite("19.4(b)1")},
)
CARD_READER = card_reader(cite("19.7"), on=choice("19.7", read=reading("R-19.7-reader")), off=choice("19.7"))
SOFT_17 = option(
    "dealer-soft-17",
    cite("19.12"),
    "Whether the dealer stands on a soft 17.",
    {"stand": choice("19.12"), "hit": choice("19.12", read=reading("R-19.12-soft-17"), analysis=True)},
)
MATCH = switch(
    "match-dealer-offered",
    cite("19.6"),
    "Whether the match-the-dealer wager is offered.",
    on=choice("19.6"),
    off=choice("19.6"),
    default="on",
)
SURRENDER = surrender_offered(
    "Whether a player may give up half of the wager.",
    cite("19.8"),
    on=choice("19.8", read=reading("R-19.8-offered")),
    off=choice("19.8", read=reading("R-19.8-offered"), sign="8.3"),
    default="on",
)
RESCUE = option(
    "rescue",
    cite("19.9"),
    "A player may rescue a hand that was doubled: that is part of the game.",
    {"on": cite("19.9")},
)
REDOUBLE = option(
    "redouble-max",
    reading("R-19.9-redouble"),
    "How often a doubled hand may be doubled again.",
    {
        "0": cite("19.9"),
        "1": choice("19.9", read=reading("R-19.9-redouble"), analysis=True),
        "2": choice("19.9", read=reading("R-19.9-redouble"), analysis=True),
    },
)
# nothing to choose: it is an option for the sign that explains it
AFTER_DOUBLING = option(
    "bonus-after-doubling",
    cite("19.5(f)"),
    "A hand that was doubled gets no bonus, and one that was doubled or split no super bonus.",
    {"none": Choice(cite("19.5(f)"), sign=reading("R-19.5f-sign"))},
    came_later=True,
)
SPLITS = option(
    "max-splits",
    reading("R-19.10-limit"),
    "How often the pairs of a box may be split: three splits make four hands.",
    ("1", "2", "3"),
    "3",
)
RESPLIT_ACES = switch(
    "resplit-aces",
    cite("19.10"),
    "Whether aces may be split more than once where other pairs may.",
    on=choice("19.10", read=reading("R-19.10-limit")),
    off=choice("19.10", read=reading("R-19.10-limit"), sign="8.3"),
    default="on",
)
SPLIT_ACES = option(
    "split-aces-draw",
    reading("R-19.10-aces"),
    "Whether split aces are played like any other hand, or get one card each.",
    ("free", "one-card"),
)
PLAYERS_PER_BOX = players_per("box", cite("19.13"), MOST_PLAYERS)
BOXES_PER_PLAYER = places_per_player("boxes", cite("19.14"), reading("R-19.14-several"), BOXES)
MID_SHOE = mid_shoe_excluded(
    cite("19.5"),
    on=choice("19.5", read=reading("R-19.5-mid-shoe"), sign="8.3"),
    off=choice("19.5"),
)
OPTIONS = (
    DECKS,
    SHUFFLE,
    CARD_READER,
    SOFT_17,
    MATCH,
    SURRENDER,
    RESCUE,
    REDOUBLE,
    AFTER_DOUBLING,
    SPLITS,
    RESPLIT_ACES,
    SPLIT_ACES,
    PLAYERS_PER_BOX,
    BOXES_PER_PLAYER,
    MID_SHOE,
)

# --- pay tables ------------------------------------------------------------------------------------------------------

SUITED = ("mixed", "suited", "spades")  # how three cards may be alike
_PAID = (to(3, 2), to(2), to(3))
BONUSES: dict[str, Pays] = {
    **{f"main.{ranks}-{suits}": pays for ranks in ("678", "777") for suits, pays in zip(SUITED, _PAID, strict=True)},
    **{f"main.{number}-cards": pays for number, pays in zip(("five", "six", "seven"), _PAID, strict=True)},
}
MAIN_PAYS = PayTable(
    {
        WIN: (to(1), cite("19.5")),
        BLACKJACK: (to(3, 2), reading("R-19.5-blackjack")),
        **{row: (pays, reading("R-19.5-bonus-odds")) for row, pays in BONUSES.items()},
    }
)
SUPER_BONUS = {500: "super-bonus.from-5", 2500: "super-bonus.from-25"}  # from so many cents on
SUPER_PAYS = PayTable(
    {
        row: (pays, reading("R-19.5-super-bonus"))
        for row, pays in zip(SUPER_BONUS.values(), (win(1000), win(5000)), strict=True)
    }
)
OTHERS_PAYS = PayTable({"super-bonus-others": (win(50), reading("R-19.5-others"))})
MATCH_PAYS: dict[str, dict[str, Pays]] = {
    decks: {f"match-dealer.{kind}": to(pays) for kind, pays in zip(MATCHES, (2 * s, s + u, s, 2 * u, u), strict=True)}
    for decks, s, u in (("6", 9, 4), ("8", 12, 3))  # a match of the same suit, and another; two pay the sum
}


def decks_of(house: House) -> int:
    return int(house[DECKS])


def rules_of(house: House) -> Rules:
    """What decides play and price at a table, of a whole shoe."""

    def ratio(row: str) -> Fraction:
        pays = house.pays.get(row, MAIN_PAYS[row])
        assert isinstance(pays, Odds)
        return pays.ratio

    mixed, suited, spades = SUITED
    return Rules(
        decks=decks_of(house),
        hit_soft_17=house[SOFT_17] == "hit",
        card_reader=house[CARD_READER] == "on",
        surrender="late" if house[SURRENDER] == "on" else "none",
        blackjack_pays=ratio(BLACKJACK),
        double_on="any-number",
        most_hands=int(house[SPLITS]) + 1,
        resplit_aces=house[RESPLIT_ACES] == "on",
        win_pays=ratio(WIN),
        tens=12,
        always_21=Always21(
            tuple((cards, ratio(f"main.{name}-cards")) for cards, name in ((5, "five"), (6, "six"), (7, "seven"))),
            (ratio(f"main.678-{mixed}"), ratio(f"main.678-{suited}"), ratio(f"main.678-{spades}")),
            (ratio(f"main.777-{mixed}"), ratio(f"main.777-{suited}"), ratio(f"main.777-{spades}")),
        ),
        rescue=True,
        redoubles=int(house[REDOUBLE]),
        split_aces_play=house[SPLIT_ACES] == "free",
    )


TERMS = Terms(
    procedure=GOES_ROUND,
    options=OPTIONS,
    refused_by=no_further_split(lambda house: reading("R-19.10-limit")),
    dealt_by=cite("19.7"),
    late_by=reading("R-19.5-late"),
    seats=lambda house: BOXES,
    shared=Permitted(lambda house: int(house[PLAYERS_PER_BOX]), cite("19.13")),
    several=Permitted(lambda house: int(house[BOXES_PER_PLAYER]), cite("19.14")),
    said=SAID,
)
