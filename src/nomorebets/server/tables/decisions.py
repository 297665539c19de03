"""What people at a live table decide: one seat in its turn, or several at once, whose parts are kept until all have."""

from __future__ import annotations

from nomorebets.errors import RulesError, WagerRefused
from nomorebets.server.book.orders import PendingDecision
from nomorebets.server.tables.bot_seats import BotSeats
from nomorebets.server.tables.inbox import Message, required_amount
from nomorebets.server.tables.round_in_play import RoundInPlay
from nomorebets.server.tables.seated import Seated
from nomorebets.server.tables.seats import Seats
from nomorebets.table import Table
from nomorebets.table.money import dollars, show
from nomorebets.table.play import chips_needed
from nomorebets.table.requests import Answer, PatronRequest
from nomorebets.table.wagers import seat_words, seats_words

_ENVELOPE = ("type", "id", "round", "at")  # what a message says beside the decision


class Decisions:
    """Who is asked, what each has said, and what is taken from those who say nothing."""

    def __init__(self, table: Table, seats: Seats, round: RoundInPlay, bot: BotSeats | None) -> None:
        self._table, self._seats, self._round, self._bot = table, seats, round, bot

    def asked(self, request: PatronRequest, seat: int) -> Seated | None:
        """Who is asked at a seat: whoever sits there, or one behind him."""
        return self._seats.at(seat, request.hand_of(seat)[1])

    def waiting(self, request: PatronRequest) -> list[Seated]:
        """The people who have still to answer."""
        asked = (self.asked(request, seat) for seat in request.seats())
        people = (one for one in asked if one is not None and not one.leaving and not self._is_bot(one))
        return [seated for seated in people if not self._has_said(seated)]

    def next_of(self, patron: str | None) -> Seated | None:
        """The first of somebody's seats that has still to answer."""
        request = self._round.asked
        waiting = [] if request is None or request.takes_wagers else self.waiting(request)
        return next((one for one in self._seats.all_of(patron) if one in waiting), None)

    def take(self, seated: Seated, message: Message) -> None:
        """The part of one seat, verified; where others have still to answer, it is kept until they have."""
        request = self._question_to(seated)
        said = {name: value for name, value in message.items() if name not in _ENVELOPE}
        if said.get("amount"):
            said["amount"] = show(required_amount(said, self._table.as_of))  # as people write it
        part = request.read(seated.seat, said, self._round.at)
        request.verify_part(self._round.at, seated.seat, part)
        self._require_means(seated, request, part)
        seated.orders.said = PendingDecision(self._round.log.seq, said)
        if self.waiting(request):
            self._round.keep()
            self._seats.keep(seated)

    def answer(self, request: PatronRequest, time_is_up: bool = False) -> Answer | None:
        """The answer of all who are asked; None while one of them is waited for."""
        if not request.seats():
            return request.default(0, gone=True)
        if self.waiting(request) and not time_is_up:
            return None
        return request.join({seat: self._part(request, seat) for seat in request.seats()})

    def forget(self, request: PatronRequest) -> None:
        """The parts have become an answer of the round."""
        for seat in request.seats():
            seated = self.asked(request, seat)
            if seated is not None and seated.orders.said is not None:
                seated.orders.said = None
                if len(request.seats()) > 1:
                    self._seats.keep(seated)

    def _question_to(self, seated: Seated) -> PatronRequest:
        """What a seat is asked; refused where it is not."""
        request, day = self._round.asked, self._table.as_of
        if request is None or request.takes_wagers or request.is_pause:
            is_window = request is not None and request.takes_wagers
            what = "wagers are taken" if is_window else "nothing is to be decided"
            accepts = "a wager, or deal" if is_window else "deal, or waiting for the next round"
            raise WagerRefused(f"{seated.words}: not now: {what}", self._table.game.terms.dealt_by, day, accepts)
        if seated.seat not in request.seats() or self.asked(request, seated.seat) is not seated:
            whose = seats_words(request.seats())
            if len(request.seats()) == 1:
                whose = seat_words(request.seats()[0], request.hand_of(request.seats()[0])[1])
            raise WagerRefused(f"{seated.words}: it is the turn of {whose}", request.by, day, "waiting for your turn")
        if self._has_said(seated):
            others = seats_words([one.seat for one in self.waiting(request)])
            text = f"{seated.words}: you have decided; no word yet from {others}"
            raise WagerRefused(text, request.by, day, "waiting for the others")
        return request

    def _part(self, request: PatronRequest, seat: int) -> Answer:
        """What a seat has said, or what is taken from it."""
        seated = self.asked(request, seat)
        if seated is not None and (said := seated.orders.said) is not None and self._has_said(seated):
            return request.read(seat, said.message, self._round.at)
        if seated is None or seated.leaving:
            return request.default(seat, gone=True)
        if self._bot is not None and self._is_bot(seated):
            return self._part_of_bot(self._bot, seated, request)
        return request.default(seat)

    def _part_of_bot(self, bot: BotSeats, seated: Seated, request: PatronRequest) -> Answer:
        """What the bot decides, as far as its chips go."""
        part = bot.decide(seated, request, self._round.at)
        try:
            self._require_means(seated, request, part)
        except RulesError:
            return request.default(seated.seat)
        return part

    def _is_bot(self, seated: Seated) -> bool:
        return self._bot is not None and self._bot.is_at(seated)

    def _has_said(self, seated: Seated) -> bool:
        said = seated.orders.said
        return said is not None and said.at == self._round.log.seq

    def _require_means(self, seated: Seated, request: PatronRequest, part: Answer) -> None:
        """Refuse a decision that brings a wager for which somebody has no chips; tried on a copy of the round.

        Chips that lie at another seat of his are brought.
        """
        trial, own = self._round.trial(), self._seats.all_of(seated.patron)
        said = {one.seat: self._part(request, one.seat) for one in own if self._has_said(one)}
        answer = request.join({**said, seated.seat: part})  # the others by default
        by_account = chips_needed(trial, answer, [one.account for one in own])
        needs = {one.spot: by_account[one.account] for one in own}
        if sum(one.stack - needs[one.spot] for one in own) < 0:
            has = sum(one.stack - needs[one.spot] for one in own if one is not seated) + seated.stack
            choice = getattr(part, "choice", "that")
            text = f"{seated.words}: {choice} needs {dollars(needs[seated.spot])}; it has {dollars(has)}"
            options = request.question(seated.seat, self._round.at).get("choices", ())
            others = [str(option) for option in options if option != choice]
            raise WagerRefused(text, request.by, self._table.as_of, ", or ".join([", ".join(others), "buy in"]))
        self._round.bring_chips(needs)
