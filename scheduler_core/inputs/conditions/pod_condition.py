"""The word `pod`: what the API server knows of a pod, and how its object came and went."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from scheduler_core.actor import Message, message
from scheduler_core.inputs.conditions.condition_fields import TEXT_LIMIT, Fields, named, says_nothing
from scheduler_core.inputs.conditions.ranges import Range, optional_range
from scheduler_core.inputs.conditions.verdict import Moment, Stretch, Verdict, fact
from scheduler_core.inputs.reader import Reader, WrongError, short
from scheduler_core.objects.manifest import Json, find, integer
from scheduler_core.objects.meta import time_of
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.pod_resources.requests import pod_requests
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.resources import ResourceList, amount_text, units
from scheduler_core.objects.scalars.quantity import ZERO, QuantityError, parse_quantity
from scheduler_core.objects.scalars.seconds import seconds

FLAGS = (
    "pending",
    "bound",
    "exists",
    "same",
    "new",
    "ready",
    "terminating",
    "evicted",
    "preempted",
    "removedByProof",
)


@dataclass(frozen=True, slots=True)
class PodCondition:
    """Statements about a pod that must all hold. `flags` are the statements that are true or false, by name.

    A pod that does not exist satisfies only `exists: false` and `removedByProof`.
    """

    key: str
    nodes: tuple[str, ...] = ()
    flags: Mapping[str, bool] = field(default_factory=dict)
    phase: str = ""
    nominated: str | None = None
    ranges: Mapping[str, Range] = field(default_factory=dict)
    requests: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, str | None] = field(default_factory=dict)
    status: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, value: Mapping[str, Json], path: str) -> PodCondition:
        read = Fields(value, path)
        key = read.pod("name")
        condition = cls(
            key,
            _nodes(read),
            {name: read.flag(name) for name in FLAGS if read.has_value(name)},
            read.text("phase"),
            read.text("nominated") if read.has_value("nominated") else None,
            {name: bounds for name in _NUMBERS if (bounds := optional_range(read, name)) is not None},
            amounts(read, "requests"),
            read.labels() if read.has_value("labels") else {},
            _texts(read, "condition", ("type", "status", "reason", "message")),
        )
        read.refuse_unread()
        if condition == cls(key):
            fields = ["node", *FLAGS, "phase", "nominated", *_NUMBERS, "requests", "labels"]
            raise says_nothing(path, fields)
        condition._check(path)
        return condition

    def _check(self, path: str) -> None:
        """Raises WrongError for statements that exclude each other."""
        on = {name for name in ("pending", "bound", "same", "new") if self.flags.get(name)}
        if self.nodes:
            on.add("node")
        if self.flags.get("exists") is False or self.flags.get("removedByProof"):
            on.add("absent")
            if self.ranges or self.phase or self.status or self.requests:
                on.add("value")
        for first, second in (
            ("node", "pending"),
            ("bound", "pending"),
            ("same", "new"),
            ("absent", "same"),
            ("absent", "new"),
            ("absent", "node"),
            ("absent", "bound"),
            ("absent", "pending"),
            ("absent", "value"),
        ):
            if {first, second} <= on:
                args: Json = {"first": first, "second": second, "of": named(self.key)}
                why: Json = {"id": "condition.contradiction", "args": args}
                raise WrongError(Problem(path, "condition.never", {"why": why}))

    def judge(self, run: Stretch, seq: int) -> Verdict:
        pod = run.moment(seq).api.pods.get(self.key)
        if self.flags.get("removedByProof"):
            return _proof(run, seq, self.key)
        if self.flags.get("exists") is False:
            code = "condition.missing" if pod is None else "condition.missing_expected"
            return Verdict(pod is None, message(code, of=named(self.key)))
        if pod is None:
            return Verdict(False, message("condition.missing", of=named(self.key)))
        verdict = Verdict(True, message("condition.exists", of=named(self.key)))
        for verdict in self._verdicts(pod, run, seq):
            if not verdict.holds:
                break
        return verdict

    def _verdicts(self, pod: Pod, run: Stretch, seq: int) -> Iterator[Verdict]:
        moment = run.moment(seq)
        yield from self._place(pod)
        yield from _identity(pod, run.moment(0), self.flags)
        if self.phase:
            yield fact(named(self.key), "phase", pod.status.phase, self.phase, pod.status.phase == self.phase)
        for name in ("ready", "terminating", "evicted", "preempted"):
            if name in self.flags:
                got = _preempted(pod) if name == "preempted" else bool(getattr(pod, name))
                expected = self.flags[name]
                yield fact(named(self.key), name, _word(got), _word(expected), got == expected)
        if self.nominated is not None:
            got_node = pod.nominated_node_name
            yield fact(
                named(self.key),
                "nominatedNodeName",
                got_node or _UNSET,
                self.nominated or _UNSET,
                got_node == self.nominated,
            )
        for name, bounds in self.ranges.items():
            number = _number(name, pod, moment)
            yield fact(named(self.key), name, number, bounds.shown, bounds.holds(number))
        if self.requests:
            yield from amount_facts(named(self.key), "requests", pod_requests(pod), self.requests)
        yield from label_facts(named(self.key), pod.labels, self.labels)
        yield from self._condition(pod)

    def _place(self, pod: Pod) -> Iterator[Verdict]:
        node_name = pod.node_name
        place = (
            message("condition.on", pod=named(self.key), node=node_name)
            if node_name
            else message("condition.pending", pod=named(self.key))
        )
        if self.nodes:
            yield _expected(node_name in self.nodes, place, "condition.expected_on", nodes=self.nodes)
        for name, bound in (("pending", False), ("bound", True)):
            if name in self.flags:
                must_be_bound = bound == self.flags[name]
                code = "condition.expected_bound" if must_be_bound else "condition.expected_pending"
                yield _expected(bool(node_name) == must_be_bound, place, code)

    def _condition(self, pod: Pod) -> Iterator[Verdict]:
        if not self.status:
            return
        kind = self.status.get("type", "")
        conditions = pod.condition_manifests
        stored = next((condition for condition in conditions if find(condition, "type") == kind), None)
        for name, expected in self.status.items():
            got = find(stored, name)
            # A message is named by a part of it.
            holds = expected in got if name == "message" and isinstance(got, str) else got == expected
            shown = got if isinstance(got, str) else _UNSET
            yield fact(
                named(self.key), "condition" if name == "type" else f"{kind} {name}", shown, expected, holds
            )

    def to_json(self) -> dict[str, Json]:
        answer: dict[str, Json] = {"name": self.key}
        if self.nodes:
            answer["node"] = self.nodes[0] if len(self.nodes) == 1 else list(self.nodes)
        answer.update(self.flags)
        if self.phase:
            answer["phase"] = self.phase
        if self.nominated is not None:
            answer["nominated"] = self.nominated
        answer.update({name: bounds.to_json() for name, bounds in self.ranges.items()})
        for name, values in (
            ("requests", self.requests),
            ("labels", self.labels),
            ("condition", self.status),
        ):
            if values:
                answer[name] = dict(values)
        return {"pod": answer}


_NUMBERS = ("priority", "age", "restarts", "grace")
_UNSET = message("condition.unset")


def _word(value: bool) -> str:
    return "true" if value else "false"


def _expected(holds: bool, state: Message, code: str, **args: tuple[str, ...]) -> Verdict:
    return Verdict(holds, state if holds else message(code, actual=state, **args))


def _identity(pod: Pod, start: Moment, flags: Mapping[str, bool]) -> Iterator[Verdict]:
    """`same`: the object of the start, which is not being deleted. `new`: an object with another uid."""
    first = start.api.pods.get(pod.key)
    original = first is not None and first.uid == pod.uid
    identity = message("condition.same" if original else "condition.replaced", of=named(pod.key))
    if "same" in flags:
        if original and pod.terminating:
            identity = message("condition.terminating", of=named(pod.key))
        same = original and not pod.terminating
        code = "condition.expected_same" if flags["same"] else "condition.expected_new"
        yield _expected(same == flags["same"], identity, code)
    if "new" in flags:
        code = "condition.expected_new" if flags["new"] else "condition.expected_same"
        yield _expected(original != flags["new"], identity, code)


def _proof(run: Stretch, seq: int, key: str) -> Verdict:
    """Holds when no pod of this name exists and its kubelet removed every one that existed up to `seq`."""
    if key in run.moment(seq).api.pods:
        return Verdict(False, message("condition.missing_expected", of=named(key)))
    before = None
    removed = False
    for step in range(seq + 1):
        moment = run.moment(step)
        pod = moment.api.pods.get(key)
        if before is not None and (pod is None or pod.uid != before):
            removed = True
            if moment.actor != "kubelet":
                t = seconds(moment.now_ms)
                return Verdict(
                    False, message("condition.removed_without_proof", of=named(key), t=t, who=moment.who)
                )
        before = pod.uid if pod is not None else None
    return Verdict(
        removed, message("condition.removed_by_proof" if removed else "condition.missing", of=named(key))
    )


def _preempted(pod: Pod) -> bool:
    """Whether the pod is a preemption victim: condition DisruptionTarget, reason PreemptionByScheduler."""
    target = pod.status.condition("DisruptionTarget")
    return target is not None and target.status == "True" and target.reason == "PreemptionByScheduler"


def _number(name: str, pod: Pod, moment: Moment) -> int | float:
    """The pod's priority, grace period (s), age (s) or number of container restarts, by `name`."""
    match name:
        case "priority":
            return pod.priority
        case "grace":
            return pod.spec.termination_grace_period_seconds
        case "age":
            created = time_of(pod.manifest, "metadata", "creationTimestamp")
            start = moment.api.start_at
            return seconds(moment.now_ms + start - (start if created is None else created))
        case _:
            statuses = pod.container_statuses()
            return sum(integer(find(status, "restartCount")) or 0 for status in statuses)


