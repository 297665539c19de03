"""Refusals for programs: application/problem+json, always with a reason, never with a traceback."""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import Any

import msgspec
from litestar import Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.datastructures import ResponseSpec
from sqlalchemy.exc import DataError

from nomorebets.errors import RulesError, ScriptError, UnknownName, one_line
from nomorebets.regulation import law
from nomorebets.server.book.database import OUTAGES, reason
from nomorebets.server.book.seldom import Seldom
from nomorebets.server.book.store import StoreError
from nomorebets.server.people.accounts import TooOften
from nomorebets.server.people.rights import NotAllowed
from nomorebets.server.tables.delivery import WENT_WRONG
from nomorebets.server.web.api.shapes import Problem
from nomorebets.server.web.rooms import AnyRequest

log: logging.Logger = logging.getLogger(__name__)
SELDOM = Seldom(log)

MEDIA_TYPE = "application/problem+json"


class Refusal(RulesError):
    """A request that is understood and not granted, with the status that says so."""

    who = "program"

    def __init__(self, status: int, text: str, accepts: str | None = None) -> None:
        super().__init__(text, accepts=accepts)
        self.status = status


def stranger() -> Refusal:
    """Whom the house does not know is told how to be known."""
    return Refusal(401, "nobody knows you", "Authorization: Bearer TOKEN, as POST /api/v1/patrons gives it")


def problem(body: Problem, headers: dict[str, str] | None = None) -> Response[Any]:
    return Response(body, media_type=MEDIA_TYPE, status_code=body.status, headers=headers)


def of_rules(fault: RulesError, status: int) -> Problem:
    """What a rule refuses, with its paragraph."""
    basis = law.basis(fault.by, fault.on or law.newest()) if fault.by is not None else None
    return Problem(
        title=HTTPStatus(status).phrase,
        status=status,
        detail=fault.text,
        cite=fault.cite,
        basis=basis,
        accepts=fault.accepts,
    )


class AlreadyAnswered(Exception):
    """A refusal that is worded already."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.detail)
        self.problem = problem


def of_frame(frame: dict[str, Any]) -> Problem:
    """What a table refuses, as its wire says it."""
    status = 503 if frame["who"] == StoreError.who else 409
    return Problem(
        title=HTTPStatus(status).phrase,
        status=status,
        detail=frame["reason"],
        cite=frame.get("cite"),
        basis=frame.get("basis"),
        accepts=frame["accepts"] or None,
    )


def _status(fault: RulesError) -> int:
    if isinstance(fault, Refusal):
        return fault.status
    if isinstance(fault, NotAllowed):
        return 403
    if isinstance(fault, TooOften):
        return 429
    if isinstance(fault, ScriptError):
        return 500
    if isinstance(fault, StoreError):
        return 503
    return 404 if isinstance(fault, UnknownName) else 422


def refused(request: AnyRequest, fault: RulesError) -> Response[Any]:
    if isinstance(fault, NotAllowed) and fault.is_stranger:
        fault = stranger()
    headers = {"WWW-Authenticate": "Bearer"} if _status(fault) == 401 else None
    return problem(of_rules(fault, _status(fault)), headers)


def http_fault(request: AnyRequest, fault: HTTPException) -> Response[Any]:
    status = fault.status_code
    detail = str(fault.detail or HTTPStatus(status).phrase)
    if isinstance(fault, ValidationException) and isinstance(fault.extra, list) and fault.extra:
        detail = "; ".join(_of_field(one) for one in fault.extra if isinstance(one, dict)) or detail
    body = Problem(title=HTTPStatus(status).phrase, status=status, detail=one_line(detail, 400))
    kept = {name: value for name, value in (fault.headers or {}).items() if name.lower() in ("allow", "retry-after")}
    return problem(body, kept)


def _of_field(fault: dict[str, Any]) -> str:
    where = f"{fault['key']}: " if fault.get("key") else ""
    return f"{where}{fault.get('message', '')}"


def malformed(request: AnyRequest, fault: Exception) -> Response[Any]:
    """Not JSON, or nested too deep."""
    return problem(Problem(title="Bad Request", status=400, detail=one_line(fault, 400)))


def defect(request: AnyRequest, fault: Exception) -> Response[Any]:
    if isinstance(fault, DataError):  # PostgreSQL takes no NUL, and no number beyond its own
        return problem(Problem(title="Bad Request", status=400, detail="that cannot be looked up"))
    if isinstance(fault, OUTAGES):
        SELDOM.error("the book cannot be read: %s", reason(fault))
        detail = "the book cannot be read at the moment"
        body = Problem(title="Service Unavailable", status=503, detail=detail, accepts="coming again")
        return problem(body, {"Retry-After": "2"})
    log.error("%s %s", request.method, request.url.path, exc_info=fault)
    return problem(Problem(title="Internal Server Error", status=500, detail=WENT_WRONG))


def already_answered(request: AnyRequest, fault: AlreadyAnswered) -> Response[Any]:
    return problem(fault.problem)


HANDLERS: Any = {
    AlreadyAnswered: already_answered,
    RulesError: refused,
    HTTPException: http_fault,
    msgspec.MsgspecError: malformed,
    RecursionError: malformed,
    Exception: defect,
}


def refusals(*statuses: int) -> dict[int, ResponseSpec]:
    """The refusals of a route, for its description."""
    return {
        status: ResponseSpec(
            Problem, generate_examples=False, description=HTTPStatus(status).phrase, media_type=MEDIA_TYPE
        )
        for status in statuses
    }
