"""Pai gow poker's odds: against hands dealt one by one from a short pack, and against published figures."""

import random
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import pytest

from nomorebets.equipment.cards import JOKER, deck_of
from nomorebets.equipment.packs import pack
from nomorebets.games import open_table
from nomorebets.games.pai_gow_poker.exact import Terms, hands_of, played, setting_counts
from nomorebets.games.pai_gow_poker.house_way import (
    STANDARD,
    Always,
    Seven,
    house_way,
    question_of,
    read_house_way,
    settings,
    written_house_way,
)
from nomorebets.games.pai_gow_poker.odds import ODDS, main_counts, main_wager, rules_at, setting_worths, won_and_lost
from nomorebets.games.pai_gow_poker.rules import LEAST_GAIN, Rule, Rules, best_rules, points, priced
from nomorebets.games.pai_gow_poker.seven_cards import seven_cards_hold
from nomorebets.games.pai_gow_poker.seven_kinds import CODE, OTHERS
from nomorebets.games.pai_gow_poker.side_counts import colour_counts, seven_counts, three_counts
from nomorebets.hands.joker import COMPLETED, LOW_NUMBER, joker_hand, ranks_of, two_cards
from nomorebets.library import odds
from nomorebets.pricing.facet import Pricing
from nomorebets.table import Settings

SHORT = "JQKA"  # with the joker 17 cards: flushes and straights come only with it
CARDS = (*deck_of(SHORT), JOKER)
FULL = "23456789TJQKA"
KEEPS = read_house_way("two-pairs A-2 always; fours A-2 always; breaks 23456789TJQK; trip-aces kept")


def table(**options):
    return open_table("pai-gow-poker", settings=Settings({name.replace("_", "-"): v for name, v in options.items()}))


def by_hand(hand, wheel, way, banks=False, ez=False, cards=CARDS):
    """Wins and losses of every setting of a hand against every hand dealt beside it, one by one."""
    counted = {setting.front: [0, 0] for setting in settings(hand, wheel) if not setting.is_foul}
    for dealer in combinations([card for card in cards if card not in hand], 7):
        low = house_way(dealer, way, wheel)
        high = joker_hand([card for card in dealer if card not in low], wheel)
        if ez and seven_cards_hold(dealer) == {"queen-high"}:
            continue
        for front, sums in counted.items():
            mine = joker_hand([card for card in hand if card not in front], wheel), two_cards(front)
            better = [a > b or (banks and a == b) for a, b in zip(mine, (high, two_cards(low)), strict=True)]
            sums[0] += all(better)
            sums[1] += not any(better)
    return counted


@pytest.mark.parametrize(("wheel", "way", "banks"), [("second", STANDARD, False), ("lowest", KEEPS, True)])
def test_every_setting_against_every_dealer_of_a_short_pack(wheel, way, banks):
    chance = random.Random(7)
    for _ in range(12):
        hand = tuple(chance.sample(CARDS, 7))
        told = setting_counts(Terms(wheel, way, banks=banks, ranks=SHORT), hand)
        counted = by_hand(hand, wheel, way, banks)
        for setting, counts in told.items():
            assert counts.deals == comb(10, 7)
            if setting.is_foul and banks:
                assert [counts.win, counts.lose] == counted[house_way(hand, way, wheel)]  # it is set again
            elif setting.is_foul:
                assert (counts.win, counts.lose) == (0, counts.deals)
            else:
                assert [counts.win, counts.lose] == counted[setting.front], setting


@cache
def alike_but_for_suits():
    """One hand of the short pack for all that differ by the names of suits alone, and how many these are."""
    times, one = Counter(), {}
    for hand in combinations(CARDS, 7):
        by_suit = sorted("".join(card[0] for card in hand if card[1] == suit) for suit in "cdhsk")
        name = (*by_suit, JOKER in hand)
        one.setdefault(name, hand)
        times[name] += 1
    return {one[name]: number for name, number in times.items()}


