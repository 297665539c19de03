"""What a game knows of its odds: its lines, the best play in words, and what each choice at a decision is worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from nomorebets.drivers.facet import strategies_of
from nomorebets.errors import UnknownName
from nomorebets.games import facet
from nomorebets.showing import InNotebooks
from nomorebets.table import Game, Round, Table

if TYPE_CHECKING:
    from nomorebets.pricing.equities import Equities
    from nomorebets.pricing.sheet import Line
    from nomorebets.table.decisions import Ask
    from nomorebets.table.requests import PatronRequest


BANKER = "banker"


class Pricing(msgspec.Struct, frozen=True):
    """What is to be priced, beyond the table itself."""

    wager: str | None = None  # one wager, or all
    stake: int | None = None  # cents, where amounts matter
    strategy: str | None = None  # where there are decisions
    meter: int | None = None  # cents, where a progressive meter pays
    removed: tuple[str, ...] = ()  # cards that have left the shoe, where a game is dealt from one


class PlayRule(msgspec.Struct, frozen=True):
    """One rule of play: at this decision, with these hands, do this."""

    decision: str
    play: str
    when: str

    def to_dict(self) -> dict[str, str]:
        return {"decision": self.decision, "play": self.play, "when": self.when}


class StrategyEdge(msgspec.Struct, frozen=True):
    """A named way to decide and its edge."""

    strategy: str
    edge: Fraction


class ChartCell(msgspec.Struct, frozen=True):
    """What to do with one hand against one card."""

    letter: str
    depends: str = ""  # which cards of the hand call for another play; empty where the cell holds for all


class ChartRow(msgspec.Struct, frozen=True):
    """One kind of hand, against every card in turn."""

    hand: str
    cells: tuple[ChartCell, ...]


class PlayChart(msgspec.Struct, frozen=True):
    """A way to play as a chart of letters, in groups of rows."""

    title: str
    columns: tuple[str, ...]
    groups: tuple[tuple[str, tuple[ChartRow, ...]], ...]  # each under its heading
    letters: Mapping[str, str]  # what each letter means
    notes: tuple[str, ...] = ()

    def cell(self, hand: str, column: str) -> ChartCell:
        """One cell, by the names of its row and column."""
        rows = {row.hand: row for _, rows in self.groups for row in rows}
        return rows[hand].cells[self.columns.index(column)]

    def has(self, hand: str, column: str) -> bool:
        """Whether the chart speaks of a hand against a card."""
        return column in self.columns and any(row.hand == hand for _, rows in self.groups for row in rows)

    def to_dict(self) -> dict[str, object]:
        return {
            "title": self.title,
            "letters": dict(self.letters),
            "rows": [
                {
                    "group": group,
                    "hand": row.hand,
                    "cells": {column: cell.letter for column, cell in zip(self.columns, row.cells, strict=True)},
                    "depends": {
                        column: cell.depends
                        for column, cell in zip(self.columns, row.cells, strict=True)
                        if cell.depends
                    },
                }
                for group, rows in self.groups
                for row in rows
            ],
            "notes": list(self.notes),
        }


class Advice(InNotebooks, msgspec.Struct, frozen=True):
    """The best play of a game in words a person can use, and what simpler ways to play cost beside it."""

    line: str  # the line of the odds that the edges are of
    exact: tuple[PlayRule, ...]
    short: str  # the strategy that a person can remember
    short_rules: tuple[PlayRule, ...]
    costs: tuple[StrategyEdge, ...]  # the best play first
    note: str = ""
    chart: PlayChart | None = None  # the short rules as a chart, where a game has one

    def __repr__(self) -> str:
        best = self.costs[0]
        return f"<best play of {self.line}: {best.strategy}, edge {float(best.edge):.4%}; by heart: {self.short}>"

    def cost(self, strategy: str) -> Fraction:
        """What a strategy loses more than the best, per unit of the line's starting wager."""
        edges = {way.strategy: way.edge for way in self.costs}
        return edges[strategy] - self.costs[0].edge

    def to_dict(self) -> dict[str, object]:
        """The object that ``nomorebets strategy --json`` prints, below its heading."""
        return {
            "line": self.line,
            "decisions": [rule.to_dict() for rule in self.exact],
            "short": {"strategy": self.short, "decisions": [rule.to_dict() for rule in self.short_rules]},
            "strategies": [
                {
                    "strategy": way.strategy,
                    "edge": str(way.edge),
                    "edge_decimal": float(way.edge),
                    "cost": str(self.cost(way.strategy)),
                    "cost_decimal": float(self.cost(way.strategy)),
                }
                for way in self.costs
            ],
            "note": self.note,
            **({"chart": self.chart.to_dict()} if self.chart is not None else {}),
        }


class PartialPlay(msgspec.Struct, frozen=True):
    """What is known of the best play of a game that is not solved as a whole."""

    not_solved: str
    charts: tuple[PlayChart, ...]
    figures: Mapping[str, Fraction]


