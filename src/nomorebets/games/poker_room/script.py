"""One round of any game of the poker room, from the shuffle to the last pot (14.5, 14.6, 14.10)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

from nomorebets.games.poker_room.betting import BettingRound, Range
from nomorebets.games.poker_room.cards import (
    ALL_BACK,
    PUT_RIGHT,
    deal_street,
    dealt_early,
    prepare_deck,
    replace_exposed,
    take_back_early,
    upcards,
)
from nomorebets.games.poker_room.conduct import (
    EARLY_BET,
    EARLY_BOARD,
    LATE_MISDEAL,
    Early,
    bound,
    counts_as,
    early_bet,
)
from nomorebets.games.poker_room.exposed import BOARD, DOWN_CARD, NO_MORE, PLAY_ON
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
from nomorebets.games.poker_room.terms import ALL_IN_HANDS, limits_at, streets_at, time_charge_at, wins_at
from nomorebets.games.poker_room.variants import Street, Variant
from nomorebets.procedures.deck import collect_cards, void_hands
from nomorebets.procedures.pots import Pot, pots_of
from nomorebets.procedures.shuffling import HandsVoid
from nomorebets.regulation import cite, reading
from nomorebets.table import Result, Round, Script, attest, remedy
from nomorebets.table.areas import seat_area
from nomorebets.table.cards import inspect, look_over_deal, to_rack, turn_up
from nomorebets.table.chips import give_back
from nomorebets.table.decisions import Option, ask
from nomorebets.table.stakes import between_rounds

ALL_IN, LEAST_PLAYERS = "all-in", 2
ORDER = ("call", "bet", "raise", ALL_IN, "fold", "check")


def poker(table: Round, variant: Variant) -> Script[None]:
    """One round of play."""
    yield from between_rounds(LEAST_PLAYERS, by=cite("14.6(b)"), charge=time_charge_at(table.house))
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
    streets, sits_still = streets_at(variant, table.house), list[int]()
    is_open = False  # hands lie open while the rest is dealt
    for number, street in enumerate(streets):
        yield from take_back_early(table, number, by=reading("R-14.15-early"))
        yield from deal_street(table, street, live, number)
        if not number:
            live = yield from put_deal_right(table, variant, street, live)
            yield from look_over(table)
            if posted is None:
                shown = {seat: upcards(table, seat)[-1] for seat in live}
                posted = yield from post_bring_in(table, live, brings_in(shown, wins.opens_low))
            opening = posted
        else:
            opening = Posted(button, order_of(table, variant, live, wins.opens_low))
            if not is_open:  # then all cards are seen, and nobody can bet
                sits_still = yield from ask_exposed(table, streets[: number + 1], live)
        bets = yield from bet(table, street, opening, live, number, sits_still)
        live = [seat for seat in live if seat not in bets.folded]
        first = bets.last_bettor or next((seat for seat in opening.order if seat in live), live[0])
        if len(live) == 1:
            break
        if number + 1 < len(streets) and not is_open:
            is_open = yield from show_all_in(table, live)
    yield from return_uncalled(table, live, dead)
    yield from look_over_pot(table)
    pots = pots_of(matching(table, dead), live, sum(dead.values())) or (Pot(0, tuple(live)),)
    if len(live) > 1:
        order = [first, *clockwise([seat for seat in sorted(live) if seat != first], first)]
        live = yield from show_hands(table, wins, order, pots, must_show=is_open)
    yield from award_pots(table, variant, wins, pots, live, button)


def show_all_in(table: Round, live: Sequence[int]) -> Script[bool]:
    """Where the house has it so, hands are turned up when nobody can bet any more: whether they were."""
    may_bet = [seat for seat in live if stack(table, seat)]
    if table.house.options.get(ALL_IN_HANDS) != "shown" or len(may_bet) > 1:
        return False
    for seat in live:
        yield from turn_up(seat_area(seat), by=reading("R-14.16-all-in"))
    return True


def put_deal_right(table: Round, variant: Variant, street: Street, live: list[int]) -> Script[list[int]]:
    """What is done about cards that the dealer exposed, when all have theirs: who plays on."""
    if variant.has_button:
        yield from replace_exposed(table, live, by=reading("R-14.15-hole-card"))
        return live
    by, dead = reading("R-14.15-down-card"), [seat for seat in live if len(upcards(table, seat)) > street.up]
    if len(live) - len(dead) < LEAST_PLAYERS:
        raise HandsVoid(DOWN_CARD, f"fewer than two hands are left: {ALL_BACK}", by)
    for seat in dead:
        yield from give_back([Result(w, "void", 0, by) for w in table.wagers if w.seat == seat], by=by)
        yield from to_rack(seat_area(seat), by=by)
    return [seat for seat in live if seat not in dead]


def ask_exposed(table: Round, streets: Sequence[Street], live: Sequence[int]) -> Script[list[int]]:
    """Whose last card was exposed may go without further bets: the seats that do."""
    due = sum(street.up for street in streets)
    still: list[int] = []
    for seat in [seat for seat in live if streets[-1].down and len(upcards(table, seat)) > due]:
        said = yield from ask(seat, NO_MORE, PLAY_ON, by=reading("R-14.15-last-card"), default=PLAY_ON)
        still += [seat] if said.choice == NO_MORE else []
    return still


def look_over(table: Round) -> Script[None]:
    """A misdeal ends the round before anybody has acted; in games with a draw a wrong number of cards is put right."""
    seen = yield from look_over_deal(by=cite("14.15"))
    if seen.found == PUT_RIGHT:  # the cards that are told are those it has now
        cause = table.game.irregularities[seen.found]
        yield from remedy(seen.found, cause.remedy, by=cause.by)
        return
    _require_right(table, seen.found)


def look_over_pot(table: Round) -> Script[None]:
    """Before the pot is awarded the deck must be found right."""
    seen = yield from inspect("pot", by=cite("14.15"))
    _require_right(table, seen.found)


def _require_right(table: Round, found: str) -> None:
    if found:
        cause = table.game.irregularities[found]
        raise HandsVoid(found, cause.remedy, cause.by)


def order_of(table: Round, variant: Variant, live: Sequence[int], opens_low: bool) -> list[int]:
    """Who acts on a later street: from the left of the button, or from the best hand that lies open."""
    if variant.has_button:
        return list(live)
    common = table.felt.hand(BOARD)
    shown = {seat: (*upcards(table, seat), *common) for seat in sorted(live)}
    first = acts_first(dict(shown), opens_low)
    return [first, *clockwise([seat for seat in sorted(live) if seat != first], first)]


def bet(
    table: Round, street: Street, opening: Posted, live: Sequence[int], number: int, sits_still: Collection[int]
) -> Script[BettingRound]:
    """One betting round: everybody in turn, until each live player has answered the last bet.

    ``number``: how many streets came before; ``sits_still``: who makes no more bets, as if he had no chips left.
    """
    stacks = {seat: 0 if seat in sits_still else stack(table, seat) for seat in live}
    before = sum(wagered(table).values()) - sum(opening.bets.values())
    limits = limits_at(table.house, street, len(live))
    order = [seat for seat in opening.order if seat in live]
    bets = BettingRound(
        order, stacks, limits, pot=before, posted=opening.bets, facing=opening.facing, acted=opening.acted
    )
    early: dict[int, Early] = {}
    acts: list[str] = []
    while (seat := bets.turn) is not None:
        fixed, options = limits.structure == "fixed-limit", offered(bets, seat)
        binds = bound(early.pop(seat, None), options, bets)
        if binds is not None:
            said = yield from ask(seat, binds, by=reading("R-14.15-early-bet"), default=binds.name)
        else:
            said = yield from ask(seat, *options, by=street.betting, if_gone="fold", most_if_unsaid=fixed)
        lay, choice, to = bets.bets[seat], counts_as(said), said.amount
        if said.found:
            cause = table.game.irregularities[said.found]
            if said.found == LATE_MISDEAL and not number and len(acts) < 2 and "call" not in acts:
                raise HandsVoid(said.found, ALL_BACK, cause.by)
            yield from remedy(said.found, cause.remedy, by=cause.by)
            if said.found == LATE_MISDEAL:
                continue  # the player is asked again
            if said.found == EARLY_BET:
                early[said.seat] = early_bet(said, bets)
            elif said.found == EARLY_BOARD:
                yield from dealt_early(table, number + 1, by=cause.by)
        if choice == ALL_IN:
            to = lay + bets.stacks[seat]
            choice = "call" if to <= bets.high else "raise"
        elif choice in ("bet", "raise") and not to:
            to = binds.least if binds else bets.choices()[choice].most  # type: ignore[union-attr]  # it takes an amount
        bets.act(choice, to)
        acts.append(choice)
        if choice == "fold":
            yield from to_rack(seat_area(seat), by=street.betting)
        elif bets.bets[seat] > lay:
            yield from put_in(table, seat, bets.bets[seat] - lay, by=street.betting)
    return bets


def offered(bets: BettingRound, seat: int) -> list[Option]:
    """What a player may do, each with the amounts it brings him to; what is taken from the silent comes last."""
    choices = bets.choices_of(seat)
    choices["fold"] = None
    reach = bets.bets[seat] + bets.stacks[seat]
    for amounts in choices.values():
        if amounts is not None and amounts.least <= reach <= amounts.most:
            choices[ALL_IN] = None
            break
    return [_option(name, choices[name]) for name in ORDER if name in choices]


@lru_cache(1 << 12)
def _option(name: str, amounts: Range | None) -> Option:
    return Option(name) if amounts is None else Option(name, amounts.least, amounts.most)
