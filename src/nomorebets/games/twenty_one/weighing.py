"""What the choices at a table of the blackjack family are worth, by all cards that nobody has seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from msgspec.structs import replace

from nomorebets.errors import RulesError
from nomorebets.games.twenty_one.analysis.chart import row_name, worth_of
from nomorebets.games.twenty_one.analysis.choices import blackjack_risk, choice_worths, raised_worths
from nomorebets.games.twenty_one.analysis.hands import NAMES, all_hands
from nomorebets.games.twenty_one.analysis.suits import more_by_drawing
from nomorebets.games.twenty_one.analysis.values import best
from nomorebets.games.twenty_one.hand import MOST, TEN, may_be_blackjack, value
from nomorebets.games.twenty_one.insurance import NO_INSURANCE
from nomorebets.games.twenty_one.outcome import HandOutcome, HoleCard
from nomorebets.games.twenty_one.rules import SUITS, VALUES, Rules, with_shoe
from nomorebets.games.twenty_one.strategies import doubles_of, is_from_split, shown
from nomorebets.pricing.facet import ChoiceValue
from nomorebets.table import House, Round, Wager
from nomorebets.table.areas import seat_area
from nomorebets.table.cards import pack_of
from nomorebets.table.decisions import Ask

BY_SUITS = "678"  # ranks whose suits may be paid for


@dataclass(frozen=True, kw_only=True)
class Weighed:
    """What weighing must know of a game of one box to a seat."""

    rules_of: Callable[[House], Rules]
    mains: Callable[[House], tuple[str, ...]]  # the wagers that start a box
    decks: Callable[[House], int]
    raises: tuple[str, ...] = ("double",)  # the wagers that doubling adds
    for_stake: Callable[[Round, Rules, int], Rules] = lambda table, rules, stake: rules  # where fixed sums are paid


def choice_values(game: Weighed, request: Ask, table: Round) -> Mapping[str, ChoiceValue]:
    """What each choice with a hand is worth, later draws played as well as may be."""
    if not isinstance(request, Ask):
        return {}
    if "insure" in request.choices:
        main = Wager(request.seat, game.mains(table.house)[0], _stake_of(game, table, request))
        return insurance_choices(request, table, unseen_cards(table, game.decks(table.house)), main)
    if "stand" not in request.choices:
        return {}
    split, stake = is_from_split(table, request.seat), _stake_of(game, table, request)
    hands = 1 + sum(1 for area in table.felt.cards if area.startswith(f"seat:{request.seat}#")) if split else 1
    rules, unseen = game.rules_of(table.house), unseen_cards(table, game.decks(table.house))
    if stake:
        rules = game.for_stake(table, rules, stake)
    doubles = doubles_of(table, request, game.raises)
    original = request.hand == 1
    try:
        return hand_choices(
            request, table, rules, unseen, stake, is_split=split, hands=hands, original=original, doubles=doubles
        )
    except RulesError:
        return {}  # a shoe that may run out within the round has no odds


def insurance_choices(request: Ask, table: Round, unseen: Counter[str], main: Wager) -> Mapping[str, ChoiceValue]:
    """What insurance brings by the cards that may lie face down, and to a blackjack what even money does."""
    tens = Fraction(sum(n for card, n in unseen.items() if value(card) == TEN), unseen.total())

    def mean(wager: Wager, *ends: tuple[HandOutcome | HoleCard, Fraction]) -> Fraction:
        return sum((p * table.game.settle([wager], end, table.house)[0].net for end, p in ends), Fraction(0))

    values, waiting = {}, Fraction(0)
    if "even-money" in request.choices:
        own = HandOutcome(MOST, is_blackjack=True)
        tied = replace(own, dealer=MOST, dealer_has_blackjack=True)
        values["even-money"] = ChoiceValue(mean(main, (replace(own, ended="even-money"), Fraction(1))))
        waiting = mean(main, (tied, tens), (own, 1 - tens))
    option = request.option("insure")
    most = option.most if option is not None else 0
    insured = mean(Wager(request.seat, "insurance", most), (HoleCard("Kd"), tens), (HoleCard("9d"), 1 - tens))
    return values | {"insure": ChoiceValue(waiting + insured, most), NO_INSURANCE: ChoiceValue(waiting)}


def hand_choices(
    request: Ask,
    table: Round,
    rules: Rules,
    unseen: Counter[str],
    stake: int,
    *,
    is_split: bool,
    hands: int,
    original: bool,
    doubles: int = 0,
) -> Mapping[str, ChoiceValue]:
    """The same of a box that has so many hands by now.

    Only on an ``original`` one lies the wager that a dealer's blackjack takes.
    """
    up, cards = shown(table), table.felt.hand(seat_area(request.seat, request.hand))
    own, column, left = value_names(cards), value_names((up,)), unseen.copy()
    left.update((*cards, up))
    here = with_cards(replace(rules, most_hands=max(rules.most_hands - hands + 1, 1)), left)
    if doubles and rules.rescue:
        worths = raised_worths(here, own, column, doubles, request.choices, from_split=is_split)
    else:
        worths = choice_worths(here, own, column, request.choices, from_split=is_split)
        if "draw" in worths:
            worths["draw"] += more_by_drawing(here, cards, column, from_split=is_split)
    known = rules.card_reader or not may_be_blackjack(up)
    risk = Fraction(0) if known else blackjack_risk(here, own, column)
    values = {}
    for choice, worth in worths.items():
        early = choice == "surrender" and rules.surrender == "early"
        whole = worth if early else (1 - risk) * worth - (risk if original else 0)
        option = request.option(choice)
        values[choice] = ChoiceValue(stake * whole, option.most if option is not None else 0)
    return values


def with_cards(rules: Rules, cards: Counter[str]) -> Rules:
    """The same table with these cards in the shoe."""
    shoe = [sum(n for card, n in cards.items() if value(card) == place + 1) for place in range(VALUES)]
    suits = tuple(tuple(cards[rank + suit] for suit in SUITS) for rank in BY_SUITS) if rules.always_21 else None
    return with_shoe(rules, shoe, suits)


def two_cards_worth(rules: Rules, own: str, up: str, is_blackjack: bool) -> Fraction:
    """What two cards are worth that are played as well as can be, the cards of ``rules`` gone besides."""
    known = rules.card_reader or not may_be_blackjack(up)
    risk = Fraction(0) if known else blackjack_risk(rules, own, up)
    if is_blackjack:
        return (1 - risk) * rules.blackjack_pays
    analysis = best(rules)
    hand = all_hands().of("".join(sorted(own, key=NAMES.index)))
    choice, _ = worth_of(analysis, analysis.play, hand, NAMES.index(up))
    return (1 - risk) * choice_worths(rules, own, up, [choice])[choice] - risk


def cell_of(request: Ask, table: Round) -> tuple[str, str] | None:
    """The row and the column of the chart that speak of the hand one is asked about; of doubled hands it is silent."""
    if not isinstance(request, Ask) or "stand" not in request.choices or "rescue" in request.choices:
        return None
    own = value_names(table.felt.hand(seat_area(request.seat, request.hand)))
    return row_name(own, may_split="split" in request.choices), value_names((shown(table),))


def value_names(cards: Iterable[str]) -> str:
    """Cards as values without suits.

    >>> value_names(("Kd", "As", "7c"))
    'TA7'
    """
    return "".join(NAMES[value(card) - 1] for card in cards)


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


def _stake_of(game: Weighed, table: Round, request: Ask) -> int:
    kinds = ("split",) if request.hand > 1 else game.mains(table.house)
    whose = request.seat, request.hand, request.player
    own = (w.amount for w in table.wagers if (w.seat, w.hand, w.player) == whose and w.kind in kinds)
    return max(own, default=0)
