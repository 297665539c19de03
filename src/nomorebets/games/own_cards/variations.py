"""A card game as its file defines it."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from nomorebets.games.own_cards.definition import FOLD, CardGame, Decision, game_at, read_game
from nomorebets.games.own_cards.settlement import bets_of
from nomorebets.games.own_cards.terms import POSITIONS
from nomorebets.regulation import cite
from nomorebets.table import Game, House
from nomorebets.table.betting_areas import areas_for
from nomorebets.table.game import Bet
from nomorebets.table.game_file import Rules
from nomorebets.table.variation import GameVariations, paid_by_file


def build(game: Game, rules: Rules) -> Game:
    """The game with the wagers of its file."""
    own = read_game(rules)
    bets = tuple(
        Bet(
            kind=kind,
            by=cite("D.4(c)") if kind in own.raises else cite("D.4(a)"),
            settle=settle,
            pays=paid_by_file(rows),
            opens="decision" if kind in own.raises else "before-deal",
            beside=own.main if kind in (*own.raises, own.bonus_kind) else "",
            has_stake=kind != own.bonus_kind,
            own_limits=kind in own.sides,
        )
        for kind, rows, settle in bets_of(own)
    )
    usual = (own.main or next(iter(own.sides)),)
    betting = replace(game.betting, layout=areas_for(bets), usual=usual)
    no_decision = "" if own.decisions else "nothing is decided after the wagers are made"
    return replace(game, bets=bets, betting=betting, terms=replace(game.terms, no_decision=no_decision))


_TIMES = ("", "equal to", "two times", "three times", "four times", "five times")
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
_ENDS = {"win": "is paid", "push": "is returned"}
_TIES = {"push": "equal hands push", "dealer": "equal hands are the dealer's", "player": "equal hands are the player's"}


def draft(house: House) -> dict[str, tuple[str, ...]]:
    """The rules of the game in sentences, by the paragraphs of the draft."""
    game = game_at(house)
    cards = f"{_NUMBERS[game.each]} card{'s' if game.each > 1 else ''}"
    against = "Hold a higher hand than the dealer's." if game.main else "Hold a hand that the pay table pays."
    said = {
        "D.1(a)": (against,),
        "D.2(a)": (
            f"{_packs(game)}, and where the house has two sets of cards, one is shuffled while the other is played.",
            "A table with a layout that has an area for each wager of a player.",
        ),
        "D.2(b)": (f"The layout has places for at most {house[POSITIONS]} players.",),
        "D.3(a)": (f"Hands are ranked so: {game.ranking.says}.",),
        "D.4(a)": tuple(_made(game)),
        "D.5(a)": ("The dealer calls “No more bets” before the first card is dealt.",),
        "D.5(b)": ("The cards are checked, shuffled and cut before each round as at the other games of one deck.",),
        "D.5(c)": (
            f"Each player {'and the dealer get' if game.main else 'gets'} {cards}, one at a time, face down"
            + (f"; {_NUMBERS[game.shown]} of the dealer's is face up." if game.shown else ".")
            + (f" {_board(game)}" if game.community else ""),
        ),
    }
    if game.decisions:
        said["D.4(c)"] = tuple(_raises(game))
        said["D.5(d)"] = tuple(_decided(game))
    if game.main:
        said["D.5(e)"] = (
            "The dealer's cards are shown, then each hand is turned up and settled from the dealer's right.",
        )
        compared = [f"The higher hand wins; {_TIES[game.ties]}."]
        if game.qualifies:
            ends = " and ".join(f"the {kind} wager {_ENDS[end]}" for kind, end in game.unqualified.items())
            compared.append(
                f"The dealer qualifies with {game.qualifies.replace('-', ' ')} or better; otherwise {ends}."
            )
        said["D.6(a)"] = tuple(compared)
    said["D.6(c)"] = ("Losing wagers of a hand are collected before its winning wagers are paid.",)
    return said


def _packs(game: CardGame) -> str:
    decks = "One deck" if game.decks == 1 else f"{_NUMBERS[game.decks].capitalize()} decks"
    return f"{decks} of 52 cards without a joker"


def _raises(game: CardGame) -> Iterator[str]:
    for kind in game.raises:
        times = sorted({n for decision in game.decisions if decision.name == kind for n in decision.times})
        yield f"The {kind} wager is {_or([_TIMES[n] for n in times])} the {game.main} wager."


def _decided(game: CardGame) -> Iterator[str]:
    """Every decision at its moment."""
    for decision in game.decisions:
        when = {0: "Before the community cards are turned up, e", game.community: "E"}.get(decision.seen, "")
        if game.community and decision.seen:
            when = f"With {_NUMBERS[decision.seen]} community card{'s' if decision.seen > 1 else ''} turned up, e"
        times = _or([_TIMES[n] for n in decision.times])
        again = " who has not made it" if decision is not _first(game, decision.name) else ""
        other = "folds" if decision.otherwise == FOLD else "checks"
        yield (
            f"{when if game.community else 'E'}ach player in turn{again} makes a {decision.name} wager, "
            f"{times} the {game.main} wager, or {other}."
        )
    yield f"A fold gives the {game.main} wager and all raises up; wagers on the own hand stay."


def _or(words: list[str]) -> str:
    return " or ".join([*filter(None, [", ".join(words[:-1])]), words[-1]])


def _first(game: CardGame, kind: str) -> Decision:
    return next(decision for decision in game.decisions if decision.name == kind)


def _board(game: CardGame) -> str:
    cards = f"{_NUMBERS[game.community].capitalize()} community card{' is' if game.community == 1 else 's are'}"
    seen = (
        "turned up at once" if game.first_seen == game.community else "turned up as players decide, the rest at the end"
    )
    return f"{cards} dealt as part of every hand and {seen}."


def _made(game: CardGame) -> Iterator[str]:
    if game.main:
        yield f"The {game.main} wager is made against the dealer before “No more bets”."
    for kind in game.sides:
        beside = f", with the {game.main} wager or without it" if game.main else ""
        yield f"The {kind.replace('-', ' ')} wager is made on the player's own hand{beside}."


VARIATIONS = GameVariations(build=build, draft=draft, samples=lambda house: game_at(house).ranking_name)
