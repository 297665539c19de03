"""Keno, paragraph by paragraph: 19:47-15 (13:69F-15)."""

from datetime import date

import pytest

from nomorebets.drawing import felt_of
from nomorebets.equipment.balls import BALLS
from nomorebets.errors import DealerError, HouseRuleError, RulesError, WagerRefused
from nomorebets.games import open_table
from nomorebets.games.keno.claims import PayTickets, TicketSeen
from nomorebets.procedures.tickets import slip_of, ticket_number
from nomorebets.regulation import cite
from nomorebets.rulings.dispute import rule_on
from nomorebets.rulings.transcript import read_transcript
from nomorebets.table import Play, Round, Settings, Wager, play
from nomorebets.table.acceptance import can_wager, verify_wager
from nomorebets.table.balls import BallDrawn
from nomorebets.table.felt import Felt
from nomorebets.table.record import record_of
from nomorebets.table.requests import Bets

HIGH = "61 62 63 64 65 66 67 68 69 70 71 72 73 74 75 76 77 78 79 80".split()


def drawn(*numbers):
    """Twenty numbers: these, and high ones that no ticket of these tests has."""
    return " ".join([*map(str, numbers), *HIGH[len(numbers) :]])


def told(tickets, draws=None, more="", **house):
    """The ruling on tickets, each as seat, groups, ways, price and games."""
    lines = []
    for seat, groups, ways, price, *games in tickets:
        quoted = ", ".join(f'"{group}"' for group in groups.split("/"))
        lines.append(
            f'{{seat = {seat}, groups = [{quoted}], ways = "{ways}", price = "{price}", games = {(games or [1])[0]}}}'
        )
    text = f'game = "keno"\ntickets = [{", ".join(lines)}]\n'
    text += f"draws = {[draws] if isinstance(draws, str) else draws or [drawn()]}\n".replace("'", '"')
    if house:
        text += "house = {" + ", ".join(f'{k.replace("_", "-")} = "{v}"' for k, v in house.items()) + "}\n"
    return rule_on(read_transcript((text + more).encode()))


def nets(verdict):
    return [(row.seat, row.wager, row.result, row.net) for row in verdict.required]


def net(groups, ways, price, draws, **house):
    (row,) = told([(1, groups, ways, price)], draws, **house).required
    return row.net


def table_at(day=None, **options):
    return open_table("keno", day, Settings({name.replace("_", "-"): value for name, value in options.items()}))


def refusal_of(text, amount="10.00", **options):
    at = Round(table_at(**options))
    with pytest.raises(WagerRefused) as caught:
        verify_wager(at, at.wager(1, text, amount))
    return caught.value


def until(game, name):
    """Everything as usual until a request of that name waits."""
    while game.request is not None and game.request.name != name:
        answer = Bets() if game.request.name == "take-wagers" else game.request.usual()
        game.answer(game.request.chances(game.table)[0][0] if game.request.asks == "chance" else answer)
    return game


# --- dates -----------------------------------------------------------------------------------------------------------


def test_15_keno_came_with_the_temporary_rules():
    assert open_table("keno", date(1995, 3, 13)).as_of == date(1995, 3, 13)
    with pytest.raises(RulesError):
        open_table("keno", date(1995, 3, 12))


# --- 15.2 tickets ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["ticket:1", "ticket:80", "80 3 17", "1-2/3-4:2/2", "ticket:1/2/3:3/1_3/2_1/3"])
def test_15_2_numbers_of_the_board_each_once(text):
    table = table_at()
    place = table.place(text)
    assert table.has_place(place.id)
    assert table.place(place.id) == place
    assert [int(n) for n in place.covers] == sorted(int(n) for n in place.covers)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("ticket:0", "'0' is no number of the board"),
        ("ticket:81", "'81' is no number of the board"),
        ("ticket:7-7", "7 is marked 2 times"),
        ("ticket:1-2/2-3:1/4", "2 is marked 2 times"),
        ("ticket:", "a group without a number"),
        ("ticket:1-2/", "a group without a number"),
        ("ticket:1:1/1:1/1", "is no ticket"),
        ("ticket:1:x0", "a ticket for 0 games"),
        ("ticket:1:x1001", "a ticket for 1001 games"),
        ("red", "'red' is no number of the board"),
        ("ticket:²", "is no number of the board"),
        ("ticket:" + "1-" * 600, "is too long for a ticket"),
        ("straight:0", "no way has 0 spots"),
        ("straight:21", "no way has 21 spots"),
    ],
)
def test_15_2_no_other_ticket(text, why):
    fault = refusal_of(text)
    assert why in fault.text
    assert fault.by == cite("15.2")
    assert fault.accepts


