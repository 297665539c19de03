"""Hands in the PHH format (poker hand histories, TOML), read as transcripts and written from rounds that were played.

Players are the seats 1 to n from the left of the button. Raises are not capped, and no rake was taken unless the file
says so in a field of ours, ``_house``.
"""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from nomorebets.equipment.cards import deck_of, read_cards
from nomorebets.errors import TranscriptError, counted, shown
from nomorebets.games import facet, game_ids
from nomorebets.regulation import cite, law, reading
from nomorebets.rulings.posts import BETS, MISSED, Kind, posts_of
from nomorebets.rulings.transcript import DecisionLine, Transcript
from nomorebets.rulings.writing import toml
from nomorebets.table import Entry, Play, Table
from nomorebets.table.areas import HIDDEN, owner_of, seat_area
from nomorebets.table.card_decisions import Discard, Discarded
from nomorebets.table.cards import Draw, Drawn
from nomorebets.table.chips import PutDown
from nomorebets.table.decisions import Ask, Chosen
from nomorebets.table.house import SMALLEST_CHIP
from nomorebets.table.money import cents, show
from nomorebets.table.notation import PhhCodes

CHECK_OR_CALL, BET_OR_RAISE, BRING_IN = "check or call", "bet or raise", "bring-in"
BRING_IN_AMOUNT = "bring-in-amount"
HOUSE = "_house"  # a field of our own, which other programs pass over: what the house takes, by its options
TAKEN = ("rake-percent", "jackpot-drop")  # nothing of a pot where both are zero
RAKE = (*TAKEN, "rake-cap", "rake-step", "rake-no-flop-no-drop", "jackpot-drop-from", SMALLEST_CHIP.id)
MOST_BLINDS = 3
DOOR = 3  # which card of a stud hand lies open first
UNKNOWN, FIXED = "inf", "fixed-limit"
# what the format knows and the chapter does not
OTHERS = {
    "NS": "short-deck hold'em",
    "N2L1D": "deuce-to-seven with a single draw",
    "FO/8/2": "double-board omaha",
    "NRI": "Rhode Island hold'em",
    "PC": "Courchevel",
}
_HEADING = re.compile(rb"^\[\s*[\"']?([\w-]+)[\"']?\s*\][ \t]*(?:#.*)?\r?$", re.MULTILINE)
_VARIANT = re.compile(rb"^\s*variant\s*=", re.MULTILINE)
_ACTION = re.compile(r"\s*(d|p(\d{1,2}))\s+(dh|db|f|cc|cbr|pb|sd|sm)\b\s*(.*)", re.ASCII)


def is_phh(raw: Mapping[str, object]) -> bool:
    """Whether a file is a hand in this format."""
    return "variant" in raw and "actions" in raw


def hands_in(content: bytes) -> list[tuple[str, bytes]]:
    """The hands of a file that holds several (.phhs), each below a heading with its number; none of another file."""
    if not (heads := list(_HEADING.finditer(content))):
        return []
    ends = [head.start() for head in heads[1:]] + [len(content)]
    hands = [(head[1].decode(), content[head.end() : end]) for head, end in zip(heads, ends, strict=True)]
    is_one = b"=" in re.sub(rb"#.*", b"", content[: heads[0].start()])
    return hands if not is_one and all(_VARIANT.search(hand) for _, hand in hands) else []


