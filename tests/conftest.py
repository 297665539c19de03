"""What the tests share: a round dealt in one line, told as a floorperson would tell it."""

import signal
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from functools import cached_property

import pytest
from hypothesis import settings

from nomorebets.errors import RulesError
from nomorebets.games import open_table
from nomorebets.rulings.dispute import Verdict, play_transcript, rule_on
from nomorebets.rulings.transcript import DoneLine, IrregularityLine, Transcript, WagerLine
from nomorebets.table import Play, Ruling, Settings, Table
from nomorebets.table.felt import Felt
from nomorebets.table.record import Record, record_of

# the same examples in every run: a test that failed can be run again, and a run tells of the code and not of luck
settings.register_profile("steady", derandomize=True, deadline=None)
settings.load_profile("steady")


class Dealt:
    """A round that was played to its end, and what became of it; amounts in cents."""

    def __init__(self, transcript: Transcript) -> None:
        self.transcript = transcript
        self.play: Play = play_transcript(transcript)

    @property
    def felt(self) -> Felt:
        return self.play.table.felt

    @property
    def called(self) -> list[str]:
        """Everything the dealer announced."""
        return self.felt.called

    @property
    def asked(self) -> list[str]:
        """The requests of the script, in order."""
        return [entry.request.name for entry in self.play.entries]

    @cached_property
    def rulings(self) -> dict[tuple[int, str], Ruling]:
        """By seat and wager."""
        return {(r.seat, r.wager): r for r in self.play.rulings}

    @property
    def net(self) -> dict[tuple[int, str], int]:
        """What each seat gains on each wager."""
        return {at: ruling.net for at, ruling in self.rulings.items()}

    @property
    def cites(self) -> dict[tuple[int, str], str]:
        """The paragraph (or reading) that each result rests on."""
        return {at: ruling.by.reading or str(ruling.by) for at, ruling in self.rulings.items()}

    @property
    def remedies(self) -> dict[str, str]:
        """What went wrong, and the paragraph (or reading) of its remedy."""
        return {r.what: r.by.reading or str(r.by) for r in self.felt.remedies}

    @property
    def verdict(self) -> Verdict:
        """The ruling, with what was done compared."""
        return rule_on(self.transcript)

    @property
    def record(self) -> Record:
        return record_of(self.play)


def _lines(wagers: object) -> list[WagerLine]:
    """``{1: {"red": "10.00"}}``, or a list of lines as a transcript has them."""
    if isinstance(wagers, Mapping):
        return [WagerLine(seat, on, amount) for seat, own in wagers.items() for on, amount in own.items()]
    return [WagerLine(**line) for line in wagers]


def deal_round(
    game: str,
    wagers: object,
    spins: str = "",
    *,
    as_of: date | None = None,
    options: Mapping[str, object] | None = None,
    irregularities: Iterable[Mapping[str, object]] = (),
    done: Iterable[Mapping[str, object]] = (),
) -> Dealt:
    """Deal one round.

    ``options`` may hold a ``pay-table`` and ``limits``. An irregularity is ``{"spin": 1, "what": "same-direction"}``
    and any further facts.
    """
    wrong = [
        IrregularityLine(str(i["what"]), int(str(i["spin"])), {k: v for k, v in i.items() if k not in ("spin", "what")})
        for i in irregularities
    ]
    lines = [DoneLine(**line) for line in done]
    return Dealt(Transcript(game, as_of, dict(options or {}), _lines(wagers), spins.split(), wrong, lines))


@pytest.fixture(scope="session")
def deal():
    """``deal("roulette", {1: {"red": "10.00"}}, "17")``: see :func:`deal_round`."""
    return deal_round


@pytest.fixture(scope="session")
def opened():
    """``opened("roulette", five_adjacent="on")``: a table with these options; ``as_of`` and ``pay_table`` if given."""

    def open_it(
        game: str, as_of: date | None = None, pay_table: Mapping[str, object] | None = None, **options: object
    ) -> Table:
        settings = Settings({name.replace("_", "-"): value for name, value in options.items()}, dict(pay_table or {}))
        return open_table(game, as_of, settings)

    return open_it


@pytest.fixture(scope="session")
def refused():
    """``refused(deal, "roulette", …)`` is the error that the call raises; it must name what would be accepted."""

    def error_of(call, *args, **named) -> RulesError:
        with pytest.raises(RulesError) as found:
            call(*args, **named)
        assert found.value.accepts, f"{found.value} does not say what would be accepted"
        return found.value

    return error_of


@pytest.fixture(scope="session")
def cited():
    """The paragraph or reading that a citation names, as text."""
    return lambda by: by.reading or str(by)


@pytest.fixture
def control_c() -> Iterator[None]:
    """Control-C as Python takes it, also where the tests run in the background and a shell has it ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
