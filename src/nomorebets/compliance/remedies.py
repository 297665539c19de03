"""What to write in a house file instead of what was refused."""

from __future__ import annotations

from nomorebets.compliance.housefile import instead_of, nearest
from nomorebets.compliance.odds_in_print import read_printed
from nomorebets.errors import RulesError, UnknownName
from nomorebets.regulation import HouseOption, Odds
from nomorebets.regulation.options import DoesNotFit
from nomorebets.table.game import Game
from nomorebets.table.house import House, Settings, setting_of


def remedy_of(dealt: Game, house: House, fault: RulesError, settings: Settings) -> str:
    """What to write instead of an option, odds or a limit that was refused."""
    group, name, *end = setting_of(fault)
    if group == "pay-table":
        return _pay_table_remedy(dealt, house, fault, name, settings.pay_table[name])
    if group == "limits":
        return _limit_remedy(dealt, house, fault, name, end)
    given = settings.options.get(name, house.options.get(name))  # its usual value may not go with another one
    return _option_remedy(dealt, house, fault, name, given)


def _pay_table_remedy(dealt: Game, house: House, fault: RulesError, kind: str, asked: object) -> str:
    least = dealt.pays_at(house).get(kind)
    if least is None:
        if isinstance(fault, UnknownName):
            return instead_of(kind, house.pays)
        return f"leave {kind} out of pay-table; accepted: {fault.accepts}"
    word, possible = read_printed(asked)
    if word == "for" and possible and isinstance(least, Odds) and possible[0].ratio >= least.ratio:
        return f'write pay-table = {{ {kind} = "{possible[0]}" }}, which is the same payment'
    bet = dealt.bet_of(kind)
    better = "" if bet is not None and bet.odds_are_fixed else " or better odds"
    return f'write pay-table = {{ {kind} = "{least}" }}{better}'


def _limit_remedy(dealt: Game, house: House, fault: RulesError, kind: str, end: list[str]) -> str:
    known = (*house.pays, *dealt.terms.limit_groups, "table")
    if isinstance(fault, UnknownName):
        return instead_of(end[0], ("min", "max", "step", "total")) if end else instead_of(kind, known)
    if kind in known:
        return f"set {'.'.join(('limits', kind, *end))} to {fault.accepts}"
    return f"leave {kind} out of limits; accepted: {fault.accepts}"


def _option_remedy(dealt: Game, house: House, fault: RulesError, name: str, given: object) -> str:
    option = next((known for known in dealt.terms.all_options if known.id == name), None)
    if option is None:
        return instead_of(name, [known.id for known in dealt.terms.all_options])
    if house.as_of < option.first_day():
        return f"leave {name} out of options, or give the table a date from {option.first_day()} on"
    if option.ruled_out(house.options, house.as_of) is not None:
        return f"leave {name} out of options"
    chosen = option.choices.get(str(given))
    if isinstance(fault, DoesNotFit) or (chosen is not None and not chosen.fits(house.options, house.as_of)):
        return f"set {fault.accepts}, or choose another {name}"
    if option.parse is not None:
        return f"set {name} to {fault.accepts}"
    possible = option.possible(house.as_of)
    first, *others = [value_of(option, value) for value in nearest(str(given), possible) or possible]
    return f"write options = {{ {name} = {first} }}" + "".join(f", or {value}" for value in others)


def without(dealt: Game, option: HouseOption) -> str:
    """The value of an option, as the house file writes it, that brings no wager."""
    bringing = {value for bet in dealt.bets if bet.offered == option for value in bet.brought_by or ("on",)}
    return value_of(option, next((value for value in option.choices if value not in bringing), option.default))


def value_of(option: HouseOption, value: str) -> str:
    """A value as the house file writes it."""
    if set(option.choices) == {"on", "off"}:
        return {"on": "true", "off": "false"}.get(value, f'"{value}"')
    return f'"{value}"'


def as_notice(option: HouseOption, value: str) -> str:
    """A value as a sign states it: there, false would say that there is no sign."""
    written = value_of(option, value)
    return f'"{value}"' if written == "false" else written