def recorded(content: bytes) -> dict[int, int]:
    """What each player won or lost, in cents, as a hand's file has it; nothing where it does not say so."""
    raw = tomllib.loads(content.decode("utf-8-sig")) if _VARIANT.search(content) else {}
    pairs = list(zip(raw.get("starting_stacks", []), raw.get("finishing_stacks", []), strict=False))
    if any(UNKNOWN in map(str, pair) for pair in pairs):
        return {}
    return {seat: cents(end) - cents(chips) for seat, (chips, end) in enumerate(pairs, 1)}


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
        raise TranscriptError(text, cite("14.8"), law.newest(), accepts=f"variant = {', '.join(codes())}")
    game, options = codes()[code]
    stacks = _stacks(raw)
    antes = _amounts(raw, "antes") or [0] * len(stacks)
    blinds, straddles, owed = _blinds(_amounts(raw, "blinds_or_straddles"), antes, cents(raw.get("min_bet", 0)))
    house: dict[str, Any] = {**options, **_ante(antes, blinds), "rake-percent": "0", "raises-cap": "none"}
    if straddles:
        house["straddle"] = "on"
    posted = {
        "small-bet": raw.get("small_bet", raw.get("min_bet")),
        "big-bet": raw.get("big_bet"),
        BRING_IN_AMOUNT: raw.get("bring_in"),
    }
    money = {name: cents(value) for name, value in posted.items() if value is not None}
    house |= {name: show(value) for name, value in money.items()}
    if blinds:
        house["blinds"] = " ".join(map(show, blinds))
    for name, seats in (("antes", antes), ("blinds_or_straddles", _amounts(raw, "blinds_or_straddles"))):
        if seats and len(seats) != len(stacks):
            text = f"{name} has {counted(len(seats), 'amount')}, and {len(stacks)} players have chips"
            raise TranscriptError(text, accepts="one amount of each player, 0 where he posts nothing")
    if options.get("structure") == FIXED and not {"small-bet", "big-bet"} <= set(money):
        raise TranscriptError("the limits are fixed, and the file does not say to what", accepts="small_bet, big_bet")
    hand = _Hand(len(stacks), decisions=straddles)
    for action in _actions(raw):
        hand.read(action)
    hand.concede()
    hand.choose_door_cards(brings_high=options.get("variant-wins") == "low")
    forced = hand.brought_in
    if forced is not None:
        left = [chips - antes[0] for chips in stacks]
        own = left.pop(forced.seat - 1)
        whole, bring_in = money["small-bet"], money.get(BRING_IN_AMOUNT, 0)
        if bring_in >= min(whole, max(left)) or whole > own:
            hand.decisions.remove(forced)  # there was nothing to choose
    bets = [cents(line.to) for line in hand.decisions if line.to]
    house[SMALLEST_CHIP.id] = show(math.gcd(100, *stacks, *antes, *blinds, *money.values(), *bets))
    house |= _taken(raw)
    opening = {"button": str(len(stacks))} if blinds else {}
    if owed:
        opening["missed-blinds"] = " ".join(f"{seat}:{what}" for seat, what in owed.items())
    return Transcript(
        game=game,
        as_of=None,
        house=house,
        wagers=[],
        outcomes=[],
        irregularities=[],
        done=[],
        decisions=hand.decisions,
        opening=opening,
        hands=hand.cards(),
        seats=dict(enumerate(stacks, 1)),
    )


def _taken(raw: Mapping[str, Any]) -> dict[str, str]:
    """What the house takes of the pot, where the file says so."""
    taken = raw.get(HOUSE, {})
    if not isinstance(taken, Mapping) or not set(taken) <= set(RAKE):
        raise TranscriptError(f"{HOUSE} is {shown(taken, 40)}", accepts=f"a table of {', '.join(RAKE)}")
    return {name: str(value) for name, value in taken.items()}


def _actions(raw: Mapping[str, Any]) -> list[str]:
    given = raw["actions"]
    if not isinstance(given, list) or not all(isinstance(action, str) for action in given):
        raise TranscriptError("actions is not a list of texts", accepts='actions = ["d dh p1 AsKd", "p1 cc"]')
    return given


def _stacks(raw: Mapping[str, Any]) -> list[int]:
    """The chips of each player; who had nobody knows how many had enough for whatever he did."""
    given = raw.get("starting_stacks")
    if not isinstance(given, list) or not given:
        return _amounts({**raw, "starting_stacks": given or ""}, "starting_stacks")
    known = [cents(chips) for chips in given if str(chips) != UNKNOWN]
    bets = [cents(amount) for action in _actions(raw) for amount in re.findall(r" cbr ([\d.]+)", action)]
    enough = 100 * max([10_000, *known, *bets])
    stacks = [enough if str(chips) == UNKNOWN else cents(chips) for chips in given]
    if broke := [seat for seat, chips in enumerate(stacks, 1) if chips <= 0]:
        text = f"player {broke[0]} has no chips, and only who has some is dealt in"
        raise TranscriptError(text, cite("14.6(b)"), law.newest(), accepts="the players who were dealt in")
    return stacks


