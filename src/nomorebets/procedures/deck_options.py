"""What a licensee chooses at every game of one deck: how it is shuffled and dealt. The paragraphs are each game's."""

from __future__ import annotations

from collections.abc import Mapping

from nomorebets.procedures.deck import DEALING, SECOND_DECK, SHUFFLE
from nomorebets.regulation import Citation, HouseOption, switch
from nomorebets.regulation.options import Choice

BY_DEVICE = (SHUFFLE, "automated")  # what dealing from the hand and a second deck need


def shuffle_option(by: Citation, **ways: Choice) -> HouseOption:
    """Manual, automated or pre-shuffled, as far as the game knows them; a device unless something else is chosen."""
    choices = {way.replace("_", "-"): allowed for way, allowed in ways.items()}
    return HouseOption(SHUFFLE, by, "How the cards are shuffled.", choices, "automated")


def dealing_option(by: Citation, default: str, **methods: Choice) -> HouseOption:
    """From a manual shoe, from the hand or from an automated shoe."""
    choices = {method.replace("_", "-"): allowed for method, allowed in methods.items()}
    return HouseOption(DEALING, by, "How the cards are dealt.", choices, default)


def counting_option(by: Citation, on: Choice, off: Choice) -> HouseOption:
    """A shuffling device that counts the cards."""
    says = "Whether the shuffling device counts the cards, so that the stub need not be counted."
    return switch("counting-shuffler", by, says, on=on, off=off)


def second_deck_option(by: Citation, on: Choice, off: Choice) -> HouseOption:
    """Two decks that take turns."""
    says = "Whether two decks alternate, one being shuffled while the other is played."
    return switch(SECOND_DECK, by, says, on=on, off=off, default="on")


def match_play_option(by: Citation, on: Choice, off: Choice) -> HouseOption:
    """Match play coupons."""
    return switch("match-play-accepted", by, "Whether match play coupons are taken.", on=on, off=off)


def positions_option(by: Citation, says: str, numbers: Mapping[str, Choice]) -> HouseOption:
    """How many places for players there are; all of them, unless fewer are chosen."""
    return HouseOption("positions", by, says, numbers, max(numbers, key=int))
