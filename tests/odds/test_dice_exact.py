"""Exact odds of the dice games: against formulas of their own, published figures, and the script itself."""

from fractions import Fraction as F
from itertools import product

import numpy as np
import pytest

from nomorebets.drivers.chains import follow
from nomorebets.exact.lifting import Chain
from nomorebets.exact.linear import solve
from nomorebets.games import open_table
from nomorebets.games.craps.odds import fire_distribution
from nomorebets.games.craps.plan_file import read_plan
from nomorebets.pricing.sheet import odds
from nomorebets.table import Wager
from nomorebets.table.felt import Opening
from payouts import all_see, pay_half

THROWS = list(product(range(1, 7), repeat=2))
WAYS = {t: sum(1 for a, b in THROWS if a + b == t) for t in range(2, 13)}
BOX = (4, 5, 6, 8, 9, 10)
CRAPS = odds("craps")


def probability(*totals: int) -> F:
    return F(sum(WAYS[t] for t in totals), 36)


def first(number: int) -> F:
    """How likely a number comes before a 7."""
    return F(WAYS[number], WAYS[number] + 6)


# --- formulas of their own ----------------------------------------------------------------------------------------


def test_pass_and_come():
    win = probability(7, 11) + sum(probability(n) * first(n) for n in BOX)
    assert win == F(244, 495)
    for kind in ("pass", "come"):
        assert CRAPS[kind].edge == 1 - 2 * win == F(7, 495)
        assert CRAPS[kind].hit_frequency == win


def test_dont_pass_and_dont_come():
    """The two figures in print, 1.36 % per bet made (27/1980) and 1.40 % per bet resolved (27/1925)."""
    for kind in ("dont-pass", "dont-come"):
        assert CRAPS[kind].edge == F(27, 1980)
        assert CRAPS[kind].extra["edge_per_resolved"] == F(27, 1925)
        assert {o.outcome: o.probability for o in CRAPS[kind].outcomes if o.outcome == "void"} == {"void": F(1, 36)}


@pytest.mark.parametrize("number", BOX)
def test_place_buy_and_lay(number):
    p = first(number)
    pays = {4: F(9, 5), 5: F(7, 5), 6: F(7, 6), 8: F(7, 6), 9: F(7, 5), 10: F(9, 5)}[number]
    lays = {4: F(5, 11), 5: F(5, 8), 6: F(4, 5), 8: F(4, 5), 9: F(5, 8), 10: F(5, 11)}[number]
    assert CRAPS[f"place-win-{number}"].edge == 1 - p - p * pays
    assert CRAPS[f"place-lose-{number}"].edge == p - (1 - p) * lays
    true = (1 - p) / p
    assert CRAPS[f"buy-{number}"].edge == F(1, 20)
    assert CRAPS[f"buy-{number}"].element_of_risk == F(1, 21)  # of all that is put down, the commission included
    assert CRAPS[f"lay-{number}"].edge == F(1, 20) / true


@pytest.mark.parametrize("number", BOX)
@pytest.mark.parametrize("rate", ["5%", "2%", "0%"])
def test_commission_taken_from_the_winnings(number, rate):
    sheet = odds("craps", options={"commission-time": "on-win", "commission-rate": rate})
    share = F(rate.rstrip("%")) / 100
    assert sheet[f"buy-{number}"].edge == first(number) * share
    assert sheet[f"buy-{number}"].element_of_risk == first(number) * share


def test_commission_is_rounded_down_so_a_larger_bet_costs_less():
    """$25 on the four for $1: four percent."""
    assert odds("craps", wager="buy-4", stake="25")["buy-4"].edge == F(1, 25)
    assert odds("craps", wager="buy-4", stake="39")["buy-4"].edge == F(1, 39)


# per bet made, in percent, as craps tables everywhere print them (1.41 and 1.36: casinodealerswebsite.com)
PUBLISHED = {
    "pass": "1.41",
    "dont-pass": "1.36",
    "come": "1.41",
    "dont-come": "1.36",
    "place-win-4": "6.67",
    "place-win-5": "4.00",
    "place-win-6": "1.52",
    "place-lose-4": "3.03",
    "place-lose-5": "2.50",
    "place-lose-6": "1.82",
    "hard-4": "11.11",
    "hard-6": "9.09",
    "any-craps": "11.11",
    "any-seven": "16.67",
    "craps-2": "13.89",
    "craps-3": "11.11",
    "eleven": "11.11",
    "craps-12": "13.89",
    "field": "5.56",
    "horn": "12.50",
    "horn-high-2": "12.78",
    "horn-high-3": "12.22",
    "c-and-e": "11.11",
    "world": "13.33",
    "hop:3-3": "13.89",
    "hop:3-4": "11.11",
}


