"""What a dealer does in every game, each a step of a script: ``x = yield from announce(...)``."""

from __future__ import annotations

from collections.abc import Iterable

from nomorebets.regulation import Citation
from nomorebets.table.game import Script
from nomorebets.table.requests import (
    Announce,
    Answer,
    Attest,
    Checkpoint,
    Collect,
    Mark,
    MovePart,
    Note,
    Noticed,
    Pay,
    Remedy,
    TakeWagers,
    Travel,
)
from nomorebets.table.wagers import Result, Wager


def take_wagers(until: str, by: Citation, late: bool = False) -> Script[Answer]:
    """Let patrons make and change wagers until the time given; late ones only as a dealer confirms them."""
    return (yield TakeWagers(by, until, late))


def announce(words: str, by: Citation) -> Script[Noticed]:
    """Say the words the rules prescribe, unless something is noticed first."""
    answer = yield Announce(by, words)
    assert isinstance(answer, Noticed)
    return answer


def remedy(what: str, remedy: str, by: Citation) -> Script[None]:
    """Put right what went wrong, as the rules say."""
    yield Remedy(by, what, remedy)


def attest(what: str, by: Citation) -> Script[None]:
    """Verify something as the rules demand."""
    yield Attest(by, what)


def mark(marker: str, place: str, by: Citation) -> Script[None]:
    """Put a marker on the layout."""
    yield Mark(by, marker, place)


def note(what: str, value: str, by: Citation) -> Script[None]:
    """Have the table remember something."""
    yield Note(by, what, value)


def move_part(wager: Wager, to: str, amount: int, by: Citation) -> Script[None]:
    """Move a part of a wager to another place of the layout."""
    yield MovePart(by, wager, to, amount)


def travel(wager: Wager, to: str, by: Citation) -> Script[None]:
    """Move a whole wager to another place of the layout."""
    yield Travel(by, wager, to)


def collect(results: Iterable[Result], by: Citation) -> Script[None]:
    """Collect losing wagers, if there are any."""
    losers = tuple(results)
    if losers:
        yield Collect(by, losers)


def pay(results: Iterable[Result], by: Citation) -> Script[None]:
    """Pay winning wagers, if there are any."""
    winners = tuple(results)
    if winners:
        yield Pay(by, winners)


def checkpoint(at: str, by: Citation) -> Script[None]:
    """Say that what comes depends only on what lies on the felt."""
    yield Checkpoint(by, at)
