"""Exact odds of the baccarat games: plain enumeration of small shoes, published figures, and a public solver."""

import itertools
from collections import Counter
from fractions import Fraction
from math import prod

import numpy as np
import pytest
from scipy.optimize import linprog

from nomorebets.drivers.chance import SeededChance
from nomorebets.drivers.facet import strategies_of
from nomorebets.errors import RulesError
from nomorebets.exact.simplex import maximize
from nomorebets.games import open_table
from nomorebets.games.baccarat.coups import coup_counts
from nomorebets.games.baccarat.deals import count_deals, shoe_values
from nomorebets.games.chemin_de_fer.equilibrium import Situations, equilibrium, play_out, with_vigorish
from nomorebets.games.chemin_de_fer.hands import OPEN_CELLS, drawing_table_of
from nomorebets.hands.baccarat import BANKER_TABLE, CODES, DRAWING_TABLE, Coup, DrawingTable, code, coup_with
from nomorebets.pricing.sheet import odds, odds_at
from nomorebets.table import Play, Round, Settings, Wager
from nomorebets.table.decisions import Ask
from nomorebets.table.felt import Felt, Opening
from nomorebets.table.requests import Bets

ALL = {"offer-bonus": "on", "offer-cards-456": "on"}


# --- an independent, plain enumeration -------------------------------------------------------------------------------


def drawn_by_hand(p: int, b: int, cards: tuple[int, ...]) -> tuple[int, int, bool, bool]:
    """The rules of drawing as people say them, written down once more."""
    if p >= 8 or b >= 8:
        return p, b, False, False
    if p >= 6:
        return (p, (b + cards[0]) % 10, False, True) if b <= 5 else (p, b, False, False)
    third = cards[0]
    draws = (
        b <= 2
        or (b == 3 and third != 8)
        or (b == 4 and 2 <= third <= 7)
        or (b == 5 and 4 <= third <= 7)
        or (b == 6 and third in (6, 7))
    )
    p = (p + third) % 10
    return (p, (b + cards[1]) % 10, True, True) if draws else (p, b, True, False)


def by_permutations(values: list[int]) -> Counter:
    """Every ordered deal of six physical cards."""
    found: Counter = Counter()
    for six in itertools.permutations(values, 6):
        p, b = (six[0] + six[2]) % 10, (six[1] + six[3]) % 10
        found[drawn_by_hand(p, b, six[4:])] += 1
    return found


@pytest.mark.parametrize(
    "values",
    [
        [0, 0, 1, 2, 3, 4, 5, 6, 7],
        [0, 5, 5, 5, 4, 4, 9, 9, 8],
        [6, 6, 6, 7, 7, 7, 3, 3, 0, 1],
        [0, 0, 0, 0, 0, 0],
        [1, 2, 3, 4, 5, 6],
    ],
)
def test_small_shoes_to_the_exact_integer(values):
    held = Counter(values)
    ours = coup_counts(count_deals([held[v] for v in range(10)]))
    theirs = by_permutations(values)
    assert {(c.player, c.banker, c.player_drew, c.banker_drew): n for c, n in ours.items()} == dict(theirs)
    assert sum(ours.values()) == prod(range(len(values) - 5, len(values) + 1))


def test_a_code_is_one_coup():
    coups = [Coup(p, b, x, y) for p in range(10) for b in range(10) for x in (False, True) for y in (False, True)]
    assert sorted(code(coup) for coup in coups) == list(range(CODES))
    assert all(coup_with(code(coup)) == coup for coup in coups)


# --- the script itself, on a short shoe ------------------------------------------------------------------------------