@pytest.mark.parametrize(
    ("groups", "ways", "all_of_them"),
    [
        ("1-2-3/4-5-6/7-8", "3/3", "1/2, 2/3, 2/5, 1/6, 1/8"),
        ("1-2-3/4-5-6/7-8", "1/4", "1/2, 2/3, 2/5, 1/6, 1/8"),
        ("1-2-3/4-5-6/7-8", "", "1/2, 2/3, 2/5, 1/6, 1/8"),
        ("1-2-3/4-5-6/7-8", "2/3_2/3", "1/2, 2/3, 2/5, 1/6, 1/8"),
        ("1/2/3/4/5", "11/2", "5/1, 10/2, 10/3, 5/4, 1/5"),
        ("1-2-3-4/5-6-7/8-9/10", "1/4", "1/1, 1/2, 2/3, 2/4, 2/5, 2/6, 2/7, 1/8, 1/9, 1/10"),
    ],
)
def test_15_2_ways_are_those_of_the_groups(groups, ways, all_of_them):
    assert refusal_of(f"ticket:{groups}:{ways}").accepts == all_of_them
    every = all_of_them.replace(", ", "_")
    assert table_at().place(f"ticket:{groups}:{every}").id == f"ticket:{groups}:{every}"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("1-2-3", "straight"),
        ("1-2/3-4/5-6:3/4", "way"),
        ("1/2/3:3/2", "way"),
        ("1-2/3-4/5-6:3/2_3/4", "combination"),
        ("1-2-3/4-5:1/5", "combination"),
    ],
)
def test_15_2_kinds_that_the_house_sells(text, kind):
    assert table_at().place(text).kind == kind
    others = [other for other in ("straight", "way", "combination") if other != kind]
    fault = refusal_of(text, ticket_kinds=" ".join(others))
    assert f"{kind} tickets are not sold here" in fault.text
    assert fault.accepts == ", ".join(others)
    assert table_at(ticket_kinds=kind).place(text).kind == kind


@pytest.mark.parametrize("kinds", ["", "lottery", "multi-game", "straight way keno"])
def test_15_2_no_such_kinds(kinds):
    with pytest.raises(HouseRuleError, match="are no kinds of tickets"):
        table_at(ticket_kinds=kinds)


@pytest.mark.parametrize("most", [1, 8, 15])
def test_15_2_the_most_spots(most):
    assert table_at(max_spots=most).place(f"straight:{most}")
    assert refusal_of(f"straight:{most + 1}", max_spots=most).by.reading == "R-15.2-spots"


def test_15_2_several_games_where_the_house_sells_them():
    assert refusal_of("ticket:7:x2").by.reading == "R-15.2-multi-game"
    assert table_at(multi_game_max=3).place("ticket:7:x3").parts == 3
    assert refusal_of("ticket:7:x4", multi_game_max=3).accepts == "at most 3 games"
    with pytest.raises(HouseRuleError, match="multi-game-max = 1"):
        table_at(ticket_kinds="straight multi-game")


# --- 15.3 prices and prizes ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("groups", "ways", "price", "draws", "prize"),
    [  # the test vectors of our notes on the game
        ("7", "", "2.00", drawn(7), 600),
        ("7", "", "2.00", drawn(), 0),
        ("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15", "", "1.00", drawn(), 100),
        ("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15", "", "1.00", drawn(1), 0),
        ("1 2/3 4/5 6", "3/4", "1.00", drawn(1, 2, 3, 4), 11500),
        ("1 2 3/4 5", "1/3 1/2 1/5", "1.00", drawn(1, 2, 4, 5), 2500),
        ("1 2 3/4 5", "1/3 1/2 1/5", "1.00", drawn(1, 2, 3), 4300),
    ],
)
def test_15_3_every_way_is_paid_by_itself(groups, ways, price, draws, prize):
    (row,) = told([(1, groups, ways, price)], draws).required
    assert row.net + row.amount == prize
    assert row.by == cite("15.3")


