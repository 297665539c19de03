"""A round to keep: a picture of its felt, and the whole of it on paper."""

from __future__ import annotations

from nomorebets import drawing
from nomorebets.drawing.picture import felt_picture
from nomorebets.papers.document import Column, Grid, Paper, Picture, Row, Section
from nomorebets.papers.writing import pdf_of, require_package
from nomorebets.pricing.mistakes import Decided
from nomorebets.server.web.board import Examined, Viewer, board, felt_then, seats_shown, wagers_shown

FOOTER = "Play money only. Every step names the paragraph that commands it."


def felt_drawn(examined: Examined, entry: int, viewer: Viewer) -> str:
    """The felt after an entry as one drawing."""
    table, then = examined.table, felt_then(examined, entry, viewer)
    wagers = wagers_shown(then, viewer)
    wheel = drawing.wheel(table, then.wheel) if then.wheel in drawing.compartments(table) else ""
    dice = drawing.dice(*then.dice_faces) if then.dice_faces else ""
    chapter = examined.record.header.chapter
    return felt_picture(
        table,
        wagers,
        marks=then.marks,
        cards=then.cards,
        seats=seats_shown(then, wagers),
        beside=[one for one in (wheel, dice) if one],
        says=f"{table.game.entry.name} · N.J.A.C. {chapter} as of {table.as_of} · No More Bets",
    )


def felt_png(examined: Examined, entry: int, viewer: Viewer) -> bytes:
    """The same as a picture."""
    require_package("vl_convert", "a picture")
    import vl_convert

    return vl_convert.svg_to_png(felt_drawn(examined, entry, viewer), scale=2)


def round_paper(examined: Examined, viewer: Viewer, decided: list[Decided] | None, is_whole: bool) -> Paper:
    """The round on paper: what happened step by step, each with its paragraph, the results, and what decisions cost."""
    shown = board(examined, examined.last, viewer, decided)
    steps = [
        Row((str(one["n"]), one["words"] or one["plain"], one["by"]["cite"], one["by"]["basis"]))
        for one in shown["steps"]
    ]
    results = [
        Row((r["seat"], r["wager"], r["staked"], r["result"], r["net"], r["by"]["cite"], r["by"]["basis"]))
        for r in shown["rulings"]
    ]
    costs = [
        Row((str(one["n"]), cost["who"], cost["choice"], cost["verdict"]))
        for one in shown["steps"]
        for cost in one["costs"]
    ]
    cited_by = (Column("paragraph"), Column("basis"))
    amounts = Column("staked", "right"), Column("result"), Column("net", "right")
    parts = [
        Section(
            "The felt",
            (Picture(felt_drawn(examined, fullest(examined), viewer), "The felt before it was cleared.", 60),),
        ),
        Section("What happened", (Grid((Column("", "right"), Column("step", grows=True), *cited_by), tuple(steps)),)),
        Section("Results", (Grid((Column("seat"), Column("wager", grows=True), *amounts, *cited_by), tuple(results)),)),
    ]
    if costs:
        columns = (Column("entry", "right"), Column("seat"), Column("decision"), Column("beside the best", grows=True))
        parts.append(Section("Decisions", (Grid(columns, tuple(costs)),)))
    about = (("Game", shown["game_name"]), ("Text", f"N.J.A.C. {shown['chapter']} as of {shown['day']}"))
    digest = (("SHA-256", examined.digest),) if is_whole else ()  # by it, cards that were not shown could be tried out
    return Paper(shown["game_name"], "A round", (*about, *digest), tuple(parts), FOOTER)


def fullest(examined: Examined) -> int:
    """The entry after which the most lies on the felt."""
    felt, most, entry = examined.record.felt(0), -1, 0
    for number, one in enumerate(examined.record.entries, 1):
        one.request.apply(felt, one.answer)
        lies = sum(map(len, felt.cards.values())) + len(felt.wagers) + bool(felt.dice or felt.wheel)
        if lies >= most:
            most, entry = lies, number
    return entry


def round_pdf(examined: Examined, viewer: Viewer, decided: list[Decided] | None, is_whole: bool) -> bytes:
    """The same as PDF; ``is_whole`` for those who may have the record itself."""
    return pdf_of(round_paper(examined, viewer, decided, is_whole))