def enumerated(table, opening: Opening, wagers, decide=lambda request, table: request.usual()) -> dict[str, Counter]:
    """Every end of the script from a shoe, by running it again for every branch."""
    ends: dict[str, Counter] = {}
    pending = [((), Fraction(1))]
    while pending:
        answers, probability = pending.pop()
        game = Play(Round(table, Felt.opened(opening), {1: 0, 2: 0}))
        for answer in answers:
            game.answer(answer, trusted=True)
        while game.request is not None and game.request.asks != "chance":
            request = game.request
            if isinstance(request, Ask):
                answer = decide(request, game.table)
            else:
                answer = request.usual() if request.asks == "dealer" else Bets(wagers)
            answers = (*answers, answer)
            game.answer(answer, trusted=True)
        if game.request is None:
            for ruling in game.rulings:
                ends.setdefault(ruling.wager, Counter())[ruling.net] += probability
            continue
        chances = game.request.chances(game.table)
        total = sum(weight for _, weight in chances)
        pending += [((*answers, a), probability * Fraction(weight, total)) for a, weight in chances]
    return ends


SMALL = {"Kd": 2, "3d": 2, "5s": 2, "6h": 1, "9c": 1}
LARGER = {"As": 1, "Kd": 3, "2h": 1, "4d": 2, "5s": 2, "6h": 2, "7c": 1}
short_shoes = pytest.mark.parametrize("held", [SMALL, pytest.param(LARGER, marks=pytest.mark.slow)], ids=["8", "12"])


def gone_but(held: dict[str, int], decks: int) -> list[str]:
    """All cards of a shoe but these."""
    gone = [card + suit for card in "23456789TJQKA" for suit in "cdhs" for _ in range(decks)]
    for card, number in held.items():
        for _ in range(number):
            gone.remove(card)
    return gone


def text_of(held: dict[str, int]) -> str:
    return " ".join(f"{number}{card}" for card, number in held.items())


@short_shoes
@pytest.mark.parametrize("game", ["punto-banco", "minibaccarat"])
def test_the_script_on_a_short_shoe_gives_the_solvers_odds(game, held):
    """Eight cards, or twelve: every branch of the script against the counts of the solver."""
    table = open_table(game, settings=Settings(ALL))
    wagers = tuple(Wager(1, place, 1000) for place in table.layout)
    state = {"shoe": text_of(held), "cutting-card": "0", "curator": "1", "shoe-dealt-by": "curator"}
    ends = enumerated(table, Opening(state), wagers)
    sheet = odds_at(table, removed=gone_but(held, 8), stake="10.00")
    for wager, found in ends.items():
        priced = Counter()
        for outcome in sheet[wager].outcomes:
            priced[int(outcome.net * 1000)] += outcome.probability
        assert {net: p for net, p in found.items() if p} == {net: p for net, p in priced.items() if p}, wager


@short_shoes
@pytest.mark.parametrize("strategy", ["always-draw", "never-draw"])
def test_the_script_of_chemin_de_fer_on_a_short_shoe(strategy, held):
    """A Bank of 10 dollars, covered by one wager, and both sides choosing alike."""
    table = open_table("chemin-de-fer")
    state = {"shoe": text_of(held), "cutting-card": "0", "rotation-anchor": "1"}
    opening = Opening(state, (Wager(1, "bank", 1000),))
    decide = strategies_of(table.game).named[strategy]
    ends = enumerated(table, opening, (Wager(2, "punt", 1000),), decide)
    sheet = odds_at(table, removed=gone_but(held, 6), stake="10.00", strategy=strategy)
    for wager in ("punt", "bank"):
        priced = {int(outcome.net * 1000): outcome.probability for outcome in sheet[wager].outcomes}
        assert dict(ends[wager]) == priced


# --- published figures -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("decks", "won"),
    [
        (8, {"banker": 2292252566437888, "player": 2230518282592256, "tie": 475627426473216}),
        (6, {"banker": 403095751234560, "player": 392220492728832, "tie": 83552962932288}),
    ],
)
def test_published_counts_to_the_last_deal(decks, won):
    """Combinations as published by the Wizard of Odds (copy read at casinoexploit.com/baccarat.html)."""
    found = Counter()
    for coup, ways in coup_counts(count_deals(shoe_values(decks))).items():
        found[coup.winner] += ways
    assert found == won