class ChoiceValue(msgspec.Struct, frozen=True):
    """What a choice is worth: the mean gain in cents of all wagers it decides on, by what the seat can know."""

    worth: Fraction
    amount: int = 0  # cents; the best amount, where the choice takes one


class WayOdds(msgspec.Struct, frozen=True):
    """The ways of a ticket that have so many spots: how many, and what each gives back on average."""

    spots: int
    ways: int
    returned: Fraction


class TicketOdds(msgspec.Struct, frozen=True):
    """A ticket of several wagers in one, for a price of 1 each: ``mean`` and ``variance`` are of its whole prize."""

    sizes: tuple[int, ...]  # of its groups
    price: int
    mean: Fraction
    variance: Fraction
    ways: tuple[WayOdds, ...]
    line: Line | None  # with every prize, where they can be listed

    @property
    def edge(self) -> Fraction:
        """What a unit of the price loses on average."""
        return 1 - self.mean / self.price

    def to_dict(self) -> dict[str, object]:
        figures = {"mean": self.mean, "variance": self.variance, "edge": self.edge}
        return {
            "groups": list(self.sizes),
            "price": str(self.price),
            **{name: str(figure) for name, figure in figures.items()},
            **{f"{name}_decimal": float(figure) for name, figure in figures.items()},
            "ways": [{"spots": way.spots, "ways": way.ways, "return": str(way.returned)} for way in self.ways],
        }


class GameOdds(msgspec.Struct, frozen=True, kw_only=True):
    """The facet ``odds`` of a game. Without one, the script is enumerated."""

    lines: Callable[[Table, Pricing], list[Line]]
    advice: Callable[[Table, Pricing], Advice] | None = None  # the best play, where there are decisions
    choices: Callable[[Ask, Round], Mapping[str, ChoiceValue]] | None = None  # each choice at a decision
    # the row and the column of the chart that speak of a decision; None where the chart is silent
    cell: Callable[[Ask, Round], tuple[str, str] | None] | None = None
    against: str = ""  # what a choice is compared with, where others decide too
    banker: str = ""  # the line of a player who banks against one other, where players may bank in turn
    # what each way to set a seat's hand is worth, by the pieces that are set apart
    settings: Callable[[PatronRequest, int, Round], Mapping[tuple[str, ...], ChoiceValue]] | None = None
    usual_play: str = ""  # what is priced where no strategy is named; without it, the first named one
    of_file: Callable[[Table, Pricing, bytes], list[Line]] | None = None  # by a way to play that a file describes
    takes_removed: bool = False  # the odds know what it means that cards have left the shoe
    by_suit: tuple[str, ...] = ()  # the lines to which cards of one rank are not alike
    # the edges that options may turn in the patrons' favour, by wager: the check of a house looks at them
    to_check: Callable[[Table], Mapping[str, Fraction]] | None = None
    # what a card that has left the shoe adds to the gain of a unit: by wager and rank
    effects: Callable[[Table, Pricing], Mapping[str, Mapping[str, Fraction]]] | None = None
    partly: Callable[[Table, Pricing], PartialPlay] | None = None  # where the whole game is not solved
    # what hands of players against each other may expect: hands, board and dead cards as they are written
    equities: Callable[[Table, str, str, str], Equities] | None = None
    # the hands, by seat, and the board, where betting is over, they lie open and cards are still to come
    all_in: Callable[[Round], tuple[Mapping[int, str], str] | None] | None = None
    # hands and a board as they may lie open at a table: counted when it is shown first, because the first count is slow
    example: Callable[[Table], tuple[str, str] | None] | None = None
    # how often the dealer's hand ends in each way, where he draws by rule: by the card he shows
    dealer: Callable[[Table, Pricing], Mapping[str, Mapping[str, Fraction]]] | None = None
    ticket: Callable[[Table, str], TicketOdds] | None = None  # a whole ticket, by the sizes of its groups and its ways


def odds_of(game: Game) -> GameOdds | None:
    """What a game knows of its odds."""
    return facet(game.id, "odds", GameOdds)


def line_for(game: Game, role: str, wager: str | None) -> str | None:
    """The line that is asked for: that of a wager, or where somebody asks as the banker that of the bank."""
    if role != BANKER:
        return wager
    known = odds_of(game)
    if known is None or not known.banker:
        raise UnknownName(f"no player banks at {game.id} in turn", accepts="the role of a player")
    if wager not in (None, known.banker):
        raise UnknownName(f"{wager} is no line of the banker", accepts=known.banker)
    return known.banker


def usual_play(game: Game) -> str:
    """The play that a game is priced by where no strategy is named; "none" where there is nothing to decide."""
    if game.terms.no_decision:
        return "none"
    known = odds_of(game)
    return (known.usual_play if known else "") or next(iter(strategies_of(game).named), "none")
