"""The report of a table as a paper."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction

from msgspec.structs import replace

from nomorebets.drawing.charts import play_chart
from nomorebets.errors import counted
from nomorebets.papers.charts import bars, distributions
from nomorebets.papers.document import BASES, Block, Column, Facts, Grid, Paper, Picture, Row, Section, Text, words
from nomorebets.papers.report import LARGEST_ODDS, Report, paid, to_one
from nomorebets.pricing.changes import OptionEffect
from nomorebets.pricing.facet import odds_of
from nomorebets.pricing.rules_line import line_of_table
from nomorebets.pricing.sheet import Line
from nomorebets.regulation import law, names
from nomorebets.regulation.citations import DRAFT
from nomorebets.sim.verify import FARTHEST_Z, Estimate
from nomorebets.table.game_file import FILE_OPTION, file_of
from nomorebets.table.variation import law_of

MOST_FRACTION = 26  # characters of a fraction that a column has room for
MOST_BARS = 30
MOST_GROUPS = 3  # of a chart of play that can be read on a page
LONGEST_VALUE = 50  # characters of an option that leave room for its name
LONGEST_DECISION = 40  # characters that leave room for when it is taken
RAREST = 0.005

BY_SCRIPT = (
    "The script of the game, which deals it, was run through every possibility of chance; the chances are added up as "
    "fractions."
)
BY_SOLVER = (
    "All deals are counted in whole numbers by a solver of the game; every end is settled by the same function that "
    "settles it at the table, and the tests hold the solver against the script."
)
DEFINITIONS = (
    "The house advantage is what a unit of the starting wager loses on average, of all rounds that decide it; per unit "
    "risked, of all that is staked in the end. True odds: how often the wager loses for each time it gains; ties count "
    "for neither. Combinations are the smallest whole numbers in the ratio of the chances, of all lines together where "
    "these are not too many. The return of an outcome is its probability times what comes back of the starting wager; "
    "it is below nothing where more than the starting wager is lost. N0 is the number of rounds after which the "
    "expected result is one standard deviation. Fractions too long for a column stand in the JSON form of this report."
)


def report_paper(report: Report) -> Paper:
    """The report, section by section."""
    table = report.table
    rules = line_of_table(table)
    about = (
        ("Rules", law_of(table.house)),
        *((("Options in short", rules),) if rules else ()),
        ("Decisions", _play(report)),
        ("Software", f"nomorebets {report.software['version']}, sources {report.software['sources']}"),
        ("Data of this report", f"SHA-256 {report.digest}"),
        ("Made", report.made.isoformat()),
    )
    sections = (
        Section("Summary", tuple(_summary(report))),
        Section("Identity of the table", tuple(_identity(report))),
        Section("Wagers", tuple(_wagers(report))),
        Section("Outcomes", tuple(_outcomes(report))),
        *([] if _is_pot(report) else [Section("Volatility", tuple(_volatility(report)))]),
        *([Section("Best play", tuple(_play_blocks(report)))] if report.advice is not None else []),
        *([Section("Sensitivity to the options", tuple(_sensitivity(report)))] if report.effects is not None else []),
        Section("Method", tuple(_method(report))),
        *([Section("Cross-check", tuple(_cross_check(report)))] if report.verified is not None else []),
        Section("Paragraphs relied on", tuple(_paragraphs(report))),
    )
    footer = f"nomorebets {report.software['version']}, {report.digest[:16]}"
    return Paper(table.game.entry.name, "Mathematics report", about, sections, footer)


# --- figures as they are printed -------------------------------------------------------------------------------------


def percent(value: Fraction | float, digits: int = 4, sign: str = "-") -> str:
    return f"{float(value):{sign}.{digits}%}".replace("%", " %").replace("-", "−")


def whole(number: int) -> str:
    """A whole number that can be read: with its thousands, or in powers of ten.

    >>> whole(2598960), whole(10**30)
    ('2,598,960', '1.0000 × 10^30')
    """
    if number < 10**16:
        return f"{number:,}"
    digits, _, power = f"{Decimal(number):.4e}".partition("e+")
    return f"{digits} × 10^{power}"


def one_in(chance: Fraction) -> str:
    """How rare something is.

    >>> one_in(Fraction(1, 38)), one_in(Fraction(2, 3)), one_in(Fraction(0))
    ('1 in 38', '1 in 1.5', 'never')
    """
    if not chance:
        return "never"
    times = 1 / chance
    if times >= 1000:
        return f"1 in {whole(round(times))}"
    return f"1 in {float(times):.4g}"


def chance(value: Fraction) -> str:
    return f"{float(value):.8f}" if value > Fraction(1, 10**4) else f"{float(value):.4e}"


def fraction(value: Fraction) -> str:
    """The fraction, where a column has room for it."""
    text = str(value) if value.denominator.bit_length() < 4 * MOST_FRACTION else ""
    return text.replace("-", "−") if 0 < len(text) <= MOST_FRACTION else "in the data"


def signed(net: Fraction) -> str:
    """What is won or lost, in units of the stake."""
    size = f"{abs(net)}" if net.denominator == 1 else f"{abs(float(net)):.6g}"
    return f"{'+' if net > 0 else '−' if net < 0 else ''}{size}"


def true_odds(line: Line) -> str:
    """The odds at which a line would be fair; as whole numbers where these are small."""
    true = line.true_odds
    if true is None:
        return "never gains"
    return to_one(true) if true.denominator <= LARGEST_ODDS else f"{float(true):.6g} to 1"


def _play(report: Report) -> str:
    nothing = report.table.game.terms.no_decision
    return f"none: {nothing}" if nothing else f"made by the strategy “{words(report.sheet.strategy)}”"


# --- sections --------------------------------------------------------------------------------------------------------


def _summary(report: Report) -> Iterator[Block]:
    lines = list(report.sheet.values())
    lead = report.leading
    exact = sum(line.method == "exact" for line in lines)
    several = f"{len(lines)} lines were priced, {exact} of them exactly." if len(lines) > 1 else "One line was priced."
    if _is_pot(report):
        yield Text(
            f"Players wager against each other. The house takes {percent(lead.edge)} of a pot on average, as the table "
            f"is played here: decisions {_play(report)}."
        )
    else:
        yield Text(_figures(lead) + f" {several}" + _range(lines))
    checked = report.verified
    if checked is not None:
        held = "all lines hold" if checked.holds else "NOT ALL LINES HOLD: see the cross-check"
        yield Text(
            f"Cross-check: {f'{checked.rounds:,} simulated rounds and ' if checked.rounds else ''}{checked.deals:,} "
            f"{'' if checked.rounds else 'rounds '}dealt by the script, seed {checked.seed}: {held} (within "
            f"{FARTHEST_Z} standard errors)."
        )
    if 1 < len(lines) <= MOST_BARS:
        drawn = bars([(names.wager(line.wager), float(line.edge)) for line in lines], "house advantage per unit staked")
        yield Picture(drawn, "House advantage of every line.", 85)


def _is_pot(report: Report) -> bool:
    """Whether the line is what the house takes of a pot, which gains and loses nothing."""
    bet = report.table.game.bet.get(report.leading.wager)
    return bet is not None and bet.bank == "pot"


def _figures(lead: Line) -> str:
    return (
        f"{names.wager(lead.wager)}: house advantage {percent(lead.edge)} per unit of the starting wager, "
        f"{percent(lead.element_of_risk)} per unit risked; standard deviation {lead.deviation:.4f}; it gains "
        f"{one_in(lead.hit_frequency)}."
    )


def _range(lines: list[Line]) -> str:
    best, worst = (end(lines, key=lambda line: line.edge) for end in (min, max))
    named = (f"{percent(line.edge)} ({names.wager(line.wager)})" for line in (best, worst))
    return f" They range from {' to '.join(named)}." if len(lines) > 1 else ""


def _identity(report: Report) -> Iterator[Block]:
    table, day = report.table, report.table.as_of
    by = table.game.terms.dealt_by
    yield Facts(
        (
            ("Game", f"{table.game.entry.name} ({file_of(table.house.options) or table.game.id})"),
            ("Procedure", f"{by.full(day)}, {law.basis(by, day)}"),
            ("Date of the text", day.isoformat()),
        )
    )
    rows = tuple(
        Row(
            (
                names.option(option.id),
                value if option.id == FILE_OPTION else option.told(value),
                by.full(day),
                law.basis(by, day),
            )
        )
        for option, value, by in report.options
    )
    is_long = any(len(option.told(value)) > LONGEST_VALUE for option, value, _ in report.options)
    columns = (Column("option", grows=True), Column("in force", grows=is_long), Column("paragraph"), Column("basis"))
    yield Grid(columns, rows, "The options in force at this table.")


def _wagers(report: Report) -> Iterator[Block]:
    lines = list(report.sheet.values())
    yield Grid(
        (
            Column("wager", grows=True),
            Column("pays"),
            Column("true odds", "right"),
            Column("house advantage", "right"),
            Column("exactly", "right"),
            Column("per unit risked", "right"),
            Column("basis"),
        ),
        tuple(
            Row(
                (
                    names.wager(line.wager),
                    paid(report.table, line),
                    true_odds(line),
                    percent(line.edge),
                    fraction(line.edge),
                    percent(line.element_of_risk),
                    line.basis,
                )
            )
            for line in lines
        ),
        "True odds, payout odds and house advantage.",
    )
    yield Grid(
        (
            Column("wager", grows=True),
            Column("return", "right"),
            Column("average wager", "right"),
            Column("gains", "right"),
            Column("variance", "right"),
            Column("std. deviation", "right"),
            Column("skew", "right"),
            Column("N0", "right"),
        ),
        tuple(
            Row(
                (
                    names.wager(line.wager),
                    percent(1 - line.edge),
                    f"{float(line.average_wager):.6g}",
                    percent(line.hit_frequency),
                    f"{float(line.variance):,.6g}",
                    f"{line.deviation:,.6g}",
                    f"{line.skew:,.4g}".replace("-", "−"),
                    "none" if line.n0 is None else whole(round(line.n0)),
                )
            )
            for line in lines
        ),
        "Return to the player, hit frequency and volatility, per unit of the starting wager.",
    )
    noted: dict[str, list[str]] = {}
    for line in lines:
        noted.setdefault(line.note, []).append(names.wager(line.wager))
    for note, alike in noted.items():
        if note:
            of = "Every line" if len(alike) == len(lines) > 1 else ", ".join(alike)
            yield Text(note, f"{of}:", small=True)


def _outcomes(report: Report) -> Iterator[Block]:
    day, chapter = report.table.as_of, law.chapter_on(report.table.as_of).number
    drafted = all(o.by.subchapter == DRAFT for line in report.sheet.values() for o in line.outcomes)
    rows: list[Row] = []
    for line in report.sheet.values():
        ways = line.combinations(report.cycle)
        rows.append(Row((names.wager(line.wager),), "group"))
        rows += [
            Row(
                (
                    _outcome(o.outcome),
                    signed(o.net),
                    whole(n),
                    chance(o.probability),
                    one_in(o.probability),
                    percent(o.returned),
                    o.by.full(day).removeprefix(f"{chapter}-"),
                    law.basis(o.by, day),
                )
            )
            for o, n in zip(line.outcomes, ways, strict=True)
        ]
        rows.append(Row(("all", signed_mean(line), whole(sum(ways)), "1", "", percent(1 - line.edge), "", ""), "total"))
    yield Grid(
        (
            Column("outcome", grows=True),
            Column("net", "right"),
            Column("combinations", "right"),
            Column("probability", "right"),
            Column("odds", "right"),
            Column("return", "right"),
            Column("paragraph"),
            Column("basis"),
        ),
        tuple(rows),
        f"Every outcome of every line; paragraphs of {'the draft' if drafted else f'N.J.A.C. {chapter}'}.",
    )


def _outcome(said: str) -> str:
    """An outcome as people read it: an id, some of them (``win: full-house``), or words already.

    >>> _outcome("win: three-of-a-kind"), _outcome("two-pair, 3 riding"), _outcome("3-4 in any order: 2 ways")
    ('win: three of a kind', 'two pair, 3 riding', '3-4 in any order: 2 ways')
    """
    return re.sub(r"(?<=[a-z])-(?=[a-z])", " ", said if " " in said else words(said))


def signed_mean(line: Line) -> str:
    return f"{-float(line.edge):+.6f}".replace("-", "−") if line.edge else "0"


def _volatility(report: Report) -> Iterator[Block]:
    line = report.leading
    if not report.sessions:
        yield Text(f"A session of {names.wager(line.wager)} has too many results to be drawn.")
        return
    panels = [(f"{one.wagers:,} rounds", one.bars(30, RAREST)) for one in report.sessions]
    name = names.wager(line.wager)
    caption = f"How sessions of one unit on {name} end, and how often; the rarest {RAREST:.1%} at either end left out."
    yield Picture(distributions(panels, "result in units"), caption)
    yield Grid(
        (
            Column("rounds", "right"),
            Column("mean", "right"),
            Column("std. deviation", "right"),
            Column("5 % end below", "right"),
            Column("half end below", "right"),
            Column("5 % end above", "right"),
            Column("ahead", "right"),
            Column("method", grows=True),
        ),
        tuple(
            Row(
                (
                    f"{one.wagers:,}",
                    f"{one.mean:+,.3f}".replace("-", "−"),
                    f"{one.deviation:,.3f}",
                    *(f"{one.quantile(share):+,.6g}".replace("-", "−") for share in (0.05, 0.5, 0.95)),
                    percent(one.ahead, 2),
                    "exact" if one.exact else f"numeric, within {one.error:.0e}",
                )
            )
            for one in report.sessions
        ),
        f"Sessions of one unit on {name}, in units.",
    )


def _play_blocks(report: Report) -> Iterator[Block]:
    advice = report.advice
    assert advice is not None
    is_long = any(len(rule.decision) > LONGEST_DECISION for rule in (*advice.exact, *advice.short_rules))
    columns = (Column("decision", grows=is_long), Column("play"), Column("when", grows=True))
    if advice.chart is not None:
        every = advice.chart.groups
        for groups in (every[first : first + MOST_GROUPS] for first in range(0, len(every), MOST_GROUPS)):
            chart = play_chart(replace(advice.chart, groups=groups), 2)
            yield Picture(chart, advice.chart.title, 100 if len(groups) > 1 else 62)
    is_told = advice.chart is not None or advice.short_rules == advice.exact
    short = () if is_told else advice.short_rules
    for caption, rules in (("The best play.", advice.exact), (f"In short ({words(advice.short)}).", short)):
        if rules:
            yield Grid(
                columns,
                tuple(Row((_ranks(rule.decision), _outcome(rule.play), _ranks(rule.when))) for rule in rules),
                caption,
            )
    costs = [(words(way.strategy), way.edge, advice.cost(way.strategy)) for way in advice.costs]
    yield Grid(
        (
            Column("strategy", grows=True),
            Column(f"house advantage of {names.wager(advice.line)}", "right"),
            Column("exactly", "right"),
            Column("costs more", "right"),
        ),
        tuple(Row((name, percent(edge), fraction(edge), percent(more) if more else "")) for name, edge, more in costs),
        "What simpler ways to play cost.",
    )
    if len(costs) > 1:
        drawn = bars([(name, float(more)) for name, _, more in costs], "loses more than the best play, per unit")
        yield Picture(drawn, "The cost of simpler plays.", 85)
    if advice.note:
        yield Text(advice.note[:1].upper() + advice.note[1:], small=True)


def _ranks(said: str) -> str:
    """Ranks as on cards.

    >>> _ranks("with no pair, against a dealer's T"), _ranks("A-K-Q-T-9 or better")
    ("with no pair, against a dealer's 10", 'A-K-Q-10-9 or better')
    """
    return re.sub(r"\bT\b", "10", said)


def _sensitivity(report: Report) -> Iterator[Block]:
    assert report.effects is not None
    if not report.effects:
        yield Text("No option of this table has another value.")
    lead = report.leading.wager
    moved = [effect for effect in report.effects if effect.changes]
    drawn = [
        (_setting(effect), float(change.difference))
        for effect in moved
        for change in effect.changes
        if change.wager == lead and change.difference is not None
    ]
    if drawn:
        drawn.sort(key=lambda row: row[1])
        caption = f"What each other option would add to the house advantage of {names.wager(lead)}, alone."
        yield Picture(bars(drawn[:MOST_BARS], "change of the house advantage", sign="+"), caption, 85)
    rows: list[Row] = []
    for effect in moved:
        rows.append(Row((f"{_setting(effect)}  [{effect.by.full(report.table.as_of)}]",), "group"))
        rows += [
            Row(
                (
                    names.wager(change.wager),
                    "not offered" if change.before is None else percent(change.before),
                    "not offered" if change.after is None else percent(change.after),
                    "" if change.difference is None else percent(change.difference, sign="+"),
                )
            )
            for change in effect.changes
        ]
    if rows:
        columns = (
            Column("wager", grows=True),
            Column("here", "right"),
            Column("then", "right"),
            Column("change", "right"),
        )
        yield Grid(columns, tuple(rows), "Every option that changes an edge, changed alone.")
    still: dict[str, list[str]] = {}
    for effect in report.effects:
        if not effect.changes and not effect.why_not:
            still.setdefault(names.option(effect.option.id), []).append(effect.option.told(effect.value))
    if still:
        said = "; ".join(f"{option}: {', '.join(values)}" for option, values in still.items())
        yield Text(f"{said}.", "No edge is changed by:", small=True)
    barred = [f"{_setting(effect)} ({effect.why_not})" for effect in report.effects if effect.why_not]
    if barred:
        yield Text("; ".join(barred) + ".", "Not allowed beside the other options:", small=True)


def _setting(effect: OptionEffect) -> str:
    return f"{names.option(effect.option.id)}: {effect.option.told(effect.value)}"


def _method(report: Report) -> Iterator[Block]:
    enumerated = odds_of(report.table.game) is None
    yield Text(BY_SCRIPT if enumerated else BY_SOLVER, "Exact figures.")
    for line in report.sheet.values():
        if line.worked_out != "exact":
            yield Text(f"{line.worked_out}. {line.note}", f"{names.wager(line.wager)}:")
    yield Text(DEFINITIONS, "Definitions.")
    yield Text("; ".join(f"{name}: {meaning}" for name, meaning in BASES.items()) + ".", "Basis.")


def _cross_check(report: Report) -> Iterator[Block]:
    checked = report.verified
    assert checked is not None
    played = f", played by {words(checked.strategy)}" if checked.strategy else ""
    kernel = f"simulated by a compiled kernel ({counted(checked.rounds, 'round')}) and " if checked.rounds else ""
    yield Text(
        f"The same lines, {kernel}dealt by the script ({counted(checked.deals, 'round')}){played}, seed "
        f"{checked.seed}. z is how many exact standard errors an edge is off the exact one; a line holds within "
        f"{FARTHEST_Z}."
    )
    yield Grid(
        (
            Column("wager", grows=True),
            Column("exact", "right"),
            *(Column(name, "right") for name in ("simulated", "decided", "z") if checked.rounds),
            Column("dealt", "right"),
            Column("decided", "right"),
            Column("z", "right"),
            Column("holds"),
        ),
        tuple(
            Row(
                (
                    names.wager(line.exact.wager),
                    percent(line.exact.edge),
                    *(_estimate(line.simulated) if checked.rounds else ()),
                    *_estimate(line.script),
                    "yes" if line.holds else "NO",
                )
            )
            for line in checked.lines
        ),
    )
    yield Text(checked.again, "To repeat it:", small=True)


def _estimate(estimate: Estimate) -> tuple[str, str, str]:
    if estimate.edge is None or estimate.z is None:
        return "never", "0", ""
    z = f"{estimate.z:+.2f}".replace("-", "−") if math.isfinite(estimate.z) else "off"
    return percent(estimate.edge, 3), f"{estimate.decided:,}", z


def _paragraphs(report: Report) -> Iterator[Block]:
    day = report.table.as_of
    yield Grid(
        (Column("paragraph"), Column("basis"), Column("in our words", grows=True)),
        tuple(Row((by.full(day), law.basis(by, day), law.says(by, day))) for by in report.citations),
    )
