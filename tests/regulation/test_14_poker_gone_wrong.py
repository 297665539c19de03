"""Poker: what goes wrong with cards, bets and players (14.15, 14.16). Of all that only 637a.18(a) to (e) was read."""

from __future__ import annotations

import pytest

from nomorebets.errors import RulesError
from nomorebets.games import open_table
from nomorebets.games.poker_room.cards import ShuffleDiscards
from nomorebets.regulation import law
from nomorebets.rulings.dispute import Verdict, play_transcript, rule_on
from nomorebets.table import Play, Round, Settings
from nomorebets.table.decisions import Ask
from pots import BLINDS, FREE, deal, net, pots, tell

ACES = {1: "As Ad", 2: "Ks Kd", 3: "Qs Qd"}
BLANK = "2c 3c 4h 9h Td"
CALLED = "3 call, 1 call, 2 check, " + "1 check, 2 check, 3 check, " * 3
TWO = {1: 200, 2: 200}


def lines(what: str, *when: str) -> str:
    told = (f'{{{one}, what = "{what}"}}' for one in when)
    return f"irregularities = [{', '.join(told)}]"


def ruled(what: str, decisions: str, when: str, **more: object) -> Verdict:
    return rule_on(tell("holdem", decisions, **{"hands": ACES, **more}, more=lines(what, when)))  # type: ignore[arg-type]


def nets(verdict: Verdict) -> dict[int, int]:
    return {ruling.seat: ruling.net // 100 for ruling in verdict.required}


def dealt_to(played: Play) -> list[str]:
    """Where cards went, in order."""
    return [str(getattr(e.request, "to", "")) for e in played.entries if e.request.asks == "chance"]


# --- bets ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("decisions", "at", "void"),
    [
        ("", 1, True),
        ("3 fold", 2, True),
        ("3 raise 6", 2, True),
        ("3 fold, 4 fold, 1 fold", 3, False),
        ("3 call, 4 fold, 1 fold, 2 check, 2 check, 3 fold", 2, False),
    ],
)
def test_14_15_a_misdeal_until_two_have_acted(decisions, at, void):
    """Two acts, or one call, and the deal stands; whoever was asked then is asked again."""
    four = {**ACES, 4: "Js Jd"}
    board = "2c 3c 4h" if "check" in decisions else ""
    verdict = ruled(
        "misdeal-noticed-late",
        decisions,
        f"before_decision = {at}",
        hands=four,
        stacks=dict.fromkeys(four, 200),
        board=board,
    )
    assert verdict.void is void
    assert [r.by.reading for r in verdict.remedies] == ["R-14.15-late-misdeal"]


def early(decisions: str, seat: int, act: str) -> dict[int, int]:
    """What each seat wins, in dollars, where a seat did something before the first decision."""
    return nets(ruled("bet-out-of-turn", decisions, f"before_decision = 1, seat = {seat}, {act}"))


def test_14_15_a_bet_out_of_turn():
    """Seat 1 raises before seat 3 has spoken: it binds him if seat 3 calls or folds, and not if seat 3 raises."""
    to_six = 'act = "raise", to = "6.00"'
    assert early("3 call, 2 fold, 3 fold", 1, to_six) == {1: 4, 2: -2, 3: -2}  # his raise need not be told again
    assert early("3 call, 1 raise 6, 2 fold, 3 fold", 1, to_six) == {1: 4, 2: -2, 3: -2}
    to_twenty = 'act = "raise", to = "20.00"'  # which could still be made, but the bet is another now
    assert early("3 raise 8, 1 fold, 2 fold", 1, to_twenty) == {1: -1, 2: -2, 3: 3}
    with pytest.raises(RulesError, match="seat 2: 'check' is not offered"):  # for he has raised, whatever is told
        early("3 fold, 1 call, 2 check", 1, to_six)


@pytest.mark.parametrize(("to", "binds"), [("3.00", False), ("4.00", True), ("200.00", True), ("201.00", False)])
def test_14_15_what_could_not_be_done_in_turn_does_not_bind(to, binds):
    decisions = "3 fold, 2 fold" if binds else "3 fold, 1 fold"
    assert early(decisions, 1, f'act = "raise", to = "{to}"') == ({1: 2, 2: -2} if binds else {1: -1, 2: 1})


def test_14_15_a_fold_out_of_turn():
    assert early("3 fold", 1, 'act = "fold"') == {1: -1, 2: 1}
    with pytest.raises(RulesError, match="must say whose hand"):
        ruled("bet-out-of-turn", "3 fold, 1 fold", "before_decision = 1")


def test_14_15_words_bind():
    verdict = ruled("chips-unlike-words", "3 raise 6, 1 fold, 2 fold", "before_decision = 1")
    assert nets(verdict) == {1: -1, 2: -2, 3: 3}
    assert [r.by.reading for r in verdict.remedies] == ["R-14.15-words"]


# --- players ---------------------------------------------------------------------------------------------------------