@pytest.mark.parametrize(
    ("decks", "banker", "player", "tie"),
    [
        ("8", 0.010579, 0.012351, 0.143596),  # Wizard of Odds: 1.0579 %, 1.2351 %, 14.3596 %
        ("6", 0.010558, 0.012374, 0.144382),  # follows from the published counts above
    ],
)
def test_published_edges(decks, banker, player, tie):
    sheet = odds("punto-banco", options={"decks": decks})
    assert sheet["banker"].edge_decimal == pytest.approx(banker, abs=5e-7)
    assert sheet["player"].edge_decimal == pytest.approx(player, abs=5e-7)
    assert sheet["tie"].edge_decimal == pytest.approx(tie, abs=5e-7)


def test_published_edges_of_the_bonus_wager():
    """The Dragon Bonus of eight decks: 2.65 % on the player, 9.37 % on the banker."""
    sheet = odds("punto-banco", options=ALL)
    assert sheet["bonus-player"].edge_decimal == pytest.approx(0.0265, abs=5e-5)
    assert sheet["bonus-banker"].edge_decimal == pytest.approx(0.0937, abs=5e-5)


def test_four_five_and_six_cards_are_all_there_is():
    sheet = odds("punto-banco", options=ALL)
    assert sum(sheet[f"cards-{n}"].hit_frequency for n in (4, 5, 6)) == 1


@pytest.mark.parametrize("decks", [1, 2, 27, 28, 100])
def test_any_number_of_decks(decks):
    """Past 27 decks the counts no longer fit into a machine word."""
    deals = count_deals(shoe_values(decks))
    counts = coup_counts(deals)
    cards = 52 * decks
    assert sum(counts.values()) == deals.total == prod(range(cards - 5, cards + 1))
    assert all(isinstance(ways, int) and ways > 0 for ways in counts.values())


# --- vigorish and removed cards --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("stake", "vigorish"), [("5.00", 25), ("5.50", 50), ("0.50", 25), ("100.00", 500)])
def test_vigorish_rounding_by_stake(stake, vigorish):
    """The edge with rounding is that of exact vigorish plus what is rounded up, as often as the banker wins."""
    line = odds("punto-banco", wager="banker", stake=stake)["banker"]
    exact = odds("punto-banco", wager="banker")["banker"]
    cents = int(float(stake) * 100)
    extra = Fraction(vigorish, cents) - Fraction(5, 100)
    assert line.edge == exact.edge + extra * exact.hit_frequency
    assert line.hit_frequency == (exact.hit_frequency if vigorish < cents else 0)


def test_four_percent_and_better_tie_odds():
    base, less = odds("punto-banco"), odds("punto-banco", options={"vig-rate": "4", "tie-odds": "9"})
    assert base["banker"].edge - less["banker"].edge == Fraction(1, 100) * base["banker"].hit_frequency
    assert base["tie"].edge - less["tie"].edge == base["tie"].hit_frequency


def test_removed_cards_only_count_by_their_value():
    one, other = (odds("punto-banco", removed=cards) for cards in ("As Kd 4c", "Ah Tc 4d"))
    assert {w: line.edge for w, line in one.items()} == {w: line.edge for w, line in other.items()}
    assert one["player"].edge != odds("punto-banco")["player"].edge


def test_the_edge_of_a_fresh_shoe_is_the_average_over_its_first_card():
    """A burned card that nobody saw changes nothing: the law of total probability, exactly."""
    fresh = odds("punto-banco", options={"decks": "6"})
    for wager in ("player", "banker", "tie"):
        average = Fraction(0)
        for card, number in zip("A23456789K", [24] * 9 + [96], strict=True):
            removed = odds("punto-banco", options={"decks": "6"}, removed=card + "s")
            average += Fraction(number, 312) * removed[wager].edge
        assert average == fresh[wager].edge


@pytest.mark.parametrize("removed", ["As " * 9, "1x", "As" * 9])
def test_cards_that_cannot_have_gone(removed):
    with pytest.raises(RulesError) as refused:
        odds("punto-banco", removed=removed)
    assert refused.value.accepts


