"""Decks sealed card by card: a player checks the cards he may see, none can be exchanged, and no other is told."""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rounds_sealed import dealt, recorded, told_seal

from nomorebets.drivers.bots import bots_at
from nomorebets.drivers.chance import SeededChance
from nomorebets.errors import RecordError
from nomorebets.fairness import verify_round
from nomorebets.fairness.bundle import bundle_of, covered_bundle_of
from nomorebets.fairness.deck import sealed_deck
from nomorebets.fairness.sealed import RoundChance, Seal
from nomorebets.fairness.series import Series, sealed_by_card
from nomorebets.games import game, game_ids, open_table
from nomorebets.table import Play, Round
from nomorebets.table.card_decisions import Discard, Discarded
from nomorebets.table.requests import Answer

Bundle = dict[str, Any]
WORDS = {"1": "seven", "2": "out"}


def seal(number: int = 1) -> Seal:
    plain = told_seal(number)
    return Seal(plain.round_id, plain.salt, plain.seed, by_card=True)


def drawn(play: Play) -> list[tuple[str, str]]:
    """Where every card went, in order."""
    return [(entry.request.to, entry.answer.card) for entry in play.entries if entry.request.deals_cards]


def covered(name: str = "holdem", number: int = 1, own: int = 1) -> tuple[Bundle, list[tuple[str, str]]]:
    """A hand that nobody showed, as one seat gets it opened."""
    play = dealt(name, seal(number), WORDS)
    cards = drawn(play)
    hidden = {(to, card) for to, card in cards if to not in (f"seat:{own}", "community")}
    bundle = covered_bundle_of(recorded(play), seal(number), WORDS, hidden, "2026-01-01T00:00:00")
    return json.loads(json.dumps(bundle)), cards


def test_one_seat_checks_its_own_cards_and_the_board_and_is_told_no_other() -> None:
    bundle, cards = covered()
    report = verify_round.verify(bundle, bundle["commitment"], "seven")
    own = [card for to, card in cards if to == "seat:1"]
    assert f"seat:1: {' '.join(own)}" in report
    assert [one["to"] for one in bundle["dealt"]] == [to for to, _ in cards]
    text, secrets = json.dumps(bundle), seal()
    deck = secrets.deck
    assert deck is not None
    opened = {one["card"] for one in bundle["dealt"] if "card" in one}
    assert opened == {card for to, card in cards if to in ("seat:1", "community")}
    for card in {card for _, card in cards} - opened:
        assert card not in {one.get("card") for one in bundle["dealt"]}
        assert deck.salts[card].hex() not in text
    for secret in (secrets.seed, secrets.salt, deck.later):
        assert secret.hex() not in text


def swap(bundle: Bundle) -> None:
    first, second = (one for one in bundle["dealt"] if one["to"] == "seat:1")
    first["card"], second["card"] = second["card"], first["card"]


def other_card(bundle: Bundle) -> None:
    """Another card of the same deck, with the salt that it really has."""
    one = next(one for one in bundle["dealt"] if one["to"] == "seat:1")
    deck = sealed_deck(seal().seed)
    one["card"] = next(card for card in deck.places if card != one["card"])
    one["salt"] = deck.salts[one["card"]].hex()


def other_deck(bundle: Bundle) -> None:
    """A deck in which the card that suits the house lies where a covered one was."""
    one = next(one for one in bundle["dealt"] if one["to"] == "seat:1")
    one["card"] = "As" if one["card"] != "As" else "Ks"
    card = hashlib.sha256(b"nomorebets card 1\n" + bytes.fromhex(one["salt"]) + one["card"].encode())
    bundle["deck"][one["place"]] = card.hexdigest()
    bundle["deck"].sort()


def other_place(bundle: Bundle) -> None:
    first, second = bundle["dealt"][:2]
    first["place"], second["place"] = second["place"], first["place"]


def other_key(bundle: Bundle) -> None:
    bundle["order"] = bytes(48).hex()


def other_word(bundle: Bundle) -> None:
    bundle["words"]["2"] = "eleven"


TAMPERED: dict[str, tuple[Callable[[Bundle], None], str]] = {
    "two cards exchanged": (swap, "is not the card that was sealed there"),
    "another card of the deck": (other_card, "is not the card that was sealed there"),
    "another deck": (other_deck, "not those of the commitment"),
    "another place": (other_place, "of the deck was due"),
    "another key": (other_key, "not those of the commitment"),
    "another word": (other_word, "of the deck was due"),
}


@pytest.mark.parametrize("name", TAMPERED)
def test_a_swapped_card_is_caught(name: str) -> None:
    tamper, expected = TAMPERED[name]
    bundle, _ = covered()
    tampered = copy.deepcopy(bundle)
    tamper(tampered)
    assert tampered != bundle
    with pytest.raises(verify_round.Refused, match=expected):
        verify_round.verify(tampered)


