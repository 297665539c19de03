"""Commands that print exact figures: odds, strategy."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from nomorebets.cli.common import (
    LONG,
    AskedTable,
    console,
    game_argument,
    in_column,
    plain_grid,
    read_file,
    refuse_beside,
    table_options,
)
from nomorebets.cli.naming import WagerName
from nomorebets.cli.out import json_option, told
from nomorebets.cli.progress import progress_line, waiting

if TYPE_CHECKING:
    from nomorebets.pricing.facet import Advice, PartialPlay, PlayChart
    from nomorebets.pricing.sheet import OddsSheet


PRICED_BY = ("wager", "stake", "strategy", "meter")
ODDS = "the odds"  # that somebody waits for
OF_A_FILE = "a strategy file, which says what is wagered and how"


@click.command()
@game_argument
@click.option("--wager", metavar="ID", type=WagerName(), help="One wager only: straight, split:17-20, …")
@click.option("--stake", metavar="AMOUNT", help="Price the wagers for this stake, where amounts matter.")
@click.option("--strategy", metavar="NAME", help="Where there are decisions: how they are made; or a strategy file.")
@click.option("--meter", metavar="AMOUNT", help="What a progressive meter shows.")
@click.option("--removed", metavar="CARDS", default="", help='Cards that have left the shoe: "As 4d …".')
@click.option(
    "--role", type=click.Choice(("player", "banker")), default="player", help="Price a player, or one who banks."
)
@click.option("--ticket", metavar="TICKET", help='A whole ticket, sizes of groups and ways: "4,4,4 3/4 3/8 1/12".')
@click.option("--effects", is_flag=True, help="What a card of each rank that has left the shoe changes, as a table.")
@click.option("--hands", metavar="HANDS", help='Hands of players against each other: "AsKs QhQd", "77+,ATs+ KQo".')
@click.option("--board", metavar="CARDS", default="", help="With --hands: the cards for everybody that lie open.")
@click.option("--dead", metavar="CARDS", default="", help="With --hands: cards that cannot come any more.")
@click.option("--dealer", is_flag=True, help="What the dealer ends with by the card shown, as a table.")
@click.option(
    "--hand-file", "hand_files", metavar="FILE", multiple=True, help="What the rake would take of hands that were told."
)
@table_options
@json_option
def odds(
    game_id: str,
    wager: str | None,
    stake: str | None,
    strategy: str | None,
    meter: str | None,
    removed: str,
    role: str,
    ticket: str | None,
    effects: bool,
    hands: str | None,
    board: str,
    dead: str,
    hand_files: tuple[str, ...],
    dealer: bool,
    asked: AskedTable,
    as_json: bool,
) -> None:
    """The exact edge of every wager of GAME, with every outcome and its paragraph."""
    from nomorebets.drivers.facet import strategies_of
    from nomorebets.pricing.kept_odds import kept_odds

    table = asked.open(game_id)
    if hands is not None:
        refuse_beside("--hands", *PRICED_BY, "role", "removed", "ticket", "effects", "dealer", "hand_files")
        _show_equities(table, hands, board, dead, as_json)
        return
    if board or dead:
        raise click.UsageError("--board and --dead go with --hands")
    if hand_files:
        refuse_beside("--hand-file", *PRICED_BY, "role", "removed", "ticket", "effects", "dealer")
        _show_raked(table, hand_files, as_json)
        return
    if role != "player":
        from nomorebets.pricing.facet import line_for

        wager = line_for(table.game, role, wager)
    if effects:
        from nomorebets.pricing.sheet import effects_at

        refuse_beside("--effects", "stake", "strategy", "ticket", "dealer")
        note = "what a unit gains more on average when a card of that rank has left the shoe, in percent"
        with progress_line("ranks") as progress:
            changes = effects_at(table, wager=wager, meter=meter, removed=removed, progress=progress)
        _show_rows(table, "effects_of_removal", changes, as_json, "wager", "+.4f", note)
        return
    if dealer:
        from nomorebets.pricing.sheet import dealer_at

        refuse_beside("--dealer", *PRICED_BY, "role", "ticket")
        note = "how often the dealer ends so when nobody else draws, by the card shown, in percent"
        _show_rows(table, "dealer", dealer_at(table, removed=removed), as_json, "shows", ".4f", note)
        return
    if ticket is not None:
        from nomorebets.pricing.sheet import odds_of_ticket

        refuse_beside("--ticket", *PRICED_BY, "role", "removed")
        _show_ticket(table, odds_of_ticket(table, ticket), as_json)
        return
    if strategy is not None and strategies_of(table.game).read_file is not None:
        from nomorebets.cli.strategy_files import odds_of_strategy

        refuse_beside(OF_A_FILE, "wager", "stake", "meter", "removed", "role")
        odds_of_strategy(table, strategy, as_json)
        return
    if strategy is not None and is_file(table, strategy):
        from nomorebets.pricing.sheet import odds_of_file
        from nomorebets.untrusted import STRATEGY

        refuse_beside(OF_A_FILE, "wager", "stake", "meter", "role")
        with waiting(ODDS):
            sheet = odds_of_file(table, read_file(strategy, STRATEGY), strategy, removed=removed)
    else:
        with waiting(ODDS):
            sheet = kept_odds(table, wager=wager, stake=stake, strategy=strategy, meter=meter, removed=removed)
    _show_sheet(table, sheet, wager, as_json)


def _show_sheet(table: Any, sheet: OddsSheet, wager: str | None, as_json: bool) -> None:
    """Every line; of a single one also what there is to say of it."""
    from nomorebets.pricing.sheet import require_lines

    require_lines(sheet)
    facts = sheet.to_dict()
    outcomes = [{"wager": line["wager"], **one} for line in facts["wagers"] for one in line["outcomes"]]
    if told(facts, as_json, outcomes if wager is not None else "wagers"):
        return
    show_heading(table)
    out = console()
    grid = plain_grid()
    for name in ("wager", "pays", "edge", "", "std. deviation", "wins", "basis"):
        grid.add_column(name, justify="left" if name in ("wager", "pays", "basis") else "right")
    for line in sheet.values():
        deviation = f"{float(line.variance) ** 0.5:.4f}"
        wins = f"{float(line.hit_frequency):.4%}"
        pays = table.pays(line.wager) or _paid(table, line.wager)
        edge = in_column(line.edge)
        grid.add_row(line.wager, pays, edge, f"{line.edge_decimal:.4%}", deviation, wins, line.basis)
    out.print(grid)
    is_long = any(in_column(line.edge) == LONG[0] for line in sheet.values())
    if wager is not None:
        for line in sheet.values():
            if is_long:
                out.print(f"\n{line.wager}: edge {line.edge}")
            out.print(f"\n{line.wager}: every outcome")
            _show_outcomes(line.to_dict(table.as_of))
    elif len(sheet) == 1:
        for line in sheet.values():
            says = f"\n{line.note}" if line.note and line.worked_out == "exact" else ""
            out.print(says, markup=False, highlight=False)
    if is_long and wager is None:
        out.print(f"\n{LONG}")
    others = [line for line in sheet.values() if line.worked_out != "exact"]
    for line in others:
        out.print(f"\n{line.wager}: {line.worked_out}; {line.note}", markup=False)
    besides = ", ".join(f"{line.wager} {line.worked_out.removeprefix('exact, ')}" for line in others)
    but = f"exact, but {besides}" if others else "exact"
    out.print(f"\n{but}, in {sheet.seconds:.2f} s; the edge is the expected loss per unit staked")


def _paid(table: Any, wager: str) -> str:
    if table.game.betting.is_listed:
        return ""  # what its pay table does not say, nothing else does
    from nomorebets.drawing import paid  # the whole kit: only where no layout lists the wagers

    return paid(table, wager)


def _show_ticket(table: Any, sheet: Any, as_json: bool) -> None:
    """A whole ticket: its ways, and mean and variance of its prize."""
    if told(sheet.to_dict(), as_json):
        return
    show_heading(table)
    figures, out = sheet.ticket, console()
    grid = plain_grid()
    for name in ("spots", "ways", "each gives back", ""):
        grid.add_column(name, justify="right")
    for way in figures.ways:
        grid.add_row(str(way.spots), str(way.ways), str(way.returned), f"{float(way.returned):.4%}")
    out.print(grid)
    out.print(f"\nprice {figures.price}, for 1 a way; mean prize {figures.mean} ({float(figures.mean):.6f})")
    out.print(f"variance of the prize {figures.variance} ({float(figures.variance):.4f})")
    out.print(f"edge {figures.edge} ({float(figures.edge):.4%}), in {sheet.seconds:.2f} s")


def is_file(table: Any, strategy: str) -> bool:
    """Whether a strategy is no name that the game knows, but may be that of a file."""
    from nomorebets.drivers.facet import strategies_of

    named = strategies_of(table.game).named
    return bool(named) and strategy not in named and (strategy == "-" or "." in strategy or "/" in strategy)


def _show_rows(
    table: Any,
    name: str,
    rows: Mapping[str, Mapping[str, Fraction]],
    as_json: bool,
    first: str,
    form: str,
    note: str,
) -> None:
    """Fractions by row and column: in percent for people, exactly for programs."""
    from nomorebets.pricing.sheet import heading_of

    exact = {row: {column: str(figure) for column, figure in figures.items()} for row, figures in rows.items()}
    if told({**heading_of(table), name: exact}, as_json):
        return
    show_heading(table)
    columns = list(dict.fromkeys(column for figures in rows.values() for column in figures))
    grid = plain_grid()
    for column in (first, *columns):
        grid.add_column(column, justify="left" if column == first else "right")
    for row, figures in rows.items():
        shown = (f"{100 * float(figures[column]):{form}}" if column in figures else "" for column in columns)
        grid.add_row(row, *shown)
    out = console()
    out.print(grid)
    out.print(f"\n{note}")


def _show_equities(table: Any, hands: str, board: str, dead: str, as_json: bool) -> None:
    """What hands may expect of a pot, as counts and fractions."""
    from nomorebets.pricing.equities import equities_at
    from nomorebets.pricing.sheet import heading_of

    found = equities_at(table, hands, board, dead)
    facts = {
        **heading_of(table),
        "options": dict(table.house.options),
        **({"board": board} if board else {}),
        **({"dead": dead} if dead else {}),
        **found.to_dict(),
    }
    if told(facts, as_json):
        return
    show_heading(table)
    kinds = list(found.hands[0].ends)
    grid = plain_grid()
    grid.add_column("hand")
    for kind in kinds:
        for end in ("wins", "shares", "loses"):
            grid.add_column(end if len(kinds) == 1 else f"{kind} {end}", justify="right")
    grid.add_column("equity", justify="right")
    grid.add_column("", justify="right")
    for hand in found.hands:
        ends = [f"{count:,}" for end in hand.ends.values() for count in (end.win, end.tie, end.lose)]
        grid.add_row(hand.hand, *ends, str(hand.share), f"{float(hand.share):.4%}")
    out = console()
    out.print(grid)
    out.print(f"\nexact, over {found.ways}, in {found.seconds:.3f} s", highlight=False)


def _show_raked(table: Any, files: tuple[str, ...], as_json: bool) -> None:
    """What the house would have taken of hands in files, all together."""
    from nomorebets.pricing.sheet import heading_of
    from nomorebets.rulings.phh import hands_in
    from nomorebets.rulings.rake import rake_of_hands
    from nomorebets.rulings.transcript import read_transcript
    from nomorebets.table.money import dollars

    contents = [read_file(file) for file in files]
    hands = [hand for content in contents for _, hand in hands_in(content) or [("", content)]]
    taken = rake_of_hands(table, map(read_transcript, hands))
    if told({**heading_of(table), **taken.to_dict()}, as_json):
        return
    show_heading(table)
    number = f"{taken.hands} hand{'s' * (taken.hands > 1)}"
    words = f"{number}, pots of {dollars(taken.pots)}: the house takes {dollars(taken.rake)}, {taken.edge} of them"
    console().print(f"{words} ({float(taken.edge):.4%})", markup=False, highlight=False)


def show_heading(table: Any) -> None:
    from nomorebets.pricing.rules_line import line_of_table
    from nomorebets.regulation import law
    from nomorebets.table.game_file import RULES_OPTION
    from nomorebets.table.house import in_effect

    chapter = law.chapter_on(table.as_of)
    chosen = in_effect(table.game, table.house)
    options = ", ".join(f"{option.id} = {value}" for option, value in chosen if option.id != RULES_OPTION)
    line = line_of_table(table)
    console().print(
        f"{table.game.entry.name} as of {table.as_of} (N.J.A.C. {chapter.number})"
        f"{f': {line}' if line else ''}\n{options}\n"
    )


def _show_outcomes(line: dict[str, Any]) -> None:
    grid = plain_grid()
    for name in ("outcome", "net", "probability", "", "paragraph", "basis"):
        grid.add_column(name, justify="right" if name in ("net", "probability", "") else "left")
    shown = []
    for o in line["outcomes"]:
        shown.append(in_column(o["probability"]) if "method" not in o else o["method"])
        grid.add_row(
            o["outcome"],
            in_column(o["net"]),
            shown[-1],
            f"{float(Fraction(o['probability'])):.6g}",
            o["cite"] + (f" {o['reading']}" if "reading" in o else ""),
            o["basis"],
        )
    console().print(grid)
    if LONG[0] in shown:
        console().print(f"\n{LONG}")
    if "note" in line:
        console().print(f"\n{line['note']}", markup=False, highlight=False)


@click.command()
@game_argument
@click.option("--stake", metavar="AMOUNT", help="The best play for this stake, where payout limits matter.")
@click.option("--chart", "chart_file", metavar="FILE", help="Draw the chart, where a game has one: .svg or .png.")
@table_options
@json_option
def strategy(
    game_id: str,
    stake: str | None,
    chart_file: str | None,
    asked: AskedTable,
    as_json: bool,
) -> None:
    """The best play of GAME as a table a person can use."""
    from nomorebets import kept
    from nomorebets.cli.pictures import require_plot, write_plot
    from nomorebets.drawing.charts import play_chart
    from nomorebets.errors import UnknownName
    from nomorebets.pricing.facet import Pricing, odds_of
    from nomorebets.pricing.rules_line import line_of_table
    from nomorebets.pricing.sheet import heading_of, stake_at

    require_plot(chart_file)
    table = asked.open(game_id)
    heading = heading_of(table)
    known = odds_of(table.game)
    if known is not None and known.partly is not None:
        with progress_line("pairs of hands") as progress, kept.watched(progress):
            play = known.partly(table, Pricing(stake=stake_at(table, stake)))
        _show_partial(table, play, heading, as_json)
        return
    if known is None or known.advice is None:
        note = table.game.terms.no_decision or "its best play is not worked out yet"
        if told({**heading, "decisions": [], "note": note}, as_json):
            return
        click.echo(f"{table.game.entry.name}: {note}.")
        click.echo(f"What can be chosen is the wager: see nomorebets odds {game_id}.")
        return
    with waiting("the best play"):
        advice = known.advice(table, Pricing(stake=stake_at(table, stake)))
    if chart_file is not None:
        if advice.chart is None:
            raise UnknownName(f"{game_id} is not played by a chart", accepts="no --chart")
        write_plot(chart_file, play_chart(advice.chart))
    line = line_of_table(table)
    rules = {"rules": line} if line else {}
    if told({**heading, **rules, "options": dict(table.house.options), **advice.to_dict()}, as_json):
        return
    show_heading(table)
    _show_advice(advice)


def _show_partial(table: Any, play: PartialPlay, heading: Mapping[str, str], as_json: bool) -> None:
    """What is not solved, and the charts of what is."""
    figures = {name: str(figure) for name, figure in play.figures.items()}
    decimals = {f"{name}_decimal": float(figure) for name, figure in play.figures.items()}
    charts = [chart.to_dict() for chart in play.charts]
    if told({**heading, "not_solved": play.not_solved, **figures, **decimals, "charts": charts}, as_json):
        return
    show_heading(table)
    out = console()
    out.print(f"{play.not_solved}\n", markup=False, highlight=False)
    for chart in play.charts:
        show_chart(chart)


def _show_advice(advice: Advice) -> None:
    """The exact rule, the short one, and what each way to play costs."""
    from rich.text import Text

    out = console()
    if advice.chart is not None:
        show_chart(advice.chart)
    for title, rules in (("the best play", advice.exact), (f"in short ({advice.short})", advice.short_rules)):
        if rules:
            out.print(f"{title}:")
        for decision in dict.fromkeys(rule.decision for rule in rules):
            out.print(f"  {decision}", markup=False)
            for rule in rules:
                if rule.decision == decision:
                    out.print(f"    {rule.play}: {rule.when}", markup=False)
        if rules:
            out.print()
    grid = plain_grid()
    for name in ("strategy", f"edge of {advice.line}", "", "costs more"):
        grid.add_column(name, justify="left" if name == "strategy" else "right")
    for way in advice.costs:
        more = advice.cost(way.strategy)
        grid.add_row(
            Text(way.strategy), in_column(way.edge), f"{float(way.edge):.4%}", f"{float(more):.4%}" if more else "—"
        )
    out.print(grid)
    if advice.note:
        out.print(f"\n{advice.note}", markup=False)


def show_chart(chart: PlayChart, present: tuple[str, str] | None = None) -> None:
    """The chart in letters; a star marks a cell that the cards of the hand may change, brackets the present one."""
    out = console()
    out.print(chart.title, markup=False, highlight=False)
    wide = max(len(row.hand) for _, rows in chart.groups for row in rows)
    cells = [cell for _, rows in chart.groups for row in rows for cell in row.cells]
    longest = max(len(cell.letter) + bool(cell.depends) for cell in cells)
    cell_wide = 3 if longest < 3 and wide + 1 + 4 * len(chart.columns) > out.width else 4
    for group, rows in chart.groups:
        columns = "".join(f"{column:<{cell_wide}}" for column in chart.columns)
        out.print(f"\n{group:<{wide}}  {columns}".rstrip(), markup=False, highlight=False)
        for row in rows:
            line = f"{row.hand:<{wide}} "
            for column, cell in zip(chart.columns, row.cells, strict=True):
                letter = cell.letter + ("*" if cell.depends else "")
                line += f"{f'[{letter}]' if (row.hand, column) == present else f' {letter}':<{cell_wide}}"
            out.print(line.rstrip(), markup=False, highlight=False)
    letters = ", ".join(f"{letter} {meaning}" for letter, meaning in chart.letters.items())
    depends = any(cell.depends for cell in cells)
    star = "; * depends on the cards of the hand" if depends else ""
    out.print(f"\n{letters}{star}", markup=False, highlight=False)
    for note in chart.notes:
        out.print(note, markup=False, highlight=False)
    out.print()


COMMANDS: tuple[click.Command, ...] = (odds, strategy)
