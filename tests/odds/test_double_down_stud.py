"""Double down stud: the exact odds against the script on short decks, published figures, and limits."""

from collections import Counter, defaultdict
from datetime import date
from fractions import Fraction
from itertools import combinations, repeat

import pytest

from nomorebets.drivers.chance import SeededChance, draw
from nomorebets.drivers.enumeration import enumerate_round
from nomorebets.equipment.cards import deck_of
from nomorebets.errors import UnknownName, WagerRefused
from nomorebets.games import open_table
from nomorebets.games.double_down_stud.game import GAME
from nomorebets.games.double_down_stud.odds import advice, amounts_for, original_line, played
from nomorebets.games.double_down_stud.strategies import NAMED, optimal
from nomorebets.pricing.facet import Pricing
from nomorebets.pricing.sheet import odds
from nomorebets.table import Play, Round, Settings, Wager
from nomorebets.table.cards import Drawn
from nomorebets.table.decisions import Ask, Chosen
from nomorebets.table.felt import Opening
from nomorebets.table.requests import Bets
from payouts import all_see
from short_packs import scripted
from told import text_of


def opened(**settings):
    return open_table("double-down-stud", date(2000, 3, 1), Settings(**settings))


def gain(table, pack, cards, original, double) -> int:
    """What a player gains in one round of the script, the cards falling in this order."""
    choice = Chosen("double-down", double) if double else Chosen("stand")
    return sum(r.net for r in scripted(table, pack, cards, repeat(choice), Wager(1, "original", original)))


def best_by_script(table, ranks, suits, original, amounts):
    """The value of the best play, and what it doubles by, by playing every round of the script in every way."""
    pack = deck_of(ranks, suits)
    total, rounds, best = 0, 0, {}
    for four in combinations(pack, 4):
        gains: Counter[int] = Counter()
        for hole in (card for card in pack if card not in four):
            rounds += 1
            for double in amounts:
                gains[double] += gain(table, pack, (four[0], hole, *four[1:]), original, double)
        best[four] = max(amounts, key=lambda double: (gains[double], -double))
        total += gains[best[four]]
    return Fraction(total, original * rounds), best


@pytest.mark.parametrize(
    ("ranks", "suits", "original"),
    [
        ("56TJ", "hs", 1000),
        ("56", "cdhs", 1000),
        ("9TJQKA", "s", 5000),  # royal flushes: the limit bites above $100 in all
        ("9TJQKA", "s", 800_000),  # flushes are limited too: less than all is the best double
    ],
)
def test_the_best_play_is_the_scripts(ranks, suits, original):
    table, pricing = opened(), Pricing(stake=original)
    solved = played(table, pricing, ranks, suits)
    value, best = best_by_script(table, ranks, suits, original, amounts_for(table.house, original, pricing))
    assert -original_line(table, pricing, solved.ends).edge == value
    assert {four: solved.doubles(four) for four in best} == best


def test_no_other_amount_is_better_by_the_script():
    """At $8,000 with flushes limited to $100,000: every double in steps of $500 against the few that are tried."""
    table, ranks, suits, original = opened(), "9TJQKA", "s", 800_000
    value, _ = best_by_script(table, ranks, suits, original, [0, 50, *range(50_000, original + 1, 50_000)])
    pricing = Pricing(stake=original)
    assert -original_line(table, pricing, played(table, pricing, ranks, suits).ends).edge >= value


@pytest.mark.parametrize("strategy", NAMED)
def test_the_line_is_the_plain_enumeration_of_the_script(strategy):
    """All 2,520 orders of five of seven cards, to the exact fraction."""
    table, ranks, suits, original = opened(), "6789TJQ", "s", 1000
    decide = NAMED[strategy]

    def choose(request, at):
        return decide(request, at) if isinstance(request, Ask) else Bets((Wager(1, "original", original),))

    opening = Opening({"pack": " ".join(deck_of(ranks, suits))})
    ends: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
    for probability, rulings in enumerate_round(table, choose, opening):
        ends[Fraction(sum(ruling.net for ruling in rulings), original)] += probability
    pricing = Pricing(stake=original, strategy=strategy)
    found: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
    for outcome in original_line(table, pricing, played(table, pricing, ranks, suits).ends).outcomes:
        found[outcome.net] += outcome.probability
    assert found == ends


# --- the whole deck -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("strategy", "edge"),
    [
        ("optimal", Fraction(15_403, 324_870)),
        ("short-rule", Fraction(15_403, 324_870)),
        ("cannot-lose", Fraction(202_253, 3_248_700)),
        ("paying-hands-only", Fraction(7_037, 66_300)),
        ("always-double", 2 * Fraction(184_549, 649_740)),
        ("never-double", Fraction(184_549, 649_740)),
    ],
)
def test_named_strategies(strategy, edge):
    assert odds("double-down-stud", strategy=strategy)["original"].edge == edge


def test_without_a_double_it_is_counted_by_hand():
    """The 2,598,960 hands of five cards, by the usual counts; five ranks of pairs push."""
    hands = {1000: 4, 100: 36, 25: 624, 10: 3_744, 8: 5_108, 5: 10_200, 3: 54_912, 2: 123_552, 1: 4 * 84_480}
    lost = 2_598_960 - sum(hands.values()) - 5 * 84_480
    won = sum(pays * count for pays, count in hands.items())
    assert odds("double-down-stud", strategy="never-double")["original"].edge == Fraction(lost - won, 2_598_960)


