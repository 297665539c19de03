"""Spinning wheels: the roulette ball in its two moments, and the upright wheel with its clapper."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, ClassVar, Literal

from nomorebets.equipment import wheels
from nomorebets.equipment.packs import printed
from nomorebets.errors import DealerError
from nomorebets.regulation import Citation
from nomorebets.table.game import Script
from nomorebets.table.requests import Answer, ChanceRequest, Request, Telling, plain

if TYPE_CHECKING:
    from nomorebets.table.felt import Felt
    from nomorebets.table.round import Round

_NAMED = {
    "double-zero": wheels.DOUBLE_ZERO,
    "single-zero": wheels.SINGLE_ZERO,
    "nj": wheels.BIG_SIX_NJ,
    "las-vegas": wheels.BIG_SIX_LAS_VEGAS,
    **{f"jacers-{jacers}": wheels.pokette(jacers) for jacers in range(1, 5)},
}
USUAL_REVOLUTIONS = 12  # a ball or wheel sent off by a practised hand


@cache
def wheel(name: str) -> tuple[str, ...]:
    """A wheel by name, or the sections of one written out."""
    return _NAMED.get(name) or tuple(name.split())


class BallSpun(Answer, frozen=True):
    """How the ball left the dealer's hand."""

    direction: Literal["opposite", "same"] = "opposite"


class SpinBall(Request, frozen=True, tag="spin-ball"):
    """The dealer sends the ball round the track."""

    answer: ClassVar[type[Answer]] = BallSpun

    def apply(self, felt: Felt, answer: Answer) -> None:
        felt.wheel = "the ball is in the track"

    def tell(self, answer: Answer, table: Round) -> Telling:
        return Telling("The ball is in the track")


class BallRest(Answer, frozen=True):
    """Where and how the ball came to rest."""

    compartment: str = ""  # empty: the dealer caught it, or it left the wheel
    revolutions: int = USUAL_REVOLUTIONS
    foreign_object: bool = False
    left_wheel: bool = False


@cache
def _ball_rests(name: str) -> Sequence[tuple[Answer, int]]:
    return tuple((plain(BallRest(compartment)), 1) for compartment in wheel(name))


class BallRests(ChanceRequest, frozen=True, tag="ball-rests"):
    """The ball falls: where, after how many revolutions, and did anything go wrong?"""

    answer: ClassVar[type[Answer]] = BallRest
    wheel: str

    def chances(self, table: Round) -> Sequence[tuple[Answer, int]]:
        return _ball_rests(self.wheel)

    def weight(self, table: Round) -> int:
        return len(wheel(self.wheel))

    def answer_at(self, number: int, table: Round) -> Answer:
        return _ball_rests(self.wheel)[number][0]  # each compartment is as likely as another

    def verify(self, table: Round, answer: Answer) -> None:
        Request.verify(self, table, answer)
        assert isinstance(answer, BallRest)
        if answer.compartment and answer.compartment not in wheel(self.wheel):
            raise DealerError(
                f"the wheel has no compartment {answer.compartment[:20]!r}",
                self.by,
                table.as_of,
                " ".join(wheel(self.wheel)),
            )
        if answer.revolutions < 0:
            raise DealerError("a ball makes no negative number of revolutions", self.by, table.as_of, "0 and more")

    def apply(self, felt: Felt, answer: Answer) -> None:
        assert isinstance(answer, BallRest)
        felt.wheel = answer.compartment or "no ball"

    def tell(self, answer: Answer, table: Round) -> Telling:
        assert isinstance(answer, BallRest)
        return Telling(f"The ball rests in {answer.compartment}", {"wheel": answer.compartment})


class WheelRest(Answer, frozen=True):
    """Where and how the upright wheel stopped."""

    symbol: str = ""  # of the section under the clapper; where it stands between two, the one not yet reached
    revolutions: int = USUAL_REVOLUTIONS
    between: bool = False
    passed: str = ""  # the section passed last, where the clapper stands between two
    obstructed: bool = False


@cache
def _wheel_rests(name: str) -> Sequence[tuple[Answer, int]]:
    return tuple((plain(WheelRest(symbol)), count) for symbol, count in wheels.section_counts(wheel(name)).items())


class SpinWheel(ChanceRequest, frozen=True, tag="spin-wheel"):
    """The dealer spins the upright wheel: where did the clapper stop, after how many revolutions?"""

    answer: ClassVar[type[Answer]] = WheelRest
    wheel: str

    def chances(self, table: Round) -> Sequence[tuple[Answer, int]]:
        return _wheel_rests(self.wheel)

    def verify(self, table: Round, answer: Answer) -> None:
        Request.verify(self, table, answer)
        assert isinstance(answer, WheelRest)
        symbols = wheel(self.wheel)
        for shown in (answer.symbol, answer.passed):
            if shown and shown not in symbols:
                raise DealerError(
                    f"the wheel has no section {shown[:20]!r}",
                    self.by,
                    table.as_of,
                    ", ".join(dict.fromkeys(symbols)),
                )
        if answer.between and not answer.passed:
            raise DealerError(
                "the clapper stands between two sections and nobody said which was passed last",
                self.by,
                table.as_of,
                "a section that was passed",
            )
        if answer.revolutions < 0:
            raise DealerError("a wheel makes no negative number of revolutions", self.by, table.as_of, "0 and more")

    def apply(self, felt: Felt, answer: Answer) -> None:
        assert isinstance(answer, WheelRest)
        felt.wheel = f"between {answer.passed} and {answer.symbol or '?'}" if answer.between else answer.symbol

    def tell(self, answer: Answer, table: Round) -> Telling:
        assert isinstance(answer, WheelRest)
        return Telling(f"The wheel stops at {printed(answer.symbol)}", {"wheel": answer.symbol})


def spin_ball(by: Citation) -> Script[BallSpun]:
    """Send the ball round the track."""
    answer = yield SpinBall(by)
    assert isinstance(answer, BallSpun)
    return answer


def ball_rests(wheel: str, by: Citation) -> Script[BallRest]:
    """Wait for the ball to come to rest."""
    answer = yield BallRests(by, wheel)
    assert isinstance(answer, BallRest)
    return answer


def spin_wheel(wheel: str, by: Citation) -> Script[WheelRest]:
    """Spin the upright wheel and wait for the clapper."""
    answer = yield SpinWheel(by, wheel)
    assert isinstance(answer, WheelRest)
    return answer
