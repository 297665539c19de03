"""Questions of drills: made from dealt rounds, the same for the same seed, and marked with their paragraphs."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

import nomorebets
from nomorebets.drills.course import COMES_BACK, Course
from nomorebets.drills.kinds import KINDS, kinds_of, question
from nomorebets.drills.question import NoAnswer, NotAsked, Question
from nomorebets.games import game_ids, open_table
from nomorebets.pricing.facet import odds_of
from nomorebets.regulation import Odds, law
from nomorebets.rulings.dispute import rule_on
from nomorebets.table.house import Settings
from nomorebets.table.money import cents, dollars

SOME = ("roulette", "craps", "punto-banco", "three-card-poker", "pai-gow", "holdem", "keno")


def is_sound(posed: Question) -> None:
    """One answer of each part is right, and has a paragraph that is in force."""
    for part in posed.parts:
        assert part.known[part.right] == 0
        if part.choices:
            assert part.right in part.choices
            assert len(set(part.choices)) == len(part.choices) > 1
        law.enforce_in_force(part.by(), posed.at.as_of)
    assert all(one.is_right for one in posed.mark([part.right for part in posed.parts]))


@pytest.mark.parametrize("game_id", SOME)
def test_every_kind_of_drill_of_a_game_has_a_right_answer(game_id: str) -> None:
    table = open_table(game_id)
    for kind in kinds_of(table):
        if KINDS[kind].who == "dealer":
            is_sound(question(table, kind, 7))


def test_a_table_whose_rules_leave_nothing_to_decide_has_no_drill_of_it() -> None:
    table = nomorebets.open_table("sample:quick-peace")  # half of a tie is lost at once
    assert "decide" not in kinds_of(table)
    assert "decide" in kinds_of(open_table("casino-war"))
    with pytest.raises(NotAsked, match="no drill “Best play”; accepted: pay, call"):
        question(table, "decide", 1)


def test_what_is_not_in_the_hand_is_asked_for_again_and_no_mistake() -> None:
    posed = question(open_table("pai-gow-poker"), "house-way", 35_000)  # 4s 4c 8d 7h 5c Kc 6h
    for strange in ("As Kc", "4s 4s", "Jk 4s"):
        with pytest.raises(NoAnswer, match=r"(A♠|4♠|joker) is not in the hand; accepted: "):
            posed.mark([strange])


def test_11_10_a_low_hand_of_other_suits_is_set_as_rightly() -> None:
    """King and four before a straight from the four: which of two fours goes below makes no difference."""
    posed = question(open_table("pai-gow-poker"), "house-way", 35_000)
    assert set(posed.parts[0].pieces) == {"4s", "4c", "8d", "7h", "5c", "Kc", "6h"}
    marks = {low: posed.mark([low])[0].is_right for low in ("4s Kc", "4c Kc", "4s 4c", "Kc 8d")}
    assert marks == {"4s Kc": True, "4c Kc": True, "4s 4c": False, "Kc 8d": False}
    flush = question(open_table("pai-gow-poker"), "house-way", 395_000)
    assert set(flush.parts[0].pieces) == {"Td", "5s", "4d", "Kd", "Th", "3d", "7d"}
    assert [flush.mark([low])[0].is_right for low in ("5s Th", "5s Td")] == [True, False]  # which would break it


@pytest.mark.slow
@pytest.mark.parametrize("game_id", game_ids())
def test_every_drill_of_every_game(game_id: str) -> None:
    table = open_table(game_id)
    for kind in kinds_of(table):
        for seed in range(3):
            is_sound(question(table, kind, seed))


def test_the_same_seed_asks_the_same_and_another_something_else() -> None:
    table = open_table("sic-bo")
    asked = [question(table, "pay", seed).to_dict() for seed in (1, 1, 2)]
    assert asked[0] == asked[1]
    assert asked[1]["parts"] != asked[2]["parts"]


def test_5_2_a_the_payout_of_a_wager_is_its_odds_times_the_stake() -> None:
    table = open_table("roulette")
    for seed in range(10):
        posed = question(table, "pay", seed)
        stake, where = re.search(r"wins with (\$[\d,.]+) on (.+?)\. How", posed.parts[0].asks).groups()  # type: ignore[union-attr]
        (lies,) = (w for w in posed.at.wagers if w.amount == cents(stake))
        odds = table.house.pays[table.place_of(lies).odds_of]
        assert isinstance(odds, Odds), where
        assert cents(posed.parts[0].right) == lies.amount * odds.pays // odds.on


def test_a_payout_follows_the_house_and_not_the_default() -> None:
    table = open_table("roulette", settings=Settings(pay_table={"straight": "36 to 1"}))
    posed = [question(table, "pay", seed) for seed in range(40)]
    straight = [one for one in posed if "Straight up" in one.parts[0].asks]
    (lies,) = (w for w in straight[0].at.wagers if w.kind == "straight")
    assert cents(straight[0].parts[0].right) == 36 * lies.amount


def test_what_cannot_be_an_answer_is_refused_and_not_marked() -> None:
    posed = question(open_table("roulette"), "pay", 1)
    with pytest.raises(NoAnswer, match="not an amount"):
        posed.mark(["a fiver"])
    with pytest.raises(NoAnswer, match="0 of 1"):
        posed.mark([])
    named = question(open_table("roulette"), "next", 1)
    with pytest.raises(NoAnswer, match="none of the choices"):
        named.mark(["xyz"[len(named.parts[0].choices) % 3]])
    assert [named.parts[0].read(letter) for letter, _ in named.parts[0].lettered] == list(named.parts[0].choices)
    assert not named.mark([next(c for c in named.parts[0].choices if c != named.parts[0].right)])[0].is_right


@pytest.mark.parametrize(("rounding", "to"), [("up-to-25c", 25), ("exact", 1)])
def test_4_9_vigorish_is_rounded_as_the_house_rounds(rounding: str, to: int) -> None:
    table = open_table("punto-banco", settings=Settings(options={"vig-rounding": rounding}))
    for seed in range(20):
        part = question(table, "vigorish", seed).parts[0]
        won, percent = re.search(r"wins (\$[\d,.]+)\. At (\d+) percent", part.asks).groups()  # type: ignore[union-attr]
        exact = Fraction(cents(won) * int(percent), 100)
        taken = cents(part.right)
        assert taken % to == 0
        assert exact <= taken < exact + to


def test_a_wager_settled_wrongly_is_found_by_the_ruling(monkeypatch: pytest.MonkeyPatch) -> None:
    told = []
    monkeypatch.setattr(
        "nomorebets.drills.faults.rule_on", lambda transcript: told.append(transcript) or rule_on(transcript)
    )
    table = open_table("roulette")
    found = [one for seed in range(12) if "settled" in (one := question(table, "error", seed)).parts[0].asks]
    assert found
    wrong = rule_on(told[0]).differences[0]
    put_right = found[0].parts[1].right
    assert cents(re.search(r"\$[\d,.]+", put_right)[0]) == abs(wrong.required - wrong.done)  # type: ignore[index]
    assert put_right.startswith("Pay" if wrong.required > wrong.done else "Take")


def test_to_pay_or_take_nothing_is_no_answer_that_is_offered() -> None:
    """Half of what was due lacks as much as was paid."""
    asked = [question(open_table("roulette"), "error", seed) for seed in range(30)]
    remedies = [one.parts[1].choices for one in asked if "settled" in one.parts[0].asks]
    assert len(remedies) > 10
    assert not [answer for choices in remedies for answer in choices if re.search(r"\$0 ", answer)]


def test_7_2_vigorish_that_is_marked_is_no_part_of_what_a_payment_lacks() -> None:
    table = open_table("minibaccarat")
    asked = [question(table, "error", seed) for seed in range(30)]
    one = next(q for q in asked if re.search(r"Banker: paid", q.parts[0].right))
    paid, stake = (cents(found) for found in re.findall(r"\$[\d.]+", one.parts[0].right))
    lacks = stake - paid  # the Banker pays 1 to 1, and its vigorish is a line of its own
    assert one.parts[1].right == (f"Pay {dollars(lacks)} more" if lacks > 0 else f"Take {dollars(-lacks)} back")


def test_5_4_a_spin_that_went_wrong_has_the_remedy_of_its_paragraph() -> None:
    table = open_table("roulette")
    asked = [question(table, "error", seed) for seed in range(12)]
    irregular = [posed for posed in asked if "go wrong" in posed.parts[0].asks]
    causes = {cause.says.lower(): cause for cause in table.game.irregularities.values()}
    assert len({one.parts[0].right for one in irregular}) > 1
    for one in irregular:
        cause = causes[one.parts[0].right.lower()]
        assert (one.parts[1].right, one.parts[1].by()) == cause.remedy_at(table.house)


def test_10_8_the_low_hand_of_the_house_way_in_any_order() -> None:
    posed = question(open_table("pai-gow"), "house-way", 3)
    part = posed.parts[0]
    low = part.right.split()
    assert set(low) < set(part.pieces)
    assert posed.mark([" ".join(reversed(low))])[0].is_right
    others = [piece for piece in part.pieces if piece not in low]
    assert not posed.mark([" ".join(others)])[0].is_right


def test_a_decision_costs_what_its_choice_is_worth_less_than_the_best() -> None:
    table = open_table("red-dog")
    posed = question(table, "decide", 1)
    known = odds_of(table.game)
    assert known is not None
    worst, cost = max(posed.parts[0].known.items(), key=lambda item: item[1])
    assert cost > 0
    (marked,) = posed.mark([worst])
    assert (marked.is_right, marked.cost) == (False, cost)


def test_a_choice_that_is_a_number_is_not_mistaken_for_a_place_in_the_list() -> None:
    part = question(open_table("sic-bo"), "call", 3).parts[0]
    assert part.read(part.choices[-1]) == part.choices[-1]
    dice = [question(open_table("craps"), "call", seed) for seed in range(5)]
    assert all(one.mark([one.parts[0].right])[0].is_right for one in dice)
    assert all(one.parts[0].right.isdigit() for one in dice)


def test_a_game_of_pots_has_nothing_to_pay() -> None:
    assert "pay" not in kinds_of(open_table("holdem"))
    with pytest.raises(NotAsked, match="no drill"):
        question(open_table("holdem"), "pay", 1)


def test_a_mistake_comes_back_after_a_few_other_questions() -> None:
    course, asked = Course(1), []
    for answered in range(2 + COMES_BACK):
        asked.append(course.next)
        course = course.after(answered != 0)
    assert asked == [1000, 1001, 1002, 1003, 1000]
    assert course.score == (3, 4)
    assert course.streak == 4


def test_a_course_ends_when_every_question_was_answered_rightly() -> None:
    course = Course(1, "", 2).after(False).after(True)
    assert course.next == 1000
    assert course.returns
    assert course.after(True).next is None
    with pytest.raises(NotAsked):
        Course(1, "rx")
