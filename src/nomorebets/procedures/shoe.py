"""The dealing shoe: several decks that last over many rounds, up to the cutting card; or a shuffler without an end.

What is left in the shoe is remembered from round to round as text in the table's state; a round begins with taking the
shoe up (:func:`open_shoe`) and ends with leaving it (:func:`leave_shoe`). Which paragraph commands a step is data, a
:class:`ShoeRules` per game.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec.structs import replace

from nomorebets.equipment.cards import PATTERN as CARD
from nomorebets.equipment.packs import printed
from nomorebets.errors import DealerError, HouseRuleError
from nomorebets.procedures.opening import STANDINGS, TABLE, needs_opening, open_for_gaming
from nomorebets.procedures.shoe_text import HELD, read_shoe, shoe_text
from nomorebets.procedures.shuffling import (
    LEAST_CUT,
    HandsVoid,
    ShuffleRules,
    card_irregularities,
    cut,
    put_right,
    shuffle,
)
from nomorebets.regulation import Citation, HouseOption
from nomorebets.regulation.options import option, whole_number
from nomorebets.table.areas import HIDDEN, Area
from nomorebets.table.cards import (
    BURNED,
    PACK,
    UNUSED,
    USUAL_CUT,
    Draw,
    Drawn,
    Face,
    draw,
    to_rack,
    whole_shoe,
)
from nomorebets.table.felt import Laid
from nomorebets.table.game import Irregularity, Script
from nomorebets.table.memory import CARDS, NUMBER, Remembered, one_of
from nomorebets.table.requests import Answer, Request, Telling
from nomorebets.table.round import Round
from nomorebets.table.steps import announce, attest, note, remedy

if TYPE_CHECKING:
    from nomorebets.table.felt import Felt

SHOE = "shoe"  # what is left in it: "8As 7Kd …", IN_PLAY, or nothing when the cards must be shuffled
CUTTING_CARD = "cutting-card"  # how many cards lie behind it, or OUT
LAST_HAND = "last-hand"  # how many more hands may be dealt from this shoe, once that is known
SET_ASIDE = "set-aside"  # cards drawn in error that open the next hand, in the order in which they were drawn
IN_PLAY = "in play"  # a shoe already dealt from when the transcript begins: any card may come
OUT = "out"
BURN = "burn"  # the area where burned cards are drawn
FACE_UP = "card-found-face-up"
REMEMBERS = {
    TABLE: one_of(*STANDINGS),
    SHOE: Remembered(rf"{IN_PLAY}|({HELD.pattern}( +|$))*", 'what is left in it, like "8As 7Kd", or "in play"'),
    CUTTING_CARD: Remembered(rf"\d{{1,4}}|{OUT}", "how many cards lie behind it, or out"),
    LAST_HAND: Remembered(r"\d?", "how many hands are left, or nothing"),
    SET_ASIDE: Remembered(rf"(({CARD}|\?\?)( +({CARD}|\?\?))*)?", f"{CARDS.accepts}, ?? for one that nobody saw"),
    BURNED: NUMBER,
    PACK: CARDS,
}
VOID = "the round is void, wagers go back and the cards are reshuffled"
REFILLED = "the discards are shuffled and cut, one card is burned, and the round is finished"


class ShoeRules(ShuffleRules, frozen=True, kw_only=True, dict=True):
    """The paragraphs by which one game shuffles, cuts, marks, burns and finishes a shoe."""

    marker: Citation
    burn: Citation
    too_few: Citation  # the cards do not suffice
    cutting_card: Citation  # what is done when it comes
    continuous: Citation | None = None  # where there is a continuous shuffler
    cutter: Citation | None = None  # who cuts
    offer: Callable[[Round], Script[None]] | None = None  # how the cut is offered, where it is not to the last seat
    recut_by: str = "the same person"
    hands_after: int = 1  # hands after the one in which the cutting card came
    last_hand_call: str = "last hand"
    face_up_ends_last_hand: bool = False
    face_up_aside: Citation | None = None  # a card found face up that no hand would have had, where it is another
    # puts right what the game alone knows may happen before a card is drawn; the card is asked for again
    before_card: Callable[[Round, Drawn], Script[None]] | None = None
    # further cards discarded with a card found face up, and burned with the first card of a shoe
    with_face_up: Callable[[str], int] | None = None
    with_burned: Callable[[str], int] = lambda card: 0
    burn_unseen: int = 0  # so many cards are burned face down after a shuffle; nobody sees them
    second_face_up_voids: bool = False
    refill: int = 0  # of so many decks the discards are shuffled when the cards run out; 0: the round is void
    run_out: str = "insufficient-cards"  # what it is called that the cards do not suffice

    def but(self, **changes: Any) -> ShoeRules:
        """These rules with some changes; made once, for a table asks for the same in every round."""
        key = tuple(changes.items())
        known = self._changed.get(key)
        if known is None:
            known = self._changed[key] = replace(self, **changes)
        return known

    @cached_property
    def _changed(self) -> dict[tuple[tuple[str, Any], ...], ShoeRules]:
        return {}

    @cached_property
    def irregularities(self) -> Mapping[str, Irregularity]:
        """As :func:`shoe_irregularities`."""
        return shoe_irregularities(self)


def shoe_irregularities(rules: ShoeRules) -> dict[str, Irregularity]:
    """What may go wrong with a shoe, and what is done about it."""
    improper = f"the cut was fewer than {LEAST_CUT} cards from either end, or otherwise improper"
    recut = "a casino supervisor has the cards recut before any is dealt"
    causes = card_irregularities(rules, "the shoe", improper, recut, {SHOE: ""})
    face_up = causes["card-found-face-up"]
    causes["card-found-face-up"] = replace(face_up, needs_outcome=True)  # it says how many more go with it
    causes[rules.run_out] = Irregularity(
        "the shoe has too few cards to complete the round",
        ask="draw",
        facts={"found": rules.run_out},
        remedy=REFILLED if rules.refill else VOID,
        by=rules.too_few,
        may_list_outcome=False,
    )
    return {**causes, **rules.more}


# --- what a licensee chooses -----------------------------------------------------------------------------------------

MOST_DECKS = 100  # the rules name no most; a larger figure is a slip of the pen
MOST_BEHIND = 200
DECKS, BEHIND = "decks", "cutoff-from-back"


def decks_from(least: int, by: Citation) -> Callable[[str], str]:
    """Reads a number of decks: from the least that the rules allow on, as far as anybody would count."""
    enough = whole_number(least, sys.maxsize, "a number of decks that the shoe may hold", by, f"{least} or more")

    def parse(text: str) -> str:
        decks = enough(text)
        if int(decks) > MOST_DECKS:
            raise HouseRuleError(f"{decks} decks are more than a shoe is made of", accepts=f"at most {MOST_DECKS}")
        return decks

    return parse


def decks_option(by: Citation, values: Sequence[str], default: str, least: int = 1) -> HouseOption:
    """How many decks; also numbers that are not in the list."""
    parse = decks_from(least, by)
    return option(DECKS, by, "How many decks the shoe holds.", values, default, parse=parse, counts_cards=True)


def cutting_card_option(by: Citation, values: Sequence[str]) -> HouseOption:
    """How many cards lie behind the cutting card: at least the smallest number of the list."""
    says = "How many cards lie behind the cutting card that marks the end of the shoe."
    least = min(map(int, values))
    parse = whole_number(least, MOST_BEHIND, "a number of cards behind the cutting card", by)
    return option(BEHIND, by, says, values, parse=parse, counts_cards=True)


# --- acts ------------------------------------------------------------------------------------------------------------


class TakeShoe(Request, frozen=True, tag="take-shoe"):
    """The shoe that the last round left is dealt from."""

    decks: int
    pack: str = ""  # what each of them holds, where it is not the deck of 52

    def apply(self, felt: Felt, answer: Answer) -> None:
        left = felt.state[SHOE]
        felt.shoe = whole_shoe(felt, self.decks, self.pack) if left == IN_PLAY else read_shoe(left)


class LeaveShoe(Request, frozen=True, tag="leave-shoe"):
    """What is left in the shoe stays there for the next round."""

    def apply(self, felt: Felt, answer: Answer) -> None:
        felt.state[SHOE] = shoe_text(felt.shoe)


class Burned(Answer, frozen=True):
    """How many cards were really burned; -1 where it was the right number."""

    number: int = -1
    late: bool = False  # a wrong number was noticed only when the next card was out


class Burn(Request, frozen=True, tag="burn"):
    """Cards go from the shoe to the discard rack, face down: nobody knows which."""

    answer: ClassVar[type[Answer]] = Burned
    number: int
    when: str = ""  # what for, where it is not the burn after a shuffle

    @property
    def name(self) -> str:
        return f"burn-{self.when}" if self.when else "burn"

    def verify(self, table: Round, answer: Answer) -> None:
        super().verify(table, answer)
        assert isinstance(answer, Burned)
        if answer.number != -1 and not 0 <= answer.number <= left_in_shoe(table):
            text = f"{answer.number} cards cannot have been burned"
            raise DealerError(text, self.by, table.as_of, f"0 to {left_in_shoe(table)}")

    def apply(self, felt: Felt, answer: Answer) -> None:
        assert isinstance(answer, Burned)
        burned = self.number if answer.number < 0 else answer.number
        felt.state[BURNED] = str(int(felt.state.get(BURNED, "0")) + burned)


class RefillShoe(Request, frozen=True, tag="refill-shoe"):
    """All cards that do not lie on the table are shuffled and go into the shoe."""

    decks: int
    pack: str = ""

    def apply(self, felt: Felt, answer: Answer) -> None:
        lying = Counter(laid.card for area in felt.cards.values() for laid in area)
        felt.shoe = whole_shoe(felt, self.decks, self.pack) - lying
        felt.rack.clear()
        felt.state.pop(BURNED, None)


class MoveCard(Request, frozen=True, tag="move-card"):
    """A card goes from one area to another."""

    area: str
    at: int
    to: str

    def apply(self, felt: Felt, answer: Answer) -> None:
        felt.cards.setdefault(self.to, []).append(felt.cards[self.area].pop(self.at))

    def tell(self, answer: Answer, table: Round) -> Telling:
        laid, facts = table.felt.cards[self.to][-1], {"from": self.area, "at": self.at, "to": self.to}
        card = printed(laid.card) if laid.up else "a card face down"
        moved = f"{card} from {Area.read(self.area).words}"
        return Telling(f"{Area.read(self.to).words}: {moved}", facts)


class SetAside(Request, frozen=True, tag="set-aside"):
    """A card that nobody saw is kept for the next hand."""

    area: str

    def apply(self, felt: Felt, answer: Answer) -> None:
        felt.state[SET_ASIDE] = " ".join((*set_aside(felt), felt.cards[self.area].pop().card))


class UseSetAside(Request, frozen=True, tag="use-set-aside"):
    """The card kept from the last hand is the first of this one."""

    to: str
    face: Face

    def apply(self, felt: Felt, answer: Answer) -> None:
        first, *others = set_aside(felt)
        felt.cards.setdefault(self.to, []).append(Laid(first, self.face == "up"))
        if others:
            felt.state[SET_ASIDE] = " ".join(others)
        else:
            del felt.state[SET_ASIDE]


# --- procedures ------------------------------------------------------------------------------------------------------


def must_shuffle(table: Round) -> bool:
    """Whether the next round begins with a shuffle."""
    return not table.felt.state.get(SHOE)


def set_aside(felt: Felt) -> list[str]:
    """The cards kept for the next hand, in the order in which they were drawn."""
    kept = felt.state.get(SET_ASIDE)
    return kept.split() if kept else []


def left_in_shoe(table: Round) -> int:
    """How many cards are in the shoe: those that may still come, less those burned unseen."""
    felt = table.felt
    burned = felt.state.get(BURNED)
    return sum(felt.shoe.values()) - int(burned) if burned else sum(felt.shoe.values())


def cutting_card_is_out(table: Round) -> bool:
    return table.felt.state.get(CUTTING_CARD) == OUT


def cutting_card_is_seen(table: Round) -> bool:
    """Whether it is out, or shows at the mouth of the shoe."""
    return cutting_card_is_out(table) or cutting_card_comes(table, left_in_shoe(table))


def cutting_card_comes(table: Round, left: int) -> bool:
    """Whether nothing but the cards behind it is left, and it still lies in the shoe."""
    behind = table.felt.state.get(CUTTING_CARD, "")
    return behind.isdigit() and left <= int(behind)


def is_last_hand(table: Round) -> bool:
    return table.felt.state.get(LAST_HAND) == "1"


def open_shoe(
    table: Round, rules: ShoeRules, decks: int, behind: int, method: str = "manual", burns: bool = True
) -> Script[None]:
    """Take up the shoe in use; where it is finished, shuffle, cut, mark its end and burn.

    A table that opens or stood idle has no shoe in use: its cards are shown and mixed first.
    """
    opens = rules.opening is not None and needs_opening(table)
    if opens:
        assert rules.opening is not None
        yield from open_for_gaming(table, rules.opening, method)
        if SET_ASIDE in table.felt.state:  # it was mixed with the others
            yield from note(SET_ASIDE, "", by=rules.opening.mix)
    causes, pack = rules.irregularities, table.game.chance.pack
    if method == "continuous":
        assert rules.continuous is not None
        yield from shuffle(rules, decks, method, rules.continuous, causes, pack)
    elif opens or must_shuffle(table):
        yield from shuffle(rules, decks, method, rules.shuffle, causes, pack)
        if method == "automated" and rules.no_cut is not None:
            yield from attest("a device shuffled the cards: they are not cut", by=rules.no_cut)
        else:
            yield from cut_shoe(table, rules)
        yield from note(CUTTING_CARD, str(behind), by=rules.marker)
        yield from note(LAST_HAND, "", by=rules.marker)
        if burns:
            yield from burn(table, rules)
    else:
        yield TakeShoe(rules.shuffle, decks, pack)
        if CUTTING_CARD not in table.felt.state:
            yield from note(CUTTING_CARD, str(behind), by=rules.marker)


def cut_shoe(table: Round, rules: ShoeRules) -> Script[None]:
    """Have the cards cut, at least ten from either end."""
    if rules.offer is not None:
        yield from rules.offer(table)
    elif rules.cutter is not None and table.seats:
        yield from attest(f"the cut is offered to seat {max(table.seats)} first", by=rules.cutter)
    size = sum(table.felt.shoe.values())
    few = size < 3 * LEAST_CUT  # a pack for small cases
    recut = f"recut before any card is dealt, by {rules.recut_by}"

    def proper(taken: int) -> bool:
        return few or LEAST_CUT <= taken <= size - LEAST_CUT

    is_short = size <= USUAL_CUT or not proper(USUAL_CUT)  # discards of one deck, shuffled in the middle of a round
    yield from cut(rules, proper, recut, of=size if is_short else 0)


def burn(table: Round, rules: ShoeRules) -> Script[None]:
    """Turn up the first card; it goes to the discards with as many more as it says. Or burn cards unseen."""
    if rules.burn_unseen:
        yield from burn_unseen(rules.burn_unseen, by=rules.burn)
        return
    first = yield from deal_from_shoe(table, rules, BURN, "up", by=rules.burn)
    for _ in range(rules.with_burned(first)):
        yield from deal_from_shoe(table, rules, BURN, "down", by=rules.burn)
    yield from to_rack(BURN, by=rules.burn)


def burn_unseen(number: int, by: Citation, when: str = "") -> Script[Burned]:
    """Burn so many cards face down."""
    burned = yield Burn(by, number, when)
    assert isinstance(burned, Burned)
    return burned


def deal_from_shoe(table: Round, rules: ShoeRules, to: str, face: Face, by: Citation) -> Script[str]:
    """Deal one card. The cutting card is laid aside when it comes; a card found face up is not used."""
    while True:
        drawn = yield from next_card(table, rules, to, face, by)
        if not drawn.found:
            return drawn.card
        if drawn.found in (causes := shoe_irregularities(rules)):
            yield from put_right(drawn.found, causes)
            return drawn.card
        yield from see_to(table, rules, drawn)


def next_card(table: Round, rules: ShoeRules, to: str, face: Face, by: Citation, stage: str = "") -> Script[Drawn]:
    """The next card that can be used, and what else was wrong about it; what is done about that is the caller's."""
    while True:
        left = left_in_shoe(table)
        if cutting_card_comes(table, left):
            yield from look_for_cutting_card(table, rules)
        if left < 1:
            yield from refill(table, rules)
        drawn = yield Draw(by, to, face, stage)
        assert isinstance(drawn, Drawn)
        if not drawn.found:
            return drawn
        if drawn.found == rules.run_out:
            yield from refill(table, rules)
        elif drawn.found in UNUSED:
            yield from discard_face_up(table, rules, drawn)
        else:
            return drawn


