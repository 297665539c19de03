"""Pai gow poker: exact odds of every wager, the best rules of setting in words, and what each setting is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import comb

import numpy as np
from msgspec.structs import replace

from nomorebets.equipment.cards import without
from nomorebets.equipment.packs import pack
from nomorebets.errors import UnknownName, unknown
from nomorebets.games.pai_gow_poker import terms as options
from nomorebets.games.pai_gow_poker.exact import Counts, Played, Terms, joint, played, setting_counts
from nomorebets.games.pai_gow_poker.game import GAME
from nomorebets.games.pai_gow_poker.house_way import About, Setting
from nomorebets.games.pai_gow_poker.rules import FRONTS, POINTS, SET, Priced, Rule, Rules, best_rules, condition, priced
from nomorebets.games.pai_gow_poker.script import BANK as BANK_RULES
from nomorebets.games.pai_gow_poker.script import MAIN, added_to_meter
from nomorebets.games.pai_gow_poker.settlement import NOTHING, Outcome, best_row
from nomorebets.games.pai_gow_poker.seven_cards import colours_of
from nomorebets.games.pai_gow_poker.seven_kinds import HAND
from nomorebets.games.pai_gow_poker.side_counts import (
    Held,
    colour_counts,
    held_by_kind,
    seven_counts,
    three_counts,
)
from nomorebets.games.pai_gow_poker.strategies import STRATEGIES, USUAL_STAKE
from nomorebets.games.pai_gow_poker.terms import imperial_limit, is_ez, way_at, wheel_at
from nomorebets.pricing.facet import Advice, ChoiceValue, GameOdds, PlayRule, Pricing, StrategyEdge
from nomorebets.pricing.lines import Ending, ending, line_of
from nomorebets.pricing.sheet import Line
from nomorebets.procedures.banking import BANK, PLAYER_BANK, bank_at, ends_of, stake_of
from nomorebets.procedures.dragons_eye import DICE
from nomorebets.regulation import reading
from nomorebets.table import House, Result, Round, Table, Wager
from nomorebets.table.acceptance import verify_bets
from nomorebets.table.areas import seat_area
from nomorebets.table.card_decisions import SetHand
from nomorebets.table.money import cents, dollars
from nomorebets.table.requests import PatronRequest

ENDINGS = {"win": Outcome((True, True)), "push": Outcome((True, False)), "lose": Outcome((False, False))}


def terms_at(house: House, banks: bool, gone: tuple[str, ...] = ()) -> Terms:
    """Under what the main wager of a house is counted."""
    return Terms(wheel_at(house), way_at(house), is_ez(house), banks, gone=gone)


def results_of(house: House, stake: int, banks: bool = False) -> dict[str, Result]:
    """What a win, a push and a loss bring on a stake: to a player, or to a bank with one player against it."""
    return ends_of(GAME, None if banks else Wager(1, MAIN, stake), ENDINGS, house, stake)


def won_and_lost(house: House, stake: int, banks: bool = False) -> tuple[int, int]:
    """What a win pays at a stake, vigorish deducted, and what a loss costs: in cents."""
    results = results_of(house, stake, banks)
    return results["win"].net, -results["lose"].net


def main_wager(house: House, stake: int, banks: bool = False, gone: tuple[str, ...] = ()) -> Played:
    """The main wager of a house at a stake."""
    return played(terms_at(house, banks, gone), *won_and_lost(house, stake, banks))


def main_counts(
    house: House, stake: int, strategy: str | None, banks: bool = False, gone: tuple[str, ...] = ()
) -> Counts:
    """All deals of the main wager by a named way to set hands."""
    name = strategy or "house-way"
    if name not in STRATEGIES.named:
        raise unknown("strategy", name, STRATEGIES.named, house.as_of)
    counted = main_wager(house, stake, banks, gone)
    if name == "optimal":
        return counted.best
    return counted.by(way_at(house) if name == "house-way" else rules_at(house, stake, banks))


def setting_worths(house: House, stake: int, cards: Sequence[str], banks: bool = False) -> dict[Setting, Fraction]:
    """What every setting of a hand gains on average, in cents, over all hands that the dealer may have."""
    win, lose = won_and_lost(house, stake, banks)
    counted = setting_counts(terms_at(house, banks), cards)
    return {setting: Fraction(win * n.win - lose * n.lose, n.deals) for setting, n in counted.items()}


def setting_values(request: PatronRequest, seat: int, table: Round) -> Mapping[tuple[str, ...], ChoiceValue]:
    """What each setting of a seat's hand is worth at its stake; of the bank's, against all wagers together."""
    assert isinstance(request, SetHand)
    cards, banks = table.felt.hand(seat_area(seat, request.hand)), seat == bank_at(table)
    worths = setting_worths(table.house, stake_of(table, seat, BANK_RULES) or USUAL_STAKE, cards, banks)
    return {setting.front: ChoiceValue(worth) for setting, worth in worths.items()}


# --- lines -----------------------------------------------------------------------------------------------------------


def wanted(table: Table, pricing: Pricing) -> list[str]:
    """The wagers to be priced: one, or all that this table offers."""
    kinds = list(table.layout.kinds())
    banks = [BANK] if table.house.options.get(PLAYER_BANK) == "on" else []
    wager = pricing.wager.partition(":")[0] if pricing.wager else None
    if wager is not None and wager not in (*kinds, *banks):
        raise unknown("wager", pricing.wager, (*kinds, *banks), table.as_of)
    return kinds if wager is None else [wager]


def lines(table: Table, pricing: Pricing) -> list[Line]:
    """The line of every wager that is wanted; two where red and black are no longer alike."""
    gone = require_left(pricing.removed)
    pricing = replace(pricing, removed=gone)
    if "red-black" not in (kinds := wanted(table, pricing)) or alike_in_colour(gone):
        return [LINES.get(kind, _held_line)(table, kind, pricing) for kind in kinds]
    places = [f"red-black:{colour}" for colour in ("red", "black")]
    asked = [pricing.wager] if pricing.wager in places else places
    each = [place for kind in kinds for place in (asked if kind == "red-black" else [kind])]
    return [LINES.get(place.partition(":")[0], _held_line)(table, place, pricing) for place in each]


def require_left(gone: tuple[str, ...]) -> tuple[str, ...]:
    """Cards that have left, in the order of the pack; two hands must be left."""
    left = without(pack(GAME.chance.pack), gone)
    if len(left) < 2 * HAND:
        text = f"{len(left)} cards are left, and two hands take {2 * HAND}"
        raise UnknownName(text, accepts=f"at most {len(pack(GAME.chance.pack)) - 2 * HAND} cards with --removed")
    return tuple(card for card in pack(GAME.chance.pack) if card in gone)


def alike_in_colour(gone: tuple[str, ...]) -> bool:
    """Whether as many red cards as black ones have left."""
    red, black = colours_of(gone)
    return red == black


def _main_line(table: Table, kind: str, pricing: Pricing) -> Line:
    stake, banks = pricing.stake or USUAL_STAKE, kind == BANK
    if pricing.stake is not None:
        verify_bets(Round(table), (Wager(1, MAIN, stake),), (), GAME.bet[MAIN].by)
    return main_line(table, kind, stake, main_counts(table.house, stake, pricing.strategy, banks, pricing.removed))


def main_line(table: Table, kind: str, stake: int, counted: Counts) -> Line:
    """The line of the main wager, or of the bank, from counts of its ends."""
    results = results_of(table.house, stake, kind == BANK)
    rounded = table.house.get(options.VIG_ROUNDING) == "quarter-up"
    notes = (
        f"for a wager of {dollars(stake)}" * rounded,
        "against one player who sets by the house way" * (kind == BANK),
    )
    return line_of(
        table,
        kind,
        ((ending(end, [result], stake), getattr(counted, end)) for end, result in results.items()),
        counted.deals,
        note=", ".join(filter(None, notes)),
        rests_on=(reading("R-11.9-house-way"), reading("R-11.9-interchangeable")),
    )


def held_line(
    table: Table, kind: str, stake: int, counted: Mapping[Held, int], outcome: Callable[[Held], Outcome]
) -> Line:
    """The line of a wager on what cards hold, from counts of that."""

    def end_called(held: Held) -> Ending:
        results = table.game.settle([Wager(1, kind, stake)], outcome(held), table.house)
        row = best_row(kind, held, table.house)
        return ending(f"win: {row}" if row else results[0].outcome, results, stake)

    ends = ((end_called(held), number) for held, number in counted.items())
    return line_of(table, kind, ends, sum(counted.values()))


def _held_line(table: Table, kind: str, pricing: Pricing) -> Line:
    return held_line(table, kind, pricing.stake or USUAL_STAKE, seven_counts(pricing.removed), outcome_for(kind))


def _of_player(held: Held) -> Outcome:
    return Outcome(holds=held)


OUTCOMES: Mapping[str, Callable[[Held], Outcome]] = {
    "queens-dragon": lambda held: Outcome(dealer_holds=held),
    "three-card": lambda held: Outcome(three=held),
}


def outcome_for(kind: str) -> Callable[[Held], Outcome]:
    """Whose cards a wager goes by."""
    return OUTCOMES.get(kind, _of_player)


def _three_card_line(table: Table, kind: str, pricing: Pricing) -> Line:
    return held_line(table, kind, pricing.stake or USUAL_STAKE, three_counts(pricing.removed), OUTCOMES[kind])


def _envied_line(table: Table, kind: str, pricing: Pricing) -> Line:
    line, counted = _held_line(table, kind, pricing), seven_counts(pricing.removed)
    envy = "envy" if kind == "bonus" else f"{kind}-envy"
    earned = sum(
        (number * GAME.settle([Wager(1, envy, 0)], Outcome(others=(held,)), table.house)[0].net)
        for held, number in counted.items()
        if best_row(envy, held, table.house)
    )
    stake = pricing.stake or USUAL_STAKE
    each = Fraction(earned, sum(counted.values()) * stake) if stake >= options.LEAST_FOR_ENVY else Fraction(0)
    note = f"for a wager of {dollars(stake)}; envy bonuses apart, of which every other player is worth so much more"
    return Line(line.wager, line.outcomes, line.basis, line.average_wager, note=note, extra={"envy_per_player": each})


def colour_line(table: Table, stake: int, counted: Mapping[str, int], place: str = "red-black") -> Line:
    """The line of a wager on red, which is that of one on black while as many cards of both are there."""
    colours = {"red": (4, 3), "black": (3, 4), "neither": (3, 3)}

    def end_called(colour: str) -> Ending:
        wager = Wager(1, place if ":" in place else f"{place}:red", stake)
        results = GAME.settle([wager], Outcome(colours=colours[colour]), table.house)
        return ending(results[0].outcome, results, stake)

    return line_of(table, place, ((end_called(c), n) for c, n in counted.items()), sum(counted.values()))


def _colour_line(table: Table, kind: str, pricing: Pricing) -> Line:
    return colour_line(table, pricing.stake or USUAL_STAKE, colour_counts(pricing.removed), kind)


CHIP = Wager(1, "progressive", options.PROGRESSIVE_STAKE)


def progressive_line(table: Table, counted: Mapping[Held, int], meter: int | None) -> Line:
    """The line of the progressive wager, for one player, at what the meter shows before it is made."""
    shows = cents(table.house[options.PROGRESSIVE_SEED]) if meter is None else meter
    jackpot = shows + added_to_meter(1, table.house)

    def end_called(held: Held) -> Ending:
        results = GAME.settle([CHIP], Outcome(holds=held, jackpot=jackpot), table.house)
        if results[0].outcome == "lose":
            return ending("lose", results, CHIP.amount)
        from_meter = held & {*options.WHOLE_METER, options.PART_OF_METER}
        row = min(from_meter) if from_meter else best_row("progressive", held, table.house)
        return ending(f"win: {row}", results, CHIP.amount)

    ends = ((end_called(held), number) for held, number in counted.items())
    note = f"for one player, at a meter of {dollars(shows)}"
    return line_of(table, "progressive", ends, sum(counted.values()), note=note)


def _progressive_line(table: Table, kind: str, pricing: Pricing) -> Line:
    return progressive_line(table, seven_counts(pricing.removed), pricing.meter)


def _dragons_eye_line(table: Table, kind: str, pricing: Pricing) -> Line:
    stake = pricing.stake or USUAL_STAKE
    counted = Counter(sum(roll) for roll in product(range(1, 7), repeat=DICE))
    return dragons_eye_line(table, stake, counted)


def dragons_eye_line(table: Table, stake: int, counted: Mapping[int, int]) -> Line:
    """The line of the dragon's eye wager, from counts of totals."""

    def end_called(total: int) -> Ending:
        results = GAME.settle([Wager(1, options.DRAGONS_EYE.id, stake)], (total, 0, 0), table.house)
        return ending(f"win: {total}" if results[0].net > 0 else "lose", results, stake)

    return line_of(
        table, options.DRAGONS_EYE.id, ((end_called(t), n) for t, n in counted.items()), sum(counted.values())
    )


