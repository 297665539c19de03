"""What must hold in a house, whatever happens to it; looked at after every commit and every frame, and at the end."""

from __future__ import annotations

import logging
import sqlite3
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any, NoReturn

import msgspec
from benchmarks.kill import count_money, in_the_records, reading
from sqlalchemy import text

from hidden_cards import mentioned
from nomorebets.server.book.audit import audit
from nomorebets.server.people.accounts import WELCOME
from nomorebets.table.areas import HIDDEN, owner_of
from nomorebets.table.ledger import seat_of
from simulated_house.loop import OWNER
from simulated_house.patrons import FIELDS, demands_more, table_of

if TYPE_CHECKING:
    from simulated_house.network import Wire
    from simulated_house.patrons import Patron, Said
    from simulated_house.world import World

OF_A_CHOICE = {"type", "id", "choice", "amount", "at", *FIELDS}  # beside cards or a hand that is set, it is not counted
CHANGES_ORDERS = ("leave", "clear", "take-back", "repeat", "double")


class Broken(Exception):
    """Something that must hold does not."""


class Checks:
    """Looks into the book with eyes of its own."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._eyes = sqlite3.connect(world.book.path, isolation_level=None)
        self._read: Counter[str] = Counter()  # rows of each table's messages that were looked at
        self.done: Counter[tuple[str, str]] = Counter()  # how often each patron's message is in the book

    def fail(self, why: str) -> NoReturn:
        """The evening ends here, even where the house would catch what is raised."""
        self._world.loop.ends_with = self._world.loop.ends_with or Broken(why)
        raise self._world.loop.ends_with

    # --- at every moment ---------------------------------------------------------------------------------------------

    def committed(self) -> None:
        """After every commit: all accounts together are zero, nobody owes, and every message is there once."""
        total, least = self._eyes.execute(
            "SELECT coalesce(sum(balance), 0), min(iif(kind IN ('patron', 'seat'), balance, 0)) FROM accounts"
        ).fetchone()
        if total:
            self.fail(f"all accounts together are {total} cents")
        if (least or 0) < 0:
            self.fail(f"somebody owes {-least} cents")
        self._look_at_messages()

    def _look_at_messages(self) -> None:
        for (table_id,) in self._eyes.execute("SELECT id FROM tables").fetchall():
            query = "SELECT n, messages FROM heard WHERE table_id = ? AND n > ? ORDER BY n"
            rows = self._eyes.execute(query, (table_id, self._read[table_id]))
            for n, messages in rows.fetchall():
                self._read[table_id] = n
                for patron, name, _ in msgspec.json.decode(messages):
                    self.done[patron, name] += 1
                    if self.done[patron, name] > 1:
                        self.fail(f"the message {name} of {patron[:6]} was done twice")

    def acknowledged(self, patron: str, table_id: str, name: str) -> None:
        """What is acknowledged is in the book."""
        if not self.done[patron, name]:
            self.fail(f"the message {name} of {patron[:6]} was acknowledged, and is not in the book")

    def sent(self, wire: Wire, frame: dict[str, Any], text: bytes) -> None:
        """A frame on its way: no answer too many, none too early, and no card that may not be seen."""
        if frame["type"] in ("ack", "refused"):
            name = frame["id"]
            if name is not None and wire.answered[str(name)] >= wire.asked[str(name)]:
                self.fail(f"the message {name} was answered more often than it was sent on {wire}")
            if frame["type"] == "ack":
                self.acknowledged(wire.patron, wire.table_id, str(name))
            elif not frame.get("reason"):
                self.fail(f"{name} was refused without a reason")
            return
        self._no_hidden_card(wire, frame, text.decode())

    def _no_hidden_card(self, wire: Wire, frame: dict[str, Any], text: str) -> None:
        live = wire.process.house.tables.get(wire.table_id)
        if live is None or live.round.play is None or frame["seq"] != live.log.seq:
            return  # the felt is another one by now
        felt, shown = live.round.at.felt, live.log.shown
        own = {seat_of(spot) for spot, patron in shown.owners.items() if patron == wire.patron}
        seen, hidden = set[str](), set[str]()
        for area, lying in felt.cards.items():
            told = frame.get("view", {}).get("tableau", {}).get("cards", {}).get(area)
            for n, laid in enumerate(lying):
                may_see = laid.up or owner_of(area) in own
                (seen if may_see else hidden).add(laid.card)
                if told is not None and not may_see and told[n] != HIDDEN:
                    self.fail(f"{wire} is shown {told[n]}, which lies covered in {area}")
        if frame["type"] == "state":  # of a pack in which there is only one of each
            before = {card for cards in shown.cards.values() for card in (laid.card for laid in cards if laid.up)}
            hidden -= seen | before
            if hidden and (leaked := hidden & mentioned(text)):
                self.fail(f"{wire} is told of {sorted(leaked)}, which lie covered")

    def logged(self, record: logging.LogRecord) -> None:
        """A traceback in the log is a defect, unless its process is dead."""
        owner = OWNER.get()
        if record.exc_info and not (owner is not None and owner.is_dead):
            formatted = logging.Formatter().format(record)
            self.fail(f"the house logged a traceback: {formatted}")
        self._world.note("log", f"{record.levelname} {record.getMessage()[:200]}")

    def everybody_is_answered(self) -> None:
        """When everything is quiet: whoever asked over a wire that holds has an answer."""
        for wire in self._world.network.wires:
            if missing := wire.unanswered():
                self.fail(f"{wire}: no answer to {missing[:4]}")

    # --- at the end --------------------------------------------------------------------------------------------------

    def afterwards(self) -> None:
        """The audit finds nothing, every round replays, and the book has what people were told, to the cent."""
        self.committed()
        self._eyes.close()
        if self._world.loop.complaints:
            self.fail(self._world.loop.complaints[0])
        if findings := audit(self._world.book.url).findings:
            self.fail("audit: " + "; ".join(f"{f.kind} {f.where}: {f.text}" for f in findings[:4]))
        with reading(self._world.book.url) as connection:
            placed, chosen, nets, rounds = in_the_records(connection)
            self._world._counts["rounds"] += rounds
            for game, number in connection.execute(
                text("SELECT game, count(*) FROM closings c JOIN rounds r ON r.id = c.round_id GROUP BY game")
            ):
                self._world._counts[f"rounds of {game}"] += number
            for patron in self._world.patrons:
                self._compare(patron, placed, chosen)
                if patron.id and (wrong := count_money(connection, patron.id, nets[patron.id], WELCOME)):
                    self.fail(wrong)

    def _compare(self, patron: Patron, placed: Any, chosen: Any) -> None:
        wagered: Counter[tuple[int, int]] = Counter()
        decided: dict[tuple[int, int], list[str]] = defaultdict(list)
        excused: set[tuple[int, int]] = set()
        for said in patron.said.values():
            self._world._counts["messages"] += 1
            where, is_done = (said.round, said.seat or 0), bool(self.done[patron.id, said.id])
            if said.is_acknowledged and not is_done:
                self.fail(f"{said} was acknowledged, and is not in the book")
            if said.is_refused and is_done:
                self.fail(f"{said} was refused every time, and is in the book")
            if is_done:
                self._count(said, where, patron.game, wagered, decided, excused)
        self._world._counts["acknowledged"] += sum(said.is_acknowledged for said in patron.said.values())
        totals: Counter[tuple[int, int]] = Counter()
        for (table_id, number, seat, _), amount in placed.items():
            if table_id == patron.table_id:
                totals[number, seat] += amount
        for where, amount in wagered.items():
            goes_back = totals[where] < amount and demands_more(patron.game)
            if where not in excused and totals[where] != amount and not goes_back:
                self.fail(f"{patron.game}, round and seat {where}: {amount} cents wagered, {totals[where]} in the book")
        for (number, seat), choices in decided.items():
            kept = iter(chosen[patron.table_id, number, seat])
            if not all(choice in kept for choice in choices):
                there = chosen[patron.table_id, number, seat]
                self.fail(f"{patron.game}, round {number}, seat {seat}: decided {choices}; in the book {there}")

    @staticmethod
    def _count(
        said: Said, where: tuple[int, int], game: str, wagered: Any, decided: Any, excused: set[tuple[int, int]]
    ) -> None:
        kind, amount = said.message["type"], said.message.get("amount")
        if kind == "wager" and said.message.get("round") == where[0] and type(amount) is int:
            wagered[where] += amount * len(table_of(game).places(said.message["on"]))
        elif kind == "wager":
            excused.add(where)  # without its round, or with an amount in other words: it is counted by the audit alone
        elif kind == "decide" and "choice" in said.message and not said.message.keys() - OF_A_CHOICE:
            decided[where].append(said.message["choice"])
        elif kind in CHANGES_ORDERS:
            excused.add(where)
