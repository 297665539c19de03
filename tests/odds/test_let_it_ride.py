"""Let it ride: the exact odds against the script on short decks, against published figures, and under every option."""

from collections import Counter, defaultdict
from datetime import date
from fractions import Fraction
from itertools import combinations

import pytest

from nomorebets.drivers.bots import bots_at
from nomorebets.drivers.chance import SeededChance, draw
from nomorebets.drivers.enumeration import enumerate_round
from nomorebets.equipment.cards import deck_of
from nomorebets.errors import UnknownName, WagerRefused
from nomorebets.games import open_table
from nomorebets.games.let_it_ride import odds as exact
from nomorebets.games.let_it_ride.game import GAME
from nomorebets.games.let_it_ride.odds import lines_of, played, priced_by
from nomorebets.games.let_it_ride.strategies import NAMED, choice_values
from nomorebets.games.let_it_ride.terms import BETS
from nomorebets.games.stud.in_words import in_words
from nomorebets.hands.draws import is_one_suit
from nomorebets.pricing.facet import Pricing
from nomorebets.pricing.sheet import odds, odds_at
from nomorebets.table import Play, Round, Settings, Wager
from nomorebets.table.decisions import Ask, Chosen
from nomorebets.table.felt import Opening
from nomorebets.table.requests import Bets
from payouts import all_see
from short_packs import scripted
from told import text_of

RIDE = {True: Chosen("let-it-ride"), False: Chosen("withdraw")}


def opened(**options):
    return open_table("let-it-ride", date(2000, 3, 1), Settings({k.replace("_", "-"): v for k, v in options.items()}))


def gains_by_wager(table, pack, cards, stake, first, second) -> dict[str, int]:
    """What each wager gains in one round of the script, the cards falling in this order."""
    wagers = (*(Wager(1, bet, stake) for bet in BETS), Wager(1, "bonus", 100))
    return {r.wager: r.net for r in scripted(table, pack, cards, (RIDE[first], RIDE[second]), *wagers)}


def best_by_script(table, ranks, suits, stake):
    """The value of the best play, and which bets it lets ride, by playing every round of the script in every way.

    The burned card changes nothing; it is the last one left.
    """
    pack = deck_of(ranks, suits)
    total, rounds, firsts, seconds = 0, 0, {}, {}
    for own in combinations(pack, 3):
        rest = [card for card in pack if card not in own]
        worth = dict.fromkeys((False, True), 0)
        for shown in rest:
            gains: defaultdict[tuple[bool, bool], int] = defaultdict(int)
            last = [card for card in rest if card != shown]
            for hidden in last:
                burned = next(card for card in reversed(last) if card != hidden)
                rounds += 1
                for one in (False, True):
                    for two in (False, True):
                        net = gains_by_wager(table, pack, (*own, hidden, shown, burned), stake, one, two)
                        gains[one, two] += sum(net[bet] for bet in BETS)
            for one in (False, True):
                seconds[frozenset((*own, shown)), one] = gains[one, True] > gains[one, False]
                worth[one] += max(gains[one, False], gains[one, True])
        firsts[frozenset(own)] = worth[True] > worth[False]
        total += max(worth.values())
    return Fraction(total, stake * rounds), firsts, seconds


def agree(ranks, suits, stake, **options):
    table = opened(**options)
    value, firsts, seconds = best_by_script(table, ranks, suits, stake)
    solved = played(table.house, stake, None, ranks, suits)
    bets = lines_of(table, Pricing(stake=stake), solved.ends)[0]
    assert -bets.edge == value
    assert all(solved.rides_first(tuple(own)) is rides for own, rides in firsts.items())
    assert all(solved.rides_second(tuple(four), one) is rides for (four, one), rides in seconds.items())


@pytest.mark.parametrize("stake", [1000, 2500, 100_000_00])
def test_the_best_play_is_the_scripts_on_six_cards_of_one_suit(stake):
    """Every hand is a straight flush or a flush: from $25 on the cap bites."""
    agree("9TJQKA", "s", stake)


@pytest.mark.parametrize(
    ("ranks", "suits", "stake"), [("9TJQ", "hs", 1000), ("9T", "cdhs", 1000), ("9TA", "dhs", 1_000_000)]
)
def test_the_best_play_is_the_scripts(ranks, suits, stake):
    agree(ranks, suits, stake)


