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

__version__ = "0.1.0"

__all__ = [
    "Advice",
    "Citation",
    "DealerError",
    "EditionError",
    "HouseRuleError",
    "Line",
    "Odds",
    "OddsSheet",
    "Play",
    "Position",
    "RecordError",
    "Round",
    "RulesError",
    "Ruling",
    "Seen",
    "SessionReport",
    "Simulation",
    "Table",
    "TranscriptError",
    "UnknownName",
    "Verdict",
    "Wager",
    "WagerRefused",
    "check",
    "choices",
    "coverage",
    "deal",
    "diff",
    "dispute",
    "equities",
    "game_ids",
    "guide",
    "odds",
    "open_table",
    "read_records",
    "report",
    "rule",
    "session",
    "simulate",
    "start",
    "strategy",
    "verify",
    "write_record",
]

if TYPE_CHECKING:
    from nomorebets.drivers.position import Position
    from nomorebets.drivers.seen import Seen
    from nomorebets.errors import (
        DealerError,
        EditionError,
        HouseRuleError,
        RecordError,
        RulesError,
        TranscriptError,
        UnknownName,
        WagerRefused,
    )
    from nomorebets.library import (
        check,
        choices,
        coverage,
        deal,
        diff,
        dispute,
        equities,
        game_ids,
        guide,
        odds,
        open_table,
        read_records,
        report,
        rule,
        session,
        simulate,
        start,
        strategy,
        verify,
        write_record,
    )
    from nomorebets.pricing.facet import Advice
    from nomorebets.pricing.session_report import SessionReport
    from nomorebets.pricing.sheet import Line, OddsSheet
    from nomorebets.regulation import Citation, Odds
    from nomorebets.rulings.dispute import Verdict
    from nomorebets.sim.simulate import Simulation
    from nomorebets.table import Play, Round, Ruling, Table, Wager
else:
    _HOME = {
        "nomorebets.drivers.position": "Position",
        "nomorebets.drivers.seen": "Seen",
        "nomorebets.errors": (
            "DealerError EditionError HouseRuleError RecordError RulesError TranscriptError UnknownName WagerRefused"
        ),
        "nomorebets.pricing.facet": "Advice",
        "nomorebets.pricing.session_report": "SessionReport",
        "nomorebets.pricing.sheet": "Line OddsSheet",
        "nomorebets.regulation": "Citation Odds",
        "nomorebets.rulings.dispute": "Verdict",
        "nomorebets.sim.simulate": "Simulation",
        "nomorebets.table": "Play Round Ruling Table Wager",
    }
    _MODULE_OF = {name: module for module, names in _HOME.items() for name in names.split()}

    def __getattr__(name: str) -> object:
        """Names are fetched when they are used: importing nomorebets, or asking for --help, stays light."""
        if name not in __all__:
            raise AttributeError(f"module 'nomorebets' has no attribute {name!r}")
        return getattr(importlib.import_module(_MODULE_OF.get(name, "nomorebets.library")), name)

    def __dir__() -> list[str]:
        return [*__all__, "__version__"]
