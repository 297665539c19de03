"""Casino war: N.J.A.C. 19:47-22 (since 2012, 13:69F-22).

No sentence of the text was read, only its headings; what the sections are taken to say stands in the readings cited.
"""

from __future__ import annotations

import math
from dataclasses import replace

from nomorebets.equipment.cards import RANK_NAMES, RANKS
from nomorebets.games.casino_war.terms import (
    BURNED_BEFORE_WAR,
    DECKS,
    MINIMUM_ODDS,
    OPTIONS,
    PLAYERS,
    POSITIONS_PER_PLAYER,
    SHUFFLE_METHOD,
    TIE_OFFERED,
    WAR_BURN,
    WAR_TIE_BONUS,
    minimum_odds,
)
from nomorebets.procedures.deck import HandsVoid, collect_cards, seats_with, void_hands, wager_of
from nomorebets.procedures.opening import OpeningRules, nobody_plays
from nomorebets.procedures.positions import SAME_PLAYER, SEATS, verify_positions
from nomorebets.procedures.shoe import (
    REMEMBERS,
    ShoeRules,
    burn_unseen,
    deal_from_shoe,
    finish_shoe,
    leave_shoe,
    left_in_shoe,
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
    pay,
    remedy,
    take_wagers,
)
from nomorebets.table.acceptance import refusal
from nomorebets.table.areas import seat_area
from nomorebets.table.betting_areas import betting_areas, find_area
from nomorebets.table.cards import give_back, inspect, look_over_deal, pack_of, pay_bonus, put_down, read_hand
from nomorebets.table.decisions import Option, ask
from nomorebets.table.game import CARDS, Betting, Memory, Terms, scaffold_bets
from nomorebets.table.wagers import lost

RULES = ShoeRules(
    opening=OpeningRules(
        inspect=cite("22.4"),
        replace=reading("R-22.4-not-right"),
        show=cite("22.4"),
        mix=cite("22.4"),
        idle=reading("R-22.5-idle"),
        nobody=reading("R-22.5-idle"),
    ),
    shuffle=cite("22.5"),
    cut=reading("R-22.5-cut"),
    recut=reading("R-22.5-cut"),
    marker=reading("R-22.5-cut"),
    burn=reading("R-22.5-burn"),
    shuffler_jam=reading("R-22.10-shuffler"),
    face_up=reading("R-22.10-face-up"),
    too_few=reading("R-22.10-shoe-empty"),
    cutting_card=reading("R-22.5-end-of-shoe"),
    hands_after=0,
    burn_unseen=1,
    no_cut=cite("22.5"),
    in_error=reading("R-22.10-in-error"),
    second_face_up_voids=True,
    refill=6,
    other_method=reading("R-22.10-shuffler"),
    device={"shuffle-method": "automated"},
    more={
        "card-exposed-in-error": Irregularity(
            "a card was drawn in error and exposed while a position was still to be dealt",
            ask="draw",
            facts={"found": "card-exposed-in-error"},
            remedy="the card goes to the next position still to be dealt",
            by=reading("R-22.10-exposed"),
            needs_outcome=True,
        ),
        "surplus-card-exposed": Irregularity(
            "a card was drawn in error and exposed when every position had its card",
            ask="inspect-deal",
            facts={"found": "surplus-card-exposed"},
            remedy="the card is burned",
            by=reading("R-22.10-exposed"),
            outcome_is="card",
        ),
        "player-wrong-number": Irregularity(
            "a player has no card, or two",
            ask="inspect-deal",
            facts={"found": "player-wrong-number"},
            remedy="that player's hand is void and the wagers on it go back",
            by=reading("R-22.10-player-cards"),
            more=("seat", "cards"),
            needs_seat=True,
            may_list_outcome=False,
        ),
        "dealer-no-card": Irregularity(
            "the dealer had no card when hands were to be compared",
            ask="inspect-dealer",
            facts={"found": "dealer-no-card"},
            remedy="the dealer's card is dealt before hands are compared",
            by=reading("R-22.10-dealer-none"),
            may_list_outcome=False,
        ),
        "dealer-wrong-number": Irregularity(
            "the dealer was dealt two cards at once",
            ask="inspect-deal",
            facts={"found": "dealer-wrong-number"},
            remedy="all hands are void and the cards are reshuffled",
            by=reading("R-22.10-dealer-two"),
            more=("cards",),
            may_list_outcome=False,
        ),
        "wrong-number-burned": Irregularity(
            "a wrong number of cards was burned before the war",
            ask="burn-for-war",
            facts={"number": BURNED_BEFORE_WAR - 1},
            remedy="missing cards are burned as long as no war card is out; otherwise the cards stand",
            by=reading("R-22.10-burn-number"),
            more=("number", "late"),
            may_list_outcome=False,
        ),
        "player-left": Irregularity(
            "a player left after a tie without choosing",
            ask="ask",
            facts={"found": "player-left"},
            remedy="the player is taken to surrender",
            by=reading("R-22.10-player-leaves"),
            decides=True,
        ),
    },
)
IRREGULARITIES = shoe_irregularities(RULES)


