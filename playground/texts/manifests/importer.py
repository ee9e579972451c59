"""From a text to a scenario: reads it, passes its documents to the core, and locates each problem.

Nothing here needs Django's database, so it can run in a worker process; the result can be pickled."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

import scheduler_core as core
from playground import limits
from playground.plugins import own_plugins
from playground.texts.manifests import fragments, pasted_text, yaml_source, yaml_text
from playground.texts.manifests.added_nodes import missing_nodes
from playground.texts.manifests.cut_text import without_cut
from playground.texts.manifests.object_reports import ObjectReport, Remark, object_reports
from playground.texts.manifests.recognised import NOT_RECOGNISED, Recognised, recognised

ANSWER_SECONDS = 5.0
"""The most seconds for playing up to the scheduler's decisions about the pending pods."""
PLAYED_OBJECTS = 4_000
"""Larger scenarios are not played ahead here, because opening one takes seconds: the worker that opens the
run for its board plays it, too."""


_encode = partial(json.dumps, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
_OF_THE_WHOLE = frozenset(("text.too_large", "text.too_many_objects", "yaml.expands_too_far"))
"""Problems of a text that no part of it would lack."""
_MAKE_DOUBT = frozenset(("invalid.two_clusters", "invalid.two_providers", "invalid.same_node"))
"""Problems of a text that is read, by which answers about its run may be wrong."""
_NAMES_OBJECTS = ("Scenario", "KubeSchedulerConfiguration")
"""Kinds of documents whose sentences, inputs or arguments name objects, so that names cannot be hidden in
them."""


@dataclass(frozen=True, slots=True)
class Imported:
    """The result of an import. `canonical` is None when a problem is an error, or when there is nothing to
    draw. `problem_count` includes the problems beyond `limits.IMPORT_PROBLEMS`, which are left out."""

    canonical: str | None
    digest: str
    source: str
    """The documents as YAML text without secrets; "" unless requested."""
    title: str
    report: tuple[ObjectReport, ...]
    problems: tuple[core.Problem, ...]
    problem_count: int
    pod: str | None = None
    """ns/name of the pending pod that can go nowhere, of those first of which the text says Unschedulable;
    None without a pending pod."""
    groups: tuple[Any, ...] = ()
    """`report.Group`s, which replace `report` after the objects were grouped for people."""
    places: Any = None
    """`files.Places` when the text was joined from several files that only its reader knows."""
    answer_seq: int = 0
    """The step at which the scheduler has decided about each pending pod; 0 when it was not played."""
    answer_state: str = ""
    """The hash of the state at that step."""
    decided_at: int = 0
    """The step of the latest decision about `pod` up to `answer_seq`; 0 when there is none."""
    decided_state: str = ""
    """The hash of the state at that step."""
    seed: int = 0
    """The seed that the scenario names."""
    release: Recognised = NOT_RECOGNISED
    troubles: tuple[core.Trouble, ...] = ()
    """The stuck objects of the text."""
    situation: Any = None
    """`{"start", "named", "missing", "cut", "odd", "troubles"}`: second 0 and whether the text names it, the
    resources that the text lacks, whether it ends in the middle of an object, code and arguments of what is
    odd in it, and the troubles once they are grouped for people."""

    @property
    def failed(self) -> bool:
        """True when an error prevents the import. A text with nothing to draw is only a warning."""
        return any(problem.severity == "error" for problem in self.problems)


def import_text(
    data: bytes | str,
    *,
    add_nodes: bool = True,
    play: bool = False,
    with_source: bool = False,
    hide_names: bool = False,
    chosen: core.ChosenRelease = core.DOCUMENTS,
    max_bytes: int = limits.IMPORT_BYTES,
    gathered: bool = False,
    read: Callable[[float], None] | None = None,
    checked: Callable[[int, int], None] | None = None,
    list_reader: yaml_source.ListReader | None = None,
) -> Imported:
    """Does a whole import except storing it. `play` also finds the scheduler's first decision about the first
    pending pod. `with_source` also writes the documents as YAML. `hide_names` replaces each of the owner's
    names by a code wherever it occurs. `chosen` is the release in the place of that of the text. `gathered`
    says that the text is that of many files, of which one that cannot be read spoils no other. `read` gets
    the share (0 to 1) of a long text read so far, `checked` the number of objects checked and their total.
    `list_reader` is that of `yaml_source.read`."""
    pasted = _read(data, max_bytes, read, list_reader, as_it_is=gathered)
    source, paste = pasted.source, pasted.clean
    left_out = () if paste is None else paste.reports
    if (
        paste is not None
        and paste.form is not None
        and not any(isinstance(item.value, dict | list) for item in source.documents)
    ):
        return failed([paste.form], report=left_out)
    documents: dict[int, Any] = {
        document.index: document.value for document in source.documents if isinstance(document.value, dict)
    }
    guessed = _complete(source, documents)
    if paste is not None:
        _drop_rows_of_manifests(source, documents, paste.rows)
        guessed |= paste.remarks
    odd = [
        *left_out,
        *(
            ObjectReport("ignored", "", "", "", document.line, (Remark("document.not_a_map"),))
            for document in source.documents
            if document.value is not None and document.index not in documents
        ),
    ]
    if not documents and not odd:
        empty = () if source.problems and not source.documents else (_at_start("text.empty"),)
        return failed((*source.problems, *empty))
    # The core drops secret values from objects. A Scenario document only needs the same treatment here.
    headers = {index: core.drop_secrets(value) for index, value in documents.items() if _is_header(value)}
    documents.update((index, cleaned) for index, (cleaned, _) in headers.items())
    if hide_names and any(document.get("kind") in _NAMES_OBJECTS for document in documents.values()):
        return failed([*source.problems, _at_start("text.names_in_scenario")])
    rename = core.codes_for(core.words_in(documents.values())) if hide_names else None
    sources = [core.SourceDocument(*item, rename=rename, is_json=True) for item in documents.items()]
    unnamed, today_ms = chosen.unnamed or core.NEW_RUNS, int(time.time() * 1000)
    parsed = core.parse_scenario(sources, own_plugins(), checked, unnamed, chosen, today_ms)
    two = core.two_providers(documents)
    notes = (note for note in (pasted.cut, two) if note is not None)
    problems = [*source.problems, *parsed.problems, *notes]
    dropped = {index: taken for index, (_, taken) in headers.items()}
    report = (*_with_guesses(object_reports(source, parsed.report, dropped), guessed), *odd)
    placed = _place(source, problems)
    if parsed.scenario is None or any(problem.severity == "error" for problem in problems):
        return failed(placed, report=report, count=len(problems))
    kinds = {item.kind for item in parsed.scenario.objects}
    if not kinds & core.DRAWN_ALONE and not parsed.scenario.inputs:
        nothing = _at_start("text.nothing_known", "error" if problems else "warning")
        return failed([*placed, nothing], report=report, count=len(problems) + 1)
    scenario, words = parsed.scenario, [cleaned for cleaned, _ in headers.values()]
    if add_nodes and "Node" not in kinds:
        scenario, remarks = _with_nodes(scenario)
        report = (*report, remarks)
    text = yaml_text.dump_documents([*words, *scenario.documents]) if with_source else ""
    canonical = canonical_text(scenario)
    if (most := most_characters(len(data))) < len(canonical):
        args: dict[str, core.Json] = {"n": len(canonical), "limit": most}
        large = core.Problem("", "text.stands_for_too_much", args, position=core.Position(1, 1))
        return failed([*placed, large], report=report, count=len(problems) + 1)
    finished = _finished(scenario, canonical, text, report, placed, len(problems), play)
    return replace(
        finished,
        release=recognised(documents.values(), scenario, chosen),
        troubles=tuple(core.troubles(scenario)),
        situation={
            "start": scenario.start,
            "named": parsed.zero.named,
            "missing": [*scenario.missing_kinds],
            "cut": pasted.cut is not None,
            "odd": [[problem.code, dict(problem.args)] for problem in placed if problem.code in _MAKE_DOUBT],
        },
    )


@dataclass(frozen=True, slots=True)
class _Paste:
    """The documents of a text, what it holds beside them, and where it was cut."""

    source: yaml_source.Source
    clean: pasted_text.Cleaned | None = None
    cut: core.Problem | None = None


def _read(
    data: bytes | str,
    max_bytes: int,
    progress: Callable[[float], None] | None,
    list_reader: yaml_source.ListReader | None,
    *,
    as_it_is: bool,
) -> _Paste:
    """Only a text that YAML does not read is searched for its manifests."""
    source = yaml_source.read(data, max_bytes=max_bytes, progress=progress, list_reader=list_reader)
    if as_it_is:
        passable = [replace(problem, severity="warning") for problem in source.problems]
        return _Paste(replace(source, problems=tuple(passable)) if source.documents else source)
    strange = any(pasted_text.is_strange(document.value) for document in source.documents)
    text, unreadable = yaml_source.decode(data)
    if unreadable is not None or any(problem.code in _OF_THE_WHOLE for problem in source.problems):
        return _Paste(source)
    clean = pasted_text.cleaned(text) if source.problems or strange else None
    if clean is not None:
        text = clean.text
        source = yaml_source.read(text, max_bytes=max_bytes, progress=progress)
    whole = without_cut(text, source)
    if whole is None:
        return _Paste(source, clean)
    again = yaml_source.read(whole.text, max_bytes=max_bytes, progress=progress)
    return _Paste(again, clean, whole.problem)


def _drop_rows_of_manifests(
    source: yaml_source.Source, documents: dict[int, Any], rows: frozenset[int]
) -> None:
    """Leaves out pods of which a table has a row and the text a whole manifest."""
    of_rows = {document.index for document in source.documents if document.line in rows}
    whole = {
        _pod_key(value)
        for index, document in documents.items()
        if of_rows and index not in of_rows
        for value in _pods_in(document)
    }
    for index in of_rows:
        if index in documents and _pod_key(documents[index]) in whole:
            del documents[index]


def _pods_in(document: Any) -> Iterator[Mapping[str, Any]]:
    """The pods of a document that have a name."""
    for value in document.get("items") or () if document.get("kind") != "Pod" else (document,):
        metadata = value.get("metadata") if isinstance(value, dict) and value.get("kind") == "Pod" else None
        if isinstance(metadata, dict) and isinstance(metadata.get("name"), str):
            yield value


def _complete(source: yaml_source.Source, documents: dict[int, Any]) -> dict[int, Remark]:
    """Puts the objects that fragments stand for into `documents`. Returns line → the remark about it."""
    guessed: dict[int, Remark] = {}
    number, new = 0, len(source.documents) + len(source.problems)
    for document in source.documents:
        made, code = fragments.completed(document.value, number)
        if not made:
            continue
        number += code == "changed.bare_spec"
        guessed[document.line] = Remark(code)
        documents[document.index] = made[0]
        for value in made[1:]:
            documents[new] = value
            new += 1
    return guessed


def _with_guesses(reports: Iterable[ObjectReport], guessed: Mapping[int, Remark]) -> Iterator[ObjectReport]:
    for report in reports:
        remark = guessed.get(report.line)
        if remark is None:
            yield report
        else:
            fate = "changed" if report.fate == "kept" else report.fate
            yield replace(report, fate=fate, remarks=(*report.remarks, remark))


def most_characters(length: int) -> int:
    """The most characters of a scenario made from a text of this length, so that aliases and defaults cannot
    turn a small text into a huge scenario."""
    most = max(limits.CANONICAL_CHARACTERS_FREE, limits.CANONICAL_TIMES_TEXT * length)
    return min(most, limits.CANONICAL_CHARACTERS_MAX)


def _finished(
    scenario: core.Scenario,
    canonical: str,
    source: str,
    report: tuple[ObjectReport, ...],
    problems: tuple[core.Problem, ...],
    problem_count: int,
    play: bool,
) -> Imported:
    """The result of a successful import."""
    answer = first_waiting(scenario) if play else NO_ANSWER
    return Imported(
        canonical=canonical,
        digest=digest(canonical),
        source=source,
        title=scenario.title,
        report=report,
        problems=problems,
        problem_count=problem_count,
        pod=answer.pod,
        answer_seq=answer.seq,
        answer_state=answer.state,
        decided_at=answer.decided_at,
        decided_state=answer.decided_state,
        seed=scenario.seed,
    )


def _with_nodes(scenario: core.Scenario) -> tuple[core.Scenario, ObjectReport]:
    """The scenario with added nodes, and their entry in the report."""
    added, remarks = missing_nodes(scenario)
    documents = [core.SourceDocument(*item, cleaned=True) for item in enumerate(added)]
    return core.with_documents(scenario, documents) or scenario, remarks


def _is_header(document: Mapping[str, Any]) -> bool:
    return document.get("kind") == "Scenario"


def _at_start(code: str, severity: Literal["error", "warning"] = "error") -> core.Problem:
    """A problem of the text as a whole."""
    return core.Problem("", code, position=core.Position(1, 1), severity=severity)


def canonical_text(scenario: core.Scenario) -> str:
    return "".join(_pieces(scenario.canonical()))


def _pieces(canonical: Mapping[str, core.Json]) -> Iterator[str]:
    """The canonical JSON text, object by object, because all at once would take several times the text's
    memory."""
    between = "{"
    for name in sorted(canonical):
        value = canonical[name]
        yield f"{between}{_encode(name)}:"
        between = ","
        if name == "objects" and isinstance(value, list) and value:
            for number, inner in enumerate(value):
                yield f"{',' if number else '['}{_encode(inner)}"
            yield "]"
        else:
            yield _encode(value)
    yield "}"


def digest(canonical: str) -> str:
    """The address of a revision: sha256 (hex) of its canonical JSON text."""
    return hashlib.sha256(canonical.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Answer:
    """The pending pod with which a run opens; the step up to which it was played, and the step of the
    decision about the pod, each with the hash of its state."""

    pod: str | None
    seq: int = 0
    state: str = ""
    decided_at: int = 0
    decided_state: str = ""


NO_ANSWER = Answer(None)


def first_waiting(scenario: core.Scenario) -> Answer:
    """Plays a scenario up to the decisions about its pending pods. A large one is not played; its pod is the
    first without a node, of those that are Unschedulable if there are any."""
    waiting = [item.manifest for item in scenario.objects if _waits(item.manifest)]
    first = next((manifest for manifest in waiting if _unschedulable(manifest)), next(iter(waiting), None))
    pod = None if first is None else _pod_key(first)
    if len(scenario.objects) > PLAYED_OBJECTS:
        return Answer(pod)
    recording = core.Run(scenario, [], plugins=own_plugins())
    deadline = time.monotonic() + ANSWER_SECONDS
    query, seq, done = core.QUERIES["first_decisions"], 0, False
    while not done and time.monotonic() < deadline:
        part: Any = query.ask(recording, seq, {}, lambda: time.monotonic() < deadline)
        seq, done = part.seq, part.done
    chosen, decided_at = chosen_of(recording.ask("waiting", seq))
    state = recording.hash(decided_at) if decided_at else ""
    return Answer(chosen or pod, seq, recording.hash(seq), decided_at, state)


def chosen_of(waiting: Any) -> tuple[str | None, int]:
    """The pod with which a run opens and the step of the decision about it (or 0), made from the question
    `waiting`."""
    chosen = next(iter(waiting["pods"]), None)
    return (None, 0) if chosen is None else (chosen["key"], chosen["at"] or 0)


def _waits(manifest: Mapping[str, Any]) -> bool:
    """Whether a manifest is a pending pod without a node and without scheduling gates."""
    if manifest.get("kind") != "Pod":
        return False
    spec, status = manifest.get("spec") or {}, manifest.get("status") or {}
    phase = status.get("phase") or "Pending"
    return phase == "Pending" and not spec.get("nodeName") and not spec.get("schedulingGates")


def _unschedulable(manifest: Mapping[str, Any]) -> bool:
    """Whether the cluster's own scheduler already found no node for a pod (its condition PodScheduled)."""
    conditions = (manifest.get("status") or {}).get("conditions") or ()
    expected = {"type": "PodScheduled", "status": "False", "reason": "Unschedulable"}
    return any(expected.items() <= condition.items() for condition in conditions)


def _pod_key(manifest: Mapping[str, Any]) -> str:
    metadata = manifest["metadata"]
    return f"{metadata.get('namespace') or 'default'}/{metadata['name']}"


def failed(
    problems: Iterable[core.Problem], *, report: tuple[ObjectReport, ...] = (), count: int | None = None
) -> Imported:
    shown = tuple(problems)
    return Imported(None, "", "", "", report, shown, len(shown) if count is None else count)


def _place(source: yaml_source.Source, problems: list[core.Problem]) -> tuple[core.Problem, ...]:
    """The first problems in the order of the text, each with its line and column."""
    paths_of: dict[int, set[str]] = {}
    shown = problems[: limits.IMPORT_PROBLEMS]
    for problem in shown:
        if problem.position is None and problem.document is not None:
            paths_of.setdefault(problem.document, set()).add(problem.path)
    places = {index: source.locate(index, paths) for index, paths in paths_of.items()}
    result = [
        problem
        if problem.position is not None or problem.document is None
        else replace(problem, position=places[problem.document].get(problem.path, core.Position(1, 1)))
        for problem in shown
    ]
    return tuple(sorted(result, key=lambda p: (p.position.line, p.position.column) if p.position else (0, 0)))
