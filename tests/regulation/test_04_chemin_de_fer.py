"""Baccarat-chemin de fer by paragraph: N.J.A.C. 19:47-4 (13:69F-4, one number lower from 4.2 on)."""

from collections import Counter
from datetime import date

import pytest

from nomorebets.errors import EditionError, HouseRuleError, RulesError, TranscriptError, WagerRefused
from nomorebets.games import open_table
from nomorebets.games.chemin_de_fer.hands import drawing_table_of, highest_of_three, lowest_of_two
from nomorebets.hands.baccarat import BANKER_TABLE
from nomorebets.procedures.shoe_text import shoe_text
from nomorebets.regulation import cite, law
from nomorebets.table import Round, Settings, Wager
from nomorebets.table.acceptance import verify_wager
from nomorebets.table.felt import Felt, Opening
from nomorebets.table.house import House, unchosen
from shoes import Shoe, cards, told

BANK = "1 bank 100, 2 punt 40, 3 punt 20"


def chemin(drawn, wagers=BANK, more="", as_of="", house="", decisions=()) -> Shoe:
    lines = ", ".join(
        f'{{seat = {s}, choose = "{c}"' + (f', amount = "{a[0]}"' if a else "") + "}" for s, c, *a in decisions
    )
    return told("chemin-de-fer", drawn, wagers, f"{more}\ndecisions = [{lines}]", as_of, house)


def wrong(what, before, **facts) -> str:
    return wrongs((what, before, facts))


def wrongs(*told) -> str:
    """Several at once: what, before which card, and further facts."""
    rows = []
    for what, before, *facts in told:
        extra = "".join(f", {k} = {str(v).lower()}" for k, v in (facts[0] if facts else {}).items())
        rows.append(f'{{before_card = {before}, what = "{what}"{extra}}}')
    return f"irregularities = [{', '.join(rows)}]"


def opened(cutting_card: int) -> str:
    """312 cards, and so many of them before the cutting card."""
    return f'\nopening = {{shoe = "in play", cutting-card = "{312 - cutting_card}"}}'


# --- 4.1, 4.4: cards and shoe ----------------------------------------------------------------------------------------


def test_4_1_six_decks_at_least():
    assert open_table("chemin-de-fer").house.options["decks"] == "6"
    with pytest.raises(HouseRuleError):
        open_table("chemin-de-fer", settings=Settings({"decks": "5"}))


@pytest.mark.parametrize(
    ("drawn", "counts"),
    [
        ("A 7 8 K", "Player's Hand 9, Banker's Hand 7"),
        ("9 T 9 8", "Player's Hand 8, Banker's Hand 8"),
        ("J 9 9 Q", "Player's Hand 9, Banker's Hand 9"),
        ("6 5 2 4", "Player's Hand 8, Banker's Hand 9"),
        ("3 8 5 K", "Player's Hand 8, Banker's Hand 8"),
    ],
)
def test_4_1_values_and_the_last_digit_of_the_sum(drawn, counts):
    read = {r.area: r.hand.removeprefix("natural ") for r, _ in chemin(drawn).asked("read-hand")}
    assert f"Player's Hand {read['player']}, Banker's Hand {read['banker']}" == counts


@pytest.mark.parametrize(("taken", "again"), [(9, True), (10, False), (302, False), (303, True)])
def test_4_4_the_cut_is_ten_cards_or_more_from_either_end(taken, again):
    more = wrong("improper-cut", 1, taken=taken) + '\nopening = {shoe = ""}'
    if again:
        found = chemin("3 5 5 5 9 K T 8", more=more)
        assert (found.remedies, len(found.asked("cut"))) == ([("improper-cut", "R-4.4-cut")], 2)
        return
    with pytest.raises(TranscriptError, match="leads to nothing that the rules remedy"):
        chemin("3 5 5 5 9 K T 8", more=more)


def test_4_4_shuffle_cut_and_burn():
    found = chemin("3 5 5 5 9 K T 8", more='opening = {shoe = ""}')
    assert found.burned() == 4
    assert [e.request.name for e in found.play.entries][:2] == ["shuffle", "cut"]


@pytest.mark.parametrize(("rule", "hands"), [("finish-current-hand", 1), ("finish-current-plus-one", 2)])
def test_4_4_the_hand_in_which_the_cutting_card_comes_is_the_last(rule, hands):
    """312 cards; it comes after two."""
    wagers = BANK + "".join(f", 2 punt 10 @{4 * n + 1}" for n in range(1, hands))
    found = chemin(
        " ".join(["4 2 4 7"] * hands),
        wagers,
        'opening = {shoe = "in play", cutting-card = "310"}',
        house=f'last-hand-rule = "{rule}"',
    )
    assert found.state["shoe"] == ""
    assert len(found.rounds) == hands


@pytest.mark.parametrize(("behind", "allowed"), [("6", False), ("7", True), ("14", True)])
def test_4_4_at_least_seven_cards_behind_it(behind, allowed):
    if allowed:
        assert open_table("chemin-de-fer", settings=Settings({"cutoff-from-back": behind}))
        return
    with pytest.raises(HouseRuleError):
        open_table("chemin-de-fer", settings=Settings({"cutoff-from-back": behind}))


# --- 4.5, 4.6: the Bank ----------------------------------------------------------------------------------------------


def test_4_5_offered_to_place_one_and_on_counterclockwise():
    found = chemin("4 2 4 7", "4 bank 100, 2 punt 10", decisions=[(1, "decline")])
    offered = [(r.seat, a.choice) for r, a in found.asked("ask") if "bank" in r.choices]
    assert offered == [(1, "decline"), (2, "decline"), (4, "bank")]


def test_4_5_whoever_declines_plays_on():
    assert chemin("4 2 4 7", "3 bank 100, 1 punt 10, 2 punt 10").net[1, "punt"] == -1000


def test_4_5_nobody_wants_the_bank():
    found = chemin("", "", decisions=[(1, "decline"), (2, "decline")])
    assert found.verdict.required == []


def test_4_5_cards_and_wagers_without_a_bank_are_left_over():
    with pytest.raises(TranscriptError, match="left over in cards, nor was the wager on 'punt' taken"):
        chemin("4 2 4 7", "2 punt 10")


def test_4_6_the_bank_is_announced():
    assert chemin("4 2 4 7").called[0] == "Bank of $100"


@pytest.mark.parametrize(("amount", "taken"), [("19.50", False), ("20.00", True), ("500.00", True), ("500.50", False)])
def test_4_6_within_the_limits_of_the_table(amount, taken):
    house = 'limits = {bank = {min = "20.00", max = "500.00"}}'
    if taken:
        assert chemin("4 2 4 7", f"1 bank {amount}, 2 punt 10", house=house).net[2, "punt"] == -1000
        return
    with pytest.raises(RulesError, match="refused"):
        chemin("4 2 4 7", f"1 bank {amount}, 2 punt 10", house=house)


def test_4_6_a_bank_that_won_is_played_whole():
    """100 and 60 won less 3: the next hand is against 157."""
    found = chemin("4 2 4 7 4 2 4 7", BANK + ", 2 banco 157 @5")
    assert [c for c in found.called if c.startswith("Bank")] == ["Bank of $100", "Bank of $157"]
    assert found.play.next_opening.wagers[0].amount == 15700 + 15700 - 800  # 7.85 rounded up to 8.00


def test_4_6_what_exceeds_the_maximum_is_set_aside():
    found = chemin("4 2 4 7", house='limits = {bank = {max = "120.00"}}')
    assert found.play.next_opening.wagers[0].amount == 12000
    ((back, _),) = found.asked("take-back")
    assert (back.amount, back.by.reading) == (3700, "R-4.6-amount")
    assert found.net[1, "bank"] == 5700


