"""What is simulated, written down: enough to make the same kernel in another process, on another day or machine."""

from __future__ import annotations

import hashlib
from datetime import date
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from nomorebets.drivers.facet import strategies_of
from nomorebets.errors import UnknownName
from nomorebets.pricing.added_wagers import added_kinds, added_on
from nomorebets.pricing.facet import Pricing
from nomorebets.regulation import law
from nomorebets.table import Game, Table
from nomorebets.table.added_wagers import without_added
from nomorebets.table.record import HouseLines, house_lines, reopened

if TYPE_CHECKING:
    from nomorebets.sim.blocks import Kernel
    from nomorebets.sim.plans import PlanSimulator
    from nomorebets.sim.simulate import Simulator

# All that a kernel and the meaning of its counts come from; how a result is shown is no part of it.
SOURCES = (
    "compiling.py",
    "drivers/**/*.py",
    "equipment/**/*.py",
    "exact/**/*.py",
    "games/**/*.py",
    "hands/**/*.py",
    "pricing/**/*.py",
    "procedures/**/*.py",
    "regulation/**/*.py",
    "regulation/**/*.toml",
    "sim/**/*.py",
    "table/**/*.py",
)


class Job(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table with all its options, odds and limits, and what is wagered and decided at it."""

    game: str
    as_of: date
    house: HouseLines
    wager: str | None = None
    stake: int | None = None  # cents
    strategy: str | None = None
    plan: str | None = None  # the text of a strategy file, and how its sessions go
    session: int | None = None  # rounds
    bankroll: int | None = None  # cents

    def table(self) -> Table:
        return reopened(self.game, self.as_of, self.house)

    def kernel(self) -> Kernel:
        """The kernel that plays this job."""
        table = self.table()
        if self.plan is None:
            return simulator_at(table, Pricing(self.wager, self.stake, self.strategy)).kernel
        if self.session is None:
            return plan_at(table, self.plan.encode()).kernel
        read = strategies_of(table.game).read_file
        assert read is not None
        return read(table, self.plan.encode()).sessions(self.session, self.bankroll).play


def job_at(table: Table, pricing: Pricing) -> Job:
    """The job of simulating the wagers of a table."""
    house = house_lines(table)
    return Job(
        game=table.game.id,
        as_of=table.as_of,
        house=house,
        wager=pricing.wager,
        stake=pricing.stake,
        strategy=pricing.strategy,
    )


def simulator_at(table: Table, pricing: Pricing) -> Simulator:
    """How a table is simulated: as its game says, or as a wheel."""
    from nomorebets.sim.facet import simulation_of
    from nomorebets.sim.simulate import wheel_simulator

    if not can_be_simulated(table.game):
        text = f"{table.game.id} is not simulated: its hands are played by the script alone"
        raise UnknownName(text, on=table.as_of, accepts="deal, for single rounds")
    known, on = simulation_of(table.game), added_on(table)
    if known is None:
        return wheel_simulator(table, pricing)
    if on is None:
        return known.simulator(table, pricing)
    from nomorebets.sim.added_wagers import with_added

    added = [kind for kind in added_kinds(table) if pricing.wager in (None, kind)]
    made = None if pricing.wager in added else known.simulator(without_added(table), pricing)
    return with_added(made, table, on, added, known.added) if added or made is None else made


def can_be_simulated(game: Game) -> bool:
    """Whether there is a kernel: players against each other are no wheel."""
    from nomorebets.sim.facet import simulation_of

    return simulation_of(game) is not None or all(bet.bank != "pot" for bet in game.bets)


def plan_at(table: Table, source: bytes) -> PlanSimulator:
    """How a plan of play and wagers is simulated, where a game knows such plans."""
    from nomorebets.sim.facet import simulation_of

    known = simulation_of(table.game)
    if known is None or known.plan is None:
        raise UnknownName(f"{table.game.id} is not played by a plan of this kind", accepts="a strategy by its name")
    return known.plan(table, source)


@lru_cache(maxsize=8)
def kernel_of(job: bytes) -> Kernel:
    """The kernel of a job as it is sent to another machine; made once in a process."""
    return msgspec.json.decode(job, type=Job).kernel()


@cache
def code_version(*more: str) -> str:
    """A name for the code that plays and counts, installed games too: where it differs, totals must not be added.

    ``more`` are patterns of further sources that matter to whoever asks.
    """
    package, sources = Path(__file__).parent.parent, hashlib.sha256()
    among = [(package, pattern) for pattern in (*SOURCES, *more)]
    among += [(folder, pattern) for folder in law.installed_folders() for pattern in ("**/*.py", "**/*.toml")]
    for folder, pattern in among:
        for source in sorted(folder.glob(pattern)):
            if package / "docs" / "carried" in source.parents:
                continue  # pages and examples that only a wheel has: the code is the same
            sources.update(source.relative_to(folder).as_posix().encode() + b"\0" + source.read_bytes() + b"\0")
    return sources.hexdigest()[:16]
