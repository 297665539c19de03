"""Three or four cards in words: which holdings a rule of play names, and all of them exactly.

What other cards can still make of a holding depends on its ranks, and on whether it is all of one suit; so does the
best play. Here every such kind of holding is sorted under a name that people use, and where only some of a name are
included they are listed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from nomorebets.equipment.cards import RANK_NAMES, RANKS, ranks_shown
from nomorebets.hands.draws import ACE, is_one_suit, straight_gaps

NUMBERS = {3: "three", 4: "four"}
GAPS = {0: "in a row", 1: "with one gap", 2: "with two gaps"}
FITS_NONE = "that fit no straight"
MADE = ("four of a kind", "three of a kind", "two pair", "a pair")
ORDER = (*MADE, *GAPS.values(), FITS_NONE, "one suit", "mixed suits")


def in_words(holdings: Iterable[tuple[tuple[str, ...], bool]]) -> list[str]:
    """The holdings that are included, named as briefly as possible without losing one.

    >>> in_words([(("Kc", "Kd", "2h"), True), (("Kc", "Kd", "3h"), True), (("2c", "2d", "3h"), False)])
    ['a pair of kings']
    """
    named: defaultdict[str, dict[str, bool]] = defaultdict(dict)  # name -> what of it is included, by its own label
    wider: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for cards, included in holdings:
        group, name, label = _name(cards)
        if named[name].setdefault(label, included) != included:
            raise ValueError(f"{label} is included and is not")
        wider[group][name] = None
    words: list[str] = []
    for group, names in sorted(wider.items(), key=lambda of_group: _place(of_group[0])):
        if len(names) > 1 and all(all(named[name].values()) for name in names):
            words.append(f"any {group}")
            continue
        words += [text for name in sorted(names, key=_place) if (text := _of_one_name(name, named[name]))]
    return words


def _place(name: str) -> int:
    """The place of a name in a list: made hands first, then those nearest to one."""
    return next(place for place, words in enumerate(ORDER) if words in name)


def _of_one_name(name: str, labels: dict[str, bool]) -> str:
    chosen = [label for label, included in labels.items() if included]
    left = [label for label, included in labels.items() if not included]
    if not chosen:
        return ""
    if name == "a pair":
        return _pairs(chosen, left)
    if not left:
        return name if name in MADE else f"any {name}"
    if len(left) < len(chosen):
        return ranks_shown(f"{name}, except {', '.join(left)}")
    return ranks_shown(f"{name}: {', '.join(chosen)}")


def _pairs(chosen: list[str], left: list[str]) -> str:
    """Pairs by their rank; where a pair depends on what is beside it, in full."""
    if any(len(label) > 1 for label in (*chosen, *left)):
        return ranks_shown(f"a pair: {', '.join(chosen)}")
    ranks = sorted(chosen, key=RANKS.index)
    words = RANK_NAMES[ranks[0]] + ("es" if ranks[0] == "6" else "s")
    if len(ranks) > 1 and RANKS.index(ranks[0]) > max((RANKS.index(rank) for rank in left), default=-1):
        return f"a pair of {words} or better"
    return "a pair of " + ", ".join(RANK_NAMES[rank] + ("es" if rank == "6" else "s") for rank in ranks)


def _name(cards: tuple[str, ...]) -> tuple[str, str, str]:
    """The wider and the closer name of a holding, and its own label under it: its ranks, the highest first."""
    ranks = sorted((RANKS.index(card[0]) for card in cards), reverse=True)
    numbers = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    letters = "-".join(RANKS[rank] for rank in ranks)
    if numbers[0] == 4:
        return "four of a kind", "four of a kind", letters
    if numbers[0] == 3:
        return "three of a kind", "three of a kind", letters
    if numbers[:2] == [2, 2]:
        return "two pair", "two pair", letters
    if numbers[0] == 2:
        return "a pair", "a pair", next(RANKS[rank] for rank in ranks if ranks.count(rank) == 2)
    gaps = straight_gaps(cards)
    several = NUMBERS[len(cards)]
    group = f"{several} of one suit" if is_one_suit(cards) else f"{several} of mixed suits"
    fits = GAPS[gaps] if gaps is not None else FITS_NONE
    if gaps == 0 and not is_one_suit(cards):
        fits += " at the ace" if ACE in ranks else ", open at both ends"
    return group, f"{group} {fits}", letters
