"""The words of a language: a gettext catalogue (.po) whose keys are the English, and how a sentence is found in it.

A key may hold ``#`` for a figure and ``{1}`` or ``{name}`` for other words: "Seat # has the shoe", "{1} to {2}".
What one English word means twice has a context (msgctxt): "Split" is a decision, "Split" as a wager another message.
"""

from __future__ import annotations

import ast
import hashlib
import html
import json
import re
from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from nomorebets.drawing.svg import PRINT, number
from nomorebets.server.people.passwords import RESERVED

HERE = Path(__file__).parent
WITHIN = "\x04"  # between a context and its message, as gettext has it
FIGURE = re.compile(r"(?<![\w#])[-+−]?\$?\d+(?:[.,/:-]\d+)*[%¢]?(?!\w)")
_CARD = r"(?:[2-9TJQKA][cdhs♠♥♦♣]?|10[♠♥♦♣])(?:-(?:10|[2-9TJQKA])[cdhs♠♥♦♣]?)*"
_GUEST = r"[0-9A-F]{4}"  # what a guest is told from another by
WHICH = re.compile(rf"(?<![\w#])(?:{_CARD}|{_GUEST}|[-+−]?\$?\d+(?:[.,/:-]\d+)*[%¢]?)(?:@[\w-]+)?(?!\w)")
GAP = re.compile(r"\{(\w*)\}")
JOINTS = (". ", " · ", "; ", ": ", ", ", " / ")  # where several messages stand in one line
_IN_HTML = re.compile(r"(?s)(<(?:[^>\"']|\"[^\"]*\"|'[^']*')*>)")
_SPOKEN = re.compile(r'\b(aria-label|title|placeholder|alt)="([^"]+)"')
_LETTER = re.compile(r"[^\W\d_]")
_SIZE = re.compile(r'\sfont-size="([\d.]+)')
_ROOM = re.compile(r'\sdata-room="(\d+)')
_BROAD, _SLIM = 0.78, 0.5  # of the size of lettering: a capital, and any other letter
_ACROSS = re.compile(r'\sx="([^"]*)')
LETTERING = "wager"  # the context of what is printed on a layout
_MOST_KEPT = 20_000
# letters of a pattern that is too general to be believed where it is filled with words nobody knows
FEW, FEW_WITHIN = 6, 7  # where it begins with them, and where they stand within
_MOST_PARTS = 24


_PARTS = ("msgctxt", "msgid", "msgstr")


def within(context: str, key: str) -> str:
    """The key of a message that means something of its own in a context."""
    return f"{context}{WITHIN}{key}" if context else key


def read_po(text: str) -> dict[str, str]:
    """The messages of a .po file: English to the other language; an empty translation is none yet."""
    found: dict[str, str] = {}
    part, words = "", dict.fromkeys(_PARTS, "")
    for line in [*text.splitlines(), "msgctxt"]:
        if line.startswith(_PARTS):
            before, part = part, line.split(maxsplit=1)[0]
            if before == "msgstr":
                if key := words["msgid"]:
                    found[within(words["msgctxt"], key)] = words["msgstr"]
                words = dict.fromkeys(_PARTS, "")
        if '"' in line and not line.startswith("#"):
            words[part] += str(ast.literal_eval(line[line.index('"') :]))
    return found


def write_po(language: str, messages: Mapping[str, str]) -> str:
    """A .po file, sorted by key."""
    head = f'msgid ""\nmsgstr ""\n"Language: {language}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
    return "\n".join([head, *(_row(key, words) for key, words in sorted(messages.items()))])


def _row(key: str, words: str) -> str:
    context, _, text = key.rpartition(WITHIN)
    before = f"msgctxt {_quoted(context)}\n" if context else ""
    return f"{before}msgid {_quoted(text)}\nmsgstr {_quoted(words)}\n"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def with_figures(key: str, figures: list[str]) -> str:
    """A message with its figures, in the order of the text."""
    parts = key.split("#")
    return "".join(part + figure for part, figure in zip(parts, [*figures, ""], strict=True))


