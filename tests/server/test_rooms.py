"""The read-only rooms: rulebook, record room, odds room, floorperson's page, gaming guides."""

import json
import re
from collections.abc import Iterator
from concurrent.futures import wait
from functools import partial
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from threading import Event
from typing import Any
from urllib.parse import urldefrag, urljoin

import pytest
from litestar.testing import TestClient
from visiting import Visitor

from nomorebets.games import open_table
from nomorebets.library import game_ids
from nomorebets.pricing.facet import odds_of
from nomorebets.regulation import law
from nomorebets.server.tables.watchers import Watcher
from nomorebets.server.web import rooms
from nomorebets.server.web.app import build_app
from nomorebets.server.web.pages.rulebook import as_cited
from nomorebets.server.web.rooms import Busy, Workshop
from nomorebets.table.house import Settings
from offered import OFFERED, offering  # noqa: F401  # a fixture

RECORDS = Path(__file__).parents[1] / "records"
LARGEST = 300_000  # bytes of a page
SCRIPT = "<script>alert(1)</script>"
TRACEBACK = re.compile(r"Traceback|File &#34;|site-packages|\bError\(")


class House:
    """A house with one table of roulette at which two rounds were played."""

    def __init__(self, client: TestClient[Any]) -> None:
        self.client = client
        self.table_id = ""

    async def play(self) -> None:
        house = self.client.app.state.house
        live = await house.open_table("roulette", settings=Settings({"even-money-on-zero": "whole"}), name=SCRIPT)
        self.table_id = live.id
        watcher = Watcher(await house.people.create())
        live.join(watcher)
        live.receive(watcher, {"type": "sit", "id": "1", "seat": 2})
        for number in range(2):
            live.receive(watcher, {"type": "wager", "id": f"w{number}", "on": "red", "amount": 1000})
            live.receive(watcher, {"type": "deal", "id": f"d{number}"})
            await live.settled()
        rounds = await self.client.app.state.store.archive.find_rounds()
        while len(rounds) < 2:  # where a table takes wagers a second time, it deals again
            live.receive(watcher, {"type": "deal", "id": f"again{len(rounds)}"})
            await live.settled()
            rounds = await self.client.app.state.store.archive.find_rounds()
        live.part(watcher)

    def get(self, path: str, status: int = 200, **headers: str) -> str:
        answer = self.client.get(path, headers=headers, follow_redirects=True)
        assert answer.status_code == status, f"{path}: {answer.status_code} {answer.text[:300]}"
        assert not TRACEBACK.search(answer.text), path
        assert len(answer.content) < LARGEST, path
        return answer.text


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    app = build_app(f"sqlite+aiosqlite:///{tmp_path_factory.mktemp('house') / 'house.db'}")
    with Visitor(app) as client:
        found = House(client)
        with client.portal() as portal:
            portal.call(found.play)
        client.become("surveillance")
        yield found


def alert(page: str) -> str:
    """The sentence of a refusal."""
    found = re.search(r'role="alert">(.*?)</p>', page, re.S)
    assert found, page[-800:]
    return re.sub(r"<[^>]+>", "", found[1]).replace("&#39;", "'")


class Links(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.ids: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        if named.get("id"):
            self.ids.add(str(named["id"]))
        for name in ("href", "src"):
            value = named.get(name)
            if value and tag in ("a", "link", "script", "img"):
                self.found.append(value)


# --- the rulebook ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("printed", "meant"),
    [
        ("19:47-5.6(b)", "19:47-5.6(b)"),
        ("N.J.A.C. 19:47-5.6(b)", "19:47-5.6(b)"),
        ("NJAC 13:69f-5.6(b).", "13:69F-5.6(b)"),
        ("N.J. Admin. Code § 19:47–5.1(e) 1 i (2)", "19:47-5.1(e)1i(2)"),
        ("section 5.6 (b)", "5.6(b)"),
        ("Subchapter 2a", "2A"),
        ("19:47-5", "19:47-5"),
        ("R-5.6b-respin", "5.6(b) R-5.6b-respin"),
        ("19:47-5.6(b) R-5.6b-respin", "19:47-5.6(b) R-5.6b-respin"),
    ],
)
def test_a_citation_is_understood_in_any_printed_form(house: House, printed: str, meant: str) -> None:
    assert as_cited(printed) == meant
    page = house.get(f"/rules/find?citation={printed}")
    assert ("5.6" in meant) == ("5.6" in page.split("<h1>")[1].split("</h1>")[0])


