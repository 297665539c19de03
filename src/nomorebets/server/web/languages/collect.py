"""Everything the pages say, found where it is written: templates, scripts, names, and sentences made in the code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import get_args

import nomorebets
from nomorebets.drawing import felt_of
from nomorebets.drawing.cards import SUIT_NAMES
from nomorebets.drivers.facet import strategies_of
from nomorebets.equipment.cards import RANK_NAMES
from nomorebets.equipment.tiles import NAMES as TILE_NAMES
from nomorebets.games import OWN_GAMES, entries, game, is_written, open_table
from nomorebets.hands.poker import many_of
from nomorebets.hands.poker import one_of as one_card_of
from nomorebets.library import game_ids
from nomorebets.regulation import names
from nomorebets.regulation.law import Kind
from nomorebets.rulebook.coverage import COUNTED
from nomorebets.rulings.transcript import DETAILS, LATE
from nomorebets.server.people.rights import STANDINGS
from nomorebets.server.web.languages import templates
from nomorebets.server.web.languages.catalogue import FIGURE, GAP, WHICH, within
from nomorebets.server.web.pages.disputes import one_of, remembered
from nomorebets.server.web.rooms import OUTCOMES
from nomorebets.table.handed import DEEDS
from nomorebets.table.requests import OUTCOMES as TOLD

ROOT = Path(nomorebets.__file__).parent
WEB = ROOT / "server" / "web"
# modules whose sentences reach a page; what a record, a log or a program is told stays English
SPEAKING = (
    "compliance/notice.py",
    "server/web/pages/*.py",
    "server/web/rooms.py",
    "server/web/app.py",
    "server/web/entrance.py",
    "server/web/board.py",
    "server/web/keepsakes.py",
    "server/tables/*.py",
    "server/people/*.py",
    "server/tournaments/*.py",
    "drills/*.py",
    "drawing/*.py",
    "games/*/felt.py",
    "games/*/felts.py",
    "hands/*.py",
    "table/acceptance.py",
    "table/betting_areas.py",
    "table/card_decisions.py",
    "table/chips.py",
    "table/decisions.py",
    "table/round.py",
    "table/steps.py",
    "table/pots.py",
    "table/record.py",
    "table/wagers.py",
    "table/requests.py",
    "table/cards.py",
    "games/*/acceptance.py",
    "games/*/analysis/*chart.py",
    "games/*/bank.py",
    "games/*/betting.py",
    "games/*/claims.py",
    "games/*/coup.py",
    "games/*/curator.py",
    "games/*/cutting.py",
    "games/*/dealing.py",
    "games/*/game.py",
    "games/*/hand.py",
    "games/*/hands.py",
    "games/*/in_words.py",
    "games/*/learning.py",
    "games/*/memory.py",
    "games/*/odds.py",
    "games/*/points.py",
    "games/*/reader.py",
    "games/*/removal.py",
    "games/*/rules.py",
    "games/*/script.py",
    "games/*/settling.py",
    "games/*/tickets.py",
    "pricing/mistakes.py",
    "pricing/sessions.py",
    "pricing/sheet.py",
    "procedures/*.py",
    "rulings/comparison.py",
    "rulings/dispute.py",
    "rulings/driver.py",
    "rulings/form.py",
    "rulings/implied.py",
    "rulings/leftovers.py",
    "rulings/names.py",
    "rulings/outcomes.py",
    "rulings/steps.py",
    "rulings/transcript.py",
    "rulings/unseen.py",
    "table/wheels.py",
    "untrusted.py",
    "server/web/pictures.py",
)
# where only what is called and told is looked for
TELLING = ("games/**/*.py", "procedures/*.py", "table/*.py", "rulings/dispute.py")
# calls, and which of their arguments are words
SAID_BY: dict[str, tuple[int, ...]] = {"announce": (0,), "Telling": (0,), "PlayRule": (0, 1, 2), "refusal": (2, 4)}
PUT_RIGHT = ("remedy", "Remark")  # what went wrong is said first, by its name
NOT_SAID = ("cite", "reading", "warning", "error", "info", "debug", "compile", "ScriptError", "get", "post", "text")
_SENTENCE = re.compile(r"[A-Za-z’']{2,}[,:;]? [A-Za-z{“]|\} [a-z]{2,}")
_NAME = re.compile(r"[A-Z][a-z]{2,}(?: [a-z]+)*[.!?…]?")
_LETTERED = re.compile(r"[A-Z][A-Z’ ]+[A-Z]")  # capitals on a layout
_NO_WORDS = re.compile(
    r"[<>=|\\]|^/|^#|%s|no-cache|\.\w+\(|^[a-z_-]+: |SELECT|UPDATE|\bpx\b|^--|[a-z]-[a-z].* [a-z]+-[a-z]"
)  # nor options of a command, nor lists of identifiers
_MARKS = re.compile(
    r"(board|card|crown|felt|hand|line|place|puck|score|seat|spot|turning|wheel|won) [\w-]*[a-z][\w-]*"
)  # classes
_T = re.compile(r"\bt`")


@cache
def messages() -> frozenset[str]:
    """Every message that a complete catalogue has."""
    found = of_templates() | of_scripts() | of_names() | of_code()
    return frozenset(key for key in found if re.search(r"[^\W\d_]{2}", GAP.sub("", key)))


def of_templates() -> set[str]:
    """What the templates say, and the words inside their expressions."""
    found: set[str] = set()
    for path in sorted((WEB / "templates").rglob("*.html")):
        source = path.read_text(encoding="utf-8")
        found |= templates.messages(source) | templates.constants(source)
    return found


def of_scripts() -> set[str]:
    """What the scripts say: t`…`, each ``${…}`` a gap."""
    found = set()
    for path in sorted((WEB / "static").glob("*.js")):
        source = path.read_text(encoding="utf-8")
        found |= {_script_key(source, start.end()) for start in _T.finditer(source)}
    return found


def _script_key(source: str, at: int) -> str:
    """The key of the template literal that begins here."""
    key, gaps = "", 0
    while source[at] != "`":
        if source.startswith("${", at):
            gaps, key = gaps + 1, f"{key}{{{gaps + 1}}}"
            at = _after_gap(source, at + 2)
        else:
            key, at = key + source[at], at + 1
    return key.strip()


def _after_gap(source: str, at: int) -> int:
    depth = 1
    while depth:
        depth += (source[at] == "{") - (source[at] == "}")
        at += 1
    return at


def of_names() -> set[str]:
    """What the pit calls things, figures left open: games, wagers, options, values, choices, rows of pay tables."""
    spoken = (named for of, named in names.catalogue().items() if of != "sign")  # signs stay English, like guides
    found = {name for named in spoken for name in named.values()}
    found |= {words for one in entries().values() for words in (one.name, one.unknown) if words}
    found |= {words(rank) for rank in RANK_NAMES.values() for words in (many_of, one_card_of)}
    wagers: set[str] = set()
    decisions: set[str] = set()
    found |= {*RANK_NAMES.values(), *SUIT_NAMES.values(), *TILE_NAMES.values(), *OUTCOMES.values(), *STANDINGS}
    found |= {verdict for verdict in COUNTED if not verdict.isupper()} | set(get_args(Kind))
    for game_id in game_ids():
        table = open_table(game_id)
        wagers |= {_wager(place) for place in {*table.layout, *(bet.kind for bet in table.game.bets)}}
        found |= {game(game_id).terms.no_decision, table.game.chance.words, table.game.chance.words.removesuffix("s")}
        for name, known in table.game.memory.remembers.items():
            found |= {remembered(name), *(map(names.value, one_of(known)) if one_of(known) else [known.accepts])}
        found |= {row.partition(".")[2].replace("-", " ") for row in table.house.pays}
        found |= _of_rows(table.house.pays)
        for choice in {
            *game(game_id).terms.said,
            *strategies_of(table.game).choices,
        }:  # on a button, and told
            decisions |= {names.choice(choice), names.decided(choice), choice, choice.replace("-", " ")}
        found |= {names.choice(way) for way in strategies_of(table.game).named}
        for one, wrong in table.game.irregularities.items():
            found |= {names.incident(one), wrong.says, wrong.remedy, *(remedy for remedy, _ in wrong.instead.values())}
        found |= {WHICH.sub("#", place.where) for place in table.layout.values()}
        found |= {*felt_of(table.game).outcomes.values(), *felt_of(table.game).seats.letters.values()}
        for sign in felt_of(table.game).pay_signs(table):
            found |= {sign.name, *(word for row in sign.rows for word in row)}
    for game_id in (*filter(is_written, entries()), *OWN_GAMES):  # the rulebook also lists what no table here offers
        found |= _of_rows(game(game_id).minimum_pays)
        for option in game(game_id).terms.all_options:
            found |= {option.says, names.option(option.id), *map(names.value, (option.default, *option.choices))}
    found |= {names.incident(LATE), *DEEDS} | {detail.replace("_", " ") for detail in DETAILS}
    found |= wagers | decisions | {within(templates.WAGER, name) for name in wagers & decisions}
    return {FIGURE.sub("#", name) for name in found}


def _of_rows(pays: Iterable[str]) -> set[str]:
    """A row of a pay table is a wager, or a wager and a hand."""
    return {part for row in pays for part in names.pay_row(row).split(": ")}


def _wager(place: str) -> str:
    """A wager by its name; of many places of one kind, which one is a figure."""
    which = place.partition(":")[2]
    name = names.wager(place)
    return WHICH.sub("#", name) if which and place not in names.catalogue()["wager"] else name


def of_code() -> set[str]:
    """Sentences of the modules that speak to people, and what the dealer calls."""
    found = {f"{{1}} {told}{{2}}" for told in TOLD.values()}
    for pattern in SPEAKING:
        for path in sorted(ROOT.glob(pattern)):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            found |= {key for node in _told(tree) if _is_said(key := _key(node), is_felt=path.stem == "felt")}
    for pattern in TELLING:
        for path in sorted(ROOT.glob(pattern)):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                called = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
                if isinstance(node, ast.Call) and (words := SAID_BY.get(called)):
                    said = [argument for n, argument in enumerate(node.args) if n in words]
                    found |= {_key(one) for one in _told(ast.List(elts=said))}
                if isinstance(node, ast.Call) and called in PUT_RIGHT and isinstance(node.args[0], ast.Constant):
                    found.add(names.incident(str(node.args[0].value)))
    return found


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _told(tree: ast.AST) -> Iterator[ast.AST]:
    """Texts of a module, without its docstrings, logs and citations."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Expr) and _is_text(node.value):
            continue
        if isinstance(node, ast.Call):
            called = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if called in NOT_SAID:
                continue
            if called == "unknown" and _is_text(node.args[0]):
                yield _of_unknown(node.args[0])
                continue
        if _is_text(node):
            yield node
            for part in ast.walk(node):
                if isinstance(part, ast.FormattedValue):
                    yield from _told(part)
        else:
            yield from _told(node)


