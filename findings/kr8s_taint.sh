#!/usr/bin/env bash
# kr8s 0.20.15 of PyPI, a Python client with the verbs of kubectl: `Node.taint`.
#
# Expected: `taint("team", "a", effect="NoSchedule-")` is `kubectl taint node n1 team:NoSchedule-`, which takes the taint
# of that effect off the node; and a taint that is there already is an error or stays once, as with kubectl.
# Seen: the effect before the minus is not looked at. All taints of the key go, those of other effects too. A taint that
# is there already is added once more.
#
# Output seen (the patch that is sent for a node with team=a:NoSchedule and team=a:NoExecute):
#   NoSchedule-: {"spec": {"taints": []}}
#   NoSchedule:  three taints, NoSchedule twice
#
# Hurt: a node that is opened for new pods lets back those that NoExecute kept away; the second patch is refused by the
# API server as a duplicate.
# Source: k8s.io/kubectl `pkg/cmd/taint/utils.go` (`deleteTaint` compares key and effect unless the effect is empty), v0.36.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv env
env/bin/pip install --quiet --disable-pip-version-check kr8s==0.20.15

cat > program.py <<'EOF'
import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import kr8s
from kr8s.objects import Node

OBJECT = {
    "apiVersion": "v1",
    "kind": "Node",
    "metadata": {"name": "n1"},
    "spec": {
        "taints": [
            {"key": "team", "value": "a", "effect": "NoSchedule"},
            {"key": "team", "value": "a", "effect": "NoExecute"},
        ]
    },
}
PATCHES = []


class Api(BaseHTTPRequestHandler):
    """An API server that has one object, keeps it as it is, and notes the patches it gets."""

    def do_GET(self):
        version = {"major": "1", "minor": "35", "gitVersion": "v1.35.0"}
        self.answer(version if self.path.startswith("/version") else OBJECT)

    def do_PATCH(self):
        PATCHES.append(self.rfile.read(int(self.headers["Content-Length"])).decode())
        self.answer(OBJECT)

    def answer(self, value):
        body = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = HTTPServer(("127.0.0.1", 0), Api)
threading.Thread(target=server.serve_forever, daemon=True).start()
api = kr8s.api(url=f"http://127.0.0.1:{server.server_port}")
node = Node(OBJECT, api=api)
for effect in ("NoSchedule-", "NoSchedule"):
    node.taint("team", "a", effect=effect)
    print(f"{effect}: {json.dumps(json.loads(PATCHES[-1]))}")
EOF

seen=$(env/bin/python program.py)
expected='NoSchedule-: {"spec": {"taints": []}}
NoSchedule: {"spec": {"taints": [{"key": "team", "value": "a", "effect": "NoSchedule"}, {"key": "team", "value": "a", "effect": "NoExecute"}, {"key": "team", "value": "a", "effect": "NoSchedule"}]}}'
if [ "$seen" != "$expected" ]; then
  printf 'CHANGED: taints that are sent.\n--- described\n%s\n--- seen\n%s\n' "$expected" "$seen" >&2
  exit 1
fi
printf 'As described:\n%s\n' "$seen"