def test_a_paragraph_page_says_what_it_says_and_who_enforces_it(house: House) -> None:
    page = house.get("/rules/19:47-5.6(b)")
    for words in (
        "fewer than three complete revolutions",
        "in force since 1989-05-01",
        "13:69F-5.6(b)",
        "R-5.6b-respin",
        "games/big_six/script.py: SPIN",
        "tests/regulation/test_05_big_six.py::",
    ):
        assert words in page, words


def test_a_paragraph_shows_what_it_commands_and_what_it_said_before(house: House) -> None:
    page = house.get("/rules/19:47-5.1(a)?as_of=1999-01-01")
    assert "a spoken wager counts only if the dealer confirms it" in page
    assert 'Not enforced: <span lang="en">How cash becomes chips lies outside a round' in page
    assert "Until 1997-10-05 it said:" in page
    assert "it said:" not in house.get("/rules/19:47-5.1(a)?as_of=1996-01-01")


def test_a_paragraph_page_lists_the_rounds_that_cited_it(house: House) -> None:
    page = house.get("/rules/13:69F-5.3(b)")
    assert "/records/" in page.split("Rounds that cited it")[1]


def test_an_unknown_citation_is_not_found_and_the_nearest_are_offered(house: House) -> None:
    page = house.get("/rules/19:47-5.6(z)", 404)
    assert "13:69F-5.6" in page
    assert "The nearest" in page
    assert "there is no section or paragraph of that number" in page
    assert "is not a citation" in house.get("/rules/banana", 404)


def test_a_paragraph_before_its_day_is_not_found_and_its_first_day_is_offered(house: House) -> None:
    page = house.get("/rules/5.6(b)?as_of=1980-01-01", 404)
    assert "did not exist on 1980-01-01" in page
    assert "as_of=1989-05-01" in page


def test_rule_pages_have_an_entity_tag(house: House) -> None:
    answer = house.client.get("/rules/5.5(a)")
    tag = answer.headers["etag"]
    again = house.client.get("/rules/5.5(a)", headers={"If-None-Match": f'"other", {tag}'})
    assert (again.status_code, again.text, again.headers["etag"]) == (304, "", tag)
    assert house.client.get("/rules/5.5(a)", headers={"If-None-Match": '"other"'}).status_code == 200
    assert house.client.get("/rules/5.5(a)?as_of=1990-01-01").headers["etag"] != tag


def test_every_subchapter_of_every_chapter_can_be_read(house: House) -> None:
    for chapter in law.chapters().chapter:
        day = chapter.until or chapter.since
        page = house.get(f"/rules?as_of={day}")
        for link in Links(page).found:
            if link.startswith("/rules/") and "coverage" not in link and "changes" not in link:
                house.get(link)


def test_differences_between_two_dates_with_their_effect_on_the_odds(house: House) -> None:
    path = "/rules/changes/roulette?from=1998-08-16&to=1998-08-17"
    page = house.get(path)
    while "Working out" in page:
        page = house.get(path)
    assert "Even-money wagers on zero lose: Whole added" in page
    assert "1/19" in page
    assert "later than" in alert(house.get("/rules/changes/roulette?from=2000-01-01&to=1990-01-01", 404))


def test_coverage_of_the_chapter_a_game_and_a_subchapter(house: House) -> None:
    assert "enforced and tested" in house.get("/rules/coverage")
    assert "games/roulette/game.py" in house.get("/rules/coverage/roulette")
    assert "Regulations Concerning All Games" in house.get("/rules/coverage/8")
    house.get("/rules/coverage/nothing", 404)


# --- the record room ------------------------------------------------------------------------------------------------


def test_rounds_are_found_by_table_game_seat_and_result(house: House) -> None:
    row = re.compile(r'<td><a href="/records/([^"]+)">')
    every = row.findall(house.get("/records"))
    assert len(every) == 2
    assert row.findall(house.get(f"/records?table={house.table_id}&game=roulette&seat=2")) == every
    assert row.findall(house.get("/records?seat=3")) == []
    assert row.findall(house.get("/records?day=1999-01-01")) == []
    assert row.findall(house.get(f"/records?before={every[0]}")) == every[1:]
    won, lost = (set(row.findall(house.get(f"/records?result={result}"))) for result in ("win", "lose"))
    assert won | lost == set(every)
    assert not won & lost


