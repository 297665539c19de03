"""Three card poker's exact odds: against the script on short decks, against published figures, for every pay table."""

import time
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import combinations, repeat

import pytest

from nomorebets.errors import UnknownName
from nomorebets.games import open_table
from nomorebets.games.three_card_poker import odds as lines
from nomorebets.games.three_card_poker import solver
from nomorebets.games.three_card_poker import terms as options
from nomorebets.games.three_card_poker.strategies import NAMED
from nomorebets.games.three_card_poker.terms import SPADES
from nomorebets.hands.poker import five_card_hand
from nomorebets.pricing.sheet import odds, odds_at
from nomorebets.table import Settings, Wager
from nomorebets.table.decisions import Chosen
from payouts import all_see
from short_packs import scripted
from told import text_of

STAKE = 1000


def gains_by_wager(table, pack: tuple[str, ...], cards: tuple[str, ...], kinds: tuple[str, ...]) -> Counter[str]:
    """What each wager of somebody who plays gains in one round of the script, the cards falling in this order."""
    found: Counter[str] = Counter()
    for ruling in scripted(table, pack, cards, repeat(Chosen("play")), *(Wager(1, kind, STAKE) for kind in kinds)):
        found[ruling.wager] += ruling.net
    return found


WITH_ANTE = ("ante", "play", "ante-bonus")


def by_script(ranks: str, suits: str, **settings: str):
    """All rounds of the script on a short deck: what the best play gains, where it plays, and the other wagers."""
    table = open_table("three-card-poker", settings=Settings({"offer-six-card-bonus": "on", **settings}))
    pack = tuple(rank + suit for rank in ranks for suit in suits)
    gains: defaultdict[frozenset[str], list[int]] = defaultdict(list)
    others: Counter[str] = Counter()
    rounds = 0
    for hand in combinations(pack, 3):
        for dealer in combinations([card for card in pack if card not in hand], 3):
            net = gains_by_wager(table, pack, (*hand, *dealer), ("ante", "pair-plus", "six-card-bonus"))
            gains[frozenset(hand)].append(sum(net[kind] for kind in WITH_ANTE))
            others.update({kind: net[kind] for kind in ("pair-plus", "six-card-bonus")})
            rounds += 1
    plays = {hand: sum(found) > -STAKE * len(found) for hand, found in gains.items()}
    total = sum(sum(found) if plays[hand] else -STAKE * len(found) for hand, found in gains.items())
    return Fraction(total, STAKE * rounds), plays, {k: Fraction(n, STAKE * rounds) for k, n in others.items()}, table


def agree(ranks: str, suits: str, **settings: str) -> None:
    value, plays, others, table = by_script(ranks, suits, **settings)
    house = table.house
    played = solver.solve(lines.net_at(house, STAKE), ranks=ranks, suits=suits)
    assert -lines.ante_line(table, STAKE, played.ends).edge == value
    for hand, wants in plays.items():
        assert solver.plays_with(played, tuple(hand)) is wants, sorted(hand)
    assert -lines.pair_plus_line(table, STAKE, solver.pay_class_counts(ranks, suits)).edge == others["pair-plus"]
    six = lines.six_card_line(table, STAKE, solver.six_card_counts(ranks, suits))
    assert -six.edge == others["six-card-bonus"]


def test_solver_equals_the_script_on_nine_cards():
    agree("6QA", "chs")


def test_solver_equals_the_script_on_other_nine_cards_and_pay_tables():
    agree("23A", "dhs", **{"ante-bonus-table": "ab-3", "pair-plus-table": "pp-10", "six-card-table": "six-3"})


@pytest.mark.slow
@pytest.mark.parametrize(("ranks", "suits"), [("46QK", "chs"), ("2346JQ", "hs"), ("TJQKA", "hs")])
def test_solver_equals_the_script_on_more_cards(ranks, suits):
    agree(ranks, suits)


@pytest.fixture(scope="module")
def sheet():
    return odds_at(open_table("three-card-poker", settings=Settings({"offer-six-card-bonus": "on"})))