@pytest.mark.parametrize(("kind", "percent"), PUBLISHED.items())
def test_published_house_edges(kind, percent):
    assert f"{float(CRAPS[kind].edge) * 100:.2f}" == percent


def test_the_field_with_three_to_one():
    assert odds("craps", options={"field-12": "3 to 1"})["field"].edge == F(1, 36)


@pytest.mark.parametrize(
    ("multiple", "pass_percent", "dont_percent"),
    [
        ("1x", "0.848", "0.682"),
        ("2x", "0.606", "0.455"),
        ("3-4-5x", "0.374", "0.273"),
        ("5x", "0.326", "0.227"),
        ("10x", "0.184", "0.124"),
        ("20x", "0.099", "0.065"),
        ("100x", "0.021", "0.014"),
    ],
)
def test_published_edges_with_odds(multiple, pass_percent, dont_percent):
    """Of all that is risked; 0.848, 0.606 and 0.374 for the pass line are printed by casinodealerswebsite.com."""
    sheet = odds("craps", options={"odds-multiple": multiple})
    assert f"{float(sheet['pass-with-odds'].element_of_risk) * 100:.3f}" == pass_percent
    assert f"{float(sheet['dont-pass-with-odds'].element_of_risk) * 100:.3f}" == dont_percent
    assert sheet["pass-with-odds"].edge == sheet["pass"].edge


def test_odds_are_free():
    for kind in ("pass-odds", "dont-pass-odds", "come-odds", "dont-come-odds"):
        assert CRAPS[kind].edge == 0
        assert sum(o.probability for o in CRAPS[kind].outcomes) == 1


def test_expected_rolls():
    """557/165 rolls to a decision of the pass line: 3.38."""
    assert CRAPS["pass"].extra["expected_rolls"] == F(557, 165)
    assert CRAPS["come"].extra["expected_rolls"] == F(557, 165)
    for n in BOX:
        assert CRAPS[f"place-win-{n}"].extra["expected_rolls"] == F(36, WAYS[n] + 6)
        assert CRAPS[f"place-win-{n}"].extra["expected_rolls_on_table"] > F(
            36, WAYS[n] + 6
        )  # it waits on come-out rolls
    for n in (4, 6, 8, 10):
        assert CRAPS[f"hard-{n}"].extra["expected_rolls"] == F(36, WAYS[n] + 6)
    assert CRAPS["field"].extra["expected_rolls"] == 1
    assert CRAPS["pass"].extra["edge_per_roll"] == F(7, 495) / F(557, 165)


def test_every_line_adds_up():
    for game in ("craps", "mini-craps", "automated-craps", "mini-dice", "sic-bo"):
        for line in odds(game).values():
            assert sum(o.probability for o in line.outcomes) == 1
            assert line.variance > 0


# --- the fire bet -------------------------------------------------------------------------------------------------


def test_the_fire_bet_by_another_way():
    """Inclusion and exclusion over which points are made, instead of a chain of sets."""
    made = {n: probability(n) / probability(*BOX) * first(n) for n in BOX}
    lost = 1 - sum(made.values())

    def only(points: frozenset[int]) -> F:
        """No other point than these is made before the loser 7 or a new one."""
        return lost / (1 - sum(made[n] for n in points))

    from itertools import combinations

    exactly = {}
    for size in range(7):
        total = F(0)
        for chosen in combinations(BOX, size):
            for fewer in range(size + 1):
                for part in combinations(chosen, fewer):
                    total += (-1) ** (size - fewer) * only(frozenset(part))
        exactly[size] = total
    assert fire_distribution()[0] == exactly
    assert sum(exactly.values()) == 1


def test_the_fire_bet_published():
    """D. Catlin, "The Fire Bet", casinocitytimes.com, 13 February 2010, after S. Ethier, The Doctrine of Chances."""
    points, _ = fire_distribution()
    published = ("0.593939393939", "0.260750492004", "0.101275355549", "0.033434212179", "0.008798178440")
    assert tuple(f"{float(points[n]):.12f}" for n in range(5)) == published
    assert f"{float(CRAPS['fire'].edge) * 100:.2f}" == "20.76"
    assert odds("craps", options={"fire-paytable": "B"})["fire"].edge == -(
        10 * points[4] + 200 * points[5] + 2000 * points[6] - sum(points[n] for n in range(4))
    )


