"""The terms of fast action hold'em (19:47-21; since 2012, 13:69F-21), all of which a licensee's game file supplies.

Of the subchapter only the headings are known. Each option here is a question that its text would answer; the values
are those that this program can deal and price exactly. None has a default.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from msgspec.structs import replace

from nomorebets.errors import HouseRuleError, RulesError
from nomorebets.hands.joker import Wheel
from nomorebets.procedures.deck_options import BY_DEVICE, dealing_option, second_deck_option, shuffle_option
from nomorebets.procedures.vigorish import RATE, ROUNDING
from nomorebets.regulation import Citation, HouseOption, Odds, choice, cite, house_option, reading
from nomorebets.regulation.options import option, whole_number
from nomorebets.table import House
from nomorebets.table.variation import file_option

WAYS = ("high-first", "low-first")  # ways to set a hand: with the best high hand that may stand, or the best low hand
OPTIMAL = "optimal"


def supplied(id: str, by: Citation, says: str, *values: str) -> HouseOption:
    """A term that the text of a paragraph would settle, if it were available."""
    return replace(option(id, by, says, values), must_supply=True)


def _number(id: str, by: Citation, says: str, values: Iterable[int]) -> HouseOption:
    return replace(supplied(id, by, says, *map(str, values)), counts_cards=True)


DECKS = _number("decks", cite("21.2"), "How many decks are dealt from.", [1])
JOKER = supplied("joker", cite("21.2"), "Whether there is a joker, and as what it counts.", "none")
POSITIONS = _number("positions", cite("21.6"), "How many betting areas for players there are.", range(1, 8))
WAGERS = supplied("wagers", cite("21.6"), "Which wagers a player makes: one before the deal, and no other.", "one")
PLAYER_CARDS = _number("player-cards", cite("21.7"), "How many cards each player is dealt, face down.", [2, 3])
DEALER_CARDS = _number("dealer-cards", cite("21.7"), "How many cards the dealer is dealt, face down.", [2, 3])
COMMUNITY_CARDS = _number("community-cards", cite("21.7"), "How many community cards are dealt, face up.", [1, 2, 3])
COMMUNITY_SHOWN = supplied(
    "community-shown", cite("21.7"), "When the community cards are seen: before hands are set.", "before-setting"
)
HIGH_CARDS = _number("high-cards", cite("21.8"), "How many cards the high hand has.", [3, 5])
LOW_CARDS = _number("low-cards", cite("21.8"), "How many cards the low hand has.", [2])
OWN_CARDS_LOW = _number(
    "own-cards-low",
    cite("21.8"),
    "How many of the own cards are set apart for the low hand; the others are high.",
    [1, 2],
)
COMPLETED_BY = supplied(
    "completed-by",
    cite("21.8"),
    "What fills a hand up: the community cards that make most of it.",
    "best-community-cards",
)
ACE_LOW_STRAIGHT = supplied(
    "ace-low-straight", cite("21.3"), "Where the straight with a low ace stands among straights.", "lowest", "second"
)
MUST_OUTRANK = supplied(
    "must-outrank", cite("21.8"), "Which hand must rank at least as high as the other.", "high", "neither"
)
WRONG_SETTING = supplied(
    "wrong-setting", cite("21.8"), "What becomes of a hand that a player sets wrongly.", "loses", "house-way"
)
DEALER_WAY = supplied(
    "dealer-way", cite("21.8"), "How the dealer's hand is set: with the best high or low hand.", *WAYS
)
COPIES = supplied("copies", cite("21.8"), "Who wins a hand where both are equal.", "dealer", "player")
ONE_HAND_WON = supplied("one-hand-won", cite("21.8"), "What a player has who wins one of two hands.", "push", "loses")
PAYOUT_ODDS = replace(
    supplied("payout-odds", cite("21.8"), "What a winning wager is paid.", "1 to 1"),
    parse=lambda text: str(Odds.parse(text)),
)
PAYOUT_LIMIT = supplied("payout-limit", cite("21.8"), "The most that is paid in a round.", "none")
VIGORISH = replace(
    supplied(RATE, cite("21.8"), "How many percent of what a wager wins are vigorish.", "0", "5"),
    parse=whole_number(0, 10, "a rate of vigorish in percent", cite("21.8"), unit="%"),
)
VIG_ROUNDING = supplied(
    ROUNDING, cite("21.8"), "Whether vigorish is rounded up to 25 cents, or to the next cent.", "quarter-up", "none"
)
CONTINUOUS = supplied(
    "continuous-shuffling", cite("21.11"), "Whether cards go back to a continuous shuffler during the round.", "off"
)

TERMS = (
    DECKS,
    JOKER,
    POSITIONS,
    WAGERS,
    PLAYER_CARDS,
    DEALER_CARDS,
    COMMUNITY_CARDS,
    COMMUNITY_SHOWN,
    HIGH_CARDS,
    LOW_CARDS,
    OWN_CARDS_LOW,
    COMPLETED_BY,
    ACE_LOW_STRAIGHT,
    MUST_OUTRANK,
    WRONG_SETTING,
    DEALER_WAY,
    COPIES,
    ONE_HAND_WON,
    PAYOUT_ODDS,
    PAYOUT_LIMIT,
    VIGORISH,
    VIG_ROUNDING,
    CONTINUOUS,
)

# --- what sister games choose too ------------------------------------------------------------------------------------

_SHUFFLED, _DEALT = reading("R-21.5-shuffle"), reading("R-21.7-shoe")
SHUFFLE = shuffle_option(_SHUFFLED, manual=choice("21.5", read=_SHUFFLED), automated=choice("21.5", read=_SHUFFLED))
DEALING_METHOD = dealing_option(
    _DEALT, "manual-shoe", manual_shoe=choice("21.7", read=_DEALT), automated_shoe=choice("21.7", read=_DEALT)
)
SECOND_DECK = second_deck_option(
    _SHUFFLED, on=choice("21.5", read=_SHUFFLED, needs=BY_DEVICE), off=choice("21.5", read=_SHUFFLED)
)
TWO_AREAS = house_option(
    "two-areas",
    "21.10",
    "Whether a player may wager on two betting areas: at this game never.",
    {"off": choice("21.10")},
    "off",
)


GAME_FILE = file_option(cite("21.8"))
OPTIONS = (*TERMS, SHUFFLE, DEALING_METHOD, SECOND_DECK, TWO_AREAS, GAME_FILE)


class Shape(NamedTuple):
    """How many cards there are of each kind."""

    own: int
    apart: int  # of the own cards, for the low hand
    community: int
    high: int
    low: int

    @property
    def fills_high(self) -> int:
        """How many community cards complete the high hand."""
        return self.high - self.own + self.apart

    @property
    def fills_low(self) -> int:
        return self.low - self.apart


def shape_at(house: House) -> Shape:
    """The numbers of cards of this house."""
    numbers = (PLAYER_CARDS, OWN_CARDS_LOW, COMMUNITY_CARDS, HIGH_CARDS, LOW_CARDS)
    return Shape(*(int(house[number]) for number in numbers))


def wheel_at(house: House) -> Wheel:
    """Where the straight with a low ace stands at this house."""
    return "second" if house[ACE_LOW_STRAIGHT] == "second" else "lowest"


def do_not_fit(house: House) -> dict[str, RulesError]:
    """Numbers of cards from which hands cannot be set."""
    shape = shape_at(house)
    faults: dict[str, RulesError] = {}

    def fault(term: HouseOption, text: str, accepts: str, by: Citation) -> None:
        faults[term.id] = HouseRuleError(f"{term.id} = {house[term]}: {text}", by, house.as_of, accepts)

    if house[DEALER_CARDS] != house[PLAYER_CARDS]:
        text = f"players have {house[PLAYER_CARDS]}, and the dealer sets as many cards as they do"
        fault(DEALER_CARDS, text, house[PLAYER_CARDS], cite("21.7"))
    if shape.apart >= shape.own:
        fault(OWN_CARDS_LOW, "no own card is left for the high hand", f"fewer than {shape.own}", cite("21.8"))
    elif not 0 <= shape.fills_high <= shape.community:
        held, most = shape.own - shape.apart, shape.own - shape.apart + shape.community
        text = f"{held} own cards and {shape.community} community cards do not make such a hand"
        fault(HIGH_CARDS, text, f"{held} to {most}, or other numbers of cards", cite("21.8"))
    if house[ACE_LOW_STRAIGHT] == "second" and shape.high != 5:
        fault(ACE_LOW_STRAIGHT, "it is ranked so in hands of five cards only", "lowest", cite("21.3"))
    return faults
