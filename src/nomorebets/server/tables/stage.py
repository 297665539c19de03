"""The stage of a tournament that a table is played in: when it is over there, and what nobody does meanwhile."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from nomorebets.errors import WagerRefused
from nomorebets.regulation import reading
from nomorebets.server.book.changes import now_ms
from nomorebets.server.book.rows import StageRow

if TYPE_CHECKING:
    from nomorebets.server.tables.live import LiveTable

NOT_DONE = {  # what the draw and the posted rule settle
    "sit": ("seats at a tournament are drawn", "entering a tournament"),
    "wait": ("seats at a tournament are drawn", "entering a tournament"),
    "leave": ("who has entered stays until the stage is over", "letting rounds pass without a wager"),
    "buy-in": (
        "tournament chips are not for sale here",
        "a re-buy on the tournament’s page, where it has any",
    ),
}


def has_ended(stage: StageRow | None, rounds: int) -> bool:
    """Whether no further round is dealt: so many are over, or the time is."""
    if stage is None:
        return False
    return bool(stage.rounds and rounds >= stage.rounds) or (stage.ends is not None and now_ms() >= stage.ends)


def is_over(live: LiveTable, may_buy: Collection[str] = ()) -> bool:
    """Whether a table may be closed: between two rounds, at the end of its stage or when fewer than two can play on.

    ``may_buy``: patrons who can buy in again when they have lost all their chips.
    """
    if live.closed or live.round.has_begun:
        return False
    playing = {seated.account for seated in live.seats.people if seated.stack or seated.patron in may_buy}
    playing |= {wager.owner for wager in live.round.opening.wagers}
    return has_ended(live.stage, live.rounds) or len(playing) < 2


def require_done(live: LiveTable, patron: str, kind: object) -> None:
    """Refuse what is not done at a table of a tournament, and whatever would begin a round when its stage is over."""
    if (why := live.rules.floor.disqualified.get(patron)) is not None:
        by = reading("R-8.6e-disqualified")
        raise WagerRefused(f"you are disqualified: {why}", by, live.table.as_of, "watching")
    if live.stage is None:
        return
    if not live.round.has_begun and has_ended(live.stage, live.rounds):
        text = "this stage of the tournament is over"
        raise WagerRefused(text, reading("R-8.6e-posted"), live.table.as_of, "the next stage, if you go on")
    if isinstance(kind, str) and kind in NOT_DONE:
        text, accepts = NOT_DONE[kind]
        by = reading("R-8.6e-chips" if kind == "buy-in" else "R-8.6e-posted")
        raise WagerRefused(f"{kind} refused: {text}", by, live.table.as_of, accepts)


def end(live: LiveTable) -> None:
    """Nothing more happens at a table; whoever closes it writes the rest."""
    live.closed, live.why_closed = True, "this stage of the tournament is over"
    live.round.stop()
    live.stop()
