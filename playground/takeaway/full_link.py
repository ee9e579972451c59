"""A link whose fragment holds everything: scenario, seed, inputs, step and the selected pod.

    /open#run=<base64url of the raw DEFLATE of a JSON text>

The JSON is `{"v": 1, "doc": YAML of a scenario, "in": [[step, input], …], "at": step, "pod": key, "title",
"core": version of the core that played it, "marks": [[step, first digits of the hash of its state], …]}`.
Links of this version will always open: an incompatible format gets another number."""

from __future__ import annotations

import base64
import json
import time
import zlib
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

import scheduler_core as core
from playground import limits
from playground.imports import jobs
from playground.runs import new_runs, questions, revisions, services, state_marks
from playground.runs.changes import moves
from playground.runs.changes.input_text import InputText, read_text
from playground.runs.changes.moves import Move
from playground.runs.services import Standing
from playground.server.fairness.gate import let_others_in
from playground.server.http.failures import logged
from playground.server.refusals import BusyError
from playground.texts import messages
from playground.texts.manifests import words, yaml_text
from playground.texts.manifests.texts import read_json
from playground.texts.manifests.writer import documents_of

VERSION = 1
NAME = "run"
MOST_TEXT = 400_000
"""The most characters of the JSON text after the browser has unpacked it."""
MOST_LINK = 60_000
"""The most characters of the fragment; some programs cut longer addresses."""
UNNAMED = "1.34"
"""The release of a link whose document names none: it was made when all new runs were of this one."""
_TITLE, _KEY = 200, 600
_MARKS, _HASH, _NAME = 4, 8, 16


@dataclass(frozen=True, slots=True)
class Full:
    """The content of a link. `inputs` are pairs (step, JSON text)."""

    document: str
    inputs: tuple[tuple[int, str], ...]
    at: int
    pod: str
    title: str
    core: str = ""
    marks: tuple[tuple[int, str], ...] = ()
    """Hashes of the run's states when the link was made; empty for older links."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """Sentences that say why a link cannot be opened."""

    sentences: tuple[str, ...]


def fragment(standing: Standing, at: int, pod: str, title: str) -> str:
    """The fragment of the address without `#`; "" when it would be too long."""
    recipe = services.recipe(standing)
    if recipe.size > MOST_TEXT:
        return ""
    scenario = core.Scenario.from_canonical(json.loads(recipe.scenario))
    members: dict[str, Any] = {
        "v": VERSION,
        "doc": yaml_text.dump_documents(documents_of(scenario, recipe.seed)),
        "in": services.inputs_of(standing),
        "at": at,
        **({"pod": pod} if pod else {}),
        **({"title": title} if title else {}),
        "core": state_marks.core(),
        "marks": [*_marks(standing, at), (at, (questions.text(standing, "hash", at) or "")[:_HASH])],
    }
    packed = pack(json.dumps(members, ensure_ascii=False, separators=(",", ":")))
    return packed if len(packed) <= MOST_LINK else ""


def _marks(standing: Standing, at: int) -> list[tuple[int, str]]:
    """A few of the marks before a step, so that the link stays short."""
    before = [(seq, was[:_HASH]) for seq, was in state_marks.read(standing.marks) if seq < at]
    return before[:: max(1, len(before) // _MARKS)] if standing.core == state_marks.core() else []


def pack(text: str) -> str:
    """`run=…`, in the form that `static/js/net/fragment.js` unpacks."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = deflate.compress(text.encode()) + deflate.flush()
    return f"{NAME}={base64.urlsafe_b64encode(packed).decode().rstrip('=')}"


def read(text: str) -> Full | Wrong:
    """Reads the JSON text that the browser unpacked from a link."""
    if len(text) > MOST_TEXT:
        return Wrong((_("This link is too long."),))
    link: Any = read_json(text)
    version = link.get("v") if isinstance(link, dict) else None
    if type(version) is not int or version < 1:  # True is an int, too
        return Wrong((_("This link is not whole: a part of it is missing or was changed."),))
    if version > VERSION:
        return Wrong((_("This link was made by a newer version of podium."),))
    inputs, at = link.get("in", []), link.get("at", 0)
    whole = isinstance(link.get("doc"), str) and _is_step(at) and _is_list(inputs)
    if not whole or not all(
        isinstance(pair, list) and len(pair) == 2 and _is_step(pair[0]) for pair in inputs
    ):
        return Wrong((_("This link is not whole: a part of it is missing or was changed."),))
    texts = []
    for number, (_step, value) in enumerate(inputs):
        read_value = read_text(value) if isinstance(value, dict) else None
        if not isinstance(read_value, InputText):
            sentence = words.say(read_value.code, read_value.args) if read_value else _("not an input")
            return Wrong((f"inputs[{number}]: {sentence}",))
        texts.append(read_value.text)
    steps = [step for step, _value in inputs]
    if steps != sorted(steps):
        return Wrong((_("This link is not whole: a part of it is missing or was changed."),))
    pod, title = (str(link.get(name, "")) for name in ("pod", "title"))
    core_name, marks = _played_as(link)
    timed = tuple(zip(steps, texts, strict=True))
    return Full(link["doc"], timed, at, pod[:_KEY], title[:_TITLE], core_name, marks)


