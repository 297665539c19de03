"""The side wagers of blackjack, exactly: deals of any shoe counted by what a wager can tell apart, in whole numbers.

Each counting function sums the orders in which cards can come, by classes that a wager cannot tell apart, and gives one
deal of each class; what that deal wins is asked of the table's own settlement.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import perm

from msgspec.structs import replace

from nomorebets.equipment.cards import RANKS, SUITS
from nomorebets.errors import UnknownName, unknown
from nomorebets.games.blackjack import side_terms as terms
from nomorebets.games.blackjack.outcome import BoxOutcome
from nomorebets.games.blackjack.side_wagers import ROWS, aces_row
from nomorebets.games.twenty_one.hand import ACE, TENS, value
from nomorebets.games.twenty_one.shoe_counts import ShoeCounts, fresh_shoe
from nomorebets.games.twenty_one.sides import match_ways
from nomorebets.pricing.facet import Pricing
from nomorebets.pricing.lines import Ending, ending, line_of
from nomorebets.pricing.sheet import Line
from nomorebets.regulation import Citation, reading
from nomorebets.table import House, Table, Wager
from nomorebets.table.money import cents, dollars

USUAL_STAKE = 100  # cents: every row of every table pays it exactly

Deal = tuple[BoxOutcome, int]  # one deal of a class, and the orders in which the class can come


def _deal(cards: str, up: str = "2c", drawn: str = "", hole: str = "2d") -> BoxOutcome:
    """A deal as it is told: two cards, the dealer's two, and what the box drew."""
    return BoxOutcome(tuple(cards.split()), tuple(drawn.split()), up, hole, None)


# --- counting --------------------------------------------------------------------------------------------------------


def _two_values(shoe: ShoeCounts) -> Iterator[Deal]:
    """The initial two cards by their values."""
    card_of = {value(rank + "c"): rank for rank in RANKS}
    left = dict.fromkeys(card_of, 0)
    for rank in RANKS:
        left[value(rank + "c")] += shoe.rank[rank]
    for low in sorted(left):
        for high in range(low, 11):
            ways = perm(left[low], 2) if low == high else 2 * left[low] * left[high]
            yield _deal(f"{card_of[low]}c {card_of[high]}d"), ways


def _same_suit(shoe: ShoeCounts) -> Iterator[Deal]:
    """The initial two cards by whether their suits are alike."""
    royal = sum(2 * shoe.of[f"K{suit}"] * shoe.of[f"Q{suit}"] for suit in SUITS)
    suited = sum(perm(shoe.suit[suit], 2) for suit in SUITS)
    yield _deal("Kc Qc"), royal
    yield _deal("2c 3c"), suited - royal
    yield _deal("2c 3d"), perm(shoe.total, 2) - suited


def _sevens(shoe: ShoeCounts) -> Iterator[Deal]:
    """The first three cards by which of them are sevens, and whether those are of one suit."""
    sevens = shoe.rank["7"]
    others = shoe.total - sevens
    one_suit = {number: sum(perm(shoe.of[f"7{suit}"], number) for suit in SUITS) for number in (2, 3)}
    yield _deal("2c 3c", drawn="4c"), perm(others, 3)
    for cards in ("7c 2c 3c", "2c 7c 3c", "2c 3c 7c"):
        yield _dealt_three(cards), sevens * perm(others, 2)
    for cards in ("7c 7{} 2c", "7c 2c 7{}", "2c 7c 7{}"):
        yield _dealt_three(cards.format("c")), one_suit[2] * others
        yield _dealt_three(cards.format("d")), (perm(sevens, 2) - one_suit[2]) * others
    yield _dealt_three("7c 7c 7c"), one_suit[3]
    yield _dealt_three("7c 7c 7d"), perm(sevens, 3) - one_suit[3]


def _dealt_three(cards: str) -> BoxOutcome:
    first, second, third = cards.split()
    return _deal(f"{first} {second}", drawn=third)