# --- the imperial wager: two hands at once ---------------------------------------------------------------------------

BANKERS = ("9-high", "10-high", "jack-high")  # what a banker's hand bonus is paid for


def imperial_counts(house: House, gone: tuple[str, ...]) -> dict[tuple[Held, Held], int]:
    """How many deals have what in the player's hand and what of a bonus in the dealer's."""
    held, which = held_by_kind()
    rows = [best_row("imperial", some, house) for some in held]
    classes = sorted(set(rows))
    own = np.array([classes.index(row) for row in rows])[which]
    dealers = np.array([next((at for at, row in enumerate(BANKERS, 1) if row in some), 0) for some in held])[which]
    counted = joint("second", own, dealers, "imperial", gone)
    hands = Counter[str]()
    for some, number in seven_counts(gone).items():
        hands[best_row("imperial", some, house)] += number
    beside = comb(len(pack(GAME.chance.pack)) - len(gone) - HAND, HAND)  # dealers' hands
    counts: dict[tuple[Held, Held], int] = {}
    for at, row in enumerate(classes):
        mine = frozenset({row}) if row else NOTHING
        total = hands[row] * beside
        for banker, number in zip(BANKERS, counted[at].tolist(), strict=True):
            counts[mine, frozenset({banker})] = number
            total -= number
        counts[mine, NOTHING] = total
    return {pair: number for pair, number in counts.items() if number}


