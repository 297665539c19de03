"""What people at a table may be asked: one seat, all at once, to set a hand, to discard."""

import msgspec
import pytest
from msgspec.structs import replace

from nomorebets.errors import DealerError, RulesError, WagerRefused
from nomorebets.table.areas import Area
from nomorebets.table.card_decisions import Discard, Discarded, HandsSet, SetApart, SetHand, discard, set_hands
from nomorebets.table.decisions import AllChosen, Ask, AskAll, Chosen, Option, Question, ask, ask_all
from nomorebets.table.requests import Request
from toys import BY, round_with, running, table_with

RAISE = Option("raise", 1000, 3000)
DOUBLE = Option("double", 500, 500)


def one(script, request: type[Request], **hands: str):
    """The request a script begins with."""
    play = running(script, **hands)
    assert isinstance(play.request, request)
    return play


# --- one seat --------------------------------------------------------------------------------------------------------


def asked(*choices: str | Option, hand: int = 1, **more: str) -> Ask:
    steps = ask(2, *choices, by=BY, hand=hand, **more)
    request = next(steps)
    assert isinstance(request, Ask)
    return request


@pytest.mark.parametrize(
    ("choice", "amount", "stands"),
    [
        ("raise", 900, False),
        ("raise", 1000, True),
        ("raise", 3000, True),
        ("raise", 3100, False),
        ("raise", 1025, False),  # not in chips of 50 cents
        ("double", 0, True),  # there is only one amount
        ("double", 500, True),
        ("double", 400, False),
        ("stand", 0, True),
        ("stand", 100, False),
        ("split", 0, False),
    ],
)
def test_each_option_has_its_own_amounts(choice, amount, stands):
    request, table = asked("stand", RAISE, DOUBLE), round_with()
    assert table.house.smallest_chip == 50
    if stands:
        request.verify(table, Chosen(choice, amount))
    else:
        with pytest.raises(WagerRefused, match="seat 2"):
            request.verify(table, Chosen(choice, amount))


def test_options_are_what_was_offered_and_survive_the_record():
    request = asked("stand", RAISE, DOUBLE)
    assert request.options == (Option("stand"), RAISE, DOUBLE)
    assert request.possible(2, round_with()) == [
        Chosen("stand"),
        Chosen("raise", 1000),
        Chosen("raise", 3000),
        Chosen("double", 500),
    ]


def test_a_second_hand_is_named_wherever_it_is_told():
    request, table = asked("stand", "hit", hand=2), round_with()
    told = request.tell(Chosen("hit"), table)
    assert (told.words, told.facts["hand"]) == ("seat 2, hand 2: hit", 2)
    assert request.question(2, table)["hand"] == 2
    assert "hand" not in asked("stand", "hit").question(2, table)


@pytest.mark.parametrize(
    ("more", "gone", "taken"),
    [({}, False, "fold"), ({"default": "call"}, False, "call"), ({"if_gone": "fold"}, True, "fold")],
)
def test_whoever_says_nothing(more, gone, taken):
    assert asked("call", "fold", **more).default(2, gone) == Chosen(taken)


def test_typed_and_written_answers_are_read_again():
    request, table = asked("stand", RAISE), round_with()
    assert request.read(2, request.typed(2, "raise 15", table), table) == Chosen("raise", 1500)
    assert request.read(2, request.typed(2, "raise", table), table) == Chosen("raise", 3000)
    assert request.read(2, request.typed(2, "stand", table), table) == Chosen("stand")
    for part in request.possible(2, table):
        assert request.read(2, request.written(2, part), table) == part


@pytest.mark.parametrize(
    ("words", "choice"), [("u", "raise"), ("U", "raise"), ("up", "raise"), ("raise", "raise"), ("x", "x"), ("c", "c")]
)
def test_a_choice_may_be_said_by_the_words_and_the_letter_of_its_game(words, choice):
    plain = round_with()
    said = {"raise": ("u", "up"), "call": ("c",)}  # nobody is offered to call
    table = round_with(table_with(terms=replace(plain.game.terms, said=said)))
    request = asked("stand", RAISE)
    assert request.read(2, {"choice": words}, table) == Chosen(choice)
    assert request.fits(2, {"choice": words}, table) is (choice == "raise")
    assert request.question(2, table)["keys"] == {"raise": "u"}
    assert request.question(2, plain)["keys"] == {}


# --- all at once -----------------------------------------------------------------------------------------------------

CHOICES = {1: ("insure", "pass"), 4: (Option("insure", 100, 500), "pass")}


def all_asked(table):
    chosen = yield from ask_all(CHOICES, by=BY, default="pass")
    table.felt.called.append(" ".join(f"{seat}{c.choice}{c.amount}" for seat, c in chosen.items()))


