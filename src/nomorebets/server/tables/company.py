"""Company for somebody who sits alone at a game that one cannot play alone: a seat that the house fills with a bot.

The bot is a patron like any other, with play money of the house: it sits down beside one person, and gets up when there
are two, or none. What it wagers and decides is written down like everybody's.
"""

from __future__ import annotations

from nomorebets.drivers.bots import BotTable, company_at
from nomorebets.errors import RulesError
from nomorebets.server.book.changes import HOUSE, PLAY_MONEY
from nomorebets.server.people.accounts import Purse
from nomorebets.server.tables.seating import Seated, unless_told
from nomorebets.server.tables.seats import USUAL_BUY_IN, LiveSeats
from nomorebets.table.decisions import Ask, Chosen
from nomorebets.table.requests import Bets


class Company(LiveSeats):
    """Who fills the seat beside somebody alone."""

    @property
    def bot(self) -> Seated | None:
        return self.seat_of(self.company.patron) if self.company else None

    @property
    def people(self) -> list[Seated]:
        """Who sits here to stay, the bot apart."""
        return [s for s in self.seats.values() if not s.leaving and s is not self.bot]

    def _keep_company(self) -> None:
        """Between rounds the bot sits down, buys chips, or gets up."""
        purse, bot = self.company, self.bot
        if purse is None or self.book is not None or not self.table.game.terms.needs_company:
            return
        if len(self.people) == 1:
            self._seat_bot(purse, bot)
        elif bot is not None:
            bot.leaving = True
            self._keep_seat(bot)
            self._clear_seat(bot)

    def _seat_bot(self, purse: Purse, bot: Seated | None) -> None:
        free = [seat for seat in range(1, self.positions + 1) if seat not in self.seats]
        if bot is None and free:
            bot = self._take_seat(free[0], purse)
        if bot is None:
            return
        if bot.leaving:
            bot.leaving = False
            self._keep_seat(bot)
        dearest = max((limit.min for limit in self.table.house.limits.values()), default=0)
        enough = max(USUAL_BUY_IN, 10 * dearest)
        if bot.stack < enough // 2:
            self._changes.move(HOUSE, purse.account, enough, PLAY_MONEY)
            purse.balance += enough
            self._move_in(bot, purse, enough)

    def _begin_round(self) -> None:
        self.book = None
        self._keep_company()
        super()._begin_round()

    def _reseat(self) -> None:
        self._keep_company()
        super()._reseat()

    def _is_played(self) -> bool:
        """Also where everybody has left a wager that stands, a Bank: in one more round it is passed."""
        return super()._is_played() or bool(self.table.game.terms.needs_company and self.opening.wagers)

    def _takes_wagers(self) -> bool:
        return super()._takes_wagers() and bool(self.people)

    # --- what the bot does -------------------------------------------------------------------------------------------

    def _mind(self, bot: Seated) -> BotTable:
        return company_at(self.table, bot.seat, self.secrets)

    def _is_asked(self, request: Ask) -> bool:
        return super()._is_asked(request) and self.seats[request.seat] is not self.bot

    def _unasked(self, request: Ask) -> Chosen:
        """The bot's decision, as far as its chips go."""
        bot = self.bot
        if bot is None or bot.leaving or request.seat != bot.seat:
            return super()._unasked(request)
        assert self.play is not None
        chosen = self._mind(bot)(request, self.play.table)
        assert isinstance(chosen, Chosen)
        try:
            self._require_means(bot, request, chosen)
        except RulesError:
            return unless_told(request)
        return chosen

    def _close_window(self) -> None:
        """The bot wagers last, when everybody has."""
        bot = self.bot
        if bot is not None and not bot.leaving and self.play is not None:
            bets = self._mind(bot)(self._window(), self.play.table)
            assert isinstance(bets, Bets)
            if sum(wager.staked for wager in bets.placed) <= bot.stack:
                bot.orders.placed = {wager.on: wager for wager in bets.placed}
        super()._close_window()