def refill(table: Round, rules: ShoeRules) -> Script[None]:
    """The cards have run out: the round is void, or the discards are shuffled, cut and dealt from."""
    if not rules.refill or any(r.what == rules.run_out for r in table.felt.remedies):
        raise too_few(rules)
    yield from remedy(rules.run_out, REFILLED, by=rules.too_few)
    yield RefillShoe(rules.too_few, rules.refill, table.game.chance.pack)
    yield from cut_shoe(table, rules)
    yield from burn_unseen(min(1, left_in_shoe(table)), by=rules.too_few)
    if left_in_shoe(table) < 1:
        raise too_few(rules)


def look_for_cutting_card(table: Round, rules: ShoeRules) -> Script[None]:
    """Where nothing but the cards behind it is left, the cutting card comes out and is laid aside."""
    if cutting_card_comes(table, left_in_shoe(table)):
        yield from note(CUTTING_CARD, OUT, by=rules.cutting_card)


def see_to(table: Round, rules: ShoeRules, drawn: Drawn) -> Script[None]:
    """Something else came before the card that was to be drawn."""
    if rules.before_card is None:
        raise not_here(table, drawn.found, "no card of a hand is dealt", "before a card of a hand")
    yield from rules.before_card(table, drawn)


def not_here(table: Round, what: str, why: str, accepts: str) -> DealerError:
    """Why something cannot have gone wrong at this moment."""
    by = table.table.game.irregularities[what].by
    return DealerError(f"{what} cannot have happened here: {why}", by, table.as_of, accepts)


