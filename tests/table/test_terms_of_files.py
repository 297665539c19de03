"""Terms that only a game file sets: the dealer's qualifying hand, drawing tables, decks, a dealer's 17 and 22."""

from __future__ import annotations

from fractions import Fraction

import pytest

from nomorebets.compliance.guide import guide_markdown, guide_of
from nomorebets.errors import RulesError
from nomorebets.games import open_table
from nomorebets.hands.baccarat import BANKER_TABLE, DRAWING_TABLE, NATURALS, point_count
from nomorebets.hands.poker import five_card_hand, three_card_hand
from nomorebets.pricing.sheet import odds_at
from nomorebets.sim.verify import verify
from nomorebets.table import Round, Settings, Table, Wager, play
from nomorebets.table.cards import Draw
from nomorebets.table.game_file import GameFileError, read_game_file
from rounds import RandomTable

LIMITS = '[limits]\ntable = { min = "5.00", max = "500.00" }\n'


def opened(text: str) -> Table:
    file = read_game_file(text.encode(), "varied.toml")
    return open_table(file.game, None, file.settings)


def with_terms(game_id: str, terms: str) -> Table:
    return opened(f'game = "{game_id}"\nname = "Varied"\n[terms]\n{terms}\n{LIMITS}')


@pytest.mark.parametrize(
    ("lowest", "below", "least"),
    [
        ("queen-high", "Js 9d 8c", "Qs 3d 2c"),
        ("jack-high", "Ts 9d 7c", "Js 3d 2c"),
        ("king-high", "Qs Jd 9c", "Ks 3d 2c"),
        ("ace-high", "Ks Qd Tc", "As 4d 2c"),
        ("pair", "As Kd Jc", "2s 2d 3c"),
    ],
)
def test_the_dealer_of_three_card_poker_plays_from_the_hand_of_the_file_on(lowest, below, least):
    from nomorebets.games.three_card_poker.script import qualifies

    house = with_terms("three-card-poker", f'dealer-qualifies = "{lowest}"').house
    assert not qualifies(three_card_hand(below.split()), house)
    assert qualifies(three_card_hand(least.split()), house)


@pytest.mark.parametrize(
    ("lowest", "below", "least"),
    [
        ("ace-king", "As Qd Jc Th 8s", "As Kd 4c 3h 2s"),
        ("ace-high", "Ks Qd Jc Th 8s", "As 6d 4c 3h 2s"),
        ("pair", "As Kd Qc Jh 9s", "2s 2d 5c 4h 3s"),
    ],
)
def test_the_dealer_of_caribbean_stud_plays_from_the_hand_of_the_file_on(lowest, below, least):
    from nomorebets.games.caribbean_stud.script import qualifies

    house = with_terms("caribbean-stud", f'dealer-qualifies = "{lowest}"').house
    assert not qualifies(five_card_hand(below.split()), house)
    assert qualifies(five_card_hand(least.split()), house)
    assert qualifies(
        five_card_hand("7s 5d 4c 3h 2s".split()), with_terms("caribbean-stud", 'dealer-qualifies = "any"').house
    )


def test_a_dealer_who_always_plays_never_has_no_hand():
    line = odds_at(with_terms("three-card-poker", 'dealer-qualifies = "any"'), wager="ante")["ante"]
    assert not any(outcome.outcome.startswith("no-hand") for outcome in line.outcomes)
    assert line.basis == "proposed"
    usual = odds_at(with_terms("three-card-poker", 'dealer-qualifies = "queen-high"'), wager="ante")["ante"]
    assert usual.edge == odds_at(open_table("three-card-poker"), wager="ante")["ante"].edge


CASES = [
    ("three-card-poker", 'dealer-qualifies = "king-high"', "ante", "optimal", "king-high or better"),
    ("punto-banco", "player-draws-to = 3\ndecks = 2", "banker", None, "on 0 to 3 and stays on more"),
    (
        "minibaccarat",
        f'banker-table = "{" ".join(["D" * 11] * 5 + ["S" * 11] * 3)}"',
        "player",
        None,
        "by this house's own table",
    ),
]


@pytest.mark.parametrize(("game_id", "terms", "wager", "strategy", "says"), CASES)
def test_exact_simulated_and_dealt_agree_and_the_guide_says_it(game_id, terms, wager, strategy, says):
    table = with_terms(game_id, terms)
    compared = verify(table, 200_000, 150, seed=5, strategy=strategy, wager=wager)
    assert compared.holds
    (line,) = compared.lines
    assert line.exact.basis == "proposed"
    assert line.exact.edge != odds_at(open_table(game_id), wager=wager)[wager].edge
    assert says in guide_markdown(guide_of(table))
    assert says not in guide_markdown(guide_of(open_table(game_id)))


