"""Names of somebody's cluster are replaced by codes, and nothing else changes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scheduler_core import Run, SourceDocument, codes_for, drop_secrets, parse_scenario, words_in
from tests.builders import node, pod

SECRET = ("payroll", "acme", "vault", "frankfurt", "ledger")


def cluster() -> list[dict[str, Any]]:
    zone = "topology.kubernetes.io/zone"
    labels = {"acme.example/team": "payroll", "app": "ledger"}
    nodes = [
        node(f"acme-{zone_name}-{n}", cpu="4", labels={zone: zone_name, "acme.example/rack": f"r{n}"})
        for n, zone_name in enumerate(("frankfurt-a", "frankfurt-b", "frankfurt-b"))
    ]
    spread = {
        "maxSkew": 1,
        "topologyKey": zone,
        "whenUnsatisfiable": "DoNotSchedule",
        "labelSelector": {"matchLabels": labels},
    }
    affinity = {
        "podAntiAffinity": {
            "requiredDuringSchedulingIgnoredDuringExecution": [
                {"labelSelector": {"matchLabels": {"app": "vault"}}, "topologyKey": "acme.example/rack"}
            ]
        }
    }
    pods = [pod(f"ledger-{n}", "500m", topologySpreadConstraints=[spread]) for n in range(4)]
    pods += [pod(f"vault-{n}", "500m", affinity=affinity) for n in range(4)]
    for item in pods:
        name = item["metadata"]["name"]
        item["metadata"] |= {
            "namespace": "payroll",
            "labels": labels if name.startswith("l") else {"app": "vault"},
        }
        item["spec"]["containers"][0] |= {"name": "ledger", "image": "registry.acme.example/ledger/app:v1"}
        item["metadata"]["annotations"] = {"podium/ledger.exits-after-sigterm": "3"}
    odd = {
        "apiVersion": "acme.example/v1",
        "kind": "Odd",
        "metadata": {"name": "vault"},
        "spec": {"a": "ledger"},
    }
    secret = {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "vault"}, "data": {"ledger": "eA=="}}
    return [*nodes, *pods, odd, secret]


def played(documents: list[dict[str, Any]], *, hidden: bool) -> tuple[Any, list[Any]]:
    rename = codes_for(words_in(documents)) if hidden else None
    given = [SourceDocument(place, item, rename=rename) for place, item in enumerate(documents)]
    parsed = parse_scenario(given)
    assert parsed.scenario is not None, parsed.problems
    recording = Run(parsed.scenario)
    last = recording.advance(0, "quiet", limit=400)
    frames: list[Any] = [recording.frame(seq) for seq in range(1, last + 1)]
    return parsed, [
        (frame["t"], frame["kind"], frame["message"]["id"], frame.get("decision") is not None)
        for frame in frames
    ]


def test_no_name_is_left_in_the_scenario_nor_in_the_report() -> None:
    parsed, _ = played(cluster(), hidden=True)

    result = json.dumps([parsed.scenario.canonical(), [repr(entry) for entry in parsed.report]])
    assert [] == [word for word in SECRET if word in result]
    assert "topology.kubernetes.io/zone" in result


def test_the_same_happens_at_the_same_time() -> None:
    assert played(cluster(), hidden=False)[1] == played(cluster(), hidden=True)[1]


def test_a_word_has_one_code_wherever_it_stands_and_codes_have_the_order_of_words() -> None:
    rename = codes_for({"ledger", "acme", "web"})

    assert ["n00", "n01-0.n00", "web9", "kube-system/n02"] == [
        rename(name) for name in ("acme", "ledger-0.acme", "web9", "kube-system/web")
    ]


@pytest.mark.parametrize("name", ["kube-system", "topology.kubernetes.io/zone", "system-node-critical", "42"])
def test_what_kubernetes_names_stays(name: str) -> None:
    document = {"kind": "Pod", "metadata": {"name": name}}
    rename = codes_for(words_in([document]))

    assert name == rename(name)


def test_names_of_variables_and_fields_that_went_are_hidden_too() -> None:
    document = {
        "kind": "Pod",
        "metadata": {"name": "p", "annotations": {"acme.example/holder": "x"}},
        "spec": {"containers": [{"name": "c", "image": "i", "env": [{"name": "VAULT", "value": "x"}]}]},
    }
    _, dropped = drop_secrets(document, codes_for(words_in([document])))

    assert not any(word in repr(dropped) for word in ("VAULT", "acme", "holder"))


def test_real_manifests_play_alike_with_and_without_names() -> None:
    import os

    import yaml

    named = os.environ.get("PODIUM_MANIFESTS")
    folder = Path(named) if named else Path(__file__).parents[5] / "shared" / "manifests"
    if not (folder / "index.tsv").exists():
        pytest.skip("THE REAL MANIFESTS ARE NOT HERE: set PODIUM_MANIFESTS to their folder (with index.tsv)")
    rows = [line.split("\t") for line in (folder / "index.tsv").read_text().splitlines()[2:]]
    compared = 0
    for name, *_, well_formed in rows:
        if well_formed != "yes":
            continue
        loaded = yaml.load_all((folder / name).read_text(encoding="utf-8"), yaml.CSafeLoader)
        documents = [
            load for load in json.loads(json.dumps(list(loaded), default=str)) if isinstance(load, dict)
        ]
        if (
            not documents
            or parse_scenario([SourceDocument(n, d) for n, d in enumerate(documents)]).scenario is None
        ):
            continue
        assert played(documents, hidden=False)[1] == played(documents, hidden=True)[1], name
        compared += 1
    assert compared > 50
