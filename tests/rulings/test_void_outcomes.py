"""A void outcome is told as void; what cannot have been is refused, and never moved to where it could."""

import pytest

from nomorebets.errors import DealerError, TranscriptError
from nomorebets.rulings.dispute import Verdict, play_transcript, rule_on
from nomorebets.rulings.transcript import read_transcript


def ruled(text: str) -> Verdict:
    return rule_on(read_transcript(text.encode()))


def results(verdict: Verdict) -> list[tuple[str, str, str]]:
    return [(r.wager, r.result, r.by.reading or str(r.by)) for r in verdict.required]


ROULETTE = 'game = "roulette"\nas_of = "2008-07-21"\nwagers = [ {seat=1,wager="straight:32",amount="5"} ]\n'
SHORT = 'irregularities = [ {before_spin=1, what="fewer-than-four-revolutions", revolutions=3} ]\n'


def test_5_4_b_the_number_listed_at_a_short_spin_is_the_void_one():
    verdict = ruled(f'{ROULETTE}{SHORT}spins = "32"\ndone = [ {{seat=1,wager="straight:32",paid="175"}} ]')
    assert results(verdict) == [("straight:32", "stands", "5.4(b)")]
    assert [(d.done, d.required) for d in verdict.differences] == [(17500, 0)]
    assert verdict.announcements == ["No More Bets", "No Spin"]
    assert verdict.void is False


def test_5_4_b_the_next_number_counts():
    verdict = ruled(f'{ROULETTE}{SHORT}spins = "17 32"\ndone = [ {{seat=1,wager="straight:32",paid="175"}} ]')
    assert (verdict.required[0].result, verdict.differences) == ("win", [])


def test_5_4_b_a_round_that_ends_void_is_not_played_to_its_end():
    transcript = read_transcript(f'{ROULETTE}{SHORT}spins = "32"'.encode())
    with pytest.raises(TranscriptError, match="the round is not over"):
        play_transcript(transcript)


@pytest.mark.parametrize("spins", ['spins = "17"', ""])
def test_5_4_c_a_foreign_object_leaves_every_wager_standing(spins):
    told = f'{ROULETTE}{spins}\nirregularities = [ {{before_spin=1, what="foreign-object"}} ]'
    assert results(ruled(told)) == [("straight:32", "stands", "5.4(c)")]


def test_5_4_a_a_wager_may_follow_a_void_spin():
    told = """
game = "roulette"
wagers = [ {seat=1,wager="red",amount="5"}, {seat=2,wager="black",amount="5",before_spin=2} ]
spins = "17 1"
irregularities = [ {before_spin=1, what="same-direction"} ]
"""
    assert [(r.seat, r.result) for r in ruled(told).required] == [(2, "lose"), (1, "win")]


def test_5_2_d_2_double_zero_on_a_wheel_used_as_single_zero():
    told = ROULETTE + 'house = {wheel-kind="double-as-single"}\nspins = "00"\n'
    verdict = ruled(told + 'done = [ {seat=1,wager="straight:32",collected="5"} ]')
    assert results(verdict) == [("straight:32", "stands", "5.2(d)2")]
    assert len(verdict.differences) == 1


def test_5_2_d_2_cannot_be_told_of_another_wheel():
    told = ROULETTE + 'spins = "0"\nirregularities = [ {before_spin=1, what="ball-in-double-zero"} ]'
    with pytest.raises(TranscriptError, match="cannot happen at this table: wheel-kind = double-zero"):
        ruled(told)


def test_5_2_d_2_cannot_be_told_of_another_number():
    told = ROULETTE + 'house = {wheel-kind="double-as-single"}\nspins = "0 5"\n'
    with pytest.raises(TranscriptError, match="is reported with compartment '0', and means '00'"):
        ruled(told + 'irregularities = [ {before_spin=1, what="ball-in-double-zero"} ]')


BIG_SIX = 'game = "big-six"\nas_of = "2008-07-21"\nwagers = [ {seat=1,wager="bigsix-1",amount=5} ]\n'


@pytest.mark.parametrize(
    "told",
    [
        'spins = "$1"\nirregularities = [{before_spin=1, what="clapper-between"}]',
        'irregularities = [{before_spin=1, what="clapper-between", passed="$1"}]',
    ],
)
def test_5_6_c_2_a_clapper_between_two_decides_nothing(told):
    verdict = ruled(f'{BIG_SIX}{told}\ndone = [{{seat=1,wager="bigsix-1",paid=5}}]')
    assert results(verdict) == [("bigsix-1", "stands", "5.6(c)2")]
    assert [(d.done, d.required) for d in verdict.differences] == [(500, 0)]


def test_5_6_b_two_revolutions_decide_nothing():
    told = 'spins = "$1"\nirregularities = [{before_spin=1, what="fewer-than-three-revolutions", revolutions=2}]'
    verdict = ruled(f'{BIG_SIX}{told}\ndone = [{{seat=1,wager="bigsix-1",paid=5}}]')
    assert results(verdict) == [("bigsix-1", "stands", "R-5.6b-respin")]
    assert len(verdict.differences) == 1


