"""The table page: the drawn layout, the chips, the dealer's words, and what every wager pays and costs."""

from __future__ import annotations

import json
from typing import Any

from litestar import Response, get
from litestar.exceptions import HTTPException
from litestar.params import FromPath
from litestar.response import Template

from nomorebets import drawing
from nomorebets.drawing.places import title
from nomorebets.equipment import dice as dice_things
from nomorebets.equipment.cards import DECK, JOKER
from nomorebets.equipment.tiles import NAMES as TILE_NAMES
from nomorebets.errors import RulesError
from nomorebets.games import can_be_dealt
from nomorebets.pricing.played import line_at
from nomorebets.pricing.sheet import Line
from nomorebets.regulation import HouseOption, law, names, reading
from nomorebets.server.book.changes import REFILL_BELOW
from nomorebets.server.book.goals import goals_of
from nomorebets.server.people.accounts import Purse
from nomorebets.server.people.rights import may
from nomorebets.server.tables.behind import most_at_a_seat, require_shared
from nomorebets.server.tables.buying import stakes_of
from nomorebets.server.tables.further_seats import seats_of_one
from nomorebets.server.tables.live import LiveTable
from nomorebets.server.tables.service import LiveHouse
from nomorebets.server.tables.shown import shoe_level, view_of
from nomorebets.server.tables.training import PROHIBITED, TRAINING, on_a_day
from nomorebets.server.web.languages import fragment, given
from nomorebets.server.web.play import lines_at
from nomorebets.server.web.rooms import SORRY, AnyRequest, by_file, cited, outcomes_of, query_url
from nomorebets.table import Place, Table, Wager
from nomorebets.table.game_file import FILE_OPTION, RULES_OPTION
from nomorebets.table.house import in_effect, limit_of, limitable, required_signs
from nomorebets.table.money import dollars, show
from nomorebets.table.record import house_lines

CHIPS = (100, 500, 2_500, 10_000, 50_000)
SMALL_CHIPS = (25, 50)
OUTCOME_WORDS = {"spins": "Spin", "dice": "Throw", "cards": "Deal", "draws": "Draw balls"}
WORKING = {"spins": "Spinning…", "dice": "Dice are out…", "draws": "Drawing…"}
_COME_TO_REST = ("spins", "dice")  # what shows a result of its own beside the layout
TOLD_AGAIN = 40  # of the dealer's words, to whoever comes or comes back
PATIENCE = 0.2  # seconds; figures that take longer are asked for again


