"""The two hands of chemin de fer: the Initial Deal, the calls, and all that 4.12 says of cards taken wrongly."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations

from msgspec import structs

from nomorebets.games.baccarat.cards_in_error import GONE, IN_ERROR, dispose, take_wrongly
from nomorebets.games.baccarat.rules import ErrorRules
from nomorebets.games.baccarat.terms import chosen
from nomorebets.games.chemin_de_fer.calls import (
    CarriedOut,
    InitialDeal,
    banker_decides,
    inspect_initial_deal,
    repeat_call,
    require_excess,
)
from nomorebets.hands.baccarat import DRAWING_TABLE, NATURALS, Action, DrawingTable, point_count, value
from nomorebets.procedures.deck import HandsVoid
from nomorebets.procedures.shoe import (
    ShoeRules,
    deal_from_shoe,
    first_cards,
    let_go_of_set_aside,
    move_card,
)
from nomorebets.regulation import Citation, cite, reading
from nomorebets.table import House, Round, Script, announce, remedy
from nomorebets.table.areas import seat_area
from nomorebets.table.cards import Drawn, turn_up
from nomorebets.table.decisions import ask
from nomorebets.table.requests import Noticed

OPEN_CELLS = {"banker-3-vs-9": (3, 10), "banker-5-vs-4": (5, 5), "banker-six-on-stay": (6, 0)}  # row, column of Table 2
PLAYERS_CHOICE = "player-5"
CHOICES = (PLAYERS_CHOICE, *OPEN_CELLS)
CALLS = {"card": "Card", "stay": "Stay"}
TWO = 2  # cards of the Initial Deal to each hand
DRAWN_IN_ERROR = "card-drawn-in-error"
THIRD = reading("R-4.9-one-card")  # no hand receives more than one further card
ANNULLED = {
    "keep": "the hand is annulled; wagers go back and the Bank is unchanged",
    "transfer": "the hand is annulled; wagers go back, and the Bank moves on to the next at a numbered place",
}


def drawing_table_of(house: House) -> DrawingTable:
    """The drawing table of this house: the cells it leaves open are marked O."""
    if chosen(house, "compulsory-play") == "free":
        return DrawingTable("O" * len(DRAWING_TABLE.player), tuple("O" * len(row) for row in DRAWING_TABLE.banker))
    return with_open({name for name in CHOICES if chosen(house, name) == "optional"})


def with_open(names: set[str]) -> DrawingTable:
    """The drawing table of punto banco with these choices left open."""
    rows = [list(row) for row in DRAWING_TABLE.banker]
    for name, (row, column) in OPEN_CELLS.items():
        if name in names:
            rows[row][column] = "O"
    player = list(DRAWING_TABLE.player)
    if PLAYERS_CHOICE in names:
        player[5] = "O"
    return DrawingTable("".join(player), tuple("".join(row) for row in rows))


@dataclass(frozen=True)
class Seats:
    """Who plays a hand: the Dominant Player and the Banker."""

    player: int
    banker: int

    @property
    def player_area(self) -> str:
        return seat_area(self.player)

    @property
    def banker_area(self) -> str:
        return seat_area(self.banker)


@dataclass(frozen=True)
class Standing:
    """The counts of both hands as the rules have them, which may not be what the cards make."""

    player: int
    banker: int
    player_natural: bool = False
    banker_natural: bool = False
    called_for: bool = False  # the Dominant Player can no longer call: three cards were received
    third: int | None = None  # the value of the Player's third card


# --- cards drawn in error --------------------------------------------------------------------------------------------


def in_error(table: Round, shoe: ShoeRules, rules: ErrorRules, what: str, disclosed: bool) -> Script[None]:
    """A card drawn in error, of whatever hand: seen or unseen, it is dealt with at once."""
    yield from take_wrongly(table, shoe, IN_ERROR, "up" if disclosed else "down", by=cite("4.12(g)"), of_hand=False)
    yield from dispose(table, shoe, rules, what, disclosed, drawing_table_of(table.house))


def put_right_before_card(table: Round, drawn: Drawn, shoe: ShoeRules, rules: ErrorRules, seats: Seats) -> Script[None]:
    """Put right what came before a card: one drawn in error, or one too many in the Initial Deal."""
    shoe = while_dealing(shoe, rules, seats)  # and again before that card
    if drawn.found == DRAWN_IN_ERROR:
        yield from in_error(table, shoe, rules, drawn.found, drawn.disclosed)
    else:
        yield from take_excess(table, shoe, rules, seats, drawn.found, drawn)


def while_dealing(shoe: ShoeRules, rules: ErrorRules, seats: Seats) -> ShoeRules:
    """The rules of the shoe while a hand is dealt: before every card something may have gone wrong."""
    return structs.replace(shoe, before_card=partial(put_right_before_card, shoe=shoe, rules=rules, seats=seats))


# --- the Initial Deal ------------------------------------------------------------------------------------------------


def initial_deal(table: Round, shoe: ShoeRules, rules: ErrorRules, seats: Seats) -> Script[Standing]:
    """Two cards each, face down and in turn; what was taken wrongly is put right or counted as the rules say."""
    shoe = while_dealing(shoe, rules, seats)
    yield from let_go_of_set_aside(table, by=rules.too_late)
    areas = (seats.player_area, seats.banker_area) * 2
    yield from first_cards(table, shoe, areas, "down", by=reading("R-4.8-order"), kept=reading("R-4.12g-next-hand"))
    dealt = yield from inspect_initial_deal(by=cite("4.8"))
    if dealt.found == "wrong-order":
        if not dealt.rectified:
            raise HandsVoid(dealt.found, ANNULLED[chosen(table.house, "annulled-hand-bank")], cite("4.12(a)"))
        yield from remedy(dealt.found, "the cards are put in their order", by=reading("R-4.12-rectified"))
    elif dealt.found:
        yield from take_excess(table, shoe, rules, seats, dealt.found, dealt)
    return (yield from count_hands(table, seats))


def take_excess(
    table: Round, shoe: ShoeRules, rules: ErrorRules, seats: Seats, what: str, reported: InitialDeal | Drawn
) -> Script[None]:
    """Cards beyond two that a hand received in the Initial Deal, put right where it can be."""
    to_banker = what == "banker-overdrawn"
    area, by = (seats.banker_area, cite("4.12(b)")) if to_banker else (seats.player_area, cite("4.12(c)"))
    require_excess(table, reported.cards or 3, by)
    excess, held = (reported.cards or 3) - 2 if to_banker else 1, len(table.felt.hand(area))
    if reported.rectified:
        yield from excess_put_right(table, shoe, rules, what, excess, reported.disclosed)
        return
    for _ in range(excess):
        yield from take_wrongly(table, shoe, area, "down", by=by)
    if len(table.felt.hand(area)) == held:
        yield from remedy(what, GONE, by=rules.gone)


def excess_put_right(
    table: Round, shoe: ShoeRules, rules: ErrorRules, what: str, excess: int, disclosed: bool
) -> Script[None]:
    """Cards taken in excess that can be told apart were drawn in error; it matters whether they were seen."""
    yield from remedy(what, "the excess can be told and is taken out", by=reading("R-4.12-rectified"))
    for _ in range(excess):
        yield from in_error(table, shoe, rules, what, disclosed)


def count_hands(table: Round, seats: Seats) -> Script[Standing]:
    """The counts of two cards each; and of a hand that has more, as the rules have it."""
    player, banker = (table.felt.hand(area) for area in (seats.player_area, seats.banker_area))
    counts = point_count(player), point_count(banker)
    standing = Standing(*counts, *(count in NATURALS for count in counts))
    if len(banker) > TWO:
        standing = yield from count_overdrawn(standing)
    if len(player) > TWO:
        standing = yield from count_three(player, standing)
    return standing


def count_overdrawn(standing: Standing) -> Script[Standing]:
    """A Banker with more than two cards counts zero."""
    yield from remedy("banker-overdrawn", "the Banker's hand counts zero, and play goes on", by=cite("4.12(b)"))
    return replace(standing, banker=0, banker_natural=False)


def count_three(cards: tuple[str, ...], standing: Standing) -> Script[Standing]:
    """A Dominant Player with three cards has the best that they make, and calls for no other."""
    best = highest_of_three(cards)
    counts = f"the Player's Hand counts {best}, the highest its cards make"
    yield from remedy("player-three-cards", counts, by=cite("4.12(c)"))
    return replace(standing, player=best, player_natural=False, called_for=True)


def highest_of_three(cards: tuple[str, ...]) -> int:
    """The best count that two or all of the cards make.

    >>> highest_of_three(("5s", "4d", "9c")), highest_of_three(("2s", "3d", "Kc"))
    (9, 5)
    """
    return max(point_count(some) for size in (2, len(cards)) for some in combinations(cards, size))


def lowest_of_two(cards: tuple[str, ...], reading_chosen: str) -> int:
    """The least count that two of the Banker's cards make; or the first two with one of the others.

    >>> lowest_of_two(("3s", "2d", "4c", "9c"), "any-two-of-all")
    1
    >>> lowest_of_two(("3s", "2d", "4c", "9c"), "initial-plus-one")
    4
    """
    if reading_chosen == "initial-plus-one":
        return min(point_count((*cards[:2], extra)) for extra in cards[2:])
    return min(point_count(two) for two in combinations(cards, 2))


# --- the calls -------------------------------------------------------------------------------------------------------


def call(table: Round, seat: int, action: Action, by: Citation) -> Script[bool]:
    """Ask for "Card" or "Stay"; a call that the table does not allow is corrected. Returns whether a card is drawn."""
    bound = {"D": "card", "S": "stay"}.get(action, "")
    free = chosen(table.house, "compulsory-play") == "free"
    answer = yield from ask(seat, "card", "stay", by=by, default=bound)
    if bound and answer.choice != bound and not free:
        corrected = f"the table binds seat {seat} to {CALLS[bound]!r}"
        yield from remedy("call-corrected", corrected, by=reading("R-4.9-strict"))
        return bound == "card"
    return answer.choice == "card"


def third_cards(
    table: Round, shoe: ShoeRules, rules: ErrorRules, seats: Seats, standing: Standing, drawing_table: DrawingTable
) -> Script[Standing]:
    """The Dominant Player's call, its third card, and the Banker's."""
    shoe = while_dealing(shoe, rules, seats)
    if standing.player_natural or standing.banker_natural:
        standing = yield from show_hands(table, shoe, rules, seats, standing, by=reading("R-4.9-natural"))
        done = yield from banker_decides(False, by=reading("R-4.9-natural"))
        if done.found == "banker-overdrawn":  # then it was none
            standing = yield from overdrawn_after_all(table, shoe, rules, seats, standing, done)
            return standing if standing.banker_natural else (yield from banker_draws(table, shoe, seats, standing))
        if done.found:
            yield from in_error(table, shoe, rules, done.found, done.disclosed)
        return standing
    wants = False
    if not standing.called_for:
        wants = yield from call(
            table, seats.player, drawing_table.player_action(standing.player), reading("R-4.9-player")
        )
        done = yield from repeat_call("Card" if wants else "Stay", by=cite("4.9"))
        yield from announce("Card" if wants else "Stay", by=cite("4.9"))
        if done.found == "player-three-cards":
            standing = yield from three_after_all(table, shoe, rules, seats, standing, done)
            wants = wants and not standing.called_for
        elif done.found == "banker-drew-first":
            standing = yield from given_up_to_player(table, shoe, rules, seats, standing)
            wants = standing.third is None  # the card was face up in the shoe: another is dealt
        elif done.found:
            standing, complete = yield from after_stay(
                table, shoe, rules, seats, standing, drawing_table, done.found, done.disclosed
            )
            if complete:
                return standing
    if wants:
        card = yield from deal_from_shoe(table, shoe, seats.player_area, "up", by=THIRD)
        standing = with_third(standing, card)
    return (yield from banker_plays(table, shoe, rules, seats, standing, drawing_table))


def with_third(standing: Standing, card: str) -> Standing:
    """The Player's Hand with its third card."""
    return replace(standing, player=(standing.player + value(card)) % 10, third=value(card))


