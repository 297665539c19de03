"""A gaming tournament as a licensee submits it: the notice to the Division, and the rule that is posted (8.6).

The file is both the submission and the rule that entrants play under: live tournaments are opened from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from fractions import Fraction
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from nomorebets.compliance.change import ACCEPTED, Missing
from nomorebets.errors import RulesError, misfit, shown
from nomorebets.games import open_table
from nomorebets.regulation import cite, law, reading
from nomorebets.regulation.business_days import latest_filing
from nomorebets.table.game import Table
from nomorebets.table.house import Settings, only_for_analysis
from nomorebets.table.money import cents
from nomorebets.untrusted import GAME_FILE, read_toml

BUSINESS_DAYS = 5  # 8.6(b)
SPECIAL = timedelta(hours=24)  # 8.6(b)
SUBJECTS = {  # R-8.6e-subjects
    "entry-fees": "entry fees and re-buys",
    "prizes": "the prizes",
    "rules": "the rules",
    "seating": "seating",
    "ties": "ties",
    "disqualification": "disqualification",
    "chips": "the control of chips",
    "payment": "payment",
    "records": "records",
}
CERTIFIED = {  # who certifies, what, and by which paragraph
    "security": ("the supervisor of security has not certified that integrity does not suffer", "8.6(b)5"),
    "surveillance": ("the supervisor of surveillance has not certified that integrity does not suffer", "8.6(b)5"),
    "gaming-operations": (
        "the supervisor of gaming operations has not certified that integrity does not suffer",
        "8.6(b)5",
    ),
    "controller": ("the casino controller has not certified how revenue is reported", "8.6(b)6"),
    "key-employee": ("no casino key employee has certified that the internal controls will be kept to", "8.6(b)7"),
}
LAST_YEAR = 9000
_EXAMPLE = 'name = "Spring tournament", game = "craps", starts = 2012-05-07T10:00:00'

Words = Annotated[str, Meta(max_length=10_000)]
Name = Annotated[str, Meta(min_length=1, max_length=60)]


class TournamentFileError(RulesError):
    """A file that describes no tournament."""

    who = "tournament"


class Stages(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How it is played: every stage is a draw for seats, play at several tables, and who goes on from each."""

    minutes: Annotated[int, Meta(ge=1, le=1440)]  # a stage lasts at most; a round that has begun is finished
    chips: str = "1000.00"  # what each entrant is given
    seats: Annotated[int, Meta(ge=2, le=20)] = 6  # entrants at a table at most
    rounds: Annotated[int, Meta(ge=0, le=10_000)] = 0  # of the game, at each table of a stage; 0: as many as fit in
    advance: Annotated[int, Meta(ge=0, le=20)] = 1  # who go on from each table; 0: whoever has chips left
    stages: Annotated[int, Meta(ge=0, le=50)] = 0  # after which it is over; 0: after the first with one table
    carry: bool = False  # chips into the next stage; else everybody begins it alike
    ties: Literal["draw", "share"] = "draw"  # prizes of equals: by the number drawn, or shared
    rebuys: Annotated[int, Meta(ge=0, le=100)] = 0  # how often each may buy in again who has lost all chips
    rebuy_fee: str = ""  # for each; without it, the entry fee
    rebuy_until: Annotated[int, Meta(ge=1, le=50)] = 1  # the last stage in which re-buys are sold

    @property
    def stack(self) -> int:
        return cents(self.chips)


class Submission(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"pay_table": "pay-table"}):
    """A tournament, and what was submitted about it."""

    name: Name
    game: Name | tuple[Name, ...]  # several: stage after stage, and again from the first
    starts: datetime | None = None
    location: Words = ""
    special_event: bool | None = None
    notice_filed: datetime | None = None
    equipment: tuple[Words, ...] = ()
    participants: Annotated[int, Meta(ge=0, le=10_000)] = 0
    security: Words = ""
    surveillance: Words = ""
    certified: dict[str, Words] = {}  # who certified what CERTIFIED lists
    tips_withheld: bool = False
    participants_told: bool = False
    internal_controls: dict[str, Words] = {}  # where those on file address each of SUBJECTS
    entry_fee: str = "0"
    prizes: Annotated[tuple[str, ...], Meta(max_length=1000)] = ()  # by place: sums, or shares of the fees like "50%"
    rules: Words = ""
    options: dict[str, Any] = {}
    pay_table: dict[str, Any] = {}
    limits: dict[str, Any] = {}
    play: Stages | None = None  # what a live tournament needs beside

    @property
    def games(self) -> tuple[str, ...]:
        return (self.game,) if isinstance(self.game, str) else self.game

    @property
    def settings(self) -> Settings:
        return Settings(dict(self.options), dict(self.pay_table), dict(self.limits))

    @property
    def fee(self) -> int:
        return cents(self.entry_fee)

    @property
    def day(self) -> date:
        """The day whose text applies: that of the tournament, and none before there were tournaments."""
        when = self.starts or self.notice_filed
        return max(when.date() if when else law.newest(), law.since(cite("8.6(a)")))

    @property
    def rebuy_fee(self) -> int:
        return cents(self.play.rebuy_fee) if self.play and self.play.rebuy_fee else self.fee

    def fees(self, entrants: int, rebuys: int) -> int:
        """What so many entrants have paid who bought in again so often, all together."""
        return entrants * self.fee + rebuys * self.rebuy_fee

    def prizes_for(self, entrants: int, rebuys: int = 0) -> list[int]:
        """The prize of each place, in cents: sums as they are stated, shares of all fees down to whole cents."""
        return [_prize(text, self.fees(entrants, rebuys)) for text in self.prizes]

    def table(self, stage: int) -> Table:
        """What a stage is played at."""
        return open_table(self.game_of(stage), self.day, self.settings)

    def game_of(self, stage: int) -> str:
        """The game of a stage as the file names it."""
        return self.games[(stage - 1) % len(self.games)]


