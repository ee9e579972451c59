"""Licences: a node has so many licences, a pod may need one; a pod of higher priority can take one over."""

from scheduler_core.scheduler.framework.binding import NOTHING_RESERVED, PreBindResult, ReserveResult
from scheduler_core.scheduler.framework.diagnosis.explanation import Note
from scheduler_core.scheduler.framework.post_filter import Candidate, PostFilterOutcome, Preemption, Victim
from scheduler_core.scheduler.framework.reads import Reads
from scheduler_core.scheduler.framework.status import SUCCESS, Code, Status, unschedulable

NAME = "Licences"


class Licence:
    """What Reserve keeps for PreBind."""

    def __init__(self, number):
        self.number = number

    def to_json(self):
        return self.number


class Plugin:
    reads = Reads.POD | Reads.NODE | Reads.PODS_OF_NODE

    def __init__(self, args):
        self.label = args.get("label", "licence")

    def holders(self, node):
        return [pod for pod in node.pods if self.label in pod.labels]

    def total(self, node):
        return int(node.labels.get("licences", "0"))

    def filter(self, state, pod, node):
        if self.label not in pod.labels or len(self.holders(node)) < self.total(node):
            return SUCCESS
        return unschedulable(NAME, "node(s) had no licence left")

    def explain(self, state, pod, node, bare):
        names = ", ".join(holder.name for holder in self.holders(node)) or "none"
        return (Note(f"{self.total(node)} licences, used by: {names}"),)

    def post_filter(self, handle, statuses):
        """Evicts the least important holder of a licence, on the first node where that is enough."""
        for node in statuses.curable().nodes:
            for holder in sorted(self.holders(node), key=lambda other: other.priority):
                if holder.priority >= handle.pod.priority:
                    break
                state, copy = handle.state.clone(), node.copy()
                handle.remove_pod(state, copy, holder)
                if handle.filter_node(state, copy).code is Code.SUCCESS:
                    victim = Victim(holder.key, holder.uid, holder.priority, holder.terminating)
                    found = Candidate(node.name, (victim,), violations=0)
                    seen = Preemption(True, candidates=(found,), selected=(node.name,), chosen=node.name)
                    return PostFilterOutcome(Code.SUCCESS, "", node.name, seen)
        return PostFilterOutcome(Code.UNSCHEDULABLE, "licences: no holder can be evicted.", None, None)

    def reserve(self, snapshot, pod, node_name):
        if self.label not in pod.labels:
            return NOTHING_RESERVED
        return ReserveResult(reserved=Licence(len(self.holders(snapshot.get(node_name))) + 1))

    def unreserve(self, handle, pod, node_name, reserved):
        """Nothing was noted outside of `reserved`."""

    def pre_bind(self, handle, pod, node_name, reserved):
        """Writes the licence's number into the pod, before the pod is bound."""
        if reserved is None:
            return PreBindResult()
        stored = handle.api.pods[pod.key].manifest
        annotations = {**stored["metadata"].get("annotations", {}), "licence": str(reserved.number)}
        metadata = {**stored["metadata"], "annotations": annotations}
        result = handle.api.replace("Pod", pod.key, {**stored, "metadata": metadata})
        refused = getattr(result, "text", "")
        return PreBindResult(Status(Code.ERROR, (refused,), NAME) if refused else SUCCESS)