def test_a_shoe_that_is_nearly_empty_is_refused():
    all_but_five = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs" for _ in range(8)][5:]
    with pytest.raises(RulesError, match="5 cards are left"):
        odds("punto-banco", removed=all_but_five)


def test_other_games_do_not_know_removed_cards():
    with pytest.raises(RulesError, match="no cards that have left"):
        odds("roulette", removed="As")


# --- chemin de fer ---------------------------------------------------------------------------------------------------

INFINITE = Situations(count_deals((4, 1, 1, 1, 1, 1, 1, 1, 1, 1), replaced=True))
SIX_DECKS = Situations(count_deals(shoe_values(6)))
ALL_FREE = DrawingTable("O" * 8, tuple("O" * 11 for _ in range(8)))
OPTIONS = {
    "player-5": ("optional", "draw"),
    "banker-3-vs-9": ("optional", "draw"),
    "banker-5-vs-4": ("optional", "draw"),
    "banker-six-on-stay": ("optional", "stay"),
}
COMBINATIONS = [dict(zip(OPTIONS, values, strict=True)) for values in itertools.product(*OPTIONS.values())]


def test_kemeny_and_snell():
    """ "Game-theoretic solution of baccarat", American Mathematical Monthly 64 (1957): cards put back, counts known.

    The player draws on 5 with probability 9/11, the banker on 6 after "Stay" with 859/2288; value -679568/(11 13^6);
    so also Ethier and Gámez, "A game-theoretic analysis of baccara chemin de fer", Games 4 (2013), arXiv 1305.5468.
    """
    for drawing_table in (ALL_FREE, DrawingTable("DDDDDOSS", tuple("O" * 11 for _ in range(8)))):
        found = equilibrium(INFINITE, drawing_table)
        assert found.player == {**dict.fromkeys(range(5), 1), 5: Fraction(9, 11), 6: 0, 7: 0}
        assert found.banker[6, 0] == Fraction(859, 2288)
        assert found.value == Fraction(-679568, 11 * 13**6)
        drawn = {cell: share for cell, share in found.banker.items() if cell != (6, 0)}
        assert all((share == 1) is (BANKER_TABLE[row][column] == "D") for (row, column), share in drawn.items())


def by_scipy(situations: Situations, drawing_table: DrawingTable) -> float:
    """The value of the game by its matrix: the player's pure strategies against the banker's, in a public solver."""
    player_cells = [c for c in range(8) if drawing_table.player[c] == "O"]
    banker_cells = [(r, c) for r in range(8) for c in range(11) if drawing_table.banker[r][c] == "O"]
    rows = []
    for ours in itertools.product((0, 1), repeat=len(player_cells)):
        player = {c: Fraction(int(a == "D")) for c, a in enumerate(drawing_table.player)} | dict(
            zip(player_cells, map(Fraction, ours), strict=True)
        )
        row = []
        for theirs in itertools.product((0, 1), repeat=len(banker_cells)):
            banker = {(r, c): Fraction(int(drawing_table.banker[r][c] == "D")) for r in range(8) for c in range(11)}
            banker |= dict(zip(banker_cells, map(Fraction, theirs), strict=True))
            ends = play_out(situations, player, banker)
            row.append(float(ends[0] - ends[2]))
        rows.append(row)
    matrix = np.array(rows)
    size = matrix.shape[0]
    solved = linprog(
        np.r_[np.zeros(size), -1],
        A_ub=np.c_[-matrix.T, np.ones(matrix.shape[1])],
        b_ub=np.zeros(matrix.shape[1]),
        A_eq=[np.r_[np.ones(size), 0]],
        b_eq=[1],
        bounds=[(0, None)] * size + [(None, None)],
        method="highs",
    )
    assert solved.status == 0
    return -solved.fun


