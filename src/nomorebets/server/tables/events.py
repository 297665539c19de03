"""What a person at a table may see: events as they happen and the table as it stands, with no hidden card in them.

Everything is built up from what is public; a request that nobody listed here is told by its name only.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from functools import lru_cache
from typing import Any

from nomorebets.drawing.facet import felt_of
from nomorebets.drawing.history import RESULTS_LISTED
from nomorebets.equipment.cards import shown as as_printed
from nomorebets.games.baccarat.third_cards import HandOver
from nomorebets.procedures.banker import AddToBank, PayFromBank
from nomorebets.procedures.meter import FeedMeter
from nomorebets.regulation import Citation, law
from nomorebets.server.web.rooms import rule_url
from nomorebets.table import Entry, Play, Ruling, Wager
from nomorebets.table.cards import Award, Draw, Drawn, GiveBack, PayBonus, PutDown, ReadHand, Shuffle, ToRack, TurnUp
from nomorebets.table.decisions import Ask, Chosen
from nomorebets.table.dice import DiceComeToRest, DiceRest
from nomorebets.table.felt import Felt, Laid
from nomorebets.table.game import Game
from nomorebets.table.money import dollars
from nomorebets.table.requests import Announce, Bets, Collect, Mark, MovePart, Note, Pay, Remedy, TakeWagers, Travel
from nomorebets.table.wagers import Result
from nomorebets.table.wheels import BallRest, BallRests, SpinBall, SpinWheel, WheelRest

HIDDEN = "??"
PUBLIC_STATE = ("point", "shooter", "meter", "fire", "holder", "curator")  # what a table remembers in the open


@dataclass(frozen=True)
class Event:
    """One entry of a round as it may be told: to everybody, and more of it to whom it concerns."""

    seq: int
    round: int
    request: str
    words: str
    shown: dict[str, Any]
    by: Citation
    owner: str = ""  # the patron who sees more
    own_words: str = ""
    own_shown: dict[str, Any] = field(default_factory=dict)

    def told_to(self, patron: str | None, day: date) -> dict[str, Any]:
        own = bool(self.owner) and self.owner == patron
        return {
            "type": "event",
            "seq": self.seq,
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
    return {"cite": by.full(day), "basis": law.basis(by, day), "href": rule_url(by.on(day), day)}


def event_of(seq: int, number: int, entry: Entry, felt: Felt, owners: dict[int, str], day: date) -> Event:
    """The event of an entry that has just happened."""
    request = entry.request
    words, shown = tell(entry, felt, day)
    if isinstance(request, Draw) and request.face == "down" and isinstance(entry.answer, Drawn) and entry.answer.card:
        own_shown = {**shown, "card": entry.answer.card}
        own_words = f"{area_words(request.to)}: {as_printed(entry.answer.card)}, face down"
        owner = owners.get(_seat_of(request.to), "")
        return Event(seq, number, request.name, words, shown, request.by, owner, own_words, own_shown)
    return Event(seq, number, request.name, words, shown, request.by)


def tell(entry: Entry, felt: Felt, day: date) -> tuple[str, dict[str, Any]]:
    """An entry in words and facts that everybody may know."""
    request, answer = entry.request, entry.answer
    if isinstance(request, Announce):
        return f"“{request.words}”", {"words": request.words}
    if isinstance(request, TakeWagers) and isinstance(answer, Bets):
        return _bets(answer), {"placed": [_wager(w) for w in answer.placed]}
    if isinstance(request, Ask) and isinstance(answer, Chosen):
        how_much = f" {dollars(answer.amount)}" if answer.amount else ""
        shown = {"seat": request.seat, "choice": answer.choice, "amount": answer.amount}
        return (f"seat {request.seat}: {answer.choice}{how_much}" if request.seat else ""), shown
    if isinstance(request, Draw) and isinstance(answer, Drawn):
        up = request.face == "up" and answer.card
        card = answer.card if up else HIDDEN
        return f"{area_words(request.to)}: {_card(card)}", {"to": request.to, "card": card}
    if isinstance(request, TurnUp | HandOver):
        cards = [laid.card if laid.up else HIDDEN for laid in felt.cards.get(request.area, [])]
        return f"{area_words(request.area)} shows {_cards(cards)}", {"area": request.area, "cards": cards}
    if isinstance(request, ToRack):
        return "", {"area": request.area}
    if isinstance(request, ReadHand):
        open_hand = all(laid.up for laid in felt.cards.get(request.area, []))
        return (f"{area_words(request.area)}: {request.hand}" if open_hand else ""), {"area": request.area}
    if isinstance(request, SpinBall):
        return "The ball is in the track", {}
    if isinstance(request, BallRests) and isinstance(answer, BallRest):
        return f"The ball rests in {answer.compartment}", {"wheel": answer.compartment}
    if isinstance(request, SpinWheel) and isinstance(answer, WheelRest):
        return f"The wheel stops at {answer.symbol}", {"wheel": answer.symbol}
    if isinstance(request, DiceComeToRest) and isinstance(answer, DiceRest):
        return f"The dice show {answer.dice}", {"dice": answer.dice}
    return _tell_of_wagers(entry, day)


def _tell_of_wagers(entry: Entry, day: date) -> tuple[str, dict[str, Any]]:
    request = entry.request
    if isinstance(request, Collect | Pay | GiveBack | Award | PayBonus):
        return "; ".join(_result(r) for r in request.results), {"results": _results(request.results, day)}
    if isinstance(request, AddToBank | PayFromBank):
        results = (*request.against, request.bank)
        return "; ".join(_result(r) for r in results), {"results": _results(results, day)}
    if isinstance(request, PutDown):
        wager = request.wager
        return f"seat {wager.seat} puts {dollars(wager.amount)} on {wager.on}", {"wager": _wager(wager)}
    if isinstance(request, Travel):
        return f"seat {request.wager.seat}: {request.wager.on} goes to {request.to}", {"to": request.to}
    if isinstance(request, MovePart):
        part = dollars(request.amount)
        return f"seat {request.wager.seat}: {part} of {request.wager.on} goes to {request.to}", {"to": request.to}
    if isinstance(request, Mark):
        return f"The {request.marker} goes to {request.place}", {"marker": request.marker, "place": request.place}
    if isinstance(request, Note):
        if request.what not in PUBLIC_STATE:
            return "", {}
        return (f"{request.what}: {request.value}" if request.value else ""), {request.what: request.value}
    if isinstance(request, Remedy):
        return f"{request.what}: {request.remedy}", {"what": request.what, "remedy": request.remedy}
    if isinstance(request, FeedMeter):
        return "", {"amount": request.amount}
    if isinstance(request, Shuffle):
        return "The cards are shuffled", {"method": request.method}
    return "", {}


def _bets(bets: Bets) -> str:
    made = [f"seat {w.seat} {dollars(w.amount)} on {w.on}" for w in bets.placed]
    taken = [f"seat {w.seat} takes {w.on} down" for w in bets.removed]
    called = [f"seat {c.to.seat}: {c.to.on} {c.to.call or dollars(c.to.amount)}" for c in bets.changed]
    return "; ".join((*made, *taken, *called))


def _result(result: Result) -> str:
    wager, net = result.wager, result.net
    words = {"win": "wins", "lose": "loses", "push": "is a push", "void": "is void", "stands": "stands"}
    amount = f" {dollars(abs(net))}" if net else ""
    return f"seat {wager.seat}: {wager.name} {words[result.outcome]}{amount}"


def _results(results: Sequence[Result], day: date) -> list[dict[str, Any]]:
    return [
        {"seat": r.wager.seat, "on": r.wager.on, "outcome": r.outcome, "net": r.net, **paragraph(r.by, day)}
        for r in results
    ]


def _wager(wager: Wager) -> dict[str, Any]:
    facts: dict[str, Any] = {"seat": wager.seat, "on": wager.on, "amount": wager.amount}
    if wager.fee:
        facts["fee"] = wager.fee
    if wager.call:
        facts["call"] = wager.call
    return facts


wager_facts = _wager


def area_words(area: str) -> str:
    """An area of the felt as people say it: ``seat 3``, ``dealer``."""
    return area.replace(":", " ").replace("-", " ")


def _seat_of(area: str) -> int:
    kind, _, number = area.partition(":")
    return int(number) if kind == "seat" and number.isdigit() else 0


def _card(card: str) -> str:
    return "a card face down" if card == HIDDEN else as_printed(card)


def _cards(cards: list[str]) -> str:
    covered = cards.count(HIDDEN)
    unseen = [f"{covered} covered card{'s' if covered > 1 else ''}"] if covered else []
    return ", ".join([*(as_printed(card) for card in cards if card != HIDDEN), *unseen])


RESULTS_KEPT = 72


def rounds_recalled(game: Game) -> int:
    """How many rounds a table reads again when it is restored: the last one, or as many as have results to show."""
    if felt_of(game).score is not None:
        return RESULTS_KEPT
    return 1 if game.chance.words == "cards" else RESULTS_LISTED


class Tableau:
    """What lay open on the table, kept until the next round's cards come: a dealer clears sooner than one reads."""

    def __init__(self) -> None:
        self.cards: dict[str, list[Laid]] = {}
        self.hands: dict[str, str] = {}
        self.dice = self.wheel = ""
        self.markers: dict[str, str] = {}
        self.owners: dict[int, str] = {}
        self.results: deque[str] = deque(maxlen=RESULTS_KEPT)  # of the rounds before
        self._fresh = True

    def begin(self) -> None:
        """Another round: the next card, throw or spin takes the place of the old ones."""
        self._fresh = True

    def follow(self, entry: Entry, felt: Felt, owners: dict[int, str]) -> None:
        if self._fresh and any(felt.cards.values()):
            self.cards, self.hands, self._fresh, self.owners = {}, {}, False, dict(owners)
        if isinstance(entry.request, Draw):  # the deal goes on: what was cleared before it is gone
            self.cards = {area: lying for area, lying in self.cards.items() if felt.cards.get(area)}
        self.cards |= {area: list(lying) for area, lying in felt.cards.items() if lying}
        if isinstance(entry.request, ReadHand):
            self.hands[entry.request.area] = entry.request.hand
        self.dice = felt.dice or self.dice
        if isinstance(entry.request, BallRests | SpinWheel | SpinBall):
            self.wheel = felt.wheel
        self.markers.update(felt.markers)

    def end(self, game: Game, felt: Felt) -> None:
        """A round is over: its result joins those before."""
        score = felt_of(game).score
        result = score(felt) if score is not None else self.wheel or self.dice
        if result:
            self.results.append(result)

    def seen_by(self, patron: str | None) -> dict[str, Any]:
        own = {f"seat:{seat}" for seat, who in self.owners.items() if who == patron}
        cards = {
            area: [laid.card if laid.up or area in own else HIDDEN for laid in lying]
            for area, lying in self.cards.items()
        }
        hands = {area: hand for area, hand in self.hands.items() if HIDDEN not in cards.get(area, [])}
        return {"cards": cards, "hands": hands, "dice": self.dice, "wheel": self.wheel, "markers": dict(self.markers)}


def ruling_facts(ruling: Ruling, day: date) -> dict[str, Any]:
    """A result as it is shown at the end: what it was paid, and by which paragraph."""
    return {
        "seat": ruling.seat,
        "wager": ruling.wager,
        "on": ruling.on,
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
    return {name: play.table.felt.state[name] for name in PUBLIC_STATE if play.table.felt.state.get(name)}
