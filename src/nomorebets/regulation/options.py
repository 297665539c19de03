"""House options: what the chapter leaves to a licensee, with the paragraph, the dates and the notice it needs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import date

import msgspec
from msgspec.structs import replace

from nomorebets.errors import EditionError, HouseRuleError, RulesError, shown, unknown, written
from nomorebets.regulation import law, names
from nomorebets.regulation.citations import Citation, cite, reading

Settings = Mapping[str, str]
_SWITCH = {"true": "on", "yes": "on", "1": "on", "false": "off", "no": "off", "0": "off"}


class Choice(msgspec.Struct, frozen=True):
    """One value of an option."""

    by: Citation
    since: date | None = None  # where it differs from the paragraph's own
    layout: str = ""  # a feature the layout must carry
    sign: Citation | None = None  # the notice this value needs
    needs: tuple[str, str] | None = None  # another option and the value it must have
    needs_by: Citation | None = None  # the paragraph that demands it, from its first day on
    needs_until: date | None = None  # the first day on which it is demanded no more
    also_needs: tuple[str, str] | None = None  # a second such option, demanded on every day
    analysis: bool = False  # figures may be asked for it, but no table may be run so
    until: date | None = None  # the last day on which a table may be run so; afterwards it is for analysis

    def for_analysis(self, day: date) -> bool:
        """Whether no table may be run so on a day, although figures may be asked for it."""
        return self.analysis or (self.until is not None and day > self.until)

    def first_day(self) -> date:
        return self.since or law.since(self.by)

    def fits(self, settings: Settings, day: date) -> bool:
        return self.lacking(settings, day) is None

    def lacking(self, settings: Settings, day: date) -> tuple[str, str] | None:
        """The option and the value that this one needs on a day and these settings do not have."""
        begun = self.needs_by is None or day >= law.since(self.needs_by)
        ended = self.needs_until is not None and day >= self.needs_until
        demanded = (self.needs if begun and not ended else None, self.also_needs)
        return next((need for need in demanded if need is not None and settings.get(need[0]) != need[1]), None)


def choice(
    paragraph: str,
    since: date | None = None,
    layout: str = "",
    sign: str = "",
    read: Citation | None = None,
    needs: tuple[str, str] | None = None,
    needs_by: str = "",
    needs_until: date | None = None,
    analysis: bool = False,
    also_needs: tuple[str, str] | None = None,
    until: date | None = None,
) -> Choice:
    """A value of an option, by the paragraph that allows it (or by a reading of ours)."""
    demanded = cite(needs_by) if needs_by else None
    notice = cite(sign) if sign else None
    by = read or cite(paragraph)
    return Choice(by, since, layout, notice, needs, demanded, needs_until, also_needs, analysis, until)


class Unfit(msgspec.Struct, frozen=True):
    """Why a value cannot stand beside the other settings: what it needs, by which paragraph, what would be accepted."""

    needs: str  # "four decks or more"
    by: Citation
    accepts: str


class DoesNotFit(HouseRuleError):
    """A value that would be allowed beside other settings."""


def _fits_all(value: str, settings: Settings, day: date) -> Unfit | None:
    return None


class Idle(msgspec.Struct, frozen=True):
    """Where an option decides nothing, so that no guide, sign or report has it; any one of these will do."""

    without: tuple[str, ...] = ()  # the table offers none of these wagers
    beside: Mapping[str, tuple[str, ...]] = {}  # another option has one of these values
    beside_all: Mapping[str, tuple[str, ...]] = {}  # each of these other options has one of its values
    always: bool = False  # what it brings was left out
    # all that it chooses are these rows of the pay table, and the house or a game file pays each of them otherwise
    rows: tuple[str, ...] = ()


class HouseOption(msgspec.Struct, frozen=True):
    """Something the licensee may choose."""

    id: str
    by: Citation
    says: str
    choices: Mapping[str, Choice]
    default: str
    since: date | None = None
    sign: Citation | None = None  # notice is due whatever is chosen
    # None where the option exists beside these settings on that day, else the paragraph that rules it out
    ruled_out: Callable[[Settings, date], Citation | None] = lambda settings, day: None
    parse: Callable[[str], str] | None = None  # reads values that are not in the list
    makes_the_odds: bool = False  # equipment: the figures are no firmer than what is known of it
    same_in_pit: Citation | None = None  # the paragraph by which all tables of the game in a pit have the same value
    same_in_casino: Citation | None = None  # or all tables of the game
    # the notice is no sign: the regulator and the surveillance department have it in writing so many minutes before
    minutes_ahead: int = 0
    counts_cards: bool = False  # a value that is not in the list is a number of cards or decks: no odds, no limit
    must_choose: Citation | None = None  # the paragraph that wants it chosen in advance: no default does for that
    decrease_sign: Citation | None = None  # notice is due of a decrease, unless the layout shows the amount
    on_layout: str = ""  # the feature of a layout that shows it
    own_sign: Citation | None = None  # the notice that a value outside the list needs
    must_supply: bool = False  # the chapter's text is not available: the licensee supplies it, and no default does
    came_later: bool = False  # rounds were recorded before there was such an option: a record leaves its default out
    # None where a value may stand beside these settings on that day, else what it needs
    unfit: Callable[[str, Settings, date], Unfit | None] = _fits_all
    idle: Idle = Idle()
    # a value that is not in the list, for people, where it is neither a name nor a figure
    in_words: Callable[[str], str] | None = None

    def first_day(self) -> date:
        return self.since or law.since(self.by)

    def told(self, value: str) -> str:
        """A value as people read it."""
        return names.value(value) if self.in_words is None or value in self.choices else self.in_words(value)

    def value(self, given: object, settings: Settings, day: date) -> str:
        """The value, or the error that says why it is not allowed on that day beside the other settings."""
        if day < self.first_day():
            raise EditionError(
                f"no text for {self.id} before {self.first_day()}",
                self.by,
                self.first_day(),
                f"dates from {self.first_day()} on",
            )
        barred = self.ruled_out(settings, day)
        if barred is not None:
            raise HouseRuleError(f"{self.id} cannot be chosen beside {_others(settings)}", barred, day, f"no {self.id}")
        text = {True: "on", False: "off"}[given] if isinstance(given, bool) else written(given)
        if set(self.choices) == {"on", "off"}:
            text = _SWITCH.get(text.lower(), text)
        if text not in self.choices:
            if self.parse is not None:
                return self._beside(self._parsed(text, day), settings, day)
            raise HouseRuleError(
                f"{self.id} = {shown(text)} is not one of its values",
                self.by,
                day,
                ", ".join(self.possible(day)),
            )
        allowed = self.choices[text]
        if day < allowed.first_day():
            raise EditionError(
                f"{self.id} = {text} did not exist on {day}: it came on {allowed.first_day()}",
                allowed.by,
                day,
                ", ".join(self.possible(day)),
            )
        lacking = allowed.lacking(settings, day)
        if lacking is not None:
            name, wanted = lacking
            raise HouseRuleError(
                f"{self.id} = {text} needs {name} = {wanted}", allowed.needs_by or allowed.by, day, f"{name} = {wanted}"
            )
        return self._beside(text, settings, day)

    def _beside(self, value: str, settings: Settings, day: date) -> str:
        """A value that can stand beside the other settings, or the error that says what it needs."""
        unfit = self.unfit(value, settings, day)
        if unfit is not None:
            raise DoesNotFit(f"{self.id} = {value} needs {unfit.needs}", unfit.by, day, unfit.accepts)
        return value

    def _parsed(self, text: str, day: date) -> str:
        assert self.parse is not None
        try:
            return self.parse(text)
        except RulesError as fault:
            by = fault.by or self.by
            cited = by if law.in_force(by, day) else None  # tables had a smallest chip before there was 8.2
            raise HouseRuleError(f"{self.id}: {fault.text}", cited, day, fault.accepts) from None

    def is_own_figure(self, given: object) -> bool:
        """Whether a value sets odds, a limit or another sum that is not in the list. What cannot be read sets none."""
        text = written(given)
        if self.parse is None or self.counts_cards or text in self.choices:
            return False
        try:
            return self.parse(text) not in self.choices
        except RulesError:
            return False

    def possible(self, day: date) -> list[str]:
        """The listed values that existed on a day."""
        return [value for value, known in self.choices.items() if known.first_day() <= day]

    def default_on(self, day: date, settings: Settings) -> str:
        """The default, or the first value there was on that day and that fits the other settings."""
        possible = [
            value
            for value in self.possible(day)
            if self.choices[value].fits(settings, day) and self.unfit(value, settings, day) is None
        ]
        return self.default if self.default in possible or not possible else possible[0]


class Needs(msgspec.Struct, frozen=True):
    """Values of one option that need another one to be as they say, whichever of the two is settled first."""

    option: str
    values: tuple[str, ...]  # none: every value
    other: str
    holds: Callable[[str, str], bool]  # whether a value of the option stands beside one of the other
    words: str  # what is needed: "two decks or more"
    by: Citation
    accepts: str  # the other option as it would be accepted: "decks = 2 or more"

    def concerns(self, value: str) -> bool:
        return not self.values or value in self.values


def constrained(options: Iterable[HouseOption], needs: Iterable[Needs]) -> tuple[HouseOption, ...]:
    """Options that know what each needs of the others; a need counts from the first day of its paragraph on."""
    every = tuple(needs)

    def unfit_beside(id: str) -> Callable[[str, Settings, date], Unfit | None]:
        concerned = tuple(need for need in every if id in (need.option, need.other))

        def unfit(value: str, settings: Settings, day: date) -> Unfit | None:
            for need in concerned:
                pair = {**settings, id: value}
                mine, others = pair.get(need.option), pair.get(need.other)
                if mine is None or others is None or not need.concerns(mine) or day < law.since(need.by):
                    continue
                if not need.holds(mine, others):
                    if id == need.option:
                        return Unfit(need.words, need.by, need.accepts)
                    other = f"another {need.option} than {mine}"
                    return Unfit(f"{other}, which needs {need.words}", need.by, f"{need.accepts}, or {other}")
            return None

        return unfit

    return tuple(
        replace(known, unfit=unfit_beside(known.id))
        if any(known.id in (need.option, need.other) for need in every)
        else known
        for known in options
    )


def idle_where(options: Iterable[HouseOption], idle: Mapping[str, Idle]) -> tuple[HouseOption, ...]:
    """Options that know where they decide nothing."""
    known = tuple(options)
    if strangers := {*idle} - {option.id for option in known}:
        raise ValueError(f"no such options: {', '.join(sorted(strangers))}")
    return tuple(replace(option, idle=idle.get(option.id, option.idle)) for option in known)


def _others(settings: Settings) -> str:
    return ", ".join(f"{name} = {value}" for name, value in settings.items()) or "the other options"


def house_option(
    id: str,
    paragraph: str,
    says: str,
    choices: Mapping[str, Choice],
    default: str,
    *,
    since: date | None = None,
    sign: str = "",
    ruled_out: Callable[[Settings, date], Citation | None] = lambda settings, day: None,
    parse: Callable[[str], str] | None = None,
    makes_the_odds: bool = False,
    counts_cards: bool = False,
    must_choose: str = "",
    decrease_sign: str = "",
    on_layout: str = "",
    own_sign: Citation | None = None,
) -> HouseOption:
    """An option of the licensee, by the paragraph that gives it."""
    return HouseOption(
        id,
        cite(paragraph),
        says,
        choices,
        default,
        since,
        cite(sign) if sign else None,
        ruled_out,
        parse,
        makes_the_odds,
        counts_cards=counts_cards,
        must_choose=cite(must_choose) if must_choose else None,
        decrease_sign=cite(decrease_sign) if decrease_sign else None,
        on_layout=on_layout,
        own_sign=own_sign,
    )


def option(
    id: str,
    by: Citation,
    says: str,
    values: Mapping[str, Citation | Choice] | Iterable[str],
    default: str = "",
    *,
    since: date | None = None,
    sign: Citation | None = None,
    parse: Callable[[str], str] | None = None,
    ruled_out: Callable[[Settings, date], Citation | None] = lambda settings, day: None,
    same_in_pit: Citation | None = None,
    minutes_ahead: int = 0,
    counts_cards: bool = False,
    must_choose: Citation | None = None,
    own_sign: Citation | None = None,
    came_later: bool = False,
    in_words: Callable[[str], str] | None = None,
) -> HouseOption:
    """An option whose values rest on paragraphs or readings of their own, or all on its own; by default, the first."""
    based = values if isinstance(values, Mapping) else dict.fromkeys(values, by)
    choices = {name: basis if isinstance(basis, Choice) else Choice(basis) for name, basis in based.items()}
    return HouseOption(
        id,
        by,
        says,
        choices,
        default or next(iter(choices)),
        since,
        sign,
        ruled_out,
        parse,
        same_in_pit=same_in_pit,
        minutes_ahead=minutes_ahead,
        counts_cards=counts_cards,
        must_choose=must_choose,
        own_sign=own_sign,
        came_later=came_later,
        in_words=in_words,
    )


def whole_number(
    least: int, most: int, what: str, by: Citation, accepts: str = "", unit: str = ""
) -> Callable[[str], str]:
    """Reads a whole number within limits, also with its unit; ``accepts`` names what is not from least to most."""
    written_out = re.compile(rf"\s*(\d{{1,6}})\s*(?:{re.escape(unit)})?\s*", re.ASCII)

    def parse(text: str) -> str:
        digits = written_out.fullmatch(text)
        if digits is None or not least <= int(digits[1]) <= most:
            raise HouseRuleError(f"{text[:20]!r} is not {what}", by, accepts=accepts or f"{least} to {most}")
        return str(int(digits[1]))

    return parse


def switch(
    id: str, by: Citation, says: str, *, on: Choice, off: Choice, default: str = "off", since: date | None = None
) -> HouseOption:
    """An option that is on or off."""
    return HouseOption(id, by, says, {"on": on, "off": off}, default, since)


def about(fault: RulesError, *setting: str) -> RulesError:
    """Mark a fault with the setting it is about, named as in a house file: ``"options", "wheel-kind"``."""
    for name in setting:
        fault.add_note(name)
    return fault


def settle_options(
    options: tuple[HouseOption, ...], given: Mapping[str, object], day: date
) -> tuple[dict[str, str], list[RulesError]]:
    """Every option on a day: as given, else its default; and everything wrong with what was given."""
    settled: dict[str, str] = {}
    faults: list[RulesError] = []
    known = {option.id: option for option in options}
    faults += [about(unknown("option", name, known, day), "options", name) for name in given if name not in known]
    for option in options:
        if option.id in given:
            try:
                settled[option.id] = option.value(given[option.id], settled, day)
                continue
            except (EditionError, HouseRuleError) as fault:
                faults.append(about(fault, "options", option.id))
        if day >= option.first_day() and option.ruled_out(settled, day) is None:
            settled[option.id] = option.default_on(day, settled)
    return settled, faults


def option_as_read(
    id: str,
    paragraph: str,
    read: str,
    says: str,
    values: Iterable[str],
    default: str,
    sign: str = "",
    ruled_out: Callable[[Settings, date], Citation | None] = lambda settings, day: None,
) -> HouseOption:
    """An option of a paragraph we have not seen: all its values rest on one reading."""
    choices = {value: choice(paragraph, read=reading(read)) for value in values}
    return house_option(id, paragraph, says, choices, default, sign=sign, ruled_out=ruled_out)
