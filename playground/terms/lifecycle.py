"""Fields, hooks, probes and signals of a pod's life and end, and what holds objects."""

from __future__ import annotations

from collections.abc import Mapping

from playground.terms.card import FIELD, VALUE, CardWords, gettext_noop

LIFECYCLE: Mapping[str, CardWords] = {
    "terminationGracePeriodSeconds": CardWords(
        FIELD,
        gettext_noop(
            "Seconds between the request to delete a pod and SIGKILL; 30 by default. A preStop hook "
            "runs within this time, and what it uses is missing after SIGTERM."
        ),
        "/concepts/workloads/pods/pod-lifecycle/#pod-termination",
        formula=gettext_noop(
            "seconds after SIGTERM = terminationGracePeriodSeconds − duration of preStop, at least 2"
        ),
        also=("spec.terminationGracePeriodSeconds",),
        shows=("terminationGracePeriodSeconds",),
    ),
    "deletionGracePeriodSeconds": CardWords(
        FIELD,
        gettext_noop(
            "The grace period of a running deletion. Another deletion can shorten it, never prolong it."
        ),
        "/concepts/workloads/pods/pod-lifecycle/#pod-termination",
        also=("metadata.deletionGracePeriodSeconds",),
        shows=("terminationGracePeriodSeconds",),
    ),
    "deletionTimestamp": CardWords(
        FIELD,
        gettext_noop(
            "Set when an object is being deleted. The object stays until its kubelet has confirmed "
            "the end of the processes and all finalizers are gone."
        ),
        "/concepts/workloads/pods/pod-lifecycle/#pod-termination",
        also=("metadata.deletionTimestamp",),
        shows=("terminationGracePeriodSeconds",),
    ),
    "preStop": CardWords(
        FIELD,
        gettext_noop("A hook that the kubelet runs before it sends SIGTERM. It is part of the grace period."),
        "/concepts/containers/container-lifecycle-hooks/",
        also=("lifecycle.preStop",),
        shows=("preStop",),
    ),
    "postStart": CardWords(
        FIELD,
        gettext_noop(
            "A hook that runs right after a container has started. The container counts as started "
            "only when the hook has ended; a failed hook kills it."
        ),
        "/concepts/containers/container-lifecycle-hooks/",
        also=("lifecycle.postStart",),
        shows=("postStart",),
    ),
    "livenessProbe": CardWords(
        FIELD,
        gettext_noop(
            "A check that the kubelet repeats. After failureThreshold failures in a row it restarts "
            "the container."
        ),
        "/concepts/configuration/liveness-readiness-startup-probes/",
        shows=("livenessProbe",),
    ),
    "readinessProbe": CardWords(
        FIELD,
        gettext_noop(
            "A check that says whether a container can serve. While it fails, the pod is not Ready "
            "and gets no traffic from its Services."
        ),
        "/concepts/configuration/liveness-readiness-startup-probes/",
        shows=("livenessProbe",),
    ),
    "startupProbe": CardWords(
        FIELD,
        gettext_noop("A check for slow starts. Until it succeeds, the other probes do not run."),
        "/concepts/configuration/liveness-readiness-startup-probes/",
        shows=("startupProbe",),
    ),
    "restartPolicy": CardWords(
        FIELD,
        gettext_noop(
            "Always, OnFailure or Never: whether the kubelet starts a container again that has ended. "
            "It concerns the containers of a pod; a pod that has failed is never started again."
        ),
        "/concepts/workloads/pods/pod-lifecycle/#restart-policy",
        also=("spec.restartPolicy",),
        shows=("restartPolicy",),
    ),
    "SIGTERM": CardWords(
        VALUE,
        gettext_noop(
            "The signal that asks a process to end. The process may finish its work until the grace "
            "period is over, or ignore the signal."
        ),
        "/concepts/workloads/pods/pod-lifecycle/#pod-termination",
        shows=("terminationGracePeriodSeconds",),
    ),
    "SIGKILL": CardWords(
        VALUE,
        gettext_noop(
            "The signal that ends a process at once. The kubelet sends it when the grace period is "
            "over; no process can ignore it."
        ),
        "/concepts/workloads/pods/pod-lifecycle/#pod-termination",
        shows=("terminationGracePeriodSeconds",),
    ),
    "finalizers": CardWords(
        FIELD,
        gettext_noop(
            "Names of controllers that must do something before an object may go. An object that is "
            "being deleted stays until the list is empty."
        ),
        "/concepts/overview/working-with-objects/finalizers/",
        also=("metadata.finalizers",),
        shows=("finalizers",),
    ),
    "ownerReferences": CardWords(
        FIELD,
        gettext_noop(
            "The objects to which an object belongs. The garbage collector deletes it when none of "
            "its owners exists any more."
        ),
        "/concepts/overview/working-with-objects/owners-dependents/",
        also=("metadata.ownerReferences",),
        shows=("ownerReferences",),
    ),
}
