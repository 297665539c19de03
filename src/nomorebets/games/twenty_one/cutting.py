"""Who cuts in the blackjack family: the cut is offered to one player first, then clockwise, at last to the dealer."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from nomorebets.games.twenty_one.dealing import OUT_AT
from nomorebets.regulation import Citation
from nomorebets.table import Round, Script
from nomorebets.table.steps import attest

AT_WILL = "will"  # instead of a box: the licensee chose to shuffle


class CutRules(msgspec.Struct, frozen=True, kw_only=True):
    """The paragraphs by which the cut is offered."""

    backs: Citation  # the backs away from the dealer
    first_player: Citation  # at a new game
    on_box: Citation  # the cutting card came out on a box
    on_dealer: Citation  # or on the dealer's hand
    at_will: Citation | None  # the licensee had the cards shuffled
    nobody: Citation  # nobody takes it


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
        return int(out_at), rules.on_box
    return seats[-1], rules.at_will if rules.at_will and out_at == AT_WILL else rules.on_dealer


def offering(rules: CutRules) -> Callable[[Round], Script[None]]:
    """How a game offers the cut."""

    def offer_cut(table: Round) -> Script[None]:
        first = may_cut(table, rules)
        if first is None:
            return
        seat, by = first
        yield from attest("the stack is offered to be cut, its backs away from the dealer", by=rules.backs)
        yield from attest(f"the cut is offered to seat {seat} first", by=by)
        others = "whoever refuses it passes it on clockwise; where nobody takes it the dealer cuts"
        yield from attest(others, by=rules.nobody)

    return offer_cut
