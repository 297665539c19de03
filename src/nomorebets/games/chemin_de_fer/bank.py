"""The Bank of chemin de fer: who holds it, 4.5 and 4.11, who may wager against it, 4.7, and what becomes of it, 4.10.

Seats are numbered counterclockwise: the next higher number is to the Banker's right (R-3.6b-numbered).
"""

from __future__ import annotations

from nomorebets.games.baccarat.terms import chosen
from nomorebets.games.chemin_de_fer.settlement import BANCO, BANK, PUNT, SUIVI, WITH_TABLE, HandResult
from nomorebets.procedures.banker import (
    add_to_bank,
    cut_down,
    in_turn,
    pay_from_bank,
    seat_changes,
    take_back,
    turn_of,
)
from nomorebets.regulation import Citation, cite, reading
from nomorebets.table import Result, Round, Script, Wager, announce, note, remedy
from nomorebets.table.chips import give_back, put_down
from nomorebets.table.decisions import Option, ask
from nomorebets.table.house import limit_of
from nomorebets.table.memory import SEAT_NUMBERS
from nomorebets.table.money import dollars

ANCHOR = "rotation-anchor"  # the seat that last held the Bank in its turn; a passed Bank does not move it
PASSED = "passed-bank"  # the seat that passed the Bank which is now held
BANCO_LOST = "banco-lost"  # the seat that lost a banco to this Banker in the hand before
MISSES = "misses-turn"  # seats that miss their next turn because they moved
VACATED = "vacated"  # seats that were left
BANK_REMEMBERS = dict.fromkeys((ANCHOR, PASSED, BANCO_LOST, MISSES, VACATED), SEAT_NUMBERS)
UNTOLD_PLACES = 7  # numbered places that are asked where nobody has said who sits where
LARGEST_BANK = 100_000_000  # cents, where the house has posted no maximum
SEAT_CHANGED = "seat-changed"


def bank_of(table: Round) -> Wager | None:
    """The Bank on the table, which lies before its Banker."""
    return next((wager for wager in table.wagers if wager.kind == BANK), None)


def seats_in(table: Round, key: str) -> list[int]:
    """Seats the table remembers under a name."""
    return [int(word) for word in table.felt.state.get(key, "").split() if word.isdigit()]


def participants(table: Round, after: int) -> list[int]:
    """Everyone at a numbered place, counterclockwise, beginning to the right of a seat."""
    known = table.seats or range(1, UNTOLD_PLACES + 1)
    return in_turn({*known} - {*seats_in(table, VACATED)} | {wager.seat for wager in table.wagers}, after)


def anchor(table: Round) -> int:
    """The seat after which the Bank goes on in its turn; 0 at the start, so that place one comes first."""
    return next(iter(seats_in(table, ANCHOR)), 0)


def limits(table: Round) -> tuple[int, int]:
    """The least and the largest Bank."""
    posted = limit_of(table.game, table.house, BANK)
    return max(posted.min, table.house.smallest_chip), posted.max or LARGEST_BANK


# --- who holds it ----------------------------------------------------------------------------------------------------


def note_moves(table: Round) -> Script[None]:
    """Whoever moved so that the turn would come sooner misses it in the new seat."""
    moved = yield from seat_changes(by=cite("4.11(e)"))
    if not moved.found:
        return
    others = set(participants(table, 0)) - {moved.left, moved.taken}
    before, now = (turn_of(seat, others, anchor(table)) for seat in (moved.left, moved.taken))
    left = [seat for seat in seats_in(table, VACATED) if seat != moved.taken]
    yield from note(VACATED, " ".join(map(str, [*left, moved.left])), by=cite("4.11(e)"))
    sooner = now < before
    effect = f"seat {moved.taken} misses a turn as Banker" if sooner else "the move delays the turn and costs nothing"
    yield from remedy(SEAT_CHANGED, effect, by=cite("4.11(e)") if sooner else reading("R-4.11e-move"))
    if sooner:
        missing = [*seats_in(table, MISSES), moved.taken]
        yield from note(MISSES, " ".join(map(str, missing)), by=cite("4.11(e)"))


