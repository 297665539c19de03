"""Names, passwords and sessions: what a stranger, a guest and a thief can do with them."""

from __future__ import annotations

import logging
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher
from litestar.exceptions import WebSocketDisconnect
from sqlalchemy import select, text, update
from visiting import Visitor, form_token

from nomorebets.drivers.chance import SeededChance
from nomorebets.server.book import schema
from nomorebets.server.people import passwords
from nomorebets.server.people.members import hash_of
from nomorebets.server.people.rights import ROLES
from nomorebets.server.tables import wires
from nomorebets.server.web.app import build_app
from nomorebets.server.web.entrance import EntranceSettings

SECRET = "a long enough secret"
ON_SQLITE = pytest.mark.parametrize("book", ["sqlite"], indirect=True)  # what does not depend on the kind of database


@pytest.fixture
def strong_hashes() -> None:
    """Passwords are hashed as the house does it."""


@pytest.fixture(autouse=True)
def _quick_hashes(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Elsewhere by less work, which would take more time than all else; how much it is changes nothing of the rest."""
    if "strong_hashes" not in request.fixturenames:
        monkeypatch.setattr(passwords, "HASHER", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        monkeypatch.setattr(passwords, "_NOBODYS", [])


@pytest.fixture
def client(book: str) -> Iterator[Visitor]:
    with Visitor(build_app(book, SeededChance(1))) as client:
        client.get("/")
        yield client


def in_book(client: Visitor, column: Any) -> list[str]:
    async def read() -> list[str]:
        async with client.app.state.store.engine.connect() as connection:
            return [str(row[0]) for row in await connection.execute(select(column))]

    with client.portal() as portal:
        return portal.call(read)


def do(client: Visitor, work: Any, *given: Any) -> Any:
    with client.portal() as portal:
        return portal.call(work, *given)


def register(client: Visitor, name: str = "Ada", password: str = SECRET) -> Any:
    return client.post("/register", data={"name": name, "password": password}, follow_redirects=False)


def log_in(client: Visitor, name: str = "Ada", password: str = SECRET) -> Any:
    return client.post("/login", data={"name": name, "password": password}, follow_redirects=False)


def sit(client: Visitor, amount: int = 20_000) -> str:
    table = client.post("/play", data={"game": "roulette"}, follow_redirects=False).headers["location"]
    with client.websocket_connect(f"/ws{table}") as socket:
        socket.send_json({"type": "sit", "id": "1", "amount": amount})
        while socket.receive_json()["type"] != "ack":
            pass
    return str(table)


def code_of(socket: Any) -> int:
    """With which code a connection ends."""
    try:
        while True:
            socket.receive_json(timeout=20)
    except WebSocketDisconnect as end:
        return end.code


def test_a_guest_who_registers_keeps_money_and_seat(client: Visitor) -> None:
    table = sit(client)
    assert register(client).status_code == 303
    money = "You have <strong>$1,000</strong> of play money, $200 of it in chips at tables."
    assert f'<strong translate="no">Ada</strong>. {money}' in client.get("/account").text
    lobby = client.get("/").text
    assert money in lobby
    assert "your seat" in lobby
    with client.websocket_connect(f"/ws{table}") as socket:
        assert socket.receive_json()["view"]["you"] == 1


def test_who_has_it_all_in_chips_is_not_out_of_money(client: Visitor) -> None:
    sit(client, 100_000)
    page = client.get("/account").text
    assert "You have <strong>$1,000</strong> of play money, $1,000 of it in chips at tables." in page
    assert "Out of play money" not in page


def test_the_token_changes_at_every_step_and_the_old_one_is_nobodys(client: Visitor) -> None:
    seen = [client.cookies["patron"]]
    register(client)
    seen.append(client.cookies["patron"])
    client.post("/logout", follow_redirects=False)
    log_in(client)
    seen.append(client.cookies["patron"])
    assert len(set(seen)) == 3
    for old in seen[:2]:
        thief = {"cookie": f"patron={old}"}
        client.cookies.clear()
        assert "We have not met yet" in client.get("/account", headers=thief).text


def test_a_token_brought_along_is_never_made_a_session(client: Visitor) -> None:
    register(client)
    planted = "A" * 43
    client.cookies.clear()
    client.cookies.set("patron", planted)
    log_in(client)
    assert hash_of(planted) not in in_book(client, schema.sessions.c.token)
    client.cookies.clear()
    assert "We have not met yet" in client.get("/account", headers={"cookie": f"patron={planted}"}).text


@pytest.mark.usefixtures("strong_hashes")
def test_only_hashes_are_in_the_book(client: Visitor) -> None:
    register(client)
    token = client.cookies["patron"]
    assert in_book(client, schema.sessions.c.token) == [hash_of(token)]
    kept = in_book(client, schema.members.c.password)[0]
    assert kept.startswith("$argon2id$v=19$m=65536,t=3,p=4$")
    assert SECRET not in kept


def test_a_session_ends_when_its_time_is_over(client: Visitor) -> None:
    async def age() -> None:
        async with client.app.state.store.engine.begin() as connection:
            await connection.execute(update(schema.sessions).values(expires="2001-01-01T00:00:00.000+00:00"))

    register(client)
    assert "Ada" in client.get("/account").text
    do(client, age)
    assert "We have not met yet" in client.get("/account").text


def test_logging_out_ends_the_connections_too(client: Visitor) -> None:
    register(client)
    table = sit(client)
    with client.websocket_connect(f"/ws{table}") as socket:
        socket.receive_json()
        client.post("/logout", follow_redirects=False)
        assert code_of(socket) == 4401


@pytest.mark.parametrize(
    ("meanwhile", "code"),
    [
        ("DELETE FROM sessions", 4401),  # what another process does when somebody logs out there
        ("UPDATE sessions SET expires = '2001-01-01T00:00:00.000+00:00'", 4401),
        ("ALTER TABLE sessions RENAME TO lost", 1012),  # a book that cannot be asked
    ],
)
def test_a_session_ended_elsewhere_ends_a_connection_that_says_nothing(
    client: Visitor, monkeypatch: pytest.MonkeyPatch, meanwhile: str, code: int
) -> None:
    async def change() -> None:
        async with client.app.state.store.engine.begin() as connection:
            await connection.execute(text(meanwhile))

    connections, looked = client.app.state.house.wires, threading.Semaphore(0)
    good = client.app.state.house.people.members.good

    async def counted(sessions: set[str]) -> set[str]:
        found: set[str] = await good(sessions)
        looked.release()
        return found

    async def look_often() -> None:
        await connections.close()
        connections.open()

    monkeypatch.setattr(wires, "LOOKED_AFTER", 0.05)
    monkeypatch.setattr(client.app.state.house.people.members, "good", counted)
    do(client, look_often)
    table = client.post("/play", data={"game": "roulette"}, follow_redirects=False).headers["location"]
    with client.websocket_connect(f"/ws{table}") as socket:
        socket.receive_json()
        for _ in range(3):
            assert looked.acquire(timeout=20)  # looked at, and let be
        socket.send_json({"type": "sit", "id": "1", "amount": 20_000})
        while socket.receive_json(timeout=20)["type"] != "ack":
            pass
        do(client, change)
        assert code_of(socket) == code


def test_a_book_that_is_not_reached_ends_the_connection_and_not_the_looking(
    client: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = client.app.state.house

    async def unreached(sessions: set[str]) -> set[str]:
        raise ConnectionRefusedError

    async def look() -> None:
        monkeypatch.setattr(house.people.members, "good", unreached)
        await house.wires._end_logged_out()
        monkeypatch.undo()

    table = client.post("/play", data={"game": "roulette"}, follow_redirects=False).headers["location"]
    with client.websocket_connect(f"/ws{table}") as socket:
        socket.receive_json()
        do(client, look)
        assert code_of(socket) == 1012


@ON_SQLITE
@pytest.mark.usefixtures("strong_hashes")
def test_a_wrong_name_and_a_wrong_password_are_told_alike(client: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    register(client)
    client.post("/logout", follow_redirects=False)
    work: list[str] = []
    verify = PasswordHasher.verify

    def noted(self: PasswordHasher, kept: str, said: str) -> bool:
        work.append(kept[:30])
        return verify(self, kept, said)

    monkeypatch.setattr(PasswordHasher, "verify", noted)
    answers = [log_in(client, "Ada", "not the secret"), log_in(client, "Nobody", "not the secret")]
    told = [(a.status_code, re.sub(r'value="[0-9a-f]{64}"', "", a.text)) for a in answers]
    assert told[0] == told[1]
    assert told[0][0] == 400
    assert len(work) == 2  # as much is worked out for a name that nobody has
    assert work[0] == work[1]


@ON_SQLITE
def test_guessing_is_slowed_down(client: Visitor, caplog: pytest.LogCaptureFixture) -> None:
    register(client)
    client.post("/logout", follow_redirects=False)
    people = client.app.state.house.people
    while people.attempts.take("testclient ada"):
        pass
    with caplog.at_level(logging.WARNING):
        assert log_in(client).status_code == 429
    assert "too many passwords tried from testclient as 'Ada'" in caplog.text
    assert SECRET not in caplog.text


@ON_SQLITE
@pytest.mark.parametrize(
    ("name", "password"),
    [
        ("A", SECRET),
        ("x" * 31, SECRET),
        ("<script>", SECRET),
        ("../../etc", SECRET),
        ("Guest 1234", SECRET),
        ("Seat 3", SECRET),
        ("seat-12", SECRET),
        ("Puesto 3", SECRET),
        ("a\u202eb", SECRET),
        ("\u3164\uffa0", SECRET),  # which shows nothing
        ("Ada\u115f", SECRET),  # and this passes for somebody else
        ("Ada", "short"),
        ("Ada", "x" * 201),
        ("Ada", "aaaaaaaaaaaaaaaa"),
        ("Adaadaadaada", "adaAdaAdaAda"),
        ("", ""),
    ],
)
def test_names_and_passwords_that_cannot_be_had(client: Visitor, name: str, password: str) -> None:
    assert register(client, name, password).status_code == 400
    assert in_book(client, schema.members.c.login) == []


@pytest.mark.parametrize("name", ["Seaton 3", "Seat of my pants", "Heat 3"])
def test_a_name_that_is_no_seat_can_be_had(name: str) -> None:
    assert passwords.name_from(name) == name


@pytest.mark.parametrize(("letters", "fits"), [(1, False), (2, True), (30, True), (31, False)])
def test_a_name_has_two_to_thirty_letters(letters: int, fits: bool) -> None:
    if fits:
        assert passwords.name_from("x" * letters) == "x" * letters
    else:
        with pytest.raises(passwords.AccountError, match="is no name; accepted: 2 to 30 letters"):
            passwords.name_from("x" * letters)


@pytest.mark.parametrize(("characters", "fits"), [(9, False), (10, True), (200, True), (201, False)])
def test_a_password_has_ten_to_two_hundred_characters(characters: int, fits: bool) -> None:
    password = ("abcd" * 51)[:characters]
    if fits:
        passwords.require_password(password, "Ada")
    else:
        with pytest.raises(passwords.AccountError, match="10 to 200 characters"):
            passwords.require_password(password, "Ada")


@pytest.mark.parametrize(("password", "fits"), [("abcabcabcabc", False), ("abcdabcdabcd", True)])
def test_a_password_has_at_least_four_different_characters(password: str, fits: bool) -> None:
    if fits:
        passwords.require_password(password, "Ada")
    else:
        with pytest.raises(passwords.AccountError, match="too easy to guess"):
            passwords.require_password(password, "Ada")


def test_a_name_is_had_once_whatever_its_capitals(client: Visitor) -> None:
    assert register(client, "Ada Lovelace").status_code == 303
    client.cookies.clear()
    client.get("/")
    assert register(client, "ADA  lovelace").status_code == 400
    assert in_book(client, schema.members.c.login) == ["ada lovelace"]


@ON_SQLITE
@pytest.mark.usefixtures("strong_hashes")
def test_a_hash_of_other_parameters_is_made_again(client: Visitor) -> None:
    register(client)
    weak = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(SECRET)

    async def weaken() -> None:
        async with client.app.state.store.engine.begin() as connection:
            await connection.execute(update(schema.members).values(password=weak))

    do(client, weaken)
    assert log_in(client).status_code == 303
    assert not passwords.is_outdated(in_book(client, schema.members.c.password)[0])


def test_another_password_ends_every_other_session(client: Visitor) -> None:
    register(client)
    stolen = client.cookies["patron"]
    wrong = client.post("/password", data={"old": "something else", "password": "another long secret"})
    assert wrong.status_code == 400
    right = client.post("/password", data={"old": SECRET, "password": "another long secret"})
    assert (right.status_code, "Your password is changed" in right.text) == (200, True)
    assert "Ada" in client.get("/account").text
    client.cookies.clear()
    assert "We have not met yet" in client.get("/account", headers={"cookie": f"patron={stolen}"}).text
    assert log_in(client).status_code == 400
    assert log_in(client, password="another long secret").status_code == 303


def test_cookies_are_kept_from_scripts_other_sites_and_plain_http(tmp_path: Path) -> None:
    app = build_app(f"sqlite:///{tmp_path / 'house.db'}", SeededChance(1))
    with Visitor(app, base_url="https://house.example") as client:
        answer = client.get("/")
        cookie = answer.headers["set-cookie"]
        assert re.match(r"__Host-patron=[\w-]{43};", cookie)
        for part in ("HttpOnly", "SameSite=lax", "Secure", "Path=/"):
            assert part in cookie
        assert "Domain" not in cookie
        assert answer.headers["strict-transport-security"].startswith("max-age=")
        assert len(in_book(client, schema.sessions.c.token)) == 1


@ON_SQLITE
def test_cookies_of_plain_http_say_so(client: Visitor) -> None:
    client.cookies.clear()
    cookie = client.get("/").headers["set-cookie"]
    assert cookie.startswith("patron=")
    assert "HttpOnly" in cookie
    assert "Secure" not in cookie


# --- forms ----------------------------------------------------------------------------------------------------------


@ON_SQLITE
@pytest.mark.parametrize("path", ["/play", "/tables", "/login", "/register", "/logout", "/floor", "/people"])
def test_a_form_without_its_token_moves_nothing(client: Visitor, path: str) -> None:
    client.become("administrator" if path == "/people" else "patron")
    before = len(client.app.state.house.tables)
    other = form_token(Visitor.get(client, "/tables/new").text)[::-1]
    for data in ({}, {"_csrf_token": ""}, {"_csrf_token": other}, {"_csrf_token": "é"}):
        answer = super(Visitor, client).post(path, data={"game": "roulette", **data}, follow_redirects=False)
        assert answer.status_code == 403, path
    elsewhere = {"origin": "https://elsewhere.example"}
    assert client.post(path, data={"game": "roulette"}, headers=elsewhere).status_code == 403
    cross = {"sec-fetch-site": "cross-site"}
    assert client.post(path, data={"game": "roulette"}, headers=cross).status_code == 403
    assert len(client.app.state.house.tables) == before


@ON_SQLITE
def test_somebody_elses_token_is_of_no_use(client: Visitor) -> None:
    own = form_token(client.get("/tables/new").text)
    client.cookies.clear()
    client.get("/")
    answer = super(Visitor, client).post("/play", data={"game": "roulette", "_csrf_token": own}, follow_redirects=False)
    assert answer.status_code == 403


def test_a_stranger_without_a_session_has_a_form_of_his_own(tmp_path: Path) -> None:
    doors = EntranceSettings(admits_guests=False)
    with Visitor(build_app(f"sqlite:///{tmp_path / 'house.db'}", SeededChance(1), settings=doors)) as client:
        assert "Log in or register" in client.get("/").text
        assert set(client.cookies) == {"visit"}
        assert client.post("/play", data={"game": "roulette"}, follow_redirects=False).status_code == 403
        assert client.post("/api/v1/patrons", headers={"idempotency-key": "k" * 16}).status_code in (401, 403)
        assert register(client).status_code == 303
        assert client.post("/play", data={"game": "roulette"}, follow_redirects=False).status_code == 303


# --- the first administrator ----------------------------------------------------------------------------------------


def test_one_link_makes_one_administrator_once(client: Visitor) -> None:
    members = client.app.state.house.people.members
    link, other = do(client, members.first_link), do(client, members.first_link)
    assert link not in in_book(client, schema.links.c.token)
    for _ in range(2):
        assert "first administrator" in client.get(f"/first-administrator/{link}").text  # looking uses nothing up
    weak = client.post(f"/first-administrator/{link}", data={"name": "Root", "password": "short"})
    assert weak.status_code == 400
    made = client.post(f"/first-administrator/{link}", data={"name": "Root", "password": SECRET})
    assert "administrator" in made.text
    assert client.answers("/people") == 200
    for used in (link, other, "A" * 43):
        assert client.get(f"/first-administrator/{used}").status_code == 400
        again = client.post(f"/first-administrator/{used}", data={"name": "Second", "password": SECRET})
        assert again.status_code == 400
    assert do(client, members.first_link) is None
    assert in_book(client, schema.members.c.login) == ["root"]


def test_a_link_is_too_old_after_an_hour(client: Visitor) -> None:
    async def age() -> None:
        async with client.app.state.store.engine.begin() as connection:
            await connection.execute(update(schema.links).values(expires="2001-01-01T00:00:00.000+00:00"))

    link = do(client, client.app.state.house.people.members.first_link)
    do(client, age)
    answer = client.post(f"/first-administrator/{link}", data={"name": "Root", "password": SECRET})
    assert answer.status_code == 400
    assert in_book(client, schema.members.c.login) == []


def test_the_administrator_gives_roles_and_the_last_one_stays(client: Visitor) -> None:
    register(client, "Ada")
    sit(client)
    patron = in_book(client, schema.members.c.patron_id)[0]
    client.become("administrator")
    admin = next(p for p in in_book(client, schema.members.c.patron_id) if p != patron)
    assert client.post("/people", data={"patron": patron, "role": "dealer"}).status_code == 200
    assert all(live.seats.of(patron) is None for live in client.app.state.house.tables.values())
    last = client.post("/people", data={"patron": admin, "role": "patron"})
    assert (last.status_code, "the house would be without an administrator" in last.text) == (400, True)
    for role in ("administrator", "dealer"):  # of two one may go
        assert client.post("/people", data={"patron": patron, "role": role}).status_code == 200
    assert client.post("/people", data={"patron": patron, "role": "king"}).status_code == 400
    assert client.post("/people", data={"patron": "nobody", "role": "dealer"}).status_code == 400
    client.cookies.clear()
    log_in(client)
    assert '<strong translate="no">Ada</strong>, dealer' in client.get("/account").text


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_role_is_given_from_the_page_in_any_language(client: Visitor, language: str) -> None:
    register(client, "Ada")
    client.become("administrator")
    page = client.get("/people", headers={"accept-language": language}).text
    listed = page.partition('<th scope="row" translate="no">Ada<')[2].partition("</form>")[0]
    patron = re.search(r'name="patron" value="([^"]+)"', listed)
    roles = re.findall(r'<option value="([^"]+)"', listed)
    assert patron
    assert set(roles) == set(ROLES)
    for role in roles:
        assert client.post("/people", data={"patron": patron[1], "role": role}).status_code == 200