@pytest.mark.slow
@pytest.mark.parametrize(("ranks", "suits", "stake"), [("9TJQK", "hs", 1000), ("9TJQKA", "hs", 2500)])
def test_the_best_play_is_the_scripts_on_larger_decks(ranks, suits, stake):
    agree(ranks, suits, stake)


@pytest.mark.parametrize("strategy", NAMED)
def test_every_line_is_the_plain_enumeration_of_the_script(strategy):
    """All 720 orders of six cards, burned card and all: bets, single bets and bonus to the exact fraction."""
    table, ranks, suits, stake = opened(), "9TJQKA", "s", 1000
    bets = tuple(Wager(1, bet, stake) for bet in BETS)
    decide = NAMED[strategy]

    def choose(request, at):
        return decide(request, at) if isinstance(request, Ask) else Bets((*bets, Wager(1, "bonus", 100)))

    opening = Opening({"pack": " ".join(deck_of(ranks, suits))})
    ends: defaultdict[str, Counter] = defaultdict(Counter)
    for probability, rulings in enumerate_round(table, choose, opening):
        for ruling in rulings:
            ends[ruling.wager][Fraction(ruling.net, ruling.amount)] += probability
        ends["bets"][Fraction(sum(r.net for r in rulings if r.wager in BETS), stake)] += probability
    solved = played(table.house, stake, strategy, ranks, suits)
    for line in lines_of(table, Pricing(stake=stake, strategy=strategy), solved.ends):
        found = Counter()
        for outcome in line.outcomes:
            found[outcome.net] += outcome.probability
        assert found == ends[line.wager], line.wager


# --- the whole deck -----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def sheet():
    return odds("let-it-ride", as_of=date(2000, 3, 1))


def test_the_lines(sheet):
    assert list(sheet) == ["bets", *BETS, "bonus"]
    assert sheet.to_dict()["strategy"] == "optimal"
    assert list(odds("let-it-ride", as_of=date(1996, 6, 17))) == ["bets", *BETS]


def test_the_three_bets(sheet):
    """3.51 percent of one bet, 1.224 bets in the end, 23.88 percent of hands win: as commonly published."""
    bets = sheet["bets"]
    assert bets.edge == Fraction(37_963, 1_082_900)
    assert round(bets.edge_decimal, 4) == 0.0351
    assert round(float(bets.average_wager), 3) == 1.224
    assert round(float(bets.element_of_risk), 4) == 0.0286
    assert round(float(bets.hit_frequency), 4) == 0.2388
    assert sum(outcome.probability for outcome in bets.outcomes) == 1


def test_the_single_bets_add_up(sheet):
    assert sum(sheet[bet].edge for bet in BETS) == sheet["bets"].edge
    assert sum(sheet[bet].average_wager for bet in BETS) == sheet["bets"].average_wager
    assert sheet["bet-3"].edge == Fraction(242_173, 649_740)  # one bet on five cards, nothing to decide
    assert sheet["bet-1"].edge < 0 > sheet["bet-2"].edge  # a bet that may be taken back is worth having


def test_bet_three_is_counted_by_hand(sheet):
    """The 2,598,960 hands of five cards, by the usual counts."""
    hands = {
        1000: 4,
        200: 36,
        50: 624,
        11: 3_744,
        8: 5_108,
        5: 10_200,
        3: 54_912,
        2: 123_552,
        1: 5 * 84_480,
    }
    won = sum(pays * count for pays, count in hands.items())
    assert sheet["bet-3"].edge == Fraction(2_598_960 - sum(hands.values()) - won, 2_598_960)


def test_the_bonus_wager(sheet):
    """By hand: 4 x 25,000 + 36 x 2,500 + 624 x 400 + 3,744 x 200 + 5,108 x 50 + 10,200 x 25 + 54,912 x 5 dollars.

    With 20,000 and 2,000 for the first two the same sum is published as 0.7446 a dollar (gamblingmy.com).
    """
    paid = 624 * 400 + 3_744 * 200 + 5_108 * 50 + 10_200 * 25 + 54_912 * 5
    assert round((4 * 20_000 + 36 * 2_000 + paid) / 2_598_960, 3) == 0.745
    assert sheet["bonus"].edge == 1 - Fraction(4 * 25_000 + 36 * 2_500 + paid, 2_598_960) == Fraction(460, 1_911)
    assert sheet["bonus"].basis == "reconstructed"


