"""What people at a live table order and decide: verified at once, on the layout when the window closes."""

from __future__ import annotations

from typing import Any

import msgspec

from nomorebets.drivers.bots import usual_stake
from nomorebets.errors import RulesError, WagerRefused, shown
from nomorebets.regulation import reading
from nomorebets.server.tables.dealing import LiveRound
from nomorebets.server.tables.seating import Orders, Seated, joined, put_down_in_any_order
from nomorebets.table import Play, Round, Wager
from nomorebets.table.acceptance import verify_bets, verify_wager
from nomorebets.table.decisions import Ask, Chosen
from nomorebets.table.felt import Felt
from nomorebets.table.ledger import patron
from nomorebets.table.money import MOST, dollars, show
from nomorebets.table.requests import Bets, TakeWagers
from nomorebets.table.wagers import Change


class LiveOrders(LiveRound):
    """Wagers, calls, decisions, and that the dealer may deal."""

    def _window(self) -> TakeWagers:
        """The request that wagers answer; refused when none are taken."""
        request = self.request
        if not isinstance(request, TakeWagers) or request.late:
            waits = f"seat {request.seat} decides" if isinstance(request, Ask) else "no wagers are taken now"
            raise WagerRefused(
                f"it comes too late: {waits}",
                self.table.game.terms.late_by,
                self.table.as_of,
                "wagers before the next round",
            )
        return request

    def _rehearsal(self, without: Seated | None = None) -> Round:
        """The felt with everything on it that people have ordered."""
        request = self._window()
        assert self.play is not None
        at = self.play.table.copy()
        for seated in self.seats.values():
            if seated is not without:
                seated.orders.carry_out(at, request.by)
        return at

    def closed_to(self, seated: Seated) -> dict[str, RulesError]:
        """Places on which a seat may wager nothing now, not even the least, and why."""
        if not isinstance(self.request, TakeWagers) or self.request.late:
            return {}
        at, own = self._rehearsal(), seated.orders.placed
        together = {kind for kinds in self.table.game.betting.bundles.values() for kind in kinds}
        closed: dict[str, RulesError] = {}
        for place in self.table.layout.values():
            if place.kind not in together and place.id not in own:
                try:
                    verify_wager(at, at.wager(seated.seat, place.id, show(usual_stake(self.table, place, 1))))
                except RulesError as fault:
                    closed[place.id] = fault
        return closed

    def _wager(self, seated: Seated, message: dict[str, Any]) -> None:
        """Chips on a place, beside those already ordered there."""
        amount = self._amount(message)
        on = message.get("on")
        self._require_bookable(seated)
        self._require_chips(seated, amount)
        if self._add(seated, str(on), amount):
            return
        others = self._rehearsal(without=seated)
        meant_at = others.copy()
        seated.orders.carry_out(meant_at, self._window().by)
        meant = self.table.game.betting.intended(meant_at, seated.seat, str(on), False)
        placed = dict(seated.orders.placed)
        for place in self.table.places(meant):
            fresh = meant_at.wager(seated.seat, str(on) if meant != str(on) else place.id, show(amount))
            before = placed.get(fresh.on)
            whole = meant_at.wager(seated.seat, fresh.on, show(amount + (before.amount if before else 0)))
            placed[fresh.on] = msgspec.structs.replace(whole, made_as=fresh.made_as)
        self._replace(seated, placed, others)

    def _add(self, seated: Seated, on: str, amount: int) -> bool:
        """The short way: one more wager on the felt with everybody's orders, if it may be put there as it is.

        Whatever is not so simple, and every refusal, is judged anew from all of the seat's orders.
        """
        at = self._everything()
        game = self.table.game
        if on.strip().lower() in game.betting.bundles or game.betting.intended(at, seated.seat, on, False) != on:
            return False
        try:
            wager = at.chips(seated.seat, on, amount)
            if wager.fee:
                return False
            verify_wager(at, wager)
        except RulesError:
            return False
        at.felt.put_down(wager, self._window().by)
        before = seated.orders.placed.get(wager.on)
        whole = msgspec.structs.replace(wager, amount=amount + before.amount) if before else wager
        seated.orders.placed = {**seated.orders.placed, wager.on: whole}
        seated.ready = False
        self._keep_seat(seated)
        self._keep_trial(at)
        return True

    def _everything(self) -> Round:
        """The felt with everything on it that people have ordered, kept as long as nothing else happens."""
        kept = self._trial
        if kept is None or kept[0] is not self.play or kept[1] != len(kept[0].entries):
            self._keep_trial(self._rehearsal())
        assert self._trial is not None
        return self._trial[2]

    def _keep_trial(self, at: Round) -> None:
        assert self.play is not None
        self._trial = (self.play, len(self.play.entries), at)

    def _require_chips(self, seated: Seated, amount: int) -> None:
        left = seated.stack - sum(wager.staked for wager in seated.orders.wagers)
        if amount > left:
            text = f"seat {seated.seat}: {dollars(amount)} refused: the seat has {dollars(left)} left"
            raise WagerRefused(text, reading("R-8.2-limits"), self.table.as_of, f"at most {dollars(left)}, or buy in")

    def _require_bookable(self, seated: Seated) -> None:
        """Refuse wagers of whoever has so much that the book, which counts in 64 bits, might not hold what they win."""
        held = seated.stack + self.purses[seated.patron].balance
        if held > MOST:
            text = f"seat {seated.seat}: wager refused: with {dollars(held)} it could win more than the book can hold"
            accepts = f"wagers of whoever has at most {dollars(MOST)}"
            raise WagerRefused(text, reading("R-8.2-limits"), self.table.as_of, accepts)

    def _replace(self, seated: Seated, placed: dict[str, Wager], at: Round) -> None:
        """Try new orders beside everybody else's, which lie on a felt; keep them if every wager may be made."""
        self._require_bookable(seated)
        request = self._window()
        if sum(wager.staked for wager in placed.values()) > seated.stack:
            self._require_chips(seated, sum(wager.staked for wager in placed.values()) - seated.stack + 1)
        Orders({}, seated.orders.removed, seated.orders.changed).carry_out(at, request.by)
        put_down_in_any_order(at, list(placed.values()), request.by)
        seated.orders.placed = placed
        seated.ready = False
        self._keep_seat(seated)

    def _take_back(self, seated: Seated, message: dict[str, Any]) -> None:
        """A wager that was ordered, or one that lies from an earlier round, back to its patron."""
        request = self._window()
        on = self._place(seated, message)
        if on in seated.orders.placed:
            seated.orders.placed = {k: w for k, w in seated.orders.placed.items() if k != on}
        else:
            wager = self._lying(seated, on)
            orders = [*seated.orders.removed, wager]
            assert self.play is not None
            verify_bets(self.play.table, (), tuple(orders), request.by, tuple(seated.orders.changed))
            seated.orders.removed = orders
        self._keep_seat(seated)

    def _call(self, seated: Seated, message: dict[str, Any]) -> None:
        """A wager that lies, called on or off."""
        request = self._window()
        call = message.get("call")
        if call not in ("on", "off"):
            raise WagerRefused(f"{shown(call, 20)} is no call", accepts="on, off")
        wager = self._lying(seated, self._place(seated, message))
        others = [c for c in seated.orders.changed if c.wager != wager]
        orders = [*others, Change(wager, msgspec.structs.replace(wager, call=call, button=True))]
        assert self.play is not None
        verify_bets(self.play.table, (), tuple(seated.orders.removed), request.by, tuple(orders))
        seated.orders.changed = orders
        self._keep_seat(seated)

    def _place(self, seated: Seated, message: dict[str, Any]) -> str:
        assert self.play is not None
        said = str(message.get("on"))
        if said in seated.orders.placed:
            return said
        return self.table.place(self.table.game.betting.intended(self.play.table, seated.seat, said, True)).id

    def _lying(self, seated: Seated, on: str) -> Wager:
        assert self.play is not None
        for wager in self.play.table.wagers:
            if (wager.seat, wager.on) == (seated.seat, on) and wager not in seated.orders.removed:
                return wager
        own = ", ".join(seated.orders.placed) or "nothing: there is no wager of yours"
        raise WagerRefused(f"seat {seated.seat} has nothing on {on}", self._window().by, self.table.as_of, own)

    def _clear(self, seated: Seated, message: dict[str, Any]) -> None:
        self._window()
        seated.orders = Orders()
        self._keep_seat(seated)

    def _repeat(self, seated: Seated, message: dict[str, Any]) -> None:
        if not seated.last:
            raise WagerRefused("there is nothing to repeat", accepts="a wager")
        at = self._rehearsal(without=seated)
        again = [at.wager(seated.seat, wager.on, show(wager.amount)) for wager in seated.last]
        self._replace(seated, {wager.on: wager for wager in again}, at)

    def _double(self, seated: Seated, message: dict[str, Any]) -> None:
        if not seated.orders.placed:
            raise WagerRefused("there is nothing to double", accepts="a wager, or repeat")
        at, layout = self._rehearsal(without=seated), self.table.layout
        twice = [
            at.wager(seated.seat, on, show(wager.amount if layout[on].stake else 2 * wager.amount))
            for on, wager in seated.orders.placed.items()
        ]
        self._replace(seated, {wager.on: wager for wager in twice}, at)

    # --- dealing -----------------------------------------------------------------------------------------------------

    def _deal(self, seated: Seated, message: dict[str, Any]) -> None:
        """No more bets from this seat; whoever sits alone has the cards dealt, the ball spun, the dice thrown."""
        request = self._window()
        waiting_for = [s for s in self.present if s is not seated and not s.ready]
        self._require_something()
        assert self.play is not None
        request.verify(self.play.table, seated.orders.bets())
        if waiting_for:
            seated.ready = True
            return
        self._close_window()

    def _call_no_more_bets(self) -> None:
        """The dealer, or a floorperson, does not wait any longer for those who are still thinking."""
        self._window()
        self._require_something()
        self._close_window()

    def _require_something(self) -> None:
        assert self.play is not None
        if not self.play.table.wagers and not any(s.orders.placed for s in self.seats.values()):
            example = next(iter((*self.table.game.betting.bundles, *self.table.game.betting.usual, *self.table.layout)))
            by, day = self.table.game.terms.dealt_by, self.table.as_of
            raise WagerRefused("nothing lies on the layout", by, day, f"a wager first, such as {example}")

    def _close_window(self) -> None:
        """Everybody's orders onto the layout; a round in which nobody wagers does not begin."""
        request = self._window()
        together = self._gathered(request)
        assert self.play is not None
        if not self.play.table.wagers and not together.placed:
            return
        self._windows += 1
        self._answer(together)
        self._advance()

    def _gathered(self, request: TakeWagers) -> Bets:
        """Everybody's orders, seat by seat; what the rules do not allow together goes back."""
        assert self.play is not None
        together = Bets()
        for seated in sorted(self.seats.values(), key=lambda s: s.seat):
            if not seated.orders:
                continue
            with_it = joined(together, seated.orders.bets())
            try:
                request.verify(self.play.table, with_it)
            except RulesError as fault:
                for watcher in self.watchers:
                    if watcher.patron == seated.patron:
                        self._replies.append((watcher, self.refused(None, fault)))
            else:
                together = with_it
                if seated.orders.placed:
                    seated.last = seated.orders.wagers
            seated.orders = Orders()
            seated.ready = False
            self._keep_seat(seated)
        return together

    def _decide(self, seated: Seated, message: dict[str, Any]) -> None:
        """The decision of whoever's turn it is."""
        request = self.request
        if not isinstance(request, Ask):
            what = "wagers are taken" if isinstance(request, TakeWagers) else "nothing is to be decided"
            raise WagerRefused(f"seat {seated.seat}: not now: {what}", self.table.game.terms.dealt_by, self.table.as_of)
        if request.seat != seated.seat:
            text = f"seat {seated.seat}: it is the turn of seat {request.seat}"
            raise WagerRefused(text, request.by, self.table.as_of, "waiting for your turn")
        amount = self._amount(message, 0) if message.get("amount") else 0
        chosen = Chosen(str(message.get("choice", ""))[:80], amount)
        self._require_means(seated, request, chosen)
        self._answer(chosen)
        self._advance()

    def _require_means(self, seated: Seated, request: Ask, chosen: Chosen) -> None:
        """Refuse a decision that brings a wager for which the seat has no chips; tried on a copy of the round."""
        assert self.play is not None
        table = self.play.table
        trial = Play(Round(self.table, Felt.opened(self.play.opening), dict(table.seats), table.procedure))
        for entry in self.play.entries:
            trial.answer(entry.answer, trusted=True)
        trial.answer(chosen)
        before = table.felt.ledger.balance[patron(seated.seat)]
        least = trial.table.felt.ledger.balance[patron(seated.seat)]
        while trial.request is not None and trial.request.asks == "dealer":
            trial.answer(trial.request.usual())
            least = min(least, trial.table.felt.ledger.balance[patron(seated.seat)])
        if seated.stack + least - before < 0:
            need = dollars(before - least)
            text = f"seat {seated.seat}: {chosen.choice} needs {need}; it has {dollars(seated.stack)}"
            others = ", ".join(choice for choice in request.choices if choice != chosen.choice)
            raise WagerRefused(text, request.by, self.table.as_of, f"{others}, or buy in")
