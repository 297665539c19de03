"""What processes on one PostgreSQL database tell each other at once: LISTEN and NOTIFY, part of the transaction.

A SQLite file has one process, which has nobody to tell.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator

from sqlalchemy import Executable, text
from sqlalchemy.ext.asyncio import AsyncEngine

from nomorebets.server.book.database import reason
from nomorebets.server.book.seldom import Seldom

SELDOM = Seldom(logging.getLogger(__name__))
RETRY = 1.0  # seconds until a connection that broke is made again


def notice(of: str) -> Executable:
    """What tells the others when the transaction it is part of is durable."""
    return text(f"NOTIFY {of}")


async def notices(engine: AsyncEngine, of: str) -> AsyncIterator[None]:
    """Every time somebody tells, and whenever it could have been missed: at first, and after a break."""
    while True:
        try:
            async with engine.connect() as plain:
                connection = await plain.execution_options(isolation_level="AUTOCOMMIT")
                try:
                    await connection.execute(text(f"LISTEN {of}"))
                    yield
                    driver = (await connection.get_raw_connection()).driver_connection
                    assert driver is not None
                    async for _ in driver.notifies():
                        yield
                finally:
                    await connection.invalidate()  # nobody else shall listen on it
        except Exception as fault:  # whatever the driver says of a connection that broke
            SELDOM.error("notices of other processes cannot be heard: %s", reason(fault))
        await asyncio.sleep(RETRY)
