"""What another choice of the house does to the edges."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from nomorebets.errors import RulesError
from nomorebets.games import open_table, usual_options
from nomorebets.pricing.sheet import Line
from nomorebets.regulation import Citation, HouseOption
from nomorebets.table import Settings, Table
from nomorebets.table.game_file import FILE_OPTION, RULES_OPTION
from nomorebets.table.house import in_effect
from nomorebets.table.record import house_lines

Edges = Mapping[str, Fraction]  # by line


@dataclass(frozen=True)
class EdgeChange:
    """One line under two houses; None where a house does not have it."""

    wager: str
    before: Fraction | None
    after: Fraction | None

    @property
    def difference(self) -> Fraction | None:
        return self.after - self.before if self.before is not None and self.after is not None else None

    def to_dict(self) -> dict[str, Any]:
        figures = {"before": self.before, "after": self.after, "difference": self.difference}
        return {
            "wager": self.wager,
            **{name: None if figure is None else str(figure) for name, figure in figures.items()},
            **{f"{name}_decimal": None if figure is None else float(figure) for name, figure in figures.items()},
        }


def edge_changes(before: Mapping[str, Line], after: Mapping[str, Line]) -> tuple[EdgeChange, ...]:
    """The lines whose edge differs, that went or that came.

    >>> from nomorebets.pricing.sheet import odds
    >>> half, whole = (odds("roulette", options={"even-money-on-zero": value}) for value in ("half", "whole"))
    >>> [(change.wager, str(change.difference)) for change in edge_changes(half, whole)][:1]
    [('low', '1/38')]
    """
    return changed_edges(edges_of(before), edges_of(after))


def edges_of(lines: Mapping[str, Line]) -> Edges:
    return {wager: line.edge for wager, line in lines.items()}


def changed_edges(before: Edges, after: Edges) -> tuple[EdgeChange, ...]:
    """The same from the edges alone."""
    changes = (EdgeChange(wager, before.get(wager), after.get(wager)) for wager in dict.fromkeys((*before, *after)))
    return tuple(change for change in changes if change.before != change.after)


@dataclass(frozen=True)
class OptionEffect:
    """One other value of an option: what it changes, or why it cannot stand beside the rest of the house."""

    option: HouseOption
    value: str
    by: Citation
    changes: tuple[EdgeChange, ...]
    why_not: str = ""


def other_values(table: Table) -> list[tuple[HouseOption, str]]:
    """Every listed value of every option that a table could be run with and is not."""
    return [
        (option, value)
        for option, chosen in in_effect(table.game, table.house)
        if option.id not in (FILE_OPTION, RULES_OPTION)  # what a file is called and says is no choice
        for value in option.possible(table.as_of)
        if value != chosen and not option.choices[value].for_analysis(table.as_of)
    ]


def option_effects(table: Table, base: Edges, price: Callable[[Table], Edges]) -> Iterator[OptionEffect]:
    """What each other value would do to the edges, alone; ``price`` finds those of a table as the base was priced."""
    own = _chosen(table)
    for option, value in other_values(table):
        by = option.choices[value].by
        try:
            other = open_table(table.game.id, table.as_of, Settings({option.id: value}).over(own))
            yield OptionEffect(option, value, by, changed_edges(base, price(other)))
        except RulesError as fault:
            yield OptionEffect(option, value, by, (), fault.text)


def _chosen(table: Table) -> Settings:
    """What this house chose otherwise than usual: the rest follows whatever else is chosen."""
    house, lines = table.house, house_lines(table)
    usual, least = usual_options(house.game, house.as_of), table.game.pays_at(house)
    options: dict[str, object] = {name: value for name, value in house.options.items() if usual.get(name) != value}
    pays: dict[str, object] = {row: text for row, text in lines.pays.items() if house.pays[row] != least.get(row)}
    return Settings(options, pays, dict(lines.limits))
