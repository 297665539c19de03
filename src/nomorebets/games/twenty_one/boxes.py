"""The boxes of the blackjack family and the play of their hands: who decides, what may be decided, and what it does."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import count as numbers_from
from typing import Protocol

from nomorebets.games.twenty_one.dealing import Deal, dead_hand, deal_card
from nomorebets.games.twenty_one.hand import count, is_ace, is_ace_and_ten, is_pair
from nomorebets.procedures.shoe import move_card
from nomorebets.regulation import Citation
from nomorebets.table import Result, Round, Script, Wager
from nomorebets.table.areas import seat_area
from nomorebets.table.cards import FURTHER, read_hand, turn_up
from nomorebets.table.chips import put_down
from nomorebets.table.decisions import Option, ask
from nomorebets.table.felt import lies_open


@dataclass
class Hand:
    """One hand of a box."""

    seat: int
    number: int = 1
    from_split: bool = False
    of_aces: bool = False  # made by splitting aces
    only_21: bool = False  # an ace and a ten in it are 21 and no blackjack
    doubles: int = 0  # how often its wager was doubled
    surrendered: bool = False
    rescued: set[str] = field(default_factory=set)  # players who took their double back and gave up the rest
    is_over: bool = False  # decided and paid, or dead: nothing lies there any more
    was_forgotten: bool = False  # a card is owed to it
    area: str = field(init=False)  # where its cards lie

    def __post_init__(self) -> None:
        self.area = seat_area(self.seat, self.number)

    @property
    def doubled(self) -> bool:
        return self.doubles > 0


@dataclass
class Box:
    """One box with a wager: its first two cards, its hands, and the people who wager on it."""

    seat: int
    cards: tuple[str, ...]
    players: tuple[str, ...] = ("",)  # the first decides
    number: int = 1  # of the hand that it starts with, where a seat has several boxes
    numbers: Iterator[int] = field(default_factory=lambda: numbers_from(2))  # of the hands that splitting adds
    hands: list[Hand] = field(default_factory=list)
    drawn: list[str] = field(default_factory=list)  # further cards of the first hand
    nets: dict[str, int] = field(default_factory=dict)  # what the main wagers of each player have won and lost
    # players who have lost their one wager to a dealer's blackjack, with the number of that hand of his
    taken: set[tuple[str, int]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.hands = self.hands or [Hand(self.seat, self.number)]

    @property
    def has_blackjack(self) -> bool:
        return is_ace_and_ten(self.cards) and not self.hands[0].only_21

    def count_in(self, results: Iterable[Result]) -> None:
        """What main wagers have won and lost."""
        for result in results:
            player = result.wager.player
            self.nets[player] = self.nets.get(player, 0) + result.net

    @property
    def open_hands(self) -> list[Hand]:
        return [hand for hand in self.hands if not hand.is_over]


def players_on(table: Round, seat: int, main: Collection[str], nobody_sits: bool = False) -> tuple[str, ...]:
    """Who has main wagers on a box; first whoever decides, who sits there or else has the highest wager."""
    stakes: dict[str, int] = {}
    for wager in table.felt.wagers:
        if wager.seat == seat and wager.kind in main:
            stakes[wager.player] = stakes.get(wager.player, 0) + wager.amount
    players = list(stakes)
    if nobody_sits or (players and (seat, players[0]) in table.behind):  # nobody who sits there wagers
        players.sort(key=lambda player: -stakes[player])
    return tuple(players)


def asked_by(table: Round, box: Box) -> str:
    """As which choice of the terms a box is asked: of one player, of several, or of several behind an idle seat."""
    if len(box.players) == 1:
        return "ask"
    return "ask-behind" if (box.seat, box.players[0]) in table.behind else "ask-for-box"


class PlayTerms(Protocol):
    """What a game of the family lets players decide, and by which paragraphs."""

    @property
    def decided_from(self) -> int:
        """The total from which on a hand is decided as soon as it is reached."""

    def choices(self, deal: Deal, box: Box, hand: Hand) -> list[str | Option]:
        """What may be decided about a hand, the choice that risks no more last; nothing where there is no choice."""

    def by(self, choice: str) -> Citation:
        """The paragraph of a choice; of the announcement of a total, for ``announce``."""

    def stakes(self, deal: Deal, hand: Hand, player: str) -> list[Wager]:
        """The wagers of a player that started a hand."""

    def split_stake(self, stake: Wager, hand: Hand) -> Wager:
        """The wager that a new hand is made with."""

    def double_stake(self, stake: Wager, amount: int, hand: Hand) -> Wager:
        """The wager that doubling adds."""

    def may_rescue(self, deal: Deal, hand: Hand, player: str) -> bool:
        """Whether a player may take the double of a hand back and give up the rest."""

    def counted_by(self, cards: tuple[str, ...]) -> Citation:
        """The paragraph by which cards count what they count."""


def announce_total(deal: Deal, terms: PlayTerms, hand: Hand) -> Script[None]:
    """The dealer says what a hand counts, as soon as it lies open."""
    felt, area = deal.table.felt, hand.area
    if lies_open(felt, area):
        cards = felt.hand(area)
        yield from read_hand(area, count(cards).words, by=terms.counted_by(cards))


def show_hand(deal: Deal, hand: Hand, by: Citation) -> Script[None]:
    """Turn up the cards of a hand that were dealt face down."""
    for laid in deal.table.felt.cards.get(hand.area, ()):
        if not laid.up:
            yield from turn_up(hand.area, by=by)
            return


def play_box(deal: Deal, terms: PlayTerms, box: Box, decides: Callable[[Box, Hand], Script[None]]) -> Script[None]:
    """Every hand of a box, the one on the dealer's left first; a split adds one behind the others."""
    for hand in box.hands:
        yield from play_hand(deal, terms, box, hand)
        if hand.rescued or count(deal.table.felt.hand(hand.area)).total >= terms.decided_from:
            yield from show_hand(deal, hand, by=terms.by("announce"))
            yield from decides(box, hand)