def aside(rules: ShoeRules) -> ShoeRules:
    """The rules for cards that are drawn for no hand: one of them found face up voids none."""
    return replace(rules, face_up=rules.face_up_aside or rules.face_up, face_up_ends_last_hand=False, before_card=None)


def void_if_last(table: Round, rules: ShoeRules) -> None:
    """A hand with a card found face up is void if the cutting card has made it the last of the shoe."""
    by = rules.face_up
    was_face_up = any(r.what == FACE_UP and r.by == by for r in table.felt.remedies)
    if was_face_up and rules.face_up_ends_last_hand and shoe_ends(table, rules):
        raise HandsVoid(FACE_UP, "the cutting card came in this hand, the last of the shoe: the hand is void", by)


def discard_face_up(table: Round, rules: ShoeRules, drawn: Drawn) -> Script[None]:
    """A card found face up is not used; further cards may go with it."""
    what, by = FACE_UP, rules.face_up
    if rules.second_face_up_voids and any(r.what == what for r in table.felt.remedies):
        raise HandsVoid(what, "a second card face up: all hands are void and the cards are reshuffled", by)
    if rules.face_up_ends_last_hand and shoe_ends(table, rules):
        raise HandsVoid(what, "a card of the last hand of the shoe: the hand is void", by)
    further = further_with(table, rules, drawn)
    cards = "card" if further == 1 else "cards"
    yield from remedy(what, f"it is discarded with {further} further {cards}" if further else "it is discarded", by=by)
    yield from discard(table, rules, further, "up", by)


