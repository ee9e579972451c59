"""The two truths of one machine, row by row: the object in the API server, and the process that runs.

A row is `{"uid", "pod", "process", "state", "knowsDeletion", "pairing", "countdown", "notReady", "lines"}`. A
pod and a process with the same uid share a row. `pod` is the key of the object or null, `process` the key
of the process's view or null, `state` what the process does (`running`, `terminating`, or null when none
runs), `countdown` what the object waits for (see `countdown.py`), `notReady` whether the object is
Running without being ready because its node is not ready, `lines` what is said of the process (see
`process_lines.py`). `pairing` is one of:

- `same`: the object and the process agree
- `differs`: both exist and disagree: the kubelet does not handle the deletion, or ends a pod that is not
  deleted
- `no_object`: a process runs, but the API server has no object with its uid
- `no_process`: the object exists, but no process of it runs
- `over`: the pod has finished and no process of it runs, but its object is still there
- `not_heard`: the pod is bound, and its node has not reported anything of it yet
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from scheduler_core.kubelet.node.processes import Process
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import Pod


@dataclass(frozen=True, slots=True)
class Row:
    uid: str
    pod: str | None
    process: Process | None
    pairing: str

    def to_json(
        self,
        key_of: Callable[[Process], str | None],
        countdown: Json,
        lines: Sequence[Json] = (),
        *,
        not_ready: bool = False,
    ) -> Json:
        """The row as JSON. `key_of` returns the key of the process's view, None when it has none; `lines` are
        the lines about the process."""
        return {
            "uid": self.uid,
            "pod": self.pod,
            "process": None if self.process is None else key_of(self.process),
            "state": None if self.process is None else self.process.state,
            "knowsDeletion": self.process is not None and self.process.knows_deletion,
            "pairing": self.pairing,
            "countdown": countdown,
            "notReady": not_ready,
            "lines": list(lines),
        }


def rows(pods: Iterable[Pod], processes: Iterable[Process]) -> list[Row]:
    """The rows of a node. `pods` are those bound to it, in the order of the rows. Processes without an
    object come last."""
    alive = {process.pod.uid: process for process in processes if process.state != "dead"}
    bound = []
    for pod in pods:
        process = alive.pop(pod.uid, None)
        bound.append(Row(pod.uid, pod.key, process, _pairing(pod, process)))
    return [*bound, *(Row(uid, None, process, "no_object") for uid, process in alive.items())]


def _pairing(pod: Pod, process: Process | None) -> str:
    if process is None and pod.finished:
        return "over"
    if process is None:
        return "not_heard" if pod.status.phase in ("", "Pending") else "no_process"
    agrees = process.knows_deletion if pod.terminating else process.state == "running"
    return "same" if agrees else "differs"


def not_ready_with_its_node(pod: Pod, node: Node | None) -> bool:
    """Whether the pod keeps its phase Running but not its condition Ready, because its node is not ready.
    Source: pkg/controller/nodelifecycle `MarkPodsNotReady` (v1.34), which leaves the phase as it is.
    """
    return pod.status.phase == "Running" and not pod.ready and not (node is not None and node.ready)


def worth_two_racks(node_rows: Sequence[Row], *, apart: bool, only_store: bool) -> bool:
    """Whether the API server's objects and the processes of a node are drawn separately: a process without an
    object runs there, or the machine is apart.

    `only_store` means that the node is apart only because the API server does not reach its store. That cuts
    off every node, so two racks are drawn only when a row differs.
    """
    if any(row.pairing == "no_object" for row in node_rows):
        return True
    lasting = [row.pairing for row in node_rows if row.pairing != "over"]
    differs = any(pairing != "same" for pairing in lasting)
    return apart and bool(lasting) and (differs or not only_store)