@pytest.mark.parametrize("banks", [False, True])
def test_all_deals_of_a_short_pack_are_the_sum_of_its_hands(banks):
    terms = Terms("second", STANDARD, banks=banks, ranks=SHORT)
    alike = alike_but_for_suits()
    assert sum(alike.values()) == comb(17, 7)
    sums = {name: [0, 0] for name in ("house", "best")}
    for hand, times in alike.items():
        told = setting_counts(terms, hand)
        chosen = {"house": next(n for s, n in told.items() if set(s.front) == set(house_way(hand)))}
        chosen["best"] = max(told.values(), key=lambda n: 19 * n.win - 20 * n.lose)
        for name, counts in chosen.items():
            sums[name][0] += times * counts.win
            sums[name][1] += times * counts.lose
    counted = played(terms, 19, 20)
    assert counted.deals == comb(17, 7) * comb(10, 7)
    assert [counted.by(STANDARD).win, counted.by(STANDARD).lose] == sums["house"]
    best = counted.best
    assert 19 * best.win - 20 * best.lose == 19 * sums["best"][0] - 20 * sums["best"][1]


LEFT = (
    ("JQKA", ("Js", "Jd", "Jk"), False),  # without the joker there are no flushes
    ("JQKA", ("Qc", "Qs", "Kd"), False),  # suits of three kinds
    ("TJQKA", tuple("Tc Td Th Jc Jd Qc Qd".split()), True),  # fourteen cards too: flushes of spades without the joker
)


@pytest.mark.parametrize(("ranks", "gone", "banks"), LEFT)
def test_all_deals_of_a_pack_that_lacks_cards_one_by_one(ranks, gone, banks):
    left = [card for card in (*deck_of(ranks), JOKER) if card not in gone]
    sums = {"house": [0, 0], "best": [0, 0]}
    for hand in combinations(left, 7):
        counted = by_hand(hand, "second", STANDARD, banks, cards=left)
        by_house = counted[house_way(hand)]
        for name, ends in (("house", by_house), ("best", max(counted.values(), key=lambda n: 19 * n[0] - 20 * n[1]))):
            sums[name] = [a + b for a, b in zip(sums[name], ends, strict=True)]
    told = played(Terms("second", STANDARD, False, banks, ranks, gone), 19, 20)
    assert told.deals == comb(14, 7)
    assert [told.by(STANDARD).win, told.by(STANDARD).lose] == sums["house"]
    assert 19 * told.best.win - 20 * told.best.lose == 19 * sums["best"][0] - 20 * sums["best"][1]


def test_dealers_beside_any_cards_are_all_there_are():
    kinds = hands_of(Terms("second", STANDARD)).kinds
    chance = random.Random(3)
    for _ in range(20):
        hand = chance.sample(pack("joker"), 7)
        weights = kinds.beside(hand)
        assert int(weights.sum()) == comb(46, 7)
        assert weights.min() >= 0


SOME_RULES = Rules(
    (
        Rule("nothing", 12, 12, 7, 2),
        Rule("nothing", 8, 12, 8, 1),
        Rule("breaks", 12 * 13 + 7, 12 * 13 + 10, 40, 1),
        Rule("two-pairs", 20, 30, 60, 1),
        Rule("threes", 11, 11, 9, 1),
    )
)


@pytest.mark.parametrize("way", [STANDARD, KEEPS, Always(1), Always(2), SOME_RULES])
def test_the_house_way_of_a_hand_is_that_of_its_kind(way):
    kinds = hands_of(Terms("second", STANDARD)).kinds
    low, high = kinds.set_by(way)
    chance = random.Random(5)
    for at in range(90):
        hand = chance.sample(pack("joker"), 7)
        if at % 3 == 0:
            hand = [*(r + "h" for r in chance.sample(FULL, 5)), JOKER, "2c"]
        elif at % 3 == 1:
            hand = [
                *(r + s for r, s in zip(FULL[at % 8 :], "hhchh", strict=False)),
                *chance.sample(deck_of("A9", "ds"), 2),
            ]
        front = house_way(hand, way)
        behind = joker_hand([card for card in hand if card not in front])
        at_kind = kind_of(kinds, hand)
        assert kinds.high.hands[high[at_kind]] == behind
        assert low[at_kind] == LOW_NUMBER[two_cards(front)]


