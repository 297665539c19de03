"""The audit of tournaments: chips that never mix with money, fees and prizes to the cent, places by the posted rule."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, select

from nomorebets.compliance.standing import prizes_by_place, ranked
from nomorebets.compliance.tournament import Submission, read_submission
from nomorebets.errors import RulesError
from nomorebets.server.book import schema
from nomorebets.server.book.audit_checkpoints import Finding
from nomorebets.server.book.changes import CHIPS, TOURNAMENT, Movement, issuer_of, kind_of, money_of
from nomorebets.server.book.tournaments import EntrantRow, chips_of_seats, entrant_of

_BY_TWO = re.compile(r" (issued|returned) by .+ and .+$")


class TournamentsAudit:
    """Follows the tournaments of a book along its chain."""

    def __init__(self, connection: Connection, findings: list[Finding]) -> None:
        self._connection, self._findings = connection, findings
        t = schema.tables.c
        query = select(t.id, t.tournament, t.closed).where(t.tournament.is_not(None))
        rows = list(connection.execute(query))
        self._tables = {row.id: row.tournament for row in rows}
        self._closed = {row.id for row in rows if row.closed is not None}
        self._returned: dict[str, Counter[str]] = defaultdict(Counter)  # by table: what came back from its accounts
        self._paid: dict[str, Counter[str]] = defaultdict(Counter)  # by account of fees: what each paid in

    def posted(self, n: int, moved: Movement) -> None:
        whose = [self._chips_of(account) for account in (moved.source, moved.target)]
        if whose[0] != whose[1]:
            text = f"{moved.amount} from {moved.source} to {moved.target} mixes tournament chips with other money"
            self._findings.append(Finding("tournament", f"link {n}", text))
        kinds = kind_of(moved.source), kind_of(moved.target)
        if CHIPS in kinds and moved.round_id is None and not _BY_TWO.search(moved.cite):
            text = "tournament chips are issued and returned by two employees, and the posting does not name them"
            self._findings.append(Finding("tournament", f"link {n}", text))
        if kinds[1] == CHIPS:
            self._returned[moved.source.partition("/")[0]][moved.source] += moved.amount
        if kinds[0] == TOURNAMENT:
            self._paid[moved.source][moved.target] -= moved.amount
        if kinds[1] == TOURNAMENT:
            self._paid[moved.target][moved.source] += moved.amount

    def _chips_of(self, account: str) -> str | None:
        """The tournament whose chips an account holds; None: it holds money."""
        if kind_of(account) == CHIPS:
            return account.partition(":")[2]
        return self._tables.get(account.partition("/")[0])

    def finish(self, balances: Counter[str], disqualified: Mapping[tuple[str, str], str]) -> dict[str, int]:
        """Each tournament, when all postings and the floor log have been read. How many there are."""
        out: Counter[str] = Counter()
        for account, balance in balances.items():
            if (tournament := self._chips_of(account)) is not None:
                out[tournament] += balance
        entrants: dict[str, list[EntrantRow]] = defaultdict(list)
        for r in self._connection.execute(select(schema.entrants)):
            entrants[r.tournament_id].append(entrant_of(r))
        rows = list(self._connection.execute(select(schema.tournaments)))
        for row in rows:
            people = entrants.pop(row.id, [])
            texts = self._faults_of(row, people, out.pop(row.id, 0), balances)
            texts += self._faults_of_floor(row, people, disqualified)
            self._findings += [Finding("tournament", row.id, text) for text in texts]
        for missing in sorted({*entrants, *out}):
            self._findings.append(Finding("tournament", missing, "the book has chips or entrants of it, and no more"))
        return {"tournaments": len(rows)}

    def _faults_of(self, row: Any, people: list[EntrantRow], out: int, balances: Counter[str]) -> list[str]:
        try:
            submission = read_submission(row.file)
        except RulesError as fault:
            return [f"its rule cannot be read: {fault.text}"]
        faults = [f"{out} cents of its chips are neither at a table nor in its stock"] if out else []
        if row.state in ("over", "stopped") and balances[issuer_of(row.id)]:
            faults.append("it is over, and not all of its chips have come back")
        faults += self._faults_of_money(row, people, submission, balances)
        for one in people:
            back = self._returned[one.table or ""]
            if one.table in self._closed and not one.is_out and chips_of_seats(back).get(one.seat or 0, 0) != one.chips:
                faults.append(f"seat {one.seat} of table {one.table} has {one.chips} cents of chips; other came back")
        if row.state == "over":
            faults += _faults_of_places(people, submission)
        return faults

    def _faults_of_floor(
        self, row: Any, people: list[EntrantRow], disqualified: Mapping[tuple[str, str], str]
    ) -> list[str]:
        """Who is out by the list of entrants, and by the floor log."""
        logged = {who: why for (at, who), why in disqualified.items() if self._tables.get(at) == row.id}
        listed = {one.patron: one.why_out for one in people if one.is_out}
        return [
            f"patron {who} is disqualified by the {'list of entrants' if who in listed else 'floor log'} alone"
            if who not in logged or who not in listed
            else f"patron {who} is disqualified for something else than the floor log says"
            for who in sorted({*logged, *listed})
            if logged.get(who) != listed.get(who)
        ]

    def _faults_of_money(
        self, row: Any, people: list[EntrantRow], submission: Submission, balances: Counter[str]
    ) -> list[str]:
        account, is_over = money_of(row.id), row.state in ("over", "stopped")
        paid, held = self._paid[account], balances[account]
        faults = []
        due = 0 if is_over else submission.fees(len(people), sum(one.rebuys for one in people))
        if held != due:
            faults.append(f"its account of fees and prizes holds {held} cents, not {due}")
        paid_by = {one.patron: submission.fees(1, one.rebuys) for one in people if row.state != "stopped"}
        owed = {f"patron:{one.patron}": paid_by.get(one.patron, 0) - one.prize for one in people}
        for who in sorted({*owed, *(who for who in paid if kind_of(who) == "patron")}):
            if paid[who] != owed.get(who, 0):
                faults.append(f"{who} paid {paid[who]} cents more than he was given, not {owed.get(who, 0)}")
        return faults


def _faults_of_places(people: list[EntrantRow], submission: Submission) -> list[str]:
    order = ranked(people)
    ties = submission.play.ties if submission.play else "draw"
    rule = prizes_by_place(order, submission.prizes_for(len(order), sum(one.rebuys for one in order)), ties)
    return [
        f"patron {one.patron} has place {one.place} and {one.prize} cents; by the posted rule {place} and {prize}"
        for one, (place, prize) in zip(order, rule, strict=True)
        if (one.place, one.prize) != (place, prize)
    ]
