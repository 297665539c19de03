"""Cards in the poker room: shuffled and cut by 14.5, burned and dealt; and what is done when they do not suffice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from nomorebets.games.poker_room.exposed import BOARD, BURN, HOLE_CARD, put_aside
from nomorebets.games.poker_room.variants import Street
from nomorebets.procedures.deck import RECUT, SHUFFLE, noticed
from nomorebets.procedures.opening import JUST_OPENED, PRE_SHUFFLED, OpeningRules, open_for_gaming, standing
from nomorebets.procedures.shuffling import LEAST_CUT, HandsVoid, ShuffleRules, card_irregularities, cut, shuffle
from nomorebets.regulation import Citation, cite, reading
from nomorebets.table import Round, Script, remedy
from nomorebets.table.areas import HIDDEN, owner_of, seat_area
from nomorebets.table.card_decisions import discard
from nomorebets.table.cards import ASIDE, BURNED, Face, draw
from nomorebets.table.requests import Answer, Request, Telling

if TYPE_CHECKING:
    from nomorebets.table.felt import Felt

FACE_UP, MISDEAL, FOULED = "card-found-face-up", "misdeal", "fouled-deck"
PUT_RIGHT, PUSHED_WRONG = "player-wrong-number", "pot-pushed-wrong"
TURN = 2  # the streets before it, where a board is dealt after the first of them
ALL_BACK = "all that was wagered goes back, and the cards are shuffled again"

OPENING = OpeningRules(
    inspect=reading("R-14.4-opening"),
    replace=reading("R-14.4-opening"),
    show=reading("R-14.4-opening"),
    mix=reading("R-14.4-opening"),
    idle=cite("14.5(d)"),
    seen_by="the first two players have",
    pre_shuffled=reading("R-14.5-pre-shuffled"),
)
RULES = ShuffleRules(
    shuffle=cite("14.5(a)"),
    cut=cite("14.5(b)"),
    recut=cite("14.5(c)"),
    shuffler_jam=reading("R-14.15-shuffler"),
    face_up=reading("R-14.15-boxed"),
    opening=OPENING,
    device={SHUFFLE: "automated"},
)
IRREGULARITIES = {
    **card_irregularities(RULES, "the deck", f"fewer than {LEAST_CUT} cards were cut, or improperly", RECUT, {}),
    **noticed(
        "inspect-deal",
        MISDEAL,
        "cards were exposed, left out, dealt out of turn or in a wrong number, and nobody has acted yet",
        ALL_BACK,
        reading("R-14.15-misdeal"),
        may_list_outcome=False,
        ends_round=True,
    ),
    **noticed(
        "inspect-pot",
        FOULED,
        "before the pot was awarded the deck was found not to have its 52 cards",
        ALL_BACK,
        reading("R-14.15-fouled"),
        may_list_outcome=False,
        ends_round=True,
    ),
    **noticed(
        "share-pots",
        PUSHED_WRONG,
        "a pot, or a part of it, was pushed to a player who had not won it, and the next deal had not begun",
        "it is taken back and pushed to whoever won it",
        reading("R-14.15-pushed"),
        may_list_outcome=False,
        needs_seat=True,
        more=("seat",),
    ),
}
IN_A_DRAW = noticed(
    "inspect-deal",
    PUT_RIGHT,
    "a hand had a card too many or too few, and nobody has acted yet",
    "the dealer takes the last card of it back onto the stub, or deals the one that is missing; the deal stands",
    reading("R-14.15-put-right"),
    may_list_outcome=False,
    needs_seat=True,
    more=("seat", "cards"),
)


def prepare_deck(table: Round) -> Script[None]:
    """Shuffle the entire deck before every round, and have the dealer cut it, by whatever means it was shuffled."""
    method, stands = table.house.options[SHUFFLE], standing(table)
    yield from open_for_gaming(table, OPENING, method)
    if method == PRE_SHUFFLED and stands != JUST_OPENED:
        method = "manual"  # only the first round is played without a shuffle at the table
    yield from shuffle(RULES, 1, method, RULES.shuffle, IRREGULARITIES)
    yield from cut(RULES, lambda taken: taken >= LEAST_CUT, RECUT)


def stub(table: Round) -> int:
    """How many cards are left to be dealt: those that were burned unseen may be any of them."""
    return table.felt.shoe.total() - int(table.felt.state.get(BURNED, "0"))


def deal_card(table: Round, to: str, face: Face, by: Citation) -> Script[None]:
    """Deal one card. One that is not used is followed by the next; a second one face up in the deck ends the round.

    One that was exposed has come all the same; a second hole card that was is a misdeal.
    """
    while (drawn := (yield from draw(to, face, by))).found:
        cause, again = table.game.irregularities[drawn.found], any(r.what == drawn.found for r in table.felt.remedies)
        if again and drawn.found == FACE_UP:
            raise HandsVoid(drawn.found, f"a second card face up: {ALL_BACK}", cause.by)
        if again and drawn.found == HOLE_CARD:
            raise HandsVoid(drawn.found, f"a second card exposed is a misdeal: {ALL_BACK}", cause.by)
        yield from remedy(drawn.found, cause.remedy, by=cause.by)
        if drawn.exposed:
            return


def burn(table: Round, by: Citation) -> Script[None]:
    """The top card is put aside face down."""
    yield from deal_card(table, BURN, "down", by)


def is_burned(table: Round, number: int) -> bool:
    """Whether the card that is burned before a street, counted from the first, lies there already."""
    return len(table.felt.cards.get(BURN, ())) >= number


def deal_street(table: Round, street: Street, seats: Sequence[int], number: int) -> Script[None]:
    """Burn, and deal to every live player one card at a time, or for all; or let each of them draw.

    ``number``: how many streets came before. A burned card that stayed when cards were dealt too early is enough.
    """
    each, burns = street.down + street.up, not is_burned(table, number)
    if each * len(seats) + street.board > stub(table) - burns and not street.draws:
        yield from deal_short(table, street, seats)
        return
    if burns:
        if not stub(table):  # a draw before took all but the last card, and that one was burned
            yield ShuffleDiscards(reading("R-14.12-discards"))
        yield from burn(table, street.by)
    if street.draws:
        yield from draw_all(table, seats, street.by)
    for to, face in places(street, seats):
        seen = len(upcards(table, owner_of(to))) if street.up and not number else 0
        if seen <= street.up:  # with more of them face up it is dead
            turned = seen and seen == street.up  # one that was due down lies up for it
            yield from deal_card(table, to, "down" if turned else face, street.by)


def upcards(table: Round, seat: int) -> list[str]:
    return [laid.card for laid in table.felt.cards.get(seat_area(seat), ()) if laid.up]


def replace_exposed(table: Round, seats: Sequence[int], by: Citation) -> Script[None]:
    """When all have their cards, the one that was exposed is put aside as the first burn, and replaced."""
    for seat in seats:
        if upcards(table, seat):
            yield from put_aside(seat_area(seat), by)
            yield from deal_card(table, seat_area(seat), "down", by)


def dealt_early(table: Round, number: int, by: Citation) -> Script[None]:
    """A board card came before the betting was over: its burn stays, and the turn is set aside until the river.

    ``number``: how many streets there were. A flop and a river are shuffled into the stub at once, and leave no trace.
    """
    if not is_burned(table, number):
        yield from burn(table, by)
    if number == TURN:
        yield from deal_card(table, ASIDE, "up", by)


def take_back_early(table: Round, number: int, by: Citation) -> Script[None]:
    """Before the river the turn that came too early is shuffled into the stub."""
    if number > TURN and table.felt.cards.get(ASIDE):
        yield ShuffleDiscards(by, aside_only=True)


def places(street: Street, seats: Sequence[int]) -> Iterator[tuple[str, Face]]:
    """Where the cards of a street go, in order."""
    for face in (*["down"] * street.down, *["up"] * street.up):
        for seat in seats:
            yield seat_area(seat), "down" if face == "down" else "up"
    for _ in range(street.board):
        yield BOARD, "up"


# --- a stub that does not suffice ------------------------------------------------------------------------------------


class ShuffleDiscards(Request, frozen=True, tag="shuffle-discards"):
    """What was discarded and burned, but for some cards, is shuffled and becomes the stub again."""

    shuffles_dealt_cards: ClassVar[bool] = True
    but: tuple[str, ...] = ()
    burned_only: bool = False
    aside_only: bool = False  # what was set aside alone

    def apply(self, felt: Felt, answer: Answer) -> None:
        if self.aside_only:
            felt.shoe.update(laid.card for laid in felt.cards.pop(ASIDE))
            return
        if not self.burned_only:
            back = [card for card in felt.rack if card not in self.but]
            felt.rack = [card for card in felt.rack if card in self.but]
            felt.shoe.update(back)
        felt.shoe.update(laid.card for laid in felt.cards.pop(BURN, ()) if laid.card != HIDDEN)
        felt.state.pop(BURNED, None)  # whichever they were, they are in the stub again

    def tell(self, answer: Answer, table: Round) -> Telling:
        return Telling("The cards that were put aside are shuffled and dealt from")


def deal_short(table: Round, street: Street, seats: Sequence[int]) -> Script[None]:
    """Not enough cards to burn one and serve everybody: the burned ones help out, or one card serves for all."""
    by, needed = reading("R-14.9-short-stub"), len(seats) * (street.down + street.up)
    burned = len(table.felt.cards.get(BURN, ()))
    if stub(table) == needed:
        pass  # all are served without a burn
    elif stub(table) + burned >= needed:
        for to, face in list(places(street, seats))[: max(stub(table) - 1, 0)]:
            yield from deal_card(table, to, face, by)
            needed -= 1
        yield ShuffleDiscards(by, burned_only=True)
        if stub(table) > needed:
            yield from burn(table, by)
    else:
        if not stub(table):  # where a card is out of play, none is left but the burned ones
            yield ShuffleDiscards(by, burned_only=True)
        yield from deal_card(table, BOARD, "up", by)
        return
    for to, face in list(places(street, seats))[-needed:]:
        yield from deal_card(table, to, face, by)


def draw_all(table: Round, seats: Sequence[int], by: Citation) -> Script[None]:
    """Each live player in turn discards as many cards as he likes, and is dealt as many."""
    for seat in seats:
        own = yield from discard(seat, len(table.felt.hand(seat_area(seat))), by)
        for _ in own:
            if stub(table) < 2:  # the last card of the stub is not dealt
                yield ShuffleDiscards(reading("R-14.12-discards"), own)
            yield from deal_card(table, seat_area(seat), "down", by)