def test_4_6_what_no_wager_covers_is_not_at_risk():
    found = chemin("9 K T 8")
    assert found.net == {(1, "bank"): -6000, (2, "punt"): 4000, (3, "punt"): 2000}


def test_4_6_the_banker_cannot_take_the_bank_back_before_the_hand():
    more = 'wagers = [{seat = 1, wager = "bank", amount = "100.00"}, {seat = 1, wager = "bank", remove = true}]'
    with pytest.raises(RulesError, match="played whole or passed"):
        Shoe(f'game = "chemin-de-fer"\ncards = "{cards("4 2 4 7")}"\n{more}')


# --- 4.7: wagers against it ------------------------------------------------------------------------------------------


def test_4_7_banco_covers_the_bank_and_plays_alone():
    found = chemin("9 K T 8", "1 bank 100, 2 punt 40, 3 banco 100, 4 punt 20")
    assert found.net == {(1, "bank"): -10000, (2, "punt"): 0, (3, "banco"): 10000, (4, "punt"): 0}
    assert found.results[2, "punt"] == "void"
    assert found.cites[2, "punt"] == "R-4.7-banco"
    assert "Seat 3 plays the Player's Hand" in found.called


@pytest.mark.parametrize(("banker", "first"), [(1, 2), (2, 3), (3, 2), (5, 2)])
def test_4_7_the_nearest_to_the_bankers_right_has_the_banco(banker, first):
    seats = [s for s in (2, 3) if s != banker] if banker in (2, 3) else [2, 3]
    wagers = f"{banker} bank 100, " + ", ".join(f"{s} banco 100" for s in seats)
    found = chemin("9 K T 8", wagers)
    assert found.net[first, "banco"] == 10000


@pytest.mark.parametrize("amount", ["99.50", "100.50"])
def test_4_7_a_banco_is_the_whole_bank(amount):
    with pytest.raises(RulesError, match="it covers the Bank"):
        chemin("9 K T 8", f"1 bank 100, 3 banco {amount}")


def test_4_7_banco_suivi_goes_before_a_nearer_banco():
    """Seat 3 lost a banco of 100; the Bank is 195, and seat 2 calls banco too."""
    found = chemin("4 2 4 7 9 K T 8", "1 bank 100, 3 banco 100, 3 banco-suivi 195 @5, 2 banco 195 @5")
    assert found.net[3, "banco-suivi"] == 19500
    assert found.results[2, "banco"] == "void"


def test_4_7_banco_suivi_only_for_who_lost_one():
    with pytest.raises(RulesError, match="whoever lost a banco"):
        chemin("4 2 4 7 9 K T 8", "1 bank 100, 3 banco 100, 2 banco-suivi 195 @5")
    with pytest.raises(RulesError, match="lost a banco"):  # who lost another wager has none to follow
        chemin("4 2 4 7 9 K T 8", "1 bank 100, 3 punt 100, 3 banco-suivi 195 @5")


def test_4_7_with_the_table_takes_half_and_leaves_the_rest():
    found = chemin("9 K T 8", "1 bank 100, 4 avec-la-table 50, 2 punt 30, 3 punt 30")
    assert found.net == {(1, "bank"): -10000, (4, "avec-la-table"): 5000, (2, "punt"): 3000, (3, "punt"): 2000}
    assert "Seat 4 plays the Player's Hand" in found.called


def test_4_7_banco_goes_before_with_the_table():
    found = chemin("9 K T 8", "1 bank 100, 2 avec-la-table 50, 3 banco 100")
    assert (found.results[2, "avec-la-table"], found.net[3, "banco"]) == ("void", 10000)


def test_4_7_wagers_are_taken_from_the_bankers_right_until_the_bank_is_covered():
    """Banker at 3: seats 4, 1, 2. The last is cut down to what is left, the one after it goes back."""
    found = chemin("9 K T 8", "3 bank 100, 1 punt 60, 2 punt 50, 4 punt 30", decisions=[(1, "decline"), (2, "decline")])
    assert found.net == {(3, "bank"): -10000, (4, "punt"): 3000, (1, "punt"): 6000, (2, "punt"): 1000}
    ((cut, _),) = found.asked("cut-down")
    assert (cut.wager.amount, cut.to.amount, cut.by.reading) == (5000, 1000, "R-4.7-ordinary")


def test_4_7_the_banker_does_not_wager_against_the_own_bank():
    with pytest.raises(RulesError, match="own Bank"):
        chemin("9 K T 8", "1 bank 100, 1 punt 10")


@pytest.mark.parametrize("brought", [{"coupon": 1000}, {"verbal": "confirmed"}])
def test_4_7_only_chips_and_plaques_are_wagered_against_the_bank(brought):
    at = Round(open_table("chemin-de-fer"), Felt.opened(Opening(wagers=(Wager(1, "bank", 10000),))))
    verify_wager(at, Wager(2, "punt", 1000))
    with pytest.raises(WagerRefused, match="only chips and plaques"):
        verify_wager(at, Wager(2, "punt", 1000, **brought))


def test_4_7_nobody_wagers_and_no_hand_is_dealt():
    found = chemin("", "1 bank 100")
    assert found.results == {(1, "bank"): "stands"}
    assert found.asked("draw") == []


def test_4_11_a_bank_nobody_plays_against_may_be_passed():
    found = chemin("", "1 bank 100", decisions=[(1, "pass"), (2, "bank", "100.00")])
    assert [(w.seat, w.amount) for w in found.play.next_opening.wagers] == [(2, 10000)]
    ((asked, _),) = [(r, a) for r, a in found.asked("ask") if "pass" in r.choices]
    assert (asked.seat, asked.default_choice, asked.if_gone) == (1, "keep", "pass")  # R-4.11-leaves


# --- 4.8: the hands --------------------------------------------------------------------------------------------------


def test_4_8_face_down_to_the_dominant_player_and_the_banker_in_turn():
    drawn = [(r.to, r.face) for r, _ in chemin("9 K T 8").asked("draw")]
    assert drawn == [("seat:2", "down"), ("seat:1", "down")] * 2


@pytest.mark.parametrize(
    ("wagers", "dominant"),
    [
        ("1 bank 100, 2 punt 30, 3 punt 40", 3),
        ("1 bank 100, 2 punt 30, 3 punt 30", 2),
        ("2 bank 100, 1 punt 30, 3 punt 30", 3),
        ("1 bank 100, 2 punt 30, 3 banco 100", 3),
    ],
)
def test_4_8_the_highest_wager_plays_the_hand(wagers, dominant):
    assert f"Seat {dominant} plays the Player's Hand" in chemin("9 K T 8", wagers).called


def test_4_8_nobody_else_sees_the_cards():
    game = chemin("9 K T 8").rounds[0]
    felt = Felt.opened(game.opening)
    for entry in game.entries:
        entry.request.apply(felt, entry.answer)
        if felt.cards.get("seat:1") and not felt.cards["seat:1"][0].up:
            assert set(felt.seen_by(3).get("seat:1", [])) == {"??"}
            assert "??" not in felt.seen_by(1).get("seat:1", [])


# --- 4.9: drawing ----------------------------------------------------------------------------------------------------


def actions(found: Shoe) -> list[str]:
    return [c for c in found.called if c in ("Card", "Stay")]


def test_4_9_the_dealer_repeats_the_call():
    found = chemin("3 7 K K K")
    asked = [e.request.name for e in found.play.entries]
    assert asked.index("repeat-call") < len(asked) - 1 - asked[::-1].index("draw")
    assert actions(found) == ["Card"]


@pytest.mark.parametrize("count", range(8))
def test_4_9_the_dominant_player_must_may_and_must_not(count):
    """Banker 7 stays whatever comes."""
    choose = {5: [(2, "stay")]}.get(count, [])
    drawn = f"{count} 7 K K" + (" K" if count < 5 else "")
    found = chemin(drawn, decisions=choose)
    assert actions(found) == ["Card" if count < 5 else "Stay"]


