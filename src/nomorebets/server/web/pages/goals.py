"""When a patron wants to stop for the day: set at a table or with his sessions, told when it is reached, kept or not.

It is advice he gives himself: nothing is refused, and no round waits for it.
"""

from __future__ import annotations

from typing import Any

from litestar import Response, Router, get, post
from litestar.response import Redirect

from nomorebets.server.book.goals import Day, Goals, day_of, goals_of, kept_of, note_reached, set_goals
from nomorebets.server.book.store import Store, now
from nomorebets.server.web.rooms import SORRY, AnyRequest, UnknownRequest, number_from
from nomorebets.table.money import MOST, cents, dollars

LARGEST_FORM = 2_000  # bytes
MOST_MINUTES, MOST_ROUNDS = 24 * 60, 100_000


async def patron_of(request: AnyRequest) -> str:
    """Whoever asks."""
    visit = await request.app.state.house.people.visit(request)
    patron: str = visit.purse.patron
    return patron


async def goals_shown(store: Store, patron: str) -> dict[str, Any]:
    """The goals of a patron, how far today is from them, and how often they were kept."""
    goals, today = await goals_of(store, patron), now()[:10]
    day = await day_of(store, patron, today)
    await note_reached(store, patron, today, goals, day)
    return {
        "goals": goals,
        "today": dollars(day.net),
        "said": [_far(what, goals, day) for what, wanted in goals._asdict().items() if wanted],
        "kept": [_kept(what, *kept) for what, kept in (await kept_of(store, patron)).items()],
    }


def _far(what: str, goals: Goals, day: Day) -> str:
    if what in goals.reached(day):
        return f"{_reached(what, goals)}."
    if what == "goal":
        return f"{dollars(goals.goal - day.net)} to your goal."
    if what == "stop_loss":
        return f"{dollars(goals.stop_loss + day.net)} to your stop-loss."
    left = getattr(goals, what) - getattr(day, what)
    return f"{left} {what if left != 1 else what[:-1]} left."


def _reached(what: str, goals: Goals) -> str:
    if what == "goal":
        return f"Goal reached: you are ahead by {dollars(goals.goal)} or more. Well played"
    if what == "stop_loss":
        return f"Stop-loss reached: you are behind by {dollars(goals.stop_loss)} or more"
    wanted = getattr(goals, what)
    return f"That was {wanted} {what if wanted != 1 else what[:-1]}, as you planned"


NAMES = {"goal": "Ahead", "stop_loss": "Behind", "minutes": "Minutes", "rounds": "Rounds"}


def _kept(what: str, reached: int, stopped: int) -> str:
    return f"{NAMES[what]}: reached on {reached} day{'s' * (reached != 1)}, and you stopped on {stopped}."


@get("/sessions/goals", act="own-sessions")
async def tell_goals(request: AnyRequest) -> Response[dict[str, Any]]:
    """A sentence for each goal that today has reached: asked by a table after a round, where a patron has set any."""
    store, patron, today = request.app.state.store, await patron_of(request), now()[:10]
    goals = await goals_of(store, patron)
    said: list[str] = []
    if any(goals):
        day = await day_of(store, patron, today)
        reached = await note_reached(store, patron, today, goals, day)
        said = [_reached(what, goals) for what in goals.reached(day) if what in reached]
    return Response(
        {"reached": [f"{one}. Time to get up?" for one in said]},
        media_type="application/json",
        headers={"Cache-Control": "no-store"},
    )


@post("/sessions/goals", status_code=303, request_max_body_size=LARGEST_FORM, act="own-sessions")
async def keep_goals(request: AnyRequest) -> Redirect:
    """When to stop on a day; empty for never. Back to the table it was set at, or to the sessions."""
    form = await request.form()
    goals = Goals(
        _amount(form, "goal"),
        _amount(form, "stop_loss"),
        _number(form, "minutes", MOST_MINUTES),
        _number(form, "rounds", MOST_ROUNDS),
    )
    await set_goals(request.app.state.store, await patron_of(request), goals)
    table = str(form.get("table", ""))
    known = table in request.app.state.house.tables
    return Redirect(f"/tables/{table}" if known else "/sessions#goals", status_code=303)


def _amount(form: Any, name: str) -> int:
    text = str(form.get(name, ""))[:40].strip()
    amount = cents(text) if text else 0
    if not 0 <= amount <= MOST:
        raise UnknownRequest(f"{dollars(amount)} is no goal", accepts=f"nothing, or up to {dollars(MOST)}")
    return amount


def _number(form: Any, name: str, most: int) -> int:
    return number_from(str(form.get(name, ""))[:40].strip(), f"number of {name}", 0, most, 0)


ROUTES: list[Any] = [Router("/", route_handlers=[tell_goals, keep_goals], exception_handlers=SORRY)]
