"""Games of two hands: everybody sets a high and a low hand, and each is compared with the dealer's or the bank's.

Each step is written once; how a hand is set and read, and which paragraph commands what, is data: :class:`HandRules`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from nomorebets.procedures.banking import DEALERS_WAGER, BankRules, bank_at, is_shared, settle_against_bank
from nomorebets.procedures.setting import low_area, set_again, set_by_house_way, setting_turns, take_up
from nomorebets.procedures.shuffling import put_right
from nomorebets.procedures.starting import Circle, area_at, in_order
from nomorebets.procedures.vigorish import pay_in_full, take_vigorish
from nomorebets.regulation import Citation
from nomorebets.table.areas import seat_area, waiting_area
from nomorebets.table.card_decisions import WRONG_NUMBER_SET, set_hands
from nomorebets.table.cards import read_hand, to_rack, turn_up
from nomorebets.table.chips import give_back
from nomorebets.table.game import Script
from nomorebets.table.house import House
from nomorebets.table.round import Round
from nomorebets.table.steps import announce, collect
from nomorebets.table.wagers import DEALER, Result, Wager

Pieces = tuple[str, ...]


class HandsInTwo(NamedTuple):
    """A hand as it was set."""

    high: Pieces
    low: Pieces
    board: Pieces = ()  # the community cards, which complete either hand where a game has them


def vigorish_of(result: Result, house: House) -> int:
    """What was deducted from an even-money win."""
    return result.wager.amount - result.net


def _nothing_more(table: Round, seat: int) -> Script[None]:
    yield from ()


@dataclass(frozen=True, kw_only=True)
class HandRules:
    """How a game sets hands in two and compares them, and by which paragraphs."""

    wager: str  # the kind of wager that the two hands decide
    # the low hand of a hand beside the community cards, as the dealer must set it
    house_way: Callable[[Pieces, Pieces, House], Pieces]
    outcome: Callable[[HandsInTwo, HandsInTwo, House], Any]  # a hand against the bank's: what ``Bet.settle`` takes
    in_words: Callable[[HandsInTwo, House], tuple[str, str]]  # high and low, as the dealer reads them
    calls: Callable[[Any], Sequence[str]]  # what the dealer announces of an outcome: copies, a push
    bank: BankRules | None = None  # where players may bank
    sets: Citation  # players set theirs
    second: Citation  # of two hands of one player
    dealer_sets: Citation
    bank_sets: Citation | None = None
    reset: Citation  # a hand that was not set by the house way
    shows: Citation  # hands are exposed and compared in this order
    collects: Citation
    pushes: Citation
    pays: Citation
    # whether a bank may not set its hand so, and by which paragraph it is then set again
    foul: tuple[Callable[[HandsInTwo, House], bool], Citation] | None = None
    also: Callable[[Round, int], Script[None]] = _nothing_more  # what else is settled with a seat's hand
    ranks: Citation | None = None  # what a hand is read by, where that is another paragraph
    community: str = ""  # the area of cards that complete every hand, where there are such
    owed: Callable[[Result, House], int] = vigorish_of  # what was deducted from a win against the dealer


def stakes_of(table: Round, rules: HandRules) -> dict[int, int]:
    """What each seat has wagered on its two hands, in cents."""
    own = [wager for wager in table.wagers if wager.kind == rules.wager and wager.seat != bank_at(table)]
    return {seat: sum(w.amount for w in own if w.seat == seat) for seat in sorted({w.seat for w in own})}


def positions_in_play(table: Round, rules: HandRules) -> set[int]:
    """The positions whose hand is played: with a wager, and the bank's. The dealer is 0."""
    bank = bank_at(table)
    dealer_plays = not bank or any(wager.kind == DEALERS_WAGER for wager in table.wagers)
    return {*stakes_of(table, rules), bank, *((0,) if dealer_plays else ())}


def areas_in_order(
    table: Round, rules: HandRules, positions: Circle, first: int, clockwise: bool = False
) -> tuple[list[str], set[int]]:
    """Where the hands of a deal go, from the first position on; and the seats whose hand waits for another one."""
    in_play = positions_in_play(table, rules)
    areas = [area_at(position, in_play) for position in in_order(positions, first, clockwise)]
    return areas, {seat for turn in setting_turns(table, stakes_of(table, rules))[1:] for seat in turn}


# --- setting ---------------------------------------------------------------------------------------------------------


def players_set(table: Round, rules: HandRules) -> Script[None]:
    """All players set their hands at once; who has two sets the one with the larger wager first."""
    for turn, seats in enumerate(setting_turns(table, stakes_of(table, rules))):
        for seat in [seat for seat in seats if table.felt.cards.get(waiting_area(seat))]:
            yield from take_up(seat, by=rules.second)  # the other one is set, or void
        yield from _set(table, rules, seats, by=rules.second if turn else rules.sets)


