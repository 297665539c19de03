"""The search page, a section on two days, and the map of the chapter."""

from __future__ import annotations

import re
from html import unescape

import pytest
from visiting import Visitor

from nomorebets.rulebook.search import search
from nomorebets.server.web.pages.find import url_of


def test_every_page_has_the_search_box_and_it_leads_to_what_was_found(visitor: Visitor) -> None:
    assert '<form class="find" action="/find"' in visitor.get("/").text
    page = unescape(visitor.get("/find?q=thre+revolutons").text)
    assert '<a href="/rules/13:69F-5.6(b)?as_of=' in page
    assert "<mark>three</mark>" in page
    assert "Nothing found for “<script>zzqx”" in unescape(visitor.get("/find?q=%3Cscript%3Ezzqx").text)
    assert "<script>zzqx”" not in visitor.get("/find?q=%3Cscript%3Ezzqx").text


def test_the_documentation_is_found_too(visitor: Visitor) -> None:
    page = unescape(visitor.get("/find?q=odds+--removed").text)
    assert '<a href="/docs/command-line#odds">The command line: odds</a>' in page
    assert "<h2>Documentation</h2>" not in visitor.get("/find?q=zzqx").text


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("three revolutions", "Paragraph"),
        ("void respun", "Reading"),
        ("payout odds", "Section"),
        ("roulette", "Game"),
        ("straight up", "Wager"),
        ("surrender", "Option"),
        ("1998-11-16", "Date"),
    ],
)
def test_whatever_is_found_has_a_page(visitor: Visitor, text: str, kind: str) -> None:
    entry = next(one.entry for one in search(text) if one.entry.kind == kind)
    assert visitor.get(url_of(entry)).status_code == 200


def test_two_days_of_a_section_in_either_order(visitor: Visitor) -> None:
    pages = [visitor.get(f"/rules/19:47-5.1?on={a}&and={b}").text for a, b in (("1990-01-01", "2008-07-21"),) * 2]
    assert "paragraphs differ" in pages[0]
    assert re.search(r"<mark>[^<]*coupon", pages[0])
    turned = visitor.get("/rules/19:47-5.1?on=2008-07-21&and=1990-01-01").text
    assert turned.partition("<footer")[0] == pages[0].partition("<footer")[0]
    assert visitor.get("/rules/16.9?on=1979-01-01&and=1980-01-01").status_code == 400


def test_the_map_has_every_section_of_its_day(visitor: Visitor) -> None:
    old, new = (visitor.get(f"/rules/map{day}").text for day in ("?as_of=1980-01-01", ""))
    assert "13:69F-22" in new
    assert "19:47-22" not in old
    assert "13:69F-5.6" in new
