#!/usr/bin/env bash
# jsonnet 0.22.0 and gojsonnet 0.22.0 of PyPI: the C++ and the Go build of one language, with one version number and
# one Python interface (`evaluate_snippet`).
#
# Expected: the same program gives the same JSON in both.
# Seen: `std.parseYaml` reads a plain manifest otherwise. The C++ build (rapidyaml) makes a string of a leading-zero
# mode and leaves `on` and `<<` as they stand. The Go build (sigs.k8s.io/yaml) gives the number, the boolean and the
# merged map. So `defaultMode: 0440` of a Secret volume is 288 or the text "0440", which the API server refuses.
#
# Output seen:
#   jsonnet:   {"defaultMode":"0440","env":{"<<":{"A":"1"},"B":"2"},"readOnly":"on"}
#   gojsonnet: {"defaultMode":288,"env":{"A":"1","B":"2"},"readOnly":true}
#
# Hurt: pipelines that render manifests with whichever of the two a machine has.
# Source: `std.parseYaml` in the standard library's reference of Jsonnet 0.22; the two parsers behind it.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv env
env/bin/pip install --quiet --disable-pip-version-check jsonnet==0.22.0 gojsonnet==0.22.0

cat > program.py <<'EOF'
import json

import _gojsonnet
import _jsonnet

MANIFEST = "defaultMode: 0440\nreadOnly: on\nenv: {<<: {A: '1'}, B: '2'}\n"
SNIPPET = f"std.parseYaml({json.dumps(MANIFEST)})"
for name, build in (("jsonnet", _jsonnet), ("gojsonnet", _gojsonnet)):
    value = json.loads(build.evaluate_snippet("manifest", SNIPPET))
    print(f"{name}:", json.dumps(value, sort_keys=True, separators=(",", ":")))
EOF

seen=$(env/bin/python program.py)
expected='jsonnet: {"defaultMode":"0440","env":{"<<":{"A":"1"},"B":"2"},"readOnly":"on"}
gojsonnet: {"defaultMode":288,"env":{"A":"1","B":"2"},"readOnly":true}'
if [ "$seen" != "$expected" ]; then
  printf 'CHANGED: YAML in the two builds of Jsonnet.\n--- described\n%s\n--- seen\n%s\n' "$expected" "$seen" >&2
  exit 1
fi
printf 'As described:\n%s\n' "$seen"
