"""One payout broken in one place, to see that all who settle wagers see it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import pytest
from msgspec import structs

from nomorebets.pricing.sheet import odds_at
from nomorebets.rulings.dispute import rule_on
from nomorebets.rulings.transcript import read_transcript
from nomorebets.sim.simulate import simulate
from nomorebets.table import House, Result, Table, Wager

ROUNDS = 200_000


class FieldsOf(dict[str, Any]):
    """The fields of a frozen struct, which a test breaks and pytest puts back."""

    def __init__(self, struct: msgspec.Struct) -> None:
        super().__init__(structs.asdict(struct))
        self.struct = struct

    def __setitem__(self, name: str, value: Any) -> None:
        super().__setitem__(name, value)
        structs.force_setattr(self.struct, name, value)


def pay_half(monkeypatch: pytest.MonkeyPatch, table: Table, kind: str) -> None:
    """Have a bet pay half of what it wins."""
    bet = table.game.bet[kind]
    settle = bet.settle

    def half(wager: Wager, outcome: object, house: House) -> Result | None:
        result = settle(wager, outcome, house)
        return msgspec.structs.replace(result, net=result.net // 2) if result and result.net > 0 else result

    monkeypatch.setitem(FieldsOf(bet), "settle", half)


def figures(table: Table, line: str, transcript: str) -> tuple[Fraction, float, int]:
    """The exact edge of a line, its simulated edge with a fixed seed, and what a told round must pay in all."""
    (simulated,) = simulate(table, ROUNDS, seed=5, wager=line).lines
    ruling = rule_on(read_transcript(transcript.encode()))
    return odds_at(table, wager=line)[line].edge, simulated.edge, sum(required.net for required in ruling.required)


def all_see(monkeypatch: pytest.MonkeyPatch, table: Table, kind: str, line: str, transcript: str, paid: int) -> None:
    """Odds, simulation and ruling of a line change together when the bet pays half, the ruling by ``paid`` cents."""
    exact, simulated, net = figures(table, line, transcript)
    pay_half(monkeypatch, table, kind)
    worse, simulated_worse, net_worse = figures(table, line, transcript)
    assert worse > exact
    assert abs((simulated_worse - simulated) - float(worse - exact)) < float(worse - exact) / 5  # the same rounds
    assert net - net_worse == paid
