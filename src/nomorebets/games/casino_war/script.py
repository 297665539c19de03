"""One round of casino war (19:47-22.4 to 22.8), and what may go wrong in it (22.10)."""

from __future__ import annotations

from nomorebets.equipment.cards import RANK_NAMES, RANKS
from nomorebets.games.casino_war.settlement import Outcome, compare
from nomorebets.games.casino_war.terms import (
    BURNED_BEFORE_WAR,
    DECKS,
    SHUFFLE_METHOD,
    WAR_BURN,
    ends_at_tie,
)
from nomorebets.games.rank_games.counting import rank
from nomorebets.games.rank_games.shoe import behind_the_marker, shoe_rules
from nomorebets.procedures.deck import HandsVoid, collect_cards, noticed, seats_with, void_hands, wager_of
from nomorebets.procedures.opening import nobody_plays
from nomorebets.procedures.shoe import (
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
    Irregularity,
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
from nomorebets.table.areas import seat_area
from nomorebets.table.cards import inspect, look_over_deal, read_hand
from nomorebets.table.chips import give_back, pay_bonus, put_down
from nomorebets.table.decisions import Option, ask
from nomorebets.table.variation import TERM

RULES = shoe_rules(
    inspect=cite("22.4"),
    not_right=reading("R-22.4-not-right"),
    idle=reading("R-22.5-idle"),
    shuffle=cite("22.5"),
    no_cut=cite("22.5"),
    cut=reading("R-22.5-cut"),
    marker=reading("R-22.5-cut"),
    burn=reading("R-22.5-burn"),
    cutting_card=reading("R-22.5-end-of-shoe"),
    shuffler=reading("R-22.10-shuffler"),
    device={"shuffle-method": "automated"},
    face_up=reading("R-22.10-face-up"),
    too_few=reading("R-22.10-shoe-empty"),
    in_error=reading("R-22.10-in-error"),
    more={
        **noticed(
            "draw",
            "card-exposed-in-error",
            "a card was drawn in error and exposed while a position was still to be dealt",
            "the card goes to the next position still to be dealt",
            reading("R-22.10-exposed"),
            needs_outcome=True,
        ),
        **noticed(
            "inspect-deal",
            "surplus-card-exposed",
            "a card was drawn in error and exposed when every position had its card",
            "the card is burned",
            reading("R-22.10-exposed"),
            outcome_is="card",
        ),
        **noticed(
            "inspect-deal",
            "player-wrong-number",
            "a player has no card, or two",
            "that player's hand is void and the wagers on it go back",
            reading("R-22.10-player-cards"),
            more=("seat", "cards"),
            needs_seat=True,
            may_list_outcome=False,
        ),
        **noticed(
            "inspect-dealer",
            "dealer-no-card",
            "the dealer had no card when hands were to be compared",
            "the dealer's card is dealt before hands are compared",
            reading("R-22.10-dealer-none"),
            may_list_outcome=False,
        ),
        **noticed(
            "inspect-deal",
            "dealer-wrong-number",
            "the dealer was dealt two cards at once",
            "all hands are void and the cards are reshuffled",
            reading("R-22.10-dealer-two"),
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
        **noticed(
            "ask",
            "player-left",
            "a player left after a tie without choosing",
            "the player is taken to surrender",
            reading("R-22.10-player-leaves"),
            decides=True,
        ),
    },
)
IRREGULARITIES = shoe_irregularities(RULES)


def casino_war(table: Round) -> Script[None]:
    """One round of play, from the wagers to the last card in the discard rack."""
    decks, method = int(table.house[DECKS]), table.house[SHUFFLE_METHOD]
    rules = RULES.but(refill=decks)
    behind = behind_the_marker(table, decks)
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
    seen = yield from inspect("dealer", by=reading("R-22.10-dealer-none"))
    if seen.found:
        cause = IRREGULARITIES[seen.found]
        yield from remedy(seen.found, cause.remedy, by=cause.by)


def look_for_misdeals(table: Round) -> Script[None]:
    """A wrong number of cards, or one too many, as soon as it is noticed."""
    while True:
        seen = yield from look_over_deal(by=reading("R-22.10-player-cards"))
        if not seen.found:
            return
        cause = IRREGULARITIES[seen.found]
        if seen.found == "dealer-wrong-number":
            raise HandsVoid(seen.found, cause.remedy, cause.by)
        yield from remedy(seen.found, cause.remedy, by=cause.by)
        if seen.found == "player-wrong-number":
            by = reading("R-22.10-void")
            yield from give_back([Result(w, "void", 0, by) for w in table.wagers if w.seat == seen.seat], by=by)
            yield from collect_cards(table, [seat_area(seen.seat)], by=cause.by)


# --- the first cards -------------------------------------------------------------------------------------------------


def last_rank(table: Round, area: str) -> int:
    """The rank of the last card of an area: ace high, suits equal (R-22.3-rank)."""
    return rank(table.felt.hand(area)[-1])


def read_rank(table: Round, area: str) -> Script[int]:
    """Read the card of an area that counts: the last, for war cards are compared with war cards only."""
    last = last_rank(table, area)
    yield from read_hand(area, RANK_NAMES[RANKS[last]], by=reading("R-22.3-rank"))
    return last


def compare_first_cards(table: Round) -> Script[None]:
    """Settle every hand that does not tie, from the dealer's right; on a tie only the tie wager is settled."""
    by = reading("R-22.8-order")
    dealer = yield from read_rank(table, "dealer")
    for seat in seats_with(table, "initial")[::-1]:
        player = yield from read_rank(table, seat_area(seat))
        results = results_of(table, seat, Outcome(compare(player, dealer)))
        yield from collect([r for r in results if r.outcome == "lose"], by=by)
        yield from pay([r for r in results if r.outcome == "win"], by=by)
        if player != dealer:
            yield from collect_cards(table, [seat_area(seat)], by=cite("22.8"))


def results_of(table: Round, seat: int, outcome: Outcome) -> list[Result]:
    """What an outcome decides of a seat's wagers, and of the bonus that a war may earn."""
    wagers = [wager for kind in ("initial", "tie", "war") if (wager := wager_of(table, seat, kind))]
    bonus = [] if outcome.war is None else [Wager(seat, "war-tie-bonus", 0)]
    return table.settle([*wagers, *bonus], outcome)


def surrender_or_war(table: Round) -> Script[None]:
    """Each tied player gives up half of the initial wager, or puts a war wager of the same amount beside it."""
    if ends_at_tie(table.house):
        yield from end_ties(table)
        return
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
            by = reading("R-22.8-surrender")
            yield from collect(results_of(table, seat, Outcome("equal", surrendered=True)), by=by)
            yield from collect_cards(table, [seat_area(seat)], by=by)


def end_ties(table: Round) -> Script[None]:
    """Where a game file has no war: what is tied is settled at once, from the dealer's right."""
    for seat in seats_with(table, "initial")[::-1]:
        results = results_of(table, seat, Outcome("equal", surrendered=True))
        yield from collect([r for r in results if r.outcome == "lose"], by=TERM)
        yield from give_back([r for r in results if r.outcome == "push"], by=TERM)
        yield from collect_cards(table, [seat_area(seat)], by=TERM)


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
        initial = wager_of(table, seat, "initial")
        assert initial is not None
        results = results_of(table, seat, Outcome("equal", war=compare(player, dealer), initial=initial.amount))
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
