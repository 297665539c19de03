"""What a floorperson knows is enough: hands, ranks, names as the rule writes them, wagers that stood."""

import json
from pathlib import Path

import pytest

from nomorebets.errors import RulesError, TranscriptError, WagerRefused
from nomorebets.rulings.dispute import Verdict, play_transcript, rule_on
from nomorebets.rulings.form import gaming_dispute
from nomorebets.rulings.transcript import read_transcript, under_house
from nomorebets.table import Settings


def ruled(text: str) -> Verdict:
    return rule_on(read_transcript(text.encode()))


def nets(text: str) -> dict[tuple[int, str], int]:
    return {(r.seat, r.wager): r.net for r in ruled(text).required}


TWO_HANDS = """
game = "caribbean-stud"
as_of = "2005-01-01"
wagers = [ {seat=1, wager="Ante", amount="10.00"}, {seat=3, wager="ante", amount="5.00"} ]
hands = { 1 = "9s 9c 4d 3h 2h", 3 = "Qh Jc 4s 6h 2s", dealer = "Ad Kd 2c 3d 7c" }
decisions = [ {seat=1, choose="Bet"}, {seat=3, choose="fold"} ]
"""


@pytest.mark.parametrize("method", ["hand", "automated-shoe"])
def test_hands_instead_of_the_order_of_the_shoe(method):
    """Whether the cards came one by one or five at a time, the hands are the same."""
    told = TWO_HANDS + f'house = {{ dealing-method = "{method}" }}'
    assert nets(told) == {(3, "ante"): -500, (1, "ante"): 1000, (1, "bet"): 2000}


def test_hands_and_cards_are_ruled_on_alike():
    by_order = TWO_HANDS.replace(
        'hands = { 1 = "9s 9c 4d 3h 2h", 3 = "Qh Jc 4s 6h 2s", dealer = "Ad Kd 2c 3d 7c" }',
        'cards = "9s 9c 4d 3h 2h Qh Jc 4s 6h 2s Ad Kd 2c 3d 7c"',
    )
    assert nets(by_order) == nets(TWO_HANDS)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("9s 9c 4d 3h 2h", "9s 9c 4d 3h"), 'accepted: one more card in hands = { 1 = "…" }, or in cards'),
        (("9s 9c 4d 3h 2h", "9s 9c 4d 3h 2h 8h"), "'8h' of '1' was never dealt"),
        (("9s 9c 4d 3h 2h", "9s 9c 4d 3h Ad"), "Ad cannot be drawn"),
    ],
)
def test_hands_of_a_wrong_size(change, says):
    with pytest.raises(RulesError) as refused:
        ruled(TWO_HANDS.replace(*change))
    assert says in str(refused.value)


@pytest.mark.parametrize(("third", "net"), [('player = "2 3 4"\nbanker = "9 K"', None), ("", 9500)])
def test_3_9_baccarat_ranks_without_suits(third, net):
    told = 'game = "punto-banco"\nas_of = "2000-01-01"\nwagers = [ {seat=2, wager="Banker\'s Hand", amount="100"} ]\n'
    if net is None:
        with pytest.raises(TranscriptError, match="'4\\?' of 'player' was never dealt"):
            ruled(told + third)
    else:
        assert nets(told + 'player = "2 3"\nbanker = "9 K"') == {(2, "banker"): net}
        assert nets(told + 'cards = "2 9 3 10"') == {(2, "banker"): net}


def test_the_hands_of_a_bank_by_the_part_its_seat_plays():
    told = """
game = "chemin-de-fer"
as_of = "2008-07-21"
wagers = [ {seat=1,wager="bank",amount="100"}, {seat=2,wager="punt",amount="40"}]
banker = "7d Ks"
player = "6h Kc"
"""
    assert nets(told) == {(2, "punt"): -4000, (1, "bank"): 3800}


