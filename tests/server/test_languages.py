"""The house in other languages: complete catalogues, whole sentences, and pages without English."""

from __future__ import annotations

import html
import re
from collections import Counter
from itertools import combinations

import pytest
from test_names import Told
from visiting import Visitor

from browser.wording import english_in, no_words_in
from nomorebets.compliance.notice import ENDS, signed
from nomorebets.drawing.charts import play_chart
from nomorebets.drawing.chips import puck
from nomorebets.drawing.svg import PRINT
from nomorebets.equipment.cards import RANK_NAMES
from nomorebets.equipment.packs import pack
from nomorebets.errors import TranscriptError, unknown
from nomorebets.games import open_table
from nomorebets.hands.poker import one_of
from nomorebets.hands.tiles import tile_hand
from nomorebets.library import game_ids, strategy
from nomorebets.server.web.languages import ENGLISH, NAMES, SPOKEN, chosen
from nomorebets.server.web.languages.catalogue import GAP, HERE, Catalogue, catalogue, read_po, write_po
from nomorebets.server.web.languages.collect import messages
from nomorebets.server.web.languages.templates import messages as messages_of
from nomorebets.server.web.languages.templates import translated
from nomorebets.untrusted import read_toml

OTHERS = [language for language in SPOKEN if language != ENGLISH]
HOUSE = "No More Bets"  # its name, and in other places the dealer's call
SPANISH = {"accept-language": "es-MX, en;q=0.5"}


def marks(text: str) -> tuple[object, ...]:
    """What a translation must have as the English has it: gaps, figures, expressions, elements."""
    code = Counter(re.findall(r"\{\{.*?\}\}|\{%.*?%\}", text))
    plain = re.sub(r"\{\{.*?\}\}|\{%.*?%\}", "", text)
    return set(GAP.findall(plain)), plain.count("#"), code, re.findall(r"</?\w+>", plain)


@pytest.mark.parametrize("language", OTHERS)
def test_a_catalogue_has_every_message_and_no_other(language: str) -> None:
    known = read_po((HERE / f"{language}.po").read_text(encoding="utf-8"))
    assert sorted(messages() - known.keys()) == []
    assert sorted(known.keys() - messages()) == []
    assert [key for key, words in known.items() if not words] == []


def test_what_is_not_known_is_said_in_a_whole_sentence() -> None:
    """It is put together in one place, from what each asks for."""
    fault = unknown("part of a transcript", "nonsense", ["game"])
    assert catalogue("es").say(fault.text) == "ninguna parte de una transcripción se llama 'nonsense'"
    assert "part of a transcript" not in messages()


def test_what_is_wrong_with_a_transcript_is_told_in_spanish_and_its_keys_as_they_are_typed() -> None:
    with pytest.raises(TranscriptError) as fault:
        read_toml('game = "roulette"\ndice = [ "3-4"', "the transcript", TranscriptError, "a shorter one")
    told = catalogue("es").say(fault.value.text)
    assert told == "línea 2: la transcripción no es TOML: un corchete o una llave no se cierra"
    ended = "the transcript ends before the round: ball-rests is asked, and 'spins' has no outcome 1"
    assert "'spins' no tiene resultado 1" in catalogue("es").say(ended)  # not “giros”, which no transcript has


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_gaps_of_its_sentence(language: str) -> None:
    wrong = [(key, words) for key, words in catalogue(language).messages.items() if marks(key) != marks(words)]
    assert wrong == []


def test_every_language_has_a_name_of_its_own() -> None:
    assert set(NAMES) == set(SPOKEN)


SAID = Catalogue(
    "xx",
    {
        "Pass line": "Línea de pase",
        "red": "rojo",
        "# to #": "# a #",
        "Place #": "Place al #",
        "{1} of {2}": "{2}: {1}",
        "{1} refused: {2}": "{1} rechazado: {2}",
        "{1} roll{2}": "{1} tirada{2}",
        "no more bets": "no va más",
    },
)