class Catalogue:
    """Says in one language what the house says in English; what it does not know stays as it is."""

    def __init__(self, language: str, messages: Mapping[str, str]) -> None:
        self.language = language
        self.messages: dict[str, str] = {key: words for key, words in messages.items() if words}
        self.patterns: list[Pattern] = _patterns(self.messages)
        self._kept: dict[str, str | None] = {}

    def say(self, text: str, context: str = "") -> str:
        """A name, a sentence or a line of several; what has a meaning of its own in a context, as it has there.

        >>> Catalogue("es", {"Seat # has the shoe": "El puesto # tiene el sabot"}).say("Seat 3 has the shoe")
        'El puesto 3 tiene el sabot'
        """
        core = text.strip()
        found = self._in_context(core, context) if context else None
        found = found or (self._known(core) if core else None)
        return text if found is None else text.replace(core, found, 1)

    def _in_context(self, text: str, context: str) -> str | None:
        said = ((back, self.messages.get(within(context, turned(text)))) for turned, back in _BEGINNINGS)
        return next((back(words) for back, words in said if words), None)

    def fragment(self, drawn: str) -> str:
        """A piece of a page that was drawn in English: its words and its labels, not its marks."""
        parts = _IN_HTML.split(drawn)
        for at, part in enumerate(parts):
            if at % 2:
                parts[at] = _SPOKEN.sub(lambda found: f'{found[1]}="{self._in_html(found[2])}"', part)
            elif part.strip() and at and parts[at - 1].startswith("<text"):
                self._letter(parts, at)
            elif part.strip() and not (at and 'translate="no"' in parts[at - 1]):
                parts[at] = self._in_html(part)
        return "".join(parts)

    def _in_html(self, text: str) -> str:
        return html.escape(self.say(html.unescape(text)))

    def _letter(self, parts: list[str], at: int) -> None:
        """Lettering of a layout, where names are those of wagers; one in two lines is said as a whole."""
        if 'translate="no"' in parts[at - 1]:
            return
        lines = [at]
        below = "".join(parts[at + 3 : at + 4])
        is_followed = parts[at + 1 : at + 3] == ["</text>", ""] and below.startswith("<text")
        if is_followed and _ACROSS.findall(below) == _ACROSS.findall(parts[at - 1]):  # under it, not beside it
            lines.append(at + 4)
        english = [html.unescape(parts[line]) for line in lines]
        whole = " ".join(english)
        said = self._in_context(whole, LETTERING) or self._alike(whole) if len(lines) > 1 else None
        if said is None:
            lines, spoken = lines[:1], [self.say(english[0], LETTERING)]
        else:
            words = said.split()
            half = (len(words) + 1) // 2
            spoken = [" ".join(words[:half]), " ".join(words[half:])]
        for line, was, words_of_line in zip(lines, english, spoken, strict=False):
            parts[line] = html.escape(words_of_line)
            parts[line - 1] = _fitted(parts[line - 1], was, words_of_line)

    def _known(self, text: str) -> str | None:
        if text not in self._kept:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            self._kept[text] = self._find(text)
        return self._kept[text]

    def _find(self, text: str) -> str | None:
        if not _LETTER.search(text):
            return None
        if text[0] == "“" and text[-1] == "”" and "”" not in text[:-1]:
            return f"«{self.say(text[1:-1])}»"
        tried = (self._alike, self._matched, self._stopped, self._joined, self._matched_shortly, self._numbered)
        return next((found for way in tried if (found := way(text))), None)

    def _alike(self, text: str) -> str | None:
        """By the very words, whichever way they begin, with any figures, and with or without the stop at the end."""
        other = (text[:-1], text[-1]) if text[-1] in ".:," else (f"{text}.", "")  # a stop more or less
        for whole, end in ((text, ""), other):
            for turned, back in _BEGINNINGS:
                begun = turned(whole)
                found = self.messages.get(begun)
                for figure in (FIGURE, WHICH):
                    if found is None and (figures := figure.findall(begun)):
                        found = self.messages.get(figure.sub("#", begun))
                        found = found and with_figures(found, figures)
                if found:
                    return (back(found) if len(whole) <= len(text) else back(found).removesuffix(".")) + end
        return None

    def _matched_shortly(self, text: str) -> str | None:
        return self._matched(text, shortly=True)

    def _matched(self, text: str, *, shortly: bool = False) -> str | None:
        """By a pattern with gaps; what fills them is said too, and should be known. Of short ones all of it must be."""
        second: str | None = None  # a name in it may be somebody's: nobody knows that
        for turned, back in _BEGINNINGS[:2]:
            begun = turned(text)
            for pattern in self.patterns:
                is_likely = pattern.is_short is shortly and pattern.longest in begun
                found = pattern.form.fullmatch(begun) if is_likely else None
                is_known = found is not None and not any(self._is_unknown(part) for part in found.groups())
                if found is None or not (is_known or (second is None and not shortly)):
                    continue
                filled = {gap: self.say(words) for gap, words in zip(pattern.gaps, found.groups(), strict=True)}
                said = back(GAP.sub(lambda gap, by=filled: by[gap[1]], pattern.words))  # type: ignore[misc]
                if is_known:
                    return said
                second = said
        return second and (self._matched_shortly(text) or second)

    def _stopped(self, text: str) -> str | None:
        """Without the stop at its end, which no pattern has where a sentence goes on."""
        known = self._known(text[:-1]) if text[-1] in ".:," else None
        return known and known + text[-1]

    def _numbered(self, text: str) -> str | None:
        """A name and a figure: "Craps 2", "call $2"."""
        name, _, number = text.rpartition(" ")
        known = self._known(name) if name and FIGURE.fullmatch(number) else None
        return f"{known} {number}" if known else None

    def _is_unknown(self, part: str) -> bool:
        return len(_LETTER.findall(WHICH.sub("", part))) > 1 and self._known(part) is None

    def _joined(self, text: str) -> str | None:
        for joint in JOINTS:
            parts = text.split(joint, _MOST_PARTS)
            said, is_any, at = [], False, 0
            while at < len(parts) > 1:
                ends = range(len(parts), at, -1)  # a message may have joints of its own: the longest first
                several = ((end, self._alike(joint.join(parts[at:end]))) for end in ends if end > at + 1)
                end, found = next((one for one in several if one[1]), (at + 1, self._known(parts[at])))
                said.append(parts[at] if found is None else found)
                is_any, at = is_any or found is not None, end
            if is_any:
                return joint.join(said)
        return None