ONE_UNSEEN = """
game = "caribbean-stud"
as_of = "2005-01-01"
wagers = [ {seat=1, wager="ante", amount="10.00"} ]
cards = "9s 9c 4d 3h 2h  Ad Kd ?? 3d 7c"
decisions = [ {seat=1, choose="%s"} ]
"""


def test_a_card_nobody_saw_does_not_matter_to_a_folded_hand():
    assert nets(ONE_UNSEEN % "fold") == {(1, "ante"): -1000}


def test_a_ruling_that_depends_on_a_card_nobody_saw_is_refused():
    with pytest.raises(TranscriptError, match="depends on a card that nobody saw"):
        ruled(ONE_UNSEEN % "bet")


def test_ranks_alone_are_refused_where_a_flush_may_decide():
    told = ONE_UNSEEN.replace("9s 9c 4d 3h 2h  Ad Kd ?? 3d 7c", "9 8 4 3 2  Ad Kd 2c 3d 7c") % "bet"
    with pytest.raises(TranscriptError, match="only the rank is known"):
        ruled(told)


@pytest.mark.parametrize(
    ("amount", "remarks"), [("20.00", []), ("15.00", ["wrong-amount"]), ("25.00", ["wrong-amount"])]
)
def test_16_10_a_a_bet_told_with_its_amount(amount, remarks):
    verdict = ruled(TWO_HANDS.replace('choose="Bet"', f'choose="bet", amount="{amount}"'))
    assert [m.what for m in verdict.remedies] == remarks
    assert {r.wager: r.net for r in verdict.required if r.seat == 1} == {"ante": 1000, "bet": 2000}


def test_16_10_a_a_fold_takes_no_amount():
    with pytest.raises(WagerRefused, match="fold takes no amount"):
        ruled(TWO_HANDS.replace('choose="fold"', 'choose="fold", amount="5.00"'))


def test_1_2_wagers_that_stood_from_before():
    told = """
game = "craps"
as_of = "2000-01-03"
opening = { point = "6", wagers = [ {seat=1, wager="pass", amount=10}, {seat=2, wager="come", point=9, amount=10} ] }
dice = "3-3 4-5"
"""
    assert nets(told) == {(1, "pass"): 1000, (2, "come"): 1000}
    assert {(r.seat, r.wager): r.net for r in ruled(told.replace("3-3 4-5", "3-4")).required} == {
        (1, "pass"): -1000,
        (2, "come"): -1000,
    }


@pytest.mark.parametrize("odds", ["come-odds:5", "come-odds"])
def test_odds_on_a_come_bet_may_stand_from_before(odds):
    told = f"""
game = "craps"
opening = {{ point = "6", wagers = [ {{seat=1, wager="come", point=5, amount=10}},
                                    {{seat=1, wager="{odds}", point=5, amount=10}} ] }}
dice = "3-2"
"""
    assert [(r.wager, r.net) for r in rule_on(read_transcript(told.encode())).required] == [
        ("come", 1000),
        ("come-odds:5", 1500),
    ]


def test_a_game_in_which_nothing_stands_has_no_standing_wagers():
    told = 'game = "roulette"\nspins = "1"\nopening = { wagers = [ {seat=1, wager="red", amount=10} ] }'
    with pytest.raises(TranscriptError, match="no wager stands from one round of roulette to the next"):
        ruled(told)


# --- wagers that a dealer took although the rules refuse them ---------------------------------------------------------


def test_5_1_a_a_spoken_wager_that_nobody_confirmed_goes_back():
    told = """
game = "roulette"
as_of = "2008-07-21"
wagers = [ {seat=1,wager="red",amount="25",verbal="unconfirmed"}, {seat=2,wager="black",amount=5} ]
spins = "17"
done = [ {seat=1,wager="red",collected="25"}, {seat=2,wager="black",paid=5} ]
"""
    verdict = ruled(told)
    assert [(r.seat, r.result, str(r.by)) for r in verdict.required] == [(2, "win", "5.2(a)"), (1, "void", "5.1(a)")]
    assert [(d.seat, d.done, d.required) for d in verdict.differences] == [(1, -2500, 0)]
    with pytest.raises(WagerRefused, match="the dealer has not confirmed it"):
        play_transcript(read_transcript(told.encode()))