def kind_of(kinds, hand):
    """The kind of a hand: by the ranks, or by the suit of five of its cards."""
    code = int(CODE[ranks_of(hand)].sum())
    for suit in "cdhs":
        own = [rank for rank, card in zip(ranks_of(hand), hand, strict=True) if card != JOKER and card[1] == suit]
        if len(own) + (JOKER in hand) >= 5:
            rest = sorted(set(range(7)) - {at for at, card in enumerate(hand) if card == JOKER or card[1] == suit})
            others = [*sorted(ranks_of([hand[at] for at in rest])), 13, 13]
            place = OTHERS.index((others[0], others[1]))
            ranks = sum(1 << rank for rank in own)
            rows = (kinds.suited.ranks == ranks) & (kinds.suited.others == place)
            rows &= kinds.suited.joker == (JOKER in hand)
            return len(kinds.shapes.codes) + int(np.flatnonzero(rows)[0])
    return int(kinds.shapes.at(np.array([code]))[0])


# --- rules that a person can learn -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "flushes"),
    [
        ("Ah Kh 9h 7h 5h 3h 2d", 6),
        ("Ah Kh 9h 7h Jk 3c 2d", 1),
        ("Ah Kh 9h 7c Jk 3c 2d", 0),
        ("Ah Kh 9h 7h 5h Jk 2d", 6),
    ],
)
def test_a_flush_is_behind_only_where_all_five_are_of_the_suit(cards, flushes):
    assert sum(setting.high.category == "flush" for setting in settings(cards.split())) == flushes


def asked_of(cards):
    ways = settings(cards.split())
    complete = max((s.low for s in ways if s.high.category in COMPLETED), default=None)
    return question_of(Seven.of_ranks(ranks_of(cards.split()), complete))


@pytest.mark.parametrize(
    ("rule", "fits", "does_not"),
    [
        (Rule("two-pairs", 22, 26, LOW_NUMBER[two_cards("As 3d")], 1), "9c 9d 5h 5s Ad 3c 2s", "9c 9d 5h 5s Kd Qc 2s"),
        (Rule("two-pairs", 22, 23, LOW_NUMBER[two_cards("As 3d")], 1), "9c 9d 5h 5s Ad 3c 2s", "9c 9d 6h 6s Ad 3c 2s"),
        (Rule("threes", 11, 11, 9, 1), "Kc Kd Kh Js 8d 4h 2c", "Kc Kd Kh Qs 8d 4h 2c"),
        (Rule("threes", 11, 11, 9, 1), "Kc Kd Kh Js 8d 4h 2c", "Qc Qd Qh Js 8d 4h 2c"),
        (Rule("nothing", 12, 12, 7, 2), "Ac Kd 9h 7s 6d 4h 2c", "Ac Kd Th 7s 6d 4h 2c"),
        (Rule("nothing", 12, 12, 7, 2), "Ac Kd 9h 7s 6d 4h 2c", "Kc Qd 9h 7s 6d 4h 2c"),
        (Rule("breaks", 164, 164, LOW_NUMBER[two_cards("Ts 9d")], 1), "Th Td Ah 9h 6h 4h 2c", "Th Td Ah 9h 6h 4h Jc"),
        (Rule("breaks", 164, 164, LOW_NUMBER[two_cards("Ts 9d")], 1), "Th Td Ah 9h 6h 4h 2c", "Th Td Kh 9h 6h 4h 2c"),
        (Rule("breaks", 164, 164, LOW_NUMBER[two_cards("Ts 9d")], 1), "Th Td Ah 9h 6h 4h 2c", "9h 9d Ah 8h 6h 4h 2c"),
    ],
)
def test_a_rule_speaks_up_to_its_limits(rule, fits, does_not):
    assert rule.fits(asked_of(fits))
    assert not rule.fits(asked_of(does_not))


def test_points_of_two_pairs():
    assert points(asked_of("9c 9d 5h 5s Ad 3c 2s")) == 2 * 9 + 5
    assert points(asked_of("Ac Ad 2h 2s Kd 7c 5s")) == 2 * 14 + 2


