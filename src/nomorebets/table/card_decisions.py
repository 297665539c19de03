"""What people decide about their own cards: a hand to set, cards to discard."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from nomorebets.equipment.packs import kind_of, printed, read_pieces
from nomorebets.errors import DealerError, RulesError, WagerRefused, listed
from nomorebets.regulation import Citation
from nomorebets.table.areas import Area
from nomorebets.table.felt import move_cards, turn_down
from nomorebets.table.game import Script
from nomorebets.table.requests import Answer, PatronRequest, Request, Telling, of_hand

if TYPE_CHECKING:
    from nomorebets.table.felt import Felt
    from nomorebets.table.round import Round


def _cards_of(message: Mapping[str, Any], *names: str) -> tuple[str, ...]:
    """The cards a message names, as text or as a list."""
    for name in names:
        cards = message.get(name)
        if isinstance(cards, str) or (isinstance(cards, list | tuple) and all(isinstance(c, str) for c in cards)):
            return read_pieces(cards)
    raise WagerRefused("the message names no cards", accepts=f'{names[0]} = "As Kd"')


def _require_own(request: Request, table: Round, area: Area, cards: tuple[str, ...]) -> None:
    """Refuse cards that the seat does not hold."""
    held = Counter(table.felt.hand(str(area)))
    for card in Counter(cards) - held:
        text = f"{area.words}: {card[:20]} is not in the hand"
        raise WagerRefused(text, request.by, table.as_of, " ".join(held.elements()) or "no card")


def _pieces_of(hands: tuple[tuple[str, ...], ...]) -> str:
    """What hands are set of: cards, or tiles."""
    return next((f"{kind_of(piece)}s" for hand in hands for piece in hand), "cards")


def _some_of(held: tuple[str, ...], number: int) -> list[tuple[str, ...]]:
    """Every choice of so many cards, alike ones once."""
    return list({tuple(sorted(cards)): cards for cards in combinations(held, number)}.values())


# --- hands that people set, and cards they discard -------------------------------------------------------------------


WRONG_NUMBER_SET = "wrong-number-set"  # a game that has it among its irregularities says what such a hand costs
HOUSE_WAY = "house way"  # what a player says who wants to be shown how the house would set the hand


class SetApart(Answer, frozen=True):
    """The cards that one seat sets apart."""

    cards: tuple[str, ...] = ()


class HandsSet(Answer, frozen=True):
    """The cards that every seat set apart, in the order in which they were asked."""

    apart: tuple[tuple[str, ...], ...] = ()
    found: str = ""  # what went wrong, if anything


class SetHand(PatronRequest, frozen=True, tag="set-hand"):
    """Seats set so many of their cards or tiles apart: the low hand. What each sets is its own affair until shown.

    Whether a hand is set as the rules want it is the game's to say, for they may have a penalty for it.
    """

    answer: ClassVar[type[Answer]] = HandsSet
    who: tuple[int, ...]
    number: int
    house_way: tuple[tuple[str, ...], ...]  # what is set apart for a seat that says nothing, beside each
    to: str = "low"  # what the cards set apart are called
    hand: int = 1

    def _area(self, seat: int) -> Area:
        return Area(seat, hand=self.hand)

    def seats(self) -> tuple[int, ...]:
        return self.who

    def usual(self) -> Answer:
        return self.join({})

    def read(self, seat: int, message: Mapping[str, Any], table: Round) -> SetApart:
        try:
            return SetApart(_cards_of(message, self.to, "cards"))
        except RulesError as fault:
            pieces = _pieces_of(self.house_way)
            if pieces == "cards":
                raise
            held = " ".join(table.felt.hand(str(self._area(seat))))
            raise WagerRefused(f"seat {seat}: no {pieces} are named", self.by, table.as_of, held) from fault

    def default(self, seat: int, gone: bool = False) -> SetApart:
        return SetApart(self.house_way[self._at(seat)])

    def _at(self, seat: int) -> int:
        if seat not in self.who:
            raise WagerRefused(f"seat {seat} sets no hand", self.by, accepts=listed(f"seat {s}" for s in self.who))
        return self.who.index(seat)

    def join(self, parts: Mapping[int, Answer]) -> HandsSet:
        apart = []
        for seat in self.who:
            part = parts.get(seat) or self.default(seat)
            assert isinstance(part, SetApart)
            apart.append(part.cards)
        is_wrong = any(len(cards) != self.number for cards in apart)
        return HandsSet(tuple(apart), WRONG_NUMBER_SET if is_wrong else "")

    def verify_part(self, table: Round, seat: int, part: Answer) -> None:
        """Whoever lays a wrong number at a table of ours is told so; only of other tables it is told what was laid."""
        self._at(seat)
        assert isinstance(part, SetApart)
        self._require_number(table, seat, part.cards)
        super().verify_part(table, seat, part)

    def _require_number(self, table: Round, seat: int, cards: tuple[str, ...]) -> None:
        if len(cards) != self.number:
            pieces = _pieces_of(self.house_way)
            text = f"seat {seat}: {len(cards)} {pieces} are set apart"
            accepts = f"{self.number} tiles" if pieces == "tiles" else f"{self.number} cards"
            raise WagerRefused(text, self.by, table.as_of, accepts)

    def parts(self, answer: Answer) -> dict[int, Answer]:
        assert isinstance(answer, HandsSet)
        return {seat: SetApart(cards) for seat, cards in zip(self.who, answer.apart, strict=True)}

    def assumed(self, seat: int) -> SetApart:
        return self.default(seat)

    def fits(self, seat: int, message: Mapping[str, Any], table: Round) -> bool:
        return self.to in message or "cards" in message

    def hand_of(self, seat: int) -> tuple[int, str]:
        return self.hand, ""

    def transcript_line(self, seat: int) -> str:
        name = self.to if self.to == "low" else "cards"
        return f'{{ seat = {seat}, {name} = "…" }} in decisions, {self.number} cards'

    def question(self, seat: int, table: Round) -> dict[str, Any]:
        self._at(seat)
        cards = list(table.felt.hand(str(self._area(seat))))
        asked = {"cards": cards, "number": self.number, "name": self.to, "unless_told": list(self.default(seat).cards)}
        return asked | of_hand(self.hand)

    def prompt(self, seat: int) -> str:
        return f"{self.number} {_pieces_of(self.house_way)} for the {self.to} hand, or {HOUSE_WAY}?"

    def typed(self, seat: int, words: str, table: Round) -> dict[str, Any]:
        """Cards, or that the hand be set as the house would set it."""
        by_house = words.strip().lower() in (HOUSE_WAY, HOUSE_WAY.split(maxsplit=1)[0])
        return {self.to: " ".join(self.default(seat).cards) if by_house else words}

    def written(self, seat: int, part: Answer) -> dict[str, Any]:
        assert isinstance(part, SetApart)
        return {self.to: " ".join(part.cards), **of_hand(self.hand)}

    def possible(self, seat: int, table: Round) -> Sequence[Answer]:
        """Every way to set the hand."""
        held = table.felt.hand(str(self._area(seat)))
        return [SetApart(cards) for cards in _some_of(held, self.number)]

    def verify(self, table: Round, answer: Answer) -> None:
        may_be_laid = WRONG_NUMBER_SET in table.game.irregularities
        said = answer
        if isinstance(answer, HandsSet) and answer.found == WRONG_NUMBER_SET and not may_be_laid:
            said = msgspec.structs.replace(answer, found="")  # the refusal below says more
        super().verify(table, said)
        assert isinstance(answer, HandsSet)
        apart = answer.apart
        if len(apart) != len(self.who):
            text = f"{len(apart)} hands are set of {len(self.who)}"
            raise DealerError(text, self.by, table.as_of, "one of each seat")
        for seat, cards in zip(self.who, apart, strict=True):
            if not may_be_laid:
                self._require_number(table, seat, cards)
            _require_own(self, table, self._area(seat), cards)
        is_wrong = any(len(cards) != self.number for cards in apart)
        if is_wrong != (answer.found == WRONG_NUMBER_SET):
            text = f"{WRONG_NUMBER_SET} and a hand of other than {self.number} cards go together"
            raise DealerError(text, self.by, table.as_of, self.transcript_line(self.who[0]))

    def apply(self, felt: Felt, answer: Answer) -> None:
        assert isinstance(answer, HandsSet)
        for seat, cards in zip(self.who, answer.apart, strict=True):
            move_cards(felt, str(self._area(seat)), cards, str(Area(seat, self.to, self.hand)))

    def tell(self, answer: Answer, table: Round) -> Telling:
        set_by = listed(Area(seat, hand=self.hand).words for seat in self.who)
        words = f"{set_by}: the hand is set" if len(self.who) == 1 else f"{set_by}: the hands are set"
        return Telling(words, {"seats": list(self.who), "number": self.number})


PAT = ("stand pat", "pat")  # what a player says who draws nothing


def _stands_pat(message: Mapping[str, Any]) -> bool:
    return str(message.get("choice", "")).strip().lower() in PAT and not message.get("discard")


class Discarded(Answer, frozen=True):
    """The cards that a seat gives away; none where it stands pat."""

    cards: tuple[str, ...] = ()
    found: str = ""  # what went wrong before it, if anything


class Discard(PatronRequest, frozen=True, tag="discard"):
    """A seat discards up to so many of its cards, face down, and draws as many."""

    answer: ClassVar[type[Answer]] = Discarded
    seat: int
    most: int
    to: str = ""  # the area they go to, like the muck; without one, the discard rack
    hand: int = 1

    @property
    def _area(self) -> Area:
        return Area(self.seat, hand=self.hand)

    def seats(self) -> tuple[int, ...]:
        return (self.seat,)

    def read(self, seat: int, message: Mapping[str, Any], table: Round) -> Discarded:
        return Discarded() if _stands_pat(message) else Discarded(_cards_of(message, "discard", "cards"))

    def default(self, seat: int, gone: bool = False) -> Discarded:
        """Nothing: the hand is played as it is."""
        return Discarded()

    def fits(self, seat: int, message: Mapping[str, Any], table: Round) -> bool:
        return "discard" in message or "cards" in message or _stands_pat(message)

    def hand_of(self, seat: int) -> tuple[int, str]:
        return self.hand, ""

    def transcript_line(self, seat: int) -> str:
        return f'{{ seat = {seat}, discard = "…" }} in decisions, at most {self.most} cards, or none'

    def question(self, seat: int, table: Round) -> dict[str, Any]:
        asked = {"cards": list(table.felt.hand(str(self._area))), "most": self.most}
        return asked | of_hand(self.hand)

    def prompt(self, seat: int) -> str:
        return f"up to {self.most} cards to discard, or none?"

    def typed(self, seat: int, words: str, table: Round) -> dict[str, Any]:
        return {"discard": "" if words.strip().lower() in ("none", *PAT) else words}

    def written(self, seat: int, part: Answer) -> dict[str, Any]:
        assert isinstance(part, Discarded)
        pat = {} if part.cards else {"choice": PAT[0]}
        return {**pat, "discard": " ".join(part.cards), **of_hand(self.hand)}

    def possible(self, seat: int, table: Round) -> Sequence[Answer]:
        """Every set of cards that may be given away."""
        held = table.felt.hand(str(self._area))
        sizes = range(min(self.most, len(held)) + 1)
        return [Discarded(cards) for size in sizes for cards in _some_of(held, size)]

    def verify(self, table: Round, answer: Answer) -> None:
        super().verify(table, answer)
        assert isinstance(answer, Discarded)
        if len(answer.cards) > self.most:
            text = f"{self._area.words}: {len(answer.cards)} cards cannot be discarded"
            raise WagerRefused(text, self.by, table.as_of, f"at most {self.most} cards")
        _require_own(self, table, self._area, answer.cards)

    def apply(self, felt: Felt, answer: Answer) -> None:
        assert isinstance(answer, Discarded)
        turn_down(felt, str(self._area), answer.cards)
        move_cards(felt, str(self._area), answer.cards, self.to)

    def tell(self, answer: Answer, table: Round) -> Telling:
        """How many is for everybody, which ones for the seat."""
        assert isinstance(answer, Discarded)
        number = len(answer.cards)
        words = f"{self._area.words} discards {number} card{'s' if number != 1 else ''}"
        facts = {"seat": self.seat, "number": number} | of_hand(self.hand)
        if not number:
            return Telling(f"{self._area.words} stands pat", facts)
        own = f"{self._area.words} discards {', '.join(map(printed, answer.cards))}"
        return Telling(words, facts, (), self.seat, own, {"cards": list(answer.cards)})


def set_hands(
    number: int, house_way: Mapping[int, Sequence[str]], by: Citation, to: str = "low", hand: int = 1
) -> Script[dict[int, tuple[str, ...]]]:
    """Have seats set so many cards apart; ``house_way`` is what is set for each of them that says nothing."""
    if not house_way:
        return {}
    ways = tuple(tuple(cards) for cards in house_way.values())
    answer = yield SetHand(by, tuple(house_way), number, ways, to, hand)
    assert isinstance(answer, HandsSet)
    return dict(zip(house_way, answer.apart, strict=True))


def discard(seat: int, most: int, by: Citation, to: str = "", hand: int = 1) -> Script[tuple[str, ...]]:
    """Let a seat discard up to so many cards; which it gave away."""
    answer = yield Discard(by, seat, most, to, hand)
    assert isinstance(answer, Discarded)
    return answer.cards
