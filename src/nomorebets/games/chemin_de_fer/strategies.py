"""Ways to decide at chemin de fer: rules that a person can keep in mind."""

from __future__ import annotations

from nomorebets.drivers.facet import GameStrategies, Strategy
from nomorebets.games.chemin_de_fer.settlement import BANK
from nomorebets.table.decisions import Ask, Chosen, chosen

USUAL_BANK = 10_000  # cents, of a bot


def _decide(request: Ask, choice: str) -> Chosen:
    """Take a Bank that is offered in turn, keep it, and make the same choice wherever the table leaves one."""
    if BANK in request.choices and request.least != request.most:
        return chosen(BANK, max(request.least, min(USUAL_BANK, request.most)))
    return chosen(request.default_choice or choice)


NAMED: dict[str, Strategy] = {
    "always-draw": lambda request, table: _decide(request, "card"),
    "never-draw": lambda request, table: _decide(request, "stay"),
}

STRATEGIES = GameStrategies(named=NAMED, choices=("card", "stay", BANK, "decline", "bid", "keep", "pass"))