@pytest.mark.parametrize(("chips", "results"), [("value", ["lose", "void"]), ("red", ["lose", "lose"])])
def test_5_1_b_a_value_chip_beside_a_coupon_goes_back(chips, results):
    told = f"""
game = "roulette"
as_of = "2008-07-21"
house = {{match-play-accepted="on"}}
wagers = [
  {{seat=2,wager="black",amount="5",coupon="5",chips="green"}},
  {{seat=2,wager="black",amount="5",chips="{chips}"}},
]
spins = "1"
"""
    assert [r.result for r in ruled(told).required] == results


@pytest.mark.parametrize(("point", "result"), [("6", "void"), ("off", "win")])
def test_1_2_a_1_a_pass_bet_made_with_a_point_on_goes_back(point, result):
    opening = f'opening = {{ point = "{point}" }}\n' if point != "off" else ""
    told = f'game = "craps"\nas_of = "2000-01-03"\n{opening}wagers = [ {{seat=1,wager="pass",amount=10}} ]\n'
    assert [r.result for r in ruled(told + 'dice = "5-6"').required] == [result]


@pytest.mark.parametrize(
    ("game", "told", "wager"),
    [
        ("caribbean-stud", 'cards = "2s As 4h Kd 7d 2d 9c 3d Js 5h"', "progressive-payout"),
        ("three-card-poker", 'house = { offer-progressive = "on" }\ncards = "2s 9c 5s 7d 9h Jd"', "progressive"),
        (
            "pai-gow-poker",
            'house = { bonus-package = "three-seven" }\ndice = "2-3-5"\n'
            'hands = { 1 = "Ac Kd 8h 8s Qc 7d 3s", dealer = "Ks Qh 8c 8d As 7h 3c" }',
            "three-card",
        ),
    ],
)
def test_a_side_wager_taken_without_the_wager_it_goes_with_gets_no_hand_and_goes_back(game, told, wager):
    main = "pgp" if game == "pai-gow-poker" else "ante"
    fold = "" if main == "pgp" else 'decisions = [{seat=1, choose="fold"}]\n'
    wagers = f'wagers = [{{seat=1, wager="{main}", amount=10}}, {{seat=2, wager="{wager}", amount=1}}]'
    rows = rule_on(read_transcript(f'game = "{game}"\n{told}\n{fold}{wagers}'.encode())).required
    assert [(r.wager, r.result) for r in rows if r.seat == 2] == [(wager, "void")]


def test_a_hand_dealt_for_a_refused_wager_does_not_move_the_cards_of_the_others():
    told = """
game = "caribbean-stud"
as_of = "2005-01-01"
wagers = [ {seat=1,wager="ante",amount="10",coupon="5"}, {seat=2,wager="ante",amount="10"} ]
cards = "9s 9c 4d 3h 2h  Qh Qc 4s 6h 2s  Ad Kd 2c 3d 7c"
decisions = [ {seat=1, choose="bet"}, {seat=2, choose="bet"} ]
"""
    found = {(r.seat, r.wager): (r.result, r.net) for r in ruled(told).required}
    assert found == {
        (1, "ante"): ("void", 0),
        (1, "bet"): ("void", 0),
        (2, "ante"): ("win", 1000),
        (2, "bet"): ("win", 2000),
    }


# --- the ruling itself ------------------------------------------------------------------------------------------------


def test_a_ruling_has_a_number_of_its_own():
    once, again = ruled(TWO_HANDS), ruled(TWO_HANDS)
    other = ruled(TWO_HANDS + 'done = [ {seat=1, wager="ante", paid="10.00"} ]')
    assert once.id == again.id != other.id
    assert once.to_dict()["id"] == once.id


