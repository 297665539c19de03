"""One licensee's choices for a game on a date: options, odds and limits, all of them legal."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from nomorebets.errors import EditionError, HouseRuleError, RulesError, TermsMissing, one_line, shown, unknown
from nomorebets.regulation import Citation, Pays, law, reading
from nomorebets.regulation.citations import DRAFT
from nomorebets.regulation.odds import OddsSayFor
from nomorebets.regulation.options import HouseOption, Idle, about, choice, settle_options
from nomorebets.table.money import cents, dollars, show
from nomorebets.table.wagers import FixedStake

if TYPE_CHECKING:
    from nomorebets.table.game import Game


class Limit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A posted minimum, maximum and step of a wager, and the least sum of several, in cents; 0 means none."""

    min: int = 0
    max: int = 0
    step: int = 0
    total: int = 0  # of a player's wagers of this kind or group on a round; of the table, of all of them


def limits_by(day: date, name: str = "R-8.2-limits") -> Citation | None:
    """A reading of 8.2 on a day. Before that section there was one on limits in each game, which was not read: none."""
    by = reading(name)
    return by if law.in_force(by, day) else None


LARGEST_CHIP = 2_500_000  # R-8.2-largest-chip


def _chip(text: str) -> str:
    value = cents(text)
    if value < 1:
        raise HouseRuleError(f"a smallest chip of {show(value)} is no chip", accepts="an amount from 0.01 on")
    if value > LARGEST_CHIP:
        text, by = f"no chip of {dollars(value)} is issued", reading("R-8.2-largest-chip")
        raise HouseRuleError(text, by, accepts=f"an amount up to {show(LARGEST_CHIP)}")
    return show(value)


SMALLEST_CHIP = HouseOption(
    "smallest-chip",
    reading("R-8.2-increments"),
    "The smallest chip in use at the table; a wager is a whole number of them, and payments are in whole cents.",
    {"0.50": choice("8.2", since=date(1978, 6, 2))},
    "0.50",
    since=date(1978, 6, 2),
    parse=_chip,
)


@dataclass(frozen=True)
class House:
    """All that is settled at a table: every option has a value, every wager its odds and limits."""

    game: str
    as_of: date
    options: Mapping[str, str] = field(default_factory=dict)
    pays: Mapping[str, Pays] = field(default_factory=dict)
    limits: Mapping[str, Limit] = field(default_factory=dict)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.game, self.as_of, *self.options.items(), *self.pays.items()))

    def __getstate__(self) -> dict[str, object]:
        return {name: getattr(self, name) for name in self.__dataclass_fields__}  # another process hashes otherwise

    def __getitem__(self, option: HouseOption) -> str:
        return self.options[option.id]

    def get(self, option: HouseOption) -> str | None:
        """The value of an option, or None where the option does not exist at this table."""
        return self.options.get(option.id)

    @cached_property
    def smallest_chip(self) -> int:
        return cents(self[SMALLEST_CHIP])


class Settings(msgspec.Struct):
    """What somebody asked for, unchecked: as typed on the command line or read from a file."""

    options: dict[str, object] = {}
    pay_table: dict[str, object] = {}
    limits: dict[str, object] = {}

    def __post_init__(self) -> None:
        self.pay_table = rows_of(self.pay_table)

    def over(self, below: Settings) -> Settings:
        """These settings, and where they are silent those below; a limit that is not spoken of stays."""
        limits = {**below.limits, **self.limits}
        for kind, ends in self.limits.items():
            if isinstance(ends, Mapping) and isinstance(known := below.limits.get(kind), Mapping):
                limits[kind] = {**known, **ends}
        return Settings({**below.options, **self.options}, {**below.pay_table, **self.pay_table}, limits)

    def add(self, name: str, value: object) -> None:
        """One setting: an option, odds as ``pay-table.straight``, or a limit as ``limits.table.max``."""
        group, _, rest = name.partition(".")
        if group == "pay-table" and rest:
            self.pay_table[rest] = value
        elif group == "limits" and rest:
            kind, _, end = rest.rpartition(".")
            limit = self.limits.setdefault(kind, {})
            if not kind or not isinstance(limit, dict):
                text = f"limits.{one_line(rest, 40)} = {shown(value, 40)} does not say which limit"
                raise HouseRuleError(text, accepts=f"limits.{kind or end or 'table'}.min, .max or .step")
            limit[end] = value
        else:
            self.options[name] = value