def further_with(table: Round, rules: ShoeRules, drawn: Drawn) -> int:
    """How many cards are discarded with one found face up; where that goes by its value, it must be known."""
    if rules.with_face_up is None:
        return 0
    if drawn.card in ("", HIDDEN):
        text = f"{drawn.found}: which card it was decides how many go with it"
        raise DealerError(text, rules.face_up, table.as_of, "the card that was found face up")
    return rules.with_face_up(drawn.card)


def discard(table: Round, rules: ShoeRules, number: int, face: Face, by: Citation) -> Script[None]:
    """Draw so many cards and put them away."""
    left, rules = number, aside(rules)
    while left > 0:
        yield from look_for_cutting_card(table, rules)
        if left_in_shoe(table) < 1:
            raise too_few(rules)
        drawn = yield from draw(BURN, face, by)
        if drawn.found == rules.run_out:
            raise too_few(rules)
        left -= 1
        if drawn.found in UNUSED:  # it goes with them, and further cards with it
            more = further_with(table, rules, drawn)
            yield from remedy(FACE_UP, f"it is discarded with the others, and {more} more", by=rules.face_up)
            left += more
        elif drawn.found:
            yield from see_to(table, rules, drawn)
    if number:
        yield from to_rack(BURN, by=by)


def too_few(rules: ShoeRules) -> HandsVoid:
    return HandsVoid(rules.run_out, VOID, rules.too_few)


