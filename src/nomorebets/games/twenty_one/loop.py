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
from nomorebets.games.twenty_one.round_machine import BUSTED_HAND, HIS, Done, Ended, HandMachine, RoundMachine, Rounds
from nomorebets.games.twenty_one.rules import VALUES, Rules

if TYPE_CHECKING:
    from nomorebets.games.twenty_one.kernels import Moves
    from nomorebets.games.twenty_one.kernels import Table as Loop
    from nomorebets.games.twenty_one.rounds import Hands, Walk

CARDS_A_ROUND = 4  # for each box and the dealer: so many are enough for the rounds that are counted, taken together
WALKED, LEFT = 7, 60  # cards that are enough for a round and more, and for the pairs that a shoe has split
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
    return max((int(loop.cards) - max(int(loop.behind), LEFT)) // WALKED, 1)


def walk_of(machine: RoundMachine) -> Walk:
    """Rounds for the compiled loop, as narrow as they can be."""
    from nomorebets.games.twenty_one.rounds import Walk

    first = len(machine.ended)
    return Walk(
        machine.then.astype(np.min_scalar_type(int(machine.then.max()))),
        begins=np.uint64((first + len(machine.splits)) * machine.wide),
        splits_from=np.uint64(first * machine.wide),
        wide=np.uint64(machine.wide),
    )


Worth = Callable[[Done], Sequence[int]]
"""What a hand of a split pair is worth: against each of the dealer's totals, a blackjack, and one of another hand's."""

COLUMNS = len(HIS) + 1
STANDS = 1 << 12  # worth of a hand that a blackjack of the dealer takes; what others brought is far below


def hands_of(machine: HandMachine, rounds: Rounds, splits: RoundMachine, worth: Worth) -> Hands:
    """The hands of split pairs for the compiled loop."""
    from nomorebets.games.twenty_one.rounds import UPS, Hands

    rules, wide, his = rounds.rules, machine.wide, len(machine.done)
    again = his + len(HIS)
    over = again + len(machine.again)
    begun = np.zeros((2, wide, int(UPS)), np.uint16)
    for (first, up, no_further), state in machine.begun.items():
        begun[int(no_further), first, up] = state
    table = np.zeros((over, COLUMNS), np.int64)
    table[:his] = [worth(done) for done in machine.done] or table[:0]
    most = [rules.splits_of(rounds.values[split.first - 1] - 1) + 1 for split in splits.splits]
    return Hands(
        then=machine.then.astype(np.uint16),
        shift=np.uint64(wide.bit_length() - 1),
        over=np.uint64(over * wide),
        his=np.uint64(his * wide),
        again=np.uint64(again * wide),
        cards=np.array([end.card for end in machine.again], np.uint8),
        idle=np.uint64(over * wide),
        begun=begun,
        worth=table.ravel(),
        first=np.array([split.first for split in splits.splits], np.uint8),
        second=np.array([split.second for split in splits.splits], np.uint8),
        up=np.array([split.up for split in splits.splits], np.uint8),
        dealer=np.array(machine.dealer, np.uint16),
        most=np.array(most, np.uint8),
    )


@dataclass(frozen=True, eq=False)
class BoxLoop:
    """The compiled loop of one box, ready to be played."""

    ended: tuple[Ended, ...]
    walk: Walk
    hands: Hands
    counted: int  # rounds of a shoe
    sizes: tuple[int, int]

    def play(
        self,
        seed: int,
        block: int,
        rounds: int,
        shoe: NDArray[Any],
        matches: NDArray[np.uint8] | None = None,
    ) -> tuple[NDArray[np.int64], ...]:
        """So many rounds from shoes of these cards; see `rounds.play`."""
        from nomorebets.games.twenty_one import rounds as loop

        words = np.uint64(seed), np.uint64(block), np.uint64(rounds)
        begun = None if matches is None else np.zeros((4, len(shoe) + 2), np.uint16)
        counted = np.uint64(self.counted)
        played = loop.play(*words, shoe, counted, self.walk, self.hands, self.sizes, matches, begun)
        if not played[3][2]:
            raise AssertionError("a shoe ran out of cards for split pairs: fewer rounds must be dealt from each")
        return played


def box_rounds(rounds: Callable[[], Rounds], loop: Loop, worth: Worth) -> BoxLoop:
    """The loop of one box by its rounds, which are made twice: walked, and for the hands of split pairs."""
    walked, split = rounds().machine(), rounds()
    wide = 1 << len(split.values).bit_length()
    hands = hands_of(split.hands(walked.splits, wide), split, walked, worth)
    brings, stands = np.split(np.abs(hands.worth).reshape(-1, COLUMNS), [len(HIS) - 1], axis=1)
    most = max(split.rules.most_hands, 1)
    sizes = most * int(brings.max(initial=0)), most * int(stands.max(initial=0))
    return BoxLoop(walked.ended, walk_of(walked), hands, rounds_walked(loop), sizes)


def box_worth(done: Done) -> list[int]:
    """A hand of blackjack: how it ended as a digit; against a blackjack the units that were lost, or that it stands."""
    from nomorebets.games.twenty_one.kernels import BASE

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
    if end in WAYS:
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
