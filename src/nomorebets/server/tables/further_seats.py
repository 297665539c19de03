"""Further seats of somebody who sits, where the game and the house allow it; his chips go where he needs them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nomorebets.errors import WagerRefused, one_line
from nomorebets.server.book.changes import PLAY_MONEY
from nomorebets.server.tables.outbox import Outbox
from nomorebets.server.tables.seated import Seated
from nomorebets.server.tables.seats import Seats
from nomorebets.table import Table
from nomorebets.table.wagers import seats_words


def seats_of_one(table: Table) -> int:
    """How many seats one person may have."""
    several = table.game.terms.several
    return several.most(table.house) if several is not None else 1


def require_further(table: Table, own: Sequence[Seated]) -> None:
    """Refuse one more seat to somebody who has as many as a person may have, or wagers behind another."""
    if len(own) < seats_of_one(table) and not any(one.player for one in own):
        return
    text, several = f"you sit in {seats_words([one.seat for one in own])} already", table.game.terms.several
    raise WagerRefused(text, several.by if several is not None else None, table.as_of, "leave")


def come_back(seats: Seats, own: Sequence[Seated], wanted: object, amount: int | None) -> bool:
    """Whether somebody was about to leave and stays: in the seat he names, or in all of them where he left them all."""
    all_left = all(one.leaving for one in own)
    back = [one for one in own if one.leaving and (all_left or one.seat == wanted)]
    if back and amount is not None:
        seats.buy_in(back[0], amount)
    for one in back:
        one.leaving = False
        seats.keep(one)
    return bool(back)


def named(own: Sequence[Seated], seat: object) -> Seated:
    """That of somebody's seats which he names."""
    for one in own:
        if type(seat) is int and one.seat == seat:  # True and 1.0 are no seats
            return one
    accepts = ", ".join(str(one.seat) for one in own)
    raise WagerRefused(f"you have no seat {one_line(seat, 20)} at this table", accepts=accepts)


def bring_chips(seats: Seats, outbox: Outbox, needs: Mapping[str, int]) -> bool:
    """Chips of one person to those of his spots that need more than lies there, as far as the others can spare it.

    ``needs`` has all of his spots. Returns whether any were moved.
    """
    own = [seated for seated in seats.in_order if seated.spot in needs]
    moved = False
    for to in own:
        for giver in own:
            spare, lacks = giver.stack - needs[giver.spot], needs[to.spot] - to.stack
            amount = min(spare, lacks)
            if amount > 0:
                giver.stack -= amount
                to.stack += amount
                outbox.changes.move(seats.account(giver.account), seats.account(to.account), amount, PLAY_MONEY)
                moved = True
    return moved
