"""Patrons of a simulated house: they sit, wager, decide and leave, mostly as the rules allow, and never give up."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec
from benchmarks._deciding import decision

from nomorebets.drivers.bots import usual_stake
from nomorebets.games import open_table
from nomorebets.table import Table
from nomorebets.table.game import Betting
from simulated_house.network import Cut, Wire

if TYPE_CHECKING:
    from simulated_house.world import World

ANSWERED_WITHIN = 45.0  # seconds: longer than anything that goes wrong lasts
BUY_IN = 20_000
NONSENSE: tuple[Any, ...] = (None, True, -1, 0, 2**63, 1.5, "", "25.00", "½", "\x00", [], {"a": {}}, "x" * 300)
FIELDS = ("on", "amount", "seat", "choice", "call", "round", "at", "word", "x")
UNSURE = "the same message with the same id"  # what a refusal accepts where nobody knows whether it was done


@dataclass
class Said:
    """A message, and what its sender knows of it."""

    id: str
    message: dict[str, Any]
    round: int
    seat: int | None
    copies: int = 0
    answers: list[dict[str, Any]] = field(default_factory=list)

    @property
    def is_acknowledged(self) -> bool:
        return any(answer["type"] == "ack" for answer in self.answers)

    @property
    def is_refused(self) -> bool:
        """Every copy that was sent, for certain."""
        return len(self.answers) == self.copies and all(map(_is_sure, self.answers)) and not self.is_acknowledged

    @property
    def is_settled(self) -> bool:
        """Whether its sender need not ask again."""
        return self.is_acknowledged or any(map(_is_sure, self.answers))


def _is_sure(answer: dict[str, Any]) -> bool:
    return UNSURE not in (answer.get("accepts") or "")


@cache
def table_of(game: str) -> Table:
    return open_table(game)


def demands_more(game: str) -> bool:
    """Whether what a seat has ordered may go back when the window closes, because something else is missing."""
    defaults = reversed(Betting.__struct_defaults__)
    usual = dict(zip(reversed(Betting.__struct_fields__), defaults, strict=False))["complete"]
    return table_of(game).game.betting.complete is not usual


class Patron:
    """Somebody with a table and a purse."""

    def __init__(self, world: World, number: int) -> None:
        self.world, self.number = world, number
        self.chance = random.Random(world.chance.getrandbits(64))
        self.game = world.games[number % world.tables % len(world.games)]
        self.table_id = self.token = self.id = ""
        self.said: dict[str, Said] = {}
        self._view: dict[str, Any] = {}
        self._seq: int | None = None
        self._wire: Wire | None = None

    # --- coming and going --------------------------------------------------------------------------------------------

    async def play(self) -> None:
        await asyncio.sleep(self.chance.uniform(0, 3))
        while not self.world.is_late:
            try:
                await self._come_in()
                await self._visit()
            except Cut:
                await asyncio.sleep(self.chance.uniform(0.1, 1.5))
        while waiting := self._waiting():  # what is not known yet
            try:
                await self._visit_again(waiting)
            except Cut:
                await asyncio.sleep(0.5)
        if self._wire is not None:
            self._wire.cut()

    async def _come_in(self) -> None:
        """A token, and a table of the game; whoever asks twice with one key gets one of each."""
        if not self.token:
            status, told = await self.world.network.ask("POST", "/patrons", key=f"patron-{self.number:012}")
            if status == 409:  # asked too late for the same key
                self.world.checks.fail("the key of a guest was used up within ten minutes")
            if status != 201:
                raise Cut
            self.id, self.token = told["patron"], told["token"]
        first = self.world.patrons[self.number % self.world.tables]
        if first is self and not self.table_id:
            asked = {"game": self.game}
            key = f"table-{self.number:012}"
            status, told = await self.world.network.ask("POST", "/tables", self.token, key, asked)
            if status not in (200, 201):
                raise Cut
            self.table_id = told["id"]
        self.table_id = self.table_id or first.table_id
        if not self.table_id:
            raise Cut

    async def _visit(self) -> None:
        wire = await self._connect()
        for said in self._waiting():
            if self.chance.random() < 0.9:
                self._send(wire, said)
        while not self.world.is_late:
            message = self._next()
            if message is None:
                await self._listen(wire, self.chance.uniform(0.2, 2.0))
                continue
            said = self._say(message)
            if self.chance.random() < 0.08:
                await self._ask(said)
            else:
                self._send(wire, said)
                if self.chance.random() < 0.85:  # some do not wait for the answer
                    await self._until_answered(wire, said)
            if self.said and self.world.plan.now("twice"):
                self._send(wire, self.chance.choice(list(self.said.values())[-12:]))
            await self._listen(wire, self.chance.expovariate(4))

    async def _visit_again(self, waiting: list[Said]) -> None:
        wire = await self._connect()
        for said in waiting:
            self._send(wire, said)
            await self._until_answered(wire, said)
            if not said.is_settled:
                raise Cut

    async def _connect(self) -> Wire:
        if self._wire is not None:
            self._wire.cut()
        after = self._seq if self.chance.random() < 0.8 else None
        self._wire = await self.world.network.wire(self.id, self.token, self.table_id, after)
        await self._listen(self._wire, 2.0, until_state=True)
        return self._wire

    # --- saying and hearing ------------------------------------------------------------------------------------------

    def _waiting(self) -> list[Said]:
        return [said for said in self.said.values() if not said.is_settled]

    def _say(self, message: dict[str, Any]) -> Said:
        name = f"{self.number:04}-{len(self.said):012}"
        said = Said(name, {**message, "id": name}, self._view.get("round", 0), self._view.get("you"))
        self.said[name] = said
        return said

    def _send(self, wire: Wire, said: Said) -> None:
        for _ in range(2 if self.world.plan.now("twice") else 1):
            said.copies += 1
            wire.say(msgspec.json.encode(said.message).decode())

    async def _ask(self, said: Said) -> None:
        """The same over the programs' interface."""
        body = {name: value for name, value in said.message.items() if name != "id"}
        said.copies += 1
        path = f"/tables/{self.table_id}/acts"
        status, _ = await self.world.network.ask("POST", path, self.token, said.id, body, self.table_id)
        if status == 200:
            said.answers.append({"type": "ack", "id": said.id})
            self.world.checks.acknowledged(self.id, self.table_id, said.id)
        else:
            said.answers.append({"type": "refused", "accepts": UNSURE if status >= 500 else ""})

    async def _until_answered(self, wire: Wire, said: Said) -> None:
        before, until = len(said.answers), self.world.loop.time() + ANSWERED_WITHIN
        while len(said.answers) == before:
            if self.world.loop.time() > until:
                if not wire.process.stood_still_lately(ANSWERED_WITHIN) and wire.unanswered():
                    self.world.checks.fail(f"{wire}: no answer to {said.id} in {ANSWERED_WITHIN:g} seconds")
                wire.cut()
                raise Cut
            await self._listen(wire, 1.0)

    async def _listen(self, wire: Wire, seconds: float, until_state: bool = False) -> None:
        """Take in what the table says for a while; at least what is there already."""
        until = self.world.loop.time() + seconds
        while True:
            left = until - self.world.loop.time()
            if left <= 0 and wire.heard.empty():
                return
            try:
                async with asyncio.timeout(max(left, 0.001)):
                    frame = await wire.heard.get()
            except TimeoutError:
                return
            if frame is None:
                raise Cut
            self._take_in(frame)
            if until_state and frame["type"] == "state":
                return

    def _take_in(self, frame: dict[str, Any]) -> None:
        if frame["type"] == "state":
            self._view = frame["view"]
        elif frame["type"] == "event":
            self._seq = frame["seq"]
        elif frame["id"] in self.said:
            self.said[frame["id"]].answers.append(frame)

    # --- what to do --------------------------------------------------------------------------------------------------

    def _next(self) -> dict[str, Any] | None:
        """What somebody would do who sees this view; now and then something else, or that with one thing wrong."""
        lawful = self._lawful()
        if self.chance.random() >= self.world.wild:
            return lawful
        if lawful is not None and self.chance.random() < 0.5:
            return lawful | {self.chance.choice((*lawful, *FIELDS)): self.chance.choice(NONSENSE)}
        kind = self.chance.choice(("sit", "wager", "decide", "deal", "take-back", "call", "pay-me", None))
        some = self.chance.sample(FIELDS, self.chance.randint(0, 3))
        return {"type": kind, **{name: self.chance.choice(NONSENSE) for name in some}}

    def _lawful(self) -> dict[str, Any] | None:
        view = self._view
        number = {"round": view.get("round", 0)}
        if view.get("you") is None:
            return {"type": "sit", "amount": self.chance.choice((BUY_IN, 5_000, 50_000))}
        own = next(seat for seat in view["seats"] if seat["seat"] == view["you"])
        if view["ask"] is not None:
            return decision(self.chance, view) if view["ask"]["yours"] else None
        if view["phase"] == "pause":
            return self._between(view, own) | number
        if view["phase"] != "wagers":
            return None
        if own["stack"] < 2_000 and not own["orders"]:
            return {"type": "buy-in", "amount": 5_000, **number} if (view["purse"] or 0) >= 5_000 else None
        if self.chance.random() < 0.06:
            kind = self.chance.choice(("leave", "clear", "repeat", "double", "word"))
            return {"type": kind, **({"word": f"w{self.chance.random()}"} if kind == "word" else {}), **number}
        if own["orders"] and self.chance.random() < 0.6:
            return {"type": "deal", **number}
        if own["ready"]:
            return None
        return self._wager() | number

    def _between(self, view: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
        """Between two hands at table stakes."""
        if own["stack"] < 2_000:
            return {"type": "buy-in", "amount": BUY_IN - own["stack"]}
        if own["sits_out"] or self.chance.random() < 0.06:
            return {"type": "sit-out", "out": not own["sits_out"]}
        return {"type": "leave" if self.chance.random() < 0.04 else "deal"}

    def _wager(self) -> dict[str, Any]:
        table = table_of(self.game)
        betting = table.game.betting
        names = [*table.usual, *betting.varied, *table.layout]
        most_usual = names[: max(1, len(table.usual))]
        name = self.chance.choice(most_usual if self.chance.random() < 0.7 else names)
        least = 1 if name in {*table.layout, *betting.bundles} else 100  # a ticket has a least price
        amount = usual_stake(table, table.places(name)[0], self.chance.randint(1, 3) * least)
        return {"type": "wager", "on": name, "amount": amount}