@pytest.mark.parametrize(("name", "published"), [("tcb-1", 0.071), ("tcb-2", 0.0214)])
def test_the_three_card_bonus(name, published):
    """7.1 and 2.14 percent: tunicatravel.com, Let It Ride: 3-card Side Bet."""
    options = {"offer-three-card-bonus": "on", "three-card-bonus-table": name}
    line = odds("let-it-ride", options=options)["three-card-bonus"]
    assert round(line.edge_decimal, 4) == pytest.approx(published, abs=0.0005)


def test_every_pay_table_can_be_priced():
    better = odds("let-it-ride", pay_table={"bets.flush": "17 to 2", "bets.two-pair": "5 to 2"})["bets"]
    assert better.edge < Fraction(37_963, 1_082_900)
    assert better.edge == -sum(o.net * o.probability for o in better.outcomes)


def test_each_row_of_the_pay_table_matters():
    usual = odds("let-it-ride")["bets"].edge
    for row, pays in GAME.minimum_pays.items():
        if row.startswith("bets."):
            assert odds("let-it-ride", pay_table={row: f"{pays.pays + 1} to 1"})["bets"].edge < usual, row


# --- strategies, stakes and limits --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("strategy", "edge"),
    [
        ("optimal", Fraction(37_963, 1_082_900)),
        ("short-rule", Fraction(543, 15_470)),
        ("paying-hands-only", Fraction(24_503, 464_100)),
        ("always-ride", 3 * Fraction(242_173, 649_740)),
        ("never-ride", Fraction(242_173, 649_740)),
    ],
)
def test_named_strategies(strategy, edge):
    assert odds("let-it-ride", strategy=strategy)["bets"].edge == edge


def test_an_unknown_strategy_or_wager_is_refused():
    with pytest.raises(UnknownName, match="always-ride"):
        odds("let-it-ride", strategy="allways-ride")
    with pytest.raises(UnknownName):
        odds("let-it-ride", wager="ante")
    assert list(odds("let-it-ride", wager="bet-2")) == ["bet-2"]


@pytest.mark.parametrize("stake", ["0", "0.25", "-5"])
def test_a_stake_no_chips_can_make_is_refused(stake):
    with pytest.raises(WagerRefused):
        odds("let-it-ride", stake=stake)


ROYAL_RIDES = Fraction(80, 51_979_200)  # three cards, then one, then one


def test_the_cap_costs_a_bettor_of_25_dollars_exactly_this():
    """Every royal flush holds three to a royal flush: all three bets ride, and $75,000 is cut to $50,000."""
    free, capped = odds("let-it-ride")["bets"].edge, odds("let-it-ride", stake="25")["bets"].edge
    assert capped - free == ROYAL_RIDES * (3_000 - 2_000)


@pytest.mark.parametrize(("stake", "bites"), [("16.50", False), ("17.00", True)])
def test_where_the_cap_begins(stake, bites):
    assert (odds("let-it-ride", stake=stake)["bets"].edge > odds("let-it-ride")["bets"].edge) is bites
    options = {"payout-limit": "none"}
    assert odds("let-it-ride", stake=stake, options=options)["bets"].edge == odds("let-it-ride")["bets"].edge


def test_a_great_stake_changes_the_best_play():
    """At $10,000 a bet even a straight flush pays little more than a flush: three to one need not ride any more."""
    table = open_table("let-it-ride")
    usual, great = (played(*priced_by(table, Pricing(stake=stake)), None) for stake in (1000, 1_000_000))
    assert usual.rides_first("5s 4s 3s")
    assert not great.rides_first("5s 4s 3s")
    assert odds_at(table, stake="10000")["bets"].edge > odds_at(table, stake="1000")["bets"].edge


