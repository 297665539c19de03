"""Where the house's pages have things, for whoever points to them."""

from __future__ import annotations

from datetime import date
from urllib.parse import quote


def rule_url(cite: str, day: date | str | None = None) -> str:
    """Where the rulebook has a citation, as of a date; a reading of ours stands on the page of its paragraph.

    >>> rule_url("13:69F-5.6(a)", "2012-01-01"), rule_url("13:69F-5.6(b) R-5.6b-respin")
    ('/rules/13:69F-5.6(a)?as_of=2012-01-01', '/rules/13:69F-5.6(b)#R-5.6b-respin')
    """
    paragraph, _, reading = cite.partition(" R-")
    where = "/rules/" + quote(paragraph, safe=":()-. ").replace(" ", "%20")
    return where + (f"?as_of={day}" if day else "") + (f"#R-{quote(reading)}" if reading else "")
