"""Business days as New Jersey's offices keep them: Monday to Friday, without State holidays (R-8.6b-business-days)."""

from __future__ import annotations

from datetime import date, timedelta
from functools import cache

_DAY = timedelta(days=1)
MONDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY = 0, 3, 4, 5, 6


@cache
def holidays(year: int) -> frozenset[date]:
    """The days of a year on which the State's offices are closed for a holiday.

    >>> date(2012, 4, 6) in holidays(2012)  # Good Friday
    True
    >>> date(2021, 12, 31) in holidays(2021)  # New Year's Day of 2022 is a Saturday
    True
    """
    kept = {_kept(day) for of in (year, year + 1) for day in _named(of)}
    return frozenset(day for day in kept if day.year == year)


def is_business_day(day: date) -> bool:
    return day.weekday() < SATURDAY and day not in holidays(day.year)


def business_days_after(filed: date, day: date) -> int:
    """How many business days there are after one day, up to and with another.

    >>> business_days_after(date(2012, 4, 30), date(2012, 5, 7))
    5
    """
    between = (filed + n * _DAY for n in range(1, (day - filed).days + 1))
    return sum(map(is_business_day, between))


def latest_filing(day: date, days: int) -> date:
    """The last day that has so many business days after it, up to and with another."""
    filed = day
    while business_days_after(filed, day) < days:
        filed -= _DAY
    return filed


def _named(year: int) -> list[date]:
    """The holidays by their own dates."""
    november = _nth(year, 11, MONDAY, 1)
    fixed = [(1, 1), (7, 4), (11, 11), (12, 25)]
    days = [date(year, month, day) for month, day in fixed]
    days += [_nth(year, 1, MONDAY, 3), _nth(year, 2, MONDAY, 3), _good_friday(year), _last_monday_of_may(year)]
    days += [_nth(year, 9, MONDAY, 1), _nth(year, 10, MONDAY, 2), november + _DAY, _nth(year, 11, THURSDAY, 4)]
    if year >= 2021:
        days.append(_nth(year, 6, FRIDAY, 3))  # Juneteenth
    return days


def _kept(day: date) -> date:
    """A Saturday's holiday is kept on Friday, a Sunday's on Monday."""
    return {SATURDAY: day - _DAY, SUNDAY: day + _DAY}.get(day.weekday(), day)


def _nth(year: int, month: int, weekday: int, n: int) -> date:
    first = date(year, month, 1)
    return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (n - 1))


def _last_monday_of_may(year: int) -> date:
    return _nth(year, 6, MONDAY, 1) - timedelta(days=7)


def _good_friday(year: int) -> date:
    """Two days before Easter, by the Gregorian rule: the Sunday after the full moon of the church's calendar."""
    century, golden = year // 100, year % 19
    skipped = century - century // 4 - (8 * century + 13) // 25
    epact = (skipped + 19 * golden + 15) % 30
    epact -= (epact // 28) * (1 - (29 // (epact + 1)) * ((21 - golden) // 11))
    moon = date(year, 3, 21) + timedelta(days=epact)
    return moon + timedelta(days=(SUNDAY - moon.weekday()) % 7 or 7) - 2 * _DAY