def imperial_line(table: Table, stake: int, counted: Mapping[tuple[Held, Held], int]) -> Line:
    """The line of the imperial wager, from counts of both hands."""

    def end_called(own: Held, dealers: Held) -> Ending:
        outcome = Outcome(holds=own, dealer_holds=dealers, left=imperial_limit(table.house))
        results = GAME.settle([Wager(1, "imperial", stake)], outcome, table.house)
        rows = [*own, *(f"banker {row}" for row in dealers)]
        return ending(f"win: {', '.join(rows)}" if results[0].net > 0 else "lose", results, stake)

    note = "" if imperial_limit(table.house) is None else f"for a wager of {dollars(stake)}, the player's only one"
    ends = ((end_called(*pair), number) for pair, number in counted.items())
    return line_of(table, "imperial", ends, sum(counted.values()), note=note)


def _imperial_line(table: Table, kind: str, pricing: Pricing) -> Line:
    return imperial_line(table, pricing.stake or USUAL_STAKE, imperial_counts(table.house, pricing.removed))


LINES: Mapping[str, Callable[[Table, str, Pricing], Line]] = {
    MAIN: _main_line,
    BANK: _main_line,
    "bonus": _envied_line,
    "dynasty": _envied_line,
    "three-card": _three_card_line,
    "red-black": _colour_line,
    "progressive": _progressive_line,
    "imperial": _imperial_line,
    options.DRAGONS_EYE.id: _dragons_eye_line,
}