def test_14_15_what_a_player_shows_plays():
    """Seat 3 has put nothing in, and has a hand all the same."""
    verdict = ruled("player-showed-cards", "3 fold, 1 fold", "seat = 3, before_decision = 1")
    assert nets(verdict) == {1: -1, 2: 1}
    assert [r.by.reading for r in verdict.remedies] == ["R-14.15-showed"]
    with pytest.raises(RulesError, match="seat 5 has no hand"):
        ruled("player-showed-cards", "3 fold, 1 fold", "seat = 5, before_decision = 1")


def test_14_16_cards_in_view():
    verdict = ruled("cards-out-of-view", "3 fold, 1 fold", "seat = 2, before_decision = 2")
    assert [law.basis(r.by, verdict.as_of) for r in verdict.remedies] == ["parallel"]


# --- cards -----------------------------------------------------------------------------------------------------------


def test_14_15_one_hole_card_is_replaced():
    """Seat 3's first queen is seen: a king comes for it when all have two cards, and it is the first burn."""
    hands = {**ACES, 3: "Qs Qd Kh"}
    told = lines("hole-card-exposed", "before_card = 3")
    played = deal("holdem", CALLED, hands=hands, board=BLANK, more=told)
    seats = ["seat:1", "seat:2", "seat:3"]
    assert dealt_to(played)[:8] == [*seats, *seats, "seat:3", "community"]
    assert dealt_to(played).count("burn") == 2  # and the queen
    second = lines("hole-card-exposed", "before_card = 3", "before_card = 5")
    misdealt = deal("holdem", hands={**ACES, 2: "Ks Kd", 3: "Qs"}, more=second)
    assert {ruling.result for ruling in misdealt.rulings} == {"void"}
    with pytest.raises(RulesError, match="no such card is due"):  # the burn before the flop is nobody's
        deal("holdem", CALLED, hands=ACES, board=BLANK, more=lines("hole-card-exposed", "before_card = 7"))


def test_14_15_eleven_hands_of_omaha_leave_a_card_to_replace_one():
    house = Settings(dict(BLINDS))
    play = Play(Round(open_table("omaha", settings=house), seats=dict.fromkeys(range(1, 12), 20_000)))
    found = {"found": "hole-card-exposed", "exposed": True}
    while (request := play.request) is not None:
        if request.asks == "chance":
            play.answer(request.answer(card=next(iter(play.table.felt.shoe)), **found))
            found = {}
        elif isinstance(request, Ask) and "call" in request.choices:
            play.answer(request.read(request.seat, {"choice": "call"}, play.table))
        else:
            play.answer(request.usual())
    assert not play.table.felt.shoe
    assert len(play.table.felt.dealt["community"]) == 5


def faces(played: Play, seat: int) -> list[str]:
    """How the cards of a seat were dealt; X is one that was due down and seen."""
    draws = [e for e in played.entries if getattr(e.request, "to", "") == f"seat:{seat}"]
    return ["X" if e.answer.exposed else str(e.request.face) for e in draws]


def stud(decisions: str, hands: dict[int, str], what: str, *when: str, **more: object) -> Play:
    return deal("seven-card-stud", decisions, hands=hands, house=FREE, more=lines(what, *when), **more)


def test_14_15_a_down_card_exposed():
    """Seat 2's deuce is seen: it is his card face up and brings it in, and the third one comes down."""
    hands = {1: "As Ad 9c", 2: "2c Kd Ks", 3: "Qs Qd 3d"}
    once = stud("3 fold, 1 fold", hands, "down-card-exposed", "before_card = 2")
    assert (faces(once, 1), faces(once, 2)) == (["down", "down", "up"], ["X", "down", "down"])
    assert net(once) == {1: -1, 2: 2, 3: -1}


def test_14_15_two_down_cards_exposed():
    hands = {1: "As Ad 9c", 2: "2c Kd", 3: "Qs Qd 3d"}
    dead = stud("1 fold", hands, "down-card-exposed", "before_card = 2", "before_card = 5")
    assert faces(dead, 2) == ["X", "X"]
    assert [(r.seat, r.result, r.net) for r in dead.rulings] == [(2, "void", 0), (1, "lose", -100), (3, "win", 100)]
    both = "before_card = 2", "before_card = 4"  # nobody is left to play against
    void = stud("", {1: "As Ad 9c", 2: "2c Kd"}, "down-card-exposed", *both, stacks=TWO)
    assert {ruling.result for ruling in void.rulings} == {"void"}


@pytest.mark.parametrize(
    ("choice", "last", "shared"),
    [("no-more-bets", "2 bet 8, 3 call", [9, 16]), ("play-on", "1 check, 2 bet 8, 3 call, 1 call", [33])],
)
def test_14_15_the_last_card_exposed(choice, last, shared):
    """Seat 1 is not asked any more, and the others play for what they bet beside him."""
    hands = {1: "As Ad 9c Jc 7d 4s 2h", 2: "Ks Kd 2c 3h 4h 5s 8d", 3: "Qs Qd 3d 6c 8c 9h Tc"}
    streets = "3 call, 1 call, " + "1 check, 2 check, 3 check, " * 3
    played = stud(f"{streets}1 {choice}, {last}", hands, "last-card-exposed", "before_card = 23")
    assert [pot[1] for pot in pots(played)] == shared


