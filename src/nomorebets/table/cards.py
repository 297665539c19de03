"""Cards at the table: shuffling, cutting, drawing, turning, collecting, counting the stub, and asking a patron."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, Literal

from nomorebets.equipment.cards import ranks_shown
from nomorebets.equipment.packs import kind_of, pack, printed
from nomorebets.errors import DealerError, listed
from nomorebets.regulation import Citation
from nomorebets.table.areas import DEAD_HAND, HIDDEN, VACANT, Area, owner_of, seat_area
from nomorebets.table.felt import piece_at, shoe_of
from nomorebets.table.game import Script
from nomorebets.table.money import cents
from nomorebets.table.requests import (
    PLAIN,
    Answer,
    ChanceRequest,
    Noticed,
    Request,
    Telling,
    is_held_up,
    plain,
    verify_concerned,
)

if TYPE_CHECKING:
    from nomorebets.table.felt import Felt
    from nomorebets.table.round import Round

Face = Literal["up", "down"]
Asks = Literal["patrons", "chance", "dealer"]

BURNED = "burned"  # how many cards of the shoe were burned unseen: for all anybody knows, any card may be among them


PACK = "pack"  # the cards of a short pack, where one is dealt from


def pack_of(felt: Felt, decks: int, name: str = "") -> tuple[str, ...]:
    """The pieces a game is played with: so many packs of a kind. A table may be opened with a short one."""
    return tuple(felt.state[PACK].split()) if PACK in felt.state else pack(name) * decks


def size_of_pack(felt: Felt, decks: int, name: str = "") -> int:
    """How many pieces these are."""
    return len(pack_of(felt, decks)) if PACK in felt.state else len(pack(name)) * decks  # no need to lay them out


def whole_shoe(felt: Felt, decks: int, name: str = "") -> Counter[str]:
    """The same in a shoe of which nothing is dealt."""
    return Counter(pack_of(felt, decks, name)) if PACK in felt.state else shoe_of(_counted(decks, name))


@lru_cache(1 << 6)
def _counted(decks: int, name: str) -> Counter[str]:
    return Counter(pack(name) * decks)


class Shuffled(Answer, frozen=True):
    """How the shuffle went."""

    found: str = ""  # what went wrong, if anything


class Shuffle(Request, frozen=True, tag="shuffle"):
    """All cards are intermixed into one stack."""

    answer: ClassVar[type[Answer]] = Shuffled
    decks: int
    method: str
    pack: str = ""  # what each of them holds, where it is not the deck of 52: a joker beside it, tiles

    def apply(self, felt: Felt, answer: Answer) -> None:
        felt.shoe = whole_shoe(felt, self.decks, self.pack)
        felt.cards.clear()
        felt.rack.clear()
        felt.state.pop(BURNED, None)

    def tell(self, answer: Answer, table: Round) -> Telling:
        return Telling(f"The {kind_of(pack(self.pack)[0])}s are shuffled", {"method": self.method})


USUAL_CUT = 26  # cards


class CutMade(Answer, frozen=True):
    """How many cards were taken from the top."""

    taken: int = USUAL_CUT


class Cut(Request, frozen=True, tag="cut"):
    """A stack from the top goes beneath the rest."""

    answer: ClassVar[type[Answer]] = CutMade
    of: int = 0  # so many cards, where they are too few for the usual cut: then it is made in the middle

    def usual(self) -> Answer:
        return CutMade(self.of // 2) if self.of else Request.usual(self)

    def verify(self, table: Round, answer: Answer) -> None:
        Request.verify(self, table, answer)
        assert isinstance(answer, CutMade)
        most = sum(table.felt.shoe.values()) - 1
        if not 1 <= answer.taken <= most:
            raise DealerError(f"a cut of {answer.taken} cards is no cut", self.by, table.as_of, f"1 to {most} cards")


class Drawn(Answer, frozen=True):
    """The card that left the shoe or the deck."""

    card: str = ""  # unknown only where it is not used
    found: str = ""  # what was wrong with it, if anything
    # of cards that should not have come: whether they were seen, whether it could be put right, how many a hand has
    disclosed: bool = True
    rectified: bool = False
    cards: int = 0
    seat: int = 0  # whose card was left out or came twice; whom it concerns, where that is not clear
    to: str = ""  # the area, where it was not a player's
    exposed: bool = False  # a card drawn in error was seen
    refused: tuple[int, ...] = ()  # the seats that would not have it
    takes: bool = True  # what was left out is taken later


@lru_cache(1 << 10)
def _drawn(card: str) -> Drawn:
    return plain(Drawn(card))


LEFT_OUT, DEALT_TWICE = "card-left-out", "card-dealt-twice"
UNUSED = ("card-found-face-up",)  # findings that send the card to the rack instead
# findings with which no card came at all
NO_CARD = (
    *("shoe-jam", "insufficient-cards", "shoe-exhausted", LEFT_OUT),
    *("dealer-skipped", "hand-not-dealt", "one-card-only", "card-forgotten"),
)
UNSEEN = (
    "burn",
    "in-error",
    VACANT,
    DEAD_HAND,
)  # areas of cards that nobody plays: one may lie there that nobody ever sees
FURTHER = "further"  # the part of a round in which players ask for cards, and may refuse one that was exposed
ASIDE = "aside"  # where a card lies that was exposed in error and is not used yet


class Draw(ChanceRequest, frozen=True, tag="draw"):
    """The next card goes to an area of the layout, face up or face down."""

    answer: ClassVar[type[Answer]] = Drawn
    deals_cards: ClassVar[bool] = True
    to: str
    face: Face
    stage: str = ""  # the part of the round, where something can go wrong only then

    @property
    def may_stay_unseen(self) -> bool:
        return self.face == "down" and self.to.partition(":")[0] in UNSEEN

    def chances(self, table: Round) -> Sequence[tuple[Answer, int]]:
        return tuple((_drawn(card), count) for card, count in table.felt.shoe.items())

    def weight(self, table: Round) -> int:
        return sum(table.felt.shoe.values())

    def answer_at(self, number: int, table: Round) -> Answer:
        return _drawn(piece_at(table.felt.shoe, number))  # as all of `chances`, of which only one is made

    def come(self, table: Round, below: Callable[[int], int]) -> Answer:
        shoe = table.felt.shoe
        left = sum(shoe.values())  # counted once
        return _drawn(piece_at(shoe, below(left), left))

    def verify(self, table: Round, answer: Answer) -> None:
        if PLAIN.get(id(answer)) is not answer or type(answer) is not Drawn:
            Request.verify(self, table, answer)
        assert isinstance(answer, Drawn)
        if answer.card in table.felt.shoe and not (answer.found or answer.seat or answer.refused):
            return  # the next card, and nothing to tell of it
        self._verify_misdeal(table, answer)
        self._verify_refused(table, answer)
        if not answer.card and answer.found in (*UNUSED, *NO_CARD):
            return
        if answer.found not in NO_CARD and self._is_asked_again(table, answer):
            if not answer.card:
                return
            text = f"{answer.found} comes before {answer.card[:20]}, which is drawn after it"
            raise DealerError(text, self.by, table.as_of, "no card with it")
        if answer.card == HIDDEN and self.may_stay_unseen:
            return
        if answer.card not in table.felt.shoe:
            raise DealerError(
                f"{answer.card[:20] or 'no card'} cannot be drawn: it is not in the shoe",
                self.by,
                table.as_of,
                listed(table.felt.shoe) or "no card: the shoe is empty",
            )

    def _is_asked_again(self, table: Round, answer: Drawn) -> bool:
        """Whether something else came first, which the script sees to before it asks for this card again."""
        cause = table.table.game.irregularities.get(answer.found)
        return cause is not None and not (cause.may_list_outcome or cause.needs_outcome)

    def _verify_refused(self, table: Round, answer: Drawn) -> None:
        """A card may be refused that was exposed in error, by seats that play."""
        if not answer.refused:
            return
        after_the_deal = self.stage == FURTHER or not (self.stage or owner_of(self.to))  # or the dealer's own
        if not (answer.found and answer.exposed and after_the_deal):
            text = "only a card that was exposed in error after the initial deal can be refused"
            raise DealerError(text, self.by, table.as_of, "exposed = true")
        playing = {wager.seat for wager in table.wagers}
        if not playing >= set(answer.refused):
            text = f"refused = {list(answer.refused)[:8]} names a seat without a hand"
            raise DealerError(text, self.by, table.as_of, f"seats among {sorted(playing)}")

    def apply(self, felt: Felt, answer: Answer) -> None:
        assert isinstance(answer, Drawn)
        if not (answer.found or answer.refused) and answer.card not in ("", HIDDEN):
            felt.draw(answer.card, self.to, self.face == "up" or answer.exposed)
        elif answer.found in UNUSED:
            felt.discard(answer.card)
        elif answer.found == DEALT_TWICE:
            went_to = self._concerned(answer)
            felt.draw(answer.card, went_to, felt.cards[went_to][-1].up)
        elif answer.card and answer.found not in NO_CARD:
            refused = owner_of(self.to) in answer.refused
            felt.draw(answer.card, ASIDE if refused else self.to, self.face == "up" or answer.exposed)
            if answer.card == HIDDEN:  # it may be any card: the shoe has one less, and nobody knows which
                felt.state[BURNED] = str(int(felt.state.get(BURNED, "0")) + 1)

    def _concerned(self, answer: Drawn) -> str:
        """The area whose card was left out or came twice."""
        return seat_area(answer.seat) if answer.seat else answer.to

    def _verify_misdeal(self, table: Round, answer: Drawn) -> None:
        """A card is left out where it was due, and comes twice to somebody who has one."""
        if answer.seat not in (0, owner_of(self.to)) and answer.found != DEALT_TWICE:
            text = f"{answer.found}: the next card is not due to seat {answer.seat} but to {Area.read(self.to).words}"
            raise DealerError(text, self.by, table.as_of, "the card before which it was left out")
        if answer.found == DEALT_TWICE and not table.felt.cards.get(self._concerned(answer)):
            text = f"{DEALT_TWICE}: {Area.read(self._concerned(answer)).words} has no card yet"
            having = ", ".join(Area.read(area).words for area, lying in table.felt.cards.items() if lying)
            raise DealerError(text, self.by, table.as_of, having or "another card")

    def tell(self, answer: Answer, table: Round) -> Telling:
        """A covered card is named to its owner only."""
        assert isinstance(answer, Drawn)
        to = Area.read(self.to)
        if self.to.partition(":")[0] in (VACANT, DEAD_HAND):  # nobody's, and many of them: seen, and not worth a word
            return Telling(facts={"to": self.to, "card": HIDDEN})
        if answer.card == HIDDEN:
            return Telling(f"{to.words}: a card face down", {"to": self.to, "card": HIDDEN})
        if not answer.card or self.face == "up" or answer.exposed:
            card = printed(answer.card) if answer.card else "a card face down"
            return Telling(f"{to.words}: {card}", {"to": self.to, "card": answer.card or HIDDEN})
        covered = "a tile face down" if kind_of(answer.card) == "tile" else "a card face down"
        words = f"{to.words}: {covered}"
        own = f"{to.words}: {printed(answer.card)}, face down"
        return Telling(words, {"to": self.to, "card": HIDDEN}, (), to.owner, own, {"card": answer.card})


def tell_shown(area: str, table: Round) -> Telling:
    """What an area shows when cards of it have been turned."""
    lying = table.felt.cards.get(area, [])
    cards = [laid.card if laid.up else HIDDEN for laid in lying]
    covered = cards.count(HIDDEN)
    kind = kind_of(lying[0].card) if lying else ""
    unseen = [f"{covered} covered {kind}s" if covered > 1 else f"1 covered {kind}"] if covered else []
    words = ", ".join([*(printed(card) for card in cards if card != HIDDEN), *unseen])
    return Telling(f"{Area.read(area).words} shows {words}", {"area": area, "cards": cards})


class DealInspected(Answer, frozen=True):
    """What was noticed when all cards lay on the table."""

    found: str = ""
    seat: int = 0
    cards: int = 0  # how many cards lay where another number belongs
    card: str = ""  # a card too many, where it was seen
    wager: str = ""  # which of the seat's wagers it concerned
    plays: bool = True  # whether a player who may choose plays the hand all the same


class InspectDeal(Request, frozen=True, tag="inspect-deal"):
    """The deal is complete: does everyone have the right number of cards?"""

    answer: ClassVar[type[Answer]] = DealInspected

    def verify(self, table: Round, answer: Answer) -> None:
        Request.verify(self, table, answer)
        assert isinstance(answer, DealInspected)
        if answer.card:
            _require_in_shoe(table, answer.card, self.by)
        if answer.found:
            verify_concerned(table, answer, self.by)
            self._require_wrong(table, answer)

    def _require_wrong(self, table: Round, answer: DealInspected) -> None:
        """A number of cards that is the right one is nothing that went wrong."""
        whose, wrong, _ = answer.found.partition("-wrong-number")
        area = Area(answer.seat) if answer.seat else Area(0, whose)
        right = len(table.felt.hand(str(area)))
        dealt_wrongly = any(r.what in (LEFT_OUT, DEALT_TWICE) for r in table.felt.remedies)
        if wrong and answer.cards == right > 0 and not dealt_wrongly:
            text = f"{answer.found}: {answer.cards} cards are the right number for {area.words}"
            raise DealerError(text, self.by, table.as_of, f"another number than {right}")

    def apply(self, felt: Felt, answer: Answer) -> None:
        assert isinstance(answer, DealInspected)
        if answer.card:
            felt.discard(answer.card)


class Inspected(Answer, frozen=True):
    """What was noticed at some point of the round."""

    found: str = ""
    seat: int = 0
    number: int = 0
    amount: str = ""  # money, as it is written
    card: str = ""  # a card that is put away


class Inspect(Request, frozen=True, tag="inspect"):
    """Is all as it should be? Asked where a game has rules for what may go wrong; its name says where."""

    answer: ClassVar[type[Answer]] = Inspected
    what: str

    @property
    def name(self) -> str:
        return f"inspect-{self.what}"

    def verify(self, table: Round, answer: Answer) -> None:
        Request.verify(self, table, answer)
        assert isinstance(answer, Inspected)
        if answer.card:
            _require_in_shoe(table, answer.card, self.by)
        if answer.found:
            verify_concerned(table, answer, self.by)
        if answer.amount:
            cents(answer.amount)

    def apply(self, felt: Felt, answer: Answer) -> None:
        assert isinstance(answer, Inspected)
        if answer.card:
            felt.discard(answer.card)


def _require_in_shoe(table: Round, card: str, by: Citation) -> None:
    """A card that is known must have been in the shoe."""
    if card not in table.felt.shoe:
        text = f"{card[:20]!r} cannot have come: it is not in the shoe"
        raise DealerError(text, by, table.as_of, listed(table.felt.shoe) or "no card: the shoe is empty")


class StubCounted(Answer, frozen=True):
    """How many cards the stub held; -1 where it was as expected."""

    number: int = -1
    misdealt: bool = False  # somebody has a wrong number of cards
    short: bool = False  # and the deck does not have all its cards either


class CountStub(Request, frozen=True, tag="count-stub"):
    """The stub is counted face down on the layout."""

    answer: ClassVar[type[Answer]] = StubCounted
    expected: int


class TurnUp(Request, frozen=True, tag="turn-up"):
    """Cards of an area are turned face up."""

    answer: ClassVar[type[Answer]] = Noticed
    area: str
    at: int | None = None

    def verify(self, table: Round, answer: Answer) -> None:
        Request.verify(self, table, answer)
        assert isinstance(answer, Noticed)
        if answer.found:
            verify_concerned(table, answer, self.by)

    def apply(self, felt: Felt, answer: Answer) -> None:
        if not is_held_up(answer):
            felt.turn_up(self.area, self.at)

    def tell(self, answer: Answer, table: Round) -> Telling:
        return Telling() if is_held_up(answer) else tell_shown(self.area, table)


class ToRack(Request, frozen=True, tag="to-rack"):
    """Cards of an area go to the discard rack, in order."""

    area: str
    at: int | None = None

    def apply(self, felt: Felt, answer: Answer) -> None:
        felt.to_rack(self.area, self.at)

    def tell(self, answer: Answer, table: Round) -> Telling:
        return Telling(facts={"area": self.area})


class ReadHand(Request, frozen=True, tag="read-hand"):
    """The dealer reads what a hand is worth, by the paragraph that ranks it."""

    is_aloud: ClassVar[bool] = True
    area: str
    hand: str

    def apply(self, felt: Felt, answer: Answer) -> None:
        felt.hands_read[self.area] = ranks_shown(self.hand)

    def tell(self, answer: Answer, table: Round) -> Telling:
        is_open = all(laid.up for laid in table.felt.cards.get(self.area, []))
        words = f"{Area.read(self.area).words}: {ranks_shown(self.hand)}"
        return Telling(words if is_open else "", {"area": self.area})


class StubToRack(Request, frozen=True, tag="stub-to-rack"):
    """What is left of the deck goes to the discard rack, unseen."""


# --- as steps of a script --------------------------------------------------------------------------------------------


def shuffle_pack(pack: str, by: Citation, decks: int = 1, method: str = "manual") -> Script[None]:
    """Shuffle all cards, or tiles, where a game has no rules for what may go wrong with it."""
    yield Shuffle(by, decks, method, pack)


def draw(to: str, face: Face, by: Citation, stage: str = "") -> Script[Drawn]:
    """Draw the next card to an area."""
    answer = yield Draw(by, to, face, stage)
    assert isinstance(answer, Drawn)
    return answer


def turn_up(area: str, by: Citation, at: int | None = None) -> Script[Noticed]:
    """Turn cards face up, unless something is noticed first."""
    answer = yield TurnUp(by, area, at)
    assert isinstance(answer, Noticed)
    return answer


def to_rack(area: str, by: Citation, at: int | None = None) -> Script[None]:
    """Collect cards into the discard rack."""
    yield ToRack(by, area, at)


def read_hand(area: str, hand: str, by: Citation) -> Script[None]:
    """Read what a hand is worth."""
    yield ReadHand(by, area, hand)


def stub_to_rack(by: Citation) -> Script[None]:
    """Put the stub away without exposing it."""
    yield StubToRack(by)


def count_stub(expected: int, by: Citation) -> Script[StubCounted]:
    """Count what is left of the deck."""
    answer = yield CountStub(by, expected)
    assert isinstance(answer, StubCounted)
    return answer


def look_over_deal(by: Citation) -> Script[DealInspected]:
    """See that everyone has the right number of cards."""
    answer = yield InspectDeal(by)
    assert isinstance(answer, DealInspected)
    return answer


def inspect(what: str, by: Citation) -> Script[Inspected]:
    """See whether all is as it should be."""
    answer = yield Inspect(by, what)
    assert isinstance(answer, Inspected)
    return answer
