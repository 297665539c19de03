"""What a transcript shows need not be named: a third card too many, a shoe that was kept."""

import pytest

from nomorebets.errors import TranscriptError
from nomorebets.rulings.dispute import Verdict, play_transcript, rule_on
from nomorebets.rulings.transcript import read_transcript

PUNTO = 'game = "punto-banco"\nas_of = "2000-01-01"\n'
BANKER = 'wagers = [ {seat = 1, wager = "banker", amount = "10.00"} ]\n'


def ruled(text: str) -> Verdict:
    return rule_on(read_transcript((PUNTO + text).encode()))


@pytest.mark.parametrize(
    ("cards", "what", "row", "result"),
    [
        ("2s 2h 4d 4c 5s", "third-card-to-player", "3.9(b)", "void"),  # 6 and 6: both stay
        ("9s 2h Kd 3c 5s", "third-card-to-player", "3.9(a)", "lose"),  # a natural
        ("2s Kh 3d 7c Ks 9h", "third-card-to-banker", "3.9(c)", "win"),  # 5 drew a ten; 7 stays
    ],
)
def test_3_9_a_third_card_where_the_hand_stays_is_ruled_on_with_the_row_of_the_table(cards, what, row, result):
    verdict = ruled(f'{BANKER}cards = "{cards}"')
    assert (verdict.remedies[0].what, str(verdict.remedies[0].by)[: len(row)]) == (what, row)
    assert "shown by the transcript" in verdict.remedies[0].remedy
    assert [r.result for r in verdict.required] == [result]


def test_3_9_what_was_collected_on_it_is_a_difference():
    verdict = ruled(f'{BANKER}cards = "2s 2h 4d 4c 5s"\ndone = [ {{seat = 1, wager = "banker", collected = "10.00"}} ]')
    assert [(d.done, d.required) for d in verdict.differences] == [(-1000, 0)]


def test_3_9_two_cards_more_are_not_explained_by_one_mistake():
    with pytest.raises(TranscriptError, match=r"'cards' has no outcome|left over"):
        ruled(f'{BANKER}cards = "2s 2h 4d 4c 5s 9d"')


def test_3_9_a_round_that_is_dealt_takes_no_card_too_many():
    with pytest.raises(TranscriptError):
        play_transcript(read_transcript(f'{PUNTO}{BANKER}cards = "2s 2h 4d 4c 5s"'.encode()))


BOTH = 'wagers = [ {seat=2, wager="banker", amount="100.00"}, {seat=4, wager="player", amount="100.00"} ]\n'


@pytest.mark.parametrize(("cards", "is_wrong"), [("9s 2h Kd 3c", True), ("2h 9s 3c Kd", False)])
def test_3_11_a_1_a_curator_may_keep_the_shoe_unless_the_bankers_hand_lost(cards, is_wrong):
    verdict = ruled(f'{BOTH}cards = "{cards}"\ndecisions = [ {{seat=2, choose="keep"}} ]')
    kept = [(m.what, str(m.by)) for m in verdict.remedies]
    assert kept == ([("curator-kept-shoe", "3.11(a)1")] * 2 if is_wrong else [])
