"""The two hands of punto banco and minibaccarat: four cards, the counts, the third cards, and the result."""

from __future__ import annotations

from collections.abc import Callable

from nomorebets.errors import DealerError
from nomorebets.games.baccarat.cards_in_error import IN_ERROR, dispose, misdealt, take_wrongly
from nomorebets.games.baccarat.drawing_terms import BANKER_DRAWS, PLAYER_DRAWS_TO, drawing_table_at
from nomorebets.games.baccarat.rules import HandRules, ThirdCardRules
from nomorebets.games.baccarat.terms import COUNTS_ON_A_TIE
from nomorebets.games.baccarat.third_cards import Instructed, instruct_banker, instruct_player
from nomorebets.hands.baccarat import NATURALS, Coup, coup_of, point_count, value
from nomorebets.procedures.shoe import (
    ShoeRules,
    deal_from_shoe,
    first_cards,
    let_go_of_set_aside,
    move_card,
    shoe_irregularities,
)
from nomorebets.regulation import Citation
from nomorebets.table import Round, Script, announce, remedy
from nomorebets.table.areas import HIDDEN
from nomorebets.table.cards import Face, look_over_deal, read_hand, turn_up
from nomorebets.table.felt import Felt
from nomorebets.table.game import A_CARD_MORE, Irregularity
from nomorebets.table.variation import known_by

DealThird = Callable[[Round, ThirdCardRules, ShoeRules, str], Script[str]]
WRONG_HAND = "first and third card are the Player's Hand, second and fourth the Banker's, wherever they lie"
NOT_DEALT = "third-card-not-dealt"
TIE_HAND = "Tie Hand"
NAMES = {"player": "Player's Hand", "banker": "Banker's Hand"}


def irregularities(shoe: ShoeRules, hands: HandRules, third: ThirdCardRules) -> dict[str, Irregularity]:
    """What may go wrong, and what is done about it."""
    forgotten = "it is dealt from the next card, if noticed before settlement"
    return {
        **shoe_irregularities(shoe),
        **misdealt(
            "inspect-deal",
            "card-in-wrong-hand",
            "one of the first four cards was laid to the wrong hand",
            WRONG_HAND,
            hands.wrong_hand,
        ),
        **misdealt(
            "instruct-player",
            "third-card-to-player",
            "a third card was dealt to a Player's Hand that must stay",
            "it is the Banker's third card if that hand must draw, else a card drawn in error",
            third.to_player,
            more=("disclosed",),
            shown_by=A_CARD_MORE,
        ),
        **misdealt(
            "instruct-banker",
            "third-card-to-banker",
            "a third card was dealt to a Banker's Hand that must stay",
            "it is a card drawn in error",
            third.to_banker,
            more=("disclosed",),
            shown_by=A_CARD_MORE,
        ),
        **misdealt(
            "instruct-player",
            NOT_DEALT,
            "a third card that was required was not dealt",
            forgotten,
            third.not_dealt,
        ),
        "banker-third-card-not-dealt": misdealt(
            "instruct-banker",
            NOT_DEALT,
            "a third card that the Banker's Hand required was not dealt",
            forgotten,
            third.not_dealt,
        )[NOT_DEALT],
    }


def deal_four(table: Round, rules: HandRules, shoe: ShoeRules, face: Face, by: Citation) -> Script[None]:
    """First and third card to the Player's Hand, second and fourth to the Banker's."""
    yield from let_go_of_set_aside(table, by=rules.kept)
    yield from first_cards(table, shoe, ("player", "banker") * 2, face, by=by, kept=rules.kept)
    inspected = yield from look_over_deal(by)
    if inspected.found:
        yield from remedy(inspected.found, WRONG_HAND, by=rules.wrong_hand)


def call_count(table: Round, rules: HandRules, hand: str) -> Script[None]:
    """Count a hand and announce it."""
    count = point_count(table.felt.hand(hand))
    yield from read_hand(hand, str(count), by=rules.count)
    yield from announce(f"{NAMES[hand]} {count}", by=rules.counts_called)


