"""What people at the table decide. Each request reads, checks and tells its answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from nomorebets.errors import DealerError, WagerRefused, listed
from nomorebets.regulation import Citation, law, names
from nomorebets.table.areas import Area
from nomorebets.table.game import Script
from nomorebets.table.money import cents, dollars, show
from nomorebets.table.requests import Answer, PatronRequest, Telling, of_hand, plain, verify_concerned

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
    seat: int = 0  # whose hand or wager, where it is one
    cards: int = 0  # how many cards lay where another number belongs
    wager: str = ""
    act: str = ""  # what that seat did before its turn
    to: str = ""  # and to how much, as it is written


class Ask(PatronRequest, frozen=True, tag="ask"):
    """A patron decides; seat 0 is whoever speaks up."""

    answer: ClassVar[type[Answer]] = Chosen
    seat: int
    choices: tuple[str, ...]
    least: int = 0  # cents; where one choice takes an amount, from
    most: int = 0  # to
    amount_for: str = ""  # the choice that takes it
    default_choice: str = msgspec.field(default="", name="unless_told")  # of somebody who says nothing
    if_gone: str = ""  # of somebody who has left, where that is another
    further: tuple[Option, ...] = ()  # further choices that take amounts of their own
    hand: int = 1  # which of the seat's hands
    player: str = ""  # which of several people at the seat
    most_if_unsaid: bool = False  # a choice without an amount is made with the most

    @property
    def options(self) -> tuple[Option, ...]:
        """Every choice with its least and most amount."""
        amounts = {option.name: option for option in self.further}
        amounts[self.amount_for] = Option(self.amount_for, self.least, self.most)
        return tuple(amounts.get(choice, Option(choice)) for choice in self.choices)

    def option(self, choice: str) -> Option | None:
        """One of the `options`, without making the others."""
        if choice not in self.choices:
            return None
        if choice == self.amount_for:
            return Option(choice, self.least, self.most)
        for option in self.further:
            if option.name == choice:
                return option
        return _plain_option(choice)

    def ask_of(self, seat: int) -> Ask:
        return self

    def usual(self) -> Answer:
        return chosen(self.default_choice) if self.default_choice else self.default(self.seat)

    def seats(self) -> tuple[int, ...]:
        return (self.seat,) if self.seat else ()

    def read(self, seat: int, message: Mapping[str, Any], table: Round) -> Chosen:
        amount, choice = message.get("amount"), str(message.get("choice", ""))[:80]
        return Chosen(table.game.terms.choice_said(choice, self.choices), cents(amount) if amount else 0)

    def default(self, seat: int, gone: bool = False) -> Chosen:
        """The usual, or the last choice, which risks no more."""
        usual = (gone and self.if_gone) or self.default_choice
        option = self.option(usual) or self.options[-1]
        return chosen(option.name, option.least)

    def assumed(self, seat: int) -> Chosen | None:
        return Chosen(self.default_choice) if self.default_choice else None

    def forfeit(self, seat: int) -> Chosen:
        """The last choice, which risks no more."""
        return Chosen(self.choices[-1])

    def fits(self, seat: int, message: Mapping[str, Any], table: Round) -> bool:
        return table.game.terms.choice_said(str(message.get("choice")), self.choices) in self.choices

    def as_wager(self, seat: int, on: str, amount: int) -> Chosen | None:
        """The option a wager amounts to; one offered at a single amount needs just that amount."""
        option = self.option(on) if seat in (self.seat, 0) else None  # 0: the dealer's, for which this seat speaks
        if option is None or not option.takes_amount or (option.least == option.most and amount != option.least):
            return None
        return Chosen(on, amount)

    def hand_of(self, seat: int) -> tuple[int, str]:
        return self.hand, self.player

    def transcript_line(self, seat: int) -> str:
        return f"{super().transcript_line(seat)} in decisions, one of {', '.join(self.choices)}"

    def question(self, seat: int, table: Round) -> dict[str, Any]:
        return {
            "choices": list(self.choices),
            "options": [msgspec.to_builtins(option) for option in self.options],
            "amount_for": self.amount_for,
            "least": self.least,
            "most": self.most,
            "step": table.house.smallest_chip,
            "unless_told": self.default(seat).choice,
            **({"most_if_unsaid": True} if self.most_if_unsaid else {}),
            "keys": table.game.terms.keys(self.choices),
            **of_hand(self.hand),
        }

    def prompt(self, seat: int) -> str:
        ways = [
            f"{o.name} ({dollars(o.least)} to {dollars(o.most)})" if o.takes_amount else o.name for o in self.options
        ]
        return f"{' or '.join(ways)}?"

    def typed(self, seat: int, words: str, table: Round) -> dict[str, Any]:
        """A choice, and behind it an amount; without one it is the most that may be chosen."""
        choice, _, amount = words.strip().partition(" ")
        option = self.option(table.game.terms.choice_said(choice, self.choices))
        return {"choice": choice, "amount": amount or (show(option.most) if option and option.takes_amount else "")}

    def written(self, seat: int, part: Answer) -> dict[str, Any]:
        assert isinstance(part, Chosen)
        amount = {"amount": show(part.amount)} if part.amount else {}
        return {"choice": part.choice, **amount, **of_hand(self.hand)}

    def possible(self, seat: int, table: Round) -> Sequence[Answer]:
        """Every choice, each with the least and the most it may be made with."""
        amounts = {option: sorted({option.least, option.most}) for option in self.options}
        return [Chosen(option.name, amount) for option in self.options for amount in amounts[option]]

    def verify(self, table: Round, answer: Answer) -> None:
        PatronRequest.verify(self, table, answer)
        assert isinstance(answer, Chosen)
        if answer.found:
            verify_concerned(table, answer, self.by)
        self.verify_choice(table, answer)

    def verify_choice(self, table: Round, answer: Chosen) -> None:
        """Refuse a choice that is not offered, or an amount it may not be made with."""
        option = self.option(answer.choice)
        if option is None:
            raise WagerRefused(
                f"{_who(self)}: {answer.choice[:40]!r} is not offered here",
                table.game.terms.refused_by(table, self.seat, self.hand, answer.choice)
                or _paragraph_of(answer.choice, table)
                or self.by,
                table.as_of,
                ", ".join(self.choices),
            )
        if not option.takes_amount:
            if answer.amount:
                text = f"{_who(self)}: {answer.choice} takes no amount"
                raise WagerRefused(text, self.by, table.as_of, answer.choice)
            return
        if (option.least == option.most or self.most_if_unsaid) and not answer.amount:
            return  # there is only one amount, or the most is meant: it need not be said
        if answer.found and answer.amount > option.most:
            return  # what went wrong is the amount itself
        chip = table.house.smallest_chip
        if not option.least <= answer.amount <= option.most or answer.amount % chip:
            raise WagerRefused(
                f"{_who(self)}: {answer.choice} of {dollars(answer.amount)} refused",
                _paragraph_of(answer.choice, table) or self.by,
                table.as_of,
                f"{dollars(option.least)} to {dollars(option.most)} in chips of {dollars(chip)}",
            )

    def tell(self, answer: Answer, table: Round) -> Telling:
        assert isinstance(answer, Chosen)
        how_much = f" {dollars(answer.amount)}" if answer.amount else ""
        facts = {"seat": self.seat, "choice": answer.choice, "amount": answer.amount}
        words = f"{_who(self)}: {names.decided(answer.choice)}{how_much}"
        player = {"player": self.player} if self.player else {}
        return Telling(words if self.seat else "", facts | of_hand(self.hand) | player)


def _paragraph_of(choice: str, table: Round) -> Citation | None:
    """A wager's own paragraph, or that by which a house offers a choice or does not."""
    bet, house = table.game.bet.get(choice), table.house
    named = choice, f"{choice}-offered"
    of_house = (o.choices.get(house.get(o) or "", o).by for o in table.game.terms.options if o.id in named)
    own = of_house if bet is None else iter([bet.by])
    return next((by for by in own if law.in_force(by, table.as_of)), None)


