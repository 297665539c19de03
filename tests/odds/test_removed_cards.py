"""Cards that have left: one that nobody saw changes nothing on average, so the effects of all add up to none."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

import nomorebets
from nomorebets.equipment.cards import DECK, RANKS
from nomorebets.equipment.packs import pack
from nomorebets.errors import UnknownName
from nomorebets.games import game_ids, sample, samples
from nomorebets.games.own_cards.definition import game_at
from nomorebets.games.own_cards.odds import class_counts, gone_from, line_from
from nomorebets.games.own_cards.simulation import simulated_ends
from nomorebets.games.pai_gow_poker.seven_cards import colours_of, seven_cards_hold, three_cards_hold
from nomorebets.games.pai_gow_poker.side_counts import colour_counts, colour_of, seven_counts, three_counts
from nomorebets.hands.rankings import RANKINGS
from nomorebets.pricing.facet import odds_of
from nomorebets.pricing.sheet import effects_at
from nomorebets.table.game_file import read_game_file

PLAYS = [
    ("casino-war", "always-war"),
    ("red-dog", "always-raise"),
    ("three-card-poker", "queen-six-four"),
    pytest.param("caribbean-stud", "three-rules", marks=pytest.mark.slow),
    pytest.param("double-down-stud", "always-double", marks=pytest.mark.slow),
    pytest.param("let-it-ride", "always-ride", marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("game", "strategy"), PLAYS)
def test_by_one_way_to_play_the_effects_of_all_cards_add_up_to_none(game, strategy):
    whole = nomorebets.odds(game, strategy=strategy)
    sheets = [nomorebets.odds(game, strategy=strategy, removed=f"{rank}s") for rank in RANKS]
    for line in sheets[0]:
        assert sum((sheet[line].edge for sheet in sheets), Fraction(0)) / len(RANKS) == whole[line].edge, line


@pytest.mark.slow
def test_after_one_card_has_left_too_suit_by_suit():
    gone = nomorebets.odds("three-card-poker", strategy="queen-or-better", removed="As")
    others = [card for card in DECK if card != "As"]
    sheets = [nomorebets.odds("three-card-poker", strategy="queen-or-better", removed=f"As {card}") for card in others]
    for line in gone:
        assert sum((sheet[line].edge for sheet in sheets), Fraction(0)) / len(others) == gone[line].edge, line


def test_two_cards_alike_that_have_left_make_fewer_ties():
    """By hand: of 310 cards, 22 aces and 24 of each other rank."""
    ties = Fraction(22 * 21 + 12 * 24 * 23, 310 * 309)
    line = nomorebets.odds("casino-war", strategy="always-surrender", removed="As As")["initial"]
    assert line.edge == ties / 2


def test_who_knows_it_plays_by_it():
    effects = effects_at(nomorebets.open_table("three-card-poker"))
    assert sum(effects["ante"].values()) > 0  # on average a card that was seen is of use
    assert effects["ante"]["Q"] < 0 < effects["ante"]["2"]
    assert sum(effects["pair-plus"].values()) == 0  # nothing is decided


def test_where_suits_matter_the_effect_of_a_rank_is_the_mean_of_its_suits():
    table = nomorebets.open_table("three-card-poker", options={"offer-progressive": "on"})
    whole = nomorebets.odds(table, wager="progressive")["progressive"].edge
    each = [nomorebets.odds(table, wager="progressive", removed=f"K{suit}")["progressive"].edge for suit in "cdhs"]
    assert effects_at(table, wager="progressive")["progressive"]["K"] == whole - sum(each) / 4
    assert len(set(each)) == 2  # spades, and the others


def test_a_deck_holds_each_card_once():
    with pytest.raises(UnknownName, match="As As cannot be removed"):
        nomorebets.odds("three-card-poker", removed="As As")
    with pytest.raises(UnknownName, match="at most 6 of this card"):
        nomorebets.odds("casino-war", removed="As " * 7)
    assert nomorebets.odds("casino-war", wager="initial", removed="As " * 6)["initial"].edge > 0  # all there are


# --- pai gow poker ---------------------------------------------------------------------------------------------------

PACK = pack("joker")


def test_seven_cards_beside_those_that_have_left_are_all_there_are_card_by_card():
    """Twelve cards are left, every hand of which is looked at: royal matches, jokers and flushes among them."""
    left = ["Jk", *"As Ks Qs Js Ts Kd Qd Kh Qc 9d 9h".split()]
    gone = tuple(card for card in PACK if card not in left)
    by_hand = Counter(seven_cards_hold(hand) for hand in combinations(left, 7))
    assert seven_counts(gone) == by_hand
    assert any("royal-match" in held for held in by_hand)
    assert three_counts(gone) == Counter(three_cards_hold(cards) for cards in combinations(left, 3))
    assert colour_counts(gone) == Counter(colour_of(*colours_of(hand)) for hand in combinations(left, 7))


@pytest.mark.parametrize("gone", [(), ("Kd",)])
def test_the_effects_of_all_cards_on_seven_add_up_to_none(gone):
    others = [card for card in PACK if card not in gone]
    total = Counter()
    for card in others:
        total.update(seven_counts((*gone, card)))
    assert total == {
        held: n * (len(others) - 7) for held, n in seven_counts(gone).items()
    }  # each hand lacks the others


def test_11_22_of_red_and_black_each_has_its_line_when_one_has_lost_more_cards():
    table = nomorebets.open_table("pai-gow-poker", options={"ez": "on", "bonus-package": "ez"})
    sheet = nomorebets.odds(table, wager="red-black", removed="Ah")
    assert list(sheet) == ["red-black:red", "red-black:black"]
    assert sheet["red-black:red"].edge > sheet["red-black:black"].edge
    assert list(nomorebets.odds(table, wager="red-black:black", removed="Ah")) == ["red-black:black"]
    assert list(nomorebets.odds(table, wager="red-black", removed="Ah Ks")) == ["red-black"]
    effects = effects_at(table, wager="red-black")["red-black"]
    assert 4 * sum(effects[rank] for rank in RANKS) + effects["joker"] == 0
    assert set(effects_at(table, wager="red-black", removed="Ah")) == {"red-black:red", "red-black:black"}


def test_the_joker_is_a_card_that_may_leave():
    table = nomorebets.open_table("pai-gow-poker", options={"bonus-package": "bonus"})
    effects = effects_at(table, wager="bonus")["bonus"]
    assert 4 * sum(effects[rank] for rank in RANKS) + effects["joker"] == 0
    assert effects["joker"] < min(effects[rank] for rank in RANKS)
    assert not any("joker" in o.outcome for o in nomorebets.odds(table, wager="bonus", removed="Jk")["bonus"].outcomes)


def test_two_hands_must_be_left():
    with pytest.raises(UnknownName, match="13 cards are left, and two hands take 14"):
        nomorebets.odds("pai-gow-poker", removed=PACK[:40])
    with pytest.raises(UnknownName, match="Jk Jk cannot be removed"):
        nomorebets.odds("pai-gow-poker", removed="Jk Jk")


# --- card games of one's own -----------------------------------------------------------------------------------------

TABLE = '[limits]\ntable = { min = "5.00", max = "500.00" }\n'
AGAINST = '[[wager]]\nname = "ante"\nagainst = "dealer"\npays = "1 to 1"\n'
ONE_CARD = f"""
equipment = "cards"
name = "One Card"
[cards]
each = 1
decks = DECKS
ranking = "high-card"
dealer-shows = SHOWN
{AGAINST}[decision]
times = [2]
pays = "1 to 1"
[dealer]
ties = "push"
{TABLE}"""
FIVE = f"""
equipment = "cards"
name = "Five"
[cards]
each = 3
community = 2
ranking = "five-card-poker"
{AGAINST}[[decision]]
times = [2]
otherwise = "check"
pays = "1 to 1"
when = "before-community"
[[decision]]
times = [1]
[dealer]
ties = "push"
{TABLE}"""
LEFT = "As Ah Ks Kd Kc Qs Js Ts 9h 9d 2c 3d".split()


def opened(text):
    file = read_game_file(text.encode(), "mine.toml")
    return nomorebets.open_table(file.game, options=file.settings.options)


@pytest.mark.parametrize("removed", ["As Kd", "2c 2d 7h Qs Ks"])
def test_a_file_with_the_terms_of_three_card_poker_costs_what_it_does_without_some_cards(removed):
    bonus = 'bonus = { straight-flush = "5 to 1", three-of-a-kind = "4 to 1", straight = "1 to 1" }'
    text = sample("three-card-duel").decode().replace("dealer-shows = 1", "dealer-shows = 0")
    text = text.replace('bonus = { straight-flush = "2 to 1", three-of-a-kind = "1 to 1" }', bonus)
    ours = nomorebets.odds(opened(text), wager="ante", removed=removed)["ante"]
    assert ours.edge == nomorebets.odds("three-card-poker", wager="ante", removed=removed)["ante"].edge


@pytest.mark.parametrize(("decks", "shown"), [(1, 0), (1, 1), (2, 0), (2, 1)])
def test_one_card_each_counted_by_hand_without_some_cards(decks, shown):
    removed = ["As", "Ks", "Kd", "2c"] + ["As"] * (decks - 1)
    left = list(DECK) * decks
    for card in removed:
        left.remove(card)
    gains = Counter()
    ways = Counter()
    for a, own in enumerate(left):
        for b, his in enumerate(left):
            if a != b:
                mine, theirs = RANKS.index(own[0]), RANKS.index(his[0])
                seen = (mine, theirs) if shown else mine
                gains[seen] += 3 * ((mine > theirs) - (mine < theirs))
                ways[seen] += 1
    gained = sum(max(gains[seen], -ways[seen]) for seen in ways)
    table = opened(ONE_CARD.replace("DECKS", str(decks)).replace("SHOWN", str(shown)))
    line = nomorebets.odds(table, removed=" ".join(removed))["ante"]
    assert line.edge == -Fraction(gained, len(left) * (len(left) - 1))
    with pytest.raises(UnknownName, match="cannot be removed"):
        nomorebets.odds(table, removed="As " * (decks + 1))


def test_five_cards_of_a_deck_of_twelve_decided_twice_dealt_one_by_one():
    """Two antes before the cards for everybody, one after them, or a fold."""
    gained = rounds = 0
    number = {cards: RANKINGS["five-card-poker"].number(cards) for cards in combinations(LEFT, 5)}
    for own in combinations(LEFT, 3):
        rest = [card for card in LEFT if card not in own]
        before = after = 0
        for board in combinations(rest, 2):
            mine = number[tuple(card for card in LEFT if card in (*own, *board))]
            others = [card for card in rest if card not in board]
            hands = [tuple(c for c in LEFT if c in (*his, *board)) for his in combinations(others, 3)]
            signs = [(mine > number[hand]) - (mine < number[hand]) for hand in hands]
            before += 3 * sum(signs)
            after += max(2 * sum(signs), -len(signs))
            rounds += len(signs)
        gained += max(before, after)
    gone = [card for card in DECK if card not in LEFT]
    assert nomorebets.odds(opened(FIVE), removed=gone)["ante"].edge == -Fraction(gained, rounds)


@pytest.mark.parametrize("size", [5, 6, 7])
def test_classes_of_five_to_seven_cards_of_those_that_are_left(size):
    ranking = RANKINGS["five-card-poker"]
    game = game_at(opened(FIVE.replace("each = 3", f"each = {size - 2}")).house)
    by_hand = Counter((ranking.class_of(cards),) for cards in combinations(LEFT, size))
    assert class_counts(game, tuple(card for card in DECK if card not in LEFT)).counts == by_hand


def test_what_is_too_much_to_count_is_simulated_without_the_cards_that_have_left():
    """Rounds without them, within five standard errors of the count; where that is too much, the line says so."""
    removed = tuple(card for card in DECK if card not in LEFT)
    table = opened(FIVE)
    exact = nomorebets.odds(table, strategy="always-raise", removed=removed)["ante"]
    game = game_at(table.house)
    near = line_from(table, "ante", simulated_ends(game, "always-raise", gone_from(game, removed)))
    assert abs(near.edge_decimal - exact.edge_decimal) < 5 * exact.deviation / 1000
    many = opened(FIVE.replace("each = 3", "each = 4").replace("community = 2", "community = 3"))
    line = nomorebets.odds(many, removed="As")["ante"]
    assert line.method == "simulated"
    assert "standard error of the edge" in line.note


# --- all games -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*game_ids(), *(f"sample:{name}" for name in samples())])
def test_every_game_dealt_from_cards_is_priced_without_some_or_says_what_is_instead(name):
    table = nomorebets.open_table(name)
    known = odds_of(table.game)
    if known is not None and known.takes_removed:
        assert table.game.chance.words == "cards"
        return
    says = "bet against each other" if table.game.chance.words == "cards" else "is not dealt from cards"
    for ask in (lambda: nomorebets.odds(table, removed="As"), lambda: effects_at(table)):
        with pytest.raises(UnknownName, match=says) as refused:
            ask()
        assert ("as dead" in str(refused.value.accepts)) == (known is not None and known.equities is not None)
