"""Minibaccarat by section: N.J.A.C. 19:47-7. No text of it was read; it is punto banco with one dealer."""

from collections import Counter
from datetime import date

import pytest

from nomorebets.errors import EditionError, HouseRuleError, RulesError
from nomorebets.games import open_table
from nomorebets.hands.baccarat import BANKER_TABLE
from nomorebets.pricing.sheet import odds
from nomorebets.procedures.shoe_text import shoe_text
from nomorebets.rulings.dispute import rule_on
from nomorebets.rulings.transcript import read_transcript
from nomorebets.table import Settings
from nomorebets.table.house import required_notices
from shoes import Shoe, cards, told

OFFERED = 'offer-cards-456 = "on", offer-bonus = "on"'
KINDS = ("player", "banker", "tie", "cards-4", "cards-5", "cards-6", "bonus-player", "bonus-banker")
DEALS = ("9 K T 8", "4 2 4 7", "K 8 8 Q", "A 6 3 K 6 9", "A 6 5 K", "2 3 3 K 8", "2 2 3 3 4 4", "K Q J K 9 T")


def mini(drawn, wagers="1 player 10", more="", as_of="", house="") -> Shoe:
    return told("minibaccarat", drawn, wagers, more, as_of, house)


def wrong(what, before, **facts) -> str:
    extra = "".join(f", {k} = {str(v).lower()}" for k, v in facts.items())
    return f'irregularities = [{{before_card = {before}, what = "{what}"{extra}}}]'


def test_7_1_six_decks_and_eight_by_default():
    assert open_table("minibaccarat").house.options["decks"] == "8"
    with pytest.raises(HouseRuleError) as refused:
        open_table("minibaccarat", settings=Settings({"decks": "5"}))
    assert refused.value.by.reading == "R-7.1-decks"


@pytest.mark.parametrize(
    ("drawn", "counts"),
    [("A 7 8 K", "97"), ("9 T 9 8", "88"), ("J 9 9 Q", "99"), ("6 5 2 4", "89"), ("3 8 5 K", "88")],
)
def test_7_1_values_and_the_last_digit_of_the_sum(drawn, counts):
    read = {r.area: r.hand[-1] for r, _ in mini(drawn).asked("read-hand")}
    assert read["player"] + read["banker"] == counts


@pytest.mark.parametrize("wager", ["cards-4", "bonus-player", "dragon", "pair"])
def test_7_2_no_other_wagers_than_those_offered(wager):
    assert list(open_table("minibaccarat").layout) == ["player", "banker", "tie"]
    with pytest.raises(RulesError):
        mini("9 K T 8", f"1 {wager} 10")


def test_7_2_a_wager_after_the_call_goes_back():
    late = 'irregularities = [{before_card = 1, what = "late-wager", seat = 2, wager = "player", amount = "10.00"}]'
    found = mini("9 K T 8", more=late)
    assert (found.results[2, "player"], found.cites[2, "player"]) == ("void", "R-7.2-closing")
    assert found.net[1, "player"] == 1000


@pytest.mark.parametrize(("wager", "drawn", "net"), [("player", "9 K T 8", 1000), ("banker", "4 2 4 7", 950)])
def test_7_3_even_money_less_vigorish_on_the_bankers_hand(wager, drawn, net):
    assert mini(drawn, f"1 {wager} 10").net == {(1, wager): net}


@pytest.mark.parametrize(("row", "less", "more"), [("player", "9 to 10", "11 to 10"), ("tie", "7 to 1", "9 to 1")])
def test_7_3_no_less_than_the_odds_in_use(row, less, more):
    assert open_table("minibaccarat", settings=Settings(pay_table={row: more}))
    with pytest.raises(HouseRuleError, match="the minimum is"):
        open_table("minibaccarat", settings=Settings(pay_table={row: less}))


