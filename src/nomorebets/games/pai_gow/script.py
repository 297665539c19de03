"""Pai gow, one round: N.J.A.C. 19:47-10.4 to 10.10 (since 2012, 13:69F-10)."""

from __future__ import annotations

from collections.abc import Sequence

from nomorebets.games.pai_gow.house_ways import set_apart
from nomorebets.games.pai_gow.settlement import PAI_GOW, Compared, FourTiles, as_laid, compare
from nomorebets.games.pai_gow.terms import DEALER_SET_METHOD, STACK, STACK_ORDER, positions_at
from nomorebets.procedures.banking import BankRules, against_bank, bank_at, offer_bank, remember_bank
from nomorebets.procedures.deck import HandsVoid, collect_cards, noticed, void_hands
from nomorebets.procedures.dragons_eye import DICE, settle_dragons_eye
from nomorebets.procedures.opening import (
    IDLE,
    IN_PLAY,
    JUST_OPENED,
    TABLE,
    OpeningRules,
    nobody_plays,
    standing,
)
from nomorebets.procedures.setting import set_wrongly, where_hands_wait
from nomorebets.procedures.shaker import ShakerRules, shake_until_valid, starting_mishaps
from nomorebets.procedures.starting import deal_to_all, reached, take_away_unseen
from nomorebets.procedures.two_hands import (
    HandRules,
    HandsInTwo,
    areas_in_order,
    compare_and_settle,
    dealer_and_bank_set,
    hands_at,
    players_set,
    stakes_of,
)
from nomorebets.regulation import cite, reading
from nomorebets.table import (
    House,
    Irregularity,
    Result,
    Round,
    Script,
    announce,
    attest,
    collect,
    note,
    pay,
    remedy,
    take_wagers,
)
from nomorebets.table.added_wagers import ADDED, PAID, is_added
from nomorebets.table.areas import seat_area, waiting_area
from nomorebets.table.cards import DealInspected, draw, inspect, look_over_deal, shuffle_pack
from nomorebets.table.chips import give_back

TOUCHED, NOT_RIGHT, WRONG_COUNT = "tiles-touched", "set-not-right", "wrong-count"
ALL_VOID = "all hands are void, every wager goes back and the tiles are mixed again"
AT_DEAL = "inspect-deal"

OPENING = OpeningRules(
    inspect=reading("R-10.4-opening"),
    replace=reading("R-10.4-opening"),
    show=reading("R-10.4-opening"),
    mix=reading("R-10.4-opening"),
    idle=reading("R-10.4-idle"),
    nobody=reading("R-10.4-idle"),
)
BANK_RULES = BankRules(
    wager=PAI_GOW,
    offered=cite("10.8"),
    eligible=reading("R-10.8-eligible"),
    covers=reading("R-10.8-covers"),
    co_banked=reading("R-10.8-co-bank"),
    dealers_wager=reading("R-10.8-dealers-wager"),
    one_position=reading("R-10.8-one-position"),
    settled=reading("R-10.8-settled"),
    vigorish=reading("R-10.8-vigorish"),
)


def house_way(tiles: Sequence[str], board: Sequence[str], house: House) -> tuple[str, ...]:
    """The low hand of four tiles, as this house has filed it."""
    return set_apart(tiles, house[DEALER_SET_METHOD])


def outcome(own: HandsInTwo, bank: HandsInTwo, house: House) -> Compared:
    return compare(as_laid(own), as_laid(bank))


def in_words(hands: HandsInTwo, house: House) -> tuple[str, str]:
    """Both hands as the dealer reads them, each where it lies."""
    laid = as_laid(hands)
    words = str(laid.high_hand), str(laid.low_hand)
    return words if laid.high == hands.high else words[::-1]


def calls(compared: Compared) -> list[str]:
    """Copies are called, and a push is announced."""
    copies = [f"Copy, {name} hand" for name, one in compared._asdict().items() if one == 0]
    return copies + (["Push"] if compared.better == 1 else [])


