"""Markdown as HTML: headings that can be linked to, links that lead to pages, tables and examples that scroll."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

FOLDED = "mermaid"  # a drawing for whoever's reader draws it; here it can be unfolded as text


@dataclass(frozen=True)
class Heading:
    level: int
    id: str
    words: str


@dataclass(frozen=True)
class Marked:
    """A text with its headings."""

    html: str
    headings: tuple[Heading, ...]

    @property
    def title(self) -> str:
        return self.headings[0].words if self.headings else ""


def marked(text: str, link: Callable[[str], str]) -> Marked:
    """Markdown as HTML; ``link`` says where a link leads."""
    reader = _reader()
    tokens = reader.parse(text)
    headings: list[Heading] = []
    for token, inline in pairwise(tokens):
        if token.type == "heading_open":
            words = "".join(part.content for part in inline.children or ())
            heading = Heading(int(token.tag[1]), _id(words, headings), words)
            token.attrSet("id", heading.id)
            headings.append(heading)
    for token in tokens:
        for part in token.children or ():
            if part.type == "link_open":
                part.attrSet("href", link(str(part.attrGet("href"))))
    return Marked(reader.renderer.render(tokens, reader.options, {}), tuple(headings))


def _id(words: str, before: Sequence[Heading]) -> str:
    """The name of a heading in an address, as readers of Markdown make it; a second one alike is numbered."""
    name = re.sub(r"[^\w\- ]", "", words.lower()).replace(" ", "-") or "part"
    taken = {heading.id for heading in before}
    numbered = (f"{name}-{number}" if number else name for number in range(len(taken) + 1))
    return next(one for one in numbered if one not in taken)


@cache
def _reader() -> MarkdownIt:
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    reader.add_render_rule("fence", _fence)
    reader.add_render_rule("code_block", _fence)
    reader.add_render_rule("table_open", lambda *_: '<div class="wide" tabindex="0"><table class="plain stacks">\n')
    reader.add_render_rule("table_close", lambda *_: "</table></div>\n")
    return reader


def _fence(renderer: Any, tokens: Sequence[Token], at: int, options: Any, env: Mapping[str, Any]) -> str:
    """An example; what is typed stands out from what is answered."""
    token = tokens[at]
    lines = escape(token.content, quote=False).rstrip("\n").split("\n")
    typed = re.compile(r"^(\$ |&gt;&gt;&gt; |\.\.\. )(.*)$")
    text = "\n".join(typed.sub(r"\1<b>\2</b>", line) for line in lines)
    shown = f'<pre tabindex="0"><code>{text}</code></pre>\n'
    return f"<details><summary>Drawn as text</summary>{shown}</details>\n" if token.info == FOLDED else shown
