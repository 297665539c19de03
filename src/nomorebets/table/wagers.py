"""Wagers, places on the layout, and what becomes of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec

from nomorebets.regulation import Citation, names
from nomorebets.showing import InNotebooks
from nomorebets.table.ledger import INVENTORY, patron
from nomorebets.table.money import dollars

DEALER = "dealer"  # whose the wagers of seat 0 are

Outcome = Literal["win", "lose", "push", "void", "stands"]


class Wager(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Chips, a coupon, or both of one seat on one place of the layout; amounts in cents."""

    seat: int
    on: str
    amount: int
    coupon: int = 0  # face amount of a coupon: match play beside chips, or one redeemed instead of a chip
    chips: str = "value"  # or the colour and design of the seat's non-value chips
    part_of: str = ""  # the wager this was moved from, when the dealer moved a part of one
    accepted: bool = False  # a dealer let it stand although it breaks a posted limit
    verbal: Literal["", "confirmed", "unconfirmed"] = ""  # spoken, with cash; did the dealer confirm it?
    fee: int = 0  # commission put down beside it; lost or earned with the next decision
    call: Literal["", "on", "off"] = ""  # what its patron called it, where wagers can be off
    button: bool = False  # whether the dealer confirmed the call with a marker
    late: Literal["", "confirmed"] = ""  # made while the dice were rolling, and confirmed aloud
    made_as: str = ""  # what its patron made it as, where the dealer has moved it whole
    hand: int = 1  # which of the seat's hands it is on
    player: str = ""  # whose it is, where several people wager at one seat: A, B

    @property
    def kind(self) -> str:
        """``straight`` of ``straight:17``."""
        return self.on if ":" not in self.on else self.on.split(":", 1)[0]

    @property
    def name(self) -> str:
        """The wager as its patron made it."""
        return self.part_of or self.made_as or self.on

    @property
    def owner(self) -> str:
        """The account of its patron; of the dealer's own wager against a bank, the table inventory."""
        return patron(self.seat, self.player) if self.seat else INVENTORY

    @property
    def whose(self) -> str:
        """As people say it: ``seat 3``, ``seat 3, hand 2``, ``seat 3, player B``, ``dealer``."""
        return seat_words(self.seat, self.player) + (f", hand {self.hand}" if self.hand > 1 else "")

    @property
    def staked(self) -> int:
        """All that lies there: the wager and the commission beside it."""
        return self.amount + self.fee


def seat_words(seat: int, player: str = "") -> str:
    """Somebody as people say it: ``seat 3``, ``seat 3, player B`` where several wager there; 0 is the dealer."""
    return f"seat {seat}" + (f", player {player}" if player else "") if seat else DEALER


def seats_words(seats: Collection[int]) -> str:
    """Seats as people say them.

    >>> seats_words([3]), seats_words([1, 3])
    ('seat 3', 'seats 1, 3')
    """
    return f"seat{'s' * (len(seats) != 1)} {', '.join(map(str, sorted(seats)))}"


def wager_facts(wager: Wager) -> dict[str, Any]:
    """A wager as everybody at the table sees it."""
    facts: dict[str, Any] = {"seat": wager.seat, "on": wager.on, "amount": wager.amount}
    if wager.fee:
        facts["fee"] = wager.fee
    if wager.call:
        facts["call"] = wager.call
    if wager.hand > 1:
        facts["hand"] = wager.hand
    if wager.player:
        facts["player"] = wager.player
    return facts


class Change(msgspec.Struct, frozen=True):
    """A wager that lies on the layout, and what its patron makes of it: less, or called on or off."""

    wager: Wager
    to: Wager


class Result(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What one wager wins or loses, and by which paragraph; ``net`` in cents, the stake not counted."""

    wager: Wager
    outcome: Outcome
    net: int
    by: Citation
    stays: bool = False  # decided, and the stake is left where it lies


def lost(wager: Wager, by: Citation) -> Result:
    """A wager that loses whole."""
    return Result(wager, "lose", -wager.amount, by)


class Ruling(InNotebooks, msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The result of one wager as its patron made it, with the paragraph that commands it."""

    seat: int
    wager: str
    amount: int
    result: Outcome
    net: int
    by: Citation
    on: str = ""  # where it lay, if not where its patron had put it
    paid_by: Citation | None = None  # what decides the amount, where ``by`` only says that it wins
    hand: int = 1
    player: str = ""

    def __repr__(self) -> str:
        return f"<{seat_words(self.seat)}: {self.words} {self.result} {dollars(self.net)} [{self.by}]>"

    @property
    def amount_by(self) -> Citation:
        """What decides the amount: the ruling is no firmer than that."""
        return self.paid_by or self.by

    @property
    def words(self) -> str:
        """The wager, and which hand and player of its seat it was of: ``split, hand 2``."""
        return self.wager + self._hand + self._player

    @property
    def name(self) -> str:
        """The same, as a patron would say it: ``Split, hand 2``."""
        return self.hand_name + self._player

    @property
    def hand_name(self) -> str:
        """As a page says it that names the player beside it."""
        return names.wager(self.wager) + self._hand

    @property
    def _hand(self) -> str:
        is_named = self.wager.endswith(f"-{self.hand}")  # the name says it already
        return f", hand {self.hand}" if self.hand > 1 and not is_named else ""

    @property
    def _player(self) -> str:
        return f", player {self.player}" if self.player else ""


class FixedStake(msgspec.Struct, frozen=True):
    """The one amount a wager may have, in cents, and the paragraph that fixes it."""

    amount: int
    by: Citation
    coupon: bool = False  # whether a coupon of that amount may be redeemed instead


class Place(msgspec.Struct, frozen=True):
    """One place of a layout on which a wager may lie."""

    id: str
    kind: str
    covers: tuple[str, ...]
    by: Citation
    where: str  # how a dealer would point to it
    parts: int = 1  # a wager here is so many equal wagers in one
    paid_as: str = ""  # another kind whose odds and limits apply to each part
    limited_by: Citation | None = None  # our reading, where that its limits apply is one
    stake: FixedStake | None = None  # where the rules leave nothing to choose; limits of the house do not apply
    at: tuple[float, float] | None = None  # where it is drawn: columns from the left, rows from the head

    @property
    def odds_of(self) -> str:
        """The kind of wager whose odds and limits apply."""
        return self.paid_as or self.kind


@dataclass(frozen=True)
class Layout(Mapping[str, Place]):
    """All places of a table's layout, by their id."""

    places: Mapping[str, Place]
    also: Mapping[str, str] = field(default_factory=dict)  # other spellings of a place

    def __getitem__(self, place: str) -> Place:
        return self.places[place]

    def __iter__(self) -> Iterator[str]:
        return iter(self.places)

    def __len__(self) -> int:
        return len(self.places)

    def kinds(self) -> dict[str, list[Place]]:
        """Places by the kind of wager they are for."""
        kinds: dict[str, list[Place]] = {}
        for place in self.places.values():
            kinds.setdefault(place.kind, []).append(place)
        return kinds