# --- the best rules, in words ----------------------------------------------------------------------------------------


def rules_at(house: House, stake: int, banks: bool = False) -> Rules:
    """The best rules that a person can learn."""
    return best_rules(terms_at(house, banks), *won_and_lost(house, stake, banks))


def advice(table: Table, pricing: Pricing) -> Advice:
    """How to set hands: rules a person can learn, what each gains beside the house way, and what they leave."""
    house, stake = table.house, pricing.stake or USUAL_STAKE
    costs = tuple(
        StrategyEdge(name, main_line(table, MAIN, stake, main_counts(house, stake, name)).edge)
        for name in ("optimal", "rules", "house-way")
    )
    pays = won_and_lost(house, stake)
    rules = rules_at(house, stake)
    found = priced(main_wager(house, stake), pays, rules, way_at(house))
    gain, left = (sum((part[at] for part in found.values()), Fraction(0)) for at in (0, 1))
    exact = PlayRule("with any seven cards", "front", "the two whose setting is worth most, all dealers' hands counted")
    note = (
        f"the first rule that fits is applied; {POINTS}. All rules together gain {_percent(gain)} of the wager over "
        f"the house way, and leave {_percent(left)} to the best settings, which no short rules reach: "
        "while a hand is set, the help tells what each setting is worth"
    )
    return Advice(MAIN, (exact,), "rules", tuple(rules_in_words(rules, found)), costs, note)