def _amounts(raw: Mapping[str, Any], name: str) -> list[int]:
    given = raw.get(name, [])
    if not isinstance(given, list):
        raise TranscriptError(f"{name} is not a list", accepts=f"{name} = [200, 200]")
    return [cents(value) for value in given]


def _who_pay(antes: Sequence[int]) -> list[int]:
    return [player for player, ante in enumerate(antes, 1) if ante]


def _ante(antes: Sequence[int], blinds: Sequence[int]) -> dict[str, str]:
    """The same of everybody, or of the big blind alone: of the first of two players, else of the last with a blind."""
    if len(set(antes)) == 1:
        return {"ante-amount": show(antes[0])}
    big = 1 if len(antes) == 2 else len(blinds)
    if not blinds or _who_pay(antes) != [big]:
        text = f"antes of {[show(ante) for ante in antes]} are neither everybody's nor the big blind's"
        raise TranscriptError(text, cite("14.7"), law.newest(), accepts="the same ante of all, or one of the big blind")
    return {"ante-amount": show(antes[big - 1]), "ante-from": "big-blind"}


def _blinds(
    posted: Sequence[int], antes: Sequence[int], least: int
) -> tuple[list[int], list[DecisionLine], dict[int, str]]:
    """The blinds, the first one first, who straddles, and what others post who come in or come back.

    The format has a post of its own as an amount below zero, and between two players the amount of the second first.
    """
    is_second = len(posted) == 2 and posted[0] in (0, 2 * posted[1])  # the only blind is not the button's
    posted = posted[::-1] if is_second else posted
    number = next((at for at, blind in enumerate(posted) if blind <= 0), len(posted))
    blinds, straddles, owed = list(posted[:number]), list[DecisionLine](), dict[int, str]()
    # a straddle is told as the last of the blinds, and played like it but where the one before it must be the big one
    if number > 1 and blinds[-1] == 2 * blinds[-2]:
        pays_for_all = _who_pay(antes) == [number - 1] and (number > 2 or least == blinds[0])
        is_posted = min(posted) < 0 and least == blinds[-2]
        if is_second or number > MOST_BLINDS or pays_for_all or is_posted:
            straddles = [DecisionLine(number, "straddle")]
            blinds.pop()
    for seat, blind in enumerate(posted[number:], number + 1):
        what = {blinds[-1]: "big", blinds[0]: "small", blinds[0] + blinds[-1]: "both"} if len(blinds) > 1 else {}
        if not blind:
            continue
        if blind > 0 and what.get(blind) != "big":
            text = f"blinds of {[show(one) for one in posted]} are not posted from the left of the button"
            accepts = "one amount after the other, from the first player on; a straddle right behind the big blind"
            raise TranscriptError(text, cite("14.10(d)"), law.newest(), accepts=accepts)
        if -blind not in what and blind < 0:
            text = f"player {seat} posts {show(-blind)} to be dealt in"
            accepts = "a big blind, a small one as dead money, or both"
            raise TranscriptError(text, reading(MISSED), law.newest(), accepts=accepts)
        owed[seat] = what[abs(blind)]
    return blinds, straddles, owed