# --- sic bo -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("total", range(4, 18))
def test_sic_bo_totals(total):
    ways = sum(1 for t in product(range(1, 7), repeat=3) if sum(t) == total)
    pays = {4: 60, 5: 30, 6: 17, 7: 12, 8: 8, 9: 6, 10: 6}[min(total, 21 - total)]
    assert odds("sic-bo")[f"total-{total}"].edge == 1 - F(ways * (pays + 1), 216)


def test_sic_bo_others():
    sheet = odds("sic-bo")
    assert sheet["small"].edge == sheet["big"].edge == F(6, 216)
    assert sheet["single"].edge == F(17, 216)
    assert sheet["triple"].edge == 1 - F(181, 216)
    assert sheet["any-triple"].edge == 1 - F(6 * 31, 216)
    assert sheet["double"].edge == 1 - F(16 * 11, 216)
    assert sheet["combo"].edge == 1 - F(30 * 6, 216)
    assert odds("sic-bo", options={"double-includes-triple": "off"})["double"].edge == 1 - F(15 * 11, 216)


# --- mini-dice ----------------------------------------------------------------------------------------------------


def test_mini_dice_is_craps_where_they_share():
    sheet = odds("mini-dice")
    for n in BOX:
        assert sheet[f"place-{n}"].edge == CRAPS[f"place-win-{n}"].edge
    assert sheet["field"].edge == CRAPS["field"].edge
    assert sheet["any-7"].edge == sheet["over-7"].edge == sheet["under-7"].edge == F(1, 6)


# --- the solver against the script --------------------------------------------------------------------------------

POINT_ON = Opening({"point": "6", "shooter": "0", "hand": "under way", "dice": "5"})


def beside(parent: str, made_as: str = "") -> Opening:
    return Opening(dict(POINT_ON.state), (Wager(1, parent, 1000, made_as=made_as),))


FOLLOWED = [
    ("pass", 1000, None),
    ("dont-pass", 1000, None),
    ("come", 1000, POINT_ON),
    ("dont-come", 1000, POINT_ON),
    ("place-win-6", 1200, None),
    ("place-lose-4", 1100, None),
    ("hard-8", 500, None),
    ("field", 500, None),
    ("horn", 400, None),
    ("world", 500, None),
    ("hop:3-4", 100, None),
]


@pytest.mark.parametrize(("kind", "amount", "opening"), FOLLOWED, ids=lambda value: str(value)[:12])
def test_the_solver_agrees_with_the_script(kind, amount, opening):
    ends, rounds = follow(open_table("craps"), Wager(1, kind, amount), opening)
    line = CRAPS[kind]
    assert {(o.outcome, o.net, o.by): o.probability for o in line.outcomes} == ends
    assert line.extra["expected_rolls_on_table"] == rounds


@pytest.mark.parametrize(("kind", "amount", "time"), [("buy-4", 2000, "on-make"), ("lay-6", 2400, "on-win")])
def test_commission_agrees_with_the_script(kind, amount, time):
    sheet = odds("craps", options={"commission-time": time}, wager=kind)
    table = sheet.table
    fee = table.game.betting.fee(table.house, table.layout[kind], amount)
    ends, _ = follow(table, Wager(1, kind, amount, fee=fee))
    assert {(o.outcome, o.net, o.by): o.probability for o in sheet[kind].outcomes} == ends


@pytest.mark.parametrize(
    ("kind", "amount", "parent"), [("come-odds:9", 2000, "come:9"), ("dont-come-odds:9", 3000, "dont-come:9")]
)
def test_odds_agree_with_the_script(kind, amount, parent):
    ends, _ = follow(open_table("craps"), Wager(1, kind, amount), beside(parent, parent.split(":")[0]))
    assert sum(net * p for (_, net, _), p in ends.items()) == 0
    returned = [p for (result, _, _), p in ends.items() if result == "void"]
    assert bool(returned) == (kind == "come-odds:9")


@pytest.mark.parametrize(("kind", "amount"), [("place-6", 1200), ("place-4", 500), ("field", 500), ("over-7", 500)])
def test_mini_dice_agrees_with_the_script(kind, amount):
    sheet = odds("mini-dice")
    ends, rounds = follow(open_table("mini-dice"), Wager(1, kind, amount))
    assert {(o.outcome, o.net, o.by): o.probability for o in sheet[kind].outcomes} == ends
    assert sheet[kind].extra["expected_rolls"] == rounds


