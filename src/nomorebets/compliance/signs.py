"""Signs at a table (8.3): its limits, every option that needs a notice, and what the layout must carry."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

import msgspec

from nomorebets.compliance.outline import outline_of, sentences
from nomorebets.papers.document import words
from nomorebets.regulation import Citation, HouseOption, cite, law, names
from nomorebets.regulation.odds import in_print
from nomorebets.table.game import Game, Table
from nomorebets.table.house import House, Limit, limit_of, required_layout, required_signs
from nomorebets.table.money import cents, dollars

BASIS: Mapping[law.Basis, str] = {
    "text": "",
    "parallel": "parallel text",
    "reading": "our reading",
    "reconstructed": "reconstructed",
    "proposed": "proposed",
}
# behind a paragraph, in print
MARKS: Mapping[law.Basis, str] = {"text": "", "parallel": "°", "reading": "†", "reconstructed": "‡", "proposed": "§"}


@dataclass(frozen=True)
class Cited:
    """A paragraph as the guide prints it, and how firm it is."""

    cite: str
    basis: law.Basis

    @property
    def note(self) -> str:
        return BASIS[self.basis]

    @property
    def mark(self) -> str:
        """The paragraph by its number alone, as a leaflet has it, and a mark for how firm it is."""
        return self.cite and f"[{self.cite.split()[0].partition('-')[2]}{MARKS[self.basis]}]"

    def __str__(self) -> str:
        return self.cite and f"[{self.cite}{', ' + self.note if self.note else ''}]"


UNCITED = Cited("", "text")  # what tables had before there was a paragraph on it


@dataclass(frozen=True)
class Sign:
    """A sign at the table: its limits, or what is noticed by one paragraph."""

    heading: str
    lines: tuple[str, ...]
    by: Cited
    heads: frozenset[str] = frozenset()  # lines that say what is noticed; the others explain them


def cited(by: Citation, day: date) -> Cited:
    return Cited(by.full(day), law.basis(by, day))


def limits_said(limit: Limit) -> str:
    """Limits as a sign has them: ``$5 to $500``."""
    least, most = (dollars(amount) if amount else "" for amount in (limit.min, limit.max))
    between = f"{least} to {most}" if least and most else f"at least {least}" if least else most and f"at most {most}"
    further = (("in steps of", limit.step), ("all together at least", limit.total))
    return ", ".join([*filter(None, [between]), *(f"{name} {dollars(amount)}" for name, amount in further if amount)])


def _holding(table: Table, kind: str, own: Limit) -> Limit:
    """What holds for a wager that has limits of its own: those that it leaves open are the table's."""
    return msgspec.structs.replace(limit_of(table.game, table.house, kind), total=own.total)


def _limits_on_sign(table: Table, kind: str) -> Iterable[str]:
    """The limits posted for a wager, for a group, or for the table."""
    own = table.house.limits[kind]
    holding, others = _holding(table, kind, own), _not_of_the_table(table) if kind == "table" else []
    if not others:
        yield f"{'Each wager' if kind == 'table' else names.wager(kind)}: {limits_said(holding)}"
        return
    if each := limits_said(msgspec.structs.replace(holding, total=0)):
        yield f"Each wager except {', '.join(others)}: {each}"
    if own.total:  # all wagers of a player count for it
        yield f"Each wager: {limits_said(Limit(total=own.total))}"


def _not_of_the_table(table: Table) -> list[str]:
    """The wagers that the limits of the table are not for: those with limits of their own, or whose stake is fixed."""
    game, found = table.game, dict[str, None]()
    for kind, places in table.kinds().items():
        bet = game.bet_of(places[0].odds_of)
        if places[0].stake is not None or (bet is not None and bet.own_limits):
            group = next((group for group, kinds in game.terms.limit_groups.items() if kind in kinds), kind)
            found[names.wager(group).lower()] = None
    return list(found)


def signs_at(table: Table) -> Iterable[Sign]:
    """The limits, every option that needs a notice, and what the layout must carry."""
    game, house, day = table.game, table.house, table.as_of
    posted = [line for kind, limit in house.limits.items() if limit != Limit() for line in _limits_on_sign(table, kind)]
    if posted and law.in_force(cite("8.3"), day):
        yield Sign(f"{game.entry.name}: limits", tuple(posted), cited(cite("8.3"), day))
    known = {option.id: option for option in game.terms.all_options}
    noticed: dict[Citation, dict[str, list[str]]] = {}
    for name, by in required_signs(game, house).items():
        value = house.options[name]
        head = names.sign(name, value).format(_posted(known[name], value))
        lines = [] if head else list(_explained(known[name], value, game, house))
        brought = [bet for bet in game.bets if bet.offered is not None and bet.offered.id == name]
        lines += [
            f"{names.pay_row(row)}: {in_print(house.pays[row])}"
            for bet in brought
            for row in bet.pays_at(house)
            if row in house.pays
        ]
        noticed.setdefault(by, {})[head or f"{names.option(name)}: {known[name].told(value)}"] = lines
    for by, heads in noticed.items():
        every = (line for head, lines in heads.items() for line in (head, *lines))
        yield Sign(f"{game.entry.name}: notice", tuple(every), cited(by, day), frozenset(heads))
    for feature, by in required_layout(game, house).items():
        yield Sign(f"{game.entry.name}: layout", (f"The layout shows: {words(feature)}",), cited(by, day))


def _posted(option: HouseOption, value: str) -> str:
    """A value within the words of a sign: amounts in dollars."""
    amounts = value.split()
    if all(re.fullmatch(r"\d+\.\d\d", amount) for amount in amounts):
        return " and ".join(dollars(cents(amount)) for amount in amounts)
    return option.told(value).lower()


def _explained(option: HouseOption, value: str, game: Game, house: House) -> Iterable[str]:
    """What an option means for a round; for a sign whose words do not say it."""
    chosen = option.choices.get(value)
    said = [one.at(house) for one in sentences(outline_of(game.id).round, house) if option.id in one.when]
    yield from said or [option.says]
    if chosen is not None and chosen.by.paragraph != option.by.paragraph and not chosen.by.reading:
        yield law.says(chosen.by, house.as_of)
