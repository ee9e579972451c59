"""A real kubectl describes each kind as the console does: of storage, configuration, devices, and of kinds for
which kubectl has no describer."""

from __future__ import annotations

import difflib
import json
import re
from pathlib import Path

import pytest
import yaml

from tests.builders import api_object, node, pod
from tests.harness.server import Server
from tests.harness.site import Site
from tests.playground.kubeapi.binaries import kubectl
from tests.playground.kubeapi.commands import Line
from tests.playground.kubeapi.programs import kubeconfig, played

ZONE = "topology.kubernetes.io/zone"
CLAIM = {
    "accessModes": ["ReadWriteOnce"],
    "resources": {"requests": {"storage": "1Gi"}},
    "storageClassName": "fast",
}
OBJECTS = [
    node("n1"),
    api_object(
        "StorageClass",
        "fast",
        provisioner="disk.example",
        volumeBindingMode="WaitForFirstConsumer",
        allowedTopologies=[{"matchLabelExpressions": [{"key": ZONE, "values": ["a", "b"]}]}],
    ),
    api_object("PersistentVolumeClaim", "waits", spec=CLAIM),
    api_object("PersistentVolumeClaim", "bound", spec={**CLAIM, "volumeName": "v1"}),
    api_object(
        "PersistentVolume",
        "v1",
        spec={
            "accessModes": ["ReadWriteOnce"],
            "capacity": {"storage": "1024Mi"},
            "storageClassName": "fast",
            "persistentVolumeReclaimPolicy": "Retain",
            "csi": {"driver": "disk.example", "volumeHandle": "h1"},
            "nodeAffinity": {
                "required": {
                    "nodeSelectorTerms": [
                        {
                            "matchExpressions": [
                                {"key": ZONE, "operator": "In", "values": ["a", "b"]},
                                {"key": "disk", "operator": "Exists"},
                            ]
                        }
                    ]
                }
            },
        },
    ),
    api_object(
        "CSINode",
        "n1",
        spec={
            "drivers": [
                {"name": "disk.example", "nodeID": "i-1", "allocatable": {"count": 3}, "topologyKeys": [ZONE]}
            ]
        },
    ),
    api_object("ResourceQuota", "few", spec={"hard": {"pods": "4", "requests.cpu": "2"}}),
    api_object("CSIDriver", "disk.example", spec={"attachRequired": True}),
    api_object("DeviceClass", "gpu", spec={"selectors": [{"cel": {"expression": "true"}}]}),
    api_object(
        "ResourceClaim",
        "card",
        spec={"devices": {"requests": [{"name": "one", "exactly": {"deviceClassName": "gpu"}}]}},
    ),
    pod("uses", volumes=[{"name": "d", "persistentVolumeClaim": {"claimName": "waits"}}]),
]
NAMED = [
    "storageclass/fast",
    "pvc/waits",
    "pvc/bound",
    "pv/v1",
    "csinode/n1",
    "resourcequota/few",
    "csidriver/disk.example",
    "deviceclass/gpu",
    "resourceclaim/card",
]


TIME = re.compile(
    r"\b\d+[smh]\b|\d{4}-\d\d-\d\dT[\d:]+Z|\w{3}, \d\d \w{3} \d{4} [\d:]+ \+0000|Resource Version: +\d+"
)


def comparable(text: str) -> list[str]:
    """The lines without ages and dates: the Kubernetes API of a run shows dates of the wall clock."""
    return [TIME.sub("TIME", line.rstrip()) for line in text.rstrip().split("\n")]


def test_kubectl_describes_each_kind_as_the_console_does(server: Server, tmp_path: Path) -> None:
    program = kubectl("1.37")
    if program is None:
        pytest.skip("the package index gives no kubectl 1.37 for this machine")
    config = kubeconfig(server, tmp_path, "\n---\n".join(map(json.dumps, OBJECTS)))
    run = yaml.safe_load(config.read_text())["clusters"][0]["cluster"]["server"].rstrip("/").split("/")
    site = Site(server)
    site.request("GET", "/import")
    differences = []
    for name in NAMED:
        code, printed = played(program, config, Line(f"describe {name}", ""))
        status, body, _ = site.request(
            "POST", f"/r/{run[run.index('r') + 1]}/console/play", {"line": f"kubectl describe {name}"}
        )
        assert (0, 200) == (code, status), (name, printed, body)
        console = "\n".join(json.loads(body)["lines"])
        differences += difflib.unified_diff(
            comparable(printed), comparable(console), name, "console", n=1, lineterm=""
        )

    assert "" == "\n".join(differences)
