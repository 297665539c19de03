"""Disputes by hand: chips on the felt and cards from a tray, with the transcript beside them."""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

import msgspec
from litestar import Response, Router, get, post
from litestar.params import FromPath
from litestar.response import Template

from nomorebets.drawing import chip, compartments, felt_of, has_board, layout
from nomorebets.equipment.balls import BALLS
from nomorebets.equipment.cards import JOKER, RANKS
from nomorebets.equipment.packs import pack, printed
from nomorebets.equipment.tiles import NAMES as TILE_NAMES
from nomorebets.errors import RulesError, TranscriptError
from nomorebets.regulation import law, names
from nomorebets.rulings.draft import Draft, draft, facts_of, rows_to_settle, told_parts, used_up
from nomorebets.rulings.driver import Ended
from nomorebets.rulings.names import wager_named
from nomorebets.rulings.transcript import (
    HANDS,
    IN_HANDS,
    LATE,
    Transcript,
    WagerLine,
    read_transcript,
    require_shallow,
    require_short,
)
from nomorebets.rulings.writing import choices_of, deal_example, example, write_transcript
from nomorebets.server.web.pages.floor import LONGEST, status_for
from nomorebets.server.web.pages.tables import chips_at
from nomorebets.server.web.rooms import (
    COUNTER,
    SORRY,
    AnyRequest,
    Busy,
    cited,
    day_from,
    page,
    shown_fault,
    table_asked,
)
from nomorebets.table import Table
from nomorebets.table.areas import Area
from nomorebets.table.handed import DEEDS
from nomorebets.table.memory import OF_A_SEAT, Remembered
from nomorebets.table.money import cents, dollars, show
from nomorebets.untrusted import is_deep, read_toml

WAIT = 10.0  # seconds that the page waits for how far a round has come
# what is further said of a wager, in words, and as a transcript says it
MANNERS: tuple[tuple[str, dict[str, object]], ...] = (
    ("As usual", {}),
    ("Outside the limits, and the dealer let it stand", {"accepted": True}),
    ("Spoken, and the dealer confirmed it", {"verbal": "confirmed"}),
    ("Spoken, and nobody confirmed it", {"verbal": "unconfirmed"}),
    ("Called on", {"call": "on"}),
    ("Called off", {"call": "off"}),
    ("Taken down", {"remove": True}),
)
STANDING = "Stood from an earlier round"
ONE = {"spins": "spin", "dice": "roll", "cards": "card", "tiles": "tile", "draws": "number"}


# --- pages ----------------------------------------------------------------------------------------------------------


@get("/floor/{game:str}", sync_to_thread=True, act="rule-on-transcript")
def show_desk(request: AnyRequest, game: FromPath[str]) -> Template:
    """The desk for one game: empty, or with an example round."""
    day = day_from(request.query_params.get("as_of"))
    table = table_asked(game, {"as_of": day.isoformat() if day else ""})
    begun = {"game": table.game.id, "as_of": table.as_of.isoformat()}
    text = example(table) if request.query_params.get("example") else None
    return _desk(table, text or write_transcript(begun))


@post("/floor/{game:str}", status_code=200, request_max_body_size=LONGEST * 4, act="rule-on-transcript")
async def open_desk(request: AnyRequest, game: FromPath[str]) -> Template:
    """The desk with a transcript on it; of another game, where the transcript says so."""
    form = await request.form()
    text = _text_of(str(form.get("transcript", "")))
    try:
        return _desk(read_transcript(text.encode("utf-8", "replace")).table(), text)
    except RulesError as fault:
        return _desk(table_asked(game, {}), text, fault)


@post("/floor/{game:str}/draft", status_code=200, request_max_body_size=LONGEST * 4, act="rule-on-transcript")
async def show_draft(request: AnyRequest, game: FromPath[str]) -> Response[dict[str, Any]]:
    """How far a round has come by what is told of it: by its text, or by its parts."""
    said = _said(await request.body())
    answer = await COUNTER.get(("draft", game, repr(said)), lambda: _drafted(said), WAIT)
    if answer is None:
        raise Busy
    return Response(answer, media_type="application/json", headers={"Cache-Control": "no-store"})


def _said(body: bytes) -> Any:
    """What the page sends; what no page of ours sends is refused."""
    try:
        if not is_deep(body):
            return msgspec.json.decode(body or b"{}")
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        pass
    raise TranscriptError("the draft cannot be read", accepts='JSON like {"text": "game = ..."}')


def _text_of(text: str) -> str:
    text = text.replace("\r\n", "\n")
    if len(text) > LONGEST:
        raise TranscriptError(f"the transcript has {len(text):,} characters", accepts=f"at most {LONGEST:,}")
    return text


