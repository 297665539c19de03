"""What chapter 4 leaves to the licensee, and what the European game leaves to a house."""

from __future__ import annotations

from nomorebets.games.baccarat.rules import LEAST_DECKS, MOST_DECKS, error_options, number, option
from nomorebets.regulation import cite, reading

WAYS = {
    "burn-by-value": cite("4.12(h)1"),
    "burn-one-face-down": cite("4.12(h)2"),
    "simulated-round": cite("4.12(h)3"),
}

OPTIONS = (
    option(
        "decks",
        reading("R-4.1-decks"),
        "How many decks the shoe holds.",
        dict.fromkeys(("6", "7", "8"), reading("R-4.1-decks")),
        "6",
        parse=number(LEAST_DECKS, MOST_DECKS, "a number of decks", reading("R-4.1-decks")),
        counts_cards=True,
    ),
    option(
        "cutoff-from-back",
        reading("R-4.4-marker"),
        "How many cards lie behind the cutting card.",
        dict.fromkeys(("14", "7"), reading("R-4.4-marker")),
        "14",
        parse=number(7, 200, "a number of cards behind the cutting card", reading("R-4.4-marker")),
        counts_cards=True,
    ),
    option(
        "burn-rule",
        reading("R-4.4-burn"),
        "Whether the first card of a shoe decides how many are burned.",
        dict.fromkeys(("first-card-value", "none"), reading("R-4.4-burn")),
        "first-card-value",
    ),
    option(
        "last-hand-rule",
        reading("R-4.4-last-hand"),
        "Whether the hand in which the cutting card comes is the last, or one more follows.",
        dict.fromkeys(("finish-current-hand", "finish-current-plus-one"), reading("R-4.4-last-hand")),
        "finish-current-hand",
    ),
    option(
        "player-5",
        reading("R-4.9-player"),
        "Whether the Dominant Player may choose with 5.",
        dict.fromkeys(("optional", "draw"), reading("R-4.9-player")),
        "optional",
    ),
    option(
        "banker-3-vs-9",
        reading("R-4.9-banker"),
        "Whether the Banker may choose with 3 against a third card of 9.",
        dict.fromkeys(("optional", "draw"), reading("R-4.9-banker")),
        "optional",
    ),
    option(
        "banker-5-vs-4",
        reading("R-4.9-banker"),
        "Whether the Banker may choose with 5 against a third card of 4.",
        dict.fromkeys(("optional", "draw"), reading("R-4.9-banker")),
        "optional",
    ),
    option(
        "banker-six-on-stay",
        reading("R-4.9-banker-six"),
        'Whether the Banker may choose with 6 after "Stay".',
        dict.fromkeys(("optional", "stay"), reading("R-4.9-banker-six")),
        "optional",
    ),
    option(
        "compulsory-play",
        reading("R-4.9-strict"),
        "Whether a call that the table does not allow is corrected, or every call is free.",
        dict.fromkeys(("strict", "free"), reading("R-4.9-strict")),
        "strict",
    ),
    option(
        "vig-rate",
        reading("R-4.10-vigorish"),
        "How many percent of what the Banker wins are vigorish.",
        {"5": reading("R-4.10-vigorish")},
        "5",
    ),
    option(
        "vig-rounding",
        reading("R-4.10-vigorish"),
        "Whether vigorish is rounded up to 25 cents.",
        dict.fromkeys(("up-to-25c", "exact"), reading("R-4.10-vigorish")),
        "up-to-25c",
    ),
    option(
        "passed-bank-offer",
        reading("R-4.11-passed-bank"),
        "To whom a passed Bank is offered.",
        dict.fromkeys(("at-amount-then-auction", "auction", "next-in-rotation"), reading("R-4.11-passed-bank")),
        "at-amount-then-auction",
    ),
    option(
        "annulled-hand-bank",
        cite("4.12(a)"),
        "Whether the Bank stays or moves on after an annulled hand.",
        {"keep": reading("R-4.12a-bank-stays"), "transfer": cite("4.12(a)")},
        "keep",
    ),
    option(
        "two-card-error-low-count",
        cite("4.12(d)"),
        "Which cards the lowest count is made of when the Banker took two.",
        dict.fromkeys(("any-two-of-all", "initial-plus-one"), reading("R-4.12d-any-two")),
        "any-two-of-all",
    ),
    *error_options(cite("4.12(h)"), cite("4.12(h)1"), WAYS),
)
