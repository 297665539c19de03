"""What the blackjack family demands of a wager at a box: chips, before the deal, by a player who may wager there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nomorebets.games.twenty_one.stack import is_barred
from nomorebets.procedures.positions import verify_positions
from nomorebets.regulation import Citation
from nomorebets.table import Round, Wager
from nomorebets.table.acceptance import refusal

LATER = {
    "double": "on a hand that is dealt",
    "split": "on a hand that is dealt",
    "insurance": "against a dealer's ace",
}


@dataclass(frozen=True, kw_only=True)
class BoxRules:
    """How many boxes there are, how many a player may have, how many players a box, and by which paragraphs."""

    name: str  # what the game calls a box
    boxes: int
    per_player: int
    players: int
    main: Sequence[str]  # the wagers that start a hand
    boxes_by: Citation
    per_player_by: Citation
    players_by: Citation
    chips_by: Citation
    barred_by: Citation


def verify_box(table: Round, wager: Wager, rules: BoxRules) -> None:
    """Refuse a wager that the box, the player or the moment does not allow."""
    if wager.seat > rules.boxes:
        why, accepts = f"the table has no such {rules.name}", f"seats 1 to {rules.boxes}"
        raise refusal(table, wager, why, rules.boxes_by, accepts)
    verify_positions(table, wager, rules.per_player, by=rules.per_player_by, side_by_side=False)
    if wager.verbal or wager.coupon or wager.call or wager.late or wager.hand != 1:
        by = rules.chips_by
        raise refusal(table, wager, "nothing but chips on the layout is taken", by, "chips or plaques")
    if wager.kind in LATER:
        mine = table.game.bet[wager.kind].by
        raise refusal(table, wager, f"it is made only {LATER[wager.kind]}", mine, ", ".join(rules.main))
    if is_barred(table, wager.seat):
        why = f"the {rules.name} passed a round since the shuffle"
        raise refusal(table, wager, why, rules.barred_by, "a wager after the next shuffle")
    players = {w.player for w in (*table.wagers, wager) if w.seat == wager.seat}
    if len(players) > rules.players:
        people = "one player" if rules.players == 1 else f"{rules.players} players"
        raise refusal(
            table, wager, f"others wager on this {rules.name}", rules.players_by, f"{people} on a {rules.name}"
        )
