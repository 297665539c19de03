"""Rounds that are over as others and their players see them: the board, shared links, frames, pictures, sessions."""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest
from people import Person
from serving import eventually
from visiting import Visitor

from browser.wording import english_in
from hidden_cards import mentioned
from nomorebets.drivers.chance import SeededChance
from nomorebets.papers.document import Grid, Paper
from nomorebets.papers.writing import pages_of
from nomorebets.pricing.mistakes import Decided
from nomorebets.regulation import names
from nomorebets.server.book import play_days, schema
from nomorebets.server.book.bulk import Rows
from nomorebets.server.book.goals import Day, Goals, day_of, kept_of, minutes_of, note_reached
from nomorebets.server.book.store import now
from nomorebets.server.tables.clock import Clock
from nomorebets.server.web import keepsakes
from nomorebets.server.web.app import build_app
from nomorebets.server.web.board import (
    EVERYTHING,
    Viewer,
    examine,
    felt_view,
    in_view,
    never_shown,
    step_words,
    without_others_money,
)
from nomorebets.server.web.keepsakes import round_paper
from nomorebets.server.web.pages import sharing
from nomorebets.server.web.rooms import Workshop
from nomorebets.table.record import read

RECORDS = Path(__file__).parents[1] / "records"
STAKES = {1: 3700, 2: 4100}  # cents: amounts that stand nowhere else on a page


class House(Visitor):
    """A house with a round of roulette that two people played, and one of three card poker of the first."""

    tokens: dict[int, str]
    patrons: dict[int, str]
    roulette: str
    stud: str

    async def prepare(self) -> None:
        house = self.app.state.house
        live = await house.open_table("roulette")
        people = {}
        for seat, on in ((1, "red"), (2, "black")):
            purse = await house.people.create()
            self.tokens[seat], self.patrons[seat] = await house.people.token(purse), purse.patron
            people[seat] = Person(live, purse)
            await people[seat].do("sit", amount=40_000, seat=seat)
            await people[seat].do("wager", on=on, amount=STAKES[seat])
        for one in people.values():
            await one.do("deal")
        await live.settled()
        stud = await house.open_table("three-card-poker")
        one = Person(stud, await house.people.purse(self.patrons[1]))
        await one.do("sit", amount=40_000)
        await one.do("wager", on="ante", amount=1000)
        await one.do("deal")
        await one.do("decide", choice="fold")
        await stud.settled()
        while len(rounds := await house.store.archive.find_rounds()) < 2:
            await asyncio.sleep(0.05)  # the dealer waits a moment for whoever is still at the layout
        self.roulette, self.stud = (row.id for row in sorted(rounds, key=lambda row: row.game))

    def as_player(self, seat: int) -> None:
        self.cookies.clear()
        self.cookies.set("patron", self.tokens[seat])

    def as_stranger(self) -> None:
        self.cookies.clear()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    app = build_app(f"sqlite:///{tmp_path_factory.mktemp('house') / 'house.db'}", SeededChance(4), Clock(again=0.05))
    with House(app) as client:
        client.tokens, client.patrons = {}, {}
        with client.portal() as portal:
            portal.call(client.prepare)
        yield client


def shared(house: House) -> str:
    """The link of the first player to the round of roulette."""
    house.as_player(1)
    assert house.post(f"/records/{house.roulette}/share", data={}).status_code == 200
    found = re.search(r"http://[^/\"]+(/shared/([\w-]+))\"", house.get(f"/records/{house.roulette}").text)
    assert found
    assert len(found[2]) == 22  # 128 bits
    return found[1]


def every_step(house: House, path: str) -> str:
    last = int(re.search(r'data-last="(\d+)"', house.get(path).text)[1])  # type: ignore[index]
    return "".join(house.get(f"{path}?entry={n}&costs=yes").text for n in range(last + 1))


