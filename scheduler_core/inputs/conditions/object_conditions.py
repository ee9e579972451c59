"""The words `field` (any field of any object) and `skew` (how unevenly pods are spread)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from scheduler_core.actor import MessageArg, message
from scheduler_core.inputs.conditions.condition_fields import Fields, named
from scheduler_core.inputs.conditions.fields import (
    Step,
    contains,
    difference,
    equal,
    parse_path,
    shown,
    values_at,
)
from scheduler_core.inputs.conditions.ranges import Range, optional_range, parse_range
from scheduler_core.inputs.conditions.verdict import Stretch, Verdict, fact
from scheduler_core.inputs.reader import short
from scheduler_core.objects.kinds import KINDS
from scheduler_core.objects.manifest import Json, items
from scheduler_core.objects.selection.selectors import LabelSelector

TESTS = ("is", "in", "like", "not", "range", "count", "set")


@dataclass(frozen=True, slots=True)
class FieldCondition:
    """One test of the values at a path of an object.

    With `[*]` in the path at least one of the values must pass; `count` tests their number, or the length of
    the list at the path. `set` tests whether there is a value at all.
    """

    kind: str
    key: str
    path: str
    steps: tuple[Step, ...]
    test: str
    expected: Json
    range: Range | None = None

    @classmethod
    def read(cls, value: Mapping[str, Json], path: str) -> FieldCondition:
        read = Fields(value, path)
        kind = read.choice("kind", tuple(KINDS), "Pod")
        name, namespace = read.name("name"), read.text("namespace") or "default"
        field_path = read.name("path")
        steps = parse_path(field_path)
        if steps is None:
            raise read.wrong("path", "condition.not_a_field_path", got=short(field_path))
        tests = [test for test in TESTS if read.has(test)]
        read.refuse_unread()
        if len(tests) != 1:
            raise read.wrong("path", "condition.says_nothing", supported=list(TESTS))
        test = tests[0]
        expected = read.value(test)
        limits = parse_range(expected, read.path_of(test)) if test in ("range", "count") else None
        if test == "set":
            expected = read.flag("set")
        if test == "in" and (not isinstance(expected, (list, tuple)) or not expected):
            raise read.wrong("in", "scenario.not_a_list")
        key = f"{namespace}/{name}" if KINDS[kind].namespaced else name
        return cls(kind, key, field_path, steps, test, expected, limits)

    def judge(self, run: Stretch, seq: int) -> Verdict:
        stored = run.moment(seq).api.get(self.kind, self.key)
        of = f"{self.kind} {named(self.key)}"
        if stored is None:
            return Verdict(False, message("condition.missing", of=of))
        values = list(values_at(stored.manifest, self.steps))
        if self.test == "count":
            number = len(values)
            if None not in self.steps:
                number = len(values[0]) if values and isinstance(values[0], (list, tuple, Mapping)) else 0
            assert self.range is not None
            return fact(of, f"{self.path} (count)", number, self.range.shown, self.range.holds(number))
        holds = bool(values) == self.expected if self.test == "set" else any(map(self._passes, values))
        if self.test == "not":
            holds = not any(equal(value, self.expected) for value in values)
        passing = next((value for value in values if self._passes(value)), values[0] if values else None)
        if self.test == "like" and not holds and len(values) == 1:
            path, got, expected = difference(passing, self.expected, self.path)
            if path != self.path:
                return fact(of, path, shown(got), shown(expected), False)
        return fact(of, self.path, shown(passing), self._expectation(), holds)

    def _passes(self, value: Json) -> bool:
        """Whether a value passes; True for `not`, `count` and `set`, which test all values at once."""
        match self.test:
            case "is":
                return equal(value, self.expected)
            case "in":
                return any(equal(value, choice) for choice in items(self.expected))
            case "like":
                return contains(value, self.expected)
            case "range":
                number = isinstance(value, (int, float)) and not isinstance(value, bool)
                return number and self.range is not None and self.range.holds(value)  # type: ignore[arg-type]
            case _:
                return True

    def _expectation(self) -> MessageArg:
        match self.test:
            case "in":
                assert isinstance(self.expected, (list, tuple))
                return message("condition.one_of", values=tuple(str(shown(value)) for value in self.expected))
            case "like":
                return message("condition.like", value=shown(self.expected))
            case "not":
                return message("condition.not_this", value=shown(self.expected))
            case "range":
                return None if self.range is None else self.range.shown
            case "set":
                return message("condition.a_value" if self.expected else "condition.unset")
            case _:
                return shown(self.expected)

    def to_json(self) -> dict[str, Json]:
        answer: dict[str, Json] = {"kind": self.kind}
        if KINDS[self.kind].namespaced:
            namespace, _, name = self.key.partition("/")
            answer |= {"name": name, "namespace": namespace}
        else:
            answer["name"] = self.key
        return {"field": {**answer, "path": self.path, self.test: self.expected}}


@dataclass(frozen=True, slots=True)
class SkewCondition:
    """The largest minus the smallest number of matching pods in the domains of a node label.

    Bound pods of the namespace count that have not ended and are not being deleted; every node with the label
    makes a domain.
    """

    over: str
    selector: LabelSelector
    selector_json: Json
    namespace: str
    range: Range

    @classmethod
    def read(cls, value: Mapping[str, Json], path: str) -> SkewCondition:
        read = Fields(value, path)
        selector_json = read.value("selector")
        selector = LabelSelector.parse(selector_json)
        if selector is None:
            raise read.wrong("selector", "input.not_a_map")
        over, namespace = read.name("over"), read.text("namespace") or "default"
        bounds = optional_range(read, "is")
        read.refuse_unread()
        if bounds is None:
            raise read.wrong("is", "condition.not_a_range", got="None")
        return cls(over, selector, selector_json, namespace, bounds)

    def judge(self, run: Stretch, seq: int) -> Verdict:
        api = run.moment(seq).api
        domains = {
            name: node.labels[self.over] for name, node in api.nodes.items() if self.over in node.labels
        }
        counts = Counter(dict.fromkeys(domains.values(), 0))
        for pod in api.pods.values():
            counted = pod.namespace == self.namespace and not pod.finished and not pod.terminating
            if counted and pod.node_name in domains and self.selector.matches(pod.labels):
                counts[domains[pod.node_name]] += 1
        skew = max(counts.values(), default=0) - min(counts.values(), default=0)
        if self.range.holds(skew):
            return Verdict(True, message("condition.skew", key=self.over, n=skew))
        args: dict[str, MessageArg] = {"key": self.over, "n": skew, "expected": self.range.shown}
        return Verdict(False, message("condition.skew_expected", **args))

    def to_json(self) -> dict[str, Json]:
        answer: dict[str, Json] = {"over": self.over, "selector": self.selector_json}
        return {"skew": {**answer, "namespace": self.namespace, "is": self.range.to_json()}}