def rules_in_words(rules: Rules, found: Mapping[Rule | About | None, Priced]) -> list[PlayRule]:
    """A way to set hands, rule by rule, the first that fits being applied; what each gains over the house way."""

    def about(*abouts: About) -> list[PlayRule]:
        own = [(condition(r), r, FRONTS[r.about][r.answer]) for r in rules.rules if r.about in abouts]
        rows = [*own, *((SET[name], name, FRONTS[name][0]) for name in abouts)]
        return [PlayRule(held, "front", f"{front}; {_in_words(found[of])}") for held, of, front in rows if of in found]

    complete = "straight, flush or better, with no pair or with three of a kind"
    return [
        PlayRule("five aces", "front", "a pair of kings if there is one, else two aces"),
        PlayRule("four of a kind with a pair or three of a kind", "front", "the pair, or two of the three"),
        *about("fours"),
        PlayRule("two threes of a kind", "front", "a pair from the higher three"),
        PlayRule("full house", "front", "the higher pair"),
        PlayRule("three pairs", "front", "the highest pair"),
        *about("two-pairs"),
        *about("breaks"),
        PlayRule(complete, "front", "the best two cards that leave such a hand behind"),
        *about("trip-aces"),
        *about("threes"),
        PlayRule("one pair", "front", "the two highest others"),
        *about("nothing"),
    ]


def _in_words(found: Priced) -> str:
    gains = f"gains {_percent(found.gain)}" if found.gain else "as the house way"
    return gains + (f", leaves {_percent(found.left)}" if found.left else "")


def _percent(part: Fraction) -> str:
    return f"{float(100 * part):.4f} %"


def to_check(table: Table) -> Mapping[str, Fraction]:
    """The edges of wagers whose pay tables are the house's own."""
    own = [kind for kind in table.layout.kinds() if GAME.bet[kind].own_odds]
    return {kind: LINES.get(kind, _held_line)(table, kind, Pricing()).edge for kind in own}


ODDS = GameOdds(
    lines=lines,
    advice=advice,
    usual_play="house-way",
    to_check=to_check,
    banker=BANK,
    settings=setting_values,
    takes_removed=True,
)
