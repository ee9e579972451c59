"""The processes of a machine while its kubelet does not run: they exit, and the kernel kills some when memory
runs out, but no kubelet notices.
"""

from __future__ import annotations

from scheduler_core.actor import message
from scheduler_core.kubelet.node.hardware import Hardware
from scheduler_core.kubelet.node.node_managers import NodeManagers
from scheduler_core.kubelet.oom.oom_killer import OutOfMemory
from scheduler_core.kubelet.oom.unattended_oom import kill_unattended, next_unattended_oom
from scheduler_core.kubelet.types.act_messages import NodeAct
from scheduler_core.objects.node import Node
from scheduler_core.objects.replacing import replace


def next_ms(hardware: Hardware, managers: NodeManagers, node: Node | None, now_ms: int) -> int | None:
    """The time (ms) of the next exit or kill; None when all processes keep running."""
    oom = _next_oom(hardware, managers, node, now_ms)
    times = (hardware.next_exit_ms(), None if oom is None else oom.at_ms)
    return min((at for at in times if at is not None), default=None)


def act(
    hardware: Hardware, managers: NodeManagers, node: Node | None, name: str, now_ms: int
) -> tuple[Hardware, NodeAct] | None:
    """The machine `name` after one pod's due exits or a due kill, and the act; None when nothing is due."""
    after = dict(hardware.unattended)
    for uid, unattended in after.items():
        after[uid], names = unattended.after_exits(now_ms)
        if names:
            sentence = message("kubelet.exited_alone", containers=names, pod=unattended.pod.name, node=name)
            return replace(hardware, unattended=after), NodeAct("exit", sentence, (unattended.pod,))
    oom = _next_oom(hardware, managers, node, now_ms)
    if oom is None or oom.at_ms > now_ms:
        return None
    killed = kill_unattended(oom, name, hardware.unattended, now_ms)
    log = (*hardware.kernel_log, killed.log) if killed.log else hardware.kernel_log
    return replace(hardware, unattended=killed.unattended, kernel_log=log), killed.act


def _next_oom(
    hardware: Hardware, managers: NodeManagers, node: Node | None, now_ms: int
) -> OutOfMemory | None:
    if not managers.measures:
        return None
    return next_unattended_oom(node, hardware.unattended, managers.changes, now_ms)
