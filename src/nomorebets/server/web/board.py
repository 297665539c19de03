"""A round that is over as a board: the felt after each entry, what was told of it, and what its decisions cost.

Everything here is for one viewer: what he may not see is not in it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from nomorebets import drawing
from nomorebets.equipment.dice import FACES
from nomorebets.errors import RulesError
from nomorebets.pricing.mistakes import Decided, in_money, is_decision
from nomorebets.regulation import law, names
from nomorebets.rulings.steps import step as step_in_words
from nomorebets.server.tables.events import ShownTable
from nomorebets.server.web.rooms import cited, outcomes_of, percent
from nomorebets.table import Round
from nomorebets.table.areas import HIDDEN, Area, owner_of
from nomorebets.table.felt import Felt
from nomorebets.table.game import Table
from nomorebets.table.ledger import seat_of, spot
from nomorebets.table.memory import is_money, is_of_a_seat, value_shown
from nomorebets.table.money import cents, dollars
from nomorebets.table.record import Record, read, reproduce, table_of
from nomorebets.table.requests import Answer, Request, Telling
from nomorebets.table.wagers import DEALER, seat_words

HIDDEN_STATE = ("pack",)  # a short pack is for small cases only
_FACES = tuple(map(str, FACES))
UNTOLD = "…"  # an amount that is somebody else's


@dataclass(frozen=True)
class Viewer:
    """Who looks at a round that is over."""

    seats: frozenset[int] = frozenset()  # whose cards he sees before they are shown
    spots: frozenset[str] | None = None  # whose money he sees; None: everybody's
    reads_all: bool = False  # every card, and the record itself


EVERYTHING = Viewer(reads_all=True)


@dataclass(frozen=True)
class Examined:
    """A record that was read, and whether the script reproduces it."""

    record: Record
    table: Table
    fault: str  # what the script says otherwise; empty where it reproduces the record
    digest: str
    content: bytes
    told: tuple[Telling, ...]  # of its entries; of one that is not reproduced, as far as it is

    @property
    def last(self) -> int:
        return len(self.record.entries) + 1  # the closing line


@lru_cache(maxsize=64)
def examine(content: bytes) -> Examined:
    """Read one round: an altered one is refused; one that the script does not reproduce is shown with the reason."""
    record = read(content)
    entries, told = record.entries, list[Telling]()

    def tell(at: Round) -> None:
        entry = entries[len(told)]
        told.append(entry.request.tell(entry.answer, at))

    def before(request: Request, at: Round, answer: Answer) -> None:
        if asked:
            tell(at)  # what was done before this is on the felt now
        asked.append(request)

    fault, asked = "", list[Request]()
    try:
        tell(reproduce(record, before=before).table)
    except RulesError as failure:
        fault = str(failure)
    return Examined(record, table_of(record), fault, hashlib.sha256(content).hexdigest(), content, tuple(told))


def never_shown(record: Record) -> set[tuple[str, str]]:
    """Cards that lay face down in an area and were not turned up there before the round was over."""
    felt = Felt.opened(record.header.opening)
    covered: set[tuple[str, str]] = set()
    shown_there: set[tuple[str, str]] = set()
    for entry in record.entries:
        entry.request.apply(felt, entry.answer)
        for area, lying in felt.cards.items():
            for laid in lying:
                (shown_there if laid.up else covered).add((area, laid.card))
    return covered - shown_there


# --- the steps ------------------------------------------------------------------------------------------------------


def step_words(examined: Examined, number: int, viewer: Viewer) -> str:
    """What may be told of an entry; nothing where it is a matter of course."""
    if number > len(examined.told):  # the script does not come so far
        entry = examined.record.entries[number - 1]
        return step_in_words(entry, examined.record.as_of) if viewer.reads_all else ""
    told = examined.told[number - 1]
    is_own = told.private_to in viewer.seats or viewer.reads_all
    words = told.own_words if is_own and told.own_words else told.words
    words = _for(viewer, words)
    return words[:1].upper() + words[1:]


def _for(viewer: Viewer, words: str) -> str:
    """What everybody heard, with no amount that the viewer may not know."""
    return words if viewer.spots is None else without_others_money(words, viewer.spots)


_SEAT = re.compile(r"\bseat (\d+)(?:, hand \d+)?(?:, player (\w))?", re.IGNORECASE)
_MONEY = re.compile(r"\$[\d,]+(?:\.\d\d)?")


def without_others_money(words: str, spots: frozenset[str]) -> str:
    """What was told, with no amount but those of some people.

    >>> without_others_money("seat 1 $5 on Red; seat 2 $25 on Black", frozenset({"1"}))
    'seat 1 $5 on Red; seat 2 … on Black'
    """

    def of_them(part: str) -> bool:
        named = {spot(int(seat), player) for seat, player in _SEAT.findall(part)}
        return bool(named) and named <= spots

    return "; ".join(part if of_them(part) else _MONEY.sub(UNTOLD, part) for part in words.split("; "))


def in_view(made: Decided, examined: Examined, viewer: Viewer) -> bool:
    """Whether a viewer is told what a decision cost: it is his own, or it tells nothing of a hand never shown."""
    if viewer.reads_all or made.seat in viewer.seats:
        return True
    if viewer.spots is not None and spot(made.seat, made.player) not in viewer.spots:
        return False
    return made.seat not in {owner_of(area) for area, _ in never_shown(examined.record)}


def cost_words(made: Decided) -> dict[str, Any]:
    """What a decision cost, as a page says it."""
    who = seat_words(made.seat, made.player)
    share = f" ({percent(made.cost / made.stake, 2)} of the first wager)" if made.cost and made.stake else ""
    if made.cost is None:
        verdict = "not solved"
    elif made.cost:
        verdict = f"costs {in_money(made.cost)} on average{share}; {made.best} is best"
    else:
        verdict = "the best play"
    kind = "unknown" if made.cost is None else "mistake" if made.cost else "best"
    return {"who": who, "choice": made.choice, "verdict": verdict, "kind": kind}


def has_decisions(examined: Examined) -> bool:
    """Whether anything was decided in a round that the script reproduces."""
    return not examined.fault and any(is_decision(entry.request) for entry in examined.record.entries)


def board(examined: Examined, entry: int, viewer: Viewer, decided: list[Decided] | None) -> dict[str, Any]:
    """One step of a round as a page shows it; ``decided`` is None as long as the costs are not known."""
    record, day = examined.record, examined.record.as_of
    costs: dict[int, list[dict[str, Any]]] = {}
    for made in decided or ():
        if in_view(made, examined, viewer):
            costs.setdefault(made.entry, []).append(cost_words(made))
    steps = [
        {
            "n": n,
            "words": step_words(examined, n, viewer),
            "plain": names.happened(one.request.name),
            "by": cited(one.request.by, day),
            "costs": costs.get(n, []),
        }
        for n, one in enumerate(record.entries, 1)
    ]
    told = [n for n, one in enumerate(steps, 1) if one["words"]]
    closed = entry == examined.last
    return {
        "game_name": examined.table.game.entry.name,
        "day": day,
        "chapter": law.chapter_on(day).number,
        "entry": entry,
        "last": examined.last,
        "closed": closed,
        "step": _step(examined, steps, entry) if 0 < entry < examined.last else None,
        "steps": steps,
        "forward": next((n for n in told if n > entry), examined.last),  # past what is a matter of course
        "costs_known": decided is not None,
        "felt": felt_view(examined, entry, viewer),
        "rulings": rulings_of(examined, viewer),
    }


def _step(examined: Examined, steps: list[dict[str, Any]], entry: int) -> dict[str, Any]:
    request = examined.record.entries[entry - 1].request
    return steps[entry - 1] | {"asks": request.asks, "says": _says(request.by)}


def _says(by: Any) -> str:
    if by.reading:
        return law.reading(by.reading).says
    return law.paragraph(by).says


def rulings_of(examined: Examined, viewer: Viewer) -> list[dict[str, Any]]:
    """What became of every wager whose money the viewer sees."""
    return [
        {
            "seat": seat_words(r.seat, r.player) if r.seat else DEALER,
            "wager": r.name,
            "staked": dollars(r.amount),
            "result": r.result,
            "called": outcomes_of(examined.table.game)[r.result],
            "net": dollars(r.net),
            "won": r.net > 0,
            "by": cited(r.by, examined.record.as_of),
        }
        for r in examined.record.rulings
        if viewer.spots is None or spot(r.seat, r.player) in viewer.spots
    ]


# --- the felt -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class FeltThen:
    """The felt as it was after an entry, with what lay open until the next cards came."""

    felt: Felt
    cards: dict[str, list[str]]  # as the viewer sees them
    hands: dict[str, str]  # as the dealer read them
    dice: str
    wheel: str
    marks: dict[str, str]

    @property
    def dice_faces(self) -> tuple[int, ...]:
        """What the dice show; nothing where they show none that are drawn."""
        faces = self.dice.split("-")
        return tuple(map(int, faces)) if all(face in _FACES for face in faces) else ()


def felt_then(examined: Examined, entry: int, viewer: Viewer) -> FeltThen:
    """The felt after an entry, drawn from the record up to it."""
    record, game = examined.record, examined.table.game
    felt, shown = Felt.opened(record.header.opening), ShownTable()
    shown.begin()
    for one in record.entries[:entry]:
        one.request.apply(felt, one.answer)
        shown.follow(one, felt, {})
    if entry == examined.last:
        felt.close()
    seen = shown.seen_from(viewer.seats)
    if viewer.reads_all:
        seen["cards"] = {area: [laid.card for laid in lying] for area, lying in shown.cards.items()}
        seen["hands"] = dict(shown.hands)
    public = game.memory.public
    state = {
        name: value
        for name, value in felt.state.items()
        if (name in public or is_of_a_seat(name, public) or viewer.reads_all)
        and name not in HIDDEN_STATE
        and not (viewer.spots is not None and is_money(game, name))
    }
    return FeltThen(felt, seen["cards"], seen["hands"], seen["dice"], seen["wheel"], {**seen["markers"], **state})


def wagers_shown(then: FeltThen, viewer: Viewer) -> list[Any]:
    """The chips on the layout whose owners the viewer may see the money of."""
    return [w for w in then.felt.wagers if viewer.spots is None or spot(w.seat, w.player) in viewer.spots]


def seats_shown(then: FeltThen, wagers: Iterable[Any]) -> list[int]:
    """The seats that are drawn: those with chips or cards, and the first where there are none."""
    staked = {w.seat for w in wagers} | {r.wager.seat for r in then.felt.results}
    return sorted((staked | {owner_of(area) for area, lying in then.cards.items() if lying}) - {0}) or [1]


def felt_view(examined: Examined, entry: int, viewer: Viewer) -> dict[str, Any]:
    """The felt as a page shows it: the drawn layout, cards, dice, wheel, and what the table remembers."""
    table, then = examined.table, felt_then(examined, entry, viewer)
    felt, wagers = then.felt, wagers_shown(then, viewer)
    open_seats = seats_shown(then, wagers)
    drawn = drawing.layout(
        table, wagers, marks=then.marks, seats_open=open_seats, cards=then.cards, hands=then.hands, own=viewer.seats
    )
    return {
        "layout": drawn,
        "wheel_drawn": drawing.wheel(table, then.wheel) if then.wheel in drawing.compartments(table) else "",
        "dice_drawn": drawing.dice(*then.dice_faces) if then.dice_faces else "",
        "wagers": [{"whose": w.whose, "on": w.on, "amount": dollars(w.amount)} for w in wagers],
        "cards": [
            {"area": Area.read(area).words, "cards": cards, "read": then.hands.get(area, "")}
            for area, cards in then.cards.items()
            if any(card != HIDDEN for card in cards)
        ],
        "called": [_for(viewer, words) for words in felt.called],
        "remedies": [
            {"what": names.incident(r.what), "remedy": _for(viewer, r.remedy), "by": cited(r.by, table.as_of)}
            for r in felt.remedies
        ],
        "remembered": [_remembered(table, name, value) for name, value in then.marks.items() if value],
    }


def _remembered(table: Table, name: str, value: str) -> str:
    """A marker, or what a table remembers, in words; money in dollars."""
    kept = table.game.memory.remembers
    if name not in kept and not is_of_a_seat(name, kept):
        return names.marked(name, value)
    return names.noted(name, value_shown(table.game, name, value))


def stakes_of(record: Record, viewer: Viewer) -> list[tuple[str, str]]:
    """Who sat there with how much, as far as the viewer may know."""
    return [
        (seat_words(seat_of(where), where.partition(":")[2]), dollars(cents(stake)) if cents(stake) else "")
        for where, stake in record.header.seats.items()
        if viewer.spots is None or where in viewer.spots
    ]


def record_view(examined: Examined, viewer: Viewer, is_whole: bool, closed: bool) -> dict[str, Any]:
    """What else stands in the record: the house rules in force and who sat there; of a whole one, every cent."""
    moved = examined.record.postings if closed and is_whole else []
    return {
        "record": examined.record,
        "examined": examined,
        "house": examined.record.header.house,
        "seats": stakes_of(examined.record, viewer),
        "postings": [(dollars(p.amount), account_words(p.source), account_words(p.target)) for p in moved],
        "is_whole": is_whole,
    }


def account_words(account: str) -> str:
    """An account of a round as people say it.

    >>> account_words("patron:3:B"), account_words("layout:3:red"), account_words("drop-box")
    ('seat 3, player B', 'Red of seat 3', 'drop box')
    """
    kind, _, of = account.partition(":")
    if kind == "patron":
        return seat_words(seat_of(of), of.partition(":")[2])
    if kind == "layout":
        seat, _, place = of.partition(":")
        return f"{names.wager(place)} of {seat_words(int(seat))}"
    return f"{names.plainly(kind).lower()} {of}".rstrip()
