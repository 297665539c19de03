"""The tables that the compiled loop looks hands up in, beside the rule functions and the tables of the exact solver."""

from __future__ import annotations

from random import Random

import numpy as np

from nomorebets.equipment.cards import JOKER
from nomorebets.equipment.packs import pack
from nomorebets.games import open_table
from nomorebets.games.pai_gow_poker import odds, simulation
from nomorebets.games.pai_gow_poker.seven_cards import colours_of, seven_cards_hold
from nomorebets.games.pai_gow_poker.seven_kinds import CODE, HAND
from nomorebets.games.pai_gow_poker.solver import PLACE_OF_PAIR
from nomorebets.games.pai_gow_poker.terms import way_at
from nomorebets.hands.joker import JOKER_RANK
from nomorebets.pricing.facet import Pricing
from nomorebets.sim.blocks import run_blocks
from nomorebets.sim.jobs import simulator_at

CARDS = pack("joker")
TABLE = open_table("pai-gow-poker")


def hands() -> list[list[int]]:
    """Hands of all kinds: any cards, those of few suits, and a king and a queen beside a royal flush."""
    random = Random(11)
    made = [random.sample(range(len(CARDS)), HAND) for _ in range(400)]
    for _ in range(400):
        suits = random.sample("cdhs", 2)
        few = [at for at, card in enumerate(CARDS) if card == JOKER or card[1] == suits[0]]
        more = random.choice((5, 5, 6, 7))
        rest = [at for at in range(len(CARDS)) if at not in few]
        made.append(random.sample(few, more) + random.sample(rest, HAND - more))
    royal = "As Ks Qs Js Ts"
    for text in (f"{royal} Kd Qd", f"{royal} Kd Qh", "Jk Ks Qs Js Ts Kd Qd", "Jk Ks Qs Js Ts Kd Qh", f"{royal} Jk Kd"):
        made.append([CARDS.index(card) for card in text.split()])
    return made


def test_what_a_hand_is_set_as_and_holds_is_found_by_the_sum_of_its_cards() -> None:
    terms, way = odds.terms_at(TABLE.house, False), way_at(TABLE.house)
    kinds, names, _, _ = simulation.looked_up(terms, way)
    said = simulation.said_by(kinds)
    flushes = 0
    for hand in hands():
        bits = np.uint64(sum(1 << simulation.bit_of(CARDS[at]) for at in hand))
        added = simulation.added_up(bits, said.suits)
        digits = int(added) & (2**20 - 1), int(added) >> 20 & (2**20 - 1)
        found = int(said.own[2 * int(said.first[digits[0]]) + int(said.second[digits[1]])])
        suits = [sum(1 << at // 4 for at in hand if at % 4 == suit and CARDS[at] != JOKER) for suit in range(4)]
        joker = any(CARDS[at] == JOKER for at in hand)
        flush = [suit for suit in suits if suit.bit_count() + joker >= 5]
        assert bool(int(added) >> int(simulation.FLUSH_AT) & 1) == bool(flush)
        ranks = [JOKER_RANK if CARDS[at] == JOKER else at // 4 for at in hand]
        if flush:
            flushes += 1
            since = said.dealers_from * np.uint64(flushes % 2)  # of the player's hand, or the dealer's
            in_suit, beside, of_two_suits = simulation.flush_of(bits)
            found = int(said.suited[since + said.begins[in_suit] + beside])
            if of_two_suits:
                found = found & 0xFFFFFF | int(kinds.matched[found >> 24]) << 24
            others = sorted(at // 4 for at in hand if CARDS[at] != JOKER and suits[at % 4] not in flush)
            pair = PLACE_OF_PAIR[tuple([*others, JOKER_RANK, JOKER_RANK][:2])]
            setting = int(kinds.by_suit[1, int(joker), flush[0], pair])
        else:
            setting = int(kinds.by_shape[1, np.searchsorted(kinds.codes, sum(int(CODE[rank]) for rank in ranks))])
        text = [CARDS[at] for at in hand]
        assert names[found >> 24] == seven_cards_hold(text), text
        assert (found & 255, (found >> 8 & 0xFFFF) - 1) == (setting & 255, setting >> 8), text
        red, black = colours_of(text)
        colour = 0 if red > 3 else 1 if black > 3 else 2
        reds = (int(bits) & int(simulation.RED_BITS)).bit_count() + 16 * joker
        assert simulation.OF_COLOURS[reds] == colour, text
    assert flushes > 400


def test_two_workers_count_what_one_does() -> None:
    kernel = simulator_at(TABLE, Pricing()).kernel
    assert run_blocks(kernel, 9_000_000, 4, 1).counts == run_blocks(kernel, 9_000_000, 4, 2).counts
