"""The cards of blackjack and what may go wrong with them (19:47-2.4 to 2.6 and 2.15)."""

from __future__ import annotations

from nomorebets.games.blackjack.terms import CARD_READER
from nomorebets.games.twenty_one.dealing import Deal, DealRules, deal_irregularities
from nomorebets.games.twenty_one.reader import ReaderInspected, inspect_reader
from nomorebets.procedures.deck import noticed
from nomorebets.procedures.opening import OpeningRules
from nomorebets.procedures.shoe import ShoeRules, shoe_irregularities
from nomorebets.procedures.shuffling import HandsVoid
from nomorebets.regulation import cite, reading
from nomorebets.table import Irregularity, Round, Script, remedy
from nomorebets.table.cards import inspect

DEAL = DealRules(
    order=reading("R-2.6-order"),
    further=cite("2.12(a)"),
    dealer=cite("2.12(b)"),
    cutting_card=reading("R-2.6-cutting-card"),
    in_error=reading("R-2.15-in-error"),
    exposed=reading("R-2.15-exposed"),
    dealer_skipped=reading("R-2.15-dealer-skipped"),
    not_dealt=reading("R-2.15-not-dealt"),
    one_card=reading("R-2.15-one-card"),
    forgotten=reading("R-2.15-forgotten"),
    overdrew=reading("R-2.15-overdrew"),
    hole_card=reading("R-2.15-hole-card"),
)
READER = {
    **noticed(
        "inspect-hole-card",
        "reader-misused",
        "the hole card was put into the reader although the dealer shows no ace, king, queen, jack or ten",
        "a supervisor is told; all hands are dead if a player may have learned its value, otherwise play goes on",
        reading("R-2.15-reader-misused"),
        more=("value_known",),
        may_list_outcome=False,
        needs={"card-reader": "on"},
    ),
    **noticed(
        "inspect-reader",
        "reader-failed",
        "the card reader did not work",
        "the round goes on as one without a reader",
        reading("R-2.15-reader-failed"),
        may_list_outcome=False,
        needs={"card-reader": "on"},
    ),
}
SHOE = ShoeRules(
    opening=OpeningRules(
        inspect=cite("2.4"),
        replace=reading("R-2.4-not-right"),
        show=cite("2.4"),
        mix=cite("2.4"),
        idle=reading("R-2.5-idle"),
        nobody=reading("R-2.5-idle"),
    ),
    shuffle=cite("2.5(a)"),
    cut=cite("2.5(c)"),
    recut=reading("R-2.5-recut"),
    marker=cite("2.5(d)"),
    burn=reading("R-2.6-burn"),
    burn_unseen=1,
    cutting_card=reading("R-2.6-cutting-card"),
    hands_after=0,
    continuous=reading("R-2.21-continuous"),
    shuffler_jam=reading("R-2.15-shuffler"),
    other_method=reading("R-2.15-device"),
    face_up=reading("R-2.15-face-up"),
    second_face_up_voids=True,
    too_few=reading("R-2.15-exhausted"),
    run_out="shoe-exhausted",
    refill=1,  # of as many decks as the table has
    more={**deal_irregularities(DEAL), **READER},
)
IRREGULARITIES: dict[str, Irregularity] = shoe_irregularities(SHOE)


def look_at_reader(table: Round, may_be_blackjack: bool) -> Script[bool]:
    """Where the table has a card reader and the dealer shows an ace or a ten, find out whether he has a blackjack.

    Returns whether that is known.
    """
    if table.house[CARD_READER] == "off":
        return False
    if not may_be_blackjack:
        seen: ReaderInspected = yield from inspect_reader("hole-card", by=reading("R-2.6-reader"))
        if seen.found and seen.value_known:
            cause = IRREGULARITIES[seen.found]
            raise HandsVoid(seen.found, "a player may have learned the hole card: all hands are dead", cause.by)
        if seen.found:
            by = IRREGULARITIES[seen.found].by
            yield from remedy(seen.found, "a supervisor is told; nobody learned the hole card: play goes on", by=by)
        return False
    read = yield from inspect_reader("reader", by=reading("R-2.6-reader"))
    if read.found:
        cause = IRREGULARITIES[read.found]
        yield from remedy(read.found, cause.remedy, by=cause.by)
    return not read.found


def overdrawn(deal: Deal) -> Script[None]:
    """A card that the dealer drew when bound to stand is burned."""
    seen = yield from inspect("dealer", by=deal.rules.overdrew)
    if seen.found:
        cause = IRREGULARITIES[seen.found]
        yield from remedy(seen.found, cause.remedy, by=cause.by)