def test_a_round_is_stepped_through_entry_by_entry(house: House) -> None:
    [round_id, _] = re.findall(r'<td><a href="/records/([^"]+)">', house.get("/records"))
    page = house.get(f"/records/{round_id}")
    last = int(re.search(r'data-last="(\d+)"', page)[1])  # type: ignore[index]
    assert "Chain unaltered" in page
    assert "The script reproduces every entry" in page
    for entry in range(last + 1):
        page = house.get(f"/records/{round_id}?entry={entry}")
        assert f'data-entry="{entry}"' in page
        if 0 < entry < last:
            assert 'class="cite" href="/rules/13:69F-' in page
        assert f"?entry={min(entry + 1, last)}" in page
    assert "What became of every wager" in page
    assert "<td>Red</td>" in page
    house.get(f"/records/{round_id}?entry={last + 1}", 400)
    house.get(f"/records/{round_id}?entry=-1", 400)


def test_a_record_is_downloaded_as_it_is_kept_and_verifies(house: House) -> None:
    [round_id, _] = re.findall(r'<td><a href="/records/([^"]+)">', house.get("/records"))
    answer = house.client.get(f"/records/{round_id}/record.jsonl")
    assert "attachment" in answer.headers["content-disposition"]
    assert json.loads(answer.text.splitlines()[0])["game"] == "roulette"
    brought = house.client.post("/records/verify", files={"file": ("mine.jsonl", answer.content)})
    assert "Chain unaltered" in brought.text


STORED = sorted(RECORDS.glob("*.jsonl"))