def test_figures_that_are_published(sheet):
    """2.01 % of all that is staked: John Grochowski, online.casinocity.com/article/about-three-card-poker-122573. The
    six-card bonus is published as 10.23 % (table-games-online.com/3-card-poker/rules.html); it is 10.2248 %. The other
    fractions were found by the solver and by the script on short decks, and are kept here so that they cannot move.
    """
    ante = sheet["ante"]
    assert ante.edge == Fraction(686689, 20358520)
    assert round(ante.edge_decimal, 4) == 0.0337
    assert round(float(ante.element_of_risk), 4) == 0.0201
    assert round(float(ante.variance) ** 0.5, 2) == 1.64
    assert sheet["pair-plus"].edge == Fraction(128, 5525)
    assert sheet["six-card-bonus"].edge == Fraction(15306, 149695)


def test_every_outcome_is_there_once_and_all_sum_to_one(sheet):
    for line in sheet.values():
        assert sum(o.probability for o in line.outcomes) == 1
        assert len({o.outcome for o in line.outcomes}) == len(line.outcomes)


def test_average_wager_counts_the_play_wager(sheet):
    folds = next(o.probability for o in sheet["ante"].outcomes if o.outcome == "fold")
    assert sheet["ante"].average_wager == 1 + (1 - folds)
    assert sheet["pair-plus"].average_wager == 1


COUNTS = {"mini-royal": 4, "straight-flush": 44, "three-of-a-kind": 52, "straight": 720, "flush": 1096, "pair": 3744}
PUBLISHED = {"pp-2": "7.28", "pp-8": "7.1"}  # casinocity.com, as above


@pytest.mark.parametrize("name", options.PAIR_PLUS)
def test_every_pair_plus_table_by_the_counts_of_hands(name):
    """Independent of the solver: the counts of three-card hands are textbook combinatorics."""
    rows = options.PAIR_PLUS[name]
    won = sum(count * rows[f"pair-plus.{hand}"].pays for hand, count in COUNTS.items())
    expected = Fraction(22100 - sum(COUNTS.values()) - won, 22100)
    found = odds("three-card-poker", options={"pair-plus-table": name})["pair-plus"].edge
    assert found == expected
    if name in PUBLISHED:
        digits = len(PUBLISHED[name].partition(".")[2])
        assert f"{float(found) * 100:.{digits}f}" == PUBLISHED[name]


@pytest.mark.parametrize(("name", "percent"), [("ab-1", "3.37"), ("ab-2", "3.83"), ("ab-3", "4.28"), ("ab-4", "3.61")])
def test_every_ante_bonus_table(name, percent):
    """Each step of a row costs its probability: no bonus hand is ever folded.

    Of all that is staked ab-1 costs 2.01 and ab-4 2.16 percent: poker-corner.com/articles/364.html.
    """
    rows = options.ANTE_BONUS[name]
    base = Fraction(686689, 20358520)
    lower = {"straight-flush": 48, "three-of-a-kind": 52}
    cost = sum(
        Fraction(count, 22100) * (options.ANTE_BONUS["ab-1"][f"ante-bonus.{h}"].pays - rows[f"ante-bonus.{h}"].pays)
        for h, count in lower.items()
    )
    found = odds("three-card-poker", options={"ante-bonus-table": name})["ante"].edge
    assert found == base + cost
    assert f"{float(found) * 100:.2f}" == percent
    risk = odds("three-card-poker", options={"ante-bonus-table": name})["ante"].element_of_risk
    assert name not in ("ab-1", "ab-4") or f"{float(risk) * 100:.2f}" == {"ab-1": "2.01", "ab-4": "2.16"}[name]