def test_the_steps_of_a_ruling_have_facts_and_paragraphs():
    steps = ruled(TWO_HANDS).to_dict()["steps"]
    assert [s["step"] for s in steps] == list(range(1, len(steps) + 1))
    assert all(s["cite"].startswith("19:47-") and s["basis"] for s in steps)
    assert any(s.get("facts", {}).get("card") == "9s" for s in steps)
    json.dumps(steps)


def test_16_13_a_a_ruling_says_which_told_fact_decided_it():
    told = TWO_HANDS.replace('{seat=3, choose="fold"}', '{seat=3, choose="bet"}')
    wrong = 'irregularities = [ {before_spin=1, what="fewer-than-four-revolutions"} ]\n'
    assert ruled(told).decided_by == []
    spin = 'game = "roulette"\nwagers = [ {seat=1,wager="red",amount=5} ]\nspins = "1 2"\n'
    (without,) = ruled(spin + wrong).decided_by
    assert (without.fact, [(r.result, r.net) for r in without.rulings]) == (
        "fewer-than-four-revolutions",
        [("win", 500)],
    )
    shown = 'irregularities = [ {before_decision=1, what="hole-card-exposed"} ]\n'
    void = "\n".join(line for line in TWO_HANDS.splitlines() if not line.startswith("decisions"))
    (without,) = ruled(f"{void}\n{shown}").decided_by
    assert without.says.startswith("the round would have gone on: seat 1 is asked")


def test_the_form_has_the_fields_of_a_surveillance_department():
    told = 'game = "roulette"\nwagers = [ {seat=1,wager="red",amount=5} ]\nspins = "1"\n'
    done = 'done = [ {seat=1,wager="red",paid="4.00"} ]\ndetails = { property = "Boardwalk", dealer = "D. Smith" }'
    form = gaming_dispute(ruled(told + done), {"table": "R-1", "time": "22:14"}, told)
    assert (form["property"], form["table"], form["ruling_id"]) == ("Boardwalk", "R-1", form["ruling"]["id"])
    (row,) = form["violations"]
    assert (row["dealer"], row["time"], row["type_of_error"], row["savings"]) == ("D. Smith", "22:14", "dealer", "1.00")
    with pytest.raises(TranscriptError, match="no field of the form"):
        ruled(told + 'details = { weather = "fair" }')


def test_the_house_file_gives_the_options_that_the_transcript_does_not():
    told = read_transcript(b'game = "roulette"\nwagers = [ {seat=1,wager="red",amount=5} ]\nspins = "0"')
    house = Settings({"even-money-on-zero": "whole"})
    verdict = rule_on(under_house(told, house, None))
    assert ([r.net for r in verdict.required], verdict.options["even-money-on-zero"]) == ([-500], "whole")
    told.house["even-money-on-zero"] = "half"
    assert [r.net for r in rule_on(under_house(told, house, None)).required] == [-250]


def test_dispute_takes_a_house_file_and_writes_the_form(tmp_path: Path):
    from click.testing import CliRunner

    from nomorebets.cli.tables import dispute

    (tmp_path / "told.toml").write_text(
        'game = "roulette"\nwagers = [ {seat=1,wager="red",amount=5} ]\nspins = "0"\n'
        'done = [ {seat=1,wager="red",collected="5.00"} ]\n'
    )
    (tmp_path / "house.toml").write_text(
        'licensee = "Boardwalk Palace"\nas_of = 2000-01-01\n'
        '[[table]]\nid = "R-1"\ngame = "roulette"\noptions = { even-money-on-zero = "whole" }\n'
    )
    file, house, out = (str(tmp_path / name) for name in ("told.toml", "house.toml", "dispute.json"))
    assert CliRunner().invoke(dispute, [file]).exit_code == 1
    run = CliRunner().invoke(
        dispute, [file, "--house", house, "--table", "R-1", "--export", out, "--detail", "dealer=D. Smith"]
    )
    assert run.exit_code == 0, run.output
    assert "even-money-on-zero = whole" in run.output
    form = json.loads(Path(out).read_text())
    assert (form["property"], form["table"], form["violations"][0]["dealer"]) == ("Boardwalk Palace", "R-1", "D. Smith")


