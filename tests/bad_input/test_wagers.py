"""Wagers and answers at a live table: refused in a sentence, and then nothing has moved."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bad_input.nonsense import (
    ENDLESS,
    HUGE,
    TABLES,
    amounts,
    anything,
    attempt,
    check_money,
    check_sentence,
    places,
    seats,
    seen,
)
from nomorebets.drivers.bots import BotTable, wagers_of
from nomorebets.drivers.chance import SeededChance
from nomorebets.errors import RulesError
from nomorebets.table import Play, Round, Table, Wager
from nomorebets.table.acceptance import can_wager, verify_wager
from nomorebets.table.money import MOST, cents, show
from nomorebets.table.requests import Answer, Bets, Done
from nomorebets.table.wheels import BallRest, BallSpun, WheelRest

at_any_table = st.sampled_from(TABLES)


@given(amounts())
@settings(max_examples=300, deadline=None)
def test_an_amount_is_whole_cents_or_refused(amount: Any) -> None:
    read = attempt(lambda: cents(amount))
    if read is not None:
        assert type(read) is int
        assert -MOST <= read <= MOST
        assert cents(show(read)) == read


def test_what_is_no_amount_of_money() -> None:
    for amount in ("٥", "５.００", "²", "½", 0.1 + 0.2, float("nan"), 1e300, True, ENDLESS, -ENDLESS):
        with pytest.raises(RulesError, match="amount of money"):
            cents(amount)


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_a_place_is_on_the_layout_or_refused(data: st.DataObject) -> None:
    table = data.draw(at_any_table)
    named = data.draw(places(table))
    place = attempt(lambda: table.place(named))
    if place is not None:
        assert table.layout[place.id] == place


def wagers_at(table: Table) -> st.SearchStrategy[Wager]:
    """Wagers put together by hand, every field of the right or of the wrong kind."""
    return st.builds(
        Wager,
        seats(),
        places(table),
        amounts(),
        st.just(0) | amounts(),
        st.sampled_from(["value", "blue", ""]) | anything(),
        st.just("") | places(table),
        st.booleans() | anything(),
        st.sampled_from(["", "confirmed", "unconfirmed", "shouted"]) | anything(),
    )


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_a_wager_is_verified_or_refused_and_the_felt_is_as_before(data: st.DataObject) -> None:
    at = Round(data.draw(at_any_table), seats={1: data.draw(st.sampled_from([0, 1000, 10**6]))})
    before = seen(at.felt)
    if data.draw(st.booleans()):
        wager: Wager | None = data.draw(wagers_at(at.table))
    else:
        words: dict[str, Any] = data.draw(
            st.fixed_dictionaries(
                {}, optional={"coupon": amounts(), "chips": anything(), "verbal": anything(), "accepted": anything()}
            )
        )
        seat, on, amount = data.draw(seats()), data.draw(places(at.table)), data.draw(amounts())
        wager = attempt(lambda: at.wager(seat, on, amount, **words))
    if wager is not None:
        made = wager
        allowed = can_wager(at, made)
        attempt(lambda: verify_wager(at, made))
        if allowed:
            assert type(made.amount) is int
            assert made.amount > 0
            assert made.on in at.layout
    assert seen(at.felt) == before


def test_numbers_without_end_are_refused_like_others() -> None:
    """Python writes out no number of more than 4,300 digits: a message that tried to would fail itself."""
    at = Round(TABLES[0])
    by_hand = [
        Wager(ENDLESS, "red", 500),
        Wager(1, "red", ENDLESS),
        Wager(1, "red", -ENDLESS),
        Wager(1, "red", 500, ENDLESS),
    ]
    for wager in by_hand:
        with pytest.raises(RulesError) as refused:
            verify_wager(at, wager)
        check_sentence(refused.value)
    for seat, on, amount in ((ENDLESS, "red", "x"), (1, ENDLESS, 5), (1, "red", ENDLESS), (1, [ENDLESS], 5)):
        with pytest.raises(RulesError) as refused:
            at.wager(seat, on, amount)
        check_sentence(refused.value)


def wheel_answers(table: Table) -> st.SearchStrategy[Answer]:
    texts = st.sampled_from(["", "0", "00", "17", "$5", "joker", "99", "x" * 3000, "\n"]) | anything()
    wholes = st.sampled_from([0, 3, 12, -1, HUGE]) | anything()
    switches = st.booleans() | anything()
    return st.one_of(
        st.builds(BallRest, texts, wholes, switches, switches),
        st.builds(WheelRest, texts, wholes, switches, texts, switches),
        st.builds(BallSpun, st.sampled_from(["same", "opposite", "sideways", None, 3])),
        st.just(Done()),
        st.builds(Bets, st.lists(wagers_at(table), max_size=3).map(tuple) | anything(), st.just(()) | anything()),
        st.builds(Bets, st.just(()), st.lists(wagers_at(table), max_size=2).map(tuple)),
    )


@given(st.data())
@settings(max_examples=50, deadline=None)
def test_a_refused_answer_moves_nothing_and_the_round_goes_on(data: st.DataObject) -> None:
    table = data.draw(at_any_table)
    usual = BotTable(wagers_of(table, "variety", 3), SeededChance(data.draw(st.integers(0, 9))))
    game = Play(Round(table))
    disturb = data.draw(st.sets(st.integers(1, 10), max_size=4))
    for step in range(1, 200):
        if game.request is None:
            break
        if step in disturb:
            answer = data.draw(wheel_answers(table) | anything())
            before, request, entries = seen(game.table.felt), game.request, len(game.entries)
            try:
                game.answer(answer)
            except RulesError as fault:
                check_sentence(fault)
                assert (seen(game.table.felt), game.request, len(game.entries)) == (before, request, entries)
            check_money(game.table.felt)
            if game.request is None:
                break
        if step > 100:  # a round may be disturbed for ever; then let it be
            return
        game.answer(usual(game.request, game.table))
    assert game.over
    check_money(game.table.felt)
    assert sum(ruling.net for ruling in game.rulings) == -game.table.felt.ledger.balance["inventory"]
    with pytest.raises(RulesError, match="the round is over"):
        game.answer(Done())