def rows_of(pay_table: Mapping[str, object]) -> dict[str, object]:
    """A row of a pay table may be written ``bet.flush``, or as a table within the table; this makes it one name."""
    flat: dict[str, object] = {}
    for kind, asked in pay_table.items():
        within = (
            {f"{kind}.{hand}": odds for hand, odds in asked.items()} if isinstance(asked, Mapping) else {kind: asked}
        )
        flat.update(within)
    return flat


def set_up_house(game: Game, as_of: date, settings: Settings | None = None) -> tuple[House, list[RulesError]]:
    """Fix everything about a table on a date. Returns the house and all that is wrong with what was asked."""
    settings = settings or Settings()
    law.chapter_on(as_of)
    _require_authorized(game, as_of)
    options, faults = settle_options(game.terms.all_options, settings.options, as_of)
    _require_supplied(game, as_of, settings, faults)
    bare = House(game.id, as_of, options)
    least = game.pays_at(bare)
    pays = dict(least)
    for kind, asked in settings.pay_table.items():
        try:
            pays[kind] = _odds(game, bare, least, kind, asked)
        except RulesError as fault:
            faults.append(about(fault, "pay-table", kind))
    limits: dict[str, Limit] = {}
    for kind, raw in settings.limits.items():
        try:
            _require_limitable(game, bare, kind)
            limit, wrong = _limit(kind, raw, as_of)
        except RulesError as fault:
            faults.append(about(fault, "limits", kind))
            continue
        faults += wrong
        limits[kind] = limit
    house = House(game.id, as_of, options, pays, limits)
    together = [about(fault, "options", option) for option, fault in game.terms.faults(house).items()]
    return house, faults + _unpayable(game, house) + together


def _require_authorized(game: Game, as_of: date) -> None:
    """Refuse a date on which there was no such game, or no procedure for it."""
    by = game.terms.dealt_by
    if game.id in law.entries():
        number = law.subchapter_of(game.id)
        first = law.subchapter_since(number)
        if as_of < first and law.since(by) <= first:
            known = law.subchapter(number).first_day() is not None
            raise EditionError(
                f"{game.id} {'was not yet authorized' if known else 'is not known to have been authorized'} on "
                f"{as_of}: subchapter {number} is {'effective' if known else 'first seen'} {first}",
                by,
                first,
                f"dates from {first} on",
            )
    law.require_in_force(by, as_of, f"a procedure for {game.id}")


def _require_supplied(game: Game, as_of: date, settings: Settings, faults: list[RulesError]) -> None:
    """Refuse a game whose text is not available while terms of it are missing; all of them are listed."""
    missing = [option.id for option in game.terms.options if option.must_supply and option.id not in settings.options]
    if missing:
        accepts = "a game file in place of the game's name"
        if game.bets:  # the chapter has the game, and a sample of its terms is shipped
            accepts += (
                f", with the terms {', '.join(missing)}, and limits; nomorebets sample {game.id} prints one to copy"
            )
        text = f"{game.id} cannot be dealt: {game.entry.unknown}"
        fault = TermsMissing(text, game.terms.dealt_by, as_of, accepts)
        fault.faults = tuple(faults)
        raise fault


def setting_of(fault: RulesError) -> tuple[str, ...]:
    """The setting a fault of :func:`set_up_house` is about, named as in a house file: ``("pay-table", "straight")``."""
    return tuple(getattr(fault, "__notes__", ()))


def open_house(game: Game, as_of: date, settings: Settings | None = None) -> House:
    """Fix everything about a table, or raise the first thing that is wrong."""
    house, faults = set_up_house(game, as_of, settings)
    if faults:
        raise faults[0]
    return house


