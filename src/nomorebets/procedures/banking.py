"""The bank that goes round the table: a player stands for all wagers against one hand, alone or half with the house.

Unlike the Bank of :mod:`procedures.banker`, nothing is put up: losing wagers lie in the middle, winners are paid from
them and then from the chips of the bank, and what is left is the bank's.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from nomorebets.errors import ScriptError
from nomorebets.procedures.banker import in_turn
from nomorebets.procedures.positions import positions_of
from nomorebets.procedures.vigorish import take_vigorish, vigorish_at
from nomorebets.regulation import Citation, HouseOption
from nomorebets.regulation.options import Choice, choice, house_option
from nomorebets.table.acceptance import refusal
from nomorebets.table.chips import give_back, put_down
from nomorebets.table.decisions import Option, ask
from nomorebets.table.game import Bet, Game, Script
from nomorebets.table.handed import Handed
from nomorebets.table.house import House, limit_of
from nomorebets.table.ledger import INVENTORY, on_layout, patron
from nomorebets.table.memory import SEAT_NUMBERS, Remembered
from nomorebets.table.money import dollars
from nomorebets.table.requests import Answer, Request, Telling, at_rest, over, tell_results
from nomorebets.table.round import Round
from nomorebets.table.steps import mark, note
from nomorebets.table.wagers import DEALER, Result, Wager

if TYPE_CHECKING:
    from nomorebets.table.felt import Felt

BANK, CO_BANK = "bank", "co-bank"  # what a player accepts; the bank is also the marker in front of the player
_HELD = re.compile(rf"seat (\d{{1,3}})(?:, ({CO_BANK}))?", re.ASCII)  # where it lies
DEALERS_WAGER = f"{DEALER}-vs-{BANK}"
CHOICES = (BANK, CO_BANK, "decline", DEALERS_WAGER, "none")  # every word that a seat may be asked to choose
MIDDLE = "middle"  # the account of losing wagers in the middle of the table
TURN = "bank-turn"  # the seat after which the bank is offered next
LAST_BANK = "last-bank"  # the seat that banked the round before; nothing where the dealer did
AGAINST_DEALER = "against-dealer"  # seat and cents of every wager in the last round that the dealer banked
ANYBODY = "anybody"  # nobody kept count of them
BANK_REMEMBERS = {
    TURN: SEAT_NUMBERS,
    LAST_BANK: SEAT_NUMBERS,
    AGAINST_DEALER: Remembered(
        rf"{ANYBODY}|(\d{{1,3}}:\d{{1,12}}( \d{{1,3}}:\d{{1,12}})*)?",
        f"seats with cents, like 1:2500 3:1000, or {ANYBODY}",
    ),
}
PLAYER_BANK, OFFER_CO_BANK = "player-bank", "co-bank"  # the options


class BankRules(msgspec.Struct, frozen=True, kw_only=True):
    """The paragraphs by which a game lets players bank."""

    wager: str  # the kind of wager that is made against the bank
    offered: Citation  # in which order, and what is remembered of it
    eligible: Citation
    covers: Citation  # what the chips of the bank must cover
    co_banked: Citation
    dealers_wager: Citation
    one_position: Citation  # the bank does not wager
    settled: Citation
    vigorish: Citation


def bank_options(section: str, by: Citation) -> tuple[HouseOption, ...]:
    """Whether players may bank, and whether half with the house."""
    read = choice(section, read=by)
    half = Choice(by, needs=(PLAYER_BANK, "on"))
    says = "Whether a player who banks may share the bank half and half with the house."
    return (
        house_option(PLAYER_BANK, section, "Whether players may bank in turn.", {"on": read, "off": read}, "on"),
        house_option(OFFER_CO_BANK, section, says, {"on": half, "off": read}, "on"),
    )


# --- whose it is -----------------------------------------------------------------------------------------------------


def bank_at(table: Round) -> int:
    """The seat that banks this round; 0 where it is the dealer."""
    return held_by(table.felt.markers)[0]


def is_shared(table: Round) -> bool:
    """Whether the house has half of the bank."""
    return held_by(table.felt.markers)[1]


def held_by(markers: Mapping[str, str]) -> tuple[int, bool]:
    """Which seat the marker of the bank lies at, and whether the house shares the bank; 0 is the dealer.

    >>> held_by({BANK: "seat 3"}), held_by({BANK: "seat 3, co-bank"}), held_by({BANK: "dealer"}), held_by({})
    ((3, False), (3, True), (0, False), (0, False))
    """
    held = _HELD.fullmatch(markers.get(BANK, DEALER))
    return (int(held[1]), bool(held[2])) if held else (0, False)


def last_wagers(table: Round) -> dict[int, int]:
    """What each seat wagered in the last round that the dealer banked, in cents."""
    written = table.felt.state.get(AGAINST_DEALER, "")
    pairs = [] if written == ANYBODY else [pair.split(":") for pair in written.split()]
    return {int(seat): int(amount) for seat, amount in pairs}


def may_bank(table: Round) -> list[int]:
    """Who may be offered the bank, in the order in which it is: nobody in the first round, nor the same player twice.

    A player with two hands is asked at the first of them.
    """
    state = table.felt.state
    anybody = state.get(AGAINST_DEALER) == ANYBODY
    known = {*range(1, table.table.seats + 1)} if anybody and not table.seats else {*table.seats}
    wagered = known if anybody else {seat for seat in last_wagers(table) if seat in known or not table.seats}
    last = next((int(seat) for seat in state.get(LAST_BANK, "").split()), 0)
    out = {*positions_of(table, last)} if last else set()
    after = next((int(seat) for seat in state.get(TURN, "").split()), 0)
    first = {seat for seat in wagered if seat == min(s for s in positions_of(table, seat) if s in wagered)}
    return in_turn(first - out, after)


def offer_bank(table: Round, rules: BankRules) -> Script[None]:
    """Offer the bank counterclockwise until somebody takes it; if nobody does, the dealer banks."""
    offers = (BANK, *((CO_BANK,) if table.house.options.get(OFFER_CO_BANK) == "on" else ()), "decline")
    asked = may_bank(table) if table.house.options.get(PLAYER_BANK) == "on" else []
    for seat in asked:
        answer = yield from ask(seat, *offers, by=rules.offered, default="decline")
        if answer.choice == "decline":
            continue
        yield from note(TURN, str(seat), by=rules.offered)
        shared = answer.choice == CO_BANK
        place = f"seat {seat}, {CO_BANK}" if shared else f"seat {seat}"
        yield from mark(BANK, place, by=rules.co_banked if shared else rules.offered)
        if answer.choice == BANK:
            yield from dealer_wagers(table, seat, rules)
        return
    if asked:
        yield from note(TURN, str(asked[0]), by=rules.offered)
    if table.felt.state.get(LAST_BANK):
        yield from mark(BANK, DEALER, by=rules.offered)  # it lay in front of a player


def dealer_wagers(table: Round, seat: int, rules: BankRules) -> Script[None]:
    """The dealer wagers against the bank what the bank last wagered against the dealer; the bank may ask for less."""
    anybody = table.felt.state.get(AGAINST_DEALER) == ANYBODY
    posted = limit_of(table.game, table.house, rules.wager).max
    last = last_wagers(table).get(seat, 0) or (posted or MOST_UNKNOWN if anybody else 0)
    chips = _chips(table, seat)
    most = last if chips is None else min(last, chips)
    most -= most % table.house.smallest_chip
    if not most:
        return
    amount = Option(DEALERS_WAGER, table.house.smallest_chip, most)
    usual = "none" if anybody else DEALERS_WAGER
    chosen = yield from ask(seat, amount, "none", by=rules.dealers_wager, default=usual, most_if_unsaid=True)
    if chosen.choice == DEALERS_WAGER:
        yield from put_down(Wager(0, DEALERS_WAGER, chosen.amount or most), by=rules.dealers_wager)


MOST_UNKNOWN = 100_000_000  # cents: where nobody says what the bank wagered before, whatever is told


def against_bank(table: Round, rules: BankRules) -> list[Wager]:
    """The wagers that the bank stands for, the dealer's among them."""
    return [wager for wager in table.wagers if wager.kind in (rules.wager, DEALERS_WAGER)]


