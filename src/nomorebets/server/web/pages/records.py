"""The record room: every round that was played, found again, stepped through, verified and downloaded."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from litestar import Request, Response, Router, get, post
from litestar.datastructures import UploadFile
from litestar.params import FromPath
from litestar.response import Redirect, Template

from nomorebets.errors import RecordError, RulesError, UnknownName, one_line, shown
from nomorebets.fairness.bundle import covered_bundle_of
from nomorebets.games import game as game_called
from nomorebets.regulation import law
from nomorebets.rulings.phh import write_phh
from nomorebets.rulings.steps import step as step_in_words
from nomorebets.server.book.changes import Changes, SupervisorRuling
from nomorebets.server.people.rights import NotAllowed, may
from nomorebets.server.web.rooms import (
    COUNTER,
    SORRY,
    AnyRequest,
    UnknownRequest,
    cited,
    day_from,
    download,
    games_for_menu,
    number_from,
    page,
    query_url,
    require_game,
    tagged,
)
from nomorebets.table.areas import Area, owner_of
from nomorebets.table.felt import Felt
from nomorebets.table.game import Table
from nomorebets.table.ledger import seat_of
from nomorebets.table.money import dollars, show
from nomorebets.table.record import Record, plain, read, read_all, reproduce, table_of, write
from nomorebets.table.wagers import DEALER, seat_words

ROUNDS_A_PAGE = 50
MOST_UPLOADED = 2_000_000  # bytes
MOST_STEPPED = 150_000  # bytes of one round that a page hands back and forth
LARGEST_RULING, MOST_REMARKS = 8_000, 500  # bytes of the form, characters
RESULTS = ("win", "lose", "push", "void", "stands")
HIDDEN_STATE = ("pack",)  # a short pack is for small cases only


# --- finding rounds -------------------------------------------------------------------------------------------------


@get("/records", act="verify-record")
async def show_records(request: AnyRequest) -> Template:
    """Rounds by table, game, day, seat and result, newest first."""
    asked = {name: request.query_params.get(name, "").strip()[:80] for name in (*_FIELDS, "before")}
    if asked["game"]:
        require_game(asked["game"])
    if asked["result"] and asked["result"] not in RESULTS:
        raise UnknownRequest(f"{shown(asked['result'], 40)} is no result of a wager", accepts=", ".join(RESULTS))
    rows = await request.app.state.store.archive.find_rounds(
        table=asked["table"] or None,
        game=asked["game"] or None,
        day=day_from(asked["day"]),
        seat=number_from(asked["seat"], "seat", 1, 100, 0) or None,
        result=asked["result"] or None,
        before=asked["before"] or None,
        limit=ROUNDS_A_PAGE + 1,
        patron=await own_only(request),
    )
    more = len(rows) > ROUNDS_A_PAGE
    rows = rows[:ROUNDS_A_PAGE]
    older = query_url("/records", {**asked, "before": rows[-1].id}) if more else None
    newest = query_url("/records", {**asked, "before": ""}) if asked["before"] else None
    return page(
        "records.html",
        title="The record room",
        rows=rows,
        hand_games=[id for id in {row.game for row in rows} if game_called(id).terms.buy_in is not None],
        asked=asked,
        games=games_for_menu(),
        results=RESULTS,
        older=older,
        newest=newest,
        most=MOST_UPLOADED,
    )


_FIELDS = ("table", "game", "day", "seat", "result")


# --- one round, entry by entry --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Examined:
    """A record that was read, and whether the script reproduces it."""

    record: Record
    table: Table
    fault: str  # what the script says otherwise; empty where it reproduces the record
    digest: str
    content: bytes

    @property
    def last(self) -> int:
        return len(self.record.entries) + 1  # the closing line


@lru_cache(maxsize=64)
def examine(content: bytes) -> Examined:
    """Read one round: an altered one is refused; one that the script does not reproduce is shown with the reason."""
    record = read(content)
    fault = ""
    try:
        reproduce(record)
    except RulesError as failure:
        fault = str(failure)
    return Examined(record, table_of(record), fault, hashlib.sha256(content).hexdigest(), content)


@get("/records/{round_id:str}", act="read-own-rounds")
async def show_round(request: AnyRequest, round_id: FromPath[str]) -> Response[Any] | Template:
    """A round, stepped through: the felt as it was after an entry; where hands stay covered, one's own."""
    try:
        examined = await examined_round(request, round_id)
    except NotAllowed as refusal:
        return await _own_hand(request, round_id, refusal)
    entry = _entry_asked(request, examined)
    opened = await request.app.state.store.archive.opened_seal(round_id)
    context = _step_context(examined, entry) | {"round_id": round_id, "content": None, "opened": opened}
    context |= await rulings_on(request, round_id, examined)
    answer = page("round.html", title=f"Round {round_id}", **context)
    return tagged(request, answer)


