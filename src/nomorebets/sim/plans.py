"""Plans simulated: play and wagers that follow what has been seen, with results by what was known before a round."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from nomorebets.pricing.facet import Pricing
from nomorebets.pricing.sheet import heading_of
from nomorebets.sim.blocks import Kernel, Progress
from nomorebets.sim.jobs import Job, job_at, plan_at
from nomorebets.sim.running import carry_out, rounds_wanted
from nomorebets.table import Table


@dataclass(frozen=True)
class PlanRow:
    """Rounds that began alike: the edge of a unit, with its standard error, and what was wagered."""

    known: str
    rounds: int
    edge: float
    standard_error: float
    average_wager: float


@dataclass(frozen=True)
class PlanReport:
    """What a plan came to."""

    by: str  # what rows are told apart by
    rows: tuple[PlanRow, ...]
    figures: Mapping[str, float]


@dataclass(frozen=True)
class PlanSimulator:
    """How a plan is simulated: a kernel that counts, and what its counts say."""

    name: str
    kernel: Kernel
    report: Callable[[list[int], int], PlanReport]


@dataclass(frozen=True)
class PlanResult:
    """The result of a plan; the same table, plan, rounds and seed give it again with any number of workers."""

    table: Table
    name: str
    seed: int
    workers: int
    rounds: int
    seconds: float
    interrupted: bool
    resumed: int
    report: PlanReport | None  # none where an interruption came before any round was counted

    def to_dict(self) -> dict[str, Any]:
        report = self.report
        return {
            **heading_of(self.table),
            "options": dict(self.table.house.options),
            "strategy": self.name,
            "seed": self.seed,
            "workers": self.workers,
            "rounds": self.rounds,
            "resumed_rounds": self.resumed,
            "interrupted": self.interrupted,
            "seconds": round(self.seconds, 4),
            "rounds_per_second": round((self.rounds - self.resumed) / self.seconds) if self.seconds else None,
            "method": "simulated",
            **(dict(report.figures) if report else {}),
            f"by_{report.by if report else 'count'}": [
                {
                    (report.by if report else "count"): row.known,
                    "rounds": row.rounds,
                    "edge": row.edge,
                    "standard_error": row.standard_error,
                    "average_wager": row.average_wager,
                }
                for row in (report.rows if report else ())
            ],
        }


def simulate_plan(
    table: Table,
    source: bytes,
    rounds: int | None,
    seed: int = 0,
    workers: int = 1,
    progress: Progress | None = None,
    *,
    resume: str | Path | None = None,
    cluster: str | None = None,
) -> PlanResult:
    """Play a plan for so many rounds."""
    most = rounds_wanted(rounds, None)
    made = plan_at(table, source)
    job: Job = msgspec.structs.replace(job_at(table, Pricing()), plan=source.decode())
    run = carry_out(job, made.kernel, most, seed, workers, progress, None, resume, cluster)
    tally = run.tally
    report = made.report(tally.counts, tally.rounds) if tally.rounds else None
    return PlanResult(
        table, made.name, seed, workers, tally.rounds, tally.seconds, tally.interrupted, run.resumed, report
    )