def test_15_3_only_ways_that_are_played_are_paid():
    assert net("1 2 3/4 5 6/7 8", "1/8", "1.00", drawn(1, 2, 3, 4, 5, 6)) == 9000 - 100
    assert net("1 2 3/4 5 6/7 8", "1/6 1/8", "1.00", drawn(1, 2, 3, 4, 5, 6)) == 150000 + 9000 - 200


def test_15_3_spots_without_a_schedule():
    fault = refusal_of("straight:16", max_spots=20)
    assert fault.by == cite("15.3")
    assert "there is no schedule for 16 spots" in fault.text
    assert table_at(max_spots=20, pay_table_16="16:50000").place("straight:16")
    assert "no schedule for 4 spots" in refusal_of("1-2/3-4:2/2_1/4", pay_table_4="none").text


def test_15_3_a_licensees_own_schedule():
    assert net("7", "", "1.00", drawn(7), pay_table_1="1:2") == 100
    assert net("7", "", "1.00", drawn(), pay_table_1="0:1 1:2") == 0


def test_15_3_for_and_to():
    assert net("7", "", "1.00", drawn(7), pay_table_1="1:3") == 200
    assert net("7", "", "1.00", drawn(7), pay_table_1="1:3", payout_basis="to") == 300
    assert net("7", "", "1.00", drawn(7), payout_basis="to") == 200  # our sample is the same on either


@pytest.mark.parametrize("schedule", ["2:3", "1:3 1:4", "1", "1:100001", "eight", "-1:3", ""])
def test_15_3_no_schedule_for_one_spot(schedule):
    with pytest.raises(HouseRuleError):
        table_at(pay_table_1=schedule)


KINGS = "ticket:" + "/".join(map(str, range(1, 16))) + ":105/2"


@pytest.mark.parametrize(
    ("ticket", "amount", "stands"),
    [
        ("ticket:7", 100, True),
        ("ticket:7", 95, False),
        ("ticket:1-2/3-4/5-6:3/4", 105, True),
        ("ticket:1-2/3-4/5-6:3/4", 90, False),
        (KINGS, 1050, True),
        (KINGS, 525, False),
    ],
)
def test_15_3_the_least_price(ticket, amount, stands):
    at = Round(table_at())
    assert can_wager(at, Wager(1, ticket, amount)) == stands
    if not stands:
        with pytest.raises(WagerRefused, match="the least price is") as caught:
            verify_wager(at, Wager(1, ticket, amount))
        assert caught.value.by.reading == "R-15.3-price"


def test_15_3_a_price_is_divided_equally_over_the_ways():
    fault = refusal_of("1-2/3-4/5-6:3/4", "10.00")
    assert fault.accepts == "multiples of $0.15"


@pytest.mark.parametrize("more", [{"coupon": 500}, {"verbal": "confirmed"}, {"chips": "red"}])
def test_15_3_cash_or_value_chips(more):
    at = Round(table_at())
    with pytest.raises(WagerRefused) as caught:
        verify_wager(at, Wager(1, "ticket:7", 500, **more))
    assert caught.value.by.reading == "R-15.3-paid-in"


def test_15_3_an_aggregate_is_shared():
    tickets = [(1, "7", "", "1.00"), (2, "7", "", "2.00"), (3, "8", "", "1.00")]
    whole = told(tickets, drawn(7))
    assert [row.net + row.amount for row in whole.required] == [300, 600, 0]
    same = told(tickets, drawn(7), aggregate_limit="9.00")
    assert [row.net + row.amount for row in same.required] == [300, 600, 0]
    less = told(tickets, drawn(7), aggregate_limit="8.99")
    assert [row.net + row.amount for row in less.required] == [299, 599, 0]  # 299 2/3 and 599 1/3, rounded down
    assert [row.by.reading for row in less.required] == ["R-15.3-aggregate", "R-15.3-aggregate", ""]
    assert "Prizes of $9 are reduced to the aggregate; $8.98 are paid" in less.announcements


