"""Heads of the chain that are kept somewhere else, so that a book written anew as a whole is found out.

A witness file has a line for each head: when it was noted, its number and its seal. Whoever keeps one (the house on
another disk, a patron, another house) can hold any later state of the book against it.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from nomorebets.errors import RulesError, shown
from nomorebets.server.book.chain import START, Head

LONGEST_LINE = 200
EXPECTED = "lines of a time, a number and a seal, as serve --witness writes them"


class Witnessed(msgspec.Struct, frozen=True):
    """A head of the chain as somebody noted it."""

    seal: str
    n: int = 0  # 0: its number was not noted
    where: str = "--head"
    at: str = ""

    @classmethod
    def noted(cls, said: str) -> Witnessed:
        """A head as the audit prints it, or its seal alone."""
        head = Head.parse(said.strip())
        return cls(head.seal, head.n) if head is not None else cls((said.split() or [""])[-1])

    def __str__(self) -> str:
        return f"{self.at} {self.n} {self.seal}"


def read_witness(path: Path) -> list[Witnessed]:
    """The heads in a file; a last line that was being written when the machine stopped is left out."""
    heads = []
    try:
        with path.open("rb") as file:
            for number, line in enumerate(iter(lambda: file.readline(LONGEST_LINE), b""), 1):
                if not line.endswith(b"\n") and len(line) < LONGEST_LINE:
                    break
                words = line.decode("ascii", "replace").split()
                head = Head.parse(" ".join(words[1:])) if len(words) == 3 else None
                if head is None:
                    is_text = all(word.isprintable() and "\ufffd" not in word for word in words)
                    found = f"no head of a chain: {shown(' '.join(words))}" if is_text else "not text"
                    raise RulesError(f"{path} line {number} is {found}", accepts=EXPECTED)
                heads.append(Witnessed(head.seal, head.n, f"{path.name} line {number}", words[0]))
    except OSError as fault:
        raise RulesError(f"{path} cannot be read: {fault.strerror}", accepts=EXPECTED) from None
    return heads


class Heads:
    """Heads that were noted, held against the links of a chain as they come."""

    def __init__(self, noted: Iterable[Witnessed]) -> None:
        self._noted = list(noted)
        self.count: int = len(self._noted)
        self.begin()

    def begin(self) -> None:
        """From the first link on."""
        self._by_number: dict[int, list[Witnessed]] = {}
        self._by_seal: dict[str, list[Witnessed]] = {}
        self._end, self._faults = 0, list[tuple[str, str]]()
        for head in self._noted:
            if head.seal == START:
                continue
            if head.n:
                self._by_number.setdefault(head.n, []).append(head)
            else:
                self._by_seal.setdefault(head.seal, []).append(head)

    def see(self, link: Head) -> None:
        self._end = link.n
        self._by_seal.pop(link.seal, None)
        for head in self._by_number.pop(link.n, ()):
            if head.seal != link.seal:
                self._miss(head)

    def faults(self) -> list[tuple[str, str]]:
        """Heads that are not in the chain any more."""
        for left in (*self._by_number.values(), *self._by_seal.values()):
            for head in left:
                self._miss(head)
        return self._faults

    def _miss(self, head: Witnessed) -> None:
        text = f"the seal {head.seal[:80]} is not in the chain: it was written anew or cut off since that was noted"
        self._faults.append((head.where, text))