def offer_bank(table: Round) -> Script[None]:
    """Offer the Bank in turn until someone puts one up."""
    least, most = limits(table)
    by = cite("4.11(b)") if anchor(table) else cite("4.5")
    for seat in participants(table, anchor(table)):
        if seat in seats_in(table, MISSES):
            left = [s for s in seats_in(table, MISSES) if s != seat]
            yield from note(MISSES, " ".join(map(str, left)), by=cite("4.11(e)"))
            continue
        answer = yield from ask(seat, Option(BANK, least, most), "decline", by=by, default="decline")
        if answer.choice == BANK:
            yield from note(ANCHOR, str(seat), by=by)
            yield from put_up(table, seat, answer.amount, by=cite("4.6"))
            return


def put_up(table: Round, seat: int, amount: int, by: Citation) -> Script[None]:
    """The Banker puts up the Bank."""
    yield from put_down(Wager(seat, BANK, amount), by=by)
    yield from note(BANCO_LOST, "", by=by)


def lose_bank(table: Round, by: Citation) -> Script[None]:
    """The Bank is no longer the Banker's; the next in turn is asked before the next hand."""
    passed_by = next(iter(seats_in(table, PASSED)), 0)
    if passed_by:  # its turn goes on after whoever passed it, not after whoever took it over
        yield from note(ANCHOR, str(passed_by), by=cite("4.11(d)"))
        yield from note(PASSED, "", by=cite("4.11(d)"))
    else:
        yield from note(PASSED, "", by=by)


def move_on(table: Round, bank: Wager) -> Script[None]:
    """The Bank of an annulled hand goes to the next after its Banker, also if somebody had passed it before."""
    if not seats_in(table, PASSED):
        yield from note(PASSED, "", by=cite("4.12(a)"))
        return
    by = reading("R-4.12a-passed-bank")
    yield from note(ANCHOR, str(bank.seat), by=by)
    yield from note(PASSED, "", by=by)


def pass_or_keep(table: Round) -> Script[None]:
    """A Banker who has not lost may pass the Bank; it is offered to the others at the amount at which it stood."""
    bank = bank_of(table)
    if bank is None:
        return
    by = cite("4.11")
    answer = yield from ask(bank.seat, "keep", "pass", by=by, default="keep", if_gone="pass")  # R-4.11-leaves
    if answer.choice == "keep":
        return
    yield from take_back(bank, bank.amount, by=by)
    passed_by = next(iter(seats_in(table, PASSED)), bank.seat)
    others = [seat for seat in participants(table, bank.seat) if seat != bank.seat]
    way = chosen(table.house, "passed-bank-offer")
    taker, amount = 0, 0
    if way == "at-amount-then-auction":
        taker, amount = yield from offered_at(table, others, bank.amount)
    if way != "next-in-rotation" and not taker:
        taker, amount = yield from auctioned(table, others)
    if taker:
        yield from note(PASSED, str(passed_by), by=reading("R-4.11-passed-bank"))
        yield from put_up(table, taker, amount, by=reading("R-4.11-passed-bank"))
    else:
        yield from note(ANCHOR, str(passed_by), by=reading("R-4.11-passed-bank"))
        yield from note(PASSED, "", by=reading("R-4.11-passed-bank"))


def offered_at(table: Round, seats: list[int], amount: int) -> Script[tuple[int, int]]:
    """Who takes the Bank over at the amount at which it stood."""
    amount -= amount % table.house.smallest_chip  # in whole chips
    for seat in seats if amount else ():
        answer = yield from ask(
            seat,
            Option(BANK, amount, amount),
            "decline",
            by=reading("R-4.11-passed-bank"),
            default="decline",
        )
        if answer.choice == BANK:
            return seat, answer.amount
    return 0, 0