def _aces(shoe: ShoeCounts) -> Iterator[Deal]:
    """The first four cards by how many are aces from the first on, and whether those are of one suit."""
    aces, most = shoe.aces, 4
    others = shoe.total - aces
    for number in range(most + 1):
        one_suit = sum(perm(shoe.of[f"{ACE}{suit}"], number) for suit in SUITS) if number > 1 else 0
        after = others * perm(shoe.total - number - 1, most - number - 1) if number < most else 1
        for suits, ways in (("cccc", one_suit), ("dccc", perm(aces, number) - one_suit)):
            cards = [ACE + suit for suit in suits[:number]] + ["2c"] * (most - number)
            yield _deal(" ".join(cards[:2]), drawn=" ".join(cards[2:])), ways * after


def _blackjacks(shoe: ShoeCounts) -> Iterator[Deal]:
    """Two cards, the player's or the dealer's, by whether they are a blackjack: both are as likely."""
    ways = 2 * shoe.aces * shoe.tens
    yield _deal("Ac Kc", up="Ac", hole="Kc"), ways
    yield _deal("2c 3c"), perm(shoe.total, 2) - ways


def _matches(shoe: ShoeCounts) -> Iterator[Deal]:
    """The initial two cards by which of them have the rank, or the rank and suit, of the dealer's first card."""
    for cards, number in match_ways(shoe).items():
        yield _deal(cards, up="Kc"), number


def _twenties(shoe: ShoeCounts) -> Iterator[Deal]:
    """The initial two cards by the class of a 20, and the dealer's two beside a pair of queens of hearts."""
    dealers = perm(shoe.total - 2, 2)
    tens = {suit: [shoe.of[rank + suit] for rank in TENS] for suit in SUITS}
    queens = perm(shoe.of["Qh"], 2)
    matched = sum(perm(held, 2) for suit in SUITS for held in tens[suit])
    with_nine = {suit: 2 * shoe.of[f"{ACE}{suit}"] * shoe.of[f"9{suit}"] for suit in SUITS}
    suited = sum(perm(sum(tens[suit]), 2) + with_nine[suit] for suit in SUITS) - matched
    every = perm(shoe.tens, 2) + 2 * shoe.aces * shoe.rank["9"]
    blackjacks = 2 * shoe.aces * max(shoe.tens - 2, 0)
    yield _deal("Qh Qh", up="Ac", hole="Kc"), queens * blackjacks
    yield _deal("Qh Qh"), queens * (dealers - blackjacks)
    yield _deal("Kc Kc"), (matched - queens) * dealers
    yield _deal("Kc Qc"), suited * dealers
    yield _deal("Kc Qd"), (every - matched - suited) * dealers
    yield _deal("2c 3c"), (perm(shoe.total, 2) - every) * dealers


SEQUENCES = tuple(zip(ACE + RANKS, RANKS, RANKS[1:], strict=False))  # three ranks in a row, the ace at either end


def _three_cards(shoe: ShoeCounts) -> Iterator[Deal]:
    """The initial two cards and the dealer's first card by the poker hand of three that they make."""
    alike = sum(perm(held, 3) for held in shoe.rank.values())
    straights = sum(6 * shoe.rank[a] * shoe.rank[b] * shoe.rank[c] for a, b, c in SEQUENCES)
    straight_flushes = sum(
        6 * shoe.of[a + suit] * shoe.of[b + suit] * shoe.of[c + suit] for a, b, c in SEQUENCES for suit in SUITS
    )
    identical = sum(perm(held, 3) for held in shoe.of.values())
    flushes = sum(perm(held, 3) for held in shoe.suit.values()) - straight_flushes - identical
    yield _deal("2c 3c", up="4c"), straight_flushes
    yield _deal("2c 2d", up="2h"), alike
    yield _deal("2c 3c", up="4d"), straights - straight_flushes
    yield _deal("2c 5c", up="9c"), flushes
    yield _deal("2c 5c", up="9d"), perm(shoe.total, 3) - alike - straights - flushes


