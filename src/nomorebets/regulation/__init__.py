"""The law as data: citations, editions, house options, pay tables, and every paragraph with its dates."""

from nomorebets.regulation.citations import Citation, cite, reading
from nomorebets.regulation.odds import Money, Odds, Pays, PayTable, pay_table, to, win
from nomorebets.regulation.options import HouseOption, choice, house_option, switch

__all__ = [
    "Citation",
    "HouseOption",
    "Money",
    "Odds",
    "PayTable",
    "Pays",
    "choice",
    "cite",
    "house_option",
    "pay_table",
    "reading",
    "switch",
    "to",
    "win",
]
