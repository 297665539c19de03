"""The compiled rounds of the stud games: against a slow twin in plain Python, and against the exact counts."""

import os
import subprocess
import sys
from collections import Counter
from math import comb, prod, sqrt
from pathlib import Path

import pytest

from nomorebets.equipment.cards import DECK
from nomorebets.games.caribbean_stud import simulation as caribbean_rounds
from nomorebets.games.caribbean_stud import solver as caribbean_stud
from nomorebets.games.double_down_stud import simulation as double_rounds
from nomorebets.games.double_down_stud import solver as double_down_stud
from nomorebets.games.let_it_ride import simulation as ride_rounds
from nomorebets.games.let_it_ride import solver as let_it_ride
from nomorebets.games.three_card_poker import simulation as three_card_rounds
from nomorebets.games.three_card_poker import solver as three_card
from nomorebets.hands import compiled
from nomorebets.hands.poker import five_card_hand, is_ace_king_or_better, is_queen_high_or_better, three_card_hand
from nomorebets.pricing.ends import Ends
from nomorebets.sim.blocks import BLOCK_ROUNDS, run_blocks

WORD_MASK = 2**64 - 1


class SlowDeck:
    """Cards of one block: splitmix64 for the state, xoshiro256++ for the words, mixed digits for sets of cards."""

    def __init__(self, seed, block, sizes):
        self.state = [self.splitmix64(seed, 4 * block + i) for i in range(4)]
        self.sizes = sizes
        self.rounds_left = 0
        self.words_thrown_away = 0

    @staticmethod
    def splitmix64(seed, number):
        mixed = (seed + (number + 1) * 0x9E3779B97F4A7C15) & WORD_MASK
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & WORD_MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & WORD_MASK
        return mixed ^ (mixed >> 31)

    def next_word(self):
        def rotated(word, by):
            return ((word << by) | (word >> (64 - by))) & WORD_MASK

        s = self.state
        word = (rotated((s[0] + s[3]) & WORD_MASK, 23) + s[0]) & WORD_MASK
        shifted = (s[1] << 17) & WORD_MASK
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= shifted
        s[3] = rotated(s[3], 45)
        return word

    def deal(self):
        """A number below the product of all choices, each belonging to equally many words, and the sets it stands for.

        Where a word has enough numbers for several rounds it gives them one after the other.
        """
        left = [52 - sum(self.sizes[:i]) for i in range(len(self.sizes))]
        choices = [comb(cards, size) for cards, size in zip(left, self.sizes, strict=True)]
        if not self.rounds_left:
            self.rounds_left = 1 if prod(choices) > 2**32 else 2
            self.below = prod(choices) ** self.rounds_left
            while True:
                self.number, remainder = divmod(self.next_word() * self.below, 2**64)
                if remainder >= 2**64 % self.below:
                    break
                self.words_thrown_away += 1
        self.rounds_left -= 1
        deck, dealt = list(DECK), []
        for size, among in zip(self.sizes, choices, strict=True):
            self.below //= among
            chosen, self.number = divmod(self.number, self.below)
            cards = []
            for of in range(size, 0, -1):  # the highest card first: so many sets have only lower ones
                place = max(n for n in range(len(deck)) if comb(n, of) <= chosen)
                chosen -= comb(place, of)
                cards.insert(0, deck[place])
            deck = [card for card in deck if card not in cards]
            dealt += cards
        return tuple(dealt)


def outcome(bets, hand, dealer, qualifies):
    if not bets:
        return "fold"
    if not qualifies(dealer):
        return "no-hand"
    return "win" if hand > dealer else "push" if hand == dealer else "lose"


def caribbean_net(category, end):
    pays = {"two-pair": 2, "three-of-a-kind": 3, "straight": 4, "flush": 5, "full-house": 7}.get(category, 1)
    return {"fold": -1, "no-hand": 1, "win": 1 + 2 * pays, "push": 0, "lose": -3}[end]


def three_card_net(pay_class, end):
    return {"fold": -1, "no-hand": 1, "win": 2, "push": 0, "lose": -2}[end]


PAYS = {"lower": -1, "sixes-to-tens": 0, "two-pair": 2, "three-of-a-kind": 3, "straight": 5, "flush": 8}


def ride_net(hand, first, second):
    """Limited, so that the second decision may depend on the first."""
    return min((1 + first + second) * PAYS.get(hand, 1), 12)


