"""Serving the house: one process, one address, until it is stopped."""

from __future__ import annotations

import asyncio
import logging
import socket

import click
import uvicorn

from nomorebets.errors import UnknownName
from nomorebets.server.app import build_app
from nomorebets.server.store import Store

LOOPBACK = ("127.0.0.1", "::1", "localhost")


class Announced(uvicorn.Server):
    """Says where the house is as soon as one can come in."""

    def __init__(self, config: uvicorn.Config, address: str, db_url: str) -> None:
        super().__init__(config)
        self._address, self._db_url = address, db_url

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            click.echo(f"The house is open at {self._address} (play money only; Ctrl+C closes it).")
            click.echo(f"Its book is {self._db_url}.")


def run(db_url: str, host: str, port: int, reached_at: str = "") -> None:
    """Serve until interrupted. ``reached_at`` is where other processes on the same database find this one."""
    asyncio.run(_require_book(db_url))
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as fault:
        listening.close()
        reason = fault.strerror or str(fault)
        raise UnknownName(f"{host}:{port} cannot be opened: {reason}", accepts="another --port or --host") from None
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    named = f"[{host}]" if ":" in host else host
    address = f"http://{named}:{listening.getsockname()[1]}"
    if host not in LOOPBACK:
        click.echo("Anybody who reaches this machine may come in: there are no passwords yet.", err=True)
    config = uvicorn.Config(
        build_app(db_url, address=reached_at or address),
        log_level="warning",
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=65_536,
        timeout_graceful_shutdown=3,
        server_header=False,
    )
    Announced(config, address, db_url).run(sockets=[listening])


async def _require_book(db_url: str) -> None:
    """A database that cannot be opened is said before the doors are."""
    store = Store(db_url)
    await store.open()
    await store.close()