def test_a_shared_round_shows_its_owners_money_and_nobody_elses(house: House) -> None:
    link = shared(house)
    house.as_player(2)
    assert "$41" in every_step(house, f"/records/{house.roulette}")  # as at the table
    house.as_stranger()
    for path in (link, link.replace("/shared/", "/embed/rounds/")):
        seen = every_step(house, path)
        assert "$37" in seen
        assert "41" not in re.sub(r'"[^"]*"', "", seen.replace("$41,", ""))
        assert "$41" not in seen
        assert "Seat 1 … on Red" not in seen
        assert house.roulette not in seen
        assert house.patrons[1] not in seen
        assert "400.00" not in seen  # what either had in front of him
    private = house.get(f"/records/{house.roulette}")
    assert private.status_code == 403
    assert "This round is private." in private.text


def test_only_who_sat_in_a_round_shares_it_and_can_withdraw_it(house: House) -> None:
    link = shared(house)
    assert shared(house) == link  # sharing again makes no second one
    house.as_player(2)
    assert link not in house.get(f"/records/{house.roulette}").text  # each has his own
    assert house.post(f"/records/{house.stud}/share", data={}).status_code == 404
    house.become("floorperson")
    assert house.post(f"/records/{house.roulette}/share", data={}).status_code == 403
    house.as_player(2)
    house.post(f"/records/{house.roulette}/withdraw", data={})  # which he never gave
    assert house.get(link).status_code == 200
    house.as_player(1)
    house.post(f"/records/{house.roulette}/withdraw", data={})
    house.as_stranger()
    for path in (link, link.replace("/shared/", "/embed/rounds/"), f"{link}/felt.png", f"{link}/round.pdf"):
        assert house.get(path).status_code == 404


def test_only_what_is_embedded_may_be_framed(house: House) -> None:
    link = shared(house)
    house.as_stranger()
    table = house.roulette.rpartition("-")[0]
    for path in (link.replace("/shared/", "/embed/rounds/"), f"/embed/tables/{table}"):
        answer = house.get(path)
        assert answer.status_code == 200
        assert "frame-ancestors *" in answer.headers["content-security-policy"]
        assert (
            "frame-ancestors 'none'" not in answer.headers["content-security-policy"]
        )  # a browser keeps all it is told
        assert "form-action 'none'" in answer.headers["content-security-policy"]
        assert "x-frame-options" not in answer.headers
        assert "set-cookie" not in answer.headers
        assert "<form" not in answer.text
    for path in (link, "/", f"/tables/{table}"):
        answer = house.get(path)
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["x-frame-options"] == "DENY"


def test_a_round_on_paper_is_in_the_visitors_language(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keepsakes, "pdf_of", msgspec.json.encode)
    monkeypatch.setattr(sharing, "COUNTER", Workshop())  # the papers of the others are kept
    link = shared(house)
    for language, title in (("en", "Roulette"), ("es", "Ruleta")):
        got = house.get(f"{link}/round.pdf", headers={"Accept-Language": language}).content
        paper = msgspec.json.decode(got, type=Paper)
        assert (paper.title, paper.language) == (title, language)
        grids = [block for section in paper.sections for block in section.blocks if isinstance(block, Grid)]
        said = [cell for grid in grids for row in grid.rows for cell in row.cells]
        said += [column.name for grid in grids for column in grid.columns]
        said += [paper.kind, paper.footer, paper.page, *(section.heading for section in paper.sections)]
        assert bool(english_in(dict.fromkeys(said, ""))) is (language == "en")


def test_the_felt_of_a_round_on_paper_is_on_its_first_page() -> None:
    for name in ("craps-buy-and-lay", "roulette-all-lose"):
        examined = examine((RECORDS / f"{name}.jsonl").read_bytes())
        paper = round_paper(examined, EVERYTHING, None, is_whole=True)
        assert len(pages_of(msgspec.structs.replace(paper, sections=paper.sections[:1]))) == 1


@pytest.mark.slow
def test_what_is_a_matter_of_course_has_words_of_its_own() -> None:
    untold = set()
    for stored in RECORDS.glob("*.jsonl"):
        examined = examine(stored.read_bytes())
        entries = enumerate(examined.record.entries, 1)
        untold |= {one.request.name for n, one in entries if not step_words(examined, n, Viewer(spots=frozenset()))}
    assert untold - names.catalogue()["happened"].keys() == set()


