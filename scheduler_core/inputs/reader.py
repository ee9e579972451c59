"""Reads typed fields from a JSON value, or reports the first problem with its path."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar

from scheduler_core.apiserver.documents.listed import MAX_NESTED_LISTS
from scheduler_core.apiserver.documents.secrets import drop_secrets
from scheduler_core.inputs.behaviour_annotations import annotation_problems
from scheduler_core.inputs.endpoints import ENDPOINTS, has_way, is_endpoint
from scheduler_core.inputs.limits import OBJECTS
from scheduler_core.objects.kinds import KINDS
from scheduler_core.objects.manifest import Json, Manifest, integer, items
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.scalars.quantity import QuantityError, parse_quantity

TAINT_EFFECTS = ("NoSchedule", "PreferNoSchedule", "NoExecute")
MAX_SECONDS = 31_536_000
MAX_PODS = 100


@dataclass(frozen=True, slots=True)
class ObjectRef:
    """A reference to an object. `namespace` is "" for kinds without one."""

    kind: str
    namespace: str
    name: str

    @property
    def key(self) -> str:
        return f"{self.namespace}/{self.name}" if self.namespace else self.name

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "namespace": self.namespace, "name": self.name}


class WrongError(Exception):
    """Carries the problem of a field up to the reader of the whole value."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.path)
        self.problem = problem


def short(value: object) -> str:
    if isinstance(value, str):
        return value[:60]
    try:
        return repr(value)[:60]
    except (ValueError, RecursionError):  # Python writes no whole number of more than 4300 digits
        return type(value).__name__


