"""Tournaments of the house: opened from a submission, entered, drawn, played stage by stage, and paid (8.6).

All of a tournament is in the book, and read from it every time; its tables are live tables like any other, seated by
the draw. Each process ends the stages of the tables it serves; whichever comes first goes on from there.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from datetime import UTC, date

from msgspec.structs import replace
from sqlalchemy import delete, insert, update
from sqlalchemy.exc import SQLAlchemyError

from nomorebets.compliance.standing import drawn, going_on, prizes_by_place, ranked, seated
from nomorebets.compliance.tournament import Stages, Submission, judge_tournament, read_submission
from nomorebets.errors import RulesError, UnknownName, one_line
from nomorebets.games import terms_of
from nomorebets.regulation import cite, reading
from nomorebets.server import machine
from nomorebets.server.book import schema
from nomorebets.server.book.changes import HOUSE, Changes, LeaseLost, StoreError, issuer_of, money_of, now, now_ms
from nomorebets.server.book.rows import StageRow, TableRow
from nomorebets.server.book.seldom import Seldom
from nomorebets.server.book.tournaments import (
    UNDER_WAY,
    EntrantRow,
    TournamentRow,
    chips_of_seats,
    entrants,
    held_at,
    tables_of,
    tournaments,
)
from nomorebets.server.people.accounts import Purse, account_of_purse, is_bot
from nomorebets.server.tables import stage as stages
from nomorebets.server.tables.bot_seats import rehearse
from nomorebets.server.tables.live import LiveTable
from nomorebets.server.tables.seats import new_seat
from nomorebets.server.tables.service import MOST_TABLES, TABLE_CLOSED, LiveHouse, fresh_id, new_row, write_table
from nomorebets.server.tournaments.bots import BOTS_OF_PRACTICE, enter_bots, practice
from nomorebets.server.tournaments.during_play import TournamentRefused, disqualify, rebuy, sold_again
from nomorebets.table.money import dollars

SELDOM = Seldom(logging.getLogger(__name__))
BEAT = 1.0  # seconds
LONGEST_REASON = 300


class Tournaments:
    """The tournaments of one house."""

    def __init__(self, house: LiveHouse) -> None:
        self._house = house
        self._lock = asyncio.Lock()
        self._beating: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Look after them from here on."""
        self._beating = asyncio.get_running_loop().create_task(self._beat(), name="tournaments")

    async def close(self) -> None:
        if self._beating is not None:
            self._beating.cancel()
            with suppress(asyncio.CancelledError):
                await self._beating

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self.tick()
            except (RulesError, SQLAlchemyError, OSError) as fault:
                SELDOM.error("a tournament cannot go on: %s", one_line(fault))

    # --- reading -----------------------------------------------------------------------------------------------------

    async def all(self) -> list[TournamentRow]:
        return await tournaments(self._house.store.engine)

    async def one(self, tournament: str) -> TournamentRow:
        found = await tournaments(self._house.store.engine, tournament)
        if not found:
            raise UnknownName(f"no tournament is called {tournament[:40]!r}", accepts="a tournament of the list")
        return found[0]

    async def entrants(self, row: TournamentRow) -> list[EntrantRow]:
        """Who has entered, the leader first; chips as they are now."""
        engine = self._house.store.engine
        people = await entrants(engine, row.id)
        held = await held_at(engine, await tables_of(engine, row.id))
        at = {table: chips_of_seats(own) for table, own in held.items()}
        return ranked(
            replace(one, chips=at[one.table].get(one.seat or 0, 0)) if one.table in at else one for one in people
        )

    # --- before it is played -----------------------------------------------------------------------------------------

    async def open(self, purse: Purse, content: str) -> str:
        """A tournament that people may enter; refused where its submission lacks something."""
        submission = read_submission(content)
        judged = judge_tournament(submission)
        if judged.missing:
            first, more = judged.missing[0], len(judged.missing) - 1
            text = f"{submission.name} may not be held: {first.what}{f', and {more} more' if more else ''}"
            raise TournamentRefused(text, first.by, submission.day, first.accepts)
        play = _play_of(submission)
        async with self._lock:
            known = {row.id for row in await self.all()}
            changes, name = Changes(), fresh_id(known)
            row = {"id": name, "name": submission.name, "file": content, "state": "entering", "stage": 0}
            row |= {"rounds": play.rounds, "opened": now(), "opened_by": purse.patron, "why": "", "version": 0}
            changes.do(insert(schema.tournaments).values(**row))
            await self._house.store.commit(changes)
        return name

    async def countersign(self, purse: Purse, tournament: str) -> None:
        """A second employee, who issues the chips and takes them back together with the first."""
        async with self._lock:
            row = await self.one(tournament)
            _require_state(row, "entering")
            if purse.patron == row.opened_by or row.second_by is not None:
                text = f"{' and '.join(row.employees)} issue the chips; two different employees do"
                raise TournamentRefused(text, reading("R-8.6e-chips"), _day(row), "another employee, once")
            await self._house.store.commit(_changes(row, second_by=purse.patron))

    async def enter(self, purse: Purse, tournament: str) -> None:
        """Pay the fee and be part of the draw."""
        async with self._lock:
            row = await self.one(tournament)
            submission = read_submission(row.file)
            _require_state(row, "entering")
            people = await entrants(self._house.store.engine, row.id)
            if purse.patron in {one.patron for one in people}:
                raise TournamentRefused("you have entered already", accepts="waiting for the draw, or withdrawing")
            if len(people) >= submission.participants:
                text = f"{len(people)} have entered, as many as the notice expects"
                raise TournamentRefused(text, reading("R-8.6b3-no-more"), submission.day, "another tournament")
            await self._house.recount(purse)
            if purse.balance < submission.fee:
                text = f"the entry fee is {dollars(submission.fee)}; you have {dollars(purse.balance)} of play money"
                raise TournamentRefused(text, reading("R-8.6e-posted"), submission.day, "cashing in at a table first")
            changes = _changes(row)
            one = {"tournament_id": row.id, "patron_id": purse.patron, "since": now(), "stage": 0, "chips": 0}
            changes.insert(schema.entrants, one | {"prize": 0})
            changes.move(purse.account, money_of(row.id), submission.fee, _by("R-8.6e-posted", submission))
            await self._pay(changes, {purse.patron: -submission.fee})

    async def withdraw(self, purse: Purse, tournament: str) -> None:
        """Leave before the draw, and have the fee back."""
        async with self._lock:
            row = await self.one(tournament)
            submission = read_submission(row.file)
            _require_state(row, "entering")
            if purse.patron not in {one.patron for one in await entrants(self._house.store.engine, row.id)}:
                raise TournamentRefused("you have not entered", accepts="entering")
            changes, e = _changes(row), schema.entrants.c
            changes.do(delete(schema.entrants).where(e.tournament_id == row.id, e.patron_id == purse.patron))
            changes.move(money_of(row.id), purse.account, submission.fee, _by("R-8.6e-posted", submission))
            await self._pay(changes, {purse.patron: submission.fee})

    async def add_bots(self, tournament: str, number: int) -> None:
        """Bots of the house enter, as far as there are places."""
        async with self._lock:
            row = await self.one(tournament)
            own = read_submission(row.file)
            _require_state(row, "entering")
            known = {one.patron for one in await entrants(self._house.store.engine, row.id)}
            places = min(number, own.participants - len(known))
            if places < 1:
                text = f"{len(known)} have entered, as many as the notice expects"
                raise TournamentRefused(text, reading("R-8.6b3-no-more"), own.day, "drawing the seats")
            bots = [await self._house.people.house_bot(n) for n in range(1, len(known) + places + 1)]
            changes = _changes(row)
            free = [bot for bot in bots if bot.patron not in known][:places]
            enter_bots(changes, row.id, own, free, _by("R-8.6e-posted", own))
            await self._house.store.commit(changes)

    async def start(self, tournament: str) -> None:
        """Draw the seats of the first stage, and issue the chips."""
        async with self._lock:
            row = await self.one(tournament)
            submission = read_submission(row.file)
            _require_state(row, "entering")
            begins = submission.starts
            assert begins is not None  # it could not have been opened
            begins = begins if begins.tzinfo else begins.replace(tzinfo=UTC)
            if machine.today() < begins:
                text = f"by its notice it starts at {submission.starts}; it is {machine.today():%Y-%m-%d %H:%M} UTC"
                raise TournamentRefused(text, cite("8.6(b)1"), submission.day, "starting it then")
            if row.second_by is None:
                text = f"{row.employees[0]} does not issue the chips alone"
                raise TournamentRefused(text, reading("R-8.6e-chips"), submission.day, "a second employee’s signature")
            people = await entrants(self._house.store.engine, row.id)
            if len(people) < 2:
                text = f"{len(people) or 'nobody'} has entered"
                raise TournamentRefused(text, reading("R-8.6e-posted"), submission.day, "two entrants at least")
            await self._draw(row, submission, people)

    async def stop(self, tournament: str, why: str) -> None:
        """The Division stops it, or the house itself: no further round is dealt, and everybody has the fee back."""
        why = " ".join(why.split())[:LONGEST_REASON]
        if not why:
            raise TournamentRefused("it is not said why it is stopped", accepts="a reason for the book")
        async with self._lock:
            row = await self.one(tournament)
            _require_state(row, "entering", "playing")
            await self._house.store.commit(_changes(row, state="stopping", why=why, ends=now_ms()))
        await self.tick()

    # --- at its tables -----------------------------------------------------------------------------------------------

    async def rebuy(self, purse: Purse, live: LiveTable) -> None:
        """Somebody who has lost all chips buys in again, as the posted rule allows."""
        async with self._lock:
            row, own, one = await self._at(live, purse.patron)
            await self._house.recount(purse)
            rebuy(live, row, own, one, purse, _issued(row, own, "issued by"))
            await self._written(live, one)

    async def disqualify(self, purse: Purse, live: LiveTable, seat: int, why: str) -> None:
        """A supervisor takes somebody out, with the reason."""
        async with self._lock:
            sitting = live.seats.at(seat)
            row, own, one = await self._at(live, sitting.patron if sitting is not None else "")
            why = " ".join(why.split())[:LONGEST_REASON]
            disqualify(live, row, own, one, purse, why, _issued(row, own, "returned by"))
            await self._written(live, one)

    async def _at(self, live: LiveTable, patron: str) -> tuple[TournamentRow, Submission, EntrantRow]:
        """An entrant at a table, and his tournament."""
        row = await self.one(live.stage.tournament if live.stage else "")
        _require_state(row, "playing")
        people = {one.patron: one for one in await entrants(self._house.store.engine, row.id)}
        if patron not in people:
            raise TournamentRefused("no entrant sits there", accepts="a seat that is taken")
        return row, read_submission(row.file), people[patron]

    async def _written(self, live: LiveTable, before: EntrantRow) -> None:
        """Wait for the book; what it did not take has not happened, and the table is read again."""
        await live.settled()
        _, _, now = await self._at(live, before.patron)
        if (now.rebuys, now.why_out) == (before.rebuys, before.why_out):
            raise StoreError("this cannot be written; nothing has moved", accepts="asking again")

    # --- stage by stage ----------------------------------------------------------------------------------------------

    async def tick(self) -> None:
        """Go on with whatever is due: tables whose stage is over, stages all of whose tables are."""
        async with self._lock:
            faults: list[Exception] = []
            for row in await tournaments(self._house.store.engine, states=UNDER_WAY):
                try:
                    await self._go_on(row)
                except (RulesError, SQLAlchemyError, OSError) as fault:  # the others go on
                    faults.append(fault)
        if faults:
            raise faults[0]

    async def _go_on(self, row: TournamentRow) -> None:
        for live in [one for one in self._house.tables.values() if one.stage and one.stage.tournament == row.id]:
            live.stage = row.stage_row  # another process may have stopped it
            if stages.is_over(live) and stages.is_over(live, await _may_buy(self._house, row)):
                await self._end_table(row, live)
        engine = self._house.store.engine
        if await tables_of(engine, row.id):
            return
        submission, people = read_submission(row.file), await entrants(engine, row.id)
        if row.state == "stopping":
            await self._give_back(row, submission, people)
            return
        play, at = _play_of(submission), [one for one in people if one.stage == row.stage]
        on = going_on(at, play.advance)
        if len({one.table for one in at}) == 1 or len(on) < 2 or row.stage == play.stages:
            await self._award(row, submission, people)
        else:
            await self._draw(row, submission, on)

    async def _draw(self, row: TournamentRow, submission: Submission, people: list[EntrantRow]) -> None:
        """The next stage: numbers are drawn, tables opened and chips issued, all at once."""
        play, number = _play_of(submission), row.stage + 1
        table, settings = submission.table(number), terms_of(submission.game_of(number), submission.settings)
        if any(is_bot(one.patron) for one in people):
            await asyncio.to_thread(rehearse, table)
            self._house.rehearsed.add(table.house)
        groups = seated(drawn(people, machine.below), play.seats)
        if len(self._house.tables) + len(groups) > MOST_TABLES:
            await self._house.close_idle()
        if len(self._house.tables) + len(groups) > MOST_TABLES:
            raise TournamentRefused(f"the house has no {len(groups)} tables left", accepts="when others have closed")
        ends = now_ms() + 60_000 * play.minutes
        changes = _changes(row, state="playing", stage=number, ends=ends)
        issued, e = _issued(row, submission, "issued by"), schema.entrants.c
        stage, rows = StageRow(row.id, row.name, number, row.rounds, ends), list[TableRow]()
        for n, group in enumerate(groups, 1):
            taken = {*self._house.tables, *(other.id for other in rows)}
            new = new_row(fresh_id(taken), f"{row.name}, stage {number}, table {n}"[:80], table, settings, stage)
            write_table(changes, new, self._house, issued)
            rows.append(new)
            for place, one in enumerate(group):
                chips = one.chips if play.carry and row.stage else play.stack
                changes.insert(schema.seats, new_seat(new.id, place + 1, one.patron))
                changes.move(issuer_of(row.id), f"{new.id}/seat:{place + 1}", chips, issued)
                drawn_for = {"number": place * len(groups) + n, "table_id": new.id, "seat": place + 1, "stage": number}
                where = (e.tournament_id == row.id, e.patron_id == one.patron)
                changes.do(update(schema.entrants).where(*where).values(**drawn_for, chips=chips))
        async with self._house.taking:  # they are held from here on, and must not be taken once more
            await self._house.store.commit(changes)
            for new in rows:
                await self._house.serve(new, 1)

    async def _end_table(self, row: TournamentRow, live: LiveTable) -> None:
        """A table whose stage is over: its chips are counted and go back, and it is closed."""
        stages.end(live)
        await live.settled()
        store, submission, e = self._house.store, read_submission(row.file), schema.entrants.c
        held = (await held_at(store.engine, [live.id]))[live.id]
        if not live.closed:  # it was read from the book again: the next time
            return
        changes, back = Changes(live.id, live.fence), _issued(row, submission, "returned by")
        for account, balance in held.items():
            source, target = (account, issuer_of(row.id)) if balance > 0 else (issuer_of(row.id), account)
            changes.move(source, target, abs(balance), back)
        chips = chips_of_seats(held)
        for one in live.seats.people:
            where = (e.tournament_id == row.id, e.patron_id == one.patron, e.table_id == live.id)
            changes.do(update(schema.entrants).where(*where, e.why_out == "").values(chips=chips.get(one.seat, 0)))
        changes.do(delete(schema.seats).where(schema.seats.c.table_id == live.id))
        changes.do(update(schema.tables).where(schema.tables.c.id == live.id).values(closed=now()))
        try:
            await store.commit(changes)
        except LeaseLost:
            live.lose()
            raise
        except StoreError:
            await live.reload()
            raise
        self._house.tables.pop(live.id, None)
        for watcher in list(live.watchers):
            watcher.end(TABLE_CLOSED, live.why_closed)

    # --- how it ends -------------------------------------------------------------------------------------------------

    async def _award(self, row: TournamentRow, submission: Submission, people: list[EntrantRow]) -> None:
        """Places and prizes; what the fees do not cover the house adds, and what is left is its own."""
        order, by = ranked(people), _by("R-8.6e-posted", submission)
        bought = sum(one.rebuys for one in order)
        won = prizes_by_place(order, submission.prizes_for(len(order), bought), _play_of(submission).ties)
        changes, account, e = _changes(row, state="over", ends=None), money_of(row.id), schema.entrants.c
        fees, prizes = submission.fees(len(order), bought), sum(prize for _, prize in won)
        changes.move(HOUSE, account, max(prizes - fees, 0), by)
        for one, (place, prize) in zip(order, won, strict=True):
            where = (e.tournament_id == row.id, e.patron_id == one.patron)
            changes.do(update(schema.entrants).where(*where).values(place=place, prize=prize))
            changes.move(account, account_of_purse(one.patron), prize, by)
        changes.move(account, HOUSE, max(fees - prizes, 0), by)
        await self._pay(changes, {one.patron: prize for one, (_, prize) in zip(order, won, strict=True)})

    async def _give_back(self, row: TournamentRow, submission: Submission, people: list[EntrantRow]) -> None:
        """A tournament that was stopped: the fees."""
        changes, by = _changes(row, state="stopped", ends=None), _by("R-8.6c-stopped", submission)
        paid = {one.patron: submission.fees(1, one.rebuys) for one in people}
        for patron, fees in paid.items():
            changes.move(money_of(row.id), account_of_purse(patron), fees, by)
        await self._pay(changes, paid)

    async def _pay(self, changes: Changes, gains: dict[str, int]) -> None:
        """What changes purses that are in memory too: before where it is taken, after where it is given."""
        purses = {who: await self._house.people.purse(who) for who in gains}
        known = [(purse, gains[who]) for who, purse in purses.items() if purse is not None]
        for purse, gain in known:
            purse.balance += min(gain, 0)
        try:
            await self._house.store.commit(changes)
        except BaseException:
            for purse, gain in known:
                purse.balance -= min(gain, 0)
            raise
        for purse, gain in known:
            purse.balance += max(gain, 0)


