"""Let it ride poker: N.J.A.C. 19:47-18 (since 2012, 13:69F-18)."""

from __future__ import annotations

from nomorebets.games.let_it_ride.script import IRREGULARITIES, bets_of, let_it_ride
from nomorebets.games.let_it_ride.settlement import settle_bet, settle_bonus, settle_three_cards
from nomorebets.games.let_it_ride.terms import (
    BETS,
    BETS_PAY,
    BONUS_PAYS,
    BONUS_STAKE,
    MATCH_PLAY,
    OFFER_BONUS,
    OFFER_THREE_CARD_BONUS,
    OPTIONS,
    POSITIONS,
    TWO_POSITIONS,
    three_card_odds,
    three_card_odds_at,
)
from nomorebets.procedures.deck import REMEMBERS, wager_of
from nomorebets.procedures.positions import verify_positions
from nomorebets.regulation import cite, names, reading
from nomorebets.table import Game, Round, Wager
from nomorebets.table.acceptance import refusal
from nomorebets.table.betting_areas import area_finder, areas_for, whole_chips
from nomorebets.table.game import CARDS, Bet, Betting, Memory, Terms
from nomorebets.table.money import dollars
from nomorebets.table.wagers import FixedStake

ALL_BETS = (
    Bet(kind="bet-1", by=cite("18.6(d)"), pays=BETS_PAY, settle=settle_bet),
    Bet(kind="bet-2", by=cite("18.6(d)"), settle=settle_bet),  # paid as bet-1 is
    Bet(kind="bet-3", by=cite("18.6(d)"), settle=settle_bet),
    Bet(
        kind="bonus",
        by=cite("18.6A"),
        pays=BONUS_PAYS,
        settle=settle_bonus,
        offered=OFFER_BONUS,
        beside="bet-3",
        stake=FixedStake(BONUS_STAKE, reading("R-18.6A-stake")),
    ),
    Bet(
        kind="three-card-bonus",
        by=reading("R-18.6B-three-card-bonus"),
        pays=three_card_odds("tcb-1"),
        least=three_card_odds_at,
        settle=settle_three_cards,
        offered=OFFER_THREE_CARD_BONUS,
        beside="bet-3",
    ),
)


def verify(table: Round, wager: Wager) -> None:
    """What 18.6 and 18.6A demand of a wager by itself."""
    if wager.seat > POSITIONS:
        by = reading("R-18.6b-seats")
        raise refusal(table, wager, "the table has no such position", by, f"seats 1 to {POSITIONS}")
    two = table.house[TWO_POSITIONS] == "on"
    verify_positions(table, wager, most=2 if two else 1, by=cite("18.6(e)"))
    if wager.verbal:
        raise refusal(table, wager, "a spoken wager with cash is not taken", cite("18.6(a)"), "chips or plaques")
    if wager.coupon and (table.house[MATCH_PLAY] != "on" or wager.kind not in BETS):
        raise refusal(table, wager, "a match play coupon is not taken here", cite("18.6(a)"), "chips or plaques")


def complete(table: Round, seat: int) -> None:
    """When the call comes each player has three equal bets, or none at all."""
    own = [wager for wager in table.wagers if wager.seat == seat]
    if not own or any(wager.accepted for wager in own):  # a dealer let it stand: see what is done about it then
        return
    bets = bets_of(table, seat)
    if len(bets) < 3:
        missing = ", ".join(names.wager(kind) for kind in BETS if wager_of(table, seat, kind) is None)
        by = cite("18.6(d)") if bets else reading("R-18.6A-stake")
        why = f"each player makes three bets; missing: {missing}"
        raise refusal(table, own[-1], why, by, "all three bets, of one amount")
    if len({bet.amount for bet in bets}) > 1:
        odd = max(bets, key=lambda bet: bet.amount)
        least = dollars(min(bet.amount for bet in bets))
        raise refusal(table, odd, "the three bets must be equal", cite("18.6(d)"), f"{least} on each of the three")


GAME = Game(
    id="let-it-ride",
    terms=Terms(
        options=OPTIONS,
        dealt_by=cite("18.10(b)"),
        late_by=reading("R-18.6c-late"),
        to_not_for=cite("18.11(a)"),
        limit_groups={"bets": BETS},
        seats=lambda house: POSITIONS,
    ),
    bets=ALL_BETS,
    betting=Betting(
        layout=areas_for(ALL_BETS),
        place=area_finder(cite("18.6(a)")),
        unit=whole_chips,
        verify=verify,
        complete=complete,
        usual=("bets",),
        bundles={"bets": BETS},
    ),
    script=let_it_ride,
    chance=CARDS,
    memory=Memory(remembers=REMEMBERS),
    irregularities=IRREGULARITIES,
)
