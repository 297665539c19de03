"""What a person at a table may see: events as they happen and the table as it stands, with no hidden card in them.

Each request says what may be told of it; one that says nothing is told by its name only.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from functools import lru_cache
from typing import Any

from nomorebets.drawing.facet import felt_of
from nomorebets.drawing.history import RESULTS_LISTED
from nomorebets.equipment.tickets import PREFIX
from nomorebets.regulation import Citation, law
from nomorebets.server import machine
from nomorebets.server.addresses import rule_url
from nomorebets.table import Entry, Play, Round, Ruling
from nomorebets.table.areas import HIDDEN, owner_of
from nomorebets.table.felt import Felt, Laid, seen
from nomorebets.table.game import Game
from nomorebets.table.ledger import seat_of
from nomorebets.table.memory import is_of_a_seat
from nomorebets.table.wagers import Result


@dataclass(frozen=True)
class Event:
    """One entry of a round as it may be told: to everybody, and more of it to whom it concerns."""

    seq: int
    at: int  # milliseconds since 1970
    round: int
    request: str
    words: str
    shown: dict[str, Any]
    by: Citation
    owners: frozenset[str] = frozenset()  # the patrons who see more
    own_words: str = ""
    own_shown: dict[str, Any] = field(default_factory=dict)

    def told_to(self, patron: str | None, day: date) -> dict[str, Any]:
        own = patron in self.owners
        return {
            "type": "event",
            "seq": self.seq,
            "ts": self.at,
            "round": self.round,
            "request": self.request,
            "words": self.own_words if own else self.words,
            "shown": self.own_shown if own else self.shown,
            **paragraph(self.by, day),
        }


def paragraph(by: Citation, day: date) -> dict[str, str]:
    """A citation as a page needs it: how it is printed, how firm it is, and where the rulebook has it."""
    return dict(_paragraph(by, day))


@lru_cache(maxsize=4096)
def _paragraph(by: Citation, day: date) -> dict[str, str]:
    return {"cite": by.full(day), "basis": law.basis(by, day), "href": rule_url(by.full(day), day)}


def event_of(seq: int, number: int, entry: Entry, at: Round, owners: dict[str, str]) -> Event:
    """The event of an entry that has just happened."""
    request, telling = entry.request, entry.request.tell(entry.answer, at)
    shown = dict(telling.facts)
    if telling.results:
        shown["results"] = [_result_facts(result, at.as_of) for result in telling.results]
    who = frozenset(who for where, who in owners.items() if telling.private_to and seat_of(where) == telling.private_to)
    own = (telling.own_words, {**shown, **telling.own_facts}) if who else ("", {})
    now = int(machine.seconds() * 1000)
    return Event(seq, now, number, request.name, telling.words, shown, request.by, who, *own)


def _result_facts(result: Result, day: date) -> dict[str, Any]:
    wager = result.wager
    decided: dict[str, Any] = {"seat": wager.seat, "on": wager.on, "outcome": result.outcome, "net": result.net}
    decided |= {"player": wager.player} if wager.player else {}
    return decided | paragraph(result.by, day)


RESULTS_KEPT = 72


def rounds_recalled(game: Game) -> int:
    """How many rounds a table reads again when it is restored: the last one, or as many as have results to show."""
    if felt_of(game).score is not None:
        return RESULTS_KEPT
    return 1 if game.chance.words == "cards" else RESULTS_LISTED


def _is_read(area: str, lying: list[Laid]) -> bool:
    """Whether somebody may want to read cards that are gone: not what was nobody's and lay face down."""
    return owner_of(area) > 0 or any(laid.up for laid in lying)


class ShownTable:
    """What lay open on the table, kept until the next round's cards come: a dealer clears sooner than one reads."""

    dice: str
    wheel: str

    def __init__(self) -> None:
        self.cards: dict[str, list[Laid]] = {}
        self.hands: dict[str, str] = {}
        self.dice = self.wheel = ""
        self.markers: dict[str, str] = {}
        self.owners: dict[str, str] = {}
        self.results: deque[str] = deque(maxlen=RESULTS_KEPT)  # of the rounds before
        self._fresh = True
        self._seen: dict[str | None, dict[str, Any]] = {}  # by whom, since the last entry

    def begin(self) -> None:
        """Another round: the next card, throw or spin takes the place of the old ones."""
        self._fresh = True

    def follow(self, entry: Entry, felt: Felt, owners: dict[str, str]) -> None:
        self._seen = {}
        if self._fresh and any(felt.cards.values()):
            self.cards, self.hands, self.markers, self._fresh, self.owners = {}, {}, {}, False, dict(owners)
        if entry.request.deals_cards:  # the deal goes on: what was cleared before it is gone
            self.cards = {area: lying for area, lying in self.cards.items() if felt.cards.get(area)}
        self.cards = {
            area: lying for area, lying in self.cards.items() if felt.cards.get(area) or _is_read(area, lying)
        }
        self.cards |= {area: list(lying) for area, lying in felt.cards.items() if lying}
        self.hands |= felt.hands_read
        self.dice = felt.dice or self.dice
        self.wheel = felt.wheel or self.wheel
        self.markers.update(felt.markers)

    def end(self, game: Game, felt: Felt) -> None:
        """A round is over: its result joins those before."""
        score = felt_of(game).score
        result = score(felt) if score is not None else self.wheel or self.dice
        if result:
            self.results.append(result)

    def seen_by(self, patron: str | None) -> dict[str, Any]:
        """As a patron sees it, the same until the next entry; whoever has no cards there sees what everybody does."""
        who = patron if patron in self.owners.values() else None
        seen = self._seen.get(who)
        if seen is None:
            seats = {seat_of(where) for where, owner in self.owners.items() if owner == who}
            seen = self._seen[who] = self.seen_from(seats)
        return seen

    def seen_from(self, seats: Collection[int]) -> dict[str, Any]:
        """As whoever sits at some seats sees it."""
        cards = {area: seen(area, lying, seats) for area, lying in self.cards.items()}
        hands = {area: hand for area, hand in self.hands.items() if HIDDEN not in cards.get(area, [])}
        return {"cards": cards, "hands": hands, "dice": self.dice, "wheel": self.wheel, "markers": dict(self.markers)}


def ruling_facts(ruling: Ruling, day: date) -> dict[str, Any]:
    """A result as it is shown at the end: what it was paid, and by which paragraph."""
    return {
        "seat": ruling.seat,
        **({"player": ruling.player} if ruling.player else {}),
        "wager": ruling.wager,
        "on": ruling.on,
        **({} if ruling.wager.startswith(PREFIX) else {"words": ruling.hand_name}),  # the page reads a ticket itself
        "amount": ruling.amount,
        "result": ruling.result,
        "net": ruling.net,
        "paid": paid_at(ruling),
        **paragraph(ruling.by, day),
    }


def paid_at(ruling: Ruling) -> str:
    """The odds a winning wager was really paid at: ``35 to 1``."""
    if ruling.net <= 0 or not ruling.amount:
        return ""
    odds = Fraction(ruling.net, ruling.amount)
    return f"{odds.numerator} to {odds.denominator}"


def public_state(play: Play) -> dict[str, str]:
    """What everybody may see of what the table remembers."""
    public, state = play.table.game.memory.public, play.table.felt.state
    own = [name for name in state if is_of_a_seat(name, public)]
    return {name: state[name] for name in (*public, *own) if state.get(name)}
