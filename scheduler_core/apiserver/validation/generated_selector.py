"""The selector that the API server generates for a Job unless manualSelector is set: an own one contradicts
it, and so do own values of the labels by which the Job's pods are found.

Source: pkg/registry/batch/job/strategy.go `generateSelector`, pkg/apis/batch/validation
`validateGeneratedSelector`, pkg/apis/core/validation `ValidateHasLabel` (v1.36).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scheduler_core.apiserver.validation.checks import invalid_object
from scheduler_core.objects.manifest import Json, Manifest, find, mapping, text, texts, with_value
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.selection.selectors import LabelSelector

_UID, _NAME = "batch.kubernetes.io/controller-uid", "batch.kubernetes.io/job-name"
_LEGACY_UID, _LEGACY_NAME = "controller-uid", "job-name"


def with_generated_selector(job: Manifest, uid: str) -> Manifest:
    """A new Job as it is validated: its own labels and selector stay, and those that they lack are added."""
    spec = mapping(job.get("spec"))
    if spec.get("manualSelector") is True:
        return job
    labels = {**_generated(job, uid), **mapping(find(spec, "template", "metadata", "labels"))}
    selector = mapping(spec.get("selector"))
    matched = {_UID: uid, **mapping(selector.get("matchLabels"))}
    labelled = with_value(job, ("spec", "template", "metadata", "labels"), labels)
    return with_value(labelled, ("spec", "selector"), {**selector, "matchLabels": matched})


def generated_selector_problems(job: Manifest, uid: str) -> Iterator[Problem]:
    """What of the labels and the selector is not as generated; `job` is that of `with_generated_selector`."""
    if find(job, "spec", "manualSelector") is True:
        return
    generated = _generated(job, uid)
    labels = texts(find(job, "spec", "template", "metadata", "labels"))
    for key in (_LEGACY_UID, _LEGACY_NAME, _UID, _NAME):
        if labels.get(key) != generated[key]:
            here = f"spec.template.metadata.labels[{key}]"
            yield invalid_object(here, _sorted(labels), f"must be '{generated[key]}'")
    selector = find(job, "spec", "selector")
    parsed = LabelSelector.parse(selector)
    if parsed is not None and not parsed.matches(generated):
        yield invalid_object("spec.selector", _shown(mapping(selector)), "`selector` not auto-generated")


def _generated(job: Manifest, uid: str) -> dict[str, str]:
    name = text(find(job, "metadata", "name"))
    return {_LEGACY_UID: uid, _LEGACY_NAME: name, _UID: uid, _NAME: name}


def _shown(selector: Manifest) -> dict[str, Json]:
    shown: dict[str, Json] = {"matchLabels": _sorted(texts(selector.get("matchLabels")))}
    if selector.get("matchExpressions"):
        shown["matchExpressions"] = selector["matchExpressions"]
    return shown


def _sorted(labels: Mapping[str, str]) -> dict[str, Json]:
    return {key: labels[key] for key in sorted(labels)}