@get("/tables/{table_id:str}", exception_handlers=SORRY, act="watch")
async def show_table(request: AnyRequest, table_id: FromPath[str]) -> Template:
    """A table to sit at."""
    house: LiveHouse = request.app.state.house
    live = house.table(table_id)
    purse, cookies = await house.people.welcome(request)
    standing = (await house.people.visit(request)).standing
    await live.settled()
    table, day = live.table, live.table.as_of
    notices, several = required_signs(table.game, table.house), table.game.terms.several
    context = {
        "title": given(live.name),
        "live": live,
        "game": table.game.entry.name,
        "chapter": law.chapter_on(day).number,
        "as_of": day,
        "felt": felt_of(live, purse),
        "outcome": outcome_of(live, spinning=False),
        "thrown": table.game.chance.words,
        "has_history": table.game.chance.words in _COME_TO_REST or drawing.felt_of(table.game).score is not None,
        "pay_signs": [
            {"name": sign.name, "rows": sign.rows, "kinds": " ".join(sign.kinds), **cited(sign.by, day)}
            for sign in drawing.felt_of(table.game).pay_signs(table)
        ],
        "before": drawing.last_results(table.game, live.log.shown.results),
        "told": json.dumps(_told(live, purse)),
        "chips": [{"cents": c, "svg": drawing.chip(c), "says": dollars(c)} for c in chips_at(table)],
        "deal": OUTCOME_WORDS.get(table.game.chance.words, "Deal"),
        "empty": REFILL_BELOW,
        "working": WORKING.get(table.game.chance.words, "Dealing…"),
        "outcomes": json.dumps(outcomes_of(table.game)),
        "options": [
            {"name": option.id, "value": value, "says": option.says}
            for option, value in in_effect(table.game, table.house)
            if option.id != RULES_OPTION
        ],
        "limits": {kind: _limit_words(limit) for kind, limit in table.house.limits.items()},
        "notices": [{"option": name, **cited(by, day)} for name, by in notices.items()],
        "dealt_by": cited(table.game.terms.dealt_by, day),
        "by_file": by_file(table),
        "chips_by": cited(reading("R-8.6e-chips"), day) if live.stage is not None else None,
        "carries": table.game.betting.carries,
        "several": cited(several.by, day) if several is not None and seats_of_one(table) > 1 else None,
        "seats_of_one": seats_of_one(table),
        "stakes": _stakes(table),
        "shared": cited(require_shared(table), day) if most_at_a_seat(table) > 1 else None,
        "letters": table.game.terms.keys(table.game.terms.said),
        "tickets": not table.game.betting.is_listed,
        "ticket": next((p.id for alike in table.kinds().values() for p in alike if p.id not in table.layout), ""),
        "pad": drawing.felt_of(table.game).marks_numbers,
        "step": table.house.smallest_chip,
        "training": cited(TRAINING, on_a_day(TRAINING, day)) if live.training else None,
        "prohibited": cited(PROHIBITED, on_a_day(PROHIBITED, day)),
        "may_call": may(standing, "call-no-more-bets"),
        "may_supervise": may(standing, "supervise-table"),
        "changeable": _changeable(table, live.training),
        "repaid": _repaid(table),
        "limited": [(kind, names.wager(kind)) for kind in limitable(table.game, table.house)],
        "posted": house_lines(table).limits,
        "may_close": may(standing, "close-table"),
        "goals": await goals_of(request.app.state.store, purse.patron if purse else ""),
        "tile_names": json.dumps(TILE_NAMES) if table.game.chance.words == "tiles" else "",
        "closes": table.game.chance.words != "spins",  # a wheel takes every wager until the call
        "zooms": drawing.has_board(table.game),
        # a table by a file that the house does not offer has no room of its own
        "odds_url": query_url(f"/odds/{table.game.id}", {"as_of": day}) if can_be_dealt(table.game.id) else "",
    }
    return Template("table.html", context=context, cookies=cookies)


def _told(live: LiveTable, purse: Purse | None) -> list[dict[str, Any]]:
    """The dealer's last words, as this visitor heard them or would have; what comes later comes over the wire."""
    patron = purse.patron if purse is not None else None
    frames = [event.told_to(patron, live.table.as_of) for event in live.log.missed(0)]
    kept = ("words", "cite", "href")
    return [{name: frame[name] for name in kept} for frame in frames if frame["words"]][-TOLD_AGAIN:]


def _changeable(table: Table, training: bool) -> list[dict[str, Any]]:
    """The options of a table that have another value on its day, each with what it may be."""

    def possible(option: HouseOption) -> list[str]:
        """What a table may be run with; a training table shows what is for analysis only too."""
        day = table.as_of
        return [v for v in option.possible(day) if training or not option.choices[v].for_analysis(day)]

    return [
        {
            "id": option.id,
            "now": table.house[option],
            "values": [
                (value, names.value(value))
                for value in (possible(option) if option.parse is None else ())
                if value != table.house[option]
            ],
        }
        for option, _ in in_effect(table.game, table.house)
        if option.id not in (FILE_OPTION, RULES_OPTION)  # another file is another game
        and (option.parse is not None or {*possible(option)} - {table.house[option]})
    ]


def _repaid(table: Table) -> list[dict[str, str]]:
    """Rows of the pay tables that the rules let a house pay otherwise: what each pays, and the least that is lawful."""
    least = table.game.pays_at(table.house)
    bets = {row: table.game.bet_of(row) for row in table.house.pays}
    return [
        {"id": row, "now": str(pays), "least": "" if bet is not None and bet.own_odds else str(least[row])}
        for row, pays in table.house.pays.items()
        if (bet := bets[row]) is None or not bet.odds_are_fixed
    ]


def _stakes(table: Table) -> dict[str, Any] | None:
    """Within what amounts one buys in, where only the chips in front of the seats play."""
    buy_in = stakes_of(table)
    if buy_in is None:
        return None
    words = f"{dollars(buy_in.least)} to {dollars(buy_in.most)}"
    return {"usual": show(buy_in.usual), "words": words, **cited(buy_in.by, table.as_of)}


