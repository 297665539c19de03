"""The dealer of a live table: takes the round on as far as nobody need be waited for, and calls the windows."""

from __future__ import annotations

from collections.abc import Callable, Collection

from nomorebets.errors import WagerRefused
from nomorebets.server.book.changes import now_ms
from nomorebets.server.book.rows import StageRow
from nomorebets.server.tables.behind import at_seat, move_up
from nomorebets.server.tables.bot_seats import BotSeats
from nomorebets.server.tables.buying import stakes_of
from nomorebets.server.tables.clock import Clock
from nomorebets.server.tables.decisions import Decisions
from nomorebets.server.tables.inbox import Message
from nomorebets.server.tables.open_hands import OpenHands
from nomorebets.server.tables.orders import Orders
from nomorebets.server.tables.outbox import Outbox
from nomorebets.server.tables.round_in_play import RoundInPlay
from nomorebets.server.tables.seated import Seated
from nomorebets.server.tables.seats import Seats
from nomorebets.server.tables.stage import has_ended
from nomorebets.server.tables.watchers import Watcher
from nomorebets.table import Round, Table
from nomorebets.table.requests import Answer, Bets, PatronRequest
from nomorebets.table.stakes import BetweenRounds

HALF_AN_HOUR = 30 * 60 * 1000  # milliseconds


