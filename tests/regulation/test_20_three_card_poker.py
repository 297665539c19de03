"""Three card poker, section by section: 19:47-20, 13:69F-20."""

import itertools
from collections import Counter, defaultdict
from datetime import date

import pytest

from nomorebets.compliance.check import check
from nomorebets.drivers.bots import bots_at
from nomorebets.drivers.chance import SeededChance
from nomorebets.equipment.cards import DECK
from nomorebets.errors import EditionError, HouseRuleError, TranscriptError, WagerRefused
from nomorebets.games import open_table
from nomorebets.games.stud.showdown import end_of
from nomorebets.games.three_card_poker import terms as options
from nomorebets.games.three_card_poker.game import GAME
from nomorebets.games.three_card_poker.script import RANKING, qualifies
from nomorebets.games.three_card_poker.settlement import Outcome, pair_plus_pays
from nomorebets.hands.poker import three_card_hand
from nomorebets.pricing.sheet import odds
from nomorebets.regulation import cite, law
from nomorebets.table import Round, Settings, Wager, play
from nomorebets.table.acceptance import verify_bets, verify_wager
from nomorebets.table.felt import Felt
from nomorebets.table.house import required_signs, set_up_house
from told import noticed, told

BOTH = "1 ante 10.00, 1 pair-plus 5.00"
HIGH = "Kc 9d 4h"  # a player's hand that pays nothing
LOW = "Jd Tc 6h"  # a dealer's hand that does not qualify


def played(player: str, dealer: str, wagers: str = BOTH, decisions: str = "1 play", **more):
    return told("three-card-poker", wagers, f"{player} {dealer}", decisions, **more)


# --- 20.2 cards, 20.3 rankings ---------------------------------------------------------------------------------------


def test_20_2_one_deck_of_52():
    felt = played(HIGH, LOW).play.table.felt
    assert felt.shoe.total() == 52 - 6
    assert set((Counter(DECK) - felt.shoe).values()) == {1}


def test_20_2_two_decks_alternate_only_with_a_device():
    game_play = played(HIGH, LOW).play
    assert game_play.next_opening.state["deck-in-play"] == "A"
    with pytest.raises(HouseRuleError, match="needs shuffle = automated"):
        open_table("three-card-poker", settings=Settings({"shuffle": "manual", "second-deck": "on"}))
    assert (
        open_table("three-card-poker", settings=Settings({"shuffle": "manual"})).house.options["second-deck"] == "off"
    )


def test_20_2_each_deck_serves_every_second_round():
    state: dict[str, str] = {}
    decks = []
    for _ in range(4):
        state = played(HIGH, LOW, opening=state or None).play.next_opening.state
        decks.append(state["deck-in-play"])
    assert decks == ["A", "B", "A", "B"]


@pytest.mark.parametrize(("seat", "taken"), [(7, True), (8, False)])
def test_20_2_seven_positions(seat, taken):
    at = Round(open_table("three-card-poker"))
    if taken:
        verify_wager(at, Wager(seat, "ante", 1000))
    else:
        with pytest.raises(WagerRefused, match="no such position"):
            verify_wager(at, Wager(seat, "ante", 1000))


RANKED = [
    "Ah Kh Qh",
    "3h 2h Ah",
    "Ac Ad Ah",
    "2c 2d 2h",
    "Ac Kd Qh",
    "3c 2d Ah",
    "Ah Kh Jh",
    "5h 3h 2h",
    "Ac Ad Kh",
    "2c 2d 3h",
    "Ac Kd Jh",
    "Qc 3d 2h",
    "Jc Td 8h",
    "5c 3d 2h",
]


def test_20_3_b_hands_rank_in_this_order():
    hands = [three_card_hand(cards) for cards in RANKED]
    assert all(higher > lower for higher, lower in itertools.pairwise(hands))


@pytest.fixture(scope="module")
def every_hand():
    """All 22,100 hands by category."""
    found = defaultdict(list)
    for cards in itertools.combinations(DECK, 3):
        hand = three_card_hand(cards)
        found[hand.category].append((hand, cards))
    return found


def ranked_by(hands) -> set[str]:
    return {str(RANKING.by(hand)) for hand, _ in hands} - {"20.3(a)"}


def test_20_3_b_1_straight_flushes(every_hand):
    hands = every_hand["straight-flush"]
    assert (len(hands), ranked_by(hands)) == (48, {"20.3(b)1"})
    assert (set(max(hands)[1]), set(min(hands)[1])) == ({"As", "Ks", "Qs"}, {"Ac", "2c", "3c"})


def test_20_3_b_2_three_of_a_kind(every_hand):
    hands = every_hand["three-of-a-kind"]
    assert (len(hands), ranked_by(hands)) == (52, {"20.3(b)2"})
    assert ({c[0] for c in max(hands)[1]}, {c[0] for c in min(hands)[1]}) == ({"A"}, {"2"})


def test_20_3_b_3_straights_outrank_flushes(every_hand):
    hands = every_hand["straight"]
    assert (len(hands), ranked_by(hands)) == (720, {"20.3(b)3"})
    assert ({c[0] for c in max(hands)[1]}, {c[0] for c in min(hands)[1]}) == (set("AKQ"), set("32A"))
    assert min(hands)[0] > max(every_hand["flush"])[0]


def test_20_3_b_4_flushes_outrank_pairs(every_hand):
    hands = every_hand["flush"]
    assert (len(hands), ranked_by(hands)) == (1096, {"20.3(b)4"})
    assert min(hands)[0] > max(every_hand["pair"])[0]


def test_20_3_b_5_pairs_outrank_nothing(every_hand):
    hands = every_hand["pair"]
    assert (len(hands), ranked_by(hands)) == (3744, {"20.3(b)5"})
    assert min(hands)[0] > max(every_hand["high-card"])[0]
    assert (Counter(c[0] for c in max(hands)[1])["A"], Counter(c[0] for c in min(hands)[1])["2"]) == (2, 2)
    assert (len(every_hand["high-card"]), ranked_by(every_hand["high-card"])) == (16440, {"20.3(c)"})