@pytest.mark.parametrize(
    ("english", "said"),
    [
        ("Pass line", "Línea de pase"),
        ("pass line", "línea de pase"),  # whichever way it begins
        ("PASS LINE", "LÍNEA DE PASE"),
        ("Red.", "Rojo."),
        ("35 to 1", "35 a 1"),  # figures are left open
        ("Place 6: 7 to 6", "Place al 6: 7 a 6"),  # several in one line
        ("Pass line refused: no more bets", "Línea de pase rechazado: no va más"),
        ("Pass line, refused: no more bets", "Línea de pase, rechazado: no va más"),  # a comma is no part of a name
        ("1 roll", "1 tirada"),
        ("2 rolls", "2 tiradas"),
        ("red, 2 rolls.", "rojo, 2 tiradas."),  # the last one ends the sentence
        ("Red, pass line 2.", "Rojo, línea de pase 2."),
        ("red of red", "rojo: rojo"),
        ("the King of Spain", "the King of Spain"),  # too general a pattern for words that nobody knows
        ("Pass line 2", "Línea de pase 2"),
        (" red ", " rojo "),
        ("", ""),
    ],
)
def test_a_sentence_is_found_as_it_is_said(english: str, said: str) -> None:
    assert SAID.say(english) == said


def test_a_word_of_two_meanings_has_a_context() -> None:
    spoken = Catalogue("xx", {"Raise": "Subir", "wager\x04Raise": "Subida", "Fold": "Retirarse"})
    assert [spoken.say("Raise"), spoken.say("Raise", "wager"), spoken.say("Fold", "wager")] == [
        "Subir",
        "Subida",
        "Retirarse",
    ]
    assert translated("<td>{{ w | wager_name }}</td>", {}.get) == '<td>{{ (w | wager_name) | say("wager") }}</td>'
    assert catalogue("es").fragment(puck("off")).count(">OFF<") == 1  # not the “off” of a setting
    assert catalogue("es").say("OFF") == "NO"


def test_a_drawing_keeps_its_marks() -> None:
    drawn = '<g data-place="red" aria-label="red"><text class="red">RED</text> &amp; <b>Don&#x27;t</b></g>'
    assert SAID.fragment(drawn) == drawn.replace('label="red"', 'label="rojo"').replace(">RED<", ">ROJO<")


def test_lettering_without_a_box_is_set_narrower() -> None:
    spoken = Catalogue("xx", {"Bet": "Apostar", "wager\x04Bet": "Apuesta", "Red": "Rojo"})
    narrow = '<text font-size="10" textLength="28" lengthAdjust="spacingAndGlyphs">APUESTA</text>'
    assert spoken.fragment('<text font-size="10">BET</text>') == narrow  # on a layout a wager, not a decision
    assert spoken.fragment('<text font-size="10">RED</text>') == '<text font-size="10">ROJO</text>'
    assert spoken.fragment('<b font-size="10">BET</b>') == '<b font-size="10">APOSTAR</b>'


def test_lettering_keeps_to_the_room_of_its_box() -> None:
    spoken = Catalogue("xx", {"Buy": "Compra", "Any craps": "Cualquier craps"})
    letters = '<text font-size="10" data-room="{}"{}>{}</text>'
    assert spoken.fragment(letters.format(46, "", "BUY")) == letters.format(
        46, ' textLength="46" lengthAdjust="spacingAndGlyphs"', "COMPRA"
    )
    assert spoken.fragment(letters.format(47, "", "BUY")) == letters.format(47, "", "COMPRA")  # 0.78 of 10 a capital
    large = letters.replace('"10"', '"20"')
    assert spoken.fragment(large.format(61, "", "BUY")) == letters.replace('"10"', '"13.03"').format(61, "", "COMPRA")
    least = letters.replace('"10"', f'"{PRINT}"')  # no smaller than can be read, but narrower
    assert spoken.fragment(large.format(57, "", "BUY")) == least.format(
        57, ' textLength="57" lengthAdjust="spacingAndGlyphs"', "COMPRA"
    )


