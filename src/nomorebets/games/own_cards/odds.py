"""A card game of one's own: exact odds and the best play, from the solver's counts and the table's own settlement."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from nomorebets.equipment.cards import DECK, index
from nomorebets.errors import UnknownName, unknown
from nomorebets.games.own_cards.definition import CHECK, FOLD, CardGame, Decision, Way, game_at
from nomorebets.games.own_cards.script import BOARD
from nomorebets.games.own_cards.settlement import ENDS, End, Outcome
from nomorebets.games.own_cards.solution import FEW_CARDS, Gone, Solution, nets_of, not_solved, solution
from nomorebets.hands.rankings import class_counts as counted_classes
from nomorebets.pricing.ends import Ends
from nomorebets.pricing.facet import Advice, ChoiceValue, GameOdds, PlayRule, Pricing, StrategyEdge
from nomorebets.pricing.lines import Ending, ending, line_of
from nomorebets.pricing.sheet import Line
from nomorebets.procedures.deck import wager_of
from nomorebets.regulation import Odds, cite
from nomorebets.table import House, Result, Round, Table, Wager
from nomorebets.table.areas import seat_area
from nomorebets.table.decisions import Ask
from nomorebets.table.wagers import DEALER

MOST_AS_LISTED = 5  # cards of a hand whose classes are counted by their ranks
NAMED = ("optimal", "always-raise", "always-fold")


def stake_of(house: House) -> int:
    """A stake in cents that every row pays exactly."""
    return math.lcm(*(pays.on for pays in house.pays.values() if isinstance(pays, Odds)))


def settled(table: Table, hand: str, way: Way, end: End, stake: int) -> list[Result]:
    """The first wager, the raises and the bonus at the end of a round."""
    game = game_at(table.house)
    wagers = [Wager(1, game.main, stake), *(Wager(1, kind, stake * n) for kind, n in way.raises.items())]
    if game.bonus:
        wagers.append(Wager(1, game.bonus_kind, 0))
    return table.settle(wagers, Outcome(hand, end, stake))


def paid_classes(game: CardGame) -> tuple[str, ...]:
    """The classes that tell ends apart; where nothing is earned by a hand, one stands for all."""
    return game.ranking.classes if game.bonus else game.ranking.classes[:1]


def nets(table: Table) -> bytes:
    """What the first wager gains in cents with all that goes with it, by way, class and end."""
    game, stake = game_at(table.house), stake_of(table.house)
    gained = [
        [
            [sum(r.net for r in settled(table, hand, way, FOLD if way.folded else end, stake)) for end in ENDS[1:]]
            for hand in paid_classes(game)
        ]
        for way in game.played_out
    ]
    return np.array(gained, np.int64).tobytes()


def solution_at(table: Table, gone: Gone = ()) -> Solution:
    return solution(game_at(table.house), nets(table), gone)


def gone_from(game: CardGame, removed: tuple[str, ...]) -> Gone:
    """Cards that have left, as the solver has them; a round must be left."""
    for card in dict.fromkeys(removed):
        if card not in DECK or removed.count(card) > game.decks:
            raise UnknownName(f"{card} cannot be removed so often", accepts=f"at most {game.decks} of each card")
    needed = 2 * game.each + game.community
    if (left := len(DECK) * game.decks - len(removed)) < needed:
        raise UnknownName(f"{left} cards are left, and a round takes {needed}", accepts="fewer cards with --removed")
    return tuple(sorted(map(index, removed)))


def require_known(table: Table, strategy: str | None) -> str:
    """A strategy by its name; the best play where none is named."""
    if strategy not in (None, *NAMED):
        raise unknown("strategy", strategy, NAMED, table.as_of)
    return strategy or NAMED[0]


def way_of(game: CardGame, strategy: str) -> Way:
    """The one way that is played by a strategy that does not look at the cards."""
    way = game.way(())
    while way.asked is not None:
        choices = game.decisions[way.asked].choices
        way = game.way((*way.choices, choices[-1] if strategy == NAMED[2] else choices[0]))
    return way


def played(table: Table, strategy: str | None, gone: Gone = ()) -> Ends:
    """All rounds by a named strategy: by class, way and end."""
    strategy = require_known(table, strategy)
    game, found = game_at(table.house), solution_at(table, gone)
    if strategy == NAMED[0]:
        return ends_of(game, found.ends.reshape(len(game.played_out), -1, len(ENDS) - 1))
    counts = np.zeros((len(game.played_out), *found.whatever.reshape(-1, len(ENDS) - 1).shape), np.int64)
    counts[game.played_out.index(way_of(game, strategy))] = found.whatever.reshape(-1, len(ENDS) - 1)
    return ends_of(game, counts)


def ends_of(game: CardGame, counted: NDArray[np.int64]) -> Ends:
    """Counts by way, class and end, as they are settled."""
    counts: Counter[tuple[str, Way, End]] = Counter()
    for at, place, end in zip(*np.nonzero(counted), strict=True):
        way, hand = game.played_out[at], paid_classes(game)[place]
        counts[hand, way.choices, FOLD if way.folded else ENDS[1 + end]] += int(counted[at, place, end])
    return Ends(counts, int(counted.sum()))


# --- lines -----------------------------------------------------------------------------------------------------------


def lines(table: Table, pricing: Pricing) -> list[Line]:
    """The line of the first wager with all that goes with it, and those of the wagers on the own hand."""
    game = game_at(table.house)
    gone_from(game, pricing.removed)
    return [
        main_line(table, pricing) if kind == game.main else line_from(table, kind, class_counts(game, pricing.removed))
        for kind in kinds(table, pricing)
    ]


def kinds(table: Table, pricing: Pricing) -> list[str]:
    """The wagers that have lines, as far as they are asked for; a raise goes with the first wager."""
    game = game_at(table.house)
    wager = game.main if pricing.wager in (*game.raises, game.bonus_kind) and game.main else pricing.wager
    known = [*([game.main] if game.main else []), *game.sides]
    if wager is not None and wager not in known:
        raise unknown("wager", wager, known, table.as_of)
    return [kind for kind in known if wager in (None, kind)]


def main_line(table: Table, pricing: Pricing) -> Line:
    """The line of the first wager: counted, or simulated where its hands are too many."""
    game = game_at(table.house)
    gone = gone_from(game, pricing.removed)
    why = not_solved(game, gone)
    if not why:
        return line_from(table, game.main, played(table, pricing.strategy, gone))
    from nomorebets.games.own_cards.simulation import simulated_ends

    ends = simulated_ends(game, require_known(table, pricing.strategy), gone)
    line = line_from(table, game.main, ends)
    error = line.deviation / math.sqrt(ends.total)
    how = "played by the smallest raise at every decision" if pricing.strategy != NAMED[2] else "nobody raises"
    note = f"{why}; {how}, {ends.total:,} rounds, standard error of the edge {error:.4%}"
    return replace(line, method="simulated", note=note)


@lru_cache(maxsize=16)
def class_counts(game: CardGame, removed: tuple[str, ...] = ()) -> Ends:
    """How many hands are of each class, when some cards have left."""
    if game.size <= MOST_AS_LISTED:
        counts: Mapping[str, int] = counted_classes(game.ranking_name, game.size, game.decks, removed)
    else:
        from nomorebets.games.own_cards.solver import class_counts as solved

        counts = solved(game, gone_from(game, removed))
    return Ends({(name,): n for name, n in counts.items() if n}, sum(counts.values()))


def line_from(table: Table, kind: str, ends: Ends) -> Line:
    """The line of a wager from counts: of the first by class, choice and end, of others by class."""
    game, stake = game_at(table.house), stake_of(table.house)
    rests_on = cite("D.3(a)"), cite("D.4(a)")
    if kind != game.main:
        counted = ((_side_end(table, kind, hand, stake), n) for (hand,), n in ends.counts.items())
        return line_of(table, kind, counted, ends.total, rests_on=rests_on)

    raises = sum(bool(way.raises) for way in game.played_out)

    def called(hand: str, choices: tuple[str, ...], end: End) -> Ending:
        way = game.way(choices)
        results = settled(table, hand, way, end, stake)
        made = ", ".join(choice.replace("-", " ") for choice in choices if choice not in (FOLD, CHECK))
        name = end if raises < 2 and len(game.played_out) < 3 else f"{end}, {made or 'no raise'}"
        has_bonus = any(result.wager.kind == game.bonus_kind for result in results)
        return ending(f"{name}: {hand}" if has_bonus else name, results, stake)

    counted = ((called(*end), n) for end, n in ends.counts.items())
    average = 1 + ends.mean(lambda hand, choices, end: sum(game.way(choices).raises.values()))
    return line_of(table, kind, counted, ends.total, average_wager=average, rests_on=rests_on)


def _side_end(table: Table, kind: str, hand: str, stake: int) -> Ending:
    results = table.settle([Wager(1, kind, stake)], Outcome(hand))
    row = game_at(table.house).ranking.row_for(kind, hand, table.house.pays)
    return ending(f"win: {row.partition('.')[2]}" if row else "lose", results, stake)


# --- the best play ---------------------------------------------------------------------------------------------------


def choice_values(request: Ask, table: Round) -> dict[str, ChoiceValue]:
    """What each choice is worth with the hand of a seat, over all that may come; nothing where that is not counted."""
    game = game_at(table.house)
    main = wager_of(table, request.seat, game.main)
    assert main is not None
    if not_solved(game):
        return {}
    worth, every = _worth(game, table, request.seat)
    ordered = (request.choices[-1], *request.choices[:-1])  # as the solver has them
    scale = Fraction(main.amount, stake_of(table.house) * every)
    return {choice: ChoiceValue(int(total) * scale) for choice, total in zip(ordered, worth, strict=True)}


def _worth(game: CardGame, table: Round, seat: int) -> tuple[list[int], int]:
    """What the choices of a seat gain in all, and over how many ends."""
    from nomorebets.games.own_cards.solver import SUITS, Seen, Solver, row_of

    board = tuple(index(laid.card) for laid in table.felt.cards.get(BOARD, ()) if laid.up)
    own = np.array([sorted(index(card) for card in table.felt.hand(seat_area(seat)))], np.uint8)
    asked = next(at for at, decision in enumerate(game.decisions) if decision.seen == len(board))
    if game.decides_first and asked == 0 and game.size > FEW_CARDS:
        found = solution_at(table.table)
        row = int(row_of(own, game.decks)[0])
        return [int(n) for n in found.worth[:, row]], int(found.whatever.sum()) // found.worth.shape[1]
    shown = tuple(index(card) for card in table.felt.hand(DEALER)[: game.shown])
    solver = Solver(game, nets_of(game, nets(table.table)), own, SUITS[:1])
    every, _ = solver.decided(Seen(shown, (board,)), SUITS[:1], asked)
    return [int(n) for n in solver.worth[_chosen_by(game, table, seat, asked)][:, 0]], int(every.sum())


def _chosen_by(game: CardGame, table: Round, seat: int, asked: int) -> tuple[str, ...]:
    """What a seat has chosen before a decision, as its wagers show it."""
    main, choices = wager_of(table, seat, game.main), []
    assert main is not None
    for decision in game.decisions[:asked]:
        made = wager_of(table, seat, decision.name)
        choices.append(f"{decision.name}-{made.amount // main.amount}" if made else decision.otherwise)
    return tuple(choices)


def advice(table: Table, pricing: Pricing) -> Advice:
    """How often the best play makes each choice, decision by decision, and what other ways cost."""
    game = game_at(table.house)
    main = game.main or next(iter(game.sides))
    if not game.decisions:
        cost = StrategyEdge("optimal", lines(table, Pricing(main))[0].edge)
        return Advice(main, (), "optimal", (), (cost,), "nothing is decided after the wagers are made")
    why = not_solved(game)
    ways = NAMED[1:] if why else NAMED
    costs = tuple(StrategyEdge(name, main_line(table, Pricing(main, strategy=name)).edge) for name in ways)
    short = min(costs if why else costs[1:], key=lambda cost: cost.edge).strategy
    plain = (PlayRule("with every hand", short.removeprefix("always-"), "always"),)
    if why:
        return Advice(main, (), short, plain, costs, f"no best play is known: {why}; these edges are simulated")
    return Advice(main, tuple(_rules(table, game)), short, plain, costs, "")


def _rules(table: Table, game: CardGame) -> Iterator[PlayRule]:
    """How often each choice is made where it is asked for; by class, where players see their hands."""
    ends = played(table, None)
    for at, decision in enumerate(game.decisions):
        counts: Counter[tuple[str, str]] = Counter()
        is_whole = decision.seen == game.community and bool(game.bonus)
        for (hand, choices, _), n in ends.counts.items():
            for made in range(len(choices)):
                if game.way(choices[:made]).asked == at:
                    counts[hand if is_whole else "", choices[made]] += n
        for hand in reversed(paid_classes(game)) if is_whole else ("",):
            every = sum(counts[hand, choice] for choice in decision.choices)
            when = moment_words(game, decision) + (f", with {hand.replace('-', ' ')}" if hand else "")
            for choice in decision.choices:
                if n := counts[hand, choice]:
                    often = "always" if n == every else f"with {float(Fraction(n, every)):.2%} of hands"
                    yield PlayRule(when, choice.replace("-", " "), often)


def moment_words(game: CardGame, decision: Decision) -> str:
    """When a decision is made, in words."""
    if not game.community:
        return "when the cards are dealt"
    if decision.seen == 0:
        return "before the community cards"
    cards = "card" if decision.seen == 1 else "cards"
    return f"with {decision.seen} community {cards} seen"


ODDS = GameOdds(lines=lines, advice=advice, choices=choice_values, takes_removed=True)
