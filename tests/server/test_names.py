"""No identifier is shown to a patron: pages call wagers, options and their values by their names."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser

import pytest
from visiting import Visitor

from nomorebets.games import game, open_table
from nomorebets.library import game_ids
from nomorebets.regulation import names, reading
from nomorebets.table import Round
from nomorebets.table.requests import Remedy

ALSO_ENGLISH = {"3-4-5x", "three-card", "in-between", "match-the-dealer", "third-card"}  # as sentences write them too
PLAIN = {"script", "style", "code", "pre", "textarea"}


@cache
def identifiers() -> dict[str, set[str]]:
    """Those of wagers, options and values, of every game."""
    found: dict[str, set[str]] = {"wager": set(), "option": set(), "value": set()}
    for game_id in game_ids():
        table = open_table(game_id)
        found["wager"] |= {*table.layout, *(bet.kind for bet in table.game.bets)}
        for option in game(game_id).terms.all_options:
            found["option"].add(option.id)
            found["value"] |= {option.default, *option.choices}
    return found


class Told(HTMLParser):
    """What somebody who looks at a page, or hears it read, is told."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._plain = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._plain += tag in PLAIN
        self.texts += [text for name, text in attrs if name in ("title", "aria-label", "placeholder", "alt") and text]

    def handle_endtag(self, tag: str) -> None:
        self._plain -= tag in PLAIN

    def handle_data(self, data: str) -> None:
        if not self._plain:
            self.texts.append(data)


def shown(page: str) -> set[str]:
    """The identifiers with a hyphen or a colon that a page shows."""
    reader = Told()
    reader.feed(page)
    words = {word for text in reader.texts for word in re.findall(r"[a-z0-9]+(?:[-:][a-z0-9]+)+", text)}
    known = set().union(*identifiers().values())
    return {word for word in words & known if re.search("[a-z]", word)} - ALSO_ENGLISH


@pytest.mark.parametrize("game_id", game_ids())
def test_the_form_that_opens_a_table_has_names(visitor: Visitor, game_id: str) -> None:
    assert shown(visitor.get(f"/tables/new?game={game_id}").text) == set()


@pytest.mark.parametrize("path", ["/", "/odds/roulette", "/floor/craps", "/odds/casino-war", "/floor/let-it-ride"])
def test_a_page_has_names(visitor: Visitor, path: str) -> None:
    assert shown(visitor.get(path).text) == set()


def test_a_page_that_shows_an_identifier_is_found() -> None:
    assert shown("<p>seat 1 split:17-20, wheel-kind <code>soft-17</code></p>") == {"split:17-20", "wheel-kind"}


@pytest.mark.parametrize("kind", ["wager", "option", "value"])
def test_every_name_is_of_something_there_is(kind: str) -> None:
    assert set(names.catalogue()[kind]) - identifiers()[kind] == set()


@pytest.mark.parametrize("path", ["/", "/tables/new?game=craps", "/floor/pai-gow", "/odds/pai-gow", "/find?q=training"])
def test_a_reading_is_shown_by_its_paragraph(visitor: Visitor, path: str) -> None:
    reader = Told()
    reader.feed(visitor.get(path).text)
    assert [text for text in reader.texts if re.search(r"\bR-\d", text)] == []


def test_the_rulebook_has_the_name_of_a_reading_beside_it(visitor: Visitor) -> None:
    page = visitor.get("/rules/13:69F-8.1 R-8.1-training").text
    assert '<code class="reading-id">R-8.1-training</code>' in page
    assert page.count('class="note meant"') == 1


@pytest.mark.parametrize("what", ["call-corrected", "card-found-face-up"])
def test_what_went_wrong_is_told_by_its_name(what: str) -> None:
    table = open_table("chemin-de-fer")
    put_right = Remedy(reading("R-4.9-strict"), what, "it is put right")
    told = put_right.tell(put_right.usual(), Round(table))
    assert told.words == f"{names.incident(what)}: it is put right"
    assert what not in told.words
    assert told.facts["what"] == what  # programs know it by that