@pytest.mark.parametrize("stored", STORED, ids=lambda path: path.stem)
def test_every_stored_round_can_be_brought_along(house: House, stored: Path) -> None:
    content = stored.read_bytes()
    entries = content.count(b'"line":"entry"')
    entry = (0, entries // 2, entries + 1)[STORED.index(stored) % 3]  # each at one of its pages
    answer = house.client.post("/records/verify", files={"file": (stored.name, content)}, data={"entry": entry})
    assert answer.status_code == 200, answer.text
    assert "Chain unaltered" in answer.text
    assert len(answer.content) < LARGEST


def test_a_record_brought_along_is_stepped_through_without_being_kept(house: House) -> None:
    content = (RECORDS / "roulette-zero-half.jsonl").read_text()
    typed = content.replace("\n", "\r\n")  # as a browser sends a field of several lines
    page = house.client.post("/records/verify", data={"record": typed, "entry": "3"}).text
    assert 'data-entry="3"' in page
    kept = re.search(r'<textarea name="record"[^>]*>(.*?)</textarea>', page, re.S)
    assert kept
    assert kept[1].replace("&#34;", '"') == content
    assert len(re.findall(r'<td><a href="/records/', house.get("/records"))) == 2


def test_an_altered_record_is_refused_by_line(house: House) -> None:
    content = (RECORDS / "roulette-zero-half.jsonl").read_bytes().replace(b'"n":3', b'"n":4', 1)
    answer = house.client.post("/records/verify", files={"file": ("x", content)})
    assert answer.status_code == 400
    assert "was altered" in alert(answer.text)


def test_uploads_are_limited_and_nonsense_is_refused_in_a_sentence(house: House) -> None:
    post = house.client.post
    assert post("/records/verify", files={"file": ("x", b"{" * 3_000_000)}).status_code == 413
    for content in (b"", b"\0\xff", b"[]", b"{}", b'{"line":"header"}', SCRIPT.encode()):
        answer = post("/records/verify", files={"file": ("../../etc/passwd", content)})
        assert answer.status_code == 400
        assert alert(answer.text)
        assert SCRIPT not in answer.text
    several = (RECORDS / "big-six-wins.jsonl").read_bytes() * 2
    answer = post("/records/verify", files={"file": ("x", several)}, data={"round": "2"})
    assert "The file holds 2 rounds" in answer.text
    assert post("/records/verify", files={"file": ("x", several)}, data={"round": "3"}).status_code == 400


# --- the odds room --------------------------------------------------------------------------------------------------


def settled(house: House, path: str) -> str:
    """A page whose figures are worked out."""
    for _ in range(400):
        page = house.get(path)
        if 'class="working"' not in page:
            return page
    raise AssertionError(f"{path} is never done")


@pytest.mark.parametrize("game", [*game_ids(), *OFFERED])
def test_every_game_has_its_pages(house: House, game: str) -> None:
    page = settled(house, f"/odds/{game}")
    assert "The edge is the expected loss" in page
    assert 'class="outcomes"' in page
    assert 'class="session"' in page
    found = json.loads(house.client.get(f"/odds/{game}/odds.json").text)
    has_simulated_rows = "outcomes_method" in found["wagers"][0]  # the session drawn is of the first line
    assert ("some of which are simulated" if has_simulated_rows else "not simulated") in page
    for path in (f"/floor/{game}", f"/floor/{game}?example=yes", f"/guide/sample/{game}", f"/rules/coverage/{game}"):
        house.get(path)
    assert found["game"] == game
    lines = house.client.get(f"/odds/{game}/odds.csv").text.strip().split("\r\n")
    assert len(lines) == 1 + len(found["wagers"])
    outcomes = house.client.get(f"/odds/{game}/outcomes.csv").text.strip().split("\r\n")
    assert len(outcomes) == 1 + sum(len(wager["outcomes"]) for wager in found["wagers"])


@pytest.mark.parametrize("game", [g for g in game_ids() if getattr(odds_of(open_table(g).game), "advice", None)])
def test_a_game_with_decisions_shows_its_best_play(house: House, game: str) -> None:
    page = settled(house, f"/odds/{game}").split('id="strategy"')[1]
    assert "What it costs to play otherwise" in page


def test_an_option_shows_its_effect_beside_the_defaults(house: House) -> None:
    page = settled(house, "/odds/roulette?wheel-kind=single-zero&wager=red")
    assert "1/37" in page
    assert "against the defaults" in page
    assert "+0.0711 %" in page
    changed = settled(house, "/odds/roulette?pay-table.straight=36 to 1&wager=straight")
    assert "1/38" in changed


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("wheel-kind=triple-zero", "'triple-zero' is not one of its values"),
        ("as_of=banana", "'banana' is not a date"),
        ("as_of=1850-01-01", "no rules of the games were in force"),
        ("as_of=2008-02-31", "is not a date"),
        ("pay-table.straight=30 to 1", "the minimum is 35 to 1"),
        ("pay-table.straight=36 for 1", "stated with"),
        ("no-such-option=on", "no option is called"),
        ("wager=corner:99", "no wager is called"),
        ("strategy=martingale", "has no strategy"),
        (f"wheel-kind={SCRIPT}", "is not one of its values"),
        ("allow-trio023=on", "cannot be chosen beside"),
    ],
)
def test_a_setting_the_rules_do_not_allow_is_refused_with_the_reason(house: House, query: str, words: str) -> None:
    page = house.get(f"/odds/roulette?{query}", 400)
    assert words in alert(page)
    assert SCRIPT not in page
    assert 'id="settings"' in page  # the form is still there


def test_so_many_settings_of_such_a_length_and_no_more() -> None:
    eighty = {f"option-{number}": "on" for number in range(80)}
    assert len(rooms.settings_from(eighty, ()).options) == 80
    assert rooms.settings_from({"name": "x" * 396}, ()).options == {"name": "x" * 396}
    for more in (eighty | {"another": "on"}, {"name": "x" * 397}):
        with pytest.raises(rooms.UnknownRequest, match="at most 80 short settings"):
            rooms.settings_from(more, ())


def test_no_option_is_called_like_a_field_of_the_odds_room() -> None:
    from nomorebets.server.web.pages.odds import OWN

    for game in game_ids():
        assert not {option.id for option in open_table(game).game.terms.all_options} & {*OWN, "as_of", "form"}


def test_a_simulation_streams_its_progress_and_its_result(house: House) -> None:
    with house.client.stream("GET", "/odds/big-six/simulate?rounds=10000000&seed=7") as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        text = answer.read().decode()
    events = re.findall(r"event: (\w+)\r?\ndata: (.*)", text)
    assert [name for name, _ in events][-1] == "result"
    result = json.loads(events[-1][1])
    assert result["rounds"] == 10_000_000
    assert all(abs(line["z"]) < 4.5 for line in result["wagers"])  # seven lines, farther than once in 20,000 runs