@dataclass
class _Hand:
    """Cards and decisions as they are read, action by action."""

    players: int
    board: list[str] = field(default_factory=list)
    decisions: list[DecisionLine] = field(default_factory=list)
    brought_in: DecisionLine | None = None

    def __post_init__(self) -> None:
        self.dealt: dict[int, list[str]] = {seat: [] for seat in range(1, self.players + 1)}
        self.held: dict[int, list[int]] = {seat: [] for seat in self.dealt}  # which of those dealt are still held
        self.discards: list[tuple[DecisionLine, list[int]]] = []
        self.at_last: dict[int, str] = {}  # what each showed last

    def read(self, action: str) -> None:
        done = action.partition("#")[0]
        if not done.strip():  # a remark, or nothing
            return
        found = _ACTION.fullmatch(done)
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
            case "pb":
                self.brought_in = DecisionLine(seat, BRING_IN)
                self.decisions.append(self.brought_in)
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
        number = who.removeprefix("p")
        seat = int(number) if number.isascii() and number.isdigit() else 0
        if seat not in self.dealt:
            text = f"{shown(who, 20)} is dealt cards: there is no such player"
            raise TranscriptError(text, accepts=f"p1 to p{self.players}")
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
        """Cards that are shown at last were in the hand; what was shown before, while the rest came, is no matter."""
        self.at_last[seat] = rest
        shown_cards = [] if rest == "-" else _cards(rest)
        own = self.dealt[seat]
        unknown = [i for i in self.held[seat] if own[i] == HIDDEN]
        new = [card for card in shown_cards if card not in own]
        for at, card in zip(unknown, new, strict=False):
            own[at] = card

    def concede(self) -> None:
        """Who showed nothing at last, or cards that nobody saw where others were seen, gave up his hand."""
        unseen = {seat for seat, cards in self.at_last.items() if set(cards) == {"?"}}
        if unseen == set(self.at_last):
            unseen = set()
        given_up = [seat for seat, cards in self.at_last.items() if not cards or seat in unseen]
        self.decisions += [DecisionLine(seat, "muck") for seat in given_up]

    def choose_door_cards(self, brings_high: bool) -> None:
        """A card that lay open and nobody wrote down is one that fits who brought it in."""
        known = {card for cards in self.dealt.values() for card in cards}
        left = [card for card in deck_of() if card not in known]
        ranks = "A23456789TJQK" if brings_high else "23456789TJQKA"
        left.sort(key=lambda card: (ranks.index(card[0]), card), reverse=brings_high)
        for seat, cards in self.dealt.items():
            if len(cards) >= DOOR and cards[DOOR - 1] == HIDDEN and self.brought_in is not None:
                cards[DOOR - 1] = left.pop(0 if seat == self.brought_in.seat else -1)

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
    if "".join(words) != "".join(text.split()):
        raise TranscriptError(
            f"{shown(text, 40)} are not whole cards", accepts="cards like AsTd, or ?? for each unseen"
        )
    return [HIDDEN if word == HIDDEN else read_cards(word)[0] for word in words]


# --- writing ---------------------------------------------------------------------------------------------------------


def write_phh(play: Play, hidden: Collection[tuple[str, str]] = ()) -> str:
    """A hand that was played, in this format; cards that are hidden in an area from whom it is for are ``??``."""
    _code(play.table.table)  # a game without one is refused by its name, whether or not it deals hands
    written = _Written(play, hidden)
    for at, entry in enumerate(play.entries):
        if at not in written.posts:
            written.add(entry, is_over=at > written.last_bet)
    written.show_all()
    return written.text()


def _code(table: Table) -> str:
    options = table.house.options
    for code, (game, house) in codes().items():
        if game == table.game.id and all(options.get(name) == value for name, value in house.items()):
            return code
    text = f"{table.game.id} under these house rules has no code in the PHH format"
    raise TranscriptError(
        text, on=table.as_of, accepts=", ".join(f"{game} ({code})" for code, (game, _) in codes().items())
    )


def _choice(entry: Entry) -> str:
    return entry.answer.choice if isinstance(entry.answer, Chosen) else ""


_NO_BETS = ("show", "muck", "straddle", "no")  # what else players are asked
_SAID = {BRING_IN: "pb", "fold": "f", "check": "cc", "call": "cc"}


def _is_bet(entry: Entry) -> bool:
    """Whether somebody bets, folds or draws."""
    return isinstance(entry.request, Discard) or (isinstance(entry.request, Ask) and _choice(entry) not in _NO_BETS)


