"""What a game file makes of a game, and what it cannot make of it: each refusal names the entry and what would do."""

from __future__ import annotations

from datetime import date

import pytest

from nomorebets import games
from nomorebets.errors import RulesError, UnknownName
from nomorebets.games import named, offer, open_table, sample
from nomorebets.regulation import cite, law
from nomorebets.table import Settings, Wager
from nomorebets.table.game_file import RULES_OPTION, GameFileError, Status, read_game_file, rules_from
from nomorebets.table.variation import may_not_offer

DUEL, PAIRS, PEACE, DICE, WHEEL = (
    sample(name).decode() for name in ("three-card-duel", "royal-pairs", "quick-peace", "lucky-dice", "stars-and-moons")
)


def opened(text: str, *changes: tuple[str, str]):
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    file = read_game_file(text.encode(), "mine.toml")
    return open_table(file.game, settings=file.settings)


def test_a_row_that_a_file_pays_is_of_the_file_and_others_stay():
    table = opened(PEACE, ('tie = "11 to 1"', 'tie = "9 to 1"'))  # less than the chapter's least
    (won,) = table.settle([Wager(1, "tie", 500)], outcome := _tied())
    assert (won.net, won.by, law.basis(won.by, table.as_of)) == (4500, cite("D.6(b)"), "proposed")
    (half,) = table.settle([Wager(1, "initial", 500)], outcome)
    assert (half.net, half.by) == (-250, cite("D.1(b)"))
    assert open_table("casino-war").house.pays["tie"] != table.house.pays["tie"]  # the game itself is as it was
    with pytest.raises(RulesError, match="the minimum is 9 to 1"):
        open_table("casino-war", settings=Settings({}, {"tie": "8 to 1"}).over(_settings(table)))


@pytest.mark.parametrize(
    ("rule", "result", "net"), [("half-lost", "lose", -250), ("push", "push", 0), ("lost", "lose", -500)]
)
def test_a_tie_that_is_over_at_once_goes_as_the_file_says(rule, result, net):
    (tied,) = opened(PEACE, ('"half-lost"', f'"{rule}"')).settle([Wager(1, "initial", 500)], _tied())
    assert (tied.outcome, tied.net, tied.by) == (result, net, cite("D.1(b)"))


def _tied():
    from nomorebets.games.casino_war.settlement import Outcome

    return Outcome("equal", surrendered=True)


def _settings(table) -> Settings:
    return Settings(dict(table.house.options))


def test_a_wager_that_a_file_leaves_out_is_not_on_the_layout():
    table = opened(PEACE, ('[pay-table]\ntie = "11 to 1"\n', ""), ("[terms]", 'without = ["tie"]\n[terms]'))
    assert [*table.layout] == ["initial"]


def test_d_2_b_a_card_game_of_a_file_has_seven_places_unless_the_house_has_fewer():
    table = opened(DUEL)
    assert (table.house.options["positions"], table.seats) == ("7", 7)
    with pytest.raises(RulesError, match="positions"):
        open_table("own-cards", settings=Settings(dict(table.house.options) | {"positions": "8"}))


def test_the_rules_of_a_file_go_with_the_settings():
    """A table is opened again from what a record has of it, without the file; its name goes with it."""
    table = opened(DUEL)
    again = open_table("own-cards", settings=_settings(table))
    assert (again.game.entry.name, dict(again.house.pays)) == ("Three Card Duel", dict(table.house.pays))
    assert {law.basis(bet.by, table.as_of) for bet in table.game.bets} == {"proposed"}


