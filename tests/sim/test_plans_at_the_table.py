"""Strategies kept to by a patron at the table, roll by roll, against the automata that are solved and simulated.

The patron knows the file and reads the felt: the point, where come bets lie, what was won and lost. The script settles.
"""

import msgspec
import pytest

from nomorebets.drivers.chance import SeededChance, draw
from nomorebets.games import open_table
from nomorebets.games.craps.plan_file import read_plan
from nomorebets.games.craps.plans import ROLLS, State
from nomorebets.table import Round, play
from nomorebets.table.felt import Felt, Opening
from nomorebets.table.money import show
from nomorebets.table.requests import Bets
from nomorebets.table.wagers import Change


def file(*have: str) -> bytes:
    return "".join("[[have]]\n" + one.replace("; ", "\n") + "\n" for one in have).encode()


LINE = ('wager = "pass"; amount = 10', 'wager = "pass-odds"; amount = "max"')
STRATEGIES = {
    "odds, two come bets, the six": file(
        *LINE,
        'wager = "come"; amount = 10; up_to = 2',
        'wager = "come-odds"; amount = {6 = "5x", else = "2x"}',
        'wager = "place-win-6"; amount = 12; unless = ["point", "come"]',
    ),
    "against the shooter": file(
        'wager = "dont-pass"; amount = 10',
        'wager = "dont-pass-odds"; amount = "max"',
        'wager = "dont-come"; amount = 10; up_to = 3',
        'wager = "dont-come-odds"; amount = "max"',
        'wager = "lay-4"; amount = 40; unless = ["dont-come"]',
    ),
    "everything": file(
        *LINE,
        'wager = "come"; amount = 10; when = [4, 10]',
        'wager = "come-odds"; amount = "max"; call = "on"',
        'wager = "buy-4"; amount = 20; when = "point"',
        'wager = "hard-8"; amount = 1',
        'wager = "field"; amount = {come-out = 10, else = 5}',
        'wager = "fire"; amount = 1',
        'wager = "world"; amount = 5; when = "come-out"',
        'wager = "hop:3-4"; amount = 1',
    ),
    "pressed": file(
        'wager = "pass"; amount = [10, 20, 40]; after = "lose"',
        'wager = "pass-odds"; amount = "2x"',
        'wager = "place-win-8"; amount = [12, 18, 30]; call = "on"',
        'wager = "hard-6"; amount = [1, 2]',
        'wager = "place-win-6"; amount = {4 = 12, else = 30}',
    ),
}


class Patron:
    """Puts down what the file wants and takes up what it does not."""

    def __init__(self, plan, chance) -> None:
        self.plan, self.chance, self.parts = plan, chance, tuple(plan.parts())
        self.steps = {have.kind: 0 for have in plan.growing}

    def state(self, felt: Felt) -> State:
        on = {
            kind: frozenset(int(w.on.split(":")[1]) for w in felt.wagers if w.on.startswith(f"{kind}:"))
            for kind in ("come", "dont-come")
        }
        fire = frozenset(int(n) for n in felt.state.get("fire", "").split("-") if n)
        point = int(felt.state.get("point") or 0)
        return State(point, on["come"], on["dont-come"], fire, tuple(self.steps.values()))

    def __call__(self, request, table):
        if request.asks == "chance":
            return draw(request, table, self.chance)
        if request.asks != "patrons" or request.late:
            return Bets() if request.asks == "patrons" else request.usual()
        wanted = {
            w.on: (w.amount, part.have.called_on) for part, w in self.plan.lying(self.parts, self.state(table.felt))
        }
        placed, changed = [], []
        lie = {w.on: w for w in table.felt.wagers}
        for on, (amount, called) in wanted.items():
            more = {"call": "on", "button": True} if called else {}
            down = lie[on].amount if on in lie else 0
            if amount > down:
                placed.append(table.wager(1, on, show(amount - down), **more))
            elif amount < down:
                fee = table.game.betting.fee(table.house, table.layout[on], amount)
                changed.append(Change(lie[on], msgspec.structs.replace(lie[on], amount=amount, fee=fee)))
        return Bets(tuple(placed), tuple(w for on, w in lie.items() if on not in wanted), tuple(changed))

    def learn(self, rulings) -> None:
        for have in self.plan.growing:
            net = sum(r.net for r in rulings if r.wager == have.kind)
            last = len(have.amounts[0]) - 1
            if net:
                on = (net > 0) == (have.advance == "win")
                self.steps[have.kind] = min(self.steps[have.kind] + 1, last) if on else 0


@pytest.mark.parametrize("name", STRATEGIES)
def test_a_patron_who_keeps_to_the_file_wins_what_the_automata_say(name):
    plan = read_plan(open_table("craps"), STRATEGIES[name])
    patron, opening = Patron(plan, SeededChance(len(name))), Opening()
    machines = plan.automata()
    at, decided = [0] * len(machines), 0
    for _ in range(400):
        game = play(Round(plan.table, Felt.opened(opening)), patron)
        column = ROLLS.index(tuple(int(face) for face in game.table.felt.dice.split("-")))
        won = sum(r.net for r in game.rulings)
        assert won == sum(int(m.net[s, column]) * m.unit for m, s in zip(machines, at, strict=True))
        at = [int(m.after[s, column]) for m, s in zip(machines, at, strict=True)]
        patron.learn(game.rulings)
        opening = game.next_opening
        decided += won != 0
    assert decided > 100