def test_rules_are_the_best_there_are_and_priced_to_the_last_deal():
    """On a short pack, where every rule of the form for two pairs can be tried."""
    terms = Terms("second", STANDARD, ranks=SHORT)
    counted = played(terms, 19, 20)
    rules = best_rules(terms, 19, 20)
    found = priced(counted, (19, 20), rules, STANDARD)
    worth = {way: 19 * n.win - 20 * n.lose for way in (rules, STANDARD) for n in (counted.by(way),)}
    best = 19 * counted.best.win - 20 * counted.best.lose
    assert sum(part.gain for part in found.values()) == Fraction(worth[rules] - worth[STANDARD], 20 * counted.deals)
    assert sum(part.left for part in found.values()) == Fraction(best - worth[rules], 20 * counted.deals)
    assert worth[STANDARD] < worth[rules] <= best
    least = LEAST_GAIN * 20 * counted.deals
    others = tuple(rule for rule in rules.rules if rule.about != "two-pairs")
    for first, last in combinations(range(35, 42), 2):
        for limit in range(len(LOW_NUMBER)):
            way = counted.by(Rules((Rule("two-pairs", first, last, limit, 1), *others)))
            own = len(rules.rules) - len(others)
            assert 19 * way.win - 20 * way.lose - least <= worth[rules] - own * least


# --- the filed method ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "front"),
    [
        ("Ac Ad Ah As Jk Kd Kh", "Kd Kh"),
        ("Ac Ad Ah As Jk 7d 2h", "A A"),
        ("Jc Jd Jh Js 9d 3h 2c", "J J"),
        ("Tc Td Th Ts Kd 3h 2c", "K 3"),
        ("Tc Td Th Ts Qd 3h 2c", "T T"),
        ("6c 6d 6h 6s 5d 3h 2c", "5 3"),
        ("6c 6d 6h 6s 5d 5h 2c", "5 5"),
        ("9c 9d 9h 4s 4d 4h 2c", "9 9"),
        ("9c 9d 9h 4s 4d 8h 8c", "8 8"),
        ("Ac Ad Ah 9s 7d 4h 2c", "A 9"),
        ("Kc Kd Kh 9s 7d 4h 2c", "9 7"),
        ("Kc Kd 9h 9s 7d 7h 2c", "K K"),
        ("Jc Jd 3h 3s Ad 7h 2c", "3 3"),
        ("Tc Td 3h 3s Ad 7h 2c", "A 7"),
        ("Tc Td 3h 3s Kd 7h 2c", "3 3"),
        ("6c 6d 3h 3s Kd 7h 2c", "K 7"),
        ("6c 6d 3h 3s Qd 7h 2c", "3 3"),
        ("Kc Kd Ah Js 9d 7h 2c", "A J"),
        ("Kc Qd 9h 8s 6d 4h 2c", "Q 9"),
        ("9c 8d 7h 6s 5d Kh Kc", "K K"),
        ("Tc 9d 8h 7s 6d Tc Ah".replace("Tc Ah", "Th Ac"), "A T"),
        ("Kc Qd Jh Ts 9d Kh Ac", "A K"),
        ("2h 5h 7h 9h Jh Kc Qd", "K Q"),
    ],
)
def test_11_9_the_standard_house_way(cards, front):
    chosen = house_way(cards.split())
    assert two_cards(chosen) == two_cards([f"{r[0]}{s}" for r, s in zip(front.split(), "cd", strict=True)])


def test_11_9_whichever_card_is_of_less_use_behind_goes_in_front():
    assert set(house_way("Ah Jk 9h 8h 7h 3c 2c".split())) != {"Ah", "9h"}
    kept = house_way("Ac Jk Kh Qh Jh 9h 2d".split())
    assert JOKER not in kept


def test_11_9_a_filed_method_is_read_and_written():
    filed = "two-pairs A-2 always; fours A-9 never 8-2 K; breaks none; trip-aces kept"
    way = read_house_way(filed)
    assert written_house_way(way) == filed
    assert way.answer(question_of(Seven.of_ranks(ranks_of("8c 8d 8h 8s Kd 3h 2c".split()), None)))
    assert not way.answer(question_of(Seven.of_ranks(ranks_of("9c 9d 9h 9s Kd 3h 2c".split()), None)))


