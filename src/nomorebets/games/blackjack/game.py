"""Blackjack: N.J.A.C. 19:47-2 (since 2012, 13:69F-2)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from msgspec.structs import replace

from nomorebets.games.blackjack.irregular import IRREGULARITIES
from nomorebets.games.blackjack.play import INSURANCE
from nomorebets.games.blackjack.script import blackjack
from nomorebets.games.blackjack.settlement import settle_fee, settle_hand
from nomorebets.games.blackjack.shoe import DISCARDS, other
from nomorebets.games.blackjack.side_terms import STREAKS
from nomorebets.games.blackjack.side_wagers import ADDITIONAL, SIDE_BETS
from nomorebets.games.blackjack.sides import MARKER, streak_is_up
from nomorebets.games.blackjack.terms import (
    BLACKJACK,
    FIVE_CARDS,
    HAND_FEE,
    MULTI,
    MULTIPLE_ACTION,
    SURRENDER,
    TERMS,
    WIN,
    blackjack_odds,
    five_card_odds,
    is_multiple,
    main_kinds,
)
from nomorebets.games.twenty_one.betting import BoxRules, payable_unit, verify_box
from nomorebets.games.twenty_one.cutting import AT_WILL
from nomorebets.games.twenty_one.dealing import OUT_AT
from nomorebets.games.twenty_one.entry import remembered
from nomorebets.games.twenty_one.insurance import insurance_bet
from nomorebets.procedures.meter import METER
from nomorebets.procedures.shoe import CUTTING_CARD, REMEMBERS, SHOE
from nomorebets.regulation import Pays, PayTable, cite, reading, to
from nomorebets.table import Game, House, Layout, Place, Round, Wager
from nomorebets.table.acceptance import refusal
from nomorebets.table.betting_areas import areas_for, find_area
from nomorebets.table.cards import BURNED
from nomorebets.table.game import CARDS, Bet, Betting, Memory
from nomorebets.table.memory import MONEY, OF_A_SEAT, Remembered

BONUS = "blackjack-bonus"
AFTER_THE_DEAL = {"double": "decision", "split": "decision", "insurance": "second-card"}
MAIN_PAYS = PayTable(
    {
        WIN: (to(1), cite("2.3(a)")),
        BLACKJACK: (to(3, 2), reading("R-2.7-pays")),
        FIVE_CARDS: (to(2), reading("R-2.16-five-cards")),
    }
)


def _main_rows(house: House) -> Mapping[str, Pays]:
    """What the main wager pays at a table: a win, a blackjack, and five cards where they are paid better."""
    five = five_card_odds(house)
    return {WIN: to(1), BLACKJACK: blackjack_odds(house)} | ({} if five is None else {FIVE_CARDS: five})


MAIN_BETS = (
    Bet(kind="blackjack", by=cite("2.3(a)"), settle=settle_hand, pays=MAIN_PAYS, least=_main_rows),
    *(
        Bet(
            kind=kind,
            by=reading("R-2.18-wagers"),
            settle=settle_hand,  # paid as a blackjack wager is
            offered=MULTIPLE_ACTION,
            brought_by=("on",),
        )
        for kind in MULTI
    ),
    Bet(kind="split", by=cite("2.11(a)"), settle=settle_hand, opens="decision", beside="blackjack"),  # paid as that is
    Bet(kind="double", by=cite("2.10(a)"), settle=settle_hand, opens="decision", beside="blackjack"),
    insurance_bet(INSURANCE, beside="blackjack"),
    Bet(kind="hand-fee", by=reading("R-2.3-hand-fee"), settle=settle_fee, offered=HAND_FEE, has_stake=False),
)
BETS = (*MAIN_BETS, *SIDE_BETS)


def layout(house: House) -> Layout:
    """A box with its main wagers, room beside them for what is added, and the areas of the side wagers."""
    places: dict[str, Place] = {}
    for kind, area in areas_for(BETS)(house).items():
        if kind == "blackjack" and is_multiple(house):
            continue
        hands = range(1, len(MULTI) + 1) if kind in AFTER_THE_DEAL and is_multiple(house) else ()
        parts = {f"{kind}:{hand}": f"{area.where}, hand {hand} of the dealer" for hand in hands} or {kind: area.where}
        if kind == BONUS:  # on the player's blackjack, or on the dealer's
            parts[f"{kind}:dealer"] = f"{area.where}, for the dealer"
        places |= {id: replace(area, id=id, where=where) for id, where in parts.items()}
    return Layout({id: replace(area, at=(at, 0)) for at, (id, area) in enumerate(places.items())})


def place(text: str, layout: Layout, house: House) -> Place:
    """An area of the layout."""
    return find_area(text.strip().removesuffix(":player"), layout, house, cite("2.3(d)"))


def unit(house: House, place: Place) -> int:
    """Whole chips that can be paid exactly, and halved to the cent where they may be surrendered."""
    if place.kind not in main_kinds(house):
        return house.smallest_chip
    return payable_unit(house, (BLACKJACK, FIVE_CARDS), is_halved=house[SURRENDER] != "none")


BOX_RULES = BoxRules(
    boxes=reading("R-2.1-boxes"),
    only_chips=reading("R-2.3-only-chips"),
    mid_shoe=reading("R-2.3-mid-shoe"),
)


def verify(table: Round, wager: Wager) -> None:
    """What 2.3, 2.13 and 2.14 demand of a wager."""
    if wager.kind in STREAKS and streak_is_up(table, wager.seat):
        by = reading("R-2.22-pending")
        raise refusal(table, wager, "a streak is under way on this box", by, "streak wagers when it is over")
    verify_box(table, wager, BOX_RULES, main_kinds(table.house))


def verify_act(table: Round, act: str, wager: Wager) -> None:
    """Streak wagers that are up stay up until they are decided."""
    if act in ("remove", "reduce") and wager.kind in STREAKS and streak_is_up(table, wager.seat):
        raise refusal(table, wager, "it stays until it is decided", reading("R-2.22-pending"), "leaving it")


def first_missing(kinds: set[str]) -> str:
    """The wager without which another of several is not made: the first before the second."""
    return next((low for low, high in pairwise(MULTI) if high in kinds and low not in kinds), "")


def complete(table: Round, seat: int) -> None:
    """Side wagers go only with a main wager of the same player; a streak that is under way may wait for one."""
    main = main_kinds(table.house)
    own = [w for w in table.felt.wagers if w.seat == seat]
    players = {w.player for w in own if w.kind in main}
    for wager in own:
        kind = wager.kind
        bet = table.game.bet[kind]
        if bet.beside and wager.player not in players and not (kind in STREAKS and streak_is_up(table, seat)):
            by = cite("2.17(b)") if kind in ADDITIONAL else bet.by
            raise refusal(table, wager, "it goes only with a main wager", by, f"{main[0]} beside it")
        if kind in MULTI and (missing := first_missing({w.kind for w in own if w.player == wager.player})):
            raise refusal(table, wager, f"there is no {missing}", reading("R-2.18-wagers"), f"{missing} first")


GAME = Game(
    id="blackjack",
    terms=TERMS,
    bets=BETS,
    betting=Betting(
        layout=layout,
        place=place,
        unit=unit,
        verify=verify,
        verify_act=verify_act,
        complete=complete,
        usual=("blackjack", *MULTI[:2]),
    ),
    script=blackjack,
    chance=CARDS,
    memory=Memory(
        remembers={
            **remembered("box"),
            OUT_AT: Remembered(rf"(\d{{1,3}}|{AT_WILL})?", f"the number of a box, 0 for the dealer, or {AT_WILL}"),
            DISCARDS: REMEMBERS[SHOE],
            **{other(name): REMEMBERS[name] for name in (SHOE, CUTTING_CARD, BURNED)},
            METER: MONEY,
            f"{MARKER}{OF_A_SEAT}": Remembered(r"\d?", "how many rounds were won in a row, or nothing"),
        },
        public=(METER, f"{MARKER}{OF_A_SEAT}"),
    ),
    irregularities=IRREGULARITIES,
)