@pytest.mark.parametrize("query", ["rounds=10", "rounds=1e12", "rounds=x", "seed=-1", f"rounds={SCRIPT}"])
def test_a_simulation_is_bounded(house: House, query: str) -> None:
    house.get(f"/odds/big-six/simulate?{query}", 400)


def test_six_simulations_run_at_once_and_another_is_asked_to_wait(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nomorebets.server.web.pages.odds._RUNS", set(range(6)))
    house.get("/odds/big-six/simulate?rounds=1000", 503)
    monkeypatch.setattr("nomorebets.server.web.pages.odds._RUNS", set(range(5)))
    assert "event: result" in house.get("/odds/big-six/simulate?rounds=1000")


def test_a_simulation_without_a_script(house: House) -> None:
    assert "95 % interval" in settled(house, "/odds/big-six/simulation?rounds=100000&seed=1")


# --- the floorperson's page -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [*game_ids(), *OFFERED])
def test_the_desk_of_every_game_leads_to_a_ruling(house: House, game: str) -> None:
    desk = house.get(f"/floor/{game}?example=yes")
    text = unescape(desk.split('id="transcript"')[1].split(">", 1)[1].split("</textarea>")[0])
    token = re.search(r'name="_csrf_token" value="([^"]+)"', desk)
    headers = {"x-csrf-token": token[1]} if token else {}
    drafted = house.client.post(f"/floor/{game}/draft", json={"text": text}, headers=headers).json()
    assert drafted["fault"] is None
    again = house.client.post(f"/floor/{game}/draft", json={"told": drafted["told"]}, headers=headers).json()
    assert again["rows"] == drafted["rows"]
    page = house.client.post("/floor", data={"transcript": again["text"]})
    assert page.status_code == 200, alert(page.text)
    assert "What the rules require" in page.text
    assert "/rules/13:69F" in page.text or "/rules/19:47" in page.text


def test_what_the_dealer_did_is_compared_with_the_rules(house: House) -> None:
    told = Path("examples/roulette-dispute.toml")
    text = (Path(__file__).parents[2] / told).read_text()
    page = house.client.post("/floor", data={"transcript": text}).text
    assert "The house owes the patron $12.50" in page
    assert "foreign-object" in page
    filed = house.client.post("/floor/ruling.json", data={"transcript": text, "dealer": "Rae", "property": "Palace"})
    assert "attachment" in filed.headers["content-disposition"]
    form = filed.json()
    assert (form["property"], form["camera"]) == ("Palace", "")
    first = form["violations"][0]
    assert {k: first[k] for k in ("type_of_error", "dealer", "savings", "losses")} == {
        "type_of_error": "dealer",
        "dealer": "Rae",
        "savings": "12.50",
        "losses": "0.00",
    }
    assert form["ruling"]["differences"][0]["cite"] == "19:47-5.2(b)"


def test_a_record_may_be_pasted_too(house: House) -> None:
    record = (RECORDS / "roulette-straight-wins.jsonl").read_text()
    assert "What the rules require" in house.client.post("/floor", data={"transcript": record}).text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "the transcript is empty"),
        ("game = ", "the transcript is not TOML"),
        (f"game = '{SCRIPT}'", "no game is called"),
        ('game = "roulette"\nspins = "17"\nwagers = [{ seat = 1, wager = "corner:99", amount = "5" }]', "corner"),
        ('game = "roulette"\nas_of = "yesterday"', "is not a date"),
        ("a" * 250_000, "characters"),
        (".".join("a" * 20_000) + " = 1", "line 1: the transcript is nested too deeply"),
        ("{" * 20_000, "nested too deeply"),
        ("{}", "was altered"),
    ],
)
def test_a_transcript_that_cannot_be_ruled_on_is_answered_in_a_sentence(house: House, text: str, words: str) -> None:
    answer = house.client.post("/floor", data={"transcript": text})
    assert answer.status_code == 400
    assert words in alert(answer.text)
    assert SCRIPT not in answer.text
    assert not TRACEBACK.search(answer.text)


WRONG = [
    ({"text": "game = "}, "the transcript is not TOML"),
    ({"told": {"game": "roulette", "wagers": [{"seat": 1, "wager": SCRIPT, "amount": "5"}]}}, "is no roulette wager"),
    ({"told": {"game": "roulette", "irregularities": [{"before_spin": 1, "what": "earthquake"}]}}, "earthquake"),
    ({"told": {"game": "roulette", "spins": "banana"}}, "banana"),
    ({"told": {"game": "roulette", "spins": "17 18 19"}}, "left over"),
    ({"told": {"game": "roulette", "done": [{"seat": 1, "wager": "red", "eaten": "5"}]}}, "eaten"),
    ({"told": {"a": [[[[[[[[[[1]]]]]]]]]]}}, "nested too deeply"),
    ({"told": 7}, "names no game"),
    ([], "names no game"),
    ({"text": "a" * 250_000}, "characters"),
]