def test_1_9_a_die_off_the_table_decides_nothing():
    told = 'game = "craps"\nwagers = [ {seat=1,wager="pass",amount=10} ]\ndice = "3-4"\n'
    wrong = 'irregularities = [ {before_roll=1, what="die-off-table"} ]\ndone = [ {seat=1,wager="pass",paid=10} ]'
    verdict = ruled(told + wrong)
    assert results(verdict) == [("pass", "stands", "R-1.9-invalid")]
    assert [(d.done, d.required) for d in verdict.differences] == [(1000, 0)]


@pytest.mark.parametrize(("revolutions", "counts"), [(3, True), (4, False)])
def test_5_4_b_an_irregularity_that_leads_to_nothing_is_an_error(revolutions, counts):
    told = f'{ROULETTE}spins = "32 17"\n{SHORT.replace("revolutions=3", f"revolutions={revolutions}")}'
    if counts:
        assert ruled(told).remedies
    else:
        with pytest.raises(TranscriptError, match="leads to nothing that the rules remedy"):
            ruled(told)


def test_3_11_a_curator_ordered_to_pass_is_carried_out_whenever_it_is_told():
    told = """
game = "punto-banco"
as_of = "2000-01-01"
wagers = [ {seat=2, wager="banker", amount="100.00"}, {seat=4, wager="player", amount="100.00"} ]
cards = "9s 9h Kd Kc"
decisions = [ {seat=2, choose="keep"} ]
irregularities = [ {before_decision=1, what="curator-ordered-to-pass"} ]
"""
    assert [remark.what for remark in ruled(told).remedies] == ["curator-ordered-to-pass"]


CARIBBEAN = """
game = "caribbean-stud"
as_of = "2005-01-01"
wagers = [ {seat=1, wager="ante", amount="10.00"}, {seat=2, wager="ante", amount="10.00"} ]
cards = "9s 9c 4d 3h 2h  Qh Qc 4s 6h 2s  Ad Kd 2c 3d 7c"
"""


@pytest.mark.parametrize("seats", ["", ", seats=[]", ", seats=[7]"])
def test_a_forfeiture_names_whose_hands_are_lost(seats):
    wrong = f'irregularities = [ {{before_decision=1, what="players-communicated"{seats}}} ]'
    with pytest.raises(TranscriptError, match="players-communicated"):
        ruled(f'{CARIBBEAN}{wrong}\ndecisions = [ {{seat=1, choose="bet"}}, {{seat=2, choose="bet"}} ]')


@pytest.mark.parametrize(("cards", "wrong"), [(4, True), (5, False), (6, True)])
def test_16_13_d_the_right_number_of_cards_is_nothing_wrong(cards, wrong):
    bets = 'decisions = [ {seat=2, choose="bet"} ]' if wrong else 'decisions = [ {seat=1, choose="bet"} ]'
    misdealt = f'irregularities = [ {{before_card=16, what="player-wrong-number", seat=1, cards={cards}}} ]'
    told = f"{CARIBBEAN}{misdealt}\n{bets}"
    if wrong:
        verdict = ruled(told)
        assert [r.result for r in verdict.required if r.seat == 1] == ["void"]
        assert not verdict.void  # only that hand is
    else:
        with pytest.raises(DealerError, match="5 cards are the right number for seat 1"):
            ruled(told)


def test_3_2_a_a_tie_is_no_void_round():
    """The wagers on both hands are void by the rule of ties; the card in the wrong hand voids nothing."""
    told = """
game = "punto-banco"
as_of = "2000-01-01"
wagers = [ {seat=2, wager="banker", amount="100.00"} ]
cards = "9s 9h Kd Kc"
irregularities = [ {before_card=5, what="card-in-wrong-hand"} ]
"""
    verdict = ruled(told)
    assert ([r.result for r in verdict.required], verdict.void) == (["void"], False)


def test_16_13_a_all_hands_void_is_a_void_round():
    told = CARIBBEAN + 'irregularities = [ {before_decision=1, what="hole-card-exposed"} ]'
    assert ruled(told).void


def test_an_irregularity_told_where_it_cannot_be_says_where_it_could():
    told = f'{ROULETTE}spins = "32"\nirregularities = [ {{before_spin=2, what="foreign-object"}} ]'
    with pytest.raises(TranscriptError, match=r'accepted: \{ before_spin = 1, what = "foreign-object" \}'):
        ruled(told)


TWO_DEFECTS = 'irregularities = [ {before_spin=1, what="same-direction"}, {before_spin=1, what="foreign-object"} ]\n'


@pytest.mark.parametrize(("spins", "result"), [("32 17", "lose"), ("17 32", "win"), ("32", "stands")])
def test_5_4_two_defects_of_one_spin_make_one_void_spin(spins, result):
    verdict = ruled(f'{ROULETTE}{TWO_DEFECTS}spins = "{spins}"')
    assert [r.result for r in verdict.required] == [result]
    assert [(m.what, str(m.by)) for m in verdict.remedies] == [
        ("same-direction", "5.4(a)"),
        ("foreign-object", "5.4(c)"),
    ]


