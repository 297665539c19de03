#!/usr/bin/env python3
"""Check a round of nomorebets without nomorebets: this file needs Python 3.10 or newer, and nothing else.

    python verify_round.py ROUND.json [--commitment HEX] [--word WORD]
    python verify_round.py SHOE.json [--commitment HEX]

ROUND.json is what the record room gives for a round that is over, SHOE.json for all rounds that were sealed together.
HEX is the commitment you noted at the table before you wagered (of a shoe, the one for the whole of it) and WORD what
you gave to be mixed in; without them you must compare what is printed yourself. Exit status: 0 everything follows from
the seed, 1 something does not, 2 the file cannot be read.

What is checked: the commitment fits the salt, the seed and the round; no line of the record was altered, lost or
moved; every number follows from the seed and the patrons' words by HMAC_DRBG (NIST SP 800-90A, SHA-256) without bias;
every wheel, die and card in the record is the one the number fell on; and the lists the numbers fell on are whole: all
compartments, all throws, all cards less those that were drawn. Of rounds sealed together: each seed was fixed when
the first of them began, and each round begins with the cards that the one before it left.

Of a round in which hands stay covered you get the cards that you may see. Checked is that the whole deck was sealed
card by card before the deal and before any word was given, that each card came from the place that was due, that those
you see are the ones that lay there, and that none of them came twice. The others stay hashes: that no covered card is
there twice, and that the order follows from the seed, those can check who may see every card.
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
PATRONS = ("take-wagers", "ask", "ask-all", "set-hand", "discard", "bring-in", "between-rounds")
CHANCE = ("draw", "draw-ball", "ball-rests", "spin-wheel", "dice-rest", "show-number")
REFILLED = ("refill-shoe", "shuffle-discards")  # cards that had come may come again, and others lie on the table
RESHUFFLED = ("shuffle", "take-shoe", *REFILLED, "load-balls")  # after these, others may come than before
ALIKE = "6-6 1-1 4-4 1-3 5-5 3-3 2-2 5-6 4-6 1-6 1-5"  # tiles of which a set has two
CARDS = sorted(rank + suit for rank in "23456789TJQKA" for suit in "cdhs")
SINGLE = "2-4 1-2 3-6 4-5 2-6 3-5 2-5 3-4 1-4 2-3"  # and one


class Refused(Exception):
    """Something does not follow."""


def require(holds: object, what: str) -> None:
    if not holds:
        raise Refused(what)


class Stream:
    """HMAC_DRBG, straight from the standard."""

    key: bytes
    value: bytes

    def __init__(self, seed: bytes, words: bytes = b"") -> None:
        self.key, self.value = b"\x00" * 32, b"\x01" * 32
        self.update(seed + b"nomorebets stream 1\n")
        if words:
            self.update(words)

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


class Deck:
    """A deck sealed card by card: the cards and their hashes in order, and the keys of the deal."""

    order: bytes
    later: bytes

    def __init__(self, seed: bytes) -> None:
        drawn = hashlib.shake_256(b"nomorebets deck 1\n" + seed).digest(48 + 48 + 52 * 32)
        self.order, self.later = drawn[:48], drawn[48:96]
        salts = {card: drawn[96 + 32 * n : 128 + 32 * n] for n, card in enumerate(CARDS)}
        hashes = {card_hash(card, salt): card for card, salt in salts.items()}
        self.hashes: list[str] = sorted(hashes)
        self.cards: list[str] = [hashes[one] for one in self.hashes]


def card_hash(card: str, salt: bytes) -> str:
    return hashlib.sha256(b"nomorebets card 1\n" + salt + card.encode()).hexdigest()


def deck_commitment(secrets: str, order: bytes, hashes: list[str]) -> str:
    """What is published of a deck sealed card by card: over the hash of the secrets, of the key and of each card."""
    under = secrets + hashlib.sha256(order).hexdigest() + "".join(hashes)
    return hashlib.sha256(b"nomorebets commitment 2\n" + bytes.fromhex(under)).hexdigest()


def words_of(bundle: Facts) -> bytes:
    words = bundle["words"]  # by seat; "3:B" is who wagers behind seat 3
    ordered = {spot: words[spot] for spot in sorted(words, key=lambda spot: (int(spot.split(":")[0]), spot))}
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


def root_of(commitment: str, number: int, place: Facts) -> str:
    """Up the tree from the commitment of a round to what was published of all rounds that were sealed with it."""
    node, at = bytes.fromhex(commitment), number - place["first"]
    require(0 <= at < 2 ** len(place["path"]), f"round {number} is none of those that were sealed together")
    for beside in map(bytes.fromhex, place["path"]):
        pair = beside + node if at % 2 else node + beside
        node, at = hashlib.sha256(b"nomorebets node 1\n" + pair).digest(), at // 2
    return node.hex()


def shoes_in(state: dict[str, str]) -> dict[str, Counter[str]]:
    """The cards that a table remembers in its shoes: 8As 7Kd …"""
    kept = {name: state.get(name, "") for name in ("shoe", "other-shoe")}
    return {
        name: Counter({held[-2:]: int(held[:-2]) for held in cards.split()})
        for name, cards in kept.items()
        if cards[:1].isdigit()
    }


def own_sections(header: Facts) -> str:
    """The sections of a wheel that a game file describes, clockwise, as the header of its records has them."""
    if header["game"] != "own-wheel":
        return ""
    rules: Facts = json.loads(header["house"]["options"]["game-rules"])
    return str(rules["own"]["sections"])


class Equipment:
    """What a number may fall on: followed through the record, so that no face is missing and none is there twice."""

    def __init__(self, state: dict[str, str], sections: str = "") -> None:
        self.state: dict[str, str] = dict(state)
        self.sections: str = sections  # of a wheel of the game's own file
        self.cards: Counter[str] | None = None  # the cards that may come, once that is known
        self.lying: bool = False  # some cards lie on the table and cannot come
        self.unknown: set[str] = set()
        self.shoes: dict[str, Counter[str]] = shoes_in(state)  # what is left in each, from round to round
        self.put_back: bool = False  # discards go back into the shoe: which, the record of the next round says

    def follow(self, request: Facts, answer: Facts) -> None:
        kind = request["ask"]
        if kind == "note":
            self.state[request["what"]] = request["value"]
            if request["what"] == "shoe":  # it is finished
                self.shoes.pop("shoe", None)
        elif kind == "take-other-side":
            self.shoes["shoe"] = +(self.cards or Counter())
            sides = {"other-shoe": self.shoes.pop("shoe"), "shoe": self.shoes.pop("other-shoe", Counter())}
            self.shoes |= {name: cards for name, cards in sides.items() if cards}
        elif kind == "keep-discards":
            self.put_back = True
        elif kind in RESHUFFLED:
            self.cards, self.lying = None, kind in REFILLED
            if kind == "shuffle" and "pack" in self.state:
                self.cards = Counter(self.state["pack"].split())
            elif kind == "shuffle" and request.get("pack") == "tiles":
                self.cards = Counter(f"{ALIKE} {ALIKE} {SINGLE}".split() * request["decks"])
            elif kind == "load-balls":
                self.cards = Counter(str(number) for number in range(1, request.get("number", 80) + 1))
            elif kind == "take-shoe" and "shoe" in self.shoes:
                self.cards = Counter(self.shoes["shoe"])
        elif kind == "leave-shoe" and self.cards is not None:
            self.shoes["shoe"] = +self.cards
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
        elif kind == "show-number":
            every = [answer["number"] for answer in answers] == list(range(1, request["most"] + 1))
            require(every and set(weights) == {1}, f"{where}: these are not all numbers of the device, each once")
        elif kind == "spin-wheel":
            named = {answer["symbol"]: weight for answer, weight in zip(answers, weights, strict=True)}
            other = [weight for symbol, weight in named.items() if symbol not in CARDS]  # one to four sections alike
            of_cards = set(CARDS) < set(named) and len(other) == 1 and other[0] <= 4
            size = len(CARDS) + other[0] if of_cards else 54
            own = request["wheel"] == self.sections and named == Counter(self.sections.split())
            right = own if self.sections else sum(weights) == size
            require(right, f"{where}: these are not the sections of an upright wheel")
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


def check_faces(draw: Facts, where: str, deck: Deck | None) -> None:
    """The faces stand in their order, of their text or in the sealed deck, and are together as wide as the bound."""
    texts = [text for text, _ in draw["faces"]]
    order, of = sorted(set(texts)), "their text"
    if deck is not None:
        order.sort(key=lambda text: deck.cards.index(json.loads(text)["card"]))
        of = "the sealed deck"
    require(texts == order, f"{where}: the faces are not in the order of {of}")
    require(all(type(weight) is int and weight > 0 for _, weight in draw["faces"]), f"{where}: a weight is no number")
    require(draw["bound"] == sum(w for _, w in draw["faces"]), f"{where}: the weights do not sum to the bound")


def verify(bundle: Facts, noted: str | None = None, word: str | None = None) -> list[str]:
    """Check everything; what was found, line by line."""
    if bundle["format"] == "nomorebets shoe 1":
        return verify_shoe(bundle, noted)
    if bundle["format"] == "nomorebets covered round 1":
        return verify_covered(bundle, noted, word)
    return verify_round(bundle, noted, word)[0]


def verify_covered(bundle: Facts, noted: str | None, word: str | None) -> list[str]:
    """Check a round in which cards stay covered: where each lay in the sealed deck, and those that are opened."""
    order, deck = bytes.fromhex(bundle["order"]), list(bundle["deck"])
    require(len(order) == 48 and len(deck) == len(CARDS), "a key has 48 bytes and a deck 52 cards")
    require(deck == sorted(set(deck)), "the deck is not in the order of its hashes, or one is there twice")
    commitment = deck_commitment(bundle["secrets"], order, deck)
    require(commitment == bundle["commitment"], "the key and the deck are not those of the commitment")
    require(noted in (None, commitment), f"the commitment is {commitment}, not the one you noted")
    require(word is None or word in bundle["words"].values(), "the word you gave was not mixed in")
    check_series(bundle, commitment, None)
    stream, left, seen = Stream(order, words_of(bundle)), list(range(len(deck))), dict[str, list[str]]()
    due = [one for one in bundle["dealt"] if "place" in one]
    require(due == bundle["dealt"][: len(due)], "a card without a place lies between others")
    for number, one in enumerate(due, 1):
        place = left.pop(stream.below(len(left)))
        where = f"card {number}, to {one['to']}"
        require(one["place"] == place, f"{where}: place {place} of the deck was due, not {one['place']}")
        if "card" in one:
            require(one["card"] in CARDS, f"{where}: {one['card']!r} is no card")
            lay = card_hash(one["card"], bytes.fromhex(one["salt"])) == deck[place]
            require(lay, f"{where}: {one['card']} is not the card that was sealed there")
            seen.setdefault(one["to"], []).append(one["card"])
    opened = [card for cards in seen.values() for card in cards]
    require(len(opened) == len(set(opened)), "a card came twice")
    later = len(bundle["dealt"]) - len(due)
    return [
        f"round {bundle['round']}: {len(due)} cards came from the places that were due, {len(opened)} of them are open",
        *(f"{to}: {' '.join(cards)}" for to, cards in seen.items()),
        *([f"{later} further cards came after others had been shuffled in; they stay covered"] if later else []),
        f"commitment {commitment}" + (" is the one you noted" if noted else ": compare it with the one at the table"),
        f"words mixed in: {len(bundle['words'])}",
    ]


def check_series(bundle: Facts, commitment: str, header: Facts | None) -> None:
    """The round was sealed with the others, if it was sealed with any."""
    together = bundle.get("series")
    if together is not None:
        number = int(bundle["round"].rpartition("-")[2])
        require(root_of(commitment, number, together) == together["root"], "it was not sealed with the others")
        said = header.get("series", commitment) if header else together["root"]
        require(said == together["root"], "the record was begun under another seal of the whole")


def verify_shoe(bundle: Facts, noted: str | None = None) -> list[str]:
    """Check rounds that were sealed together: each of them, that none has another seed, and the cards between them."""
    require(bundle["rounds"], "there is no round in it")
    places = [one.get("series") for one in bundle["rounds"]]
    require(all(places), "a round was sealed by itself")
    roots = {place["root"] for place in places}
    require(len(roots) == 1, "the rounds were not sealed together")
    require(noted in (None, *roots), f"what was published of them is {places[0]['root']}, not what you noted")
    report, last, missing = list[str](), 0, list[int]()
    left: dict[str, Counter[str]] | None = {}
    for one in bundle["rounds"]:
        (line, *_), equipment = verify_round(one, None, None)
        report.append(line)
        number, begun = int(one["round"].rpartition("-")[2]), json.loads(one["record"][0])["opening"].get("state", {})
        require(number > last, f"round {one['round']} is not in its place")
        missing += range(last + 1 if last else places[0]["first"], number)
        require(
            number - 1 in missing or left is None or shoes_in(begun) == left,
            f"round {one['round']} does not begin with the cards that the one before it left",
        )
        last, left = number, None if equipment.put_back else equipment.shoes
    gaps = f"; not in the file: {', '.join(map(str, missing))}" if missing else ""
    rounds = "1 round" if len(report) == 1 else f"{len(report)} rounds"
    published = f"published of all of them: {places[0]['root']}" + (" as you noted" if noted else ": compare it")
    return [*report, f"{rounds}, sealed together before the first of them{gaps}", published]


def verify_round(bundle: Facts, noted: str | None, word: str | None) -> tuple[list[str], Equipment]:
    formats = ("nomorebets round 1", "nomorebets round 2")  # the second with a deck sealed card by card
    require(bundle["format"] in formats, f"unknown format {bundle['format']!r}")
    salt, seed = bytes.fromhex(bundle["salt"]), bytes.fromhex(bundle["seed"])
    require(len(salt) == 32 and len(seed) == 48, "a salt has 32 bytes and a seed 48")
    commitment = commitment_of(bundle["round"], salt, seed)
    deck = Deck(seed) if bundle["format"] == formats[1] else None
    if deck is not None:
        commitment = deck_commitment(commitment, deck.order, deck.hashes)
    require(commitment == bundle["commitment"], "the salt and the seed are not those of the commitment")
    require(noted in (None, commitment), f"the commitment is {commitment}, not the one you noted")
    lines = chained(bundle["record"])
    entries, header = lines[1:-1], lines[0].get("seal")
    if header is not None:
        same = (header["commitment"], header.get("words", {})) == (commitment, bundle["words"])
        require(same, "the record was begun under another commitment, or with other words")
    require(word is None or word in bundle["words"].values(), "the word you gave was not mixed in")
    check_series(bundle, commitment, header)
    first = next((entry["n"] for entry in entries if entry["request"]["ask"] in PATRONS), 0)
    require(first == bundle["words_after_entry"], "the words were mixed in at another entry than the first patron's")
    stream = Stream(deck.order if deck else seed)
    equipment = Equipment(lines[0]["opening"].get("state", {}), own_sections(lines[0]))
    later = deck.later if deck else b""  # from when on cards that had come may come again
    due = {draw["entry"]: draw for draw in bundle["draws"]}
    known = {entry["n"] for entry in entries}
    require(len(due) == len(bundle["draws"]) and set(due) <= known, "two draws for one entry, or one for none")
    for entry in entries:
        request, answer, where = entry["request"], entry["answer"], f"entry {entry['n']}"
        if entry["n"] in due:
            draw = due[entry["n"]]
            check_faces(draw, where, deck)
            equipment.check(request, draw["faces"], where)
            number = stream.below(draw["bound"])
            require(number == draw["number"], f"{where}: the seed gives {number}, the bundle says {draw['number']}")
            require(fallen_on(number, draw["faces"]) == answer, f"{where}: {number} falls on another face")
        else:
            require(request["ask"] not in CHANCE, f"{where}: chance without a draw")
        equipment.follow(request, answer)
        if entry["n"] == first and bundle["words"]:
            stream.update(words_of(bundle))
        if later and request["ask"] == "shuffle-discards":
            stream, later = Stream(later, words_of(bundle)), b""
    draws = "1 draw follows" if len(due) == 1 else f"{len(due)} draws follow"
    report = [
        f"round {bundle['round']} of {lines[0]['game']}: {draws} from the seed",
        f"commitment {commitment}" + (" is the one you noted" if noted else ": compare it with the one at the table"),
        f"words mixed in: {len(bundle['words'])}; record {lines[-1]['hash']}",
        *(f"{kind}: the faces are those the bundle lists; look at them yourself" for kind in sorted(equipment.unknown)),
    ]
    return report, equipment


def main() -> int:
    parser = argparse.ArgumentParser(description="Check a round of nomorebets that is over, or a whole shoe.")
    parser.add_argument("bundle", metavar="FILE.json")
    parser.add_argument("--commitment", metavar="HEX", help="the commitment you noted before the round")
    parser.add_argument("--word", help="the word you gave, if you gave one")
    given = parser.parse_args()
    try:
        with open(given.bundle, "rb") as file:
            content = file.read(LARGEST + 1)
        if len(content) > LARGEST:
            raise ValueError(f"more than {LARGEST:,} bytes")
        bundle = json.loads(content)
        report = verify(bundle, given.commitment and given.commitment.strip().lower(), given.word)
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
