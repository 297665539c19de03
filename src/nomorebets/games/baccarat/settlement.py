"""What the wagers of punto banco and minibaccarat come to, and in which order they are settled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from nomorebets.games.baccarat.rules import BaccaratRules, chosen
from nomorebets.hands.baccarat import Coup
from nomorebets.procedures.vigorish import pay_in_full, take_vigorish, vigorish
from nomorebets.regulation import Citation, Odds, Pays, to
from nomorebets.table import House, Result, Round, Script, Wager, collect
from nomorebets.table.cards import give_back
from nomorebets.table.wagers import Outcome

OTHER = {"player": "banker", "banker": "player"}
CARDS = {"cards-4": 4, "cards-5": 5, "cards-6": 6}
BONUS = {"bonus-player": "player", "bonus-banker": "banker"}
WAGERS = ("banker", "player", "tie", *CARDS, *BONUS)
ENDS = ("win", "lose", "void", "natural", "natural-tie")  # how a wager may end; a paragraph speaks of each
LEAST_LEAD = 4  # points by which a hand that is no natural must lead
EVEN = {"player": to(1), "banker": to(1)}
CARD_ODDS = {"cards-4": to(3, 2), "cards-5": to(2), "cards-6": to(2)}
BONUS_TABLES: Mapping[str, Mapping[str, Odds]] = {
    "A": {
        "bonus.by-9": to(30),
        "bonus.by-8": to(10),
        "bonus.by-7": to(6),
        "bonus.by-6": to(4),
        "bonus.by-5": to(2),
        "bonus.by-4": to(1),
        "bonus.natural": to(1),
    },
    "B": {
        "bonus.by-9": to(30),
        "bonus.by-8": to(10),
        "bonus.by-7": to(4),
        "bonus.by-6": to(4),
        "bonus.by-5": to(2),
        "bonus.by-4": to(2),
        "bonus.natural": to(1),
    },
    "custom": {  # the least of any table known; the house sets what it pays beyond that
        "bonus.by-9": to(20),
        "bonus.by-8": to(8),
        "bonus.by-7": to(4),
        "bonus.by-6": to(3),
        "bonus.by-5": to(2),
        "bonus.by-4": to(1),
        "bonus.natural": to(1),
    },
}
LEAST_ODDS: Mapping[str, Odds] = {**EVEN, "tie": to(8), **CARD_ODDS, **BONUS_TABLES["A"]}
QUARTER = 25  # cents
PASSES: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "pay-all-then-vig": (("pay",), ("vig",)),
    "vig-all-then-pay": (("vig",), ("pay",)),
    "pay-vig-each": (("pay", "vig"),),
    "vig-pay-each": (("vig", "pay"),),
}


def least_odds(house: House) -> dict[str, Pays]:
    """The least this table must pay."""
    pays: dict[str, Pays] = {**EVEN, "tie": to(int(chosen(house, "tie-odds", "8")))}
    if chosen(house, "offer-cards-456") == "on":
        pays |= CARD_ODDS
    if chosen(house, "offer-bonus") == "on":
        pays |= BONUS_TABLES[chosen(house, "bonus-paytable", "A")]
    return pays


def owed(wager: Wager, coup: Coup, house: House) -> int:
    """The vigorish on a wager that has won: on the Banker's Hand only, and on what its chips win."""
    if wager.kind != "banker" or coup.winner != "banker":
        return 0
    to_multiple = QUARTER if chosen(house, "vig-rounding") == "up-to-25c" else 1
    return vigorish(house.pays["banker"].of(wager.amount), int(chosen(house, "vig-rate")), to_multiple)


def settle(wager: Wager, coup: Coup, house: House, by: Mapping[str, Mapping[str, Citation]]) -> Result:
    """What one wager wins or loses, vigorish deducted; odds and simulation call it too."""
    how, row = decided(wager.kind, coup, natural_tie(house))
    cited = by[wager.kind][how]
    if row:
        odds = house.pays[row]
        return Result(wager, "win", odds.of(wager.amount) + odds.of(wager.coupon) - owed(wager, coup, house), cited)
    outcome: Outcome = "void" if how == "void" else "lose"
    return Result(wager, outcome, 0 if outcome == "void" else -wager.amount, cited)


def natural_tie(house: House) -> str:
    """What two naturals of the same count do to a bonus wager."""
    return chosen(house, "bonus-natural-tie", "push")


def decided(kind: str, coup: Coup, natural_tie: str) -> tuple[str, str]:
    """How a kind of wager ends, and the row of the pay table it wins by, if it wins."""
    if kind in OTHER:
        if coup.winner == "tie":
            return "void", ""
        return ("win", kind) if coup.winner == kind else ("lose", "")
    if kind == "tie":
        return ("win", kind) if coup.winner == kind else ("lose", "")
    if kind in CARDS:
        return ("win", kind) if coup.cards == CARDS[kind] else ("lose", "")
    return bonus(coup, BONUS[kind], natural_tie)


def bonus(coup: Coup, hand: str, natural_tie: str) -> tuple[str, str]:
    """The bonus wager on a hand: a winning natural, or a lead of four or more without one."""
    lead = coup.count(hand) - coup.count(OTHER[hand])
    if coup.natural(hand):
        if coup.natural(OTHER[hand]) and lead == 0:
            return ("void", "") if natural_tie == "push" else ("natural-tie", "")
        return ("natural", "bonus.natural") if lead > 0 else ("lose", "")
    return ("win", f"bonus.by-{lead}") if lead >= LEAST_LEAD else ("lose", "")


# --- at the table ----------------------------------------------------------------------------------------------------


def settle_round(table: Round, rules: BaccaratRules, coup: Coup) -> Script[None]:
    """Collect all losing wagers, then pay and take vigorish in the order the licensee chose."""
    results = [settle(wager, coup, table.house, rules.results) for wager in table.wagers]
    yield from collect([r for r in results if r.outcome == "lose"], by=rules.collect)
    yield from give_back([r for r in results if r.outcome == "void"], by=rules.collect)
    order = chosen(table.house, "settlement-order")
    winners = [r for r in results if r.outcome == "win"]
    for step, seat in passes(order, sorted({r.wager.seat for r in winners}, reverse=True)):
        own = [r for r in winners if r.wager.seat == seat]
        due = [owed(r.wager, coup, table.house) for r in own]
        if step == "pay":
            yield from pay_in_full(own, due, by=rules.orders[order])
        else:
            marks = chosen(table.house, "vig-collection") == "deferred"
            yield from take_vigorish(seat, sum(due), marks, by=rules.orders[order])


def passes(order: str, seats: list[int]) -> Iterator[tuple[str, int]]:
    """Who is paid and who gives vigorish, in which order, from the highest numbered winning position down."""
    for at_each_seat in PASSES[order]:
        for seat in seats:
            for step in at_each_seat:
                yield step, seat
