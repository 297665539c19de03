"""Where the house's pages have things, for whoever points to them."""

from __future__ import annotations

from datetime import date
from urllib.parse import quote


def rule_url(cite: str, day: date | str | None = None) -> str:
    """Where the rulebook has a citation, as of a date.

    >>> rule_url("13:69F-5.6(a)", "2012-01-01")
    '/rules/13:69F-5.6(a)?as_of=2012-01-01'
    """
    where = "/rules/" + quote(cite, safe=":()-. ").replace(" ", "%20")
    return f"{where}?as_of={day}" if day else where