def with_bankers(standing: Standing, card: str) -> Standing:
    """The Banker's hand with its third card."""
    return replace(standing, banker=(standing.banker + value(card)) % 10)


def three_after_all(
    table: Round, shoe: ShoeRules, rules: ErrorRules, seats: Seats, standing: Standing, done: CarriedOut
) -> Script[Standing]:
    """The Initial Deal gave the Dominant Player a card too many as well, after the Banker's."""
    yield from take_excess(table, shoe, rules, seats, done.found, as_initial_deal(done))
    cards = table.felt.hand(seats.player_area)
    return (yield from count_three(cards, standing)) if len(cards) > TWO else standing


def overdrawn_after_all(
    table: Round, shoe: ShoeRules, rules: ErrorRules, seats: Seats, standing: Standing, done: CarriedOut
) -> Script[Standing]:
    """The Banker took a card too many in the Initial Deal as well, after the Dominant Player's."""
    yield from take_excess(table, shoe, rules, seats, done.found, as_initial_deal(done))
    over = len(table.felt.hand(seats.banker_area)) > TWO
    return (yield from count_overdrawn(standing)) if over else standing


def as_initial_deal(done: CarriedOut) -> InitialDeal:
    """What was reported, as if it had been reported at the Initial Deal."""
    return InitialDeal(done.found, done.rectified, done.cards, done.disclosed)


