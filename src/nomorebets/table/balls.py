"""Numbered balls at the table: put into the blower, and drawn from it one by one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from nomorebets.equipment.balls import BALLS
from nomorebets.errors import DealerError
from nomorebets.regulation import Citation
from nomorebets.table.felt import piece_at
from nomorebets.table.game import Script
from nomorebets.table.requests import Answer, ChanceRequest, Request, Telling, plain

if TYPE_CHECKING:
    from nomorebets.table.felt import Felt
    from nomorebets.table.round import Round

DRAWN = "drawn"  # the area where the balls of a round lie
DUPLICATE = "duplicate-number"  # a ball that came before in the same round, and does not count


class LoadBalls(Request, frozen=True, tag="load-balls"):
    """All balls, from 1 to the highest number, are in the blower."""

    number: int = len(BALLS)

    def apply(self, felt: Felt, answer: Answer) -> None:
        felt.shoe.clear()
        felt.shoe.update(BALLS[: self.number])
        felt.cards.clear()
        felt.rack.clear()

    def tell(self, answer: Answer, table: Round) -> Telling:
        return Telling(f"All {self.number} numbers can come", {"number": self.number})


class BallDrawn(Answer, frozen=True):
    """The ball that came."""

    ball: str = ""
    found: str = ""  # what went wrong, if anything


@lru_cache(1 << 10)
def _drawn(ball: str) -> BallDrawn:
    return plain(BallDrawn(ball))


class DrawBall(ChanceRequest, frozen=True, tag="draw-ball"):
    """The next ball comes out of the blower, in everybody's sight."""

    answer: ClassVar[type[Answer]] = BallDrawn
    deals_cards: ClassVar[bool] = True
    to: str = DRAWN

    def chances(self, table: Round) -> Sequence[tuple[Answer, int]]:
        return tuple((_drawn(ball), count) for ball, count in table.felt.shoe.items())

    def weight(self, table: Round) -> int:
        return table.felt.shoe.total()

    def answer_at(self, number: int, table: Round) -> Answer:
        return _drawn(piece_at(table.felt.shoe, number))

    def verify(self, table: Round, answer: Answer) -> None:
        super().verify(table, answer)
        assert isinstance(answer, BallDrawn)
        if answer.found and not answer.ball:
            return
        if answer.found == DUPLICATE and answer.ball in table.felt.hand(self.to):
            return
        if answer.found == DUPLICATE:
            came = " ".join(table.felt.hand(self.to)) or "no ball has come yet"
            raise DealerError(f"{answer.ball[:20]} is no duplicate: it did not come before", self.by, table.as_of, came)
        if answer.ball not in table.felt.shoe:
            text = f"{answer.ball[:20] or 'no ball'} cannot be drawn: it is not in the blower"
            raise DealerError(text, self.by, table.as_of, " ".join(table.felt.shoe))

    def apply(self, felt: Felt, answer: Answer) -> None:
        assert isinstance(answer, BallDrawn)
        if answer.ball and not answer.found:
            felt.draw(answer.ball, self.to, up=True)

    def tell(self, answer: Answer, table: Round) -> Telling:
        assert isinstance(answer, BallDrawn)
        return Telling(f"Ball {answer.ball}" if answer.ball else "", {"to": self.to, "ball": answer.ball})


def load_balls(by: Citation, number: int = len(BALLS)) -> Script[None]:
    """Put all balls into the blower."""
    yield LoadBalls(by, number)


def draw_ball(by: Citation, to: str = DRAWN) -> Script[BallDrawn]:
    """Draw the next ball."""
    answer = yield DrawBall(by, to)
    assert isinstance(answer, BallDrawn)
    return answer
