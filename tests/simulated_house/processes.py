"""Processes of a house on one book: they open, stand still, crash, and are opened again."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Coroutine
from contextvars import Context
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from nomorebets.drivers.chance import SeededChance
from nomorebets.errors import RulesError
from nomorebets.server import machine
from nomorebets.server.book.database import OUTAGES, reason
from nomorebets.server.book.leases import Leases
from nomorebets.server.book.store import Store
from nomorebets.server.tables.service import LiveHouse
from nomorebets.server.web.app import app_of
from nomorebets.server.web.entrance import Entrance, EntranceSettings
from nomorebets.server.web.relay import Relay
from simulated_house.book import Connection, SimulatedGuard
from simulated_house.loop import OWNER

if TYPE_CHECKING:
    from simulated_house.world import World

BEGAN = datetime(2030, 1, 1, 20, tzinfo=UTC)


class SimulatedMachine(machine.Machine):
    """A machine whose clock may be set wrongly, and whose tokens follow the seed."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._chance = random.Random(world.chance.getrandbits(64))
        self.set_wrongly = 0.0

    def today(self) -> datetime:
        return BEGAN + timedelta(seconds=self._world.loop.time() + self.set_wrongly)

    def seconds(self) -> float:
        return BEGAN.timestamp() + self._world.loop.time()

    def token_bytes(self, size: int) -> bytes:
        return self._chance.randbytes(size)


_APPS: dict[int, Any] = {}  # one for each place: making one takes longer than many an evening


def _serving(house: LiveHouse, place: int) -> Any:
    """The application of a house; where there has been one before it, the same one serves the new house."""
    if place not in _APPS:
        _APPS[place] = app_of(house)
        return _APPS[place]
    app = _APPS[place]
    app.state.house, app.state.store = house, house.store
    before: Any = app.asgi_handler
    app.asgi_handler = Entrance(Relay(before._app._app, house), EntranceSettings(), lambda: house.people.relay_token)
    return app


class Process:
    """One process, from its start to its end; a new one takes its place."""

    def __init__(self, world: World, place: int) -> None:
        self.world, self.place = world, place
        self.number = world.count("processes")
        self.address = f"http://process-{self.number}"
        self.is_open = self.is_dead = False
        self.stands_still_until = -1.0
        self.machine = SimulatedMachine(world)
        self._context = Context()
        self._context.run(OWNER.set, self)
        self._context.run(machine._machine.set, self.machine)
        self._context.run(self._build)
        self._closing = asyncio.Event()
        self._running = self.spawn(self._run())

    def __repr__(self) -> str:
        return f"process {self.number}"

    def _build(self) -> None:
        world = self.world
        store = Store(world.book.url, world.book.engines(self), is_shared=world.several)
        self.house = LiveHouse(store, SeededChance(world.chance.getrandbits(64)), world.clock, self.address)
        self.house.leases = Leases(store, self.address, SimulatedGuard())
        self.app: Any = _serving(self.house, self.place)

    def context(self) -> Context:
        return self._context.copy()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        return asyncio.get_running_loop().create_task(work, context=self.context())

    async def _run(self) -> None:
        try:
            await self.house.open()
        except (RulesError, *OUTAGES) as fault:  # whoever looks after it starts another one
            self.crash(f"it could not open: {reason(fault)}")
            return
        self.is_open = True
        self.world.note("opened", repr(self))
        await self._closing.wait()
        self.is_open = False
        await self.house.close()

    async def close(self) -> None:
        """As an operator closes it."""
        self._closing.set()
        await self._running

    # --- what may happen to it ---------------------------------------------------------------------------------------

    def crash(self, why: str) -> None:
        """Nothing of it is left but the book as of the last commit."""
        if self.is_dead:
            return
        self.world.note("crash", f"{self}: {why}")
        self.is_dead, self.is_open = True, False
        for connection in list(self.world.book.connections):
            if connection._trouble is self:
                connection.break_off()
        if self.house.store._alone is not None:
            self.house.store._alone.give_up()  # the lock beside the file ends with its process
        for wire in list(self.world.network.wires):
            if wire.process is self:
                wire.end()
        self.world.replace(self)

    def stand_still(self, seconds: float) -> None:
        self.stands_still_until = self.world.loop.time() + seconds
        self.world.note("stands still", f"{self} for {seconds:.1f}")

    def stood_still_lately(self, seconds: float) -> bool:
        return self.stands_still_until > self.world.loop.time() - seconds

    # --- its calls to the book ---------------------------------------------------------------------------------------

    def is_cut_off(self) -> bool:
        return self.is_dead

    async def before(self, call: str, connection: Connection) -> None:
        plan = self.world.plan
        self.world.note("call", f"{self} {call[:60]}")
        await asyncio.sleep(self.world.latency() if plan.now("slow") else 0)
        await self._may_crash(call)
        plan.fail(call, connection, self.world.several)

    async def after(self, call: str, connection: Connection) -> None:
        await self._may_crash(f"after {call}")
        if call == "COMMIT" and self.world.several and self.world.plan.now("lost-commit"):
            self.world.note("fault", f"{self}: the answer to a commit is lost")
            connection.break_off()
            connection.require_open()

    async def _may_crash(self, where: str) -> None:
        if not self.is_dead and self.world.plan.now("crash"):
            self.crash(where[:40])
            await asyncio.get_running_loop().create_future()
