"""What people at the table decide. Each request reads, checks and tells its answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from nomorebets.errors import WagerRefused
from nomorebets.regulation import Citation
from nomorebets.table.game import Script
from nomorebets.table.money import cents, dollars
from nomorebets.table.requests import Answer, PatronRequest, Telling

if TYPE_CHECKING:
    from nomorebets.table.round import Round


class Option(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing a patron may choose; with least and most where it takes an amount, in cents."""

    name: str
    least: int = 0
    most: int = 0

    @property
    def takes_amount(self) -> bool:
        return self.most > 0


class Chosen(Answer, frozen=True):
    """A patron's decision."""

    choice: str = ""
    amount: int = 0  # cents, where the decision is how much
    found: str = ""  # what went wrong before it, if anything
    seats: tuple[int, ...] = ()  # who was concerned by that


class Ask(PatronRequest, frozen=True, tag="ask"):
    """A patron decides; seat 0 is whoever speaks up."""

    answer: ClassVar[type[Answer]] = Chosen
    seat: int
    choices: tuple[str, ...]
    least: int = 0  # cents; where one choice takes an amount, from
    most: int = 0  # to
    amount_for: str = ""  # the choice that takes it
    if_untold: str = msgspec.field(default="", name="unless_told")  # what is taken where nobody says anything
    if_gone: str = ""  # what is taken from somebody who has left, where that is something else
    further: tuple[Option, ...] = ()  # further choices that take amounts of their own
    hand: int = 1  # which of the seat's hands

    @property
    def options(self) -> tuple[Option, ...]:
        """Every choice with its least and most amount."""
        amounts = {option.name: option for option in self.further}
        amounts[self.amount_for] = Option(self.amount_for, self.least, self.most)
        return tuple(amounts.get(choice, Option(choice)) for choice in self.choices)

    def option(self, choice: str) -> Option | None:
        return next((option for option in self.options if option.name == choice), None)

    def usual(self) -> Answer:
        return Chosen(self.if_untold)

    def seats(self) -> tuple[int, ...]:
        return (self.seat,) if self.seat else ()

    def read(self, seat: int, message: Mapping[str, Any]) -> Chosen:
        amount = message.get("amount")
        return Chosen(str(message.get("choice", ""))[:80], cents(amount) if amount else 0)

    def default(self, seat: int, gone: bool = False) -> Chosen:
        """The usual, or the last choice, which risks no more."""
        usual = (gone and self.if_gone) or self.if_untold
        option = self.option(usual) or self.options[-1]
        return Chosen(option.name, option.least)

    def question(self, seat: int, table: Round) -> dict[str, Any]:
        return {
            "choices": list(self.choices),
            "options": [msgspec.to_builtins(option) for option in self.options],
            "amount_for": self.amount_for,
            "least": self.least,
            "most": self.most,
            "step": table.house.smallest_chip,
            "unless_told": self.default(seat).choice,
            **({"hand": self.hand} if self.hand > 1 else {}),
        }

    def possible(self, seat: int, table: Round) -> Sequence[Answer]:
        """Every choice, each with the least and the most it may be made with."""
        amounts = {option: sorted({option.least, option.most}) for option in self.options}
        return [Chosen(option.name, amount) for option in self.options for amount in amounts[option]]

    def verify(self, table: Round, answer: Answer) -> None:
        super().verify(table, answer)
        assert isinstance(answer, Chosen)
        option = self.option(answer.choice)
        if option is None:
            raise WagerRefused(
                f"seat {self.seat}: {answer.choice[:40]!r} is no decision here",
                self.by,
                table.as_of,
                ", ".join(self.choices),
            )
        if not option.takes_amount:
            if answer.amount:
                text = f"seat {self.seat}: {answer.choice} takes no amount"
                raise WagerRefused(text, self.by, table.as_of, answer.choice)
            return
        if option.least == option.most and not answer.amount:
            return  # there is only one amount: it need not be said
        if answer.found and answer.amount > option.most:
            return  # what went wrong is the amount itself
        chip = table.house.smallest_chip
        if not option.least <= answer.amount <= option.most or answer.amount % chip:
            raise WagerRefused(
                f"seat {self.seat}: {answer.choice} of {dollars(answer.amount)} refused",
                self.by,
                table.as_of,
                f"{dollars(option.least)} to {dollars(option.most)} in chips of {dollars(chip)}",
            )

    def tell(self, answer: Answer, table: Round) -> Telling:
        assert isinstance(answer, Chosen)
        how_much = f" {dollars(answer.amount)}" if answer.amount else ""
        facts = {"seat": self.seat, "choice": answer.choice, "amount": answer.amount}
        return Telling(f"seat {self.seat}: {answer.choice}{how_much}" if self.seat else "", facts)


def ask(
    seat: int,
    *choices: str | Option,
    by: Citation,
    if_untold: str = "",
    if_gone: str = "",
    hand: int = 1,
) -> Script[Chosen]:
    """Ask a patron for a decision; seat 0 is whoever speaks up. A choice that takes an amount is an :class:`Option`."""
    names = tuple(choice.name if isinstance(choice, Option) else choice for choice in choices)
    amounts = [choice for choice in choices if isinstance(choice, Option) and choice.takes_amount]
    first = amounts[0] if amounts else Option("")
    answer = yield Ask(
        by, seat, names, first.least, first.most, first.name, if_untold, if_gone, tuple(amounts[1:]), hand
    )
    assert isinstance(answer, Chosen)
    return answer