async def _own_hand(request: AnyRequest, round_id: str, refusal: NotAllowed) -> Template:
    """What a player has of a hand in which others stay covered: the cards he saw, and how to check them."""
    (examined, hidden), row = (
        await seen_of(request, round_id),
        await request.app.state.store.archive.opened_seal(round_id),
    )
    if row is None or not row.seal.by_card:
        raise refusal
    opened = covered_bundle_of(examined.content, row.seal, row.words, hidden)
    cards: dict[str, list[str]] = {}
    for one in opened["dealt"]:
        if "card" in one:
            cards.setdefault(Area.read(one["to"]).words, []).append(one["card"])
    name = examined.table.game.entry.name
    return page("own_hand.html", title=f"{name}: your hand", round_id=round_id, opened=row, cards=cards)


@post("/records/{round_id:str}/rulings", status_code=303, request_max_body_size=LARGEST_RULING, act="record-ruling")
async def record_ruling(request: AnyRequest, round_id: FromPath[str]) -> Redirect:
    """A supervisor rules on a round that is over: what happened, by which paragraph, and what was done about it."""
    examined, form = await examined_round(request, round_id), await request.form()
    what, causes = str(form.get("what", ""))[:80], examined.table.game.irregularities
    remarks = one_line(str(form.get("remarks", "")), MOST_REMARKS)
    if what not in causes or not remarks.strip():
        text = f"a ruling on {shown(what, 40)}" if what not in causes else "a ruling without a word on what was done"
        raise UnknownRequest(text, accepts=f"one of {', '.join(causes)}, and what was done")
    visit, by = await request.app.state.house.people.visit(request), causes[what].by
    changes = Changes()
    changes.ruled.append(SupervisorRuling(round_id, visit.purse.patron, what, by.full(examined.record.as_of), remarks))
    await request.app.state.store.commit(changes)
    return Redirect(f"/records/{round_id}#rulings", status_code=303)


async def rulings_on(request: AnyRequest, round_id: str, examined: Examined) -> dict[str, Any]:
    """What was ruled on a round, for those who read every round; and what may be ruled on, for who rules."""
    standing = (await request.app.state.house.people.visit(request)).standing
    if not may(standing, "read-all-rounds"):
        return {"ruled": None}
    ruled = await request.app.state.store.archive.supervisor_rulings(round_id)
    may_rule = may(standing, "record-ruling")
    return {"ruled": ruled, "causes": examined.table.game.irregularities if may_rule else {}}


@get("/records/{round_id:str}/record.jsonl", act="read-own-rounds")
async def download_round(request: AnyRequest, round_id: FromPath[str]) -> Response[Any]:
    """The record as it is kept."""
    content = (await examined_round(request, round_id)).content
    return download(content, f"nomorebets-{round_id}.jsonl", "application/jsonl")