def chips_at(table: Table) -> list[int]:
    """The chips a patron has here: none that is no whole number of the smallest."""
    least = table.house.smallest_chip
    usual = [c for c in (*SMALL_CHIPS, *CHIPS) if c >= least and c % least == 0]
    return usual if usual else [least]


def _limit_words(limit: Any) -> str:
    ends = (("from", limit.min), ("to", limit.max), ("in steps of", limit.step), ("all together at least", limit.total))
    return " ".join(f"{word} {dollars(amount)}" for word, amount in ends if amount)


# --- pieces of the page that change ---------------------------------------------------------------------------------


@get("/tables/{table_id:str}/felt", exception_handlers=SORRY, act="watch")
async def show_felt(request: AnyRequest, table_id: FromPath[str]) -> Response[dict[str, str]]:
    """The layout as it lies now, for whoever asks: own cards, and what is face up."""
    house: LiveHouse = request.app.state.house
    live = house.table(table_id)
    purse = await house.people.find(request)
    await live.settled()
    drawn = {"felt": felt_of(live, purse), "outcome": outcome_of(live, spinning=False)}
    shown = {name: fragment(part) for name, part in drawn.items()} | {"seq": str(live.log.seq)}
    return Response(shown, media_type="application/json", headers={"Cache-Control": "no-store"})


@get("/tables/{table_id:str}/outcome", exception_handlers=SORRY, act="watch")
async def show_outcome(request: AnyRequest, table_id: FromPath[str]) -> Response[str]:
    """The wheel or the dice coming to rest."""
    house: LiveHouse = request.app.state.house
    live = house.table(table_id)
    await live.settled()
    drawn = fragment(outcome_of(live, spinning=True))
    return Response(drawn, media_type="text/html", headers={"Cache-Control": "no-store"})


@get("/tables/{table_id:str}/results", exception_handlers=SORRY, act="watch")
async def show_results(request: AnyRequest, table_id: FromPath[str]) -> Response[str]:
    """The results of the rounds before."""
    house: LiveHouse = request.app.state.house
    live = house.table(table_id)
    drawn = fragment(drawing.last_results(live.table.game, live.log.shown.results))
    return Response(drawn, media_type="text/html", headers={"Cache-Control": "no-store"})


@get("/tables/{table_id:str}/closed", exception_handlers=SORRY, act="watch")
async def show_closed(request: AnyRequest, table_id: FromPath[str]) -> Response[dict[str, dict[str, str]]]:
    """Places that take no wager of this visitor now, each with the reason, for each of his seats."""
    house: LiveHouse = request.app.state.house
    live = house.table(table_id)
    purse = await house.people.find(request)
    await live.settled()
    own = {str(one.seat): live.orders.closed_to(one) for one in live.seats.all_of(purse.patron if purse else None)}
    why = {
        seat: {place: fault.text.rpartition(" refused: ")[2] for place, fault in closed.items()}
        for seat, closed in own.items()
    }
    return Response(why, media_type="application/json", headers={"Cache-Control": "no-store"})


@get("/drawn/card/{code:str}", sync_to_thread=False, act="read", forms=False)
def show_card(code: FromPath[str]) -> Response[str]:
    """One card, or its back."""
    if code != "back" and code not in (*DECK, JOKER):
        raise HTTPException(status_code=404)
    drawn = drawing.card(None if code == "back" else code)
    return Response(drawn, media_type="text/html", headers={"Cache-Control": "public, max-age=3600"})


def felt_of(live: LiveTable, purse: Purse | None) -> str:
    """The layout with everything on it that this visitor may see."""
    table = live.table
    own = live.seats.all_of(purse.patron if purse else None)
    view = view_of(live, purse)
    lying = [_wager(facts) for facts in (*view["wagers"], *view["banked"])]
    ordered = [_wager(facts) for seat in view["seats"] for facts in seat["orders"]]
    removed = {(seat["seat"], on) for seat in view["seats"] for on in seat["removed"]}
    wagers = [w for w in lying if (w.seat, w.on) not in removed] + ordered
    seen = view["tableau"]
    taken = sorted({*(one.seat for one in live.seats.people), *(w.seat for w in wagers)})
    seats = taken or [1]
    marks = {**seen["markers"], **view["state"]}  # what the table remembers is newer than a marker moved once
    return drawing.layout(
        table,
        merged(wagers),
        marks=marks,
        own={one.seat for one in own},
        seats_open=seats,
        cards=seen["cards"],
        hands=seen["hands"],
        shoe_level=shoe_level(live),
        says_too="Training table" if live.training else "",
    )