def auctioned(table: Round, seats: list[int]) -> Script[tuple[int, int]]:
    """Who bids most for the Bank; among equals the first from the Banker's right."""
    least, most = limits(table)
    best = (0, 0)
    for seat in seats:
        answer = yield from ask(
            seat,
            Option("bid", least, most),
            "decline",
            by=reading("R-4.11-no-own-bid"),
            default="decline",
        )
        if answer.choice == "bid" and answer.amount > best[1]:
            best = (seat, answer.amount)
    return best


# --- wagers against it -----------------------------------------------------------------------------------------------


def accept_wagers(table: Round, bank: Wager) -> Script[int]:
    """Which wagers against the Bank stand, by their precedence; returns the Dominant Player, or 0 if there is none."""
    order = participants(table, bank.seat)
    against = sorted((w for w in table.wagers if w.kind != BANK), key=lambda w: order.index(w.seat))
    whole = [w for w in against if w.kind == SUIVI] + [w for w in against if w.kind == BANCO]
    if whole:
        by = reading("R-4.7-banco")
        yield from give_back([Result(w, "void", 0, by) for w in against if w != whole[0]], by=by)
        return whole[0].seat
    halves = [w for w in against if w.kind == WITH_TABLE]
    by = reading("R-4.7-with-the-table")
    yield from give_back([Result(w, "void", 0, by) for w in halves[1:]], by=by)
    left = bank.amount - sum(w.amount for w in halves[:1])
    for wager in (w for w in against if w.kind == PUNT):
        taken = min(wager.amount, left)
        left -= taken
        if not taken:
            by = reading("R-4.7-ordinary")
            yield from give_back([Result(wager, "void", 0, by)], by=by)
        elif taken < wager.amount:
            yield from cut_down(wager, taken, by=reading("R-4.7-ordinary"))
    stakes = {seat: sum(w.amount for w in table.wagers if w.seat == seat and w.kind != BANK) for seat in order}
    highest = max(stakes.values(), default=0)
    return next((seat for seat in order if highest and stakes[seat] == highest), 0)


# --- what becomes of it ----------------------------------------------------------------------------------------------


def settle_hand(table: Round, winner: str) -> Script[None]:
    """Pay out of a beaten Bank, or add to one that won, less vigorish; a tie leaves all as it was."""
    hand = HandResult(winner, sum(w.amount for w in table.wagers if w.kind != BANK))
    results = table.settle(table.wagers, hand)
    bank = next(result for result in results if result.wager.kind == BANK)
    against = tuple(result for result in results if result.wager.kind != BANK)
    if winner == "player":
        yield from pay_from_bank(bank, against, by=bank.by)
        yield from note(BANCO_LOST, "", by=bank.by)
        yield from lose_bank(table, by=cite("4.11(b)"))
    elif winner == "banker":
        yield from add_to_bank(bank, against, hand.against - bank.net, by=bank.by)
        bancos = [result.wager for result in against if result.wager.kind in (BANCO, SUIVI)]
        yield from note(BANCO_LOST, str(bancos[0].seat) if bancos else "", by=reading("R-4.7-banco"))
        yield from set_aside_excess(table)
    else:
        yield from give_back(against, by=bank.by)


def set_aside_excess(table: Round) -> Script[None]:
    """What exceeds the table's maximum is set aside for the Banker."""
    bank = bank_of(table)
    assert bank is not None
    posted = limit_of(table.game, table.house, BANK)
    if posted.max and bank.amount > posted.max:
        yield from take_back(bank, bank.amount - posted.max, by=reading("R-4.6-amount"))


def announce_bank(bank: Wager) -> Script[None]:
    """Say what the Bank stands at."""
    yield from announce(f"Bank of {dollars(bank.amount)}", by=cite("4.6"))
