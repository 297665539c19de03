"""What each choice is worth to somebody at a table of the blackjack family, and the cell of the chart for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from nomorebets.errors import RulesError
from nomorebets.games.twenty_one.analysis.chart import row_name
from nomorebets.games.twenty_one.analysis.choices import blackjack_risk, choice_worths, raised_worths
from nomorebets.games.twenty_one.analysis.hands import NAMES
from nomorebets.games.twenty_one.analysis.suits import more_by_drawing
from nomorebets.games.twenty_one.hand import may_be_blackjack, value
from nomorebets.games.twenty_one.rules import SUITS, VALUES, Rules, with_shoe
from nomorebets.games.twenty_one.strategies import doubles_of, is_from_split, shown
from nomorebets.pricing.facet import ChoiceValue
from nomorebets.table import House, Round
from nomorebets.table.areas import seat_area
from nomorebets.table.cards import pack_of
from nomorebets.table.decisions import Ask


@dataclass(frozen=True, kw_only=True)
class Helped:
    """What help must know of a game."""

    rules_of: Callable[[House], Rules]
    mains: Callable[[House], tuple[str, ...]]  # the wagers that start a box
    decks: Callable[[House], int]
    has_reader: Callable[[House], bool]
    raises: tuple[str, ...] = ("double",)  # the wagers that doubling adds
    for_stake: Callable[[Round, Rules, int], Rules] = lambda table, rules, stake: rules  # where fixed sums are paid


def choice_values(game: Helped, request: Ask, table: Round) -> Mapping[str, ChoiceValue]:
    """What each choice with a hand is worth, by all cards that are not seen; later draws played as well as may be."""
    if not isinstance(request, Ask) or "stand" not in request.choices:
        return {}
    up, cards = shown(table), table.felt.hand(seat_area(request.seat, request.hand))
    own, column = "".join(NAMES[value(card) - 1] for card in cards), NAMES[value(up) - 1]
    split, stake = is_from_split(table, request.seat), _stake_of(game, table, request)
    rules = _rules_at(game, table, request, (*cards, up))
    if stake:
        rules = game.for_stake(table, rules, stake)
    doubles = doubles_of(table, request, game.raises)
    try:
        if doubles and rules.rescue:
            worths = raised_worths(rules, own, column, doubles, request.choices, from_split=split)
        else:
            worths = choice_worths(rules, own, column, request.choices, from_split=split)
            if "draw" in worths:
                worths["draw"] += more_by_drawing(rules, cards, column, from_split=split)
    except RulesError:
        return {}  # a shoe that may run out within the round has no odds
    known = not may_be_blackjack(up) or game.has_reader(table.house)
    risk = Fraction(0) if known else blackjack_risk(rules, own, column)
    values = {}
    for choice, worth in worths.items():
        early = choice == "surrender" and rules.surrender == "early"
        whole = worth if early else (1 - risk) * worth - (risk if request.hand == 1 else 0)
        option = request.option(choice)
        values[choice] = ChoiceValue(stake * whole, option.most if option is not None else 0)
    return values


def _rules_at(game: Helped, table: Round, request: Ask, known: tuple[str, ...]) -> Rules:
    """The table with the cards nobody has seen, the hand and the card shown, and the splits that are left."""
    unseen = unseen_cards(table, game.decks(table.house))
    unseen.update(known)
    hands = 1 + sum(1 for area in table.felt.cards if area.startswith(f"seat:{request.seat}#"))
    rules = game.rules_of(table.house)
    most = max(rules.most_hands - (hands if is_from_split(table, request.seat) else 1) + 1, 1)
    shoe = [sum(n for card, n in unseen.items() if value(card) == place + 1) for place in range(VALUES)]
    suits = tuple(tuple(unseen[rank + suit] for suit in SUITS) for rank in "678") if rules.always_21 else None
    return with_shoe(replace(rules, most_hands=most), shoe, suits)


def cell_of(request: Ask, table: Round) -> tuple[str, str] | None:
    """The row and the column of the chart that speak of the hand one is asked about; of doubled hands it is silent."""
    if not isinstance(request, Ask) or "stand" not in request.choices or "rescue" in request.choices:
        return None
    cards = table.felt.hand(seat_area(request.seat, request.hand))
    own = "".join(NAMES[value(card) - 1] for card in cards)
    return row_name(own, may_split="split" in request.choices), NAMES[value(shown(table)) - 1]


def unseen_cards(table: Round, decks: int) -> Counter[str]:
    """How many of each card nobody has seen: what is left in the shoe, and what lies face down."""
    felt = table.felt
    pack = pack_of(felt, decks, table.game.chance.pack)
    lying = [laid for laid_there in felt.cards.values() for laid in laid_there]
    if len(pack) == felt.shoe.total() + len(lying) + len(felt.rack):  # the first round of a shoe: all else was seen
        unseen = Counter(pack)
        unseen.subtract((*felt.rack, *(laid.card for laid in lying if laid.up)))
        return unseen
    unseen = Counter(felt.shoe)
    unseen.update(laid.card for laid in lying if not laid.up)
    return unseen


def _stake_of(game: Helped, table: Round, request: Ask) -> int:
    kinds = ("split",) if request.hand > 1 else game.mains(table.house)
    own = (w.amount for w in table.wagers if (w.seat, w.hand) == (request.seat, request.hand) and w.kind in kinds)
    return max(own, default=0)