def _between(shoe: ShoeCounts) -> Iterator[Deal]:
    """The initial two cards and the dealer's first card by rank, as far as one lies between the others."""
    won = 0
    for low, rank in enumerate(RANKS):
        ways = perm(shoe.rank[rank], 3)
        won += ways
        yield _deal(f"{rank}c {rank}d", up=f"{rank}h"), ways
        for high in range(low + 2, len(RANKS)):
            between = RANKS[low + 1 : high]
            ways = 2 * shoe.rank[rank] * shoe.rank[RANKS[high]] * sum(shoe.rank[middle] for middle in between)
            won += ways
            yield _deal(f"{rank}c {RANKS[high]}d", up=f"{between[0]}h"), ways
    yield _deal("2c 3d", up="2h"), perm(shoe.total, 3) - won


COUNTED: Mapping[str, Callable[[ShoeCounts], Iterator[Deal]]] = {
    "over-13": _two_values,
    "under-13": _two_values,
    "same-suit": _same_suit,
    "sevens": _sevens,
    "progressive": _aces,
    "blackjack-bonus": _blackjacks,
    "match-the-dealer": _matches,
    "twenty-point-bonus": _twenties,
    "optional-bonus": _three_cards,
    "in-between": _between,
}
"""How the deals of a shoe are counted for each wager that one round decides."""


# --- lines -----------------------------------------------------------------------------------------------------------


def shoe_at(table: Table, pricing: Pricing) -> ShoeCounts:
    """The cards that may come at a table, less those that have left."""
    return fresh_shoe(int(terms.decks_of(table.house))).without(pricing.removed)


def priced_kinds(table: Table, pricing: Pricing) -> list[str]:
    """The side wagers of a table, or the one asked for."""
    kinds = [kind for kind in table.layout.kinds() if kind in COUNTED or kind in terms.STREAKS]
    if pricing.wager is None:
        return kinds
    kind = pricing.wager.partition(":")[0]
    if kind not in kinds:
        raise unknown("side wager", pricing.wager, kinds, table.as_of)
    return [kind]


def side_lines(table: Table, pricing: Pricing, round_ends: RoundEnds | None = None) -> list[Line]:
    """A line for every side wager of the table, or for the one asked for.

    Streak wagers live by the rounds of the main wager: they are left out where nothing is said of those.
    """
    shoe, made = shoe_at(table, pricing), []
    for kind in priced_kinds(table, pricing):
        if kind in COUNTED:
            made.append(side_line(table, kind, shoe, pricing.meter))
        elif round_ends is not None:
            made.append(streak_line(table, kind, round_ends))
    return made


def side_line(table: Table, kind: str, shoe: ShoeCounts, meter: int | None = None) -> Line:
    """The line of a side wager that one round decides, for any composition of the shoe."""
    line = line_from(table, kind, COUNTED[kind](shoe), meter)
    even = break_even_meter(table, shoe) if kind == "progressive" else None
    return line if even is None else replace(line, extra={"break_even_meter": even})


def line_from(table: Table, kind: str, deals: Iterable[Deal], meter: int | None = None) -> Line:
    """The line of a side wager from deals, however they were counted.

    The progressive one is per dollar, for one box, at what the meter shows before the wager is made.
    """
    house = table.house
    if kind != "progressive":
        return _line(table, kind, deals)
    shows = cents(house[terms.PROGRESSIVE_INITIAL]) if meter is None else meter
    at_meter = ((replace(outcome, meter=shows + _fed(house)), ways) for outcome, ways in deals)
    return _line(table, kind, at_meter, f"for one box, at a meter of {dollars(shows)}")


def _fed(house: House) -> int:
    """What a progressive wager adds to the meter, in cents."""
    return terms.PROGRESSIVE_STAKE * cents(house[terms.PROGRESSIVE_RATE]) // 100


