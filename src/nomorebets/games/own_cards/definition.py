"""What a game file says of a card game of one's own, read and checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal

from nomorebets.errors import shown, unknown
from nomorebets.hands.rankings import RANKINGS, Ranking, lowest
from nomorebets.regulation import Pays, to
from nomorebets.table import House
from nomorebets.table.game_file import RULES_OPTION, Rules, rules_from
from nomorebets.table.variation import fault, read_kind, read_pays, read_rows

FOLD: Literal["fold"] = "fold"
EVEN = to(1)
MOST_CARDS = 3  # of a hand: all hands against all hands are counted
COUNTED = tuple(name for name, ranking in RANKINGS.items() if max(ranking.sizes) <= MOST_CARDS)
MOST_TIMES = 5  # the largest raise, in first wagers
TIES = ("push", "dealer", "player")
AFTER_BOARD, BEFORE_BOARD = "after-community", "before-community"
UNQUALIFIED = ("win", "push")


@dataclass(frozen=True, kw_only=True, eq=False)  # one for every text of rules
class CardGame:
    """Cards to each player and the dealer, a first wager, a decision, and wagers on the own hand."""

    each: int  # cards
    community: int = 0  # cards for everybody, which belong to every hand
    decides_before_board: bool = False  # players decide before these are turned up
    ranking_name: str
    shown: int = 0  # cards of the dealer's that players see when they decide
    main: str = ""  # the wager against the dealer; none where there is no dealer
    main_pays: Pays = EVEN
    bonus: Mapping[str, Pays] = field(default_factory=dict)  # what hands earn on the main wager, by row
    raised: str = ""  # the wager of the decision; none where nothing is decided
    raise_pays: Pays = EVEN
    times: tuple[int, ...] = ()  # how many main wagers it may be
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
    def choices(self) -> tuple[str, ...]:
        """What a player may do, by name."""
        return (*(f"{self.raised}-{times}" for times in self.times), FOLD) if self.raised else ("stay",)

    def times_of(self, choice: str) -> int:
        """How many main wagers a choice adds."""
        return int(choice.rpartition("-")[2]) if choice.startswith(f"{self.raised}-") and self.raised else 0


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
    cards = _table(rules, own, "cards", ("each", "community", "ranking", "dealer-shows"))
    ranking = cards.get("ranking")
    if ranking not in COUNTED:
        text = f"cards.ranking = {shown(ranking, 40)} is no ranking of hands of at most {MOST_CARDS} cards"
        raise fault(rules, text, ", ".join(COUNTED))
    known = RANKINGS[ranking]
    community = _number(rules, "cards.community", cards.get("community", 0), tuple(range(max(known.sizes))))
    sizes = tuple(size - community for size in known.sizes if size > community)
    each = _number(rules, "cards.each", cards.get("each"), sizes)
    read: dict[str, Any] = {"sides": {}, "community": community}
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
        read |= _decision(rules, own, read)
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
    kinds = tuple(filter(None, (read["main"], read.get("raised", ""))))
    raw = _table(rules, own["dealer"], "not-qualified", kinds)
    return {kind: _word(rules, f"dealer.not-qualified.{kind}", raw.get(kind), UNQUALIFIED) for kind in kinds}


def _decision(rules: Rules, own: Mapping[str, Any], read: Mapping[str, Any]) -> dict[str, Any]:
    if "decision" not in own:
        return {}
    raw = _table(rules, own, "decision", ("name", "times", "pays", "when"))
    kind = read_kind(rules, {"name": raw.get("name", "raise")}, [read["main"], *read["sides"]], ("name",))
    times = raw.get("times")
    known = range(1, MOST_TIMES + 1)
    if not isinstance(times, list) or not times or any(type(n) is not int or n not in known for n in times):
        text = f"{_as_said('decision.times', times)}: it says how many first wagers a {kind} may be"
        raise fault(rules, text, f"times = [1], or several of 1 to {MOST_TIMES}")
    pays = read_pays(rules, "decision.pays", raw.get("pays"))
    moments = (AFTER_BOARD, BEFORE_BOARD) if read["community"] else (AFTER_BOARD,)
    before = _word(rules, "decision.when", raw.get("when", AFTER_BOARD), moments) == BEFORE_BOARD
    made = {"raised": kind, "raise_pays": pays, "times": tuple(sorted(set(times)))}
    return made | {"decides_before_board": before}
