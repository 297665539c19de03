"""The two hands of chemin de fer: the Initial Deal, the calls, and all that 4.12 says of cards taken wrongly."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations

from nomorebets.games.baccarat.cards_in_error import IN_ERROR, dispose, take_wrongly
from nomorebets.games.baccarat.rules import ErrorRules
from nomorebets.games.baccarat.terms import chosen
from nomorebets.games.chemin_de_fer.calls import CarriedOut, banker_decides, inspect_initial_deal, repeat_call
from nomorebets.hands.baccarat import DRAWING_TABLE, NATURALS, Action, DrawingTable, point_count, value
from nomorebets.procedures.deck import HandsVoid
from nomorebets.procedures.shoe import ShoeRules, deal_from_shoe, first_card, move_card
from nomorebets.regulation import Citation, cite, reading
from nomorebets.table import House, Round, Script, announce, remedy
from nomorebets.table.areas import seat_area
from nomorebets.table.cards import turn_up
from nomorebets.table.decisions import ask

OPEN_CELLS = {"banker-3-vs-9": (3, 10), "banker-5-vs-4": (5, 5), "banker-six-on-stay": (6, 0)}  # row, column of Table 2
PLAYERS_CHOICE = "player-5"
CHOICES = (PLAYERS_CHOICE, *OPEN_CELLS)
CALLS = {"card": "Card", "stay": "Stay"}


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


def count_hands(table: Round, seats: Seats) -> Standing:
    """The counts of two cards each."""
    player, banker = (point_count(table.felt.hand(area)) for area in (seats.player_area, seats.banker_area))
    return Standing(player, banker, player in NATURALS, banker in NATURALS)


# --- the Initial Deal ------------------------------------------------------------------------------------------------


def initial_deal(table: Round, shoe: ShoeRules, rules: ErrorRules, seats: Seats) -> Script[Standing]:
    """Two cards each, face down and in turn; what was taken wrongly is put right or counted as the rules say."""
    by = reading("R-4.8-order")
    yield from first_card(table, shoe, seats.player_area, "down", by=by, kept=reading("R-4.12g-next-hand"))
    for area in (seats.banker_area, seats.player_area, seats.banker_area):
        yield from deal_from_shoe(table, shoe, area, "down", by=by)
    dealt = yield from inspect_initial_deal(by=cite("4.8"))
    standing = count_hands(table, seats)
    if not dealt.found:
        return standing
    if dealt.found == "wrong-order":
        if dealt.rectified:
            yield from remedy(dealt.found, "the cards are put in their order", by=reading("R-4.12-rectified"))
            return standing
        raise HandsVoid(dealt.found, "the hand is annulled; wagers go back and the Bank is unchanged", cite("4.12(a)"))
    area = seats.banker_area if dealt.found == "banker-overdrawn" else seats.player_area
    excess = dealt.cards - 2 if dealt.found == "banker-overdrawn" else 1
    if dealt.rectified:
        yield from excess_put_right(table, shoe, rules, dealt.found, excess)
        return standing
    for _ in range(excess):
        yield from take_wrongly(
            table, shoe, area, "down", by=cite("4.12(b)") if area == seats.banker_area else cite("4.12(c)")
        )
    if dealt.found == "banker-overdrawn":
        yield from remedy(dealt.found, "the Banker's hand counts zero, and play goes on", by=cite("4.12(b)"))
        return replace(standing, banker=0, banker_natural=False)
    best = highest_of_three(table.felt.hand(area))
    yield from remedy(dealt.found, f"the Player's Hand counts {best}, the highest its cards make", by=cite("4.12(c)"))
    return replace(standing, player=best, player_natural=False, called_for=True)


def excess_put_right(table: Round, shoe: ShoeRules, rules: ErrorRules, what: str, excess: int) -> Script[None]:
    """Cards taken in excess that can be told apart were drawn in error, and nobody saw them."""
    yield from remedy(what, "the excess can be told and is taken out", by=reading("R-4.12-rectified"))
    for _ in range(excess):
        yield from take_wrongly(table, shoe, IN_ERROR, "down", by=cite("4.12(g)"))
        yield from dispose(table, shoe, rules, what, False, DRAWING_TABLE)


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
    answer = yield from ask(seat, "card", "stay", by=by, if_untold=bound)
    if bound and answer.choice != bound and not free:
        corrected = f"the table binds seat {seat} to {CALLS[bound]!r}"
        yield from remedy("call-corrected", corrected, by=reading("R-4.9-strict"))
        return bound == "card"
    return answer.choice == "card"


def third_cards(
    table: Round, shoe: ShoeRules, rules: ErrorRules, seats: Seats, standing: Standing, drawing_table: DrawingTable
) -> Script[Standing]:
    """The Dominant Player's call, its third card, and the Banker's."""
    if standing.player_natural or standing.banker_natural:
        yield from turn_up(seats.player_area, by=reading("R-4.9-natural"))
        yield from turn_up(seats.banker_area, by=reading("R-4.9-natural"))
        done = yield from banker_decides(False, by=reading("R-4.9-natural"))
        yield from drawn_in_error(table, shoe, rules, drawing_table, done)
        return standing
    wants = False
    if not standing.called_for:
        wants = yield from call(
            table, seats.player, drawing_table.player_action(standing.player), reading("R-4.9-player")
        )
        done = yield from repeat_call("Card" if wants else "Stay", by=cite("4.9"))
        yield from announce("Card" if wants else "Stay", by=cite("4.9"))
        if done.found == "banker-drew-first":
            standing = yield from given_up_to_player(table, shoe, seats, standing)
            wants = standing.third is None  # the card was face up in the shoe: another is dealt
        elif done.found:
            standing, complete = yield from after_stay(
                table, shoe, rules, seats, standing, drawing_table, done.found, done.disclosed
            )
            if complete:
                return standing
    if wants:
        card = yield from deal_from_shoe(table, shoe, seats.player_area, "up", by=reading("R-4.9-one-card"))
        standing = with_third(standing, card)
    return (yield from banker_plays(table, shoe, rules, seats, standing, drawing_table))


def with_third(standing: Standing, card: str) -> Standing:
    """The Player's Hand with its third card."""
    return replace(standing, player=(standing.player + value(card)) % 10, third=value(card))