def _odds(game: Game, house: House, least: Mapping[str, Pays], kind: str, asked: object) -> Pays:
    if kind not in least:
        raise not_offered(game, house, "odds", kind) or unknown("wager with odds", kind, least, house.as_of)
    bet, minimum, by = game.bet_of(kind), least[kind], game.minimum_pays.by_for(kind)
    try:
        odds = type(minimum).parse(asked)
    except OddsSayFor as fault:
        if game.terms.to_not_for is not None and law.in_force(game.terms.to_not_for, house.as_of):
            by = game.terms.to_not_for
        raise HouseRuleError(f"{kind}: {fault.text}", by, house.as_of, fault.accepts) from None
    except HouseRuleError as fault:
        raise HouseRuleError(f"{kind}: {fault.text}", by, house.as_of, fault.accepts) from None
    if bet is not None and bet.odds_are_fixed and odds.size != minimum.size:
        text = f"{kind} pays {odds}; it is paid {minimum}, no more and no less"
        raise HouseRuleError(text, by, house.as_of, str(minimum))
    if odds.size < minimum.size and not (bet is not None and bet.own_odds):
        raise HouseRuleError(f"{kind} pays {odds}; the minimum is {minimum}", by, house.as_of, f"{minimum} or better")
    return odds


def not_offered(game: Game, house: House, what: str, kind: str) -> RulesError | None:
    """Why a wager the chapter knows has no odds or limits of its own at this table; None if nobody knows it."""
    places = game.betting.layout(house).kinds().get(kind)
    if places and places[0].paid_as:
        parts, whole = places[0].parts, places[0].paid_as
        several = f"is {parts} {whole} wagers in one and " if parts > 1 else ""
        return HouseRuleError(
            f"{what} for {kind}, which {several}goes by what is set for {whole}",
            places[0].by,
            house.as_of,
            f"{what} for {whole}, which {f'each of the {parts} parts' if parts > 1 else kind} follows",
        )
    if places:
        text = f"{what} for {kind}, which has none of its own and follows from other odds"
        return HouseRuleError(text, places[0].by, house.as_of, f"no {what} for {kind}")
    option = game.offered_by(kind)
    if option is not None and house.as_of < option.first_day():
        text = f"{what} for {kind}, which was not yet a wager on {house.as_of}: it came on {option.first_day()}"
        return EditionError(text, option.by, house.as_of, f"dates from {option.first_day()} on")
    text = f"{what} for {kind}, which this table does not offer"
    if option is not None:
        bet = game.bet_of(kind)
        return HouseRuleError(text, option.by, house.as_of, bet.offer if bet is not None else f"{option.id} = on")
    if kind in game.minimum_pays:
        return HouseRuleError(text, game.minimum_pays.by, house.as_of, f"{what} for wagers on its layout")
    return None


def limitable(game: Game, house: House) -> list[str]:
    """What limits are posted for beside the whole table: groups of wagers, and wagers with an amount of their own."""
    kinds = dict.fromkeys(places[0].odds_of for places in game.betting.layout(house).kinds().values())
    return [*game.terms.limit_groups, *(kind for kind in kinds if not follows(game, kind))]


def _require_limitable(game: Game, house: House, kind: str) -> None:
    known = [*limitable(game, house), "table"]
    if kind in known:
        return
    if first := follows(game, kind):
        text = f"limits for {kind}, whose amount follows from {first} by a rule that no limit overrides"
        raise HouseRuleError(text, game.bet[kind].by, house.as_of, f"limits for {first}")
    raise not_offered(game, house, "limits", kind) or unknown("wager or group with a limit", kind, known, house.as_of)


def follows(game: Game, kind: str) -> str:
    """The wager from which the amount of one follows that a decision makes later, or that has no stake; none: ""."""
    bet = game.bet.get(kind)
    if bet is None or (bet.has_stake and (bet.opens == "before-deal" or game.betting.carries)):
        return ""
    return bet.beside


_EACH = {"min": "minimum", "max": "maximum", "step": "step"}  # of every wager by itself
_ENDS = {**_EACH, "total": "total"}
NO_LIMIT = "none"  # lifts what a file or a table has; the group's or the table's own then holds


