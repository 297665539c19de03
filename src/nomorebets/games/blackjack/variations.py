"""What a game file may do with blackjack: wagers added on the first two cards of a box and the dealer's first card."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from nomorebets.equipment.cards import RANKS
from nomorebets.games.blackjack.outcome import BoxOutcome
from nomorebets.games.blackjack.side_wagers import MAIN, SECOND_CARD
from nomorebets.games.twenty_one.hand import count, is_ace_and_ten
from nomorebets.games.twenty_one.shoe_counts import ShoeCounts
from nomorebets.games.twenty_one.sides import by_row, in_one_suit
from nomorebets.hands.poker import three_card_hand_of
from nomorebets.regulation import Pays
from nomorebets.table import House
from nomorebets.table.added_wagers import ADDED
from nomorebets.table.game import Bet
from nomorebets.table.variation import GameVariations, paid_by_file

Holds = Callable[[tuple[str, ...], str], bool]  # the first two cards, the dealer's first card


def _is_pair(cards: Sequence[str]) -> bool:
    return cards[0][0] == cards[1][0]


def _three(cards: Sequence[str], up: str, *categories: str) -> bool:
    """Whether the two cards and the dealer's are a hand of three; of several decks, cards may be the same twice."""
    three = (*cards, up)
    return three_card_hand_of([RANKS.index(card[0]) for card in three], in_one_suit(three)).category in categories


def _totals(total: int) -> Holds:
    return lambda cards, up: count(cards).total == total


OUTCOMES: Mapping[str, tuple[str, Holds]] = {
    "perfect-pair": ("two cards alike in rank and suit", lambda cards, up: cards[0] == cards[1]),
    "pair": ("two cards of one rank", lambda cards, up: _is_pair(cards)),
    "suited-blackjack": (
        "an ace and a card of ten points in one suit",
        lambda cards, up: is_ace_and_ten(cards) and in_one_suit(cards),
    ),
    "blackjack": ("an ace and a card of ten points", lambda cards, up: is_ace_and_ten(cards)),
    "suited-king-queen": (
        "king and queen of one suit",
        lambda cards, up: in_one_suit(cards) and {card[0] for card in cards} == {"K", "Q"},
    ),
    "suited": ("two cards of one suit", lambda cards, up: in_one_suit(cards)),
    **{f"total-{total}": (f"two cards that total {total}", _totals(total)) for total in range(4, 22)},
    "three-straight-flush": (
        "with the dealer's first card, three in a row in one suit",
        lambda cards, up: _three(cards, up, "straight-flush"),
    ),
    "three-alike": (
        "with the dealer's first card, three of one rank",
        lambda cards, up: _three(cards, up, "three-of-a-kind"),
    ),
    "three-straight": (
        "with the dealer's first card, three in a row",
        lambda cards, up: _three(cards, up, "straight", "straight-flush"),
    ),
    "three-flush": ("with the dealer's first card, three of one suit", lambda cards, up: in_one_suit((*cards, up))),
    "dealer-ace": ("the dealer's first card is an ace", lambda cards, up: up[0] == "A"),
}


def row_of(kind: str, outcome: BoxOutcome, house: House) -> str:
    """The first row of a wager of a file that describes the cards; "" where none does."""
    rows = (row.partition(".")[2] for row in house.pays if row.startswith(f"{kind}."))
    return next((row for row in rows if OUTCOMES[row][1](outcome.cards, outcome.up)), "")


def side_bet(kind: str, rows: Mapping[str, Pays]) -> Bet:
    """A wager of a file, decided when every box has its second card."""
    pays = paid_by_file(rows)
    settle = by_row(lambda outcome, house: row_of(kind, outcome, house), pays, ADDED)
    return Bet(kind=kind, by=ADDED, settle=settle, pays=pays, decided=SECOND_CARD, beside=MAIN, own_limits=True)


def deals_of(shoe: ShoeCounts) -> Iterator[tuple[BoxOutcome, int]]:
    """Two cards and the dealer's first, card by card: an added wager may tell all of them apart."""
    for first, some in shoe.of.items():
        for second, others in shoe.of.items():
            if second < first:
                continue
            pairs = some * (some - 1) if first == second else 2 * some * others
            for up, held in shoe.of.items():
                ways = pairs * (held - (up == first) - (up == second))
                if ways > 0:
                    yield BoxOutcome((first, second), (), up, "2d", None, 0), ways


VARIATIONS = GameVariations(
    outcomes={name: words for name, (words, _) in OUTCOMES.items()},
    side_bet=side_bet,
    kept={"multi-3": "multiple action is played by three wagers"},
)
