"""What a game file says of a card game of one's own, read and checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, Literal

from nomorebets.errors import shown, unknown
from nomorebets.hands.rankings import RANKINGS, Ranking, lowest
from nomorebets.regulation import Pays, to
from nomorebets.table import House
from nomorebets.table.game_file import RULES_OPTION, Rules, rules_from
from nomorebets.table.variation import fault, read_kind, read_pays, read_rows

FOLD: Literal["fold"] = "fold"
CHECK = "check"
EVEN = to(1)
MOST_TIMES = 5  # the largest raise, in first wagers
MOST_DECISIONS = 4
MOST_COMMUNITY = 5
MOST_DECKS = 8
ONE_DECK_FROM = 5  # cards of a hand: of several decks five may be alike, which no ranking of the chapter places
TIES = ("push", "dealer", "player")
AFTER_BOARD, BEFORE_BOARD = "after-community", "before-community"
UNQUALIFIED = ("win", "push")


@dataclass(frozen=True)
class Decision:
    """What players decide at one moment: a raise of so many first wagers, or else a check or a fold."""

    name: str  # of the wager that a raise is; at a later moment under the same name it is made only once
    times: tuple[int, ...]
    seen: int  # community cards that are turned up then
    otherwise: str = FOLD

    @property
    def choices(self) -> tuple[str, ...]:
        return (*(f"{self.name}-{times}" for times in self.times), self.otherwise)

    def times_of(self, choice: str) -> int:
        """How many main wagers a choice adds."""
        return 0 if choice == self.otherwise else self.times[self.choices.index(choice)]


@dataclass(frozen=True)
class Way:
    """What somebody has chosen so far, and what comes next."""

    choices: tuple[str, ...]
    raises: Mapping[str, int]  # wagers beside the first, in first wagers
    folded: bool
    asked: int | None  # the place of the decision that is next; None where nothing is left to decide


@dataclass(frozen=True, kw_only=True, eq=False)  # one for every text of rules
class CardGame:
    """Cards to each player and the dealer, a first wager, a decision, and wagers on the own hand."""

    each: int  # cards
    decks: int = 1
    community: int = 0  # cards for everybody, which belong to every hand
    ranking_name: str
    shown: int = 0  # cards of the dealer's that players see when they decide
    main: str = ""  # the wager against the dealer; none where there is no dealer
    main_pays: Pays = EVEN
    bonus: Mapping[str, Pays] = field(default_factory=dict)  # what hands earn on the main wager, by row
    decisions: tuple[Decision, ...] = ()  # in order; none where nothing is decided
    raises: Mapping[str, Pays] = field(default_factory=dict)  # the wagers that they make, and what they pay
    ties: str = "push"
    qualifies: str = ""  # the dealer's lowest hand
    unqualified: Mapping[str, str] = field(default_factory=dict)  # what a wager does then
    sides: Mapping[str, Mapping[str, Pays]] = field(default_factory=dict)  # wagers on the own hand, by row

    @property
    def ranking(self) -> Ranking:
        return RANKINGS[self.ranking_name]

    @property
    def qualifies_from(self) -> int:
        """The number of the dealer's lowest hand that qualifies."""
        return lowest(self.ranking_name, self.size)[self.qualifies] if self.qualifies else 0

    @property
    def size(self) -> int:
        """The cards of a hand, with those for everybody."""
        return self.each + self.community

    @property
    def bonus_kind(self) -> str:
        return f"{self.main}-bonus"

    @property
    def first_seen(self) -> int:
        """The community cards that are dealt face up: those that the first decision is made with."""
        return self.decisions[0].seen if self.decisions else self.community

    @property
    def decides_first(self) -> bool:
        """Whether something is decided before any community card is seen, and there are some."""
        return bool(self.decisions) and self.decisions[0].seen < min(self.community, 1)

    def way(self, choices: tuple[str, ...]) -> Way:
        """Where choices lead: a raise that was made is not asked for again, and after a fold nothing is."""
        raises: dict[str, int] = {}
        left = list(choices)
        for place, decision in enumerate(self.decisions):
            if decision.name in raises:
                continue
            if not left:
                return Way(choices, raises, False, place)
            choice = left.pop(0)
            if choice == FOLD:
                return Way(choices, raises, True, None)
            if times := decision.times_of(choice):
                raises[decision.name] = times
        return Way(choices, raises, False, None)

    def ways_on(self, way: Way) -> Iterator[Way]:
        """Where each choice of the next decision leads."""
        if way.asked is not None:
            for choice in self.decisions[way.asked].choices:
                yield self.way((*way.choices, choice))

    @cached_property
    def ways(self) -> tuple[Way, ...]:
        """Every way that choices may lead, from none on."""
        found = [self.way(())]
        for way in found:
            found += self.ways_on(way)
        return tuple(found)

    @cached_property
    def played_out(self) -> tuple[Way, ...]:
        """The ways on which nothing is left to decide."""
        return tuple(way for way in self.ways if way.asked is None)