@pytest.mark.parametrize("choice", ["card", "stay"])
def test_4_9_five_is_the_players_choice(choice):
    found = chemin("5 7 K K" + (" K" if choice == "card" else ""), decisions=[(2, choice)])
    assert actions(found) == [choice.title()]


def test_4_9_a_choice_that_is_not_told_is_asked_for():
    with pytest.raises(TranscriptError, match="seat 2 is asked and decides nothing"):
        chemin("5 7 K K")


def test_4_9_a_house_may_bind_the_player_with_five():
    assert actions(chemin("5 7 K K K", house='player-5 = "draw"')) == ["Card"]


@pytest.mark.parametrize(
    ("option", "drawn", "bound"),
    [
        ("banker-3-vs-9", "K 3 K K 9 K", "draw"),
        ("banker-5-vs-4", "K 5 K K 4 K", "draw"),
        ("banker-six-on-stay", "6 6 K K", "stay"),
    ],
)
def test_4_9_the_open_cells_of_the_banker(option, drawn, bound):
    """Open by default: the Banker is asked; bound, nobody is."""
    with pytest.raises(TranscriptError, match="seat 1 is asked"):
        chemin(drawn)
    assert chemin(drawn, house=f'{option} = "{bound}"').verdict.required
    chosen = chemin(drawn, decisions=[(1, "card" if bound == "draw" else "stay")])
    assert chosen.verdict.required


@pytest.mark.parametrize("third", [None, *range(10)])
@pytest.mark.parametrize("count", range(8))
def test_4_9_every_other_cell_is_that_of_punto_banco(count, third):
    house = House("chemin-de-fer", date(2012, 3, 19), open_table("chemin-de-fer").house.options)
    action = drawing_table_of(house).banker_action(count, third)
    column = 0 if third is None else third + 1
    opened = {(3, 10), (5, 5), (6, 0)}
    assert action == ("O" if (count, column) in opened else BANKER_TABLE[count][column])


def test_4_9_a_call_against_the_table_is_corrected():
    """With 3 the Dominant Player says "Stay" and must draw."""
    found = chemin("3 7 K K K", decisions=[(2, "stay")])
    assert found.remedies == [("call-corrected", "R-4.9-strict")]
    assert actions(found) == ["Card"]


def test_4_9_or_stands_where_calls_are_free():
    found = chemin("3 7 K K", house='compulsory-play = "free"', decisions=[(2, "stay"), (1, "stay")])
    assert found.remedies == []
    assert actions(found) == ["Stay"]


@pytest.mark.parametrize("drawn", ["9 K K K", "K 8 K K", "8 9 K K"])
def test_4_9_a_natural_ends_the_drawing(drawn):
    found = chemin(drawn)
    assert len(found.asked("draw")) == 4
    assert actions(found) == []


def test_4_9_third_cards_are_dealt_face_up():
    drawn = chemin("2 2 2 2 2 2").asked("draw")
    assert [(r.to, r.face) for r, _ in drawn[4:]] == [("seat:2", "up"), ("seat:1", "up")]


# --- 4.10: settlement ------------------------------------------------------------------------------------------------


def test_4_10_the_bank_loses_and_pays_even_money():
    found = chemin("9 K T 8")
    assert found.net == {(1, "bank"): -6000, (2, "punt"): 4000, (3, "punt"): 2000}
    assert found.cites[2, "punt"] == "R-4.10-payment"
    assert found.play.table.felt.ledger.balance["inventory"] == 0  # the house has no part in it


@pytest.mark.parametrize("wager", ["bank", "banco", "banco-suivi", "avec-la-table", "punt"])
def test_4_10_what_another_patron_pays_is_even_money_at_every_table(wager):
    assert open_table("chemin-de-fer", settings=Settings(pay_table={wager: "1 to 1"})).house.pays[wager].pays == 1
    with pytest.raises(HouseRuleError, match="it is paid 1 to 1, no more and no less"):
        open_table("chemin-de-fer", settings=Settings(pay_table={wager: "2 to 1"}))


def test_4_10_the_counts_and_the_winner_are_announced():
    assert chemin("9 K T 8").called[-1] == "Player's Hand 9, Banker's Hand 8: Player's Hand wins"
    assert chemin("4 2 4 7").called[-1] == "Player's Hand 8, Banker's Hand 9: Banker's Hand wins"


@pytest.mark.parametrize(
    ("punt", "rounding", "vigorish"),
    [("60", "up-to-25c", 300), ("61", "up-to-25c", 325), ("60.50", "up-to-25c", 325), ("61", "exact", 305)],
)
def test_4_10_vigorish_is_5_percent_of_what_the_banker_wins(punt, rounding, vigorish):
    found = chemin("4 2 4 7", f"1 bank 100, 2 punt {punt}", house=f'vig-rounding = "{rounding}"')
    won = int(float(punt) * 100)
    assert found.net == {(1, "bank"): won - vigorish, (2, "punt"): -won}
    assert found.play.table.felt.ledger.balance["inventory"] == vigorish
    assert found.cites[1, "bank"] == "R-4.10-vigorish"


def test_4_10_a_tie_leaves_all_as_it_was():
    found = chemin("K 8 8 Q")
    assert found.results == {(1, "bank"): "stands", (2, "punt"): "void", (3, "punt"): "void"}
    assert found.play.next_opening.wagers[0].amount == 10000
    assert found.called[-1] == "Tie Hand"


# --- 4.11: who holds the Bank ----------------------------------------------------------------------------------------


def test_4_11_the_banker_keeps_it_while_it_wins_or_ties():
    found = chemin("4 2 4 7 K 8 8 Q 4 2 4 7", "1 bank 100, 2 punt 10, 2 punt 10 @5, 2 punt 10 @9")
    assert [game.next_opening.wagers[0].seat for game in found.rounds] == [1, 1, 1]


def test_4_11_b_a_beaten_bank_goes_counterclockwise_to_the_next():
    found = chemin("9 K T 8 4 2 4 7", "1 bank 100, 2 punt 10, 5 punt 10, 2 bank 50 @5, 5 punt 10 @5")
    assert found.play.next_opening.wagers[0].seat == 2
    assert str(next(r.by for r, _ in found.asked("ask") if r.seat == 2 and "bank" in r.choices)) == "4.11(b)"


def passing(drawn, wagers, decisions, house=""):
    return chemin(drawn, wagers, house=house, decisions=decisions)


def test_4_11_a_passed_bank_is_offered_at_its_amount():
    """After 109.50 the Bank is passed; seat 2 declines, seat 3 takes it over at 109.50."""
    found = passing("4 2 4 7", "1 bank 100, 2 punt 10, 3 punt 0.50", [(1, "pass"), (3, "bank", "109.50")])
    offered = [(r.seat, r.least, r.most) for r, _ in found.asked("ask") if "bank" in r.choices and r.seat > 1]
    assert offered == [(2, 10950, 10950), (3, 10950, 10950)]
    assert found.play.next_opening.wagers[0] == found.play.next_opening.wagers[0].__class__(3, "bank", 10950)


def test_4_11_then_to_the_highest_bidder():
    decisions = [(1, "pass"), (2, "bid", "50.00"), (3, "bid", "70.00"), (4, "bid", "70.00")]
    found = passing("4 2 4 7", "1 bank 100, 2 punt 10, 3 punt 10, 4 punt 10", decisions)
    (bank,) = found.play.next_opening.wagers
    assert (bank.seat, bank.amount) == (3, 7000)
    assert 1 not in [r.seat for r, _ in found.asked("ask") if "bid" in r.choices]  # not for the own Bank


def test_4_11_nobody_takes_it_and_the_next_in_turn_sets_a_new_one():
    found = passing("4 2 4 7 4 2 4 7", "1 bank 100, 2 punt 10, 2 bank 30 @5, 3 punt 10 @5", [(1, "pass")])
    assert found.rounds[0].next_opening.wagers == ()
    assert found.play.next_opening.wagers[0].seat == 2


