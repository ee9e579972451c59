"""The feature gates of each release, read from `gates.txt`, and which settings of them a component accepts.

Source of the rules and their words: staging/src/k8s.io/component-base/featuregate/feature_gate.go,
`Set`, `unsafeSetFromMap` (v1.36).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from scheduler_core.objects.problem import Problem
from scheduler_core.objects.releases.version import Version, parse_version

FILE = Path(__file__).with_name("gates.txt")


class GateState(NamedTuple):
    """What a gate is from a release on. `stage`: alpha, beta, GA, deprecated or gone."""

    since: Version
    stage: str
    default: bool
    locked: bool


class Gate(NamedTuple):
    """A feature gate with its states in the order of releases, and the gates that it needs, sorted."""

    name: str
    states: tuple[GateState, ...]
    needs: tuple[str, ...]

    def state(self, version: Version) -> GateState | None:
        """What the gate is in a release; None where the release does not know it."""
        state = next((state for state in reversed(self.states) if state.since <= version), None)
        return None if state is None or state.stage == "gone" else state


def _gate(line: str) -> Gate:
    name, _, rest = line.partition(": ")
    states, _, needs = rest.partition(" < ")
    return Gate(name, tuple(map(_state, states.split(", "))), tuple(sorted(needs.split())))


def _state(text: str) -> GateState:
    since, stage, *values = text.split()
    first = parse_version(since if since.count(".") == 2 else f"{since}.0")
    return GateState(first, stage, "on" in values, "locked" in values)


GATES: Mapping[str, Gate] = MappingProxyType(
    {
        gate.name: gate
        for gate in (_gate(line) for line in FILE.read_text("utf-8").splitlines() if line[0] != "#")
    }
)


def is_enabled(name: str, version: Version, settings: Mapping[str, bool]) -> bool:
    """Whether the gate is on in a release with these settings. False where the release does not know it."""
    state = GATES[name].state(version)
    return state is not None and (state.default if state.locked else settings.get(name, state.default))


_TRUE = frozenset(("1", "t", "T", "TRUE", "true", "True"))
_FALSE = frozenset(("0", "f", "F", "FALSE", "false", "False"))


def parse_settings(text: str) -> dict[str, bool] | Problem:
    """The settings that `--feature-gates` takes, as `Gate=true,Gate2=false`; empty for an empty text."""
    settings: dict[str, bool] = {}
    for part in text.split(","):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not part:
            continue
        if not equals:
            return _refusal(name, f"missing bool value for {name}")
        if value not in _TRUE | _FALSE:
            why = f"strconv.ParseBool: parsing {json.dumps(value, ensure_ascii=False)}: invalid syntax"
            return _refusal(name, f"invalid value of {name}={value}, err: {why}")
        settings[name] = value in _TRUE
    return settings


def settings_text(settings: Mapping[str, bool]) -> str:
    """The settings as `parse_settings` reads them, by name; "" for none."""
    return ",".join(f"{name}={'true' if value else 'false'}" for name, value in sorted(settings.items()))


def accepted(version: Version, settings: Mapping[str, bool]) -> dict[str, bool]:
    """The settings without those of gates that a release does not know or has locked; empty where it refuses
    the rest."""
    refused = {problem.path for problem in gate_problems(version, settings)}
    rest = {name: value for name, value in settings.items() if name not in refused}
    return {} if any(gate_problems(version, rest)) else rest


def gate_problems(version: Version, settings: Mapping[str, bool]) -> Iterator[Problem]:
    """Why a component of the release refuses to start with these settings; none where it starts. The path of
    a problem is the gate's name; the texts are those of the component."""
    refused = False
    for name, value in settings.items():
        state = GATES[name].state(version) if name in GATES else None
        if state is None:
            refused = True
            yield _refusal(name, f"unrecognized feature gate: {name}")
        elif state.locked and value is not state.default:
            refused = True
            locked = "true" if state.default else "false"
            yield _refusal(
                name,
                f"cannot set feature gate {name} to {'true' if value else 'false'}, "
                f"feature is locked to {locked}",
            )
    if refused:
        return
    for name, gate in GATES.items():
        off = [need for need in gate.needs if not is_enabled(need, version, settings)]
        if off and is_enabled(name, version, settings):
            yield _refusal(
                name, f"{name} is enabled, but depends on features that are disabled: [{' '.join(off)}]"
            )


def _refusal(name: str, text: str) -> Problem:
    return Problem(name, "release.gate_refused", {"text": text})