def given_up_to_player(table: Round, shoe: ShoeRules, seats: Seats, standing: Standing) -> Script[Standing]:
    """The Banker drew although "Card" was called and repeated: the card must go to the Dominant Player."""
    by = cite("4.12(i)")
    card = yield from take_wrongly(table, shoe, seats.banker_area, "down", by=by)
    yield from remedy("banker-drew-first", "the card is given to the Dominant Player; the Banker then plays on", by=by)
    if not card:
        return standing
    yield from move_card(seats.banker_area, -1, seats.player_area, by=by)
    yield from turn_up(seats.player_area, by=by, at=2)
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
    if not card:
        return standing, False
    action = drawing_table.banker_action(standing.banker, None)
    if not disclosed:  # (e) and (f) speak of a card dealt face upwards
        yield from dispose(table, shoe, rules, what, False, drawing_table)
        return standing, False
    if action == "D" or (action == "O" and what == "card-after-stay"):
        why = by if action == "D" else reading("R-4.12e-option-lost")
        yield from remedy(what, "it becomes the Banker's card", by=why)
        yield from move_card(IN_ERROR, -1, seats.banker_area, by=by)
        return replace(standing, banker=(standing.banker + value(card)) % 10), True
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
    if not draws:
        yield from drawn_in_error(table, shoe, rules, drawing_table, done)
        return standing
    card = yield from deal_from_shoe(table, shoe, seats.banker_area, "up", by=reading("R-4.9-one-card"))
    if done.found:
        return (yield from took_two(table, shoe, rules, seats, standing, done.rectified, card))
    return replace(standing, banker=(standing.banker + value(card)) % 10)


def drawn_in_error(
    table: Round, shoe: ShoeRules, rules: ErrorRules, drawing_table: DrawingTable, done: CarriedOut
) -> Script[None]:
    """A card that somebody drew though the hand was complete."""
    if done.found:
        yield from take_wrongly(table, shoe, IN_ERROR, "up" if done.disclosed else "down", by=cite("4.12(g)"))
        yield from dispose(table, shoe, rules, done.found, done.disclosed, drawing_table)


def took_two(
    table: Round,
    shoe: ShoeRules,
    rules: ErrorRules,
    seats: Seats,
    standing: Standing,
    rectified: bool,
    card: str,
) -> Script[Standing]:
    """The Banker took two cards instead of one."""
    what = "banker-took-two"
    if rectified:
        yield from excess_put_right(table, shoe, rules, what, 1)
        return replace(standing, banker=(standing.banker + value(card)) % 10)
    yield from take_wrongly(table, shoe, seats.banker_area, "up", by=cite("4.12(d)"))
    way = chosen(table.house, "two-card-error-low-count")
    lowest = lowest_of_two(table.felt.hand(seats.banker_area), way)
    yield from remedy(what, f"the Banker's hand counts {lowest}, the lowest two of its cards make", by=cite("4.12(d)"))
    return replace(standing, banker=lowest)
