"""Every stored round: what must change hands makes up its net results, and told as done it is right."""

from collections import defaultdict
from pathlib import Path

import pytest

from nomorebets.rulings.comparison import moved_hand
from nomorebets.rulings.dispute import rule_on
from nomorebets.rulings.transcript import DoneLine, read_transcript
from nomorebets.table.money import show

TOLD = sorted((Path(__file__).parent.parent / "records" / "transcripts").glob("*.toml"))


@pytest.mark.parametrize("path", TOLD, ids=lambda path: path.stem)
def test_what_must_change_hands_is_right_when_it_is_done(path):
    transcript = read_transcript(path.read_bytes())
    verdict = rule_on(transcript)
    nets: defaultdict[tuple[object, ...], int] = defaultdict(int)
    for ruling in verdict.required:
        nets[ruling.seat, ruling.wager, ruling.on, ruling.hand, ruling.player] += ruling.net
    moves = {(h.seat, h.wager, h.on, h.hand, h.player): h for h in verdict.moves}
    owing = {seat for seat, wager, *_ in moves if wager == "vigorish"}
    for key, net in nets.items():
        handed = moves.get(key)
        if handed is None or not (handed.beside or key[0] in owing):
            assert (handed.paid - handed.collected if handed else 0) == net, key
    transcript.done = [
        DoneLine(h.seat, h.on or h.wager, **{deed: show(amount)}, hand=moved_hand(h, verdict.moves), player=h.player)
        for h in verdict.moves
        for deed, amount in h.moves.items()
    ]
    told = rule_on(transcript)
    assert (told.differences, told.not_told) == ([], [])