@pytest.mark.parametrize(("said", "words"), WRONG)
def test_what_cannot_be_told_is_answered_in_a_sentence(house: House, said: Any, words: str) -> None:
    answer = house.client.post("/floor/roulette/draft", json=said)
    assert answer.status_code == 200
    assert words in answer.json()["fault"]["text"]
    assert not TRACEBACK.search(answer.text)


def test_a_transcript_that_cannot_be_read_comes_back_as_it_was_typed(house: House) -> None:
    page = house.client.post("/floor/roulette", data={"transcript": f"game = {SCRIPT}"})
    assert page.status_code == 400
    assert "the transcript is not TOML" in page.text
    assert "game = &lt;script&gt;" in page.text
    assert SCRIPT not in page.text


def test_the_desk_is_that_of_the_transcripts_game_and_rules(house: House) -> None:
    text = 'game = "roulette"\nhouse = { wheel-kind = "single-zero" }\n'
    page = house.client.post("/floor/craps", data={"transcript": text}).text
    assert "Roulette: what happened?" in page
    assert 'data-piece="0"' in page
    assert 'data-piece="00"' not in page


# --- gaming guides --------------------------------------------------------------------------------------------------


def test_a_live_table_has_a_guide_made_from_its_own_options(house: House) -> None:
    page = house.get(f"/guide/{house.table_id}")
    assert "Even-money wagers on zero lose: Whole" in page
    assert "35 to 1" in page
    assert SCRIPT not in page
    for form in ("guide.html", "guide.md", "guide.pdf", "signs.html", "signs.md", "signs.pdf"):
        answer = house.client.get(f"/guide/{house.table_id}?form={form}")
        assert "attachment" in answer.headers["content-disposition"]
        if form.endswith("html"):
            assert SCRIPT not in answer.text
    house.get(f"/guide/{house.table_id}?form=pdf", 404)
    house.get("/guide/no-such-table", 404)


# --- all of them ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        "/rules?as_of=9999-99-99",
        "/rules/5.6(b)?as_of=%00",
        f"/records?game={SCRIPT}",
        "/records?seat=0",
        "/records?seat=99999999999999999999999",
        "/records?day=0000-00-00",
        "/records?result=banana",
        "/odds/roulette?stake=-5",
        "/guide/sample/roulette?as_of=2020-13-01",
        "/guide/sample/roulette?limits.table.max=-1",
        "/rules/changes/roulette?from=x",
        "/odds?as_of=1066-10-14",
    ],
)
def test_nonsense_is_answered_with_a_clear_sentence(house: House, path: str) -> None:
    answer = house.client.get(path)
    assert answer.status_code in (400, 404)
    assert len(alert(answer.text)) > 10
    assert SCRIPT not in answer.text


@pytest.mark.parametrize(
    "path",
    [
        "/records/..%2f..%2fetc%2fpasswd",
        "/records/" + "x" * 500,
        f"/records/{SCRIPT.replace('/', '%2F')}",
        "/rules/..%2F..%2Fpyproject.toml",
        "/rules/" + "(" * 300,
        "/odds/..%2Froulette",
        "/odds/nomorebets.games.roulette.game",
        "/floor/os.path",
        "/guide/sample/__init__",
        "/rules/coverage/%2e%2e",
        "/static/..%2F..%2Fapp.py",
    ],
)
def test_tricks_with_paths_find_nothing(house: House, path: str) -> None:
    answer = house.client.get(path)
    assert answer.status_code == 404, answer.text[:200]
    assert "<script>alert" not in answer.text
    assert "root:" not in answer.text
    assert not TRACEBACK.search(answer.text)


def test_an_unknown_game_is_refused_with_the_names_of_others(house: House) -> None:
    page = house.client.get("/odds/bigsix").text
    assert "Big six" in page
    assert "big-six" not in page


