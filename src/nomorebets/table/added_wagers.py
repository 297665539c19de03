"""Wagers that a game file adds on the hand of a seat: one settlement, dealt beside the script of any card game.

A game says in its ``variations`` which cards a seat's hand is and how it is named (:class:`SeatHand`). The wager is
settled when its cards are taken up, whatever became of the game's own wagers; the game's script knows nothing of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from nomorebets.hands.rankings import RANKINGS, Ranking
from nomorebets.regulation import PayTable, cite
from nomorebets.table.acceptance import refusal
from nomorebets.table.areas import seat_area
from nomorebets.table.cards import ToRack, turn_up
from nomorebets.table.chips import give_back
from nomorebets.table.game import Bet, Betting, Game, Script
from nomorebets.table.house import House
from nomorebets.table.round import Round
from nomorebets.table.steps import collect, pay
from nomorebets.table.wagers import Result, Wager, lost

ADDED, PAID = cite("D.4(d)"), cite("D.6(b)")


@dataclass(frozen=True, kw_only=True)
class SeatHand:
    """The hand of a seat that wagers may be added on: which cards it is, and by which ranking it is named."""

    ranking_name: str
    own: int  # cards of the seat, the first that it was dealt
    shared: int = 0  # cards for everybody that belong to it
    shared_areas: tuple[str, ...] = ()  # where these lie
    beside: tuple[str, ...]  # the game's own wagers, one of which brings the seat its cards
    decks: Callable[[House], int] = lambda house: (
        1
    )  # it is dealt from; several only where a hand has at most three cards

    @property
    def ranking(self) -> Ranking:
        return RANKINGS[self.ranking_name]

    @property
    def outcomes(self) -> dict[str, str]:
        """What such a wager may be on, and in words."""
        return {name: name.replace("-", " ") for name in reversed(self.ranking.classes)}


@dataclass(frozen=True)
class Named:
    """What a seat's hand is."""

    hand: str


def hand_bet(hand: SeatHand, kind: str, pays: PayTable) -> Bet:
    """A wager of a file on the hand of its seat."""

    def settle(wager: Wager, outcome: Any, house: House) -> Result | None:
        if not isinstance(outcome, Named):
            return None  # what the game's own wagers are decided by
        row = hand.ranking.row_for(kind, outcome.hand, house.pays)
        return Result(wager, "win", house.pays[row].of(wager.amount), PAID) if row else lost(wager, ADDED)

    return Bet(kind=kind, by=ADDED, settle=settle, pays=pays, beside=hand.beside[0], own_limits=True)


def is_added(game: Game, kind: str) -> bool:
    """Whether a file has added a wager."""
    return kind in game.bet and game.bet[kind].by == ADDED


def dealt_beside(game: Game, hand: SeatHand) -> Game:
    """A game whose file has added wagers on hands: how they are made, and settled beside its own."""
    script, betting = game.script, game.betting
    return replace(game, script=lambda table: _with_added(script(table), table, hand), betting=_betting(betting, hand))


def _betting(own: Betting, hand: SeatHand) -> Betting:
    def verify(table: Round, wager: Wager) -> None:
        if not is_added(table.game, wager.kind):
            own.verify(table, wager)
        elif wager.coupon or wager.verbal or wager.late or wager.call:
            raise refusal(table, wager, "nothing but chips on the layout is taken", ADDED, "chips or plaques")

    def complete(table: Round, seat: int) -> None:
        own.complete(table, seat)
        lying = [wager for wager in table.wagers if wager.seat == seat]
        added = [wager for wager in lying if is_added(table.game, wager.kind)]
        if added and not any(wager.kind in hand.beside for wager in lying):
            raise refusal(table, added[0], "the seat has no hand", ADDED, f"{' or '.join(hand.beside)} beside it")

    return replace(own, verify=verify, complete=complete)


def _with_added(script: Script[None], table: Round, hand: SeatHand) -> Script[None]:
    """A round of the game; before cards are taken up, the wagers on the hands that they are part of are settled."""
    request = next(script, None)
    while request is not None:
        if isinstance(request, ToRack) and request.at is None:
            for wager in _added(table):
                if request.area in (seat_area(wager.seat), *hand.shared_areas):
                    yield from _settle(table, wager, hand)
        answer = yield request
        try:
            request = script.send(answer)
        except StopIteration:
            request = None
    yield from give_back([Result(wager, "void", 0, ADDED) for wager in _added(table)], by=ADDED)  # there was no hand


def _added(table: Round) -> list[Wager]:
    return [wager for wager in table.wagers if is_added(table.game, wager.kind)]


def _settle(table: Round, wager: Wager, hand: SeatHand) -> Script[None]:
    area = seat_area(wager.seat)
    own = table.felt.hand(area)[: hand.own]
    shared = tuple(card for lying in hand.shared_areas for card in table.felt.hand(lying))[: hand.shared]
    if (len(own), len(shared)) != (hand.own, hand.shared):
        return
    if any(not laid.up for laid in table.felt.cards.get(area, ())):
        yield from turn_up(area, by=ADDED)
    results = table.table.settle([wager], Named(hand.ranking.class_of((*own, *shared))))
    yield from collect([r for r in results if r.outcome == "lose"], by=ADDED)
    yield from pay([r for r in results if r.outcome == "win"], by=PAID)