def _limit(kind: str, raw: object, as_of: date) -> tuple[Limit, list[RulesError]]:
    """One posted limit, as far as it can be read, and all that is wrong with it."""
    by = limits_by(as_of)
    if not isinstance(raw, Mapping):
        raise HouseRuleError(
            f"limits of {kind}: {shown(raw, 40)} is no minimum or maximum",
            by,
            as_of,
            '{ min = "5.00", max = "500.00" }',
        )
    amounts: dict[str, int] = {}
    faults: list[RulesError] = []
    for name, value in raw.items():
        setting = ("limits", kind, str(name))
        if name not in _ENDS:
            faults.append(about(unknown(f"limit of {kind}", name, _ENDS, as_of), *setting))
            continue
        try:
            amount = 0 if (lifted := value == NO_LIMIT) else cents(value)
        except RulesError as fault:
            text, accepts = f"limits of {kind}: {name} = {fault.text}", f'{fault.accepts}, or "{NO_LIMIT}"'
            faults.append(about(HouseRuleError(text, by, as_of, accepts), *setting))
            continue
        if amount < 0 or (amount == 0 and name != "min" and not lifted):
            text = f"limits of {kind}: a {_ENDS[name]} of {dollars(amount)} lets nobody in"
            accepts = f'an amount above 0.00, or {name} = "{NO_LIMIT}"'
            faults.append(about(HouseRuleError(text, by, as_of, accepts), *setting))
            continue
        amounts[name] = amount
    limit = Limit(**amounts)
    if limit.max and limit.min > limit.max:
        text = f"limits of {kind}: a minimum of {dollars(limit.min)} above the maximum of {dollars(limit.max)}"
        accepts = f'at most "{show(limit.max)}"'
        faults.append(about(HouseRuleError(text, by, as_of, accepts), "limits", kind, "min"))
        return Limit(step=limit.step, total=limit.total), faults
    return limit, faults


