"""Transcripts written by the program: from the fields of a form, or from a round that was played."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from nomorebets.drivers.facet import strategies_of
from nomorebets.errors import RulesError
from nomorebets.rulings.transcript import DecisionLine, read_transcript
from nomorebets.table import Play, Round, Table
from nomorebets.table.game import BEFORE
from nomorebets.table.money import show
from nomorebets.table.record import plain
from nomorebets.table.requests import Answer, Bets, PatronRequest

# as people write it
_ORDER = (
    *"game as_of house opening seats button paid_time wagers tickets".split(),
    *BEFORE,
    *"hands decisions irregularities done note details".split(),
)
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def toml(value: object) -> str:
    """A value as TOML writes it, on one line.

    >>> print(toml({"seat": 1, "wager": 'a "red" one', "remove": True}))
    { seat = 1, wager = "a \\"red\\" one", remove = true }
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Mapping):
        inside = ", ".join(f"{_key(str(name))} = {toml(v)}" for name, v in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(toml(v) for v in value)}]"
    return f'"{"".join(_letter(letter) for letter in str(value))}"'


def _letter(letter: str) -> str:
    if letter in _ESCAPES:
        return _ESCAPES[letter]
    if 0xD800 <= ord(letter) <= 0xDFFF:
        return "\N{REPLACEMENT CHARACTER}"
    return letter if letter.isprintable() or ord(letter) > 0x9F else f"\\u{ord(letter):04x}"


def _key(name: str) -> str:
    plain_name = name.replace("-", "").replace("_", "")
    return name if plain_name.isascii() and plain_name.isalnum() else toml(name)


def write_transcript(parts: Mapping[str, object]) -> str:
    """A transcript from its parts; what is empty is left out.

    >>> print(write_transcript({"game": "roulette", "spins": "17", "wagers": [{"seat": 1, "wager": "red"}]}), end="")
    game = "roulette"
    wagers = [
        { seat = 1, wager = "red" },
    ]
    spins = "17"
    """
    lines = []
    for name in _ORDER:
        value = parts.get(name)
        if value in (None, "", [], {}):
            continue
        if isinstance(value, list):
            rows = "".join(f"    {toml(row)},\n" for row in value)
            lines.append(f"{name} = [\n{rows}]")
        else:
            lines.append(f"{name} = {toml(value)}")
    return "\n".join(lines) + "\n"


def transcript_parts(play: Play) -> dict[str, Any] | None:
    """A round that was played, as the parts of a transcript; None where a transcript cannot express it."""
    table = play.table.table
    wagers: list[dict[str, Any]] = []
    decisions: list[dict[str, Any]] = []
    outcomes: list[str] = []
    rolls: list[str] = []
    for entry in play.entries:
        request, answer = entry.request, entry.answer
        if isinstance(answer, Bets):
            if answer.removed or answer.changed:
                return None
            when = {table.game.chance.before: len(outcomes) + 1} if outcomes else {}
            wagers += [{"seat": w.seat, "wager": w.on, "amount": show(w.amount), **when} for w in answer.placed]
        elif isinstance(request, PatronRequest):
            decisions += [_decision(request, seat, part) for seat, part in request.parts(answer).items()]
        elif table.game.chance.begins_by_roll and request.rolled:
            (roll,) = plain(answer, table.as_of).values()
            rolls.append(str(roll))
        elif request.asks == "chance":
            token = _token(answer, table)
            if token is None:
                return None
            outcomes.append(token)
        elif answer != request.usual():
            return None
    opening = {k: v for k, v in play.opening.state.items() if table.game.memory.assumed.get(k) != v}
    counts = table.game.terms.buy_in is not None
    supplied = [option.id for option in table.game.terms.options if option.must_supply]
    return {
        "game": table.game.id,
        "as_of": table.as_of.isoformat(),
        "seats": {str(seat): show(chips) for seat, chips in play.table.seats.items()} if counts else {},
        "house": {name: table.house.options[name] for name in supplied},
        "wagers": wagers,
        **({"dice": " ".join(rolls)} if rolls else {}),
        table.game.chance.words: " ".join(outcomes),
        "decisions": decisions,
        "opening": opening,
    }


def _decision(request: PatronRequest, seat: int, part: Answer) -> dict[str, Any]:
    """What a seat decided, as a line of a transcript."""
    said = request.written(seat, part)
    named = {"choice": "choose"}
    known = DecisionLine.__struct_fields__
    renamed = {named.get(name, name): value for name, value in said.items()}
    return {"seat": seat, **{(name if name in known else "cards"): value for name, value in renamed.items()}}


def _token(answer: Answer, table: Table) -> str | None:
    """The word for an outcome in a transcript."""
    facts = plain(answer, table.as_of)
    for word in facts.values():
        if isinstance(word, str) and word:
            with suppress(RulesError):
                if all(facts.get(name) == value for name, value in table.game.chance.read(word, table).items()):
                    return word
    return None


def example(table: Table, most: int = 12) -> str | None:
    """A transcript of a round at a table, dealt to two bots and checked: it is ruled on as it was played."""
    from nomorebets.rulings.dispute import play_rounds

    for seed in range(1, most + 1):
        with suppress(RulesError):
            played = deal_example(table, seed)
            parts = transcript_parts(played)
            if parts is None or not played.rulings:
                continue
            text = write_transcript(parts)
            if play_rounds(read_transcript(text.encode()))[-1].rulings == played.rulings:
                return text
    return None


def choices_of(table: Table, rounds: int = 24) -> tuple[str, ...]:
    """The decisions that may be asked for at a table, as rounds dealt to bots show them."""
    choices: dict[str, None] = {}
    for seed in range(1, rounds + 1):
        with suppress(RulesError):
            played = deal_example(table, seed)
            for entry in played.entries:
                if isinstance(entry.request, PatronRequest):
                    for seat in entry.request.seats() or (0,):
                        choices |= dict.fromkeys(entry.request.question(seat, played.table).get("choices", ()))
    return tuple(choices)


def deal_example(table: Table, seed: int) -> Play:
    """A round dealt to two bots from what a transcript assumes; from seed to seed they choose differently."""
    from nomorebets.drivers.bots import BotTable, wagers_of, ways_of
    from nomorebets.drivers.chance import SeededChance
    from nomorebets.table import play
    from nomorebets.table.felt import Felt, Opening

    usual = "+".join(table.usual) if strategies_of(table.game).named else "variety"

    def decide(request: PatronRequest, at: Round) -> Answer:
        parts: dict[int, Answer] = {}
        for seat in request.seats() or (0,):
            ways = list(ways_of(request, seat, at).values())
            parts[seat] = ways[(seed - 1) % len(ways)]
        return request.join(parts)

    bots = BotTable(wagers_of(table, usual, 2), SeededChance(seed), decide)
    seats = {wager.seat: 0 for wager in bots.wagers}
    return play(Round(table, Felt.opened(Opening(dict(table.game.memory.assumed))), seats), bots)
