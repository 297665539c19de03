"""Random hands of every game of the poker room: no chip comes or goes, but for the rake."""

from __future__ import annotations

import pytest

from nomorebets.games import game, game_ids
from nomorebets.table.ledger import INVENTORY, patron
from rounds import random_round

ROOM = [id for id in game_ids() if any(bet.bank == "pot" for bet in game(id).bets)]


@pytest.mark.parametrize("id", ROOM)
@pytest.mark.parametrize("seeds", [range(150), pytest.param(range(150, 650), marks=pytest.mark.slow)])
def test_every_chip_is_conserved(id, seeds):
    dealt = shown = 0
    for seed in seeds:
        played = random_round(id, seed, accidents=seed % 3 == 0)
        felt, seats = played.table.felt, played.table.seats
        ends = {seat: chips + felt.ledger.balance[patron(seat)] for seat, chips in seats.items()}
        assert all(chips >= 0 for chips in ends.values())
        assert sum(ends.values()) + felt.rake == sum(seats.values())
        assert felt.ledger.balance[INVENTORY] == felt.rake
        assert not any(amount for account, amount in felt.ledger.balance.items() if account.startswith("pot:"))
        assert sum(pot.amount for pot in felt.pots) == sum(s.amount for pot in felt.pots for s in pot.shares)
        dealt += bool(felt.pots)
        shown += len(felt.hands_read) > 1
    assert dealt > len(seeds) / 2
    assert shown > 5


@pytest.mark.parametrize("id", ROOM)
def test_no_card_is_dealt_twice_and_none_is_lost(id):
    for seed in range(40):
        felt = random_round(id, seed).table.felt
        lying = [laid.card for cards in felt.cards.values() for laid in cards]
        known = [*felt.shoe.elements(), *lying, *felt.rack]
        assert len(known) == len(set(known)) == (52 if known else 0)
