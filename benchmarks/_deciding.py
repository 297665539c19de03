"""What a patron who asks no questions answers to what a table asks."""

from __future__ import annotations

import random
from typing import Any


def decision(chance: random.Random, view: dict[str, Any]) -> dict[str, Any]:
    """A lawful answer: a choice with its least amount, some cards to exchange, or a hand as the house sets it."""
    ask = view["ask"]
    if "choices" not in ask and "number" not in ask:  # cards to exchange
        cards = chance.sample(ask["cards"], chance.randint(0, ask["most"]))
        return {"type": "decide", "cards": cards, "at": view["at"]}
    if "choices" not in ask:  # cards to set apart: as the house would
        return {"type": "decide", ask["name"]: " ".join(ask["unless_told"]), "at": view["at"]}
    option = chance.choice(ask["options"])
    amount = {"amount": option["least"]} if option.get("most") else {}
    return {"type": "decide", "choice": option["name"], **amount, "at": view["at"]}
