"""What a game file makes of a game: another pay table, wagers more or less, terms that the subchapter does not have.

A game says in its own folder what may be varied beyond its pay tables and options: the facet ``variations``. All that
comes from a file is cited as of the draft that it proposes, never as a paragraph of the chapter.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from datetime import date
from typing import Any

import msgspec
from msgspec.structs import replace

from nomorebets.errors import HouseRuleError, RulesError, one_line, shown, unknown
from nomorebets.regulation import Citation, HouseOption, Money, Odds, Pays, PayTable, cite, law, names
from nomorebets.regulation.options import Choice, Idle, option
from nomorebets.table.added_wagers import ADDED, PAID, Event, SeatHand, event_bet, hand_bet, with_added
from nomorebets.table.betting_areas import areas_for
from nomorebets.table.game import Bet, Game, Settle, least_unit
from nomorebets.table.game_file import FILE_OPTION, NO_FILE, RULES_OPTION, GameFileError, Rules, Status, rules_of
from nomorebets.table.house import House
from nomorebets.table.wagers import Layout, Place, Result, Wager

TERM = cite("D.1(b)")
MOST_CENTS = 10_000  # on which all rows of a wager must pay whole cents
_KIND = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


class GameVariations(msgspec.Struct, frozen=True, kw_only=True):
    """The facet ``variations`` of a game: what a game file may do with it."""

    terms: tuple[HouseOption, ...] = ()  # that only a file sets
    kept: Mapping[str, str] = {}  # wagers that it is not dealt without, and why
    outcomes: Mapping[str, str] = {}  # what a wager may be added on, and in words
    side_bet: Callable[[str, Mapping[str, Pays]], Bet] | None = None  # such a wager, by its kind and rows
    # or the hand of a seat, by whose name a wager is settled beside any script; or one throw, spin or deal
    on: SeatHand | Event | None = None
    build: Callable[[Game, Rules], Game] | None = None  # a game that is all the file's
    # what the draft of its rules says, by paragraph; without it, what the file changes
    draft: Callable[[House], Mapping[str, tuple[str, ...]]] | None = None

    samples: Callable[[House], str] | None = None  # of such a game, the set of sample hands that its guide shows

    @property
    def named_outcomes(self) -> Mapping[str, str]:
        """All that a wager may be added on, and in words."""
        return self.outcomes if self.on is None else self.on.outcomes


def _file_name(text: str) -> str:
    name = "".join(letter for letter in text if letter.isprintable()).strip()
    if not name or len(name) > 80:
        raise HouseRuleError(f"{text[:80]!r} is not the name of a file", accepts="at most 80 letters")
    return name


def file_option(by: Citation) -> HouseOption:
    """The option that names the file."""
    says = "The file that a licensee supplied the terms of the game in."
    return replace(option(FILE_OPTION, by, says, [NO_FILE]), parse=_file_name)


RULES = replace(
    option(RULES_OPTION, TERM, "What the game file says beyond terms.", ["{}"]),
    must_supply=True,
    parse=lambda text: text,
)


def varied(game: Game, rules: Rules, may: GameVariations) -> Game:
    """A game as a file has it, or the error that says what of the file cannot be done and what can."""
    before = game
    game = may.build(game, rules) if may.build is not None else _with_bets(game, rules, may)
    known = {known.id: known for known in (*game.terms.options, *may.terms)}
    for name in rules.terms:
        if name not in known:
            raise fault(rules, f"terms.{one_line(name, 40)} is no term of this game", unknown("term", name, known))
    options = tuple(_as_proposed(each, rules) for each in known.values() if each.id not in (FILE_OPTION, RULES_OPTION))
    options = _without_bets(options, before, game)
    terms = replace(game.terms, options=(*options, file_option(TERM), RULES))
    return replace(game, terms=terms, name=rules.name)


def fault(rules: Rules, text: str, accepts: RulesError | str) -> GameFileError:
    """What is wrong with the rules of a file, by the name of its game."""
    return GameFileError(
        f"{rules.name}: {text}", accepts=accepts.accepts if isinstance(accepts, RulesError) else accepts
    )


def _as_proposed(known: HouseOption, rules: Rules) -> HouseOption:
    """An option whose value the file proposes: no table need be allowed to be run so by the chapter."""
    value = rules.terms.get(known.id)
    if value is None or value not in known.choices:
        return known
    allowed = replace(known.choices[value], by=TERM, since=None, analysis=False, until=None)
    return replace(known, choices={**known.choices, value: allowed})


def widened(known: HouseOption, *values: str) -> HouseOption:
    """An option with values besides that only a file can choose."""
    choices = {**known.choices, **{value: Choice(TERM) for value in values}}
    if (parse := known.parse) is None:
        return replace(known, choices=choices)

    def parse_more(text: str) -> str:
        try:
            return parse(text)
        except HouseRuleError as fault:
            if fault.by is not None:  # the paragraph names a least or a most, which the file need not keep
                fault.accepts = f"{', '.join(values)}, or {fault.accepts}"
            raise

    return replace(known, choices=choices, parse=parse_more)


def known_by(house: House, term: HouseOption, by: Citation) -> Citation:
    """What a rule is known by that a file may change: its paragraph, or the draft where the file has it otherwise."""
    return by if house.get(term) in (None, term.default) else TERM


def _without_bets(options: Iterable[HouseOption], before: Game, after: Game) -> tuple[HouseOption, ...]:
    """The options of a game; those that brought only wagers which a file leaves out decide nothing."""
    brought, left = ({bet.offered.id for bet in game.bets if bet.offered is not None} for game in (before, after))
    return tuple(replace(each, idle=Idle(always=True)) if each.id in brought - left else each for each in options)


# --- wagers ----------------------------------------------------------------------------------------------------------


def _with_bets(game: Game, rules: Rules, may: GameVariations) -> Game:
    needed = needed_wagers(game, may)
    for kind in rules.without:
        if kind not in game.bet or kind in needed:
            why = needed.get(kind, "it has no such wager")
            optional = [name for name in game.bet if name not in needed]
            raise fault(rules, f"without = [{shown(kind, 40)}]: {game.id} is not dealt so: {why}", _listed(optional))
    if {bet.kind for bet in game.bets if bet.has_stake} <= {*rules.without}:
        raise fault(rules, "without leaves no wager", "a list that leaves one")
    added = tuple(_added(game, rules, may, raw) for raw in rules.wager)
    kept = tuple(bet for bet in game.bets if bet.kind not in rules.without)
    rows = _rows(kept, rules)
    bets = tuple(_repaid(bet, rows) for bet in kept) + added
    before = game.betting.layout
    gone = set(rules.without)

    def layout(house: House) -> Layout:
        places = {id: place for id, place in before(house).items() if place.kind not in gone}
        at = len(places)
        for more, bet in enumerate(added):
            where = f"the {names.wager(bet.kind).lower()} area"
            drawn = (at + more, 0) if bet.beside else None  # beside a seat's others; else the board has no place for it
            places[bet.kind] = Place(bet.kind, bet.kind, (), bet.by, where, at=drawn)
        return Layout(places)

    def unit(house: House, place: Place) -> int:
        return least_unit(house, place) if place.by == ADDED else game.betting.unit(house, place)

    def left(names: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(name for name in names if name.partition(":")[0] not in gone)

    betting = replace(
        game.betting, layout=layout, unit=unit, usual=left(game.betting.usual), varied=left(game.betting.varied)
    )
    made = replace(game, bets=bets, betting=betting)
    return with_added(made, may.on) if added and may.on is not None else made


def needed_wagers(game: Game, may: GameVariations) -> dict[str, str]:
    """The wagers that a game is not dealt without, and why; all others a file may leave out."""
    needed: dict[str, str] = {}
    before = Counter(bet.opens for bet in game.bets).most_common(1)[0][0]
    for bet in game.bets:
        if bet.beside:
            needed.setdefault(bet.beside, f"{bet.kind} goes with it")
        if not bet.has_stake:
            needed[bet.kind] = f"{bet.beside} earns it; pay-table says how much"
        elif bet.bank != "house":
            needed[bet.kind] = "players wager against each other by it"
        elif bet.opens != before:
            needed[bet.kind] = "it is made in the round, by a decision or an option of the game"
        elif not game.betting.is_listed:
            needed[bet.kind] = "tickets are of every kind"
    for name in game.betting.usual if game.chance.words in ("cards", "tiles") else ():
        for kind in game.betting.bundles.get(name, (name.partition(":")[0],)):
            needed[kind] = "the game is played by it"
    return needed | dict(may.kept)


def _listed(names: Any) -> str:
    return ", ".join(names) or "nothing of the kind"


def read_pays(rules: Rules, key: str, text: object, kind: type[Odds | Money] = Odds) -> Pays:
    """Odds of a file, or the error that names the key."""
    if text is None:
        raise fault(rules, f"{key} is missing", 'odds, like "1 to 1"')
    try:
        return kind.parse(text)
    except HouseRuleError as wrong:
        raise fault(rules, f"{key}: {wrong.text}", wrong) from None


def read_kind(rules: Rules, raw: Mapping[str, Any], known: Any, keys: tuple[str, ...]) -> str:
    """The name of a wager that a file has, and no other entries than a wager may have."""
    for key in raw:
        if key not in keys:
            raise fault(rules, f"no entry of a wager is called {shown(key, 40)}", unknown("entry", key, keys))
    name = raw.get("name")
    if not isinstance(name, str) or len(name) > 30 or not _KIND.fullmatch(name):
        text = f"wager.name {'is missing' if name is None else f'= {shown(name, 40)} is no name of a wager'}"
        raise fault(rules, text, 'small letters, figures and hyphens, like name = "royal-pairs"')
    if name in known:
        raise fault(rules, f"wager.name = {name}: there is such a wager already", "another name")
    return name


def read_rows(rules: Rules, kind: str, raw: object, known: Mapping[str, str]) -> dict[str, Pays]:
    """The rows of a wager that is paid by what happened: ``pays = { pair = "10 to 1" }``."""
    if not isinstance(raw, Mapping) or not raw:
        text = f"wager {kind}: pays {'is missing' if raw is None else f'= {shown(raw, 40)} is no pay table'}"
        raise fault(rules, text, f'pays = {{ {next(iter(known))} = "10 to 1" }}')
    for row in raw:
        if row not in known:
            accepts = unknown("outcome", row, known)
            raise fault(rules, f"wager {kind}: no outcome is called {shown(row, 40)}", accepts)
    rows = {f"{kind}.{row}": read_pays(rules, f"wager {kind}.{row}", pays) for row, pays in raw.items()}
    if math.lcm(*(pays.on for pays in rows.values() if isinstance(pays, Odds))) > MOST_CENTS:
        text = f"wager {kind}: no stake that people make is paid to the cent by all its rows"
        raise fault(rules, text, 'odds like "3 to 2"')
    return rows


def _added(game: Game, rules: Rules, may: GameVariations, raw: Mapping[str, Any]) -> Bet:
    if not may.named_outcomes:
        why = why_none_is_added(game)
        raise fault(rules, f"[[wager]]: no wager can be added to {game.id}: {why}", "no [[wager]]")
    earlier = [str(other.get("name")) for other in rules.wager[: rules.wager.index(raw)]]
    rows_of = (row.partition(".")[0] for row in game.minimum_pays)
    taken = *game.bet, *rows_of, *earlier, *game.betting.bundles, *game.terms.limit_groups, "table"
    kind = read_kind(rules, raw, taken, ("name", "pays"))
    rows = read_rows(rules, kind, raw.get("pays"), may.named_outcomes)
    if isinstance(may.on, SeatHand):
        return hand_bet(may.on, kind, paid_by_file(rows))
    if may.on is not None:
        return event_bet(may.on, kind, paid_by_file(rows), game.bets[0])
    assert may.side_bet is not None
    return may.side_bet(kind, rows)


def why_none_is_added(game: Game) -> str:
    """Why a file may add no wager to a game that names no outcomes."""
    if game.bets[0].bank != "house":
        return "its players wager against each other, and nobody banks a wager beside theirs"
    if not game.betting.is_listed:
        return "its wagers are tickets, and what a ticket pays is an option of the house"
    return "its text is not known, and what a licensee supplies for it has no outcomes by name"


def paid_by_file(rows: Mapping[str, Pays]) -> PayTable:
    """A pay table that a file proposes."""
    return PayTable({row: (pays, PAID) for row, pays in rows.items()})


def with_wagers(game: Game, pays: Mapping[str, Pays], by: Citation, settle: Settle, decided: str) -> Game:
    """A game that has no other wagers than those of its file, each paid at odds of its own."""
    bets = tuple(
        Bet(kind=kind, by=by, settle=settle, pays=paid_by_file({kind: odds}), decided=decided)
        for kind, odds in pays.items()
    )
    betting = replace(game.betting, layout=areas_for(bets), usual=tuple(pays)[:1], varied=tuple(pays))
    return replace(game, bets=bets, betting=betting)


def _rows(bets: tuple[Bet, ...], rules: Rules) -> dict[str, Pays]:
    """The rows of pay tables that the file changes."""
    known = {row: pays for bet in bets for row, pays in bet.pays.items()}
    changed: dict[str, Pays] = {}
    for row, asked in rules.pay_table.items():
        if row not in known:
            raise fault(rules, f"pay-table.{one_line(row, 40)} is paid nowhere", unknown("row", row, known))
        changed[row] = read_pays(rules, f"pay-table.{row}", asked, type(known[row]))
    return changed


def _repaid(bet: Bet, rows: Mapping[str, Pays]) -> Bet:
    """A bet with the rows that a file changes; what it then wins is paid by the file."""
    own = {row: pays for row, pays in rows.items() if row in bet.pays}
    if not own:
        return bet
    least = bet.least or (lambda house: bet.pays)
    return replace(
        bet,
        pays=bet.pays | paid_by_file(own),
        least=lambda house: {row: own.get(row, pays) for row, pays in least(house).items()},
        settle=won_by(bet.settle, PAID),
    )


def won_by(settle: Settle, by: Citation) -> Settle:
    """A settlement whose wins are paid by another rule."""

    def settled(wager: Wager, outcome: Any, house: House) -> Result | None:
        result = settle(wager, outcome, house)
        if result is None or result.outcome != "win":
            return result
        return msgspec.structs.replace(result, by=by)

    return settled


# --- what may be done with it ----------------------------------------------------------------------------------------


def standing(status: Status) -> str:
    """What the regulator has said of a game from a file."""
    match status.state:
        case "test":
            return f"tested at {status.at} until {status.until}"
        case "authorized":
            return "authorized" + (f" since {status.since}" if status.since is not None else "")
        case "repealed":
            return "repealed" + (f" on {status.since}" if status.since is not None else "")
    return "proposed, and neither tested nor authorized"


def law_of(house: House) -> str:
    """What a house deals by, in words: the chapter of its day, as a file varies it, or a file alone."""
    rules = rules_of(house.options)
    chapter = f"N.J.A.C. {law.chapter_on(house.as_of).number} as of {house.as_of}"
    if rules is None:
        return chapter
    return f"{'of a game file, of no chapter' if rules.own else f'{chapter}, varied'}; {standing(rules.status)}"


def may_not_offer(status: Status, day: date, licensee: str = "") -> str:
    """Why no table may offer a game of this status on a day, at a licensee where one is named; nothing if it may."""
    match status.state:
        case "proposed":
            return f"it is {standing(status)}"
        case "test" if status.until is not None and day > status.until:
            return f"its test ended on {status.until}"
        case "test" if licensee and licensee != status.at:
            return f"it is tested at {status.at}, and not at {licensee}"
        case "authorized" if status.since is not None and day < status.since:
            return f"it is authorized from {status.since} on"
        case "repealed" if status.since is not None and day >= status.since:
            return f"it was repealed on {status.since}"
    return ""
