"""``nomorebets serve --certificate --key``: a real process, spoken to over TLS."""

from __future__ import annotations

import json
import ssl
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from serving import serving
from visiting import form_token
from websockets.sync.client import ClientConnection, connect

from certificates import openssl

SECRET = "a long enough secret"


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A certificate for this machine that signs itself, and its key."""
    folder = tmp_path_factory.mktemp("certificate")
    made, key = folder / "house.pem", folder / "house.key"
    asked = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=house"
    command = [
        openssl(),
        *asked.split(),
        "-addext",
        "subjectAltName=IP:127.0.0.1",
        "-out",
        str(made),
        "-keyout",
        str(key),
    ]
    subprocess.run(command, check=True, capture_output=True, timeout=60)
    return made, key


@pytest.fixture(scope="module")
def address(certificate: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder, (made, key) = tmp_path_factory.mktemp("house"), certificate
    with serving(folder, "--certificate", str(made), "--key", str(key)) as found:
        yield found
    assert (folder / "house.log").read_text() == ""


@pytest.fixture(scope="module")
def trusting(certificate: tuple[Path, Path]) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=certificate[0])


def posted(web: httpx.Client, path: str, **fields: str) -> httpx.Response:
    return web.post(path, data={"_csrf_token": form_token(web.get("/tables/new").text), **fields})


def asked(wire: ClientConnection, message: dict[str, Any]) -> dict[str, Any]:
    wire.send(json.dumps(message))
    while True:
        frame: dict[str, Any] = json.loads(wire.recv(timeout=30))
        if frame["type"] in ("ack", "refused"):
            return frame


def test_somebody_logs_in_over_https_and_plays_over_wss(address: str, trusting: ssl.SSLContext) -> None:
    assert address.startswith("https://")
    with httpx.Client(base_url=address, verify=trusting, timeout=30) as web:
        first = web.get("/")
        assert first.status_code == 200
        assert first.headers["strict-transport-security"].startswith("max-age=")
        assert posted(web, "/register", name="Ada", password=SECRET).status_code == 303
        assert posted(web, "/logout").status_code == 303
        entered = posted(web, "/login", name="Ada", password=SECRET)
        assert entered.status_code == 303
        cookie = entered.headers["set-cookie"]
        assert cookie.startswith("__Host-patron=")
        for part in ("Secure", "HttpOnly", "SameSite=lax", "Path=/"):
            assert part in cookie
        assert '<strong translate="no">Ada</strong>. You have' in web.get("/account").text
        table = posted(web, "/play", game="roulette").headers["location"]
        headers = {"cookie": f"__Host-patron={web.cookies['__Host-patron']}", "origin": address}
        url = f"wss{address.removeprefix('https')}/ws{table}"
        with connect(url, ssl=trusting, additional_headers=headers, max_queue=None) as wire:
            assert asked(wire, {"type": "sit", "id": "1", "amount": 20_000})["type"] == "ack"
            assert asked(wire, {"type": "wager", "id": "2", "on": "red", "amount": 500})["type"] == "ack"
        (seat,) = web.get(f"/api/v1{table}").json()["view"]["seats"]
        assert (seat["name"], seat["orders"][0]["amount"]) == ("Ada", 500)


def test_a_cookie_without_the_prefix_is_nobodys_over_https(address: str, trusting: ssl.SSLContext) -> None:
    with httpx.Client(base_url=address, verify=trusting, timeout=30) as web:
        web.get("/")
        token = web.cookies["__Host-patron"]
    for name, known in (("__Host-patron", True), ("patron", False)):
        page = httpx.get(f"{address}/account", headers={"cookie": f"{name}={token}"}, verify=trusting, timeout=30)
        assert ("We have not met yet" not in page.text) is known


def test_who_does_not_know_the_certificate_does_not_come_in(address: str) -> None:
    with pytest.raises(httpx.ConnectError, match="CERTIFICATE_VERIFY_FAILED"):
        httpx.get(address, timeout=30)


def test_processes_that_trust_each_other_pass_visitors_on_over_https(
    postgres: Any, certificate: tuple[Path, Path], trusting: ssl.SSLContext, tmp_path_factory: pytest.TempPathFactory
) -> None:
    made, key = map(str, certificate)
    options, more = ("--certificate", made, "--key", key), {"book": postgres.new(), "SSL_CERT_FILE": made}
    folders = [tmp_path_factory.mktemp("process") for _ in range(2)]
    with serving(folders[0], *options, **more) as one, serving(folders[1], *options, **more) as two:
        with httpx.Client(base_url=one, verify=trusting, timeout=30) as web:
            opened = posted(web, "/play", game="roulette").headers["location"]
            cookie = "; ".join(f"{name}={value}" for name, value in web.cookies.items())
        page = httpx.get(f"{two}{opened}", headers={"cookie": cookie}, verify=trusting, timeout=30)
        assert page.status_code == 200
        assert "Roulette" in page.text
        wire = f"{two.replace('https', 'wss')}/ws{opened}"
        with connect(wire, ssl=trusting, additional_headers={"cookie": cookie}, max_queue=None) as there:
            assert asked(there, {"type": "sit", "id": "1", "amount": 20_000})["type"] == "ack"
            assert asked(there, {"type": "wager", "id": "2", "on": "red", "amount": 500})["type"] == "ack"
    assert [(folder / "house.log").read_text() for folder in folders] == ["", ""]