@pytest.mark.parametrize("name", options.SIX_CARD)
def test_every_six_card_table_by_the_counts_of_hands(name):
    """Counts of the best fives of six cards among all 20,358,520; the solver's tests evaluate them one by one."""
    counts = {
        "royal-flush": 188,
        "straight-flush": 1656,
        "four-of-a-kind": 14664,
        "full-house": 165984,
        "flush": 205792,
        "straight": 361620,
        "three-of-a-kind": 732160,
    }
    rows = options.SIX_CARD[name]
    won = Fraction(sum(n * rows[f"six-card-bonus.{hand}"].pays for hand, n in counts.items()))
    if name == "six-mm":  # four of the royal flushes are six-card royals, paid in fixed sums on a wager of $10
        won += -4 * 1000 + Fraction(100_000_000 + 3 * 10_000_000, STAKE)
    expected = (20358520 - sum(counts.values()) - won) / 20358520
    found = odds("three-card-poker", options={"offer-six-card-bonus": "on", "six-card-table": name})
    assert found["six-card-bonus"].edge == expected


def test_six_card_counts_by_plain_evaluation_of_a_short_deck():
    pack = [rank + suit for rank in "9TJQKA" for suit in "hs"]
    plain: Counter[str] = Counter()
    for six in combinations(pack, 6):
        best = max(five_card_hand(five) for five in combinations(six, 5)).category
        royal = {c[0] for c in six} == set("9TJQKA") and len({c[1] for c in six}) == 1
        plain["six-card-royal" if royal else best] += 1
    assert {end: n for (end,), n in solver.six_card_counts("9TJQKA", "hs").counts.items()} == plain


def test_the_six_card_bonus_forfeited_by_a_fold():
    """Through every hand that is played: with nothing folded it is what it is without a fold."""
    off = {"offer-six-card-bonus": "on", "side-wagers-survive-fold": "off"}
    table = open_table("three-card-poker", settings=Settings(dict(off)))
    free = odds("three-card-poker", options={"offer-six-card-bonus": "on"})["six-card-bonus"]
    always = odds_at(table, strategy="always-play")["six-card-bonus"]
    assert always.edge == free.edge
    best = odds_at(table)["six-card-bonus"]
    folded = next(o.probability for o in best.outcomes if o.outcome == "fold")
    assert folded == next(o.probability for o in odds_at(table)["ante"].outcomes if o.outcome == "fold")
    assert best.edge > free.edge
    assert odds_at(table, strategy="always-fold")["six-card-bonus"].edge == 1


@pytest.mark.parametrize("meter", [None, "5000.00"])
def test_the_progressive_wager_by_the_counts_of_hands(meter):
    table = open_table("three-card-poker", settings=Settings({"offer-progressive": "on"}))
    line = odds_at(table, meter=meter)["progressive"]
    jackpot = Fraction(meter or "1000.00") + Fraction(1, 5)
    assert line.edge == 1 - (jackpot + 3 * 500 + 44 * 70 + 52 * 60 + 720 * 6) / 22100
    assert "meter of" in line.note


def test_named_strategies_cost_what_they_cost():
    edges = {name: odds("three-card-poker", strategy=name)["ante"].edge for name in NAMED}
    assert edges["optimal"] == edges["queen-six-four"] == Fraction(686689, 20358520)
    assert edges["queen-or-better"] == Fraction(70219, 2035852)
    assert edges["always-play"] == Fraction(1947749, 25448150)
    assert edges["always-fold"] == 1
    assert min(edges.values()) == edges["optimal"]
    with pytest.raises(UnknownName):
        odds("three-card-poker", strategy="queen-six-five")


def test_q_6_4_is_played_and_q_6_3_is_folded_in_every_suit():
    house = open_table("three-card-poker").house
    for a in "cdhs":
        for b in "cdhs":
            assert lines.best_choice(house, STAKE, ("Qh", f"6{a}", f"4{b}"))
            flush = a == b == "h"
            assert lines.best_choice(house, STAKE, ("Qh", f"6{a}", f"3{b}")) is flush


def test_advice_is_the_rule_that_is_known():
    table = open_table("three-card-poker")
    advice = lines.advice(table, lines.Pricing())
    assert [(rule.play, rule.when) for rule in advice.exact] == [
        ("play", "Q-6-4 or better"),
        ("fold", "every other hand"),
    ]
    assert advice.short == "queen-six-four"
    assert advice.cost("queen-six-four") == 0
    assert advice.cost("queen-or-better") == Fraction(70219, 2035852) - Fraction(686689, 20358520)


