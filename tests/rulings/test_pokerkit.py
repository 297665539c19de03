"""pokerkit as a witness: it reads the hands that we write, and must come to the same stacks, chip by chip.

Where the two differ there is one of these reasons: it refuses a raise that the rules here allow, or shares odd chips
in another way.
"""

from __future__ import annotations

import tomllib

import pytest
from pokerkit import HandHistory, State
from pokerkit.notation import parse_action

from nomorebets.rulings.phh import codes, write_phh
from nomorebets.table import Play
from pots import random_hand

COVERS = "14.7, reconstructed: a raise that covers all the others is enough, whatever its size"
SHORT = "14.7, reconstructed: an all-in of less than half a bet is no raise, one of more may be raised in full"
TWO = "14.7, reconstructed: between two players raises have no end"
pytestmark = [
    pytest.mark.filterwarnings("ignore:There is no reason for this player to fold"),  # random players do
    pytest.mark.filterwarnings("ignore:A card being dealt"),  # discards that were shuffled again
    pytest.mark.filterwarnings("ignore:Returning reserved"),
]
ODD = "14.6, reconstructed: odd chips go round, pot by pot; pokerkit joins pots, and gives all to the first"
CODES = [code for code in codes() if code in HandHistory.game_types]  # it has no pot-limit hold 'em


# one hand in 18,000: a side pot in which nobody has a low, beside a main pot in which somebody has. The half for it
# goes with the other; pokerkit shares it among all who contest the side pot
KNOWN = {("F7S/8", 869): ([15, 7, 37, 36, 39, 42], [12, 7, 37, 39, 39, 42])}


def witnessed(played: Play) -> tuple[list[int], list[int]] | str:
    """The stacks at the end by our reckoning and by pokerkit's; or why it does not play the hand."""
    text = write_phh(played)
    history = HandHistory.loads(text)
    state = history.create_state()
    for action in history.actions:
        while (refused := refusal(state, action)) is not None:
            _, said, *amount = action.split()
            if said == "cbr" and state.actor_index is not None and action.startswith(f"p{state.actor_index + 1} "):
                return reason(state, int(amount[0]))
            go_on(state, refused)
    while state.status:
        go_on(state, None)
    ours, theirs = tomllib.loads(text)["finishing_stacks"], [int(chips) for chips in state.stacks]
    most = sum(len(pot.shares) for pot in played.table.felt.pots if len(pot.shares) > 1)  # odd chips there can be
    is_odd = sum(ours) == sum(theirs) and 0 < max(abs(a - b) for a, b in zip(ours, theirs, strict=True)) < most
    return ODD if is_odd else (ours, theirs)


def refusal(state: State, action: str) -> ValueError | None:
    try:
        parse_action(state, action)
    except ValueError as fault:
        return fault
    return None


def go_on(state: State, otherwise: Exception | None) -> None:
    """What no file tells: burns, and a check of somebody whom nobody can answer."""
    if state.can_burn_card():
        state.burn_card("??")
    elif state.can_select_runout_count():
        state.select_runout_count()
    elif state.can_check_or_call() and not state.checking_or_calling_amount:
        state.check_or_call()
    else:
        assert otherwise is None, otherwise
        state.show_or_muck_hole_cards(())


def reason(state: State, to: int) -> str:
    """Why pokerkit refuses a raise to an amount."""
    others = [at for at in state.player_indices if state.statuses[at] and at != state.actor_index]
    if to >= max(state.bets[at] + state.stacks[at] for at in others):
        return COVERS
    if any(
        not state.stacks[at] and state.bets[at] % state.street.min_completion_betting_or_raising_amount for at in others
    ):
        return SHORT
    assert len(others) == 1, f"a raise to {to} is refused"
    return TWO


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("hands", [30, pytest.param(2_000, marks=pytest.mark.slow)])
def test_random_hands_end_as_pokerkit_ends_them(code, hands):
    differences = []
    for seed in range(hands):
        ends = witnessed(random_hand(code, seed, **{"reveal-discarded": "all-show", "raises-cap": "3"}))
        if isinstance(ends, str):
            differences.append(ends)
        else:
            assert ends[0] == ends[1] or ends == KNOWN.get((code, seed)), f"{code}, seed {seed}"
    assert len(differences) <= hands / 8
    assert set(differences) <= {COVERS, ODD, *((SHORT, TWO) if code[0] == "F" else ())}


def test_a_hand_that_is_conceded_wins_nothing():
    """Between two players: of a side pot that all conceded pokerkit gives nobody anything."""
    conceded = 0
    for code in CODES:
        for seed in range(30):
            played = random_hand(code, seed, most=2, **{"raises-cap": "3"})
            ends = witnessed(played)
            if not isinstance(ends, str):
                assert ends[0] == ends[1], f"{code}, seed {seed}"
                conceded += any(getattr(entry.answer, "choice", "") == "muck" for entry in played.entries)
    assert conceded > 10
