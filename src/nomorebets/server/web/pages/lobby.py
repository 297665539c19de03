"""The lobby: every game of the chapter, the tables that are open, and opening another one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from functools import cache
from typing import Any

from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.response import Redirect, Template

from nomorebets import drawing
from nomorebets.compliance.notice import in_words
from nomorebets.errors import RulesError
from nomorebets.games import can_be_dealt, entries, first_game, game, menu, subchapter_of, terms_of, usual_options
from nomorebets.regulation import law
from nomorebets.regulation.options import HouseOption
from nomorebets.server.addresses import rule_url
from nomorebets.server.people.rights import NotAllowed, may
from nomorebets.server.tables.live import LiveTable
from nomorebets.server.tables.service import LiveHouse, chips_at_tables, owners_at, require_settings, seats_taken
from nomorebets.server.tables.training import TRAINING
from nomorebets.server.web.entrance import FORM_FIELD
from nomorebets.server.web.pages.tournaments import OPEN, shown_in_list
from nomorebets.server.web.rooms import (
    SORRY,
    AnyRequest,
    by_file,
    cited,
    day_from,
    require_game,
    settings_from,
    shown_fault,
)
from nomorebets.table import Table
from nomorebets.table.game import Game
from nomorebets.table.game_file import FILE_OPTION, RULES_OPTION, called
from nomorebets.table.house import Settings, in_effect, set_up_house, setting_of

OPTIONS_OF = "options_of"  # the game whose options a form shows, which may be another one than it asks for by now
OF_THE_TABLE = ("game", "as_of", "name", "training")  # asked of a table of any game
OPTIONS_ON = "options_on"  # and the day
NOT_SETTINGS = (*OF_THE_TABLE, "more", OPTIONS_OF, OPTIONS_ON, FORM_FIELD)
GROUPS = {"spins": "Wheels", "dice": "Dice", "cards": "Cards", "tiles": "Tiles", "draws": "Balls"}


@get("/", act="read")
async def lobby(request: AnyRequest) -> Template:
    """Every game, and where one can sit down now."""
    house: LiveHouse = request.app.state.house
    purse, cookies = await house.people.welcome(request)
    patron = purse.patron if purse else None
    tables = [
        {
            "id": live.id,
            "name": live.name,
            "game": live.table.game.entry.name,
            "as_of": live.table.as_of,
            "chapter": law.chapter_on(live.table.as_of).number,
            "taken": seats_taken(live),
            "positions": live.table.seats,
            "round": live.rounds + 1,
            "training": live.training,
            "yours": patron in owners_at(live).values(),
            "tournament": isinstance(live, LiveTable) and live.stage is not None,
            "by_file": by_file(live.table),
            "chosen": chosen(live.table),
        }
        for live in await house.everywhere()
    ]
    context = {"title": "The lobby", "tables": tables, "groups": games(), "first": entries()[first_game()]}
    held = await request.app.state.tournaments.all()
    context["tournaments"] = [shown_in_list(row) for row in held if row.state in OPEN]
    context["training"] = cited(TRAINING, law.newest())
    context |= {"newest": law.newest(), "oldest": min(law.effective_dates())}
    if purse is not None:
        chips = await chips_at_tables(house, purse.patron)
        context |= {"purse": purse, "money": purse.balance + chips, "chips": chips}
    context["shown"] = drawing.hand(("Ts", "Js", "Qs", "Ks", "As"))
    return Template("lobby.html", context=context, cookies=cookies)


@cache
def games() -> dict[str, list[dict[str, Any]]]:
    """The games by what decides them; those that cannot be dealt last, with the reason."""
    groups: dict[str, list[dict[str, Any]]] = {name: [] for name in GROUPS.values()}
    missing: list[dict[str, Any]] = []
    for game_id, name in menu().items():
        number = subchapter_of(game_id) if game_id in entries() else ""
        facts = {"id": game_id, "name": name, "subchapter": number, "url": rule_url(number) if number else ""}
        if can_be_dealt(game_id):
            dealt = game(game_id)
            facts |= {"emblem": drawing.emblem(dealt), "felt": drawing.cloth_of(dealt)}
            groups[GROUPS.get(dealt.chance.words, "Cards")].append(facts)
        else:
            missing.append(facts | {"why": entries()[game_id].unknown or "Coming later"})
    return {name: some for name, some in groups.items() if some} | ({"Not dealt yet": missing} if missing else {})


def chosen(table: Table) -> list[tuple[str, str]]:
    """The options that a house has chosen otherwise than by default, or than its game file says."""
    name = called(table.game)
    usual = usual_options(name if can_be_dealt(name) else table.game.id, table.as_of)
    decided = ((option.id, value) for option, value in in_effect(table.game, table.house))
    return [(id, value) for id, value in decided if id not in (FILE_OPTION, RULES_OPTION) and usual.get(id) != value]


@post("/play", status_code=303, exception_handlers=SORRY, act="open-table")
async def play(request: AnyRequest) -> Redirect:
    """Sit down at once: at an open table of the game with a free seat, or at a new one."""
    house: LiveHouse = request.app.state.house
    form = await request.form()
    game_id = str(form.get("game", ""))[:60]
    require_game(game_id)
    purse = await house.people.find(request)
    ordinary = [live for live in house.tables.values() if live.stage is None]
    for live in ordinary:
        if purse is not None and called(live.table.game) == game_id and live.seats.of(purse.patron) is not None:
            return Redirect(f"/tables/{live.id}", status_code=303)
    for live in ordinary:
        usual = called(live.table.game) == game_id and live.training and live.table.as_of == law.newest()
        usual = usual and not live.seats.people
        if usual and not chosen(live.table):
            return Redirect(f"/tables/{live.id}", status_code=303)
    live = await house.open_table(game_id, training=True)  # play money: whoever comes first may ask for help
    return Redirect(f"/tables/{live.id}", status_code=303)


@get("/tables/new", exception_handlers=SORRY, act="read")
async def choose_table(request: AnyRequest) -> Template:
    """The form of a new table: date, options, and for those who may set them odds and limits."""
    game_id = request.query_params.get("game", first_game())[:60]
    require_game(game_id)
    asked = dict(request.query_params.items())
    _, cookies = await request.app.state.house.people.welcome(request)
    return _form(game_id, asked, [], await _may_set(request), cookies)


@post("/tables", exception_handlers=SORRY, act="open-table")
async def open_a_table(request: AnyRequest) -> Response[Any] | Template:
    """Open a table, or say everything that is wrong with it, each with its paragraph and what is possible."""
    house: LiveHouse = request.app.state.house
    form = await request.form()
    asked = {str(name)[:80]: str(value)[:2000] for name, value in form.items()}
    game_id = asked.get("game", "")
    require_game(game_id)
    if asked.get(OPTIONS_OF, game_id) != game_id:  # its options have not been shown yet
        return _form(game_id, asked, [], await _may_set(request))
    standing = (await house.people.visit(request)).standing
    faults: list[RulesError] = []
    try:
        day = day_from(asked.get("as_of")) or law.newest()
        settings = _settings(game_id, day, asked)
        require_settings(standing, game_id, settings)
        law.chapter_on(day)
        _, faults = set_up_house(game(game_id), day, terms_of(game_id, settings))
        if not faults and _shows_another_day(asked, day) and _left_out(game_id, day, asked):
            return _form(game_id, asked, [], await _may_set(request))
        if not faults:
            name, training = asked.get("name", ""), asked.get("training") == "yes"
            live = await house.open_table(game_id, day, settings, name, standing=standing, training=training)
            return Redirect(f"/tables/{live.id}", status_code=303)
    except NotAllowed:
        raise
    except RulesError as fault:
        faults = [fault]
    return _form(game_id, asked, faults, await _may_set(request))


async def _may_set(request: AnyRequest) -> bool:
    """Whether the visitor may set odds, limits and other sums of a table."""
    visit = await request.app.state.house.people.visit(request)
    return may(visit.standing, "set-odds-and-limits")


def _settings(game_id: str, day: date, asked: Mapping[str, str]) -> Settings:
    """What the form asks for. A choice left at its default is not a setting: it may not exist on another day."""
    usual = _usual(game_id)
    wanted = {name: value for name, value in asked.items() if usual.get(name) != value}
    for line in asked.get("more", "").splitlines():
        name, equals, value = line.partition("=")
        if equals:
            wanted[name.strip()] = value.strip()
    return settings_from(wanted, NOT_SETTINGS)


def _usual(game_id: str) -> dict[str, str]:
    """What the options of a game are where nothing is said: what a game file says, else their defaults."""
    defaults = {option.id: option.default for option in game(game_id).terms.all_options if not option.must_supply}
    return defaults | {name: str(value) for name, value in terms_of(game_id).options.items()}


def _shows_another_day(asked: Mapping[str, str], day: date) -> bool:
    """Whether the day was changed in a form after its options were shown."""
    return asked.get(OPTIONS_ON, day.isoformat()) != day.isoformat()


def _left_out(game_id: str, day: date, asked: Mapping[str, str]) -> dict[str, str]:
    """What a form shows and a day did not have yet, with what a table has then: nothing, or another choice.

    Only what was left at its default: what somebody chose is refused by its paragraph.
    """
    try:
        house, _ = set_up_house(game(game_id), day, terms_of(game_id, _settings(game_id, day, asked)))
    except RulesError:
        return {}  # there is no such table on that day, which is said where it is opened
    left: dict[str, str] = {}
    usual = _usual(game_id)
    for option in game(game_id).terms.all_options:
        default = usual.get(option.id, "")
        known = option.choices.get(default) if asked.get(option.id, default) == default else None
        if known is not None and max(option.first_day(), known.first_day()) > day:
            left[option.id] = house.get(option) or ""
    return left


def _form(
    game_id: str,
    asked: Mapping[str, str],
    faults: list[RulesError],
    may_set: bool,
    cookies: Sequence[Cookie] = (),
) -> Template:
    dealt = game(game_id)
    is_other = asked.get(OPTIONS_OF, game_id) != game_id
    if is_other:  # options and sums of another game are none of this one
        asked = {name: value for name, value in asked.items() if name in OF_THE_TABLE}
    try:
        day = day_from(asked.get("as_of")) or law.newest()
    except RulesError:
        day = law.newest()
    shown_faults = [{"setting": " ".join(setting_of(fault)), **_named_fault(dealt, fault)} for fault in faults]
    wrong = {name for fault in faults for name in setting_of(fault)}
    left_out = _left_out(game_id, day, asked)
    told = left_out if _shows_another_day(asked, day) else {}
    asked = {**asked, **left_out}
    context = {
        "title": f"Open a table: {dealt.entry.name}",
        "game": dealt,
        "game_id": game_id,  # a game from a file goes by a name of its own
        "games": {name: words for name, words in menu().items() if can_be_dealt(name)} | {game_id: dealt.entry.name},
        "options": [
            _option(option, _usual(game_id), asked, day, wrong, may_set)
            for option in dealt.terms.all_options
            if option.id not in (FILE_OPTION, RULES_OPTION)  # of its file, which no visitor chooses
        ],
        "is_other": is_other,
        "left_out": told,
        "options_on": day.isoformat(),
        "asked": asked,
        "may_set": may_set,
        "training": cited(TRAINING, law.newest()),
        "as_of": asked.get("as_of") or law.newest().isoformat(),
        "dates": [d.isoformat() for d in law.effective_dates()],
        "faults": shown_faults,
    }
    return Template("open_table.html", context=context, status_code=422 if faults else 200, cookies=cookies)


def _named_fault(dealt: Game, fault: RulesError) -> dict[str, Any]:
    """Why a table was not opened; the form has options by their names."""
    shown = shown_fault(fault)
    return shown | {part: in_words(dealt, shown[part]) for part in ("text", "accepts") if shown[part]}


def _option(
    option: HouseOption,
    usual: Mapping[str, str],
    asked: Mapping[str, str],
    day: date,
    wrong: set[str],
    may_set: bool,
) -> dict[str, Any]:
    values = [{"value": v, "existed": known.first_day() <= day} for v, known in option.choices.items()]
    default = usual.get(option.id, option.default)
    if default and default not in option.choices:  # a figure that the game's file says
        values.insert(0, {"value": default, "existed": True})
    return {
        "id": option.id,
        "says": option.says,
        "values": values,
        "free": option.parse is not None and (may_set or option.counts_cards),
        "value": asked.get(option.id, default),
        "existed": option.first_day() <= day,
        "since": option.first_day(),
        "wrong": option.id in wrong,
        **cited(option.by, day if option.first_day() <= day else law.newest()),
    }


ROUTES = [lobby, play, choose_table, open_a_table]
