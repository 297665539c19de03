"""Side wagers in the course of a round: taken in, settled when they are decided, carried on (19:47-2.17 to 2.26)."""

from __future__ import annotations

from collections.abc import Collection

from nomorebets.games.blackjack.outcome import BoxOutcome
from nomorebets.games.blackjack.side_terms import (
    METER_PARTS,
    PROGRESSIVE_INITIAL,
    PROGRESSIVE_RATE,
    PROGRESSIVE_RESET,
    PROGRESSIVE_SHARING,
    PROGRESSIVE_WAGER,
    STREAK_WAGER,
    STREAKS,
)
from nomorebets.games.blackjack.side_wagers import SIDE_BETS, aces_row, marker_after
from nomorebets.games.twenty_one.boxes import Box
from nomorebets.games.twenty_one.dealing import Deal, deal_card
from nomorebets.procedures.meter import HOUSE, METER, feed_meter, set_meter_back
from nomorebets.regulation import Citation, cite, reading
from nomorebets.table import Result, Round, Script, Wager, collect, mark, pay
from nomorebets.table.added_wagers import is_added
from nomorebets.table.areas import Area
from nomorebets.table.chips import award, bank
from nomorebets.table.money import cents
from nomorebets.table.steps import note

KINDS = tuple(bet.kind for bet in SIDE_BETS)
MARKER = "streak"  # how many rounds in a row a box has won while streak wagers are up, in the state of the table
NEXT = "next"  # where cards lie that are dealt for a side wager alone
WHOLE = "four-aces-suited"


def marker_of(seat: int) -> str:
    return f"{MARKER}:{seat}"


def streak_is_up(table: Round, seat: int) -> bool:
    """Whether streak wagers of an earlier round are up on a box, be it that no round has counted yet."""
    return bool(table.felt.state.get(marker_of(seat)))


def streaks_up(table: Round) -> tuple[Wager, ...]:
    """The streak wagers of earlier rounds, which stay up until they are decided (R-2.22-pending)."""
    return tuple(w for w in table.felt.wagers if w.kind in STREAKS and streak_is_up(table, w.seat))


def won_before(table: Round, seat: int) -> int:
    return int(table.felt.state.get(marker_of(seat)) or "0")


def side_wagers(table: Round) -> list[Wager]:
    """Side wagers that are not decided, those taken in too, in the order of their settlement."""
    kinds = _settled_in(table)
    lying = [w for w in table.felt.wagers if w.kind in kinds]
    if table.felt.banked:
        lying += [w for w in table.felt.banked if w.kind in kinds]
    return sorted(lying, key=lambda w: (kinds[w.kind], w.seat)) if lying else lying


def _settled_in(table: Round) -> dict[str, int]:
    """The side wagers that a table may have, those of a file too, each with its place in the order of settlement."""
    known: dict[str, int] | None = table.table.known.get("side wagers")
    if known is None:
        added = [kind for kind in table.game.bet if is_added(table.game, kind)]
        known = {kind: place for place, kind in enumerate(dict.fromkeys((*KINDS, *added)))}
        table.table.known["side wagers"] = known
    return known


def lock_out(table: Round) -> Script[None]:
    """Take the progressive wagers in and feed the meter."""
    if table.house.get(PROGRESSIVE_WAGER) != "on":
        return
    by = reading("R-2.19-meter")
    if METER not in table.felt.state:
        yield from feed_meter(cents(table.house[PROGRESSIVE_INITIAL]), by=by, source=HOUSE)
    chips = [w for w in table.wagers if w.kind == "progressive"]
    yield from bank(chips, by=cite("2.19"))
    yield from feed_meter(_added(table, chips), by=by)


def _added(table: Round, chips: list[Wager]) -> int:
    return sum(w.amount for w in chips) * cents(table.house[PROGRESSIVE_RATE]) // 100


def set_back(table: Round) -> Script[None]:
    """A void round leaves the meter as it was."""
    chips = [w for w in table.felt.banked if w.kind == "progressive"]
    yield from set_meter_back(_added(table, chips) if chips else 0, by=reading("R-2.19-meter"))


def return_chips(table: Round, dealt: Collection[int]) -> Script[None]:
    """The progressive wager of a box that has no hand goes back with its other wagers, and out of the meter."""
    chips = [w for w in table.felt.banked if w.kind == "progressive" and w.seat not in dealt]
    if not chips:
        return
    dead = {r.wager.seat: r.by for r in table.felt.results if r.outcome == "void"}
    yield from set_meter_back(_added(table, chips), by=reading("R-2.19-meter"))
    for chip in chips:
        yield from award([Result(chip, "void", 0, dead[chip.seat])], by=dead[chip.seat])