def test_names_beside_each_other_are_two() -> None:
    spoken = Catalogue("xx", {"Come": "Come", "Odds": "Odds", "Come odds": "Odds del come"})
    two = '<text x="{}">come</text><text x="{}">odds</text>'
    assert spoken.fragment(two.format(-5, 5)) == two.format(-5, 5)
    assert ">odds del<" in spoken.fragment(two.format(5, 5))


def test_a_name_lettered_in_two_lines_is_said_as_one() -> None:
    spoken = Catalogue("xx", {"Double": "Doble", "Down": "Abajo", "Double down": "Doblo", "Pair plus": "Pareja y más"})
    two = "<text>{}</text><text>{}</text>"
    assert spoken.fragment(two.format("DOUBLE", "DOWN")) == two.format("DOBLO", "")
    assert spoken.fragment(two.format("PAIR", "PLUS")) == two.format("PAREJA Y", "MÁS")
    assert spoken.fragment(two.format("DOWN", "DOUBLE")) == two.format("ABAJO", "DOBLE")  # two names


@pytest.mark.parametrize(
    ("source", "key"),
    [
        ("<p>You have <strong id='x'>{{ purse }}</strong> left.</p>", "You have <strong>{{ purse }}</strong> left."),
        ("<p>{% if a %}<b>New</b>{% endif %}</p>", "New"),  # what wraps a message is no part of it
        ("<p>Paid{% if a %} at {{ b }}{% endif %}.</p>", "Paid{% if a %} at {{ b }}{% endif %}."),
        ('<input placeholder="none" value="no words">', "none"),
    ],
)
def test_a_message_is_a_whole_sentence(source: str, key: str) -> None:
    assert messages_of(source) == {key}


def test_a_template_is_translated_in_its_place() -> None:
    said = {"You have <b>{{ n }}</b> of <a>it</a>.": "De <a>esto</a> tiene <b>{{ n }}</b>.", "sum": "suma"}
    source = '<p class="sum" title="sum">You have <b>{{ n }}</b>\n of <a href="/{{ u }}">it</a>.</p>'
    made = '<p class="sum" title="suma">De <a href="/{{ u }}">esto</a> tiene <b>{{ (n) | say }}</b>.</p>'
    own = '<i translate="no">{{ u }}</i>'  # a name that somebody gave himself
    assert translated(source + own, said.get) == made + own.replace("u", "(u) | given")


@pytest.mark.parametrize(
    ("source", "made"),
    [
        ('<p lang="en">{{ law }}</p><p>{{ n }}</p>', '<p lang="en">{{ law }}</p><p>{{ (n) | say }}</p>'),
        ('<p lang="en"><b>{{ a }}</b>{{ law }}</p>', '<p lang="en"><b>{{ a }}</b>{{ law }}</p>'),
        ('<p>sum <i lang="en">{{ law }}</i> {{ n }}</p>', '<p>suma <i lang="en">{{ law }}</i> {{ (n) | say }}</p>'),
    ],
)
def test_the_law_stays_as_it_is_told(source: str, made: str) -> None:
    said = {"sum <i>{{ law }}</i> {{ n }}": "suma <i>{{ law }}</i> {{ n }}"}
    assert translated(source, said.get) == made


def test_what_may_go_wrong_is_told_in_spanish(visitor: Visitor) -> None:
    reader = Told()
    reader.feed(visitor.get("/floor/roulette", headers=SPANISH).text)
    told = " ".join(reader.texts)
    assert "La bola salió de la rueda. Giro nulo: se busca y se inspecciona la bola" in told
    assert "the ball left the wheel" not in told.lower()


