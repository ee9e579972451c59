"""ConfigMaps, Secrets and ServiceAccounts: they are kept and shown without their values, and nothing acts on them."""

from __future__ import annotations

import json
from typing import Any

from scheduler_core import Run
from tests.builders import pod
from tests.core.play import header, scenario_from
from tests.core.rest.builders import attempt, body, code_and_message, given, names, shop

SECRETS = "/api/v1/namespaces/default/secrets"


def test_a_secret_is_kept_with_its_keys_and_without_its_values() -> None:
    recording = shop()
    value = {
        "metadata": {"name": "key", "labels": {"a": "b"}},
        "data": {"word": "aGlkZGVu"},
        "stringData": {"plain": "hidden"},
        "other": "hidden",
    }
    made = attempt(recording, "POST", SECRETS, value, fieldValidation="Ignore")
    given(recording, made)
    answer: Any = made.response.body

    assert ({"plain": "", "word": ""}, "Opaque") == (answer["data"], answer["type"])
    assert body(recording, f"{SECRETS}/key") == answer
    assert made.input is not None
    assert not {"hidden", "aGlkZGVu"} & set(json.dumps(made.input.to_json()).replace('"', " ").split())


def test_it_says_that_nothing_acts_upon_it() -> None:
    made = attempt(shop(), "POST", "/api/v1/namespaces/default/configmaps", {"metadata": {"name": "a"}})

    assert ("podium keeps this ConfigMap, but nothing acts upon it",) == made.response.warnings


def test_a_secret_in_the_annotation_of_an_apply_loses_its_values_too() -> None:
    applied = json.dumps({"kind": "Secret", "metadata": {"name": "key"}, "data": {"word": "aGlkZGVu"}})
    notes = {"kubectl.kubernetes.io/last-applied-configuration": applied}
    made: Any = attempt(
        shop(), "POST", SECRETS, {"metadata": {"name": "key", "annotations": notes}}
    ).response.body

    assert "aGlkZGVu" not in json.dumps(made)


def test_it_goes_when_it_is_deleted() -> None:
    recording = shop()
    given(recording, attempt(recording, "POST", SECRETS, {"metadata": {"name": "key"}}))
    there = names(recording, SECRETS)
    given(recording, attempt(recording, "DELETE", f"{SECRETS}/key"))

    assert (["key"], []) == (there, names(recording, SECRETS))


PODS, ACCOUNTS = "/api/v1/namespaces/default/pods", "/api/v1/namespaces/default/serviceaccounts"


def robot(name: str) -> dict[str, Any]:
    return pod(name, serviceAccountName="robot")


def test_a_pod_of_an_account_that_is_not_there_is_refused_until_there_is_one() -> None:
    recording = shop()
    before = attempt(recording, "POST", PODS, robot("p"))
    given(recording, attempt(recording, "POST", ACCOUNTS, {"metadata": {"name": "robot"}}))
    after = attempt(recording, "POST", PODS, robot("p"))

    assert (
        403,
        'pods "p" is forbidden: error looking up service account default/robot: '
        'serviceaccount "robot" not found',
    ) == code_and_message(before)
    assert 201 == after.response.code


def test_every_namespace_has_the_account_default() -> None:
    made = attempt(shop(), "POST", PODS, pod("p", serviceAccountName="default"))

    assert 201 == made.response.code


def test_an_account_that_a_pod_of_a_dump_uses_is_there() -> None:
    recording = Run(scenario_from([header(), robot("found")]))

    assert 201 == attempt(recording, "POST", PODS, robot("p")).response.code
