"""What the blackjack family demands of a wager: a box of the table, chips, and not too many people."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from nomorebets.games.twenty_one.entry import is_barred
from nomorebets.procedures.positions import verify_positions
from nomorebets.regulation import Citation, Odds
from nomorebets.table import House, Round, Wager
from nomorebets.table.acceptance import refusal


@dataclass(frozen=True, kw_only=True)
class BoxRules:
    """The paragraphs by which a wager is refused."""

    boxes: Citation
    several: Citation  # boxes of one player
    only_chips: Citation
    mid_shoe: Citation
    players: Citation  # of one box


class Most(NamedTuple):
    """How many boxes there are, how many a player may have, and how many players a box."""

    boxes: int
    of_player: int
    on_box: int


def payable_unit(house: House, rows: Iterable[str], *, is_halved: bool) -> int:
    """Whole chips that the rows of a pay table are paid on exactly, and that can be halved to the cent if need be."""
    odds = [pays for row in rows if isinstance(pays := house.pays.get(row), Odds)]
    parts = [pays.on // math.gcd(pays.on, pays.pays) for pays in odds]
    return math.lcm(house.smallest_chip, *parts, *([2] if is_halved else []))


def verify_box(
    table: Round, wager: Wager, rules: BoxRules, most: Most, after_the_deal: Mapping[str, str], accepts: str
) -> None:
    """Refuse what is no wager on a box; ``after_the_deal`` are those that only a hand brings."""
    if wager.seat > most.boxes:
        raise refusal(table, wager, "the table has no such box", rules.boxes, f"seats 1 to {most.boxes}")
    verify_positions(table, wager, most.of_player, by=rules.several, side_by_side=False)
    if wager.verbal or wager.coupon or wager.call or wager.late or wager.hand != 1:
        raise refusal(table, wager, "nothing but chips on the layout is taken", rules.only_chips, "chips or plaques")
    if wager.kind in after_the_deal:
        when = "against a dealer's ace" if wager.kind == "insurance" else "on a hand that is dealt"
        raise refusal(table, wager, f"it is made only {when}", table.game.bet[wager.kind].by, accepts)
    if is_barred(table, wager.seat):
        why = "the box passed a round since the shuffle"
        raise refusal(table, wager, why, rules.mid_shoe, "a wager after the next shuffle")
    players = {w.player for w in (*table.wagers, wager) if w.seat == wager.seat}
    if len(players) > most.on_box:
        people = "one player" if most.on_box == 1 else f"{most.on_box} players"
        raise refusal(table, wager, "others wager on this box", rules.players, f"{people} on a box")
