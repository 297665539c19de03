"""Fast action hold'em, section by section, by the terms of the sample: 19:47-21, 13:69F-21."""

from datetime import date
from pathlib import Path

import pytest

from nomorebets.compliance.check import check
from nomorebets.errors import EditionError, HouseRuleError, TermsMissing, WagerRefused
from nomorebets.games import game, open_table, sample
from nomorebets.games.fast_action_holdem.hands import set_by, two_hands
from nomorebets.games.fast_action_holdem.settlement import Outcome, calls_of, compared, made_of, settle_main
from nomorebets.games.fast_action_holdem.terms import TERMS, Shape
from nomorebets.hands.joker import may_stand_behind
from nomorebets.procedures.two_hands import HandsInTwo
from nomorebets.regulation import law
from nomorebets.rulings.dispute import play_transcript, rule_on
from nomorebets.rulings.transcript import read_transcript
from nomorebets.table import Round, Settings, Wager
from nomorebets.table.acceptance import verify_wager
from nomorebets.table.felt import Felt, Opening
from nomorebets.table.game_file import GameFileError, read_game_file
from nomorebets.table.record import read

SAMPLE, NAME = "sample:fast-action-holdem", "fast-action-holdem"
RECORDS = Path(__file__).parents[1] / "records"
THREE = Shape(own=3, apart=1, community=2, high=3, low=2)
FIVE = Shape(own=3, apart=1, community=3, high=5, low=2)
BOARD = ("9d", "4c")


def opened(day=None, **options):
    return open_table(SAMPLE, day, Settings({name.replace("_", "-"): value for name, value in options.items()}))


def stored(name):
    return read((RECORDS / f"fast-action-holdem-{name}.jsonl").read_bytes())


def net(name):
    """What the script and the settlement make of a round that is stored."""
    told = read_transcript((RECORDS / "transcripts" / f"fast-action-holdem-{name}.toml").read_bytes())
    return [(ruling.result, ruling.net) for ruling in rule_on(told).required]


# --- what is known, and what must be supplied ------------------------------------------------------------------------


def test_all_eleven_sections_are_listed_and_no_text_is_claimed():
    sections = law.subchapter("21").section
    assert [s.number for s in sections] == [f"21.{n}" for n in range(1, 12)]
    assert all("Text not available" in p.note for p in law.subchapter("21").paragraph)
    assert {p.basis for p in law.subchapter("21").paragraph} == {"reconstructed", "reading"}
    assert [str(p.cite) for p in law.subchapter("21").paragraph if p.basis == "reading"] == ["21.10"]


def test_without_terms_the_error_lists_every_one_and_how_to_supply_it():
    with pytest.raises(TermsMissing) as refused:
        open_table(NAME)
    assert "text not available" in refused.value.text
    for term in TERMS:
        assert f" {term.id}," in refused.value.accepts
    assert "limits" in refused.value.accepts
    assert f"nomorebets sample {NAME}" in refused.value.accepts


@pytest.mark.parametrize("term", TERMS, ids=lambda term: term.id)
def test_no_term_has_a_default(term):
    options = {name: value for name, value in opened().house.options.items() if name != term.id}
    with pytest.raises(TermsMissing, match="with the terms " + term.id + ", and limits"):
        open_table(NAME, settings=Settings(dict(options)))


def test_no_wager_is_added_to_a_game_whose_text_nobody_has_read():
    added = '\n[[wager]]\nname = "pairs"\npays = { pair = "1 to 1" }\n'
    text = sample(NAME).decode().replace('game = "fast-action-holdem"', 'game = "fast-action-holdem"\nname = "Pairs"')
    file = read_game_file((text + added).encode(), "pairs.toml")
    with pytest.raises(GameFileError) as refused:
        open_table(file.game, None, file.settings)
    assert "its text is not known, and what a licensee supplies for it has no outcomes by name" in refused.value.text
    assert refused.value.accepts == "no [[wager]]"


def test_with_every_term_it_opens_without_a_file():
    table = open_table(NAME, settings=Settings(dict(opened().house.options)))
    assert table.house.options == opened().house.options


def test_the_game_is_there_from_the_day_its_contents_were_printed():
    first = law.subchapter_since("21")
    assert first == date(2000, 1, 3)
    assert opened(first).as_of == first
    with pytest.raises(EditionError, match="not known to have been authorized"):
        opened(date(2000, 1, 2))