def test_a_felt_is_a_picture_and_a_round_a_paper(house: House) -> None:
    link = shared(house)
    for room in (f"/records/{house.roulette}", link):
        assert house.get(f"{room}/felt.png?entry=3").content.startswith(b"\x89PNG")
        assert house.get(f"{room}/round.pdf").content.startswith(b"%PDF")
    assert house.get(f"{link}/felt.png?entry=999").status_code == 400


ONE_OF_EACH = {
    path.read_text().partition('"game":"')[2].partition('"')[0]: path.stem for path in sorted(RECORDS.glob("*.jsonl"))
}


@pytest.mark.parametrize("name", sorted({*ONE_OF_EACH.values(), "blackjack-hand-fee", "keno-catch-none"}))
def test_any_round_is_drawn_on_a_page_and_as_a_picture(name: str) -> None:
    examined = examine((RECORDS / f"{name}.jsonl").read_bytes())
    for entry in {*range(0, examined.last, 7), keepsakes.fullest(examined), examined.last}:
        assert "<svg" in felt_view(examined, entry, EVERYTHING)["layout"]
        assert "<svg" in keepsakes.felt_drawn(examined, entry, EVERYTHING)


def test_only_numbers_that_were_drawn_are_balls_in_a_picture() -> None:
    examined = examine((RECORDS / "keno-catch-none.jsonl").read_bytes())
    hidden = [keepsakes.felt_drawn(examined, n, EVERYTHING).count(' display="none"') for n in (0, examined.last - 1)]
    assert hidden == [80, 60]


def test_the_board_says_what_a_decision_cost(house: House) -> None:
    house.as_player(1)
    path = f"/records/{house.stud}?costs=yes"
    eventually(lambda: "data-pending" not in house.get(path).text, "what the decision cost is not told")
    assert re.search(r"costs \$[\d.]+ on average|the best play", house.get(path).text)


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("seat 2 $25 on Red", "seat 2 … on Red"),
        ("seat 1 $25 on Red; seat 11 $1,000.50 on Red", "seat 1 $25 on Red; seat 11 … on Red"),
        ("seat 1, player B: Red wins $5", "seat 1, player B: Red wins …"),
        ("seat 1 wins $5 from seat 2", "seat 1 wins … from seat 2"),
        ("the pot is $80", "the pot is …"),
    ],
)
def test_words_keep_no_amount_of_anybody_else(words: str, left: str) -> None:
    assert without_others_money(words, frozenset({"1"})) == left


def test_what_was_called_aloud_tells_nobody_elses_money() -> None:
    examined = examine((RECORDS / "chemin-de-fer-banco.jsonl").read_bytes())
    at_the_table, shared = (felt_view(examined, 15, viewer) for viewer in (Viewer(), Viewer(spots=frozenset({"2"}))))
    assert "Bank of $100" in at_the_table["called"]
    assert "Bank of …" in shared["called"]
    assert "$" not in str([shared[part] for part in ("called", "remembered", "wagers", "remedies")])


def test_what_folding_cost_tells_nobody_of_the_hand() -> None:
    stored = RECORDS / "caribbean-stud-all-fold.jsonl"
    examined = examine(stored.read_bytes())
    made = Decided(34, 1, "", "Fold", "Bet", Fraction(5), 1000)
    assert in_view(made, examined, Viewer(frozenset({1})))
    assert in_view(made, examined, EVERYTHING)
    assert not in_view(made, examined, Viewer(frozenset({2})))
    assert not in_view(made, examined, Viewer(spots=frozenset({"1"})))  # his own shared round


