"""Options that do not go together: what would have no effect is refused, and not passed over."""

from pathlib import Path

import pytest

from cli.test_commands import check_refused, run
from nomorebets import odds
from nomorebets.errors import UnknownName

EXAMPLES = Path(__file__).parents[2] / "examples"
PLAN = str(EXAMPLES / "craps-strategy.toml")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("holdem", "--hands", "AsKs QhQd", "--stake", "5"), "--stake: not with --hands"),
        (("holdem", "--hands", "AsKs QhQd", "--removed", "As"), "--removed: not with --hands"),
        (("holdem", "--hand-file", "hand.phh", "--wager", "pot"), "--wager: not with --hand-file"),
        (("blackjack", "--effects", "--strategy", "mimic"), "--strategy: not with --effects"),
        (("blackjack", "--effects", "--dealer"), "--dealer: not with --effects"),
        (("blackjack", "--dealer", "--wager", "insurance", "--stake", "5"), "--wager, --stake: not with --dealer"),
        (("keno", "--ticket", "1,1 2/1", "--wager", "straight:3"), "--wager: not with --ticket"),
        (("craps", "--strategy", PLAN, "--wager", "pass"), "--wager: not with a strategy file"),
    ],
)
def test_odds_refuse_what_would_have_no_effect(words, says) -> None:
    check_refused(run("odds", *words), says)


def test_a_strategy_file_says_what_is_wagered() -> None:
    words = ("simulate", "craps", "--rounds", "100", "--strategy", PLAN, "--stake", "5")
    check_refused(run(*words), "--stake: not with a strategy file")


@pytest.mark.parametrize(
    ("game", "asked", "says"),
    [
        ("keno", {"ticket": "1,1 2/1", "wager": "straight:3"}, "wager: not with a ticket"),
        ("blackjack", {"strategy": Path("chart.toml"), "stake": 5}, "stake: not with a strategy file"),
        ("casino-war", {"strategy": lambda seen: "war", "removed": "As"}, "removed: not with a way to play"),
    ],
)
def test_the_library_refuses_the_same(game, asked, says) -> None:
    with pytest.raises(UnknownName, match=says):
        odds(game, **asked)
