"""The upgrade report of a run: what another release of Kubernetes changes for its objects."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from scheduler_core.messages.upgrade import MESSAGES
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.releases.messages import MESSAGES as TITLES
from scheduler_core.objects.releases.releases import Release
from scheduler_core.queries.upgrade.concerned import FINDERS
from scheduler_core.run import Run
from tests.builders import api_object, node, pod
from tests.core.play import Play, header

TAINT = {"key": "gpu", "value": "yes", "effect": "NoSchedule"}


def report(documents: list[Any], to: str = "1.36", **args: Any) -> Any:
    play = Play(documents)
    return Run(play.recording.scenario).ask("upgrade", 0, to=to, **args)


def rows(answer: Any) -> list[tuple[Any, ...]]:
    return [(row["pod"], row["change"], row["rows"], row["follows"]) for row in answer["decisions"]]


def test_a_message_that_lost_the_key_of_the_taint_is_a_row_with_the_field_that_is_responsible() -> None:
    answer = report([header(), node("n1", taints=[TAINT]), pod("p", "1")])
    row = answer["decisions"][0]

    assert [("default/p", "text", ["taint_message_names_taint"], None)] == rows(answer)
    assert row["then"]["text"].startswith(
        "0/1 nodes are available: 1 node(s) had untolerated taint {gpu: yes}."
    )
    assert row["now"]["text"].startswith("0/1 nodes are available: 1 node(s) had untolerated taint(s).")
    assert {"text": 1} == answer["counts"]


def test_the_nodes_whose_taints_the_message_no_longer_names_are_concerned() -> None:
    answer = report([header(), node("n1", taints=[TAINT]), node("n2"), pod("p", "1")])

    concerns = {row["field"]: row["objects"] for row in answer["concerns"]}
    assert ["Node n1"] == concerns["taint_message_names_taint"]


def test_a_badly_balanced_node_wins_by_the_change_of_balance() -> None:
    """Two nodes of which the badly balanced one gets less bad: the example of releases.md, 4.1."""
    nodes = [node("a", "4", "16Gi"), node("b", "4", "16Gi")]
    running = [pod("at-a", "2", "8Gi", on="a"), pod("at-b", "1m", "12Gi", on="b")]
    answer = report([header(), *nodes, *running, pod("p", "500m", "1Gi")])
    row = next(row for row in answer["decisions"] if row["pod"] == "default/p")

    assert ("moved", ["balances_by_change"]) == (row["change"], row["rows"])
    assert (["a"], ["b"]) == (row["then"]["nodes"], row["now"]["nodes"])


def test_a_bound_pod_is_taken_off_its_node_and_scheduled_again() -> None:
    nodes = [node("a", "4", "16Gi"), node("b", "4", "16Gi")]
    running = [pod("at-a", "2", "8Gi", on="a"), pod("at-b", "1m", "12Gi", on="b")]
    answer = report([header(), *nodes, *running, pod("p", "500m", "1Gi", on="a")])
    row = next(row for row in answer["decisions"] if row["pod"] == "default/p")

    assert ("moved", "a", ["b"]) == (row["change"], row["at"], row["now"]["nodes"])


def test_nothing_changes_between_a_release_and_itself() -> None:
    answer = report([header(), node("n1", taints=[TAINT]), pod("p", "1")], to="1.34")

    assert ([], [], [], []) == tuple(answer[name] for name in ("decisions", "concerns", "fields", "gates"))
    assert (1, 1) == (answer["pods"], answer["examined"])


def test_a_field_that_the_older_release_dropped_is_known_to_the_newer_one() -> None:
    template = {
        "apiVersion": "apps/v1",
        "kind": "StatefulSet",
        "metadata": {"name": "db"},
        "spec": {
            "serviceName": "db",
            "replicas": 1,
            "updateStrategy": {"rollingUpdate": {"maxUnavailable": 2}},
            "selector": {"matchLabels": {"app": "db"}},
            "template": {
                "metadata": {"labels": {"app": "db"}},
                "spec": {"containers": [{"name": "c", "image": "i"}]},
            },
        },
    }
    answer = report([header(), node("n1"), template], to="1.37")
    row = next(row for row in answer["fields"] if row["what"] == "known")

    assert ("spec.updateStrategy.rollingUpdate.maxUnavailable", "MaxUnavailableStatefulSet") == (
        row["path"],
        row["gate"],
    )
    assert ["StatefulSet default/db"] == row["objects"]


def test_gates_whose_default_changes_are_named_with_both_stages() -> None:
    answer = report([header(), node("n1")])
    gates = {row["gate"]: (row["then"], row["now"]) for row in answer["gates"]}

    assert (None, {"stage": "beta", "on": True, "locked": False}) == gates["NodeDeclaredFeatures"]


def test_an_api_version_that_is_not_served_has_the_words_of_kubectl() -> None:
    old = {
        **api_object("PodDisruptionBudget", "pdb", spec={"minAvailable": 1}),
        "apiVersion": "policy/v1beta1",
    }
    answer = report([header(), node("n1"), old])

    assert [
        {
            "apiVersion": "policy/v1beta1",
            "kind": "PodDisruptionBudget",
            "served": False,
            "instead": "policy/v1",
            "text": 'no matches for kind "PodDisruptionBudget" in version "policy/v1beta1"',
            "objects": ["PodDisruptionBudget default/pdb"],
            "count": 1,
        }
    ] == answer["versions"]


def test_kubelets_more_than_three_minor_releases_older_than_the_control_plane_are_named() -> None:
    old = {"nodeInfo": {"kubeletVersion": "v1.32.4"}}
    answer = report([header(version="1.34"), node("n1", status=old), node("n2")])

    assert [{"version": "v1.32.4", "count": 1, "tooOld": True}] == answer["kubelets"]


def test_an_unknown_release_is_a_problem() -> None:
    answer = report([header(), node("n1")], to="1.99")

    assert isinstance(answer, Problem)
    assert ("to", "release.unknown", "1.99") == (answer.path, answer.code, answer.args["got"])


def test_a_pod_of_another_scheduler_is_not_scheduled() -> None:
    answer = report([header(), node("n1", taints=[TAINT]), pod("p", "1", schedulerName="another")])

    assert 0 == answer["pods"]


def test_what_to_do_and_whom_it_concerns_is_only_said_of_fields_that_releases_have() -> None:
    names = {field.name for field in fields(Release)}
    advised = {identifier.removeprefix("upgrade.do.") for identifier in MESSAGES}

    assert set() == (advised | set(FINDERS)) - names


def test_every_change_that_a_page_shows_says_what_to_do() -> None:
    shown = {identifier.split(".")[1] for identifier in TITLES}

    assert set() == shown - {identifier.removeprefix("upgrade.do.") for identifier in MESSAGES}