def _fitted(tag: str, english: str, said: str) -> str:
    """Lettering that is longer than the English in its box is set smaller while it can be read, then narrower."""
    size = _SIZE.search(tag)
    if size is None or len(said) <= len(english) or "textLength" in tag:
        return tag
    box = _ROOM.search(tag)
    if box:
        wide, large = float(box[1]), float(size[1])
        letters = sum(_BROAD if letter.isupper() else _SLIM for letter in said)
        small = max(min(large, PRINT), min(large, wide / letters))
        tag = tag.replace(size[0], size[0].replace(size[1], number(small)))
        is_longer = small * letters > wide * 1.001
    else:
        room = max(len(english), 4)  # the smallest area has that much
        wide = room * float(size[1]) * (0.7 if english.isupper() else 0.56)
        is_longer = len(said) > room
    if not is_longer:
        return tag
    return f'{tag[:-1]} textLength="{wide:.3g}" lengthAdjust="spacingAndGlyphs">'


def _same(text: str) -> str:
    return text


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]


def _large(text: str) -> str:
    return text[:1].upper() + text[1:]


def _loud(text: str) -> str:
    return text.upper()


def _quiet(text: str) -> str:
    """What is printed in capitals on a layout."""
    return text.capitalize() if text.isupper() else text


def _quieter(text: str) -> str:
    return text.lower() if text.isupper() else text


_BEGINNINGS = ((_same, _same), (_small, _large), (_large, _small), (_quiet, _loud), (_quieter, _loud))


class Pattern(NamedTuple):
    """A message with gaps, and the longest of its words to look for first."""

    longest: str
    form: re.Pattern[str]
    gaps: tuple[str, ...]
    words: str
    is_short: bool


def _form(texts: list[str]) -> str:
    """Words with gaps; one that is joined to the word before it, as the s of several, may be empty."""
    form = re.escape(texts[0])
    for before, after in pairwise(texts):
        form += f"((?:(?!; |[.] ).){'*' if before[-1:].strip() else '+'}?)" + re.escape(after)
    return form


def _patterns(messages: Mapping[str, str]) -> list[Pattern]:
    """The messages with gaps, those with most words first."""
    rows = []
    for key, words in messages.items():
        if "{{" in key or "{%" in key or not GAP.search(key):
            continue
        pieces = GAP.split(key)
        texts, gaps = pieces[::2], tuple(pieces[1::2])
        form = re.compile(_form(texts), re.S)
        is_short = len(_LETTER.findall("".join(texts))) < (FEW if _LETTER.match(key) else FEW_WITHIN)
        rows.append((-sum(map(len, texts)), key, Pattern(max(texts, key=len), form, gaps, words, is_short)))
    return [pattern for _, _, pattern in sorted(rows)]


@cache
def catalogue(language: str) -> Catalogue:
    """The catalogue of a language that the house speaks beside English."""
    return Catalogue(language, read_po((HERE / f"{language}.po").read_text(encoding="utf-8")))


@cache
def version(language: str) -> str:
    """A word that changes with the catalogue, for addresses that browsers keep."""
    return hashlib.sha256((HERE / f"{language}.po").read_bytes()).hexdigest()[:16]


def for_scripts(spoken: Catalogue) -> str:
    """The catalogue as a script, without what only templates say, and how names begin that only the house gives."""
    kept = {key: words for key, words in spoken.messages.items() if not re.search(r"\{[{%]|<\w", key)}
    said = {"houseWords": kept, "houseNames": RESERVED}
    return f"Object.assign(globalThis, {json.dumps(said, ensure_ascii=False, separators=(',', ':'))});\n"
