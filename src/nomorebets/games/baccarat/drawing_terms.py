"""Drawing tables of one's own, which only a game file has."""

from __future__ import annotations

from nomorebets.errors import HouseRuleError, shown
from nomorebets.hands.baccarat import BANKER_TABLE, DrawingTable, own_table
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
    "By which table the Banker's Hand draws: that of the rules, or eight rows for the counts 0 to 7, each with eleven "
    "letters, D or S: where the Player's Hand has no third card, and for one that counts 0 to 9.",
    (RULES,),
    parse=_rows,
)
DRAWING_TERMS = (PLAYER_DRAWS_TO, BANKER_DRAWS)


def drawing_table_at(house: House) -> DrawingTable:
    """Who draws when at a table."""
    rows = house.get(BANKER_DRAWS) or RULES
    return own_table(
        int(house.get(PLAYER_DRAWS_TO) or PLAYER_DRAWS_TO.default), BANKER_TABLE if rows == RULES else rows.split()
    )
