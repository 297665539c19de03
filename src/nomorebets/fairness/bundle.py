"""A round that is over, opened, or a whole shoe: everything somebody needs who checks it without this software.

``verify_round.py`` beside this file reads it; it uses nothing but Python's standard library.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from nomorebets.fairness.sealed import RoundChance, Seal, in_order
from nomorebets.fairness.series import Series
from nomorebets.table import Play
from nomorebets.table.record import opened, read

FORMAT = "nomorebets round 1"
BY_CARD_FORMAT = "nomorebets round 2"  # whose deck was sealed card by card
COVERED_FORMAT = "nomorebets covered round 1"
SHOE_FORMAT = "nomorebets shoe 1"
VERIFIER = Path(__file__).with_name("verify_round.py")


def bundle_of(
    content: bytes, seal: Seal, words: Mapping[str, str], published: str = "", series: Series | None = None
) -> dict[str, Any]:
    """The opening of a recorded round; a record that does not follow from its seal is refused."""
    record = read(content)
    play, chance = Play(opened(record)), RoundChance(seal, words)
    draws, words_after = [], 0
    for number, entry in enumerate(record.entries, 1):
        pick = chance.follow(entry.request, play.table, entry.answer)
        if pick is not None:
            written = [[text, weight] for text, _, weight in pick.faces]
            draws.append({"entry": number, "bound": pick.bound, "number": pick.number, "faces": written})
        if chance.words_are_in and not words_after:
            words_after = number
        play.answer(entry.answer, trusted=True)
    return {
        "format": BY_CARD_FORMAT if seal.by_card else FORMAT,
        "round": seal.round_id,
        "published": published,
        "commitment": seal.commitment,
        "salt": seal.salt.hex(),
        "seed": seal.seed.hex(),
        "words": in_order(words),
        "words_after_entry": words_after,
        "draws": draws,
        "record": content.decode().splitlines(),
        **({} if series is None else {"series": _place_in(series, seal)}),
    }


def covered_bundle_of(
    content: bytes,
    seal: Seal,
    words: Mapping[str, str],
    hidden: Collection[tuple[str, str]],
    published: str = "",
    series: Series | None = None,
) -> dict[str, Any]:
    """The opening of a round in which cards stay covered: which place of the sealed deck went where, and those cards
    with their salts that are not hidden, each of which is an area and a card. Neither seed nor salt of the round.

    Of cards that came after others had been shuffled in, no place is told: it would say whose card it was before.
    """
    deck = seal.deck
    assert deck is not None
    came = [entry for entry in read(content).entries if entry.request.deals_cards or entry.request.shuffles_dealt_cards]
    again = Counter(getattr(entry.answer, "card", "") for entry in came)
    dealt, follows = list[dict[str, Any]](), True
    for request, card in ((entry.request, getattr(entry.answer, "card", "")) for entry in came):
        follows = follows and not request.shuffles_dealt_cards
        if not request.deals_cards:
            continue
        to = str(getattr(request, "to", ""))
        told: dict[str, Any] = {"to": to}
        if follows:
            told["place"] = deck.places[card]
            if (to, card) not in hidden and again[card] == 1:
                told |= {"card": card, "salt": deck.salts[card].hex()}
        dealt.append(told)
    return {
        "format": COVERED_FORMAT,
        "round": seal.round_id,
        "published": published,
        "commitment": seal.commitment,
        "secrets": seal.of_secrets,
        "order": deck.order.hex(),
        "deck": list(deck.hashes),
        "words": in_order(words),
        "dealt": dealt,
        **({} if series is None else {"series": _place_in(series, seal)}),
    }


def _place_in(series: Series, seal: Seal) -> dict[str, Any]:
    """How the commitment of a round follows from what was published of all that were sealed with it."""
    number = int(seal.round_id.rpartition("-")[2])
    return {"root": series.root, "first": series.first, "path": series.path(number)}


def shoe_of(bundles: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Rounds that were sealed together, those of one shoe, in the order they were played."""
    return {"format": SHOE_FORMAT, "rounds": list(bundles)}
