"""Where a deal to every position begins: a number from dice or a device, or a button; and the count to that number.

Positions lie counterclockwise from the dealer: the dealer is 0, the seats follow from the dealer's right.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from nomorebets.errors import DealerError
from nomorebets.regulation import Citation
from nomorebets.table.areas import DEAD_HAND, seat_area, vacant_area
from nomorebets.table.cards import UNSEEN, to_rack
from nomorebets.table.game import Script
from nomorebets.table.memory import NUMBER
from nomorebets.table.requests import Answer, ChanceRequest, Telling
from nomorebets.table.round import Round
from nomorebets.table.steps import note
from nomorebets.table.wagers import DEALER

if TYPE_CHECKING:
    from nomorebets.table.felt import Felt

NOBODYS = -1  # the position of the dead hand
BUTTON = "button"  # the position that has the button, where one says where the deal begins
BUTTON_REMEMBERS = {BUTTON: NUMBER}

Circle = tuple[int, ...]


def circle(seats: int, dead_hand: int = 0) -> Circle:
    """All positions counterclockwise, the dealer first; ``dead_hand`` is its place in that count, where there is one.

    >>> circle(6, dead_hand=8)
    (0, 1, 2, 3, 4, 5, 6, -1)
    """
    positions = [*range(seats + 1)]
    if dead_hand:
        positions.insert(dead_hand - 1, NOBODYS)
    return tuple(positions)


def reached(positions: Circle, number: int, bank: int = 0) -> int:
    """The position that a count reaches: counterclockwise, the bank is one, every position is counted.

    >>> tables = circle(6, dead_hand=8), circle(6)
    >>> [reached(positions, 9) for positions in tables], reached(tables[0], 9, bank=3), reached(tables[0], 8)
    ([0, 1], 3, -1)
    """
    return positions[(positions.index(bank) + number - 1) % len(positions)]


def in_order(positions: Circle, first: int, clockwise: bool = False) -> Circle:
    """Every position once, from the first on.

    >>> in_order(circle(3), first=2), in_order(circle(3), first=2, clockwise=True)
    ((2, 3, 0, 1), (2, 1, 0, 3))
    """
    ordered = positions[::-1] if clockwise else positions
    at = ordered.index(first)
    return ordered[at:] + ordered[:at]


# --- the number ------------------------------------------------------------------------------------------------------


class NumberShown(Answer, frozen=True):
    """The number that the device selected."""

    number: int = 0
    found: str = ""  # what went wrong, if anything


class ShowNumber(ChanceRequest, frozen=True, tag="show-number"):
    """A device selects one of so many numbers and shows it."""

    answer: ClassVar[type[Answer]] = NumberShown
    rolled: ClassVar[str] = "number"
    most: int

    def chances(self, table: Round) -> Sequence[tuple[Answer, int]]:
        return tuple((NumberShown(number), 1) for number in range(1, self.most + 1))

    def verify(self, table: Round, answer: Answer) -> None:
        super().verify(table, answer)
        assert isinstance(answer, NumberShown)
        if not answer.found and not 1 <= answer.number <= self.most:
            raise DealerError(f"the device shows no {answer.number}", self.by, table.as_of, f"1 to {self.most}")

    def apply(self, felt: Felt, answer: Answer) -> None:
        assert isinstance(answer, NumberShown)
        felt.wheel = str(answer.number)

    def tell(self, answer: Answer, table: Round) -> Telling:
        assert isinstance(answer, NumberShown)
        return Telling(f"The device shows {answer.number}", {"number": answer.number})


def show_number(most: int, by: Citation) -> Script[NumberShown]:
    """Have the device select a number."""
    answer = yield ShowNumber(by, most)
    assert isinstance(answer, NumberShown)
    return answer


def move_button(table: Round, positions: Circle, by: Citation) -> Script[int]:
    """The position that has the button: the dealer at first, and each round the next one clockwise."""
    last = table.felt.state.get(BUTTON)
    at = in_order(positions, int(last), clockwise=True)[1] if last is not None else 0
    yield from note(BUTTON, str(at), by=by)
    return at


# --- the deal --------------------------------------------------------------------------------------------------------


def area_at(position: int, in_play: Collection[int]) -> str:
    """Where the cards of a position go: to a hand, or to a place from which they are taken away unseen."""
    if position == NOBODYS:
        return DEAD_HAND
    if position not in in_play:
        return vacant_area(position or DEALER)
    return seat_area(position) if position else DEALER


def deal_to_all(areas: Sequence[str], number: int, one: Callable[[str], Script[Any]], in_stacks: bool) -> Script[None]:
    """So many cards to every position in turn: a stack to each, or one at a time."""
    turns = [area for area in areas for _ in range(number)] if in_stacks else [*areas] * number
    for area in turns:
        yield from one(area)


def take_away_unseen(table: Round, by: Citation) -> Script[None]:
    """The cards of positions without a wager, and of the dead hand, leave the table without being shown."""
    for area in [area for area, lying in table.felt.cards.items() if lying and area.partition(":")[0] in UNSEEN]:
        yield from to_rack(area, by)
