"""Exact, simulated and dealt by the script: three ways to the same figures, compared wager by wager."""

from __future__ import annotations

import math
import shlex
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any

from nomorebets.drivers.facet import strategies_of
from nomorebets.errors import counted
from nomorebets.games import named, open_table, usual_options
from nomorebets.pricing.facet import usual_play
from nomorebets.pricing.sheet import Line, heading_of, odds_at, require_lines
from nomorebets.showing import InNotebooks
from nomorebets.sim.blocks import Progress
from nomorebets.sim.jobs import can_be_simulated
from nomorebets.sim.running import require_number
from nomorebets.sim.script import deal_lines
from nomorebets.sim.simulate import simulate
from nomorebets.table import Settings, Table
from nomorebets.table.game_file import RULES_OPTION, file_of
from nomorebets.table.house import House

FARTHEST_Z = 4
"""A right line is farther off once in 15,800 times. All games together are some 250 lines, compared twice: by chance
one seed in 30 fails somewhere, and another seed then holds; a fault fails with every seed. (A payout that comes once in
more rounds than were dealt is no bell curve: when it does come, it may be far off. More rounds tell.)"""

USUAL_ROUNDS = 10**7
USUAL_DEALS = 2_000
MOST_DEALS = 10**9


@dataclass(frozen=True)
class Estimate:
    """A wager's edge as it came out, against the exact one, in exact standard errors."""

    edge: float | None  # none where the wager was not decided once
    decided: int
    z: float | None

    @property
    def holds(self) -> bool:
        return self.z is None or abs(self.z) <= FARTHEST_Z


NEVER = Estimate(None, 0, None)


@dataclass(frozen=True)
class Compared:
    """One line, three times."""

    exact: Line
    simulated: Estimate
    script: Estimate

    @property
    def holds(self) -> bool:
        return self.simulated.holds and self.script.holds


@dataclass(frozen=True)
class Verified(InNotebooks):
    """All lines of a table, and what repeats the comparison."""

    table: Table
    strategy: str | None
    seed: int
    rounds: int
    deals: int
    lines: tuple[Compared, ...]
    wager: str | None = None  # the only one
    of_file: tuple[str, House] | None = None  # where the file of the game lies, and the house it describes

    def __repr__(self) -> str:
        found = "all hold" if self.holds else f"{sum(not line.holds for line in self.lines)} do not hold"
        return f"<{counted(len(self.lines), 'line')} of {self.table.game.id} verified, seed {self.seed}: {found}>"

    @property
    def holds(self) -> bool:
        return all(line.holds for line in self.lines)

    @property
    def again(self) -> str:
        """The command that repeats it."""
        table, house = self.table, self.table.house
        name, usual, pays = table.game.id, house.options, house.pays
        if self.of_file is not None:
            name, usual, pays = shlex.quote(self.of_file[0]), self.of_file[1].options, self.of_file[1].pays
        elif RULES_OPTION in house.options:  # the file has the rest
            name = file_of(house.options)
        else:
            usual = usual_options(table.game.id, table.as_of)
            pays = open_table(table.game.id, table.as_of, Settings(dict(house.options))).house.pays
        words = [name, "--as-of", table.as_of.isoformat()]
        chosen = [f"{name}={value}" for name, value in house.options.items() if usual.get(name) != value]
        words += [f"--set {setting if ' ' not in setting else repr(setting)}" for setting in chosen]
        changed = [name for name, odds in house.pays.items() if pays.get(name) != odds]
        words += [f"--set 'pay-table.{name}={house.pays[name]}'" for name in changed]
        words += [f"--wager {self.wager}"] if self.wager else []
        words += [f"--strategy {self.strategy}"] if self.strategy else []
        words += [f"--rounds {self.rounds}"] if self.rounds else []
        return " ".join(("nomorebets verify", *words, f"--deals {self.deals} --seed {self.seed}"))

    def to_dict(self) -> dict[str, Any]:
        return {
            **heading_of(self.table),
            "options": dict(self.table.house.options),
            "strategy": self.strategy,
            "seed": self.seed,
            "rounds": self.rounds,
            "deals": self.deals,
            "again": self.again,
            "farthest_z": FARTHEST_Z,
            "holds": self.holds,
            "wagers": [
                {
                    "wager": line.exact.wager,
                    "exact_edge": str(line.exact.edge),
                    "exact_edge_decimal": line.exact.edge_decimal,
                    **_estimate_dict("simulated", line.simulated),
                    **_estimate_dict("script", line.script),
                    "holds": line.holds,
                }
                for line in self.lines
            ],
        }


def _estimate_dict(name: str, estimate: Estimate) -> dict[str, Any]:
    finite = estimate.z is not None and math.isfinite(estimate.z)
    return {
        f"{name}_edge": estimate.edge,
        f"{name}_decided": estimate.decided,
        f"{name}_z": estimate.z if finite else None,
        f"{name}_holds": estimate.holds,
    }


def verify(
    table: Table,
    rounds: int = USUAL_ROUNDS,
    deals: int = USUAL_DEALS,
    seed: int = 0,
    workers: int = 1,
    strategy: str | None = None,
    wager: str | None = None,
    progress: Progress | None = None,
    called: str = "",
) -> Verified:
    """Compare the exact edge of every wager with so many simulated rounds and so many dealt by the script.

    Games that no kernel plays are dealt alone; their number of simulated rounds is nothing.

    Where there are decisions all three decide alike: by the strategy, or by the best play where bots know it.
    ``called``: how the game was named, for the command that repeats it.
    """
    require_number("number of deals", deals, 1, MOST_DEALS)
    known = strategies_of(table.game).named
    if strategy is None and known and not table.game.terms.no_decision:
        strategy = next(name for name in ("optimal", usual_play(table.game), *known) if name in known)
    exact = odds_at(table, wager=wager, strategy=strategy)
    require_lines(exact)
    has_kernel = can_be_simulated(table.game)
    run = simulate(table, rounds, seed, workers, wager, progress, strategy).lines if has_kernel else ()
    simulated = {line.wager: line for line in run}
    dealt = deal_lines(table, list(exact), deals, seed, strategy, _of(progress, deals))
    lines = []
    for name, line in exact.items():
        fast, slow = simulated.get(name), dealt[name]
        lines.append(
            Compared(
                line,
                NEVER if fast is None else _estimate(line, fast.edge, fast.rounds),
                _estimate(line, slow.edge, slow.decided) if slow.decided else NEVER,
            )
        )
    of_file = _house_of_file(called, table.as_of) if called else None
    return Verified(table, strategy, seed, rounds if has_kernel else 0, deals, tuple(lines), wager, of_file)


def _house_of_file(called: str, day: date) -> tuple[str, House] | None:
    """The house of a game file of which nothing else is said."""
    game_id, settings = named(called)
    return (called, open_table(game_id, day, settings).house) if settings.options else None


def _of(progress: Progress | None, total: int) -> Callable[[int], None]:
    return (lambda done: None) if progress is None else (lambda done: progress(done, total))


def _estimate(line: Line, edge: float, decided: int) -> Estimate:
    """How far off it is: the exact variance does not depend on whether a rare payout happened to come."""
    if not decided:
        return NEVER
    error = math.sqrt(float(line.variance) / decided)
    off = edge - line.edge_decimal
    if not error:
        return Estimate(edge, decided, 0.0 if abs(off) < 1e-12 else math.inf)
    return Estimate(edge, decided, off / error)
