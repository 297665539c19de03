"""The library for people who import it: the same words as on the command line."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nomorebets.drivers.bots import bots_at
from nomorebets.drivers.chance import SecureChance, SeededChance
from nomorebets.games import game as _game
from nomorebets.games import game_ids as _game_ids
from nomorebets.games import named
from nomorebets.games import open_table as _open_table
from nomorebets.pricing.rules_line import read_line
from nomorebets.regulation import Citation, law
from nomorebets.table import Play, Round, Settings, Table, play
from nomorebets.untrusted import HOUSE_FILE, RECORDS, TRANSCRIPT, read_path

if TYPE_CHECKING:
    from nomorebets.compliance.check import Violation
    from nomorebets.papers.report import CrossCheck, Report
    from nomorebets.pricing.equities import Equities
    from nomorebets.pricing.session_report import SessionReport
    from nomorebets.pricing.sheet import OddsSheet
    from nomorebets.rulings.dispute import Verdict
    from nomorebets.sim.simulate import Simulation
    from nomorebets.sim.verify import Verified
    from nomorebets.table.record import Record


def game_ids() -> list[str]:
    """The ids of the games that can be dealt."""
    return _game_ids()


def open_table(
    game: str,
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


def deal(table: Table | str, *, seats: int = 1, strategy: str = "variety", seed: int | None = None) -> Play:
    """Deal one round to bots. With a seed the round can be dealt again; without one nobody can foresee it.

    >>> [ruling.result for ruling in deal("roulette", seed=2).rulings]
    ['win']
    """
    opened = open_table(table) if isinstance(table, str) else table
    chance = SecureChance() if seed is None else SeededChance(seed)
    bots = bots_at(opened, strategy, seats, chance)
    return play(Round(opened, seats={wager.seat: 0 for wager in bots.wagers}), bots)


def odds(
    game: Table | str,
    *,
    wager: str | None = None,
    stake: object = None,
    strategy: str | None = None,
    ticket: str | None = None,
) -> OddsSheet:
    """The exact odds of every wager of a game or table; or of one ticket, by the sizes of its groups and its ways.

    >>> odds("roulette")["straight"].edge
    Fraction(1, 19)
    """
    from nomorebets.pricing.sheet import odds_at, odds_of_ticket

    table = open_table(game) if isinstance(game, str) else game
    if ticket is not None:
        return odds_of_ticket(table, ticket)
    return odds_at(table, wager=wager, stake=stake, strategy=strategy)


def equities(game: Table | str, hands: str, *, board: str = "", dead: str = "") -> Equities:
    """What hands of players against each other may expect of a pot, over all ways to deal the rest.

    >>> [hand.share for hand in equities("holdem", "AsKs QhQd", board="Qc Jd 2h 3s").hands]
    [Fraction(1, 11), Fraction(10, 11)]
    """
    from nomorebets.pricing.equities import equities_at

    return equities_at(open_table(game) if isinstance(game, str) else game, hands, board, dead)


def simulate(
    game: Table | str,
    rounds: int | None = None,
    *,
    seed: int = 0,
    workers: int = 1,
    wager: str | None = None,
    strategy: str | None = None,
    stake: object = None,
    until_error: float | None = None,
    resume: str | Path | None = None,
    cluster: str | None = None,
) -> Simulation:
    """Simulate rounds of a game or table; the result does not depend on the number of workers.

    ``until_error`` ends it when no standard error is larger; ``resume`` names a checkpoint file to keep and to go on
    from; ``cluster`` is the address of a dask scheduler.

    >>> red = simulate("roulette", 100_000, seed=1, wager="red").lines[0]
    >>> red.wager, abs(red.z(odds("roulette")["red"].edge)) < 4
    ('red', True)
    """
    from nomorebets.sim.simulate import simulate as run

    table = open_table(game) if isinstance(game, str) else game
    how = {"until_error": until_error, "resume": resume, "cluster": cluster}
    return run(table, rounds, seed, workers, wager, None, strategy, stake, **how)  # type: ignore[arg-type]


def verify(
    game: Table | str,
    rounds: int = 10**7,
    *,
    deals: int = 2_000,
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

    table = open_table(game) if isinstance(game, str) else game
    return compare(table, rounds, deals, seed, workers, strategy, wager)


def report(
    game: Table | str,
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

    table = open_table(game) if isinstance(game, str) else game
    return make_report(table, made=made, strategy=strategy, sensitivity=sensitivity, check=check)


def session(
    game: Table | str,
    wager: str | None,
    rounds: int,
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

    table = open_table(game) if isinstance(game, str) else game
    return session_report(table, wager, rounds, stake=stake, bankroll=bankroll, per_hour=per_hour, strategy=strategy)


def dispute(
    transcript: str | bytes | Path, *, house: str | bytes | Path | None = None, table: str | None = None
) -> Verdict:
    """What the rules required in a round that somebody wrote down (TOML text, or the path of a file).

    ``house`` is a licensee's house file, and ``table`` the id of one of its tables: the options a transcript does not
    tell are taken from there.

    >>> verdict = dispute('game = "roulette"\\nspins = "0"\\nwagers = [{seat = 1, wager = "red", amount = "5.00"}]')
    >>> [(ruling.result, ruling.net) for ruling in verdict.required], [key.words for key in verdict.not_told]
    ([('lose', -250)], ['seat 1 red'])
    """
    from nomorebets.rulings.dispute import rule_on
    from nomorebets.rulings.transcript import at_game_file, read_transcript, under_house

    reported = at_game_file(read_transcript(_content(transcript, TRANSCRIPT)), _folder(transcript))
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

    >>> rule("19:47-5.6(b)", date(2008, 7, 21))["basis"]
    'text'
    """
    from nomorebets.rulebook.pages import describe

    cited = citation if isinstance(citation, Citation) else Citation.parse(citation)
    return describe(cited, as_of or law.newest())


def _folder(given: str | bytes | Path) -> Path:
    """Where the files lie that a file names."""
    return given.parent if isinstance(given, Path) else Path()


def _content(given: str | bytes | Path, most: int) -> bytes:
    if isinstance(given, Path):
        return read_path(given, most)
    return given.encode() if isinstance(given, str) else given