def play_hand(deal: Deal, terms: PlayTerms, box: Box, hand: Hand) -> Script[None]:
    """Ask for decisions on a hand until it is complete."""
    table = deal.table
    if hand.from_split and len(table.felt.hand(hand.area)) == 1:
        if not (yield from take_card(deal, terms, box, hand, by=second_card(terms, hand))):
            return
    else:
        yield from announce_total(deal, terms, hand)
    while not hand.is_over and (choices := terms.choices(deal, box, hand)):
        decided = yield from ask(
            hand.seat,
            *choices,
            by=terms.by(asked_by(table, box)),
            hand=hand.number,
            player=box.players[0],
            most_if_unsaid=True,
        )
        match decided.choice:
            case "stand" | "rescue":
                yield from rescue(deal, terms, box, hand, decided.choice == "rescue")
                return
            case "surrender":
                hand.surrendered = True
                return
            case "draw":
                if not (yield from take_card(deal, terms, box, hand)):
                    return
            case "double" | "redouble":
                if not (yield from double(deal, terms, box, hand, decided.amount, decided.choice)):
                    return
            case "split":
                yield from split(deal, terms, box, hand)
                if not (yield from take_card(deal, terms, box, hand, by=second_card(terms, hand))):
                    return


def second_card(terms: PlayTerms, hand: Hand) -> Citation:
    """The paragraph by which a split hand gets its second card."""
    return terms.by("card-on-ace" if hand.of_aces else "second-card")


def take_card(deal: Deal, terms: PlayTerms, box: Box, hand: Hand, by: Citation | None = None) -> Script[bool]:
    """One more card to a hand; False where it gets none, now or at all."""
    if hand.seat in deal.refused:
        return False
    drawn = yield from deal_card(deal, hand.area, "up", by or deal.rules.further, FURTHER)
    if drawn.found == "card-forgotten":
        if drawn.takes:
            hand.was_forgotten = True
        else:
            hand.is_over = True
            yield from dead_hand(deal, hand.seat, by=deal.rules.forgotten, hand=hand.number)
        return False
    if hand.seat in deal.refused:
        return False
    if hand is box.hands[0]:
        box.drawn.append(deal.table.felt.hand(hand.area)[-1])
    yield from announce_total(deal, terms, hand)
    return True


def double(deal: Deal, terms: PlayTerms, box: Box, hand: Hand, amount: int, choice: str = "double") -> Script[bool]:
    """Add to the wager of a hand, and give it exactly one more card; others on the box may follow or not.

    Returns whether it got the card.
    """
    yield from show_hand(deal, hand, by=terms.by(choice))
    for player in box.players:
        stakes = terms.stakes(deal, hand, player)
        most = max((stake.amount for stake in stakes), default=0)
        if player != box.players[0]:
            amount = yield from follow(deal, terms, hand, player, choice, deal.table.house.smallest_chip, most)
        for stake in stakes if amount or player == box.players[0] else ():
            added = min(amount or stake.amount, stake.amount)
            yield from put_down(terms.double_stake(stake, added, hand), by=terms.by(choice))
    hand.doubles += 1
    return (yield from take_card(deal, terms, box, hand, by=deal.rules.doubled))


