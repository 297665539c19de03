"""What pages, a start and an audit cost when the book has many rounds.

    python -m benchmarks.growth [--rounds 10000 100000 1000000] [--keep FOLDER]

A real house deals two thousand rounds of every game that can be played alone. A larger book has these over and over,
each time at other tables, which are closed, and of other people: as many rows as so many rounds would leave, but not
their seals. It is for pages and starts only; audits are measured on rounds that were really dealt (audit_book).
Every page is asked for by the house's own address, three times, and the fastest counts: seconds of the house's
processor, on which other programs do not count.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import shutil
import sqlite3
import tempfile
import time
import urllib.request
from contextlib import closing
from pathlib import Path

from benchmarks import Line
from benchmarks.audit_book import deal
from benchmarks.house_load import Server
from nomorebets.client import Client
from nomorebets.server.book import database

DEALT = 2_000
FLAT = 2.0  # times as much as with a hundredth of the rounds, and ten milliseconds: flat
ROUNDS = (10_000, 100_000, 1_000_000)

# columns that name a table, a round or a patron get an ending in every copy; numbers go on
COPIED = {
    "patrons": "id||:x, name, since",
    "tables": "id||:x, name, game, as_of, house, opened, coalesce(closed, opened), rounds, seq, opening, holder, "
    "fence, training, tournament",
    "rounds": "n + :x * (SELECT most FROM of_rounds), replace(id, '-', :x || '-'), table_id||:x, game, as_of, number, "
    "started, ended, replace(owners, '\"}', :x || '\"}')",
    "seals": "replace(round_id, '-', :x || '-'), table_id||:x, number, published, commitment, salt, seed, words, "
    "series||:x, n + :x * (SELECT most FROM of_links), hash",
    "series": "root||:x, table_id||:x, first, length, secret",
    "lines": "replace(round_id, '-', :x || '-'), n, line",
    "results": "replace(round_id, '-', :x || '-'), n, seat, wager, amount, result, net, cite, player",
    "cited": "cite, replace(round_id, '-', :x || '-')",
    "postings": "n + :x * (SELECT most FROM of_links), at, source, target, amount, cite, "
    "replace(round_id, '-', :x || '-'), hash",
    "closings": "n + :x * (SELECT most FROM of_links), at, replace(round_id, '-', :x || '-'), record, hash",
    "sat_in": "patron_id||:x, ended, replace(round_id, '-', :x || '-')",
    "play_days": "patron_id||:x, day, table_id||:x, wager, amount, wagers, net",
}


def dealt(path: Path) -> None:
    """A book with rounds that were really dealt."""
    database.SQLITE = tuple(s.replace("FULL", "OFF") for s in database.SQLITE)  # the disk is not what is measured
    asyncio.run(deal(f"sqlite:///{path}", DEALT))


def multiply(path: Path, rounds: int) -> None:
    """The same rounds again and again, until there are so many."""
    with closing(sqlite3.connect(path)) as book:
        book.executescript("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA cache_size=-200000;")
        number = book.execute("SELECT count(*) FROM rounds").fetchone()[0]
        for name in COPIED:
            book.execute(f"CREATE TEMP TABLE of_{name} AS SELECT * FROM {name} WHERE true")
        numbers = " UNION ".join(f"SELECT max(n) AS n FROM {name}" for name in ("seals", "postings", "closings"))
        book.execute(f"CREATE TEMP TABLE of_links AS SELECT max(n) AS most FROM ({numbers})")
        most = book.execute("SELECT max(n) FROM of_rounds").fetchone()[0]
        book.execute("ALTER TABLE of_rounds ADD COLUMN most INTEGER")
        for copy in range(1, -(-rounds // number)):
            for name, columns in COPIED.items():
                chosen = columns.replace("(SELECT most FROM of_rounds)", str(most)).replace(":x", f"{copy}")
                chosen = chosen.replace(f"||{copy}", f"||'{copy}'").replace(f"{copy} ||", f"'{copy}' ||")
                names = ", ".join(row[1] for row in book.execute(f"PRAGMA table_info({name})"))
                where = " WHERE ended IS NOT NULL" if name == "rounds" else ""
                if name in ("lines", "results", "cited"):
                    where = " WHERE round_id IN (SELECT id FROM of_rounds WHERE ended IS NOT NULL)"
                values = chosen + ", NULL" * (names.count(",") - _commas(chosen))  # columns that are newer than this
                book.execute(f"INSERT INTO {name} ({names}) SELECT {values} FROM of_{name}{where}")
        links = "SELECT n, hash FROM seals UNION SELECT n, hash FROM postings UNION SELECT n, hash FROM closings"
        n, sealed = book.execute(f"{links} ORDER BY n DESC LIMIT 1").fetchone()
        book.execute("UPDATE meta SET value = ? WHERE name = 'ledger-head'", (f"{n} {sealed}",))
        book.commit()
        book.execute("PRAGMA optimize")


def _commas(chosen: str) -> int:
    """How many commas separate columns: those within brackets do not."""
    while (inner := re.sub(r"\([^()]*\)", "", chosen)) != chosen:
        chosen = inner
    return chosen.count(",")


def pages(path: Path) -> dict[str, float]:
    """Seconds of the house's processor for its start and for each page; a book is brought up to date first."""
    began = time.perf_counter()
    Server("-m", "nomorebets", "serve", "--db", f"sqlite:///{path}", "--port", "0").stop()
    house = Server("-m", "nomorebets", "serve", "--db", f"sqlite:///{path}", "--port", "0")
    try:
        found = {"start": house.seconds}
        with closing(sqlite3.connect(path)) as book:
            (table,) = book.execute("SELECT table_id FROM rounds WHERE ended IS NOT NULL LIMIT 1").fetchone()
            rare = book.execute("SELECT cite FROM cited GROUP BY cite ORDER BY count(*) LIMIT 1").fetchone()[0]
            often = book.execute("SELECT cite FROM cited GROUP BY cite ORDER BY count(*) DESC LIMIT 1").fetchone()[0]
        token = asyncio.run(_guest(house.address))
        asked = {
            "lobby": "/",
            "records": "/records",
            "records of a game": "/records?game=roulette",
            "records of a table": f"/records?table={table}",
            "records of a seat and a result": "/records?seat=1&result=lose",
            "records of a day without any": "/records?day=2020-01-01",
            "own sessions": "/sessions",
            "own records, where there are none": "/records?",
            "a rule often cited": f"/rules/{often.split()[0]}",
            "a rule rarely cited": f"/rules/{rare.split()[0]}",
            "floor": "/floor",
        }
        for name, page in asked.items():
            taken, refusal = [], ""
            for _ in range(4):
                before = house.seconds
                try:
                    own = {"Authorization": f"Bearer {token}"} if name.startswith("own") else {}
                    asking = urllib.request.Request(f"{house.address}{page}", headers=own)
                    with urllib.request.urlopen(asking, timeout=600) as answer:
                        answer.read()
                except urllib.error.HTTPError as refused:
                    refusal = f" ({refused.code})"
                taken.append(house.seconds - before)
            found[f"{name}{refusal}"] = min(taken[1:])
        found["wall"] = time.perf_counter() - began
        return found
    finally:
        house.stop()