def _line(table: Table, kind: str, deals: Iterable[Deal], note: str = "") -> Line:
    bet, house = table.game.bet[kind], table.house
    wager = Wager(1, kind, bet.stake.amount if bet.stake is not None else USUAL_STAKE)
    ends: Counter[tuple[int, Citation, str]] = Counter()  # what was won, by which paragraph, in which row
    for outcome, ways in deals:
        result = bet.settle(wager, outcome, house)
        assert result is not None, f"{kind} is not decided by {outcome}"
        row = _row(kind, outcome, house) if result.outcome == "win" else ""
        ends[result.net, result.by, f"win: {row}" if row else result.outcome] += ways
    counted = [(Ending(name, Fraction(net, wager.amount), by), ways) for (net, by, name), ways in ends.items()]
    return line_of(table, kind, counted, ends.total(), note=note, rests_on=(bet.by,))


def _row(kind: str, outcome: BoxOutcome, house: House) -> str | None:
    """The row that a wager has won; nothing where it has but one."""
    return ROWS[kind](outcome, house) if kind in ROWS else ""


def break_even_meter(table: Table, shoe: ShoeCounts) -> Fraction | None:
    """What the meter must show, in dollars, for the progressive wager to cost nothing; None if no aces can win it."""
    bare = _line(table, "progressive", _aces(shoe)).edge * terms.PROGRESSIVE_STAKE  # cents, the meter paying nothing
    rows = ((aces_row(outcome, table.house), ways) for outcome, ways in _aces(shoe))
    part = sum((terms.METER_PARTS[row] * ways for row, ways in rows if row in terms.METER_PARTS), Fraction(0))
    chance = part / perm(shoe.total, 4)
    return (bare / chance - _fed(table.house)) / 100 if chance else None


# --- streaks ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RoundEnds:
    """How often a box wins, ties and loses a round; a surrender counts as the house lets it count for streaks."""

    win: Fraction
    push: Fraction
    lose: Fraction

    def __post_init__(self) -> None:
        if min(self.win, self.push, self.lose) < 0 or self.win + self.push + self.lose != 1:
            raise UnknownName("chances of a round that are not one together", accepts="win, push and lose, together 1")

    @property
    def decided(self) -> Fraction:
        """How often a round counts for streaks."""
        return self.win + self.lose

    @property
    def share_won(self) -> Fraction:
        """How many of the rounds that count are won."""
        return self.win / self.decided


def streak_line(table: Table, kind: str, ends: RoundEnds) -> Line:
    """The line of a streak wager, for rounds that are independent and alike: each from a full shoe."""
    rounds = terms.STREAKS[kind]
    bet, p = table.game.bet[kind], ends.share_won
    won = p**rounds
    wins = BoxOutcome(("2c", "3c"), (), "2c", "2d", 1, won_before=rounds - 1)
    counted = []
    for outcome, chance in ((wins, won), (replace(wins, net=-1), 1 - won)):
        result = bet.settle(Wager(1, kind, USUAL_STAKE), outcome, table.house)
        assert result is not None
        counted.append((ending(result.outcome, [result], USUAL_STAKE), (chance * won.denominator).numerator))
    expected = sum((p**k for k in range(rounds)), Fraction(0)) / ends.decided
    note = "for rounds that are independent of each other, each from a full shoe"
    line = line_of(table, kind, counted, won.denominator, note=note, rests_on=(bet.by, reading("R-2.22-rounds")))
    return replace(line, extra={"expected_rounds": expected})


# --- what a card that is gone changes --------------------------------------------------------------------------------


def side_gains(table: Table, pricing: Pricing) -> dict[str, Callable[[ShoeCounts], Fraction]]:
    """What a unit of each side wager that one round decides gains on average, by the cards left."""
    kinds = [kind for kind in table.layout.kinds() if kind in COUNTED]
    return {kind: partial(_gain, table, kind, pricing.meter) for kind in kinds}


def _gain(table: Table, kind: str, meter: int | None, shoe: ShoeCounts) -> Fraction:
    return -line_from(table, kind, COUNTED[kind](shoe), meter).edge
