"""What the wagers with the house come to: one pure function per bet; and the order in which a round is settled."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from nomorebets.games.baccarat.terms import (
    BONUS_TABLE,
    NATURAL_TIE,
    OFFER_BONUS,
    OFFER_CARDS,
    TIE_ODDS,
    chosen,
)
from nomorebets.hands.baccarat import Coup
from nomorebets.procedures.vigorish import marks_at, pay_in_full, take_vigorish, vigorish_at
from nomorebets.regulation import Citation, HouseOption, Odds, Pays, PayTable, to
from nomorebets.table import House, Result, Round, Script, Wager, collect
from nomorebets.table.chips import give_back
from nomorebets.table.game import Bet
from nomorebets.table.wagers import lost

OTHER = {"player": "banker", "banker": "player"}
TIE = "tie"
CARDS = {"cards-4": 4, "cards-5": 5, "cards-6": 6}
BONUS = {"bonus-player": "player", "bonus-banker": "banker"}
WAGERS = (*OTHER, TIE, *CARDS, *BONUS)
ENDS = ("win", "lose", "void", "natural", "natural-tie")  # how a wager may end; a paragraph speaks of each
LEAST_LEAD = 4  # points by which a hand that is no natural must lead
EVEN = to(1)
CARD_ODDS = {"cards-4": to(3, 2), "cards-5": to(2), "cards-6": to(2)}
ROWS = ("by-9", "by-8", "by-7", "by-6", "by-5", "by-4", "natural")  # of a table of bonuses


def bonus_table(*odds: int) -> Mapping[str, Odds]:
    """What the bonus wager pays to 1, from a lead of nine down to a natural."""
    return {f"bonus.{row}": to(pays) for row, pays in zip(ROWS, odds, strict=True)}


BONUS_TABLES = {
    "A": bonus_table(30, 10, 6, 4, 2, 1, 1),
    "B": bonus_table(30, 10, 4, 4, 2, 2, 1),
    "custom": bonus_table(20, 8, 4, 3, 2, 1, 1),  # the least of any known; the house sets what it pays beyond that
}
PASSES: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "pay-all-then-vig": (("pay",), ("vig",)),
    "vig-all-then-pay": (("vig",), ("pay",)),
    "pay-vig-each": (("pay", "vig"),),
    "vig-pay-each": (("vig", "pay"),),
}
Ends = Mapping[str, Citation]  # the paragraph for each way a wager may end
Least = Callable[[House], Mapping[str, Pays]]


@dataclass(frozen=True, kw_only=True)
class WagerRules:
    """The paragraphs by which a game permits, takes, decides and pays its wagers."""

    permitted: Mapping[str, Citation]  # by kind of wager
    ends: Mapping[str, Ends]  # by kind of wager
    odds: Citation  # the least a wager is paid
    form: Citation  # what a wager is made of
    coupon: Citation


@dataclass(frozen=True, kw_only=True)
class SettlingRules:
    """The paragraphs by which a round is settled."""

    collect: Citation
    orders: Mapping[str, Citation]


class SettleBy(Protocol):
    """How a kind of wager is settled, by the paragraphs of a game."""

    def __call__(self, wager: Wager, coup: Coup, house: House, by: Ends) -> Result: ...


# --- each bet --------------------------------------------------------------------------------------------------------


def settle_hand(wager: Wager, coup: Coup, house: House, by: Ends) -> Result:
    """A wager on a hand: even money, less vigorish on the Banker's; a tie decides nothing."""
    if coup.winner == "tie":
        return Result(wager, "void", 0, by["void"])
    return paid(wager, house, wager.kind, by["win"]) if coup.winner == wager.kind else lost(wager, by["lose"])


def settle_tie(wager: Wager, coup: Coup, house: House, by: Ends) -> Result:
    """A Tie Bet: on two hands of the same count."""
    return paid(wager, house, TIE, by["win"]) if coup.winner == "tie" else lost(wager, by["lose"])


def settle_cards(wager: Wager, coup: Coup, house: House, by: Ends) -> Result:
    """A wager on four, five or six cards."""
    return paid(wager, house, wager.kind, by["win"]) if coup.cards == CARDS[wager.kind] else lost(wager, by["lose"])


