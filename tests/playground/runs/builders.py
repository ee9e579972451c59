"""Runs of other times."""

from __future__ import annotations

import json
import math

from django.test import Client as Browser

from playground.runs import access, services
from playground.runs.models import InputText, Run, RunInput
from playground.runs.services import Standing
from playground.takeaway import full_link
from playground.workers import pool as workers
from tests.playground.conftest import owner_cookies
from tests.playground.given import give
from tools.attack.reopened import UNREADABLE


def standing(run: Run) -> Standing:
    run_state = services.standing(run.pk)
    assert run_state is not None
    return run_state


def play(run: Run, *steps: int) -> Standing:
    """The run, moved to each of these steps in turn."""
    for to in steps:
        full_link._played(standing(run), to, math.inf)
    return standing(run)


def owner() -> Browser:
    browser = Browser()
    browser.cookies.load(owner_cookies())
    return browser


AT = 4
"""The step at which the input stands that cannot be read; it is the second one."""


def damaged(run: Run, text: str = UNREADABLE["NUL"]) -> Standing:
    """A run at step 8 with an input at step 3, another one at step 4 whose text is this one, and a third at 7."""
    play(run, AT - 1)
    for at, node in ((AT - 1, "n1"), (AT, "n2")):
        give(run.pk, at, json.dumps({"kind": "cordon", "node": node}))
    play(run, 7)
    give(run.pk, 7, json.dumps({"kind": "uncordon", "node": "n2"}))
    made = InputText.objects.create(pk=access.digest(text), value=text)
    RunInput.objects.filter(run=run, seq=AT).update(text=made)
    workers.pool().forget(run.pk)
    return standing(run)