ELSEWHERE = {"full-house": "11", "four-of-a-kind": "50", "straight-flush": "200", "royal-flush": "2000"}


def test_the_table_of_other_houses():
    """2.67 percent is published for this pay table (shram.kiev.ua, Double Down Stud), which New Jersey would allow."""
    better = {f"original.{row}": f"{pays} to 1" for row, pays in ELSEWHERE.items()}
    assert round(odds("double-down-stud", pay_table=better)["original"].edge_decimal, 4) == 0.0267


def test_the_line():
    line = odds("double-down-stud")["original"]
    assert sum(outcome.probability for outcome in line.outcomes) == 1
    doubled = sum(o.probability for o in line.outcomes if o.outcome.endswith("doubled"))
    assert line.average_wager == 1 + doubled
    assert line.element_of_risk == line.edge / (1 + doubled)
    assert round(float(line.hit_frequency), 4) == 0.2063


def test_each_row_of_the_pay_table_matters():
    usual = odds("double-down-stud")["original"].edge
    for row, pays in GAME.minimum_pays.items():
        assert odds("double-down-stud", pay_table={row: f"{2 * pays.pays + 1} to 2"})["original"].edge < usual, row


@pytest.mark.parametrize(("stake", "bites"), [("50.00", False), ("50.50", True)])
def test_where_the_limit_begins(stake, bites):
    usual = odds("double-down-stud")["original"].edge
    assert (odds("double-down-stud", stake=stake)["original"].edge > usual) is bites


def test_the_limit_costs_a_bettor_of_100_dollars_exactly_this():
    """Four to a royal flush is always doubled: $200,000 is cut to $100,000, once in 649,740 hands."""
    more = odds("double-down-stud", stake="100")["original"].edge - odds("double-down-stud")["original"].edge
    assert more == Fraction(1_000, 649_740)


def test_a_great_wager_is_doubled_in_part():
    """At $8,000 a flush pays $100,000 for $12,500: what is staked above that can only be lost."""
    table = open_table("double-down-stud")
    solved = played(table, Pricing(stake=800_000))
    assert solved.doubles("9s 7s 4s 2s") == 450_000
    assert solved.doubles("6s 6d 9c 2h") == 800_000
    exact = advice(table, Pricing(stake=800_000)).exact
    assert any(rule.play == "double-down by $4,500" for rule in exact)


def test_an_unknown_strategy_wager_or_stake_is_refused():
    with pytest.raises(UnknownName, match="always-double"):
        odds("double-down-stud", strategy="allways-double")
    with pytest.raises(UnknownName):
        odds("double-down-stud", wager="ante")
    with pytest.raises(WagerRefused):
        odds("double-down-stud", stake="0.25")


# --- the bot and the advice ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("original", [1000, 800_000])
def test_the_best_bot_plays_as_the_solver(original):
    table = open_table("double-down-stud")
    best = played(table, Pricing(stake=original))
    chance, decided = SeededChance(17), Counter()
    for _ in range(300):
        play = Play(Round(table))
        while play.request is not None:
            request = play.request
            if isinstance(request, Ask):
                shown = play.table.felt.seen_by(None)
                wanted = best.doubles((*shown["seat:1"], *shown["dealer"][1:]))
                chosen = optimal(request, play.table)
                assert (chosen.choice, chosen.amount) == (("double-down", wanted) if wanted else ("stand", 0))
                decided[wanted] += 1
                play.answer(chosen)
            elif request.name == "take-wagers":
                play.answer(Bets((Wager(1, "original", original),)))
            else:
                play.answer(draw(request, play.table, chance))
    assert {0, original} <= set(decided)


def test_the_best_bot_counts_other_players_cards():
    """Four to a flush, nine of the suit left: six other players who show six of them make it stand."""

    def chosen(others):
        table = Round(open_table("double-down-stud"))
        play, cards = Play(table), iter(("9s", *others, "3h", "7s", "4s", "2s"))
        while not isinstance(play.request, Ask):
            request = play.request
            if request.name == "take-wagers":
                play.answer(Bets(tuple(Wager(seat, "original", 1000) for seat in range(1, 2 + len(others)))))
            else:
                play.answer(Drawn(next(cards)) if request.name == "draw" else request.usual())
        return optimal(play.request, table).choice

    assert chosen(()) == "double-down"
    assert chosen(("As", "Ks", "Qs", "Js", "Ts", "8s")) == "stand"


def test_the_advice():
    table = open_table("double-down-stud")
    best = advice(table, Pricing())
    assert [rule.when for rule in best.exact] == [
        "four of a kind",
        "three of a kind",
        "two pair",
        "a pair of sixes or better",
        "any four of one suit",
        "four of mixed suits in a row, open at both ends, except 5-4-3-2",
        "anything else",
    ]
    assert best.cost("short-rule") == 0  # doubling 5-4-3-2 neither gains nor costs
    assert best.cost("never-double") > best.cost("cannot-lose") > 0


@pytest.mark.parametrize(("kind", "paid"), [("original", 500), ("double-down", 200)])
def test_a_payout_broken_in_one_place_is_seen_by_odds_simulation_and_ruling(monkeypatch, kind, paid):
    """A pair of jacks: $10 on the original wager, $4 on the double."""
    told = text_of("double-down-stud", "1 original 10.00", "Js Jd 4c 7h 9s", "1 double-down 4.00")
    all_see(monkeypatch, open_table("double-down-stud"), kind, "original", told, paid)