def settle_added(table: Round, seat: int) -> Script[None]:
    """Wagers that a game file adds on the four tiles of a player."""
    own = [wager for wager in table.wagers if wager.seat == seat and is_added(table.game, wager.kind)]
    if own:
        laid = hands_at(table, seat, HANDS)
        results = table.settle(own, FourTiles((*laid.high, *laid.low)))
        yield from collect([r for r in results if r.outcome == "lose"], by=ADDED)
        yield from pay([r for r in results if r.outcome == "win"], by=PAID)


HANDS = HandRules(
    wager=PAI_GOW,
    house_way=house_way,
    outcome=outcome,
    in_words=in_words,
    calls=calls,
    bank=BANK_RULES,
    sets=reading("R-10.7-setting"),
    second=cite("10.10"),
    dealer_sets=reading("R-10.7-dealer-shows"),
    bank_sets=reading("R-10.8-order"),
    reset=reading("R-10.9-set-again"),
    ranks=cite("10.2"),
    shows=reading("R-10.7-order"),
    collects=reading("R-10.7-order"),
    pushes=reading("R-10.7-outcome"),
    pays=reading("R-10.7-vigorish"),
    also=settle_added,
)


# --- what may go wrong -----------------------------------------------------------------------------------------------


def _void(what: str, says: str, *more: str) -> dict[str, Irregularity]:
    by = reading("R-10.9-void")
    return noticed(AT_DEAL, what, says, ALL_VOID, by, more=more, may_list_outcome=False, ends_round=True, waits=True)


def _seen(piece: str) -> dict[str, Irregularity]:
    """People say that a tile was exposed, or as in the sister game that a card was."""
    return noticed(
        AT_DEAL,
        f"player-{piece}-exposed",
        "the dealer exposed a tile of a player",
        "the player may void the hand or play it, without looking at the other tiles",
        reading("R-10.9-seen"),
        more=("seat", "plays"),
        may_list_outcome=False,
        needs_seat=True,
        waits=True,
    ) | _void(f"dealer-{piece}-exposed", "a tile of the dealer or the bank was seen before all had set")


ROLLS = starting_mishaps(reading("R-10.9-roll"))
IRREGULARITIES = {
    **ROLLS,
    **_void(WRONG_COUNT, "the dice were added up or the positions counted wrongly, and stacks went to wrong positions"),
    **_void("player-wrong-number", "a player has a wrong number of tiles", "seat", "cards"),
    **_void("dealer-wrong-number", "the dealer has a wrong number of tiles", "cards"),
    **_seen("tile"),
    **_seen("card"),
    **set_wrongly(reading("R-10.9-set-again")),
    **noticed(
        "inspect-setting",
        TOUCHED,
        "a player touched tiles after they were laid",
        "nothing changes: the hands stand as they were laid, and a supervisor is called",
        reading("R-10.9-touched"),
        more=("seat",),
        may_list_outcome=False,
        waits=True,
    ),
    **noticed(
        "inspect-tiles",
        NOT_RIGHT,
        "a tile is missing, damaged or marked",
        "the whole set is replaced, and the new one is inspected",
        reading("R-10.4-opening"),
        may_list_outcome=False,
        opening={TABLE: JUST_OPENED},
    ),
}
SHAKER = ShakerRules(
    dice=DICE,
    round_by=cite("10.6"),
    wagers_by=cite("10.5"),
    shaken_by=reading("R-10.6-shake"),
    called_by=cite("10.3"),
    void_by=lambda table: reading("R-10.9-roll"),
    irregularities=ROLLS,
    void_call="No Roll",
)


# --- the round -------------------------------------------------------------------------------------------------------


def pai_gow(table: Round) -> Script[None]:
    """One round of play, from the mixing of the tiles to the last payment."""
    try:
        yield from open_tiles(table)
        yield from shuffle_pack(table.game.chance.pack, by=cite("10.4"))
        yield from attest("the tiles lie in eight stacks of four, face down", by=reading("R-10.4-stacks"))
        yield from offer_bank(table, BANK_RULES)
        yield from take_wagers("until the dealer calls", by=cite("10.5"))
        if not against_bank(table, BANK_RULES):
            yield from nobody_wagers(table)
            return
        stakes = stakes_of(table, HANDS)
        yield from announce("No More Bets", by=cite("10.6"))
        yield from deliver(table)
        yield from look_over_tiles(table)
        yield from players_set(table, HANDS)
        yield from look_over_setting()
        yield from dealer_and_bank_set(table, HANDS)
        yield from compare_and_settle(table, HANDS)
        yield from remember_bank(table, stakes, BANK_RULES)
    except HandsVoid as void:
        yield from void_hands(table, void)


