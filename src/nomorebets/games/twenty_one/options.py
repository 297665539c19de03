"""Options that tables of the blackjack family have alike."""

from __future__ import annotations

from nomorebets.games.twenty_one.reader import OPTION as READER
from nomorebets.regulation import Citation, HouseOption, switch
from nomorebets.regulation.options import Choice, option


def card_reader(by: Citation, on: Choice, off: Choice, default: str = "on") -> HouseOption:
    return switch(
        READER,
        by,
        "Whether a device tells the dealer that the hole card makes a blackjack before anybody decides.",
        on=on,
        off=off,
        default=default,
    )


def players_per(place: str, by: Citation, most: int) -> HouseOption:
    """How many people share a box, or what the game calls one."""
    return option(
        f"players-per-{place}",
        by,
        f"How many people may wager on one {place}.",
        [str(n) for n in range(1, most + 1)],
    )


def surrender_offered(says: str, by: Citation, on: Choice, off: Choice, default: str = "off") -> HouseOption:
    return switch("surrender-offered", by, says, on=on, off=off, default=default)


def mid_shoe_excluded(by: Citation, on: Choice, off: Choice) -> HouseOption:
    says = "Whether somebody who passed a round is kept from wagering until the cards are shuffled."
    return switch("exclude-mid-shoe-entry", by, says, on=on, off=off)


def places_per_player(places: str, by: Citation, several: Citation, most: int) -> HouseOption:
    """How many boxes one player has; more than one as a reading has it."""
    return option(
        f"{places}-per-player",
        by,
        f"How many {places} one player may wager on; each is a seat of its own.",
        {"1": by, **{str(n): several for n in range(2, most + 1)}},
    )
