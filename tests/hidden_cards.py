"""Cards that a page or a frame tells of, in whatever form it has."""

from __future__ import annotations

import re

from nomorebets.equipment.cards import DECK
from nomorebets.equipment.cards import shown as as_printed

PRINTED = {as_printed(card): card for card in DECK}
FORMS = re.compile(rf"[\">#/'](?P<code>{'|'.join(DECK)})(?=[\"<'\\])|(?P<printed>{'|'.join(PRINTED)})")


def mentioned(text: str) -> set[str]:
    """The cards that a text tells of."""
    return {found["code"] or PRINTED[found["printed"]] for found in FORMS.finditer(text)}