@dataclass(frozen=True)
class JudgedTournament:
    """A submission, judged: what it lacks, and until when its notice may be filed."""

    submission: Submission
    missing: tuple[Missing, ...]
    file_by: date | datetime | None

    @property
    def may_be_held(self) -> bool:
        return not self.missing

    def to_dict(self) -> dict[str, Any]:
        own = self.submission
        return {
            "name": own.name,
            "games": list(own.games),
            "starts": None if own.starts is None else own.starts.isoformat(),
            "kind": {None: None, True: "special event", False: "retail"}[own.special_event],
            "notice_filed": None if own.notice_filed is None else own.notice_filed.isoformat(),
            "file_by": None if self.file_by is None else self.file_by.isoformat(),
            "may_be_held": self.may_be_held,
            "missing": [missing.to_dict(own.day) for missing in self.missing],
        }


def read_submission(content: bytes | str) -> Submission:
    """A tournament as somebody wrote it down."""
    document = read_toml(content, "the tournament", TournamentFileError, _EXAMPLE, GAME_FILE)
    try:
        submission = msgspec.convert(document, Submission)
    except msgspec.ValidationError as fault:
        raise TournamentFileError(misfit(fault), accepts=_EXAMPLE) from None
    if not submission.games:
        raise TournamentFileError("no game is named", accepts=_EXAMPLE)
    _require_times(submission)
    _require_known(submission.certified, CERTIFIED, "nobody certifies as")
    _require_known(submission.internal_controls, SUBJECTS, "internal controls have no subject")
    _require_prizes(submission)
    if submission.play is not None:
        _require_stages(submission, submission.play)
    return submission


def judge_tournament(submission: Submission) -> JudgedTournament:
    """Everything that a tournament lacks before it may be held, each with its paragraph."""
    lacks = [*_of_the_day(submission), *_of_the_notice(submission), *_of_the_contents(submission)]
    lacks += [*_of_the_controls(submission), *_of_the_tables(submission)]
    return JudgedTournament(submission, tuple(lacks), _file_by(submission))


# --- what 8.6 asks for ------------------------------------------------------------------------------------------------


def _of_the_day(own: Submission) -> Iterator[Missing]:
    by = cite("8.6(a)")
    when = own.starts or own.notice_filed
    if when is not None and when.date() < law.since(by):
        text = f"the chapter had no rule on tournaments on {when.date()}"
        yield Missing(text, by, f"dates from {law.since(by)} on")


def _file_by(own: Submission) -> date | datetime | None:
    """Until when the notice may be filed: a moment for a special event, else a day."""
    if own.starts is None or own.special_event is None:
        return None
    return own.starts - SPECIAL if own.special_event else latest_filing(own.starts.date(), BUSINESS_DAYS)


def _of_the_notice(own: Submission) -> Iterator[Missing]:
    by, latest, filed = cite("8.6(b)"), _file_by(own), own.notice_filed
    if filed is None:
        yield Missing("no written notice was given to the Division", by, "file it and write notice_filed = the time")
    elif isinstance(latest, datetime) and filed > latest:
        text = f"the notice was filed at {filed}, less than 24 hours before the special event"
        yield Missing(text, by, f"notice by {latest}, or a later start")
    elif latest is not None and not isinstance(latest, datetime) and filed.date() > latest:
        text = f"the notice was filed on {filed.date()}, less than {BUSINESS_DAYS} business days before"
        yield Missing(text, reading("R-8.6b-business-days"), f"notice by {latest}, or a later start")