def test_automated_craps_agrees_with_the_script():
    ends, _ = follow(open_table("automated-craps"), Wager(1, "dont-pass", 1000))
    assert {(o.outcome, o.net, o.by): o.probability for o in odds("automated-craps")["dont-pass"].outcomes} == ends


# --- chains ------------------------------------------------------------------------------------------------------


def test_lifting_agrees_with_elimination():
    """A chain of twelve states in two parts; sums by elimination in fractions, products by their own equations."""
    size, weights = 12, [5, 3, 2]
    onward = [[(3 * i + 1) % 7, (i * i) % 5, size if i % 3 else 6] for i in range(7)]
    onward += [[7 + (2 * i) % 5, i % 7, size] for i in range(5)]
    gains = [[[(i * w) % 7 - 3 for w in (1, 2, 3)] for i in range(size)], [[1] * 3] * size]

    def solved(right):
        rows = [[F(10 * (i == j)) for j in range(size)] for i in range(size)]
        for i, leads in enumerate(onward):
            for j, weight in zip(leads, weights, strict=True):
                if j < size:
                    rows[i][j] -= weight
        return [*solve(rows, [F(r) for r in right]), F(0)]

    def mean(rows):
        return [sum(w * g for w, g in zip(weights, row, strict=True)) for row in rows]

    x, n = (solved(mean(gain)) for gain in gains)
    right = [
        sum(
            w * (gains[0][i][k] * gains[1][i][k] + gains[0][i][k] * n[j] + gains[1][i][k] * x[j])
            for k, (w, j) in enumerate(zip(weights, onward[i], strict=True))
        )
        for i in range(size)
    ]
    chain = Chain(np.array(onward), np.array(weights))
    assert chain.sums(8, [np.array(gain) for gain in gains], [(0, 1)]) == [x[8], n[8], solved(right)[8]]


# --- one settlement for all ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "kind", "line", "wagers", "dice", "less"),
    [
        ("craps", "pass", "pass", "1 pass 10.00", "3-4", 500),
        ("craps", "come", "come", "1 pass 10.00, 2 come 10.00", "2-2 5-6", 500),
        ("craps", "pass-odds", "pass-with-odds", "1 pass 10.00, 2 pass-odds 20.00", "2-2 1-3", 2000),
        ("craps", "come-odds", "come-odds", "1 pass 10.00, 2 come 10.00, 3 come-odds 20.00", "4-4 2-2 1-3", 2000),
        ("craps", "place-win-6", "place-win-6", "1 place-win-6 12.00", "2-2 3-3", 700),
        ("craps", "lay-4", "lay-4", "1 lay-4 42.00", "3-3 3-4", 1000),
        ("craps", "horn", "horn", "1 horn 4.00", "1-1", 1350),
        ("craps", "hop", "hop:3-3", "1 hop:3-3 1.00", "3-3", 1500),
        ("mini-craps", "field", "field", "1 field 5.00", "6-6", 500),
        ("automated-craps", "hard-8", "hard-8", "1 hard-8 2.00", "4-4", 900),
        ("mini-dice", "place-6", "place-6", "1 place-6 12.00", "2-3 3-3", 700),
        ("mini-dice", "field", "field", "1 field 5.00", "6-6", 500),
        ("sic-bo", "double", "double", "1 double-2 5.00", "2-2-5", 2500),
        ("sic-bo", "single", "single", "1 single-5 6.00", "2-5-5", 600),
    ],
)
def test_a_payout_broken_in_one_place_is_seen_by_odds_simulation_and_ruling(
    monkeypatch, game, kind, line, wagers, dice, less
):
    """Each wager is told with the roll before which it is made."""
    made = [made.split() for made in wagers.split(", ")]
    rows = ", ".join(f'{{seat = 1, before_roll = {n}, wager = "{on}", amount = "{amount}"}}' for n, on, amount in made)
    told = f'game = "{game}"\ndice = "{dice}"\nwagers = [{rows}]\n'
    all_see(monkeypatch, open_table(game), kind, line, told, less)


def test_a_payout_broken_in_one_place_is_seen_by_strategies_and_the_fire_bet(monkeypatch):
    table = open_table("craps")

    def losses() -> tuple[F, F]:
        plan = read_plan(table, b'[[have]]\nwager = "fire"\namount = 10\n')
        per_shooter = next(figure.value for figure in plan.figures() if figure.name == "expected loss per shooter")
        return odds("craps")["fire"].edge, per_shooter / 10

    edge, lost = losses()
    pay_half(monkeypatch, table, "fire")
    worse, more = losses()
    assert edge == lost
    assert edge < worse == more
