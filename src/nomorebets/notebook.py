"""Results as they show themselves in a notebook: pay tables, charts, felts and rulings."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from nomorebets.drawing import charts, printed_layout
from nomorebets.errors import counted
from nomorebets.pricing.equities import Equities
from nomorebets.pricing.facet import Advice, PlayChart
from nomorebets.pricing.session_report import QUANTILES, SessionReport
from nomorebets.pricing.sheet import Line, OddsSheet
from nomorebets.regulation import names
from nomorebets.rulings.dispute import Verdict
from nomorebets.showing import Heading, Picture, Piece, Rows, pieces
from nomorebets.sim.simulate import Simulation
from nomorebets.sim.verify import Estimate, Verified
from nomorebets.table import Play, Ruling, Table
from nomorebets.table.money import dollars


@pieces.register
def _table(table: Table) -> list[Piece]:
    chosen = ((names.option(o), names.value(str(v))) for o, v in table.house.options.items() if "\n" not in str(v))
    paid = ((names.wager(row), odds) for row, odds in table.house.pays.items())
    title = Heading(f"{table.game.entry.name} as of {table.as_of}")
    drawn = Picture(printed_layout(table), 640)
    return [title, drawn, Rows(("wager", "pays"), paid), Rows(("option", "chosen"), chosen)]


@pieces.register
def _play(play: Play) -> list[Piece]:
    title = f"{play.table.game.entry.name}: {len(play.entries)} steps{'' if play.over else ', not over'}"
    return [Heading(title), _rulings(play.rulings, play.table.as_of)]


def _rulings(rulings: Iterable[Ruling], day: date | None = None) -> Rows:
    """Each with its paragraph, and how firm that is where the day is known."""
    bys = ((r, r.amount_by.with_basis(day) if day else r.amount_by) for r in rulings)
    rows = ((r.seat, r.name, dollars(r.amount), r.result, dollars(r.net), by) for r, by in bys)
    return Rows(("seat", "wager", "staked", "result", "net", "by"), rows)


@pieces.register
def _ruling(ruling: Ruling) -> list[Piece]:
    return [_rulings([ruling])]


@pieces.register
def _sheet(sheet: OddsSheet) -> list[Piece]:
    rows = (
        (
            names.wager(line.wager),
            line.edge,
            f"{line.edge_decimal:.4%}",
            f"{line.deviation:.4f}",
            line.worked_out,
            line.basis,
        )
        for line in sheet.values()
    )
    plays = f": {sheet.strategy}" if sheet.strategy != "none" else ""
    title = Heading(f"{sheet.table.game.entry.name} as of {sheet.table.as_of}{plays}")
    return [title, Rows(("wager", "edge", "", "deviation", "method", "basis"), rows)]


@pieces.register
def _line(line: Line) -> list[Piece]:
    title = Heading(f"{names.wager(line.wager)}: edge {line.edge} = {line.edge_decimal:.4%}, basis {line.basis}")
    told = Rows(
        ("outcome", "net", "probability", "by"), ((o.outcome, o.net, o.probability, o.by) for o in line.outcomes)
    )
    return [title, Picture(charts.outcomes(line), 480, told)]


@pieces.register
def _advice(advice: Advice) -> list[Piece]:
    drawn = [Picture(charts.play_chart(chart), told=_letters(chart))] if (chart := advice.chart) is not None else []
    rules = Rows(("decision", "play", "when"), ((r.decision, r.play, r.when) for r in advice.exact))
    costs = ((w.strategy, f"{float(w.edge):.4%}", f"{float(advice.cost(w.strategy)):.4%}") for w in advice.costs)
    return [Heading(f"Best play: {advice.line}"), *drawn, rules, Rows(("way to play", "edge", "costs"), costs)]


def _letters(chart: PlayChart) -> Rows:
    rows = ((row.hand, *(cell.letter for cell in row.cells)) for _, rows in chart.groups for row in rows)
    return Rows(("hand", *chart.columns), rows)


@pieces.register
def _simulation(run: Simulation) -> list[Piece]:
    rows = (
        (names.wager(line.wager), f"{line.edge:.4%}", f"± {line.standard_error:.4%}", f"{line.rounds:,}")
        for line in run.lines
    )
    title = f"{run.table.game.entry.name}: {counted(run.rounds, 'round')} simulated on {run.ran_on}, seed {run.seed}"
    return [Heading(title), Rows(("wager", "edge", "standard error", "rounds"), rows)]


@pieces.register
def _session(report: SessionReport) -> list[Piece]:
    session, unit = report.session, report.stake / 100
    rounds = counted(session.wagers, "round")
    title = Heading(f"{names.wager(report.line.wager)}: {rounds}, {dollars(report.stake)} each")
    chances = (("ahead", session.ahead), ("even", session.even), ("behind", session.behind))
    told = [
        ("method", "exact" if session.exact else f"numeric, error {session.error:.1e}"),
        ("expected", f"{session.mean * unit:,.2f}"),
        ("standard deviation", f"{session.deviation * unit:,.2f}"),
        *((name, f"{chance:.2%}") for name, chance in chances),
        *((f"{q:.0%} end at or below", f"{session.quantile(q) * unit:,.2f}") for q in QUANTILES),
    ]
    return [title, Picture(charts.session_chart(report), told=Rows(("result", ""), told))]


@pieces.register
def _verdict(verdict: Verdict) -> list[Piece]:
    wrong = (
        (d.seat, names.wager(d.wager), dollars(d.done), dollars(d.required), d.by.with_basis(verdict.as_of))
        for d in verdict.differences
    )
    found = [Rows(("seat", "wager", "done", "required", "by"), wrong)] if verdict.differences else []
    return [Heading(f"Ruling {verdict.id}"), _rulings(verdict.required, verdict.as_of), *found]


@pieces.register
def _equities(found: Equities) -> list[Piece]:
    rows = ((hand.hand, hand.share, f"{float(hand.share):.4%}") for hand in found.hands)
    return [Heading(f"Over {found.ways}"), Rows(("hand", "equity", ""), rows)]


@pieces.register
def _verified(verified: Verified) -> list[Piece]:
    estimates = ((line.exact, line.simulated, line.script, line.holds) for line in verified.lines)
    rows = (
        (names.wager(exact.wager), exact.edge, *map(_estimated, (simulated, script)), "yes" if holds else "no")
        for exact, simulated, script, holds in estimates
    )
    title = f"{verified.table.game.entry.name} as of {verified.table.as_of}, seed {verified.seed}"
    return [Heading(title), Rows(("wager", "edge", "simulated", "dealt by the script", "holds"), rows)]


def _estimated(estimate: Estimate) -> str:
    z = "" if estimate.z is None else f", z {estimate.z:+.2f}"
    return "not decided" if estimate.edge is None else f"{estimate.edge:.4%}{z}"
