"""One round of a card game of somebody's own, in the order of the draft that its file proposes."""

from __future__ import annotations

from msgspec.structs import replace

from nomorebets.games.own_cards.definition import FOLD, CardGame, Decision, game_at
from nomorebets.games.own_cards.settlement import Outcome, end_of
from nomorebets.procedures.deck import (
    CardRules,
    HandsVoid,
    collect_cards,
    deal_card,
    inspect_deal,
    irregularities,
    prepare_deck,
    put_right,
    require_as_dealt,
    seats_with,
    void_hands,
    wager_of,
)
from nomorebets.procedures.opening import OpeningRules, nobody_plays
from nomorebets.regulation import cite
from nomorebets.table import Result, Round, Script, Wager, announce, collect, pay, take_wagers
from nomorebets.table.areas import seat_area
from nomorebets.table.cards import read_hand, stub_to_rack, turn_up
from nomorebets.table.chips import give_back, pay_bonus, put_down
from nomorebets.table.decisions import Option, ask
from nomorebets.table.wagers import DEALER

BOARD = "community"
_PREPARED, _WRONG, _DEALT, _ENDED = cite("D.5(b)"), cite("D.7(a)"), cite("D.5(c)"), cite("D.5(e)")
RULES = CardRules(
    opening=OpeningRules(
        inspect=_PREPARED,
        replace=_PREPARED,
        show=_PREPARED,
        mix=_PREPARED,
        idle=_PREPARED,
        nobody=_PREPARED,
        each_deck=_PREPARED,
    ),
    second_deck=_PREPARED,
    shuffle=_PREPARED,
    cut=_PREPARED,
    cut_size=_PREPARED,
    no_cut=_PREPARED,
    recut=_PREPARED,
    face_up=_WRONG,
    in_error=_WRONG,
    shuffler_jam=_WRONG,
    shoe_jam=_WRONG,
    other_method=_WRONG,
    player_misdealt=_WRONG,
    dealer_misdealt=_WRONG,
)
IRREGULARITIES = irregularities(RULES)


def card_game(table: Round) -> Script[None]:
    """One round of play, from the shuffle to the last card in the discard rack."""
    game = game_at(table.house)
    try:
        yield from prepare_deck(table, replace(RULES, decks=game.decks))
        yield from take_wagers("until the dealer calls", by=cite("D.4(a)"))
        if (yield from nobody_plays(table, RULES.opening)):
            return
        yield from announce("No more bets", by=cite("D.5(a)"))
        yield from deal(table, game)
        yield from look_for_misdeals(table, game)
        yield from decide(table, game)
        yield from show_down(table, game)
    except HandsVoid as void:
        folded = [Result(r.wager, "void", 0, void.by) for r in table.felt.results if r.outcome == "lose"]
        yield from void_hands(table, void, folded)


def players(table: Round, game: CardGame) -> list[int]:
    """The seats that have a hand."""
    return seats_with(table, *filter(None, (game.main, *game.sides)))


def hands_dealt(table: Round, game: CardGame) -> list[str]:
    """Where cards go; the dealer is last."""
    return [*map(seat_area, players(table, game)), *([DEALER] if game.main else [])]


def deal(table: Round, game: CardGame) -> Script[None]:
    """One card at a time to each player and the dealer, face down but for what the dealer shows."""
    for number in range(game.each):
        for area in hands_dealt(table, game):
            yield from deal_card(table, RULES, area, "up" if area == DEALER and number < game.shown else "down", _DEALT)
    for number in range(game.community):
        yield from deal_card(table, RULES, BOARD, "up" if number < game.first_seen else "down", _DEALT)
    yield from stub_to_rack(by=_DEALT)


def hand_at(table: Round, area: str) -> tuple[str, ...]:
    """The hand of an area: its own cards and those for everybody."""
    return (*table.felt.hand(area), *table.felt.hand(BOARD))


