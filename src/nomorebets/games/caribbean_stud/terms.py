"""What the chapter fixes and what it leaves to the house at Caribbean stud: pay tables, amounts, options (19:47-16)."""

from __future__ import annotations

from datetime import date

from nomorebets.games.stud.qualifying import qualifying_term
from nomorebets.procedures.deck_options import (
    BY_DEVICE,
    counting_option,
    dealing_option,
    match_play_option,
    positions_option,
    second_deck_option,
    shuffle_option,
)
from nomorebets.procedures.meter import rates
from nomorebets.regulation import choice, cite, house_option, pay_table, reading, switch, to, win
from nomorebets.regulation.options import Choice, Idle, idle_where, option
from nomorebets.table.money import amounts_from, show

ANTE_PAYS = pay_table("16.12(b)", {"ante": to(1)})
BET_PAYS = pay_table(
    "16.12(c)",
    {
        "bet.royal-flush": to(100),
        "bet.straight-flush": to(50),
        "bet.four-of-a-kind": to(20),
        "bet.full-house": to(7),
        "bet.flush": to(5),
        "bet.straight": to(4),
        "bet.three-of-a-kind": to(3),
        "bet.two-pair": to(2),
        "bet.pair": to(1),
        "bet.high-card": to(1),
    },
)
PROGRESSIVE_PAYS = pay_table(
    "16.12(e)",
    {
        "progressive-payout.four-of-a-kind": win(500),
        "progressive-payout.full-house": win(100),
        "progressive-payout.flush": win(50),
    },
)
BET_TIMES = 2  # the ante: R-16.10a-bet-amount
BET_LIMIT = 500_000  # cents, on each bet wager: 16.12(d)
PROGRESSIVE_STAKE = 100  # cents: 16.6(c)
FIXED_STRAIGHT_FLUSH = 500_000  # cents: 16.12(e)
FIRST_CARD_UP = date(1999, 7, 19)  # when 16.7(d), 16.8(c) and 16.9(g) were rewritten
COUNTED_HOWEVER_DEALT = date(2012, 3, 19)  # R-16.9f-other-methods

SHUFFLE = shuffle_option(
    cite("16.4(a)"),
    manual=choice("16.4(a)"),
    automated=choice("16.4(a)"),
    pre_shuffled=choice("16.4(a)", since=date(2007, 3, 19)),
)
DEALING_METHOD = dealing_option(
    cite("16.9(a)"),
    "automated-shoe",
    manual_shoe=choice("16.7(a)"),
    hand=choice("16.8(a)", needs=BY_DEVICE, needs_by="16.8(b)1"),
    automated_shoe=choice("16.9(a)"),
)
COUNTING_SHUFFLER = counting_option(
    cite("16.9(f)"),
    on=choice(
        "16.9(f)",
        needs=("dealing-method", "automated-shoe"),
        needs_until=COUNTED_HOWEVER_DEALT,
        also_needs=BY_DEVICE,
    ),
    off=choice("16.9(e)"),
)
SECOND_DECK = second_deck_option(cite("16.2"), on=choice("16.2", needs=BY_DEVICE), off=choice("16.2"))
SHOW_HANDS = switch(
    "show-hands-on-no-hand",
    cite("16.10(f)1"),
    "Whether the players' cards are turned over when the dealer does not qualify.",
    on=choice("16.10(f)1"),
    off=choice("16.10(f)1"),
    default="on",
)
STRAIGHT_FLUSH_AWARD = house_option(
    "progressive-straight-flush",
    "16.12(e)",
    "What a straight flush wins on the progressive wager.",
    {"ten-percent": choice("16.12(e)"), "fixed-5000": choice("16.12(e)")},
    "ten-percent",
    must_choose="16.12(e)",
)


JACKPOT = amounts_from(1, "a jackpot of", "an amount of money", cite("16.12(f)"))
RATE = house_option(
    "progressive-rate",
    "16.12(f)",
    "How much of each progressive wager goes to the meter.",
    {"0.70": choice("16.12(f)")},
    "0.70",
    parse=rates("0.70", "1.00", cite("16.12(f)")),
)
INITIAL = house_option(
    "progressive-initial",
    "16.12(f)",
    "What the meter shows at first.",
    {"10000.00": choice("16.12(f)", read=reading("R-16.12f-initial"))},
    "10000.00",
    parse=JACKPOT,
    must_choose="16.12(f)",
)
RESET = house_option(
    "progressive-reset",
    "16.12(f)",
    "What the meter shows after a royal flush.",
    {"10000.00": choice("16.12(f)", read=reading("R-16.12f-initial"))},
    "10000.00",
    parse=JACKPOT,
    must_choose="16.12(f)",
)
# nothing to choose: it is an option for the sign that explains it
PAYOUT_LIMIT = option(
    "payout-limit",
    cite("16.12(d)"),
    "The most that is paid on each bet wager of a hand.",
    {show(BET_LIMIT): Choice(cite("16.12(d)"), sign=reading("R-16.12d-sign"))},
    came_later=True,
)
MATCH_PLAY = match_play_option(
    cite("16.6(a)"), on=choice("16.6(a)", read=reading("R-16.6a-coupon")), off=choice("16.6(a)")
)
# a term that only a game file sets
QUALIFIES = qualifying_term("ace-king", "any", "queen-high", "king-high", "ace-high", "pair")
POSITIONS = positions_option(
    cite("16.6(f)"), "How many players the table seats.", {"6": choice("16.6(f)"), "7": choice("16.6(f)")}
)

OPTIONS = idle_where(
    (
        SHUFFLE,
        DEALING_METHOD,
        COUNTING_SHUFFLER,
        SECOND_DECK,
        SHOW_HANDS,
        STRAIGHT_FLUSH_AWARD,
        RATE,
        INITIAL,
        RESET,
        PAYOUT_LIMIT,
        POSITIONS,
        MATCH_PLAY,
    ),
    dict.fromkeys((STRAIGHT_FLUSH_AWARD.id, RATE.id, INITIAL.id, RESET.id), Idle(without=("progressive-payout",))),
)