def _who(asked: Ask) -> str:
    """Whose decision it is: ``seat 3``, ``seat 3, hand 2``, ``seat 3, player B``."""
    player = f", player {asked.player}" if asked.player else ""
    return Area(asked.seat, hand=asked.hand).words + player if asked.seat else f"seat {asked.seat}"


# --- all at once -----------------------------------------------------------------------------------------------------


class Question(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one seat of several may choose."""

    seat: int
    options: tuple[Option, ...]
    default_choice: str = msgspec.field(default="", name="if_untold")
    if_gone: str = ""
    hand: int = 1
    most_if_unsaid: bool = False
    player: str = ""  # which of several people at the seat, where it is not the first of them


class AllChosen(Answer, frozen=True):
    """What every seat decided, in the order in which they were asked."""

    chosen: tuple[Chosen, ...] = ()
    found: str = ""  # what went wrong before it, if anything
    seats: tuple[int, ...] = ()  # who was concerned by that


class AskAll(PatronRequest, frozen=True, tag="ask-all"):
    """Several seats decide at once; nobody knows what another decided before all have."""

    answer: ClassVar[type[Answer]] = AllChosen
    questions: tuple[Question, ...]

    def ask_of(self, seat: int) -> Ask:
        for q in self.questions:
            if q.seat == seat:
                return _ask(self.by, seat, q.options, q.default_choice, q.if_gone, q.hand, q.player, q.most_if_unsaid)
        raise WagerRefused(f"seat {seat} is not asked", self.by, accepts=listed(f"seat {s}" for s in self.seats()))

    def seats(self) -> tuple[int, ...]:
        return tuple(question.seat for question in self.questions)

    def usual(self) -> Answer:
        return self.join({})

    def read(self, seat: int, message: Mapping[str, Any], table: Round) -> Chosen:
        return self.ask_of(seat).read(seat, message, table)

    def default(self, seat: int, gone: bool = False) -> Chosen:
        return self.ask_of(seat).default(seat, gone)

    def join(self, parts: Mapping[int, Answer]) -> AllChosen:
        chosen = []
        for seat in self.seats():
            part = parts.get(seat) or self.default(seat)
            assert isinstance(part, Chosen)
            chosen.append(part)
        return AllChosen(tuple(chosen))

    def verify_part(self, table: Round, seat: int, part: Answer) -> None:
        self.ask_of(seat)
        super().verify_part(table, seat, part)

    def parts(self, answer: Answer) -> dict[int, Answer]:
        assert isinstance(answer, AllChosen)
        return dict(zip(self.seats(), answer.chosen, strict=True))

    def assumed(self, seat: int) -> Chosen | None:
        return self.ask_of(seat).assumed(seat)

    def forfeit(self, seat: int) -> Chosen:
        return self.ask_of(seat).forfeit(seat)

    def fits(self, seat: int, message: Mapping[str, Any], table: Round) -> bool:
        return self.ask_of(seat).fits(seat, message, table)

    def as_wager(self, seat: int, on: str, amount: int) -> Chosen | None:
        return self.ask_of(seat).as_wager(seat, on, amount)

    def hand_of(self, seat: int) -> tuple[int, str]:
        return self.ask_of(seat).hand_of(seat)

    def transcript_line(self, seat: int) -> str:
        return self.ask_of(seat).transcript_line(seat)

    def question(self, seat: int, table: Round) -> dict[str, Any]:
        return self.ask_of(seat).question(seat, table)

    def prompt(self, seat: int) -> str:
        return self.ask_of(seat).prompt(seat)

    def typed(self, seat: int, words: str, table: Round) -> dict[str, Any]:
        return self.ask_of(seat).typed(seat, words, table)

    def written(self, seat: int, part: Answer) -> dict[str, Any]:
        return self.ask_of(seat).written(seat, part)

    def possible(self, seat: int, table: Round) -> Sequence[Answer]:
        return self.ask_of(seat).possible(seat, table)

    def verify(self, table: Round, answer: Answer) -> None:
        super().verify(table, answer)
        assert isinstance(answer, AllChosen)
        if len(answer.chosen) != len(self.questions):
            text = f"{len(answer.chosen)} decisions of {len(self.questions)} seats"
            raise DealerError(text, self.by, table.as_of, "one of each seat")
        for seat, chosen in zip(self.seats(), answer.chosen, strict=True):
            self.ask_of(seat).verify_choice(table, chosen)

    def tell(self, answer: Answer, table: Round) -> Telling:
        tellings = [self.ask_of(seat).tell(part, table) for seat, part in self.parts(answer).items()]
        return Telling("; ".join(t.words for t in tellings), {"decided": [dict(t.facts) for t in tellings]})


# --- as steps of a script --------------------------------------------------------------------------------------------


_NO_AMOUNT = Option("")


def _ask(
    by: Citation,
    seat: int,
    options: Sequence[str | Option],
    default: str = "",
    if_gone: str = "",
    hand: int = 1,
    player: str = "",
    most_if_unsaid: bool = False,
) -> Ask:
    names, first, further = _offered(tuple(options))
    least, most, name = first.least, first.most, first.name
    return Ask(by, seat, names, least, most, name, default, if_gone, further, hand, player, most_if_unsaid)


@lru_cache(1 << 10)
def _offered(choices: tuple[str | Option, ...]) -> tuple[tuple[str, ...], Option, tuple[Option, ...]]:
    """The names of choices, the first that takes an amount, and the further ones that do."""
    options = _options(choices)
    amounts = [option for option in options if option.takes_amount]
    first, further = (amounts[0], tuple(amounts[1:])) if amounts else (_NO_AMOUNT, ())
    return tuple([option.name for option in options]), first, further


def _options(choices: Iterable[str | Option]) -> tuple[Option, ...]:
    return tuple([choice if isinstance(choice, Option) else _plain_option(choice) for choice in choices])


@lru_cache(1 << 10)
def _plain_option(name: str) -> Option:
    return Option(name)


@lru_cache(1 << 12)
def chosen(choice: str, amount: int = 0) -> Chosen:
    """A decision that is made again and again."""
    return plain(Chosen(choice, amount))


def ask(
    seat: int,
    *choices: str | Option,
    by: Citation,
    default: str = "",
    if_gone: str = "",
    hand: int = 1,
    player: str = "",
    most_if_unsaid: bool = False,
) -> Script[Chosen]:
    """Ask a patron for a decision; seat 0 is whoever speaks up. A choice that takes an amount is an :class:`Option`."""
    answer = yield _ask(by, seat, choices, default, if_gone, hand, player, most_if_unsaid)
    assert isinstance(answer, Chosen)
    return answer


def ask_all(
    choices: Mapping[int, Sequence[str | Option]],
    by: Citation,
    default: str = "",
    if_gone: str = "",
    most_if_unsaid: bool = False,
    hand: int = 1,
    players: Mapping[int, str] | None = None,
) -> Script[dict[int, Chosen]]:
    """Ask several seats at once, each with choices of its own; what each decided, by seat.

    ``players``: who is asked at a seat, where it is not whoever sits there.
    """
    if not choices:
        return {}
    who = players or {}
    questions = [
        Question(seat, _options(own), default, if_gone, hand, most_if_unsaid, who.get(seat, ""))
        for seat, own in choices.items()
    ]
    answer = yield AskAll(by, tuple(questions))
    assert isinstance(answer, AllChosen)
    return dict(zip(choices, answer.chosen, strict=True))