def test_everything_shows_as_reconstructed_and_names_the_file():
    table = opened()
    assert table.house.options["game-file"] == SAMPLE
    assert law.basis(table.game.bets[0].by, table.as_of) == "reconstructed"
    assert {law.basis(r.by, date(2012, 3, 19)) for r in stored("wins").rulings} == {"reconstructed"}
    assert stored("wins").header.house.options["game-file"] == SAMPLE


# --- 21.2 and 21.3: cards and hands ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("term", "value"), [("decks", 2), ("joker", "wild"), ("player_cards", 4), ("low_cards", 3), ("positions", 8)]
)
def test_21_2_terms_that_cannot_be_dealt_are_refused_with_those_that_can(term, value):
    with pytest.raises(HouseRuleError, match="is not one of its values") as refused:
        opened(**{term: value})
    assert refused.value.accepts


@pytest.mark.parametrize("positions", [1, 7])
def test_21_6_one_to_seven_betting_areas(positions):
    assert opened(positions=positions).house.options["positions"] == str(positions)


def test_21_3_three_cards_rank_as_at_three_card_poker():
    high, low = two_hands(("8s", "7h"), ("Ah",), BOARD, THREE)
    assert (str(high), str(low)) == ("straight to the nine", "A-9")
    flush, _ = two_hands(("Kd", "2d"), ("Ah",), BOARD, THREE)
    assert high > flush


def test_21_3_the_straight_with_a_low_ace_stands_where_the_terms_say():
    board, own = ("Ah", "4c", "5d"), ("2d", "3s")
    lowest, second = (two_hands(own, ("Kd",), board, FIVE, wheel)[0] for wheel in ("lowest", "second"))
    king_high, _ = two_hands(("Kd", "Qh"), ("2s",), ("Jh", "Tc", "9d"), FIVE, "second")
    assert lowest < two_hands(("6d", "5s"), ("Kd",), ("4h", "3c", "2d"), FIVE)[0]
    assert second > king_high
    five = {"community_cards": 3, "high_cards": 5}
    wheel, straight = HandsInTwo(own, ("Kd",), board), HandsInTwo(("Kd", "Qh"), ("2s",), ("Jh", "Tc", "9d"))
    for terms, is_above in (("lowest", False), ("second", True)):
        house = opened(ace_low_straight=terms, **five).house
        assert (made_of(wheel, house)[0] > made_of(straight, house)[0]) is is_above


def test_21_3_a_low_ace_second_is_for_five_cards_only():
    assert opened(ace_low_straight="second", community_cards=3, high_cards=5)
    with pytest.raises(HouseRuleError, match="five cards only"):
        opened(ace_low_straight="second")


# --- 21.4 and 21.5: opening, shuffle and cut -------------------------------------------------------------------------


def asked(name):
    return [entry.request.name for entry in stored(name).entries]


def test_21_4_cards_are_inspected_and_mixed_at_the_opening_only():
    assert {"inspect-cards", "inspect-mixing"} <= {*asked("opening")}
    assert not {"inspect-cards", "inspect-mixing"} & {*asked("wins")}


def test_21_5_what_a_device_shuffled_is_not_cut():
    assert ("cut" in asked("manual"), "cut" in asked("wins")) == (True, False)


def test_21_5_two_decks_alternate_only_with_a_device():
    assert opened(shuffle="automated", second_deck="on")
    with pytest.raises(HouseRuleError, match="needs shuffle = automated"):
        opened(shuffle="manual", second_deck="on")


# --- 21.6 and 21.10: wagers ------------------------------------------------------------------------------------------


def test_21_6_as_many_betting_areas_as_the_terms_have():
    table = Round(opened(positions=2))
    verify_wager(table, Wager(2, "fast-action", 500))
    with pytest.raises(WagerRefused, match="no such betting area"):
        verify_wager(table, Wager(3, "fast-action", 500))


@pytest.mark.parametrize(("amount", "taken"), [(450, False), (500, True), (50_000, True), (50_050, False)])
def test_21_6_limits_are_the_terms(amount, taken):
    table = Round(opened())
    if taken:
        verify_wager(table, Wager(1, "fast-action", amount))
    else:
        with pytest.raises(WagerRefused):
            verify_wager(table, Wager(1, "fast-action", amount))


