"""The policies of pods, their containers and their status.

Of commands only `sleep N` is kept, which says how long a hook or an init container takes (docs/behaviour.md).
Of probes and hooks the kind, the port and the timing are kept.
"""

from __future__ import annotations

from scheduler_core.apiserver.documents.kept.common import (
    ADDRESS,
    AMOUNTS,
    CONDITIONS,
    LABEL_SELECTOR,
    LABELS,
    METADATA,
    NODE_SELECTOR,
    NODE_SELECTOR_TERM,
    RESOURCES,
    TIME,
    WORD,
    kept,
    named,
)
from scheduler_core.apiserver.documents.kept.images import IMAGE, REMOVED
from scheduler_core.apiserver.documents.kept.policy import (
    KEPT,
    NAME,
    Fields,
    ListOf,
    Replaced,
    Variables,
    shaped,
)
from scheduler_core.apiserver.documents.kept.volumes import POD_VOLUME
from scheduler_core.objects.manifest import Json, strings
from scheduler_core.objects.scalars.sleeping import sleep_in


def _only_sleep(value: Json) -> Json:
    slept = sleep_in(strings(value))
    return None if slept is None else ["sleep", slept]


def _sleep_or_removed(value: Json) -> Json:
    if not isinstance(value, (list, tuple)) or not value:
        return None
    return _only_sleep(value) or [REMOVED]


_COMMAND = Replaced(_only_sleep)
_PORT = shaped(r"[-a-z0-9]{1,15}|[0-9]{1,5}", name=False)
_HANDLERS = {
    "exec": Fields({"command": Replaced(_sleep_or_removed)}),
    "httpGet": Fields({"port": _PORT, "scheme": WORD}),
    "tcpSocket": Fields({"port": _PORT}),
}
_HOOK = Fields({**_HANDLERS, "sleep": Fields(kept("seconds"))})
_PROBE = Fields(
    {
        **_HANDLERS,
        "grpc": Fields({"port": _PORT}),
        **kept(
            "initialDelaySeconds",
            "timeoutSeconds",
            "periodSeconds",
            "successThreshold",
            "failureThreshold",
            "terminationGracePeriodSeconds",
        ),
    }
)
_FIELD_PATH = shaped(r"(?:metadata|spec|status)\.[a-zA-Z]{1,40}(?:\[[^\]]{1,253}\])?")
_KEY_REFERENCE = Fields({**named("name", "key"), "optional": KEPT})
_VARIABLE = Fields(
    {
        "name": NAME,
        "valueFrom": Fields(
            {
                "configMapKeyRef": _KEY_REFERENCE,
                "secretKeyRef": _KEY_REFERENCE,
                "fieldRef": Fields({"apiVersion": WORD, "fieldPath": _FIELD_PATH}),
                "resourceFieldRef": Fields({"containerName": NAME, "resource": WORD, "divisor": KEPT}),
            }
        ),
    }
)
_OPTIONAL = Fields({"name": NAME, "optional": KEPT})
_CONTAINER = Fields(
    {
        "name": NAME,
        "image": IMAGE,
        "imagePullPolicy": shaped("Always|IfNotPresent|Never"),
        "command": _COMMAND,
        "args": _COMMAND,
        "env": Variables(_VARIABLE),
        "envFrom": ListOf(Fields({"configMapRef": _OPTIONAL, "secretRef": _OPTIONAL})),
        "ports": ListOf(
            Fields(
                {
                    **kept("containerPort", "hostPort"),
                    "hostIP": ADDRESS,
                    "name": _PORT,
                    "protocol": KEPT,
                }
            )
        ),
        "resources": RESOURCES,
        "restartPolicy": KEPT,
        "restartPolicyRules": ListOf(
            Fields(
                {
                    "action": KEPT,
                    "exitCodes": Fields({"operator": KEPT, "values": ListOf(KEPT)}),
                }
            )
        ),
        "lifecycle": Fields({"preStop": _HOOK, "postStart": _HOOK, "stopSignal": WORD}),
        **dict.fromkeys(("livenessProbe", "readinessProbe", "startupProbe"), _PROBE),
        "volumeMounts": ListOf(Fields({"name": NAME, "readOnly": KEPT})),
        "volumeDevices": ListOf(Fields({"name": NAME})),
    }
)

