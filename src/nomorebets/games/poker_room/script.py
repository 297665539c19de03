"""One round of any game of the poker room, from the shuffle to the last pot (14.5, 14.6, 14.10)."""

from __future__ import annotations

from collections.abc import Sequence

from nomorebets.games.poker_room.betting import BettingRound, Range
from nomorebets.games.poker_room.cards import BOARD, IRREGULARITIES, deal_street, prepare_deck
from nomorebets.games.poker_room.conduct import IRREGULARITIES as CONDUCT
from nomorebets.games.poker_room.conduct import counts_as
from nomorebets.games.poker_room.posting import (
    Posted,
    clockwise,
    pass_button,
    players,
    post_antes,
    post_blinds,
    post_bring_in,
    put_in,
    stack,
)
from nomorebets.games.poker_room.rankings import acts_first, brings_in
from nomorebets.games.poker_room.showdown import award_pots, matching, return_uncalled, show_hands, wagered
from nomorebets.games.poker_room.terms import limits_at, streets_at, wins_at
from nomorebets.games.poker_room.variants import Street, Variant
from nomorebets.procedures.deck import collect_cards, void_hands
from nomorebets.procedures.pots import Pot, pots_of
from nomorebets.procedures.shuffling import HandsVoid
from nomorebets.regulation import cite, reading
from nomorebets.table import Round, Script, attest, remedy
from nomorebets.table.areas import seat_area
from nomorebets.table.cards import inspect, look_over_deal, to_rack
from nomorebets.table.decisions import Option, ask
from nomorebets.table.stakes import between_rounds

ALL_IN, LEAST_PLAYERS = "all-in", 2


def poker(table: Round, variant: Variant) -> Script[None]:
    """One round of play."""
    yield from between_rounds(LEAST_PLAYERS, by=cite("14.6(b)"))
    seats = players(table, variant)
    if len(seats) < LEAST_PLAYERS:
        yield from attest("fewer than two players: no round is dealt", by=cite("14.6(b)"))
        return
    try:
        yield from prepare_deck(table)
        yield from play_streets(table, variant, seats)
    except HandsVoid as void:
        yield from void_hands(table, void)
        return
    if variant.has_button:
        yield from pass_button(table, seats)
    yield from collect_cards(table, list(table.felt.cards), by=reading("R-14.6-end"))


def play_streets(table: Round, variant: Variant, seats: Sequence[int]) -> Script[None]:
    """Antes and blinds, then street by street cards and bets, until one player is left or the hands are shown."""
    dead = yield from post_antes(table, variant, seats)
    posted = (yield from post_blinds(table, variant, seats)) if variant.has_button else None
    button = posted.button if posted else 0
    dead |= posted.dead if posted else {}
    wins, live, first = wins_at(variant, table.house), clockwise(seats, button), 0
    for number, street in enumerate(streets_at(variant, table.house)):
        yield from deal_street(table, street, live, is_first=not number)
        if not number:
            yield from look_over()
            if posted is None:
                shown = {seat: upcards(table, seat)[-1] for seat in live}
                posted = yield from post_bring_in(table, live, brings_in(shown, wins.opens_low))
            opening = posted
        else:
            opening = Posted(button, order_of(table, variant, live, wins.opens_low))
        bets = yield from bet(table, street, opening, live)
        live = [seat for seat in live if seat not in bets.folded]
        first = bets.last_bettor or next((seat for seat in opening.order if seat in live), live[0])
        if len(live) == 1:
            break
    yield from return_uncalled(table, live, dead)
    yield from look_over_pot()
    pots = pots_of(matching(table, dead), live, sum(dead.values())) or (Pot(0, tuple(live)),)
    if len(live) > 1:
        order = [first, *clockwise([seat for seat in sorted(live) if seat != first], first)]
        live = yield from show_hands(table, wins, order, pots)
    yield from award_pots(table, variant, wins, pots, live, button)


def look_over() -> Script[None]:
    """A misdeal ends the round before anybody has acted."""
    seen = yield from look_over_deal(by=cite("14.15"))
    _require_right(seen.found)


def look_over_pot() -> Script[None]:
    """Before the pot is awarded the deck must be found right."""
    seen = yield from inspect("pot", by=cite("14.15"))
    _require_right(seen.found)


def _require_right(found: str) -> None:
    if found:
        cause = IRREGULARITIES[found]
        raise HandsVoid(found, cause.remedy, cause.by)


def upcards(table: Round, seat: int) -> list[str]:
    return [laid.card for laid in table.felt.cards.get(seat_area(seat), ()) if laid.up]


def order_of(table: Round, variant: Variant, live: Sequence[int], opens_low: bool) -> list[int]:
    """Who acts on a later street: from the left of the button, or from the best hand that lies open."""
    if variant.has_button:
        return list(live)
    common = table.felt.hand(BOARD)
    shown = {seat: (*upcards(table, seat), *common) for seat in sorted(live)}
    first = acts_first(dict(shown), opens_low)
    return [first, *clockwise([seat for seat in sorted(live) if seat != first], first)]


def bet(table: Round, street: Street, opening: Posted, live: Sequence[int]) -> Script[BettingRound]:
    """One betting round: everybody in turn, until each live player has answered the last bet."""
    stacks = {seat: stack(table, seat) for seat in live}
    before = sum(wagered(table).values()) - sum(opening.bets.values())
    limits = limits_at(table.house, street, len(live))
    order = [seat for seat in opening.order if seat in live]
    bets = BettingRound(
        order, stacks, limits, pot=before, posted=opening.bets, facing=opening.facing, acted=opening.acted
    )
    while (seat := bets.turn) is not None:
        fixed = limits.structure == "fixed-limit"
        said = yield from ask(seat, *offered(bets, seat), by=street.betting, if_gone="fold", most_if_unsaid=fixed)
        lay, choice, to = bets.bets[seat], counts_as(said), said.amount
        if said.found:
            cause = CONDUCT[said.found]
            yield from remedy(said.found, cause.remedy, by=cause.by)
        if choice == ALL_IN:
            to = lay + bets.stacks[seat]
            choice = "call" if to <= bets.high else "raise"
        elif choice in ("bet", "raise") and not to:
            to = bets.choices()[choice].most  # type: ignore[union-attr]  # it takes an amount, and has one
        bets.act(choice, to)
        if choice == "fold":
            yield from to_rack(seat_area(seat), by=street.betting)
        elif bets.bets[seat] > lay:
            yield from put_in(table, seat, bets.bets[seat] - lay, by=street.betting)
    return bets


def offered(bets: BettingRound, seat: int) -> list[Option]:
    """What a player may do, each with the amounts it brings him to; what is taken from the silent comes last."""
    choices = {**bets.choices(), "fold": None}
    reach = bets.bets[seat] + bets.stacks[seat]
    ranges = [amounts for amounts in choices.values() if amounts is not None]
    if any(amounts.least <= reach <= amounts.most for amounts in ranges):
        choices[ALL_IN] = None
    order = ("call", "bet", "raise", ALL_IN, "fold", "check")
    return [_option(name, choices[name]) for name in order if name in choices]


def _option(name: str, amounts: Range | None) -> Option:
    return Option(name) if amounts is None else Option(name, amounts.least, amounts.most)