async def practise(tournaments: Tournaments, house: LiveHouse, purse: Purse, game: str) -> str:
    """A tournament for one person and bots of the house, drawn at once."""
    for row in [row for row in await tournaments.all() if row.state in UNDER_WAY and is_bot(row.opened_by)]:
        if purse.patron in {one.patron for one in await entrants(house.store.engine, row.id)}:
            raise TournamentRefused(f"you are in {row.name} already", accepts="playing that one first")
    first, second = [await house.people.house_bot(n) for n in (1, 2)]
    name = await tournaments.open(first, practice(game))
    await tournaments.countersign(second, name)
    await tournaments.enter(purse, name)
    await tournaments.add_bots(name, BOTS_OF_PRACTICE)
    await tournaments.start(name)
    return name


async def _may_buy(house: LiveHouse, row: TournamentRow) -> set[str]:
    """People, not bots, whom the posted rule still sells chips to."""
    own, people = read_submission(row.file), await entrants(house.store.engine, row.id)
    return {one.patron for one in people if sold_again(row, own, one) and not is_bot(one.patron)}


def _changes(row: TournamentRow, **values: object) -> Changes:
    """A step of a tournament, unless somebody else has taken one meanwhile."""
    t, changes = schema.tournaments.c, Changes()
    step = update(schema.tournaments).where(t.id == row.id, t.version == row.version)
    late = TournamentRefused("somebody else was faster; nothing has moved", accepts="asking again")
    changes.require(step.values(version=row.version + 1, **values), late)
    return changes