async def _guest(address: str) -> str:
    async with Client(address) as house:
        return (await house.come_in()).token


def measure(rounds: tuple[int, ...] = ROUNDS[:2], folder: Path | None = None) -> list[Line]:
    """How much a page costs with the fewest rounds, as often as with the most."""
    with tempfile.TemporaryDirectory() as made:
        where = folder or Path(made)
        first = where / "dealt.db"
        if not first.exists():
            dealt(first)
        costs = {}
        for number in rounds:
            path = where / f"{number}.db"
            if not path.exists():
                shutil.copy(first, path)
                multiply(path, number)
            costs[number] = pages(path)
            size = path.stat().st_size
            print(f"{number:,} rounds, {size / 1e6:,.0f} MB, {size / number:,.0f} bytes a round", flush=True)
            for name, seconds in costs[number].items():
                print(f"  {name:<32} {1000 * seconds:>9,.1f} ms", flush=True)
    few, many = costs[rounds[0]], costs[rounds[-1]]
    peer = f"{rounds[0]:,} rounds"
    return [
        Line(f"{name}, {rounds[-1]:,} rounds", peer, (few[name] + 0.01) / (many[name] + 0.01), 1 / FLAT)
        for name in few
        if name != "wall" and name in many
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, nargs="+", default=ROUNDS)
    parser.add_argument("--keep", type=Path, help="a folder for the books, to be used again")
    given = parser.parse_args()
    for line in measure(tuple(given.rounds), given.keep):
        print(f"{line.work:<52} {line.ratio:>6.2f}  {'met' if line.met else 'MISSED'}")


if __name__ == "__main__":
    main()
