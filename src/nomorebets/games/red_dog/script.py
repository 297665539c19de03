"""One round of red dog (19:47-6.2 to 6.5), and what may go wrong in it (6.7)."""

from __future__ import annotations

from operator import attrgetter

from nomorebets.equipment.cards import RANK_NAMES
from nomorebets.games.rank_games.counting import rank
from nomorebets.games.rank_games.shoe import behind_the_marker, shoe_rules
from nomorebets.games.red_dog.settlement import outcome_of
from nomorebets.games.red_dog.terms import (
    BURN_AFTER_SHUFFLE,
    DEAL_METHOD,
    DECKS,
    RESHUFFLE_AT_WILL,
    most_raise,
)
from nomorebets.procedures.deck import HandsVoid, collect_cards, noticed, void_hands
from nomorebets.procedures.opening import nobody_plays
from nomorebets.procedures.shoe import (
    ShoeRules,
    deal_from_shoe,
    finish_shoe,
    leave_shoe,
    open_shoe,
    shoe_irregularities,
)
from nomorebets.regulation import Citation, cite, reading
from nomorebets.table import (
    Result,
    Round,
    Script,
    Wager,
    announce,
    collect,
    mark,
    pay,
    remedy,
    take_wagers,
)
from nomorebets.table.cards import inspect, read_hand
from nomorebets.table.chips import give_back, put_down
from nomorebets.table.decisions import Option, ask
from nomorebets.table.money import cents, dollars

RULES = shoe_rules(
    inspect=cite("6.2"),
    not_right=reading("R-6.2-not-right"),
    shuffle=cite("6.3"),
    idle=reading("R-6.3-idle"),
    cutter=reading("R-6.3-who-cuts"),
    cut=reading("R-6.3-cut"),
    marker=reading("R-6.3-reshuffle-point"),
    cutting_card=reading("R-6.3-reshuffle-point"),
    burn=reading("R-6.3-burn"),
    face_up=reading("R-6.7-face-up"),
    in_error=reading("R-6.7-in-error"),
    too_few=reading("R-6.7-shoe-empty"),
    shuffler=reading("R-6.7-shuffler"),
    continuous=reading("R-6.9-continuous"),
    device={"deal-method": "continuous-shuffler"},
    more={
        **noticed(
            "ask",
            "third-card-exposed",
            "the third card was exposed while raises were open",
            "it stands for the bets; nobody raises any more, and raises made are kept or taken back",
            reading("R-6.7-exposed-third"),
            decides=True,
        ),
        **noticed(
            "inspect-sequence",
            "third-card-on-tie",
            "a third card was dealt although the first two are in sequence",
            "the card is burned; the round is a tie",
            reading("R-6.7-third-on-tie"),
            outcome_is="card",
        ),
        **noticed(
            "inspect-spread",
            "raise-not-offered",
            "the third card was dealt without asking for raises",
            "the bets are settled on it; there are no raises",
            reading("R-6.7-no-raise-offered"),
            may_list_outcome=False,
        ),
        **noticed(
            "inspect-raises",
            "wrong-spread",
            "a wrong spread was announced",
            "the cards govern; raises may be kept or taken back before the third card",
            reading("R-6.7-wrong-spread"),
            more=("number",),
            may_list_outcome=False,
        ),
        **noticed(
            "inspect-pair",
            "raise-on-pair",
            "a raise was accepted on a pair",
            "it is no wager and goes back",
            reading("R-6.7-raise-on-pair"),
            more=("seat", "amount"),
            may_list_outcome=False,
        ),
        **noticed(
            "ask",
            "raise-too-large",
            "a raise exceeds the bet",
            "what exceeds it goes back; only the part up to the bet is settled",
            reading("R-6.7-raise-too-large"),
        ),
        **noticed(
            "inspect-end",
            "house-reshuffles",
            "the house has the cards reshuffled after the round",
            "the cards are shuffled before the next round",
            cite("6.3"),
            may_list_outcome=False,
            needs={"reshuffle-at-will": "on"},
        ),
    },
)
IRREGULARITIES = shoe_irregularities(RULES)