class Reader:
    """Reads typed values from a JSON object, or raises WrongError with the problem and its path.

    `everywhere` are fields that are never refused as unknown.
    """

    everywhere: ClassVar[tuple[str, ...]] = ("kind", "at")

    def __init__(self, value: Mapping[str, Json], path: str) -> None:
        self._value = value
        self._path = path
        self._names_read: list[str] = []

    def _get(self, name: str, default: Json = None) -> Json:
        if name not in self._names_read:
            self._names_read.append(name)
        return self._value.get(name, default)

    def value(self, name: str) -> Json:
        """The unchecked value of the field; None when it is missing."""
        return self._get(name)

    def path_of(self, name: str) -> str:
        return f"{self._path}.{name}"

    def wrong(self, name: str, code: str, **args: Json) -> WrongError:
        return WrongError(Problem(f"{self._path}.{name}", code, args))

    def name(self, name: str) -> str:
        value = self._get(name)
        if not isinstance(value, str) or not value:
            raise self.wrong(name, "input.not_a_name", got=short(value))
        if len(value) > 253:
            raise self.wrong(name, "input.too_long", limit=253)
        return value

    def text(self, name: str, default: str = "", limit: int = 253) -> str:
        value = self._get(name, default)
        if value is None:
            return default
        if not isinstance(value, str):
            raise self.wrong(name, "input.not_a_text", got=short(value))
        if len(value) > limit:
            raise self.wrong(name, "input.too_long", limit=limit)
        return value

    def flag(self, name: str, default: bool | None = None) -> bool:
        value = self._get(name, default)
        if not isinstance(value, bool):
            raise self.wrong(name, "input.not_a_flag", got=short(value))
        return value

    def whole(self, name: str, low: int, high: int) -> int:
        value = self._get(name)
        number = integer(value)
        if number is None:
            raise self.wrong(name, "input.not_a_whole_number", got=short(value))
        if not low <= number <= high:
            raise self.wrong(name, "input.out_of_range", got=number, low=low, high=high)
        return number

    def optional_whole(self, name: str, low: int, high: int) -> int | None:
        return None if self._get(name) is None else self.whole(name, low, high)

    def effect(self, *, optional: bool) -> str | None:
        value = self._get("effect")
        if optional and value is None:
            return None
        if value not in TAINT_EFFECTS or not isinstance(value, str):
            raise self.wrong(
                "effect", "input.unknown_effect", got=short(value), supported=list(TAINT_EFFECTS)
            )
        return value

    def target(self) -> ObjectRef:
        value = self._get("object")
        if not isinstance(value, Mapping):
            raise self.wrong("object", "input.not_a_map")
        return self._reference(value, "object")

    def targets(self, most: int) -> tuple[ObjectRef, ...]:
        """The field `objects`: between one and `most` references."""
        entries = self._get("objects")
        if not isinstance(entries, (list, tuple)) or not entries:
            raise self.wrong("objects", "input.no_documents")
        if len(entries) > most:
            raise self.wrong("objects", "input.too_many_objects", limit=most, got=len(entries))
        references: list[ObjectRef] = []
        for place, entry in enumerate(entries):
            if not isinstance(entry, Mapping):
                raise self.wrong(f"objects[{place}]", "input.not_a_map")
            references.append(self._reference(entry, f"objects[{place}]"))
        return tuple(references)

    def _reference(self, value: Mapping[str, Json], field: str) -> ObjectRef:
        inner = Reader(value, f"{self._path}.{field}")
        kind = inner.name("kind")
        namespace = inner.text("namespace") or "default"
        namespaced = kind in KINDS and KINDS[kind].namespaced
        return ObjectRef(kind, namespace if namespaced else "", inner.name("name"))

    def optional_name(self, name: str) -> str | None:
        return None if self._get(name) is None else self.name(name)

    def pod(self, name: str = "pod") -> str:
        """The key of a pod; its namespace is `default` when none is given."""
        return self._pod_key(name, self.name(name))

    def pods(self, name: str = "pods") -> tuple[str, ...]:
        """The keys of between one and `MAX_PODS` pods, without duplicates."""
        entries = self._get(name)
        if not isinstance(entries, (list, tuple)) or not entries:
            raise self.wrong(name, "input.no_pods")
        if len(entries) > MAX_PODS:
            raise self.wrong(name, "input.too_many_pods", limit=MAX_PODS, got=len(entries))
        keys = (self._pod_key(f"{name}[{place}]", entry) for place, entry in enumerate(entries))
        return tuple(dict.fromkeys(keys))

    def names(self, name: str, most: int) -> tuple[str, ...]:
        """Between one and `most` names, without duplicates."""
        entries = self._get(name)
        if not isinstance(entries, (list, tuple)) or not entries:
            raise self.wrong(name, "input.no_nodes")
        if len(entries) > most:
            raise self.wrong(name, "input.too_many_nodes", limit=most, got=len(entries))
        for place, entry in enumerate(entries):
            if not isinstance(entry, str) or not 0 < len(entry) <= 253:
                raise self.wrong(f"{name}[{place}]", "input.not_a_name", got=short(entry))
        return tuple(dict.fromkeys(map(str, entries)))

    def _pod_key(self, field: str, value: Json) -> str:
        namespace, _, rest = value.rpartition("/") if isinstance(value, str) else ("", "", "")
        if not rest or "/" in namespace:
            raise self.wrong(field, "input.not_a_name", got=short(value))
        return f"{namespace or 'default'}/{rest}"

    def optional_pod(self, name: str = "pod") -> str | None:
        return None if self._get(name) is None else self.pod(name)

    def choice(self, name: str, choices: Sequence[str], default: str | None = None) -> str:
        value = self._get(name)
        if value is None and default is not None:
            return default
        if not isinstance(value, str) or value not in choices:
            raise self.wrong(name, "input.unknown_choice", got=short(value), supported=list(choices))
        return value

    def milliseconds(self, name: str, low: int = 0, high: int = MAX_SECONDS) -> int:
        """A number of seconds between `low` and `high`, as milliseconds; finer fractions are refused."""
        value = self._get(name)
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise self.wrong(name, "input.not_seconds", got=short(value))
        if not low <= value <= high:
            raise self.wrong(name, "input.out_of_range", got=value, low=low, high=high)
        return round(value * 1000)

    def optional_milliseconds(self, name: str) -> int | None:
        return None if self._get(name) is None else self.milliseconds(name)

    def quantity(self, name: str) -> str | None:
        """A quantity in Kubernetes' spelling, not negative; None when the field is null or missing."""
        value = self._get(name)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, (str, int)):
            raise self.wrong(name, "input.not_a_quantity", got=short(value))
        try:
            parsed = parse_quantity(value)
        except QuantityError:
            raise self.wrong(name, "input.not_a_quantity", got=short(value)) from None
        if parsed.nano < 0:
            raise self.wrong(name, "input.not_a_quantity", got=short(value))
        return str(value)

    def has(self, name: str) -> bool:
        """Whether the field exists, even if it is null."""
        self._get(name)
        return name in self._value

    def has_value(self, name: str) -> bool:
        return self._get(name) is not None

    def refuse_unknown(self, fields: Sequence[str]) -> None:
        """Raises the problem of a field with another name: a misspelt field must not count as missing."""
        for name in self._value:
            if name not in fields and name not in self.everywhere:
                raise self.wrong(name, "input.unknown_field", supported=list(fields))

    def refuse_unread(self) -> None:
        """Like `refuse_unknown`, for every field that no method has read yet."""
        self.refuse_unknown(self._names_read)

    def endpoints(self) -> tuple[str, str]:
        """The field `between`: two endpoints that are connected."""
        entries = self._get("between")
        if not isinstance(entries, (list, tuple)) or len(entries) != 2:
            raise self.wrong("between", "input.not_two_endpoints")
        first, second = entries
        for place, entry in enumerate(entries):
            if not isinstance(entry, str) or not is_endpoint(entry):
                raise self.wrong(
                    f"between[{place}]", "input.unknown_endpoint", got=short(entry), supported=list(ENDPOINTS)
                )
        if not has_way(str(first), str(second)):
            raise self.wrong("between", "input.no_way", first=short(first), second=short(second))
        return str(first), str(second)

    def labels(self) -> Mapping[str, str | None]:
        entries = self._get("labels")
        if not isinstance(entries, Mapping) or not entries:
            raise self.wrong("labels", "input.not_a_map")
        labels: dict[str, str | None] = {}
        for key, value in entries.items():
            if value is not None and not isinstance(value, str):
                raise self.wrong(f"labels.{short(key)}", "input.not_a_text", got=short(value))
            labels[str(key)] = value
        return MappingProxyType(labels)

    def documents(self) -> tuple[Manifest, ...]:
        documents = self._get("documents")
        if not isinstance(documents, (list, tuple)) or not documents:
            raise self.wrong("documents", "input.no_documents")
        manifests: list[Manifest] = []
        for index, document in enumerate(items(documents)):
            # Before anything is kept, secrets are removed and lists are replaced by their items.
            cleaned, _ = drop_secrets(document)
            manifests += self._flattened(cleaned, f"documents[{index}]")
        if not manifests:
            raise self.wrong("documents", "input.no_documents")
        if len(manifests) > OBJECTS:
            raise self.wrong("documents", "input.too_many_objects", limit=OBJECTS, got=len(manifests))
        return tuple(manifests)

    def _flattened(self, document: Json, path: str, depth: int = 0) -> list[Manifest]:
        if not isinstance(document, Mapping):
            raise self.wrong(path, "input.not_a_map")
        entries = document.get("items")
        kind = document.get("kind")
        if not isinstance(entries, (list, tuple)) or not (isinstance(kind, str) and kind.endswith("List")):
            for problem in annotation_problems(document):
                raise WrongError(problem.below(path).below(self._path))
            return [document]
        if depth == MAX_NESTED_LISTS:
            raise self.wrong(path, "input.lists_too_deep", limit=MAX_NESTED_LISTS)
        return [
            manifest
            for index, entry in enumerate(entries)
            for manifest in self._flattened(entry, f"{path}.items[{index}]", depth + 1)
        ]
