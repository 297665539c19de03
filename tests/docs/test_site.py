"""The site: every page of the repository is on it, no link is broken, and nothing comes from elsewhere."""

from __future__ import annotations

import posixpath
import re
from html.parser import HTMLParser

import pytest

import nomorebets
from docs.examples import ROOT
from nomorebets.cli.docs import STYLES
from nomorebets.docs import reference, site, sources, writing
from nomorebets.docs.game_pages import called
from nomorebets.errors import UnknownName
from nomorebets.games import entries
from nomorebets.server.web.pages.docs import SHELF as HOUSE

STATIC = sources.PACKAGE / "server" / "web" / "static"


class Looked(HTMLParser):
    """Where a page leads, what it loads, and what can be linked to in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.leads: list[str] = []
        self.loads: list[str] = []
        self.ids: list[str] = []
        self.titles = 0
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.titles += tag == "h1"
        self.ids += [given["id"]] if "id" in given else []
        self.leads += [given["href"]] if tag == "a" else []
        self.loads += [given[kind] for kind in ("src", "href", "data-search") if kind in given and tag != "a"]


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Looked]:
    """The site as files, looked at."""
    folder = tmp_path_factory.mktemp("site")
    many = writing.write(folder, [STATIC / name for name in STYLES])
    files = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    looked = {name: Looked(path.read_text()) if path.suffix == ".html" else Looked("") for name, path in files.items()}
    assert sum(name.endswith(".html") for name in looked) == many
    return looked


def test_no_link_is_broken(written: dict[str, Looked]) -> None:
    broken = []
    for name, page in written.items():
        for target in {*page.leads, *page.loads}:
            where, _, part = target.partition("#")
            to = posixpath.normpath(posixpath.join(posixpath.dirname(name), where)) if where else name
            if to not in written or (part and part not in written[to].ids):
                broken.append(f"{name} leads to {target}")
    assert broken == []


def test_nothing_is_loaded_from_elsewhere(written: dict[str, Looked]) -> None:
    assert {name for page in written.values() for name in page.loads if ":" in name or name.startswith("//")} == set()
    styles = "".join((STATIC / name).read_text() for name in STYLES)
    assert "url(" not in styles
    assert "://" not in styles


def test_every_page_has_one_title_and_no_name_twice(written: dict[str, Looked]) -> None:
    for name, page in written.items():
        assert len(page.ids) == len(set(page.ids)), name
        assert page.titles == name.endswith(".html"), name


def test_every_column_of_a_table_says_what_it_holds() -> None:
    pages = {path.name: path.read_text() for path in (ROOT / "docs").rglob("*.md")}
    assert [name for name, text in pages.items() if re.search(r"^\|(?:.*\|)? *\|.*\n\| ?---", text, re.MULTILINE)] == []


def test_the_index_lists_every_page() -> None:
    listed = {name for names in sources.groups().values() for name, _ in names}
    unlisted = {name for name, file in sources.files().items() if not file.startswith("examples/")} - listed
    assert unlisted == {sources.INDEX}


def test_every_public_name_has_its_signature_and_words() -> None:
    text = {kind: reference.markdown(kind) for kind in reference.pages()}
    for kind, (_, names) in reference.pages().items():
        for name in names:
            own = re.search(rf"^## {name}\n\n```python\n(.+?)\n```\n\n(.+?)(?=^## |\Z)", text[kind], re.S | re.M)
            assert own is not None, name
            assert name in own[1]
            assert len(own[2]) > 40, name
    assert sorted(name for _, names in reference.pages().values() for name in names) == sorted(nomorebets.__all__)


def test_every_game_has_a_page_with_its_wagers_and_options() -> None:
    for game_id in entries():
        text = site.markdown_of(f"games/{game_id}", writing.SHELF)
        table = nomorebets.open_table(called(game_id))
        for option in table.game.terms.options:
            own = re.search(rf", `{option.id}`: .*\n((?:    - .*\n)*)", text)
            assert own is not None, option.id
            assert re.findall(r"^    - `(.+?)`", own[1], re.MULTILINE) == list(option.choices)
            assert len(re.findall(r", since \d{4}-", own[1])) == len(option.choices)
        assert "## Wagers and payouts" in text
        assert f"nomorebets odds {called(game_id)}\n" in text


def test_in_a_house_the_page_of_a_game_leads_to_its_rooms_and_rules() -> None:
    html = site.page("games/roulette", HOUSE).html
    rooms = ("/tables/new?game=roulette", "/odds/roulette", "/guide/sample/roulette", "/rules/13:69F-5.2(a)")
    assert [room for room in rooms if f'href="{room}"' not in html] == []
    assert 'href="/docs/games/roulette"' in site.page("index", HOUSE).html


def test_a_page_that_is_none_is_named_with_the_nearest() -> None:
    with pytest.raises(UnknownName, match="library"):
        site.page("libary", writing.SHELF)


def test_the_search_finds_headings_and_words() -> None:
    index = site.search_index(writing.SHELF)
    assert any(page == "Keno" for _, page, _, _ in index)
    assert ("games/roulette.html", "Every game", "Roulette", "") in index
    where = {address for address, _, heading, text in index if "Idempotency-Key" in heading + text}
    assert any(address.startswith("api.html#") for address in where)


def test_every_file_the_papers_point_to_is_there() -> None:
    for page in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")):
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text()):
            assert (page.parent / target).exists(), f"{page.name} points to {target}"
