"""What came up, as a transcript gives it: listed in order, or as the hands that were seen."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from nomorebets.errors import TranscriptError
from nomorebets.rulings.transcript import Transcript
from nomorebets.rulings.unseen import Unseen, is_unseen
from nomorebets.table import Round, Table
from nomorebets.table.areas import HIDDEN, Area, seat_area, waits_for
from nomorebets.table.requests import Request

_BURN, _COMMUNITY = "burn", "community"


class TranscriptOutcomes:
    """The outcomes that are still to come, and the number of the next."""

    def __init__(self, transcript: Transcript, table: Table, way: int, burned: bool = True) -> None:
        """``burned``: whether cards that are burned unseen are listed among the others."""
        self.table = table
        self.lists_burned = burned
        self.any_burned: bool = False  # whether a card was, so that it matters
        self.kind: str = table.game.chance.words
        self.are_dealt: bool = self.kind in ("cards", "tiles")
        self.next: int = 1  # the outcome that comes next, counted from 1
        self.begins_by_roll: bool = table.game.chance.begins_by_roll
        self.next_roll: int = 1  # and of the rolls that say where the deal begins
        self.rolls: list[str] = list(transcript.dice) if self.begins_by_roll else []
        self.listed: list[str] = [] if self.begins_by_roll and transcript.kind == "dice" else list(transcript.outcomes)
        self.hands: dict[str, list[str]] = {name: list(cards) for name, cards in transcript.hands.items()}
        causes = [table.game.irregularities.get(line.what) for line in transcript.irregularities]
        void = any(cause is not None and cause.waits and cause.ends_round for cause in causes)
        # of a deal that was void whatever came, rolls and cards need not be told
        self.is_void_unseen: bool = void and self.are_dealt and not self.listed and not self.hands
        self.unseen: Unseen = Unseen(way, [*self.listed, *(card for cards in self.hands.values() for card in cards)])

    @property
    def are_over(self) -> bool:
        return not self.listed and not any(self.hands.values())

    def drop(self) -> None:
        """The next one listed is of a spin or roll that was void."""
        if self.listed:
            self.listed.pop(0)
            self.next += 1

    def drop_roll(self, leaving: int) -> None:
        """The next roll listed is void, where enough are left: dice that were not uncovered need not be listed."""
        if len(self.rolls) > leaving:
            self.rolls.pop(0)
            self.next_roll += 1

    def take(self, request: Request, table: Round) -> str | None:
        """The next outcome: of the hand that a card goes to, or as listed. None where the transcript ends."""
        token = self._from_hand(request, table)
        if request.may_stay_unseen:
            self.any_burned = True
            if token is None and not self.lists_burned:
                self.next += bool(self.hands)  # whoever lists cards counts those that he lists
                return HIDDEN
        if token is None:
            if not self.listed and not self.is_void_unseen:
                return None
            token = self.listed.pop(0) if self.listed else HIDDEN
        self.next += 1
        if not is_unseen(token):
            self.unseen.came(token)
        return token

    def _from_hand(self, request: Request, table: Round) -> str | None:
        to = getattr(request, "to", None)
        if not self.hands or not isinstance(to, str):
            return None
        for name in self.names_of(to, table):
            if self.hands.get(name):
                return self.hands[name].pop(0)
        unseen = self.is_put_away(request) or to == _COMMUNITY  # what is put away unseen need not be listed
        return HIDDEN if unseen and not self.listed else None

    def roll(self, request: Request, table: Round) -> Mapping[str, object] | None:
        """The next roll that says where a deal begins; None where the request is no roll.

        Whoever tells the hands, or a deal that was void, need not tell it: it is the same wherever the deal began.
        """
        if not self.begins_by_roll or not request.rolled:
            return None
        self.next_roll += 1
        if self.rolls:
            roll = self.rolls.pop(0)
            if request.rolled != "number":
                return {request.rolled: roll}
            if not roll.isascii() or not roll.isdigit():
                raise TranscriptError(
                    f"a device shows no {roll[:20]!r}", request.by, table.as_of, 'a number: dice = "5"'
                )
            return {request.rolled: int(roll)}
        return msgspec.to_builtins(request.chances(table)[0][0]) if self.hands or self.is_void_unseen else {}

    def is_put_away(self, request: Request) -> bool:
        """Whether a card goes to no hand."""
        return request.may_stay_unseen or str(getattr(request, "to", "")).startswith(_BURN)

    def names_of(self, to: str, table: Round) -> list[str]:
        """What a transcript may call an area: the seat, its hand, the area, or the part that the seat plays."""
        area = Area.read(to)
        if waits := waits_for(to):
            return [str(waits), f"seat {waits}", seat_area(waits)]
        if not area.owner:
            return [area.name, "burned"] if area.name.startswith(_BURN) else [area.name]
        names = [str(area.owner) if area.hand == 1 else f"{area.owner}#{area.hand}", f"seat {area.owner}", to]
        banked = self.table.game.banked
        if banked:
            names.append("banker" if table.felt.on(area.owner, banked) else "player")
        return names