@get("/records/{round_id:str}/hand.phh", act="read-own-rounds")
async def download_hand(request: AnyRequest, round_id: FromPath[str]) -> Response[Any]:
    """A hand of the poker room in the PHH format, with what its reader saw of it."""
    examined, hidden = await seen_of(request, round_id)
    if examined.table.game.terms.buy_in is None:
        raise UnknownName(f"round {round_id} is no hand of poker", accepts=f"/records/{round_id}")
    text = write_phh(reproduce(examined.record), hidden)
    return download(text.encode(), f"nomorebets-{round_id}.phh", "application/toml")


def _entry_asked(request: AnyRequest, examined: Examined) -> int:
    """Which step is to be shown: 0 is the felt before the first entry, the last is the close of the round."""
    return number_from(request.query_params.get("entry"), "entry of this round", 0, examined.last, 0)


async def _content(request: AnyRequest, round_id: str) -> bytes:
    store = request.app.state.store
    missing = UnknownName(f"no round is called {shown(round_id, 60)}", accepts="a round of the record room")
    if len(round_id) > 80:
        raise missing
    try:
        content: bytes | None = await store.archive.record(round_id)
    except RulesError:
        raise missing from None
    patron = await own_only(request)
    if not content or (patron is not None and patron not in (await store.archive.owners(round_id)).values()):
        raise missing
    return content


async def examined_round(request: AnyRequest, round_id: str) -> Examined:
    """A round that whoever asks may read."""
    examined = await _examined(request, round_id)
    await _require_seen(request, round_id, examined.record)
    return examined


async def seen_of(request: AnyRequest, round_id: str) -> tuple[Examined, set[tuple[str, str]]]:
    """A round that whoever asks sat in, and the cards in it that he may not see, each with its area."""
    examined, others = await _examined(request, round_id), await _others(request, round_id)
    unseen = never_shown(examined.record)
    return examined, {(area, card) for area, card in unseen if owner_of(area) in others or not owner_of(area)}


async def _examined(request: AnyRequest, round_id: str) -> Examined:
    content = await _content(request, round_id)
    key = ("record", hashlib.sha256(content).digest())
    examined = await COUNTER.get(key, lambda: examine(content))
    assert examined is not None
    return examined


# --- whose rounds ---------------------------------------------------------------------------------------------------


async def own_only(request: AnyRequest) -> str | None:
    """The patron whose rounds alone may be read; None for those who may read all."""
    visit = await request.app.state.house.people.visit(request)
    if may(visit.standing, "read-all-rounds"):
        return None
    return visit.purse.patron if visit.purse else "nobody"


async def _require_seen(request: AnyRequest, round_id: str, record: Record) -> None:
    """A patron reads the rounds he sat in, unless they hold another patron's hand that the rules never showed."""
    others = await _others(request, round_id)
    folded = sorted({area for area, _ in never_shown(record) if owner_of(area) in others})
    if folded:
        who = " and ".join(Area.read(area).words for area in folded)
        text = f"the hand of {who} was never shown: who sat there may read this round, if nobody else’s was covered"
        own_hand = (
            f"; what you saw of it is in /records/{round_id}/hand.phh, and opened to be checked in"
            f" /records/{round_id}/opened.json"
        )
        of_poker = table_of(record).game.terms.buy_in is not None
        raise NotAllowed(text, accepts=f"floorperson, surveillance, administrator{own_hand if of_poker else ''}")


async def _others(request: AnyRequest, round_id: str) -> set[int]:
    """The seats of a round at which somebody else sat; none for those who may read all."""
    patron = await own_only(request)
    if patron is None:
        return set()
    owners = await request.app.state.store.archive.owners(round_id)
    return {seat_of(where) for where in owners} - {seat_of(where) for where, who in owners.items() if who == patron}


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


# --- somebody's own record ------------------------------------------------------------------------------------------


