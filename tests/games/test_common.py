"""What every game must do, whatever its rules: conserve money, replay, refuse cleanly, cite only what is in force."""

import copy
from datetime import date

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nomorebets.drivers.bots import bots_at
from nomorebets.drivers.chance import SeededChance, draw
from nomorebets.errors import RulesError
from nomorebets.games import open_table
from nomorebets.regulation import law
from nomorebets.table import Play, Round, Wager, play
from nomorebets.table.felt import CARRIED
from nomorebets.table.ledger import INVENTORY
from nomorebets.table.record import read, record_of, reproduce, write
from nomorebets.table.requests import Answer, Bets
from rounds import DEALT, RandomTable, citations_in, random_round

every_game = pytest.mark.parametrize("game", DEALT)
SEEDS = st.integers(0, 2**32)


class Strange(Answer, frozen=True):
    """An answer to nothing that any script asks."""

    word: str = "?"


@every_game
def test_every_wager_has_one_bet_whether_named_by_its_kind_or_by_its_place(game):
    table = open_table(game)
    for place in table.layout.values():
        kind = Wager(1, place.id, 100).kind
        assert table.game.bet.get(kind, table.game.bet[place.kind]) is table.game.bet[place.kind]


@every_game
@given(seed=SEEDS)
@settings(max_examples=120, deadline=None, derandomize=True)
def test_money_is_conserved_a_record_replays_to_the_byte_and_only_what_is_in_force_is_cited(game, seed):
    played = random_round(game, seed)
    conserves_money(played)
    replays(played)
    cites_what_is_in_force(played)


def replays(played):
    written = write(record_of(played))
    record = read(written)
    assert write(record) == written
    again = reproduce(record)
    assert write(record_of(again)) == written
    assert vars_of(record.felt()) == vars_of(played.table.felt)  # rebuilt without the script


def conserves_money(played):
    ledger = played.table.felt.ledger
    assert ledger.total() == 0
    patrons = {account: amount for account, amount in ledger.balance.items() if account.startswith("patron:")}
    others = {a: amount for a, amount in ledger.balance.items() if a not in patrons and amount}
    assert not any(account.startswith("layout:") for account in others)  # nothing is left lying there
    assert others.get(CARRIED, 0) == sum(w.staked for w in played.next_opening.wagers)
    assert sum(patrons.values()) + sum(others.values()) == 0
    for account, balance in patrons.items():
        seat = int(account.split(":")[1])
        net = sum(r.net for r in played.rulings if r.seat == seat)
        standing = sum(w.staked for w in played.next_opening.wagers if w.seat == seat)
        assert balance == net - standing
    by_posting: dict[str, int] = {}
    for posting in ledger.postings:
        assert posting.amount > 0
        by_posting[posting.source] = by_posting.get(posting.source, 0) - posting.amount
        by_posting[posting.target] = by_posting.get(posting.target, 0) + posting.amount
    assert {a: b for a, b in by_posting.items() if b} == {a: b for a, b in ledger.balance.items() if b}


def cites_what_is_in_force(played):
    day = played.table.as_of
    cited = set(citations_in([*played.entries, *played.rulings, *played.table.felt.ledger.postings]))
    assert cited
    for citation in cited:
        assert law.in_force(citation, day), citation
        if citation.reading:
            assert law.reading(citation.reading).on == citation.paragraph


@every_game
def test_a_record_of_seats_with_their_stakes_replays_to_the_byte(game):
    table = open_table(game)
    played = play(Round(table, seats={1: 50_000}), bots_at(table, "variety", 1, SeededChance(1)))
    written = write(record_of(played))
    assert b'"1":"500.00"' in written
    assert write(record_of(reproduce(read(written)))) == written


@every_game
def test_random_rounds_go_wrong_now_and_then(game):
    """Or the tests above would prove less than they say."""
    may_go_wrong = bool(open_table(game).game.irregularities)
    decided = remedied = False
    for seed in range(60):
        played = random_round(game, seed)
        decided, remedied = decided or bool(played.rulings), remedied or bool(played.table.felt.remedies)
        if decided and remedied >= may_go_wrong:
            return
    raise AssertionError(f"in 60 rounds decided: {decided}, remedied: {remedied}")