def test_a_ruling_says_in_spanish_what_changes_hands(visitor: Visitor) -> None:
    asked = visitor.get("/floor/caribbean-stud?example=yes", headers=SPANISH).text
    assert '<option value="bet">Apuesta</option>' in asked  # the wager; "Apostar" is the decision
    told = html.unescape(asked.partition('name="transcript"')[2].partition(">")[2].partition("</textarea>")[0])
    told += 'done = [\n    { seat = 1, wager = "ante", collected = "10.00" },\n]\n'
    reader = Told()
    reader.feed(visitor.post("/floor", data={"transcript": told}, headers=SPANISH).text)
    said = re.sub(r"\s+", " ", " ".join(reader.texts))
    assert "Puesto 1, Ante: hecho recogido $10, exigido pagado $10, devuelto $10" in said
    assert "Puesto 2, Apuesta recogido $20" in said
    assert "Sin contar: puesto 2 ante, puesto 2 apuesta" in said


@pytest.mark.parametrize(("citation", "kind"), [("5.2(b)", "aplicado"), ("2.2(b)", "orientación")])
def test_what_kind_a_paragraph_is_of_is_told_in_spanish(visitor: Visitor, citation: str, kind: str) -> None:
    assert f'<span class="tag">{kind}</span>' in visitor.get(f"/rules/{citation}", headers=SPANISH).text


def test_a_heading_of_the_law_is_not_half_translated(visitor: Visitor) -> None:
    assert (
        "<title lang=en>13:69F-13.3 Dice; number of dice; mini-dice shaker · "
        in visitor.get("/rules/13:69F-13.3", headers=SPANISH).text
    )
    covered = visitor.get("/rules/coverage/1", headers=SPANISH).text
    assert '<h1>Cobertura: Subcapítulo 1: <span lang="en">Craps and Mini-Craps</span></h1>' in covered
    assert "<title>Cobertura: Subcapítulo 1: Craps and Mini-Craps · " in covered


def test_a_verdict_is_spanish_and_its_reason_as_the_law_is_told(visitor: Visitor) -> None:
    covered = visitor.get("/rules/coverage/1", headers=SPANISH).text
    assert re.search(r"<td>con aplicación parcial: \d+ de \d+ mandatos</td>", covered)
    assert re.search(r'<td>sin aplicación: <span lang="en">It [^<]+</span></td>', covered)
    english = visitor.get("/rules/coverage/1").text
    assert re.search(r"<td>enforced in part: \d+ of \d+ commands</td>", english)


def english_marked(page: str) -> dict[str, str]:
    """What a Spanish page says in English outside of what is marked as such."""
    plain = re.sub(r"(?s)<(script|style|svg|textarea|code)\b.*?</\1>|<(\w+)[^>]* lang=\"en\".*?</\2>", "", page)
    texts = re.findall(r">([^<]*[^\W\d_][^<]*)<", plain.partition("<main")[2].partition("</main>")[0])
    return english_in({html.unescape(re.sub(r"\s+", " ", text)).strip(): "" for text in texts})


@pytest.mark.parametrize(
    "citation", ["2.16", "2.17(e)", "2.19", "11.16", "11.23", "20.11", "21.2", "21.7", "21.8", "D.2(b)"]
)
def test_options_and_odds_that_no_table_has_are_spanish_too(visitor: Visitor, citation: str) -> None:
    assert english_marked(visitor.get(f"/rules/{citation}", headers=SPANISH).text) == {}


def test_a_record_that_cannot_be_read_is_refused_in_spanish(visitor: Visitor) -> None:
    page = visitor.post("/records/verify", data={"record": "what is this"}, headers=SPANISH).text
    assert "la línea 1 (el encabezado) no es JSON" in page
    assert "JSON Lines como los que escribe nomorebets deal --record" in page
    assert english_marked(page) == {}


