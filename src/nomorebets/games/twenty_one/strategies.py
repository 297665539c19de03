"""Ways to decide that the blackjack family shares: a play that is a table for every hand, asked at a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from nomorebets.drivers.facet import Strategy
from nomorebets.games.twenty_one.dealing import DEALER
from nomorebets.games.twenty_one.hand import is_pair, value
from nomorebets.games.twenty_one.rules import Rules
from nomorebets.table import House, Round
from nomorebets.table.areas import seat_area
from nomorebets.table.decisions import Ask, chosen
from nomorebets.table.requests import Answer, PatronRequest

if TYPE_CHECKING:
    from nomorebets.games.twenty_one.analysis.play import Play

CHOICES = ("stand", "draw", "double")  # in the order of the numbers of a play
BY_SUITS = "optimal"  # the way to play that looks at suits, where they are paid for
RESCUED = 3  # as a play writes it


def choose(
    name: str,
    rules: Rules,
    play: Play,
    cards: Sequence[str],
    up: str,
    choices: Sequence[str],
    from_split: bool,
    doubles: int = 0,
) -> str:
    """What a way to play does with a hand, of what may be chosen; `play` is that way under these rules."""
    if name == BY_SUITS and rules.always_21 is not None:
        from nomorebets.games.twenty_one.analysis.suits import suited_act

        does = suited_act(rules, cards, value(up) - 1, value(cards[0]) - 1 if from_split else None)
        if does is not None and does in choices:
            return does
    return chosen_by(play, cards, up, choices, from_split, doubles)


def chosen_by(
    play: Play, cards: Sequence[str], up: str, choices: Sequence[str], from_split: bool, doubles: int = 0
) -> str:
    """The same where suits do not matter."""
    column = value(up) - 1
    counts = [0] * 10
    for card in cards:
        counts[value(card) - 1] += 1
    hand, first = _places()[tuple(counts)], value(cards[0]) - 1
    if "surrender" in choices and play.surrenders[hand, column]:
        return "surrender"
    if "split" in choices and is_pair(cards) and play.splits[first, column]:
        return "split"
    if "rescue" in choices:
        raised = play.raised[doubles - 1, hand, column] if play.raised is not None else 0
        return "rescue" if raised == RESCUED else "redouble" if raised and "redouble" in choices else "stand"
    acts = play.after_split[first] if from_split else play.acts
    act = CHOICES[acts[hand, column]]
    return act if act in choices else "draw" if act == "double" and "draw" in choices else "stand"


@cache
def _places() -> Mapping[tuple[int, ...], int]:
    """Where a play has each hand; the hands are listed when a play is first asked."""
    from nomorebets.games.twenty_one.analysis.hands import all_hands

    return all_hands().place


def shown(table: Round) -> str:
    """The card that the dealer shows."""
    return next(laid.card for laid in table.felt.cards[DEALER] if laid.up)


def is_from_split(table: Round, seat: int) -> bool:
    """Whether the hands of a box were made by splitting."""
    felt, further = table.felt, f"seat:{seat}#"
    if "split" in [w.kind for w in (*felt.wagers, *felt.banked) if w.seat == seat]:
        return True
    return any(area.startswith(further) for area in felt.cards)


def doubles_of(table: Round, request: Ask, raises: Sequence[str]) -> int:
    """How often a hand was doubled, by the wagers that doubling adds."""
    return len({w.kind for w in table.wagers if (w.seat, w.hand) == (request.seat, request.hand) and w.kind in raises})


def decider(name: str, rules_of: Callable[[House], Rules], raises: Sequence[str] = ()) -> Strategy:
    """A way to play by its name, at any table of a game; ``raises`` are the wagers that doubling adds."""

    @lru_cache(1 << 6)
    def known(house: House) -> tuple[Rules, Play]:
        from nomorebets.games.twenty_one.analysis.named import play_named

        rules = rules_of(house)
        return rules, play_named(name, rules)

    def decide(request: PatronRequest, table: Round) -> Answer:
        if not isinstance(request, Ask) or "stand" not in request.choices:
            return request.usual()
        cards = table.felt.hand(seat_area(request.seat, request.hand))
        split = is_from_split(table, request.seat)
        doubles = doubles_of(table, request, raises)
        choice = choose(name, *known(table.house), cards, shown(table), request.choices, split, doubles)
        option = request.option(choice)
        return chosen(choice, option.most if option is not None else 0)

    return decide
