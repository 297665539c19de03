"""Red dog: N.J.A.C. 19:47-6 (since 2012, 13:69F-6, where 6.7 to 6.9 are numbered 6.6 to 6.8).

Of the text only 6.1(a) was read; what the other sections are taken to say stands in the readings that are cited.
"""

from __future__ import annotations

from dataclasses import replace

from nomorebets.equipment.cards import RANK_NAMES, RANKS
from nomorebets.games.red_dog.terms import (
    BURN_AFTER_SHUFFLE,
    DEAL_METHOD,
    DECKS,
    MATCH_PLAY,
    MINIMUM_ODDS,
    MULTIPLE_AREAS,
    OPTIONS,
    RESHUFFLE_AT_WILL,
    VERBAL_CASH,
    most_raise,
)
from nomorebets.procedures.deck import HandsVoid, collect_cards, void_hands
from nomorebets.procedures.opening import OpeningRules, nobody_plays
from nomorebets.procedures.positions import SAME_PLAYER, SEATS
from nomorebets.procedures.shoe import (
    REMEMBERS,
    ShoeRules,
    deal_from_shoe,
    finish_shoe,
    leave_shoe,
    open_shoe,
    shoe_irregularities,
)
from nomorebets.regulation import Citation, cite, reading
from nomorebets.table import (
    Game,
    House,
    Irregularity,
    Layout,
    Place,
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
from nomorebets.table.acceptance import refusal
from nomorebets.table.betting_areas import find_area, whole_chips
from nomorebets.table.cards import give_back, inspect, pack_of, put_down, read_hand
from nomorebets.table.decisions import Option, ask
from nomorebets.table.game import CARDS, Betting, Memory, Terms, scaffold_bets
from nomorebets.table.money import cents, dollars
from nomorebets.table.wagers import lost

RULES = ShoeRules(
    opening=OpeningRules(
        inspect=cite("6.2"),
        replace=reading("R-6.2-not-right"),
        show=cite("6.2"),
        mix=cite("6.2"),
        idle=reading("R-6.3-idle"),
        nobody=reading("R-6.3-idle"),
    ),
    shuffle=cite("6.3"),
    cut=reading("R-6.3-cut"),
    recut=reading("R-6.3-cut"),
    marker=reading("R-6.3-reshuffle-point"),
    burn=reading("R-6.3-burn"),
    shuffler_jam=reading("R-6.7-shuffler"),
    face_up=reading("R-6.7-face-up"),
    too_few=reading("R-6.7-shoe-empty"),
    cutting_card=reading("R-6.3-reshuffle-point"),
    continuous=reading("R-6.9-continuous"),
    cutter=reading("R-6.3-who-cuts"),
    hands_after=0,
    burn_unseen=1,
    in_error=reading("R-6.7-in-error"),
    second_face_up_voids=True,
    refill=6,
    other_method=reading("R-6.7-shuffler"),
    device={"deal-method": "continuous-shuffler"},
    more={
        "third-card-exposed": Irregularity(
            "the third card was exposed while raises were open",
            ask="ask",
            facts={"found": "third-card-exposed"},
            remedy="it stands for the bets; nobody raises any more, and raises made are kept or taken back",
            by=reading("R-6.7-exposed-third"),
            decides=True,
        ),
        "third-card-on-tie": Irregularity(
            "a third card was dealt although the first two are in sequence",
            ask="inspect-sequence",
            facts={"found": "third-card-on-tie"},
            remedy="the card is burned; the round is a tie",
            by=reading("R-6.7-third-on-tie"),
            outcome_is="card",
        ),
        "raise-not-offered": Irregularity(
            "the third card was dealt without asking for raises",
            ask="inspect-spread",
            facts={"found": "raise-not-offered"},
            remedy="the bets are settled on it; there are no raises",
            by=reading("R-6.7-no-raise-offered"),
            may_list_outcome=False,
        ),
        "wrong-spread": Irregularity(
            "a wrong spread was announced",
            ask="inspect-raises",
            facts={"found": "wrong-spread"},
            remedy="the cards govern; raises may be kept or taken back before the third card",
            by=reading("R-6.7-wrong-spread"),
            more=("number",),
            may_list_outcome=False,
        ),
        "raise-on-pair": Irregularity(
            "a raise was accepted on a pair",
            ask="inspect-pair",
            facts={"found": "raise-on-pair"},
            remedy="it is no wager and goes back",
            by=reading("R-6.7-raise-on-pair"),
            more=("seat", "amount"),
            may_list_outcome=False,
        ),
        "raise-too-large": Irregularity(
            "a raise exceeds the bet",
            ask="ask",
            facts={"found": "raise-too-large"},
            remedy="what exceeds it goes back; only the part up to the bet is settled",
            by=reading("R-6.7-raise-too-large"),
        ),
        "house-reshuffles": Irregularity(
            "the house has the cards reshuffled after the round",
            ask="inspect-end",
            facts={"found": "house-reshuffles"},
            remedy="the cards are shuffled before the next round",
            by=cite("6.3"),
            may_list_outcome=False,
            needs={"reshuffle-at-will": "on"},
        ),
    },
)
IRREGULARITIES = shoe_irregularities(RULES)


def rules_of(table: Round) -> ShoeRules:
    return replace(RULES, refill=int(table.house[DECKS]))


def red_dog(table: Round) -> Script[None]:
    """One round of play, from the wagers to the last card in the discard rack."""
    rules, decks = rules_of(table), int(table.house[DECKS])
    method = "continuous" if table.house[DEAL_METHOD] == "continuous-shuffler" else "manual"
    behind = -(-len(pack_of(table.felt, decks)) // 4)  # a quarter of the stack from the back
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
        found = yield from inspect("end", by=cite("6.3"))
        if found.found:
            yield from remedy(found.found, IRREGULARITIES[found.found].remedy, by=cite("6.3"))
            yield from finish_shoe(cite("6.3"))
            return
    yield from leave_shoe(table, rules, method)


def value(card: str) -> int:
    """Two is 2, jack 11, queen 12, king 13, and the ace always 14 (R-6.1-values)."""
    return RANKS.index(card[0]) + 2


def outer(table: Round) -> tuple[int, int]:
    """The values of the first two cards, the lower first."""
    a, b = (value(table.felt.hand(area)[0]) for area in ("first", "second"))
    return min(a, b), max(a, b)


def bets(table: Round, kind: str = "bet") -> list[Wager]:
    """The wagers of a kind, clockwise from the dealer's left."""
    return sorted((w for w in table.wagers if w.kind == kind), key=lambda w: (w.seat, w.on))


# --- sequence, pair, spread ------------------------------------------------------------------------------------------


def sequence(table: Round) -> Script[None]:
    """Two cards in sequence: a tie, and no third card."""
    by = reading("R-6.5-consecutive")
    yield from announce("Tie", by=by)
    found = yield from inspect("sequence", by=reading("R-6.7-third-on-tie"))
    if found.found:
        cause = IRREGULARITIES[found.found]
        yield from remedy(found.found, cause.remedy, by=cause.by)
    yield from give_back([Result(w, "push", 0, by) for w in bets(table)[::-1]], by=by)


def pair(table: Round, rules: ShoeRules) -> Script[None]:
    """A pair: no raise; a third card of the same value wins, any other is a tie."""
    by = reading("R-6.5-pair")
    yield from announce("Pair", by=by)
    found = yield from inspect("pair", by=reading("R-6.7-raise-on-pair"))
    if found.found:
        yield from return_raise(table, found.seat, cents(found.amount or "0"))
    third = yield from turn_card(table, rules, "third")
    if third == outer(table)[0]:
        yield from pay([won(w, table.house, "three-of-a-kind") for w in bets(table)[::-1]], by=cite("6.5"))
    else:
        yield from give_back([Result(w, "push", 0, by) for w in bets(table)[::-1]], by=by)


def return_raise(table: Round, seat: int, amount: int) -> Script[None]:
    """A raise that was taken on a pair is no wager."""
    cause = IRREGULARITIES["raise-on-pair"]
    yield from remedy("raise-on-pair", cause.remedy, by=cause.by)
    if amount > 0 and any(w.seat == seat for w in bets(table)):
        taken = Wager(seat, "raise", amount)
        yield from put_down(taken, by=cause.by)
        yield from give_back([Result(taken, "void", 0, cause.by)], by=cause.by)


def spread(table: Round, rules: ShoeRules, width: int) -> Script[None]:
    """Announce the spread, take raises, deal the third card between the two, and settle."""
    yield from announce(f"Spread {width}", by=reading("R-6.5-spread"))
    yield from mark("spread", str(width), by=cite("6.5"))
    found = yield from inspect("spread", by=reading("R-6.7-no-raise-offered"))
    if found.found:
        yield from remedy(found.found, IRREGULARITIES[found.found].remedy, by=IRREGULARITIES[found.found].by)
    else:
        yield from take_raises(table)
        yield from look_at_announcement(table, width)
        yield from announce("No more bets", by=reading("R-6.5-closing"))
    third = yield from turn_card(table, rules, "third")
    low, high = outer(table)
    wagers = sorted(table.wagers, key=lambda w: (-w.seat, w.on))  # counterclockwise: R-6.5-order
    if low < third < high:
        yield from pay([won(w, table.house, f"spread-{width}") for w in wagers], by=cite("6.5"))
    else:
        yield from collect([lost(w, reading("R-6.5-spread")) for w in wagers], by=cite("6.5"))


def won(wager: Wager, house: House, row: str) -> Result:
    """A bet or raise that wins at the odds of its spread, or a bet that wins on three of a kind."""
    odds = house.pays[f"bet.{row}"]
    return Result(wager, "win", odds.of(wager.amount) + odds.of(wager.coupon), reading("R-6.5-odds"))


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
    found = yield from inspect("raises", by=reading("R-6.7-wrong-spread"))
    if found.found:
        cause = IRREGULARITIES[found.found]
        yield from remedy(found.found, cause.remedy, by=cause.by)
        yield from announce(f"Spread {width}", by=cause.by)
        yield from mark("spread", str(width), by=cause.by)
        yield from keep_or_withdraw(table, by=cause.by)


def keep_or_withdraw(table: Round, by: Citation) -> Script[None]:
    """Everyone who has raised keeps the raise or takes it back."""
    for wager in bets(table, "raise"):
        answer = yield from ask(wager.seat, "keep", "withdraw", by=by)
        if answer.choice == "withdraw":
            yield from give_back([Result(wager, "void", 0, by)], by=by)


# --- wagers ----------------------------------------------------------------------------------------------------------


def layout(house: House) -> Layout:
    """A bet and a raise area; and as many more of them as one player may use."""
    places: dict[str, Place] = {}
    for number in range(1, int(house[MULTIPLE_AREAS]) + 1):
        by = cite("6.5") if number == 1 else reading("R-6.8-second-area")
        for at, kind in enumerate(("bet", "raise")):
            name = kind if number == 1 else f"{kind}:{number}"
            where = f"the {kind} area" + (f" number {number}" if number > 1 else "")
            places[name] = Place(name, kind, (), by, where, at=(number - 1, at))
    return Layout(places)


def find(text: str, layout: Layout, house: House) -> Place:
    """The area a patron names."""
    named = text.strip().lower()
    if named.partition(":")[0] in ("bet", "raise") and named not in layout:
        by = reading("R-6.8-second-area")
        return find_area(text, layout, house, by)
    return find_area(text, layout, house, cite("6.5"))


def verify(table: Round, wager: Wager) -> None:
    """What 6.5 demands of a wager."""
    if wager.kind == "raise":
        by = reading("R-6.5-raise")
        raise refusal(table, wager, "a raise is made only when a spread is announced", by, "bet")
    if wager.verbal and (table.house[VERBAL_CASH] == "refuse" or wager.verbal != "confirmed"):
        by = reading("R-6.5-verbal")
        raise refusal(table, wager, "a spoken wager with cash is not taken so", by, "chips or plaques")
    if wager.coupon and table.house[MATCH_PLAY] != "on":
        by = reading("R-6.5-coupon")
        raise refusal(table, wager, "match play coupons are not taken here", by, "chips or plaques alone")
    if wager.call or wager.fee or wager.late:
        raise refusal(table, wager, "it cannot be called off, and no fee goes with it", cite("6.5"), "chips alone")


GAME = Game(
    id="red-dog",
    terms=Terms(
        options=OPTIONS,
        dealt_by=cite("6.5"),
        late_by=reading("R-6.5-closing"),
        to_not_for=reading("R-6.5-printing"),
    ),
    bets=scaffold_bets(
        minimum_odds=MINIMUM_ODDS,
        odds=lambda house: dict(MINIMUM_ODDS),
        layout=layout,
    ),
    betting=Betting(
        layout=layout,
        place=find,
        unit=whole_chips,
        verify=verify,
        usual=("bet",),
    ),
    script=red_dog,
    chance=CARDS,
    memory=Memory(remembers=REMEMBERS | {SAME_PLAYER: SEATS}),
    irregularities=IRREGULARITIES,
)