def test_21_6_nothing_but_chips():
    table = Round(opened())
    for wager in (Wager(1, "fast-action", 500, verbal="confirmed"), Wager(1, "fast-action", 500, coupon=500)):
        with pytest.raises(WagerRefused, match="chips or plaques"):
            verify_wager(table, wager)


def test_21_10_a_player_wagers_on_one_betting_area():
    table = Round(opened(), Felt.opened(Opening({"same-player": "1 2"})))
    verify_wager(table, Wager(2, "fast-action", 500))
    table.felt.put_down(Wager(1, "fast-action", 500), table.game.bets[0].by)
    with pytest.raises(WagerRefused, match="wagers at seat 1 too") as refused:
        verify_wager(table, Wager(2, "fast-action", 500))
    assert refused.value.cite == "13:69F-21.10"
    verify_wager(table, Wager(3, "fast-action", 500))


@pytest.mark.parametrize("name", [NAME, SAMPLE])
def test_21_10_is_enforced_in_check_with_and_without_terms(name):
    house = f'[[table]]\ngame = "{name}"\noptions = {{ two-areas = "%s" }}'
    broken = [v for v in check((house % "on").encode(), Path()) if v.paragraph == "13:69F-21.10"]
    assert [(v.what, v.basis) for v in broken] == [("two-areas = 'on' is not one of its values", "reading")]
    assert "off" in broken[0].remedy
    kept = check((house % "off").encode(), Path())
    assert "13:69F-21.10" not in [v.paragraph for v in kept]
    assert bool(kept) == (name == NAME)  # by its name alone the terms are missing


# --- 21.7: the deal --------------------------------------------------------------------------------------------------


def test_21_7_cards_go_clockwise_one_at_a_time_and_the_community_last_face_up():
    text = (
        f'game = "{SAMPLE}"\ncards = "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc"\n'
        'wagers = [{seat = 1, wager = "fast-action", amount = "5.00"}, '
        '{seat = 2, wager = "fast-action", amount = "5.00"}]'
    )
    dealt = play_transcript(read_transcript(text.encode())).table.felt.dealt
    assert dealt["seat:2"] == ("2c", "5c", "8c")
    assert dealt["seat:1"] == ("3c", "6c", "9c")
    assert dealt["dealer"] == ("4c", "7c", "Tc")
    assert dealt["community"] == ("Jc", "Qc")


@pytest.mark.parametrize(
    ("options", "fits"),
    [
        ({"dealer_cards": 3}, True),
        ({"dealer_cards": 2}, False),
        ({"community_cards": 1}, True),
        ({"high_cards": 5}, False),
        ({"high_cards": 5, "community_cards": 3}, True),
        ({"own_cards_low": 2}, True),
        ({"own_cards_low": 2, "community_cards": 1}, False),
        ({"player_cards": 2, "dealer_cards": 2}, True),
        ({"player_cards": 2, "dealer_cards": 2, "own_cards_low": 2, "community_cards": 3}, False),
    ],
)
def test_21_7_numbers_of_cards_must_make_two_hands(options, fits):
    if fits:
        opened(**options)
    else:
        with pytest.raises(HouseRuleError):
            opened(**options)


# --- 21.8: setting and settlement ------------------------------------------------------------------------------------


def test_21_8_the_dealer_sets_by_the_way_of_the_terms():
    cards = ("Kh", "Kd", "9s")
    assert set_by("high-first", cards, BOARD, THREE) == ("9s",)
    assert set_by("low-first", ("As", "Ad", "Kc"), BOARD, THREE) == ("As",)
    assert set_by("high-first", ("As", "Ad", "Kc"), BOARD, THREE) == ("Kc",)


def test_21_8_the_way_of_the_dealer_never_sets_a_low_hand_above_the_high_hand():
    cards = ("Ks", "Qc", "2h")
    assert set_by("low-first", cards, BOARD, THREE) == ("Qc",)
    assert set_by("low-first", cards, BOARD, THREE, free=True) == ("Ks",)
    assert not may_stand_behind(*two_hands(("Qc", "2h"), ("Ks",), BOARD, THREE))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("wins", ("win", 1140)),
        ("push", ("push", 0)),
        ("loses", ("lose", -1200)),
        ("copies", ("lose", -1200)),
        ("copies-to-the-player", ("win", 1140)),
        ("one-hand-loses", ("lose", -1200)),
        ("foul", ("lose", -1200)),
        ("foul-set-again", ("push", 0)),
        ("neither-outranks", ("push", 0)),
        ("rounded-vigorish", ("win", 1125)),
        ("no-vigorish-3-to-2", ("win", 1800)),
    ],
)
def test_21_8_settled_by_the_terms(name, expected):
    assert net(name) == [expected]