@post("/records/verify", status_code=200, request_max_body_size=MOST_UPLOADED, act="verify-record")
async def verify_record(request: Request[Any, Any, Any]) -> Template:
    """Verify a record that somebody brought along, and step through it. Nothing of it is kept."""
    form = await request.form()
    content = await _brought(form)
    records = await _read_all(content)
    which = number_from(str(form.get("round", "")), f"round of this file (it has {len(records)})", 1, len(records), 1)
    one = write(records[which - 1])
    key = ("record", hashlib.sha256(one).digest())
    examined = await COUNTER.get(key, lambda: examine(one))
    assert examined is not None
    entry = number_from(str(form.get("entry", "")), "entry of this round", 0, examined.last, 0)
    others = [] if len(records) == 1 else [_line_of(record, n) for n, record in enumerate(records, 1)]
    keep = one if len(one) <= MOST_STEPPED else b""
    return page(
        "round.html",
        title="A record brought along",
        round_id=None,
        content=keep.decode() if keep else "",
        others=others if len(content) <= MOST_STEPPED else [],
        whole=content.decode() if others and len(content) <= MOST_STEPPED else "",
        which=which,
        rounds_in_file=len(records),
        **_step_context(examined, entry),
    )


async def _brought(form: Any) -> bytes:
    given = form.get("file")
    content = await given.read() if isinstance(given, UploadFile) and given.filename else b""
    if not content:
        content = str(form.get("record") or "").encode("utf-8", "replace").replace(b"\r\n", b"\n").strip(b"\n")
    if not content.strip():
        raise RecordError("no record was brought along", accepts="a file as written by nomorebets deal --record")
    if len(content) > MOST_UPLOADED:
        raise RecordError("the file is too large", accepts=f"at most {MOST_UPLOADED:,} bytes")
    return content


async def _read_all(content: bytes) -> list[Record]:
    key = ("records", hashlib.sha256(content).digest())
    records = await COUNTER.get(key, lambda: read_all(content))
    assert records is not None
    return records


def _line_of(record: Record, number: int) -> dict[str, Any]:
    return {"number": number, "game": record.header.game, "entries": len(record.entries)}


# --- what a step shows ----------------------------------------------------------------------------------------------


def _step_context(examined: Examined, entry: int) -> dict[str, Any]:
    record, table = examined.record, examined.table
    day = record.as_of
    closed = entry == examined.last
    felt = record.felt(None if closed else entry)
    return {
        "record": record,
        "game_name": table.game.entry.name,
        "day": day,
        "chapter": law.chapter_on(day).number,
        "house": record.header.house,
        "seats": [(seat_words(*_who(spot)), stake) for spot, stake in record.header.seats.items()],
        "examined": examined,
        "entry": entry,
        "last": examined.last,
        "step": _step(record, entry) if 0 < entry < examined.last else None,
        "closed": closed,
        "felt": felt_view(felt, table),
        "steps": [{"n": n, "words": _short(e.request)} for n, e in enumerate(record.entries, 1)],
        "rulings": [
            {
                "seat": r.seat or DEALER,
                "wager": r.name,
                "staked": dollars(r.amount),
                "result": r.result,
                "net": show(r.net),
                "by": cited(r.by, day),
            }
            for r in record.rulings
        ],
        "postings": record.postings if closed else [],
    }


def _who(spot: str) -> tuple[int, str]:
    return seat_of(spot), spot.partition(":")[2]


def _short(request: Any) -> str:
    words = getattr(request, "words", "")
    return f"{request.name}: “{words}”" if words else str(request.name)


def _step(record: Record, entry: int) -> dict[str, Any]:
    one, day = record.entries[entry - 1], record.as_of
    asked = {k: v for k, v in plain(one.request, day).items() if k not in ("by", "ask")}
    return {
        "name": one.request.name,
        "what": (type(one.request).__doc__ or "").strip().split("\n")[0],
        "asks": one.request.asks,
        "words": step_in_words(one, day),
        "said": getattr(one.request, "words", ""),
        "asked": _facts(asked),
        "answer": _facts(plain(one.answer, day)),
        "by": cited(one.request.by, day),
        "says": _says(one.request.by),
    }