@pytest.mark.parametrize(("cards", "paragraph"), [("3c 2d Ah", "20.3(a)"), ("4c 3d 2h", "20.3(b)3")])
def test_20_3_a_an_ace_counts_low_only_below_the_two(cards, paragraph):
    assert str(RANKING.by(three_card_hand(cards))) == paragraph
    assert three_card_hand("Kc Ad 2h").category == "high-card"


def test_20_3_a_cards_rank_from_the_ace_down_to_the_two():
    pairs = [three_card_hand(f"{rank}c {rank}d {'2' if rank != '2' else '3'}h") for rank in "AKQJT98765432"]
    assert all(higher > lower for higher, lower in itertools.pairwise(pairs))


@pytest.mark.parametrize("ranks", ["AKQ", "32A", "K94", "99K", "777"])
def test_20_3_a_suits_are_equal(ranks):
    suits = [tuple(itertools.islice(itertools.cycle("cdhs"), n, n + 3)) for n in range(4)]
    assert len({three_card_hand(" ".join(map("".join, zip(ranks, own, strict=True)))) for own in suits}) == 1


def test_20_3_c_highest_card_the_other_lacks_and_suits_never_count():
    assert three_card_hand("Kc 9d 4h") > three_card_hand("Kd 9h 3s")
    assert three_card_hand("Kc 9d 4h") == three_card_hand("Kd 9h 4s")
    assert three_card_hand("5c 5d Kh") > three_card_hand("5h 5s Qh")
    assert three_card_hand("6c 6d 2h") > three_card_hand("5c 5d Ah")  # R-20.3c-order


def test_20_3_is_the_only_text_that_was_read():
    day = date(2012, 3, 19)
    assert law.basis(cite("20.3(b)1"), day) == "text"
    assert law.basis(cite("20.3(b)1"), date(2008, 1, 1)) == "parallel"
    assert {law.basis(cite(f"20.{n}"), day) for n in (10, 11)} == {"reconstructed"}
    assert {law.basis(cite(f"20.{n}"), day) for n in (5, 6, 7, 8, 9, 12)} == {"parallel"}


# --- 20.5 shuffle and cut --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("shuffle", "cut"), [("automated", False), ("manual", True), ("pre-shuffled", True)])
def test_20_5_cards_are_cut_unless_a_device_shuffled_them(shuffle, cut):
    asked = played(HIGH, LOW, shuffle=shuffle).asked
    assert ("cut" in asked) is cut
    assert asked.index("shuffle") < asked.index("take-wagers")


@pytest.mark.parametrize(("taken", "recut"), [(9, True), (10, False)])
def test_20_5_at_least_ten_cards_are_cut(taken, recut):
    wrong = ({"before_card": 1, "what": "improper-cut", "taken": taken},)
    if recut:
        found = played(HIGH, LOW, shuffle="manual", wrong=wrong)
        assert "improper-cut" in found.remedies
        assert found.asked.count("cut") == 2
        return
    with pytest.raises(TranscriptError, match="leads to nothing that the rules remedy"):
        played(HIGH, LOW, shuffle="manual", wrong=wrong)


@pytest.mark.parametrize("stands", ["", "just-opened", "in-play"])
def test_20_5_shuffled_before_play_begins_and_after_every_round(stands):
    found = played(HIGH, LOW, opening={"table": stands} if stands else None)
    assert found.asked.count("shuffle") == 1
    again = played(HIGH, LOW, opening=found.play.next_opening.state)
    assert again.asked.count("shuffle") == 1
    assert again.play.table.felt.shoe.total() == 52 - 6


def test_20_5_no_recut_once_a_card_is_dealt():
    with pytest.raises(TranscriptError, match="never came to the irregularity 'improper-cut'"):
        played(HIGH, LOW, shuffle="manual", wrong=({"before_card": 2, "what": "improper-cut"},))


def test_20_5_a_jammed_shuffler_shuffles_again():
    found = played(HIGH, LOW, wrong=({"before_card": 1, "what": "shuffler-jam"},))
    assert found.asked.count("shuffle") == 2
    assert found.remedied_by == {"shuffler-jam": "R-20.12-shuffler"}


# --- 20.6 wagers -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wagers", ["1 ante 10.00", "1 pair-plus 5.00", BOTH])
def test_20_6_ante_alone_pair_plus_alone_or_both(wagers):
    decides = "1 play" if "ante" in wagers else ""
    found = played(HIGH, LOW, wagers, decides)
    assert ("ask" in found.asked) is bool(decides)
    expected = {(1, "ante"): "10.00", (1, "play"): "0.00", (1, "pair-plus"): "-5.00"}
    assert found.net == {at: net for at, net in expected.items() if at in found.net}


@pytest.mark.parametrize(("amount", "accepted"), [("5.00", False), ("10.00", True), ("20.00", False), (None, True)])
def test_20_6_the_play_wager_is_exactly_the_ante(amount, accepted):
    decides = f"1 play {amount}" if amount else "1 play"
    if accepted:
        assert played(HIGH, LOW, decisions=decides).net[1, "play"] == "0.00"
    else:
        with pytest.raises(WagerRefused, match=r"play of .* refused"):
            played(HIGH, LOW, decisions=decides)


def test_20_6_the_play_wager_is_made_after_the_deal():
    with pytest.raises(WagerRefused, match="after the cards are dealt"):
        played(HIGH, LOW, "1 ante 10.00, 1 play 10.00")


def test_20_6_a_spoken_wager_is_refused():
    with pytest.raises(WagerRefused, match="spoken wager"):
        verify_wager(Round(open_table("three-card-poker")), Wager(1, "ante", 1000, verbal="confirmed"))


