"""Blackjack under two hundred combinations of options: exact, simulated, and dealt by the script with bots that insure.

A dozen of them are compared in every run, all of them in the long proofs: some twelve minutes of one core.
"""

from __future__ import annotations

import random
from datetime import date

import pytest

from nomorebets.games import open_table
from nomorebets.sim.script import deal_lines
from nomorebets.sim.verify import verify
from nomorebets.table import Settings, Table

SEEDS = (5, 6)  # some 1,500 lines are compared twice: one may be too far off by chance, a fault is with every seed
SIDES = (  # the options that bring a side wager, and the decks it needs
    ({}, (1, 2, 4, 6, 8)),
    ({"additional-wager": "over-under"}, (1, 2, 4, 6, 8)),
    ({"additional-wager": "same-suit"}, (6, 8)),
    ({"additional-wager": "sevens"}, (4, 6, 8)),
    ({"match-the-dealer": "on"}, (6, 8)),
    ({"twenty-point-bonus": "A"}, (2, 4, 6, 8)),
    ({"in-between": "12"}, (2, 4, 6, 8)),
    ({"streak": "on"}, (6, 8)),
    ({"progressive": "on"}, (4, 6, 8)),
)


def combinations(number: int) -> list[dict[str, str]]:
    """Options taken at random, the same in every run."""
    chance = random.Random(2)
    found = []
    for _ in range(number):
        side, decks = chance.choice(SIDES)
        pays = chance.choice(("3:2", "6:5"))
        resplit = chance.choice(("none", "up-to-limit"))
        found.append(
            {
                "decks": str(chance.choice(decks)),
                "soft-17": chance.choice(("stand", "hit")),
                "card-reader": chance.choice(("on", "off")),
                "surrender": chance.choice(("none", "late")),
                "blackjack-pays": pays,
                "even-money": chance.choice(("on", "off")) if pays == "3:2" else "off",
                "double-on": chance.choice(("any-two", "any-two", "9-11", "10-11")),
                "double-after-split": chance.choice(("on", "on", "off")),
                "resplit": resplit,
                "resplit-aces": chance.choice(("allowed", "forbidden")) if resplit != "none" else "forbidden",
                "boxes": chance.choice(("6", "7")),
                "five-card-21": chance.choice(("off", "off", "2:1")),
                "dealer-bj-relief": chance.choice(("original-only", "original-only", "busted-plus-one")),
                **side,
            }
        )
    return found


def table_of(options: dict[str, str]) -> Table:
    return open_table("blackjack", settings=Settings(dict(options)))


def named(options: dict[str, str]) -> str:
    usual = open_table("blackjack").house.options
    return " ".join(value for name, value in options.items() if usual[name] != value) or "usual"


EVERY = combinations(200)


def hold(table: Table, rounds: int, deals: int) -> None:
    found = verify(table, rounds, deals, SEEDS[0])
    if not found.holds:
        found = verify(table, rounds, deals, SEEDS[1])
    assert found.holds, (found.again, [line for line in found.lines if not line.holds])
    assert all(line.simulated.z is not None for line in found.lines)
    dealt = {line.exact.wager: line.script.decided for line in found.lines}
    assert dealt.pop("even-money", 0) <= dealt["insurance"] < dealt["blackjack"] == deals
    assert min(dealt.values()) > 0, dealt


@pytest.mark.parametrize("options", EVERY[::17], ids=named)
def test_a_dozen_tables(options: dict[str, str]) -> None:
    hold(table_of(options), 200_000, 60)


@pytest.mark.slow
@pytest.mark.parametrize("options", EVERY, ids=named)
def test_two_hundred_tables(options: dict[str, str]) -> None:
    hold(table_of(options), 1_000_000, 300)


@pytest.mark.parametrize("reader", ["on", "off"])
def test_early_surrender_in_its_years(reader: str) -> None:
    settings = Settings({"surrender": "early", "card-reader": reader, "decks": "4"})
    hold(open_table("blackjack", date(1980, 6, 1), settings=settings), 200_000, 60)


@pytest.mark.parametrize("game", ["blackjack", "spanish-21", "blackjack-switch"])
def test_a_line_that_is_chosen_later_is_dealt_alone_too(game: str) -> None:
    """An ace is shown in one round of thirteen or twelve."""
    dealt = deal_lines(open_table(game), ["insurance"], 150, 2, "basic", lambda done: None)
    assert 0 < dealt["insurance"].decided < 50


@pytest.mark.slow
def test_2_7_c_even_money_is_held_against_the_same_cards_without_it() -> None:
    table = open_table("blackjack", settings=Settings({"decks": "1"}))
    found = verify(table, 100_000, 4_000, SEEDS[0], wager="even-money")
    (line,) = found.lines
    assert line.script.decided > 5
    assert line.holds


def test_2_7_c_taking_even_money_wins_one_more_or_half_a_unit_less_than_waiting() -> None:
    """Of the rounds of one seed: those in which it was offered."""
    dealt = deal_lines(open_table("blackjack"), ["blackjack", "even-money"], 600, 2, "basic", lambda done: None)
    even = dealt["even-money"]
    assert even.decided > 0
    assert even.won in {won - (even.decided - won) / 2 for won in map(int, range(even.decided + 1))}
