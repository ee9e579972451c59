"""The queue controller of docs/queue-controllers.md, on a real server and with the official Python client."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

from tests.harness.server import ROOT, Server
from tests.playground.kubeapi.programs import kubeconfig

PROGRAM = ROOT / "docs" / "examples" / "controllers" / "admit_all.py"


def _controller() -> ModuleType:
    spec = importlib.util.spec_from_file_location("admit_all", PROGRAM)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_queue_controller_admits_a_job_as_a_whole_or_not_at_all(server: Server, tmp_path: Path) -> None:
    from kubernetes import client, config  # here, because that takes seconds in each process of tests

    controller = _controller()
    with config.new_client_from_config(str(kubeconfig(server, tmp_path))) as connection:
        api = client.CoreV1Api(connection)

        def held() -> set[str]:
            return {
                pod.metadata.name
                for pod in api.list_namespaced_pod("default").items
                if pod.spec.scheduling_gates
            }

        # Three nodes with 4 CPU each.
        api.create_namespaced_pod("default", controller.gated("a", 0, 2, "3"))
        assert controller.reconcile(api) == []
        api.create_namespaced_pod("default", controller.gated("a", 1, 2, "3"))
        for number in range(2):
            api.create_namespaced_pod("default", controller.gated("b", number, 2, "3"))
        assert controller.reconcile(api) == ["a"]
        assert held() == {"b-0", "b-1"}
        api.delete_namespaced_pod("a-0", "default", grace_period_seconds=0)

        assert controller.reconcile(api) == ["b"]
        assert held() == set()