def first_cards(
    table: Round, rules: ShoeRules, to: Sequence[str], face: Face, by: Citation, kept: Citation
) -> Script[None]:
    """The first cards of a hand: those kept from the last hand, as long as there are any, then the shoe's."""
    from_last = len(set_aside(table.felt))
    for area in to:
        if from_last:
            yield from use_set_aside(table, area, face, kept)
            from_last -= 1
        else:
            yield from deal_from_shoe(table, rules, area, face, by)


def use_set_aside(table: Round, to: str, face: Face, by: Citation) -> Script[None]:
    """A card kept from the last hand; if nobody ever saw it, it is known now that it is played."""
    first, *others = set_aside(table.felt)
    if first != HIDDEN:
        yield UseSetAside(by, to, face)
        return
    yield from note(SET_ASIDE, " ".join(others), by=by)
    yield from note(BURNED, str(max(int(table.felt.state.get(BURNED, "0")) - 1, 0)), by=by)
    drawn = yield from draw(to, face, by)
    if drawn.found:
        raise not_here(table, drawn.found, "the card was drawn before", "before the next card from the shoe")


def let_go_of_set_aside(table: Round, by: Citation) -> Script[None]:
    """Cards kept for the next hand do not open it once the cutting card is seen."""
    kept = len(set_aside(table.felt))
    if kept and cutting_card_is_seen(table):
        cards = "the card set aside is" if kept == 1 else f"the {kept} cards set aside are"
        yield from remedy("card-drawn-in-error", f"the cutting card has come: {cards} discarded unseen", by=by)
        yield from note(SET_ASIDE, "", by=by)