# --- the bot and the advice ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("stake", [1000, 1_000_000])
def test_the_best_bot_plays_as_the_solver(stake):
    table = open_table("let-it-ride")
    best = played(*priced_by(table, Pricing(stake=stake)), None)
    bets = tuple(Wager(1, bet, stake) for bet in BETS)
    chance, decided = SeededChance(18), Counter()
    for _ in range(60):
        play = Play(Round(table))
        while play.request is not None:
            request = play.request
            if not isinstance(request, Ask):
                answer = Bets(bets) if request.name == "take-wagers" else None
                play.answer(answer or (draw(request, play.table, chance)))
                continue
            own, shown = play.table.felt.hand("seat:1"), play.table.felt.seen_by(None)["community"]
            first = any(w.on == "bet-1" for w in play.table.wagers)
            wanted = best.rides_second((*own, shown[1]), first) if shown[-1] != "??" else best.rides_first(own)
            chosen = NAMED["optimal"](request, play.table)
            assert chosen == RIDE[wanted]
            worth = choice_values(request, play.table)  # over every card that may come
            assert wanted == (worth["let-it-ride"].worth > worth["withdraw"].worth)
            decided[request.by, wanted] += 1
            play.answer(chosen)
    assert len(decided) == 4  # both answers to both questions came up


@pytest.mark.parametrize("strategy", NAMED)
def test_every_strategy_deals(strategy):
    table = open_table("let-it-ride")
    bots = bots_at(table, strategy, 7, SeededChance(5))
    assert len(bots.wagers) == 21


def advised(**settings):
    table = open_table("let-it-ride", None, Settings(**settings))
    return table, exact.advice(table, Pricing())


def test_the_advice_says_what_the_short_rule_costs():
    _, advice = advised()
    assert advice.costs[0].strategy == "optimal"
    assert advice.costs[0].edge == Fraction(37_963, 1_082_900)
    assert advice.short == "short-rule"
    assert advice.cost("short-rule") == Fraction(543, 15_470) - Fraction(37_963, 1_082_900)
    assert 0 < advice.cost("short-rule") < Fraction(5, 100_000)


def test_the_exact_rule_in_words():
    _, advice = advised()
    rides = [rule.when for rule in advice.exact if rule.play == "let-it-ride"]
    assert rides == [
        "three of a kind",
        "a pair of tens or better",
        "three of one suit in a row, except 4-3-2, A-3-2",
        "three of one suit with one gap: 10-8-7, 10-9-7, J-9-8, J-10-8, Q-10-9, Q-J-9, K-J-10, K-Q-10, A-Q-J, A-K-J",
        "three of one suit with two gaps: J-10-7, Q-10-8, Q-J-8, K-10-9, K-J-9, K-Q-9, A-J-10, A-Q-10, A-K-10",
        "four of a kind",
        "three of a kind",
        "two pair",
        "a pair of tens or better",
        "any four of one suit",
        "four of mixed suits in a row, open at both ends: 10-9-8-7, J-10-9-8, Q-J-10-9, K-Q-J-10",
    ]


def test_words_lose_no_holding():
    """Read back: a holding is meant if its name or its ranks stand in the words, and not behind an "except"."""
    best = played(*priced_by(open_table("let-it-ride"), Pricing()), None)
    decisions = [(cards, rides) for cards, _, rides in best.first_decisions()]
    words = in_words(decisions)
    for cards, rides in decisions:
        letters = "-".join(sorted((card[0] for card in cards), key="AKQJT98765432".index))
        pair = len({card[0] for card in cards}) < 3
        if not pair:
            printed = letters.replace("T", "10")
            named = [line for line in words if printed in line.partition(", except")[0]]
            excepted = [line for line in words if printed in line.partition(", except")[2]]
            row = [line for line in words if line.startswith("three of one suit in a row")]
            in_a_row = letters in "AKQJT98765432A".replace("", "-")[1:-1] or letters == "A-3-2"
            meant = is_one_suit(cards) and bool(named or (row and in_a_row and not excepted))
            assert meant is rides, cards


def test_other_pay_tables_get_other_words():
    _, advice = advised(pay_table={"bets.straight": "9 to 1"})
    assert any("open at both ends" in rule.when and rule.when.startswith("any") for rule in advice.exact)


@pytest.mark.parametrize(("kind", "paid"), [("bet-1", 1500), ("bet-3", 1500), ("bonus", 200)])
def test_a_payout_broken_in_one_place_is_seen_by_odds_simulation_and_ruling(monkeypatch, kind, paid):
    """Three tens: $30 on each bet of $10 that rides, $5 for a bonus wager of $1."""
    wagers = "1 bet-1 10.00, 1 bet-2 10.00, 1 bet-3 10.00, 1 bonus 1.00"
    told = text_of("let-it-ride", wagers, "Ts Td 4c Th 9s 2d", "1 let-it-ride, 1 withdraw")
    all_see(monkeypatch, open_table("let-it-ride"), kind, kind, told, paid)
