"""A house that cheats: each way is tried, and found by verifier, audit or witness, or SECURITY.md says it is not.

Each house here is the real one with one part exchanged, as an operator could who changes the program. Whatever it does
to the book afterwards is done too: ``resealed`` computes the whole chain anew.
"""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from people import Person, seated, with_house
from test_audit import asked, resealed, sql
from test_sealed_rounds import opened, play_round
from test_shoes_sealed import SHOES, shoe_bundle

from nomorebets.drivers.chance import SecureChance
from nomorebets.fairness import verify_round
from nomorebets.fairness.sealed import RoundChance, Seal
from nomorebets.fairness.series import Series
from nomorebets.procedures.shoe import SHOE
from nomorebets.procedures.shoe_text import read_shoe, shoe_text
from nomorebets.server.book import schema
from nomorebets.server.book.audit import audit
from nomorebets.server.book.witness import Witnessed
from nomorebets.server.tables import chance as of_tables
from nomorebets.server.tables.chance import TableChance
from nomorebets.server.tables.clock import Clock
from nomorebets.server.tables.round_in_play import RoundInPlay
from nomorebets.server.tables.service import LiveHouse
from nomorebets.table.felt import Opening
from nomorebets.table.requests import Request

SECURITY = Path(__file__).parents[2] / "SECURITY.md"


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """A file: what is done to it afterwards is done by hand."""
    return tmp_path / "house.db"


def found(book: Path, witness: list[Witnessed] | None = None) -> list[str]:
    return [f"{f.kind} {f.where}: {f.text}" for f in audit(f"sqlite:///{book}", witness=witness or ()).findings]


def head_of(book: Path) -> Witnessed:
    """What a witness notes."""
    return Witnessed.noted(str(audit(f"sqlite:///{book}").head))


def evening(book: Path, work: Callable[[LiveHouse], Awaitable[None]]) -> None:
    with_house(f"sqlite:///{book}", work, SecureChance(), Clock(again=0))


def refused(told: dict[str, Any], noted: str | None, word: str | None = None) -> str:
    """What the verifier says to it."""
    with pytest.raises(verify_round.Refused) as fault:
        verify_round.verify(json.loads(json.dumps(told)), noted, word)
    return str(fault.value)


# --- the seed chosen when the wagers are known -----------------------------------------------------------------------


class AfterTheWagers(TableChance):
    """When the wagers are in, takes another series of which it likes the outcome, and writes it over the first."""

    def answered(self, request: Request) -> None:
        if request.asks == "patrons" and self.of_round is not None and not self.of_round.words_are_in:
            number = int(self.of_round.seal.round_id.rpartition("-")[2])
            self._exchange(Series(self._outbox.table_id, number, 1, b"liked".ljust(48)), self.of_round.words)
        super().answered(request)

    def _exchange(self, series: Series, words: dict[str, str]) -> None:
        seal = series.seal(series.first)
        self.of_round, self._series, self._root = RoundChance(seal, words), series, series.root
        row = {"round_id": seal.round_id, "commitment": seal.commitment, "series": series.root}
        self._outbox.changes.change(schema.seals, row | {"salt": seal.salt.hex(), "seed": seal.seed.hex()})
        kept = {"root": series.root, "table_id": series.table_id, "first": series.first, "length": 1}
        self._outbox.changes.insert(schema.series, kept | {"secret": series.secret.hex()})


