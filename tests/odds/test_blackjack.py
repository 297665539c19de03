"""Blackjack: exact odds, the named ways to play, the chart, and what a choice is worth."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec import structs

from nomorebets.cli import nomorebets
from nomorebets.errors import RulesError, UnknownName
from nomorebets.games import open_table
from nomorebets.games.twenty_one.analysis.chart import exceptional, play_chart
from nomorebets.games.twenty_one.analysis.choices import choice_worths
from nomorebets.games.twenty_one.analysis.exact import price
from nomorebets.games.twenty_one.analysis.hands import all_hands
from nomorebets.games.twenty_one.analysis.moments import second_moment
from nomorebets.games.twenty_one.analysis.named import PLAYS, play_named
from nomorebets.games.twenty_one.analysis.play import DRAW, STAND
from nomorebets.games.twenty_one.analysis.values import best, best_zero_memory
from nomorebets.games.twenty_one.rules import Rules
from nomorebets.pricing.sessions import gains_of
from nomorebets.pricing.sheet import odds

USUAL = Rules()


def edge(rules: Rules, strategy: str = "optimal") -> Fraction:
    return price(rules, play_named(strategy, rules)).edge


# what a public analyser of blackjack prints for the play without memory, to nine decimals of a percent: S17, double any
# two and after a split, aces split once; decks and hands of a box
PRINTED = {
    (1, 2): "0.153119996",
    (6, 2): "-0.456886297",
    (8, 2): "-0.485780359",
    (1, 4): "0.181934306",
    (6, 4): "-0.402870236",
    (8, 4): "-0.430580629",
}


@pytest.mark.parametrize(("decks", "most_hands"), PRINTED)
def test_the_play_without_memory_is_worth_what_others_print(decks: int, most_hands: int) -> None:
    rules = Rules(decks=decks, most_hands=most_hands)
    analysis = best_zero_memory(rules)
    assert f"{100 * analysis.mean:.9f}" == PRINTED[decks, most_hands]
    assert abs(float(price(rules, analysis.play).mean) - analysis.mean) < 1e-14


@pytest.mark.parametrize("decks", [8, 9, 20, 40])
@pytest.mark.parametrize("hit_soft_17", [False, True])
def test_sums_beyond_a_word_are_as_exact(decks: int, hit_soft_17: bool) -> None:
    """From nine decks on (eight where the dealer draws to a soft 17) a sum no longer fits 64 bits."""
    rules = Rules(decks=decks, hit_soft_17=hit_soft_17)
    analysis = best(rules)
    assert abs(float(price(rules, analysis.play).mean) - analysis.mean) < 1e-14


def test_a_shoe_too_large_or_too_small_is_refused() -> None:
    with pytest.raises(UnknownName, match="too large"):
        price(Rules(decks=100_000), play_named("mimic", USUAL))
    with pytest.raises(UnknownName, match="may run out"):
        best(Rules(decks=1, removed=(4, 4, 4, 4, 4, 4, 4, 0, 0, 16)))
    with pytest.raises(UnknownName, match="said to be gone"):
        Rules(decks=1, removed=(5, *(0,) * 9))


BETTER_FOR_THE_HOUSE = {
    "hit_soft_17": True,
    "blackjack_pays": Fraction(6, 5),
    "double_on": "9-11",
    "double_after_split": False,
}
BETTER_FOR_PLAYERS = {
    "surrender": "late",
    "most_hands": 4,
    "five_card_21": Fraction(2),
    "win_pays": Fraction(11, 10),
    "decks": 4,
}


@pytest.mark.parametrize("name", [*BETTER_FOR_THE_HOUSE, *BETTER_FOR_PLAYERS])
def test_each_option_moves_the_edge_as_is_known(name: str) -> None:
    changed = edge(structs.replace(USUAL, **{name: (BETTER_FOR_THE_HOUSE | BETTER_FOR_PLAYERS)[name]}))
    assert (changed > edge(USUAL)) == (name in BETTER_FOR_THE_HOUSE)
    assert changed != edge(USUAL)


def test_2_8_early_surrender_gave_the_player_the_advantage() -> None:
    late, early = (edge(structs.replace(USUAL, surrender=way)) for way in ("late", "early"))
    assert early < 0 < late


def test_2_7_six_to_five_costs_three_tenths_of_every_blackjack_that_is_paid() -> None:
    paid = 2 * Fraction(32 * 128, 416 * 415) * (1 - 2 * Fraction(31 * 127, 414 * 413))
    assert edge(structs.replace(USUAL, blackjack_pays=Fraction(6, 5))) - edge(USUAL) == Fraction(3, 10) * paid


def test_6_2_a_card_reader_moves_nothing() -> None:
    rules = structs.replace(USUAL, most_hands=4)
    assert edge(structs.replace(rules, card_reader=True)) == edge(rules)


def test_simpler_ways_to_play_cost_more() -> None:
    edges = {name: edge(Rules(decks=2), name) for name in PLAYS}
    assert edges["optimal"] < edges["zero-memory"] < edges["total"] <= edges["basic"] < edges["never-bust"]
    assert edges["never-bust"] < edges["mimic"]


# --- the sheet -------------------------------------------------------------------------------------------------------


def test_the_lines_of_the_usual_table() -> None:
    sheet = odds("blackjack")
    assert list(sheet)[:3] == ["blackjack", "insurance", "even-money"]
    line = sheet["blackjack"]
    assert line.edge == edge(USUAL)
    assert sum(o.probability for o in line.outcomes) == 1
    assert line.average_wager == price(USUAL, play_named("optimal", USUAL)).average_wager
    assert line.method == "exact"
    assert "8D S17 DAS 3:2" in line.note


@pytest.mark.parametrize("decks", [1, 6])
def test_2_11_d_the_play_is_chosen_for_busted_hands_that_stay_lost(decks: int) -> None:
    """Eights against an ace are split only from one deck; no other pairs against an ace or a ten are better."""
    rules = Rules(decks=decks, relief="busted-plus-one")
    chosen, other = best(rules).play, best(structs.replace(rules, relief="original-only")).play
    gains = price(rules, chosen).mean
    assert gains > price(rules, other).mean
    assert price(rules, other).mean < price(structs.replace(rules, relief="original-only"), other).mean
    assert bool(chosen.splits[7, 0]) is (decks == 1)
    assert other.splits[7, 0]
    for pair in (1, 6, 7, 8):
        for up in (0, 9):
            splits = chosen.splits.copy()
            splits[pair, up] ^= True
            assert price(rules, replace(chosen, splits=splits)).mean < gains
    assert best(structs.replace(rules, card_reader=True)).play.splits[7, 0]  # nothing is played against a blackjack


def test_2_11_d_a_split_at_the_table_is_worth_less_where_busted_hands_stay_lost() -> None:
    lost, kept = (
        choice_worths(Rules(relief=relief), "88", "A", ["split", "draw"])
        for relief in ("busted-plus-one", "original-only")
    )
    assert lost["draw"] == kept["draw"]
    assert lost["split"] < lost["draw"] < kept["split"]


def test_chances_of_boxes_of_three_hands_are_said_to_be_simulated_and_the_rest_is_exact() -> None:
    rules = Rules(decks=1, most_hands=4)
    line = odds("blackjack", options={"resplit": "up-to-limit", "decks": 1}, wager="blackjack")["blackjack"]
    assert line.edge == edge(rules)
    assert sum(o.probability for o in line.outcomes) == 1
    dealt = [o for o in line.outcomes if o.method == "simulated"]
    assert {o.outcome for o in dealt} == {"split again: three hands or more"}
    assert [o.net for o in dealt] == list(range(8, -9, -1))
    assert not line.outcomes_are_exact
    assert "these chances are simulated" in line.note
    assert line.variance == second_moment(rules, play_named("optimal", rules)) - line.edge**2


def test_a_session_of_boxes_that_are_split_again_keeps_their_mean_and_variance() -> None:
    line = odds("blackjack", options={"resplit": "up-to-limit", "decks": 1}, wager="blackjack")["blackjack"]
    gains = gains_of(line)
    nets = {gain * gains.step: Fraction(ways, gains.of) for gain, ways in gains.ways.items()}
    mean = sum(net * p for net, p in nets.items())
    assert mean == -line.edge
    assert sum(net**2 * p for net, p in nets.items()) - mean**2 == line.variance
    assert gains.step == Fraction(1, 2)


def test_2_9_insurance_with_only_the_ace_known() -> None:
    assert odds("blackjack", wager="insurance")["insurance"].edge == 1 - 3 * Fraction(128, 415)
    without = odds("blackjack", wager="insurance", removed="Ts Jd Qc Kh")["insurance"]
    assert without.edge == 1 - 3 * Fraction(124, 411)


def test_2_7_c_even_money_gives_up_what_waiting_is_worth_more() -> None:
    waiting = Fraction(3, 2) * (1 - Fraction(127, 413))
    assert odds("blackjack", wager="even-money")["even-money"].edge == waiting - 1
    assert "even-money" not in odds("blackjack", options={"even-money": "off"})


def test_cards_that_are_gone_move_the_edge() -> None:
    """Fives gone are good for the player, aces gone are bad: the known effects of removal."""
    usual = odds("blackjack", wager="blackjack")["blackjack"].edge
    assert odds("blackjack", wager="blackjack", removed="5s 5d 5c 5h")["blackjack"].edge < usual
    assert odds("blackjack", wager="blackjack", removed="As Ad Ac Ah")["blackjack"].edge > usual


def test_a_wager_or_strategy_that_is_not_known_is_refused() -> None:
    with pytest.raises(RulesError, match="even-money"):
        odds("blackjack", wager="straight")
    with pytest.raises(RulesError, match="zero-memory"):
        odds("blackjack", strategy="hunches")


# --- the chart -------------------------------------------------------------------------------------------------------

# The chart that is printed everywhere for four to eight decks, S17, DAS, late surrender: against 2 to 10, and the ace.
# "d" is to double or else stand. The others differ from it only where they say so; all are general published
# strategies, by the two cards of a hand as dealt.
MANY_DECKS = {
    "hard 17": "SSSSSSSSSS",
    "hard 16": "SSSSSHHRRR",
    "hard 15": "SSSSSHHHRH",
    "hard 14": "SSSSSHHHHH",
    "hard 13": "SSSSSHHHHH",
    "hard 12": "HHSSSHHHHH",
    "hard 11": "DDDDDDDDDH",
    "hard 10": "DDDDDDDDHH",
    "hard 9": "HDDDDHHHHH",
    "hard 8": "HHHHHHHHHH",
    "soft 20": "SSSSSSSSSS",
    "soft 19": "SSSSSSSSSS",
    "soft 18": "SddddSSHHH",
    "soft 17": "HDDDDHHHHH",
    "soft 16": "HHDDDHHHHH",
    "soft 15": "HHDDDHHHHH",
    "soft 14": "HHHDDHHHHH",
    "soft 13": "HHHDDHHHHH",
    "A-A": "PPPPPPPPPP",
    "T-T": "SSSSSSSSSS",
    "9-9": "PPPPPSPPSS",
    "8-8": "PPPPPPPPPP",
    "7-7": "PPPPPPHHHH",
    "6-6": "PPPPPHHHHH",
    "5-5": "DDDDDDDDHH",
    "4-4": "HHHPPHHHHH",
    "3-3": "PPPPPPHHHH",
    "2-2": "PPPPPPHHHH",
}
H17 = {
    "hard 17": "SSSSSSSSSR",
    "hard 15": "SSSSSHHHRR",
    "hard 11": "DDDDDDDDDD",
    "soft 18": "dddddSSHHH",
    "soft 19": "SSSSdSSSSS",
    "8-8": "PPPPPPPPPR",
}
NO_DAS = {"6-6": "HPPPPHHHHH", "4-4": "HHHHHHHHHH", "3-3": "HHPPPPHHHH", "2-2": "HHPPPPHHHH"}
NO_SURRENDER = {"hard 16": "SSSSSHHHHH", "hard 15": "SSSSSHHHHH"}
FEW_DECKS = {**NO_SURRENDER, "hard 11": "DDDDDDDDDD", "hard 9": "DDDDDHHHHH"}
TWO_DECKS = {**FEW_DECKS, "7-7": "PPPPPPPHHH", "6-6": "PPPPPPHHHH"}
ONE_DECK = {
    **FEW_DECKS,
    "hard 8": "HHHDDHHHHH",
    "soft 19": "SSSSdSSSSS",
    "soft 18": "SddddSSHHS",
    "soft 17": "DDDDDHHHHH",
    "soft 14": "HHDDDHHHHH",
    "soft 13": "HHDDDHHHHH",
}
ONE_DECK_DAS = {
    "7-7": "PPPPPPPHSH",
    "6-6": "PPPPPPHHHH",
    "4-4": "HHPPPHHHHH",
    "3-3": "PPPPPPPHHH",
    "2-2": "PPPPPPHHHH",
}
ONE_DECK_NO_DAS = {
    "7-7": "PPPPPPHHSH",
    "6-6": "PPPPPHHHHH",
    "4-4": "HHHDDHHHHH",
    "3-3": "HHPPPPHHHH",
    "2-2": "HPPPPPHHHH",
}
# our own charts, written down as they were computed: they witness that nothing changed, and not that it is right
TWO_DECKS_H17 = {"soft 19": "SSSSdSSSSS", "soft 18": "dddddSSHHH", "soft 14": "HHDDDHHHHH"}
TWO_DECKS_LS = {"hard 16": "SSSSSHHHRR", "hard 15": "SSSSSHHHRH"}
TWO_DECKS_H17_LS = {"hard 17": "SSSSSSSSSR", "hard 16": "SSSSSHHHRR", "hard 15": "SSSSSHHHRR"}
TWO_DECKS_NO_DAS = {**NO_DAS, "7-7": "PPPPPPHHHH", "6-6": "PPPPPHHHHH"}
ONE_DECK_H17 = {"soft 18": "SddddSSHHH"}
PUBLISHED = {
    "4D S17 DAS LS": (Rules(decks=4, surrender="late", most_hands=4), {}),
    "6D S17 DAS LS": (Rules(decks=6, surrender="late", most_hands=4), {}),
    "8D S17 DAS LS": (Rules(decks=8, surrender="late", most_hands=4), {}),
    "6D S17 DAS": (Rules(decks=6, most_hands=4), NO_SURRENDER),
    "6D S17 LS": (Rules(decks=6, surrender="late", most_hands=4, double_after_split=False), NO_DAS),
    "6D H17 DAS LS": (Rules(decks=6, hit_soft_17=True, surrender="late", most_hands=4), H17),
    "8D H17 DAS LS": (Rules(decks=8, hit_soft_17=True, surrender="late", most_hands=4), H17),
    "2D S17 DAS": (Rules(decks=2, most_hands=4), TWO_DECKS),
    "1D S17 DAS": (Rules(decks=1, most_hands=4), ONE_DECK | ONE_DECK_DAS),
    "1D S17": (Rules(decks=1, most_hands=4, double_after_split=False), ONE_DECK | ONE_DECK_NO_DAS),
}
AS_COMPUTED = {
    "2D S17": (Rules(decks=2, most_hands=4, double_after_split=False), TWO_DECKS | TWO_DECKS_NO_DAS),
    "2D S17 DAS LS": (Rules(decks=2, surrender="late", most_hands=4), TWO_DECKS | TWO_DECKS_LS),
    "2D H17 DAS": (Rules(decks=2, hit_soft_17=True, most_hands=4), TWO_DECKS | TWO_DECKS_H17),
    "2D H17": (
        Rules(decks=2, hit_soft_17=True, most_hands=4, double_after_split=False),
        TWO_DECKS | TWO_DECKS_NO_DAS | TWO_DECKS_H17,
    ),
    "2D H17 DAS LS": (
        Rules(decks=2, hit_soft_17=True, surrender="late", most_hands=4),
        TWO_DECKS | TWO_DECKS_H17 | TWO_DECKS_H17_LS,
    ),
    "1D H17": (
        Rules(decks=1, hit_soft_17=True, most_hands=4, double_after_split=False),
        ONE_DECK | ONE_DECK_NO_DAS | ONE_DECK_H17,
    ),
    "1D H17 DAS": (
        Rules(decks=1, hit_soft_17=True, most_hands=4),
        ONE_DECK | ONE_DECK_DAS | ONE_DECK_H17 | {"9-9": "PPPPPSPPSP"},
    ),
}


@pytest.mark.parametrize(("rules", "others"), PUBLISHED.values(), ids=PUBLISHED)
def test_the_chart_is_the_published_one(rules: Rules, others: dict[str, str]) -> None:
    is_charted(rules, others)


@pytest.mark.parametrize(("rules", "others"), AS_COMPUTED.values(), ids=AS_COMPUTED)
def test_the_chart_stays_as_it_was_computed(rules: Rules, others: dict[str, str]) -> None:
    is_charted(rules, others)


def is_charted(rules: Rules, others: dict[str, str]) -> None:
    chart, wanted = play_chart(rules), MANY_DECKS | others
    assert chart.columns == ("2", "3", "4", "5", "6", "7", "8", "9", "T", "A")
    every = (row for _, rows in chart.groups for row in rows)
    rows = {row.hand: "".join("d" if cell.letter == "Ds" else cell.letter for cell in row.cells) for row in every}
    assert {hand: rows[hand] for hand in wanted} == wanted
    surrendered = ("or else stand: hard 17 against A",) if rules.hit_soft_17 and rules.surrender == "late" else ()
    assert chart.notes == surrendered


HELD = dict(zip(MANY_DECKS, "T7 T6 T5 T4 T3 T2 65 64 54 53 A9 A8 A7 A6 A5 A4 A3 A2".split(), strict=False))


@pytest.mark.parametrize("name", ["total", "basic"])
def test_play_by_totals_is_the_published_one_of_many_decks(name: str) -> None:
    rules = Rules(decks=8, surrender="late", most_hands=4)
    play, hands = play_named(name, rules), all_hands()
    for row, letters in MANY_DECKS.items():
        hand, pair = hands.of(HELD.get(row, row[0] * 2)), None if row in HELD else "A23456789T".index(row[0])
        for up, letter in zip((*range(1, 10), 0), letters, strict=True):
            does = "SHD"[play.acts[hand, up]]
            does = "P" if pair is not None and play.splits[pair, up] else does
            assert ("R" if play.surrenders[hand, up] else does) == letter.upper(), (row, up)


def test_a_pair_that_is_kept_has_a_play_of_its_own_in_the_chart_only() -> None:
    """7-7 against a ten, of one deck: two of the four sevens that make 21 are gone."""
    rules = Rules(decks=1, most_hands=4)
    hands = all_hands()
    assert play_chart(rules).cell("hard 14", "T").letter == "H"
    acts = {name: int(play_named(name, rules).acts[hands.of("77"), 9]) for name in ("optimal", "basic", "total")}
    assert acts == {"optimal": STAND, "basic": STAND, "total": DRAW}
    unsplit = Rules(decks=1, most_hands=1)  # no row of pairs is printed
    assert play_named("basic", unsplit).acts[hands.of("77"), 9] == DRAW
    assert edge(rules, "basic") < edge(rules, "total")


def test_cells_that_depend_on_the_cards_say_on_which() -> None:
    rules = Rules(decks=1, most_hands=1)
    chart, found = play_chart(rules), exceptional(rules)
    assert "stand with 7" in chart.cell("hard 14", "T").depends  # a pair of sevens leaves few to draw
    assert chart.cell("hard 20", "5").depends == ""
    assert all(e.gain > 0 and e.chart != e.best for e in found)
    worths = choice_worths(rules, "77", "T", ["stand", "draw"])
    assert worths["stand"] > worths["draw"]


def test_two_cards_of_two_decks_that_are_played_otherwise_are_the_published_ones() -> None:
    """The double deck exceptions of wizardofodds.com, appendix 3B, for a dealer who stands on a soft 17."""
    found = {(e.cards, e.up): e.best for e in exceptional(Rules(decks=2, most_hands=4)) if len(e.cards) == 2}
    assert found == {("29", "A"): "draw", ("38", "A"): "draw", ("2T", "4"): "draw"}


def test_what_the_chart_costs_is_what_its_exceptions_are_worth_together() -> None:
    """To first order: an exception is worth its gain if all else is played well."""
    rules = Rules(decks=6, most_hands=1)
    cost = float(edge(rules, "basic") - edge(rules))
    assert cost == pytest.approx(sum(e.gain * e.chance for e in exceptional(rules)), rel=0.05)


def test_the_chart_is_printed_and_drawn(tmp_path: Path) -> None:
    drawn = tmp_path / "chart.svg"
    shown = CliRunner().invoke(nomorebets, ["strategy", "blackjack", "--set", "decks=2", "--chart", str(drawn)])
    assert shown.exit_code == 0, shown.output
    assert "hard 16  S   S   S   S   S   H" in shown.output
    assert drawn.read_text().count("data-letter=") == 10 * (16 + 8 + 10)
    told = CliRunner().invoke(nomorebets, ["strategy", "blackjack", "--set", "decks=2", "--json"])
    rows = {row["hand"]: row["cells"] for row in json.loads(told.output)["chart"]["rows"]}
    assert rows["hard 11"]["6"] == "D"
    with pytest.raises(UnknownName, match="not played by a chart"):
        CliRunner().invoke(nomorebets, ["strategy", "red-dog", "--chart", str(drawn)], catch_exceptions=False)


# --- what a choice is worth ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("cards", "up"), [("6T", "T"), ("88", "A"), ("A7", "9"), ("2234", "6"), ("AA", "6")])
def test_a_choice_is_worth_what_the_analysis_says(cards: str, up: str) -> None:
    rules = Rules(decks=2, most_hands=4, surrender="late")
    analysis, hand, column = best(rules), all_hands().of(cards), "A23456789T".index(up)
    pair = len(cards) == 2 and cards[0] == cards[1]
    choices = ["stand", "draw", *(["double", "surrender"] if len(cards) == 2 else []), *(["split"] if pair else [])]
    worths = choice_worths(rules, cards, up, choices)
    decimals = {
        "stand": analysis.unsplit.stand[hand, column],
        "draw": analysis.unsplit.draw[hand, column],
        "double": analysis.unsplit.double[hand, column],
        "surrender": -0.5,
        "split": analysis.split["A23456789T".index(cards[0]), column],
    }
    assert {c: float(w) for c, w in worths.items()} == pytest.approx({c: decimals[c] for c in choices}, abs=1e-13)


def test_tables_without_a_number_of_decks_of_the_list_are_priced() -> None:
    table = open_table("blackjack")
    assert table.game.id == "blackjack"
    assert odds("blackjack", options={"decks": 3}, wager="blackjack")["blackjack"].edge == edge(Rules(decks=3))