@pytest.mark.parametrize("drawn", DEALS)
def test_7_2_every_wager_as_in_punto_banco(drawn):
    wagers = ", ".join(f"1 {kind} 10" for kind in KINDS)
    ours, theirs = (told(game, drawn, wagers, house=OFFERED).net for game in ("minibaccarat", "punto-banco"))
    assert ours == theirs


@pytest.mark.parametrize(("taken", "net"), [("on", 1450), ("off", None)])
def test_7_2_a_coupon_where_the_house_takes_it(taken, net):
    text = f'game = "minibaccarat"\ncards = "{cards("4 2 4 7")}"\nhouse = {{ match-play-accepted = "{taken}" }}\n'
    text += 'wagers = [{seat = 1, wager = "banker", amount = "10.00", coupon = "5.00"}]'
    if net is not None:
        assert Shoe(text).net == {(1, "banker"): net}
        return
    with pytest.raises(RulesError) as refused:
        Shoe(text)
    assert refused.value.by.reading == "R-7.2-coupon"


def test_7_2_cites_its_own_subchapter():
    assert mini("9 K T 8").cites == {(1, "player"): "R-7.2-wagers"}
    cited = {e.request.by.subchapter for e in mini("2 2 3 3 4 4", "1 banker 10, 2 tie 10").play.entries}
    assert cited == {"7"}


@pytest.mark.parametrize(("collection", "marks"), [("deferred", True), ("at-payment", False)])
def test_7_3_vigorish_marked_or_collected(collection, marks):
    found = mini("4 2 4 7", "2 banker 10.50", house=f'vig-collection = "{collection}"')
    ((taken, _),) = found.asked("take-vigorish")
    assert (taken.amount, taken.marks) == (75, marks)
    assert found.net == {(2, "banker"): 975}


@pytest.mark.parametrize(("first", "further"), [("A", 1), ("K", 10)])
def test_7_5_shuffle_cut_and_burn(first, further):
    found = mini(f"{first} {'5 ' * further} 9 K T 8", more='opening = {shoe = ""}')
    assert found.burned() == 1 + further


@pytest.mark.parametrize(("shoe", "asked"), [("", ["shuffle", "cut"]), ("in play", [])])
def test_7_5_a_new_shoe_is_shuffled_cut_and_marked(shoe, asked):
    found = mini("9 K T 8", more=f'opening = {{shoe = "{shoe}"}}', house='burn-rule = "none"')
    names = [e.request.name for e in found.play.entries]
    assert [name for name in names if name in ("shuffle", "cut")] == asked
    assert found.state["cutting-card"] == "14"


def test_7_5_no_recut_once_a_card_is_dealt():
    with pytest.raises(RulesError, match="never came to the irregularity 'improper-cut'"):
        mini("A 5 9 K T 8", more=wrong("improper-cut", 4))


def test_7_5_recut():
    assert mini("A 5 9 K T 8", more=wrong("improper-cut", 1)).remedies == [("improper-cut", "R-7.5-shuffle")]


def test_7_7_no_more_bets_and_four_cards():
    found = mini("9 K T 8")
    assert found.called[0] == "No more bets"
    assert "Cards" not in found.called
    assert [(r.to, r.face) for r, _ in found.asked("draw")] == [("player", "up"), ("banker", "up")] * 2
    assert found.asked("ask") == []  # no curator


def test_7_7_face_down_until_called():
    found = mini("9 K T 8", house='deal-display = "face-down-banker-tucked"')
    assert {r.face for r, _ in found.asked("draw")} == {"down"}
    assert [r.area for r, _ in found.asked("turn-up")] == ["player", "banker"]


def test_7_7_players_do_not_touch_the_cards():
    with pytest.raises(HouseRuleError):
        open_table("minibaccarat", settings=Settings({"players-handle-cards": "highest-wager"}))


