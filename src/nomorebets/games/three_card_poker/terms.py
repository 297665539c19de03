"""What the house may choose at three card poker: the registries of pay tables, and the options (19:47-20)."""

from __future__ import annotations

from datetime import date

from nomorebets.games.stud.qualifying import qualifying_term
from nomorebets.hands.poker import MINI_ROYAL
from nomorebets.procedures.deck_options import (
    BY_DEVICE,
    counting_option,
    dealing_option,
    match_play_option,
    second_deck_option,
    shuffle_option,
)
from nomorebets.procedures.meter import rates
from nomorebets.regulation import Pays, choice, cite, house_option, reading, switch, to, win
from nomorebets.regulation.options import Idle, idle_where
from nomorebets.table import House
from nomorebets.table.money import amounts_from, cents

SECOND_CHAPTER = date(2012, 3, 19)  # from here on every listed table is allowed: R-20.11-least
POSITIONS = 7  # R-20.2-positions


def _rows(wager: str, hands: str, *odds: int) -> dict[str, Pays]:
    return {f"{wager}.{hand}": to(pays) for hand, pays in zip(hands.split(), odds, strict=True)}


_BONUS = "straight-flush three-of-a-kind straight"
ANTE_BONUS = {
    "ab-1": _rows("ante-bonus", _BONUS, 5, 4, 1),
    "ab-2": _rows("ante-bonus", _BONUS, 4, 3, 1),
    "ab-3": _rows("ante-bonus", _BONUS, 3, 2, 1),
    "ab-4": _rows("ante-bonus", _BONUS, 5, 3, 1),
}
# where a table has no line for the mini royal it is paid as a straight flush: R-20.11-mini-royal
_HANDS = "mini-royal straight-flush three-of-a-kind straight flush pair"
PAIR_PLUS = {
    "pp-1": _rows("pair-plus", _HANDS, 40, 40, 30, 6, 4, 1),
    "pp-2": _rows("pair-plus", _HANDS, 40, 40, 30, 6, 3, 1),
    "pp-3": _rows("pair-plus", _HANDS, 40, 40, 30, 5, 4, 1),
    "pp-4": _rows("pair-plus", _HANDS, 40, 40, 25, 6, 4, 1),
    "pp-5": _rows("pair-plus", _HANDS, 35, 35, 33, 6, 4, 1),
    "pp-6": _rows("pair-plus", _HANDS, 35, 35, 25, 6, 4, 1),
    "pp-7": _rows("pair-plus", _HANDS, 40, 40, 30, 5, 3, 1),
    "pp-8": _rows("pair-plus", _HANDS, 50, 40, 30, 6, 3, 1),
    "pp-9": _rows("pair-plus", _HANDS, 50, 40, 30, 6, 4, 1),
    "pp-10": _rows("pair-plus", _HANDS, 200, 40, 30, 6, 3, 1),
}
_SIX = "royal-flush straight-flush four-of-a-kind full-house flush straight three-of-a-kind"
SIX_CARD_ROYALS: dict[str, Pays] = {
    "six-card-bonus.six-card-royal-diamonds": win(1_000_000),
    "six-card-bonus.six-card-royal": win(100_000),
}
SIX_CARD = {
    "six-1": _rows("six-card-bonus", _SIX, 1000, 200, 50, 25, 20, 10, 5),
    "six-2": _rows("six-card-bonus", _SIX, 1000, 200, 50, 25, 15, 10, 5),
    "six-3": _rows("six-card-bonus", _SIX, 1000, 200, 100, 20, 15, 10, 7),
    "six-mm": _rows("six-card-bonus", _SIX, 1000, 200, 50, 20, 15, 10, 5) | SIX_CARD_ROYALS,
}
LEAST_WITH_FIXED_SUMS = 500  # cents, of a six-card bonus under six-mm: R-20.6-six-card-least

PROGRESSIVE_STAKE = 100  # cents
SPADES = f"{MINI_ROYAL}-spades"
PROGRESSIVE: dict[str, Pays] = {
    "progressive.mini-royal": win(500),
    "progressive.straight-flush": win(70),
    "progressive.three-of-a-kind": win(60),
    "progressive.straight": win(6),
    "progressive.envy-spades": win(100),
    "progressive.envy": win(25),
}

_TABLES = reading("R-20.11-pay-tables")

