"""What people at a live table order: verified at once, on the layout when the window closes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

import msgspec

from nomorebets.drivers.bots import usual_stake
from nomorebets.errors import RulesError, WagerRefused, shown
from nomorebets.regulation import Citation, names
from nomorebets.server.book.orders import SeatOrders
from nomorebets.server.tables.behind import require_agreed
from nomorebets.server.tables.round_in_play import RoundInPlay
from nomorebets.server.tables.seated import Seated
from nomorebets.server.tables.seats import Seats
from nomorebets.table import Play, Round, Table, Wager
from nomorebets.table.acceptance import verify_bets, verify_wager
from nomorebets.table.house import limits_by
from nomorebets.table.money import MOST, dollars, show
from nomorebets.table.requests import Bets, PatronRequest
from nomorebets.table.wagers import Change, seats_words

Taker = Callable[[Round, Wager], Wager]  # verifies a wager; how it is taken
MOST_VOID = 200  # tickets of one seat in one game: each is in the record
Trial = tuple[Play, int, int, Round]  # a felt to try wagers on, after so many entries and changes of orders


class Orders:
    """What every seat has ordered for the window that is open."""

    def __init__(
        self,
        table: Table,
        seats: Seats,
        round: RoundInPlay,
        require_means: Callable[[], None] = lambda: None,
        taker: Callable[[str], Taker] = lambda patron: verified,
    ) -> None:
        self._table, self._seats, self._round = table, seats, round
        self._require_means = require_means  # of the house
        self._taker = taker  # of a patron, who may have limits of his own
        self._kept_trial: Trial | None = None

    # --- the window --------------------------------------------------------------------------------------------------

    def window(self) -> PatronRequest:
        """The request that wagers answer; refused when none are taken."""
        request = self._round.asked
        if request is not None and request.opens_window:
            return request
        waits = "no wagers are taken now"
        if request is not None and request.seats():
            waits = f"{seats_words(request.seats())} decide{'s' * (len(request.seats()) == 1)}"
        raise WagerRefused(
            f"it comes too late: {waits}",
            self._table.game.terms.late_by,
            self._table.as_of,
            "wagers before the next round",
        )

    def require_something(self) -> None:
        """Refuse to deal where nobody has wagered."""
        if not self._round.at.wagers and not any(s.orders.placed for s in self._seats.people):
            table = self._table
            example = next(iter((*table.game.betting.bundles, *table.usual, *table.layout)))
            by, day = self._table.game.terms.dealt_by, self._table.as_of
            raise WagerRefused("nothing lies on the layout", by, day, f"a wager first, such as {names.wager(example)}")

    def gather(self, request: PatronRequest) -> tuple[Bets, list[tuple[Seated, RulesError]]]:
        """Everybody's orders, seat by seat; what the rules do not allow together goes back, with the reason."""
        together, refused = Bets(), []
        for seated in self._seats.in_order:
            if not seated.orders:
                continue
            with_it = joined(together, seated.orders.bets())
            try:
                request.verify(self._round.at, with_it)
            except RulesError as fault:
                refused.append((seated, fault))
                self._note_void(seated, seated.orders.wagers, is_asked=False)
                together = joined(together, Bets(voided=tuple(seated.orders.voided)))
            else:
                together = with_it
                if seated.orders.placed:
                    seated.last = seated.orders.wagers
            seated.orders = SeatOrders()
            seated.ready = False
            self._seats.keep(seated)
        return together, refused

    def closed_to(self, seated: Seated) -> dict[str, RulesError]:
        """Places on which a seat may wager nothing now, not even the least, and why."""
        request = self._round.asked
        if request is None or not request.opens_window:
            return {}
        at, own, who = self._rehearsal(), seated.orders.placed, seated.player
        together = {kind for kinds in self._table.game.betting.bundles.values() for kind in kinds}
        closed: dict[str, RulesError] = {}
        for place in self._table.layout.values():
            if place.kind not in together and place.id not in own:
                try:
                    stake = show(usual_stake(self._table, place, 1))
                    verify_wager(at, at.wager(seated.seat, place.id, stake, player=who))
                except RulesError as fault:
                    closed[place.id] = fault
        return closed

    # --- what a seat orders ------------------------------------------------------------------------------------------

    def wager(self, seated: Seated, on: str, amount: int) -> None:
        """Chips on a place, beside those already ordered there."""
        self._require_bookable(seated)
        self._with_chips(seated, amount, partial(self._wager, seated, on, amount))

    def _wager(self, seated: Seated, on: str, amount: int) -> None:
        if self._add(seated, on, amount):
            return
        at = self._rehearsal()
        intended = self._table.game.betting.intended(at, seated.seat, on, False)
        placed = dict(seated.orders.placed)
        for place in self._table.places(intended):
            fresh = at.wager(seated.seat, on if intended != on else place.id, show(amount), player=seated.player)
            before = placed.get(fresh.on)
            both = show(amount + (before.amount if before else 0))
            whole = at.wager(seated.seat, fresh.on, both, player=seated.player)
            placed[fresh.on] = msgspec.structs.replace(whole, made_as=fresh.made_as)
        self._replace(seated, placed)

    def _add(self, seated: Seated, on: str, amount: int) -> bool:
        """The short way: one more wager on the felt with everybody's orders, if it may be put there as it is.

        Whatever is not so simple, and every refusal, is judged anew from all of the seat's orders.
        """
        window, at, betting = self.window(), self._everything(), self._table.game.betting
        if on.strip().lower() in betting.bundles or betting.intended(at, seated.seat, on, False) != on:
            return False
        try:
            wager = at.chips(seated.seat, on, amount, seated.player)
            if wager.fee:
                return False
            verify_wager(at, wager)
        except RulesError:
            return False
        at.felt.put_down(wager, window.by)
        placed = seated.orders.placed
        before = placed.get(wager.on)
        whole = msgspec.structs.replace(wager, amount=amount + before.amount) if before else wager
        seated.orders.placed = {**placed, wager.on: whole}
        self._round.issue([whole])
        seated.ready = False
        self._seats.keep(seated)
        self._keep_trial(at)
        return True

    def take_back(self, seated: Seated, said: str) -> None:
        """A wager that was ordered, or one that lies from an earlier round, back to its patron."""
        request = self.window()
        on = self._place(seated, said)
        if on in seated.orders.placed:
            self._note_void(seated, [seated.orders.placed[on]])
            seated.orders.placed = {k: w for k, w in seated.orders.placed.items() if k != on}
        else:
            removed = [*seated.orders.removed, self._lying(seated, on, seated.orders.placed)]
            verify_bets(self._round.at, (), tuple(removed), request.by, tuple(seated.orders.changed))
            seated.orders.removed = removed
        self._seats.keep(seated)

    def call(self, seated: Seated, said: str, call: object) -> None:
        """A wager that lies, called on or off."""
        request = self.window()
        if call not in ("on", "off"):
            raise WagerRefused(f"{shown(call, 20)} is no call", accepts="on, off")
        wager = self._lying(seated, self._place(seated, said), ordered=())
        others = [change for change in seated.orders.changed if change.wager != wager]
        changed = [*others, Change(wager, msgspec.structs.replace(wager, call=str(call), button=True))]
        verify_bets(self._round.at, (), tuple(seated.orders.removed), request.by, tuple(changed))
        seated.orders.changed = changed
        self._seats.keep(seated)

    def clear(self, seated: Seated) -> None:
        """Nothing ordered any more."""
        self.window()
        self._note_void(seated, seated.orders.wagers)
        seated.orders = SeatOrders(voided=seated.orders.voided)
        self._seats.keep(seated)

    def _note_void(self, seated: Seated, wagers: Iterable[Wager], is_asked: bool = True) -> None:
        """A ticket is issued when it is acknowledged: one that is taken back leaves a void slip."""
        if self._table.game.betting.is_listed:
            return
        voided = [*seated.orders.voided, *wagers]
        if is_asked and len(voided) > max(MOST_VOID, len(seated.orders.voided)):
            text = f"{seated.words}: {MOST_VOID} tickets of this game were made void already"
            raise WagerRefused(text, accepts="keeping what was bought")
        seated.orders.voided = voided

    def repeat(self, seated: Seated) -> None:
        """What was wagered before, once more."""
        if not seated.last:
            raise WagerRefused("there is nothing to repeat", accepts="a wager")
        at = self._rehearsal(without=seated)
        again = [at.wager(seated.seat, w.on, show(w.amount), player=seated.player) for w in seated.last]
        self._replace(seated, {wager.on: wager for wager in again})

    def double(self, seated: Seated) -> None:
        """Twice what was ordered; a wager of one stake stays as it is."""
        if not seated.orders.placed:
            raise WagerRefused("there is nothing to double", accepts="a wager, or repeat")
        at, table = self._rehearsal(without=seated), self._table
        ordered = seated.orders.placed
        amounts = {on: w.amount if table.place_of(w).stake else 2 * w.amount for on, w in ordered.items()}
        twice = [at.wager(seated.seat, on, show(much), player=seated.player) for on, much in amounts.items()]
        self._replace(seated, {wager.on: wager for wager in twice})

    def _replace(self, seated: Seated, placed: dict[str, Wager]) -> None:
        """Try new orders beside everybody else's; keep them if every wager may be made."""
        self._require_bookable(seated)
        staked = sum(wager.staked for wager in placed.values())
        self._with_chips(seated, staked - seated.orders.staked, partial(self._try, seated, placed))

    def _try(self, seated: Seated, placed: dict[str, Wager]) -> None:
        request, at = self.window(), self._rehearsal(without=seated)
        SeatOrders({}, seated.orders.removed, seated.orders.changed).carry_out(at, request.by)
        taken = put_down_in_any_order(at, list(placed.values()), request.by, self._taker(seated.patron))
        placed = {wager.on: wager for wager in taken}
        before = seated.orders.placed
        self._note_void(seated, [w for on, w in before.items() if on not in placed])
        self._round.issue(w for on, w in placed.items() if w != before.get(on))
        seated.orders.placed = placed
        seated.ready = False
        self._seats.keep(seated)

    # --- the felt with what is ordered -------------------------------------------------------------------------------

    def _rehearsal(self, without: Seated | None = None) -> Round:
        """The felt with everything on it that people have ordered."""
        request = self.window()
        at = self._round.at.copy()
        for seated in self._seats.in_order:
            if seated is not without:
                seated.orders.carry_out(at, request.by)
        return at

    def _everything(self) -> Round:
        """The same with all seats, kept as long as nothing else happens."""
        kept, play = self._kept_trial, self._round.play
        if kept is not None and kept[0] is play and kept[1:3] == (len(kept[0].entries), self._seats.changes):
            return kept[3]
        at = self._rehearsal()
        self._keep_trial(at)
        return at

    def _keep_trial(self, at: Round) -> None:
        play = self._round.play
        assert play is not None
        self._kept_trial = (play, len(play.entries), self._seats.changes, at)

    def _place(self, seated: Seated, said: str) -> str:
        """The place that a seat names, of a wager that it has."""
        if said in seated.orders.placed:
            return said
        return self._table.place(self._table.game.betting.intended(self._round.at, seated.seat, said, True)).id

    def _lying(self, seated: Seated, on: str, ordered: Iterable[str]) -> Wager:
        """The wager of a seat that lies on a place; a refusal names it beside those that may be meant too."""
        own = [w for w in self._round.at.wagers if w.owner == seated.account and w not in seated.orders.removed]
        for wager in own:
            if wager.on == on:
                return wager
        places = dict.fromkeys((*ordered, *(wager.on for wager in own)))
        accepts = "nothing: there is no wager of yours"
        if places:
            accepts = ", ".join(map(names.wager, places))
        raise WagerRefused(
            f"{seated.words} has nothing on {names.wager(on)}", self.window().by, self._table.as_of, accepts
        )

    # --- means -------------------------------------------------------------------------------------------------------

    def _with_chips(self, seated: Seated, amount: int, order: Callable[[], None]) -> None:
        """Order what takes so many chips more, which somebody must have; those at another seat of his are brought,
        and back if he may not."""
        own, left = self._seats.all_of(seated.patron), 0
        for one in own:
            left += one.stack - one.orders.staked
        if amount > left:
            text = f"{seated.words}: {dollars(amount)} refused: the seat has {dollars(left)} left"
            raise WagerRefused(
                text, limits_by(self._table.as_of), self._table.as_of, f"at most {dollars(left)}, or buy in"
            )
        if len(own) == 1:
            order()
            return
        before = {one.spot: one.stack for one in own}
        self._round.bring_chips({one.spot: one.orders.staked + amount * (one is seated) for one in own})
        try:
            order()
        except RulesError:
            self._round.bring_chips(before)
            raise

    def _require_bookable(self, seated: Seated) -> None:
        """Refuse wagers behind somebody who no longer agrees; and of whoever has so much that the book, which counts in
        64 bits, might not hold what they win."""
        self._require_means()
        if seated.player:
            require_agreed(self._table, self._seats, seated.seat, seated)
        held = seated.stack + self._seats.purses[seated.patron].balance
        if held > MOST:
            text = f"{seated.words}: wager refused: with {dollars(held)} it could win more than the book can hold"
            accepts = f"wagers of whoever has at most {dollars(MOST)}"
            raise WagerRefused(text, limits_by(self._table.as_of), self._table.as_of, accepts)


def verified(at: Round, wager: Wager) -> Wager:
    verify_wager(at, wager)
    return wager


def put_down_in_any_order(at: Round, wagers: list[Wager], by: Citation, take: Taker) -> list[Wager]:
    """Put wagers on a felt, each as it is taken; one may need another to lie first. Raises the first refusal."""
    waiting, taken = list(wagers), []
    while waiting:
        refused: RulesError | None = None
        for wager in waiting:
            try:
                lies = take(at, wager)
            except RulesError as fault:
                refused = refused or fault
            else:
                at.felt.put_down(lies, by)
                taken.append(lies)
                waiting.remove(wager)
                break
        else:
            assert refused is not None
            raise refused
    return taken


def joined(first: Bets, second: Bets) -> Bets:
    return Bets(
        first.placed + second.placed,
        first.removed + second.removed,
        first.changed + second.changed,
        first.voided + second.voided,
    )
