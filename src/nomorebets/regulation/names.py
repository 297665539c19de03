"""What the pit calls things: wagers, options, their values, choices, irregularities. Patrons see no identifier."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

_CARD = re.compile(r"\b([2-9TJQKA])([shdc]?)(?=-|$)")
_SIGNS = str.maketrans("shdc", "♠♥♦♣")
_JOINED = re.compile(r"\b[a-z]+(?:-[a-z]+)+\b")
CATALOGUE = Path(__file__).parent / "data" / "names.toml"


@cache
def catalogue() -> dict[str, dict[str, str]]:
    """Every name that is not its identifier in plain letters, by what it is a name of."""
    return tomllib.loads(CATALOGUE.read_text(encoding="utf-8"))


@cache
def wager(identifier: str) -> str:
    """A wager, or a place of a layout.

    >>> wager("dont-pass"), wager("split:17-20"), wager("dozen:2"), wager("place-6"), wager("split:Ts-Js")
    ("Don't pass", 'Split 17-20', '2nd 12', 'Place 6', 'Split 10♠-J♠')
    >>> wager("ticket:1-11/2-12/3-13:1/2_3/4")
    'Ticket 1-11/2-12/3-13, 1/2 3/4'
    """
    names = catalogue()["wager"]
    kind, _, of = identifier.partition(":")
    of = _CARD.sub(lambda card: card[1].replace("T", "10") + card[2].translate(_SIGNS), of)
    found = names.get(identifier) or catalogue()["line"].get(identifier)
    of = of.replace(":", ", ").replace("_", " ")
    return found or f"{names.get(kind) or plainly(kind)} {of}".rstrip()


def pay_row(identifier: str) -> str:
    """A row of a pay table: a wager, or a wager and the hand that earns it.

    >>> pay_row("bonus.royal-flush")
    'Bonus: royal flush'
    """
    kind, _, hand = identifier.partition(".")
    return f"{wager(kind)}: {hand.replace('-', ' ')}" if hand else wager(kind)


def outcome(result: str) -> str:
    """What a wager came to, as a sheet of odds lists it.

    >>> outcome("royal-flush, 3 riding"), outcome("no-hand: straight"), outcome("war won")
    ('royal flush, 3 riding', 'the dealer has no hand: straight', 'war won')
    """
    known = catalogue()["outcome"]
    return _JOINED.sub(lambda found: known.get(found[0]) or found[0].replace("-", " "), known.get(result, result))


def figure(identifier: str) -> str:
    """A further figure of a sheet of odds.

    >>> figure("edge_per_roll")
    'edge per roll'
    """
    return catalogue()["figure"].get(identifier) or identifier.replace("_", " ")


def option(identifier: str) -> str:
    """An option of the house, as a form or a sign would head it."""
    return catalogue()["option"].get(identifier) or plainly(identifier)


def sign(identifier: str, chosen: str) -> str:
    """What a sign says of an option that has a value, with {} for it; nothing where its name and the value will do.

    >>> sign("ante-amount", "0.00"), sign("ante-amount", "0.50"), sign("odds-multiple", "2x")
    ('No ante', 'Ante: {}', '')
    """
    says = catalogue()["sign"]
    return says.get(f"{identifier} = {chosen}") or says.get(identifier, "")


def value(identifier: str) -> str:
    """A value of an option; figures stay what they are, and odds are stated with "to".

    >>> value("any-two"), value("3:2"), value("0.25")
    ('Any two cards', '3 to 2', '0.25')
    """
    name = catalogue()["value"].get(identifier)
    if name or not identifier[:1].isalpha():
        return name or re.sub(r"^(\d+):(\d+)$", r"\1 to \2", identifier)
    return plainly(identifier)


def choice(identifier: str) -> str:
    """What somebody may decide."""
    return catalogue()["choice"].get(identifier) or plainly(identifier)


def decided(identifier: str) -> str:
    """What somebody decided, within a sentence.

    >>> decided("let-it-ride"), decided("war")
    ('let it ride', 'go to war')
    """
    words = choice(identifier)
    return words[:1].lower() + words[1:]


def question(choices: Iterable[str]) -> str:
    """What somebody is asked who may choose among these; nothing where the choices say it themselves.

    >>> question(("accept", "refuse")), question(("left", "right"))
    ('Take the shoe?', '')
    """
    asked = catalogue()["question"]
    return next((asked[choice] for choice in choices if choice in asked), "")


def area(name: str) -> str:
    """Where cards lie that belong to no seat.

    >>> area("first"), area("burned")
    ('first card', 'burned')
    """
    return catalogue()["area"].get(name) or name.replace(":", " ").replace("-", " ")


def incident(identifier: str) -> str:
    """Something that went wrong."""
    return catalogue()["incident"].get(identifier) or plainly(identifier)


def happened(identifier: str) -> str:
    """A step of the dealer's that is a matter of course, as a record tells it.

    >>> happened("stub-to-rack")
    'The stub goes to the discard rack'
    """
    return catalogue()["happened"].get(identifier) or plainly(identifier)


def marked(marker: str, place: str) -> str:
    """Where a marker has been put.

    >>> marked("puck", "off"), marked("puck", "6")
    ('Puck off', 'Puck on 6')
    """
    said = catalogue()["marked"]
    return said.get(f"{marker}-{place}") or said.get(marker, f"{plainly(marker)}: {{}}").format(wager(place))


def noted(what: str, value: str) -> str:
    """What a table remembers from here on.

    >>> noted("curator", "1"), noted("streak:2", "3")
    ('Seat 1 has the shoe', 'Streak 2: 3')
    """
    return catalogue()["noted"].get(what, f"{plainly(what.replace(':', ' '))}: {{}}").format(value)


def step(identifier: str, facts: Mapping[str, str]) -> str:
    """What a dealer does at a step; nothing where it is no act that anybody sees.

    >>> step("announce", {"words": "No more bets"}), step("note", {})
    ('Call “No more bets”', '')
    """
    return catalogue()["step"].get(identifier, "").format_map(facts)


def plainly(identifier: str) -> str:
    """An identifier in plain letters.

    >>> plainly("double-after-split")
    'Double after split'
    """
    words = identifier.replace("-", " ")
    return words[:1].upper() + words[1:]
