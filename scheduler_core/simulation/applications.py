"""`applications` of a Scenario document: how the processes of some pods behave, from JSON to the kubelet's
value.

A rule stays the JSON it was (with times checked), so the canonical form of a scenario is what its author
wrote.
"""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.kubelet.behaviour import DEFAULT_STARTS_AFTER_MS, Application
from scheduler_core.kubelet.termination import PreStop
from scheduler_core.objects.manifest import Json, Manifest, integer, strings, text
from scheduler_core.objects.selectors import LabelSelector

RULE_FIELDS = (
    "pods",
    "selector",
    "namespace",
    "startsAfter",
    "exitsAfterSigterm",
    "completesAfter",
    "exitCode",
    "preStopSeconds",
)


def application_from(rule: Manifest) -> Application:
    """The kubelet's value of a checked rule. A key without a namespace means `default`.

    `preStopSeconds: null` is a hook that hangs; without the key the hook takes what the manifest says.
    """
    starts = _milliseconds(rule.get("startsAfter"))
    return Application(
        pods=tuple(key if "/" in key else f"default/{key}" for key in strings(rule.get("pods"))),
        selector=LabelSelector.parse(rule.get("selector")) if "selector" in rule else None,
        namespace=text(rule.get("namespace")) or None,
        starts_after_ms=DEFAULT_STARTS_AFTER_MS if starts is None else starts,
        exits_after_sigterm_ms=_milliseconds(rule.get("exitsAfterSigterm")),
        completes_after_ms=_milliseconds(rule.get("completesAfter")),
        exit_code=integer(rule.get("exitCode")) or 0,
        pre_stop=PreStop(_milliseconds(rule["preStopSeconds"])) if "preStopSeconds" in rule else None,
    )


def applications_from(rules: tuple[Mapping[str, Json], ...]) -> tuple[Application, ...]:
    return tuple(application_from(rule) for rule in rules)


def _milliseconds(seconds: Json) -> int | None:
    return round(seconds * 1000) if isinstance(seconds, (int, float)) else None
