"""Wagers that a game file adds: on the hand of a seat, or on one throw, spin or deal; one settlement of each.

A game says in its ``variations`` which cards a seat's hand is and how it is named (:class:`SeatHand`). The wager is
settled when its cards are taken up, whatever became of the game's own wagers; the game's script knows nothing of it.
Or it says what may come up, and how that is named (:class:`Event`): its script settles all wagers by it, these too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from nomorebets.hands.rankings import RANKINGS, Ranking
from nomorebets.regulation import PayTable, cite
from nomorebets.table.acceptance import refusal
from nomorebets.table.areas import seat_area
from nomorebets.table.cards import ToRack, turn_up
from nomorebets.table.chips import give_back
from nomorebets.table.game import Bet, Betting, Game, Script, Table
from nomorebets.table.house import House
from nomorebets.table.round import Round
from nomorebets.table.steps import collect, pay
from nomorebets.table.wagers import Layout, Place, Result, Wager, lost

ADDED, PAID = cite("D.4(d)"), cite("D.6(b)")


class SeatHand(msgspec.Struct, frozen=True, kw_only=True):
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


class Named(msgspec.Struct, frozen=True):
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


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """One throw, spin or deal that wagers may be added on: all that may come up, and what of it has a name."""

    named: Mapping[str, tuple[str, Callable[[Any], bool]]]  # in words, and whether it is so
    # all that may come up, as the script settles wagers by it, and in how many ways; with some cards gone from the shoe
    every: Callable[[House, Sequence[str]], Mapping[Any, int]]
    of: Callable[[Any], Any] = lambda outcome: outcome  # what names are given to of it; None where it is something else
    is_whole: Callable[[Any], bool] = lambda came: True  # else the wager is void
    beside: tuple[str, ...] = ()  # the game's own wagers, one of which must lie there; without any, it goes alone
    decided: str = ""  # the moment of the script; without one, when the game's first wager is

    @property
    def outcomes(self) -> dict[str, str]:
        """What such a wager may be on, and in words."""
        return {name: words for name, (words, _) in self.named.items()}


def row_won(named: Mapping[str, tuple[str, Callable[[Any], bool]]], kind: str, came: Any, house: House) -> str:
    """The first row of a wager of a file that describes what came; nothing where none does."""
    rows = (row for row in house.pays if row.startswith(f"{kind}."))
    return next((row for row in rows if named[row.removeprefix(f"{kind}.")][1](came)), "")


def event_bet(event: Event, kind: str, pays: PayTable, like: Bet) -> Bet:
    """A wager of a file on an event, made and decided when another wager of the game is."""

    def settle(wager: Wager, outcome: Any, house: House) -> Result | None:
        came = event.of(outcome)
        if came is None:
            return None
        if not event.is_whole(came):
            return Result(wager, "void", 0, ADDED)
        row = row_won(event.named, kind, came, house)
        return Result(wager, "win", house.pays[row].of(wager.amount), PAID) if row else lost(wager, ADDED)

    beside = event.beside[0] if event.beside else ""
    return Bet(
        kind=kind,
        by=ADDED,
        settle=settle,
        pays=pays,
        opens=like.opens,
        decided=event.decided or like.decided,
        beside=beside,
        own_limits=True,
    )


def is_added(game: Game, kind: str) -> bool:
    """Whether a file has added a wager."""
    return kind in game.bet and game.bet[kind].by == ADDED


def with_added(game: Game, on: SeatHand | Event) -> Game:
    """A game whose file has added wagers: how they are made, and, where its script does not, settled beside its own."""
    betting = _betting(game.betting, on.beside)
    if isinstance(on, Event):
        return replace(game, betting=betting)
    script = game.script
    return replace(game, script=lambda table: _with_added(script(table), table, on), betting=betting)


def without_added(table: Table) -> Table:
    """The same table as if its file had added nothing: what a game's own figures are of."""
    bets = tuple(bet for bet in table.game.bets if bet.by != ADDED)
    return Table(replace(table.game, bets=bets), table.house, _own(table.layout))


def _own(layout: Layout) -> Layout:
    return Layout({id: place for id, place in layout.items() if place.by != ADDED}, layout.also)


def _betting(own: Betting, beside: tuple[str, ...]) -> Betting:
    """What is demanded of added wagers; the game's own rules are asked about its own wagers alone."""

    def place(text: str, layout: Layout, house: House) -> Place:
        named = layout.get(text.strip().lower())
        return named if named is not None and named.by == ADDED else own.place(text, _own(layout), house)

    def verify(table: Round, wager: Wager) -> None:
        if not is_added(table.game, wager.kind):
            own.verify(table, wager)
        elif wager.coupon or wager.verbal or wager.late or wager.call:
            raise refusal(table, wager, "nothing but chips on the layout is taken", ADDED, "chips or plaques")

    def verify_act(table: Round, act: str, wager: Wager) -> None:
        if not is_added(table.game, wager.kind):
            own.verify_act(table, act, wager)
        elif act in ("on", "off"):
            raise refusal(table, wager, "what comes next decides it", ADDED, "leaving it as it is")

    def complete(table: Round, seat: int) -> None:
        lying = [wager for wager in table.wagers if wager.seat == seat]
        added = [wager for wager in lying if is_added(table.game, wager.kind)]
        players = {wager.player for wager in lying if wager.kind in beside}
        for wager in added if beside else ():
            if wager.player not in players:
                raise refusal(table, wager, "the seat has no hand", ADDED, f"{' or '.join(beside)} beside it")
        own.complete(table, seat)

    def fee(house: House, place: Place, amount: int) -> int:
        return 0 if place.by == ADDED else own.fee(house, place, amount)

    return replace(own, place=place, verify=verify, verify_act=verify_act, complete=complete, fee=fee)


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