def test_a_raised_row_and_a_limit_change_the_edge_in_the_known_direction():
    base = odds("three-card-poker")
    better = odds("three-card-poker", pay_table={"pair-plus.flush": "5 to 1", "ante": "2 to 1"})
    assert better["pair-plus"].edge == base["pair-plus"].edge - Fraction(1096, 22100)
    assert better["ante"].edge < base["ante"].edge
    limited = odds("three-card-poker", options={"aggregate-limit": "100.00"}, stake="10.00")
    assert limited["pair-plus"].edge > base["pair-plus"].edge
    assert limited["ante"].edge == base["ante"].edge  # no more than $70 is won on an ante of $10
    assert (
        odds("three-card-poker", options={"aggregate-limit": "60.00"}, stake="10.00")["ante"].edge > base["ante"].edge
    )


def test_all_pay_tables_in_a_moment_once_the_hands_are_counted():
    solver._counted.cache_clear()
    start = time.process_time()
    solver.situations()
    counted = time.process_time() - start
    tables = [
        open_table("three-card-poker", settings=Settings({"pair-plus-table": name})) for name in options.PAIR_PLUS
    ]
    start = time.process_time()
    for table in tables:
        odds_at(table)
    priced = (time.process_time() - start) / len(tables)
    assert counted < 0.5  # 0.02 s on a free machine
    assert priced < 0.05
    assert solver._counted.cache_info().misses == 1  # counted once for all pay tables


@pytest.mark.parametrize(
    ("kind", "line", "paid"), [("play", "ante", 500), ("ante-bonus", "ante", 500), ("pair-plus", "pair-plus", 1500)]
)
def test_a_payout_broken_in_one_place_is_seen_by_odds_simulation_and_ruling(monkeypatch, kind, line, paid):
    """A straight against king high: $10 on ante and play, $10 of ante bonus, $30 on a pair plus wager of $5."""
    told = text_of("three-card-poker", "1 ante 10.00, 1 pair-plus 5.00", "7c 8d 9h Kd 9s 2s", "1 play")
    all_see(monkeypatch, open_table("three-card-poker"), kind, line, told, paid)


@pytest.mark.parametrize("gone", [(), ("Qs",), ("9d", "Ks")])
def test_six_cards_and_the_royal_in_spades_where_cards_have_left(gone):
    """Every deal of a short deck by plain evaluation, with the hands that are played."""
    house = open_table("three-card-poker").house
    rounds = solver.solve(lines.net_at(house, STAKE), ranks="9TJQKA", suits="ds", gone=gone)
    pack = [rank + suit for rank in "9TJQKA" for suit in "ds" if rank + suit not in gone]
    six_cards: Counter[str] = Counter()
    spades: Counter[str] = Counter()
    for hand in combinations(pack, 3):
        plays = solver.plays_with(rounds, hand)
        for dealer in combinations([card for card in pack if card not in hand], 3):
            six = (*hand, *dealer)
            best = max(five_card_hand(five) for five in combinations(six, 5)).category
            if {card[0] for card in six} == set("9TJQKA") and len({card[1] for card in six}) == 1:
                best = "six-card-royal-diamonds" if six[0][1] == "d" else "six-card-royal"
            six_cards[best if plays else "fold"] += 1
            spades[SPADES if {*hand} == {"Qs", "Ks", "As"} else "others"] += 1
    assert {end: n for (end,), n in lines.six_cards_played(rounds).counts.items() if n} == six_cards
    counted = lines.spades_apart(rounds)
    assert sum(n for (hand, _), n in counted.counts.items() if hand == SPADES) == spades[SPADES]
    assert sum(counted.counts.values()) == counted.total == spades.total()


def test_every_wager_is_priced_where_cards_have_left():
    table = open_table("three-card-poker", settings=Settings({"offer-six-card-bonus": "on", "offer-progressive": "on"}))
    whole, less = odds_at(table), odds_at(table, removed="Kd")
    assert list(less) == list(whole)
    assert less["progressive"].edge < odds_at(table, removed="Ks")["progressive"].edge  # its royal is in spades