class Dealer:
    """Deals one round after the other: chance and the dealer's acts by themselves, people's answers when they come."""

    def __init__(
        self,
        round: RoundInPlay,
        seats: Seats,
        orders: Orders,
        decisions: Decisions,
        bot: BotSeats | None,
        watchers: Collection[Watcher],
        clock: Clock,
        outbox: Outbox,
        stage: Callable[[], StageRow | None] = lambda: None,
    ) -> None:
        self._round, self._seats, self._orders, self._decisions = round, seats, orders, decisions
        self._bot, self._watchers, self._clock, self._outbox = bot, watchers, clock, outbox
        self.open_hands: OpenHands = OpenHands(round, clock)
        self._stage = stage  # of a tournament: nobody holds up the others there, present or not

    # --- one round after the other -----------------------------------------------------------------------------------

    def advance(self) -> None:
        """Do whatever needs no person: the dealer's acts, chance, and what nobody is there to decide."""
        while self._round.play is not None:
            request = self._round.request
            if request is None:
                self._end_round()
                continue
            if self.open_hands.seconds and self._present():
                break
            answer = request.usual() if request.asks == "dealer" else self._answer_at_once()
            if answer is None:
                break
            self._answer(answer)

    def _answer(self, answer: Answer) -> None:
        asked = self._round.asked
        self._round.answer(answer)
        if asked is not None:
            self._decisions.forget(asked)

    def _answer_at_once(self) -> Answer | None:
        """What chance says, or people have said; None where they are waited for."""
        request = self._round.asked
        if request is None:
            assert self._round.request is not None
            return self._round.chance.pick(self._round.request, self._round.at)
        if request.is_pause:
            return None  # until the round is called
        if not request.takes_wagers:
            return self._decisions.answer(request)
        if not request.opens_window:
            return request.usual()
        return None if self._waits_for_wagers() else self._gather(request)  # ordered before a break

    def _waits_for_wagers(self) -> bool:
        """A round's first window waits for people, or for the time of bots; a second one only where several play."""
        if not self.people and not self._bots_play():
            return False
        return self._round.windows == 0 or (len(self._present()) > 1 and self._clock.again > 0)

    def begin_round(self) -> None:
        """The next round, as the last one left the table."""
        for seated in self._seats.people:
            seated.ready = False
        self._seat_bot()
        self._round.begin(self._is_played())

    def reseat(self) -> None:
        """Somebody has come, gone or bought chips: part of a round that nobody has wagered in, and of the next else."""
        if not self._round.has_begun:
            self._seat_bot()
            self._round.reseat(self._is_played())
        self.advance()

    def leave(self, seated: Seated) -> None:
        """Chips in front go back at once; wagers on the layout stay until they are decided."""
        self._seats.leave(seated)
        if not self._round.involves(seated):
            self._seats.cash_in(seated, self._round.opening.wagers)
        if seated not in self._seats.people:
            elsewhere = next((one.spot for one in self._seats.all_of(seated.patron)), "")
            self._round.chance.move_word(seated.spot, elsewhere)
        self._move_up()
        self.reseat()

    def agree(self, seated: Seated, agrees: bool) -> None:
        """Whether others may wager behind somebody; when he says no, those who do so leave."""
        seated.agrees = agrees
        self._seats.keep(seated)
        for other in at_seat(self._seats, seated.seat) if not agrees else ():
            if other is not seated and not other.leaving:
                self.leave(other)

    def _move_up(self) -> None:
        """At a seat that has become empty the first of those behind it sits down, unless his wagers lie there."""
        standing = {wager.owner for wager in self._round.opening.wagers}
        for seat in sorted({one.seat for one in self._seats.staying} - {*self._seats}):
            first, *others = [one for one in at_seat(self._seats, seat) if not one.leaving]
            if others and not first.agrees:  # those who were let in may stay
                first.agrees = True
                self._seats.keep(first)
            if first.account not in standing and not self._round.involves(first):
                move_up(self._seats, first, self._outbox)
                self._round.chance.move_word(first.spot, str(seat))

    def _end_round(self) -> None:
        """Results, what stands, and who leaves; then the next round begins."""
        if self._round.has_begun:
            self._round.end()
            for seated in [s for s in self._seats.people if s.leaving]:
                self._seats.cash_in(seated, self._round.opening.wagers)
            self._move_up()
        self.begin_round()

    def _seat_bot(self) -> None:
        if self._bot is not None:
            self._bot.come_or_go(self._round.opening.wagers)

    def _bots_play(self) -> bool:
        """Whether bots of a tournament have chips here: they play on, whoever else does."""
        return self._stage() is not None and self._bot is not None and any(bot.stack for bot in self._bot.seated)

    @property
    def people(self) -> list[Seated]:
        """Who sits here to stay, the bot apart."""
        return [seated for seated in self._seats.staying if self._bot is None or not self._bot.is_at(seated)]

    def _present(self) -> set[str]:
        """The patrons who sit here to stay and are connected, however many seats each has."""
        here = {watcher.patron for watcher in self._watchers}
        return {seated.patron for seated in self._seats.staying if seated.patron in here}

    def _is_played(self) -> bool:
        """Whether there is somebody for a round, or a wager that stands and that only another round can pass on."""
        if has_ended(self._stage(), self._round.rounds):
            return False
        if self.people or self._bots_play():
            return True
        is_passed_on = self._stage() is not None or self._round.table.game.terms.why_not_alone
        return bool(is_passed_on and self._round.opening.wagers)

    # --- windows and decisions ---------------------------------------------------------------------------------------

    def deal(self, seated: Seated) -> None:
        """No more bets from somebody; whoever sits alone has the cards dealt, the ball spun, the dice thrown."""
        own = self._seats.all_of(seated.patron)
        others = [s for s in self._seats.present(self._watchers) if s.patron != seated.patron and not s.orders.sits_out]
        pause = self._pause()
        if pause is not None:
            require_players(pause, self._round.at, self._seats)
        else:
            window = self._orders.window()
            self._orders.require_something()
            for one in own:
                window.verify(self._round.at, one.orders.bets())
        if all(other.ready for other in others):
            self._close_window() if pause is None else self._call_round(pause)
        else:
            for one in own:
                one.ready = True

    def call_no_more_bets(self) -> None:
        """The dealer, or a floorperson, does not wait any longer for those who are still thinking."""
        if (pause := self._pause()) is not None:
            self._call_round(pause)
            return
        self._orders.window()
        self._orders.require_something()
        self._close_window()

    def decide(self, seated: Seated, message: Message) -> None:
        """The decision of somebody who is asked."""
        self._decisions.take(seated, message)
        self.advance()

    def _pause(self) -> PatronRequest | None:
        """The pause between two rounds, where there is one."""
        request = self._round.asked
        return request if request is not None and request.is_pause else None

    def _call_round(self, pause: PatronRequest) -> None:
        """The pause is over: whoever is in with chips is dealt to, and nothing is added to them."""
        require_players(pause, self._round.at, self._seats)
        assert isinstance(pause, BetweenRounds)
        self._round.answer(pause.called(charge_time(self._seats) if pause.charge else (), self._round.at))
        self.advance()

    def _close_window(self) -> None:
        """Everybody's orders onto the layout, the bot's last; a round in which nobody wagers does not begin."""
        window = self._orders.window()
        if self._bot is not None:
            self._bot.order(window, self._round.at)
        bets = self._gather(window)
        if self._round.at.wagers or bets.placed:
            self._round.answer(bets)
            self.advance()

    def _gather(self, window: PatronRequest) -> Bets:
        """Everybody's orders together; whoever ordered what the rules do not allow beside the others' is told."""
        bets, refused = self._orders.gather(window)
        for seated, fault in refused:
            for watcher in self._watchers:
                if watcher.patron == seated.patron:
                    self._outbox.refuse(watcher, None, fault)
        return bets

    # --- time --------------------------------------------------------------------------------------------------------

    def seconds(self) -> float | None:
        """How long people have now; no end where nobody else waits for them."""
        request, present, is_timed = self._round.asked, self._present(), self._stage() is not None
        if request is None:
            return self.open_hands.seconds
        if request.is_pause:
            several = len(present) > 1 or is_timed
            return self._clock.pause if several and not lacking(request, self._round.at, self._seats) else None
        if not request.takes_wagers:
            asked = {seated.patron for seated in self._decisions.waiting(request)}
            others_wait = any(one != other for one in present for other in asked)
            return self._clock.decision if others_wait or is_timed else None
        if len(present) < 2 and not is_timed:
            return None
        if self._round.windows:
            return self._clock.again
        if self._bots_play():
            return self._clock.wagers if any(one.stack for one in self.people) else self._clock.again
        lies = self._round.at.wagers or any(seated.orders for seated in self._seats.people)
        return self._clock.wagers if lies else None

    def time_is_up(self) -> None:
        """A window closes; from whoever has not decided, the usual is taken."""
        request = self._round.asked
        if self.open_hands.seconds:
            self.open_hands.deal_on()
            self.advance()
        if request is None or (not self._round.has_begun and has_ended(self._stage(), self._round.rounds)):
            return
        if request.is_pause:
            self._call_round(request)
            return
        if not request.takes_wagers:
            sit_out(self._seats, self._round.table, self._decisions.waiting(request))
            answer = self._decisions.answer(request, time_is_up=True)
            assert answer is not None
            self._answer(answer)
        elif not self._round.windows or any(seated.orders for seated in self._seats.people):
            self._close_window()
        else:
            self._round.answer(request.usual())  # a second window in which nobody wagers
        self.advance()