@pytest.mark.parametrize(("won", "result"), [(2, "win"), (1, "push"), (0, "lose")])
def test_21_8_both_hands_one_and_none(won, result):
    settled = settle_main(Wager(1, "fast-action", 1000), Outcome(won), opened().house)
    assert (settled.outcome, settled.by.on(date(2012, 3, 19))) == (result, "13:69F-21.8")


@pytest.mark.parametrize(("terms", "won"), [("loses", 0), ("house-way", 1)])
def test_21_8_a_hand_set_wrongly_is_called_foul_and_loses_or_is_set_again(terms, won):
    house = opened(wrong_setting=terms).house
    foul, dealer = HandsInTwo(("2s", "7h"), ("9h",), BOARD), HandsInTwo(("Qs", "Th"), ("8h",), BOARD)
    outcome = compared(foul, dealer, house)
    assert (outcome.won, outcome.foul) == (won, True)
    assert calls_of(outcome)[:1] == ("Foul",)


@pytest.mark.parametrize(("percent", "accepted"), [(0, True), (10, True), (11, False)])
def test_21_8_vigorish_is_a_tenth_of_what_is_won_at_most(percent, accepted):
    if accepted:
        assert opened(vig_rate=percent).house.options["vig-rate"] == str(percent)
    else:
        with pytest.raises(HouseRuleError, match="a rate of vigorish in percent"):
            opened(vig_rate=percent)


def test_21_8_vigorish_is_taken_when_it_is_paid():
    postings = [(p.source, p.target, p.amount) for p in stored("wins").postings]
    assert ("patron:1", "inventory", 60) in postings


def test_21_8_odds_are_those_of_the_terms_and_no_others():
    with pytest.raises(HouseRuleError, match="no more and no less"):
        open_table(SAMPLE, settings=Settings(pay_table={"fast-action": "2 to 1"}))
    with pytest.raises(HouseRuleError, match="for"):
        opened(payout_odds="2 for 1")


def test_21_8_what_the_dealer_did_otherwise_is_found():
    text = (RECORDS / "transcripts" / "fast-action-holdem-wins.toml").read_text()
    paid = 'done = [{seat = 1, wager = "fast-action", paid = "%s"}, {seat = 1, wager = "vigorish", collected = "0.60"}]'
    assert not rule_on(read_transcript((text + paid % "12.00").encode())).differences
    (found,) = rule_on(read_transcript((text + paid % "24.00").encode())).differences
    assert (found.done, found.required) == (2400, 1140)


# --- 21.9 and 21.11 --------------------------------------------------------------------------------------------------


def test_21_9_everything_that_may_go_wrong_is_stored():
    remedied = {r.what for p in RECORDS.glob("fast-action-*.jsonl") for r in read(p.read_bytes()).felt().remedies}
    assert remedied == set(game(NAME).irregularities)


@pytest.mark.parametrize(
    ("name", "void"),
    [
        ("card-found-face-up", False),
        ("two-cards-face-up", True),
        ("shoe-jam", True),
        ("dealer-wrong-number", True),
        ("card-left-out", True),
        ("card-drawn-in-error", False),
    ],
)
def test_21_9_what_voids_all_hands(name, void):
    assert (net(name)[0][0] == "void") == void


def test_21_9_sister_rules_are_cited_as_parallels():
    bases = {what: law.basis(cause.by, date(2012, 3, 19)) for what, cause in game(NAME).irregularities.items()}
    assert [what for what, basis in bases.items() if basis != "parallel"] == ["dealer-set-wrong"]


def test_21_11_no_cards_go_back_to_a_continuous_shuffler():
    with pytest.raises(HouseRuleError, match="continuous-shuffling") as refused:
        opened(continuous_shuffling="on")
    assert refused.value.cite == "13:69F-21.11"