def test_15_3_prizes_up_to_a_posted_amount_share_no_aggregate():
    tickets = [(1, "7", "", "1.00"), (2, "7", "", "2.00"), (3, "7", "", "3.00")]  # prizes of 3, 6 and 9 dollars
    limited = {"aggregate_limit": "10.00"}

    def prizes(**house):
        return [row.net + row.amount for row in told(tickets, drawn(7), **house).required]

    assert prizes(**limited) == [166, 333, 500]  # 10 of 18 dollars
    assert prizes(aggregate_rule="pro-rata above 2.99", **limited) == [166, 333, 500]
    assert prizes(aggregate_rule="pro-rata above 3", **limited) == [300, 400, 600]  # 10 of the other 15
    assert prizes(aggregate_rule="pro-rata above 6.00", **limited) == [300, 600, 900]  # 9 are within the aggregate


@pytest.mark.parametrize("rule", ["equal", "pro-rata above", "pro-rata above 0", "pro-rata above much", "above 5.00"])
def test_15_3_no_way_to_share_an_aggregate(rule):
    with pytest.raises(RulesError):
        table_at(aggregate_rule=rule)


def test_15_3_the_amount_of_an_aggregate_is_posted_and_printed():
    table = table_at(aggregate_limit="50000.00", aggregate_rule="pro-rata above 500.00")
    assert ("All prizes of a game above $500", "at most $50,000") in felt_of(table.game).on_tickets(table)


def test_15_3_public_keno_areas_are_the_houses_choice():
    assert table_at().house.options["public-keno-areas"] == "off"
    assert table_at(public_keno_areas="on").house.options["public-keno-areas"] == "on"
    with pytest.raises(HouseRuleError, match="public-keno-areas"):
        table_at(public_keno_areas="sometimes")


def test_15_3_a_record_names_the_public_areas_only_where_there_are_some():
    def named(**house):
        return "public-keno-areas" in record_of(play(Round(table_at(**house)), usual)).header.house.options

    def usual(request, table):
        return request.chances(table)[0][0] if request.asks == "chance" else request.usual()

    assert (named(), named(public_keno_areas="on")) == (False, True)


def test_15_3_two_tickets_alike_are_two_wagers():
    both = told([(1, "7", "", "1.00"), (1, "7", "", "1.00")], drawn(7), aggregate_limit="4.01")
    assert nets(both) == [(1, "ticket-1", "win", 100), (1, "ticket-2", "win", 100)]


def test_15_3_the_most_of_one_ticket():
    assert net("7", "", "2.00", drawn(7), per_ticket_limit="6.00") == 400
    assert net("7", "", "2.00", drawn(7), per_ticket_limit="5.99") == 399


@pytest.mark.parametrize(("floor", "stands"), [("73%", True), ("0.75", True), ("0.7501", False), ("76%", False)])
def test_15_3_the_least_return(floor, stands):
    others = {f"pay_table_{n}": "none" for n in range(2, 16)}
    if stands:
        assert table_at(min_theoretical_return=floor, **others)
    else:
        with pytest.raises(HouseRuleError, match="pay-table-1 gives back 3/4") as caught:
            table_at(min_theoretical_return=floor, **others)
        assert caught.value.by.reading == "R-15.3-return"


@pytest.mark.parametrize(("most", "stands"), [("10", True), ("11", False)])
def test_15_3_the_least_return_is_that_of_ways_that_are_sold(most, stands):
    """The sample for eleven spots gives back 69.94%; a house that sells ten at most does not have it."""
    if stands:
        assert table_at(min_theoretical_return="70%", max_spots=most)
    else:
        with pytest.raises(HouseRuleError, match="pay-table-11 gives back"):
            table_at(min_theoretical_return="70%", max_spots=most)


# --- 15.4 issue and void ---------------------------------------------------------------------------------------------


