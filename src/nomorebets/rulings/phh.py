"""Hands in the PHH format (poker hand histories, TOML), read as transcripts and written from rounds that were played.

Players are the seats 1 to n from the left of the button. No rake was taken, raises are not capped.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from nomorebets.equipment.cards import deck_of, read_cards
from nomorebets.errors import TranscriptError, shown
from nomorebets.games import facet, game_ids
from nomorebets.regulation import cite
from nomorebets.rulings.transcript import DecisionLine, Transcript
from nomorebets.table.areas import HIDDEN
from nomorebets.table.money import cents, show
from nomorebets.table.notation import PhhCodes

CHECK_OR_CALL, BET_OR_RAISE = "check or call", "bet or raise"
# what the format knows and the chapter does not
OTHERS = {
    "NS": "short-deck hold'em",
    "N2L1D": "deuce-to-seven with a single draw",
    "FO/8/2": "double-board omaha",
    "NRI": "Rhode Island hold'em",
    "PC": "Courchevel",
}
_ACTION = re.compile(r"\s*(d|p(\d{1,2}))\s+(dh|db|f|cc|cbr|pb|sd|sm)\b\s*([^#]*)", re.ASCII)


def is_phh(raw: Mapping[str, object]) -> bool:
    """Whether a file is a hand in this format."""
    return "variant" in raw and "actions" in raw


@cache
def codes() -> dict[str, tuple[str, Mapping[str, str]]]:
    """The game that each code stands for, and the options that make it so."""
    known = {game: facet(game, "phh", PhhCodes) for game in game_ids()}
    return {code: (game, house) for game, own in known.items() if own for code, house in own.codes.items()}


def read_phh(raw: Mapping[str, Any]) -> Transcript:
    """A hand as a transcript."""
    code = str(raw.get("variant"))
    if code not in codes():
        text = f"{OTHERS.get(code, 'the variant ' + shown(code, 20))} is none of the games that may be played"
        raise TranscriptError(text, cite("14.8"), accepts=f"variant = {', '.join(codes())}")
    game, options = codes()[code]
    stacks = _amounts(raw, "starting_stacks")
    antes = _amounts(raw, "antes") or [0] * len(stacks)
    house: dict[str, Any] = {**options, **_ante(antes), "rake-percent": "0", "raises-cap": "none"}
    blinds = _blinds(_amounts(raw, "blinds_or_straddles"))
    posted = {
        "small-bet": raw.get("small_bet", raw.get("min_bet")),
        "big-bet": raw.get("big_bet"),
        "bring-in-amount": raw.get("bring_in"),
    }
    money = {name: cents(value) for name, value in posted.items() if value is not None}
    house |= {name: show(value) for name, value in money.items()}
    if blinds:
        house["blinds"] = " ".join(map(show, blinds))
    hand = _Hand(len(stacks))
    for action in raw["actions"]:
        hand.read(str(action))
    bets = [cents(line.to) for line in hand.decisions if line.to]
    house["smallest-chip"] = show(math.gcd(100, *stacks, *antes, *blinds, *money.values(), *bets))
    return Transcript(
        game=game,
        as_of=None,
        house=house,
        wagers=[],
        outcomes=[],
        irregularities=[],
        done=[],
        decisions=hand.decisions,
        opening={"button": str(len(stacks))} if blinds else {},
        hands=hand.cards(),
        seats=dict(enumerate(stacks, 1)),
    )


def _amounts(raw: Mapping[str, Any], name: str) -> list[int]:
    given = raw.get(name, [])
    if not isinstance(given, list):
        raise TranscriptError(f"{name} is not a list", accepts=f"{name} = [200, 200]")
    return [cents(value) for value in given]


def _ante(antes: Sequence[int]) -> dict[str, str]:
    """The same of everybody, or of the big blind alone: of the first of two players, else of the second."""
    if len(set(antes)) == 1:
        return {"ante-amount": show(antes[0])}
    big = 0 if len(antes) == 2 else 1
    if any(ante for at, ante in enumerate(antes) if at != big):
        text = f"antes of {[show(ante) for ante in antes]} are neither everybody's nor the big blind's"
        raise TranscriptError(text, cite("14.7"), accepts="the same ante of all, or one of the big blind")
    return {"ante-amount": show(antes[big]), "ante-from": "big-blind"}


def _blinds(posted: Sequence[int]) -> list[int]:
    """The blinds, the first one first; those behind it have none."""
    blinds = [blind for blind in posted if blind]
    if list(posted[: len(blinds)]) != blinds or any(blind < 0 for blind in blinds):
        text = f"blinds of {[show(blind) for blind in posted]} are not posted from the left of the button"
        raise TranscriptError(text, cite("14.10(d)"), accepts="one amount after the other, from the first player on")
    return blinds


@dataclass
class _Hand:
    """Cards and decisions as they are read, action by action."""

    players: int
    board: list[str] = field(default_factory=list)
    decisions: list[DecisionLine] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.dealt: dict[int, list[str]] = {seat: [] for seat in range(1, self.players + 1)}
        self.held: dict[int, list[int]] = {seat: [] for seat in self.dealt}  # which of those dealt are still held
        self.discards: list[tuple[DecisionLine, list[int]]] = []

    def read(self, action: str) -> None:
        if action.lstrip().startswith("#"):
            return
        found = _ACTION.fullmatch(action)
        if found is None:
            raise TranscriptError(
                f"{shown(action, 40)} is no action", accepts='"p1 cbr 200", "d dh p1 AsKd", "d db 2c3c4c"'
            )
        who, seat, what, rest = found[1], int(found[2] or 0), found[3], found[4].strip()
        if who == "d":
            self._deal(what, rest)
            return
        if seat not in self.dealt:
            raise TranscriptError(f"{shown(action, 40)}: there is no such player", accepts=f"p1 to p{self.players}")
        match what:
            case "f":
                self.decisions.append(DecisionLine(seat, "fold"))
            case "cc":
                self.decisions.append(DecisionLine(seat, CHECK_OR_CALL))
            case "cbr":
                self.decisions.append(DecisionLine(seat, BET_OR_RAISE, to=show(cents(rest))))
            case "sd":
                self._discard(seat, _cards(rest))
            case "sm":
                self._show(seat, rest)

    def _deal(self, what: str, rest: str) -> None:
        if what == "db":
            self.board += _cards(rest)
            return
        who, _, cards = rest.partition(" ")
        seat = int(who.removeprefix("p"))
        for card in _cards(cards):
            self.held[seat].append(len(self.dealt[seat]))
            self.dealt[seat].append(card)

    def _discard(self, seat: int, cards: Sequence[str]) -> None:
        """Cards that nobody saw are any of the hand that nobody saw."""
        own, held, gone = self.dealt[seat], self.held[seat], list[int]()
        for card in cards:
            at = next((i for i in held if own[i] == card), None)
            if at is None:
                raise TranscriptError(
                    f"player {seat} discards {card}, and does not hold it", accepts="cards of the hand"
                )
            held.remove(at)
            gone.append(at)
        line = DecisionLine(seat, "draw", discard="")
        self.decisions.append(line)
        self.discards.append((line, gone))

    def _show(self, seat: int, rest: str) -> None:
        """Cards that are shown at last were in the hand; nothing to show is a hand that is conceded."""
        if not rest:
            self.decisions.append(DecisionLine(seat, "muck"))
            return
        shown_cards = [] if rest == "-" else _cards(rest)
        own = self.dealt[seat]
        unknown = [i for i in self.held[seat] if own[i] == HIDDEN]
        new = [card for card in shown_cards if card not in own]
        for at, card in zip(unknown, new, strict=False):
            own[at] = card

    def cards(self) -> dict[str, list[str]]:
        """All hands and the board; what was discarded unseen is given a name that no other card has."""
        known = {card for cards in (*self.dealt.values(), self.board) for card in cards}
        others = iter(card for card in deck_of() if card not in known)
        for line, gone in self.discards:
            own = self.dealt[line.seat]
            for at in gone:
                own[at] = next(others) if own[at] == HIDDEN else own[at]
            line.discard = " ".join(own[at] for at in gone)
        return {**{str(seat): cards for seat, cards in self.dealt.items()}, "community": self.board}


def _cards(text: str) -> list[str]:
    words = re.findall(r"\?\?|[^\s?]{2}", text)
    return [HIDDEN if word == HIDDEN else read_cards(word)[0] for word in words]