@pytest.mark.parametrize(("beside", "taken"), [("ante", True), ("pair-plus", True), ("", False)])
def test_20_6_the_six_card_bonus_goes_with_another_wager(beside, taken):
    at = Round(open_table("three-card-poker", settings=Settings({"offer-six-card-bonus": "on"})))
    wagers = tuple(Wager(1, kind, 1000) for kind in (beside, "six-card-bonus") if kind)
    if taken:
        verify_bets(at, wagers, (), cite("20.6"))
    else:
        with pytest.raises(WagerRefused, match="goes only with an ante or a pair plus wager"):
            verify_bets(at, wagers, (), cite("20.6"))


@pytest.mark.parametrize("kind", ["pair-plus", "six-card-bonus"])
def test_20_6_a_wager_that_is_not_offered_is_refused(kind):
    settings = Settings({"offer-pair-plus": "off", "offer-six-card-bonus": "off"})
    table = open_table("three-card-poker", settings=settings)
    assert kind not in table.layout
    with pytest.raises(WagerRefused):
        table.place(kind)


@pytest.mark.parametrize(("amount", "taken"), [(450, False), (500, True)])
def test_20_6_five_dollars_at_least_where_fixed_sums_are_paid(amount, taken):
    options_on = {"offer-six-card-bonus": "on", "six-card-table": "six-mm"}
    at = Round(open_table("three-card-poker", settings=Settings(options_on)))
    wagers = (Wager(1, "ante", 1000), Wager(1, "six-card-bonus", amount))
    if taken:
        verify_bets(at, wagers, (), cite("20.6"))
    else:
        with pytest.raises(WagerRefused, match=r"at least \$5"):
            verify_bets(at, wagers, (), cite("20.6"))


def test_20_6_a_late_wager_goes_back():
    late = {"before_card": 2, "what": "late-wager", "seat": 2, "wager": "ante", "amount": "10.00"}
    found = played(HIGH, LOW, wrong=(late,))
    assert (found.result[2, "ante"], found.cite[2, "ante"]) == ("void", "R-20.6-closing")


def test_20_6_a_coupon_is_paid_with_a_winning_ante_and_earns_no_bonus():
    table = open_table("three-card-poker", settings=Settings({"match-play-accepted": "on"}))
    ante, play, plus = Wager(1, "ante", 1000, 500), Wager(1, "play", 1000), Wager(1, "pair-plus", 1000, 500)
    straight, dealers = three_card_hand("7c 8d 9h"), [three_card_hand(cards) for cards in ("Kd 9h 2s", "2c 2d 2h")]
    ends = [end_of(straight, dealer, qualifies(dealer, table.house)) for dealer in dealers]
    wagers = ante, play, Wager(1, "ante-bonus", 0), plus
    won, lost = (GAME.settle(wagers, Outcome(end, "straight", ante.amount), table.house) for end in ends)
    assert [r.net for r in won] == [1500, 1000, 1000, 9000]
    assert [r.net for r in lost] == [-1000, -1000, 1000, 9000]
    with pytest.raises(WagerRefused, match="not taken here"):
        verify_wager(Round(open_table("three-card-poker")), ante)


# --- 20.7, 20.8, 20.9 dealing ----------------------------------------------------------------------------------------


def drawn(found) -> list[str]:
    return [entry.request.to for entry in found.play.entries if entry.request.name == "draw"]


@pytest.mark.parametrize(("method", "paragraph"), [("manual-shoe", "20.7"), ("hand", "20.8")])
def test_20_7_one_card_at_a_time_in_three_circuits(method, paragraph):
    wagers = "1 ante 10.00, 3 pair-plus 5.00"
    found = told("three-card-poker", wagers, "Kc 2c Jd 9d 3d Tc 4h 5h 6h", "1 play", dealing_method=method)
    assert drawn(found) == ["seat:1", "seat:3", "dealer"] * 3
    by = {str(e.request.by) for e in found.play.entries if e.request.name == "draw"}
    assert by == {paragraph}
    assert {e.request.face for e in found.play.entries if e.request.name == "draw"} == {"down"}
    assert found.called == ["No more bets"]
    assert found.asked.index("announce") < found.asked.index("draw")


@pytest.mark.parametrize("method", ["manual-shoe", "hand", "automated-shoe"])
def test_20_7_the_stub_goes_unseen_to_the_rack(method):
    found = told("three-card-poker", "1 ante 10.00", f"{HIGH} {LOW}", "1 play", dealing_method=method)
    last_card = max(i for i, name in enumerate(found.asked) if name == "draw")
    assert last_card < found.asked.index("stub-to-rack") < found.asked.index("ask")
    assert sorted(found.play.table.felt.rack) == sorted(f"{HIGH} {LOW}".split())  # of the stub no card was seen


def test_20_8_from_the_hand_only_with_a_shuffling_device():
    with pytest.raises(HouseRuleError, match="dealing-method = hand needs shuffle = automated"):
        open_table("three-card-poker", settings=Settings({"shuffle": "manual", "dealing-method": "hand"}))


def test_20_9_stacks_of_three_the_dealers_last():
    found = told("three-card-poker", "1 ante 10.00, 2 ante 10.00", f"{HIGH} 2c 5d 7h {LOW}", "1 play, 2 fold")
    assert drawn(found) == ["seat:1"] * 3 + ["seat:2"] * 3 + ["dealer"] * 3
    assert found.called == ["No more bets"]
    faces = {e.request.face for e in found.play.entries if e.request.name == "draw"}
    assert faces == {"down"}
    assert found.asked.index("announce") < found.asked.index("draw")
    assert "stub-to-rack" in found.asked


def test_20_7_the_stub_is_counted_in_the_fifth_round():
    four = {"rounds-since-stub-count": "4"}
    assert "count-stub" in played(HIGH, LOW, opening=four).asked
    assert "count-stub" not in played(HIGH, LOW, opening={"rounds-since-stub-count": "3"}).asked
    assert "count-stub" not in played(HIGH, LOW, opening=four, counting_shuffler="on").asked