def test_7_8_last_hand():
    found = mini("9 K T 8 9 K T 8", more='opening = {shoe = "in play", cutting-card = "413"}')
    assert found.called.count("last hand") == 1
    assert found.state["shoe"] == ""


def test_7_8_counts_and_third_cards_the_players_hand_first():
    found = mini("2 2 3 3 4 4")
    assert found.called[1:3] == ["Player's Hand 5", "Banker's Hand 5"]
    assert [r.to for r, _ in found.asked("draw")[4:]] == ["player", "banker"]  # one to a hand, and no more


@pytest.mark.parametrize("drawn", ["9 K T 4", "K 8 2 Q", "8 9 K K"])
def test_7_9_a_natural_stops_all_drawing(drawn):
    assert len(mini(drawn, "1 tie 10").asked("draw")) == 4


@pytest.mark.parametrize("count", range(8))
def test_7_9_the_players_hand_draws_up_to_five(count):
    drawn = f"{count} 7 K K" + (" K" if count < 6 else "")
    assert [r.to for r, _ in mini(drawn, "1 tie 10").asked("draw")[4:]] == (["player"] if count < 6 else [])


@pytest.mark.parametrize("count", range(3, 7))
def test_7_9_the_table_of_punto_banco(count):
    for third in range(10):
        draws = BANKER_TABLE[count][third + 1] == "D"
        drawn = f"K {count} K K {third}" + (" K" if draws else "")
        assert len(mini(drawn, "1 tie 10").asked("draw")) == 5 + draws


def test_7_10_losers_first_and_from_the_highest_position_down():
    found = mini("4 2 4 7", "1 banker 10, 2 player 10, 6 banker 10")
    names = [(e.request.name, getattr(e.request, "seat", None)) for e in found.play.entries]
    assert [n for n in names if n[0] in ("collect", "take-vigorish")] == [
        ("collect", None),
        ("take-vigorish", 6),
        ("take-vigorish", 1),
    ]


@pytest.mark.parametrize(
    ("drawn", "said", "counts"),
    [
        ("9 K T 8", "Player's Hand 9, Banker's Hand 8: Player's Hand wins", "98"),
        ("4 2 4 7", "Player's Hand 8, Banker's Hand 9: Banker's Hand wins", "89"),
        ("2 2 3 3 4 4", "Player's Hand 9, Banker's Hand 9: Tie Hand", "99"),
    ],
)
def test_7_10_final_counts_and_the_winner_are_announced(drawn, said, counts):
    found = mini(drawn)
    assert found.called[-1] == said
    assert "".join(r.hand[-1] for r, _ in found.asked("read-hand")[-2:]) == counts


def test_7_10_the_procedure_is_notified():
    table = open_table("minibaccarat")
    assert required_notices(table.game, table.house)["settlement-order"].reading == "R-7.10-procedures"


@pytest.mark.parametrize(
    ("drawn", "what", "before", "facts", "cited"),
    [
        ("6 5 K K 4", "third-card-to-player", 5, {}, "R-7.11-third-to-player"),
        ("7 7 K K 4", "third-card-to-banker", 5, {"disclosed": False}, "R-7.11-undisclosed"),
        ("7 7 K K A 5", "third-card-to-banker", 5, {}, "R-7.11-disclosed"),
        ("2 2 3 3 4 4", "third-card-not-dealt", 5, {}, "R-7.11-not-dealt"),
        ("2 2 3 3 4 4", "banker-third-card-not-dealt", 6, {}, "R-7.11-not-dealt"),
        ("9 2 5 5 K T 8", "card-found-face-up", 2, {}, "R-7.11-face-up"),
        ("9 K T", "insufficient-cards", 4, {}, "R-7.11-too-few"),
        ("9 K T 8", "card-in-wrong-hand", 5, {}, "R-7.11-wrong-area"),
        ("A 5 9 K T 8", "shuffler-jam", 1, {}, "R-7.11-shuffler"),
        ("A 5 9 K T 8", "device-not-removed", 1, {}, "R-7.11-shuffler"),
    ],
)
def test_7_11_irregularities(drawn, what, before, facts, cited):
    assert mini(drawn, "1 tie 10", wrong(what, before, **facts)).remedies == [(what, cited)]