@pytest.mark.parametrize("page", ["/floor", "/floor/roulette"])
def test_what_is_typed_into_a_transcript_is_named_as_it_is_typed(visitor: Visitor, page: str) -> None:
    told = 'game = "roulette"\nwagers = [{ seet = 1, wager = "red", amount = "5.00" }]\nspins = "17"\n'
    refused = visitor.post(page, data={"transcript": told}, headers=SPANISH).text
    assert 'se acepta: <span lang="en">seat, wager, amount, ' in refused


def test_a_form_from_elsewhere_is_refused_in_spanish(visitor: Visitor) -> None:
    answer = visitor.post("/records/verify", data={"record": "", "_csrf_token": "none"}, headers=SPANISH)
    assert answer.status_code == 403
    assert "Este formulario no es de una página suya" in answer.text


@pytest.mark.parametrize("path", ["/rules/5.2", "/guide/sample/roulette", "/docs", "/find?q=ball"])
def test_where_english_stands_a_spanish_page_says_so(visitor: Visitor, path: str) -> None:
    assert "en inglés" in visitor.get(path, headers=SPANISH).text
    assert "in-english" not in visitor.get(path).text


def test_a_catalogue_is_written_as_it_is_read() -> None:
    known = {'Call “{words}”\n"now"': "Cante «{words}»\\", "Yes": "", "Raise": "Subir", "wager\x04Raise": "Subida"}
    assert read_po(write_po("es", known)) == known


@pytest.mark.parametrize(
    ("cookie", "accept", "language"),
    [
        ("", "es", "es"),
        ("", "es-MX;q=0.3, en;q=0.2", "es"),
        ("", "en, es;q=0.9", "en"),
        ("", "es;q=0, fr", "en"),
        ("", "fr, de", "en"),
        ("language=es", "en", "es"),
        ("language=xx", "es", "es"),
        ('language="', ";;q=,*", "en"),
    ],
)
def test_the_language_somebody_chose_or_asks_for(cookie: str, accept: str, language: str) -> None:
    assert chosen(cookie, accept) == language


def english_on(page: str) -> set[str]:
    """Messages that a Spanish page shows in English."""
    reader = Told()
    reader.feed(page)
    shown = {re.sub(r"\s+", " ", text).strip() for text in reader.texts} - {HOUSE}
    known = catalogue("es").messages
    spanish = set(known.values())
    return {text for text in shown if known.get(text, text) != text and text not in spanish}


@pytest.mark.parametrize("path", ["/", "/tables/new?game=craps", "/rules", "/odds", "/drills", "/fairness", "/no-such"])
def test_a_spanish_page_has_no_english(visitor: Visitor, path: str) -> None:
    page = visitor.get(path, headers=SPANISH).text
    assert '<html lang="es">' in page
    assert english_on(page) == set()
    assert english_on(visitor.get(path).text)  # the same look finds English where it is


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Don’t pass", "Don’t pass"),  # words of the house that somebody chose for himself
        ("Roulette", "Roulette"),
        ("Roulette 2", "Ruleta 2"),  # and those that the house gave
        ("Guest 0A1B", "Invitado 0A1B"),
    ],
)
def test_a_name_is_its_owners_unless_the_house_gave_it(visitor: Visitor, name: str, shown: str) -> None:
    visitor.get("/")
    opened = visitor.post("/tables", data={"game": "roulette", "name": name}, follow_redirects=False)
    page = visitor.get(opened.headers["location"], headers=SPANISH).text
    assert f'<h1 translate="no">{shown}</h1>' in page
    assert f"<title>{shown} · " in page
    assert f'<strong translate="no">{shown}</strong>' in visitor.get("/", headers=SPANISH).text
    assert f'<strong translate="no">{name}</strong>' in visitor.get("/").text


