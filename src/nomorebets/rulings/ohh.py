"""Hands in the Open Hand History format (JSON, version 1.4.7), written from rounds that were played.

Only games with a board have streets that the format names. Amounts are dollars: what a player put in by that action.
"""

from __future__ import annotations

import json
from typing import Any

from nomorebets.errors import TranscriptError
from nomorebets.games import facet, game_ids
from nomorebets.rulings.posts import BETS, Kind, Post, posts_of
from nomorebets.table import Entry, Play
from nomorebets.table.areas import owner_of
from nomorebets.table.cards import Draw, Drawn, TurnUp
from nomorebets.table.chips import PutDown
from nomorebets.table.decisions import Ask, Chosen
from nomorebets.table.money import cents
from nomorebets.table.notation import PhhCodes

VERSION = "1.4.7"
STREETS = ("Preflop", "Flop", "Turn", "River")
LIMITS = {"no-limit": "NL", "pot-limit": "PL", "fixed-limit": "FL", "spread-limit": "FL"}
BLINDS = ("Post SB", "Post BB")
POSTS = {
    Kind.ANTE: "Post Ante",
    Kind.STRADDLE: "Straddle",
    Kind.DEAD: "Post Dead",
    Kind.LIVE: "Post Extra Blind",
}
SAID = {"fold": "Fold", "check": "Check", "muck": "Mucks Cards"}


def write_ohh(play: Play, number: int = 1) -> str:
    """A hand that was played, with an empty line behind it, as the format divides hands of one file."""
    hand = _Hand(play)
    posts = posts_of(play)
    for at, entry in enumerate(play.entries):
        if at in posts:
            hand.post(posts[at])
        else:
            hand.add(entry)
    return json.dumps({"ohh": hand.to_dict(number)}, indent=1) + "\n\n"


def _name(play: Play) -> str:
    """What the format calls the game."""
    table = play.table
    known = facet(table.game.id, "phh", PhhCodes)
    name = known.open_names.get(table.house.options.get("variant-wins", "")) if known else None
    if name is None:
        others = (facet(game, "phh", PhhCodes) for game in game_ids())
        names = ", ".join(name for codes in others if codes for name in codes.open_names.values())
        text = f"{table.game.id} under these house rules has no name in the Open Hand History format"
        raise TranscriptError(text, on=table.as_of, accepts=names)
    return name


def _dollars(amount: int) -> float:
    return amount / 100


