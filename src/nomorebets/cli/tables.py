"""Commands at the table: deal, play, replay, dispute."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from nomorebets.cli.common import (
    AskedTable,
    Count,
    game_argument,
    pairs_of,
    read_file,
    require_house,
    table_options,
    write_out,
)
from nomorebets.cli.naming import GameName
from nomorebets.cli.out import json_option, json_text, require_no_out, told
from nomorebets.errors import UnknownName, counted, shown
from nomorebets.untrusted import HOUSE_FILE, TRANSCRIPT

if TYPE_CHECKING:
    from nomorebets.rulings.dispute import Verdict
    from nomorebets.table import Play, Table
    from nomorebets.table.felt import Felt


@click.command()
@click.argument("names", metavar="[GAME]", nargs=-1, shell_complete=GameName().shell_complete)
@click.option("--seats", type=click.IntRange(1, 100), default=3, show_default=True, help="How many seats bet.")
@click.option("--rounds", type=Count("rounds", 1, 100_000), default=1, show_default=True)
@click.option("--seed", type=int, help="The same seed deals the same rounds; without one, nobody can predict them.")
@click.option(
    "--strategy",
    default="variety",
    show_default=True,
    metavar="NAME",
    help="Wagers like red+straight:17@5.00, or the name of a way to decide.",
)
@click.option(
    "--record",
    "record_file",
    metavar="FILE",
    help="Write the record (JSON Lines) to a file, - for standard output; a hand of poker as PHH to a .phh file.",
)
@click.option(
    "--transcript",
    "transcript_files",
    multiple=True,
    metavar="FILE",
    help="Play the rounds of this transcript (TOML, or a hand in PHH); of several files, one line of JSON each.",
)
@click.option(
    "--opening",
    "remembered",
    multiple=True,
    metavar="NAME=VALUE",
    help="What the table remembers from before the first round: table=just-opened, meter=1000000 (cents).",
)
@click.option("--scoreboard", is_flag=True, help="Draw the scoreboards instead, where a game has them.")
@table_options
@json_option
def deal(
    names: tuple[str, ...],
    seats: int,
    rounds: int,
    seed: int | None,
    strategy: str,
    record_file: str | None,
    transcript_files: tuple[str, ...],
    remembered: tuple[str, ...],
    scoreboard: bool,
    asked: AskedTable,
    as_json: bool,
) -> None:
    """Deal rounds of GAME to bots, or play a transcript, and print every ruling with its paragraph."""
    from nomorebets.cli.show import show_verdict
    from nomorebets.rulings.dispute import verdict_of

    if as_json and record_file == "-":
        raise click.UsageError("--json and --record - would both write to standard output")
    if transcript_files:
        _require_nothing_else(seed, *asked, remembered)
        _require_not_asked_for("seats", "rounds", "strategy", "scoreboard")
        _deal_transcripts((*transcript_files, *names), record_file, as_json)
        return
    if len(names) > 1:
        raise click.UsageError(f"deal takes one GAME, not {len(names)}")
    if not names:
        raise click.UsageError("deal needs a GAME or --transcript FILE")
    game_id = GameName().convert(names[0], None, None)
    from nomorebets.drivers.bots import bots_at
    from nomorebets.drivers.chance import Chance, SecureChance, SeededChance
    from nomorebets.table import Round, play
    from nomorebets.table.felt import Felt, Opening
    from nomorebets.table.memory import read_opening

    table = asked.open(game_id)
    chance: Chance = SecureChance() if seed is None else SeededChance(seed)
    bots = bots_at(table, strategy, seats, chance)
    marks, score = [], _score_of(table, scoreboard)
    before = dict(pairs_of("--opening", remembered, "NAME=VALUE"))
    verdicts, games, opening = [], [], Opening(read_opening(table.game, before))
    for _ in range(rounds):
        game = play(Round(table, Felt.opened(opening), seats={w.seat: 0 for w in bots.wagers}), bots)
        opening = game.next_opening
        games.append(game)
        verdicts.append(verdict_of(game))
        if score is not None and (mark := score(game.table.felt)):
            marks.append(mark)
    if record_file is not None:
        _write_rounds(record_file, games)
    if scoreboard:
        from nomorebets.cli.scoreboard import scoreboard_dict, show_scoreboard
        from nomorebets.drawing.facet import felt_of

        if not told(scoreboard_dict(marks), as_json) and record_file != "-":
            show_scoreboard(marks, felt_of(table.game).sides)
        return
    if not told(_together(verdicts), as_json, "required") and record_file != "-":
        for number, verdict in enumerate(verdicts, 1):
            show_verdict(verdict, title=f"round {number}" if rounds > 1 else "")


TAKEN = ("rake", "jackpot_drop", "time_charge")  # what the house took of pots


def _together(verdicts: Sequence[Verdict]) -> dict[str, Any]:
    """Rulings on several rounds in the form of one: each row with the number of its round, what was taken in all."""
    from nomorebets.table.money import cents, show

    first, *others = rounds = [verdict.to_dict() for verdict in verdicts]
    if not others:
        return first
    numbered = list(enumerate(rounds, 1))
    joined: dict[str, Any] = {"rounds": len(rounds)}
    for name in dict.fromkeys(name for one in rounds for name in one):
        values = [one.get(name) for one in rounds]
        if any(isinstance(value, list) for value in values):
            rows = ((number, row) for number, one in numbered for row in one.get(name, ()))
            joined[name] = [{"round": number, **row} if isinstance(row, dict) else row for number, row in rows]
        elif name in TAKEN:
            joined[name] = show(sum(cents(value) for value in values if value is not None))
        elif all(value == values[0] for value in values):
            joined[name] = values[0]
    return {**joined, "void": all(one["void"] for one in rounds)}


def _deal_transcripts(paths: Sequence[str], record_file: str | None, as_json: bool) -> None:
    """Play a transcript, and write its rounds down where that is wanted; several are ruled on in a line each."""
    from nomorebets.cli.show import show_verdict
    from nomorebets.games import game_ids
    from nomorebets.rulings.dispute import play_rounds, rule_on
    from nomorebets.rulings.transcript import at_game_file, read_transcript

    _require_nothing_else(*(path for path in paths if path in game_ids()))
    if len(paths) > 1:
        if record_file is not None:
            raise click.UsageError("--record goes with one transcript")
        _rule_on_each(paths)
        return
    transcript = at_game_file(read_transcript(read_file(paths[0], TRANSCRIPT)), Path(paths[0]).parent)
    verdict = rule_on(transcript)
    if record_file is not None:
        _write_rounds(record_file, play_rounds(transcript))
    if not told(verdict.to_dict(), as_json, "required") and record_file != "-":
        show_verdict(verdict)


def _require_nothing_else(*others: object) -> None:
    """A transcript names its own game, date and house: a second name might contradict it."""
    if any(other not in (None, ()) for other in others):
        raise click.UsageError("the transcript names the game, date, house rules and outcomes; leave them out")


def _require_not_asked_for(*options: str) -> None:
    """Options that have a default, and of which a transcript takes no notice."""
    context = click.get_current_context()
    asked_for = [name for name in options if context.get_parameter_source(name) is ParameterSource.COMMANDLINE]
    _require_nothing_else(tuple(asked_for))


def _write_rounds(path: str, games: Sequence[Play]) -> None:
    """Rounds to a file: records, or by the end of its name a hand of poker in the format that others read."""
    from nomorebets.rulings.ohh import write_ohh
    from nomorebets.rulings.phh import write_phh
    from nomorebets.table.record import record_of, write

    if path.endswith(".ohh"):
        write_out(path, "".join(write_ohh(game, number) for number, game in enumerate(games, 1)).encode())
        return
    if not path.endswith(".phh"):
        write_out(path, b"".join(write(record_of(game)) for game in games))
        return
    if len(games) != 1:
        raise click.UsageError(f"a .phh file holds one hand, not {len(games)}")
    write_out(path, write_phh(games[0]).encode())


def _rule_on_each(paths: Sequence[str], read: bytes = b"") -> None:
    """Rulings on several transcripts, hands or records, a line of JSON for each; what cannot be ruled on says why.

    ``read``: what is in the file, where there is one that was read before.
    """
    import json

    require_no_out("of several files")
    is_right = True
    for path in paths:
        for line, holds in _each_ruled_on(path, read):
            click.echo(json.dumps(line, allow_nan=False))
            is_right &= holds
    if not is_right:
        raise click.exceptions.Exit(1)


def _each_ruled_on(path: str, read: bytes) -> Iterator[tuple[dict[str, Any], bool]]:
    """The line of every hand of a file, and whether it was done and written down as the rules require."""
    from nomorebets.errors import RulesError

    try:
        hands = _hands_in(read or read_file(path))
    except (RulesError, OSError) as fault:  # the other files are ruled on all the same
        why = fault.strerror or str(fault) if isinstance(fault, OSError) else str(fault)
        yield {"file": path, "refused": why}, False
        return
    for hand, reported in hands:
        line: dict[str, Any] = {"file": path, **({"hand": hand} if hand else {})}
        try:
            verdicts = _rulings_on(reported, path)
            rulings = [verdict.to_dict() for verdict in verdicts]
            line |= rulings[0] if len(rulings) == 1 else {"rulings": rulings}
            line |= (recorded := _as_recorded(reported, verdicts))
        except RulesError as fault:
            yield {**line, "refused": str(fault)}, False
            continue
        differs = any(ruling["differences"] for ruling in rulings)
        yield line, not differs and recorded.get("as_recorded", True)


def _hands_in(content: bytes) -> list[tuple[str, bytes]]:
    """The hands of a file that holds several, by their numbers; a file of another kind is one part."""
    from nomorebets.rulings.phh import hands_in

    return hands_in(content) or [("", content)]


def _as_recorded(content: bytes, verdicts: Sequence[Verdict]) -> dict[str, Any]:
    """Whether a hand that somebody wrote down ended as its file says; nothing where the file says nothing."""
    from nomorebets.rulings.phh import recorded
    from nomorebets.table.money import show
    from nomorebets.table.record import is_record

    if is_record(content) or not (ends := recorded(content)):
        return {}
    nets = {ruling.seat: ruling.net for ruling in verdicts[0].required}
    as_recorded = all(nets.get(seat, 0) == net for seat, net in ends.items())
    told = {} if as_recorded else {"recorded": {str(seat): show(net) for seat, net in ends.items()}}
    return {"as_recorded": as_recorded, **told}


def _rulings_on(content: bytes, path: str) -> list[Verdict]:
    """The rulings on a transcript, or on every round of a record."""
    from nomorebets.rulings.dispute import rule_on, rule_on_record
    from nomorebets.rulings.transcript import at_game_file, read_transcript
    from nomorebets.table.record import is_record, read_all

    if is_record(content):
        return [rule_on_record(record) for record in read_all(content)]
    return [rule_on(at_game_file(read_transcript(content), Path(path).parent))]


def _score_of(table: Table, wanted: bool) -> Callable[[Felt], str] | None:
    """How a round is marked on a scoreboard, where one is wanted."""
    from nomorebets.drawing.facet import felt_of
    from nomorebets.games import game, game_ids

    score = felt_of(table.game).score if wanted and felt_of(table.game).sides else None
    if wanted and score is None:
        kept = [known for known in game_ids() if felt_of(game(known)).sides]
        raise UnknownName(f"{table.game.id} has no scoreboard", accepts=", ".join(kept))
    return score


@click.command()
@game_argument
@table_options
def play(game_id: str, asked: AskedTable) -> None:
    """Play GAME in the terminal; without a terminal, watch a round being dealt."""
    from nomorebets.cli.terminal import demonstrate, sit_down

    table = asked.open(game_id)
    at_terminal = all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))
    if at_terminal and not table.game.terms.why_not_alone:
        sit_down(table)
    else:
        demonstrate(table, game_id)


@click.command()
@click.argument("file")
@click.option("--entry", type=int, metavar="N", help="Show the felt as it was after this entry.")
@click.option("--round", "round_number", type=int, metavar="N", help="Which round of the file, where it holds several.")
@json_option
def replay(file: str, entry: int | None, round_number: int | None, as_json: bool) -> None:
    """Rebuild a recorded round step by step; a record that was altered is refused."""
    from nomorebets.cli.show import felt_dict, show_felt, show_steps
    from nomorebets.errors import RecordError
    from nomorebets.table.record import read_all, reproduce, write

    content = read_file(file)
    records = read_all(content)
    if round_number is None and len(records) > 1 and entry is not None:
        raise RecordError(f"the file holds {len(records)} rounds", accepts=f"--round 1 to --round {len(records)}")
    if round_number is not None and not 1 <= round_number <= len(records):
        raise RecordError(f"there is no round {round_number} in the file", accepts=f"1 to {len(records)}")
    chosen = records if round_number is None else [records[round_number - 1]]
    for record in chosen:
        reproduce(record)
        if entry is not None and not 0 <= entry <= len(record.entries):
            raise RecordError(f"there is no entry {entry}", accepts=f"0 to {len(record.entries)}")
    shown = [
        {
            "game": record.header.game,
            "as_of": record.as_of.isoformat(),
            "entries": len(record.entries),
            "after_entry": len(record.entries) if entry is None else entry,
            "felt": felt_dict(record.felt(entry), record.as_of),
        }
        for record in chosen
    ]
    if told({"rounds": shown}, as_json):
        return
    for record in chosen:
        if entry is None:
            show_steps(record)
        else:
            show_felt(record, entry)
    size = sum(len(write(record)) for record in chosen)
    click.echo(f"{counted(len(chosen), 'round')}, {size:,} bytes: unaltered, and reproduced by the script.")


@click.command()
@click.argument("files", metavar="FILE", nargs=-1, required=True)
@click.option("--house", "house_file", metavar="FILE", help="The licensee's house rules (TOML) for a transcript.")
@click.option("--table", "table_id", metavar="ID", help="Which table of the house file, where it has several.")
@click.option("--export", "export", metavar="FILE", help="Write the gaming-dispute form (JSON) to a file.")
@click.option(
    "--detail",
    "details",
    multiple=True,
    metavar="NAME=VALUE",
    help="A field of the form, such as property, table, time, dealer or supervisor; may be repeated.",
)
@json_option
def dispute(
    files: tuple[str, ...],
    house_file: str | None,
    table_id: str | None,
    export: str | None,
    details: tuple[str, ...],
    as_json: bool,
) -> None:
    """Compare what FILE (a transcript or a record) says was done with what the rules require; exit 1 if they differ.

    Several files, and the hands of a .phhs file, give one line of JSON each.
    """
    from nomorebets.cli.show import show_verdict
    from nomorebets.rulings.dispute import rule_on
    from nomorebets.rulings.transcript import at_game_file, read_transcript, under_house
    from nomorebets.table.record import is_record

    require_house(house_file, table_id)
    content = read_file(files[0]) if len(files) == 1 else b""
    if len(files) > 1 or len(_hands_in(content)) > 1:
        if house_file or export or details:
            raise click.UsageError("--house, --export and --detail go with one FILE")
        _rule_on_each(files, content)
        return
    filed = _details(details)
    if house_file and is_record(content):
        raise click.UsageError("a record has its own house rules; leave --house out")
    if not house_file:
        verdicts = _rulings_on(content, files[0])
    else:
        from nomorebets.compliance.housefile import read_house_file, settings_from

        transcript = at_game_file(read_transcript(content), Path(files[0]).parent)
        house = read_file(house_file, HOUSE_FILE)
        day, settings = settings_from(house, transcript.game, table_id, Path(house_file).parent)
        transcript = under_house(transcript, settings, day)
        known = {"property": read_house_file(house).licensee or "", "table": table_id or ""}
        filed = {**known, **transcript.details, **filed}
        verdicts = [rule_on(transcript)]
    if export is not None:
        from nomorebets.rulings.form import gaming_dispute

        forms = [gaming_dispute(verdict, filed, content.decode("utf-8", "replace")) for verdict in verdicts]
        write_out(export, json_text(forms[0] if len(forms) == 1 else forms).encode())
    if not told(_together(verdicts), as_json, "required") and export != "-":
        for verdict in verdicts:
            show_verdict(verdict, compare=True)
    if any(verdict.differences for verdict in verdicts):
        raise click.exceptions.Exit(1)


def _details(pairs: tuple[str, ...]) -> dict[str, str]:
    """The fields of the form given on the command line."""
    from nomorebets.rulings.transcript import DETAILS

    fields = dict(pairs_of("--detail", pairs, "NAME=VALUE"))
    for name in fields:
        if name not in DETAILS:
            raise UnknownName(f"--detail {shown(name)} is not a field of the form", accepts=", ".join(DETAILS))
    return fields


COMMANDS: tuple[click.Command, ...] = (deal, play, replay, dispute)
