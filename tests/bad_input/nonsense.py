"""What careless, hurried and hostile people hand in, and what they may expect in return."""

import string
from collections.abc import Callable
from datetime import date, datetime, time
from decimal import Decimal
from fractions import Fraction
from typing import Any, TypeVar

from hypothesis import strategies as st

from nomorebets.errors import RulesError, ScriptError
from nomorebets.games import open_table
from nomorebets.table import Settings, Table
from nomorebets.table.felt import Felt
from nomorebets.table.money import MOST

T = TypeVar("T")

LONGEST_SENTENCE = 1000
HUGE = 10**400
ENDLESS = 10**5000  # Python does not write it out, and neither pytest nor hypothesis can show it


def tables() -> list[Table]:
    """Tables that differ in everything that decides whether a wager may be made."""
    return [
        open_table("roulette"),
        open_table("roulette", date(1979, 5, 1)),
        open_table("roulette", None, Settings({"wheel-kind": "single-zero", "allow-trio023": "on"})),
        open_table("roulette", None, Settings({"wheel-kind": "double-as-single", "five-adjacent": "on"})),
        open_table(
            "roulette",
            None,
            Settings(
                {"seven-numbers": "on", "five-adjacent": "on", "match-play-accepted": "on", "smallest-chip": "0.05"},
                {"straight": "106 to 3"},
                {"table": {"min": "6", "max": "600", "step": "3"}},
            ),
        ),
        open_table("roulette", date(2008, 7, 21), Settings({"verbal-cash-wagers": "refuse", "smallest-chip": "0.01"})),
        open_table("big-six"),
        open_table("big-six", None, Settings({"clapper-between-two": "previous-section-wins", "wheel": "las-vegas"})),
    ]


TABLES = tables()


# --- what is handed in -------------------------------------------------------------------------------------------


def amounts() -> st.SearchStrategy[Any]:
    """Amounts of money, or what somebody takes for one."""
    written = st.sampled_from(
        [
            "",
            "0",
            "-5",
            "5",
            "10.00",
            "$25",
            "1,000",
            "1,00",
            "5.",
            ".5",
            "5.001",
            "1e3",
            "NaN",
            "inf",
            "٥",
            "５",
            "²",
            "5 ",
            "\n5",
        ]
    )
    return st.one_of(
        written,
        st.integers(-(10**15), 10**15),
        st.integers(1, 100),
        st.sampled_from([HUGE, -HUGE, MOST, MOST + 1, 2**63, 2**64, True, False, None]),
        st.floats(),
        st.decimals(),
        st.fractions(),
        st.text(max_size=20),
        st.text(alphabet="0123456789.,$-+ ", max_size=30),
        st.builds(str, st.floats()),
        anything(),
    )


def seats() -> st.SearchStrategy[Any]:
    return st.one_of(
        st.integers(1, 6),
        st.integers(-5, 200),
        st.sampled_from([0, 100, 101, 2**63, HUGE, -HUGE, True, None, "1", 1.0, float("nan"), (1,)]),
    )


def places(table: Table) -> st.SearchStrategy[Any]:
    """Names of places: real ones, nearly real ones, and anything else."""
    real = st.sampled_from(sorted(table.layout))
    kinds = st.sampled_from([*table.layout.kinds(), "corner", "row", "street", "six", "five-adjacent", "seven-numbers"])
    numbers = st.lists(st.sampled_from(["0", "00", "1", "2", "3", "17", "20", "36", "37", "-1", "٣", "x"]), max_size=6)
    return st.one_of(
        real,
        real.map(lambda name: f"  {name.upper()}\n"),
        st.tuples(real, st.text(max_size=3)).map("".join),
        st.builds(lambda kind, rest, between: f"{kind}:{between.join(rest)}", kinds, numbers, st.sampled_from("-/, ")),
        st.text(max_size=40),
        st.text(alphabet=string.printable, max_size=2000),
        st.sampled_from(
            [17, 0, None, HUGE, 1.5, b"red", ("red",), "red" * 2000, "x\ud800", "straight:\n17", " " * 5000 + "red"]
        ),
    )


def anything() -> st.SearchStrategy[Any]:
    """Values of every kind, also nested and without measure."""
    single = st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.sampled_from(
            [HUGE, "", "\n", "x" * 5000, "\ud800", "on", "off", b"\xff", date(1998, 11, 16), Decimal("NaN")]
        ),
        st.floats(),
        st.text(max_size=20),
        st.just(Fraction(1, 3)),
    )
    return st.recursive(
        single,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
        max_leaves=5,
    )


def days() -> st.SearchStrategy[Any]:
    return st.one_of(
        st.none(),
        st.dates(date(1978, 1, 1), date(2015, 1, 1)),
        st.dates(),
        st.datetimes(),
        st.sampled_from(["1998-11-16", "", 1998, HUGE, 1.5, time(12), datetime(1998, 11, 16, 3)]),
    )


# --- what may be expected ----------------------------------------------------------------------------------------


def check_sentence(fault: RulesError) -> None:
    """One readable sentence of reasonable length, and no confession of a defect of ours."""
    sentence = str(fault)
    assert sentence.strip() == sentence != ""
    assert sentence.isprintable() or not any(ch in sentence for ch in "\n\r\t\x0b\x0c\x1b\0\u2028\u2029\x85"), sentence
    assert len(sentence) < LONGEST_SENTENCE, sentence
    assert not isinstance(fault, ScriptError), sentence


def attempt(call: Callable[[], T]) -> T | None:
    """The result, or None where it was refused in a sentence; any other exception goes through."""
    try:
        return call()
    except RulesError as fault:
        check_sentence(fault)
        return None


def seen(felt: Felt) -> str:
    """Everything on the felt, so that two moments can be compared."""
    money = {account: cents for account, cents in felt.ledger.balance.items() if cents}
    rest = {name: value for name, value in vars(felt).items() if name != "ledger"}
    return repr((sorted(rest.items()), felt.ledger.postings, sorted(money.items())))


def check_money(felt: Felt) -> None:
    """Nothing was made or lost, and nothing lies on the layout that no wager accounts for."""
    assert felt.ledger.total() == 0
    lying: dict[str, int] = {}
    for wager in felt.wagers:
        account = f"layout:{wager.seat}:{wager.on}"
        lying[account] = lying.get(account, 0) + wager.amount
    on_layout = {a: c for a, c in felt.ledger.balance.items() if a.startswith("layout:") and c}
    assert on_layout == lying
