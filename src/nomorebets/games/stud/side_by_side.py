"""A hand against the dealer's as tables: what a vector environment plays of Caribbean stud and three card poker."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nomorebets.games.stud.dealer import Net, Situations
from nomorebets.games.stud.showdown import ENDS
from nomorebets.sim.side_by_side import Decisions


def against_dealer(
    rows: Situations, net: Net, ante: int, bet: str, features: tuple[str, ...], seen: NDArray[np.int8]
) -> Decisions:
    """Fold, or make the second wager (called ``bet``) and meet the dealer; ``net`` is in cents for this ante."""
    whole = np.full(len(rows.ways), rows.dealer_hands, np.int64)
    none = np.zeros_like(whole)
    met = {"no-hand": rows.no_hand, "win": rows.win, "push": rows.push, "lose": rows.lose}
    folds = np.stack([whole if end == "fold" else none for end in ENDS], axis=1)
    bets = np.stack([none if end == "fold" else met[end].astype(np.int64) for end in ENDS], axis=1)
    by_category = np.array([[net(category, end) / ante for end in ENDS] for category in rows.categories], np.float64)
    return Decisions(
        actions=("fold", bet),
        features=features,
        seen=seen,
        begins=rows.ways.astype(np.int64),
        ways=np.stack([folds, bets]),
        net=np.broadcast_to(by_category[rows.category], (2, len(rows.ways), len(ENDS))),
    )
