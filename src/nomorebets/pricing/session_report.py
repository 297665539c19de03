"""A session at a table: one wager, so many rounds, a stake and perhaps a bankroll, in money."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from nomorebets.errors import UnknownName, counted, listed, one_line
from nomorebets.pricing.ruin import Ruin, ruin
from nomorebets.pricing.sessions import Session, session
from nomorebets.pricing.sheet import Line, heading_of, odds_at, require_lines
from nomorebets.showing import InNotebooks
from nomorebets.table import Table
from nomorebets.table.money import cents, dollars, show

USUAL_STAKE = 1000  # cents
QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)


@dataclass(frozen=True)
class SessionReport(InNotebooks):
    """What becomes of one wager, made again and again."""

    table: Table
    line: Line
    stake: int  # cents
    per_hour: int
    session: Session
    ruin: Ruin | None
    strategy: str

    def __repr__(self) -> str:
        rounds = counted(self.session.wagers, "round")
        return f"<{rounds} of {self.line.wager} at {self.table.game.id}, {dollars(self.stake)} each>"

    @property
    def mean_per_hour(self) -> float:
        """In units of the stake, as are the other figures."""
        return -float(self.line.edge) * self.per_hour

    @property
    def deviation_per_hour(self) -> float:
        return math.sqrt(float(self.line.variance) * self.per_hour)

    @property
    def n0(self) -> Fraction | None:
        """After how many rounds the expected result is one standard deviation; never, where it is nothing."""
        return self.line.n0

    def to_dict(self) -> dict[str, Any]:
        unit, session = self.stake / 100, self.session
        return {
            **heading_of(self.table),
            "options": dict(self.table.house.options),
            "strategy": self.strategy,
            "wager": self.line.wager,
            "stake": show(self.stake),
            "rounds": session.wagers,
            "method": "exact" if session.exact else "numeric",
            **({"line_method": self.line.method} if self.line.method != "exact" else {}),
            **({} if self.line.outcomes_are_exact else {"outcomes_method": "simulated"}),
            "error": session.error,
            "edge": str(self.line.edge),
            "variance": str(self.line.variance),
            "mean": session.mean * unit,
            "standard_deviation": session.deviation * unit,
            "ahead": str(session.exact_ahead) if session.exact else None,
            "ahead_decimal": session.ahead,
            "even": str(session.exact_even) if session.exact else None,
            "even_decimal": session.even,
            "behind_decimal": session.behind,
            "quantiles": {str(q): session.quantile(q) * unit for q in QUANTILES},
            "histogram": [{"from": a * unit, "to": b * unit, "probability": p} for a, b, p in session.bars()],
            "rounds_per_hour": self.per_hour,
            "mean_per_hour": self.mean_per_hour * unit,
            "standard_deviation_per_hour": self.deviation_per_hour * unit,
            "n0": None if self.n0 is None else str(self.n0),
            "n0_decimal": None if self.n0 is None else float(self.n0),
            **self._ruin_dict(),
        }

    def _ruin_dict(self) -> dict[str, Any]:
        ruin = self.ruin
        if ruin is None:
            return {"bankroll": None, "risk_of_ruin": None}
        return {
            "bankroll": show(int(ruin.bankroll * self.stake)),
            "risk_of_ruin": ruin.chance,
            "risk_of_ruin_exact": None if ruin.exact is None else str(ruin.exact),
            "risk_of_ruin_error": ruin.error,
            "risk_of_ruin_ever": list(ruin.ever),
        }


def session_report(
    table: Table,
    wager: str | None,
    rounds: int,
    *,
    stake: object | None = None,
    bankroll: object | None = None,
    per_hour: int = 60,
    strategy: str | None = None,
) -> SessionReport:
    """One wager of a table, made so many times."""
    unit = USUAL_STAKE if stake is None else cents(stake)
    if unit < 1:
        raise UnknownName(f"{show(unit)} is no stake", accepts="an amount from 0.01 on")
    if not isinstance(per_hour, int) or isinstance(per_hour, bool) or per_hour < 1:
        raise UnknownName(f"an hour of {one_line(per_hour, 20)} rounds", accepts="a whole number from 1 on")
    sheet = odds_at(table, wager=wager, stake=stake, strategy=strategy)
    require_lines(sheet)
    if wager is None and len(sheet) > 1:
        raise UnknownName(f"{table.game.entry.name} has several wagers", accepts=f"--wager {listed(sheet)}")
    line = next(iter(sheet.values())) if wager is None or len(sheet) == 1 else sheet[wager]
    after = session(line, rounds)
    risk = None if bankroll is None else ruin(line, Fraction(cents(bankroll), unit), rounds)
    return SessionReport(table, line, unit, per_hour, after, risk, sheet.strategy)