def test_all_seats_are_asked_at_once_each_with_its_own_options():
    play = one(all_asked, AskAll)
    request = play.request
    assert request.seats() == (1, 4)
    assert request.question(1, play.table)["choices"] == ["insure", "pass"]
    assert [o["name"] for o in request.question(4, play.table)["options"]] == ["insure", "pass"]
    assert request.question(4, play.table)["most"] == 500
    assert request.ask_of(1).choices == ("insure", "pass")
    assert request.ask_of(4).ask_of(4) == request.ask_of(4)
    play.answer(
        request.join({4: request.read(4, {"choice": "insure", "amount": "3.00"}, play.table), 1: Chosen("insure")})
    )
    assert play.table.felt.called == ["1insure0 4insure300"]
    assert play.over


def test_nobody_to_ask_asks_nothing():
    with pytest.raises(StopIteration) as over:
        next(ask_all({}, by=BY))
    assert over.value.value == {}


def test_a_seat_that_says_nothing_answers_by_default():
    request = one(all_asked, AskAll).request
    assert request.join({1: Chosen("insure")}) == AllChosen((Chosen("insure"), Chosen("pass")))
    assert request.usual() == AllChosen((Chosen("pass"), Chosen("pass")))


@pytest.mark.parametrize(("amount", "stands"), [(0, False), (100, True), (500, True), (600, False)])
def test_every_part_is_verified_alone_and_together(amount, stands):
    play = one(all_asked, AskAll)
    part = Chosen("insure", amount)
    if stands:
        play.request.verify_part(play.table, 4, part)
        play.answer(play.request.join({4: part}))
        return
    with pytest.raises(WagerRefused, match="seat 4"):
        play.request.verify_part(play.table, 4, part)
    with pytest.raises(WagerRefused, match="seat 4"):
        play.answer(play.request.join({4: part}))
    assert not play.entries


def test_a_seat_that_is_not_asked_and_a_part_too_few_are_refused():
    play = one(all_asked, AskAll)
    with pytest.raises(WagerRefused, match="seat 2 is not asked"):
        play.request.verify_part(play.table, 2, Chosen("pass"))
    with pytest.raises(DealerError, match="1 decisions of 2 seats"):
        play.answer(AllChosen((Chosen("pass"),)))


def test_all_decisions_are_told_when_all_have_decided():
    play = one(all_asked, AskAll)
    told = play.request.tell(AllChosen((Chosen("pass"), Chosen("insure", 300))), play.table)
    assert told.words == "seat 1: pass; seat 4: insure $3"
    assert [part["seat"] for part in told.facts["decided"]] == [1, 4]


# --- setting a hand --------------------------------------------------------------------------------------------------

HANDS = {"seat_1": "As Kd 7c 7h 2s 3d Jk", "seat_3": "6-6 1-1 2-4 6-6"}


def sets(table):
    way = {1: ("As", "Kd"), 3: ("6-6", "1-1")}
    apart = yield from set_hands(2, way, by=BY)
    table.felt.called.append(str(apart))


def test_cards_set_apart_go_to_the_low_hand_of_their_seat():
    play = one(sets, SetHand, **HANDS)
    request = play.request
    parts = {
        1: request.read(1, {"low": "7c Jk"}, play.table),
        3: request.read(3, {"cards": ["6-6", "4-2"]}, play.table),
    }
    play.answer(request.join(parts))
    felt = play.table.felt
    assert felt.hand("seat:1:low") == ("7c", "Jk")
    assert felt.hand("seat:1") == ("As", "Kd", "7h", "2s", "3d")
    assert felt.hand("seat:3:low") == ("6-6", "2-4")
    assert felt.hand("seat:3") == ("1-1", "6-6")


def test_a_set_hand_is_its_owners_secret():
    play = one(sets, SetHand, **HANDS)
    request = play.request
    told = request.tell(request.usual(), play.table)
    play.answer(request.usual())
    felt = play.table.felt
    assert felt.seen_by(1)["seat:1:low"] == ["As", "Kd"]
    assert felt.seen_by(3)["seat:1:low"] == ["??", "??"]
    assert felt.seen_by(None)["seat:3:low"] == ["??", "??"]
    assert "As" not in str(told)
    assert "6-6" not in str(told)


def test_a_seat_is_shown_its_own_cards_only():
    play = one(sets, SetHand, **HANDS)
    question = play.request.question(3, play.table)
    assert question["cards"] == ["6-6", "1-1", "2-4", "6-6"]
    assert question["unless_told"] == ["6-6", "1-1"]
    assert "As" not in str(question)
    with pytest.raises(WagerRefused, match="seat 2 sets no hand"):
        play.request.question(2, play.table)


