#!/usr/bin/env bash
# kr8s 0.20.15 of PyPI, a Python client with the verbs of kubectl: `Deployment.ready()`.
#
# Expected: a Deployment in the middle of a rollout is not ready, as `kubectl rollout status` says of the same status:
# "Waiting for deployment "web" rollout to finish: 1 out of 3 new replicas have been updated...".
# Seen: `ready()` is true. It compares the ready pods with the replicas, whichever template they are of, so the three old
# pods that a rolling update keeps count, and the one new pod that never starts does not.
#
# Output seen:
#   updated 1 of 3, ready 3, unavailable 1: True
#
# Hurt: scripts that wait for `ready()` after a change of the image go on although no pod runs the new one.
# Source: k8s.io/kubectl `pkg/polymorphichelpers/rollout_status.go` (`DeploymentStatusViewer.Status` looks at
# `updatedReplicas` first), v0.36.
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
from kr8s.objects import Deployment

OBJECT = {
    "apiVersion": "apps/v1",
    "kind": "Deployment",
    "metadata": {"name": "web", "namespace": "default", "generation": 2},
    "spec": {"replicas": 3, "selector": {"matchLabels": {"app": "web"}}},
    "status": {
        "observedGeneration": 2,
        "replicas": 4,
        "updatedReplicas": 1,
        "readyReplicas": 3,
        "availableReplicas": 3,
        "unavailableReplicas": 1,
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
print("updated 1 of 3, ready 3, unavailable 1:", Deployment(OBJECT, api=api).ready())
EOF

seen=$(env/bin/python program.py)
expected='updated 1 of 3, ready 3, unavailable 1: True'
if [ "$seen" != "$expected" ]; then
  printf 'CHANGED: readiness of a Deployment.\n--- described\n%s\n--- seen\n%s\n' "$expected" "$seen" >&2
  exit 1
fi
printf 'As described:\n%s\n' "$seen"
