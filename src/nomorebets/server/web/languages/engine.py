"""The template engine of the house: one set of templates in every language."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from jinja2 import Environment, Template
from litestar.plugins.jinja import JinjaTemplateEngine
from markupsafe import Markup

from nomorebets.server.web.languages import ENGLISH, NAMES, SPOKEN, Own, fragment, given, language, say
from nomorebets.server.web.languages.catalogue import catalogue, version
from nomorebets.server.web.languages.templates import TranslatedLoader


class SpokenEngine(JinjaTemplateEngine):
    """Templates in the language of whoever asks."""

    def __init__(self, directory: Path, engine_instance: Environment | None = None) -> None:
        super().__init__(directory, engine_instance)
        self.engine.filters |= {"say": _say, "fragment": _fragment, "opening": opening, "given": given}
        self.engine.globals |= {"_": say, "language": language, "languages": NAMES, "words_version": version}
        self._spoken = {
            one: self.engine.overlay(loader=TranslatedLoader(directory, catalogue(one)))
            for one in SPOKEN
            if one != ENGLISH
        }

    def get_template(self, template_name: str) -> Template:
        """A template in the visitor's language."""
        spoken = self._spoken.get(language())
        return super().get_template(template_name) if spoken is None else spoken.get_template(template_name)


def opening(sentence: str) -> str:
    """A sentence as a page begins with it."""
    return sentence[:1].upper() + sentence[1:]


def _say(value: Any, context: str = "") -> Any:
    """What an expression prints; what a macro made is said already, and a name is its owner's."""
    return say(value, context) if isinstance(value, str) and not isinstance(value, Markup | Own) else value


def _fragment(value: Any) -> Any:
    return Markup(fragment(value)) if isinstance(value, str) else value
