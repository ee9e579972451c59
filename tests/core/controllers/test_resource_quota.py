"""The quota controller keeps what a namespace uses."""

from __future__ import annotations

from typing import Any

from scheduler_core.controllers import ResourceQuotaController, all_controllers
from scheduler_core.objects.manifest import find
from scheduler_core.objects.releases.releases import release
from tests.builders import api_object, pod
from tests.core.cluster import Cluster, new_server


def used(play: Cluster) -> Any:
    quota = play.api.get("ResourceQuota", "default/q")
    assert quota is not None
    return find(quota.manifest, "status", "used")


def test_used_follows_pods_that_come_and_go() -> None:
    play = Cluster(new_server(), [ResourceQuotaController()])
    quota = api_object("ResourceQuota", "q", spec={"hard": {"pods": "5", "requests.cpu": "4"}})
    play.do(lambda api, now: api.create("ResourceQuota", quota, now))
    play.play(1)
    assert {"pods": "0", "requests.cpu": "0"} == used(play)

    play.do(lambda api, now: api.create("Pod", pod("a", cpu="1500m"), now))
    play.play(2)
    assert {"pods": "1", "requests.cpu": "1500m"} == used(play)

    play.delete("a", grace_period_seconds=0)
    play.play(3)
    assert {"pods": "0", "requests.cpu": "0"} == used(play)


def test_it_runs_in_releases_whose_runs_have_it() -> None:
    names = [[actor.name for actor in all_controllers(release(version))] for version in ("1.34", "1.36")]

    assert [False, True] == ["resourcequota-controller" in listed for listed in names]
