"""The shoe of blackjack: opened, shuffled, cut by the right player, marked, and put away (19:47-2.4 to 2.6, 2.21)."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from nomorebets.equipment.cards import DECK
from nomorebets.games.blackjack.terms import (
    BART_CARTER,
    CUT_DEPTH,
    DEALING,
    MID_SHOE_ENTRY,
    SHUFFLE_AT_WILL,
    decks_dealt,
    main_kinds,
)
from nomorebets.games.twenty_one.cutting import AT_WILL, CutRules, cards_behind, offering
from nomorebets.games.twenty_one.dealing import OUT_AT
from nomorebets.games.twenty_one.entry import bar_others, let_all_in
from nomorebets.procedures.deck import seats_with
from nomorebets.procedures.shoe import (
    BURN,
    CUTTING_CARD,
    SHOE,
    ShoeRules,
    deal_from_shoe,
    finish_shoe,
    leave_shoe,
    must_shuffle,
    open_shoe,
)
from nomorebets.procedures.shoe_text import read_shoe, shoe_text
from nomorebets.procedures.shuffling import put_right
from nomorebets.regulation import cite, reading
from nomorebets.table import House, Round, Script
from nomorebets.table.cards import BURNED, size_of_pack, to_rack
from nomorebets.table.requests import Answer, Request
from nomorebets.table.steps import attest, note

if TYPE_CHECKING:
    from nomorebets.table.felt import Felt

METHODS = {"shoe": "manual", "hand": "automated", "continuous": "continuous", "double-shoe": "manual"}
BLACK = "cs"  # clubs and spades
CUT = CutRules(
    backs=cite("2.5(b)"),
    first_player=reading("R-2.5-first-player"),
    on_box=cite("2.5(e)2"),
    on_dealer=cite("2.5(e)3"),
    at_will=cite("2.5(e)4"),
    nobody=reading("R-2.5-nobody-cuts"),
)
DISCARDS = "discards"  # what lies in the discard rack, where it is shuffled back into the shoe


class TakeOtherSide(Request, frozen=True, tag="take-other-side"):
    """The dealer goes over to the other side of a double shoe; each side has its cutting card and its burned cards."""

    def apply(self, felt: Felt, answer: Answer) -> None:
        felt.state[SHOE] = shoe_text(felt.shoe)
        for name in (SHOE, CUTTING_CARD, BURNED):
            mine, others = felt.state.pop(name, None), felt.state.pop(other(name), None)
            if mine is not None:
                felt.state[other(name)] = mine
            if others is not None:
                felt.state[name] = others
        felt.state.setdefault(SHOE, "")


def other(name: str) -> str:
    """What a table remembers of the side that is not dealt from."""
    return f"other-{name}"


class AtWill(Answer, frozen=True):
    """Whether the licensee has the cards shuffled."""

    shuffles: bool = False
    found: str = ""  # where somebody tells of it


class ShuffleAtWill(Request, frozen=True, tag="shuffle-at-will"):
    """After a round the licensee may have the cards shuffled before the next."""

    answer: ClassVar[type[Answer]] = AtWill


class KeepDiscards(Request, frozen=True, tag="keep-discards"):
    """The discard rack is kept; about a deck of it is shuffled and goes back into the shoe in small stacks."""

    deck: int  # so many cards are about a deck

    def apply(self, felt: Felt, answer: Answer) -> None:
        discards = read_shoe(felt.state.get(DISCARDS, "")) + Counter(felt.rack)
        felt.rack.clear()
        if discards.total() >= self.deck:
            felt.shoe.update(discards)
            discards = Counter()
        felt.state[DISCARDS] = shoe_text(discards)


def method_of(table: Round) -> str:
    """How the cards are shuffled."""
    return METHODS[table.house[DEALING]]


def open_cards(table: Round, rules: ShoeRules) -> Script[None]:
    """Take up the cards in use, or shuffle, cut, mark and burn."""
    if table.house[DEALING] == "hand":
        yield from attest("a device shuffles one set of cards while the other is played", by=cite("2.2(c)"))
    fresh = must_shuffle(table)
    yield from take_up(table, rules)
    if fresh and table.house[BART_CARTER] == "on":
        yield from note(DISCARDS, "", by=cite("2.5(d)"))
    if fresh:
        yield from let_all_in(table, by=reading("R-2.3-mid-shoe"))


OFFER_CUT = offering(CUT)


def take_up(table: Round, rules: ShoeRules) -> Script[None]:
    """The shoe, or the side of it that is dealt from."""
    decks = decks_dealt(table.house)
    behind = _behind(table.house, size_of_pack(table.felt, decks))
    yield from open_shoe(table, rules.but(offer=OFFER_CUT), decks, behind, method_of(table))


@lru_cache(64)
def _behind(house: House, stack: int) -> int:
    """How many cards of a stack lie behind the cutting card."""
    behind = 0 if house[BART_CARTER] == "on" else cards_behind(house[CUT_DEPTH], stack)
    if house[DEALING] == "double-shoe" and behind >= stack:
        return cards_behind("1/4", stack)  # a number of cards meant for both sides together
    return behind


def choose_side(table: Round, rules: ShoeRules) -> Script[None]:
    """Before the first card from a double shoe one is drawn that says from which side the round is dealt."""
    if table.house[DEALING] != "double-shoe":
        return
    by = reading("R-2.2-determinant")
    card = yield from deal_from_shoe(table, rules, BURN, "up", by=by)
    yield from to_rack(BURN, by=by)
    if card[1] in BLACK:
        yield TakeOtherSide(by)
        yield from take_up(table, rules)


def put_cards_away(table: Round, rules: ShoeRules, played: list[int]) -> Script[None]:
    """Leave the cards for the next round, or have them shuffled before it."""
    method = method_of(table)
    if table.house[MID_SHOE_ENTRY] == "bar-until-shuffle" and method != "continuous":
        yield from bar_others(table, played, by=reading("R-2.3-mid-shoe"))
    if table.house[BART_CARTER] == "on" and method != "continuous":
        yield KeepDiscards(cite("2.5(d)"), len(DECK))
    yield from leave_shoe(table, rules, method)
    if table.house[SHUFFLE_AT_WILL] == "on" and table.felt.state.get(SHOE):
        chosen = yield ShuffleAtWill(cite("2.5(a)"))
        assert isinstance(chosen, AtWill)
        if chosen.found:
            yield from put_right(chosen.found, table.game.irregularities)
        if chosen.shuffles:
            yield from note(OUT_AT, AT_WILL, by=cite("2.5(e)4"))
            yield from finish_shoe(cite("2.5(a)"))


def boxes_in_play(table: Round) -> list[int]:
    """The boxes with a main wager."""
    return seats_with(table, *main_kinds(table.house))