def outcome_for(deal: Deal, box: Box, player: str, hole_is_shown: bool, is_over: bool, sharing: int = 1) -> BoxOutcome:
    """What is known of a box."""
    dealer = deal.dealer
    return BoxOutcome(
        cards=box.cards,
        drawn=tuple(box.drawn),
        up=deal.up,
        hole=dealer[1] if hole_is_shown and len(dealer) > 1 else None,  # none where no hand of his was needed
        net=box.nets.get(player, 0) if is_over else None,
        surrendered=is_over and box.hands[0].surrendered,
        won_before=won_before(deal.table, box.seat),
        meter=int(deal.table.felt.state.get(METER, "0")),
        sharing=sharing,
    )


def settle_sides(
    deal: Deal, boxes: list[Box], by: Citation, hole_is_shown: bool = False, is_over: bool = False
) -> Script[None]:
    """Every side wager that is decided by what is known: losers collected, winners paid, before anything else."""
    own = {box.seat: box for box in boxes}
    results: list[Result] = []
    for wager in side_wagers(deal.table):
        if wager.seat in own and wager.kind != "progressive" and (wager.kind not in STREAKS or is_over):
            known = outcome_for(deal, own[wager.seat], wager.player, hole_is_shown, is_over)
            results += deal.table.game.settle([wager], known, deal.table.house)
    yield from collect([r for r in results if r.outcome == "lose"], by=by)
    yield from pay([r for r in results if r.outcome == "win"], by=by)
    yield from settle_progressives(deal, boxes, hole_is_shown, is_over)


def settle_progressives(deal: Deal, boxes: list[Box], hole_is_shown: bool, is_over: bool) -> Script[None]:
    """Progressive wagers: from the meter, which starts again when the whole of it was won, or from the inventory."""
    table, by = deal.table, reading("R-2.19-pays")
    own = {box.seat: box for box in boxes}
    chips = [w for w in table.felt.banked if w.kind == "progressive" and w.seat in own]

    def known(chip: Wager, sharing: int = 1) -> BoxOutcome:
        return outcome_for(deal, own[chip.seat], chip.player, hole_is_shown, is_over, sharing)

    rows = {chip: aces_row(known(chip), table.house) for chip in chips}
    whole = [chip for chip in chips if rows[chip] == WHOLE]
    equal = len(whole) if table.house.get(PROGRESSIVE_SHARING) == "equal" else 1
    shares = {chip: known(chip, equal) for chip in whole} if equal > 1 else {}
    for chip in chips:
        results = table.game.settle([chip], shares.get(chip) or known(chip), table.house)
        yield from award(results, by=by, source=METER if rows[chip] in METER_PARTS else "inventory")
        if chip in whole and (equal == 1 or chip == whole[-1]):
            reset = cents(table.house[PROGRESSIVE_RESET]) - int(table.felt.state[METER])
            yield from feed_meter(reset, by=reading("R-2.19-meter"), source=HOUSE)


def finish_sides(deal: Deal, boxes: list[Box], hole_is_shown: bool) -> Script[None]:
    """When the hands are settled: cards for wagers that still need one, then all that the round decides."""
    if not side_wagers(deal.table):
        yield from move_markers(deal, boxes)
        return
    for box in boxes:
        for wager in [w for w in side_wagers(deal.table) if w.seat == box.seat and w.kind not in STREAKS]:
            by = reading("R-2.19-next-cards") if wager.kind == "progressive" else reading("R-2.17-third-card")
            while wager in side_wagers(deal.table) and _waits(deal, box, wager, hole_is_shown):
                drawn = yield from deal_card(deal, str(Area(box.seat, NEXT)), "up", by, "")
                box.drawn.append(drawn.card)
    yield from settle_sides(deal, boxes, cite("2.22") if has_streak(deal.table) else cite("2.17(e)"), True, True)
    yield from move_markers(deal, boxes)


def _waits(deal: Deal, box: Box, wager: Wager, hole_is_shown: bool) -> bool:
    """Whether a wager on the first cards of a box needs another."""
    known = outcome_for(deal, box, wager.player, hole_is_shown, is_over=False)
    return not deal.table.game.settle([wager], known, deal.table.house)


def has_streak(table: Round) -> bool:
    return table.house.get(STREAK_WAGER) == "on"


def move_markers(deal: Deal, boxes: list[Box]) -> Script[None]:
    """The marker of each box with streak wagers stands on the next win they need."""
    table = deal.table
    if not has_streak(table):
        return
    for box in boxes:
        up = [w for w in table.wagers if w.seat == box.seat and w.kind in STREAKS]
        known = outcome_for(deal, box, box.players[0], hole_is_shown=True, is_over=True)
        rounds = str(marker_after(known, table.house)) if up else ""
        if rounds != table.felt.state.get(marker_of(box.seat), ""):
            yield from note(marker_of(box.seat), rounds, by=reading("R-2.22-rounds"))
            if not up:
                continue
            yield from mark(marker_of(box.seat), f"streak-{int(rounds) + 1}", by=reading("R-2.22-rounds"))
