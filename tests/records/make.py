"""Makes the stored rounds of this folder: one record per branch of each script, from the transcripts below.

Rounds with `live` in their names were played at a table of a house, where people wager behind a seat: they are not
made here.

Run it only when the format of records changes, or to add a round, and read what git says has changed:

    .venv/bin/python tests/records/make.py [BEGINNING OF A NAME …]
"""

import sys
from pathlib import Path

from nomorebets.rulings.dispute import play_transcript
from nomorebets.rulings.transcript import read_transcript
from nomorebets.table.record import record_of, write

FOLDER = Path(__file__).parent

ROULETTE = """
game = "roulette"
wagers = [
  {seat = 1, wager = "straight:17", amount = "5.00"}, {seat = 1, wager = "red", amount = "10.00"},
  {seat = 2, wager = "split:0-00@dozen-line", amount = "5.00"}, {seat = 3, wager = "dozen:2", amount = "20.00"},
]
"""
BIG_SIX = """
game = "big-six"
wagers = [
  {seat = 1, wager = "$5", amount = "10.00"}, {seat = 2, wager = "joker", amount = "1.00"},
  {seat = 3, wager = "$1", amount = "25.00"},
]
"""

ROUNDS = {
    "roulette-nobody-bets": 'game = "roulette"\nspins = "17"',
    "roulette-straight-wins": ROULETTE + 'spins = "17"',
    "roulette-all-lose": ROULETTE + 'spins = "2"',
    "roulette-only-winners": 'game = "roulette"\nspins = "1"\nwagers = [{seat = 1, wager = "red", amount = "10.00"}]',
    "roulette-zero-half": ROULETTE + 'spins = "0"',
    "roulette-zero-whole": ROULETTE + 'spins = "00"\nhouse = {even-money-on-zero = "whole"}',
    "roulette-zero-single": """
game = "roulette"
spins = "0"
house = {wheel-kind = "single-zero"}
wagers = [{seat = 1, wager = "red", amount = "10.00"}, {seat = 2, wager = "trio:0-1-2", amount = "5.00"}]
""",
    "roulette-zero-single-1981": """
game = "roulette"
as_of = 1981-11-01
spins = "0"
house = {wheel-kind = "single-zero"}
wagers = [{seat = 1, wager = "red", amount = "10.00"}]
""",
    "roulette-zero-double-as-single": """
game = "roulette"
as_of = 1992-11-16
spins = "0"
house = {wheel-kind = "double-as-single"}
wagers = [{seat = 1, wager = "even", amount = "10.00"}, {seat = 2, wager = "split:0-3", amount = "5.00"}]
""",
    "roulette-odd-half": """
game = "roulette"
spins = "00"
house = {half-loss-rounding = "favour-player", smallest-chip = "0.25"}
wagers = [{seat = 1, wager = "low", amount = "0.75"}]
""",
    "roulette-same-direction": ROULETTE
    + 'spins = "?? 17"\nirregularities = [{before_spin = 1, what = "same-direction"}]',
    "roulette-short-spin": ROULETTE
    + 'spins = "17 5"\nirregularities = [{before_spin = 1, what = "fewer-than-four-revolutions", revolutions = 3}]',
    "roulette-foreign-object": ROULETTE
    + 'spins = "17 5"\nirregularities = [{before_spin = 1, what = "foreign-object"}]',
    "roulette-ball-left": ROULETTE + 'spins = "?? 5"\nirregularities = [{before_spin = 1, what = "ball-left-wheel"}]',
    "roulette-00-void": """
game = "roulette"
spins = "00 00 17"
house = {wheel-kind = "double-as-single"}
wagers = [
  {seat = 1, wager = "straight:17", amount = "5.00"}, {seat = 2, wager = "red", amount = "10.00"},
  {seat = 2, wager = "red", remove = true, before_spin = 2},
  {seat = 2, wager = "black", amount = "10.00", before_spin = 3},
]
""",
    "roulette-five-adjacent": """
game = "roulette"
as_of = 1995-03-20
spins = "32"
house = {five-adjacent = "on"}
wagers = [
  {seat = 1, wager = "five-adjacent:17", amount = "25.00"}, {seat = 1, wager = "straight:32", amount = "5.00"},
  {seat = 2, wager = "five-adjacent:0", amount = "5.00"}, {seat = 3, wager = "five-adjacent:20", amount = "10.00"},
]
""",
    "roulette-seven-numbers": """
game = "roulette"
spins = "33"
wagers = [{seat = 1, wager = "seven", amount = "10.00"}, {seat = 2, wager = "high", amount = "10.00"}]
[house]
seven-numbers = "on"
pay-table = {seven-numbers = "9 to 2"}
limits = {table = {min = "5.00", max = "500.00"}}
""",
    "roulette-coupon": """
game = "roulette"
as_of = 1997-10-06
spins = "3"
house = {match-play-accepted = "on"}
wagers = [
  {seat = 1, wager = "red", amount = "10.00", coupon = "10.00", chips = "blue"},
  {seat = 2, wager = "black", amount = "5.00", coupon = "5.00", chips = "brown"},
  {seat = 3, wager = "odd", amount = "20.00", verbal = "confirmed"},
]
""",
    "big-six-nobody-bets": 'game = "big-six"\nspins = "$1"',
    "big-six-wins": BIG_SIX + 'spins = "$5"',
    "big-six-all-lose": BIG_SIX + 'spins = "flag"',
    "big-six-own-wheel": BIG_SIX
    + f'spins = "joker"\nhouse = {{wheel = "joker flag $20 $20 $10 $10 $10 $10{" $5" * 8}{" $2" * 15}{" $1" * 23}"}}',
    "big-six-short-spin": BIG_SIX
    + 'spins = "$5 $1"\nirregularities = [{before_spin = 1, what = "fewer-than-three-revolutions", revolutions = 2}]',
    "big-six-clapper-void": BIG_SIX + 'spins = "$5 $1"\nirregularities = [{before_spin = 1, what = "clapper-between"}]',
    "big-six-clapper-previous": BIG_SIX
    + 'spins = "$5"\nhouse = {clapper-between-two = "previous-section-wins"}\n'
    + 'irregularities = [{before_spin = 1, what = "clapper-between", symbol = "$1"}]',
    "big-six-obstructed": BIG_SIX
    + 'spins = "$5 joker"\nirregularities = [{before_spin = 1, what = "wheel-obstructed"}]',
}


# rounds of the other games, one transcript a file
ROUNDS |= {path.stem: path.read_text() for path in sorted((FOLDER / "transcripts").glob("*.toml"))}


def make(transcript: str) -> bytes:
    """The record of a round that was told."""
    return write(record_of(play_transcript(read_transcript(transcript.encode()))))


if __name__ == "__main__":
    wanted = [name for name in ROUNDS if any(name.startswith(start) for start in sys.argv[1:] or [""])]
    for name in wanted:
        (FOLDER / f"{name}.jsonl").write_bytes(make(ROUNDS[name]))
        print(name)
