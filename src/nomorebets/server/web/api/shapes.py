"""What goes over the wire: the acts of a patron, and the answers. The OpenAPI description is made from these."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from nomorebets.table.acceptance import MOST_SEATS
from nomorebets.untrusted import MOST_CENTS

Cents = Annotated[int, Meta(gt=0, le=MOST_CENTS, description="whole cents")]
Balance = Annotated[int, Meta(description="whole cents")]
PlaceId = Annotated[str, Meta(min_length=1, max_length=400, description="a place such as straight:17, or a ticket")]
PieceName = Annotated[str, Meta(min_length=1, max_length=8, description="a card or a tile, such as As")]
SeatNumber = Annotated[int, Meta(ge=1, le=MOST_SEATS)]
Count = Annotated[int, Meta(ge=0)]
Day = Annotated[str, Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
OpenTableId = Annotated[str, Meta(pattern=r"^[a-z0-9]{6}$")]
PlayedRoundId = Annotated[str, Meta(pattern=r"^[a-z0-9]{6}-[0-9]+$")]
PatronId = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}$")]
Token = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{43}$")]


# --- what a patron does at a table ----------------------------------------------------------------------------------


class Act(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, tag_field="type", kw_only=True):
    """Something done at a table; ``round`` and ``at`` refuse it where the table has moved on since.

    ``seat``: which of your seats, where you have several; without it the one that is asked, or the first.
    """

    seat: SeatNumber | None = None
    round: Annotated[int, Meta(ge=1)] | None = None
    at: Annotated[int, Meta(ge=0)] | None = None

    def message(self, name: str) -> dict[str, Any]:
        """The act as the table reads it."""
        return {**msgspec.to_builtins(self), "id": name}


class Sit(Act, tag="sit"):
    """Take a seat, or a further one, and buy chips; or come to wager behind whoever sits there."""

    amount: Cents | None = None
    behind: bool = False


class Agree(Act, tag="agree"):
    """Whether others may wager behind you, at a table where several may wager at a seat."""

    agrees: bool


class Leave(Act, tag="leave"):
    """Leave, or leave one of several seats; what lies on the layout is still decided."""


class BuyIn(Act, tag="buy-in"):
    """Buy chips."""

    amount: Cents


class SitOut(Act, tag="sit-out"):
    """Keep the seat and be dealt nothing, or come back, at a table that is played with the chips in front of seats."""

    out: bool = True


class Wait(Act, tag="wait"):
    """Get in line for a seat at a full table of the poker room, or leave the line (14.18)."""

    waits: bool = True


class PlaceWager(Act, tag="wager"):
    """Put chips on a place."""

    on: PlaceId
    amount: Cents


class TakeBack(Act, tag="take-back"):
    """Take a wager back or down."""

    on: PlaceId


class Call(Act, tag="call"):
    """Call a wager on or off."""

    on: PlaceId
    call: Literal["on", "off"]


class Clear(Act, tag="clear"):
    """Take back whatever was put down for this round."""


class Repeat(Act, tag="repeat"):
    """Wager what was wagered before."""


class Double(Act, tag="double"):
    """Twice what was put down for this round."""


class Deal(Act, tag="deal"):
    """No more bets from this seat."""


class Decide(Act, tag="decide"):
    """The decision that the rules ask of this seat."""

    choice: Annotated[str, Meta(min_length=1, max_length=80)] | None = None
    amount: Cents | None = None
    cards: Annotated[list[PieceName], Meta(max_length=60, description="those set apart or discarded")] | None = None


class GiveWord(Act, tag="word"):
    """A word of one's own to be mixed into the chance of this round; docs/fairness.md."""

    word: Annotated[str, Meta(min_length=1, max_length=64)]


class DraftChange(Act, tag="draft-change"):
    """A supervisor drafts a change of an option, of odds or of limits at the table (8.3)."""

    option: Annotated[str, Meta(max_length=80)] = ""
    value: Annotated[str, Meta(max_length=400)] | int | bool | None = None
    pay_table: Annotated[dict[str, str], Meta(max_length=80)] = {}
    limits: Annotated[dict[str, dict[str, str]], Meta(max_length=80)] = {}


class GiveNotice(Act, tag="give-notice"):
    """A supervisor puts up the sign of a change, announces it, or tells the regulator."""

    change: Annotated[int, Meta(ge=1)]
    act: Literal["posted", "announced", "regulator told"]


class WithdrawChange(Act, tag="withdraw-change"):
    """A supervisor does not make a change."""

    change: Annotated[int, Meta(ge=1)]


class AllowException(Act, tag="allow-exception"):
    """A supervisor lets whoever sits in ``seat`` wager below the minimum or above the maximum (8.2)."""

    wager: Annotated[str, Meta(min_length=1, max_length=80)] = "table"
    min: Annotated[str, Meta(max_length=20)] | None = None
    max: Annotated[str, Meta(max_length=20)] | None = None


class EndException(Act, tag="end-exception"):
    """A supervisor ends an exception."""

    exception: Annotated[int, Meta(ge=1)]


