"""The language of the pages: a visitor's choice, and the words that the scripts of a page need."""

from __future__ import annotations

from litestar import Response, get
from litestar.datastructures import Cookie
from litestar.exceptions import HTTPException
from litestar.params import FromPath
from litestar.response import Redirect

from nomorebets.server.web.languages import COOKIE, ENGLISH, SPOKEN, language
from nomorebets.server.web.languages.catalogue import catalogue, for_scripts
from nomorebets.server.web.rooms import SORRY, AnyRequest, UnknownRequest

_A_YEAR = 365 * 86_400


@get("/language", exception_handlers=SORRY, sync_to_thread=False, act="read", forms=False)
def choose(request: AnyRequest) -> Redirect:
    """Keep a language, and go back to the page where it was chosen."""
    to, back = request.query_params.get("to", language()), request.query_params.get("back", "/")
    if to not in SPOKEN:
        raise UnknownRequest("the house does not speak that language", accepts=", ".join(SPOKEN))
    is_here = back.startswith("/") and not back.startswith(("//", "/\\")) and back.isprintable()
    kept = Cookie(
        COOKIE, value=to, max_age=_A_YEAR, httponly=True, samesite="lax", secure=request.url.scheme == "https"
    )
    return Redirect(back if is_here else "/", status_code=303, cookies=[kept])


@get("/words/{name:str}", sync_to_thread=False, act="read", forms=False)
def words(name: FromPath[str]) -> Response[str]:
    """The catalogue of a language, for the scripts of a page."""
    spoken = name.removesuffix(".js")
    if spoken not in SPOKEN or spoken == ENGLISH:
        raise HTTPException(status_code=404, detail="there is no such page")
    kept = {"Cache-Control": "public, max-age=31536000, immutable"}  # its address has the version
    return Response(for_scripts(catalogue(spoken)), media_type="text/javascript", headers=kept)


ROUTES = [choose, words]