FOUND_AMONG_BURNED_CARDS = b"""
game = "minibaccarat"
wagers = [{ seat = 4, wager = "tie", amount = "20.00" }]
cards = "Jh 2s 5d 5c Qs Qs"
hands = { 4 = "2s 2h" }
irregularities = [{ what = "deck-not-right", before_spin = 4 }, { what = "card-found-face-up", before_card = 8 }]
"""


@pytest.mark.parametrize("name", ["minibaccarat", "punto-banco"])
def test_7_11_a_third_card_that_becomes_the_bankers_must_be_told(name):
    wrong = '{ before_card = 5, what = "third-card-to-player", disclosed = false }'
    text = f'game = "{name}"\ncards = "7s 2h Kd Kc"\nirregularities = [{wrong}]\n'
    with pytest.raises(RulesError, match="it becomes the Banker's third card, and counts"):
        rule_on(read_transcript(f'{text}wagers = [{{ seat = 1, wager = "player", amount = "10.00" }}]'.encode()))


def test_7_11_the_card_that_was_found_face_up_must_be_told():
    with pytest.raises(RulesError, match="which card it was"):
        rule_on(read_transcript(FOUND_AMONG_BURNED_CARDS))


def test_7_11_before_2006_a_disclosed_card_is_discarded():
    found = mini("7 7 K K A", "1 tie 10", wrong("third-card-to-banker", 5), "2006-09-04")
    assert found.remedies == [("third-card-to-banker", "R-7.11-disclosed-before")]


CONTINUOUS = 'shoe = "continuous"'


def test_7_12_every_round_from_all_cards():
    found = mini("9 K T 8 9 K T 8", "1 player 10, 1 player 10 @5", house=CONTINUOUS)
    assert [len(game.table.felt.shoe) and game.table.felt.shoe.total() for game in found.rounds] == [412, 412]
    names = [e.request.name for game in found.rounds for e in game.entries]
    assert names.count("shuffle") == 2
    assert not {"cut", "note"} & set(names)
    assert found.burned() == 0
    assert "last hand" not in found.called


def test_7_12_vigorish_is_taken_with_the_payment():
    assert (
        open_table("minibaccarat", settings=Settings({"shoe": "continuous"})).house.options["vig-collection"]
        == "at-payment"
    )
    with pytest.raises(HouseRuleError) as refused:
        open_table("minibaccarat", settings=Settings({"shoe": "continuous", "vig-collection": "deferred"}))
    assert refused.value.by.reading == "R-7.12-vigorish"


def test_7_12_the_odds_are_those_of_a_fresh_shoe():
    fresh, endless = (odds("minibaccarat", options={"shoe": way}) for way in ("manual", "continuous"))
    assert {w: line.edge for w, line in fresh.items()} == {w: line.edge for w, line in endless.items()}


def test_7_12_punto_banco_has_no_such_section():
    with pytest.raises(RulesError, match="no option is called 'shoe'"):
        open_table("punto-banco", settings=Settings({"shoe": "continuous"}))


@pytest.mark.parametrize(("day", "listed"), [(date(1986, 8, 3), False), (date(1986, 8, 4), True)])
def test_adopted_on_august_4_1986(day, listed):
    if listed:
        assert open_table("minibaccarat", day).as_of == day
        return
    with pytest.raises(EditionError):
        open_table("minibaccarat", day)


def test_an_empty_shoe_voids_the_round():
    held = shoe_text(Counter(cards("9 K T").split()))
    found = mini("9 K T", more=f'opening = {{shoe = "{held}", cutting-card = "out"}}')
    assert found.results == {(1, "player"): "void"}
