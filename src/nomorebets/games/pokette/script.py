"""One spin of pokette (12.7, 12.8), and what may go wrong with it or with the hand (12.9)."""

from __future__ import annotations

from nomorebets.equipment.packs import printed
from nomorebets.equipment.wheels import JACER
from nomorebets.games.pokette.hand import HAND, next_hand, shown
from nomorebets.games.pokette.settlement import Spin
from nomorebets.games.pokette.terms import CLAPPER_BETWEEN, HANDS, wheel_of
from nomorebets.procedures.deck import noticed
from nomorebets.procedures.spinning import UprightRules, upright_irregularities, valid_spin
from nomorebets.regulation import cite, reading
from nomorebets.table import Result, Round, Script, announce, collect, pay, remedy
from nomorebets.table.cards import inspect
from nomorebets.table.chips import give_back
from nomorebets.table.steps import note

SPIN = UprightRules(
    spin=cite("12.7"),
    wagers=cite("12.4"),
    call=cite("12.7"),
    few=reading("R-12.9-few"),
    between=CLAPPER_BETWEEN,
    void=reading("R-12.9-between"),
    passed=reading("R-12.9-between"),
    obstructed=reading("R-12.9-obstructed"),
)
WRONG, LATE = "wrong-card-shown", "wrong-card-noticed-late"
IRREGULARITIES = {
    **upright_irregularities(SPIN),
    **noticed(
        "inspect-hand",
        WRONG,
        "a wrong card was shown in the hand, and it was noticed before the spin",
        "the card that was spun is shown; poker hand wagers may be taken back before the spin",
        reading("R-12.9-wrong-card"),
        may_list_outcome=False,
    ),
    **noticed(
        "inspect-hand-after-spin",
        LATE,
        "a wrong card was shown in the hand, and it was noticed only after the spin",
        "poker hand wagers go back; card wagers are settled, and the hand has the cards that were spun",
        reading("R-12.9-wrong-card"),
        may_list_outcome=False,
    ),
}


def pokette(table: Round) -> Script[None]:
    """One spin, from the first wager to the hand that it leaves."""
    hand = shown(table)
    if hand:
        yield from look_at_hand(table)
    section = yield from valid_spin(table, wheel_of(table.house), SPIN)
    yield from announce(printed(section).replace("10", "T"), by=cite("12.7"))  # as records have it
    if hand:
        yield from return_if_wrong(table)
    results = table.settle(table.wagers, Spin(section, hand))
    yield from collect((r for r in results if r.outcome == "lose"), by=cite("12.7"))  # all losing wagers first
    won = [r for r in results if r.outcome == "win"]
    yield from pay((r for r in won if r.wager.kind not in HANDS), by=cite("12.7"))
    yield from pay((r for r in won if r.wager.kind in HANDS), by=cite("12.8"))
    yield from show_card(table, hand, section)


def look_at_hand(table: Round) -> Script[None]:
    """A wrong card in the hand is put right before wagers are made."""
    seen = yield from inspect("hand", by=reading("R-12.9-wrong-card"))
    if seen.found:
        yield from remedy(seen.found, IRREGULARITIES[seen.found].remedy, by=IRREGULARITIES[seen.found].by)


def return_if_wrong(table: Round) -> Script[None]:
    """Wagers on a hand that was not there go back."""
    by = reading("R-12.9-wrong-card")
    seen = yield from inspect("hand-after-spin", by=by)
    if seen.found:
        yield from remedy(seen.found, IRREGULARITIES[seen.found].remedy, by=by)
        yield from give_back([Result(w, "void", 0, by) for w in table.wagers if w.kind in HANDS], by=by)


def show_card(table: Round, hand: tuple[str, ...], section: str) -> Script[None]:
    """The card that was spun joins the hand; after the third, or a jacer, a new one begins."""
    now = next_hand(table.house, hand, section)
    if now != hand:
        yield from note(HAND, " ".join(now), by=reading("R-12.8-jacer") if section == JACER else cite("12.8"))