AnyAct = (
    Sit
    | Agree
    | Leave
    | BuyIn
    | SitOut
    | Wait
    | PlaceWager
    | TakeBack
    | Call
    | Clear
    | Repeat
    | Double
    | Deal
    | Decide
    | GiveWord
    | DraftChange
    | GiveNotice
    | WithdrawChange
    | AllowException
    | EndException
)


class Wished(msgspec.Struct, forbid_unknown_fields=True):
    """A table to be opened; what is not wished for takes its default."""

    game: Annotated[str, Meta(min_length=1, max_length=40)]
    as_of: date | None = None
    name: Annotated[str, Meta(max_length=60)] = ""
    options: Annotated[dict[str, str | int | bool], Meta(max_length=80)] = {}
    pay_table: Annotated[dict[str, str], Meta(max_length=80)] = {}
    limits: Annotated[dict[str, dict[str, str]], Meta(max_length=80)] = {}
    training: Annotated[bool, Meta(description="help is given there, and nowhere else (8.1)")] = False


class Transcribed(msgspec.Struct, forbid_unknown_fields=True):
    """What happened at a table, as somebody wrote it down."""

    transcript: Annotated[str, Meta(min_length=1, max_length=200_000, description="TOML, or a record's JSON Lines")]


# --- answers --------------------------------------------------------------------------------------------------------


class Problem(msgspec.Struct, kw_only=True):
    """Why something was refused (RFC 9457), with the paragraph that commands it where one does."""

    type: str = "about:blank"
    title: Annotated[str, Meta(min_length=1)]
    status: Annotated[int, Meta(ge=400, le=599)]
    detail: Annotated[str, Meta(min_length=1)]
    cite: str | None = None
    basis: str | None = None
    accepts: str | None = None


class Patron(msgspec.Struct):
    """A patron, with the play money that is not at a table."""

    patron: PatronId
    name: str
    balance: Annotated[int, Meta(ge=0, description="whole cents")]


class NewPatron(msgspec.Struct):
    """A patron who was just let in, with the token to send as ``Authorization: Bearer``."""

    patron: PatronId
    name: str
    balance: Annotated[int, Meta(ge=0, description="whole cents")]
    token: Token


class TableShape(msgspec.Struct):
    """A table that is open."""

    id: OpenTableId
    name: str
    game: str
    as_of: Day
    house: dict[str, Any]
    rounds: Count
    seats_taken: Count
    training: bool


class TablePage(msgspec.Struct):
    """Open tables; ``next`` is the cursor of the next page."""

    tables: list[TableShape]
    next: str | None


class TableNow(msgspec.Struct):
    """A table as this patron may see it, after the event ``seq``."""

    seq: Count
    view: dict[str, Any]


class Done(msgspec.Struct):
    """An act that is in the book; ``seq`` is the number of the last event then."""

    id: str
    seq: Count


class EventPage(msgspec.Struct):
    """Events after a number, oldest first; ``next`` is what to send as ``after`` for those that follow.

    ``oldest`` is the first event that is still kept: whoever knows only earlier ones has missed some, and reads the
    table as it stands.
    """

    events: list[dict[str, Any]]
    next: Count
    oldest: Count


class Settled(msgspec.Struct):
    """What became of one wager."""

    seat: SeatNumber
    wager: str
    amount: Annotated[int, Meta(ge=0, description="whole cents")]
    result: Literal["win", "lose", "push", "void", "stands"]
    net: Balance
    cite: str
    player: Annotated[str, Meta(description="the letter of one who wagered behind the seat")] = ""


class RoundShape(msgspec.Struct):
    """A round that is over."""

    id: PlayedRoundId
    table_id: OpenTableId
    game: str
    as_of: Day
    number: Annotated[int, Meta(ge=1)]
    started: str
    ended: str | None
    summary: list[Settled]


class EntrantShape(msgspec.Struct):
    """Somebody in a tournament; chips are of no value."""

    name: str
    stage: Count
    chips: Count
    number: int | None
    table: str | None
    seat: int | None
    place: int | None
    prize: Annotated[int, Meta(ge=0, description="whole cents")]


class TournamentShape(msgspec.Struct):
    """A tournament; of one that is asked for, the leader board from the first on."""

    id: OpenTableId
    name: str
    games: list[str]
    state: Literal["entering", "playing", "stopping", "over", "stopped"]
    stage: Count
    starts: str | None
    fee: Annotated[int, Meta(ge=0, description="whole cents")]
    entrants: list[EntrantShape] = []


class TournamentList(msgspec.Struct):
    """The tournaments of the house, the latest first."""

    tournaments: list[TournamentShape]


class HeadShape(msgspec.Struct, forbid_unknown_fields=True):
    """Where the chain of a book ends: the number of its last link, and the seal over all of it."""

    n: Annotated[int, Meta(ge=0, le=2**53)]
    seal: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class RoundPage(msgspec.Struct):
    """Rounds, the latest first; ``next`` is the cursor of the next page."""

    rounds: list[RoundShape]
    next: str | None
