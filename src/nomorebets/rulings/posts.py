"""What players put into the pot before the first card, as hand histories tell it apart."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from nomorebets.table import Play
from nomorebets.table.cards import Draw
from nomorebets.table.chips import PutDown
from nomorebets.table.decisions import Chosen
from nomorebets.table.money import cents

MISSED = "R-14.10-missed"


class Kind(Enum):
    """Of blinds that were missed before, a dead post matches nothing, and a live one is a bet."""

    ANTE = auto()
    BLIND = auto()
    STRADDLE = auto()
    DEAD = auto()
    LIVE = auto()


BETS = (Kind.BLIND, Kind.STRADDLE, Kind.LIVE)


@dataclass(frozen=True)
class Post:
    """Chips that were put in unasked."""

    seat: int
    kind: Kind
    amount: int
    at: int = 0  # which of the blinds it is; the first may be nobody's


def posts_of(play: Play) -> dict[int, Post]:
    """All posts of a round, by the number of the entry."""
    posts: dict[int, Post] = {}
    options, is_straddle = play.table.house.options, False
    ante = cents(options.get("ante-amount", "0"))
    blinds = [cents(blind) for blind in options.get("blinds", "").split()]
    for number, entry in enumerate(play.entries):
        if isinstance(entry.request, Draw):
            break
        if isinstance(entry.request, PutDown):
            seat, amount = entry.request.wager.seat, entry.request.wager.amount
            of = {kind: [post.seat for post in posts.values() if post.kind == kind] for kind in Kind}
            if ante and (seat not in of[Kind.ANTE] if options.get("ante-from", "all") == "all" else not of[Kind.ANTE]):
                posts[number] = Post(seat, Kind.ANTE, amount)
            elif entry.request.by.reading == MISSED:
                posts[number] = Post(
                    seat, Kind.LIVE if amount >= blinds[-1] or seat in of[Kind.DEAD] else Kind.DEAD, amount
                )
            elif is_straddle:
                posts[number] = Post(seat, Kind.STRADDLE, amount, len(blinds))
            else:  # who has too few chips posts less
                at = next(at for at, blind in enumerate(blinds) if at >= len(of[Kind.BLIND]) and blind >= amount)
                posts[number] = Post(seat, Kind.BLIND, amount, at)
        is_straddle = isinstance(entry.answer, Chosen) and entry.answer.choice == "straddle"
    return posts