def _require_state(row: TournamentRow, *states: str) -> None:
    if row.state not in states:
        words = {"entering": "before it begins", "playing": "while it is played"}
        by = reading("R-8.6c-stopped" if row.state in ("stopping", "stopped") else "R-8.6e-posted")
        accepts = " or ".join(words[state] for state in states)
        told = {
            "entering": "this tournament is open for entries",
            "playing": "this tournament is being played",
            "stopping": "this tournament is being stopped",
            "over": "this tournament is over",
            "stopped": "this tournament is stopped",
        }
        raise TournamentRefused(told[row.state], by, _day(row), accepts)


STATE_WORDS = {
    "entering": "open for entries",
    "playing": "being played",
    "stopping": "being stopped",
    "over": "over and paid",  # alone the word is a part of wagers, and said otherwise in other languages
    "stopped": "stopped",
}


def _play_of(submission: Submission) -> Stages:
    if submission.play is None:
        raise TournamentRefused("it is not said how it is played", accepts="a table [play] with minutes, seats, …")
    return submission.play


def _day(row: TournamentRow) -> date:
    return read_submission(row.file).day


def _by(name: str, submission: Submission) -> str:
    return reading(name).full(submission.day)


def _issued(row: TournamentRow, submission: Submission, words: str) -> str:
    """Why chips move: by which rule, and by which two employees."""
    return f"{_by('R-8.6e-chips', submission)}, {words} {' and '.join(row.employees)}"
