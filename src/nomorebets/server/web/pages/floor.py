"""The floorperson's page: a round as somebody saw it, typed or put together with a form, and the ruling on it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from litestar import Response, Router, get, post
from litestar.params import FromPath
from litestar.response import Template

from nomorebets.errors import RulesError, TranscriptError, shown
from nomorebets.games import entries, first_game
from nomorebets.regulation import law
from nomorebets.rulings.dispute import Verdict, rule_on, rule_on_record
from nomorebets.rulings.form import FIELDS, WHO, gaming_dispute, in_words
from nomorebets.rulings.transcript import IN_HANDS, LATE, read_transcript
from nomorebets.rulings.writing import choices_of, example, inline, toml, write_transcript
from nomorebets.server.addresses import rule_url
from nomorebets.server.web.rooms import (
    COUNTER,
    SORRY,
    AnyRequest,
    Busy,
    as_json,
    cited,
    day_from,
    download,
    games_for_menu,
    number_from,
    page,
    status_of,
    table_asked,
)
from nomorebets.table.game import Table
from nomorebets.table.handed import DEEDS
from nomorebets.table.money import dollars, show
from nomorebets.table.record import read
from nomorebets.table.wagers import DEALER, seat_words

LONGEST = 200_000  # characters of a transcript or a record
MOST_ROWS = 60
DETAILS = (*FIELDS, *WHO)
PARTS = {  # the rows of the form: what each asks for
    "wagers": ("seat", "wager", "amount", "before", "more"),
    "hands": ("whose", "cards"),
    "decisions": ("seat", "choose", "amount", "more"),
    "irregularities": ("what", "before", "more"),
    "done": ("seat", "wager", "did", "amount"),
}
BLANK_ROWS = {"wagers": 3, "hands": 2, "decisions": 2, "irregularities": 1, "done": 2}
OUTCOMES = {"spins": "17 00", "dice": "4-6 3-4", "cards": "As Kd 10c 7h", "tiles": "6-6 1-2 3-4", "draws": "3 17 42"}
STARTS = "dice"  # the part of a transcript that says where the deal began: rolls, or a number that a device showed
Rows = dict[str, list[dict[str, str]]]


class Typed(NamedTuple):
    """What was typed into the form beside its rows."""

    outcomes: str = ""
    starts: str = ""
    opening: str = ""

    @classmethod
    def of(cls, form: Any) -> Typed:
        return cls(
            *(str(form.get(name, ""))[:longest] for name, longest in zip(cls._fields, (4000, 400, 2000), strict=True))
        )


# --- pages ----------------------------------------------------------------------------------------------------------


@get("/floor", sync_to_thread=True, act="rule-on-transcript")
def show_floor(request: AnyRequest) -> Template:
    """Paste a transcript, or choose a game and fill in a form."""
    return page("floor.html", title="The floorperson’s page", games=games_for_menu(), text=_usual_example(), fault=None)


@lru_cache(maxsize=1)
def _usual_example() -> str:
    return example(table_asked(first_game(), {})) or ""


@get("/floor/{game:str}", sync_to_thread=True, act="rule-on-transcript")
def show_form(request: AnyRequest, game: FromPath[str]) -> Template:
    """The form for one game: blank, or with an example round."""
    day = day_from(request.query_params.get("as_of"))
    table = table_asked(game, {"as_of": day.isoformat() if day else ""})
    rows, typed = _filled(table) if request.query_params.get("example") else (_blank(), Typed())
    return _form_page(table, rows, typed, {}, None)


@post("/floor/{game:str}", status_code=200, request_max_body_size=LONGEST * 2, act="rule-on-transcript")
async def build(request: AnyRequest, game: FromPath[str]) -> Template:
    """The form, sent in: more rows, or the ruling on what it says."""
    form = await request.form()
    typed = Typed.of(form)
    try:
        table = table_asked(game, {"as_of": str(form.get("as_of", ""))[:40]})
    except RulesError as fault:
        table = table_asked(game, {})
        return _form_page(table, _rows_of(form, table), typed, _options_of(form, table), fault)
    options, rows = _options_of(form, table), _rows_of(form, table)
    more = str(form.get("more_rows", ""))
    if more in PARTS:
        rows[more] += [dict.fromkeys(PARTS[more], "") for _ in range(2)]
        return _form_page(table, rows, typed, options, None)
    try:
        text = write_transcript(_told(table, rows, typed, options))
        verdict = await ruled(text)
    except RulesError as fault:
        return _form_page(table, rows, typed, options, fault)
    return _ruling_page(text, verdict, _details(form))


@post("/floor", status_code=200, request_max_body_size=LONGEST * 4, act="rule-on-transcript")
async def rule(request: AnyRequest) -> Template:
    """The ruling on a transcript or a record that was pasted."""
    form = await request.form()
    text = str(form.get("transcript", "")).replace("\r\n", "\n")
    try:
        verdict = await ruled(text)
    except RulesError as fault:
        return page(
            "floor.html",
            _status(fault),
            title="The floorperson’s page",
            games=games_for_menu(),
            text=text[:LONGEST],
            fault=_fault(fault),
        )
    return _ruling_page(text, verdict, _details(form))


@post("/floor/ruling.json", status_code=200, request_max_body_size=LONGEST * 4, act="rule-on-transcript")
async def ruling_json(request: AnyRequest) -> Response[Any]:
    """The ruling as the file of a gaming dispute."""
    form = await request.form()
    text = str(form.get("transcript", "")).replace("\r\n", "\n")
    verdict = await ruled(text)
    filed = gaming_dispute(verdict, _details(form), text)
    return download(as_json(filed), f"dispute-{verdict.game}-{verdict.as_of}.json", "application/json")


# --- ruling ---------------------------------------------------------------------------------------------------------


def _status(fault: RulesError) -> int:
    return 400 if status_of(fault) == 404 else status_of(fault)


def _fault(fault: RulesError) -> dict[str, Any]:
    cite = {"cite": fault.cite, "url": rule_url(fault.cite, fault.on)} if fault.cite else None
    return {"text": fault.text, "accepts": fault.accepts, "cite": cite}


async def ruled(text: str) -> Verdict:
    """The ruling on a transcript (TOML) or on a record (JSON Lines)."""
    if not text.strip():
        raise TranscriptError("the transcript is empty", accepts=f'lines like game = "{first_game()}"')
    if len(text) > LONGEST:
        raise TranscriptError(f"the transcript has {len(text):,} characters", accepts=f"at most {LONGEST:,}")
    content = text.encode("utf-8", "replace")

    def work() -> Verdict:
        if text.lstrip().startswith("{"):
            return rule_on_record(read(content.strip(b"\n") + b"\n"))
        return rule_on(read_transcript(content))

    verdict = await COUNTER.get(("ruling", text), work, 30.0)
    if verdict is None:
        raise Busy
    return verdict


def _details(form: Any) -> dict[str, str]:
    return {name: str(form.get(name, "") or "").strip()[:500] for name in DETAILS}


def _ruling_page(text: str, verdict: Verdict, details: dict[str, str]) -> Template:
    day = verdict.as_of
    return page(
        "ruling.html",
        title="Ruling",
        text=text,
        is_record=text.lstrip().startswith("{"),
        verdict=verdict,
        name=entries()[verdict.game].name,
        chapter=law.chapter_on(day).number,
        required=[
            {
                "seat": r.seat or DEALER,
                "wager": r.name,
                "staked": dollars(r.amount),
                "result": r.result,
                "net": f"{'+' if r.net > 0 else ''}{show(r.net)}",
                "by": cited(r.by, day),
                "says": _says(r.by),
            }
            for r in verdict.required
        ],
        remedies=[{"what": m.what, "remedy": m.remedy, "by": cited(m.by, day)} for m in verdict.remedies],
        differences=[
            {
                "whose": d.key.whose,
                "wager": d.wager,
                "done": in_words(d.done_as) or show(d.done),
                "required": in_words(d.required_as) or show(d.required),
                "owed": show(abs(d.required - d.done)),
                "to_patron": d.required > d.done,
                "by": cited(d.by, day),
            }
            for d in verdict.differences
        ],
        not_told=[key.words for key in verdict.not_told],
        moves=[
            {"whose": seat_words(h.seat, h.player), "wager": h.wager, "moves": in_words(h.moves)}
            for h in verdict.moves
            if h.moves
        ],
        decided_by=[
            {
                "fact": w.fact,
                "instead": w.says
                or "; ".join(f"seat {r.seat}, {r.wager}: {r.result} {show(r.net)}" for r in w.rulings),
            }
            for w in verdict.decided_by
        ],
        fields=DETAILS,
        details=details,
    )


def _says(by: Any) -> str:
    return law.reading(by.reading).says if by.reading else law.paragraph(by).says


# --- the form -------------------------------------------------------------------------------------------------------


def _blank() -> Rows:
    return {part: [dict.fromkeys(names, "") for _ in range(BLANK_ROWS[part])] for part, names in PARTS.items()}


def _filled(table: Table) -> tuple[Rows, Typed]:
    """An example round in the fields of the form."""
    import tomllib

    rows, transcript = _blank(), tomllib.loads(example(table) or "")
    for part in ("wagers", "decisions"):
        rows[part] = [_typed(part, row, table.game.chance.before) for row in transcript.get(part, ())] or rows[part]
    starts = transcript.get(STARTS, "") if table.game.chance.begins_by_roll else ""
    return rows, Typed(transcript.get(table.game.chance.words, ""), starts)


def _typed(part: str, row: dict[str, Any], before: str) -> dict[str, str]:
    """A row of a transcript in its fields; what has none of its own is typed as a further fact."""
    fields = {before if name == "before" else name: name for name in PARTS[part] if name != "more"}
    further = ", ".join(f"{name} = {toml(value)}" for name, value in row.items() if name not in fields)
    return {own: str(row.get(name, "")) for name, own in fields.items()} | {"more": further}


def _rows_of(form: Any, table: Table) -> Rows:
    """The rows a form was sent in with, as they were typed."""
    rows: Rows = {}
    for part, names in PARTS.items():
        columns = {name: [str(v).strip()[:400] for v in form.getall(f"{part}.{name}", [])] for name in names}
        number = min(max((len(column) for column in columns.values()), default=0), MOST_ROWS)
        rows[part] = [{n: column[i] if i < len(column) else "" for n, column in columns.items()} for i in range(number)]
        rows[part] = rows[part] or _blank()[part]
    return rows


def _options_of(form: Any, table: Table) -> dict[str, str]:
    names = (option.id for option in table.game.terms.all_options)
    return {name: value for name in names if (value := str(form.get(f"option.{name}", "")).strip()[:200])}


def _told(table: Table, rows: Rows, typed: Typed, options: dict[str, str]) -> dict[str, object]:
    """What a form says, as the parts of a transcript."""
    before = table.game.chance.before
    wagers = []
    for n, row in enumerate(_given(rows["wagers"], "wager", "amount"), 1):
        line: dict[str, object] = {"seat": _seat(row["seat"], f"wager {n}"), "wager": row["wager"]}
        line |= {"amount": row["amount"]} if row["amount"] else {}
        line |= {before: _count(row["before"], f"wager {n}")} if row["before"] else {}
        wagers.append(line | inline(row["more"], f"wager {n}"))
    decisions = [
        {"seat": _seat(row["seat"], f"decision {n}")}
        | {name: row[name] for name in ("choose", "amount") if row[name]}
        | inline(row["more"], f"decision {n}")
        for n, row in enumerate(_given(rows["decisions"], "choose", "more"), 1)
    ]
    irregularities = []
    for n, row in enumerate(_given(rows["irregularities"], "what"), 1):
        known = table.game.irregularities.get(row["what"])
        counts = "before_decision" if known is not None and known.ask == "ask" else before
        fact = {counts: _count(row["before"] or "1", f"irregularity {n}"), "what": row["what"]}
        irregularities.append(fact | inline(row["more"], f"irregularity {n}"))
    done = []
    for n, row in enumerate(_given(rows["done"], "wager", "did"), 1):
        if row["did"] not in DEEDS:
            raise TranscriptError(f"line {n} of what was done: {shown(row['did'], 40)}", accepts=", ".join(DEEDS))
        seat = _seat(row["seat"], f"line {n} of what was done")
        done.append({"seat": seat, "wager": row["wager"], row["did"]: row["amount"] or "0.00"})
    return {
        "game": table.game.id,
        "as_of": table.as_of.isoformat(),
        "house": options,
        "opening": inline(typed.opening, "what the table remembered"),
        "wagers": wagers,
        table.game.chance.words: " ".join(typed.outcomes.split()),
        **({STARTS: " ".join(typed.starts.split())} if table.game.chance.begins_by_roll else {}),
        "hands": {row["whose"]: row["cards"] for row in _given(rows["hands"], "cards")},
        "decisions": decisions,
        "irregularities": irregularities,
        "done": done,
    }


def _given(rows: list[dict[str, str]], *needed: str) -> list[dict[str, str]]:
    """The rows in which something was typed."""
    return [row for row in rows if any(row[name] for name in needed)]


def _seat(text: str, where: str) -> int:
    if not text:
        raise TranscriptError(f"{where}: its seat is missing", accepts="a seat from 1 on")
    return number_from(text, f"seat ({where})", 1, 100, 1)


def _count(text: str, where: str) -> int:
    return number_from(text, f"place in the order ({where})", 1, 10_000, 1)


def _form_page(table: Table, rows: Rows, typed: Typed, options: dict[str, str], fault: RulesError | None) -> Template:
    game, day = table.game, table.as_of
    listed = {
        name: {"says": known.says, "remedy": known.remedy, "by": cited(known.by, day), "more": list(known.more)}
        for name, known in game.irregularities.items()
        if law.in_force(known.by, day)
    }
    late = {"says": "A wager was put down after the call.", "remedy": "It is no wager and goes back."}
    listed[LATE] = late | {"by": cited(game.terms.late_by, day), "more": ["seat", "wager", "amount"]}
    return page(
        "floor_form.html",
        200 if fault is None else _status(fault),
        title=f"Ruling: {game.entry.name}",
        name=game.entry.name,
        game=game.id,
        day=day,
        dates=law.effective_dates(),
        rows=rows,
        typed=typed,
        begins_by_roll=game.chance.begins_by_roll,
        has_hands=game.chance.words in IN_HANDS,
        outcome_name=game.chance.words,
        outcome_example=OUTCOMES[game.chance.words],
        one_outcome=game.chance.before.removeprefix("before_"),
        places=[*game.betting.bundles, *(place.id for alike in table.kinds().values() for place in alike)],
        choices=choices(game.id, table),
        irregularities=listed,
        options=[
            {
                "id": o.id,
                "says": o.says,
                "choices": o.possible(day),
                "free": o.parse is not None,
                "in_force": table.house.get(o) or "",
                "chosen": options.get(o.id, ""),
            }
            for o in game.terms.all_options
            if o.first_day() <= day and (len(o.possible(day)) > 1 or o.parse is not None)
        ],
        deeds=DEEDS,
        fault=_fault(fault) if fault is not None else None,
    )


_CHOICES: dict[str, tuple[str, ...]] = {}


def choices(game_id: str, table: Table) -> tuple[str, ...]:
    """The decisions of a game, worked out once."""
    if game_id not in _CHOICES:
        _CHOICES[game_id] = choices_of(table)
    return _CHOICES[game_id]


ROUTES: list[Any] = [
    Router("/", route_handlers=[show_floor, show_form, build, rule, ruling_json], exception_handlers=SORRY)
]