def verify_against_bank(table: Round, wager: Wager, rules: BankRules) -> None:
    """Refuse a wager of the bank itself, one that the chips of the bank do not cover, and the dealer's by a patron."""
    bank = bank_at(table)
    if wager.kind == DEALERS_WAGER:
        raise refusal(table, wager, "only the dealer makes it", rules.dealers_wager, rules.wager)
    if not bank or wager.kind != rules.wager:
        return
    if wager.seat in positions_of(table, bank):
        raise refusal(table, wager, "the player banks this round", rules.one_position, "no wager but the bank")
    chips = _chips(table, bank)
    at_risk = sum(w.amount for w in against_bank(table, rules))
    at_risk = -(-at_risk // 2) if is_shared(table) else at_risk
    if chips is not None and at_risk > chips:
        why = f"the bank has {dollars(chips)} to cover all wagers"
        raise refusal(table, wager, why, rules.covers, "a smaller wager")


def _chips(table: Round, seat: int) -> int | None:
    """What a seat has in front of it; None where nobody counts."""
    stack = table.seats.get(seat, 0)
    return stack + table.felt.ledger.balance[patron(seat)] if stack else None


def remember_bank(table: Round, stakes: dict[int, int], rules: BankRules) -> Script[None]:
    """Remember who banked, and where it was the dealer who wagered how much."""
    bank = bank_at(table)
    yield from note(LAST_BANK, str(bank) if bank else "", by=rules.offered)
    if not bank:
        yield from note(AGAINST_DEALER, " ".join(f"{s}:{c}" for s, c in sorted(stakes.items())), by=rules.eligible)


# --- what becomes of it ----------------------------------------------------------------------------------------------


class BankRound(NamedTuple):
    """What was lost to the bank and won from it in a round, in cents, before any vigorish."""

    taken: int
    paid: int
    shared: bool = False

    @property
    def share(self) -> int:
        """What the player who banks is up or down by; an odd cent of a shared bank is the house's.

        >>> BankRound(12000, 5000).share, BankRound(8000, 2000, shared=True).share, BankRound(0, 101, True).share
        (7000, 3000, -50)
        """
        net = self.taken - self.paid
        return net if not self.shared else (abs(net) // 2) * (1 if net > 0 else -1)


def settle_bank_by(rules: BankRules) -> Bet:
    """The bank as a bet without a stake: it wins what the others lose, less vigorish on the net."""

    def settle(wager: Wager, outcome: BankRound, house: House) -> Result:
        share = outcome.share
        if share <= 0:
            return Result(wager, "lose" if share else "push", share, rules.settled)
        return Result(wager, "win", share - vigorish_at(house, share), rules.vigorish)

    return Bet(kind=BANK, by=rules.offered, settle=settle, has_stake=False)


def ends_of(game: Game, against: Wager | None, ends: Mapping[str, Any], house: House, stake: int) -> dict[str, Result]:
    """What a win, a push and a loss bring: to a wager, or without one to a bank that stands for one such stake."""
    if against is not None:
        return {end: game.settle([against], outcome, house)[0] for end, outcome in ends.items()}
    rounds = {"win": BankRound(stake, 0), "push": BankRound(0, 0), "lose": BankRound(0, stake)}
    return {end: game.settle([Wager(1, BANK, 0)], outcome, house)[0] for end, outcome in rounds.items()}


def stake_of(table: Round, seat: int, rules: BankRules) -> int:
    """What the hand of a seat decides on, in cents: its wager, or for the bank all wagers against it."""
    own = [wager.amount for wager in table.wagers if (wager.seat, wager.kind) == (seat, rules.wager)]
    return sum(own) or sum(wager.amount for wager in against_bank(table, rules))


class IntoTheMiddle(Request, frozen=True, tag="into-the-middle"):
    """Losing wagers are collected in the middle of the table, for the winners and the bank."""

    results: tuple[Result, ...]

    def apply(self, felt: Felt, answer: Answer) -> None:
        for result in self.results:
            wager = result.wager
            felt.ledger.move(on_layout(wager.seat, wager.on), MIDDLE, wager.amount, result.by)
            felt.wagers.remove(wager)
            felt.results.append(result)

    def hands_over(self) -> tuple[Handed, ...]:
        return tuple(over(r, collected=-r.net) for r in self.results)

    def tell(self, answer: Answer, table: Round) -> Telling:
        return tell_results(self.results)


class PayFromMiddle(Request, frozen=True, tag="pay-from-middle"):
    """Winners are paid from the middle; what is lacking the bank adds, and the house its half where it has one."""

    bank: int
    results: tuple[Result, ...]
    owed: tuple[int, ...]  # vigorish of each, already deducted from its result
    from_bank: int = 0
    from_house: int = 0

    def apply(self, felt: Felt, answer: Answer) -> None:
        felt.ledger.move(patron(self.bank), MIDDLE, self.from_bank, self.by)
        felt.ledger.move(INVENTORY, MIDDLE, self.from_house, self.by)
        for result, owed in zip(self.results, self.owed, strict=True):
            felt.ledger.move(MIDDLE, result.wager.owner, result.net + owed, result.by)
            felt.take_up(result.wager, result.by)
            felt.results.append(result)
        if felt.ledger.balance[MIDDLE] < 0:
            raise ScriptError("more was paid from the middle than lay there")

    def hands_over(self) -> tuple[Handed, ...]:
        pairs = zip(self.results, self.owed, strict=True)
        return tuple(over(r, paid=r.net + owed, **at_rest(r))._replace(owes=owed) for r, owed in pairs)

    def tell(self, answer: Answer, table: Round) -> Telling:
        return tell_results(self.results)


class CloseBank(Request, frozen=True, tag="close-bank"):
    """What is left in the middle goes to the bank, half of it to the house where that has one."""

    result: Result  # vigorish already deducted
    share: int
    owed: int

    def apply(self, felt: Felt, answer: Answer) -> None:
        to_bank = max(self.share, 0)
        felt.ledger.move(MIDDLE, patron(self.result.wager.seat), to_bank, self.by)
        felt.ledger.move(MIDDLE, INVENTORY, felt.ledger.balance[MIDDLE], self.by)
        felt.results.append(self.result)

    def hands_over(self) -> tuple[Handed, ...]:
        gain, loss = max(self.share, 0), max(-self.share, 0)
        return (over(self.result, paid=gain, collected=loss)._replace(owes=self.owed),)

    def tell(self, answer: Answer, table: Round) -> Telling:
        return tell_results((self.result,))


def settle_against_bank(table: Round, results: list[Result], rules: BankRules) -> Script[None]:
    """Losers into the middle, winners out of it and then from the bank, the rest to the bank; vigorish from each."""
    bank, shared = bank_at(table), is_shared(table)
    lost = tuple(r for r in results if r.outcome == "lose")
    won = tuple(r for r in results if r.outcome == "win")
    if lost:
        yield IntoTheMiddle(rules.settled, lost)
    yield from give_back([r for r in results if r.outcome == "push"], by=rules.settled)
    gross = [r.wager.amount if r.wager.seat else r.net for r in won]  # even money; the dealer owes no vigorish
    owed = tuple(paid - r.net for paid, r in zip(gross, won, strict=True))
    outcome = BankRound(sum(-r.net for r in lost), sum(gross), shared)
    lacking = max(outcome.paid - outcome.taken, 0)
    if won:
        part = max(-outcome.share, 0)
        yield PayFromMiddle(rules.settled, bank, won, owed, part, lacking - part)
        for result, vigorish in zip(won, owed, strict=True):
            yield from take_vigorish(result.wager.seat, vigorish, marks=False, by=result.by)
    (result,) = table.settle([Wager(bank, BANK, 0)], outcome)
    due = max(outcome.share, 0) - result.net if result.outcome == "win" else 0
    yield CloseBank(rules.settled, result, outcome.share, due)
    yield from take_vigorish(bank, due, marks=False, by=rules.vigorish)
