"""The side wagers of blackjack: how each is won, what it pays, and when it is decided (13:69F-2.17, 2.19 to 2.26).

Each is settled by a pure function of the wager and the box's cards as far as they are known. It returns None as long
as the wager is not decided, so that a script asks again at the next moment: when every box has its second card, when
the hole card is shown, when a third card is dealt, when the round is over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import takewhile

from nomorebets.equipment.cards import RANKS
from nomorebets.games.blackjack import side_terms as terms
from nomorebets.games.blackjack.outcome import BoxOutcome, Card
from nomorebets.games.twenty_one.hand import count, is_ace_and_ten, may_be_blackjack, value
from nomorebets.games.twenty_one.sides import by_row, in_one_suit, match_name
from nomorebets.regulation import cite, reading, to
from nomorebets.table import House, Result, Wager
from nomorebets.table.game import Bet
from nomorebets.table.wagers import FixedStake, lost

MAIN = "blackjack"  # the wager they all go with
ADDITIONAL = ("over-13", "under-13", "same-suit", "sevens")
# moments at which a side wager is decided
SECOND_CARD = "second-card"
HOLE_CARD = "hole-card"
NEXT_CARDS = "next-cards"
ROUND_OVER = "round-over"

THIRTEEN = 13
TWENTY = 20
QUEEN_OF_HEARTS = "Qh"


# --- over and under 13 -----------------------------------------------------------------------------------------------


def total_with_low_aces(cards: Iterable[Card]) -> int:
    """The total of cards with every ace as one: 2.2(b)3ii.

    >>> total_with_low_aces(("As", "Kd")), total_with_low_aces(("As", "Ad"))
    (11, 2)
    """
    return sum(map(value, cards))


def settle_over_under(wager: Wager, outcome: BoxOutcome, house: House) -> Result:
    """Over 13 and under 13, on the initial two cards; 13 loses both."""
    total = total_with_low_aces(outcome.cards)
    if total == THIRTEEN:
        return lost(wager, cite("2.17(c)"))
    if (total > THIRTEEN) == (wager.kind == "over-13"):
        return Result(wager, "win", house.pays[wager.kind].of(wager.amount), reading("R-2.17-over-under-odds"))
    if wager.kind == "under-13":
        return lost(wager, cite("2.17(b)2"))
    only_for_the_ace = count(outcome.cards).total > THIRTEEN  # as eleven it would have won
    return lost(wager, cite("2.2(b)3ii") if only_for_the_ace else cite("2.17(b)1"))


# --- same suit, sevens -----------------------------------------------------------------------------------------------


def same_suit_row(outcome: BoxOutcome, house: House) -> str:
    """Two cards of one suit; king and queen are paid better."""
    if not in_one_suit(outcome.cards):
        return ""
    return "king-queen" if {card[0] for card in outcome.cards} == {"K", "Q"} else "suited"


_NUMBER = ("", "one", "two", "three", "four")


def _run(cards: Iterable[Card], rank: str) -> tuple[Card, ...]:
    """The cards of a rank from the first card on."""
    return tuple(takewhile(lambda card: card[0] == rank, cards))


def sevens_row(outcome: BoxOutcome, house: House) -> str | None:
    """The sevens of the first three cards: from the first on, or any of them."""
    cards = (*outcome.cards, *outcome.drawn)[:3]
    third_may_come = len(cards) < 3 and outcome.net is None
    if house[terms.SEVENS_MODE] == "any-of-three":
        sevens = tuple(card for card in cards if card[0] == "7")
        if third_may_come:
            return None
        name = _NUMBER[len(sevens)]
    else:
        sevens = _run(cards, "7")
        if third_may_come and len(sevens) == 2:
            return None
        name = ("", "first", "first-two", "first-three")[len(sevens)]
    return f"{name}-suited" if len(sevens) > 1 and in_one_suit(sevens) else name


# --- progressive blackjack -------------------------------------------------------------------------------------------


def aces_row(outcome: BoxOutcome, house: House) -> str | None:
    """The aces from the first card on, four at most."""
    cards = (*outcome.cards, *outcome.drawn)[:4]
    aces = _run(cards, "A")
    if len(aces) == len(cards) < 4 and outcome.net is None:
        return None
    if not aces:
        return ""
    name = f"{_NUMBER[len(aces)]}-{'ace' if len(aces) == 1 else 'aces'}"
    return f"{name}-suited" if len(aces) > 1 and in_one_suit(aces) else name


def settle_progressive(chip: Wager, outcome: BoxOutcome, house: House) -> Result | None:
    """The progressive wager: a part of the meter, or a fixed sum."""
    row = aces_row(outcome, house)
    if row is None:
        return None
    if row in terms.METER_PARTS:
        part = terms.METER_PARTS[row]
        whole = outcome.meter // (outcome.sharing if part == 1 else 1)
        return Result(chip, "win", int(whole * part) - chip.amount, reading("R-2.19-pays"))
    fixed = house.pays.get(f"progressive.{row}")
    if fixed is None:
        return lost(chip, reading("R-2.19-pays"))
    return Result(chip, "win", fixed.of(chip.amount) - chip.amount, reading("R-2.19-pays"))


# --- blackjack bonus, streak -----------------------------------------------------------------------------------------


def bonus_on(wager: Wager) -> str:
    """Whose blackjack a bonus is on: ``blackjack-bonus:dealer``, else the player's."""
    return wager.on.partition(":")[2] or "player"


