"""Objects that kubectl sends as protobuf: `create namespace|deployment|…`, `auth can-i`, `auth whoami`.

Only the fields that these commands fill are known; others are skipped. Numbers of fields are those of
k8s.io/api generated.proto (v0.34); the wire format is that of proto2.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from scheduler_core.objects.manifest import Json
from scheduler_core.objects.scalars.times import format_time

MAGIC = b"k8s\0"
_MOST_DEPTH = 40
Shape: TypeAlias = "str | Mapping[int, tuple[str, Shape]]"
"""`s` text, `i` integer, `b` flag, `q` quantity, `t` time, `x` integer or text; a map is a
message. A name that ends in `*` is a list, in `{}` a map from texts.
"""

_META: Mapping[int, tuple[str, Shape]] = {
    1: ("name", "s"),
    2: ("generateName", "s"),
    3: ("namespace", "s"),
    5: ("uid", "s"),
    6: ("resourceVersion", "s"),
    8: ("creationTimestamp", "t"),
    11: ("labels{}", "s"),
    12: ("annotations{}", "s"),
    13: (
        "ownerReferences*",
        {
            1: ("kind", "s"),
            3: ("name", "s"),
            4: ("uid", "s"),
            5: ("apiVersion", "s"),
            6: ("controller", "b"),
            7: ("blockOwnerDeletion", "b"),
        },
    ),
    14: ("finalizers*", "s"),
}
_SELECTOR: Mapping[int, tuple[str, Shape]] = {
    1: ("matchLabels{}", "s"),
    2: ("matchExpressions*", {1: ("key", "s"), 2: ("operator", "s"), 3: ("values*", "s")}),
}
_CONTAINER: Mapping[int, tuple[str, Shape]] = {
    1: ("name", "s"),
    2: ("image", "s"),
    3: ("command*", "s"),
    4: ("args*", "s"),
    6: ("ports*", {1: ("name", "s"), 2: ("hostPort", "i"), 3: ("containerPort", "i"), 4: ("protocol", "s")}),
    7: ("env*", {1: ("name", "s"), 2: ("value", "s")}),
    8: ("resources", {1: ("limits{}", "q"), 2: ("requests{}", "q")}),
}
_POD_SPEC: Mapping[int, tuple[str, Shape]] = {
    2: ("containers*", _CONTAINER),
    3: ("restartPolicy", "s"),
    4: ("terminationGracePeriodSeconds", "i"),
    6: ("dnsPolicy", "s"),
    7: ("nodeSelector{}", "s"),
    8: ("serviceAccountName", "s"),
    10: ("nodeName", "s"),
    19: ("schedulerName", "s"),
    20: ("initContainers*", _CONTAINER),
    22: (
        "tolerations*",
        {
            1: ("key", "s"),
            2: ("operator", "s"),
            3: ("value", "s"),
            4: ("effect", "s"),
            5: ("tolerationSeconds", "i"),
        },
    ),
    24: ("priorityClassName", "s"),
}
_TEMPLATE: Mapping[int, tuple[str, Shape]] = {1: ("metadata", _META), 2: ("spec", _POD_SPEC)}
_DEPLOYMENT: Mapping[int, tuple[str, Shape]] = {
    1: ("replicas", "i"),
    2: ("selector", _SELECTOR),
    3: ("template", _TEMPLATE),
    4: (
        "strategy",
        {1: ("type", "s"), 2: ("rollingUpdate", {1: ("maxUnavailable", "x"), 2: ("maxSurge", "x")})},
    ),
    5: ("minReadySeconds", "i"),
    6: ("revisionHistoryLimit", "i"),
    7: ("paused", "b"),
    9: ("progressDeadlineSeconds", "i"),
}
_JOB: Mapping[int, tuple[str, Shape]] = {
    1: ("parallelism", "i"),
    2: ("completions", "i"),
    3: ("activeDeadlineSeconds", "i"),
    4: ("selector", _SELECTOR),
    5: ("manualSelector", "b"),
    6: ("template", _TEMPLATE),
    7: ("backoffLimit", "i"),
}
_SERVICE: Mapping[int, tuple[str, Shape]] = {
    1: (
        "ports*",
        {
            1: ("name", "s"),
            2: ("protocol", "s"),
            3: ("port", "i"),
            4: ("targetPort", "x"),
            5: ("nodePort", "i"),
        },
    ),
    2: ("selector{}", "s"),
    3: ("clusterIP", "s"),
    4: ("type", "s"),
    10: ("externalName", "s"),
}
_BUDGET: Mapping[int, tuple[str, Shape]] = {
    1: ("minAvailable", "x"),
    2: ("selector", _SELECTOR),
    3: ("maxUnavailable", "x"),
    4: ("unhealthyPodEvictionPolicy", "s"),
}
_ACCESS: Mapping[int, tuple[str, Shape]] = {
    1: (
        "resourceAttributes",
        {
            1: ("namespace", "s"),
            2: ("verb", "s"),
            3: ("group", "s"),
            4: ("version", "s"),
            5: ("resource", "s"),
            6: ("subresource", "s"),
            7: ("name", "s"),
        },
    ),
    2: ("nonResourceAttributes", {1: ("path", "s"), 2: ("verb", "s")}),
}
_CRON_JOB: Mapping[int, tuple[str, Shape]] = {
    1: ("schedule", "s"),
    3: ("concurrencyPolicy", "s"),
    4: ("suspend", "b"),
    5: ("jobTemplate", {1: ("metadata", _META), 2: ("spec", _JOB)}),
}


_REFERENCE: Mapping[int, tuple[str, Shape]] = {
    1: ("kind", "s"),
    2: ("namespace", "s"),
    3: ("name", "s"),
    4: ("uid", "s"),
    5: ("apiVersion", "s"),
    6: ("resourceVersion", "s"),
    7: ("fieldPath", "s"),
}


def _object(spec: Shape | None = None, **fields: tuple[int, Shape]) -> Mapping[int, tuple[str, Shape]]:
    """An object with metadata, and with `fields` under their numbers."""
    made: dict[int, tuple[str, Shape]] = {1: ("metadata", _META)}
    if spec is not None:
        made[2] = ("spec", spec)
    return {**made, **{place: (name, shape) for name, (place, shape) in fields.items()}}


_KINDS: Mapping[str, Mapping[int, tuple[str, Shape]]] = {
    "Namespace": _object(),
    "Pod": _object(_POD_SPEC),
    "Deployment": _object(_DEPLOYMENT),
    "Job": _object(_JOB),
    "CronJob": _object(_CRON_JOB),
    "Service": _object(_SERVICE),
    "PodDisruptionBudget": _object(_BUDGET),
    "PriorityClass": _object(
        value=(2, "i"), globalDefault=(3, "b"), description=(4, "s"), preemptionPolicy=(5, "s")
    ),
    "ConfigMap": {1: ("metadata", _META), 2: ("data{}", "s"), 3: ("binaryData{}", "s")},
    "Secret": {1: ("metadata", _META), 2: ("data{}", "s"), 3: ("type", "s")},
    "ServiceAccount": _object(),
    "ResourceQuota": _object({1: ("hard{}", "q")}),
    "SelfSubjectAccessReview": _object(_ACCESS),
    "SelfSubjectRulesReview": _object({1: ("namespace", "s")}),
    "Ingress": _object(),
    "SelfSubjectReview": _object(),
    "Eviction": _object(),
    "DeleteOptions": {
        1: ("gracePeriodSeconds", "i"),
        2: ("preconditions", {1: ("uid", "s"), 2: ("resourceVersion", "s")}),
        3: ("orphanDependents", "b"),
        4: ("propagationPolicy", "s"),
        5: ("dryRun*", "s"),
    },
    "Binding": _object(target=(2, {1: ("kind", "s"), 3: ("name", "s"), 4: ("uid", "s")})),
    "Lease": _object(
        {
            1: ("holderIdentity", "s"),
            2: ("leaseDurationSeconds", "i"),
            3: ("acquireTime", "t"),
            4: ("renewTime", "t"),
            5: ("leaseTransitions", "i"),
        }
    ),
    "Event": _object(
        involvedObject=(2, _REFERENCE),
        reason=(3, "s"),
        message=(4, "s"),
        source=(5, {1: ("component", "s"), 2: ("host", "s")}),
        firstTimestamp=(6, "t"),
        lastTimestamp=(7, "t"),
        count=(8, "i"),
        type=(9, "s"),
        eventTime=(10, "t"),
        action=(12, "s"),
        reportingComponent=(14, "s"),
        reportingInstance=(15, "s"),
    ),
}


_ZERO_MEANS = frozenset(("gracePeriodSeconds", "replicas", "value"))
"""Numbers of which a zero that was sent is no missing one."""


class ProtobufError(ValueError):
    """A body that is no protobuf of an object known here."""


def from_protobuf(data: bytes) -> Json:
    """The object in a body. Raises `ProtobufError`."""
    if not data.startswith(MAGIC):
        raise ProtobufError(
            "provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]"
        )
    kind, version, raw = "", "", b""
    for number, value in _fields(data[len(MAGIC) :]):
        if number == 1 and isinstance(value, bytes):
            named = {inner: told for inner, told in _fields(value) if isinstance(told, bytes)}
            version, kind = _text(named.get(1, b"")), _text(named.get(2, b""))
        elif number == 2 and isinstance(value, bytes):
            raw = value
    if kind not in _KINDS:
        raise ProtobufError(f"no kind {kind[:80]!r} is known as protobuf; send JSON")
    made = _message(_KINDS[kind], raw, 0)
    return {"apiVersion": version, "kind": kind, **made}


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        if at >= len(data) or shift > 63:
            raise ProtobufError("unexpected EOF")
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value & 0xFFFF_FFFF_FFFF_FFFF, at
        shift += 7


def _fields(data: bytes) -> Iterator[tuple[int, int | bytes]]:
    """Numbers and values of a message."""
    at = 0
    while at < len(data):
        key, at = _varint(data, at)
        number, kind = key >> 3, key & 7
        if kind == 0:
            value, at = _varint(data, at)
            yield number, value
            continue
        if kind == 2:
            size, at = _varint(data, at)
        elif kind in (1, 5):
            size = 8 if kind == 1 else 4
        else:
            raise ProtobufError(f"illegal wire type {kind}")
        if at + size > len(data):
            raise ProtobufError("unexpected EOF")
        yield number, data[at : at + size]
        at += size


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise ProtobufError("a text is no UTF-8") from None


def _message(shape: Mapping[int, tuple[str, Shape]], data: bytes, depth: int) -> dict[str, Json]:
    if depth > _MOST_DEPTH:
        raise ProtobufError("exceeded max depth")
    made: dict[str, Json] = {}
    for number, value in _fields(data):
        name, inner = shape.get(number, ("", ""))
        if not name:
            continue
        if name.endswith("{}"):
            entry = dict(_fields(value)) if isinstance(value, bytes) else {}
            key = entry.get(1, b"")
            found = made.setdefault(name[:-2], {})
            assert isinstance(found, dict)
            found[_text(key) if isinstance(key, bytes) else ""] = _value(inner, entry.get(2, b""), depth)
        elif name.endswith("*"):
            listed = made.setdefault(name[:-1], [])
            assert isinstance(listed, list)
            listed.append(_value(inner, value, depth))
        else:
            read = _value(inner, value, depth)
            if read not in ("", None) and (read != 0 or inner in ("b", "x") or name in _ZERO_MEANS):
                made[name] = read
    return {
        name: value for name, value in made.items() if value != {} or name in ("selector", "metadata", "spec")
    }


def _value(shape: Shape, value: int | bytes, depth: int) -> Json:
    if not isinstance(shape, str):
        return _message(shape, value if isinstance(value, bytes) else b"", depth + 1)
    if shape in ("i", "b"):
        number = value if isinstance(value, int) else 0
        if shape == "b":
            return bool(number)
        return number - (1 << 64) if number >= 1 << 63 else number
    data = value if isinstance(value, bytes) else b""
    if shape == "s":
        return _text(data)
    fields = dict(_fields(data))
    first = fields.get(1, 0 if shape != "q" else b"")
    if shape == "q":
        return _text(first) if isinstance(first, bytes) else "0"
    if shape == "t":
        return format_time(first * 1000) if isinstance(first, int) and 0 < first < 1 << 40 else None
    said = fields.get(3, b"")
    if first == 1:
        return _text(said) if isinstance(said, bytes) else ""
    return _value("i", fields.get(2, 0), depth)
