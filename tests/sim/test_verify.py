"""Exact, simulated and dealt: they agree for every wager of every game, and a fault in any one of them shows."""

import json
import re
import shlex
from fractions import Fraction

import numpy as np
import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from nomorebets.cli import nomorebets
from nomorebets.errors import UnknownName
from nomorebets.games import open_table
from nomorebets.games.big_six.game import GAME as BIG_SIX
from nomorebets.pricing.sheet import odds_at
from nomorebets.sim import kernels, verify
from nomorebets.sim import simulate as simulation
from nomorebets.sim.jobs import can_be_simulated
from nomorebets.sim.script import opens_before
from nomorebets.table import Result, Settings
from payouts import FieldsOf
from rounds import DEALT

ROUNDS = 10**6
DEALS = {
    "let-it-ride": 60,
    "caribbean-stud": 60,
    "holdem": 20,
    "omaha": 20,
    "five-card-omaha": 20,
}  # the script looks the best play up more slowly


def run(*words: str, code: int = 0):
    found = CliRunner().invoke(nomorebets, words)
    assert found.exit_code == code, found.output
    return found


@pytest.mark.parametrize("game", [name for name in DEALT if can_be_simulated(open_table(name).game)])
def test_every_wager_of_every_game(game: str) -> None:
    table = open_table(game)
    rounds = ROUNDS // 50 if table.game.terms.buy_in else ROUNDS  # hands of a full table
    found = verify.verify(table, rounds, DEALS.get(game, 100), seed=1, workers=2)
    assert found.holds, [line for line in found.lines if not line.holds]
    assert [line.exact.wager for line in found.lines] == list(odds_at(table, strategy=found.strategy))
    for line in found.lines:
        assert line.simulated.z is not None
        if line.exact.wager in table.layout.kinds() or opens_before(table, line.exact.wager):  # else seldom offered
            assert line.script.z is not None, f"{line.exact.wager} was never decided"
            assert line.simulated.decided > line.script.decided > 0


@pytest.mark.parametrize(
    ("game", "strategy", "options"),
    [
        ("casino-war", "always-surrender", {"war-tie-bonus": "none"}),
        ("three-card-poker", "always-play", {"offer-six-card-bonus": "on", "offer-progressive": "on"}),
        ("chemin-de-fer", "never-draw", {}),
        ("roulette", None, {"wheel-kind": "double-as-single", "seven-numbers": "on"}),
        ("punto-banco", None, {"offer-bonus": "on", "offer-cards-456": "on"}),
    ],
)
def test_other_options_and_strategies(game: str, strategy: str | None, options: dict[str, str]) -> None:
    table = open_table(game, settings=Settings(dict(options)))
    found = verify.verify(table, ROUNDS, 150, seed=2, strategy=strategy)
    assert found.holds, [line for line in found.lines if not line.holds]
    assert all(line.script.decided for line in found.lines)


@pytest.mark.parametrize(
    ("game", "strategy"),
    [
        ("pai-gow", "optimal"),
        ("pai-gow", "house-way"),
        pytest.param("pai-gow-poker", "optimal", marks=pytest.mark.slow),
    ],
)
def test_a_bank_is_dealt_by_the_script_too(game: str, strategy: str) -> None:
    found = verify.verify(open_table(game), ROUNDS, 300, seed=3, strategy=strategy, wager="bank")
    (line,) = found.lines
    assert line.script.decided == 300
    assert "--wager bank" in found.again
    assert line.holds, line


# It must be able to fail ------------------------------------------------------------------------------------


def failing(game: str) -> set[tuple[str, str]]:
    found = json.loads(run("verify", game, "--rounds", "1e6", "--deals", "400", "--json", code=1).stdout)
    assert found["holds"] is False
    return {
        (line["wager"], side)
        for line in found["games"][0]["wagers"]
        for side in ("simulated", "script")
        if not line[f"{side}_holds"]
    }


