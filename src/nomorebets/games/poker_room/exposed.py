"""Cards that were seen or came when they should not have (14.15): what may be found, and what is done about it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from nomorebets.errors import DealerError, RulesError
from nomorebets.games.poker_room.variants import Variant
from nomorebets.procedures.deck import noticed
from nomorebets.regulation import Citation, reading
from nomorebets.table import Round, Script
from nomorebets.table.areas import owner_of
from nomorebets.table.cards import Draw
from nomorebets.table.felt import move_cards
from nomorebets.table.game import Irregularity
from nomorebets.table.requests import Answer, Request, Telling

if TYPE_CHECKING:
    from nomorebets.table.felt import Felt

BOARD, BURN = "community", "burn"
HOLE_CARD, DOWN_CARD, LAST_CARD = "hole-card-exposed", "down-card-exposed", "last-card-exposed"
FOREIGN, WRONG_FLOP = "foreign-card", "flop-dealt-wrong"
NO_MORE, PLAY_ON = "no-more-bets", "play-on"

Barred = Callable[[Round, Request], RulesError | None]


class ExposedToBurn(Request, frozen=True, tag="exposed-to-burn"):
    """The card that was exposed leaves its hand, and is the first one burned."""

    area: str

    def apply(self, felt: Felt, answer: Answer) -> None:
        seen = [laid.card for laid in felt.cards[self.area] if laid.up]
        move_cards(felt, self.area, seen, BURN)

    def tell(self, answer: Answer, table: Round) -> Telling:
        return Telling("The exposed card is put aside, and another is dealt for it")


def put_aside(area: str, by: Citation) -> Script[None]:
    """The exposed card of a hand becomes the first one burned."""
    yield ExposedToBurn(by, area)


def mishaps(variant: Variant) -> dict[str, Irregularity]:
    """What may go wrong with single cards of a game."""
    first = variant.streets[0].down + variant.streets[0].up
    found = _put_away(
        FOREIGN,
        "a joker or a card of another deck came before the betting was over",
        "it is put away like any scrap, and the next card takes its place",
        reading("R-14.15-foreign"),
    )
    if variant.has_button:
        found |= _seen(
            HOLE_CARD,
            "the dealer let a card be seen that he dealt face down",
            "when all have their cards another one replaces it and it is the first burn; a second one is a misdeal",
            reading("R-14.15-hole-card"),
            first,
        )
    else:
        found |= _seen(
            DOWN_CARD,
            "the dealer let a card be seen that he dealt face down",
            "it lies face up and the card that was due up comes down; with two the hand is dead and its ante goes back",
            reading("R-14.15-down-card"),
            first,
        )
    if not variant.has_button and variant.streets[-1].down:
        found |= _seen(
            LAST_CARD,
            "the dealer let the last card be seen, which he dealt face down",
            "it plays; the player may go without further bets as if he were all in, and the others bet on",
            reading("R-14.15-last-card"),
            first=0,
        )
    if variant.has_flop:
        found |= _put_away(
            WRONG_FLOP,
            "the flop had a wrong number of cards, or none was burned before it",
            "its cards are shuffled into the stub and the flop is dealt again; the burned card stays",
            reading("R-14.15-flop"),
            _barred_but_flop,
        )
    return found


def _put_away(what: str, says: str, remedy: str, by: Citation, barred: Barred | None = None) -> dict[str, Irregularity]:
    """Found before a card is dealt: what came does not count, and is not told."""
    marks = {"barred": barred} if barred else {}
    return noticed("draw", what, says, remedy, by, usually={"card": ""}, may_list_outcome=False, **marks)


def _seen(what: str, says: str, remedy: str, by: Citation, first: int) -> dict[str, Irregularity]:
    """A card that comes to its hand, and everybody saw. ``first``: the cards of the first street; 0: of the last."""

    def barred(table: Round, request: Request) -> RulesError | None:
        assert isinstance(request, Draw)
        came = len(table.felt.dealt.get(request.to, ()))
        in_time = came < first if first else came > 3
        if owner_of(request.to) and request.face == "down" and in_time:
            return None
        due = "the first cards are dealt" if first else "the last card is dealt"
        return DealerError(f"{what}: no such card is due now", by, table.as_of, f"a card face down when {due}")

    return noticed("draw", what, says, remedy, by, usually={"exposed": True}, needs_outcome=True, barred=barred)


def _barred_but_flop(table: Round, request: Request) -> RulesError | None:
    assert isinstance(request, Draw)
    if request.to == BOARD and not table.felt.cards.get(BOARD):
        return None
    text, by = f"{WRONG_FLOP}: the flop is not dealt now", reading("R-14.15-flop")
    return DealerError(text, by, table.as_of, "the first card of the flop")