# --- the bonus wagers ------------------------------------------------------------------------------------------------


def test_what_seven_cards_hold_by_kind_is_what_they_hold_card_by_card():
    chance = random.Random(9)
    known = seven_counts()
    for at in range(400):
        hand = chance.sample(pack("joker"), 7)
        if at % 2:
            hand = [JOKER, *(r + "s" for r in chance.sample(FULL, 4)), *chance.sample(deck_of("KQ", "hd"), 2)]
        assert seven_cards_hold(hand) in known


def test_11_16_the_numbers_of_hands_are_the_published_ones():
    """As the maker's analysis of the bonus wager has them (public, for a 53-card pack and the best-paying hand)."""
    line = odds(table(bonus_package="bonus"), wager="bonus")["bonus"]
    by_row = {o.outcome: o.probability * comb(53, 7) for o in line.outcomes}
    assert by_row["win: seven-card-straight-flush"] == 32
    assert by_row["win: royal-match"] == 72
    assert by_row["win: seven-card-straight-flush-joker"] == 196
    assert by_row["win: five-aces"] == 1128
    assert by_row["win: royal-flush"] == 26020
    assert by_row["win: straight-flush"] == 184644
    assert by_row["win: four-of-a-kind"] == 307472
    assert by_row["win: full-house"] == 4188528
    assert by_row["win: flush"] == 6172088
    assert by_row["win: three-of-a-kind"] == 7672500
    assert by_row["win: straight"] == 11034204
    assert round(float(line.edge), 4) == 0.0777


def test_all_hands_are_counted():
    assert sum(seven_counts().values()) == comb(53, 7)
    assert sum(three_counts().values()) == comb(53, 3)
    assert sum(colour_counts().values()) == comb(53, 7)


def test_11_22_red_and_black_are_alike():
    line = odds(table(ez="on", bonus_package="ez"), wager="red-black")["red-black"]
    assert line.edge == Fraction(6_760_000, comb(53, 7))


# --- the whole pack --------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_all_deals_of_the_whole_pack():
    """The witness is a program in another language, by another hand, that shares no code with this one."""
    counted = played(Terms("second", STANDARD), 19, 20)
    house, best = counted.by(STANDARD), counted.best
    assert (house.win, house.lose) == (2_402_482_226_669_052, 2_506_863_515_529_772)
    assert (best.win, best.lose) == (2_413_281_033_617_680, 2_499_920_250_289_652)
    assert house.deals == best.deals == 8_250_459_031_214_400
    at = table()
    assert main_counts(at.house, 1000, None) == house
    rules = rules_at(at.house, 1000)
    by_rules = counted.by(rules)
    gains = [19 * way.win - 20 * way.lose for way in (house, by_rules, best)]
    assert Fraction(gains[1] - gains[0], gains[2] - gains[0]) > Fraction(85, 100)  # of what can be gained at all
    found = priced(main_wager(at.house, 1000), won_and_lost(at.house, 1000), rules, STANDARD)
    assert sum(part.gain for part in found.values()) == Fraction(gains[1] - gains[0], 20 * house.deals)
    assert sum(part.left for part in found.values()) == Fraction(gains[2] - gains[1], 20 * house.deals)
    told = ODDS.advice(at, Pricing()).short_rules
    assert len(told) < 40
    assert told[-1].decision == "nothing"


def test_bonus_wagers_and_settings_are_priced_without_numba():
    code = (
        "import sys; from nomorebets.games import open_table;"
        "from nomorebets import odds; from nomorebets.table import Settings;"
        "odds(open_table('pai-gow-poker', settings=Settings({'bonus-package': 'bonus'})), wager='bonus');"
        "assert 'numba' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_win_that_is_rounded_more_is_worth_less():
    at = table()
    hand = "Ac Ah Kd Kh 5c 4d 2s".split()
    worth = {stake: max(setting_worths(at.house, stake, hand).values()) / stake for stake in (1000, 1050)}
    assert worth[1050] < worth[1000]