SHUFFLE = shuffle_option(cite("20.5"), manual=choice("20.5"), automated=choice("20.5"), pre_shuffled=choice("20.5"))
DEALING_METHOD = dealing_option(
    cite("20.9"),
    "automated-shoe",
    manual_shoe=choice("20.7"),
    hand=choice("20.8", needs=BY_DEVICE, needs_by="20.8"),
    automated_shoe=choice("20.9"),
)
COUNTING_SHUFFLER = counting_option(
    cite("20.7"),
    on=choice("20.7", read=reading("R-20.7-stub"), needs=BY_DEVICE),
    off=choice("20.7", read=reading("R-20.7-stub")),
)
SECOND_DECK = second_deck_option(
    cite("20.2"), on=choice("20.2", read=reading("R-20.2-second-deck"), needs=BY_DEVICE), off=choice("20.2")
)
TWO_POSITIONS = switch(
    "two-adjacent-positions",
    cite("20.6"),
    "Whether a player may take two positions side by side; each is a seat of its own.",
    on=choice("20.6", read=reading("R-20.6-two-positions")),
    off=choice("20.6"),
)
ANTE_BONUS_TABLE = house_option(
    "ante-bonus-table",
    "20.11",
    "What a straight or better earns beside the ante.",
    {name: choice("20.11", read=_TABLES) for name in ANTE_BONUS},
    "ab-1",
)
OFFER_PAIR_PLUS = switch(
    "offer-pair-plus",
    cite("20.6"),
    "Whether the pair plus wager is offered.",
    on=choice("20.6", read=reading("R-20.6-combinations")),
    off=choice("20.6"),
    default="on",
)
PAIR_PLUS_TABLE = house_option(
    "pair-plus-table",
    "20.11",
    "What the pair plus wager pays.",
    {
        # no row of pp-9 is worse than the original table's
        name: choice("20.11", read=_TABLES, since=None if name in ("pp-1", "pp-9") else SECOND_CHAPTER)
        for name in PAIR_PLUS
    },
    "pp-1",
)
OFFER_SIX_CARD = switch(
    "offer-six-card-bonus",
    cite("20.6"),
    "Whether the six-card bonus is offered.",
    on=choice("20.6", read=reading("R-20.6-side-wagers"), since=SECOND_CHAPTER, layout="a six-card bonus area"),
    off=choice("20.6"),
)
SIX_CARD_TABLE = house_option(
    "six-card-table",
    "20.11",
    "What the six-card bonus pays.",
    {name: choice("20.11", read=_TABLES) for name in SIX_CARD},
    "six-1",
)
SIDE_WAGERS_SURVIVE = switch(
    "side-wagers-survive-fold",
    cite("20.10"),
    "Whether the six-card bonus stays in action after a fold.",
    on=choice("20.10", read=reading("R-20.6-side-wagers")),
    off=choice("20.10"),
    default="on",
)
PAIR_PLUS_SURVIVES = switch(
    "pair-plus-survives-fold",
    cite("20.10"),
    "Whether the pair plus wager stays in action after a fold.",
    on=choice("20.10", read=reading("R-20.10-fold-pair-plus")),
    off=choice("20.10", read=reading("R-20.10-fold-pair-plus")),
)
MISDEAL_SCOPE = house_option(
    "misdeal-scope",
    "20.12",
    "Whether a wrong number of cards with one player voids that hand or all hands.",
    {
        "hand": choice("20.12", read=reading("R-20.12-wrong-number")),
        "all": choice("20.12", read=reading("R-20.12-wrong-number")),
    },
    "hand",
)
MATCH_PLAY = match_play_option(cite("20.6"), on=choice("20.6", read=reading("R-20.6-coupon")), off=choice("20.6"))


AGGREGATE_LIMIT = house_option(
    "aggregate-limit",
    "20.11",
    "The most that one hand is paid in a round.",
    {"none": choice("20.11", read=reading("R-20.11-no-limit"))},
    "none",
    parse=amounts_from(1, "a limit of", "none, or an amount of money", cite("20.11")),
    own_sign=cite("8.3"),
)

OFFER_PROGRESSIVE = switch(
    "offer-progressive",
    cite("20.6"),
    "Whether the progressive wager is offered.",
    on=choice("20.6", read=reading("R-20.6-progressive"), since=SECOND_CHAPTER, layout="progressive acceptors"),
    off=choice("20.6"),
)
PROGRESSIVE_TABLE = house_option(
    "progressive-table",
    "20.11",
    "What the progressive wager pays.",
    {"progressive-1": choice("20.11", read=reading("R-20.6-progressive"))},
    "progressive-1",
)


PROGRESSIVE_RATE = house_option(
    "progressive-rate",
    "20.11",
    "How much of each progressive wager goes to the meter.",
    {"0.20": choice("20.11", read=reading("R-20.11-meter"))},
    "0.20",
    parse=rates("0.00", "0.99", cite("20.11")),
)
PROGRESSIVE_SEED = house_option(
    "progressive-seed",
    "20.11",
    "What the meter shows at first, and after it was won.",
    {"1000.00": choice("20.11", read=reading("R-20.11-meter"))},
    "1000.00",
    parse=amounts_from(PROGRESSIVE_STAKE, "a meter that starts at", "an amount from 1.00 on", cite("20.11")),
)

# a term that only a game file sets
QUALIFIES = qualifying_term("queen-high", "any", "jack-high", "king-high", "ace-high", "pair")

OPTIONS = idle_where(
    (
        SHUFFLE,
        DEALING_METHOD,
        COUNTING_SHUFFLER,
        SECOND_DECK,
        TWO_POSITIONS,
        ANTE_BONUS_TABLE,
        OFFER_PAIR_PLUS,
        PAIR_PLUS_TABLE,
        OFFER_SIX_CARD,
        SIX_CARD_TABLE,
        SIDE_WAGERS_SURVIVE,
        PAIR_PLUS_SURVIVES,
        MISDEAL_SCOPE,
        MATCH_PLAY,
        AGGREGATE_LIMIT,
        OFFER_PROGRESSIVE,
        PROGRESSIVE_TABLE,
        PROGRESSIVE_RATE,
        PROGRESSIVE_SEED,
    ),
    {
        ANTE_BONUS_TABLE.id: Idle(rows=("ante-bonus",)),
        PAIR_PLUS_TABLE.id: Idle(without=("pair-plus",), rows=("pair-plus",)),
        PAIR_PLUS_SURVIVES.id: Idle(without=("pair-plus",)),
        SIX_CARD_TABLE.id: Idle(without=("six-card-bonus",), rows=("six-card-bonus",)),
        SIDE_WAGERS_SURVIVE.id: Idle(without=("six-card-bonus",)),
        PROGRESSIVE_TABLE.id: Idle(without=("progressive",), rows=("progressive",)),
        **dict.fromkeys((PROGRESSIVE_RATE.id, PROGRESSIVE_SEED.id), Idle(without=("progressive",))),
    },
)


def payout_limit(house: House) -> int | None:
    """The most one hand is paid, in cents."""
    return None if house[AGGREGATE_LIMIT] == "none" else cents(house[AGGREGATE_LIMIT])