def game_at(house: House) -> CardGame:
    """The game that a house deals."""
    return _read(house.options[RULES_OPTION])


@lru_cache(maxsize=64)
def _read(text: str) -> CardGame:
    return read_game(rules_from(text))


# --- reading ---------------------------------------------------------------------------------------------------------


def read_game(rules: Rules) -> CardGame:
    """A card game from the rules of its file; every gap is an error that says what would be accepted."""
    own = rules.own
    for key in own:
        if key not in ("cards", "dealer", "decision"):
            raise fault(rules, f"no entry of a card game is called {shown(key, 40)}", "cards, dealer, decision, wager")
    cards = _table(rules, own, "cards", ("each", "community", "decks", "ranking", "dealer-shows"))
    ranking = _word(rules, "cards.ranking", cards.get("ranking"), tuple(RANKINGS))
    known = RANKINGS[ranking]
    most = min(max(known.sizes) - 1, MOST_COMMUNITY)
    community = _number(rules, "cards.community", cards.get("community", 0), tuple(range(most + 1)))
    sizes = tuple(size - community for size in known.sizes if size > community)
    each = _number(rules, "cards.each", cards.get("each"), sizes)
    decks = _number(rules, "cards.decks", cards.get("decks", 1), tuple(range(1, MOST_DECKS + 1)))
    if decks > 1 and each + community >= ONE_DECK_FROM:
        text = f"cards.decks = {decks}: of several decks five cards may be alike, which {ranking} does not rank"
        raise fault(rules, text, "1, or a ranking of at most three cards")
    read: dict[str, Any] = {"sides": {}, "community": community, "decks": decks}
    for raw in rules.wager:
        _read_wager(rules, raw, known, read)
    has_dealer = "main" in read
    if not has_dealer and ("dealer" in own or "decision" in own):
        raise fault(rules, "no wager is against the dealer", '[[wager]] with against = "dealer"')
    if not has_dealer and not read["sides"]:
        raise fault(rules, "it has no wager", '[[wager]] with a name, against = "dealer" or on = "hand", and pays')
    shown_cards = cards.get("dealer-shows", 0)
    if has_dealer:
        read["shown"] = _number(rules, "cards.dealer-shows", shown_cards, (0,) if community else (0, 1))
        read |= _dealer(rules, own, ranking, each + community)
        read |= _decisions(rules, own, read)
        read["unqualified"] = _unqualified(rules, own, read)
    return CardGame(each=each, ranking_name=ranking, **read)


def _table(rules: Rules, raw: Mapping[str, Any], key: str, known: tuple[str, ...]) -> Mapping[str, Any]:
    table = raw.get(key, {})
    if not isinstance(table, Mapping):
        raise fault(rules, f"{key} = {shown(table, 40)} is no table", f"[{key}], and lines below it")
    for entry in table:
        if entry not in known:
            raise fault(rules, f"no entry of [{key}] is called {shown(entry, 40)}", unknown("entry", entry, known))
    return table


def _number(rules: Rules, key: str, value: object, known: tuple[int, ...]) -> int:
    if type(value) is not int or value not in known:
        raise fault(rules, _as_said(key, value), " or ".join(map(str, known)))
    return value


def _as_said(key: str, value: object) -> str:
    return f"{key} is missing" if value is None else f"{key} = {shown(value, 40)}"


def _word(rules: Rules, key: str, value: object, known: tuple[str, ...]) -> str:
    if value not in known:
        raise fault(rules, _as_said(key, value), ", ".join(known))
    return str(value)


