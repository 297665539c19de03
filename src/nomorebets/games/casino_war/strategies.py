"""Ways to decide at casino war: the best play, and rules that a person can keep in mind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache

from msgspec.structs import replace

from nomorebets.drivers.facet import GameStrategies, Strategy
from nomorebets.games.casino_war.game import GAME
from nomorebets.games.casino_war.script import last_rank
from nomorebets.games.casino_war.settlement import Outcome
from nomorebets.games.casino_war.terms import WAR_TIE, ends_at_tie
from nomorebets.games.rank_games.counting import Counts, exact_stake, may_come
from nomorebets.pricing.facet import ChoiceValue
from nomorebets.pricing.lines import Ending, ending
from nomorebets.procedures.deck import wager_of
from nomorebets.regulation import reading
from nomorebets.table import House, Round, Wager
from nomorebets.table.decisions import Ask, Chosen, chosen

ENDS = {
    "win": Outcome("higher"),
    "lose": Outcome("lower"),
    "surrender": Outcome("equal", surrendered=True),
    "war won": Outcome("equal", war="higher"),
    "war tied": Outcome("equal", war="equal"),
    "war lost": Outcome("equal", war="lower"),
}
Rule = Callable[[int, Counter[int], House], bool]  # the rank of the tie, what may still come by rank: war?


def ends_of(house: House) -> Mapping[str, Ending]:
    """How the initial wager and its war wager end together, per unit of the initial wager."""
    stake = exact_stake(house, parts=2)  # half of it may be surrendered
    ends: dict[str, Ending] = {}
    for name, outcome in ENDS.items():
        if outcome.war is not None and ends_at_tie(house):
            continue
        wagers = [Wager(1, "initial", stake)]
        if outcome.war is not None:
            wagers += [Wager(1, "war", stake), Wager(1, "war-tie-bonus", 0)]
        results = GAME.settle(wagers, replace(outcome, initial=stake), house)
        at_once = name == "surrender" and ends_at_tie(house)
        ends[name] = ending("tie" if at_once else name, results, stake)
        if len(results) == 2 and not house.get(WAR_TIE):  # both wagers by one reading; a bonus has its own
            ends[name] = ends[name]._replace(by=reading("R-22.8-war"))
    return ends


_known_ends = lru_cache(1 << 6)(ends_of)  # for whoever decides again and again


def war_ends(left: Counts) -> Counter[str]:
    """How many pairs of war cards, in order, win, tie and lose."""
    ends: Counter[str] = Counter()
    above, below = sum(left.values()), 0
    for _, n in sorted(left.items()):
        above -= n
        ends["war won"] += n * below
        ends["war tied"] += n * (n - 1)
        ends["war lost"] += n * above
        below += n
    return ends


def best_rule(tied: int, left: Counter[int], house: House) -> bool:
    """War if it loses less than a surrender on average, over what may still come."""
    if ends_at_tie(house):
        return False
    ends, ways = _known_ends(house), war_ends(left)
    return _gain(ends, ways) > ends["surrender"].net * ways.total()


def _gain(ends: Mapping[str, Ending], ways: Counter[str]) -> Fraction:
    return sum((ends[end].net * n for end, n in ways.items()), Fraction(0))


RULES_OF_PLAY: dict[str, Rule] = {
    "optimal": best_rule,
    "always-war": lambda tied, left, house: True,
    "always-surrender": lambda tied, left, house: False,
}


def _by_rule(goes_to_war: Rule) -> Strategy:
    def decide(request: Ask, table: Round) -> Chosen:
        goes = goes_to_war(last_rank(table, "dealer"), may_come(table), table.house)
        return chosen("war" if goes else "surrender")

    return decide


def choice_values(request: Ask, table: Round) -> dict[str, ChoiceValue]:
    """What war and surrender are worth, over the cards that may still come."""
    initial = wager_of(table, request.seat, "initial")
    assert initial is not None
    ends, ways = ends_of(table.house), war_ends(may_come(table))
    worth = {"war": _gain(ends, ways) / ways.total(), "surrender": ends["surrender"].net}
    return {choice: ChoiceValue(initial.amount * worth[choice]) for choice in request.choices if choice in worth}


STRATEGIES = GameStrategies(
    named={name: _by_rule(rule) for name, rule in RULES_OF_PLAY.items()},
    leaves_a_choice=lambda house: not ends_at_tie(house),
    choices=("war", "surrender"),
)
