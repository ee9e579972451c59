"""How far a command is: one line on a terminal, and nothing anywhere else."""

from __future__ import annotations

import io

import pytest

from playground.commandline import progress
from playground.commandline.progress import Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_each_sentence_replaces_the_one_before_and_the_end_leaves_the_line_empty(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(progress, "PAUSE_SECONDS", 0.0)
    stream = Terminal()
    shown = Progress(stream)
    shown.read(0.5)
    shown.checked(3, 12)
    shown.end()
    shown.say("too late")

    erase = "\r\x1b[2K"
    assert f"{erase}50% of the text is read{erase}3 of 12 objects are checked{erase}" == stream.getvalue()


def test_sentences_that_come_at_once_are_left_out() -> None:
    stream = Terminal()
    shown = Progress(stream)
    shown.say("at once")
    shown.end()

    assert "" == stream.getvalue()


def test_a_stream_that_is_no_terminal_gets_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "PAUSE_SECONDS", 0.0)
    stream = io.StringIO()
    shown = Progress(stream)
    shown.say("anything")
    shown.end()

    assert "" == stream.getvalue()