def given_up_to_player(
    table: Round, shoe: ShoeRules, rules: ErrorRules, seats: Seats, standing: Standing
) -> Script[Standing]:
    """The Banker drew although "Card" was called and repeated: the card must go to the Dominant Player."""
    what, by = "banker-drew-first", cite("4.12(i)")
    card = yield from take_wrongly(table, shoe, seats.banker_area, "down", by=by)
    if not card:
        yield from remedy(what, f"{GONE}; the Dominant Player has the next", by=rules.gone)
        return standing
    yield from remedy(what, "the card is given to the Dominant Player; the Banker then plays on", by=by)
    yield from move_card(seats.banker_area, -1, seats.player_area, by=by)
    turned = yield from turn_up(seats.player_area, by=by, at=2)
    if turned.found:
        yield from in_error(table, shoe, rules, turned.found, turned.disclosed)
    return with_third(standing, card)


def after_stay(
    table: Round,
    shoe: ShoeRules,
    rules: ErrorRules,
    seats: Seats,
    standing: Standing,
    drawing_table: DrawingTable,
    what: str,
    disclosed: bool,
) -> Script[tuple[Standing, bool]]:
    """A card dealt to the Dominant Player after "Stay"; returns the counts, and whether the hand is complete."""
    by = cite("4.12(f)") if what == "dealer-said-card" else cite("4.12(e)")
    card = yield from take_wrongly(table, shoe, IN_ERROR, "up" if disclosed else "down", by=by)
    action = drawing_table.banker_action(standing.banker, None)
    if not disclosed or not card:  # (e) and (f) speak of a card dealt face upwards
        yield from dispose(table, shoe, rules, what, False, drawing_table)
        return standing, False
    if action == "D" or (action == "O" and what == "card-after-stay"):
        why = by if action == "D" else reading("R-4.12e-option-lost")
        yield from remedy(what, "it becomes the Banker's card", by=why)
        yield from move_card(IN_ERROR, -1, seats.banker_area, by=by)
        return with_bankers(standing, card), True
    yield from remedy(what, "the Banker cannot be given it: the procedure for a disclosed card", by=by)
    yield from dispose(table, shoe, rules, what, True, drawing_table)
    return standing, False


