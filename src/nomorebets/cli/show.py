"""How a round is printed for people."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from nomorebets.cli.common import console, plain_grid
from nomorebets.regulation import Citation, law
from nomorebets.rulings.steps import step
from nomorebets.table.game_file import file_of, rules_of, shown_options
from nomorebets.table.memory import value_shown
from nomorebets.table.money import dollars, show
from nomorebets.table.wagers import DEALER, seat_words

if TYPE_CHECKING:
    from nomorebets.rulings.dispute import Verdict
    from nomorebets.table.felt import Felt
    from nomorebets.table.record import Record


def cited(by: Citation, day: date) -> str:
    """A citation with its basis, as people read it: no basis is shown where the text itself was read."""
    return by.with_basis(day)


def show_verdict(verdict: Verdict, title: str = "", compare: bool = False) -> None:
    """Announcements, remedies, and every wager's result with its paragraph."""
    from nomorebets.rulings.form import in_words

    out, day = console(), verdict.as_of
    chapter = law.chapter_on(day).number
    by_file = f", by the terms of {file}" if (file := file_of(verdict.options)) else ""
    rules = rules_of(verdict.options)
    name = verdict.game if rules is None else rules.name
    out.print(f"{title + ': ' if title else ''}{name}, as of {day} (N.J.A.C. {chapter}){by_file}", markup=False)
    if verdict.announcements:
        out.print("dealer: " + ", ".join(f"“{words}”" for words in verdict.announcements))
    for remark in verdict.remedies:
        out.print(f"{remark.what}: {remark.remedy} [{cited(remark.by, day)}]", markup=False)
    grid = plain_grid()
    for name in ("seat", "wager", "staked", "result", "net", "paragraph"):
        grid.add_column(name, justify="right" if name in ("staked", "net") else "left")
    for r in verdict.required:
        grid.add_row(
            str(r.seat or DEALER),
            r.words,
            dollars(r.amount),
            r.result,
            f"{'+' if r.net > 0 else ''}{dollars(r.net)}",
            cited(r.by, day) + (f"; paid by {cited(r.paid_by, day)}" if r.paid_by not in (None, r.by) else ""),
        )
    out.print(grid if verdict.required else "no wagers were made")
    for pot in verdict.pots:
        won = ", ".join(f"seat {share.seat} {dollars(share.amount)}" for share in pot.shares)
        out.print(f"{pot.name} pot of {dollars(pot.amount)}: {won}", markup=False)
    if verdict.rake:
        out.print(f"rake: {dollars(verdict.rake)}", markup=False)
    if verdict.drop:
        out.print(f"to the jackpot: {dollars(verdict.drop)}", markup=False)
    if verdict.time_charge:
        out.print(f"for their time players paid: {dollars(verdict.time_charge)}", markup=False)
    if verdict.differences:
        out.print("\nwhat was done differs from what the rules require:")
        for d in verdict.differences:
            done, must = in_words(d.done_as), in_words(d.required_as)
            how = f" ({done}; required: {must})" if done or must else ""
            text = f"  {d.key.whose}, {d.wager}: done {show(d.done)}, required {show(d.required)}"
            out.print(f"{text} [{cited(d.by, day)}]{how}", markup=False)
    elif compare and verdict.is_right:
        out.print("\nwhat was done is what the rules require.")
    elif compare and verdict.says_what_was_done:
        out.print("\nwhat was reported is what the rules require.")
    if compare:
        _show_grounds(verdict)
    out.print()


def _show_grounds(verdict: Verdict) -> None:
    """Wagers not reported, the facts that decided it, the options it rests on, and the number of the ruling."""
    out, day = console(), verdict.as_of
    if not verdict.says_what_was_done:
        out.print("\nthe transcript does not say what was done: nothing is compared.")
    if verdict.not_told:
        out.print("not told: " + ", ".join(key.words for key in verdict.not_told), markup=False)
    for without in verdict.decided_by:
        instead = without.says or "; ".join(
            f"{seat_words(r.seat)}, {r.words}: {r.result} {show(r.net)} [{cited(r.by, day)}]" for r in without.rulings
        )
        out.print(f"had it not been for {without.fact}: {instead}", markup=False)
    if verdict.unseen:
        out.print(verdict.unseen)
    if verdict.options:
        out.print(
            "options: " + ", ".join(f"{name} = {value}" for name, value in shown_options(verdict.options).items()),
            markup=False,
        )
    out.print(f"ruling {verdict.id}")