def settle_bonus(wager: Wager, coup: Coup, house: House, by: Ends) -> Result:
    """The bonus wager on a hand: on a winning natural, or on a lead of four or more without one."""
    hand = BONUS[wager.kind]
    lead = coup.count(hand) - coup.count(OTHER[hand])
    if coup.natural(hand):
        if lead == 0:  # two naturals
            pushes = chosen(house, NATURAL_TIE, "push") == "push"
            return Result(wager, "void", 0, by["void"]) if pushes else lost(wager, by["natural-tie"])
        return paid(wager, house, "bonus.natural", by["natural"]) if lead > 0 else lost(wager, by["lose"])
    return paid(wager, house, f"bonus.by-{lead}", by["win"]) if lead >= LEAST_LEAD else lost(wager, by["lose"])


def paid(wager: Wager, house: House, row: str, by: Citation) -> Result:
    """A wager that wins by a row of the pay table: its chips and its coupon, less vigorish."""
    odds = house.pays[row]
    return Result(wager, "win", odds.of(wager.amount) + odds.of(wager.coupon) - owed(wager, house), by)


def owed(wager: Wager, house: House) -> int:
    """The vigorish on a wager that has won: on the Banker's Hand only, and on what its chips win."""
    return vigorish_at(house, house.pays["banker"].of(wager.amount)) if wager.kind == "banker" else 0


def tie_odds(house: House) -> Mapping[str, Pays]:
    """The least this table must pay on a tie."""
    return {TIE: to(int(chosen(house, TIE_ODDS, "8")))}


def bonus_odds(house: House) -> Mapping[str, Pays]:
    """The rows of the table of bonuses that this house pays by."""
    return BONUS_TABLES[chosen(house, BONUS_TABLE, "A")]


def bets_of(rules: WagerRules, options: Mapping[str, HouseOption]) -> tuple[Bet, ...]:
    """Every bet, in the order of the layout."""

    def bet(
        kind: str, settle: SettleBy, pays: Mapping[str, Odds], offered: str = "", least: Least | None = None
    ) -> Bet:
        return Bet(
            kind=kind,
            by=rules.permitted[kind],
            settle=partial(settle, by=rules.ends[kind]),
            pays=PayTable({row: (odds, rules.odds) for row, odds in pays.items()}),
            least=least,
            offered=options.get(offered),
        )

    return (
        *(bet(hand, settle_hand, {hand: EVEN}) for hand in OTHER),
        bet(TIE, settle_tie, {TIE: to(8)}, least=tie_odds),
        *(bet(kind, settle_cards, {kind: odds}, OFFER_CARDS) for kind, odds in CARD_ODDS.items()),
        *(bet(kind, settle_bonus, BONUS_TABLES["A"], OFFER_BONUS, bonus_odds) for kind in BONUS),
    )


# --- at the table ----------------------------------------------------------------------------------------------------


def settle_round(table: Round, rules: SettlingRules, coup: Coup) -> Script[None]:
    """Collect all losing wagers, then pay and take vigorish in the order the licensee chose."""
    results = table.settle(table.felt.wagers, coup)
    yield from collect([r for r in results if r.outcome == "lose"], by=rules.collect)
    yield from give_back([r for r in results if r.outcome == "void"], by=rules.collect)
    winners = [r for r in results if r.outcome == "win"]
    if not winners:
        return
    order = chosen(table.house, "settlement-order")
    for step, seat in passes(order, sorted({r.wager.seat for r in winners}, reverse=True)):
        own = [r for r in winners if r.wager.seat == seat]
        due = [owed(r.wager, table.house) for r in own]
        if step == "pay":
            yield from pay_in_full(own, due, by=rules.orders[order])
        else:
            yield from take_vigorish(seat, sum(due), marks_at(table.house), by=rules.orders[order])


def passes(order: str, seats: list[int]) -> Iterator[tuple[str, int]]:
    """Who is paid and who gives vigorish, in which order, from the highest numbered winning position down."""
    for at_each_seat in PASSES[order]:
        for seat in seats:
            for step in at_each_seat:
                yield step, seat