def test_5_4_a_defect_of_a_spin_that_never_was_is_refused():
    told = TWO_DEFECTS.replace('before_spin=1, what="foreign', 'before_spin=3, what="foreign')
    with pytest.raises(TranscriptError, match="never came to the irregularity 'foreign-object'"):
        ruled(f'{ROULETTE}{told}spins = "32 17"')


PLACED = 'game = "mini-dice"\nas_of = "2008-07-21"\nwagers = [ {seat=1,wager="place-6",amount="12"} ]\n'


def test_13_7_what_changes_nothing_decides_nothing_of_a_wager_that_wins_and_stands_and_loses():
    verdict = ruled(f'{PLACED}dice = "3-3 3-4"\nirregularities = [ {{before_roll=1, what="shaker-taken-by-order"}} ]')
    assert [(r.result, r.net) for r in verdict.required] == [("win", 1400), ("lose", -1200)]
    assert verdict.decided_by == []


def test_13_8_a_void_shake_took_the_first_of_two_wins():
    verdict = ruled(f'{PLACED}dice = "3-3 2-4 3-4"\nirregularities = [ {{before_roll=1, what="opened-early"}} ]')
    assert [(r.result, r.net) for r in verdict.required] == [("win", 1400), ("lose", -1200)]
    (without,) = verdict.decided_by
    assert [(r.result, r.net) for r in without.rulings] == [("win", 1400), ("lose", -1200)]


SHAKEN = """
wagers = [ {seat = 1, wager = "pai-gow", amount = "100"} ]
hands = { 1 = "6-6 1-6 4-5 2-3", dealer = "1-1 2-5 3-3 1-3" }
"""


@pytest.mark.parametrize("what", ["fewer-than-three-shakes", "die-not-flat", "die-left-shaker"])
@pytest.mark.parametrize("void", ["2-3-5", "??"])
def test_10_9_the_dice_listed_at_a_void_shake_are_the_void_ones(what, void):
    told = f'game = "pai-gow"{SHAKEN}irregularities = [ {{before_roll = 1, what = "{what}"}} ]\n'
    verdict = ruled(f'{told}dice = "{void} 1-1-2"')
    assert verdict.announcements[:3] == ["No More Bets", "No Roll", "4"]
    assert [r.what for r in verdict.remedies] == [what]


def test_10_9_two_void_shakes_and_the_one_that_counts():
    wrong = '{before_roll = 1, what = "fewer-than-three-shakes"}, {before_roll = %d, what = "die-not-flat"}'
    for dice, second in (("2-3-5 6-6-6 1-1-2", 2), ("6-6-6 1-1-2", 1)):  # the first need not be listed
        verdict = ruled(f'game = "pai-gow"{SHAKEN}irregularities = [ {wrong % second} ]\ndice = "{dice}"')
        assert verdict.announcements[:4] == ["No More Bets", "No Roll", "No Roll", "4"]


WAR = '{seat=1,choose="war"}'


@pytest.mark.parametrize(
    ("cards", "asked", "accepts"),
    [("7s 9d", 0, "no decisions: none was asked for"), ("7s 7d 9s 8d", 1, "the one decision that was asked for")],
)
def test_a_decision_too_many_is_told_how_many_there_were(cards, asked, accepts):
    told = f'game = "casino-war"\nwagers = [ {{seat=1,wager="initial",amount="10"}} ]\ncards = "{cards}"\n'
    with pytest.raises(TranscriptError, match=accepts):
        ruled(told + f"decisions = [ {', '.join([WAR] * (asked + 1))} ]")


@pytest.mark.parametrize(
    "more",
    [
        'wagers = [ {seat=1,wager="red",amount="5"}, {seat=2,wager="black",amount="5",before_spin=3} ]',
        'wagers = [ {seat=1,wager="red",amount="5"} ]\ndecisions = [ {seat=1,choose="stand"} ]',
    ],
)
def test_5_4_b_who_tells_of_more_than_a_void_spin_has_not_told_of_the_next(more):
    """Only where nothing else is told does a transcript end with a void spin."""
    with pytest.raises(TranscriptError, match="the transcript ends before the round"):
        ruled(f'game = "roulette"\nas_of = "2008-07-21"\n{SHORT}spins = "32"\n{more}')


def test_5_4_b_what_else_went_wrong_went_wrong_at_a_spin_that_is_told():
    wrong = SHORT.replace("} ]", '}, {before_spin=2, what="foreign-object"} ]')
    assert results(ruled(f'{ROULETTE}{wrong}spins = "32 17"')) == [("straight:32", "stands", "5.4(c)")]
    with pytest.raises(TranscriptError, match="irregularity 2 must say what went wrong, and before which outcome"):
        ruled(ROULETTE + SHORT.replace("} ]", '}, {before_spin=0, what="foreign-object"} ]'))
