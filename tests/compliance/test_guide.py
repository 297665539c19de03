"""Gaming guides and table signs, made from a table's own options."""

import json
import re
from datetime import date
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner

from nomorebets.cli import nomorebets
from nomorebets.compliance.guide import (
    file_names,
    guide_html,
    guide_markdown,
    guide_of,
    signs_html,
    signs_markdown,
    signs_paper,
)
from nomorebets.errors import HouseRuleError
from nomorebets.library import game_ids, guide, open_table
from nomorebets.papers.writing import pages_of
from nomorebets.regulation import Odds, names
from rounds import SAMPLES

EXAMPLES = Path(__file__).parents[2] / "examples"


class Text(HTMLParser):
    """What a reader sees of a page, and whether it is well formed."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in ("br", "meta", "link", "input"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] not in ("style", "script"):
            self.words.append(data)


@pytest.mark.parametrize("game", [*game_ids(), *SAMPLES])
def test_every_game_has_a_guide_that_states_payouts_with_to(game: str) -> None:
    table = open_table(game)
    guide = guide_of(table)
    assert {wager.wager for wager in guide.wagers} >= set(table.layout.kinds())
    stated = [odds for wager in guide.wagers for _, odds in wager.pays]
    assert stated
    forms = r"[\d,]+ to [\d,]+|win \$[\d,.]+|the price back|each way by itself|as the .+ wager|what the others put in.*"
    for odds in stated:
        assert re.fullmatch(forms, odds), odds
        if " to " in odds:
            Odds.parse(odds)
    assert not re.search(r"\d for \d", guide_markdown(guide))
    assert guide.steps
    assert any("on request" in notice.says for notice in guide.notices)


@pytest.mark.parametrize("game", [*game_ids(), *SAMPLES])
def test_what_a_guide_says_is_cited_as_the_chapter_prints_it(game: str) -> None:
    guide = guide_of(open_table(game))
    outlined = [*guide.equipment, *guide.ranking, *guide.steps, *guide.decisions]
    cited = [*guide.wagers, *outlined, *guide.choices, *guide.mistakes, *guide.notices, *guide.signs]
    assert all(said.by.cite.startswith(f"{guide.chapter}-") for said in cited)
    for page in (guide_html(guide), signs_html(guide)):
        read = Text(page)
        assert read.open == []
        assert guide.name in " ".join(read.words)


def test_a_guide_follows_the_tables_own_options_odds_and_limits() -> None:
    table = open_table(
        "roulette",
        as_of=date(1999, 3, 1),
        options={"even-money-on-zero": "whole", "five-adjacent": True},
        pay_table={"first-five": "7 to 1"},
        limits={"table": {"min": "5.00", "max": "500.00"}, "straight": {"max": "100.00"}},
    )
    guide = guide_of(table, "R-1", "Boardwalk Palace")
    rows = {wager.wager: wager for wager in guide.wagers}
    assert rows["first-five"].pays == (("", "7 to 1"),)
    assert rows["straight"].limits == "$5 to $100"
    assert rows["five-adjacent"].pays == (("", "35 to 1"),)
    assert str(rows["straight"].by) == "[19:47-5.1(e)1]"
    assert "Even-money wagers on zero lose: Whole" in [choice.what for choice in guide.choices]
    signs = [line for sign in guide.signs for line in sign.lines]
    assert "When 0 or 00 comes up, even-money wagers lose" in signs
    assert "Each wager: $5 to $500" in signs
    assert "The layout shows: wheel replica" in signs
    assert "Boardwalk Palace" in guide_markdown(guide)


@pytest.mark.parametrize("game", [*game_ids(), *SAMPLES])
def test_8_3_a_sign_says_what_a_sign_would_and_asks_nothing(game: str) -> None:
    lines = [line for sign in guide_of(open_table(game)).signs for line in sign.lines]
    asked = ("Whether ", "Which ", "What ", "How ", "To which ", "By which ", "When the commission")
    assert [line for line in lines if line.startswith(asked) or line.endswith((": Yes", ": No"))] == []


def test_every_sentence_of_a_sign_is_of_an_option_and_a_value_that_there_is() -> None:
    options = [option for game in game_ids() for option in open_table(game).game.terms.options]
    values = {(option.id, value) for option in options for value in (option.default, *option.choices)}
    for key in names.catalogue()["sign"]:
        option, _, value = key.partition(" = ")
        assert (option, value) in values if value else option in {known.id for known in options}, key


def test_8_3_options_and_limits_in_force_are_stated_on_signs() -> None:
    guide = guide_of(open_table("craps", limits={"table": {"min": "10.00"}}))
    stated = {line: sign.by.cite for sign in guide.signs for line in sign.lines[:1]}
    assert stated["Each wager except odds, fire: at least $10"] == "13:69F-8.3"
    assert stated["Odds allowed: 3-4-5 times"] == "13:69F-8.3"
    assert not any("limits" in sign.heading for sign in guide_of(open_table("craps")).signs)


def test_8_3_the_sign_of_a_wager_with_limits_of_its_own_says_what_holds() -> None:
    limits = {"table": {"min": "5.00", "max": "500.00"}, "straight": {"max": "20.00"}, "inside": {"total": "10.00"}}
    [sign, *_] = guide_of(open_table("roulette", limits=limits)).signs
    assert sign.lines == (
        "Each wager: $5 to $500",
        "Straight up: $5 to $20",
        "Inside: $5 to $500, all together at least $10",
    )


@pytest.mark.parametrize(
    ("game", "options", "sign", "wager", "limits"),
    [
        ("three-card-poker", {}, "Each wager except pair plus: $5 to $500", "play", "by its rule"),
        ("craps", {}, "Each wager except odds, fire: $5 to $500", "field", "$5 to $500"),
        ("let-it-ride", {}, "Each wager except bonus: $5 to $500", "bonus", "exactly $1"),
        ("caribbean-stud", {}, "Each wager except progressive payout: $5 to $500", "progressive-payout", "exactly $1"),
        ("spanish-21", {"match-dealer-offered": "off"}, "Each wager: $5 to $500", "insurance", "by its rule"),
        ("blackjack", {}, "Each wager: $5 to $500", "double", "by its rule"),
    ],
)
def test_8_2_signs_and_guides_state_limits_only_of_wagers_that_they_hold_for(game, options, sign, wager, limits):
    """Not of those that have limits of their own, that a rule fixes, or that follow from another wager."""
    table = open_table(game, options=options, limits={"table": {"min": "5.00", "max": "500.00"}})
    made = guide_of(table)
    assert made.signs[0].lines == (sign,)
    assert {row.wager: row.limits for row in made.wagers}[wager] == limits


def test_8_2_a_total_on_a_sign_is_of_all_wagers():
    limits = {"table": {"min": "5.00", "total": "25.00"}}
    [sign, *_] = guide_of(open_table("three-card-poker", limits=limits)).signs
    assert sign.lines == ("Each wager except pair plus: at least $5", "Each wager: all together at least $25")


def test_8_3_a_sign_of_many_lines_is_one_page() -> None:
    offered = dict.fromkeys(("progressive", "streak", "blackjack-bonus", "optional-bonus"), "on")
    guide = guide_of(open_table("blackjack", options=offered | {"match-the-dealer": "on", "twenty-point-bonus": "A"}))
    assert max(len(sign.lines) for sign in guide.signs) > 24
    assert len(pages_of(signs_paper(guide))) == len(guide.signs)


def test_5_5_b_odds_are_said_to_be_stated_with_to_only_where_the_rule_was_in_force() -> None:
    before = guide_of(open_table("big-six", as_of=date(1998, 11, 15)))
    after = guide_of(open_table("big-six", as_of=date(1998, 11, 16)))
    assert "Payouts" not in [notice.what for notice in before.notices]
    assert "19:47-5.5(b)" in [notice.by.cite for notice in after.notices]


def test_5_6_d_the_sign_states_the_option_in_force() -> None:
    guide = guide_of(open_table("big-six", options={"clapper-between-two": "previous-section-wins"}))
    [sign] = guide.signs
    assert sign.lines == ("If the clapper stops between two sections, the one it passed last wins",)
    assert sign.by.cite == "13:69F-5.6(d)"


def test_cases_of_one_wager_stand_together() -> None:
    rows = {wager.wager: dict(wager.pays) for wager in guide_of(open_table("craps")).wagers}
    assert rows["field"] == {"": "1 to 1", "2": "2 to 1", "12": "2 to 1"}
    assert rows["hop"] == {"pair": "30 to 1", "mixed": "15 to 1"}
    rows = {wager.wager: dict(wager.pays) for wager in guide_of(open_table("caribbean-stud")).wagers}
    assert rows["bet"]["royal flush"] == "100 to 1"
    assert rows["progressive-payout"]["flush"] == "win $50"


def test_whatever_a_house_calls_its_table_cannot_break_the_page() -> None:
    name = "<script>alert(1)</script> | *R* [1](x)"
    guide = guide_of(open_table("big-six"), name, "<b>Palace</b>")
    for page in (guide_html(guide), signs_html(guide)):
        assert "<script>" not in page
        assert "<b>Palace" not in page
        Text(page)
    for text in (guide_markdown(guide), signs_markdown(guide)):
        assert "<script>" not in text.replace("\\<", "")
        assert "[1](x)" not in text


def test_no_name_of_a_table_leaves_the_folder() -> None:
    names = file_names(["../../etc/passwd", "..", "C:\\x", "a/b", "a-b", "\0", "R-1"])
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[A-Za-z0-9-]+", name) for name in names)


# --- the command ----------------------------------------------------------------------------------------------------


def test_the_command_writes_guide_and_signs_of_every_table(tmp_path: Path) -> None:
    done = CliRunner().invoke(nomorebets, ["guide", str(EXAMPLES / "house.toml"), "-o", str(tmp_path / "guides")])
    assert done.exit_code == 0, done.output
    names = sorted(path.name for path in (tmp_path / "guides").iterdir())
    kinds = ("guide.html", "guide.md", "guide.pdf", "signs.html", "signs.md", "signs.pdf")
    assert names == sorted(f"{table}-{kind}" for table in ("B-1", "R-1") for kind in kinds)
    guide = (tmp_path / "guides" / "R-1-guide.md").read_text()
    assert "7 to 1" in guide
    assert "Boardwalk Palace" in guide
    assert "19:47-5.1(e)1" in guide


def test_a_table_the_rules_do_not_allow_gets_no_guide(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text(
        '[[table]]\nid = "good"\ngame = "big-six"\n'  # its sign is not up yet: the command makes it
        '[[table]]\nid = "bad"\ngame = "big-six"\npay-table = { bigsix-joker = "40 to 1" }\n'
        '[[table]]\nid = "slip"\ngame = "big-six"\ncolour = "green"\n'
        '[[table]]\nid = "study"\ngame = "casino-war"\noptions = { decks = 1 }\n'
    )
    done = CliRunner().invoke(nomorebets, ["guide", str(house), "-o", str(tmp_path / "out"), "--json"])
    assert done.exit_code == 1
    found = json.loads(done.stdout)
    assert {Path(path).name.split("-")[0] for path in found["written"]} == {"good"}
    assert not found["conforms"]
    told = CliRunner().invoke(nomorebets, ["guide", str(house), "-o", str(tmp_path / "out")])
    assert "bad big-six does not conform and gets no guide" in told.stderr
    assert "good big-six does not conform:" in told.stderr


def test_a_house_file_that_cannot_be_read_or_a_folder_that_is_a_file(tmp_path: Path) -> None:
    import subprocess
    import sys

    house = tmp_path / "house.toml"
    house.write_text("[[table")
    for file, folder, words in (
        (house, tmp_path / "out", "not TOML"),
        (EXAMPLES / "house.toml", house, "exists"),
        (tmp_path / "none.toml", tmp_path / "out", "No such file"),
    ):
        command = [sys.executable, "-m", "nomorebets", "guide", str(file), "-o", str(folder)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 2
        assert words in done.stderr
        assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("course", "says", "by"),
    [("previous-section-wins", "passed last wins", "5.6(c)1"), ("void-respin", "the wheel is spun again", "5.6(c)2")],
)
def test_5_6_c_the_guide_says_what_this_house_does(course: str, says: str, by: str) -> None:
    guide = guide_of(open_table("big-six", as_of=date(2008, 7, 21), options={"clapper-between-two": course}))
    [between] = [mistake for mistake in guide.mistakes if mistake.what == names.incident("clapper-between")]
    assert says in between.says
    assert between.by.cite == f"19:47-{by}"
    [chosen] = [choice for choice in guide.choices if choice.what.startswith("Clapper")]
    assert chosen.by.cite == f"19:47-{by}"
    assert ("First course" in chosen.says) is (course == "previous-section-wins")


def test_a_wager_whose_name_has_an_article_lies_in_an_area_with_one() -> None:
    guide = guide_of(open_table("chemin-de-fer"))
    assert [row.where for row in guide.wagers if row.wager == "bank"] == ["the bank area"]


def test_4_12_j_stands_whole_in_the_guide() -> None:
    guide = guide_of(open_table("chemin-de-fer", as_of=date(2008, 7, 21)))
    [face_up] = [mistake for mistake in guide.mistakes if mistake.what == names.incident("card-found-face-up")]
    assert "as many further cards, drawn face up, as its value" in face_up.whole
    assert "last hand of a shoe, that hand is void" in face_up.whole
    assert "last hand of a shoe, that hand is void" in guide_markdown(guide)


def test_5_2_d_2_a_void_double_zero_is_in_the_guide_of_such_a_wheel_only() -> None:
    for kind, told in (("double-zero", False), ("double-as-single", True)):
        guide = guide_of(open_table("roulette", as_of=date(2008, 7, 21), options={"wheel-kind": kind}))
        assert any(mistake.what == names.incident("ball-in-double-zero") for mistake in guide.mistakes) is told


def test_tickets_are_listed_by_their_spots_with_what_each_catch_is_paid():
    guide = guide_of(open_table("keno"))
    rows = {row.wager: row.pays for row in guide.wagers}
    assert rows["straight:3"] == (("catch 3", "41 to 1"), ("catch 2", "the price back"))
    assert rows["way"] == (("", "each way by itself"),)
    assert "straight" not in rows


def test_steps_stand_in_the_order_of_a_round_and_wagers_are_explained_once() -> None:
    guide = guide_of(open_table("blackjack-switch"))
    steps = [step.says for step in guide.steps]
    order = ("Put two equal wagers", "Each box gets", "You keep the hands or switch", "You play", "The dealer draws")
    places = [next(at for at, says in enumerate(steps) if says.startswith(words)) for words in order]
    assert places == sorted(places)
    rules = [rule.says for rule in guide.rules]
    assert len(set(rules)) == len(rules)


def test_a_wager_that_no_example_has_is_explained_by_its_paragraphs() -> None:
    explained = {(rule.what, rule.by.cite) for rule in guide_of(open_table("spanish-21")).rules}
    assert (names.wager("main"), "13:69F-19.5(f)") in explained
    assert (names.wager("super-bonus"), "13:69F-19.5(g)") in explained
    assert any(what == names.wager("match-dealer") and "R-19.6-odds" in cite for what, cite in explained)


def test_odds_of_the_chapter_are_not_said_where_the_house_pays_others() -> None:
    better = dict.fromkeys(("two-suited", "one-of-each", "one-suited", "two", "one"), "20 to 1")
    pays = {f"match-dealer.{row}": odds for row, odds in better.items()}
    rules = guide_of(open_table("spanish-21", pay_table=pays)).rules
    assert not any("R-19.6-odds" in rule.by.cite for rule in rules)


def test_without_typst_the_other_forms_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nomorebets.compliance.guide.has_package", lambda name: False)
    done = CliRunner().invoke(nomorebets, ["guide", str(EXAMPLES / "house.toml"), "-o", str(tmp_path / "guides")])
    assert done.exit_code == 0, done.output
    assert {path.suffix for path in (tmp_path / "guides").iterdir()} == {".html", ".md"}
    assert "nomorebets[report]" in done.stderr


def test_8_5_odds_that_no_pay_table_states_are_worked_out() -> None:
    rows = {row.wager: {odds for _, odds in row.pays} for row in guide_of(open_table("craps")).wagers}
    assert rows["pass-odds"] == {"2 to 1", "3 to 2", "6 to 5"}
    assert rows["world"] == {"26 to 5", "11 to 5"}
    rows = {row.wager: {odds for _, odds in row.pays} for row in guide_of(open_table("blackjack")).wagers}
    assert rows["split"] == rows["double"] == {"as the Blackjack wager"}


@pytest.mark.parametrize("game", [*game_ids(), *SAMPLES])
def test_8_5_every_wager_says_what_it_pays(game: str) -> None:
    assert [row.wager for row in guide_of(open_table(game)).wagers if not row.pays] == []


def test_8_5_a_game_or_a_game_file_has_a_guide_without_a_house(tmp_path: Path) -> None:
    from nomorebets.games import sample

    file = tmp_path / "mine.toml"
    lines = sample("lucky-dice").decode().splitlines()
    file.write_text("\n".join(line for line in lines if not line.startswith("status")), encoding="utf-8")
    for named, says in (
        (str(file), "of a game file, of no chapter; proposed, and neither tested nor authorized"),
        ("sample:quick-peace", "N.J.A.C. 13:69F as of 2012-03-19, varied; tested at Sample Casino until 2099-12-31"),
        ("Big Six", "N.J.A.C. 13:69F as of 2012-03-19; abridged"),
    ):
        folder = tmp_path / says[-9:]
        done = CliRunner().invoke(nomorebets, ["guide", named, "-o", str(folder)])
        assert done.exit_code == 0, done.output
        (guide,) = folder.glob("*-guide.md")
        assert f"Rules: {says}" in guide.read_text(encoding="utf-8")
    lucky = (tmp_path / "uthorized" / "lucky-dice-guide.md").read_text(encoding="utf-8")
    assert "The complete rules of this game, as its file has them, are shown" in lucky
    assert "mine.toml" not in lucky


def test_8_5_no_guide_of_what_no_table_may_be_run_with(tmp_path: Path) -> None:
    asked = ["guide", "spanish-21", "--set", "dealer-soft-17=hit", "-o", str(tmp_path)]
    done = CliRunner().invoke(nomorebets, asked)
    assert isinstance(done.exception, HouseRuleError)
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(HouseRuleError, match="for analysis only"):
        guide(open_table("spanish-21", options={"dealer-soft-17": "hit"}))


@pytest.mark.parametrize("option", [("--set", "decks=1"), ("--rules", "6D")])
def test_the_options_of_a_table_are_not_for_a_house_file(tmp_path: Path, option: tuple[str, str]) -> None:
    asked = ["guide", str(EXAMPLES / "house.toml"), "-o", str(tmp_path), *option]
    done = CliRunner().invoke(nomorebets, asked)
    assert done.exit_code == 2
    assert "a house file says all of its tables itself" in done.output
