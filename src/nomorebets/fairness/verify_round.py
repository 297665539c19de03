#!/usr/bin/env python3
"""Check a round of nomorebets without nomorebets: this file needs Python 3.10 or newer, and nothing else.

    python verify_round.py ROUND.json [--commitment HEX]

ROUND.json is what the record room gives for a round that is over. HEX is the commitment you noted at the table before
you wagered; without it you must compare the one that is printed yourself. Exit status: 0 everything follows from the
seed, 1 something does not, 2 the file cannot be read.

What is checked: the commitment fits the salt, the seed and the round; no line of the record was altered, lost or
moved; every number follows from the seed and the patrons' words by HMAC_DRBG (NIST SP 800-90A, SHA-256) without bias;
every wheel, die and card in the record is the one the number fell on; and the lists the numbers fell on are whole: all
compartments, all throws, all cards less those that were drawn.
"""

from __future__ import annotations

import argparse
import hashlib
import hmac
import json
import sys
from collections import Counter
from math import factorial, prod
from typing import Any

Facts = dict[str, Any]  # an object of JSON
LARGEST = 64_000_000  # bytes of a file

# what patrons answer; words are mixed in at the first of them
PATRONS = ("take-wagers", "ask", "ask-all", "set-hand", "discard")
CHANCE = ("draw", "draw-ball", "ball-rests", "spin-wheel", "dice-rest")
RESHUFFLED = ("shuffle", "take-shoe", "refill-shoe", "load-balls")  # after these, others may come than before
ALIKE = "6-6 1-1 4-4 1-3 5-5 3-3 2-2 5-6 4-6 1-6 1-5"  # tiles of which a set has two
SINGLE = "2-4 1-2 3-6 4-5 2-6 3-5 2-5 3-4 1-4 2-3"  # and one


class Refused(Exception):
    """Something does not follow."""


def require(holds: object, what: str) -> None:
    if not holds:
        raise Refused(what)


class Stream:
    """HMAC_DRBG, straight from the standard."""

    def __init__(self, seed: bytes) -> None:
        self.key, self.value = b"\x00" * 32, b"\x01" * 32
        self.update(seed + b"nomorebets stream 1\n")

    def mac(self, message: bytes) -> bytes:
        return hmac.new(self.key, message, hashlib.sha256).digest()

    def update(self, given: bytes) -> None:
        self.key = self.mac(self.value + b"\x00" + given)
        self.value = self.mac(self.value)
        if given:
            self.key = self.mac(self.value + b"\x01" + given)
            self.value = self.mac(self.value)

    def generate(self, size: int) -> bytes:
        output = b""
        while len(output) < size:
            self.value = self.mac(self.value)
            output += self.value
        self.update(b"")
        return output[:size]

    def below(self, bound: int) -> int:
        bits = (bound - 1).bit_length()
        if bits == 0:
            return 0
        size = (bits + 7) // 8
        while True:
            number = int.from_bytes(self.generate(size), "big") >> (8 * size - bits)
            if number < bound:
                return number


def commitment_of(round_id: str, salt: bytes, seed: bytes) -> str:
    return hashlib.sha256(b"nomorebets commitment 1\n" + salt + seed + round_id.encode()).hexdigest()


def words_of(bundle: Facts) -> bytes:
    words = {int(seat): word for seat, word in bundle["words"].items()}
    ordered = {str(seat): words[seat] for seat in sorted(words)}
    return b"nomorebets words 1\n" + json.dumps(ordered, separators=(",", ":")).encode() if words else b""


def chained(lines: list[str]) -> list[Facts]:
    """The lines of a record, each of which must carry the hash of the line before it and its own."""
    previous, bodies = "0" * 64, list[Facts]()
    for number, line in enumerate(lines, 1):
        body = json.loads(line)
        ending = f',"hash":"{body.get("hash")}"}}'
        require(line.endswith(ending), f"line {number} of the record does not end with its hash")
        own = hashlib.sha256((line[: -len(ending)] + "}").encode()).hexdigest()
        require(own == body["hash"], f"line {number} of the record was altered: its hash does not fit it")
        require(body.get("previous") == previous, f"line {number} of the record does not follow the line before it")
        previous = own
        bodies.append(body)
    require(bodies and bodies[0]["line"] == "header" and bodies[-1]["line"] == "close", "the record is not whole")
    require([b["n"] for b in bodies[1:]] == list(range(1, len(bodies))), "the entries are not numbered one by one")
    return bodies