@pytest.mark.parametrize("game_id", ["punto-banco", "minibaccarat"])
def test_hands_are_dealt_by_the_drawing_tables_of_the_file(game_id):
    """The Player's Hand stays on 4 and 5, and the Banker's draws on all that is no natural."""
    table = with_terms(game_id, f'player-draws-to = 3\nbanker-table = "{" ".join(["D" * 11] * 8)}"')
    counted = set()
    for seed in range(25):
        done = play(Round(table, seats={1: 10**6}), RandomTable(seed, accidents=False))
        drawn = [(e.request.to, e.answer.card) for e in done.entries if isinstance(e.request, Draw)]
        player, banker = ([card for to, card in drawn if to == hand] for hand in ("player", "banker"))
        if not player:
            continue
        is_natural_coup = bool({point_count(hand[:2]) for hand in (player, banker)} & {*NATURALS})
        count = point_count(player[:2])
        assert len(player) == (3 if count <= 3 and not is_natural_coup else 2)
        assert len(banker) == (2 if is_natural_coup else 3)
        counted.add(count)
    assert counted & {4, 5}
    assert counted & {0, 1, 2, 3}


def test_the_table_of_the_rules_written_out_is_that_of_the_rules():
    from nomorebets.games.baccarat.drawing_terms import drawing_table_at

    written = with_terms("punto-banco", f'player-draws-to = 5\nbanker-table = "{" ".join(BANKER_TABLE).lower()}"')
    assert drawing_table_at(written.house) == drawing_table_at(open_table("punto-banco").house) == DRAWING_TABLE


@pytest.mark.parametrize(("value", "net"), [("push", 0), ("lose", 500)])
def test_a_dealers_22_ties_or_loses_as_the_file_has_it(value, net):
    from nomorebets.games.blackjack_switch.settlement import settle_hand
    from nomorebets.games.blackjack_switch.terms import rules_of
    from nomorebets.games.twenty_one.outcome import HandOutcome

    house = with_terms("blackjack-switch", f'dealer-22 = "{value}"').house
    result = settle_hand(Wager(1, "switch-hand-1", 500), HandOutcome(18, dealer=22), house)
    assert result is not None
    assert result.net == net
    assert rules_of(house).pushes_at == (22 if value == "push" else 0)


def test_a_soft_17_stands_where_the_file_says_so():
    from nomorebets.games.blackjack_switch.terms import rules_of

    assert not rules_of(with_terms("blackjack-switch", 'soft-17 = "stand"').house).hit_soft_17
    assert rules_of(open_table("blackjack-switch").house).hit_soft_17


@pytest.mark.parametrize(("game_id", "decks"), [("punto-banco", "1"), ("spanish-21", "4"), ("blackjack-switch", "4")])
def test_decks_that_the_rules_do_not_have_are_a_file_s_alone(game_id, decks):
    assert with_terms(game_id, f"decks = {decks}").house.options["decks"] == decks
    with pytest.raises(RulesError, match="decks"):
        open_table(game_id, settings=Settings({"decks": decks}))


def test_insurance_of_four_decks_is_counted_by_hand():
    line = odds_at(with_terms("spanish-21", "decks = 4"), wager="insurance")["insurance"]
    assert line.edge == 1 - 3 * Fraction(48, 191)  # of 191 other cards 48 are court cards


# --- what a file cannot have -----------------------------------------------------------------------------------------


def wager(game_id: str, pays: str, name: str = "x", times: int = 1) -> str:
    each = "".join(f'[[wager]]\nname = "{name}{n or ""}"\npays = {pays}\n' for n in range(times))
    return f'game = "{game_id}"\nname = "Nasty"\n{LIMITS}{each}'


def terms(game_id: str, line: str) -> str:
    return f'game = "{game_id}"\nname = "Nasty"\n[terms]\n{line}\n{LIMITS}'


