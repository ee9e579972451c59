"""The core runs with Django, the network, the wall clock and the module-wide random source blocked."""

import ast
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
#: Command lines around the core; they read files and measure time, which is what they are for.
COMMAND_LINES = ("scheduler_core.parity", "scheduler_core.bench")

PROGRAM = f"""
import builtins, datetime, importlib, json, os, pkgutil, random, sys, time
sys.path.insert(0, {str(ROOT)!r})

class Blocker:
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        known = top == "scheduler_core" or top in sys.stdlib_module_names
        if not known or top in {{"socket", "_socket", "ssl", "asyncio", "threading"}}:
            raise ImportError(f"the core may not import {{name}}")

def blocked(what):
    def refuse(*args, **kwargs):
        raise RuntimeError(f"the core may not use {{what}}")
    return refuse

sys.meta_path.insert(0, Blocker())
for name in ("time", "monotonic", "perf_counter", "time_ns", "monotonic_ns", "sleep"):
    setattr(time, name, blocked(f"time.{{name}}"))
for name in ("random", "choice", "choices", "randint", "randrange", "shuffle", "sample", "getrandbits"):
    setattr(random, name, blocked(f"random.{{name}}"))
os.urandom = blocked("os.urandom")

import scheduler_core
for module in pkgutil.walk_packages(scheduler_core.__path__, "scheduler_core."):
    if not module.name.startswith({COMMAND_LINES!r}):
        importlib.import_module(module.name)
"""

SCENARIO = """
documents = [
    {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n1"},
     "status": {"allocatable": {"cpu": "4", "memory": "8Gi", "pods": "110"}}},
    {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p", "namespace": "default"},
     "spec": {"containers": [{"name": "c", "image": "i", "resources": {"requests": {"cpu": "1"}}}]}},
]
builtins.open = blocked("open")
parsed = scheduler_core.parse_scenario(
    [scheduler_core.SourceDocument(index, value) for index, value in enumerate(documents)]
)
recording = scheduler_core.Run(parsed.scenario)
recording.step(0, "quiet", limit=200)
pods = recording.snapshot(recording.head_seq)["pods"]
assert [pod["phase"] for pod in pods] == ["Running"], pods
"""


def run(program: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-I", "-c", program], capture_output=True, text=True, timeout=60, env=environment
    )


def test_every_module_of_the_core_can_be_imported_with_the_outside_world_blocked() -> None:
    done = run(PROGRAM)

    assert ("", 0) == (done.stderr, done.returncode)


def test_a_pod_is_scheduled_and_runs_with_the_outside_world_blocked() -> None:
    done = run(PROGRAM + SCENARIO)

    assert ("", 0) == (done.stderr, done.returncode)


def test_nothing_in_the_core_has_the_type_any() -> None:
    modules = [path.read_text(encoding="utf-8") for path in (ROOT / "scheduler_core").rglob("*.py")]
    names = [node.id for text in modules for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)]

    assert len(modules) > 400
    assert "Manifest" in names
    assert 0 == names.count("Any")
