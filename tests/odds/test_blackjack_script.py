"""The script of blackjack against the exact analysis: every round from a short pack, with its probability."""

from __future__ import annotations

from fractions import Fraction

import pytest

from nomorebets.drivers.enumeration import enumerate_round
from nomorebets.games import open_table
from nomorebets.games.blackjack.strategies import choose, is_from_split
from nomorebets.games.blackjack.terms import rules_of
from nomorebets.games.twenty_one.analysis.exact import price
from nomorebets.games.twenty_one.analysis.values import choose as best
from nomorebets.games.twenty_one.rules import with_shoe
from nomorebets.table import Round, Settings, Wager
from nomorebets.table.areas import seat_area
from nomorebets.table.cards import PACK
from nomorebets.table.decisions import Ask, Chosen
from nomorebets.table.felt import Opening
from nomorebets.table.requests import Answer, Bets, Request, TakeWagers

STAKE = 1000
EIGHTS = (2, 0, 0, 0, 0, 0, 0, 4, 0, 6)  # aces, eights, tens
MORE = (3, 0, 0, 0, 0, 2, 0, 4, 0, 8)  # enough for three hands
OPTIONS: dict[str, dict[str, object]] = {
    "no reader": {},
    "reader": {"card-reader": "on"},
    "hit soft 17": {"soft-17": "hit"},
    "late surrender": {"surrender": "late"},
    "early surrender": {"surrender": "early"},
    "6 to 5": {"blackjack-pays": "6:5"},
    "no double after a split": {"double-after-split": "off"},
    "busted plus one": {"dealer-bj-relief": "busted-plus-one"},
    "split again": {"resplit": "up-to-limit", "boxes": "7"},
}


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
def test_every_round_from_a_short_pack_gains_what_the_analysis_says(options: dict[str, object]) -> None:
    table = open_table("blackjack", settings=Settings({"dealing": "continuous", **options}))
    shoe = MORE if "resplit" in options else EIGHTS
    rules = with_shoe(rules_of(table.house), shoe)

    def answer(request: Request, at: Round) -> Answer:
        if isinstance(request, TakeWagers):
            return Bets((Wager(1, "blackjack", STAKE),))
        if not isinstance(request, Ask):
            return request.usual()  # no insurance
        cards, up = at.felt.hand(seat_area(1, request.hand)), at.felt.hand("dealer")[0]
        return Chosen(choose("optimal", rules, cards, up, request.choices, is_from_split(at, 1)))

    pack = [f"{rank}s" for rank, number in zip("A23456789T", shoe, strict=True) for _ in range(number)]
    ends = enumerate_round(table, answer, Opening({PACK: " ".join(pack)}))
    assert sum(probability for probability, _ in ends) == 1
    mean = sum((probability * sum(r.net for r in rulings) for probability, rulings in ends), Fraction(0)) / STAKE
    assert mean == price(rules, best(rules).play).mean
