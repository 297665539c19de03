"""Casino war, exactly: whole numbers by counts of ranks, for any composition of the shoe.

Cards burned unseen change nothing: whatever is dealt later is equally likely to be any of the cards not seen.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from fractions import Fraction
from functools import cache

from nomorebets.equipment.cards import RANK_NAMES, RANKS
from nomorebets.errors import UnknownName, unknown
from nomorebets.games.casino_war import terms as options
from nomorebets.games.casino_war.strategies import NAMED, RULES_OF_PLAY, weigh
from nomorebets.pricing.ends import Ends
from nomorebets.pricing.facet import Advice, GameOdds, PlayRule, Pricing, StrategyEdge
from nomorebets.pricing.sheet import Line, Outcome
from nomorebets.regulation import Citation, cite, law, reading
from nomorebets.table import House, Table

Counts = Mapping[int, int]  # cards by rank

SETTLED_BY = {
    "win": "22.9",
    "lose": "22.8",
    "surrender": "R-22.8-surrender",
    "war won": "R-22.8-war",
    "war tied": "R-22.8-war",
    "war lost": "R-22.8-war",
}


def fresh(decks: int) -> Counter[int]:
    """A shoe of so many decks."""
    return Counter(dict.fromkeys(range(len(RANKS)), 4 * decks))


def solve(shoe: Counts, wars: Mapping[int, bool]) -> Ends:
    """How often one player against the dealer comes to each end; ``wars`` says what is done on a tie at each rank.

    >>> solve(fresh(6), dict.fromkeys(range(13), True)).probability("win")
    Fraction(144, 311)
    """
    total = sum(shoe.values())
    if total < 4:
        raise UnknownName(f"a shoe of {total} cards cannot end in a war", accepts="four cards or more")
    rest = (total - 2) * (total - 3)
    ends: Counter[str] = Counter()
    for player, of_player in shoe.items():
        ends["win"] += of_player * sum(n for r, n in shoe.items() if r < player) * rest
        ends["lose"] += of_player * sum(n for r, n in shoe.items() if r > player) * rest
        ties = of_player * (of_player - 1)
        if not wars[player]:
            ends["surrender"] += ties * rest
        else:
            left = Counter({**shoe, player: of_player - 2})
            for end, ways in war_ends(left).items():
                ends[end] += ties * ways
    return Ends({(end,): n for end, n in ends.items() if n}, total * (total - 1) * rest)


def war_ends(left: Counts) -> Counter[str]:
    """How many pairs of war cards, in order, win, tie and lose."""
    found: Counter[str] = Counter()
    for player, n in left.items():
        found["war won"] += n * sum(m for r, m in left.items() if r < player)
        found["war tied"] += n * (n - 1)
        found["war lost"] += n * sum(m for r, m in left.items() if r > player)
    return found


def net_of(house: House, end: str) -> Fraction:
    """What the initial wager and a war wager gain together, per unit of the initial wager."""
    war = _ratio(house, "war")
    return {
        "win": _ratio(house, "initial"),
        "lose": Fraction(-1),
        "surrender": Fraction(-1, 2),
        "war won": war,
        "war tied": war + (_ratio(house, "war-tie-bonus") if house[options.WAR_TIE_BONUS] == "initial-x1" else 0),
        "war lost": Fraction(-2),
    }[end]


def _ratio(house: House, row: str) -> Fraction:
    pays = house.pays[row]
    return pays.size


def war_is_best(left: Counts, house: House) -> bool:
    """Whether going to war loses less than surrendering, over the cards that may still come."""
    ends = war_ends(left)
    gain = sum((net_of(house, end) * ways for end, ways in ends.items()), Fraction(0))
    return gain > Fraction(-1, 2) * ends.total()


def wars_by(shoe: Counts, house: House, strategy: str | None) -> dict[int, bool]:
    """What a strategy does on a tie at each rank, with nothing else known than the two cards."""
    name = strategy or "optimal"
    if name not in RULES_OF_PLAY:
        raise unknown("strategy", name, NAMED, house.as_of)
    rule = RULES_OF_PLAY[name]
    return {rank: rule(rank, Counter({**shoe, rank: shoe[rank] - 2}), house) for rank in shoe}


@cache
def _solved(decks: int, wars: tuple[bool, ...]) -> Ends:
    return solve(fresh(decks), dict(enumerate(wars)))


def played(table: Table, strategy: str | None) -> Ends:
    """All rounds from a fresh shoe by a named strategy."""
    decks = int(table.house[options.DECKS])
    wars = wars_by(fresh(decks), table.house, strategy)
    return _solved(decks, tuple(wars[rank] for rank in range(len(RANKS))))


# --- lines -----------------------------------------------------------------------------------------------------------


def lines(table: Table, pricing: Pricing) -> list[Line]:
    """The line of the initial wager with its war wager, and that of the tie wager where it is offered."""
    kinds = [kind for kind in table.layout.kinds() if kind != "war"]
    wager = "initial" if pricing.wager in ("war", "war-tie-bonus") else pricing.wager
    if wager is not None and wager not in kinds:
        raise unknown("wager", wager, kinds, table.as_of)
    ends = played(table, pricing.strategy)
    make = {"initial": initial_line, "tie": tie_line}
    return [make[kind](table, ends) for kind in kinds if wager in (None, kind)]


def initial_line(table: Table, ends: Ends) -> Line:
    """The line of the initial wager with its war wager, from counts."""
    outcomes = []
    for (end,), count in ends.counts.items():
        by = _by(str(end), table.house)
        outcomes.append(Outcome(str(end), net_of(table.house, str(end)), Fraction(count, ends.total), by))
    outcomes.sort(key=lambda o: (-o.net, o.outcome))
    wars = sum((o.probability for o in outcomes if o.outcome.startswith("war")), Fraction(0))
    return Line("initial", tuple(outcomes), _basis(table, outcomes), average_wager=1 + wars)


def _by(end: str, house: House) -> Citation:
    if end == "war tied" and house[options.WAR_TIE_BONUS] == "initial-x1":
        return reading("R-22.8-war-tie-bonus")
    name = SETTLED_BY[end]
    return reading(name) if name.startswith("R-") else cite(name)


def tie_line(table: Table, ends: Ends) -> Line:
    """The line of the tie wager: settled on the first two cards, whatever is decided then."""
    counts: defaultdict[bool, int] = defaultdict(int)
    for (end,), count in ends.counts.items():
        counts[end not in ("win", "lose")] += count
    win = Outcome("win", _ratio(table.house, "tie"), Fraction(counts[True], ends.total), cite("22.9"))
    lose = Outcome("lose", Fraction(-1), Fraction(counts[False], ends.total), reading("R-22.8-tie-wager"))
    return Line("tie", (win, lose), _basis(table, [win, lose]))


def _basis(table: Table, outcomes: list[Outcome]) -> law.Basis:
    decks = options.DECKS.choices[table.house[options.DECKS]].by
    return law.weakest([law.basis(by, table.as_of) for by in (decks, *(o.by for o in outcomes))])


# --- the best play in words ------------------------------------------------------------------------------------------


def advice(table: Table, pricing: Pricing) -> Advice:
    """When to go to war, by the rank of the tie, and what other ways cost."""
    shoe = fresh(int(table.house[options.DECKS]))
    wars = wars_by(shoe, table.house, None)
    costs = [StrategyEdge(name, initial_line(table, played(table, name)).edge) for name in RULES_OF_PLAY]
    short = min(costs[1:], key=lambda costed: costed.edge).strategy
    decision = "when the first two cards tie"
    always = {
        "always-war": PlayRule(decision, "war", "always"),
        "always-surrender": PlayRule(decision, "surrender", "always"),
    }
    if all(wars.values()):
        exact = [always["always-war"]]
    elif not any(wars.values()):
        exact = [always["always-surrender"]]
    else:
        exact = [
            PlayRule(decision, play, "at " + ", ".join(RANK_NAMES[RANKS[r]] + "s" for r in wars if wars[r] == goes))
            for play, goes in (("war", True), ("surrender", False))
        ]
    note = "the tie wager is settled on the first two cards and leaves nothing to decide"
    return Advice("initial", tuple(exact), short, (always[short],), tuple(costs), note)


ODDS = GameOdds(lines=lines, advice=advice, choices=weigh)