@pytest.mark.parametrize(("offer", "asked"), [("auction", ["bid"]), ("next-in-rotation", [])])
def test_4_11_other_ways_to_offer_it(offer, asked):
    found = passing("4 2 4 7", "1 bank 100, 2 punt 10", [(1, "pass")], f'passed-bank-offer = "{offer}"')
    assert [r.choices[0] for r, _ in found.asked("ask") if r.seat == 2 and r.choices[0] in ("bank", "bid")] == asked


def test_4_11_d_a_passed_bank_that_loses_goes_on_after_who_passed_it():
    """The dossier's B6: seat 3 passes, seat 6 takes it and loses; seat 4 is next, not seat 7."""
    wagers = "3 bank 100, 4 punt 10, 6 punt 10, 7 punt 10, 4 punt 10 @5, 4 bank 20 @9, 7 punt 10 @9"
    decisions = [(3, "pass"), (6, "bank", "128.50"), (4, "decline")]
    found = passing("4 2 4 7 9 K T 8 4 2 4 7", wagers, decisions)
    held = [game.opening.wagers[0].seat if game.opening.wagers else 0 for game in found.rounds]
    assert held == [0, 6, 0]
    assert found.play.next_opening.wagers[0].seat == 4
    anchored = [r for r, _ in found.asked("note") if r.what == "rotation-anchor" and str(r.by) == "4.11(d)"]
    assert [r.value for r in anchored] == ["3"]


def test_4_11_d_a_bank_that_nobody_passed_goes_on_after_its_banker():
    found = chemin("9 K T 8 4 2 4 7", "3 bank 100, 4 punt 10, 6 punt 10, 4 bank 20 @5, 6 punt 10 @5")
    assert found.play.next_opening.wagers[0].seat == 4


@pytest.mark.parametrize(
    ("left", "taken", "misses"),
    [(5, 3, True), (3, 5, False), (8, 5, True), (5, 8, False), (3, 2, False), (7, 8, False)],
)
def test_4_11_e_a_move_that_brings_the_turn_sooner_costs_it(left, taken, misses):
    """Seat 1 held the Bank last, seats 4 and 6 stay where they are: sooner is past one of them."""
    wagers = f"1 bank 100, 4 punt 10, 6 punt 10, {taken} punt 10"
    more = wrong("seat-changed", 1, left=left, taken=taken)
    more += '\nopening = {shoe = "in play", rotation-anchor = "1"}'
    found = chemin("4 2 4 7", wagers, more)
    assert found.remedies == [("seat-changed", "4.11(e)" if misses else "R-4.11e-move")]
    asked = [r.seat for r, _ in found.asked("ask") if "bank" in r.choices]
    assert (taken in asked) is not misses
    assert found.state.get("misses-turn", "") == ""  # missed once, and no more


# --- 4.12: irregularities --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("choice", "holder"), [("keep", (1,)), ("transfer", ())])
def test_4_12_a_wrong_order_annuls_the_hand(choice, holder):
    found = chemin("9 K T 8", more=wrong("wrong-order", 5), house=f'annulled-hand-bank = "{choice}"')
    assert found.remedies == [("wrong-order", "4.12(a)")]
    assert (found.results[2, "punt"], found.net[2, "punt"]) == ("void", 0)
    assert tuple(w.seat for w in found.play.next_opening.wagers) == holder
    assert found.play.table.felt.ledger.balance["inventory"] == 0


def test_4_12_a_transferred_counterclockwise_to_the_next_place():
    found = chemin(
        "9 K T 8 4 2 4 7",
        "1 bank 100, 2 punt 10, 2 bank 50 @5, 1 punt 10 @5",
        wrong("wrong-order", 5),
        house='annulled-hand-bank = "transfer"',
    )
    assert found.play.next_opening.wagers[0].seat == 2
    third = "3 bank 100, 2 punt 10, 4 punt 10, 4 bank 50 @5, 2 punt 10 @5"
    found = chemin("9 K T 8 4 2 4 7", third, wrong("wrong-order", 5), house='annulled-hand-bank = "transfer"')
    offered = [r.seat for r, _ in found.asked("ask") if "bank" in r.choices]
    assert offered == [2, 3, 4]  # at first from place one; then from seat 3 on, to seat 4 and not to seat 2
    assert found.play.next_opening.wagers[0].seat == 4


@pytest.mark.parametrize(
    ("choice", "said"), [("keep", "the Bank is unchanged"), ("transfer", "the Bank moves on to the next")]
)
def test_4_12_a_the_ruling_says_what_becomes_of_the_bank(choice, said):
    found = chemin("9 K T 8", more=wrong("wrong-order", 5), house=f'annulled-hand-bank = "{choice}"')
    assert said in found.texts[0]
    back = [(r.amount, r.by.reading) for r, _ in found.asked("take-back")]
    assert back == ([] if choice == "keep" else [(10000, "R-4.12a-transferred")])


@pytest.mark.parametrize("annulled", [True, False])
def test_4_12_a_a_passed_bank_moves_on_from_its_banker_and_4_11_d_only_where_it_is_defeated(annulled):
    """Seat 3 passes the Bank and seat 6 takes it over: annulled it goes on to seat 7, defeated to seat 4."""
    wagers = "3 bank 100, 4 punt 10, 6 punt 10, 7 punt 10, 4 punt 10 @5, 4 punt 10 @9"
    wagers += ", 7 bank 20 @9" if annulled else ", 4 bank 20 @9, 7 punt 10 @9"
    found = chemin(
        "4 2 4 7 9 K T 8 4 2 4 7",
        wagers if annulled else wagers.replace(", 4 punt 10 @9", ""),
        wrong("wrong-order", 9) if annulled else "",
        house='annulled-hand-bank = "transfer"',
        decisions=[(3, "pass"), (6, "bank", "128.50")],
    )
    asked = [r.seat for r, _ in found.asked("ask") if "bank" in r.choices and str(r.by) == "4.11(b)"]
    assert asked == ([7] if annulled else [4])
    anchored = [(r.value, r.by.reading or str(r.by)) for r, _ in found.asked("note") if r.what == "rotation-anchor"]
    assert anchored[1] == (("6", "R-4.12a-passed-bank") if annulled else ("3", "4.11(d)"))


def test_4_12_a_what_can_be_put_right_is():
    found = chemin("9 K T 8", more=wrong("wrong-order", 5, rectified=True))
    assert found.remedies == [("wrong-order", "R-4.12-rectified")]
    assert found.net[2, "punt"] == 4000


@pytest.mark.parametrize(("taken", "excess"), [(3, "5"), (4, "5 5")])
def test_4_12_b_a_banker_who_overdraws_counts_zero_and_draws(taken, excess):
    """The natural 8 is none; the third card, a 7, is added to zero."""
    found = chemin(f"6 K K 8 {excess} 7", more=wrong("banker-overdrawn", 5, cards=taken))
    assert found.remedies == [("banker-overdrawn", "4.12(b)")]
    assert found.called[-1] == "Player's Hand 6, Banker's Hand 7: Banker's Hand wins"


def test_4_12_b_a_natural_of_the_dominant_player_still_ends_it():
    found = chemin("8 K K 9 5", more=wrong("banker-overdrawn", 5))
    assert found.called[-1] == "Player's Hand 8, Banker's Hand 0: Player's Hand wins"


@pytest.mark.parametrize(("what", "drawn"), [("banker-overdrawn", "9 K T 8 5"), ("player-three-cards", "9 K T 8 5")])
def test_4_12_an_excess_that_can_be_told_opens_the_next_hand(what, drawn):
    found = chemin(drawn, more=wrong(what, 5, rectified=True))
    assert found.net[2, "punt"] == 4000
    assert found.state["set-aside"][0] == "5"


