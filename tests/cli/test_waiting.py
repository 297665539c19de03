"""What is said while somebody waits."""

from __future__ import annotations

import io
import sys
import time

import pytest

from nomorebets.cli.progress import waiting


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stream", "after", "says"), [(Terminal, 0.0, True), (Terminal, 60.0, False), (io.StringIO, 0.0, False)]
)
def test_who_waits_at_a_terminal_is_told_for_how_long(monkeypatch, stream, after, says):
    monkeypatch.setattr(sys, "stderr", stream())
    until = time.monotonic() + 20
    with waiting("the odds", after, 0.01):
        while says and sys.stderr.getvalue().count("working out the odds: 0 s") < 2:
            assert time.monotonic() < until
            time.sleep(0.01)
    assert bool(sys.stderr.getvalue()) is says
    assert sys.stderr.getvalue()[-1:] == ("\r" if says else "")  # the line is gone


def test_what_goes_wrong_meanwhile_is_told_after_it(monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    with pytest.raises(ValueError, match="no odds"), waiting("the odds", 60.0):
        raise ValueError("no odds")
    assert sys.stderr.getvalue() == ""