@pytest.mark.parametrize(("misdealt", "removed"), [(False, True), (True, False)])
def test_20_7_a_wrong_count_voids_all_hands(misdealt, removed):
    wrong = ({"before_card": 7, "what": "stub-count-wrong", "number": 45, "misdealt": misdealt},)
    found = told("three-card-poker", BOTH, f"{HIGH} {LOW}", wrong=wrong)
    assert set(found.result.values()) == {"void"}
    assert ("removed" in found.remedies["stub-count-wrong"]) is removed


def test_20_9_nobody_sees_a_card_of_another_before_the_end():
    table = open_table("three-card-poker")
    bots = bots_at(table, "always-play", 3, SeededChance(5))
    seen: list[list[str]] = []

    def watching(request, at):
        if request.name == "ask":
            seen.extend(at.felt.seen_by(request.seat).values())
            own = at.felt.seen_by(request.seat).pop(f"seat:{request.seat}")
            assert "??" not in own
            assert {c for a, cards in at.felt.seen_by(None).items() for c in cards} == {"??"}
        return bots(request, at)

    play(Round(table, Felt()), watching)
    assert seen


# --- 20.10 the round -------------------------------------------------------------------------------------------------

EXAMPLES = [
    # player, dealer, ante, play, bonus, pair plus of 5.00: the worked examples of the dossier
    ("Kc 9d 4h", "Jd Tc 6h", "10.00", "0.00", None, "-5.00"),
    ("Qc 6d 4h", "Qd 6h 3s", "10.00", "10.00", None, "-5.00"),
    ("7c 8d 9h", "2c 2d 2h", "-10.00", "-10.00", "10.00", "30.00"),
    ("Ac 2c 3c", "Ad Kd Qd", "-10.00", "-10.00", "50.00", "200.00"),
    ("5c 5d Kh", "5h 5s Kd", "0.00", "0.00", None, "5.00"),
    ("4c 4d 4h", "Tc Jd Qh", "10.00", "10.00", "40.00", "150.00"),
    ("Ac Kc Jc", "Kd Qh Jd", "-10.00", "-10.00", None, "20.00"),
]


@pytest.mark.parametrize(("player", "dealer", "ante", "plays", "bonus", "plus"), EXAMPLES)
def test_20_10_worked_examples(player, dealer, ante, plays, bonus, plus):
    net = played(player, dealer).net
    assert (net[1, "ante"], net[1, "play"], net[1, "pair-plus"]) == (ante, plays, plus)
    assert net.get((1, "ante-bonus")) == bonus


def test_20_10_a_fold_forfeits_ante_and_pair_plus_at_once():
    found = played("2c 2d 9h", "Kd 9c 4h", decisions="1 fold")
    assert found.net == {(1, "ante"): "-10.00", (1, "pair-plus"): "-5.00"}
    assert found.cite[1, "pair-plus"] == "R-20.10-fold-pair-plus"
    assert found.asked.index("collect") < found.asked.index("turn-up")


def test_20_10_pair_plus_may_survive_a_fold():
    found = played("2c 2d 9h", "Kd 9c 4h", decisions="1 fold", pair_plus_survives_fold="on")
    assert found.net == {(1, "ante"): "-10.00", (1, "pair-plus"): "5.00"}


def test_20_10_a_folded_straight_earns_no_bonus():
    found = played("7c 8d 9h", "Kd 9c 4h", "1 ante 10.00", "1 fold")
    assert found.net == {(1, "ante"): "-10.00"}


@pytest.mark.parametrize(
    ("dealer", "qualifies"), [("Qc 3d 2h", True), ("Jc Td 8h", False), ("2c 2d 3h", True), ("Kc 3d 2h", True)]
)
def test_20_10_the_dealer_qualifies_with_queen_high(dealer, qualifies):
    found = played("9c 9d 4s", dealer, "1 ante 10.00")
    assert found.net == {(1, "ante"): "10.00", (1, "play"): "10.00" if qualifies else "0.00"}
    assert found.result[1, "play"] == ("win" if qualifies else "push")


@pytest.mark.parametrize(("player", "net"), [("Qs 6c 4c", "10.00"), ("Qs 6c 3c", "0.00"), ("Qs 6c 2c", "-10.00")])
def test_20_10_higher_equal_and_lower(player, net):
    found = played(player, "Qd 6h 3s", "1 ante 10.00")
    assert found.net == {(1, "ante"): net, (1, "play"): net}


@pytest.mark.parametrize(
    ("player", "bonus"), [("Ac Kc Qc", "50.00"), ("9c 9d 9h", "40.00"), ("Ac 2d 3h", "10.00"), ("Ac Kc Jc", None)]
)
@pytest.mark.parametrize("dealer", ["Jd Ts 8h", "Qd 6h 3s", "As Ad Ah"])
def test_20_10_the_ante_bonus_is_paid_whatever_the_dealer_holds(player, bonus, dealer):
    if set(player.split()) & set(dealer.split()):
        return
    found = played(player, dealer, "1 ante 10.00")
    assert found.net.get((1, "ante-bonus")) == bonus


def test_20_10_decisions_clockwise_settlement_counterclockwise():
    wagers = "1 ante 10.00, 2 ante 10.00, 4 pair-plus 5.00"
    cards = "Ac Kd 4h 2c 3d 9h 5c 5d 8h Qd 6h 3s"
    found = told("three-card-poker", wagers, cards, "1 play, 2 play")
    asked = [e.request.seat for e in found.play.entries if e.request.name == "ask"]
    assert asked == [1, 2]
    turned = [e.request.area for e in found.play.entries if e.request.name == "turn-up"]
    assert turned == ["dealer", "seat:4", "seat:2", "seat:1"]
    assert list(found.net) == [(4, "pair-plus"), (2, "ante"), (2, "play"), (1, "ante"), (1, "play")]
    rack = found.play.table.felt.rack
    assert rack == "5c 5d 8h 2c 3d 9h Ac Kd 4h Qd 6h 3s".split()  # every hand can be rebuilt


