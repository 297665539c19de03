"""Opening a table and one that stands idle, at every card game: 3.4, 4.3, 6.2, 7.4, 16.3, 17.3, 18.4, 20.4, 22.4."""

import pytest

from nomorebets.errors import EditionError, RecordError
from nomorebets.games import game as known
from nomorebets.games import open_table
from nomorebets.table import Round
from nomorebets.table.felt import Felt
from nomorebets.table.memory import read_opening
from nomorebets.table.play import play
from told import told

ROUNDS = {
    "caribbean-stud": ("1 ante 10", "9c 9d Ah 7s 2h Ac Qd Jh 8s 3c", "1 bet"),
    "double-down-stud": ("1 original 10", "Js Jd 7c 4s 2c", "1 stand"),
    "let-it-ride": ("1 bets 10", "Ts Td 4c Kh 7s 2c", "1 let-it-ride, 1 withdraw"),
    "three-card-poker": ("1 ante 10", "Kc 9d 4h Jd Tc 6h", "1 play"),
    "casino-war": ("1 initial 10", "Qs 9d", ""),
    "red-dog": ("1 bet 10", "7s 8d", ""),
    "punto-banco": ("1 player 10", "9s Kh Td 8c", ""),
    "minibaccarat": ("1 player 10", "9s Kh Td 8c", ""),
    "chemin-de-fer": ("1 bank 100, 2 punt 40", "9s Kh Td 8c", ""),
}
BACCARAT = ("punto-banco", "minibaccarat", "chemin-de-fer")
# the paragraph of the opening, and that of the idle table
OPENED_BY = {
    "caribbean-stud": ("16.3", "16.4(e)"),
    "double-down-stud": ("17.3", "R-17.4-idle"),
    "let-it-ride": ("18.4", "18.5(e)"),
    "three-card-poker": ("20.4", "R-20.5-idle"),
    "casino-war": ("22.4", "R-22.5-idle"),
    "red-dog": ("6.2", "R-6.3-idle"),
    "punto-banco": ("3.4", "R-3.5-idle"),
    "minibaccarat": ("7.4", "R-7.5-idle"),
    "chemin-de-fer": ("4.3", "R-4.4-idle"),
}
every_game = pytest.mark.parametrize("game", ROUNDS)
LOOKED = "the first player has had the chance to look at the cards"
WASHED = "the cards are turned face down, washed and stacked"


def dealt(game, stands="", *wrong, **house):
    opening = {"table": stands} if stands else None
    if game in BACCARAT:
        house = {"burn_rule": "none"} | house  # so that the same cards make the same hands
    return told(game, *ROUNDS[game], opening=opening, wrong=tuple(wrong), **house)


def steps(round_told, before="take-wagers"):
    """What was done before wagers were taken, each with its paragraph or reading."""
    entries = round_told.play.entries
    until = next(n for n, e in enumerate(entries) if e.request.name == before)
    acts = ((getattr(e.request, "what", ""), e.request.by.reading or str(e.request.by)) for e in entries[:until])
    return dict(act for act in acts if act[0])


def opens(game):
    told_of = steps(dealt(game, "just-opened"))
    by, _ = OPENED_BY[game]
    shown = "the cards lie face up, each deck by itself, by suit and in sequence"
    acts = ["cards", shown, LOOKED, WASHED, "mixing"]
    assert [what for what in told_of if what in acts] == acts
    assert {told_of[what] for what in acts} == {by}


def stands_idle(game):
    _, idle = OPENED_BY[game]
    for side in ("up", "down"):
        told_of = steps(dealt(game, f"idle-face-{side}"))
        turned = "a player comes: the cards are turned face up"
        assert (turned in told_of) == (side == "down")
        assert "cards" not in told_of  # they were inspected when the table opened
        assert told_of[LOOKED] == idle
        assert told_of[WASHED] == OPENED_BY[game][0]


def test_16_3_inspected_shown_and_mixed_before_the_shuffle():
    opens("caribbean-stud")


def test_17_3_inspected_shown_and_mixed_before_the_shuffle():
    opens("double-down-stud")


def test_18_4_inspected_shown_and_mixed_before_the_shuffle():
    opens("let-it-ride")


def test_20_4_inspected_shown_and_mixed_before_the_shuffle():
    opens("three-card-poker")


def test_22_4_inspected_shown_and_mixed_before_the_shuffle():
    opens("casino-war")


def test_6_2_inspected_shown_and_mixed_before_the_shuffle():
    opens("red-dog")


def test_3_4_inspected_shown_and_mixed_before_the_shuffle():
    opens("punto-banco")


def test_4_3_inspected_shown_and_mixed_before_the_shuffle():
    opens("chemin-de-fer")


def test_7_4_inspected_shown_and_mixed_before_the_shuffle():
    opens("minibaccarat")


def test_16_4_e_cards_of_an_idle_table_are_shown_and_mixed():
    stands_idle("caribbean-stud")


def test_18_5_e_cards_of_an_idle_table_are_shown_and_mixed():
    stands_idle("let-it-ride")


def test_17_4_idle():
    stands_idle("double-down-stud")


def test_20_5_idle():
    stands_idle("three-card-poker")


def test_22_5_idle():
    stands_idle("casino-war")


def test_6_3_idle():
    stands_idle("red-dog")


def test_3_5_idle():
    stands_idle("punto-banco")


def test_4_4_idle():
    stands_idle("chemin-de-fer")


def test_7_5_idle():
    stands_idle("minibaccarat")


@every_game
@pytest.mark.parametrize("stands", ["just-opened", "idle-face-up", "idle-face-down"])
def test_the_shuffle_comes_last_and_the_table_is_in_play_afterwards(game, stands):
    played = dealt(game, stands).play
    names = [entry.request.name for entry in played.entries]
    assert names.index("inspect-mixing") < names.index("shuffle") < names.index("take-wagers")
    assert played.next_opening.state["table"] == "in-play"


