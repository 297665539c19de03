"""Results as they show themselves in a notebook: pay tables, charts, felts and rulings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from nomorebets.drawing import charts, printed_layout
from nomorebets.pricing.facet import Advice
from nomorebets.pricing.session_report import SessionReport
from nomorebets.pricing.sheet import Line, OddsSheet
from nomorebets.regulation import names
from nomorebets.rulings.dispute import Verdict
from nomorebets.showing import as_html
from nomorebets.sim.simulate import Simulation
from nomorebets.table import Play, Ruling, Table
from nomorebets.table.money import dollars

CELL = "padding:2px 10px;text-align:left;border-bottom:1px solid #8884"


def _rows(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table of text; whatever stands in it is text and nothing else."""
    head = "".join(f'<th style="{CELL}">{escape(column)}</th>' for column in columns)
    body = "".join(
        "<tr>" + "".join(f'<td style="{CELL}">{escape(str(cell))}</td>' for cell in row) + "</tr>" for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _title(words: str) -> str:
    return f"<p><strong>{escape(words)}</strong></p>"


@as_html.register
def _table(table: Table) -> str:
    chosen = ((names.option(o), names.value(str(v))) for o, v in table.house.options.items() if "\n" not in str(v))
    paid = ((names.wager(row), odds) for row, odds in table.house.pays.items())
    title = _title(f"{table.game.entry.name} as of {table.as_of}")
    drawn = f'<div style="max-width:640px">{printed_layout(table)}</div>'
    return title + drawn + _rows(("wager", "pays"), paid) + _rows(("option", "chosen"), chosen)


@as_html.register
def _play(play: Play) -> str:
    title = _title(f"{play.table.game.entry.name}: {len(play.entries)} steps{'' if play.over else ', not over'}")
    return title + _rulings(play.rulings)


def _rulings(rulings: Iterable[Ruling]) -> str:
    rows = ((r.seat, r.name, dollars(r.amount), r.result, dollars(r.net), r.amount_by) for r in rulings)
    return _rows(("seat", "wager", "staked", "result", "net", "by"), rows)


@as_html.register
def _ruling(ruling: Ruling) -> str:
    return _rulings([ruling])


@as_html.register
def _sheet(sheet: OddsSheet) -> str:
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
    title = _title(f"{sheet.table.game.entry.name} as of {sheet.table.as_of}: {sheet.strategy}")
    return title + _rows(("wager", "edge", "", "deviation", "method", "basis"), rows)


@as_html.register
def _line(line: Line) -> str:
    drawn = f'<div style="max-width:480px">{charts.outcomes(line)}</div>'
    return _title(f"{names.wager(line.wager)}: edge {line.edge} = {line.edge_decimal:.4%}") + drawn


@as_html.register
def _advice(advice: Advice) -> str:
    rules = _rows(("decision", "play", "when"), ((r.decision, r.play, r.when) for r in advice.exact))
    costs = ((w.strategy, f"{float(w.edge):.4%}", f"{float(advice.cost(w.strategy)):.4%}") for w in advice.costs)
    drawn = charts.play_chart(advice.chart) if advice.chart is not None else ""
    return _title(f"Best play: {advice.line}") + drawn + rules + _rows(("way to play", "edge", "costs"), costs)


@as_html.register
def _simulation(run: Simulation) -> str:
    rows = (
        (names.wager(line.wager), f"{line.edge:.4%}", f"± {line.standard_error:.4%}", f"{line.rounds:,}")
        for line in run.lines
    )
    title = _title(f"{run.table.game.entry.name}: {run.rounds:,} rounds simulated on {run.ran_on}, seed {run.seed}")
    return title + _rows(("wager", "edge", "standard error", "rounds"), rows)


@as_html.register
def _session(report: SessionReport) -> str:
    return charts.session_chart(report)


@as_html.register
def _verdict(verdict: Verdict) -> str:
    wrong = (
        (d.seat, names.wager(d.wager), dollars(d.done), dollars(d.required), d.by.on(verdict.as_of))
        for d in verdict.differences
    )
    found = _rows(("seat", "wager", "done", "required", "by"), wrong) if verdict.differences else ""
    return _title(f"Ruling {verdict.id}") + _rulings(verdict.required) + found