class Equipment:
    """What a number may fall on: followed through the record, so that no face is missing and none is there twice."""

    def __init__(self, state: dict[str, str]) -> None:
        self.state = dict(state)
        self.cards: Counter[str] | None = None  # the cards that may come, once that is known
        self.lying = False  # some cards lie on the table and cannot come
        self.unknown: set[str] = set()

    def follow(self, request: Facts, answer: Facts) -> None:
        kind = request["ask"]
        if kind == "note":
            self.state[request["what"]] = request["value"]
        elif kind in RESHUFFLED:
            self.cards, self.lying = None, kind == "refill-shoe"
            if kind == "shuffle" and "pack" in self.state:
                self.cards = Counter(self.state["pack"].split())
            elif kind == "shuffle" and request.get("pack") == "tiles":
                self.cards = Counter(f"{ALIKE} {ALIKE} {SINGLE}".split() * request["decks"])
            elif kind == "load-balls":
                self.cards = Counter(str(number) for number in range(1, request.get("number", 80) + 1))
            elif kind == "take-shoe" and self.state.get("shoe", "")[:1].isdigit():
                self.cards = Counter({held[-2:]: int(held[:-2]) for held in self.state["shoe"].split()})  # 8As 7Kd
        elif self.cards is not None and (answer.get("card") or answer.get("ball")):
            self.cards[answer.get("card") or answer["ball"]] -= 1

    def check(self, request: Facts, faces: list[Any], where: str) -> None:
        kind, answers = request["ask"], [json.loads(text) for text, _ in faces]
        weights = [weight for _, weight in faces]
        if kind == "dice-rest":
            rolls = [answer["dice"].split("-") for answer in answers]
            right = all(w == ways(roll) and set(roll) <= set("123456") for roll, w in zip(rolls, weights, strict=True))
            require(right and sum(weights) == 6 ** len(rolls[0]), f"{where}: these are not all throws of the dice")
        elif kind == "ball-rests":
            numbers = {answer["compartment"] for answer in answers}
            zeros = {"single-zero": {"0"}, "double-zero": {"0", "00"}}.get(request["wheel"])
            whole = zeros and set(weights) == {1} and numbers == zeros | {str(number) for number in range(1, 37)}
            require(whole, f"{where}: these are not the compartments of a roulette wheel, each once")
        elif kind == "draw":
            cards = Counter({answer["card"]: weight for answer, weight in zip(answers, weights, strict=True)})
            if self.cards is None:
                even = self.lying or len(set(weights)) == 1
                require(even, f"{where}: the cards were shuffled, and some are there more often than others")
                self.cards = cards
            require(cards == +self.cards, f"{where}: the cards are not those that were left")
        elif kind == "draw-ball":
            balls = Counter({answer["ball"]: weight for answer, weight in zip(answers, weights, strict=True)})
            require(self.cards is not None and balls == +self.cards, f"{where}: the balls are not those that were left")
        elif kind == "spin-wheel":
            named = {answer["symbol"]: weight for answer, weight in zip(answers, weights, strict=True)}
            deck = {rank + suit for rank in "23456789TJQKA" for suit in "cdhs"}
            other = [weight for symbol, weight in named.items() if symbol not in deck]  # one to four sections alike
            of_cards = deck < set(named) and len(other) == 1 and other[0] <= 4
            size = len(deck) + other[0] if of_cards else 54
            require(sum(weights) == size, f"{where}: these are not the sections of an upright wheel")
        else:
            self.unknown.add(kind)


def ways(roll: list[str]) -> int:
    """In how many ways a throw comes up."""
    return factorial(len(roll)) // prod(factorial(count) for count in Counter(roll).values())


