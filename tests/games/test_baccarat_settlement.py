"""One settlement: a payout broken in one bet of a baccarat game changes odds, simulation and ruling together."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from fractions import Fraction

import msgspec
import pytest
from msgspec.structs import replace

from nomorebets import games
from nomorebets.games import game, open_table
from nomorebets.pricing.sheet import OddsSheet, odds_at
from nomorebets.sim.simulate import simulate
from nomorebets.table import Result, Settings
from told import told

Break = Callable[[str, str], None]


@pytest.fixture
def pay_half(monkeypatch: pytest.MonkeyPatch) -> Iterator[Break]:
    """Breaks one bet of a game: where it wins, it wins half as much."""
    with monkeypatch.context() as patch:

        def broken(game_id: str, kind: str) -> None:
            bets = game(game_id).bets
            settle = game(game_id).bet[kind].settle

            def halved(*outcome: object) -> Result | None:
                result = settle(*outcome)  # type: ignore[arg-type]
                won = result is not None and result.outcome == "win"
                return msgspec.structs.replace(result, net=result.net // 2) if won else result

            module = importlib.import_module(f"nomorebets.games.{game_id.replace('-', '_')}.game")
            changed = tuple(replace(bet, settle=halved) if bet.kind == kind else bet for bet in bets)
            patch.setattr(module, "GAME", replace(game(game_id), bets=changed))
            games._written.cache_clear()

        yield broken
    games._written.cache_clear()


CASES = {
    # the wager that is broken, the options of the house, and a round in which it wins: wagers, cards, decisions
    "punto-banco": ("tie", {}, "1 tie 10.00", "9s Kh Td 9c", ""),
    "minibaccarat": ("cards-4", {"offer-cards-456": "on"}, "1 cards-4 10.00", "9s Kh Td 8c", ""),
    "chemin-de-fer": ("bank", {}, "2 punt 100.00", "Ks 9d Qs Kd", "1 bank 100.00"),
}


@pytest.mark.parametrize("game_id", CASES)
def test_a_payout_broken_in_one_bet_changes_odds_simulation_and_ruling(game_id: str, pay_half: Break) -> None:
    wager, options, wagers, cards, decisions = CASES[game_id]
    house = {name.replace("-", "_"): value for name, value in options.items()}

    def figures() -> tuple[OddsSheet, float, float]:
        table = open_table(game_id, settings=Settings({**options}))
        (simulated,) = simulate(table, 50_000, seed=1, wager=wager).lines
        return odds_at(table), simulated.edge, float(told(game_id, wagers, cards, decisions, **house).net[1, wager])

    sheet, simulated, ruling = figures()
    gains = sum((o.net * o.probability for o in sheet[wager].outcomes if o.net > 0), Fraction(0))
    pay_half(game_id, wager)
    broken_sheet, broken_simulated, broken_ruling = figures()
    assert broken_sheet[wager].edge == sheet[wager].edge + gains / 2
    # the same rounds: how often it won in them is some percent off
    assert broken_simulated - simulated == pytest.approx(float(gains) / 2, rel=0.05)
    assert broken_ruling == ruling / 2 > 0
    assert all(line.edge == sheet[other].edge for other, line in broken_sheet.items() if other != wager)


@pytest.mark.parametrize("game_id", CASES)
def test_what_a_table_pays_is_the_rows_of_its_bets(game_id: str) -> None:
    dealt = game(game_id)
    rows = [row for bet in dealt.bets for row in bet.pays]
    assert list(dict.fromkeys(rows)) == list(dealt.minimum_pays)
    assert all(bet.by for bet in dealt.bets)
    assert dealt.banked == ("bank" if game_id == "chemin-de-fer" else "")


def test_a_row_of_the_bonus_is_brought_by_the_option_of_its_wager() -> None:
    option = game("punto-banco").offered_by("bonus.natural")
    assert option is not None
    assert option.id == "offer-bonus"
    assert option is game("punto-banco").offered_by("bonus-player")
