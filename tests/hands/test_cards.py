"""Cards as text: what is read, what is shown, what is refused."""

import pytest

from nomorebets.equipment.cards import DECK, RANKS, SUITS, card, deck_of, index, read_cards, shown
from nomorebets.errors import UnknownName


def test_the_deck_is_52_cards_by_rank_then_suit():
    assert len(DECK) == len(set(DECK)) == 52
    assert DECK[:5] == ("2c", "2d", "2h", "2s", "3c")
    assert [index(c) for c in DECK] == list(range(52))
    assert [card(i) for i in range(52)] == list(DECK)
    assert all(index(rank + suit) == 4 * RANKS.index(rank) + SUITS.index(suit) for rank in RANKS for suit in SUITS)


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("As Kd", ("As", "Kd")),
        ("AsKd", ("As", "Kd")),
        ("as,kd;TC / 2H", ("As", "Kd", "Tc", "2h")),
        ("10s", ("Ts",)),
        ("10s10d2c", ("Ts", "Td", "2c")),
        ("A♠ K♦ Q♥ J♣", ("As", "Kd", "Qh", "Jc")),
        ("A♤K♢Q♡J♧", ("As", "Kd", "Qh", "Jc")),
        ("A♠\N{VARIATION SELECTOR-16}K♦\N{VARIATION SELECTOR-16}", ("As", "Kd")),
        ("A♠-K♠-Q♠", ("As", "Ks", "Qs")),
        ("", ()),
        (" \n", ()),
        ("As As", ("As", "As")),  # a shoe holds several decks
        (["As", "KdQc"], ("As", "Kd", "Qc")),
    ],
)
def test_cards_are_read(text, cards):
    assert read_cards(text) == cards


@pytest.mark.parametrize(
    ("text", "token"), [("As Xd", "Xd"), ("1s", "1s"), ("AsK", "K"), ("10", "10"), ("A s", "A"), ("jester", "jester")]
)
def test_what_is_not_a_card_is_named(text, token):
    with pytest.raises(UnknownName) as refused:
        read_cards(text)
    assert repr(token) in str(refused.value)
    assert "T or 10" in refused.value.accepts


@pytest.mark.parametrize("bad", [-1, 52])
def test_there_are_no_other_cards(bad):
    with pytest.raises(UnknownName, match="0 to 51"):
        card(bad)
    with pytest.raises(UnknownName):
        index("as")


def test_every_card_is_shown_and_read_back():
    assert shown("Td") == "10♦"
    assert tuple(read_cards(shown(c))[0] for c in DECK) == DECK


def test_short_decks():
    assert len(deck_of("9TJQKA")) == 24
    assert deck_of("A", "sc") == ("Ac", "As")
    assert deck_of() == DECK
    for ranks, suits in (("", "s"), ("1A", "s"), ("A", "sx"), ("AA", "s")):
        with pytest.raises(UnknownName):
            deck_of(ranks, suits)