def red_dog(table: Round) -> Script[None]:
    """One round of play, from the wagers to the last card in the discard rack."""
    decks = int(table.house[DECKS])
    rules = RULES.but(refill=decks)
    method = "continuous" if table.house[DEAL_METHOD] == "continuous-shuffler" else "manual"
    behind = behind_the_marker(table, decks)
    burns = table.house[BURN_AFTER_SHUFFLE] == "1"
    try:
        yield from open_shoe(table, rules, decks, behind, method, burns)
        yield from take_wagers("until the dealer calls", by=cite("6.5"))
        if (yield from nobody_plays(table, rules.opening)):
            yield from finish_shoe(reading("R-6.3-idle"))
            return
        yield from announce("No more bets", by=reading("R-6.5-closing"))
        yield from turn_card(table, rules, "first")
        yield from turn_card(table, rules, "second")
        yield from play_on(table, rules)
        yield from collect_cards(table, ("first", "third", "second"), by=cite("6.4"))
    except HandsVoid as void:
        yield from void_hands(table, void)
        yield from finish_shoe(void.by)
        return
    yield from end_round(table, rules, method)


def turn_card(table: Round, rules: ShoeRules, area: str) -> Script[int]:
    """Deal a card face up and read its value."""
    card = yield from deal_from_shoe(table, rules, area, "up", by=cite("6.4"))
    yield from read_hand(area, f"{RANK_NAMES[card[0]]}, {value(card)}", by=reading("R-6.1-values"))
    return value(card)


def play_on(table: Round, rules: ShoeRules) -> Script[None]:
    """A tie, a pair or a spread."""
    low, high = outer(table)
    if high - low == 1:
        yield from sequence(table)
    elif low == high:
        yield from pair(table, rules)
    else:
        yield from spread(table, rules, high - low - 1)


def end_round(table: Round, rules: ShoeRules, method: str) -> Script[None]:
    """Leave the shoe for the next round, unless the marking card is out or the house wants the cards reshuffled."""
    if method != "continuous" and table.house[RESHUFFLE_AT_WILL] == "on":
        seen = yield from inspect("end", by=cite("6.3"))
        if seen.found:
            yield from remedy(seen.found, IRREGULARITIES[seen.found].remedy, by=cite("6.3"))
            yield from finish_shoe(cite("6.3"))
            return
    yield from leave_shoe(table, rules, method)


def value(card: str) -> int:
    """Two is 2, jack 11, queen 12, king 13, and the ace always 14 (R-6.1-values)."""
    return rank(card) + 2


def outer(table: Round) -> tuple[int, int]:
    """The values of the first two cards, the lower first."""
    one, other = value(table.felt.hand("first")[0]), value(table.felt.hand("second")[0])
    return (one, other) if one < other else (other, one)


def bets(table: Round, kind: str = "bet") -> list[Wager]:
    """The wagers of a kind, clockwise from the dealer's left."""
    return sorted([w for w in table.felt.wagers if w.kind == kind], key=_CLOCKWISE)


_CLOCKWISE = attrgetter("seat", "on")


# --- sequence, pair, spread ------------------------------------------------------------------------------------------


def sequence(table: Round) -> Script[None]:
    """Two cards in sequence: a tie, and no third card."""
    by = reading("R-6.5-consecutive")
    yield from announce("Tie", by=by)
    seen = yield from inspect("sequence", by=reading("R-6.7-third-on-tie"))
    if seen.found:
        cause = IRREGULARITIES[seen.found]
        yield from remedy(seen.found, cause.remedy, by=cause.by)
    yield from give_back(table.settle(bets(table)[::-1], outcome_of(*outer(table))), by=by)


def pair(table: Round, rules: ShoeRules) -> Script[None]:
    """A pair: no raise; a third card of the same value wins, any other is a tie."""
    by = reading("R-6.5-pair")
    yield from announce("Pair", by=by)
    seen = yield from inspect("pair", by=reading("R-6.7-raise-on-pair"))
    if seen.found:
        yield from return_raise(table, seen.seat, cents(seen.amount or "0"))
    third = yield from turn_card(table, rules, "third")
    outcome = outcome_of(*outer(table), third)
    results = table.settle(bets(table)[::-1], outcome)
    if outcome.third_wins:
        yield from pay(results, by=cite("6.5"))
    else:
        yield from give_back(results, by=by)


