"""Every game on every effective date and the day before: exactly one text applies, or the game says it has none."""

from contextlib import contextmanager
from datetime import date, timedelta

import pytest

from nomorebets.compliance.check import check
from nomorebets.errors import EditionError
from nomorebets.games import game, open_table, subchapter_of
from nomorebets.pricing.sheet import odds
from nomorebets.regulation import Citation, law
from nomorebets.table import Round, Settings, play
from nomorebets.table.house import required_layout, required_notices
from nomorebets.table.record import read, record_of, reproduce, write
from rounds import DEALT, RandomTable, citations_in

FIRST = date(1978, 6, 2)
EFFECTIVE = law.effective_dates()
DAYS = sorted({*EFFECTIVE, *(day - timedelta(1) for day in EFFECTIVE)} - {FIRST - timedelta(1)})


@contextmanager
def noting(day):
    """A failure tells the day."""
    try:
        yield
    except BaseException as fault:
        fault.add_note(f"on {day}")
        raise


def table_on(game_id, day):
    """The table, or None where the game says that it has no text on that day."""
    try:
        return open_table(game_id, day)
    except EditionError:
        return None


def test_the_dates_of_subchapter_5_are_swept():
    """Those on which something of these games changed, so that the sweep cannot pass for want of dates."""
    known = {"1978-06-02", "1981-11-02", "1989-05-01", "1992-11-16", "1995-03-20", "1997-10-06", "1998-08-17"}
    known |= {"1998-11-16", "2012-03-19"}
    assert known <= {day.isoformat() for day in EFFECTIVE}
    assert len(DAYS) > len(EFFECTIVE)


@pytest.mark.parametrize("game_id", DEALT)
def test_a_round_can_be_played_or_there_is_no_text(game_id):
    for day in DAYS:
        with noting(day):
            _is_played_or_has_no_text(game_id, day)


def _is_played_or_has_no_text(game_id, day):
    table = table_on(game_id, day)
    if table is None:
        with pytest.raises(EditionError) as none:
            open_table(game_id, day)
        assert none.value.accepts.startswith("dates from ")
        assert not law.in_force(game(game_id).terms.dealt_by, day) or day < law.subchapter_since(subchapter_of(game_id))
        return
    played = play(Round(table), RandomTable(day.toordinal()))
    record = record_of(played)
    cited = citations_in([played.entries, played.rulings, record.postings])
    cited += citations_in([required_notices(table.game, table.house), required_layout(table.game, table.house)])
    assert cited
    for citation in cited:
        assert law.in_force(citation, day), citation
    chapter = law.chapter_on(day).number
    assert chapter == ("19:47" if day < date(2012, 3, 19) else "13:69F")
    assert all(c.on(day).startswith(f"{chapter}-") for c in cited)
    assert record.header.chapter == chapter
    assert write(record_of(reproduce(read(write(record))))) == write(record)


@pytest.mark.parametrize("game_id", DEALT)
def test_every_option_has_a_value_that_existed_or_none(game_id):
    for day in DAYS:
        with noting(day):
            table = table_on(game_id, day)
            if table is not None:
                _options_existed(table, day)


def _options_existed(table, day):
    for option in table.game.terms.options:
        value = table.house.get(option)
        if day < option.first_day():
            assert value is None
        for choice, known in option.choices.items():
            if day < known.first_day():
                assert value != choice
                with pytest.raises(EditionError):
                    open_table(table.game.id, day, Settings({option.id: choice}))


def test_the_first_and_the_last_day_of_each_game():
    """When it can first be dealt, among the days of the sweep."""
    first = {g: next(day for day in DAYS if table_on(g, day)) for g in ("roulette", "big-six")}
    assert first == {"roulette": FIRST, "big-six": date(1989, 5, 1)}


@pytest.mark.parametrize("day", [FIRST - timedelta(1), date(1900, 1, 1), date.min])
@pytest.mark.parametrize("game_id", DEALT)
def test_before_the_chapter_there_is_nothing(game_id, day):
    with pytest.raises(EditionError, match=r"no rules of the games were in force|not yet authorized"):
        open_table(game_id, day)


@pytest.mark.parametrize("game_id", DEALT)
def test_what_was_no_game_yet_is_refused_alike_everywhere(game_id):
    """With a paragraph that can be looked up, and a day that is then accepted; a house file says the same."""
    if table_on(game_id, FIRST) is not None:
        return
    with pytest.raises(EditionError) as refused:
        open_table(game_id, FIRST)
    assert Citation.parse(refused.value.cite) == refused.value.by.paragraph
    accepted = date.fromisoformat(refused.value.accepts.split()[2])
    assert table_on(game_id, accepted) is not None
    assert table_on(game_id, accepted - timedelta(1)) is None
    [violation] = check(f'as_of = {FIRST}\n[[table]]\ngame = "{game_id}"'.encode())
    assert violation.what == refused.value.text
    assert Citation.parse(violation.paragraph) == refused.value.by.paragraph
    assert refused.value.accepts in violation.remedy


@pytest.mark.parametrize("game_id", DEALT)
def test_later_days_go_by_the_newest_text(game_id):
    assert law.chapter_on(date(2030, 1, 1)).number == "13:69F"
    later, newest = open_table(game_id, date(2030, 1, 1)).house, open_table(game_id).house
    assert (later.options, later.pays) == (newest.options, newest.pays)


@pytest.mark.parametrize(
    ("day", "wheel", "edge"),
    [
        ("1981-11-01", "single-zero", "1/74"),
        ("1981-11-02", "single-zero", "1/37"),
        ("1998-08-16", "double-zero", "1/38"),
        ("2012-03-18", "double-zero", "1/38"),
        ("2012-03-19", "double-zero", "1/38"),
    ],
)
def test_red_through_the_years(day, wheel, edge):
    assert str(odds("roulette", as_of=date.fromisoformat(day), options={"wheel-kind": wheel})["red"].edge) == edge
