"""Defaults that the API serves and does not store."""

from __future__ import annotations

from scheduler_core.apiserver.defaults.served_defaults import (
    pull_policy,
    volume_with_defaults,
    without_served_defaults,
)


def test_a_spec_of_served_defaults_alone_is_empty() -> None:
    container = {"name": "app", "image": "app:1", "imagePullPolicy": pull_policy("app:1"), "resources": {}}
    volume = {"name": "access", "projected": {"sources": [{"serviceAccountToken": {"path": "token"}}]}}
    spec = {"containers": [container], "volumes": [volume_with_defaults(volume)], "dnsPolicy": "ClusterFirst"}

    expected = {"containers": [{"name": "app", "image": "app:1"}], "volumes": [volume]}
    actual = without_served_defaults(spec)

    assert expected == actual


def test_a_volume_keeps_what_it_states() -> None:
    token = {"serviceAccountToken": {"path": "token", "expirationSeconds": 600}}
    stated = {"name": "access", "projected": {"defaultMode": 0o400, "sources": [token]}}

    expected = stated
    actual = volume_with_defaults(stated)

    assert expected == actual