def test_a_shared_round_shows_no_hand_that_was_not_shown(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keepsakes, "pdf_of", lambda paper: repr(paper).encode())
    house.as_player(1)
    own = f"/records/{house.stud}"
    house.post(f"{own}/share", data={})
    link = re.search(r"/shared/[\w-]+", house.get(own).text)[0]  # type: ignore[index]
    record = house.get(f"{own}/record.jsonl").content
    folded = {card for area, card in never_shown(read(record)) if area == "seat:1"}
    assert len(folded) == 3
    assert folded <= mentioned(every_step(house, own))
    assert hashlib.sha256(record).hexdigest() in house.get(f"{own}/round.pdf").text
    house.as_stranger()
    paper = house.get(f"{link}/round.pdf").text
    for seen in (every_step(house, link), every_step(house, link.replace("/shared/", "/embed/rounds/")), paper):
        assert not folded & mentioned(seen)
    assert hashlib.sha256(record).hexdigest() not in paper  # by which the folded hand could be tried out
    for room in (own, f"{link}x"):
        for part in ("", "/felt.png", "/round.pdf", "/record.jsonl"):
            assert house.get(f"{room}{part}").status_code in (403, 404), part


# --- sessions --------------------------------------------------------------------------------------------------------


def test_whom_the_house_does_not_know_is_told_how_to_be_known(house: House) -> None:
    house.as_stranger()
    page = house.get("/sessions")
    assert page.status_code == 403
    assert "Your sessions show up here after your first round." in page.text
    assert '<a href="/">Sit down at a table</a>' in page.text
    assert "floorperson, surveillance" not in page.text  # he is told what to do, not who may


def test_a_session_is_held_against_the_odds_of_its_wagers(house: House) -> None:
    house.as_player(2)
    [row] = json.loads(house.get("/sessions.json").text)["played"]
    assert (row["game"], row["wager"], row["amount"], row["wagers"]) == ("roulette", "black", 4100, 1)
    assert row["net"] in {4100, -4100, -2050}  # chance is the table's own here: a zero takes half
    assert Fraction(row["mean"]) == Fraction(-4100, 38)  # of 38, eighteen win, eighteen lose, two lose a half
    assert Fraction(row["variance"]) == 4100**2 * (Fraction(36) / 38 + Fraction(2, 4 * 38) - Fraction(1, 38**2))
    page = house.get("/sessions").text
    assert "$41" in page
    assert "-$1.08" in page
    assert re.search(r"Luck: [+-]\d\.\d\d standard deviations", page)
    assert "$37" not in page
    table = house.get("/sessions.csv").text.splitlines()
    assert table[0].startswith("day,game,table,wager,amount,wagers,net")
    assert len(table) == 2


def test_a_raise_and_a_bonus_are_counted_with_the_wager_that_began_the_round(house: House) -> None:
    house.as_player(1)
    rows = {row["wager"]: row for row in json.loads(house.get("/sessions.json").text)["played"]}
    assert rows["ante"]["net"] == -1000  # folded
    assert Fraction(rows["ante"]["mean"]) < 0


def test_goals_are_the_patrons_own(house: House) -> None:
    house.as_player(2)
    assert house.post("/sessions/goals", data={"goal": "100", "stop_loss": "20.50"}).status_code == 200
    page = house.get("/sessions").text
    assert 'value="100.00"' in page
    assert 'value="20.50"' in page
    assert "to your goal." in page
    assert "to your stop-loss." in page or "Stop-loss reached" in page
    for wrong in ("-5", "much", "1e30"):
        assert house.post("/sessions/goals", data={"goal": wrong}).status_code == 400
    for name, most in (("minutes", 24 * 60), ("rounds", 100_000)):
        assert house.post("/sessions/goals", data={name: str(most + 1)}).status_code == 400
        assert house.post("/sessions/goals", data={name: str(most)}).status_code == 200
    house.as_player(1)
    assert 'value="100.00"' not in house.get("/sessions").text