@pytest.mark.parametrize(("hand", "best"), [("5 4 9", 9), ("2 3 K", 5), ("K K K", 0), ("9 9 K", 9), ("3 3 3", 9)])
def test_4_12_c_the_highest_of_two_or_three(hand, best):
    """The first two are the dossier's worked examples."""
    assert highest_of_three(tuple(cards(hand).split())) == best
    first, second, third = hand.split()
    found = chemin(f"{first} 7 {second} K {third}", more=wrong("player-three-cards", 5))
    assert ("player-three-cards", "4.12(c)") in found.remedies
    assert f"Player's Hand {best}" in found.called[-1] or (best == 7 and found.called[-1] == "Tie Hand")


def test_4_12_c_an_eight_made_so_is_no_natural():
    """The Banker with 5 draws as after "Stay"."""
    found = chemin("5 5 4 K 9 4", more=wrong("player-three-cards", 5))
    assert len(found.asked("draw")) == 6
    assert found.called[-1] == "Tie Hand"


@pytest.mark.parametrize(("way", "count"), [("any-two-of-all", 1), ("initial-plus-one", 4)])
def test_4_12_d_the_lowest_of_two_cards(way, count):
    """The dossier's example: 3, 2 and then 4 and 9."""
    assert lowest_of_two(tuple(cards("3 2 4 9").split()), way) == count
    house = f'two-card-error-low-count = "{way}"'
    found = chemin("6 3 K 2 4 9", more=wrong("banker-took-two", 5), house=house)
    assert found.remedies == [("banker-took-two", "4.12(d)")]
    assert f"Banker's Hand {count}" in found.called[-1]


def test_4_12_d_put_right():
    found = chemin("6 3 K 2 4 9", more=wrong("banker-took-two", 5, rectified=True))
    assert found.called[-1].startswith("Player's Hand 6, Banker's Hand 9")
    assert found.state["set-aside"][0] == "9"


@pytest.mark.parametrize("before", [5, 6])
def test_4_12_d_may_be_told_before_either_of_the_two_cards(before):
    found = chemin("6 3 K 2 4 9", more=wrong("banker-took-two", before))
    assert found.remedies == [("banker-took-two", "4.12(d)")]
    assert "Banker's Hand 1" in found.called[-1]


def test_4_12_d_not_of_a_banker_who_took_no_card():
    with pytest.raises(RulesError, match=r"the Banker took no card \[13:69F-4.11\(d\)"):
        chemin("9 7 K K 4", more=wrong("banker-took-two", 5))


@pytest.mark.parametrize(("disclosed", "cited"), [(False, "4.12(g)"), (True, "4.12(h)1")])
@pytest.mark.parametrize("before", [5, 6])
def test_4_12_d_the_excess_that_can_be_told_was_drawn_in_error_seen_or_not(before, disclosed, cited):
    drawn = "6 3 K 2 4 2" + (" 5 5" if disclosed else "")
    found = chemin(drawn, more=wrong("banker-took-two", before, rectified=True, disclosed=disclosed))
    assert found.remedies == [("banker-took-two", "R-4.12-rectified"), ("banker-took-two", cited)]
    assert found.called[-1].startswith("Player's Hand 6, Banker's Hand 9")
    assert ("set-aside" in found.state) is not disclosed


# --- who got which card of the Initial Deal --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "player", "banker"),
    [(2, "K9", "234"), (3, "K9", "234"), (4, "K3", "294"), (5, "K3", "294")],
)
def test_4_12_b_the_card_told_is_the_one_the_banker_took_in_excess(before, player, banker):
    """K 2 3 9 4 out of the shoe: taken out of turn, a card moves those behind it."""
    natural = player == "K9"
    found = chemin("K 2 3 9 4" + ("" if natural else " 5 7"), more=wrong("banker-overdrawn", before))
    held = found.play.table.felt.rack
    assert found.remedies == [("banker-overdrawn", "4.12(b)")]
    assert "".join(card[0] for card in held if card[0] in banker) == banker
    assert found.called[-1].startswith("Player's Hand 9, Banker's Hand 0" if natural else "Player's Hand 8, Banker's")


@pytest.mark.parametrize(("before", "best"), [(2, 8), (3, 8), (4, 8), (5, 8)])
def test_4_12_c_the_card_told_is_the_one_the_player_was_given_in_excess(before, best):
    """Second, third, fourth or fifth card: the Banker has the others, 7 in all."""
    drawn = {2: "4 4 7 K K", 3: "4 7 4 K K", 4: "4 7 K 4 K", 5: "4 7 K K 4"}[before]
    found = chemin(drawn, more=wrong("player-three-cards", before))
    assert found.remedies == [("player-three-cards", "4.12(c)")]
    assert found.called[-1].startswith(f"Player's Hand {best}, Banker's Hand 7")


def test_4_12_b_out_of_turn_and_put_right():
    """The third card is taken out again: 9 is the Player's, 4 the Banker's."""
    found = chemin("K 2 3 9 4", more=wrong("banker-overdrawn", 3, rectified=True))
    assert found.called[-1] == "Player's Hand 9, Banker's Hand 6: Player's Hand wins"
    assert found.state["set-aside"][0] == "3"


@pytest.mark.parametrize(
    "told",
    [
        [("player-three-cards", 5), ("banker-overdrawn", 5)],
        [("player-three-cards", 5), ("banker-overdrawn", 6)],
        [("banker-overdrawn", 5), ("player-three-cards", 5)],
        [("banker-overdrawn", 5), ("player-three-cards", 6)],
        [("player-three-cards", 3), ("banker-overdrawn", 6)],
        [("banker-overdrawn", 2), ("player-three-cards", 3)],
    ],
)
def test_4_12_b_and_c_together(told):
    """Whoever had which of the kings: the Player makes 6 of 3 and 3, the Banker counts zero and draws 7."""
    found = chemin("3 K 3 K K K 7", more=wrongs(*told))
    assert sorted(found.remedies) == [("banker-overdrawn", "4.12(b)"), ("player-three-cards", "4.12(c)")]
    assert found.called[-1] == "Player's Hand 6, Banker's Hand 7: Banker's Hand wins"


def test_4_12_c_a_third_card_found_after_card_was_called_is_the_only_one():
    """The Player called "Card" on 4 and has a king already: no other is dealt, and the Banker's 7 comes next."""
    found = chemin("2 K 2 K K K 7", more=wrongs(("banker-overdrawn", 5), ("player-three-cards", 6)))
    assert found.called.count("Card") == 1
    assert found.called[-1] == "Player's Hand 4, Banker's Hand 7: Banker's Hand wins"


@pytest.mark.parametrize("what", ["banker-overdrawn", "player-three-cards"])
def test_4_12_b_and_c_not_once_the_initial_deal_is_over(what):
    with pytest.raises(RulesError, match="the Initial Deal is over"):
        chemin("2 2 K K 4 3 5", more=wrong(what, 6))


@pytest.mark.parametrize(("cards_taken", "taken"), [(2, False), (3, True), (10, True), (11, False)])
@pytest.mark.parametrize("before", [3, 5])
def test_4_12_b_three_to_ten_cards_are_an_excess(before, cards_taken, taken):
    drawn = "8 K K " + "K " * (cards_taken - 1) if before == 5 else "8 K " + "K " * cards_taken
    more = wrong("banker-overdrawn", before, cards=cards_taken)
    if taken:
        assert chemin(drawn, more=more).called[-1].startswith("Player's Hand 8, Banker's Hand 0")
        return
    with pytest.raises(RulesError, match="no excess"):
        chemin(drawn, more=more)