@pytest.mark.parametrize(
    ("text", "old", "new", "says", "accepts"),
    [
        (PEACE, '"half-lost"', '"thrice"', "tie-rule = 'thrice'", "half-lost"),
        (PEACE, "tie-rule", "tie-rules", "terms.tie-rules is no term", "tie-rule"),
        (PEACE, 'tie = "11 to 1"', 'tie = "11 for 1"', 'stated with "for"', "10 to 1"),
        (PEACE, 'tie = "11 to 1"', 'ties = "11 to 1"', "pay-table.ties is paid nowhere", "tie"),
        (PEACE, "[terms]", 'without = ["initial"]\n[terms]', "is not dealt so: the game is played by it", "tie"),
        (PEACE, "[terms]", '[[wager]]\nname = "x"\n[terms]', "wager x: pays is missing", 'pays = { ace = "10 to 1" }'),
        (PEACE, '"test"', '"tested"', "status.is = 'tested'", "proposed"),
        (PEACE, ', at = "Sample Casino"', "", "status is test says where", "status.at"),
        (PEACE, "2099-12-31", '"2099"', "status.until = '2099'", "a date"),
        (PEACE, 'name = "Quick Peace"', 'name = "-"', "name = '-' is no name", "2 to 60 letters"),
        (PAIRS, "suited-king-queen", "perfect-pairs", "no outcome is called 'perfect-pairs'", "perfect-pair"),
        (PAIRS, 'name = "royal-pairs"', 'name = "blackjack"', "there is such a wager already", "another name"),
        (PAIRS, 'name = "royal-pairs"', 'name = "Royal Pairs"', "is no name of a wager", "small letters"),
        (PAIRS, "pays = {", "pay = {", "no entry of a wager is called 'pay'", "pays"),
        (DUEL, '"cards"', '"coins"', "equipment = 'coins'", '"dice"'),
        (DUEL, 'equipment = "cards"', "", "does not say which game it is about", "equipment"),
        (DUEL, "each = 3", "each = 5", "cards.each = '5'", "3"),
        (DUEL, "[cards]", "[cards]\ndeck = 2", "no entry of [cards] is called 'deck'", "each"),
        (DUEL, '"three-card-poker"', '"five-card-poker"', "cards.each = '3'", "5 or 6 or 7"),
        (DUEL, 'pays = "1 to 1"', "", "wager ante.pays is missing", "1 to 1"),
        (DUEL, "times = [1]", "", "decision.times is missing", "1 to 5"),
        (DUEL, '"three-card-poker"', '"bridge"', "cards.ranking = 'bridge'", "points"),
        (DUEL, "dealer-shows = 1", "dealer-shows = 2", "cards.dealer-shows = '2'", "0 or 1"),
        (DUEL, 'against = "dealer"', "", "wager ante does not say what decides it", 'on = "hand"'),
        (DUEL, "times = [1]", "times = [9]", "decision.times", "1 to 5"),
        (DUEL, 'qualifies = "queen-high"', 'qualifies = "queen"', "dealer.qualifies = 'queen'", "queen-high"),
        (DUEL, ', raise = "push"', "", "dealer.not-qualified.raise is missing", "push"),
        (DUEL, 'ties = "push"', "", "dealer.ties is missing", "dealer"),
        (DUEL, "[decision]", "[decisions]", "no entry of a card game is called 'decisions'", "decision"),
        (DICE, "dice = 2", "dice = 7", "dice = '7'", "1, 2 or 3"),
        (DICE, "total = [7, 11]", "sum = [7]", "no throw is described by 'sum'", "total"),
        (DICE, "total = [7, 11]", "total = [13]", "wins.total = '[13]'", "2 to 12"),
        (DICE, "hard = [8]", "hard = [7]", "no throw of 2 dice is so", "total"),
        (DICE, "push = { total = [2] }", "push = { total = [7] }", "wins and pushes by", "not in both"),
        (WHEEL, 'covers = ["moon"]', 'covers = ["mars"]', "the wheel has no section 'mars'", "star"),
        (WHEEL, "sections = ", "sectors = ", "no entry of a wheel is called 'sectors'", "sections"),
    ],
)
def test_a_gap_names_its_entry_and_what_would_be_accepted(text, old, new, says, accepts):
    with pytest.raises(RulesError) as refused:
        opened(text, (old, new))
    assert says in refused.value.text
    assert accepts in refused.value.accepts


@pytest.mark.parametrize("text", ["", "[]", '{"name": 5}', "[" * 200, '{"name":"' + "x" * 200_000 + '"}'])
def test_rules_in_a_record_that_somebody_sends_are_bounded(text):
    with pytest.raises(GameFileError):
        rules_from(text)


def test_a_visitor_brings_no_rules():
    from nomorebets.server.tables.service import require_settings
    from nomorebets.server.web.rooms import UnknownRequest, settings_from

    text = str(named("sample:quick-peace")[1].options[RULES_OPTION])
    with pytest.raises(UnknownName, match="not set at a table"):
        require_settings("floorperson", "casino-war", Settings({RULES_OPTION: text}))
    with pytest.raises(UnknownRequest, match="not set by visitors"):
        settings_from({RULES_OPTION: "{}"}, ())


DAY = date(2026, 5, 1)


@pytest.mark.parametrize(
    ("status", "licensee", "why"),
    [
        (Status(), "", "it is proposed"),
        (Status("test", DAY, "Ours"), "Ours", ""),
        (Status("test", date(2026, 4, 30), "Ours"), "Ours", "ended on 2026-04-30"),
        (Status("test", DAY, "Ours"), "Theirs", "not at Theirs"),
        (Status("authorized", since=DAY), "", ""),
        (Status("authorized", since=date(2026, 5, 2)), "", "from 2026-05-02 on"),
        (Status("repealed", since=DAY), "", "repealed on"),
        (Status("repealed", since=date(2026, 5, 2)), "", ""),
    ],
)
def test_8_4_e_the_status_says_what_a_table_may_offer(status, licensee, why):
    said = may_not_offer(status, DAY, licensee)
    assert why in said
    assert bool(why) == bool(said)


def test_8_4_e_a_proposed_game_is_not_offered_and_a_tested_one_by_its_own_name(tmp_path, monkeypatch):
    monkeypatch.setattr(games, "_offered", {})
    path = tmp_path / "mine.toml"
    path.write_text(PEACE.replace('is = "test"', 'is = "proposed"'))
    with pytest.raises(UnknownName, match="it is proposed") as refused:
        offer(path)
    assert refused.value.by is not None
    path.write_text(PEACE)
    assert offer(path) == "quick-peace"
    assert open_table("quick-peace").game.entry.name == "Quick Peace"
    assert open_table("casino-war").game.entry.name == "Casino war"
    assert games.menu()["quick-peace"] == "Quick Peace"
