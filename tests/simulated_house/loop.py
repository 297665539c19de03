"""Time that passes when nobody has anything to do, and an order of things that a seed decides."""

from __future__ import annotations

import asyncio
import heapq
import random
from collections.abc import Callable, Coroutine
from contextvars import Context, ContextVar, copy_context
from typing import Any, Protocol

MOST_STEPS = 20_000_000  # in which an evening must be over


class Owner(Protocol):
    """Whose a callback is: a process, which may stand still for a while, or be dead."""

    stands_still_until: float
    is_dead: bool


OWNER: ContextVar[Owner | None] = ContextVar("owner", default=None)  # None: the world outside the house
Waiting = tuple[float, int, asyncio.TimerHandle, Owner | None]


class SeededLoop(asyncio.AbstractEventLoop):
    """Runs whatever is ready, one at a time, in an order that the seed decides; nothing ready, time goes on."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._time = 0.0
        self._ready: list[tuple[asyncio.Handle, Owner | None]] = []
        self._timers: list[Waiting] = []
        self._count = 0
        self.steps = 0
        self.tasks: list[tuple[asyncio.Task[Any], Owner | None]] = []
        self.complaints: list[str] = []
        self.ends_with: Exception | None = None  # whoever sets it stops everything at once

    # --- what asyncio asks for ---------------------------------------------------------------------------------------

    def time(self) -> float:
        return self._time

    def call_soon(self, callback: Callable[..., object], *args: Any, context: Context | None = None) -> asyncio.Handle:
        context = copy_context() if context is None else context
        handle = asyncio.Handle(callback, args, self, context)
        self._ready.append((handle, context.get(OWNER)))
        return handle

    call_soon_threadsafe = call_soon

    def call_later(
        self, delay: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        return self.call_at(self._time + delay, callback, *args, context=context)

    def call_at(
        self, when: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        context = copy_context() if context is None else context
        handle = asyncio.TimerHandle(when, callback, args, self, context)
        self._count += 1
        heapq.heappush(self._timers, (when, self._count, handle, context.get(OWNER)))
        return handle

    def create_future(self) -> asyncio.Future[Any]:
        return asyncio.Future(loop=self)

    def create_task(self, coro: Any, *, name: str | None = None, context: Context | None = None) -> asyncio.Task[Any]:
        task = asyncio.Task(coro, loop=self, name=name, context=context)
        self.tasks.append((task, (copy_context() if context is None else context).get(OWNER)))
        if len(self.tasks) > 1_000:
            self.tasks = [(task, owner) for task, owner in self.tasks if not task.done()]
        return task

    def run_in_executor(self, executor: object, func: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:
        """No threads: done when its turn comes."""

        async def run() -> Any:
            return func(*args)

        return self.create_task(run())

    def get_debug(self) -> bool:
        return False

    def is_running(self) -> bool:
        return True

    def is_closed(self) -> bool:
        return False

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        """It is passed over when its time comes."""

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        self.complaints.append(f"{context.get('message')}: {context.get('exception')!r}")

    async def shutdown_asyncgens(self) -> None:
        """None are left open."""

    # --- how it goes on ----------------------------------------------------------------------------------------------

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Run until a piece of work is done."""
        asyncio._set_running_loop(self)
        try:
            task = self.create_task(work)
            while not task.done():
                self._step()
                if self.ends_with is not None:
                    raise self.ends_with
            task.result()
        finally:
            asyncio._set_running_loop(None)

    def _step(self) -> None:
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise RuntimeError("the evening does not end")
        while self._timers and (self._timers[0][0] <= self._time or not self._ready):
            when, _, handle, owner = heapq.heappop(self._timers)
            if handle.cancelled() or (owner is not None and owner.is_dead):
                continue
            self._time = max(self._time, when)
            self._ready.append((handle, owner))
        if not self._ready:
            raise RuntimeError("nothing will ever happen again")
        at = self._chance.randrange(len(self._ready))
        self._ready[at], self._ready[-1] = self._ready[-1], self._ready[at]
        handle, owner = self._ready.pop()
        if handle.cancelled():
            return
        if owner is not None and owner.stands_still_until > self._time and not owner.is_dead:
            self._count += 1
            again = asyncio.TimerHandle(owner.stands_still_until, handle._callback, handle._args, self, handle._context)
            heapq.heappush(self._timers, (owner.stands_still_until, self._count, again, owner))
            return
        handle._run()

    async def bury(self, *owners: Owner | None) -> None:
        """The tasks of those who are dead end; whatever they still try comes to nothing."""
        own = asyncio.current_task()
        for _ in range(100):
            left = [task for task, whose in self.tasks if whose in owners and not task.done() and task is not own]
            if not left:
                return
            for task in left:
                task.cancel()
            await asyncio.sleep(0.001)
        raise RuntimeError(f"tasks that do not end: {left}")
