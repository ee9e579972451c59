"""Advice for a pending pod, and what becomes of it."""

from __future__ import annotations

from typing import Any, cast

from scheduler_core import Input, Run, Scenario, SourceDocument, parse_input, parse_scenario
from scheduler_core.messages import say
from scheduler_core.objects.devices import FINALIZER
from tests.builders import DRIVER, Manifest, claim_spec, claiming, device_class, pod, resource_claim


def recording(*documents: Manifest) -> Run:
    parsed = parse_scenario([SourceDocument(index, value) for index, value in enumerate(documents)])
    assert () == parsed.problems
    return Run(cast(Scenario, parsed.scenario))


def quiet(run: Run) -> int:
    seq = 0
    while not run.quiet(seq):
        seq += 1
    return seq


def advice_for(run: Run, key: str = "default/p") -> list[dict[str, Any]]:
    result = run.ask("advice", quiet(run), pod=key)
    return cast(list[dict[str, Any]], result)


def sentences(result: list[dict[str, Any]]) -> list[tuple[str, str]]:
    return [(" + ".join(say(message) for message in entry["messages"]), entry["node"]) for entry in result]


def follow(run: Run, entry: dict[str, Any], key: str = "default/p") -> str | None:
    """The node the pod has in the end when somebody follows the advice."""
    seq = quiet(run)
    for value in entry["inputs"]:
        given = run.give(seq, cast(Input, parse_input(value)))
        assert isinstance(given, dict), given
        seq += 1
    seq += len(run.step(seq, "quiet", limit=500))
    pods = cast(list[dict[str, Any]], run.snapshot(seq)["pods"])
    return next(item["node"] for item in pods if item["key"] == key)


GPU = device_class("gpu", f'device.driver == "{DRIVER}"')


def wants(name: str = "p", source: str = "template:one", **spec: Any) -> Manifest:
    return pod(name, **claiming(gpu=source), **spec)


def allocated(name: str, *devices: str, node_name: str = "n1", pods: tuple[Manifest, ...] = ()) -> Manifest:
    """A claim with devices of a node, reserved for some pods."""
    results = [
        {"request": "device", "driver": DRIVER, "pool": node_name, "device": device} for device in devices
    ]
    here = [{"matchFields": [{"key": "metadata.name", "operator": "In", "values": [node_name]}]}]
    names = [item["metadata"]["name"] for item in pods]
    users = [{"resource": "pods", "name": item, "uid": f"uid-{item}"} for item in names]
    status = {
        "allocation": {"devices": {"results": results}, "nodeSelector": {"nodeSelectorTerms": here}},
        **({"reservedFor": users} if users else {}),
    }
    metadata = {"finalizers": [FINALIZER]}
    return resource_claim(name, claim_spec("gpu", count=len(devices)), status=status, metadata=metadata)


def user(name: str, claim: str, on: str = "n1", **spec: Any) -> Manifest:
    made = pod(name, nodeName=on, **claiming(gpu=claim), **spec)
    made["metadata"]["uid"] = f"uid-{name}"
    return made


OLD = user("old", "held")
HELD = allocated("held", "gpu-0", pods=(OLD,))