def test_20_10_the_dealers_cards_are_shown_also_to_pair_plus_alone():
    found = played("5c 5d 8h", LOW, "1 pair-plus 5.00", "")
    turned = [e.request.area for e in found.play.entries if e.request.name == "turn-up"]
    assert turned == ["dealer", "seat:1"]


@pytest.mark.parametrize(
    ("player", "dealer", "net"),
    [
        ("Ah Kh Qh", "Jh Th 2c", "5000.00"),
        ("9h Kh Qh", "Jh Th 2c", "1000.00"),
        ("9c 9d 9h", "9s Th 2c", "250.00"),
        ("9c 9d 9h", "Ts Th 2c", "125.00"),
        ("9c Kc 3c", "Tc 2c 5d", "100.00"),
        ("9c Kd 8c", "Tc Jd 7d", "50.00"),
        ("9c 9d 8c", "9h Jd 2d", "25.00"),
        ("9c 9d 8c", "8h Jd 2d", "-5.00"),
    ],
)
def test_20_10_the_six_card_bonus_counts_the_best_five_of_six(player, dealer, net):
    found = played(player, dealer, "1 ante 10.00, 1 six-card-bonus 5.00", offer_six_card_bonus="on")
    assert found.net[1, "six-card-bonus"] == net


def test_20_10_a_flush_beats_a_straight_in_the_six_card_bonus():
    found = played("9c Tc Jd", "Qc Kc 2c", "1 pair-plus 5.00, 1 six-card-bonus 5.00", "", offer_six_card_bonus="on")
    assert found.net[1, "six-card-bonus"] == "100.00"


@pytest.mark.parametrize(("survives", "net", "kept"), [("on", "125.00", True), ("off", "-5.00", False)])
def test_20_10_the_six_card_bonus_after_a_fold(survives, net, kept):
    wagers = "1 ante 10.00, 1 six-card-bonus 5.00"
    more = {"offer_six_card_bonus": "on", "side_wagers_survive_fold": survives}
    found = played("9c 9d 2h", "Ts Th 9s", wagers, "1 fold", **more)
    assert found.net == {(1, "ante"): "-10.00", (1, "six-card-bonus"): net}
    assert ("seat:1" in [e.request.area for e in found.play.entries if e.request.name == "turn-up"]) is kept


@pytest.mark.parametrize(
    ("suit", "net"), [("d", "1000000.00"), ("h", "100000.00")], ids=["in diamonds", "in another suit"]
)
def test_20_10_a_six_card_royal_wins_a_fixed_sum(suit, net):
    cards = [rank + suit for rank in "9TJQKA"]
    more = {"offer_six_card_bonus": "on", "six_card_table": "six-mm"}
    found = played(" ".join(cards[:3]), " ".join(cards[3:]), "1 ante 10.00, 1 six-card-bonus 5.00", **more)
    assert found.net[1, "six-card-bonus"] == net
    plain = played(
        " ".join(cards[:3]),
        " ".join(cards[3:]),
        "1 ante 10.00, 1 six-card-bonus 5.00",
        **more | {"six_card_table": "six-1"},
    )
    assert plain.net[1, "six-card-bonus"] == "5000.00"


PROGRESSIVE = "1 ante 10.00, 1 progressive 1.00"


@pytest.mark.parametrize(
    ("player", "net"),
    [
        ("Ah Kh Qh", "499.00"),
        ("9h Th Jh", "69.00"),
        ("9c 9d 9h", "59.00"),
        ("9c Td Jh", "5.00"),
        ("9c 2c Kc", "-1.00"),
    ],
)
@pytest.mark.parametrize("decides", ["1 play", "1 fold"])
def test_20_10_the_progressive_wager_pays_by_the_own_hand(player, net, decides):
    found = played(player, "2s 4d 6h", PROGRESSIVE, decides, offer_progressive="on")
    assert found.net[1, "progressive"] == net
    gone = played(player, "2s 4d 6h", PROGRESSIVE, "1 fold", offer_progressive="on", side_wagers_survive_fold="off")
    assert gone.net == {(1, "ante"): "-10.00", (1, "progressive"): "-1.00"}


def test_20_10_a_fold_forfeits_the_progressive_wager_of_its_own_seat_alone():
    options = {"offer_progressive": "on", "side_wagers_survive_fold": "off"}
    wagers = f"{PROGRESSIVE}, 2 ante 10.00, 2 progressive 1.00"
    found = told("three-card-poker", wagers, f"{HIGH} 9h Th Jh 2s 4d 6h", "1 fold, 2 play", **options)
    assert (found.net[1, "progressive"], found.net[2, "progressive"]) == ("-1.00", "69.00")


def test_20_10_a_mini_royal_of_spades_wins_the_meter_and_the_others_are_paid_too():
    wagers = f"{PROGRESSIVE}, 2 ante 10.00, 2 progressive 1.00, 3 ante 10.00"
    cards = f"As Ks Qs 2c 5d 8h 3c 6d 9h {LOW}"
    found = told("three-card-poker", wagers, cards, "1 play, 2 fold, 3 fold", offer_progressive="on")
    assert found.net[1, "progressive"] == "999.40"  # $1,000, and 20 cents of each of two chips, less the chip itself
    assert found.net[2, "progressive-envy"] == "100.00"
    assert not {(1, "progressive-envy"), (3, "progressive-envy")} & set(found.net)  # the winner, and who made none
    assert found.play.next_opening.state["meter"] == "100000"
    hearts = told("three-card-poker", wagers, cards.replace("s", "d"), "1 play, 2 fold, 3 fold", offer_progressive="on")
    assert (hearts.net[1, "progressive"], hearts.net[2, "progressive-envy"]) == ("499.00", "25.00")
    assert hearts.play.next_opening.state["meter"] == "100040"


