"""ControllerRevisions: one for each template, numbered, and how many are kept."""

from __future__ import annotations

from typing import Any

from scheduler_core.apiserver import ApiServer, DeleteOptions
from scheduler_core.controllers.common.history import history_of, is_own_revision, sync_history, truncate
from scheduler_core.objects.manifest import find
from scheduler_core.objects.workloads import Workload
from tests.builders import workload
from tests.core.cluster import new_server, stored
from tests.core.kubectl_writes import apply

KEY = "default/db"


def applied(api: ApiServer, image: str = "app:1", **more: Any) -> Workload:
    """The stored set with this image; `more` are fields of its spec."""
    stored(apply(api, workload("StatefulSet", "db", 1, image, serviceName="db", **more), 0))
    return api.workloads("StatefulSet")[KEY]


def numbers(api: ApiServer, workload: Workload) -> list[tuple[int, Any]]:
    """Number and image of each revision."""
    return [
        (one.revision, find(one.template, "spec", "containers", 0, "image"))
        for one in history_of(api, workload)
    ]


def test_the_first_template_is_revision_1_and_both_the_current_and_the_next_one() -> None:
    api = new_server()

    revisions = sync_history(api, applied(api), 0)

    (first,) = history_of(api, applied(api))
    assert (1, first.meta.name, first.meta.name) == (first.revision, revisions.current, revisions.update)
    assert first.meta.name.startswith("db-")


def test_a_known_template_makes_no_other_revision() -> None:
    api = new_server()
    sync_history(api, applied(api), 0)

    sync_history(api, applied(api), 0)

    assert [(1, "app:1")] == numbers(api, applied(api))


def test_another_template_has_the_next_number_and_an_earlier_one_takes_the_highest_again() -> None:
    api = new_server()
    for image in ("app:1", "app:2"):
        sync_history(api, applied(api, image), 0)
    assert [(1, "app:1"), (2, "app:2")] == numbers(api, applied(api, "app:2"))

    sync_history(api, applied(api, "app:1"), 0)

    assert [(2, "app:2"), (3, "app:1")] == numbers(api, applied(api, "app:1"))


def test_the_revision_in_the_status_stays_current_while_an_update_runs() -> None:
    api = new_server()
    before = sync_history(api, applied(api), 0)
    stored(api.update_status("StatefulSet", KEY, {"currentRevision": before.update}))

    during = sync_history(api, applied(api, "app:2"), 0)

    assert before.update == during.current != during.update
    assert "app:1" == find(during.current_template, "spec", "containers", 0, "image")
    assert "app:2" == find(during.update_template, "spec", "containers", 0, "image")


def test_a_set_from_another_cluster_keeps_the_name_that_its_pods_carry() -> None:
    api = new_server()

    assert "db-6c5f" == sync_history(api, applied(api), 0, "db-6c5f").update
    assert ["db-6c5f"] == [one.meta.name for one in history_of(api, applied(api))]


def test_old_revisions_beyond_the_limit_go_but_none_that_is_in_use() -> None:
    api = new_server()
    names = [
        sync_history(api, applied(api, f"app:{n}", revisionHistoryLimit=1), 0).update for n in range(1, 5)
    ]
    expected = api.workloads("StatefulSet")[KEY]

    truncate(api, expected, [names[0], names[3]], 0)

    assert [(1, "app:1"), (3, "app:3"), (4, "app:4")] == numbers(api, expected)


def test_only_labels_as_long_as_ours_tell_about_this_template() -> None:
    api = new_server()
    expected = applied(api)
    mine = sync_history(api, expected, 0).update

    assert is_own_revision(mine, expected)
    assert not is_own_revision("db-6c5f1234567890abcdef", expected)


def test_revisions_that_a_deleted_set_left_behind_are_taken_over() -> None:
    api = new_server()
    sync_history(api, applied(api), 0)
    (left,) = history_of(api, applied(api))
    api.set_owner_references("ControllerRevision", left.key, [])
    api.delete("StatefulSet", KEY, DeleteOptions(), 0)

    sync_history(api, applied(api, "app:2"), 0)
    assert [(1, "app:1"), (2, "app:2")] == numbers(api, applied(api, "app:2"))

    api.set_owner_references("ControllerRevision", left.key, [])
    other = stored(apply(api, workload("StatefulSet", "cache", 1, "app:1", serviceName="cache"), 0))
    sync_history(api, Workload.parse(other), 0)
    assert [(1, "app:1")] == numbers(api, Workload.parse(other))
