"""Two cards that three of one suit may be made of: where their suits call for another play, and what that gains."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from nomorebets.games.twenty_one.analysis.choices import Gained, ended_after, gained_by
from nomorebets.games.twenty_one.analysis.exact import Book, book_hand, split_pairs
from nomorebets.games.twenty_one.analysis.hands import NAMES, all_hands, with_card
from nomorebets.games.twenty_one.analysis.play import WORDS
from nomorebets.games.twenty_one.analysis.splitting import ANY, OTHER
from nomorebets.games.twenty_one.analysis.sums import Shoe, Sum, one_card
from nomorebets.games.twenty_one.analysis.values import HALF, Analysis, best
from nomorebets.games.twenty_one.hand import value
from nomorebets.games.twenty_one.rules import NONE, SEVEN, SUITS, VALUES, Rules

SIX = SEVEN - 1
MIXED, SUITED, SPADES = 0, 1, 2
KINDS = ("mixed", "of one suit", "of spades")
BEGUN = {(5, 6): 7, (5, 7): 6, (6, 7): 5, (6, 6): 6}  # two values, and the one that makes three of them
F0 = Fraction(0)


class Kind(NamedTuple):
    """Two cards mixed, of one suit or of spades."""

    share: Fraction  # of all such two cards
    suited: Fraction  # how often the third card, where it comes, makes three of one suit


def kinds_of(rules: Rules, first: int, second: int) -> tuple[Kind, ...]:
    """How often two cards are mixed, of one suit, of spades, and what then becomes of them."""
    rows = rules.of_suits
    one, two, third = rows[first - SIX], rows[second - SIX], rows[BEGUN[first, second] - SIX]
    alike, left = int(first == second), 2 * int(first == second)
    every, thirds = sum(one) * (sum(two) - alike), sum(third) - left
    pairs = [one[suit] * (two[suit] - alike) for suit in range(len(one))]
    made = [both * max(third[suit] - left, 0) for suit, both in enumerate(pairs)]

    def kind(both: int, three: int) -> Kind:
        known = both and thirds > 0
        return Kind(Fraction(both, every) if every else Fraction(0), Fraction(three, both * thirds) if known else F0)

    suited, spades = kind(sum(pairs[:-1]), sum(made[:-1])), kind(pairs[-1], made[-1])
    return Kind(1 - suited.share - spades.share, F0), suited, spades


@dataclass(frozen=True)
class SuitedPlay:
    """Two cards of a kind with which the best play is not that of all such cards."""

    first: int
    second: int
    kind: int
    up: int
    pair: int | None  # the pair that was split before, if one was
    does: str
    instead: str
    share: Fraction  # of the hands of these values
    suited: Fraction  # how often the third card makes three of one suit
    gain: Fraction  # of a unit of the wager, over all rounds
    added: Fraction  # to what is wagered, over all rounds

    @property
    def cards(self) -> str:
        return NAMES[self.first] + NAMES[self.second]


def paid_by_kind(rules: Rules, hand: tuple[int, int], kind: int, share: Fraction, up: int | None) -> Fraction:
    """What the third card brings on average."""
    assert rules.always_21 is not None
    row = rules.always_21.by_suits(_third(hand), is_super=up == SEVEN)
    if row is None:
        return rules.win_pays
    return row[MIXED] if kind == MIXED else row[MIXED] * (1 - share) + row[kind] * share


@lru_cache(maxsize=16)
def suited_plays(rules: Rules) -> tuple[SuitedPlay, ...]:
    """Every exception that suits make to the best play by values."""
    if rules.always_21 is None:
        return ()
    return tuple(play for play in (*_dealt(rules), *_split(rules)) if play.gain > 0)


@lru_cache(maxsize=16)
def _acts(rules: Rules) -> dict[tuple[int | None, int, int, int, int], str]:
    return {(e.pair, e.first, e.second, e.kind, e.up): e.does for e in suited_plays(rules)}


def suited_act(rules: Rules, cards: Sequence[str], up: int, pair: int | None) -> str | None:
    """What the suits of two cards call for; None where nothing but what their values do."""
    (one, suit), (two, other) = sorted((value(card) - 1, card[1]) for card in cards[:2])
    if len(cards) != 2 or (one, two) not in BEGUN:
        return None
    kind = MIXED if suit != other else SPADES if suit == SUITS[-1] else SUITED
    return _acts(rules).get((pair, one, two, kind, up))


def more_by_drawing(rules: Rules, cards: Sequence[str], up: str, *, from_split: bool) -> Fraction:
    """What the suits of two cards add to the worth of drawing, beside the mean of all such two cards."""
    (one, suit), (two, other) = sorted((value(card) - 1, card[1]) for card in cards[:2])
    if rules.always_21 is None or len(cards) != 2 or (one, two) not in BEGUN:
        return F0
    column, three = NAMES.index(up), _third((one, two))
    against = None if from_split else column
    third = list(rules.of_suits[BEGUN[one, two] - SIX])
    for card in cards:
        if value(card) - 1 == BEGUN[one, two]:
            third[SUITS.index(card[1])] -= 1
    kind = MIXED if suit != other else SPADES if suit == SUITS[-1] else SUITED
    share = Fraction(third[SUITS.index(suit)], sum(third)) if sum(third) else F0
    more = paid_by_kind(rules, (one, two), kind, share, against) - rules.pays_21(three, against)
    held = Sum(Shoe(rules))
    held.add(1, with_card(with_card(NONE, one), two), column, no_blackjack=True)
    return more * _joint(rules, three, column) / held.value()


def _third(hand: tuple[int, int]) -> tuple[int, ...]:
    """Two cards and the third that makes three of them."""
    return with_card(with_card(with_card(NONE, hand[0]), hand[1]), BEGUN[hand])


def _joint(rules: Rules, cards: tuple[int, ...], up: int) -> Fraction:
    """The chance of cards and a card shown, in one order; with no blackjack, unless 21 is paid before it is known."""
    chance = Sum(Shoe(rules))
    chance.add(1, cards, up, no_blackjack=not rules.waits_for_blackjack(up))
    return chance.value()


def _dealt(rules: Rules) -> Iterator[SuitedPlay]:
    """Of boxes that are not split."""
    analysis, hands = best(rules), all_hands()
    for (first, second), _ in BEGUN.items():
        orders = 1 if first == second else 2
        two = hands.of(NAMES[first] + NAMES[second])
        counts = _third((first, second))
        for up in range(VALUES):
            if min(n - k - (place == up) for place, (n, k) in enumerate(zip(rules.shoe, counts, strict=True))) < 0:
                continue
            usual = _usual(rules, two, first == second, up)
            often = 2 * rules.shoe[BEGUN[first, second]] / sum(rules.shoe)  # the third card comes less often than that
            options = ["stand", "draw", "double", *_further(rules, first == second, up)]
            drawn: dict[str, Gained] = {}
            for kind, (share, suited) in enumerate(kinds_of(rules, first, second)):
                paid = paid_by_kind(rules, (first, second), kind, suited, up)
                more = paid - rules.pays_21(counts, up)
                # the decimals tell whether the exact figures need be looked at
                if not share or not _is_near(analysis, two, up, abs(float(more)) * often):
                    continue
                if not drawn:
                    drawn = {act: gained_by(rules, two, up, act) for act in options}
                    made = _joint(rules, counts, up)
                worth = {act: drawn[act].net + (more * made if act == "draw" else 0) for act in drawn}
                does = max(worth, key=lambda act: worth[act])
                held = orders * share
                gain = held * (worth[does] - worth[usual])
                added = held * (drawn[does].added - drawn[usual].added)
                yield SuitedPlay(first, second, kind, up, None, does, usual, share, suited, gain, added)


def _further(rules: Rules, is_pair: bool, up: int) -> list[str]:
    """What else may be done with two cards as dealt."""
    given_up = ["surrender"] if rules.surrender == "late" else []
    return [*given_up, "split"] if is_pair and rules.most_hands > 1 else given_up


def _usual(rules: Rules, hand: int, is_pair: bool, up: int) -> str:
    play = best(rules).play
    if play.surrenders[hand, up]:
        return "surrender"
    if is_pair and rules.most_hands > 1 and play.splits[SEVEN, up]:
        return "split"
    return WORDS[int(play.acts[hand, up])]


def _is_near(analysis: Analysis, hand: int, up: int, most: float) -> bool:
    """Whether a change of what drawing is worth, by at most so much, may change the play."""
    worth = analysis.unsplit
    others = [float(worth.stand[hand, up]), float(worth.double[hand, up]), HALF]
    if all_hands().counts[hand, SEVEN] == 2:
        others.append(float(analysis.split[SEVEN, up]))
    return abs(float(worth.draw[hand, up]) - max(others)) < most


def _split(rules: Rules) -> Iterator[SuitedPlay]:
    """Of hands of a pair of sixes, sevens or eights that was split."""
    play, hands = best(rules).play, all_hands()
    for up in range(VALUES):
        for pair in split_pairs(rules, play, up):
            for first, second in BEGUN:
                if pair not in (first, second) or first == second:
                    continue
                two = hands.of(NAMES[first] + NAMES[second])
                counts = _third((first, second))
                usual = WORDS[int(play.after_split[pair, two, up])]
                worths: dict[str, Gained] = {}
                for kind, (share, suited) in enumerate(kinds_of(rules, first, second)):
                    more = paid_by_kind(rules, (first, second), kind, suited, None) - rules.pays_21(counts)
                    if not share or not more:
                        continue
                    worths = worths or {act: _split_gain(rules, pair, two, up, act) for act in WORDS.values()}
                    made = _split_chance(rules, pair, counts, up) * more
                    worth = {act: gained.net + (made if act == "draw" else 0) for act, gained in worths.items()}
                    does = max(worth, key=lambda act: worth[act])
                    gain = share * (worth[does] - worth[usual])
                    added = share * (worths[does].added - worths[usual].added)
                    yield SuitedPlay(first, second, kind, up, pair, does, usual, share, suited, gain, added)


def most_off(rules: Rules) -> Fraction:
    """How much of a unit the gain of the best play may be off: sevens of a kind that are split count as all sevens do.

    By their values the cards of a box say nothing of its suits. So no more can be wrong than the hands that such boxes
    make three of one suit of, were all of them paid by the other end of the row.
    """
    off, sevens = F0, rules.of_suits[SEVEN - SIX]
    for play in suited_plays(rules):
        if play.pair is None and "split" in (play.does, play.instead):
            after = (later.gain for later in suited_plays(rules) if (later.pair, later.up) == (SEVEN, play.up))
            off += play.share * sum(after, F0)
            of_sevens: Iterable[tuple[int, int]] = ANY[rules.splits_of(SEVEN)].items()
            made = [(_third((SEVEN, SEVEN)), of_sevens, 1)]
            if len(set(sevens)) > 1:  # otherwise each of them is as often of any suit
                made.append((_third((SEVEN - 1, SEVEN)), _terms(rules, SEVEN), 2))
            for counts, terms, orders in made:
                row = rules.always_21.by_suits(counts) if rules.always_21 else None
                assert row is not None
                hands = orders * _chance_of(rules, SEVEN, counts, play.up, terms)
                off += play.share * hands * (max(row) - min(row))
    return off


def _terms(rules: Rules, pair: int) -> Iterator[tuple[int, int]]:
    """Further cards of the pair that are gone, and how often: the second card is none of the pair."""
    splits = rules.splits_of(pair)
    for terms in (ANY[splits], OTHER[splits]):
        yield from terms.items()


def _split_gain(rules: Rules, pair: int, hand: int, up: int, act: str) -> Gained:
    """What an act with a hand of a split pair brings back, less the stakes it adds."""
    play = best(rules).play
    book = Book(Shoe(rules), rules, play)
    orders = ended_after(play, hand, up, act, pair)
    for further, times in _terms(rules, pair):
        book_hand(book, orders, up, times, one_card(pair, further))
    return Gained(book.net.value() / book.unit, book.added.value())


def _split_chance(rules: Rules, pair: int, counts: tuple[int, ...], up: int) -> Fraction:
    return _chance_of(rules, pair, counts, up, _terms(rules, pair))


def _chance_of(rules: Rules, pair: int, counts: tuple[int, ...], up: int, terms: Iterable[tuple[int, int]]) -> Fraction:
    """How many hands of these cards a box comes to on average, in one order of its own cards."""
    chance = Sum(Shoe(rules))
    for further, times in terms:
        cards = with_card(counts, pair, further)
        chance.add(times, cards, up, no_blackjack=not rules.waits_for_blackjack(up))
    return chance.value()
