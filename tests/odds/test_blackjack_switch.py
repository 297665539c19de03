"""Blackjack switch: the match wager against a count of its own, insurance, and the two hands against other engines."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np
import pytest
from click.testing import CliRunner
from msgspec import structs

import endless_shoe
from nomorebets.cli import nomorebets
from nomorebets.drivers.bots import BotTable
from nomorebets.drivers.chance import SeededChance
from nomorebets.equipment.cards import DECK, RANKS
from nomorebets.errors import UnknownName
from nomorebets.games import open_table
from nomorebets.games.blackjack_switch.exact import price_spot
from nomorebets.games.blackjack_switch.loop import spread
from nomorebets.games.blackjack_switch.named import play_beside, priced, spot_play
from nomorebets.games.blackjack_switch.named import switches as decided_switch
from nomorebets.games.blackjack_switch.odds import effects, switch_values, ways_of_four
from nomorebets.games.blackjack_switch.points import points_switch
from nomorebets.games.blackjack_switch.simulation import simulator
from nomorebets.games.blackjack_switch.spots import (
    LIKE_DEALS,
    STARTS,
    SpotPlay,
    best_beside,
    both_worths,
    start_at,
    where_better,
)
from nomorebets.games.blackjack_switch.strategies import NAMED
from nomorebets.games.blackjack_switch.terms import BOTH, HANDS, SpotRules, spot_rules_of
from nomorebets.games.twenty_one.analysis.hands import NAMES, all_hands
from nomorebets.games.twenty_one.analysis.play import DOUBLE, DRAW, STAND, Play
from nomorebets.games.twenty_one.hand import value
from nomorebets.games.twenty_one.rules import VALUES, with_shoe
from nomorebets.pricing.facet import Pricing, odds_of
from nomorebets.pricing.session_report import session_report
from nomorebets.table import Round, Settings, Table, Wager, play
from nomorebets.table.decisions import Ask
from short_packs import STAKE, dealt, shoe_of
from two_hands import mean_of


@cache
def table_with(**options: str) -> Table:
    settings = Settings({name.replace("_", "-"): choice for name, choice in options.items()})
    return open_table("blackjack-switch", settings=settings)


def spot_with(**options: str) -> SpotRules:
    return spot_rules_of(table_with(**options).house)


def line(wager: str, **options: str):
    known = odds_of(table_with(**options).game)
    assert known is not None
    (found,) = known.lines(table_with(**options), Pricing(wager=wager))
    return found


# --- the match wager and insurance -----------------------------------------------------------------------------------


def comb(n: int, k: int) -> int:
    """Written out, so that nothing is shared with what is tested."""
    return 1 if not k else n * comb(n - 1, k - 1) // k


@pytest.mark.parametrize("decks", [6, 8])
def test_2A_6_the_match_wager_by_pattern(decks):
    suits, total = 4 * decks, comb(52 * decks, 4)
    ways = {
        40: 13 * comb(suits, 4),
        8: comb(13, 2) * comb(suits, 2) ** 2,
        5: 13 * comb(suits, 3) * 12 * suits,
        1: 13 * comb(suits, 2) * comb(12, 2) * suits**2,
        -1: comb(13, 4) * suits**4,
    }
    assert sum(ways.values()) == total
    found = line("match", decks=str(decks))
    assert {o.net: o.probability for o in found.outcomes} == {net: Fraction(n, total) for net, n in ways.items()}
    assert found.edge == -sum(net * Fraction(n, total) for net, n in ways.items())


def test_2A_6_six_decks():
    assert line("match", decks="6").edge == Fraction(126536, 4965115)


def test_2A_6_four_ranks_of_a_small_shoe_one_by_one():
    shoe = "A A A 2 2 T T K".split()
    counts = {rank: shoe.count(rank) for rank in RANKS}
    dealt: dict[str, int] = {}
    for four in combinations(shoe, 4):
        name = "".join(sorted(four, key=RANKS.index))
        dealt[name] = dealt.get(name, 0) + 1
    assert {four: n for four, n in ways_of_four(counts).items() if n} == dealt


def test_2A_8_insurance_of_six_decks():
    assert line("insurance").edge == Fraction(23, 311)


# --- the two hands: any play, from a shoe small enough to deal every round -------------------------------------------

SHOE = (3, 0, 0, 0, 0, 0, 0, 4, 0, 12)  # aces, eights, tens
WORDS = {STAND: "stand", DRAW: "draw", DOUBLE: "double"}


def some_play(seed: int, surrenders: bool) -> SpotPlay:
    """A way to play that no person would, another beside each hand: the price must be right for any."""
    chance, hands = np.random.default_rng(seed), all_hands()
    plays = []
    for _ in STARTS:
        acts = chance.integers(STAND, DOUBLE + 1, (1 + VALUES, len(hands.total), VALUES)).astype(np.int8)
        acts[:, hands.size > 2] %= DOUBLE
        acts[:, hands.total > 16] = STAND
        gives_up = (chance.random((len(hands.total), VALUES)) < 0.2) & surrenders & (hands.total < 21)[:, None]
        plays.append(Play(acts[0], acts[1:], chance.random((VALUES, VALUES)) < 0.5, gives_up))
    return SpotPlay(tuple(plays), chance.random((*LIKE_DEALS, VALUES)) < 0.5)


def by_cards(spot: SpotRules, play: SpotPlay) -> Fraction:
    """The mean of a play, dealt card by card."""
    hands, rules = all_hands(), spot.rules

    def switches(first: str, second: str, up: str) -> bool:
        return bool(play.switches[tuple(NAMES.index(card) for card in (*first, *second, up))])

    def decides(own: str, other: str, up: str, pair: str) -> str:
        mine, column = play.plays[start_at()[tuple(NAMES.index(card) for card in other)]], NAMES.index(up)
        at = hands.of(own)
        if len(own) == 2 and not pair:
            if mine.surrenders[at, column]:
                return "surrender"
            if own[0] == own[1] and mine.splits[NAMES.index(own[0]), column]:
                return "split"
        acts = mine.after_split[NAMES.index(pair)] if pair else mine.acts
        return WORDS[int(acts[at, column])]

    return mean_of(
        rules.shoe,
        switches,
        decides,
        reader=rules.card_reader,
        switched_counts=spot.switched_counts,
        most_hands=rules.most_hands,
        resplit_aces=rules.resplit_aces,
        blackjack_pays=rules.blackjack_pays,
    )


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"card_reader": "off"},
        {"switched_blackjack": "counts-as-blackjack"},
        {"switched_blackjack": "counts-as-blackjack", "card_reader": "off"},
        {"surrender_offered": "on", "card_reader": "off"},
    ],
    ids=str,
)
def test_the_price_of_any_play_is_that_of_all_deals(options: dict[str, str]) -> None:
    spot = spot_with(max_splits="1", **options)
    short = replace(spot, rules=with_shoe(spot.rules, SHOE))
    play = some_play(3, surrenders="surrender_offered" in options)
    assert price_spot(short, play).mean == by_cards(short, play)


@pytest.mark.slow
@pytest.mark.parametrize("aces", ["allowed", "not-allowed"])
def test_2A_11_e_three_hands_from_each(aces: str) -> None:
    spot = spot_with(max_splits="2", resplit_aces=aces)
    short = replace(spot, rules=with_shoe(spot.rules, (5, 0, 0, 0, 0, 0, 0, 7, 0, 16)))
    play = some_play(5, surrenders=False)
    assert price_spot(short, play).mean == by_cards(short, play)


# --- dealt by the script ---------------------------------------------------------------------------------------------


def agrees_with_the_script(pack: str, strategy: str, **options: str) -> None:
    table = table_with(max_splits="1", **options)
    spot = spot_rules_of(table.house)
    short = replace(spot, rules=with_shoe(spot.rules, shoe_of(pack)))
    assert price_spot(short, spot_play(spot, strategy)).mean == dealt(table, BOTH, NAMED[strategy], pack)[0]


def test_the_script_deals_what_is_priced() -> None:
    agrees_with_the_script("8d 8d 8d 8d 8d 7c" + 10 * " Ts", "basic")


@pytest.mark.slow
@pytest.mark.parametrize("strategy", ["optimal", "never-switch"])
@pytest.mark.parametrize("reader", ["on", "off"])
def test_the_script_deals_what_is_priced_by_other_plays(strategy: str, reader: str) -> None:
    agrees_with_the_script("As 8d 8d 8d 8d 6c" + 11 * " Ts", strategy, card_reader=reader)


# --- a shoe without end ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("counts", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_a_very_large_shoe_comes_to_one_without_end(counts: bool) -> None:
    spot = spot_with()
    large = SpotRules(structs.replace(spot.rules, decks=20_000), counts)
    kept, switched = both_worths(large, best_beside(large.rules).worth)
    chance = np.array([float(endless_shoe.CHANCE[card]) for card in NAMES])
    best = np.einsum("abcdu,a,b,c,d->u", np.where(where_better(kept, switched), switched, kept), *4 * [chance])
    lost = 2 * (1 - 2 * chance[0] * chance[-1])
    risk = np.array([chance[-1], *8 * [0.0], chance[0]])
    mean = float((chance * ((1 - risk) * best - risk * lost)).sum()) / 2
    assert mean == pytest.approx(float(endless_shoe.mean(endless_shoe.Table(), counts)), abs=2e-6)


@pytest.mark.parametrize("card", NAMES)
def test_2A_12_b_every_dealer_ends_on_17_to_22_or_over(card):
    ends = endless_shoe.dealer_ends(card, False)
    assert sum(ends.values()) == 1
    assert set(ends) <= set(range(17, 27))


# --- six decks -------------------------------------------------------------------------------------------------------


def test_six_decks_stay_as_they_were_computed() -> None:
    """Our own figures: the best play, and what simpler ones lose."""
    edges = {name: float(priced(spot_with(), name).edge) for name in ("optimal", "basic", "never-switch")}
    assert edges["optimal"] == pytest.approx(0.005408261065, abs=1e-12)
    assert edges["optimal"] < edges["basic"] < edges["optimal"] + 5e-5
    assert edges["never-switch"] > 0.098


def test_the_edge_is_the_exact_one_and_the_rows_spread_to_it() -> None:
    found, exact = line("switch-hands"), priced(spot_with(), "optimal")
    assert found.edge == exact.edge
    assert sum(o.probability for o in found.outcomes) == 1
    assert all(o.probability > 0 for o in found.outcomes)
    assert found.average_wager == exact.average_wager
    assert found.method == "exact"
    assert {o.method for o in found.outcomes} == {"simulated"}
    assert found.to_dict(table_with().as_of)["outcomes_method"] == "simulated"
    assert {end.surrendered for end in spread(spot_with(), "optimal")} == {0}


def test_sessions_and_ruin() -> None:
    report = session_report(table_with(), "switch-hands", 100, bankroll="100")
    assert report.ruin is not None
    assert 0 < report.ruin.chance < 1
    assert 0 < report.session.ahead < 1
    facts = report.to_dict()
    assert (facts["method"], facts["outcomes_method"]) == ("numeric", "simulated")


@pytest.mark.parametrize("wager", ["switch-hand-1", "switch-hand-2", "double", "split"])
def test_a_part_of_the_hands_is_priced_with_them(wager: str) -> None:
    assert line(wager).wager == "switch-hands"


def test_what_is_simulated_is_said() -> None:
    shown = CliRunner().invoke(nomorebets, ["odds", "blackjack-switch", "--wager", "switch-hands"]).output
    assert "switch-hands: exact, with simulated chances of outcomes; the edge and the average wager are exact" in shown
    words = ["session", "blackjack-switch", "--wager", "switch-hands", "--rounds", "10"]
    assert "exact, with simulated chances of outcomes" in CliRunner().invoke(nomorebets, words).output


def test_simulated_within_the_error() -> None:
    made, rounds = simulator(table_with(), Pricing(wager="switch-hands")), 10**6
    (found,) = made.lines(made.kernel(2, 0, rounds).tolist(), rounds)
    assert abs(found.z(priced(spot_with(), "optimal").edge)) < 4


@pytest.mark.slow
@pytest.mark.parametrize("name", ["optimal", "basic", "mimic"])
def test_ten_million_rounds(name: str) -> None:
    made, rounds = simulator(table_with(), Pricing(wager="switch-hands", strategy=name)), 10**6
    counts = sum(made.kernel(9, block, rounds) for block in range(10)).tolist()
    (found,) = made.lines(counts, 10 * rounds)
    assert abs(found.z(priced(spot_with(), name).edge)) < 4


# --- the switch ------------------------------------------------------------------------------------------------------


def switched(play: SpotPlay, first: str, second: str, up: str) -> bool:
    return bool(play.switches[tuple(NAMES.index(card) for card in (*first, *second, up))])


@pytest.mark.parametrize("name", ["optimal", "basic"])
def test_15_and_16_become_20_and_11(name: str) -> None:
    play = spot_play(spot_with(), name)
    assert switched(play, "T5", "6T", "6")
    assert not switched(play, "TT", "65", "6")


def test_a_blackjack_as_dealt_is_kept_and_one_by_switching_is_made_where_it_counts() -> None:
    assert not switched(spot_play(spot_with(), "optimal"), "AT", "TA", "6")
    counts = spot_with(switched_blackjack="counts-as-blackjack")
    gained = points_switch(counts).sum() - points_switch(spot_with()).sum()
    assert gained > 0


def test_what_is_decided_at_the_table_is_what_is_priced() -> None:
    spot, play = spot_with(), spot_play(spot_with(), "optimal")
    for five in ((9, 4, 5, 9, 5), (0, 8, 3, 9, 9), (7, 7, 7, 2, 0), (1, 9, 9, 1, 6)):
        assert decided_switch(spot, "optimal", five) == play.switches[five]
    for other in (0, 9, 33, 54):
        mine = play_beside(spot, "optimal", other)
        for name in ("acts", "after_split", "splits", "surrenders"):
            assert np.array_equal(getattr(mine, name), getattr(play.plays[other], name))


def test_the_table_says_what_keeping_and_switching_are_worth() -> None:
    """Against the analysis of the same four cards from a full shoe."""
    spot = spot_with()
    kept, changed = both_worths(spot, best_beside(spot.rules).worth)
    said = []

    def watching(request, at):
        if isinstance(request, Ask) and "switch" in request.choices:
            cards = (*at.felt.hand("seat:1"), *at.felt.hand("seat:1#2"), at.felt.hand("dealer")[0])
            said.append((tuple(value(card) - 1 for card in cards), switch_values(request, at)))
        return NAMED["basic"](request, at)

    for seed in range(6):
        bots = BotTable(tuple(Wager(1, kind, STAKE) for kind in HANDS), SeededChance(seed), watching)
        assert play(Round(table_with()), bots).over
    assert said
    for cards, worths in said:
        assert float(worths["keep"]) == pytest.approx(kept[cards], abs=1e-12)
        assert float(worths["switch"]) == pytest.approx(changed[cards], abs=1e-12)


# --- what a card that has left the shoe changes ----------------------------------------------------------------------


def test_effects_of_removal_cancel_over_all_cards() -> None:
    """By one play, whichever card is burned unseen changes nothing on average: exactly."""
    table = open_table("blackjack-switch")
    gone = tuple(card for card in DECK if card[0] not in "6TA") * 6
    by_wager = effects(table, Pricing(removed=gone))
    assert set(by_wager) == {"switch-hands", "insurance", "match"}
    for wager in ("switch-hands", "match"):  # insurance is priced given the dealer's ace
        assert set(by_wager[wager]) == set("6TA")
        assert sum(by_wager[wager].values()) == 0
    assert set(by_wager["match"].values()) == {0}  # every rank is like every other
    assert len(set(by_wager["switch-hands"].values())) == 3


def test_effects_of_removal_of_a_wager_that_is_not_offered() -> None:
    table = open_table("blackjack-switch", settings=Settings({"match-wager-offered": "off"}))
    with pytest.raises(UnknownName, match="match"):
        effects(table, Pricing(wager="match"))