@pytest.mark.parametrize(("disclosed", "cited"), [(False, "4.12(g)"), (True, "4.12(h)1")])
@pytest.mark.parametrize("what", ["banker-overdrawn", "player-three-cards"])
def test_4_12_b_and_c_an_excess_put_right_was_seen_or_not(what, disclosed, cited):
    drawn = "9 K T 8 2" + (" 5 5" if disclosed else "")
    found = chemin(drawn, more=wrong(what, 5, rectified=True, disclosed=disclosed))
    assert found.remedies == [(what, "R-4.12-rectified"), (what, cited)]
    assert ("set-aside" in found.state) is not disclosed


STAY = {  # Banker's count: cards, and where the card goes by (e) and by (f), as the dossier's 10.1 has it
    5: ("6 5 K K", "banker", "banker"),
    0: ("6 K K K", "banker", "banker"),
    6: ("7 6 K K", "banker", "h"),
    7: ("7 7 K K", "h", "h"),
}


@pytest.mark.parametrize("what", ["card-after-stay", "dealer-said-card"])
@pytest.mark.parametrize("count", STAY)
def test_4_12_e_and_f_where_the_card_goes(count, what):
    dealt, by_e, by_f = STAY[count]
    goes = by_e if what == "card-after-stay" else by_f
    option_kept = count == 6 and what == "dealer-said-card"
    decisions = [(1, "stay")] if option_kept else []
    found = chemin(f"{dealt} A" + (" 9" if goes == "h" else ""), more=wrong(what, 5), decisions=decisions)
    letter = "4.12(f)" if what == "dealer-said-card" else "4.12(e)"
    if goes == "banker":
        why = "R-4.12e-option-lost" if count == 6 else letter
        assert found.remedies == [(what, why)]
        assert f"Banker's Hand {count + 1}" in found.called[-1] or found.called[-1] == "Tie Hand"
        assert [r for r, _ in found.asked("ask") if r.seat == 1 and "card" in r.choices] == []  # the choice is lost
    else:
        assert found.remedies == [(what, letter), (what, "4.12(h)1")]
        assert found.burned() == 1


def test_4_12_e_a_banker_bound_to_stay_on_six_goes_by_h():
    found = chemin("7 6 K K A 9", more=wrong("card-after-stay", 5), house='banker-six-on-stay = "stay"')
    assert found.remedies[-1] == ("card-after-stay", "4.12(h)1")


def test_4_12_f_the_banker_keeps_the_choice_for_the_next_card():
    found = chemin("7 6 K K A 9 2", more=wrong("dealer-said-card", 5), decisions=[(1, "card")])
    assert found.called[-1] == "Player's Hand 7, Banker's Hand 8: Banker's Hand wins"


def test_4_12_g_undisclosed_it_opens_the_next_hand():
    """The 9 goes to the next Dominant Player, though the Bank has changed hands."""
    wagers = "1 bank 100, 2 punt 10, 2 bank 50 @6, 1 punt 10 @6"
    found = chemin(
        "7 6 K K 9 K K K",
        wagers,
        wrong("card-drawn-in-error", 5, disclosed=False),
        decisions=[(1, "stay")],
    )
    assert found.remedies == [("card-drawn-in-error", "4.12(g)")]
    ((used, _),) = found.asked("use-set-aside")
    assert (used.to, used.by.reading) == ("seat:1", "R-4.12g-next-hand")
    assert found.net[1, "punt"] == 1000


@pytest.mark.parametrize(("disclosed", "cited"), [(False, "4.12(g)"), (True, "4.12(h)1")])
def test_4_12_g_a_card_drawn_after_a_natural(disclosed, cited):
    """Nobody draws against a natural: the card that was drawn all the same was drawn in error."""
    drawn = "9 K T 8 2" + (" 5 5" if disclosed else "")
    found = chemin(drawn, more=wrong("card-drawn-in-error", 5, disclosed=disclosed))
    assert found.remedies == [("card-drawn-in-error", cited)]
    assert found.net[2, "punt"] == 4000
    assert ("set-aside" in found.state) is not disclosed


@pytest.mark.parametrize("before", range(1, 8))
@pytest.mark.parametrize(("disclosed", "cited"), [(False, "4.12(g)"), (True, "4.12(h)1")])
def test_4_12_g_at_every_moment_of_a_hand(before, disclosed, cited):
    """2 and K against 2 and K: the Player draws 4, the Banker 3; the 8 is drawn in error before each, and after."""
    drawn = "2 2 K K 4 3".split()
    drawn[before - 1 : before - 1] = ["8", *["5"] * 8] if disclosed else ["8"]
    found = chemin(" ".join(drawn), more=wrong("card-drawn-in-error", before, disclosed=disclosed))
    assert found.remedies == [("card-drawn-in-error", cited)]
    assert found.called[-1] == "Player's Hand 6, Banker's Hand 5: Player's Hand wins"
    assert ("set-aside" in found.state) is not disclosed


def test_4_12_g_not_while_a_shoe_is_burned():
    with pytest.raises(RulesError, match="no card of a hand is dealt"):
        chemin("2 8 5 5 9 K T 8", more=wrong("card-drawn-in-error", 2) + '\nopening = {shoe = ""}')


def test_4_12_g_a_card_that_nobody_ever_saw():
    """It is known when it opens the next hand, as the first of the cards listed then."""
    wagers = "1 bank 100, 2 punt 10, 2 punt 10 @6"
    more = wrong("card-drawn-in-error", 5, disclosed=False)
    found = chemin("6 7 K K ??", "1 bank 100, 2 punt 10", more)
    assert found.state["set-aside"] == "??"
    found = chemin("6 7 K K ?? 9 K T 8", wagers, more)
    assert found.called[-1] == "Player's Hand 9, Banker's Hand 8: Player's Hand wins"
    assert "set-aside" not in found.state or found.state["set-aside"] == ""
    assert sum(int(word[:-2]) for word in found.state["shoe"].split()) == 312 - 8
    burned = chemin("6 7 K K ?? 9 K T 8", wagers, more + '\nopening = {shoe = "in play", burned = "3"}')
    assert burned.state["burned"] == "3"  # those that were burned unseen are still out of the shoe


def test_4_12_g_two_set_aside_are_the_first_two_cards_of_the_next_hand():
    """4 and 5, then 2 and 3: the next Player has 6, the next Banker 8."""
    wagers = "1 bank 100, 2 punt 40, 2 bank 60 @7, 1 punt 40 @7"
    more = wrong("banker-overdrawn", 5, cards=4, rectified=True)
    found = chemin("9 7 K K 4 5 2 3", wagers, more)
    assert found.remedies[1:] == [("banker-overdrawn", "4.12(g)"), ("banker-overdrawn", "R-4.12g-several")]
    assert [r.to for r, _ in found.asked("use-set-aside")] == ["seat:1", "seat:2"]
    assert found.called[-1] == "Player's Hand 6, Banker's Hand 8: Banker's Hand wins"
    assert "set-aside" not in found.state


def test_4_12_g_two_errors_before_one_card():
    found = chemin("2 2 K K 8 9 4 3", more=wrongs(*[("card-drawn-in-error", 5, {"disclosed": False})] * 2))
    assert [card[0] for card in found.state["set-aside"].split()] == ["8", "9"]


@pytest.mark.parametrize(("left", "kept"), [(8, True), (7, False), (6, False)])
def test_4_12_g_a_card_set_aside_is_let_go_when_the_cutting_card_comes_later_in_the_hand(left, kept):
    """The fifth card is set aside; the hand ends with the seventh, behind which the cutting card shows or not."""
    found = chemin("2 3 K K 9 5 9", more=wrong("banker-overdrawn", 5, rectified=True) + opened(left))
    assert bool(found.state.get("set-aside")) is kept
    assert (("card-drawn-in-error", "R-4.12g-cutting-card-out") in found.remedies) is not kept
    assert found.net[2, "punt"] == 4000


