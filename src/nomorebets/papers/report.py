"""The report of a table: its mathematics as a test laboratory wants it, from the odds, the advice and the checks."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any

from nomorebets import kept
from nomorebets.drivers.facet import strategies_of
from nomorebets.errors import UnknownName, counted
from nomorebets.pricing.changes import Edges, OptionEffect, edges_of, option_effects, other_values
from nomorebets.pricing.facet import Advice, Pricing, odds_of
from nomorebets.pricing.sessions import Session, session
from nomorebets.pricing.sheet import Line, OddsSheet, odds_at
from nomorebets.regulation import Citation, HouseOption, law
from nomorebets.regulation.odds import Money
from nomorebets.rulings.version import rules_version
from nomorebets.sim.blocks import Progress
from nomorebets.sim.jobs import code_version
from nomorebets.sim.verify import Verified, verify
from nomorebets.table import Table
from nomorebets.table.game_file import RULES_OPTION
from nomorebets.table.house import in_effect
from nomorebets.table.record import house_lines

LONGEST_CYCLE = 10**6
LARGEST_ODDS = 100  # in which odds are stated as whole numbers
SESSIONS = (100, 1_000, 10_000)  # rounds
USUAL_ROUNDS = 10**6
USUAL_DEALS = 1_000


@dataclass(frozen=True)
class CrossCheck:
    """How much is simulated and dealt to check the exact figures."""

    rounds: int = USUAL_ROUNDS
    deals: int = USUAL_DEALS
    seed: int = 0
    workers: int = 1


@dataclass(frozen=True)
class Report:
    """All that a report says. What was left out is None."""

    sheet: OddsSheet
    leading: Line  # the wager that the game is played by: volatility is drawn for it
    sessions: tuple[Session, ...]
    advice: Advice | None
    effects: tuple[OptionEffect, ...] | None
    verified: Verified | None
    made: date

    def __repr__(self) -> str:
        return f"<report on {self.table.game.id} as of {self.table.as_of}: {counted(len(self.sheet), 'wager')}>"

    @property
    def table(self) -> Table:
        return self.sheet.table

    @property
    def citations(self) -> list[Citation]:
        """Every paragraph that the figures and the options rest on."""
        ends = (outcome.by for line in self.sheet.values() for outcome in line.outcomes)
        return sorted({self.table.game.terms.dealt_by, *ends, *(by for _, _, by in self.options)})

    @property
    def cycle(self) -> int:
        """All combinations of a round, in which every line can be counted; 1 where they would be too many."""
        every = math.lcm(*(o.probability.denominator for line in self.sheet.values() for o in line.outcomes))
        return every if every <= LONGEST_CYCLE else 1

    @property
    def options(self) -> list[tuple[HouseOption, str, Citation]]:
        """The options in force, their values, and the paragraph that allows each."""
        return [
            (option, value, option.choices[value].by if value in option.choices else option.by)
            for option, value in in_effect(self.table.game, self.table.house)
            if option.id != RULES_OPTION
        ]

    @property
    def software(self) -> dict[str, str]:
        return {"version": rules_version(), "sources": code_version("**/*.py", "**/*.toml")}

    def to_dict(self) -> dict[str, Any]:
        """The report as plain values: exact figures as fractions, decimals beside them."""
        day, sheet = self.table.as_of, self.sheet.to_dict()
        del sheet["seconds"]  # the same report is the same file
        body = {
            **sheet,
            "name": self.table.game.entry.name,
            "options": [
                {"option": option.id, "value": value, "cite": by.full(day), "basis": law.basis(by, day)}
                for option, value, by in self.options
            ],
            "pay_table": {row: str(pays) for row, pays in self.table.house.pays.items()},
            "software": self.software,
            "wagers": [self._line(line) for line in self.sheet.values()],
            "volatility": {"wager": self.leading.wager, "sessions": [_session(one) for one in self.sessions]},
            "strategies": None if self.advice is None else self.advice.to_dict(),
            "sensitivity": None if self.effects is None else [_effect(one, day) for one in self.effects],
            "cross_check": None if self.verified is None else self.verified.to_dict(),
            "citations": [
                {"cite": by.full(day), "basis": law.basis(by, day), "says": law.says(by, day)} for by in self.citations
            ],
        }
        return {"report": 1, "made": self.made.isoformat(), "sha256": _digest(body), **body}

    @property
    def digest(self) -> str:
        """A digest of all that the report says, but for the day it was made."""
        return str(self.to_dict()["sha256"])

    def _line(self, line: Line) -> dict[str, Any]:
        facts = line.to_dict(self.table.as_of)
        for outcome, known, ways in zip(facts["outcomes"], line.outcomes, line.combinations(self.cycle), strict=True):
            outcome["combinations"] = str(ways)
            outcome["one_in"] = float(1 / known.probability) if known.probability else None
            outcome["return"] = str(known.returned)
            outcome["return_decimal"] = float(known.returned)
        true = line.true_odds
        return {
            **facts,
            "pays": paid(self.table, line),
            "true_odds": None if true is None else str(true),
            "true_odds_decimal": None if true is None else float(true),
            "element_of_risk_decimal": float(line.element_of_risk),
            "return": str(1 - line.edge),
            "return_decimal": float(1 - line.edge),
            "standard_deviation": line.deviation,
            "skew": line.skew,
            "n0": None if line.n0 is None else str(line.n0),
            "combinations": str(sum(line.combinations(self.cycle))),
        }


def make_report(
    table: Table,
    *,
    made: date,
    strategy: str | None = None,
    sensitivity: bool = True,
    check: CrossCheck | None = None,
    progress: Progress | None = None,
) -> Report:
    """The report of a table. Sensitivity and the cross-check take longest, and may be left out."""
    sheet = odds_at(table, strategy=strategy)
    if not sheet:
        raise UnknownName(f"{table.game.id} has no odds to report", accepts="a game that is priced")
    known = odds_of(table.game)
    advice = known.advice(table, Pricing()) if known is not None and known.advice is not None else None
    leading = _leading(sheet, advice)
    effects = None
    if sensitivity:
        done, total = [], len(other_values(table))
        for effect in option_effects(table, edges_of(sheet), _priced_by(strategy)):
            done.append(effect)
            if progress is not None:
                progress(len(done), total)
        effects = tuple(done)
    verified = None
    if check is not None:
        named = sheet.strategy if sheet.strategy in strategies_of(table.game).named else None
        verified = verify(table, check.rounds, check.deals, check.seed, check.workers, named, progress=progress)
    return Report(sheet, leading, _sessions(leading), advice, effects, verified, made)


def _priced_by(strategy: str | None) -> Callable[[Table], Edges]:
    """The edges of other houses, each priced once by this software: they are kept from report to report."""
    version = code_version("**/*.py", "**/*.toml")

    def price(table: Table) -> Edges:
        import numpy as np

        def found() -> dict[str, Any]:
            edges = edges_of(odds_at(table, strategy=strategy))
            return {"wagers": np.array([*edges], np.str_), "edges": np.array([str(e) for e in edges.values()], np.str_)}

        about = (table.game.id, table.as_of, house_lines(table), strategy, version)
        known = kept.arrays("edges", about, (), found)
        return {str(name): Fraction(str(edge)) for name, edge in zip(known["wagers"], known["edges"], strict=True)}

    return price


def paid(table: Table, line: Line) -> str:
    """What a unit of a line is paid: what its outcomes gain, less vigorish. The odds where it grows or wins dollars.

    >>> from nomorebets.library import odds, open_table
    >>> table = open_table("punto-banco")
    >>> [paid(table, odds(table)[wager]) for wager in ("player", "banker")]
    ['1 to 1', '19 to 20']
    """
    posted, kind = table.pays(line.wager), line.wager.partition(":")[0]
    gains = sorted({outcome.net for outcome in line.outcomes if outcome.net > 0})
    in_money = any(isinstance(pays, Money) for row, pays in table.house.pays.items() if row.partition(".")[0] == kind)
    if posted and (in_money or line.average_wager != 1 or any(net.denominator > LARGEST_ODDS for net in gains)):
        return posted
    return " … ".join(dict.fromkeys(map(to_one, gains[:1] + gains[-1:]))) or posted


def to_one(net: Fraction) -> str:
    return f"{net.numerator:,} to {net.denominator}"


def _leading(sheet: OddsSheet, advice: Advice | None) -> Line:
    wanted = (*([advice.line] if advice is not None else []), *sheet.table.usual)
    return sheet[next((name for name in wanted if name in sheet), next(iter(sheet)))]


def _sessions(line: Line) -> tuple[Session, ...]:
    """Sessions that can be worked out; some wagers have too many results for the longer ones."""
    found = []
    for rounds in SESSIONS:
        try:
            found.append(session(line, rounds))
        except UnknownName:
            break
    return tuple(found)


def _session(one: Session) -> dict[str, Any]:
    return {
        "rounds": one.wagers,
        "method": "exact" if one.exact else "numeric",
        "error": one.error,
        "mean": one.mean,
        "standard_deviation": one.deviation,
        "ahead": one.ahead,
        "even": one.even,
        "behind": one.behind,
        "quantiles": {str(share): one.quantile(share) for share in (0.05, 0.5, 0.95)},
    }


def _effect(effect: OptionEffect, day: date) -> dict[str, Any]:
    return {
        "option": effect.option.id,
        "value": effect.value,
        "cite": effect.by.full(day),
        "basis": law.basis(effect.by, day),
        "changes": [change.to_dict() for change in effect.changes],
        **({"why_not": effect.why_not} if effect.why_not else {}),
    }


def _digest(body: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(body, sort_keys=True, allow_nan=False).encode()).hexdigest()