def keep_for_next_hand(table: Round, area: str, by: Citation) -> Script[None]:
    """Keep a card that nobody saw; it opens the next hand."""
    yield SetAside(by, area)


def move_card(area: str, at: int, to: str, by: Citation) -> Script[None]:
    """Move a card that lies on the table to another hand."""
    yield MoveCard(by, area, at, to)


def shoe_ends(table: Round, rules: ShoeRules) -> bool:
    """Whether no more hands are dealt from this shoe."""
    return is_last_hand(table) or (cutting_card_is_out(table) and not rules.hands_after)


def leave_shoe(table: Round, rules: ShoeRules, method: str = "manual") -> Script[None]:
    """At the end of a round: leave the shoe for the next, announce the last hand, or have the cards reshuffled."""
    by = rules.cutting_card
    if method == "continuous":
        return
    if shoe_ends(table, rules) or left_in_shoe(table) < 1:
        yield from finish_shoe(by)
        return
    if cutting_card_is_out(table):
        left = table.felt.state.get(LAST_HAND)
        hands = int(left) - 1 if left and left.isdigit() else rules.hands_after
        if hands == 1:
            yield from announce(rules.last_hand_call, by=by)
        yield from note(LAST_HAND, str(hands), by=by)
    yield from remember_shoe(by)


def remember_shoe(by: Citation) -> Script[None]:
    """What is left in the shoe stays there."""
    yield LeaveShoe(by)


def finish_shoe(by: Citation) -> Script[None]:
    """No more cards are dealt until the reshuffle."""
    yield from note(SHOE, "", by=by)
    yield from note(LAST_HAND, "", by=by)
