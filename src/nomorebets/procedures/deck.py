"""Dealing one deck: what Caribbean stud, double down stud, let it ride and their sisters do alike.

Each procedure is written once; which paragraph commands it is data, a :class:`CardRules` per game.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

import msgspec

from nomorebets.equipment.packs import pack
from nomorebets.procedures.opening import IN_PLAY, JUST_OPENED, PRE_SHUFFLED, STANDINGS, TABLE, open_for_gaming
from nomorebets.procedures.positions import SAME_PLAYER, SEATS
from nomorebets.procedures.shuffling import (
    LEAST_CUT,
    HandsVoid,
    ShuffleRules,
    card_irregularities,
    cut,
    put_right,
    shuffle,
)
from nomorebets.regulation import Citation
from nomorebets.table.areas import owner_of
from nomorebets.table.cards import (
    DEALT_TWICE,
    LEFT_OUT,
    PACK,
    DealInspected,
    Face,
    count_stub,
    draw,
    look_over_deal,
    to_rack,
)
from nomorebets.table.chips import award, give_back, hand_back
from nomorebets.table.game import Irregularity, Script
from nomorebets.table.memory import CARDS, NUMBER, one_of
from nomorebets.table.round import Round
from nomorebets.table.steps import attest, note, remedy
from nomorebets.table.wagers import Result, Wager

STUB_COUNT_EVERY = 5  # rounds
ROUNDS_SINCE_COUNT = "rounds-since-stub-count"
DECK_IN_PLAY = "deck-in-play"
REMEMBERS = {
    TABLE: one_of(*STANDINGS),
    SAME_PLAYER: SEATS,
    ROUNDS_SINCE_COUNT: NUMBER,
    DECK_IN_PLAY: one_of("A", "B"),
    PACK: CARDS,
}
WITHDRAWN = "wager-withdrawn"
RECUT = "the casino supervisor has the cards recut before any is dealt"
# the options by which every game of one deck is shuffled and dealt
SHUFFLE, SECOND_DECK, DEALING = "shuffle", "second-deck", "dealing-method"


class CardRules(ShuffleRules, frozen=True, kw_only=True, dict=True):
    """The paragraphs by which one game shuffles, cuts, deals and deals with what goes wrong."""

    cut_size: Citation
    no_cut: Citation
    second_deck: Citation
    two_decks: Mapping[str, Citation] = {}  # what a second deck is bound to
    shoe_jam: Citation | None = None  # where there is an automated dealing shoe
    player_misdealt: Citation | None = None
    dealer_misdealt: Citation | None = None
    count_stub: Citation | None = None
    right_count: Citation | None = None
    wrong_count: Citation | None = None
    misdealt_and_short: Citation | None = None  # the count shows both at once
    counting_shuffler: Citation | None = None  # relieves of the count
    touched: Citation | None = None  # a player touched cards that are not to be touched
    withdrawn: Citation | None = None  # nothing is taken back after the call
    # decisions and acts of the dealer before which a wrong number of cards may still be noticed
    noticed_before: tuple[Citation, ...] = ()
    device: Mapping[str, str] = msgspec.field(default_factory=lambda: {SHUFFLE: "automated"})
    decks: int = 1
    void_whole_round_for_a_player: bool = True
    dealer_hand: str = "dealer"  # the area that is not a player's
    completes_dealer: bool = False  # a dealer who is short of a card is dealt it
    face_up_voids: bool = False  # all cards are needed: one face up ends the round
    alternates: str = SECOND_DECK  # the options by which a second deck is used, and the cards are dealt
    dealing: str = DEALING

    @cached_property
    def causes(self) -> Mapping[str, Irregularity]:
        """What may go wrong, made once."""
        return _causes(self)


def noticed(
    ask: str, what: str, says: str, remedy: str, by: Citation, usually: Mapping[str, object] | None = None, **marks: Any
) -> dict[str, Irregularity]:
    """Something noticed at a request of the script, by the name under which its answer reports it.

    ``usually``: further facts, where the transcript does not give others.
    """
    facts = {"found": what, **(usually or {})}
    return {what: Irregularity(says, ask=ask, facts=facts, remedy=remedy, by=by, **marks)}


def irregularities(rules: CardRules) -> dict[str, Irregularity]:
    """What may go wrong with the cards of a game, and what is done about it."""
    return dict(rules.causes)


def _causes(rules: CardRules) -> dict[str, Irregularity]:
    improper = f"fewer than {LEAST_CUT} cards were cut, or the cut was otherwise improper"
    causes = card_irregularities(rules, "the shoe or the deck", improper, RECUT, {})
    if rules.shoe_jam is not None:
        causes["shoe-jam"] = Irregularity(
            "the automated dealing shoe jammed, stopped or did not deal all cards",
            ask="draw",
            facts={"found": "shoe-jam"},
            remedy="the round is void; the cards are taken out and reshuffled with those already dealt",
            by=rules.shoe_jam,
            may_list_outcome=False,
            needs={rules.dealing: "automated-shoe"},
        )
    if rules.counting_shuffler is not None:
        causes["shuffler-count-wrong"] = Irregularity(
            "the shuffling device shows that the deck does not have all its cards",
            ask="shuffle",
            facts={"found": "shuffler-count-wrong"},
            remedy="the deck is removed from the table and another one is shuffled",
            by=rules.counting_shuffler,
            may_list_outcome=False,
            needs={"counting-shuffler": "on"},
        )
    if rules.player_misdealt is not None:
        causes["player-wrong-number"] = Irregularity(
            "a player has a wrong number of cards",
            ask="inspect-deal",
            facts={"found": "player-wrong-number"},
            remedy="all hands are void and the cards are reshuffled"
            if rules.void_whole_round_for_a_player
            else "that player's hand is void and the wagers on it go back",
            by=rules.player_misdealt,
            more=("seat", "cards"),
            may_list_outcome=False,
            needs_seat=not rules.void_whole_round_for_a_player,
            ends_round=rules.void_whole_round_for_a_player,
            forfeits=not rules.void_whole_round_for_a_player,
            also=rules.noticed_before,
        )
        causes |= _misdeals(rules, rules.player_misdealt)
    if rules.dealer_misdealt is not None:
        causes[f"{rules.dealer_hand}-wrong-number"] = Irregularity(
            f"the area of the {rules.dealer_hand} has a wrong number of cards",
            ask="inspect-deal",
            facts={"found": f"{rules.dealer_hand}-wrong-number"},
            remedy="all hands are void and the cards are reshuffled",
            by=rules.dealer_misdealt,
            more=("cards",),
            may_list_outcome=False,
            ends_round=not rules.completes_dealer,
            also=rules.noticed_before,
        )
    if rules.wrong_count is not None:
        causes["stub-count-wrong"] = Irregularity(
            "the count of the stub shows a wrong number of cards",
            ask="count-stub",
            facts={"number": 0},
            remedy="all hands are void; unless the cards were misdealt, the deck is removed from the table",
            by=rules.wrong_count,
            more=("number", "misdealt", "short"),
            may_list_outcome=False,
            opening={ROUNDS_SINCE_COUNT: str(STUB_COUNT_EVERY - 1)},
        )
    if rules.touched is not None:
        causes["cards-touched"] = Irregularity(
            "a player touched cards that were not to be touched, or any longer",
            ask="ask",
            facts={"found": "cards-touched"},
            remedy="nothing changes: it is forbidden, and no penalty is printed",
            by=rules.touched,
            more=("seats",),
            may_list_outcome=False,
            also=rules.noticed_before,
        )
    if rules.withdrawn is not None:
        causes[WITHDRAWN] = Irregularity(
            'a player took a wager back after "No more bets" was called',
            ask="inspect-deal",
            facts={"found": WITHDRAWN},
            remedy="the wager stands: it is put back, and settled with the round",
            by=rules.withdrawn,
            more=("seat", "wager"),
            may_list_outcome=False,
            needs_seat=True,
            waits=True,
            also=rules.noticed_before,
        )
    return {**causes, **rules.more}


def _misdeals(rules: CardRules, by: Citation) -> dict[str, Irregularity]:
    """Whose card was left out or came twice, reported at the card: the others go where they went."""
    lies = "the cards lie where they went, and each hand is counted when all are dealt"
    return {
        LEFT_OUT: Irregularity(
            "somebody was passed over when the next card was due: it went to the one after",
            ask="draw",
            facts={"found": LEFT_OUT},
            remedy=lies,
            by=by,
            more=("seat",),
            may_list_outcome=False,
        ),
        DEALT_TWICE: Irregularity(
            "the card went to somebody who had been dealt one already",
            ask="draw",
            facts={"found": DEALT_TWICE, "to": rules.dealer_hand},
            remedy=lies,
            by=by,
            more=("seat",),
            needs_outcome=True,
        ),
    }


def prepare_deck(table: Round, rules: CardRules) -> Script[None]:
    """The deck whose turn it is, shown and mixed where the table opens or stood idle, shuffled, and cut if by hand."""
    method, alternate = table.house.options[SHUFFLE], table.house.options[rules.alternates] == "on"
    as_they_came = table.felt.state.get(TABLE, JUST_OPENED) == JUST_OPENED
    if rules.opening is not None:
        yield from open_for_gaming(table, rules.opening, method, alternate)
    if alternate:
        yield from alternate_decks(table, by=rules.second_deck)
        for condition, by in rules.two_decks.items():
            yield from attest(condition, by=by)
    if method == PRE_SHUFFLED and not as_they_came:
        method = "manual"  # only the first round is played without a shuffle at the table
    yield from shuffle_and_cut(table, rules, method)
    if method == PRE_SHUFFLED and TABLE not in table.felt.state:
        yield from note(TABLE, IN_PLAY, by=rules.shuffle)


def shuffle_and_cut(table: Round, rules: CardRules, method: str) -> Script[None]:
    """Intermix the cards into one stack; cut them unless a device shuffled them."""
    yield from shuffle(rules, rules.decks, method, rules.shuffle, irregularities(rules), table.game.chance.pack)
    if method == "automated":
        yield from attest("a device shuffled the cards: they are not cut", by=rules.no_cut)
    else:
        yield from cut(rules, lambda taken: taken >= LEAST_CUT, RECUT)


def deal_card(table: Round, rules: CardRules, to: str, face: Face, by: Citation) -> Script[str]:
    """Deal one card; a card found face up is not used, a second one ends the round. None comes to who is left out."""
    while True:
        drawn = yield from draw(to, face, by)
        if not drawn.found:
            return drawn.card
        what = irregularities(rules)[drawn.found]
        if drawn.found == "shoe-jam" or (drawn.found == "card-found-face-up" and rules.face_up_voids):
            raise HandsVoid(drawn.found, what.remedy, what.by)
        if drawn.found == "card-found-face-up" and any(r.what == drawn.found for r in table.felt.remedies):
            raise HandsVoid(
                drawn.found, "a second card face up: all hands are void and the cards are reshuffled", what.by
            )
        yield from remedy(drawn.found, what.remedy, by=what.by)
        if drawn.found in ("card-drawn-in-error", LEFT_OUT):
            return drawn.card


def inspect_deal(table: Round, rules: CardRules, by: Citation) -> Script[DealInspected]:
    """See that everyone has the right number of cards."""
    return (yield from look_over_deal(by))


def misdealt(table: Round, areas: Iterable[str], number: int) -> list[str]:
    """The areas that have another number of cards."""
    return [area for area in areas if len(table.felt.cards.get(area, ())) != number]


def require_as_dealt(table: Round, rules: CardRules, areas: Iterable[str], number: int) -> None:
    """Declare all hands void where somebody was dealt a wrong number of cards."""
    for area in misdealt(table, areas, number):
        what = "player-wrong-number" if owner_of(area) else f"{rules.dealer_hand}-wrong-number"
        cause = irregularities(rules)[what]
        raise HandsVoid(what, cause.remedy, cause.by)


def alternate_decks(table: Round, by: Citation) -> Script[None]:
    """Two decks take turns, one being shuffled while the other is played."""
    last = table.felt.state.get(DECK_IN_PLAY)
    yield from note(DECK_IN_PLAY, "B" if last == "A" else "A", by=by)


def count_stub_when_due(
    table: Round, rules: CardRules, relieved: bool = False, count_by: Citation | None = None
) -> Script[None]:
    """Count the stub at least once every five rounds; a wrong count voids all hands."""
    if rules.count_stub is None or relieved:
        return
    by = count_by or rules.count_stub
    rounds = int(table.felt.state.get(ROUNDS_SINCE_COUNT, "0")) + 1
    if rounds < STUB_COUNT_EVERY:
        yield from note(ROUNDS_SINCE_COUNT, str(rounds), by=by)
        return
    counted = yield from count_stub(table.felt.shoe.total(), by)
    yield from note(ROUNDS_SINCE_COUNT, "0", by=by)
    if counted.number not in (-1, table.felt.shoe.total()):
        assert rules.wrong_count is not None
        both = counted.misdealt and counted.short
        removed = " and the deck is removed from the table" if both or not counted.misdealt else ""
        wrong = rules.misdealt_and_short if both and rules.misdealt_and_short else rules.wrong_count
        raise HandsVoid("stub-count-wrong", f"all hands are void{removed}", wrong)
    if rules.right_count is not None:
        yield from attest(
            f"{rules.decks * len(pack(table.game.chance.pack))} cards are in the deck", by=rules.right_count
        )


def void_hands(
    table: Round, void: HandsVoid, folded: Sequence[Result] = (), standing: Collection[Wager] = ()
) -> Script[None]:
    """Give back every wager of the round, banked ones and those of folded hands too, and clear the cards.

    ``standing``: wagers of earlier rounds, which this one decides or not, but does not undo.
    """
    yield from remedy(void.what, void.remedy, by=void.by)
    made = [wager for wager in table.wagers if wager not in standing]
    yield from give_back([Result(wager, "void", 0, void.by) for wager in made], by=void.by)
    yield from award([Result(wager, "void", 0, void.by) for wager in table.felt.banked], by=void.by)
    yield from hand_back(folded, by=void.by)
    yield from collect_cards(table, list(table.felt.cards), by=void.by)


def collect_cards(table: Round, areas: Iterable[str], by: Citation) -> Script[None]:
    """Pick cards up in order, so that every hand can be rebuilt."""
    for area in areas:
        if table.felt.cards.get(area):
            yield from to_rack(area, by)


def seats_with(table: Round, *kinds: str) -> list[int]:
    """Seats that have one of these wagers, from the dealer's left: clockwise."""
    felt = table.felt
    return sorted({w.seat for w in (*felt.wagers, *felt.banked) if w.kind in kinds})


def wager_of(table: Round, seat: int, kind: str) -> Wager | None:
    """A seat's wager of a kind that still lies on the layout."""
    for wager in table.felt.wagers:
        if wager.seat == seat and wager.kind == kind:
            return wager
    return None


__all__ = [
    "REMEMBERS",
    "CardRules",
    "HandsVoid",
    "collect_cards",
    "count_stub_when_due",
    "deal_card",
    "inspect_deal",
    "irregularities",
    "misdealt",
    "noticed",
    "prepare_deck",
    "put_right",
    "require_as_dealt",
    "seats_with",
    "void_hands",
    "wager_of",
]
