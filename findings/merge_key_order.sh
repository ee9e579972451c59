#!/usr/bin/env bash
# PyYAML 6.0.4, ruamel.yaml 0.19.1 and gojsonnet 0.22.0 (go-jsonnet, whose `std.parseYaml` is sigs.k8s.io/yaml, the
# parser of kubectl).
#
# Expected: a key that a map spells out wins over the same key from a merge (`<<`), whichever line comes first.
# PyYAML and ruamel.yaml do that.
# Seen: for sigs.k8s.io/yaml the order of the lines decides. A merge below the key replaces it; a merge above does not.
# A Deployment with `replicas: 3` over `<<: *defaults` gets the replicas of the defaults.
# kubectl v1.32.4 prints 1 replica in `kubectl label --local` and 3 in `kubectl kustomize` for the same file.
#
# Output seen:
#   replicas then <<: PyYAML 3, ruamel.yaml 3, sigs.k8s.io/yaml 1
#   << then replicas: PyYAML 3, ruamel.yaml 3, sigs.k8s.io/yaml 3
#
# Hurt: whoever checks or diffs manifests in Python and applies them with kubectl.
# Source: go.yaml.in/yaml/v2 `decode.go`, `decoder.mapping` merges where the merge key stands; kustomize reads with
# yaml.v3, which does not.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv env
env/bin/pip install --quiet --disable-pip-version-check PyYAML==6.0.4 ruamel.yaml==0.19.1 gojsonnet==0.22.0

cat > program.py <<'EOF'
import json

import _gojsonnet
import yaml
from ruamel.yaml import YAML


def parsed_by_go(text):
    return json.loads(_gojsonnet.evaluate_snippet("manifest", f"std.parseYaml({json.dumps(text)})"))


READERS = {
    "PyYAML": yaml.safe_load,
    "ruamel.yaml": YAML(typ="safe", pure=True).load,
    "sigs.k8s.io/yaml": parsed_by_go,
}
TEXTS = {
    "replicas then <<": "spec:\n  replicas: 3\n  <<: {replicas: 1, paused: false}\n",
    "<< then replicas": "spec:\n  <<: {replicas: 1, paused: false}\n  replicas: 3\n",
}
for order, text in TEXTS.items():
    answers = (f"{name} {read(text)['spec']['replicas']}" for name, read in READERS.items())
    print(f"{order}: {', '.join(answers)}")
EOF

seen=$(env/bin/python program.py)
expected='replicas then <<: PyYAML 3, ruamel.yaml 3, sigs.k8s.io/yaml 1
<< then replicas: PyYAML 3, ruamel.yaml 3, sigs.k8s.io/yaml 3'
if [ "$seen" != "$expected" ]; then
  printf 'CHANGED: the order of merge keys.\n--- described\n%s\n--- seen\n%s\n' "$expected" "$seen" >&2
  exit 1
fi
printf 'As described:\n%s\n' "$seen"
