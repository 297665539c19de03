"""Twin hands: a stake on two hands, a raise on one of them, and tickets on the dealer's card."""

from __future__ import annotations

import re

from nomorebets.equipment.cards import RANKS
from nomorebets.procedures.deck import seats_with, wager_of
from nomorebets.regulation import cite, pay_table, to
from nomorebets.table import Game, House, Layout, Place, Round, Script, Wager, announce, collect, pay, take_wagers
from nomorebets.table.acceptance import refusal
from nomorebets.table.areas import Area, seat_area
from nomorebets.table.betting_areas import betting_areas, find_area
from nomorebets.table.card_decisions import set_hands
from nomorebets.table.cards import PACK, draw, shuffle_pack, turn_up
from nomorebets.table.chips import put_down
from nomorebets.table.decisions import Option, ask_all
from nomorebets.table.game import CARDS_AND_JOKER, Bet, Betting, Memory, Terms, least_unit
from nomorebets.table.memory import CARDS
from twin_hands.settlement import Showdown, settle_raise, settle_stake, settle_ticket, value

HANDS = (1, 2)
FRONT = "front"  # what the card set apart is called
RAISES = ("first", "second")
TICKET = re.compile(rf"ticket:([{RANKS}](?:-[{RANKS}]){{0,2}})", re.IGNORECASE)


# --- the round -------------------------------------------------------------------------------------------------------


def script(table: Round) -> Script[None]:
    """One round: two hands for every stake, one card for the dealer."""
    yield from take_wagers("until the cards are dealt", by=cite("91.2(a)"))
    yield from announce("No more bets", by=cite("91.2(a)"))
    yield from shuffle_pack(table.game.chance.pack, by=cite("91.1(a)"))
    seats = seats_with(table, "stake")
    for hand in HANDS:
        for seat in seats * 2:
            yield from draw(seat_area(seat, hand), "down", by=cite("91.2(a)"))
    decided = yield from ask_all({seat: choices(table, seat) for seat in seats}, by=cite("91.2(b)"), default="neither")
    for seat, chosen in decided.items():
        if chosen.amount:
            yield from put_down(table.chips(seat, chosen.choice, chosen.amount), by=cite("91.1(c)"))
    for hand in HANDS:
        house_way = {seat: (highest(table, seat, hand),) for seat in seats}
        yield from set_hands(1, house_way, by=cite("91.2(c)"), to=FRONT, hand=hand)
    for seat in seats:
        for hand in HANDS:
            yield from turn_up(str(Area(seat, FRONT, hand)), by=cite("91.2(d)"))
    yield from draw("dealer", "up", by=cite("91.2(d)"))
    results = [r for wager in table.wagers for r in table.settle([wager], showdown(table, wager.seat))]
    yield from collect([r for r in results if r.net < 0], by=cite("91.2(d)"))
    yield from pay([r for r in results if r.net > 0], by=cite("91.2(d)"))


def choices(table: Round, seat: int) -> tuple[Option | str, ...]:
    """A raise of one or two stakes on either hand, or none."""
    stake = wager_of(table, seat, "stake")
    assert stake is not None
    return (*(Option(hand, stake.amount, 2 * stake.amount) for hand in RAISES), "neither")


def highest(table: Round, seat: int, hand: int) -> str:
    return max(table.felt.hand(seat_area(seat, hand)), key=value)


def showdown(table: Round, seat: int) -> Showdown:
    """What lies in front of a seat and of the dealer; a seat with a ticket alone has no hands."""
    areas = (*(Area(seat, FRONT, hand) for hand in HANDS), Area(0, "dealer"))
    return Showdown(*(max(map(value, table.felt.hand(str(area))), default=-1) for area in areas))


# --- wagers ----------------------------------------------------------------------------------------------------------


def place(text: str, layout: Layout, house: House) -> Place:
    """An area of the layout, or a ticket by the ranks on it, in any order."""
    ticket = TICKET.fullmatch(text.strip())
    if not ticket:
        return find_area(text, layout, house, cite("91.1(d)"))
    ranks = sorted(set(ticket[1].upper().split("-")), key=RANKS.index)
    name = "-".join(ranks)
    row = f"ticket.{len(ranks)}"
    return Place(f"ticket:{name}", "ticket", tuple(ranks), cite("91.1(d)"), f"a ticket for {name}", paid_as=row)


def verify(table: Round, wager: Wager) -> None:
    """Refuse a seat without cards, and a raise before they are dealt."""
    if wager.seat > table.table.seats:
        raise refusal(table, wager, "the table has no such seat", cite("91.2(a)"), f"seats 1 to {table.table.seats}")
    if wager.kind in RAISES:
        raise refusal(table, wager, "a raise is made when the cards are dealt", cite("91.2(b)"), "stake, ticket:7-K")


BETS = (
    Bet(kind="stake", by=cite("91.1(b)"), pays=pay_table("91.1(b)", {"stake": to(9, 10)}), settle=settle_stake),
    *(
        Bet(
            kind=hand,
            by=cite("91.1(c)"),
            pays=pay_table("91.1(c)", {hand: to(1, 10)}),
            settle=settle_raise,
            opens="decision",
            beside="stake",
        )
        for hand in RAISES
    ),
    Bet(
        kind="ticket",
        by=cite("91.1(d)"),
        pays=pay_table("91.1(d)", {"ticket.1": to(11), "ticket.2": to(5), "ticket.3": to(3)}),
        settle=settle_ticket,
    ),
)

GAME = Game(
    id="twin-hands",
    terms=Terms(
        options=(),
        dealt_by=cite("91.2(a)"),
        late_by=cite("91.2(a)"),
        limit_groups={"ticket": ("ticket.1", "ticket.2", "ticket.3")},
    ),
    bets=BETS,
    betting=Betting(
        layout=lambda house: betting_areas({bet.kind: bet.by for bet in BETS if bet.kind != "ticket"}),
        place=place,
        unit=least_unit,
        verify=verify,
        usual=("stake",),
        varied=("stake", "ticket:7", "ticket:7-K", "ticket:7-K-A"),
        is_listed=False,
    ),
    script=script,
    chance=CARDS_AND_JOKER,
    memory=Memory(remembers={PACK: CARDS}),
)