def test_15_4_the_particulars_of_a_ticket():
    wager = Wager(2, "ticket:3-17/22-41:2/2_1/4:x3", 900)
    slip = slip_of(wager, casino="Seaside", station="Lounge", round_id="K3-17", game="204", issued="1 May 1996, 20:15")
    rows = dict(slip.rows())
    assert rows["Casino"] == "Seaside"
    assert rows["Station"] == "Lounge"
    assert rows["Ticket"] == ticket_number("K3-17", wager)
    assert rows["Game"] == "204 to 206"
    assert rows["Issued"] == "1 May 1996, 20:15"
    assert rows["Numbers"] == "3 17 / 22 41"
    assert rows["Ways"] == "2 of 2, 1 of 4 spots"
    assert (rows["Price of a way"], rows["Price"]) == ("$1", "$9")


def test_15_4_no_two_tickets_have_the_same_number():
    tickets = [Wager(1, "ticket:7", 100), Wager(2, "ticket:7", 100), Wager(1, "ticket:8", 100)]
    numbers = {ticket_number(round_id, ticket) for round_id in ("K3-17", "K3-18") for ticket in tickets}
    assert len(numbers) == 6


def test_15_4_void_until_the_game_closes():
    ticket = Wager(1, "ticket:7", 500)
    game = until(Play(Round(table_at())), "take-wagers")
    game.answer(Bets(placed=(ticket,)))
    assert game.table.felt.ledger.balance["patron:1"] == -500
    # in the same window
    fresh = until(Play(Round(table_at(), Felt.opened(game.opening.__class__({}, (ticket,))))), "take-wagers")
    fresh.answer(Bets(removed=(ticket,)))
    assert fresh.table.felt.ledger.balance["patron:1"] == 500
    assert not fresh.table.wagers


def test_15_4_a_void_ticket_leaves_a_slip_with_its_particulars():
    more = 'wagers = [{seat = 1, wager = "ticket-1", remove = true}]\n'
    verdict = told([(1, "3 17/22 41", "1/4", "2.00"), (1, "7", "", "1.00")], drawn(7), more)
    assert nets(verdict) == [(1, "ticket-2", "win", 200), (1, "ticket-1", "void", 0)]
    (step,) = [step for step in verdict.steps if "voided" in step.what]
    assert step.what.endswith("voided seat 1 ticket:3-17/22-41:1/4 $2")
    assert step.by == cite("15.4")
    (slip,) = step.facts["voided"]
    assert (slip["seat"], slip["on"], slip["amount"]) == (1, "ticket:3-17/22-41:1/4", 200)


def test_15_4_only_a_ticket_leaves_a_void_slip():
    game = until(Play(Round(open_table("roulette"))), "take-wagers")
    with pytest.raises(WagerRefused, match="only a ticket that was paid for can be void"):
        game.answer(Bets(voided=(Wager(1, "red", 500),)))
    game = until(Play(Round(table_at())), "take-wagers")
    with pytest.raises(WagerRefused, match="is no keno ticket"):
        game.answer(Bets(voided=(Wager(1, "ticket:81", 500),)))
    before = dict(game.table.felt.ledger.balance)
    game.answer(Bets(voided=(Wager(1, "ticket:80", 500),)))
    assert dict(game.table.felt.ledger.balance) == before  # it was given back when it was made void


def test_15_4_a_void_after_the_closing_is_refused():
    verdict = told([(1, "7", "", "1.00")], drawn(7), 'irregularities = [{what = "void-requested", seat = 1}]')
    assert nets(verdict) == [(1, "ticket-1", "win", 200)]
    (row,) = verdict.remedies
    assert row.remedy == "refused: the ticket stands"
    assert row.by.reading == "R-15.4-void"


# --- 15.5 the game ---------------------------------------------------------------------------------------------------


def test_15_5_twenty_of_eighty():
    game = Play(Round(table_at()))
    came = []
    for left in range(80, 60, -1):
        until(game, "draw-ball")
        chances = game.request.chances(game.table)
        assert sorted((answer.ball for answer, _ in chances), key=int) == [b for b in BALLS if b not in came]
        assert {weight for _, weight in chances} == {1}
        assert len(chances) == left
        came.append(BALLS[left - 1])
        game.answer(BallDrawn(came[-1]))
    assert game.request.name == "inspect-result"
    again = until(Play(Round(table_at())), "draw-ball")
    with pytest.raises(DealerError, match="not in the blower"):
        again.answer(BallDrawn("81"))