@pytest.mark.parametrize(
    ("game", "day", "option"),
    [
        ("chemin-de-fer", "2007-01-15", "exposed-ten-extra = 10"),
        ("roulette", "1995-03-19", 'five-adjacent = "on"'),
        ("roulette", "1997-10-05", 'match-play-accepted = "on"'),
    ],
)
def test_what_was_refused_before_2012_cites_19_47(game, day, option):
    with pytest.raises(RulesError, match=r"\[19:47-"):
        ruled(f'game = "{game}"\nas_of = "{day}"\nhouse = {{ {option} }}')


@pytest.mark.parametrize(
    ("seen", "says"),
    [
        (
            "Qh Jc 4s 6h ??",
            "a card was listed without suit, or not at all; the ruling is the same for each of the 38 cards it may be",
        ),
        (
            "?? ?? 4s 6h 2s",
            "2 cards were listed without suit, or not at all; the ruling is the same for 64 ways to deal them",
        ),
    ],
)
def test_a_ruling_says_how_far_it_does_not_depend_on_what_nobody_saw(seen, says):
    verdict = ruled(TWO_HANDS.replace("Qh Jc 4s 6h 2s", seen))
    assert (verdict.unseen, verdict.to_dict()["unseen"]) == (says, says)


def test_a_ruling_on_cards_that_were_all_seen_says_nothing_of_it():
    assert "unseen" not in ruled(TWO_HANDS).to_dict()


@pytest.mark.parametrize("name", ["Roulette", "ROULETTE", "roulette"])
def test_games_are_named_in_any_case(name):
    assert nets(f'game = "{name}"\nwagers = [{{seat = 1, wager = "Red", amount = 25}}]\nspins = "17"') == {
        (1, "red"): -2500
    }


@pytest.mark.parametrize(("name", "net"), [("Straight 17", 17500), ("split 17-20", 8500), ("straight:17", 17500)])
def test_a_wager_is_named_with_its_numbers(name, net):
    told = f'game = "roulette"\nwagers = [{{seat = 1, wager = "{name}", amount = 5}}]\nspins = "17"'
    assert list(nets(told).values()) == [net]


CHEMIN = 'game = "chemin-de-fer"\ncards = "9s Kh Td 8c"\n'


@pytest.mark.parametrize(("banco", "punt", "result"), [("100.00", "40.00", "win"), ("1000000.00", "40.00", "void")])
def test_a_wager_above_the_bank_goes_back_and_the_others_are_settled(banco, punt, result):
    wagers = f'{{seat=1, wager="bank", amount="100.00"}}, {{seat=2, wager="punt", amount="{punt}"}}'
    told = f'{CHEMIN}wagers = [ {wagers}, {{seat=3, wager="banco", amount="{banco}"}} ]'
    assert [r.result for r in ruled(told).required if r.wager == "banco"] == [result]


def test_where_nobody_but_a_refused_wager_is_against_the_bank_the_transcript_stops():
    wagers = '{seat=1, wager="bank", amount="100.00"}, {seat=2, wager="banco", amount="1000.00"}'
    with pytest.raises(WagerRefused):
        ruled(f"{CHEMIN}wagers = [ {wagers} ]")


@pytest.mark.parametrize(
    ("player", "is_name"), [("A", True), ("Mr. O'Neil", True), ("A" * 21, False), ("A\\u001b[31m", False)]
)
def test_2_13_a_player_on_a_box_is_told_by_a_short_name(player, is_name):
    told = f"""
game = "blackjack"
wagers = [ {{seat = 1, wager = "blackjack", amount = "10.00", player = "{player}"}} ]
cards = "9s 7c Td Th"
decisions = [ {{seat = 1, choose = "stand"}} ]
"""
    if is_name:
        assert [r.player for r in ruled(told).required] == [player]
        return
    with pytest.raises(TranscriptError, match="player must be a letter or a short name"):
        ruled(told)


