"""Components of a cluster."""

from __future__ import annotations

from collections.abc import Mapping

from playground.terms.card import COMPONENT, CardWords, gettext_noop

COMPONENTS: Mapping[str, CardWords] = {
    "kube-scheduler": CardWords(
        COMPONENT,
        gettext_noop(
            "Chooses a node for each pod that has none: it takes one pod at a time from its queue, filters "
            "the nodes, scores those that passed, and binds the pod to the best one."
        ),
        "/reference/command-line-tools-reference/kube-scheduler/",
        shows=("Scheduled", "FailedScheduling"),
    ),
    "kubelet": CardWords(
        COMPONENT,
        gettext_noop(
            "The agent on each node. It starts the containers of the pods that are bound to its node, ends "
            "them, and reports what it sees. Only it knows whether a process has really ended."
        ),
        "/reference/command-line-tools-reference/kubelet/",
        shows=("Killing", "Evicted"),
    ),
    "kube-apiserver": CardWords(
        COMPONENT,
        gettext_noop(
            "The API server: all components read and write objects through it. It checks each request and "
            "stores the object; it knows objects, not processes."
        ),
        "/reference/command-line-tools-reference/kube-apiserver/",
        shows=("deletionGracePeriodSeconds", "deletionTimestamp"),
    ),
    "kube-controller-manager": CardWords(
        COMPONENT,
        gettext_noop(
            "Runs the controllers. Each watches one kind of object and works towards what the object asks "
            "for, such as a number of replicas."
        ),
        "/reference/command-line-tools-reference/kube-controller-manager/",
        shows=("SuccessfulCreate", "NodeNotReady"),
    ),
}
