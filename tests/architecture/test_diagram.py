"""The diagram of ARCHITECTURE.md is what the imports are."""

from pathlib import Path

from architecture.diagram import BEGIN, written

PAGE = Path(__file__).parents[2] / "ARCHITECTURE.md"


def test_the_diagram_is_true():
    text = PAGE.read_text(encoding="utf-8")
    assert BEGIN in text
    assert written(text) == text, "the imports have changed: make diagram"