@every_game
def test_a_table_in_play_shows_and_mixes_nothing(game):
    assert LOOKED not in steps(dealt(game))
    assert LOOKED not in steps(dealt(game, "in-play"))


@every_game
def test_the_opening_changes_no_result(game):
    assert dealt(game).net == dealt(game, "just-opened").net == dealt(game, "idle-face-down").net


@every_game
def test_a_deck_that_is_not_right_is_replaced_and_inspected_again(game):
    found = dealt(game, "", {"before_card": 1, "what": "deck-not-right"})
    assert found.remedied_by == {"deck-not-right": f"R-{OPENED_BY[game][0]}-not-right"}
    assert found.asked.count("inspect-cards") == 2


@every_game
@pytest.mark.parametrize("stands", ["just-opened", "idle-face-up"])
def test_a_card_seen_while_mixing_has_them_mixed_again(game, stands):
    found = dealt(game, stands, {"before_card": 1, "what": "card-exposed-in-mixing"})
    assert found.remedied_by == {"card-exposed-in-mixing": OPENED_BY[game][0]}
    assert found.asked.count("inspect-mixing") == 2


@pytest.mark.parametrize("game", [game for game in ROUNDS if game not in BACCARAT])
def test_nobody_wagers_and_the_cards_are_spread_out(game):
    table = open_table(game)
    first = play(Round(table), lambda request, felt: request.usual())
    names = [entry.request.name for entry in first.entries]
    assert "draw" not in names[names.index("take-wagers") :]
    assert first.next_opening.state["table"] == "idle-face-up"
    second = play(Round(table, Felt.opened(first.next_opening)), lambda request, felt: request.usual())
    assert "inspect-mixing" in [entry.request.name for entry in second.entries]


def test_16_3_two_decks_are_shown_each_by_itself():
    each = "this is done with each of the two decks by itself"
    assert each in steps(dealt("caribbean-stud", "just-opened"))
    assert each not in steps(dealt("caribbean-stud", "just-opened", second_deck="off"))


@pytest.mark.parametrize("game", ["caribbean-stud", "let-it-ride"])
def test_pre_shuffled_cards_came_on_2007_03_19(game):
    """16.4(a) and, by our reading, 18.5(a): neither shown nor mixed nor shuffled at the opening, and cut."""
    with pytest.raises(EditionError, match="2007-03-19"):
        dealt(game, "just-opened", as_of="2007-03-18", shuffle="pre-shuffled")
    first = dealt(game, "just-opened", as_of="2007-03-19", shuffle="pre-shuffled")
    assert LOOKED not in steps(first)
    assert "cut" in first.asked


@pytest.mark.parametrize("game", ["caribbean-stud", "let-it-ride", "three-card-poker"])
@pytest.mark.parametrize(
    ("stands", "method"),
    [("", "pre-shuffled"), ("just-opened", "pre-shuffled"), ("in-play", "manual"), ("idle-face-up", "manual")],
)
def test_only_the_first_round_needs_no_shuffle_at_the_table(game, stands, method):
    """16.4(a): after each round the cards are shuffled, however they came."""
    played = dealt(game, stands, shuffle="pre-shuffled").play
    assert next(e.request.method for e in played.entries if e.request.name == "shuffle") == method
    assert played.next_opening.state["table"] == "in-play"


def test_a_table_that_stands_in_no_known_way_is_refused():
    with pytest.raises(RecordError, match="just-opened, idle-face-up, idle-face-down, in-play"):
        dealt("casino-war", "closed")


@pytest.mark.parametrize("game", BACCARAT)
def test_baccarat_without_wagers_leaves_the_table_in_play(game):
    """R-3.5-idle, R-4.4-idle, R-7.5-idle: the hands belong to nobody, and a Bank is offered again."""
    cards = "" if game == "chemin-de-fer" else ROUNDS[game][1]
    first = told(game, "", cards, opening={"table": "just-opened"}, burn_rule="none")
    assert first.asked.count("draw") == len(cards.split())
    assert first.play.next_opening.state["table"] == "in-play"
    assert "leave-shoe" in first.asked


@pytest.mark.parametrize("game", BACCARAT)
def test_a_card_set_aside_is_mixed_with_the_others(game):
    kept = {"shoe": "in play", "set-aside": "9c"}
    used = told(game, ROUNDS[game][0], "Kh Td 8c", opening=kept)
    assert "use-set-aside" in used.asked
    idle = told(game, *ROUNDS[game], opening={**kept, "table": "idle-face-up"}, burn_rule="none")
    assert "use-set-aside" not in idle.asked
    left = idle.play.next_opening.state
    assert left["set-aside"] == ""
    assert read_opening(known(game), left) == left


@pytest.mark.parametrize("game", BACCARAT)
def test_baccarat_burns_by_the_first_card_after_an_opening(game):
    found = told(game, ROUNDS[game][0], f"2c 5s 5d {ROUNDS[game][1]}", opening={"table": "just-opened"})
    assert found.net == dealt(game).net


@pytest.mark.parametrize("game", ["casino-war", "red-dog", *BACCARAT])
def test_a_shoe_is_not_dealt_on_from_when_the_table_stood_idle(game):
    left = "4As 4Ks 4Qs 4Js 4Ts 4Qd 4Kd"
    burns = {"burn_rule": "none"} if game in BACCARAT else {}
    idle = told(game, *ROUNDS[game], opening={"table": "idle-face-up", "shoe": left}, **burns)
    assert "take-shoe" not in idle.asked
    assert "shuffle" in idle.asked
