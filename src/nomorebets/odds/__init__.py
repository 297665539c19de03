"""Exact odds: by enumeration of the script, or by a solver that is checked against the script on small cases."""

import sys
from types import ModuleType
from typing import Any

from nomorebets.odds.sheet import Line, OddsSheet, Outcome, odds

__all__ = ["Line", "OddsSheet", "Outcome", "odds"]


class _Package(ModuleType):
    """Python gives this package the name that nomorebets promises to a function; so it is called like the function."""

    def __call__(self, *args: Any, **more: Any) -> OddsSheet:
        from nomorebets.library import odds as promised

        return promised(*args, **more)


sys.modules[__name__].__class__ = _Package
