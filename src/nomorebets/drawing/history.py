"""What came before: the last numbers of a wheel, the last rolls, or scoreboards."""

from __future__ import annotations

from collections.abc import Sequence

from nomorebets.drawing.facet import GameFelt, felt_of
from nomorebets.drawing.scores import DERIVED, bead_plate, big_road, derived_road
from nomorebets.drawing.svg import tag, words
from nomorebets.equipment.packs import printed
from nomorebets.table.game import Game

RESULTS_LISTED = 12  # where there is no scoreboard


def last_results(game: Game, results: Sequence[str]) -> str:
    """The latest results, the newest first; a scoreboard is there from the start, empty."""
    felt = felt_of(game)
    if felt.history is not None:
        return felt.history(results)
    if felt.score is not None:
        roads = tag("div", *(derived_road(results, felt.sides, name) for name in DERIVED), class_="derived")
        return tag("div", bead_plate(results, felt.sides), big_road(results, felt.sides), roads, class_="scores")
    return listed_results(felt, results)


def listed_results(felt: GameFelt, results: Sequence[str]) -> str:
    """The last results in a row, the newest first."""
    if not results:
        return ""
    listed = [
        tag("li", words(printed(result)), class_=felt.colour_of(result) or None)
        for result in list(results)[-RESULTS_LISTED:][::-1]
    ]
    drawn = tag("ol", *listed, class_="last-results", aria_label="The last results, the newest first")
    return drawn + (tag("p", words(felt.tally(results)), class_="tally") if felt.tally is not None else "")
