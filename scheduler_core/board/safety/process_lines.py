"""The lines about a process on a machine whose state may differ from the API server's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scheduler_core.kubelet.node.processes import Process
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.scalars.seconds import seconds


def process_lines(
    process: Process, pod: Pod | None, *, ghost: bool, writes: Sequence[str], lease: Json
) -> list[Json]:
    """The lines `{"say", "args"}`, the state first.

    `pod` is the object of the row, None when it has none; `ghost` means that the API server has no object
    with the uid of the process. `writes` are the claims to which it may write. `lease` is the second at which
    a silent node renewed its lease last, None for any other node.

    - `running`, `terminating`, `ghost`, `ghost_ending`: what the process does
    - `kills_in` `{"until"}`: the second of SIGKILL, which may be over
    - `knows_nothing`: the pod is being deleted, and its kubelet has not heard of it
    - `reported` `{"at"}`: the second up to which its node has reported the status
    - `writes` `{"claims"}`
    """
    return [{"say": say, "args": args} for say, args in _lines(process, pod, ghost, writes, lease)]


def _lines(
    process: Process, pod: Pod | None, ghost: bool, writes: Sequence[str], lease: Json
) -> Iterator[tuple[str, dict[str, Json]]]:
    ending = process.state == "terminating"
    if ghost:
        yield "ghost_ending" if ending else "ghost", {}
    else:
        yield "terminating" if ending else "running", {}
    if ending and process.deadline_ms is not None:
        yield "kills_in", {"until": seconds(process.deadline_ms)}
    if pod is not None and not ending:
        if pod.terminating and not process.knows_deletion:
            yield "knows_nothing", {}
        elif lease is not None and not writes:
            yield "reported", {"at": lease}
    if writes:
        yield "writes", {"claims": list[Json](writes)}