def test_a_seed_chosen_after_the_wagers_is_found(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the chain; by whoever noted the commitment; and by a witness where the chain is computed anew."""
    monkeypatch.setattr("nomorebets.server.tables.live.TableChance", AfterTheWagers)
    noted: dict[str, Any] = {}

    async def work(house: LiveHouse) -> None:
        live = await house.open_table("roulette")
        person = await seated(house, live)
        noted.update(commitment=person.view["commitment"], round=live.round.id)
        await play_round(live, person)
        noted["told"] = await opened(house, live.id + "-1")

    async def before(house: LiveHouse) -> None:
        await seated(house, await house.open_table("roulette"))

    evening(book, before)
    witness = head_of(book)
    evening(book, work)
    assert any("the commitment of round" in text and "does not fit its seal" in text for text in found(book))
    assert "not the one you noted" in refused(noted["told"], noted["commitment"])
    resealed(book)
    assert found(book) == []  # nobody without a note could know
    assert found(book, [witness]) == []  # that was noted before the round
    assert "not the one you noted" in refused(noted["told"], noted["commitment"])


def test_a_seal_exchanged_after_an_acknowledgement_is_found_by_a_witness(book: Path) -> None:
    """The wager was acknowledged and a head noted; then the operator seals the round anew, and the whole chain."""
    noted: dict[str, Any] = {}

    async def work(house: LiveHouse) -> None:
        live = await house.open_table("roulette")
        person = await seated(house, live)
        await person.do("wager", on="red", amount=500)
        noted.update(table=live.id, patron=person.watcher.patron, commitment=person.view["commitment"])

    async def after(house: LiveHouse) -> None:
        live = house.tables[noted["table"]]
        await Person(live, await house.people.purse(noted["patron"])).do("deal")
        noted["told"] = await opened(house, f"{live.id}-1")

    evening(book, work)
    witness = head_of(book)
    other = Series(noted["table"], 1, 1, b"liked".ljust(48))
    seal = other.seal(1)
    kept = f"commitment='{seal.commitment}', salt='{seal.salt.hex()}', seed='{seal.seed.hex()}', series='{other.root}'"
    sql(book, f"UPDATE seals SET {kept}",
        f"UPDATE series SET root='{other.root}', secret='{other.secret.hex()}'")  # fmt: skip
    assert any("does not fit its seal" in text for text in found(book))
    resealed(book)
    evening(book, after)
    assert found(book) == []
    assert [text for text in found(book, [witness]) if text.startswith("head --head")]
    assert "not the one you noted" in refused(noted["told"], noted["commitment"])


def test_a_seed_that_does_not_fit_its_commitment_is_found(book: Path) -> None:
    """The commitment stays, in the book and in the record, and the numbers come from elsewhere."""

    async def work(house: LiveHouse) -> None:
        live = await house.open_table(SHOES[0])  # so many cards do not come alike by chance
        person = await seated(house, live)
        honest = live.round.chance.of_round
        assert honest is not None
        loaded = RoundChance(Seal(live.round.id, bytes(32), b"liked".ljust(48)))
        loaded.commitment = honest.commitment
        live.round.chance.of_round = loaded
        await play_round(live, person)

    evening(book, work)
    for again in (False, True):
        if again:
            resealed(book)
        assert any("otherwise than the seal" in text for text in found(book))


def test_a_shoe_sealed_anew_in_its_midst_is_found(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cards left favour somebody: from here on other seeds, each committed to before its round."""
    noted: dict[str, Any] = {}

    async def work(house: LiveHouse) -> None:
        live = await house.open_table(SHOES[0])
        person = await seated(house, live, 100_000)
        noted["series"] = person.view["series"]
        await play_round(live, person)
        monkeypatch.setattr(of_tables, "goes_on", lambda game, opening: False)
        for _ in range(2):
            await play_round(live, person)
        noted["first"] = await shoe_bundle(house, f"{live.id}-1")
        noted["last"] = await shoe_bundle(house, f"{live.id}-3")

    evening(book, work)
    for again in (False, True):
        if again:
            resealed(book)
        assert any("sealed anew in the midst" in text for text in found(book))
    assert "not what you noted" in refused(noted["last"], noted["series"])


# --- the cards between two rounds ------------------------------------------------------------------------------------


def _swap(shoe: str) -> str:
    """A card the patrons like for one the house likes."""
    cards = read_shoe(shoe)
    ace, low = next(c for c in cards if c[0] == "A"), next(c for c in cards if c[0] == "5")
    cards[ace], cards[low] = cards[ace] - 1, cards[low] + 1
    return shoe_text(cards)


def _drop(shoe: str) -> str:
    cards = read_shoe(shoe)
    cards[next(c for c in cards if c[0] == "A")] -= 1
    return shoe_text(cards)


@pytest.mark.parametrize("cheat", [_swap, _drop], ids=["two cards exchanged", "a card lost"])
@pytest.mark.parametrize("game", SHOES)
def test_a_shoe_that_changes_between_rounds_is_found(
    game: str, cheat: Callable[[str], str], book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the audit and by whoever follows the shoe, also where every hash is computed anew."""
    honest = RoundInPlay.end
    told: list[dict[str, Any]] = []

    def end(self: RoundInPlay) -> None:
        honest(self)
        shoe = self.opening.state.get(SHOE)
        if self.rounds == 2 and shoe:
            self.opening = Opening(self.opening.state | {SHOE: cheat(shoe)}, self.opening.wagers)

    monkeypatch.setattr(RoundInPlay, "end", end)

    async def work(house: LiveHouse) -> None:
        live = await house.open_table(game)
        person = await seated(house, live, 100_000)
        for _ in range(3):
            await play_round(live, person)
        told.append(await shoe_bundle(house, f"{live.id}-1"))

    evening(book, work)
    resealed(book)
    assert any("does not begin with what the round before it left: shoe" in text for text in found(book))
    assert "does not begin with the cards" in refused(told[0], None)


def test_a_meter_that_shrinks_between_rounds_is_found(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = RoundInPlay.end

    def end(self: RoundInPlay) -> None:
        honest(self)
        if "meter" in self.opening.state and self.rounds == 1:
            self.opening = Opening(self.opening.state | {"meter": "1"}, self.opening.wagers)

    monkeypatch.setattr(RoundInPlay, "end", end)

    async def work(house: LiveHouse) -> None:
        live = await house.open_table("caribbean-stud")
        person = await seated(house, live, 100_000)
        for _ in range(2):
            await play_round(live, person)

    evening(book, work)
    resealed(book)
    assert any("what the round before it left: meter" in text for text in found(book))


def test_a_puck_that_moves_and_a_wager_that_vanishes_between_rounds_are_found(book: Path) -> None:
    noted: dict[str, Any] = {}

    async def before(house: LiveHouse) -> None:
        live = await house.open_table("craps")
        person = await seated(house, live)
        while not live.round.opening.wagers or not live.round.opening.state.get("point"):
            await person.say("wager", on="pass", amount=1_000)
            await person.do("deal")
        noted.update(table=live.id, patron=person.watcher.patron, point=live.round.opening.state["point"])

    async def after(house: LiveHouse) -> None:
        live = house.tables[noted["table"]]
        await Person(live, await house.people.purse(noted["patron"])).do("deal")

    evening(book, before)
    other = "5" if noted["point"] == "9" else "9"
    sql(book, f'UPDATE tables SET opening = replace(opening, \'"point":"{noted["point"]}"\', \'"point":"{other}"\')')
    evening(book, after)
    resealed(book)
    assert any("what the round before it left: point" in text for text in found(book))


# --- rounds and rules that disappear ---------------------------------------------------------------------------------


def begun(book: Path) -> dict[str, Any]:
    """A house with a round in which the cards are dealt and a decision is waited for."""
    noted: dict[str, Any] = {}

    async def work(house: LiveHouse) -> None:
        live = await house.open_table("let-it-ride")
        person = await seated(house, live)
        await person.do("wager", on="bets", amount=500)
        await person.do("deal")
        noted.update(table=live.id, round=live.round.id, patron=person.watcher.patron)

    evening(book, work)
    return noted


def test_a_round_that_is_aborted_shows(book: Path) -> None:
    """The house dislikes what comes and closes the table over it: the round stays begun, with its seal."""
    begun(book)
    sql(book, "UPDATE tables SET closed = 'now'")
    resealed(book)
    assert any("it was begun and never ended" in text for text in found(book))


def test_a_round_that_is_taken_back_is_found_by_a_witness(book: Path) -> None:
    """Every trace of it removed, and the table opened again before it: only a note of what was there helps."""
    noted = begun(book)
    witness = head_of(book)
    resealed(book)
    assert found(book, [witness]) == []
    for table in ("lines", "results", "cited", "postings", "seals"):
        if asked(book, f"SELECT 1 FROM {table} WHERE round_id = '{noted['round']}'"):
            sql(book, f"DELETE FROM {table} WHERE round_id = '{noted['round']}'")
    sql(book, f"DELETE FROM rounds WHERE id = '{noted['round']}'", "DELETE FROM series")
    sql(book, "DELETE FROM accounts WHERE kind = 'layout'")
    resealed(book)
    assert found(book) == []  # a book that never had it
    assert found(book, [witness])


def test_a_seal_that_no_round_used_shows_in_the_count(book: Path) -> None:
    """Sealed, a word given, and the table closed before the wagers were in: nobody lost anything, and it shows."""

    async def work(house: LiveHouse) -> None:
        live = await house.open_table("roulette")
        person = await seated(house, live)
        await person.do("word", word="mine")
        await house.close_table(live)
        await seated(house, await house.open_table("roulette"))

    evening(book, work)
    done = audit(f"sqlite:///{book}")
    assert done.findings == []
    unused = {name: done.counts[name] for name in ("seals_waiting", "seals_never_used", "of_these_with_words")}
    assert unused == {"seals_waiting": 1, "seals_never_used": 1, "of_these_with_words": 1}


def test_a_table_that_pays_less_from_one_round_to_the_next_is_found(book: Path) -> None:
    noted: dict[str, Any] = {}

    async def before(house: LiveHouse) -> None:
        live = await house.open_table("big-six")
        person = await seated(house, live)
        await play_round(live, person)
        noted.update(table=live.id, patron=person.watcher.patron)

    async def after(house: LiveHouse) -> None:
        live = house.tables[noted["table"]]
        await play_round(live, Person(live, await house.people.purse(noted["patron"])))

    evening(book, before)
    ((house,),) = asked(book, "SELECT house FROM tables")
    changed = json.loads(house)
    changed["pay_table"] = {"bigsix-joker": "50 to 1"}
    sql(book, f"UPDATE tables SET house = '{json.dumps(changed)}'")
    evening(book, after)
    resealed(book)
    assert any(re.search("changed its rules at an open table: .*joker", text) for text in found(book))


def test_a_book_written_anew_as_a_whole_is_found_by_a_witness_alone(book: Path, tmp_path: Path) -> None:
    """Another evening, honest in itself, in place of the one that was."""

    async def work(house: LiveHouse) -> None:
        live = await house.open_table("roulette")
        person = await seated(house, live)
        for _ in range(2):
            await play_round(live, person)

    evening(book, work)
    witness = head_of(book)
    assert found(book, [witness]) == []
    another = tmp_path / "another.db"
    evening(another, work)
    assert found(another) == []
    assert len(found(another, [witness])) == 1


# --- words -----------------------------------------------------------------------------------------------------------


def test_a_word_that_the_house_leaves_out_is_found_by_whoever_gave_it(
    book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It acknowledged the word and did not mix it in."""
    monkeypatch.setattr(TableChance, "_keep_words", lambda self, chance: chance.words.clear())
    told: list[dict[str, Any]] = []

    async def work(house: LiveHouse) -> None:
        live = await house.open_table("roulette")
        person = await seated(house, live)
        await person.do("word", word="mine")
        await play_round(live, person)
        told.append(await opened(house, f"{live.id}-1"))

    evening(book, work)
    assert found(book) == []
    verify_round.verify(json.loads(json.dumps(told[0])))
    assert refused(told[0], None, "mine") == "the word you gave was not mixed in"


def test_a_house_that_plays_at_its_own_table_and_speaks_last_is_not_found_and_security_md_says_so(book: Path) -> None:
    """Whoever knows the seed and every other word can choose his own until he likes what comes."""
    told: dict[str, Any] = {}

    async def work(house: LiveHouse) -> None:
        live = await house.open_table("roulette")
        guest, accomplice = await seated(house, live), await seated(house, live)
        noted = guest.view["commitment"]
        await guest.do("word", word="mine")
        await guest.do("wager", on="red", amount=500)
        assert live.round.chance.of_round is not None
        seal = live.round.chance.of_round.seal
        word = next(str(n) for n in range(10_000) if _spun(seal, {"1": "mine", "2": str(n)}) == "0")
        await accomplice.do("word", word=word)
        await accomplice.do("wager", on="black", amount=500)
        await guest.do("deal")
        await accomplice.do("deal")
        told.update(await opened(house, f"{live.id}-1"), noted=noted)

    evening(book, work)
    assert found(book) == []
    noted = told.pop("noted")
    verify_round.verify(json.loads(json.dumps(told)), noted, "mine")
    assert '"compartment":"0"' in "".join(told["record"])
    text = " ".join(SECURITY.read_text().split())
    assert "knows the seed and sits at its own table" in text
    assert "of all words was the last" in text


def _spun(seal: Seal, words: dict[str, str]) -> str:
    """What the wheel will show."""
    numbers = seal.chance()
    numbers.mix_in(words)
    return sorted(["0", "00", *map(str, range(1, 37))])[numbers.below(38)]


def test_a_seal_that_comes_after_the_money_of_its_round_is_found(book: Path) -> None:
    """The commitment is written into the chain behind the wagers, and every hash computed anew."""

    async def work(house: LiveHouse) -> None:
        live = await house.open_table("roulette")
        await play_round(live, await seated(house, live))

    evening(book, work)
    ((sealed,),) = asked(book, "SELECT n FROM seals WHERE number = 1")
    (posted,) = asked(book, "SELECT min(n) FROM postings WHERE round_id IS NOT NULL")[0]
    assert sealed < posted
    sql(book, f"UPDATE postings SET n = -1 WHERE n = {posted}",
        f"UPDATE seals SET n = {posted} WHERE n = {sealed}",
        f"UPDATE postings SET n = {sealed} WHERE n = -1")  # fmt: skip
    resealed(book)
    assert any("sealed when its money had moved already" in text for text in found(book))


def test_rounds_without_a_commitment_are_found_once_the_house_commits(
    book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At a table of its own, as if an earlier program had dealt them."""

    def unsealed(self: TableChance, round_id: str, number: int, opening: Opening) -> None:
        self.of_round = RoundChance(Seal(round_id, bytes(32), b"liked".ljust(48)))

    async def work(house: LiveHouse) -> None:
        await seated(house, await house.open_table("roulette"))
        monkeypatch.setattr(TableChance, "begin", unsealed)
        live = await house.open_table("roulette")
        await play_round(live, await seated(house, live))

    evening(book, work)
    resealed(book)
    assert any("its seal is missing: earlier rounds have theirs" in text for text in found(book))


def test_a_round_that_an_earlier_program_sealed_is_played_and_in_order(book: Path) -> None:
    """Its commitment is in no chain; those of the next rounds are, and from then on all must be."""
    noted: dict[str, Any] = {}

    async def before(house: LiveHouse) -> None:
        live = await house.open_table(SHOES[0])
        person = await seated(house, live, 100_000)
        noted.update(table=live.id, patron=person.watcher.patron, commitment=person.view["commitment"])

    async def after(house: LiveHouse) -> None:
        live = house.tables[noted["table"]]
        assert live.round.chance.commitment == noted["commitment"]
        person = Person(live, await house.people.purse(noted["patron"]))
        for _ in range(2):
            await play_round(live, person)
        verify_round.verify(json.loads(json.dumps(await opened(house, f"{live.id}-1"))), noted["commitment"])

    evening(book, before)
    sql(book, "UPDATE seals SET n = NULL, hash = NULL, series = NULL", "DELETE FROM series")
    resealed(book)
    evening(book, after)
    assert found(book) == []
    sql(book, "UPDATE seals SET n = NULL WHERE number = 2")
    resealed(book)
    assert found(book)
