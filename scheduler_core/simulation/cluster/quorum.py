"""Applications that decide by majority, as etcd does, and keep their own list of members.

No object of the cluster holds that list. The members of a StatefulSet's application are its ordinals until a
person changes them; each process claims to be the member with its pod's ordinal. A process whose member was
removed never counts again; a newer process with the same ordinal counts once the ordinal is back on the list.
A change needs votes from more than half of the members, each from a machine that is neither cut off nor
isolated.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from scheduler_core.actor import Act, message
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.inputs.application_inputs import ChangeMember
from scheduler_core.inputs.fault_inputs import ISOLATING_FENCERS
from scheduler_core.inputs.outcome import you
from scheduler_core.kubelet.node.node_actor import NodeActor
from scheduler_core.objects.kinds import Object
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.workloads import Workload
from scheduler_core.simulation.cluster.network import Network


@dataclass(frozen=True, slots=True)
class Members:
    """`ordinals` are the members. `barred` are the uids of pods whose processes were members and were
    removed.
    """

    ordinals: Sequence[int]
    barred: frozenset[str] = frozenset()

    def to_json(self) -> Json:
        return [list[Json](self.ordinals), list[Json](sorted(self.barred))]


Lists: TypeAlias = Mapping[str, Members]
"""StatefulSet → its members, for the StatefulSets whose members a person has changed."""


def ordinals_of(stored: Object) -> range:
    """The ordinals of the pods that a StatefulSet asks for, which may be two thousand million."""
    assert isinstance(stored, Workload)
    return range(stored.first_ordinal, stored.first_ordinal + stored.replicas)


def members_of(stored: Object, lists: Lists) -> Members:
    """The members of a StatefulSet's application: its ordinals, until a person has changed the list."""
    return lists.get(stored.meta.key) or Members(ordinals_of(stored))


def change_member(
    api: ApiServer,
    lists: Lists,
    machines: Iterable[tuple[str, NodeActor]],
    network: Network,
    value: ChangeMember,
) -> tuple[Act, Lists] | Problem:
    """Asks the application to change its list of members, which needs a majority.

    Returns the act and the member lists after it.
    """
    stored = api.get("StatefulSet", value.set)
    if stored is None:
        return Problem("input.set", "fault.unknown_set", {"set": value.set})
    members = members_of(stored, lists)
    if (value.member in members.ordinals) == value.listed:
        return you(value.kind, message("you.changed_nothing")), lists
    claims = [claim for claim in _claims(machines, network, value.set) if claim[1] not in members.barred]
    votes = len({ordinal for ordinal, _, reachable in claims if reachable and ordinal in members.ordinals})
    count: dict[str, str | int] = {"set": stored.meta.name, "votes": votes, "of": len(members.ordinals)}
    if 2 * votes <= len(members.ordinals):
        return you(value.kind, message("you.member_refused", **count)), lists
    if value.listed:
        after = Members(tuple(sorted((*members.ordinals, value.member))), members.barred)
        sentence = message("you.member_listed", member=value.member, **count)
    else:
        off = frozenset(uid for ordinal, uid, _ in claims if ordinal == value.member)
        remaining = tuple(ordinal for ordinal in members.ordinals if ordinal != value.member)
        after = Members(remaining, members.barred | off)
        sentence = message("you.member_unlisted", member=value.member, claims=len(off), **count)
    act = you(value.kind, sentence, pods=(f"{value.set}-{value.member}",))
    return act, {**lists, value.set: after}


def _claims(
    machines: Iterable[tuple[str, NodeActor]], network: Network, of_set: str
) -> Iterator[tuple[int, str, bool]]:
    """The processes of a StatefulSet's pods: the ordinal that each claims, its pod's uid, and whether it is
    reachable.
    """
    for node, host in machines:
        apart = network.isolated_by(node) in ISOLATING_FENCERS
        for process in host.processes():
            owner, (prefix, _, ordinal) = process.pod.meta.controller, process.pod.key.rpartition("-")
            of_it = owner is not None and owner.kind == "StatefulSet" and prefix == of_set
            # A pasted manifest may name the StatefulSet as owner of a pod with any name.
            if process.state == "dead" or not of_it or not (ordinal.isascii() and ordinal.isdecimal()):
                continue
            yield (
                int(ordinal),
                process.pod.uid,
                host.connection.hears and host.connection.speaks and not apart,
            )