@every_game
def test_the_bots_can_play_it(game):
    """What ``nomorebets deal GAME`` does when nothing else is said."""
    table = open_table(game)
    chance = SeededChance(1)
    for seats in (1, 3, min(7, table.seats)):
        assert play(Round(table), bots_at(table, "variety", seats, chance)).over


@every_game
def test_the_same_seed_deals_the_same_round(game):
    for seed in range(5):
        assert write(record_of(random_round(game, seed))) == write(record_of(random_round(game, seed)))


def vars_of(felt):
    """All that lies on a felt, comparable."""
    state = dict(vars(felt))
    ledger = state.pop("ledger")
    return state, ledger.postings, {a: b for a, b in ledger.balance.items() if b}


def frozen(game: Play):
    """Everything an answer could move."""
    return copy.deepcopy((vars_of(game.table.felt), game.entries, game.request, game.table.seats, game.over))


@every_game
@pytest.mark.parametrize("seed", range(20))
def test_a_refused_answer_moves_nothing(game, seed):
    """At every request of a round, answers of every kind that cannot be."""
    table = open_table(game)
    asked = Play(Round(table))
    answers = RandomTable(seed)
    while asked.request is not None:
        before = frozen(asked)
        for wrong in impossible_answers(asked):
            with pytest.raises(RulesError) as refusal:
                asked.answer(wrong)
            assert str(refusal.value)
            assert refusal.value.accepts
        assert frozen(asked) == before
        asked.answer(answers(asked.request, asked.table))
    for wrong in (Strange(), Bets()):
        before = frozen(asked)
        with pytest.raises(RulesError):
            asked.answer(wrong)
        assert frozen(asked) == before


def impossible_answers(game: Play) -> list[Answer]:
    """Answers of another kind, facts of another type, and wagers that break one rule beside one that breaks none."""
    request, table = game.request, game.table
    wrong: list[Answer] = [Strange(), Answer()]
    fields = msgspec.structs.fields(request.answer)
    usual = draw(request, table, SeededChance(1)) if request.asks != "dealer" else request.usual()
    for field in fields:
        wrong += [msgspec.structs.replace(usual, **{field.name: value}) for value in (3.5, object, None, ["?"])]
    if isinstance(usual, Bets):
        place = next(iter((*table.layout, *table.table.usual)))
        unit = table.game.betting.unit(table.house, table.table.place(place))
        good = Wager(1, place, 10 * unit)
        wrong += [
            Bets(placed=(good, bad))
            for bad in (
                Wager(1, "no such place", 10 * unit),
                Wager(0, place, 10 * unit),
                Wager(101, place, 10 * unit),
                Wager(1, place, 0),
                Wager(1, place, -unit),
                Wager(1, place, 10**15),
                Wager(1, place, 10 * unit, coupon=-1),
            )
        ]
        wrong += [Bets(placed=(good,), removed=(Wager(77, place, 12345),)), Bets(placed=(good, good, Strange()))]
    return wrong


@every_game
def test_a_round_may_be_dealt_to_nobody(game):
    """No wagers at all: nothing moves, and the round ends or waits for nothing but wagers."""
    played = Play(Round(open_table(game)))
    for _ in range(200):
        if played.over:
            break
        chance = played.request.asks == "chance"
        played.answer(draw(played.request, played.table, SeededChance(3)) if chance else played.request.usual())
    balance = played.table.felt.ledger.balance
    assert not balance[INVENTORY]
    assert not any(account.startswith(("patron:", "layout:")) for account in balance)
    assert played.rulings == []


@pytest.mark.parametrize("copy", [Round.copy, Round.rehearsal])
@every_game
def test_views_and_copies_of_a_round_do_not_touch_it(game, copy):
    table = Round(open_table(game))
    played = Play(table)
    before = frozen(played)
    rehearsal = copy(table)
    place = next(iter((*table.layout, *table.table.usual)))
    rehearsal.felt.put_down(Wager(1, place, 100), table.game.terms.dealt_by)
    assert frozen(played) == before


@every_game
def test_the_newest_text_is_the_default(game):
    assert open_table(game).as_of == law.newest() == date(2012, 3, 19)
