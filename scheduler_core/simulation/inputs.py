"""What a person can do to a running cluster: one value a kind, and how it is read from JSON.

`parse_input` names the path of what is wrong (`input.replicas: …`); applying an input to the API server is in
`apply.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar, Literal, TypeAlias

from scheduler_core.apiserver.manifests import MAX_NESTED_LISTS, drop_secrets
from scheduler_core.objects.manifest import Json, Manifest, integer, items
from scheduler_core.simulation.limits import OBJECTS
from scheduler_core.simulation.soundness import unsound

TaintEffect: TypeAlias = Literal["NoSchedule", "PreferNoSchedule", "NoExecute"]
TAINT_EFFECTS = ("NoSchedule", "PreferNoSchedule", "NoExecute")
MAX_REPLICAS = 10_000
MAX_GRACE_SECONDS = 31_536_000
NAMESPACED = frozenset(
    {
        "Pod",
        "PodDisruptionBudget",
        "ReplicaSet",
        "Deployment",
        "StatefulSet",
        "Service",
        "PersistentVolumeClaim",
        "CSIStorageCapacity",
    }
)


@dataclass(frozen=True, slots=True)
class InputProblem:
    """Why a value is no input. `path` starts with `input`; `code` is a message id of
    `simulation/messages.py`."""

    path: str
    code: str
    args: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class ObjectRef:
    """`namespace` is "" for kinds without one."""

    kind: str
    namespace: str
    name: str

    @property
    def key(self) -> str:
        return f"{self.namespace}/{self.name}" if self.namespace else self.name

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "namespace": self.namespace, "name": self.name}


@dataclass(frozen=True, slots=True)
class Apply:
    """`kubectl apply`: creates what is not there, changes what is. All documents or none."""

    kind: ClassVar[str] = "apply"
    documents: tuple[Manifest, ...]

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "documents": list(self.documents)}


@dataclass(frozen=True, slots=True)
class Delete:
    """`kubectl delete`. `grace_period_seconds` None = none sent; `force` sends 0."""

    kind: ClassVar[str] = "delete"
    target: ObjectRef
    grace_period_seconds: int | None = None
    force: bool = False

    def to_json(self) -> dict[str, Json]:
        return {
            "kind": self.kind,
            "object": self.target.to_json(),
            "gracePeriodSeconds": self.grace_period_seconds,
            "force": self.force,
        }


@dataclass(frozen=True, slots=True)
class Cordon:
    kind: ClassVar[str] = "cordon"
    node: str

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "node": self.node}


@dataclass(frozen=True, slots=True)
class Uncordon:
    kind: ClassVar[str] = "uncordon"
    node: str

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "node": self.node}


@dataclass(frozen=True, slots=True)
class AddTaint:
    kind: ClassVar[str] = "taint"
    node: str
    key: str
    value: str
    effect: str

    def to_json(self) -> dict[str, Json]:
        return {
            "kind": self.kind,
            "node": self.node,
            "key": self.key,
            "value": self.value,
            "effect": self.effect,
        }


@dataclass(frozen=True, slots=True)
class RemoveTaint:
    """`effect` None: the key with every effect."""

    kind: ClassVar[str] = "untaint"
    node: str
    key: str
    effect: str | None = None

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "node": self.node, "key": self.key, "effect": self.effect}


@dataclass(frozen=True, slots=True)
class SetLabels:
    """A value of None removes the label."""

    kind: ClassVar[str] = "label"
    target: ObjectRef
    labels: Mapping[str, str | None]

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "object": self.target.to_json(), "labels": dict(self.labels)}


@dataclass(frozen=True, slots=True)
class Scale:
    kind: ClassVar[str] = "scale"
    target: ObjectRef
    replicas: int

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "object": self.target.to_json(), "replicas": self.replicas}


@dataclass(frozen=True, slots=True)
class SwitchScheduler:
    """Starts or stops kube-scheduler. A stopped one keeps nothing but what the API server stores."""

    kind: ClassVar[str] = "scheduler"
    running: bool

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "running": self.running}


Untimed: TypeAlias = (
    Apply | Delete | Cordon | Uncordon | AddTaint | RemoveTaint | SetLabels | Scale | SwitchScheduler
)


@dataclass(frozen=True, slots=True)
class TimedInput:
    """An input that is done at virtual time `at_ms`.

    In a scenario's file that is when it comes. Given by a person it is the time on the clock they saw: not
    before the step they stand at and not after what happens next.
    """

    at_ms: int
    input: Untimed

    def to_json(self) -> dict[str, Json]:
        at: Json = self.at_ms // 1000 if self.at_ms % 1000 == 0 else self.at_ms / 1000
        return {"at": at, **self.input.to_json()}


Input: TypeAlias = Untimed | TimedInput


def parse_input(value: object, path: str = "input") -> Input | InputProblem:
    """The input that a JSON value stands for, or the first thing that is wrong with it, by its path.

    With `at` (seconds) it is a `TimedInput`.
    """
    wrong = unsound(value, path)
    if wrong is not None:
        return InputProblem(wrong.path, wrong.code, wrong.args)
    if isinstance(value, Mapping) and value.get("at") is not None:
        return parse_timed_input(value, path)
    return _parse_untimed(value, path)


def _parse_untimed(value: object, path: str) -> Untimed | InputProblem:
    if not isinstance(value, Mapping):
        return InputProblem(path, "input.not_a_map", {})
    kind = value.get("kind")
    parser = _PARSERS.get(kind) if isinstance(kind, str) else None
    if parser is None:
        return InputProblem(
            f"{path}.kind", "input.unknown_kind", {"kind": _short(kind), "known": ", ".join(_PARSERS)}
        )
    try:
        return parser(_Reader(value, path))
    except _WrongError as wrong:
        return wrong.problem


def parse_timed_input(value: object, path: str) -> TimedInput | InputProblem:
    """As `parse_input`, with `at` in seconds (a number >= 0; milliseconds are the finest)."""
    parsed = _parse_untimed(value, path)
    if isinstance(parsed, InputProblem):
        return parsed
    at = value.get("at", 0) if isinstance(value, Mapping) else 0
    if isinstance(at, bool) or not isinstance(at, (int, float)) or not 0 <= at <= 10**8:
        return InputProblem(f"{path}.at", "input.not_a_time", {"got": _short(at)})
    return TimedInput(round(at * 1000), parsed)


class _WrongError(Exception):
    def __init__(self, problem: InputProblem) -> None:
        super().__init__(problem.path)
        self.problem = problem


def _short(value: object) -> str:
    return value[:60] if isinstance(value, str) else repr(value)[:60]


class _Reader:
    """Takes typed values out of one JSON object, or raises the problem with its path."""

    def __init__(self, value: Mapping[str, Json], path: str) -> None:
        self._value = value
        self._path = path

    def _wrong(self, name: str, code: str, **args: Json) -> _WrongError:
        return _WrongError(InputProblem(f"{self._path}.{name}", code, args))

    def name(self, name: str) -> str:
        found = self._value.get(name)
        if not isinstance(found, str) or not found:
            raise self._wrong(name, "input.not_a_name", got=_short(found))
        if len(found) > 253:
            raise self._wrong(name, "input.too_long", limit=253)
        return found

    def text(self, name: str, default: str = "") -> str:
        found = self._value.get(name, default)
        if found is None:
            return default
        if not isinstance(found, str):
            raise self._wrong(name, "input.not_a_text", got=_short(found))
        if len(found) > 253:
            raise self._wrong(name, "input.too_long", limit=253)
        return found

    def flag(self, name: str, default: bool | None = None) -> bool:
        found = self._value.get(name, default)
        if not isinstance(found, bool):
            raise self._wrong(name, "input.not_a_flag", got=_short(found))
        return found

    def whole(self, name: str, low: int, high: int) -> int:
        found = self._value.get(name)
        number = integer(found)
        if number is None:
            raise self._wrong(name, "input.not_a_whole_number", got=_short(found))
        if not low <= number <= high:
            raise self._wrong(name, "input.out_of_range", got=number, low=low, high=high)
        return number

    def optional_whole(self, name: str, low: int, high: int) -> int | None:
        return None if self._value.get(name) is None else self.whole(name, low, high)

    def effect(self, *, optional: bool) -> str | None:
        found = self._value.get("effect")
        if optional and found is None:
            return None
        if found not in TAINT_EFFECTS or not isinstance(found, str):
            raise self._wrong(
                "effect", "input.unknown_effect", got=_short(found), known=", ".join(TAINT_EFFECTS)
            )
        return found

    def target(self) -> ObjectRef:
        found = self._value.get("object")
        if not isinstance(found, Mapping):
            raise self._wrong("object", "input.not_a_map")
        inner = _Reader(found, f"{self._path}.object")
        kind = inner.name("kind")
        namespace = inner.text("namespace") or "default"
        return ObjectRef(kind, namespace if kind in NAMESPACED else "", inner.name("name"))

    def labels(self) -> Mapping[str, str | None]:
        found = self._value.get("labels")
        if not isinstance(found, Mapping) or not found:
            raise self._wrong("labels", "input.not_a_map")
        labels: dict[str, str | None] = {}
        for key, value in found.items():
            if value is not None and not isinstance(value, str):
                raise self._wrong(f"labels.{_short(key)}", "input.not_a_text", got=_short(value))
            labels[str(key)] = value
        return MappingProxyType(labels)

    def documents(self) -> tuple[Manifest, ...]:
        found = self._value.get("documents")
        if not isinstance(found, (list, tuple)) or not found:
            raise self._wrong("documents", "input.no_documents")
        manifests: list[Manifest] = []
        for index, document in enumerate(items(found)):
            # Before anything is kept: what may be secret goes, and lists become their items.
            cleaned, _ = drop_secrets(document)
            manifests += self._flattened(cleaned, f"documents[{index}]")
        if not manifests:
            raise self._wrong("documents", "input.no_documents")
        if len(manifests) > OBJECTS:
            raise self._wrong("documents", "input.too_many_objects", limit=OBJECTS, got=len(manifests))
        return tuple(manifests)

    def _flattened(self, document: Json, path: str, depth: int = 0) -> list[Manifest]:
        if not isinstance(document, Mapping):
            raise self._wrong(path, "input.not_a_map")
        entries = document.get("items")
        kind = document.get("kind")
        if not isinstance(entries, (list, tuple)) or not (isinstance(kind, str) and kind.endswith("List")):
            return [document]
        if depth == MAX_NESTED_LISTS:
            raise self._wrong(path, "input.lists_too_deep", limit=MAX_NESTED_LISTS)
        return [
            manifest
            for index, entry in enumerate(entries)
            for manifest in self._flattened(entry, f"{path}.items[{index}]", depth + 1)
        ]


def _parse_taint(read: _Reader) -> Untimed:
    return AddTaint(
        read.name("node"), read.name("key"), read.text("value"), read.effect(optional=False) or ""
    )


_PARSERS: Mapping[str, Callable[[_Reader], Untimed]] = MappingProxyType(
    {
        Apply.kind: lambda read: Apply(read.documents()),
        Delete.kind: lambda read: Delete(
            read.target(),
            read.optional_whole("gracePeriodSeconds", -MAX_GRACE_SECONDS, MAX_GRACE_SECONDS),
            read.flag("force", False),
        ),
        Cordon.kind: lambda read: Cordon(read.name("node")),
        Uncordon.kind: lambda read: Uncordon(read.name("node")),
        AddTaint.kind: _parse_taint,
        RemoveTaint.kind: lambda read: RemoveTaint(
            read.name("node"), read.name("key"), read.effect(optional=True)
        ),
        SetLabels.kind: lambda read: SetLabels(read.target(), read.labels()),
        Scale.kind: lambda read: Scale(read.target(), read.whole("replicas", 0, MAX_REPLICAS)),
        SwitchScheduler.kind: lambda read: SwitchScheduler(read.flag("running")),
    }
)
INPUT_KINDS = tuple(_PARSERS)