def _says(by: Any) -> str:
    if by.reading:
        return law.reading(by.reading).says
    return law.paragraph(by).says


def _facts(fields: dict[str, Any]) -> list[tuple[str, str]]:
    """The fields of a request or an answer in words."""
    lines: list[tuple[str, str]] = []
    for name, value in fields.items():
        word = name.replace("_", " ")
        if isinstance(value, list):
            lines += [(word, _fact(name, one)) for one in value] or [(word, "none")]
        else:
            lines.append((word, _fact(name, value)))
    return lines


def _fact(name: str, value: Any) -> str:
    if isinstance(value, dict) and "wager" in value and isinstance(value["wager"], dict):
        wager = _fact(name, value["wager"])
        if "outcome" in value:
            return f"{wager}: {value['outcome']} {show(value['net'])} [{value['by']}]"
        return f"{wager} becomes {_fact(name, value['to'])}" if "to" in value else wager
    if isinstance(value, dict) and "on" in value and "amount" in value:
        return f"seat {value['seat']}, {dollars(value['amount'])} on {value['on']}"
    if isinstance(value, dict):
        return ", ".join(f"{k.replace('_', ' ')} {_fact(k, v)}" for k, v in value.items())
    if isinstance(value, list):
        return ", ".join(_fact(name, one) for one in value) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return dollars(value) if name == "amount" and isinstance(value, int) else str(value)


def felt_view(felt: Felt, table: Table) -> dict[str, Any]:
    """The felt as a page shows it: the drawn layout, cards, dice, wheel, markers, stacks and accounts."""
    from nomorebets import drawing

    lying = {area: [laid.card for laid in cards] for area, cards in felt.cards.items() if cards}
    staked = {w.seat for w in felt.wagers} | {r.wager.seat for r in felt.results}
    seats = sorted((staked | set(_seats_of(lying)) | {1}) - {0})
    marks = {**felt.state, **felt.markers}
    return {
        "layout": drawing.layout(table, list(felt.wagers), marks=marks, seats_open=seats, cards=lying),
        "wheel_drawn": drawing.wheel(table, felt.wheel) if felt.wheel in drawing.compartments(table) else "",
        "wagers": [{"whose": w.whose, "on": w.on, "amount": dollars(w.amount)} for w in felt.wagers],
        "cards": [
            {
                "area": Area.read(area).words,
                "cards": [{"card": laid.card, "up": laid.up} for laid in lying],
                "read": felt.hands_read.get(area, ""),
            }
            for area, lying in felt.cards.items()
            if lying
        ],
        "rack": len(felt.rack),
        "shoe": felt.shoe.total(),
        "wheel": felt.wheel,
        "dice": felt.dice,
        "dice_drawn": drawing.dice(*map(int, felt.dice.split("-"))) if _are_dice(felt.dice) else "",
        "markers": dict(felt.markers),
        "state": {k: v for k, v in felt.state.items() if k not in HIDDEN_STATE},
        "called": list(felt.called),
        "remedies": [{"what": r.what, "remedy": r.remedy, "by": cited(r.by, table.as_of)} for r in felt.remedies],
        "accounts": [(account, show(balance)) for account, balance in felt.ledger.balance.items() if balance],
    }


def _seats_of(areas: Iterable[str]) -> Iterable[int]:
    return (owner for area in areas if (owner := owner_of(area)))


def _are_dice(text: str) -> bool:
    return bool(text) and all(part.isdigit() and 1 <= int(part) <= 6 for part in text.split("-"))


ROUTES: list[Any] = [
    Router(
        "/",
        route_handlers=[show_records, show_round, record_ruling, download_round, download_hand, verify_record],
        exception_handlers=SORRY,
    )
]
