"""The rulebook as tools for language models, over the Model Context Protocol. Imports its SDK (extra ``mcp``).

Every tool answers with figures and citations as JSON, and refuses in one sentence that says what would be accepted.
Nothing reads a file: whoever asks sends the text.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import wraps
from typing import Any, ParamSpec

import anyio
from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage
from mcp.types import INVALID_REQUEST, PARSE_ERROR, ErrorData, JSONRPCError
from pydantic import ValidationError

from nomorebets import __version__, library
from nomorebets.compliance.check import examine, report
from nomorebets.errors import RulesError, UnknownName
from nomorebets.games import entries, game_ids, open_table
from nomorebets.rulebook.search import search as look_for
from nomorebets.rulings.dispute import rule_on, verdict_of
from nomorebets.rulings.transcript import read_transcript
from nomorebets.table import Settings, Table
from nomorebets.untrusted import HOUSE_FILE, TRANSCRIPT

P = ParamSpec("P")
MOST_DEALT = 20  # rounds in one answer
INSTRUCTIONS = (
    "New Jersey's rules of the games (N.J.A.C. 19:47, since 2012 13:69F) as software. Look for words (search), ask for "
    "a paragraph (rule), the exact odds of a game (odds), a ruling on a round that somebody wrote down (dispute), the "
    "faults of a casino's house rules (check), or rounds to look at (deal). Every figure cites its paragraph and says "
    "how firm it is."
)


def _answers(tool: Callable[P, Any]) -> Callable[P, Any]:
    """What the rules refuse is an answer too: the sentence that says why and what would be accepted."""

    @wraps(tool)
    def called(*args: P.args, **kwargs: P.kwargs) -> Any:
        try:
            return tool(*args, **kwargs)
        except RulesError as fault:
            raise ToolError(str(fault)) from None

    return called


def _table(game: str, as_of: str | None, options: dict[str, str] | None) -> Table:
    return open_table(game, _day(as_of), Settings(dict(options or {})))


def _day(text: str | None) -> date | None:
    if text is None:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise UnknownName(f"{text[:40]!r} is not a date", accepts="a form like 1998-11-16") from None


def _small(text: str, most: int) -> str:
    if len(text) > most:
        raise UnknownName(f"the text has {len(text):,} characters", accepts=f"at most {most:,}")
    return text


def games() -> list[dict[str, str]]:
    """Every game that can be dealt, by its id and name."""
    listed = entries()
    return [{"id": game, "name": listed[game].name} for game in game_ids() if game in listed]


def rule(citation: str, as_of: str | None = None) -> dict[str, Any]:
    """What a paragraph says in our words on a date, how firm that is, and what enforces it. Example: 19:47-5.6(b)."""
    return library.rule(citation, _day(as_of))


def search(words: str) -> list[dict[str, str]]:
    """Paragraphs, readings, games, wagers, options and dates that speak of some words; typing errors are forgiven."""
    return [{"kind": e.kind.lower(), "name": e.name, "says": e.says} for e in (one.entry for one in look_for(words))]


def odds(
    game: str,
    wager: str | None = None,
    strategy: str | None = None,
    as_of: str | None = None,
    options: dict[str, str] | None = None,
) -> dict[str, Any]:
    """The exact house edge of every wager of a game (or of one), with every outcome, as fractions with citations."""
    return library.odds(_table(game, as_of, options), wager=wager, strategy=strategy).to_dict()


def dispute(transcript: str) -> dict[str, Any]:
    """What the rules required in a round that somebody wrote down as TOML: each wager's result with its paragraph.

    Example: game = "roulette", spins = "0", wagers = [{seat = 1, wager = "red", amount = "5.00"}], a line each.
    """
    return rule_on(read_transcript(_small(transcript, TRANSCRIPT).encode())).to_dict()


def check(house: str) -> dict[str, Any]:
    """Every violation in a licensee's house rules (the text of a TOML file), with its paragraph and the remedy."""
    return report(examine(_small(house, HOUSE_FILE).encode()))


def deal(
    game: str, seed: int = 0, rounds: int = 1, as_of: str | None = None, options: dict[str, str] | None = None
) -> list[dict[str, Any]]:
    """Rounds dealt to a bot, each wager ruled on with its paragraph; the same seed deals the same rounds."""
    if not 1 <= rounds <= MOST_DEALT:
        raise UnknownName(f"{rounds} rounds", accepts=f"1 to {MOST_DEALT}")
    table = _table(game, as_of, options)
    return [verdict_of(library.deal(table, seed=seed + turn)).to_dict() for turn in range(rounds)]


TOOLS = (games, rule, search, odds, dispute, check, deal)


class ToolsServer(MCPServer[Any]):
    """Answers also what is no message of the protocol, which its parent passes over: whoever sent it would wait."""

    async def run_stdio_async(self) -> None:
        passed_on, messages = anyio.create_memory_object_stream[SessionMessage | Exception]()
        served = self._lowlevel_server
        async with stdio_server() as (lines, answers), anyio.create_task_group() as tasks:

            async def read() -> None:
                async with passed_on:
                    async for line in lines:
                        if not isinstance(line, ValidationError):
                            await passed_on.send(line)
                        elif (error := _error_for(line)) is not None:
                            await answers.send(SessionMessage(error))

            tasks.start_soon(read)
            await served.run(messages, answers, served.create_initialization_options())


def _error_for(broken: ValidationError) -> JSONRPCError | None:
    """What JSON-RPC 2.0 has for a line that is no JSON, or no message; with its id, where one can be told."""
    faults = broken.errors(include_url=False)
    if faults[0]["type"] == "json_invalid":
        if not str(faults[0]["input"]).strip():  # an empty line asks for nothing
            return None
        return JSONRPCError(jsonrpc="2.0", id=None, error=ErrorData(code=PARSE_ERROR, message="this is not JSON"))
    whole = next((fault["input"] for fault in faults if fault["type"] == "missing"), None)  # it lacks what answers have
    said = whole.get("id") if isinstance(whole, dict) else None
    known = said if isinstance(said, str | int) and not isinstance(said, bool) else None
    text = "this is no message: accepted is one object a line with jsonrpc (2.0), id, method and params"
    return JSONRPCError(jsonrpc="2.0", id=known, error=ErrorData(code=INVALID_REQUEST, message=text))


def tools_server() -> ToolsServer:
    """A server of all tools; ``run()`` serves them on standard input and output."""
    quiet: Any = {"instructions": INSTRUCTIONS, "version": __version__, "log_level": "ERROR"}
    server = ToolsServer("nomorebets", **quiet)
    for tool in TOOLS:
        server.add_tool(_answers(tool))
    return server
