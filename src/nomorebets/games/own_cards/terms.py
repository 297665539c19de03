"""What a house may choose at a card game of somebody's own."""

from nomorebets.procedures.deck_options import BY_DEVICE, dealing_option, second_deck_option, shuffle_option
from nomorebets.regulation import choice, cite
from nomorebets.regulation.options import option
from nomorebets.table.variation import RULES, file_option

SHUFFLED = cite("D.5(b)")
POSITIONS = option("positions", cite("D.2(b)"), "How many places for players there are.", [*map(str, range(7, 0, -1))])
OPTIONS = (
    POSITIONS,
    shuffle_option(SHUFFLED, manual=choice("D.5(b)"), automated=choice("D.5(b)")),
    dealing_option(SHUFFLED, "manual-shoe", manual_shoe=choice("D.5(b)"), automated_shoe=choice("D.5(b)")),
    second_deck_option(SHUFFLED, on=choice("D.5(b)", needs=BY_DEVICE), off=choice("D.5(b)")),
    file_option(cite("D.1(a)")),
    RULES,
)
