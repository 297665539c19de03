"""The rules of a table of the blackjack family in one line: ``6D H17 DAS LS RSA 3:2``."""

from __future__ import annotations

from nomorebets.pricing.rules_line import RulesLine, Slot
from nomorebets.procedures.shoe import MOST_DECKS

RESPLIT = {"resplit": "up-to-limit"}
DECKS = Slot({f"{decks}D": {"decks": str(decks)} for decks in range(1, MOST_DECKS + 1)}, "decks as in 1D, 6D, 8D")

SHORTHAND = RulesLine(
    (
        DECKS,
        Slot({"S17": {"soft-17": "stand"}, "H17": {"soft-17": "hit"}}, "S17 or H17"),
        Slot({"DAS": {"double-after-split": "on"}, "NDAS": {"double-after-split": "off"}}, "DAS or NDAS"),
        Slot(
            {"LS": {"surrender": "late"}, "ES": {"surrender": "early"}, "NS": {"surrender": "none"}},
            "LS, ES or NS",
            written=("LS", "ES"),
        ),
        Slot(
            {"DOA": {"double-on": "any-two"}, "D9": {"double-on": "9-11"}, "D10": {"double-on": "10-11"}},
            "DOA, D9 or D10",
            written=("D9", "D10"),
        ),
        # how many hands a pair may come to is the number of boxes' to say: 2.11(e)
        Slot(
            {
                "RSA": {**RESPLIT, "resplit-aces": "allowed"},
                "NRSA": {"resplit-aces": "forbidden"},
                "SP4": RESPLIT,
                "SP3": {**RESPLIT, "boxes": "7"},
                "SP2": {"resplit": "none"},
            },
            "RSA or NRSA; SP2, SP3 or SP4",
            written=("SP3 RSA", "RSA", "SP3", "SP4"),
        ),
        Slot({"3:2": {"blackjack-pays": "3:2"}, "6:5": {"blackjack-pays": "6:5"}}, "3:2 or 6:5"),
    )
)
"""What is usual is read and not written: no surrender, doubling on any two cards, pairs split once."""


def sisters_line(soft_17: Slot, aces_again: str, aces_once: str) -> RulesLine:
    """The line of a game whose text leaves no choice of doubles and of what a blackjack pays."""
    return RulesLine(
        (
            DECKS,
            soft_17,
            Slot({"DAS": {}}, "DAS"),
            Slot({"LS": {"surrender-offered": "on"}, "NS": {"surrender-offered": "off"}}, "LS or NS", written=("LS",)),
            Slot({f"SP{splits + 1}": {"max-splits": str(splits)} for splits in (1, 2, 3)}, "SP2, SP3 or SP4"),
            Slot(
                {"RSA": {"resplit-aces": aces_again}, "NRSA": {"resplit-aces": aces_once}},
                "RSA or NRSA",
                written=("RSA",),
            ),
        )
    )
