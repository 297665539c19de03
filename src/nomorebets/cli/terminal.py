"""A table in the terminal: wagers typed, the dealer's words read, every result with its paragraph."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, field

import click
import msgspec

from nomorebets.cli.common import console
from nomorebets.cli.figures import ODDS, show_chart
from nomorebets.cli.progress import waiting
from nomorebets.cli.show import cited, show_verdict
from nomorebets.drawing.facet import felt_of
from nomorebets.drivers.bots import bots_at
from nomorebets.drivers.chance import SecureChance, draw
from nomorebets.equipment.packs import printed
from nomorebets.errors import RulesError, WagerRefused
from nomorebets.pricing.facet import Pricing, odds_of
from nomorebets.pricing.mistakes import decided, in_money
from nomorebets.pricing.sheet import odds_at
from nomorebets.regulation import law
from nomorebets.rulings.dispute import verdict_of
from nomorebets.table import Play, Round, Table, Wager, play
from nomorebets.table.acceptance import require_chips, verify_bets, verify_wager
from nomorebets.table.areas import Area
from nomorebets.table.decisions import Chosen
from nomorebets.table.felt import Felt, Opening
from nomorebets.table.ledger import patron
from nomorebets.table.money import dollars
from nomorebets.table.play import chips_needed
from nomorebets.table.requests import Answer, Bets, PatronRequest
from nomorebets.table.wagers import Change, seats_words

BUY_IN = 50000  # cents
FIRST = 1  # the seat one takes
HELP = """  {example:17} put $10 on {first}{others}
  clear             take your wagers up again
  go                no more bets
  odds              what each wager pays and costs
  quit              leave the table"""
PAYS_HELP = "  pays              the pay tables of the side wagers"
BOX_HELP = "  2 {example:15} the same at seat 2, which you play too; up to {most} seats"
CHART_HELP = "  chart             the chart of the best play; at a decision too, with its cell in brackets"


def demonstrate(table: Table, called: str) -> None:
    """One round dealt to three bots and printed: what there is to see without a terminal. ``called``: as typed."""
    out = console()
    out.print(
        f"A round of {table.game.entry.name.lower()}, dealt to three bots. "
        "Every result names the paragraph that commands it.\n"
    )
    show_verdict(verdict_of(play(Round(table), bots_at(table, "variety", 3, SecureChance()))))
    alone = f"One patron alone cannot play it: {table.game.terms.why_not_alone}."
    name = shlex.quote(called)
    seats_you = f"In a terminal, nomorebets play {name} seats you at the table."
    out.print(alone if table.game.terms.why_not_alone else seats_you)
    paragraph = table.game.terms.dealt_by
    out.print(f"Next: nomorebets odds {name}, nomorebets rule {paragraph}, nomorebets --help")


def help_at(table: Table) -> str:
    """What can be typed at a table, with wagers of its own layout."""
    one_of_each = [places[0].id for places in table.kinds().values()]
    plain = [place for place in one_of_each if ":" not in place]
    first = "red" if "red" in plain else (plain or one_of_each)[0]
    first = next(iter(table.game.betting.bundles), first)
    some = [place for place in one_of_each if place != first][:3]
    others = f" (any wager: {', '.join(some)}, …)" if some else ""
    lines = [HELP.format(example=f"{first} 10", first=first, others=others)]
    if (most := most_boxes(table)) > 1:
        lines.append(BOX_HELP.format(example=f"{first} 10", most=most))
    lines += [PAYS_HELP] if felt_of(table.game).pay_signs(table) else []
    return "\n".join([*lines, *([CHART_HELP] if table.game.terms.said else [])])


def most_boxes(table: Table) -> int:
    """How many seats one patron may play."""
    several = table.game.terms.several
    return several.most(table.house) if several is not None else 1


@dataclass
class Seat:
    """The one patron of this table."""

    stack: int = BUY_IN
    wagers: list[Wager] = field(default_factory=list)
    opening: Opening = field(default_factory=Opening)  # what the table remembers, and what still stands
    removed: list[Wager] = field(default_factory=list)
    changed: list[Change] = field(default_factory=list)

    @property
    def boxes(self) -> list[int]:
        """The seats the patron plays: the first, or those that wagers lie at."""
        return sorted({wager.seat for wager in (*self.wagers, *self.opening.wagers)} or {FIRST})

    @property
    def free(self) -> int:
        """Chips that are not on the layout."""
        return self.stack - sum(wager.staked for wager in (*self.wagers, *self.opening.wagers))

    def round(self, table: Table, box: int = 0) -> Round:
        """The next round at the table as the last one left it.

        Chips that are not down are for a wager at ``box``; without it they are divided between the patron's boxes.
        """
        down = {
            one: sum(wager.staked for wager in self.wagers if wager.seat == one) for one in {*self.boxes, box} - {0}
        }
        shares = {box: self.free} if box else shared(self.free, self.boxes)
        return Round(
            table, Felt.opened(self.opening), seats={one: put + shares.get(one, 0) for one, put in down.items()}
        )


def shared(chips: int, boxes: list[int]) -> dict[int, int]:
    """Whole dollars in equal parts; what is left over lies at the first box.

    >>> shared(10_050, [1, 3])
    {1: 5050, 3: 5000}
    """
    each = chips // len(boxes) // 100 * 100
    return dict.fromkeys(boxes, each) | {boxes[0]: chips - each * (len(boxes) - 1)}


def sit_down(table: Table) -> None:
    """Rounds until the patron leaves or has nothing left."""
    out = console()
    chapter = law.chapter_on(table.as_of).number
    out.print(
        f"{table.game.entry.name}, as of {table.as_of} (N.J.A.C. {chapter}). You have {dollars(BUY_IN)} in play money."
    )
    click.echo(help_at(table))
    seat = Seat()
    while seat.stack > 0:
        if not _betting(table, seat):
            break
        _deal(table, seat)
        for orders in (seat.wagers, seat.removed, seat.changed):
            orders.clear()
    out.print(f"You leave with {dollars(seat.stack)}.")


def _betting(table: Table, seat: Seat) -> bool:
    """Take wagers until the patron says go; False if the patron leaves."""
    while True:
        _show_standing(seat)
        try:
            words = click.prompt(
                f"[{dollars(seat.free)}, {dollars(seat.stack - seat.free)} down]",
                default="",
                prompt_suffix=" > ",
                show_default=False,
            )
        except click.Abort:
            click.echo()
            return False
        order, _, amount = words.strip().partition(" ")
        if order in ("quit", "exit", "q"):
            return False
        if order in ("go", "spin", "deal"):
            if not seat.wagers and not seat.opening.wagers:
                click.echo("Put something down first:")
                click.echo(help_at(table).splitlines()[0])
            elif _can_be_dealt(table, seat):
                return True
        elif order == "clear":
            for orders in (seat.wagers, seat.removed, seat.changed):
                orders.clear()
        elif order in ("down", "on", "off") and table.game.betting.carries:
            _change(table, seat, order, amount)
        elif order == "odds":
            _show_odds(table)
        elif order == "pays":
            _show_pay_signs(table)
        elif order == "chart":
            _show_chart(table)
        elif order in ("", "help", "?"):
            click.echo(help_at(table))
        elif order.isdecimal() and most_boxes(table) > 1:
            on, _, much = amount.strip().partition(" ")
            _put_down(table, seat, on, much or "10", int(order[:3]))
        else:
            _put_down(table, seat, order, amount or "10")


def _show_standing(seat: Seat) -> None:
    """The point and the wagers that stand, where there are any."""
    if seat.opening.state.get("point"):
        click.echo(f"the point is {seat.opening.state['point']}")
    if seat.opening.wagers:
        click.echo("standing: " + ", ".join(f"{w.on} {dollars(w.amount)}" for w in seat.opening.wagers))


def _change(table: Table, seat: Seat, act: str, on: str) -> None:
    """Take a standing wager down, or call it on or off; what is said last counts."""
    at = seat.round(table)
    try:
        place = table.place(table.game.betting.intended(at, 1, on.strip(), True)).id
        still = [wager for wager in at.wagers if wager not in seat.removed]
        lying = next((wager for wager in still if wager.on == place), Wager(1, place, 0))
        removed, changed = [*seat.removed], [change for change in seat.changed if change.wager != lying]
        if act == "down":
            removed.append(lying)
        else:
            changed.append(Change(lying, msgspec.structs.replace(lying, call=act, button=True)))
        verify_bets(at, (), tuple(removed), table.game.terms.dealt_by, tuple(changed))
    except RulesError as refused:
        click.echo(str(refused))
        return
    seat.removed, seat.changed = removed, changed
    click.echo(f"{place}: {'taken down' if act == 'down' else f'called {act}'} before the next roll")


def _put_down(table: Table, seat: Seat, on: str, amount: str, box: int = FIRST) -> None:
    at = seat.round(table, box)
    try:
        _require_box(table, seat, box)
        for lying in seat.wagers:
            at.felt.put_down(lying, table.place_of(lying).by)
        made, left = [], seat.free  # a round does not count the chips of a seat that has none left
        intended = table.game.betting.intended(at, box, on, False)
        for place in table.places(intended):
            made.append(at.wager(box, on if intended != on else place.id, amount))
            verify_wager(at, made[-1])
            require_chips(at, made[-1], left)
            left -= made[-1].staked
            at.felt.put_down(made[-1], place.by)
    except RulesError as refused:
        click.echo(str(refused))
        return
    seat.wagers += made
    for wager in made:
        place, pays = table.place_of(wager), table.pays(wager.on)
        odds = f"; pays {pays}" if pays else ""
        where = f"{place.where}, seat {box}" if most_boxes(table) > 1 else place.where
        click.echo(f"{dollars(wager.amount)} on {where}{odds} [{cited(place.by, table.as_of)}]")


def _require_box(table: Table, seat: Seat, box: int) -> None:
    """Refuse a seat the table does not have, or one more than a patron may play."""
    several, own = table.game.terms.several, {wager.seat for wager in seat.wagers}
    if several is None or box in own:
        return
    if not 1 <= box <= table.seats:
        raise WagerRefused(f"there is no seat {box}", several.by, table.as_of, f"1 to {table.seats}")
    if len(own) >= several.most(table.house):
        raise WagerRefused(
            f"you play {seats_words(own)} already", several.by, table.as_of, f"wagers at {seats_words(own)}"
        )


def _can_be_dealt(table: Table, seat: Seat) -> bool:
    """Whether the wagers that are down are complete; if not, says what is missing."""
    try:
        orders = tuple(seat.wagers), tuple(seat.removed), table.game.terms.dealt_by, tuple(seat.changed)
        verify_bets(seat.round(table), *orders)
    except RulesError as refused:
        click.echo(str(refused))
        return False
    return True


def _show_odds(table: Table) -> None:
    with waiting(ODDS):
        sheet = odds_at(table)
    for line in sheet.values():
        click.echo(f"  {line.wager:15} pays {table.pays(line.wager):9} costs {line.edge_decimal:.3%} ({line.edge})")


def _show_shoe(at: Round) -> None:
    """How far the shoe is dealt down, where a table shows it."""
    shoe = felt_of(at.game).shoe
    level = shoe(at) if shoe is not None else None
    if level is not None:
        click.echo(f"shoe: {level.words}; {level.discarded} in the discard rack")


def _show_pay_signs(table: Table) -> None:
    """The pay tables that stand beside the felt."""
    for sign in felt_of(table.game).pay_signs(table) or ():
        click.echo(f"  {sign.name} [{cited(sign.by, table.as_of)}]")
        for row, pays in sign.rows:
            click.echo(f"    {row}: {pays}")


def _show_chart(table: Table, present: tuple[str, str] | None = None) -> None:
    known = odds_of(table.game)
    with waiting("the best play"):
        chart = known.advice(table, Pricing()).chart if known is not None and known.advice is not None else None
    if chart is None:
        click.echo("This game has no chart: nomorebets strategy says how it is played.")
    else:
        show_chart(chart, present)


def _weigh(table: Round, request: PatronRequest, seat: int, part: Answer) -> None:
    """Say what a decision cost beside the best, where the game knows."""
    if not isinstance(part, Chosen):
        return
    made = decided(0, request, seat, part, table)
    choice, best = made.choice.lower(), made.best.lower()
    if made.cost is None:
        return
    if not made.cost:
        click.echo(f"  {choice} is the best play")
        return
    share = f", {float(made.cost / made.stake):.2%} of the first wager" if made.stake else ""
    click.echo(f"  {choice} costs {in_money(made.cost)} on average{share}; {best} is best")


def _decide(game: Play, request: PatronRequest) -> None:
    """Show the cards and ask until the decision is one the rules allow."""
    parts: dict[int, Answer] = {}
    for seat in request.seats() or (0,):
        parts[seat] = _part(game, request, seat, parts)
    game.answer(request.join(parts))


def _part(game: Play, request: PatronRequest, seat: int, said_before: dict[int, Answer]) -> Answer:
    table = game.table
    for area, lying in table.felt.seen_by(seat).items():
        click.echo(f"  {Area.read(area).words}: {' '.join(printed(card) for card in lying)}")
    assumed = request.assumed(seat)
    said = request.written(seat, assumed) if assumed is not None else {}
    usual = " ".join(str(value) for name, value in said.items() if name != "hand")
    while True:
        try:
            words = click.prompt(request.prompt(seat), default=usual or None, prompt_suffix=" > ")
        except click.Abort:
            return request.default(seat, gone=True)
        if words.strip() == "chart":
            known, asked = odds_of(table.game), request.ask_of(seat)
            present = known.cell(asked, table) if known is not None and known.cell is not None and asked else None
            _show_chart(table.table, present)
            continue
        try:
            part = request.read(seat, request.typed(seat, words, table), table)
            request.verify_part(table, seat, part)
            _require_means(game, request, seat, {**said_before, seat: part})
        except RulesError as refused:
            click.echo(str(refused))
        else:
            _weigh(table, request, seat, part)
            return part


def _require_means(game: Play, request: PatronRequest, seat: int, parts: dict[int, Answer]) -> None:
    """Refuse a decision that brings a wager for which the patron has no chips, at whichever of his boxes they lie."""
    table = game.table
    needs = chips_needed(game.copy(), request.join(parts), [patron(box) for box in table.seats])
    left = sum(chips + table.felt.ledger.balance[patron(box)] for box, chips in table.seats.items())
    if sum(needs.values()) > left:
        choice = getattr(parts[seat], "choice", "that")
        text = f"seat {seat}: {choice} needs {dollars(needs[patron(seat)])}; you have {dollars(left)}"
        others = [str(option) for option in request.question(seat, table).get("choices", ()) if option != choice]
        raise WagerRefused(text, request.by, table.as_of, ", ".join(others))


def _put_on_layout(game: Play, orders: Bets) -> None:
    """What the patron put down; what may not lie there as the round has begun goes back, with the reason."""
    try:
        game.answer(orders)
    except RulesError as refused:
        click.echo(f"{refused}; your wagers go back")
        game.answer(Bets())


def _deal(table: Table, seat: Seat) -> None:
    """One round with the wagers that are down, with the dealer's calls as they come."""
    chance = SecureChance()
    game = Play(seat.round(table))
    orders = Bets(tuple(seat.wagers), tuple(seat.removed), tuple(seat.changed))
    while game.request is not None:
        request, asked = game.request, game.asked
        if asked is not None and asked.takes_wagers:
            _put_on_layout(game, orders)
            orders = Bets()
        elif asked is not None:
            _decide(game, asked)
        elif request.asks == "chance":
            game.answer(draw(request, game.table, chance))
        else:
            game.answer(request.usual())
            words = request.tell(request.usual(), game.table).words if request.is_aloud else ""
            if words:
                click.echo(f"{words} [{cited(request.by, table.as_of)}]")
    for ruling in game.rulings:
        seat.stack += ruling.net if ruling.seat else 0  # the dealer's own wager against a bank is the house's
        sign = "+" if ruling.net > 0 else ""
        where = f"seat {ruling.seat}, " if len(seat.boxes) > 1 else ""
        click.echo(
            f"  {where}{ruling.wager}: {ruling.result} {sign}{dollars(ruling.net)} [{cited(ruling.by, table.as_of)}]"
        )
    _show_shoe(game.table)
    seat.opening = game.next_opening
