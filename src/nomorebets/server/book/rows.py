"""What is read from the book: rounds as lists show them, tables, seats, and everything a table needs to go on."""

from __future__ import annotations

from typing import Any

import msgspec

from nomorebets.fairness.sealed import Seal
from nomorebets.fairness.series import Series


class RoundRow(msgspec.Struct, frozen=True):
    """A round as lists show it."""

    id: str
    table_id: str
    game: str
    as_of: str
    number: int
    started: str
    ended: str | None
    summary: list[dict[str, Any]]  # seat, wager, amount, result, net, cite
    table: str = ""  # its name


class StageRow(msgspec.Struct, frozen=True):
    """The stage of a tournament that a table is played in."""

    tournament: str
    name: str
    number: int
    rounds: int  # at the table at most; 0: as many as there is time for
    ends: int | None  # milliseconds since 1970


class TableRow(msgspec.Struct, frozen=True):
    """A table that is open."""

    id: str
    name: str
    game: str
    as_of: str
    house: dict[str, Any]  # what it was opened with, as Settings takes it: options, pay_table, limits
    rounds: int
    seq: int
    opening: bytes
    seats: int = 0
    stage: StageRow | None = None
    training: bool = False  # help is given there (8.1)
    floor: tuple[str, ...] = ()  # its floor log: see floor_log.py


class SeatRow(msgspec.Struct, frozen=True):
    """Who sits where, with the chips in front and the wagers that wait for the window to close."""

    seat: int
    patron_id: str
    name: str
    leaving: bool
    orders: bytes
    last: bytes
    stack: int
    player: str = ""  # of one who wagers behind whoever sits there
    agrees: bool = False  # that others wager behind him


class BegunRow(msgspec.Struct, frozen=True):
    """A round with its record so far, and who sat where: ``3``, or ``3:B`` behind whoever sat there."""

    id: str
    number: int
    lines: list[bytes]
    owners: dict[str, str]


class SealRow(msgspec.Struct, frozen=True):
    """The seal of a round, and the words its patrons gave."""

    seal: Seal
    words: dict[str, str]  # by spot
    published: str
    series: Series | None = None  # it belongs to; rounds of an earlier program were sealed singly


DoneMessages = list[tuple[str, str, str]]  # patron and id of a message, and what it asked for, hashed


class HeardRow(msgspec.Struct, frozen=True):
    """Messages that were done, as they were written together: in which round, and when (milliseconds since 1970)."""

    n: int
    round: int
    at: int
    messages: DoneMessages


class KeptRow(msgspec.Struct, frozen=True):
    """Everything a table needs to go on where it was."""

    seats: list[SeatRow]
    begun: BegunRow | None
    before: list[BegunRow]  # the last rounds that are over, the latest last
    heard: list[HeardRow]  # in the order in which they were written
    seal: SealRow | None  # the last that was made
