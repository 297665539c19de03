"""What a page says that somebody reads or hears, and what of it is English on a Spanish page, or no word at all."""

from __future__ import annotations

import re
from typing import Any

from nomorebets.server.web.languages.catalogue import catalogue

# The law, papers for the regulator and code are English and say so (lang); names that people gave are theirs.
GATHER = """() => {
  const found = [];
  const out = 'script, style, code, pre, textarea, kbd, [translate="no"], noscript, .wrapped, [lang]:not(html)';
  const note = (node, text) => {
    const words = text.replace(/\\s+/g, ' ').trim();
    const where = `${node.closest('[id]')?.id ?? ''} ${node.tagName.toLowerCase()}`;
    if (words && !node.closest(out)) found.push([words, where]);
  };
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) note(walker.currentNode.parentElement, walker.currentNode.data);
  for (const node of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
    for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
      if (node.getAttribute(name)) note(node, node.getAttribute(name));
  return found;
}"""
FUNCTION_WORDS = re.compile(
    r"\b(?:[Tt]he|and|of|is|are|was|were|with|without|your|you|[Tt]his|that|these|for|from|not|has|have|it|its|to|at|by|on|in|or|but|all|other|others|"
    r"may|must|when|which|who|what|how|each|every|an|be|been|if|one|two|three|card|cards|hand|hands|dealer|player|wager|"
    r"wagers|bets|seat|seats|round|rounds|win|wins|lose|loses|lost|push|pays|paid|dealt|drawn|throw|rule|best|high|low|pair)\b"
)
HOUSE = "No More Bets"  # its name
# names of wagers and terms of the games that a Spanish table says in English too
TERMS = re.compile(
    r"No More Bets|Let it ride|let it ride|all[ -]in|Pair plus|pair plus|buy in|bring-in|N\.J\.A\.C\.|As 4d …|"
    r"JSON Lines|All in|«(?:To|For)»|Big red dog|over under|craps-once|mini-dados|mini-craps|verify_round.py"
)
# readings, words joined by hyphens or underscores, and ten as a letter; Spanish has few such compounds
NO_WORD = re.compile(
    r"\bR-\d[\w.()-]*|\b[a-z]+(?:_[a-z]+)+\b|(?<![\w-])(?:[2-9JQKA]-)*T(?:-|[♣♦♥♠cdhs]\b)|-T\b|\b[a-z]{2,}(?:-[a-z0-9]+)+\b|@\w"
)


def gathered(page: Any) -> dict[str, str]:
    """Every text of a page that somebody reads or hears, and where it stands."""
    return {str(text): str(where) for text, where in page.evaluate(GATHER)}


def english_in(texts: dict[str, str]) -> dict[str, str]:
    """Those of a Spanish page that are English."""
    known = catalogue("es").messages
    spanish = set(known.values())
    return {
        text: where
        for text, where in texts.items()
        if text != HOUSE
        and text not in spanish
        and (known.get(text, text) != text or FUNCTION_WORDS.search(TERMS.sub("", text)))
    }


def no_words_in(texts: dict[str, str]) -> dict[str, str]:
    """Those that hold an identifier."""
    return {text: where for text, where in texts.items() if NO_WORD.search(TERMS.sub("", text))}
