"""Quotas: what they count, and what they refuse in the API server's words."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.apiserver import ApiServer, DeleteOptions, Refused, Result
from scheduler_core.apiserver.admission.quota_usage import quota_usage
from scheduler_core.objects.resource_quota import ResourceQuota
from tests.builders import api_object
from tests.core.cluster import new_server, stored


def server(hard: Any, **spec: Any) -> ApiServer:
    api = new_server()
    stored(api.create("ResourceQuota", api_object("ResourceQuota", "q", spec={"hard": hard, **spec}), 0))
    return api


def create(api: ApiServer, name: str, requests: Any = None, limits: Any = None, **spec: Any) -> Result:
    resources = {"requests": requests or {}, "limits": limits or {}}
    containers = [{"name": "c", "image": "a", "resources": resources}]
    return api.create("Pod", api_object("Pod", name, spec={"containers": containers, **spec}), 0)


def refusal(result: Result) -> str:
    assert isinstance(result, Refused)
    return f"{result.code} {result.text}"


def used(api: ApiServer) -> dict[str, str]:
    quota = api.get("ResourceQuota", "default/q")
    assert isinstance(quota, ResourceQuota)
    return {name: str(amount) for name, amount in quota_usage(quota, api.tables_of("default")).items()}


def test_a_pod_beyond_the_quota_is_refused() -> None:
    api = server({"requests.cpu": "2", "pods": "3"})
    stored(create(api, "a", {"cpu": "1500m"}))

    words = '403 pods "b" is forbidden: exceeded quota: q, requested: requests.cpu=1, used: '
    assert f"{words}requests.cpu=1500m, limited: requests.cpu=2" == refusal(create(api, "b", {"cpu": "1"}))
    assert {"requests.cpu": "1500m", "pods": "1"} == used(api)


def test_what_a_quota_limits_each_container_must_mention() -> None:
    api = server({"requests.cpu": "2", "limits.memory": "1Gi"})

    words = (
        '403 pods "a" is forbidden: failed quota: q: must specify limits.memory for: c; requests.cpu for: c'
    )
    assert words == refusal(create(api, "a"))


def test_a_resize_counts_what_it_adds() -> None:
    api = server({"requests.cpu": "2"})
    stored(create(api, "a", {"cpu": "1"}))

    def resize(cpu: str) -> Result:
        container: Any = {"name": "c", "image": "a", "resources": {"requests": {"cpu": cpu}}}
        return api.resize("default/a", {"metadata": {"name": "a"}, "spec": {"containers": [container]}})

    words = '403 pods "a" is forbidden: exceeded quota: q, requested: requests.cpu=2, used: requests.cpu=1, '
    assert f"{words}limited: requests.cpu=2" == refusal(resize("3"))
    stored(resize("2"))


def test_deleted_and_finished_pods_do_not_count() -> None:
    api = server({"pods": "2"})
    for name in ("a", "b"):
        stored(create(api, name))
    api.patch_pod_status("default/a", {"phase": "Succeeded"}, 0)
    api.delete("Pod", "default/b", DeleteOptions(grace_period_seconds=0), 0)

    assert {"pods": "0"} == used(api)


@pytest.mark.parametrize(
    ("scopes", "spec", "count"),
    [
        (["Terminating"], {"activeDeadlineSeconds": 5}, "1"),
        (["NotTerminating"], {"activeDeadlineSeconds": 5}, "0"),
        (["BestEffort"], {}, "1"),
        (["NotBestEffort"], {}, "0"),
    ],
)
def test_scopes_choose_the_pods_that_count(scopes: list[str], spec: Any, count: str) -> None:
    api = server({"pods": "9"}, scopes=scopes)
    stored(create(api, "a", **spec))

    assert {"pods": count} == used(api)


def test_devices_of_a_class_are_counted_in_claims() -> None:
    name = "gpu.deviceclass.resource.k8s.io/devices"
    api = server({name: "2"})

    def claim(claim_name: str, *requests: Any) -> Result:
        spec: Any = {"devices": {"requests": list(requests)}}
        return api.create("ResourceClaim", api_object("ResourceClaim", claim_name, spec=spec), 0)

    one = {"name": "a", "exactly": {"deviceClassName": "gpu"}}
    stored(claim("x", one))
    either = {
        "name": "b",
        "firstAvailable": [
            {"name": "big", "deviceClassName": "gpu", "count": 2},
            {"name": "small", "deviceClassName": "gpu"},
        ],
    }

    words = '403 resourceclaims.resource.k8s.io "y" is forbidden: exceeded quota: q, requested: '
    assert f"{words}{name}=2, used: {name}=1, limited: {name}=2" == refusal(claim("y", either))
    assert {name: "1"} == used(api)


def test_extended_resources_and_objects_are_counted_by_name() -> None:
    api = server({"requests.example.com/gpu": "1", "count/pods": "9", "configmaps": "1"})
    stored(create(api, "a", {"example.com/gpu": "1"}, {"example.com/gpu": "1"}))
    stored(api.create("ConfigMap", api_object("ConfigMap", "m"), 0))

    assert {"requests.example.com/gpu": "1", "count/pods": "1", "configmaps": "1"} == used(api)
    assert '403 configmaps "n" is forbidden: exceeded quota: q, requested: configmaps=1' in refusal(
        api.create("ConfigMap", api_object("ConfigMap", "n"), 0)
    )
