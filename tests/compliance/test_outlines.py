"""The outlines that guides are written from: complete, cited, and true of the table."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest

from nomorebets.compliance.guide import guide_html, guide_of, guide_paper
from nomorebets.compliance.outline import ANY, NOT, Sentence, outline_of, ranked_by, sample_hands, samples_at
from nomorebets.errors import RulesError
from nomorebets.games import game, variations_of
from nomorebets.games.twenty_one.hand import count
from nomorebets.hands.baccarat import point_count
from nomorebets.hands.low import ace_to_five, badugi
from nomorebets.hands.poker import FIVE_CARD_CATEGORIES, THREE_CARD_CATEGORIES, five_card_hand, three_card_hand
from nomorebets.hands.tiles import tile_hand
from nomorebets.library import open_table
from nomorebets.papers.document import Facts, Gallery, Grid, words
from nomorebets.papers.writing import pages_of
from nomorebets.regulation import law, names
from nomorebets.table import Round, play
from nomorebets.table.card_decisions import SetHand
from nomorebets.table.game_file import FILE_OPTION
from nomorebets.table.house import in_effect
from nomorebets.table.requests import PatronRequest
from rounds import DEALT, RandomTable

ROUNDS = 40  # enough that every choice of the defaults comes up


def all_sentences(name: str) -> list[Sentence]:
    outline = outline_of(game(name).id)
    ranking: Iterable[Sentence] = () if isinstance(outline.ranking, str) else outline.ranking
    return [*outline.equipment, *ranking, *outline.round, *outline.decisions, *outline.pays, *outline.wagers]


@pytest.mark.parametrize("name", DEALT)
def test_8_5_every_game_has_its_outline(name):
    outline = outline_of(game(name).id)
    assert outline.object.endswith(".")
    assert outline.equipment
    assert len(outline.round) >= 3


@pytest.mark.parametrize("name", DEALT)
def test_sentences_cite_paragraphs_there_are_and_speak_of_options_there_are(name):
    from_files = variations_of(game(name).id).terms
    known = {option.id: option for option in (*game(name).terms.all_options, *from_files)}
    for said in all_sentences(name):
        text = said.says or law.says(said.citation, law.newest())
        assert text[0].isupper()
        assert text.endswith(".")
        assert set(re.findall(r"{([^}]+)}", said.says)) <= set(known)
        for option, values in (*said.when.items(), *said.unless.items()):
            for value in [values] if isinstance(values, str) else values:
                assert value == ANY or value.removeprefix(NOT) in known[option].choices, (option, value)


@pytest.mark.parametrize("name", DEALT)
def test_what_the_house_chose_is_said_by_one_sentence_of_those_that_differ(name):
    """Of sentences that hold under different values of one option, each value in the outline is said."""
    told = {(option, str(values)) for said in all_sentences(name) for option, values in said.when.items()}
    for option, values in told:
        if values == ANY or values.startswith(("[", NOT)):
            continue
        try:
            table = open_table(name, options={option: values})
        except RulesError:
            continue  # it needs another option beside it
        holding = [said for said in all_sentences(name) if option in said.when and said.holds(table.house)]
        assert holding, (option, values)


@pytest.mark.parametrize("name", DEALT)
def test_8_5_every_decision_of_a_round_is_in_the_guide(name):
    table = open_table(name)
    asked: set[str] = set()

    def ask(seats: RandomTable):
        def answer(request, at):
            if isinstance(request, PatronRequest):
                options = (request.ask_of(seat) for seat in request.seats())
                asked.update(option.name for ask in options if ask is not None for option in ask.options)
                asked.update({"set"} if isinstance(request, SetHand) else ())
            return seats(request, at)

        return answer

    for seed in range(ROUNDS):
        play(Round(table, seats={1: 10**7, 2: 10**7}), ask(RandomTable(seed, accidents=False)))
    told = {said.choice for said in outline_of(table.game.id).decisions}
    assert asked <= told
    assert {said.what for said in guide_of(table).decisions} <= {names.choice(choice) for choice in told}


@pytest.mark.parametrize(
    ("name", "hands"),
    [
        ("caribbean-stud", FIVE_CARD_CATEGORIES),
        ("double-down-stud", FIVE_CARD_CATEGORIES),
        ("let-it-ride", FIVE_CARD_CATEGORIES),
        ("three-card-poker", THREE_CARD_CATEGORIES),
        ("pai-gow-poker", FIVE_CARD_CATEGORIES),
        ("sample:fast-action-holdem", FIVE_CARD_CATEGORIES),
    ],
)
def test_8_5_hands_rank_in_the_guide_as_they_do_at_the_table(name, hands):
    table = open_table(name)
    said = " ".join(says for says, _ in ranked_by(outline_of(table.game.id), table.house)).lower().replace("-", " ")
    said = said.replace("two pairs", "two pair")
    best_first = [words(hand) for hand in reversed(hands) if hand != "high-card"]
    # "pair" stands in "two pair" too: each is looked for behind the one before it
    at = 0
    for hand in best_first:
        found = re.compile(rf"(?<!straight )(?<!royal )\b{hand}").search(said, at)
        assert found, (hand, said)
        at = found.end()


@pytest.mark.parametrize("name", DEALT)
def test_8_5_the_leaflet_has_every_wager_row_option_and_mishap(name):
    table = open_table(name)
    guide = guide_of(table)
    paper = guide_paper(guide)
    [grid] = [block for section in paper.sections for block in section.blocks if isinstance(block, Grid)]
    cells = {part for row in grid.rows for cell in row.cells for part in (cell, *re.split(r", |\n", cell))}
    named = {row.cells[0] for row in grid.rows}
    for kind in table.kinds():
        assert any(cell.startswith(names.wager(kind)) for cell in named), kind
    for wager in guide.wagers:
        assert {odds for _, odds in wager.pays} <= cells
    facts = {name for section in paper.sections for b in section.blocks if isinstance(b, Facts) for name, _ in b.rows}
    for option, _ in in_effect(table.game, table.house):
        if option.id != FILE_OPTION:  # no patron is told of a file
            assert any(fact.startswith(f"{names.option(option.id)}: ") for fact in facts), option.id
    assert {mistake.what for mistake in guide.mistakes} <= facts
    said = guide_html(guide).split("<body>")[1]
    assert not re.search(r"\bR-\d|\d for \d|[{}]", said)  # no name of a reading, odds with "to", no option left open


def test_the_round_follows_the_options_of_the_house():
    def steps(**options):
        table = open_table("blackjack", options={name.replace("_", "-"): value for name, value in options.items()})
        return [step.says for step in guide_of(table).steps], [one.what for one in guide_of(table).decisions]

    stand, hit = steps(soft_17="stand"), steps(soft_17="hit")
    assert any("stands on every 17" in says for says in stand[0])
    assert not any("stands on every 17" in says for says in hit[0])
    assert any("17 with an ace" in says for says in hit[0])
    assert names.choice("surrender") not in stand[1]
    assert names.choice("surrender") in steps(surrender="late")[1]
    assert any("pays 6 to 5" in says for says in steps(blackjack_pays="6:5")[0])


@pytest.mark.parametrize(
    ("name", "option", "first", "cited"),
    [
        ("caribbean-stud", "dealing-method", "You and the dealer get", ["16.7(d)", "16.8(c)", "16.9(c)"]),
        ("let-it-ride", "dealing-method", "You get three cards", ["18.7(c)", "18.8(c)", "18.9(c)"]),
        ("three-card-poker", "dealing-method", "You and the dealer get", ["20.7", "20.8", "20.9"]),
        ("pai-gow-poker", "deal-method", "Every position gets", ["11.8", "11.8A", "11.8B"]),
    ],
)
def test_8_5_a_guide_cites_the_way_in_which_the_table_deals(name, option, first, cited):
    for method, paragraph in zip(("manual-shoe", "hand", "automated-shoe"), cited, strict=True):
        steps = guide_of(open_table(name, options={option: method})).steps
        (said,) = (str(step.by) for step in steps if step.says.startswith(first))
        assert f"-{paragraph}," in said


@pytest.mark.parametrize(
    ("name", "options", "said", "not_said"),
    [
        ("pai-gow-poker", {"ez": "on"}, "without vigorish", "less vigorish"),  # 11.22
        ("pai-gow-poker", {"ez": "on"}, "have a queen as their highest", "less vigorish"),
        ("pai-gow-poker", {"ez": "off"}, "less vigorish", "without vigorish"),
        ("pai-gow", {"player-bank": "off"}, "The dealer banks.", "a player whose turn it is"),  # 10.8
        ("keno", {"claim-period": "next-game"}, "before the next game closes", "days"),  # 15.6
        ("keno", {"claim-period": "30"}, "within 30 days", "next game"),
        ("seven-card-stud", {"variant-wins": "low"}, "the lowest hand that shows begins", "shows most"),  # 14.9
        ("holdem", {"rake-percent": "0"}, "takes no rake", "as posted"),  # 14.14
    ],
)
def test_8_5_the_round_in_a_guide_is_that_of_the_table(name, options, said, not_said):
    steps = [step.says for step in guide_of(open_table(name, options=options)).steps]
    assert any(said in text for text in steps)
    assert not any(not_said in text for text in steps)


@pytest.mark.parametrize("name", ["seven-card-stud", "five-card-stud"])
@pytest.mark.parametrize(("wins", "halved"), [("high", False), ("high-low-split", True)])
def test_14_3_a_guide_says_that_the_pot_is_halved(name, wins, halved):
    ranking = guide_of(open_table(name, options={"variant-wins": wins})).ranking
    assert any("half of the pot" in each.says for each in ranking) is halved


@pytest.mark.parametrize(
    ("name", "wager", "most"), [("caribbean-stud", "bet", "$5,000"), ("double-down-stud", "original", "$100,000")]
)
def test_16_12_d_and_17_10_c_a_guide_says_how_much_is_paid_at_most(name, wager, most):
    rules = guide_of(open_table(name)).rules
    assert any(f"no more than {most}" in rule.says for rule in rules if rule.what == names.wager(wager))


@pytest.mark.parametrize(
    ("name", "paragraph"),
    [
        ("red-dog", "6.1(a)"),
        ("double-down-stud", "17.2"),
        ("let-it-ride", "18.2(b)"),
        ("three-card-poker", "20.2"),
        ("casino-war", "22.2"),
    ],
)
def test_8_5_the_number_of_decks_is_cited_by_its_own_paragraph(name, paragraph):
    assert paragraph in {said.by for said in outline_of(name).equipment if "deck" in said.says.lower()}


def test_8_3_a_sign_says_what_happens_and_not_only_what_the_option_is_called():
    def sign(choice):
        [one] = guide_of(open_table("roulette", options={"even-money-on-zero": choice})).signs
        return one.lines

    assert sign("half") == ("When 0 or 00 comes up, even-money wagers lose half",)
    assert sign("whole") == ("When 0 or 00 comes up, even-money wagers lose",)


@pytest.mark.parametrize("name", DEALT)
def test_what_is_said_of_a_wager_or_a_payout_names_one_there_is(name):
    known = {bet.kind for bet in game(name).bets}
    assert {said.choice for said in outline_of(game(name).id).pays} <= known


@pytest.mark.parametrize(("award", "says"), [("ten-percent", "ten percent of the meter"), ("fixed-5000", "$5,000")])
def test_16_12_e_the_guide_says_what_the_meter_pays(award, says):
    guide = guide_of(open_table("caribbean-stud", options={"progressive-straight-flush": award}))
    told = [rule.says for rule in guide.rules if rule.what == names.wager("progressive-payout")]
    assert "A royal flush wins the whole meter." in told
    assert [text for text in told if text.startswith("A straight flush")] == [f"A straight flush wins {says}."]


def test_the_layout_that_all_share_is_drawn_in_the_guide():
    drawings = {name: guide_of(open_table(name)).layout for name in ("roulette", "craps", "blackjack")}
    assert [len(drawn) for drawn in drawings.values()] == [1, 2, 0]
    for drawn in (*drawings["roulette"], *drawings["craps"]):
        assert drawn.startswith("<svg xmlns=")
        assert not re.search(r"var\(|data-|tabindex|role=", drawn)
    assert "1st 12" in drawings["roulette"][0]
    assert guide_html(guide_of(open_table("roulette"))).count("<svg") == 1


RANKED = {  # each set of sample hands with what ranks its hands
    "five-card-poker": (FIVE_CARD_CATEGORIES, lambda cards: five_card_hand(cards).category),
    "three-card-poker": (THREE_CARD_CATEGORIES, lambda cards: three_card_hand(cards).category),
}


@pytest.mark.parametrize("name", RANKED)
def test_8_5_a_sample_of_every_rank_is_what_it_is_called(name):
    classes, class_of = RANKED[name]
    assert [class_of(cards) for cards in sample_hands()[name].values()] == list(sample_hands()[name])
    assert list(sample_hands()[name]) == list(reversed(classes))


def test_8_5_samples_that_are_counted_count_so():
    for name, cards in sample_hands()["twenty-one"].items():
        counted = count(cards.split())
        assert counted.total == int(name.replace("blackjack", "21").split()[-1])
        assert counted.soft == (name.startswith("soft") or name == "blackjack")
    for name, cards in sample_hands()["points"].items():
        assert f"total-{point_count(cards.split())}" == name
    for name, dice in sample_hands()["two-dice"].items():
        assert sum(map(int, dice.split())) == int(re.findall(r"\d+", name)[0])
        assert (len({*dice.split()}) == 1) is ("hard way" in name or name.startswith("total 2"))
    low = [ace_to_five(cards) for cards in sample_hands()["low-hands"].values()]
    assert low == sorted(low, reverse=low[0] > low[1])
    rank = [badugi(cards) for cards in sample_hands()["badugi"].values()]
    assert rank == sorted(rank, reverse=rank[0] > rank[1])
    assert [str(tile_hand(*tiles.split())) for _, tiles in samples("pai-gow")][2:4] == [
        "wong with teen",
        "gong with day",
    ]


def samples(name: str) -> tuple[tuple[str, str], ...]:
    table = open_table(name)
    return samples_at(outline_of(table.game.id), table.house)


@pytest.mark.parametrize("name", DEALT)
def test_8_5_every_hand_or_throw_is_drawn_with_its_name(name):
    table = open_table(name)
    guide = guide_of(table)
    has_hands = table.game.chance.words in ("cards", "dice", "tiles")
    assert guide.samples or not has_hands
    pictures = [p for s in guide_paper(guide).sections for b in s.blocks if isinstance(b, Gallery) for p in b.pictures]
    assert [p.caption for p in pictures] == [says for says, _ in guide.samples]
    for picture, (_, shows) in zip(pictures, guide.samples, strict=True):
        drawn = picture.svg.count("<svg") - 1
        assert drawn == len(shows.replace("|", " ").split())
        assert not re.search(r"var\(|data-|tabindex|role=", picture.svg)


def test_8_5_the_guide_of_a_card_game_of_a_file_shows_its_ranking():
    guide = guide_of(open_table("sample:three-card-duel"))
    assert [name for name, _ in guide.samples] == [words(hand) for hand in sample_hands()["three-card-poker"]]


@pytest.mark.parametrize("name", ["craps", "blackjack", "keno", "pai-gow-poker"])
def test_8_5_a_leaflet_has_two_pages(name):
    """The longest of them; the others are shorter."""
    assert len(pages_of(guide_paper(guide_of(open_table(name))))) <= 2