def return_raise(table: Round, seat: int, amount: int) -> Script[None]:
    """A raise that was taken on a pair is no wager."""
    cause = IRREGULARITIES["raise-on-pair"]
    yield from remedy("raise-on-pair", cause.remedy, by=cause.by)
    if amount > 0 and any(w.seat == seat for w in bets(table)):
        taken = Wager(seat, "raise", amount)
        yield from put_down(taken, by=cause.by)
        yield from give_back(table.settle([taken], outcome_of(*outer(table))), by=cause.by)


def spread(table: Round, rules: ShoeRules, width: int) -> Script[None]:
    """Announce the spread, take raises, deal the third card between the two, and settle."""
    yield from announce(f"Spread {width}", by=reading("R-6.5-spread"))
    yield from mark("spread", str(width), by=cite("6.5"))
    seen = yield from inspect("spread", by=reading("R-6.7-no-raise-offered"))
    if seen.found:
        yield from remedy(seen.found, IRREGULARITIES[seen.found].remedy, by=IRREGULARITIES[seen.found].by)
    else:
        yield from take_raises(table)
        yield from look_at_announcement(table, width)
        yield from announce("No more bets", by=reading("R-6.5-closing"))
    third = yield from turn_card(table, rules, "third")
    outcome = outcome_of(*outer(table), third)
    wagers = sorted(table.felt.wagers, key=lambda w: (-w.seat, w.on))  # counterclockwise: R-6.5-order
    results = table.settle(wagers, outcome)
    if outcome.third_wins:
        yield from pay(results, by=cite("6.5"))
    else:
        yield from collect(results, by=cite("6.5"))


def take_raises(table: Round) -> Script[None]:
    """Each player may raise each bet by any amount up to it."""
    by, chip = reading("R-6.5-raise"), table.house.smallest_chip
    for bet in bets(table):
        most = most_raise(bet.amount, table.house)
        if most < chip:
            continue
        answer = yield from ask(bet.seat, Option("raise", chip, most), "stand", by=by)
        if answer.found == "third-card-exposed":
            yield from expose_third(table)
            return
        amount = answer.amount
        if amount > most:
            cause = IRREGULARITIES["raise-too-large"]
            back = f"{dollars(amount - most)} go back; {dollars(most)} are settled"
            yield from remedy("raise-too-large", back, by=cause.by)
            amount = most
        if answer.choice == "raise":
            yield from put_down(Wager(bet.seat, bet.on.replace("bet", "raise"), amount), by=by)


def expose_third(table: Round) -> Script[None]:
    """The third card is known: nobody raises any more, and those who have may take it back."""
    cause = IRREGULARITIES["third-card-exposed"]
    yield from remedy("third-card-exposed", cause.remedy, by=cause.by)
    yield from keep_or_withdraw(table, by=cause.by)


def look_at_announcement(table: Round, width: int) -> Script[None]:
    """A wrong spread is put right; those who raised on it may take it back."""
    seen = yield from inspect("raises", by=reading("R-6.7-wrong-spread"))
    if seen.found:
        cause = IRREGULARITIES[seen.found]
        yield from remedy(seen.found, cause.remedy, by=cause.by)
        yield from announce(f"Spread {width}", by=cause.by)
        yield from mark("spread", str(width), by=cause.by)
        yield from keep_or_withdraw(table, by=cause.by)


def keep_or_withdraw(table: Round, by: Citation) -> Script[None]:
    """Everyone who has raised keeps the raise or takes it back."""
    for wager in bets(table, "raise"):
        answer = yield from ask(wager.seat, "keep", "withdraw", by=by)
        if answer.choice == "withdraw":
            yield from give_back([Result(wager, "void", 0, by)], by=by)