@pytest.mark.parametrize(
    ("seat", "cards", "stands"),
    [
        (1, "As", False),
        (1, "As Kd", True),
        (1, "As Kd 7c", False),
        (1, "As As", False),
        (1, "As 6-6", False),
        (3, "6-6 6-6", True),  # the set has two of them
        (3, "1-1 1-1", False),
    ],
)
def test_as_many_cards_as_are_asked_for_and_the_seats_own(seat, cards, stands):
    play = one(sets, SetHand, **HANDS)
    part = SetApart(tuple(cards.split()))
    if stands:
        play.request.verify_part(play.table, seat, part)
    else:
        with pytest.raises(WagerRefused, match=f"seat {seat}"):
            play.request.verify_part(play.table, seat, part)


def test_every_way_to_set_a_hand_once():
    play = one(sets, SetHand, **HANDS)
    assert len(play.request.possible(1, play.table)) == 21
    ways = play.request.possible(3, play.table)
    assert (
        len(ways) == len({frozenset(part.cards) for part in ways}) == 4
    )  # it matters little which of the sixes is meant
    for part in ways:
        assert play.request.read(3, play.request.written(3, part), play.table) == part


# --- discarding ------------------------------------------------------------------------------------------------------


def discards(table):
    gone = yield from discard(1, 2, by=BY)
    table.felt.called.append(" ".join(gone))


def mucks(table):
    yield from discard(1, 2, by=BY, to="muck", hand=2)


@pytest.mark.parametrize(("cards", "stands"), [("", True), ("As", True), ("As 2c", True), ("As 2c 3d", False)])
def test_at_most_so_many_are_discarded(cards, stands):
    play = one(discards, Discard, seat_1="As 2c 3d")
    answer = play.request.read(1, {"discard": cards}, play.table)
    if not stands:
        with pytest.raises(WagerRefused, match="3 cards cannot be discarded"):
            play.answer(answer)
        assert play.table.felt.hand("seat:1") == ("As", "2c", "3d")
        return
    play.answer(answer)
    assert play.table.felt.rack == cards.split()
    assert play.table.felt.called == [cards]


def test_nobody_discards_what_he_does_not_hold():
    play = one(discards, Discard, seat_1="As 2c 3d", seat_2="Kd")
    with pytest.raises(WagerRefused, match="Kd is not in the hand"):
        play.answer(Discarded(("Kd",)))


def test_how_many_is_told_to_all_and_which_to_the_seat():
    play = one(discards, Discard, seat_1="As 2c 3d")
    told = play.request.tell(Discarded(("As", "3d")), play.table)
    assert told.words == "seat 1 discards 2 cards"
    assert told.facts == {"seat": 1, "number": 2}
    assert (told.private_to, told.own_words) == (1, "seat 1 discards A♠, 3♦")
    assert play.request.tell(Discarded(), play.table).words == "seat 1 stands pat"


def test_a_muck_is_face_down_and_nobodys():
    area = Area(1, hand=2)
    play = one(mucks, Discard, **{"seat_1#2": "As 2c 3d", "seat_1": "Kd"})
    play.table.felt.turn_up(str(area))
    play.answer(Discarded(("2c",)))
    assert play.table.felt.seen_by(1) == {"seat:1#2": ["As", "3d"], "seat:1": ["Kd"], "muck": ["??"]}
    assert play.table.felt.seen_by(2)["seat:1"] == ["??"]


def test_every_set_of_cards_that_may_be_discarded():
    play = one(discards, Discard, seat_1="As 2c 3d")
    assert len(play.request.possible(1, play.table)) == 1 + 3 + 3
    assert play.request.default(1) == Discarded()
    assert play.request.read(1, play.request.typed(1, "none", play.table), play.table) == Discarded()
    with pytest.raises(RulesError):
        play.request.read(1, {}, play.table)


# --- in a record -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("request_", "answer"),
    [
        (AskAll(BY, (Question(1, (Option("a"), RAISE)), Question(2, (Option("b"),)))), AllChosen((Chosen("a"),) * 2)),
        (SetHand(BY, (1, 2), 2, (("As", "Kd"), ("6-6", "2-3"))), HandsSet((("As", "Kd"), ("6-6", "2-3")))),
        (Discard(BY, 1, 3, "muck", 2), Discarded(("As",))),
    ],
)
def test_requests_and_answers_are_read_back_as_they_were_written(request_, answer):
    facts = msgspec.to_builtins(request_, enc_hook=str)
    assert facts.pop("by")
    assert msgspec.convert({**facts, "by": None}, type(request_), dec_hook=lambda kind, value: BY) == request_
    assert msgspec.convert(msgspec.to_builtins(answer), request_.answer) == answer