def show_steps(record: Record) -> None:
    """A record, entry by entry."""
    out, day = console(), record.as_of
    out.print(f"{record.header.game}, as of {day} (N.J.A.C. {record.header.chapter})")
    grid = plain_grid()
    grid.add_column("entry", justify="right")
    grid.add_column("what was asked, and what happened", overflow="fold")
    grid.add_column("paragraph")
    from rich.text import Text

    for number, entry in enumerate(record.entries, 1):
        grid.add_row(str(number), Text(step(entry, day)), Text(cited(entry.request.by, day)))
    out.print(grid)
    for r in record.rulings:
        out.print(f"{seat_words(r.seat)}, {r.words}: {r.result} {show(r.net)} [{cited(r.by, day)}]", markup=False)


def felt_dict(felt: Felt, day: date) -> dict[str, Any]:
    """The felt as JSON: what lies where, what was called, what each account holds."""
    return {
        "wagers": _list(felt.wagers, day),
        "called": list(felt.called),
        "markers": dict(felt.markers),
        "wheel": felt.wheel,
        **({"dice": felt.dice} if felt.dice else {}),
        **({"cards": {area: _list(lying, day) for area, lying in felt.cards.items()}} if felt.cards else {}),
        **({"rack": list(felt.rack)} if felt.rack else {}),
        **({"state": dict(felt.state)} if felt.state else {}),
        "results": _list(felt.results, day),
        "accounts": {account: show(balance) for account, balance in felt.ledger.balance.items() if balance},
    }


_MONEY = ("amount", "coupon", "fee", "net")


def _list(values: list[Any], day: date) -> list[dict[str, Any]]:
    from nomorebets.table.record import plain

    return [_in_dollars(plain(value, day)) for value in values]


def _in_dollars(row: dict[str, Any]) -> dict[str, Any]:
    """Cents as dollars and cents, as in every other printed object."""
    return {
        name: show(value) if name in _MONEY else _in_dollars(value) if isinstance(value, dict) else value
        for name, value in row.items()
    }


def show_felt(record: Record, entry: int) -> None:
    """The felt as it was after an entry."""
    from nomorebets.equipment.packs import printed
    from nomorebets.table.areas import Area
    from nomorebets.table.record import table_of

    out, felt, day = console(), record.felt(entry), record.as_of
    if entry:
        last = record.entries[entry - 1]
        out.print(f"after entry {entry}: {step(last, day)} [{cited(last.request.by, day)}]", markup=False)
    else:
        out.print("before the first entry")
    for wager in felt.wagers:
        out.print(f"  {wager.whose}: {dollars(wager.amount)} on {wager.on}")
    if felt.dice:
        out.print(f"  dice: {felt.dice}")
    if felt.wheel:
        out.print(f"  wheel: {felt.wheel}")
    for area, lying in felt.cards.items():
        if lying:
            cards = " ".join(printed(one.card) if one.up else f"({printed(one.card)})" for one in lying)
            out.print(f"  {Area.read(area).words}: {cards}", markup=False)
    if any(not one.up for lying in felt.cards.values() for one in lying):
        out.print("  in brackets: face down")
    if felt.rack:
        out.print(f"  discard rack: {' '.join(map(printed, felt.rack))}", markup=False)
    game = table_of(record).game
    for what, value in felt.state.items():
        out.print(f"  {what}: {value_shown(game, what, value) or 'none'}", markup=False)
    for marker, place in felt.markers.items():
        out.print(f"  {marker} on {place}")
    for account, balance in felt.ledger.balance.items():
        if balance:
            out.print(f"  account {account}: {show(balance)}")