def test_15_5_games_are_numbered():
    verdict = told([(1, "7", "", "1.00")], [drawn(7), drawn(8)], 'opening = {game = "41"}')
    assert [words for words in verdict.announcements if "is" in words] == [
        "Game 41 is open",
        "Game 41 is closed",
        "Game 42 is open",
        "Game 42 is closed",
    ]


def test_15_5_nothing_is_sold_after_closing():
    game = until(Play(Round(table_at())), "take-wagers")
    game.answer(Bets())
    for name in ("inspect-issued-tickets", "announce", "inspect-closed-game", "draw-ball"):
        assert game.request.name == name
        with pytest.raises(DealerError):
            game.answer(Bets(placed=(Wager(1, "ticket:7", 100),)))
        if name != "draw-ball":
            game.answer(game.request.usual())


@pytest.mark.parametrize(("method", "attested"), [("rng", True), ("balls", False)])
def test_15_5_generator_or_balls(method, attested):
    game = Play(Round(table_at(draw_method=method)))
    assert (game.request.name == "attest") == attested
    assert until(game, "load-balls").request.number == 80


# --- 15.6 payment ----------------------------------------------------------------------------------------------------


def test_15_6_paid_after_the_result_is_posted():
    played = play(
        Round(table_at()),
        lambda request, at: (
            Bets(placed=(Wager(1, "ticket:7", 100),))
            if request.name == "take-wagers"
            else request.chances(at)[0][0]
            if request.asks == "chance"
            else request.usual()
        ),
    )
    names = [entry.request.name for entry in played.entries]
    assert names[-4:] == ["announce", "inspect-presented-tickets", "pay-tickets", "note"]
    assert names.index("inspect-result") > max(at for at, name in enumerate(names) if name == "draw-ball")


def test_15_6_paid_once():
    verdict = told([(1, "7", "", "1.00")], drawn(7), 'irregularities = [{what = "already-paid", seat = 1}]')
    assert nets(verdict) == [(1, "ticket-1", "win", 200)]
    assert [row.remedy for row in verdict.remedies] == ["refused: a ticket is paid once"]
    game = until(Play(Round(table_at())), "take-wagers")
    game.answer(Bets(placed=(Wager(1, "ticket:1", 100),)))
    until(game, "pay-tickets")
    paying = game.request
    game.answer(paying.usual())
    assert isinstance(paying, PayTickets)
    with pytest.raises(RulesError, match="nothing banked"):
        paying.apply(game.table.felt, paying.usual())


@pytest.mark.parametrize(
    ("period", "days", "late"), [("365", 366, True), ("365", 365, False), ("30", 31, True), ("30", 30, False)]
)
def test_15_6_within_the_claim_period(period, days, late):
    more = f'irregularities = [{{what = "late-claim", seat = 1, days = {days}}}]'
    if late:
        verdict = told([(1, "7", "", "1.00")], drawn(7), more, claim_period=period)
        assert nets(verdict) == [(1, "ticket-1", "lose", -100)]
        assert verdict.required[0].by.reading == "R-15.6-claim"
    else:
        with pytest.raises(DealerError, match=f"{days} days after the game is in time"):
            told([(1, "7", "", "1.00")], drawn(7), more, claim_period=period)


def test_15_6_several_games_are_paid_game_by_game():
    verdict = told([(1, "7", "", "2.00", 3)], [drawn(7), drawn(8), drawn(7)], multi_game_max="3")
    assert nets(verdict) == [
        (1, "ticket-1", "win", 400),
        (1, "ticket-1", "lose", -200),
        (1, "ticket-1", "win", 400),
    ]


def test_15_6_games_to_come_stand():
    verdict = told([(1, "7", "", "2.00", 3)], drawn(7), multi_game_max="3")
    assert nets(verdict) == [(1, "ticket-1", "win", 400), (1, "ticket-1", "stands", 0)]
    assert verdict.required[1].amount == 400


# --- 15.7 irregularities ---------------------------------------------------------------------------------------------


