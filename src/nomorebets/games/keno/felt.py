"""How keno looks: the board of eighty numbers with those that came, the schedules, and the last games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from nomorebets.drawing.balls import ball_mark, balls
from nomorebets.drawing.facet import GameFelt
from nomorebets.drawing.pay_signs import PaySign
from nomorebets.drawing.places import Board, hit, rect, sheet
from nomorebets.drawing.svg import GOLD, INK, SHADE, label, svg, tag
from nomorebets.equipment.balls import MOST
from nomorebets.games.keno.schedules import BY, SCHEDULES, SELECTED, schedule, stated
from nomorebets.games.keno.terms import (
    ABOVE,
    AGGREGATE_LIMIT,
    AGGREGATE_RULE,
    CLAIM_PERIOD,
    MAX_SPOTS,
    NEXT_GAME,
    STRAIGHT,
    TICKET_LIMIT,
    most_paid,
)
from nomorebets.procedures.tickets import GAME_NUMBER
from nomorebets.table import Place, Table
from nomorebets.table.balls import DRAWN
from nomorebets.table.felt import Felt
from nomorebets.table.money import cents, dollars

ACROSS, CELL, EDGE, BETWEEN = 10, 43.0, 5.0, 8.0
LISTED = 8  # games of the history


def board(board: Board) -> str:
    """Eight rows of ten; the numbers of this game light up, and tickets are marked here."""
    came = {int(ball) for ball in board.cards.get(DRAWN, ())}
    out = tag("g", *(_cell(number, number in came) for number in range(1, MOST + 1)), data_area=DRAWN)
    high = _top(MOST) + CELL + EDGE
    game = board.marks.get(GAME_NUMBER, "")
    says = f"GAME {game}" if game else "KENO"
    out += label(EDGE + ACROSS * CELL / 2, high + 9, says, 16, fill=GOLD)
    return sheet(high + 20, out, "numbers", ACROSS * CELL + 2 * EDGE)


def _top(number: int) -> float:
    row = (number - 1) // ACROSS
    return EDGE + CELL * row + (BETWEEN if number > MOST // 2 else 0)


def _cell(number: int, came: bool) -> str:
    x, y = EDGE + CELL * ((number - 1) % ACROSS) + CELL / 2, _top(number) + CELL / 2
    box = rect(CELL - 3, CELL - 3, 5, fill=SHADE, class_="line box")
    ball = tag("g", ball_mark(number, CELL * 0.42), class_="ball", display=None if came else "none")  # on paper too
    figure = label(0, 0, number, 18, fill=INK, class_="name")
    return tag(
        "g",
        box,
        figure,
        ball,
        hit(CELL - 1, CELL - 1, 5),
        class_="number came" if came else "number",
        data_number=number,
        role="button",
        tabindex=0 if number == 1 else -1,
        aria_pressed="false",
        aria_label=f"{number}, came" if came else f"{number}",
        transform=f"translate({x:g} {y:g})",
    )


def pays(table: Table, place: Place) -> str:
    """The highest prize of a straight ticket; all that a ticket pays stands in the schedules."""
    prizes = schedule(table.house, len(place.covers)) if place.kind == STRAIGHT else {}
    return f"up to {stated(table.house, max(prizes.values()))}" if prizes else "by the schedules"


def pay_signs(table: Table) -> tuple[PaySign, ...]:
    """A sign for each number of spots that may be played."""
    played = [n for n in SCHEDULES if n <= int(table.house[MAX_SPOTS]) and schedule(table.house, n)]
    return tuple(_sign(table, spots) for spots in played)


def _sign(table: Table, spots: int) -> PaySign:
    rows = schedule(table.house, spots).items()
    own = table.house[SCHEDULES[spots]] != "sample"
    name = f"{spots} spot{'s' if spots > 1 else ''}" + ("" if own else ", a sample")
    return PaySign(name, tuple((f"catch {c}", stated(table.house, prize)) for c, prize in sorted(rows)), BY)


def score(felt: Felt) -> str:
    """A game that is over: its number and its twenty numbers; nothing where it was void."""
    numbers = sorted(map(int, felt.hand(DRAWN)))
    game = int(felt.state.get(GAME_NUMBER, "2")) - 1
    is_void = any(result.outcome == "void" for result in felt.results)
    return f"{game}: {' '.join(map(str, numbers))}" if len(numbers) == SELECTED and not is_void else ""


def history(results: Sequence[str]) -> str:
    """The last games, and how often each number came in those that are kept: as large when there is none yet."""
    games = [(game, [int(n) for n in numbers.split()]) for game, _, numbers in (r.partition(": ") for r in results)]
    listed = [
        tag("li", tag("span", f"Game {game}"), balls(numbers), class_="game-result")
        for game, numbers in games[-LISTED:][::-1]
    ]
    came = Counter(number for _, numbers in games for number in numbers)
    return tag(
        "div",
        tag(
            "ol",
            *(listed or [tag("li", "No games yet.", class_="quiet")]),
            class_="last-games",
            aria_label="The last games, the newest first",
            tabindex=0,
        ),
        frequencies(came, len(games)),
        class_="scores",
    )


def frequencies(came: Counter[int], games: int) -> str:
    """How often each number came: the board once more, the taller the bar the more often."""
    most = max(came.values(), default=1)
    out = ""
    for number in range(1, MOST + 1):
        x, y = 20 * ((number - 1) % ACROSS), 26 * ((number - 1) // ACROSS)
        high = 16 * came[number] / most
        out += tag("rect", x=x + 2, y=y + 17 - high, width=16, height=high, fill=GOLD)
        out += label(x + 10, y + 22, number, 7.2, fill="currentColor")
        out += label(x + 10, y + 12, came[number], 7.2, fill="currentColor", font_weight="700") if came[number] else ""
    often = ", ".join(
        f"{number} once" if times == 1 else f"{number} {times} times" for number, times in came.most_common(5)
    )
    known = "one game" if games == 1 else f"{games} games"
    says = f"how often each number came in {known}" + (f": {often}" if often else "")
    return svg(20 * ACROSS, 26 * (MOST // ACROSS), out, says=says, class_="score frequencies")


def on_tickets(table: Table) -> tuple[tuple[str, str], ...]:
    """Until when a ticket is paid, and the most that is (R-15.6-claim, R-15.3-aggregate)."""
    period = table.house[CLAIM_PERIOD]
    within = "within a day" if period == "1" else f"within {period} days"
    until = "before the next game closes" if period == NEXT_GAME else within
    above = table.house[AGGREGATE_RULE].partition(ABOVE)[2]
    shared = f"All prizes of a game above {dollars(cents(above))}" if above else "All prizes of a game"
    limits = {shared: AGGREGATE_LIMIT, "Prizes of a ticket": TICKET_LIMIT}
    most = {name: most_paid(table.house, limit) for name, limit in limits.items()}
    return (
        ("Paid", until),
        *((name, f"at most {dollars(limit)}") for name, limit in most.items() if limit is not None),
    )


FELT = GameFelt(
    emblem=balls((7, 23, 61)),
    cloth="felt-plain",
    board=board,
    pays=pays,
    pay_signs=pay_signs,
    score=score,
    history=history,
    marks_numbers=True,
    on_tickets=on_tickets,
)