def _of_the_contents(own: Submission) -> Iterator[Missing]:
    said = (
        (own.starts, "it has no date and time", "8.6(b)1", "starts = 2012-05-07T10:00:00"),
        (own.location, "it has no place", "8.6(b)1", 'location = "…"'),
        (own.special_event is not None, "it is called neither retail nor a special event", "8.6(b)1",
         "special_event = true or false"),
        (own.equipment, "no equipment is listed", "8.6(b)2", 'equipment = ["…"]'),
        (own.participants, "the number of participants expected is not stated", "8.6(b)3", "participants = 48"),
        (own.security, "no security measures are set out", "8.6(b)4", 'security = "…"'),
        (own.surveillance, "no surveillance measures are set out", "8.6(b)4", 'surveillance = "…"'),
    )  # fmt: skip
    for value, text, by, remedy in said:
        if not value:
            yield Missing(text, cite(by), f"write {remedy}")
    for who, (text, by) in CERTIFIED.items():
        if not own.certified.get(who):
            yield Missing(text, cite(by), f'write certified.{who} = "the name of who did"')
    if own.tips_withheld and not own.participants_told:
        text = "dealers’ tips are withheld, and the participants were not told"
        yield Missing(text, cite("8.6(d)"), "tell them and write participants_told = true")


def _of_the_controls(own: Submission) -> Iterator[Missing]:
    by = reading("R-8.6e-subjects")
    if not own.internal_controls:
        yield Missing("no internal controls are on file", cite("8.6(e)"), "write internal_controls = { … }")
    for subject, words in SUBJECTS.items() if own.internal_controls else ():
        if not own.internal_controls.get(subject):
            text = f"the internal controls do not address {words}"
            yield Missing(text, by, f'write internal_controls.{subject} = "where they do"')
    if not own.prizes:
        yield Missing("no prizes are stated", by, 'write prizes = ["1000.00", "500.00"]')
    if not own.rules:
        yield Missing("the rules of the tournament are not stated", by, 'write rules = "…"')


def _of_the_tables(own: Submission) -> Iterator[Missing]:
    """Tables that the rules of the game do not allow."""
    for stage in range(1, len(own.games) + 1):
        try:
            table = own.table(stage)
        except RulesError as fault:
            if fault.by is None:  # a slip of the pen, of which no paragraph speaks
                raise
            yield Missing(fault.text, fault.by, f"{ACCEPTED}{fault.accepts or 'the rules of the game'}")
        else:
            for wrong in only_for_analysis(table.game, table.house):
                if wrong.by is not None:
                    yield Missing(wrong.text, wrong.by, f"{ACCEPTED}{wrong.accepts}")
            if own.play is not None and own.play.seats > table.seats:
                text = f"play.seats = {own.play.seats}: the table has {table.seats} seats"
                raise TournamentFileError(text, accepts=f"at most {table.seats}")


# --- slips of the pen -------------------------------------------------------------------------------------------------


def _require_times(own: Submission) -> None:
    times = [when for when in (own.starts, own.notice_filed) if when is not None]
    if len({when.tzinfo is None for when in times}) > 1:
        raise TournamentFileError("one time has a zone and the other has none", accepts="both alike")
    if any(not 1900 <= when.year <= LAST_YEAR for when in times):
        raise TournamentFileError("a time is of no year in which tournaments are held", accepts=_EXAMPLE)


def _require_known(said: dict[str, str], known: dict[str, Any], what: str) -> None:
    for name in said:
        if name not in known:
            raise TournamentFileError(f"{what} {shown(name, 40)}", accepts=", ".join(known))


def _require_prizes(own: Submission) -> None:
    if own.fee < 0:
        raise TournamentFileError("an entry fee is no debt", accepts='entry_fee = "50.00"')
    if own.prizes and len({text.endswith("%") for text in own.prizes}) > 1:
        raise TournamentFileError("some prizes are sums and some are shares", accepts="all of them alike")
    worth = [_prize(text, 10**8) for text in own.prizes]
    if any(prize <= 0 for prize in worth) or worth != sorted(worth, reverse=True):
        raise TournamentFileError("prizes go from the largest down", accepts='prizes = ["1000.00", "500.00"]')
    if own.prizes and own.prizes[0].endswith("%") and sum(_share(text) for text in own.prizes) > 1:
        raise TournamentFileError("the prizes are more than all fees", accepts="shares of 100% together, or less")


def _require_stages(own: Submission, play: Stages) -> None:
    if play.stack <= 0:
        raise TournamentFileError("entrants are given no chips", accepts='play.chips = "1000.00"')
    if own.rebuy_fee < 0:
        raise TournamentFileError("a re-buy is no debt", accepts='play.rebuy_fee = "50.00"')
    if not play.advance and not play.stages:
        text = "a tournament from which nobody is cut has no end"
        raise TournamentFileError(text, accepts="play.advance = 1 or more, or play.stages")


def _prize(text: str, fees: int) -> int:
    return int(_share(text) * fees) if text.endswith("%") else cents(text)


def _share(text: str) -> Fraction:
    """``"12.5%"`` as a part of the whole."""
    return Fraction(cents(text.removesuffix("%").strip()), 10_000)
