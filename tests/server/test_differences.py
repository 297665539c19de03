"""States as what has changed: the same view as whole ones give, nothing hidden in them, and whole again after a gap."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from people import Frame, Person, with_house

from nomorebets.server.book.changes import StoreError
from nomorebets.server.book.store import Changes
from nomorebets.server.differences import applied, between
from nomorebets.server.people.accounts import Purse
from nomorebets.server.tables.live import LiveTable
from nomorebets.server.tables.service import LiveHouse
from nomorebets.server.tables.sight import Sight
from nomorebets.server.tables.watchers import Watcher

VIEWS = st.recursive(
    st.none() | st.booleans() | st.integers(0, 3) | st.sampled_from(["", "a"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from("abcd"), VIEWS), st.dictionaries(st.sampled_from("abcd"), VIEWS))
def test_any_view_with_its_changes_is_the_next_one(before: dict[str, Any], after: dict[str, Any]) -> None:
    kept = msgspec.json.encode(before)
    changes = msgspec.json.decode(msgspec.json.encode(list(between(before, after))))
    assert msgspec.json.encode(applied(before, changes), order="sorted") == msgspec.json.encode(after, order="sorted")
    assert msgspec.json.encode(before) == kept


class Both:
    """Somebody with two connections: one that is sent whole states, and one that is sent changes."""

    def __init__(self, live: LiveTable, purse: Purse | None) -> None:
        self.whole = Person(live, purse)
        self.short = Watcher(purse, takes_changes=True)
        live.join(self.short)
        self.view: Frame = {}
        self.kinds: list[str] = []
        self.number = 0

    async def compare(self) -> None:
        """What both were sent since is the same to see."""
        states = [frame["view"] for frame in await self.whole.hear() if frame["type"] == "state"]
        while not self.short.frames.empty():
            frame: Frame = msgspec.json.decode(self.short.frames.get_nowait())
            if frame["type"] in ("state", "change"):
                self.kinds.append(frame["type"])
                assert frame.get("of", self.number) == self.number or frame["type"] == "state"
                self.number = frame["n"]
                self.view = frame["view"] if frame["type"] == "state" else applied(self.view, frame["changes"])
        if states:
            assert self.view == states[-1]


GAMES = ["caribbean-stud", "roulette", "craps", "blackjack", "let-it-ride", "pai-gow-poker", "keno", "punto-banco"]


@pytest.mark.parametrize("game", GAMES)
def test_changes_show_each_what_whole_states_show(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    kept: list[tuple[Any, bytes]] = []  # what was shown to anybody, and how it was written then
    frames = Sight.frames

    def noted(self: Sight, seq: int, of_all: Any, own: Any, view_of: Any) -> list[bytes]:
        views = [of_all, *(view_of(*facts) for facts in own.values())]
        kept.extend((view, msgspec.json.encode(view)) for view in views)
        return frames(self, seq, of_all, own, view_of)

    monkeypatch.setattr(Sight, "frames", noted)

    async def work(house: LiveHouse) -> None:
        live = await house.open_table(game)
        people = [Both(live, await house.people.create(money=10**6)) for _ in range(2)] + [Both(live, None)]
        for one in people[:2]:
            await one.whole.do("sit", amount=10_000)
        for _ in range(2):
            for one in people[:2]:
                await one.whole.say("wager", on=[*live.table.game.betting.usual, *live.table.layout][0], amount=1_000)
                for each in people:
                    await each.compare()
            for one in people[:2]:
                await one.whole.say("deal")
            for _ in range(4):
                for one in people:
                    await one.compare()
                    ask = one.view.get("ask")
                    if ask and ask["yours"]:
                        await one.whole.say("decide", choice="fold" if "fold" in str(ask) else "")
        for one in people:
            await one.compare()
            assert one.kinds[0] == "state"
            assert set(one.kinds[1:]) == {"change"}

    with_house(tmp_path, work)
    assert all(msgspec.json.encode(view) == then for view, then in kept), "it was changed after it was shown"


def test_a_change_is_much_smaller_than_the_table(tmp_path: Path) -> None:
    async def work(house: LiveHouse) -> None:
        both = Both(await house.open_table("roulette"), await house.people.create(money=10**6))
        await both.whole.do("sit", amount=10_000)
        await both.compare()
        await both.whole.do("wager", on="red", amount=500)
        (change,) = [frame async for frame in _frames(both.short) if b'"change"' in frame]
        assert b'["seats",0,"stack"],9500' in change
        assert len(change) * 4 < len(msgspec.json.encode(both.whole.view))

    with_house(tmp_path, work)


async def _frames(watcher: Watcher) -> Any:
    while not watcher.frames.empty():
        yield watcher.frames.get_nowait()


def test_after_a_table_was_read_again_the_whole_of_it_comes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(house: LiveHouse) -> None:
        both = Both(await house.open_table("roulette"), await house.people.create(money=10**6))
        await both.whole.do("sit", amount=10_000)
        await both.compare()
        commit, both.kinds = house.store.commit, []

        async def fails(changes: Changes) -> None:
            monkeypatch.setattr(house.store, "commit", commit)
            raise StoreError("the disk is full; nothing has moved")

        monkeypatch.setattr(house.store, "commit", fails)
        assert (await both.whole.say("wager", on="red", amount=500))["type"] == "refused"
        await both.compare()
        await both.whole.do("wager", on="red", amount=500)
        await both.compare()
        assert both.kinds[0] == "state"
        assert both.kinds[-1] == "change"

    with_house(tmp_path, work)
