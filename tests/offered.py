"""Games that a house offers from a game file, as by ``serve --game``: those we ship a sample for."""

from collections.abc import Iterator

import pytest

from nomorebets import games
from nomorebets.games import SAMPLE
from nomorebets.server.web.pages import lobby
from nomorebets.server.web.rooms import is_dealt_on
from rounds import SAMPLES

OFFERED = [name.removeprefix(SAMPLE) for name in SAMPLES]


@pytest.fixture(scope="module", autouse=True)
def offering() -> Iterator[None]:
    """For the tests of one file; what was remembered of the games is forgotten."""
    for name in OFFERED:
        games.offer(games.SAMPLES / f"{name}.toml")
    forget()
    yield
    games._offered.clear()
    forget()


def forget() -> None:
    lobby.games.cache_clear()
    is_dealt_on.cache_clear()
