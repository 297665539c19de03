"""What a game file says of a wheel of one's own: its sections, and which of them each wager covers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from nomorebets.errors import shown, unknown
from nomorebets.regulation import Pays
from nomorebets.table import House
from nomorebets.table.game_file import RULES_OPTION, Rules, rules_from
from nomorebets.table.variation import fault, read_kind, read_pays

FEWEST, MOST = 2, 120  # sections
_SECTION = re.compile(r"[a-z0-9$][a-z0-9$-]{0,19}")


@dataclass(frozen=True)
class WheelWager:
    covers: tuple[str, ...]
    pays: Pays


@dataclass(frozen=True)
class WheelGame:
    sections: tuple[str, ...]  # clockwise
    wagers: Mapping[str, WheelWager]

    @property
    def wheel(self) -> str:
        """The wheel written out."""
        return " ".join(self.sections)


def game_at(house: House) -> WheelGame:
    """The game that a house deals."""
    return _read(house.options[RULES_OPTION])


@lru_cache(maxsize=64)
def _read(text: str) -> WheelGame:
    return read_game(rules_from(text))


def read_game(rules: Rules) -> WheelGame:
    """A wheel from the rules of its file; every gap is an error that says what would be accepted."""
    for key in rules.own:
        if key != "sections":
            raise fault(rules, f"no entry of a wheel is called {shown(key, 40)}", "sections, wager")
    sections = rules.own.get("sections")
    words = sections.split() if isinstance(sections, str) else []
    strange = [word for word in words if not _SECTION.fullmatch(word)]
    if not FEWEST <= len(words) <= MOST or strange:
        text = f"sections = {shown(strange[0] if strange else sections, 40)} is no wheel"
        accepts = f'{FEWEST} to {MOST} names in small letters, clockwise, like sections = "star moon moon"'
        raise fault(rules, text, accepts)
    wagers: dict[str, WheelWager] = {}
    for raw in rules.wager:
        kind = read_kind(rules, raw, wagers, ("name", "covers", "pays"))
        covers = raw.get("covers")
        if not isinstance(covers, list) or not covers:
            raise fault(rules, f"wager {kind}: covers = {shown(covers, 40)}", f'covers = ["{words[0]}"]')
        for section in covers:
            if section not in words:
                text = f"wager {kind}: the wheel has no section {shown(section, 40)}"
                raise fault(rules, text, unknown("section", section, dict.fromkeys(words)))
        wagers[kind] = WheelWager(tuple(covers), read_pays(rules, f"wager {kind}.pays", raw.get("pays")))
    if not wagers:
        raise fault(rules, "it has no wager", "[[wager]] with a name, covers and pays")
    return WheelGame(tuple(words), wagers)