# --- how far it has come --------------------------------------------------------------------------------------------


def _drafted(said: Any) -> dict[str, Any]:
    """What the page shows of a transcript; where it cannot be read, why."""
    told = said.get("told") if isinstance(said, dict) else None
    text = said.get("text", "") if isinstance(said, dict) else ""
    try:
        if isinstance(told, dict):
            require_shallow(told)
            text = write_transcript(told)
        content = _text_of(str(text)).encode("utf-8", "replace")
        transcript = read_transcript(content)
        require_short(transcript)
        told = told_parts(read_toml(content, "the transcript", TranscriptError, ""))
        return {"text": text, "told": told, **_come(transcript, draft(transcript))}
    except RulesError as fault:
        return {"text": text, "told": told, "fault": shown_fault(fault)}


def _come(transcript: Transcript, at: Draft) -> dict[str, Any]:
    return {
        "fault": _needs(at),
        "next": _next(at),
        "gone": used_up(transcript, at) if transcript.kind in IN_HANDS or transcript.hands else [],
        "chips": _chips(transcript, at.table),
        "cards": {area: list(cards) for area, cards in at.play.table.felt.dealt.items()} if at.play else {},
        "questions": [
            {
                "seat": q.seat,
                "hand": q.hand,
                "player": q.player,
                "at": q.at,
                "assumed": q.assumed,
                "asked": {**q.asked, "labels": {c: names.choice(c) for c in q.asked.get("choices", ())}},
            }
            for q in at.questions
        ],
        "rows": [
            {**r.key.facts, "words": f"{r.whose}, {names.wager(r.name)}", "staked": show(r.staked), "line": r.line}
            for r in rows_to_settle(at, transcript)
        ],
        "wagers": [{"words": f"Seat {line.seat}, {_wager_words(line.wager, at.table)}"} for line in transcript.wagers],
    }


def _wager_words(text: str, table: Table) -> str:
    return names.wager(wager_named(table, text))


def _needs(at: Draft) -> dict[str, Any] | None:
    """Why there is no ruling yet; where only the round has not ended yet, what comes next."""
    if at.fault is None or not isinstance(at.fault, Ended):
        return None if at.fault is None else shown_fault(at.fault)
    waits = [question for question in at.questions if question.assumed is None]
    words = f"Seat {waits[0].seat} decides" if waits else _next(at)["words"]
    return shown_fault(at.fault) | ({"text": words, "accepts": None} if words else {})


def _next(at: Draft) -> dict[str, Any]:
    """What comes next by the rules, in words."""
    asked = at.waits_for
    if asked is None or asked.asks != "chance":
        return {"words": "", "rolled": ""}
    kind, to = at.table.game.chance, getattr(asked, "to", "")
    rolled = asked.rolled if kind.begins_by_roll else ""
    words = "Next: where the deal begins" if rolled else f"Next: a {ONE[kind.words]}"
    if kind.words in IN_HANDS and isinstance(to, str) and to and not rolled:
        area = Area.read(to)
        words += f" for {area.words}" if area.owner or area.name not in HANDS else f" for the {area.words}"
    return {"words": words, "rolled": rolled}


def _chips(transcript: Transcript, table: Table) -> list[dict[str, Any]]:
    """The chips that lie by what is told, whatever the rules say of them."""
    lying: dict[tuple[int, str], int] = {}
    stood = [WagerLine(line.seat, line.wager, line.amount) for line in transcript.standing]
    for line in (*stood, *transcript.wagers):
        try:
            amount = cents(line.amount)
            places = [place.id for place in table.places(wager_named(table, line.wager))]
        except RulesError:
            continue
        for on in ((line.seat, place) for place in places):
            lies = lying.get(on, 0)
            lying[on] = lies + amount if not line.remove else max(0, lies - (amount or lies))
    return [{"seat": seat, "on": on, "amount": amount} for (seat, on), amount in lying.items() if amount]


# --- the desk -------------------------------------------------------------------------------------------------------


class Tray(NamedTuple):
    """What outcomes are picked from."""

    pieces: list[dict[str, str]]
    dice: int = 0  # so many of them make one roll


def _tray(table: Table) -> Tray:
    """The pieces of a game: cards and tiles of its pack, sections of its wheel, faces of its dice, numbers."""
    chance = table.game.chance
    if chance.words in IN_HANDS:
        pieces = [*dict.fromkeys(pack(chance.pack))]
        if chance.words == "cards":  # suit by suit, the ace first
            pieces.sort(key=lambda card: (card == JOKER, card[1], -RANKS.find(card[0])))
        known = [{"code": p, "words": printed(p), "says": TILE_NAMES.get(p, ""), "class": p[-1:]} for p in pieces]
        return Tray([*known, {"code": "??", "words": "?", "says": "not seen", "class": ""}])
    if chance.words == "spins":
        colour = felt_of(table.game).colour_of
        shows = [*dict.fromkeys(compartments(table))]
        if all(section.isdigit() for section in shows):
            shows.sort(key=lambda number: (int(number), len(number)))
        return Tray([{"code": s, "words": printed(s), "says": "", "class": colour(s)} for s in shows])
    if chance.words == "dice":
        return Tray([], _dice(table))
    return Tray([{"code": n, "words": n, "says": "", "class": ""} for n in BALLS])