def _nodes(read: Reader) -> tuple[str, ...]:
    """The field `node`, a name or a list of names; () when it is missing."""
    value = read.value("node")
    if isinstance(value, (list, tuple)):
        if not value or not all(isinstance(name, str) and name for name in value):
            raise read.wrong("node", "input.not_a_name", got=short(value))
        return tuple(str(name) for name in value)
    return (read.name("node"),) if read.has_value("node") else ()


def _texts(read: Reader, name: str, fields: tuple[str, ...]) -> dict[str, str]:
    """A map of texts with these fields, of which the first is required; {} when the map is missing."""
    entries = read.value(name)
    if entries is None:
        return {}
    if not isinstance(entries, Mapping):
        raise read.wrong(name, "input.not_a_map")
    inner = Fields(entries, read.path_of(name))
    inner.name(fields[0])
    texts = {field: inner.text(field, limit=TEXT_LIMIT) for field in fields if inner.has_value(field)}
    inner.refuse_unread()
    return texts


def amounts(read: Reader, name: str) -> dict[str, str]:
    """A map of quantities by resource, such as `{cpu: "1"}`; {} when it is missing."""
    quantities = read.value(name)
    if quantities is None:
        return {}
    if not isinstance(quantities, Mapping) or not quantities:
        raise read.wrong(name, "input.not_a_map")
    for resource, amount in quantities.items():
        try:
            if isinstance(amount, bool) or not isinstance(amount, (str, int)):
                raise QuantityError
            parse_quantity(amount)
        except QuantityError:
            raise read.wrong(f"{name}.{resource}", "input.not_a_quantity", got=short(amount)) from None
    return {str(resource): str(amount) for resource, amount in quantities.items()}


def amount_facts(of: str, what: str, got: ResourceList, expected: Mapping[str, str]) -> Iterator[Verdict]:
    """A verdict for every expected quantity by resource; a resource that `got` lacks counts as 0."""
    for name, text in expected.items():
        n, expected_n = units(name, got.get(name, ZERO)), units(name, parse_quantity(text))
        yield fact(of, f"{what} {name}", amount_text(name, n), amount_text(name, expected_n), n == expected_n)


def label_facts(of: str, labels: Mapping[str, str], expected: Mapping[str, str | None]) -> Iterator[Verdict]:
    """A verdict for every expected label; None means that the label must be absent."""
    for key, value in expected.items():
        got = labels.get(key)
        yield fact(of, key, _UNSET if got is None else got, _UNSET if value is None else value, got == value)