def _unpayable(game: Game, house: House) -> list[RulesError]:
    """Limits that cannot be made in the table's chips or paid in whole cents, and limits that let nobody in."""
    uneven: dict[tuple[str, str, int], dict[str, int]] = {}
    closed: dict[tuple[str, Limit], dict[str, int]] = {}
    fixed: list[RulesError] = []
    for kind, places in game.betting.layout(house).kinds().items():
        if (stake := places[0].stake) is not None:
            fixed += _fixed(house, kind, stake)
            continue
        unit = game.betting.unit(house, places[0]) // places[0].parts
        posted = _posted(game, house, places[0].odds_of)
        limit = limit_of(game, house, places[0].odds_of)
        amounts = {end: getattr(limit, end) for end in _EACH}
        whole = house.smallest_chip if game.terms.limits_in_chips else unit
        for end, amount in amounts.items():
            if amount % whole:
                source = next(name for name, own in posted if getattr(own, end))
                uneven.setdefault((source, end, amount), {})[kind] = unit
        step = math.lcm(unit, limit.step or unit)
        least = max(step, -(-limit.min // step) * step)
        if limit.max and least > limit.max and not any(amount % whole for amount in amounts.values()):
            closed.setdefault((next(name for name, own in posted if own.max), limit), {})[kind] = least
    return [
        *fixed,
        *(_uneven(house, *limit, units) for limit, units in uneven.items()),
        *(_closed(house, name, limit, least) for (name, limit), least in closed.items()),
        *_unreachable(game, house),
    ]


def _unreachable(game: Game, house: House) -> Iterator[RulesError]:
    """Totals that no chips make, or that all the wagers they are of, each at its maximum, would not come to."""
    for name, limit in house.limits.items():
        chips, by = house.smallest_chip, limits_by(house.as_of, "R-8.2-total")
        most: list[int] = []
        for kind, places in game.betting.layout(house).kinds().items() if limit.total else ():
            if counts_for(game, kind, name):
                stake = places[0].stake
                each = stake.amount if stake is not None else limit_of(game, house, places[0].odds_of).max
                most += [each * place.parts for place in places]
        text = f"limits of {name}: a total of {dollars(limit.total)}"
        if limit.total % chips:
            accepts = f"a multiple of {dollars(chips)}"
            yield about(HouseRuleError(f"{text} is no whole chips", by, house.as_of, accepts), "limits", name, "total")
        elif most and all(most) and sum(most) < limit.total and game.betting.is_listed:
            text += f", and the maximums of its wagers come to {dollars(sum(most))}"
            accepts = f"at most {dollars(sum(most))}"
            yield about(HouseRuleError(text, by, house.as_of, accepts), "limits", name, "total")


def counts_for(game: Game, kind: str, name: str) -> bool:
    """Whether wagers of a kind count for the total that is posted under a name: the kind, a group, or the table."""
    return name in ("table", kind) or kind in game.terms.limit_groups.get(name, ())


def totals_of(game: Game, house: House, kind: str) -> int:
    """The largest total for which a wager of a kind counts; 0 where none is required."""
    return max((limit.total for name, limit in house.limits.items() if counts_for(game, kind, name)), default=0)


def _fixed(house: House, kind: str, stake: FixedStake) -> list[RulesError]:
    """What is wrong with limits for a wager whose stake the rules fix."""
    limit = house.limits.get(kind, _OPEN)
    if all(amount in (0, stake.amount) for amount in (limit.min, limit.max, limit.step)):
        return []
    text = f"limits of {kind}: its stake is {dollars(stake.amount)}, no more and no less"
    return [about(HouseRuleError(text, stake.by, house.as_of, "no limits for it"), "limits", kind)]


def _uneven(house: House, source: str, end: str, amount: int, units: Mapping[str, int]) -> RulesError:
    unit = math.lcm(*units.values())
    fault = HouseRuleError(
        f"limits of {source}: a {_ENDS[end]} of {dollars(amount)} cannot be made in chips of "
        f"{dollars(house.smallest_chip)} and paid exactly ({', '.join(units)})",
        limits_by(house.as_of, "R-8.2-increments"),
        house.as_of,
        f'a multiple of {dollars(unit)}, such as "{show(-(-amount // unit) * unit)}"',
    )
    return about(fault, "limits", source, end)


def _closed(house: House, source: str, limit: Limit, least: Mapping[str, int]) -> RulesError:
    steps = f" in steps of {dollars(limit.step)}" if limit.step else ""
    fault = HouseRuleError(
        f"limits of {source}: no wager lies between the minimum of {dollars(limit.min)} and the maximum of "
        f"{dollars(limit.max)}{steps} ({', '.join(least)})",
        limits_by(house.as_of),
        house.as_of,
        f'at least "{show(max(least.values()))}"',
    )
    return about(fault, "limits", source, "max")


def _posted(game: Game, house: House, kind: str) -> list[tuple[str, Limit]]:
    """The limits that concern a kind of wager: its own, its group's, the table's."""
    groups = (group for group, kinds in game.terms.limit_groups.items() if kind in kinds)
    bet = game.bet_of(kind)
    table = () if bet is not None and bet.own_limits else ("table",)
    return [(name, house.limits[name]) for name in (kind, *groups, *table) if name in house.limits]


_OPEN = Limit()


def limit_of(game: Game, house: House, kind: str) -> Limit:
    """The limit posted for a kind of wager; what it leaves open is its group's, then the table's."""
    if not house.limits:
        return _OPEN
    posted = [limit for _, limit in _posted(game, house, kind)]
    ends = ([getattr(limit, end) for limit in posted] for end in _EACH)
    return Limit(*(next(filter(None, amounts), 0) for amounts in ends))


def unchosen(game: Game, house: House, given: Mapping[str, object]) -> list[RulesError]:
    """Choices that the rules want the licensee to make in advance, and that it has not made."""
    faults: list[RulesError] = []
    for option in game.terms.options:
        by = option.must_choose
        if by is None or option.id in given or house.get(option) is None or not law.in_force(by, house.as_of):
            continue
        possible = option.possible(house.as_of)
        if len(possible) < 2 and option.parse is None:
            continue  # there was nothing to choose yet
        accepts = " or ".join(f'{option.id} = "{value}"' for value in possible)
        accepts += ", or another value" if option.parse else ""
        fault = HouseRuleError(f"{option.id} is not chosen: {option.says}", by, house.as_of, accepts)
        faults.append(about(fault, "options", option.id))
    return faults


def only_for_analysis(game: Game, house: House) -> list[RulesError]:
    """Values for which figures may be asked, though no table may be run so."""
    faults: list[RulesError] = []
    for option in game.terms.options:
        chosen = option.choices.get(house.get(option) or "")
        if chosen is not None and chosen.for_analysis(house.as_of):
            text = f"{option.id} = {house[option]} is for analysis only; no table may be run with it"
            others = (v for v in option.possible(house.as_of) if not option.choices[v].for_analysis(house.as_of))
            accepts = f"{option.id} = {' or '.join(others)}"
            faults.append(about(HouseRuleError(text, chosen.by, house.as_of, accepts), "options", option.id))
    return faults


def require_no_analysis(game: Game, house: House) -> None:
    """Refuse to run a table, or to write its guide, where the rules allow no more than figures."""
    for fault in only_for_analysis(game, house):
        raise fault


def in_effect(game: Game, house: House) -> list[tuple[HouseOption, str]]:
    """The options that decide something at a table, with their values: what its guide, signs and report have."""
    settled = ((option, house.get(option)) for option in game.terms.all_options)
    chosen = [(option, value) for option, value in settled if value is not None]
    if not any(option.idle != Idle() for option, _ in chosen):
        return chosen
    kinds, least = game.betting.layout(house).kinds(), game.pays_at(house)
    offered = {*kinds, *(row.partition(".")[0] for row in house.pays)}

    def is_idle(idle: Idle) -> bool:
        absent = bool(idle.without) and not any(_is_of(kind, idle.without) for kind in offered)
        beside = any(house.options.get(other) in values for other, values in idle.beside.items())
        together = [house.options.get(other) in values for other, values in idle.beside_all.items()]
        rows = [row for row in house.pays if _is_of(row, idle.rows)]
        repaid = (
            house.pays[row] != least.get(row) or game.minimum_pays.by_for(row).subchapter == DRAFT for row in rows
        )
        return idle.always or absent or beside or (bool(together) and all(together)) or (bool(rows) and all(repaid))

    return [(option, value) for option, value in chosen if not is_idle(option.idle)]


def _is_of(name: str, wagers: tuple[str, ...]) -> bool:
    """Whether a wager or a row of a pay table is one of some wagers: ``buy-4`` is of ``buy``."""
    return any(name == wager or name.startswith((f"{wager}.", f"{wager}-")) for wager in wagers)


def required_signs(game: Game, house: House) -> dict[str, Citation]:
    """What must stand on a sign at this table: option, and the paragraph that demands it."""
    signs = {option.id for option in game.terms.options if not option.minutes_ahead}
    return {option: by for option, by in required_notices(game, house).items() if option in signs}


def required_notices(game: Game, house: House) -> dict[str, Citation]:
    """What must be notified, by a sign or in writing: option, and the paragraph that demands the notice."""
    notices: dict[str, Citation] = {}
    for option, value in in_effect(game, house):
        # where there was no choice yet, there is none to notice; an amount or a rate is one whatever is listed of it
        to_choose = option.parse is not None or len(option.possible(house.as_of)) > 1
        sign = option.sign if to_choose else None
        sign = sign or (option.choices[value].sign if value in option.choices else option.own_sign)
        if sign is not None and law.in_force(sign, house.as_of):
            notices[option.id] = sign
    return notices


def required_layout(game: Game, house: House) -> dict[str, Citation]:
    """What the layout of this table must carry: feature, and the paragraph that demands it."""
    features: dict[str, Citation] = {}
    for option in game.terms.options:
        chosen = option.choices.get(house.get(option) or "")
        if chosen is not None and chosen.layout:
            features[chosen.layout] = chosen.by
    return features
