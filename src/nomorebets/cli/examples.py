"""An example or two of every command, which its ``--help`` shows and the documentation runs."""

from __future__ import annotations

import click

EXAMPLES: dict[str, tuple[str, ...]] = {
    "games": ("games --as-of 1995-01-01",),
    "rule": ("rule 16.10(e)1 --as-of 2000-03-01",),
    "search": ("search tie wager",),
    "coverage": ("coverage big-six",),
    "diff": ("diff roulette 1990-01-01 2008-07-21",),
    "mcp": ("mcp",),
    "deal": ("deal roulette --seed 47", "deal --transcript examples/roulette-dispute.toml"),
    "play": ("play blackjack",),
    "replay": ("replay rounds.jsonl --entry 5",),
    "dispute": ("dispute examples/roulette-dispute.toml",),
    "drill": ("drill roulette --count 1 --seed 2 --json",),
    "odds": ("odds roulette --wager red", 'odds casino-war --removed "As Ah Kd"', "odds red-dog --effects"),
    "strategy": ("strategy casino-war",),
    "session": ("session roulette --wager red --rounds 200 --bankroll 100",),
    "simulate": ("simulate roulette --rounds 1e5 --seed 1 --wager red",),
    "verify": ("verify roulette --wager red --rounds 1e5 --deals 1000 --seed 1",),
    "report": ("report roulette -o roulette.html --rounds 1e5 --deals 1000",),
    "check": ("check examples/house-with-faults.toml",),
    "guide": ("guide big-six -o guide",),
    "change": ("change examples/change.toml",),
    "tournament": ("tournament examples/tournament.toml",),
    "petition": ("petition petition.toml -o petition",),
    "sample": ("sample fast-action-holdem",),
    "fairness test": ("fairness test --draws 1e4 --seed 1",),
    "fairness collect": ("fairness collect roulette --count 1000 --seed 1 -o spins",),
    "fairness verifier": ("fairness verifier",),
    "serve": ("serve --db sqlite:///house.db --port 8047",),
    "audit": ("audit --db sqlite:///house.db",),
    "archive put": ("archive put 2025.jsonl --before 2026-01-01 --db sqlite:///house.db",),
    "archive restore": ("archive restore 2025.jsonl --db sqlite:///house.db",),
    "archive read": ("archive read 2025.jsonl 7kqm2x-41",),
    "docs": ("docs",),
}


def show_examples(group: click.Group, before: str = "") -> None:
    """Let every command of a group end its help with its examples."""
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            show_examples(command, f"{before}{name} ")
            continue
        lines = "\n".join(f"  nomorebets {example}" for example in EXAMPLES[before + name])
        command.epilog = f"\b\nExamples:\n{lines}" if "\n" in lines else f"\b\nExample:\n{lines}"