def test_20_6_the_progressive_wager_is_one_dollar_beside_another_wager():
    at = Round(open_table("three-card-poker", settings=Settings({"offer-progressive": "on"})))
    verify_bets(at, (Wager(1, "ante", 1000), Wager(1, "progressive", 100)), (), cite("20.6"))
    with pytest.raises(WagerRefused, match=r"its stake is \$1"):
        verify_wager(at, Wager(1, "progressive", 200))
    twice = (Wager(1, "ante", 1000), Wager(1, "progressive", 100), Wager(1, "progressive", 100))
    with pytest.raises(WagerRefused, match="it has been made"):
        verify_bets(at, twice, (), cite("20.6"))
    with pytest.raises(WagerRefused, match="goes only with"):
        verify_bets(at, (Wager(1, "progressive", 100),), (), cite("20.6"))
    with pytest.raises(WagerRefused):
        open_table("three-card-poker").place("progressive")


def test_20_12_a_void_progressive_wager_leaves_the_meter_as_it_was():
    opening = {"meter": "250000"}
    wrong = ({"before_card": 7, "what": "dealer-wrong-number", "cards": 4},)
    found = told("three-card-poker", PROGRESSIVE, f"{HIGH} {LOW}", wrong=wrong, offer_progressive="on", opening=opening)
    assert found.result[1, "progressive"] == "void"
    assert found.play.next_opening.state["meter"] == "250000"
    one = ({"before_card": 7, "what": "player-wrong-number", "seat": 1, "cards": 4},)
    found = told("three-card-poker", PROGRESSIVE, f"{HIGH} {LOW}", wrong=one, offer_progressive="on", opening=opening)
    assert found.play.next_opening.state["meter"] == "250000"
    both, decided = f"{PROGRESSIVE}, {PROGRESSIVE.replace('1 ante', '2 ante').replace('1 prog', '2 prog')}", "2 play"
    wrong = ({"before_card": 10, "what": "player-wrong-number", "seat": 1, "cards": 4},)
    found = told("three-card-poker", both, DEALT, decided, wrong=wrong, offer_progressive="on", opening=opening)
    assert (found.net[1, "progressive"], found.net[2, "progressive"]) == ("0.00", "-1.00")
    assert found.play.next_opening.state["meter"] == "250020"  # the chip of the other seat counts


# --- 20.11 payout odds -----------------------------------------------------------------------------------------------

HANDS = {
    "mini-royal": "Ac Kc Qc",
    "straight-flush": "9c Tc Jc",
    "three-of-a-kind": "9c 9d 9h",
    "straight": "9c Td Jh",
    "flush": "9c 2c Kc",
    "pair": "9c 9d 2h",
}


LISTED = {  # from the best hand down
    "ante-bonus": {"ab-1": "5 4 1", "ab-2": "4 3 1", "ab-3": "3 2 1", "ab-4": "5 3 1"},
    "pair-plus": {
        "pp-1": "40 40 30 6 4 1",
        "pp-2": "40 40 30 6 3 1",
        "pp-3": "40 40 30 5 4 1",
        "pp-4": "40 40 25 6 4 1",
        "pp-5": "35 35 33 6 4 1",
        "pp-6": "35 35 25 6 4 1",
        "pp-7": "40 40 30 5 3 1",
        "pp-8": "50 40 30 6 3 1",
        "pp-9": "50 40 30 6 4 1",
        "pp-10": "200 40 30 6 3 1",
    },
    "six-card-bonus": {
        "six-1": "1,000 200 50 25 20 10 5",
        "six-2": "1,000 200 50 25 15 10 5",
        "six-3": "1,000 200 100 20 15 10 7",
        "six-mm": "1,000 200 50 20 15 10 5 $1,000,000 $100,000",
    },
}


@pytest.mark.parametrize(
    ("wager", "tables"),
    [("ante-bonus", options.ANTE_BONUS), ("pair-plus", options.PAIR_PLUS), ("six-card-bonus", options.SIX_CARD)],
)
def test_20_11_the_listed_tables(wager, tables):
    """Reading R-20.11-pay-tables."""
    rows = {name: " ".join(str(pays).removesuffix(" to 1") for pays in rows.values()) for name, rows in tables.items()}
    assert rows == LISTED[wager]


@pytest.mark.parametrize("name", options.PAIR_PLUS)
@pytest.mark.parametrize("pay_class", HANDS)
def test_20_11_every_pair_plus_table_pays_its_rows(name, pay_class):
    found = played(HANDS[pay_class], "2s 4d 6h", "1 pair-plus 1.00", "", pair_plus_table=name)
    row = options.PAIR_PLUS[name][f"pair-plus.{pay_class}"]
    assert found.net[1, "pair-plus"] == f"{row.pays}.00"


@pytest.mark.parametrize("name", options.ANTE_BONUS)
@pytest.mark.parametrize("pay_class", ["mini-royal", "straight-flush", "three-of-a-kind", "straight"])
def test_20_11_every_ante_bonus_table_pays_its_rows(name, pay_class):
    found = played(HANDS[pay_class], "2s 4d 6h", "1 ante 1.00", ante_bonus_table=name)
    row = options.ANTE_BONUS[name]["ante-bonus." + pay_class.replace("mini-royal", "straight-flush")]
    assert found.net[1, "ante-bonus"] == f"{row.pays}.00"


@pytest.mark.parametrize(
    ("row", "pays", "allowed"),
    [("pair-plus.flush", "5 to 1", True), ("pair-plus.flush", "4 to 1", True), ("pair-plus.flush", "3 to 1", False)],
)
def test_20_11_a_row_may_be_raised_never_lowered(row, pays, allowed):
    _, faults = set_up_house(GAME, date(2012, 3, 19), Settings(pay_table={row: pays}))
    assert [str(f.by) for f in faults] == ([] if allowed else ["20.11"])


