"""A change of rules, odds or limits in the words of its notice; the pages say them in every language of the house."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Literal

from nomorebets.regulation import names
from nomorebets.table.game import Game

Former = Literal["now", "before"]  # when the other value holds: of a change to come, and of one in force
ENDS = ("min", "max", "step", "total")  # of limits


def signed(rows: Iterable[Mapping[str, str | None]], game: Game, former: Former) -> str:
    """Settings that differ, as a sign would say it.

    >>> from nomorebets.games import game
    >>> row = {"setting": "pay-table", "name": "straight", "before": "35 to 1", "after": "36 to 1"}
    >>> signed([row], game("roulette"), "now")
    'Straight up pays 36 to 1 (currently 35 to 1)'
    """
    says = {option.id: option.says for option in game.terms.all_options}
    lines = []
    for row in rows:
        name, was, now = str(row["name"]), row["before"], row["after"]
        if row["setting"] == "limits":
            kind, _, end = name.rpartition(" ")
            amount, old = (f"${cents}" if cents else "none" for cents in (now, was))
            amounts = _as_it_was(amount, former) if was == now else _beside(amount, old, former)
            lines.append(_limit("each wager" if kind == "table" else names.wager(kind), end, amounts))
        elif row["setting"] == "pay-table":
            lines.append(_odds(names.pay_row(name), now or "nothing", was or "nothing", former))
        elif now is not None:  # an option that is gone with another one needs no word
            said = f"{names.option(name)}: {_beside(names.value(now), names.value(was or 'none'), former)}"
            lines.append(f"{said}. {says.get(name, '')}".rstrip(" ."))
    return "; ".join(line[:1].upper() + line[1:] for line in lines)


def in_words(game: Game, text: str) -> str:
    """What is wrong with settings of a game, each by its name where a house file has its identifier.

    >>> from nomorebets.games import game
    >>> in_words(game("craps"), "dont-pass: 'x' is not payout odds")
    "Don't pass: 'x' is not payout odds"
    """
    options = game.terms.all_options
    named = {value: names.value(value) for option in options for value in option.choices if "-" in value}
    named |= {bet.kind: names.wager(bet.kind) for bet in game.bets}
    named |= {row: names.pay_row(row) for row in game.minimum_pays}
    named |= {option.id: names.option(option.id) for option in options}
    # one of several words is nothing else wherever it stands; a single word may be, unless something is said of it
    several, one = ("|".join(re.escape(n) for n in named if ("-" in n) is is_so) or "(?!)" for is_so in (True, False))
    text = re.sub(rf"(?<![\w'\".-])(?:pay-table\.)?({several})(?![\w'\"-])", lambda found: named[found[1]], text)
    said_of = rf"(^(?:pay-table\.)?|limits of )({one})(?=:| = | pays | needs )"
    text = re.sub(said_of, lambda found: found[1].removeprefix("pay-table.") + named[found[2]], text)
    text = re.sub(r"(?<=limits of )table\b", "each wager", text)
    return re.sub(r"\b(min|max)(?= = )", r"\1imum", text)


# one sentence each, as a catalogue of another language has it


def _beside(new: str, old: str, former: Former) -> str:
    return f"{new} (currently {old})" if former == "now" else f"{new} (previously {old})"


def _as_it_was(amount: str, former: Former) -> str:
    return f"{amount} (as now)" if former == "now" else f"{amount} (as before)"


def _odds(row: str, new: str, old: str, former: Former) -> str:
    return f"{row} pays {new} (currently {old})" if former == "now" else f"{row} pays {new} (previously {old})"


def _limit(wager: str, end: str, amounts: str) -> str:
    sentences = (
        f"{wager}, minimum: {amounts}",
        f"{wager}, maximum: {amounts}",
        f"{wager}, steps of: {amounts}",
        f"{wager}, in all at least: {amounts}",
    )
    return sentences[ENDS.index(end)]
