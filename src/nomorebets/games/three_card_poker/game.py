"""Three card poker: N.J.A.C. 19:47-20 (since 2012, 13:69F-20)."""

from __future__ import annotations

from nomorebets.games.three_card_poker.script import IRREGULARITIES, MADE_FIRST, three_card_poker
from nomorebets.games.three_card_poker.settlement import (
    settle_ante,
    settle_ante_bonus,
    settle_envy,
    settle_pair_plus,
    settle_play,
    settle_progressive,
    settle_six_cards,
)
from nomorebets.games.three_card_poker.terms import (
    ANTE_BONUS,
    ANTE_BONUS_TABLE,
    LEAST_WITH_FIXED_SUMS,
    MATCH_PLAY,
    OFFER_PAIR_PLUS,
    OFFER_PROGRESSIVE,
    OFFER_SIX_CARD,
    OPTIONS,
    PAIR_PLUS,
    PAIR_PLUS_TABLE,
    POSITIONS,
    PROGRESSIVE,
    PROGRESSIVE_STAKE,
    SIX_CARD,
    SIX_CARD_ROYALS,
    SIX_CARD_TABLE,
    TWO_POSITIONS,
)
from nomorebets.procedures.deck import REMEMBERS, wager_of
from nomorebets.procedures.meter import METER
from nomorebets.procedures.positions import verify_positions
from nomorebets.regulation import cite, pay_table, reading, to
from nomorebets.table import Game, Round, Wager
from nomorebets.table.acceptance import refusal
from nomorebets.table.betting_areas import area_finder, areas_for, whole_chips
from nomorebets.table.game import CARDS, Bet, Betting, Memory, Terms
from nomorebets.table.memory import MONEY
from nomorebets.table.wagers import FixedStake

BETS = (
    Bet(kind="ante", by=cite("20.6"), pays=pay_table("20.11", {"ante": to(1)}), settle=settle_ante),
    Bet(
        kind="play",
        by=cite("20.6"),
        pays=pay_table("20.11", {"play": to(1)}),
        settle=settle_play,
        opens="decision",
        beside="ante",
    ),
    Bet(
        kind="ante-bonus",
        by=reading("R-20.10-ante-bonus"),
        pays=pay_table("20.11", ANTE_BONUS["ab-1"]),
        least=lambda house: ANTE_BONUS[house[ANTE_BONUS_TABLE]],
        settle=settle_ante_bonus,
        has_stake=False,
        beside="ante",
    ),
    Bet(
        kind="pair-plus",
        by=cite("20.6"),
        pays=pay_table("20.11", PAIR_PLUS["pp-1"]),
        least=lambda house: PAIR_PLUS[house[PAIR_PLUS_TABLE]],
        settle=settle_pair_plus,
        offered=OFFER_PAIR_PLUS,
        own_limits=True,
    ),
    Bet(
        kind="six-card-bonus",
        by=cite("20.6"),
        pays=pay_table("20.11", SIX_CARD["six-1"] | SIX_CARD_ROYALS),
        least=lambda house: SIX_CARD[house[SIX_CARD_TABLE]],
        settle=settle_six_cards,
        offered=OFFER_SIX_CARD,
        own_limits=True,
    ),
    Bet(
        kind="progressive",
        by=cite("20.6"),
        pays=pay_table("20.11", PROGRESSIVE),
        settle=settle_progressive,
        offered=OFFER_PROGRESSIVE,
        stake=FixedStake(PROGRESSIVE_STAKE, reading("R-20.6-progressive")),
        own_limits=True,
    ),
    Bet(
        kind="progressive-envy",
        by=reading("R-20.6-envy"),
        settle=settle_envy,
        has_stake=False,
        beside="progressive",
    ),
)
AFTER_THE_DEAL = "play"
SIDE_WAGERS = ("six-card-bonus", "progressive")


def verify(table: Round, wager: Wager) -> None:
    """What 20.6 demands of a wager."""
    if wager.seat > POSITIONS:
        by = reading("R-20.2-positions")
        raise refusal(table, wager, "the table has no such position", by, f"seats 1 to {POSITIONS}")
    two = table.house[TWO_POSITIONS] == "on"
    verify_positions(table, wager, most=2 if two else 1, by=reading("R-20.6-two-positions"))
    if wager.verbal:
        by = reading("R-20.6-seated")
        raise refusal(table, wager, "a spoken wager with cash is not taken", by, "chips, plaques or a coupon")
    if wager.call or wager.fee or wager.late:
        raise refusal(table, wager, "it cannot be called off, and no fee goes with it", cite("20.6"), "chips alone")
    if wager.kind == AFTER_THE_DEAL:
        made = [kind for kind in table.layout.kinds() if kind != AFTER_THE_DEAL]
        raise refusal(table, wager, "the play wager is made after the cards are dealt", cite("20.6"), ", ".join(made))
    if wager.coupon:
        by = reading("R-20.6-coupon")
        if table.house[MATCH_PLAY] != "on":
            raise refusal(table, wager, "match play coupons are not taken here", by, "chips or plaques alone")
        if wager.kind not in MADE_FIRST:
            raise refusal(table, wager, "a coupon goes with an ante or a pair plus wager", by, "chips or plaques alone")


def complete(table: Round, seat: int) -> None:
    """Side wagers go with an ante or a pair plus wager."""
    for side in filter(None, (wager_of(table, seat, kind) for kind in SIDE_WAGERS)):
        if not any(wager_of(table, seat, kind) for kind in MADE_FIRST):
            by = reading("R-20.6-side-wagers")
            raise refusal(table, side, "it goes only with an ante or a pair plus wager", by, "one of these beside it")
    wager = wager_of(table, seat, "six-card-bonus")
    if wager is None:
        return
    if table.house[SIX_CARD_TABLE] == "six-mm" and wager.amount < LEAST_WITH_FIXED_SUMS:
        raise refusal(table, wager, "it must be at least $5", reading("R-20.6-six-card-least"), "$5 and more")


GAME = Game(
    id="three-card-poker",
    terms=Terms(
        options=OPTIONS,
        dealt_by=cite("20.10"),
        late_by=reading("R-20.6-closing"),
        to_not_for=reading("R-20.11-printing"),
        seats=lambda house: POSITIONS,
    ),
    bets=BETS,
    betting=Betting(
        layout=areas_for(BETS),
        place=area_finder(cite("20.6")),
        unit=whole_chips,
        verify=verify,
        complete=complete,
        usual=("ante",),
    ),
    script=three_card_poker,
    chance=CARDS,
    memory=Memory(remembers=REMEMBERS | {METER: MONEY}, public=(METER,)),
    irregularities=IRREGULARITIES,
)