def settle_blackjack_bonus(wager: Wager, outcome: BoxOutcome, house: House) -> Result | None:
    """The player's blackjack, or the dealer's, as the wager says."""
    by = reading("R-2.20-pays")
    if bonus_on(wager) == "dealer":
        if outcome.hole is None:
            return None if may_be_blackjack(outcome.up) else lost(wager, by)
        won = is_ace_and_ten((outcome.up, outcome.hole))
    else:
        won = is_ace_and_ten(outcome.cards)
    odds = house.pays[f"blackjack-bonus.{bonus_on(wager)}"]
    return Result(wager, "win", odds.of(wager.amount), by) if won else lost(wager, by)


def settle_streak(wager: Wager, outcome: BoxOutcome, house: House) -> Result | None:
    """A streak wager: it lives on through rounds won and tied, until its number is won or one is lost."""
    if outcome.surrendered:
        return None if house[terms.STREAK_SURRENDER] == "void" else lost(wager, reading("R-2.22-surrender"))
    if not outcome.net:
        return None
    if outcome.net < 0:
        return lost(wager, reading("R-2.22-rounds"))
    if outcome.won_before + 1 < terms.STREAKS[wager.kind]:
        return None
    return Result(wager, "win", house.pays[wager.kind].of(wager.amount), reading("R-2.22-pays"))


def marker_after(outcome: BoxOutcome, house: House) -> int:
    """Where the marker of a box stands after a round: how many it has won in a row."""
    if outcome.surrendered:
        return outcome.won_before if house[terms.STREAK_SURRENDER] == "void" else 0
    if not outcome.net:
        return outcome.won_before
    return outcome.won_before + 1 if outcome.net > 0 else 0


# --- with the dealer's first card ------------------------------------------------------------------------------------


def match_row(outcome: BoxOutcome, house: House) -> str:
    """How many of the initial cards have the rank of the dealer's first card, and how many its suit too."""
    return match_name(outcome.cards, outcome.up)


def twenty_row(outcome: BoxOutcome, house: House) -> str | None:
    """The class of a 20; the pair of queens of hearts waits for the hole card where the dealer may have a blackjack."""
    first, second = outcome.cards
    if count(outcome.cards).total != TWENTY:
        return ""
    if first == second == QUEEN_OF_HEARTS:
        if outcome.hole is None:
            return None if may_be_blackjack(outcome.up) else "queens"
        return "queens-and-dealer-blackjack" if is_ace_and_ten((outcome.up, outcome.hole)) else "queens"
    if first == second:
        return "matched"
    return "suited" if in_one_suit(outcome.cards) else "any"


def is_straight(cards: Iterable[Card]) -> bool:
    """Three ranks in sequence, the ace high or low.

    >>> is_straight(("Ad", "3c", "2s")), is_straight(("Qd", "As", "Kc")), is_straight(("Kd", "As", "2c"))
    (True, True, False)
    """
    ranks = {RANKS.index(card[0]) for card in cards}
    low = {rank if rank < len(RANKS) - 1 else -1 for rank in ranks}
    return len(ranks) == 3 and (max(ranks) - min(ranks) == 2 or max(low) - min(low) == 2)


def optional_row(outcome: BoxOutcome, house: House) -> str:
    """The initial cards and the dealer's first card as a poker hand of three."""
    cards = (*outcome.cards, outcome.up)
    if len({card[0] for card in cards}) == 1:
        return "three-of-a-kind"
    straight, flush = is_straight(cards), in_one_suit(cards)
    return "straight-flush" if straight and flush else "straight" if straight else "flush" if flush else ""


def in_between_row(outcome: BoxOutcome, house: House) -> str:
    """The dealer's first card between the initial two, by the ranks that lie between; ace high."""
    low, high = sorted(RANKS.index(card[0]) for card in outcome.cards)
    up = RANKS.index(outcome.up[0])
    if low == up == high:
        return "three-of-a-kind"
    if not low < up < high:
        return ""
    spread = high - low - 1
    return f"spread-{spread}" if spread < 4 else "spread-4-or-more"


ROWS: Mapping[str, Callable[[BoxOutcome, House], str | None]] = {
    "same-suit": same_suit_row,
    "sevens": sevens_row,
    "progressive": aces_row,
    "match-the-dealer": match_row,
    "twenty-point-bonus": twenty_row,
    "optional-bonus": optional_row,
    "in-between": in_between_row,
}
"""The row of its pay table that a box has won, by the kind of wager."""

# --- the bets --------------------------------------------------------------------------------------------------------