def charge_time(seats: Seats) -> list[int]:
    """The seats whose half hour is over, or begins: each pays before the round for the next one."""
    now = now_ms()
    due = [seat for seat, chips in seats.chips.items() if chips and seats[seat].orders.time_paid_until <= now]
    for seat in due:
        seats[seat].orders.time_paid_until = now + HALF_AN_HOUR
        seats.keep(seats[seat])
    return due


def lacking(pause: PatronRequest, at: Round, seats: Seats) -> int:
    """How many players with chips are missing until the next round may be called."""
    playing = sum(chips > 0 for chips in seats.chips.values())
    return max(0, int(pause.question(0, at)["players"]) - playing)


def require_players(pause: PatronRequest, at: Round, seats: Seats) -> None:
    """Refuse to deal to fewer than are needed."""
    if missing := lacking(pause, at, seats):
        text = f"the next round waits for {missing} more player{'s' * (missing > 1)} with chips"
        raise WagerRefused(text, pause.by, at.as_of, "another player, chips for a seat that has none, or coming back")


def sit_out(seats: Seats, table: Table, silent: list[Seated]) -> None:
    """Who let his time pass sits out, where one may, until he says that he is back."""
    for seated in silent if stakes_of(table) is not None else ():
        seated.orders.sits_out = True
        seats.keep(seated)
