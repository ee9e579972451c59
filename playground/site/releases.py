"""The pages about releases: what each changes, from the table of the core, and what of it is not modelled."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

import scheduler_core as core
from playground.gallery import services as gallery
from playground.site import exactness
from playground.texts import messages

PULL = "https://github.com/kubernetes/kubernetes/pull/"
ENHANCEMENT = "https://github.com/kubernetes/enhancements/issues/"


@dataclass(frozen=True, slots=True)
class Row:
    """A change in the active language. `since` says when it holds, `gate` what its gate is."""

    name: str
    title: str
    who: str
    since: tuple[str, ...]
    gate: str
    source: str
    source_url: str
    scenario: str
    modelled: bool


@dataclass(frozen=True, slots=True)
class GateRow:
    """A gate that a release moves: what it was before, what it is now, and what it needs."""

    name: str
    before: str
    after: str
    needs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """What is said about one release. `figures` is None for one that was not held against its original."""

    minor: str
    version: str
    figures: exactness.Figures | None
    changes: tuple[Row, ...]
    behind_gates: tuple[Row, ...]
    gates: tuple[GateRow, ...]
    idle_gates: tuple[str, ...]
    left_out: tuple[str, ...]


def page_of(minor: str) -> Page:
    """The page about one of the releases that are offered."""
    release = core.parse_minor(minor)
    return Page(
        minor,
        core.git_version(minor),
        exactness.figures().get(minor),
        tuple(_row(note) for note in core.notes(release)),
        tuple(_row(note) for note in core.notes_behind_gates(release)),
        tuple(_gate_row(move) for move in core.gate_moves(release)),
        core.gates_without_rule(release),
        tuple(_left_out(minor)),
    )


def _row(note: core.Note) -> Row:
    change = note.change
    title, who = (messages.say({"id": f"release.{change.field}{end}", "args": {}}) for end in ("", ".who"))
    scenario = change.scenario if change.scenario and gallery.named(change.scenario) else ""
    source = change.source
    url = f"{PULL}{source[1:]}" if source.startswith("#") else f"{ENHANCEMENT}{source.removeprefix('KEP-')}"
    gate = _gate(note.gate.name, note.state) if note.gate is not None and note.state is not None else ""
    modelled = change.field not in core.WITHOUT_RULE
    since = tuple(map(_turn, note.turns))
    return Row(change.field, title, who, since, gate, source, url if source else "", scenario, modelled)


def _turn(turn: core.Turn) -> str:
    """`from v1.35.0`, or `no longer from v1.35.4`."""
    text = _("from {version}") if turn.on else _("no longer from {version}")
    version = turn.version
    return messages.fill(text, {"version": f"v{version.major}.{version.minor}.{version.patch % 999}"})


def _gate(name: str, state: core.GateState) -> str:
    return f"{name}: {_state(state)}"


def _state(state: core.GateState | None) -> str:
    """`beta, on`, `GA, locked on`; a dash for a gate that the release does not know."""
    if state is None:
        return "–"
    if state.locked:
        value = _("locked on") if state.default else _("locked off")
    else:
        value = _("on") if state.default else _("off")
    return f"{state.stage}, {value}"


def _gate_row(move: core.GateMove) -> GateRow:
    return GateRow(move.gate.name, _state(move.before), _state(move.after), move.gate.needs)


def _left_out(minor: str) -> Iterator[str]:
    """What else the release changed that the model leaves out."""
    by_release = {
        "1.34": (
            _(
                "The scheduler's writes are never gathered: each status and each binding is written alone "
                "(SchedulerAsyncAPICalls)."
            ),
        ),
        "1.35": (
            _("Opportunistic batching: with the default profile it is never in force."),
            _("Kubelets that refuse to start on cgroup v1."),
        ),
        "1.36": (
            _("Controllers that wait until they have read their own last write; it only saves pods."),
        ),
        "1.37": (
            _("EvictionRequest objects and the pods' evictionResponders."),
            _("Condition types of nodes that only tell of maintenance."),
            _("The corrected threshold of ImageLocality for pods with image volumes."),
            _("Static pods that refer to Secrets or ConfigMaps are not refused."),
        ),
    }  # fmt: skip
    yield from by_release.get(minor, ())
