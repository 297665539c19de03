"""What the house may choose at blackjack, and under what it is offered (19:47-2, since 2012 13:69F-2)."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from functools import lru_cache
from typing import cast

from nomorebets.errors import HouseRuleError
from nomorebets.games.blackjack.constraints import NEEDS, read_depth
from nomorebets.games.blackjack.side_terms import SIDE_OPTIONS
from nomorebets.games.twenty_one.options import card_reader, places_per_player, players_per
from nomorebets.games.twenty_one.refusals import no_further_split
from nomorebets.games.twenty_one.rules import DoubleOn, Relief, Rules, Surrender
from nomorebets.games.twenty_one.words import SAID
from nomorebets.procedures.shoe import decks_from
from nomorebets.regulation import choice, cite, house_option, reading, switch, to
from nomorebets.regulation.odds import Odds
from nomorebets.regulation.options import Idle, constrained, idle_where, option
from nomorebets.table import House
from nomorebets.table.game import Permitted, Terms
from nomorebets.table.money import amounts_from, cents

MOST_BOXES = 7
MOST_PLAYERS = 3  # on a box: 2.13(a)
EARLY_SURRENDER_ENDED = date(1981, 8, 31)  # R-2.8-early
LATE_SURRENDER_CAME = date(1981, 9, 1)
LISTED = date(2000, 1, 3)  # in the contents of that day; when a section came is not known
NEW_CHAPTER = date(2012, 3, 19)  # what came between the contents of 2000 and this day
WIN, BLACKJACK, FIVE_CARDS = "blackjack.win", "blackjack.blackjack", "blackjack.five-card-21"
MULTI = ("multi-1", "multi-2", "multi-3")

# --- cards -----------------------------------------------------------------------------------------------------------

DECKS = house_option(
    "decks",
    "2.2(a)",
    "How many decks are dealt from: one or more.",
    {str(n): choice("2.2(a)") for n in (1, 2, 4, 6, 8)},
    "8",
    parse=decks_from(1, cite("2.2(a)")),
    makes_the_odds=True,
    counts_cards=True,
)
DEALING = option(
    "dealing",
    cite("2.6"),
    "What the cards come from: a shoe, the dealer's hand, a device that shuffles without end, or a double shoe.",
    {
        "shoe": cite("2.6"),
        "hand": cite("2.6A"),
        "continuous": choice("2.21", since=LISTED, read=reading("R-2.21-continuous")),
        "double-shoe": choice("2.2", since=LISTED, read=reading("R-2.2-double-shoe")),
    },
)
CARD_READER = card_reader(cite("2.6"), on=choice("2.6", read=reading("R-2.6-reader")), off=choice("2.6"), default="off")
CUT_DEPTH = option(
    "cut-depth",
    reading("R-2.5-cut-depth"),
    "How much of the stack lies behind the cutting card: a part of it, or a number of cards.",
    ("1/4", "1/3", "1/2"),
    parse=read_depth,
    counts_cards=True,
)
BART_CARTER = switch(
    "bart-carter",
    cite("2.5(d)"),
    "Whether dealt cards are shuffled back into the shoe in small stacks; then no cutting card marks its end.",
    on=choice("2.5(d)"),
    off=choice("2.5(d)"),
)
SHUFFLE_AT_WILL = switch(
    "shuffle-at-will",
    cite("2.5(a)"),
    "Whether the licensee may have the cards shuffled after any round.",
    on=choice("2.5(a)"),
    off=choice("2.5(a)"),
)

# --- boxes and players -----------------------------------------------------------------------------------------------

BOXES = option(
    "boxes",
    reading("R-2.1-boxes"),
    "How many boxes the table has; they decide how often a pair may be split.",
    [str(n) for n in range(1, MOST_BOXES + 1)],
    "6",
)
PLAYERS_PER_BOX = players_per("box", cite("2.13(a)"), MOST_PLAYERS)
BOXES_PER_PLAYER = places_per_player("boxes", cite("2.14"), reading("R-2.14-several"), MOST_BOXES)
MID_SHOE_ENTRY = option(
    "mid-shoe-entry",
    reading("R-2.3-mid-shoe"),
    "Whether somebody who passed a round may wager again before the cards are shuffled.",
    {
        "allow": choice("2.3", read=reading("R-2.3-mid-shoe")),
        "bar-until-shuffle": choice("2.3", read=reading("R-2.3-mid-shoe"), sign="8.3"),
    },
)
HAND_FEE = option(
    "hand-fee",
    reading("R-2.3-hand-fee"),
    "What each box pays for a round beside its wagers; nothing at 0.00.",
    {"0.00": reading("R-2.3-hand-fee"), "0.25": choice("2.3", read=reading("R-2.3-hand-fee"), sign="8.3")},
    parse=amounts_from(0, "a fee of", "an amount from 0.00 on", reading("R-2.3-hand-fee")),
    own_sign=cite("8.3"),
)

# --- play and pay ----------------------------------------------------------------------------------------------------

BLACKJACK_PAYS = option(
    "blackjack-pays",
    reading("R-2.7-pays"),
    "What a blackjack pays.",
    {
        "3:2": choice("2.7", read=reading("R-2.7-pays")),
        "6:5": choice(
            "2.7", since=NEW_CHAPTER, read=reading("R-2.7-six-to-five"), layout="the words Blackjack pays 6 to 5"
        ),
    },
)
SOFT_17 = option(
    "soft-17",
    cite("2.12(b)"),
    "Whether the dealer stands on a soft 17 or draws to it.",
    {
        "stand": choice("2.12(b)"),
        "hit": choice("2.12(c)", since=NEW_CHAPTER, sign="8.3"),
    },
)
SURRENDER = option(
    "surrender",
    cite("2.8(c)"),
    "Whether a player may give up half of the wager; early surrender, whatever the hole card is, ended in 1981.",
    {
        "none": choice("2.8(c)", since=LATE_SURRENDER_CAME),
        "late": choice("2.8(a)", since=LATE_SURRENDER_CAME, sign="8.3"),
        "early": choice("2.8(a)", read=reading("R-2.8-early"), until=EARLY_SURRENDER_ENDED),
    },
)
EVEN_MONEY = switch(
    "even-money",
    cite("2.7(c)"),
    "Whether a blackjack against an ace may be paid 1 to 1 at once, in place of the blackjack and full insurance.",
    on=choice("2.7(c)"),
    off=choice("2.7(c)"),
    default="on",
)
DOUBLE_ON = option(
    "double-on",
    cite("2.10(a)"),
    "Which first two cards may be doubled: any, or only totals of 9 to 11, or 10 and 11.",
    {
        "any-two": choice("2.10(a)"),
        "9-11": choice("2.10(a)", read=reading("R-2.10-points"), analysis=True),
        "10-11": choice("2.10(a)", read=reading("R-2.10-points"), analysis=True),
    },
)
DOUBLE_AFTER_SPLIT = switch(
    "double-after-split",
    cite("2.11(c)"),
    "Whether a hand made by splitting may be doubled.",
    on=choice("2.11(c)"),
    off=choice("2.11(c)", read=reading("R-2.11-no-double-after-split"), analysis=True),
    default="on",
)
RESPLIT = option(
    "resplit",
    cite("2.11(c)1"),
    "Whether a pair in a split hand may be split again.",
    {"none": cite("2.11(c)1"), "up-to-limit": choice("2.11(e)", sign="2.11(e)")},
)
RESPLIT_ACES = option(
    "resplit-aces",
    cite("2.11(e)"),
    "Whether aces may be split more than once where other pairs may.",
    {"forbidden": choice("2.11(e)"), "allowed": choice("2.11(e)", sign="2.11(e)")},
)
RELIEF = option(
    "dealer-bj-relief",
    cite("2.11(d)"),
    "What a dealer's blackjack takes of a box that was split or doubled.",
    {"original-only": reading("R-2.11-original-only"), "busted-plus-one": reading("R-2.11-busted-plus-one")},
)
FIVE_CARD_21 = option(
    "five-card-21",
    cite("2.16"),
    "What a hand pays that comes to 21 with its fifth card.",
    {"off": choice("2.16"), "2:1": choice("2.16", read=reading("R-2.16-five-cards"), sign="8.3")},
    parse=lambda text: str(_odds(text)).replace(" to ", ":"),
    own_sign=cite("8.3"),
)
MULTIPLE_ACTION = switch(
    "multiple-action",
    cite("2.18"),
    "Whether a player has up to three wagers on a hand, each against another hand of the dealer.",
    on=choice("2.18", read=reading("R-2.18-wagers"), sign="8.3"),
    off=choice("2.18"),
)
OWN_OPTIONS = idle_where(
    (
        DECKS,
        DEALING,
        CARD_READER,
        CUT_DEPTH,
        BART_CARTER,
        SHUFFLE_AT_WILL,
        BOXES,
        PLAYERS_PER_BOX,
        BOXES_PER_PLAYER,
        MID_SHOE_ENTRY,
        HAND_FEE,
        BLACKJACK_PAYS,
        SOFT_17,
        SURRENDER,
        EVEN_MONEY,
        DOUBLE_ON,
        DOUBLE_AFTER_SPLIT,
        RESPLIT,
        RESPLIT_ACES,
        RELIEF,
        FIVE_CARD_21,
        MULTIPLE_ACTION,
    ),
    {
        BLACKJACK_PAYS.id: Idle(rows=("blackjack.blackjack",)),
        FIVE_CARD_21.id: Idle(rows=("blackjack.five-card-21",)),
        RESPLIT_ACES.id: Idle(beside={RESPLIT.id: ("none",)}),
        CUT_DEPTH.id: Idle(beside={BART_CARTER.id: ("on",), DEALING.id: ("continuous",)}),
    },
)
OPTIONS = constrained((*OWN_OPTIONS, *SIDE_OPTIONS), NEEDS)


def _odds(text: str) -> Odds:
    odds = Odds.parse(text)
    if odds.ratio <= 1:
        by = reading("R-2.16-five-cards")
        raise HouseRuleError(f"{odds} for five cards", by, accepts="off, or better than 1:1")
    return odds


def blackjack_odds(house: House) -> Odds:
    """What a blackjack pays at least."""
    return Odds.parse(house[BLACKJACK_PAYS])


def five_card_odds(house: House) -> Odds | None:
    """What 21 with five cards pays, where the house offers it."""
    chosen = house.get(FIVE_CARD_21)
    return None if chosen is None or chosen == "off" else _odds(chosen)


def is_multiple(house: House) -> bool:
    """Whether the dealer has a hand for each of several wagers."""
    return house.get(MULTIPLE_ACTION) == "on"


@lru_cache(64)
def main_kinds(house: House) -> tuple[str, ...]:
    """The wagers that start a box: one, or one for each hand of the dealer."""
    return MULTI if is_multiple(house) else ("blackjack",)


@lru_cache(64)
def hand_fee(house: House) -> int:
    """What each box pays for a round, in cents."""
    return cents(house[HAND_FEE])


@lru_cache(64)
def decks_dealt(house: House) -> int:
    """How many decks a round is dealt from: all of them, or one side of a double shoe."""
    return int(house[DECKS]) // (2 if house[DEALING] == "double-shoe" else 1)


def most_hands(house: House) -> int:
    """How many hands a box may come to by splitting: R-2.11-limit."""
    if house[RESPLIT] == "none":
        return 2
    return 3 if int(house[BOXES]) == MOST_BOXES else 4


@lru_cache(64)
def rules_of(house: House) -> Rules:
    """What decides play and price at a table, of a whole shoe."""
    pays, five = house.pays.get(BLACKJACK, blackjack_odds(house)), house.pays.get(FIVE_CARDS)
    win = house.pays.get(WIN, PAYS_WIN)
    assert isinstance(pays, Odds)
    assert isinstance(win, Odds)
    return Rules(
        decks=decks_dealt(house),
        hit_soft_17=house[SOFT_17] == "hit",
        card_reader=house[CARD_READER] == "on",
        relief=cast(Relief, house[RELIEF]),
        surrender=cast(Surrender, house[SURRENDER]),
        blackjack_pays=pays.ratio,
        double_on=cast(DoubleOn, house[DOUBLE_ON]),
        double_after_split=house[DOUBLE_AFTER_SPLIT] == "on",
        most_hands=most_hands(house),
        resplit_aces=house[RESPLIT_ACES] == "allowed",
        five_card_21=Fraction(five.pays, five.on) if isinstance(five, Odds) else None,
        win_pays=win.ratio,
    )


TERMS = Terms(
    options=OPTIONS,
    refused_by=no_further_split(lambda house: RESPLIT.choices[house[RESPLIT]].by),
    dealt_by=cite("2.6"),
    late_by=reading("R-2.3-late"),
    seats=lambda house: int(house[BOXES]),
    shared=Permitted(lambda house: int(house[PLAYERS_PER_BOX]), cite("2.13(a)")),
    several=Permitted(lambda house: int(house[BOXES_PER_PLAYER]), cite("2.14")),
    said=SAID,
)
PAYS_WIN = to(1)
