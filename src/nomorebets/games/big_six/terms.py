"""What the house may choose at the big six wheel, and what is paid (19:47-5.5 and 5.6)."""

from __future__ import annotations

from nomorebets.equipment.wheels import BIG_SIX_SYMBOLS
from nomorebets.errors import HouseRuleError
from nomorebets.regulation import choice, cite, house_option, pay_table, reading, to
from nomorebets.table.game import Terms

MINIMUM_ODDS = pay_table(
    "5.5(a)",
    {
        "bigsix-1": to(1),
        "bigsix-2": to(2),
        "bigsix-5": to(5),
        "bigsix-10": to(10),
        "bigsix-20": to(20),
        "bigsix-joker": to(45),
        "bigsix-flag": to(45),
    },
)

SYMBOL = dict(zip(MINIMUM_ODDS, BIG_SIX_SYMBOLS, strict=True))

CLAPPER_BETWEEN = house_option(
    "clapper-between-two",
    "5.6(c)",
    "What happens when the clapper stops between two sections.",
    {"previous-section-wins": choice("5.6(c)1"), "void-respin": choice("5.6(c)2")},
    "void-respin",
    sign="5.6(d)",
    must_choose="5.6(c)",
)


def _sections(text: str) -> str:
    """A wheel written out: 54 symbols, each of which the odds table knows."""
    sections = text.split()
    strange = [s for s in sections if s not in BIG_SIX_SYMBOLS]
    if strange or len(sections) != 54:
        raise HouseRuleError(
            f"a wheel of {len(sections)} sections" + (f" with {strange[0][:20]!r}" if strange else ""),
            reading("R-5.5a-wheel"),
            accepts=f"nj, las-vegas, or 54 of {' '.join(BIG_SIX_SYMBOLS)}, clockwise",
        )
    missing = [s for s in BIG_SIX_SYMBOLS if s not in sections]
    if missing:
        raise HouseRuleError(
            f"a wheel without {missing[0]}: its wager could never win",
            reading("R-5.5a-wheel"),
            accepts="every symbol at least once",
        )
    return " ".join(sections)


WHEEL = house_option(
    "wheel",
    "5.5(a)",
    "The 54 sections of the wheel, clockwise.",
    {
        "nj": choice("5.5(a)", read=reading("R-5.5a-wheel")),
        "las-vegas": choice("5.5(a)", read=reading("R-5.5a-wheel")),
    },
    "nj",
    parse=_sections,
    makes_the_odds=True,
)

TERMS = Terms(
    options=(CLAPPER_BETWEEN, WHEEL),
    dealt_by=cite("5.6(b)"),
    late_by=reading("R-5.6a-late"),
    to_not_for=cite("5.5(b)"),
    no_decision="a big six wager is made before the wheel is spun and then left alone: there is nothing to decide",
)