def double_net(hand, doubled):
    return (1 + doubled) * PAYS.get(hand, 1)


def caribbean_round(cards, played):
    hand, dealer = five_card_hand(cards[:5]), five_card_hand(cards[5:])
    bets = caribbean_stud.bets_with(played, cards[:5], cards[5])
    return hand.category, outcome(bets, hand, dealer, is_ace_king_or_better)


def three_card_round(cards, played):
    hand, dealer = three_card_hand(cards[:3]), three_card_hand(cards[3:])
    bets = three_card.plays_with(played, cards[:3])
    return hand.pay_class, outcome(bets, hand, dealer, is_queen_high_or_better)


def in_class(cards, lowest_pairs):
    """The category, or for a pair the class that its rank is in."""
    hand = five_card_hand(cards)
    if hand.category == "high-card":
        return "lower"
    if hand.category != "pair":
        return hand.category
    return next(name for name, lowest in lowest_pairs if hand.ranks[0] >= lowest)


def ride_round(cards, played):
    first = played.rides_first(cards[:3])
    second = played.rides_second(cards[:4], first)
    return in_class(cards, [("tens-or-better", 8), ("lower", 0)]), first, second


def double_round(cards, played):
    classes = [("jacks-or-better", 9), ("sixes-to-tens", 4), ("lower", 0)]
    return in_class(cards, classes), played.doubles(cards[:4])


GAMES = {
    "caribbean-stud": (
        caribbean_stud,
        caribbean_net,
        caribbean_rounds.round_kernel,
        caribbean_rounds.COUNTED,
        (3, 2, 1, 3, 1),
        caribbean_round,
    ),
    "three-card-poker": (
        three_card,
        three_card_net,
        three_card_rounds.round_kernel,
        three_card_rounds.COUNTED,
        (3, 3),
        three_card_round,
    ),
    "let-it-ride": (
        let_it_ride,
        ride_net,
        ride_rounds.round_kernel,
        ride_rounds.COUNTED,
        (3, 1, 1),
        ride_round,
    ),
    "double-down-stud": (
        double_down_stud,
        double_net,
        double_rounds.round_kernel,
        tuple((hand, doubled) for hand in double_down_stud.CLASSES.names for doubled in (False, True)),
        (3, 1, 1),
        double_round,
    ),
}


@pytest.fixture(params=GAMES)
def game(request):
    solver, net, kernel, keys, cards, slow_round = GAMES[request.param]
    played = solver.solve(net)
    return played, net, kernel(played), keys, cards, slow_round


@pytest.mark.parametrize(("seed", "block", "rounds"), [(1, 0, 150), (2**64 - 1, 7, 150), (5, 2, 0)])
def test_rounds_are_those_of_the_slow_twin(game, seed, block, rounds):
    played, _, kernel, keys, cards, slow_round = game
    deck = SlowDeck(seed, block, cards)
    slow = Counter(slow_round(deck.deal(), played) for _ in range(rounds))
    fast = dict(zip(keys, kernel(seed, block, rounds).tolist()[: len(keys)], strict=True))
    assert {end: n for end, n in fast.items() if n} == slow


def test_words_that_are_not_fair_are_thrown_away():
    """Two rounds of two sets of three need 1.7e17 of 1.8e19 numbers: one word in four hundred belongs to none."""
    played = three_card.solve(three_card_net)
    deck = SlowDeck(3, 1, (3, 3))
    slow = Counter(three_card_round(deck.deal(), played) for _ in range(4_000))
    assert deck.words_thrown_away > 0
    fast = three_card_rounds.round_kernel(played)(3, 1, 4_000).tolist()
    assert {end: n for end, n in zip(three_card_rounds.COUNTED, fast, strict=True) if n} == slow


def test_a_block_agrees_with_the_exact_counts(game):
    """Every end within five standard errors over 4,194,304 rounds: by chance one such test in some 50,000 fails."""
    played, net, kernel, keys, _, _ = game
    counts = dict(zip(keys, kernel(20, 0, BLOCK_ROUNDS).tolist()[: len(keys)], strict=True))
    assert sum(counts.values()) == BLOCK_ROUNDS
    assert {end for end, n in counts.items() if n} <= set(played.ends.counts)
    for end, n in played.ends.counts.items():
        p = n / played.ends.total
        assert abs(counts[end] - BLOCK_ROUNDS * p) <= 5 * sqrt(BLOCK_ROUNDS * p * (1 - p)) + 3, end  # 3: rare ends
    off = float(Ends(counts, BLOCK_ROUNDS).mean(net) - played.ends.mean(net))
    assert abs(off) <= 5 * sqrt(float(played.ends.variance(net)) / BLOCK_ROUNDS)