def rules_of(table: Round) -> ShoeRules:
    return replace(RULES, refill=int(table.house[DECKS]))


def casino_war(table: Round) -> Script[None]:
    """One round of play, from the wagers to the last card in the discard rack."""
    rules, decks, method = rules_of(table), int(table.house[DECKS]), table.house[SHUFFLE_METHOD]
    behind = -(-len(pack_of(table.felt, decks)) // 4)  # a quarter of the stack from the back
    try:
        yield from open_shoe(table, rules, decks, behind, method)
        yield from take_wagers("until the dealer calls", by=cite("22.6"))
        if (yield from nobody_plays(table, rules.opening)):
            yield from finish_shoe(reading("R-22.5-idle"))
            return
        yield from announce("No more bets", by=cite("22.6"))
        yield from deal(table, rules, seats_with(table, "initial"), by=cite("22.7"))
        yield from compare_first_cards(table)
        yield from surrender_or_war(table)
        yield from war(table, rules)
        yield from collect_cards(table, list(table.felt.cards), by=cite("22.8"))
    except HandsVoid as void:
        yield from void_hands(table, void)
        yield from finish_shoe(void.by)
        return
    yield from leave_shoe(table, rules, method)


def deal(table: Round, rules: ShoeRules, seats: list[int], by: Citation, burn: int = 0) -> Script[None]:
    """One card face up to each of these seats, clockwise, and one face up to the dealer; for a war cards are burned."""
    for place, area in enumerate([*map(seat_area, seats), "dealer"]):
        if burn and (not place or table.house[WAR_BURN] == "3-before-each-card"):
            yield from burn_for_war(table, burn)
        if area == "dealer":
            yield from look_for_dealers_card()
        yield from deal_from_shoe(table, rules, area, "up", by=by)
    yield from look_for_misdeals(table)


def look_for_dealers_card() -> Script[None]:
    """A dealer who was passed over is dealt a card before anything is compared."""
    found = yield from inspect("dealer", by=reading("R-22.10-dealer-none"))
    if found.found:
        cause = IRREGULARITIES[found.found]
        yield from remedy(found.found, cause.remedy, by=cause.by)


def look_for_misdeals(table: Round) -> Script[None]:
    """A wrong number of cards, or one too many, as soon as it is noticed."""
    while True:
        found = yield from look_over_deal(by=reading("R-22.10-player-cards"))
        if not found.found:
            return
        cause = IRREGULARITIES[found.found]
        if found.found == "dealer-wrong-number":
            raise HandsVoid(found.found, cause.remedy, cause.by)
        yield from remedy(found.found, cause.remedy, by=cause.by)
        if found.found == "player-wrong-number":
            by = reading("R-22.10-void")
            yield from give_back([Result(w, "void", 0, by) for w in table.wagers if w.seat == found.seat], by=by)
            yield from collect_cards(table, [seat_area(found.seat)], by=cause.by)


# --- the first cards -------------------------------------------------------------------------------------------------


def rank(card: str) -> int:
    """Ace high, suits equal (R-22.3-rank)."""
    return RANKS.index(card[0])


def last_rank(table: Round, area: str) -> int:
    return rank(table.felt.hand(area)[-1])


def read_rank(table: Round, area: str) -> Script[int]:
    """Read the card of an area that counts: the last, for war cards are compared with war cards only."""
    found = last_rank(table, area)
    yield from read_hand(area, RANK_NAMES[RANKS[found]], by=reading("R-22.3-rank"))
    return found


def compare_first_cards(table: Round) -> Script[None]:
    """Settle every hand that does not tie, from the dealer's right; on a tie only the tie wager is settled."""
    by = reading("R-22.8-order")
    dealer = yield from read_rank(table, "dealer")
    for seat in seats_with(table, "initial")[::-1]:
        player = yield from read_rank(table, seat_area(seat))
        results = first_results(table, seat, player, dealer)
        yield from collect([r for r in results if r.outcome == "lose"], by=by)
        yield from pay([r for r in results if r.outcome == "win"], by=by)
        if player != dealer:
            yield from collect_cards(table, [seat_area(seat)], by=cite("22.8"))


def first_results(table: Round, seat: int, player: int, dealer: int) -> list[Result]:
    """What the first two cards decide."""
    initial, tie = wager_of(table, seat, "initial"), wager_of(table, seat, "tie")
    assert initial is not None
    results: list[Result] = []
    if player > dealer:
        results.append(Result(initial, "win", table.pays["initial"].of(initial.amount), cite("22.9")))
    elif player < dealer:
        results.append(lost(initial, cite("22.8")))
    if tie and player == dealer:
        results.append(Result(tie, "win", table.pays["tie"].of(tie.amount), cite("22.9")))
    elif tie:
        results.append(lost(tie, reading("R-22.8-tie-wager")))
    return results


def surrender_or_war(table: Round) -> Script[None]:
    """Each tied player gives up half of the initial wager, or puts a war wager of the same amount beside it."""
    for seat in seats_with(table, "initial"):
        initial = wager_of(table, seat, "initial")
        assert initial is not None
        answer = yield from ask(
            seat, Option("war", initial.amount, initial.amount), "surrender", by=reading("R-22.8-choice")
        )
        if answer.found:
            cause = IRREGULARITIES[answer.found]
            yield from remedy(answer.found, cause.remedy, by=cause.by)
        if answer.choice == "war":
            yield from put_down(Wager(seat, "war", initial.amount), by=reading("R-22.8-war-amount"))
        else:
            half = Result(initial, "lose", -(initial.amount // 2), reading("R-22.8-surrender"))
            yield from collect([half], by=half.by)
            yield from collect_cards(table, [seat_area(seat)], by=half.by)


# --- the war ---------------------------------------------------------------------------------------------------------


def war(table: Round, rules: ShoeRules) -> Script[None]:
    """Burn, deal one more card to each warring player and one to the dealer for all, and settle from the right."""
    seats = seats_with(table, "war")
    if not seats:
        return  # no card is burned: R-22.8-no-war
    yield from deal(table, rules, seats, by=reading("R-22.8-war"), burn=BURNED_BEFORE_WAR)
    dealer = yield from read_rank(table, "dealer")
    for seat in seats_with(table, "war")[::-1]:
        player = yield from read_rank(table, seat_area(seat))
        results = war_results(table, seat, player, dealer)
        by = reading("R-22.8-order")
        yield from collect([r for r in results if r.outcome == "lose"], by=by)
        yield from give_back([r for r in results if r.outcome == "push"], by=by)
        yield from pay([r for r in results if r.outcome == "win" and r.wager.amount], by=by)
        yield from pay_bonus([r for r in results if not r.wager.amount], by=reading("R-22.8-war-tie-bonus"))


def burn_for_war(table: Round, number: int) -> Script[None]:
    """Burn cards before a war; missing ones are burned as long as no war card is out."""
    number = min(number, left_in_shoe(table))
    burned = yield from burn_unseen(number, by=reading("R-22.8-burn"), when="for-war")
    if burned.number in (-1, number):
        return
    by = reading("R-22.10-burn-number")
    missing = 0 if burned.late else max(number - burned.number, 0)
    what = f"{missing} more are burned before a war card is dealt" if missing else "the cards stand"
    yield from remedy("wrong-number-burned", f"{burned.number} cards were burned: {what}", by=by)
    if missing:
        yield from burn_unseen(missing, by=by)


def war_results(table: Round, seat: int, player: int, dealer: int) -> list[Result]:
    """A higher or equal war card wins the war wager and gets the initial one back; an equal one may earn a bonus."""
    initial, wager = wager_of(table, seat, "initial"), wager_of(table, seat, "war")
    assert initial is not None
    assert wager is not None
    by = reading("R-22.8-war")
    if player < dealer:
        return [lost(initial, by), lost(wager, by)]
    paid = table.pays["war"].of(wager.amount)
    won = reading("R-22.8-one-war") if player == dealer else cite("22.9")
    results = [Result(initial, "push", 0, reading("R-22.9-net")), Result(wager, "win", paid, won)]
    bonus = war_tie_bonus(table.house, initial.amount) if player == dealer else 0
    if bonus:
        results.append(Result(Wager(seat, "war-tie-bonus", 0), "win", bonus, reading("R-22.8-war-tie-bonus")))
    return results


def war_tie_bonus(house: House, initial: int) -> int:
    """What an equal war card earns, in cents."""
    return house.pays["war-tie-bonus"].of(initial) if house[WAR_TIE_BONUS] == "initial-x1" else 0


# --- wagers ----------------------------------------------------------------------------------------------------------


def layout(house: House) -> Layout:
    """An area for initial and war wagers, and one for tie wagers where they are offered."""
    kinds = ("initial", "tie", "war") if house[TIE_OFFERED] == "on" else ("initial", "war")
    return betting_areas({kind: cite("22.6") for kind in kinds})


def find(text: str, layout: Layout, house: House) -> Place:
    """The area a patron names."""
    return find_area(text, layout, house, cite("22.6"))


def unit(house: House, place: Place) -> int:
    """Whole chips, and an initial wager that can be halved to the cent (R-22.8-surrender)."""
    return house.smallest_chip if place.kind == "tie" else math.lcm(house.smallest_chip, 2)


def verify(table: Round, wager: Wager) -> None:
    """What 22.6 demands of a wager."""
    seats = table.house[PLAYERS]
    if wager.seat > int(seats):
        by = reading("R-22.2-positions")
        raise refusal(table, wager, "the table has no such position", by, f"seats 1 to {seats}")
    most = int(table.house[POSITIONS_PER_PLAYER])
    verify_positions(table, wager, most, by=reading("R-22.6-two-positions"))
    if wager.verbal or wager.coupon or wager.call or wager.fee or wager.late:
        by = reading("R-22.6-seated")
        raise refusal(table, wager, "nothing but chips on the layout is taken", by, "chips or plaques")
    if wager.kind == "war":
        by = reading("R-22.8-choice")
        raise refusal(table, wager, "a war wager is made only after a tie", by, "initial, tie")


def complete(table: Round, seat: int) -> None:
    """A tie wager stands only with an initial wager."""
    tie = wager_of(table, seat, "tie")
    if tie and not wager_of(table, seat, "initial"):
        by = reading("R-22.6-tie-needs-initial")
        raise refusal(table, tie, "it goes only with an initial wager", by, "an initial wager beside it")


GAME = Game(
    id="casino-war",
    terms=Terms(
        options=OPTIONS,
        dealt_by=cite("22.8"),
        late_by=reading("R-22.6-closing"),
        to_not_for=reading("R-22.9-printing"),
        seats=lambda house: int(house[PLAYERS]),
    ),
    bets=scaffold_bets(
        minimum_odds=MINIMUM_ODDS,
        odds=minimum_odds,
        offered_by={"tie": TIE_OFFERED},
        bonuses={"war-tie-bonus": "war"},
        own_limits=("tie",),
        layout=layout,
    ),
    betting=Betting(
        layout=layout,
        place=find,
        unit=unit,
        verify=verify,
        complete=complete,
        usual=("initial",),
    ),
    script=casino_war,
    chance=CARDS,
    memory=Memory(remembers=REMEMBERS | {SAME_PLAYER: SEATS}),
    irregularities=IRREGULARITIES,
)
