"""The felt: what lies on the table. It is moved by entries of the record only, so a record rebuilds it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

import msgspec

from nomorebets.errors import ScriptError
from nomorebets.regulation import Citation, reading
from nomorebets.table.areas import HIDDEN, owner_of
from nomorebets.table.ledger import INVENTORY, Ledger, on_layout
from nomorebets.table.wagers import Result, Ruling, Wager

if TYPE_CHECKING:
    from nomorebets.table.pots import SharedPot
    from nomorebets.table.requests import Remedy


CARRIED = "carried"  # the account of wagers that stand from one round to the next
STANDING = reading("R-8.2-standing")
Piece = TypeVar("Piece", bound=Hashable)
_COPIED = (list, dict)  # kinds of things that are moved where they are


class Laid(msgspec.Struct, frozen=True, gc=False):
    """A card on the felt."""

    card: str
    up: bool


class Opening(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a round begins with."""

    state: dict[str, str] = {}
    wagers: tuple[Wager, ...] = ()


class Felt:
    """Wagers, calls, markers, results and money of one round."""

    def __init__(self) -> None:
        self.wagers: list[Wager] = []
        self.called: list[str] = []
        self.markers: dict[str, str] = {}  # marker -> place: the crown on a number
        self.state: dict[str, str] = {}  # what the game must remember: the point, the shooter, a meter
        self.wheel: str = ""  # what the wheel shows
        self.dice: str = ""  # what the dice show
        self.shoe: Counter[str] = shoe_of({})  # what is left to be drawn; nobody knows in which order
        self.cards: dict[str, list[Laid]] = {}  # area -> cards lying there, in the order they came
        self.dealt: dict[
            str, tuple[str, ...]
        ] = {}  # area -> cards that came there from the shoe, wherever they are now
        self.hands_read: dict[str, str] = {}  # area -> what the dealer read the hand as
        self.rack: list[str] = []  # the discard rack, in the order of collection
        self.banked: list[Wager] = []  # wagers taken in at once whose result is still open
        self.results: list[Result] = []
        self.pots: list[SharedPot] = []  # that players won of each other, when they have been shared
        self.rake = 0  # what the house took of them
        self.drop = 0  # what of them went to a jackpot
        self.time_charge = 0  # what players paid for their time
        self.remedies: list[Remedy] = []
        self.ledger: Ledger = Ledger()

    @classmethod
    def opened(cls, opening: Opening) -> Felt:
        """The felt as an earlier round left it: wagers that still stand, and what the game remembers."""
        felt = cls()
        felt.state.update(opening.state)
        for wager in opening.wagers:
            felt.ledger.move(CARRIED, on_layout(wager.seat, wager.on), wager.staked, STANDING)
            felt.wagers.append(wager)
        return felt

    def close(self) -> Opening:
        """What the next round begins with; wagers that stand are carried over."""
        for wager in self.wagers:
            self.ledger.move(on_layout(wager.seat, wager.on), CARRIED, wager.staked, STANDING)
        return Opening(dict(self.state), tuple(self.wagers))

    def copy(self) -> Felt:
        """The same felt once more, to try something on: things on it never change, only where they lie."""
        twin = Felt.__new__(Felt)
        here = vars(twin)
        for name, things in vars(self).items():
            here[name] = things.copy() if type(things) in _COPIED else things
        twin.shoe = shoe_of(self.shoe)
        twin.cards = {area: lying.copy() for area, lying in self.cards.items()}
        twin.ledger = self.ledger.copy()
        return twin

    # --- moves; each checks before it moves ------------------------------------------------------------------------

    def put_down(self, wager: Wager, by: Citation) -> None:
        """Chips from a patron onto a place; chips already there are added to."""
        account, balance = on_layout(wager.seat, wager.on), self.ledger.balance
        was_used = account in balance
        self.ledger.move(wager.owner, account, wager.staked, by)
        if not was_used:  # nothing ever lay there
            balance[account] += 0  # a coupon without a chip lies there from now on
            self.wagers.append(wager)
            return
        for at, lying in enumerate(self.wagers):
            if lying.seat == wager.seat and lying.on == wager.on:
                both = msgspec.structs.replace(
                    wager,
                    amount=lying.amount + wager.amount,
                    coupon=lying.coupon + wager.coupon,
                    fee=lying.fee + wager.fee,
                )
                if msgspec.structs.replace(lying, amount=both.amount, coupon=both.coupon, fee=both.fee) == both:
                    self.wagers[at] = both
                    return
        self.wagers.append(wager)

    def take_up(self, wager: Wager, by: Citation) -> None:
        """A wager back to its patron."""
        self._lift(wager)
        self.ledger.move(on_layout(wager.seat, wager.on), wager.owner, wager.staked, by)

    def change(self, wager: Wager, to: Wager, by: Citation) -> None:
        """A wager reduced, or called on or off; what is taken down goes back to its patron."""
        less = wager.staked - to.staked
        if less < 0 or (wager.seat, wager.on) != (to.seat, to.on):
            raise ScriptError(f"cannot change {wager.on} of seat {wager.seat} into {to.on}")
        self.wagers[self._find(wager)] = to
        self.ledger.move(on_layout(wager.seat, wager.on), wager.owner, less, by)

    def travel(self, wager: Wager, to: str, by: Citation) -> None:
        """A whole wager to another place of the layout; it stays the wager its patron made."""
        moved = msgspec.structs.replace(wager, on=to, made_as=wager.name)
        self.wagers[self._find(wager)] = moved
        self.ledger.move(on_layout(wager.seat, wager.on), on_layout(wager.seat, to), wager.staked, by)

    def move_part(self, wager: Wager, to: str, amount: int, by: Citation) -> None:
        """A part of a wager to another place of the layout, still the same patron's."""
        if not 0 < amount <= wager.amount:
            raise ScriptError(f"cannot move {amount} cents of a wager of {wager.amount}")
        at = self._find(wager)
        moved = Wager(wager.seat, to, amount, chips=wager.chips, part_of=wager.name, player=wager.player)
        self.wagers[at : at + 1] = [msgspec.structs.replace(wager, amount=wager.amount - amount), moved]
        self.ledger.move(on_layout(wager.seat, wager.on), on_layout(wager.seat, to), amount, by)

    def collect(self, result: Result) -> None:
        """What is lost to the table inventory; what is left of the wager back to its patron."""
        wager, lost = result.wager, -result.net
        if not 0 <= lost <= wager.staked:
            raise ScriptError(f"cannot collect {lost} cents of a wager of {wager.staked}")
        self._lift(wager)
        account = on_layout(wager.seat, wager.on)
        self.ledger.move(account, INVENTORY, lost, result.by)
        if lost < wager.staked:
            self.ledger.move(account, wager.owner, wager.staked - lost, result.by)
        self.results.append(result)

    def pay(self, result: Result) -> None:
        """Winnings from the table inventory, and the wager itself back to its patron unless it stays.

        A commission beside the wager is earned by now; a wager that stays needs another one.
        """
        wager, account = result.wager, on_layout(result.wager.seat, result.wager.on)
        if result.net + wager.fee < 0:
            raise ScriptError("a losing wager is not paid")
        self.ledger.move(INVENTORY, wager.owner, result.net + wager.fee, result.by)
        if wager.fee:
            self.ledger.move(account, INVENTORY, wager.fee, result.by)
        if result.stays:
            self._find(wager)
            self.ledger.move(wager.owner, account, wager.fee, result.by)
        else:
            self._lift(wager)
            self.ledger.move(account, wager.owner, wager.amount, result.by)
        self.results.append(result)

    def give_back(self, result: Result) -> None:
        """A wager that neither wins nor loses, back to its patron unless it stays."""
        if not result.stays:
            self.take_up(result.wager, result.by)
        self.results.append(result)

    def bank(self, wager: Wager, by: Citation) -> None:
        """A wager into the table inventory before its result is known."""
        self._lift(wager)
        self.ledger.move(on_layout(wager.seat, wager.on), INVENTORY, wager.amount, by)
        self.banked.append(wager)

    def pay_bonus(self, result: Result) -> None:
        """What a hand earns beyond its wagers: paid from the table inventory, and nothing was staked for it."""
        if result.wager.amount or result.net < 1:
            raise ScriptError("a bonus has no stake and is more than nothing")
        self.ledger.move(INVENTORY, result.wager.owner, result.net, result.by)
        self.results.append(result)

    def award(self, result: Result, source: str) -> None:
        """The result of a banked wager: what it wins is paid out, its stake stays where it is."""
        if result.wager not in self.banked:
            raise ScriptError(f"seat {result.wager.seat} has nothing banked on {result.wager.on}")
        self.banked.remove(result.wager)
        self.ledger.move(source, result.wager.owner, result.net + result.wager.amount, result.by)
        self.results.append(result)

    # --- cards -----------------------------------------------------------------------------------------------------

    def draw(self, card: str, to: str, up: bool) -> None:
        if card != HIDDEN:  # which card it was is not known
            _leave_shoe(self.shoe, card)
        self.cards.setdefault(to, []).append(Laid(card, up))
        self.dealt[to] = (*self.dealt.get(to, ()), card)

    def discard(self, card: str) -> None:
        """A card from the shoe straight to the discard rack."""
        if card:
            _leave_shoe(self.shoe, card)
            self.rack.append(card)

    def turn_up(self, area: str, at: int | None = None) -> None:
        lying = self.cards.get(area, [])
        if at is None:
            self.cards[area] = [Laid(c.card, True) for c in lying]
        else:
            self.cards[area] = [Laid(c.card, True) if i == at else c for i, c in enumerate(lying)]

    def to_rack(self, area: str, at: int | None = None) -> None:
        lying = self.cards.get(area, [])
        if at is None:
            self.rack += [c.card for c in lying]
            self.cards[area] = []
        else:
            self.rack.append(lying[at].card)
            self.cards[area] = lying[:at] + lying[at + 1 :]

    def hand(self, area: str) -> tuple[str, ...]:
        return tuple([laid.card for laid in self.cards.get(area, ())])

    def seen_by(self, seat: int | None) -> dict[str, list[str]]:
        """The cards as one seat (or, for None, anybody) may see them: its own, and what lies face up."""
        own = () if seat is None else (seat,)
        return {area: seen(area, lying, own) for area, lying in self.cards.items() if lying}

    def _find(self, wager: Wager) -> int:
        try:
            return self.wagers.index(wager)
        except ValueError:
            raise ScriptError(f"seat {wager.seat} has no such wager on {wager.on}") from None

    def _lift(self, wager: Wager) -> None:
        del self.wagers[self._find(wager)]

    # --- what became of it -----------------------------------------------------------------------------------------

    def on(self, seat: int, place: str, player: str | None = None) -> int:
        """How much a seat has on a place; of several people there, one of them or all."""
        total = 0
        for w in self.wagers:
            if w.seat == seat and w.on == place and (player is None or w.player == player):
                total += w.amount
        return total

    def rulings(self) -> list[Ruling]:
        """One result per wager as its patron made it: parts the dealer moved are counted together."""
        decided = [_ruling(parts) for parts in _as_made(self.results)]
        if not self.wagers:
            return decided
        stayed = {(r.wager.owner, r.wager.on, r.wager.chips) for r in self.results if r.stays}
        left = [w for w in self.wagers if (w.owner, w.on, w.chips) not in stayed]
        return decided + [_ruling([Result(w, "stands", 0, STANDING)]) for w in left]