def test_a_goal_is_told_when_it_is_reached_and_counted_as_kept_until_one_plays_on(house: House) -> None:
    house.as_player(1)
    assert house.get("/sessions/goals").json() == {"reached": []}
    with house.portal() as portal:
        store, patron, day = house.app.state.store, house.patrons[1], now()[:10]
        played = portal.call(day_of, store, patron, day)
        assert played.rounds > 0
        assert played.net == sum(row.net for row in portal.call(play_days.days_of, store, patron))
        for more, reached in ((1, []), (0, [f"That was {played.rounds} rounds, as you planned. Time to get up?"])):
            assert house.post("/sessions/goals", data={"rounds": str(played.rounds + more)}).status_code == 200
            assert house.get("/sessions/goals").json() == {"reached": reached}
        assert "Rounds: reached on 1 day, and you stopped on 1." in house.get("/sessions").text
        further = played._replace(rounds=played.rounds + 1)
        portal.call(note_reached, store, patron, day, Goals(rounds=played.rounds), further)
        assert portal.call(kept_of, store, patron) == {"rounds": (1, 0)}
        house.post("/sessions/goals", data={})


@pytest.mark.parametrize(
    ("goals", "net", "reached"),
    [
        (Goals(goal=500), 499, []),
        (Goals(goal=500), 500, ["goal"]),
        (Goals(stop_loss=500), -499, []),
        (Goals(stop_loss=500), -500, ["stop_loss"]),
        (Goals(minutes=10, rounds=5), 0, ["minutes"]),
    ],
)
def test_a_goal_is_reached_at_its_amount_and_not_before(goals: Goals, net: int, reached: list[str]) -> None:
    assert goals.reached(Day(net=net, minutes=10, rounds=4)) == reached


@pytest.mark.parametrize(("pause", "minutes"), [(14, 16), (15, 2)])
def test_a_break_is_no_play(pause: int, minutes: int) -> None:
    at = datetime(2026, 1, 1, 10)
    times = [at, at + timedelta(minutes=1), at + timedelta(minutes=1 + pause), at + timedelta(minutes=2 + pause)]
    one, two, three, four = (time.isoformat() for time in times)
    assert minutes_of([(three, four), (one, two)]) == minutes


def test_days_add_up_to_the_results(house: House) -> None:
    with house.portal() as portal:
        rows = portal.call(play_days.days_of, house.app.state.store, house.patrons[1])
        rounds = portal.call(lambda: house.app.state.store.archive.find_rounds(patron=house.patrons[1]))
    nets = [one["net"] for played in rounds for one in played.summary if one["seat"] == 1]
    assert sum(row.net for row in rows) == sum(nets)
    assert sum(row.wagers for row in rows) == len(nets)


def test_rows_that_are_added_to_one_key_are_summed_first() -> None:
    key = {"patron_id": "p", "day": "2026-01-01", "table_id": "t", "wager": "red", "amount": 500}
    rows = Rows.of(schema.play_days, "add", [key | {"wagers": 1, "net": 500}, key | {"wagers": 2, "net": -700}])
    assert json.loads(rows.json) == [["p", "2026-01-01", "t", "red", 500, 3, -200]]


def test_what_a_supervisor_says_of_a_round_has_a_length(house: House) -> None:
    """A longer form is not read; of longer remarks as much is kept as is shown."""
    house.become("floorperson")
    path = f"/records/{house.roulette}/rulings"
    for number, kept in ((500, "r" * 500), (501, "r" * 499 + "…")):
        ruled = house.post(path, data={"what": "same-direction", "remarks": "r" * number})
        assert ruled.status_code == 200
        assert re.findall("r{100,}…?", ruled.text)[-1] == kept
    form = {"content-type": "application/x-www-form-urlencoded"}
    for more, status in ((0, 400), (1, 413)):
        assert house.post(path, content="x=".ljust(8_000 + more, "x"), headers=form).status_code == status
    house.as_stranger()


def test_of_a_long_day_the_last_rounds_are_drawn(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    assert play_days.MOST_ROUNDS == 2_000
    asked = play_days.rounds_of, house.app.state.store, house.patrons[1], now()[:10]
    with house.portal() as portal:
        both = portal.call(*asked)
        monkeypatch.setattr(play_days, "MOST_ROUNDS", 2)
        assert portal.call(*asked) == both
        monkeypatch.setattr(play_days, "MOST_ROUNDS", 1)
        assert portal.call(*asked) == both[1:]
    assert {one.game for one in both} == {"roulette", "three-card-poker"}