def third_cards(table: Round, rules: ThirdCardRules, shoe: ShoeRules, third: DealThird) -> Script[None]:
    """A third card to each hand that the tables call for one, and never more than one."""
    player, banker = point_count(table.felt.hand("player")), point_count(table.felt.hand("banker"))
    drawing = drawing_table_at(table.house)
    natural = player in NATURALS or banker in NATURALS
    draws = not natural and drawing.player_action(player) == "D"
    instructed = yield from instruct_player(
        draws, by=rules.natural if natural else known_by(table.house, PLAYER_DRAWS_TO, rules.player_table)
    )
    if instructed.found == "third-card-to-player":
        obliged = not natural and drawing.banker_action(banker, None) == "D"
        if (yield from given_to_player(table, rules, shoe, instructed, obliged, banker)):
            return
    value_drawn = None
    if draws:
        yield from note_not_dealt(rules, instructed, "third-card-not-dealt")
        value_drawn = value((yield from third(table, rules, shoe, "player")))
    draws = not natural and drawing.banker_action(banker, value_drawn) == "D"
    instructed = yield from instruct_banker(
        draws, by=rules.natural if natural else known_by(table.house, BANKER_DRAWS, rules.banker_table)
    )
    if draws:
        yield from note_not_dealt(rules, instructed, "banker-third-card-not-dealt")
        yield from third(table, rules, shoe, "banker")
    elif instructed.found:
        yield from error_card(table, shoe, instructed, by=rules.to_banker)
        yield from dispose(table, shoe, rules.errors, instructed.found, instructed.disclosed, drawing)


def deal_third_face_up(table: Round, rules: ThirdCardRules, shoe: ShoeRules, hand: str) -> Script[str]:
    """A third card, dealt face upwards."""
    return (yield from deal_from_shoe(table, shoe, hand, "up", by=rules.dealt))


def note_not_dealt(rules: ThirdCardRules, instructed: Instructed, what: str) -> Script[None]:
    """A third card that was forgotten is dealt now."""
    if instructed.found:
        yield from remedy(what, "it is dealt from the next card", by=rules.not_dealt)


def error_card(table: Round, shoe: ShoeRules, instructed: Instructed, by: Citation) -> Script[None]:
    """The card that should not have left the shoe, seen or unseen."""
    yield from take_wrongly(table, shoe, IN_ERROR, "up" if instructed.disclosed else "down", by)


def given_to_player(
    table: Round, rules: ThirdCardRules, shoe: ShoeRules, instructed: Instructed, obliged: bool, banker: int
) -> Script[bool]:
    """A card dealt to a Player's Hand that stays; returns whether it became the Banker's third card."""
    yield from error_card(table, shoe, instructed, by=rules.to_player)
    if not obliged or not table.felt.hand(IN_ERROR):
        yield from dispose(
            table, shoe, rules.errors, instructed.found, instructed.disclosed, drawing_table_at(table.house)
        )
        return False
    if table.felt.hand(IN_ERROR)[-1] == HIDDEN:
        text = f"{instructed.found}: it becomes the Banker's third card, and counts"
        raise DealerError(text, rules.to_player, table.as_of, "the card that was dealt")
    becomes = f"the Banker's Hand must draw on {banker}: it becomes the Banker's third card"
    yield from remedy(instructed.found, becomes, by=rules.to_player)
    yield from move_card(IN_ERROR, -1, "banker", by=rules.to_player)
    yield from turn_up("banker", by=rules.to_player)
    return True


def call_result(table: Round, rules: HandRules) -> Script[Coup]:
    """Announce the final counts and which hand has won."""
    coup = coup_of(table.felt.hand("player"), table.felt.hand("banker"))
    for hand in ("player", "banker"):
        natural = "natural " if coup.natural(hand) else ""
        yield from read_hand(hand, f"{natural}{coup.count(hand)}", by=rules.count)
    yield from announce(result_called(coup, table.procedure >= COUNTS_ON_A_TIE), by=rules.result)
    return coup


def result_called(coup: Coup, counts_on_a_tie: bool = False) -> str:
    """The counts and the winner, as the dealer says them."""
    tie = coup.winner == "tie"
    if tie and not counts_on_a_tie:
        return TIE_HAND
    result = TIE_HAND if tie else f"{NAMES[coup.winner]} wins"
    return f"Player's Hand {coup.player}, Banker's Hand {coup.banker}: {result}"


def score(felt: Felt) -> str:
    """A round as one mark of a scoreboard: P, B or T, with an asterisk for a natural; nothing where it was void."""
    if not any(words.endswith((TIE_HAND, " wins")) for words in felt.called):
        return ""
    player, banker = (felt.hands_read[hand] for hand in ("player", "banker"))
    ahead = int(player[-1]) - int(banker[-1])
    return ("P" if ahead > 0 else "B" if ahead < 0 else "T") + "*" * ("natural" in player + banker)
