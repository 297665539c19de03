"""Stepping through rounds: every answer called legal is taken, and a position can be copied, undone and kept."""

from __future__ import annotations

import pickle
import random
from collections.abc import Mapping

import pytest

from nomorebets import Position, Seen, open_table, start
from nomorebets.drivers.bots import wagers_of
from nomorebets.errors import RecordError, RulesError, WagerRefused
from nomorebets.games import can_be_dealt, entries
from nomorebets.table import Table
from nomorebets.table.areas import HIDDEN, owner_of
from nomorebets.table.money import show

GAMES = [game for game in entries() if can_be_dealt(game)]
MOST_STEPS = 60


def usual_wagers(table: Table, seats: int) -> dict[int, dict[str, object]]:
    made: dict[int, dict[str, object]] = {}
    for wager in wagers_of(table, "+".join(table.usual) or "variety", seats):
        made.setdefault(wager.seat, {})[wager.on] = show(wager.amount)
    return made


def is_pot(table: Table) -> bool:
    return any(bet.bank == "pot" for bet in table.game.bets)


def begun(game: str, seed: int) -> Position:
    table = open_table(game)
    at = start(table, seed=seed, seats={1: 0, 2: 0, 3: 0} if is_pot(table) else {1: 0, 2: 0})
    while at.takes_wagers and not at.over:
        wagers: Mapping[int, Mapping[str, object]] = {}
        if not at.play.table.felt.wagers and not is_pot(table):
            wagers = usual_wagers(table, 2)
        at.bet(wagers)
    return at


@pytest.mark.parametrize("game", GAMES)
def test_every_legal_answer_is_taken_and_can_be_taken_back(game):
    rng, at = random.Random(game), begun(game, seed=7)
    for step in range(MOST_STEPS):
        if at.over:
            break
        words = list(at.legal)
        assert words
        assert len(at.legal) == len(words)
        assert all(said in at.legal for said in words)
        assert "kiss the dealer" not in at.legal
        said = rng.choice(words)
        if step < 3:
            kept, twin = at.save(), at.copy()
            assert twin.act(said).undo().save() == kept
            assert at.save() == kept  # the twin's answer did not touch it
            assert Position.load(kept).act(said).save() == twin.act(said).save()
        at.act(said)
        while not at.over and at.takes_wagers:
            at.bet()
    assert at.over or step + 1 == MOST_STEPS


@pytest.mark.parametrize("game", GAMES)
def test_tables_rounds_and_positions_can_be_pickled(game):
    at = begun(game, seed=3)
    assert pickle.loads(pickle.dumps(at.table)) == at.table
    assert pickle.loads(pickle.dumps(at)).save() == at.save()
    assert pickle.loads(pickle.dumps(at.play)).entries == at.play.entries
    assert "\n" not in repr(at) + repr(at.table) + repr(at.play)
    assert len(repr(at.table)) < 100


@pytest.mark.parametrize("game", [game for game in GAMES if open_table(game).game.chance.words in ("cards", "tiles")])
def test_a_seat_sees_its_own_cards_and_what_lies_open(game):
    at = begun(game, seed=5)
    lying = at.play.table.felt.cards
    for seat in (1, 2):
        for area, cards in at.view(seat).cards.items():
            for shown, laid in zip(cards, lying[area], strict=True):
                may = laid.up or owner_of(area) == seat
                assert shown == (laid.card if may else HIDDEN)


def test_a_round_of_given_cards():
    at = start("blackjack", {"blackjack": 10}, hands={1: "Ts 6h", "dealer": "9d 8c"}, outcomes="4s")
    assert at.view().own == ("Ts", "6h")
    assert at.view().dealer[0] == "9d"
    at.act("hit")
    assert at.view().own == ("Ts", "6h", "4s")
    assert at.act("stand").net == {1: 1000}  # 20 against 17
    at.undo().undo()
    assert at.act("stand").net == {1: -1000}  # 16 against 17
    with pytest.raises(RulesError, match="nothing has been answered"):
        at.undo().undo().undo().undo()


def test_what_cannot_come_up_is_refused_and_nothing_has_moved():
    at = start("blackjack", hands={1: "Ts Zz"})
    with pytest.raises(RulesError):
        at.bet({"blackjack": 10})
    assert at.takes_wagers
    assert not at.play.table.felt.wagers


def test_a_point_that_the_table_remembers_and_the_round_after():
    at = start("craps", {"pass": 10}, outcomes="3-3")
    later = at.next()
    assert later.view().state["point"] == "6"
    assert [wager.on for wager in later.view().wagers] == ["pass"]


def test_seats_that_are_asked_together_do_not_hear_each_other():
    at = start("blackjack", {1: {"blackjack": 10}, 2: {"blackjack": 10}}, hands={"dealer": "As"}, seed=1)
    assert at.seat == 1
    entries = len(at.play.entries)
    at.act("no-insurance")
    assert at.seat == 2
    assert len(at.play.entries) == entries  # nothing is told before both have decided
    assert len(at.view(1).legal) == 0
    assert Position.load(at.save()).seat == 2
    assert at.undo().seat == 1


@pytest.mark.parametrize("said", ["hit me twice", "", 7, None, {"choice": []}, "double 1000000", "x" * 10_000])
def test_nonsense_is_refused_and_nothing_has_moved(said):
    at = start("blackjack", {"blackjack": 10}, hands={1: "Ts 6h", "dealer": "9d 8c"}, seed=1)
    before = at.save()
    assert said not in at.legal
    with pytest.raises(RulesError):
        at.act(said)
    assert at.save() == before


def test_a_saved_position_that_was_altered_is_refused():
    kept = start("blackjack", {"blackjack": 10}, seed=1).save()
    with pytest.raises(RecordError, match="altered"):
        Position.load(kept.replace("1000", "9000", 1))
    for broken in ("", "[]", "{}", kept[:-40], '{"record": ["{}"]}'):
        with pytest.raises(RulesError):
            Position.load(broken)


def test_acting_out_of_turn_says_what_is_asked_instead():
    at = start("roulette")
    with pytest.raises(WagerRefused, match="bet"):
        at.act("hit")
    over = at.bet({"red": 5})
    assert over.over
    with pytest.raises(WagerRefused, match="no wagers are taken"):
        over.bet({"red": 5})
    assert over.next().takes_wagers


def test_a_way_to_play_sees_no_card_it_may_not():
    told: list[Seen] = []

    def curious(seen: Seen) -> str:
        told.append(seen)
        return next(iter(seen.legal))

    from nomorebets import deal

    deal("three-card-poker", seats=2, seed=2, strategy=curious)
    assert {seen.seat for seen in told} == {1, 2}
    for seen in told:
        hidden = [cards for area, cards in seen.cards.items() if owner_of(area) != seen.seat]
        assert all(card == HIDDEN for cards in hidden for card in cards)
        assert HIDDEN not in seen.own
