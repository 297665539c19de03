"""A round told piece by piece: after each the draft says what comes next, whatever the game."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from nomorebets.games import open_table
from nomorebets.library import game_ids
from nomorebets.rulings.dispute import play_transcript, rule_on
from nomorebets.rulings.draft import Draft, draft, facts_of, rows_to_settle, told_parts, used_up
from nomorebets.rulings.driver import Ended
from nomorebets.rulings.transcript import LATE, Transcript, read_transcript
from nomorebets.rulings.writing import example, transcript_parts, write_transcript

TRANSCRIPTS = Path(__file__).parents[1] / "records" / "transcripts"


def told(parts: dict[str, Any]) -> tuple[Transcript, Draft]:
    transcript = read_transcript(write_transcript(parts).encode())
    return transcript, draft(transcript)


@pytest.mark.parametrize("game", game_ids())
def test_a_round_of_every_game_is_told_piece_by_piece(game: str) -> None:
    table = open_table(game)
    kind = table.game.chance.words
    whole = told_parts(tomllib.loads(example(table) or ""))
    to_come = {part: str(whole.pop(part, "")).split() for part in {kind, "dice"}}
    decisions, parts = whole.pop("decisions", []), whole
    for _ in range(200):
        transcript, so_far = told(parts)
        if so_far.fault is None:
            break
        if not isinstance(so_far.fault, Ended) or any(q.assumed is None for q in so_far.questions):
            question = so_far.questions[-1]  # or somebody sits there who is not known of yet
            line = next((line for line in decisions if line["seat"] == question.seat), decisions[0])
            decisions.remove(line)
            parts.setdefault("decisions", []).insert(question.at, line)
            continue
        assert so_far.waits_for is not None
        part = "dice" if table.game.chance.begins_by_roll and so_far.waits_for.rolled else kind
        parts[part] = " ".join([*parts.get(part, "").split(), *to_come[part][:4]])
        del to_come[part][:4]
    for line in decisions:  # what is assumed unless it is told
        question = next(q for q in so_far.questions if q.seat == line["seat"])
        parts.setdefault("decisions", []).insert(question.at, line)
        transcript, so_far = told(parts)
    assert so_far.verdict is not None
    ruled = rule_on(read_transcript((example(table) or "").encode()))
    assert so_far.verdict.to_dict()["required"] == ruled.to_dict()["required"]
    settled = {(row.key.seat, row.key.wager) for row in rows_to_settle(so_far, transcript)}
    assert settled >= {(r.seat, r.wager) for r in ruled.required}


BLACKJACK: dict[str, Any] = {
    "game": "blackjack",
    "wagers": [{"seat": 2, "wager": "blackjack", "amount": "10.00"}],
    "cards": "Ts Ah 6d 9c",
    "decisions": [{"seat": 2, "choose": "stand"}],
}


def test_a_decision_that_is_assumed_can_still_be_told_in_its_place() -> None:
    _, without = told(BLACKJACK)
    (insurance,) = without.questions
    assert insurance.assumed is not None
    assert insurance.at == 0  # before what the seat decides later
    line = {"seat": 2, "choose": "insure", "amount": "5.00"}
    parts = BLACKJACK | {"decisions": [line, *BLACKJACK["decisions"]]}
    transcript, insured = told(parts)
    assert insured.fault is None
    assert not insured.questions
    assert [row.key.wager for row in rows_to_settle(insured, transcript)] == ["insurance", "blackjack"]


def test_what_the_dealer_did_finds_its_row_however_the_wager_is_called() -> None:
    transcript, so_far = told(BLACKJACK | {"done": [{"seat": 2, "wager": "Blackjack", "collected": "10.00"}]})
    assert [row.line for row in rows_to_settle(so_far, transcript)] == [0]


def test_wagers_can_be_settled_before_the_round_is_told_whole() -> None:
    transcript, so_far = told({"game": "roulette", "wagers": [{"seat": 1, "wager": "red", "amount": "5"}]})
    assert so_far.verdict is None
    assert [(row.key.wager, row.staked) for row in rows_to_settle(so_far, transcript)] == [("red", 500)]


@pytest.mark.parametrize(
    ("game", "what", "facts"),
    [
        ("roulette", "fewer-than-four-revolutions", {"revolutions": "number"}),
        ("blackjack", "card-drawn-in-error", {"exposed": "yes-no", "refused": "numbers"}),
        ("big-six", "clapper-between", {"passed": "text", "symbol": "text"}),
    ],
)
def test_the_facts_of_an_incident_are_of_the_kind_its_answer_has(game: str, what: str, facts: dict[str, str]) -> None:
    assert facts_of(what, open_table(game).game.irregularities[what]) == facts


def test_a_late_wager_says_whose_where_and_how_much() -> None:
    assert facts_of(LATE, None) == {"seat": "number", "wager": "text", "amount": "text", "confirmed": "yes-no"}


def test_hands_have_one_form() -> None:
    raw = {"game": "punto-banco", "player": ["9s", "9c"], "hands": {"banker": "As, 2d"}, "cards": ["4h"]}
    parts = told_parts(raw)
    assert parts["hands"] == {"banker": "As 2d", "player": "9s 9c"}
    assert parts["cards"] == "4h"


@pytest.mark.parametrize(
    ("game", "kind", "pieces", "gone"),
    [
        ("holdem", "cards", "9s As ?? 7c", ["7c", "9s", "As"]),
        ("pai-gow", "tiles", "2-4 6-6 1-3 6-6", ["2-4", "6-6"]),  # most tiles are there twice
        ("punto-banco", "cards", "As As As", []),  # of eight
    ],
)
def test_a_piece_is_used_up_when_it_was_told_as_often_as_there_is_one(
    game: str, kind: str, pieces: str, gone: list[str]
) -> None:
    whole = told_parts(tomllib.loads(example(open_table(game)) or ""))
    assert used_up(*told(whole | {kind: pieces, "decisions": []})) == gone


def test_a_piece_that_waits_in_a_hand_is_used_up_too() -> None:
    whole = told_parts(tomllib.loads(example(open_table("caribbean-stud")) or ""))
    whole.pop("cards")
    assert used_up(*told(whole | {"hands": {"dealer": "Ks"}, "decisions": []})) == ["Ks"]  # nobody else has a card yet


def test_the_decision_that_is_missing_is_said_by_its_number() -> None:
    _, so_far = told(BLACKJACK | {"decisions": []})
    assert "(decision 1)" in str(so_far.fault)
    _, so_far = told(BLACKJACK | {"cards": "5s Kd 2h 9c 3d", "decisions": [{"seat": 2, "choose": "hit"}]})
    assert "(decision 2)" in str(so_far.fault)


def test_vigorish_is_a_row_of_its_own_and_every_wager_one() -> None:
    wagers = [{"seat": 1, "wager": "banker", "amount": "20.00"}, {"seat": 2, "wager": "player", "amount": "20.00"}]
    transcript, so_far = told({"game": "punto-banco", "wagers": wagers, "cards": "2s 9d 5h Kc"})
    rows = [(row.key.seat, row.key.wager, row.staked) for row in rows_to_settle(so_far, transcript)]
    assert rows == [(2, "player", 2000), (1, "banker", 2000), (1, "vigorish", 100)]


@pytest.mark.parametrize(("spins", "called"), [("17 32", ["No More Bets", "32"]), ("17", []), ("", [])])
def test_5_4_b_a_draft_knows_what_went_wrong(spins: str, called: list[str]) -> None:
    wrong = [{"before_spin": 1, "what": "fewer-than-four-revolutions", "revolutions": 3}]
    wagers = [{"seat": 1, "wager": "red", "amount": "5"}]
    _, so_far = told({"game": "roulette", "wagers": wagers, "spins": spins, "irregularities": wrong})
    assert so_far.play is not None
    assert so_far.play.table.felt.called == ["No More Bets", "No Spin", *called]


@pytest.mark.parametrize(
    "name", ["fast-action-holdem-card-found-face-up", "let-it-ride-two-face-up-cards", "blackjack-card-drawn-in-error"]
)
def test_what_is_drawn_of_a_round_that_is_told_whole_is_what_is_ruled_on(name: str) -> None:
    """A card that went wrong is listed with the others or not: one way leaves a card over, however far it comes."""
    transcript = read_transcript((TRANSCRIPTS / f"{name}.toml").read_bytes())
    so_far = draft(transcript)
    assert so_far.play is not None
    assert so_far.play.entries == play_transcript(transcript).entries


@pytest.mark.parametrize(
    ("name", "is_written"), [("red-dog-pair", True), ("red-dog-improper-cut", False), ("red-dog-deck-not-right", False)]
)
def test_a_round_in_which_the_dealer_did_something_unusual_is_no_example(name: str, is_written: bool) -> None:
    """Lines for what went wrong are not written: without them another round would be told."""
    played = play_transcript(read_transcript((TRANSCRIPTS / f"{name}.toml").read_bytes()))
    assert (transcript_parts(played) is not None) == is_written


def test_a_card_that_went_wrong_need_not_be_listed() -> None:
    parts = tomllib.loads((TRANSCRIPTS / "fast-action-holdem-card-found-face-up.toml").read_text())
    (wrong,) = parts["irregularities"]
    cards = parts["cards"].split()
    without = [card for number, card in enumerate(cards, 1) if number != wrong["before_card"]]
    drafts = [told(parts | {"cards": " ".join(some)})[1] for some in (cards, without)]
    one, other = (draft.play.table.felt.dealt for draft in drafts if draft.play is not None)
    assert one == other
    assert all(draft.verdict is not None for draft in drafts)