Trial = tuple[list[Wager], tuple[int, dict[str, int]]]


def begin_trial(felt: Felt) -> Trial:
    """From here on wagers are only tried on the felt; whoever begins it ends it, whatever comes of it."""
    trial = felt.wagers, felt.ledger.mark()
    felt.wagers = felt.wagers.copy()
    return trial


def end_trial(felt: Felt, trial: Trial) -> None:
    """Wagers and accounts as they were."""
    felt.wagers, stood = trial
    felt.ledger.back_to(stood)


def rehearsed(felt: Felt) -> Felt:
    """The same felt, on which wagers may be put down, taken up and changed; all else on it is the other's."""
    twin = Felt.__new__(Felt)
    vars(twin).update(vars(felt))
    twin.wagers, twin.ledger = felt.wagers.copy(), felt.ledger.copy()
    return twin


def shoe_of(pieces: Mapping[Piece, int]) -> Counter[Piece]:
    """So many of each piece; Counter's own copy would count them one by one."""
    shoe: Counter[Piece] = Counter.__new__(Counter)
    if pieces:
        dict.update(shoe, pieces)
    return shoe


def lies_open(felt: Felt, area: str) -> bool:
    """Whether cards lie in an area, all of them face up."""
    lying = felt.cards.get(area, ())
    return bool(lying) and False not in [laid.up for laid in lying]


