"""Rounds of the poker room told in a line each: ``deal("holdem", "3 raise 6, 1 fold, 2 call", hands={1: "As Ad"})``."""

from __future__ import annotations

from collections.abc import Mapping

from nomorebets.drivers.chance import SeededChance
from nomorebets.games import open_table
from nomorebets.rulings.dispute import play_transcript
from nomorebets.rulings.phh import codes
from nomorebets.rulings.transcript import Transcript, read_transcript
from nomorebets.rulings.writing import toml
from nomorebets.table import Play, Round, Settings, play
from nomorebets.table.areas import seat_area
from nomorebets.table.decisions import Ask, Option
from nomorebets.table.felt import Felt, Opening
from rounds import RandomTable

BLINDS = {"blinds": "1.00 2.00", "smallest-chip": "1.00", "rake-percent": "0"}
STUD = {"ante-amount": "1.00", "bring-in-amount": "2.00", "small-bet": "4.00", "smallest-chip": "1.00"}
FREE = {**STUD, "rake-percent": "0"}


def _line(words: str) -> dict[str, object]:
    """``3 raise 6`` or ``3 draw 2c 7d``; ``3 draw`` stands pat."""
    seat, choice, *rest = words.split()
    if choice == "draw":
        return {"seat": int(seat), "choose": choice, "discard": " ".join(rest)}
    return {"seat": int(seat), "choose": choice, **({"to": f"{rest[0]}.00"} if rest else {})}


def tell(
    game: str,
    decisions: str = "",
    *,
    stacks: Mapping[int, int] | None = None,
    hands: Mapping[int, str] | None = None,
    board: str = "",
    button: int = 0,
    house: Mapping[str, object] | None = None,
    more: str = "",
) -> Transcript:
    """A round as a transcript; three seats with 200 each, unless others are given."""
    seats = {str(seat): f"{chips}.00" for seat, chips in (stacks or {1: 200, 2: 200, 3: 200}).items()}
    given = {str(seat): (hands or {}).get(int(seat), "?? " * 7) for seat in seats}
    lines = [f'game = "{game}"', f"seats = {toml(seats)}", f"house = {toml(house if house is not None else BLINDS)}"]
    lines.append(f"decisions = {toml([_line(words) for words in decisions.split(',') if words.strip()])}")
    if hands is not None:
        lines.append(f"hands = {toml({seat: cards for seat, cards in given.items() if int(seat) in hands})}")
        lines.append(f'board = "{board}"')
    if button:
        lines.append(f"button = {button}")
    return read_transcript("\n".join([*lines, more]).encode())


def deal(game: str, decisions: str = "", **told: object) -> Play:
    return play_transcript(tell(game, decisions, **told))  # type: ignore[arg-type]


def random_hand(code: str, seed: int, most: int = 6, **options: str) -> Play:
    """A hand at a table that has a code in the PHH format, with few chips and many all-ins."""
    game, needed = codes()[code]
    chance = SeededChance(seed)
    house = {**needed, "rake-percent": "0", "raises-cap": "none", "smallest-chip": "1.00", **options}
    house |= {"ante-amount": "1.00"} if "bring-in-amount" in open_table(game).house.options else {}
    table = open_table(game, settings=Settings(dict(house)))
    seats = {seat: 100 * (5 + chance.below(60)) for seat in range(1, 3 + chance.below(most - 1))}
    return play(Round(table, seats=seats), RandomTable(seed, accidents=False))


def net(played: Play) -> dict[int, int]:
    """What each seat won or lost, in dollars."""
    return {ruling.seat: ruling.net // 100 for ruling in played.rulings}


def pots(played: Play) -> list[tuple[str, int, dict[int, int]]]:
    """Every pot with its amount and shares, in dollars."""
    return [
        (pot.name, pot.amount // 100, {share.seat: share.amount // 100 for share in pot.shares})
        for pot in played.table.felt.pots
    ]


def asked(played: Play) -> list[int]:
    """The seats that were asked to bet, in order."""
    seats = (e.request for e in played.entries if isinstance(e.request, Ask))
    return [request.seat for request in seats if request.name == "ask" and "show" not in request.choices]


class Table:
    """A round that is dealt from a stacked deck and bet on step by step."""

    def __init__(
        self,
        game: str,
        stacks: Mapping[int, int],
        house: Mapping[str, object] = BLINDS,
        cards: str = "",
        state: Mapping[str, str] | None = None,
        found: str = "",  # of the first card
    ) -> None:
        table = open_table(game, settings=Settings(dict(house)))
        seats = {seat: 100 * chips for seat, chips in stacks.items()}
        self.play = Play(Round(table, Felt.opened(Opening(dict(state or {}))), seats))
        self.cards = cards.split()
        self.dealt: list[tuple[str, str]] = []
        self._found = found
        self._go_on()

    def _go_on(self) -> None:
        while self.play.request is not None and (self.play.asked is None or self.play.asked.is_pause):
            request = self.play.request
            if request.asks == "chance":
                shoe = self.play.table.felt.shoe
                wanted = self.cards.pop(0) if self.cards else next(iter(shoe))
                self.dealt.append((str(getattr(request, "to", "")), str(getattr(request, "face", ""))))
                found, self._found = self._found, ""
                self.play.answer(request.answer(card=wanted, found=found))  # type: ignore[call-arg]
            else:
                self.play.answer(request.usual())

    def do(self, *acts: str) -> Table:
        """Each act by whoever is asked: ``raise 6``, ``call``, ``draw 2c``."""
        for act in acts:
            request = self.play.asked
            assert request is not None
            (seat,) = request.seats()
            choice, _, rest = act.partition(" ")
            message = {"discard": rest} if choice == "draw" else {"choice": choice, "amount": rest}
            self.play.answer(request.read(seat, message, self.play.table))
            self._go_on()
        return self

    @property
    def turn(self) -> int:
        return self.play.asked.seats()[0] if self.play.asked else 0

    def range(self, choice: str) -> tuple[int, int] | None:
        """From how much to how much a choice may be made now, in dollars; None where it is not offered."""
        request = self.play.asked
        option: Option | None = request.option(choice) if isinstance(request, Ask) else None
        return (option.least // 100, option.most // 100) if option else None

    def hand(self, seat: int) -> tuple[str, ...]:
        return self.play.table.felt.hand(seat_area(seat))
