"""The library for people who import it: the same words as on the command line.

A count may be written as people write it: ``1_000_000``, ``1e6`` or ``"1e6"``. A game is named by its id or the path of
a game file, or is a table that is open.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

import nomorebets.notebook  # noqa: F401  # registers how results show themselves
from nomorebets.drivers.bots import bots_at
from nomorebets.drivers.chance import SecureChance, SeededChance
from nomorebets.drivers.position import Position, Wagers
from nomorebets.drivers.seen import Player, decides
from nomorebets.errors import UnknownName, package_missing, shown
from nomorebets.games import as_day, named
from nomorebets.games import game as _game
from nomorebets.games import game_ids as _game_ids
from nomorebets.games import open_table as _open_table
from nomorebets.pricing.rules_line import read_line
from nomorebets.regulation import Citation
from nomorebets.table import Play, Round, Settings, Table, play
from nomorebets.table.house import require_no_analysis
from nomorebets.table.money import cents
from nomorebets.untrusted import HOUSE_FILE, RECORDS, STRATEGY, TRANSCRIPT, read_path

if TYPE_CHECKING:
    from types import ModuleType

    from nomorebets.compliance.check import Violation
    from nomorebets.compliance.guide import Guide
    from nomorebets.papers.report import CrossCheck, Report
    from nomorebets.pricing.equities import Equities
    from nomorebets.pricing.facet import Advice, ChoiceValue, PartialPlay
    from nomorebets.pricing.session_report import SessionReport
    from nomorebets.pricing.sheet import OddsSheet
    from nomorebets.rulebook.coverage import Row
    from nomorebets.rulings.dispute import Verdict
    from nomorebets.sim.executors import Executor
    from nomorebets.sim.simulate import Simulation
    from nomorebets.sim.verify import Verified
    from nomorebets.table.record import Record

Count = int | float | str
P = ParamSpec("P")
R = TypeVar("R")


def _says_what_is_missing(function: Callable[P, R]) -> Callable[P, R]:
    """Where a package of an extra is not installed, say how to install it."""

    @wraps(function)
    def called(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return function(*args, **kwargs)
        except ModuleNotFoundError as fault:
            raise package_missing(fault) or fault from None

    return called


def game_ids() -> list[str]:
    """The ids of the games that can be dealt."""
    return _game_ids()


def open_table(
    game: str | Path,
    *,
    as_of: date | None = None,
    options: Mapping[str, object] | None = None,
    pay_table: Mapping[str, object] | None = None,
    limits: Mapping[str, object] | None = None,
    rules: str = "",
) -> Table:
    """Open a table as of a date, under a licensee's choices; what is not chosen takes its default.

    ``game``: the id of a game, a sample (``sample:…``), or the path of a game file.
    ``rules``: options in one line, as players write them, where the game has such words; ``options`` go before it.

    >>> open_table("roulette", as_of=date(1997, 1, 1)).house.options["even-money-on-zero"]
    'half'
    """
    game_id, of_file = named(game)
    said: dict[str, object] = dict(read_line(_game(game_id), rules)) if rules else {}
    asked = Settings({**said, **(options or {})}, dict(pay_table or {}), dict(limits or {}))
    return _open_table(game_id, as_of, asked.over(of_file))


@_says_what_is_missing
def start(
    game: Table | str | Path,
    wagers: Wagers | None = None,
    *,
    seed: int | None = None,
    outcomes: str | Sequence[str] = (),
    hands: Mapping[object, str | Sequence[str]] | None = None,
    state: Mapping[str, str] | None = None,
    seats: Mapping[int, object] | None = None,
) -> Position:
    """A round to step through: chance and the dealer go on by themselves, people are asked.

    ``wagers``: in dollars, of seat 1 or by seat; without them the position waits for :meth:`Position.bet`. ``outcomes``
    and ``hands`` say what comes up, in order or by hand (a seat's number, or ``"dealer"``); after them chance decides,
    with a seed always the same. ``state``: what the table remembers, like a point. ``seats``: who sits, and with how
    many dollars; 0 is not counted.

    >>> at = start("casino-war", {"initial": 5}, outcomes="Ts 9h")
    >>> at.over, at.net
    (True, {1: 500})
    """
    chips = None if seats is None else {seat: cents(amount) for seat, amount in seats.items()}
    return Position(_opened(game), wagers, seed=seed, outcomes=outcomes, hands=hands, state=state, seats=chips)


@_says_what_is_missing
def deal(
    table: Table | str | Path, *, seats: int | None = None, strategy: str | Player = "variety", seed: int | None = None
) -> Play:
    """Deal one round to bots. With a seed the round can be dealt again; without one nobody can foresee it.

    ``seats``: how many play; without a word one, and two where they play against each other.
    ``strategy``: a name, or a function of what a seat knows (:class:`Seen`) that gives its answer in words.

    >>> [ruling.result for ruling in deal("roulette", seed=2).rulings]
    ['win']
    >>> deal("casino-war", seed=4, strategy=lambda seen: "surrender").rulings[0].result
    'win'
    """
    opened = _opened(table)
    chance = SecureChance() if seed is None else SeededChance(seed)
    if seats is None:
        seats = 2 if opened.game.terms.why_not_alone else 1
    bots = bots_at(opened, strategy if isinstance(strategy, str) else "variety", seats, chance)
    if not isinstance(strategy, str):
        bots.decide = decides(strategy)
    return play(Round(opened, seats={wager.seat: 0 for wager in bots.wagers}), bots)


@_says_what_is_missing
def odds(
    game: Table | str | Path,
    *,
    wager: str | None = None,
    stake: object = None,
    strategy: str | Path | Player | None = None,
    ticket: str | None = None,
    meter: object = None,
    removed: str | Sequence[str] = (),
) -> OddsSheet:
    """The exact odds of every wager of a game or table; or of one ticket, by the sizes of its groups and its ways.

    ``strategy``: a name, the path of a strategy file, or a function of what a seat knows, where the rounds are few
    enough to be dealt all. ``meter``: what a progressive meter shows; ``removed``: cards that have left the shoe.

    >>> odds("roulette")["straight"].edge
    Fraction(1, 19)
    """
    from nomorebets.pricing.sheet import odds_at, odds_of_file, odds_of_player, odds_of_ticket

    table = _opened(game)
    if ticket is not None:
        _refuse_beside("a ticket", wager=wager, stake=stake, strategy=strategy, meter=meter, removed=removed)
        return odds_of_ticket(table, ticket)
    if isinstance(strategy, Path):
        _refuse_beside("a strategy file", wager=wager, stake=stake, meter=meter)
        return odds_of_file(table, read_path(strategy, STRATEGY), strategy.name, removed=removed)
    if callable(strategy):
        _refuse_beside("a way to play that is a function", meter=meter, removed=removed)
        return odds_of_player(table, strategy, wager=wager, stake=stake)
    return odds_at(table, wager=wager, stake=stake, strategy=strategy, meter=meter, removed=removed)


@_says_what_is_missing
def strategy(game: Table | str | Path, *, stake: object = None) -> Advice | PartialPlay:
    """The best play of a game in words a person can use; of a game that is not solved, what is known of it.

    >>> strategy("caribbean-stud").costs[0].strategy
    'optimal'
    """
    from nomorebets.pricing.facet import Pricing, odds_of
    from nomorebets.pricing.sheet import stake_at

    table = _opened(game)
    known, pricing = odds_of(table.game), Pricing(stake=stake_at(table, stake))
    if known is not None and known.partly is not None:
        return known.partly(table, pricing)
    if known is None or known.advice is None:
        why = table.game.terms.no_decision or "its best play is not worked out yet"
        raise UnknownName(f"{table.game.id} has no strategy: {why}", on=table.as_of, accepts="odds, to choose a wager")
    return known.advice(table, pricing)


@_says_what_is_missing
def choices(at: Position) -> Mapping[str, ChoiceValue]:
    """What each choice of the seat that is asked is worth on average, in cents, by what that seat can know.

    >>> at = start("caribbean-stud", {"ante": 5}, hands={1: "As Kd Qh Jc 9s", "dealer": "2d"}, seed=1)
    >>> {choice: round(float(value.worth)) for choice, value in choices(at).items()}
    {'bet': -486, 'fold': -500}
    """
    from nomorebets.pricing.facet import odds_of

    known, asked = odds_of(at.table.game), at.play.asked
    ask = asked.ask_of(at.seat) if asked is not None and at.seat else None
    if ask is None or known is None or known.choices is None:
        text = f"what each answer is worth is not worked out for {at!r}"
        raise UnknownName(text, on=at.table.as_of, accepts="a decision of a game that is solved")
    return known.choices(ask, at.play.table)


@_says_what_is_missing
def equities(game: Table | str | Path, hands: str, *, board: str = "", dead: str = "") -> Equities:
    """What hands of players against each other may expect of a pot, over all ways to deal the rest.

    >>> [hand.share for hand in equities("holdem", "AsKs QhQd", board="Qc Jd 2h 3s").hands]
    [Fraction(1, 11), Fraction(10, 11)]
    """
    from nomorebets.pricing.equities import equities_at

    return equities_at(_opened(game), hands, board, dead)


@_says_what_is_missing
def simulate(
    game: Table | str | Path,
    rounds: Count | None = None,
    *,
    seed: int = 0,
    workers: int = 1,
    wager: str | None = None,
    strategy: str | Player | None = None,
    stake: object = None,
    until_error: float | None = None,
    resume: str | Path | None = None,
    cluster: str | None = None,
    executor: Executor | ModuleType | None = None,
) -> Simulation:
    """Simulate rounds of a game or table; the result does not depend on the number of workers.

    ``until_error`` ends it when no standard error is larger; ``resume`` names a checkpoint file to keep and to go on
    from; ``cluster`` is the address of a dask scheduler, ``executor`` any executor like those of
    ``concurrent.futures``, or the module ``ray``. A ``strategy`` that is a function of what a seat knows is dealt to by
    the script.

    >>> red = simulate("roulette", 100_000, seed=1, wager="red").lines[0]
    >>> red.wager, abs(red.z(odds("roulette")["red"].edge)) < 4
    ('red', True)
    """
    from nomorebets.sim.simulate import simulate as run

    table, many = _opened(game), None if rounds is None else count(rounds)
    if strategy is None or isinstance(strategy, str):
        return run(
            table,
            many,
            seed,
            workers,
            wager,
            None,
            strategy,
            stake,
            until_error=until_error,
            resume=resume,
            cluster=cluster,
            executor=executor,
        )
    from nomorebets.pricing.sheet import stake_at
    from nomorebets.sim.players import simulate_player

    if many is None or until_error is not None or resume is not None or cluster is not None or executor is not None:
        raise UnknownName(
            "a function is dealt to in this process, for a number of rounds", accepts="rounds, seed, stake"
        )
    return simulate_player(table, many, strategy, seed=seed, wager=wager, stake=stake_at(table, stake))


@_says_what_is_missing
def verify(
    game: Table | str | Path,
    rounds: Count = 10**7,
    *,
    deals: Count = 2_000,
    seed: int = 0,
    workers: int = 1,
    wager: str | None = None,
    strategy: str | None = None,
) -> Verified:
    """Compare exact odds, simulated rounds and rounds dealt by the script, wager by wager.

    >>> verify("big-six", 100_000, deals=50).holds
    True
    """
    from nomorebets.sim.verify import verify as compare

    called = "" if isinstance(game, Table) else str(game)
    return compare(_opened(game), count(rounds), count(deals), seed, workers, strategy, wager, called=called)


@_says_what_is_missing
def report(
    game: Table | str | Path,
    *,
    made: date,
    strategy: str | None = None,
    sensitivity: bool = True,
    check: CrossCheck | None = None,
) -> Report:
    """The mathematics of a game or table, as a laboratory wants it; ``check`` says how much is simulated and dealt.

    >>> facts = report("big-six", made=date(2012, 3, 19), sensitivity=False).to_dict()
    >>> facts["wagers"][0]["true_odds"], facts["wagers"][0]["pays"]
    ('31/23', '1 to 1')
    """
    from nomorebets.papers.report import make_report

    return make_report(_opened(game), made=made, strategy=strategy, sensitivity=sensitivity, check=check)


@_says_what_is_missing
def session(
    game: Table | str | Path,
    wager: str | None,
    rounds: Count,
    *,
    stake: object = None,
    bankroll: object = None,
    per_hour: int = 60,
    strategy: str | None = None,
) -> SessionReport:
    """One wager made so many times: the distribution of the result, risk of ruin, deviation per hour, N0.

    >>> report = session("roulette", "red", 100, stake="25.00", bankroll="500.00")
    >>> report.session.exact, round(report.session.ahead, 4), round(report.ruin.chance, 4)
    (True, 0.384, 0.0737)
    """
    from nomorebets.pricing.session_report import session_report

    many = count(rounds)
    return session_report(
        _opened(game), wager, many, stake=stake, bankroll=bankroll, per_hour=per_hour, strategy=strategy
    )


def dispute(
    transcript: str | bytes | Path | Play | Position | Record,
    *,
    house: str | bytes | Path | None = None,
    table: str | None = None,
) -> Verdict:
    """What the rules required in a round: TOML text, the path of a transcript or record, or a round itself.

    ``house`` is a licensee's house file, and ``table`` the id of one of its tables: the options a transcript does not
    tell are taken from there.

    >>> verdict = dispute('game = "roulette"\\nspins = "0"\\nwagers = [{seat = 1, wager = "red", amount = "5.00"}]')
    >>> [(ruling.result, ruling.net) for ruling in verdict.required], [key.words for key in verdict.not_told]
    ([('lose', -250)], ['seat 1 red'])
    """
    from nomorebets.rulings.dispute import rule_on, rule_on_record
    from nomorebets.rulings.transcript import at_game_file, read_transcript, under_house
    from nomorebets.table.record import Record, is_record, read, record_of

    if isinstance(transcript, Position):
        transcript = transcript.play
    if isinstance(transcript, Play):
        transcript = record_of(transcript)
    if isinstance(transcript, Record):
        return rule_on_record(transcript)
    if isinstance(transcript, str) and "\n" not in transcript and transcript.endswith((".toml", ".jsonl", ".phh")):
        transcript = Path(transcript)
    content = _content(transcript, TRANSCRIPT)
    if is_record(content):
        return rule_on_record(read(content))
    reported = at_game_file(read_transcript(content), _folder(transcript))
    if house is not None:
        from nomorebets.compliance.housefile import settings_from

        day, settings = settings_from(_content(house, HOUSE_FILE), reported.game, table, _folder(house))
        reported = under_house(reported, settings, day)
    return rule_on(reported)


def read_records(content: bytes | Path) -> list[Record]:
    """Every round of a record file; an altered one is refused."""
    from nomorebets.table.record import read_all

    return read_all(_content(content, RECORDS))


def write_record(round_played: Play) -> bytes:
    """The record of a round, as JSON Lines."""
    from nomorebets.table.record import record_of, write

    return write(record_of(round_played))


def check(house: str | bytes | Path) -> list[Violation]:
    """Every violation in a licensee's house rules (TOML text, or the path of a file)."""
    from nomorebets.compliance.check import check as examine

    return examine(_content(house, HOUSE_FILE), _folder(house))


def rule(citation: str | Citation, as_of: date | None = None) -> dict[str, Any]:
    """What a paragraph says in our words, since when, how firm that is, and what enforces it.

    A section or subchapter is a list. Without a day the newest text applies; to a citation of 19:47 its last day.

    >>> rule("19:47-5.6(b)", date(2008, 7, 21))["basis"]
    'text'
    >>> rule("19:47-5.6(b)")["as_of"]
    '2012-03-18'
    """
    from nomorebets.rulebook.pages import describe

    return describe(citation, None if as_of is None else as_day(as_of))


def diff(game: str | Path, first: date, second: date) -> dict[str, Any]:
    """What changed in a game from one day to a later one: its text, options, wagers and odds.

    >>> diff("big-six", date(1998, 11, 15), date(1998, 11, 16))["came"][0]["cite"]
    '19:47-5.5(b)'
    """
    from nomorebets.rulebook.pages import differences

    listed, terms = named(game)
    return differences(listed, as_day(first), as_day(second), terms)


def coverage(game: str | Path | None = None) -> list[Row]:
    """Every paragraph of a game, or of the chapter: enforced where, tested where, or why not."""
    from nomorebets.rulebook.coverage import coverage as rows_of

    return rows_of(None if game is None else named(game)[0])


def guide(game: Table | str | Path) -> Guide:
    """The gaming guide of a table (8.5) with its signs; it shows itself as HTML.

    >>> guide("big-six").game
    'big-six'
    """
    from nomorebets.compliance.guide import guide_of

    table = _opened(game)
    require_no_analysis(table.game, table.house)
    return guide_of(table)


def count(given: Count) -> int:
    """A number as people write it.

    >>> count("1e6"), count(1e3), count("1,000,000")
    (1000000, 1000, 1000000)
    """
    from fractions import Fraction

    try:
        number = Fraction(given.replace(",", "").replace("_", "")) if isinstance(given, str) else Fraction(given)
    except (ValueError, TypeError, OverflowError, ZeroDivisionError):
        number = None
    if number is None or number.denominator != 1 or isinstance(given, bool) or abs(number) > 10**30:
        raise UnknownName(f"{shown(given, 40)} is no count", accepts="1000000, 1,000,000 or 1e6")
    return int(number)


def _refuse_beside(what: str, **others: object) -> None:
    """Refuse what was asked for beside something that takes no notice of it."""
    given = [name for name, value in others.items() if value not in (None, (), "", [])]
    if given:
        raise UnknownName(f"{', '.join(given)}: not with {what}", accepts=f"{what} alone")


def _opened(game: Table | str | Path) -> Table:
    return game if isinstance(game, Table) else open_table(game)


def _folder(given: str | bytes | Path) -> Path:
    """Where the files lie that a file names."""
    return given.parent if isinstance(given, Path) else Path()


def _content(given: str | bytes | Path, most: int) -> bytes:
    if isinstance(given, Path):
        return read_path(given, most)
    return given.encode() if isinstance(given, str) else given