def seen(area: str, lying: Sequence[Laid], seats: Collection[int]) -> list[str]:
    """The cards of an area as some seats may see them: what lies face up, and all of it where it is theirs."""
    own = owner_of(area) in seats
    return [laid.card if laid.up or own else HIDDEN for laid in lying]


def move_cards(felt: Felt, area: str, cards: Collection[str], to: str) -> None:
    """Some cards of an area to another, each as it lies; to no area, to the discard rack."""
    left, moved = list(felt.cards.get(area, ())), []
    for card in cards:
        at = next((i for i, laid in enumerate(left) if laid.card == card), None)
        if at is None:
            raise ScriptError(f"{card} does not lie in {area}")
        moved.append(left.pop(at))
    felt.cards[area] = left
    if to:
        felt.cards.setdefault(to, []).extend(moved)
    else:
        felt.rack += [laid.card for laid in moved]


def return_collected(felt: Felt, result: Result) -> None:
    """A wager that was collected, back to its patron: its hand is void after all."""
    at = next((i for i, r in enumerate(felt.results) if r.wager == result.wager and r.outcome == "lose"), None)
    if at is None:
        raise ScriptError(f"nothing was collected of seat {result.wager.seat} on {result.wager.on}")
    felt.ledger.move(INVENTORY, result.wager.owner, -felt.results[at].net, result.by)
    felt.results[at] = result


