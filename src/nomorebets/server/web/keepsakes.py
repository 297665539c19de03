"""A round to keep, in the visitor's language: a picture of its felt, and the whole of it on paper."""

from __future__ import annotations

from typing import Literal

from nomorebets import drawing
from nomorebets.drawing.picture import felt_picture
from nomorebets.papers.document import Block, Column, Grid, Paper, Picture, Row, Section
from nomorebets.papers.writing import pdf_of, require_package
from nomorebets.pricing.mistakes import Decided
from nomorebets.server.web.board import Examined, Viewer, board, felt_then, seats_shown, wagers_shown
from nomorebets.server.web.languages import fragment, language, say

FOOTER = "Play money only. Every step names the paragraph that commands it."


def felt_drawn(examined: Examined, entry: int, viewer: Viewer) -> str:
    """The felt after an entry as one drawing."""
    table, then = examined.table, felt_then(examined, entry, viewer)
    wagers = wagers_shown(then, viewer)
    wheel = drawing.wheel(table, then.wheel) if then.wheel in drawing.compartments(table) else ""
    dice = drawing.dice(*then.dice_faces) if then.dice_faces else ""
    chapter = examined.record.header.chapter
    drawn = felt_picture(
        table,
        wagers,
        marks=then.marks,
        cards=then.cards,
        seats=seats_shown(then, wagers),
        beside=[one for one in (wheel, dice) if one],
        says=f"{table.game.entry.name} · N.J.A.C. {chapter} as of {table.as_of} · No More Bets",
    )
    return fragment(drawn)


def felt_png(examined: Examined, entry: int, viewer: Viewer) -> bytes:
    """The same as a picture."""
    require_package("vl_convert", "a picture")
    import vl_convert

    return vl_convert.svg_to_png(felt_drawn(examined, entry, viewer), scale=2)


def round_paper(examined: Examined, viewer: Viewer, decided: list[Decided] | None, is_whole: bool) -> Paper:
    """The round on paper: what happened step by step, each with its paragraph, the results, and what decisions cost."""
    shown = board(examined, examined.last, viewer, decided)
    steps = [
        _row(str(one["n"]), one["words"] or one["plain"], one["by"]["cite"], one["by"]["basis_words"])
        for one in shown["steps"]
    ]
    results = [
        _row(r["seat"], r["wager"], r["staked"], r["called"], r["net"], r["by"]["cite"], r["by"]["basis_words"])
        for r in shown["rulings"]
    ]
    costs = [
        _row(str(one["n"]), cost["who"], cost["choice"], cost["verdict"])
        for one in shown["steps"]
        for cost in one["costs"]
    ]
    cited_by = (_column("Paragraph"), _column("Basis"))
    amounts = _column("Staked", "right"), _column("Result"), _column("Net", "right")
    felt = Picture(felt_drawn(examined, fullest(examined), viewer), say("The felt before it was cleared."), 60)
    happened = Grid((Column("", "right"), _column("Step", grows=True), *cited_by), tuple(steps))
    became = Grid((_column("Seat"), _column("Wager", grows=True), *amounts, *cited_by), tuple(results))
    parts: list[tuple[str, Block]] = [("The felt", felt), ("What happened", happened), ("Results", became)]
    if costs:
        columns = (_column("Entry", "right"), _column("Seat"), _column("Decision"))
        parts.append(("Decisions", Grid((*columns, _column("Beside the best", grows=True)), tuple(costs))))
    game, text = say(shown["game_name"]), say(f"N.J.A.C. {shown['chapter']} as of {shown['day']}")
    digest = (("SHA-256", examined.digest),) if is_whole else ()  # by it, cards that were not shown could be tried out
    return Paper(
        game,
        say("Round of play"),
        ((say("Game"), game), (say("Text"), text), *digest),
        tuple(Section(say(heading), (block,)) for heading, block in parts),
        say(FOOTER),
        page=say("page {1} of {2}"),
        language=language(),
    )


def _row(*cells: str) -> Row:
    return Row(tuple(map(say, cells)))


def _column(name: str, align: Literal["left", "right"] = "left", *, grows: bool = False) -> Column:
    return Column(say(name), align, grows)


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
