"""What players do that the rules do not let count, noticed at a bet (14.15, 14.16), and what is done about it."""

from __future__ import annotations

from nomorebets.errors import DealerError, RulesError
from nomorebets.procedures.deck import noticed
from nomorebets.regulation import Citation, reading
from nomorebets.table import Round
from nomorebets.table.decisions import Ask, Chosen
from nomorebets.table.game import Irregularity
from nomorebets.table.requests import Request

STRING_RAISE, ONE_CHIP, DEAD_HAND = "string-raise", "oversized-chip", "dead-hand"
OUT_OF_TURN, COMMUNICATED = "acted-out-of-turn", "players-communicated"
ONLY_CALLS = (STRING_RAISE, ONE_CHIP)


def _barred(table: Round, request: Request) -> RulesError | None:
    """Nobody bets when hands are shown."""
    if isinstance(request, Ask) and "fold" in request.choices:
        return None
    return DealerError("nobody is asked to bet now", request.by, table.as_of, "a decision of a betting round")


def _barred_call(table: Round, request: Request) -> RulesError | None:
    """What only calls comes up where there is something to call, and to raise."""
    if isinstance(request, Ask) and {"call", "raise"} <= {*request.choices}:
        return None
    return DealerError("no raise can be made now", request.by, table.as_of, "a decision to call or to raise")


def _at_a_bet(what: str, says: str, remedy: str, by: Citation, decides: bool = False) -> dict[str, Irregularity]:
    barred = _barred_call if what in ONLY_CALLS else _barred
    return noticed("ask", what, says, remedy, by, barred=barred, decides=decides)


IRREGULARITIES = {
    **_at_a_bet(
        STRING_RAISE,
        "a raise was made in more than one motion, and not announced",
        "only the first motion counts: it is a call",
        reading("R-14.15-string-raise"),
    ),
    **_at_a_bet(
        ONE_CHIP,
        "a single chip larger than the bet was put in without a word",
        "it is a call, and the rest goes back",
        reading("R-14.15-one-chip"),
    ),
    **_at_a_bet(
        DEAD_HAND,
        "a hand was not protected and was collected or fouled, or had a wrong number of cards when others had acted",
        "the hand is dead; what its player put in stays",
        reading("R-14.15-dead-hand"),
        decides=True,
    ),
    **_at_a_bet(
        OUT_OF_TURN,
        "a player acted before his turn",
        "what he did is withdrawn; he acts when his turn comes",
        reading("R-14.15-turn"),
    ),
    **_at_a_bet(
        COMMUNICATED,
        "players talked about their hands, or one acted to help another",
        "the poker shift supervisor decides who leaves the game, and the regulator is told; the round goes on",
        reading("R-14.16-communication"),
    ),
}


def counts_as(said: Chosen) -> str:
    """What a choice counts as, whatever was said."""
    if said.found == DEAD_HAND:
        return "fold"
    return "call" if said.found in ONLY_CALLS else said.choice