_POD_TERM = Fields(
    {
        "labelSelector": LABEL_SELECTOR,
        "namespaceSelector": LABEL_SELECTOR,
        "topologyKey": NAME,
        **dict.fromkeys(("namespaces", "matchLabelKeys", "mismatchLabelKeys"), ListOf(NAME)),
    }
)
_POD_AFFINITY = Fields(
    {
        "requiredDuringSchedulingIgnoredDuringExecution": ListOf(_POD_TERM),
        "preferredDuringSchedulingIgnoredDuringExecution": ListOf(
            Fields({"weight": KEPT, "podAffinityTerm": _POD_TERM})
        ),
    }
)
AFFINITY = Fields(
    {
        "nodeAffinity": Fields(
            {
                "requiredDuringSchedulingIgnoredDuringExecution": NODE_SELECTOR,
                "preferredDuringSchedulingIgnoredDuringExecution": ListOf(
                    Fields({"weight": KEPT, "preference": NODE_SELECTOR_TERM})
                ),
            }
        ),
        "podAffinity": _POD_AFFINITY,
        "podAntiAffinity": _POD_AFFINITY,
    }
)
TOLERATION = Fields({**kept("operator", "effect", "tolerationSeconds"), **named("key", "value")})
_SPREAD = Fields(
    {
        **kept("maxSkew", "whenUnsatisfiable", "minDomains", "nodeAffinityPolicy", "nodeTaintsPolicy"),
        "topologyKey": NAME,
        "labelSelector": LABEL_SELECTOR,
        "matchLabelKeys": ListOf(NAME),
    }
)
POD_SPEC = Fields(
    {
        **kept(
            "schedulerName",
            "priority",
            "preemptionPolicy",
            "restartPolicy",
            "terminationGracePeriodSeconds",
            "activeDeadlineSeconds",
            "hostNetwork",
        ),
        **named(
            "nodeName",
            "priorityClassName",
            "hostname",
            "subdomain",
            "serviceAccountName",
            "runtimeClassName",
        ),
        "nodeSelector": LABELS,
        "affinity": AFFINITY,
        "tolerations": ListOf(TOLERATION),
        "topologySpreadConstraints": ListOf(_SPREAD),
        "schedulingGates": ListOf(Fields({"name": NAME})),
        "readinessGates": ListOf(Fields({"conditionType": WORD})),
        "overhead": AMOUNTS,
        "resources": RESOURCES,
        "resourceClaims": ListOf(Fields(named("name", "resourceClaimName", "resourceClaimTemplateName"))),
        "containers": ListOf(_CONTAINER),
        "initContainers": ListOf(_CONTAINER),
        "volumes": ListOf(POD_VOLUME),
        "os": Fields({"name": WORD}),
    }
)
POD_TEMPLATE = Fields({**kept("apiVersion", "kind"), "metadata": METADATA, "spec": POD_SPEC})

_ENDED = Fields(
    {
        **kept("exitCode", "signal"),
        "reason": WORD,
        **dict.fromkeys(("startedAt", "finishedAt"), TIME),
    }
)
_STATE = Fields(
    {
        "waiting": Fields({"reason": WORD}),
        "running": Fields({"startedAt": TIME}),
        "terminated": _ENDED,
    }
)
_CONTAINER_STATUS = Fields(
    {
        "name": NAME,
        "image": IMAGE,
        **kept("ready", "started", "restartCount"),
        "state": _STATE,
        "lastState": _STATE,
        "allocatedResources": AMOUNTS,
        "resources": RESOURCES,
    }
)
POD_STATUS = Fields(
    {
        **dict.fromkeys(("phase", "reason", "resize"), WORD),
        "qosClass": shaped("Guaranteed|Burstable|BestEffort"),
        "observedGeneration": KEPT,
        "nominatedNodeName": NAME,
        "startTime": TIME,
        "conditions": CONDITIONS,
        "podIP": ADDRESS,
        "podIPs": ListOf(Fields({"ip": ADDRESS})),
        "containerStatuses": ListOf(_CONTAINER_STATUS),
        "initContainerStatuses": ListOf(_CONTAINER_STATUS),
        "resourceClaimStatuses": ListOf(Fields(named("name", "resourceClaimName"))),
        "extendedResourceClaimStatus": Fields(
            {
                "resourceClaimName": NAME,
                "requestMappings": ListOf(
                    Fields({**named("containerName", "requestName"), "resourceName": KEPT})
                ),
            }
        ),
    }
)
