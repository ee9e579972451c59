"""Objects, versions and the writes that watchers have not seen."""

from __future__ import annotations

from scheduler_core.apiserver.storage.store import Store
from scheduler_core.objects.pod import Pod
from tests import builders


def put(store: Store, name: str, **more: str) -> Pod:
    stored = store.put("Pod", Pod.parse(builders.pod(name, **more)))
    assert isinstance(stored, Pod)
    return stored


def test_every_write_has_the_next_version() -> None:
    store = Store()
    versions = [put(store, "a").meta.resource_version, put(store, "a").meta.resource_version]
    store.remove("Pod", "default/a")

    assert (["1", "2"], 3) == (versions, store.version)


def test_watchers_see_each_write_once_with_before_and_after() -> None:
    store = Store()
    first = put(store, "a")
    second = put(store, "a", cpu="1")
    store.remove("Pod", "default/a")

    assert [("ADDED", None, first), ("MODIFIED", first, second), ("DELETED", second, None)] == [
        (event.type.value, event.old, event.new) for event in store.drain()
    ]
    assert [] == store.drain()


def test_uids_come_from_the_seed_and_never_twice() -> None:
    store = Store(seed=1)
    uids = [store.new_uid() for _ in range(3)]

    assert 3 == len(set(uids))
    assert uids[0] == Store(seed=1).new_uid() != Store(seed=2).new_uid()


def test_a_copy_changes_on_its_own() -> None:
    store = Store()
    put(store, "a")
    copy = store.copy()
    put(copy, "b")

    assert (["default/a"], ["default/a", "default/b"]) == (list(store.table("Pod")), list(copy.table("Pod")))
    assert store.get("Pod", "default/b") is None


def test_equal_contents_have_equal_fingerprints_however_often_they_were_asked() -> None:
    once, often = Store(), Store()
    for name in "abc":
        put(once, name)
        put(often, name)
        often.fingerprint()

    assert once.fingerprint() == often.fingerprint()
    put(once, "d")
    assert once.fingerprint() != often.fingerprint()