def _of_unknown(what: ast.AST) -> ast.JoinedStr:
    """The sentence that :func:`errors.unknown` makes of what is not known."""
    assert isinstance(what, ast.JoinedStr | ast.Constant)
    said = what.values if isinstance(what, ast.JoinedStr) else [what]
    name = ast.FormattedValue(ast.Name("name", ast.Load()), -1)
    return ast.JoinedStr([ast.Constant("no "), *said, ast.Constant(" is called "), name])


def _key(node: ast.AST) -> str:
    """A text of the code as a key: what an f-string puts in is a gap, and what joins it to others is left out."""
    if isinstance(node, ast.Constant):
        return str(node.value).lstrip(",;:. ").rstrip()
    assert isinstance(node, ast.JoinedStr)
    key, gaps = "", 0
    for part in node.values:
        if isinstance(part, ast.Constant):
            key += str(part.value)
        else:
            gaps += 1
            key += f"{{{gaps}}}"
    return key.lstrip(",;:. ").rstrip()


def _is_said(key: str, *, is_felt: bool) -> bool:
    if is_felt and _LETTERED.fullmatch(key):
        return True
    return bool(_SENTENCE.search(key) or _NAME.fullmatch(key)) and not (_NO_WORDS.search(key) or _MARKS.fullmatch(key))
