"""The stack of the blackjack family before it goes into the shoe: who cuts it, and where the cutting card goes."""

from __future__ import annotations

from dataclasses import dataclass

from nomorebets.games.twenty_one.dealing import OUT_AT
from nomorebets.procedures.shoe import SHOE
from nomorebets.regulation import Citation
from nomorebets.table import Round, Script
from nomorebets.table.steps import attest, note

AT_WILL = "will"  # instead of a box: the licensee chose to shuffle
ENTITLED = "wagered-since-shuffle"  # the boxes that have wagered in every round since; nothing after a shuffle
NOBODY = "0"


@dataclass(frozen=True, kw_only=True)
class CutRules:
    """The paragraphs by which the cut is offered."""

    offered: Citation
    first_player: Citation  # at a table that has just opened
    card_came: Citation  # to the box on which the cutting card came out
    otherwise: Citation
    at_will: Citation
    passed_on: Citation


def cards_behind(depth: str, cards: int) -> int:
    """How many of so many cards lie behind the cutting card.

    >>> cards_behind("1/4", 312), cards_behind("1/3", 52), cards_behind("100", 312)
    (78, 18, 100)
    """
    part, of, whole = depth.partition("/")
    return -(-int(part) * cards // int(whole)) if of else int(depth)


def may_cut(table: Round, rules: CutRules) -> tuple[int, Citation] | None:
    """Who is offered the cut first; nobody, where no player is known."""
    seats, out_at = sorted(table.seats), table.felt.state.get(OUT_AT, "")
    if not seats:
        return None
    if not out_at:
        return seats[0], rules.first_player
    if out_at.isdigit() and int(out_at) in seats:
        return int(out_at), rules.card_came
    return seats[-1], rules.at_will if out_at == AT_WILL else rules.otherwise


def offer_cut(rules: CutRules, table: Round) -> Script[None]:
    """Offer the stack to be cut: to one player first, then clockwise, at last to the dealer."""
    first = may_cut(table, rules)
    if first is None:
        return
    seat, by = first
    yield from attest("the stack is offered to be cut, its backs away from the dealer", by=rules.offered)
    yield from attest(f"the cut is offered to seat {seat} first", by=by)
    others = "whoever refuses it passes it on clockwise; where nobody takes it the dealer cuts"
    yield from attest(others, by=rules.passed_on)


def bar_others(table: Round, played: list[int], by: Citation) -> Script[None]:
    """Remember who has wagered in every round since the shuffle."""
    entitled = table.felt.state.get(ENTITLED)
    seats = [seat for seat in played if not entitled or str(seat) in entitled.split()]
    yield from note(ENTITLED, " ".join(map(str, seats)) or NOBODY, by=by)


def is_barred(table: Round, seat: int) -> bool:
    """Whether a box has passed a round since the shuffle, at a table that bars it until the next."""
    entitled = table.felt.state.get(ENTITLED)
    return bool(entitled) and table.felt.state.get(SHOE, "") != "" and str(seat) not in (entitled or "").split()