def test_a_program_is_refused_in_json(house: House) -> None:
    answer = house.client.get("/odds/rulette/odds.json", headers={"Accept": "application/json"})
    assert answer.status_code == 404
    assert answer.json()["title"] == "no game is called 'rulette'"


def test_every_link_of_the_rooms_leads_somewhere(house: House) -> None:
    """Crawled from the front page of each room; of pages that are alike, a few."""
    waiting = ["/rules", "/records", "/odds", "/floor", "/guides", "/rules/coverage", "/rules/changes", "/rules/5.6(b)"]
    waiting += ["/rules?as_of=1980-01-01", "/rules/5?as_of=1980-01-01", "/rules/5.2(b)?as_of=1980-01-01"]
    waiting += ["/odds/big-six", "/guide/sample/big-six", "/records?seat=2"]
    seen: set[str] = set()
    alike: dict[str, int] = {}
    rooms = ("/rules", "/records", "/odds", "/floor", "/guide", "/static")
    while waiting:
        path = waiting.pop(0)
        if path in seen:
            continue
        seen.add(path)
        answer = house.client.get(path, follow_redirects=True)
        assert answer.status_code == 200, f"{path}: {answer.status_code}"
        if not answer.headers["content-type"].startswith("text/html"):
            continue
        links = Links(answer.text)
        for link in links.found:
            target, mark = urldefrag(urljoin(path, link))
            if not link.startswith(("/", "?", "#")):
                assert link.startswith("data:"), f"{path} leads to {link}"
                continue
            if target in ("", path) and mark:
                assert mark in links.ids, f"{path} has no #{mark}"
            shape = re.sub(r"(?<=/)[^/?]*|\d+|=[^&]*", "*", target)
            alike[shape] = alike.get(shape, 0) + 1
            if target.startswith(rooms) and alike[shape] <= 12:
                waiting.append(target)
    assert len(seen) > 60


def test_figures_are_worked_out_once_and_a_defect_is_not_kept() -> None:
    import asyncio

    made: list[int] = []

    def figures() -> int:
        made.append(1)
        if len(made) == 1:
            raise ZeroDivisionError
        return 7

    async def ask() -> list[object]:
        shop = Workshop(keep=2)
        with pytest.raises(ZeroDivisionError):
            await shop.get("a", figures)
        return [await shop.get("a", figures), await shop.get("a", figures)]

    assert asyncio.run(ask()) == [7, 7]
    assert len(made) == 2


def test_what_a_visitor_still_waits_for_is_worked_out_before_what_was_left() -> None:
    shop, at_work, made = Workshop(threads=1), Event(), list[str]()
    first = shop.begin("first", at_work.wait)
    asked = [shop.begin(name, partial(made.append, name)) for name in ("left", "looked at", "newest")]
    shop.begin("looked at", partial(made.append, "never"))  # a page asks again while it shows
    at_work.set()
    wait([first, *asked])
    assert made == ["looked at", "newest", "left"]


def test_where_too_much_waits_what_nobody_asks_for_any_more_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    shop, begun, at_work = Workshop(threads=1, waiting=3), Event(), Event()
    shop.begin("first", lambda: (begun.set(), at_work.wait()))
    assert begun.wait(10)
    try:
        left, looked_at = shop.begin("left", int), shop.begin("looked at", int)
        with pytest.raises(Busy):
            shop.begin("newest", int)  # both have been asked for just now
        monkeypatch.setattr(rooms, "GIVEN_UP", 0.0)
        newest = shop.begin("newest", int)
    finally:
        at_work.set()
    assert isinstance(left.exception(0), Busy)
    assert [made.result(10) for made in (looked_at, newest)] == [0, 0]
    assert shop.begin("left", int).result(10) == 0  # who comes back is served


@pytest.mark.parametrize(("game", "simulated"), [("holdem", True), ("seven-card-stud", False)])
def test_a_simulation_is_offered_where_there_is_one(house: House, game: str, simulated: bool) -> None:
    assert ('id="simulate"' in house.get(f"/odds/{game}")) == simulated


@pytest.mark.parametrize("body", ["game = 1", "[" * 5000, "\x00", '{"text": ', "\ud800"])
def test_a_draft_that_cannot_be_read_is_refused(house: House, body: str) -> None:
    answer = house.client.post("/floor/roulette/draft", content=body.encode("utf-8", "surrogatepass"))
    assert answer.status_code == 400
    assert "the draft cannot be read" in answer.text
