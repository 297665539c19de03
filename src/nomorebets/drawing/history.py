"""What came before: the last numbers of a wheel, the last rolls, or the scoreboards of baccarat."""

from __future__ import annotations

from collections.abc import Sequence

from nomorebets.drawing.charts import bead_plate, big_road
from nomorebets.drawing.facet import felt_of
from nomorebets.drawing.svg import tag, words
from nomorebets.equipment.wheels import colour
from nomorebets.table.game import Game

RESULTS_LISTED = 12  # where there is no scoreboard


def last_results(game: Game, results: Sequence[str]) -> str:
    """The results of the latest rounds, the newest first; nothing where none is known."""
    if not results:
        return ""
    if felt_of(game).score is not None:
        return tag("div", bead_plate(results), big_road(results), class_="scores")
    known = [
        tag("li", words(result), class_=colour(result) if game.id == "roulette" else None)
        for result in list(results)[-RESULTS_LISTED:][::-1]
    ]
    return tag("ol", *known, class_="last-results", aria_label="The last results, the newest first")