def banker_plays(
    table: Round, shoe: ShoeRules, rules: ErrorRules, seats: Seats, standing: Standing, drawing_table: DrawingTable
) -> Script[Standing]:
    """The Banker draws or stays."""
    by = reading("R-4.9-banker-six") if (standing.banker, standing.third) == (6, None) else reading("R-4.9-banker")
    draws = yield from call(table, seats.banker, drawing_table.banker_action(standing.banker, standing.third), by)
    done = yield from banker_decides(draws, by=cite("4.9"))
    if done.found == "banker-overdrawn":
        standing = yield from overdrawn_after_all(table, shoe, rules, seats, standing, done)
        draws = drawing_table.banker_action(standing.banker, standing.third) != "S"
    elif done.found == DRAWN_IN_ERROR:
        yield from in_error(table, shoe, rules, done.found, done.disclosed)
    if not draws:
        return standing
    standing = yield from banker_draws(table, shoe, seats, standing)
    if done.found == "banker-took-two":
        return (yield from took_two(table, shoe, rules, seats, standing, done))
    return standing


def banker_draws(table: Round, shoe: ShoeRules, seats: Seats, standing: Standing) -> Script[Standing]:
    """The Banker's third card."""
    card = yield from deal_from_shoe(table, shoe, seats.banker_area, "up", by=THIRD)
    return with_bankers(standing, card)


def took_two(
    table: Round, shoe: ShoeRules, rules: ErrorRules, seats: Seats, standing: Standing, done: CarriedOut | Noticed
) -> Script[Standing]:
    """The Banker took two cards instead of one."""
    if done.rectified:
        yield from excess_put_right(table, shoe, rules, done.found, 1, done.disclosed)
        return standing
    second = yield from take_wrongly(table, shoe, seats.banker_area, "up", by=cite("4.12(d)"))
    if not second:
        yield from remedy(done.found, GONE, by=rules.gone)
        return standing
    way = chosen(table.house, "two-card-error-low-count")
    lowest = lowest_of_two(table.felt.hand(seats.banker_area), way)
    counts = f"the Banker's hand counts {lowest}, the lowest two of its cards make"
    yield from remedy(done.found, counts, by=cite("4.12(d)"))
    return replace(standing, banker=lowest)


def show_hands(
    table: Round, shoe: ShoeRules, rules: ErrorRules, seats: Seats, standing: Standing, by: Citation
) -> Script[Standing]:
    """Both hands are turned up; a card drawn after the last one of the hand is dealt with."""
    shoe = while_dealing(shoe, rules, seats)
    for area in (seats.player_area, seats.banker_area):
        turned = yield from turn_up(area, by=by)
        if turned.found == "banker-took-two":
            standing = yield from took_two(table, shoe, rules, seats, standing, turned)
        elif turned.found:
            yield from in_error(table, shoe, rules, turned.found, turned.disclosed)
    return standing
