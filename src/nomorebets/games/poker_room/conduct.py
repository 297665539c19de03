"""What players do that the rules do not let count, noticed at a bet (14.15, 14.16), and what is done about it."""

from __future__ import annotations

from typing import Any, NamedTuple

from nomorebets.errors import DealerError, RulesError
from nomorebets.games.poker_room.betting import BettingRound
from nomorebets.games.poker_room.exposed import BOARD, Barred
from nomorebets.procedures.deck import noticed
from nomorebets.regulation import Citation, reading
from nomorebets.table import Round
from nomorebets.table.cards import ASIDE
from nomorebets.table.decisions import Ask, Chosen, Option
from nomorebets.table.game import Irregularity
from nomorebets.table.money import cents
from nomorebets.table.requests import Request

STRING_RAISE, ONE_CHIP, DEAD_HAND = "string-raise", "oversized-chip", "dead-hand"
OUT_OF_TURN, COMMUNICATED = "acted-out-of-turn", "players-communicated"
EARLY_BET, LATE_MISDEAL, EARLY_BOARD = "bet-out-of-turn", "misdeal-noticed-late", "board-dealt-early"
SHOWED, OUT_OF_VIEW, WORDS_BIND = "player-showed-cards", "cards-out-of-view", "chips-unlike-words"
ONLY_CALLS = (STRING_RAISE, ONE_CHIP)
BOARD_CARDS = 5


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


def _barred_board(table: Round, request: Request) -> RulesError | None:
    """A board card comes early where one is still to come."""
    cards = len(table.felt.cards.get(BOARD, ()))
    if cards == BOARD_CARDS or table.felt.cards.get(ASIDE):
        text, by = f"{EARLY_BOARD}: no card of the board can come early now", reading("R-14.15-early")
        return DealerError(text, by, table.as_of, "a bet before the river, once")
    return _barred(table, request)


def _at_a_bet(
    what: str, says: str, remedy: str, by: Citation, barred: Barred = _barred, **marks: Any
) -> dict[str, Irregularity]:
    return noticed("ask", what, says, remedy, by, barred=barred, **marks)


IRREGULARITIES = {
    **_at_a_bet(
        STRING_RAISE,
        "a raise was made in more than one motion, and not announced",
        "only the first motion counts: it is a call",
        reading("R-14.15-string-raise"),
        _barred_call,
    ),
    **_at_a_bet(
        ONE_CHIP,
        "a single chip larger than the bet was put in without a word",
        "it is a call, and the rest goes back",
        reading("R-14.15-one-chip"),
        _barred_call,
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
    **_at_a_bet(
        EARLY_BET,
        "a player bet, raised, called, checked or folded before his turn",
        "it binds him when his turn comes; where somebody has bet or raised before that, it is withdrawn",
        reading("R-14.15-early-bet"),
        needs_seat=True,
        more=("seat", "act", "to"),
    ),
    **_at_a_bet(
        LATE_MISDEAL,
        "a misdeal was noticed when the betting had begun",
        "the deal stands: two players have acted, or one has called",
        reading("R-14.15-late-misdeal"),
        decides=True,
    ),
    **_at_a_bet(
        SHOWED,
        "a player let others see his cards",
        "they play: only a card that the dealer exposed is replaced",
        reading("R-14.15-showed"),
        more=("seat",),
    ),
    **_at_a_bet(
        OUT_OF_VIEW,
        "a player had his cards where the dealer could not see them",
        "the dealer has them put in view, and the round goes on",
        reading("R-14.16-view"),
        more=("seat",),
    ),
    **_at_a_bet(
        WORDS_BIND,
        "a player said one thing in his turn and put in chips for another",
        "what he said binds, and the chips are put right",
        reading("R-14.15-words"),
    ),
}
ON_A_BOARD = _at_a_bet(
    EARLY_BOARD,
    "the flop, the turn or the river was dealt before the betting was over",
    "it does not count, its burned card stays, and the betting goes on; a flop or a river is shuffled into the stub"
    " and dealt again, a turn is set aside until the river and the next card takes its place",
    reading("R-14.15-early"),
    _barred_board,
)


class Early(NamedTuple):
    """What a player did before his turn, and the bet he had to answer then."""

    act: str
    to: int
    high: int


def counts_as(said: Chosen) -> str:
    """What a choice counts as, whatever was said."""
    if said.found == DEAD_HAND:
        return "fold"
    return "call" if said.found in ONLY_CALLS else said.choice


def early_bet(said: Chosen, bets: BettingRound) -> Early:
    """A bet out of turn, as the answer that reports it has it."""
    return Early(said.act, cents(said.to or 0), bets.high)


def bound(early: Early | None, offered: list[Option], bets: BettingRound) -> Option | None:
    """The one thing left to a player who acted before his turn; nothing binds him where the bet is another by now.

    What could not be done in turn, such as a raise of less than the least, does not bind either.
    """
    if early is None or bets.high != early.high:
        return None
    option = next((one for one in offered if one.name == early.act), None)
    if option is None or not option.takes_amount:
        return option
    to = early.to or option.least
    return Option(option.name, to, to) if option.least <= to <= option.most else None
