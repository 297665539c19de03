"""Help at a table, which is advice, worths, counts and probabilities: only a training table gives it (8.1)."""

from __future__ import annotations

from datetime import date

from nomorebets.errors import RulesError
from nomorebets.regulation import Citation, cite, law, reading

PROHIBITED = cite("8.1")
TRAINING = reading("R-8.1-training")


class HelpRefused(RulesError):
    """Help asked for at a table where nobody may have any."""

    who = "patron"


def require_training(training: bool, day: date) -> None:
    """Refuse help at a table that was not opened as a training table."""
    if not training:
        text = "no help is given at this table: it was not opened as a training table"
        raise HelpRefused(text, PROHIBITED, on_a_day(PROHIBITED, day), "a table opened as a training table")


def on_a_day(by: Citation, day: date) -> date:
    """The day of a table, or the newest where that is before the paragraph: what the house does now goes by it."""
    return day if law.in_force(by, day) else law.newest()
