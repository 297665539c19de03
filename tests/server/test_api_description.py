"""Schemathesis over the whole interface: what it describes is what it does, and nothing makes it fall over."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import positive_data_acceptance
from serving import serving

EXAMPLES = 25
OPERATIONS = {
    "GET /api/v1/games",
    "GET /api/v1/head",
    "GET /api/v1/heads/{patron}",
    "GET /api/v1/me",
    "GET /api/v1/odds/{game}",
    "GET /api/v1/rounds",
    "GET /api/v1/rounds/{round_id}",
    "GET /api/v1/rounds/{round_id}/opened",
    "GET /api/v1/rounds/{round_id}/shoe",
    "GET /api/v1/rules/{citation}",
    "GET /api/v1/tables",
    "GET /api/v1/tables/{table_id}",
    "GET /api/v1/tables/{table_id}/events",
    "GET /api/v1/tournaments",
    "GET /api/v1/tournaments/{tournament}",
    "GET /api/v1/tables/{table_id}/help",
    "POST /api/v1/heads",
    "POST /api/v1/patrons",
    "POST /api/v1/rulings",
    "POST /api/v1/tables",
    "POST /api/v1/tables/{table_id}/acts",
    "POST /api/v1/tournaments/{tournament}/entries",
}
TAKES_NOTHING = ("GET /api/v1/me", "GET /api/v1/head", "GET /api/v1/tournaments")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("house")
    with serving(folder) as found:
        yield found
    assert (folder / "house.log").read_text() == ""


@pytest.fixture(scope="module")
def operations(address: str) -> dict[str, schemathesis.APIOperation]:
    """What the house says it can be asked, read once."""
    described = schemathesis.openapi.from_url(f"{address}/api/openapi.json")
    return {found.ok().label: found.ok() for found in described.get_all_operations()}


def test_the_description_is_openapi_3_1(address: str) -> None:
    found = httpx.get(f"{address}/api/openapi.json").json()
    assert found["openapi"].startswith("3.1")
    named = {f"{method.upper()} {path}" for path, item in found["paths"].items() for method in item}
    assert named == OPERATIONS


@pytest.mark.parametrize("mode", [schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE])
@pytest.mark.parametrize("name", sorted(OPERATIONS))
def test_whatever_is_sent(
    address: str, operations: dict[str, schemathesis.APIOperation], name: str, mode: schemathesis.GenerationMode
) -> None:
    if name in TAKES_NOTHING and mode is schemathesis.GenerationMode.NEGATIVE:
        return  # it takes nothing that could be wrong
    token = httpx.post(f"{address}/api/v1/patrons", headers={"Idempotency-Key": "schema-of-this-house"}).json()["token"]

    @given(operations[name].as_strategy(generation_mode=mode))
    @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
    def sent(case: schemathesis.Case) -> None:
        # the rules of the games refuse more than a schema can say
        excluded = [positive_data_acceptance]
        case.call_and_validate(headers={"Authorization": f"Bearer {token}"}, excluded_checks=excluded)

    sent()
