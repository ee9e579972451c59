"""A Pod from its description. Source: `describePod` and `describeContainers` of kubectl (v0.20 to v0.36)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from playground.texts.manifests.described.sections import (
    NO_SECTION,
    NOTHING,
    Section,
    before,
    moment,
    value_of,
)
from scheduler_core import DESCRIBED_ANNOTATION

_TOLERATION = re.compile(
    r"((?:(?!op=)[^\s=:]+)?)(?:=([^\s:]*))?(?::(NoSchedule|PreferNoSchedule|NoExecute))?"
    r"\s?(?:op=(Exists|Equal|Lt|Gt))?(?:\s?for (\d{1,18})s)?\Z"
)
_CONSTRAINT = re.compile(r"(\S+):(DoNotSchedule|ScheduleAnyway) when max skew (\d{1,9}) is exceeded(.*)\Z")
_COMMAS = re.compile(r",(?![^(]*\))")
_SET = re.compile(r"(\S+) (in|notin) \(([^)]*)\)\Z")
_PORT = re.compile(r"(\d{1,5})/(TCP|UDP|SCTP)")
_PROBE = re.compile(
    r"(http-get|tcp-socket|exec|grpc) (.*?)\s?delay=(\d{1,9})s timeout=(\d{1,9})s period=(\d{1,9})s "
    r"#success=(\d{1,9}) #failure=(\d{1,9})\Z"
)
_TERMINATING = re.compile(r"Terminating(?: \(lasts (.*)\))?")
PHASES = frozenset(("Pending", "Running", "Succeeded", "Failed", "Unknown"))
_PROBES = (("Liveness", "livenessProbe"), ("Readiness", "readinessProbe"), ("Startup", "startupProbe"))


def pod(read: Mapping[str, Section], newest: str) -> dict[str, Any]:
    """The manifest. `newest` is the newest moment that the text names, from which the age of a deletion
    counts."""
    metadata: dict[str, Any] = {
        "name": value_of(read, "Name"),
        "namespace": value_of(read, "Namespace") or "default",
        "labels": read.get("Labels", NO_SECTION).pairs(),
        "annotations": {**annotations_of(read.get("Annotations", NO_SECTION)), DESCRIBED_ANNOTATION: "true"},
        "ownerReferences": owners(value_of(read, "Controlled By")),
    }
    status: dict[str, Any] = {
        "phase": value_of(read, "Status").split(" ")[0],
        "reason": value_of(read, "Reason"),
        "startTime": moment(value_of(read, "Start Time")),
        "podIP": value_of(read, "IP"),
        "nominatedNodeName": value_of(read, "NominatedNodeName"),
        "qosClass": value_of(read, "QoS Class"),
        "conditions": _with_refusal(read),
    }
    metadata |= _deletion(read, status, newest)
    node, _, address = value_of(read, "Node").partition("/")
    status["hostIP"] = address
    containers, statuses = _containers(read.get("Containers", NO_SECTION))
    inits, init_statuses = _containers(read.get("Init Containers", NO_SECTION))
    status |= {"containerStatuses": statuses, "initContainerStatuses": init_statuses}
    if any("running" in entry.get("state", {}) for entry in statuses):
        _mark_sidecars(inits, init_statuses)
    selector = {**read.get("Node-Selectors", NO_SECTION).pairs()}
    priority = value_of(read, "Priority")
    spec = {
        "nodeName": node,
        "priority": int(priority) if re.fullmatch(r"-?\d{1,10}", priority) else None,
        "priorityClassName": value_of(read, "Priority Class Name"),
        "runtimeClassName": value_of(read, "Runtime Class Name"),
        "serviceAccountName": value_of(read, "Service Account"),
        "nodeSelector": selector,
        "tolerations": list(_tolerations(read.get("Tolerations", NO_SECTION).entries())),
        "topologySpreadConstraints": list(
            _constraints(read.get("Topology Spread Constraints", NO_SECTION).entries())
        ),
        "readinessGates": [
            {"conditionType": cells[0]} for _, cells in read.get("Readiness Gates", NO_SECTION).rows(2)
        ],
        "resources": _resources(read.get("Resources", NO_SECTION).blocks()),
        "initContainers": inits,
        "containers": containers,
        "volumes": list(_volumes(read.get("Volumes", NO_SECTION).blocks())),
    }
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": filled(metadata),
        "spec": filled(spec),
        "status": filled(status),
    }


def filled(values: Mapping[str, Any]) -> dict[str, Any]:
    """The entries that say something."""
    return {name: value for name, value in values.items() if value not in (None, "", [], {})}


def annotations_of(section: Section) -> dict[str, str]:
    """`key: value` entries; an entry of several lines is left out."""
    pairs = (entry.partition(": ") for entry in section.entries())
    return {key: value for key, colon, value in pairs if colon and " " not in key}


def owners(controller: str) -> list[dict[str, Any]]:
    """The owner that `Controlled By: Kind/name` names; its uid is not printed."""
    kind, slash, name = controller.partition("/")
    if not slash:
        return []
    groups = {"Job": "batch/v1", "Node": "v1", "ReplicationController": "v1", "CronJob": "batch/v1"}
    version = groups.get(kind, "apps/v1")
    owner = {"apiVersion": version, "kind": kind, "name": name, "uid": f"{kind}/{name}"}
    return [{**owner, "controller": True}]


def conditions(section: Section) -> list[dict[str, Any]]:
    """Conditions of which only type and status are printed."""
    return [{"type": cells[0], "status": cells[1]} for _, cells in section.rows(2)]


def _with_refusal(read: Mapping[str, Section]) -> list[dict[str, Any]]:
    """The conditions; that of the scheduler has the message of its newest Event, the last one."""
    made = conditions(read.get("Conditions", NO_SECTION))
    rows = [cells for _, cells in read.get("Events", NO_SECTION).rows(5) if len(cells) == 5]
    refusal = next((cells[4] for cells in reversed(rows) if cells[1] == "FailedScheduling"), "")
    for condition in made:
        if refusal and condition == {"type": "PodScheduled", "status": "False"}:
            condition |= {"reason": "Unschedulable", "message": refusal}
    return made


def _deletion(read: Mapping[str, Section], status: dict[str, Any], newest: str) -> dict[str, Any]:
    """deletionTimestamp and grace of a Terminating pod, whose phase is not printed."""
    ends = _TERMINATING.match(value_of(read, "Status"))
    if ends is None:
        return {}
    ran = any("Running" in line for _, line in read.get("Containers", NO_SECTION).lines)
    status["phase"] = "Running" if ran else "Pending"
    grace = re.match(r"\d{1,9}", value_of(read, "Termination Grace Period"))
    ended = before(newest, ends[1] or "")
    seconds = int(grace[0]) if grace else 30
    return {"deletionTimestamp": ended, "deletionGracePeriodSeconds": seconds} if ended else {}


def _tolerations(entries: Sequence[str]) -> Iterator[dict[str, Any]]:
    for entry in entries:
        match = _TOLERATION.match(entry)
        if match is None:
            continue
        key, value, effect, operator, seconds = match.groups()
        made = {"key": key, "value": value, "effect": effect, "operator": operator or "Equal"}
        if not key and not value:
            made["operator"] = "Exists"
        yield filled({**made, "tolerationSeconds": int(seconds) if seconds else None})


def _constraints(entries: Sequence[str]) -> Iterator[dict[str, Any]]:
    for entry in entries:
        match = _CONSTRAINT.match(entry)
        if match is None:
            continue
        selector = match[4].strip().removeprefix("for selector").strip()
        yield filled(
            {
                "maxSkew": int(match[3]),
                "topologyKey": match[1],
                "whenUnsatisfiable": match[2],
                "labelSelector": _selector(selector),
            }
        )


def _selector(text: str) -> dict[str, Any] | None:
    """A label selector as `metav1.FormatLabelSelector` writes it; None where nothing is written."""
    if text in NOTHING:
        return None
    labels: dict[str, str] = {}
    expressions: list[dict[str, Any]] = []
    for part in (part.strip() for part in _COMMAS.split(text)):
        chosen = _SET.match(part)
        key, equals, value = part.partition("=")
        if chosen is not None:
            operator = "In" if chosen[2] == "in" else "NotIn"
            expressions.append({"key": chosen[1], "operator": operator, "values": chosen[3].split(",")})
        elif equals:
            labels[key] = value
        elif part:
            operator = "DoesNotExist" if part.startswith("!") else "Exists"
            expressions.append({"key": part.removeprefix("!"), "operator": operator})
    return filled({"matchLabels": labels, "matchExpressions": expressions})


def _resources(blocks: Mapping[str, Section]) -> dict[str, Any]:
    amounts = {name: blocks.get(name.capitalize(), NO_SECTION).values() for name in ("limits", "requests")}
    return filled(amounts)


def _containers(section: Section) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """(containers, their statuses)."""
    made: list[dict[str, Any]] = []
    statuses: list[dict[str, Any]] = []
    for name, block in section.blocks().items():
        parts = block.blocks()
        probes = {field: _probe(value_of(parts, title)) for title, field in _PROBES}
        container = {
            "name": name,
            "image": value_of(parts, "Image"),
            "ports": _ports(parts),
            "resources": _resources(parts),
            "restartPolicy": value_of(parts, "Restart Policy"),
            **probes,
        }
        made.append(filled(container))
        if "State" in parts:
            statuses.append(_status(name, parts))
    return made, statuses


def _mark_sidecars(inits: list[dict[str, Any]], statuses: Sequence[Mapping[str, Any]]) -> None:
    """Init containers that run beside the containers of a pod are sidecars; kubectl does not print which."""
    running = {entry["name"] for entry in statuses if "running" in entry.get("state", {})}
    for container in inits:
        if container["name"] in running:
            container["restartPolicy"] = "Always"


def _ports(parts: Mapping[str, Section]) -> list[dict[str, Any]]:
    inside = _PORT.findall(value_of(parts, "Port") or value_of(parts, "Ports"))
    outside = _PORT.findall(value_of(parts, "Host Port") or value_of(parts, "Host Ports"))
    hosts = [int(number) for number, _ in outside] + [0] * len(inside)
    return [
        filled({"containerPort": int(number), "protocol": protocol, "hostPort": host or None})
        for (number, protocol), host in zip(inside, hosts, strict=False)
    ]


def _probe(text: str) -> dict[str, Any] | None:
    match = _PROBE.match(text)
    if match is None:
        return None
    kind, what, delay, timeout, period, success, failure = match.groups()
    port = re.search(r":(\d{1,5}|[a-z][-a-z0-9]*)(/\S*)?", what.partition("://")[2] or what)
    number: Any = int(port[1]) if port and port[1].isdecimal() else port[1] if port else 80
    actions: dict[str, dict[str, Any]] = {
        "http-get": {"httpGet": {"path": (port and port[2]) or "/", "port": number}},
        "tcp-socket": {"tcpSocket": {"port": number}},
        "exec": {"exec": {"command": what.strip("[] ").split() or ["true"]}},
        "grpc": {"grpc": {"port": number if isinstance(number, int) else 80}},
    }
    return {
        **actions[kind],
        "initialDelaySeconds": int(delay),
        "timeoutSeconds": int(timeout),
        "periodSeconds": int(period),
        "successThreshold": int(success),
        "failureThreshold": int(failure),
    }


def _status(name: str, parts: Mapping[str, Section]) -> dict[str, Any]:
    restarts = value_of(parts, "Restart Count")
    return filled(
        {
            "name": name,
            "image": value_of(parts, "Image"),
            "imageID": value_of(parts, "Image ID"),
            "containerID": value_of(parts, "Container ID"),
            "ready": value_of(parts, "Ready") == "True",
            "started": value_of(parts, "State") == "Running",
            "restartCount": int(restarts) if restarts.isdecimal() and len(restarts) < 9 else 0,
            "state": _state(parts["State"]),
            "lastState": _state(parts["Last State"]) if "Last State" in parts else {},
        }
    )


def _state(section: Section) -> dict[str, Any]:
    values = section.values()
    started, finished = moment(values.get("Started", "")), moment(values.get("Finished", ""))
    if section.value == "Running":
        return {"running": filled({"startedAt": started})}
    if section.value == "Terminated":
        code = values.get("Exit Code", "0")
        return {
            "terminated": filled(
                {
                    "exitCode": int(code) if re.fullmatch(r"-?\d{1,9}", code) else 0,
                    "reason": values.get("Reason"),
                    "startedAt": started,
                    "finishedAt": finished,
                }
            )
        }
    return {"waiting": filled({"reason": values.get("Reason")})} if section.value == "Waiting" else {}


def _volumes(blocks: Mapping[str, Section]) -> Iterator[dict[str, Any]]:
    """The volumes of the kinds by which something is decided; others stay volumes of an emptyDir, because
    only their name is plain."""
    for name, block in blocks.items():
        parts = block.blocks()
        kind = value_of(parts, "Type").partition(" ")[0]
        if kind == "PersistentVolumeClaim" and value_of(parts, "ClaimName"):
            claim = {"claimName": value_of(parts, "ClaimName")}
            yield {"name": name, "persistentVolumeClaim": claim}
        elif kind == "ConfigMap":
            yield {"name": name, "configMap": {"name": value_of(parts, "Name"), "optional": True}}
        elif kind == "Secret":
            yield {"name": name, "secret": {"secretName": value_of(parts, "SecretName"), "optional": True}}
        elif kind == "HostPath":
            yield {"name": name, "hostPath": {"path": value_of(parts, "Path") or "/"}}
        elif kind in ("EmptyDir", "Projected", "DownwardAPI"):
            yield {"name": name, "emptyDir": {}}