def by_probabilities(situations: Situations, drawing_table: DrawingTable) -> tuple[float, dict, dict]:
    """Value and both strategies by a public solver, from what each probability of drawing and each cell is worth.

    Variables: the Player's probability of a card at every count, and what the Player gains in every cell of the
    Banker, which is at most what is left if the Banker stays and at most what is left if the Banker draws.
    """
    cells = list(itertools.product(range(8), range(11)))
    limits, bounds, answers = [], [], []
    for at, (own, column) in enumerate(cells):
        for choice, action in enumerate("SD"):
            if drawing_table.banker[own][column] in (action, "O"):
                gains = [situations.ends[count, own, column][choice] for count in range(8)]
                gains = [(won - lost) / situations.total for won, _, lost in gains]
                slope = [-gain if column == 0 else gain for gain in gains]
                limits.append([-rise for rise in slope] + [float(at == cell) for cell in range(len(cells))])
                bounds.append(sum(gains) if column == 0 else 0.0)
                answers.append((own, column, choice))
    free = {"S": (0, 0), "D": (1, 1), "O": (0, 1)}
    solved = linprog(
        [0.0] * 8 + [-1.0] * len(cells),
        A_ub=limits,
        b_ub=bounds,
        bounds=[free[action] for action in drawing_table.player] + [(None, None)] * len(cells),
        method="highs",
    )
    assert solved.status == 0
    prices = -solved.ineqlin.marginals
    drawn = {(own, col): price for (own, col, choice), price in zip(answers, prices, strict=True) if choice}
    banker = {cell: drawn.get(cell, 0.0) for cell in cells}
    naturals = (situations.naturals[0] - situations.naturals[2]) / situations.total
    return naturals - solved.fun, dict(enumerate(solved.x[:8])), banker


@pytest.mark.parametrize("chosen", COMBINATIONS, ids=lambda c: "-".join(v[0] for v in c.values()))
def test_the_equilibrium_of_every_combination_against_a_public_solver(chosen):
    drawing_table = drawing_table_of(open_table("chemin-de-fer", settings=Settings(dict(chosen))).house)
    found = equilibrium(SIX_DECKS, drawing_table)
    assert float(found.value) == pytest.approx(by_scipy(SIX_DECKS, drawing_table), abs=1e-11)
    is_equilibrium(SIX_DECKS, drawing_table, found)


@pytest.mark.parametrize(
    "chosen",
    [*COMBINATIONS, {"compulsory-play": "free"}],
    ids=lambda c: "-".join(v[0] for v in c.values()),
)
def test_both_mixed_strategies_against_a_public_solver(chosen):
    """Where nobody gains by choosing otherwise there is one way to mix: the solver's is ours."""
    drawing_table = drawing_table_of(open_table("chemin-de-fer", settings=Settings(dict(chosen))).house)
    found = equilibrium(SIX_DECKS, drawing_table)
    value, player, banker = by_probabilities(SIX_DECKS, drawing_table)
    assert float(found.value) == pytest.approx(value, abs=1e-9)
    assert {count: float(share) for count, share in found.player.items()} == pytest.approx(player, abs=1e-6)
    assert {cell: float(share) for cell, share in found.banker.items()} == pytest.approx(banker, abs=1e-6)


def is_equilibrium(situations, drawing_table, found) -> None:
    """Nobody gains by choosing otherwise in any single cell, which is enough where cells do not touch each other."""
    for count, action in enumerate(drawing_table.player):
        for other in (0, 1) if action == "O" else ():
            ends = play_out(situations, {**found.player, count: Fraction(other)}, found.banker)
            assert ends[0] - ends[2] <= found.value
    for row in range(8):
        for column in range(11):
            for other in (0, 1) if drawing_table.banker[row][column] == "O" else ():
                ends = play_out(situations, found.player, {**found.banker, (row, column): Fraction(other)})
                assert ends[0] - ends[2] >= found.value


def test_six_decks_by_default():
    found = equilibrium(SIX_DECKS, drawing_table_of(open_table("chemin-de-fer").house))
    assert found.player[5] == Fraction(7631761, 9407656)
    assert found.banker[6, 0] == Fraction(546971813, 1444075196)
    assert found.value == Fraction(-23174205422119131, 1794292354051081885)
    sheet = odds("chemin-de-fer")
    assert sheet["punt"].edge == -found.value
    assert sheet["bank"].edge == -found.banker_value(Fraction(1, 20))