def test_4_12_g_a_new_shoe_is_not_opened_by_a_card_of_the_old_one():
    wagers = "1 bank 100, 2 punt 40, 2 bank 50 @8, 1 punt 40 @8"
    more = wrong("banker-overdrawn", 5, rectified=True) + opened(6)
    found = chemin("2 3 K K 9 5 9 7 8 Q K", wagers, more, house='burn-rule = "none"')
    assert found.asked("use-set-aside") == []
    assert found.called[-1] == "Player's Hand 7, Banker's Hand 8: Banker's Hand wins"


@pytest.mark.parametrize(("left", "kept"), [(6, True), (5, False), (4, False)])
def test_4_12_g_unless_the_cutting_card_is_seen_or_drawn(left, kept):
    """312 cards: after the fifth it shows, or it came before it."""
    more = wrong("card-drawn-in-error", 5, disclosed=False)
    more += f'\nopening = {{shoe = "in play", cutting-card = "{312 - left}"}}'
    found = chemin("7 7 K K 9", more=more)
    assert ("set-aside" in found.state) is kept
    assert found.remedies == [("card-drawn-in-error", "4.12(g)" if kept else "R-4.12g-cutting-card-out")]


@pytest.mark.parametrize("disclosed", [True, False])
@pytest.mark.parametrize("left", [20, 5])
def test_4_12_g_no_drawn_card_goes_back_into_the_shoe(disclosed, left):
    """Set aside, discarded unseen behind the cutting card, or disclosed: the 9 of spades is one of six no more."""
    drawn = "7h 7d Kc Kd 9s" + (" 5c 5c 5c 5c 5d 5d 5d 5d 5h" if disclosed else "")
    more = wrong("card-drawn-in-error", 5, disclosed=disclosed) + opened(left)
    found = chemin(drawn, more=more, house='last-hand-rule = "finish-current-plus-one"')
    assert "59s" in found.state["shoe"].split()


def test_4_12_h_3_no_wagers_are_taken_for_it_and_its_cards_are_discarded():
    house = 'exposed-card-procedure = "simulated-round"'
    found = chemin("7 7 K K 5 3 K K 9 2", more=wrong("card-drawn-in-error", 5), house=house)
    names = [e.request.name for e in found.play.entries]
    assert names.count("take-wagers") == 1
    assert names.index("take-wagers") < names.index("remedy")
    rack = [card[0] for card in found.play.table.felt.rack]
    assert sorted(rack[:6]) == sorted("5K93K2")  # before the hand itself is collected


@pytest.mark.parametrize(
    ("procedure", "card", "tens", "further", "day", "cited"),
    [
        ("burn-by-value", "7", "1", 7, "2012-03-19", "4.12(h)1"),
        ("burn-by-value", "A", "1", 1, "2006-09-05", "4.12(h)1"),
        ("burn-by-value", "Q", "1", 1, "2008-07-21", "4.12(h)1"),
        ("burn-by-value", "Q", "10", 10, "2008-07-21", "4.12(h)1"),
        ("burn-by-value", "Q", None, 0, "2008-07-20", "4.12(h)1"),
        ("burn-by-value", "Q", None, 0, "2006-09-05", "4.12(h)1"),
        ("burn-one-face-down", "Q", None, 1, "2012-03-19", "4.12(h)2"),
        ("burn-one-face-down", "7", None, 1, "2006-09-05", "4.12(h)2"),
        (None, "7", None, 0, "2006-09-04", "R-4.12g-disclosed-before"),
    ],
)
def test_4_12_h_the_three_procedures_and_the_proviso_of_2008(procedure, card, tens, further, day, cited):
    chosen = [
        procedure and f'exposed-card-procedure = "{procedure}"',
        tens and day >= "2008-07-21" and f'exposed-ten-extra = "{tens}"',
    ]
    found = chemin(
        f"7 7 K K {card} {'5 ' * further}",
        more=wrong("card-drawn-in-error", 5),
        as_of=day,
        house=", ".join(filter(None, chosen)),
    )
    assert found.remedies == [("card-drawn-in-error", cited)]
    assert found.burned() == further
    faces = {r.face for r, _ in found.asked("draw") if r.to == "burn"}
    assert faces <= {"down" if procedure == "burn-one-face-down" else "up"}


@pytest.mark.parametrize(
    ("paragraph", "day", "basis"),
    [
        ("4.12(a)", date(1980, 4, 28), "reading"),  # R.1980 d.186 of the day after: content not stated
        ("4.12(a)", date(1980, 4, 29), "text"),
        ("4.12(e)", date(2006, 9, 4), "reading"),  # rewritten
        ("4.12(e)", date(2006, 9, 5), "text"),
        ("4.12(j)", date(2006, 9, 4), "reading"),
        ("4.12(j)", date(2006, 9, 5), "text"),
        ("4.12(e)", date(2012, 3, 18), "text"),
        ("4.12(e)", date(2012, 3, 19), "parallel"),  # 13:69F-4.11 was not read
    ],
)
def test_4_12_how_firm_it_is_on_each_day(paragraph, day, basis):
    assert law.basis(cite(paragraph), day) == basis


def test_4_12_h_1_the_choice_of_one_or_ten_belongs_to_burning_by_value():
    with pytest.raises(HouseRuleError):
        open_table(
            "chemin-de-fer", settings=Settings({"exposed-card-procedure": "simulated-round", "exposed-ten-extra": "10"})
        )
    with pytest.raises(EditionError):
        open_table("chemin-de-fer", date(2008, 7, 20), Settings({"exposed-ten-extra": "10"}))


@pytest.mark.parametrize(
    ("day", "given", "missing"),
    [
        ("2012-03-19", {}, ["exposed-card-procedure", "exposed-ten-extra"]),
        ("2008-07-21", {"exposed-card-procedure": "burn-by-value"}, ["exposed-ten-extra"]),
        ("2008-07-20", {"exposed-card-procedure": "burn-by-value"}, []),
        ("2008-07-21", {"exposed-card-procedure": "simulated-round"}, []),
        ("2008-07-21", {"exposed-card-procedure": "burn-by-value", "exposed-ten-extra": "10"}, []),
        ("2006-09-05", {}, ["exposed-card-procedure"]),
        ("2006-09-04", {}, []),
    ],
)
def test_4_12_h_the_licensee_must_have_chosen_its_procedure(day, given, missing):
    table = open_table("chemin-de-fer", date.fromisoformat(day), Settings(given))
    faults = unchosen(table.game, table.house, given)
    assert [fault.text.split()[0] for fault in faults] == missing
    assert all("19:47-4.12(h)" in str(fault) or "13:69F-4.11(h)" in str(fault) for fault in faults)
    assert all(f'{name} = "' in fault.accepts for name, fault in zip(missing, faults, strict=True))


def test_4_12_h_1_a_date_without_the_choice_cites_the_chapter_of_its_time():
    with pytest.raises(EditionError, match=r"19:47-4\.12\(h\)1"):
        open_table("chemin-de-fer", date(2007, 1, 15), Settings({"exposed-ten-extra": "10"}))


def test_4_12_h_2_the_further_card_need_not_be_known():
    found = chemin(
        "6 7 K K 4 ??", more=wrong("card-after-stay", 5), house='exposed-card-procedure = "burn-one-face-down"'
    )
    assert found.remedies[-1] == ("card-after-stay", "4.12(h)2")
    assert found.net[2, "punt"] == -4000


def test_4_12_h_2_the_further_card_is_not_disclosed():
    found = chemin(
        "7 7 K K 3 5", more=wrong("card-drawn-in-error", 5), house='exposed-card-procedure = "burn-one-face-down"'
    )
    assert [r.face for r, _ in found.asked("draw") if r.to == "burn"] == ["down"]


