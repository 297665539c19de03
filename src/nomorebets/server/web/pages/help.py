"""Strategy help at a decision: the best play, what each other choice costs, and the play of the game in short."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from litestar import Response, get
from litestar.params import FromPath

from nomorebets.drawing.charts import play_chart
from nomorebets.drivers.facet import strategies_of
from nomorebets.equipment.cards import ranks_shown
from nomorebets.errors import RulesError
from nomorebets.pricing.facet import Advice, ChoiceValue, GameOdds, Pricing, odds_of
from nomorebets.pricing.mistakes import cost_of, in_money, stake_of
from nomorebets.regulation import names
from nomorebets.server.people.accounts import Purse
from nomorebets.server.tables.live import LiveTable
from nomorebets.server.tables.seated import Seated
from nomorebets.server.tables.service import LiveHouse
from nomorebets.server.tables.training import require_training
from nomorebets.server.web.languages import fragment
from nomorebets.server.web.rooms import SORRY, TABLESIDE, WORKSHOP, AnyRequest, percent
from nomorebets.table import Round, Table
from nomorebets.table.decisions import Chosen
from nomorebets.table.money import dollars
from nomorebets.table.requests import Answer, PatronRequest

NO_ADVICE = Advice("", (), "", (), ())
WAIT = 3.0  # seconds; figures that take longer are asked for again


@get("/tables/{table_id:str}/help", exception_handlers=SORRY, act="watch")
async def show_help(request: AnyRequest, table_id: FromPath[str]) -> Response[dict[str, Any]]:
    """The best play of the decision that waits for this visitor, and what a mistake costs."""
    house: LiveHouse = request.app.state.house
    shown = await help_for(house.table(table_id), await house.people.find(request))
    return Response(shown, media_type="application/json", headers={"Cache-Control": "no-store"})


async def help_for(live: LiveTable, purse: Purse | None) -> dict[str, Any]:
    """The same for whoever asks; refused at a table that is no training table (8.1)."""
    table, game = live.table, live.table.game
    require_training(live.training, table.as_of)
    shown: dict[str, Any] = {"best": None, "choices": [], "rules": [], "costs": [], "complete": True, "chart": ""}
    await live.settled()
    asked, own = live.round.asked, live.decisions.next_of(purse.patron if purse else None)
    best, known = strategies_of(game).named.get("optimal"), odds_of(game)
    choices = known and known.choices
    cell: tuple[str, str] | None = None
    is_known = strategies_of(game).is_at_hand(table)
    if (
        choices
        and is_known
        and own is not None
        and asked is not None
        and (choice := asked.ask_of(own.seat)) is not None
    ):
        at, seq = live.round.at.copy(), live.log.seq
        worked_out = lambda: (best and best(choice, at), choices(choice, at))  # noqa: E731
        cell = known.cell(choice, at) if known is not None and known.cell is not None else None
        decided = await TABLESIDE.get(("best", live.id, own.seat, seq), worked_out, wait=WAIT)
        if decided is None:
            shown["complete"] = False
        elif decided[1] or not own.player:  # for whoever goes along with another, a play says nothing without its worth
            shown |= best_of(*decided, stake_of(at, own.seat, own.player)) | {
                "at": seq,
                "against": known.against if known else "",
            }
    elif known is not None and known.settings is not None and own is not None and asked is not None:
        shown |= await settings_of(live, asked, own, known)
    if known is not None and known.advice is not None:
        advice = await advice_at(table)
        shown["complete"] &= advice is not None
        if advice is not None:
            shown |= in_short(advice) | chart_at(live.id, advice, cell)
    shown["no_decision"] = game.terms.no_decision
    shown["unknown"] = shown["complete"] and not is_known
    return shown


async def settings_of(live: LiveTable, asked: PatronRequest, own: Seated, known: GameOdds) -> dict[str, Any]:
    """Each way to set a hand and what it costs beside the best; nothing where no hand is to be set."""
    weighed, seat = known.settings, own.seat
    if weighed is None or "number" not in asked.question(seat, live.round.at):
        return {}
    at, seq = live.round.at.copy(), live.log.seq
    values = await TABLESIDE.get(("settings", live.id, seat, seq), lambda: weighed(asked, seat, at), wait=WAIT)
    if values is None:
        return {"complete": False}
    choices = {" ".join(sorted(low)): value for low, value in values.items()}
    best = best_of(None, choices, stake_of(at, seat) or at_stake(at))
    best["best"]["words"] = f"{asked.question(seat, at)['name']} hand {best['best']['choice']}"
    return {**best, "at": seq, "against": known.against, "of_settings": True}


def at_stake(at: Round) -> int:
    """All that others wager against a seat that has no wager of its own: it banks."""
    return sum(wager.amount for wager in at.wagers)


def best_of(best: Answer | None, choices: Mapping[str, ChoiceValue], stake: int) -> dict[str, Any]:
    """The best choice, and what every choice costs beside it; nothing where the rules leave no choice."""
    if not isinstance(best, Chosen) or (best.choice in choices and cost_of(choices, best.choice)):
        # no play is best whatever the others do, or the cards seen tell more than the play looks at
        choice = max(choices, key=lambda choice: choices[choice].worth, default="")
        best = Chosen(choice, choices[choice].amount if choice else 0)
    if not best.choice:
        return {}
    costs = {choice: cost_of(choices, choice) for choice in choices}
    amount = f" {dollars(best.amount)}" if best.amount else ""
    return {
        "best": {"choice": best.choice, "words": f"{best.choice}{amount}"},
        "choices": [
            {
                "choice": choice,
                "worth": in_money(value.worth),
                "cost": in_money(costs[choice]) if costs[choice] else "",
                "share": percent(costs[choice] / stake, 2) if stake else "",
                "exact": str(costs[choice] / stake) if stake else "",
            }
            for choice, value in choices.items()
        ],
    }


def chart_at(table_id: str, advice: Advice, cell: tuple[str, str] | None) -> dict[str, Any]:
    """Where the chart of the short rules is found, and its cell for the decision that waits."""
    chart = advice.chart
    if chart is None:
        return {}
    lit = {"hand": cell[0], "against": cell[1]} if cell is not None and chart.has(*cell) else None
    return {"chart": f"/tables/{table_id}/chart", "cell": lit, "rules": []}


async def advice_at(table: Table) -> Advice | None:
    """The best play at a table in words; None as long as it is being worked out."""
    known = odds_of(table.game)
    if known is None or (advise := known.advice) is None:
        return NO_ADVICE
    key = ("advice", table.game.id, table.as_of, tuple(table.house.options.items()), str(table.house.pays))
    try:
        return await WORKSHOP.get(key, lambda: advise(table, Pricing()), wait=WAIT)
    except RulesError:
        return NO_ADVICE


@get("/tables/{table_id:str}/chart", exception_handlers=SORRY, act="watch")
async def show_chart(request: AnyRequest, table_id: FromPath[str]) -> Response[str]:
    """The chart of the play at a table, drawn; nothing where there is none, or not yet."""
    house: LiveHouse = request.app.state.house
    live = house.table(table_id)
    require_training(live.training, live.table.as_of)
    advice = await advice_at(live.table)
    drawn = fragment(play_chart(advice.chart)) if advice is not None and advice.chart is not None else ""
    return Response(drawn, media_type="image/svg+xml", headers={"Cache-Control": "no-store"})


def in_short(advice: Advice) -> dict[str, Any]:
    best = advice.costs[0].edge if advice.costs else Fraction(0)
    return {
        "line": advice.line,
        "short": names.choice(advice.short).lower(),
        "rules": [
            {"decision": ranks_shown(r.decision), "play": r.play, "when": ranks_shown(r.when)}
            for r in advice.short_rules
        ],
        "costs": [
            {"strategy": cost.strategy, "edge": percent(cost.edge, 3), "more": percent(cost.edge - best, 3)}
            for cost in advice.costs
        ],
        "note": advice.note,
    }


ROUTES = [show_help, show_chart]