def test_free_calls_end_where_the_table_binds():
    """With every call free both sides still play the table, its three options and the 5 apart."""
    found = equilibrium(SIX_DECKS, ALL_FREE)
    assert found.value == equilibrium(SIX_DECKS, drawing_table_of(open_table("chemin-de-fer").house)).value


@pytest.mark.slow
def test_nobody_gains_by_another_call_where_all_are_free():
    is_equilibrium(SIX_DECKS, ALL_FREE, equilibrium(SIX_DECKS, ALL_FREE))


@pytest.mark.parametrize("rate", [Fraction(0), Fraction(1, 20), Fraction(1, 10)])
def test_with_vigorish_nobody_gains_by_choosing_otherwise(rate):
    """Not a game of zero sum any more: each side is checked with its own gain."""
    drawing_table = drawing_table_of(open_table("chemin-de-fer").house)
    found = with_vigorish(SIX_DECKS, drawing_table, rate)
    for other in (Fraction(0), Fraction(1)):
        ends = play_out(SIX_DECKS, {**found.player, 5: other}, found.banker)
        assert ends[0] - ends[2] <= found.value
        for cell in OPEN_CELLS.values():
            ends = play_out(SIX_DECKS, found.player, {**found.banker, cell: other})
            assert ends[2] * (1 - rate) - ends[0] <= found.banker_value(rate)
    if rate == 0:
        assert found.value == equilibrium(SIX_DECKS, drawing_table).value


def test_a_bound_table_is_punto_banco():
    bound = {"player-5": "draw", "banker-3-vs-9": "draw", "banker-5-vs-4": "draw", "banker-six-on-stay": "stay"}
    ours = odds("chemin-de-fer", options={**bound, "decks": "8"})
    assert ours["punt"].edge == odds("punto-banco")["player"].edge
    assert ours["bank"].edge == odds("punto-banco")["banker"].edge
    assert drawing_table_of(open_table("chemin-de-fer", settings=Settings(dict(bound))).house) == DRAWING_TABLE


def test_named_strategies_cost_something():
    best = odds("chemin-de-fer")["punt"].edge
    assert odds("chemin-de-fer", strategy="always-draw")["punt"].edge != best
    assert odds("chemin-de-fer", strategy="never-draw")["punt"].edge > best


def test_removed_cards_move_the_equilibrium():
    assert odds("chemin-de-fer", removed="4s 4d 4c 9s")["punt"].edge != odds("chemin-de-fer")["punt"].edge


# --- the linear program ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(40))
def test_the_exact_simplex_against_a_public_solver(seed):
    chance = SeededChance(seed)
    width, height = 1 + chance.below(6), 1 + chance.below(6)
    rows = [[chance.below(21) - 5 for _ in range(width)] for _ in range(height)] + [[1] * width]
    bounds = [chance.below(30) for _ in range(height)] + [100]
    gain = [chance.below(21) - 8 for _ in range(width)]
    ours = maximize(gain, rows, bounds)
    theirs = linprog([-g for g in gain], A_ub=rows, b_ub=bounds, method="highs")
    assert float(ours.value) == pytest.approx(-theirs.fun, abs=1e-9)
    assert sum(g * x for g, x in zip(gain, ours.at, strict=True)) == ours.value
    assert sum(b * y for b, y in zip(bounds, ours.prices, strict=True)) == ours.value  # strong duality, exactly
    for row, bound in zip(rows, bounds, strict=True):
        assert sum(r * x for r, x in zip(row, ours.at, strict=True)) <= bound
    assert min(ours.at) >= 0
    assert min(ours.prices) >= 0


def test_no_largest_value():
    with pytest.raises(ValueError, match="no largest value"):
        maximize([1], [[-1]], [1])
    with pytest.raises(ValueError, match="below zero"):
        maximize([1], [[1]], [-1])
    with pytest.raises(ValueError, match="shorter"):
        maximize([1], [[1], [1]], [1])