def rescue(deal: Deal, terms: PlayTerms, box: Box, hand: Hand, first_does: bool) -> Script[None]:
    """Who takes the double of a hand back: each player on the box decides for himself."""
    if first_does:
        hand.rescued.add(box.players[0])
    for player in box.players[1:]:
        if terms.may_rescue(deal, hand, player):
            by, number = terms.by("follow-rescue"), hand.number
            decided = yield from ask(hand.seat, "rescue", "stay", by=by, default="stay", hand=number, player=player)
            if decided.choice == "rescue":
                hand.rescued.add(player)


def split(deal: Deal, terms: PlayTerms, box: Box, hand: Hand) -> Script[None]:
    """Make two hands of a pair, with an equal wager on the new one; others on the box may follow or not."""
    by, aces = terms.by("split"), is_ace(deal.table.felt.hand(hand.area)[0])
    yield from show_hand(deal, hand, by=by)
    new = Hand(hand.seat, next(box.numbers), from_split=True, of_aces=aces)
    for player in box.players:
        stakes = terms.stakes(deal, hand, player)
        equal = sum(stake.amount for stake in stakes)
        if player == box.players[0] or (yield from follow(deal, terms, hand, player, "split", equal, equal)):
            for stake in stakes:
                yield from put_down(terms.split_stake(stake, new), by=by)
    yield from move_card(hand.area, 1, new.area, by=by)
    hand.from_split, hand.of_aces = True, aces
    box.hands.append(new)


def follow(deal: Deal, terms: PlayTerms, hand: Hand, player: str, choice: str, least: int, most: int) -> Script[int]:
    """What another player on the box adds when the one who decides doubles or splits; 0 where nothing."""
    if not most:
        return 0
    decided = yield from ask(
        hand.seat,
        Option(choice, least, most),
        "stay",
        by=terms.by(f"follow-{choice}"),
        default="stay",
        hand=hand.number,
        player=player,
        most_if_unsaid=True,
    )
    return 0 if decided.choice == "stay" else decided.amount or most


def serve_forgotten(
    deal: Deal, terms: PlayTerms, boxes: list[Box], decides: Callable[[Box, Hand], Script[None]]
) -> Script[None]:
    """Cards that were forgotten come when all others have been served, before the hole card is shown."""
    for box in boxes:
        for hand in box.hands:
            if hand.was_forgotten and not hand.is_over:
                yield from deal_card(deal, hand.area, "up", deal.rules.forgotten, "")
                if hand is box.hands[0]:
                    box.drawn.append(deal.table.felt.hand(hand.area)[-1])
                yield from announce_total(deal, terms, hand)
                if count(deal.table.felt.hand(hand.area)).total >= terms.decided_from:
                    yield from decides(box, hand)


def may_split(box: Box, cards: tuple[str, ...], hand: Hand, most_hands: int, resplit_aces: bool) -> bool:
    """Whether a hand is a pair by value of a box that may have another hand; aces once, unless the house says so."""
    if not is_pair(cards) or len(box.hands) >= most_hands:
        return False
    return not (hand.from_split and is_ace(cards[0])) or resplit_aces


def index_of(wager: Wager) -> int:
    """Which of the dealer's hands decides a wager, where he has several: ``multi-2``, ``split:2``; otherwise 0."""
    return _index_at(wager.on)


@lru_cache(1 << 10)
def _index_at(place: str) -> int:
    number = place.partition(":")[2] or place.removeprefix("multi-")
    return int(number) if number.isdigit() else 0


def beside(kind: str, stake: Wager) -> str:
    """The place of a wager that is added to another."""
    return f"{kind}:{index_of(stake)}" if index_of(stake) else kind


def wagers_on(deal: Deal, kinds: Sequence[str], hand: Hand, player: str) -> list[Wager]:
    """All that a player has on a hand: what it started with, and what doubling added."""
    seat, number, lying = hand.seat, hand.number, deal.table.felt.wagers
    on_hand = [
        w for w in lying if w.seat == seat and w.player == player and w.kind in kinds and deal.hand_of(w) == number
    ]
    return sorted(on_hand, key=lambda w: (kinds.index(w.kind), w.on)) if len(on_hand) > 1 else on_hand