class _Written:
    """The actions of a hand as its entries tell them; players are counted from the left of the button."""

    def __init__(self, play: Play, hidden: Collection[tuple[str, str]] = ()) -> None:
        self.hidden = hidden
        self.table, self.options, entries = play.table, play.table.house.options, play.entries
        owners = (owner_of(e.request.to) for e in entries if isinstance(e.request, Draw))
        self.player = {seat: at for at, seat in enumerate(dict.fromkeys(filter(None, owners)), 1)}
        if not self.player:
            raise TranscriptError("no hand was dealt", on=play.table.as_of, accepts="a round of two players or more")
        self.last_bet = max((at for at, entry in enumerate(entries) if _is_bet(entry)), default=0)
        self.conceded = {e.request.seat for e in entries if isinstance(e.request, Ask) and _choice(e) == "muck"}
        self.ends = {ruling.seat: ruling.net for ruling in play.rulings}
        self.actions: list[str] = []
        self.dealt: dict[int, list[str]] = {}  # not written yet; 0 is the board
        self.held: dict[int, list[str]] = {seat: [] for seat in self.player}
        self.covered: set[int] = set()  # who has cards that were not shown
        self.posts = posts_of(play)
        self.bets = {post.seat: post.amount for post in self.posts.values() if post.kind in BETS}  # on this street
        self.is_betting, self.said = False, ""
        self.has_drawn = False  # where cards are exchanged hands are shown at last

    def add(self, entry: Entry, is_over: bool) -> None:
        request, answer = entry.request, entry.answer
        if isinstance(request, PutDown):
            self._put(request.wager.seat, request.wager.amount)
        elif isinstance(request, Draw) and isinstance(answer, Drawn) and not answer.found:
            self._draw(request, answer.card, is_over)
        elif isinstance(request, Discard) and isinstance(answer, Discarded):
            self._new_street()
            self.has_drawn = True
            self.held[request.seat] = [card for card in self.held[request.seat] if card not in answer.cards]
            self.actions.append(f"p{self.player[request.seat]} sd {self._cards(request.seat, answer.cards)}".rstrip())
        elif _is_bet(entry) and isinstance(request, Ask):
            self.is_betting, self.said = True, _SAID.get(_choice(entry), "cbr")
            if self.said != "cbr":
                self._say(request.seat, self.said)
            if self.said == "f":
                del self.held[request.seat]

    def _put(self, seat: int, amount: int) -> None:
        high = max(self.bets.values(), default=0)
        self.bets[seat] = self.bets.get(seat, 0) + amount
        if not self.said:  # a forced bet that left nothing to choose
            self._say(seat, "pb")
        elif self.said == "cbr":
            self._say(seat, f"cbr {_plain(self.bets[seat])}" if self.bets[seat] > high else "cc")
        self.said = "done"

    def _draw(self, request: Draw, card: str, is_over: bool) -> None:
        if request.may_stay_unseen:  # a burn: the street before it is over
            self._flush()
            return
        seat = owner_of(request.to)
        if is_over and not self.dealt and not self.has_drawn:
            self.show_all(may_concede=False)
        self._new_street()
        self.dealt.setdefault(seat, []).append(card)
        if seat in self.held:
            self.held[seat].append(card)
            self.covered |= {seat} if request.face == "down" else set()

    def _new_street(self) -> None:
        if self.is_betting:
            self.bets, self.is_betting = {}, False

    def show_all(self, may_concede: bool = True) -> None:
        """Whoever plays on and has cards that nobody has seen shows them, or concedes when all cards have come."""
        self._flush()
        if len(self.held) < 2:
            return
        for seat in [seat for seat in self.player if seat in self.held and seat in self.covered]:
            shown = self._cards(seat, self.held[seat])
            if seat in self.conceded:
                shown = "" if may_concede else HIDDEN * len(self.held[seat])
            self._say(seat, f"sm {shown}".rstrip())
        self.covered = set() if may_concede else self.covered & self.conceded

    def _say(self, seat: int, what: str) -> None:
        self._flush()
        self.actions.append(f"p{self.player[seat]} {what}")

    def _flush(self) -> None:
        for seat, cards in sorted(self.dealt.items(), key=lambda own: self.player.get(own[0], 0)):
            self.actions.append(f"d {f'dh p{self.player[seat]}' if seat else 'db'} {self._cards(seat, cards)}")
        self.dealt = {}

    def _cards(self, seat: int, cards: Iterable[str]) -> str:
        return "".join(HIDDEN if (seat_area(seat), card) in self.hidden else card for card in cards)

    def text(self) -> str:
        """The file."""
        stacks = {seat: self.table.seats[seat] for seat in self.player}
        ante = cents(self.options.get("ante-amount", "0"))
        every = self.options.get("ante-from", "all") == "all"
        pays = {post.seat for post in self.posts.values() if post.kind is Kind.ANTE}
        lines = {
            "variant": toml(_code(self.table.table)),
            "ante_trimming_status": toml(every),
            "antes": _listed(ante if every or seat in pays else 0 for seat in stacks),
            **self._posted(),
            "starting_stacks": _listed(stacks.values()),
            "actions": f"[\n{''.join(f'  {toml(action)},{chr(10)}' for action in self.actions)}]",
            "finishing_stacks": _listed(chips + self.ends.get(seat, 0) for seat, chips in stacks.items()),
            "seats": f"[{', '.join(map(str, stacks))}]",
            **self._rake(),
        }
        return "".join(f"{name} = {value}\n" for name, value in lines.items())

    def _rake(self) -> dict[str, str]:
        if not any(cents(self.options[name]) for name in TAKEN):
            return {}
        written = (f"{name} = {toml(self.options[name])}" for name in RAKE if name in self.options)
        return {HOUSE: f"{{{', '.join(written)}}}"}

    def _posted(self) -> dict[str, str]:
        """Blinds or the forced bet, and the bets of the structure."""
        small, big = bets_posted(self.options)
        sizes = (
            {"small_bet": _plain(small), "big_bet": _plain(big)} if self.options["structure"] == "fixed-limit" else {}
        )
        if BRING_IN_AMOUNT in self.options:
            return {"bring_in": _plain(cents(self.options[BRING_IN_AMOUNT])), **(sizes or {"min_bet": _plain(small)})}
        amounts = [cents(blind) for blind in self.options["blinds"].split()]
        if len(amounts) > len(self.player):
            text = (
                f"{len(amounts)} blinds and {len(self.player)} players: the PHH format has no blind that nobody posts"
            )
            raise TranscriptError(text, on=self.table.as_of, accepts=f"hands of {len(amounts)} players or more")
        due: dict[int, int] = {}
        for post in self.posts.values():
            if post.kind in (Kind.BLIND, Kind.STRADDLE):
                due[post.seat] = [*amounts, 2 * amounts[-1]][post.at]
            elif post.kind is not Kind.ANTE:  # blinds missed before, below zero
                due[post.seat] = due.get(post.seat, 0) - post.amount
        order = list(self.player) if len(self.player) > 2 else list(self.player)[::-1]
        return {
            "blinds_or_straddles": _listed(due.get(seat, 0) for seat in order),
            **(sizes or {"min_bet": _plain(small)}),
        }


def bets_posted(options: Mapping[str, str]) -> tuple[int, int]:
    """The bets of early and late streets: what follows from the blinds is not written out."""
    small = options["small-bet"]
    early = cents(small) if small[0].isdigit() else cents(options["blinds"].split()[-1])
    return early, cents(options["big-bet"]) if options["big-bet"][0].isdigit() else 2 * early


def _plain(amount: int) -> str:
    """An amount without the cents that it does not have."""
    return show(amount).removesuffix(".00")


def _listed(amounts: Iterable[int]) -> str:
    return f"[{', '.join(map(_plain, amounts))}]"
