"""Rolls of craps with a bankroll: our automaton against crapssim, on the pass line and on a full layout."""

from __future__ import annotations

from benchmarks import Line, times_as_fast
from nomorebets.games import open_table
from nomorebets.games.craps.kernels import play_through
from nomorebets.games.craps.plan_file import read_plan
from nomorebets.games.craps.plan_sessions import arrays
from nomorebets.games.craps.plans import Plan

SEED = 1
OUR_ROLLS = 20_000_000
THEIR_ROLLS = 2_000

PASS = """
[[have]]
wager = "pass"
amount = 10
"""
FULL = PASS + "".join(
    f'[[have]]\nwager = "{wager}"\namount = {amount}\n'
    for wager, amount in (
        ("come", 10),
        ("field", 5),
        ("any-seven", 1),
        ("place-win-6", 12),
        ("place-win-8", 12),
        ("hard-8", 1),
    )
)


def measure() -> list[Line]:
    try:
        import crapssim  # noqa: F401
    except ImportError:
        print("crapssim is not installed: make test installs it with the other development packages")
        return []
    return [against_crapssim("pass line", PASS, 2000), against_crapssim("full layout with come points", FULL, 1000)]


def against_crapssim(name: str, strategy: str, goal: float) -> Line:
    """The same wagers on both sides, each with its bankroll followed roll by roll."""
    plan = read_plan(open_table("craps"), strategy.encode())
    machines = plan.automata()
    assert len(machines) == 1, "one look-up a roll"
    _, after, net, *_ = arrays(machines)
    ratio = times_as_fast(
        lambda: play_through(SEED, 0, OUR_ROLLS, after, net), lambda: play_crapssim(plan, THEIR_ROLLS), rounds=9
    )
    return Line(f"craps, {name}", "crapssim, rolls a second", ratio * OUR_ROLLS / THEIR_ROLLS, goal)


def play_crapssim(plan: Plan, rolls: int) -> None:
    """The wagers of a plan as crapssim's own strategies."""
    import crapssim
    from crapssim.bet import Any7, Come, Field, HardWay, Place
    from crapssim.strategy import AddIfNotBet, AddIfPointOn, BetPassLine

    made = {
        "pass": lambda: BetPassLine(10),
        "come": lambda: AddIfPointOn(Come(10)),
        "field": lambda: AddIfNotBet(Field(5)),
        "any-seven": lambda: AddIfNotBet(Any7(1)),
        "place-win-6": lambda: AddIfNotBet(Place(6, 12)),
        "place-win-8": lambda: AddIfNotBet(Place(8, 12)),
        "hard-8": lambda: AddIfNotBet(HardWay(8, 1)),
    }
    strategy = None
    for have in plan.have:
        one = made[have.kind]()
        strategy = one if strategy is None else strategy + one
    table = crapssim.Table(seed=SEED)
    table.add_player(bankroll=float("inf"), strategy=strategy)
    table.run(max_rolls=rolls, verbose=False)
