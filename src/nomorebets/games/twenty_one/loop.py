"""What the compiled loop of the family needs of a table and a way to play, and what its counts mean."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from nomorebets.games.twenty_one.analysis.moments import BUSTED, End
from nomorebets.games.twenty_one.analysis.play import Play
from nomorebets.games.twenty_one.automaton import WIDE, Machine
from nomorebets.games.twenty_one.round_machine import BUSTED_HAND, TOTALS, Done, Ended, HandMachine, Rounds
from nomorebets.games.twenty_one.round_machine import COLUMNS as ENDS_APART
from nomorebets.games.twenty_one.rules import VALUES, Rules

if TYPE_CHECKING:
    from nomorebets.games.twenty_one.kernels import Moves
    from nomorebets.games.twenty_one.kernels import Table as Loop
    from nomorebets.games.twenty_one.rounds import Hands

CARDS_A_ROUND = 4  # for each box and the dealer: so many are enough for the rounds that are counted, taken together
FIRST_CARDS, AT_ONCE = 4, 6  # of a round, the dealer's among them; and cards that are drawn by one random word
WALKED, LEFT = 7, 60  # cards that are enough for a round, those of a shoe taken together; and that stay
WAYS = ("win", "lose", "push", "win-2", "lose-2", "push-2")  # in the order of the digits of a code
FURTHER = ("blackjack", "blackjack-push", "dealer-blackjack", "surrender", "five-card-21")


def loop_of(rules: Rules, behind: int, boxes: int = 1) -> Loop:
    """A table with so many cards behind the cutting card."""
    from nomorebets.games.twenty_one.kernels import Table as Loop

    cards = sum(rules.shoe)
    counted = max((cards - behind) // (CARDS_A_ROUND * (boxes + 1)), 1)
    return Loop(
        cards=np.uint64(cards),
        boxes=np.uint64(boxes),
        behind=np.uint64(behind),
        counted=np.uint64(counted),
        most_hands=np.uint64(rules.most_hands),
        most_aces=np.uint64(rules.splits_of(0) + 1),
        reader=np.bool_(rules.card_reader),
        early=np.bool_(rules.surrender == "early"),
        busted_stay=np.bool_(rules.busted_stay_lost),
    )


def moves_of(machine: Machine, play: Play | None = None) -> Moves:
    """A machine for the compiled loop, with the pairs that are split."""
    from nomorebets.games.twenty_one.kernels import Moves

    splits = np.zeros((WIDE, WIDE), np.uint8)
    if play is not None:
        splits[1 : VALUES + 1, 1 : VALUES + 1] = play.splits
    return Moves(
        machine.then, machine.act[0], machine.total, machine.bonus, machine.dealt, machine.split, splits.ravel()
    )


def rounds_walked(loop: Loop) -> int:
    """How many rounds are dealt from each shoe: it has as many, and cards are left for pairs that are split."""
    cards = int(loop.cards)
    if cards < FIRST_CARDS + 2 * AT_ONCE:
        raise ValueError(f"a shoe of {cards} cards is not enough for a round and what may be drawn in it")
    return max(min((cards - max(int(loop.behind), LEFT)) // WALKED, (cards - AT_ONCE) // FIRST_CARDS), 1)


Worth = Callable[[Done], Sequence[int]]
"""What a hand of a split pair is worth: against each of the dealer's totals, a blackjack, and one of another hand's."""

COLUMNS = TOTALS + 2
STANDS = 1 << 12  # worth of a hand that a blackjack of the dealer takes; what others brought is far below


def hands_of(machine: HandMachine, rounds: Rounds, worth: Worth, felt: NDArray[np.uint16]) -> Hands:
    """The machine of hands for the compiled loop, which looks cards up in rows of one width."""
    from nomorebets.games.twenty_one.rounds import WIDE, Hands

    rules, values, cards = rounds.rules, np.array(rounds.values), len(rounds.values)
    alike, row = np.unique(machine.dealt[1:, 1:].reshape(cards**2, -1), axis=0, return_inverse=True)
    two, dealt = np.zeros((WIDE, WIDE), np.uint16), np.zeros((len(alike), WIDE), np.uint16)
    two[1 : cards + 1, 1 : cards + 1] = row.reshape(cards, cards) * WIDE
    dealt[:, 1 : cards + 1] = alike[:, values]
    dealer, begun = np.zeros((WIDE, WIDE), np.uint16), np.zeros((2, WIDE, WIDE), np.uint16)
    dealer[1 : cards + 1, 1 : cards + 1] = machine.dealer[values][:, values]
    begun[:, : cards + 1, 1 : cards + 1] = machine.begun[:, :, values]
    most = np.zeros(WIDE, np.uint8)
    most[1 : cards + 1] = [rules.splits_of(value - 1) + 1 for value in rounds.values]
    table = np.array([worth(done) for done in machine.done], np.int64)
    return Hands(
        felt=felt,
        idle=np.uint64(machine.idle),
        split=np.uint64(machine.split),
        again=np.uint64(machine.split + ENDS_APART),
        cards=np.array([end.card for end in machine.again], np.uint8),
        two=two.ravel(),
        dealt=dealt.ravel(),
        dealer=dealer.ravel(),
        begun=begun,
        worth=table.ravel(),
        most=most,
        reader=np.bool_(rules.card_reader),
    )


@dataclass(frozen=True, eq=False)
class BoxLoop:
    """The compiled loop of one box, ready to be played."""

    ended: tuple[Ended, ...]  # what each place of the counts means
    hands: Hands
    shoes: NDArray[np.uint16]  # four of them, a card of each in turn
    products: NDArray[np.uint64]  # the ways of six cards, by how many are left
    counted: int  # rounds of a shoe
    sizes: tuple[int, int]

    def play(
        self, seed: int, block: int, rounds: int, *, match: bool = False
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """So many rounds: how they ended, and split boxes of them; and how first cards matched. See `rounds.play`."""
        from nomorebets.games.twenty_one import rounds as loop
        from nomorebets.sim.shuffling import SHOES

        words, number = (np.uint64(seed), np.uint64(block), np.uint64(rounds)), np.uint64(self.counted)
        places = np.zeros((len(loop.MATCHED), SHOES * self.counted), np.uint32) if match else None
        *counts, fewest = loop.play(*words, self.shoes, number, self.products, self.hands, self.sizes, places)
        if not fewest:
            raise AssertionError("a shoe ran out of cards for its hands: fewer rounds must be dealt from each")
        matched = np.zeros(max(loop.MATCHED) + 1, np.int64)
        if places is not None:
            matched[list(loop.MATCHED)] = places.sum(axis=1)
            matched[0] = rounds - matched.sum()
        return counts[0], counts[1], counts[2], matched


def box_rounds(rounds: Rounds, loop: Loop, worth: Worth, cards: NDArray[Any]) -> BoxLoop:
    """The loop of one box by the machine of its hands, from shoes of these cards."""
    from nomorebets.games.twenty_one.four_shoes import felt_for
    from nomorebets.sim.shuffling import SHOES, products_of

    machine, number = rounds.machine(), rounds_walked(loop)
    hands = hands_of(machine, rounds, worth, felt_for(machine.then, len(cards), 4 * number))
    brings, stands = np.split(np.abs(hands.worth).reshape(-1, COLUMNS), [TOTALS], axis=1)
    most = max(rounds.rules.most_hands, 1)
    sizes = most * int(brings.max(initial=0)), most * int(stands.max(initial=0))
    shoes = np.repeat(cards, SHOES).astype(np.uint16)
    return BoxLoop(tuple(rounds.ended_by(machine)), hands, shoes, products_of(len(cards)), number, sizes)


def box_worth(done: Done) -> list[int]:
    """A hand of blackjack: how it ended as a digit; against a blackjack the units that were lost, or that it stands."""
    from nomorebets.games.twenty_one.kernels import BASE

    if not {*done.ends} <= {*WAYS}:
        return [0] * COLUMNS  # a hand of a split pair does not end so
    units = 2 if str(done.ends[0]).endswith("-2") else 1
    lost = units if done.found == BUSTED_HAND else STANDS
    return [*(BASE ** WAYS.index(str(end)) for end in done.ends), lost, lost]


def met_blackjack(met: NDArray[np.int64]) -> Iterator[tuple[int, bool, int]]:
    """Split boxes that met a blackjack: what was decided before, whether a hand stood, and how many there were."""
    middle = len(met) // 2
    for at in np.flatnonzero(met).tolist():
        stood, brought = divmod(at - middle + STANDS // 2, STANDS)
        yield brought - STANDS // 2, stood > 0, int(met[at])


def split_ends(gained: NDArray[np.int64], met: NDArray[np.int64], busted_stay: bool) -> NDArray[np.int64]:
    """How often split boxes of blackjack came to each end, by codes."""
    from nomorebets.games.twenty_one.kernels import BUSTED as FIRST_BUSTED
    from nomorebets.games.twenty_one.kernels import CODES, COMBINED, DEALERS

    counts = np.zeros(CODES, np.int64)
    none = len(gained) // 2
    counts[: len(gained) - none] = gained[none:]
    for busted, stood, number in met_blackjack(met):
        lost = busted + stood if busted_stay else 1
        counts[COMBINED + (DEALERS if lost == 1 else FIRST_BUSTED + lost)] += number
    return counts


def codes_of(ended: Ended) -> list[int]:
    """What a round is counted as: how the box ended, and what insurance and even money ask."""
    from nomorebets.games.twenty_one import kernels

    end = str(ended.end)
    if ended.end is None:
        codes = []  # the hands of a split pair are counted apart
    elif end in WAYS:
        codes = [kernels.BASE ** WAYS.index(end)]
    elif end in FURTHER:
        codes = [kernels.COMBINED + FURTHER.index(end)]
    else:
        codes = [kernels.COMBINED + kernels.BUSTED + int(end.removeprefix(BUSTED))]
    if ended.ace_shown:
        own = end in FURTHER[:2]
        besides = [kernels.ACES] + [kernels.ACES_TEN] * ended.dealers
        besides += ([kernels.AGAINST] + [kernels.AGAINST_TEN] * ended.dealers) * own
        codes += [kernels.ENDS + at for at in besides]
    return codes


def ends_of(counts: list[int]) -> Iterator[tuple[End, int]]:
    """The ends of a box, from the counts of their codes."""
    from nomorebets.games.twenty_one.kernels import BASE, COMBINED, ENDS
    from nomorebets.games.twenty_one.kernels import BUSTED as FIRST_BUSTED

    for code, count in enumerate(counts[:ENDS]):
        if not count:
            continue
        if code >= COMBINED:
            at = code - COMBINED
            yield (FURTHER[at] if at < len(FURTHER) else f"{BUSTED}{at - FIRST_BUSTED}",), count
            continue
        hands: list[str] = []
        left = code
        for way in WAYS:
            hands += [way] * (left % BASE)
            left //= BASE
        yield tuple(hands), count
