"""What the blackjack family demands of a wager: a box of the table, chips, and not too many people."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import msgspec

from nomorebets.games.twenty_one.entry import is_barred
from nomorebets.procedures.positions import SAME_PLAYER, verify_positions
from nomorebets.regulation import Citation, Odds
from nomorebets.table import House, Round, Wager
from nomorebets.table.acceptance import refusal

LATER = {"decision": "on a hand that is dealt", "second-card": "against a dealer's ace"}  # by when it opens


class BoxRules(msgspec.Struct, frozen=True, kw_only=True):
    """What a game calls a box, and the paragraphs by which a wager is refused."""

    name: str = "box"
    boxes: Citation
    only_chips: Citation
    mid_shoe: Citation


def payable_unit(house: House, rows: Iterable[str], *, is_halved: bool) -> int:
    """Whole chips that the rows of a pay table are paid on exactly, and that can be halved to the cent if need be."""
    odds = [pays for row in rows if isinstance(pays := house.pays.get(row), Odds)]
    parts = [pays.on // math.gcd(pays.on, pays.pays) for pays in odds]
    return math.lcm(house.smallest_chip, *parts, *([2] if is_halved else []))


def verify_box(table: Round, wager: Wager, rules: BoxRules, main: Sequence[str]) -> None:
    """Refuse what is no wager on a box; ``main`` are those that start one."""
    boxes, terms = table.table.seats, table.game.terms
    several, shared = terms.several, terms.shared
    assert several is not None
    assert shared is not None
    if wager.seat > boxes:
        raise refusal(table, wager, f"the table has no such {rules.name}", rules.boxes, f"seats 1 to {boxes}")
    if SAME_PLAYER in table.felt.state:
        verify_positions(table, wager, several.most(table.house), by=several.by, side_by_side=False)
    if wager.verbal or wager.coupon or wager.call or wager.late or wager.hand != 1:
        raise refusal(table, wager, "nothing but chips on the layout is taken", rules.only_chips, "chips or plaques")
    bet = table.game.bet[wager.kind]
    if bet.opens in LATER:
        raise refusal(table, wager, f"it is made only {LATER[bet.opens]}", bet.by, ", ".join(main))
    if is_barred(table, wager.seat):
        why = f"the {rules.name} passed a round since the shuffle"
        raise refusal(table, wager, why, rules.mid_shoe, "a wager after the next shuffle")
    players = {w.player for w in (*table.felt.wagers, wager) if w.seat == wager.seat}
    if len(players) > 1 and len(players) > (on_box := shared.most(table.house)):
        people = "one player" if on_box == 1 else f"{on_box} players"
        raise refusal(table, wager, f"others wager on this {rules.name}", shared.by, f"{people} on a {rules.name}")
