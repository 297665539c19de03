"""Templates in another language: the source itself is translated when it is loaded, and nothing is marked in it.

A message is what stands between two block elements: words with their inline elements (``<a>``, without attributes),
their ``{{ … }}``, and ``{% if %}`` where it lies wholly inside the sentence. What an expression prints is said by the
catalogue.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, nodes

from nomorebets.server.web.languages.catalogue import GAP, Catalogue

_CODE = r"\{\{.*?\}\}|\{%.*?%\}"
_TOKEN = re.compile(
    rf"(?s)(?P<note>\{{\#.*?\#\}}|<!--.*?-->|<!doctype[^>]*>|<(?P<dark>script|style|svg|textarea)\b.*?</(?P=dark)>)"
    rf"|(?P<print>\{{\{{.*?\}}\}})|(?P<act>\{{%.*?%\}})|(?P<tag></?[a-zA-Z](?:{_CODE}|[^>{{]|\{{(?![{{%]))*>)"
)
_INLINE = frozenset("a abbr b bdi br code em i kbd mark q small span strong sub sup time".split())
_LABEL = re.compile(rf'(?s)(\s(?:aria-label|title|placeholder|alt)=")((?:{_CODE}|[^"])*)(")')
_DESCRIPTION = re.compile(r'(<meta name="description" content=")([^"]*)(")')
_GROUPS = ("if", "for")
_ENGLISH = re.compile(r'\slang="en"')
WAGER = "wager"  # the context of a name that is also a decision's
_LETTERS = re.compile(r"[^\W\d_]{2}")


@dataclass(slots=True)
class _Token:
    kind: str  # text, print, act, tag, note
    text: str
    is_inline: bool = False
    is_english: bool = False  # inside an element that says so: the law, papers for the regulator

    @property
    def word(self) -> str:
        """Which statement or which element."""
        found = re.match(r"\{%[-+]?\s*(\w+)|</?(\w+)", self.text)
        return (found[1] or found[2]).lower() if found else ""


def _tokens(source: str) -> list[_Token]:
    tokens, at = [], 0
    for found in _TOKEN.finditer(source):
        if found.start() > at:
            tokens.append(_Token("text", source[at : found.start()]))
        kind = next(name for name in ("note", "print", "act", "tag") if found[name] is not None)
        tokens.append(_Token(kind, found[0]))
        at = found.end()
    if at < len(source):
        tokens.append(_Token("text", source[at:]))
    for token in tokens:
        token.is_inline = token.kind in ("text", "print") or (token.kind == "tag" and token.word in _INLINE)
    _find_groups(tokens)
    _find_english(tokens)
    return tokens


def _find_english(tokens: list[_Token]) -> None:
    """What stands inside an element with lang="en" is left as it is."""
    inside, depth = "", 0
    for token in tokens:
        if token.kind == "tag" and not inside and _ENGLISH.search(token.text):
            inside, depth = token.word, 1
        elif token.kind == "tag" and inside and token.word == inside:
            depth += -1 if token.text.startswith("</") else 1
            inside = inside if depth else ""
        token.is_english = bool(inside)


def _find_groups(tokens: list[_Token]) -> None:
    """Which conditions and loops lie wholly inside a sentence."""
    open_at: list[int] = []
    for at, token in enumerate(tokens):
        if token.kind != "act":
            continue
        if token.word in _GROUPS:
            open_at.append(at)
        elif token.word in ("endif", "endfor") and open_at:
            first = open_at.pop()
            middle = [
                n for n in range(first + 1, at) if tokens[n].word not in ("elif", "else") or tokens[n].kind != "act"
            ]
            if all(tokens[n].is_inline for n in middle) and _is_balanced(tokens[first : at + 1]):
                for n in range(first, at + 1):
                    tokens[n].is_inline = True


def _is_balanced(tokens: Sequence[_Token]) -> bool:
    """Whether every branch closes the elements that it opens."""
    depth: list[str] = []
    for token in tokens:
        if token.kind == "act" and depth and token.word in ("elif", "else"):
            return False
        if token.kind == "tag" and token.word != "br":
            if not token.text.startswith("</"):
                depth.append(token.word)
            elif not depth or depth.pop() != token.word:
                return False
    return not depth


@dataclass(slots=True)
class _Run:
    """A message in its place: tokens that stand between two others."""

    tokens: list[_Token] = field(default_factory=list)

    @property
    def key(self) -> str:
        parts = (_bare(token) for token in self.tokens)
        return re.sub(r"\s+", " ", "".join(parts)).strip()


def _bare(token: _Token) -> str:
    return re.sub(r"(?s)^(</?\w+).*>$", r"\1>", token.text) if token.kind == "tag" else token.text


def _pieces(tokens: list[_Token]) -> Iterator[_Token | _Run]:
    """The source in order: what is no message, and messages."""
    run = _Run()
    for token in [*tokens, _Token("note", "")]:
        if token.is_inline:
            run.tokens.append(token)
            continue
        yield from _narrowed(run)
        run = _Run()
        yield token


def _narrowed(run: _Run) -> Iterator[_Token | _Run]:
    """A run as few words as make one sentence: what only wraps it, or stands beside it, is left out."""
    tokens = run.tokens
    groups = list(_parts(tokens))
    if any(part[0].kind == "text" and _LETTERS.search(part[0].text) for part in groups):
        yield run
        return
    for part in groups:
        if len(part) == 1:
            yield part[0] if part[0].kind != "text" else _Run(part)
            continue
        yield part[0]
        branch = _Run()
        depth = 0
        for token in part[1:-1]:
            if token.kind == "act":
                depth += (token.word in _GROUPS) - (token.word in ("endif", "endfor"))
            if token.kind == "act" and token.word in ("elif", "else") and not depth:
                yield from _narrowed(branch)
                branch = _Run()
                yield token
            else:
                branch.tokens.append(token)
        yield from _narrowed(branch)
        yield part[-1]


def _parts(tokens: list[_Token]) -> Iterator[list[_Token]]:
    """Tokens of the outermost level; an element or a condition is one, with all that is in it."""
    at = 0
    while at < len(tokens):
        token, end = tokens[at], at
        if token.kind == "act" and token.word in _GROUPS:
            depth = 0
            for end in range(at, len(tokens)):
                word = tokens[end].word if tokens[end].kind == "act" else ""
                depth += (word in _GROUPS) - (word in ("endif", "endfor"))
                if not depth:
                    break
        elif token.kind == "tag" and token.word != "br" and not token.text.startswith("</"):
            depth = 0
            for end in range(at, len(tokens)):
                if tokens[end].kind == "tag" and tokens[end].word == token.word:
                    depth += -1 if tokens[end].text.startswith("</") else 1
                if not depth:
                    break
        yield tokens[at : end + 1]
        at = end + 1


def translated(source: str, say: Callable[[str], str | None]) -> str:
    """A template with its messages put into another language; ``say`` knows a message or not."""
    written = []
    before = None
    for piece in _pieces(_tokens(source)):
        if isinstance(piece, _Run):
            written.append(_run(piece, say))
        elif piece.kind == "print":
            written.append(piece.text if piece.is_english else _said(piece.text, is_own=_is_own(before)))
        else:
            written.append(_labels(piece.text, say) if piece.kind in ("tag", "note") else piece.text)
        before = piece
    return "".join(written)


def messages(source: str) -> set[str]:
    """Every message of a template."""
    found: set[str] = set()

    def note(key: str) -> None:
        if _LETTERS.search(re.sub(rf"(?s){_CODE}|<[^>]*>|&\w+;", "", key)):
            found.add(key)

    translated(source, note)
    return found


def _is_own(before: _Token | _Run | None) -> bool:
    """Names that people gave themselves stand in an element with translate="no"."""
    return isinstance(before, _Token) and 'translate="no"' in before.text


def _said(printed: str, *, is_own: bool = False) -> str:
    inside = printed[2:-2].strip("-+ \n")
    if re.fullmatch(r"\s*(super|caller)\(\)\s*", inside):
        return printed
    how = "given" if is_own else "fragment" if re.search(r"\|\s*safe\s*$", inside) else "say"
    as_wager = f'("{WAGER}")' if re.search(r"\|\s*wager_name\s*(\|\s*lower\s*)?$", inside) else ""
    return f"{{{{ ({inside}) | {how}{as_wager} }}}}"


def _run(run: _Run, say: Callable[[str], str | None]) -> str:
    whole = "".join(token.text for token in run.tokens)
    before, after = whole[: len(whole) - len(whole.lstrip())], whole[len(whole.rstrip()) :]
    key = run.key
    words = (say(key) if key else None) or key
    tags = [(_bare(token), _labels(token.text, say)) for token in run.tokens if token.kind == "tag"]
    own = {token.text for last, token in zip(run.tokens, run.tokens[1:], strict=False) if _is_own(last)}
    english = {token.text for token in run.tokens if token.is_english}
    words = re.sub(
        r"(?s)\{\{.*?\}\}",
        lambda found: found[0] if found[0] in english else _said(found[0], is_own=found[0] in own),
        words,
    )

    def dressed(found: re.Match[str]) -> str:
        at = next((n for n, (bare, _) in enumerate(tags) if bare == found[0]), None)
        return found[0] if at is None else tags.pop(at)[1]

    return before + re.sub(r"</?\w+>", dressed, words) + after


def _labels(tag: str, say: Callable[[str], str | None]) -> str:
    """A tag with what its labels say."""

    def label(found: re.Match[str]) -> str:
        words = say(found[2]) or found[2]
        return found[1] + re.sub(r"(?s)\{\{.*?\}\}", lambda printed: _said(printed[0]), words) + found[3]

    return _DESCRIPTION.sub(label, _LABEL.sub(label, tag))


def constants(source: str) -> set[str]:
    """Words inside the expressions of a template: what is printed as it stands, handed to a macro, or gone through."""
    found: set[str] = set()

    def note(node: nodes.Node, *, is_handed: bool = False) -> None:
        match node:
            case nodes.Const(value=str(words)):
                if _LETTERS.search(words) and (not is_handed or " " in words or words[:1].isupper()):
                    found.add(words.strip())
            case nodes.CondExpr():
                for one in (node.expr1, node.expr2):
                    if one is not None:
                        note(one, is_handed=is_handed)
            case nodes.Concat() if not str(getattr(node.nodes[0], "value", "")).startswith("/"):
                found.add("".join(_parted(node.nodes)).strip())
            case nodes.Add() | nodes.Or() | nodes.And():
                note(node.left, is_handed=is_handed)
                note(node.right, is_handed=is_handed)
            case nodes.Filter() if node.node is not None:
                note(node.node, is_handed=is_handed)
            case nodes.Getitem(node=nodes.Dict() as words):
                for pair in words.items:
                    note(pair.value)
            case nodes.Call():
                is_marked = isinstance(node.node, nodes.Name) and node.node.name == "_"
                for one in node.args:
                    note(one, is_handed=not is_marked)
            case nodes.List() | nodes.Tuple():
                for one in node.items:
                    note(one, is_handed=True)

    for expression in _printed(source):
        for output in Environment().parse(expression).find_all(nodes.Output):
            for node in output.nodes:
                note(node)
    tree = Environment().parse(source)
    for loop in tree.find_all(nodes.For):
        note(loop.iter, is_handed=True)
    for assigned in tree.find_all(nodes.Assign):
        note(assigned.node, is_handed=True)
    return {words for words in found if _LETTERS.search(GAP.sub("", words))}


def _parted(parts: Sequence[nodes.Node]) -> Iterator[str]:
    """Words put together from parts, as a pattern."""
    gaps = count(1)
    for part in parts:
        yield str(part.value) if isinstance(part, nodes.Const) else f"{{{next(gaps)}}}"


def _printed(source: str) -> Iterator[str]:
    """Every expression whose words people read."""
    for token in _tokens(source):
        if token.kind == "print":
            yield token.text
        elif token.kind == "tag":
            for _, label, _ in _LABEL.findall(token.text):
                yield from re.findall(r"(?s)\{\{.*?\}\}", label)


class TranslatedLoader(FileSystemLoader):
    """Loads templates in another language."""

    def __init__(self, directory: Path, catalogue: Catalogue) -> None:
        super().__init__(directory)
        self._catalogue = catalogue

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        """The source of a template, translated."""
        source, path, is_fresh = super().get_source(environment, template)
        return translated(source, self._catalogue.messages.get), path, is_fresh