def test_20_11_a_raised_straight_flush_raises_the_mini_royal():
    table = open_table("three-card-poker", settings=Settings(pay_table={"pair-plus.straight-flush": "45 to 1"}))
    assert pair_plus_pays(table.house, "mini-royal").pays == 45


@pytest.mark.parametrize(("name", "then"), [("pp-1", True), ("pp-9", True), ("pp-2", False), ("pp-10", False)])
def test_20_11_before_2012_only_the_original_pair_plus_table_or_better(name, then):
    open_table("three-card-poker", date(2012, 3, 19), Settings({"pair-plus-table": name}))
    if then:
        open_table("three-card-poker", date(2012, 3, 18), Settings({"pair-plus-table": name}))
    else:
        with pytest.raises(EditionError, match="did not exist"):
            open_table("three-card-poker", date(2012, 3, 18), Settings({"pair-plus-table": name}))


@pytest.mark.parametrize(
    ("printed", "conforms"), [("4 to 1", True), ("win 4", True), ("4 for 1", False), ("4:1", False)]
)
def test_20_11_odds_in_print_say_to_or_win(printed, conforms):
    house = f'[[table]]\ngame = "three-card-poker"\nprinted-odds = {{ "pair-plus.flush" = "{printed}" }}\n'
    found = [violation for violation in check(house.encode()) if "pair-plus.flush" in violation.what]
    assert [violation.cite.reading for violation in found] == ([] if conforms else ["R-20.11-printing"])


def test_20_11_odds_are_stated_with_to():
    with pytest.raises(HouseRuleError, match='stated with "for"') as fault:
        open_table("three-card-poker", settings=Settings(pay_table={"pair-plus.flush": "5 for 1"}))
    assert fault.value.by.reading == "R-20.11-printing"


def test_20_11_a_limit_on_what_a_hand_pays():
    found = played("4c 4d 4h", "Tc Jd Qh", aggregate_limit="100.00")
    assert found.net == {
        (1, "ante"): "10.00",
        (1, "play"): "10.00",
        (1, "ante-bonus"): "40.00",
        (1, "pair-plus"): "40.00",
    }
    assert found.cite[1, "pair-plus"] == "R-20.11-aggregate-limit"
    small = played("4c 4d 4h", "Tc Jd Qh", aggregate_limit="20.00").net
    assert (1, "ante-bonus") not in small
    assert small[1, "pair-plus"] == "0.00"


# --- 20.12 irregularities --------------------------------------------------------------------------------------------


def test_20_12_one_card_face_up_is_not_used():
    cards = "Kc As 9d 4h Jd Tc 6h"  # the ace was face up
    found = told("three-card-poker", BOTH, cards, "1 play", wrong=({"before_card": 2, "what": "card-found-face-up"},))
    assert found.remedied_by == {"card-found-face-up": "R-20.12-face-up"}
    assert found.net[1, "ante"] == "10.00"
    assert found.play.table.felt.rack[0] == "As"


def test_20_12_a_second_card_face_up_voids_all_hands():
    face_up = tuple({"before_card": n, "what": "card-found-face-up"} for n in (2, 4))
    found = told("three-card-poker", BOTH, "Kc As 9d Ah", wrong=face_up)
    assert set(found.result.values()) == {"void"}


def test_20_12_a_card_drawn_in_error_is_the_next_card():
    found = played(HIGH, LOW, wrong=({"before_card": 2, "what": "card-drawn-in-error"},))
    assert found.remedied_by == {"card-drawn-in-error": "R-20.12-in-error"}
    assert found.net[1, "ante"] == "10.00"


@pytest.mark.parametrize(("scope", "void"), [("hand", {1}), ("all", {1, 2})])
def test_20_12_a_wrong_number_of_cards_with_a_player(scope, void):
    wrong = ({"before_card": 10, "what": "player-wrong-number", "seat": 1, "cards": 4},)
    decides = "2 play" if scope == "hand" else ""
    wagers, cards = "1 ante 10.00, 2 ante 10.00", f"2c 5d 7h {HIGH} {LOW}"
    found = told("three-card-poker", wagers, cards, decides, wrong=wrong, misdeal_scope=scope)
    assert {seat for (seat, _), result in found.result.items() if result == "void"} == void


def test_20_12_a_wrong_number_with_the_dealer_voids_all():
    wrong = ({"before_card": 7, "what": "dealer-wrong-number", "cards": 4},)
    found = told("three-card-poker", BOTH, f"{HIGH} {LOW}", wrong=wrong)
    assert set(found.result.values()) == {"void"}
    assert found.remedied_by == {"dealer-wrong-number": "R-20.12-wrong-number"}


def test_20_12_a_dealers_card_exposed_before_all_have_acted_voids_all():
    wagers = "1 ante 10.00, 2 ante 10.00"
    wrong = ({"before_decision": 2, "what": "dealer-card-exposed"},)
    found = told("three-card-poker", wagers, f"2c 5d 7h {HIGH} {LOW}", "1 play", wrong=wrong)
    assert found.result == {(1, "ante"): "void", (1, "play"): "void", (2, "ante"): "void"}
    assert found.remedied_by == {"dealer-card-exposed": "R-20.12-dealer-exposed"}


def test_20_12_a_shoe_that_jams_voids_the_round():
    found = told("three-card-poker", BOTH, "Kc", wrong=({"before_card": 2, "what": "shoe-jam"},))
    assert set(found.result.values()) == {"void"}
    assert found.remedied_by == {"shoe-jam": "R-20.12-shoe"}
    with pytest.raises(TranscriptError, match="cannot happen at this table"):
        told(
            "three-card-poker",
            BOTH,
            "Kc",
            wrong=({"before_card": 2, "what": "shoe-jam"},),
            dealing_method="manual-shoe",
        )


