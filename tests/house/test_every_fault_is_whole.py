"""Every fault in the table does something, can be given in the browser, has its words and is documented."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from playground.texts import catalogues
from scheduler_core import TEMPLATES
from scheduler_core.inputs.application_inputs import APPLICATION_INPUTS
from scheduler_core.inputs.fault_inputs import FAULT_INPUTS
from scheduler_core.inputs.untimed import Fault
from tests.core.play import Play, gallery
from tests.core.queries.broken import BROKEN, broken, everything

ROOT = Path(__file__).parents[2]
TABLE = (*FAULT_INPUTS, *APPLICATION_INPUTS)
KINDS = [fault.kind for fault in TABLE]
BETWEEN = ["node/n3", "api-server"]
CUT = {"kind": "cut", "between": BETWEEN}
CRASH = {"kind": "crash", "component": "kubelet/n3"}

EFFECTIVE: Mapping[str, list[dict[str, Any]]] = {
    "cut": [CUT],
    "heal": [CUT, {"kind": "heal", "between": BETWEEN}],
    "delay": [{"kind": "delay", "between": BETWEEN, "seconds": 2}],
    "crash": [CRASH],
    "start": [CRASH, {"kind": "start", "component": "kubelet/n3"}],
    "second": [{"kind": "second", "component": "scheduler", "running": True}],
    "power": [{"kind": "power", "node": "n3", "on": False}],
    "upgrade": [{"kind": "upgrade", "node": "n3", "version": "1.33"}],
    "destroy": [{"kind": "destroy", "node": "n3"}],
    "clock": [{"kind": "clock", "node": "n3", "seconds": 60}],
    "shutdown": [{"kind": "shutdown", "node": "n3"}],
    "fence": [{"kind": "fence", "node": "n3", "by": "ipmi"}],
    "actor": [{"kind": "actor", "name": "descheduler", "running": True}],
    "scheduler": [{"kind": "scheduler", "running": False}],
    "usage": [{"kind": "usage", "node": "n3", "memory": "2Gi"}],
    "behave": [{"kind": "behave", "pod": "default/db-0", "readiness": False}],
    "member": [{"kind": "member", "set": "default/db", "member": 0, "listed": False}],
}
"""Kind → inputs at the start of a scenario; the last one is of the kind, and changes something."""


def outcome(kind: str) -> tuple[dict[str, Any], bool]:
    """The frame of a fault, and whether the state after it differs from the state before."""
    play = Play(gallery("partitioned-pet"), [])
    seq = 0
    for value in EFFECTIVE[kind]:
        before = play.recording.hash(seq)
        frame = play.give(seq, value)
        assert isinstance(frame, dict), frame
        seq = frame["seq"]
    return frame, before != play.recording.hash(seq)


def spoken(message: Mapping[str, Any]) -> Iterable[str]:
    """The ids of a message and of the messages among its arguments."""
    yield message["id"]
    for value in message["args"].values():
        if isinstance(value, dict):
            yield from spoken(value)


@cache
def catalogue(code: str) -> Any:
    return catalogues.read(code)


@cache
def offered() -> dict[str, set[str]]:
    """Kind of an offered input, or name of the form that an offer asks for → ids of the offers."""
    results: dict[str, set[str]] = {}
    for name in BROKEN:
        for offer in everything(*broken(name)):
            results.setdefault(offer["ask"] or offer["input"]["kind"], set()).add(offer["id"])
    return results


@cache
def made_by_scripts() -> set[str]:
    """The kinds of inputs that the browser's own forms make."""
    scripts = [
        path.read_text(encoding="utf-8")
        for path in (ROOT / "static" / "js").rglob("*.js")
        if not path.name.endswith(".test.js")
    ]
    return {kind for text in scripts for kind in re.findall(r'\bkind: "([a-z-]+)"', text)}


def test_the_table_holds_every_fault_and_each_has_an_effect_to_be_tried() -> None:
    # By name: with slots a dataclass is a second class of that name.
    assert {fault.__name__ for fault in TABLE} == {fault.__name__ for fault in Fault.__subclasses__()}
    assert sorted(KINDS) == sorted(EFFECTIVE)
    assert len(KINDS) == len(set(KINDS))


@pytest.mark.parametrize("kind", KINDS)
def test_every_fault_changes_the_cluster(kind: str) -> None:
    frame, differs = outcome(kind)

    assert (f"input-{kind}", True) == (frame["kind"], differs)
    assert "you.changed_nothing" != frame["message"]["id"]


@pytest.mark.parametrize("kind", KINDS)
def test_every_fault_is_told_in_four_languages(kind: str) -> None:
    frame, _ = outcome(kind)
    sentences = [TEMPLATES[identifier] for identifier in spoken(frame["message"])]

    assert 3 == len(catalogues.LANGUAGES)
    assert [] == [
        (code, sentence)
        for code in catalogues.LANGUAGES
        for sentence in sentences
        if not (catalogue(code).get(sentence) and catalogue(code).get(sentence).string)
    ]


@pytest.mark.parametrize("kind", KINDS)
def test_every_fault_can_be_given_in_the_browser(kind: str) -> None:
    assert kind in offered().keys() | made_by_scripts()


def test_every_offer_has_its_words_and_every_form_it_asks_for_is_there() -> None:
    words = catalogues.script_words()
    requests = {"delay", "clock", "fence", "drain"}
    forms = (ROOT / "static/js/panels/faults/fault-dialogs.js").read_text(encoding="utf-8")

    assert {"cut", "heal", "member", *requests} <= offered().keys()
    assert [] == [item for ids in offered().values() for item in ids if f"ui.fault.{item}" not in words]
    assert requests == set(re.findall(r"\b(\w+): ask[A-Z]", forms))


@pytest.mark.parametrize("kind", KINDS)
def test_every_fault_is_documented(kind: str) -> None:
    protocol = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")

    assert f'{{"kind": "{kind}"' in protocol
    assert f"`input-{kind}`" in protocol
    assert re.search(rf"^\|[^|]*`{kind}`", protocol, re.MULTILINE)
