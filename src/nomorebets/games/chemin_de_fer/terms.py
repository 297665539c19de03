"""What chapter 4 leaves to the licensee, and what the European game leaves to a house; the shoe of 4.3 and 4.4."""

from __future__ import annotations

from nomorebets.games.baccarat.terms import error_options, shoe_options
from nomorebets.hands.baccarat import value
from nomorebets.procedures.opening import opened_by
from nomorebets.procedures.shoe import ShoeRules
from nomorebets.procedures.vigorish import rate_option, rounding_option
from nomorebets.regulation import cite, reading
from nomorebets.regulation.options import option
from nomorebets.table.game import Terms

SHOE_RULES = ShoeRules(
    opening=opened_by(cite("4.3"), replace=reading("R-4.3-not-right"), idle=reading("R-4.4-idle")),
    shuffle=cite("4.4"),
    cut=reading("R-4.4-cut"),
    recut=reading("R-4.4-cut"),
    marker=reading("R-4.4-marker"),
    burn=reading("R-4.4-burn"),
    shuffler_jam=cite("4.4"),
    face_up=cite("4.12(j)"),
    too_few=cite("4.12(k)"),
    cutting_card=reading("R-4.4-last-hand"),
    with_face_up=value,
    face_up_ends_last_hand=True,
    face_up_aside=reading("R-4.12j-of-no-hand"),
)

WAYS = {
    "burn-by-value": cite("4.12(h)1"),
    "burn-one-face-down": cite("4.12(h)2"),
    "simulated-round": cite("4.12(h)3"),
}

OPTIONS = (
    *shoe_options(reading("R-4.1-decks"), reading("R-4.4-marker"), reading("R-4.4-burn"), "6", ("14", "7")),
    option(
        "last-hand-rule",
        reading("R-4.4-last-hand"),
        "Whether the hand in which the cutting card comes is the last, or one more follows.",
        ("finish-current-hand", "finish-current-plus-one"),
    ),
    # the cells of the drawing tables that 4.9 leaves open
    *(
        option(id, by, f"Whether {who} may choose with {when}.", ("optional", bound))
        for id, by, who, when, bound in (
            ("player-5", reading("R-4.9-player"), "the Dominant Player", "5", "draw"),
            ("banker-3-vs-9", reading("R-4.9-banker"), "the Banker", "3 against a third card of 9", "draw"),
            ("banker-5-vs-4", reading("R-4.9-banker"), "the Banker", "5 against a third card of 4", "draw"),
            ("banker-six-on-stay", reading("R-4.9-banker-six"), "the Banker", '6 after "Stay"', "stay"),
        )
    ),
    option(
        "compulsory-play",
        reading("R-4.9-strict"),
        "Whether a call that the table does not allow is corrected, or every call is free.",
        ("strict", "free"),
    ),
    rate_option(reading("R-4.10-vigorish"), "what the Banker wins", "5"),
    rounding_option(reading("R-4.10-vigorish")),
    option(
        "passed-bank-offer",
        reading("R-4.11-passed-bank"),
        "To whom a passed Bank is offered.",
        ("at-amount-then-auction", "auction", "next-in-rotation"),
    ),
    option(
        "annulled-hand-bank",
        cite("4.12(a)"),
        "Whether the Bank stays or moves on after an annulled hand.",
        {"keep": reading("R-4.12a-bank-stays"), "transfer": cite("4.12(a)")},
    ),
    option(
        "two-card-error-low-count",
        cite("4.12(d)"),
        "Which cards the lowest count is made of when the Banker took two.",
        dict.fromkeys(("any-two-of-all", "initial-plus-one"), reading("R-4.12d-any-two")),
    ),
    *error_options(cite("4.12(h)"), cite("4.12(h)1"), WAYS, must_choose=True),
)

TERMS = Terms(
    options=OPTIONS,
    dealt_by=cite("4.9"),
    late_by=cite("4.8"),
    why_not_alone="the participants wager against one another, one of them as Banker",
)