def _played_as(value: dict[str, Any]) -> tuple[str, tuple[tuple[int, str], ...]]:
    """The core's version and the marks of a link; empty when they are malformed."""
    name, marks = value.get("core"), value.get("marks")
    if (
        not isinstance(name, str)
        or not isinstance(marks, list)
        or len(name) > _NAME
        or len(marks) > 4 * _MARKS
    ):
        return "", ()
    if not all(isinstance(mark, list) and len(mark) == 2 and _is_step(mark[0]) for mark in marks):
        return "", ()
    return name, tuple((seq, str(was)[: state_marks.HASH_DIGITS]) for seq, was in marks)


def _is_list(value: Any) -> bool:
    return isinstance(value, list) and len(value) <= limits.RUN_INPUTS_MAX


def _is_step(value: Any) -> bool:
    return type(value) is int and 0 <= value <= limits.RUN_FRAMES_MAX


def opened(full: Full, owner: str) -> Standing | Wrong:
    """Makes a run of `owner` from the link and plays it to the link's step. Returns Wrong when that takes
    longer than LINK_WALL_SECONDS and raises BusyError when the server is too busy; both leave no run
    behind."""
    text, release = full.document.encode(), core.ChosenRelease(unnamed=UNNAMED)
    job = jobs.begin(text, name="", owner=owner, add_nodes=False, only_check=False, chosen=release)
    if not job.wait(limits.IMPORT_FORM_SECONDS, let_others_in) or job.outcome is None:
        job.stop()
        return Wrong((_("This link takes too long to open."),))
    if job.outcome.reference:
        raise logged(job.outcome.reference)
    if not job.outcome.stored:
        raise BusyError("link")
    if not job.outcome.run:
        problems = job.outcome.imported.problems
        return Wrong(
            tuple(f"{problem.path}: {words.say(problem.code, problem.args)}" for problem in problems[:20])
        )
    begun = _at_start(job.outcome.run, owner, full.title)
    try:
        played = _replayed(begun, full)
    except BaseException:
        new_runs.discard(begun.run)
        raise
    if isinstance(played, Wrong):
        new_runs.discard(begun.run)
    return played


def _replayed(standing: Standing, full: Full) -> Standing | Wrong:
    """Plays a run from step 0 with the link's inputs up to the link's step."""
    deadline = time.monotonic() + limits.LINK_WALL_SECONDS
    for number, (step, text) in enumerate(full.inputs):
        standing, in_time = _played(standing, step, deadline)
        if not in_time or time.monotonic() >= deadline:
            return Wrong((_("This link takes too long to open."),))
        moved = moves.move_and_wait(standing, moves.give(InputText(text)), start=step)
        if not isinstance(moved, Move):
            why = (
                words.say(moved.code, moved.args)
                if isinstance(moved, core.Problem)
                else _("the run has no such step")
            )
            text = _("Input {n} cannot be given at step {step}: {why}")
            return Wrong((messages.fill(text, {"n": number + 1, "step": step, "why": why}),))
        standing = moved.run
    standing, in_time = _played(standing, full.at, deadline)
    if not in_time:
        return Wrong((_("This link takes too long to open."),))
    if full.core == state_marks.core() and not _as_marked(standing, full):
        return Wrong((_("This link is not whole: a part of it is missing or was changed."),))
    # otherwise the board itself says that the run differs now
    if full.marks and full.core != state_marks.core():
        services.note_marks(
            standing.run, full.core, [mark for mark in full.marks if mark[0] <= standing.head]
        )
    return services.standing(standing.run) or standing


def _as_marked(standing: Standing, full: Full) -> bool:
    """Whether a run that this version of the core played has the states that the link was made from."""
    if standing.head < full.at:
        return False
    return all((questions.text(standing, "hash", seq) or "").startswith(was) for seq, was in full.marks[-1:])


def _at_start(run_id: str, owner: str, title: str) -> Standing:
    """A copy of the run at step 0, because an import plays on to the first decision."""
    imported = services.standing(run_id)
    revision = revisions.revision_named(imported.revision) if imported else None
    assert imported is not None
    assert revision is not None
    run = new_runs.create_run(revision, owner=owner, title=title or imported.title, seed=imported.seed)
    new_runs.discard(run_id)
    standing = services.standing(run.pk)
    assert standing is not None
    return standing


def _played(standing: Standing, to: int, deadline: float) -> tuple[Standing, bool]:
    """The run played to a step, as far as it goes, and whether that ended before `deadline` (monotonic,
    s)."""
    while standing.head < to:
        if time.monotonic() >= deadline:
            return standing, False
        limit = min(limits.STEP_FRAMES_MAX, to - standing.head)
        outcome = moves.move_and_wait(
            standing, moves.step("quiet", limit=limit, max_seq=to), start=standing.head
        )
        if not isinstance(outcome, Move) or outcome.run.head == standing.head:
            break
        standing = outcome.run
    return standing, True
