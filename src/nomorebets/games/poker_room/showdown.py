"""The end of a round: uncalled bets, rake, the showdown, and the pots to whoever won them (14.6(d), 14.14, 14.16)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from nomorebets.games.poker_room.exposed import BOARD
from nomorebets.games.poker_room.posting import clockwise
from nomorebets.games.poker_room.rankings import card_order
from nomorebets.games.poker_room.settlement import Won
from nomorebets.games.poker_room.terms import NO_FLOP, SHOWS, drop_at, rake_at
from nomorebets.games.poker_room.variants import Variant, Wins
from nomorebets.procedures.pots import Pot, Share, award, uncalled, without
from nomorebets.regulation import reading
from nomorebets.table import Round, Script, remedy
from nomorebets.table.areas import seat_area
from nomorebets.table.cards import read_hand, to_rack, turn_up
from nomorebets.table.chips import reduce
from nomorebets.table.decisions import ask
from nomorebets.table.pots import PotShare, SharedPot, share_pots

Worth = list[dict[int, Any]]  # by ranking, what the hand of each seat is worth


def wagered(table: Round) -> dict[int, int]:
    """What every seat has put in during the round."""
    return {wager.seat: wager.amount for wager in table.wagers}


def matching(table: Round, dead: Mapping[int, int]) -> dict[int, int]:
    """The same without chips that match nothing."""
    return {seat: amount - dead.get(seat, 0) for seat, amount in wagered(table).items()}


def return_uncalled(table: Round, live: Collection[int], dead: Mapping[int, int]) -> Script[None]:
    """What nobody matched goes back before anything else is done with the pot."""
    seat, amount = uncalled(matching(table, dead), live)
    if amount:
        own = next(wager for wager in table.wagers if wager.seat == seat)
        yield from reduce(own, own.amount - amount, by=reading("R-14.7-uncalled"))


def taken_of(table: Round, variant: Variant) -> tuple[int, int]:
    """The rake, and the drop for the jackpot, of all that was put in; where there is no flop, perhaps nothing."""
    if variant.has_flop and table.house.options[NO_FLOP] == "on" and not table.felt.hand(BOARD):
        return 0, 0
    pot = sum(wagered(table).values())
    rake = rake_at(table.house).of(pot)
    return rake, min(drop_at(table.house, pot), pot - rake)


def worth_of(table: Round, wins: Wins, seats: Collection[int]) -> Worth:
    """What the hands of some seats are worth, by every ranking; who has no hand for one is left out."""
    board = table.felt.hand(BOARD)
    every = [{seat: rank.best(table.felt.hand(seat_area(seat)), board) for seat in seats} for rank in wins.rankings]
    return [{seat: hand for seat, hand in hands.items() if hand is not None} for hands in every]


def odd_chips(table: Round, variant: Variant, wins: Wins, seats: Sequence[int]) -> list[Sequence[int]]:
    """In which order odd chips go to seats: from the left of the button, at stud by the highest card."""
    if not variant.has_button:
        cards = {seat: table.felt.hand(seat_area(seat)) for seat in seats}
        order = sorted(seats, key=lambda seat: max(card_order(card) for card in cards[seat]), reverse=True)
        return [order for _ in wins.rankings]
    return [seats for _ in wins.rankings]


def show_hands(
    table: Round, wins: Wins, order: Sequence[int], pots: Sequence[Pot], must_show: bool = False
) -> Script[list[int]]:
    """Hands are shown in turn; who is beaten may concede unseen. The seats that have not.

    The last one left need not show.
    """
    left, shown = list(order), list[int]()
    for seat in order:
        if len(left) == 1:
            break
        if table.house.options[SHOWS] == "may-muck" and not must_show:
            usual = "show" if _may_win(table, wins, seat, shown, pots) else "muck"
            said = yield from ask(seat, "show", "muck", by=reading("R-14.16-showing"), default=usual)
            if said.choice == "muck":
                left.remove(seat)
                yield from to_rack(seat_area(seat), by=reading("R-14.16-showing"))
                continue
        shown.append(seat)
        yield from turn_up(seat_area(seat), by=reading("R-14.16-order"))
        hands = (hands[seat] for hands in worth_of(table, wins, [seat]) if seat in hands)
        yield from read_hand(seat_area(seat), ", ".join(dict.fromkeys(map(str, hands))), by=wins.by)
    return left


def _may_win(table: Round, wins: Wins, seat: int, shown: Sequence[int], pots: Sequence[Pot]) -> bool:
    """Whether a hand would win some of a pot of those that have been shown."""
    worth = worth_of(table, wins, [*shown, seat])
    for pot in pots:
        among = [s for s in (*shown, seat) if s in pot.seats]
        if seat in among and any(
            seat in hands and all(hands[seat] >= hands[other] for other in among if other in hands) for hands in worth
        ):
            return True
    return False


def award_pots(
    table: Round, variant: Variant, wins: Wins, pots: Sequence[Pot], left: Sequence[int], button: int
) -> Script[None]:
    """The rake is taken and every pot goes to the best hands of those left that contest it, or to the only one."""
    put = wagered(table)
    rake, drop = taken_of(table, variant)
    order = [seat for seat in clockwise(sorted(put), button) if seat in left]
    worth = worth_of(table, wins, left) if len(left) > 1 else [dict.fromkeys(left, 0)]
    odd = odd_chips(table, variant, wins, order) if len(left) > 1 else [order]
    contested = [pot for pot in without(of_those_left(pots, left), rake + drop) if pot.amount]
    shared = [(pot, award(pot, worth, odd, table.house.smallest_chip)) for pot in contested]
    by = wins.by if len(pots[0].seats) > 1 else reading("R-14.6-only-one-left")
    won = {seat: sum(s.amount for _, given in shared for s in given if s.seat == seat) for seat in put}
    results = table.settle(sorted(table.wagers, key=lambda wager: wager.seat), Won(won, by))
    named = [_named(number, pot, given) for number, (pot, given) in enumerate(shared)]
    jackpot = drop, reading("R-14.14-jackpot")
    done = yield from share_pots(named, results, by, rake=(rake, reading("R-14.14-rake")), drop=jackpot)
    if done.found:
        cause = table.game.irregularities[done.found]
        yield from remedy(done.found, cause.remedy, by=cause.by)


def of_those_left(pots: Sequence[Pot], left: Collection[int]) -> list[Pot]:
    """The pots without those who conceded; one that all conceded goes with the pot before it.

    >>> of_those_left([Pot(90, (1, 2, 3)), Pot(40, (2, 3))], left=[1])
    [Pot(amount=130, seats=(1,))]
    """
    kept: list[Pot] = []
    for pot in pots:
        seats = tuple(seat for seat in pot.seats if seat in left)
        if seats or not kept:
            kept.append(Pot(pot.amount, seats))
        else:
            kept[-1] = kept[-1]._replace(amount=kept[-1].amount + pot.amount)
    return kept


def _named(number: int, pot: Pot, given: Sequence[Share]) -> SharedPot:
    """A pot as it is called; a seat that wins by both rankings gets one share."""
    shares: dict[int, int] = {}
    for share in given:
        shares[share.seat] = shares.get(share.seat, 0) + share.amount
    name = "main" if not number else f"side {number}"
    return SharedPot(name, pot.amount, tuple(PotShare(seat, amount) for seat, amount in shares.items()))
