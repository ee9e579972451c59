"""The limits of the model, for the page about exactness: what happens here instead, and where it shows.

The names of pod fields and kinds come from the core, so that the page is complete."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

import scheduler_core as core
from playground.inspector.not_modelled import left_out
from playground.texts import messages


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the table. `names` are fields and kinds, which are not translated."""

    subject: str
    names: tuple[str, ...]
    here: str
    notice: str


def rows() -> tuple[Row, ...]:
    """The table in the language of the request."""
    return (*_fields(), _kinds(), *_scheduler(), *_beyond())


def _fields() -> tuple[Row, ...]:
    subject = _("A field of pods")
    notice = _("The board marks pods with this field; the Why and the import report name it.")
    return tuple(Row(subject, (field.path,), field.words, notice) for field in left_out(core.POD_FIELDS))


def _kinds() -> Row:
    return Row(
        _("Objects that admission or the scheduler would read"),
        tuple(core.DECIDING_KINDS),
        _("They are left out: no default requests are set, and no quota and no webhook refuses a pod."),
        _("In the import report, object by object, and in pods that get no requests or are not refused."),
    )


def _scheduler() -> tuple[Row, ...]:
    return (
        Row(
            _("Extenders of the scheduler"),
            ("extenders",),
            _("They are not called. Plugins written in Python take part instead."),
            _("In a configuration with extenders; the import report names the field."),
        ),
        Row(
            _("CEL in the selectors of devices"),
            ("DeviceClass", "ResourceClaim", "ResourceClaimTemplate"),
            _(
                "Comparisons, logic, has(), in, exists(), all(), cel.bind() and the functions of texts, "
                "quantities and versions are evaluated. Any other expression makes the attempt fail with an "
                "error."
            ),
            _("In the import report, and in the message of the pod that needs the selector."),
        ),
        Row(
            _("Feature gates that nothing in the model reads"),
            core.gates_without_rule(core.parse_minor(core.OFFERED[0])),
            _("They can be set, and change nothing."),
            _("In clusters that turned them on or off."),
        ),
        Row(
            _("The search in parallel"),
            ("parallelism",),
            _("Nodes are judged one after the other, not 16 at a time."),
            _(
                "In clusters of 100 nodes or more: in which nodes were still judged after enough of them "
                "fitted."
            ),
        ),
        Row(
            _("Old releases"),
            ("SelectorSpread",),
            messages.fill(
                _(
                    "Releases before {version} only differ in which features are on by default, in how pods "
                    "end and, up to 1.23, in how pods are spread. The plugin that spread the pods of a "
                    "Service before 1.20 does not exist here."
                ),
                {"version": min(core.HELD, key=core.parse_version)},
            ),
            _(
                "In scenarios of an old version: on which nodes the pods of a Service run, and decisions by "
                "other rules that have changed."
            ),
        ),
    )


def _beyond() -> tuple[Row, ...]:
    return (
        Row(
            _("Claims of generic ephemeral volumes"),
            ("volumes[].ephemeral",),
            _("No controller creates these claims. A claim that is imported is used."),
            _("In pods that wait for the controller to create the claim; the import report says so."),
        ),
        Row(
            _("Where volumes are provisioned"),
            ("topologyKeys", "allowedTopologies"),
            _(
                "If the CSINode names topologyKeys, only the zone of its node reaches a new volume; "
                "otherwise all nodes that its StorageClass allows."
            ),
            _("When the text has no CSINode: in pods that move to another zone together with their volume."),
        ),
        Row(
            _("Drivers of devices"),
            ("ResourceSlice",),
            _(
                "They prepare devices without taking any time. The slices of an absent driver stay, "
                "although a kubelet removes them after 30 seconds."
            ),
            _("In pods that are still scheduled to a node whose driver has been absent for longer."),
        ),
        Row(
            _("ConfigMaps, Secrets and service accounts"),
            ("configMap", "secret", "serviceAccountName"),
            _("They are not stored, and their existence is not checked: a pod that names one starts."),
            _(
                "A real cluster shows CreateContainerConfigError or FailedMount, or refuses the pod (403); "
                "the import report names what a pod needs."
            ),
        ),
        Row(
            _("The network of pods"),
            ("clusterIP", "internalTrafficPolicy", "trafficDistribution"),
            _(
                "No connection is simulated. EndpointSlices are kept, and the row of a Service shows the "
                "endpoints among which kube-proxy would choose; addresses that no status gives are made up."
            ),
            _(
                "In addresses, and in Services that prefer endpoints of the same node or zone; the import "
                "report names their fields."
            ),
        ),
        Row(
            _("Pod Security Admission"),
            (core.POD_SECURITY,),
            _("No pod is refused because of its security context."),
            _(
                "In pods that a real cluster refuses (403); the import report names the label of the "
                "namespace."
            ),
        ),
        Row(
            _("Resource managers of the kubelet"),
            ("cpuManagerPolicy", "memoryManagerPolicy", "topologyManagerPolicy"),
            _("They are off: no kubelet refuses a pod because of exclusive CPUs or NUMA nodes."),
            _(
                "In pods that a real kubelet refuses with TopologyAffinityError or UnexpectedAdmissionError; "
                "the import report names the fields of the KubeletConfiguration."
            ),
        ),
        Row(
            _("In-place resize"),
            ("PodResizePending",),
            _("The scheduler reads what the status says, but no kubelet carries a resize out."),
            _("In pods whose status never follows a changed request."),
        ),
        Row(
            _("Autoscalers"),
            ("HorizontalPodAutoscaler", "ClusterAutoscaler"),
            _("Nothing adds nodes or changes replicas."),
            _("In pods that stay pending although a real cluster would grow."),
        ),
    )
