"""A Job's selector is generated, from 1.35 on: an own one and labels that contradict it are refused."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.objects.manifest import find
from scheduler_core.objects.releases.releases import release
from tests.builders import api_object
from tests.core.cluster import new_server

UID = "batch.kubernetes.io/controller-uid"
OWN = {"matchLabels": {"app": "x"}}


def job(labels: dict[str, str], **spec: Any) -> Any:
    pods = {"restartPolicy": "Never", "containers": [{"name": "c", "image": "app:v1"}]}
    template = {"metadata": {"labels": labels}, "spec": pods}
    return api_object("Job", "j", spec={"template": template, **spec})


def answer(manifest: Any, version: str = "1.36") -> tuple[str, str]:
    """What the API server answers, "" where it creates the Job, and the uid of the next object."""
    api = new_server(release=release(version))
    other: Any = new_server(release=release(version)).create("ConfigMap", api_object("ConfigMap", "c"), 0)
    result: Any = api.create("Job", manifest, 0)
    return getattr(result, "text", ""), str(find(other.object.manifest, "metadata", "uid"))


def test_an_own_selector_is_not_the_generated_one() -> None:
    text, uid = answer(job({"app": "x"}, selector=OWN))
    shown = f'{{"matchLabels":{{"app":"x","{UID}":"{uid}"}}}}'

    assert (
        f'Job.batch "j" is invalid: spec.selector: Invalid value: {shown}: `selector` not auto-generated'
        == text
    )


@pytest.mark.parametrize(
    ("spec", "version"),
    [
        ({"selector": OWN, "manualSelector": True}, "1.36"),
        ({"selector": OWN}, "1.34"),
        ({"selector": {"matchLabels": {"job-name": "j"}}}, "1.36"),
        ({}, "1.36"),
    ],
)
def test_a_manual_selector_a_matching_one_and_none_are_accepted(spec: dict[str, Any], version: str) -> None:
    assert "" == answer(job({"app": "x"}, **spec), version)[0]


def test_a_selector_that_does_not_select_its_template_has_both_problems_in_order() -> None:
    text, uid = answer(job({"app": "y"}, selector=OWN))
    labels = f'{{"app":"y","{UID}":"{uid}","batch.kubernetes.io/job-name":"j","controller-uid":"{uid}","job-name":"j"}}'
    problems = [
        f'spec.selector: Invalid value: {{"matchLabels":{{"app":"x","{UID}":"{uid}"}}}}: '
        "`selector` not auto-generated",
        f"spec.template.metadata.labels: Invalid value: {labels}: `selector` does not match template `labels`",
    ]

    assert f'Job.batch "j" is invalid: [{", ".join(problems)}]' == text


def test_a_label_of_another_job_is_not_taken_over() -> None:
    text, uid = answer(job({"controller-uid": "old"}))
    path = "spec.template.metadata.labels[controller-uid]"

    assert text.startswith(f'Job.batch "j" is invalid: {path}: Invalid value: {{')
    assert text.endswith(f'"controller-uid":"old","job-name":"j"}}: must be \'{uid}\'')