class _Hand:
    """The rounds of a hand as its entries tell them."""

    def __init__(self, play: Play) -> None:
        self.play, self.table, self.name = play, play.table, _name(play)
        options = self.table.house.options
        self.ante = cents(options["ante-amount"])
        self.blinds = [cents(blind) for blind in options["blinds"].split()]
        self.rounds: list[dict[str, Any]] = [self._round(STREETS[0])]
        self.cards: dict[int, list[str]] = {}
        self.put: dict[int, int] = {}
        self.bets: dict[int, int] = {}  # on this street
        self.said, self.actions = "", 0

    def _round(self, street: str) -> dict[str, Any]:
        return {"id": len(self.rounds) if hasattr(self, "rounds") else 0, "street": street, "cards": [], "actions": []}

    def add(self, entry: Entry) -> None:
        request, answer = entry.request, entry.answer
        if isinstance(request, PutDown):
            self._put(request.wager.seat, request.wager.amount)
        elif isinstance(request, Draw) and isinstance(answer, Drawn) and not answer.found:
            self._draw(request, answer.card)
        elif isinstance(request, Ask) and isinstance(answer, Chosen):
            self._deal()
            self.said = answer.choice
            if answer.choice == "muck":
                self._show_down()
            if answer.choice in SAID:
                self._act(request.seat, SAID[answer.choice])
        elif isinstance(request, TurnUp):
            self._show_down()
            seat = owner_of(request.area)
            self._act(seat, "Shows Cards", cards=self.cards[seat])

    def post(self, post: Post) -> None:
        self.put[post.seat] = self.put.get(post.seat, 0) + post.amount
        if post.kind in BETS:
            self.bets[post.seat] = post.amount
        name = POSTS.get(post.kind) or (BLINDS[1:] if len(self.blinds) == 1 else (*BLINDS, "Post Extra Blind"))[post.at]
        self._act(post.seat, name, post.amount)

    def _put(self, seat: int, amount: int) -> None:
        high = max(self.bets.values(), default=0)
        self.put[seat] = self.put.get(seat, 0) + amount
        self.bets[seat] = self.bets.get(seat, 0) + amount
        if self.said == "call" or self.bets[seat] <= high:
            self._act(seat, "Call", amount)
        else:
            self._act(seat, "Raise" if high else "Bet", amount)

    def _draw(self, request: Draw, card: str) -> None:
        if request.may_stay_unseen:  # a burn: the next street
            self._deal()
            if len(self.rounds) < len(STREETS):
                self.rounds.append(self._round(STREETS[len(self.rounds)]))
                self.bets = {}
            return
        seat = owner_of(request.to)
        if seat:
            self.cards.setdefault(seat, []).append(card)
        else:
            self.rounds[-1]["cards"].append(card)

    def _deal(self) -> None:
        """All hands are told once, when they are dealt."""
        first = self.rounds[0]["actions"]
        if self.cards and not any(action["action"] == "Dealt Cards" for action in first):
            for seat, cards in self.cards.items():
                self._act(seat, "Dealt Cards", cards=cards)

    def _show_down(self) -> None:
        if self.rounds[-1]["street"] != "Showdown":
            self.rounds.append(self._round("Showdown"))

    def _act(self, seat: int, action: str, amount: int = 0, cards: list[str] | None = None) -> None:
        self.actions += 1
        told: dict[str, Any] = {"action_number": self.actions, "player_id": seat, "action": action}
        if amount:
            told |= {"amount": _dollars(amount), "is_allin": self.put[seat] == self.table.seats[seat]}
        if cards is not None:
            told["cards"] = list(cards)
        self.rounds[-1]["actions"].append(told)

    def to_dict(self, number: int) -> dict[str, Any]:
        table, felt = self.table, self.table.felt
        dealt = sorted(self.cards)
        if not dealt:
            raise TranscriptError("no hand was dealt", on=table.as_of, accepts="a round of two players or more")
        return {
            "spec_version": VERSION,
            "site_name": "nomorebets",
            "network_name": "nomorebets",
            "internal_version": VERSION,
            "tournament": False,
            "game_number": str(number),
            "start_date_utc": f"{table.as_of.isoformat()}T00:00:00Z",
            "table_name": table.game.id,
            "game_type": self.name,
            "bet_limit": {"bet_type": LIMITS[table.house.options["structure"]], "bet_cap": 0},
            "table_size": table.table.seats,
            "currency": "USD",
            "dealer_seat": list(self.cards)[-1],  # cards are dealt from the left of the button
            "small_blind_amount": _dollars(self.blinds[0]),
            "big_blind_amount": _dollars(self.blinds[min(1, len(self.blinds) - 1)]),
            "ante_amount": _dollars(self.ante),
            "hero_player_id": None,
            "players": [
                {"id": seat, "seat": seat, "name": f"seat {seat}", "starting_stack": _dollars(table.seats[seat])}
                for seat in dealt
            ],
            "rounds": self.rounds,
            "pots": [
                {
                    "number": at,
                    "amount": _dollars(pot.amount + (0 if at else felt.rake)),
                    "rake": _dollars(0 if at else felt.rake),
                    "player_wins": [
                        {"player_id": share.seat, "win_amount": _dollars(share.amount)} for share in pot.shares
                    ],
                }
                for at, pot in enumerate(felt.pots)
            ],
        }