_DOLLAR = FixedStake(terms.ADDITIONAL_STAKE, cite("2.17(a)"))
_SAME_SUIT = terms.table_by(reading("R-2.17-same-suit-odds"), terms.SAME_SUIT["A"])
_SEVENS = terms.table_by(reading("R-2.17-sevens-odds"), terms.SEVENS["consecutive-from-first"]) | terms.table_by(
    reading("R-2.17-sevens-any"), terms.SEVENS["any-of-three"]
)
_MATCH = terms.table_by(reading("R-2.23-pays"), terms.MATCH["6"])
_TWENTY = terms.table_by(reading("R-2.24-pays"), terms.TWENTY["A"])
_OPTIONAL = terms.table_by(reading("R-2.25-pays"), terms.OPTIONAL)
_IN_BETWEEN = terms.table_by(reading("R-2.26-pays"), terms.IN_BETWEEN["12"])

SIDE_BETS = (
    *(
        Bet(
            kind=kind,
            by=cite("2.17(a)1"),
            pays=terms.table_by(reading("R-2.17-over-under-odds"), {kind: to(1)}),
            settle=settle_over_under,
            offered=terms.ADDITIONAL_WAGER,
            brought_by=("over-under",),
            beside=MAIN,
            stake=_DOLLAR,
            decided=SECOND_CARD,
        )
        for kind in ("over-13", "under-13")
    ),
    Bet(
        kind="same-suit",
        by=cite("2.17(a)2"),
        pays=_SAME_SUIT,
        least=lambda house: terms.SAME_SUIT[house[terms.SAME_SUIT_TABLE]],
        settle=by_row(same_suit_row, _SAME_SUIT, cite("2.17(b)3")),
        offered=terms.ADDITIONAL_WAGER,
        brought_by=("same-suit",),
        beside=MAIN,
        stake=_DOLLAR,
        decided=SECOND_CARD,
    ),
    Bet(
        kind="sevens",
        by=cite("2.17(a)3"),
        pays=_SEVENS,
        least=lambda house: terms.SEVENS[house[terms.SEVENS_MODE]],
        settle=by_row(sevens_row, _SEVENS, cite("2.17(b)4")),
        offered=terms.ADDITIONAL_WAGER,
        brought_by=("sevens",),
        beside=MAIN,
        stake=_DOLLAR,
        decided=NEXT_CARDS,
    ),
    Bet(
        kind="progressive",
        by=cite("2.19"),
        pays=terms.table_by(reading("R-2.19-pays"), terms.PROGRESSIVE),
        settle=settle_progressive,
        offered=terms.PROGRESSIVE_WAGER,
        beside=MAIN,
        stake=FixedStake(terms.PROGRESSIVE_STAKE, reading("R-2.19-stake")),
        own_odds=True,
        decided=NEXT_CARDS,
    ),
    Bet(
        kind="blackjack-bonus",
        by=cite("2.20"),
        pays=terms.table_by(reading("R-2.20-pays"), terms.BLACKJACK_BONUS),
        settle=settle_blackjack_bonus,
        offered=terms.BLACKJACK_BONUS_WAGER,
        beside=MAIN,
        own_limits=True,
        own_odds=True,
        decided=HOLE_CARD,
    ),
    *(
        Bet(
            kind=kind,
            by=cite("2.22"),
            pays=terms.table_by(reading("R-2.22-pays"), {kind: pays}),
            settle=settle_streak,
            offered=terms.STREAK_WAGER,
            beside=MAIN,
            own_limits=True,
            decided=ROUND_OVER,
            may_stand=True,
        )
        for kind, pays in terms.STREAK.items()
    ),
    Bet(
        kind="match-the-dealer",
        by=cite("2.23"),
        pays=_MATCH,
        least=lambda house: terms.MATCH[terms.decks_of(house)],
        settle=by_row(match_row, _MATCH, cite("2.23")),
        offered=terms.MATCH_WAGER,
        beside=MAIN,
        own_limits=True,
        decided=SECOND_CARD,
    ),
    Bet(
        kind="twenty-point-bonus",
        by=cite("2.24"),
        pays=_TWENTY,
        least=lambda house: terms.TWENTY[house[terms.TWENTY_WAGER]],
        settle=by_row(twenty_row, _TWENTY, reading("R-2.24-classes")),
        offered=terms.TWENTY_WAGER,
        beside=MAIN,
        own_limits=True,
        decided=HOLE_CARD,
    ),
    Bet(
        kind="optional-bonus",
        by=cite("2.25"),
        pays=_OPTIONAL,
        settle=by_row(optional_row, _OPTIONAL, cite("2.25")),
        offered=terms.OPTIONAL_WAGER,
        beside=MAIN,
        own_limits=True,
        own_odds=True,
        decided=SECOND_CARD,
    ),
    Bet(
        kind="in-between",
        by=cite("2.26"),
        pays=_IN_BETWEEN,
        least=lambda house: terms.IN_BETWEEN[house[terms.IN_BETWEEN_WAGER]],
        settle=by_row(in_between_row, _IN_BETWEEN, reading("R-2.26-ranks")),
        offered=terms.IN_BETWEEN_WAGER,
        beside=MAIN,
        own_limits=True,
        decided=SECOND_CARD,
    ),
)
"""In the order in which they are settled where several are decided at one moment."""