def merged(wagers: list[Wager]) -> list[Wager]:
    """Chips of one seat on one place as one pile."""
    piles: dict[tuple[int, str], Wager] = {}
    for wager in wagers:
        before = piles.get((wager.seat, wager.on))
        amount = wager.amount + (before.amount if before else 0)
        piles[wager.seat, wager.on] = Wager(wager.seat, wager.on, amount, call=wager.call)
    return list(piles.values())


def _wager(facts: dict[str, Any]) -> Wager:
    return Wager(facts["seat"], facts["on"], facts["amount"], call=facts.get("call", ""))


def outcome_of(live: LiveTable, spinning: bool) -> str:
    """The wheel or the dice as they lie."""
    table, seen = live.table, live.log.shown
    if table.game.chance.words == "spins":
        return drawing.wheel(table, seen.wheel if seen.wheel else "", spinning=spinning)
    faces = next((roll for n in (2, 3) if seen.dice and (roll := dice_things.read(seen.dice, n))), ())
    return drawing.dice(*faces) if faces else ""


@get("/tables/{table_id:str}/shoe", exception_handlers=SORRY, act="watch")
async def show_shoe(request: AnyRequest, table_id: FromPath[str]) -> Response[str]:
    """The discard rack and the shoe, as full as they are."""
    house: LiveHouse = request.app.state.house
    live = house.table(table_id)
    await live.settled()
    level = shoe_level(live)
    drawn = fragment(drawing.discard_rack(level) + drawing.shoe_at(level)) if level is not None else ""
    return Response(drawn, media_type="text/html", headers={"Cache-Control": "no-store"})


# --- what a wager pays and costs -------------------------------------------------------------------------------------


@get("/tables/{table_id:str}/wagers", exception_handlers=SORRY, act="watch")
async def show_wagers(request: AnyRequest, table_id: FromPath[str]) -> Response[dict[str, Any]]:
    """Per place: payout, exact edge and rule. The edge follows when it has been worked out."""
    house: LiveHouse = request.app.state.house
    live = house.table(table_id)
    table = live.table
    try:
        # what a wager costs is help too (8.1)
        sheet = await lines_at(table, PATIENCE) if live.training else {}
        known = sheet is not None
    except RulesError:
        sheet, known = {}, True
    places = {place.id: wager_facts(table, place, sheet or {}) for alike in table.kinds().values() for place in alike}
    bundles = {name: list(kinds) for name, kinds in table.game.betting.bundles.items()}
    return Response({"places": places, "bundles": bundles, "complete": known}, media_type="application/json")


def wager_facts(table: Table, place: Place, lines: dict[str, Line]) -> dict[str, Any]:
    """What is known of a wager before it is made."""
    line = line_at(table, place, lines)
    limit = limit_of(table.game, table.house, place.odds_of)
    pays = drawing.says(table, place).partition(", pays ")[2].partition(";")[0] or table.pays(place.id)
    facts: dict[str, Any] = {
        "name": title(place),
        "kind_name": names.wager(place.id.partition(":")[0]),
        "where": place.where,
        "pays": pays,
        "limits": _limit_words(limit) if place.stake is None else f"exactly {dollars(place.stake.amount)}",
        "unit": table.game.betting.unit(table.house, place),
        **cited(place.by, table.as_of),
    }
    if line is not None:
        facts |= {
            "edge": str(line.edge),
            "edge_percent": f"{line.edge_decimal:.3%}",
            "method": line.method,
            "line": line.wager,
            "odds_basis": line.basis,
        }
    return facts


ROUTES = [show_table, show_felt, show_outcome, show_results, show_shoe, show_closed, show_card, show_wagers]