def open_tiles(table: Round) -> Script[None]:
    """A table that opens, or that stood idle: the tiles are inspected, shown in pairs, and seen by the first player."""
    stands = standing(table)
    if stands == IN_PLAY:
        return
    by = OPENING.show if stands == JUST_OPENED else OPENING.idle
    yield from note(TABLE, IN_PLAY, by=by)
    if stands == JUST_OPENED:
        while (inspected := (yield from inspect("tiles", by=OPENING.inspect))).found:
            yield from remedy(inspected.found, IRREGULARITIES[inspected.found].remedy, by=OPENING.replace)
        yield from attest("the set has its thirty-two tiles", by=cite("10.2(g)"))
    if stands != IDLE["up"]:
        yield from attest("the tiles lie face up in sixteen pairs by rank, the supreme pair first", by=by)
    yield from attest("the first player has had the chance to look at the tiles", by=by)
    yield from attest("the tiles are turned face down", by=OPENING.mix)


def nobody_wagers(table: Round) -> Script[None]:
    """No hand is played: what else lies there goes back, and the tiles are shown until a player comes."""
    by = reading("R-10.4-idle")
    yield from give_back([Result(wager, "void", 0, by) for wager in table.wagers], by=by)
    yield from nobody_plays(table, OPENING)


def deliver(table: Round) -> Script[None]:
    """Shake, count, and deliver a stack to every position counterclockwise; what nobody plays is taken away unseen."""
    roll = yield from shake_until_valid(table, SHAKER)
    yield from settle_dragons_eye(table, roll, by=reading("R-10.11-module"))
    yield from announce(str(sum(roll)), by=reading("R-10.6-count"))
    positions = positions_at(table.house)
    first = reached(positions, sum(roll), bank_at(table))
    areas, waiting = areas_in_order(table, HANDS, positions, first)
    yield from attest(f"stacks are taken {table.house[STACK_ORDER].replace('-', ' ')}", by=reading("R-10.6-stacks"))
    yield from deal_to_all(where_hands_wait(areas, waiting), STACK, deliver_tile, in_stacks=True)
    yield from take_away_unseen(table, by=reading("R-10.6-delivery"))
    yield from attest("the lid is put back and the shaker shaken once", by=reading("R-10.6-delivery"))


def deliver_tile(area: str) -> Script[None]:
    yield from draw(area, "down", by=cite("10.6"))


def look_over_tiles(table: Round) -> Script[None]:
    """See that every hand is right and none was seen; most of what goes wrong voids all hands."""
    while (seen := (yield from look_over_deal(by=cite("10.9")))).found:
        cause = IRREGULARITIES[seen.found]
        if cause.ends_round:
            raise HandsVoid(seen.found, cause.remedy, cause.by)
        if seen.seat == bank_at(table):  # all others play against it, as against the dealer's
            raise HandsVoid(seen.found, ALL_VOID, reading("R-10.9-void"))
        yield from tile_seen(table, seen)


def tile_seen(table: Round, seen: DealInspected) -> Script[None]:
    """A player whose tile was exposed plays the hand, or has it voided."""
    cause = IRREGULARITIES[seen.found]
    how = "the player plays the hand" if seen.plays else "the player voids the hand and the wager goes back"
    yield from remedy(seen.found, f"seat {seen.seat}: {how}", by=cause.by)
    if not seen.plays:
        own = [Result(wager, "void", 0, cause.by) for wager in table.wagers if wager.seat == seen.seat]
        yield from give_back(own, by=cause.by)
        yield from collect_cards(table, [seat_area(seen.seat), waiting_area(seen.seat)], by=cause.by)


def look_over_setting() -> Script[None]:
    """Once laid, a hand is not touched."""
    while (seen := (yield from inspect("setting", by=reading("R-10.7-setting")))).found:
        cause = IRREGULARITIES[seen.found]
        yield from remedy(seen.found, cause.remedy, by=cause.by)