def _set(table: Round, rules: HandRules, seats: Sequence[int], by: Citation) -> Script[None]:
    house_way = {seat: _low_by_house_way(table, rules, seat_area(seat)) for seat in seats}
    number = len(next(iter(house_way.values()), ()))
    yield from set_hands(number, house_way, by=by)
    in_number = all(len(table.felt.hand(low_area(seat_area(seat)))) == number for seat in seats)
    if not in_number and bank_at(table) not in seats:
        yield from put_right(WRONG_NUMBER_SET, table.game.irregularities)


def dealer_and_bank_set(table: Round, rules: HandRules) -> Script[None]:
    """The dealer's hand is shown and set by the house way; then the bank's, by the bank unless the house shares it."""
    bank = bank_at(table)
    if 0 in positions_in_play(table, rules):
        yield from _by_house_way(table, rules, DEALER, by=rules.dealer_sets)
    if not bank:
        return
    assert rules.bank_sets is not None
    if is_shared(table):
        yield from _by_house_way(table, rules, seat_area(bank), by=rules.bank_sets)
    else:
        area = seat_area(bank)
        yield from turn_up(area, by=rules.bank_sets)
        house_way = _low_by_house_way(table, rules, area)
        yield from _set(table, rules, [bank], by=rules.bank_sets)
        if rules.foul is not None and rules.foul[0](hands_at(table, bank, rules), table.house):
            yield from set_again(area, house_way, by=rules.foul[1], reset_by=rules.reset)


def _by_house_way(table: Round, rules: HandRules, area: str, by: Citation) -> Script[None]:
    low = _low_by_house_way(table, rules, area)
    yield from set_by_house_way(area, low, by=by, reset_by=rules.reset)


def _low_by_house_way(table: Round, rules: HandRules, area: str) -> Pieces:
    return rules.house_way(table.felt.hand(area), table.felt.hand(rules.community), table.house)


# --- comparing -------------------------------------------------------------------------------------------------------


def hands_at(table: Round, position: int, rules: HandRules) -> HandsInTwo:
    """The two hands of a position."""
    area = seat_area(position) if position else DEALER
    return HandsInTwo(table.felt.hand(area), table.felt.hand(low_area(area)), table.felt.hand(rules.community))


def compare_and_settle(table: Round, rules: HandRules) -> Script[None]:
    """Each player's hands in turn, counterclockwise from the dealer's right, against the dealer's or the bank's."""
    bank = bank_at(table)
    results: list[Result] = []
    yield from _read(table, rules, bank)
    for wager in sorted((w for w in table.wagers if w.kind == rules.wager), key=lambda w: w.seat):
        seat = wager.seat
        for area in (seat_area(seat), low_area(seat_area(seat))):
            if table.felt.cards.get(area):  # all cards may have been set in one hand
                yield from turn_up(area, by=rules.shows)
        result = yield from _decide(table, rules, wager, seat, bank)
        if not bank:
            yield from settle_with_dealer(table, result, rules)
        results.append(result)
        yield from rules.also(table, seat)
        yield from _clear(table, seat_area(seat), by=rules.collects)
    for wager in [w for w in table.wagers if w.kind == DEALERS_WAGER]:
        results.append((yield from _decide(table, rules, wager, 0, bank)))
    if bank:
        assert rules.bank is not None
        yield from settle_against_bank(table, results, rules.bank)
    for area in (DEALER, *((seat_area(bank),) if bank else ())):
        yield from _clear(table, area, by=rules.collects)


def _decide(table: Round, rules: HandRules, wager: Wager, position: int, bank: int) -> Script[Result]:
    yield from _read(table, rules, position)
    outcome = rules.outcome(hands_at(table, position, rules), hands_at(table, bank, rules), table.house)
    for words in rules.calls(outcome):
        yield from announce(words, by=rules.shows)
    (result,) = table.settle([wager], outcome)
    return result


def settle_with_dealer(table: Round, result: Result, rules: HandRules) -> Script[None]:
    """A wager against the dealer: collected, given back, or paid and its vigorish taken at once."""
    if result.outcome == "lose":
        yield from collect([result], by=rules.collects)
    elif result.outcome == "push":
        yield from give_back([result], by=rules.pushes)
    else:
        owed = rules.owed(result, table.house)
        yield from pay_in_full([result], [owed], by=rules.pays)
        yield from take_vigorish(result.wager.seat, owed, marks=False, by=result.by)


def _read(table: Round, rules: HandRules, position: int) -> Script[None]:
    area = seat_area(position) if position else DEALER
    high, low = rules.in_words(hands_at(table, position, rules), table.house)
    yield from read_hand(area, high, by=rules.ranks or rules.shows)
    yield from read_hand(low_area(area), low, by=rules.ranks or rules.shows)


def _clear(table: Round, area: str, by: Citation) -> Script[None]:
    for own in (area, low_area(area)):
        if table.felt.cards.get(own):
            yield from to_rack(own, by)
