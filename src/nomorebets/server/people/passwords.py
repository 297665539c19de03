"""Passwords: argon2id by the second recommendation of RFC 9106, one at a time beside the tables."""

from __future__ import annotations

import asyncio
import re
import unicodedata
from concurrent.futures import ThreadPoolExecutor

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from nomorebets.errors import RulesError, shown

SHORTEST, LONGEST = 10, 200  # characters
SHORTEST_NAME, LONGEST_NAME = 2, 30
ALLOWED_IN_NAMES = " .'-_"
UNSEEN = "\u115f\u1160\u2800\u3164\uffa0"  # letters and signs that show nothing, and count as letters and signs
RESERVED = ("guest", "house", "dealer", "administrator")  # what a name may not begin with: it would be believed
_SEAT = re.compile(r"(?:seat|puesto)[\W_]*\d")  # nor with this: at a table seats go by their numbers

# 3 passes over 64 MiB in 4 lanes; a hash made with other parameters is made again at the next login
HASHER = PasswordHasher(time_cost=3, memory_cost=65_536, parallelism=4, hash_len=32, salt_len=16)
_THREADS = ThreadPoolExecutor(1, thread_name_prefix="nomorebets-passwords")  # 64 MiB, however many come at once


class AccountError(RulesError):
    """A name or a password that cannot be taken."""

    who = "visitor"


def name_from(said: str) -> str:
    """A name as it is shown at the tables."""
    name = " ".join(unicodedata.normalize("NFKC", said[: 4 * LONGEST_NAME]).split())
    fits = SHORTEST_NAME <= len(name) <= LONGEST_NAME and name[:1].isalnum()
    if not fits or not all(shows(letter) and (letter.isalnum() or letter in ALLOWED_IN_NAMES) for letter in name):
        raise AccountError(
            f"{shown(said, 40)} is no name",
            accepts=f"{SHORTEST_NAME} to {LONGEST_NAME} letters, digits, spaces and {ALLOWED_IN_NAMES.strip()}",
        )
    if key_of(name).startswith(RESERVED):
        raise AccountError(f"{shown(name, 40)} could be taken for the house’s own", accepts="another name")
    if _SEAT.match(key_of(name)):
        raise AccountError(f"{shown(name, 40)} could be taken for a seat", accepts="another name")
    return name


def shows(letter: str) -> bool:
    """Whether anybody sees it in a name: no command to turn the line around, and no blank that passes for a letter."""
    return letter.isprintable() and letter not in UNSEEN


def key_of(name: str) -> str:
    """What two names have in common that are one: capitals and spaces make no difference."""
    return " ".join(unicodedata.normalize("NFKC", name[: 4 * LONGEST_NAME]).casefold().split())


def require_password(password: str, name: str) -> None:
    """Refuse a password that is too short, too long, or the name itself."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise AccountError("the password cannot be taken", accepts=f"{SHORTEST} to {LONGEST} characters")
    if key_of(password) == key_of(name) or len(set(password)) < 4:
        raise AccountError("the password is too easy to guess", accepts="one that is not your name or one letter")


async def hashed(password: str) -> str:
    return await asyncio.get_running_loop().run_in_executor(_THREADS, HASHER.hash, password)


async def matches(kept: str | None, password: str) -> bool:
    """Whether a password is the one that was kept; where none was kept, the answer takes as long."""
    return await asyncio.get_running_loop().run_in_executor(_THREADS, _matches, kept, password[: LONGEST + 1])


def _matches(kept: str | None, password: str) -> bool:
    try:
        return HASHER.verify(kept or _nobodys(), password) and kept is not None
    except (VerificationError, InvalidHashError):
        return False


_NOBODYS: list[str] = []


def _nobodys() -> str:
    """The hash of a password that nobody has."""
    if not _NOBODYS:
        import secrets

        _NOBODYS.append(HASHER.hash(secrets.token_urlsafe(32)))
    return _NOBODYS[0]


def is_outdated(kept: str) -> bool:
    return HASHER.check_needs_rehash(kept)