def test_20_12_a_device_leaves_before_another_method_is_used():
    found = played(HIGH, LOW, shuffle="manual", wrong=({"before_card": 1, "what": "device-not-removed"},))
    assert found.remedied_by == {"device-not-removed": "R-20.12-shuffler"}
    assert found.asked.count("shuffle") == 2


# --- disputes and figures --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("paid", "required"), [("10.00", None), ("50.00", "10.00")], ids=["rightly paid", "as a straight flush"]
)
def test_20_10_a_dispute_about_the_ante_bonus(paid, required):
    done = ({"seat": 1, "wager": "ante-bonus", "paid": paid},)
    found = played("7c 8d 9h", "2c 2d 2h", done=done).json["differences"]
    assert [d["required"] for d in found] == ([required] if required else [])


def test_20_10_a_bonus_that_was_not_due():
    done = ({"seat": 1, "wager": "ante-bonus", "paid": "10.00"},)
    (found,) = played("Kc 9d 4h", "Jd Tc 6h", done=done).json["differences"]
    assert (found["done"], found["required"], found["fault"]) == ("10.00", "0.00", "dealer")


def test_20_10_the_basis_shows_everywhere():
    required = played("7c 8d 9h", "2c 2d 2h").json["required"]
    assert {r["basis"] for r in required} == {"reconstructed"}
    assert {r["cite"] for r in required} <= {"13:69F-20.10", "13:69F-20.11"}
    assert {line.basis for line in odds("three-card-poker").values()} == {"reconstructed"}
    old = played("7c 8d 9h", "2c 2d 2h", as_of="2008-07-21").json["required"]
    assert {r["cite"] for r in old} <= {"19:47-20.10", "19:47-20.11"}


def test_20_10_touching_cards_changes_nothing():
    wrong = ({"before_decision": 1, "what": "cards-touched", "seats": [1]},)
    found = told("three-card-poker", BOTH, f"{HIGH} {LOW}", "1 play", wrong=wrong)
    assert found.net == told("three-card-poker", BOTH, f"{HIGH} {LOW}", "1 play").net
    assert found.remedied_by == {"cards-touched": "R-20.10-touch"}


# --- 20.12: noticed at any moment, and whose card it was --------------------------------------------------------------

SHOWN = ("turn-up", "R-20.10-dealer-shown")
TWO_ANTES = "1 ante 10.00, 2 ante 10.00"
DEALT = f"{HIGH} Qs 8s 3s {LOW}"


def two(decisions: str = "1 play, 2 play", **more):
    return told("three-card-poker", TWO_ANTES, DEALT, decisions, **more)


@pytest.mark.parametrize("moment", [SHOWN, ("ask", "20.10")])
def test_20_12_a_players_misdeal_found_after_the_decisions_began(moment):
    where = {"at_seat": 2} if moment[0] == "ask" else {}
    verdict = noticed(two().transcript, *moment, found="player-wrong-number", seat=1, cards=4, **where)
    found = {(r.seat, r.wager): r.result for r in verdict.required}
    assert (found[1, "ante"], found[1, "play"], found[2, "ante"]) == ("void", "void", "win")


def test_20_12_one_hand_that_is_void_leaves_another_that_was_folded_lost():
    verdict = noticed(two("1 play, 2 fold").transcript, *SHOWN, found="player-wrong-number", seat=1, cards=4)
    found = {(r.seat, r.wager): r.result for r in verdict.required}
    assert found == {(1, "ante"): "void", (1, "play"): "void", (2, "ante"): "lose"}


def test_20_12_where_all_hands_are_void_a_folded_one_is_void_too():
    wrong = {"before_decision": 2, "what": "dealer-card-exposed"}
    found = told("three-card-poker", TWO_ANTES, DEALT, "1 fold", wrong=(wrong,))
    assert found.net == {(1, "ante"): "0.00", (2, "ante"): "0.00"}
    assert found.cite[1, "ante"] == "R-20.12-folded"


def test_20_12_a_card_exposed_after_the_last_decision_changes_nothing():
    verdict = noticed(two().transcript, *SHOWN, found="dealer-card-exposed")
    assert [r.what for r in verdict.remedies] == ["dealer-card-exposed"]
    assert "win" in {r.result for r in verdict.required}


@pytest.mark.parametrize(
    ("cards", "wrong", "void"),
    [
        ("Kc Qs Jd 9d 8s Tc 4h 6h", {"before_card": 8, "what": "card-left-out", "seat": 2}, {2}),
        ("Kc Qs Jd 9d 8s Tc 4h 3s", {"before_card": 9, "what": "card-left-out"}, {1, 2}),
        ("Kc Qs 2d Jd 9d 8s Tc 4h 3s 6h", {"before_card": 3, "what": "card-dealt-twice", "seat": 2}, {2}),
        ("Kc Qs Jd 2d 9d 8s Tc 4h 3s 6h", {"before_card": 4, "what": "card-dealt-twice"}, {1, 2}),
    ],
)
def test_20_12_whose_card_was_left_out_or_came_twice(cards, wrong, void):
    decisions = ", ".join(f"{seat} play" for seat in (1, 2) if seat not in void)
    found = told("three-card-poker", TWO_ANTES, cards, decisions, wrong=(wrong,), dealing_method="hand")
    assert {seat for (seat, wager), result in found.result.items() if wager == "ante" and result == "void"} == void


def test_20_6_an_ante_taken_back_after_the_call_stands():
    wrong = {"before_card": 2, "what": "wager-withdrawn", "seat": 1, "wager": "ante"}
    found = two(wrong=(wrong,))
    assert (found.remedied_by, found.net[1, "ante"]) == ({"wager-withdrawn": "R-20.6-closing"}, "10.00")


@pytest.mark.parametrize(("limit", "posted"), [("none", []), ("50000.00", ["aggregate-limit"])])
def test_20_11_a_limit_stands_on_a_sign(limit, posted):
    table = open_table("three-card-poker", settings=Settings({"aggregate-limit": limit}))
    assert list(required_signs(table.game, table.house)) == posted
