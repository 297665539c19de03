"""Who may do what in the house: one table. Every route and every message has an act of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from nomorebets.errors import RulesError

Role = Literal["patron", "dealer", "floorperson", "surveillance", "administrator"]
Standing = Literal["stranger", "patron", "dealer", "floorperson", "surveillance", "administrator"]
ROLES: tuple[Role, ...] = get_args(Role)
STANDINGS: tuple[Standing, ...] = get_args(Standing)  # a stranger is somebody the house does not know
WORKING: tuple[Role, ...] = ("dealer", "floorperson", "surveillance", "administrator")  # and does not play here

ROLE_WORDS: dict[Standing, str] = {
    "stranger": "somebody the house does not know: no cookie, or none of ours",
    "patron": "a guest, or a patron with a name and a password",
    "dealer": "calls the wagers at a table",
    "floorperson": "supervises the tables and reads every round that is over",
    "surveillance": "reads every round that is over and the ledger, and touches nothing",
    "administrator": "gives the roles",
}


@dataclass(frozen=True)
class Act:
    """Something that can be done, and by whom."""

    says: str
    may: frozenset[Standing]
    refused: str = ""  # what somebody is told who may not, where that says it better


def _act(says: str, *may: Standing, refused: str = "") -> Act:
    return Act(says, frozenset(may), refused)


_ANYBODY: tuple[Standing, ...] = STANDINGS
_KNOWN: tuple[Standing, ...] = ROLES

ACTS: dict[str, Act] = {
    "read": _act("read the rulebook, the odds, the guides and this table", *_ANYBODY),
    "calculate": _act("have odds and simulations worked out", *_ANYBODY),
    "drill": _act("drill; of a member the answers are kept", *_ANYBODY),
    "rule-on-transcript": _act("have a transcript of one’s own ruled on", *_ANYBODY),
    "verify-record": _act("have a record of one’s own verified", *_ANYBODY),
    "log-in": _act("log in, log out, register", *_ANYBODY),
    "watch": _act("watch a table", *_ANYBODY),
    "leave-head": _act("leave the head of another house’s book here", *_KNOWN),
    "play": _act("sit down, buy chips, wager, decide", "patron"),
    "leave": _act("leave a seat and cash in", *_KNOWN),
    "open-table": _act("open a table", "patron", "floorperson", "administrator"),
    "set-odds-and-limits": _act(
        "set the odds, the limits and other sums of a table one opens", "floorperson", "administrator"
    ),
    "call-no-more-bets": _act("call “no more bets” at a table where one does not sit", "dealer", "floorperson"),
    "supervise-table": _act(
        "change a rule or a limit of an open table with notice, and let one player wager outside the limits",
        "floorperson",
        "administrator",
    ),
    "close-table": _act("close a table between two rounds", "floorperson", "administrator"),
    "run-tournament": _act(
        "open a tournament, let bots enter, draw its seats, disqualify an entrant, stop it",
        "floorperson",
        "administrator",
    ),
    "countersign-chips": _act(
        "issue tournament chips and take them back, as the second of two", "dealer", "floorperson", "administrator"
    ),
    "read-own-rounds": _act(
        "read the rounds one sat in, once they are over", *_KNOWN, refused="This round is private."
    ),
    "share-round": _act("make a round one sat in public by a link, and withdraw it", *_KNOWN),
    "read-shared": _act("read a round that somebody made public, with his money alone and nothing hidden", *_ANYBODY),
    "own-sessions": _act(
        "see how one has played, and set oneself a goal",
        *_KNOWN,
        refused="Your sessions show up here after your first round.",
    ),
    "read-all-rounds": _act("read every round that is over", "floorperson", "surveillance", "administrator"),
    "record-ruling": _act("record a ruling on a round that is over", "floorperson"),
    "read-ledger": _act("read the ledger", "surveillance", "administrator"),
    "manage-people": _act("see who is known here, and give and take roles", "administrator"),
    "see-hidden-cards": _act("see a card before the rules show it, or the order of a shoe"),
    "change-records": _act("change or remove a record or a posting"),
}


# What may be said over the wire to a table; whatever is not listed is part of playing.
MESSAGES = {
    "leave": "leave",
    "no-more-bets": "call-no-more-bets",
    "draft-change": "supervise-table",
    "give-notice": "supervise-table",
    "withdraw-change": "supervise-table",
    "allow-exception": "supervise-table",
    "end-exception": "supervise-table",
}


def act_of(message: object) -> str:
    """The act of a message by its type."""
    return MESSAGES.get(message, "play") if isinstance(message, str) else "play"


class NotAllowed(RulesError):
    """Somebody may not do this."""

    who = "visitor"
    is_stranger = False  # who could, if the house knew who it is


def may(standing: Standing, act: str) -> bool:
    """Whether somebody may do something; an act that nobody listed is nobody's."""
    known = ACTS.get(act)
    return known is not None and standing in known.may


def require(standing: Standing, act: str, asked: str = "") -> None:
    """Refuse what somebody may not do, and say who may."""
    known = ACTS.get(act)
    if known is not None and standing in known.may:
        return
    allowed = ", ".join(who for who in STANDINGS if known and who in known.may) or "nobody"
    what = known.says if known else "do that"
    if standing in WORKING and act == "play":
        raise NotAllowed(
            f"the house's own people do not play here, and you are {standing}", accepts="playing as a patron"
        )
    text = known.refused if known else ""
    text = text or (f"no {standing} may {what}: {asked}" if asked else f"no {standing} may {what}")
    refusal = NotAllowed(text, accepts=allowed)
    refusal.is_stranger = standing == "stranger"
    raise refusal


def as_markdown() -> str:
    """The table as SECURITY.md prints it."""
    rows = [["may …", *STANDINGS], ["---", *(":-:" for _ in STANDINGS)]]
    rows += [[act.says, *("yes" if who in act.may else "–" for who in STANDINGS)] for act in ACTS.values()]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)