def fallen_on(number: int, faces: list[Any]) -> Facts:
    for text, weight in faces:
        if number < weight:
            return dict(json.loads(text))
        number -= weight
    raise Refused("a number lies beyond the faces")


def check_faces(draw: Facts, where: str) -> None:
    """The faces stand in their order, and are together as wide as the bound."""
    texts = [text for text, _ in draw["faces"]]
    require(texts == sorted(set(texts)), f"{where}: the faces are not in the order of their text")
    require(all(type(weight) is int and weight > 0 for _, weight in draw["faces"]), f"{where}: a weight is no number")
    require(draw["bound"] == sum(w for _, w in draw["faces"]), f"{where}: the weights do not sum to the bound")


def verify(bundle: Facts, noted: str | None = None) -> list[str]:
    """Check everything; what was found, line by line."""
    require(bundle["format"] == "nomorebets round 1", f"unknown format {bundle['format']!r}")
    salt, seed = bytes.fromhex(bundle["salt"]), bytes.fromhex(bundle["seed"])
    require(len(salt) == 32 and len(seed) == 48, "a salt has 32 bytes and a seed 48")
    commitment = commitment_of(bundle["round"], salt, seed)
    require(commitment == bundle["commitment"], "the salt and the seed are not those of the commitment")
    require(noted in (None, commitment), f"the commitment is {commitment}, not the one you noted")
    lines = chained(bundle["record"])
    entries = lines[1:-1]
    first = next((entry["n"] for entry in entries if entry["request"]["ask"] in PATRONS), 0)
    require(first == bundle["words_after_entry"], "the words were mixed in at another entry than the first patron's")
    stream, equipment = Stream(seed), Equipment(lines[0]["opening"].get("state", {}))
    due = {draw["entry"]: draw for draw in bundle["draws"]}
    known = {entry["n"] for entry in entries}
    require(len(due) == len(bundle["draws"]) and set(due) <= known, "two draws for one entry, or one for none")
    for entry in entries:
        request, answer, where = entry["request"], entry["answer"], f"entry {entry['n']}"
        if entry["n"] in due:
            draw = due[entry["n"]]
            check_faces(draw, where)
            equipment.check(request, draw["faces"], where)
            number = stream.below(draw["bound"])
            require(number == draw["number"], f"{where}: the seed gives {number}, the bundle says {draw['number']}")
            require(fallen_on(number, draw["faces"]) == answer, f"{where}: {number} falls on another face")
        else:
            require(request["ask"] not in CHANCE, f"{where}: chance without a draw")
        equipment.follow(request, answer)
        if entry["n"] == first and bundle["words"]:
            stream.update(words_of(bundle))
    return [
        f"round {bundle['round']} of {lines[0]['game']}: {len(due)} draws follow from the seed",
        f"commitment {commitment}" + (" is the one you noted" if noted else ": compare it with the one at the table"),
        f"words mixed in: {len(bundle['words'])}; record {lines[-1]['hash']}",
        *(f"{kind}: the faces are those the bundle lists; look at them yourself" for kind in sorted(equipment.unknown)),
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description="Check a round of nomorebets that is over.")
    parser.add_argument("bundle", metavar="ROUND.json")
    parser.add_argument("--commitment", metavar="HEX", help="the commitment you noted before the round")
    given = parser.parse_args()
    try:
        with open(given.bundle, "rb") as file:
            content = file.read(LARGEST + 1)
        if len(content) > LARGEST:
            raise ValueError(f"more than {LARGEST:,} bytes")
        bundle = json.loads(content)
        report = verify(bundle, given.commitment and given.commitment.strip().lower())
    except Refused as fault:
        print(f"NOT FAIR: {fault}")
        return 1
    except (OSError, ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError) as fault:
        print(f"{given.bundle} is no round that can be read: {type(fault).__name__} {fault}", file=sys.stderr)
        return 2
    print("\n".join(report))
    return 0


if __name__ == "__main__":
    sys.exit(main())