def test_4_12_h_3_a_simulated_round_with_every_choice_a_draw():
    """3 and K against 6 and K: both draw, the banker because a choice is a draw; all are discarded."""
    house = 'exposed-card-procedure = "simulated-round"'
    found = chemin("7 7 K K 5 3 K K 9 2", more=wrong("card-drawn-in-error", 5), house=house)
    to = Counter(r.to for r, _ in found.asked("draw"))
    assert to["simulated:player"] == 2  # the disclosed 5 was its first card
    assert to["simulated:banker"] == 3  # 3 against a 9: an option, drawn
    assert found.remedies == [("card-drawn-in-error", "4.12(h)3")]
    assert found.results[2, "punt"] == "void"  # the hand itself was a tie


def test_4_12_i_a_card_the_banker_drew_goes_to_the_dominant_player():
    found = chemin("2 7 K K 6", more=wrong("banker-drew-first", 5))
    assert found.remedies == [("banker-drew-first", "4.12(i)")]
    assert found.called[-1] == "Player's Hand 8, Banker's Hand 7: Player's Hand wins"
    assert found.asked("draw")[-1][0].to == "seat:1"


def test_4_12_i_and_the_banker_then_draws_as_required():
    found = chemin("2 5 K K 6 3", more=wrong("banker-drew-first", 5))
    assert found.called[-1] == "Tie Hand"
    assert len(found.asked("draw")) == 6


@pytest.mark.parametrize(("card", "further"), [("4", 4), ("K", 0), ("A", 1)])
def test_4_12_j_a_card_face_up_in_the_shoe(card, further):
    found = chemin(f"9 {card} {'5 ' * further} K T 8", more=wrong("card-found-face-up", 2))
    assert found.remedies == [("card-found-face-up", "4.12(j)")]
    assert found.burned() == further
    assert found.net[2, "punt"] == 4000


def test_4_12_j_the_further_cards_are_drawn_face_up_and_discarded():
    found = chemin("9 4 5 5 5 5 K T 8", more=wrong("card-found-face-up", 2))
    assert [r.face for r, _ in found.asked("draw") if r.to == "burn"] == ["up"] * 4
    assert [card[0] for card in found.play.table.felt.rack][:5] == list("45555")


def test_4_12_j_in_the_last_hand_it_voids_the_hand():
    more = wrong("card-found-face-up", 3) + '\nopening = {shoe = "in play", cutting-card = "311"}'
    found = chemin("9 K 4", more=more)
    assert found.results[2, "punt"] == "void"
    assert found.play.next_opening.wagers[0].amount == 10000
    assert found.state["shoe"] == ""


@pytest.mark.parametrize(("left", "void"), [(3, True), (4, True), (5, False), (6, False)])
def test_4_12_j_the_last_hand_is_void_also_if_the_cutting_card_comes_later_in_it(left, void):
    """The second of five cards is a king, face up; then the cutting card comes, or only shows behind the last."""
    found = chemin("9 K 7 K K", more=wrong("card-found-face-up", 2) + opened(left))
    assert (found.results[2, "punt"] == "void") is void
    assert found.remedies == [("card-found-face-up", "4.12(j)")] * (1 + void)
    assert (found.state["shoe"] == "") is void
    if void:
        assert found.cites[2, "punt"] == "4.12(j)"
        assert found.play.next_opening.wagers[0].amount == 10000


@pytest.mark.parametrize(("left", "void"), [(7, True), (14, False), (15, False)])
def test_4_12_j_the_last_hand_is_void_also_if_the_cutting_card_comes_among_the_discards(left, void):
    found = chemin("9 9 2 2 2 2 3 3 3 3 4 7 K K", more=wrong("card-found-face-up", 2) + opened(left))
    assert (found.results[2, "punt"] == "void") is void


def test_4_12_j_a_hand_that_is_not_the_last_is_not_void():
    more = wrong("card-found-face-up", 2) + opened(3)
    found = chemin("9 K 7 K K", more=more, house='last-hand-rule = "finish-current-plus-one"')
    assert found.net[2, "punt"] == 4000


@pytest.mark.parametrize(
    ("what", "drawn", "counts"),
    [
        ("banker-overdrawn", "6 2 K 5 2 9 9", "Player's Hand 6, Banker's Hand 7"),
        ("player-three-cards", "6 7 K K 2 9 9", "Player's Hand 6, Banker's Hand 7"),
        ("card-after-stay", "6 7 K K 2 9 9", "Player's Hand 6, Banker's Hand 7"),
        ("dealer-said-card", "6 7 K K 2 9 9", "Player's Hand 6, Banker's Hand 7"),
        ("card-drawn-in-error", "6 7 K K 2 9 9", "Player's Hand 6, Banker's Hand 7"),
        ("banker-drew-first", "K 3 K K 2 9 9 7 5", "Player's Hand 7, Banker's Hand 8"),
    ],
)
def test_4_12_j_also_a_card_that_was_drawn_wrongly(what, drawn, counts):
    """The two is discarded with two further cards, and the hand goes on as if it had not been drawn."""
    found = chemin(drawn, more=wrongs((what, 5), ("card-found-face-up", 5)))
    by = "R-4.12j-of-no-hand" if what == "card-drawn-in-error" else "4.12(j)"
    assert found.remedies == [("card-found-face-up", by), (what, "R-4.12j-gone")]
    assert found.burned() == 2
    assert found.called[-1].startswith(counts)


def test_4_12_j_the_second_of_two_cards_the_banker_took():
    found = chemin("6 2 K 3 4 2 9 9", more=wrongs(("banker-took-two", 5), ("card-found-face-up", 6)))
    assert found.remedies == [("card-found-face-up", "4.12(j)"), ("banker-took-two", "R-4.12j-gone")]
    assert found.called[-1] == "Player's Hand 6, Banker's Hand 9: Banker's Hand wins"


@pytest.mark.parametrize(
    ("what", "voids"), [("card-after-stay", True), ("banker-overdrawn", True), ("card-drawn-in-error", False)]
)
def test_4_12_j_voids_the_last_hand_by_a_card_dealt_to_it_wrongly_but_not_by_one_of_no_hand(what, voids):
    drawn = "6 7 K K K"
    found = chemin(drawn, more=wrongs((what, 5), ("card-found-face-up", 5)) + opened(2))
    assert (found.results[2, "punt"] == "void") is voids


def test_4_12_j_more_than_one_each_with_its_own_further_cards():
    """The 2 takes two cards with it; the first of them, a 3 and face up too, takes three."""
    more = wrongs(("card-found-face-up", 2), ("card-found-face-up", 3))
    found = chemin("9 2 3 4 5 5 5 7 K K", more=more)
    assert found.remedies == [("card-found-face-up", "4.12(j)"), ("card-found-face-up", "R-4.12j-of-no-hand")]
    assert found.burned() == 5  # the 3 itself among them
    assert found.net[2, "punt"] == 4000


@pytest.mark.parametrize("told_so", [True, False])
def test_4_12_k_too_few_cards_void_the_hand(told_so):
    if told_so:
        found = chemin("9 K T", more=wrong("insufficient-cards", 4))
    else:
        held = shoe_text(Counter(cards("9 K T").split()))
        found = chemin("9 K T", more=f'opening = {{shoe = "{held}", cutting-card = "2"}}')
    assert found.remedies == [("insufficient-cards", "4.12(k)")]
    assert found.results[2, "punt"] == "void"
    assert found.state["shoe"] == ""


@pytest.mark.parametrize(("day", "printed"), [("2012-03-18", "19:47-4.12(d)"), ("2012-03-19", "13:69F-4.11(d)")])
def test_4_12_is_4_11_in_13_69F(day, printed):
    found = chemin("6 3 K 2 4 9", more=wrong("banker-took-two", 5), as_of=day)
    (remedy,) = found.verdict.to_dict()["remedies"]
    assert remedy["cite"] == printed


def test_what_cannot_have_happened_is_refused():
    with pytest.raises(RulesError, match="cannot have happened"):
        chemin("2 7 K K 6", more=wrong("card-after-stay", 5))