def test_15_7_a_malfunction_returns_every_wager():
    numbers = " ".join(HIGH[:14])
    tickets = [(1, "61 62 63 64", "", "5.00"), (2, "7", "", "2.00", 2)]
    more = 'irregularities = [{before_draw = 15, what = "malfunction"}]'
    verdict = told(tickets, numbers, more, multi_game_max="2")
    assert nets(verdict) == [
        (1, "ticket-1", "void", 0),
        (2, "ticket-2", "void", 0),
        (2, "ticket-2", "stands", 0),
    ]
    assert verdict.required[2].amount == 200  # only this game's price came back
    assert verdict.required[0].by.reading == "R-15.7-malfunction"


def test_15_7_a_malfunction_that_is_put_right():
    more = 'irregularities = [{before_draw = 2, what = "malfunction-corrected"}]'
    verdict = told([(1, "7", "", "1.00")], drawn(7), more)
    assert nets(verdict) == [(1, "ticket-1", "win", 200)]
    assert len(verdict.remedies) == 1


def test_15_7_a_duplicate_is_disregarded():
    numbers = "7 8 7 " + " ".join(HIGH[:18])
    more = 'irregularities = [{before_draw = 3, what = "duplicate-number"}]'
    assert nets(told([(1, "7 8", "", "1.00")], numbers, more)) == [(1, "ticket-1", "win", 1100)]
    with pytest.raises(DealerError, match="7 cannot be drawn"):
        told([(1, "7 8", "", "1.00")], numbers)
    with pytest.raises(DealerError, match="9 is no duplicate"):
        told([(1, "7 8", "", "1.00")], numbers.replace("8 7 ", "8 9 "), more)


@pytest.mark.parametrize(
    ("what", "counts"), [("number-beyond-twenty", True), ("numbers-missing", False), ("duplicate-noticed-late", False)]
)
def test_15_7_a_result_that_is_not_right(what, counts):
    verdict = told([(1, "7", "", "1.00")], drawn(7), f'irregularities = [{{what = "{what}"}}]')
    assert nets(verdict) == [(1, "ticket-1", "win", 200) if counts else (1, "ticket-1", "void", 0)]


@pytest.mark.parametrize(
    ("what", "net"),
    [
        ('what = "form-differs", seat = 1', 11200),
        ('what = "mispriced", seat = 1, paid = "2.00"', 11200),
        ('what = "mispriced-noticed-late", seat = 1, paid = "1.50"', 5600),
        ('what = "mispriced-noticed-late", seat = 1, paid = "6.00"', 22400),
        ('what = "mispriced-noticed-late", seat = 1, paid = "1.00"', 3733),  # 115 thirds of a dollar, rounded down
        ('what = "altered-ticket", seat = 1, proved = true', 11200),
        ('what = "altered-ticket", seat = 1', -300),
        ('what = "lost-ticket", seat = 1, proved = true', 11200),
        ('what = "lost-ticket", seat = 1', -300),
    ],
)
def test_15_7_tickets_that_went_wrong(what, net):
    more = f"irregularities = [{{{what}}}]"
    verdict = told([(1, "1 2/3 4/5 6", "3/4", "1.00"), (2, "7", "", "1.00")], drawn(1, 2, 3, 4), more)
    assert [row.net for row in verdict.required] == [net, -100]
    assert len(verdict.remedies) == 1


@pytest.mark.parametrize(
    "seen", [TicketSeen("lost-ticket"), TicketSeen("lost-ticket", 3), TicketSeen("lost-ticket", 1)]
)
def test_15_7_it_must_say_which_ticket(seen):
    game = until(Play(Round(table_at())), "take-wagers")
    game.answer(Bets(placed=(Wager(1, "ticket:7", 100), Wager(1, "ticket:8", 100), Wager(2, "ticket:8", 100))))
    until(game, "inspect-presented-tickets")
    with pytest.raises(DealerError) as caught:
        game.answer(seen)
    assert "seat = 2, wager = ticket:8" in caught.value.accepts
    game.answer(TicketSeen("lost-ticket", 1, "ticket:8"))


def test_15_7_nothing_was_paid():
    game = until(Play(Round(table_at())), "take-wagers")
    game.answer(Bets(placed=(Wager(1, "ticket:7", 100),)))
    until(game, "inspect-closed-game")
    with pytest.raises(DealerError, match="nothing was paid"):
        game.answer(TicketSeen("mispriced-noticed-late", 1, paid="0.00"))