def test_a_choice_is_kept_and_leads_back(visitor: Visitor) -> None:
    answer = visitor.get("/language?to=es&back=/rules", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/rules")
    assert "El reglamento" in visitor.get("/rules").text
    for back in ("//elsewhere.example", "https://elsewhere.example", "/\\elsewhere.example"):
        asked = visitor.get("/language", params={"to": "en", "back": back}, follow_redirects=False)
        assert asked.headers["location"] == "/"
    assert visitor.get("/language?to=xx").status_code == 400
    assert "The rulebook" in visitor.get("/rules").text


@pytest.mark.parametrize("path", ["/rules/19:47-5.1?as_of=1990-01-01", "/find?q=%C3%B1and%C3%BA+%26+%22b%22"])
def test_a_choice_leads_back_to_the_same_day_and_words(visitor: Visitor, path: str) -> None:
    found = re.search(r'name="back" value="([^"]*)"', visitor.get(path).text)
    assert found
    asked = visitor.get("/language", params={"to": "en", "back": html.unescape(found[1])}, follow_redirects=False)
    assert asked.headers["location"] == path


def test_the_scripts_get_their_words(visitor: Visitor) -> None:
    visitor.cookies.clear()
    source = re.search(r'src="(/words/es\.js\?\w+)"', visitor.get("/", headers=SPANISH).text)
    assert source
    assert '"Place your bets":"Hagan sus apuestas"' in visitor.get(source[1]).text
    assert "/words/" not in visitor.get("/").text
    assert visitor.get("/words/en.js").status_code == 404


@pytest.mark.parametrize("game_id", game_ids())
def test_notices_of_changes_are_spanish_throughout(game_id: str) -> None:
    """Whatever may change at a table: every option, every row of a pay table, every limit."""
    table = open_table(game_id)
    rows = [
        {"setting": "option", "name": option.id, "before": values[0], "after": values[-1]}
        for option in table.game.terms.all_options
        if (values := [*option.choices] or [option.default])
    ]
    rows += [{"setting": "pay-table", "name": row, "before": None, "after": "2 to 1"} for row in table.house.pays]
    limited = ["table", *(bet.kind for bet in table.game.bets)]
    rows += [
        {"setting": "limits", "name": f"{kind} {end}", "before": was, "after": "5.00"}
        for kind in limited
        for end in ENDS
        for was in (None, "5.00", "7.50")
    ]
    told = [signed([row], table.game, former) for row in rows for former in ("now", "before")]
    assert english_in({catalogue("es").say(words): words for words in told}) == {}


def test_every_hand_of_tiles_and_every_single_card_is_spanish() -> None:
    told = {str(tile_hand(*two)) for two in combinations(pack("tiles"), 2)} | {*map(one_of, RANK_NAMES.values())}
    assert english_in({catalogue("es").say(f"Seat 1: {words}"): words for words in told}) == {}


@pytest.mark.parametrize("result", ["wins", "loses", "pushes"])
def test_whatever_a_wager_is_called_its_end_is_spanish(result: str) -> None:
    """Player and Banker are wagers, and begin sentences of their own."""
    bets = {bet.kind for game_id in ("punto-banco", "minibaccarat") for bet in open_table(game_id).game.bets}
    told = {f"You: {kind.capitalize()} {result} $5" for kind in bets if "-" not in kind}
    assert len(told) > 2
    assert catalogue("es").say("You: Banker wins $4.75") == "Usted: Banca gana $4.75"
    assert english_in({catalogue("es").say(words): words for words in told}) == {}


@pytest.mark.parametrize("game", ["blackjack", "spanish-21", pytest.param("blackjack-switch", marks=pytest.mark.slow)])
def test_a_chart_is_spanish_and_prints_tens_as_cards_do(game: str) -> None:
    chart = strategy(game).chart
    assert chart is not None
    drawn = catalogue("es").fragment(play_chart(chart))
    texts = {html.unescape(text): "chart" for text in re.findall(r">([^<]*[^\W\d_][^<]*)<", drawn)}
    assert len(texts) > 200
    assert "10-10 contra 10: plantarse" in texts
    assert english_in(texts) | no_words_in(texts) == {}
