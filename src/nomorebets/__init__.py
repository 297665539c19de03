"""nomorebets: the casino rulebook that runs.

>>> import nomorebets
>>> nomorebets.odds("roulette")["red"].edge
Fraction(1, 38)
>>> nomorebets.odds("roulette")["straight"].edge
Fraction(1, 19)
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nomorebets.errors import DealerError as DealerError
    from nomorebets.errors import EditionError as EditionError
    from nomorebets.errors import HouseRuleError as HouseRuleError
    from nomorebets.errors import RecordError as RecordError
    from nomorebets.errors import RulesError as RulesError
    from nomorebets.errors import TranscriptError as TranscriptError
    from nomorebets.errors import UnknownName as UnknownName
    from nomorebets.errors import WagerRefused as WagerRefused
    from nomorebets.library import check as check
    from nomorebets.library import deal as deal
    from nomorebets.library import dispute as dispute
    from nomorebets.library import equities as equities
    from nomorebets.library import game_ids as game_ids
    from nomorebets.library import odds as odds
    from nomorebets.library import open_table as open_table
    from nomorebets.library import read_records as read_records
    from nomorebets.library import report as report
    from nomorebets.library import rule as rule
    from nomorebets.library import session as session
    from nomorebets.library import simulate as simulate
    from nomorebets.library import verify as verify
    from nomorebets.library import write_record as write_record
    from nomorebets.regulation import Citation as Citation
    from nomorebets.regulation import Odds as Odds
    from nomorebets.table import Play as Play
    from nomorebets.table import Round as Round
    from nomorebets.table import Ruling as Ruling
    from nomorebets.table import Table as Table
    from nomorebets.table import Wager as Wager

_HOME = {
    "nomorebets.errors": (
        "DealerError EditionError HouseRuleError RecordError RulesError TranscriptError UnknownName WagerRefused"
    ),
    "nomorebets.library": (
        "check deal dispute equities game_ids odds open_table read_records report rule session simulate verify "
        "write_record"
    ),
    "nomorebets.regulation": "Citation Odds",
    "nomorebets.table": "Play Round Ruling Table Wager",
}
_MODULE_OF = {name: module for module, names in _HOME.items() for name in names.split()}

__all__ = sorted(_MODULE_OF)  # noqa: PLE0605


def __getattr__(name: str) -> object:
    """Names are fetched when they are used: importing nomorebets, or asking for --help, stays light."""
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'nomorebets' has no attribute {name!r}")
    return getattr(importlib.import_module(_MODULE_OF[name]), name)


def __dir__() -> list[str]:
    return __all__