@pytest.mark.parametrize(("dice", "net"), [("6-6", 2000), ("66", 2000), ("56", 1000), ("5-6", 1000), ("1-2", 1000)])
def test_a_throw_is_told_by_its_faces(dice, net):
    told = 'game = "craps"\nwagers = [ {seat=1, wager="field", amount="10.00"} ]\ndice = "%s"'
    assert nets(told % dice) == {(1, "field"): net}


@pytest.mark.parametrize("total", ["11", "12"])
def test_what_may_be_faces_or_a_total_is_not_guessed(total):
    """Twelve pays double on the field, one and two does not."""
    with pytest.raises(RulesError, match=f"{total} may be faces or a total; accepted: every face, with a dash"):
        ruled(f'game = "craps"\nwagers = [ {{seat=1, wager="field", amount="10.00"}} ]\ndice = "{total}"')


DRAW = """
game = "five-card-draw"
seats = {{ 1 = "100.00", 2 = "100.00" }}
button = 1
decisions = [ {{seat=1, choose="call"}}, {{seat=2, choose="check"}},
              {{seat=2, choose="draw", discard="2c 7d 3s"}}, {{seat=1, choose="draw", discard="4c 5d 9h"}},
              {{seat=2, choose="check"}}, {{seat=1, choose="check"}} ]
{}
"""
CHECKED = ", ".join(f'{{{{seat={seat}, choose="check"}}}}' for seat in (1, 1, 2, 1, 2, 1, 2))
HOLDEM = f"""
game = "holdem"
seats = {{{{ 1 = "200.00", 2 = "150.00" }}}}
button = 2
decisions = [ {{{{seat=2, choose="call"}}}}, {CHECKED} ]
{{}}
"""
DRAWN = 'hands = { 1 = "As Ad 4c 5d 9h", 2 = "Kc Kd 2c 7d 3s" }\ncards = "%s8h 8d 8c Qs Qh Qd"'
HELD = 'hands = { 1 = "Ks Kd", 2 = "As Ad" }\ncards = "%s2c 7d 9h %sKh %s3s"'


@pytest.mark.parametrize(
    ("told", "net"),
    [
        (DRAW.format(DRAWN % ""), 200),
        (DRAW.format(DRAWN % "2h "), 200),  # as it came, the burned card among the others
        (DRAW.format('cards = "Kc As Kd Ad 2c 4c 7d 5d 3s 9h 8h 8d 8c Qs Qh Qd"'), 200),
        (HOLDEM.format(HELD % ("", "", "")), 200),
        (HOLDEM.format(HELD % ("4h ", "4s ", "4d ")), 200),
        (HOLDEM.format('cards = "Ks As Kd Ad 2c 7d 9h Kh 3s"'), 200),
        (HOLDEM.format('cards = "Ks As Kd Ad 4h 2c 7d 9h 4s Kh 4d 3s"'), 200),
    ],
)
def test_14_10_burned_cards_need_not_be_told(told, net):
    verdict = ruled(told)
    assert [(r.seat, r.net) for r in verdict.required] == [(1, net), (2, -net)]
    assert not verdict.unseen


def test_a_board_that_was_never_dealt_is_called_as_it_is_typed():
    told = """
game = "holdem"
seats = { 1 = "200.00", 2 = "150.00" }
button = 2
hands = { 1 = "Ks Kd", 2 = "As Ad" }
board = "2c 7d 9h Kh"
decisions = [ {seat=2, choose="call"}, {seat=1, choose="check"}, {seat=1, choose="all-in"}, {seat=2, choose="fold"} ]
"""
    with pytest.raises(TranscriptError, match="'Kh' of 'board' was never dealt; accepted: board = \"2c 7d 9h\""):
        ruled(told)