@pytest.mark.parametrize(
    ("text", "says", "accepts"),
    [
        (wager("craps", '{ pair = "999999999999999999999 to 1" }'), "is not payout odds", "35 to 1"),
        (wager("craps", "{ pair = \"__import__('os')\" }"), "is not payout odds", "35 to 1"),
        (wager("sic-bo", '{ odd = "1 to 99999971", triple = "1 to 99999989" }'), "to the cent", "3 to 2"),
        (wager("pai-gow", "{ pair = 1.5 }"), "is not payout odds", "35 to 1"),
        (wager("roulette", "{}"), "is no pay table", "number-0"),
        (wager("roulette", '{ pair = "1 to 1" }'), "no outcome is called 'pair'", "number-0"),
        (wager("roulette", '{ zero = "5 to 1" }', "w", times=41), "41 times [[wager]]", "at most 40"),
        (wager("blackjack-switch", '{ pair = "1 to 1" }', "switch-hands"), "such a wager already", "another name"),
        (wager("craps", '{ pair = "1 to 1" }', "horn"), "such a wager already", "another name"),
        (wager("big-six", '{ joker = "1 to 1" }', "table"), "such a wager already", "another name"),
        (wager("big-six", '{ joker = "1 to 1" }').replace('name = "x"\n', ""), "wager.name is missing", "royal-pairs"),
        (terms("punto-banco", 'banker-table = "DDD SSS"'), "is no drawing table", "8 rows of 11 letters"),
        (terms("punto-banco", f'banker-table = "{"D" * 9000}"'), "is no drawing table", "8 rows of 11 letters"),
        (terms("punto-banco", "player-draws-to = 99"), "is not one of its values", "5, 3"),
        (terms("punto-banco", "player-draws-to = [5]"), "is no term", "a whole number"),
        (terms("caribbean-stud", 'dealer-qualifies = "flush"'), "is not one of its values", "ace-king"),
        (terms("roulette", 'dealer-qualifies = "pair"'), "is no term of this game", "wheel-kind"),
        (terms("blackjack", f"decks = {'9' * 300}"), "is not a number of decks", "1 or more"),
        (terms("punto-banco", "decks = 0"), "'0' is not a number of decks", "1, 2, 3, 4, 5, or 6 or more"),
        (terms("minibaccarat", "decks = 101"), "101 decks are more", "at most 100"),
        (terms("blackjack-switch", 'soft-17 = "maybe"'), "is not one of its values", "hit, stand"),
    ],
)
def test_a_nasty_file_is_refused_in_a_sentence(text, says, accepts):
    with pytest.raises(RulesError) as refused:
        opened(text)
    assert says in refused.value.text
    assert accepts in refused.value.accepts
    assert len(str(refused.value)) < 600


def read_rows(said: str) -> list[str]:
    """The rows of a drawing table, read from the words of a guide."""

    def figures(text: str) -> set[int]:
        ends = [[int(end) for end in part.split(" to ")] for part in text.replace(" or ", ", ").split(", ")]
        return {figure for end in ends for figure in range(end[0], end[-1] + 1)}

    rows = {}
    for count_says in said.split("; "):
        counts, does = count_says.removeprefix("on ").split(" it ")
        cells = {"draws": {None, *range(10)}, "stays": set()}.get(does)
        if cells is None:
            cases = does.removeprefix("draws after ").split("one that counts ")
            cells = figures(cases[1]) if len(cases) > 1 else set()
            cells |= {None} if cases[0].startswith("no third card") else set()
        for count in figures(counts):
            rows[count] = "".join("D" if cell in cells else "S" for cell in (None, *range(10)))
    return [rows[count] for count in range(8)]


@pytest.mark.parametrize("game_id", ["punto-banco", "minibaccarat"])
@pytest.mark.parametrize(
    "rows",
    [
        ["D" * 11] * 5 + ["S" * 11] * 3,
        [*BANKER_TABLE[:7], "D" + "S" * 10],
        ["SDDDDDDDDDD", "DSDSDSDSDSD", "SSSSSSSSSSD", "DSSSSSSSSSS", "SDSSSSSSSSS", *BANKER_TABLE[5:]],
    ],
)
def test_a_guide_prints_every_row_of_a_drawing_table_of_the_house(game_id, rows):
    table = with_terms(game_id, f'banker-table = "{" ".join(rows)}"')
    made = guide_of(table)
    [what] = [one.what for one in made.choices if "it draws" in one.what]
    assert read_rows(what.partition(": ")[2]) == rows
    assert "it stands below" in guide_markdown(made)
    assert what.partition(": ")[2] in guide_markdown(made)
    assert rows[0] not in guide_markdown(made)


def test_a_guide_of_the_rules_own_drawing_table_prints_none():
    assert not [one.what for one in guide_of(open_table("punto-banco")).choices if "it draws" in one.what]


def test_a_tampered_record_of_such_a_file_is_refused_too():
    file = read_game_file(wager("craps", '{ pair = "4 to 1" }').encode(), "mine.toml")
    broken = {name: str(value).replace('"pair"', '"pear"') for name, value in file.settings.options.items()}
    with pytest.raises(GameFileError, match="no outcome is called 'pear'"):
        open_table(file.game, None, Settings(broken, {}, file.settings.limits))
