"""How applications behave from now on: what they use, how they start, answer and exit, and their members."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated

from scheduler_core.inputs.reader import Reader
from scheduler_core.inputs.untimed import Fault, Flag, PodKey, whole
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.scalars.seconds import seconds

USAGE_RESOURCES = ("memory", "disk", "inodes", "processes")
BEHAVIOUR_SECONDS = ("startsAfter", "readyAfter")
BEHAVIOUR_OPTIONAL_SECONDS = ("exitsAfterSigterm", "preStopSeconds", "exitsAfter")
BEHAVIOUR_FLAGS = ("liveness", "readiness", "startup", "pull")
BEHAVIOUR_CODES = ("exitCode", "crash")
BEHAVIOUR_FIELDS = (
    *BEHAVIOUR_SECONDS,
    *BEHAVIOUR_OPTIONAL_SECONDS,
    *BEHAVIOUR_FLAGS,
    *BEHAVIOUR_CODES,
)
MAX_EXIT_CODE = 255
MAX_ORDINAL = 10**6


class SetUsage(Fault, kind="usage"):
    """What a pod (or one of its containers), or the system of a node, uses from now on.

    Quantities are spelled as in Kubernetes; resources that are not given stay as they are. The usage changes
    linearly to the new amount within `over_ms`.
    """

    node: str | None
    pod: str | None
    container: str | None
    amounts: Mapping[str, str]
    over_ms: int = 0

    @classmethod
    def read(cls, read: Reader) -> SetUsage:
        node, pod = read.optional_name("node"), read.optional_pod()
        if (node is None) == (pod is None):
            raise read.wrong("pod", "input.node_or_pod")
        container = read.optional_name("container")
        if container is not None and pod is None:
            raise read.wrong("container", "input.container_of_node")
        read.refuse_unknown(("node", "pod", "container", "over", *USAGE_RESOURCES))
        amounts = {name: amount for name in USAGE_RESOURCES if (amount := read.quantity(name)) is not None}
        if not amounts:
            raise read.wrong("memory", "input.nothing_given", supported=list(USAGE_RESOURCES))
        over_ms = read.optional_milliseconds("over") or 0
        return cls(node, pod, container, MappingProxyType(amounts), over_ms)

    def to_json(self) -> dict[str, Json]:
        return {
            "kind": self.kind,
            "node": self.node,
            "pod": self.pod,
            "container": self.container,
            **self.amounts,
            "over": seconds(self.over_ms),
        }


class Behave(Fault, kind="behave"):
    """How a pod's application behaves from now on; only the fields of `changes` change.

    In seconds: `startsAfter`, `readyAfter`, `exitsAfterSigterm` and `exitsAfter` (null means never), and
    `preStopSeconds` (null means that the hook hangs). `liveness`, `readiness` and `startup` say whether the
    probe succeeds, `pull` whether the image can be pulled. `exitCode` is the code of a later exit; `crash`
    makes the application exit now with this code.
    """

    pod: str
    container: str | None
    changes: Mapping[str, Json]

    @classmethod
    def read(cls, read: Reader) -> Behave:
        read.refuse_unknown(("pod", "container", *BEHAVIOUR_FIELDS))
        changes = {name: _behaviour(read, name) for name in BEHAVIOUR_FIELDS if read.has(name)}
        if not changes:
            raise read.wrong("exitsAfterSigterm", "input.nothing_given", supported=list(BEHAVIOUR_FIELDS))
        return cls(read.pod(), read.optional_name("container"), MappingProxyType(changes))

    def to_json(self) -> dict[str, Json]:
        return {"kind": self.kind, "pod": self.pod, "container": self.container, **self.changes}


def _behaviour(read: Reader, name: str) -> Json:
    if name in BEHAVIOUR_FLAGS:
        return read.flag(name)
    if name in BEHAVIOUR_CODES:
        return read.whole(name, 0, MAX_EXIT_CODE)
    if name in BEHAVIOUR_OPTIONAL_SECONDS and not read.has_value(name):
        return None
    return seconds(read.milliseconds(name))


class ChangeMember(Fault, kind="member"):
    """Asks the application of a StatefulSet to add the member with this ordinal to its list of members, or to
    remove it."""

    set: PodKey
    member: Annotated[int, whole(0, MAX_ORDINAL)]
    listed: Flag


APPLICATION_INPUTS: tuple[type[Fault], ...] = (SetUsage, Behave, ChangeMember)