def _dice(table: Table) -> int:
    """How many dice make a roll, as an example round shows it."""
    for seed in range(1, 13):
        for entry in deal_example(table, seed).entries:
            if entry.request.rolled == "dice":
                return int(getattr(entry.request, "number", 2))
    return 2


_CHOICES: dict[str, tuple[str, ...]] = {}


def choices(table: Table) -> tuple[str, ...]:
    """The decisions of a game, worked out once."""
    if table.game.id not in _CHOICES:
        _CHOICES[table.game.id] = choices_of(table)
    return _CHOICES[table.game.id]


def remembered(name: str) -> str:
    """What a table remembers, as the desk heads it.

    >>> remembered("streak:SEAT"), remembered("cutting-card")
    ('Streak of a seat', 'Cutting card')
    """
    return names.plainly(name.replace(OF_A_SEAT, " of a seat").replace(":", " "))


def one_of(known: Remembered) -> list[str]:
    """What a table may remember, where it is one of a few words."""
    words = known.accepts.split(", ")
    return words if len(words) > 1 and all(re.fullmatch(known.pattern, word) for word in words) else []


def incidents(table: Table) -> dict[str, dict[str, Any]]:
    """What may go wrong at a table and be reported, by its identifier."""
    day, causes = table.as_of, table.game.irregularities
    listed = {
        id: {
            "name": names.incident(id),
            "says": known.says,
            "remedy": known.remedy,
            "by": cited(known.by, day),
            "facts": facts_of(id, known),
            "counts": "before_decision" if known.ask == "ask" else table.game.chance.before,
            "when": not (known.stage_says_when or known.waits),
        }
        for id, known in causes.items()
        if law.in_force(known.by, day)
    }
    listed[LATE] = {
        "name": names.incident(LATE),
        "says": "A wager was put down after the call.",
        "remedy": "it is no wager and goes back.",
        "by": cited(table.game.terms.late_by, day),
        "facts": facts_of(LATE, None),
        "counts": table.game.chance.before,
        "when": True,
    }
    return listed


def _desk(table: Table, text: str, fault: RulesError | None = None) -> Template:
    game, day = table.game, table.as_of
    in_play = game.terms.buy_in is not None
    places = [*game.betting.bundles, *(place.id for alike in table.kinds().values() for place in alike)]
    return page(
        "dispute.html",
        200 if fault is None else status_for(fault),
        title=f"Ruling: {game.entry.name}",
        name=game.entry.name,
        game=game.id,
        text=text,
        fault=shown_fault(fault) if fault is not None else None,
        day=day,
        dates=law.effective_dates(),
        zooms=has_board(game),
        felt=layout(table, seats_open=range(1, table.seats + 1)),
        seats=range(1, table.seats + 1),
        chips=[{"cents": c, "svg": chip(c), "says": dollars(c)} for c in chips_at(table)],
        places=[] if in_play else places,
        in_play=in_play,
        tickets=not game.betting.is_listed,
        manners=[*MANNERS, *([(STANDING, {"standing": True})] if game.betting.carries else [])],
        kind=game.chance.words,
        one=ONE[game.chance.words],
        before=game.chance.before,
        carries=game.betting.carries,
        tray=_tray(table),
        begins_by_roll=game.chance.begins_by_roll,
        has_hands=game.chance.words in IN_HANDS,
        tile_names=json.dumps(TILE_NAMES) if game.chance.words == "tiles" else "",
        choices=[(choice, names.choice(choice)) for choice in choices(table)],
        incidents=incidents(table),
        deeds=DEEDS,
        remembers=[(name, remembered(name), known, one_of(known)) for name, known in game.memory.remembers.items()],
        options=[
            {
                "id": o.id,
                "says": o.says,
                "choices": o.possible(day),
                "free": o.parse is not None,
                "in_force": table.house.get(o) or "",
            }
            for o in game.terms.all_options
            if o.first_day() <= day and (len(o.possible(day)) > 1 or o.parse is not None)
        ],
    )


ROUTES: list[Any] = [Router("/", route_handlers=[show_desk, open_desk, show_draft], exception_handlers=SORRY)]
