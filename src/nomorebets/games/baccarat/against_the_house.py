"""What punto banco and minibaccarat have alike: the shoe before and after a round, and the game against the house."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from nomorebets.games.baccarat.coup import irregularities
from nomorebets.games.baccarat.layout import find_with, layout_of, unit, verify_with
from nomorebets.games.baccarat.rules import BaccaratRules, chosen
from nomorebets.games.baccarat.settlement import BONUS, BONUS_TABLES, CARD_ODDS, least_odds
from nomorebets.procedures.deck import HandsVoid
from nomorebets.procedures.shoe import (
    IN_PLAY,
    REMEMBERS,
    SHOE,
    ShoeRules,
    finish_shoe,
    leave_shoe,
    open_shoe,
    shoe_ends,
)
from nomorebets.procedures.vigorish import VIGORISH, collect_marked
from nomorebets.regulation import HouseOption
from nomorebets.table import Game, Round, Script
from nomorebets.table.game import CARDS, Betting, Memory, Terms, scaffold_bets
from nomorebets.table.memory import MONEY, OF_A_SEAT, Remembered


def _method(table: Round) -> str:
    return chosen(table.house, "shoe", "manual")


def make_ready(table: Round, shoe: ShoeRules) -> Script[None]:
    """Take the shoe up, or shuffle, cut, mark and burn as this house does."""
    decks, behind = int(chosen(table.house, "decks")), int(chosen(table.house, "cutoff-from-back"))
    burns = chosen(table.house, "burn-rule") != "none"
    yield from open_shoe(table, shoe, decks, behind, _method(table), burns)


def leave(table: Round, rules: BaccaratRules, shoe: ShoeRules, void: HandsVoid | None = None) -> Script[None]:
    """Leave the shoe for the next round; where it is finished, marked vigorish is collected before the reshuffle."""
    too_few = void is not None and void.what == "insufficient-cards"
    if too_few or (_method(table) != "continuous" and shoe_ends(table, shoe)):
        yield from collect_marked(table, by=rules.vigorish_collection)
    if too_few:
        assert void is not None
        yield from finish_shoe(by=void.by)
    else:
        yield from leave_shoe(table, shoe, _method(table))


def with_the_house(
    id: str,
    script: Callable[[Round], Script[None]],
    rules: BaccaratRules,
    options: Mapping[str, HouseOption],
    remembers: Mapping[str, Remembered] | None = None,
    public: tuple[str, ...] = (),
) -> Game:
    """A game in which the house banks every wager and the tables decide every card."""
    bonus = dict.fromkeys((*BONUS, *BONUS_TABLES["A"]), options["offer-bonus"])
    return Game(
        id=id,
        terms=Terms(
            options=tuple(options.values()),
            dealt_by=rules.no_more_bets,
            late_by=rules.closing,
            to_not_for=rules.printing,
            no_decision=f"the drawing tables of {rules.natural.section} deal every card, and nobody decides anything",
        ),
        bets=scaffold_bets(
            minimum_odds=rules.odds,
            odds=least_odds,
            offered_by={**dict.fromkeys(CARD_ODDS, options["offer-cards-456"]), **bonus},
            layout=layout_of(rules),
        ),
        betting=Betting(
            layout=layout_of(rules),
            place=find_with(rules),
            unit=unit,
            verify=verify_with(rules),
            carries=True,
        ),
        script=script,
        chance=CARDS,
        memory=Memory(
            remembers=REMEMBERS | {VIGORISH + OF_A_SEAT: MONEY} | dict(remembers or {}),
            told={SHOE: IN_PLAY},
            public=public,
        ),
        irregularities=irregularities(rules),
    )