def _read_wager(rules: Rules, raw: Mapping[str, Any], ranking: Ranking, read: dict[str, Any]) -> None:
    earlier = [*read["sides"], *([read["main"], f"{read['main']}-bonus"] if "main" in read else [])]
    kind = read_kind(rules, raw, earlier, ("name", "against", "on", "pays", "bonus"))
    classes = dict.fromkeys(ranking.classes, "")
    if raw.get("against") == "dealer" and "on" not in raw:
        if "main" in read:
            raise fault(rules, f"wager {kind}: {read['main']} is against the dealer already", 'on = "hand"')
        read["main"], read["main_pays"] = kind, read_pays(rules, f"wager {kind}.pays", raw.get("pays"))
        if "bonus" in raw:
            rows = read_rows(rules, kind, raw["bonus"], classes)
            read["bonus"] = {f"{kind}-bonus.{row.partition('.')[2]}": pays for row, pays in rows.items()}
    elif raw.get("on") == "hand" and "against" not in raw and "bonus" not in raw:
        read["sides"][kind] = read_rows(rules, kind, raw.get("pays"), classes)
    else:
        text = f"wager {kind} does not say what decides it"
        raise fault(rules, text, 'against = "dealer", or on = "hand" with a pay table and no bonus')


def _dealer(rules: Rules, own: Mapping[str, Any], ranking: str, each: int) -> dict[str, Any]:
    raw = _table(rules, own, "dealer", ("qualifies", "not-qualified", "ties"))
    read: dict[str, Any] = {"ties": _word(rules, "dealer.ties", raw.get("ties"), TIES)}
    if "qualifies" in raw:
        read["qualifies"] = _word(rules, "dealer.qualifies", raw["qualifies"], tuple(lowest(ranking, each)))
    elif "not-qualified" in raw:
        raise fault(rules, "dealer.not-qualified without dealer.qualifies", "the dealer's lowest hand beside it")
    return read


def _unqualified(rules: Rules, own: Mapping[str, Any], read: Mapping[str, Any]) -> dict[str, str]:
    """What each wager does where the dealer does not qualify; all must be told."""
    if "qualifies" not in read:
        return {}
    kinds = (read["main"], *read["raises"])
    raw = _table(rules, own["dealer"], "not-qualified", kinds)
    return {kind: _word(rules, f"dealer.not-qualified.{kind}", raw.get(kind), UNQUALIFIED) for kind in kinds}


def _decisions(rules: Rules, own: Mapping[str, Any], read: Mapping[str, Any]) -> dict[str, Any]:
    """The decisions of a file: ``[decision]``, or ``[[decision]]`` for each of several."""
    raw = own.get("decision", [])
    several = raw if isinstance(raw, list) else [raw]
    if len(several) > MOST_DECISIONS:
        raise fault(rules, f"decision: {len(several)} of them", f"at most {MOST_DECISIONS}")
    made: list[Decision] = []
    pays: dict[str, Pays] = {}
    for each in several:
        decision = _decision(rules, _table(rules, {"decision": each}, "decision", _OF_DECISION), read)
        if made and decision.seen <= made[-1].seen:
            text = f"decision {decision.name}: it is decided with {decision.seen} community cards, as one before it is"
            raise fault(rules, text, "decisions in order, each with more community cards than the one before")
        odds = each.get("pays")
        if decision.name not in pays or odds is not None:
            paid = read_pays(rules, "decision.pays", odds)
            if pays.setdefault(decision.name, paid) != paid:
                text = f"decision.pays = {shown(odds, 40)}: {decision.name} is one wager, and pays otherwise above"
                raise fault(rules, text, f"{pays[decision.name]}, or another name")
        made.append(decision)
    return {"decisions": tuple(made), "raises": pays}


_OF_DECISION = ("name", "times", "pays", "when", "otherwise")


def _decision(rules: Rules, raw: Mapping[str, Any], read: Mapping[str, Any]) -> Decision:
    kind = read_kind(rules, {"name": raw.get("name", "raise")}, [read["main"], *read["sides"]], ("name",))
    times = raw.get("times")
    known = range(1, MOST_TIMES + 1)
    if not isinstance(times, list) or not times or any(type(n) is not int or n not in known for n in times):
        text = f"{_as_said('decision.times', times)}: it says how many first wagers a {kind} may be"
        raise fault(rules, text, f"times = [1], or several of 1 to {MOST_TIMES}")
    moments = moments_of(read["community"])
    seen = moments[_word(rules, "decision.when", raw.get("when", AFTER_BOARD), tuple(moments))]
    otherwise = _word(rules, "decision.otherwise", raw.get("otherwise", FOLD), (FOLD, CHECK))
    return Decision(kind, tuple(sorted(set(times))), seen, otherwise)


def moments_of(community: int) -> dict[str, int]:
    """When players may decide, by the community cards that they see then."""
    between = {f"{AFTER_BOARD}-{seen}": seen for seen in range(1, community)}
    return {AFTER_BOARD: community, **({BEFORE_BOARD: 0} if community else {}), **between}
