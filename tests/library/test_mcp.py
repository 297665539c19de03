"""The tools for language models, asked by the client of the protocol's own kit, over standard input and output."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections import Counter
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

from nomorebets.compliance.housefile import HouseFileError
from nomorebets.errors import TranscriptError, UnknownName
from nomorebets.mcp_tools import MOST_DEALT, check, deal, dispute
from nomorebets.untrusted import HOUSE_FILE, TRANSCRIPT

LOST = 'game = "roulette"\nspins = "0"\nwagers = [{seat = 1, wager = "red", amount = "5.00"}]'
ASKED: list[tuple[str, dict[str, Any]]] = [
    ("games", {}),
    ("rule", {"citation": "19:47-5.6(b)", "as_of": "2008-07-21"}),
    ("search", {"words": "three revolutons of the weel"}),
    ("odds", {"game": "roulette", "wager": "red"}),
    ("dispute", {"transcript": LOST}),
    ("check", {"house": '[[table]]\nid = "R-1"\ngame = "roulette"'}),
    ("deal", {"game": "big-six", "seed": 4, "rounds": 2}),
    ("rule", {"citation": "19:47-5.6(b)"}),
    ("odds", {"game": "rulette"}),
    ("odds", {"game": "/etc/passwd"}),
    ("rule", {"citation": "nonsense"}),
    ("deal", {"game": "big-six", "rounds": 10**9}),
    ("dispute", {"transcript": "x" * 10_000_000}),
    ("odds", {"game": "roulette", "as_of": "yesterday"}),
]


async def _ask_all() -> tuple[list[str], list[tuple[bool, str]]]:
    started = StdioServerParameters(command=sys.executable, args=["-m", "nomorebets", "mcp"], env=dict(os.environ))
    async with Client(started) as client:
        names = [tool.name for tool in (await client.list_tools()).tools]
        answers = [await client.call_tool(tool, given) for tool, given in ASKED]
        return names, [(bool(a.is_error), getattr(a.content[0], "text", "")) for a in answers]


def test_a_client_asks_every_tool():
    names, answers = asyncio.run(_ask_all())
    assert names == ["games", "rule", "search", "odds", "dispute", "check", "deal"]
    told = [json.loads(text) for failed, text in answers[:8] if not failed]
    assert len(told) == 8, answers[:8]
    _, rule, _, odds, ruling, house, dealt, old = told
    assert rule["basis"] == "text"
    assert old["as_of"] == "2012-03-18"
    assert odds["wagers"][0]["edge"] == "1/38"
    assert (ruling["required"][0]["net"], ruling["required"][0]["result"]) == ("-2.50", "lose")
    assert "violations" in house
    assert dealt["game"] == "big-six" if isinstance(dealt, dict) else len(dealt) == 2
    refused = answers[8:]
    assert all(failed for failed, _ in refused)
    words = ("roulette", "no game is called", "nonsense", "1 to 20", "at most", "is not a date")
    assert all(word in text for word, (_, text) in zip(words, refused, strict=True)), refused


def test_texts_and_rounds_up_to_a_most():
    """A text of the size that is accepted is read, and then refused for what it says."""
    for tool, most, fault in ((dispute, TRANSCRIPT, TranscriptError), (check, HOUSE_FILE, HouseFileError)):
        with pytest.raises(UnknownName, match=f"{most + 1:,} characters; accepted: at most {most:,}"):
            tool("#" * (most + 1))
        with pytest.raises(fault):
            tool("#" * most)
    assert len(deal("big-six", rounds=MOST_DEALT)) == MOST_DEALT == 20
    for rounds in (0, MOST_DEALT + 1):
        with pytest.raises(UnknownName, match="1 to 20"):
            deal("big-six", rounds=rounds)


PING = '"jsonrpc": "2.0", "id": 9, "method": "ping"'


def test_a_line_that_is_no_message_is_answered_by_its_error():
    """Whoever waits for an answer gets one; an empty line and a notification ask for none."""
    lines = [
        "this is no JSON",
        "[" * 20_000,
        "",
        f"[{{{PING}}}]",  # the protocol has no batches since June 2025
        '{"jsonrpc": "2.0", "id": "a"}',
        '{"id": 7, "method": "ping"}',
        '{"jsonrpc": "2.0", "id": 8, "method": "no/such"}',
        '{"jsonrpc": "2.0", "method": "notifications/unheard"}',
        f"{{{PING}}}",
    ]
    version = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "tests", "version": "1"}}
    asked = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": version})
    command = [sys.executable, "-m", "nomorebets", "mcp"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write("\n".join([asked, *lines, ""]))
        server.stdin.flush()
        answers = []
        while not answers or answers[-1]["id"] != 9:  # the last that is asked
            answers.append(json.loads(server.stdout.readline()))
        server.stdin.close()
    told = Counter((answer["id"], answer.get("error", {}).get("code")) for answer in answers)
    of_requests = [(1, None), (8, -32601), (9, None)]
    assert told == Counter([*of_requests, *[(None, -32700)] * 2, (None, -32600), ("a", -32600), (7, -32600)])