def turn_down(felt: Felt, area: str, cards: Collection[str]) -> None:
    """Some cards of an area face down."""
    left = list(cards)
    for at, laid in enumerate(felt.cards.get(area, ())):
        if laid.card in left:
            left.remove(laid.card)
            felt.cards[area][at] = Laid(laid.card, False)


def piece_at(shoe: Counter[str], number: int, left: int = 0) -> str:
    """The piece that a number below how many there are falls to, counted kind by kind; ``left``: so many, if known."""
    if next(iter(shoe.values())) == 1 and len(shoe) == (left or shoe.total()):  # one of each
        return next(islice(shoe, number, None))
    for piece, count in shoe.items():
        if number < count:
            return piece
        number -= count
    raise AssertionError("the number is below all counts together")


def _leave_shoe(shoe: Counter[str], card: str) -> None:
    left = shoe[card] - 1
    if left > 0:
        shoe[card] = left
    else:
        shoe.pop(card, None)


def _as_made(results: list[Result]) -> Collection[list[Result]]:
    """The results of each wager as its patron made it."""
    if len(results) < 2:
        return [results] if results else []
    grouped: dict[tuple[object, ...], list[Result]] = {}
    for result in results:
        w = result.wager
        own = (w.seat, w.player, w.hand, w.name, w.chips, w.on if w.made_as else "")
        grouped.setdefault(own, []).append(result)
    return grouped.values()


def _ruling(parts: list[Result]) -> Ruling:
    """What became of a wager that was decided in one or more parts."""
    if len(parts) == 1:
        result, w = parts[0], parts[0].wager
        on = w.on if w.made_as else ""
        return Ruling(w.seat, w.name, w.amount, result.outcome, result.net, result.by, on, hand=w.hand, player=w.player)
    deciding = next((p for p in parts if p.outcome == "win"), parts[0])
    amount, net, w = sum(p.wager.amount for p in parts), sum(p.net for p in parts), parts[0].wager
    on = w.on if w.made_as else ""
    return Ruling(w.seat, w.name, amount, deciding.outcome, net, deciding.by, on, hand=w.hand, player=w.player)