def test_totals_do_not_depend_on_the_workers(game):
    kernel, keys = game[2:4]
    rounds = BLOCK_ROUNDS + 1000
    one, two = (run_blocks(kernel, rounds, seed=9, workers=workers) for workers in (1, 2))
    assert one.counts == two.counts
    assert sum(one.counts[: len(keys)]) == rounds


def test_a_strategy_that_goes_by_the_suit_is_played_so():
    """Bet with exactly two ranks in the suit of the upcard, pairs and all."""

    def two_in_suit(rows):
        return [bin(pattern).count("1") == 2 for pattern in rows.in_suit.tolist()]

    played = caribbean_stud.solve(caribbean_net, two_in_suit)
    deck = SlowDeck(4, 0, (3, 2, 1, 3, 1))
    slow = Counter()
    for _ in range(2_000):
        cards = deck.deal()
        bets = len({card[0] for card in cards[:5] if card[1] == cards[5][1]}) == 2
        hand, dealer = five_card_hand(cards[:5]), five_card_hand(cards[5:])
        slow[hand.category, outcome(bets, hand, dealer, is_ace_king_or_better)] += 1
    fast = caribbean_rounds.round_kernel(played)(4, 0, 2_000).tolist()
    assert {end: n for end, n in zip(caribbean_rounds.COUNTED, fast, strict=True) if n} == slow


def test_double_down_stud_by_other_amounts():
    """Double by nothing, one or two; a limit makes one the best on some hands."""
    played = double_down_stud.solve(lambda hand, more: min((1 + more) * PAYS.get(hand, 1), 9), amounts=(0, 1, 2))
    assert set(played.double.tolist()) == {0, 1, 2}
    deck = SlowDeck(6, 1, (3, 1, 1))
    slow = Counter(double_round(deck.deal(), played) for _ in range(300))
    keys, fast = double_rounds.counted(played), double_rounds.round_kernel(played)(6, 1, 300)
    assert {end: n for end, n in zip(keys, fast.tolist(), strict=True) if n} == slow


# Where compiled code is kept ----------------------------------------------------------------------------------

RANK_ONE_HAND = (
    "import numba; before = numba.config.CACHE_DIR; from nomorebets.hands.compiled import five_card_numbers; "
    "print(five_card_numbers([[51, 47, 43, 39, 35]])[0]); assert numba.config.CACHE_DIR == before"
)


def run(code, **environment):
    kept = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    ran = subprocess.run(
        [sys.executable, "-c", code], env=kept | environment, check=True, capture_output=True, text=True
    )
    return ran.stdout.split()


def test_compiled_code_is_kept_in_a_folder_named_after_its_sources(tmp_path):
    assert run(RANK_ONE_HAND, XDG_CACHE_HOME=str(tmp_path)) == ["7461"]
    (folder,) = (tmp_path / "nomorebets").glob("compiled-*")
    assert list(folder.rglob("*.nbi"))


def test_a_file_imported_under_its_bare_name_does_no_harm(tmp_path):
    """As doctest does; what numba keeps cannot be read under another module name."""
    bare = f"import sys; sys.path.insert(0, {str(Path(compiled.__file__).parent)!r}); "
    rank = "from compiled import five_card_numbers; print(five_card_numbers([[51, 47, 43, 39, 35]])[0])"
    assert run(bare + rank, XDG_CACHE_HOME=str(tmp_path)) == ["7461"]
    assert run(RANK_ONE_HAND, XDG_CACHE_HOME=str(tmp_path)) == ["7461"]


def test_a_folder_the_user_has_chosen_is_used(tmp_path):
    chosen, cache = tmp_path / "chosen", tmp_path / "cache"
    assert run(RANK_ONE_HAND, XDG_CACHE_HOME=str(cache), NUMBA_CACHE_DIR=str(chosen)) == ["7461"]
    assert list(chosen.rglob("*.nbi"))
    assert not cache.exists()