def look_for_misdeals(table: Round, game: CardGame) -> Script[None]:
    """A wrong number of cards voids all hands."""
    while (seen := (yield from inspect_deal(table, RULES, by=_WRONG))).found:
        yield from put_right(seen.found, IRREGULARITIES)
    require_as_dealt(table, RULES, hands_dealt(table, game), game.each)


def decide(table: Round, game: CardGame) -> Script[None]:
    """At each moment of the file, each player with a first wager raises it, or checks or folds."""
    for decision in game.decisions:
        yield from show_board(table, decision.seen)
        for seat in seats_with(table, game.main):
            if wager_of(table, seat, decision.name) is None:
                yield from decide_at(table, game, decision, seat)


def show_board(table: Round, seen: int) -> Script[None]:
    """Turn up community cards until so many lie open."""
    for at, laid in enumerate(table.felt.cards.get(BOARD, ())[:seen]):
        if not laid.up:
            yield from turn_up(BOARD, by=_DEALT, at=at)


def decide_at(table: Round, game: CardGame, decision: Decision, seat: int) -> Script[None]:
    """One player's decision."""
    main = wager_of(table, seat, game.main)
    assert main is not None
    raises = (
        Option(name, n * main.amount, n * main.amount)
        for name, n in zip(decision.choices, decision.times, strict=False)
    )
    answer = yield from ask(seat, *raises, decision.otherwise, by=cite("D.5(d)"))
    if times := decision.times_of(answer.choice):
        yield from put_down(Wager(seat, decision.name, times * main.amount), by=cite("D.4(c)"))
    elif answer.choice == FOLD:
        raised = [wager for kind in game.raises if (wager := wager_of(table, seat, kind)) is not None]
        yield from collect(table.settle([main, *raised], Outcome("", FOLD)), by=cite("D.5(d)"))
        if not any(wager.seat == seat for wager in table.wagers):
            yield from collect_cards(table, [seat_area(seat)], by=cite("D.5(d)"))


def show_down(table: Round, game: CardGame) -> Script[None]:
    """Show the dealer's cards, then turn up and settle every hand from the dealer's right."""
    by, rank = _ENDED, game.ranking
    yield from show_board(table, game.community)
    if game.main:
        yield from turn_up(DEALER, by=by)
        yield from read_hand(DEALER, rank.words(hand_at(table, DEALER)), by=cite("D.3(a)"))
    for seat in sorted({wager.seat for wager in table.wagers}, reverse=True):
        area = seat_area(seat)
        yield from turn_up(area, by=by)
        yield from read_hand(area, rank.words(hand_at(table, area)), by=cite("D.3(a)"))
        results = results_of(table, game, seat)
        earned = [r for r in results if not r.wager.amount]
        yield from collect([r for r in results if r.outcome == "lose"], by=cite("D.6(c)"))
        yield from give_back([r for r in results if r.outcome == "push"], by=by)
        yield from pay([r for r in results if r.outcome == "win" and r not in earned], by=cite("D.6(c)"))
        yield from pay_bonus(earned, by=cite("D.6(b)"))
        yield from collect_cards(table, [area], by=by)
    yield from collect_cards(table, [*([DEALER] if game.main else []), BOARD], by=by)


def results_of(table: Round, game: CardGame, seat: int) -> list[Result]:
    """What every wager of a seat wins or loses."""
    cards, rank = hand_at(table, seat_area(seat)), game.ranking
    main = wager_of(table, seat, game.main) if game.main else None
    end = None
    if main is not None:
        end = end_of(rank.number(cards), rank.number(hand_at(table, DEALER)), game.qualifies_from)
    outcome = Outcome(rank.class_of(cards), end, main.amount if main else 0)
    bonus = [Wager(seat, game.bonus_kind, 0)] if main and game.bonus else []
    return table.settle([*(w for w in table.wagers if w.seat == seat), *bonus], outcome)