def test_a_card_that_is_twice_in_the_deck_is_caught_where_both_are_open() -> None:
    """A house that seals two aces of spades: nobody sees it as long as one of them stays covered."""
    bundle, _ = covered()
    salts, kept = [bytes([n]) * 32 for n in (1, 2)], [one["place"] for one in bundle["dealt"]]
    for salt in salts:  # its hashes take the places of two others, in the order of a deck
        bundle["deck"][kept.pop()] = verify_round.card_hash("As", salt)
    bundle["deck"].sort()
    at = {verify_round.card_hash("As", salt): salt for salt in salts}
    stream, left = verify_round.Stream(bytes.fromhex(bundle["order"]), verify_round.words_of(bundle)), [*range(52)]
    bundle["dealt"] = []
    for _ in range(52):
        place = left.pop(stream.below(len(left)))
        salt = at.get(bundle["deck"][place])
        bundle["dealt"].append({"to": "seat:1", "place": place} | ({"card": "As", "salt": salt.hex()} if salt else {}))
    bundle["commitment"] = verify_round.deck_commitment(
        bundle["secrets"], bytes.fromhex(bundle["order"]), bundle["deck"]
    )
    with pytest.raises(verify_round.Refused, match="a card came twice"):
        verify_round.verify(bundle)
    seen = [one for one in bundle["dealt"] if "card" in one]
    del seen[0]["card"], seen[0]["salt"]
    verify_round.verify(bundle)


@pytest.mark.parametrize("name", ["holdem", "triple-draw"])
def test_who_may_see_every_card_checks_that_the_deck_follows_from_the_seed(name: str) -> None:
    play = dealt(name, seal(), WORDS)
    bundle = json.loads(json.dumps(bundle_of(recorded(play), seal(), WORDS)))
    report = verify_round.verify(bundle, seal().commitment, "out")
    assert f"{len(drawn(play))} draws follow from the seed" in report[0]
    first = bundle["draws"][0]
    first["faces"].sort()  # as they stand where a deck is not sealed card by card
    with pytest.raises(verify_round.Refused, match="order of the sealed deck"):
        verify_round.verify(bundle)
    with pytest.raises(RecordError, match="answered otherwise"):
        bundle_of(recorded(play), told_seal(1), WORDS)


def test_14_12_cards_that_come_after_discards_were_shuffled_in_stay_covered() -> None:
    """Their places would say who had them before; who may see every card checks them all the same."""
    table, secrets = open_table("triple-draw"), seal()
    bots, chance = bots_at(table, "calls-everything", 6, SeededChance(0)), RoundChance(seal(), WORDS)
    play = Play(Round(table, seats=dict.fromkeys(range(1, 7), 0)))
    while (request := play.request) is not None:
        if isinstance(request, Discard):  # everybody draws five cards, three times
            answer: Answer = Discarded(tuple(play.table.felt.hand(f"seat:{request.seat}")))
        elif request.asks == "chance":
            answer = chance.pick(request, play.table).answer
        else:
            answer = bots(request, play.table)
        chance.answered(request)
        play.answer(answer)
    kinds = [entry.request.name for entry in play.entries]
    assert kinds.count("shuffle-discards") > 1
    assert len(set(drawn(play))) > 52
    before = kinds[: kinds.index("shuffle-discards")].count("draw")
    bundle = covered_bundle_of(recorded(play), secrets, WORDS, set())
    assert [("place" in one) for one in bundle["dealt"]] == [n < before for n in range(len(bundle["dealt"]))]
    again = {card for _, card in drawn(play)[before:]}
    assert not again & {one.get("card") for one in bundle["dealt"]}  # those that came twice are told nobody
    assert "stay covered" in "".join(verify_round.verify(bundle))
    verify_round.verify(json.loads(json.dumps(bundle_of(recorded(play), secrets, WORDS))))


def test_every_card_is_sealed_once_and_the_order_of_two_decks_has_nothing_in_common() -> None:
    decks = [sealed_deck(bytes([n]) * 48) for n in range(8)]
    for deck in decks:
        assert sorted(deck.places.values()) == list(range(52))
        assert list(deck.hashes) == sorted(deck.hashes)
        for card, place in deck.places.items():
            assert verify_round.card_hash(card, deck.salts[card]) == deck.hashes[place]
    assert len({salt for deck in decks for salt in deck.salts.values()}) == 8 * 52
    assert len({tuple(deck.places) for deck in decks} | {tuple(deck.places.values()) for deck in decks}) == 9


def test_the_kind_of_a_seal_is_read_from_what_was_published() -> None:
    """A book that an earlier program wrote goes on: its seals and series stay what they were."""
    for kept in (seal(), told_seal(1)):
        assert Seal.published_as(kept.commitment, kept.round_id, kept.salt, kept.seed) == kept
    assert seal().commitment != told_seal(1).commitment == seal().of_secrets
    series = Series("table", 1, 8, bytes(48), by_card=True)
    place = {"first": 1, "path": series.path(3)}
    assert verify_round.root_of(series.seal(3).commitment, 3, place) == series.root
    assert series.root != Series("table", 1, 8, bytes(48)).root


def test_decks_are_sealed_card_by_card_where_players_wager_against_each_other() -> None:
    by_card = [id for id in game_ids() if sealed_by_card(game(id))]
    assert by_card == [id for id in game_ids() if game(id).terms.buy_in is not None]
    assert len(by_card) == 9


def test_the_documented_vectors() -> None:
    text = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text()
    documented = Seal("table-1", bytes(range(32)), bytes(range(32, 80)), by_card=True)
    deck = documented.deck
    assert deck is not None
    assert f"`{documented.commitment}`" in text
    assert f"`{' '.join(list(deck.places)[:6])}`" in text
