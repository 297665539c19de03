"""Drawing tables of one's own, which only a game file has."""

from __future__ import annotations

from functools import lru_cache

from nomorebets.errors import HouseRuleError, shown
from nomorebets.hands.baccarat import BANKER_TABLE, NO_CARD, DrawingTable, own_table
from nomorebets.regulation.options import option
from nomorebets.table import House
from nomorebets.table.variation import TERM

RULES = "rules"  # the table of the rules
_ACCEPTED = f"{RULES}, or {len(BANKER_TABLE)} rows of {len(BANKER_TABLE[0])} letters, D to draw and S to stay"


def _rows(text: str) -> str:
    """A row for each count of the Banker's Hand, 0 to 7: without a third card of the Player, then with 0 to 9."""
    rows = text.upper().split()
    wide = {len(row) for row in rows}
    if len(rows) != len(BANKER_TABLE) or wide != {len(BANKER_TABLE[0])} or not {*"".join(rows)} <= {"D", "S"}:
        raise HouseRuleError(f"{shown(text, 40)} is no drawing table of the Banker's Hand", TERM, accepts=_ACCEPTED)
    return " ".join(rows)


def _in_words(text: str) -> str:
    """The rows as a patron reads them, counts that draw alike together.

    >>> _in_words(" ".join(BANKER_TABLE))[:80]
    'on 0 to 2 it draws; on 3 it draws after no third card, or one that counts 0 to 7'
    """
    rows = text.split()
    counts: dict[str, list[int]] = {}
    for count, row in enumerate(rows):
        counts.setdefault(row, []).append(count)
    return "; ".join(f"on {_figures(alike)} {_draws(row)}" for row, alike in counts.items())


def _draws(row: str) -> str:
    """When a count draws, by the letters of its row."""
    if len({*row}) == 1:
        return "it draws" if row[NO_CARD] == "D" else "it stays"
    values = [value for value, letter in enumerate(row[NO_CARD + 1 :]) if letter == "D"]
    cases = ["no third card"] * (row[NO_CARD] == "D") + [f"one that counts {_figures(values)}"] * bool(values)
    return f"it draws after {', or '.join(cases)}"


def _figures(figures: list[int]) -> str:
    """Figures in order, those that count on from one to the next as a range: ``0 to 7 or 9``."""
    runs: list[list[int]] = []
    for figure in figures:
        if runs and figure == runs[-1][-1] + 1:
            runs[-1].append(figure)
        else:
            runs.append([figure])
    said = [str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs]
    return " or ".join(filter(None, [", ".join(said[:-1]), *said[-1:]]))


PLAYER_DRAWS_TO = option(
    "player-draws-to",
    TERM,
    "The highest count of two cards on which the Player's Hand draws a third.",
    ("5", "3", "4", "6", "7"),
    counts_cards=True,
)
BANKER_DRAWS = option(
    "banker-table",
    TERM,
    "By which table the Banker's Hand draws, by its count on two cards and the Player's third card.",
    (RULES,),
    parse=_rows,
    in_words=_in_words,
)
DRAWING_TERMS = (PLAYER_DRAWS_TO, BANKER_DRAWS)


@lru_cache(64)
def drawing_table_at(house: House) -> DrawingTable:
    """Who draws when at a table."""
    rows = house.get(BANKER_DRAWS) or RULES
    return own_table(
        int(house.get(PLAYER_DRAWS_TO) or PLAYER_DRAWS_TO.default), BANKER_TABLE if rows == RULES else rows.split()
    )
