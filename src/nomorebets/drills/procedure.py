"""The next step of the procedure."""

from __future__ import annotations

from nomorebets.drills.dealing import rounds, sample, step_words
from nomorebets.drills.question import NotAsked, Question, choice_among
from nomorebets.drivers.chance import SeededChance
from nomorebets.table import Table

TOLD = 5  # steps before the one that is asked for


def next_step(table: Table, seed: int) -> Question:
    """A round up to some step: what does the dealer do next?"""
    chance = SeededChance(seed)
    pool = [step_words(e.request) for dealt in sample(table) for e in dealt.play.entries]
    for dealt in rounds(table, chance):
        steps = [(at, words) for at, e in enumerate(dealt.play.entries) if (words := step_words(e.request))]
        if len(steps) < 3:
            continue
        which = 1 + chance.below(len(steps) - 1)
        at, right = steps[which]
        told = [_once(words, dealt.told[n]) for n, words in steps[max(0, which - TOLD) : which]]
        others = [words for words in pool if words]
        by = dealt.play.entries[at].request.by
        part = choice_among("What comes next?", right, others, by, chance)
        if len(part.choices) < 2:
            continue
        return Question("next", seed, dealt.before(at), tuple(told), (part,))
    raise NotAsked(f"no round of this drill of {table.game.id} could be dealt", accepts="another seed")


def _once(step: str, told: str) -> str:
    """A step and what came of it; what is said twice, once."""
    who, _, what = told.partition(": ")
    told = what if what and who.lower() in step.lower() else told
    return f"{step}: {told}" if told and told not in step else step
