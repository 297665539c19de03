"""What the house would have taken of hands that somebody wrote down, by the rake of a table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import msgspec

from nomorebets.errors import TranscriptError
from nomorebets.rulings.dispute import play_transcript
from nomorebets.rulings.transcript import Transcript
from nomorebets.table import Table
from nomorebets.table.money import show

RAKE, STEP = "rake-", "rake-step"


@dataclass(frozen=True)
class Raked:
    """All hands together, in cents."""

    hands: int
    pots: int
    rake: int

    @property
    def edge(self) -> Fraction:
        return Fraction(self.rake, self.pots) if self.pots else Fraction(0)

    def to_dict(self) -> dict[str, Any]:
        figures = {"hands": self.hands, "pots": show(self.pots), "rake": show(self.rake)}
        return {**figures, "edge": str(self.edge), "edge_decimal": float(self.edge), "method": "exact"}


def rake_of_hands(table: Table, hands: Iterable[Transcript]) -> Raked:
    """Every hand played again by the script, with the rake of this table; all else is as it was told."""
    options = {name: value for name, value in table.house.options.items() if name.startswith(RAKE)}
    if not options:
        raise TranscriptError(
            f"at {table.game.id} no rake is taken", on=table.as_of, accepts="a game of the poker room"
        )
    if not options[STEP][0].isdigit():
        options[STEP] = show(table.house.smallest_chip)
    number = pots = rake = 0
    for told in hands:
        if told.game != table.game.id:
            text = f"hand {number + 1} is one of {told.game}"
            raise TranscriptError(text, on=table.as_of, accepts=f"hands of {table.game.id}")
        played = play_transcript(msgspec.structs.replace(told, house={**told.house, **options}))
        number += 1
        pots += sum(ruling.amount for ruling in played.rulings)
        rake += played.table.felt.rake
    return Raked(number, pots, rake)