def test_a_script_that_pays_wrongly_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """The exact odds and the simulation of wheels come from the script's settlement: they are kept, the script not."""
    table = open_table("big-six")
    exact, made = odds_at(table), simulation.wheel_simulator(table, simulation.Pricing())
    dollar = BIG_SIX.bet["bigsix-1"]
    settle = dollar.settle

    def short(wager, *rest):
        result = settle(wager, *rest)
        return Result(wager, "win", result.net // 2, by=result.by) if result.net > 0 else result

    monkeypatch.setitem(FieldsOf(dollar), "settle", short)
    monkeypatch.setattr(verify, "odds_at", lambda *_, **__: exact)
    monkeypatch.setattr("nomorebets.sim.simulate.simulator_at", lambda *_: made)
    assert failing("big-six") == {("bigsix-1", "script")}


def test_a_kernel_that_is_not_fair_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = kernels.valid_wheel_counts

    def loaded(seed: int, block: int, rounds: int, compartments: int, void: object) -> np.ndarray:
        found = counts(seed, block, rounds, compartments, void)
        moved = found[0] // 50  # one ball in 50 that should lie in the first pocket lies in the second
        found[0] -= moved
        found[1] += moved
        return found

    monkeypatch.setattr(kernels, "valid_wheel_counts", loaded)
    assert {side for _, side in failing("roulette")} == {"simulated"}


def test_exact_odds_that_are_wrong_fail_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    exact = odds_at(open_table("big-six"))
    line = exact.lines["bigsix-1"]
    wrong = tuple(replace(o, net=o.net / 2) if o.net > 0 else o for o in line.outcomes)
    exact.lines["bigsix-1"] = replace(line, outcomes=wrong)
    monkeypatch.setattr(verify, "odds_at", lambda *_, **__: exact)
    assert failing("big-six") == {("bigsix-1", "simulated"), ("bigsix-1", "script")}


def test_a_wager_without_any_variance_must_be_met_exactly() -> None:
    exact = odds_at(open_table("casino-war"))["initial"]
    sure = replace(exact, outcomes=(replace(exact.outcomes[0], net=Fraction(-1, 2), probability=Fraction(1)),))
    assert verify._estimate(sure, 0.5, 100).holds
    assert not verify._estimate(sure, 0.49, 100).holds


@pytest.mark.parametrize(("z", "holds"), [(4.0, True), (-4.0, True), (4.001, False), (-4.001, False), (None, True)])
def test_four_is_the_limit(z: float | None, holds: bool) -> None:
    assert verify.Estimate(0.1, 10, z).holds is holds


# The command ------------------------------------------------------------------------------------------------


def test_the_command_prints_z_scores_and_how_to_repeat_them() -> None:
    words = (
        "verify",
        "roulette",
        "--rounds",
        "1e5",
        "--deals",
        "20",
        "--seed",
        "3",
        "--set",
        "even-money-on-zero=whole",
    )
    shown = run(*words).output
    assert "14 wagers of 1 game: all hold" in shown
    assert len(re.findall(r"^ *\S.* [+-]\d\.\d\d .* [+-]\d\.\d\d *$", shown, re.MULTILINE)) == 14  # two each
    again = next(line for line in shown.splitlines() if line.startswith("again: nomorebets "))
    assert run(*again.removeprefix("again: nomorebets ").split()).output == shown


@pytest.mark.parametrize("options", [(), ("--set", "even-money-on-zero=whole")])
def test_a_pay_table_of_the_house_is_in_the_command_that_repeats_it(options) -> None:
    few = ("--rounds", "1e4", "--deals", "5", *options)
    found = json.loads(run("verify", "roulette", *few, "--set", "pay-table.straight=36 to 1", "--json").stdout)
    assert "--set 'pay-table.straight=36 to 1'" in found["games"][0]["again"]


@pytest.mark.parametrize("options", [(), ("--set", "decks=8"), ("--set", "pay-table.tie=11 to 1")])
def test_the_command_that_repeats_it_names_a_file_where_it_lies(tmp_path, options) -> None:
    file = tmp_path / "of mine.toml"
    limits = '[limits]\ntable = {min = "5.00", max = "500.00"}\n'
    file.write_text(f'game = "casino-war"\nname = "Quick Peace"\n[terms]\ntie-rule = "half-lost"\n{limits}')
    shown = run("verify", str(file), "--rounds", "1e4", "--deals", "20", *options).output
    again = next(line for line in shown.splitlines() if line.startswith("again: nomorebets "))
    assert run(*shlex.split(again.removeprefix("again: nomorebets "))).output == shown
    assert (options[1] in again) if options else ("--set" not in again)


def test_what_goes_with_a_game_is_refused_without_one() -> None:
    assert "go with a GAME" in run("verify", "--wager", "red", code=2).output
    assert "go with a GAME" in run("verify", "--rules", "6D", code=2).output


def test_deals_must_be_a_number() -> None:
    with pytest.raises(UnknownName, match="0 is no number of deals"):
        verify.verify(open_table("roulette"), 10, 0)