def test_14_15_a_wrong_flop():
    played = deal("holdem", CALLED, hands=ACES, board=BLANK, more=lines("flop-dealt-wrong", "before_card = 8"))
    assert [r.by.reading for r in played.table.felt.remedies] == ["R-14.15-flop"]
    assert dealt_to(played).count("burn") == 3
    with pytest.raises(RulesError, match="the flop is not dealt now"):
        deal("holdem", CALLED, hands=ACES, board=BLANK, more=lines("flop-dealt-wrong", "before_card = 12"))


@pytest.mark.parametrize(
    ("decision", "burned_after", "dealt"),
    [
        (1, 1, "burn community community community burn community burn community"),
        (3, 3, "burn community community community burn community burn community"),
        (4, 4, "burn community community community burn aside community burn community"),
        (7, 7, "burn community community community burn community burn community"),
    ],
)
def test_14_15_a_board_dealt_early(decision, burned_after, dealt):
    """A turn lies aside until the river; for every street one card is burned, and that is when its cards came first."""
    told = tell(
        "holdem", CALLED, hands=ACES, board=BLANK, more=lines("board-dealt-early", f"before_decision = {decision}")
    )
    told.hands |= {"aside": ["Kh"]} if "aside" in dealt else {}
    played = play_transcript(told)
    assert dealt_to(played)[6:] == dealt.split()
    assert sum(isinstance(e.request, ShuffleDiscards) for e in played.entries) == dealt.count("aside")
    asks = [isinstance(e.request, Ask) for e in played.entries]
    burns = [at for at, e in enumerate(played.entries) if getattr(e.request, "to", "") == "burn"]
    assert burned_after in [sum(asks[:at]) for at in burns]


def test_14_15_no_board_comes_early_after_the_river():
    with pytest.raises(RulesError, match="no card of the board can come early now"):
        ruled("board-dealt-early", CALLED, "before_decision = 10", board=BLANK)


def test_14_15_a_foreign_card():
    """However many come, each is put away."""
    played = deal(
        "holdem", "3 fold, 1 fold", hands=ACES, more=lines("foreign-card", "before_card = 2", "before_card = 4")
    )
    assert net(played) == {1: -1, 2: 1}
    assert [r.by.reading for r in played.table.felt.remedies] == ["R-14.15-foreign"] * 2


# --- put right -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "hand", "number", "decides"),
    [
        ("five-card-draw", "As Kd 9c 4h 2s", 4, True),
        ("five-card-draw", "As Kd 9c 4h 2s", 6, True),
        ("triple-draw", "As Kd 9c 4h 2s", 4, True),
        ("badugi", "As Kd 9c 4h", 5, True),
        ("badugi", "As Kd 9c 4h", 4, False),  # the right number
        ("five-card-draw", "As Kd 9c 4h 2s", 5, False),
        ("holdem", "As Kd", 3, False),  # where nobody draws it is a misdeal
    ],
)
def test_14_15_in_a_draw_the_dealer_puts_a_wrong_number_of_cards_right(game, hand, number, decides):
    last = f"before_card = {2 * len(hand.split()) + 1}, seat = 1, cards = {number}"
    both = {1: hand, 2: " ".join("Qs Jd 8c 5h 3s".split()[: len(hand.split())])}
    told = tell(game, "1 fold", stacks=TWO, button=1, hands=both, more=lines("player-wrong-number", last))
    if not decides:
        with pytest.raises(RulesError, match=r"the right number|is not|called"):
            rule_on(told)
        return
    verdict = rule_on(told)
    assert not verdict.void
    assert nets(verdict) == {1: -1, 2: 1}
    assert [(r.what, r.by.reading) for r in verdict.remedies] == [("player-wrong-number", "R-14.15-put-right")]


def test_14_15_a_pot_pushed_to_the_wrong_player():
    """Noticed before the next deal it goes to whoever won; to him nothing can have been pushed wrongly."""
    verdict = ruled("pot-pushed-wrong", CALLED, "before_card = 15, seat = 3", board=BLANK)
    assert nets(verdict) == {1: 4, 2: -2, 3: -2}
    assert [(r.what, r.by.reading) for r in verdict.remedies] == [("pot-pushed-wrong", "R-14.15-pushed")]
    with pytest.raises(RulesError, match="seat 1 won all there was"):
        ruled("pot-pushed-wrong", CALLED, "before_card = 15, seat = 1", board=BLANK)
    with pytest.raises(RulesError, match="must say whose"):
        ruled("pot-pushed-wrong", CALLED, "before_card = 15", board=BLANK)


def test_14_15_a_pot_that_stayed_with_the_wrong_player_is_a_difference():
    done = 'done = [{seat = 1, wager = "pot", collected = "2.00"}, {seat = 3, wager = "pot", paid = "6.00"}]'
    verdict = rule_on(tell("holdem", CALLED, hands=ACES, board=BLANK, more=done))
    assert {difference.seat for difference in verdict.differences} == {1, 3}
