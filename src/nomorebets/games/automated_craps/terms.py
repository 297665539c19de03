"""What a licensee may choose at automated craps: options of craps, under the headings of subchapter 1A."""

from __future__ import annotations

from msgspec.structs import replace

from nomorebets.games.craps.terms import CHIP, FIELD_2, FIELD_12, HARDWAYS_COME_OUT, PLACE_LOSE_COME_OUT, ROUNDING
from nomorebets.games.craps.wagers import BOX
from nomorebets.regulation import HouseOption, choice, cite, reading
from nomorebets.table.game import Terms


def _here(option: HouseOption, read: str) -> HouseOption:
    """An option of craps under the heading of subchapter 1A that it falls under."""
    by = reading(read)
    choices = {value: choice("1A.2", since=None, read=by) for value in option.choices}
    same = by if option.same_in_casino is not None else None
    return replace(option, by=by, choices=choices, since=None, same_in_casino=same)


TERMS = Terms(
    options=(
        _here(FIELD_2, "R-1A.6-as-craps"),
        _here(FIELD_12, "R-1A.6-as-craps"),
        _here(ROUNDING, "R-1A.6-payable"),
        _here(HARDWAYS_COME_OUT, "R-1A.4-as-craps"),
        _here(PLACE_LOSE_COME_OUT, "R-1A.4-as-craps"),
        _here(CHIP, "R-1A.6-payable"),
    ),
    dealt_by=cite("1A.2"),
    late_by=reading("R-1A.4-late"),
    to_not_for=reading("R-1A.6-to"),
    same_odds_by=reading("R-1A.6-to"),
    unpayable_by=reading("R-1A.6-payable"),
    limit_groups={"place": tuple(f"place-{way}-{n}" for way in ("win", "lose") for n in BOX)},
    limits_in_chips=True,
    no_decision="what can be chosen is what to have on the table: see odds --strategy FILE",
)
